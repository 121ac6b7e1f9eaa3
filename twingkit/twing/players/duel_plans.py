"""Duels as the player `steady` plans them: three battles ahead, with the stakes of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from twingkit.twing.players import plans
from twingkit.twing.players.insight import GuessedHand, Insight
from twingkit.twing.players.open_battle import current_battle, owned_objects
from twingkit.twing.players.outlook import ORNICLE_STRENGTH, strongest_object
from twingkit.twing.rules.cards import Spell
from twingkit.twing.rules.duel import BATTLES_PER_DUEL, WINS_NEEDED
from twingkit.twing.view import GameView, PublicPlayerInfo

_WinLossOdds = tuple[float, float]
"""The challenger's chances of winning and of losing a battle."""


class DuelScore(NamedTuple):
    """The score of a duel: battles fought, and battles won by the challenger and by the challenged player."""

    battles_fought: int = 0
    challenger_wins: int = 0
    challenged_wins: int = 0

    def after(self, challenger_result: int) -> DuelScore:
        """Return the score after one more battle: won by the challenger (1), lost (-1), or tied (0)."""
        return DuelScore(
            self.battles_fought + 1,
            self.challenger_wins + (challenger_result > 0),
            self.challenged_wins + (challenger_result < 0),
        )


class DuelScoreTracker:
    """A tracker of a duel's score, which derives it from successive views, because a view shows only the
    current battle.
    """

    def __init__(self) -> None:
        self._key: object = None
        self._mark: object = None
        self._before: GameView | None = None
        self.score = DuelScore()

    def update_score(self, view: GameView) -> DuelScore:
        """Return the score of the duel on the table, derived from the changes since the previous view."""
        seats = [side.seat for side in current_battle(view).sides[:2]]
        mark = (len(view.discard_pile), view.stack_size, view.hand, view.seats)
        if self._key != (view.turn_number, seats) or self._before is None:
            self._key, self.score = (view.turn_number, seats), DuelScore()
        elif self._mark != mark and self.score.battles_fought < BATTLES_PER_DUEL - 1:
            self.score = self.score.after(_result(self._before, view, seats[0], seats[1]))
        self._mark, self._before = mark, view
        return self.score


def _result(before: GameView, view: GameView, challenger: int, challenged: int) -> int:
    """Return who won the battle fought between two successive views: 1 the challenger, -1 the challenged
    player, 0 nobody.

    The Ornicles received show it (TW-BAT-18). If none were received, either a shield held or, if cards have
    left the hand of the challenged player, the battle was tied. If none can be received, the creatures that
    were lost show it (TW-BAT-20).
    """
    change, other = (
        view.seats[seat].ornicles - before.seats[seat].ornicles for seat in (challenger, challenged)
    )
    if change == other and not (view.bank and view.variant.duel_ornicles):
        change, other = (
            len(view.seats[seat].entourage) - len(before.seats[seat].entourage)
            for seat in (challenger, challenged)
        )
    elif change == other and view.seats[challenged].hand_size >= before.seats[challenged].hand_size:
        return -1
    return (change > other) - (change < other)


def win_chances_after_next_battle(
    insight: Insight, other: PublicPlayerInfo, is_challenger: bool, score: DuelScore
) -> plans.WinChancesAfterBattle:
    """Return a player's chances of winning the game after winning, tying or losing the next battle of a duel;
    for later battles, average results are assumed.
    """
    usual = (insight.prices.later_win_chance, 0.95 - insight.prices.later_win_chance)
    after = []
    for own in (1, 0, -1):
        result = own if is_challenger else -own
        gains = (int(own > 0), int(own < 0))
        after.append(
            _win_probability(
                insight, other, is_challenger, score.after(result), gains, [usual] * BATTLES_PER_DUEL
            )
        )
    return plans.WinChancesAfterBattle(after[0], after[1], after[2], insight.spending_gain_share)


