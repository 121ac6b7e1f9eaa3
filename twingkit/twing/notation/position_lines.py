"""The lines of a typed position: their keywords, their parts, and the values of each part.

`twingkit.twing.notation.position` explains the form; this module parses and prints the text. Parsing checks
syntax only; setting up the position reports what the rules forbid.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any

from twingkit.core.messages import Fault
from twingkit.core.questions import one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.twing.box.entries import EVENT_EFFECTS
from twingkit.twing.rules.cards import Card, Creature, Spell, parse_card
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.rules.setup import DIRECTIONS

MAX_LINE_LENGTH = 4000
"""Largest length of a line, enough for all cards of a box and all objects."""

UNSEEN_CARD = "?"
"""The sign in a hand for a card that nobody has seen."""

POSITION_PHASES = ("turn", "action")
"""The moments of a position: before the card of the turn is drawn, or before the action."""

NOBODY_ACTED = "nobody"
"""The value of `acted` if nobody has had a turn."""

_TIMES = r"(?:\*([1-9][0-9]{0,2}))?"
_HELD = re.compile(rf"([FWLA][1-9][0-9]?|{'|'.join(RESPONSE_CARD_KINDS)}|\?){_TIMES}")
_CREATURE = re.compile(rf"([FWLA][1-9][0-9]?M?){_TIMES}")
_DISCARDED = re.compile(rf"([FWLA][1-9][0-9]?M?|{'|'.join(RESPONSE_CARD_KINDS)}){_TIMES}")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,2}")
_TURN = re.compile(r"[1-9][0-9]{0,5}")


class _Unreadable(Exception):
    """The error raised for a word that is not valid in its part of a position line."""


def parse_position_lines(lines: Sequence[str], player_count: int) -> dict[str, dict[str, Any]]:
    """Parse the lines of a position into the values of their parts, by the first word of each line.

    Raises `Fault` naming the line, the part and the token that is wrong, and what was expected.
    """
    seats = [seat_word(seat) for seat in range(player_count)]
    entries: dict[str, dict[str, object]] = {}
    for line in lines:
        if len(line) > MAX_LINE_LENGTH:
            raise Fault("position_long", rulebook(), where=_quoted(line, 20), limit=MAX_LINE_LENGTH)
        word, _, values = " ".join(line.split()).partition(" ")
        if word not in (*seats, "table"):
            expected = _quoted_words((*seats, "table"))
            raise Fault("position_key", rulebook(), token=_quoted(word), expected=expected)
        if word in entries:
            raise Fault("position_line_twice", rulebook(), token=QuotedFact(word))
        entries[word] = _parse_parts(word, values, seats)
    for seat in seats:
        if seat not in entries:
            raise Fault("position_missing", rulebook(), token=QuotedFact(seat), n=player_count)
    return entries


def seat_word(seat: int) -> str:
    """Return the first word of a seat's line: `p1` to `p4`."""
    return f"p{seat + 1}"


def format_position_line(word: str, parts: Iterable[tuple[str, str | bool]]) -> str:
    """Format the line of a seat or the table in position notation: the first word, then the non-empty
    parts.
    """
    texts = [name if text is True else f"{name} {text}" for name, text in parts if text]
    return f"{word} {'; '.join(texts)}" if texts else word


def cards_text(cards: Iterable[Card]) -> str:
    """Format the cards of a hand or an entourage, such as `F5*2 cat`."""
    return " ".join(
        _times(card if isinstance(card, str) else card.token, same) for card, same in _runs(cards)
    )


def discard_text(cards: Iterable[Card]) -> str:
    """Format a discard pile from the bottom to the top, such as `spell F3*2 creature L2 cat`."""
    words: list[str] = []
    kind = ""
    for card, same in _runs(cards):
        if isinstance(card, str):
            words.append(_times(card, same))
            continue
        card_kind = "spell" if isinstance(card, Spell) else "creature"
        words += [card_kind] * (card_kind != kind) + [_times(card.token, same)]
        kind = card_kind
    return " ".join(words)


def _runs(cards: Iterable[Card]) -> Iterable[tuple[Card, int]]:
    return ((card, len(list(same))) for card, same in groupby(cards))


def _times(token: str, count: int) -> str:
    return f"{token}*{count}" if count > 1 else token


def _quoted(text: str, limit: int = 40) -> QuotedFact:
    return QuotedFact(one_line_excerpt(text, limit))


def _quoted_words(words: Iterable[str]) -> tuple[QuotedFact, ...]:
    return tuple(QuotedFact(word) for word in words)


