"""The values of units and texts of cards to look up during a practice question on battles."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.box.effects import BattleEffect, effects_by_id
from twingkit.imperium.box.units import BATTLE_CLASSES, Unit, unit
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.quiz import QuizItem
from twingkit_widgets.imperium.pictures.drawing import unit_svg
from twingkit_widgets.imperium.pictures.item_html import unit_facts
from twingkit_widgets.imperium.pictures.names import unit_name
from twingkit_widgets.panel.house_rules_words import house_rules_suffix
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.wording import PanelTexts, capitalize_first

WORDS = PanelTexts(Path(__file__).with_name("practice_words.toml"))
"""The texts around the table of a question."""


def battle_reference_html(item: QuizItem) -> Markup | None:
    """Return the values of both sides' units, and the texts of the cards on the table and in the options;
    None if there are none.
    """
    battle = Battle.parse(item.table)
    offered = [effects_by_id()[choice.key] for choice in item.choices if choice.key in effects_by_id()]
    there = [use.effect for side in battle.sides for use in side.all_effect_uses()]
    effects = list({effect.id: effect for effect in (*offered, *there)}.values())
    cards = _fold("cards", [_card(effect) for effect in effects]) if effects else None
    kinds = _kinds(battle, item)
    carried = battle.kind != "ground"
    units = _fold("units", [_unit(kind, carried) for kind in kinds]) if kinds else None
    return el("div", cards, units, cls="tk-quiz-known", data_key="known") if cards or units else None


def units_table_html(kinds: Sequence[Unit]) -> Markup:
    """Return units with their abilities in a whole game, including their move values."""
    rows = [_unit(kind, with_capacity_need=True, with_move_value=True) for kind in kinds]
    return el("div", _fold("units", rows), cls="tk-quiz-known", data_key="known")


def _fold(name: str, rows: list[Markup]) -> Markup:
    """Return table rows under the title `name`, collapsed at first to leave room for the answers on a
    phone.
    """
    summary = el("summary", WORDS.say(f"known.{name}"), data_key=f"known:{name}:title")
    rows_html = el("ul", rows, cls="tk-list")
    return el("details", summary, rows_html, data_key=f"known:{name}", data_controls=True)


def _kinds(battle: Battle, item: QuizItem) -> list[Unit]:
    """Return the unit types of both sides and of the options (`1 cruiser 2 destroyer`), the heaviest
    first.
    """
    kinds = {kind.words_key: kind for side in battle.sides for kind, _ in side.units_with_counts()}
    for choice in item.choices:
        for word in choice.key.split() if item.topic == "winners" else ():
            if word in BATTLE_CLASSES:
                kinds.setdefault(word, unit(word))
    return sorted(kinds.values(), key=lambda kind: (-BATTLE_CLASSES.index(kind.unit_class), kind.is_upgraded))


def _unit(kind: Unit, with_capacity_need: bool, with_move_value: bool = False) -> Markup:
    """Return one unit; with `with_capacity_need`, its need for capacity, with `with_move_value`, its move
    value.
    """
    picture = el("span", unit_svg(kind.unit_class), cls="tk-quiz-known-unit", aria_hidden="true")
    name = el("b", capitalize_first(unit_name(kind)))
    return el(
        "li",
        picture,
        el(
            "span",
            name,
            ": ",
            "; ".join(
                unit_facts(kind, with_capacity_need=with_capacity_need, with_move_value=with_move_value)
            ),
            ".",
        ),
    )


def _card(effect: BattleEffect) -> Markup:
    rule = rulebook()[effect.rule]
    return el(
        "li",
        el(
            "span",
            el("b", capitalize_first(rule.title())),
            ": ",
            rule.text(),
            house_rules_suffix([rule.id]),
        ),
    )
