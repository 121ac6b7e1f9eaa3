"""The page of a real table: set-up, taps, refusals, undo, and what a browser stores."""

from __future__ import annotations

import asyncio
import re
from html import escape
from pathlib import Path

from golden.scenes import written_of
from referee.taps import line_tap_count

from twingkit import Game, imperium, policies, twing
from twingkit.core.links import unpack_text
from twingkit.core.rulebook import HiddenFact
from twingkit.referee import Referee, onlooker_record
from twingkit.referee.typed_line import TypedLine
from twingkit_widgets.learn.review.review_panel import ReviewPanel
from twingkit_widgets.panel.panel import error_explanation
from twingkit_widgets.table.referee.panel import RefereePanel

GOLDEN = Path(__file__).parents[2] / "golden" / "records" / "ember-game-of-three.record"


def begun(players: str = "2", names: str = "Anna, Bo") -> RefereePanel:
    panel = RefereePanel("ember")
    panel.do("begin", {"players": players, "names": names, "variant": "box"})
    assert panel.error is None
    return panel


def dealt(panel: RefereePanel) -> RefereePanel:
    """Return a table of Ember with its unknown hands dealt."""
    for said in ("p1: dealer p1", "p2: card ?", "p1: card ?"):
        panel.do("answer", said)
    return panel


def tapped(panel: RefereePanel, line: str) -> None:
    """Press the buttons that lead to a line."""
    assert panel.table is not None
    typed = TypedLine.parse(line)
    if typed.is_shows_line:
        panel.do("shows", str(panel.table.seat_names.index(typed.seat)))
        for card in typed.shown_cards:
            panel.do("letter", card[0])
            panel.do("card", card)
            assert panel.error is None
        panel.do("shown")
        assert panel.error is None
        return
    for way in panel.answer_templates:
        said = panel.record_line(way)
        if panel.seat_name(way.seat) == typed.seat and (
            said == line or (not way.is_hidden and TypedLine("", way.text).matches_answer(typed.answer))
        ):
            break
    else:
        raise AssertionError(line)
    panel.do("answer", said)
    assert panel.error is None
    words = zip(way.text.split(), typed.answer.split(), strict=True)
    for card in [card for word, card in words if word == "?" and not way.is_hidden]:
        if len(card) > 1:
            panel.do("letter", card[0])
        assert f'data-value="{card}"' in panel.html
        panel.do("card", card)
        assert panel.error is None


def test_taps_lead_to_the_record_of_a_game_as_an_onlooker_saw_it() -> None:
    full = Game.replay(GOLDEN.read_text(encoding="utf-8"))
    lines = Referee.from_record(onlooker_record(full)).lines
    panel = begun("3", "")
    assert panel.table is not None
    number = 0
    while number < 40:
        tapped(panel, lines[number])
        assert len(panel.table) > number
        number = len(panel.table)
    assert panel.table.lines == lines[:number]


def test_names_are_said_and_too_many_are_refused() -> None:
    assert "Anna" in begun().html
    panel = RefereePanel("ember")
    panel.do("begin", {"players": "2", "names": "A, B, C", "variant": "quick"})
    assert "more names (3)" in panel.html
    assert panel.table is None
    panel.do("begin", {"players": "2", "names": "A", "variant": "quick"})
    assert panel.table is not None
    assert "variant quick" in panel.table.record


def test_a_refusal_says_its_rule_and_changes_nothing() -> None:
    panel = begun()
    panel.do("answer", "p1: dealer p1")
    before = panel.saved_table
    panel.do("line", {"line": "p1: stay"})
    assert panel.error is not None
    assert "tk-alert" in panel.html
    assert panel.saved_table == before
    assert panel.typed_text == "p1: stay"
    panel.do("answer", "p1: nothing")
    assert "no longer possible" in str(error_explanation(panel.error))


def test_undo_takes_back_a_tap() -> None:
    panel = begun()
    assert panel.table is not None
    panel.do("answer", "p1: dealer p1")
    panel.do("answer", "p2: card ?")
    assert len(panel.table) == 6  # a hand is one tap
    panel.do("undo")
    assert panel.table.lines == ("p1: dealer p1",)


