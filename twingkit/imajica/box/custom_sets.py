"""Sets and decks of one's own in games: the lines of a record that hold a set, and a folder with both.

A record of such a game lists its cards, a line `card` for each with the cells of a CSV file that matter:
kind, id, both names, home, figures, resistance, affiliations, unique, duration, limit, effects. So it can be
played again wherever it is read.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import unquote

import attrs

from twingkit.core.messages import Fault
from twingkit.core.rulebook import Quoted
from twingkit.core.words import BUILTIN_LANGUAGES
from twingkit.imajica.box.cards import FORM, AnyEntry, Cards, PlayEntry, load_cards, parse_cards
from twingkit.imajica.box.deck_files import FORMATS, load_deck
from twingkit.imajica.box.decks import Deck
from twingkit.imajica.rules.rulebook import rulebook

CARD = "card"
"""The word with which a line of a record begins that lists a card of one's own set."""

CELLS = tuple(column for column in FORM.columns if column != "assumed")
"""The columns of such a line."""

SET_NAME = "cards"
"""The name of the file of a folder that holds its set, without the ending."""

MOST_DECKS = 9
"""The largest number of decks in a folder."""


def card_lines(cards: Cards) -> list[str]:
    """Return the lines of a record that list a set; none for the assumed one.

    >>> card_lines(load_cards())
    []
    """
    return [] if cards is load_cards() else [f"{CARD} {_cells(entry)}" for entry in cards.entries]


def _cells(entry: AnyEntry) -> str:
    """The cells of an entry as a line of CSV; `#` begins a comment in a record, so that it is spelled out."""
    kind = entry.type if isinstance(entry, PlayEntry) else entry.card.kind
    row = {"kind": kind, **{f"name_{lang}": entry.name[lang] for lang in BUILTIN_LANGUAGES}}
    row |= {name: str(getattr(entry, name, "")) for name in CELLS if name not in row}
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow([row[name] for name in CELLS])
    return text.getvalue().replace("%", "%25").replace("#", "%23")


def cards_of_lines(lines: Sequence[str]) -> Cards:
    """Return the set that lines of a record list, the assumed one without any; raises `BoxError`.

    >>> cards_of_lines([]) is load_cards()
    True
    """
    if not lines:
        return load_cards()
    rows = [f"{unquote(line.partition(' ')[2])}," for line in lines]
    title = ["title", "", "Set of the record", "Kartensatz der Mitschrift"]
    head = [",".join(FORM.columns), ",".join(title + [""] * (len(FORM.columns) - len(title)))]
    return parse_cards("\n".join([*head, *rows]) + "\n", "record", ".csv")


def check_decks_known(decks: Iterable[Deck], cards: Cards) -> None:
    """Raise one `Fault` if decks have cards that a set does not have."""
    missing = dict.fromkeys(name for deck in decks for name in deck.counts if name not in cards)
    if missing:
        shown = ", ".join([*list(missing)[:3], *(["…"] if len(missing) > 3 else [])])
        raise Fault("own_cards", rulebook(), n=len(missing), found=Quoted(shown), start=Quoted(CARD))


@attrs.frozen
class CustomBox:
    """A set and the decks that are played with it."""

    cards: Cards = attrs.field(hash=False)
    decks: tuple[Deck, ...]


def load_custom_box(folder: Path | str) -> CustomBox:
    """Return the set and the decks of a folder: `cards.toml` or `cards.csv` is the set (the assumed one
    without it), every other such file a deck.

    Raises `Fault` for a folder without decks or with too many, `BoxError` and `DeckFaults` with everything
    that is wrong with its files, and `OSError`.
    """
    path = Path(folder)
    files = sorted(file for file in path.iterdir() if file.suffix.lower().removeprefix(".") in FORMATS)
    sets = [file for file in files if file.stem == SET_NAME]
    names = [file for file in files if file not in sets]
    if len(sets) > 1 or not 1 <= len(names) <= MOST_DECKS:
        raise Fault("own_box", rulebook(), found=str(folder), n=len(names), sets=len(sets), most=MOST_DECKS)
    cards = load_cards(sets[0]) if sets else load_cards()
    return CustomBox(cards, tuple(load_deck(name, cards) for name in names))
