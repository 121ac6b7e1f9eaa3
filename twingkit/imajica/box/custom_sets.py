"""Custom sets and decks: record lines for a set, and loading both from a folder.

The record of a game with a custom set has a line `card` for each of its cards, with the relevant cells of a
CSV file: kind, id, both names, home, figures, resistance, affiliations, unique, duration, limit, effects. So
the game can be replayed wherever the record is loaded.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import unquote

import attrs

from twingkit.core.messages import Fault
from twingkit.core.rulebook import QuotedFact
from twingkit.core.words import BUILTIN_LANGUAGES
from twingkit.imajica.box.cards import (
    CARDS_FORM,
    AnyEntry,
    Cards,
    PlayedCardEntry,
    load_cards,
    parse_card_set,
)
from twingkit.imajica.box.deck_files import FORMATS, load_deck
from twingkit.imajica.box.decks import Deck
from twingkit.imajica.rules.rulebook import rulebook

CARD_KEYWORD = "card"
"""First word of a record line that lists a card of a custom set."""

_CARD_LINE_COLUMNS = tuple(column for column in CARDS_FORM.columns if column != "assumed")

_SET_FILE_NAME = "cards"
"""File name of the set in a folder, without suffix."""

MOST_DECKS = 9
"""Maximum number of decks in a folder."""


def card_record_lines(cards: Cards) -> list[str]:
    """Return the lines that list the cards of a custom set in a game record; none for the assumed set.

    >>> card_record_lines(load_cards())
    []
    """
    return [] if cards is load_cards() else [f"{CARD_KEYWORD} {_cells(entry)}" for entry in cards.entries]


def _cells(entry: AnyEntry) -> str:
    """Return an entry as a line of CSV, with `#` escaped because it starts a comment in a record."""
    kind = entry.type if isinstance(entry, PlayedCardEntry) else entry.card.kind
    row = {"kind": kind, **{f"name_{lang}": entry.name[lang] for lang in BUILTIN_LANGUAGES}}
    row |= {name: str(getattr(entry, name, "")) for name in _CARD_LINE_COLUMNS if name not in row}
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow([row[name] for name in _CARD_LINE_COLUMNS])
    return text.getvalue().replace("%", "%25").replace("#", "%23")


def parse_card_lines(lines: Sequence[str]) -> Cards:
    """Return the set listed by record lines, or the assumed set if there are none. Raises `BoxError`.

    >>> parse_card_lines([]) is load_cards()
    True
    """
    if not lines:
        return load_cards()
    rows = [f"{unquote(line.partition(' ')[2])}," for line in lines]
    title = ["title", "", "Set of the record", "Kartensatz der Mitschrift"]
    head = [",".join(CARDS_FORM.columns), ",".join(title + [""] * (len(CARDS_FORM.columns) - len(title)))]
    return parse_card_set("\n".join([*head, *rows]) + "\n", "record", ".csv")


def check_decks_known(decks: Iterable[Deck], cards: Cards) -> None:
    """Raise a `Fault` if decks contain cards that are not in the set."""
    missing = dict.fromkeys(name for deck in decks for name in deck.counts if name not in cards)
    if missing:
        shown = ", ".join([*list(missing)[:3], *(["…"] if len(missing) > 3 else [])])
        raise Fault(
            "own_cards", rulebook(), n=len(missing), found=QuotedFact(shown), start=QuotedFact(CARD_KEYWORD)
        )


@attrs.frozen
class CustomBox:
    """A set of cards and the decks played with it."""

    cards: Cards = attrs.field(hash=False)
    decks: tuple[Deck, ...]


def load_custom_box(folder: Path | str) -> CustomBox:
    """Load a custom box from a folder: a set of cards (the assumed set if it has none), and its decks.

    `cards.toml` or `cards.csv` is the set (the assumed one if missing); every other such file is a deck.

    Raises
    ------
    Fault
        If the folder has no decks or too many.
    BoxError, DeckFaults
        With all faults of the files.
    OSError
        If a file cannot be read.
    """
    path = Path(folder)
    files = sorted(file for file in path.iterdir() if file.suffix.lower().removeprefix(".") in FORMATS)
    sets = [file for file in files if file.stem == _SET_FILE_NAME]
    names = [file for file in files if file not in sets]
    if len(sets) > 1 or not 1 <= len(names) <= MOST_DECKS:
        raise Fault("own_box", rulebook(), found=str(folder), n=len(names), sets=len(sets), most=MOST_DECKS)
    cards = load_cards(sets[0]) if sets else load_cards()
    return CustomBox(cards, tuple(load_deck(name, cards) for name in names))
