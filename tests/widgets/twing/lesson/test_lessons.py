"""Lessons of Imperial Twing as a learner meets them: steps, displays, rules, and refusals."""

import copy
import re
import tomllib

import pytest

from twingkit.core.language import call_in_language
from twingkit.core.words import LANGUAGES
from twingkit.learn.lesson.lesson import LessonError
from twingkit.learn.lesson.run import LessonRun
from twingkit.testing.lessons import advance_to_step, answer_step, branch_answers
from twingkit.twing.lessons import COURSE
from twingkit_widgets.learn.lesson.controller import LessonController
from twingkit_widgets.learn.lesson.panel import LessonPanel
from twingkit_widgets.learn.lesson.view import LessonView

NAMES = COURSE.names
lesson = COURSE.lesson


@pytest.mark.parametrize("name", NAMES)
def test_every_prediction_and_every_lay_has_a_recorded_mistake(name: str) -> None:
    made = lesson(name)
    recorded = {step for step, _, _ in made.mistakes}
    assert {step.id for step in made.steps if step.kind in ("predict", "answer")} <= recorded


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_has_something_to_do_a_check_and_an_end(name: str) -> None:
    made = lesson(name)
    kinds = [step.kind for step in made.steps]
    assert kinds[-2:] == ["check", "end"]
    assert sum(step.needs_answer for step in made.steps) >= 4, "things to do, not slides"
    assert "predict" in kinds
    assert made.questions >= 2
    assert made.goal["en"].count(".") == 1, "the goal is one sentence"


def in_both_languages(panel: LessonPanel) -> list[str]:
    """Return what a panel that has just been drawn shows, and the same in the other language."""
    pictures = [panel.html]
    panel.lang = LANGUAGES[1 - LANGUAGES.index(panel.lang)]
    return [*pictures, panel.html]


@pytest.mark.parametrize("name", NAMES)
def test_never_more_than_three_paragraphs_and_no_gap_left(name: str) -> None:
    made = lesson(name)
    seen: set[str] = set()
    for way in branch_answers(made):
        panel = LessonPanel(made)
        for _ in range(60):
            run = panel.controller.run
            step = run.step
            pictures = in_both_languages(panel) if run.record not in seen else []
            seen.add(run.record)
            if not run.is_step_done:
                answer_step(run, way)
                if run.record not in seen:
                    panel.refresh()
                    pictures += in_both_languages(panel)
                    seen.add(run.record)
            for at, _ in enumerate(step.points if pictures else ()):
                panel.do("point", str(at))
                pictures += in_both_languages(panel)
            assert panel.error is None
            for picture in pictures:
                said = picture.split('<div class="tk-lesson-table')[0]
                said = re.sub(r"<details.*?</details>", "", said)  # the rule beside the answer is a quotation
                blocks = re.findall(r"<p[ >](?!class)", said)
                assert len(blocks) <= 3, (step.id, blocks)
                assert "{" not in re.sub(r"<style.*?</style>", "", picture)
            if step.kind == "end":
                break
            panel.do("forward")
        assert panel.controller.run.step.kind == "end"


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ("something else", "not a record"),
        ("twingkit-lesson 1\nshield\nat ahead\n", "not a record of the lesson 'first-battle'"),
        ("twingkit-lesson 1\nfirst-battle\nattack: lay F5 F3 + F4\nat gone\n", "does not name a step"),
        ("twingkit-lesson 1\nfirst-battle\nattack: lay F5 F3 + F4\nahead: nobody\nat ahead\n", "'ahead'"),
    ],
)
def test_a_record_that_is_none_of_the_lesson_is_refused(record: str, said: str) -> None:
    with pytest.raises(LessonError, match=said):
        LessonRun.replay(lesson("first-battle"), record)


def test_the_lay_step_refuses_what_a_rule_forbids_and_keeps_the_choice() -> None:
    panel = LessonPanel("first-battle", "en")
    panel.do("forward")
    for place in ("0", "1", "2"):
        panel.do("choose", place)
    panel.do("lay")
    assert "TW-BAT-1" in panel.html
    assert panel.controller.picker.chosen == {0, 1, 2}
    assert panel.html.count('aria-pressed="true"') == 3
    assert "That is not allowed." in panel.html
    panel.do("choose", "2")
    panel.do("choose", "3")
    assert "Just try" in panel.html
    panel.do("lay")
    assert panel.controller.run.is_step_done
    assert "12 points" in panel.html
    assert "Just try" not in panel.html
    assert panel.html.count('class="tk-card"') == 3, "the laid cards stay in sight"
    panel = LessonPanel("first-battle", "en")
    panel.do("forward")
    panel.do("lay")
    assert "TW-BAT-1" in panel.html, "nothing is no attack"


