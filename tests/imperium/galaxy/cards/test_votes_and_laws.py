"""Cards and abilities around a vote, and laws that have an owner (IM-AGENDA-7)."""

import pytest
from imperium.galaxy.cards.plays import (
    at,
    blocking_rule,
    combine,
    hand,
    has,
    knows,
    laid_table,
    law,
    open_window,
    own,
    units,
    use,
    vote,
)
from imperium.galaxy.game.positions import (
    case,
    cases,
    chapter,
    deck,
    empty,
    in_space,
    kind,
    put,
    say,
    system,
)

from twingkit.imperium.galaxy.agenda.agenda_phase import agenda_phase
from twingkit.imperium.galaxy.economy.goods import refill_commodities
from twingkit.imperium.galaxy.table.abilities import Moment
from twingkit.imperium.galaxy.table.ballot import Ballot
from twingkit.imperium.galaxy.table.lasting_effects import Law
from twingkit.imperium.galaxy.table.reinforcements import place_space_dock, possible_structure_planets
from twingkit.imperium.galaxy.tactical.moving_ships import passable_anomalies
from twingkit.imperium.galaxy.tactical.production_step import production_limits, production_step
from twingkit.imperium.galaxy.technology.cards import technology_by_id
from twingkit.imperium.galaxy.technology.research import (
    can_research_card,
    research_technology,
    researchable_technologies,
)

NO_TARGET = ("IM-TURN-5", "no_target")


def ballot(card="mutiny", *votes, **more):
    """Return a setup function: a vote is under way."""

    def arrange(table):
        table.phase = "agenda"
        table.ballot = Ballot(card, ("for", "against"), tuple(votes), **more)

    return arrange


# -- predictions


@pytest.mark.parametrize(
    ("card", "answers", "seen"),
    [
        ("imp_rider", (), lambda table: table.players[0].points == 1),
        ("lead_rider", ("pools 4 5 3",), lambda table: table.players[0].strategy == 3),
        ("trade_rider", (), lambda table: table.players[0].goods == 5),
        ("tech_rider", ("research gd",), lambda table: table.players[0].has_technology("gd")),
        ("war_rider", (), lambda table: table.units_in_space(0, system(table, "01"))["dreadnought"] == 1),
        ("politic_rider", ("draw fs", "draw mb", "draw sh"), lambda table: table.speaker == 0),
        ("const_rider", (), lambda table: table.units_on_planet(0, "vefutii")["spacedock"] == 1),
        ("diplo_rider", ("system 01",), lambda table: table.command_tokens[system(table, "01")] == {1, 2}),
    ],
)
def test_IM_AGENDA_8_a_rider_is_paid_after_its_outcome_and_its_owner_does_not_vote(card, answers, seen):
    def arrange(table):
        table.action_deck, table.speaker = deck("fs", "mb", "sh"), 2
        own("vefutii")(table)
        table.players[0].action_cards, table.players[0].fleet = (card,), 4

    played = (f"play {card}", "predict for", "vote for hercant")
    right = vote("mutiny", arrange, *played, "abstain", *answers)
    assert right.question is None
    assert seen(right.table)
    assert ("IM-AGENDA-8", "right") in cases(right)
    wrong = vote("mutiny", arrange, f"play {card}", "predict against", "vote for hercant", "abstain")
    assert wrong.question is None
    assert not seen(wrong.table)
    assert ("IM-AGENDA-8", "wrong") in cases(wrong)


def test_IM_UNIT_galactic_threat_gains_a_technology_of_who_voted_so_once_a_phase():
    four = ("nekro", "hacan", "letnev")
    started = vote("mutiny", lambda table: None, factions=four)
    assert kind(started) == ("use", 0)
    game = say(started, "use galactic_threat", "predict for", "vote for hercant", "vote against wrenterra")
    say(game, "decide for", "gain_technology p2 amd")
    assert game.table.players[0].has_technology("amd")
    after_use = lambda table: table.start_effect("galactic_threat", 0, "agenda_phase")  # noqa: E731
    again = blocking_rule("galactic_threat", after_use, moment=Moment("revealed.after"))
    assert again == ("IM-UNIT-galactic_threat", "once")


# -- replaced agendas and silenced voters


def two_agendas(*cards):
    """Return a setup function: an agenda phase of one agenda, with these two in the deck."""

    def arrange(table):
        table.phase, table.agendas_per_round, table.agenda_deck = "agenda", 1, deck("mutiny", "artifact")
        table.players[0].action_cards = tuple(sorted(cards))

    return arrange


