"""The widget that shows a sheet: a cursor walks from number to number, in the order and the columns they stand in.

It says which number the cursor is on; what that number came from is the owner's business.
"""

from collections.abc import Callable
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from tui.panes.lm_sheet import Ref, Sheet


class NumberSheet(Widget, can_focus=True):
    """Shows the `sheet` that `page` makes for the width there is, scrolled so that the number at `place` (an index
    into its numbers) is seen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "walk(-1)", "left", show=False, tooltip="Walk the numbers"),
        Binding("right,l", "walk(1)", "right", show=False, tooltip="Walk the numbers"),
        Binding("up,k", "climb(-1)", "up", show=False, tooltip="Walk the numbers"),
        Binding("down,j", "climb(1)", "down", show=False, tooltip="Walk the numbers"),
        Binding("pageup", "leap(-1)", "page up", show=False, tooltip="A screenful of lines up or down"),
        Binding("pagedown", "leap(1)", "page down", show=False, tooltip="A screenful of lines up or down"),
        Binding("home", "edge(0)", "first", show=False, tooltip="To the first or last number"),
        Binding("end", "edge(-1)", "last", show=False, tooltip="To the first or last number"),
    ]
    PARTS = ("text", "label", "head", "answer", "target", "bar", "formula")
    COMPONENT_CLASSES = {*(f"sheet--{part}" for part in PARTS), "sheet--cursor", "sheet--rest"}
    DEFAULT_CSS = """
    NumberSheet { height: 1fr; width: 1fr; padding: 0 1; }
    NumberSheet > .sheet--text { color: $foreground; }
    NumberSheet > .sheet--label { color: $text-muted; }
    NumberSheet > .sheet--head { color: $text-muted; }
    NumberSheet > .sheet--formula { color: $secondary; }
    NumberSheet > .sheet--answer { color: $foreground; text-style: bold; }
    NumberSheet > .sheet--target { color: $accent; text-style: bold; }
    NumberSheet > .sheet--bar { color: $primary; }
    NumberSheet > .sheet--cursor { color: $background; background: $primary; text-style: bold; }
    NumberSheet > .sheet--rest { color: $foreground; text-style: underline; }
    """

    page: reactive[Callable[[int], Sheet] | None] = reactive(None)
    sheet: reactive[Sheet] = reactive(())
    place: reactive[int] = reactive(0)

    class Visited(Message):
        """The cursor is on a number."""

        def __init__(self, sheet: "NumberSheet", ref: Ref) -> None:
            super().__init__()
            self.sheet = sheet
            self.ref = ref

    class Rolled(Message):
        """Lines out of sight, above and below."""

        def __init__(self, sheet: "NumberSheet", above: int, below: int) -> None:
            super().__init__()
            self.sheet = sheet
            self.above = above
            self.below = below

    def __init__(self, *, to_the_end: bool = False, id: str | None = None) -> None:
        """`to_the_end` shows what follows `home` down to the end, where that is short enough, rather than what leads
        there."""
        super().__init__(id=id)
        self.to_the_end = to_the_end
        self.home: Ref | None = None
        """The number that the cursor is on at first, if the sheet has it."""
        self._going_home = False
        self._top = 0
        self._places: list[tuple[int, int, Ref]] = []  # line, column of the right end, number

    def without_cursor(self) -> "NumberSheet":
        """This sheet, for looking only: no key goes to it."""
        self.can_focus = False
        return self

    @property
    def takes_keys(self) -> bool:
        """Whether it has a number to walk to."""
        return bool(self._places)

    @property
    def ref(self) -> Ref | None:
        """The number under the cursor."""
        return self._places[self.place][2] if self._places else None

    def go_home(self, home: Ref | None) -> None:
        """The next sheet is another page: the cursor begins on `home`, or on the first number."""
        self.home, self._going_home = home, True

    def _numbers(self) -> list[tuple[int, int, Ref]]:
        """Every number's line and right end."""
        found = []
        for y, line in enumerate(self.sheet):
            x = 0
            for piece in line:
                x += piece.width
                if piece.ref is not None:
                    found.append((y, x, piece.ref))
        return found

    def watch_sheet(self) -> None:
        """The cursor stays on its number if the new sheet has it too."""
        before = self.home if self._going_home else self.ref or self.home
        self._going_home = False
        self._places = self._numbers()
        refs = [ref for _, _, ref in self._places]
        self.place = refs.index(before) if before in refs else 0
        self._settle()

    def validate_place(self, place: int) -> int:
        """Stay among the numbers."""
        return max(0, min(place, len(self._places) - 1))

    def watch_place(self) -> None:
        """Bring the number into sight and say which it is."""
        self._settle()

    def watch_page(self) -> None:
        """Lay the new page out."""
        self._lay_out()

    def on_resize(self) -> None:
        """Lay the page out for the new width, and bring the number into sight again."""
        self._lay_out()
        self._settle()

    def _lay_out(self) -> None:
        if self.page is not None and self.content_size.width:
            self.sheet = self.page(self.content_size.width)

    def on_focus(self) -> None:
        """What is explained is what the cursor is on."""
        self._settle()

    def _settle(self) -> None:
        height, total = max(self.content_size.height, 1), len(self.sheet)
        line = self._places[self.place][0] if self._places else 0
        first_line = self._places[0][0] if self._places else 0
        self._top = max(0, min(self._top, line, total - height))
        if line >= self._top + height:
            self._top = line - height + 1
        if line == first_line and line < height:
            self._top = 0
        if self.to_the_end and self.ref == self.home and line >= total - height:
            self._top = max(total - height, 0)
        if self._places:
            self.post_message(self.Visited(self, self._places[self.place][2]))
        self.post_message(self.Rolled(self, self._top, max(total - self._top - height, 0)))
        self.refresh()

    # keys

    def action_walk(self, by: int) -> None:
        """The number before or after."""
        self.place += by

    def action_climb(self, by: int) -> None:
        """The nearest number on the next line that has any."""
        self._jump(by, 1)

    def action_leap(self, by: int) -> None:
        """As far as a screenful goes."""
        self._jump(by, max(self.content_size.height - 1, 1))

    def _jump(self, by: int, least: int) -> None:
        """To the first line with a number at least so many lines away, or the last one that way."""
        if not self._places:
            return
        y, x, _ = self._places[self.place]
        lines = sorted({line for line, _, _ in self._places if (line - y) * by > 0}, reverse=by < 0)
        if not lines:
            return
        wanted = next((line for line in lines if abs(line - y) >= least), lines[-1])
        there = [i for i, (line, _, _) in enumerate(self._places) if line == wanted]
        self.place = min(there, key=lambda i: abs(self._places[i][1] - x))

    def action_edge(self, place: int) -> None:
        """The first or the last number."""
        self.place = place if place == 0 else len(self._places) - 1

    def on_click(self, event: events.Click) -> None:
        """To the number under the mouse, or the nearest on its line."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        there = [(abs(x - 3 - offset.x), i) for i, (y, x, _) in enumerate(self._places) if y == self._top + offset.y]
        if there:
            self.place = min(there)[1]

    # what is on screen

    def render_line(self, y: int) -> Strip:
        """A line of the sheet, the number under the cursor in brackets where there is a blank beside it."""
        width, at = self.size.width, self._top + y
        if at >= len(self.sheet):
            return Strip.blank(width, self.rich_style)
        here = self.ref
        segments = []
        for piece in self.sheet[at]:
            part = piece.part
            if piece.ref is not None and piece.ref == here:
                part = "cursor" if self.has_focus else "rest"
            segments.append(Segment(piece.text, self.get_component_rich_style(f"sheet--{part}")))
        return Strip(_bracketed(segments, self.sheet[at], here) if self.has_focus else segments).adjust_cell_length(
            width, self.rich_style
        )


def _bracketed(segments: list[Segment], line: tuple[object, ...], here: Ref | None) -> list[Segment]:
    """Brackets in place of the blanks around the cursor: it is seen without any colour."""
    found = list(segments)
    for index, piece in enumerate(line):
        if here is None or getattr(piece, "ref", None) != here:
            continue
        left = next((i for i in range(index - 1, -1, -1) if found[i].text), None)
        if left is not None and found[left].text.endswith(" "):
            found[left] = Segment(found[left].text[:-1] + "[", found[left].style)
        right = next((i for i in range(index + 1, len(found)) if found[i].text), None)
        if right is None:
            found.append(Segment("]", found[index].style))
        elif found[right].text.startswith(" "):
            found[right] = Segment("]" + found[right].text[1:], found[right].style)
    return found
