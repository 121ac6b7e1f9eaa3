"""The play page of battles without a browser: whole battles by its buttons, losses, dice, hints, storage."""

from __future__ import annotations

import random
import re
from html import unescape

import pytest
from long_runs import runs
from widgets.play_tables import buttons

from twingkit import Game
from twingkit.core.notation import NotationError
from twingkit.core.words import LANGUAGES
from twingkit.imperium.battle.rules.questions import AnnounceRetreat, AssignHits
from twingkit_widgets.imperium.pictures.names import say
from twingkit_widgets.imperium.play.battle.headline import headline
from twingkit_widgets.imperium.play.battle.play_game import BattleSettings
from twingkit_widgets.imperium.play.battle.settings import PREPARED_BATTLES, random_battle_line, settings_for
from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel
from twingkit_widgets.imperium.play.words import BATTLE_WORDS, BattleFault
from twingkit_widgets.site.page import page
from twingkit_widgets.table.play.form import parse_game_query

PLAYING = ("answer", "throw", "take", "losses", "losses_reset", "hint", "take_hint", "go_on")
GOING_ON = ("answer", "throw", "go_on")
EVEN = "space: 1 cruiser 1 carrier vs 1 cruiser 1 carrier"


def fought(line: str) -> str:
    """Return the line of the battle that is played."""
    return str(settings_for(line)["start"].battle)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seat", "lang"), runs([(0, "en"), (1, "de")], [(seat, lang) for seat in (0, 1) for lang in LANGUAGES])
)
@pytest.mark.parametrize("name", sorted(PREPARED_BATTLES))
def test_a_whole_battle_by_pressing_what_is_offered(name: str, seat: int, lang: str) -> None:
    rng = random.Random(3)
    play = ImperiumPlayPanel(PREPARED_BATTLES[name], seat=seat, seed=2, opponents="stated", lang=lang)
    for _ in range(300):
        if play.match.game.over:
            break
        offered = [press for press in buttons(play.html) if press[0] in PLAYING]
        assert offered, "there is always something to press"
        before = len(play.match.game)
        play.do(*rng.choice(offered))
        assert play.error is None
        if len(play.match.game) != before:
            assert play.status, "every step is said aloud"
    assert play.match.game.over
    assert Game.replay(play.record).result == play.match.game.result
    winner = play.match.game.result.winner
    key = "draw" if winner is None else "won" if winner == seat else "lost"
    assert BATTLE_WORDS.say(f"now.over_{key}.title") in unescape(play.html)
    play.do("again")
    assert not play.match.game.over


def test_prepared_battles_are_canonical_and_random_ones_legal() -> None:
    assert all(fought(line) == line for line in PREPARED_BATTLES.values())
    lines = {fought(random_battle_line(random.Random(seed))) for seed in range(30)}
    assert len(lines) > 20


def assigning(**given: object) -> ImperiumPlayPanel:
    """Return a battle at the person's first choice of losses."""
    for seed in range(50):
        play = ImperiumPlayPanel(PREPARED_BATTLES["first"], seed=seed, opponents="stated", **given)
        for _ in range(8):
            if isinstance(play.match.question, AssignHits):
                return play
            play.do(*next(press for press in buttons(play.html) if press[0] in GOING_ON))
    raise AssertionError("nobody has to choose losses")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_IM_ODDS_1_a_hint_comes_with_its_reason_and_rule(lang: str) -> None:
    play = assigning(lang=lang)
    play.do("hint")
    assert "%" in play.status
    assert ("rule", "IM-ODDS-1") in buttons(play.html)
    play.do("take_hint")
    assert play.ui_state.losses.answer(play.match.question) == play._hint
    play = ImperiumPlayPanel("space: 2 cruiser vs 3 dreadnought", seed=1, lang=lang)
    play.do("hint")
    assert say("answer.whole.retreat") in play.status
    assert isinstance(play.match.question, AnnounceRetreat)


def test_IM_SPACE_5_the_computer_may_leave() -> None:
    play = ImperiumPlayPanel("space: 3 dreadnought vs 2 cruiser", seed=4, opponents="best")
    assert "defender: retreat" in play.record


def test_a_battle_is_kept_sealed_and_taken_up() -> None:
    play = assigning()
    other = ImperiumPlayPanel(EVEN)
    other.restore(play.state)
    assert other.record == play.record
    assert other.match.settings == play.match.settings
    assert other.match.question.kind == "assign"
    other.do("load", {"text": "twingkit-record 1\ngame twing\nplayers 2\n"})
    assert isinstance(other.ui_state.fault, BattleFault)


