"""Reviews of records from a real table: unknown cards are dealt at random, and none of them is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from twingkit import Game, policies, twing
from twingkit.core.slices import finish
from twingkit.learn.reviews import Review
from twingkit.learn.reviews.moments import Decision, ReviewMoments
from twingkit.learn.reviews.reason import UnratedReason
from twingkit.learn.reviews.report import review_report_lines
from twingkit.learn.reviews.reviewing import UNKNOWN_HAND_REASON
from twingkit.learn.reviews.unknown_cards import DEAL_COUNT, has_unknown_cards, moments_with_unknown_cards
from twingkit.players.lookahead import lookahead_of
from twingkit.referee import onlooker_record, referee_rules_for_start
from twingkit_widgets.learn.review.review_panel import ReviewPanel

GOLDEN = Path(__file__).parents[1] / "golden" / "records" / "ember-game-of-three.record"


def typed(game: Game, lines: int) -> str:
    """Return the record that an onlooker has typed after this number of lines."""
    return "\n".join(onlooker_record(game).splitlines()[:lines]) + "\n"


@pytest.fixture(scope="module")
def of_ember() -> str:
    return typed(Game.replay(GOLDEN.read_text(encoding="utf-8")), 48)


@pytest.fixture(scope="module")
def of_twing() -> str:
    return typed(policies.play(twing.new_game(2, seed=23), ["greedy", "greedy"]), 70)


@pytest.fixture(scope="module")
def moments(of_ember: str) -> ReviewMoments:
    return finish(moments_with_unknown_cards(of_ember))


def test_only_a_record_with_unknown_or_shown_cards_is_one_of_a_real_table(of_ember: str) -> None:
    assert has_unknown_cards(of_ember)
    assert has_unknown_cards(
        of_ember.replace("card ?", "card E2").replace("give ?", "give E2") + "p1: shows E2\n"
    )
    assert not has_unknown_cards(GOLDEN.read_text(encoding="utf-8"))


def test_every_deal_fits_what_was_typed_and_they_differ(moments: ReviewMoments) -> None:
    assert moments.has_dealt_cards
    assert len(moments.decisions) > 5
    for decision in moments.decisions:
        assert len(decision.possible_games) == DEAL_COUNT
        assert len({world.start.seat(world.question.player) for world in decision.possible_games}) == 1
        for world in decision.possible_games:
            question = world.question
            assert question is not None
            assert question.refusal(question.parse_answer(decision.answer)) is None
    last = moments.decisions[-1]
    assert (
        len({tuple(tuple(player.hand) for player in world.table.players) for world in last.possible_games})
        > 1
    )


def test_what_was_shown_later_is_not_known_when_an_answer_is_rated(moments: ReviewMoments) -> None:
    """A card that another player showed later may be elsewhere in the playouts."""
    review_of = moments.decisions
    elsewhere = 0
    for decision in review_of:
        for later in review_of:
            if later.seat == decision.seat or later.answer_index <= decision.answer_index:
                continue
            hand = decision.game.table.players[later.seat].hand
            shown = {card for card in later.known_cards if card in hand}
            elsewhere += _dealt_elsewhere(decision, later.seat, shown)
    assert elsewhere > 0


def _dealt_elsewhere(decision: Decision, other: int, shown: set[str]) -> int:
    dealt = lookahead_of(decision.game).sample_hidden_information(decision.game, decision.seat, 7)
    return len(shown - set(dealt.table.players[other].hand))


def test_a_typed_game_of_Ember_is_rated_by_cards_that_are_known(of_ember: str) -> None:
    review = Review(of_ember)
    review.run()
    assert review.rows
    unrated = [
        UnratedReason.from_fault(one.unrated_reason)
        for one in review.moments.decisions
        if one.unrated_reason is not None
    ]
    assert all(why in [UNKNOWN_HAND_REASON, *unrated] for why in review.unrated_reasons.values())
    needs = referee_rules_for_start(review.moments.game.start).named_hand_cards
    for row in review.rows:
        decision = review.decision_at(row.place)
        assert f"{row.answer}\n" in of_ember
        assert all(decision.known_cards.issuperset(needs(answer)) for answer in row.answers)
        assert len(row.answers) > 1
    assert any("each deal fits the record" in line for line in review_report_lines(review))
    assert len(review.rows) + len(review.unrated_reasons) == len(review.moments.decisions)
    again = Review.resume(review.to_json())
    assert again.rows == review.rows


def test_a_typed_game_of_Twing_is_rated_and_its_curve_is_known(of_twing: str) -> None:
    review = Review(of_twing)
    assert not review.is_over
    for number in range(0, len(review.moments.decisions), 3):
        finish(review._rate(number))
    finish(review._play_on_from(len(review.moments.curve_moments) - 1))
    assert review.rows
    assert not any(row.exact for row in review.rows)
    assert all(abs(sum(shares) - 1) < 1e-9 for shares in review.chances[-1])


def test_a_broken_typed_record_says_its_line(of_twing: str) -> None:
    with pytest.raises(ValueError, match="line"):
        Review(of_twing + "p1: fly\n")


def test_the_page_of_a_typed_record_leads_to_no_position_with_cards_that_nobody_saw(of_ember: str) -> None:
    panel = ReviewPanel(record=of_ember)
    assert panel.error is None
    assert "each deal fits the record" in panel.html
    assert "game=" not in panel.html
    assert panel.review is not None
    panel.do("review", {"record": of_ember + "p9: fly\n"})
    assert panel.error is not None
    assert panel.review.record == of_ember
