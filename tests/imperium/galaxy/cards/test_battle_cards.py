"""Cards, technologies, abilities and notes in the battles of a game: offered, paid, discarded, cancelled
(IM-SPACE-15, IM-TIME-5)."""

import pytest
from imperium.galaxy.cards.plays import at, blocking_rule, combine, has, knows, own, units, use
from imperium.galaxy.game.positions import cases, chapter, empty, in_space, kind, on_planet, options, system

from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules.fire import FireDecision
from twingkit.imperium.galaxy.table.lasting_effects import Law
from twingkit.imperium.galaxy.tactical.battle_effects import can_pay_for_effect, can_use_effect
from twingkit.imperium.galaxy.tactical.invasion import resolve_invasion
from twingkit.imperium.galaxy.tactical.space_step import space_cannon_offense, space_combat


def say(game, *answers):
    """Give answers one after another; nobody retreats, and all guns fire."""
    for answer in (*answers, ""):
        while game.question is not None and (quiet := _quiet(game)):
            game.answer(quiet)
        if answer:
            game.answer(answer)
    return game


def _quiet(game):
    """Return the answer to a question that no test here is about; "" for another one."""
    if game.question.kind == "retreat":
        return "stay"
    return "play" if isinstance(getattr(game.question, "battle_question", None), FireDecision) else ""


def space(arrange, *answers, factions=("sol", "hacan", "letnev"), variant="box"):
    """Return a space combat of p1 and p2 in system 20, after these answers."""
    bare = combine(
        empty, lambda table: [has(seat, technologies=frozenset())(table) for seat in range(3)], arrange
    )
    run = lambda table: space_combat(table, 0, system(table, "20"))  # noqa: E731
    return say(chapter(run, bare, factions=factions, variant=variant), *answers)


def ground(arrange, *answers, factions=("sol", "hacan", "letnev")):
    """Return an invasion of system 26 by p1, after these answers; Lodor belongs to p2."""

    def bare(table):
        empty(table)
        for seat in range(3):
            table.players[seat].technologies = frozenset()
        table.planet_controllers["lodor"] = 1
        arrange(table)

    return say(
        chapter(lambda table: resolve_invasion(table, 0, system(table, "26")), bare, factions=factions),
        *answers,
    )


def pending_effect(game):
    """Return the effect that the battle's question is about; "" for a question about something else."""
    inner = getattr(game.question, "battle_question", None)
    return inner.use.id if inner is not None and hasattr(inner, "use") else ""


DUEL = combine(units(0, "20", cruiser=1), units(1, "20", cruiser=1))


# -- cards


def test_IM_ACT_mb_is_asked_in_any_round_and_gone_once_played():
    game = space(combine(DUEL, has(0, action_cards=("mb",))))
    assert pending_effect(game) == "mb"
    say(game, "pass", "roll 1", "roll 1")
    assert pending_effect(game) == "mb"
    say(game, "play", "roll 6")  # 6 + 1 hits with a cruiser
    say(game, "roll 1")
    assert game.table.players[0].action_cards == ()
    assert game.table.action_discard == ["mb"]
    assert in_space(game, 1, "20") == {}
    assert ("IM-ACT-mb", "played") in cases(game)


def test_IM_ACT_mb_one_copy_serves_one_round():
    game = space(combine(DUEL, has(0, action_cards=("mb",))), "play", "roll 1", "roll 1")
    assert pending_effect(game) == ""
    assert kind(game) == ("roll", 0)
    two = space(combine(DUEL, has(0, action_cards=("mb", "mb"))), "play", "roll 1", "roll 1")
    assert pending_effect(two) == "mb"


def test_IM_ACT_sabo_cancels_a_card_inside_a_battle():
    arrange = combine(DUEL, has(0, action_cards=("mb",)), has(1, action_cards=("sabo",)))
    game = space(arrange, "play")
    assert kind(game) == ("use", 1)
    say(game, "play sabo", "roll 6")
    assert sorted(game.table.action_discard) == ["mb", "sabo"]
    say(game, "roll 1")
    assert in_space(game, 1, "20") == {"cruiser": 1}  # 6 misses without the bonus
    assert ("IM-ACT-sabo", "cancelled") in cases(game)