def _win_probability(
    insight: Insight,
    other: PublicPlayerInfo,
    is_challenger: bool,
    score: DuelScore,
    gains: tuple[int, int],
    odds: Sequence[_WinLossOdds],
) -> float:
    """Return this player's probability of winning the game in the middle of a duel, with this score.

    `gains` are the Ornicles won so far by this player and by the opponent, `odds` the chances of each battle.
    """
    if score.battles_fought == BATTLES_PER_DUEL:
        return _win_probability_after_duel(insight, other, is_challenger, score, gains)
    win, loss = odds[score.battles_fought]
    total = 0.0
    for chance, result in ((win, 1), (loss, -1), (1 - win - loss, 0)):
        if chance > 0:
            own = result if is_challenger else -result
            then = (gains[0] + (own > 0), gains[1] + (own < 0))
            total += chance * _win_probability(insight, other, is_challenger, score.after(result), then, odds)
    return total


def _win_probability_after_duel(
    insight: Insight, other: PublicPlayerInfo, is_challenger: bool, score: DuelScore, gains: tuple[int, int]
) -> float:
    """Return the probability of winning the game after a decided duel has been settled (TW-DUEL-3)."""
    me, opponent = insight.view.player, other.seat
    challenger, challenged = (me, opponent) if is_challenger else (opponent, me)
    ornicles = {me: gains[0], opponent: gains[1]}
    if score.challenger_wins >= WINS_NEEDED:
        ornicles[challenger] += 1
        name = strongest_object(owned_objects(insight.view.seats[challenged]), insight.prices)
        return insight.outlook.win_probability([(name, challenged, challenger)], ornicles)
    ornicles[challenged if score.challenged_wins >= WINS_NEEDED else challenger] += 1
    return insight.outlook.win_probability(ornicle_changes=ornicles)


def win_probability_if_dueling(insight: Insight, other: PublicPlayerInfo) -> float:
    """Return this player's probability of winning the game if it challenges `other` to a duel.

    All three battles are planned, each with the cards left from the earlier ones.
    """
    view, own = insight.view, insight.view.own_seat
    spells = list(view.hand.spells)
    guesses = insight.guess_hands(other)
    hands = [dict(held.spell_powers) for held in guesses]
    odds: list[_WinLossOdds] = []
    spent = 0.0
    standings = (DuelScore(), DuelScore(1, 1, 0), DuelScore(2, 1, 1))
    for score in standings:
        if not spells:
            spells = [
                Spell("W" if own.character == "F" else "F", 3)
            ]  # the refill draws some spell (TW-TURN-2)
        stakes = win_chances_after_next_battle(insight, other, True, score)
        replies = [
            plans.DefenceChooser(
                insight.planned_defences(other, GuessedHand(hand), own),
                stakes,
                insight.expected_responses(own, other, view.hand.response_cards, held.response_cards, "duel"),
            )
            for hand, held in zip(hands, guesses, strict=True)
        ]
        plan = plans.best_attack_plan(insight.planned_attacks([other], spells), [replies])
        assert plan is not None
        attack, results = plan.attack, plan.replies[0]
        win = sum(result[2] for result in results) / len(results)
        loss = sum(result[3] for result in results) / len(results)
        odds.append((win, loss))
        for power in attack.choice.spell_powers:
            spells.remove(Spell(attack.choice.element, power))
        spent += attack.spell_cost + attack.creature_risk * loss
        for hand, (_, defence, lost, _held) in zip(hands, results, strict=True):
            spent -= (
                insight.spending_gain_share * (defence.spell_cost + defence.creature_risk * lost) / len(hands)
            )
            _remove_spells(hand, defence)
    chance = _win_probability(insight, other, True, DuelScore(), (-1, 0), odds)
    return chance - ORNICLE_STRENGTH * chance * (1 - chance) * spent


def _remove_spells(hand: dict[str, tuple[int, ...]], defence: plans.LayPlanningNumbers) -> None:
    """Remove the spells of a defence from a hand, and refill an empty hand with one spell (TW-TURN-2)."""
    if not defence.choice.spell_powers:
        return
    left = list(hand[defence.choice.element])
    for power in defence.choice.spell_powers:
        left.remove(power)
    if left:
        hand[defence.choice.element] = tuple(left)
    else:
        del hand[defence.choice.element]
    if not hand:
        hand["A"] = (3,)
