"""The worked examples of the rulebook, step by step, on the table."""

from __future__ import annotations

import pytest
from imajica_games import cited, give, lies, reach, refused, start

from twingkit.imajica.rules.values import controlled_dominions, influence
from twingkit.imajica.starts import new_game


def test_IJ_ORDER_2_example_1_the_lead_goes_to_the_left_each_round() -> None:
    game = new_game(["teeth"] * 3, seed=1)
    while game.question is not None and game.table.round < 4:
        leads = [game.table.leader, game.table.starter]
        assert leads[0] == (leads[1] + game.table.round) % 3
        game.answer_randomly()


@pytest.mark.parametrize(
    ("calls", "over"),
    [
        ("judith", ""),
        ("geoffrey-light gideon", ""),
        ("judith geoffrey-light", "geoffrey-light"),
        ("gideon judith", "judith"),
    ],
)
def test_IJ_ALLY_2_example_2_seven_prime_in_one_turn(calls: str, over: str) -> None:
    game = start("p1 hand judith geoffrey-light gideon; p2")
    for name in calls.split():
        if name == over:
            assert refused(game, f"call {name}") == "IJ-ALLY-2"
        else:
            give(game, f"p1: call {name}")
    assert len(list(game.table.characters(0, "reserve"))) == len(calls.split()) - bool(over)


def test_IJ_ALLY_3_example_2_with_a_site_of_her_dominion_she_comes_alone() -> None:
    game = start("p1 hand judith sartori gideon state attic-studio=irish; p2")
    give(game, "p1: call sartori")
    assert "IJ-ALLY-3" in cited(game)
    assert refused(game, "call gideon") == "IJ-ALLY-3"
    game = start("p1 hand sartori gideon state attic-studio=irish; p2")
    give(game, "p1: call gideon")
    assert refused(game, "call sartori") == "IJ-ALLY-2"


CHALLENGE = "p1 active gek-a-gek gek-a-gek; p2 active gentle irish"


def test_IJ_CHAL_9_example_3_two_gek_a_geks_kill_gentle_alone() -> None:
    game = start(CHALLENGE)
    give(game, "p1: challenge gentle with gek-a-gek gek-a-gek.2")
    reach(game, "damage")
    assert game.question is not None
    assert "damage gentle 8" in map(str, game.question.options())
    give(game, "p1: damage gentle 9", "p1: end")
    assert lies(game, "gentle") is None
    assert game.table.players[1].ovo == ["gentle"]
    assert lies(game, "gek-a-gek").pivoted
    assert lies(game, "gek-a-gek.2").pivoted


def test_IJ_CHAL_8_example_3_with_irish_nobody_dies_and_the_defender_is_not_pivoted() -> None:
    game = start(CHALLENGE)
    give(game, "p1: challenge gentle with gek-a-gek gek-a-gek.2", "p2: defend irish")
    reach(game, "damage")
    assert game.question is not None
    assert list(game.question.deadly_splits()) == [()]
    assert refused(game, "damage gentle 4") == "IJ-CHAL-7"
    give(game, "p1: damage gentle 3", "p1: end")
    assert [lies(game, name).pivoted for name in ("gentle", "irish", "gek-a-gek")] == [True, False, True]
    assert lies(game, "gentle").damage == 0


def test_IJ_CHAL_4_example_4_pneuma_adds_six_until_the_challenge_ends() -> None:
    game = start("p1 active sartori hand pneuma; p2 active gek-a-gek")
    give(game, "p1: challenge gek-a-gek with sartori", "p1: play pneuma by sartori")
    give(game, "p1: damage none", "p1: end")
    assert "13 against 8" in " ".join(ruling.text() for ruling in game.rulings)
    assert game.table.players[0].ovo == ["pneuma"]
    assert lies(game, "sartori").temporary_changes == ()


def test_IJ_SEIZE_4_example_5_seven_against_nine_fails() -> None:
    game = start(
        "p1 active henry-holland horace-tyrwith; p2 active joshua-godolphin huzzah-aping; circle slew"
    )
    give(
        game, "p1: seize slew with henry-holland horace-tyrwith", "p2: contest joshua-godolphin huzzah-aping"
    )
    give(game, "p1: end")
    assert lies(game, "slew").area == "circle"
    for name in ("henry-holland", "horace-tyrwith", "joshua-godolphin", "huzzah-aping"):
        assert lies(game, name).pivoted
        assert lies(game, name).area == "active"


def test_IJ_BORDER_1_example_6_the_erasure_belongs_to_both_of_its_dominions() -> None:
    game = start("p1 state the-erasure=sartori hand dowd christos gideon; p2")
    assert controlled_dominions(game.table, 0) == {1, 2}
    game = start("p1 hand cold-toll hall-of-whispers mud-road; p2; circle the-erasure; to move p1 autarch")
    give(game, "p1: path cold-toll on the-erasure", "p1: path hall-of-whispers on the-erasure")
    assert refused(game, "path mud-road on the-erasure") == "IJ-AUT-2"


