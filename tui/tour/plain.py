"""A stop of a tour as plain text, for a screen reader, a handout, or wherever there is no terminal."""

import textwrap

from tui.plain import shell_word
from tui.tour.answer import answered
from tui.tour.model import Stop

WIDTH = 78


def stop_text(number: int, stop: Stop) -> str:
    """What it is about, the commands that print what it shows, its question, its answer with numbers, its notes."""
    commands = dict.fromkeys(
        " ".join(["gatescope print", stop.pane, *map(shell_word, settings.words())])
        for settings in (stop.before, stop.after)
    )
    parts = (("Look", stop.text), ("Predict", stop.question), ("Answer", answered(stop)))
    lines = [f"{number}. {stop.lesson.title}: {stop.title}", *(f"   {command}" for command in commands)]
    for label, text in parts:
        lines += textwrap.wrap(f"{label}: {text}", WIDTH)
    return "\n".join([*lines, *(f"Notes: {line}" for line in stop.notes if line)])
