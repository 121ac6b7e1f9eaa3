"""Notation with an attacker (battle, supported battle, duel, end-game attack): its parser and its odds.

The first word (`duel`, `endgame`) and ` with ` (supporters) decide which kind it is.
"""

from __future__ import annotations

from twingkit.core.arguments import TEXT, check_arguments
from twingkit.odds.odds import Odds
from twingkit.twing.exact_odds.duel_odds import duel_odds
from twingkit.twing.exact_odds.endgame_odds import endgame_odds
from twingkit.twing.exact_odds.odds import check_responses, odds
from twingkit.twing.exact_odds.support_line import SupportedBattle, supported_odds
from twingkit.twing.exact_odds.terms import DUEL_RESPONSES_ARGUMENT, DuelResponses
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.notation.duel_line import DUEL_PREFIX as DUEL
from twingkit.twing.notation.duel_line import Duel
from twingkit.twing.notation.endgame_line import ENDGAME_PREFIX as ENDGAME
from twingkit.twing.notation.endgame_line import EndgameAttack
from twingkit.twing.variants.as_variant import as_variant
from twingkit.twing.variants.variant import BOX, Variant

AttackLine = Battle | SupportedBattle | Duel | EndgameAttack
"""The possible results of `parse_attack_line`."""


@check_arguments(line=TEXT)
def parse_attack_line(line: str, variant: Variant | str = BOX) -> AttackLine:
    """Parse the notation of a battle, supported battle, duel or end-game attack, and check its legality.

    Raises `NotationError` or `BattleError`.

    >>> print(parse_attack_line("duel F: F3 F5 / F2 / F1 vs W: W6 / W5 / W4"))
    duel F: F5 F3 / F2 / F1 vs W: W6 / W5 / W4
    """
    rules = as_variant(variant)
    if line.startswith(DUEL):
        return Duel.parse(line).check(rules)
    if line.startswith(ENDGAME):
        return EndgameAttack.parse(line).check(rules)
    if " with " in line:
        return SupportedBattle.parse(line).check(rules)
    return Battle.parse(line).check(rules)


def line_kind(lined: AttackLine) -> str:
    """Return the kind of a parsed line: "battle" (with or without supporters), "duel" or "endgame".

    >>> line_kind(parse_attack_line("F: F5 with L: F1 vs W: W6"))
    'battle'
    """
    if isinstance(lined, Duel):
        return "duel"
    return "endgame" if isinstance(lined, EndgameAttack) else "battle"


@check_arguments(responses=DUEL_RESPONSES_ARGUMENT)
def line_odds(
    line: AttackLine | str, responses: DuelResponses = "none", variant: Variant | str = BOX
) -> Odds:
    """Return the attacker's odds in a battle, supported battle, duel or end-game attack.

    See `odds` and `supported_odds` for a battle, `duel_odds` for a duel (where `responses` can also be
    "each") and `endgame_odds` for an end-game attack, including the errors they raise.

    >>> print(line_odds("F: F5 with L: F1 vs W: W6"))
    win 35.4%, tie 29.2%, loss 35.4%
    """
    rules = as_variant(variant)
    parsed = parse_attack_line(line, rules) if isinstance(line, str) else line
    if isinstance(parsed, Duel):
        return duel_odds(parsed, responses, variant=rules)
    answers = check_responses(responses)
    if isinstance(parsed, EndgameAttack):
        return endgame_odds(parsed, answers, rules)
    if isinstance(parsed, SupportedBattle):
        return supported_odds(parsed, answers, rules)
    return odds(parsed, answers, rules)
