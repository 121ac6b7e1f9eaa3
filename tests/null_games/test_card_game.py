"""A card game that declares its table: its author's tests, and the output of each command."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from null_games.printed import values

OWN_TESTS = Path(__file__).with_name("briscola") / "test_briscola.py"

PYTEST = """
import sys
import pytest

settings = ("-q", "-c", "/dev/null", "--noconftest", "-p", "no:cacheprovider", "-p", "no:nbval")
sys.exit(pytest.main([*settings, sys.argv[1]]))
"""

Run = Callable[..., CompletedProcess[str]]


def test_its_own_tests_hold(python: Run) -> None:
    done = python(PYTEST, str(OWN_TESTS))
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("briscola: 5", "the position names 5 players; expected 2 to 4"),
        ("briscola: p1 hand S1; p2 hand 1; to move p1", "There is no trump"),
        ("briscola: p1 hand S1; p2; trump S; to move p1", "[BR-7]"),
        ("briscola: p1 hand S1; p2 hand 1; trump X; to move p1", "trump is 'X'; expected one of D C S B"),
        ("briscola: p1 hand S1 S1; p2 hand 2; trump S; to move p1", "has S1 2 times"),
        ("briscola: p1 hand S1; p2 hand 2; trick p2=S2; trump S; to move p2", "[BR-4]"),
    ],
)
def test_a_line_that_begins_no_game_is_one_message(twingkit: Run, line: str, said: str) -> None:
    done = twingkit("step", line)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


PLAYED = """
from twingkit import Game, policies
from twingkit.core.starts import parse_start

line = "briscola: p1 hand S2 C3 B6; p2 hand 3; p3 hand D8 D4 S1; deck C4 C5 C6; trump S; to move p1"
print(policies.play(Game(parse_start(line), seed=1), ["greedy"] * 3).record, end="")
"""


def test_a_game_is_reviewed_and_its_players_meet(python: Run, twingkit: Run, tmp_path: Path):
    record = tmp_path / "briscola.txt"
    record.write_text(python(PLAYED).stdout, encoding="utf-8")
    review = twingkit("review", str(record), "--seconds", "1", "--lang", "de")
    assert review.returncode == 0, review.stderr
    assert "Platz drei: im Durchschnitt" in review.stdout
    seated = ("--players", "expert,greedy", "--games", "1", "--processes", "1")
    simulated = twingkit("simulate", "--game", "briscola", *seated)
    assert simulated.returncode == 0, simulated.stderr


def test_its_puzzles_are_found_and_shown(python: Run, twingkit: Run, tmp_path: Path) -> None:
    found = tmp_path / "puzzles.jsonl"
    done = twingkit("puzzles", "briscola", "--games", "1", "--seed", "2", "--out", str(found))
    assert done.returncode == 0, done.stderr
    (puzzle, *_) = map(json.loads, found.read_text(encoding="utf-8").splitlines())
    assert puzzle["kind"] == "card_to_play"
    assert "; to move p" in puzzle["table"]
    shown = python(
        "from twingkit_widgets.site.page import page; print(page('briscola-puzzles', 'lang=de')[0].html)"
    )
    assert "Welche Karte spielst du?" in shown.stdout, shown.stderr


TYPED = """
import json, sys
from twingkit import Game, referee
from twingkit.core.starts import parse_start
from twingkit.referee import onlooker_record

told = []
for seed in range(5):
    game = Game(parse_start(sys.argv[1]), seed=seed, rolls="ask")
    while game.question is not None and len(game) < 50:
        game.answer_randomly()
    seen = onlooker_record(game)
    typed = referee(seen).sample_game
    told.append([seen.count(": card ?"), seen.count(": card "), typed.table.trick == game.table.trick])
print(json.dumps(told))
"""


@pytest.mark.parametrize(
    ("line", "shown"), [("briscola: 3", 1), ("briscola: p1 hand S1 2; p2 hand S2 2; trump S; to move p1", 0)]
)
def test_BR_3_an_onlooker_types_unknown_cards_but_for_the_one_that_is_turned_up(
    python: Run, line: str, shown: int
) -> None:
    for unknown, cards, same in values(python(TYPED, line)):
        assert (unknown, same) == (cards - shown, True)
        assert unknown > 4


OFFERED = """
import json
from twingkit import Game, referee
from twingkit.core.starts import parse_start
from twingkit.referee import onlooker_record
from twingkit.referee.answer_templates import possible_answer_templates

game = Game(parse_start("briscola: 4"), seed=1, rolls="ask")
forms = []
while len(game) < 20:
    if len(game) > 11:
        table = referee(onlooker_record(game))
        forms.append([form.text for form in possible_answer_templates(table)])
    game.answer_randomly()
deck = table.rules.onlooker_view(table.known_cards).zone("deck")
print(json.dumps([len(forms.pop(0)), forms, [*deck.bottom_pieces] == [*game.table.deck.known_bottom]]))
"""


def test_BR_4_the_page_of_a_real_table_offers_every_card_and_shows_the_trump(python: Run) -> None:
    turned_up, forms, trump_shown = values(python(OFFERED))
    assert turned_up == 40 - 12, "any card of the deck may be turned up"
    assert forms == [["play ?"]] * 4 + [["card ?"]] * 3
    assert trump_shown


ASKED = """
import random
from twingkit.core.games import game_by_id
from twingkit.learn.quiz.scenes import next_ruling_question