def test_a_new_battle_by_the_form_and_faults_that_stay_in_it() -> None:
    play = ImperiumPlayPanel("first", seed=1)
    form = {"setup": "landing", "seat": "defender", "opponents": "stated", "seed": "12", "battle": ""}
    for name, value in (("seat", "p1"), ("opponents", "nobody"), ("seed", "-1")):
        before = play.record
        play.do("begin", {**form, name: value})
        assert play.record == before
        assert 'role="alert"' in play.html
    play.do("begin", {**form, "setup": "own", "battle": "space: 1 cruser vs 1 cruiser"})
    assert 'value="space: 1 cruser vs 1 cruiser"' in play.html, "what was typed stays"
    play.do("begin", form)
    assert play.match.game.start.battle.kind == "ground"
    assert (play.match.seat, play.match.settings.opponent_level) == (1, "stated")
    assert BATTLE_WORDS.say("goal.defender") in play.html
    play.do("begin", {"setup": "random", "seed": "3"})
    assert str(play.match.game.start.battle) == fought(random_battle_line(random.Random(3)))


def test_links_open_the_battle_and_bad_ones_say_why() -> None:
    made = page("imperium-play", "battle=space:_2_cruiser_vs_1_dreadnought&seat=defender&seed=7&lang=en")
    assert str(made[0].match.game.start.battle) == "space: 2 cruiser vs 1 dreadnought"
    assert made[0].match.seat == 1
    assert made.fault_panel is None
    made = page("imperium-play", "battle=invasion:_2_cruiser_2_infantry_vs_1_destroyer_1_infantry&lang=en")
    assert BATTLE_WORDS.say("goal.invasion") in made[0].html, "a link to an invasion is no half battle"
    made[0].restore("")
    assert made[0].match.settings.invasion_line
    made = page("imperium-play", "battle=space:_2_cruiser_vs_1_teapot&lang=en")
    assert made.fault_panel is not None
    assert str(made[0].match.settings.start.battle) == PREPARED_BATTLES["first"]
    play = assigning()
    made = page("imperium-play", f"game={play.link_query()['game']}&lang=de")
    assert made[0].record == play.record
    assert parse_game_query({"seat": "p1"}, BattleSettings())[1][0].key == "fault.no_seat"
    assert ImperiumPlayPanel(EVEN).address()["battle"].startswith("space:_")
    assert ImperiumPlayPanel("first").address() == {}


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(NotationError):
        ImperiumPlayPanel("space: 1 teapot vs 1 cruiser")
    with pytest.raises(ValueError, match="nobody"):
        ImperiumPlayPanel(EVEN, opponents="nobody")


INVASION = "invasion: 3 dreadnought 2 carrier 4 infantry vs 1 destroyer 2 infantry 1 pds"


def to_the_end(play: ImperiumPlayPanel) -> None:
    """Press the button that goes on until the battle is over."""
    for _ in range(200):
        if play.match.game.over:
            return
        wanted = (*GOING_ON, "take")
        play.do(*next(press for press in buttons(play.html) if press[0] in wanted))
    raise AssertionError("this battle does not end")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seat", [0, 1])
def test_IM_ODDS_6_an_invasion_is_played_in_its_two_halves(seat: int, lang: str) -> None:
    play = ImperiumPlayPanel(INVASION, seat=seat, seed=3, opponents="stated", lang=lang)
    assert play.match.game.start.battle.kind == "space"
    assert BATTLE_WORDS.say("goal.invasion") in unescape(play.html)
    play.do("land")
    assert isinstance(play.error, BattleFault), "not before the battle in space is won"
    taken_up = ImperiumPlayPanel(EVEN, lang=lang)
    taken_up.restore(
        play.state
        or f"# twingkit-play 1 seat=attacker opponents=stated seed=3\n{play.record}# whole: {INVASION}\n"
    )
    assert taken_up.match.settings.invasion_line == play.match.settings.invasion_line
    assert "invasion:" in play.address()["battle"]
    to_the_end(play)
    assert play.match.game.result.winner == 0
    assert BATTLE_WORDS.say(f"landing.land_{'other' if seat else 'own'}.title") in unescape(play.html)
    assert ("land", "") in buttons(play.html)
    left = dict(play.match.game.result.fight.rosters[0].support_units)
    play.do("land")
    battle = play.match.game.start.battle
    assert battle.kind == "ground"
    assert battle.attacker.count("infantry") == 4 == sum(left.values())
    assert battle.defender.count("pds") == 1
    to_the_end(play)
    assert ("again", "") in buttons(play.html)