def test_IM_ACT_veto_discards_the_agenda_and_reveals_another():
    game = say(chapter(agenda_phase, two_agendas("veto")), "draw mutiny", "play veto", "draw artifact")
    assert game.table.ballot.agenda == "artifact"
    assert game.table.agenda_discard == ["mutiny"]
    assert ("IM-ACT-veto", "replaced_agenda") in cases(game)
    assert blocking_rule("veto", ballot(was_replaced=True), moment=Moment("revealed.when")) == (
        "IM-AGENDA-2",
        "gone",
    )


def test_IM_UNIT_quash_costs_a_strategy_token():
    factions = ("xxcha", "hacan", "letnev")
    game = say(chapter(agenda_phase, two_agendas(), factions=factions), "draw mutiny", "use quash")
    assert game.table.players[0].strategy == 1
    assert kind(game)[0] == "draw"
    poor = combine(ballot(), has(0, strategy=0))
    denial = blocking_rule("quash", poor, moment=Moment("revealed.when"), factions=factions)
    assert denial == ("IM-PAY-4", "no_strategy_token")


def test_IM_TRADE_political_secret_keeps_its_owner_from_votes_cards_and_abilities():
    def arrange(table):
        table.players[0].promissory_notes = ("political_secret:p2",)
        table.players[1].action_cards, table.players[1].promissory_notes = ("assassin",), ()

    game = vote("mutiny", arrange, "play political_secret")
    assert kind(game) == ("vote", 2)
    silent = combine(ballot(silenced_seats=frozenset({1})), hand("assassin", seat=1))
    after = Moment("revealed.after")
    assert blocking_rule("assassin", silent, seat=1, moment=after) == ("IM-TRADE-political_secret", "silent")
    assert blocking_rule("assassin", silent, seat=0, moment=after) is None


def test_IM_ACT_assassin_bars_a_player_from_the_vote():
    game = vote("mutiny", hand("assassin"), "play assassin", "player p2")
    assert kind(game) == ("vote", 2)
    assert ("IM-ACT-assassin", "barred") in cases(game)


# -- more votes


def test_IM_ACT_distinguished_adds_five_votes_to_the_own_vote():
    game = vote("mutiny", combine(hand("distinguished", seat=1), lambda table: setattr(table, "speaker", 0)))
    say(game, "vote against hercant", "play distinguished")
    assert game.table.ballot.totals == {"against": 6}
    assert ("IM-ACT-distinguished", "votes") in cases(game)
    voted = ballot("mutiny", (1, "for", 2))
    assert blocking_rule("distinguished", voted, seat=0, moment=Moment("voted", 1)) == (
        "IM-AGENDA-4",
        "own_vote",
    )
    assert blocking_rule("distinguished", voted, seat=2, moment=Moment("voted", 2)) == (
        "IM-AGENDA-4",
        "no_votes",
    )


def test_IM_ACT_bribery_buys_votes_after_the_speaker():
    arrange = combine(hand("bribery"), has(0, goods=3))
    game = vote("mutiny", arrange, "vote against hercant, kamdorn", "abstain", "vote for jord")
    say(game, "play bribery", "bribe 2")
    assert game.table.players[0].goods == 1
    assert game.table.players[0].points == 1  # four votes for, two against
    after = Moment("speaker_voted", 0)
    assert blocking_rule("bribery", ballot(), moment=after) == ("IM-AGENDA-4", "no_votes")


def test_IM_ACT_confusing_names_another_in_the_place_of_the_elected():
    def arrange(table):
        table.players[1].action_cards, table.secret_deck = ("confusing",), deck("te")

    game = vote("execution", arrange, "abstain", "abstain", "vote p2 jord", "play confusing", "player p3")
    assert game.table.has_effect("execution", 2)
    assert not game.table.has_effect("execution", 1)
    elected = ballot("execution", elected="p3")
    assert blocking_rule("confusing", elected, seat=1, moment=Moment("elected", 2)) == (
        "IM-ACT-confusing", "not_elected",
    )  # fmt: skip


def test_IM_AGENDA_committee_elects_without_a_vote():
    game = vote("execution", law("committee", "p1"), "use committee", "player p3")
    assert game.question is None
    assert game.table.has_effect("execution", 2)
    assert game.table.laws == ()
    assert blocking_rule("committee", ballot("mutiny"), moment=Moment("revealed.after")) == NO_TARGET


# -- offices


def test_IM_AGENDA_minister_commerce_pays_for_each_neighbour_after_a_refill():
    near = combine(law("minister_commerce", "p1"), units(0, "23", cruiser=1))
    game = chapter(lambda table: refill_commodities(table, 0), near)
    assert game.table.players[0].goods == 1
    free = combine(
        empty,
        law("minister_commerce", "p1"),
        lambda table: table.planet_controllers.update(dict.fromkeys(table.planet_controllers)),
    )
    alone = chapter(lambda table: refill_commodities(table, 0), free)
    assert alone.table.players[0].goods == 0


