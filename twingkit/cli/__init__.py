"""The `twingkit` command.

Results go to standard output, errors as one clear message to standard error with exit code 2.
"""

from __future__ import annotations

import typer

from twingkit.cli.advise import advise
from twingkit.cli.battle import PASS_ON, explore, odds, rule, step
from twingkit.cli.box import box_app
from twingkit.cli.replay import replay
from twingkit.cli.simulate import simulate
from twingkit.cli.variants import variants

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Learn, play out and analyse the rules of tabletop games with cards and dice.",
)
app.command()(odds)
app.command()(step)
app.command()(rule)
app.command()(advise)
app.command()(replay)
app.command()(variants)
app.add_typer(box_app, name="box")
app.command()(simulate)
app.command(context_settings=PASS_ON, add_help_option=False)(explore)


def main() -> None:
    """Run the command."""
    app()
