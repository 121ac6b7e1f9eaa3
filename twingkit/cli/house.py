"""`twingkit house`: a publisher's settings, checked."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import typer

from twingkit.cli.options import fail


def house(context: typer.Context) -> None:
    """Check a publisher's own settings, pages and lessons (`--help` lists what there is)."""
    if find_spec("twingkit_widgets") is None:
        fail("the site needs twingkit_widgets, not installed here; the other commands work without")
    command = [sys.executable, "-m", "twingkit_widgets.site.house", *context.args]
    raise typer.Exit(subprocess.run(command, check=False).returncode)  # noqa: S603 - our own module
