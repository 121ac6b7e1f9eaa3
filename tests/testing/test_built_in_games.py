"""The games of the kit pass the asserts of `twingkit.testing` for games that hide, ask and cite rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping

import pytest
from long_runs import runs

from twingkit import twing
from twingkit.core.games import games
from twingkit.core.play import Game
from twingkit.core.questions import ChanceQuestion
from twingkit.core.running.running_script import player_count
from twingkit.ember import starts as ember
from twingkit.ember.examples import examples as ember_examples
from twingkit.imajica import starts as imajica
from twingkit.imajica.examples import examples as imajica_examples
from twingkit.imajica.notation.known_position import can_describe, known_position
from twingkit.imperium.galaxy import starts as imperium
from twingkit.imperium.rule_moments import all_examples as imperium_examples
from twingkit.learn.reviews.reviewing import Review
from twingkit.learn.rule_examples import RuleExample
from twingkit.players.policies import computer_player
from twingkit.testing.hidden import (
    assert_messages_leak_no_chance,
    assert_same_for_seat,
    play_beside_twin_games,
)
from twingkit.testing.invariants import assert_undo_restores
from twingkit.testing.keys import assert_keys_sufficient
from twingkit.testing.looking import assert_question_consistent
from twingkit.testing.players import assert_same_advice
from twingkit.testing.rules import assert_first_game_loads, assert_rulebook_complete
from twingkit.twing.examples import examples as twing_examples

BEGIN: Mapping[str, Callable[[int], Game]] = {
    "twing": lambda seed: twing.new_game(3, seed=seed, rolls="ask"),
    "ember": lambda seed: ember.new_game(3, seed=seed, rolls="ask", variant="quick"),
    "imajica": lambda seed: imajica.new_game(2, seed=seed, rolls="ask"),
    "imperium": lambda seed: imperium.new_game(seed=seed, rolls="ask"),
}

KNOWN_PATHS = (
    "imajica: p1 active irish hand census cold-toll pilgrim-song riot 3 destiny 2*census gideon huzzah-aping "
    "lost-luggage mud-road pale-wall salt-wind wild-dogs; p2 active dowd hand kind-stranger toll-tower 2 "
    "destiny autarch-steps 2*gek-a-gek lamp-boy sandstorm; "
    "circle salt-gate kite-fields autarch-steps; to move p1 autarch now"
)
"""A position in which everybody knows Paths of both hands."""

ALL_LISTED: Mapping[str, Callable[[int], Game]] = {
    "ember": lambda seed: ember.new_game(3, seed=seed, rolls="ask", variant="quick call_guard=false")
}
"""Games that list wrong calls, too."""

EXAMPLES: Mapping[str, Callable[[], Iterable[RuleExample]]] = {
    "twing": twing_examples,
    "ember": ember_examples,
    "imajica": imajica_examples,
    "imperium": imperium_examples,
}

WITHIN = ("roll",)
"""The kinds of rolls that come in the middle of a step."""

each_game = pytest.mark.parametrize("name", BEGIN)


def played(name: str, seed: int, answers: int) -> Game:
    """Return a game by its computer players after this number of answers, with all dice and cards as
    questions."""
    game, rng = BEGIN[name](seed), random.Random(seed)
    players = [
        computer_player(game.start, ("greedy", "random")[seat % 2], seat)
        for seat in range(player_count(game))
    ]
    while game.question is not None and len(game) < answers:
        question = game.question
        game.answer(
            question.random_answer(rng)
            if isinstance(question, ChanceQuestion)
            else players[question.player](game)
        )
    return game


@each_game
def test_rulings_tell_nothing_of_chance_that_views_leave_out(name: str) -> None:
    for seed in range(runs(1, 10)):
        game = played(name, seed, 60 + 20 * seed)
        assert assert_messages_leak_no_chance(game, range(player_count(game))) > 20


@each_game
def test_what_a_seat_cannot_know_changes_no_deal_no_advice_and_no_known_position(name: str) -> None:
    compared = 0
    for seed in range(runs(12, 2000)):
        rng = random.Random(seed)
        game, before = begun(name, seed), rng.randrange(200)
        while game.question is not None and len(game) < before:
            game.answer_randomly(rng)
        for one, twin, seat in play_beside_twin_games(game, rng, len(game) + 40):
            assert_same_advice(seat, one, twin, "greedy", seed, shown_to_seat=position_known)
            compared += 1
    assert compared > runs(120, 20_000)


def begun(name: str, seed: int) -> Game:
    """Return a game at its start; every other one of Imajica with known Paths in the hands, of Imperial Twing
    with cards that are laid face down."""
    if name == "imajica" and seed % 2:
        return Game.begin(KNOWN_PATHS, game="imajica")
    if name == "twing" and seed % 2:
        return twing.new_game(2 + seed % 3, seed=seed, rolls="ask", variant="secret_lay=true")
    return BEGIN[name](seed)


def position_known(game: Game, seat: int) -> str:
    """Return the line of a position as a seat knows it, if the game has one."""
    if game.start.name.partition(".")[0] == "imajica" and can_describe(game.table, game.question):
        return str(known_position(game.table, seat))
    return ""


@pytest.mark.parametrize("name", ["twing", "ember", "imajica"])
def test_what_a_seat_cannot_know_changes_no_row_of_a_review(name: str) -> None:
    for seed in range(runs(2, 40)):
        rng = random.Random(seed)
        pairs = play_beside_twin_games(begun(name, seed), rng, 40)
        *_, (one, twin, seat) = ((one.copy(), twin.copy(), seat) for one, twin, seat in pairs)
        assert one.question is not None
        answer, rows = one.question.format_answer(one.question.random_answer(rng)), list[object]()
        for game in (one, twin):
            review = Review(game.give_answers(answer).record, seed=seed)
            review.run()
            rows.append([row for row in review.rows if row.player == seat + 1])
        assert rows[0]
        assert_same_for_seat("is told in a review", one, twin, seat, *rows)


@each_game
def test_equal_keys_go_on_alike(name: str) -> None:
    for seed in range(runs(1, 10)):
        assert (
            assert_keys_sufficient(played(name, seed, 60 + 20 * seed), random.Random(seed), skipped=WITHIN)
            > 20
        )


@each_game
def test_an_accepted_answer_is_listed_unless_the_question_says_that_others_are_not(name: str) -> None:
    for seed in range(runs(1, 20)):
        game, rng = (ALL_LISTED if name in ALL_LISTED else BEGIN)[name](seed), random.Random(seed)
        while game.question is not None and len(game) < 120:
            assert_question_consistent(game, rng)
            game.answer_randomly(rng)


@each_game
def test_an_answer_accepted_in_an_example_of_a_rule_is_listed(name: str) -> None:
    asked = set()
    for seed, example in enumerate(EXAMPLES[name]()):
        if seed % runs(5, 1) or getattr(example, "deck_lines", ()):
            continue
        game, rng = example.game(), random.Random(seed)
        for _ in range(runs(4, 25)):
            if game.question is None:
                break
            asked.add(game.question.kind)
            assert_question_consistent(game, rng, [example.answer] if example.answer else ())
            game.answer_randomly(rng)
    assert len(asked) > 5


@each_game
def test_a_game_that_rolls_for_itself_takes_answers_back_and_goes_on(name: str) -> None:
    game = Game.replay(played(name, 1, 60).record, seed=1)
    before = game.record
    assert_undo_restores(game, 5)
    assert (game.record, game.auto) == (before, True)


@pytest.mark.parametrize("entry", games(), ids=lambda entry: entry.id)
def test_rulebooks_and_first_games_name_what_is_there(entry) -> None:
    assert_rulebook_complete(entry.load("rules")())
    assert_first_game_loads(entry.id)
