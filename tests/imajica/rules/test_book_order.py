"""The rulebook's sentences on set-up, rounds, the Autarch phase, alliances and the end, one by one."""

from __future__ import annotations

import pytest
from imajica_games import cited, give, lies, quietly, reach, refused, start

from twingkit.core.questions import BadAnswer, Refusal
from twingkit.imajica.notation.position import Position
from twingkit.imajica.rules.card_moves import current_hold_by_site
from twingkit.imajica.rules.rounds import finish_round, has_winning_sites
from twingkit.imajica.starts import new_game
from twingkit.imajica.variants.variant import Variant


@pytest.mark.parametrize("seats", range(2, 7))
def test_IJ_SET_1_five_sites_one_of_each_dominion_are_laid_in_turn_by_any_number_of_players(
    seats: int,
) -> None:
    game = new_game((["maestros", "teeth", "clean-slate", "daughters"] * 2)[:seats], seed=seats)
    while game.table.phase == "setup" and len(game.table.pieces) < 5:
        quietly(game)
    laid = list(game.table.pieces.values())
    first = game.table.starter
    assert [piece.owner for piece in laid] == [(first + step) % seats for step in range(5)]
    assert all(dominion in piece.card.home_dominions for dominion, piece in enumerate(laid, start=1))
    assert {piece.area for piece in laid} == {"circle"}


def test_IJ_SET_2_the_first_hand_to_play_with_is_seven_and_all_cards_are_there() -> None:
    game = new_game(["maestros", "teeth", "clean-slate"], seed=3)
    reach(game, "autarch")
    for player in game.table.players:
        laid = sum(piece.owner == player.seat for piece in game.table.pieces.values())
        assert len(player.hand) == 7
        assert len(player.hand) + player.destiny.shuffled_count + laid == 60


def test_IJ_ORDER_1_each_phase_gives_every_autarch_one_turn_from_the_leader_on() -> None:
    game = start(
        "p1 hand census destiny 6*lamp-boy; p2 hand census destiny 6*lamp-boy;"
        " p3 hand census destiny 6*lamp-boy; circle slew; leads p2; to move p2 autarch"
    )
    turns = []
    while game.table.round == 1:
        if game.question.kind in ("autarch", "ally"):
            turns.append((game.question.kind, game.question.player))
        quietly(game)
    assert turns == [("autarch", 1), ("autarch", 2), ("autarch", 0), ("ally", 1), ("ally", 2), ("ally", 0)]
    assert game.table.leader == 2, "the lead goes to the left"


def test_IJ_COME_1_everything_is_unpivoted_in_every_realm_and_each_draws_two() -> None:
    game = start(
        "p1 active irish:pivoted state slew:pivoted=gentle:pivoted destiny 4*lamp-boy;"
        " p2 reserve dowd:pivoted destiny 4*lamp-boy; to move p2 reconciliation"
    )
    reach(game, "autarch")
    assert not any(piece.pivoted for piece in game.table.pieces.values())
    assert [player.hand for player in game.table.players] == [["lamp-boy"] * 2] * 2


def test_IJ_REC_1_what_is_pivoted_stays_in_the_reserve_and_nothing_must_move() -> None:
    game = start("p1 reserve irish gideon:pivoted active gentle; p2; to move p1 reconciliation")
    reach(game, "advance")
    assert refused(game, "advance irish gideon") == "IJ-REC-1"
    assert refused(game, "advance gentle") == "IJ-REC-1"
    assert "pass" in map(str, game.question.options())
    give(game, "p1: advance irish")
    assert lies(game, "irish").area == "active"
    assert "Gideon is pivoted and stays in the reserve." in [ruling.text() for ruling in game.rulings]


# -- the Autarch phase


def test_IJ_AUT_1_every_site_is_replaced_at_once_and_what_is_drawn_may_be_laid() -> None:
    game = start("p1 hand slew irish destiny kite-fields; p2; to move p1 autarch")
    assert refused(reach(game, "autarch"), "lay irish") == "IJ-AUT-1"
    give(game, "p1: lay slew", "p1: lay kite-fields")
    assert game.table.players[0].hand == ["irish"]
    assert "IJ-COME-2" in cited(game), "nothing is left to replace the second"


def test_IJ_AUT_2_paths_only_on_sites_of_the_circle_and_of_their_dominion() -> None:
    game = start(
        "p1 hand toll-tower sandstorm state kite-fields=gentle; p2; circle slew lamp-bridge salt-gate;"
        " to move p1 autarch"
    )
    reach(game, "autarch")
    assert refused(game, "path toll-tower on kite-fields") == "IJ-AUT-2"
    assert refused(game, "path toll-tower on salt-gate") == "IJ-AUT-2"
    give(game, "p1: path toll-tower on lamp-bridge", "p1: path sandstorm on lamp-bridge")
    assert [path.card.id for path in game.table.paths_on("lamp-bridge")] == ["toll-tower", "sandstorm"]


