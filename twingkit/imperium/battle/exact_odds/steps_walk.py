"""The steps of a battle followed through all possibilities: the exact chances of their results.

The steps are those of a game, but no player is asked: dice fall in every way, decisions get their default
answer (IM-ODDS-1), and equal situations are merged after every step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import ClassVar, NamedTuple

from twingkit.core.play import Script
from twingkit.core.slices import BudgetError, Slices
from twingkit.imperium.battle.exact_odds.chances import follow_chances, merge_chances
from twingkit.imperium.battle.exact_odds.opening_dice import DiceOnlyOpening, has_dice_only_opening
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.dice.combat_roll import FREE, NONFIGHTER, combat_roll_step
from twingkit.imperium.battle.rules.force import Fight, Force, ForcePair, fighters_join_landing
from twingkit.imperium.battle.rules.ground import ground_combat
from twingkit.imperium.battle.rules.losses.combat_hits import SUSTAINED_NOTE, TAKEN_NOTE
from twingkit.imperium.battle.rules.questions import assumed_outcomes
from twingkit.imperium.battle.rules.result import (
    BattleResult,
    attacker_retreats_in_standoff,
    remaining_side,
    winning_side_index,
)
from twingkit.imperium.battle.rules.space import space_combat
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.texts.rulebook import rulebook

Step = Callable[[BattleTable], Script]


class Situation(NamedTuple):
    """The state of a battle between two steps: forces, retreats, and the rule that stopped it."""

    state: ForcePair
    retreated: tuple[bool, bool] = (False, False)
    stopping_rule: str = ""

    @classmethod
    def from_table(cls, table: BattleTable) -> Situation:
        """Return the situation of a battle from its table."""
        return cls(table.state, (table.retreated[0], table.retreated[1]), table.stopping_rule)

    def to_table(
        self,
        fight: Fight,
        round_number: int,
        steps_done: int = 0,
        table_class: type[BattleTable] = BattleTable,
    ) -> BattleTable:
        """Return a table with this situation in a round, after the first `steps_done` steps of the round."""
        table = table_class(fight, self.state, round_number)
        table.retreated, table.stopping_rule = list(self.retreated), self.stopping_rule
        table.steps_done = steps_done
        return table

    @property
    def both_sides_remain(self) -> bool:
        """True if both sides have units that take part, so that the battle goes on."""
        (own, other), (left, away), stopped = self
        return not (stopped or left or away) and own.size > 0 and other.size > 0

    @property
    def winner(self) -> int | None:
        """The index of the side that has won, once the battle is over; None for a tie or a standoff."""
        return winning_side_index(*self)

    @property
    def remaining_side(self) -> int | None:
        """The index of the side left alone, even if it has not won; None if both or neither are left."""
        return remaining_side(*self)

    def result(self, fight: Fight) -> BattleResult:
        """Return the result of a battle that ends here; its number of rounds is 0."""
        return BattleResult(self.winner, 0, *self, fight=fight)


Chances = dict[Situation, float]
"""Situations with their chances."""


def win_tie_loss(chances: Mapping[Situation, float]) -> tuple[float, float, float]:
    """Return the attacker's chances to win, tie and lose, given the chances of the situations at the end."""
    shares = {0: 0.0, None: 0.0, 1: 0.0}
    for situation, chance in chances.items():
        shares[situation.winner] += chance
    return shares[0], shares[None], shares[1]


def split_ended(chances: Mapping[Situation, float]) -> tuple[Chances, Chances]:
    """Split situations into ended battles and those in which both sides remain."""
    over = {situation: chance for situation, chance in chances.items() if not situation.both_sides_remain}
    return over, {situation: chance for situation, chance in chances.items() if situation.both_sides_remain}


class WalkBudgetError(BudgetError):
    """The error for odds that take too much work: more than `.max_walks` walks through a step.

    >>> from twingkit.imperium.battle.exact_odds.odds import odds
    >>> odds("space: 3 dreadnought @ da vs 3 dreadnought @ da,dh", max_walks=20)
    Traceback (most recent call last):
    ...
    twingkit.imperium.battle.exact_odds.steps_walk.WalkBudgetError: ...
    """

    def __init__(self, max_walks: int) -> None:
        super().__init__("too_much_work", rulebook(), n=max_walks)
        self.max_walks = max_walks


