"""Research in a game, and the immediate effects of technologies (IM-TECH-2 to 5); windows without a
question."""

import pytest
from imperium.galaxy.game.positions import (
    case,
    cases,
    chapter,
    empty,
    in_space,
    kind,
    options,
    put,
    say,
    sheet,
    system,
    take_planets,
)

from twingkit.imperium.galaxy.phases.action_phase import take_turn
from twingkit.imperium.galaxy.phases.strategic_action import strategic_action
from twingkit.imperium.galaxy.table.abilities import Moment, open_ability_window
from twingkit.imperium.galaxy.table.lasting_effects import Law
from twingkit.imperium.galaxy.tactical.tactical_action import tactical_action
from twingkit.imperium.galaxy.technology.research import research_technology


def researching(technologies=(), arrange=lambda table: None, seat=0, **more):
    """Return a game in which a player researches one technology."""

    def laid(table):
        sheet(table, seat, technologies=frozenset(technologies))
        arrange(table)

    return chapter(lambda table: research_technology(table, seat, "IM-STRAT-technology"), laid, **more)


def names(game):
    """Return the technologies that can be researched."""
    return {option.split()[1] for option in options(game)}


def test_IM_TECH_2_one_own_technology_of_the_colour_for_each_prerequisite():
    assert "gd" not in names(researching())
    assert "gd" in names(researching(["amd"]))
    assert "fl" not in names(researching(["amd"]))
    assert "fl" in names(researching(["amd", "gd"]))
    assert case(researching(), "research gd")[0] == "IM-TECH-2"


def test_IM_TECH_2_an_upgrade_gives_no_colour():
    # Fighter II needs blue and green; it is not a blue technology for Fleet Logistics
    assert "fl" not in names(researching(["amd", "ff2"]))


def test_IM_TECH_2_a_specialty_planet_is_exhausted_for_a_symbol():
    game = researching(["amd"], lambda table: take_planets(table, 0, "gral"))  # blue
    assert "fl" in names(game)
    say(game, "research fl")
    assert game.table.exhausted_planets == {"gral"}
    assert game.table.players[0].has_technology("fl")
    assert ("IM-TECH-2", "specialty") in cases(game)


def test_IM_TECH_2_a_planet_serves_for_its_specialty_or_its_resources_not_for_both():
    def arrange(table):
        sheet(table, 1, technologies=frozenset({"amd", "gd"}), strategy=2, goods=3)
        table.exhausted_planets = frozenset({"arretze", "hercant", "kamdorn"})
        take_planets(table, 1, "gral")  # 1 resource, blue
        sheet(table, 0, strategy_cards={7: False})

    game = chapter(lambda table: strategic_action(table, 0, 7), arrange)
    say(game, next(option for option in options(game)))
    while kind(game) != ("secondary", 1):
        say(game, options(game)[-1])
    say(game, "yes")  # all four: three goods and Gral
    assert "gral" in game.table.exhausted_planets
    assert kind(game) != ("research", 1) or "lwd" not in names(game)


def test_IM_TECH_3_faction_technologies_are_for_the_own_faction_and_replace_the_common_upgrade():
    sol = names(researching(["amd", "gd"]))
    assert "ac2" in sol
    assert "cv2" not in sol
    hacan = names(researching(["amd", "gd"], seat=1))
    assert "cv2" in hacan
    assert "ac2" not in hacan


def test_IM_TECH_5_an_exhausted_technology_still_meets_prerequisites():
    game = researching(["dxa", "nm"], lambda table: sheet(table, 0, exhausted_cards=frozenset({"dxa", "nm"})))
    assert "hm" in names(game)


# -- windows


def silent(table):
    """Return a window in which p2 could play something."""
    yield from open_ability_window(table, Moment("activated", 0, system(table, "20")))


def test_IM_ASK_1_who_has_nothing_to_play_is_not_asked():
    assert chapter(silent).question is None


def test_IM_ASK_2_a_pass_says_nothing():
    def arrange(table):
        sheet(table, 0, action_cards=("fs",))

    game = chapter(silent, arrange)
    assert kind(game) == ("use", 0)
    say(game, "pass")
    assert game.rulings == []


def test_IM_TIME_5_a_card_of_another_moment_is_refused_with_its_rule():
    def arrange(table):
        sheet(table, 0, action_cards=("fs", "lucky", "mb"))

    game = chapter(silent, arrange)
    assert case(game, "play lucky") == ("IM-TIME-2", "other_window")
    assert case(game, "play mb") == ("IM-TIME-2", "other_window")  # a card for battles only
    assert case(game, "play plague") == ("IM-TIME-2", "not_held")


def test_IM_TACT_3_an_effect_that_ends_the_turn_leaves_the_token_and_moves_nothing():
    def arrange(table):
        empty(table)
        put(table, 0, "01", cruiser=1)
        put(table, 0, "jord", infantry=1)
        put(table, 1, "20", cruiser=1)
        table.laws = (Law("minister_peace", "p3"),)
        sheet(table, 0, strategy_cards={1: True, 5: True})

    game = say(chapter(lambda table: take_turn(table, 0), arrange), "activate 20")
    assert kind(game) == ("use", 2)
    say(game, "use minister_peace")
    assert game.question is None
    assert 0 in game.table.command_tokens[system(game.table, "20")]
    assert in_space(game, 0, "01") == {"cruiser": 1}
    assert game.table.laws == ()


def test_IM_SPACE_2_with_the_switch_volley_the_owner_says_how_many_fire():
    def arrange(table):
        empty(table)
        put(table, 0, "01", cruiser=1)
        put(table, 0, "jord", infantry=1)
        put(table, 1, "vefutii", pds=2)
        take_planets(table, 1, "vefutii")

    game = chapter(
        lambda table: tactical_action(table, 0, system(table, "20")), arrange, variant="volley=any"
    )
    say(game, "move 01 1 cruiser")
    written = {game.question.format_answer(option) for option in game.question.options()}
    assert len(written) == 3  # none, one, two
    both = chapter(lambda table: tactical_action(table, 0, system(table, "20")), arrange)
    say(both, "move 01 1 cruiser")
    assert len(list(both.question.options())) == 2  # all or none


@pytest.mark.parametrize("losses", ["policy", "ask"])
def test_IM_ASK_5_losses_follow_the_policy_unless_the_switch_asks(losses):
    def arrange(table):
        empty(table)
        put(table, 0, "01", cruiser=1, destroyer=1)
        put(table, 0, "jord", infantry=1)
        put(table, 1, "20", cruiser=1)
        table.planet_controllers["jord"] = None
        sheet(table, 0, technologies=frozenset())

    game = chapter(
        lambda table: tactical_action(table, 0, system(table, "20")), arrange, variant=f"losses={losses}"
    )
    say(game, "move 01 1 cruiser, 1 destroyer")
    for _ in range(8):
        if kind(game)[0] == "retreat":
            say(game, "stay")
        elif kind(game) == ("roll", 1):
            say(game, "roll 10")
            break
        else:
            say(game, "roll" + " 1" * game.question.battle_question.volley.count)
    assert (kind(game) == ("assign", 0)) is (losses == "ask")
