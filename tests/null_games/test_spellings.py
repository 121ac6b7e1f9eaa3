"""Addresses, documents and errors of a game by another author."""

from __future__ import annotations

import re

from guides import DOCUMENTS, spans
from null_games.printed import values

LINES = """
import json
from urllib.parse import quote
from twingkit.core.links import to_link_value
from twingkit_widgets.site.page import page
told = {}
for line in ("cups: 4x1 2x5", "coin: tails"):
    game = line.partition(":")[0]
    for spelled in (to_link_value(line), quote(line), quote(line, safe=":")):
        for kind in ("step", "play", "lab"):
            name = "battle" if kind == "lab" else "line"
            opened = page(f"{game}-{kind}", f"{name}={spelled}")
            panel = opened[0]
            if kind == "lab":
                begun = [panel.draft.line()]
            else:
                begun = panel.match.game.start.setup_lines()
            told[f"{kind} {spelled}"] = [opened.fault_panel is None, begun == [line]]
print(json.dumps(told))
"""


SAID = re.compile(r"(briscola|cups|coin): [^…<]+")

READ = """
import sys
from twingkit.core.starts import parse_start
for line in sys.argv[1:]:
    parse_start(line)
"""


def test_the_lines_in_the_documents_for_authors_are_read(python):
    pages = [path for path in DOCUMENTS if path.parent.name == "develop"]
    lines = [span.text for path in pages for span in spans(path) if SAID.fullmatch(span.text)]
    assert len(lines) >= 4
    done = python(READ, *lines)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_line_is_read_in_every_spelling_that_the_site_writes(python):
    told = values(python(LINES))
    assert len(told) >= 12
    assert not [name for name, good in told.items() if good != [True, True]]


def test_the_documents_of_a_package_are_listed_and_shown(twingkit):
    listed = twingkit("docs")
    assert "cups-bidding" in listed.stdout
    assert "How a bid is written" in listed.stdout
    assert "2x5" in twingkit("docs", "cups-bidding").stdout


def test_a_typed_line_that_a_rule_forbids_names_the_rule(twingkit):
    for command in ("odds", "step"):
        done = twingkit(command, "cups: 3x1 9x6")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.rstrip().endswith("[CU-2]")


def test_a_line_that_goes_to_the_command_of_another_game_names_its_own(twingkit):
    done = twingkit("advise", "briscola: 3")
    assert done.returncode == 2
    assert done.stderr.endswith("This is a line of Briscola: use briscola.game.\n")


BROKEN = """
import sys
from twingkit.cli import app
from twingkit.core.games import game_by_id
book = game_by_id("cups").load("rules")()
del book.sentences["CU-1"]["falls"]
app(["step", "cups: 3x1", "--seed", "1"])
"""


def test_a_missing_sentence_is_named_without_a_traceback(python):
    done = python(BROKEN)
    assert (done.returncode, done.stdout) == (2, "")
    assert "no sentence [CU-1.falls] in 'en'" in done.stderr
    assert "Traceback" not in done.stderr


GLOSSARY = """
import json
from twingkit_widgets.site.page import page
word, rules, unknown = (page("cups-rules", query) for query in ("term=bid", "", "term=cheat"))
told = {"word": word[0].html, "address": word[0].address(), "rules": rules[0].html}
told["unknown"] = unknown[0].html
rules[0].do("show", "glossary")
print(json.dumps({**told, "shown": rules[0].html, "gallery": "gallery" in rules[0].html}))
"""


def test_a_glossary_has_its_page_without_a_gallery(python):
    told = values(python(GLOSSARY))
    for shown in (told["word"], told["shown"]):
        assert "A number of dice that show the same." in shown
    assert told["address"]["term"] == "bid"
    assert "The glossary does not have the word “cheat”." in told["unknown"]
    assert 'data-value="glossary"' in told["rules"]
    assert not told["gallery"]
