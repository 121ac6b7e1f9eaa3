"""The knowledge that a player has of what chance decided, whatever kind of question it was: it follows from
the view and from the `Hidden` facts of rulings alone.

An answer of chance is known to a player to whom every other one would have looked different.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from itertools import islice

from twingkit.asking import Chance, Refusal
from twingkit.play import Game
from twingkit.words import LANGUAGES

__all__ = ["knows", "redealt", "told", "unknown_to", "would_know"]

MOST = 40
"""The largest number of results that are compared: where there are more, nobody is said to know which."""


def told(game: Game, viewer: int, since: int = 0) -> list[str]:
    """Everything that was said from answer number `since` on as a player may hear it, in each language.

    >>> game = Game.begin("F: F5 vs W: W6").give("lay F5")
    >>> told(game, 1)[0]
    'The attacker attacks with Fire 5. Points of the spells: 5.'
    """
    said = [] if since else list(game.opening)
    said += [ruling for entry in game.entries(since) for ruling in entry.rulings]
    return [ruling.seen_by(viewer).text(lang) for ruling in said for lang in LANGUAGES]


def knows(game: Game, viewer: int, place: int) -> bool:
    """True if a player knew at once what chance answered at this place of the record (from 0).

    >>> game = Game.begin("F: F5 vs W: W6").give("lay F5", "lay W6", "roll 2")
    >>> knows(game, 1, 2)
    True
    """
    (entry,) = game.entries(place, place + 1)
    before = game.copy()
    before.undo(len(game) - place)
    return _told_apart(before, viewer, entry.answer)


def would_know(game: Game, viewer: int) -> bool:
    """True if a player would know what chance answers next, whatever it is, as far as that matters later.

    >>> would_know(Game.begin("F: F5 vs W: W6").give("lay F5", "lay W6"), 1)
    True
    """
    return _told_apart(game, viewer)


def unknown_to(game: Game, viewer: int) -> list[int]:
    """The places of the record (from 0) at which something was decided that a player does not know: by
    chance, or by a choice of which a ruling hides something.

    >>> unknown_to(Game.begin("F: F5 vs W: W6").give("lay F5", "lay W6", "roll 2"), 1)
    []
    """
    twin, places = Game(game.start, rolls="ask"), []
    for place, entry in enumerate(game.transcript):
        closed = any(ruling.seen_by(viewer).text() != ruling.text() for ruling in entry.rulings)
        if (closed or isinstance(entry.asked, Chance)) and not _told_apart(twin, viewer, entry.answer):
            places.append(place)
        twin.give(entry.answer)
    return places


def redealt(game: Game, viewer: int, places: Sequence[int], rng: random.Random) -> Game | None:
    """A game that has looked the same to a player so far, in which other things may have been decided at
    these places; None where what is drawn for them does not look the same."""
    twin = Game(game.start, rolls="ask")
    for place, entry in enumerate(game.transcript):
        asked = twin.question
        if asked is None or asked.kind != entry.asked.kind:
            return None
        try:
            twin.give(asked.write(asked.draw(rng)) if place in places else entry.answer)
        except (Refusal, ValueError):  # not allowed where something else lies there
            return None
    same = twin.view(viewer) == game.view(viewer) and told(twin, viewer) == told(game, viewer)
    return twin if same else None


def _told_apart(game: Game, viewer: int, came: str = "") -> bool:
    """True if no two results of the chance that waits look alike to a player and lead to different tables; of
    one that `came`, none looks like it."""
    asked = game.question
    assert asked is not None
    results = [asked.write(option) for option in islice(asked.options(), MOST + 1)]
    if came and len(results) > MOST:
        return False
    seen = [_sight(game, viewer, result) for result in dict.fromkeys(results) if result != came]
    if came:
        seen = [_sight(game, viewer, came), *seen]
        return all(sight[0] != seen[0][0] or sight[1] == seen[0][1] for sight in seen)
    return all(
        sight[0] != other[0] or sight[1] == other[1] for at, sight in enumerate(seen) for other in seen[:at]
    )


def _sight(game: Game, viewer: int, answer: str) -> tuple[tuple[object, ...], Hashable]:
    """All that a player notices of an answer: the view, what is said, who is asked, what may be answered; and
    beside it the table as it is."""
    place, twin = len(game), game.copy()
    twin.answer(answer)
    asked = twin.question
    mine = asked is not None and asked.player == viewer
    noticed: tuple[Hashable, ...] = () if asked is None else (asked.kind, asked.player)
    offered = [asked.write(option) for option in islice(asked.options(), MOST)] if asked and mine else []
    return (twin.view(viewer), told(twin, viewer, place), noticed, offered), twin.table.key()
