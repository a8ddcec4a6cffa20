"""Training on a text in words: how far it has come, and what was decided about the file."""

from textual.content import Content

from core.language_model.text_report import sentences
from core.language_model.text_training import TrainSnapshot
from core.numbers import count, number
from tui.panes.lm_pages import bar

PROGRESS = 10


def progress_line(snapshot: TrainSnapshot | None, reading: bool) -> Content:
    """Steps made of all, as a bar and in numbers, with the perplexities of the last look."""
    if snapshot is None:
        return Content.styled("reading the file, counting words" if reading else "no model was trained", "dim")
    last = snapshot.points[-1]
    done = bar(snapshot.step / max(snapshot.most_steps, 1), PROGRESS).replace(" ", "░")
    parts: list[tuple[str, str]] = [(done, "$primary")]
    for name, text in (
        ("step", f"{count(snapshot.step)} of {count(snapshot.most_steps)}"),
        ("train", number(snapshot.train_perplexity)),
        ("dev", number(last.dev)),
        ("best", f"{number(snapshot.best_dev)} at {count(snapshot.best_step)}"),
    ):
        parts += [(f" {name} ", "dim"), (text, "bold")]
    return Content.assemble(*parts)


def file_lines(snapshot: TrainSnapshot) -> Content:
    """What was decided on the way from the file to the examples, and what the numbers mean."""
    said = [line for line in sentences(snapshot) if line != snapshot.ended]
    dim = [Content.styled(line, "dim") for line in said]
    return Content("\n").join([*(Content(f"{note}.") for note in snapshot.notes), *dim])
