"""The rulebook's sentences on challenges, contests, Paths and securing, one by one."""

from __future__ import annotations

import pytest
from imajica_games import cited, give, lies, reach, refused, start

from twingkit.core.play import Game
from twingkit.imajica.rules.values import current_value


def rulings_text(game: Game) -> str:
    """Return all sentences of the rules so far."""
    return " ".join(ruling.text() for ruling in game.rulings)


def kinds(game: Game, seat: int) -> set[str]:
    """Return the kinds of questions that a seat was asked so far."""
    return {entry.kind for entry in game.transcript if entry.seat == game.start.seat(seat)}


# -- challenges


def test_IJ_CHAL_1_only_an_active_rival_is_challenged_and_only_by_active_unpivoted_allies() -> None:
    game = start(
        "p1 active irish gideon:pivoted reserve huzzah-aping state slew=sartori;"
        " p2 active dowd:pivoted reserve judith state salt-gate=gentle"
    )
    reach(game, "ally")
    for target, rule in (
        ("judith", "IJ-CHAL-1"), ("gentle", "IJ-HOLD-1"), ("gideon", "IJ-CHAL-1"), ("slew", "IJ-CHAL-1"),
    ):  # fmt: skip
        assert refused(game, f"challenge {target} with irish") == rule
    for actor, rule in (
        ("gideon", "IJ-PIV-1"), ("huzzah-aping", "IJ-ALLY-6"), ("sartori", "IJ-HOLD-1"),
        ("judith", "IJ-ALLY-4"),
    ):  # fmt: skip
        assert refused(game, f"challenge dowd with irish {actor}") == rule
    give(game, "p1: challenge dowd with irish")
    assert "IJ-CHAL-1" in cited(game), "a pivoted character may be challenged"


def test_IJ_CHAL_2_who_may_defend() -> None:
    game = start(
        "p1 active gek-a-gek; p2 active lamp-boy irish judith:pivoted gideon:pivoted reserve dowd"
        " state slew=gentle; p3 active sartori"
    )
    give(game, "p1: challenge lamp-boy with gek-a-gek")
    reach(game, "defend")
    for name, rule in (
        ("gideon", "IJ-PIV-1"), ("dowd", "IJ-ALLY-6"), ("gentle", "IJ-HOLD-1"), ("sartori", "IJ-CHAL-2"),
        ("lamp-boy", "IJ-CHAL-2"),
    ):  # fmt: skip
        assert refused(game, f"defend irish {name}") == rule
    give(game, "p2: defend irish judith")
    give(game, "p1: end")
    assert "13 against 8" in rulings_text(game)
    assert lies(game, "judith").pivoted
    assert not lies(game, "irish").pivoted


def test_IJ_AFF_4_a_pivoted_aphrodyte_adds_her_strength_and_plays_no_maneuver_and_contests_nothing() -> None:
    game = start("p1 active gek-a-gek; p2 active lamp-boy judith:pivoted hand pneuma; circle slew")
    give(game, "p1: challenge lamp-boy with gek-a-gek", "p2: defend judith")
    reach(game, "combat")
    assert refused(game, "play pneuma by judith") == "IJ-PIV-1"
    give(game, "p2: play pneuma by lamp-boy", "p1: end")
    assert "13 against 8" in rulings_text(game)
    game = start("p1 active gek-a-gek; p2 active judith:pivoted irish; circle slew")
    give(game, "p1: seize slew with gek-a-gek")
    assert refused(reach(game, "contest"), "contest judith") == "IJ-PIV-1"


def test_IJ_CHAL_3_all_are_called_for_flashes_and_then_only_the_two_play_and_only_combat_maneuvers() -> None:
    hand = "hand sudden-sleep crowd sway"
    game = start(f"p1 active irish {hand}; p2 active dowd {hand}; p3 active gideon {hand}")
    give(game, "p1: challenge dowd with irish")
    begun = len(game.transcript)
    while game.question.kind != "combat":
        give(game)
    assert {entry.seat for entry in game.transcript[begun:] if entry.kind == "respond"} == {"p1", "p2", "p3"}
    assert refused(game, "play sudden-sleep on dowd") == "IJ-TIME-1"
    assert refused(game, "play sway by irish on dowd") == "IJ-CARD-1"
    assert refused(game, "play crowd by irish on gideon") == "IJ-TIME-8"
    give(game, "p1: play crowd by irish on irish")
    reach(game, "damage")
    assert "combat" not in kinds(game, 2)
    assert "9 against 6" in rulings_text(game)


