"""The computer players: they give allowed answers, see only what their seat sees, and know a good move."""

from __future__ import annotations

import random
from functools import partial

import pytest
from imajica_games import give, reach, start
from long_runs import runs

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.imajica.box.decks import load_decks
from twingkit.imajica.players import PLAYERS
from twingkit.imajica.players.worth import site_gain
from twingkit.imajica.rules.values import new_dominions
from twingkit.imajica.starts import new_game, position_game
from twingkit.players.policies import computer_player
from twingkit.testing.players import assert_knows_nothing_hidden, assert_reproducible_play, win_share_against

DECKS = list(load_decks())

THINKING = [name for name in PLAYERS if name != "random"]


def answer_of(name: str, line: str) -> str:
    """Return a player's answer at a position."""
    game = position_game(f"imajica: {line}", seed=1)
    return str(str(computer_player(game.start, name, 1)(game)))


@pytest.mark.parametrize("players", runs([3], [2, 3, 4]))
@pytest.mark.parametrize("name", THINKING)
def test_a_game_is_played_to_its_end_and_the_same_again(name: str, players: int) -> None:
    for seed in range(runs(1, 30)):
        decks = [DECKS[(seed + place) % 4] for place in range(players)]
        assert_reproducible_play(partial(new_game, decks, seed=seed, variant="short"), [name] * players, seed)


def test_greedy_beats_random() -> None:
    def begin(seed: int) -> Game:
        return new_game([DECKS[seed % 4], DECKS[(seed + 1) % 4]], seed=seed, explain=False)

    assert win_share_against(begin, "greedy", "random", runs(4, 100)) >= 0.9


@pytest.mark.parametrize("name", THINKING)
def test_IJ_AREA_2_hidden_cards_of_others_change_no_answer(name: str) -> None:
    compared = 0
    for seed in range(runs(3, 30)):
        game = new_game([DECKS[seed % 4], DECKS[(seed + 1) % 4]], rolls="ask")
        compared += assert_knows_nothing_hidden(game, name, random.Random(seed), 60 + 40 * seed)
    assert compared > runs(5, 50)


@pytest.mark.parametrize("name", THINKING)
def test_IJ_ALLY_2_the_best_that_the_limit_allows_is_called(name: str) -> None:
    line = "p1 hand gideon lamp-boy kuyrmid-ferrier gentle; p2 active irish; circle slew; to move p1 ally"
    assert answer_of(name, line) in ("call gideon", "call kuyrmid-ferrier")
    line = "p1 hand lamp-boy gentle state attic-studio=huzzah-aping; p2; circle slew; to move p1 ally"
    assert answer_of(name, line) == "call gentle"


@pytest.mark.parametrize("name", THINKING)
def test_IJ_SEIZE_7_a_site_is_taken_by_the_fewest_who_suffice(name: str) -> None:
    line = "p1 active huzzah-aping gideon lamp-boy; p2 reserve irish; circle kite-fields; to move p1 ally"
    assert answer_of(name, line).startswith("seize kite-fields with")
    assert len(answer_of(name, line).split()) == 4


@pytest.mark.parametrize("name", THINKING)
def test_IJ_SEIZE_4_a_seizure_is_contested_where_that_stops_it(name: str) -> None:
    line = "p1 active gideon lamp-boy; p2 active {}; circle kite-fields; to move p1 ally"
    for ally, stops in (("huzzah-aping", True), ("irish", False)):
        game = position_game(f"imajica: {line.format(ally)}", seed=1)
        game.answer("seize kite-fields with gideon lamp-boy")
        assert game.question is not None
        assert game.question.kind == "contest"
        answer = str(computer_player(game.start, name, 1)(game))
        assert answer == (f"contest {ally}" if stops else "pass")


@pytest.mark.parametrize("name", THINKING)
def test_IJ_CHAL_7_the_damage_kills_the_best_of_the_others(name: str) -> None:
    line = "p1 active gek-a-gek gek-a-gek.2; p2 active gideon lamp-boy; to move p1 ally"
    game = position_game("imajica: " + line.replace("gek-a-gek.2", "gek-a-gek"), seed=1)
    game.answer("challenge gideon with gek-a-gek gek-a-gek.2")
    game.answer("defend lamp-boy")
    assert str(computer_player(game.start, name, 1)(game)) in (
        "damage gideon 5 lamp-boy 2",
        "damage lamp-boy 2 gideon 5",
    )


