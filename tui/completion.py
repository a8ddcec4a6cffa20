"""Completion scripts for bash, zsh and fish: the same table of what may stand where, in the words of each shell.

It is made from the registry and from the parser of the command line, so nothing is offered that is not there.
"""

import argparse
from collections.abc import Callable, Mapping

from core.settings import Settings, Spec, specs
from tui.command_line import COMMANDS, FIRST_WORDS
from tui.completion_scripts import BASH, FISH, ZSH
from tui.lesson import Lesson
from tui.lessons import LESSONS
from tui.option_table import OPEN, PRINT_TOUR, TAKERS, takes
from tui.options import parser

Table = Mapping[str, tuple[str, ...]]
"""What may stand at a place. Places: "" for the first word, what was typed before ("print", "print tour", a pane as
"race"), a setting of a pane ("race task="), the options of a command ("shot -", "open -" where none is named) and the
value of an option ("--theme")."""
FILES = "<files>"
"""Stands for the names of files."""
FILE_SETTINGS, FILE_OPTIONS = ("corpus",), ("output",)


def script(shell: str) -> str:
    """The script for a shell of SCRIPTS."""
    return SCRIPTS[shell]()


def table() -> Table:
    """Every place, and what may stand there."""
    panes = tuple(lesson.name for lesson in LESSONS)
    found: dict[str, tuple[str, ...]] = {"": (*COMMANDS, *panes)}
    found |= {command: (*panes, *FIRST_WORDS.get(command, ())) for command in ("print", "shot", "help")}
    found |= {"completion": tuple(SCRIPTS), "tour": ("resume", FILES)}
    found |= {PRINT_TOUR: (FILES,), "tour resume": (FILES,), "tour file": ("resume",)}
    for lesson in LESSONS:
        found |= _settings(lesson)
    return found | _options()


def steps() -> Table:
    """Which places and words lead to a place, as "print/race" to "race"; * is any other word, of which the first line
    that fits counts, and "none" has nothing to offer."""
    panes = [lesson.name for lesson in LESSONS]
    found: dict[str, tuple[str, ...]] = {
        pane: (f"/{pane}", f"print/{pane}", f"shot/{pane}", f"{pane}/*") for pane in panes
    }
    found |= {command: (f"/{command}",) for command in COMMANDS}
    return found | {
        PRINT_TOUR: ("print/tour",),
        "tour resume": ("tour/resume",),
        "tour file": ("tour/*",),
        "none": ("*",),
    }


def _settings(lesson: Lesson) -> dict[str, tuple[str, ...]]:
    named: dict[str, Spec] = {}
    kinds: list[type[Settings]] = [lesson.settings_class(), *(kind for _, kind in lesson.further_settings())]
    for kind in kinds:
        named |= specs(kind)
    found = {f"{lesson.name} {name}=": _values(name, spec) for name, spec in named.items()}
    return {lesson.name: tuple(f"{name}=" for name in named)} | {at: words for at, words in found.items() if words}


def _values(name: str, spec: Spec) -> tuple[str, ...]:
    if name in FILE_SETTINGS:
        return (FILES,)
    choices = ("on", "off") if spec.kind == "switch" else spec.choices
    return tuple(f"{name}={choice}" for choice in choices)


def _options() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for command in (OPEN, PRINT_TOUR, *COMMANDS):
        own = [action for action in _actions() if takes(command, action.dest)]
        found[f"{command} -"] = tuple(option for action in own for option in action.option_strings)
    for action in _actions():
        values = (FILES,) if action.dest in FILE_OPTIONS else tuple(map(str, action.choices or ()))
        if action.nargs != 0:
            found |= dict.fromkeys(action.option_strings, values)
    return found


def _actions() -> list[argparse.Action]:
    return [action for action in parser()._actions if action.option_strings]


def _filled(script: str, cases: str) -> str:
    lists = {"VALUED": [place for place in table() if place.startswith("-")], "COMMANDS": [*COMMANDS, PRINT_TOUR]}
    for name, words in lists.items():
        quoted = [f"'{word}'" for word in words]
        script = script.replace(f"@{name}|@", "|".join(quoted)).replace(f"@{name} @", " ".join(quoted))
    return script.replace("@CASES@", cases)


def _bash_steps() -> str:
    """In bash and zsh a * is a pattern outside quotes alone, in fish inside them too."""
    lines = {place: "|".join(f"'{word}'".replace("*'", "'*") for word in words) for place, words in steps().items()}
    return "\n".join(f"      {words}) place='{place}' ;;" for place, words in lines.items())


def _fish_steps() -> str:
    lines = {place: " ".join(f"'{word}'" for word in words) for place, words in steps().items()}
    return "\n".join(f"      case {words}\n        set place '{place}'" for place, words in lines.items())


def _cases(line: str, files: str) -> str:
    """A line of a shell's `case` for every place; `line` has {place}, {words} and {files}."""
    return "\n".join(
        line.format(
            place=place,
            words=" ".join(f"'{word}'" for word in words if word != FILES),
            files=files if FILES in words else "",
        )
        for place, words in table().items()
    )


def _bash() -> str:
    cases = _cases("    '{place}') found=({words}){files} ;;", " files=yes")
    return _filled(BASH, cases).replace("@STEPS@", _bash_steps())


def _zsh() -> str:
    cases = _cases("    '{place}') found=({words}){files} ;;", " files=yes")
    return _filled(ZSH, cases).replace("@STEPS@", _bash_steps())


def _fish() -> str:
    cases = _cases("    case '{place}'\n      printf '%s\\n' {words}{files}", "; __gatescope_files $current")
    options = "\n".join(_fish_option(action) for action in _actions())
    return _filled(FISH, cases).replace("@STEPS@", _fish_steps()).replace("@OPTIONS@", options)


def _fish_option(action: argparse.Action) -> str:
    """fish has options of its own kind, with a description and with what may follow."""
    words = ["complete -c gatescope"]
    if action.dest in TAKERS:
        words.append(f"-n '__gatescope_command_is {' '.join(TAKERS[action.dest][0])}'")
    words += [f"-{'l' if option.startswith('--') else 's'} {option.lstrip('-')}" for option in action.option_strings]
    values = table().get(action.option_strings[-1])
    if values is not None:
        words.append("-r -F" if FILES in values else f"-x -a '{' '.join(values)}'" if values else "-x")
    return " ".join([*words, f"-d '{action.help}'"])


SCRIPTS: Mapping[str, Callable[[], str]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
