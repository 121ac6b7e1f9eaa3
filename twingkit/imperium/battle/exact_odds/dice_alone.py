"""One round of independent sides that is not like the others: each stand with its own dice."""

from __future__ import annotations

from collections.abc import Iterator

from twingkit.imperium.battle.exact_odds.side_ladder import fall
from twingkit.imperium.battle.exact_odds.steps_walk import Chances, Stand
from twingkit.imperium.battle.rules.dice.combat_roll import combat_hits
from twingkit.imperium.battle.rules.force import Fight, Force


class DiceAlone:
    """Rounds of a fight with independent sides, each round by itself; what hits leave is remembered."""

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self._falls: dict[tuple[int, Force], list[Force]] = {}

    def fought(self, chances: Chances, n: int) -> Iterator[tuple[Stand, float]]:
        """The stands after the combat rolls of round `n`, from stands with these chances, each with its own
        dice."""
        rolls: dict[tuple[int, Force], list[float]] = {}
        for stand, chance in chances.items():
            if not stand.both:
                yield stand, chance
                continue
            for key in enumerate(stand.state):
                if key not in rolls:
                    rolls[key] = combat_hits(self.fight, stand.state, key[0], n)
            hits, taken = (rolls[key] for key in enumerate(stand.state))
            own, others = (self._fall(index, force) for index, force in enumerate(stand.state))
            for lost, part in enumerate(taken):
                left = own[min(lost, len(own) - 1)]
                for killed, share in enumerate(hits):
                    state = left, others[min(killed, len(others) - 1)]
                    yield Stand(state), chance * part * share

    def _fall(self, index: int, force: Force) -> list[Force]:
        """The forces that 0, 1, 2 … hits leave of a force, down to none."""
        key = index, force._replace(now=())
        if key not in self._falls:
            self._falls[key] = fall(self.fight, *key)
        return self._falls[key]