@pytest.mark.parametrize("name", THINKING)
def test_IJ_TIME_7_what_kills_an_own_character_is_countered_and_what_helps_it_is_not(name: str) -> None:
    line = "p1 active dowd gideon hand hapexamendios-hand; p2 active pie-oh-pah hand refusal; to move p1 ally"
    for act, answer in (
        ("play hapexamendios-hand by gideon on pie-oh-pah", "play refusal"),
        ("play hapexamendios-hand by gideon on gideon", "pass"),
    ):
        game = give(start(line), f"p1: {act}")
        assert game.question is not None
        assert game.question.player == 1
        assert str(computer_player(game.start, name, 1)(game)) == answer


@pytest.mark.parametrize("name", THINKING)
def test_IJ_HOLD_2_holders_who_are_not_needed_come_back(name: str) -> None:
    line = "p1 state kite-fields=huzzah-aping,gideon; p2 active irish; circle slew; to move p1 autarch"
    assert answer_of(name, line) == "reassign gideon>reserve"


@pytest.mark.parametrize("name", THINKING)
def test_IJ_SEIZE_3_a_maneuver_is_played_where_it_turns_a_contest(name: str) -> None:
    line = "p1 active gideon irish hand {}; p2 active sartori; circle kite-fields; to move p1 ally"
    for card, answer in (("old-oath", "play old-oath by gideon"), ("pneuma", "pass")):
        game = position_game(f"imajica: {line.format(card)}", seed=1)
        game.answer("seize kite-fields with gideon irish")
        game.answer("contest sartori")
        if game.question is not None and game.question.kind == "influence":
            assert (answer == "pass") == (str(computer_player(game.start, name, 1)(game)) == "pass")


def test_IJ_CHAL_1_steady_stays_in_the_reserve_where_it_would_be_killed() -> None:
    line = "p1 reserve gideon; p2 active gek-a-gek gek-a-gek irish; leads p1; to move p1 reconciliation"
    assert answer_of("greedy", line) == "advance gideon"
    assert answer_of("steady", line) == "pass"
    calm = "p1 reserve gideon; p2 active lamp-boy; circle kite-fields; leads p2; to move p1 reconciliation"
    assert answer_of("steady", calm) == "advance gideon"


def test_IJ_ALLY_7_steady_retreats_with_whom_a_rival_would_kill_later_in_the_phase() -> None:
    line = "p1 active gideon; p2 active {} irish; leads {}; to move p1 ally"
    assert answer_of("steady", line.format("gek-a-gek", "p1")) == "retreat gideon"
    assert answer_of("steady", line.format("gek-a-gek", "p2")) == "end"
    assert answer_of("steady", "p1 active gideon; p2 reserve gek-a-gek; to move p1 ally") == "end"


def test_IJ_ALLY_3_steady_takes_the_site_by_which_a_maestro_may_come() -> None:
    line = "p1 active huzzah-aping{}; p2 reserve irish; circle kite-fields attic-studio; to move p1 ally"
    assert answer_of("steady", line.format(" hand gentle")) == "seize attic-studio with huzzah-aping"
    assert answer_of("steady", line.format("")) == "seize kite-fields with huzzah-aping"


def test_IJ_OUT_1_steady_draws_no_card_for_a_site_by_which_its_destiny_ends_first() -> None:
    line = "p1 hand slew destiny 20*census; p2 destiny {}*census; circle kite-fields; to move p1 autarch"
    assert answer_of("greedy", line.format(30)) == "lay slew"
    assert answer_of("steady", line.format(30)) == "end"
    assert answer_of("steady", line.format(10)) == "lay slew"
    lacking = "p1 hand slew destiny 20*census; p2 destiny 30*census; circle salt-gate; to move p1 autarch"
    assert answer_of("steady", lacking) == "lay slew"


