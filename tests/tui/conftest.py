"""The screen fixture: a running app compared with its picture (SVG) and its characters (text) from the last time."""

from collections.abc import Callable
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from tui.app import GatescopeApp
from tui.shot import svg, text

ScreenCheck = Callable[[GatescopeApp], None]


class _SvgFile(SingleFileSnapshotExtension):
    file_extension = "svg"
    _write_mode = WriteMode.TEXT


class _TextFile(SingleFileSnapshotExtension):
    file_extension = "txt"
    _write_mode = WriteMode.TEXT


@pytest.fixture
def same_screen(snapshot: SnapshotAssertion) -> ScreenCheck:
    """A function that compares what an app shows with the kept snapshots; the text one reads well in a diff."""

    def check(app: GatescopeApp) -> None:
        kept: Any = snapshot.use_extension(_TextFile)
        assert text(app) == kept
        assert svg(app) == snapshot.use_extension(_SvgFile)

    return check
