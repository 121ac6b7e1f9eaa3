"""An explanation says what the playouts show: each part is checked by other means."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random
from statistics import fmean
from typing import Any

import pytest

import twingkit
from twingkit import ember, imajica, imperium, twing
from twingkit.core.messages import Fault
from twingkit.core.play import BadAnswer, Game, Refusal
from twingkit.core.running.winners import win_share
from twingkit.players.lookahead import lookahead_of
from twingkit.players.lookahead.consequences import WON, consequences
from twingkit.players.lookahead.explaining import best_answer, explain_ratings
from twingkit.players.lookahead.explanation import Explanation
from twingkit.players.lookahead.ratings import (
    AnswerPlayouts,
    AnswerRatings,
    PlayoutEnd,
    Rating,
    answers_to_rate,
    rate_candidates,
)
from twingkit.players.lookahead.strength import OUT, Part, contributions
from twingkit.players.lookahead.winning_plan import winning_plan
from twingkit.players.policies import computer_player
from twingkit.twing.players.lookahead import LOOKAHEAD as TWING_LOOKAHEAD

GAMES: dict[str, tuple[Any, int]] = {"twing": (twing, 2), "ember": (ember, 2), "imajica": (imajica, 2)}
"""The games with fast playouts: the module, and the number of players."""

ALL_GAMES = {**GAMES, "imperium": (imperium, 3)}

COUNT = 4
"""The number of explained decisions of each game."""


def decisions(name: str, seed: int, part: float) -> Iterator[Game]:
    """Yield this share of the decisions of a game with several answers worth rating."""
    module, players = ALL_GAMES[name]
    game, rng = module.new_game(players, seed=seed), Random(seed)
    seated = [computer_player(game.start, ("steady", "greedy")[seat % 2], seed) for seat in range(players)]
    while (question := game.question) is not None:
        if question.is_chance:
            game.answer_randomly(rng)
            continue
        lookahead = lookahead_of(game)
        is_chosen = rng.random() < part and lookahead.rating_fault(game) is None
        if is_chosen and len(answers_to_rate(game, lookahead)) > 1:
            yield game.copy()
        game.answer(seated[question.player](game))


@cache
def explained(name: str) -> list[tuple[Game, Explanation]]:
    """Return some decisions of a game whose explanations have gains."""
    found = []
    for game in decisions(name, 5, 0.2):
        ratings = rate_candidates(game)
        assert ratings is not None
        told = explain_ratings(game, ratings)
        if told.gains:
            found.append((game, told))
        if len(found) == COUNT:
            break
    return found


@pytest.mark.parametrize("name", ALL_GAMES)
def test_what_the_parts_contribute_adds_up_to_the_difference_of_the_chances(name: str) -> None:
    reached = [game for game, _ in zip(decisions(name, 2, 0.1), range(12), strict=False)]
    lookahead = lookahead_of(reached[0])
    for before, after in pairwise(reached):
        for seat in range(2):
            sides = [lookahead.strengths(game, seat) for game in (after, before)]
            total = lookahead.estimate_win(after, seat) - lookahead.estimate_win(before, seat)
            assert sum(contributions(sides[0], sides[1], seat).values()) == pytest.approx(total, abs=0.01)


def level(end: PlayoutEnd, seat: int, quantity: str) -> float | None:
    """Return the level of a quantity at the end of a playout; None if the game was over."""
    if quantity == WON:
        return end.share if end.strengths is None else 0.0
    if end.strengths is None:
        return None
    if quantity == OUT:
        return float(seat not in end.strengths)
    return end.strengths[seat][quantity].level if seat in end.strengths else None


@pytest.mark.parametrize("name", GAMES)
def test_what_an_answer_changes_has_the_same_sign_in_playouts_with_other_luck(name: str) -> None:
    checked = kept = 0
    for game, told in explained(name):
        played = AnswerPlayouts(game, candidate_answers=[told.answer, told.other], seed=77)
        for _ in range(48):
            for answer in played.answers:
                played.run_playout(answer)
        for one in (*told.gains, *told.prices):
            ends = zip(played.ends[told.answer], played.ends[told.other], strict=True)
            pairs = [[level(end, one.seat, one.quantity) for end in pair] for pair in ends]
            change = fmean(
                first - second for first, second in pairs if first is not None and second is not None
            )
            checked += 1
            kept += (change > 0) == (one.level > one.other_level)
    assert checked >= COUNT
    assert kept >= 0.95 * checked


@pytest.mark.parametrize("name", GAMES)
def test_both_languages_say_the_same_numbers(name: str) -> None:
    for _, told in explained(name):
        numbers = []
        for lang in ("en", "de"):
            exact = told.exact.text(lang) if told.exact is not None else ""
            said = told.reasons(lang).removeprefix(exact).replace(",", ".")
            numbers.append(sorted(re.findall(r"\d+(?:\.\d)?", said)))
        assert numbers[0] == numbers[1]
        assert numbers[0]


@pytest.mark.parametrize("name", ALL_GAMES)
def test_every_sentence_belongs_to_a_part_of_the_strength(name: str) -> None:
    game = next(decisions(name, 1, 1.0))
    lookahead = lookahead_of(game)
    words = lookahead.quantity_words
    assert words is not None
    assert lookahead.strength is not None
    parts = {*(lookahead.strength(game.table, 0, 0) or ()), WON, OUT}
    said = {key.partition(".")[0] for key in words} - {"when", "fight"}
    assert said <= parts
    assert WON in said
    assert len(said) > 4


@pytest.mark.parametrize("name", GAMES)
def test_the_numbers_of_an_explanation_are_those_of_the_rating(name: str) -> None:
    for game, told in explained(name):
        ratings = rate_candidates(game)
        assert ratings is not None
        assert told.answer == ratings.best.answer
        pair = (told.answer, told.other)
        assert told.win_probability == tuple(ratings[one].win_probability for one in pair)
        assert all(f"{round(100 * chance)}%" in told.text("en") for chance in told.win_probability)
        assert told.verdict == ratings.verdict(*pair)
        again = explain_ratings(game, ratings, told.other, told.answer)
        opposite = {"clear": "clearly_worse", "slight": "slightly_worse", "none": "none"}
        assert again.verdict == opposite[told.verdict]
        assert {one.quantity for one in again.found} == {one.quantity for one in told.found}


def test_a_win_within_reach_is_found_first_and_wins() -> None:
    cards = "p1 points 3 cards 1 8, p2 cards 2 6, p3 cards 3 7, at mr p1 1 infantry"
    game = imperium.position_game(f"galaxy: short, custodians gone, action p1, {cards}", seed=1)
    plan = winning_plan(game)
    assert plan
    told = best_answer(game)
    assert told is not None
    assert told.plan == plan
    assert "wins the game" in told.text("en")
    asked, played = game.question, game.copy()
    for answer in plan:
        played.answer(answer)
    assert played.over
    assert win_share(played, asked.player) == 1


def test_explain_compares_any_two_answers_and_refuses_what_is_not_allowed() -> None:
    game = ember.position_game("ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure", seed=1)
    told = twingkit.explain(game, "done", other="conjure titan A5 E5 F5 A9 E9")
    assert (told.answer, told.other) == ("done", "conjure titan A5 E5 F5 A9 E9")
    assert told.verdict == "clearly_worse"
    assert told.text("en").count("Clearly worse") == 1
    table = told.consequences
    assert table["direction"].isin(["gain", "price"]).all()
    assert ((table.effect > 0) == (table.direction == "gain")).all()
    assert (table.level - table.other_level - table.difference).abs().max() < 1e-9
    assert "done" in told._repr_html_()
    best = twingkit.explain(game).answer
    against_best = twingkit.explain(game, other=best)
    assert against_best.other == best
    assert against_best.answer != best
    with pytest.raises(Fault, match="two different"):
        twingkit.explain(game, "done", other="done")
    with pytest.raises((BadAnswer, Refusal)):
        twingkit.explain(game, "conjure phoenix A5 E5")
    with pytest.raises(BadAnswer):
        twingkit.explain(ember.position_game("ember: p1 hand 4; p2 hand 3; to move p1 draw", rolls="ask"))


def test_who_leaves_in_some_playouts_is_counted_after_both_answers() -> None:
    parts = {"objects": Part(1, 0.5)}
    judged, left = PlayoutEnd(0.5, {0: parts, 1: parts}), PlayoutEnd(1.0, {0: parts})
    ends = {"a": [left] * 32 + [judged] * 32, "b": [left] * 16 + [judged] * 48}
    shares = {answer: tuple(end.share for end in played) for answer, played in ends.items()}
    rows = tuple(Rating(answer, fmean(won), 0.02, 64) for answer, won in shares.items())
    (found,) = consequences(AnswerRatings(0, rows, shares, ends), "a", "b", TWING_LOOKAHEAD)
    assert (found.quantity, found.seat, found.level, found.other_level) == (OUT, 1, 0.5, 0.25)
    assert found.effect == pytest.approx(0.125)


def test_checks_can_be_stopped_once_each_answer_has_the_same_number() -> None:
    game = next(decisions("twing", 1, 1.0))
    pair = answers_to_rate(game, lookahead_of(game))[:2]
    played = AnswerPlayouts(game, candidate_answers=pair)
    assert [played.can_stop for _ in played.check(pair, 3)] == [False, False, True, False, True, False]


def test_exact_odds_explain_a_battle_without_playouts() -> None:
    game = twing.battle_game("F: F5 F3 vs W: W6")
    told = twingkit.explain(game)
    assert told.playout_count == 0
    assert told.exact_chances is not None
    assert told.exact_chances[0].share >= told.exact_chances[1].share
    assert "exact odds" in told.text("en")
