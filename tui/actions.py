"""What can be done on every pane: undo, help, the palette, and taking away the command, the screen or the data.

Capital letters are these keys, small ones belong to the panes. What a key needs is imported when it is pressed, so that
the first paint does not wait for it.
"""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from textual.app import App, SystemCommand
from textual.binding import ActiveBinding, Binding, BindingType
from textual.screen import Screen

from tui.keys import NAMES
from tui.lessons import LESSONS
from tui.palette import Palette
from tui.pane import Pane
from tui.room import Room
from tui.widgets.status_line import StatusLine


class LessonActions(App[None]):
    """The app-wide keys. The shell that inherits it says which `lesson` is open and gives its `pane`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "undo", tooltip="Take back the last change of a setting or weight"),
        Binding("U", "redo", "redo", show=False, tooltip="Bring back what was undone"),
        Binding(
            "B", "last_time", "last time", show=False, tooltip="Back to the pane and settings that the last run left"
        ),
        Binding(
            "Y", "copy_command", "copy command", show=False, tooltip="Copy the command that opens this screen again"
        ),
        Binding("S", "save_screen", "save screen", show=False, tooltip="Save this screen as SVG or text"),
        Binding("D", "save_data", "save data", show=False, tooltip="Save the data behind this screen as CSV or JSON"),
        Binding("I", "source", "source", show=False, tooltip="The lines of the core that computed this"),
        Binding("T", "switch_theme", "theme", show=False, tooltip="Dark or light"),
        Binding("question_mark", "help", "help", tooltip="Keys and settings of this pane"),
        Binding("q", "quit", "quit", tooltip="Leave"),
        Binding("ctrl+c", "quit", "quit", show=False, system=True, priority=True),
        Binding("ctrl+q", "quit", "quit", show=False, system=True),
        Binding("ctrl+z", "suspend_process", "suspend", show=False, system=True, priority=True),
    ]

    lesson: Any
    pane: Any

    offered: Any

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Undo and redo are offered while there is something to take back or to bring back."""
        if not self.lesson:
            return action == "quit"
        if action in ("undo", "redo"):
            history = self.pane.history
            return bool(history.past if action == "undo" else history.future)
        if action == "last_time":
            return self.offered is not None
        return super().check_action(action, parameters)

    def get_key_display(self, binding: Binding) -> str:
        """A key as it is written in the last row, the help and the palette."""
        return binding.key_display or NAMES.get(binding.key) or super().get_key_display(binding)

    def get_default_screen(self) -> Room:
        """The screen on which the focus moves without a repaint of everything."""
        return Room(id="_default")

    def action_undo(self) -> None:
        """Back to the settings before."""
        self.pane.undo()

    def action_redo(self) -> None:
        """Forward to the settings last undone."""
        self.pane.redo()

    def action_help(self) -> None:
        """Show what works here and now."""
        from tui.help import HelpScreen

        active = self.screen.active_bindings.values()
        self.push_screen(HelpScreen(self.pane.lesson, type(self.pane.now), active))

    def action_copy_command(self) -> None:
        """Copy the command that opens this screen again (OSC 52), and show it for terminals that do not listen."""
        from tui.copied import CommandScreen
        from tui.plain import shell_word

        words = self._open_pane.command
        command = " ".join(map(shell_word, words))
        self.copy_to_clipboard(command)
        if self._open_pane.query_one(StatusLine).holds(said := f"copied: {command}"):
            self._open_pane.announce(said)
        else:
            self.push_screen(CommandScreen(words))

    def action_save_screen(self) -> None:
        """Ask for a file name and write the screen there."""
        from tui.screen_text import svg, text

        content = {".svg": svg(self), ".txt": text(self)}
        self._save(f"{self.lesson}.svg", content)

    def action_save_data(self) -> None:
        """Ask for a file name and write the numbers on screen there."""
        from tui.save import data_of

        pane = self._open_pane
        if pane.shown is None:
            pane.say("nothing is computed yet", refusal=True)
            return
        self._save(f"{self.lesson}.csv", data_of(pane.lesson, pane.now, pane.shown))

    def action_source(self) -> None:
        """Show the functions of the core behind this pane."""
        from tui.source import SourceScreen

        self.push_screen(SourceScreen(self.pane.lesson))

    def action_switch_theme(self) -> None:
        """Dark becomes light, light dark."""
        self.theme = "gatescope-light" if self.theme == "gatescope-dark" else "gatescope-dark"

    def action_command_palette(self) -> None:
        """Find anything by name."""
        if not isinstance(self.screen, Palette):
            self.push_screen(Palette())

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Every pane and every action that works now."""
        from tui.help import is_of_the_lesson

        if isinstance(screen, Palette):
            return
        for lesson in LESSONS:
            yield SystemCommand(f"Open {lesson.title}", lesson.question, self._later(f"open('{lesson.name}')"))
        titles = set()  # two keys of one action are one command
        for active in screen.active_bindings.values():
            binding = active.binding
            own = active.node is self and bool(binding.tooltip) and not binding.action.startswith("open(")
            if active.enabled and (own or is_of_the_lesson(active)) and _title(binding) not in titles:
                titles.add(_title(binding))
                yield SystemCommand(_title(binding), f"key {self.get_key_display(binding)}", self._runner(active))

    @property
    def _open_pane(self) -> Pane[Any]:
        pane: Pane[Any] = self.pane
        return pane

    def _save(self, name: str, content: dict[str, str]) -> None:
        from tui.save import SaveScreen

        def done(said: str | None) -> None:
            if said:
                self._open_pane.say(said)

        self.push_screen(SaveScreen(name, content), done)

    def _later(self, action: str) -> Callable[[], Any]:
        return lambda: self.run_worker(self.run_action(action))

    def _runner(self, active: ActiveBinding) -> Callable[[], Any]:
        return lambda: self.run_worker(self.run_action(active.binding.action, active.node))


def _title(binding: Binding) -> str:
    """What the palette searches: the word of the footer and the phrase of the help."""
    return f"{binding.description}: {binding.tooltip}"
