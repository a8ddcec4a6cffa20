"""The state between runs: written whole or not at all, one file a run, and never a crash over a damaged one."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.small_files import LARGEST
from tui.state import KEPT, Keeper, State

words = st.dictionaries(st.text(max_size=8), st.lists(st.text(max_size=12), max_size=3).map(tuple), max_size=3)


@given(st.text(max_size=8), words, st.text(max_size=8))
def test_what_was_kept_is_offered_again(
    tmp_path_factory: pytest.TempPathFactory, pane: str, had: dict[str, tuple[str, ...]], theme: str
) -> None:
    folder = tmp_path_factory.mktemp("state")
    state = State(pane, had, theme)
    Keeper(folder).keep(state)
    assert Keeper(folder).last() == state


def test_a_run_is_not_offered_its_own_state(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path)
    keeper.keep(State("race"))
    assert keeper.last() is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe\x00",
        b"[]",
        b'{"version": 2}',
        b'{"version": 1, "pane": 3, "words": {}, "theme": ""}',
        b"[" * 100000,
    ],
)
def test_a_damaged_file_is_set_aside_with_one_line_and_an_older_one_offered(tmp_path: Path, content: bytes) -> None:
    Keeper(tmp_path).keep(State("bias"))
    damaged = tmp_path / "run-9-9.json"
    damaged.write_bytes(content)
    os.utime(damaged, (2e9, 2e9))
    keeper = Keeper(tmp_path)
    assert keeper.last() == State("bias")
    assert keeper.trouble.startswith("run-9-9.json could not be read") and "\n" not in keeper.trouble
    assert (tmp_path / "run-9-9.damaged").read_bytes() == content
    damaged.write_bytes(b"another")
    assert keeper.last() == State("bias")
    assert (tmp_path / "run-9-9.damaged").read_bytes() == content
    assert (tmp_path / "run-9-9.damaged1").read_bytes() == b"another"


@pytest.mark.parametrize("kind", ["endless", "pipe", "folder", "huge"])
def test_what_is_no_small_file_is_set_aside_unread(tmp_path: Path, kind: str) -> None:
    Keeper(tmp_path).keep(State("bias"))
    odd = tmp_path / "run-9-9.json"
    if kind == "endless":
        odd.symlink_to("/dev/zero")
    elif kind == "pipe":
        os.mkfifo(odd)
    elif kind == "folder":
        odd.mkdir()
    else:
        with odd.open("wb") as file:
            file.truncate(LARGEST + 1)
    os.utime(tmp_path / next(path.name for path in tmp_path.glob("run-*.json") if path != odd), (1, 1))
    keeper = Keeper(tmp_path)
    assert keeper.last() == State("bias")
    said = "larger than 1 MB" if kind == "huge" else "not a regular file"
    assert keeper.trouble == f"run-9-9.json could not be read ({said}); it is set aside as run-9-9.damaged"
    assert not odd.exists() and not odd.is_symlink()


def test_a_full_disk_leaves_nothing_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, *_: object, **__: object) -> int:
        path.touch()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    keeper = Keeper(tmp_path)
    keeper.keep(State("bias"))
    assert "No space left" in keeper.trouble and not list(tmp_path.iterdir())


def test_two_runs_at_once_keep_their_own_and_old_ones_are_forgotten(tmp_path: Path) -> None:
    first, second = Keeper(tmp_path), Keeper(tmp_path)
    second.path = second.path.with_name("run-0-0.json")
    for number in range(3):
        first.keep(State("race", {"race": (f"length={number}",)}))
        second.keep(State("bias", {"bias": (f"steps={number}",)}))
    kept = {json.loads(path.read_text())["pane"] for path in tmp_path.glob("run-*.json")}
    assert kept == {"race", "bias"}
    for number in range(KEPT + 4):
        old = Keeper(tmp_path)
        old.path = old.path.with_name(f"run-1-{number}.json")
        old.keep(State("step"))
    assert len(list(tmp_path.glob("run-*.json"))) == KEPT
    assert not list(tmp_path.glob("*.new"))


def test_a_place_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    keeper = Keeper(tmp_path / "file" / "gatescope")
    keeper.keep(State("race"))
    assert "cannot be kept" in keeper.trouble and "\n" not in keeper.trouble