class StepsWalk:
    """A walk through the steps and dice of a fight that computes the chances of all situations, with cached
    results.

    More than `max_walks` walks through a step raise `WalkBudgetError` (0: no limit). Without `walks_opening`,
    the steps before the first combat rolls are not walked if `has_dice_only_opening` allows it.
    """

    table_class: ClassVar[type[BattleTable]] = BattleTable
    """The class of the tables on which the steps are played."""

    def __init__(self, fight: Fight, max_walks: int = 0, walks_opening: bool = False) -> None:
        self.fight = fight
        self.max_walks, self.walks = max_walks, 0
        chapter = space_combat if fight.kind == "space" else ground_combat
        self.opening: tuple[Step, ...] = chapter.opening(fight)
        self._chapter = chapter
        uses = [use for roster in fight.rosters for use in roster.effect_uses if use.effect.is_one_shot]
        self.last_named_round = max((use.round or use.effect.default_round for use in uses), default=0)
        """The last round that a one-shot effect names; 0 if none does."""
        self._dice = [
            DiceOnlyOpening(fight)
            if not walks_opening and all(has_dice_only_opening(roster, n) for roster in fight.rosters)
            else None
            for n in (0, 1)
        ]
        """The dice of the parts that need no walk: the opening, and the first round up to its combat
        rolls."""
        self._rounds: dict[tuple[Situation, int], Chances] = {}
        self._rolls: dict[tuple[int, Force, Force, int], list[tuple[Force, float]]] = {}

    def add_work(self, work: int) -> None:
        """Add `work`, measured in walks, to the work done. Raises `WalkBudgetError` if the total exceeds
        the limit.
        """
        self.walks += work
        if self.max_walks and self.walks > self.max_walks:
            raise WalkBudgetError(self.max_walks)

    def steps(self, round_number: int) -> tuple[Step, ...]:
        """Return the steps of a round in their order, without those for effects that no side has."""
        steps: tuple[Step, ...] = self._chapter.round_steps(self.fight, round_number)
        return steps

    def after_opening(self) -> Chances:
        """Return the chances of the situations after the opening (before the first round)."""
        if self._dice[0] is None:
            return self.after_steps(self.opening, {Situation(self.fight.starting_forces()): 1}, 0)
        return {Situation(state): chance for state, chance in self._dice[0].after_opening().items()}

    @property
    def opening_dice(self) -> DiceOnlyOpening | None:
        """The dice rolled before the first combat rolls, or None if the opening depends on more than dice and
        policies.
        """
        return self._dice[1]

    def before_combat_rolls(self, chances: Mapping[Situation, float], round_number: int) -> Chances:
        """Return the chances of the situations before the combat rolls of a round.

        `chances` holds the situations at its start; both sides must remain in all of them.
        """
        if round_number == 1 and self._dice[1] is not None:
            return merge_chances(
                (situation._replace(state=(first, second)), chance * part * share)
                for situation, chance in chances.items()
                for own, other in (self._dice[1].after_barrages(situation.state),)
                for first, part in own.items()
                for second, share in other.items()
            )
        steps = self.steps(round_number)
        return self.after_steps(
            steps[: steps.index(combat_roll_step(0))], chances, round_number, drops_round_notes=False
        )

    def after_round(self, situation: Situation, round_number: int) -> Chances:
        """Return the chances of the situations after a round that starts in one given situation.

        Both sides must remain in it.
        """
        key = situation, self.round_key(round_number)
        if key not in self._rounds:
            self._rounds[key] = self.after_steps(self.steps(round_number), {situation: 1}, round_number)
        return self._rounds[key]

    def round_key(self, round_number: int) -> int:
        """Return a number that is the same for all rounds with the same steps."""
        return min(round_number, max(self.last_named_round, 1) + 1)  # the first has additional steps

    def advance_round(self, chances: Mapping[Situation, float], round_number: int) -> Chances:
        """Return the chances of the situations after a round, given the chances of the situations before it.

        Both sides must remain in all of them.
        """
        return follow_chances(chances, lambda situation: self.after_round(situation, round_number).items())

    def after_ending(self, chances: Mapping[Situation, float], last_round_number: int) -> Chances:
        """Return the chances of the situations after the steps that follow the last round.

        `last_round_number` is 0 if no round was fought.
        """
        animated = any(roster.effects_with_hook("add_infantry_after") for roster in self.fight.rosters)
        if animated or fighters_join_landing(self.fight):
            return self.after_steps(ground_combat.ending(self.fight), chances, last_round_number)
        return dict(chances)

    def after_steps(
        self,
        steps: Iterable[Step],
        start_chances: Mapping[Situation, float],
        round_number: int,
        drops_round_notes: bool = True,
    ) -> Chances:
        """Return the chances of the situations after these steps of a round (0: the opening).

        `start_chances` holds the situations before the steps, with their chances. With `drops_round_notes`
        the notes of the round are dropped at the end.
        """
        chances = dict(start_chances)
        for position, step in enumerate(steps):
            chances = follow_chances(
                chances, partial(self._after, step, round_number=round_number, position=position)
            )
        if not drops_round_notes:
            return chances
        return merge_chances(
            (without_round_notes(situation), chance) for situation, chance in chances.items()
        )

    def _after(
        self, step: Step, situation: Situation, round_number: int, position: int
    ) -> Iterable[tuple[Situation, float]]:
        """Return the possible situations after one step, with their chances over all results of its dice."""
        if step is combat_roll_step(0):
            return self._situations_after_roll(step, 0, situation, round_number, position)
        if step is combat_roll_step(1):
            return self._situations_after_roll(step, 1, situation, round_number, position)
        return self._walk_step(step, situation, round_number, position)

    def _situations_after_roll(
        self, step: Step, side_index: int, situation: Situation, round_number: int, position: int
    ) -> Iterable[tuple[Situation, float]]:
        """Return the possible situations after the combat roll of a side, with their chances.

        A combat roll changes only its own side's notes and reads at most the other side's units, so it is
        walked once for all notes that the other side may have.
        """
        state = situation.state
        own, other = state[side_index], state[1 - side_index]
        key = side_index, own, units_only(other), round_number
        if key not in self._rolls:
            most = self.max_absorbed_hits(1 - side_index, other)
            forces = merge_chances(
                (_at_most(left.state[side_index], most), chance)
                for left, chance in self._walk_step(step, situation, round_number, position)
            )
            self._rolls[key] = list(forces.items())
        for force, chance in self._rolls[key]:
            yield situation._replace(state=(force, other) if side_index == 0 else (other, force)), chance

    def own_forces_after_roll(
        self, side_index: int, state: ForcePair, round_number: int
    ) -> list[tuple[Force, float]]:
        """Return the forces that a side may have after its combat roll, each with the hits it made noted in
        it, and their chances.

        No hit is assigned yet; more hits than this enemy could take are kept, since another enemy may take
        them.
        """
        walked = self._walk_step(combat_roll_step(side_index), Situation(state), round_number, 0)
        return [(situation.state[side_index], chance) for situation, chance in walked]

    def max_absorbed_hits(self, side_index: int, force: Force) -> int:
        """Return the maximum number of hits that a side can take or cancel in a round."""
        roster = self.fight.rosters[side_index]
        sustaining = sum(force.fresh[kind] for kind in roster.sustaining_indices)
        cancelled = sum(use.effect.amount for use in roster.effects_with_hook("cancel_hits"))
        return force.size + roster.hits_per_sustain * sustaining + cancelled

    def outcomes(self, question: object) -> Sequence[tuple[object, float]]:
        """Return all results of a roll with their chances, or the default answer."""
        return assumed_outcomes(question)

    def _walk_step(
        self, step: Step, situation: Situation, round_number: int, position: int
    ) -> list[tuple[Situation, float]]:
        result: list[tuple[Situation, float]] = []
        waiting: list[tuple[tuple[object, ...], float]] = [((), 1)]
        while waiting:
            answers, chance = waiting.pop()
            self.add_work(1)
            table = situation.to_table(self.fight, round_number, position, self.table_class)
            script = step(table)
            pending = list(answers)
            try:
                question = next(script)
                for answer in answers:
                    question = script.send(answer)
                while True:
                    (answer, part), *others = self.outcomes(question)
                    waiting += [((*pending, other), chance * share) for other, share in others]
                    chance *= part
                    pending.append(answer)
                    question = script.send(answer)
            except StopIteration:
                result.append((Situation.from_table(table), chance))
        return result


