"""The keys that lead from the language model as it opens to what is looked at, for the command that opens it again."""

from tui.panes.lm_lesson import LessonHalf
from tui.panes.lm_number_sheet import NumberSheet
from tui.panes.lm_text import VIEWS, TextHalf

LESSON_VIEWS = {"weights": "w", "curve": "c", "size": "z"}


def keys_to(half: LessonHalf | TextHalf) -> tuple[str, ...]:
    """To the view of a text; in the one-step lesson to the stage, and then to the number or the other view."""
    if isinstance(half, TextHalf):
        return ("v",) * VIEWS.index(half.view)
    stage = ("n",) * half.stage
    if half.view in LESSON_VIEWS:
        return (*stage, LESSON_VIEWS[half.view])
    sheet = half.query_one("#lm-page" if half.stage else "#lm-overview", NumberSheet)
    return stage if sheet.ref in (None, sheet.home) else (*stage, "home", *(("right",) * sheet.place))
