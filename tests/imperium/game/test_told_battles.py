"""The battles of a whole game are told with their lines, which hide the cards of hands (IM-SPACE-15)."""

from __future__ import annotations

import pytest

from twingkit.imperium.game_start import new_game
from twingkit.imperium.notation.battle_line import Battle


@pytest.mark.parametrize(("players", "seed"), [("short", 0), ("short", 3)])
def test_IM_SPACE_15_a_battle_is_told_with_its_line_and_no_action_card(players: int | str, seed: int) -> None:
    game = new_game(players, seed=seed)
    policies = [game.start.policy("greedy", seat) for seat in range(game.start.seats)]
    while game.question is not None:
        game.answer(policies[game.question.player](game))
    lines = [
        facts["battle"]
        for rule, _, facts in game.table.rulings
        if rule == "IM-SPACE-15" and "battle" in facts
    ]
    assert lines
    for line in lines:
        battle = Battle.parse(line)
        assert str(battle) == line
        assert not battle.problems()
        sources = [use.effect.source for side in battle.sides for use in side.effects]
        assert "action" not in sources
