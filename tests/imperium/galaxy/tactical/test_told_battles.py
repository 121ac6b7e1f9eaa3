"""The log shows the battles of a whole game with their lines, without the cards of hands (IM-SPACE-15)."""

from __future__ import annotations

import pytest
from imperium.galaxy.game.positions import cases, chapter, empty, put, say, sheet, system, take_planets

from twingkit.imperium import battle_game
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.galaxy.starts import new_game
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.embedded_battle import without_unaffordable_effects
from twingkit.imperium.galaxy.tactical.tactical_action import tactical_action
from twingkit.players.policies import computer_player


@pytest.mark.parametrize(("players", "seed"), [("short", 0), ("short", 3)])
def test_IM_SPACE_15_a_battle_is_told_with_its_line_and_no_action_card(players: int | str, seed: int) -> None:
    game = new_game(players, seed=seed)
    policies = [computer_player(game.start, "greedy", seat) for seat in range(game.start.seats)]
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


def test_IM_VIEW_1_a_technology_without_use_is_told_in_the_battle_alone_and_not_in_a_game() -> None:
    def arrange(table: GameTable) -> None:
        empty(table)
        put(table, 0, "23", carrier=1, infantry=2)
        put(table, 1, "saudor", infantry=1)
        put(table, 1, "arretze", infantry=1)
        sheet(table, 0, technologies=frozenset({"amd"}))
        sheet(table, 1, technologies=frozenset())
        take_planets(table, 1, "saudor")

    game = chapter(lambda table: tactical_action(table, 0, system(table, "23")), arrange)
    say(game, "move none", "land 2 infantry saudor", "roll 10 1", "roll 1")
    assert ("IM-INV-11", "gained") in cases(game)
    cited_cases = [one for one in cases(game) if one[0] == "IM-TECH-amd"]
    assert cited_cases == []
    alone = battle_game("ground: 2 infantry @ amd vs 1 infantry", seed=1)
    assert ("IM-TECH-amd", "nothing_no_cannon") in cases(alone)


@pytest.mark.parametrize(("goods", "named"), [(1, []), (2, ["munitions"])])
def test_IM_UNIT_munitions_is_no_part_of_a_told_battle_that_letnev_cannot_pay_for(
    goods: int, named: list[str]
) -> None:
    table = new_game("short", seed=1).table
    letnev = next(player for player in table.players if player.faction == "letnev")
    letnev.goods = goods
    battle = Battle.parse("space: 1 destroyer @ letnev,munitions vs 1 carrier @ sol")
    told = without_unaffordable_effects(table, battle, (letnev.seat, 0))
    assert [use.id for side in told.sides for use in side.effects] == named
