"""Everything that the kit asserts of a game: for another card game, change only the constants."""

import random
from collections import Counter
from urllib.parse import unquote

import briscola.game as rules
import pytest

from twingkit import Game
from twingkit.core.links import line_from_link_value, to_link_value
from twingkit.core.starts import parse_start
from twingkit.core.zones.deals import count_pieces
from twingkit.core.zones.start import position_line_for_seat
from twingkit.learn.lesson.course import course_of
from twingkit.learn.quiz.quiz_of import quiz_of
from twingkit.learn.reviews.reviewing import Review
from twingkit.testing import glossaries, hidden, invariants, keys, lessons, looking, players, questions
from twingkit.testing.rules import assert_rulebook_complete

GAME, PLAYER, LINES = "briscola", "greedy", rules.EXAMPLES
POSITION = "briscola: p1 hand S3 2 won D1 D10; p2 hand 2; trick p2=S4; deck-bottom B2; trump B; to move p1"
BOOK, GLOSSARY, BOX = rules.rulebook(), rules.glossary(), rules.CARDS

each_line = pytest.mark.parametrize("line", [*LINES, POSITION])


def played(line, seed, answers):
    """Return a game after this number of random answers, with all dice and cards as questions."""
    game = Game(parse_start(line), seed=seed, rolls="ask")
    while game.question is not None and len(game) < answers:
        game.answer_randomly()
    return game


@each_line
def test_a_game_is_played_out_replayed_and_told(line):
    for seed in range(5):
        game = invariants.play_and_check(played(line, seed, 0))
        invariants.assert_record_restores_game(game)
        invariants.assert_rulings_valid(game)


@each_line
def test_a_link_restores_the_line(line):
    assert line_from_link_value(unquote(to_link_value(line))) == line


@each_line
def test_every_card_lies_somewhere_once(line):
    game = played(line, 1, 0)
    while game.question is not None:
        game.answer_randomly()
        assert count_pieces(game.table, BOX) == Counter(BOX.all_pieces)


@each_line
def test_copies_undo_keys_and_questions_hold(line):
    rng = random.Random(1)
    invariants.assert_copy_plays_alike(played(line, 1, 25))
    invariants.assert_undo_restores(played(line, 1, 15), 4)
    assert keys.assert_keys_sufficient(played(line, 1, 60), rng)
    game = played(line, 2, 0)
    while game.question is not None and len(game) < 100:
        looking.assert_question_consistent(game, rng)
        game.answer_randomly(rng)


@each_line
def test_hidden_cards_change_nothing_that_a_seat_gets(line):
    game = played(line, 1, 22)
    assert hidden.assert_hides_unseen_answers(game, None, None, random.Random(1))
    assert players.assert_knows_nothing_hidden(played(line, 3, 0), PLAYER, random.Random(3), 60)


def test_what_a_seat_cannot_know_changes_no_row_of_a_review():
    pairs = hidden.play_beside_twin_games(played(LINES[0], 1, 0), random.Random(1), 40)
    *_, (one, twin, seat) = ((one.copy(), twin.copy(), seat) for one, twin, seat in pairs)
    answer, rows = one.question.format_answer(next(iter(one.question.options()))), []
    for game in (one, twin):
        review = Review(game.give_answers(answer).record, seed=1)
        review.run()
        rows.append([row for row in review.rows if row.player == seat + 1])
    hidden.assert_same_for_seat("is told in a review", one, twin, seat, *rows)


@each_line
def test_the_position_that_a_seat_knows_is_a_line_that_begins_there(line):
    game, known = played(line, 1, 0), 0
    while game.question is not None and len(game) < 80:
        if (position := position_line_for_seat(game)) is not None:
            seat, known = game.question.player, known + 1
            begun = Game(parse_start(position), seed=1)
            assert (begun.start.setup_lines(), begun.view(seat)) == ([position], game.view(seat))
        game.answer_randomly()
    assert known > 5


def test_players_play_the_same_game_again_and_the_listed_one_beats_random():
    for name in (PLAYER, "expert"):
        players.assert_reproducible_play(lambda: Game(parse_start(POSITION), seed=1), [name, "random"], 1)
    assert (
        players.win_share_against(lambda seed: Game(parse_start(POSITION), seed=seed), PLAYER, "random", 40)
        > 0.6
    )


def test_rulebook_glossary_lessons_and_questions_are_whole():
    assert_rulebook_complete(BOOK)
    glossaries.assert_terms_complete(GLOSSARY)
    glossaries.assert_short_explanations(GLOSSARY)
    glossaries.assert_links_valid(GLOSSARY, BOOK)
    glossaries.assert_forms_found(GLOSSARY)
    for lesson in course_of(GAME).lessons():
        lessons.assert_solvable(lesson)
        lessons.assert_mistakes_explained(lesson)
        lessons.assert_predictions_valid(lesson)
        lessons.assert_record_restores(lesson)
    quiz = quiz_of(GAME)
    for item in (quiz.deal(topic, seed) for topic in quiz.topics for seed in range(10)):
        questions.assert_options_valid(item)
        questions.assert_reasons_valid(item, BOOK)
        questions.assert_texts_complete(item)