def test_IM_TECH_tp_who_has_passed_is_not_asked_for_cards():
    def arrange(table):
        combine(DUEL, has(1, action_cards=("mb",), has_passed=True))(table)
        table.current = 0

    assert pending_effect(space(arrange)) == "mb"

    def armoured(table):
        arrange(table)
        table.players[0].technologies = frozenset({"tp"})

    assert pending_effect(space(armoured)) == ""


def test_IM_ACT_dh_destroys_a_ship_that_has_sustained():
    arrange = combine(units(0, "20", cruiser=1), units(1, "20", dreadnought=1), has(0, action_cards=("dh",)))
    game = space(arrange, "roll 7", "roll 1")
    assert pending_effect(game) == "dh"
    say(game, "play")
    assert in_space(game, 1, "20") == {}
    assert game.table.action_discard == ["dh"]
    missed = space(arrange, "roll 6", "roll 1")
    assert pending_effect(missed) == ""


def test_IM_ACT_s_retreat_leads_to_any_empty_neighbour_and_nobody_wins():
    game = space(combine(DUEL, units(1, "34", cruiser=1), has(0, action_cards=("s_retreat",))), "play")
    assert "retreat_to 34" not in options(game)
    say(game, "retreat_to 18")
    assert in_space(game, 0, "18") == {"cruiser": 1}
    assert 0 in game.table.command_tokens[system(game.table, "18")]
    assert ("IM-SPACE-12", "won") not in cases(game)


# -- technologies, abilities, notes


def test_IM_UNIT_munitions_costs_two_goods_each_time():
    letnev = ("letnev", "hacan", "sol")
    game = space(combine(DUEL, has(0, goods=3)), "roll 1", factions=letnev)
    assert pending_effect(game) == "munitions"
    say(game, "play", "roll 7")
    assert game.table.players[0].goods == 1
    assert ("IM-UNIT-munitions", "spent") in cases(game)
    poor = space(combine(DUEL, has(0, goods=1)), "roll 1", factions=letnev)
    assert pending_effect(poor) == ""
    assert ("IM-UNIT-munitions", "unpaid") in cases(poor), "it is said that Letnev cannot pay"


def test_IM_TECH_md_an_exhausted_technology_is_not_called_unpaid():
    table = space(
        combine(DUEL, has(0, technologies=frozenset({"md"}), exhausted_cards=frozenset({"md"})))
    ).table
    assert not can_use_effect(table, 0, EffectUse("md"))
    assert can_pay_for_effect(table, 0, "md")


def test_IM_UNIT_hacan_flagship_lifts_dice_that_miss_by_one_for_a_good_each():
    hacan = ("hacan", "sol", "letnev")
    fleet = combine(units(0, "20", flagship=1), units(1, "20", cruiser=3), has(0, goods=1))
    game = space(fleet, "roll 6 6", factions=hacan)
    assert options(game) == ["nudge 0", "nudge 1"]
    say(game, "nudge 1", "roll 1 1 1")
    assert game.table.players[0].goods == 0
    assert in_space(game, 1, "20") == {"cruiser": 2}
    assert ("IM-UNIT-hacan_flagship", "spent") in cases(game)
    far = space(fleet, "roll 5 5", factions=hacan)
    assert kind(far)[0] == "roll"
    poor = space(combine(fleet, has(0, goods=0)), "roll 6 6", factions=hacan)
    assert kind(poor)[0] == "roll"


def test_IM_TRADE_war_funding_takes_two_goods_of_letnev_and_goes_home():
    fight = combine(DUEL, has(2, goods=3, promissory_notes=()), has(0, promissory_notes=("war_funding:p3",)))
    game = space(fight, "roll 1")
    assert pending_effect(game) == "war_funding"
    say(game, "play", "roll 7", "roll 1")
    assert game.table.players[2].goods == 1
    assert "war_funding:p3" in game.table.players[2].promissory_notes
    assert in_space(game, 1, "20") == {}


