"""`make screens`: the screens in README.md, made anew by `gatescope shot`.

A screen stands in a code block under a comment `<!-- screen: PANE key=value ... -->`; everything else is left alone.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"
_BLOCK = re.compile(r"(<!-- screen: (?P<words>[^\n]*?) -->\n```text\n).*?(```)", re.DOTALL)


def screens(text: str) -> str:
    """The text with every screen made anew."""
    return _BLOCK.sub(lambda found: found[1] + _screen(found["words"].split()) + found[3], text)


def _screen(words: list[str]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "screen.txt"
        subprocess.run([sys.executable, "-m", "tui", "shot", *words, "-o", str(path)], check=True)
        return path.read_text(encoding="utf-8")


if __name__ == "__main__":
    README.write_text(screens(README.read_text(encoding="utf-8")), encoding="utf-8")
