"""Reasons why a duel, or one of its battles, never ends in a win, a tie or a loss (TW-DUEL-2, TW-DUEL-3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from twingkit.core.messages import message
from twingkit.odds.odds import Odds
from twingkit.twing.exact_odds.duel_play import WINS_NEEDED, BattleWins, DuelState, SolvedDuel
from twingkit.twing.exact_odds.impossible_outcomes import impossible_outcomes_text, zero_outcomes
from twingkit.twing.exact_odds.terms import Responses


def why_outcomes_are_impossible(
    solved: SolvedDuel,
    battle_index: int,
    states: Iterable[DuelState],
    chances: Sequence[float],
) -> str:
    """Explain why one battle of a duel can never end in a win, tie or loss: a sentence for each such outcome;
    "" if all are possible.

    `battle_index` counts from 0; `chances` are the challenger's (win, tie, loss) over all `states` in which
    the battle can start.
    """
    win, tie, loss = chances
    odds = Odds(win, tie, loss)
    responses: Responses = "none" if solved.responses == "none" else "best"
    contests = dict.fromkeys(solved.duel_battle(battle_index, state.cards_left).contest for state in states)
    reasons = {impossible_outcomes_text(contest, odds, responses) for contest in contests}
    if len(reasons) == 1:
        return reasons.pop()
    zeros = (message(f"never.{name}") for name in zero_outcomes(odds))
    return " ".join(message("never.cards_left", never=never) for never in zeros)


def impossible_duel_outcomes_text(wins: BattleWins, battles_left: int, chances: Sequence[float]) -> str:
    """Explain why a duel can no longer end in a win, tie or loss: a sentence for each such outcome; "" if all
    are possible.

    `chances` are the challenger's, after `wins` of both sides and with `battles_left` battles to go.

    >>> impossible_duel_outcomes_text((1, 0), 1, (0.5, 0.5, 0.0))
    'The duel is never lost: too few battles of the duel are left [TW-DUEL-3].'
    """
    win, tie, loss = chances
    return " ".join(
        message(f"never.duel_{_case(name, wins, battles_left)}", never=message(f"never.duel_{name}"))
        for name in zero_outcomes(Odds(win, tie, loss))
    )


def _case(outcome: str, wins: BattleWins, left: int) -> str:
    """Return the case of the sentence that explains why the duel does not have this outcome."""
    if max(wins) >= WINS_NEEDED:
        return "won" if wins[0] >= WINS_NEEDED else "lost"
    if outcome != "tie" and wins[0 if outcome == "win" else 1] + left < WINS_NEEDED:
        return "short"
    return "ways"
