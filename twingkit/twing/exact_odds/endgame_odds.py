"""The exact odds of an end-game attack: one lay and one die against everybody else (TW-END-3, TW-END-4).

With the dice alone, the pairings depend on each other only through the attacker's die. With best responses
they are a game of several players, solved backwards like TW-ODDS-2: after the rolls, the attacker and the
defenders respond in turn until all pass in a row (TW-END-3), with open hands. Each defender maximizes its
chance to win minus its chance to lose in its own pairing; the attacker maximizes the sum over all pairings.
Responses are compared in the order of TW-ODDS-2, passing first, and one replaces the current choice only if
it is better by more than 1e-12. A trap takes the strongest creature that counts in the side's own pairing,
among equals the first in the line. An owner of the Cup considers every creature, since a rider whose mount is
gone counts again. An attacker considers traps by the strength of what they take, among equals in the order of
play.

Limits of the model: taking an object and giving an Ornicle count the same; traps before the roll and events
are left out, as in the odds of a battle.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

import attrs

from twingkit.core.arguments import check_arguments, instance_of
from twingkit.core.language import Lang, localized
from twingkit.core.messages import message
from twingkit.core.slices import DEFAULT_BUDGET_SECONDS
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.odds.odds import Odds
from twingkit.twing.exact_odds.endgame_pairings import EndgameAttackEnd, EndgamePairings
from twingkit.twing.exact_odds.impossible_outcomes import impossible_outcomes_text
from twingkit.twing.exact_odds.odds import checked_responses
from twingkit.twing.exact_odds.terms import RESPONSES_ARGUMENT, Responses
from twingkit.twing.exact_odds.variants.endgame import VariantEndgameBestPlay, does_variant_change_play
from twingkit.twing.notation.battle_line import Side
from twingkit.twing.notation.endgame_line import EndgameAttack, as_endgame_attack
from twingkit.twing.variants.as_variant import as_variant, variant_table_attrs
from twingkit.twing.variants.variant import BOX, Variant

WON, TIED, LOST = 1, 0, -1
"""The results of a pairing for the attacker."""

_RESULT_WORDS = {WON: "win", TIED: "tie", LOST: "loss"}

_RULES_BY_RESPONSES = {"none": ("TW-END-3",), "best": ("TW-END-3", "TW-ODDS-2")}


def endgame_ends(
    attack: EndgameAttack | str,
    responses: Responses = "none",
    variant: Variant | str = BOX,
    budget: float = DEFAULT_BUDGET_SECONDS,
) -> list[EndgameAttackEnd]:
    """Return every way an end-game attack can end, with its chance; the chances add up to 1.

    Raises `NotationError` or `IllegalBattleError` for an invalid line, `EndgameBudgetError` (a `Fault`) if
    best play would take too long, and `Fault` for an unknown value of `responses`.
    """
    checked_responses(responses)
    rules = as_variant(variant)
    checked = as_endgame_attack(attack, rules)
    pairings = EndgamePairings.from_attack(checked, rules)
    if responses == "best" and does_variant_change_play(checked, rules):
        return VariantEndgameBestPlay.from_attack(checked, rules).attack_ends()
    if responses == "none" or not any(any(side.play_counts) for side in pairings.side_plays):
        return [
            EndgameAttackEnd(
                results,
                *pairings.creatures_lost(results, pairings.no_trapped_creatures),
                (0,) * len(pairings.side_plays),
                chance,
            )
            for results, chance in _dice_result_chances(pairings).items()
        ]
    pairings.check_budget(budget)
    from twingkit.twing.exact_odds.endgame_best import attack_ends_under_best_play

    return attack_ends_under_best_play(pairings)


def endgame_odds(
    attack: EndgameAttack | str,
    responses: Responses = "none",
    variant: Variant | str = BOX,
    budget: float = DEFAULT_BUDGET_SECONDS,
) -> Odds:
    """Return the attacker's odds in an end-game attack on one to three defenders.

    `win`: every pairing won; `loss`, at least one lost (the attacker's creatures are gone, TW-END-4); `tie`,
    neither. Against one defender this is the battle's own win, tie and loss. Arguments and errors as for
    `odds`.

    >>> print(endgame_odds("endgame F: F5 F3 vs W: W6 vs L: shield L4"))
    win 69.4%, tie 6.2%, loss 24.3%
    """
    win = loss = 0.0
    for end in endgame_ends(attack, responses, variant, budget):
        win += end.chance if min(end.outcome_signs) == WON else 0.0
        loss += end.chance if min(end.outcome_signs) == LOST else 0.0
    return Odds(win, max(0.0, 1.0 - win - loss), loss, rule=_RULES_BY_RESPONSES[responses][-1])


@attrs.frozen
class PairingRow:
    """The odds of an end-game attack against one of its defenders, with expected gains: a row of
    `endgame_pairings`.
    """

    defender: str
    cards: str
    win: float
    tie: float
    loss: float
    edge: float
    object: float
    ornicle: float
    attack_ornicle: float
    creatures_lost: float
    played: float
    reason: str = ""


def pairing_rows(
    attack: EndgameAttack | str, responses: Responses = "none", variant: Variant | str = BOX
) -> tuple[PairingRow, ...]:
    """Return the rows of `endgame_pairings`, without pandas."""
    rules = as_variant(variant)
    parsed = as_endgame_attack(attack, rules)
    ends = endgame_ends(parsed, responses, rules)
    pairings = EndgamePairings.from_attack(parsed, rules)
    return tuple(_pairing(pairings, index, ends, responses) for index in range(len(parsed.defenders)))


def _why_never(pairings: EndgamePairings, defender_index: int, odds: Odds, responses: Responses) -> str:
    """Return a text: why outcomes of a pairing have a chance of 0, and why its defender receives no
    Ornicle.
    """
    contest = pairings.pairing_contest(defender_index, pairings.no_trapped_creatures)
    played = responses == "best" and any(any(side.play_counts) for side in pairings.side_plays)
    never = impossible_outcomes_text(
        contest, odds, "best" if played else "none", other_pairings_respond=played
    )
    if not _receives_ornicle(pairings.sides[defender_index + 1], pairings.variant):
        never = f"{never} {message('never.ornicle', rule='TW-END-5')}".strip()
    return never


def _receives_ornicle(side: Side, variant: Variant) -> bool:
    """Return whether a defender who wins its pairing receives an Ornicle (TW-END-5, TW-VAR-20)."""
    return bool(side.lay.spells) or (side.lay.is_shield and variant.shield_reward == "endgame")


def _pairing(
    pairings: EndgamePairings, defender_index: int, ends: list[EndgameAttackEnd], responses: Responses
) -> PairingRow:
    side, variant = pairings.sides[defender_index + 1], pairings.variant
    chances = dict.fromkeys(_RESULT_WORDS.values(), 0.0)
    for end in ends:
        chances[_RESULT_WORDS[end.outcome_signs[defender_index]]] += end.chance
    odds = Odds(chances["win"], chances["tie"], chances["loss"])
    return PairingRow(
        side.character,
        str(side),
        **odds.chances,
        object=odds.win,
        ornicle=odds.loss if _receives_ornicle(side, variant) else 0.0,
        attack_ornicle=odds.win if variant.endgame_ornicle else 0.0,
        creatures_lost=sum(end.chance * end.defence_creatures_lost[defender_index] for end in ends),
        played=sum(end.chance * end.cards_played[defender_index + 1] for end in ends),
        reason=_why_never(pairings, defender_index, odds, responses),
    )


@with_column_meanings
@check_arguments(responses=RESPONSES_ARGUMENT, position=instance_of("argument.line", EndgameAttack, str))
@localized
def endgame_pairings(
    position: EndgameAttack | str,
    *,
    responses: Responses = "none",
    variant: Variant | str = BOX,
    lang: Lang | None = None,
) -> DataFrame:
    """Return the odds of each pairing of an end-game attack: one row for each defender.

    Columns: `defender` (character), `cards` (the side in notation), `win`, `tie`, `loss`, `edge` (the
    attacker's), `object` (chance that the attacker takes one from this defender, TW-END-5), `ornicle` (chance
    that the defender receives one), `attack_ornicle` (chance that the attacker does: only in a variant of
    TW-END-8), `creatures_lost` (expected, of this defender), `played` (cats, traps and Miromon, expected),
    `reason` (in `lang`, for each chance of 0 and for a defence that earns no Ornicle).

    >>> endgame_pairings("endgame F: F5 vs W: W5")["win"].round(3).tolist()
    [0.354]
    """
    rules = as_variant(variant)
    parsed = as_endgame_attack(position, rules)
    facts = {"responses": responses, "rules": list(_RULES_BY_RESPONSES[responses])}
    rows = pairing_rows(parsed, responses, rules)
    return frame_from_rows(rows, PairingRow, position=str(parsed), **facts, **variant_table_attrs(rules))


@with_column_meanings
@check_arguments(responses=RESPONSES_ARGUMENT, position=instance_of("argument.line", EndgameAttack, str))
def endgame_results(
    position: EndgameAttack | str, *, responses: Responses = "none", variant: Variant | str = BOX
) -> DataFrame:
    """Return the possible results of an end-game attack with their chances, the likeliest first.

    One row for each combination of results. Columns: `outcome` (such as "win loss": the attacker's result
    against each defender in order), one column for each defender (`defender1` …), `objects` (taken),
    `ornicles` (given to defenders), `attack_ornicles` (given to the attacker: only in a variant of TW-END-8),
    `creatures_lost` (expected, of the attacker, for this end), `chance`.

    >>> frame = endgame_results("endgame F: F5 F3 vs W: W6 vs L: shield L4")
    >>> frame[["outcome", "objects", "chance"]].round(3)
         outcome  objects  chance
    0    win win        2   0.694
    1   loss win        1   0.160
    2  loss loss        0   0.076
    3    tie win        1   0.062
    4   tie loss        0   0.007
    """
    rules = as_variant(variant)
    parsed = as_endgame_attack(position, rules)
    together: dict[tuple[int, ...], list[float]] = {}
    for end in endgame_ends(parsed, responses, rules):
        sums = together.setdefault(end.outcome_signs, [0.0, 0.0])
        sums[0] += end.chance
        sums[1] += end.chance * end.attack_creatures_lost
    rows: list[dict[str, Any]] = []
    for results, (chance, lost) in together.items():
        if chance <= 0:
            continue
        paid = [
            _receives_ornicle(side, rules) and result == LOST
            for side, result in zip(parsed.defenders, results, strict=True)
        ]
        rows.append(
            {
                "outcome": " ".join(_RESULT_WORDS[result] for result in results),
                **{f"defender{number}": _RESULT_WORDS[result] for number, result in enumerate(results, 1)},
                "objects": results.count(WON),
                "ornicles": sum(paid),
                "attack_ornicles": results.count(WON) if rules.endgame_ornicle else 0,
                "creatures_lost": lost / chance,
                "chance": chance,
            }
        )
    rows.sort(key=lambda row: (-row["chance"], row["outcome"]))
    facts = {"responses": responses, "rules": list(_RULES_BY_RESPONSES[responses])}
    return frame_from_rows(rows, position=str(parsed), **facts, **variant_table_attrs(rules))


def _dice_result_chances(pairings: EndgamePairings) -> dict[tuple[int, ...], float]:
    """Return the chance of each combination of results by dice alone, summed over the attacker's die."""
    by_results: dict[tuple[int, ...], float] = {}
    die = pairings.dice[0]
    contests = [
        pairings.pairing_contest(defender_index, pairings.no_trapped_creatures)
        for defender_index in range(len(pairings.defence))
    ]
    for state, weight in zip(die.states, die.roll_counts, strict=True):
        parts = []
        for contest in contests:
            chances = {WON: 0.0, TIED: 0.0, LOST: 0.0}
            for face, times in zip(contest.profiles[1].states, contest.profiles[1].roll_counts, strict=True):
                chances[contest.shown_outcome_sign((state, face))] += times / 12
            parts.append(chances)
        for results in product((WON, TIED, LOST), repeat=len(parts)):
            chance = weight / 12 * prod(part[result] for part, result in zip(parts, results, strict=True))
            if chance:
                by_results[results] = by_results.get(results, 0.0) + chance
    return by_results