def test_IM_AGENDA_minister_exploration_pays_its_owner_for_a_planet():
    game = open_window(at("gained_planet", "26", planet="lodor"), law("minister_exploration", "p1"))
    assert game.table.players[0].goods == 1
    other = open_window(at("gained_planet", "26", 1, planet="lodor"), law("minister_exploration", "p1"))
    assert other.table.players[0].goods == 0


def test_IM_AGENDA_minister_industry_produces_where_a_dock_was_placed():
    arrange = combine(law("minister_industry", "p1"), own("vefutii"))
    game = chapter(lambda table: place_space_dock(table, 0, "vefutii", "IM-STRAT-construction"), arrange)
    say(game, "use minister_industry", "build 1 destroyer", "pay jord")
    assert in_space(game, 0, "20") == {"destroyer": 1}


def test_IM_AGENDA_minister_peace_ends_the_turn_where_others_stand():
    arrange = combine(law("minister_peace", "p1"), units(0, "20", cruiser=1))
    game = open_window(at("activated", "20", 1), arrange, "use minister_peace")
    assert game.table.has_effect("turn_ended", 1)
    assert game.table.agenda_discard == ["minister_peace"]
    assert blocking_rule("minister_peace", empty, moment=at("activated", "20", 1)) == (
        "IM-AGENDA-minister_peace", "no_units",
    )  # fmt: skip


def test_IM_AGENDA_minister_policy_draws_a_card():
    arrange = combine(law("minister_policy", "p1"), lambda table: setattr(table, "action_deck", deck("fs")))
    game = say(open_window(Moment("status.end"), arrange), "draw fs")
    assert game.table.players[0].action_cards == ("fs",)


def test_IM_AGENDA_minister_war_takes_a_token_off_for_another_action():
    arrange = combine(law("minister_war", "p1"), lambda table: table.place_token(0, 0))
    game = use("minister_war", arrange, moment=Moment("action.end", 0))
    assert game.table.has_effect("another_action", 0)
    assert game.table.command_tokens[0] == frozenset()
    assert (
        blocking_rule("minister_war", law("minister_war", "p1"), moment=Moment("action.end", 0)) == NO_TARGET
    )


def test_IM_AGENDA_arbiter_swaps_strategy_cards():
    cards = combine(
        law("arbiter", "p1"), has(0, strategy_cards={1: False}), has(1, strategy_cards={8: False})
    )
    game = use("arbiter", cards, moment=Moment("strategy.end"))
    assert (list(game.table.players[0].strategy_cards), list(game.table.players[1].strategy_cards)) == (
        [8],
        [1],
    )
    assert blocking_rule("arbiter", law("arbiter", "p1"), moment=Moment("strategy.end")) == NO_TARGET


# -- points that change hands


def test_IM_AGENDA_shard_goes_to_who_beats_its_owner():
    arrange = combine(law("shard_of_the_throne", "p2"), has(1, points=3))
    game = open_window(at("combat.lost", "20", 1, number=0), arrange)
    assert [player.points for player in game.table.players] == [1, 2, 0]
    assert game.table.laws == (Law("shard_of_the_throne", "p1"),)
    assert "used" not in [ruling.case for ruling in game.rulings]  # whoever loses it uses nothing
    assert ("IM-TIME-5", "acts") in [(ruling.rule, ruling.case) for ruling in game.rulings]
    other = open_window(at("combat.lost", "20", 2, number=0), arrange)
    assert other.table.laws == (Law("shard_of_the_throne", "p2"),)


def test_IM_AGENDA_crown_of_emphidia_goes_to_who_takes_a_planet_of_the_home():
    arrange = combine(law("crown_of_emphidia", "p2"), has(1, points=3))
    game = open_window(at("gained_planet", "16", 0, planet="arretze", number=1), arrange)
    assert [player.points for player in game.table.players] == [1, 2, 0]
    far = open_window(at("gained_planet", "26", 0, planet="lodor", number=1), arrange)
    assert far.table.laws == (Law("crown_of_emphidia", "p2"),)


def test_IM_AGENDA_holy_planet_takes_its_point_along_and_bars_production():
    arrange = combine(own("lodor"), law("holy_planet_of_ixth", "lodor"), has(1, points=2))
    game = open_window(at("gained_planet", "26", 0, planet="lodor", number=1), arrange)
    assert [player.points for player in game.table.players] == [1, 1, 0]
    docked = combine(own("lodor"), units(0, "lodor", spacedock=1))
    table = laid_table(docked)
    assert production_limits(table, 0, system(table, "26")) is not None
    holy = laid_table(docked, law("holy_planet_of_ixth", "lodor"))
    assert production_limits(holy, 0, system(holy, "26")) is None


