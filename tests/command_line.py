"""A command of twingkit, run in this process."""

from __future__ import annotations

from typer.testing import CliRunner, Result

from twingkit.cli import app


def run(*args: str) -> Result:
    """The result of a command with these words."""
    return CliRunner().invoke(app, list(args))
