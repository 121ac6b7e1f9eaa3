"""The page of a review: from a record or a link to mistakes, questions, curve and luck; stopped and
stored."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from datetime import date
from html import unescape
from urllib.parse import parse_qsl

import attrs
import pytest

from twingkit import Game, ember, imajica, imperium, policies, twing
from twingkit.core.language import in_language
from twingkit.core.links import pack_text, unpack_text
from twingkit.core.play import RandomPolicy
from twingkit.core.questions import ChanceQuestion
from twingkit.core.slices import finish
from twingkit.learn.quiz.saved_progress import saved_ledger
from twingkit.learn.reviews import Review
from twingkit.learn.reviews.answers import answer_sentences_of
from twingkit.learn.reviews.curve import CurvePoint, WinChanceChange
from twingkit.learn.reviews.moments import CHANCE_CAUSE
from twingkit.learn.reviews.practice_mistakes import mistake_rules, question_kind_for_rule
from twingkit.referee import onlooker_record
from twingkit_widgets.ember.pictures.cards import card_name
from twingkit_widgets.ember.play.panel import EmberPlayPanel
from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel
from twingkit_widgets.learn.review import parts
from twingkit_widgets.learn.review.parts import decision_position_html, play_on_href, record_up_to
from twingkit_widgets.learn.review.review_page import review_page
from twingkit_widgets.learn.review.review_panel import ReviewPanel
from twingkit_widgets.panel.address.query import Query
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.panel.views import views_of
from twingkit_widgets.site.page import page
from twingkit_widgets.table.play.save import seal_game
from twingkit_widgets.table.play.words import WORDS


@pytest.fixture(scope="module")
def battle() -> str:
    return twing.battle_game("F: F5 F3 vs W: W6").give_answers("lay F3", "lay W6", "roll 2", "roll 2").record


@pytest.mark.parametrize(("lang", "mark"), [("en", "big mistake"), ("de", "grober Fehler")])
def test_a_link_opens_the_review_of_its_game(battle: str, lang: str, mark: str) -> None:
    panel = page("review", f"?lang={lang}&game={pack_text(battle)}")[0]
    assert mark in panel.html
    assert ("21.9%" if lang == "en" else "21,9\u00a0%") in panel.html
    assert "data-figure" in panel.html
    assert "battle-lab" in panel.html, "the way to the position"
    assert panel.address() == {"game": pack_text(battle)}


def test_a_pasted_record_is_reviewed_and_a_broken_one_is_one_error(battle: str) -> None:
    panel = ReviewPanel()
    panel.do("review", {"record": battle + "attacker: fly\n"})
    assert "line 8" in str(panel.error)
    assert "attacker: fly\n</textarea>" in panel.html, "it can be mended in the field"
    panel.do("review", {"record": "  "})
    assert "empty" in str(panel.error)
    panel.do("review", {"record": battle})
    assert panel.error is None
    assert "big mistake" in panel.html
    panel.do("close_review")
    assert "textarea" in panel.html


def test_each_game_that_is_reviewed_one_after_another_is_looked_at(battle: str) -> None:
    panel = ReviewPanel()
    for _ in range(12):  # as often as memory addresses are reused
        panel.do("review", {"record": battle})
        assert "big mistake" in panel.html
        panel.do("close_review")


def test_a_link_names_the_seat_of_its_reader_and_a_wrong_one_is_reported(battle: str) -> None:
    panel, *_ = page("review", f"?lang=en&game={pack_text(battle)}&seat=attacker")
    assert "Your mistakes" in panel.html
    assert panel.address()["seat"] == "attacker"
    query = Query(f"lang=en&game={pack_text(battle)}&seat=p7")
    shown = review_page(query).panel
    assert isinstance(shown, ReviewPanel)
    assert shown.review is not None, "the game is reviewed all the same"
    assert shown.review.reader is None
    (fault,) = query.faults
    assert "attacker, defender" in str(fault)


def test_the_play_page_of_a_battle_links_to_the_review_of_its_own_seat() -> None:
    table = ImperiumPlayPanel("space: 2 cruiser vs 1 dreadnought", 0, lang="en", seed=3)
    for _ in range(60):
        question = table.match.question
        if question is not None and question.player == 0:
            table.do("answer", question.format_answer(next(iter(question.options()))))
        table.do("go_on")
    assert table.match.game.over
    (link,) = re.findall(r'href="review.ipynb([^"]*)"', table.html)
    panel, *_ = page("review", unescape(link))
    assert panel.address()["seat"] == "attacker"


def test_a_link_that_is_damaged_says_so_and_leaves_the_field(battle: str) -> None:
    shown = page("review", f"?game={pack_text(battle)[:-9]}")
    assert "textarea" in shown[0].html


def test_a_mistake_can_be_asked_before_it_is_told(battle: str) -> None:
    panel = ReviewPanel("en", battle)
    panel.do("ask")
    assert "72.9%" not in panel.html
    assert "Try again" not in panel.html, "the way to the position is no answer"
    assert "Or play on from here yourself</a>" in panel.html
    panel.do("guess", "1:0")
    assert panel.status == "This is not the best answer."
    assert "72.9%" in panel.html
    panel.do("ask")
    panel.do("ask")
    assert panel.review is not None
    best = sorted(panel.review.rows[0].answers).index("lay F5 F3")
    panel.do("guess", f"1:{best}")
    assert panel.status == "Right."


def test_the_curve_names_its_players(battle: str) -> None:
    figure = re.search(r'data-figure="([^"]*)"', ReviewPanel("en", battle).html)
    assert figure
    drawn = [(line["mode"], line["name"]) for line in json.loads(unescape(figure[1]))["data"]]
    assert drawn == [("lines", "The attacker"), ("markers", "The attacker")]


def test_a_review_that_has_hardly_begun_gives_no_judgement(
    monkeypatch: pytest.MonkeyPatch, battle: str
) -> None:
    panel = ReviewPanel("en", battle)
    assert panel.review is not None
    monkeypatch.setattr(Review, "share_done", lambda review, depth=1: 0.1)
    monkeypatch.setattr(panel, "_shown", list)
    panel.refresh()
    assert "Mistakes found so far" in panel.html
    assert "No clear mistake so far." in panel.html


def with_mistakes(monkeypatch: pytest.MonkeyPatch) -> Review:
    """Return a review in which every player has made two bad decisions, and perhaps a third."""
    game = policies.play(ember.new_game(2, seed=5), ["random", "random"])
    worked = Review("\n".join(game.record.splitlines()[:60]) + "\n")
    monkeypatch.setattr(worked, "_next", lambda: None)
    for seat in (0, 1):
        own = [number for number, decision in enumerate(worked.moments.decisions) if decision.seat == seat]
        for number, games in zip(own, (0, 0, 8), strict=False):
            decision = worked.moments.decisions[number]
            options = map(decision.pending_question.format_answer, decision.pending_question.options())
            other = next(answer for answer in options if answer != decision.answer)
            if games:
                worked.shares[number] = {other: [0.4, 0.7] * 4, decision.answer: [0.5, 0.4] * 4}
            else:
                worked.exact_values[number] = {decision.answer: 0.1, other: 0.9}
    return worked


@pytest.mark.parametrize(
    ("lang", "you", "others"), [("en", "You ", "the others’ mistakes"), ("de", "Du ", "Fehler der anderen")]
)
def test_the_reader_is_you_and_sees_own_mistakes_first_and_those_of_others_on_request(
    monkeypatch: pytest.MonkeyPatch, lang: str, you: str, others: str
) -> None:
    worked = with_mistakes(monkeypatch)
    panel = ReviewPanel(lang, worked.record, "p2")
    assert panel.review is not None
    worked.set_reader("p2")
    panel.review = worked
    own, foreign = ([row for row in worked.rows if row.mark and row.player == player] for player in (2, 1))
    own.sort(key=lambda row: -row.win_lost)
    own, foreign = ([row.place for row in rows] for rows in (own, foreign))

    def shown() -> list[int]:
        return [int(place) for place in re.findall(r'data-key="mistake:(\d+)"', panel.html)]

    panel.refresh()
    assert shown() == own
    heads = re.findall(rf'data-key="mistake:(\d+)">(?:<div[^>]*>)*<p[^>]*><b>([^<]*) </b>{you}', panel.html)
    assert [int(place) for place, _ in heads] == own
    assert all(re.match(r"(Round|Runde) \d+, ", head) for _, head in heads)
    assert others in panel.html
    assert panel.address()["seat"] == "p2"
    panel.do("show_others")
    assert shown() == [*own, *foreign]
    before, after = panel.html.split(f"<h3>{others[0].upper()}{others[1:]}</h3>")
    assert f"mistake:{own[-1]}" in before
    assert f"mistake:{foreign[0]}" in after
    panel.do("seat", "")
    assert shown() == sorted([*own, *foreign])
    assert f": </b>{you}" not in panel.html
    panel.do("seat", "p9")
    assert shown() == sorted([*own, *foreign]), "nobody has this seat"


def test_a_mistake_made_several_times_in_a_row_is_counted_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worked = with_mistakes(monkeypatch)
    foreign = [row for row in worked.rows if row.mark and row.player == 1]
    bests = {row.place: "same" for row in foreign}
    same = tuple(attrs.evolve(row, best=bests.get(row.place, row.best)) for row in worked.rows)
    monkeypatch.setattr(Review, "rows", same)
    panel = ReviewPanel("en", worked.record, "p2")
    worked.set_reader("p2")
    panel.review = worked
    panel.refresh()
    assert len(foreign) > 1
    assert "found: 1," in panel.html


def test_no_button_shows_mistakes_of_the_others_if_they_made_none(monkeypatch: pytest.MonkeyPatch) -> None:
    worked = with_mistakes(monkeypatch)
    for number, decision in enumerate(worked.moments.decisions):
        rated = worked.exact_values[number] or worked.shares[number]
        if decision.seat == 0 and rated:
            worked.exact_values[number] = dict.fromkeys(rated, 0.5)
    panel = ReviewPanel("en", worked.record, "p2")
    worked.set_reader("p2")
    panel.review = worked
    panel.refresh()
    assert "The others made no clear mistakes (decisions checked: 3)." in panel.html
    assert "Show the others’ mistakes" not in panel.html


@pytest.mark.parametrize(("lang", "said"), [("en", "unclear after 8 tries"), ("de", "Nach 8 Versuchen")])
def test_what_may_be_chance_is_unclear_and_no_mistake(
    monkeypatch: pytest.MonkeyPatch, lang: str, said: str
) -> None:
    worked = with_mistakes(monkeypatch)
    panel = ReviewPanel(lang, worked.record)
    panel.review = worked
    panel.refresh()
    unclear = [row for row in worked.rows if row.is_unclear]
    assert len(unclear) == 2
    for row in unclear:
        assert row.loss_interval[0] < 0 < row.loss_interval[1]
        assert f'data-key="unclear:{row.place}"' in panel.html
        assert f'data-key="mistake:{row.place}"' not in panel.html
    assert panel.html.count(said) == len(unclear)


def test_every_decision_of_the_reader_is_listed_and_shows_its_table() -> None:
    record = policies.play(ember.new_game(2, seed=3), ["greedy", "greedy"], seed=1).record
    panel = ReviewPanel("en", pack_text("\n".join(record.splitlines()[:40]) + "\n"), "p1")
    assert panel.review is not None
    panel.review.run()
    panel.act_stop_work(None)
    panel.refresh()
    own = [row for row in panel.review.rows if row.player == 1]
    good = [row.place for row in own if not row.mark and not row.is_unclear]
    assert good
    assert all(f'data-key="good:{place}"' in panel.html for place in good)
    assert f'data-key="position:{good[0]}"' not in panel.html
    panel.do("show_table", str(good[0]))
    assert f'data-key="position:{good[0]}"' in panel.html
    assert 'data-key="pictures"' in panel.html, "the style of the table comes with it"


@pytest.mark.parametrize(
    ("lang", "found", "count"), [("en", "Mistakes", "0 of"), ("de", "Wendepunkte", "0 von")]
)
def test_nothing_is_said_to_be_found_before_anything_is_rated(
    lang: str, found: str, count: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = ember.new_game(2, seed=5).record
    monkeypatch.setattr(Review, "rows", [])
    panel = ReviewPanel(lang, record)
    assert "Ember" in panel.html
    assert found not in panel.html
    assert count not in panel.html


def test_what_is_done_is_kept_and_goes_on(battle: str) -> None:
    panel = ReviewPanel("en", battle)
    assert panel.saved_review
    assert panel.review is not None
    later = ReviewPanel()
    later.load_memory("review", panel.saved_review)
    assert later.review is not None
    assert later.review.rows == panel.review.rows
    other = ReviewPanel("en", twing.battle_game("F: F5 vs W: W6").give_answers("lay F5", "lay W6").record)
    assert other.review is not None
    rows = other.review.rows
    other.load_memory("review", panel.saved_review)
    assert other.review.rows == rows, "the memory of another game is not taken"
    with pytest.raises(ValueError, match="saved review"):
        later.load_memory("review", "nonsense")


def test_try_again_opens_the_position_with_nothing_after_it() -> None:
    game = policies.play(ember.new_game(2, seed=3), ["greedy", "greedy"])
    reviewed = Review(game.record)
    decision = reviewed.moments.decisions[3]
    again = Game.replay(record_up_to(reviewed, decision.answer_index))
    assert len(again) == decision.answer_index
    assert again.question is not None
    assert again.question.player == decision.seat
    with in_language("de"):
        link = play_on_href(reviewed, decision.answer_index, decision.seat + 1, "")
    assert "ember-play" in link
    assert f"seat=p{decision.seat + 1}" in link


def test_a_mistake_goes_into_the_ledger_and_practice_asks_back(battle: str) -> None:
    panel = ReviewPanel("en", battle)
    panel.load_memory("practice", "")
    assert panel.practice_record == ""
    panel.do("practise", "1")
    assert panel.status == "Practice will ask you about the rules of this decision."
    ledger = saved_ledger(panel.practice_record, "twing")
    assert panel.review is not None
    assert set(panel.practised_rules_by_decision[1]) == set(ledger.rules)
    assert set(ledger.rules) <= set(mistake_rules(panel.review, panel.review.rows[0]))
    today = date.today().toordinal()
    homes = {entry.question_kind for entry in ledger.rules.values()}
    assert set(ledger.return_by_kind) == homes, "the same kinds of questions come back"
    assert {home.partition(":")[0] for home in homes} == set(ledger.due_topics(today))
    before = panel.practice_record
    panel.do("practise", "1")
    assert panel.practice_record == before, "a mistake counts once"
    assert "Practise now" in panel.html
    assert "en/practice" in panel.html or "practice.ipynb" in panel.html


def test_a_wrong_guess_goes_into_the_ledger_and_a_right_one_does_not(battle: str) -> None:
    panel = ReviewPanel("de", battle)
    panel.do("ask")
    assert panel.review is not None
    best = sorted(panel.review.rows[0].answers).index("lay F5 F3")
    panel.do("guess", f"1:{best}")
    assert panel.practice_record == ""
    panel.do("ask")
    panel.do("ask")
    panel.do("guess", f"1:{(best + 1) % len(panel.review.rows[0].answers)}")
    assert (
        saved_ledger(panel.practice_record, "twing").asked_count
        == len(panel.practised_rules_by_decision[1])
        > 0
    )


def test_a_damaged_ledger_stays_and_says_so(battle: str) -> None:
    panel = ReviewPanel("en", battle)
    panel.load_memory("practice", "twingkit-practice 1\nnonsense")
    panel.do("practise", "1")
    assert panel.practice_record == "twingkit-practice 1\nnonsense"
    assert panel.error is not None


def test_questions_about_a_rule_come_from_the_topic_of_its_lesson() -> None:
    assert question_kind_for_rule("EM-CONJ-4") == "conjuring:there"
    assert question_kind_for_rule("TW-DUEL-1") == "duels:may"
    assert question_kind_for_rule("TW-NONE-1") == ""


def test_the_unknown_cards_of_a_record_are_dealt_in_slices_and_opening_can_be_stopped() -> None:
    game = policies.play(ember.new_game(2, seed=4), ["greedy", "greedy"])
    record = "\n".join(onlooker_record(game).splitlines()[:60]) + "\n"

    async def opened() -> None:
        panel = ReviewPanel()
        panel.long_work.start_action = lambda: setattr(panel.long_work, "_until", 0.0)  # type: ignore[method-assign]
        panel.do("review", {"record": record})
        assert panel.review is None
        assert panel.working
        assert "The computer is searching for hidden cards" in panel.html
        panel.do("close_review")
        assert "textarea" in panel.html
        assert not panel.working
        panel.do("review", {"record": record})
        while panel.opening_work is not None:
            panel.long_work._running().run(10.0)  # type: ignore[union-attr]
            panel.on_work_stopped(done=True)
        assert panel.review is not None
        assert panel.review.record == record
        assert "Ember" in panel.html

    asyncio.run(opened())


def test_a_link_with_a_typed_record_that_is_broken_says_why_and_keeps_it_in_the_field() -> None:
    game = policies.play(ember.new_game(2, seed=4), ["greedy", "greedy"])
    record = "\n".join(onlooker_record(game).splitlines()[:30]) + "\np1: fly\n"
    panel = page("review", f"?game={pack_text(record)}")[0]
    assert "line 31" in panel.html
    assert "p1: fly</textarea>" in panel.html.replace("\n</textarea>", "</textarea>")


def test_a_kept_review_of_a_typed_record_goes_on() -> None:
    game = policies.play(ember.new_game(2, seed=4), ["greedy", "greedy"])
    record = "\n".join(onlooker_record(game).splitlines()[:40]) + "\n"
    worked = Review(record)
    for _ in range(2):
        step = worked._next()
        assert step is not None
        finish(worked._step(*step))
    panel = ReviewPanel("en", record)
    assert panel.review is not None
    panel.review = None
    panel.load_memory("review", worked.to_json())
    assert panel.review is not None
    assert panel.review.step_count >= worked.step_count


def test_a_battle_by_other_rules_is_opened_by_them_in_its_lab() -> None:
    game = twing.battle_game("F: F5 vs W: W5", variant="box ties=defender")
    record = game.give_answers("lay F5", "lay W5", "roll 2", "roll 2").record
    link = play_on_href(Review(record), 0, 1, "mistake:1")
    position = "battle=F:_F5_vs_W:_W5&variant=box%20ties%3Ddefender"
    assert link == f"battle-lab.ipynb?{position}&back=review:mistake:1&lang=en"


BEGUN: dict[str, Callable[[], Game]] = {
    "twing": lambda: twing.new_game(2, seed=5),
    "twing.battle": lambda: twing.battle_game("F: F5 F3 vs W: W6"),
    "ember": lambda: ember.new_game(2, seed=5),
    "imajica": lambda: imajica.new_game(2, seed=5),
    "imperium": lambda: imperium.new_game(3, seed=5),
    "imperium.battle": lambda: Game.begin("space: 2 cruiser vs 1 dreadnought"),
}
"""Games of each kind."""


@pytest.mark.parametrize("name", BEGUN)
def test_try_again_opens_a_page_that_reads_its_whole_address(name: str) -> None:
    link = play_on_href(Review(BEGUN[name]().record), 0, 1, "mistake:1")
    address, _, parameters = link.partition("?")
    assert not page(address.removesuffix(".ipynb"), parameters).fault_panel
    assert ("seat=p1" in parameters) == (not name.endswith(".battle")), "only a battle is opened in a lab"


@pytest.mark.parametrize("players", [2, 3])
def test_a_learner_who_tries_a_first_game_again_keeps_its_teacher(players: int) -> None:
    review = Review(ember.new_game(players, seed=5).record, is_first_game=True)
    address, _, parameters = play_on_href(review, 0, 1, "mistake:1").partition("?")
    opened = page(address.removesuffix(".ipynb"), parameters)
    assert not opened.fault_panel
    assert opened[0].companion.player_count == players
    assert play_on_href(review, 0, 2, "").startswith("ember-play."), "nobody teaches another player"


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", BEGUN)
def test_the_table_of_a_decision_is_drawn_to_look_at(name: str, lang: str) -> None:
    game, player, pictures = BEGUN[name](), RandomPolicy(5), 0
    for answers in range(100):
        if game.question is None:
            break
        if not (isinstance(game.question, ChanceQuestion) or answers % 9):
            drawn = views_of(name.partition(".")[0]).position(game, game.question.player)
            assert "data-act" not in drawn
            assert "tk-plain-values" not in drawn, "it is no list of values"
            pictures += drawn.count("<svg")
        game.answer(player(game))
    assert pictures > 1


def test_a_question_about_a_mistake_stands_beside_the_cards_of_who_was_asked_and_no_others() -> None:
    game = policies.play(ember.new_game(2, seed=5), ["random", "random"])
    worked = Review("\n".join(game.record.splitlines()[:27]) + "\n")
    worked.run(depth=4)
    panel = ReviewPanel("en", worked.record)
    panel.review = worked
    mistakes = [row for row in worked.rows if row.mark]
    assert mistakes
    panel.do("ask")
    questions = re.findall(r'<li data-key="mistake:(\d+)">(.*?)</section></div></li>', panel.html, re.DOTALL)
    for row, (place, html) in zip(mistakes, questions, strict=True):
        assert int(place) == row.place
        decision = worked.decision_at(row.place)
        hands = [decision.game.table.players[seat].hand for seat in (decision.seat, 1 - decision.seat)]
        own, other = ([card_name(card) for card in hand] for hand in hands)
        (seen,) = re.findall(r'data-key="position:.*', html, re.DOTALL)
        told = {card for card in [*own, *other] if re.search(rf"{card}(?!\d)", seen)}
        pile = {card_name(card) for card in decision.game.table.pile}
        assert set(own) <= told
        assert told <= {*own, *pile}
    panel.do("guess", f"{mistakes[0].place}:0")
    assert panel.html.count('data-key="position:') == len(mistakes), "it stays beside the answer"
    panel.do("ask")
    assert 'data-key="position:' not in panel.html


def panel_with_mistakes(monkeypatch: pytest.MonkeyPatch, seat: str) -> ReviewPanel:
    """Return the review of a game in which the first decisions of both players are mistakes."""
    game = policies.play(ember.new_game(2, seed=5), ["random", "random"])
    worked = Review("\n".join(game.record.splitlines()[:60]) + "\n")
    for number, decision in enumerate(worked.moments.decisions[:8]):
        offered = map(decision.pending_question.format_answer, decision.pending_question.options())
        other = next(answer for answer in offered if answer != decision.answer)
        worked.exact_values[number] = {decision.answer: 0.1, other: 0.9}
    panel = ReviewPanel("en")
    monkeypatch.setattr(panel, "_progress", lambda worked: Markup(""))
    panel.review = worked
    panel.do("seat", seat)
    return panel


def test_only_your_own_mistakes_are_asked_and_those_of_others_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    panel = panel_with_mistakes(monkeypatch, "p1")
    panel.do("ask")
    panel.do("show_others")
    assert panel.error is None
    rows = [row for row in panel.review.rows if row.mark]
    asked = {int(place) for place in re.findall(r'data-act="guess" data-value="(\d+):', panel.html)}
    assert asked == {row.place for row in rows if row.player == 1}
    assert {row.player for row in rows} == {1, 2}
    theirs = next(row.place for row in rows if row.player == 2)
    assert f'data-key="mistake:{theirs}"' in panel.html


def test_a_review_leads_back_to_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    panel = panel_with_mistakes(monkeypatch, "p2")
    panel.refresh()
    (href,) = re.findall(r'<a [^>]*href="([^"]*)"[^>]*>To the game</a>', panel.html)
    query = dict(parse_qsl(unescape(href).partition("?")[2]))
    assert query["seat"] == "p2"
    assert unpack_text(query["game"]) == panel.record


def test_few_tables_are_drawn_at_once_and_any_other_is_a_button_away(monkeypatch: pytest.MonkeyPatch) -> None:
    game = policies.play(ember.new_game(2, seed=5), ["random", "random"])
    worked = Review("\n".join(game.record.splitlines()[:60]) + "\n")
    for number, decision in enumerate(worked.moments.decisions[:6]):
        other = next(
            answer
            for answer in map(decision.pending_question.format_answer, decision.pending_question.options())
            if answer != decision.answer
        )
        worked.exact_values[number] = {decision.answer: 0.1, other: 0.9}
    panel = ReviewPanel()
    monkeypatch.setattr(panel, "_progress", lambda worked: Markup(""))
    panel.review = worked
    panel.do("ask")
    assert [row.mark for row in worked.rows] == ["blunder"] * 6
    places = [row.place for row in worked.rows]

    def drawn() -> list[int]:
        return [int(place) for place in re.findall(r'data-key="position:(\d+)"', panel.html)]

    assert drawn() == places[:3]
    panel.do("show_table", str(places[5]))
    assert drawn() == [*places[:3], places[5]]
    panel.do("guess", f"{places[0]}:0")
    assert drawn() == [*places[:4], places[5]], "the last one that was answered stays, the next one comes"
    panel.do("guess", f"{places[1]}:0")
    assert drawn() == places[1:]


def test_a_table_whose_cards_were_not_all_seen_is_not_drawn() -> None:
    game = policies.play(ember.new_game(2, seed=4), ["greedy", "greedy"])
    worked = Review("\n".join(onlooker_record(game).splitlines()[:40]) + "\n")
    drawn = decision_position_html(worked, worked.moments.decisions[0].answer_index + 1)
    assert "There is no picture of this table" in drawn
    assert "em-card" not in drawn


def test_the_sealed_text_of_a_game_that_is_over_is_reviewed() -> None:
    play = EmberPlayPanel(2, seed=3, length=20)
    policies.play(play.match.game, ["greedy", "greedy"])
    assert play.match.game.over
    panel = ReviewPanel()
    panel.do("review", {"record": "\n" + seal_game(play.match.game, play.match.settings)})
    assert panel.error is None
    assert panel.review is not None
    assert len(panel.review.moments.game) == len(play.match.game)
    assert panel.seat == play.match.game.start.seat(play.match.seat), "that of the person who saved"


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "This sealed game is not over"), ("de", "Diese versiegelte Partie ist nicht zu Ende")],
)
def test_a_sealed_game_that_goes_on_is_kept_back_and_the_way_out_is_said(lang: str, said: str) -> None:
    play = EmberPlayPanel(2, seed=3)
    text = seal_game(play.match.game, play.match.settings)
    panel = ReviewPanel(lang)
    panel.do("review", {"record": text})
    assert panel.review is None
    assert said in panel.html
    assert all(WORDS.say(name) in panel.html for name in ("tool.save", "save.unseal"))
    assert text.splitlines()[0] in panel.html, "it stays in the field"
    panel.do("review", {"record": "\n".join(text.splitlines()[:-1])})
    assert panel.review is None
    assert panel.error is not None


def test_a_sealed_battle_in_which_nothing_is_hidden_is_reviewed_before_its_end() -> None:
    battle = ImperiumPlayPanel("space: 2 cruiser vs 1 dreadnought", seed=3)
    panel = ReviewPanel()
    panel.do("review", {"record": seal_game(battle.match.game, battle.match.settings)})
    assert panel.error is None
    assert panel.review is not None


def test_a_turning_point_shows_the_game_as_it_was_from_the_seat_of_the_reader(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = policies.play(twing.new_game(2, seed=5, explain=False), ["greedy", "greedy"], seed=1)
    worked = Review(game.record)
    number, place = next(
        (number, place)
        for number, place in enumerate(worked.moments.curve_moments)
        if place.cause == CHANCE_CAUSE
        and [asked.kind for asked, _ in place.chance_results] == ["roll", "roll"]
        and number > 20
    )
    turn = CurvePoint(place.answer_count, 0, "", (1.0, 0.0), (0.0, 0.0), (0.5, -0.5), number, number - 1, 0)
    before = worked.moments.curve_moments[number - 1]
    count = before.answer_count
    start = attrs.evolve(turn, place=count, chances=(0.5, 0.5), number=number - 1)
    monkeypatch.setattr(
        parts, "lasting_changes", lambda review: [WinChanceChange(1, (start, turn), True, turn)]
    )
    really = Game.replay(record_up_to(worked, before.answer_count))
    for reader, seat in (("", 0), ("p2", 1)):
        worked.set_reader(reader)
        closed, shown = (str(parts.turning_points_html(worked, counts)) for counts in ((), (count,)))
        assert f'data-act="show_turning_point" data-value="{count}"' in closed
        assert "game=" not in closed, "playing on would roll other dice"
        table = views_of("twing").position(really, seat)
        assert "not rolled yet" in table
        assert table in shown
        assert f"{answer_sentences_of(really).moment_text(really, worked.reader)}: " in shown
        for _, result in place.chance_results:
            assert result.split()[-1].replace("-", "−") in shown
        assert f"seat=p{seat + 1}" in shown


def test_only_turning_points_of_the_game_can_be_opened(battle: str) -> None:
    panel = ReviewPanel()
    for value in ("-1", "99999", "9" * 9_999, "one", None, ["0"], {"0": 1}):
        panel.do("show_turning_point", value)
    panel.do("review", {"record": battle})
    for value in ("-1", "99999", "9" * 9_999, "one", None, ["0"], {"0": 1}):
        panel.do("show_turning_point", value)
        assert panel.error is None
        assert panel.shown_turns == set()
    panel.do("show_turning_point", "0")
    assert panel.shown_turns == {0}


def test_the_link_of_a_first_game_says_so_and_keeps_it(battle: str) -> None:
    panel = page("review", f"?game={pack_text(battle)}&first=yes")[0]
    assert panel.is_first_game
    assert panel.address() == {"game": pack_text(battle), "first": "yes"}


def test_after_a_deeper_look_the_page_no_longer_speaks_of_the_quick_review(
    battle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = ReviewPanel("en", battle)
    monkeypatch.setattr(Review, "is_certain", False)
    monkeypatch.setattr(panel.long_work, "answer", lambda *question, **settings: None)
    said = []
    for panel.depth in (1, 2):
        panel.refresh()
        said.append("quick review" in panel.html)
    assert said == [True, False]
