"""A duel under way (TW-DUEL-2, 3): its view and its odds take the battles already fought into account."""

from __future__ import annotations

from itertools import product

import pytest
from twing.exact_odds.duel_lines import PLAIN
from twing.rules.corner_cases.test_duel import LOST, TIED, WON, battle, duel, three_battles

from twingkit.core.messages import Fault
from twingkit.twing.exact_odds.duel_odds import BATTLE_WINNERS, duel_odds, duel_report
from twingkit.twing.exact_odds.odds_now import odds_now

LINE = "duel F: F5 F3 + F4 / F2 / F6 + F4 @ bra & cat*2 vs W: W6 / W4 W3 / shield W2 & trap"
ENDS = {"attacker": WON, "defender": LOST, "tie": TIED}
INDICES = {"attacker": 0, "defender": 1, "tie": None}


def outcome(winners):
    """Return the challenger's result of a duel with these winners."""
    return "win" if winners.count("attacker") > 1 else "loss" if winners.count("defender") > 1 else "tie"


@pytest.mark.parametrize(
    "earlier", [(), *product(BATTLE_WINNERS, repeat=1), *product(BATTLE_WINNERS, repeat=2)]
)
def test_TW_DUEL_2_the_view_knows_who_won_the_earlier_battles(earlier):
    game = three_battles(duel(), *(ENDS[winner] for winner in earlier))
    known = tuple(INDICES[winner] for winner in earlier)
    for seat in (0, 1):
        assert game.view(seat).battle is None or game.view(seat).battle.earlier_winners == known
    assert game.table.duel_battle_winners == known
    game.give_answers("p1: lay F2")
    assert [game.view(seat).battle.earlier_winners for seat in (0, 1)] == [known] * 2
    game.undo()
    assert game.table.duel_battle_winners == known


def test_TW_DUEL_2_after_the_duel_nothing_of_it_is_left():
    game = three_battles(duel(), WON, LOST, TIED)
    assert not game.table.is_duel
    assert game.table.duel_battle_winners == ()


@pytest.mark.parametrize("responses", ["none", "each", "best"])
def test_TW_DUEL_3_the_odds_from_a_score_make_up_the_odds_of_the_whole(responses):
    whole = duel_report(PLAIN, responses)
    first = whole.standings[0]
    parts = {"attacker": first.win, "tie": first.tie, "defender": first.loss}
    after = {
        winner: duel_odds(PLAIN, responses=responses, earlier_winners=(winner,)) for winner in BATTLE_WINNERS
    }
    for name in ("win", "tie", "loss"):
        total = sum(chance * getattr(after[winner], name) for winner, chance in parts.items())
        assert total == pytest.approx(getattr(whole.odds, name), abs=1e-12)


@pytest.mark.parametrize("responses", ["none", "each", "best"])
@pytest.mark.parametrize("earlier", list(product(BATTLE_WINNERS, repeat=3)))
def test_TW_DUEL_3_who_won_three_battles_has_won_or_lost(responses, earlier):
    odds = duel_odds(LINE, responses=responses, earlier_winners=earlier)
    assert {name: getattr(odds, name) for name in ("win", "tie", "loss")} == {
        name: float(name == outcome(earlier)) for name in ("win", "tie", "loss")
    }


def test_TW_DUEL_2_two_battles_won_decide_also_where_the_duel_stops_then():
    for variant in ("box", "box stop_when_decided=true"):
        won = duel_odds(LINE, responses="best", variant=variant, earlier_winners=("attacker", "attacker"))
        assert won.win == pytest.approx(1)
        lost = duel_odds(
            LINE, responses="best", variant=variant, earlier_winners=("defender", "tie", "defender")
        )
        assert lost.loss == 1


def test_TW_DUEL_3_with_one_battle_each_the_last_one_decides():
    last = duel_odds(PLAIN, earlier_winners=("attacker", "defender"))
    assert last.win == pytest.approx(duel_report(PLAIN).standings[-1].win)
    assert duel_odds(PLAIN, earlier_winners=("attacker", "tie")).loss == 0


@pytest.mark.parametrize(
    "earlier",
    [
        (0,),
        ("challenger",),
        ("tie", "tie", "tie", "tie"),
        (True, -1),
        (True,),
        (False, None),
        (1.0,),
        (float("nan"),),
        (10**30,),
        "",
        b"",
        b"\0\1",
        [[0]],
        {"tie"},
        {"tie": "tie"},
        0,
    ],
)
def test_winners_that_cannot_be_are_one_clear_error(earlier):
    with pytest.raises(Fault, match="earlier holds at most three results") as caught:
        duel_odds(PLAIN, earlier_winners=earlier)
    assert caught.value.text("de") != caught.value.text("en")


@pytest.mark.parametrize("earlier", list(product(BATTLE_WINNERS, repeat=2)))
def test_TW_DUEL_3_the_odds_now_of_the_last_battle_are_those_of_the_duel(earlier):
    game = three_battles(duel(), *(ENDS[winner] for winner in earlier))
    game.give_answers("p1: lay F3", "p2: lay W2")
    here, whole = odds_now(game), odds_now(game, duel=True)
    chances = {"attacker": here.win, "tie": here.tie, "defender": here.loss}
    expected = dict.fromkeys(("win", "tie", "loss"), 0.0)
    for winner, chance in chances.items():
        expected[outcome((*earlier, winner))] += chance
    assert {name: getattr(whole, name) for name in expected} == pytest.approx(expected)
    line = "duel F: F5 / F4 / F3 vs W: W4 / W3 / W2"
    assert whole.edge == pytest.approx(duel_odds(line, earlier_winners=earlier).edge)
    assert whole.rule == "TW-DUEL-3"


def test_TW_DUEL_3_before_the_last_battle_this_one_decides_nothing_alone():
    game = battle(duel(), "F5", "W4", WON)
    game.give_answers("p1: lay F4", "p2: lay W3")
    assert odds_now(game) is not None
    assert odds_now(game, duel=True) is None