def test_a_reload_loses_nothing_and_a_broken_memory_is_reported() -> None:
    panel = dealt(begun())
    again = RefereePanel("ember")
    again.load_memory("ember-referee", panel.saved_table)
    assert again.saved_table == panel.saved_table
    assert panel.table is not None
    assert again.table is not None
    assert again.table.sample_game.record == panel.table.sample_game.record, "with the same unknown cards"
    assert again.person_names == ("Anna", "Bo")
    for broken in ("rubbish", "names\tA\nrubbish", panel.saved_table + "p2: fly\n"):
        other = RefereePanel("ember")
        other.load_memory("ember-referee", broken)
        assert other.alert_text
        assert escape(other.alert_text) in other.html
        assert other.table is None
        assert other.saved_table == broken  # the browser stores it
        assert other.pasted_text == broken.removeprefix("names\tA\n").removeprefix("names\tAnna\tBo\n")


def test_a_pasted_record_that_cannot_be_read_leaves_the_table_as_it_is() -> None:
    panel = begun()
    before = panel.saved_table
    panel.do("paste", {"record": "what is this"})
    assert panel.error is not None
    assert panel.saved_table == before
    assert panel.pasted_text == "what is this"
    panel.do("paste", {"record": "twingkit-record 1\ngame ember\nember 3\n"})
    assert panel.error is None
    assert panel.table is not None
    assert len(panel.table.seat_names) == 3


def test_what_was_typed_leads_to_its_review() -> None:
    panel = begun()
    assert 'data-key="review"' not in panel.html
    dealt(panel)
    (packed,) = re.findall(r"review[^\"?]*\?game=([^\"&]+)", panel.html)
    assert panel.table is not None
    assert unpack_text(packed) == panel.table.record_with_notes
    reviewed = ReviewPanel(record=packed)
    assert reviewed.error is None


def test_start_anew_asks_back() -> None:
    panel = begun()
    panel.do("anew", "ask")
    assert panel.table is not None
    panel.do("anew", "no")
    assert panel.table is not None
    panel.do("anew", "ask")
    panel.do("anew", "yes")
    assert panel.table is None
    assert panel.saved_table == ""


def test_an_onlooker_sees_counts_and_names_in_words_of_both_languages() -> None:
    panel = dealt(begun())
    assert "Discard a card, draw" in panel.html
    assert "Your hand" not in panel.html
    panel.lang = "de"
    assert "Eine Karte abwerfen, ziehen" in panel.html
    assert "Anna" in panel.html


def test_hands_that_are_shown_at_the_end_of_a_game_have_their_buttons() -> None:
    full = policies.play(twing.new_game(3, seed=7), ["greedy"] * 3)
    record = onlooker_record(full).splitlines()
    *before, first, second = record
    assert "shows" in first
    assert "shows" in second
    panel = RefereePanel("twing")
    panel.do("paste", {"record": "\n".join(before)})
    assert panel.table is not None
    assert panel.table.over
    for line in (first, second):
        typed = TypedLine.parse(line)
        assert f'data-act="shows" data-value="{panel.table.seat_names.index(typed.seat)}"' in panel.html
        tapped(panel, line)
    assert panel.table.lines[-2:] == (first, second)
    assert 'data-act="shows"' not in panel.html


def test_a_record_that_was_changed_since_it_was_kept_says_so() -> None:
    panel = dealt(begun())
    panel.do(
        "paste",
        {"record": panel.saved_table.partition("\n")[2].replace("p1: dealer p1\n", "\np1:  dealer p1\n")},
    )
    assert panel.table is not None
    assert "changed this record after it was saved" not in panel.html  # the same lines in another notation
    panel.do("paste", {"record": panel.saved_table.partition("\n")[2].replace("p1: card ?\n", "", 1)})
    assert "changed this record after it was saved" in panel.html
    panel.do("answer", panel.record_line(panel.answer_templates[0]))
    assert "changed this record after it was saved" not in panel.html


def test_what_comes_seldom_is_not_in_the_way() -> None:
    full = Game.replay(GOLDEN.read_text(encoding="utf-8"))
    panel = RefereePanel("ember")
    panel.do("paste", {"record": "\n".join(onlooker_record(full).splitlines()[:120])})
    assert panel.table is not None
    archmage = [way for way in panel.answer_templates if way.text.startswith("archmage")]
    assert archmage
    assert all(way.is_rare for way in archmage)
    assert not panel.answer_templates[0].is_rare


def test_chances_of_ember_are_there_when_somebody_asks_and_name_no_unknown_card() -> None:
    pages = []
    for seed in (1, 2):
        panel = begun()
        panel._open(Referee.from_line("ember 2", seed=seed), ("Anna", "Bo"))
        dealt(panel)
        assert "Chances of Bo" in panel.html
        assert "Creatures that Bo might conjure" not in panel.html
        panel.do("chances")
        pages.append(panel.html.partition("Creatures that Bo might conjure")[2].partition("tk-soft")[0])
        panel.lang = "de"
        assert "Kreaturen, die Bo beschwören könnte" in panel.html
        panel.do("chances")
        assert "Kreaturen, die Bo beschwören könnte" not in panel.html
    assert pages[0] == pages[1]
    assert "Unknown cards in the hand: 5, out of 55 cards" in pages[0]
    assert "62%" in pages[0]  # two matching numbers: 2,160,873 of 3,478,761 hands


