"""The exact odds of a battle under way, from the present state of a game (IM-ODDS-1)."""

from __future__ import annotations

from twingkit.core.arguments import NON_NEGATIVE, check_arguments
from twingkit.core.arguments.game_kinds import GAME
from twingkit.core.play import Game
from twingkit.imperium.battle.exact_odds import steps_walk
from twingkit.imperium.battle.exact_odds.chain import BattleMarkovChain
from twingkit.imperium.battle.exact_odds.chances import add_chances
from twingkit.imperium.battle.rules.dice.combat_roll import CROWN_DESTROYED_NOTE
from twingkit.imperium.battle.rules.losses.combat_hits import assign_hits
from twingkit.imperium.battle.rules.questions import assumed_outcomes
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.odds.odds import Odds

RULE = "IM-ODDS-1"

_MAX_REVIEW_WALKS = 2000
"""The work limit for the odds of one moment (see `odds_now`): a fraction of a second."""

_WALKS_PER_BRANCH = 20
"""Following one branch of the current step takes as long as this number of walks through a step."""

_StepPosition = tuple[int, int]
"""A position in the course of a battle: the round, and the number of its finished steps."""


@check_arguments(game=GAME, max_walks=NON_NEGATIVE)
def odds_now(game: Game, *, max_walks: int = 0) -> Odds | None:
    """Return the attacker's chances from the present state of a battle under way, if both sides keep to their
    battle lines.

    Both sides follow their lines (IM-ODDS-1).

    None once the battle is over. `max_walks` limits the work as in `odds` (0: no limit). Raises
    `WalkBudgetError` beyond it.

    >>> from twingkit.imperium.battle.starts import battle_game
    >>> game = battle_game("space: 1 cruiser vs 1 fighter")
    >>> print(odds_now(game))
    win 61.5%, tie 15.4%, loss 23.1%
    >>> for answer in ("stay", "stay", "roll 8"):
    ...     game.answer(answer)
    >>> print(odds_now(game))
    win 80.0%, tie 20.0%, loss 0.0%
    """
    if game.over:
        return None
    walk = steps_walk.StepsWalk(game.table.fight, max_walks)
    begins: dict[int, steps_walk.Chances] = {}
    for (n, side_index), situations in _after_current_step(game, walk).items():
        if side_index or not n:
            steps = walk.steps(n) if n else walk.opening
            situations, n = walk.after_steps(steps[side_index:], situations, n), n + 1
        begins[n] = add_chances(begins.get(n, {}), situations)
    chances = {0: 0.0, None: 0.0, 1: 0.0}
    for n, begin in begins.items():
        for situation, chance in BattleMarkovChain(
            walk.fight, start=begin, first_round=n, max_walks=max_walks
        ).end_chances.items():
            chances[situation.winner] += chance
    return Odds(chances[0], chances[None], chances[1], rule=RULE)


def _after_current_step(game: Game, walk: steps_walk.StepsWalk) -> dict[_StepPosition, steps_walk.Chances]:
    """Return the situations that the current step can lead to, with chances, by the round and step that
    follow.
    """
    if not len(game) and not game.table.round:  # the opening has stopped at its first question
        return {(0, 0): {steps_walk.Situation(walk.fight.starting_forces()): 1.0}}
    if _is_undecided(game):
        return {(game.table.round, 0): {_situation_between_steps(game, walk): 1.0}}
    moment_now = _moment(game.table)
    chances: dict[_StepPosition, steps_walk.Chances] = {}
    waiting, followed = [(game.copy(), 1.0)], 0
    while waiting:
        moment, chance = waiting.pop()
        question = moment.question
        if question is None or _moment(moment.table) != moment_now:
            situations = chances.setdefault(_moment(moment.table), {})
            situation = _situation_between_steps(moment, walk)
            situations[situation] = situations.get(situation, 0.0) + chance
            continue
        followed += 1
        if walk.max_walks and followed * _WALKS_PER_BRANCH > walk.max_walks:
            raise steps_walk.WalkBudgetError(walk.max_walks)
        outcomes = assumed_outcomes(question)
        for answer, part in outcomes:
            branch = moment.copy() if len(outcomes) > 1 else moment
            branch.answer_unchecked(answer)
            waiting.append((branch, chance * part))
    return chances


def _is_undecided(game: Game) -> bool:
    """True if the battle or a round has just begun and nothing in it is decided yet."""
    if not len(game) or not game.table.round:
        return not len(game)
    before = game.copy()
    before.undo()
    return bool(before.table.round < game.table.round)


def _moment(table: BattleTable) -> _StepPosition:
    return table.round, table.steps_done


def _situation_between_steps(game: Game, walk: steps_walk.StepsWalk) -> steps_walk.Situation:
    """Return the situation of a game between two steps.

    The game has begun the next step and stopped at its first question. Before a step asks, it only removes
    the units that the Crown of Thalnos destroys, which must not happen again.
    """
    table: BattleTable = game.table
    state = table.state
    steps = walk.steps(table.round) if table.round else ()
    if not game.over and table.steps_done < len(steps) and steps[table.steps_done] is assign_hits:
        first, second = (force.without_notes(CROWN_DESTROYED_NOTE) for force in state)
        state = first, second
    return steps_walk.Situation(state, (table.retreated[0], table.retreated[1]), table.stopping_rule)


def odds_now_or_result(game: Game, *, max_walks: int = 0) -> Odds:
    """Return `odds_now`, or the result of a battle that is over as chances of 1 and 0."""
    odds = odds_now(game, max_walks=max_walks)
    if odds is not None:
        return odds
    winner = game.result.winner
    return Odds(float(winner == 0), float(winner is None), float(winner == 1), rule=RULE)


def odds_now_if_quick(game: Game) -> Odds | None:
    """Return the attacker's chances from the present state of a battle; None if it is over, part of a whole
    game, or too slow to compute.

    Both sides follow their policies (IM-ODDS-1). None in a whole game, after the end, and if the chances
    take too much work.

    >>> from twingkit.imperium.battle.starts import battle_game
    >>> print(odds_now_if_quick(battle_game("space: 1 cruiser vs 1 fighter")))
    win 61.5%, tie 15.4%, loss 23.1%
    """
    if not isinstance(game.table, BattleTable):
        return None
    try:
        return odds_now(game, max_walks=_MAX_REVIEW_WALKS)
    except steps_walk.WalkBudgetError:
        return None
