"""The worked examples on the site: each can be followed to its end, left, and resumed."""

from __future__ import annotations

import pytest

from twingkit.imajica.worked_examples import worked_examples
from twingkit_widgets.imajica.worked_example_panel import UnknownExampleFault, WorkedExamplePanel
from twingkit_widgets.table.play.play_game import PLAY_TO_END_LIMIT

ENDS = {
    1: "leads", 2: "ends the turn", 3: "13", 4: "13 against 8", 5: "7 against 9", 6: "Hall of Whispers",
    7: "against Resistance 3", 8: "against Resistance 8", 9: "reserve", 10: "Prime 10", 11: "10 against 8",
    12: "Ritual stays with Gideon", 13: "Irish moves to the active area", 14: "Amnesia is countered",
}  # fmt: skip
"""The final message of each example."""


@pytest.mark.parametrize("example", worked_examples(), ids=lambda one: f"example-{one.number}")
def test_an_example_is_stepped_through_as_the_book_tells_it(example) -> None:
    panel = WorkedExamplePanel(example=example.number)
    told = []
    for _ in example.all_answers:
        assert panel.address() == {"example": str(example.number)}
        panel.do("next")
        assert panel.error is None
        told.append(panel.status)
    assert ENDS[example.number] in " ".join(told)
    assert len(panel.match.game) == len(example.all_answers)
    assert panel.match.play_design.follows_example(panel.match.game)


def test_another_answer_leaves_the_example_and_its_number_comes_back_to_it() -> None:
    panel = WorkedExamplePanel(example=5)
    panel.do("next")
    panel.do("answer", "pass")
    assert "game" in panel.address()
    panel.do("example", "3")
    assert panel.address() == {"example": "3"}
    with pytest.raises(UnknownExampleFault):
        WorkedExamplePanel(example=15)


def test_to_the_end_is_the_end_of_the_example_and_for_a_game_that_left_it_its_own() -> None:
    panel = WorkedExamplePanel(example=5)
    for _ in range(2):
        panel.do("to_end")
        assert len(panel.match.game) == len(worked_examples()[4].all_answers)
    panel.do("restart")
    panel.do("next")
    panel.do("answer", "pass")
    for _ in range(2):
        panel.do("to_end")
        assert panel.match.game.over
        assert len(panel.match.game) < PLAY_TO_END_LIMIT
    assert panel.error is None


def test_beside_an_example_the_game_is_not_said_again() -> None:
    goal = "unpivoted Sites of all five Dominions"
    assert goal not in WorkedExamplePanel(example=5).html
    assert goal in WorkedExamplePanel(line="imajica: p1 active gentle; p2 active dowd").html
