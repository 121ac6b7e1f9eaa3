"""The default page uses what a game lists: its players, examples, names of seats, "you", its own offer."""

from __future__ import annotations

import pytest
from null_games.printed import values

PAGE = """
import json, sys, types
import attrs
from twingkit import Game
from twingkit.core.games import game_by_id
from twingkit_widgets.panel.markup import el
from twingkit_widgets.panel.views import DefaultGameViews
from twingkit_widgets.table.play.any_game import GenericPlayDesign, GenericPlayPanel
from twingkit_widgets.site.page import page

lang = sys.argv[1]
play = GenericPlayPanel("cups", seat=1, seed=3, lang=lang)
told = {"playing": [type(player).__name__ for player in play.match.players]}
play.do("toggle_panel", "new")
told["form"] = play.html
play.do("hint")
told["hint"] = play.status
play.do("begin", {"line": "cups: 5x1", "opponents": "random", "seat": "p5"})
told["begun"] = [type(player).__name__ for player in play.match.players]
told["link"] = play.link_query().get("opponents")
opened = page("cups-play", "opponents=random&seed=2")
told["linked"] = opened.fault_panel is None and opened[0].match.settings.opponent_level
told["unknown"] = page("cups-play", "opponents=best").fault_panel is not None


class Own(DefaultGameViews):
    def answer_controls(self, question, view):
        return el("p", "own way to bid")


cups = game_by_id("cups")
sys.modules["own_views"] = types.SimpleNamespace(OWN=Own(cups), PLAIN=DefaultGameViews(cups))
game, sight = Game.begin("cups: 3x1").give_answers("1", "2", "3"), play.player_view()
told["offers"] = [
    str(GenericPlayDesign(attrs.evolve(cups, views=f"own_views:{name}")).choice_controls(game.question,
    sight)) for name in ("OWN", "PLAIN")
]
print(json.dumps(told))
"""


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["honest</option>", ">The second</option>", "You throw: "]),
        ("de", ["ehrlich</option>", ">Platz zwei</option>", "Du wirfst: "]),
    ],
)
def test_players_seats_examples_and_you_reach_the_page(python, lang, words):
    told = values(python(PAGE, lang))
    assert told["playing"] == ["Honest"] * 3
    assert told["hint"]
    assert told["begun"] == ["RandomPolicy"] * 4 + ["Honest"]
    assert (told["link"], told["linked"], told["unknown"]) == ("random", "random", True)
    assert '<option value="cups: 5x1"' in told["form"], "an example of another number of players"
    for text in words:
        assert text in told["form"]
    assert "own way to bid" in told["offers"][0]
    assert told["offers"][1] == "None"


SEVERAL = """
from twingkit_widgets.table.play.any_game import GenericPlayPanel
play = GenericPlayPanel("imperium", "space: 1 cruiser vs 1 cruiser", seed=1)
play.do("toggle_panel", "new")
print(play.html)
"""


def test_a_set_up_of_several_lines_has_room_in_the_form(python):
    done = python(SEVERAL)
    assert done.returncode == 0, done.stderr
    assert "<textarea" in done.stdout
