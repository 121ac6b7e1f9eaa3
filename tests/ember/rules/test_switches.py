"""Switches that a short scene cannot show completely: orders, answers to answers, ties."""

from __future__ import annotations

import pytest
from ember.at_the_table import creatures_of

from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Refusal
from twingkit.ember.starts import position_game


def begin_variant(line: str, variant: str, *answers: str) -> Game:
    """Return a game from a position in a variant, after some answers; every card is typed."""
    return position_game(f"ember: {line}", variant=variant, rolls="ask").give_answers(*answers)


def test_EM_DECK_4_in_the_variant_the_owner_lays_one_card_after_another() -> None:
    game = begin_variant("p1 hand A6 E4 *; p2 hand W1; pile F9", "pile_order=owner", "refresh")
    question = game.question
    assert question is not None
    assert (question.kind, question.player) == ("lay", 0)
    assert sorted(map(str, question.options())) == ["lay *", "lay A6", "lay E4"]
    with pytest.raises(Refusal) as no:
        game.answer("lay F9")
    assert no.value.rule == "EM-DECK-4"
    game.give_answers("lay A6", "lay *")
    assert game.table.pile == ["F9", "A6", "*", "E4"], "the last one needs no answer"
    fixed = begin_variant("p1 hand A6 E4 *; p2 hand W1; pile F9", "box", "refresh")
    assert fixed.table.pile == ["F9", "*", "E4", "A6"]


def test_EM_DECK_4_one_card_or_equal_ones_are_not_asked_for() -> None:
    game = begin_variant("p1 hand * *; p2 hand W1", "pile_order=owner", "refresh")
    assert game.table.pile == ["*", "*"]
    game = begin_variant("p1 hand A1 A3 A5 A7 A9; p2 hand W1", "pile_order=owner", "draw A1")
    assert game.table.pile == ["A1"]


def test_EM_DECK_4_whoever_has_to_discard_lays_in_that_players_order() -> None:
    line = "p1 hand A1 has titan; p2 hand E1 E3 E5 E7 E9; to move p1 draw"
    game = begin_variant(line, "pile_order=owner", "use titan p2", "stay")
    while game.question is not None and game.table.current == 0:
        game.answer("done")
    game.give_answers("stay", "done", "p2: discard E1 E3", "p2: lay E3")
    assert game.table.pile == ["E3", "E1"]


COUNTER = "p1 hand A1 has imp cerberus; p2 hand W1 W3 has griffin gorgon:down; p3 hand F1 has salamander"


def test_EM_ABIL_5_an_answer_is_not_answered_and_in_the_variant_it_is_by_what_is_higher() -> None:
    plain = begin_variant(COUNTER, "box", "use imp p2", "answer griffin", "p3: pass")
    assert creatures_of(plain, 0) == {"imp": False, "cerberus": True}
    game = begin_variant(COUNTER, "answer_depth=2", "use imp p2", "p2: answer griffin", "p3: pass")
    question = game.question
    assert question is not None
    assert (question.kind, question.player) == ("answer", 0), "player 3 has nothing above a Griffin"
    assert list(map(str, question.options())) == ["pass", "answer cerberus"]
    assert creatures_of(game, 1)["griffin"], "announced, and not turned down yet"
    game.give_answers("answer cerberus")
    assert creatures_of(game, 0) == {"imp": True, "cerberus": False}, (
        "the Imp may still be cancelled by player 3"
    )
    game.give_answers("p3: pass", "p2: discard W1")
    assert creatures_of(game, 0) == {"imp": False, "cerberus": False}
    assert not creatures_of(game, 1)["griffin"], "a cancelled creature is turned down all the same"


def test_EM_ABIL_5_in_the_variant_an_answer_to_an_answer_is_not_answered() -> None:
    line = "p1 hand A1 A3 has imp gorgon; p2 hand W1 W3 has griffin cerberus; to move p1 draw"
    game = begin_variant(line, "answer_depth=2", "use imp p2", "p2: answer griffin", "p1: answer gorgon")
    assert creatures_of(game, 1) == {"griffin": False, "cerberus": True}
    assert game.question is not None
    assert (game.question.kind, game.question.player) == ("answer", 1), "the Imp itself can be answered still"
    game.give_answers("pass", "p2: discard W1")


