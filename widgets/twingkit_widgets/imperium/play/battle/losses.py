"""Losses of a battle of fleets while they are chosen."""

from __future__ import annotations

import attrs

from twingkit.imperium.battle.rules.counts_in_words import unit_counts
from twingkit.imperium.battle.rules.force import Roster
from twingkit.imperium.battle.rules.losses.assign import HitLosses
from twingkit.imperium.battle.rules.questions import Assign
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.fleets import fleet_say
from twingkit_widgets.table.play.words import PlayFault


@attrs.define
class Losses:
    """Losses being chosen: how many of each kind (by place) are destroyed and how many sustain damage."""

    destroyed: list[int]
    sustained: list[int]

    @classmethod
    def from_taken(cls, taken: HitLosses) -> Losses:
        """Those of an answer."""
        return cls(list(taken.destroyed), list(taken.sustained))

    def copy(self) -> Losses:
        """The same, to be changed."""
        return Losses(self.destroyed[:], self.sustained[:])

    def counts(self, action: str) -> list[int]:
        """The counts of "destroy" or "sustain"; raises `PlayFault` for anything else."""
        if action not in ("destroy", "sustain"):
            raise PlayFault("no_place")
        return self.destroyed if action == "destroy" else self.sustained

    def answer(self, asked: Assign) -> HitLosses:
        """These losses as an answer."""
        return asked.assignments.losses(self.sustained, self.destroyed)

    def text(self, roster: Roster) -> str:
        """Return the losses in a sentence or two."""
        words = rulebook().words
        sentences = [
            fleet_say(f"loss.{name}", units=words.label(tuple(unit_counts(roster, counts))))
            for name, counts in (("destroyed", self.destroyed), ("sustained", self.sustained))
            if any(counts)
        ]
        return " ".join(sentences) or fleet_say("loss.nothing")

    def hits(self, asked: Assign) -> int:
        """Return how many hits they take."""
        return asked.assignments.count_hits(self.sustained, self.destroyed)

    def limit(self, asked: Assign, action: str, place: int) -> int:
        """Return how many units of a kind can be lost in this way at most."""
        ways = asked.assignments
        if action == "destroy":
            return ways.force.count(place)
        return ways.force.fresh[place] if place in ways.able else 0
