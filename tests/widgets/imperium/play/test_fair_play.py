"""The play page of battles is fair: the same chance to win everywhere, nothing shown that a side cannot know,
dice that stay as they were rolled."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from widgets.play_tables import buttons

from twingkit import Game
from twingkit.imperium.battle.rules.questions import AnnounceRetreat, AssignHits, PlayEffect, RollDice
from twingkit_widgets.imperium.play.battle.chances import seat_odds
from twingkit_widgets.imperium.play.battle.fleets_view import fleets_view
from twingkit_widgets.imperium.play.battle.settings import PREPARED_BATTLES
from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel
from twingkit_widgets.site.page import page

SHOWN_WIN = re.compile(r'tk-number">([\d.]+%)</b> win')
EVEN = "space: 1 dreadnought 1 carrier 1 cruiser vs 1 dreadnought 1 carrier 1 cruiser"


def next_press(play: ImperiumPlayPanel) -> tuple[str, str]:
    """Return the button that goes on, for a player who never leaves and takes the default losses."""
    wanted = ("go_on", "throw", "take", "answer")
    return next(press for press in buttons(play.html) if press[0] in wanted)


def positions(
    line: str, seat: int, seed: int, looked_at: Callable[[object], bool], most: int = 40
) -> Iterator[ImperiumPlayPanel]:
    """Yield a battle after every press at whose question the tests look, as separate panels."""
    play = ImperiumPlayPanel(line, seat=seat, seed=seed, opponents="stated")
    for _ in range(most):
        if play.match.game.over:
            break
        if looked_at(play.match.question):
            record = play.match.game.record
            yield ImperiumPlayPanel(line, seat=seat, seed=seed, opponents="stated", record=record)
        play.do(*next_press(play))
        assert play.error is None


def decides(question: object) -> bool:
    """Return whether a question is a decision whose hint names a chance."""
    return isinstance(question, AssignHits | AnnounceRetreat | PlayEffect)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("line", [PREPARED_BATTLES["first"], EVEN])
def test_IM_ODDS_1_the_panel_and_the_hint_say_the_same_chance(line: str, seat: int) -> None:
    compared = 0
    for play in positions(line, seat, 5, decides):
        if not decides(play.match.question):
            continue  # a record begins with a pause where there are dice to look at
        play.do("hint")
        if isinstance(play.match.question, AssignHits):
            play.do("take_hint")
            play.do("hint")  # closes it
            play.do("hint")
        found = SHOWN_WIN.search(play.html)
        if found is not None:
            assert found[1] in play.status
            compared += 1
    assert compared > 3


@pytest.mark.parametrize(
    ("line", "seat"), [(PREPARED_BATTLES["first"], 0), (EVEN, 1), (PREPARED_BATTLES["landing"], 0)]
)
def test_IM_ODDS_1_what_a_die_would_change_is_what_the_page_says_next(line: str, seat: int) -> None:
    compared = 0
    for play in positions(line, seat, 5, lambda question: not isinstance(question, RollDice), most=8):
        casts = fleets_view(play.player_view()).rolls_on_table()
        if not casts:
            continue
        cast = casts[0]
        for face in (1, 10):
            promised = fleets_view(play.player_view()).win_chance_if_face(cast.answer_index, 0, face)
            play.do("face", f"{cast.answer_index}:0:{face}")
            assert play.error is None
            if play.match.game.over:
                assert promised == float(play.match.game.result.winner == seat)
            else:
                assert seat_odds(play.match.game.record, seat).odds.win == pytest.approx(promised, abs=1e-12)
            play.do("really")
            compared += 1
    assert compared >= 4


THROWS = (("roll 10 1 1", "roll 10 1 1"), ("roll 10 10 1", "roll 10 10 1"))


def test_IM_SPACE_7_a_page_does_not_depend_on_what_the_other_side_chose_in_secret() -> None:
    for throws in THROWS:
        begun = ["stay", "stay", *throws]
        game = Game.replay(f"twingkit-record 1\ngame imperium.battle\nbattle {EVEN}\n")
        for answer in begun:
            game.answer(answer)
        secrets = [game.question.format_answer(answer) for answer in game.question.options()]
        assert len(secrets) > 2
        pages = set()
        for secret in secrets:
            twin = game.copy()
            twin.answer(secret)
            play = ImperiumPlayPanel(EVEN, 1, "best", seed=1, record=twin.record)
            assert isinstance(play.match.question, AssignHits)
            die = fleets_view(play.player_view()).rolls_on_table()[0].answer_index
            for acts in (
                [],
                [("hint", "")],
                [("die", f"{die}:0")],
                [("toggle_panel", "dice")],
                [("toggle_panel", "help")],
            ):
                for act in acts:
                    play.do(*act)
                pages.add((str(acts), play.html.replace(play._prefix, ""), play.status))
        assert len(pages) == 5, "one page for each thing that can be opened"


def test_a_page_does_not_depend_on_cards_that_the_other_side_has_not_played() -> None:
    lines = [f"space: 2 cruiser @ mb vs 2 cruiser{cards}" for cards in ("", " @ sh", " @ courageous")]
    pages = []
    for line in lines:
        play = ImperiumPlayPanel(line, seat=0, seed=1, opponents="stated")
        pages.append([])
        for _ in range(3):
            pages[-1].append(play.html.replace(play._prefix, ""))
            play.do(*next_press(play))
    assert pages[0] == pages[1] == pages[2]
    assert "Morale Boost" in pages[0][0], "the own card is shown by its name"
    play = ImperiumPlayPanel(lines[0].replace("2 cruiser @ mb vs", "2 cruiser vs") + " @ mb", seed=1)
    assert play.record.count("play"), "the computer has played its card"
    assert "Morale Boost" in play.html


def test_dice_are_looked_at_before_something_else_is_asked_and_are_gone_then() -> None:
    play = ImperiumPlayPanel("space: 4 destroyer vs 4 fighter", seat=1, seed=3, opponents="stated")
    looked = 0
    for _ in range(30):
        if play.match.game.over:
            break
        dice = play.html.count('class="tk-d10 ')
        if play.match.pause_reason:
            assert play.match.pause_reason == "look"
            assert dice, "the dice of the throw lie there"
            looked += 1
        elif isinstance(play.match.question, AnnounceRetreat):
            assert not dice, "old dice beside a new question"
        elif isinstance(play.match.question, RollDice):
            assert "needs" in play.html
        play.do(*next_press(play))
    assert looked


def test_starting_over_brings_the_same_dice_and_another_battle_has_others() -> None:
    play = ImperiumPlayPanel(EVEN, seed=7, opponents="stated")
    play.do("answer", "stay")
    play.do("throw")
    record = play.record
    play.do("restart")
    play.do("answer", "stay")
    play.do("throw")
    assert play.record == record
    records = set()
    for _ in range(4):
        play.do("again")
        play.do("answer", "stay")
        play.do("throw")
        records.add(play.record)
    assert len(records) > 1


def test_messages_of_the_page_go_with_the_next_answer() -> None:
    made = page("imperium-play", "battle=space:_2_cruiser_vs_1_teapot&lang=en")
    made.frame.do("ready")
    assert "teapot" in made.fault_panel.html
    made[0].do(*next_press(made[0]))
    assert "teapot" not in made.fault_panel.html
    again = page("imperium-play", "lang=en")
    again.frame.do("resume", made[0].state)
    assert "You are back" in again.frame.html
    again[0].do(*next_press(again[0]))
    again[0].do(*next_press(again[0]))
    assert "You are back" not in again.frame.html


def test_IM_SPACE_5_a_battle_that_is_decided_can_be_played_to_its_end_at_once() -> None:
    play = ImperiumPlayPanel("space: 3 cruiser vs 3 dreadnought", seed=4, opponents="stated")
    assert ("play_out", "") not in buttons(play.html)
    play.do("answer", "retreat")
    record = play.record
    assert "announced your retreat" in play.html
    assert ("play_out", "") in buttons(play.html)
    play.do("play_out")
    assert play.match.game.over
    play.do("undo")
    assert play.record == record, "all of it is taken back"
