"""The call: after a wrong one, one that has become wrong, a failed count, and one out of turn."""

from __future__ import annotations

import pytest
from ember.at_the_table import (
    allowed_answers,
    cited,
    creatures_of,
    give,
    pass_until,
    pending_question,
    refused,
    start,
)

from twingkit import Game
from twingkit.core.messages import Fault
from twingkit.core.questions import Refusal
from twingkit.core.record import RecordError
from twingkit.ember.rules.acts import Call


def test_EM_CALL_6_who_called_wrongly_conjures_and_then_calls_rightly() -> None:
    line = "p1 hand A6 E6 F6 * has cerberus gorgon pegasus:down; p2 hand E1; to move p1 draw"
    game = start(line)
    assert game.table.players[0].total == 29
    give(game, "p1: call")
    assert game.table.players[0].total == 26
    assert refused(game, "call") == "EM-CALL-6"
    give(game, "p1: turn", "p1: stay", "p1: conjure phoenix A6 E6 F6 *")
    assert game.table.players[0].total == 39
    give(game, "p1: call")
    pass_until(game)
    assert (game.result.winner, game.result.end_reason) == (0, "call")
    assert "EM-CALL-2" in cited(game)


def test_EM_WIN_3_a_declared_call_that_has_become_wrong_is_dropped_and_asked_anew() -> None:
    """Basilisk puts two marks on Wyrmling before the call comes: 30 Victory Points have become 28."""
    has = "wyrmling cerberus pegasus sprite wisp:down-1"
    game = start(f"p1 hand A1 A3 has basilisk; p2 hand W1 has {has}; to move p1 draw")
    assert game.table.players[1].total == 30
    give(game, "p1: stay", "p1: use basilisk wyrmling", "p2: call", "p2: pass")
    assert game.table.players[1].total == 28
    assert [owned.minus_marks for owned in game.table.players[1].owned] == [2, 0, 0, 0, 1], (
        "only those of Basilisk"
    )
    assert not game.table.declared_actions
    assert "EM-CALL-6" not in cited(game)
    assert not game.table.players[1].has_called_wrongly


def test_EM_WIN_3_who_is_asked_anew_may_do_something_else() -> None:
    line = "p1 hand A1 A3 has basilisk; p2 hand W1 has wyrmling cerberus pegasus imp wisp; to move p1 draw"
    game = give(start(line), "p1: stay", "p1: use basilisk wyrmling", "p2: call", "p2: pass")
    assert game.table.players[1].total == 28
    assert pending_question(game) == ("p2", "respond")
    assert "call" not in allowed_answers(game)
    give(game, "p2: use imp p1")
    assert creatures_of(game, 1)["imp"] is False


def test_EM_WIN_3_a_declared_call_that_was_wrong_from_the_start_stays_declared() -> None:
    line = "p1 hand A1 A3 has basilisk; p2 hand W1 has wyrmling cerberus pegasus imp; to move p1 draw"
    game = give(start(line), "p1: stay", "p1: use basilisk wyrmling", "p2: call", "p2: pass")
    assert "EM-CALL-6" in cited(game)
    assert [owned.minus_marks for owned in game.table.players[1].owned] == [3, 1, 1, 1]


def failing(step: str, hand: str = "A1 A3") -> Game:
    """Return a game in which the first player has exactly 30 Victory Points, and 28 once Pegasus is
    flipped."""
    line = f"p1 hand {hand} has pegasus gorgon djinn wisp; p2 hand * E8 has sprite; to move p1 {step}"
    return start(line, variant="judge=count")


def after_failed_call(game: Game) -> Game:
    """Let the first player call, lose Pegasus' bonus in the last round, and everybody pass."""
    give(game, "p1: call", "p2: archmage flip pegasus")
    while game.question is not None and game.table.step == "call":
        game.answer("pass")
    assert "EM-CALL-4" in cited(game)
    assert game.table.players[0].has_called_wrongly
    return game


def test_EM_CALL_4_after_a_failed_count_the_caller_still_has_the_whole_turn() -> None:
    """A call before step 1: the caller draws, conjures and ends the turn; the current count of turns
    stays."""
    game = after_failed_call(failing("draw"))
    assert game.table.players[0].total == 24
    while pending_question(game)[1] == "respond":
        game.answer("pass")
    assert pending_question(game) == ("p1", "draw")
    assert (game.table.turn, game.table.current) == (1, 0)
    assert refused(game, "call") == "EM-CALL-6"
    give(game, "p1: draw")
    pass_until(game, "conjure")
    assert pending_question(game) == ("p1", "conjure")
    give(game, "p1: done")
    pass_until(game, "draw")
    assert pending_question(game) == ("p2", "draw")
    assert game.table.turn == 2


def test_EM_CALL_4_after_a_failed_count_a_turn_goes_on_in_its_second_step() -> None:
    game = after_failed_call(failing("conjure", "A6 A7 F1"))
    pass_until(game, "conjure")
    assert pending_question(game) == ("p1", "conjure")
    give(game, "p1: conjure imp A6 A7")
    assert creatures_of(game, 0)["imp"]


