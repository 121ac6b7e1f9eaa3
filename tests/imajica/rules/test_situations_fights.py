"""Situations of the rules: challenges, contests, Paths and possession."""

from __future__ import annotations

import pytest
from imajica_games import cited, give, lies, reach, refused, start

from twingkit import Game
from twingkit.imajica.rules.setup import allowed_first_sites
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.values import missing_influence


def test_IJ_TIME_1_no_flash_in_reconciliation() -> None:
    game = start("p1 hand sudden-sleep reserve irish; p2 active dowd; to move p1 reconciliation")
    assert game.question is not None
    assert game.question.kind == "advance", "no window before it"
    assert refused(game, "play sudden-sleep on dowd") == "IJ-TIME-1"


def test_IJ_CHAL_5_a_pivoted_target_fights_on_and_may_die_and_plays_no_maneuver() -> None:
    game = start("p1 active gek-a-gek hand sudden-sleep; p2 active dowd hand pneuma")
    give(game, "p1: challenge dowd with gek-a-gek", "p1: play sudden-sleep on dowd")
    reach(game, "damage")
    assert "IJ-CHAL-5" not in cited(game)
    assert "8 against 6" in " ".join(ruling.text() for ruling in game.rulings)
    assert not any(entry.kind == "combat" for entry in game.transcript), "dowd is no source"


def says(game: Game, rule: str) -> list[str]:
    """Return the sentences of a rule in a game."""
    return [ruling.text() for ruling in game.rulings if ruling.rule == rule]


def test_IJ_CHAL_4_that_nobody_of_a_side_can_play_a_maneuver_is_explained_before_the_blows() -> None:
    for pivoted, said in (
        (":pivoted", ["Dowd is already pivoted, so player 2 can play no maneuver in this fight."]),
        ("", []),
    ):
        game = start(f"p1 active irish; p2 active dowd{pivoted} hand parry")
        give(game, "p1: challenge dowd with irish")
        assert says(game, "IJ-CHAL-4") == said


def test_IJ_SEIZE_8_who_is_out_of_a_seizure_is_named_among_those_who_are_pivoted() -> None:
    game = start("p1 active irish; p2 active dowd hand sudden-sleep; circle slew")
    give(game, "p1: seize slew with irish", "p2: play sudden-sleep on irish")
    reach(game, "ally")
    assert says(game, "IJ-SEIZE-6") == ["Player 1 has no seizers left: the seizure ends."]
    assert says(game, "IJ-SEIZE-8") == ["After the seizure Irish is pivoted."]


def test_IJ_CHAL_5_a_challenger_pivoted_in_the_last_call_is_out_unhurt() -> None:
    game = start("p1 active gek-a-gek gek-a-gek; p2 active gideon hand sudden-sleep")
    give(game, "p1: challenge gideon with gek-a-gek gek-a-gek.2", "p2: play sudden-sleep on gek-a-gek.2")
    reach(game, "damage")
    assert "IJ-CHAL-5" in cited(game)
    assert refused(game, "damage gek-a-gek.2 1") == "IJ-CHAL-7"
    assert "8 against 4" in " ".join(ruling.text() for ruling in game.rulings)
    assert lies(game, "gek-a-gek.2").pivoted


@pytest.mark.parametrize(("switch", "totals"), [("at_once", "10 against 8"), ("at_end", "14 against 8")])
def test_IJ_CHAL_10_who_uses_an_icon_in_the_fight_is_out_after_the_effect(switch: str, totals: str) -> None:
    game = start(
        "p1 active gek-a-gek; p2 active lamp-boy isaac-abelove irish", variant=f"icon_in_fight={switch}"
    )
    give(game, "p1: challenge lamp-boy with gek-a-gek", "p2: defend isaac-abelove irish")
    give(game, "p2: use isaac-abelove on irish", "p2: damage none", "p1: end")
    assert totals in " ".join(ruling.text() for ruling in game.rulings)
    assert lies(game, "isaac-abelove").pivoted


