"""Random battles, and battles with all their rolls and plays, ready to be played out, or changed and played
again.

A `Staged` battle is a line of notation, the faces that each die shows in turn, and the responses in order.
The engine plays it, and a question knows nothing about its answer except what the engine says.

What the learner sees is the table of `Item.table` after `Item.before`. If no response follows, all dice are
rolled there and the engine has settled the battle. So its picture shows cards, objects, cards held or played
and the dice as they fell, but hides sums, what a die counts and why, who won, and where cards and Ornicles
went.
"""

from __future__ import annotations

import random
from functools import cached_property

import attrs

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.rulebook import Ruling
from twingkit.learn.quiz import staging
from twingkit.learn.quiz.staging import Plan
from twingkit.twing.notation.battle_line import ROLES, Battle, Side
from twingkit.twing.quiz.supply import Supply
from twingkit.twing.rules.cards import CROSS, ELEMENTS, SPIRAL, SUN
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.outcome import DECIDING_RULES, BattleResult
from twingkit.twing.starts import BattleStart

# -- random battles: the element of each side, creatures, shields

NUMBERS = (-4, -3, -2, -1, 0, 1, 2, 3, 4)
SYMBOLS = (SUN, CROSS, SPIRAL)

RESULTS = ("you", "you", "other", "other", "tie")
"""The results that battles are dealt for, each repeated according to its frequency."""

WON = ("you", "other")
"""The results in which a side wins."""

CLOSE = 4
"""The largest difference between the points on the cards of the two sides."""

Odds = tuple[float, float]
"""The probabilities of something for the attacker and for the defender."""


def deal_battle(
    rng: random.Random,
    *,
    own: Odds = (0.0, 0.0),
    units: Odds = (0.0, 0.0),
    pairs: float = 0.0,
    close: float = CLOSE,
    shield: bool = False,
) -> Battle | None:
    """Deal a random battle, or return None if the points on the cards differ too much.

    `own` is how likely each side rolls a die of its own element, `units` how likely it has creatures, `pairs`
    how likely a mount with its rider is among them; with `shield` the defender lays a shield.
    """
    supply, people = Supply(rng), random_characters(rng)
    sides: list[Side] = []
    for index, character in enumerate(people):
        taken = [side.spells[0].element for side in sides]
        element = character if rng.random() < own[index] else other_element(rng, character, *taken)
        if shield and index:
            lay = deal_shield(rng, supply, element, pairs)
        else:
            lay = deal_lay(rng, supply, element, units[index], pairs)
        sides.append(Side(character, lay))
    return None if abs(sides[0].lay.power - sides[1].lay.power) > close else Battle(sides[0], sides[1])


def deal_lay(rng: random.Random, supply: Supply, element: str, units: float = 0.0, pairs: float = 0.0) -> Lay:
    """Deal one to three spells of an element, with the given probability of creatures beside them."""
    count = rng.choice((1, 2, 2, 3))
    spells = supply.spells(count, element)
    if rng.random() >= units:
        return Lay(spells)
    mounted = [supply.pair(element)] if rng.random() < pairs else []
    return Lay(spells, [*mounted, *supply.units(rng.randint(1, count) - len(mounted), element)])


def deal_shield(rng: random.Random, supply: Supply, element: str, pairs: float = 0.0) -> Lay:
    """Deal a shield of an element."""
    mounted = [supply.pair(element)] if rng.random() < pairs else []
    return Lay((), [*mounted, *supply.units(rng.randint(2, 4) - len(mounted), element)])


def random_characters(rng: random.Random) -> tuple[str, str]:
    """Return two different characters, the attacker's first."""
    first, second = rng.sample(ELEMENTS, 2)
    return first, second


def other_element(rng: random.Random, *not_these: str) -> str:
    """Return an element that is none of these."""
    return rng.choice([element for element in ELEMENTS if element not in not_these])


def random_seat(rng: random.Random) -> int:
    """Return the learner's seat: more often the attacker."""
    return int(rng.random() < 0.4)


def random_face(rng: random.Random, symbols: float = 0.3) -> int:
    """Return a number, sometimes a Sun or a Cross."""
    return rng.choice((SUN, CROSS)) if rng.random() < symbols else rng.choice(NUMBERS)


# -- battles with everything that happens in them

Faces = tuple[tuple[int, ...], tuple[int, ...]]
"""The faces of each side's die, roll by roll, the attacker's first."""


WINDOWS = ("before_roll", "interrupt", "respond")
"""The kinds of questions that a response answers."""

