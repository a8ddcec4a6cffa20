"""The app in a browser, through the optional textual-serve: on 127.0.0.1 only, so nobody else can reach it.

A page of another site in the same browser could, so a connection is taken from the app's own page alone; and that page
loads nothing from anywhere else, though textual-serve's template names a font on the net.
"""

import asyncio
import os
import shlex
import socket
import sys
from typing import Any

from tui.commands import UsageError
from tui.output import put

HOST = "127.0.0.1"


def serve_on(port: int) -> int:
    """Serve until interrupted; prints how to reach it from another machine through ssh."""
    try:
        from textual_serve.server import Server
    except ImportError:
        raise UsageError("serve needs textual-serve: install gatescope[serve]") from None
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # one that has just ended does not hold the port
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise UsageError(f"port {port} on {HOST} cannot be used: {error.strerror}; take another") from None
    put(f"on this machine:  http://{HOST}:{port}")
    put(f"from another one: ssh -L {port}:{HOST}:{port} {socket.gethostname()}")
    put("ctrl+c ends it")
    os.environ["PYTHONUTF8"] = "1"  # a browser shows every character, whatever the locale is here
    command = shlex.join([sys.executable, "-m", "tui"])
    guarded(Server)(command, host=HOST, port=port, title="gatescope").serve()
    return 0


def policy(port: int) -> str:
    """The Content-Security-Policy of the page, which may be opened as localhost but asks for its parts by address; some
    of its styles and scripts are in line, and xterm.js writes styles too."""
    parts = f"'self' http://{HOST}:{port}"
    return (
        f"default-src {parts}; connect-src {parts} ws://{HOST}:{port}; "
        f"script-src {parts} 'unsafe-inline'; style-src {parts} 'unsafe-inline'; img-src {parts} data: blob:"
    )


def own_page(origin: str | None, port: int) -> bool:
    """Whether a connection is asked for by the page that is served here; without an origin it is no browser's."""
    return origin is None or origin in (f"http://{HOST}:{port}", f"http://localhost:{port}")


def guarded(server: Any) -> Any:
    """textual-serve's Server that refuses other pages and parts, says nothing, and ends with all that it started."""

    class Guarded(server):  # type: ignore[misc]  # the base comes with the extra
        def __init__(self, *words: Any, **named: Any) -> None:
            super().__init__(*words, **named)
            self.connections: set[asyncio.Task[Any]] = set()

        def initialize_logging(self) -> None:
            """Requests are not worth a line."""

        async def on_startup(self, app: Any) -> None:
            """What there is to say has been said."""

        async def handle_index(self, request: Any) -> Any:
            """The page, which loads nothing that is not served here."""
            page = await super().handle_index(request)
            page.headers["Content-Security-Policy"] = policy(self.port)
            return page

        async def handle_websocket(self, request: Any) -> Any:
            """Take a connection."""
            if not own_page(request.headers.get("Origin"), self.port):
                from aiohttp import web

                raise web.HTTPForbidden(text="gatescope takes connections from its own page only")
            task = asyncio.current_task()
            assert task is not None
            self.connections.add(task)
            try:
                return await super().handle_websocket(request)
            finally:
                self.connections.discard(task)

        async def on_shutdown(self, app: Any) -> None:
            """An open page would hold the exit for a minute; its app quits first."""
            for task in self.connections:
                task.cancel()
            await asyncio.gather(*self.connections, return_exceptions=True)

    return Guarded
