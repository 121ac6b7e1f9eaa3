"""Notation with an attacker (battle, supported battle, duel, end-game attack): its parser and `odds`.

The first word (`duel`, `endgame`) and ` with ` (supporters) decide which kind it is.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, overload

from twingkit.analyse.sweeps.batches import batched_by
from twingkit.core.arguments import BOOLEAN, POSITIVE, TEXT, check_arguments, instance_of, one_of_several
from twingkit.core.blanks import with_plain_blanks
from twingkit.core.messages import Fault
from twingkit.core.slices import DEFAULT_BUDGET_SECONDS
from twingkit.odds.odds import ExactOdds, Odds
from twingkit.twing.exact_odds.duel_play import SolvedDuel
from twingkit.twing.exact_odds.endgame_odds import endgame_odds
from twingkit.twing.exact_odds.odds import ROLL_COUNT, checked_responses, odds_of_legal_battle
from twingkit.twing.exact_odds.support_line import SupportedBattle, as_supported_battle, supported_odds
from twingkit.twing.exact_odds.terms import DUEL_RESPONSES_ARGUMENT, DuelResponses
from twingkit.twing.notation.battle_line import Battle, legal_battle
from twingkit.twing.notation.duel_line import DUEL_PREFIX as DUEL
from twingkit.twing.notation.duel_line import Duel, as_duel
from twingkit.twing.notation.endgame_line import ENDGAME_PREFIX as ENDGAME
from twingkit.twing.notation.endgame_line import EndgameAttack, as_endgame_attack
from twingkit.twing.rules.cards import FACES
from twingkit.twing.rules.duel import BATTLES_PER_DUEL
from twingkit.twing.variants.as_variant import as_variant
from twingkit.twing.variants.variant import BOX, Variant

AttackLine = Battle | SupportedBattle | Duel | EndgameAttack
"""The possible results of `parse_attack_line`."""


@check_arguments(line=TEXT)
def parse_attack_line(line: str, variant: Variant | str = BOX) -> AttackLine:
    """Parse the notation of a battle, supported battle, duel or end-game attack, and check its legality.

    Raises `NotationError` or `IllegalBattleError`.

    >>> print(parse_attack_line("duel F: F3 F5 / F2 / F1 vs W: W6 / W5 / W4"))
    duel F: F5 F3 / F2 / F1 vs W: W6 / W5 / W4
    """
    return _read_line(line, as_variant(variant))


def _read_line(line: str, rules: Variant) -> AttackLine:
    line = with_plain_blanks(line)
    if line.startswith(DUEL):
        return Duel.parse(line).check(rules)
    if line.startswith(ENDGAME):
        return EndgameAttack.parse(line).check(rules)
    if " with " in line:
        return SupportedBattle.parse(line).check(rules)
    return legal_battle(line, rules)


def attack_line_kind(attack_line: AttackLine) -> str:
    """Return the kind of a parsed line: "battle" (with or without supporters), "duel" or "endgame".

    >>> attack_line_kind(parse_attack_line("F: F5 with L: F1 vs W: W6"))
    'battle'
    """
    if isinstance(attack_line, Duel):
        return "duel"
    return "endgame" if isinstance(attack_line, EndgameAttack) else "battle"


def legal_position(position: AttackLine | str, variant: Variant = BOX) -> AttackLine:
    """Return a battle, supported battle, duel or end-game attack, given as a value or in notation, after
    checking that it is legal.

    Raises `NotationError` or `IllegalBattleError` if it is not, and `Fault` for another type.
    """
    if isinstance(position, str):
        return _read_line(position, variant)
    if isinstance(position, Duel):
        return as_duel(position, variant)
    if isinstance(position, EndgameAttack):
        return as_endgame_attack(position, variant)
    if isinstance(position, SupportedBattle):
        return as_supported_battle(position, variant)
    return legal_battle(position, variant)


@overload
def odds(
    position: AttackLine | str,
    *,
    responses: DuelResponses = "none",
    variant: Variant | str = BOX,
    exact: Literal[False] = False,
    budget: float = DEFAULT_BUDGET_SECONDS,
) -> Odds: ...
@overload
def odds(
    position: AttackLine | str,
    *,
    responses: DuelResponses = "none",
    variant: Variant | str = BOX,
    exact: Literal[True],
    budget: float = DEFAULT_BUDGET_SECONDS,
) -> ExactOdds: ...
@batched_by("twingkit.twing.exact_odds.odds_many:odds_many")
@check_arguments(
    position=one_of_several(
        instance_of("argument.line", str, Battle, SupportedBattle, Duel, EndgameAttack),
        many="twing.odds_many",
    ),
    responses=DUEL_RESPONSES_ARGUMENT,
    exact=BOOLEAN,
    budget=POSITIVE,
)
def odds(
    position: AttackLine | str,
    *,
    responses: DuelResponses = "none",
    variant: Variant | str = BOX,
    exact: bool = False,
    budget: float = DEFAULT_BUDGET_SECONDS,
) -> Odds | ExactOdds:
    """Return the attacker's chances to win, tie and lose a battle, a duel or an end-game attack.

    In a duel the attacker is the challenger (TW-DUEL-3). An end-game attack is won if every pairing is won,
    and lost if one is lost (TW-END-4).

    Parameters
    ----------
    position : Battle, SupportedBattle, Duel, EndgameAttack or str
        The battle, duel or attack, as a value or in notation.
    responses : str
        "none" for the dice alone, or "best": both sides play cats, Miromon, traps, Hat and Shamrock
        optimally, with open hands; in a duel for the whole duel, or with "each" in every battle separately.
    variant : Variant or str
        A variant, a preset's name or a line of switches. Best play lays two cats if allowed (TW-PLAY-3).
    exact : bool
        Return fractions; only for the dice alone.
    budget : float
        The seconds that best play may take, as estimated from the number of combinations of cards.

    Returns
    -------
    Odds or ExactOdds
        With `win`, `tie`, `loss` and `edge` (win minus loss).

    Raises
    ------
    NotationError, IllegalBattleError, VariantError
        The position or the variant is not valid.
    BudgetError, Fault
        Best play would take too long; another value of `responses`; exact best responses.

    Examples
    --------
    >>> print(odds("F: F5 F3 + F4 vs W: W6 W4", variant="ties=defender"))
    win 69.4%, tie 0.0%, loss 30.6%
    >>> print(odds("F: F5 with L: F1 vs W: W6", exact=True))
    win 17/48, tie 7/24, loss 17/48
    """
    rules = as_variant(variant)
    parsed = legal_position(position, rules)
    found = _odds(parsed, responses, rules, budget)
    if not exact:
        return found
    if responses != "none":
        raise Fault("odds.exact")
    rolls = _equally_likely_rolls(parsed)
    win, loss = (Fraction(chance).limit_denominator(rolls) for chance in (found.win, found.loss))
    return ExactOdds(win, 1 - win - loss, loss, rule=found.rule)


def _odds(position: AttackLine, responses: DuelResponses, variant: Variant, budget: float) -> Odds:
    if isinstance(position, Duel):
        return Odds(*SolvedDuel(position, responses, variant, budget=budget).chances)
    answers = checked_responses(responses)
    if isinstance(position, Battle):
        return odds_of_legal_battle(position, answers, variant, budget)
    if isinstance(position, EndgameAttack):
        return endgame_odds(position, answers, variant, budget)
    return supported_odds(position, answers, variant, budget)


def _equally_likely_rolls(position: AttackLine) -> int:
    """Return the number of equally likely rolls of all dice: a denominator of all chances by dice alone."""
    if isinstance(position, Duel):
        return int(ROLL_COUNT**BATTLES_PER_DUEL)
    if isinstance(position, EndgameAttack):
        return int(len(FACES) ** (1 + len(position.defenders)))
    return ROLL_COUNT
