"""The interpretations in every game: their stories differ and replay, and every question opens complete."""

from __future__ import annotations

import re

import pytest

from twingkit import Game
from twingkit.core.games import game_by_id, games
from twingkit_widgets.panel.address.addresses import book_of, page_name_of
from twingkit_widgets.panel.markup import esc
from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.read.rulebook.rulings import rule_note_text
from twingkit_widgets.site.page import page as open_page

GAMES = [entry.id for entry in games() if page_name_of(entry.id, "readings")]
DISAGREEMENTS = [(game, reading) for game in GAMES for reading in game_by_id(game).load("disagreements")]

NO_SCENE = {"EM-CALL-6", "EM-CALL-7", "EM-VIEW-2", "IJ-DECK-2", "IJ-DECK-3"}
"""Doubts that a few answers cannot show: about decks before set-up, or about a whole game."""


@pytest.mark.parametrize(("game", "reading"), DISAGREEMENTS, ids=lambda each: getattr(each, "rule", each))
def test_all_readings_are_played_differ_and_replay(game: str, reading) -> None:
    scenes = reading.compare().scenes
    assert bool(scenes) == bool(reading.position_lines)
    told = [tuple(map(str, story.lines)) for story in scenes]
    assert len(set(told)) == len(told)
    if game in ("ember", "imajica"):
        assert bool(scenes) != (reading.rule in NO_SCENE)
    assert len(told) in (0, 1, 1 + len(reading.variants))
    for story in scenes:
        assert Game.replay(story.game.record).table.key() == story.game.table.key()


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_every_reading_is_shown_with_its_rule_and_its_stories(game: str, lang: str) -> None:
    panel = open_page(page_name_of(game, "readings") or "", f"lang={lang}")[0]
    book = book_of(game_by_id(game))
    readings = game_by_id(game).load("disagreements")
    assert re.findall(r'data-key="entry:([^"]+)"', panel.html) == [reading.rule for reading in readings]
    for reading in readings:
        panel.do("open", reading.rule)
        assert panel.error is None
        assert panel.state == reading.rule
        assert reading.question() in panel.status
        shown = Panel.static_html(panel)
        assert esc(reading.question()) in shown
        rule = book[reading.rule]
        assert esc(rule.text()) in shown
        assert esc(rule_note_text(rule)) in shown
        assert all(f'data-key="rules:{other}"' in panel.html for other in rule.related_rules)
        assert all(esc(line.text()) in shown for story in reading.compare().scenes for line in story.lines)
        assert all(f"variant {variant}" in shown for variant in reading.variants)
