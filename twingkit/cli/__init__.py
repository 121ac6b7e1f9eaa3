"""The `twingkit` command.

Results go to standard output; errors go to standard error as one clear message, with exit code 2. A game
defines how its lines are handled, and its own commands (`twingkit.cli.commands`).
"""

from __future__ import annotations

from typing import Annotated

import typer

from twingkit import __version__
from twingkit.cli.command_help import Group, use_plain_help
from twingkit.cli.commands import add_game_commands
from twingkit.cli.docs import docs
from twingkit.cli.first_game import first_game
from twingkit.cli.lines import odds, step
from twingkit.cli.puzzles import puzzles
from twingkit.cli.review import replay, review
from twingkit.cli.rule import rule
from twingkit.cli.simulate import simulate
from twingkit.cli.site_commands import add_site_commands
from twingkit.cli.variants import variants
from twingkit.core.running.command_output import run_command

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, cls=Group)


def _show_version(asked: bool) -> None:
    if asked:
        print(f"twingkit {__version__}")
        raise typer.Exit


@app.callback()
def _about(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Learn, play out and analyse the rules of tabletop games with cards and dice."""


for command in (odds, step, rule, replay, review, simulate, puzzles, variants, first_game, docs):
    app.command()(command)
add_game_commands(app)
use_plain_help(app)
add_site_commands(app)


def main() -> None:
    """Run the `twingkit` command."""
    run_command(app)
