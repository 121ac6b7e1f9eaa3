"""“What if” replays a decision, in games with dice and without; the real game is paused."""

from __future__ import annotations

import pytest

from twingkit.core.games import game_by_id
from twingkit_widgets.learn.first_game.page import open_first_game
from twingkit_widgets.panel.address.query import Query
from twingkit_widgets.table.play.panel import MatchPanel


def game_after(game: str, answers: int) -> tuple[MatchPanel, int]:
    """Return a game in which the person has given some answers, and the place of the last one in the
    record."""
    panel = open_first_game(Query(""), game_by_id(game)).panel
    assert isinstance(panel, MatchPanel)
    panel.do("first_start")
    last = 0
    while answers or panel.match.question is None:
        if panel.match.question is None:
            panel.do("go_on")
            continue
        answer, last = panel.match.hint(), len(panel.match.game)
        panel.do("answer", answer if isinstance(answer, str) else panel.match.question.format_answer(answer))
        answers -= 1
    return panel, last


@pytest.mark.parametrize("game", ["ember", "twing", "imajica", "imperium"])
def test_another_answer_to_the_last_question_is_tried_and_the_real_game_waits(game: str) -> None:
    panel, last = game_after(game, 2)
    real = panel.record
    given = panel.match.game.transcript[last].answer
    panel.do("toggle_panel", "dice")
    assert 'data-act="decide"' in panel.html
    panel.do("decide")
    assert panel.error is None
    assert len(panel.match.game) == last
    assert panel.match.question is not None
    assert "The real game waits." in panel.html
    assert panel.record == real, "what is kept is the real game"
    question = panel.match.question
    other = next(text for option in question.options() if (text := question.format_answer(option)) != given)
    panel.do("answer", other)
    assert panel.match.game.transcript[last].answer == other
    panel.do("really")
    assert panel.match.game.record == real
    assert "The real game waits." not in panel.html


def test_before_the_first_answer_there_is_nothing_to_decide_anew() -> None:
    panel = open_first_game(Query(""), game_by_id("ember")).panel
    panel.do("first_start")
    panel.do("toggle_panel", "dice")
    assert 'data-act="decide"' not in panel.html
    panel.do("decide")
    assert panel.match.real_game_state is None
