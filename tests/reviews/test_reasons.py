"""Each mistake has its reason, and each moment says whose turn it is."""

from __future__ import annotations

import pytest

from twingkit import ember
from twingkit.core.language import call_in_language
from twingkit.learn.reviews import Review
from twingkit.learn.reviews.answers import answer_sentences_of
from twingkit.learn.reviews.curve import CurvePoint, WinChanceChange
from twingkit.learn.reviews.sentences import change_sentence, estimate_sentences
from twingkit.players import policies
from twingkit_widgets.learn.review.parts import mistake_html


@pytest.fixture(scope="module")
def worked() -> Review:
    """Return the review of a game of Ember with mistakes, for the first player."""
    record = policies.play(ember.new_game(2, seed=3), ["random", "greedy"], seed=1).record
    worked = Review(record)
    worked.set_reader("p1")
    worked.run()
    return worked


def test_every_mistake_says_a_fact_or_how_its_chances_arose(worked: Review) -> None:
    marked = [row for row in worked.rows if row.mark]
    assert {row.player for row in marked} >= {1}
    for row in marked:
        assert 'class="tk-small"' in str(mistake_html(worked, row, False, None))
        how, *expected = estimate_sentences(worked, row)
        assert f"{row.playouts} times" in how
        is_expected = worked.decision_at(row.place).is_expected and row.player == 1
        assert bool(expected) == is_expected


def test_every_answer_that_was_tried_is_listed_with_its_tries(worked: Review) -> None:
    rows = [row for row in worked.rows if row.mark and len(worked.tries(row)) > len(row.answers)]
    assert rows
    for row in rows:
        tries = worked.tries(row)
        assert [*tries][: len(row.answers)] == [*row.answers]
        counts = [*tries.values()]
        assert counts == sorted(counts, reverse=True)
        shown = str(mistake_html(worked, row, False, None))
        assert "has not tried any other options" in shown
        assert shown.count(">dropped<") == len(tries) - len(row.answers)


@pytest.mark.parametrize(
    ("lang", "own", "other"),
    [
        ("en", "Round 1, turn 1 (you to move)", "Round 1, turn 1 (player 2 to move)"),
        ("de", "Runde 1, Zug 1 (am Zug: du)", "Runde 1, Zug 1 (am Zug: Person 2)"),
    ],
)
def test_a_moment_says_whose_turn_it_is(lang: str, own: str, other: str) -> None:
    game = ember.new_game(2, seed=3)
    assert game.table.current == 1
    sentences = answer_sentences_of(game)
    assert call_in_language(lang, sentences.moment_text, game, 1) == own
    assert call_in_language(lang, sentences.moment_text, game, 0) == other


def test_a_change_with_several_causes_names_the_largest_step(worked: Review) -> None:
    points = tuple(
        CurvePoint(moment.answer_count, 1, moment.last_answer, (chance, 1 - chance), (0.0, 0.0),
                   (jump, -jump), number, number - 1, 0)
        for (number, moment), chance, jump in zip(
            [*enumerate(worked.moments.curve_moments)][1:4], (0.2, 0.3, 0.6), (0.0, 0.1, 0.3), strict=True
        )
    )  # fmt: skip
    said = change_sentence(worked, WinChanceChange(1, points, True))
    assert "Several steps together; the biggest of them – " in said
