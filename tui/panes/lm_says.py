"""What the one-step half says in words: what is to be seen on a page, how the keys edit, which update is shown."""

from textual.content import Content

from core.language_model.lesson import LanguageModelResult
from core.language_model.report import report, sentences, times
from core.language_model.settings import WEIGHT_NAMES
from core.language_model.stages import stages
from core.numbers import count, number, plural
from core.report import Table

EDITING = (
    "Digits or Enter type a weight, + and - nudge it, d gives the lesson's again, Tab goes to the next array; "
    "a paste of rows is laid over the matrix. ▴ ▾ mark what has just moved, up or down."
)


def what_to_see(result: LanguageModelResult, view: str, stage: int, tall: bool) -> str:
    """On the page of a stage what the stage does, elsewhere what the step did; both where there is room."""
    _, pushed, moved, size = sentences(result)
    if view == "size":
        return size
    if view == "weights":
        return EDITING
    if view == "step" and stage:
        about = stages(result)[stage - 1].about
        return f"{about}\n{moved}" if tall else about
    return f"{pushed} {moved}" if tall else moved


def state_words(result: LanguageModelResult, playing: bool, stage: int) -> str:
    """How many updates were made, and where on the walk one is."""
    steps, total = result.settings.steps, len(stages(result))
    edited = " of the weights as edited" if any(map(result.settings.is_given, WEIGHT_NAMES)) else ""
    made = f"before any update{edited}" if steps == 0 else f"after {plural(steps, 'update')}{edited}"
    where = f"stage {stage} of {total}" if stage else f"n walks the {total} stages"
    return f"{'▶ playing, ' if playing else ''}{made}; {where}, c is the loss curve, z the size"


def size_words(result: LanguageModelResult) -> Content:
    """What the arrays of a model of full size count, their sum, and how a trigram table compares."""
    s = result.size
    arrays = (("E", s.E), ("W_h", s.W_h), ("W_o", s.W_o), ("biases", s.biases))
    sizes = f"V {count(s.V)} d {count(s.d)} n {s.context} H {count(s.H)}"
    return Content.assemble(
        (f"Full size, {sizes}: {' + '.join(f'{name} {count(numbers)}' for name, numbers in arrays)} = ", "dim"),
        count(s.total),
        (f"; trigram {count(s.trigram_cells)}: ", "dim"),
        f"{times(s.ratio)} = 10^{number(s.orders_of_magnitude)}",
    )


def size_table(result: LanguageModelResult) -> Table:
    """The table of the report that counts the full-sized model."""
    return [section for section in report(result) if isinstance(section, Table)][-1]


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th..."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{count(number)}{ending}"