def test_chances_of_ember_go_by_the_cards_that_were_named() -> None:
    panel = dealt(begun())
    panel.do("chances")
    for line in ("p2: draw E2", "p2: card ?", "p2: stay"):
        panel.do("line", {"line": line})
    assert ", out of 54 cards" in panel.html


def test_a_record_with_a_fault_opens_up_to_it() -> None:
    panel = begun()
    panel.do("answer", "p1: dealer p1")
    assert panel.table is not None
    broken = panel.table.record + "p2: card ?\np2: fly\np2: card ?\n"
    panel.do("paste", {"record": broken})
    assert panel.error is not None
    assert panel.pasted_text == broken
    assert panel.table.lines == ("p1: dealer p1",)
    panel.do("up_to")
    assert panel.error is None
    assert panel.table.lines == ("p1: dealer p1", "p2: card ?")
    assert panel.pasted_text == ""
    assert 'data-act="up_to"' not in panel.html


def test_a_long_record_opens_in_slices_can_be_stopped_and_is_not_lost() -> None:
    full = Game.replay(GOLDEN.read_text(encoding="utf-8"))
    record = onlooker_record(full)

    async def opened() -> None:
        panel = RefereePanel("ember")
        panel.long_work.start_action = lambda: setattr(panel.long_work, "_until", 0.0)  # type: ignore[method-assign]
        panel.load_memory("ember-referee", f"names\tAnna\n{record}")
        assert panel.table is None
        assert "Opening the record" in panel.html
        assert panel.working
        assert panel.saved_table.endswith(record)  # a reload in between begins again
        panel.do("stop_work", panel.working.partition(":")[0])
        assert not panel.working
        assert 'data-act="start_work"' in panel.html
        panel.do("cancel")
        assert panel.pasted_text == record
        assert "Opening the record" not in panel.html
        panel.do("paste", {"record": record})
        assert panel.pending_work is not None
        while panel.pending_work is not None:
            panel.long_work._running().run(10.0)  # type: ignore[union-attr]
            panel.on_work_stopped(done=True)
        assert panel.table is not None
        assert panel.table.sample_game.result == full.result
        assert panel.pasted_text == ""

    asyncio.run(opened())


def test_a_tap_on_the_words_above_the_field_for_records_opens_it() -> None:
    panel = RefereePanel("imajica")
    (words,) = re.findall(r"<summary>(.*?)</summary>", panel.html)
    assert "<" not in words  # a label in a summary takes the tap for its field, which is hidden
    assert f'aria-label="{words}"' in panel.html


def test_creatures_that_may_be_conjured_are_folded_and_what_is_usual_stays_in_sight() -> None:
    panel = begun()
    for line in ("p1: dealer p1", *["p2: card ?"] * 5, *["p1: card ?"] * 5, "p2: stay"):
        panel.do("line", line)
    before, _, rest = panel.html.partition('<details data-key="asked:1:conjure:')
    within, _, after = rest.partition("</details>")
    assert "Conjure …" in within
    assert within.count('data-value="p2: conjure ') > 30
    assert "p2: conjure" not in before + after
    assert 'data-value="p2: done"' in before
    assert panel.table is not None
    assert line_tap_count(panel.table, "p2: conjure imp F6 A7") == 6  # the fold, the creature, two cards


def test_the_heading_of_the_next_question_takes_the_focus_of_a_button_that_is_gone() -> None:
    panel = begun()
    for line in ("p1: dealer p1", *["p2: card ?"] * 5, *["p1: card ?"] * 5):
        panel.do("line", line)
        assert panel.html.count("data-focus") == 1
        assert re.search(r"<h2 tabindex=\"-1\" data-focus [^>]*>(Anna|Bo):", panel.html)


def test_equal_cards_that_go_without_a_question_have_a_button_out_of_the_way() -> None:
    panel = RefereePanel("imperium")
    panel.do("paste", {"record": written_of("imperium")["game-obj-fsn"].partition("p1: discard mb")[0]})
    assert panel.error is None
    before, _, rest = panel.html.partition('<details data-key="otherwise">')
    said = "Player 1 held only identical cards and discarded them immediately: name these cards"
    assert said not in before
    assert said in rest.partition("</details>")[0]
    panel.do("shows", "0")
    panel.do("card", "mb")
    assert "So far: Morale Boost" in panel.html
    assert panel.error is None


