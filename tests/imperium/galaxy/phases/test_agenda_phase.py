"""The agenda phase: revealing, voting, ties, outcomes, and trade on an agenda (IM-AGENDA-1 to 8)."""

import pytest
from imperium.galaxy.game.positions import (
    case,
    cases,
    chapter,
    deck,
    kind,
    options,
    put,
    say,
    sheet,
    take_planets,
)

from twingkit.core.questions import BadAnswer
from twingkit.imperium.galaxy.agenda.agenda_phase import agenda_phase


def council(*agendas, arrange=lambda table: None, speaker=0, **more):
    """Return an agenda phase with these agendas on top; p1 is the speaker by default."""

    def laid(table):
        table.phase, table.speaker = "agenda", speaker
        table.has_custodians = False
        table.agendas_per_round = len(agendas)
        table.agenda_deck = deck(*agendas)
        table.agenda_deck.replace_cards(())
        table.agenda_deck.put_on_top(agendas)
        arrange(table)

    return chapter(agenda_phase, laid, **more)


def test_IM_AGENDA_3_from_the_speakers_left_and_the_speaker_last():
    game = council("mutiny", speaker=1)
    seats = []
    while kind(game) is not None and kind(game)[0] == "vote":
        seats.append(kind(game)[1])
        say(game, "abstain")
    assert seats == [2, 0, 1]


def test_IM_AGENDA_1_two_agendas_then_only_planets_are_readied():
    def arrange(table):
        table.exhausted_planets = frozenset({"arretze"})
        sheet(table, 0, exhausted_cards=frozenset({"x89"}))

    game = council("mutiny", "economic_equality", arrange=arrange)
    say(game, "abstain", "abstain", "vote against jord")
    assert game.table.exhausted_planets == {"arretze", "jord"}
    say(game, "abstain", "abstain")
    assert kind(game) == ("decide", 0)  # Jord is exhausted: the speaker has no vote on the second agenda
    say(game, "decide against")
    assert game.table.exhausted_planets == frozenset()
    assert game.table.players[0].exhausted_cards == {"x89"}
    assert (game.table.phase, game.table.round) == ("strategy", 2)


def test_IM_AGENDA_3_planets_give_their_whole_influence_and_no_goods_do():
    game = council("mutiny", arrange=lambda table: sheet(table, 1, goods=5))
    assert case(game, "vote for arcprime") == ("IM-AGENDA-3", "planet")
    assert case(game, "vote for arretze") == ("IM-AGENDA-3", "planet")  # no influence: no zero votes
    with pytest.raises(BadAnswer):
        game.answer("vote for 3 goods")
    with pytest.raises(BadAnswer):
        game.answer("vote for")
    say(game, "vote for hercant, kamdorn")
    voted = next(r for r in game.rulings if r.case == "votes")
    assert voted.facts["n"] == 2


def test_IM_AGENDA_6_one_outcome_of_those_that_are_possible():
    game = council("minister_commerce")
    assert case(game, "vote p2 hercant") is None  # including oneself
    assert case(game, "vote for hercant") == ("IM-AGENDA-6", "no_outcome")
    assert case(game, "vote p4 hercant") == ("IM-AGENDA-6", "no_outcome")
    planets = council("core_mining", arrange=lambda table: take_planets(table, 0, "vefutii", "lodor"))
    allowed = {option.split()[1] for option in options(planets) if option != "abstain"}
    assert allowed == {"vefutii"}  # hazardous, and controlled by somebody


@pytest.mark.parametrize("agenda", ["mutiny", "economic_equality"])
def test_IM_AGENDA_6_a_vote_for_a_player_where_nobody_is_elected_is_refused_in_words(agenda):
    refusal = council(agenda).refusal("vote p2 hercant")
    assert (refusal.rule, refusal.case) == ("IM-AGENDA-6", "no_outcome")
    assert (
        refusal.text("en") == "This is not a possible outcome: 'p2'. Possible outcomes: 'for' and 'against'."
    )
    assert refusal.text("de") == "Das ist kein möglicher Ausgang: „p2“. Möglich sind: „for“ und „against“."


def test_IM_AGENDA_5_most_votes_win():
    game = council("economic_equality", arrange=lambda table: sheet(table, 2, goods=3))
    say(game, "vote against hercant", "abstain", "vote for jord")  # 1 against 2
    assert all(player.goods == 5 for player in game.table.players)
    assert ("IM-AGENDA-5", "outcome") in cases(game)


def test_IM_AGENDA_5_the_speaker_decides_a_tie():
    game = say(council("economic_equality"), "vote against hercant, kamdorn", "abstain", "vote for jord")
    assert kind(game) == ("decide", 0)
    assert set(options(game)) == {"decide for", "decide against"}


def test_IM_AGENDA_5_situation_22_nobody_votes_and_the_speaker_picks():
    game = council("mutiny")
    say(game, "abstain", "abstain", "abstain")
    assert kind(game) == ("decide", 0)
    say(game, "decide for")
    assert [player.points for player in game.table.players] == [0, 0, 0]  # no voter, no point


def test_IM_AGENDA_8_situation_22_a_rider_on_what_the_speaker_picked_is_right():
    def arrange(table):
        sheet(table, 1, action_cards=("trade_rider",))

    game = council("mutiny", arrange=arrange)
    assert kind(game) == ("use", 1)
    say(game, "play trade_rider")
    say(game, next(option for option in options(game) if option.endswith(" for")))
    assert kind(game) == ("vote", 2)  # a player who has predicted does not vote
    say(game, "abstain", "abstain", "decide for")
    assert game.table.players[1].goods == 5


