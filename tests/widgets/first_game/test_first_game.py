"""The page of the first game: the first screen, each rule explained once, the end, and what the browser
stores."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html import escape, unescape
from urllib.parse import urlencode

import pytest

from twingkit import Game
from twingkit.core.games import game_by_id
from twingkit.core.language import call_in_language
from twingkit.core.links import pack_text
from twingkit.core.questions import Refusal
from twingkit.core.running.running_script import player_count
from twingkit.imperium.galaxy.tactical.embedded_battle import FIGHTING_EFFECT
from twingkit.learn.first_game.briefing import rule_title_and_text
from twingkit.learn.first_game.first_game import first_game_settings
from twingkit.learn.first_game.met_rules import FirstGameProgress
from twingkit.learn.quiz.ledger import Ledger
from twingkit.learn.quiz.quiz_of import quiz_of
from twingkit.learn.quiz.saved_progress import with_ledger
from twingkit.learn.reviews import Review
from twingkit_widgets.learn.first_game.page import open_first_game
from twingkit_widgets.learn.first_game.teacher_state import MAX_FREQUENT_RULES, QUESTIONS_BETWEEN_REPEATS
from twingkit_widgets.panel.address.query import Query
from twingkit_widgets.site.page import page
from twingkit_widgets.table.play.headline import full_sentence_text
from twingkit_widgets.table.play.match import FORCED
from twingkit_widgets.table.play.panel import MatchPanel

GAMES = ("twing", "imperium", "ember", "imajica")


def open_page(game: str, query: str = "") -> tuple[MatchPanel, Query]:
    """Return the panel of the page, and its query."""
    asked = Query(query)
    panel = open_first_game(asked, game_by_id(game)).panel
    assert isinstance(panel, MatchPanel)
    return panel, asked


def started(game: str, query: str = "") -> MatchPanel:
    """Return the page after the first screen."""
    panel, _ = open_page(game, query)
    panel.do("first_start")
    assert panel.error is None
    return panel


def play(panel: MatchPanel, most: int = 400, pauses: bool = False) -> Iterator[tuple[str, ...]]:
    """Play by the hints, and yield the rules explained at each question, and in `pauses`."""
    for _ in range(most):
        match = panel.match
        if match.game.over:
            return
        if panel.companion.questions.open_question is not None:
            panel.do("first_next")
        elif match.question is None:
            if pauses:
                yield panel.companion.briefing.rule_ids
            panel.do("go_on")
        else:
            yield panel.companion.briefing.rule_ids
            answer = match.hint()
            panel.do("answer", answer if isinstance(answer, str) else match.question.format_answer(answer))
        assert panel.error is None, panel.error


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_first_screen_says_what_it_is_about_and_shows_the_table(game: str, lang: str):
    panel, asked = open_page(game, f"lang={lang}")
    first = first_game_settings(game_by_id(game))
    assert asked.faults == []
    for part in first.first_screen.values():
        assert part.titles[lang] in panel.html
    assert 'data-act="first_start"' in panel.html
    assert "tk-play-table" in panel.html
    assert 'data-act="answer"' not in panel.html
    assert panel.match.settings.opponent_level == "teaching"
    assert panel.match.settings.seed == first.deals[min(first.deals)].seed
    panel.do("first_start")
    assert "tk-taught-screen" not in panel.html


@pytest.mark.parametrize("game", ["ember", "twing"])
def test_each_rule_is_told_once_and_what_was_told_is_kept(game: str):
    panel = started(game)
    told = [rule for rules in play(panel, pauses=True) for rule in rules]
    assert len(told) > 6
    assert len(set(told)) == len(told)
    assert panel.match.game.over
    met = FirstGameProgress.parse(panel.met)
    assert set(told) <= set(met.rules)
    assert met.finished_games == {game: 1}
    assert "&amp;first=yes" in panel.html, "the review does not rate what the page answered"


@pytest.mark.parametrize("game", ["imperium", "imajica"])
def test_a_first_game_comes_to_its_end(game: str):
    panel = started(game)
    asked = sum(1 for _ in play(panel, most=900))
    assert panel.match.game.over
    assert asked > 20


def test_a_first_game_of_fleets_goes_on_through_battles_whatever_a_beginner_answers():
    fought = 0
    for seed in (1, 7):
        panel, rng = started("imperium"), random.Random(seed)
        while not panel.match.game.over:
            fought += panel.match.game.table.has_effect(FIGHTING_EFFECT)
            if panel.companion.questions.open_question is not None:
                panel.do("first_next")
            elif (question := panel.match.question) is None:
                panel.do("go_on")
            else:
                flights = [text for text in question.options() if str(text).startswith("activate")]
                panel.do(
                    "answer",
                    rng.choice(flights) if flights else question.format_answer(question.random_answer(rng)),
                )
            assert panel.error is None, panel.error
    assert fought


def test_what_the_browser_knows_is_not_told_again():
    panel = started("ember")
    told = panel.companion.briefing.rule_ids
    assert told
    again, _ = open_page("ember")
    kept = FirstGameProgress()
    kept.add_rules(told)
    again.load_memory("met", kept.text)
    again.do("first_start")
    assert not set(told) & set(again.companion.briefing.rule_ids)


def test_what_practice_has_asked_rightly_is_not_told_and_what_was_missed_is_asked_back():
    quiz = quiz_of("ember")
    topic = next(iter(quiz.topics))
    kind = next(iter(quiz.makers(topic)))
    item = quiz.item(f"{topic}:{kind}:1")
    ledger = Ledger(tuple(quiz.topics))
    ledger.record_answer(item.name, False, [item.rule], 739_000)
    other = next(name for name in quiz.topics if name != topic)
    ledger.record_answer(f"{other}:{next(iter(quiz.makers(other)))}:2", True, ["EM-TURN-2"], 739_000)
    panel, _ = open_page("ember")
    panel.load_memory("practice", with_ledger("", "ember", ledger))
    panel.do("first_start")
    assert "EM-TURN-2" not in panel.companion.briefing.rule_ids
    asked = 0
    for _ in range(60):
        if panel.companion.questions.open_question is not None:
            break
        if panel.match.question is None:
            panel.do("go_on")
            continue
        turn = panel.match.play_design.turn_or_round_number(panel.match.game)
        answer = panel.match.hint()
        panel.do("answer", answer if isinstance(answer, str) else panel.match.question.format_answer(answer))
        asked += 1
    questions = panel.companion.questions
    assert questions.open_question is not None
    assert questions.missed_rule == item.rule
    assert asked >= QUESTIONS_BETWEEN_REPEATS
    game = panel.match.game
    assert panel.match.play_design.turn_or_round_number(game) > turn, (
        "in the middle of a turn nobody is asked back"
    )
    answers = len(panel.match.game)
    panel.do("answer", "0")
    assert panel.error is None
    assert len(panel.match.game) == answers, "the answer is one to the question, not to the game"
    assert panel.ledger.count("\n") >= 3
    panel.do("first_next")
    assert questions.open_question is None
    assert "tk-quiz" not in panel.html


@pytest.mark.parametrize("game", ["twing", "imajica"])
def test_what_is_new_has_an_open_explanation_and_no_news(game: str):
    panel, events, titles = started(game), [], set()
    for _ in play(panel, most=80):
        events += re.findall(r'<p class="tk-taught-event">(.*?)</p><p>', panel.html)
        for title, rows in re.findall(
            r'<section class="tk-taught"[^>]*><h3[^>]*>(.*?)</h3>(.*?)</section>', panel.html
        ):
            titles.add(title)
            opens = re.search(r'<li data-key="first:[^"]*">(?!<details)', rows) is not None
            lines = panel.player_view().headline.news_lines
            texts = "".join(each.text() for line in lines if not line.is_minor for each in line.sentences)
            assert opens is (title == "New for you" and len(texts) <= 400), rows
        news = {ruling.text() for ruling in panel.match.rulings}
        assert not news & {unescape(event) for event in events}
    assert titles == {"New for you", "For later"}
    assert events
    assert all("<b>" not in event and event.endswith((".", "!")) for event in events)


def test_the_look_back_lists_each_rule_once_and_no_told_rule_as_new():
    panel = started("ember")
    told = {rule for rules in play(panel) for rule in rules}
    teacher = panel.companion
    came_up, untold = teacher.met_rule_ids(), set(teacher.unexplained_rules)
    assert told <= set(came_up)
    assert not untold & told
    lists = dict(
        re.findall(r'<details data-key="first:(came|never|untold)">(.*?)</details>', panel.html, re.DOTALL)
    )
    met, new = lists["came"], lists["never"]
    assert "untold" in lists or not untold
    for rule in told:
        assert f"{rule}&" in met or f'{rule}"' in met, rule
        assert f"{rule}&" not in new, rule
        assert f'{rule}"' not in new, rule
    assert not untold & set(FirstGameProgress.parse(panel.met).rules), "a folded list at the end tells nobody"
    listed = set(re.findall(r"EM-[A-Z]+-\d+", met))
    first = first_game_settings(game_by_id("ember"))
    assert listed <= told | set(first.first_screen_rules), "nothing is called met that was never said"


def test_the_end_seen_again_counts_no_rule_as_met_that_was_not_told():
    panel = started("imajica")
    list(play(panel))
    first = panel.companion.unexplained_rules
    assert first, "more comes up in such a game than a teacher tells"
    panel.do("undo")
    list(play(panel))
    assert set(first) - set(panel.companion.briefing.rule_ids) <= {
        *panel.companion.unexplained_rules,
        *panel.companion._told,
    }
    again = started("imajica")
    again.companion.load_memory("met", panel.met)
    assert not set(panel.companion.unexplained_rules) & again.companion.known_rules


def test_the_end_tells_what_practice_asks_often_and_did_not_come_up():
    panel = started("twing")
    list(play(panel))
    teacher, first = panel.companion, first_game_settings(game_by_id("twing"))
    often = teacher.unmet_frequent_rules
    assert 0 < len(often) <= MAX_FREQUENT_RULES
    assert not set(often) & {*teacher.met_rule_ids(), *first.first_screen_rules}
    assert [rule for rule in first.frequent_rules if rule in often] == list(often), "the most asked first"
    listed = re.search(r'<details data-key="first:often">(.*?)</details>', panel.html, re.DOTALL)
    assert listed
    text, book = unescape(re.sub(r"<[^>]+>", "", listed[1])), panel.match.game.start.rulebook()
    assert all(rule_title_and_text(first, book[rule])[1] in text for rule in often)
    assert not set(often) & set(FirstGameProgress.parse(panel.met).rules), (
        "they are told when they act in the next game"
    )
    mine = panel.match.game.table.players[panel.match.seat]
    owned = {f"TW-POW-{name}" for name in (*mine.active_objects, *mine.inactive_objects)}
    assert owned, "in this game the learner gets an object"
    assert owned <= set(teacher.met_rule_ids()), "who owned it has met it"
    game = panel.match.game
    shown = {
        f"TW-POW-{ruling.facts['object']}" for ruling in panel.match.rulings if ruling.case == "displayed"
    }
    assert shown == {*first.displayed_rules(game)}
    assert shown
    assert not shown & {*often, *teacher.unexplained_rules}, "its button said what it does"


def test_the_questions_at_the_end_fit_the_number_of_players_and_what_the_game_has_told():
    panel = started("ember")
    list(play(panel))
    panel.do("first_questions")
    for _ in range(5):
        item = panel.companion.questions.open_question.item
        assert player_count(item.start_game()) == 2
        assert not item.rule.startswith("EM-SET-")
        panel.do("answer", "0")
        panel.do("first_next")


def test_the_end_lists_what_came_up_with_lessons_and_asks_five_questions():
    panel = started("ember")
    list(play(panel))
    assert panel.match.game.over
    came_up = panel.companion.met_rule_ids()
    assert "EM-CONJ-2" in came_up
    assert "tk-taught-end" in panel.html
    assert re.search(r"href=\"[^\"]*lesson=", panel.html)
    panel.do("first_questions")
    for number in range(5):
        questions = panel.companion.questions
        assert questions.open_question is not None, number
        assert questions.open_question.item.rule in came_up
        panel.do("answer", "0")
        assert len(questions.answer_results) == number + 1
        panel.do("first_next")
    assert panel.companion.questions.open_question is None
    assert "/ 5" in panel.html or "of 5" in panel.html
    assert "asked 5" in panel.ledger


def test_the_questions_at_the_end_are_others_than_those_answered_before_a_reload():
    panel = started("ember")
    list(play(panel))

    def answered(panel: MatchPanel) -> set[str]:
        panel.do("first_questions")
        names = set()
        for _ in range(5):
            names.add(panel.companion.questions.open_question.item.name)
            panel.do("answer", "0")
            panel.do("first_next")
        return names

    first = answered(panel)
    again = started("ember")
    again.load_memory("practice", panel.ledger)
    again.restore(panel.state)
    assert len(first | answered(again)) == 10


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        ("players=9", "players"),
        ("seed=-1", "seed"),
        ("seat=p9", "seat"),
        ("game=%3Cb%3E", ""),
        ("more=1", "more"),
    ],
)
def test_a_bad_address_is_one_clear_sentence_and_the_usual_game_begins(query: str, fault: str):
    panel, asked = open_page("ember", query)
    assert len(asked.faults) == 1
    assert all(fault in str(why.args) + why.text("en") for why in asked.faults)
    assert len(panel.match.game.start.setup_lines()) == 1
    panel.do("first_start")
    assert panel.error is None
    assert 'data-act="answer"' in panel.html


@pytest.mark.parametrize("place", range(3))
def test_what_cannot_be_read_stays_as_it_is_and_is_said(place: int):
    panel, _ = open_page("ember")
    assert list(panel.MEMORY_TRAITS)[:2] == ["met", "practice"]
    name = list(panel.MEMORY_TRAITS)[place]
    panel.load_memory(name, "broken")
    assert panel.companion.fault_by_memory
    assert 'data-act="first_anew"' in panel.html
    panel.do("first_start")
    list(play(panel, 3))
    assert getattr(panel, panel.MEMORY_TRAITS[name]) == ""
    panel.do("first_anew")
    assert not panel.companion.fault_by_memory
    assert 'data-act="first_anew"' not in panel.html


def test_a_game_that_goes_on_shows_no_first_screen():
    panel = started("ember")
    list(play(panel, 3))
    other, _ = open_page("ember")
    other.restore(panel.state)
    assert "tk-taught-screen" not in other.html
    assert other.match.settings.opponent_level == "teaching"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_was_begun_and_not_answered_yet_goes_on_at_its_first_question(game: str):
    panel, _ = open_page(game)
    assert panel.state == ""
    panel.do("first_start")
    other, _ = open_page(game)
    other.restore(panel.state)
    assert "tk-taught-screen" not in other.html
    assert other.match.game.record == panel.match.game.record
    assert other.companion.briefing.rule_ids == panel.companion.briefing.rule_ids
    other.do("first_screen")
    other.do("first_start")
    assert other.match.game.record == panel.match.game.record
    other.restore("")
    assert 'data-act="first_start"' in other.html, "who begins again sees the first screen"


def explained_after_undo(panel: MatchPanel) -> tuple[str, ...]:
    """Return the explanation after the last answer is undone."""
    panel.do("undo")
    return panel.companion.briefing.rule_ids


@pytest.mark.parametrize("game", ["ember", "twing"])
def test_an_answer_that_is_taken_back_leaves_what_was_told_where_it_stood(game: str):
    panel = started(game)
    told = list(play(panel, 6))[-4:]
    assert any(told)
    back = [explained_after_undo(panel) for _ in told]
    assert back == told[::-1]
    assert {rule for rules in told for rule in rules} <= set(FirstGameProgress.parse(panel.met).rules)
    assert next(play(panel)) == told[0], "and there it is when the game goes on"


def test_cards_that_were_taken_back_come_again() -> None:
    panel = started("imajica")
    list(play(panel, 2))  # the Sites of the set-up; then the first hand is drawn
    hand = panel.match.view.hand
    assert hand
    panel.do("undo")
    assert "the same answers lead to the same cards again." in panel.status
    list(play(panel, 1))
    assert panel.match.view.hand == hand


def test_a_game_that_is_taken_up_again_marks_nothing_as_told_that_nobody_saw():
    panel = started("twing")
    list(play(panel, 3))
    met, told = FirstGameProgress.parse(panel.met), panel.companion.briefing.rule_ids
    other, _ = open_page("twing")
    other.load_memory("met", met.text)
    other.restore(panel.state)
    assert FirstGameProgress.parse(other.met) == met
    assert set(told) == set(other.companion.briefing.rule_ids)
    panel.do("first_start")
    assert set(FirstGameProgress.parse(panel.met).rules) == set(met.rules)


def test_show_me_leads_back_to_the_game():
    panel = started("twing", "lang=de")
    links = re.findall(r'href="([^"]*rule=[^"]*)"', panel.html)
    assert links
    assert all("back=first" in link for link in links)
    shown = page("rulebook", "rule=TW-TURN-3&back=first&lang=de").frame
    assert re.search(r'href="first.ipynb[^"]*"[^>]*>.*Zurück zu deinem Spiel', shown.html)
    assert "back=first" in shown.place
    assert "Zurück zu deinem Spiel" not in page("rulebook", "rule=TW-TURN-3&lang=de").frame.html
    strange = page("rulebook", "back=nowhere")
    assert "back" in strange.fault_panel.html
    assert "tk-frame-back" not in strange.frame.html


def test_what_nobody_tried_is_told_with_the_button_that_it_explains():
    panel = started("twing", "lang=de")
    for _ in play(panel, 12):
        refused = [told for told in panel.companion.briefing.rules_to_explain if told.is_refusal]
        if refused:
            break
    assert refused
    label = panel.companion.label_by_rule[refused[0].rule]
    assert f"„{label}“ geht gerade nicht: " in panel.html


def test_a_refusal_is_met():
    panel = started("twing")
    for _ in play(panel, 40):
        player_view = panel.player_view()
        groups = player_view.play_design.answer_groups(player_view.question, player_view)
        forbidden = [offer.answer for group in groups for offer in group.buttons if offer.refusal]
        if forbidden:
            break
    panel.do("answer", forbidden[0])
    assert isinstance(panel.error, Refusal)
    assert panel.error.rule in FirstGameProgress.parse(panel.met).rules


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_is_told_as_a_reason_only_for_an_answer_that_stands_there_greyed(game: str):
    panel, refused = started(game), 0
    for _ in play(panel, 60):
        player_view = panel.player_view()
        groups = player_view.play_design.answer_groups(player_view.question, player_view)
        barred = [offer for group in groups for offer in group.buttons if offer.refusal]
        shown = [panel.companion.shows_forbidden_answer(player_view, offer.refusal) for offer in barred]
        refused += sum(shown)
        for offer, is_shown in zip(barred, shown, strict=True):
            assert (f'data-key="answer:{escape(offer.answer)}"' in panel.html) == is_shown, offer.answer
        reasons = {remark.rule for remark in panel.companion.rules_explained_now() if remark.is_refusal}
        assert reasons <= {
            offer.refusal.rule for offer, is_shown in zip(barred, shown, strict=True) if is_shown
        }
    assert refused


def test_TW_DUEL_1_an_action_that_is_out_of_reach_is_shown_once_it_comes_near():
    line = "players F W\nbox assumed\np1 hand F5; ornicles {n}\np2 hand W4; objects {objects}\n"
    line += "table turn 5; to-move p1; phase action; display puppet,panties"
    for ornicles, shown in ((0, False), (1, True)):
        game = Game.begin(line.format(n=ornicles, objects="hat"), game="twing")
        panel = started("twing", urlencode({"game": pack_text(game.record)}))
        assert ('data-key="answer:duel p2"' in panel.html) is shown
        assert 'data-key="answer:ritual"' not in panel.html, "no cat"
        assert 'data-key="answer:buy puppet"' in panel.html


@pytest.mark.parametrize("lang", ["en", "de"])
def test_TW_DUEL_3_the_only_object_of_a_lost_duel_is_taken_for_the_learner_and_told(lang: str):
    lines = (
        "players F W",
        "box assumed",
        "p1 hand F6 F5 F4; entourage F5 F4 F3; ornicles 1",
        "p2 hand W1; objects hat; ornicles 0",
        "table turn 5; to-move p1; phase action; display puppet,panties",
    )
    record = pack_text(Game.begin("\n".join(lines), game="twing").record)
    panel = started("twing", urlencode({"game": record, "lang": lang}))
    panel.do("answer", "duel p2")
    laid, reason = 0, panel.companion.say("taken.happened", happened="")
    while not panel.ui_state.page_message.startswith(reason):
        question = panel.match.question
        if question is None:
            panel.do("go_on")
        else:
            laid += question.kind == "attack"
            panel.do("answer", question.format_answer(next(question.options())))
    assert laid == 3, "even an only card is laid by the learner"
    assert panel.match.view.own_seat.active_objects == ("hat",)
    assert panel.ui_state.page_message in unescape(panel.html)


def test_what_the_table_answers_for_the_learner_is_said_each_time_or_once():
    panel, said = started("ember"), []
    asked = set()
    for _ in play(panel, pauses=True):
        said += [panel.ui_state.page_message] if panel.ui_state.page_message else []
        question = panel.match.question
        asked |= {question.kind} if question is not None else set()
        if question is not None:
            assert not panel.companion.automatic_answer(panel.match.game)
            assert next(question.options()) != list(question.options())[-1], "only one answer"
    first = panel.companion.settings
    count_by_kind = {
        kind: sum(texts["en"] in note for note in said)
        for kind, texts in first.automatic_answer_texts.items()
    }
    repeated = {kind for kind in count_by_kind if kind.split()[0] in first.repeated_announcements}
    assert all(count_by_kind[kind] <= 1 for kind in count_by_kind.keys() - repeated)
    assert max(count_by_kind[kind] for kind in repeated) > 1
    assert "before_roll" not in asked


def test_IJ_ALLY_5_a_turn_that_the_table_ends_is_told_each_time_with_the_reason():
    panel, told = started("imajica"), []
    for _ in play(panel, pauses=True):
        news = " ".join(line.sentences[0].text() for line in panel.player_view().headline.news_lines)
        told += re.findall("Your turn in phase [23] ends automatically", news)
        assert "ends automatically" not in panel.ui_state.page_message
    ended = [entry.kind for entry in panel.match.automatic_answer_log if entry.kind in ("ally", "autarch")]
    assert len(told) == len(ended)
    assert "ally" in ended


def test_TW_BAT_10_who_has_nothing_to_respond_with_is_told_so_and_other_forced_passes_need_no_word():
    panel, cases = started("twing"), set()
    for _ in play(panel, pauses=True):
        assert "Do not respond" not in panel.ui_state.page_message
        news = [line.sentences[0] for line in panel.player_view().headline.news_lines]
        told = {line.case for line in news[-1:] if line.rule == "TW-BAT-10"}
        assert "unasked_trap" not in told or panel.match.view.hand.traps
        cases |= told
    assert cases == {"unasked_trap", "unasked_ahead"}
    assert {f"interrupt{FORCED}", f"respond{FORCED}"} <= {
        entry.kind for entry in panel.match.automatic_answer_log
    }
    assert panel.companion.automatic_answer_text(f"interrupt{FORCED}") == ""
    assert panel.companion.automatic_answer_text("lay") == panel.companion.say("taken.only")


def test_TW_BAT_6_the_end_says_of_help_that_it_takes_a_third_player():
    panel = started("twing")
    list(play(panel))
    assert {"TW-BAT-6", "TW-BAT-22"} & set(panel.companion.unmet_frequent_rules)
    said = panel.companion.say("end.fewest", n=3, players=2)
    assert panel.html.count(said) == len(
        {"TW-BAT-6", "TW-BAT-22"} & set(panel.companion.unmet_frequent_rules)
    )


def test_taking_back_passes_over_what_the_table_has_answered():
    panel = started("twing")
    for _ in play(panel):
        if panel.match.automatic_answer_log:
            break
    panel.do("undo")
    assert panel.error is None
    assert panel.match.question is not None
    assert not panel.companion.automatic_answer(panel.match.game)


SENTENCE = re.compile(r"(?<=[.!?])\s+")
"""The place between two sentences."""
QUOTED = re.compile(r"“[^”]*”|„[^“]*“")
"""The words of an answer, which may have a colon of their own."""


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_a_hint_of_a_first_game_is_a_plain_sentence_with_a_reason(game: str, lang: str):
    panel, reasons = started(game, f"lang={lang}"), set[str]()
    for _ in play(panel, most=9):
        panel.do("hint")
        _, _, reason = panel.status.partition("“" if lang == "de" else "”")
        _, *because = SENTENCE.split(f"{reason} ")
        assert " ".join(because).strip(), panel.status
        assert not re.search(r"±|[{}]", panel.status), panel.status
        own_words = QUOTED.sub("", panel.status)
        assert all(sentence.count(":") < 2 for sentence in SENTENCE.split(own_words)), panel.status
        reasons.update(because)
    assert len(reasons) > 3, "different answers have different reasons"


@pytest.mark.parametrize("lang", ["en", "de"])
def test_TW_BAT_17_a_hint_names_cards_and_players_in_words(lang: str):
    answer_word, seen = re.compile(r"\b(?:(?:spell|creature|mount|trap) )?[FWLA]\d|\bp[1-4]\b"), 0
    for seed in (1, 2):
        panel = started("twing", f"players=3&lang={lang}&seed={seed}")
        for _ in play(panel, most=10):
            panel.do("hint")
            assert not answer_word.search(panel.status), panel.status
            seen += "%" in panel.status
    assert seen


def test_TW_POW_boots_a_creature_that_cannot_be_captured_is_shown_with_the_reason():
    line = "players F W\nbox assumed\np1 hand F5 trap\np2 hand W4; entourage F3; objects boots\n"
    line += "table turn 5; to-move p1; phase action; display puppet,panties"
    panel = started("twing", urlencode({"game": pack_text(Game.begin(line, game="twing").record)}))
    assert 'data-key="answer:capture p2 F3"' in panel.html


def test_TW_OBJ_4_a_hint_to_capture_names_the_action():
    line = "players F W\nbox assumed\np1 hand F5 trap\np2 hand W4; entourage F3; objects hat\n"
    line += "table turn 5; to-move p1; phase action; display puppet,panties"
    panel = started("twing", urlencode({"game": pack_text(Game.begin(line, game="twing").record)}))
    player_view = panel.player_view()
    said = player_view.play_design.hint_text(
        player_view.question, player_view.question.parse_answer("capture p2 F3"), player_view
    )
    assert said == "Capture a creature: Fire 3 from the Witch"


def test_a_button_that_does_nothing_says_nothing_about_the_next_player():
    panel, passing = started("imperium"), 0
    for _ in play(panel, most=40):
        player_view, companion = panel.player_view(), panel.companion
        for group in player_view.play_design.answer_groups(player_view.question, player_view):
            for offer in group.buttons:
                if player_view.play_design.is_passing_answer(offer.answer) and offer.refusal is None:
                    note = companion.answer_note(player_view, offer.answer, True)
                    assert note == companion.settings.answer_text(offer.answer)
                    passing += 1
    assert passing > 5


@pytest.mark.parametrize("game", ["twing", "imajica"])
def test_another_game_after_the_end_begins_with_the_first_screen_and_other_cards(game: str):
    panel = started(game)
    seed = panel.match.settings.seed
    assert not panel.offers_new_game
    panel.do("play_out")
    assert panel.offers_new_game
    panel.do("again")
    assert "tk-taught-screen" in panel.html
    assert not panel.match.can_undo
    assert panel.match.settings.seed != seed
    assert panel.match.settings.opponent_level == "teaching"
    panel.do("first_start")
    assert panel.match.question is not None
    assert "tk-taught-screen" not in panel.html


def test_another_game_keeps_the_players_of_a_resumed_game_and_deals_anew_for_other_numbers():
    panel, _ = open_page("ember")
    assert "players=3" in panel.html
    assert "seed=" not in panel.html
    finished = started("ember", "players=3")
    finished.do("play_out")
    panel.restore(finished.state)
    panel.do("again")
    assert panel.match.settings.seat_count == 3
    assert panel.address() == {"players": "3"}
    assert re.search(r'aria-current="true"[^>]*>3<', panel.html)
    seed = panel.match.settings.seed
    assert f"players=4&amp;seed={seed}" in panel.html
    panel.do("first_start")
    begun = panel.match.game.start
    panel.restore("")
    assert "tk-taught-screen" in panel.html
    assert (panel.match.game.start, panel.match.settings.seed) == (begun, seed), (
        "who starts over keeps the cards"
    )


def test_who_moves_up_in_imajica_does_not_read_the_calls_of_rivals_twice():
    panel, asked, later = started("imajica"), 0, 0
    for _ in play(panel, most=40):
        if panel.match.question.kind == "advance":
            asked += 1
            headline = panel.player_view().headline
            told = " ".join(
                full_sentence_text(sentence) for line in headline.news_lines for sentence in line.sentences
            )
            assert "Player 2 moves" not in told
            assert "Player 2 calls" not in told, "the text tells who may still move up"
            later += "Player 2 may still move up" in headline.explanation
    assert asked > 2
    assert later


def test_news_stand_in_order_under_the_turns_and_a_long_round_is_folded_in_place():
    panel, folded = started("ember", "players=3"), 0
    for _ in play(panel, most=60):
        lines = panel.player_view().headline.news_lines
        digest = panel.html.partition('class="tk-play-digest"')[2].partition("</div>")[0]
        text = unescape(re.sub(r"<[^>]+>", "", digest))
        places = [text.index(line.sentences[0].text()) for line in lines]
        assert places == sorted(places)
        turns = {line.turn_of for line in lines} - {""}
        assert ("’s turn" in text) == (len(turns) > 1)
        assert ("Still in your turn" in text) == ("p1" in turns - {lines[-1].turn_of} if lines else False)
        told = " ".join(full_sentence_text(sentence) for line in lines for sentence in line.sentences)
        assert all(action in told for action in panel.companion.why_opponents_held_back())
        assert digest.count("<li>") == len(lines)
        hidden = "".join(re.findall(r'<details class="tk-play-minor".*?</details>', digest, re.DOTALL))
        assert "Against you" not in hidden
        if panel.match.question is not None and len(lines) > 5:
            folded += bool(hidden)
            assert len(lines) - hidden.count("<li>") >= 3
        else:
            assert not hidden
    assert folded


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_against_stronger_opponents_still_explains_itself(game: str):
    panel = started(game)
    fields = panel.match.play_design.address(panel.match.settings)
    panel.do("begin", {**fields, "opponents": panel.match.play_design.ai_levels[0]})
    assert panel.match.settings.opponent_level != "teaching"
    assert panel.player_view().rule_mark == "?"


@pytest.mark.parametrize("game", ["imperium", "imajica"])
def test_a_fold_begins_with_what_it_tells_and_never_holds_what_led_to_the_question(game: str):
    panel, folds, several = started(game, "players=3"), 0, 0
    for _ in play(panel, most=50):
        lines = panel.player_view().headline.news_lines
        for fold in re.findall(r'<details class="tk-play-minor".*?</details>', panel.html, re.DOTALL):
            summary, opened = fold.split("</span>", 1)
            whose = re.search(r"<b>(.*?)</b>", summary)
            texts = (summary.rpartition("</b> · ")[2], opened.split("</summary>")[1])
            begins, listed = (unescape(re.sub(r"<[^>]+>", "", part)) for part in texts)
            assert begins.partition(" · ")[0] in listed
            assert not (whose and "Player" in whose[1]) or listed.startswith(whose[1].partition("’")[0])
            if panel.match.question is not None:
                assert lines[-1].sentences[0].text() not in listed
            folds += 1
            several += begins.count("Player 2 ") < listed.count("Player 2 ")
    assert folds
    assert several or game == "imajica", "a player who does several things is named once"


@pytest.mark.parametrize("game", ["ember", "imajica"])
def test_a_window_of_a_first_game_leaves_unsaid_what_the_others_do_not_learn(game: str):
    panel, texts = started(game), []
    for _ in play(panel, most=40):
        question = panel.match.question
        if question is not None and question.kind == "respond":
            texts.append(panel.player_view().headline.explanation)
    assert texts
    assert not any("do not learn" in text for text in texts)


RICH = (
    "players A F\nbox assumed\np1 hand F5 F5 W4 L2; entourage A3; ornicles {own}\n"
    "p2 hand W4 W3 W2 F1; entourage W2 W2M F4; objects teddy,hat; ornicles 8\n"
    "table turn 5; to-move p1; phase action; display puppet,panties"
)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_an_opponent_that_holds_back_says_why_at_once(lang: str):
    for own, held_back in ((0, {1}), (20, set())):
        record = pack_text(Game.begin(RICH.format(own=own), game="twing").record)
        panel = started("twing", urlencode({"game": record, "lang": lang}))
        assert not panel.companion.why_opponents_held_back(), "nobody is ahead of a learner who has not moved"
        panel.do("answer", "pass")
        assert panel.match.weaker_actions.keys() == held_back
        attack = {"en": "The Mage attacks.", "de": "Der Magier greift an."}[lang]
        remarks = call_in_language(lang, panel.companion.why_opponents_held_back)
        assert [action[:8] for action in remarks] == [attack[:8]] * len(held_back)
        for action, remark in remarks.items():
            text = re.sub("<button.*?</button>", "", unescape(panel.html)).split("<li>")
            (line,) = [line for line in text if remark in line]
            assert line.index(attack[:8]) < line.index(remark), action
        panel.match.weaker_actions[1] = len(panel.match.rulings)
        assert not panel.companion.why_opponents_held_back(), "a secret action is not told"


def test_TW_SET_4_the_first_question_says_who_starts():
    panel = started("twing")
    news = [line.sentences[0].text() for line in panel.player_view().headline.news_lines]
    assert sum("rolled highest and start" in sentence for sentence in news) == 1


def test_TW_BAT_10_after_an_own_response_the_page_has_not_asked_again():
    panel, again = started("twing", "seed=4"), 0
    for _ in play(panel, pauses=True):
        last = panel.player_view().headline.news_lines[-1:]
        if panel.match.pause_reason == "battle" and [line.sentences[0].case for line in last] == [
            "unasked_again"
        ]:
            again += 1
            answers = [(entry.player, entry.kind) for entry in panel.match.game.transcript]
            assert (panel.match.seat, "respond") in answers
            break
    assert again


def test_a_review_does_not_rate_what_the_page_answered():
    panel = started("twing")
    for _ in play(panel, 40):
        if any(entry.kind == "before_roll" for entry in panel.match.automatic_answer_log):
            break
    record, first = panel.match.game.record, first_game_settings(game_by_id("twing"))
    decisions = Review(record).moments.decisions
    asked = [
        decision
        for decision in decisions
        if decision.seat != 0 or first.automatic_answer(decision.game) != decision.answer
    ]
    worked = Review(record, is_first_game=True)
    given = [decision.answer_index for decision in worked.moments.decisions]
    assert given == [decision.answer_index for decision in asked]
    assert len(asked) < len(decisions)
    assert [decision.answer_index for decision in Review.resume(worked.to_json()).moments.decisions] == given


def test_IJ_TIME_3_the_first_automatic_pass_is_told_in_its_place():
    panel, told = started("imajica"), []
    for _ in play(panel):
        told += [
            [line.sentences[0].text() for line in lines]
            for lines in [panel.player_view().headline.news_lines]
            if any("In quiet moments" in line.sentences[0].text() for line in lines)
        ]
        assert "In quiet moments" not in panel.ui_state.page_message
    assert len(told) <= 2, "again only if a pass without news follows"
    texts = told[0]
    place = next(row for row, text in enumerate(texts) if "In quiet moments" in text)
    assert texts[place].startswith("In quiet moments")
    assert place > 0
