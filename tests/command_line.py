"""Run a command of twingkit in this process."""

from __future__ import annotations

from typer.testing import CliRunner, Result

from twingkit.cli import app


def run(*args: str) -> Result:
    """Return the result of a command with these arguments."""
    return CliRunner().invoke(app, list(args))
