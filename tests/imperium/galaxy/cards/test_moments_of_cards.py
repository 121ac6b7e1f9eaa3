"""Cards and abilities outside battles: when they act, for whom, and what is announced beforehand."""

import pytest
from imperium.galaxy.cards.plays import at, blocking_rule, combine, hand, has, own, use, vote
from imperium.galaxy.game.positions import (
    cases,
    chapter,
    empty,
    in_space,
    kind,
    on_planet,
    options,
    put,
    say,
    system,
)

from twingkit import imperium
from twingkit.imperium.galaxy.agenda.cards import outcome_script
from twingkit.imperium.galaxy.players.greedy import PASS_WORTH, GreedyPolicy
from twingkit.imperium.galaxy.players.steady import SteadyPolicy
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.ballot import Ballot

BARE = "hand none notes none"
TWO, THREE = f"p2 cards 1 6 {BARE}", f"p3 cards 3 7 {BARE}"
SABOTAGE = "p2 cards 1 6 hand sabo notes none"


def played(own_part, *answers, theirs=TWO, there="", third=THREE, factions="sol hacan letnev"):
    """Return the game of a position after these answers."""
    line = f"galaxy: {factions}, action p1, p1 cards 2 5 {own_part}, {theirs}, {third}, custodians gone"
    return imperium.position_game(f"{line}, {there}" if there else line).give_answers(*answers)


def aimed(game):
    """Return the announcement of the last use of a card, in English."""
    return [
        ruling.text("en") for ruling in game.rulings if (ruling.rule, ruling.case) == ("IM-TIME-5", "aimed")
    ][-1]


# -- amounts and targets are named before a card can be cancelled


def test_IM_TIME_5_bribery_names_its_trade_goods_before_it_can_be_cancelled():
    arrange = combine(hand("bribery"), hand("sabo", seat=1), hand(seat=2), has(0, goods=5))
    game = vote("mutiny", arrange, "abstain", "abstain", "vote for jord", "play bribery", "bribe 2")
    assert (kind(game), options(game)) == (("use", 1), ["pass", "play sabo"])
    assert aimed(game) == "Player 1 uses “Bribery” and chooses 2."
    say(game, "play sabo")
    assert game.table.players[0].goods == 5


def test_IM_TIME_5_signal_jamming_names_the_player_before_it_can_be_cancelled():
    game = played("hand jamming notes none", "play jamming", "system 50", "player p2", theirs=SABOTAGE)
    assert kind(game) == ("use", 1)
    assert aimed(game) == "Player 1 uses “Signal Jamming” and chooses system 50, player 2."
    game.answer("pass")
    assert 1 in game.table.command_tokens[system(game.table, "50")]


def test_IM_TIME_5_unstable_planet_names_the_infantry_before_it_can_be_cancelled():
    there = "at abyz p2 3 infantry"
    game = played("hand unstable notes none", "play unstable", "how_many 2", theirs=SABOTAGE, there=there)
    assert kind(game) == ("use", 1)
    assert aimed(game) == "Player 1 uses “Unstable Planet” and chooses Abyz, 2."
    game.answer("pass")
    assert on_planet(game, 1, "abyz") == {"infantry": 1}


# -- cards without a target


@pytest.mark.parametrize(
    ("card", "answers"),
    [
        ("industrial_initiative", ()),
        ("economic_initiative", ()),
        ("messiah", ()),
        ("plague", ("planet arretze",)),
        ("cripple", ("planet arretze",)),
        ("tactical", ("system 20",)),
    ],
)
def test_IM_TIME_6_a_card_that_counts_each_can_be_played_for_none(card, answers):
    def arrange(table):
        empty(table)
        put(table, 0, "20", dreadnought=1)
        put(table, 0, "01", dreadnought=1)
        table.planet_controllers["jord"] = None

    game = use(card, combine(hand(card), arrange), *answers)
    assert cases(game)[-1] == ("IM-TIME-6", "none")
    assert game.table.players[0].action_cards == ()


