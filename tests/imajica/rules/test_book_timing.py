"""The rulebook's sentences on Flashes, answers and counters, one by one."""

from __future__ import annotations

import pytest
from imajica_games import cited, give, lies, reach, refused, start

from twingkit.core.questions import BadAnswer
from twingkit.imajica.rules.values import current_value


def test_IJ_TIME_2_a_flash_brings_a_called_ally_up_before_the_first_action() -> None:
    game = start("p1 hand irish patashoquan-highway; p2 active gideon")
    give(game, "p1: call irish", "p1: play patashoquan-highway on irish", "p1: challenge gideon with irish")
    assert "IJ-CHAL-1" in cited(game)


def test_IJ_TIME_2_a_retreat_can_be_answered() -> None:
    game = start("p1 active irish lamp-boy; p2 active dowd hand lightning sudden-sleep")
    give(game, "p1: retreat lamp-boy", "p2: play lightning on lamp-boy")
    assert lies(game, "lamp-boy") is None
    give(game, "p1: retreat irish", "p2: play sudden-sleep on irish")
    reach(game, "ally")
    assert (lies(game, "irish").area, lies(game, "irish").pivoted) == ("reserve", True), "IJ-PIV-2"


def test_IJ_TIME_2_a_reassignment_can_be_answered_and_what_is_left_of_it_is_done() -> None:
    game = start(
        "p1 active lamp-boy irish state slew=gentle; p2 active dowd hand lightning; to move p1 autarch"
    )
    give(game, "p1: reassign lamp-boy>slew irish>slew", "p2: play lightning on lamp-boy")
    reach(game, "ally")
    assert lies(game, "lamp-boy") is None
    assert lies(game, "irish").site == "slew"
    assert "IJ-TIME-8" in cited(game)


def test_IJ_TIME_5_a_flash_on_another_card_works_after_the_retreat() -> None:
    game = start("p1 active irish state slew=gentle; p2 active dowd hand sudden-sleep lightning")
    give(game, "p1: retreat irish", "p2: play lightning on irish")
    assert lies(game, "irish").area == "active"
    assert "IJ-DMG-1" in cited(game), "it strikes first, for less than Strength 6"
    game = start("p1 active irish lamp-boy; p2 active dowd hand lightning")
    give(game, "p1: retreat irish", "p2: play lightning on lamp-boy")
    reach(game, "ally")
    texts = [ruling.text() for ruling in game.rulings]
    retreats = next(place for place, text in enumerate(texts) if "to the reserve" in text)
    assert retreats < next(place for place, text in enumerate(texts) if "and dies" in text)


@pytest.mark.parametrize("phase", ["autarch", "ally"])
def test_IJ_TIME_1_flashes_are_played_in_both_phases_by_anybody(phase: str) -> None:
    game = start(
        f"p1 active irish; p2 active dowd hand sudden-sleep; p3 active gideon hand waking; to move p1 {phase}"
    )
    give(game, "p2: play sudden-sleep on irish", "p3: play waking on gideon")
    assert lies(game, "irish").pivoted


def test_IJ_TIME_3_the_chance_passes_to_the_left_until_all_pass_in_a_row() -> None:
    game = start(
        "p1 active irish hand waking; p2 active dowd hand waking; p3 active gideon hand waking;"
        " leads p1; to move p2 ally"
    )
    asked = []
    while game.question.kind == "respond":
        asked.append(game.question.player)
        give(game)
    assert asked == [1, 2, 0]
    game = start(
        "p1 active irish hand waking; p2 active dowd hand waking; p3 active gideon hand waking waking"
    )
    give(game, "p1: pass", "p2: pass", "p3: play waking on gideon")
    assert (game.question.kind, game.question.player) == ("respond", 0), "who passed is asked again"


def test_IJ_TIME_4_only_counters_answer_a_flash() -> None:
    game = start("p1 active irish; p2 active dowd hand sudden-sleep; p3 hand waking silence active gideon")
    give(game, "p2: play sudden-sleep on irish")
    reach(game, "counter")
    assert refused(game, "play waking on gideon") == "IJ-TIME-4"
    give(game, "p3: play silence")
    assert not lies(game, "irish").pivoted
    assert game.table.players[1].ovo == ["sudden-sleep"]


def test_IJ_TIME_6_two_flashes_are_resolved_in_the_order_played() -> None:
    game = start("p1 active irish hand waking; p2 active dowd hand sudden-sleep")
    give(game, "p1: pass", "p2: play sudden-sleep on irish", "p1: play waking on irish")
    assert not lies(game, "irish").pivoted


def test_IJ_PATH_1_a_path_is_answered_by_flashes_before_it_acts() -> None:
    line = "p1 active ink-painter hand breath-returned; p2; circle attic-studio/dog-alley@p2"
    for answers, alive in ((["p1: play breath-returned on ink-painter"], True), ([], False)):
        game = start(line)
        give(game, "p1: seize attic-studio with ink-painter")
        while "IJ-PATH-1" not in cited(game):
            give(game)
        give(game, *answers, "p1: end")
        assert (lies(game, "ink-painter") is not None) == alive


def test_IJ_PATH_2_its_owner_chooses_whom_a_path_strikes() -> None:
    game = start("p1 active ink-painter irish; p2; p3 active dowd; circle ferry-market/bandits@p2")
    give(game, "p1: seize ferry-market with ink-painter irish", "p3: contest dowd")
    reach(game, "choose")
    assert game.question.player == 1
    assert [*map(str, game.question.options())] == ["choose ink-painter", "choose irish"]
    give(game, "p2: choose irish")
    assert lies(game, "irish") is not None, "4 damage, Strength 6"


