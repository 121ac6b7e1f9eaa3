"""Further rules of agendas: windows, votes, laws that end, and tokens that must be placed."""

import pytest
from imperium.galaxy.cards.plays import combine, has, own, vote
from imperium.galaxy.game.positions import (
    case,
    cases,
    chapter,
    kind,
    on_planet,
    options,
    played,
    put,
    say,
    sheet,
)

from twingkit.imperium.galaxy.agenda.cards import agendas_by_id, outcome_script, outcomes
from twingkit.imperium.galaxy.agenda.interventions import REWARD_SCRIPT_BY_CARD
from twingkit.imperium.galaxy.phases.ending import eliminate_players
from twingkit.imperium.galaxy.table.ballot import Ballot, Prediction
from twingkit.imperium.galaxy.table.card_drawing import count_secret_objectives
from twingkit.imperium.galaxy.table.lasting_effects import Law
from twingkit.imperium.galaxy.table.laws import remove_law
from twingkit.imperium.galaxy.table.sheet import TOKENS_PER_PLAYER
from twingkit.imperium.galaxy.tactical.invasion import gain_control
from twingkit.imperium.galaxy.technology.cards import technologies_by_id
from twingkit.imperium.galaxy.technology.research import unmet_prerequisites
from twingkit.imperium.texts.fact_names import AGAINST

ACTION = "galaxy: sol hacan letnev, action p1, p1 cards 2 5{one}, p2 cards 1 6{two}, p3 cards 3 7"
COUNCIL = "galaxy: sol hacan letnev, agenda, custodians gone"


def points(game):
    """Return the victory points of all players."""
    return [player.points for player in game.table.players]


# -- windows


def test_IM_TIME_5_another_copy_follows_a_cancelled_card():
    line = ACTION.format(one=" hand fs fs", two=" hand sabo")
    game = played(line, "activate 26", "play fs", "play sabo")
    assert ("IM-ACT-sabo", "cancelled") in cases(game)
    assert (*kind(game), options(game)) == ("use", 0, ["pass", "play fs"])
    assert game.give_answers("play fs").question.kind == "move"


def test_IM_TIME_3_a_second_copy_of_a_card_that_acted_is_refused():
    game = played(ACTION.format(one=" hand fs fs", two=""), "activate 26", "play fs")
    assert kind(game) == ("move", 0)


def test_IM_TIME_3_political_secrets_of_two_owners_are_two_cards():
    notes = "p1 notes political_secret:p2 political_secret:p3, p2 notes none, p3 notes none"
    game = played(f"{COUNCIL}, {notes}", "draw mutiny", "play political_secret", "player p2")
    assert (*kind(game), options(game)) == ("use", 0, ["pass", "play political_secret"])
    game.give_answers("play political_secret")
    assert game.table.ballot.silenced_seats == {1, 2}
    assert cases(game).count(("IM-TRADE-political_secret", "silenced")) == 2


def test_IM_AGENDA_committee_waits_for_all_predictions():
    line = f"{COUNCIL}, law committee:p1, p1 hand lead_rider, p3 hand trade_rider"
    game = played(line, "draw execution")
    assert options(game) == ["pass", "play lead_rider"]
    assert case(game, "use committee") == ("IM-TIME-2", "other_window")
    game.give_answers("play lead_rider", "predict p3")
    assert (*kind(game), options(game)) == ("use", 2, ["pass", "play trade_rider"])
    game.give_answers("play trade_rider", "predict p2")
    assert (*kind(game), options(game)) == ("use", 0, ["pass", "use committee"])
    game.give_answers("use committee", "player p2")
    assert ("IM-AGENDA-committee", "elected") in cases(game)
    assert ("IM-AGENDA-8", "right") in cases(game)
    assert game.table.players[2].goods == 5  # nobody has voted, and the prediction is right


# -- the end in an agenda


