"""The end of a round, retreats, battles called off, and the end of the battle (IM-SPACE-5, 8, 9, 10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from imperium.space_table import play_out
from imperium.steps_reference import WalkedChain

from twingkit.imperium import assumed_answer, battle_game, odds, odds_now
from twingkit.imperium.battle.analysis.final_rounds import FinalRetreatGraph, FinalRetreatGrid
from twingkit.imperium.battle.analysis.round_by_round import round_odds_and_progress
from twingkit.imperium.battle.analysis.rounds import SpaceBattleRounds
from twingkit.imperium.battle.exact_odds.chain import BattleMarkovChain
from twingkit.imperium.battle.exact_odds.many_grids import LadderArrays, grid_chances
from twingkit.imperium.battle.exact_odds.steps_walk import Situation, win_tie_loss
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.questions import AnnounceRetreat, PlayEffect
from twingkit.imperium.battle.rules.result import BattleResult
from twingkit.imperium.battle.rules.rounds import is_standoff
from twingkit.imperium.battle.rules.space.space_combat import play_space_battle
from twingkit.imperium.battle.rules.table import BattleTable


def retreating(*sides: int, play: str = "play") -> Callable[[object], Any]:
    """Return a policy that announces a retreat whenever it is asked."""

    def answer(question: object) -> Any:
        if isinstance(question, AnnounceRetreat):
            return "retreat" if question.player in sides else "stay"
        return play if isinstance(question, PlayEffect) else None

    return answer


# -- Devotion


def test_IM_UNIT_devotion_gives_up_a_destroyer_for_a_dearer_ship() -> None:
    battle = play_out("space: 1 destroyer 2 cruiser @ yin,devotion vs 1 fighter 2 carrier", 1, 1, 1)
    assert battle.ships(0) == {"cruiser": (2, 0)}
    assert battle.ships(1) == {"fighter": (1, 0), "carrier": (1, 0)}
    assert battle.cases("IM-UNIT-devotion") == ["given_up", "destroyed"]


def test_IM_UNIT_devotion_is_not_spent_on_cheaper_ships_or_those_that_sustain() -> None:
    battle = play_out("space: 2 cruiser @ yin,devotion vs 3 fighter 2 dreadnought", 1, 1)
    assert battle.ships(0) == {"cruiser": (2, 0)}
    assert battle.cases("IM-UNIT-devotion") == ["nothing_not_worth"]
    equal = play_out("space: 2 cruiser @ yin,devotion vs 2 cruiser", 1, 1)
    assert equal.cases("IM-UNIT-devotion") == ["nothing_not_worth"]


def test_IM_UNIT_devotion_takes_a_damaged_ship() -> None:
    battle = play_out("space: 2 cruiser @ yin,devotion vs 2 dreadnought", (10, 1), 1)
    assert battle.ships(1) == {"dreadnought": (1, 0)}


def test_IM_UNIT_devotion_takes_the_last_ship_whatever_it_costs() -> None:
    battle = play_out("space: 2 destroyer @ yin,devotion vs 1 fighter", 1, 1, 1)
    assert battle.over
    assert battle.ships(0) == {"destroyer": (1, 0)}
    alone = play_out("space: 1 destroyer @ yin,devotion vs 1 fighter", 1, 1, 1)
    assert alone.cases("IM-UNIT-devotion") == ["nothing_not_worth"]


def test_IM_UNIT_devotion_is_silent_after_the_end() -> None:
    assert not play_out("space: 2 cruiser @ yin,devotion vs 1 carrier", 10, 1).cases("IM-UNIT-devotion")


# -- Exotrireme II


def test_IM_TECH_exo2_a_damaged_one_takes_the_two_dearest_with_it() -> None:
    battle = play_out(
        "space: 2 dreadnought+ @ sardakk,exo2 vs 1 fighter 1 cruiser 2 carrier", 1, (1, 1, 10, 1)
    )
    assert battle.ships(0) == {"dreadnought+": (1, 0)}
    assert battle.ships(1) == {"fighter": (1, 0), "cruiser": (1, 0)}
    assert battle.cases("IM-TECH-exo2") == ["given_up", "destroyed", "destroyed"]


def test_IM_TECH_exo2_can_end_in_a_tie() -> None:
    battle = play_out("space: 1 dreadnought+ @ sardakk,exo2 vs 2 cruiser", 1, (10, 1))
    assert battle.ships(0) == battle.ships(1) == {}
    assert battle.cases("IM-SPACE-10") == ["nobody"]


# -- retreats


def test_IM_SPACE_5_nobody_retreats_unless_somebody_says_so() -> None:
    battle = play_out("space: 1 cruiser vs 1 cruiser", 1, 1, 1, 10)
    assert [question.player for question in battle.asked] == [1, 0, 1, 0]
    assert not battle.cases("IM-SPACE-5")


def test_IM_SPACE_5_if_the_defender_announces_the_attacker_is_not_asked() -> None:
    battle = play_out("space: 1 cruiser vs 1 cruiser", 1, 1, answer=retreating(0, 1))
    assert [question.player for question in battle.asked] == [1]
    assert battle.cases("IM-SPACE-5") == ["announced_first"]
    assert battle.table.retreated == [False, True]
    assert battle.facts("IM-SPACE-10", "won")["side"] == "attacker"


def test_IM_SPACE_9_the_round_is_fought_before_the_retreat() -> None:
    battle = play_out("space: 1 cruiser vs 2 cruiser", 10, 1, answer=retreating(0))
    assert battle.ships(1) == {"cruiser": (1, 0)}
    assert battle.cases("IM-SPACE-5") == ["announced"]
    assert battle.cases("IM-SPACE-9") == ["left"]
    assert battle.table.retreated == [True, False]


def test_IM_SPACE_9_is_needless_when_the_other_side_is_gone() -> None:
    battle = play_out("space: 1 cruiser vs 1 cruiser", 10, 1, answer=retreating(0))
    assert battle.table.retreated == [False, False]
    assert battle.cases("IM-SPACE-9") == ["needless"]
    assert battle.facts("IM-SPACE-10", "won")["side"] == "attacker"


def test_IM_ACT_intercept_stops_an_announced_retreat() -> None:
    battle = play_out("space: 1 cruiser @ intercept vs 1 cruiser", 1, 1, 1, answer=retreating(1))
    assert battle.cases("IM-ACT-intercept") == ["barred"]
    assert battle.table.retreated == [False, False]
    late = play_out("space: 1 cruiser @ intercept:2 vs 1 cruiser", 1, 1, answer=retreating(1))
    assert late.cases("IM-ACT-intercept") == ["not_reached"]
    assert late.table.retreated == [False, True]


@pytest.mark.parametrize("n", [1, 2])
def test_IM_ACT_s_retreat_leaves_at_the_start_of_its_round(n: int) -> None:
    card = "s_retreat" if n == 1 else f"s_retreat:{n}"
    battle = play_out(f"space: 2 cruiser vs 2 cruiser @ {card}", *[1] * (2 * n - 2))
    assert battle.over
    assert battle.table.retreated == [False, True]
    assert battle.table.round == n
    assert battle.cases("IM-ACT-s_retreat") == ["left"]
    assert battle.facts("IM-SPACE-10", "drawn")["side"] == "attacker"


@pytest.mark.parametrize("line", ["2 cruiser @ s_retreat vs 2 cruiser", "2 cruiser vs 2 cruiser @ s_retreat"])
def test_IM_ACT_s_retreat_ends_the_battle_as_a_draw_and_the_units_live(line: str) -> None:
    battle = play_out(f"space: {line}")
    assert battle.cases("IM-SPACE-10") == ["drawn"]
    result = battle_game(f"space: {line}").play(assumed_answer).result
    assert (result.winner, result.is_standoff) == (None, False)
    assert [result.units_left(index) for index in (0, 1)] == [(("cruiser", 2, 0),)] * 2
    for found in (odds(f"space: {line}"), odds_now(battle_game(f"space: {line}"))):
        assert found is not None
        assert (found.win, found.tie, found.loss) == (0, 1, 0)


def test_IM_ACT_s_retreat_of_both_only_the_attacker_leaves() -> None:
    battle = play_out("space: 2 cruiser @ s_retreat vs 2 cruiser @ s_retreat")
    assert battle.table.retreated == [True, False]


def test_IM_ACT_s_retreat_intercept_does_not_stop_it() -> None:
    battle = play_out("space: 2 cruiser @ intercept vs 2 cruiser @ s_retreat")
    assert battle.table.retreated == [False, True]


# -- battles that do not take place


@pytest.mark.parametrize(
    ("effects", "rule"),
    [
        ("xxcha,nf", "IM-TECH-nf"),
        ("minister_peace", "IM-AGENDA-minister_peace"),
        ("ceasefire", "IM-TRADE-ceasefire"),
    ],
)
def test_IM_ODDS_1_a_battle_called_off_costs_nobody_anything(effects: str, rule: str) -> None:
    battle = play_out(f"space: 2 cruiser 2 pds vs 1 cruiser 2 pds @ {effects}")
    assert battle.over
    assert battle.table.stopping_rule == rule
    assert battle.cases(rule) == ["no_battle"]
    assert (battle.ships(0), battle.ships(1)) == ({"cruiser": (2, 0)}, {"cruiser": (1, 0)})


def test_IM_ODDS_1_it_is_called_off_once() -> None:
    battle = play_out("space: 2 cruiser vs 1 cruiser @ naalu,ceasefire,foresight,minister_peace")
    assert battle.table.stopping_rule == "IM-TRADE-ceasefire"
    assert battle.cases("IM-AGENDA-minister_peace") == ["nothing_no_battle"]
    assert battle.cases("IM-UNIT-foresight") == ["nothing_no_battle"]


def test_IM_UNIT_foresight_leaves_before_space_cannon() -> None:
    battle = play_out("space: 2 cruiser 2 pds vs 1 cruiser 2 pds @ naalu,foresight")
    assert battle.table.retreated == [False, True]
    assert battle.ships(1) == {"cruiser": (1, 0)}
    assert battle.facts("IM-SPACE-10", "alone")["side"] == "attacker"


# -- the end


def test_IM_SPACE_8_another_round_while_both_have_ships() -> None:
    battle = play_out("space: 1 cruiser vs 1 cruiser", 1, 1, 1, 1, 10, 1)
    assert battle.cases("IM-SPACE-8") == ["round", "round"]
    assert battle.facts("IM-SPACE-8", "round")["n"] == 2
    assert battle.table.round == 3


def test_IM_SPACE_10_a_pds_keeps_no_battle_going() -> None:
    battle = play_out("space: 1 cruiser vs 2 pds", 1)
    assert battle.over
    assert battle.facts("IM-SPACE-10", "alone")["side"] == "attacker"
    assert battle.table.round == 0


@pytest.mark.parametrize(
    ("effect", "rule"),
    [
        ("mentak,so", "IM-TECH-so"),
        ("salvage", "IM-ACT-salvage"),
        ("shard_of_the_throne", "IM-AGENDA-shard_of_the_throne"),
        ("antivirus", "IM-TRADE-antivirus"),
    ],
)
def test_IM_SPACE_10_effects_after_the_battle(effect: str, rule: str) -> None:
    won = play_out(f"space: 1 warsun @ {effect} vs 1 fighter @ nekro", 10, 1)
    assert won.cases(rule) == ["after_won"]
    lost = play_out(f"space: 1 fighter @ {effect} vs 1 warsun @ nekro", 1, 10)
    assert lost.cases(rule) == ["after_not_won"]


@pytest.mark.parametrize(
    ("dice", "case"),
    [((10, 1), "after_won"), ((1, 10), "after_not_won"), ((10, 10), "nothing_drawn")],
)
def test_IM_TECH_so_a_draw_brings_nothing(dice: tuple[int, ...], case: str) -> None:
    assert play_out("space: 1 carrier @ mentak,so vs 1 cruiser", *dice).cases("IM-TECH-so") == [case]


def test_IM_TECH_so_skilled_retreat_is_a_draw() -> None:
    battle = play_out("space: 1 carrier @ mentak,so vs 1 cruiser @ s_retreat")
    assert battle.cases("IM-TECH-so") == ["nothing_drawn"]


def harmless(line: str, variant: str = "box") -> Fight:
    """Return a fight whose units never hit: there are no such units in the box."""
    fight = Fight.from_battle(Battle.parse(line, variant))
    first, second = (
        attrs.evolve(roster, units=tuple(attrs.evolve(unit, combat=11) for unit in roster.units))
        for roster in fight.rosters
    )
    return Fight(fight.battle, (first, second))


@pytest.mark.parametrize(("variant", "expected"), [("box", (0, 0, 1)), ("stalemate=tie", (0, 1, 0))])
def test_IM_VAR_1_in_a_standoff_the_attacker_retreats_or_it_is_a_tie(
    variant: str, expected: tuple[int, int, int]
) -> None:
    win, _, loss = expected
    fight = harmless("space: 2 cruiser vs 1 cruiser", variant)
    table = BattleTable(fight)
    table.rulings = []
    assert list(play_space_battle(table)) == []
    assert ("IM-ODDS-4", "standoff" if loss else "standoff_space") in {ruling[:2] for ruling in table.rulings}
    result = BattleResult.from_table(table)
    assert (result.winner, result.retreated) == ((1, (True, False)) if loss else (None, (False, False)))
    assert result.losses(0) == 0
    for chain in (BattleMarkovChain(fight), WalkedChain(fight)):
        assert (win_tie_loss(chain.end_chances), chain.standoff_chance) == (expected, 1)
        (row,) = round_odds_and_progress(chain)
        assert (row.round, row.goes_on, row.win, row.tie, row.loss) == (0, 0, *expected)
        assert row.mean_units_and_damaged("attacker") == (2, 0)
    rounds = SpaceBattleRounds(fight)
    begin = [Situation(fight.starting_forces())]
    for tail in (FinalRetreatGrid(rounds, 1, begin), FinalRetreatGraph(rounds, 1, begin)):
        assert tail.fight_on_win_chance(begin[0]) == loss
        assert tail.odds_with_retreat({begin[0]: 1.0}, 0.0)[:2] == (win, loss)
    chain = BattleMarkovChain(fight)
    grids = [
        (
            LadderArrays.from_ladder(chain.ladders[0], first),
            LadderArrays.from_ladder(chain.ladders[1], second),
            start,
        )
        for (first, second), start in chain.grids()
    ]
    assert grid_chances(grids).tolist() == [[0, 0, 0, 1]]


def test_IM_ODDS_4_a_standoff_on_a_planet_is_a_tie() -> None:
    fight = harmless("ground: 2 infantry vs 1 infantry")
    assert win_tie_loss(BattleMarkovChain(fight).end_chances) == (0, 1, 0)


@pytest.mark.parametrize("variant", ["box", "stalemate=tie"])
def test_IM_ODDS_4_flagships_that_repair_all_that_hits_them_are_a_standoff(variant: str) -> None:
    line = "space: 1 flagship @ letnev,nes vs 1 flagship @ letnev,nes"
    game = battle_game(line, variant=variant, seed=1)
    assert game.over
    assert game.result.winner == (1 if variant == "box" else None)
    assert [ruling.case for ruling in game.opening_rulings if ruling.rule == "IM-ODDS-4"] == [
        "repaired" if variant == "box" else "repaired_space"
    ]
    assert odds(line, variant=variant).win == 0


@pytest.mark.parametrize(
    ("line", "stuck"),
    [
        ("space: 1 flagship @ letnev,nes vs 1 flagship @ letnev,nes", True),
        ("space: 1 flagship @ letnev,nes vs 1 flagship @ letnev", False),  # it takes two hits a round
        ("space: 1 flagship 1 cruiser @ letnev,nes vs 1 flagship @ letnev,nes", False),  # three dice
        ("space: 1 flagship @ letnev,nes,dh vs 1 flagship @ letnev,nes", False),
        ("space: 1 flagship @ letnev,nes vs 1 flagship @ mentak", False),
        ("space: 1 flagship @ letnev,nes / sustain=never vs 1 flagship @ letnev,nes", False),
    ],
)
def test_IM_ODDS_4_only_what_nothing_can_destroy_stands_off(line: str, stuck: bool) -> None:
    assert is_standoff(BattleTable(Fight.from_battle(Battle.parse(line)))) is stuck
    assert (odds(line).standoff_chance == 1) is stuck
    assert battle_game(line, seed=2).play(assumed_answer).over


def test_IM_ODDS_4_escorts_fall_before_flagships_stand_off() -> None:
    line = "space: 1 flagship 1 destroyer @ letnev,nes vs 1 flagship @ letnev,nes"
    for seed in range(5):
        game = battle_game(line, seed=seed).play(assumed_answer)
        assert game.result.winner == 1 or not game.result.retreated[0]
    walked = WalkedChain(Fight.from_battle(Battle.parse(line)))
    assert win_tie_loss(walked.end_chances) == pytest.approx(
        win_tie_loss(BattleMarkovChain(Fight.from_battle(Battle.parse(line))).end_chances)
    )


def test_IM_ODDS_4_a_standoff_is_broken_off() -> None:
    table = BattleTable(Fight.from_battle(Battle.parse("space: 1 flagship @ winnu vs 1 flagship @ winnu")))
    assert not is_standoff(table)
    table = BattleTable(Fight.from_battle(Battle.parse("space: 1 flagship @ winnu vs 1 infantry")))
    assert is_standoff(table)
