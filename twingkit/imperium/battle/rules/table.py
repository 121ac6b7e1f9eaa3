"""The table of a battle: the two forces, the round, and the rulings so far."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import ClassVar

from twingkit.core.play import Script, Table
from twingkit.core.windows import take_turns
from twingkit.imperium.battle.rules.force import Fight, Force, ForcePair, Roster

_NO_EFFECT_CASES = ("passed", "not_used", "not_reached")
"""The cases of a card that was held but had no effect; so are all cases that begin with `nothing`."""


def is_no_effect_case(case: str) -> bool:
    """True if this ruling case says that a card held by a side had no effect."""
    return case in _NO_EFFECT_CASES or case.startswith("nothing")


class BattleTable(Table):
    """The state of a battle in progress: both forces, the round, and the rulings so far.

    `round` counts from 1 (0: before the first); `steps_done` is the number of finished steps of the opening
    or of this round; `retreated` says of each side whether its ships have left.
    """

    __slots__ = ("fight", "forces", "harrowed", "retreated", "round", "steps_done", "stopping_rule")
    lets_player_choose_rerolls: ClassVar[bool] = False
    """True if a player chooses the dice for the Crown of Thalnos, instead of the odds' policy."""

    settles_control: ClassVar[bool] = True
    """True if the end of a ground combat settles who controls the planet; in a game that comes after all
    combats (IM-INV-9).
    """

    notes_hits: ClassVar[bool] = False
    """True if the hits that each side takes are noted on its force, for the odds."""

    def __init__(self, fight: Fight, forces: ForcePair | None = None, round_: int = 0) -> None:
        self.fight = fight
        self.forces: list[Force] = list(forces or fight.starting_forces())
        self.round = round_
        self.steps_done = 0
        self.retreated = [False, False]
        """For each side whether it has retreated (IM-SPACE-9) or been sent away."""
        self.stopping_rule = ""
        """The rule that ended the battle early ("" : none); the attacker has then not won."""
        self.harrowed = False
        """True if Harrow has destroyed the defender's last ground forces (IM-OBJ-mew)."""
        self.rulings: list[tuple[str, str, dict[str, object]]] | None = None

    @property
    def state(self) -> ForcePair:
        """The attacker's and the defender's force."""
        return self.forces[0], self.forces[1]

    @property
    def rosters(self) -> tuple[Roster, Roster]:
        """The unchanging data of both sides."""
        return self.fight.rosters

    @property
    def players(self) -> tuple[Roster, Roster]:
        """The rosters of both sides, as the players by seat."""
        return self.fight.rosters

    @property
    def both_sides_remain(self) -> bool:
        """True if both sides have units that take part, so that the battle goes on."""
        attacker, defender = self.forces
        return not (self.stopping_rule or True in self.retreated) and attacker.size > 0 and defender.size > 0

    def can_retreat(self, side_index: int, without_presence: bool = False) -> bool:
        """True if a side has a way to retreat; `without_presence` is for a card that allows any destination.

        A battle alone has no map, so it always does; the table of a game checks (IM-SPACE-13).
        """
        return True

    def can_announce_retreat(self, side_index: int) -> bool:
        """True if a side has a system to retreat to, so that it may announce a retreat; see `can_retreat`."""
        return True

    def use_ability_of_game(self, side_index: int) -> Script[bool]:
        """Let a side use one ability that only a game has, in a window of this battle, and return True if it
        used one; a battle alone has none.
        """
        return False
        yield  # a script, even one that asks nothing

    def record_ruling_once(self, rule: str, case: str, side: str, **facts: object) -> None:
        """Cite a ruling for a side, unless this battle has cited that case before."""
        if not any(
            (rule, case, side) == (*ruling[:2], ruling[2].get("side")) for ruling in self.rulings or ()
        ):
            self.record_ruling(rule, case, side=side, **facts)

    def copy(self) -> BattleTable:
        """Return an independent copy, without its rulings."""
        twin = BattleTable(self.fight, self.state, self.round)
        twin.steps_done, twin.retreated = self.steps_done, self.retreated[:]
        twin.stopping_rule, twin.harrowed = self.stopping_rule, self.harrowed
        return twin

    def key(self) -> Hashable:
        """Return a hashable value of everything that can still affect the battle."""
        return (
            self.state,
            self.round,
            self.steps_done,
            tuple(self.retreated),
            self.stopping_rule,
            self.harrowed,
        )


def take_side_turns(
    table: BattleTable, turn: Callable[[int], Script[bool]], is_over: Callable[[], bool] | None = None
) -> Script:
    """Let the sides take turns, the attacker first, until both have passed one after the other (IM-TIME-2).

    `turn` plays the turn of a side and returns whether it used something. The turns end when `is_over()`; by
    default when a side is gone.
    """
    ends = is_over or (lambda: not table.both_sides_remain)
    yield from take_turns([0, 0], order=(0, 1), take_turn=turn, is_over=ends)
