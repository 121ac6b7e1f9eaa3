"""Lines typed at a real table appear as sentences with names, and cards on buttons as words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from twingkit import Game
from twingkit.core.words import LANGUAGES
from twingkit.referee import Referee, onlooker_record
from twingkit.referee.typed_line import TypedLine
from twingkit_widgets.table.referee.panel import RefereePanel

GOLDEN = Path(__file__).parents[2] / "golden"
RECORDS = {
    "twing": "records/game-of-three-short.record",
    "ember": "records/ember-game-of-three.record",
    "imajica": "records/imajica-game-of-three.record",
    "imperium": "records/galaxy-of-four-greedy.record",
}
NOTATION = re.compile(r"[?_>]|\b[A-Z]\d+M?\b|(?<!\w)p\d\b|\b\d+M\b")
"""The signs of a record that no sentence contains."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", RECORDS)
def test_every_line_of_a_game_is_a_sentence_without_notation(game: str, lang: str) -> None:
    full = Game.replay((GOLDEN / RECORDS[game]).read_text(encoding="utf-8"))
    panel = RefereePanel(game, lang=lang)
    panel.table = Referee(full.start)
    lines = [
        line
        for line in onlooker_record(full).splitlines()
        if TypedLine.parse(line).seat in panel.table.seat_names
    ]
    assert len(lines) > 40
    said = {line: panel.sentence(line) for line in lines}
    assert {line: text for line, text in said.items() if NOTATION.search(text) or ".." in text} == {}


def at_the_first_creature() -> RefereePanel:
    panel = RefereePanel("twing")
    panel.do("begin", {"players": "2", "names": "Anna, Bo", "variant": "box"})
    for way in ("p1: character F", "p2: character W", "p1: draw creature …"):
        panel.do("answer", way)
    return panel


def test_elements_and_mounts_are_words_on_buttons() -> None:
    panel = at_the_first_creature()
    panel.do("letter", "F")
    assert panel.error is None
    labels = re.findall(r'data-act="(?:letter|card)"[^>]*>([^<]*)<', panel.html)
    assert labels[:4] == ["Air", "Fire", "Life", "Water"]
    assert "4 (mount)" in labels
    assert 'aria-label="Fire 4 (mount)"' in panel.html


def test_what_was_taken_and_taken_back_is_said_with_the_name_of_who_did_it() -> None:
    panel = at_the_first_creature()
    panel.do("card", "F4M")
    assert panel.status == "Noted. Anna: Draws a creature: Fire 4 (mount)."
    panel.do("undo")
    assert panel.status == "Undone: Anna: Draws a creature: Fire 4 (mount)."


def test_the_record_is_a_list_with_an_item_for_each_line() -> None:
    panel = at_the_first_creature()
    panel.do("card", "F4M")
    assert panel.table is not None
    items = re.findall(r"<li>([^<]*) <code[^>]*>([^<]*)</code></li>", panel.html)
    assert [line for _, line in items] == list(panel.table.lines)
    assert items[0][0] == "Anna: Plays this character: The Mage."
