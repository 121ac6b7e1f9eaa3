"""The play page of Ember: whole games, several cards at once, payments, refusals, and hidden information."""

from __future__ import annotations

import random
import re
from html import escape

import attrs
import pytest
from widgets.play_tables import unguarded

from twingkit import ember
from twingkit.core.language import language, localized
from twingkit.core.rulebook import Ruling
from twingkit.ember.box.pool import load_pool
from twingkit.ember.exact_odds.tie_odds import odds_in_tie
from twingkit.ember.rules.ability_text import ability_ruling
from twingkit.ember.rules.questions import AnswerAbility
from twingkit.ember.rules.rulebook import rulebook
from twingkit.ember.rules.windows import WINDOW_MOMENTS
from twingkit.learn.first_game.teaching import TEACHING_PLAYER_NAME
from twingkit_widgets.ember.pictures.table import folded_pool_html
from twingkit_widgets.ember.play.answers import answer_groups
from twingkit_widgets.ember.play.choosing import possible_target_creatures
from twingkit_widgets.ember.play.news import news_lines
from twingkit_widgets.ember.play.panel import EmberPlayPanel
from twingkit_widgets.ember.play.words import WORDS
from twingkit_widgets.ember.words import chance_text, say
from twingkit_widgets.table.play.player_view import PlayerView

PHOENIX = "ember: p1 hand * A5 E5 F5 W5 has imp:down; p2 hand 4; to move p1 conjure"


@localized
def played(record: str, lang: str | None = None) -> EmberPlayPanel:
    """Return the page of a position, seen by its first player."""
    return EmberPlayPanel(record=record, seat=0, seed=3, lang=language())


@pytest.mark.parametrize(("players", "lang"), [(2, "en"), (3, "de"), (5, "en")])
def test_a_whole_game_is_played_with_the_hints(players: int, lang: str) -> None:
    panel = EmberPlayPanel(players, seed=players, lang=lang, length=20)
    for _ in range(300):
        if panel.match.game.over:
            break
        panel.do("answer", panel.match.hint())
        assert panel.error is None
    assert panel.match.game.over
    again = EmberPlayPanel(record=panel.record, seat=0, seed=1)
    assert again.match.game.over


def test_every_button_of_an_answer_is_taken() -> None:
    rng = random.Random(5)
    panel = EmberPlayPanel(2, seed=11)
    for _ in range(60):
        if panel.match.game.over:
            return
        assert unguarded(panel.html) == []
        values = re.findall(r'data-act="answer" data-value="([^"]+)"', panel.html)
        picks = re.findall(r'data-act="pick" data-value="(\d+)"', panel.html)
        before = len(panel.match.game)
        if values:
            panel.do("answer", rng.choice(values))
        else:
            for place in picks:
                panel.do("pick", place)
                if (
                    'data-act="confirm"' in panel.html
                    and 'aria-disabled="true"' not in panel.html.partition('data-act="confirm"')[2][:200]
                ):
                    break
            panel.do("confirm")
        assert panel.error is None
        assert len(panel.match.game) > before


def test_EM_CONJ_2_a_creature_with_several_payments_shows_them_first() -> None:
    panel = played(PHOENIX)
    panel.do("creature", "phoenix")
    ways = re.findall(r'data-value="\d+:(conjure phoenix [^"]+)"', panel.html)
    assert len(ways) == 5
    assert "*" not in ways[0]
    panel.do("answer", ways[0])
    assert [owned.id for owned in panel.match.game.table.players[0].owned][-1] == "phoenix"


def test_EM_ABIL_1_an_own_creature_that_cannot_act_says_why() -> None:
    panel = played(PHOENIX)
    assert "EM-ABIL-1" in panel.html
    assert "Imp is flipped" in panel.html


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("A2 A4 A6 E2 E4", ("draw 2 cards?", "then draw 2 cards (Hydra)")),
        ("A2 A4", ("you draw 2 cards (Hydra) without discarding", "Draw 2 cards")),
    ],
)
def test_EM_TURN_2_step_1_says_how_many_cards_are_drawn(hand: str, said: tuple[str, str]) -> None:
    page = read(played(f"ember: p1 hand {hand} has hydra; p2 hand 3; to move p1"))
    assert all(words in page for words in said)
    flipped = played(f"ember: p1 hand {hand} has hydra:down; p2 hand 3; to move p1").html
    assert said[0] not in flipped


@pytest.mark.parametrize(("hand", "said"), [("A1 A3 A5 A7 E2 E4", "card"), ("A1 A3 A5 A7 E2 E4 F6", "cards")])
def test_EM_TURN_7_the_question_says_card_or_cards(hand: str, said: str) -> None:
    panel = played(f"ember: p1 hand {hand}; p2 hand 3; to move p1 conjure")
    panel.do("answer", "done")
    assert f"Which {said} do you discard?" in panel.html


def test_EM_TURN_7_several_cards_are_pressed_and_confirmed() -> None:
    line = "ember: p1 hand A1 A2 A3 A5 A7 A9 A11; p2 hand 4; to move p1 conjure"
    panel = played(line)
    panel.do("answer", "done")
    assert panel.match.question.kind == "discard"
    for place in (0, 1):
        panel.do("pick", str(place))
    panel.do("pick", "1")
    assert panel.ui_state.picked_indexes == (0,)
    panel.do("confirm")
    assert panel.error is not None, "one card is too few"
    panel.do("pick", "3")
    panel.do("confirm")
    assert "p1: discard A1 A5" in panel.record


@pytest.mark.parametrize("seed", range(4))
def test_EM_VIEW_1_the_page_does_not_depend_on_what_the_person_cannot_see(seed: int) -> None:
    hands = ("A9 E2 W3 W11", "F13 * E7 A4")
    pages = []
    for hand in hands:
        line = f"ember: p1 hand A1 A2 F3 F5 E10 has wisp; p2 hand {hand} has imp; to move p1 draw"
        panel = EmberPlayPanel(record=line, seat=0, seed=seed)
        panel.do("all_turns")
        for drawer in ("dice", "help"):
            panel.do("toggle_panel", drawer)
            pages.append(panel.html.replace(panel._prefix, ""))
    assert pages[:2] == pages[2:]


