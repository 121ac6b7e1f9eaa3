"""A card game that declares its table: the tests of its author, and what each command makes of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

OWN_TESTS = Path(__file__).with_name("reef") / "test_reef.py"

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
        ("reef: 5", "the position names 5 players; expected 2 to 4"),
        ("reef: p1 hand S1; p2 hand 2; to move p1", "A card lies on the pile"),
        ("reef: p1 hand S1; p2; pile S2; to move p1", "[RF-7]"),
        ("reef: p1 hand S1; p2 hand 2; pile S2; wish X; to move p1", "wish is 'X'; expected one of S C P K"),
        ("reef: p1 hand S1 S1; p2 hand 2; pile S2; to move p1", "has S1 2 times"),
    ],
)
def test_a_line_that_begins_no_game_is_one_message(twingkit: Run, line: str, said: str) -> None:
    done = twingkit("step", line)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


PLAYED = """
from twingkit import Game, policies
from twingkit.core.starts import parse_start

line = "reef: p1 hand S2 C3 K6; p2 hand 3; p3 hand P8 P4; pile S5; to move p1"
print(policies.play(Game(parse_start(line), seed=1), ["greedy"] * 3).record, end="")
"""


def test_a_game_is_reviewed_and_its_players_meet(python: Run, twingkit: Run, tmp_path: Path):
    record = tmp_path / "reef.txt"
    record.write_text(python(PLAYED).stdout, encoding="utf-8")
    review = twingkit("review", str(record), "--seconds", "1", "--lang", "de")
    assert review.returncode == 0, review.stderr
    assert "Platz drei: im Durchschnitt" in review.stdout
    seated = ("--players", "expert,greedy", "--games", "1", "--processes", "1")
    simulated = twingkit("simulate", "--game", "reef", *seated)
    assert simulated.returncode == 0, simulated.stderr


def test_its_puzzles_are_found_and_shown(python: Run, twingkit: Run, tmp_path: Path) -> None:
    found = tmp_path / "puzzles.jsonl"
    done = twingkit("puzzles", "reef", "--games", "1", "--seed", "2", "--out", str(found))
    assert done.returncode == 0, done.stderr
    (puzzle, *_) = map(json.loads, found.read_text(encoding="utf-8").splitlines())
    assert puzzle["kind"] in ("turn", "wish")
    assert "; to move p" in puzzle["table"]
    shown = python(
        "from twingkit_widgets.site.page import page; print(page('reef-puzzles', 'lang=de')[0].html)"
    )
    assert "Was legen?" in shown.stdout, shown.stderr


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
    told.append([seen.count(": card ?"), seen.count(": card "), typed.table.pile == game.table.pile])
print(json.dumps(told))
"""


@pytest.mark.parametrize(
    ("line", "shown"), [("reef: 3", 1), ("reef: p1 hand S1 2; p2 hand S2 2; pile S5; to move p1", 0)]
)
def test_RF_2_an_onlooker_types_unknown_cards_but_for_the_one_that_is_turned_up(
    python: Run, line: str, shown: int
) -> None:
    done = python(TYPED, line)
    assert done.returncode == 0, done.stderr
    for unknown, cards, same in json.loads(done.stdout):
        assert (unknown, same) == (cards - shown, True)
        assert unknown > 4


ASKED = """
import random
from twingkit.core.games import game_by_id
from twingkit.learn.quiz.scenes import next_ruling_question

items = [next_ruling_question(game_by_id("reef"), random.Random(seed)) for seed in range(8)]
items = [item for item in items if item is not None]
print(all(item.game().question.text("en") in item.prompt("en") for item in items), len(items))
"""


def test_a_practice_question_names_the_card_that_lies_there(python: Run) -> None:
    said = python(ASKED)
    whole, count = said.stdout.split()
    assert whole == "True", said.stderr
    assert int(count) > 2
