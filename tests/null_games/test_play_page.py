"""The null games are played against the computer with the defaults, and hide what is hidden."""

from __future__ import annotations

import pytest
from null_games.printed import values

COIN = """
import json
from twingkit_widgets.site.page import page
made = page("coin-play", "seed=3&lang=LANG")
play, told = made[0], {"faults": made.fault_panel is None}
told["first"] = play.html
play.do("hint")
told["hint"] = play.status
play.do("answer", "0:heads")
told["over"], told["won"], told["status"] = play.match.game.over, play.html, play.status
play.do("toggle_panel", "dice")
throw = play.match.changeable_results()[0]
other = "roll tails" if throw.face == "roll heads" else "roll heads"
real = play.record
play.do("face", f"{throw.index}:{other}")
told["tried"] = other in play.match.game.record and play.record == real
play.do("really")
told["back"] = play.match.game.record == real
sealed, link = play.state, play.link_query()
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
told["waits"] = len(watched.match.game) == 0 and watched.match.pause_reason == "start"
watched.do("go_on")
told["watched"] = watched.match.game.over
told["no_seat"] = page("coin-play", "seat=p7&lang=LANG").fault_panel is not None
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
        play.do("toggle_panel", drawer)
        pages.append((drawer, play.html.replace(play._prefix, "").replace(f'placeholder="{seed}"', "")))
    play.do("all_turns")
    pages.append(("story", play.html.replace(play._prefix, "").replace(f'placeholder="{seed}"', "")))
play.do("answer", "1:" + tops[-1])
print(json.dumps({"tops": sorted(set(tops)), "pages": pages, "won": play.html}))
"""


