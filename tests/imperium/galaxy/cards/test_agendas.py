"""Agendas: what each outcome does, on both sides of its threshold (IM-AGENDA-1 to 8)."""

import pytest
from imperium.galaxy.cards.plays import combine, has, knows, laid_table, law, own, units, vote
from imperium.galaxy.game.positions import (
    case,
    cases,
    chapter,
    deck,
    empty,
    in_space,
    kind,
    on_planet,
    say,
    system,
)

from twingkit.imperium.galaxy.agenda.agenda_phase import vote_on_agenda
from twingkit.imperium.galaxy.agenda.cards import _SCRIPTS, agendas_by_id, outcomes
from twingkit.imperium.galaxy.agenda.delayed_exhaustion import exhaust_scheduled_planets
from twingkit.imperium.galaxy.table.lasting_effects import Law


def voted(card, outcome, arrange=lambda table: None, *answers, voters=(0,), then=None, factions=None):
    """Return a game that has voted on an agenda: `voters` cast all their votes for the outcome, the others
    abstain."""

    def run(table):
        table.phase = "agenda"
        yield from vote_on_agenda(table, agendas_by_id()[card])
        if then is not None:
            yield from then(table)

    game = chapter(run, arrange, factions=factions or ("sol", "hacan", "letnev"))
    while kind(game) and kind(game)[0] == "vote":
        seat = game.question.player
        planets = ", ".join(game.question.voting_planets)
        game.answer(f"vote {outcome} {planets}" if seat in voters else "abstain")
    return say(game, *answers)


WITHOUT_IMMEDIATE_EFFECT = {
    "arbiter", "committee", "crown_of_thalnos", "minister_commerce", "minister_exploration",
    "minister_industry", "minister_peace", "minister_policy", "minister_sciences", "minister_war", "prophecy",
    "conscription", "rt_biotic", "rt_cybernetic", "rt_propulsion", "rt_warfare", "senate_sanctuary",
    "terraforming_initiative",
}  # fmt: skip


def test_IM_AGENDA_1_every_agenda_but_some_laws_has_a_script():
    assert len(agendas_by_id()) == 50
    idle = [card for card in agendas_by_id().values() if card.id not in _SCRIPTS]
    assert {card.id for card in idle} == WITHOUT_IMMEDIATE_EFFECT
    assert all(card.kind == "law" for card in idle)


# -- directives


def test_IM_AGENDA_mutiny_gives_or_takes_a_point_of_those_who_voted_for():
    points = combine(has(0, points=2), has(1, points=0))
    won = voted("mutiny", "for", points)
    assert [player.points for player in won.table.players] == [3, 0, 0]
    assert ("IM-AGENDA-mutiny", "points") in cases(won)

    lost = vote("mutiny", points, "vote against hercant, kamdorn", "vote against wrenterra", "vote for jord")
    assert [player.points for player in lost.table.players] == [1, 0, 0]
    assert ("IM-AGENDA-mutiny", "points_lost") in cases(lost)


def test_IM_AGENDA_secret_elected_draws_a_secret_objective():
    game = voted("secret", "p2", lambda table: setattr(table, "secret_deck", deck("te", "csl")))
    assert kind(game) == ("draw", 1)
    say(game, "draw te")
    assert game.table.players[1].secret_objectives == ("te",)


@pytest.mark.parametrize(("outcome", "goods"), [("for", [5, 5, 5]), ("against", [0, 0, 0])])
def test_IM_AGENDA_economic_equality(outcome, goods):
    game = voted("economic_equality", outcome, combine(has(0, goods=9), has(1, goods=1)))
    assert [player.goods for player in game.table.players] == goods


@pytest.mark.parametrize(("outcome", "objective"), [("for", "corner"), ("against", "conquer")])
def test_IM_AGENDA_incentive_reveals_a_stage(outcome, objective):
    def stages(table):
        table.objective_decks = (deck("corner"), deck("conquer"))

    game = voted("incentive", outcome, stages)
    say(game, f"draw {objective}")
    assert game.table.open_objectives[-1] == objective


def test_IM_AGENDA_abolishment_discards_the_law_and_is_discarded_without_one():
    game = voted("abolishment", "minister_war", law("minister_war", "p2"))
    assert game.table.laws == ()
    assert set(game.table.agenda_discard) == {"minister_war", "abolishment"}
    table = laid_table()
    assert outcomes(table, agendas_by_id()["abolishment"]) == []


