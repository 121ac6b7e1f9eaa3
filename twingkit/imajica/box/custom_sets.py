"""Custom sets and decks: files of decks, record lines for a set, and loading both from a folder.

A TOML file of a deck has `id`, optionally `title` and `plan` in both languages, and `cards`, a list of lines
such as `"2 gek-a-gek"`. A CSV file has the columns `copies` and `card`; the file name is the deck's id.

The record of a game with a custom set has a line `card` for each of its cards, with the relevant cells of a
CSV file: kind, id, both names, home, figures, resistance, affiliations, unique, duration, limit, effects. So
the game can be replayed wherever the record is loaded.
"""

from __future__ import annotations

import csv
import io
import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from urllib.parse import unquote

import attrs

from twingkit.core.arguments import TEXT, check_arguments
from twingkit.core.messages import Fault
from twingkit.core.questions import one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.core.words import BUILTIN_LANGUAGES, LANGUAGES, translate_texts
from twingkit.imajica.box.cards import (
    CARDS_ARGUMENT,
    CARDS_FORM,
    AnyEntry,
    Cards,
    PlayedCardEntry,
    load_cards,
    parse_card_set,
)
from twingkit.imajica.box.decks import DECK_ARGUMENT, Deck, deck_from_lines, require_legal_deck
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.variants.variant import BOX, Variant

FORMATS = ("toml", "csv")
"""Formats of a deck file."""

COLUMNS = ("copies", "card")
"""Columns of a deck in CSV."""

_MAX_LENGTH = 10_000
"""Maximum number of characters in a deck file, several times as many as a deck needs."""


@check_arguments(deck=DECK_ARGUMENT)
def format_deck(deck: Deck, form: str = "toml") -> str:
    """Return a deck as TOML or CSV text. Raises `Fault` for another format.

    >>> print(format_deck(deck_from_lines("mine", ["2 gek-a-gek", "slew"]), "csv"))
    copies,card
    2,gek-a-gek
    1,slew
    """
    if form == "csv":
        lines = [",".join(COLUMNS), *(f"{count},{name}" for name, count in deck.counts.items())]
        return "\n".join(lines) + "\n"
    _check_format(form)
    parts = [f"id = {_quoted(deck.id)}"]
    for key, texts in (("title", deck.title), ("plan", deck.plan)):
        if texts:
            said = ", ".join(f"{lang} = {_quoted(text)}" for lang, text in texts.items())
            parts.append(f"{key} = {{ {said} }}")
    parts += ["cards = [", *(f"    {_quoted(line)}," for line in deck.lines()), "]"]
    return "\n".join(parts) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _check_format(form: str) -> None:
    if form not in FORMATS:
        raise Fault("deck_form", rulebook(), found=one_line_excerpt(form, 20), known=", ".join(FORMATS))


@check_arguments(text=TEXT, name=TEXT)
def parse_deck(text: str, form: str = "toml", name: str = "own") -> Deck:
    """Parse the text of a deck file, without checking deck rules. Raises `Fault` if it is malformed.

    `name` is the deck's id if the text has none.

    >>> parse_deck('cards = ["2 gek-a-gek", "slew"]').counts
    {'gek-a-gek': 2, 'slew': 1}
    """
    _check_format(form)
    if len(text) > _MAX_LENGTH:
        raise Fault("deck_file", rulebook(), where=f"> {_MAX_LENGTH}", form=form)
    text = text.removeprefix("\ufeff")
    return _parse_csv(text, name) if form == "csv" else _parse_toml(text, name)


def _parse_csv(text: str, name: str) -> Deck:
    rows = list(csv.reader(text.splitlines()))
    if not rows or tuple(cell.strip() for cell in rows[0]) != COLUMNS:
        raise Fault("deck_file", rulebook(), where="1", form="csv")
    lines = []
    for number, row in enumerate(rows[1:], start=2):
        if row and len(row) != len(COLUMNS):
            raise Fault("deck_file", rulebook(), where=str(number), form="csv")
        if row:
            lines.append(f"{row[0].strip()} {row[1].strip()}")
    return deck_from_lines(name, lines)


def _parse_toml(text: str, name: str) -> Deck:
    try:
        data = translate_texts(tomllib.loads(text))
    except RecursionError as fault:
        raise Fault("deck_file", rulebook(), where="[[[…", form="toml") from fault
    except ValueError as fault:  # not TOML, or a number with too many digits
        raise Fault("deck_file", rulebook(), where=one_line_excerpt(str(fault), 60), form="toml") from fault
    for key, value in data.items():
        good = {
            "id": isinstance(value, str),
            "cards": isinstance(value, list) and all(isinstance(line, str) for line in value),
            "title": _texts(value),
            "plan": _texts(value),
        }
        if not good.get(key, False):
            raise Fault("deck_file", rulebook(), where=one_line_excerpt(key, 30), form="toml")
    if "cards" not in data:
        raise Fault("deck_file", rulebook(), where="cards", form="toml")
    deck = deck_from_lines(data.get("id", name), data["cards"])
    return attrs.evolve(deck, title=data.get("title", {}), plan=data.get("plan", {}))


def _texts(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        key in LANGUAGES and isinstance(text, str) for key, text in value.items()
    )


@check_arguments(cards=CARDS_ARGUMENT)
def load_deck(path: Path | str, cards: Cards | None = None, variant: Variant | str = BOX) -> Deck:
    """Load a deck from a TOML or CSV file and check it by the rules (IJ-DECK-1).

    Raises
    ------
    DeckFaults
        With every broken rule.
    Fault, OSError
        If the file is malformed or cannot be read.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from twingkit.imajica.box.decks import load_decks
    >>> with TemporaryDirectory() as folder:
    ...     written = Path(folder, "mine.csv").write_text(format_deck(load_decks()["teeth"], "csv"))
    ...     load_deck(Path(folder, "mine.csv")).size
    60
    """
    file = Path(path)
    form = file.suffix.removeprefix(".").lower()
    _check_format(form)
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as fault:
        raise Fault("deck_file", rulebook(), where="UTF-8", form=form) from fault
    return require_legal_deck(parse_deck(text, form, file.stem), cards, variant)


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
