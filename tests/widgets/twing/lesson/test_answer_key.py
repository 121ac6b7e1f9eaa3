"""What a lesson can ask about a whole game, and what it hides from the learner there."""

import attrs
import pytest

from twingkit.core.language import in_language
from twingkit.core.words import LANGUAGES
from twingkit.learn.lesson.run import LessonRun
from twingkit.twing.lessons import COURSE

TABLE = """players F W L
p1 hand F4 W3; ornicles 2
p2 hand W5 W4 W1; ornicles 1
p3 hand L6 L2; ornicles 1
table turn 14; to-move p2; phase {phase}; as-is
"""
LAID = ["p2: attack p3", "p2: lay W5", "p3: lay L6"]


def both(text: str) -> dict[str, str]:
    return dict.fromkeys(LANGUAGES, text)


def predicting(options: list[str], phase: str = "action", text: str = "?", **fields: object) -> LessonRun:
    """Return a lesson of one prediction, at its beginning."""
    step = {
        "id": "step",
        "kind": "predict",
        "title": both("?"),
        "text": [both(text)],
        **fields,
    }
    step["option"] = [{"id": option, "text": both(option), "reply": both(option)} for option in options]
    made = {
        "id": "one",
        "title": both("One"),
        "goal": both("One."),
        "table": TABLE.format(phase=phase),
    }
    return LessonRun(
        COURSE.parse_lesson({**made, "step": [step, {"id": "end", "kind": "end", "title": both("End")}]})
    )


@pytest.mark.parametrize(
    ("then", "due"),
    [
        ([], "act"),
        (LAID[:1], "attack"),
        (LAID[:2], "defend"),
        (LAID, "support"),
        ([*LAID, "p1: pass"], "roll"),
    ],
)
def test_due_is_the_kind_of_question_that_comes(then: list[str], due: str) -> None:
    run = predicting(["act", "attack", "defend", "support", "roll"], ask="due", then=then)
    reply = run.answer(due)
    assert reply is not None
    assert (reply.is_right, reply.right_option) == (True, due)


def test_due_says_when_the_game_is_over() -> None:
    run = predicting(["over", "draw"], ask="due", then=["p2: retire", "p3: draw spell L1", "p3: retire"])
    reply = run.answer("draw")
    assert reply is not None
    assert (reply.is_right, reply.right_option) == (False, "over")


def test_points_of_both_sides_can_be_named_by_who_only_watches() -> None:
    run = predicting(["support", "roll"], ask="due", play=LAID, text="{attack} to {defence}")
    assert run.fill_text(run.step.text[0]) == "5 to 6"
    run.answer("support")
    with in_language("de"):
        assert run.fill_text(run.step.text[0]) == "5 to 6"


@pytest.mark.parametrize("opened", [False, True])
def test_a_reply_keeps_hidden_what_others_draw_unless_all_hands_are_open(opened: bool) -> None:
    then = ["p2: draw cat", "p2: pass", "p2: draw trap", "p2: draw spell W2"]
    cites = ["TW-TURN-1", "TW-TURN-3"]
    run = predicting(["5", "6"], phase="turn", ask="count", what="hand p2", then=then, cites=cites)
    run = LessonRun(attrs.evolve(run.lesson, open=opened))
    reply = run.answer("6")
    assert reply is not None
    assert reply.is_right
    ruling_texts = [ruling.text() for ruling in reply.rulings]
    assert ruling_texts[1] == "The Witch passes and draws 2 more cards."
    drawn = [sentence.removeprefix("The Witch draws: ") for sentence in (ruling_texts[0], *ruling_texts[2:4])]
    assert drawn == (["black cat.", "trap.", "Water 2."] if opened else ["a card."] * 3)
