"""The knowledge that a player has of what chance decided, whatever kind of question it was: it follows from
the view and from the `Hidden` facts of rulings alone.

An answer of chance is known to a player to whom every other one would have looked different: at once, or by
what was seen and said since.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from functools import lru_cache
from itertools import islice

import attrs

from twingkit.core.play import Game
from twingkit.core.questions import Chance, Refusal
from twingkit.core.running.running_script import player_count
from twingkit.core.words import LANGUAGES

__all__ = [
    "knows_outcome",
    "messages_for",
    "outcomes_known_to_all",
    "resample_outcomes",
    "unknown_outcomes",
    "would_know_outcome",
]

MAX_RESULTS, MAX_OWN_RESULTS = 40, 1300
"""The largest number of results that are compared of another's chance, and of one's own (four dice at once):
where there are more, nobody is said to know which."""

MAX_SAMPLES, MIN_SAMPLES = 40, 6
"""The number of other games that are compared to find what has come to light since, and the smallest number
for each place: with another answer there alone, and as many with others from there on."""


def messages_for(game: Game, viewer: int, since: int = 0) -> list[str]:
    """Everything that was said from answer number `since` on as a player may hear it, in each language.

    >>> game = Game.begin("F: F5 vs W: W6").give("lay F5")
    >>> told(game, 1)[0]
    'The attacker attacks with Fire 5. Points of the spells: 5.'
    """
    said = [] if since else list(game.opening_rulings)
    said += [ruling for entry in game.entries(since) for ruling in entry.rulings]
    return [ruling.seen_by(viewer).text(lang) for ruling in said for lang in LANGUAGES]


def knows_outcome(game: Game, viewer: int, place: int) -> bool:
    """True if a player knew at once what chance answered at this place of the record (from 0).

    >>> game = Game.begin("F: F5 vs W: W6").give("lay F5", "lay W6", "roll 2")
    >>> knows(game, 1, 2)
    True
    """
    (entry,) = game.entries(place, place + 1)
    before = game.copy()
    before.undo(len(game) - place)
    return _are_outcomes_distinguishable(before, viewer, entry.answer)


def would_know_outcome(game: Game, viewer: int) -> bool:
    """True if a player would know at once what chance answers next, whatever it is, as far as that matters
    later.

    >>> would_know(Game.begin("F: F5 vs W: W6").give("lay F5", "lay W6"), 1)
    True
    """
    return _are_outcomes_distinguishable(game, viewer)


def unknown_outcomes(game: Game, viewer: int) -> list[int]:
    """The places of the record (from 0) at which something was decided that a player still does not know: by
    chance, or by a choice of which a ruling hides something. What came to light since is known, and so is
    what makes no difference any more.

    >>> unknown_to(Game.begin("F: F5 vs W: W6").give("lay F5", "lay W6", "roll 2"), 1)
    []
    """
    return list(_unknown_outcomes(_GameState(game.record, game.explain, game), viewer))


@attrs.frozen
class _GameState:
    """A game as it stands; two are the same if their records are, and both keep rulings or neither."""

    record: str
    explain: bool
    game: Game = attrs.field(eq=False)


@lru_cache(maxsize=8)
def _unknown_outcomes(standing: _GameState, viewer: int) -> Sequence[int]:
    """The places that `unknown_outcomes` finds: once for all copies of a game, of which there are many where
    one is played on."""
    game = standing.game
    twin, places = Game(game.start, rolls="ask"), list[int]()
    for place, entry in enumerate(game.transcript):
        closed = any(ruling.seen_by(viewer).text() != ruling.text() for ruling in entry.rulings)
        if (closed or isinstance(entry.question, Chance)) and not _are_outcomes_distinguishable(
            twin, viewer, entry.answer
        ):
            places.append(place)
        twin.give_answers(entry.answer)
    return _still_unknown(game, viewer, places)


def outcomes_known_to_all(game: Game, places: Sequence[int]) -> list[int]:
    """Those of some places of the record (from 0) of which every seat has seen or heard by now what was
    decided there, whether that still matters or not.

    >>> seen_by_all(Game.begin("F: F5 vs W: W6").give("lay F5", "lay W6", "roll 2"), [2])
    [2]
    """
    for seat in range(player_count(game)):
        unseen = _still_unknown(game, seat, places, matters=False)
        places = [place for place in places if place not in unseen]
    return list(places)


def _still_unknown(game: Game, viewer: int, places: Sequence[int], matters: bool = True) -> list[int]:
    """Those of some places at which two games differ that look alike now, and lead to different tables where
    that `matters`.

    Who has heard a sum knows both numbers only if no other two have it: so several places are changed in one
    game, too, and the games are compared with each other, not with this one alone.
    """
    rng = random.Random(len(game))
    times = max(MIN_SAMPLES, MAX_SAMPLES // max(1, len(places)))
    changes = [changed for at in range(len(places)) for changed in (places[at : at + 1], places[at:])] * times
    heard: dict[tuple[str, ...], list[tuple[list[str], _Observation]]] = {}
    unknown: set[int] = set()
    for changed in [(), *changes] if places else []:
        answers, sight = _alternative(game, viewer, changed, rng)
        alike = heard.setdefault(sight.messages, [])
        for others, other in alike:
            if other.seen == sight.seen and not (matters and other.table == sight.table):
                here = zip(others, answers, strict=False)
                unknown |= {at for at, (one, two) in enumerate(here) if at in places and one != two}
        alike.append((answers, sight))
    return sorted(unknown)


def resample_outcomes(game: Game, viewer: int, places: Sequence[int], rng: random.Random) -> Game | None:
    """A game that has looked the same to a player so far, in which other things may have been decided at
    these places; None where what is drawn for them does not look the same."""
    twin, _ = _replay_resampled(game, places, rng)
    if len(twin) < len(game):
        return None
    same = twin.view(viewer) == game.view(viewer) and messages_for(twin, viewer) == messages_for(game, viewer)
    return twin if same else None


def _replay_resampled(game: Game, places: Sequence[int], rng: random.Random) -> tuple[Game, list[str]]:
    """The game played again with answers drawn at these places, as far as its other answers are allowed
    there; and the answers that were given or tried."""
    twin, answers = Game(game.start, rolls="ask"), list[str]()
    for place, entry in enumerate(game.transcript):
        asked = twin.question
        if asked is None or asked.kind != entry.question.kind:
            break
        answers.append(asked.format_answer(asked.random_answer(rng)) if place in places else entry.answer)
        try:
            twin.give_answers(answers[-1])
        except (Refusal, ValueError):  # not allowed where something else lies there
            break
    return twin, answers


def _alternative(
    game: Game, viewer: int, places: Sequence[int], rng: random.Random
) -> tuple[list[str], _Observation]:
    """The answers of a game that is drawn, in which other things may have been decided at these places, and
    what a player has noticed at its end. Where answers that all have seen are not allowed, it ends before, at
    a table unlike any other: nobody has seen in it what would have come to light later."""
    twin, answers = _replay_resampled(game, places, rng)
    asked = twin.question
    seen = twin.view(viewer), len(twin), None if asked is None else (asked.kind, asked.player)
    table = twin.table.key() if len(twin) == len(game) else object()
    return answers, _Observation(tuple(messages_for(twin, viewer)), seen, table)


def _are_outcomes_distinguishable(game: Game, viewer: int, came: str = "") -> bool:
    """True if no two results of the chance that waits look alike to a player and lead to different tables; of
    one that `came`, none looks like it. False where there are too many to compare."""
    asked = game.question
    assert asked is not None
    most = MAX_OWN_RESULTS if asked.player == viewer else MAX_RESULTS
    results = [asked.format_answer(option) for option in islice(asked.options(), most + 1)]
    if len(results) > most:
        return False
    heard: dict[tuple[str, ...], list[_Observation]] = {}
    for result in dict.fromkeys([came, *results] if came else results):
        sight = _observe(game, viewer, result)
        others = heard.setdefault(sight.messages, [])
        if any(other.table != sight.table and other.seen == sight.seen for other in others):
            return False
        if not came or result == came:
            others.append(sight)
    return True


@attrs.frozen(eq=False)
class _Observation:
    """All that a player notices of an answer: what is said; the view, who is asked what, what may be
    answered; and beside it the table as it is."""

    messages: tuple[str, ...]
    seen: object
    table: Hashable


def _observe(game: Game, viewer: int, answer: str) -> _Observation:
    """The things that a player notices of an answer to the pending question."""
    place, twin = len(game), game.copy()
    twin.answer(answer)
    asked = twin.question
    mine = asked is not None and asked.player == viewer
    noticed: tuple[Hashable, ...] = () if asked is None else (asked.kind, asked.player)
    offered = (
        [asked.format_answer(option) for option in islice(asked.options(), MAX_RESULTS)]
        if asked and mine
        else []
    )
    return _Observation(
        tuple(messages_for(twin, viewer, place)), (twin.view(viewer), noticed, offered), twin.table.key()
    )
