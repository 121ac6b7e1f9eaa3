"""Random battles with all their rolls and plays, ready to be played out, changed and played again.

A `PlannedBattle` is a battle in notation, the faces that each die shows in turn, and the responses in
order. The engine plays it, and a question knows nothing about its answer except what the engine says.

The learner sees the table of `Item.table` after `Item.answers_before`. If no response follows, all dice are
rolled there and the engine has settled the battle. So its picture shows cards, objects, cards held or played
and the dice as they fell, but hides sums, the values of dice, the winner, and the final places of cards and
Ornicles.
"""

from __future__ import annotations

import random
from functools import cached_property

import attrs

from twingkit.core.notation import ROLES
from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.rulebook import Ruling
from twingkit.learn.quiz import staging
from twingkit.learn.quiz.item import Reason
from twingkit.learn.quiz.makers import require
from twingkit.learn.quiz.staging import AnswerPlan
from twingkit.twing.notation.battle_line import Battle, Side
from twingkit.twing.quiz.explanations import explain_ruling
from twingkit.twing.quiz.supply import CardSupply
from twingkit.twing.rules.cards import CROSS, ELEMENTS, SPIRAL, SUN
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.outcome import DECIDING_RULES, BattleResult
from twingkit.twing.starts import BattleStart

# -- random battles: the element of each side, creatures, shields

NUMBER_FACES = (-4, -3, -2, -1, 0, 1, 2, 3, 4)
SYMBOL_FACES = (SUN, CROSS, SPIRAL)

BATTLE_RESULTS = ("you", "you", "other", "other", "tie")
"""The possible results of a battle for the learner, each repeated according to its frequency."""

DECIDED_RESULTS = ("you", "other")
"""The results in which a side wins."""

MAX_POINT_DIFFERENCE = 4
"""The largest difference between the points on the cards of the two sides."""

SideProbabilities = tuple[float, float]
"""A probability for the attacker, and one for the defender."""


def deal_battle(
    rng: random.Random,
    *,
    element_chances: SideProbabilities = (0.0, 0.0),
    creature_chances: SideProbabilities = (0.0, 0.0),
    rider_chance: float = 0.0,
    max_difference: float = MAX_POINT_DIFFERENCE,
    shield: bool = False,
) -> Battle:
    """Deal a battle with random lays; raise `NoQuestion` if the sides' card points differ by more than
    `max_difference`.

    `element_chances` is the probability that a die has its own element, `creature_chances` that the side has
    creatures, `rider_chance` that a mount with its rider is among them; with `shield` the defender lays a
    shield.
    """
    supply, people = CardSupply(rng), two_random_characters(rng)
    sides: list[Side] = []
    for index, character in enumerate(people):
        taken = [side.spells[0].element for side in sides]
        element = (
            character if rng.random() < element_chances[index] else other_element(rng, character, *taken)
        )
        if shield and index:
            lay = _deal_shield(rng, supply, element, rider_chance)
        else:
            lay = deal_lay(rng, supply, element, creature_chances[index], rider_chance)
        sides.append(Side(character, lay))
    require(abs(sides[0].lay.power - sides[1].lay.power) <= max_difference)
    return Battle(sides[0], sides[1])


def deal_lay(
    rng: random.Random,
    supply: CardSupply,
    element: str,
    creature_chance: float = 0.0,
    rider_chance: float = 0.0,
) -> Lay:
    """Deal one to three spells of an element; `creature_chance` and `rider_chance` are the probabilities of
    creatures and riders.
    """
    count = rng.choice((1, 2, 2, 3))
    spells = supply.take_spells(count, element)
    if rng.random() >= creature_chance:
        return Lay(spells)
    mounted = [supply.take_mounted_pair(element)] if rng.random() < rider_chance else []
    return Lay(spells, [*mounted, *supply.take_plain_units(rng.randint(1, count) - len(mounted), element)])


def _deal_shield(rng: random.Random, supply: CardSupply, element: str, rider_chance: float = 0.0) -> Lay:
    mounted = [supply.take_mounted_pair(element)] if rng.random() < rider_chance else []
    return Lay((), [*mounted, *supply.take_plain_units(rng.randint(2, 4) - len(mounted), element)])


def two_random_characters(rng: random.Random) -> tuple[str, str]:
    """Return two different characters, the attacker's first."""
    first, second = rng.sample(ELEMENTS, 2)
    return first, second


def other_element(rng: random.Random, *not_these: str) -> str:
    """Return a random element that is not one of the given ones."""
    return rng.choice([element for element in ELEMENTS if element not in not_these])


def random_learner_seat(rng: random.Random) -> int:
    """Return a random seat for the learner, most often the attacker's."""
    return int(rng.random() < 0.4)


def random_face(rng: random.Random, symbol_chance: float = 0.3) -> int:
    """Return a random face of the die: a Sun or a Cross with probability `symbol_chance`, otherwise a
    number.
    """
    return rng.choice((SUN, CROSS)) if rng.random() < symbol_chance else rng.choice(NUMBER_FACES)


# -- battles with everything that happens in them

FacesBySide = tuple[tuple[int, ...], tuple[int, ...]]
"""The faces of each side's die, roll by roll, the attacker's first."""


