"""A null game teaches: its lessons are steps in TOML, everything else comes from the game."""

from __future__ import annotations

from collections.abc import Callable
from subprocess import CompletedProcess

LESSON = """
id = "throw"
title = { en = "Guess and throw", de = "Raten und werfen" }
goal = { en = "Guess the coin.", de = "Errate die Münze." }
table = "coin: heads"
solution = ["guess: tails", "next: roll", "throw: roll"]
mistakes = ["guess: edge -> CO-3", "guess: heads", "next: over -> CO-2"]

[[step]]
id = "guess"
kind = "answer"
aim = "tails"
title = { en = "Guess the side that does not show", de = "Rate die Seite, die man nicht sieht" }
reply.aim = { en = "That is it.", de = "Genau." }
reply.less = { en = "That one shows now.", de = "Die sieht man gerade." }

[[step]]
id = "next"
kind = "predict"
ask = "due"
rule = "CO-2"
title = { en = "What comes next?", de = "Was kommt jetzt?" }
[[step.option]]
id = "roll"
text = { en = "The throw", de = "Der Wurf" }
reply = { en = "Chance answers now.", de = "Jetzt antwortet der Zufall." }
[[step.option]]
id = "over"
text = { en = "Nothing, it is over", de = "Nichts, es ist aus" }
reply = { en = "The coin has not fallen.", de = "Die Münze ist noch nicht gefallen." }

[[step]]
id = "throw"
kind = "roll"
faces = ["tails"]
cites = ["*"]
title = { en = "Throw the coin", de = "Wirf die Münze" }

[[step]]
id = "end"
kind = "end"
title = { en = "You can play Coin", de = "Du kannst Münze spielen" }

[[learned]]
rule = "CO-4"
text = { en = "Who guesses it wins.", de = "Wer sie errät, gewinnt." }
"""

WALK = """
import sys
import tomllib

from twingkit.learn.lesson.course import course_of
from twingkit.learn.lesson.rehearsal import rehearse
from twingkit.learn.lesson.run import LessonRun
from twingkit.core.play import Game
from twingkit.testing.lessons import assert_record_restores, assert_mistakes_explained
from twingkit.testing.lessons import assert_predictions_valid, assert_solvable

course = course_of("coin")
lesson = course.parse_lesson(tomllib.loads(sys.argv[1]))
assert rehearse(lesson).is_finished
for one in (lesson, course.lesson("first-throw")):
    assert_solvable(one)
    assert_mistakes_explained(one)
    assert_predictions_valid(one)
    assert_record_restores(one)

played = []
real = Game._restart
Game._restart = lambda game, keep: (played.append(keep), real(game, keep))[1]
run = LessonRun(lesson)
run.game(), run.game(), run.game(answered=False)
assert len(played) == 1, "the game is made once and kept"
for name, answer in lesson.solution:
    before = len(played)
    run.answer(answer)
    run.game(), run.reply, run.record, run.game(answered=False)
    assert len(played) - before <= 1, (name, "an act plays the game once")
    before = len(played)
    run.forward()
    run.game()
    run.back()
    run.game()
    run.forward()
    assert len(played) == before, "looking plays nothing"
assert LessonRun.replay(lesson, run.record).answers == run.answers
"""

SHOWN = """
from twingkit_widgets.learn.lesson.course_panel import CoursePanel

panel = CoursePanel("coin", "de", site=True)
assert "Münze lernen" in panel.html and "Der erste Wurf" in panel.html
panel.do("lesson", "first-throw")
panel.do("answer", "edge")
assert "Das ist nicht erlaubt." in panel.html and "CO-3" in panel.html
panel.do("answer", "tails")
assert panel.error is None and "Du hast geraten." in panel.html
panel.do("forward")
panel.do("answer", "roll")
assert "gewinnt." in panel.html
panel.do("forward")
assert panel.error is None and "tk-learned" in panel.html
other = CoursePanel("coin")
other.load_memory("coin-lessons", panel.course)
assert "done" in other.html
"""


def test_a_lesson_without_any_code_is_taught_by_the_game(
    python: Callable[..., CompletedProcess[str]],
) -> None:
    walked = python(WALK, LESSON)
    assert walked.returncode == 0, walked.stderr


def test_a_course_without_any_pictures_can_be_gone_through(
    python: Callable[..., CompletedProcess[str]],
) -> None:
    shown = python(SHOWN)
    assert shown.returncode == 0, shown.stderr
