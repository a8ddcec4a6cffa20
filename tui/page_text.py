"""The two columns of a manual page, of a pane or of a command: names, and beside them what they are."""

import textwrap
from collections.abc import Iterator

MARGIN = 20


def entry(name: str, words: str) -> Iterator[str]:
    """A name and what it is; words begin below one another, and two spaces or a line behind the name."""
    lines = textwrap.wrap(words, 78 - MARGIN)
    first = (
        [f"  {name:{MARGIN - 2}}{lines[0]}"] if len(name) <= MARGIN - 4 else [f"  {name}", f"{'':{MARGIN}}{lines[0]}"]
    )
    yield from [*first, *(f"{'':{MARGIN}}{line}" for line in lines[1:])]
