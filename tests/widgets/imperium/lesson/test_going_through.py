"""Going through lessons on fleets: what the page shows, keeps and refuses."""

import re

import pytest

from twingkit.core.language import language, localized
from twingkit.imperium.lessons import COURSE
from twingkit.learn.lesson.lesson import LessonError
from twingkit.learn.lesson.progress import ProgressError
from twingkit.learn.lesson.run import Run
from twingkit.testing.lessons import run_to_step
from twingkit_widgets.learn.lesson.course_panel import CoursePanel
from twingkit_widgets.panel.wording import LANGUAGES

NAMES = ["space-battle", "landing"]


@localized
def shown(name: str, step: str, lang: str | None = None) -> CoursePanel:
    """The panel with a lesson at a step, everything before it answered."""
    panel = CoursePanel("imperium", language(), lesson=name, site=True)
    panel.controller.run = run_to_step(COURSE.lesson(name), step)
    panel.refresh()
    return panel


# -- going through them


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_the_panel_shows_every_step_with_no_gap_left(name: str, lang: str) -> None:
    panel = CoursePanel("imperium", lang, lesson=name, site=True)
    solution = dict(panel.controller.run.lesson.solution)
    while panel.controller.run.step.kind != "end":
        step = panel.controller.run.step
        assert "tk-lesson-step" in panel.html
        if step.kind == "look":
            for at in range(len(step.points)):
                panel.do("point", at)
                assert "tk-fl-card" in panel.html
        if not panel.controller.run.is_step_done:
            panel.do("answer", solution[step.id])
        assert panel.error is None
        assert not re.search(r"\{[a-z_]+\}", panel.html), step.id
        panel.do("forward")
        assert panel.error is None
    assert "tk-learned" in panel.html
    assert "imperium-battle.ipynb?battle=" in panel.html


def test_dice_stay_unjudged_until_their_hits_were_asked() -> None:
    panel = CoursePanel("imperium", "en", lesson="space-battle", site=True)
    panel.controller.run = run_to_step(COURSE.lesson("space-battle"), "round-1")
    panel.refresh()
    assert panel.html.count("tk-d10-open") == 9
    panel.do("answer", "roll")
    assert "tk-d10-hit" not in panel.html, "the dice lie there, and nobody has said what they are"
    panel.do("forward")
    assert "tk-d10-hit" not in panel.html
    panel.do("answer", "2")
    assert panel.html.count("tk-d10 tk-d10-hit") == 4
    assert "tk-d10-open" not in panel.html


def test_IM_UNIT_3_a_refused_choice_can_be_put_right() -> None:
    panel = CoursePanel("imperium", "en", lesson="space-battle", site=True)
    panel.controller.run = run_to_step(COURSE.lesson("space-battle"), "losses")
    panel.do("answer", "twice")
    assert not panel.controller.run.is_step_done
    assert "That is not allowed." in panel.html
    assert "IM-UNIT-3" in panel.html
    panel.do("answer", "small")
    assert "there is a better answer" in panel.html
    panel.do("answer", "damage")
    assert panel.controller.run.is_step_done
    assert panel.html.count("tk-fl-share") == 3


def test_a_rule_opens_where_its_id_stands_and_closes_again() -> None:
    panel = CoursePanel("imperium", "de", lesson="landing", site=True)
    panel.controller.run = run_to_step(COURSE.lesson("landing"), "shield")
    panel.do("answer", "bombardment")
    panel.do("rule_of_sentence", "ruling 0:IM-INV-2")
    assert 'data-key="opened:IM-INV-2"' in panel.html
    panel.do("rule_of_sentence", "ruling 0:IM-INV-2")
    assert "opened:IM-INV-2" not in panel.html


@pytest.mark.parametrize("name", NAMES)
def test_the_battle_alone_is_fought_to_its_end_with_any_dice(name: str) -> None:
    panel = CoursePanel("imperium", "en", lesson=name, site=True)
    panel.controller.run = run_to_step(COURSE.lesson(name), "alone")
    panel.refresh()
    for _ in range(200):
        game = panel.controller.run.game()
        if game.over:
            break
        asked = re.search(r'data-act="free_answer" data-value="([^"]+)"', panel.html)
        assert asked is not None
        panel.do("free_answer", asked[1])
        assert panel.error is None
        assert panel.status
    assert game.over
    assert "Begin again" in panel.html
    again = Run.replay(COURSE.lesson(name), panel.controller.run.record)
    assert again.answers == panel.controller.run.answers
    panel.do("take_back_answer")
    assert not panel.controller.run.given_answer