def test_EM_SET_2_an_impossible_position_is_reported() -> None:
    panel = EmberPlayPanel(2, seed=1)
    panel.do("load", "ember: p1 hand A5 A5; p2 hand 5")
    assert "the deck has 1" in panel.html
    assert "EM-SET-2" in panel.html


def test_EM_SET_1_and_4_impossible_choices_are_reported_in_the_form() -> None:
    panel = EmberPlayPanel(2, seed=1)
    for typed, rule in (({"players": "6"}, "EM-SET-1"), ({"length": "31"}, "EM-SET-4")):
        panel.do("begin", typed)
        assert rule in panel.html
    panel.do("begin", {"players": "4", "length": "50", "opponents": "steady", "seed": "3"})
    assert panel.match.settings.seat_count == 4
    assert panel.match.settings.variant.length == 50
    assert panel.address() == {"players": "4", "opponents": "steady", "variant": "very_long"}


def digest(panel: EmberPlayPanel) -> list[str]:
    """Return the lines of news at the head of the page."""
    return [line.sentences[0].text() for line in panel.player_view().headline.news_lines]


def test_EM_CONJ_2_an_opponents_turn_is_reported_in_one_line_without_the_cards_drawn() -> None:
    line = "ember: p1 hand A1 A2; p2 hand E5 F5 W8; top F9 W2; to move p1 conjure"
    panel = EmberPlayPanel(record=line, seat=0, seed=3, opponents="greedy", lang=language())
    panel.do("answer", "done")
    draw = "draws a card from the Draw Deck without discarding (hand below Hand Size)"
    assert digest(panel)[0].startswith(f"Player 2 {draw} and conjures ")
    [deeds] = panel.player_view().headline.news_lines[0].sentences
    creature = panel.match.game.table.players[1].owned[0].creature
    assert creature.name() in deeds.text()
    assert digest(panel)[1] == f"Player 2 uses {creature.name()}.", "which tells the ability"
    assert "Water 2" not in "".join(digest(panel)), digest(panel)


def test_EM_ABIL_1_the_ability_of_another_players_creature_is_told_with_that_player() -> None:
    conjured = {"side": "p2", "creature": load_pool()["manticore"], "payment": ()}
    ruling = Ruling("EM-CONJ-2", "conjured", conjured, rulebook())
    theirs, mine = (news_lines([ruling], 0, own)[0].sentences[1].text() for own in ("p1", "p2"))
    assert "player 2" in theirs.lower()
    assert "affecting you" not in theirs
    assert "affecting you" in mine
    line = "ember: p1 hand A2 has manticore; p2 hand 3 has wisp; to move p1"
    page = played(line).html
    assert "Player 2 draws 1 card." in page
    assert "affecting you" in page


def test_EM_ABIL_1_the_ability_of_an_own_creature_is_told_if_no_button_shows_it() -> None:
    def sentence_count(name: str) -> int:
        conjured = {"side": "p1", "creature": load_pool()[name], "payment": ()}
        return len(news_lines([Ruling("EM-CONJ-2", "conjured", conjured, rulebook())], 0, "p1")[0].sentences)

    assert [sentence_count(name) for name in ("gnome", "gorgon", "wyrmling")] == [1, 2, 2]


def test_EM_ABIL_1_an_ability_is_told_as_what_a_creature_can_do() -> None:
    rulings = [ability_ruling(load_pool()[name], "p2") for name in ("pixie", "gorgon", "wyrmling")]
    told = [(ruling.rule, ruling.case) for ruling in rulings]
    assert told == [("EM-ABIL-1", "can"), ("EM-ABIL-3", "can"), ("EM-ABIL-1", "lasts")]


def test_EM_CALL_3_who_passes_in_a_row_in_the_last_round_is_one_line() -> None:
    def told(*sides: str) -> list[str]:
        rulings = [Ruling("EM-CALL-3", "passes", {"side": side}, rulebook()) for side in sides]
        return [line.sentences[0].text("en") for line in news_lines(rulings, 0, "p1")]

    assert told("p2") == ["Player 2 passes in the last round."]
    assert told("p2", "p3", "p1") == ["Player 2, player 3 and player 1 pass in the last round."]


def test_EM_TURN_2_an_opponent_who_does_nothing_is_told_of_too() -> None:
    rulings = [
        Ruling("EM-TURN-1", "begins", {"side": "p2", "n": 2}, rulebook()),
        Ruling("EM-TURN-2", "stays", {"side": "p2"}, rulebook()),
        Ruling("EM-TURN-1", "begins", {"side": "p1", "n": 3}, rulebook()),
    ]
    (line,) = news_lines(rulings, 0, "p1")
    assert "draws no card and conjures no creature" in line.sentences[0].text()


@pytest.mark.parametrize(
    ("line", "answers", "told"),
    [
        ("p1 hand A6 A7", ["conjure sprite A6 A7"], True),
        ("p1 hand A6 A7 has wisp", ["conjure sprite A6 A7", "pass", "done"], False),  # was pending
        ("p1 hand A6 A7 has imp", ["conjure sprite A6 A7", "use imp p2"], True),
        ("p1 hand A6 A7", ["done"], False),
    ],
)
def test_EM_WIN_2_a_turn_that_ends_without_a_question_says_why(
    line: str, answers: list[str], told: bool
) -> None:
    panel = played(f"ember: {line}; p2 hand E1; to move p1 conjure")
    for answer in answers:
        panel.do("answer", answer)
        assert panel.error is None
    assert panel.match.game.table.turn >= 1
    assert any("cannot use any ability now" in text for text in digest(panel)) == told


def test_EM_TURN_5_a_draw_from_the_charred_pile_names_the_creature_that_allows_it() -> None:
    panel = played("ember: p1 hand A1 A2 has wyrmling; p2 hand E5; pile F9; to move p1 draw")
    panel.do("answer", "draw pile")
    assert digest(panel)[0] == "You take Fire 9 from the Charred Pile (Wyrmling)."


def test_EM_SET_2_what_if_lets_another_card_come_and_can_be_taken_back() -> None:
    panel = played("ember: p1 hand A1 E3 has wyrmling; p2 hand E5 F5; to move p1 draw")
    panel.do("toggle_panel", "dice")
    assert "You have drawn no card yet." in panel.html
    panel.do("answer", "draw")
    (throw,) = panel.match.changeable_results()
    came = panel.match.game.transcript[throw.index].answer
    panel.do("toggle_panel", "dice")
    panel.do("face", f"{throw.index}:")
    assert panel.error is None
    assert panel.match.game.transcript[throw.index].answer != came
    assert panel.match.real_game_state is not None
    panel.do("really")
    assert panel.match.game.transcript[throw.index].answer == came