def _parse_parts(word: str, line: str, seats: Sequence[str]) -> dict[str, object]:
    readers = TABLE_PART_PARSERS if word == "table" else SEAT_PART_PARSERS
    values: dict[str, object] = {}
    for part in line.split(";") if line.strip() else ():
        name, _, text = part.strip().partition(" ")
        if name not in readers:
            facts = {"token": _quoted(name), "expected": _quoted_words(readers)}
            raise Fault("position_part", rulebook(), where=QuotedFact(word), **facts)
        place = QuotedFact(f"{word} {name}")
        if name in values:
            raise Fault("position_part_twice", rulebook(), where=place)
        case, read = readers[name]
        if not text and read is not _flag:
            raise Fault("position_empty", rulebook(), where=place)
        try:
            values[name] = read(text, seats)
        except _Unreadable as wrong:
            facts = {"token": _quoted(str(wrong)), "expected": _quoted_words(seats)}
            raise Fault(case, rulebook(), where=place, **facts) from None
    return values


def _parse_copies(pattern: re.Pattern[str], token: str) -> tuple[str, int]:
    match = pattern.fullmatch(token)
    if match is None:
        raise _Unreadable(token)
    return match.group(1), int(match.group(2) or 1)


def _hand(text: str, seats: Sequence[str]) -> list[Card]:
    cards: list[Card] = []
    for token in text.split():
        name, count = _parse_copies(_HELD, token)
        card = name if name == UNSEEN_CARD else parse_card(name) or parse_card(f"spell {name}")
        cards += [card] * count if card else []
    return cards


def _entourage(text: str, seats: Sequence[str]) -> list[Creature]:
    cards: list[Creature] = []
    for token in text.split():
        name, count = _parse_copies(_CREATURE, token)
        card = parse_card(f"creature {name}")
        cards += [card] * count if isinstance(card, Creature) else []
    return cards


def _discard(text: str, seats: Sequence[str]) -> tuple[Card, ...]:
    """Parse the discard pile; the words spell and creature give the kind of the cards after them."""
    cards: list[Card] = []
    kind, waiting = "", False
    for token in text.split():
        if waiting and token in (*RESPONSE_CARD_KINDS, "spell", "creature"):
            raise _Unreadable(token)
        if token in ("spell", "creature"):
            kind, waiting = token, True
            continue
        name, count = _parse_copies(_DISCARDED, token)
        card = parse_card(name) or parse_card(f"{kind} {name}")
        if card is None:
            raise _Unreadable(token)
        cards += [card] * count
        waiting = False
    if waiting:
        raise _Unreadable(kind)
    return tuple(cards)


def _one_of(allowed: Iterable[str], token: str) -> str:
    if token not in allowed:
        raise _Unreadable(token)
    return token


def _names_parser(allowed: Iterable[str]) -> Callable[[str, Sequence[str]], tuple[str, ...]]:
    choices = tuple(allowed)
    return lambda text, seats: tuple(_one_of(choices, name.strip()) for name in text.split(","))


def _number_parser(pattern: re.Pattern[str]) -> Callable[[str, Sequence[str]], int]:
    def read(text: str, seats: Sequence[str]) -> int:
        if not pattern.fullmatch(text):
            raise _Unreadable(text)
        return int(text)

    return read


def _to_move(text: str, seats: Sequence[str]) -> int:
    return seats.index(_one_of(seats, text))


def _acted(text: str, seats: Sequence[str]) -> tuple[int, ...]:
    if text == NOBODY_ACTED:
        return ()
    return tuple(sorted({_to_move(name.strip(), seats) for name in text.split(",")}))


def _flag(text: str, seats: Sequence[str]) -> bool:
    if text:
        raise _Unreadable(text)
    return True


_Reader = Callable[[str, Sequence[str]], object]
_objects = _names_parser(OBJECTS)

SEAT_PART_PARSERS: dict[str, tuple[str, _Reader]] = {
    "hand": ("position_hand", _hand),
    "entourage": ("position_entourage", _entourage),
    "objects": ("position_objects", _objects),
    "aside": ("position_objects", _objects),
    "ornicles": ("position_ornicles", _number_parser(_NUMBER)),
    "endgame": ("position_flag", _flag),
    "out": ("position_flag", _flag),
}
"""The parts of a player's line in order: the message for a bad token, and the parser.

A parser takes the part's text and the names of the seats.
"""

TABLE_PART_PARSERS: dict[str, tuple[str, _Reader]] = {
    "turn": ("position_turn", _number_parser(_TURN)),
    "to-move": ("position_to_move", _to_move),
    "phase": ("position_phase", lambda text, seats: _one_of(POSITION_PHASES, text)),
    "direction": ("position_direction", lambda text, seats: DIRECTIONS[_one_of(DIRECTIONS, text)]),
    "acted": ("position_acted", _acted),
    "display": ("position_objects", _objects),
    "beneath": ("position_objects", _objects),
    "discard": ("position_discard", _discard),
    "used-events": ("position_events", _names_parser(EVENT_EFFECTS)),
    "as-is": ("position_flag", _flag),
}
"""The parts of the table's line, in the same form as `SEAT_PART_PARSERS`."""
