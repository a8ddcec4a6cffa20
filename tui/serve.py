"""The app in a browser, through the optional textual-serve: on 127.0.0.1 only, so nobody else can reach it."""

import shlex
import socket
import sys

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
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise UsageError(f"port {port} on {HOST} cannot be used: {error.strerror}; take another") from None
    put(f"on this machine:  http://{HOST}:{port}")
    put(f"from another one: ssh -L {port}:{HOST}:{port} {socket.gethostname()}")
    command = shlex.join([sys.executable, "-m", "tui"])
    Server(command, host=HOST, port=port, title="gatescope").serve()
    return 0