def test_EM_ABIL_4_what_is_cancelled_and_kept_may_answer_again() -> None:
    line = "p1 hand A1 A3 has imp cerberus; p2 hand W1 W3 has griffin; to move p1 draw"
    game = begin_variant(
        line, "answer_depth=2 cancelled=kept", "use imp p2", "answer griffin", "p1: answer cerberus"
    )
    assert creatures_of(game, 1) == {"griffin": True}
    game.give_answers("p2: answer griffin")
    assert creatures_of(game, 0) == {"imp": True, "cerberus": False}
    assert creatures_of(game, 1) == {"griffin": False}


def test_EM_ABIL_3_whom_a_use_passes_by_may_still_cancel_it_for_the_others() -> None:
    line = "p1 hand A1 has siren; p2 hand E1 has manticore griffin; p3 hand F8; to move p1 draw"
    game = begin_variant(line, "box", "use siren", "answer manticore")
    assert game.question is not None
    assert list(map(str, game.question.options())) == ["pass", "answer griffin"]
    game.answer("answer griffin")
    assert [len(player.hand) for player in game.table.players] == [1, 1, 1]


TIE = "p1 hand A6 A9 has wisp; p2 hand W5 has imp; p3 hand F5 has gnome; pile E9; to move p2 draw"


def test_EM_WIN_4_in_the_variant_the_active_player_says_who_of_equals_is_first() -> None:
    acts = ("stay", "p2: use imp p1", "p3: use gnome", "p1: use wisp")
    game = begin_variant(TIE, "equal=ask", *acts)
    question = game.question
    assert question is not None
    assert (question.kind, question.player) == ("first", 1)
    assert list(map(str, question.options())) == ["first p2", "first p3", "first p1"]
    for answer, wrong in (("first p4", Refusal), ("pass", Refusal)):
        with pytest.raises((wrong, BadAnswer)):
            game.answer(answer)
    ruling_texts = [ruling.text() for ruling in game.latest_rulings if ruling.rule == "EM-WIN-4"]
    assert len(ruling_texts) == 3, "who decides sees what each wants"
    game.give_answers("first p1", "p1: card A2")
    assert game.question is not None
    assert game.question.kind == "first", "two of them are left"
    plain = begin_variant(TIE, "box", *acts)
    assert plain.table.pile == ["E9"], "the Imp of the active player comes first"
    assert plain.question is not None
    assert plain.question.kind == "discard"


def test_EM_WIN_4_the_highest_is_first_without_a_question_and_a_call_last() -> None:
    line = "p1 hand A6 has boggart; p2 hand W5 has imp; p3 hand F5 has phoenix dragon siren:down"
    game = begin_variant(line, "equal=ask", "stay", "use boggart imp", "p2: use imp p1", "p3: call")
    assert not creatures_of(game, 1)["imp"]
    assert game.table.caller == 2


def test_EM_WIN_4_answers_that_are_equal_are_settled_the_same_way() -> None:
    line = "p1 hand A1 has imp; p2 hand W1 has griffin; p3 hand F1 has gorgon-1; to move p1 draw"
    game = begin_variant(
        line, "equal=ask rank=current", "use imp p2", "p2: answer griffin", "p3: answer gorgon"
    )
    assert creatures_of(game, 2) == {"gorgon": False}, "8 is more than 6"
    line = line.replace("gorgon-1", "gorgon-3")
    game = begin_variant(
        line, "equal=ask rank=current", "use imp p2", "p2: answer griffin", "p3: answer gorgon"
    )
    assert game.question is not None
    assert (game.question.kind, game.question.player) == ("first", 0)
    game.answer("first p3")
    assert (creatures_of(game, 1), creatures_of(game, 2)) == ({"griffin": True}, {"gorgon": False})