def without_round_notes(situation: Situation) -> Situation:
    """Return the situation without the notes that both forces keep during a round."""
    if any(force.round_notes for force in situation.state):
        first, second = (force._replace(round_notes=()) for force in situation.state)
        return situation._replace(state=(first, second))
    return situation


def settle_standoff(battle: Battle, situation: Situation) -> Situation:
    """Return the final situation of a battle, in which the attacker has retreated if a standoff in space
    requires it (IM-ODDS-4).
    """
    if situation.both_sides_remain and attacker_retreats_in_standoff(battle):
        return situation._replace(retreated=(True, False))
    return situation


def _at_most(force: Force, most: int) -> Force:
    notes = tuple(
        (name, min(n, most)) if name in (FREE, NONFIGHTER) else (name, n) for name, n in force.round_notes
    )
    return force._replace(round_notes=notes)


def units_only(force: Force) -> Force:
    """Return the force with its units only, without used effects and notes."""
    return Force(force.fresh, force.damaged) if force.used_effects or force.round_notes else force


_HIT_NOTES = {"sustained": SUSTAINED_NOTE, "taken": TAKEN_NOTE}
"""The kinds of hits that are counted, each with the note for it."""

MIN_UNDECIDED_CHANCE = 1e-12
"""The rounds end when at most this chance is still undecided."""

