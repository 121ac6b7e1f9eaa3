"""The ledgers of several games in one text, which a browser keeps or a person saves.

The lines after `game …` are the ledger of that game::

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
from twingkit.learn.quiz.tally import LedgerError, damaged_line_excerpt

_GAME = re.compile(r"\s*game\s+(\S+)\s*")


def saved_ledger(saved_text: str, game: str) -> Ledger:
    """Return the ledger of one game from a saved text; empty if the game is not in it.

    Raises `LedgerError` naming the line of the whole text and what was expected there.

    >>> saved_ledger("", "twing").asked_count
    0
    """
    before, rows = _parts(saved_text).get(game, (0, []))
    part = "\n".join(rows) if _body(rows) else ""
    return Ledger.parse(part, tuple(quiz_of(game).topics), before)


def with_ledger(saved_text: str, game: str, ledger: Ledger) -> str:
    """Return the saved text with the ledger of one game replaced; the lines of other games stay as they
    are.
    """
    bodies = {name: _body(rows) for name, (_, rows) in _parts(saved_text).items()}
    bodies[game] = _body(ledger.text.splitlines())
    lines = [line for name, body in bodies.items() if body for line in (f"game {name}", *body)]
    return "\n".join([HEAD, *lines]) + "\n" if lines else ""


def games_in(saved_text: str) -> tuple[str, ...]:
    """Return the ids of the games in a saved text."""
    return tuple(game for game, (_, rows) in _parts(saved_text).items() if _body(rows))


def _parts(text: str) -> dict[str, tuple[int, list[str]]]:
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
            raise LedgerError("word", index + 1, given=damaged_line_excerpt(line.split()), known="game")
    return parts


def _body(rows: Sequence[str]) -> list[str]:
    return [line for line in rows if line.strip() and line.strip() != HEAD]
