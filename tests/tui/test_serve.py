"""The app in a browser: it opens without a terminal, for its own page alone, and ends with all that it started."""

import asyncio
import os
import socket
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

from tests.tui.conftest import Command
from tui.serve import guarded, own_page


def test_a_port_in_use_or_a_missing_extra_is_one_line(command: Command) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = command("serve", str(taken.getsockname()[1]))
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert "cannot be used" in done.stderr or "gatescope[serve]" in done.stderr


WEB = {"TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver", "TERM": "dumb"}


def test_the_app_opens_for_a_browser_through_pipes_and_quits_when_told_to() -> None:
    command = [sys.executable, "-m", "tui", "bias"]
    quit = b'{"type": "quit"}'
    done = subprocess.run(
        command,
        input=b"M" + len(quit).to_bytes(4, "big") + quit,
        env={**os.environ, **WEB},
        capture_output=True,
        check=True,
    )
    assert done.stdout.startswith(b"__GANGLION__\n") and done.stderr == b""


def test_only_the_page_that_is_served_may_connect() -> None:
    assert own_page("http://127.0.0.1:8000", 8000) and own_page("http://localhost:8000", 8000) and own_page(None, 8000)
    for other in ("http://127.0.0.1:8001", "https://127.0.0.1:8000", "http://evil.example", "null", ""):
        assert not own_page(other, 8000)


async def test_a_server_ends_though_a_page_is_open() -> None:
    class Server:
        port = 8000

        async def handle_websocket(self, request: Any) -> None:
            await asyncio.sleep(60)

    server = guarded(Server)()
    request = SimpleNamespace(headers={"Origin": "http://127.0.0.1:8000"})
    connection = asyncio.create_task(server.handle_websocket(request))
    await asyncio.sleep(0)
    await asyncio.wait_for(server.on_shutdown(None), 1)
    assert connection.cancelled() and not server.connections


async def test_the_page_loads_nothing_from_elsewhere() -> None:
    class Server:
        port = 8001

        async def handle_index(self, request: Any) -> SimpleNamespace:
            return SimpleNamespace(headers={})

    page = await guarded(Server)().handle_index(None)
    rules = dict(rule.split(maxsplit=1) for rule in page.headers["Content-Security-Policy"].split("; "))
    ours = {"'self'", "http://127.0.0.1:8001", "ws://127.0.0.1:8001", "'unsafe-inline'", "data:", "blob:"}
    assert all(set(sources.split()) <= ours for sources in rules.values())
    assert rules["default-src"] == "'self' http://127.0.0.1:8001", "fonts and whatever else there may be"
    assert "ws://127.0.0.1:8001" in rules["connect-src"], "the app itself"
    assert "'unsafe-inline'" in rules["script-src"] and "'unsafe-inline'" in rules["style-src"]