def test_EM_CONJ_2_what_if_changes_one_card_of_a_replenishment_and_keeps_the_others() -> None:
    panel = played("ember: p1 hand A5 E5 F5 W5; p2 hand E1; pool phoenix dragon; to move p1 conjure")
    panel.do("answer", "conjure phoenix A5 E5 F5 W5")
    throws = panel.match.changeable_results()
    assert len(throws) == 4
    panel.do("face", f"{throws[1].index}:")
    now = [panel.match.game.transcript[throw.index].answer for throw in throws]
    assert [one == throw.face for one, throw in zip(now, throws, strict=True)] == [True, False, True, True]


def test_EM_VIEW_1_what_if_changes_nobodys_draw_but_ones_own_and_nothing_of_the_deal() -> None:
    panel = EmberPlayPanel(3, seed=5)
    assert not panel.match.changeable_results()
    for _ in range(8):
        panel.do("answer", panel.match.hint())
        for throw in panel.match.changeable_results():
            assert panel.match.game.transcript[throw.index].player == 0
    panel.do("face", "0:")
    assert panel.error is not None
    panel = played("ember: p1 hand A1 has centaur; p2 hand E5; to move p1 draw")
    panel.do("answer", "use centaur")
    assert not panel.match.changeable_results(), "the cards are only looked at"


CALLS = (
    "ember: p1 hand A1 A6 E6 F8 * has pegasus gorgon djinn wisp:down; p2 hand 5 has imp; p3 hand 4;"
    " pile W13 F13; to move p1 draw"
)
"""The first player has 30 Victory Points and may call."""


@pytest.mark.parametrize("tie", ["sum", "best"])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_EM_CALL_5_where_one_may_call_the_page_says_what_the_hand_is_worth_at_a_tie(
    lang: str, tie: str
) -> None:
    record = f"twingkit-record 1\ngame ember.position\n{CALLS}\nvariant box tie={tie}\n"
    record += "".join(f"p2: card {card}\n" for card in ("A2", "A3", "A4", "A5", "A7"))
    record += "".join(f"p3: card {card}\n" for card in ("A8", "A9", "A10", "A11"))
    panel = played(record)
    said = panel.html.partition('class="em-tie"')[2].partition("</details>")[0]
    for cards in (5, 4):
        odds = odds_in_tie("A1 A6 E6 F8 *", cards, seen="W13 F13", variant=f"tie={tie}")
        for chance in (odds.higher, odds.equal, odds.lower):
            assert escape(chance_text(float(chance))) in said
    assert ("24" if tie == "sum" else "8, 6, 6, 3, 1") in said
    assert "EM-CALL-5" in said


@pytest.mark.parametrize("equal", [True, False])
def test_EM_CALL_5_the_page_says_if_nobody_has_as_many_points(equal: bool) -> None:
    panel = played(CALLS.replace("has imp", "has phoenix leviathan kelpie") if equal else CALLS)
    mine, other, _ = (seat.total for seat in panel.match.view.seats)
    assert ("No opponent is tied with you now" in panel.html) == (mine != other) == (not equal)


def test_EM_CALL_2_the_call_stands_first_in_a_group_of_its_own_and_in_the_heading() -> None:
    for line in (CALLS, CALLS.replace("p1 draw", "p1 conjure")):
        panel = played(line)
        assert "make the call, which ends the game, or" in panel.html.partition("</h2>")[0]
        groups = re.findall(r'data-key="group:(\w+)"', panel.html)
        assert groups[0] == "call"
        assert "archmage" in groups
        call = re.search(r'<button[^>]*:call"[^>]*>', panel.html)
        assert 'data-shortcut="1"' in call[0]


def test_EM_CALL_5_who_cannot_call_is_told_nothing_of_a_tie() -> None:
    panel = played(CALLS.replace("pegasus", "imp").replace("has imp;", ";"))
    assert panel.match.question is not None
    assert "em-tie" not in panel.html


def test_step_1_of_a_first_game_says_what_the_hand_pays_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlayerView, "is_first_game", True)
    for hand, said in (("* E1 W2 A3 W3", True), ("A2 E4 F8 W10 W13", False)):
        panel = played(f"ember: p1 hand {hand}; p2 hand 5; to move p1 draw")
        text = panel.player_view().headline.explanation
        assert text.startswith("Your hand is full")
        paid = "for Roc (9, run of 2 cards plus 3 cards of the same number), or for 18 creatures worth less"
        assert text.endswith(f"your hand can pay in step 2: {paid} (“To the Pool” lists them).") is said
        assert ("Your hand can pay for these creatures now:" in panel.html) is said


def test_a_hint_goes_when_the_payment_of_another_creature_is_chosen() -> None:
    panel = played("ember: p1 hand A5 E5 F5 W5 A6; p2 hand 3; to move p1 conjure")
    for creature, stays in (("phoenix", True), ("dryad", False)):
        panel._hint = "conjure phoenix A5 E5 F5 W5"
        panel.do("creature", creature)
        assert (panel._hint is not None) is stays


@pytest.mark.parametrize(
    ("hand", "now", "later"),
    [
        ("A5 E5 F5 W5", "Your hand can pay for these creatures now:", "you can pay for on your next turn"),
        ("A5 E4", "cannot pay for any creature now", "any creature on your next turn"),
    ],
)
def test_EM_CONJ_1_what_the_hand_pays_for_is_said_of_the_turn_in_which_it_can(
    hand: str, now: str, later: str
) -> None:
    view = played(f"ember: p1 hand {hand}; p2 hand E1; pool phoenix; to move p1 conjure").match.view
    own, conjured, other, called = (
        folded_pool_html(attrs.evolve(view, **facts), load_pool())
        for facts in ({}, {"has_conjured": True}, {"current": 1}, {"has_been_called": True})
    )
    assert now in own
    assert later in conjured, "one creature a turn"
    assert later in other
    hidden = folded_pool_html(view, load_pool(), shows_hand=False)
    assert not any(text in html for text in (now, later) for html in (called, hidden))


