"""The page of puzzles: the task, the first answer that counts, what each answer is worth, bad addresses."""

from __future__ import annotations

import re

import pytest

from twingkit.games import game_named
from twingkit.puzzles import puzzles
from twingkit.puzzles.solved import Solved
from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.play.panel import MatchPanel
from twingkit_widgets.puzzles.companion import PuzzleCompanion
from twingkit_widgets.puzzles.page import opened_puzzles
from twingkit_widgets.site.query import Query


def opened(game: str, query: str) -> tuple[MatchPanel, PuzzleCompanion, Query]:
    asked = Query(query)
    panel = opened_puzzles(asked, game_named(game)).panel
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
    assert Solved.read(panel.puzzles).of(game) == {puzzle.id: True}
    assert companion.address() == {"puzzle": puzzle.id}


def test_another_answer_is_told_with_the_better_one_and_a_second_try_does_not_count() -> None:
    puzzle = puzzles("ember")[0]
    panel, companion, _ = opened("ember", f"puzzle={puzzle.id}&lang=de")
    panel._give(puzzle.answers[-1].answer)
    panel.refresh()
    assert "Es gab eine bessere Antwort" in text_of(panel)
    companion.act("puzzle_again", None)
    panel.refresh()
    assert "Rätsel ·" in text_of(panel)
    panel._give(puzzle.best)
    panel.refresh()
    assert "Gelöst!" in text_of(panel)
    assert Solved.read(panel.puzzles).of("ember") == {puzzle.id: False}
    companion.act("puzzle_play_on", None)
    panel.refresh()
    assert "Gelöst!" not in text_of(panel)


def test_a_list_of_a_class_may_name_a_theme() -> None:
    theme = puzzles("ember")[0].kind
    _, companion, query = opened("ember", f"puzzle={theme}&lang=en")
    assert not query.faults
    assert companion.puzzle.kind == theme


def test_an_address_of_no_puzzle_says_so_and_shows_another() -> None:
    query = Query("puzzle=<b>&hardness=strange&lang=en")
    panel = opened_puzzles(query, game_named("ember")).panel  # of either form: it is the one of today
    assert len(query.faults) == 2
    assert "Puzzle ·" in text_of(panel)


def test_a_damaged_memory_is_told_and_kept_as_it_is() -> None:
    puzzle = puzzles("ember")[0]
    panel, companion, _ = opened("ember", f"puzzle={puzzle.id}&lang=en")
    panel.load_memory("puzzles", "nonsense")
    assert "cannot be read" in text_of(panel)
    panel._give(puzzle.best)
    assert panel.puzzles == ""
    companion.act("puzzle_anew", None)
    assert companion.fault is None