SORTS = {"attack": "lay", "defend": "lay", "roll": "roll"} | {window: window for window in WINDOWS}
"""The kinds of questions in a battle, and the names that a plan uses for their answers."""


def _default_answer(question: Question, sort: str) -> str | None:
    return None if sort in ("lay", "roll") else "pass"


@attrs.frozen
class Play:
    """A response: who plays it, what it is (as an answer in the battle), and in which window."""

    seat: int
    answer: str
    window: str = "respond"


@attrs.frozen
class Staged:
    """A battle and everything that happens in it; the side of a shield has no faces."""

    battle: Battle
    faces: Faces
    plays: tuple[Play, ...] = ()

    @classmethod
    def with_one_roll_each(cls, battle: Battle, first: int, second: int) -> Staged:
        """Return a battle in which each side rolls once, if it rolls."""
        faces = [
            (face,) if side.spells else () for face, side in zip((first, second), battle.sides, strict=True)
        ]
        return cls(battle, (faces[0], faces[1]))

    def played(self) -> Played | None:
        """Return the battle as the engine plays it, or None if the rules do not allow it to go like this."""
        plan = Plan(SORTS, _default_answer, WINDOWS)
        for seat, side, faces in zip(ROLES, self.battle.sides, self.faces, strict=True):
            plan.add(seat, "lay", side.lay)
            for face in faces:
                plan.add(seat, "roll", face)
        for play in self.plays:
            plan.add(ROLES[play.seat], play.window, play.answer)
        game = staging.play_plan(lambda: Game(BattleStart(self.battle), rolls="ask"), plan)
        return None if game is None or not game.over or plan.unused_answers else Played(game, self)

    # -- the same battle with one change

    def with_side(self, seat: int, **changes: object) -> Staged:
        """Return the battle with another character, lay, objects or held cards on one side."""
        return attrs.evolve(self, battle=self.battle.with_side(seat, **changes))

    def with_held(self, seat: int, **numbers: int) -> Staged:
        """Return the battle with other numbers of response cards held by one side, by their words."""
        return self.with_side(seat, held=self.battle.sides[seat].held.with_counts(**numbers))

    def with_lay(self, seat: int, lay: Lay) -> Staged:
        """Return the battle with other cards laid by one side."""
        return self.with_side(seat, lay=lay)

    def with_faces(self, seat: int, *faces: int) -> Staged:
        """Return the battle with other rolls of one side."""
        both_faces = (faces, self.faces[1]) if seat == 0 else (self.faces[0], faces)
        return attrs.evolve(self, faces=both_faces)

    def with_last(self, seat: int, face: int) -> Staged:
        """Return the battle with another last roll of one side, which must have rolled."""
        return self.with_faces(seat, *self.faces[seat][:-1], face)

    def with_play(self, seat: int, answer: str, *faces: int) -> Staged:
        """Return the battle with one more response, after which that side rolls these faces."""
        staged = self.with_faces(seat, *self.faces[seat], *faces)
        return attrs.evolve(staged, plays=(*self.plays, Play(seat, answer)))

    def without_play(self, play: Play) -> Staged:
        """Return the battle without one response."""
        left = list(self.plays)
        left.remove(play)
        return attrs.evolve(self, plays=tuple(left))


def seat_of_role(role: str) -> int:
    """Return the seat that has this role in the rulings of a battle."""
    return ROLES.index(role)


@attrs.frozen(slots=False, eq=False)
class Played(staging.PlayedGame):
    """A staged battle after the engine has played it."""

    staged: Staged

    @cached_property
    def first_response_index(self) -> int:
        """Return the index of the first response, or of the end."""
        played = (
            place
            for place, entry in enumerate(self.entries)
            if entry.kind in WINDOWS and entry.answer != "pass"
        )
        return next(played, len(self.entries))

    @property
    def result(self) -> BattleResult:
        """Return the result of the battle."""
        result: BattleResult = self.game.result
        return result

    @property
    def decisive(self) -> Ruling:
        """Return the ruling that decided: critical results or points (TW-BAT-16, TW-BAT-17)."""
        return next(ruling for ruling in reversed(self.rulings()) if ruling.rule in DECIDING_RULES)

    def find_rulings(self, rule: str, seat: int | None = None) -> list[Ruling]:
        """Return the rulings of a rule or of one of its cases (`TW-BAT-3 rides`), about one side if given."""
        return [
            ruling
            for ruling in self.cited_rulings(rule)
            if seat is None or ruling.facts.get("side") == ROLES[seat]
        ]
