"""The result of a battle: the winner, the rounds, the units left, and which effects follow.

Rules: IM-SPACE-10, IM-INV-8, IM-ODDS-4.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules.force import Fight, ForcePair, counts_with_gained_units, units_left
from twingkit.imperium.battle.rules.table import BattleTable

_EFFECTS_AFTER_COMBAT = ("so", "antivirus")
"""Effects that follow a combat, whoever wins it."""

_NO_EFFECT_IN_DRAW = "so"
"""The effect that does nothing if the combat ends in a draw (IM-TECH-so)."""

DRAW_RULE = "IM-ACT-s_retreat"
"""The rule by which a battle ends without a winner although one side is left alone."""

_SHARD_OF_THE_THRONE = "shard_of_the_throne"
"""The card that its owner loses only to an opponent who wins the battle."""


def attacker_retreats_in_standoff(battle: Battle) -> bool:
    """True if the attacker must retreat in a standoff of this battle, so that the defender wins.

    On a planet, and with the switch `stalemate=tie`, a standoff is a tie (IM-ODDS-4).

    >>> line = "space: 1 infantry vs 1 infantry"
    >>> for variant in ("box", "stalemate=tie"):
    ...     print(attacker_retreats_in_standoff(Battle.parse(line, variant)))
    True
    False
    """
    return battle.kind == "space" and battle.variant.stalemate == "attacker"


def winning_side_index(state: ForcePair, retreated: Sequence[bool], stopping_rule: str) -> int | None:
    """Return the winner of a finished battle: 0 the attacker, 1 the defender, None for a tie.

    This is the `remaining_side`, unless a Skilled Retreat has ended the battle as a draw. `retreated` says
    which sides have left, `stopping_rule` which rule ended the battle early.
    """
    return None if stopping_rule == DRAW_RULE else remaining_side(state, retreated, stopping_rule)


def remaining_side(state: ForcePair, retreated: Sequence[bool], stopping_rule: str) -> int | None:
    """Return the index of the only side left in a finished battle, even if it has not won; None if both or
    neither are left.

    0 is the attacker, 1 the defender. In a battle that a rule prevented, the defender is left. None if both
    sides are gone, and in a standoff in which both are left.
    """
    if stopping_rule not in ("", DRAW_RULE):
        return 1
    present = [force.size > 0 and not has_left for force, has_left in zip(state, retreated, strict=True)]
    return present.index(True) if sum(present) == 1 else None


@attrs.frozen
class BattleResult:
    """The result of a finished battle: `winning_side_index` is 0 (attacker), 1 (defender) or None (a tie or a
    standoff).

    `rounds` is the number of rounds fought, `forces` what is left, `retreated` which sides left,
    `stopping_rule` the id of the rule that ended the battle early ("" if none did).

    >>> from twingkit.imperium.battle.players import assumed_answer
    >>> from twingkit.imperium.battle.starts import battle_game
    >>> game = battle_game("space: 5 warsun vs 1 fighter", seed=1).play(assumed_answer)
    >>> game.result.winner, game.result.units_left(0), game.result.losses(1)
    (0, (('warsun', 5, 0),), 0.5)
    """

    winner: int | None
    rounds: int
    forces: ForcePair
    retreated: tuple[bool, bool] = (False, False)
    stopping_rule: str = ""
    fight: Fight = attrs.field(repr=False, kw_only=True)

    @classmethod
    def from_table(cls, table: BattleTable) -> BattleResult:
        """Return the result of a finished battle from its table."""
        has_left = table.retreated[0], table.retreated[1]
        won = winning_side_index(table.state, has_left, table.stopping_rule)
        return cls(won, table.round, table.state, has_left, table.stopping_rule, fight=table.fight)

    @property
    def remaining_side(self) -> int | None:
        """The side that is left alone, 0 or 1, even if nobody has won (IM-ACT-s_retreat), or None."""
        return remaining_side(self.forces, self.retreated, self.stopping_rule)

    @property
    def is_standoff(self) -> bool:
        """True if both sides remain because neither can hit any more (IM-ODDS-4)."""
        return not self.stopping_rule and not any(self.retreated) and all(force.size for force in self.forces)

    def units_left(self, side_index: int) -> tuple[tuple[str, int, int], ...]:
        """Return the units that a side has left, each as (name in battle lines, number undamaged, number
        damaged).
        """
        return units_left(self.fight.rosters[side_index], self.forces[side_index])

    def losses(self, side_index: int) -> float:
        """Return the cost of the destroyed units of a side in resources (IM-ODDS-5)."""
        roster, force = self.fight.rosters[side_index], self.forces[side_index]
        counts = counts_with_gained_units(self.fight, self.forces, side_index)
        return sum(
            unit.cost * (count - force.count(kind))
            for kind, (unit, count) in enumerate(zip(roster.units, counts, strict=True))
        )


def case_after_battle(use: EffectUse, own_won: bool, other_won: bool, was_fought: bool) -> str:
    """Return the key ("case") of the sentence about what a side's effect does after the battle, which depends
    on who won.

    `own_won` and `other_won` say which side has won a combat, `was_fought` whether there was one.

    >>> from twingkit.imperium.battle.notation.battle_line import Battle, EffectUse
    >>> case_after_battle(EffectUse("salvage"), own_won=False, other_won=False, was_fought=True)
    'after_not_won'
    >>> case_after_battle(EffectUse("so"), own_won=False, other_won=False, was_fought=True)
    'nothing_drawn'
    """
    if use.id in _EFFECTS_AFTER_COMBAT and not was_fought:
        return "nothing_no_battle"
    if use.id == _NO_EFFECT_IN_DRAW and not own_won and not other_won:
        return "nothing_drawn"
    won = not other_won if use.id == _SHARD_OF_THE_THRONE else own_won
    return "after_won" if won else "after_not_won"
