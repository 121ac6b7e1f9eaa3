"""Unit upgrades of other factions that the Nekro Virus has copied (IM-TECH-vax)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache

import attrs

from twingkit.core.questions import Refusal
from twingkit.imperium.box.effects import BattleEffect
from twingkit.imperium.box.units import BATTLE_CLASSES, Unit, all_unit_kinds
from twingkit.imperium.texts.rulebook import rule_refusal

ASSIMILATOR_TOKENS = ("x", "y")
"""The tokens of the Nekro Virus' Valefar Assimilators, as written in a line."""

COPYING_FACTION = "nekro"
"""The faction that copies other factions' technologies."""

SACRIFICE, EXOTRIREME = "exo2", "sardakk.dreadnought"
"""The effect that a line names in addition to a copied unit upgrade, and that upgrade (IM-TECH-exo2)."""

_SHIP = ".dreadnought"


@attrs.frozen(order=True)
class AssimilatedUpgrade:
    """A unit upgrade of another faction that the Nekro Virus has copied (IM-TECH-vax).

    `token` is one of `ASSIMILATOR_TOKENS`.

    `faction` is the id of the other faction, `unit_class` the upgraded class.

    >>> copied = AssimilatedUpgrade("x", "sol", "carrier")
    >>> print(copied, copied.unit.id)
    x=sol.carrier sol_carrier2
    >>> print(AssimilatedUpgrade("y", "sol", "cruiser").unit)
    None
    """

    token: str
    faction: str
    unit_class: str

    @property
    def unit(self) -> Unit | None:
        """The upgraded unit; None if that faction has no special upgrade for this class."""
        return faction_unit_upgrades().get((self.faction, self.unit_class))

    @property
    def notation(self) -> str:
        """The faction and the class, as written after the token in a line."""
        return f"{self.faction}.{self.unit_class}"

    def __str__(self) -> str:
        return f"{self.token}={self.notation}"


@cache
def faction_unit_upgrades() -> Mapping[tuple[str, str], Unit]:
    """Return the upgraded units that belong to one faction, by faction and class.

    >>> [unit.id for (faction, _), unit in faction_unit_upgrades().items() if faction == "sol"]
    ['sol_carrier2', 'sol_infantry2']
    """
    return {
        (unit.faction, unit.unit_class): unit
        for unit in all_unit_kinds()
        if unit.faction and unit.is_upgraded and unit.unit_class in BATTLE_CLASSES
    }


def copied_technologies(effects: Collection[BattleEffect], copied: Sequence[AssimilatedUpgrade]) -> set[str]:
    """Return the other factions' technologies that a Nekro side has copied, by their notation in a battle
    line.

    The sacrifice of Exotrireme II belongs to the upgraded ship: both are one technology.
    """
    ids = {effect.id for effect in effects if effect.source == "technology" and effect.owner}
    units = {upgrade.notation for upgrade in copied}
    return (ids - {SACRIFICE} if EXOTRIREME in units else ids) | units


def copied_upgrade_problems(
    copied: Sequence[AssimilatedUpgrade], effects: Collection[BattleEffect], faction: str, role: str
) -> list[Refusal]:
    """Return the rules that a side's copied unit upgrades break, as refusals (IM-TECH-vax).

    Only the Nekro Virus copies, only upgrades of other factions, and not two for one class.
    """
    refusals = []
    sacrifice = any(effect.id == SACRIFICE for effect in effects)
    for index, upgrade in enumerate(copied):
        twice = any(upgrade.unit_class == other.unit_class for other in copied[:index])
        facts: dict[str, object] = {"side": role, "faction": upgrade.faction, "unit": upgrade.unit_class}
        if faction != COPYING_FACTION:
            refusals.append(rule_refusal("IM-TECH-vax", "not_nekro", **facts))
        elif upgrade.unit is None:
            refusals.append(rule_refusal("IM-TECH-vax", "no_upgrade", **facts))
        elif twice or (sacrifice and upgrade.notation != EXOTRIREME and upgrade.notation.endswith(_SHIP)):
            refusals.append(rule_refusal("IM-TECH-vax", "one_class", **facts))
    return refusals