@pytest.mark.parametrize("player", [GreedyPolicy, SteadyPolicy])
@pytest.mark.parametrize("tired", [True, False])
def test_IM_TIME_6_a_computer_plays_only_what_changes_something(player, tired):
    there = "at lodor p1 1 infantry, exhausted lodor" if tired else ""
    game = played("hand economic_initiative notes none", there=there)
    assert "play economic_initiative" in options(game)
    policy = player(0)
    if player is SteadyPolicy:
        policy.plan_objectives(game.table, 0)
    worth = policy.turn_answer_worth(game.table, 0, acts.Play("economic_initiative"))
    assert (worth > PASS_WORTH) is tired


def test_IM_TIME_6_a_computer_aims_where_something_changes():
    game = played("hand plague notes none", "play plague", there="at abyz p3 1 infantry, at mellon p2 1 pds")
    assert options(game)[:1] != ["planet mellon"]
    aim = SteadyPolicy(1)(game).item
    assert any(units["infantry"] for units in game.table.ground[aim].values())


# -- Reparations

LOST = at("gained_planet", "26", seat=1, planet="lodor", number=0)
TIRED = own("vefutii", exhausted=True)


def conquered(table):
    """Setup function: all planets of the conqueror are exhausted."""
    own("lodor", seat=1)(table)
    table.exhaust_planets(table.controlled_planets(1))


def test_IM_TIME_4_reparations_ready_a_planet_though_the_conqueror_has_none_to_exhaust():
    game = use("reparations", combine(hand("reparations"), conquered, TIRED), moment=LOST)
    assert "vefutii" not in game.table.exhausted_planets
    assert ("IM-ACT-reparations", "readied") in cases(game)


def test_IM_TIME_4_reparations_exhaust_a_planet_though_none_is_to_be_readied():
    arrange = combine(hand("reparations"), own("lodor", seat=1))
    game = use("reparations", arrange, "planet lodor", moment=LOST)
    assert "lodor" in game.table.exhausted_planets


def test_IM_TURN_5_reparations_need_one_of_both():
    assert blocking_rule("reparations", conquered, moment=LOST) == ("IM-TURN-5", "no_target")


# -- Magmus Reactor


@pytest.mark.parametrize(
    ("there", "gained"), [("", 0), ("at 26 p1 1 warsun", 1)], ids=["built now", "there before"]
)
def test_IM_TECH_mr_needs_a_war_sun_before_production(there, gained):
    units = ", ".join(filter(None, ["at lodor p1 1 spacedock 1 infantry", there]))
    factions = "muaat hacan letnev"
    game = played(f"goods 14 tech ps mr {BARE}", "activate 26", there=units, factions=factions)
    while kind(game)[0] != "build":
        game.answer("move none" if kind(game)[0] == "move" else "pass")
    game.give_answers("build 1 warsun" if not there else "build 1 carrier")
    while kind(game) == ("pay", 0):
        game.answer(next(option for option in options(game) if "goods" in option))
    assert cases(game).count(("IM-TECH-mr", "goods")) == gained


# -- what ends the turn closes the window


def test_IM_TACT_3_nullification_field_closes_the_window_after_activation():
    there = "at 50 p2 1 cruiser, at 36 p1 1 cruiser"
    game = played(
        "hand fs notes none",
        "activate 50",
        theirs=f"p2 cards 1 6 tech ps nf {BARE}",
        there=there,
        factions="sol xxcha letnev",
    )
    assert kind(game) == ("use", 0)
    game.give_answers("pass", "use nf")
    assert kind(game) == ("turn", 2)
    assert game.table.players[0].action_cards == ("fs",)


# -- Ixthian Artifact


@pytest.mark.parametrize("token", ["alpha", "beta"])
def test_IM_AGENDA_artifact_does_not_reach_creuss_by_their_own_entanglement(token):
    def run(table):
        table.phase = "agenda"
        yield from outcome_script("artifact")(table, Ballot("artifact", (), elected="for"))

    def arrange(table):
        empty(table)
        table.wormhole_tokens = ((table.mecatol_system, token),)
        for player in table.players:
            player.action_cards = player.promissory_notes = ()
        for place in (25, 39):  # a beta and an alpha wormhole
            table.put_units(1, system(table, str(place)), "cruiser", 3)

    game = chapter(run, arrange, factions=("sol", "ghost", "letnev"), short=False)
    say(game, "roll 1")
    left = {number: in_space(game, 1, number).get("cruiser", 0) for number in ("25", "39")}
    assert left == ({"25": 3, "39": 0} if token == "alpha" else {"25": 0, "39": 3})
