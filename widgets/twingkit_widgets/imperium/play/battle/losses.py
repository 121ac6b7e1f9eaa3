"""Losses of a battle of fleets while they are chosen."""

from __future__ import annotations

import attrs

from twingkit.imperium.battle.rules.counted import counted
from twingkit.imperium.battle.rules.force import Roster
from twingkit.imperium.battle.rules.losses.assign import Taken
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
    def of(cls, taken: Taken) -> Losses:
        """Those of an answer."""
        return cls(list(taken.destroyed), list(taken.sustained))

    def copy(self) -> Losses:
        """The same, to be changed."""
        return Losses(self.destroyed[:], self.sustained[:])

    def counts(self, way: str) -> list[int]:
        """The counts of "destroy" or "sustain"; raises `PlayFault` for anything else."""
        if way not in ("destroy", "sustain"):
            raise PlayFault("no_place")
        return self.destroyed if way == "destroy" else self.sustained

    def answer(self, asked: Assign) -> Taken:
        """These losses as an answer."""
        return asked.ways.taken(self.sustained, self.destroyed)

    def text(self, roster: Roster) -> str:
        """Return what is lost, in a sentence or two."""
        words = rulebook().words
        sentences = [
            fleet_say(f"loss.{name}", units=words.label(tuple(counted(roster, counts))))
            for name, counts in (("destroyed", self.destroyed), ("sustained", self.sustained))
            if any(counts)
        ]
        return " ".join(sentences) or fleet_say("loss.nothing")

    def hits(self, asked: Assign) -> int:
        """Return how many hits they take."""
        return asked.ways.hits_taken(self.sustained, self.destroyed)

    def limit(self, asked: Assign, way: str, place: int) -> int:
        """Return how many units of a kind can be lost in this way at most."""
        ways = asked.ways
        if way == "destroy":
            return ways.force.count(place)
        return ways.force.fresh[place] if place in ways.able else 0
