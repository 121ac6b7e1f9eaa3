"""`twingkit deck`: check your own deck file, or copy one of the four decks into a new file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from twingkit.cli.options import Lang, LangOption, exit_with_error, reading_box_file, write_new_file
from twingkit.core.cards.box_faults import BoxError
from twingkit.core.messages import Fault
from twingkit.core.words import VerbatimFact
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.box.custom_sets import FORMATS, format_deck, load_deck
from twingkit.imajica.box.decks import deck_by_name, load_decks
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.variants.variant import Variant

deck_app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Your own deck of Imajica: sixty cards in a file.",
)


def add_to(app: typer.Typer) -> None:
    """Add the command `deck` to the app."""
    app.add_typer(deck_app, name="deck")


def _say(case: str, **facts: object) -> str:
    return rulebook().sentence("command", case, facts)


@deck_app.command()
def check(
    file: Annotated[Path, typer.Argument(help="A deck file: .toml or .csv.")],
    variant: Annotated[str, typer.Option(help='The variant, such as "box deck_limit=25".')] = "box",
    cards: Annotated[Path | None, typer.Option(help="Your own set of cards: .toml or .csv.")] = None,
    lang: LangOption = Lang.EN,
) -> None:
    """Report every fault of a deck file (and of a set given with --cards), or the number of cards if none."""
    try:
        with reading_box_file(file):
            deck = load_deck(file, load_cards(cards), Variant.resolve(variant))
    except (Fault, BoxError) as fault:
        exit_with_error(fault.text(lang.value))
    print(_say("good", file=VerbatimFact(str(file)), n=deck.size, kinds=len(deck.counts)))


@deck_app.command()
def new(
    file: Annotated[Path, typer.Argument(help="The file to begin: .toml or .csv.")],
    like: Annotated[str, typer.Option(help="The deck to begin with; the first of the four.")] = "",
    lang: LangOption = Lang.EN,
) -> None:
    """Write a copy of a ready-made deck to a new file. Never overwrites a file."""
    form = file.suffix.lower().removeprefix(".")
    if form not in FORMATS:
        exit_with_error(_say("suffix", file=VerbatimFact(str(file))))
    try:
        text = format_deck(deck_by_name(like or next(iter(load_decks()))), form)
    except Fault as fault:
        exit_with_error(fault.text(lang.value))
    write_new_file(file, text)
    print(_say("made", file=VerbatimFact(str(file))))
