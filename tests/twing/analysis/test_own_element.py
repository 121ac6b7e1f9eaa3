"""The own element: exact at every lead and in battles, and counted in games."""

from __future__ import annotations

from itertools import product

import pytest
from twing.analysis.played_games import greedy_and_random_games

from twingkit import arena
from twingkit.core.messages import Fault
from twingkit.twing import odds
from twingkit.twing.analysis.advice import rank_lays
from twingkit.twing.analysis.changes import with_change
from twingkit.twing.analysis.own_element import (
    OWN_ELEMENT_SIDES,
    creature_points_lost,
    own_element_odds,
    own_element_win_rates,
)
from twingkit.twing.analysis.sample_battles import sample_battles
from twingkit.twing.analysis.worth import worth
from twingkit.twing.notation.situation import Situation
from twingkit.twing.rules.cards import CROSS, FACES, SPIRAL, SUN


@pytest.fixture(scope="module")
def played() -> arena.Results:
    return greedy_and_random_games()


def rolled(lead: int, own: str) -> tuple[float, float]:
    """Return the attacker's win and loss, counted over all rolls of both dice."""
    won = lost = 0
    for one, two in product(FACES, FACES):
        if one in (SUN, CROSS) or two in (SUN, CROSS):
            order = {CROSS: -1, SUN: 1}
            apart = order.get(one, 0) - order.get(two, 0)
        else:
            points = [
                0 if face == SPIRAL else max(face, 0) if own in (side, "both") else face
                for face, side in ((one, "attacker"), (two, "defender"))
            ]
            apart = lead + points[0] - points[1]
        won, lost = won + (apart > 0), lost + (apart < 0)
    return won / 144, lost / 144


def test_TW_BAT_15_negative_numbers_count_0_and_all_else_stays():
    frame = own_element_odds()
    assert len(frame) == 17 * len(OWN_ELEMENT_SIDES)
    for row in frame.itertuples():
        assert (row.win, row.loss) == pytest.approx(rolled(row.x, row.own))
        assert row.edge == pytest.approx(row.win - row.loss)


def test_both_sides_are_mirrors_of_each_other():
    edges = own_element_odds().set_index(["own", "x"])["edge"]
    for x in range(-8, 9):
        assert edges["defender", x] == pytest.approx(-edges["attacker", -x])
        assert edges["attacker", x] >= edges["neither", x] - 1e-12


def test_with_cats_the_odds_are_those_of_the_line():
    frame = own_element_odds([2], responses="best", cats_each=2).set_index("own")
    line = "F: F3 & cat*2 vs A: W1 & cat*2"
    assert frame.loc["attacker", "win"] == pytest.approx(odds(line, responses="best").win)


def test_a_larger_lead_gives_the_same_edge_as_more_points():
    frame = own_element_odds()
    plain = frame[frame["own"] == "neither"].set_index("x")["edge"]
    for row in frame[frame["own"] == "attacker"].dropna().itertuples():
        place = row.x + row.points
        low = int(place // 1)
        between = plain[low] + (place - low) * (plain[low + 1] - plain[low])
        assert between == pytest.approx(row.edge)
    attack, defence = (
        frame[frame["own"] == side].set_index("x")["points"] for side in ("attacker", "defender")
    )
    assert attack[0] == pytest.approx(defence[0])
    assert 1 < attack[0] < 1.2
    assert frame.loc[frame["own"].isin(["neither", "both"]), "points"].isna().all()


def of_both_elements(line: str, side: str, responses: str = "best") -> tuple[float, float, float]:
    """Return a side's edges with spells of another and of its own element, and the creature points it
    saves."""
    other = with_change(line, "other:", side=side)
    row = worth(other, ["own:"], side=side, responses=responses).iloc[0]
    lost = (
        creature_points_lost([other, row.changed_position], responses=responses)
        .query("side == @side")["lost"]
        .tolist()
    )
    return row.edge_before, row.edge, lost[0] - lost[1]


@pytest.mark.parametrize("responses", ["none", "best"])
def test_what_is_saved_is_what_the_advice_says_is_lost(responses):
    """Reference implementation: look up the same lays in the advice for characters of both elements."""
    line = "{}: hand L3 + L3 L2 & cat vs W: W4 + W2 & trap"
    rows = {
        who: next(
            row
            for row in rank_lays(
                Situation.parse(line.format(who).replace("W4 + W2", "hand W4 + W2")),
                "attacker",
                "win",
                responses,
            ).rows
            if row.option == "L3 + L3" and row.reply == "W4 + W2"
        )
        for who in "LF"
    }
    other, own, saved = of_both_elements("L: L3 + L3 & cat vs W: W4 + W2 & trap", "attacker", responses)
    assert own == pytest.approx(rows["L"].edge)
    assert other == pytest.approx(rows["F"].edge)
    assert saved == pytest.approx(rows["F"].power_lost - rows["L"].power_lost)


def test_TW_BAT_21_only_an_attackers_creatures_come_home():
    line = "F: F1 + F6 vs W: W9 W9 W9 + W6"
    assert of_both_elements(line, "attacker", "none")[2] == pytest.approx(
        6 * odds("L: F1 + F6 vs W: W9 W9 W9 + W6").loss
    )
    assert 0 <= of_both_elements(line, "defender", "none")[2] < 0.1


def test_a_shield_has_no_own_element_as_it_plays_no_spell():
    frame = worth("F: F5 vs W: shield W6", ["own:", "other:"])
    assert set(frame.loc[frame["refused"] == "", "side"]) == {"attacker"}


def test_the_own_element_is_never_worse():
    for battle in sample_battles(8, 3):
        other, own, saved = of_both_elements(str(battle), "attacker")
        assert own > other - 1e-9
        assert saved > -1e-9


def test_counted_by_hand_what_own_element_attacks_came_to(played):
    battles = played.battles
    mine = [
        row
        for row in battles.itertuples()
        if row.attack_spells and row.attack_element == row.attacker_character
    ]
    row = own_element_win_rates(played).query("side == 'attacker' and own").iloc[0]
    assert row["games"] == len(mine) > 0
    assert row["won"] == sum(each.winner == "attacker" for each in mine)
    assert row["part"] == pytest.approx(len(mine) / (battles["attack_spells"] > 0).sum())
    assert row["lead"] == pytest.approx(
        sum(each.attack_power - each.defence_power for each in mine) / len(mine)
    )
    assert (own_element_win_rates(played, lang="de")["label"] != own_element_win_rates(played)["label"]).all()


def test_the_element_of_a_lay_is_that_of_the_cards_in_the_game(played):
    for number in (0, 1, 2):
        game = played.replay_game(number)
        battle_entries = [note for note in game.table.stats_entries() if note[0] == "battle"]
        rows = played.battles[played.battles["game"] == number]
        assert len(rows) == len(battle_entries)
        for row, note in zip(rows.itertuples(), battle_entries, strict=True):
            for element, (lay, *_) in ((row.attack_element, note[7]), (row.defence_element, note[8])):
                cards = [card.element for card in (*lay.spells, *lay.creatures)]
                assert (element in cards) if cards else element != element


def test_a_lead_that_cannot_be_is_refused():
    with pytest.raises(Fault, match="from -90 to 90"):
        own_element_odds([100])


@pytest.mark.parametrize("cats", [-1, 100, True, 1.0, "1", None])
def test_a_number_of_cats_that_cannot_be_is_refused(cats):
    with pytest.raises(Fault, match="from 0 to 99"):
        own_element_odds([0], cats_each=cats)
