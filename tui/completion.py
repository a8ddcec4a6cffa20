"""Completion scripts for bash, zsh and fish, made from the registry: commands, panes, and the keys of each pane."""

from core.settings import specs
from tui.lessons import LESSONS

COMMANDS = ("print", "shot", "help", "tour", "notes", "completion", "serve")
OPTIONS = ("--json", "--size", "--output", "--ascii", "--fps", "--theme", "--auto", "--version", "--help")


def script(shell: str) -> str:
    """The script for a shell of SCRIPTS."""
    return SCRIPTS[shell]()


def _keys() -> dict[str, list[str]]:
    return {lesson.name: [f"{name}=" for name in specs(lesson.settings_class())] for lesson in LESSONS}


def _bash() -> str:
    cases = "\n".join(f"      {name}) words='{' '.join(keys)}' ;;" for name, keys in _keys().items())
    first = " ".join([*COMMANDS, *_keys()])
    return f"""_gatescope() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} words='{first}' word
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case $word in
{cases}
    esac
  done
  [[ $current == -* ]] && words='{" ".join(OPTIONS)}'
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ ${{COMPREPLY[0]}} == *= ]] && compopt -o nospace
}}
complete -o default -F _gatescope gatescope
"""


def _zsh() -> str:
    cases = "\n".join(f"      {name}) found=({' '.join(keys)}) ;;" for name, keys in _keys().items())
    first = " ".join([*COMMANDS, *_keys()])
    return f"""#compdef gatescope
_gatescope() {{
  local -a found; found=({first})
  local word
  for word in ${{words[2,CURRENT-1]}}; do
    case $word in
{cases}
    esac
  done
  [[ $PREFIX == -* ]] && found=({" ".join(OPTIONS)})
  compadd -S '' -- $found
}}
compdef _gatescope gatescope
"""


def _fish() -> str:
    names = " ".join([*COMMANDS, *_keys()])
    lines = [f"complete -c gatescope -n 'not __fish_seen_subcommand_from {' '.join(_keys())}' -a '{names}'"]
    for name, keys in _keys().items():
        lines.append(f"complete -c gatescope -n '__fish_seen_subcommand_from {name}' -a '{' '.join(keys)}'")
    lines += [f"complete -c gatescope -l {option[2:]}" for option in OPTIONS]
    return "\n".join(lines) + "\n"


SCRIPTS = {"bash": _bash, "zsh": _zsh, "fish": _fish}
