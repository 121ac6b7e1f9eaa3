"""Installed games: the command line, records and links, the arena, reinforcement learning.

A game is never imported here: what is asked is asked in another process, which finds it by its entry point.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from subprocess import CompletedProcess

import attrs
import pytest
from copies import COMMAND, python_with
from long_runs import runs

pytestmark = pytest.mark.slow

Run = Callable[..., CompletedProcess[str]]


@attrs.frozen(kw_only=True)
class GameData:
    """Test data of an installed game."""

    game: str
    line: str
    """A position, in which `answers` are given."""
    answers: tuple[str, ...]
    whole: str
    """Set-up lines of a game for two, and in `three` for three players."""
    three: str
    rule: str
    """A rule, whose German text contains `german`."""
    german: str
    preset: str
    """A preset, and a change of it; together they differ from the box in `differs`."""
    differs: tuple[str, ...]
    played: int
    """The number of games of three random players; `cycles` is the length of PettingZoo's tests."""
    cycles: tuple[int, int]
    wrong: Mapping[str, str]
    """Invalid lines, each with the rule that refuses it."""


GAMES = (
    GameData(
        game="ember",
        line="ember: p1 hand A5 E5 F5 * has imp; p2 hand 5 has siren; pile W9; to move p1 conjure",
        answers=("p1: conjure phoenix A5 E5 F5 *",),
        whole="ember 2",
        three="ember 3",
        rule="EM-COST-5",
        german="Der Erzmagier als Joker",
        preset="quick wilds=1",
        differs=("wilds", "length"),
        played=12,
        cycles=runs((100, 20), (400, 60)),
        wrong={"ember: p1 hand A5 A5; p2 hand 5": "EM-SET-2", "ember: p1 hand A5": "EM-SET-1"},
    ),
    GameData(
        game="imajica",
        line="imajica: p1 active gentle+ritual irish:pivoted hand pneuma state slew=gideon,huzzah-aping "
        "destiny 2*census; p2 active gek-a-gek gek-a-gek hand feint; "
        "circle kite-fields/sandstorm@p2!; to move p1 ally",
        answers=("p1: pass", "p1: challenge gek-a-gek with gentle"),
        whole="imajica 2\ndeck teeth\ndeck daughters",
        three="imajica 3\ndeck teeth\ndeck daughters\ndeck maestros",
        rule="IJ-SEIZE-4",
        german="Einfluss",
        preset="short secure=gt",
        differs=("secure", "prime_limit"),
        played=2,
        cycles=runs((30, 10), (100, 30)),
        wrong={
            "imajica: p1 active gentle; p2 active gentle": "IJ-UNIQ-1",
            "imajica: p1 active gentle": "IJ-ORDER-1",
            "imajica: p1 active nobody; p2": "IJ-CARD-1",
        },
    ),
)

each_game = pytest.mark.parametrize("asked", GAMES, ids=lambda asked: asked.game)


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """Return a function that runs Python where the games are installed: `python(source, *arguments)`."""
    with python_with(tmp_path_factory.mktemp("nothing"), tmp_path_factory.mktemp("said")) as run:
        yield run


@pytest.fixture(scope="module")
def twingkit(python: Run) -> Run:
    """Return a function that runs the command `twingkit` where the games are installed."""
    return lambda *arguments: python(COMMAND, *arguments)


WALK = """
import sys, json
from twingkit import Game
from twingkit.core.games import games
from twingkit.core.links import line_from_link_value, to_link_value
line, whole, *answers = sys.argv[1:]
game = Game.begin(line)
while game.question.kind == "card":
    game.roll()
game.give_answers(*answers)
print(json.dumps({
    "games": [entry.id for entry in games()],
    "same": Game.replay(game.record).record == game.record,
    "link": line_from_link_value(to_link_value(line)) == line,
    "started": [Game.begin(whole).start.name, game.start.name],
}))
"""


@each_game
def test_its_lines_are_known_go_into_links_and_begin_games(python: Run, asked: GameData) -> None:
    done = python(WALK, asked.line, asked.whole, *asked.answers)
    assert done.returncode == 0, done.stderr
    output = json.loads(done.stdout)
    assert asked.game in output["games"]
    assert output["same"]
    assert output["link"]
    assert output["started"] == [asked.game, f"{asked.game}.position"]


@each_game
def test_the_command_shows_its_rules_and_switches_and_plays_it(twingkit: Run, asked: GameData) -> None:
    rule = twingkit("rule", asked.rule, "--lang", "de")
    assert asked.german in rule.stdout, rule.stderr
    diff = twingkit("variants", "--game", asked.game, "--diff", "box", asked.preset)
    assert diff.returncode == 0, diff.stderr
    assert all(switch in diff.stdout for switch in asked.differs)
    three = ("--players", "random,random,random")
    played = twingkit("simulate", "--games", str(asked.played), *three, "--game", asked.game)
    assert played.returncode == 0, played.stderr
    assert "random" in played.stdout


@each_game
def test_impossible_lines_are_refused_in_one_line_with_its_rule(twingkit: Run, asked: GameData) -> None:
    for line, rule in asked.wrong.items():
        done = twingkit("step", line)
        assert done.returncode != 0
        assert rule in done.stderr
        assert "Traceback" not in done.stderr


LEARN = """
import sys, warnings
warnings.simplefilter("ignore")
from pettingzoo.test import api_test, seed_test
from twingkit.players.rl import any_game
game, three, two, *cycles = sys.argv[1:]
api_test(any_game.env(game, three), num_cycles=int(cycles[0]))
seed_test(lambda: any_game.env(game, two), num_cycles=int(cycles[1]))
"""


@each_game
def test_it_is_an_environment_of_pettingzoo(python: Run, asked: GameData) -> None:
    done = python(LEARN, asked.game, asked.three, asked.whole, *map(str, asked.cycles))
    assert done.returncode == 0, done.stderr
    assert "Passed API test" in done.stdout
