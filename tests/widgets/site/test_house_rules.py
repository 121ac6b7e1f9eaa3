"""House rules are shown wherever their rule appears, and no question contradicts them."""

from __future__ import annotations

import json
import re
from urllib.parse import urlencode

import pytest
from long_runs import runs
from widgets.site.own_publishers import Move

from twingkit import Game, twing
from twingkit.core.games import game_by_id, games
from twingkit.core.glossary import glossary_of
from twingkit.core.language import call_in_language
from twingkit.core.links import unpack_text
from twingkit.core.variants.house_rules import (
    HOUSE_RULES_ENV_VARIABLE,
    all_house_difference_sentences,
    house_difference_sentences,
)
from twingkit.core.variants.start_lines import VARIANT_KEY, lines_with_key
from twingkit.core.variants.switches import Switch, format_switch_value
from twingkit.learn.lesson.course import course_of
from twingkit.learn.lesson.rehearsal import solve_step
from twingkit.learn.quiz import quiz_of
from twingkit.learn.quiz.dealer import QuestionDealer
from twingkit.learn.quiz.house_rules import is_same_under_house_rules
from twingkit.learn.quiz.ledger import Ledger
from twingkit.twing.lessons import COURSE
from twingkit_widgets.imperium.rulebook.gallery import SHELVES
from twingkit_widgets.learn.lesson.controller import LessonController
from twingkit_widgets.learn.lesson.view import LessonView
from twingkit_widgets.learn.practice.open_question import ShownQuestion
from twingkit_widgets.learn.printed.lesson_sheet import lesson_sheet
from twingkit_widgets.learn.printed.rules_sheet import rules_sheet
from twingkit_widgets.panel.address.addresses import book_of, page_name_of
from twingkit_widgets.panel.markup import esc
from twingkit_widgets.panel.terms import TermMarker
from twingkit_widgets.site.head.page_description import page_description
from twingkit_widgets.site.page import page as open_page
from twingkit_widgets.table.referee.panel import RefereePanel
from twingkit_widgets.twing.play.battle_panel import BattlePanel

LONG = 120
"""The number of letters by which a difference may be shortened in a description."""

TIES = '[game.twing]\nvariant = "box ties=defender"\n'
WITH_US = {
    "en": 'House rules:</b><ul class="tk-list tk-lines"><li>Ties – If the points are equal, the',
    "de": 'Unsere Hausregeln:</b><ul class="tk-list tk-lines"><li>Gleichstand – Bei gleichen Punkten',
}


@pytest.mark.parametrize("query", ["rule=TW-BAT-17", "show=summary", "show=print"])
@pytest.mark.parametrize("lang", WITH_US)
def test_rulebook_summary_and_print_say_it_beside_the_rule_in_words(
    move_in: Move, query: str, lang: str
) -> None:
    move_in(TIES)
    html = open_page("rulebook", f"{query}&lang={lang}")[0].html
    assert WITH_US[lang] in html
    assert "ties=" not in html


def test_without_a_house_rule_nothing_is_said() -> None:
    assert "House rules:" not in open_page("rulebook", "rule=TW-BAT-17&lang=en")[0].html


def test_a_lesson_of_the_box_says_it_at_its_beginning_and_one_that_plays_it_does_not(move_in: Move) -> None:
    move_in(TIES)
    lesson = COURSE.lesson("first-battle")
    assert WITH_US["en"] in LessonView(LessonController(lesson)).html()
    data = {
        "id": "own",
        "title": lesson.title,
        "goal": lesson.goal,
        "table": "battle F: F5 vs W: W5\nvariant box ties=defender",
        "step": [{"id": "end", "kind": "end", "title": lesson.title}],
        "learned": [{"text": lesson.goal, "rule": "TW-BAT-17"}],
    }
    assert "House rules:" not in LessonView(LessonController(COURSE.parse_lesson(data))).html()