def test_IJ_CHAL_7_the_victor_may_hurt_an_own_character() -> None:
    game = start("p1 active gek-a-gek; p2 active irish lamp-boy")
    give(game, "p1: challenge lamp-boy with gek-a-gek")
    reach(game, "damage")
    give(game, "p1: damage gek-a-gek 3", "p1: end")
    assert not lies(game, "gek-a-gek").damage
    assert lies(game, "lamp-boy") is not None


@pytest.mark.parametrize(("death", "alive"), [("current", True), ("printed", False)])
def test_IJ_CHAL_9_a_bonus_protects_until_after_the_death_check(death: str, alive: bool) -> None:
    line = "p1 active gek-a-gek gek-a-gek gek-a-gek; p2 active irish hand pneuma"
    game = start(line, variant=f"death={death}")
    give(game, "p1: challenge irish with gek-a-gek gek-a-gek.2 gek-a-gek.3", "p2: play pneuma by irish")
    reach(game, "damage")
    give(game, "p1: damage irish 9", "p1: end")
    assert (lies(game, "irish") is not None) == alive
    if alive:
        assert lies(game, "irish").temporary_changes == ()


@pytest.mark.parametrize(("gone", "hurt"), [("defenders", True), ("end", False)])
def test_IJ_CHAL_6_the_target_is_gone_and_one_defends(gone: str, hurt: bool) -> None:
    game = start("p1 active gek-a-gek hand cold-feet; p2 active gideon irish", variant=f"target_gone={gone}")
    give(game, "p1: challenge gideon with gek-a-gek", "p2: defend irish", "p1: play cold-feet on gideon")
    give(game, "p1: end")
    assert ("8 against 6" in " ".join(ruling.text() for ruling in game.rulings)) == hurt
    assert lies(game, "gek-a-gek").pivoted
    assert lies(game, "gideon").pivoted
    assert lies(game, "gideon").area == "reserve"


def test_IJ_CHAL_6_the_target_is_gone_and_nobody_defends() -> None:
    game = start("p1 active gek-a-gek hand cold-feet; p2 active gideon")
    give(game, "p1: challenge gideon with gek-a-gek", "p1: play cold-feet on gideon", "p1: end")
    assert "IJ-CHAL-6" in cited(game)
    assert not any(entry.kind == "damage" for entry in game.transcript)
    assert lies(game, "gek-a-gek").pivoted


def test_IJ_CHAL_7_a_tie_has_no_victor_and_pivots_both() -> None:
    game = start("p1 active irish; p2 active dowd")
    give(game, "p1: challenge dowd with irish", "p1: end")
    assert lies(game, "irish").pivoted
    assert lies(game, "dowd").pivoted
    assert not any(entry.kind == "damage" for entry in game.transcript)


@pytest.mark.parametrize(("switch", "area"), [("fails", "circle"), ("goes_on", "state")])
def test_IJ_SEIZE_4_a_tied_contest_fails(switch: str, area: str) -> None:
    game = start(
        "p1 active horace-tyrwith; p2 active river-fefer; circle kite-fields", variant=f"contest_tie={switch}"
    )
    give(game, "p1: seize kite-fields with horace-tyrwith", "p2: contest river-fefer", "p1: end")
    assert lies(game, "kite-fields").area == area
    assert lies(game, "river-fefer").pivoted


def test_IJ_SEIZE_6_contesters_all_pivoted_lapse_and_have_no_second_chance() -> None:
    game = start(
        "p1 active horace-tyrwith hand sudden-sleep; p2 active huzzah-aping dowd; circle kite-fields"
    )
    give(game, "p1: seize kite-fields with horace-tyrwith", "p2: contest huzzah-aping")
    give(game, "p1: play sudden-sleep on huzzah-aping", "p1: end")
    assert "IJ-SEIZE-6" in cited(game)
    assert sum(entry.kind == "contest" for entry in game.transcript) == 1
    assert lies(game, "kite-fields").area == "state"