def test_going_back_takes_nothing_away_and_no_step_can_be_skipped() -> None:
    panel = CoursePanel("imperium", "en", lesson="landing", site=True)
    panel.do("forward")
    panel.do("forward")
    assert panel.controller.run.step.id == "bombard"
    assert panel.status == panel.controller.say("unanswered")
    panel.do("answer", "roll")
    panel.do("back")
    assert panel.controller.run.step.kind == "look"
    assert panel.controller.run.answers == {"bombard": "roll"}


def test_the_lab_opens_the_battle_that_was_fought_last_and_the_rulebook_is_offered() -> None:
    panel = shown("landing", "end")
    assert re.findall(r"battle=([^&\"]+)", panel.html) == [
        "ground:_2_dreadnought_1_carrier_4_infantry_vs_3_infantry_1_pds"
    ]
    assert "imperium-rules.ipynb" in panel.html


@pytest.mark.parametrize("name", NAMES)
def test_a_battle_alone_that_goes_on_is_not_skipped_by_the_main_button(name: str) -> None:
    panel = shown(name, "alone")
    intro = panel.controller.run.fill_text(panel.controller.run.step.text[0])
    forward = re.compile(r'<button[^>]*data-key="forward:alone"[^>]*>')
    assert intro in panel.html
    assert "tk-main" not in forward.findall(panel.html)[0]
    panel.do("free_answer", "throw")
    assert panel.error is None
    assert intro not in panel.html, "from then on the room is for the answers"
    assert "data-bring" in panel.html
    assert "tk-main" not in forward.findall(panel.html)[0]


def test_IM_SPACE_9_the_table_shows_what_the_question_tells_but_not_who_has_won() -> None:
    panel = shown("space-battle", "winner")
    assert "lost before" in panel.html
    assert "Retreated" in panel.html
    assert "Winner" not in panel.html
    panel.do("answer", "attacker")
    assert "Winner" in panel.html


def test_IM_INV_8_structures_stand_until_it_is_known_that_they_are_destroyed() -> None:
    panel = shown("landing", "control")
    assert "tk-ff-support tk-ff-none" not in panel.html
    panel.do("answer", "taken")
    assert panel.html.count("tk-ff-support tk-ff-none") == 1


def test_units_to_tap_are_as_many_as_there_are_and_their_cards_say_whose_they_are() -> None:
    panel = CoursePanel("imperium", "en", lesson="space-battle", site=True)
    assert "2 cruisers" in panel.html
    assert "3 fighters" in panel.html
    for at, point in enumerate(panel.controller.run.step.points):
        panel.do("point", at)
        assert ("the other side’s" in panel.html) == point.thing.startswith("defender ")


def test_IM_INV_3_how_many_land_is_not_told_before_it_is_asked() -> None:
    panel = shown("landing", "shield")
    panel.do("answer", "space_cannon")
    reply = panel.controller.run.reply
    assert reply is not None
    assert {ruling.rule for ruling in reply.rulings} == {"IM-INV-2"}


# -- keeping it


def test_a_record_of_something_else_or_with_another_answer_is_refused() -> None:
    lesson = COURSE.lesson("landing")
    with pytest.raises(LessonError, match="not a record of the lesson 'landing'"):
        Run.replay(lesson, run_to_step(COURSE.lesson("space-battle"), "ahead").record)
    record = run_to_step(lesson, "commit").record.replace("shield: space_cannon", "shield: laser")
    with pytest.raises(LessonError, match="'shield'"):
        Run.replay(lesson, record)