@pytest.mark.parametrize("game", ["imperium", "ember", "imajica"])
def test_no_lesson_of_another_game_says_a_house_rule(move_in: Move, game: str) -> None:
    move_in(TIES)
    course = course_of(game)
    assert course
    for lesson in course.lessons():
        assert "House rules:" not in LessonView(LessonController(lesson)).html(), lesson.id


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_lesson_of_the_box_says_once_what_differs_before_its_first_step(move_in: Move, lang: str) -> None:
    move_in('[game.twing]\nvariant = "box price=3"\n')
    said = all_house_difference_sentences("twing")
    for lesson in COURSE.lessons():
        controller, times = LessonController(lesson), []
        while True:
            step, run = controller.run.step, controller.run
            if step.kind != "check":
                html = LessonView(controller).html()
                times.append(html.count(f"<li>{said[0]}</li>"))
                own = bool(lines_with_key(VARIANT_KEY, run.table_text.splitlines()))
                assert times[-1] == (0 if own or len(times) > 1 else 1), (lesson.id, step.id)
            if not run.is_step_done:
                solve_step(run, step)
            if run.step_index == len(run.steps) - 1:
                break
            run.forward()
            controller.reset_choices()


def test_many_differences_are_unfolded_before_the_first_step_on_the_page_and_on_paper(move_in: Move) -> None:
    move_in('[game.twing]\nvariant = "box price=3 events=false objects_needed=4 endgame_entry=free"\n')
    controller = LessonController(COURSE.lesson("the-turn"))
    first = LessonView(controller).html()
    assert all(sentence in first for sentence in all_house_difference_sentences("twing"))
    unfolded = '<details data-key="otherwise" open>'
    assert unfolded in first
    sheet = "".join(map(str, lesson_sheet(COURSE.lesson("the-turn")).parts))
    assert sheet.count(unfolded) == 1
    assert sheet.count('class="tk-with-us"') == 1


def test_questions_whose_answer_is_another_in_this_house_are_not_dealt(move_in: Move) -> None:
    quiz = quiz_of("twing")
    names = [f"first-battle:winner:{seed}" for seed in range(20)]
    tied = [name for name in names if quiz.item(name).right_option.key == "tie"]
    assert tied
    move_in(TIES)
    assert not any(is_same_under_house_rules(quiz.item(name)) for name in tied)
    assert any(is_same_under_house_rules(quiz.item(name)) for name in names)
    dealer, ledger = QuestionDealer(quiz), Ledger(quiz.topics)
    dealt = [dealer.deal(ledger, "first-battle", 0)[0] for _ in range(8)]
    dealt += quiz.closing_check("first-battle", 3)
    assert all(map(is_same_under_house_rules, dealt))


def test_a_link_to_such_a_question_opens_it_with_its_differences(move_in: Move) -> None:
    quiz = quiz_of("twing")
    names = (f"first-battle:winner:{seed}" for seed in range(20))
    tied = next(quiz.item(name) for name in names if quiz.item(name).right_option.key == "tie")
    move_in(TIES)
    html = ShownQuestion(tied).html()
    assert re.search(r"the rules of the box.*House rules:</b><ul class=\"tk-list tk-lines\"><li>Ties", html)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_real_table_begins_with_the_rules_of_the_house_and_says_them(move_in: Move, lang: str) -> None:
    move_in('[game.twing]\nvariant = "box price=3"\n')
    panel = RefereePanel("twing", lang=lang)
    form = panel.render()
    assert all_house_difference_sentences("twing")[0] in form
    assert form.index('value="house"') < form.index('value="box"')
    panel.do("begin", {"players": "2", "names": "", "variant": "house"})
    assert panel.table is not None
    assert "variant box price=3" in panel.table.record
    assert all_house_difference_sentences("twing")[0] in panel.render()
    panel.do("anew", "ask")
    panel.do("anew", "yes")
    panel.do("begin", {"players": "2", "names": "", "variant": "box"})
    assert panel.table is not None
    assert "tk-with-us" not in panel.render()


