"""Reference implementation for the fast rounds: the steps of a battle, all walked."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from twingkit.core.notation import ROLES
from twingkit.imperium import Battle, battle_game, odds_many, odds_now, odds_with_retreat
from twingkit.imperium.battle.exact_odds.chain import BattleMarkovChain
from twingkit.imperium.battle.exact_odds.steps_walk import Situation, StepsWalk, units_only, win_tie_loss
from twingkit.imperium.battle.rules.force import Fight, ForcePair
from twingkit.odds.odds import Odds


class WalkedChain(BattleMarkovChain):
    """The course of a battle with all steps walked, even with independent sides."""

    def __init__(self, fight: Fight, max_walks: int = 0) -> None:
        super().__init__(fight, max_walks=max_walks)
        self.walk = StepsWalk(fight, max_walks, walks_opening=True)

    def first_round_of(self, first_round: object, state: ForcePair) -> None:
        """Turn off every faster method."""


WALKS = 30_000
"""More walks through a step are too many for a random battle: this excludes one in two hundred."""


def triple(found: Odds) -> tuple[float, float, float]:
    """Return win, tie, loss."""
    return found.win, found.tie, found.loss


def all_agree(battle: Battle, most: int) -> None:
    """Assert that all ways to compute the odds of a battle agree with the steps: one call and a table of
    many, a battle that has just begun, and plans of a retreat that never comes. `WalkBudgetError` if the
    steps take more than `most` walks.
    """
    slow = WalkedChain(Fight.from_battle(battle), max_walks=most)
    win, tie, loss = wanted = win_tie_loss(slow.end_chances)
    agree(battle, slow)
    (row,) = odds_many([battle]).itertuples()
    assert (row.win, row.tie, row.loss) == pytest.approx(wanted, abs=1e-12)
    game = battle_game(battle)
    now = odds_now(game)
    assert (now is None) == game.over
    if now is not None:
        assert (now.win, now.tie, now.loss) == pytest.approx(wanted, abs=1e-12)
    for role, seen in zip(ROLES, (wanted, (loss, tie, win)), strict=True) if battle.kind == "space" else ():
        stays = odds_with_retreat(battle, role, below=0.0)
        assert (stays.win, stays.tie, stays.loss) == pytest.approx(seen, abs=1e-9)


def same_chances(found: Mapping[Situation, float], wanted: Mapping[Situation, float]) -> None:
    """Assert that two tables of situations have the same chances."""
    totals = [{}, {}]
    for total, chances in zip(totals, (found, wanted), strict=True):
        for situation, chance in chances.items():
            key = tuple(map(units_only, situation.state)), situation.retreated, situation.stopping_rule
            total[key] = total.get(key, 0.0) + chance
    for key in totals[0] | totals[1]:
        assert totals[0].get(key, 0.0) == pytest.approx(totals[1].get(key, 0.0), abs=1e-12)


def agree(battle: Battle, slow: BattleMarkovChain | None = None) -> None:
    """Assert that both ways give the same ends, mean rounds and first rounds; `slow` is the walk, if it is
    known."""
    fast, slow = (
        BattleMarkovChain(Fight.from_battle(battle)),
        slow or WalkedChain(Fight.from_battle(battle)),
    )
    same_chances(fast.end_chances, slow.end_chances)
    assert fast.mean_rounds == pytest.approx(slow.mean_rounds, abs=1e-9)
    for (over, open_), (ended, left), _ in zip(
        fast.round_chances(), slow.round_chances(), range(6), strict=False
    ):
        assert sum(over.values()) == pytest.approx(sum(ended.values()), abs=1e-12)
        assert sum(open_.values()) == pytest.approx(sum(left.values()), abs=1e-12)