def test_IJ_CHAL_4_any_number_of_maneuvers_from_one_ally_that_is_not_pivoted_by_them() -> None:
    game = start("p1 active irish hand pneuma pneuma long-knife; p2 active gek-a-gek")
    give(game, "p1: challenge gek-a-gek with irish", "p1: play pneuma by irish")
    assert not lies(game, "irish").pivoted
    give(game, "p1: play pneuma by irish", "p1: play long-knife by irish")
    reach(game, "damage")
    assert "20 against 8" in rulings_text(game)
    give(game, "p1: damage none", "p1: end")
    assert current_value(game.table, lies(game, "irish"), "strength") == 8, "what is permanent stays"
    assert game.table.players[0].ovo == ["pneuma", "pneuma"]


def test_IJ_CHAL_7_damage_goes_to_whom_the_victor_likes_and_need_not_be_dealt() -> None:
    game = start("p1 active gek-a-gek gek-a-gek; p2 active lamp-boy ink-painter huzzah-aping")
    give(game, "p1: challenge lamp-boy with gek-a-gek gek-a-gek.2", "p2: defend ink-painter")
    reach(game, "damage")
    assert refused(game, "damage huzzah-aping 2") == "IJ-CHAL-7"
    assert refused(game, "damage ink-painter 15") == "IJ-CHAL-7"
    give(game, "p1: damage ink-painter 2", "p1: end")
    assert lies(game, "ink-painter") is None
    assert lies(game, "lamp-boy").damage == 0


def test_IJ_CHAL_7_the_challenged_side_may_win_and_deal_the_damage() -> None:
    game = start("p1 active lamp-boy irish; p2 active gek-a-gek")
    give(game, "p1: challenge gek-a-gek with lamp-boy")
    reach(game, "damage")
    assert game.question.player == 1
    give(game, "p2: damage lamp-boy 7", "p1: end")
    assert game.table.players[0].ovo == ["lamp-boy"]


def test_IJ_CHAL_9_damage_by_a_maneuver_kills_even_if_no_challenger_is_left() -> None:
    game = start("p1 active in-ovo-thorn; p2 active lamp-boy")
    give(game, "p1: challenge lamp-boy with in-ovo-thorn", "p1: use in-ovo-thorn on lamp-boy", "p1: end")
    assert "IJ-CHAL-6" in cited(game), "the icon pivots its user out of the fight"
    assert game.table.players[1].ovo == ["lamp-boy"]


def test_IJ_CHAL_6_a_fight_without_a_challenger_is_over_at_once() -> None:
    game = start("p1 active in-ovo-thorn hand low-blow; p2 active irish hand pneuma")
    give(game, "p1: challenge irish with in-ovo-thorn", "p1: use in-ovo-thorn on irish")
    while game.table.fight is not None:
        assert game.question.kind != "combat"
        give(game)
    assert lies(game, "irish").pivoted


def test_IJ_DMG_1_who_is_saved_in_the_fight_takes_no_damage_of_the_challenge() -> None:
    game = start("p1 active gek-a-gek; p2 active lamp-boy hand parry")
    give(game, "p1: challenge lamp-boy with gek-a-gek", "p2: play parry by lamp-boy on lamp-boy")
    reach(game, "damage")
    assert list(game.question.deadly_splits()) == [()]
    give(game, "p1: damage lamp-boy 7", "p1: end")
    assert lies(game, "lamp-boy") is not None
    assert not lies(game, "lamp-boy").saved


def test_IJ_AREA_3_the_dead_go_to_their_owner_with_what_lies_on_them() -> None:
    game = start("p1 active gek-a-gek; p2 active lamp-boy+amnesia@p1+long-knife")
    give(game, "p1: challenge lamp-boy with gek-a-gek")
    reach(game, "damage")
    give(game, "p1: damage lamp-boy 5", "p1: end")
    assert game.table.players[0].ovo == ["amnesia"]
    assert game.table.players[1].ovo == ["long-knife", "lamp-boy"]