def test_IM_TECH_gls_is_exhausted_for_its_shot():
    def reach(table):
        combine(
            empty, own("vefutii", seat=1), units(1, "vefutii", pds=1), units(0, "20", fighter=1, carrier=1)
        )(table)
        table.players[1].technologies = frozenset({"gls"})
        table.players[0].technologies = frozenset()

    def fired(*answers):
        return say(
            chapter(lambda table: space_cannon_offense(table, 0, system(table, "20")), reach), *answers
        )

    game = fired("aim yes", "roll 6")
    assert game.table.players[1].exhausted_cards == {"gls"}
    assert in_space(game, 0, "20") == {}  # the carrier is hit, the fighter finds no room
    plain = fired("aim no", "roll 6")
    assert plain.table.players[1].exhausted_cards == frozenset()
    assert in_space(plain, 0, "20") == {"carrier": 1}


def test_IM_ACT_mjets_cancels_a_hit_of_a_space_cannon():
    def reach(table):
        combine(empty, own("vefutii", seat=1), units(1, "vefutii", pds=1), units(0, "20", cruiser=1))(table)
        has(0, action_cards=("mjets",), technologies=frozenset())(table)

    game = chapter(lambda table: space_cannon_offense(table, 0, system(table, "20")), reach)
    say(game, "roll 6")
    assert pending_effect(game) == "mjets"
    say(game, "play")
    assert in_space(game, 0, "20") == {"cruiser": 1}
    assert game.table.action_discard == ["mjets"]


# -- on planets

LANDED = combine(units(0, "26", carrier=1, infantry=2), units(1, "lodor", infantry=1))


def test_IM_TECH_md_is_exhausted_for_a_round_without_the_attackers_rolls():
    shielded = combine(LANDED, units(1, "lodor", pds=1), knows(1, "md"))
    game = ground(shielded, "land 1 infantry lodor", "roll 1")
    assert pending_effect(game) == "md"
    say(game, "play", "roll 1")
    assert game.table.players[1].exhausted_cards == {"md"}
    assert kind(game) == ("roll", 0)  # round two: the grid is exhausted


@pytest.mark.parametrize(("face", "taken"), [(7, True), (6, False)])
def test_IM_TRADE_tekklar_adds_one_in_this_ground_combat(face, taken):
    arrange = combine(
        LANDED, has(0, promissory_notes=("tekklar:p3",), faction="hacan"), has(1, faction="letnev")
    )
    game = ground(arrange, "land 1 infantry lodor", "play tekklar", f"roll {face}", "roll 1")
    assert (game.table.planet_controllers["lodor"] == 0) is taken
    assert "tekklar:p3" in game.table.players[2].promissory_notes


def test_IM_TIME_2_a_note_of_the_game_shares_the_start_of_the_combat_with_abilities_of_the_battle():
    yin = combine(has(1, faction="yin"), own("vefutii", seat=1), units(1, "lodor", infantry=2))
    arrange = combine(LANDED, has(0, promissory_notes=("tekklar:p3",), faction="hacan"), yin)
    game = ground(arrange, "land 2 infantry lodor")
    assert kind(game) == ("use", 0)
    say(game, "pass")
    assert (game.question.player, pending_effect(game)) == (1, "indoctrination")
    say(game, "play")
    game.answer(next(game.question.options()))
    assert kind(game) == ("use", 0)  # not over before both have passed in a row


def test_IM_UNIT_indoctrination_costs_two_influence():
    yin = ("yin", "hacan", "letnev")
    ready = own("vefutii")
    game = ground(
        combine(LANDED, ready, lambda table: table.exhaust_planets(["darien"])),
        "land 1 infantry lodor",
        factions=yin,
    )
    assert pending_effect(game) == "indoctrination"
    say(game, "play")
    assert "vefutii" in game.table.exhausted_planets
    assert on_planet(game, 0, "lodor") == {"infantry": 2}
    poor = combine(LANDED, ready, lambda table: table.exhaust_planets(["darien", "vefutii"]))
    assert pending_effect(ground(poor, "land 1 infantry lodor", factions=yin)) == ""


def test_IM_ACT_disable_silences_pds_of_this_system():
    arrange = combine(LANDED, units(1, "lodor", pds=1), has(0, action_cards=("disable",)))
    game = ground(arrange, "play disable", "land 1 infantry lodor")
    assert kind(game) == ("roll", 0)  # no Space Cannon of the defender
    assert ("IM-ACT-disable", "off") in cases(game)
    loud = ground(arrange, "pass", "land 1 infantry lodor")
    assert kind(loud) == ("roll", 1)
    none = ground(combine(LANDED, has(0, action_cards=("disable",))))
    assert kind(none) == ("land", 0)