EndWithHits = tuple[Situation, int]
"""A situation, with the number of hits taken up to it."""


class _NotingTable(BattleTable):
    """A table that notes the hits of each side."""

    __slots__ = ()
    notes_hits: ClassVar[bool] = True


class HitCountingWalk(StepsWalk):
    """A walk through the steps of a fight that counts one side's hits of one kind (a key of `_HIT_NOTES`).

    A battle's end does not tell how many hits a unit sustained before it was destroyed or repaired. So the
    steps are walked with every hit noted.
    """

    table_class = _NotingTable

    def __init__(self, fight: Fight, side_index: int, kind: str) -> None:
        super().__init__(fight, walks_opening=True)
        self.side_index, self.note = side_index, _HIT_NOTES[kind]
        self._counted: dict[tuple[Situation, int], list[tuple[EndWithHits, float]]] = {}
        self._stuck: dict[tuple[Situation, int], bool] = {}

    def round_with_hits(self, situation: Situation, round_number: int) -> list[tuple[EndWithHits, float]]:
        """Return the situations after a round, each with the hits in that round and its chance."""
        key = situation, self.round_key(round_number)
        if key not in self._counted:
            after = self.after_steps(
                self.steps(round_number), {situation: 1.0}, round_number, drops_round_notes=False
            )
            self._counted[key] = list(self._without_notes(after).items())
        return self._counted[key]

    def _without_notes(self, chances: Chances) -> dict[EndWithHits, float]:
        """Return the chances of situations, with the hits counted in their notes given separately."""
        return merge_chances(
            ((without_round_notes(end), sum(end.state[self.side_index].noted_numbers(self.note))), chance)
            for end, chance in chances.items()
        )

    def is_stuck(self, situation: Situation, round_number: int) -> bool:
        """True if no later round changes the situation (IM-ODDS-4)."""
        key = situation, self.round_key(round_number)
        if key not in self._stuck:
            self._stuck[key] = round_number > self.last_named_round and all(
                then == situation
                for m in (round_number, round_number + 1)
                for (then, _), _ in self.round_with_hits(situation, m)
            )
        return self._stuck[key]

    def ends_in_slices(self) -> Slices[Mapping[EndWithHits, float]]:
        """Compute in slices the ends of the battle, each with the hits taken in it and its chance."""
        over: dict[EndWithHits, float] = {}
        start: Chances = {Situation(self.fight.starting_forces()): 1.0}
        open_ = self._without_notes(self.after_steps(self.opening, start, 0, drops_round_notes=False))
        n = 0
        while open_:
            after: dict[EndWithHits, float] = {}
            for (situation, hits), chance in open_.items():
                yield 0.0  # how much of the work is done is not known
                if not situation.both_sides_remain or self.is_stuck(situation, n + 1):
                    settled = settle_standoff(self.fight.battle, situation)
                    for end, part in self.after_ending({settled: 1.0}, min(n, 1)).items():
                        over[end, hits] = over.get((end, hits), 0.0) + chance * part
                    continue
                for (then, more), part in self.round_with_hits(situation, n + 1):
                    key = then, hits + more
                    after[key] = after.get(key, 0.0) + chance * part
            open_, n = after, n + 1
            if sum(after.values()) < MIN_UNDECIDED_CHANCE:
                break
        return over
