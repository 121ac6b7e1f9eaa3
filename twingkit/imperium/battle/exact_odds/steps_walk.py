"""The steps of a battle followed through everything that can happen: the exact chances of what they leave.

The steps are those that a game plays. Here no player is asked: dice fall in every way, decisions get their
stated answer (IM-ODDS-1), and equal stands are merged after every step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from twingkit.core.play import Script
from twingkit.core.slices import BudgetError
from twingkit.imperium.battle.exact_odds.opening_dice import OpeningDice, has_only_dice
from twingkit.imperium.battle.rules.dice.combat_roll import FREE, NONFIGHTER, combat_roll
from twingkit.imperium.battle.rules.force import Fight, Force, ForcePair, fighters_join_landing
from twingkit.imperium.battle.rules.ground import ground_combat
from twingkit.imperium.battle.rules.losses.assign import MOST_CANCELLED
from twingkit.imperium.battle.rules.questions import Decision, Throw
from twingkit.imperium.battle.rules.result import remaining_side, winner
from twingkit.imperium.battle.rules.space import space_combat
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.texts.rulebook import rulebook

Step = Callable[[BattleTable], Script]


class Situation(NamedTuple):
    """The stand of a battle between two steps: both forces, the sides that have left, and the rule that
    stopped it."""

    state: ForcePair
    left: tuple[bool, bool] = (False, False)
    stopped: str = ""

    @classmethod
    def from_table(cls, table: BattleTable) -> Situation:
        """The stand of a table."""
        return cls(table.state, (table.left[0], table.left[1]), table.stopped)

    def table(self, fight: Fight, n: int, place: int = 0) -> BattleTable:
        """A table of this stand in round `n`, with the first steps of the round done."""
        table = BattleTable(fight, self.state, n)
        table.left, table.stopped, table.place = list(self.left), self.stopped, place
        return table

    @property
    def both_sides_remain(self) -> bool:
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
        return remaining_side(*self)


Chances = dict[Situation, float]
"""The chance of every possible stand."""


def gather(parts: Iterable[tuple[Situation, float]]) -> Chances:
    """Stands with their chances, those that are alike taken together."""
    chances: Chances = {}
    for situation, chance in parts:
        chances[situation] = chances.get(situation, 0.0) + chance
    return chances


def outcome(chances: Mapping[Situation, float]) -> tuple[float, float, float]:
    """Win, tie and loss of the attacker from how a battle ends."""
    shares = {0: 0.0, None: 0.0, 1: 0.0}
    for situation, chance in chances.items():
        shares[situation.winner] += chance
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
    `throughout`, what comes before the first combat rolls is not walked if it is `has_only_dice`.
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
            if not throughout and all(has_only_dice(roster, n) for roster in fight.rosters)
            else None
            for n in (0, 1)
        ]
        """The dice for what needs no walk: the opening, and the first round up to its combat rolls."""
        self._rounds: dict[tuple[Situation, int], Chances] = {}
        self._rolls: dict[tuple[int, Force, Force, int], list[tuple[Force, float]]] = {}

    def count_work(self, work: int) -> None:
        """Count work that is as much as so many walks; raises `WalkError` once it is too much."""
        self.walks += work
        if self.most and self.walks > self.most:
            raise WalkError(self.most)

    def steps(self, n: int) -> tuple[Step, ...]:
        """The steps of round `n`."""
        steps: tuple[Step, ...] = self._chapter.round_steps(self.fight, n)
        return steps

    def after_opening(self) -> Chances:
        """The chances of what the opening leaves (before the first round)."""
        if self._dice[0] is None:
            return self.after_steps(self.opening, {Situation(self.fight.start()): 1.0}, 0)
        return {Situation(state): chance for state, chance in self._dice[0].after_opening().items()}

    @property
    def opening_dice(self) -> OpeningDice | None:
        """All that comes before the first combat rolls, if it is nothing but dice and policies."""
        return self._dice[1]

    def before_rolls(self, chances: Mapping[Situation, float], n: int) -> Chances:
        """The stands before the combat rolls of round `n`, from stands with both sides there."""
        if n == 1 and self._dice[1] is not None:
            return gather(
                (situation._replace(state=(first, second)), chance * part * share)
                for situation, chance in chances.items()
                for own, other in (self._dice[1].barrages(situation.state),)
                for first, part in own.items()
                for second, share in other.items()
            )
        steps = self.steps(n)
        return self.after_steps(steps[: steps.index(combat_roll(0))], chances, n, forget=False)

    def after_round(self, situation: Situation, n: int) -> Chances:
        """The chances of the stands after round `n`, from a stand in which both sides are there."""
        key = situation, min(n, max(self.last_named, 1) + 1)  # the first has steps of its own
        if key not in self._rounds:
            self._rounds[key] = self.after_steps(self.steps(n), {situation: 1.0}, n)
        return self._rounds[key]

    def round(self, chances: Mapping[Situation, float], n: int) -> Chances:
        """The stands after round `n` from stands with these chances, all with both sides there."""
        return gather(
            (left, chance * part)
            for situation, chance in chances.items()
            for left, part in self.after_round(situation, n).items()
        )

    def after_ending(self, chances: Mapping[Situation, float], rounds: int) -> Chances:
        """The stands after the battle's ending; `rounds` is 0 if there was none."""
        animated = any(roster.with_hook("add_infantry_after") for roster in self.fight.rosters)
        if animated or fighters_join_landing(self.fight):
            return self.after_steps(ground_combat.ending(self.fight), chances, rounds)
        return dict(chances)

    def after_steps(
        self, steps: Iterable[Step], begin: Mapping[Situation, float], n: int, forget: bool = True
    ) -> Chances:
        """The chances of the stands after these steps of round `n` (0: the opening), from stands with these
        chances.

        The notes of the round are kept only if the round goes on (`forget`).
        """
        chances = dict(begin)
        for position, step in enumerate(steps):
            chances = gather(
                (left, chance * part)
                for situation, chance in chances.items()
                for left, part in self._after(step, situation, n, position)
            )
        if not forget:
            return chances
        return gather((without_notes(situation), chance) for situation, chance in chances.items())

    def _after(
        self, step: Step, situation: Situation, n: int, position: int
    ) -> Iterable[tuple[Situation, float]]:
        """The stands after one step from a stand, over all faces of its dice."""
        if step is combat_roll(0):
            return self._rolled(step, 0, situation, n, position)
        if step is combat_roll(1):
            return self._rolled(step, 1, situation, n, position)
        return self._walked(step, situation, n, position)

    def _rolled(
        self, step: Step, index: int, situation: Situation, n: int, position: int
    ) -> Iterable[tuple[Situation, float]]:
        """The same for a combat roll, which changes its own side's notes only and reads the other side's
        units at most, so that it is walked once for all that the other side may have noted."""
        state = situation.state
        own, other = state[index], state[1 - index]
        key = index, own, units_only(other), n
        if key not in self._rolls:
            most = self.most_hits(1 - index, other)
            forces: dict[Force, float] = {}
            for left, chance in self._walked(step, situation, n, position):
                force = _at_most(left.state[index], most)
                forces[force] = forces.get(force, 0.0) + chance
            self._rolls[key] = list(forces.items())
        for force, chance in self._rolls[key]:
            yield situation._replace(state=(force, other) if index == 0 else (other, force)), chance

    def after_own_roll(self, index: int, state: ForcePair, n: int) -> list[tuple[Force, float]]:
        """The force of a side after its combat roll of round `n`, with all hits that it made noted, and the
        chance of each case: more of them than this enemy could take may find another one."""
        walked = self._walked(combat_roll(index), Situation(state), n, 0)
        return [(situation.state[index], chance) for situation, chance in walked]

    def most_hits(self, index: int, force: Force) -> int:
        """More hits than this a side cannot take or cancel in a round, so that any number beyond is alike."""
        roster = self.fight.rosters[index]
        sustaining = sum(force.fresh[kind] for kind in roster.sustaining)
        cancelled = sum(use.effect.amount for use in roster.with_hook("cancel_hits"))
        worth = MOST_CANCELLED if roster.has("nes") else 1
        return force.size + worth * sustaining + cancelled

    def _walked(
        self, step: Step, situation: Situation, n: int, position: int
    ) -> list[tuple[Situation, float]]:
        """The stands after one step from a stand, walked."""
        result: list[tuple[Situation, float]] = []
        waiting: list[tuple[tuple[object, ...], float]] = [((), 1.0)]
        while waiting:
            answers, chance = waiting.pop()
            self.count_work(1)
            table = situation.table(self.fight, n, position)
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
                        answer = question.stated_answer()
                    pending.append(answer)
                    question = script.send(answer)
            except StopIteration:
                result.append((Situation.from_table(table), chance))
        return result


def _last_named(fight: Fight) -> int:
    uses = [use for roster in fight.rosters for use in roster.uses if use.effect.once]
    return max((use.round or use.effect.first for use in uses), default=0)


def without_notes(situation: Situation) -> Situation:
    """The stand without the notes that only the steps just done needed."""
    if any(force.now for force in situation.state):
        first, second = (force._replace(now=()) for force in situation.state)
        return situation._replace(state=(first, second))
    return situation


def with_both_sides(chances: Chances) -> Chances:
    """Those of the stands in which both sides are there."""
    return {situation: chance for situation, chance in chances.items() if situation.both_sides_remain}


def _at_most(force: Force, most: int) -> Force:
    """The force with hits that it made noted up to a number only."""
    notes = tuple((name, min(n, most)) if name in (FREE, NONFIGHTER) else (name, n) for name, n in force.now)
    return force._replace(now=notes)


def units_only(force: Force) -> Force:
    """The units alone, without the effects that were used on the way."""
    return Force(force.fresh, force.damaged) if force.spent or force.now else force
