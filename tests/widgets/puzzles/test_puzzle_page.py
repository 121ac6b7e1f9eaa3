"""The page of puzzles: the task, the first answer that counts, the worth of each answer, bad addresses."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime

import pytest

from twingkit.core.games import game_by_id
from twingkit.core.language import language
from twingkit.learn.puzzles.puzzle import Puzzle, puzzles, theme_title
from twingkit.learn.puzzles.tried_puzzles import TriedPuzzles
from twingkit_widgets.learn.classroom.task_names import puzzle_title
from twingkit_widgets.learn.puzzles.companion import PuzzleCompanion
from twingkit_widgets.learn.puzzles.page import open_puzzle_page
from twingkit_widgets.learn.puzzles.puzzle_item import answer_labels, puzzle_question, puzzle_reason
from twingkit_widgets.learn.puzzles.question_panel import ExactPuzzlePanel
from twingkit_widgets.panel import visitor_clock
from twingkit_widgets.panel.address.query import Query
from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.read.rulebook.rule_view import RULE_ID_PATTERN
from twingkit_widgets.site.page import Page
from twingkit_widgets.site.page import page as open_page
from twingkit_widgets.table.play.panel import MatchPanel

DAY = 739_000


@pytest.fixture(autouse=True)
def unknown_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitor_clock, "_ahead_of_utc", None)


def opened(game: str, query: str) -> tuple[MatchPanel, PuzzleCompanion, Query]:
    asked = Query(query)
    panel = open_puzzle_page(asked, game_by_id(game)).panel
    assert isinstance(panel, MatchPanel)
    assert isinstance(panel.companion, PuzzleCompanion)
    return panel, panel.companion, asked


def text_of(panel: Panel) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", panel.html))


@pytest.mark.parametrize("game", ["twing", "ember"])
def test_the_best_answer_solves_it_and_each_answer_says_its_worth(game: str) -> None:
    puzzle = puzzles(game)[0]
    panel, companion, query = opened(game, f"puzzle={puzzle.id}&lang=en")
    assert not query.faults
    assert "Puzzle ·" in text_of(panel)
    assert "±" not in text_of(panel), "no worth is told before the answer"
    panel._give(puzzle.best)
    panel.refresh()
    said = text_of(panel)
    assert "Solved!" in said
    assert said.count("±") >= len(puzzle.answers)
    assert TriedPuzzles.parse(panel.puzzles).results(game) == {puzzle.id: True}
    assert companion.address() == {"puzzle": puzzle.id}


def test_another_answer_is_told_with_the_better_one_and_a_second_try_does_not_count() -> None:
    puzzle = puzzles("ember")[0]
    panel, companion, _ = opened("ember", f"puzzle={puzzle.id}&lang=de")
    panel._give(puzzle.answers[-1].answer)
    panel.refresh()
    assert "Es gab eine bessere Antwort" in text_of(panel)
    companion.run_action("puzzle_again", None)
    panel.refresh()
    assert "Rätsel ·" in text_of(panel)
    panel._give(puzzle.best)
    panel.refresh()
    assert "Gelöst!" in text_of(panel)
    assert TriedPuzzles.parse(panel.puzzles).results("ember") == {puzzle.id: False}
    companion.run_action("puzzle_play_on", None)
    panel.refresh()
    assert "Gelöst!" not in text_of(panel)


def test_a_list_of_a_class_may_name_a_theme() -> None:
    theme = puzzles("ember")[0].kind
    _, companion, query = opened("ember", f"puzzle={theme}&lang=en")
    assert not query.faults
    assert companion.puzzle.kind == theme


def test_an_address_of_no_puzzle_says_so_and_shows_another() -> None:
    query = Query("puzzle=<b>&hardness=strange&lang=en")
    panel = open_puzzle_page(query, game_by_id("ember")).panel  # either form works: it is today's
    assert len(query.faults) == 2
    assert "Puzzle ·" in text_of(panel)


def test_a_damaged_memory_is_told_and_kept_as_it_is() -> None:
    puzzle = puzzles("ember")[0]
    panel, companion, _ = opened("ember", f"puzzle={puzzle.id}&lang=en")
    panel.load_memory("puzzles", "nonsense")
    assert "cannot be read" in text_of(panel)
    panel._give(puzzle.best)
    assert panel.puzzles == ""
    companion.run_action("puzzle_anew", None)
    assert companion.fault is None


GAMES = ("twing", "imperium", "ember", "imajica")


def one_of_each_theme(game: str) -> list[Puzzle]:
    return list({puzzle.kind: puzzle for puzzle in puzzles(game)}.values())


def answered(game: str, puzzle: Puzzle, answer: str) -> Panel:
    panel = open_puzzle_page(Query(f"puzzle={puzzle.id}&lang={language()}"), game_by_id(game)).panel
    if isinstance(panel, ExactPuzzlePanel):
        panel.act_answer(panel.answers.index(answer))
    else:
        assert isinstance(panel, MatchPanel)
        panel._give(answer)
    panel.refresh()
    return panel


@pytest.mark.parametrize("game", GAMES)
def test_the_theme_comes_with_the_result_because_it_may_name_the_answer(game: str) -> None:
    for puzzle in one_of_each_theme(game)[:4]:
        panel = open_puzzle_page(Query(f"puzzle={puzzle.id}&lang=en"), game_by_id(game)).panel
        theme, listed = theme_title(game, puzzle.kind), text_of(panel).count(theme_title(game, puzzle.kind))
        assert listed == (len({puzzle.kind for puzzle in puzzles(game)}) > 1), "only in the list of themes"
        assert f"Theme: {theme}" in text_of(answered(game, puzzle, puzzle.best))
        assert theme not in puzzle_title(game, puzzle.id)


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_a_result_says_why_what_each_other_answer_loses_and_each_rule_id_opens_its_rule(
    game: str, lang: str
) -> None:
    for puzzle in one_of_each_theme(game):
        given = puzzle.answers[-1].answer
        panel = answered(game, puzzle, given)
        why = puzzle_reason(game, puzzle)
        assert why, puzzle.id
        said = text_of(panel)
        loses = "points worse" if lang == "en" else "Prozentpunkte schlechter"
        assert said.count(loses) >= len(puzzle.answers), "the verdict and each answer but the best"
        result = panel.html[: panel.html.index('data-key="puzzle:next"')]
        outside = re.sub(r"<button[^>]*tk-rule.*?</button>", "", result, flags=re.DOTALL)
        assert not RULE_ID_PATTERN.search(re.sub(r"<[^>]+>", " ", outside)), puzzle.id


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_question_and_its_answers_speak_to_the_one_who_decides(lang: str) -> None:
    for game in ("twing", "imperium"):
        for puzzle in one_of_each_theme(game):
            if puzzle.is_exact:
                first, _, rest = puzzle_question(game, puzzle).partition(". ")
                assert first.startswith("You are " if lang == "en" else "Du bist ")
                assert ":" not in rest.partition(" ")[0], rest
            seats = ("attacker ", "defender ") if lang == "en" else ("Angreifer ", "Verteidiger ")
            for label in answer_labels(game, puzzle).values():
                assert not any(seat in label for seat in seats), label


@pytest.mark.parametrize("game", GAMES)
def test_the_first_puzzles_are_easy_and_harder_ones_follow_those_that_were_solved(game: str) -> None:
    panel: Panel = open_puzzle_page(Query("lang=en"), game_by_id(game)).panel
    task = panel.task if isinstance(panel, ExactPuzzlePanel) else panel.companion
    levels = []
    puzzle = task.puzzle
    for _ in range(12):
        levels.append(puzzle.hardness)
        task.tried_puzzles.record_answer(game, puzzle.id, True, task.day)
        puzzle = task.next_untried_puzzle()
    assert levels == ["easy"] * 5 + ["medium"] * 5 + ["hard"] * 2
    for _ in range(3):
        task.tried_puzzles.record_answer(game, f"{_:08x}", False, task.day)
    assert task.next_untried_puzzle().hardness == "hard"


def test_a_rule_opens_below_the_result_of_a_game_that_is_played_on() -> None:
    puzzle = next(puzzle for puzzle in puzzles("ember") if not puzzle.is_exact and puzzle.rules)
    panel = answered("ember", puzzle, puzzle.best)
    assert isinstance(panel, MatchPanel)
    panel.act_rule(puzzle.rules[0])
    panel.refresh()
    assert f'data-key="opened:{puzzle.rules[0]}"' in panel.html


def page_of_puzzles(game: str, tried: Iterable[str], query: str = "") -> Page:
    """Open the page of puzzles like a browser in which these puzzles were tried."""
    saved = TriedPuzzles()
    for id_ in tried:
        saved.record_answer(game, id_, True, DAY)
    made = open_page(f"{game}-puzzles", f"{query}&lang=en")
    made.frame.do("recall", {"puzzles": saved.text})
    made.frame.clock = int((datetime.now() - datetime(1970, 1, 1)).total_seconds())
    return made


@pytest.mark.parametrize("query", ["", "hardness=hard", "theme=conjure"])
def test_a_tried_puzzle_does_not_come_again_but_the_next_one(query: str) -> None:
    fresh = page_of_puzzles("ember", [], query)
    assert fresh.frame.elsewhere == ""
    tried = fresh[0].address()["puzzle"]
    again = page_of_puzzles("ember", [tried], query)
    other = re.search(r"\?puzzle=(\w{8})&", again.frame.elsewhere)
    assert other
    assert other[1] != tried
    assert all(part in again.frame.elsewhere for part in query.split("&"))
    everything = [puzzle.id for puzzle in puzzles("ember")]
    assert page_of_puzzles("ember", everything, query).frame.elsewhere == "", "there is no other"


def two_forms(game: str) -> list[Puzzle]:
    """Return a puzzle with exact odds, and one that is played on."""
    return [next(puzzle for puzzle in puzzles(game) if puzzle.is_exact is exact) for exact in (True, False)]


@pytest.mark.parametrize("form", [0, 1])
def test_a_reload_shows_the_result_again_and_another_puzzle_takes_no_state_of_this_one(form: int) -> None:
    puzzle, other = two_forms("ember")[form], two_forms("ember")[1 - form]
    panel = answered("ember", puzzle, puzzle.best)
    again = open_page("ember-puzzles", f"puzzle={puzzle.id}&lang=en")
    again.frame.do("resume", panel.state)
    assert again.frame.note_key == "resumed"
    assert "Solved!" in text_of(again[0])
    assert open_page("ember-puzzles", "lang=en").frame.named, "only a reload takes up what was saved"
    foreign = open_page("ember-puzzles", f"puzzle={other.id}&lang=en")
    foreign.frame.do("resume", panel.state)
    assert foreign.frame.memories["puzzles"] == "", "an answer to another puzzle"


def test_another_game_on_the_page_of_a_puzzle_is_not_the_puzzle() -> None:
    first, second = [puzzle for puzzle in puzzles("ember") if not puzzle.is_exact][:2]
    panel, companion, _ = opened("ember", f"puzzle={first.id}&lang=en")
    panel.act_load({"text": answered("ember", second, second.answers[-1].answer).state})
    panel.refresh()
    assert companion.tried_puzzles.results("ember") == {}
    assert "Puzzle ·" not in text_of(panel)
    panel.restore("")
    assert "Puzzle ·" in text_of(panel)
    panel._give(first.best)
    assert companion.tried_puzzles.results("ember") == {first.id: True}