def test_IM_END_1_the_game_ends_when_the_agenda_brings_the_last_point():
    line = f"{COUNCIL}, p1 points 9 hand imp_rider, p2 points 9"
    game = played(line, "draw mutiny", "play imp_rider", "predict for")
    while game.result is None:
        mine = options(game)[1] if kind(game) == ("vote", 1) else options(game)[0]
        game.give_answers(mine)
    assert (game.result.winner, points(game)) == (1, [9, 10, 0])
    assert ("IM-ACT-imp_rider", "points") not in cases(game)


def test_IM_END_1_the_first_reward_that_brings_the_last_point_ends_the_game():
    line = f"{COUNCIL}, p1 points 9 hand imp_rider, p2 points 9 hand trade_rider"
    game = played(line, "draw economic_equality", "play imp_rider", "predict against", "play trade_rider")
    game.give_answers("predict against", "abstain", "decide against")
    assert (game.result.winner, points(game)) == (0, [10, 9, 0])
    assert ("IM-ACT-imp_rider", "points") in cases(game)
    assert ("IM-ACT-trade_rider", "goods") not in cases(game)


@pytest.mark.parametrize("speaker", [0, 1, 2])
def test_IM_END_1_of_several_voters_the_first_from_the_speaker_wins(speaker):
    line = f"{COUNCIL}, speaker p{speaker + 1}, p1 points 9, p2 points 9, p3 points 9"
    game = played(line, "draw mutiny")
    while game.result is None:
        game.give_answers(options(game)[1])
    assert (game.result.winner, sorted(points(game))) == (speaker, [9, 9, 10])


# -- Classified Document Leaks

LEAKED = combine(has(0, scored_objectives=("eap",), points=1), has(1, secret_objectives=("csl",)))


def leaks(table):
    """Setup function: put into play the law that reveals a scored secret objective."""
    LEAKED(table)
    table.laws, table.open_objectives = (Law("classified", "eap"),), ("lead", "eap")


def test_IM_AGENDA_classified_ends_with_its_law():
    line = f"{COUNCIL}, p1 scored eap points 1"
    game = played(line, "draw classified", "abstain", "abstain", "abstain")
    assert "eap" in game.table.open_objectives
    game.give_answers("draw abolishment", "abstain", "abstain", "abstain")
    assert ("IM-AGENDA-abolishment", "law_gone") in cases(game)
    assert "eap" not in game.table.open_objectives
    assert points(game) == [1, 0, 0]  # the card is not scored again, and the point stays


def test_IM_AGENDA_classified_is_nobodys_secret_after_its_law():
    def arrange(table):
        leaks(table)
        table.secret_deck.take("eap")

    game = vote("abolishment", arrange, "abstain", "abstain", "abstain")
    assert game.table.withdrawn_secrets == ("eap",)
    assert outcomes(game.table, agendas_by_id()["classified"]) == []
    assert count_secret_objectives(game.table, 0) == 0


@pytest.mark.parametrize("ended", [False, True])
def test_IM_END_3_a_leaked_objective_stays_on_the_table(ended):
    def run(table):
        leaks(table)
        table.players[0].secret_objectives = ("csl",)
        if ended:
            remove_law(table, "classified")
        before = table.secret_deck.count("eap"), table.secret_deck.count("csl")
        empty_seat(table, 0)
        eliminate_players(table)
        assert (table.secret_deck.count("eap"), table.secret_deck.count("csl")) == (before[0], before[1] + 1)
        return
        yield

    assert ("IM-END-3", "eliminated") in cases(chapter(run))


def empty_seat(table, seat):
    """Remove all of a player's components from the board."""
    for there in (*table.space, *table.ground.values()):
        there.pop(seat, None)
    table.planet_controllers = {
        name: None if held == seat else held for name, held in table.planet_controllers.items()
    }


# -- Miscount Disclosed


