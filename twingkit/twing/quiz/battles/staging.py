"""Battles by chance, and battles with everything rolled and played in them, ready to be played out or changed
and played again.

A `Staged` battle is a line, the faces that each die shows in turn, and the responses in their order. The
engine plays it; what it then says is the only thing that a question knows about its answer.

What the learner sees is the table of `Item.table` after `Item.before`. Where no response is to come, all dice
lie there and the engine has settled the battle. So a picture of it shows cards, objects, cards held or played
and the dice as they fell, and keeps covered: sums, what a die counts and why, who won, and where cards and
Ornicles went.
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

# -- by chance: who fights with which element, with creatures or behind a shield

NUMBERS = (-4, -3, -2, -1, 0, 1, 2, 3, 4)
SYMBOLS = (SUN, CROSS, SPIRAL)

RESULTS = ("you", "you", "other", "other", "tie")
"""The results that battles are dealt for, repeated by their frequency."""

WON = ("you", "other")
"""The results where somebody wins."""

CLOSE = 4
"""The largest difference between the cards of the two sides."""

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
    """A battle by chance; None if the cards are too far apart.

    `own`: how likely a side fights with its own element (else the two differ), `units`: with creatures,
    `pairs`: with a mount and its rider among them; `shield`: the defender raises one.
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
    """One to three spells of an element, by the given chance with creatures beside them."""
    count = rng.choice((1, 2, 2, 3))
    spells = supply.spells(count, element)
    if rng.random() >= units:
        return Lay(spells)
    mounted = [supply.pair(element)] if rng.random() < pairs else []
    return Lay(spells, [*mounted, *supply.units(rng.randint(1, count) - len(mounted), element)])


def deal_shield(rng: random.Random, supply: Supply, element: str, pairs: float = 0.0) -> Lay:
    """A shield of an element."""
    mounted = [supply.pair(element)] if rng.random() < pairs else []
    return Lay((), [*mounted, *supply.units(rng.randint(2, 4) - len(mounted), element)])


def random_characters(rng: random.Random) -> tuple[str, str]:
    """Two different characters, the attacker's first."""
    first, second = rng.sample(ELEMENTS, 2)
    return first, second


def other_element(rng: random.Random, *not_these: str) -> str:
    """An element that is none of these."""
    return rng.choice([element for element in ELEMENTS if element not in not_these])


def random_seat(rng: random.Random) -> int:
    """The learner's seat: more often the attacker."""
    return int(rng.random() < 0.4)


def random_face(rng: random.Random, symbols: float = 0.3) -> int:
    """A number, now and then a Sun or a Cross."""
    return rng.choice((SUN, CROSS)) if rng.random() < symbols else rng.choice(NUMBERS)


# -- with everything that happens in them

Faces = tuple[tuple[int, ...], tuple[int, ...]]
"""The faces of each side's die, roll by roll, the attacker's first."""


WINDOWS = ("before_roll", "interrupt", "respond")
"""The kinds of questions that a response answers."""

SORTS = {"attack": "lay", "defend": "lay", "roll": "roll"} | {window: window for window in WINDOWS}
"""The kinds of questions of a battle, and what a plan calls the answers to them."""


def _default_answer(question: Question, sort: str) -> str | None:
    return None if sort in ("lay", "roll") else "pass"


@attrs.frozen
class Play:
    """A response: whose, what (as an answer of the battle), and in which window."""

    seat: int
    answer: str
    window: str = "respond"


@attrs.frozen
class Staged:
    """A battle and all that happens in it; a shield's side has no faces."""

    battle: Battle
    faces: Faces
    plays: tuple[Play, ...] = ()

    @classmethod
    def with_one_roll_each(cls, battle: Battle, first: int, second: int) -> Staged:
        """A battle in which each side rolls once, if it rolls."""
        faces = [
            (face,) if side.spells else () for face, side in zip((first, second), battle.sides, strict=True)
        ]
        return cls(battle, (faces[0], faces[1]))

    def played(self) -> Played | None:
        """The battle as the engine plays it; None where the rules do not let it go this way."""
        plan = Plan(SORTS, _default_answer, WINDOWS)
        for seat, side, faces in zip(ROLES, self.battle.sides, self.faces, strict=True):
            plan.add(seat, "lay", side.lay)
            for face in faces:
                plan.add(seat, "roll", face)
        for play in self.plays:
            plan.add(ROLES[play.seat], play.window, play.answer)
        game = staging.play_plan(lambda: Game(BattleStart(self.battle), rolls="ask"), plan)
        return None if game is None or not game.over or plan.unused_answers else Played(game, self)

    # -- the same, changed in one thing

    def with_side(self, seat: int, **changes: object) -> Staged:
        """With another character, lay, objects or held cards on one side."""
        return attrs.evolve(self, battle=self.battle.with_side(seat, **changes))

    def with_held(self, seat: int, **numbers: int) -> Staged:
        """With other numbers of some response cards held by one side, by their words."""
        return self.with_side(seat, held=self.battle.sides[seat].held.with_counts(**numbers))

    def with_lay(self, seat: int, lay: Lay) -> Staged:
        """With other cards laid by one side."""
        return self.with_side(seat, lay=lay)

    def with_faces(self, seat: int, *faces: int) -> Staged:
        """With other rolls of one side."""
        both_faces = (faces, self.faces[1]) if seat == 0 else (self.faces[0], faces)
        return attrs.evolve(self, faces=both_faces)

    def with_last(self, seat: int, face: int) -> Staged:
        """With another last roll of one side, which must have rolled."""
        return self.with_faces(seat, *self.faces[seat][:-1], face)

    def with_play(self, seat: int, answer: str, *faces: int) -> Staged:
        """With one response more, after which that side rolls these faces."""
        staged = self.with_faces(seat, *self.faces[seat], *faces)
        return attrs.evolve(staged, plays=(*self.plays, Play(seat, answer)))

    def without_play(self, play: Play) -> Staged:
        """Without one response."""
        left = list(self.plays)
        left.remove(play)
        return attrs.evolve(self, plays=tuple(left))


def seat_of_role(role: str) -> int:
    """The seat that rulings of a battle call by this role."""
    return ROLES.index(role)


@attrs.frozen(slots=False, eq=False)
class Played(staging.PlayedGame):
    """A staged battle after the engine played it."""

    staged: Staged

    @cached_property
    def first_response_index(self) -> int:
        """The place of the first response, or the end."""
        played = (
            place
            for place, entry in enumerate(self.entries)
            if entry.kind in WINDOWS and entry.answer != "pass"
        )
        return next(played, len(self.entries))

    @property
    def result(self) -> BattleResult:
        """The result of the battle."""
        result: BattleResult = self.game.result
        return result

    @property
    def decisive(self) -> Ruling:
        """The ruling that decided: the critical results or the points (TW-BAT-16, TW-BAT-17)."""
        return next(ruling for ruling in reversed(self.rulings()) if ruling.rule in DECIDING_RULES)

    def find_rulings(self, rule: str, seat: int | None = None) -> list[Ruling]:
        """The rulings of a rule or of one case (`TW-BAT-3 rides`), about one side if given."""
        return [
            ruling
            for ruling in self.cited_rulings(rule)
            if seat is None or ruling.facts.get("side") == ROLES[seat]
        ]
