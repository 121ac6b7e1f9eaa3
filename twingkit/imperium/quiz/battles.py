"""Battles by chance for questions, in which what flies has room.

The engine plays them up to the moment that a question is about, and on from there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

import attrs

from twingkit.core.asking import Question
from twingkit.core.play import Game
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import Side, Use
from twingkit.imperium.battle.rules.dice.volley import FACES, Dice
from twingkit.imperium.battle.rules.fire import Fire
from twingkit.imperium.battle.rules.questions import Decision, Throw
from twingkit.imperium.battle.starts import BattleStart
from twingkit.imperium.box.units import unit
from twingkit.imperium.quiz.telling import Faces
from twingkit.learn.quiz.deal import NoQuestion

# -- by chance

HEAVY = ("destroyer", "cruiser", "carrier", "dreadnought")
"""Ships of every fleet."""


def fleet(
    rng: random.Random, ships: Sequence[str] = HEAVY, *, kinds: int = 2, most: int = 3, fighters: float = 0.5
) -> dict[str, int]:
    """Some kinds of ships, and fighters now and then with room for them."""
    units = {name: rng.randint(1, most) for name in rng.sample(list(ships), min(kinds, len(ships)))}
    if "warsun" in units:
        units["warsun"] = 1
    if rng.random() < fighters:
        if not room(units):
            units["carrier"] = 1
        units["fighter"] = min(room(units), rng.randint(1, 4))
    return units


def room(units: dict[str, int]) -> int:
    """The capacity of these ships."""
    return sum(unit(name).capacity * count for name, count in units.items())


def upgraded(rng: random.Random, units: dict[str, int], share: float = 0.25) -> dict[str, int]:
    """The same with some kinds upgraded."""
    able = ("fighter", "destroyer", "cruiser", "carrier", "infantry", "pds")
    return {
        f"{name}+" if name in able and rng.random() < share else name: count for name, count in units.items()
    }


def side(units: dict[str, int], effects: Iterable[str] = ()) -> Side:
    """A side without a faction."""
    return Side(units, effects=[Use(name) for name in effects])


# -- played by the engine

Moment = Callable[[Question], bool]
"""A predicate that is true for the question at which to stop."""

MOST_ANSWERS = 60
"""No battle of a question has more answers."""


def begun(battle: Battle) -> Game:
    """The battle at its beginning; who may fire does."""
    game = Game(BattleStart(battle.check()), rolls="ask")
    while isinstance(game.question, Fire):
        game.answer(game.question.stated())
    return game


def until(game: Game, rng: random.Random, moment: Moment) -> Game:
    """The game, played on by its sides' stated policies to that moment. Raises `NoQuestion` if it does
    not come."""
    while (question := game.question) is not None and len(game) < MOST_ANSWERS:
        if moment(question):
            return game
        step(game, rng)
    raise NoQuestion


def step(game: Game, rng: random.Random) -> None:
    """One answer more: dice by chance, decisions as stated."""
    question = game.question
    if isinstance(question, Decision):
        game.answer(question.stated())
    else:
        game.draw(rng)


def throw_of(name: str, player: int | None = None) -> Moment:
    """The dice of a step, of one side if it is named."""
    return lambda question: (
        isinstance(question, Throw) and question.step == name and player in (None, question.player)
    )


def fallen(rng: random.Random, throw: Throw) -> tuple[int, ...]:
    """Dice by chance, near what they need more often than not."""
    faces = []
    for group in throw.volley.dice:
        near = [face for face in FACES if abs(face - group.hits) < 3] or list(FACES)
        faces += [rng.choice(near if rng.random() < 0.7 else FACES) for _ in range(group.count)]
    return tuple(faces)


@attrs.frozen
class Cast:
    """A throw of a battle with dice by chance: the game where it is asked, and the game after it."""

    game: Game
    throw: Throw
    faces: tuple[int, ...]
    after: Game

    @classmethod
    def by_chance(cls, game: Game, rng: random.Random, step: str, player: int) -> Cast:
        """The throw of that side for that step. Raises `NoQuestion` if it does not come now."""
        throw = game.question
        if not isinstance(throw, Throw) or not throw_of(step, player)(throw):
            raise NoQuestion
        faces = fallen(rng, throw)
        return cls(game, throw, faces, game.copy().give(f"roll {' '.join(map(str, faces))}"))

    @classmethod
    def reached(cls, battle: Battle, rng: random.Random, step: str, player: int) -> Cast:
        """The first throw of that side for that step of a battle."""
        return cls.by_chance(until(begun(battle), rng, throw_of(step, player)), rng, step, player)

    @property
    def told(self) -> Faces:
        """The dice in words."""
        return Faces(self.throw, self.faces)

    @property
    def hits(self) -> int:
        """The number of dice that hit."""
        return self.throw.volley.thrown(self.faces).hits

    def would_hit(self, needs: Callable[[Dice], int]) -> int:
        """The number of these dice that would hit if a die of each group needed `needs(group)`."""
        needed = [needs(group) for group in self.throw.volley.dice for _ in range(group.count)]
        return sum(face >= need for face, need in zip(self.faces, needed, strict=True))
