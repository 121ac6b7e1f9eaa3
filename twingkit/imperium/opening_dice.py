"""Openings that are dice and policies and nothing else: what they leave, without a walk through their steps.

Space Cannon, Anti-Fighter Barrage and Bombardment only throw dice whose hits are assigned by policy. So the
forces with which a battle begins follow from the volleys of the chapters at once (IM-SPACE-2, IM-SPACE-4,
IM-INV-1, IM-INV-4). `dice_only` is the one place that says where this is so. Whatever is not listed here is
taken to do more: an effect nobody thought of is walked, slowly, but right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from twingkit.imperium.assign import MOST_CANCELLED, Load, by_policy, may_sustain
from twingkit.imperium.barrage import barrage_load, barrage_volley
from twingkit.imperium.bombardment import bombardment_load, bombardment_volley, spared
from twingkit.imperium.effect_list import Effect, effects
from twingkit.imperium.force import Fight, Force, Roster, State
from twingkit.imperium.space_cannon import cannon_load, cannon_volley
from twingkit.imperium.volley import Dice, Thrown, Volley

READ_BY_DICE = frozenset(
    {
        # volleys
        "cannon_penalty", "cannon_nonfighter", "extra_cannon", "extra_die", "no_cannon", "no_bombardment",
        "lift_shield",
        # what can sustain, and how many hits that cancels
        "double_sustain", "bar_warsuns",
    }
)  # fmt: skip
"""Hooks that the volleys and the assignment of hits read; they do nothing else in an opening."""

FROM_THE_ROLLS_ON = frozenset(
    {
        "combat_bonus", "reroll_misses", "reroll_or_die", "nudge_dice", "extra_hits", "lead_bonus",
        "aim_nonfighter", "dice_by_enemy", "fighters_as_ground_forces", "hit_back", "cancel_hits",
        "last_shot", "repair_one", "harrow", "devotion", "sacrifice_dreadnought", "immune",
        # after the battle, what only speaks, and a card against what the odds never do
        "after", "add_infantry_after", "revive", "suppress", "bar_retreat",
    }
)  # fmt: skip
"""Hooks that do nothing before the first combat rolls, but for what stands below."""

AT_A_ROUNDS_START = frozenset({"combat_bonus", "repair_all", "no_rolls", "leave"})
"""Hooks of one-shot effects that can do something between a round's start and its combat rolls."""


def dice_only(roster: Roster, n: int) -> bool:
    """Whether a side brings nothing but dice and its policy to the opening (`n` = 0), or to all that comes
    before the combat rolls of the first round (`n` = 1). Both sides must for it to hold in a battle.

    >>> from twingkit.imperium.notation import Battle
    >>> for effects in ("ps", "mb", "mb:2", "mjets"):
    ...     fight = Fight.of(Battle.parse(f"space: 2 destroyer 1 pds @ {effects} vs 4 fighter"))
    ...     print(effects, [dice_only(fight.rosters[0], n) for n in (0, 1)])
    ps [True, True]
    mb [True, False]
    mb:2 [True, True]
    mjets [False, False]
    """
    specials = (effects().get(unit.id) for unit in roster.units)
    return all(_only_dice(use.effect, use.round or use.effect.first, n) for use in roster.uses) and all(
        _only_dice(special, 0, n) for special in specials if special is not None
    )


def _only_dice(effect: Effect, named: int, n: int) -> bool:
    """Whether an effect of which a line names this round (0: none) leaves all to dice and policies."""
    if effect.once and effect.hook in AT_A_ROUNDS_START:
        return n == 0 or named > 1
    match effect.hook:
        case "destroy_sustained":  # without a round, Space Cannon is enough for it
            return named > 0
        case "repair_itself":
            return n == 0
        case hook:
            return hook in READ_BY_DICE or hook in FROM_THE_ROLLS_ON


Shot = tuple[int, Callable[[Fight, State], Volley], Callable[[Thrown], Load]]
"""Something fired in an opening: by which side, the dice, and what they are for the other side."""

