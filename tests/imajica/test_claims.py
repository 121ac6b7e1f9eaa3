"""The claims of lessons and notes hold when the engine plays them (`claims.toml`)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from imajica_games import give, lies, reach, refused, start

from twingkit.imajica.lessons import COURSE
from twingkit.imajica.lessons.answer_key import number_on_table
from twingkit.imajica.rules.rulebook import rulebook

FILE = Path(__file__).with_name("claims.toml")
DATA: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))
CLAIMS: list[dict[str, Any]] = DATA["claim"]

SORTED_OUT = re.compile(r"\btraits?\b", re.I)
"""A word for a text on a card: which of the two removes it is a ruling (IJ-POWER-3)."""


def prose(name: str) -> Iterator[tuple[str, str]]:
    """Yield every English text of a lesson, with its step ("" for what was learned)."""
    lesson = COURSE.lesson(name)
    for step in lesson.steps:
        texts = [text["en"] for text in step.text] + [point.text["en"] for point in step.points]
        texts += [text["en"] for option in step.options for text in (option.text, option.reply) if text]
        yield from ((step.id, text) for text in texts)
    yield from (("", one.text["en"]) for one in lesson.learned)


def english_text(of: str) -> str:
    """Return all English text of a lesson, or the note of a rule."""
    if of.startswith("IJ-"):
        return rulebook()[of].note("en")
    return "\n".join(text for _, text in prose(of))


@pytest.mark.parametrize("claim", CLAIMS, ids=[f"{claim['of']}: {claim['says'][:40]}" for claim in CLAIMS])
def test_what_is_claimed_is_so_when_it_is_played(claim: dict[str, Any]) -> None:
    assert claim["says"] in english_text(claim["of"]), (
        "the text says something else now: read the claim again"
    )
    if "line" not in claim:
        return
    game = start(claim["line"], variant=claim.get("variant", "box"))
    if "give" in claim:
        give(game, *claim["give"])
    for card, area in claim.get("lies", {}).items():
        piece = lies(game, card)
        assert (piece.area if piece else "gone") == area, card
    for card, pivoted in claim.get("turned", {}).items():
        assert lies(game, card).pivoted == pivoted, card
    for what, number in claim.get("count", {}).items():
        kind, *words = what.split()
        assert number_on_table(game.table, kind, words) == number, what
    for answer, rule in claim.get("no", {}).items():
        assert refused(reach(game, "ally"), answer) == rule


@pytest.mark.parametrize("name", COURSE.names)
def test_what_a_lesson_says_was_learned_is_asked_in_it_or_bound_to_a_scene(name: str) -> None:
    lesson = COURSE.lesson(name)
    steps = [step for step in lesson.steps if step.kind in ("predict", "choose")]
    asked = {rule for step in steps for rule in (step.rule, *step.cites)}
    bound = [claim["says"] for claim in CLAIMS if claim["of"] == name]
    loose = [
        one.text["en"]
        for one in lesson.learned
        if one.rule not in asked and not any(says in one.text["en"] for says in bound)
    ]
    assert not loose, "neither asked in a step nor in claims.toml"


@pytest.mark.parametrize("name", COURSE.names)
def test_what_a_lesson_calls_a_trait_is_bound_to_a_scene(name: str) -> None:
    bound = [claim["says"] for claim in CLAIMS if claim["of"] == name]
    for step, text in prose(name):
        if SORTED_OUT.search(text):
            assert any(says in text for says in bound), (step, text)
