"""The story of a game: its turns, its decisive events, and the rule behind every sentence."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest
from widgets.play_tables import panel, read

from twingkit import Ruling, policies, twing
from twingkit.core.language import call_in_language
from twingkit.twing.players import PLAYERS
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.story import SHOWN_TURNS, StoryView, ruling_kinds_by_group, split_into_turns
from twingkit_widgets.table.play.ui_state import UiState
from twingkit_widgets.twing.play import news
from twingkit_widgets.twing.play.game_view import battles_won_by_seat
from twingkit_widgets.twing.play.headline import TEXT_KEY_BY_LEAVING
from twingkit_widgets.twing.play.news import STORY_FORMAT, duel_status, news_since
from twingkit_widgets.twing.play.panel import PlayPanel
from twingkit_widgets.twing.play.play_game import Settings
from twingkit_widgets.twing.play.settings import AI_LEVELS, make_start
from twingkit_widgets.twing.play.words import WORDS

BOOK = twing.rulebook()

NEWS_RULINGS = ruling_kinds_by_group(Path(news.__file__).with_name("news.toml"))


def whole(seed: int = 2) -> list:
    """Return the rulings of a whole game."""
    game = policies.play(twing.new_game(3, seed=seed, variant="short"), ["greedy"] * 3)
    return game.rulings


@pytest.mark.parametrize(
    ("rule", "case"),
    sorted(frozenset.union(*NEWS_RULINGS.values()) | set(TEXT_KEY_BY_LEAVING)),
)
def test_the_rulings_looked_for_are_rulings_of_the_game(rule: str, case: str) -> None:
    book = twing.rulebook()
    assert rule in book
    assert case in book.sentences[rule]


def rulings_of(*told: tuple[str, str, dict]) -> list[Ruling]:
    """Return rulings of these rules, cases and facts."""
    return [Ruling(rule, case, facts, BOOK) for rule, case, facts in told]


def test_the_own_throw_stays_in_sight_however_much_has_happened_since() -> None:
    sides = {"side": "the Mage", "enemy": "the Witch"}
    throws = [("TW-BAT-7", "rolled", {"side": name, "n": 2}) for name in ("the Mage", "the Witch")]
    cats = [("TW-BAT-11", "played_hidden", sides)] * 9
    lines = news_since(rulings_of(*throws, *cats), 0, "the Mage", tells_battle=True)
    assert [line.is_important for line in lines] == [True, *[False] * 10]


def test_TW_BAT_8_an_event_keeps_its_line_and_its_effects_however_much_has_happened_since() -> None:
    called = ("TW-BAT-8", "called", {"side": "the Mage", "event": "draw"})
    drawn = ("TW-BAT-8", "drawn", {"side": "the Mage", "card": "cat"})
    aside = ("TW-DUEL-4", "set_aside", {"side": "the Witch", "object": "hat"})
    cats = [("TW-BAT-11", "played_hidden", {"side": "the Mage", "enemy": "the Witch"})] * 8
    event, *rest = news_since(rulings_of(called, drawn, aside, *cats), 0, "the Mage", tells_battle=True)
    assert [ruling.case for ruling in event.sentences] == ["called", "drawn", "set_aside"]
    assert event.is_important
    assert len(rest) == 8


def test_a_ruling_with_a_remark_is_news_in_its_place() -> None:
    laid = ("TW-BAT-4", "laid", {"side": "the Witch", "spells": (), "n": 2})
    thrown = ("TW-BAT-7", "rolled", {"side": "the Witch", "n": 2})
    for remarked, cases in (((0, None), ["laid", "rolled"]), ((), ["rolled"])):
        lines = news_since(rulings_of(laid, thrown), 0, "the Mage", tells_battle=True, remarked=remarked)
        assert [line.sentences[0].case for line in lines] == cases


def test_TW_TURN_2_TW_TURN_4_why_an_opponent_draws_and_discards_is_news() -> None:
    side = {"side": "the Witch"}
    started = ("TW-TURN-1", "turn", {**side, "n": 3})
    lost = ("TW-TURN-4", "element", {**side, "element": "A", "cards": ()})
    spent = ("TW-TURN-2", "no_spell", side)
    [line] = news_since(rulings_of(started, lost, spent), 0, "the Mage", tells_battle=False)
    assert [ruling.rule for ruling in line.sentences] == ["TW-TURN-4", "TW-TURN-2"]
    won = ("TW-BAT-18", "won", {"side": "the Mage", "n": 1})
    own_turn = ("TW-TURN-1", "turn", {"side": "the Mage", "n": 4})
    lines = news_since(rulings_of(own_turn, won, spent), 0, "the Mage", tells_battle=True)
    assert [line.sentences[0].rule for line in lines] == ["TW-BAT-18", "TW-TURN-2"]


def test_TW_TURN_2_a_spell_drawn_in_an_opponents_turn_is_news_for_its_owner_only() -> None:
    started = ("TW-TURN-1", "turn", {"side": "the Witch", "n": 3})
    spent = ("TW-TURN-2", "no_spell", {"side": "the Mage"})
    found = ("TW-SET-3", "found", {"side": "the Mage", "card": "F1"})
    told = rulings_of(started, spent, found)
    for own, cases in (("the Mage", ["no_spell", "found"]), ("the Sorceress", ["no_spell"])):
        lines = news_since(told, 0, own, tells_battle=False)
        assert [ruling.case for line in lines for ruling in line.sentences] == cases


def test_TW_DUEL_2_each_battle_of_a_duel_of_others_has_its_own_result() -> None:
    sides = {"side": "the Mage", "enemy": "the Witch"}
    started = ("TW-TURN-1", "turn", {"side": "the Mage", "n": 3})
    staked = ("TW-DUEL-1", "stake", sides)
    laid = ("TW-BAT-4", "laid", {"side": "the Witch", "spells": (), "n": 2})
    won = [("TW-BAT-17", "win", {**sides, "n": n, "m": 2}) for n in (5, 6)]
    dice = [("TW-BAT-15", "number", {"side": name, "n": -2}) for name in sides.values()]
    tied = ("TW-BAT-17", "tie", {"sides": tuple(sides.values()), "n": 0})
    paid = ("TW-BAT-18", "won", {"side": "the Mage", "n": 1})
    ended = ("TW-DUEL-3", "won", {**sides, "n": 2, "m": 0})
    number = ("TW-DUEL-2", "battle", {**sides, "n": 1, "m": 3})
    told = rulings_of(started, staked, number, *dice, won[0], paid, laid, won[1], paid, *dice, tied, ended)
    lines = news_since(told, 0, "the Sorceress", tells_battle=False, remarked=(7,))
    assert [[ruling.case for ruling in line.sentences] for line in lines] == [
        *(["stake"], ["battle", "win"], ["laid", "win"], ["number", "number", "tie"], ["won"])
    ]
    assert [line.is_important for line in lines[:2]] == [True, False], "a long round folds the battles"
    [challenge] = news_since(rulings_of(started, staked, number), 0, "the Witch", tells_battle=False)
    assert [ruling.case for ruling in challenge.sentences] == ["stake"], "the heading has the number"


def test_TW_BAT_8_the_event_in_a_battle_of_others_comes_before_what_it_does_to_the_reader() -> None:
    started = ("TW-TURN-1", "turn", {"side": "the Witch", "n": 3})
    called = ("TW-BAT-8", "called", {"side": "the Witch", "event": "all_discard_weakest_creature"})
    lost = [("TW-BAT-8", "creature_lost", {"side": who, "card": "F1"}) for who in ("the Witch", "the Mage")]
    spoils = [("TW-OBJ-1", "bought", {"side": "the Witch", "object": "hat", "n": 3})] * 5
    [line] = news_since(rulings_of(started, called, *lost, *spoils), 0, "the Mage", tells_battle=False)
    assert [ruling.case for ruling in line.sentences][:2] == ["called", "creature_lost"]


def test_TW_DUEL_2_the_score_of_a_duel_belongs_to_the_battle_on_show() -> None:
    sides = {"side": "the Mage", "enemy": "the Witch"}
    staked = ("TW-DUEL-1", "stake", sides)
    first, second = (("TW-DUEL-2", "battle", {**sides, "n": n, "m": 3}) for n in (1, 2))
    won = ("TW-BAT-17", "win", {**sides, "n": 5, "m": 4})
    tied = ("TW-BAT-17", "tie", {"sides": ("the Mage", "the Witch"), "n": 5})

    def score(*told: tuple[str, str, dict], ended: bool) -> tuple[int, tuple[int, ...]]:
        found = duel_status(rulings_of(staked, *told), ended)
        assert found is not None
        return found.battle_number, tuple(found.wins.values())

    assert score(first, ended=False) == (1, (0, 0))
    assert score(first, won, ended=True) == (1, (1, 0))
    assert score(first, won, second, ended=True) == (1, (1, 0)), "the next one has begun already"
    assert score(first, won, second, ended=False) == (2, (1, 0))
    assert score(first, won, second, tied, ended=True) == (2, (1, 0))


def test_every_ruling_is_told_once_in_its_turn() -> None:
    rulings = whole()
    played = split_into_turns(rulings, STORY_FORMAT)
    assert [turn.number for turn in played] == list(range(len(played)))
    assert played[0].is_setup
    assert not any(turn.is_setup for turn in played[1:])
    told = [each.index for turn in played for each in turn.sentences]
    heads = [
        place for place, ruling in enumerate(rulings) if (ruling.rule, ruling.case) == ("TW-TURN-1", "turn")
    ]
    assert sorted(told + heads) == list(range(len(rulings)))
    assert [turn.last_index for turn in played][-1] == len(rulings) - 1
    assert played[3].title().startswith("Turn 3: the ")
    assert call_in_language("de", played[3].title).startswith("Zug 3: ")


def test_only_turns_since_the_last_answer_are_open_and_others_open_on_demand() -> None:
    rulings = whole()
    last = split_into_turns(rulings, STORY_FORMAT)[-1]
    html = StoryView(rulings, BOOK, STORY_FORMAT, WORDS, first_new_ruling=last.sentences[0].index).html()
    assert html.count('aria-expanded="true"') == 1
    assert html.count('data-act="turn"') == SHOWN_TURNS + 1
    assert unescape(html).count(last.sentences[0].ruling.text()) == 1
    flipped = StoryView(
        rulings,
        BOOK,
        STORY_FORMAT,
        WORDS,
        first_new_ruling=last.sentences[0].index,
        toggled_turns={last.number, 3},
        shows_all_turns=True,
    ).html()
    assert flipped.count('data-act="turn"') == len(split_into_turns(rulings, STORY_FORMAT))
    assert split_into_turns(rulings, STORY_FORMAT)[3].sentences[0].ruling.text() in unescape(flipped)
    assert last.sentences[-1].ruling.text() not in unescape(flipped)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_rule_opens_beside_its_sentence(lang: str) -> None:
    rulings = whole()
    place = len(rulings) - 1
    html = read(
        StoryView(
            rulings,
            BOOK,
            STORY_FORMAT,
            WORDS,
            first_new_ruling=place,
            open_rule="TW-END-7",
            open_rule_place=f"told:{place}",
        ).html()
    )
    text = twing.rulebook()["TW-END-7"].text()
    assert text in html
    assert ("Vice Archmage" in text) == (lang == "en")


def test_the_setting_up_is_folded_and_a_game_from_a_position_begins_open() -> None:
    play = PlayPanel(2, seed=1, opponents="greedy")
    assert 'data-key="turn:0" aria-expanded="false"' in play.html
    play = panel("p1 hand F5 F3", "p2 hand W5")
    play.do("answer", "attack p2")
    assert "At the start" in play.html
    assert "You attack the Witch." in play.html


def test_the_panel_knows_every_computer_player() -> None:
    assert set(AI_LEVELS) == set(PLAYERS)


def test_battles_won_are_counted_by_seat() -> None:
    match = Match(Settings(make_start("???", twing.PRESETS["short"]), 0, "greedy", 3))
    while not match.game.over:
        if match.pause_reason:
            match.continue_after_pause()
        else:
            match.answer(match.hint())
    notes = [note for note in match.game.table.stats_entries() if note[0] == "battle"]
    won = [0, 0, 0]
    for note in notes:
        result = note[5]
        if result.winner is not None and result.decided_by != "retired":
            won[note[3] if result.winner == 0 else note[4]] += 1
    assert battles_won_by_seat(PlayerView(match, UiState())) == won
    assert sum(won) > 3


@pytest.mark.parametrize(("turn", "headed"), [(1, False), (2, True)])
def test_earlier_turns_are_headed_as_such_only_if_there_are_some(turn: int, headed: bool) -> None:
    rulings = whole()
    begin = [index for index, ruling in enumerate(rulings) if STORY_FORMAT.starts_turn(ruling)][turn - 1]
    told = StoryView(rulings, BOOK, STORY_FORMAT, WORDS, first_new_ruling=begin).html()
    assert WORDS.say("story.setup") in told
    assert (WORDS.say("story.earlier") in told) == headed


def test_an_opponents_turn_is_important_if_an_object_or_the_readers_hand_changed_and_minor_if_not() -> None:
    side = {"side": "the Witch"}
    started = ("TW-TURN-1", "turn", {**side, "n": 3})
    passed = ("TW-TURN-3", "passed", {**side, "n": 2})
    taken = ("TW-DUEL-3", "taken", {**side, "enemy": "the Sorceress", "object": "hat"})
    drawn = ("TW-BAT-8", "drawn", {"side": "the Mage", "card": "A4"})
    put_away = [("TW-TURN-2", "no_spell", side)] * 4
    for others, is_important in (([passed], False), ([taken, *put_away], True), ([drawn, *put_away], True)):
        [line] = news_since(rulings_of(started, *others), 0, "the Mage", tells_battle=False)
        assert (line.turn_of, line.is_important, line.is_minor) == (
            "the Witch",
            is_important,
            not is_important,
        )
        assert line.sentences[0].case == others[0][1]


@pytest.mark.parametrize(("lang", "times"), [("en", "(2 times)"), ("de", "(2-mal)")])
def test_a_sentence_that_comes_several_times_in_a_row_says_so_in_words(lang: str, times: str) -> None:
    ruling = Ruling("TW-TURN-1", "drawn", {"side": "mage", "card": "cat"}, BOOK)
    html = call_in_language(lang, StoryView([ruling, ruling], BOOK, STORY_FORMAT, WORDS).html)
    assert times in unescape(str(html))
