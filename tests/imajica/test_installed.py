"""Imajica as an installed game: the command line, records and links, the arena, programs that learn."""

from __future__ import annotations

import json

LINE = (
    "imajica: p1 active gentle+ritual irish:pivoted hand pneuma state slew=gideon,huzzah-aping "
    "destiny 2*census; p2 active gek-a-gek gek-a-gek hand feint; "
    "circle kite-fields/sandstorm@p2!; to move p1 ally"
)

WALK = """
import sys, json
from twingkit import Game
from twingkit.games import games
from twingkit.links import from_link, to_link
line = sys.argv[1]
game = Game.begin(line)
game.give("p1: pass", "p1: challenge gek-a-gek with gentle")
again = Game.replay(game.record)
print(json.dumps({
    "games": [entry.id for entry in games()],
    "same": again.record == game.record,
    "link": from_link(to_link(line)) == line,
    "started": [Game.begin("imajica 2\\ndeck teeth\\ndeck daughters").start.name, game.start.name],
}))
"""


def test_its_lines_are_known_go_into_links_and_begin_games(installed):
    done = installed(WALK, LINE)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert "imajica" in told["games"]
    assert told["same"]
    assert told["link"]
    assert told["started"] == ["imajica", "imajica.position"]


def test_the_command_shows_its_rules_and_switches_and_plays_it(twingkit):
    rule = twingkit("rule", "IJ-SEIZE-4", "--lang", "de")
    assert "Einfluss" in rule.stdout, rule.stderr
    diff = twingkit("variants", "--game", "imajica", "--diff", "box", "short secure=gt")
    assert diff.returncode == 0, diff.stderr
    assert "secure" in diff.stdout
    assert "prime_limit" in diff.stdout
    played = twingkit("simulate", "--games", "2", "--players", "random,random,random", "--game", "imajica")
    assert played.returncode == 0, played.stderr
    assert "random" in played.stdout


def test_what_cannot_be_is_said_in_one_line_with_its_rule(twingkit):
    for line, rule in (
        ("imajica: p1 active gentle; p2 active gentle", "IJ-UNIQ-1"),
        ("imajica: p1 active gentle", "IJ-ORDER-1"),
        ("imajica: p1 active nobody; p2", "IJ-AREA-1"),
    ):
        done = twingkit("step", line)
        assert done.returncode != 0
        assert rule in done.stderr
        assert "Traceback" not in done.stderr


LEARN = """
import sys, warnings
warnings.simplefilter("ignore")
from pettingzoo.test import api_test, seed_test
from twingkit.rl import any_game
api_test(any_game.env("imajica", "imajica 3\\ndeck teeth\\ndeck daughters\\ndeck maestros"), num_cycles=100)
seed_test(lambda: any_game.env("imajica", "imajica 2\\ndeck teeth\\ndeck daughters"), num_cycles=30)
"""


def test_it_is_an_environment_of_pettingzoo(installed):
    done = installed(LEARN)
    assert done.returncode == 0, done.stderr
    assert "Passed API test" in done.stdout
