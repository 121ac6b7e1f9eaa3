"""Losses of a battle while the person chooses them, and dice that cannot be read."""

from __future__ import annotations

import attrs

from twingkit.imperium.battle.rules.counts_in_words import unit_counts
from twingkit.imperium.battle.rules.force import Roster
from twingkit.imperium.battle.rules.losses.assign import HitLosses
from twingkit.imperium.battle.rules.questions import AssignHits
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.fleets import fleet_text
from twingkit_widgets.table.play.words import PlayFault


@attrs.define
class ChosenLosses:
    """A person's choice of losses: for each unit type, by index, how many units are destroyed and how many
    sustain damage.
    """

    destroyed: list[int]
    sustained: list[int]

    @classmethod
    def from_taken(cls, taken: HitLosses) -> ChosenLosses:
        """Return as `ChosenLosses` the destroyed and damaged units that an answer to `AssignHits` names."""
        return cls(list(taken.destroyed), list(taken.sustained))

    def copy(self) -> ChosenLosses:
        """Return an independent copy."""
        return ChosenLosses(self.destroyed[:], self.sustained[:])

    def counts(self, action: str) -> list[int]:
        """Return the number of units of each type that are destroyed (`action` "destroy") or damaged
        ("sustain"); raises `PlayFault` for any other action.
        """
        counts = {"destroy": self.destroyed, "sustain": self.sustained}.get(action)
        if counts is None:
            raise PlayFault("no_place")
        return counts

    def answer(self, question: AssignHits) -> HitLosses:
        """Return these losses as an answer."""
        return question.assignments.losses_with_excess_hits(self.sustained, self.destroyed)

    def text(self, roster: Roster) -> str:
        """Return the losses in one or two sentences."""
        words = rulebook().words
        sentences = [
            fleet_text(f"loss.{name}", units=words.format_fact(tuple(unit_counts(roster, counts))))
            for name, counts in (("destroyed", self.destroyed), ("sustained", self.sustained))
            if any(counts)
        ]
        return " ".join(sentences) or fleet_text("loss.nothing")

    def hits_taken(self, question: AssignHits) -> int:
        """Return the number of hits that these losses take."""
        return question.assignments.count_absorbed_hits(self.sustained, self.destroyed)

    def limit(self, question: AssignHits, action: str, type_index: int) -> int:
        """Return the largest number of units of a type that can be destroyed or sustain damage, depending on
        `action`.
        """
        ways = question.assignments
        if action == "destroy":
            return ways.force.count(type_index)
        return ways.force.fresh[type_index] if type_index in ways.able_indices else 0


@attrs.frozen
class InvalidDice:
    """An invalid text that was typed as a dice roll, with its error."""

    text: str
    fault: Exception

    def reason(self) -> str:
        """Return the error as text."""
        text: str = self.fault.text() if hasattr(self.fault, "text") else str(self.fault)
        return text
