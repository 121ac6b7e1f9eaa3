"""Situations of the rules on the table: what is refused, what acts, and the resulting table."""

from __future__ import annotations

import pytest
from ember.at_the_table import cited, creatures_of, give, pending_question, refused, start

from twingkit.core.questions import BadAnswer, ChanceQuestion
from twingkit.ember.rules.costs import Cost
from twingkit.ember.rules.payments import possible_payments
from twingkit.ember.starts import position_game


def can_pay(hand: str, cost: str) -> list[tuple[str, ...]]:
    return list(possible_payments(hand.split(), Cost.parse(cost)))


def test_EM_CONJ_2_three_fives_and_an_archmage_conjure_the_phoenix_and_four_cards_are_drawn() -> None:
    game = start("p1 hand A5 E5 F5 *; p2 hand A1; to move p1 conjure", cards="A2 A3 A4 A6")
    give(game, "p1: conjure phoenix A5 E5 F5 *")
    assert creatures_of(game, 0) == {"phoenix": True}
    assert game.table.players[0].hand == ["A2", "A3", "A4", "A6"]
    assert game.table.pile == ["*", "A5", "E5", "F5"]
    assert "phoenix" not in game.table.pool
    assert {"EM-CONJ-2", "EM-COST-5"} <= set(cited(game))


def test_EM_COST_2_a_run_does_not_go_on_from_13_to_1() -> None:
    assert can_pay("A12 E13 F1", "R3") == []
    assert can_pay("A12 E13 *", "R3") == [("*", "A12", "E13")]
    game = start("p1 hand A12 E13 F1 *; p2 hand A2; to move p1 conjure")
    assert refused(game, "conjure faun A12 E13 F1") == "EM-CONJ-4"
    give(game, "p1: conjure faun A12 E13 *")


@pytest.mark.parametrize("cost", ["R3", "E3", "S3", "N3"])
def test_EM_COST_5_archmages_alone_are_a_set(cost: str) -> None:
    assert can_pay("* * *", cost) == [("*", "*", "*")]
    assert list(possible_payments(["*", "*", "*"], Cost.parse(cost), max_wilds=1)) == []


def test_EM_COST_4_four_sixes_are_two_pairs_and_three_of_them_one_set() -> None:
    assert can_pay("A6 E6 F6 W6", "N2+N2") == [("A6", "E6", "F6", "W6")]
    assert len(can_pay("A6 E6 F6 W6", "N3")) == 4
    game = start("p1 hand A6 E6 F6 W6; p2 hand A1; to move p1 conjure", cards="A2 A3 A4")
    give(game, "p1: conjure dryad A6 F6 W6")
    assert game.table.players[0].hand == ["A2", "A3", "A4", "E6"]


def test_EM_CONJ_3_nobody_uses_an_ability_while_somebody_conjures() -> None:
    game = position_game("ember: p1 hand A5 A6 has siren; p2 hand E1 has imp; to move p1 conjure")
    game.answer("conjure wisp A5 A6")
    assert isinstance(game.question, ChanceQuestion)
    for answer in ("use siren", "use imp p1"):
        assert refused(game, answer) == "EM-CONJ-3"


def test_EM_TURN_4_who_refreshes_does_not_conjure_but_may_use_an_ability() -> None:
    game = start("p1 hand A1 E3 has wisp; p2 hand A2", cards="A5 A6 A7")
    give(game, "p1: refresh")
    assert game.table.players[0].hand == ["A5", "A6"]
    for kind in ("respond", "conjure"):
        assert pending_question(game) == ("p1", kind)
        assert refused(game, "conjure imp A5 A6") == "EM-TURN-4"
        assert refused(game, "draw") == "EM-TURN-1"
        give(game, "p1: pass" if kind == "respond" else "p1: use wisp")
    assert game.table.players[0].hand == ["A5", "A6", "A7"]


