"""The table of a question on battles: it does not reveal the answer, and everything necessary can be looked
up."""

from __future__ import annotations

import re

import pytest
from fleet_questions import KINDS

from twingkit.core.language import call_in_language
from twingkit.core.words import LANGUAGES
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.box.units import unit
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.quiz.item import QuizItem
from twingkit.testing.questions import cached_item
from twingkit_widgets.imperium.pictures.fleets import WORDS as FLEET_WORDS
from twingkit_widgets.imperium.practice.pictures import battle_reference_html, units_table_html
from twingkit_widgets.learn.practice.open_question import ShownQuestion
from twingkit_widgets.panel.markup import esc


def dealt(name: str) -> QuizItem:
    """Return the question with that name."""
    return cached_item("imperium", name)


@pytest.mark.parametrize("kind", KINDS)
def test_no_table_says_how_it_ends_before_the_answer(kind: str) -> None:
    for seed in range(4):
        item = dealt(f"{kind}:{seed}")
        for lang in LANGUAGES:
            html = str(call_in_language(lang, ShownQuestion(item).html))
            for key in ("fleet.won", "fleet.away"):
                assert f">{call_in_language(lang, FLEET_WORDS.say, key)}<" not in html, (item.name, key)
            assert "tk-ff-away" not in html
            assert "tk-d10" not in html


@pytest.mark.parametrize("kind", KINDS)
def test_every_there_unit_on_the_table_has_its_numbers_at_hand(kind: str) -> None:
    item = dealt(f"{kind}:1")
    html = str(battle_reference_html(item))
    for side in Battle.parse(item.table).sides:
        for there, _ in side.units_with_counts():
            name = there.label(rulebook().words)
            row = next(part for part in html.split("<li>") if f"<b>{name[:1].upper()}{name[1:]}</b>" in part)
            if there.combat:
                assert f"hits on {there.combat} or more" in row
            if there.capacity:
                assert f"carries {there.capacity}" in row


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_offered_cards_say_is_at_hand(lang: str) -> None:
    item = dealt("effects:useful:3")
    html = str(battle_reference_html(item))
    rules = {choice.reasons[0].rule for choice in item.choices if choice.reasons} | {item.rule}
    assert len(rules) == len(item.choices)
    for rule in rules:
        assert esc(rulebook()[rule].text()) in html


def test_what_a_side_has_can_be_opened_at_the_table() -> None:
    asking = ShownQuestion(dealt("retreat:fires:77739"))
    html = str(asking.html())
    assert re.search(r'data-act="table_rule" data-value="IM-ACT-s_retreat"', html)


def test_after_a_skilled_retreat_nobody_is_called_the_winner() -> None:
    asking = ShownQuestion(dealt("retreat:fires:77739"))
    asking.take_option(0)
    asking.act_step(1)
    assert f">{FLEET_WORDS.say('fleet.won')}<" not in str(asking.html())


def test_IM_UNIT_11_which_units_need_room_is_at_hand() -> None:
    items = (dealt(f"units:fits:{seed}") for seed in range(60))
    item = next(item for item in items if "fighter+" in item.table)
    rows = str(battle_reference_html(item)).split("<li>")
    name = rulebook().words.name("infantry")
    assert "needs room on a ship" in next(
        row for row in rows if f"<b>{name[:1].upper()}{name[1:]}</b>" in row
    )
    name = rulebook().words.name("fighter+")
    assert "needs no room on ships" in next(row for row in rows if f"<b>{name}</b>" in row)


def test_IM_MOVE_7_a_nebula_is_a_place_and_says_what_it_does() -> None:
    names = (f"{kind}:{seed}" for kind in KINDS for seed in range(12))
    item = next(item for item in map(dealt, names) if "nebula" in item.table)
    html = str(ShownQuestion(item).html())
    assert "Place of the battle:" in html
    assert esc(rulebook()["IM-MOVE-7"].text()) in html


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sums_of_units_name_each_number_once(lang: str) -> None:
    for seed in range(20):
        for kind in ("units:fits", "units:dice", "units:beyond"):
            text = dealt(f"{kind}:{seed}").reasons[0].text()
            assert " = " not in text
            assert not re.search(r"\b(\d+) \(\1 ", text), text


def test_IM_MOVE_1_who_is_asked_about_movement_can_look_up_how_far_each_ship_moves() -> None:
    ships = [unit("carrier"), unit("cruiser"), unit("infantry")]
    for ship, row in zip(ships, str(units_table_html(ships)).split("<li>")[1:], strict=True):
        assert (f"move {ship.move}" in row) == bool(ship.move)