def test_IJ_TIME_7_a_countered_ally_action_costs_card_and_pivot_and_is_not_resolved() -> None:
    game = start("p1 active irish gentle:pivoted hand second-wind; p2 hand refusal")
    give(game, "p1: play second-wind by irish on gentle", "p2: play refusal")
    reach(game, "ally")
    assert lies(game, "gentle").pivoted
    assert lies(game, "irish").pivoted
    assert [player.ovo for player in game.table.players] == [["second-wind"], ["refusal"]]


def test_IJ_TIME_7_a_countered_dictate_is_spent_and_the_turn_over() -> None:
    game = start("p1 hand census destiny 4*irish; p2 hand empty-throne; to move p1 autarch")
    give(game, "p1: play census", "p2: play empty-throne")
    reach(game, "ally")
    assert "IJ-TIME-7" in cited(game)
    assert game.table.players[0].hand == []
    assert game.table.players[0].ovo == ["census"]


def test_IJ_TIME_8_a_target_that_is_no_legal_one_any_more_is_skipped() -> None:
    game = start("p1 hand public-executions; p2 active lamp-boy hand cold-feet; to move p1 autarch")
    with pytest.raises(BadAnswer):
        reach(game, "autarch").answer("play public-executions lamp-boy")
    game = start(
        "p1 hand public-executions active dowd; p2 active lamp-boy; p3 hand cold-feet; to move p1 autarch"
    )
    give(game, "p1: play public-executions on lamp-boy", "p3: play cold-feet on lamp-boy")
    reach(game, "ally")
    assert lies(game, "lamp-boy").area == "reserve"
    assert "IJ-TIME-8" in cited(game)


def test_IJ_ALLY_4_the_attempt_of_an_ally_action_pivots_even_if_its_target_is_gone() -> None:
    game = start("p1 active irish hand hapexamendios-hand; p2 active lamp-boy; p3 active dowd hand lightning")
    give(game, "p1: play hapexamendios-hand by irish on lamp-boy", "p3: play lightning on lamp-boy")
    reach(game, "ally")
    assert lies(game, "irish").pivoted
    assert game.table.players[0].ovo == ["hapexamendios-hand"]


def test_IJ_CARD_2_a_permanent_stays_where_it_was_laid_and_goes_with_its_bearer() -> None:
    game = start("p1 active irish hand emotion-grief; p2 active dowd hand cold-feet")
    give(game, "p1: play emotion-grief on dowd")
    assert current_value(game.table, lies(game, "dowd"), "magic") == 0
    reach(game, "ally")
    assert [piece.token for piece in game.table.permanents_on("dowd")] == ["emotion-grief"]


def test_IJ_DMG_1_damage_by_cards_outside_of_challenges_does_not_add_up() -> None:
    game = start("p1 active gideon hand lightning lightning; p2 active irish")
    give(game, "p1: play lightning on irish", "p1: play lightning on irish", "p1: end")
    assert lies(game, "irish") is not None
    assert "3 damage, not more than its Strength 6, and lives" in game.annotated_record("en")


@pytest.mark.parametrize("lang", ["en", "de"])
def test_IJ_DMG_1_a_card_that_kills_names_damage_and_strength(lang: str) -> None:
    game = start("p1 active gideon hand lightning; p2 active henry-holland")
    give(game, "p1: play lightning on henry-holland", "p1: end")
    assert lies(game, "henry-holland") is None
    assert {"en": "3 damage, more than its Strength 2", "de": "3 Schaden, mehr als Stärke 2"}[
        lang
    ] in game.annotated_record()


def test_IJ_CHAL_9_a_flash_after_the_damage_may_finish_one_off() -> None:
    game = start("p1 active oethac-bruiser oethac-bruiser hand lightning; p2 active irish gideon")
    give(game, "p1: challenge irish with oethac-bruiser oethac-bruiser.2", "p2: defend gideon")
    reach(game, "damage")
    give(game, "p1: damage irish 4", "p1: play lightning on irish", "p1: end")
    assert lies(game, "irish") is None, "4 and 3 are more than 6"


def test_IJ_CHAL_9_a_flash_after_the_damage_may_save_a_life() -> None:
    game = start("p1 active gek-a-gek gek-a-gek; p2 active irish hand breath-returned")
    give(game, "p1: challenge irish with gek-a-gek gek-a-gek.2")
    reach(game, "damage")
    give(game, "p1: damage irish 7", "p2: play breath-returned on irish", "p1: end")
    assert lies(game, "irish") is not None


@pytest.mark.parametrize("card", ["ritual", "vow-of-the-vassal", "master-class"])
@pytest.mark.parametrize("lives", [False, True])
def test_IJ_TIME_8_a_permanent_for_the_acting_ally_is_lost_with_it(card: str, lives: bool) -> None:
    game = start(f"p1 active huzzah-aping irish hand {card}; p2 active oethac-bruiser hand lightning")
    give(game, f"p1: play {card} by huzzah-aping", *([] if lives else ["p2: play lightning on huzzah-aping"]))
    reach(game, "ally")
    assert ("IJ-TIME-8" in cited(game)) == (not lives)
    assert "IJ-AFF-3" not in cited(game)
    assert game.table.players[0].ovo == ([] if lives else ["huzzah-aping", card])