def test_EM_TURN_5_replenishing_is_no_draw_phase_and_a_wisp_draw_is() -> None:
    line = "p1 hand A2 A5 A8 A11 has wisp; p2 hand E1; pile F9; to move p1 conjure"
    game = start(line, cards="E2 E3 E4 E5")
    give(game, "p1: conjure wyrmling A2 A5 A8 A11")
    assert game.table.players[0].hand == ["E2", "E3", "E4", "E5"]
    give(game, "p1: use wisp")
    assert game.question is not None
    assert game.question.kind == "source"
    give(game, "p1: from pile")
    assert "A11" in game.table.players[0].hand


def test_EM_DECK_5_a_draw_from_the_pile_takes_the_card_that_lay_there_before_the_discard() -> None:
    line = "p1 hand A2 E4 F6 W8 A10 has wyrmling; p2 hand E1; pile F9"
    game = give(start(line), "p1: draw A2 pile")
    assert "F9" in game.table.players[0].hand
    assert game.table.pile == ["A2"]
    after = give(start(line, variant="pile_top=after"), "p1: draw A2 pile")
    assert (after.table.players[0].hand[0], after.table.pile) == ("A2", ["F9"])
    assert refused(start("p1 hand A2 has imp; p2 hand E1; pile F9"), "draw pile") == "EM-TURN-5"


def test_EM_TURN_6_a_wisp_in_anothers_turn_goes_over_the_hand_size_until_the_own_end() -> None:
    line = "p1 hand A1 A3; p2 hand E1 E3 E5 E7 E9 has wisp; to move p1 draw"
    game = start(line, cards="F1 F13")
    give(game, "p1: draw", "p2: use wisp")
    assert len(game.table.players[1].hand) == 6
    while game.table.current == 0:
        give(game, "p1: done")
    assert len(game.table.players[1].hand) == 6
    assert refused(game, "draw") == "EM-TURN-2"
    give(game, "p2: draw E1")
    assert game.table.players[1].hand_limit == 5
    give(game, "p2: done") if game.question and game.question.kind == "conjure" else None
    assert game.question is not None
    assert game.question.kind == "discard"
    give(game, "p2: discard E3")
    assert len(game.table.players[1].hand) == 5


SIREN = "p1 hand A1 E3 has siren; p2 hand E1 F8 has cockatrice salamander griffin; to move p1 draw"


def test_EM_ABIL_3_only_what_cancels_stops_an_announced_siren_and_only_if_it_is_higher() -> None:
    game = give(start(SIREN), "p1: use siren")
    assert game.question is not None
    assert game.question.kind == "answer"
    assert list(map(str, game.question.options())) == ["pass", "answer griffin"]
    assert refused(game, "use cockatrice siren") == "EM-ABIL-3"
    assert refused(game, "answer cockatrice") == "EM-ABIL-3"
    assert refused(game, "answer salamander") == "EM-ABIL-6"
    give(game, "p2: answer griffin")
    assert creatures_of(game, 0) == {"siren": False}
    assert creatures_of(game, 1) == {"cockatrice": True, "salamander": True, "griffin": False}
    assert [len(player.hand) for player in game.table.players] == [2, 2]
    assert "EM-ABIL-4" in cited(game)
    kept = give(start(SIREN, variant="cancelled=kept"), "p1: use siren", "p2: answer griffin")
    assert creatures_of(kept, 0) == {"siren": True}


def test_EM_ABIL_7_an_unanswered_siren_begins_left_of_its_user_who_is_hit_last() -> None:
    game = give(start(SIREN), "p1: use siren", "p2: pass", "p2: discard E1", "p1: discard A1")
    assert [player.hand for player in game.table.players] == [["E3"], ["F8"]]
    assert game.table.pile == ["E1", "A1"]


