"""Random battles for questions, in which the ships have room for their units.

The engine plays them up to the moment that a question is about, and on from there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import attrs

from twingkit.core.play import Game
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.dice.volley import FACES, DiceGroup
from twingkit.imperium.battle.rules.fire import FireDecision
from twingkit.imperium.battle.rules.questions import AnnounceRetreat, QuestionWithDefault, RollDice
from twingkit.imperium.battle.starts import BattleStart
from twingkit.imperium.box.units import unit
from twingkit.imperium.quiz.question_texts import DiceByUnitClass
from twingkit.learn.quiz.deal import NoQuestion
from twingkit.learn.quiz.makers import require_value
from twingkit.learn.quiz.staging import answer_while_pending, pending

# -- random battles

NON_FIGHTER_SHIPS = ("destroyer", "cruiser", "carrier", "dreadnought")
"""The classes of non-fighter ships in random fleets."""


def sample_fleet(
    rng: random.Random,
    ships: Sequence[str] = NON_FIGHTER_SHIPS,
    *,
    class_count: int = 2,
    max_count: int = 3,
    fighter_chance: float = 0.5,
) -> dict[str, int]:
    """Return a random fleet as the number of ships by class: up to `max_count` ships of each of `class_count`
    classes and, with the probability `fighter_chance`, fighters and the capacity for them.
    """
    units = {
        name: rng.randint(1, max_count) for name in rng.sample(list(ships), min(class_count, len(ships)))
    }
    if "warsun" in units:
        units["warsun"] = 1
    if rng.random() < fighter_chance:
        if not fleet_capacity(units):
            units["carrier"] = 1
        units["fighter"] = min(fleet_capacity(units), rng.randint(1, 4))
    return units


def fleet_capacity(units: dict[str, int]) -> int:
    """Return the total capacity of a fleet."""
    return sum(unit(name).capacity * count for name, count in units.items())


def upgrade_some(rng: random.Random, units: dict[str, int], upgrade_chance: float = 0.25) -> dict[str, int]:
    """Return the units with some kinds replaced by their upgrades, each with probability `upgrade_chance`."""
    able = ("fighter", "destroyer", "cruiser", "carrier", "infantry", "pds")
    return {
        f"{name}+" if name in able and rng.random() < upgrade_chance else name: count
        for name, count in units.items()
    }


# -- played by the engine

MAX_ANSWERS = 60
"""The maximum number of answers after which a quiz question's battle is given up."""


def new_battle_game(battle: Battle) -> Game:
    """Start a battle that asks for its dice rolls, and return the game after default answers to any first
    questions about firing.
    """
    game = Game(BattleStart(battle.check()), rolls="ask")
    answer_while_pending(game, FireDecision, FireDecision.default_answer)
    return game


def play_until(game: Game, rng: random.Random, is_reached: Callable[[Game], object]) -> Game:
    """Play a battle with random dice and the sides' policies until `is_reached` is true of the game; return
    the game.

    Raises `NoQuestion` if that does not happen.
    """
    while not game.over and len(game) < MAX_ANSWERS:
        if is_reached(game):
            return game
        answer_by_policy(game, rng)
    raise NoQuestion


def answer_by_policy(game: Game, rng: random.Random) -> None:
    """Answer the pending question: random dice, decisions by the policies of the line."""
    if question := pending(game, QuestionWithDefault):
        game.answer(question.default_answer())
    else:
        game.answer_randomly(rng)


def play_round_out(game: Game, rng: random.Random) -> Game:
    """Play a battle to the end of the round whose dice have been rolled, with losses by the policies; return
    the game.
    """
    while not (game.over or pending(game, (RollDice, AnnounceRetreat))):
        answer_by_policy(game, rng)
    return game


def pending_roll(game: Game, step: str, player: int) -> RollDice | None:
    """Return a player's roll in the battle step `step` if it is due now; None otherwise."""
    roll = pending(game, RollDice, player)
    return roll if roll is not None and roll.step == step else None


def play_until_roll(game: Game, rng: random.Random, step: str, player: int) -> Game:
    """Play a battle up to a player's roll in the battle step `step` (see `play_until`)."""
    return play_until(game, rng, lambda game: pending_roll(game, step, player))


def sample_close_faces(rng: random.Random, roll: RollDice) -> tuple[int, ...]:
    """Return random faces for the dice of a roll, mostly near the face that each die needs."""
    faces = []
    for group in roll.volley.groups:
        near = [face for face in FACES if abs(face - group.hits_on) < 3] or list(FACES)
        faces += [rng.choice(near if rng.random() < 0.7 else FACES) for _ in range(group.count)]
    return tuple(faces)


@attrs.frozen
class SampledRoll:
    """A roll of a battle with random dice, with the game before (`game`) and after it."""

    game: Game
    roll: RollDice
    faces: tuple[int, ...]
    game_after_roll: Game

    @classmethod
    def sample_due_roll(cls, game: Game, rng: random.Random, step: str, player: int) -> SampledRoll:
        """Sample a player's roll for a step that is due now; raise `NoQuestion` if the roll is not due."""
        throw = require_value(pending_roll(game, step, player))
        faces = sample_close_faces(rng, throw)
        return cls(game, throw, faces, game.copy().give_answers(f"roll {' '.join(map(str, faces))}"))

    @classmethod
    def sample_first(cls, battle: Battle, rng: random.Random, step: str, player: int) -> SampledRoll:
        """Play a new battle up to a player's first roll for a step, and sample it."""
        game = play_until_roll(new_battle_game(battle), rng, step, player)
        return cls.sample_due_roll(game, rng, step, player)

    @property
    def shown_dice(self) -> DiceByUnitClass:
        """All dice of the roll by unit class, as a fact for a text: `dreadnought 5, 9; fighter 2`."""
        return DiceByUnitClass(self.roll, self.faces)

    @property
    def hits(self) -> int:
        """The number of dice that hit."""
        return self.roll.volley.result_of(self.faces).hits

    def count_hits_if(self, needs: Callable[[DiceGroup], int]) -> int:
        """Return how many of the rolled dice would hit if a die of each group needed the face
        `needs(group)`.
        """
        needed = [needs(group) for group in self.roll.volley.groups for _ in range(group.count)]
        return sum(face >= need for face, need in zip(self.faces, needed, strict=True))