# -- seizures and contests


def test_IJ_SEIZE_1_only_sites_of_the_circle_and_only_active_unpivoted_allies() -> None:
    game = start(
        "p1 active irish gideon:pivoted reserve dowd state kite-fields=gentle; p2 state salt-gate=sartori;"
        " circle slew"
    )
    reach(game, "ally")
    for deed, rule in (
        ("seize kite-fields with irish", "IJ-HOLD-1"), ("seize salt-gate with irish", "IJ-HOLD-1"),
        ("seize slew with irish gideon", "IJ-PIV-1"), ("seize slew with dowd", "IJ-ALLY-6"),
        ("seize slew with gentle", "IJ-HOLD-1"), ("seize irish with irish", "IJ-SEIZE-1"),
    ):  # fmt: skip
        assert refused(game, deed) == rule
    give(game, "p1: seize slew with irish", "p1: end")
    assert "IJ-SEIZE-7" in cited(game), "too little influence is allowed and fails"
    assert (lies(game, "slew").area, lies(game, "irish").pivoted) == ("circle", True)


def test_IJ_SEIZE_2_the_chance_goes_round_to_the_left_and_each_rival_has_one() -> None:
    game = start(
        "p1 active lamp-boy; p2 active gentle; p3 active irish; p4 active gideon; circle slew;"
        " leads p1; to move p2 ally"
    )
    give(
        game, "p2: seize slew with gentle", "p3: contest irish", "p4: contest gideon", "p1: contest lamp-boy"
    )
    give(game, "p2: end")
    asked = [entry.seat for entry in game.transcript if entry.kind == "contest"]
    assert asked == ["p3", "p4", "p1"]
    assert lies(game, "slew").controller == 1
    assert all(lies(game, name).pivoted for name in ("irish", "gideon", "lamp-boy"))


def test_IJ_SEIZE_4_after_a_contest_that_is_lost_no_other_rival_is_asked() -> None:
    game = start("p1 active lamp-boy; p2 active sartori; p3 active gentle; circle slew")
    give(game, "p1: seize slew with lamp-boy", "p2: contest sartori", "p1: end")
    assert [entry.seat for entry in game.transcript if entry.kind == "contest"] == ["p2"]
    assert (lies(game, "lamp-boy").area, lies(game, "lamp-boy").pivoted) == ("active", True)
    assert (lies(game, "slew").area, lies(game, "sartori").area) == ("circle", "active")


def test_IJ_SEIZE_3_the_paths_come_after_the_contesters_and_before_the_last_call() -> None:
    game = start(
        "p1 active gentle hand sudden-sleep sway; p2 active irish gideon hand sway; p3 hand sway active dowd;"
        " circle slew/sandstorm@p2"
    )
    give(game, "p1: seize slew with gentle", "p2: contest irish")
    reach(game, "influence")
    rules = [ruling.rule for ruling in game.rulings]
    assert rules.index("IJ-SEIZE-2") < rules.index("IJ-PATH-1")
    last = game.transcript[-1]
    assert (last.kind, last.seat) == ("respond", "p1"), "a call for Flashes comes between Path and contest"
    assert refused(game, "play sudden-sleep on irish") == "IJ-TIME-1"
    assert refused(game, "play sway by gentle on gideon") == "IJ-TIME-8"
    give(game, "p1: end")
    assert "influence" not in kinds(game, 2)


def test_IJ_PATH_1_paths_are_read_once_in_a_seizure() -> None:
    game = start(
        "p1 active sartori; p2 active irish; p3 active gideon; circle lamp-bridge/sandstorm@p2/old-friend@p3"
    )
    give(game, "p1: seize lamp-bridge with sartori", "p2: contest irish", "p3: contest gideon", "p1: end")
    read = [ruling.text() for ruling in game.rulings if ruling.rule == "IJ-PATH-1"]
    assert len(read) == 2
    assert "Sandstorm" in read[0]
    assert "7 against 0" in rulings_text(game), (
        "the first laid acts first; the lamp's light weighs on contesters"
    )
    assert lies(game, "lamp-bridge").controller == 0
    assert game.table.players[1].ovo == ["sandstorm"]


