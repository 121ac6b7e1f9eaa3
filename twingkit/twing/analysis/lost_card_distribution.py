"""The distribution of the cards that a battle costs a side; `advise` gives the mean.

Lost are the spells laid, creatures trapped or beaten, and response cards played (TW-BAT-13, 19, 20, 21).
"""

from __future__ import annotations

from typing import Literal

from twingkit.core.arguments import check_arguments, one_of_words
from twingkit.core.notation import ROLES, Role
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.odds.distribution import Distribution
from twingkit.twing.analysis.lay_table import single_lay_class
from twingkit.twing.exact_odds.best_responses.ends import LOSS, WIN, battle_ends
from twingkit.twing.exact_odds.best_responses.moves import response_card_counts
from twingkit.twing.exact_odds.impossible_outcomes import OUTCOMES
from twingkit.twing.exact_odds.terms import RESPONSES_ARGUMENT, Responses
from twingkit.twing.exact_odds.variants.contest import battle_contest
from twingkit.twing.notation.battle_line import Battle, legal_battle
from twingkit.twing.variants.as_variant import as_variant
from twingkit.twing.variants.variant import BOX, Variant


@with_column_meanings
@check_arguments(responses=RESPONSES_ARGUMENT, attacker_outcome=one_of_words(*OUTCOMES))
def lost_card_distribution(
    position: Battle | str,
    *,
    side: Role = "attacker",
    responses: Responses = "best",
    variant: Variant | str = BOX,
    attacker_outcome: Literal["win", "tie", "loss"] | None = None,
) -> Distribution:
    """Return the distribution of the number of cards that a battle costs a side.

    Counted are spells, creatures and response cards. `responses` is "best" (TW-ODDS-2) or "none" (TW-ODDS-1).
    With `attacker_outcome`, only battles count that the attacker wins, ties or loses; the result is empty if
    there are none. `variant` is a `Variant`, a preset's name or a line of switches. Raises the errors of
    `twing.odds`.

    >>> lost = lost_card_distribution("F: F5 F3 + F4 vs W: W6 & trap")
    >>> {int(cards): round(chance, 3) for cards, chance in lost.items()}
    {2: 0.854, 3: 0.146}
    """
    rules = as_variant(variant)
    legal = legal_battle(position, rules)
    side_index = ROLES.index(side)
    own = legal.sides[side_index]
    contest = battle_contest(legal, rules)
    most = len(contest.trap_losses[side_index]) - 1
    mine = single_lay_class(own.lay, side, own.character, most, rules)
    chances: dict[int, float] = {}
    for end in battle_ends([contest], responses)[0]:
        if attacker_outcome is not None and OUTCOMES.index(attacker_outcome) != end.outcome:
            continue
        trapped = end.successful_traps[1 - side_index]
        beaten = end.outcome == (LOSS, WIN)[side_index]
        creatures, _ = mine.numbers.creature_losses(trapped, beaten)
        cards = mine.numbers.spell_count + creatures + sum(response_card_counts(end.plays_used, side_index))
        chances[cards] = chances.get(cards, 0.0) + end.chance
    return (
        Distribution(chances)
        if attacker_outcome is None or not chances
        else Distribution.from_weights(chances)
    )
