"""The null games on the pages of the site, without a browser: every kind of page shows and plays them."""

from __future__ import annotations

from itertools import permutations

from null_games.printed import values

HEAD = """
import json, re
from twingkit.core import links
from twingkit.core.games import game_by_id
from twingkit_widgets.panel.address.addresses import pages_of
from twingkit_widgets.site.page import page


def acts(panel):
    return re.findall(r'data-act="([\\w-]+)"(?: data-value="([^"]*)")?', panel.html)


def words(panel):
    return " ".join(re.sub(r"<[^>]*>", " ", panel.html).split())


def sent(panel):
    # all that is synchronised with the page, and what packed words in it hold
    state = {name: value for name, value in panel.get_state().items() if not name.startswith("_")}
    text = " ".join(map(str, state.values()))
    for word in set(re.findall(r"[A-Za-z0-9_-]{16,}", text)):
        try:
            text += links.unpack_text(word)
        except links.DamagedLinkError:
            pass
    return text
"""


PAGES = """
told = {}
for game in ("coin", "pile", "briscola"):
    for known in pages_of(game).pages:
        shown = [page(known.name, f"lang={lang}") for lang in ("en", "de")]
        told[known.name] = [[words(each[0]), each.fault_panel is None] for each in shown]
told["index"] = [[words(page("index", f"lang={lang}")[0]), True] for lang in ("en", "de")]
print(json.dumps(told))
"""


def test_each_has_its_pages_in_both_languages_and_a_place_on_the_start_page(python):
    told = values(python(HEAD + PAGES))
    kinds = ("learn", "practice", "play", "lab", "step", "rules")
    assert {f"coin-{kind}" for kind in kinds} < set(told)
    assert {f"pile-{kind}" for kind in ("practice", "play", "step", "rules")} < set(told)
    declared = ("learn", "practice", "puzzles", "play", "first", "referee", "step", "rules")
    assert {f"briscola-{kind}" for kind in declared} < set(told)
    for name, ((english, good), (german, _)) in told.items():
        assert good, name
        assert english, name
        assert english != german, name
    assert "Coin" in told["index"][0][0]
    assert "Münze" in told["index"][1][0]
    assert "Der Rand" in told["coin-rules"][1][0]


PRACTICE = """
panel = page("coin-practice", "lang=en&topic=scenes")[0]
told = {"asked": words(panel), "options": len([act for act, _ in acts(panel) if act == "answer"])}
panel.do("answer", "0")
print(json.dumps(told | {"explained": words(panel)}))
"""


def test_a_question_is_answered_and_explained(python):
    told = values(python(HEAD + PRACTICE))
    assert told["options"] >= 2
    assert told["explained"] != told["asked"]
    assert "CO-" in told["explained"]


HIDDEN = """
told = {}
for seed in range(6):
    panel = page("pile-play", f"lang=en&seed={seed}")[0]
    before = sent(panel)
    panel.do("answer", [value for act, value in acts(panel) if act == "answer"][0])
    told[seed] = [before, words(panel)]
print(json.dumps(told))
"""


def test_what_lies_in_the_pile_is_in_nothing_that_is_sent_before_it_is_shown(python):
    told = values(python(HEAD + HIDDEN))
    cards = ("gryphon", "kraken", "phoenix")
    shown = set()
    for before, after in told.values():
        assert "hidden" in before, "the ruling is there, closed"
        assert not [order for order in permutations(cards) if " ".join(order) in before], "nor a record"
        # the cards are named in the order of the options, whatever the pile contains
        places = [before.find(f":{card}") for card in cards]
        assert places == sorted(places)
        assert not [card for card in cards if f"top: the {card}" in before]
        shown |= {card for card in cards if f"it is the {card}" in after.lower()}
    assert len(shown) > 1, "different cards lay on top"