@pytest.mark.parametrize(
    ("lang", "asked", "seat"),
    [("en", "Heads or tails?", "You play as the guesser."), ("de", "Kopf", "Du spielst als")],
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
from twingkit_widgets.table.play.any_game import GenericPlayPanel

play = GenericPlayPanel("cups", "cups: 3x2", seed=4, lang="LANG")
play.do("toggle_panel", "new")
offered = re.search(r"<select[^>]*players[^>]*>.*?</select>", play.html)[0]
told = {"offered": re.findall(r'value="(.)"', offered), "begun": []}
for typed in ({"line": "cups: 3x2", "players": "5"}, {"line": "cups: 4x1", "players": "3"}):
    play.do("begin", {**typed, "seat": "p1", "seed": "4"})
    told["begun"].append(play.match.settings.line)
play.do("begin", {"line": "cups: 4x1", "players": "2", "seat": "p1", "seed": "4"})
told["fault"] = play.ui_state.fault.text("LANG")
coin = GenericPlayPanel("coin", seed=4)
coin.do("toggle_panel", "new")
told["coin"] = "tk-play-players" in coin.html or "tk-play-variant" in coin.html
print(json.dumps(told))
"""


@pytest.mark.parametrize(("lang", "so_many"), [("en", "There is no example"), ("de", "kein Beispiel")])
def test_the_form_offers_the_numbers_of_players_that_the_examples_have(python, lang, so_many):
    told = values(python(COUNTS.replace("LANG", lang)))
    assert told["offered"] == ["3", "4", "5"]
    assert told["begun"] == ["cups: 5x1", "cups: 4x1"], "a line that was typed decides by itself"
    assert so_many in told["fault"]
    assert not told["coin"]


FEW_OF_MANY = """
import json, re
from twingkit import Game
from twingkit.core.language import call_in_language
from twingkit_widgets.panel.views import views_of
from twingkit_widgets.table.play.any_game import GenericPlayPanel

def words(html):
    return " ".join(re.sub("<[^>]*>", " ", html).split())

game = Game.begin("cups: 3x3").give_answers(*"123123123", "1x1", "1x2", "1x3")
play = GenericPlayPanel("cups", seat=0, seed=1, lang="LANG", record=game.record)
offer = call_in_language("LANG", views_of("cups").answer_controls, game.question, game.view(0))
told = {
    "play": re.findall('data-act="answer"[^>]*data-value="12:([^"]*)"', play.html),
    "offer": re.findall('data-act="answer"[^>]*data-value="([^"]*)"', str(offer)),
    "play_says": words(play.html), "offer_says": words(str(offer)),
}
play.do("search", "9x")
told["typed"] = re.findall('data-value="12:([^"]*)"', play.html)
print(json.dumps(told))
"""


@pytest.mark.parametrize(
    ("lang", "more", "typed"),
    [
        ("en", "More answers match: 22.", "More answers that you can type: 22."),
        ("de", "Weitere passende Antworten: 22.", "Weitere Antworten zum Tippen: 22."),
    ],
)
def test_of_many_answers_each_kind_has_a_button_and_the_page_says_how_many_more_there_are(
    python, lang, more, typed
):
    told = values(python(FEW_OF_MANY.replace("LANG", lang)))
    assert told["play"] == told["offer"]
    assert len(set(told["play"])) == 30
    assert told["play"][:3] == ["1x4", "call", "1x5"]
    assert more in told["play_says"]
    assert typed in told["offer_says"]
    assert told["typed"] == [f"9x{face}" for face in range(1, 7)]


LABELS = """
import json, re
from twingkit import Game
from twingkit.learn.reviews.answers import answer_sentence
from twingkit_widgets.panel.views import views_of
from twingkit_widgets.table.play.any_game import GenericPlayPanel
import cups.game

cups.game.Bid.format_answer = lambda self, answer: f"bid {answer}"  # it begins with the kind of the question
cups.game.Bid.parse_answer = lambda self, text: text.strip().removeprefix("bid ")
label = r'data-value="[^"]*bid 1x4"[^>]*>(.*?)</button>'
game = Game.begin("cups: 3x3").give_answers(*"123123123", "1x1", "1x2", "1x3")
play = GenericPlayPanel("cups", seat=0, seed=1, record=game.record)
offer = str(views_of("cups").answer_controls(game.question, game.view(0)))
labels = [re.sub("<kbd.*?</kbd>|<[^>]*>", "", re.search(label, html)[1]) for html in (play.html, offer)]
print(json.dumps([*labels, answer_sentence(game, game.question, "bid 1x4")]))
"""


def test_an_answer_has_one_label_on_every_page(python):
    play, offer, said = values(python(LABELS))
    assert play == offer == "Bid 1x4"
    assert "“bid 1x4”" in said


WHOLE = """
import json
from twingkit_widgets.table.play.any_game import GenericPlayPanel

play = GenericPlayPanel("cups", "cups: 3x3 whole", 0, seed=4)
(throw,) = play.match.changeable_results()
play.do("toggle_panel", "dice")
told = {"seat": throw.seat, "field": 'name="face"' in play.html and f'value="{throw.face}"' in play.html}
play.do("face", {"place": str(throw.index), "face": " throw 6 6 6 "})
told["dice"] = play.match.game.table.dice[0]
play.do("really")
for place, face in (("x", ""), (str(throw.index), "throw 7"), ("1", "throw 1 1 1")):
    play.do("face", {"place": place, "face": face})
    told.setdefault("wrong", []).append(play.error is not None)
    play.do("dismiss", "")
print(json.dumps(told))
"""


def test_what_if_takes_a_throw_of_so_many_results_that_it_is_typed(python):
    told = values(python(WHOLE))
    assert told == {"seat": 0, "field": True, "dice": [6, 6, 6], "wrong": [True, True, True]}


REVIEWED = """
import json, re
from twingkit import Game
from twingkit.core.starts import parse_start
from twingkit.learn.reviews import Review
from twingkit.learn.reviews.curve import winning_chance_curve, drawable_points
from twingkit.learn.reviews.report import review_report_lines
from twingkit.players.policies import play
from twingkit_widgets.learn.review.parts import curve_html, luck_html, turning_points_html

game = play(Game(parse_start("briscola: 2"), seed=3), ["greedy", "random"])
worked = Review("\\n".join(game.record.splitlines()[:24]) + "\\n")
worked.run()
quick = [len(drawable_points(winning_chance_curve(worked))), "figure" in curve_html(worked)]
quick += [turning_points_html(worked) is None, luck_html(worked) is None]
quick.append(re.findall("±[^.;]*", " ".join(review_report_lines(worked))))
worked.run(depth=16)
points = drawable_points(winning_chance_curve(worked))
deep = [len(points), "figure" in curve_html(worked), max(error for point in points for error in point.errors)]
print(json.dumps([worked.lookahead.strength is None, quick, deep]))
"""


def test_a_game_that_is_not_judged_before_its_end_has_a_curve_once_it_is_known(python):
    unjudged, (points, drawn, without_turns, without_luck, errors), deep = values(python(REVIEWED))
    assert unjudged
    assert errors == []
    assert without_turns
    assert without_luck
    assert drawn == (points > 0)
    assert deep[0] > max(points, 2)
    assert deep[1]
    assert deep[2] <= 0.1