@pytest.mark.parametrize(("card", "left"), [("play bunker", {"infantry": 1}), ("pass", {})])
def test_IM_ACT_bunker_takes_four_from_bombardment(card, left):
    arrange = combine(
        units(0, "26", dreadnought=1), units(1, "lodor", infantry=1), has(1, action_cards=("bunker",))
    )
    game = ground(arrange, card, "roll 8")
    assert on_planet(game, 1, "lodor") == left


def test_IM_ACT_parley_sends_landed_units_back():
    arrange = combine(LANDED, has(1, action_cards=("parley",)))
    game = ground(arrange, "land 2 infantry lodor", "play parley")
    assert game.question is None
    assert in_space(game, 0, "26") == {"carrier": 1, "infantry": 2}
    assert on_planet(game, 1, "lodor") == {"infantry": 1}
    assert ("IM-ACT-parley", "back") in cases(game)
    foreign = combine(LANDED, has(2, action_cards=("parley",)))
    assert kind(ground(foreign, "land 2 infantry lodor")) == ("roll", 0)


@pytest.mark.parametrize(("face", "waiting"), [(6, 1), (5, 0)])
def test_IM_UNIT_infantry2_waits_from_six(face, waiting):
    arrange = combine(LANDED, knows(1, "inf2"))
    game = ground(arrange, "land 2 infantry lodor", "roll 8 1", "roll 1", f"roll {face}")
    assert game.table.players[1].infantry_to_revive == waiting
    assert ("IM-UNIT-infantry2", "waits") in cases(game)


def test_IM_UNIT_naalu_flagship_lands_fighters_that_go_back():
    naalu = ("naalu", "hacan", "letnev")
    arrange = combine(units(0, "26", flagship=1, fighter=2, infantry=1), units(1, "lodor", infantry=1))
    game = ground(arrange, "land 1 infantry lodor, 2 fighter lodor", factions=naalu)
    say(game, "roll 8 8 8", "roll 1")
    assert game.table.planet_controllers["lodor"] == 0
    assert on_planet(game, 0, "lodor") == {"infantry": 1}
    assert in_space(game, 0, "26") == {"flagship": 1, "fighter": 2}
    alone = ground(arrange, "land 2 fighter lodor", factions=naalu)
    say(alone, "roll 8 8", "roll 1")
    assert alone.table.planet_controllers["lodor"] == 1  # fighters hold no planet
    assert in_space(alone, 0, "26")["fighter"] == 2


def test_IM_VIEW_1_a_note_that_was_held_in_a_battle_stays_hidden():
    fight = combine(DUEL, has(2, goods=3, promissory_notes=()), has(0, promissory_notes=("war_funding:p3",)))
    game = space(fight, "roll 1", "pass", "roll 7")
    assert not [case for case in cases(game) if case[0] == "IM-TRADE-war_funding"]


def test_IM_AGENDA_prophecy_helps_the_fighters_of_its_owner_alone():
    fleet = combine(units(0, "20", fighter=1, carrier=1), units(1, "20", cruiser=1))

    def elected(player):
        return combine(fleet, lambda table: setattr(table, "laws", (Law("prophecy", player),)))

    mine = space(elected("p1"), "roll 8 1", "roll 1")
    assert in_space(mine, 1, "20") == {}
    theirs = space(elected("p2"), "roll 8 1", "roll 1")
    assert in_space(theirs, 1, "20") == {"cruiser": 1}


def test_IM_ACT_experimental_needs_a_dock_in_reach_of_ships_of_another():
    arrange = combine(
        empty, own("vefutii", seat=1), units(1, "vefutii", spacedock=1), units(0, "18", cruiser=2)
    )
    moved = at("moved", "18", 0)
    game = use("experimental", combine(arrange, has(1, action_cards=("experimental",))), seat=1, moment=moved)
    assert ("IM-ACT-experimental", "ready") in cases(game)
    far = combine(empty, own("lodor", seat=1), units(1, "lodor", spacedock=1), units(0, "18", cruiser=2))
    assert blocking_rule("experimental", far, seat=1, moment=moved) == ("IM-TURN-5", "no_target")
    assert blocking_rule("experimental", arrange, moment=moved) == ("IM-TURN-5", "no_target")