def test_next_back_and_an_answer_pressed_twice_on_a_slow_page_count_once() -> None:
    panel = LessonPanel("first-battle", "en")
    first, second = (step.id for step in panel.controller.run.steps[:2])
    panel.do("forward", first)
    panel.do("forward", first)  # the second press of the same button, before the page has moved
    assert panel.error is None
    assert panel.controller.run.step.id == second
    panel.do("forward", second)  # its step is not answered yet
    assert panel.error is None
    assert "Answer first" in panel.controller.status
    panel.do("back", second)
    panel.do("back", second)
    assert panel.controller.run.step.id == first
    advance_to_step(panel.controller.run, "ahead")
    panel.do("answer", "attacker")
    panel.do("answer", "attacker")
    assert panel.error is None
    assert panel.controller.run.given_answer == "attacker"


def test_TW_BAT_3_a_rider_gets_on_by_itself_with_the_teddy_and_one_cup_among_several() -> None:
    panel = LessonPanel("end-game", "en")
    advance_to_step(panel.controller.run, "lay")
    panel.do("spell", "0")
    for place in range(3):
        panel.do("creature", str(place))
    assert str(panel.controller.picker.lay()) == "F6 + F4M>F2 L3"
    panel.do("ride", next(f"{rider}>{mount}" for rider, mount in panel.controller.picker.picks.rides.items()))
    panel.do("lay")
    assert "Fire 2 may ride on Fire 4 (mount)" in panel.html


def test_an_open_prediction_does_not_show_its_answer() -> None:
    panel = LessonPanel("first-battle", "en")
    made = panel.controller.lesson
    for step in ("ahead", "roll", "counts", "standing", "sun"):
        panel.controller.run = LessonRun(made)
        advance_to_step(panel.controller.run, step)
        if step == "roll":
            panel.do("answer", "roll")
        panel.refresh()
        assert "tk-lesson-guess" in panel.html, step
        assert "tk-side-won" not in panel.html, step
        assert "tk-chip-main" not in panel.html, step
    panel.controller.run = LessonRun(made)
    advance_to_step(panel.controller.run, "counts")
    panel.refresh()
    assert "TW-BAT-15" not in panel.html
    panel.do("answer", "0")
    assert "TW-BAT-15" in panel.html
    assert "tk-lesson-guess" in panel.html, "who wins is still to be asked"
    assert 'class="tk-sum-box"' in panel.html, "what twing_lessons.css covers is there"
    assert re.search(r"\.tk-lesson-guess \.tk-sum-box { visibility: hidden", str(panel._css))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_roll_shows_the_dice_but_not_what_they_decide(lang: str) -> None:
    panel = LessonPanel("first-battle", lang)
    advance_to_step(panel.controller.run, "roll")
    panel.do("answer", "roll")
    table = panel.html.split("tk-lesson-table")[1]
    assert "TW-BAT-15" not in table
    assert "tk-lesson-rolled" in panel.html
    advance_to_step(panel.controller.run, "sun")
    panel.refresh()
    table = panel.html.split("tk-lesson-table")[1]
    for spoiler in ("tk-side-won", "tk-chip-main", "The attacker’s Sun", "Die Sonne des"):
        assert spoiler not in table
    panel.do("answer", "attacker")
    assert "tk-side-won" in panel.html
    assert "tk-lesson-guess" not in panel.html


@pytest.mark.parametrize(("asks", "rule"), [("panties", "TW-POW-panties"), ("bra", "TW-POW-bra")])
def test_an_object_that_makes_a_symbol_count_0_is_not_told_before_the_answer(asks: str, rule: str) -> None:
    panel = LessonPanel("nine-objects", "en")
    advance_to_step(panel.controller.run, asks)
    panel.refresh()
    assert rule not in panel.html
    panel.do("answer", dict(panel.controller.lesson.solution)[asks])
    assert rule in panel.html.split("tk-lesson-table")[1]


def test_after_a_wrong_answer_the_right_one_is_marked_in_words() -> None:
    panel = LessonPanel("first-battle", "en")
    advance_to_step(panel.controller.run, "ahead")
    panel.do("answer", "tie")
    assert "✗ Not quite." in panel.html
    right, _, rest = panel.html.partition("✓ right")
    assert 'data-value="attacker"' in right
    assert "✗ your answer" in rest
    assert panel.status.startswith("Not quite. ")
    panel.do("forward")
    assert ". " not in panel.status.partition("?")[2][:2]
    advance_to_step(panel.controller.run, "counts")
    panel.do("answer", "0")
    assert "✓ right" in panel.html
    assert "your answer" not in panel.html