def test_IM_AGENDA_miscount_votes_on_the_law_again():
    arrange = combine(own("lodor", "mellon", "jord"), law("senate_sanctuary", "lodor"))
    game = vote("miscount", arrange, "abstain", "abstain", "vote senate_sanctuary jord")
    assert ("IM-AGENDA-miscount", "again") in cases(game)
    assert game.table.influence("lodor") == 3  # the law stays in force while it is voted on
    say(game, "abstain", "abstain", "vote mellon mellon")
    assert game.table.laws == (Law("senate_sanctuary", "mellon"),)
    assert (game.table.influence("lodor"), game.table.influence("mellon")) == (1, 4)
    assert game.table.agenda_discard == ["miscount"]


def test_IM_AGENDA_constitution_ends_all_laws_and_exhausts_homes_next():
    game = voted("constitution", "for", law("minister_war", "p2"), then=exhaust_scheduled_planets)
    assert game.table.laws == ()
    assert {"jord", "arretze", "hercant", "kamdorn", "arcprime", "wrenterra"} <= game.table.exhausted_planets
    kept = voted("constitution", "against", law("minister_war", "p2"), then=exhaust_scheduled_planets)
    assert len(kept.table.laws) == 1
    assert kept.table.exhausted_planets == {"jord"}


def test_IM_AGENDA_execution_takes_hand_speaker_and_vote():
    game = voted("execution", "p1", has(0, action_cards=("fs", "mb")))
    assert game.table.players[0].action_cards == ()
    assert game.table.speaker == 1
    assert game.table.has_effect("execution", 0)
    other = voted("execution", "p2", has(0, action_cards=("fs",)))
    assert other.table.speaker == 0
    assert other.table.players[0].action_cards == ("fs",)


@pytest.mark.parametrize(("outcome", "points"), [("for", [3, 3, 0]), ("against", [2, 2, 1])])
def test_IM_AGENDA_seed_empire_counts_all_that_are_tied(outcome, points):
    game = voted("seed_empire", outcome, combine(has(0, points=2), has(1, points=2)))
    assert [player.points for player in game.table.players] == points


def test_IM_AGENDA_unconventional_concerns_those_who_voted_for():
    def cards(table):
        table.action_deck = deck("fs", "mb", "sh")

    drawn = voted("unconventional", "for", cards)
    say(drawn, "draw fs", "draw mb")
    assert drawn.table.players[0].action_cards == ("fs", "mb")
    lost = voted("unconventional", "against", has(0, action_cards=("fs",)))
    assert lost.table.players[0].action_cards == ("fs",)


# -- destruction


def test_IM_AGENDA_arms_reduction_leaves_two_dreadnoughts_and_four_cruisers():
    fleet = combine(empty, units(0, "20", dreadnought=3, cruiser=4), has(0, fleet=9))
    game = voted("arms_reduction", "for", fleet)
    assert in_space(game, 0, "20") == {"dreadnought": 2, "cruiser": 4}
    within = combine(empty, units(0, "20", dreadnought=2, cruiser=4), has(0, fleet=9))
    assert in_space(voted("arms_reduction", "for", within), 0, "20") == {"dreadnought": 2, "cruiser": 4}


def test_IM_AGENDA_arms_reduction_against_exhausts_specialties_at_the_next_choice():
    game = voted(
        "arms_reduction", "against", own("gral", "lodor"), voters=(1,), then=exhaust_scheduled_planets
    )
    assert "gral" in game.table.exhausted_planets
    assert "lodor" not in game.table.exhausted_planets
    assert ("IM-AGENDA-arms_reduction", "exhausts") in cases(game)


def test_IM_AGENDA_redistribution_gives_the_planet_to_who_has_fewest_points():
    points = combine(has(0, points=3), has(1, points=1), has(2, points=2))
    arrange = combine(points, own("lodor"), units(0, "lodor", infantry=2, pds=1))
    game = voted("redistribution", "lodor", arrange, "settle infantry")
    assert on_planet(game, 1, "lodor") == {"infantry": 1}
    assert game.table.planet_controllers["lodor"] == 1
    assert on_planet(game, 0, "lodor") == {}
    kept = voted("redistribution", "lodor", arrange, "settle none")
    assert kept.table.planet_controllers["lodor"] == 0
    table = laid_table(own("mr", "jord", "lodor"))
    assert outcomes(table, agendas_by_id()["redistribution"]) == ["lodor"]


@pytest.mark.parametrize("agenda", ["redistribution", "demilitarized_zone"])
def test_IM_FLEET_2_fighters_find_no_room_where_an_agenda_has_destroyed_their_dock(agenda):
    arrange = combine(own("lodor"), units(0, "lodor", infantry=1, spacedock=1), units(0, "26", fighter=3))
    game = voted(agenda, "lodor", arrange)
    assert in_space(game, 0, "26") == {}
    assert ("IM-FLEET-2", "removed") in cases(game)