def test_IM_AGENDA_miscount_leaves_the_law_in_force_while_it_is_voted_on():
    line = f"{COUNCIL}, law representative_government"
    game = played(line, "draw miscount", "abstain", "abstain", "abstain")
    assert (game.table.ballot.agenda, kind(game)[0]) == ("representative_government", "vote")
    assert options(game) == ["abstain", "vote for", "vote against"]
    game.give_answers("vote against", "abstain", "abstain")
    assert game.table.laws == ()
    assert set(game.table.agenda_discard) >= {"miscount", "representative_government"}


@pytest.mark.parametrize(("outcome", "left"), [("for", 4), ("against", 1)])
def test_IM_AGENDA_miscount_keeps_pds_while_their_law_may_stay(outcome, left):
    def arrange(table):
        table.laws = (Law("defense_act"),)
        put(table, 0, "jord", pds=4)

    game = vote("miscount", arrange, "abstain", "abstain", "abstain")
    assert (game.table.ballot.agenda, on_planet(game, 0, "jord")["pds"]) == ("defense_act", 4)
    say(
        game, next(said for said in options(game) if said.startswith(f"vote {outcome}")), "abstain", "abstain"
    )
    assert on_planet(game, 0, "jord")["pds"] == left


def test_IM_AGENDA_miscount_pays_its_predictions_before_the_new_vote():
    line = f"{COUNCIL}, law regulations, p2 hand trade_rider"
    game = played(line, "draw miscount", "play trade_rider")
    while game.table.ballot.agenda == "miscount":
        game.give_answers("abstain")
    assert (game.table.ballot.agenda, game.table.players[1].goods) == ("regulations", 5)


def test_IM_AGENDA_miscount_lets_a_vetoed_law_end():
    line = f"{COUNCIL}, law regulations, p2 hand veto"
    game = played(line, "draw miscount", "pass", "abstain", "abstain", "abstain", "play veto")
    assert ("IM-ACT-veto", "replaced_agenda") in cases(game)
    assert (game.table.laws, kind(game)[0]) == ((), "draw")  # another agenda is revealed


def test_IM_AGENDA_miscount_finds_no_new_secret_for_the_leaks():
    def arrange(table):
        leaks(table)
        table.agenda_deck.put_on_top(["mutiny"])

    game = vote("miscount", arrange, "abstain", "abstain", "abstain")
    assert ("IM-AGENDA-2", "discarded") in cases(game)
    assert game.table.ballot.agenda == "mutiny"
    assert (game.table.open_objectives, game.table.laws) == (("lead",), ())


def test_IM_AGENDA_miscount_changes_the_leaked_objective():
    def arrange(table):
        leaks(table)
        table.players[1].scored_objectives, table.players[1].secret_objectives = ("csl",), ()

    game = vote("miscount", arrange, "abstain", "abstain", "abstain")
    assert game.table.ballot.allowed_outcomes == ("csl",)
    assert game.table.open_objectives == ("lead", "eap")  # public while it is voted on
    say(game, "abstain", "abstain", "abstain")
    assert (game.table.open_objectives, game.table.withdrawn_secrets) == (("lead", "csl"), ("eap",))
    assert game.table.laws == (Law("classified", "csl"),)


def test_IM_AGENDA_miscount_on_committee_formation_lets_its_owner_use_it():
    game = played(f"{COUNCIL}, law committee:p1", "draw miscount", "abstain", "abstain", "abstain")
    assert options(game) == ["pass", "use committee"]
    game.give_answers("use committee", "player p3")
    assert game.table.laws == (Law("committee", "p3"),)
    assert "committee" not in game.table.agenda_discard


# -- tokens that must be placed


def short(table):
    """Setup function: all command tokens of the second player are on the sheet."""
    sheet(table, 1, tactic=TOKENS_PER_PLAYER - 6, fleet=3, strategy=3)