def test_EM_CALL_4_after_a_failed_count_a_hand_is_discarded_down_at_the_end_of_the_turn() -> None:
    game = after_failed_call(failing("conjure", "A1 E3 F5 W7 A9 E11 F13 W2"))
    assert game.table.players[0].hand_limit == 7
    pass_until(game, "conjure")
    give(game, "p1: done")
    pass_until(game, "discard", "draw")
    assert pending_question(game) == ("p1", "discard")
    give(game, "p1: discard A1")
    assert pending_question(game) == ("p2", "draw")


def test_EM_CALL_4_a_call_in_anothers_window_gives_that_turn_back() -> None:
    line = "p1 hand * A6 A7 has sprite; p2 hand E8 has pegasus gorgon djinn wisp; to move p1 draw"
    game = start(line, variant="judge=count")
    give(game, "p1: stay", "p2: call", "p1: archmage flip pegasus")
    while game.table.step == "call":
        game.answer("pass")
    assert game.table.current == 0
    pass_until(game, "conjure")
    assert pending_question(game) == ("p1", "conjure")
    give(game, "p1: conjure imp A6 A7")
    assert game.table.turn == 1


def test_EM_CALL_4_the_archmages_of_the_turn_are_counted_on_after_a_failed_count() -> None:
    """EM-ARCH-4: the round of the call counts as a turn of its own."""
    line = "p1 hand * * A1 has pegasus gorgon djinn wisp:down; p2 hand * E8 has sprite; to move p1 draw"
    game = start(line, variant="judge=count")
    give(game, "p1: archmage revive wisp", "p1: call", "p2: pass", "p2: archmage flip pegasus")
    while game.table.step == "call":
        game.answer("pass")
    assert game.table.archmages_used == 1


@pytest.mark.parametrize("step", ["draw", "conjure"])
def test_EM_CALL_4_a_failed_count_replays_copies_and_goes_back(step: str) -> None:
    game = after_failed_call(failing(step))
    assert Game.replay(game.record).table.key() == game.table.key()
    assert game.copy().table.key() == game.table.key()
    game.undo()
    game.answer("pass")
    assert Game.replay(game.record).table.key() == game.table.key()


HEAD = "twingkit-record 1\ngame ember.position\n"
UNASKED = "ember: p1 hand A6 E6{}; p2 hand W5 has dryad:down; p3 hand F5 F7 has sprite; to move p1 draw\n"


def replayed(*answers: str, has: str = "") -> Game:
    return Game.replay(HEAD + UNASKED.format(has) + "\n".join(answers) + "\n")


@pytest.mark.parametrize("has", ["", " has wisp"])
def test_EM_CALL_6_a_wrong_call_of_who_is_not_asked_can_be_recorded(has: str) -> None:
    """No menu offers it, so the third player has no question: at the table the call was heard all the
    same."""
    game = replayed("p1: stay", "p3: call", "p1: conjure gnome A6 E6", "p1: card A1", "p1: card A2", has=has)
    assert "EM-CALL-6" in cited(game)
    assert [owned.minus_marks for owned in game.table.players[2].owned] == [1]
    assert "gnome" in creatures_of(game, 0)
    entry = next(entry for entry in game.transcript if entry.answer == "call")
    assert (entry.player, entry.seat) == (2, "p3")
    assert "\np3: call\n" in game.record
    assert Game.replay(game.record).record == game.record
    assert game.copy().record == game.record
    again = Game.replay(game.record)
    again.undo(2)
    assert "p3: call" in again.record


def test_EM_CALL_6_such_a_call_is_typed_with_its_seat_and_refused_the_second_time() -> None:
    game = replayed("p1: stay")
    assert pending_question(game) == ("p1", "conjure")
    assert not [answer for answer in allowed_answers(game) if "call" in answer]
    game.give_answers("p3: call")
    assert pending_question(game) == ("p1", "conjure")
    with pytest.raises(Refusal) as no:
        game.give_answers("p3: call")
    assert no.value.rule == "EM-CALL-6"
    with pytest.raises(RecordError) as stopped:
        replayed("p1: stay", "p3: call", "p3: call")
    assert stopped.value.rule == "EM-CALL-6"


def test_EM_WIN_3_an_unasked_call_is_declared_like_any_other_and_ranks_last() -> None:
    game = replayed("p1: stay", "p3: call", has=" has wisp")
    assert game.table.players[2].owned[0].minus_marks == 0
    assert game.table.declared_actions == {2: Call()}
    assert [game.view(seat).declared_action for seat in range(3)] == ["", "", "call"]
    game.answer("use wisp")
    assert game.question is not None
    assert game.question.kind == "card"


@pytest.mark.parametrize(
    "answers", [("p1: stay", "p2: done"), ("p3: use imp p1",), ("p9: call",), ("p1: stay", "p3: stay")]
)
def test_EM_CALL_6_only_a_call_is_said_by_who_is_not_asked(answers: tuple[str, ...]) -> None:
    with pytest.raises(RecordError):
        replayed(*answers)


def test_EM_CALL_3_in_the_last_round_nobody_calls() -> None:
    line = "p1 hand A5 has phoenix dragon siren; p2 hand * has imp; p3 hand E1; to move p1 draw"
    game = give(start(line), "p1: call")
    with pytest.raises((Fault, Refusal)):
        game.give_answers("p3: call")