_RESPONSE_WINDOWS = ("before_roll", "interrupt", "respond")
"""The kinds of questions that are answered by a response."""

PLAN_NAME_BY_QUESTION = {"attack": "lay", "defend": "lay", "roll": "roll"} | {
    window: window for window in _RESPONSE_WINDOWS
}
"""The name that a plan uses for the answers to each kind of question."""


def _default_answer(question: Question, sort: str) -> str | None:
    return None if sort in ("lay", "roll") else "pass"


@attrs.frozen
class PlannedResponse:
    """A planned response: the player, the answer, and the window in which it is given."""

    seat: int
    answer: str
    window: str = "respond"


@attrs.frozen
class PlannedBattle:
    """A battle with all rolls and responses planned; the side of a shield has no faces."""

    battle: Battle
    faces: FacesBySide
    plays: tuple[PlannedResponse, ...] = ()

    @classmethod
    def with_one_roll_each(cls, battle: Battle, attack_face: int, defence_face: int) -> PlannedBattle:
        """Return a battle in which each side with spells rolls once, with these faces."""
        faces = [
            (face,) if side.spells else ()
            for face, side in zip((attack_face, defence_face), battle.sides, strict=True)
        ]
        return cls(battle, (faces[0], faces[1]))

    def play_out(self) -> PlayedBattle | None:
        """Play the planned battle with the engine; return None if the rules do not allow the plan."""
        plan = AnswerPlan(PLAN_NAME_BY_QUESTION, _default_answer, _RESPONSE_WINDOWS)
        for seat, side, faces in zip(ROLES, self.battle.sides, self.faces, strict=True):
            plan.add(seat, "lay", side.lay)
            for face in faces:
                plan.add(seat, "roll", face)
        for play in self.plays:
            plan.add(ROLES[play.seat], play.window, play.answer)
        game = staging.play_plan(lambda: Game(BattleStart(self.battle), rolls="ask"), plan)
        return None if game is None or not game.over or plan.unused_answers else PlayedBattle(game, self)

    # -- the same battle with one change

    def with_side(self, seat: int, **changes: object) -> PlannedBattle:
        """Return the battle with another character, lay, objects or held cards on one side."""
        return attrs.evolve(self, battle=self.battle.with_side(seat, **changes))

    def with_response_cards(self, seat: int, **numbers: int) -> PlannedBattle:
        """Return the battle with other numbers of response cards held by one side."""
        return self.with_side(
            seat, response_cards=self.battle.sides[seat].response_cards.with_counts(**numbers)
        )

    def with_lay(self, seat: int, lay: Lay) -> PlannedBattle:
        """Return the battle with other cards laid by one side."""
        return self.with_side(seat, lay=lay)

    def with_faces(self, seat: int, *faces: int) -> PlannedBattle:
        """Return the battle with other rolls of one side."""
        both_faces = (faces, self.faces[1]) if seat == 0 else (self.faces[0], faces)
        return attrs.evolve(self, faces=both_faces)

    def with_last_face(self, seat: int, face: int) -> PlannedBattle:
        """Return the battle with another last roll of one side, which must have rolled."""
        return self.with_faces(seat, *self.faces[seat][:-1], face)

    def with_play(self, seat: int, answer: str, *faces: int) -> PlannedBattle:
        """Return the battle with one more response, after which its side rolls these faces."""
        staged = self.with_faces(seat, *self.faces[seat], *faces)
        return attrs.evolve(staged, plays=(*self.plays, PlannedResponse(seat, answer)))

    def without_play(self, play: PlannedResponse) -> PlannedBattle:
        """Return the battle without one response."""
        left = list(self.plays)
        left.remove(play)
        return attrs.evolve(self, plays=tuple(left))


@attrs.frozen(slots=False, eq=False)
class PlayedBattle(staging.PlayedGame):
    """A staged battle after it has been played, with methods to read its result and rulings."""

    staged: PlannedBattle

    @cached_property
    def first_response_index(self) -> int:
        """The index of the first response among the answers, or the number of answers."""
        played = (
            place
            for place, entry in enumerate(self.entries)
            if entry.kind in _RESPONSE_WINDOWS and entry.answer != "pass"
        )
        return next(played, len(self.entries))

    @property
    def result(self) -> BattleResult:
        """The result of the battle."""
        result: BattleResult = self.game.result
        return result

    @property
    def deciding_ruling(self) -> Ruling:
        """The ruling that decided the battle: by critical results or by points (TW-BAT-16, TW-BAT-17)."""
        return next(ruling for ruling in reversed(self.rulings()) if ruling.rule in DECIDING_RULES)

    def reason_as_explanation(self, reason: Reason) -> Reason:
        """Return a ruling reworded as an explanation with the numbers of this battle; return any other reason
        unchanged.
        """
        own = {role: side.character for role, side in zip(ROLES, self.staged.battle.sides, strict=True)}
        return explain_ruling(reason, self.rulings(), own) if isinstance(reason, Ruling) else reason

    def find_rulings(self, rule: str, seat: int | None = None) -> list[Ruling]:
        """Return the rulings of a rule or of one of its cases (`TW-BAT-3 rides`), or only those about one
        side.
        """
        rulings = self.cited_rulings(rule)
        return rulings if seat is None else staging.rulings_about(rulings, ROLES[seat])