def test_the_end_ticks_only_what_happened_on_this_way() -> None:
    made = lesson("first-battle")
    for way in branch_answers(made):
        run = LessonRun(made)
        met = set()
        while run.step.kind != "end":
            if not run.is_step_done:
                answer_step(run, {"creature": "home", **way})
            met |= {ruling.rule for ruling in run.reply.rulings} if run.reply else set()
            run.forward()
        met |= {ruling.rule for entry in run.game().transcript for ruling in entry.rulings}
        seen = [each for each in run.learned_points if not each.later]
        assert {each.rule for each in seen} <= met
        assert len(run.steps) == 11, "both ways are equally long"
        later = " ".join(each.text["en"] for each in run.learned_points if each.later)
        assert "Cross" in later
        assert not any("Cross" in each.text["en"] for each in seen)
        assert ("cat" in later) is (way.get("cat") == "pass")


def test_the_other_way_can_be_tried() -> None:
    panel = LessonPanel("first-battle", "de")
    advance_to_step(panel.controller.run, "cat")
    panel.do("answer", "pass")
    assert [step.id for step in panel.controller.run.steps][-4:] == ["creature", "spent", "check", "end"]
    panel.do("take_back_answer")
    panel.do("answer", "cat")
    assert [step.id for step in panel.controller.run.steps][-4:] == ["sun", "home", "check", "end"]


def test_a_rule_opens_beside_its_sentence() -> None:
    panel = LessonPanel("first-battle", "en")
    panel.do("point", "0")
    panel.do("rule_of_sentence", "reply:TW-BOX-4")
    assert "opened:TW-BOX-4" in panel.html
    for closing in ("TW-BAT-1", ""):
        panel.do("rule", "TW-BAT-1")
        assert "opened:TW-BAT-1" in panel.html
        panel.do("rule", closing)
        assert "opened:" not in panel.html
    panel.do("rule", "nonsense")
    assert panel.error is None
    advance_to_step(panel.controller.run, "home")
    panel.do("rule_of_sentence", "ruling 1:TW-BAT-20")
    reply = panel.html.split('class="tk-reply')[1].split('data-act="forward"')[0]
    assert "opened:TW-BAT-20" in reply.split("</ul>")[0] + reply
    panel.do("rule_of_sentence", "ruling 1:TW-BAT-20")
    assert "opened:" not in panel.html
    panel.do("table_rule", "TW-BAT-15")
    assert "opened:TW-BAT-15" in panel.html.split("tk-lesson-table")[1]
    panel.do("forward")
    assert "opened:" not in panel.html


def test_the_end_leads_on_only_where_there_is_a_site() -> None:
    made = lesson("first-battle")
    for site in (True, False):
        controller = LessonController(made, site=site)
        if site:
            controller.next_lesson = (
                "mounts-and-creatures",
                COURSE.lesson_entries["mounts-and-creatures"]["title"],
            )
        advance_to_step(controller.run, "end")
        html = str(call_in_language("de", LessonView(controller).html))
        link = 'href="battle-lab.ipynb?battle=F:_F5_F3_~_F4_!_cat_vs_W:_W6_W4&amp;lang=de"'
        assert (link in html) is site
        assert ('href="practice.ipynb?topic=first-battle&amp;lang=de"' in html) is site
        assert ('data-value="mounts-and-creatures"' in html) is site


def test_answers_that_are_none_are_refused() -> None:
    run = LessonRun(lesson("first-battle"))
    with pytest.raises(LessonError, match="does not ask for an answer"):
        run.answer("attacker")
    advance_to_step(run, "ahead")
    with pytest.raises(LessonError, match="no option 'nobody'"):
        run.answer("nobody")
    with pytest.raises(LessonError, match="no lesson 'second'"):
        lesson("second")


def test_a_faulty_lesson_names_all_its_faults() -> None:
    data = tomllib.loads(COURSE.folder.joinpath("first-battle.toml").read_text(encoding="utf-8"))
    whole = {**COURSE.lesson_entries["first-battle"], "topic": "first-battle", **data}
    assert COURSE.parse_lesson(whole) == lesson("first-battle")
    bad = copy.deepcopy(whole)
    bad["solution"].append("dance: waltz")
    bad["step"][0]["colour"] = "red"
    bad["step"][1]["kind"] = "lai"
    bad["step"][2]["ask"] = "weather"
    bad["step"][3]["rule"] = "TW-BAT-99"
    bad["step"][4]["text"] *= 3
    del bad["step"][5]["option"][0]["reply"]["de"]
    bad["step"][6]["id"] = "ahead"
    bad["step"][8]["only"] = {"later": "x"}
    bad["step"].pop()
    with pytest.raises(LessonError) as caught:
        COURSE.parse_lesson(bad, "bad.toml")
    text = str(caught.value)
    for word in (
        "colour",
        "lai",
        "weather",
        "TW-BAT-99",
        "2 paragraphs",
        "standing.attacker",
        "two steps",
        "later",
        "dance",
        "must be its end",
    ):
        assert word in text


