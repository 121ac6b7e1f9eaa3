"""docs/imperium-notation.md: its lines are canonical, legal and linkable, and its table matches the rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from twingkit.imperium import Battle, effects_by_id, rulebook
from twingkit.imperium.battle.notation.battle_line import BATTLE_KINDS
from twingkit.imperium.box.effects import BattleEffect, line_effect_ids

PAGE = Path(__file__).parents[4].joinpath("docs", "imperium-notation.md").read_text(encoding="utf-8")
LINES = [line for block in re.findall(r"```line\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]
HEAD = (
    "| id | what | whose | side | where | default round | how the odds use it |",
    "|---|---|---|---|---|---|---|",
)


def owner_cell(effect: BattleEffect) -> str:
    """Return the faction of an effect; of a promissory note, its owner."""
    if not effect.owner:
        return "anyone"
    return f"note of {effect.owner}" if effect.source == "promissory" else effect.owner


def default_round(effect: BattleEffect) -> str:
    """Return the meaning of a card without a round."""
    if not effect.is_one_shot:
        return "–"
    return str(effect.default_round) if effect.default_round else "the first that can use it"


def row(effect_id: str) -> str:
    """Return an effect's row of the table."""
    effect = effects_by_id()[effect_id]
    rule = rulebook()[effect.rule]
    cells = (
        f"`{effect_id}`",
        f"{rule.title()} ({effect.rule})",
        owner_cell(effect),
        effect.role,
        effect.phase,
        default_round(effect),
        " ".join((rule.note() or rule.text()).split()),
    )
    return f"| {' | '.join(cells)} |"


def table() -> str:
    """Return the whole table, as it must be on the page."""
    return "\n".join([*HEAD, *map(row, line_effect_ids())])


def test_the_page_shows_every_kind_of_line():
    assert {Battle.parse(line).kind for line in LINES} == set(BATTLE_KINDS)


@pytest.mark.parametrize("line", LINES)
def test_a_shown_line_is_canonical_and_legal(line):
    assert str(Battle.parse(line)) == line
    assert not Battle.parse(line).problems()


def test_the_table_of_effects_is_that_of_the_rules():
    assert table() in PAGE


def test_the_rules_that_the_page_names_are_there():
    named = set(re.findall(r"IM-[A-Z]+-[0-9A-Za-z_]+", PAGE))
    assert len(named) > 60
    assert all(rule in rulebook() for rule in named)
