"""Training on a text in words: how far it has come, and what was decided about the file."""

from rich.text import Text

from core.language_model.text_report import sentences
from core.language_model.text_training import TrainSnapshot
from core.numbers import count, number
from tui.panes.lm_pages import bar

PROGRESS = 10


def progress_line(snapshot: TrainSnapshot | None) -> Text:
    """Steps made of all, as a bar and in numbers, with the perplexities of the last look."""
    if snapshot is None:
        return Text("reading the file, counting words", "dim")
    last = snapshot.points[-1]
    line = Text(no_wrap=True, overflow="ellipsis")
    line.append(bar(snapshot.step / max(snapshot.most_steps, 1), PROGRESS).replace(" ", "░"))
    for name, text in (
        ("step", f"{count(snapshot.step)} of {count(snapshot.most_steps)}"),
        ("train", number(snapshot.train_perplexity)),
        ("dev", number(last.dev)),
        ("best", f"{number(snapshot.best_dev)} at {count(snapshot.best_step)}"),
    ):
        line.append(f" {name} ", "dim").append(text, "bold")
    return line


def file_lines(snapshot: TrainSnapshot) -> Text:
    """What was decided on the way from the file to the examples, and what the numbers mean."""
    said = sentences(snapshot)[:2]
    return Text("\n").join([*(Text(f"{note}.") for note in snapshot.notes), *(Text(line, "dim") for line in said)])