def test_a_real_table_of_a_game_with_forms_of_its_own_begins_each_by_the_rules_of_the_house(
    move_in: Move,
) -> None:
    move_in('[game.imperium]\nvariant = "box diplomacy=any_two"\n')
    panel = RefereePanel("imperium")
    said = all_house_difference_sentences("imperium")[0]
    assert said in panel.render()
    parts = {"part0": "sol", "part1": "xxcha", "part2": "yin"}
    panel.do("begin", {"players": "3", "variant": panel.rules_options[0], **parts})
    assert panel.table is not None
    assert "diplomacy=any_two" in panel.table.record
    assert said in panel.render()


def test_without_a_house_rule_a_real_table_offers_none() -> None:
    assert 'value="house"' not in RefereePanel("twing").render()


SWITCHES = [
    (entry.id, switch.key) for entry in games() for switch in entry.load("variants").switches.all_switches
]


def play_otherwise(monkeypatch: pytest.MonkeyPatch, game: str, switch: Switch) -> None:
    """Make another value of a switch the house rule of a game."""
    other = next(choice.value for choice in switch.values if choice.value != switch.default)
    line = f"box {switch.key}={format_switch_value(other)}"
    monkeypatch.setenv(HOUSE_RULES_ENV_VARIABLE, json.dumps({game: line}))


@pytest.mark.parametrize(("game", "key"), SWITCHES)
def test_every_page_of_a_rule_that_a_switch_changes_says_so(
    monkeypatch: pytest.MonkeyPatch, game: str, key: str
) -> None:
    """The rule itself, its example, its description, the printed rules, its interpretation: in both
    languages."""
    switch = game_by_id(game).load("variants").switches[key]
    play_otherwise(monkeypatch, game, switch)
    readings = game_by_id(game).load("disagreements")
    for lang in ("en", "de"):
        said = call_in_language(lang, all_house_difference_sentences, game)
        assert len(said) == 1
        chapters = "".join(map(str, call_in_language(lang, rules_sheet, game_by_id(game)).parts))
        for rule in {*switch.rules, *filter(None, [switch.interpretation_rule])}:
            page = page_name_of(game, "rules")
            assert page
            html = open_page(page, f"rule={rule}&lang={lang}")[0].html
            assert esc(said[0]) in html, (rule, lang)
            assert said[0] in call_in_language(lang, page_description, page, rule) or len(said[0]) > LONG, (
                rule,
                lang,
            )
            assert esc(said[0]) in chapters, (rule, lang)
            if readings and rule in readings:
                shown = open_page(page_name_of(game, "readings") or "", f"rule={rule}&lang={lang}")[0].html
                assert esc(said[0]) in shown, (rule, lang)


def test_a_reading_of_the_house_says_which_column_is_played_here(move_in: Move) -> None:
    move_in('[game.twing]\nvariant = "box price=3"\n')
    html = open_page("readings", "rule=TW-VAR-1&lang=en")[0].html
    assert "our house rule" in html.partition("The other interpretation")[2].partition("An object costs 3")[0]
    assert "Play by our house rules" in html
    assert "We play" not in html


LISTED = '</b><ul class="tk-list tk-lines"><li>'
LATER, MADE = (
    f"Only in later games:{LISTED}Price of an object – An object costs 5",
    f"House rules:{LISTED}{{}}",
)


