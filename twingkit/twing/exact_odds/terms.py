"""The terms of a contest: what the switches of a variant change in one battle, and which switches matter.

`AFFECTED_BY` sorts every switch by the odds it can change. `Terms` is the effect of the switches of the part
"battle" on one contest: a switch about Miromon changes nothing if nobody holds Miromon. If nothing is changed
(`BOX_TERMS`), the faster methods for the box rules apply.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

import attrs

from twingkit.core.arguments import one_of_words
from twingkit.twing.variants.variant import BOX, Variant

Responses = Literal["none", "best"]
"""How players respond after the roll: not at all, or optimally."""

DuelResponses = Literal["none", "each", "best"]
"""The same in a duel, where "each" means best play in every battle separately."""

RESPONSES_ARGUMENT = one_of_words("none", "best")
"""The argument type of `Responses`."""

DUEL_RESPONSES_ARGUMENT = one_of_words("none", "each", "best")
"""The argument type of `DuelResponses`."""

AFFECTED_BY: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "lay": ("rider_element", "cup", "units", "teddy"),
        "battle": (
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
        ),
        "support": ("support", "support_counts"),
        "duel": ("stop_when_decided", "duel_reroll", "duel_no_spell"),
        "endgame": ("boots", "endgame_support", "endgame_miromon", "endgame_trap"),
        "lost": ("own_home", "supporter_home", "endgame_losses"),
        "paid": (
            "shield_support",
            "shield_reward",
            "duel_stake",
            "duel_ornicles",
            "shield_stakes",
            "endgame_ornicle",
        ),
        "dealt": ("unused_elements", "refill_when"),
        "nothing": (
            "price",
            "distinct_colours",
            "objects_needed",
            "fourth_element",
            "setup_refill",
            "direction",
            "leaver_gives",
            "endgame_entry",
            "trap_action",
            "spiral",
            "events",
            "unlimited_bank",
            "start_ornicles",
            "start_symbols",
            "refill_first",
            "empty_stack",
            "used_events",
            "ritual_empty",
            "hand_limit",
            "switching",
            "secret_lay",
            "first_round_peace",
            "event_limit",
            "puppet",
            "trap_before_roll",
            "duel_object",
            "endgame_needs",
            "elimination",
            "endgame_forced",
            "endgame_leaves",
            "turn_limit",
            "start_cats",
            "out_gives",
            "leaver_chooses",
        ),
    }
)
"""The parts of the odds that switches can change.

These are: which lays are legal; the chances of a battle, a supported battle, a duel or an end-game attack; or
only the creatures lost, the Ornicles paid or the cards that hidden hands can hold; or nothing. The odds leave
out events and plays before the roll (TW-ODDS-2), so switches about these change nothing.
"""


def affects_odds(variant: Variant, part: str = "battle") -> bool:
    """Return whether a variant differs from the box in a switch of this part of `AFFECTED_BY`.

    >>> affects_odds(Variant(price=3)), affects_odds(Variant(ties="defender"))
    (False, True)
    """
    return variant is not BOX and _differs_from_box(variant, part)


@lru_cache(maxsize=256)
def _differs_from_box(variant: Variant, part: str) -> bool:
    return any(getattr(variant, key) != getattr(BOX, key) for key in AFFECTED_BY[part])


@attrs.frozen(cache_hash=True)
class Terms:
    """The changes of a variant to one contest; every default is the box rule.

    The first two fields change only how the battle is decided (`only_judges`), the others also how it is
    played or what its dice remember.
    """

    defender_wins_ties: bool = False
    """TW-BAT-17: the defender wins ties."""
    symbols_cancel: bool = False
    """TW-BAT-16: two Suns or two Crosses both count 0, and the points decide."""
    at_once: bool = False
    """TW-VAR-9: once a critical result shows, only Miromon may still be played."""
    settling: bool = False
    """Only Miromon may be played now."""
    cats_reroll_enemy: tuple[bool, bool] = (False, False)
    """TW-BAT-11: whether each side's cats may re-roll the enemy's die."""
    cats_reroll_own: tuple[bool, bool] = (True, True)
    """Whether each side's cats may re-roll its own die."""
    miromon_turns_enemy: tuple[bool, bool] = (True, True)
    """TW-POW-socks: whether each side's Miromon may turn the enemy's die."""
    miromon_rerolls_own: tuple[bool, bool] = (False, False)
    """TW-BAT-12: whether each side's Miromon may also re-roll its own die."""
    stays_turned: bool = False
    """TW-BAT-12: a turned die stays turned when it is re-rolled."""
    endless_shamrock: bool = False
    """TW-BAT-14: the attacker may use the Shamrock any number of times."""
    trap_fails: bool = False
    """TW-PLAY-3: a trap fails on a negative roll."""
    two_cats: str = ""
    """TW-PLAY-3: "offered" before the dice, "laid" with the roll still to come, or empty."""
    remembers: bool = False
    """True if a die's result depends on what it showed before it was turned round."""
    turned: tuple[bool, bool] = (False, False)
    """Whether the dice on the table have been turned round, if the contest remembers that."""
    own_roll: bool = False
    """True if the attacker's die on the table was rolled for two cats (TW-PLAY-3)."""
    victims: tuple[int, int] = (0, 0)
    """How many traps of each side can still take something, if traps may fail."""

    @property
    def judging_terms(self) -> Terms:
        """The part of these terms that decides the end of the battle."""
        terms = Terms(self.defender_wins_ties, self.symbols_cancel)
        return BOX_TERMS if terms == BOX_TERMS else terms

    @property
    def only_judges(self) -> bool:
        """True if the terms change only how the battle is decided, not how it is played."""
        return self is BOX_TERMS or self == self.judging_terms


BOX_TERMS = Terms()
"""The terms of the box."""
