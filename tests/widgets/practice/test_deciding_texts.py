"""What decides a question is on the page: costs and texts of cards, powers of objects, units, rolled dice."""

from __future__ import annotations

import re

import pytest

from twingkit.ember.box.pool import load_pool
from twingkit.learn.quiz.quiz_of import quiz_of
from twingkit.twing.rules.rulebook import rulebook
from twingkit_widgets.learn.practice.open_question import ShownQuestion

SEEDS = range(3)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_creatures_to_conjure_say_their_costs(lang: str) -> None:
    for seed in SEEDS:
        item = quiz_of("ember").item(f"conjuring:there:{seed}")
        costs = {creature.name(): str(creature.cost) for creature in load_pool().values()}
        for choice in item.choices:
            name, _, cost = choice.text().partition(" (")
            assert cost.rstrip(")") == costs[name]


@pytest.mark.parametrize("kind", ["worth", "winner", "verdict", "object", "may"])
def test_objects_in_a_battle_say_what_they_do(kind: str) -> None:
    book = rulebook()
    for seed in SEEDS:
        item = quiz_of("twing").item(f"nine-objects:{kind}:{seed}")
        table = item.game().table
        there = {name for side in table.fight.sides for name in side.player.active_objects}
        html = str(ShownQuestion(item).html())
        for name in there | {choice.key for choice in item.choices if f"TW-POW-{choice.key}" in book}:
            first = book[f"TW-POW-{name}"].text("en").partition(".")[0].replace("'", "&#39;")
            assert first in html, (item.name, name)


def test_numbers_of_units_are_one_tap_away_before_anybody_answers() -> None:
    html = str(ShownQuestion(quiz_of("imperium").item("combat-rolls:hits:3")).html())
    units = re.search(r'<details[^>]*data-key="known:units"[^>]*>', html)
    assert units


@pytest.mark.parametrize(
    "name", ["first-battle:winner:3", "orn-die:points:3", "whole-game:any:3", "duels:end:3"]
)
def test_dice_that_fell_are_shown(name: str) -> None:
    item = quiz_of("twing").item(name)
    rolls = [answer for answer in item.answers_before if "roll " in answer][-2:]
    shown = re.findall(r'aria-label="Orn die: ([^"]*)"', str(ShownQuestion(item).html()))
    assert len(shown) >= len(rolls) == 2