@pytest.mark.parametrize(
    ("line", "later", "made"),
    [
        ("", True, ""),
        ("box events=false", True, "Events"),
        ("box ties=defender", True, "Ties – If the points are equal, the defender wins"),
        ("box price=3 objects_needed=4", False, "Objects for the end game – You need four objects"),
    ],
)
def test_the_first_game_says_what_is_otherwise_later_and_calls_ours_what_the_house_made(
    monkeypatch: pytest.MonkeyPatch, line: str, later: bool, made: str
) -> None:
    monkeypatch.setenv(HOUSE_RULES_ENV_VARIABLE, json.dumps({"twing": line}) if line else "")
    html = open_page("first", "lang=en")[0].html
    assert (LATER in html) == later
    assert MADE.format(made) in html if made else "House rules:" not in html
    assert "costs 5" not in html.partition("House rules:</b>")[2].partition("</ul>")[0]


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "our house rules: Ties"), ("de", "Hausregeln: Gleichstand")]
)
def test_the_lab_calls_the_rules_of_the_house_ours_and_any_others_other(
    move_in: Move, lang: str, said: str
) -> None:
    move_in(TIES)
    for battle in ("F:_F5_vs_W:_W5", "endgame_F:_F5_vs_W:_W6_vs_L:_shield_L4"):
        html = open_page("battle-lab", f"battle={battle}&lang={lang}")[0].html
        assert said in html
        other = open_page("battle-lab", f"battle={battle}&variant=german&lang={lang}")[0].html
        assert said not in other


def test_a_battle_on_a_page_of_the_publisher_goes_by_the_rules_of_the_house(move_in: Move) -> None:
    move_in(TIES)
    assert BattlePanel("F: F5 vs W: W5").match.settings.variant.ties == "defender"
    assert BattlePanel("F: F5 vs W: W5", variant="box").match.settings.variant == twing.BOX


def test_the_summary_says_beside_the_goal_what_is_otherwise(move_in: Move) -> None:
    move_in('[game.twing]\nvariant = "box objects_needed=4"\n')
    html = open_page("rulebook", "show=summary&lang=en")[0].html
    assert html.count("You need four objects") >= 2


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_puzzle_says_that_it_does_not_go_by_the_rules_of_the_house(move_in: Move, lang: str) -> None:
    move_in('[game.twing]\nvariant = "box price=3"\n')
    assert (
        all_house_difference_sentences("twing")[0] in open_page("puzzles", f"theme=act&lang={lang}")[0].html
    )


def _tried(rule: str) -> tuple[str, str]:
    """Return the page of a rule, and the record of the position that it links to."""
    html = str(open_page(page_name_of("twing", "rules") or "", f"rule={rule}&lang=en")[0].html)
    [word] = re.findall(r'href="play\.ipynb\?[^"]*game=([^"&]*)', html)
    return html, unpack_text(word)


def test_a_position_of_the_rulebook_is_played_on_by_the_rules_of_the_house(move_in: Move) -> None:
    move_in(TIES)
    html, record = _tried("TW-TURN-2")
    assert "\nvariant box ties=defender\n" in record
    assert Game.replay(record).table.variant.ties == "defender"
    assert "the game you try from it uses the rules of this site" in html


def test_a_position_that_shows_a_variant_keeps_it_and_one_that_the_house_cannot_have_is_of_the_box(
    move_in: Move,
) -> None:
    move_in('[game.twing]\nvariant = "box ties=defender turn_limit=100"\n')
    html, record = _tried("TW-VAR-1")
    assert "\nvariant box price=3\n" in record
    assert "use this variant" in html
    html, record = _tried("TW-PLAY-2")
    assert ("the game you try from it uses the rules of this site" in html) == ("variant box\n" not in record)


def test_without_a_house_a_position_is_of_the_box_and_nothing_is_said(move_in: Move) -> None:
    move_in("")
    html, record = _tried("TW-TURN-2")
    assert "\nvariant box\n" in record
    assert "goes by" not in html