def test_IJ_PATH_1_a_path_strikes_the_contesters_too_and_those_are_out() -> None:
    game = start("p1 active sartori; p2 active lamp-boy ink-painter; circle roxborough-tower/dog-alley@p1")
    give(game, "p1: seize roxborough-tower with sartori", "p2: contest lamp-boy ink-painter", "p1: end")
    assert game.table.players[1].ovo == ["lamp-boy", "ink-painter"]
    assert "IJ-SEIZE-6" in cited(game)
    assert lies(game, "roxborough-tower").controller == 0


def test_IJ_PATH_3_a_permanent_path_keeps_its_place_and_acts_before_it_is_read_again() -> None:
    game = start("p1 active sartori gideon; p2 active irish; circle slew/toll-tower@p2")
    give(game, "p1: seize slew with gideon")
    reach(game, "ally")
    path = lies(game, "toll-tower")
    assert (path.known, path.host) == (True, "slew")
    assert current_value(game.table, lies(game, "slew"), "resistance") == 8
    give(game, "p1: seize slew with sartori", "p1: end")
    assert game.table.players[1].ovo == ["toll-tower"]
    assert sum(ruling.rule == "IJ-PATH-1" for ruling in game.rulings) == 1


def test_IJ_POWER_2_permanent_paths_of_two_dominions_on_a_border_site_add_up() -> None:
    game = start("p1 active quiet-maestro; p2; circle high-pass/mud-road@p2!/toll-tower@p2!")
    assert current_value(game.table, lies(game, "high-pass"), "resistance") == 8 + 2 + 2
    game = start("p1 active gentle irish dowd; p2; circle high-pass/mud-road@p2/toll-tower@p2")
    give(game, "p1: seize high-pass with gentle irish dowd")
    reach(game, "ally")
    texts = [ruling.text() for ruling in game.rulings if ruling.rule == "IJ-SEIZE-7"]
    assert any("12" in text for text in texts), texts
    assert lies(game, "high-pass").area == "circle", "10 would do against one Path"


def test_IJ_SEIZE_9_a_maneuver_of_a_contest_does_not_help_to_secure() -> None:
    game = start("p1 active horace-tyrwith hand old-oath; p2 active lamp-boy; circle eurhetemec-ruins")
    give(game, "p1: seize eurhetemec-ruins with horace-tyrwith", "p2: contest lamp-boy")
    give(game, "p1: play old-oath by horace-tyrwith", "p1: end")
    assert "7 against 2" in rulings_text(game)
    assert (
        "The cards played in this contest no longer count: player 1 has influence 4 from here on."
        in rulings_text(game)
    )
    assert lies(game, "eurhetemec-ruins").area == "circle"


@pytest.mark.parametrize(("card", "told"), [("play old-oath by horace-tyrwith", True), ("pass", False)])
def test_IJ_SEIZE_9_that_a_maneuver_helps_no_more_is_explained_where_it_helped(card: str, told: bool) -> None:
    game = start("p1 active horace-tyrwith huzzah-aping hand old-oath; p2; circle slew")
    give(game, "p1: seize slew with horace-tyrwith huzzah-aping")
    give(reach(game, "influence"), f"p1: {card}", "p1: end")
    assert lies(game, "slew").controller == 0
    assert ("the Holders of Slew have influence 10 against Resistance 6." in rulings_text(game)) is told


def test_IJ_SEIZE_9_nor_after_its_contesters_are_out() -> None:
    game = start("p1 active horace-tyrwith hand doubt old-oath; p2 active lamp-boy; circle eurhetemec-ruins")
    give(game, "p1: seize eurhetemec-ruins with horace-tyrwith", "p2: contest lamp-boy")
    give(game, "p1: play doubt by horace-tyrwith on lamp-boy")
    assert "IJ-SEIZE-6" in cited(reach(game, "influence")), "the contest has lapsed; now it is about securing"
    give(game, "p1: play old-oath by horace-tyrwith", "p1: end")
    assert lies(game, "eurhetemec-ruins").controller == 0