def test_the_thing_whose_place_is_asked_is_seen_beside_the_question() -> None:
    panel = LessonPanel("elements-and-cards", "en")
    advance_to_step(panel.controller.run, "creature")
    panel.refresh()
    picture = panel.html.split("tk-lesson-thing")[1].split("tk-options")[0]
    assert "Water creature, power 3" in picture
    advance_to_step(panel.controller.run, "sorceress")
    panel.refresh()
    assert "tk-lesson-thing" not in panel.html


def test_a_lay_shows_the_rulings_and_the_rule_that_its_step_names() -> None:
    run = LessonRun(lesson("mounts-and-creatures"))
    advance_to_step(run, "ride")
    run.answer("lay F5 + F4M>F3")
    assert run.reply is not None
    assert [ruling.rule for ruling in run.reply.rulings] == ["TW-BAT-2", "TW-BAT-3"]
    assert run.reply.rule == "TW-BAT-3"
    run = LessonRun(lesson("first-battle"))
    advance_to_step(run, "attack")
    run.answer("lay F5 F3 + F4")
    assert run.reply is not None
    assert run.reply.rule == "TW-BAT-1", "without a name it is the first that speaks"


def test_what_the_closing_check_missed_is_not_ticked_at_the_end() -> None:
    marked = 0
    for name in NAMES:
        controller = LessonController(lesson(name))
        advance_to_step(controller.run, "check")
        for item in controller.run.check_questions():
            controller.act("answer", [choice.is_right for choice in item.choices].index(False))
            controller.act("further")
        controller.act("forward")
        assert controller.run.step.kind == "end"
        assert controller.run.missed_rules
        missed = [each for each in controller.run.learned_points if each.rule in controller.run.missed_rules]
        assert str(LessonView(controller).html()).count('class="tk-missed"') == len(missed)
        marked += len(missed)
    assert marked


def test_a_step_that_nothing_before_answers_says_guess_first_and_the_machine_says_it() -> None:
    guesses = [step for name in NAMES for step in lesson(name).steps if step.guess]
    assert len(guesses) >= len(NAMES)
    for step in guesses:
        assert step.needs_answer
        assert not re.search("guess|rate", " ".join(step.title.values()), re.IGNORECASE)
    panel = LessonPanel("shield", "en")
    advance_to_step(panel.controller.run, "pay")
    panel.refresh()
    assert panel.html.count("Guess first") == 1
    panel.do("answer", "1")
    assert "✗ Now you know:" in panel.html
    advance_to_step(panel.controller.run, "lost")
    panel.refresh()
    assert "Guess first" not in panel.html


def test_a_rule_is_opened_by_a_small_why_and_its_id_stands_in_it() -> None:
    panel = LessonPanel("shield", "en")
    advance_to_step(panel.controller.run, "pay")
    panel.do("answer", "0")
    reply = panel.html.split("tk-lesson-table")[0].split('class="tk-reply')[1]
    shown = re.sub(r"<[^>]*>", " ", reply.partition(">")[2])
    assert "why?" in shown
    assert "TW-BAT-18" not in shown
    panel.do("rule_of_sentence", "ruling 0:TW-BAT-18")
    assert "TW-BAT-18" in re.sub(r"<[^>]*>", " ", panel.html.split("tk-lesson-table")[0])


def test_the_first_things_to_tap_have_keys_and_a_hint_is_closed_by_its_key_and_by_escape() -> None:
    panel = LessonPanel("first-battle")
    assert re.findall(r'<button[^>]*data-act="point"[^>]*data-shortcut="(.)"', panel.html) == ["1", "2"]
    name, step = next((name, step.id) for name in NAMES for step in lesson(name).steps if step.hint)
    panel = LessonPanel(name)
    advance_to_step(panel.controller.run, step)
    for _ in range(2):
        panel.refresh()
        assert hint_keys(panel.html) == ["h"]
        panel.do("hint")
        assert hint_keys(panel.html) == ["Escape", "h"]
        panel.do("hint")


def hint_keys(html: str) -> list[str]:
    """Return the keys that open or close the hint."""
    return sorted(re.findall(r'data-act="hint"[^>]*data-shortcut="(.*?)"', html))
