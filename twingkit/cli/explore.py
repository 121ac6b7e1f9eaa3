"""`twingkit explore`: the site, served on this machine."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec

import typer

from twingkit.cli.options import fail

PASS_ON = {"allow_extra_args": True, "ignore_unknown_options": True}
"""The settings of a command whose options another program reads."""


def explore(context: typer.Context) -> None:
    """Serve the site on this machine and print its address (`--help` lists its options)."""
    missing = [name for name in ("twingkit_widgets", "voila") if find_spec(name) is None]
    if missing:
        fail(f"the site needs {' and '.join(missing)}, not installed here; the other commands work without")
    command = [sys.executable, "-m", "twingkit_widgets.site", *context.args]
    if os.name == "posix":  # become the server, so that it ends when this command is ended
        os.execv(sys.executable, command)  # noqa: S606 - our own module
    raise typer.Exit(subprocess.run(command, check=False).returncode)  # noqa: S603
