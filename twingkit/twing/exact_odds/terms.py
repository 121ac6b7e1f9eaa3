"""The terms of a contest: the effects of a variant's switches on one battle.

`ContestVariant` is the effect of the `BATTLE_SWITCHES` on one contest: a switch about Miromon changes nothing
if nobody holds Miromon. If nothing is changed (`BOX_TERMS`), the faster methods for the box rules apply.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Literal

import attrs

from twingkit.core.arguments import one_of_words
from twingkit.twing.variants.variant import BOX, Variant

Responses = Literal["none", "best"]
"""The mode of responses after the roll: none, or optimal ones by both sides."""

DuelResponses = Literal["none", "each", "best"]
"""The mode of responses in a duel: none, best for the whole duel, or best in each battle separately."""

RESPONSES_ARGUMENT = one_of_words("none", "best")
"""The argument type of `Responses`."""

DUEL_RESPONSES_ARGUMENT = one_of_words("none", "each", "best")
"""The argument type of `DuelResponses`."""

BATTLE_SWITCHES = (
    "trap_targets",
    "criticals",
    "own_creatures",
    "socks",
    "shamrock",
    "empty_defence",
    "own_element",
    "panties",
    "bra",
    "cat_die",
    "miromon",
    "inversion",
    "trap_pair",
    "both_critical",
    "shield_criticals",
    "ties",
    "trap_roll",
    "two_cats",
)
"""The switches of a variant that change the chances of a battle.

The odds leave out events and plays before the roll (TW-ODDS-2), so switches about these change nothing.
"""


def affects_odds(variant: Variant) -> bool:
    """Return whether a variant changes a switch of the battle (one of `BATTLE_SWITCHES`).

    >>> affects_odds(Variant(price=3)), affects_odds(Variant(ties="defender"))
    (False, True)
    """
    return variant is not BOX and _differs_from_box(variant)


@lru_cache(maxsize=256)
def _differs_from_box(variant: Variant) -> bool:
    return any(getattr(variant, key) != getattr(BOX, key) for key in BATTLE_SWITCHES)


@attrs.frozen(cache_hash=True)
class ContestVariant:
    """The settings by which a variant differs from the box rules in one contest; the defaults are the box
    rules.

    The first two fields change only how the battle is decided (`affects_only_outcome`), the others also how
    it is played or what its dice remember.
    """

    defender_wins_ties: bool = False
    """True if the defender wins ties (TW-BAT-17)."""
    symbols_cancel: bool = False
    """True if two Suns or two Crosses both count as 0, so that the points decide (TW-BAT-16)."""
    has_miromon_window: bool = False
    """True if only Miromon may still be played once a critical result shows (TW-VAR-9)."""
    in_miromon_window: bool = False
    """True if only Miromon may be played now (TW-VAR-9)."""
    cats_reroll_enemy: tuple[bool, bool] = (False, False)
    """For each side, whether its cats may reroll the enemy's die (TW-BAT-11)."""
    cats_reroll_own: tuple[bool, bool] = (True, True)
    """For each side, whether its cats may reroll its own die."""
    miromon_turns_enemy: tuple[bool, bool] = (True, True)
    """For each side, whether its Miromon may turn the enemy's die (TW-POW-socks)."""
    miromon_rerolls_own: tuple[bool, bool] = (False, False)
    """For each side, whether its Miromon may also reroll its own die (TW-BAT-12)."""
    turned_die_stays_turned: bool = False
    """True if a turned die stays turned when it is rerolled (TW-BAT-12)."""
    endless_shamrock: bool = False
    """True if the attacker may use the Shamrock any number of times (TW-BAT-14)."""
    trap_can_fail: bool = False
    """True if a trap fails on a negative roll (TW-PLAY-3)."""
    two_cats_stage: str = ""
    """Progress of laying two cats: "offered" before the dice, "laid" before their roll, or "" (TW-PLAY-3)."""
    remembers_turned_dice: bool = False
    """True if a die's result depends on what it showed before it was turned round."""
    dice_turned: tuple[bool, bool] = (False, False)
    """For each die on the table, whether it has been turned round, if the contest remembers that."""
    rolled_for_cats: bool = False
    """True if the attacker's die on the table was rolled for two cats (TW-PLAY-3)."""
    trap_victim_counts: tuple[int, int] = (0, 0)
    """For each side, how many of its traps can still take something, if traps may fail."""

    @cached_property
    def outcome_terms(self) -> ContestVariant:
        """The terms that change only how the battle is decided, with all others at their defaults."""
        terms = ContestVariant(self.defender_wins_ties, self.symbols_cancel)
        return BOX_TERMS if terms == BOX_TERMS else terms

    @property
    def affects_only_outcome(self) -> bool:
        """True if the terms change only how the battle is decided, not how it is played."""
        return self is BOX_TERMS or self == self.outcome_terms


BOX_TERMS = ContestVariant()
"""The terms under the box rules."""