def test_EM_ABIL_2_an_ability_for_several_targets_is_one_button_and_they_are_chosen_next() -> None:
    line = "ember: p1 hand A5 has banshee gnome; p2 hand E1 has pixie wisp imp; to move p1 draw"
    panel = played(line)
    buttons = re.findall(r'data-act="(?:answer|creature)"[^>]*data-value="([^"]*)"', panel.html)
    assert sum("banshee" in value for value in buttons) == 1
    panel.do("creature", "banshee")
    names = possible_target_creatures(panel.player_view())
    assert sorted(names) == ["imp", "pixie", "wisp"]
    for name in ("imp", "pixie", "wisp", "pixie"):
        panel.do("pick", names.index(name))
    panel.do("confirm")
    assert panel.match.game.transcript[0].answer == "use banshee wisp imp"


@pytest.mark.parametrize("lang", ["en", "de"])
def test_EM_WIN_2_every_window_says_why_it_is_open(lang: str) -> None:
    said = {WORDS.say(f"now.when.{moment}", who="Player 2", what="Imp") for moment in WINDOW_MOMENTS}
    assert len(said) == len(WINDOW_MOMENTS)
    line = "ember: p1 hand 5 has imp; p2 hand A5 E5 F5 A9 E9; to move p2 conjure"
    game = ember.position_game(line, seed=1)
    titles = []
    for answer in ("conjure dryad A5 E5 F5", "pass", "done"):
        while game.question.player == 0 and game.question.kind == "respond":
            panel = EmberPlayPanel(record=game.record, seat=0, seed=1, lang=lang)
            titles.append(panel.player_view().headline.title)
            game.answer("pass")
        if answer in map(str, game.question.options()):
            game.answer(answer)
    assert len(set(titles)) == len(titles) > 0


@pytest.mark.parametrize(
    ("given", "seat", "said"),
    [
        (["use kelpie"], 0, "You have used Kelpie"),
        (["use kelpie", "pass"], 1, "Player 1 has used Kelpie"),
        (["archmage revive gnome"], 0, "You have used an Archmage"),
        (["use kelpie", "pass", "use imp p1", "discard A5"], 0, "Player 2 has used Imp"),
        (["p3: call"], 0, "Player 3 has made a wrong call"),
    ],
)
def test_EM_WIN_2_a_window_after_an_act_says_whose_it_was(given: list[str], seat: int, said: str) -> None:
    line = "ember: p1 hand * A5 E5 has gnome:down kelpie; p2 hand 1 has imp; p3 hand 2; to move p1 conjure"
    game = ember.position_game(line, seed=1).give_answers(*given)
    assert (game.question.kind, game.question.player) == ("respond", seat)
    panel = EmberPlayPanel(record=game.record, seat=seat, seed=1)
    assert panel.player_view().headline.title.startswith(said)


def test_EM_ABIL_2_an_ability_that_takes_one_of_many_cards_is_one_button_and_the_card_is_chosen_next() -> (
    None
):
    pile = " ".join(f"{element}{number}" for element in "AEFW" for number in range(2, 7))
    panel = played(f"ember: p1 hand A9 has roc; p2 hand 3; pile {pile}; to move p1 draw")
    assert 'data-value="use roc' not in panel.html
    panel.do("creature", "roc")
    assert panel.error is None
    assert len(set(re.findall(r'data-act="answer" data-value="\d+:(use roc \w+)"', panel.html))) == 20
    panel.do("answer", "use roc F4")
    assert panel.error is None
    assert "F4" in panel.match.game.table.players[0].hand


def test_EM_CALL_3_after_the_call_no_player_is_shown_as_active() -> None:
    panel = played("ember: p1 hand A9 has phoenix dragon siren; p2 hand 3 has imp; to move p1 draw")
    assert "em-seat-active" in panel.html
    panel.do("answer", "call")
    assert panel.error is None
    assert "em-seat-active" not in panel.html


@localized
def learned(record: str, lang: str | None = None) -> EmberPlayPanel:
    """Return the page of a position in a first game, seen by its first player."""
    return EmberPlayPanel(record=record, seat=0, seed=3, opponents="teaching", lang=language())


def test_EM_ABIL_3_a_learner_reads_why_a_face_up_answer_could_not_answer() -> None:
    line = "ember: p1 hand A1 has salamander manticore; p2 hand 5 has dragon; to move p1 conjure"
    panel = learned(line)
    panel.do("answer", "done")
    player_view = panel.player_view()
    news_texts = [
        [sentence.text("en") for sentence in news.sentences] for news in player_view.headline.news_lines
    ]
    (said,) = [sentences for sentences in news_texts if sentences[0] == "Player 2 uses Dragon."]
    assert said[1:3] == [
        "Salamander cannot answer: the announced ability counts as 13 Victory Points, so it is not lesser.",
        "This ability does not affect you, so you cannot answer with Manticore.",
    ]


def test_EM_ABIL_6_a_learner_reads_why_a_flipped_creature_could_not_answer() -> None:
    panel = learned("ember: p1 hand A1 has griffin; p2 hand 5 has minotaur; to move p1 conjure", lang="en")
    panel.do("answer", "done")
    assert "Griffin is flipped." in panel.html
    assert "Griffin cannot answer: the announced ability counts as 7 Victory Points" in read(panel)


@pytest.mark.parametrize(
    ("pool", "gone"),
    [
        ("roc", ": Wyrmling (E4), Centaur (E4), Pixie (E3) and Kobold (E3)."),
        ("kobold", ": Wyrmling (E4) and Centaur (E4)."),
        ("kobold wyrmling", ""),
    ],
)
def test_EM_CONJ_1_a_learner_reads_all_better_creatures_that_are_not_in_the_pool(
    pool: str, gone: str
) -> None:
    line = f"ember: p1 hand A1 A3 A6 A11 has centaur; p2 hand 5; pool {pool}; to move p1 conjure"
    assert ("your cards could pay" in read(learned(line, lang="en")).lower()) is (gone != "")
    assert gone in read(learned(line, lang="en"))


@pytest.mark.parametrize("step", ["draw", "conjure"])
@pytest.mark.parametrize(("marks", "said"), [("", True), ("phoenix-1", False)])
def test_EM_CALL_2_a_learner_reads_which_opponent_may_call(step: str, marks: str, said: bool) -> None:
    has = f"{marks or 'phoenix'} titan dryad"
    line = f"ember: p1 hand A1 A3 A6 A11 E9; p2 hand 5; p3 hand 5 has {has}; pool roc; to move p1 {step}"
    text = read(learned(line, lang="en"))
    assert ("Player 3 has 30 Victory Points and can make the call before your next turn." in text) is said


