"""The keys of the race pane and where each of them stands in the last row: a view offers what is of use in it.

A key works in every view unless its action says why not; the last row names it where a person would look for it.
"""

from collections.abc import Mapping

from textual.binding import Binding, BindingType

from tui.live_pane import play_keys

VIEWED = {"lengths": "lengths", "gates": "gates"}
"""The group of keys of a view; every other view is of charts."""
SWEEPING = "sweeping"
"""The group of the view by length while a sweep is on its way."""
GROUPS = ("charts", "lengths", "gates", SWEEPING)


def group(view: str, sweeping: bool) -> str:
    """The group of keys that a view has."""
    return SWEEPING if sweeping and view == "lengths" else VIEWED.get(view, "charts")


def offered(groups: str, view: str, sweeping: bool) -> bool:
    """Whether a binding for these groups, with blanks between, is the one that stands for its key now."""
    return group(view, sweeping) in groups.split()


def keys() -> list[BindingType]:
    """All bindings, in the order of the last row."""
    return [
        *play_keys("race.play"),
        *_key("full_stop", "step", "One training step, then pause", {"charts": "step"}, "."),
        *_key("r", "reset", "Back to the start weights", {"charts": "reset", "lengths": "reset"}),
        *_key("w", "sweep", "Race the usual lengths in the background, or stop that",
              {"lengths": "sweep", SWEEPING: "stop sweep"}),
        *_key("i", "signal", "The signal as it is now, or before training",
              {"lengths": "signal now", SWEEPING: "signal now"}),
        Binding("left,h", "gate_move(-1, 0)", "time", key_display="←→", tooltip="Gates: an earlier time step (also h)"),
        Binding("right,l", "gate_move(1, 0)", "time", show=False, key_display="→",
                tooltip="Gates: a later time step (also l)"),
        Binding("up,k", "gate_move(0, -1)", "unit", key_display="↑↓", tooltip="Gates: units further up (also k)"),
        Binding("down,j", "gate_move(0, 1)", "unit", show=False, key_display="↓",
                tooltip="Gates: units further down (also j)"),
        Binding("home", "gate_move(-1000, 0)", "first time", show=False, tooltip="Gates: the first time step"),
        Binding("end", "gate_move(1000, 0)", "last time", show=False, tooltip="Gates: the last time step"),
        *_key("n", "next_start", "The next of the five starts", {}),
        *_key("v", "zoom", "One chart large, then the next, then all again", {"charts": "zoom"}),
        *_key("b", "lengths", "Accuracy by length, and two goals; then the charts again",
              {"charts": "lengths", "gates": "lengths", "lengths": "charts", SWEEPING: "charts"}),
        *_key("g", "gates", "The gates over time, before and now; then the next lane's",
              {"charts": "gates", "lengths": "gates", SWEEPING: "gates", "gates": "next"}),
        *_key("s", "more", "More settings: lanes, task, starts, budget, batch, clipping, f-bias",
              dict.fromkeys(GROUPS, "more")),
        *_key("y", "why", "Why did it stall? From measured facts", {}),
        *_key("x", "clock", "Curves by measured seconds, or by training steps", {}),
        *_key("f", "pace", "Training steps a second: slow, steady, full speed", {}),
        Binding("escape", "view('charts')", "charts", show=False, tooltip="All three charts again"),
    ]  # fmt: skip


def _key(key: str, action: str, tooltip: str, words: Mapping[str, str], shown: str | None = None) -> list[BindingType]:
    """A binding for each word that stands for the key in the last row, and one for where none does."""
    groups: dict[str, list[str]] = {}
    for name in GROUPS:
        groups.setdefault(words.get(name, ""), []).append(name)
    return [
        Binding(
            key,
            f"key('{' '.join(names)}', '{action}')",
            word or action,
            show=bool(word),
            key_display=shown,
            tooltip=tooltip,
        )
        for word, names in groups.items()
    ]
