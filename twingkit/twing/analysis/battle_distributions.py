"""The distributions of a battle's margin, and of the cards that it costs a side; `advise` gives the mean.

Lost are the spells laid, creatures trapped or beaten, and response cards played (TW-BAT-13, 19, 20, 21).
"""

from __future__ import annotations

from typing import Any, Literal

from twingkit.core.arguments import check_arguments, list_or_single, one_of_words
from twingkit.core.notation import ROLES, Role
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.odds.distribution import Distribution
from twingkit.odds.odds import Odds
from twingkit.twing.analysis.lay_table import single_lay_class
from twingkit.twing.exact_odds.best_responses.ends import LOSS, WIN, battle_ends
from twingkit.twing.exact_odds.best_responses.moves import response_card_counts
from twingkit.twing.exact_odds.impossible_outcomes import OUTCOMES
from twingkit.twing.exact_odds.odds_many import CRITICAL_COLUMNS, Battles, contest_odds, legal_battles
from twingkit.twing.exact_odds.terms import RESPONSES_ARGUMENT, Responses
from twingkit.twing.exact_odds.variants.contest import battle_contest
from twingkit.twing.notation.battle_line import Battle, legal_battle
from twingkit.twing.variants.as_variant import as_variant, variant_table_attrs
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


def margin_rows(
    battles: Battles | Battle | str, variant: Variant | str = BOX
) -> tuple[list[dict[str, Any]], dict[str, Odds]]:
    """Return the rows of `margins` as dicts, and the odds of each battle by its notation."""
    rules = as_variant(variant)
    if isinstance(battles, Battle | str):
        battles = [legal_battle(battles, rules)]
    different = {str(battle): battle_contest(battle, rules) for battle in legal_battles(battles, rules)}
    odds = dict(zip(different, contest_odds(list(different.values()), "none"), strict=True))
    rows = [
        {"position": line, "margin": int(points), "chance": chance}
        for line, result in odds.items()
        if result.margin is not None
        for points, chance in result.margin.items()
    ]
    return rows, odds


@with_column_meanings
@check_arguments(positions=list_or_single("argument.battles", str, Battle))
def margins(positions: Battles | Battle | str, *, variant: Variant | str = BOX) -> DataFrame:
    """Return a table of the probability of each margin (attacker's points minus defender's) by dice alone
    (TW-ODDS-1).

    Columns: `position` (the battle's notation), `margin` (the attacker's points minus the defender's),
    `chance` (0 to 1). These are the rolls without a deciding critical result. The others are in
    `attrs["criticals"]`: for each battle, the attacker's chances `win`, `tie`, `loss` by a critical result
    (TW-BAT-16); for a single battle also in `attrs["critical_win"]`, `critical_tie` and `critical_loss`. For
    each battle they all add up to 1. Equal battles are listed once. `variant` is a `Variant`, a preset's name
    or a line of switches; a battle that an empty defence has lost (a variant of TW-BAT-4) has no margin.
    Raises the errors of `twing.odds` for one battle, `BatchError` for many.

    >>> frame = margins("F: F5 vs W: shield W5")
    >>> print(frame[frame.margin > 2].round(4).to_string(index=False))
                 position  margin  chance
    F: F5 vs W: shield W5       3  0.0833
    F: F5 vs W: shield W5       4  0.0833
    >>> round(frame.attrs["criticals"]["F: F5 vs W: shield W5"]["win"], 4)
    0.0833
    """

    rules = as_variant(variant)
    rows, odds = margin_rows(positions, rules)
    criticals = {
        line: {"win": result.critical_win, "tie": result.critical_tie, "loss": result.critical_loss}
        for line, result in odds.items()
    }
    columns = {"position": "str", "margin": "int64", "chance": "float64"}
    frame = frame_from_rows(
        rows, columns, responses="none", criticals=criticals, **variant_table_attrs(rules)
    )
    if len(odds) == 1:
        ((line, only),) = odds.items()
        frame.attrs |= {"position": line, **{name: getattr(only, name) for name in CRITICAL_COLUMNS}}
    return frame
