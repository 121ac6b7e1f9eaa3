"""The steps of a battle followed through everything that can happen: the exact chances of what they leave.

The steps are those that a game plays. Here no player is asked: dice fall in every way, decisions get their
stated answer (IM-ODDS-1), and equal stands are merged after every step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from twingkit.core.play import Script
from twingkit.core.slices import BudgetError
from twingkit.imperium.battle.exact_odds.opening_dice import OpeningDice, dice_only
from twingkit.imperium.battle.rules.dice.combat_roll import FREE, NONFIGHTER, combat_roll
from twingkit.imperium.battle.rules.force import Fight, Force, State, fighters_land
from twingkit.imperium.battle.rules.ground import ground_combat
from twingkit.imperium.battle.rules.losses.assign import MOST_CANCELLED
from twingkit.imperium.battle.rules.questions import Decision, Throw
from twingkit.imperium.battle.rules.result import holder, winner
from twingkit.imperium.battle.rules.space import space_combat
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.texts.rulebook import rulebook

Step = Callable[[BattleTable], Script]


class Stand(NamedTuple):
    """The stand of a battle between two steps: both forces, the sides that have left, and the rule that
    stopped it."""

    state: State
    left: tuple[bool, bool] = (False, False)
    stopped: str = ""

    @classmethod
    def of(cls, table: BattleTable) -> Stand:
        """The stand of a table."""
        return cls(table.state, (table.left[0], table.left[1]), table.stopped)

    def table(self, fight: Fight, n: int, place: int = 0) -> BattleTable:
        """A table of this stand in round `n`, with the first steps of the round done."""
        table = BattleTable(fight, self.state, n)
        table.left, table.stopped, table.place = list(self.left), self.stopped, place
        return table

    @property
    def both(self) -> bool:
        """True if both sides have units that take part, so that the battle goes on."""
        (own, other), (left, away), stopped = self
        return not (stopped or left or away) and own.size > 0 and other.size > 0

    @property
    def winner(self) -> int | None:
        """The index of the side that has won, once the battle is over; None for a tie or a standoff."""
        return winner(*self)

    @property
    def holder(self) -> int | None:
        """The index of the side that is left alone, whether it has won or not."""
        return holder(*self)


Chances = dict[Stand, float]
"""The chance of every possible stand."""


def gather(parts: Iterable[tuple[Stand, float]]) -> Chances:
    """Stands with their chances, those that are alike taken together."""
    chances: Chances = {}
    for stand, chance in parts:
        chances[stand] = chances.get(stand, 0.0) + chance
    return chances


def outcome(chances: Mapping[Stand, float]) -> tuple[float, float, float]:
    """Win, tie and loss of the attacker from how a battle ends."""
    shares = {0: 0.0, None: 0.0, 1: 0.0}
    for stand, chance in chances.items():
        shares[stand.winner] += chance
    return shares[0], shares[None], shares[1]


class WalkError(BudgetError):
    """Odds that take more work than they may: more than `.most` walks through a step.

    >>> from twingkit.imperium.battle.exact_odds.odds import odds
    >>> odds("space: 3 dreadnought @ da vs 3 dreadnought @ da,dh", most=20)
    Traceback (most recent call last):
    ...
    twingkit.imperium.battle.exact_odds.steps_walk.WalkError: ...
    """

    def __init__(self, most: int) -> None:
        super().__init__("too_much_work", rulebook(), n=most)
        self.most = most


class StepsWalk:
    """A fight followed step by step; what was once followed is remembered.

    `most` is how many walks through a step are allowed before `WalkError` is raised; 0: any number. Without
    `throughout`, what comes before the first combat rolls is not walked if it is `dice_only`.
    """

    def __init__(self, fight: Fight, most: int = 0, throughout: bool = False) -> None:
        self.fight = fight
        self.most, self.walks = most, 0
        chapter = space_combat if fight.kind == "space" else ground_combat
        self.opening: tuple[Step, ...] = chapter.opening(fight)
        self._chapter = chapter
        self.last_named = _last_named(fight)
        """The last round that a one-shot effect names; 0 if none does."""
        self._dice = [
            OpeningDice(fight)
            if not throughout and all(dice_only(roster, n) for roster in fight.rosters)
            else None
            for n in (0, 1)
        ]
        """The dice for what needs no walk: the opening, and the first round up to its combat rolls."""
        self._rounds: dict[tuple[Stand, int], Chances] = {}
        self._rolls: dict[tuple[int, Force, Force, int], list[tuple[Force, float]]] = {}

    def spend(self, work: int) -> None:
        """Count work that is as much as so many walks; raises `WalkError` once it is too much."""
        self.walks += work
        if self.most and self.walks > self.most:
            raise WalkError(self.most)

    def steps(self, n: int) -> tuple[Step, ...]:
        """The steps of round `n`."""
        steps: tuple[Step, ...] = self._chapter.round_steps(self.fight, n)
        return steps

    def opened(self) -> Chances:
        """The chances of what the opening leaves (before the first round)."""
        if self._dice[0] is None:
            return self.through(self.opening, {Stand(self.fight.start()): 1.0}, 0)
        return {Stand(state): chance for state, chance in self._dice[0].opened().items()}

    @property
    def begun(self) -> OpeningDice | None:
        """All that comes before the first combat rolls, if it is nothing but dice and policies."""
        return self._dice[1]

    def before_rolls(self, chances: Mapping[Stand, float], n: int) -> Chances:
        """The stands before the combat rolls of round `n`, from stands with both sides there."""
        if n == 1 and self._dice[1] is not None:
            return gather(
                (stand._replace(state=(first, second)), chance * part * share)
                for stand, chance in chances.items()
                for own, other in (self._dice[1].barrages(stand.state),)
                for first, part in own.items()
                for second, share in other.items()
            )
        steps = self.steps(n)
        return self.through(steps[: steps.index(combat_roll(0))], chances, n, forget=False)

    def after_round(self, stand: Stand, n: int) -> Chances:
        """The chances of the stands after round `n`, from a stand in which both sides are there."""
        key = stand, min(n, max(self.last_named, 1) + 1)  # the first has steps of its own
        if key not in self._rounds:
            self._rounds[key] = self.through(self.steps(n), {stand: 1.0}, n)
        return self._rounds[key]

    def round(self, chances: Mapping[Stand, float], n: int) -> Chances:
        """The stands after round `n` from stands with these chances, all with both sides there."""
        return gather(
            (left, chance * part)
            for stand, chance in chances.items()
            for left, part in self.after_round(stand, n).items()
        )

    def ended(self, chances: Mapping[Stand, float], rounds: int) -> Chances:
        """The stands after the battle's ending; `rounds` is 0 if there was none."""
        animated = any(roster.with_hook("add_infantry_after") for roster in self.fight.rosters)
        if animated or fighters_land(self.fight):
            return self.through(ground_combat.ending(self.fight), chances, rounds)
        return dict(chances)

    def through(
        self, steps: Iterable[Step], begin: Mapping[Stand, float], n: int, forget: bool = True
    ) -> Chances:
        """The chances of the stands after these steps of round `n` (0: the opening), from stands with these
        chances.

        The notes of the round are kept only if the round goes on (`forget`).
        """
        chances = dict(begin)
        for position, step in enumerate(steps):
            chances = gather(
                (left, chance * part)
                for stand, chance in chances.items()
                for left, part in self._after(step, stand, n, position)
            )
        if not forget:
            return chances
        return gather((forgetting(stand), chance) for stand, chance in chances.items())

    def _after(self, step: Step, stand: Stand, n: int, position: int) -> Iterable[tuple[Stand, float]]:
        """The stands after one step from a stand, over all faces of its dice."""
        if step is combat_roll(0):
            return self._rolled(step, 0, stand, n, position)
        if step is combat_roll(1):
            return self._rolled(step, 1, stand, n, position)
        return self._walked(step, stand, n, position)

    def _rolled(
        self, step: Step, index: int, stand: Stand, n: int, position: int
    ) -> Iterable[tuple[Stand, float]]:
        """The same for a combat roll, which changes its own side's notes only and reads the other side's
        units at most, so that it is walked once for all that the other side may have noted."""
        state = stand.state
        own, other = state[index], state[1 - index]
        key = index, own, bare(other), n
        if key not in self._rolls:
            most = self.most_hits(1 - index, other)
            forces: dict[Force, float] = {}
            for left, chance in self._walked(step, stand, n, position):
                force = _at_most(left.state[index], most)
                forces[force] = forces.get(force, 0.0) + chance
            self._rolls[key] = list(forces.items())
        for force, chance in self._rolls[key]:
            yield stand._replace(state=(force, other) if index == 0 else (other, force)), chance

    def rolled(self, index: int, state: State, n: int) -> list[tuple[Force, float]]:
        """The force of a side after its combat roll of round `n`, with all hits that it made noted, and the
        chance of each case: more of them than this enemy could take may find another one."""
        walked = self._walked(combat_roll(index), Stand(state), n, 0)
        return [(stand.state[index], chance) for stand, chance in walked]

    def most_hits(self, index: int, force: Force) -> int:
        """More hits than this a side cannot take or cancel in a round, so that any number beyond is alike."""
        roster = self.fight.rosters[index]
        sustaining = sum(force.fresh[kind] for kind in roster.sustaining)
        cancelled = sum(use.effect.amount for use in roster.with_hook("cancel_hits"))
        worth = MOST_CANCELLED if roster.has("nes") else 1
        return force.size + worth * sustaining + cancelled

    def _walked(self, step: Step, stand: Stand, n: int, position: int) -> list[tuple[Stand, float]]:
        """The stands after one step from a stand, walked."""
        result: list[tuple[Stand, float]] = []
        waiting: list[tuple[tuple[object, ...], float]] = [((), 1.0)]
        while waiting:
            answers, chance = waiting.pop()
            self.spend(1)
            table = stand.table(self.fight, n, position)
            script = step(table)
            pending = list(answers)
            try:
                question = next(script)
                for answer in answers:
                    question = script.send(answer)
                while True:
                    if isinstance(question, Throw):
                        first, *others = question.outcomes()
                        waiting += [((*pending, thrown), chance * part) for thrown, part in others]
                        answer, part = first
                        chance *= part
                    else:
                        assert isinstance(question, Decision)
                        answer = question.stated()
                    pending.append(answer)
                    question = script.send(answer)
            except StopIteration:
                result.append((Stand.of(table), chance))
        return result


def _last_named(fight: Fight) -> int:
    uses = [use for roster in fight.rosters for use in roster.uses if use.effect.once]
    return max((use.round or use.effect.first for use in uses), default=0)


def forgetting(stand: Stand) -> Stand:
    """The stand without the notes that only the steps just done needed."""
    if any(force.now for force in stand.state):
        first, second = (force._replace(now=()) for force in stand.state)
        return stand._replace(state=(first, second))
    return stand


def both_there(chances: Chances) -> Chances:
    """Those of the stands in which both sides are there."""
    return {stand: chance for stand, chance in chances.items() if stand.both}


def _at_most(force: Force, most: int) -> Force:
    """The force with hits that it made noted up to a number only."""
    notes = tuple((name, min(n, most)) if name in (FREE, NONFIGHTER) else (name, n) for name, n in force.now)
    return force._replace(now=notes)


def bare(force: Force) -> Force:
    """The units alone, without the effects that were used on the way."""
    return Force(force.fresh, force.damaged) if force.spent or force.now else force
