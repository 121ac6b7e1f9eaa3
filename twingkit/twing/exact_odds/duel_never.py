"""Reasons why a duel, or one of its battles, never ends in a win, a tie or a loss (TW-DUEL-2, TW-DUEL-3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from twingkit.core.messages import message
from twingkit.odds.odds import NEVER, Odds
from twingkit.twing.exact_odds.duel_play import WINS_NEEDED, SolvedDuel, State, Wins
from twingkit.twing.exact_odds.never import OUTCOMES, why_never
from twingkit.twing.exact_odds.terms import Responses


def battle_never(
    solved: SolvedDuel,
    number: int,
    states: Iterable[State],
    chances: Sequence[float],
) -> str:
    """Return the reasons for chances of 0 in battle `number` (from 0); empty if there are none.

    `chances` are the challenger's (win, tie, loss) over all `states` in which the battle can start.
    """
    win, tie, loss = chances
    odds = Odds(win, tie, loss)
    responses: Responses = "none" if solved.responses == "none" else "best"
    contests = dict.fromkeys(solved.battle(number, state.cards_left).contest for state in states)
    reasons = {why_never(contest, odds, responses) for contest in contests}
    if len(reasons) == 1:
        return reasons.pop()
    zeros = (message(f"never.{name}") for name in OUTCOMES if getattr(odds, name) < NEVER)
    return " ".join(message("never.cards_left", never=never) for never in zeros)


def duel_never(wins: Wins, left: int, chances: Sequence[float]) -> str:
    """Return the reasons for chances of 0 in the whole duel; empty if there are none.

    `chances` are the challenger's, after `wins` of both sides and with `left` battles to go.

    >>> duel_never((1, 0), 1, (0.5, 0.5, 0.0))
    'The duel is never lost: too few battles are left [TW-DUEL-3].'
    """
    zeros = [name for name, chance in zip(OUTCOMES, chances, strict=True) if chance < NEVER]
    return " ".join(
        message(f"never.duel_{_case(name, wins, left)}", never=message(f"never.duel_{name}"))
        for name in zeros
    )


def _case(outcome: str, wins: Wins, left: int) -> str:
    """Return the case of the sentence that explains why the duel does not end like this."""
    if max(wins) >= WINS_NEEDED:
        return "won" if wins[0] >= WINS_NEEDED else "lost"
    if outcome != "tie" and wins[0 if outcome == "win" else 1] + left < WINS_NEEDED:
        return "short"
    return "ways"
