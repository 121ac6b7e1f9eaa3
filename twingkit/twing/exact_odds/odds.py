"""The exact odds of a battle: dice alone (TW-ODDS-1), or with best responses of both sides (TW-ODDS-2).

Nothing here is sampled. The reference implementation of both is the battle script itself, walked through all
its branches (`twingkit.odds.walk`); the tests compare the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import accumulate, product
from typing import cast

import attrs

from twingkit.core.arguments import check_arguments, instance_of, one_of_words, require_valid_argument
from twingkit.core.notation import ROLES
from twingkit.core.rulebook import NamesByLanguage, Ruling
from twingkit.core.slices import DEFAULT_BUDGET_SECONDS
from twingkit.odds.distribution import Distribution
from twingkit.odds.odds import Odds
from twingkit.twing.exact_odds import contest as contests
from twingkit.twing.exact_odds.best_responses.grids import first_best_index, loss_probability
from twingkit.twing.exact_odds.best_responses.many_battles import check_budget
from twingkit.twing.exact_odds.best_responses.values import BattleValues
from twingkit.twing.exact_odds.terms import BOX_TERMS, RESPONSES_ARGUMENT, ContestVariant, Responses
from twingkit.twing.exact_odds.variants.contest import (
    CERTAIN_LOSS_MARGIN,
    battle_contest,
    current_contest,
    current_faces,
    side_states_from_fight,
    trap_victims,
)
from twingkit.twing.notation.battle_line import Battle, legal_battle
from twingkit.twing.rules.battle_acts import Trap
from twingkit.twing.rules.cards import CROSS, SUN
from twingkit.twing.rules.fight import Fight, FightSide
from twingkit.twing.rules.objects import reroll_object
from twingkit.twing.rules.responses import rule_against_response, trap_answers
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.variants.as_variant import as_variant
from twingkit.twing.variants.variant import BOX, Variant

ROLL_COUNT = 144
"""The number of equally likely rolls of two dice (TW-BOX-3)."""

DICE_ALONE, BEST_RESPONSES = "TW-ODDS-1", "TW-ODDS-2"
"""The rules that define the odds by dice alone and under best responses."""

_CACHE_SIZE = 300
"""Largest number of combinations of plays for which solutions are cached."""


def battle_odds(
    battle: Battle | str,
    responses: Responses = "none",
    variant: Variant | str = BOX,
    budget: float = DEFAULT_BUDGET_SECONDS,
) -> Odds:
    """Return the attacker's chances to win, tie and lose a battle (see `odds` in `attack_lines`).

    >>> print(battle_odds("F: F5 F3 + F4 vs W: W6 W4"))
    win 69.4%, tie 6.9%, loss 23.6%
    """
    rules = as_variant(variant)
    return odds_of_legal_battle(legal_battle(battle, rules), checked_responses(responses), rules, budget)


def odds_of_legal_battle(battle: Battle, responses: Responses, variant: Variant, budget: float) -> Odds:
    """Return the same as `battle_odds` for a battle known to be legal under the variant, without a check."""
    if responses == "best":
        return best_response_odds(battle_contest(battle, variant), budget=budget)
    return contest_dice_odds(battle_contest(battle, variant))


def checked_responses(responses: str) -> Responses:
    """Return `responses` if it is "none" or "best"; raise `Fault` otherwise."""
    require_valid_argument("responses", responses, RESPONSES_ARGUMENT)
    return cast("Responses", responses)


@attrs.frozen
class ProbabilityFact:
    """A probability inserted into a message as a percentage in the reader's language."""

    chance: float

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the probability as a percentage with one decimal."""
        return words.name("percent").format(*divmod(round(self.chance * 1000), 10))


def odds_ruling(odds: Odds) -> Ruling:
    """Return the odds of a battle as a ruling: a sentence with the rule that defines them.

    Raises `KeyError` for odds that no rule defines.

    >>> print(odds_ruling(battle_odds("F: F5 F3 + F4 vs W: W6 W4")))
    If only the dice decide, the attacker’s chances are: win 69.4%, tie 6.9%, loss 23.6%. [TW-ODDS-1]
    """
    case = {DICE_ALONE: "dice", BEST_RESPONSES: "best"}[odds.rule]
    facts = {
        "win": ProbabilityFact(odds.win),
        "tie": ProbabilityFact(odds.tie),
        "loss": ProbabilityFact(odds.loss),
    }
    return Ruling(odds.rule, case, facts, rulebook())


def fight_odds(fight: Fight, responses: Responses = "none") -> Odds:
    """Return the attacker's odds in a battle under way; dice on the table keep their faces.

    Both sides must have laid. With "best" the responses continue from the present state: whose response it
    is, and whether the other side has just passed.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 vs W: W6 & cat")
    >>> for answer in ("lay F5", "lay W6", "roll Sun"):
    ...     game.answer(answer)
    >>> print(fight_odds(game.table.fight, "best"))
    win 84.0%, tie 16.0%, loss 0.0%
    """
    contest = current_contest(fight)
    faces = current_faces(fight, contest)
    if responses == "best" and not fight.is_rolled:
        return best_response_odds(contest, faces)
    if responses == "best" and fight.passes < len(fight.sides):
        return best_response_odds(contest, faces, fight.responder_index, fight.passes > 0)
    if all(face is None for face in faces) and not any(contest.terms.dice_turned):
        return contest_dice_odds(contest)
    chances = [0.0, 0.0, 0.0]
    for states, chance in first_state_indices(contest, faces):
        pair = (contest.profiles[0].states[states[0]], contest.profiles[1].states[states[1]])
        chances[1 - contest.shown_outcome_sign(pair)] += chance
    return Odds(win=chances[0], tie=chances[1], loss=chances[2], rule=DICE_ALONE)


def open_object_odds(fight: Fight, mover: int = 0) -> Odds:
    """Return the attacker's odds in a battle of two sides under way if nobody plays a card of a hand, and
    both sides use the objects that all see as well as they can (TW-BAT-14).

    `mover` (0 or 1) is the side to respond after the dice that are still to be rolled.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 vs W: W6 @ hat & cat")
    >>> _ = game.give_answers("lay F5", "lay W6", "roll 1", "roll Cross")
    >>> print(open_object_odds(game.table.fight, mover=1))
    win 8.3%, tie 50.0%, loss 41.7%
    """
    contest = current_contest(fight)
    attacker, defender = (contests.RemainingSidePlays(held.reroll_count) for held in contest.side_plays)
    contest = attrs.evolve(contest, side_plays=(attacker, defender))
    return best_response_odds(contest, current_faces(fight, contest), mover)


def best_response_odds(
    contest: contests.Contest,
    faces: tuple[int | None, ...] = (None, None),
    mover: int = 0,
    other_passed: bool = False,
    budget: float = DEFAULT_BUDGET_SECONDS,
) -> Odds:
    """Return the attacker's odds in a contest from a given moment if both sides respond optimally, averaged
    over dice not yet rolled.

    `faces` are the faces on the table, None for a die not yet rolled. `mover` (0 or 1) is the side to
    respond, `other_passed` whether the other side has just passed.
    """
    values = solve_contest(contest, budget)
    if faces == (None, None) and not mover and not other_passed:
        [(edge, win)] = values.means_by_contest()
        loss = loss_probability(edge, win)
    else:
        win, loss = mean_win_and_loss(values, first_state_indices(contest, faces), mover, other_passed)
    tie = 0.0 if contest.terms.defender_wins_ties else max(0.0, 1.0 - win - loss)
    return Odds(win, tie, loss, rule=BEST_RESPONSES)


def mean_win_and_loss(
    values: BattleValues,
    openings: Iterable[tuple[tuple[int, int], float]],
    mover: int,
    other_passed: bool,
    left: contests.PlaysLeft | None = None,
) -> tuple[float, float]:
    """Return the attacker's chances to win and to lose, averaged over `openings`: pairs of dice, each with
    its chance.
    """
    win = loss = 0.0
    for states, chance in openings:
        won, lost = values.win_and_loss(states, mover, other_passed, left)
        win += chance * won
        loss += chance * lost
    return win, loss


def solve_contest(contest: contests.Contest, budget: float = DEFAULT_BUDGET_SECONDS) -> BattleValues:
    """Return the values of best play for a contest, cached if it is small; raise `BudgetError` if solving
    would take too long.
    """
    check_budget(contest, budget)
    return _cached_values(contest) if contest.play_combinations <= _CACHE_SIZE else BattleValues([contest])


@lru_cache(maxsize=8)
def _cached_values(contest: contests.Contest) -> BattleValues:
    return BattleValues([contest])


@check_arguments(fight=instance_of("argument.fight", Fight), side=one_of_words(*ROLES))
def best_response(fight: Fight, *, side: str) -> str:
    """Return the optimal answer of a side ("attacker" or "defender") to the pending response question of a
    battle (TW-ODDS-2).

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 vs W: W6 & cat")
    >>> for answer in ("lay F5", "lay W6", "roll Sun", "roll 2"):
    ...     game.answer(answer)
    >>> best_response(game.table.fight, side="defender")
    'cat'
    """
    side_index = ROLES.index(side)
    contest = current_contest(fight)
    states, _ = next(first_state_indices(contest, current_faces(fight, contest)))
    plays = list(solve_contest(contest).play_edges(states, side_index, fight.passes > 0))
    choice, _ = plays[first_best_index([edge for _, edge in plays])]
    return answer_for_play(fight, fight.sides[side_index], choice)


def answer_for_play(fight: Fight, side: FightSide, play: str) -> str:
    """Convert a play named by `BattleValues.play_edges` to the answer that makes it in a battle."""
    if play == "reroll":
        return reroll_object(side.role)
    if play == "trap":
        return str(strongest_trap(fight, side))
    if play == "cat" and fight.variant.cat_die == "any":
        return f"cat {side.role}"
    return play.replace("own", side.role).replace("other", fight.main_opponent(side).role)


def should_attacker_lay_two_cats(battle: Battle, variant: Variant) -> bool:
    """Return whether it is better for the attacker to lay two cats, where a variant allows it (TW-PLAY-3)."""
    contest = battle_contest(battle, variant)
    check_budget(contest)
    return (
        contest.terms.two_cats_stage == "offered"
        and BattleValues([contest]).best_start_node.awaits_two_cats_roll
    )


def strongest_trap(fight: Fight, side: FightSide) -> Trap:
    """Return the answer that plays a trap on the strongest card or mounted pair, as the odds assume."""
    first = trap_victims(side_states_from_fight(fight)[1 - side.index], fight.variant)[0]
    allowed = (trap for trap in trap_answers(fight, side) if rule_against_response(fight, side, trap) is None)
    tokens = {card.token for card in first}
    return next(trap for trap in allowed if trap.creature.token in tokens)


def first_state_indices(
    contest: contests.Contest, faces: Iterable[int | None]
) -> Iterator[tuple[tuple[int, int], float]]:
    """Yield every pair of dice (indices into the states) before the responses, with its chance."""
    open_dice = []
    for profile, face in zip(contest.profiles, faces, strict=True):
        if face is None:
            open_dice.append([(index, weight / 12) for index, weight in enumerate(profile.roll_counts)])
        else:
            open_dice.append([(profile.states.index(contests.die_state(face)), 1.0)])
    for (attack, first), (defence, second) in product(*open_dice):
        yield (attack, defence), first * second


def contest_dice_odds(contest: contests.Contest) -> Odds:
    """Return the odds of a contest by dice alone (TW-ODDS-1), under any variant."""
    if contest.margin == CERTAIN_LOSS_MARGIN:
        return Odds(1.0, 0.0, 0.0, rule=DICE_ALONE)
    return dice_odds(contest.margin, *contest.profiles, contest.terms)


def dice_odds(
    margin: int, attack: contests.DieRules, defence: contests.DieRules, terms: ContestVariant = BOX_TERMS
) -> Odds:
    """Return the attacker's odds by dice alone (TW-ODDS-1) from the difference in card points and the rules
    for both dice.
    """
    criticals, spread, ends = _count_rolls(attack, defence, terms.symbols_cancel)
    won, tied, lost = ends[max(-contests.CERTAIN_MARGIN, min(contests.CERTAIN_MARGIN, margin))]
    if terms.defender_wins_ties:
        criticals = criticals[0], 0.0, criticals[1] + criticals[2]
        tied, lost = 0.0, tied + lost
    return Odds(
        win=(criticals[0] + won) / 144,
        tie=(criticals[1] + tied) / 144,
        loss=(criticals[2] + lost) / 144,
        critical_win=criticals[0] / 144,
        critical_tie=criticals[1] / 144,
        critical_loss=criticals[2] / 144,
        margin=partial(_margins, margin, spread),
        rule=DICE_ALONE,
    )


def _margins(margin: int, spread: Mapping[int, float]) -> Distribution:
    """Return the distribution of the attacker's final lead in points, from the margin on the cards and the
    144 rolls.
    """
    return Distribution({margin + points: count / 144 for points, count in spread.items()})


_SYMBOLS = (SUN, CROSS)

_OutcomeCounts = tuple[float, float, float]
"""The numbers of the 144 rolls that win, tie and lose."""


@lru_cache(maxsize=256)
def _count_rolls(
    attack: contests.DieRules, defence: contests.DieRules, symbols_cancel: bool = False
) -> tuple[_OutcomeCounts, dict[int, float], dict[int, _OutcomeCounts]]:
    """Count all 144 rolls of two dice.

    Returns the rolls that a critical result decides; how often the numbers differ by each amount; and, for
    each margin on the cards, how many of the other rolls win, tie and lose.
    """
    rolls = [
        [(side.face_result(face), weight) for face, weight in zip(side.states, side.roll_counts, strict=True)]
        for side in (attack, defence)
    ]
    criticals, spread = [0.0, 0.0, 0.0], dict[int, float]()
    for (first, weight), (second, times) in product(*rolls):
        count = weight * times
        if symbols_cancel and first == second and first in _SYMBOLS:
            spread[0] = spread.get(0, 0.0) + count
        elif first in _SYMBOLS or second in _SYMBOLS:
            criticals[
                1
                - (contests.die_result_rank(first) > contests.die_result_rank(second))
                + (contests.die_result_rank(first) < contests.die_result_rank(second))
            ] += count
        elif count:
            spread[first - second] = spread.get(first - second, 0.0) + count
    counts = [
        spread.get(points, 0.0) for points in range(-contests.CERTAIN_MARGIN, contests.CERTAIN_MARGIN + 1)
    ]
    below = list(accumulate(counts, initial=0.0))
    above = list(accumulate(reversed(counts), initial=0.0))
    ends = {
        margin: (
            above[contests.CERTAIN_MARGIN + margin],
            counts[contests.CERTAIN_MARGIN - margin],
            below[contests.CERTAIN_MARGIN - margin],
        )
        for margin in range(-contests.CERTAIN_MARGIN, contests.CERTAIN_MARGIN + 1)
    }
    return (criticals[0], criticals[1], criticals[2]), spread, ends