def test_IM_ODDS_6_an_invasion_without_a_fight_says_so() -> None:
    undefended = ImperiumPlayPanel(
        "invasion: 3 dreadnought 2 infantry vs 1 fighter", seed=1, opponents="stated"
    )
    to_the_end(undefended)
    assert BATTLE_WORDS.say("landing.free_own.title") in unescape(undefended.html)
    empty = ImperiumPlayPanel("invasion: 3 dreadnought vs 1 fighter 1 infantry", seed=1, opponents="stated")
    to_the_end(empty)
    assert BATTLE_WORDS.say("landing.nobody_own.title") in unescape(empty.html)
    assert ("land", "") not in buttons(empty.html)
    at_once = ImperiumPlayPanel("invasion: 1 carrier 2 infantry vs 2 infantry", seed=1, opponents="stated")
    assert at_once.match.game.start.battle.kind == "ground"


TWO_CRUISERS = "space: 2 cruiser vs 1 dreadnought"


def looking_at_a_round_that_cost_the_person_nothing() -> ImperiumPlayPanel:
    """Return a page that shows the dice of round 1 while round 2 has begun: there was no question in
    between."""
    for seed in range(50):
        play = ImperiumPlayPanel(TWO_CRUISERS, seed=seed)
        play.do("answer", "stay")
        play.do("throw")
        if play.match.pause_reason and not play.match.game.over and play.match.game.table.round == 2:
            return play
    raise AssertionError("no such dice in fifty battles")


def test_IM_SPACE_8_dice_are_shown_under_the_round_in_which_they_fell() -> None:
    play = looking_at_a_round_that_cost_the_person_nothing()
    head = headline(play.player_view())
    assert head.contest_text == "Round 1"
    assert (head.explanation, head.rule) == ("", ""), "a rule stands beside words, never alone"
    play.do("go_on")
    assert headline(play.player_view()).contest_text == "Round 2"
    assert ">Round 2<" in play.html, "the story too calls it by its number"


def test_how_a_battle_began_is_said_in_words() -> None:
    play = ImperiumPlayPanel(TWO_CRUISERS)
    assert "How the battle began: 2 cruisers against 1 dreadnought." in play.html
    assert TWO_CRUISERS not in play.html


def test_dice_that_fall_before_the_first_press_say_that_the_battle_begins() -> None:
    first = "the computer fires first:"
    play = ImperiumPlayPanel(
        "space: 2 cruiser 2 fighter vs 2 destroyer 1 cruiser", seed=1, opponents="stated"
    )
    assert first in play.html
    play.do("go_on")
    assert first not in play.html


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_events_call_the_person_you_and_the_other_the_computer(seat: int, lang: str) -> None:
    rng = random.Random(seat)
    play = ImperiumPlayPanel(
        "space: 3 cruiser 1 dreadnought @ sh,mb vs 2 cruiser 1 dreadnought @ dh,da",
        seat=seat,
        seed=4,
        lang=lang,
    )
    for _ in range(40):
        told = [
            sentence.text() for line in headline(play.player_view()).news_lines for sentence in line.sentences
        ]
        told += [ruling.text() for ruling in play.match.rulings]
        told += [play.status]
        for text in told:
            assert not re.search("(the|The) (attacker|defender)|Angreifer|Verteidiger", text), text
        offered = [press for press in buttons(play.html) if press[0] in GOING_ON or press[0] == "take"]
        if play.match.game.over or not offered:
            break
        play.do(*rng.choice(offered))
    assert play.match.game.over


def test_IM_NOTE_1_the_way_to_the_lab_keeps_the_signs_of_upgraded_and_damaged_units() -> None:
    line = "space: 2 cruiser+ vs 1 dreadnought!"
    panel = ImperiumPlayPanel(line, seed=3)
    href = re.search(r'href="[^"?]*imperium-battle[^"?]*\?([^"]*battle=[^"]*)"', panel.html)
    assert str(page("imperium-battle", unescape(href[1]))[0].draft.subject()) == line
