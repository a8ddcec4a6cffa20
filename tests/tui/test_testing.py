"""What other projects are offered for their snapshots: the README's words run, differences show, own panes open."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from textual.app import App, ComposeResult

from tests.readme import README
from tui.app import GatescopeApp
from tui.panes.parameters import ParametersPane
from tui.plots.model import Axis, Curve, Plot
from tui.plots.view import PlotView
from tui.testing import ScreenCheck, open_lesson, settle, text
from tui.themes import DARK

ROOT = README.parent
FILES = dict(re.findall(r"```python\n# (\w+\.py)\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL))


def pytest_in(folder: Path, *words: str, **variables: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words]
    outside = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment = {**outside, "PYTHONPATH": str(ROOT), **variables}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_what_the_readme_says_runs_and_shows_what_differs_even_where_asserts_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]")
    (tmp_path / "conftest.py").write_text(FILES["conftest.py"])
    source = FILES["test_screens.py"]
    of_colors = source.replace("test_the_gates", "test_the_colors")
    (tmp_path / "test_screens.py").write_text(source + of_colors)
    code, said = pytest_in(tmp_path, "--snapshot-update")
    assert code == 0 and "4 snapshots generated" in said
    changed = source.replace("hidden=64", "hidden=65") + of_colors.replace("keys=", 'theme="gatescope-light", keys=')
    (tmp_path / "test_screens.py").write_text(changed)
    code, said = pytest_in(tmp_path, PYTHONOPTIMIZE="1")
    assert code == 1 and "2 failed" in said and "--snapshot-update keeps what" in said
    assert re.search(r"^E +-.*‹64›", said, re.MULTILINE) and re.search(r"^E +\+.*‹65›", said, re.MULTILINE)
    assert re.search(r"those that are kept, but not their colours: .*test_the_colors.svg", said)


async def test_a_screen_without_a_name_of_its_own_is_refused(same_screen: ScreenCheck) -> None:
    async with open_lesson("params") as pilot:
        same_screen(pilot.app)
        with pytest.raises(ValueError, match="a name of its own, and not '' again"):
            same_screen(pilot.app)


class Mine(ParametersPane):
    """A pane of another project."""


async def test_a_pane_of_another_project_is_shown_in_the_place_of_the_one_it_builds_on() -> None:
    async with open_lesson("params", "hidden=7", pane=Mine) as pilot:
        assert isinstance(pilot.app, GatescopeApp) and isinstance(pilot.app.pane, Mine)
        assert "‹7›" in text(pilot.app)


class Charts(App[None]):
    """An app of another project with a chart of this one."""

    def compose(self) -> ComposeResult:
        yield PlotView()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return DARK.variables


async def test_a_chart_in_an_app_of_another_project_is_waited_for() -> None:
    app = Charts()
    async with app.run_test(size=(60, 20)) as pilot:
        line = Curve("one", "first", (0.0, 1.0), (0.0, 1.0))
        app.query_one(PlotView).plot = Plot((line,), Axis(0.0, 1.0), Axis(0.0, 1.0))
        await settle(pilot)
        assert "┤" in text(app)
