"""The names of planets, cards and abilities: by the titles of their rules, or as their tables have them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from twingkit.core.words import LANGUAGES
from twingkit.imperium.box.tables import table_rows
from twingkit.imperium.box.tiles import planets

CARD_TABLES = (
    "action_cards.csv", "promissory_notes.csv", "abilities.csv", "agendas.csv", "objectives.csv",
)  # fmt: skip
"""The tables of cards that have a rule each, by which they are named."""


@cache
def card_rules() -> dict[str, str]:
    """The rule of each card, ability and technology by its id."""
    rules = {row["id"]: row["rule"] for name in CARD_TABLES for row in table_rows(name)}
    return {row["id"]: f"IM-TECH-{row['id']}" for row in table_rows("technologies.csv")} | rules


@cache
def _titles() -> dict[str, str]:
    """The English name of each card, for those whose rule is not in the book."""
    listed = (*CARD_TABLES, "technologies.csv")
    return {row["id"]: row["name"] for name in listed for row in table_rows(name)}


def component_names(titles: Mapping[str, Mapping[str, str]]) -> dict[str, Mapping[str, str]]:
    """The words for planets, cards and strategy cards by their keys, from the titles of the rules by id."""
    words: dict[str, Mapping[str, str]] = {
        f"planet_{planet.id}": dict.fromkeys(LANGUAGES, planet.name) for planet in planets().values()
    }
    for card, rule in card_rules().items():
        words[f"card_{card}"] = titles.get(rule) or dict.fromkeys(LANGUAGES, _titles()[card])
    for row in table_rows("strategy_cards.csv"):
        words[f"strategy_{row['number']}"] = titles.get(row["rule"]) or dict.fromkeys(LANGUAGES, row["name"])
    return words
