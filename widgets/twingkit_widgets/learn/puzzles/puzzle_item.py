"""A puzzle as a quiz question on paper: its position, its answers in words, and their values."""

from __future__ import annotations

from functools import cache

from twingkit import Game
from twingkit.core.games import game_by_id
from twingkit.core.language import call_in_language, language
from twingkit.core.words import LANGUAGES, format_percent
from twingkit.learn.puzzles.puzzle import Puzzle, puzzle_source
from twingkit.learn.quiz.item import AnswerOption, QuizItem, QuizReason, Texts
from twingkit.learn.reviews.answers import names_for_reader, without_name
from twingkit.players.lookahead.explaining import explain
from twingkit_widgets.learn.practice.pictures import pictures_of
from twingkit_widgets.learn.puzzles.play_page import play_panel_at_puzzle
from twingkit_widgets.learn.puzzles.task import WORDS
from twingkit_widgets.panel.address.query import Query
from twingkit_widgets.panel.wording import capitalize_first
from twingkit_widgets.table.play.panel import MatchPanel

TOPIC = "puzzles"
"""The topic of puzzles as quiz questions."""


@cache
def puzzle_item(game: str, puzzle: Puzzle) -> QuizItem:
    """Return a puzzle as a quiz question, with the answers in the words of the play page, sorted by their
    English labels.
    """
    labels = {lang: call_in_language(lang, answer_labels, game, puzzle) for lang in LANGUAGES}
    begun = puzzle.game()
    question = begun.question
    assert question is not None
    named: dict[str, Texts] = {
        answer: {lang: labels[lang][answer] for lang in LANGUAGES} for answer in labels[LANGUAGES[0]]
    }
    options = [AnswerOption(answer, texts, is_right=answer == puzzle.best) for answer, texts in named.items()]
    rules = puzzle.rules or (question.rule,)
    return QuizItem(
        topic=TOPIC,
        kind=puzzle.kind,
        table=puzzle.table,
        answers_before=tuple(entry.answer for entry in begun.transcript),
        prompt_texts={
            lang: call_in_language(lang, puzzle_question, game, puzzle)
            + " "
            + call_in_language(lang, WORDS.say, "printed.best")
            for lang in LANGUAGES
        },
        choices=tuple(sorted(options, key=lambda option: option.texts["en"])),
        reasons=(QuizReason(_why(game, puzzle, named), rules[0]),),
        rules=rules,
        seat=puzzle.seat,
        game_id=game,
    )


def puzzle_question(game: str, puzzle: Puzzle) -> str:
    """Return the question of a puzzle as text: its goal if it has one, otherwise the game's question, in a
    single battle with the side that is asked.
    """
    exact = puzzle_source(game).exact_source
    if puzzle.goal and exact is not None:
        return exact.goal_question(puzzle.goal)
    begun = puzzle.game()
    question = begun.question
    assert question is not None
    if not puzzle.is_exact:
        return question.text()
    words = game_by_id(game).load("rules")().words
    seat = words.name(begun.start.seat(puzzle.seat))
    return WORDS.say("asked.you", seat=seat, question=capitalize_first(without_name(question.text(), seat)))


def answer_labels(game: str, puzzle: Puzzle) -> dict[str, str]:
    """Map the notation of each answer to a puzzle to its label in words; in a puzzle with a goal, labels
    contain only the parts that differ.
    """
    exact = puzzle_source(game).exact_source
    if puzzle.is_exact and exact is not None:
        begun, option, labels = puzzle.game(), pictures_of(game).option_text, {}
        for answer in puzzle.answers:
            short = exact.task(begun, puzzle.goal).distinct_part(answer.answer)
            labels[answer.answer] = (
                capitalize_first(short) if short else option(begun, answer.answer).rstrip(".")
            )
        return labels
    panel = play_panel_at_puzzle(Query(f"lang={language()}"), game_by_id(game), puzzle)
    assert isinstance(panel, MatchPanel)
    player_view = panel.player_view()
    question = player_view.question
    assert question is not None
    return {
        answer.answer: player_view.play_design.hint_text(
            question, question.parse_answer(answer.answer), player_view
        )
        for answer in puzzle.answers
    }


def puzzle_reason(game: str, puzzle: Puzzle) -> str:
    """Return the reason why the best answer to a puzzle is best: the game's own text, otherwise the text of
    the rule behind it; "" if there is neither.
    """
    begun, exact = puzzle.game(), puzzle_source(game).exact_source
    if puzzle.is_exact and exact is not None:
        said = exact.task(begun, puzzle.goal).reason([answer.answer for answer in puzzle.answers])
    else:
        said = _played_reason(begun, puzzle)
    if said or not puzzle.rules:
        return said
    rule = begun.start.rulebook()[puzzle.rules[0]]
    return WORDS.say("result.rule", title=rule.title(), text=rule.text())


def _played_reason(begun: Game, puzzle: Puzzle) -> str:
    question = begun.question
    assert question is not None
    explained = explain(begun, puzzle.best, other=puzzle.answers[1].answer)
    said = explained.reasons(names=names_for_reader(begun, question, puzzle.seat))
    return f"{said} ({explained.rule})" if explained.rule else said


def _why(game: str, puzzle: Puzzle, named: dict[str, Texts]) -> Texts:
    best, second = puzzle.answers[:2]
    key = "printed.why_goal" if puzzle.goal else "printed.why_exact" if puzzle.is_exact else "printed.why"
    texts = {}
    for lang in LANGUAGES:
        facts = {
            "win": call_in_language(lang, format_percent, best.value),
            "less": call_in_language(lang, format_percent, second.value),
            "n": best.playout_count,
        }
        said = call_in_language(lang, WORDS.say, key, second=named[second.answer][lang], **facts)
        texts[lang] = f"{said} {call_in_language(lang, puzzle_reason, game, puzzle)}".strip()
    return texts