def test_EM_WIN_3_of_a_wisp_and_a_boggart_declared_together_the_boggart_acts_and_the_wisp_never_draws() -> (
    None
):
    line = "p1 hand A1 has wisp; p2 hand E1 has boggart; to move p1 draw"
    game = start(line, cards="F1")
    give(game, "p1: draw", "p1: use wisp")
    assert creatures_of(game, 0) == {"wisp": True}, "declared, and not shown yet"
    assert game.view(1).declared_action == ""
    assert game.view(0).declared_action == "use wisp"
    give(game, "p2: use boggart wisp")
    assert creatures_of(game, 0) == {"wisp": False}
    assert game.table.players[0].hand == ["A1", "F1"]
    polled = start(line, cards="F1 F2", variant="window=poll")
    give(polled, "p1: draw", "p1: use wisp")
    assert polled.table.players[0].hand == ["A1", "F1", "F2"]


def test_EM_DECK_2_the_pile_is_shuffled_in_the_middle_of_a_draw_with_what_was_just_paid() -> None:
    line = "p1 hand A2 E3 F4 W5 A6; p2 hand E1; deck A9 E9 F9; pile W1; to move p1 conjure"
    game = position_game(f"ember: {line}")
    game.answer("conjure djinn A2 E3 F4 W5 A6")
    for card in ("A9", "E9", "F9"):
        assert game.table.pile
        game.answer(card)
    assert game.table.pile == []
    assert set(map(str, game.question.options())) == {"W1", "A2", "E3", "F4", "W5", "A6"}  # type: ignore[union-attr]
    game.answer("W1")
    game.answer("A2")
    assert len(game.table.players[0].hand) == 5
    assert "EM-DECK-2" in cited(game)


def test_EM_DECK_2_with_a_pile_just_shuffled_the_wyrmling_has_only_the_draw_deck() -> None:
    game = start("p1 hand A2 has wyrmling wisp; p2 hand E1; deck A9; pile W1", cards="A9")
    give(game, "p1: draw")
    assert game.table.pile == []
    while game.question is not None and game.question.kind == "respond":
        game.answer("use wisp" if game.question.player == 0 and creatures_of(game, 0)["wisp"] else "pass")
    assert game.table.players[0].hand == ["A2", "A9", "W1"] or isinstance(game.question, ChanceQuestion)
    assert all(entry.kind != "source" for entry in game.transcript)


def test_EM_TURN_7_a_djinn_that_is_flipped_at_seven_cards_costs_them_only_at_the_own_end() -> None:
    line = "p1 hand A1 * ; p2 hand E1 E2 E3 E4 F5 F6 F7 has djinn; to move p1 draw"
    game = give(start(line), "p1: archmage flip djinn")
    assert creatures_of(game, 1) == {"djinn": False}
    assert (len(game.table.players[1].hand), game.table.players[1].hand_limit) == (7, 5)
    give(game, "p1: stay")
    while game.question is not None and game.table.current == 0:
        game.answer("done" if game.question.kind == "conjure" else "pass")
    give(game, "p2: stay")
    while game.question is not None and game.question.kind != "discard":
        game.answer("done" if game.question.kind == "conjure" else "pass")
    give(game, "p2: discard E1 E2")
    assert len(game.table.players[1].hand) == 5


def test_EM_ABIL_1_a_gargoyle_guards_the_lesser_but_not_itself() -> None:
    game = start("p1 hand A1 *; p2 hand E1 has wisp gargoyle; to move p1 draw")
    assert refused(game, "archmage flip wisp") == "EM-ABIL-1"
    give(game, "p1: archmage flip gargoyle")
    assert creatures_of(game, 1) == {"wisp": True, "gargoyle": False}


def test_EM_ARCH_4_the_fourth_archmage_of_a_turn_is_refused() -> None:
    line = "p1 hand * A1 has wisp:down wyrmling; p2 hand E1; to move p1 draw"
    game = start(line)
    for _ in range(3):
        give(game, "p1: archmage revive wisp", "p1: use wisp", "p1: from pile")
    assert game.table.players[0].hand == ["*", "A1"]
    while game.question is not None and game.question.kind != "draw":
        game.answer("pass")
    assert refused(game, "archmage revive wisp") == "EM-ARCH-4"