Parts = dict[Force, float]
"""The chances of what is left of one side."""


@attrs.frozen(eq=False)
class Known:
    """What dice leave of the forces of one side, as far as it has been worked out: of a force with the places
    that can sustain after hits, and of one after the dice of a barrage."""

    losses: dict[tuple[Force, Load, tuple[int, ...]], Force] = attrs.field(factory=dict)
    barrages: dict[tuple[Force, tuple[Dice, ...]], Parts] = attrs.field(factory=dict)


Begun = tuple[float, Parts, Parts]
"""A case with its chance, and in it what is left of both sides, one independent of the other."""


def _cannon(index: int) -> Shot:
    return index, lambda fight, state: cannon_volley(fight, state, index), cannon_load


def _bombs(fight: Fight, state: State) -> Volley:
    return Volley(0, ()) if spared(fight, state) else bombardment_volley(fight, state)


_SHOTS: Mapping[str, tuple[Shot, ...]] = {
    "space": (_cannon(0), _cannon(1)),
    "ground": ((0, _bombs, bombardment_load), _cannon(1)),
}
"""What is fired before the first round, in the order of the chapters (`opening`)."""


class OpeningDice:
    """The opening of a fight in which `dice_only` holds for both sides.

    What is `known` of both sides may be given if their rosters have been met before.
    """

    def __init__(self, fight: Fight, known: tuple[Known, Known] | None = None) -> None:
        self.fight = fight
        self._known = known or (Known(), Known())

    def opened(self) -> dict[State, float]:
        """The chances of what Space Cannon or Bombardment leave, before the first round."""
        chances = {self.fight.start(): 1.0}
        for index, volley_of, load_of in _SHOTS[self.fight.kind]:
            found: dict[State, float] = {}
            for state, chance in chances.items():
                volley = volley_of(self.fight, state)
                if not volley.count or not state[1 - index].size:
                    found[state] = found.get(state, 0.0) + chance
                    continue
                for thrown, part in volley.outcomes():
                    left = self._after(state, 1 - index, load_of(thrown))
                    after = (state[0], left) if index == 0 else (left, state[1])
                    found[after] = found.get(after, 0.0) + chance * part
            chances = found
        return chances

    def barrages(self, state: State) -> tuple[Parts, Parts]:
        """What both sides' barrages leave of each side. A battle that is over is as it ended.

        Each side's dice depend on its own force only, and a barrage cannot hit what has one: so the two are
        independent of each other.
        """
        if self.fight.kind != "space" or not (state[0].size and state[1].size):
            return {state[0]: 1.0}, {state[1]: 1.0}
        return self._barraged(state, 0), self._barraged(state, 1)

    def _barraged(self, state: State, index: int) -> Parts:
        """What the other side's barrage leaves of a side."""
        force = state[index]
        fighters = sum(force.count(place) for place in self.fight.rosters[index].fighters)
        volley = barrage_volley(self.fight, state, 1 - index) if fighters else Volley(1 - index, ())
        if not volley.count:
            return {force: 1.0}
        known, key = self._known[index].barrages, (force, volley.dice)
        if key not in known:
            found: Parts = {}
            for thrown, chance in volley.outcomes():
                left = self._after(state, index, barrage_load(thrown))
                found[left] = found.get(left, 0.0) + chance
            known[key] = found
        return known[key]

    def begun(self) -> list[Begun]:
        """What the opening and the barrages of the first round leave."""
        return [(chance, *self.barrages(state)) for state, chance in self.opened().items()]

    def _after(self, state: State, index: int, load: Load) -> Force:
        """What is left of a side by its policy."""
        able = may_sustain(self.fight, state, index)
        losses, key = self._known[index].losses, (state[index], load, able)
        if key not in losses:
            roster = self.fight.rosters[index]
            worth = MOST_CANCELLED if roster.has("nes") else 1
            losses[key] = by_policy(roster, state[index], load, able, worth)[0]
        return losses[key]