def test_IM_AGENDA_disarmament_pays_for_each_ground_force():
    game = voted("disarmament", "lodor", combine(own("lodor"), units(0, "lodor", infantry=3, pds=1)))
    assert on_planet(game, 0, "lodor") == {"pds": 1}
    assert game.table.players[0].goods == 3


def test_IM_AGENDA_artifact_helps_from_six():
    nobody = voted("artifact", "against")
    assert nobody.question is None
    helped = voted("artifact", "for", lambda table: None, "roll 6", "research_too yes", "research dxa")
    assert "dxa" in helped.table.players[0].technologies
    around = combine(
        empty, units(0, "18", cruiser=1), units(0, "20", cruiser=2, carrier=2), units(1, "31", cruiser=1)
    )
    hurt = voted("artifact", "for", around, "roll 5", "lose cruiser 20", "lose cruiser 20")
    assert in_space(hurt, 0, "18") == {}
    assert in_space(hurt, 0, "20") == {"carrier": 1}
    assert in_space(hurt, 1, "31") == {"cruiser": 1}


def test_IM_AGENDA_plowshares_halves_rounded_up():
    arrange = combine(empty, own("lodor"), units(0, "lodor", infantry=3), units(0, "jord", infantry=1))
    game = voted("plowshares", "for", arrange)
    assert on_planet(game, 0, "lodor") == {"infantry": 1}
    assert on_planet(game, 0, "jord") == {}
    assert game.table.players[0].goods == 3
    more = voted("plowshares", "against", arrange)
    assert on_planet(more, 0, "lodor") == {"infantry": 4}


def test_IM_AGENDA_wormhole_research_destroys_ships_at_alpha_and_beta():
    arrange = combine(empty, units(0, "26", cruiser=1), units(1, "20", cruiser=1))
    game = voted("wormhole_research", "for", arrange, "research_too yes", "research gd")
    assert in_space(game, 0, "26") == {}
    assert in_space(game, 1, "20") == {"cruiser": 1}
    assert "gd" in game.table.players[0].technologies
    lost = voted("wormhole_research", "against", arrange, "token_from tactic")
    assert [player.tactic for player in lost.table.players] == [2, 3, 3]


# -- laws


def test_IM_AGENDA_7_a_law_stays_and_against_is_discarded():
    game = voted("regulations", "for", has(0, fleet=6))
    assert game.table.laws == (Law("regulations"),)
    assert game.table.agenda_discard == []
    assert game.table.players[0].fleet == 4
    against = voted("regulations", "against", has(0, fleet=3))
    assert against.table.laws == ()
    assert against.table.agenda_discard == ["regulations"]
    assert against.table.players[0].fleet == 4


def test_IM_AGENDA_revolution_against_exhausts_a_planet_for_each_technology():
    arrange = combine(own("lodor", "gral", "saudor"), has(0, technologies=frozenset({"nm", "gd"})))
    game = voted("revolution", "against", arrange, voters=(1,), then=exhaust_scheduled_planets)
    say(game, "planet lodor", "planet gral")
    assert {"lodor", "gral"} <= game.table.exhausted_planets
    assert not {"jord", "saudor"} & game.table.exhausted_planets


def test_IM_AGENDA_revolution_against_a_copied_technology_is_the_card_of_its_token():
    planets = ("lodor", "gral", "saudor", "vefutii")
    nekro = has(0, technologies=frozenset({"dxa", "vax", "vay", "mc"}))
    arrange = combine(
        own(*planets), nekro, lambda table: table.start_effect("revolution", 0, "strategy.start")
    )
    game = chapter(exhaust_scheduled_planets, arrange, factions=("nekro", "mentak", "letnev"))
    say(game, *(f"planet {planet}" for planet in planets[:3]))
    assert game.question is None
    assert set(planets[:3]) == game.table.exhausted_planets.intersection(planets)


def test_IM_AGENDA_classified_makes_a_scored_secret_public():
    scored = combine(
        has(0, scored_objectives=("te",)), lambda table: setattr(table, "secret_deck", deck("te", "csl"))
    )
    game = voted("classified", "te", scored)
    assert game.table.open_objectives[-1] == "te"
    table = laid_table()
    assert outcomes(table, agendas_by_id()["classified"]) == []


def test_IM_AGENDA_conventions_against_costs_those_who_voted_so_their_hands():
    game = voted(
        "conventions", "against", combine(has(0, action_cards=("fs",)), has(1, action_cards=("mb",)))
    )
    assert [player.action_cards for player in game.table.players] == [(), ("mb",), ()]


