"""The worth of objectives after a tactical action: by the shortcut, and on a copy of the table."""

import pytest

from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.players import PLAYERS
from twingkit.imperium.galaxy.players.known_table import known_table
from twingkit.imperium.galaxy.players.objective_plans import (
    ObjectiveNeeds,
    costless_objectives_worth,
    table_if_option_succeeds,
)
from twingkit.imperium.galaxy.players.tactical_options import tactical_options
from twingkit.imperium.galaxy.starts import new_game


@pytest.mark.parametrize("seed", [1, 3, 8])
def test_IM_OBJ_1_the_worth_gained_is_that_of_the_table_after_the_action(seed: int) -> None:
    game, compared = new_game(4, seed=seed, explain=False), 0
    seated = [PLAYERS["greedy"](seat) for seat in range(4)]
    counted = [card.id for card in objectives_by_id().values() if card.requirement_kind != "event"]
    while game.question is not None and compared < 200:
        seat = game.question.player
        if isinstance(game.question, TurnChoice):
            table = known_table(game.table, seat)
            table.open_objectives = tuple(counted)
            plan = ObjectiveNeeds(table, seat)
            before = costless_objectives_worth(table, seat, plan.unscored_objectives)
            for option in tactical_options(table, seat, with_presence=True):
                after = costless_objectives_worth(
                    table_if_option_succeeds(table, seat, option), seat, plan.unscored_objectives
                )
                assert plan.objectives_worth_gain(option) == after - before
                compared += 1
        game.answer(seated[seat](game))
    assert compared
