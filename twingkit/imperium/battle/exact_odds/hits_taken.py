"""The hits that each side takes in a battle: those that Sustain Damage cancels, and all that find a unit.

A battle's end does not tell how many hits a unit sustained before it was destroyed or repaired. So the steps
are walked as in `steps_walk`, with every hit noted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from twingkit.core.slices import Slices
from twingkit.imperium.battle.exact_odds.chances import merge_chances
from twingkit.imperium.battle.exact_odds.steps_walk import (
    Chances,
    Situation,
    StepsWalk,
    settle_standoff,
    without_round_notes,
)
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.losses.combat_hits import ABSORBED_NOTE, SUSTAINED_NOTE
from twingkit.imperium.battle.rules.table import BattleTable

_HIT_NOTES = {"sustained": SUSTAINED_NOTE, "absorbed": ABSORBED_NOTE}
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
    """A walk through the steps of a fight that counts one side's hits of one kind (a key of `HIT_NOTES`)."""

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
            (
                (without_round_notes(end), sum(end.state[self.side_index].noted_numbers(self.note))),
                chance,
            )
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
