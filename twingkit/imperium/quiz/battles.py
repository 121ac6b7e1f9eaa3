"""Random battles for questions, in which the ships have room for their units.

The engine plays them up to the moment that a question is about, and on from there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

import attrs

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import EffectUse, Side
from twingkit.imperium.battle.rules.dice.volley import FACES, DiceGroup
from twingkit.imperium.battle.rules.fire import Fire
from twingkit.imperium.battle.rules.questions import Decision, Throw
from twingkit.imperium.battle.starts import BattleStart
from twingkit.imperium.box.units import unit
from twingkit.imperium.quiz.telling import Faces
from twingkit.learn.quiz.deal import NoQuestion

# -- random battles

HEAVY = ("destroyer", "cruiser", "carrier", "dreadnought")
"""Ships of every fleet."""


def sample_fleet(
    rng: random.Random, ships: Sequence[str] = HEAVY, *, kinds: int = 2, most: int = 3, fighters: float = 0.5
) -> dict[str, int]:
    """Return random kinds of ships, sometimes with fighters and room for them."""
    units = {name: rng.randint(1, most) for name in rng.sample(list(ships), min(kinds, len(ships)))}
    if "warsun" in units:
        units["warsun"] = 1
    if rng.random() < fighters:
        if not fleet_capacity(units):
            units["carrier"] = 1
        units["fighter"] = min(fleet_capacity(units), rng.randint(1, 4))
    return units


def fleet_capacity(units: dict[str, int]) -> int:
    """Return the capacity of these ships."""
    return sum(unit(name).capacity * count for name, count in units.items())


def upgrade_some(rng: random.Random, units: dict[str, int], share: float = 0.25) -> dict[str, int]:
    """Return the units with some kinds upgraded."""
    able = ("fighter", "destroyer", "cruiser", "carrier", "infantry", "pds")
    return {
        f"{name}+" if name in able and rng.random() < share else name: count for name, count in units.items()
    }


def plain_side(units: dict[str, int], effects: Iterable[str] = ()) -> Side:
    """Return a side without a faction."""
    return Side(units, effects=[EffectUse(name) for name in effects])


# -- played by the engine

Moment = Callable[[Question], bool]
"""A predicate that is true for the question at which to stop."""

MAX_ANSWERS = 60
"""The maximum number of answers of a question's battle."""


def new_battle(battle: Battle) -> Game:
    """Return the battle at its beginning; units that may fire do."""
    game = Game(BattleStart(battle.check()), rolls="ask")
    while isinstance(game.question, Fire):
        game.answer(game.question.stated_answer())
    return game


def play_until(game: Game, rng: random.Random, moment: Moment) -> Game:
    """Play the game by the stated policies up to that moment. Raises `NoQuestion` if it does not come."""
    while (question := game.question) is not None and len(game) < MAX_ANSWERS:
        if moment(question):
            return game
        answer_once(game, rng)
    raise NoQuestion


def answer_once(game: Game, rng: random.Random) -> None:
    """Give one more answer: random dice, stated decisions."""
    question = game.question
    if isinstance(question, Decision):
        game.answer(question.stated_answer())
    else:
        game.answer_randomly(rng)


def is_throw_of(name: str, player: int | None = None) -> Moment:
    """Return a predicate for the roll of a step, of one side if it is named."""
    return lambda question: (
        isinstance(question, Throw) and question.step == name and player in (None, question.player)
    )


def sample_faces(rng: random.Random, throw: Throw) -> tuple[int, ...]:
    """Return random dice, mostly near the face they need."""
    faces = []
    for group in throw.volley.dice:
        near = [face for face in FACES if abs(face - group.hits_on) < 3] or list(FACES)
        faces += [rng.choice(near if rng.random() < 0.7 else FACES) for _ in range(group.count)]
    return tuple(faces)


@attrs.frozen
class SampledThrow:
    """A roll of a battle with random dice: the game at the question, and the game after it."""

    game: Game
    throw: Throw
    faces: tuple[int, ...]
    after: Game

    @classmethod
    def sample(cls, game: Game, rng: random.Random, step: str, player: int) -> SampledThrow:
        """Sample the roll of that side for that step. Raises `NoQuestion` if it does not come now."""
        throw = game.question
        if not isinstance(throw, Throw) or not is_throw_of(step, player)(throw):
            raise NoQuestion
        faces = sample_faces(rng, throw)
        return cls(game, throw, faces, game.copy().give_answers(f"roll {' '.join(map(str, faces))}"))

    @classmethod
    def sample_first(cls, battle: Battle, rng: random.Random, step: str, player: int) -> SampledThrow:
        """Sample the first roll of that side for that step of a battle."""
        return cls.sample(play_until(new_battle(battle), rng, is_throw_of(step, player)), rng, step, player)

    @property
    def shown_dice(self) -> Faces:
        """The dice in words."""
        return Faces(self.throw, self.faces)

    @property
    def hits(self) -> int:
        """The number of dice that hit."""
        return self.throw.volley.result_of(self.faces).hits

    def would_hit(self, needs: Callable[[DiceGroup], int]) -> int:
        """Return how many of these dice would hit if a die of each group needed `needs(group)`."""
        needed = [needs(group) for group in self.throw.volley.dice for _ in range(group.count)]
        return sum(face >= need for face, need in zip(self.faces, needed, strict=True))
