"""The set-up lines of a game: the players, the grouping of lines, and the line an error is about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from twingkit.core.arguments.kinds import quote_value
from twingkit.core.cards.box_faults import BoxError
from twingkit.core.messages import Fault
from twingkit.core.questions import Refusal, one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.twing.rules.cards import ELEMENTS
from twingkit.twing.rules.rulebook import rulebook

PLAYER_COUNTS = (2, 3, 4)
"""The possible numbers of players (TW-BOX-1)."""

RANDOM_CHARACTER = "?"
"""The letter for a random character."""

_COUNT = re.compile(r"-?(?:0|[1-9][0-9]{0,5})")


def as_characters(players: object) -> tuple[str, ...]:
    """Return the characters by seat from a number of players or a list of characters. Raises `Fault`.

    >>> as_characters(2), as_characters("F?")
    (('?', '?'), ('F', '?'))
    """
    if isinstance(players, int) and not isinstance(players, bool):
        if players not in PLAYER_COUNTS:
            raise Fault("players", rulebook(), n=players)
        return (RANDOM_CHARACTER,) * players
    strange = isinstance(players, str) and players and {RANDOM_CHARACTER, *ELEMENTS}.isdisjoint(players)
    if strange or not isinstance(players, Sequence) or isinstance(players, bytes):
        raise Fault("players_value", rulebook(), token=quote_value(players))
    return tuple(players)


def parse_players(line: str) -> tuple[str, ...]:
    """Parse `players 3` or `players F ? W` into the characters by seat. Raises `Fault`."""
    named = line.split()[1:]
    if len(named) == 1 and _COUNT.fullmatch(named[0]):
        return as_characters(int(named[0]))
    if not named or (len(named) == 1 and named[0] not in (*ELEMENTS, RANDOM_CHARACTER)):
        raise Fault("players_value", rulebook(), token=QuotedFact(one_line_excerpt(" ".join(named), 40)))
    return tuple(named)


def group_lines_by_key(
    lines: Sequence[str], keys: Sequence[str], single_line_keys: Sequence[str]
) -> dict[str, list[str]]:
    """Group lines by their first word, one of `keys`; a word in `single_line_keys` may begin only one line.

    Raises `Fault` for another word, and for a second line with a word of `single_line_keys`.
    """
    words: dict[str, list[str]] = {key: [] for key in keys}
    for index, line in enumerate(lines):
        key = line.split()[0]
        if key not in words:
            fault = Fault("record.word", found=one_line_excerpt(line), known=", ".join(keys))
        elif words[key] and key in single_line_keys:
            there = sum(other.split()[0] == key for other in lines)
            fault = Fault("record.setup", named=key, there=there)
        else:
            words[key].append(line)
            continue
        fault.setup_line_number = index
        raise fault
    return words


@contextmanager
def attach_line_number(lines: Sequence[str], line: str) -> Iterator[None]:
    """Attach the number of `line` to errors raised inside the block."""
    try:
        yield
    except (Fault, Refusal) as fault:
        fault.setup_line_number = lines.index(line)
        raise


def error_line_index(fault: Fault | Refusal | BoxError, lines: Sequence[str]) -> int:
    """Return the index of the line that an error about a box or position refers to, else of the last line.

    Such an error quotes where it looked: `p1 hand`, `table display`, or the word that begins a line.
    """
    if isinstance(fault, BoxError):
        named = [entry.location or "box" for entry in fault.faults]
    else:
        facts = fault.facts if isinstance(fault, Fault) else fault.ruling.facts
        quoted = (facts.get(key) for key in ("where", "token"))
        named = [fact.text for fact in quoted if isinstance(fact, QuotedFact)]
    words = [line.split()[0] for line in lines]
    for name in named:
        word = name.split()[0] if name.split() else ""
        if word in words:
            return words.index(word)
    return len(words) - 1