@pytest.mark.parametrize(("game", "key"), runs(SWITCHES[::6], SWITCHES))
def test_search_and_glossary_say_it_beside_what_they_show_of_a_rule(
    monkeypatch: pytest.MonkeyPatch, game: str, key: str
) -> None:
    entry = game_by_id(game)
    switch = entry.load("variants").switches[key]
    play_otherwise(monkeypatch, game, switch)
    page = page_name_of(game, "rules")
    assert page
    (said,) = all_house_difference_sentences(game)
    for rule in switch.rules:
        html = str(open_page(page, urlencode({"search": book_of(entry)[rule].text(), "lang": "en"}))[0].html)
        found = html.partition(f'data-key="entry:{rule}"')[2].partition("</li>")[0]
        assert esc(said) in found, rule
    for word in glossary_of(game).entries.values():
        if set(word.rules) & set(switch.rules):
            html = open_page(page, f"show=glossary&term={word.id}&lang=en")[0].html
            assert esc(said) in html, word.id
            marked = str(TermMarker(game).mark_new_terms(word.name()))
            assert f"House rules: {esc(said)}" in marked, word.id


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_gallery_says_it_beside_cards_objects_and_groups(move_in: Move, lang: str) -> None:
    variant = "box cup=mounts trap_targets=attack trap_action=discard objects_needed=4"
    move_in(f'[game.twing]\nvariant = "{variant}"\n')
    html = str(open_page("rulebook", f"show=gallery&lang={lang}")[0].html)
    said = (
        house_difference_sentences("TW-POW-cup")
        + house_difference_sentences("TW-BAT-13")
        + house_difference_sentences("TW-OBJ-4")
    )
    assert all(esc(sentence) in html for sentence in (*said, *house_difference_sentences("TW-END-1")))


def test_what_an_object_does_is_told_with_what_is_otherwise_in_practice_and_in_the_lab(move_in: Move) -> None:
    quiz = quiz_of("twing")
    asked = (quiz.item(f"nine-objects:winner:{seed}") for seed in range(40))
    cup = next(item for item in asked if "cup" in item.table)
    move_in('[game.twing]\nvariant = "box cup=mounts"\n')
    sentence = f"House rules: {esc(house_difference_sentences('TW-POW-cup')[0])}"
    assert sentence in ShownQuestion(cup).html()
    assert sentence in open_page("battle-lab", "lang=en")[0].html


def test_a_piece_of_a_gallery_says_it_beside_what_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    beside = set()
    for switch in game_by_id("imperium").load("variants").switches.all_switches:
        play_otherwise(monkeypatch, "imperium", switch)
        said = esc(all_house_difference_sentences("imperium")[0])
        for piece in (piece for shelf in SHELVES.values() for piece in shelf()):
            html = str(piece.html())
            rules = set(re.findall(r'data-value="(IM-[^"]+)"', html)) & set(switch.rules)
            assert not rules or said in html, (piece.id, switch.key)
            beside |= rules
    assert beside


@pytest.mark.parametrize(
    ("page", "game", "variant"),
    [("ember-hand", "ember", "wilds=1"), ("imajica-decks", "imajica", "deck_size=50")],
)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_lab_that_counts_by_the_box_alone_lists_the_house_rules(
    move_in: Move, page: str, game: str, variant: str, lang: str
) -> None:
    move_in("")
    assert "tk-with-us" not in open_page(page, f"lang={lang}")[0].html
    move_in(f'[game.{game}]\nvariant = "box {variant}"\n')
    assert esc(all_house_difference_sentences(game)[0]) in open_page(page, f"lang={lang}")[0].html


@pytest.mark.parametrize(
    ("game", "variant", "page", "box"),
    [
        ("ember", "box wilds=1", "ember-play", "variant=box"),
        ("twing", "box ties=defender", "play", "variant=box"),
    ],
)
def test_a_play_page_lists_the_house_rules_until_the_first_answer(
    move_in: Move, game: str, variant: str, page: str, box: str
) -> None:
    move_in(f'[game.{game}]\nvariant = "{variant}"\n')
    lines = "".join(f"<li>{sentence}</li>" for sentence in all_house_difference_sentences(game))
    said = f'House rules:</b><ul class="tk-list tk-lines">{lines}</ul>'
    panel = open_page(page, "lang=en&seed=1")[0]
    assert said in panel.html
    assert "House rules:</b>" not in open_page(page, f"lang=en&seed=1&{box}")[0].html
    panel.do("go_on")
    panel.do("answer", str(next(iter(panel.match.question.options()))))
    assert panel.match.can_undo
    assert "House rules:</b>" not in panel.html
