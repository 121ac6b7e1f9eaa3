"""Imperial Twing on the command line: odds, battles play_out out, and the commands `advise` and `box`."""

from __future__ import annotations

import typer

from twingkit.twing.cli.advise import advise
from twingkit.twing.cli.box import box_app
from twingkit.twing.cli.lines import odds, play_out

__all__ = ["add_to", "odds", "play_out"]


def add_to(app: typer.Typer) -> None:
    """Add the commands `advise` and `box` to the command-line app."""
    app.command()(advise)
    app.add_typer(box_app, name="box")
