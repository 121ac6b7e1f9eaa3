"""The null games are played against the computer through the defaults, and hide what is hidden."""

from __future__ import annotations

import json

import pytest

COIN = """
import json
from twingkit_widgets.site.page import page
made = page("coin-play", "seed=3&lang=LANG")
play, told = made[0], {"faults": made.faults is None}
told["first"] = play.html
play.do("hint")
told["hint"] = play.status
play.do("answer", "0:heads")
told["over"], told["won"], told["status"] = play.match.game.over, play.html, play.status
play.do("drawer", "dice")
throw = play.match.throws()[0]
other = "roll tails" if throw.face == "roll heads" else "roll heads"
real = play.record
play.do("face", f"{throw.index}:{other}")
told["tried"] = other in play.match.game.record and play.record == real
play.do("really")
told["back"] = play.match.game.record == real
sealed, link = play.state, play.link()
play.do("undo")
told["undone"] = len(play.match.game)
play.do("begin", {"line": "coin: edge"})
told["fault"] = play.ui_state.fault.text("LANG")
play.do("begin", {"line": "coin: tails", "seat": "p1", "seed": "4"})
told["begun"] = play.record
play.restore(sealed)
told["kept"] = play.record == real
told["linked"] = page("coin-play", "game=" + link["game"])[0].record == real
play.do("answer", "2:tails")
told["late"] = type(play.error).__name__
watched = page("coin-play", "seat=p2&seed=3&lang=LANG")[0]
told["waits"] = len(watched.match.game) == 0 and watched.match.pause == "start"
watched.do("go_on")
told["watched"] = watched.match.game.over
told["no_seat"] = page("coin-play", "seat=p7&lang=LANG").faults is not None
print(json.dumps(told))
"""

PILE = """
import json, random
from twingkit_widgets.site.page import page
pages, tops = [], []
for seed in range(12):
    play = page("pile-play", f"seed={seed}&lang=LANG")[0]
    tops.append(play.match.game.table.pile[0])
    for drawer in ("dice", "help", "new"):
        play.do("drawer", drawer)
        pages.append((drawer, play.html.replace(play._prefix, "").replace(f'placeholder="{seed}"', "")))
    play.do("every")
    pages.append(("story", play.html.replace(play._prefix, "").replace(f'placeholder="{seed}"', "")))
play.do("answer", "1:" + tops[-1])
print(json.dumps({"tops": sorted(set(tops)), "pages": pages, "won": play.html}))
"""


def values(done) -> dict:
    """What a script printed as JSON, if it ended well."""
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("lang", "asked", "seat"),
    [("en", "The guesser: heads or tails?", "You play as the guesser."), ("de", "Kopf", "Du spielst als")],
)
def test_a_game_against_the_computer_through_the_defaults(python, lang, asked, seat):
    told = values(python(COIN.replace("LANG", lang)))
    assert told["faults"]
    assert asked in told["first"]
    assert seat in told["first"]
    assert 'data-shortcut="1"' in told["first"]
    assert "CO-1" in told["first"]
    assert told["hint"]
    assert told["over"]
    assert "CO-4" in told["won"]
    assert told["status"]
    assert told["tried"]
    assert told["back"]
    assert told["undone"] == 0
    assert told["fault"]
    assert "coin: tails" in told["begun"]
    assert told["kept"]
    assert told["linked"]
    assert told["late"] == "PlayFault"
    assert told["waits"]
    assert told["watched"]
    assert told["no_seat"]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_what_is_hidden_changes_nothing_on_the_page(python, lang):
    told = values(python(PILE.replace("LANG", lang)))
    assert len(told["tops"]) == 3, "every card lay on top once"
    assert len({name for name, _ in told["pages"]}) == 4
    assert len({(name, html) for name, html in told["pages"]}) == 4
    assert "PI-2" in told["won"]


COUNTS = """
import json, re
from twingkit_widgets.play.any_game import AnyPlayPanel

play = AnyPlayPanel("cups", "cups: 3x2", seed=4, lang="LANG")
play.do("drawer", "new")
offered = re.search(r"<select[^>]*players[^>]*>.*?</select>", play.html)[0]
told = {"offered": re.findall(r'value="(.)"', offered), "begun": []}
for typed in ({"line": "cups: 3x2", "players": "5"}, {"line": "cups: 4x1", "players": "3"}):
    play.do("begin", {**typed, "seat": "p1", "seed": "4"})
    told["begun"].append(play.match.settings.line)
play.do("begin", {"line": "cups: 4x1", "players": "2", "seat": "p1", "seed": "4"})
told["fault"] = play.ui_state.fault.text("LANG")
coin = AnyPlayPanel("coin", seed=4)
coin.do("drawer", "new")
told["coin"] = "tk-play-players" in coin.html or "tk-play-variant" in coin.html
print(json.dumps(told))
"""


@pytest.mark.parametrize(("lang", "so_many"), [("en", "There is no example"), ("de", "kein Beispiel")])
def test_the_form_offers_the_numbers_of_players_that_the_examples_have(python, lang, so_many):
    done = python(COUNTS.replace("LANG", lang))
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["offered"] == ["3", "5"]
    assert told["begun"] == ["cups: 5x1", "cups: 4x1"], "a line that was typed decides by itself"
    assert so_many in told["fault"]
    assert not told["coin"]