# Huzzah Aping has 6, Slew Resistance 6, the Autarch's Steps 7; Lamp Boy contests with 2.
@pytest.mark.parametrize(
    ("site", "answer", "securing", "area"),
    [
        ("slew", "p2: play ward-stone by lamp-boy", False, "state"),
        ("autarch-steps", "p1: play guides-lamp by huzzah-aping", False, "circle"),
        ("autarch-steps", "p1: play guides-lamp by huzzah-aping", True, "state"),
        ("autarch-steps", "p1: play old-oath by huzzah-aping", False, "circle"),
        ("autarch-steps", "p1: play old-oath by huzzah-aping", True, "state"),
    ],
)
def test_IJ_SEIZE_9_a_maneuver_of_a_contest_is_over_with_it_on_the_site_too(
    site: str, answer: str, securing: bool, area: str
) -> None:
    seat, card = answer.split()[0].rstrip(":"), answer.split()[2]
    hands = {name: f" hand {card}" if name == seat else "" for name in ("p1", "p2")}
    game = start(f"p1 active huzzah-aping{hands['p1']}; p2 active lamp-boy{hands['p2']}; circle {site}")
    printed = current_value(game.table, lies(game, site), "resistance")
    give(game, f"p1: seize {site} with huzzah-aping", "p2: contest lamp-boy")
    reach(game, "influence")
    if securing:
        reach(give(game, "p1: pass"), "influence")
    give(game, answer)
    give(game, "p1: end")
    assert "6 against 2" in rulings_text(game) or "9 against 2" in rulings_text(game)
    assert lies(game, site).area == area
    assert current_value(game.table, lies(game, site), "resistance") == printed, "afterwards it is over"


def test_IJ_SEIZE_9_the_next_contest_knows_nothing_of_it() -> None:
    game = start(
        "p1 active gideon hand old-oath; p2 active lamp-boy; p3 active horace-tyrwith; circle kite-fields"
    )
    give(game, "p1: seize kite-fields with gideon", "p2: contest lamp-boy", "p1: play old-oath by gideon")
    give(game, "p3: contest horace-tyrwith", "p1: end")
    assert "6 against 2" in rulings_text(game)
    assert "3 against 4" in rulings_text(game)


def test_IJ_SEIZE_8_the_seizers_are_the_holders_and_their_pivot_does_no_harm() -> None:
    game = start("p1 active horace-tyrwith irish; p2 active dowd hand sudden-sleep; circle eurhetemec-ruins")
    give(game, "p1: seize eurhetemec-ruins with horace-tyrwith irish", "p1: end")
    site = lies(game, "eurhetemec-ruins")
    assert (site.area, site.controller, site.pivoted) == ("state", 0, False)
    for name in ("horace-tyrwith", "irish"):
        holder = lies(game, name)
        assert (holder.area, holder.site, holder.pivoted) == ("state", "eurhetemec-ruins", True)


def test_IJ_SEIZE_7_who_was_pivoted_by_a_flash_does_not_help_to_secure() -> None:
    game = start("p1 active horace-tyrwith irish; p2 hand sudden-sleep; circle eurhetemec-ruins")
    give(game, "p1: seize eurhetemec-ruins with horace-tyrwith irish", "p2: play sudden-sleep on irish")
    give(game, "p1: end")
    assert "Influence 4 against Resistance 5" in rulings_text(game)


def test_IJ_AFF_1_a_maestro_alone_must_beat_contesters_and_then_needs_no_resistance() -> None:
    line = "p1 active quiet-maestro; p2 active {}; circle circle-of-stones"
    won = start(line.format("huzzah-aping"))
    give(won, "p1: seize circle-of-stones with quiet-maestro", "p2: contest huzzah-aping", "p1: end")
    assert "3 against 5" in rulings_text(won)
    assert lies(won, "circle-of-stones").area == "circle"
    won = start(line.format("palace-clerk"))
    give(won, "p1: seize circle-of-stones with quiet-maestro", "p2: contest palace-clerk", "p1: end")
    assert lies(won, "circle-of-stones").controller == 0