def test_both_lessons_are_remembered_and_shown_as_begun_or_done() -> None:
    panel = CoursePanel("imperium", "en", lesson="space-battle", site=True)
    panel.controller.run = run_to_step(COURSE.lesson("space-battle"), "end")
    panel.do("back")
    panel.do("lesson", "landing")
    panel.do("forward")
    panel.do("answer", "roll")
    other = CoursePanel("imperium", "de", site=True)
    other.load_memory("imperium-lessons", panel.course)
    assert "bombard: roll" in other.progress.run_records["landing"]
    assert "geschafft" in other.html
    assert "angefangen" in other.html
    with pytest.raises(ProgressError, match="damaged in every way"):
        other.load_memory("imperium-lessons", "damaged in every way")
    assert "bombard: roll" in other.progress.run_records["landing"]


def test_a_link_names_the_open_lesson_and_an_unknown_one_shows_all() -> None:
    panel = CoursePanel("imperium", "en", lesson="landing", site=True)
    assert panel.address() == {"lesson": "landing"}
    panel.show_query({})
    panel.refresh()
    assert panel.address() == {}
    assert panel.html.count("tk-course-number") == len(COURSE.names)
    panel.show_query({"lesson": "<b>nothing</b>"})
    panel.refresh()
    assert "&lt;b&gt;nothing&lt;/b&gt;" in panel.html


# -- what is wrong with a file


def test_all_faults_of_a_lesson_are_named_at_once() -> None:
    words = dict.fromkeys(LANGUAGES, "?")
    data = {
        "id": "own",
        "title": words,
        "goal": words,
        "table": "space: 1 cruiser vs",
        "wings": 2,
        "step": [
            {"id": "one", "kind": "sing", "title": words},
            {"id": "one", "kind": "predict", "ask": "why", "title": {"en": "?"}, "rule": "IM-SPACE-99"},
        ],
        "mistakes": ["two: x -> IM-SPACE-7"],
    }
    with pytest.raises(LessonError) as caught:
        COURSE.parse_lesson(data, "own.toml")
    for part in ("wings", "sing", "why", "needs a sentence", "IM-SPACE-99", "'two' is no step", "its end"):
        assert part in str(caught.value), part
    with pytest.raises(LessonError, match="there is no lesson 'chess'"):
        COURSE.lesson("chess")


# -- the page


@localized
def panel_at(step: str, lang: str | None = None, lesson: str = "space-battle") -> CoursePanel:
    """The lessons with one of them open at a step."""
    panel = CoursePanel("imperium", language(), lesson=lesson, site=True)
    assert panel.controller is not None
    panel.controller.run = run_to_step(COURSE.lesson(lesson), step)
    panel.refresh()
    return panel


def test_every_answer_that_was_tried_stays_marked() -> None:
    panel = panel_at("losses")
    for tries, answer in enumerate(("small", "twice", "damage")):
        panel.do("answer", answer)
        assert panel.html.count("tk-option-wrong") == min(tries + 1, 2)
    assert panel.html.count("tk-button tk-option-right") == 1
    panel.do("forward", "losses")
    assert "tk-option-wrong" not in panel.html


def test_the_dice_on_the_table_are_not_told_again() -> None:
    panel = panel_at("hits")
    panel.do("answer", "2")
    reply = panel.html.split("tk-reply", 1)[1].split("</section>", 1)[0]
    assert "You roll" not in reply
    assert "IM-SPACE-6" in reply


def test_IM_UNIT_3_is_named_once_where_it_refuses() -> None:
    panel = panel_at("losses")
    panel.do("answer", "twice")
    reply = panel.html.split("tk-reply", 1)[1].split("</section>", 1)[0]
    assert reply.count(">why?<") == 1
    assert "IM-UNIT-3" in reply


@pytest.mark.parametrize(
    ("lang", "covered", "counted"), [("en", "4 dice", "of 4 dice"), ("de", "4 Würfel", "mit 4 Würfeln")]
)
def test_dice_that_are_not_counted_yet_are_no_half_sentence(lang: str, covered: str, counted: str) -> None:
    panel = panel_at("hits")
    assert f'tk-cast-hits">{covered}</span>' in panel.html
    panel.do("answer", "2")
    assert counted in panel.html


def test_what_a_table_lost_is_said_once() -> None:
    panel = panel_at("losses")
    panel.do("answer", "damage")
    table = re.sub("<[^>]*>", "|", panel.html.split("tk-fl-table", 1)[1])
    assert "0 left" not in table
    assert table.count("1 lost now") == 1
    assert table.count("2 lost now") == 1