def test_EM_TURN_1_the_hand_stays_in_sight_while_the_target_of_an_ability_is_chosen() -> None:
    panel = learned("ember: p1 hand A1 A3 A6 A11 E9 has roc; p2 hand 5; pile A9 F2 E3; to move p1 draw")
    panel.do("creature", "roc")
    assert f'aria-label="{say("table.hand_label")}"' in panel.html.partition("tk-choices")[0]


def test_EM_WIN_1_a_learner_sees_the_hand_above_the_buttons_of_a_window() -> None:
    panel = learned("ember: p1 hand A1 A3 * has griffin; p2 hand 5 has wisp; to move p2 conjure")
    assert panel.match.question.kind == "respond"
    assert panel.html.index(f'aria-label="{say("table.hand_label")}"') < panel.html.index("tk-choices")
    assert "hand:0" not in panel.html, "the hand is shown once"


def test_EM_ABIL_3_a_learner_who_may_answer_reads_no_reason_against_it() -> None:
    panel = learned("ember: p1 hand A1 has manticore; p2 hand 5 has basilisk; to move p1 conjure", lang="en")
    panel.do("answer", "done")
    assert isinstance(panel.match.question, AnswerAbility)
    assert "Player 2 uses Basilisk on Manticore." in panel.html
    assert "you cannot answer with Manticore" not in panel.html


def test_EM_ABIL_6_a_learner_who_may_answer_reads_why_another_creature_cannot() -> None:
    line = "ember: p1 hand A1 has manticore griffin; p2 hand 5 has leviathan; to move p1 conjure"
    panel = learned(line, "en")
    panel.do("answer", "done")
    assert isinstance(panel.match.question, AnswerAbility)
    assert "Griffin cannot answer: the announced ability counts" in read(panel)
    assert "you cannot answer with Manticore" not in read(panel)


def test_EM_CALL_3_a_learner_reads_why_the_last_round_passes_them_over() -> None:
    panel = learned(
        "ember: p1 hand A1 has phoenix:down leviathan:down titan:down boggart; p2 hand 2; to move p1"
    )
    panel.do("answer", "call")
    player_view = panel.player_view()
    news_text = " ".join(s.text("en") for news in player_view.headline.news_lines for s in news.sentences)
    assert "No opponent has a face-up lesser creature that can be flipped." in news_text


def test_EM_CALL_3_a_learner_who_has_nothing_to_use_reads_why_the_last_round_did_not_ask() -> None:
    panel = learned(
        "ember: p1 hand A1 has phoenix:down leviathan:down titan:down wyrmling; p2 hand 2; to move p1", "en"
    )
    panel.do("answer", "call")
    assert "You were not asked, because you cannot use any ability now." in read(panel)


def test_EM_CALL_2_a_learner_who_wanted_no_more_abilities_reads_why_the_turn_asks_again() -> None:
    line = (
        "ember: p1 hand A1 A2 E4 has leviathan phoenix:down titan:down; p2 hand 5 has sprite; to move p1 draw"
    )
    panel = learned(line, "en")
    panel.do("answer", "stay")
    panel.do("answer", "turn")
    panel.do("answer", "conjure wisp A1 A2")
    assert "You are asked again because you can now make the call" in read(panel)


def test_what_opponents_do_to_a_player_stands_on_one_line_with_their_use() -> None:
    panel = learned("ember: p1 hand A1 has griffin; p2 hand 5 has minotaur; to move p1 conjure", "en")
    panel.do("answer", "done")
    (line,) = [line for line in panel.player_view().headline.news_lines if line.is_against_reader]
    said = [sentence.text("en") for sentence in line.sentences]
    assert (said[0], said[-1]) == ("Player 2 uses Minotaur on Griffin.", "Griffin is flipped.")
    assert "Against you:" in read(panel)


@pytest.mark.parametrize(
    ("case", "facts", "is_against"),
    [
        ("untouched", {"side": "p1", "creature": load_pool()["golem"]}, False),
        ("discards", {"side": "p1", "cards": ("A1",)}, True),
    ],
)
def test_what_golem_keeps_from_a_player_is_not_against_the_player_but_an_unanswered_use_is(
    case: str, facts: dict[str, object], is_against: bool
) -> None:
    use = Ruling("EM-ABIL-2", "announced", {"side": "p2", "creature": load_pool()["siren"]}, rulebook())
    declines = Ruling("EM-ABIL-3", "declines", {"side": "p3", "creatures": ()}, rulebook())
    (line,) = news_lines([use, declines, Ruling("EM-ABIL-7", case, facts, rulebook())], 0, "p1")
    assert line.is_against_reader == is_against
    assert line.sentences[-1] == declines, "who let it happen comes after what happened"


@pytest.mark.parametrize(("user", "stays_in_sight"), [("p1", True), ("p2", False)])
def test_EM_ABIL_7_a_hand_that_the_person_has_looked_at_stays_in_sight(
    user: str, stays_in_sight: bool
) -> None:
    use = Ruling("EM-ABIL-2", "announced_on", {"side": user, "creature": load_pool()["pixie"]}, rulebook())
    looks = Ruling("EM-ABIL-7", "looks", {"side": user, "other": "p3", "cards": ("A1",)}, rulebook())
    (line,) = news_lines([use, looks], 0, "p1")
    assert line.is_important == stays_in_sight


def test_EM_ABIL_7_the_question_for_a_discard_says_what_demands_it() -> None:
    line = "ember: p1 hand A1 A2; p2 hand E5 F9 has siren; to move p2 draw"
    game = ember.position_game(line, seed=3)
    game.give_answers("use siren")
    panel = EmberPlayPanel(record=game.record, seat=0, seed=3, opponents="random", lang=language())
    assert panel.match.question.kind == "discard"
    explanation = panel.player_view().headline.explanation
    assert "Siren: All players choose and discard 1 card each" in explanation


