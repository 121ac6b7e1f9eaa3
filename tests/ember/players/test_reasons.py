"""The reasons of hints: drawbacks of the advice are named, and the use of an ability says what it changes."""

from __future__ import annotations

import pytest
from ember.at_the_table import start

from twingkit.core.rulebook import Ruling
from twingkit.ember.players.lookahead import candidate_answers
from twingkit.ember.players.reasons import exact_reason
from twingkit.ember.rules.acts import Call, Pass, PassTurn, Stay
from twingkit.players.lookahead.ratings import AnswerRatings, rate_answers_by_playouts


def why(line: str, answer: str, *others: str) -> Ruling | None:
    """Return the reason for an answer at a table, rated beside others."""
    game = start(line)
    return exact_reason(
        game, rate_answers_by_playouts(game, playout_count=1, candidate_answers=[answer, *others]), answer
    )


def test_EM_TURN_2_to_keep_the_hand_is_compared_with_every_discard() -> None:
    game = start("p1 hand * E1 W2 A3 W3; p2 hand 5; to move p1 draw")
    assert Stay() in candidate_answers(game)


def test_EM_CALL_3_after_a_call_no_archmage_is_kept_to_pay() -> None:
    game = start("p1 hand * A2 has imp:down djinn hydra pegasus; p2 hand 3; to move p1 conjure")
    game.answer("call")
    assert list(map(str, game.question.options())) == ["pass", "archmage revive imp"]
    assert exact_reason(game, AnswerRatings(0, (), {}), "pass") is None


def test_EM_CALL_2_a_sure_call_is_advised_before_answers_that_win_as_surely() -> None:
    game = start("p1 hand * A2 has phoenix leviathan imp siren; p2 hand 3; to move p1 conjure")
    while game.question.kind != "respond":
        game.answer("done" if game.question.kind == "conjure" else "stay")
    first, *others = candidate_answers(game)
    assert first == Call()
    assert PassTurn() not in others
    assert Pass() in others


@pytest.mark.parametrize("hand", ["A4 W4 F9 E11 A2", "E5 A5 F9 W12 W13"])
def test_EM_TURN_2_the_reason_for_a_discard_holds_for_no_other_discard(hand: str) -> None:
    because = [why(f"p1 hand {hand}; p2 hand 3; to move p1 draw", f"draw {card}") for card in hand.split()]
    given = [ruling for ruling in because if ruling is not None]
    assert given
    for ruling in given:
        assert ruling.facts["chance"].value > ruling.facts["most"].value  # type: ignore[attr-defined]
        counted = "of the {unseen} cards you cannot see ({deck} in the deck)".format_map(ruling.facts)
        assert counted in ruling.text("en")
        listed = ruling.text("en").partition(f" {ruling.facts['n']} (")[2].partition(")")[0]
        named = [each.partition("× ") for each in listed.split(", ")] if listed else []
        assert sum(int(count) if name else 1 for count, _, name in named) in (0, ruling.facts["n"])
        assert named or ruling.facts["n"] > 8  # type: ignore[operator]
        share = ruling.facts["n"] / ruling.facts["unseen"]  # type: ignore[operator]
        assert ruling.facts["chance"].value == pytest.approx(share)  # type: ignore[attr-defined]
