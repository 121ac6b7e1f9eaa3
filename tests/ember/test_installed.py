"""Ember as an installed game: the command line, records and links, the arena, programs that learn."""

from __future__ import annotations

import json

LINE = "ember: p1 hand * A5 E5 F5 has imp; p2 hand 5 has siren; pile W9; to move p1 conjure"

WALK = """
import sys, json
from twingkit import Game
from twingkit.games import games
from twingkit.links import from_link, to_link
line = sys.argv[1]
game = Game.begin(line)
while game.question.kind == "card":
    game.roll()
game.give("p1: conjure phoenix A5 E5 F5 *")
again = Game.replay(game.record)
print(json.dumps({
    "games": [entry.id for entry in games()],
    "same": again.record == game.record,
    "link": from_link(to_link(line)) == line,
    "started": [Game.begin("ember 3").start.name, game.start.name],
}))
"""


def test_its_lines_are_known_go_into_links_and_begin_games(installed):
    done = installed(WALK, LINE)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert "ember" in told["games"]
    assert told["same"]
    assert told["link"]
    assert told["started"] == ["ember", "ember.position"]


def test_the_command_shows_its_rules_and_switches_and_plays_it(twingkit):
    rule = twingkit("rule", "EM-COST-5", "--lang", "de")
    assert "Der Erzmagier als Joker" in rule.stdout, rule.stderr
    diff = twingkit("variants", "--game", "ember", "--diff", "box", "quick wilds=1")
    assert diff.returncode == 0, diff.stderr
    assert "wilds" in diff.stdout
    assert "length" in diff.stdout
    played = twingkit("simulate", "--games", "12", "--players", "random,random,random", "--game", "ember")
    assert played.returncode == 0, played.stderr
    assert "random" in played.stdout


def test_what_cannot_be_is_said_in_one_line_with_its_rule(twingkit):
    for line, rule in (("ember: p1 hand A5 A5; p2 hand 5", "EM-SET-2"), ("ember: p1 hand A5", "EM-SET-1")):
        done = twingkit("step", line)
        assert done.returncode != 0
        assert rule in done.stderr
        assert "Traceback" not in done.stderr


LEARN = """
import sys, warnings
warnings.simplefilter("ignore")
from pettingzoo.test import api_test, seed_test
from twingkit.rl import any_game
api_test(any_game.env("ember", "ember 3"), num_cycles=400)
seed_test(lambda: any_game.env("ember", "ember 2"), num_cycles=60)
"""


def test_it_is_an_environment_of_pettingzoo(installed):
    done = installed(LEARN)
    assert done.returncode == 0, done.stderr
    assert "Passed API test" in done.stdout
