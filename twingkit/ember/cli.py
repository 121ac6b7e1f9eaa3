"""`twingkit pool`: check your own pool file, or write a template for one."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from twingkit.cli.options import Lang, LangOption, exit_with_error, reading_box_file, write_new_file
from twingkit.core.cards.box_faults import BoxError
from twingkit.core.words import VerbatimFact
from twingkit.ember.box.pool import load_pool
from twingkit.ember.rules.rulebook import rulebook

pool_app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Your own pool of Ember: its creatures in a file.",
)


def add_to(app: typer.Typer) -> None:
    """Add the command `pool` to the app."""
    app.add_typer(pool_app, name="pool")


def _say(case: str, **facts: object) -> str:
    return rulebook().sentence("command", case, facts)


@pool_app.command()
def check(
    file: Annotated[Path, typer.Argument(help="A pool file: .toml or .csv.")], lang: LangOption = Lang.EN
) -> None:
    """Report every fault of a pool file, or the number of its creatures if it has none."""
    try:
        with reading_box_file(file):
            pool = load_pool(file)
    except BoxError as fault:
        exit_with_error(fault.text(lang.value))
    values = len({creature.value for creature in pool.values()})
    print(_say("good", file=VerbatimFact(str(file)), n=len(pool), values=values))


@pool_app.command()
def new(
    file: Annotated[Path, typer.Argument(help="The file to begin: .toml.")], lang: LangOption = Lang.EN
) -> None:
    """Write a new pool file: a copy of the kit's assumed pool with comments on what is assumed. Never
    overwrites a file.
    """
    if file.suffix.lower() != ".toml":
        exit_with_error(_say("suffix", file=VerbatimFact(str(file))))
    write_new_file(file, files("twingkit.ember.box").joinpath("pool.toml").read_text(encoding="utf-8"))
    print(_say("made", file=VerbatimFact(str(file))))
