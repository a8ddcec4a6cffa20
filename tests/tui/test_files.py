"""A file that a user names is written whole or not at all, and every reason against it is one line."""

import errno
import os
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.tui.conftest import Command
from tui.files import FileTaken, FileTrouble, check, shown, target, write

ENDINGS = (".svg", ".txt")


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "must end in .svg or .txt"),
        ("a.png", "must end in .svg or .txt"),
        (".svg", "a name is missing before .svg, as in screen.svg"),
        ("x/.TXT", "a name is missing before .TXT"),
        ("a\tb.svg", r"no control characters, but here is \x09"),
        ("a\0.svg", r"no control characters, but here is \x00"),
    ],
)
def test_a_name_that_is_none_is_refused_with_the_reason(typed: str, says: str) -> None:
    with pytest.raises(FileTrouble) as refused:
        target(typed, ENDINGS)
    assert says in str(refused.value)


@pytest.mark.parametrize("typed", ["a.svg", "A.SVG", "~nobody-of-that-name/a.txt", "é\u200d.svg"])
def test_any_letters_of_an_ending_and_any_home_will_do(typed: str) -> None:
    assert target(typed, ENDINGS) == Path(typed)


@pytest.mark.parametrize("replace", [False, True])
def test_what_can_never_be_written_is_said_before_anything_is_computed(tmp_path: Path, replace: bool) -> None:
    (tmp_path / "dir.svg").mkdir()
    os.mkfifo(tmp_path / "pipe.svg")
    reasons = {
        "dir.svg": "is a folder",
        "pipe.svg": "is a pipe or a device",
        "none/a.svg": "there is no folder",
        "dir.svg/none/a.svg": "there is no folder",
        "n" * 300 + ".svg": "cannot be written (file name too long)",
    }
    for name, reason in reasons.items():
        for question in (partial(check, replace=replace), partial(write, content="new", replace=replace)):
            with pytest.raises(FileTrouble) as refused:
                question(tmp_path / name)
            assert reason in str(refused.value) and "\n" not in str(refused.value)
            assert not isinstance(refused.value, FileTaken)


def test_a_file_is_replaced_only_when_told_to_and_a_link_stays_one(tmp_path: Path) -> None:
    path, link = tmp_path / "a.svg", tmp_path / "link.svg"
    write(path, "old")
    path.chmod(0o640)
    link.symlink_to(path)
    with pytest.raises(FileTaken):
        write(link, "new")
    assert path.read_text() == "old"
    write(link, "new", replace=True)
    assert path.read_text() == "new" and link.is_symlink() and path.stat().st_mode & 0o777 == 0o640
    assert sorted(item.name for item in tmp_path.iterdir()) == ["a.svg", "link.svg"]


@pytest.mark.parametrize("replace", [False, True])
def test_a_full_disk_leaves_everything_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replace: bool
) -> None:
    class Full:
        def __init__(self, *_: Any, **__: Any) -> None: ...

        def __enter__(self) -> "Full":
            return self

        def __exit__(self, *_: object) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        def write(self, _: str) -> None: ...

    path = tmp_path / "a.svg"
    if replace:
        path.write_text("old")
    before = {item.name: item.read_text() for item in tmp_path.iterdir()}
    real = Path.open

    def opened(self: Path, mode: str = "r", **more: Any) -> Any:
        file = real(self, mode, **more)
        if mode not in ("x", "w"):
            return file
        file.close()
        return Full()

    monkeypatch.setattr(Path, "open", opened)
    with pytest.raises(FileTrouble, match="no space left on device"):
        write(path, "new", replace)
    monkeypatch.undo()
    assert {item.name: item.read_text() for item in tmp_path.iterdir()} == before


def test_of_a_very_long_path_the_end_is_shown() -> None:
    assert shown(Path("a.svg")) == "a.svg"
    assert len(shown(Path("a" * 500 + ".svg"))) == 120 and shown(Path("a" * 500 + ".svg")).endswith("a.svg")


def test_a_shot_says_what_is_wrong_with_its_file_at_once(tmp_path: Path, command: Command) -> None:
    (tmp_path / "dir.svg").mkdir()
    for name, says in (("dir.svg", "dir.svg: is a folder"), (".svg", "a name is missing"), ("a\t.svg", "\\x09")):
        for more in ((), ("--force",)):
            done = command("shot", "memory", "-o", f"{tmp_path}/{name}", *more)
            assert done.returncode == 2 and says in done.stderr and done.stderr.count("\n") == 1
