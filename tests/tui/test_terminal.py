"""The command in a real terminal, and in what is not one: it starts, quits at once, and never hangs or traces back."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.terminal import Terminal
from tests.tui.conftest import Command

SLOWEST = ("race", "length=400", "hidden=128", "batch=512", "steps=5000")


@pytest.mark.parametrize("key", ["q", "\x03"], ids=["q", "ctrl+c"])
def test_quit_is_prompt_even_during_the_longest_training_step(key: str) -> None:
    with Terminal(*SLOWEST) as terminal:
        terminal.until(lambda shown: b"length" in shown)
        terminal.read(0.5)
        pressed = time.monotonic()
        terminal.press(key)
        assert terminal.ended() == 0
        assert time.monotonic() - pressed < 1.0
        assert b"\x1b[?1049l" in terminal.output, "the alternate screen was not left"
        assert b"\x1b[?25h" in terminal.output, "the cursor was not shown again"
        assert b"Traceback" not in terminal.output


def test_the_race_runs_by_itself_and_space_pauses_it() -> None:
    with Terminal("race", "length=10", "steps=5000") as terminal:
        terminal.until(lambda shown: b"running" in shown)
        moving = terminal.read(1.0)
        assert moving, "nothing moved"
        terminal.press(" ")
        terminal.until(lambda shown: b"paused" in shown)
        terminal.read(0.5)
        assert terminal.read(0.5) == b"", "a paused race still writes to the terminal"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_a_signal_ends_it_and_leaves_the_terminal_as_it_was(number: signal.Signals) -> None:
    with Terminal("race", "length=50", "steps=5000") as terminal:
        terminal.until(lambda shown: b"running" in shown)
        terminal.process.send_signal(number)
        assert terminal.ended() == 128 + number
        assert b"\x1b[?1049l" in terminal.output and b"\x1b[?25h" in terminal.output
        assert b"Traceback" not in terminal.output


def test_a_closed_terminal_leaves_no_process_behind() -> None:
    with Terminal("race", "length=50", "steps=5000") as terminal:
        terminal.until(lambda shown: b"running" in shown)
        terminal.hang_up()
        assert terminal.process.wait(10) != 0


def test_ctrl_z_suspends_and_fg_brings_the_screen_back() -> None:
    with Terminal("race", "length=10", "steps=5000") as terminal:
        terminal.until(lambda shown: b"running" in shown)
        terminal.press("\x1a")
        terminal.until(lambda shown: b"\x1b[?1049l" in shown)
        os.waitid(os.P_PID, terminal.process.pid, os.WSTOPPED | os.WNOWAIT)
        terminal.process.send_signal(signal.SIGCONT)
        terminal.until(lambda shown: b"\x1b[?1049h" in shown and b"length" in shown and b"Highway" in shown)
        terminal.press("q")
        assert terminal.ended() == 0


@pytest.mark.parametrize("utf8_mode", ["0", "1"])
def test_a_locale_that_is_not_utf8_gets_ascii_alone(utf8_mode: str) -> None:
    environment = {"LC_ALL": "C", "PYTHONUTF8": utf8_mode, "PYTHONCOERCECLOCALE": "0"}
    with Terminal("race", "length=10", "steps=50", environment=environment) as terminal:
        terminal.until(lambda shown: b"finished" in shown)
        terminal.press("q")
        assert terminal.ended() == 0
        assert terminal.output.isascii()


def gatescope(*words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "tui", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        env={**os.environ, **environment},
        check=False,
    )


def test_a_mistake_of_the_whole_command_is_one_line_too() -> None:
    done = gatescope("rase")
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("gatescope: unknown pane or command 'rase'") and done.stderr.count("\n") == 1


EVERY_OUTPUT = ["--help", "--version", "help race", "print bias", "print bias --json", "completion zsh"]


@pytest.mark.parametrize("words", EVERY_OUTPUT)
@pytest.mark.parametrize("full", [True, False], ids=["full", "closed"])
def test_output_that_goes_nowhere_is_one_line_and_no_success(
    words: str, full: bool, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    with Path("/dev/full").open("w") as nowhere:
        monkeypatch.setattr(sys, "stdout", nowhere if full else None)
        done = command(*words.split())
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert ("No space left" if full else "stdout is closed") in done.stderr


@pytest.mark.parametrize("full", [True, False], ids=["full", "closed"])
def test_a_refusal_that_cannot_be_written_is_one_all_the_same(
    full: bool, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    with Path("/dev/full").open("w") as nowhere:
        monkeypatch.setattr(sys, "stderr", nowhere if full else None)
        assert command("rase").returncode == 2


@pytest.mark.parametrize("to", [">/dev/full", ">&-"])
def test_a_process_whose_output_goes_nowhere_fails_in_one_line(to: str) -> None:
    command = f"{sys.executable} -m tui --help {to}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2 and done.stderr.startswith("gatescope: the output cannot be written: ")
    assert done.stderr.count("\n") == 1


def test_a_shot_replaces_a_file_only_when_told_to(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "bias.txt"
    assert command("shot", "bias", "-o", str(path)).returncode == 0
    first = path.read_bytes()
    path.write_text("mine")
    done = command("shot", "bias", "-o", str(path))
    assert done.returncode == 2 and "is there already; --force replaces it" in done.stderr
    assert done.stderr.count("\n") == 1 and path.read_text() == "mine"
    assert command("shot", "bias", "-o", str(path), "--force").returncode == 0
    assert path.read_bytes() == first


def test_no_terminal_is_one_line_that_points_to_print() -> None:
    done = gatescope("race")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and "not a terminal" in done.stderr and "gatescope print" in done.stderr


def test_a_dumb_terminal_is_one_line_that_points_to_print() -> None:
    with Terminal("race", environment={"TERM": "dumb"}) as terminal:
        assert terminal.ended() == 2
        assert b"TERM=dumb" in terminal.output and b"gatescope print" in terminal.output
        assert b"\x1b" not in terminal.output


def test_closed_stdin_is_one_line() -> None:
    command = f"{sys.executable} -m tui race <&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2 and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["rase"], "did you mean race?"),
        (["pirnt", "race"], "did you mean print?"),
        (["race", "lenght=3"], "did you mean length?"),
        (["race", "length=1"], "2 to 400"),
        (["race", "length=nan"], "not finite"),
        (["race", "rate=1e999"], "too large"),
        (["race", "length=1,5"], "comma"),
        (["race", "length=0x10"], "not a decimal number"),
        (["race", "length="], "nothing typed"),
        (["race", "length=3", "length=4"], "twice"),
        (["race", "30"], "key=value"),
        (["race", "\x1b[31m=3"], "unknown setting"),
        (["print"], "needs a pane"),
        (["print", "race", "--jsn"], "--jsn"),
        (["race", "--json"], "print"),
        (["shot", "race"], "-o"),
        (["shot", "race", "-o", "race.png"], ".svg or .txt"),
        (["shot", "race", "--size", "10", "-o", "race.svg"], "100x30"),
        (["shot", "race", "steps=1", "-o", "/nowhere/race.svg"], "/nowhere/race.svg"),
        (["shot", "bias", "--colors", "8", "-o", "bias.svg"], "'16', '256', 'none'"),
        (["bias", "--force"], "--force goes with shot"),
        (["print", "bias", "--colors", "16"], "--colors goes with shot"),
        (["print", "bias", "-o", "bias.txt"], "--output goes with shot"),
    ],
)
def test_a_mistake_is_one_line_that_names_it(words: list[str], says: str, command: Command) -> None:
    done = command(*words)
    assert done.returncode == 2
    assert says in done.stderr and done.stderr.count("\n") == 1
    assert "\x1b" not in done.stderr and done.stdout == ""


def test_print_is_the_same_bytes_every_time() -> None:
    first, second = (gatescope("print", "race", "length=10", "steps=40") for _ in range(2))
    assert first.returncode == 0 and first.stdout == second.stdout
    assert "GRU" in first.stdout


def test_a_shot_in_fewer_colours_is_another_picture(tmp_path: Path, command: Command) -> None:
    pictures = set()
    for words in ([], ["--colors", "256"], ["--colors", "16"], ["--colors", "none"]):
        assert command("shot", "bias", "-o", str(tmp_path / "bias.svg"), "--force", *words).returncode == 0
        pictures.add((tmp_path / "bias.svg").read_bytes())
    assert len(pictures) == 4


def test_print_writes_utf8_whatever_the_locale() -> None:
    plain = gatescope("print", "attention")
    odd = gatescope("print", "attention", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert odd.returncode == 0 and odd.stdout == plain.stdout and "zjadł" in plain.stdout


def test_a_reader_that_leaves_early_is_no_error() -> None:
    command = f"{sys.executable} -m tui print race length=10 steps=40 | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == "" and done.returncode == 0


def test_shots_are_the_same_bytes_whatever_the_environment(tmp_path: Path) -> None:
    plain, odd = tmp_path / "plain.svg", tmp_path / "odd.svg"
    words = ["shot", "race", "length=10", "steps=20", "--size", "100x30", "-o"]
    assert gatescope(*words, str(plain)).returncode == 0
    environment = {"NO_COLOR": "1", "TERM": "linux", "TEXTUAL_THEME": "nord", "LANG": "C", "COLUMNS": "40"}
    assert gatescope(*words, str(odd), **environment).returncode == 0
    assert plain.read_bytes() == odd.read_bytes()


def test_version_and_help(command: Command) -> None:
    assert command("--version").stdout.startswith("gatescope ")
    shown = command("--help").stdout
    assert "race" in shown and "key=value" in shown