@pytest.mark.parametrize("answer", ["play census", "reassign gentle>slew", "end"])
def test_IJ_AUT_3_after_a_dictate_a_reassignment_or_a_refusal_the_turn_is_over(answer: str) -> None:
    game = start(
        "p1 active gentle hand census kite-fields sandstorm state slew=sartori destiny 3*lamp-boy; p2;"
        " circle reed-cradle; to move p1 autarch"
    )
    give(game, f"p1: {answer}")
    while game.question.kind != "ally":
        assert game.question.kind != "autarch" or game.question.player == 1
        quietly(game)
    assert "kite-fields" in game.table.players[0].hand


@pytest.mark.parametrize(
    "move", ["irish>reserve", "dowd>slew", "dowd>active", "gideon>salt-gate", "gideon>x"]
)
def test_IJ_AUT_4_no_other_move_is_a_reassignment(move: str) -> None:
    game = start(
        "p1 active irish gideon reserve dowd state slew=gentle; p2 state salt-gate=sartori;"
        " to move p1 autarch"
    )
    assert refused(reach(game, "autarch"), f"reassign {move}") == "IJ-AUT-4"


def test_IJ_AUT_4_pivoted_allies_move_too_and_too_few_holders_lose_the_site_at_once() -> None:
    game = start(
        "p1 active irish:pivoted state slew=huzzah-aping:pivoted,gideon kite-fields=sartori; p2;"
        " to move p1 autarch"
    )
    give(game, "p1: reassign irish>slew huzzah-aping>reserve")
    assert lies(game, "slew").area == "circle"
    assert {lies(game, name).area for name in ("irish", "gideon", "huzzah-aping")} == {"reserve"}
    assert lies(game, "irish").pivoted
    assert not lies(game, "gideon").pivoted


def test_IJ_AUT_4_all_hear_where_somebody_is_to_be_moved() -> None:
    line = "p1 state slew=gentle,gideon kite-fields=sartori; p2 active irish; to move p1 autarch"
    heard = []
    for place in ("reserve", "kite-fields"):
        game = give(start(line), f"p1: reassign gentle>{place}")
        announced = next(ruling for ruling in game.latest_rulings if ruling.case == "announced")
        heard.append(announced.seen_by(1).text("en"))
    assert heard == [
        "Player 1 moves Gentle (to the reserve).",
        "Player 1 moves Gentle (to Kite Fields).",
    ]


# -- alliances


def test_IJ_ALLY_1_new_allies_lie_in_the_reserve_and_do_nothing_and_come_before_any_action() -> None:
    game = start("p1 active gentle hand irish lamp-boy; p2 active dowd; circle slew")
    give(game, "p1: call irish")
    assert (lies(game, "irish").area, lies(game, "irish").pivoted) == ("reserve", False)
    reach(game, "ally")
    for deed in ("seize slew with irish", "challenge dowd with gentle irish", "retreat irish"):
        assert refused(game, deed) == "IJ-ALLY-6"
    give(game, "p1: retreat gentle")
    assert refused(reach(game, "ally"), "call lamp-boy") == "IJ-ALLY-1"


@pytest.mark.parametrize(
    ("site", "rule"),
    [("attic-studio", ""), ("lamp-bridge", ""), ("circle-of-stones", ""), ("slew", "IJ-ALLY-2")],
)
def test_IJ_ALLY_3_a_border_site_calls_from_either_dominion(site: str, rule: str) -> None:
    game = start(f"p1 hand gentle irish gek-a-gek state {site}:pivoted=sartori; p2")
    reach(game, "ally")
    if rule:
        assert refused(game, "call gentle") == rule
        return
    give(game, "p1: call gentle")
    assert refused(reach(game, "ally"), "call irish") == "IJ-ALLY-3"


def test_IJ_ALLY_3_not_beside_other_alliances_of_the_turn_and_not_of_a_site_in_the_circle() -> None:
    game = start("p1 hand gentle geoffrey-light state roxborough-tower=sartori; p2")
    give(game, "p1: call geoffrey-light")
    assert refused(reach(game, "ally"), "call gentle") == "IJ-ALLY-2"
    assert "only alone" in str(game.refusal("call gentle"))
    game = start("p1 hand gentle; p2 state attic-studio=sartori; circle roxborough-tower")
    assert refused(reach(game, "ally"), "call gentle") == "IJ-ALLY-2"


def test_IJ_UNIQ_1_a_copy_may_be_held_and_comes_when_the_other_has_left_play() -> None:
    game = start("p1 hand irish; p2 active irish; to move p1 ally")
    assert refused(reach(game, "ally"), "call irish") == "IJ-UNIQ-1"
    game = start("p1 hand irish; p2 ovo irish; to move p1 ally")
    give(game, "p1: call irish")
    assert lies(game, "irish").owner == 0