def test_IM_AGENDA_7_a_directive_is_discarded():
    game = say(council("mutiny"), "vote for hercant", "abstain", "abstain")
    assert game.table.agenda_discard == ["mutiny"]


def test_IM_AGENDA_7_an_attachment_moves_with_its_planet():
    def arrange(table):
        take_planets(table, 0, "vefutii")

    game = say(council("core_mining", arrange=arrange), "vote vefutii hercant", "abstain", "abstain")
    assert game.table.attachments["vefutii"] == ("core_mining",)
    assert game.table.resources("vefutii") == 4
    game.table.planet_controllers["vefutii"] = 2
    assert game.table.resources("vefutii") == 4


def test_IM_AGENDA_2_what_has_no_possible_outcome_is_discarded_and_the_next_comes():
    game = council("abolishment", "mutiny")
    assert ("IM-AGENDA-2", "discarded") in cases(game)
    assert game.table.agenda_discard == ["abolishment"]
    assert kind(game) == ("vote", 1)


def test_IM_AGENDA_4_the_nekro_virus_casts_no_votes():
    game = council("mutiny", factions=("sol", "nekro", "letnev"))
    if kind(game) == ("use", 1):
        say(game, "pass")
    assert kind(game) == ("vote", 2)


def test_IM_TURN_3_who_has_passed_votes():
    game = council("mutiny", arrange=lambda table: sheet(table, 1, has_passed=True))
    assert kind(game) == ("vote", 1)


def secret(table):
    """Setup function: p1 holds the Political Secret of p2, and a Veto."""
    sheet(table, 0, promissory_notes=("political_secret:p2",), action_cards=("veto",))


def test_IM_TRADE_political_secret_situation_23_after_a_veto_its_owner_votes_on_the_new_agenda():
    game = council("mutiny", "economic_equality", arrange=secret)
    say(game, "play political_secret")
    assert "political_secret:p2" not in game.table.players[0].promissory_notes
    say(game, "play veto")
    assert "political_secret:p2" in game.table.players[1].promissory_notes
    assert game.table.agenda_discard == ["mutiny"]
    assert kind(game) == ("vote", 1)
    assert game.table.ballot.agenda == "economic_equality"


# -- trade on an agenda


def test_IM_TRADE_3_on_an_agenda_anybody_trades_with_anybody_once():
    def arrange(table):
        sheet(table, 1, goods=2)
        sheet(table, 2, goods=2)

    game = council("mutiny", "economic_equality", arrange=arrange)
    say(game, "offer p3 1 goods for 1 goods", "accept")
    assert kind(game) == ("vote", 1)
    assert case(game, "offer p3 1 goods for nothing") == ("IM-TRADE-3", "again")
    assert case(game, "offer p1 1 goods for nothing") is None
    say(game, "abstain")
    assert case(game, "offer p2 1 goods for nothing") == ("IM-TRADE-3", "again")
    say(game, "abstain", "vote against jord")
    assert kind(game) == ("vote", 1)
    assert case(game, "offer p3 1 goods for nothing") is None  # a new agenda


def test_IM_TRADE_5_a_vote_that_is_sold_is_cast():
    def arrange(table):
        sheet(table, 2, goods=2)

    game = council("mutiny", arrange=arrange)
    assert case(game, "offer p3 vote:p2 for 2 goods") == ("IM-TRADE-5", "not_now")
    say(game, "offer p3 vote:against for 2 goods", "accept")
    assert ("IM-TRADE-5", "bound_vote") in cases(game)
    assert game.table.players[1].goods == 2
    assert case(game, "abstain") == ("IM-TRADE-5", "bound")
    assert case(game, "vote for hercant") == ("IM-TRADE-5", "bound")
    assert all(option.startswith("vote against") for option in options(game))
    say(game, "vote against hercant")
    assert kind(game) == ("vote", 2)
    assert case(game, "abstain") is None


def test_IM_TRADE_5_a_vote_is_sold_for_one_outcome():
    def arrange(table):
        sheet(table, 0, goods=2)
        sheet(table, 2, goods=2)

    game = say(council("mutiny", arrange=arrange), "offer p3 vote:against for 2 goods", "accept")
    assert case(game, "offer p1 vote:for for 2 goods") == ("IM-TRADE-5", "bound")
    say(game, "offer p1 vote:against for 2 goods", "accept")
    assert game.table.players[1].goods == 4
    assert case(game, "vote for hercant") == ("IM-TRADE-5", "bound")


def test_IM_TRADE_5_nobody_sells_the_vote_of_another_or_a_later_one():
    game = council("mutiny", arrange=lambda table: sheet(table, 1, goods=2))
    assert case(game, "offer p3 1 goods for vote:for") == ("IM-TRADE-5", "not_now")


def test_IM_END_3_who_loses_the_last_planet_in_the_council_is_out():
    def arrange(table):
        for planet, holder in table.planet_controllers.items():
            if holder == 2:
                table.planet_controllers[planet] = None
        for there in table.ground.values():
            there.pop(2, None)
        put(table, 2, "24", cruiser=1)

    game = say(council("mutiny", arrange=arrange), "abstain", "vote against jord")
    assert game.table.players[2].is_eliminated
