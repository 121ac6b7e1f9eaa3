"""Reasons why a battle cannot end in a win, a tie or a loss, from the points and the possible dice."""

from __future__ import annotations

from functools import lru_cache

from twingkit.core.language import language, localized
from twingkit.core.messages import message
from twingkit.core.notation import ROLES
from twingkit.odds.odds import NEGLIGIBLE_PROBABILITY, Odds
from twingkit.twing.exact_odds.contest import Contest
from twingkit.twing.exact_odds.odds import contest_dice_odds
from twingkit.twing.exact_odds.terms import Responses
from twingkit.twing.exact_odds.variants.contest import CERTAIN_LOSS_MARGIN

OUTCOMES = ("win", "tie", "loss")


def zero_outcomes(odds: Odds) -> tuple[str, ...]:
    """Return the names of the outcomes ("win", "tie", "loss") that have a chance of 0 in these odds."""
    return tuple(name for name in OUTCOMES if getattr(odds, name) < NEGLIGIBLE_PROBABILITY)


def impossible_outcomes_text(
    contest: Contest,
    odds: Odds,
    responses: Responses,
    role: str = ROLES[0],
    *,
    other_pairings_respond: bool = False,
) -> str:
    """Explain why a battle can never end in a win, tie or loss: a sentence for each such outcome; "" if all
    are possible.

    There is one sentence for each chance of 0. `odds` are the attacker's; `role` is the side whose wins and
    losses the sentences describe. `other_pairings_respond`: responses in other pairings of an end-game attack
    act in this one too (TW-END-4).

    >>> from twingkit.twing.exact_odds.variants.contest import battle_contest
    >>> from twingkit.twing.notation.battle_line import Battle
    >>> contest = battle_contest(Battle.parse("F: F5 vs W: shield W4"))
    >>> impossible_outcomes_text(contest, contest_dice_odds(contest), "none")
    'No tie: the attacker has 1 to 5 more points than the defender, and no Sun or Cross leads to ...'
    """
    zeros = zero_outcomes(odds)
    return (
        _never_reasons(contest, zeros, responses, language(), role, other_pairings_respond) if zeros else ""
    )


def impossible_in_hands_reason(odds: Odds, hands: int) -> str:
    """Return a sentence for each outcome whose chance is 0: none of the `hands` examined hands leads to it.

    "" if every outcome is possible.

    >>> impossible_in_hands_reason(Odds(1.0, 0.0, 0.0), 4)
    'No tie with any of the 4 hands examined [TW-ODDS-2]. No loss ...'
    """
    never = (message(f"never.{name}") for name in zero_outcomes(odds))
    return " ".join(message("never.hands", never=reason, n=hands) for reason in never)


@lru_cache(maxsize=1024)
@localized
def _never_reasons(
    contest: Contest, zeros: tuple[str, ...], responses: Responses, lang: str, role: str, others: bool
) -> str:
    return " ".join(_reason(contest, name, responses, role, others) for name in zeros)


def _reason(contest: Contest, outcome: str, responses: Responses, role: str, others: bool) -> str:
    own = {"win": "loss", "loss": "win"}.get(outcome, outcome) if role != ROLES[0] else outcome
    never = message(f"never.{own}")
    if contest.margin == CERTAIN_LOSS_MARGIN:
        return message("never.certain", never=never)
    if outcome == "tie" and contest.terms.defender_wins_ties:
        return message("never.ties", never=never)
    dice = contest_dice_odds(contest)
    if responses == "best" and (
        others or any(contest.play_limits) or getattr(dice, outcome) >= NEGLIGIBLE_PROBABILITY
    ):
        return message("never.best", never=never)
    points = sorted(int(margin) for margin in (dice.margin or {}))
    if not points:
        return message("never.critical", never=never)
    if outcome == "tie" and points[0] < 0 < points[-1]:
        return message("never.gap", never=never)
    case = "behind" if points[-1] <= 0 and points[0] < 0 else "ahead"
    least, most = (-points[-1], -points[0]) if case == "behind" else (points[0], points[-1])
    case = "level" if least == most == 0 else case if least < most else f"{case}_by"
    return message(f"never.{case}", never=never, least=least, most=most)