@pytest.mark.parametrize(("named", "says_so"), [("wisp", True), ("wisp imp", False)])
def test_EM_ABIL_2_the_page_says_when_a_use_names_fewer_creatures_than_it_could(
    named: str, says_so: bool
) -> None:
    line = "ember: p1 hand A1 has manticore wisp imp; p2 hand 5 has banshee; to move p2 conjure"
    panel = EmberPlayPanel(record=line, seat=0, seed=3, lang="en")
    game = panel.match.game.copy()
    while not isinstance(game.question, AnswerAbility):
        game.answer(f"use banshee {named}" if game.question.player == 1 else "pass")
    panel.match.game = game
    assert ("could name more creatures, but names only" in panel.render()) == says_so


def test_EM_ABIL_3_an_answer_that_cannot_stop_the_announced_use_is_shown_with_the_reason() -> None:
    panel = learned("ember: p1 hand A1 has salamander manticore; p2 hand 5 has wisp; to move p2 conjure")
    assert panel.match.question.kind == "answer"
    assert list(map(str, panel.match.question.options())) == ["pass", "answer salamander"]
    panel.do("why_forbidden", "answer manticore")
    assert "You may not use an ability that would change nothing now." in panel.html


def test_EM_TURN_6_two_draws_of_one_card_are_told_as_two_cards() -> None:
    draw = Ruling("EM-TURN-6", "drawn", {"side": "p2", "n": 1, "cards": "hidden"}, rulebook())
    begins = Ruling("EM-TURN-1", "begins", {"side": "p2", "n": 2}, rulebook())
    (line,) = news_lines([begins, draw, attrs.evolve(draw)], 0, "p1")
    assert "draws 2 cards" in line.sentences[0].text("en")


def test_EM_WIN_6_a_learner_who_uses_no_more_abilities_is_not_asked_before_the_turn_ends() -> None:
    panel = learned("ember: p1 hand A1 A2 E4 has leviathan; p2 hand 5 has sprite; to move p1 draw")
    panel.do("answer", "stay")
    assert (
        "asked again only when you can draw (step 1), conjure (step 2), answer an ability or call."
        in panel.html
    )
    panel.do("answer", "turn")
    assert panel.match.question.kind == "conjure"
    panel.do("answer", "conjure wisp A1 A2")
    assert panel.error is None
    assert panel.match.game.table.turn >= 1


def read(panel: EmberPlayPanel) -> str:
    """Return the words of a page, without its tags."""
    return re.sub(r"<[^>]*>", "", panel.html)


def test_a_creature_that_a_sentence_names_can_be_looked_up_in_it() -> None:
    panel = learned("ember: p1 hand * E1 W2 A3 W3; p2 hand 5; pool roc; to move p1 draw", lang="en")
    meaning = re.search(r'data-term="([^"]*)" data-name="Roc"', panel.html)
    assert meaning is not None
    assert load_pool()["roc"].text("en") in meaning[1]


def test_EM_ABIL_7_the_cards_of_another_hand_stand_above_ones_own() -> None:
    panel = learned("ember: p1 hand A1 has sphinx; p2 hand E1 E2 E3; to move p1 draw", lang="en")
    panel.do("answer", "use sphinx p2")
    while panel.match.question.kind != "pick":
        panel.do("answer", next(iter(map(str, panel.match.question.options()))))
    assert "Here are the cards of Player 2." in read(panel)
    assert panel.html.index("pick E1") < panel.html.index("hand:0")


def test_EM_ABIL_7_a_learner_reads_why_a_conjured_creature_cannot_act() -> None:
    panel = learned("ember: p1 hand A1 A2 A3 A4; p2 hand A13 has wyrmling; to move p1 conjure")
    panel.do("answer", "conjure cockatrice A1 A2 A3 A4")
    assert panel.error is None
    assert "No opponent has a face-up lesser creature that can be flipped." in read(panel)


def test_EM_WIN_2_a_turn_that_ends_without_any_news_is_said_to_be_over() -> None:
    book = rulebook()
    theirs, mine = (
        Ruling("EM-TURN-1", "begins", {"side": side, "n": n}, book) for n, side in ((1, "p2"), (2, "p1"))
    )
    refreshed = Ruling("EM-TURN-4", "refreshes", {"side": "p2", "cards": ("F5",), "n": 5}, book)
    ((line,),) = [news.sentences for news in news_lines([theirs, refreshed, mine], 2, "p1")]
    assert line.text("en") == "Nobody uses another ability, so the turn of player 2 ends."
    ((line,),) = [news.sentences for news in news_lines([theirs, refreshed, mine], 1, "p1")]
    assert "Nobody" not in line.text("en")


def test_the_hand_is_shown_once_and_the_last_pass_says_what_it_does() -> None:
    panel = learned("ember: p1 hand A1 A2 A3 A4 A9; p2 hand 5; to move p1 draw")
    hand = f'aria-label="{say("table.hand_label")}"'
    assert ":draw A1" in panel.html
    assert hand not in panel.html.partition('data-key="table"')[0]
    panel.do("answer", "stay")
    assert panel.html.partition('data-key="table"')[0].count(hand) == 1
    last = learned("ember: p1 hand A1 has dragon phoenix titan wisp; p2 hand 5 has imp; to move p1 draw")
    last.do("answer", "call")
    assert last.match.question.kind == "last"
    passing = "When all players have passed in a row, the points are counted and the game is over."
    assert passing in read(last)


@pytest.mark.parametrize(("answer", "is_dropped"), [("archmage flip wisp", True), ("pass", False)])
def test_EM_WIN_3_a_declared_use_that_comes_too_late_is_named(answer: str, is_dropped: bool) -> None:
    line = "ember: p1 hand * A5 has salamander; p2 hand E5 F9 has wisp; to move p2 draw"
    game = ember.position_game(line, seed=3)
    game.give_answers("p2: stay", "p2: use wisp", f"p1: {answer}")
    panel = EmberPlayPanel(record=game.record, seat=0, seed=3, opponents="random", lang=language())
    facts = {"other": load_pool()["wisp"]}
    dropped = Ruling("EM-WIN-3", "dropped_archmage", facts, rulebook()).text()
    assert panel.match.question.kind == "answer"
    assert dropped not in digest(panel)
    panel.do("answer", "pass")
    assert (dropped in digest(panel)) == is_dropped
    assert "*" in panel.match.view.hand