def test_IM_AGENDA_core_mining_and_terraforming_change_a_planet():
    game = voted("core_mining", "vefutii", combine(own("vefutii"), units(0, "vefutii", infantry=2)))
    assert (game.table.resources("vefutii"), on_planet(game, 0, "vefutii")) == (4, {"infantry": 1})
    game = voted("terraforming_initiative", "vefutii", own("vefutii"))
    assert (game.table.resources("vefutii"), game.table.influence("vefutii")) == (3, 3)


def test_IM_AGENDA_demilitarized_zone_destroys_all_units():
    game = voted("demilitarized_zone", "lodor", combine(own("lodor"), units(0, "lodor", infantry=2, pds=1)))
    assert on_planet(game, 0, "lodor") == {}
    assert game.table.attachments["lodor"] == ("demilitarized_zone",)


def test_IM_AGENDA_travel_ban_against_destroys_pds_at_wormholes_and_beside_them():
    arrange = combine(
        own("lodor", "vefutii", "gral"),
        units(0, "lodor", pds=1),
        units(0, "vefutii", pds=1),
        units(0, "gral", pds=1),
    )
    game = voted("travel_ban", "against", arrange)
    assert [on_planet(game, 0, name) for name in ("lodor", "vefutii", "gral")] == [{}, {}, {"pds": 1}]
    closed = voted("travel_ban", "for", arrange).table
    one, other = system(closed, "26"), system(closed, "39")
    assert other not in closed.adjacency(0, "move")[one]
    assert other in closed.adjacency(0, "count")[one]
    assert len(closed.laws) == 1


def test_IM_AGENDA_sanctions_limit_hands_to_three():
    hand = ("fs", "mb", "mjets", "sh")
    game = voted("sanctions", "for", has(0, action_cards=hand), "discard sh")
    assert game.table.players[0].action_cards == ("fs", "mb", "mjets")
    lost = voted("sanctions", "against", has(0, action_cards=hand), "given fs")
    assert lost.table.players[0].action_cards == ("mb", "mjets", "sh")


def test_IM_AGENDA_holy_planet_gives_its_controller_a_point_and_no_production():
    game = voted("holy_planet_of_ixth", "lodor", own("lodor", seat=1))
    assert [player.points for player in game.table.players] == [0, 1, 0]


def test_IM_AGENDA_defense_act_against_costs_a_pds():
    arrange = combine(own("lodor"), units(0, "lodor", pds=2))
    assert on_planet(voted("defense_act", "against", arrange), 0, "lodor") == {"pds": 1}


def test_IM_AGENDA_schematics_against_hits_owners_of_a_war_sun_technology():
    arrange = combine(knows(0, "ws"), has(0, action_cards=("fs",)), has(1, action_cards=("mb",)))
    game = voted("schematics", "against", arrange)
    assert [player.action_cards for player in game.table.players] == [(), ("mb",), ()]


def test_IM_AGENDA_representative_government_gives_one_vote_each():
    game = voted("representative_government", "for")
    assert game.table.laws == (Law("representative_government"),)
    again = vote("mutiny", law("representative_government"))
    assert case(again, "vote for arretze") == ("IM-AGENDA-representative_government", "no_planets")
    say(again, "vote for", "vote against", "vote for")
    assert again.table.exhausted_planets == frozenset()
    assert [player.points for player in again.table.players] == [1, 1, 0]
    worlds = combine(own("lodor", "saudor"), own("mellon", seat=1))
    later = voted("representative_government", "against", worlds, voters=(2,), then=exhaust_scheduled_planets)
    assert not {"lodor", "mellon"} & later.table.exhausted_planets
    mine = voted("representative_government", "against", worlds, voters=(1,), then=exhaust_scheduled_planets)
    assert "mellon" in mine.table.exhausted_planets
    assert "lodor" not in mine.table.exhausted_planets


def test_IM_AGENDA_shared_research_against_lays_a_token_at_home():
    game = voted("shared_research", "against")
    assert 0 in game.table.command_tokens[game.table.home_system(0)]


def test_IM_AGENDA_wormhole_recon_against_lays_tokens_where_own_ships_are():
    game = voted(
        "wormhole_recon", "against", combine(empty, units(0, "26", cruiser=1), units(1, "20", cruiser=1))
    )
    assert game.table.command_tokens[system(game.table, "26")] == {0}
    assert game.table.command_tokens[system(game.table, "39")] == frozenset()
    assert game.table.command_tokens[system(game.table, "20")] == frozenset()


@pytest.mark.parametrize("card", ["shard_of_the_throne", "crown_of_emphidia"])
def test_IM_AGENDA_7_cards_with_a_point_give_it_to_who_is_elected(card):
    game = voted(card, "p2")
    assert [player.points for player in game.table.players] == [0, 1, 0]
    assert game.table.laws == (Law(card, "p2"),)