# -- duties and research


@pytest.mark.parametrize(("fighters", "kept"), [(1, 0), (2, 1)])
def test_IM_AGENDA_prophecy_is_lost_by_production_without_two_fighters(fighters, kept):
    game = open_window(at("production.after", "01", number=fighters), law("prophecy", "p1"))
    assert len(game.table.laws) == kept


def test_IM_AGENDA_revolution_costs_a_ship_after_research():
    arrange = combine(empty, units(0, "20", cruiser=1, fighter=1), law("revolution"))
    game = open_window(Moment("researched", 0, card="gd"), arrange)
    assert in_space(game, 0, "20") == {}  # the fighter finds no room any more
    assert ("IM-AGENDA-revolution", "lost") in cases(game)
    assert blocking_rule("revolution", empty, moment=Moment("researched", 0)) == (
        "IM-AGENDA-revolution",
        "no_ship",
    )


def test_IM_AGENDA_revolution_costs_a_damaged_ship_before_a_whole_one():
    def fleet(table):
        put(table, 0, "20", ("dreadnought",), dreadnought=2)

    arrange = combine(empty, fleet, law("revolution"))
    game = open_window(Moment("researched", 0, card="gd"), arrange)
    assert ("IM-AGENDA-revolution", "lost") in cases(game)
    left = game.table.units_in_space(0, system(game.table, "20"))
    assert (left["dreadnought"], left.hurt) == (1, {})


@pytest.mark.parametrize(
    ("team", "wanted"),
    [("rt_biotic", "dxa"), ("rt_cybernetic", "gls"), ("rt_propulsion", "gd"), ("rt_warfare", "md")],
)
def test_IM_AGENDA_research_teams_stand_for_a_prerequisite_until_they_are_exhausted(team, wanted):
    bare = combine(own("vefutii"), has(0, technologies=frozenset()))
    table = laid_table(bare)
    assert not can_research_card(table, 0, technology_by_id(wanted))
    helped = chapter(
        lambda table: research_technology(table, 0, "IM-TECH-2"), combine(bare, law(team, "vefutii"))
    )
    say(helped, f"research {wanted}")
    assert helped.table.players[0].has_technology(wanted)
    assert helped.table.players[0].exhausted_cards == {team}
    assert "vefutii" not in helped.table.exhausted_planets
    assert (f"IM-AGENDA-{team}", "team") in cases(helped)


def test_IM_AGENDA_schematics_open_war_suns_once_somebody_owns_the_technology():
    table = laid_table(law("schematics"), knows(1, "ws"))
    assert "ws" in researchable_technologies(table, 0)
    nobody = laid_table(law("schematics"))
    assert "ws" not in researchable_technologies(nobody, 0)


def test_IM_AGENDA_conscription_makes_two_fighters_cost_two():
    def docked(table):
        table.place_token(0, 0)

    def build(table):
        yield from production_step(table, 0, table.home_system(0))

    plain = chapter(build, docked)
    assert case(plain, "build 6 fighter") is None
    bound = chapter(build, combine(docked, law("conscription")))
    assert case(bound, "build 5 fighter") == ("IM-PROD-1", "cost")


def test_IM_AGENDA_regulations_keep_the_fleet_pool_at_four():
    game = use(
        "summit",
        combine(hand("summit"), law("regulations")),
        moment=Moment("strategy.start"),
        open_end=True,
    )
    assert case(game, "pools 3 5 2") == ("IM-AGENDA-regulations", "fleet")
    assert case(game, "pools 4 4 2") is None


def test_IM_AGENDA_shared_research_opens_nebulas():
    table = laid_table(law("shared_research"))
    assert "nebula" in passable_anomalies(table, 0, system(table, "23"))


def test_IM_AGENDA_demilitarized_zone_is_closed_to_docks():
    table = laid_table(own("lodor"), law("demilitarized_zone", "lodor"))
    assert "lodor" not in possible_structure_planets(table, 0, "pds")


def test_IM_VIEW_1_votes_and_predictions_lie_open():
    game = vote("mutiny", hand("imp_rider"), "play imp_rider", "predict against", "vote for hercant")
    for seat in range(3):
        seen = game.view(seat).ballot
        assert seen.totals == {"for": 1}
        assert [(said.seat, said.outcome) for said in seen.predictions] == [(0, "against")]
    assert chapter(lambda table: iter(())).view(0).ballot is None
