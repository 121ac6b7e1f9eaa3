"""A hint, a review and a second try of the same position rate the same answers by the same games."""

from __future__ import annotations

from functools import cache
from operator import eq
from typing import Any

import pytest

from twingkit import ember, imajica, imperium, twing
from twingkit.core.play import Game
from twingkit.core.questions import ChanceQuestion
from twingkit.core.slices import finish
from twingkit.learn.reviews import Review
from twingkit.learn.reviews.rows import RatedDecision
from twingkit.players.lookahead import AnswerRatings, rate_candidates
from twingkit.players.lookahead.explanation import Explanation
from twingkit.players.lookahead.ratings import answers_to_rate
from twingkit.players.policies import computer_player
from twingkit_widgets.ember.play.panel import EmberPlayPanel
from twingkit_widgets.imajica.play.panel import ImajicaPlayPanel
from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel
from twingkit_widgets.learn.review.parts import record_up_to
from twingkit_widgets.site.page import page
from twingkit_widgets.table.play.beside.rated_hint import explained_answer, hinted_answer
from twingkit_widgets.table.play.play_game import PlayDesign
from twingkit_widgets.twing.play.panel import PlayPanel

GAMES: dict[str, tuple[Any, Any, int]] = {
    "twing": (lambda: twing.new_game(2, seed=3), PlayPanel, 60),
    "imperium": (lambda: imperium.new_game("short", seed=2), ImperiumPlayPanel, 40),
    "ember": (lambda: ember.new_game(2, seed=5), EmberPlayPanel, 40),
    "imajica": (lambda: imajica.new_game(2, seed=4), ImajicaPlayPanel, 60),
}
"""The start of each game, its play page, and the number of answers in the review."""

DECISIONS = 6
"""The number of decisions of each game to compare."""


@cache
def reviewed(name: str) -> tuple[Review, list[tuple[RatedDecision, AnswerRatings]]]:
    """Return the review of the beginning of a game, with the ratings of a hint at some of its decisions."""
    begin, _, answers = GAMES[name]
    game: Game = begin()
    players = [computer_player(game.start, player, 1) for player in ("random", "greedy", "random")]
    while len(game) < answers and (question := game.question) is not None:
        if isinstance(question, ChanceQuestion):
            game.roll()
        else:
            game.answer(players[question.player](game))
    worked, compared = Review(game.record), []
    worked.set_reader("p1")
    for number in reversed(range(len(worked.moments.decisions))):
        decision = worked.moments.decisions[number]
        if decision.seat or len(answers_to_rate(decision.game, worked.lookahead)) < 2:
            continue
        if decision.unrated_reason is None and (rated := rate_candidates(decision.game)) is not None:
            finish(worked._rate(number))
            finish(worked._settle(number))
            compared.append((next(row for row in worked.rows if row.place == len(decision.game) + 1), rated))
        if len(compared) == DECISIONS:
            break
    return worked, compared


@pytest.mark.parametrize("name", GAMES)
def test_the_best_answer_of_a_hint_is_that_of_a_review_with_the_same_games(name: str) -> None:
    worked, compared = reviewed(name)
    assert len(compared) == DECISIONS
    assert any(row.best != row.answer for row, _ in compared)
    for row, rated in compared:
        decision = worked.decision_at(row.place)
        shares = worked.shares[worked.moments.decisions.index(decision)]
        for answer, played in rated.win_shares_by_answer.items():
            assert all(map(eq, played, shares[answer])), "the same deals and dice"
        if row.best != row.answer:
            assert row.best == rated.best.answer
            assert row.win_best == rated.best.win_probability
        elif row.answer in rated:
            assert row.win >= rated.best.win_probability


def test_the_answer_of_a_hint_is_never_called_a_mistake() -> None:
    pairs = [pair for name in GAMES for pair in reviewed(name)[1]]
    followed = [row for row, rated in pairs if row.answer == rated.best.answer]
    assert followed
    assert not any(row.mark or row.is_unclear for row in followed)


def test_whoever_follows_every_hint_of_a_first_game_makes_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlayDesign, "hint_seconds", None)
    panel = page("ember-first", "seed=3").panels[0]
    panel.do("first_start")
    while not panel.match.game.over:
        panel.do("answer", hinted_answer(panel.match)) if panel.match.question else panel.do("go_on")
    worked = Review(panel.match.game.record, is_first_game=True)
    worked.set_reader("p1")
    worked.run()
    own = [row for row in worked.rows if row.player == 1]
    assert len(own) > 10
    assert not any(row.mark or row.is_unclear for row in own)


@pytest.mark.parametrize("name", GAMES)
def test_a_position_that_is_tried_again_has_the_hint_of_the_review(name: str) -> None:
    worked, ((row, rated), *_) = reviewed(name)
    panel = GAMES[name][1](record=record_up_to(worked, row.place - 1), seat=row.player - 1)
    assert len(panel.match.game) == row.place - 1
    assert panel.match.question is not None
    explained = explained_answer(panel.match)
    assert isinstance(explained, Explanation)
    assert explained.answer == rated.best.answer
    assert explained.win_probability[0] == rated.best.win_probability