def test_an_unknown_player_is_named_with_those_that_there_are() -> None:
    with pytest.raises(Fault, match=", ".join(PLAYERS)):
        computer_player(new_game(seed=1).start, "clever", 1)


@pytest.mark.parametrize("name", THINKING)
def test_IJ_CARD_2_a_card_that_holds_a_dear_rival_in_the_reserve_is_played(name: str) -> None:
    line = "p1 active irish hand emotion-guilt; p2 reserve {} active dowd; to move p1 ally"
    assert answer_of(name, line.format("sartori")) == "play emotion-guilt on sartori"
    assert answer_of(name, line.format("lamp-boy")) == "pass"
    assert answer_of(name, line.format("sartori+emotion-guilt@p1")) == "pass"


@pytest.mark.parametrize("name", ["greedy", "steady"])  # expert keeps the card
def test_IJ_AFF_5_and_3_an_affiliation_is_given_where_the_pivot_costs_nothing_any_more(name: str) -> None:
    line = "p1 active huzzah-aping lamp-boy hand master-class; p2 reserve irish; circle lamp-bridge; leads {}"
    assert answer_of(name, line.format("p2")) == "play master-class by lamp-boy"
    assert answer_of(name, line.format("p1")) == "end"
    hand = "hand ritual parry parry pneuma pneuma census census old-oath"
    line = f"p1 active gideon {hand}; p2 reserve irish; circle lamp-bridge; leads {{}}"
    assert answer_of(name, line.format("p2")) == "play ritual by gideon"
    assert answer_of(name, line.format("p1")) == "end"


@pytest.mark.parametrize("name", THINKING)
def test_IJ_AUT_2_a_path_that_helps_is_laid_on_the_site_that_one_will_seize(name: str) -> None:
    line = "p1 active gideon lamp-boy hand {}; p2; circle kite-fields slew; to move p1 autarch"
    assert answer_of(name, line.format("kind-stranger")) == "path kind-stranger on kite-fields"
    assert answer_of(name, line.format("kind-stranger").replace("lamp-boy", "irish:pivoted")) == "end"
    assert answer_of(name, line.format("toll-tower")) == "end"


@pytest.mark.parametrize("name", THINKING)
def test_IJ_DMG_1_damage_to_an_involved_character_is_saved(name: str) -> None:
    line = "p1 active irish gek-a-gek; p2 active gideon hand parry; to move p1 ally"
    game = reach(give(start(line), "p1: challenge gideon with irish gek-a-gek"), "combat")
    assert game.question is not None
    assert game.question.player == 1
    assert str(computer_player(game.start, name, 1)(game)) == "play parry by gideon on gideon"


@pytest.mark.parametrize("name", THINKING)
def test_IJ_POWER_4_a_dear_character_is_fetched_from_the_in_ovo(name: str) -> None:
    line = "p1 active irish hand call-to-the-dead ovo {}; p2; circle lamp-bridge; leads p2; to move p1 ally"
    assert answer_of(name, line.format("sartori toll-guard")) == "play call-to-the-dead by irish on sartori"
    assert answer_of(name, line.format("toll-guard")) == "end"


def test_IJ_SEIZE_7_steady_raises_the_resistance_of_a_site_that_is_about_to_be_lost() -> None:
    line = "p1 active huzzah-aping; p2 active gideon hand ward-stone; circle slew; to move p1 ally"
    game = reach(give(start(line), "p1: seize slew with huzzah-aping", "p2: contest gideon"), "influence")
    assert game.question is not None
    assert game.question.player == 1
    assert str(computer_player(game.start, "steady", 1)(game)) == "play ward-stone by gideon"


@pytest.mark.parametrize(("variant", "gain"), [("short", True), ("box", False)])
def test_IJ_SHORT_1_a_border_site_is_worth_one_dominion_in_the_shorter_game(variant: str, gain: bool) -> None:
    table = start("p1 state the-erasure=dowd; p2; circle salt-gate", variant=variant).table
    assert (site_gain(table, 0, table.pieces["salt-gate"]) > 1) == gain
    assert new_dominions(table, 0, (1,)) == ({1} if gain else set())
