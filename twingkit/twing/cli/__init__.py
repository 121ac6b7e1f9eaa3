"""Imperial Twing on the command line: the odds of lines of cards, battles played out, and commands of its
own.
"""

from __future__ import annotations

import typer

from twingkit.twing.cli.advise import advise
from twingkit.twing.cli.box import box_app
from twingkit.twing.cli.lines import odds, played

__all__ = ["add_to", "odds", "played"]


def add_to(app: typer.Typer) -> None:
    """Add `advise` and `box` to the command."""
    app.command()(advise)
    app.add_typer(box_app, name="box")