def test_IJ_UNIQ_1_a_copy_in_play_is_the_reason_even_after_an_action() -> None:
    game = start("p1 active dowd hand irish; p2 active irish; to move p1 ally")
    give(game, "p1: retreat dowd")
    assert refused(reach(game, "ally"), "call irish") == "IJ-UNIQ-1"


@pytest.mark.parametrize("word", ["artist", "rasa", "use", "retreat", "challenge"])
def test_IJ_AREA_2_no_answer_tells_if_a_path_lies_face_down(word: str) -> None:
    said = []
    for paths in ("/old-friend@p2", ""):
        game = start(f"p1 active irish; p2 active dowd; circle attic-studio{paths}; to move p1 ally")
        answer = f"{word} old-friend with irish" if word == "challenge" else f"{word} old-friend"
        with pytest.raises((BadAnswer, Refusal)) as no:
            reach(game, "ally").answer(answer)
        said.append(str(no.value))
    assert said[0] == said[1]


def test_IJ_UNIQ_2_an_own_path_does_not_tell_that_another_has_laid_its_twin() -> None:
    views = []
    for other in ("mud-road", "river-ferry"):
        line = f"p1; p2 active dowd; circle ferry-market/{other}@p1 reed-cradle/mud-road@p2; to move p1 ally"
        game = start(line)
        views.append(game.view(1))
    assert views[0] == views[1]


# -- the end


def table(line: str, variant: str = "box") -> object:
    """Return the table of a position, in a variant."""
    return Position.parse(f"imajica: {line}").build_table(Variant.resolve(variant))


def test_IJ_REC_2_two_border_sites_need_one_site_more_and_a_site_in_the_circle_serves_nobody() -> None:
    border = "p1 state the-erasure=irish high-pass=dowd"
    assert has_winning_sites(table(f"{border} attic-studio=gideon; p2"), 0)
    assert not has_winning_sites(table(f"{border}; p2; circle attic-studio"), 0)
    assert not has_winning_sites(table(f"{border} attic-studio:pivoted=gideon; p2"), 0)


@pytest.mark.parametrize("seats", [2, 3])
def test_IJ_OUT_1_who_drew_the_last_card_wins_if_the_sites_are_there(seats: int) -> None:
    five = "the-erasure=irish high-pass=dowd attic-studio=gideon"
    more = "; p3" * (seats - 2)
    lost = table(f"p1 active lamp-boy; p2 destiny irish{more}; to move p1 reconciliation")
    lost.players[0].exhausted = True
    result = finish_round(lost)
    assert (result.winner, result.end_reason) == (1, "destiny") if seats == 2 else result is None
    assert lost.players[0].is_out
    won = table(f"p1 state {five}; p2{more}; to move p1 reconciliation")
    won.players[0].exhausted = True
    result = finish_round(won)
    assert (result.winner, result.end_reason) == (0, "victory")


def test_IJ_OUT_2_characters_go_permanents_and_paths_stay_and_the_others_go_on() -> None:
    left = table(
        "p1 active irish+emotion-grief@p2+long-knife@p1 state slew=gentle realm year-of-levies hand pneuma"
        " destiny 3*irish; p2 active dowd+amnesia@p1; p3; circle salt-gate/cold-toll@p1;"
        " to move p3 reconciliation"
    )
    left.players[0].exhausted = True
    assert finish_round(left) is None
    there = {piece.token: piece.area for piece in left.pieces.values()}
    assert there == {
        "year-of-levies": "realm", "dowd": "active", "amnesia": "on", "cold-toll": "path",
        "salt-gate": "circle", "slew": "circle",
    }  # fmt: skip
    assert left.players[1].ovo == ["emotion-grief"]
    assert (left.players[0].hand, left.players[0].destiny.shuffled_count) == ([], 0)
    assert current_hold_by_site(left) == {}
    assert left.seats_from(0) == [1, 2]


def test_IJ_SHORT_1_the_shorter_game_lets_nine_prime_in_and_three_dominions_win() -> None:
    game = start("p1 hand gek-a-gek irish lamp-boy; p2", variant="short")
    give(game, "p1: call gek-a-gek", "p1: call irish")
    assert refused(reach(game, "ally"), "call lamp-boy") == "IJ-ALLY-2"
    assert has_winning_sites(table("p1 state slew=irish salt-gate=dowd attic-studio=gideon; p2", "short"), 0)
    assert not has_winning_sites(
        table("p1 state slew=irish kite-fields=dowd attic-studio=gideon; p2", "short"), 0
    )


def test_IJ_OUT_1_the_result_has_the_sites_that_were_held_before_anybody_went_out() -> None:
    for left, expected in (("destiny 6*irish", (2, 1)), ("", (2, 1))):
        game = start(
            f"p1 state slew=sartori kite-fields=gentle; p2 state salt-gate=quiet-maestro {left};"
            " to move p1 reconciliation",
        )
        for seat, player in enumerate(game.table.players):
            player.exhausted = seat == 0 or not left
        while game.question is not None:
            give(game)
        assert game.result.end_reason == "destiny"
        assert game.result.site_counts == expected
