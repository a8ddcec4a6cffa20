"""The direction of the house: no module of core loads a user interface, alone in a fresh process."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in (ROOT / "core").rglob("*.py")
)
FOREIGN = ("textual", "rich", "plotext", "tui")


def loaded_by(statement: str) -> set[str]:
    code = f"{statement}; import sys; print(*{{name.split('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_there_are_modules_to_test() -> None:
    assert len(MODULES) > 20


@pytest.mark.parametrize("module", MODULES)
def test_a_core_module_loads_no_user_interface(module: str) -> None:
    assert loaded_by(f"import {module}").isdisjoint(FOREIGN)


def test_the_registry_and_the_command_line_load_no_pane_no_plot_and_no_app() -> None:
    loaded = loaded_by("import tui.command_line, tui.lessons")
    assert loaded.isdisjoint({"textual", "plotext"})
