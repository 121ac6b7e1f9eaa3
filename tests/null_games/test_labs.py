"""The default lab uses the terms of its game: no sides if it has none, and any outcomes."""

from __future__ import annotations

import pytest
from null_games.printed import values

LAB = """
import json, re, sys
from twingkit_widgets.site.page import page
lang = sys.argv[1]
told = {}
for game, line in (("coin", "coin: heads"), ("cups", "cups: 3x2 2x5")):
    lab = page(f"{game}-lab", f"lang={lang}")[0]
    text = lambda: " ".join(re.sub(r"<[^>]*>", " ", lab.html).split()) + lab.status
    first = lab.draft.line() == line, text()
    bar = re.search('role="img" aria-label="([^"]*)"', lab.html)[1]
    lab.do("read", {"line": "cups: 3x2" if game == "cups" else "coin: edge"})
    told[game] = [*first, bar, text(), lab.status]
print(json.dumps(told))
"""

BATTLES = ("ttack", "ngreif", "efend", "erteidig", "attle", "Kampf", "kampf", "first side", "erste Seite")


@pytest.mark.parametrize(
    ("lang", "coin", "cups", "fault", "slow"),
    [
        ("en", "The guesser wins: 50.0%; The thrower wins", "The bid is true: 26.3%; The bid is false",
         "here is no bid yet", "longer"),
        ("de", "Wer rät gewinnt: 50,0", "Das Gebot stimmt: 26,3", "s gibt noch kein Gebot", "länger"),
    ],
)  # fmt: skip
def test_a_lab_says_what_its_odds_are_about(python, lang, coin, cups, fault, slow):
    told = values(python(LAB, lang))
    for game, bar in (("coin", coin), ("cups", cups)):
        example, first, named, after, _ = told[game]
        assert example, "it opens with the example"
        assert named.startswith(bar)
        assert not [word for word in BATTLES if word in first + after]
    assert fault in told["cups"][3]
    assert told["cups"][3].count(fault) == 2, "once on the page, once for who listens"
    assert fault in told["cups"][4]
    assert slow not in told["cups"][3]


EMPTY = """
import re
import cups.game
cups.game.EXAMPLES = ("cups: 3x2",)
from twingkit_widgets.site.page import page
lab = page("cups-lab", "lang=en")[0]
before = re.sub("<[^>]*>", " ", lab.html) + lab.status
lab.do("read", {"line": "cups: 3x2 2x5"})
print("no bid" in before, "alert" in lab.html, "26.3%" in lab.html)
"""


def test_a_lab_whose_example_has_no_odds_opens_empty_and_without_a_fault(python):
    assert python(EMPTY).stdout.split() == ["False", "False", "True"]