def test_IJ_POWER_1_example_7_rosengarten_lowers_slew_for_the_round_and_the_site_stays() -> None:
    game = start("p1 active general-rosengarten horace-tyrwith; p2 active irish; circle slew")
    give(
        game,
        "p1: use general-rosengarten on slew",
        "p1: seize slew with horace-tyrwith",
        "p2: pass",
        "p1: end",
    )
    assert lies(game, "general-rosengarten").pivoted
    assert lies(game, "slew").area == "state"
    while game.table.round == 1:
        give(game)
    assert lies(game, "slew").area == "state", "a bonus that runs out takes nothing (IJ-HOLD-3)"
    game = start(
        "p1 active general-rosengarten horace-tyrwith; p2 active irish; circle slew",
        variant="hold_check=continuous",
    )
    give(
        game,
        "p1: use general-rosengarten on slew",
        "p1: seize slew with horace-tyrwith",
        "p2: pass",
        "p1: end",
    )
    while game.table.round == 1:
        give(game)
    assert lies(game, "slew").area == "circle"


def test_IJ_POWER_4_example_8_feaver_has_six_influence_at_the_tower() -> None:
    game = start("p1 active charlotte-feaver; p2 active irish; circle roxborough-tower slew")
    table = game.table
    feaver = table.pieces["charlotte-feaver"]
    assert influence(table, feaver, table.pieces["roxborough-tower"]) == 6
    assert influence(table, feaver, table.pieces["slew"]) == 2


def test_IJ_HOLD_2_example_9_roxborough_keeps_the_tower_alone_and_cannot_seize_it_so() -> None:
    line = (
        "p1 state roxborough-tower=thomas-roxborough,irish active gideon; p2 active dowd; to move p1 autarch"
    )
    game = start(line)
    give(game, "p1: reassign irish>reserve")
    assert lies(game, "roxborough-tower").area == "state"
    game = start(line)
    give(game, "p1: reassign thomas-roxborough>reserve")
    assert lies(game, "roxborough-tower").area == "circle"
    assert lies(game, "irish").area == "reserve"
    game = start("p1 active thomas-roxborough; p2 active dowd; circle roxborough-tower")
    give(game, "p1: seize roxborough-tower with thomas-roxborough", "p2: pass", "p1: end")
    assert lies(game, "roxborough-tower").area == "circle"


@pytest.mark.parametrize(("female", "limit", "rule"), [("judith", 10, ""), ("irish", 10, "IJ-ALLY-2"),
                                                       ("judith", 7, "IJ-ALLY-2")])  # fmt: skip
def test_IJ_POWER_4_example_10_gentle_for_ten_with_a_female(female: str, limit: int, rule: str) -> None:
    game = start(f"p1 hand gentle active {female}; p2", variant=f"prime_limit={limit}")
    if rule:
        assert refused(game, "call gentle") == rule
    else:
        give(game, "p1: call gentle")
        assert lies(game, "gentle").area == "reserve"


def test_IJ_POWER_4_example_11_celestine_against_dowd() -> None:
    game = start("p1 active celestine; p2 active dowd gideon")
    give(game, "p1: challenge gideon with celestine", "p2: defend dowd")
    assert "10 against 8" in " ".join(ruling.text() for ruling in game.rulings)
    game = start("p1 active celestine; p2 active dowd gideon")
    give(game, "p1: challenge gideon with celestine", "p2: pass", "p1: end")
    assert "IJ-CHAL-7" in cited(game)
    assert "4 against 4" in " ".join(ruling.text() for ruling in game.rulings)


def test_IJ_ALLY_8_example_12_ritual_touches_the_acting_ally_only() -> None:
    game = start("p1 active gideon irish hand ritual; p2 active dowd")
    assert refused(game, "play ritual by gideon on irish") == "IJ-ALLY-8"
    give(game, "p1: play ritual by gideon", "p1: end")
    assert lies(game, "gideon").pivoted
    assert [piece.card.id for piece in game.table.permanents_on("gideon")] == ["ritual"]


def test_IJ_TIME_6_example_13_guilt_is_older_than_the_highway() -> None:
    game = start("p1 reserve sartori+emotion-guilt@p2 irish hand patashoquan-highway; p2")
    assert game.question is not None
    assert refused(game, "play patashoquan-highway on sartori") == "IJ-TIME-6"
    give(game, "p1: play patashoquan-highway on irish")
    assert lies(game, "irish").area == "active"
    game = start("p1 reserve sartori+emotion-guilt@p2 irish; p2; to move p1 reconciliation")
    assert refused(game, "advance sartori") == "IJ-TIME-6"


def test_IJ_TIME_7_example_14_little_ease_counters_amnesia() -> None:
    game = start("p1 hand amnesia; p2 active little-ease gentle")
    give(game, "p1: play amnesia on gentle", "p2: use little-ease", "p1: end")
    assert game.table.players[0].ovo == ["amnesia"]
    assert lies(game, "little-ease").pivoted
    assert game.table.permanents_on("gentle") == []
    for place in ("reserve little-ease", "active little-ease:pivoted"):
        game = start(
            f"p1 hand amnesia; p2 {place} reserve gentle".replace(
                "reserve little-ease reserve", "reserve little-ease"
            )
        )
        give(game, "p1: play amnesia on gentle", "p1: end")
        assert [piece.card.id for piece in game.table.permanents_on("gentle")] == ["amnesia"]