def fight() -> RefereePanel:
    """Return a real table of Imperial Twing whose first battle has its dice, while somebody could still
    respond."""
    panel = RefereePanel("twing")
    panel.do("begin", {"players": "2", "names": "Anna, Bo", "variant": "box"})
    for line in (
        "p1: character W", "p2: character F", *["p1: draw ?"] * 3, *["p2: draw ?"] * 3, "p1: object hat",
        "p1: object socks", "p1: roll 3", "p2: roll 2", "p1: draw ?", "p1: attack p2",
        "p1: lay F4 F3", "p2: lay A4", "p1: roll 2", "p2: roll 0",
    ):  # fmt: skip
        panel.do("line", line)
        assert panel.error is None, line
    return panel


def headings(panel: RefereePanel) -> list[str]:
    return re.findall(r"<h[23][^>]*data-focus[^>]*>(.*?)</h[23]>", panel.html)


def test_the_heading_asks_what_is_asked_now_and_calls_people_by_their_names() -> None:
    for game in ("twing", "ember", "imajica"):
        panel = RefereePanel(game)
        variant = panel.rules_options[0] if panel.rules_options else ""
        panel.do("begin", {"players": "2", "names": "Anna, Bo", "variant": variant})
        for lang in ("en", "de"):
            panel.lang = lang
            said = [headings(panel)]
            for _ in range(2):
                panel.do("answer", panel.record_line(panel.answer_templates[0]))
                said.append(headings(panel))
            assert len({tuple(heading) for heading in said}) > 1
            question = panel.answer_templates[0].question
            assert question is not None
            words = question.text(lang).partition(": ")[2]
            assert said[-1] == [escape(f"{panel.person_name(question.player)}: {words}")]
            panel.do("undo")
            panel.do("undo")


def test_answers_to_different_questions_stand_below_headings_of_their_own() -> None:
    panel = fight()
    kinds = {
        way.question.kind for way in panel.answer_templates if way.question is not None and way.seat == 1
    }
    assert len(kinds) > 1
    for kind in kinds:
        assert panel.html.count(f'data-key="asked:1:{kind}"') == 1


def test_a_fight_says_its_points_and_is_settled_when_nobody_reacts() -> None:
    panel = fight()
    assert panel.table is not None
    count = len(panel.table)
    assert {"9", "4"} <= set(re.findall(r"\d+", panel.pending_outcome_text))
    before, _, after = panel.html.partition('data-act="nobody_reacts"')
    assert panel.pending_outcome_text in before
    assert 'data-act="answer"' not in before
    assert 'data-act="answer"' in after
    panel.do("nobody_reacts")
    assert panel.error is None
    assert not panel.pending_outcome_text
    assert any("Anna" in said and "9" in said and "4" in said for said in panel.news)
    for _ in range(len(panel.table) - count):
        panel.do("undo")
    assert panel.pending_outcome_text


def test_a_fight_that_ends_by_the_next_line_says_what_it_came_to() -> None:
    panel = fight()
    panel.do("line", "p2: draw ?")
    assert panel.error is None
    assert panel.news
    before = panel.html.partition('data-act="answer"')[0]
    assert all(escape(said) in before for said in panel.news)
    news = panel.news
    panel.do("line", "p2: attack p2")
    assert panel.error is not None
    assert panel.news == news  # a refused line is no news


def test_the_last_line_noted_stands_above_the_buttons() -> None:
    panel = begun()
    panel.do("answer", "p1: dealer p1")
    assert panel.sentence("p1: dealer p1") in panel.html.partition('data-act="answer"')[0]


def test_who_says_nothing_in_a_fight_is_not_said_to_draw() -> None:
    panel = fight()
    draws = panel.views.answer_text("pass", {})
    panel.do("nobody_reacts")
    assert draws not in panel.html
    for line in ("p2: draw ?", "p2: draw ?"):
        panel.do("line", line)
    assert draws in panel.html


def test_news_tell_no_onlooker_what_only_one_player_saw() -> None:
    full = policies.play(imperium.new_game("short", seed=1), ["greedy"] * 3)
    panel = RefereePanel("imperium")
    record = onlooker_record(full).splitlines()[:95]
    assert any("draw ?" in line for line in record)
    panel.do("paste", {"record": "\n".join(record)})
    assert panel.table is not None
    assert panel.table.unknown_count
    rulings = panel.table.rulings_since_line(0)
    assert rulings
    assert not any(isinstance(fact, HiddenFact) for ruling in rulings for fact in ruling.facts.values())