def test_EM_ABIL_6_a_dryad_revives_neither_a_unicorn_nor_itself() -> None:
    line = "p1 hand A1 has dryad{} unicorn{} wisp:down; p2 hand E1; to move p1 draw"
    game = start(line.format("", ":down"))
    assert refused(game, "use dryad unicorn") == "EM-ABIL-6"
    assert refused(game, "use dryad dryad") in ("EM-ABIL-6", "EM-ABIL-7")
    give(start(line.format("", ":down")), "p1: use dryad wisp")
    game = give(start(line.format(":down", "")), "p1: use unicorn dryad")
    assert creatures_of(game, 0) == {"dryad": True, "unicorn": False, "wisp": False}


CALL = "p1 hand A1 has pegasus gorgon djinn wisp; p2 hand * {}; to move p1 draw"


def test_EM_CALL_4_a_right_call_stands_though_the_caller_falls_below_later() -> None:
    line = CALL.format("has leviathan cerberus sprite salamander:down-1")
    game = start(line)
    assert game.table.players[0].total == 30
    assert game.table.players[1].total == 29
    give(game, "p1: call", "p2: archmage flip pegasus")
    while game.question is not None:
        game.answer("pass")
    assert game.result.totals == (28, 29)
    assert (game.result.winner, game.result.end_reason) == (1, "call")
    assert {"EM-CALL-2", "EM-CALL-5"} <= set(cited(game))


def test_EM_CALL_3_after_a_call_nobody_passes_for_a_turn_draws_or_conjures() -> None:
    game = give(start(CALL.format("has siren")), "p1: call")
    before = game.table.key()
    with pytest.raises(BadAnswer):
        game.answer("turn")
    assert refused(game, "draw") == "EM-CALL-3"
    assert refused(game, "call") == "EM-CALL-1"
    assert game.table.key() == before
    game.answer("pass")


def test_EM_CALL_6_a_wrong_call_marks_what_is_there_and_the_game_goes_on() -> None:
    line = "p1 hand A5 A6 has cerberus leviathan sprite wisp; p2 hand E1; to move p1 draw"
    game = start(line)
    assert game.table.players[0].total == 28
    assert "call" not in list(map(str, game.question.options()))  # type: ignore[union-attr]
    give(game, "p1: call")
    assert [owned.points for owned in game.table.players[0].owned] == [11, 12, 1, 0]
    assert creatures_of(game, 0)["wisp"]
    assert refused(game, "call") == "EM-CALL-6"
    give(game, "p1: turn", "p1: stay", "p1: conjure imp A5 A6")
    assert game.table.players[0].find_creature("imp").points == 1
    flipped = give(start(line, variant="zero_flips=true"), "p1: call")
    assert not creatures_of(flipped, 0)["wisp"]


@pytest.mark.parametrize(
    ("first", "second", "tie", "winners"),
    [
        ("A13 A2", "* A9", "sum", (0,)),
        ("A13 A2", "* A9", "best", (0,)),
        ("A9 A6", "F9 F6", "sum", (0, 1)),
        ("A3", "*", "sum", (0, 1)),
        ("A4", "*", "sum", (0,)),
        ("A2", "*", "sum", (1,)),
        ("A13 A12", "E13 E11 F2", "sum", (1,)),
        ("A10 A2 A1", "F9 F5", "sum", (1,)),
        ("A10 A2 A1", "F9 F5", "best", (0,)),
    ],
)
def test_EM_CALL_5_equal_totals_are_decided_by_the_hands(
    first: str, second: str, tie: str, winners: tuple[int, ...]
) -> None:
    own, other = (
        "gorgon cerberus golem",
        "salamander manticore griffin:down-5 hydra sprite:down gargoyle:down",
    )
    game = start(
        f"p1 hand {first} has {own}; p2 hand {second} has {other} dryad:down-3; to move p1 draw",
        variant=f"tie={tie} call_arch=false",
    )
    assert [player.total for player in game.table.players] == [31, 31]
    give(game, "p1: call")
    while game.question is not None:
        game.answer("pass")
    assert game.result.winners == winners
    assert game.result.winner == (winners[0] if len(winners) == 1 else None)