def test_IJ_TIME_3_a_window_stays_open_until_all_pass_though_no_seizer_is_left() -> None:
    game = start("p1 active irish; p2 hand sudden-sleep lightning; circle attic-studio")
    give(game, "p1: seize attic-studio with irish", "p2: play sudden-sleep on irish")
    assert "IJ-SEIZE-6" not in cited(game)
    game.answer("play lightning on irish")
    rules = [*cited(game)]
    assert rules.index("IJ-DMG-1") < rules.index("IJ-SEIZE-6")


def test_IJ_PATH_3_a_permanent_path_works_on_and_is_gone_when_secured() -> None:
    line = (
        "p1 active sartori; p2 active dowd; p3 active gideon; circle attic-studio/river-fog@p3/dog-alley@p3"
    )
    game = start(line)
    give(game, "p1: seize attic-studio with sartori", "p2: contest dowd", "p3: contest gideon")
    table: ImajicaTable = reach(game, "ally").table
    texts = [ruling.text() for ruling in game.rulings if ruling.rule == "IJ-SEIZE-4"]
    assert texts == [
        "Influence 6 against 1: player 1’s seizure goes on.",
        "Influence 6 against 2: player 1’s seizure goes on.",
    ]
    assert sum(ruling.rule == "IJ-DMG-1" for ruling in game.rulings) == 2, (
        "the instant one hurt the first two"
    )
    assert table.players[2].ovo == ["dog-alley", "river-fog"]


def test_IJ_HOLD_3_held_on_credit_until_something_is_done_against_it() -> None:
    game = start("p1 active horace-tyrwith hand old-oath; p2 hand emotion-grief; circle slew")
    give(game, "p1: seize slew with horace-tyrwith", "p1: play old-oath by horace-tyrwith")
    reach(game, "ally")
    assert lies(game, "slew").area == "state"
    assert missing_influence(game.table, lies(game, "slew")) == 2
    give(game, "p1: end", "p2: play emotion-grief on horace-tyrwith")
    assert lies(game, "slew").area == "circle"
    assert "IJ-HOLD-4" in cited(game)
    assert lies(game, "horace-tyrwith").area == "reserve"


def test_IJ_AUT_4_two_holders_swap_sites_in_one_reassignment() -> None:
    game = start(
        "p1 state slew=huzzah-aping kite-fields=horace-tyrwith,isaac-abelove; p2; to move p1 autarch"
    )
    give(game, "p1: reassign huzzah-aping>kite-fields horace-tyrwith>slew isaac-abelove>slew")
    assert {lies(game, name).area for name in ("slew", "kite-fields")} == {"state"}
    assert lies(game, "horace-tyrwith").site == "slew"


@pytest.mark.parametrize(("switch", "area"), [("named", "circle"), ("any", "state")])
def test_IJ_AFF_1_a_maestro_with_a_partner_needs_the_influence(switch: str, area: str) -> None:
    game = start("p1 active sartori irish; p2; circle lamp-bridge", variant=f"maestro_alone={switch}")
    give(game, "p1: seize lamp-bridge with sartori irish", "p1: end")
    assert lies(game, "lamp-bridge").area == area
    game = start("p1 active sartori irish; p2; circle lamp-bridge")
    give(game, "p1: seize lamp-bridge with sartori", "p1: end")
    assert lies(game, "lamp-bridge").area == "state"


def test_IJ_HOLD_2_a_partner_comes_to_a_maestro_and_the_maestro_leaves() -> None:
    line = "p1 state lamp-bridge=sartori slew=huzzah-aping active irish; p2; to move p1 autarch"
    game = start(line)
    give(game, "p1: reassign irish>lamp-bridge")
    assert lies(game, "lamp-bridge").area == "state"
    game = start(line)
    give(game, "p1: reassign irish>lamp-bridge sartori>slew")
    assert lies(game, "lamp-bridge").area == "circle"


def test_IJ_SET_1_a_border_site_that_lies_already_serves_no_second_time() -> None:
    table = ImajicaTable([["the-erasure"], ["slew"]])
    assert allowed_first_sites(table, 0, 1) == allowed_first_sites(table, 0, 2) == ["the-erasure"]
    table.put(table.cards["the-erasure"], 0, "circle")
    assert allowed_first_sites(table, 0, 2) == []
