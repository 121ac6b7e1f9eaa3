"""The names of planets, cards and abilities: the titles of their rules, or the names in their tables."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from twingkit.core.words import LANGUAGES
from twingkit.imperium.box.tables import box_csv_rows
from twingkit.imperium.box.tiles import planets_by_id

CARD_TABLES = (
    "action_cards.csv", "promissory_notes.csv", "abilities.csv", "agendas.csv", "objectives.csv",
)  # fmt: skip
"""The tables of cards that are each named by a rule of their own."""


@cache
def rule_id_by_card_id() -> dict[str, str]:
    """Return a dict from the id of each card, ability and technology to the id of the rule about it."""
    rules = {row["id"]: row["rule"] for name in CARD_TABLES for row in box_csv_rows(name)}
    return {row["id"]: f"IM-TECH-{row['id']}" for row in box_csv_rows("technologies.csv")} | rules


@cache
def _titles() -> dict[str, str]:
    """Return the English name of each card from the tables, for cards without a rule."""
    listed = (*CARD_TABLES, "technologies.csv")
    return {row["id"]: row["name"] for name in listed for row in box_csv_rows(name)}


def component_names(titles: Mapping[str, Mapping[str, str]]) -> dict[str, Mapping[str, str]]:
    """Return the names of planets, cards and strategy cards in each language, by their keys.

    `titles` are the titles of the rules by id.
    """
    words: dict[str, Mapping[str, str]] = {
        f"planet_{planet.id}": dict.fromkeys(LANGUAGES, planet.name) for planet in planets_by_id().values()
    }
    for card, rule in rule_id_by_card_id().items():
        words[f"card_{card}"] = titles.get(rule) or dict.fromkeys(LANGUAGES, _titles()[card])
    for row in box_csv_rows("strategy_cards.csv"):
        words[f"strategy_{row['number']}"] = titles.get(row["rule"]) or dict.fromkeys(LANGUAGES, row["name"])
    return words
