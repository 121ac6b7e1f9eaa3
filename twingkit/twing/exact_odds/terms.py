"""The terms of a contest: what the switches of a variant change in one battle, and which switches do.

`AFFECTED_BY` sorts every switch by what it can change in the chances of a battle. `Terms` is what the
switches of the part "battle" come to for one contest: a switch about Miromon changes nothing where nobody
holds one. Where nothing is left (`BOX_TERMS`) the box's own, faster ways answer.
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
"""The ways in which players respond after the roll: not at all, or with their best."""

DuelResponses = Literal["none", "each", "best"]
"""The same in a duel: also each battle for itself."""

RESPONSES_ARGUMENT = one_of_words("none", "best")
"""The words for `Responses`."""

DUEL_RESPONSES_ARGUMENT = one_of_words("none", "each", "best")
"""The words for `DuelResponses`."""

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
"""The parts of the odds that switches can change: which lays are legal, the chances of a battle, of one with
supporters, of a duel or of an end-game attack; or only the creatures lost, the Ornicles paid, the cards that
hidden hands can hold, or nothing. The odds leave out events and what is played before the roll (TW-ODDS-2),
so switches about these change nothing.
"""


def affects_odds(variant: Variant, part: str = "battle") -> bool:
    """True if a variant differs from the box in a switch of this part of `AFFECTED_BY`.

    >>> affects_odds(Variant(price=3)), affects_odds(Variant(ties="defender"))
    (False, True)
    """
    return variant is not BOX and _differs_from_box(variant, part)


@lru_cache(maxsize=256)
def _differs_from_box(variant: Variant, part: str) -> bool:
    return any(getattr(variant, key) != getattr(BOX, key) for key in AFFECTED_BY[part])


@attrs.frozen(cache_hash=True)
class Terms:
    """The changes of a variant to one contest; every default is the box. The first two change only how the
    battle is decided (`only_judges`), the others also how it is played, or what its dice remember."""

    defender_wins_ties: bool = False
    """TW-BAT-17: a tie is the defender's."""
    symbols_cancel: bool = False
    """TW-BAT-16: of two Suns, or two Crosses, both count 0 and the points decide."""
    at_once: bool = False
    """TW-VAR-9: once a critical result shows, only Miromon may still be played."""
    settling: bool = False
    """True if only Miromon may be played now."""
    cats_reroll_enemy: tuple[bool, bool] = (False, False)
    """TW-BAT-11: whether each side's cats may roll the other die."""
    cats_reroll_own: tuple[bool, bool] = (True, True)
    """True if each side's cats may roll its own die."""
    miromon_turns_enemy: tuple[bool, bool] = (True, True)
    """TW-POW-socks: whether each side's Miromon may turn the other die."""
    miromon_rerolls_own: tuple[bool, bool] = (False, False)
    """TW-BAT-12: whether each side's Miromon may also roll the own die again."""
    stays_turned: bool = False
    """TW-BAT-12: a die that was turned round stays so when it is rolled again."""
    endless_shamrock: bool = False
    """TW-BAT-14: the Shamrock works as often as the attacker likes."""
    trap_fails: bool = False
    """TW-PLAY-3: a trap fails on a negative roll."""
    two_cats: str = ""
    """TW-PLAY-3: "offered" before the dice, "laid" with the roll still due, or none."""
    remembers: bool = False
    """True if a die's result depends on what it showed before it was turned round."""
    turned: tuple[bool, bool] = (False, False)
    """True if the dice that lie have been turned round (where something remembers it)."""
    own_roll: bool = False
    """True if the attacker's die that lies was rolled for two cats (TW-PLAY-3)."""
    victims: tuple[int, int] = (0, 0)
    """The number of traps of each side that can still take something, where traps may fail."""

    @property
    def judging_terms(self) -> Terms:
        """The part of these terms that judges the end of the battle."""
        terms = Terms(self.defender_wins_ties, self.symbols_cancel)
        return BOX_TERMS if terms == BOX_TERMS else terms

    @property
    def only_judges(self) -> bool:
        """True if only the end of the battle is judged by other rules, not what is played."""
        return self is BOX_TERMS or self == self.judging_terms


BOX_TERMS = Terms()
"""The terms of the box."""