def test_EM_WIN_3_a_dropped_use_names_its_cause_on_the_line_of_the_cause() -> None:
    game = ember.position_game(
        "ember: p1 hand A1 A2 has faun; p2 hand E5 F9 has minotaur wisp; to move p2 draw", seed=3
    )
    game.give_answers("stay", "use minotaur faun", "use faun")
    while game.question.player != 0:
        game.answer(
            next(
                answer
                for answer in ("use wisp", "done", "pass")
                if answer in map(str, game.question.options())
            )
        )
    panel = EmberPlayPanel(record=game.record, seat=0, seed=3, opponents="random", lang=language())
    rules = [[each.rule for each in line.sentences] for line in panel.player_view().headline.news_lines]
    assert ["EM-ABIL-2", "EM-ABIL-1", "EM-WIN-3"] in rules
    assert "You do not use Faun: Minotaur acted first" in read(panel)


@pytest.mark.parametrize(("active", "place"), [(0, "later"), (1, "earlier")])
def test_EM_WIN_4_of_equal_creatures_button_and_news_say_which_acts_first(active: int, place: str) -> None:
    line = f"ember: p1 hand A1 A2 has kelpie; p2 hand E5 F9 has siren; to move p{active + 1} draw"
    game = ember.position_game(line, seed=3)
    game.give_answers("stay")
    while game.question.player != 0:
        game.answer("use siren")
    panel = EmberPlayPanel(record=game.record, seat=0, seed=3, opponents="random", lang=language())
    assert WORDS.say(f"answer.risk_{place}", creatures="Siren") in read(panel)
    game.answer("use kelpie")
    if game.question.kind == "respond":
        game.answer("use siren")
    panel = EmberPlayPanel(record=game.record, seat=0, seed=3, opponents="random", lang=language())
    news = [sentence for line in panel.player_view().headline.news_lines for sentence in line.sentences]
    order = [sentence.rule for sentence in news if sentence.rule.startswith("EM-WIN")]
    assert order == ["EM-WIN-4"] * active
    assert ("Siren acts before your Kelpie" in read(panel)) == bool(active)


@pytest.mark.parametrize(
    ("position", "answers", "then"),
    [
        ("draw", ["use imp p2"], "draw_own"),
        ("draw", ["stay"], "conjure_own"),
        ("draw", ["refresh"], "end_own"),
    ],
)
def test_EM_WIN_1_a_pass_says_which_step_follows(position: str, answers: list[str], then: str) -> None:
    line = f"ember: p1 hand A1 A2 has imp wisp; p2 hand E5 F9; to move p1 {position}"
    panel = EmberPlayPanel(record=line, seat=0, seed=3, opponents=TEACHING_PLAYER_NAME, lang=language())
    for answer in answers:
        panel.do("answer", answer)
    assert panel.match.question.kind == "respond"
    assert WORDS.say(f"answer.pass_then.{then}", who="Player 1") in panel.html


def test_EM_ARCH_2_archmages_form_a_group_that_says_who_may_stop_them() -> None:
    line = (
        "ember: p1 hand * A2 has wisp:down; p2 hand 3 has manticore griffin; p3 hand 2 has faun; to move p1"
    )
    panel = played(line)
    group = re.sub(
        r"<[^>]+>", " ", panel.html.partition('data-key="group:archmage"')[2].partition("</section>")[0]
    )
    assert "you draw no replacement" in group
    assert group.count("Manticore or Griffin may answer") == 2, "only if a creature of player 2 is the target"
    assert group.count("Griffin may answer") == 4
    assert group.count("Flip Faun (3) – Player 3") == 1


@pytest.mark.parametrize(
    ("creatures", "verb", "reason"),
    [
        ("p1 hand * has wisp:down; p2 hand 3", "flip", "No opponent has a face-up creature"),
        ("p1 hand * has wisp; p2 hand 3 has imp", "revive", "You have no flipped creature"),
        ("p1 hand * has wisp:down; p2 hand 3 has wyrmling:down imp gargoyle:down", "flip", ""),
        ("p1 hand A2 has wisp; p2 hand 3", "flip", ""),
    ],
)
def test_EM_ARCH_1_an_archmage_without_a_target_is_shown_with_the_reason(
    creatures: str, verb: str, reason: str
) -> None:
    panel = played(f"ember: {creatures}; to move p1 draw")
    offers = [
        offer for group in answer_groups(panel.match.question, panel.player_view()) for offer in group.buttons
    ]
    refusals = [offer.refusal for offer in offers if offer.answer == f"archmage {verb}"]
    assert [refusal.text().startswith(reason) for refusal in refusals if refusal] == [True] * bool(reason)


def test_EM_ABIL_2_while_targets_are_chosen_the_heading_says_so_and_targets_have_owner_and_value() -> None:
    panel = played(
        "ember: p1 hand A2 has banshee; p2 hand 3 has pixie wisp imp; p3 hand 2 has faun; to move p1"
    )
    panel.do("creature", "banshee")
    headline = panel.player_view().headline
    assert headline.title == "Choose the targets of Banshee: at most 3 now"
    assert "Chosen: 0 of 3" in panel.html
    assert headline.explanation == load_pool()["banshee"].text()
    assert re.search(r'data-bring="banshee"[^>]*><section[^>]*group:chosen', panel.html)
    assert "Pixie (2) – Player 2" in panel.html
    names = possible_target_creatures(panel.player_view())
    for name in ("pixie", "faun"):
        panel.do("pick", names.index(name))
    assert panel.ui_state.picked_indexes == (names.index("faun"),), "only creatures of one opponent"


def test_EM_ABIL_3_buttons_of_creatures_name_who_may_act_first_or_answer() -> None:
    panel = played(
        "ember: p1 hand A2 has imp wisp basilisk cockatrice; p2 hand 3 has manticore boggart chimera-2; "
        "p3 hand 2 has minotaur gorgon faun leviathan; to move p1 draw"
    )
    first = "If abilities are used at the same moment, "
    assert first not in panel.html, "in step 1 nobody else acts"
    panel.do("answer", "stay")
    three = f"{first}Boggart, Minotaur or Leviathan acts first (more printed points; Archmages act last)."
    assert f"Draw 1 card. {three} Gorgon may answer." in read(panel)
    panel.do("creature", "imp")
    assert f"Player 2<small>{three} Manticore or Gorgon may answer." in panel.html
    panel.do("creature", "basilisk")
    one = f"{first}Leviathan acts first (more printed points; Archmages act last). Gorgon may answer."
    assert f"Minotaur (7) – Player 3<small>{one}" in panel.html
    page = read(panel)
    assert "Chimera (10, now 8) – Player 2Chimera is not a lesser creature here" in page
    assert "Wisp is not" not in page, "only creatures of the kind that the ability needs"