items = [next_ruling_question(game_by_id("briscola"), random.Random(seed)) for seed in range(8)]
items = [item for item in items if item is not None]
print(all(item.game().question.text("en") in item.prompt("en") for item in items), len(items))
"""


def test_a_practice_question_asks_in_the_words_of_the_game(python: Run) -> None:
    said = python(ASKED)
    whole, count = said.stdout.split()
    assert whole == "True", said.stderr
    assert int(count) > 2


ENDS = """
import json
from twingkit import Game
from twingkit.core.running.winners import is_drawn, win_share

told = []
for line, cards in json.loads(sys.argv[1]):
    game = Game.begin(line).give_answers(*(f"play {card}" for card in cards.split()))
    told.append([[win_share(game, seat) for seat in range(len(cards.split()))], is_drawn(game)])
print(json.dumps(told))
"""

PAIRS = "briscola: p1 hand D1; p2 hand C2; p3 hand C4; p4 hand S1 won B1; deck; trump S; to move p1"
LEVEL = "briscola: p1 hand C2 won D1; p2 hand C4 won B1; deck; trump S; to move p1"
SHARED = "briscola: p1 hand C2 won D1; p2 hand C4 won B1; p3 hand C5; deck; trump S; to move p1"


def test_BR_8_partners_win_together_and_equal_sides_share_or_draw(python: Run) -> None:
    ends = [(PAIRS, "D1 C2 C4 S1"), (LEVEL, "C2 C4"), (SHARED, "C2 C4 C5")]
    assert values(python("import sys" + ENDS, json.dumps(ends))) == [
        [[0, 1, 0, 1], False], [[0.5, 0.5], True], [[0.5, 0.5, 0], False],
    ]  # fmt: skip


TRICKS = """
from briscola.game import best_of
from twingkit.core.zones.declaration import PlayedPiece
import json, sys

tricks = [[PlayedPiece(seat, card) for seat, card in enumerate(cards.split())] for cards in sys.argv[1:]]
print(json.dumps([best_of(trick, "B").piece for trick in tricks]))
"""


def test_BR_5_trumps_win_then_the_suit_that_was_led(python: Run) -> None:
    tricks = ("D2 C1 S1", "D7 D3 D10", "D1 B2", "B4 B3 D1")
    assert values(python(TRICKS, *tricks)) == ["D2", "D3", "B2", "B3"]


SHOWN = """
import json, re
from twingkit_widgets.learn.lesson.views import LessonPictures
from twingkit_widgets.panel.zone_table import ZONES_CSS
from twingkit_widgets.site.page import page

class Own(LessonPictures):
    css = ".own {}"

def words(html):
    return " ".join(re.sub("<style.*?</style>|<[^>]*>", " ", html, flags=re.S).split())

def shown(name, query="lang=en"):
    return words(page(name, query)[0].html)

told = {"css": ZONES_CSS in Own("briscola").css and ".own {}" in Own("briscola").css}
told["start"], told["practice"] = shown("index"), shown("briscola-practice")
told["play"] = shown("briscola-play", "lang=en&line=briscola:_4")
play, texts = page("briscola-play", "lang=en")[0], [shown("briscola-puzzles"), shown("briscola-first")]
for opened in ("new", "dice", "help"):
    play.do("toggle_panel", opened)
    texts.append(words(play.html) + play.status)
    play.do("toggle_panel", opened)
told["dice"] = re.findall(r"\\b(?:dice|die|rolls?|battles?)\\b", " ".join(texts))
print(json.dumps(told))
"""


def test_pages_without_texts_of_their_own_speak_of_this_game(python: Run) -> None:
    told = values(python(SHOWN))
    assert told["css"], "a style for lessons is added to that of the table"
    assert "Briscola 2 to 4 players Win tricks with many points." in told["start"]
    assert "no questions of its own" in told["practice"]
    assert "your partner" in told["play"]
    assert "Which card do you play?" in told["play"]
    assert "The first: which" not in told["play"]
    assert told["dice"] == []


HAND = """
import json, re
from twingkit_widgets.site.page import page

play = page("briscola-play", "line=briscola:_4&seed=3&opponents=greedy&lang=en")[0]


def shown():
    view = play.player_view().view
    own = play.html[play.html.index('data-key="seat:0"') :].partition('data-key="table"')[0]
    offered = re.findall(r'data-act="answer" data-value="[0-9]+:play ([^"]*)"', play.html)
    return sorted(view.zone("hand", 0).known_pieces) == sorted(offered), '"Hand: 3 cards"' in own


play.do("go_on")
told = {"asked": shown()}
watched = page("briscola-play", "line=briscola:_4&seed=3&opponents=greedy&seat=p2&lang=en")[0]
told["waits"] = watched.match.pause_reason == "start" and '"Hand' in watched.html
print(json.dumps(told))
"""


def test_the_hand_is_shown_once(python: Run) -> None:
    """As buttons if the player is asked for a card of it, else as a zone."""
    told = values(python(HAND))
    assert told["asked"] == [True, False]
    assert told["waits"]
