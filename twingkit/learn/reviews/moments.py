"""The moments of a game that a review examines: its decisions, and the places between which the chance to win
can jump.

A decision is a question to a player with more than one allowed answer, unless the given answer was
self-evident. Consecutive dice and draws are one jump; forced answers cause none.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import attrs

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import Chance, Question
from twingkit.players.lookahead import lookahead_of

LUCK = -1
"""The cause of a jump at dice and draws."""

Completion = Callable[[str], str]
"""Returns a record with its unknown cards dealt."""


@attrs.frozen
class Decision:
    """One decision: the game before it, its place in the record (from 0), the seat that decides (from 0), the
    kind of question, the answer, and the ids of the rules that asked and acted.

    `unrated_reason` says why it cannot be rated, or is None. In a record with unknown cards, `others` are
    further games before it with other deals, and `known` the cards of its seat that were known in the end.
    `further` answers are rated in addition.
    """

    game: Game = attrs.field(repr=False)
    place: int
    seat: int
    question: str
    answer: str
    rules: tuple[str, ...]
    others: tuple[Game, ...] = attrs.field(default=(), repr=False)
    known: frozenset[str] = frozenset()
    unrated_reason: Fault | None = None
    further: tuple[str, ...] = ()

    @property
    def worlds(self) -> tuple[Game, ...]:
        """The games before the decision, one for each deal of unknown cards."""
        return (self.game, *self.others)

    @property
    def asked(self) -> Question:
        """The pending question."""
        asked = self.game.question
        assert asked is not None
        return asked


@attrs.frozen
class Place:
    """One place of the curve: the game there, its number of answers, and who caused it: a seat (from 0), or
    `LUCK`.

    `told` is the last answer that led there, `asked` the question that it answered, and `brought` contains
    all results of chance, each with its question. `others` are further games there with other deals of
    unknown cards.
    """

    game: Game = attrs.field(repr=False)
    place: int
    cause: int
    told: str = ""
    asked: Question | None = attrs.field(default=None, repr=False, eq=False)
    others: tuple[Game, ...] = attrs.field(default=(), repr=False)
    brought: tuple[tuple[Question, str], ...] = attrs.field(default=(), repr=False, eq=False)

    def continue_to(self, reached: Place, *, by_chance: bool) -> Place:
        """Return the place `reached` from here as part of the same jump: by another result of chance, or by a
        forced answer.
        """
        last = reached if by_chance else self
        brought = self.brought + (reached.brought if by_chance else ())
        return attrs.evolve(reached, cause=self.cause, told=last.told, asked=last.asked, brought=brought)

    @property
    def worlds(self) -> tuple[Game, ...]:
        """The games there, one for each deal of unknown cards."""
        return (self.game, *self.others)


@attrs.frozen
class Moments:
    """All moments of a game: decisions and places in order, and the game at the end of its record; `dealt`
    says whether cards of that game stand for unknown ones.
    """

    game: Game = attrs.field(repr=False)
    decisions: tuple[Decision, ...]
    places: tuple[Place, ...]
    dealt: bool = False


def moments_of(text: str, complete: Completion | None = None) -> Moments:
    """Return the moments of a record; `complete` deals its unknown cards first.

    Raises `RecordError` for a broken record.
    """
    game = Game.replay(complete(text) if complete else text)
    lookahead = lookahead_of(game)
    plain = lookahead.obvious_answer
    twin = Game(game.start, rolls="ask")
    decisions: list[Decision] = []
    places = [Place(twin.copy(explain=False), 0, LUCK)]
    for place, entry in enumerate(game.transcript):
        asked = twin.question
        assert asked is not None
        cause: int | None = LUCK if isinstance(asked, Chance) else None
        chosen = cause is None and len(list(islice(asked.options(), 2))) > 1
        if chosen and not (plain is not None and plain(twin) == entry.answer):
            cause = entry.player
            heard = (asked.rule, *(ruling.rule for ruling in entry.rulings))
            rules = tuple(filter(None, dict.fromkeys(heard)))
            unrated = lookahead.rating_fault(twin)
            decisions.append(
                Decision(twin.copy(), place, cause, entry.kind, entry.answer, rules, unrated_reason=unrated)
            )
        twin.answer(entry.answer)
        by = LUCK if cause is None else cause
        brought = ((asked, entry.answer),) if cause == LUCK else ()
        reached = Place(
            twin.copy(explain=False), place + 1, by, entry.answer, entry.question, brought=brought
        )
        if cause is None or (cause == LUCK == places[-1].cause and len(places) > 1):
            reached = places.pop().continue_to(reached, by_chance=cause == LUCK)
        places.append(reached)
    return Moments(game, tuple(decisions), tuple(places))