def test_EM_ABIL_6_a_button_names_the_answers_that_its_use_is_too_strong_for() -> None:
    panel = played("ember: p1 hand A2 has wisp centaur; p2 hand 3 has salamander; to move p1 draw")
    page = read(panel)
    assert "Draw 1 card. Salamander may answer." in page
    assert "Salamander cannot answer: 6 points are not fewer than its own." in page


def test_EM_ABIL_6_an_answer_that_no_target_allows_is_named_once() -> None:
    panel = played(
        "ember: p1 hand A2 has banshee; p2 hand 3 has pixie wisp imp; p3 hand 2 has salamander; to move p1"
    )
    panel.do("creature", "banshee")
    page = read(panel)
    assert "Pixie (2) – Player 2" in page
    assert page.count("Salamander cannot answer: 7 points are not fewer than its own.") == 1


@pytest.mark.parametrize(
    ("use", "title", "others"),
    [
        (
            "use cockatrice sprite",
            "Player 2: Cockatrice on your Sprite.",
            "Griffin (6, Player 3) may answer, too.",
        ),
        (
            "use imp p1",
            "Player 2: Imp on you.",
            "Griffin (6, Player 3) or Salamander (3, Player 3) may answer, too.",
        ),
        ("use banshee sprite", "Player 2: Banshee on your Sprite.", ""),
    ],
)
def test_EM_ABIL_3_the_question_names_own_targets_and_others_who_may_answer(
    use: str, title: str, others: str
) -> None:
    line = (
        "ember: p1 hand 2 has sprite gorgon; p2 hand 5 has cockatrice banshee imp; "
        "p3 hand 4 has griffin salamander; to move p2 draw"
    )
    game = ember.position_game(line, seed=1)
    game.give_answers(use)
    while game.question.player != 0:
        game.answer("pass")
    panel = EmberPlayPanel(record=game.record, seat=0, seed=3, opponents="random", lang=language())
    headline = panel.player_view().headline
    assert headline.title.startswith(title)
    assert others in headline.explanation
    assert ("may answer" in headline.explanation) == bool(others)


@pytest.mark.parametrize(
    ("theirs", "named"),
    [
        ("basilisk kraken", "Basilisk can take"),
        ("kraken minotaur", "None of the opponents’"),
        ("leviathan", "Leviathan can take"),
        ("basilisk:down leviathan:down", "None of the opponents’"),
    ],
)
def test_EM_CALL_3_the_call_names_who_can_still_take_points(theirs: str, named: str) -> None:
    worth = "pegasus" if "leviathan" in theirs else "imp"
    line = f"ember: p1 hand A2 has {worth} phoenix dragon chimera; p2 hand 3 has {theirs}; to move p1 draw"
    assert named in read(played(line))


def test_EM_CONJ_4_the_pool_says_how_many_cards_of_a_cost_the_hand_has() -> None:
    page = read(played("ember: p1 hand A1 A3 E3 F3 *; p2 hand 5; pool phoenix djinn; to move p1 draw"))
    assert "Your hand has 3 of the 5 cards of this cost." in page
    assert "of the 4 cards of this cost" not in page, "Phoenix can be paid"


@pytest.mark.parametrize(("victim", "warns"), [("faun:down", False), ("faun", False), ("imp", True)])
def test_EM_WIN_3_a_target_acts_first_only_with_a_legal_use_of_its_own(victim: str, warns: bool) -> None:
    panel = played(f"ember: p1 hand * has {victim}; p2 hand 3 has boggart; to move p1 draw")
    panel.do("answer", "stay")
    assert ("Boggart acts first" in panel.html) == warns


@pytest.mark.parametrize(("pile", "reason"), [("", "The Charred Pile is empty."), ("; pile F9", "")])
def test_EM_TURN_5_an_empty_charred_pile_is_the_reason_for_no_row_to_take_from_it(
    pile: str, reason: str
) -> None:
    panel = played(f"ember: p1 hand A1 A2 A3 A4 A5 has wyrmling; p2 hand 3{pile}; to move p1 draw")
    groups = answer_groups(panel.match.question, panel.player_view())
    refusals = [offer.refusal.text() for group in groups for offer in group.buttons if offer.refusal]
    assert (reason in refusals) == bool(reason)
    assert ("Discard, then take Fire 9 from the Charred Pile" in panel.html) == bool(pile)


def test_EM_ABIL_1_a_protected_creature_is_neither_named_as_a_victim_nor_warned() -> None:
    panel = played(
        "ember: p1 hand A2 has leviathan; p2 hand 3 has wisp golem-2 gargoyle titan:down; to move p1 draw"
    )
    assert "Leviathan on Golem (10, now 8), Gargoyle (5) – Player 2" in panel.html
    for guard, warns in (("gargoyle", False), ("sprite", True)):
        panel = played(f"ember: p1 hand A2 has wisp {guard}; p2 hand 3 has leviathan; to move p1 draw")
        panel.do("answer", "stay")
        assert ("Leviathan acts first" in panel.html) == warns


def test_EM_CONJ_4_who_can_pay_for_nothing_reads_the_cheapest_cost() -> None:
    panel = played("ember: p1 hand E11 E12; p2 hand 3; pool faun harpy dragon; to move p1 conjure")
    assert panel.player_view().headline.explanation.endswith(
        "The cheapest cost left in the Pool: R3 (run of 3 cards)."
    )


def test_EM_SET_5_the_first_news_name_the_dealer() -> None:
    dealer = Ruling("EM-SET-5", "dealer", {"side": "p2"}, rulebook())
    begins = Ruling("EM-TURN-1", "begins", {"n": 1, "side": "p3"}, rulebook())
    stays = Ruling("EM-TURN-2", "stays", {"side": "p3"}, rulebook())
    told = [line.sentences[0].rule for line in news_lines([dealer, begins, stays], 2, "p1")]
    assert told == ["EM-SET-5", "EM-TURN-2"]
    assert news_lines([dealer, begins, stays], 2, "p3") == [], "told at the first question"
    assert [
        line.sentences[0].rule for line in news_lines([dealer, begins, stays, begins, stays], 4, "p1")
    ] == ["EM-TURN-2"]