def test_IM_PAY_3_diplomacy_rider_takes_a_token_of_the_sheet():
    reward = REWARD_SCRIPT_BY_CARD["diplo_rider"]

    def run(table):
        yield from reward(table, 0, Prediction(0, "diplo_rider", "for"))

    game = chapter(run, short)
    assert (*kind(game), options(game)[0]) == ("token_from", 1, "token_from tactic")
    game.give_answers("token_from strategy")
    home = game.table.home_system(0)
    assert (game.table.command_tokens[home], game.table.players[1].strategy) == ({1, 2}, 2)
    assert cases(game).count(("IM-ACT-diplo_rider", "laid")) == 2


def test_IM_PAY_3_wormhole_reconstruction_takes_a_token_of_the_sheet():
    def arrange(table):
        short(table)
        put(table, 1, "26", cruiser=1)

    def run(table):
        yield from outcome_script("wormhole_recon")(table, Ballot("wormhole_recon", (), elected=AGAINST))

    game = say(chapter(run, arrange), "token_from tactic")
    assert 1 in game.table.command_tokens[game.table.galaxy.system("26").index]
    assert cases(game) == [("IM-AGENDA-wormhole_recon", "laid")]


def test_IM_PAY_3_signal_jamming_takes_a_token_of_the_sheet():
    line = ACTION.format(one=" hand jamming", two=" tactic 10 fleet 3 strategy 3") + ", at 36 p1 1 cruiser"
    game = played(line, "play jamming", "system 36", "player p2")
    assert kind(game) == ("token_from", 1)
    game.give_answers("token_from strategy")
    assert game.table.players[1].strategy == 2
    assert ("IM-ACT-jamming", "laid") in cases(game)


# -- offices, docks, technologies


@pytest.mark.parametrize("near", [True, False])
def test_IM_AGENDA_minister_commerce_is_a_reason_to_refill(near):
    line = ACTION.format(one="", two=" commodities 6") + ", law minister_commerce:p2, custodians gone"
    game = played(line + (", at 33 p1 1 cruiser" if near else ""), "strategy 5", "free none")
    assert (kind(game) == ("secondary", 1)) is near
    if near:
        game.give_answers("secondary yes")
        assert game.table.players[1].goods == 1
        assert ("IM-AGENDA-minister_commerce", "goods") in cases(game)


def test_IM_PROD_5_construction_rider_takes_a_dock_back_from_the_board():
    reward = REWARD_SCRIPT_BY_CARD["const_rider"]

    def arrange(table):
        own("lodor", "vefutii", "mellon")(table)
        for planet in ("lodor", "vefutii"):
            put(table, 0, planet, spacedock=1)

    def run(table):
        yield from reward(table, 0, Prediction(0, "const_rider", "for"))

    game = say(chapter(run, arrange), "take_back lodor")
    assert cases(game) == [("IM-PROD-5", "taken"), ("IM-ACT-const_rider", "structure")]
    assert (on_planet(game, 0, "mellon"), on_planet(game, 0, "lodor")) == ({"spacedock": 1}, {})


def test_IM_AGENDA_minister_industry_serves_a_dock_that_replaces_another():
    def arrange(table):
        own("lodor", seat=1)(table)
        put(table, 1, "lodor", spacedock=1)
        put(table, 0, "lodor", infantry=1)
        table.laws = (Law("minister_industry", "p1"),)
        sheet(table, 0, action_cards=("infiltrate",), goods=5)

    game = say(chapter(lambda table: gain_control(table, 0, "lodor"), arrange), "play infiltrate")
    assert ("IM-ACT-infiltrate", "replaced") in cases(game)
    assert options(game) == ["pass", "use minister_industry"]


def test_IM_AGENDA_schematics_forgets_the_technology_of_the_eliminated():
    war_sun = technologies_by_id()["ws"]

    def run(table):
        table.laws = (Law("schematics"),)
        table.players[1].technologies |= {"ws"}
        assert not unmet_prerequisites(table, 0, war_sun)
        empty_seat(table, 1)
        eliminate_players(table)
        assert unmet_prerequisites(table, 0, war_sun)
        return
        yield

    assert ("IM-END-3", "eliminated") in cases(chapter(run))
