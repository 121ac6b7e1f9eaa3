"""The ledgers of several games in one text, as a browser keeps it and a person takes it along.

The lines after a line `game …` are the ledger of that game::

    twingkit-practice 1
    game twing
    asked 57
    …
    game imperium
    asked 3
    …
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from twingkit.learn.quiz.ledger import HEAD, Ledger
from twingkit.learn.quiz.quiz_of import quiz_of
from twingkit.learn.quiz.tally import LedgerError, shorten_line

_GAME = re.compile(r"\s*game\s+(\S+)\s*")


def saved_ledger(text: str, game: str) -> Ledger:
    """The ledger of one game out of a kept text; empty if nothing of it is there.

    Raises `LedgerError` naming the line of the whole text and what was expected there.

    >>> saved_ledger("", "twing").asked
    0
    """
    before, rows = _parts(text).get(game, (0, []))
    part = "\n".join(rows) if _body(rows) else ""
    return Ledger.parse(part, tuple(quiz_of(game).topics), before)


def with_ledger(text: str, game: str, ledger: Ledger) -> str:
    """The kept text with this ledger in the place of the game's; other games' lines stay as they are."""
    bodies = {name: _body(rows) for name, (_, rows) in _parts(text).items()}
    bodies[game] = _body(ledger.text.splitlines())
    lines = [line for name, body in bodies.items() if body for line in (f"game {name}", *body)]
    return "\n".join([HEAD, *lines]) + "\n" if lines else ""


def games_in(text: str) -> tuple[str, ...]:
    """The ids of the games of which something is kept in the text."""
    return tuple(game for game, (_, rows) in _parts(text).items() if _body(rows))


def _parts(text: str) -> dict[str, tuple[int, list[str]]]:
    """The lines of each game as a ledger of its own, and the number of lines that stand before them."""
    parts: dict[str, tuple[int, list[str]]] = {}
    lines = text.lstrip("\ufeff").splitlines()
    first = next((index for index, line in enumerate(lines) if line.strip()), len(lines))
    if lines[first:] and " ".join(lines[first].split()) != HEAD:
        raise LedgerError("head", head=HEAD)
    part: list[str] | None = None
    for index, line in enumerate(lines[first + 1 :], first + 1):
        heading = _GAME.fullmatch(line)
        if heading:
            part = parts.setdefault(heading[1], (index, [HEAD]))[1]
        elif part is not None:
            part.append(line)
        elif line.strip():
            raise LedgerError("word", index + 1, given=shorten_line(line.split()), known="game")
    return parts


def _body(rows: Sequence[str]) -> list[str]:
    """The lines of a ledger without its head."""
    return [line for line in rows if line.strip() and line.strip() != HEAD]
