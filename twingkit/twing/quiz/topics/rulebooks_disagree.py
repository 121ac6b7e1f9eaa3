"""Questions about points on which the rulebooks disagree: how this game is played, what another
interpretation says, and which book it comes from.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import attrs

from twingkit.core.play import Game
from twingkit.core.rulebook import Rulebook, Ruling, Texts
from twingkit.learn.quiz.item import AnswerOption, Item
from twingkit.twing.notation.battle_line import parse_lay
from twingkit.twing.quiz.asking import Mistake, Reason, choices, make_item, yes_no_options
from twingkit.twing.quiz.phrases import COMMON, Phrases, TextFact, fact_texts, join_texts
from twingkit.twing.rules.cards import CHARACTERS, ELEMENTS
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.variants.readings import FORBIDDEN, Disagreement, readings
from twingkit.twing.variants.variant import PRESETS, Switch
from twingkit.twing.variants.variant import SwitchValue as Value

SAY = Phrases("readings")

TESTED_READINGS = (
    "TW-VAR-1",
    "TW-VAR-2",
    "TW-VAR-3",
    "TW-VAR-4",
    "TW-VAR-5",
    "TW-VAR-6",
    "TW-VAR-8",
    "TW-VAR-21",
)
"""The disagreements in which one of the books forbids what the other allows, and the learner tries it."""

CLEAR_READINGS = tuple(f"TW-VAR-{number}" for number in (2, 3, 4, 5, 6, 7, 8, 9, 14, 16))
"""The disagreements on which each book says something clear."""

_CARD = re.compile(r"\b([FWLA])(?=[0-9]|\b)")


# -- scenes with other elements


def recoloured(rng: random.Random, reading: Disagreement) -> Disagreement:
    """Return the same scene with the elements exchanged: other characters and cards, the same rules."""
    colours = dict(zip(ELEMENTS, rng.sample(ELEMENTS, len(ELEMENTS)), strict=True))

    def turned(lines: Sequence[str]) -> tuple[str, ...]:
        return tuple(_CARD.sub(lambda match: colours[match[1]], line) for line in lines)

    names = ("position", "before", "first", "default", "second")
    parts: dict[str, Any] = {name: turned(getattr(reading, name)) for name in names}
    return attrs.evolve(reading, **parts)


def _played(reading: Disagreement) -> tuple[str, ...]:
    """Return the answers of the scene under the rules of the box."""
    return tuple(line for line in (*reading.first, *reading.default) if not line.startswith(FORBIDDEN))


def _switch(reading: Disagreement) -> Switch:
    """Return the switch of a disagreement that has only two values."""
    assert reading.change is not None
    return reading.change.switch


def _switched() -> list[Disagreement]:
    return [reading for reading in readings() if reading.change]


# -- reasons


@cache
def _book() -> Rulebook:
    """Return the rules with the sentences that say which interpretation this game uses."""
    book = rulebook()
    texts = SAY.group("told")
    rules = [rule for rule in book if rule.chapter == "readings"]
    return Rulebook(tuple(book), book.chapters, {rule.id: texts for rule in rules}, book.words)


def _box_reasons(reading: Disagreement) -> list[Reason]:
    """Return the reasons from the box: its answer, and the rulings in the scene."""
    answer = TextFact(_switch(reading).values[0].texts)
    story = reading.compare()
    scene = [story.stories[0].lines[index].outcome for index in story.point[:1] if index >= 0]
    return [Ruling(reading.rule, "kit", {"text": answer}, _book()), *scene]


def _book_reasons(reading: Disagreement) -> list[Reason]:
    """Return the reasons from the books: the answer of each."""
    switch = _switch(reading)
    answers = {name: TextFact(switch.choice(getattr(PRESETS[name], switch.key)).texts) for name in BOOKS}
    return [Ruling(reading.rule, "books", answers, _book()), *_box_reasons(reading)[:1]]


BOOKS = ("english", "german")
"""The presets that follow one rulebook each."""


def _reading_item(
    reading: Disagreement,
    texts: Texts,
    options: Sequence[AnswerOption],
    why: Sequence[Reason],
    before: Sequence[str] | None = None,
    after: Sequence[str] | None = None,
) -> Item | None:
    """Make a question beside the scene of a disagreement, which is then played under the rules of the box."""
    rules = [reading.rule, *_switch(reading).rules]
    plays = reading.before if before is None else before
    following = _played(reading) if after is None else after
    table = "\n".join(reading.position)
    return make_item(table, plays, following, texts=texts, choices=options, why=why, rules=rules)


# -- the questions


def how_we_play(rng: random.Random) -> Item | None:
    """Make the question “How do we play it?” Every value of the switch is an option."""
    reading = recoloured(
        rng, rng.choice([reading for reading in _switched() if len(_switch(reading).values) > 2])
    )
    ours, *others = [TextFact(value.texts) for value in _switch(reading).values]
    texts = join_texts(_disagree(reading), SAY("ask.plays"))
    options = choices(
        "0",
        [Mistake(str(index + 1), f"{reading.rule}/other") for index in range(len(others))],
        lambda index: fact_texts([ours, *others][int(index)]),
        key=lambda index: f"reading-{index}",
    )
    return _reading_item(reading, texts, options, _box_reasons(reading))


def _disagree(reading: Disagreement) -> Texts:
    return SAY("ask.disagree", question=TextFact(reading.questions))


def played_like_this(rng: random.Random) -> Item | None:
    """Make the question “Do we play it like this?”"""
    reading = recoloured(rng, rng.choice(_switched()))
    switch = _switch(reading)
    value = switch.values[0] if rng.random() < 0.5 else rng.choice(switch.values[1:])
    texts = join_texts(_disagree(reading), SAY("ask.so", text=TextFact(value.texts)))
    return _reading_item(reading, texts, yes_no_options(value.value == switch.default), _box_reasons(reading))


def book(rng: random.Random) -> Item | None:
    """Make the question “Which rulebook says this?”"""
    reading = recoloured(
        rng, rng.choice([reading for reading in _switched() if reading.rule in CLEAR_READINGS])
    )
    switch = _switch(reading)
    target = rng.choice(("english", "german", "english", "german", "neither"))
    values = [value for value in switch.values if _book_of(switch, value) == target]
    if not values:
        return None
    texts = SAY("ask.book", question=TextFact(reading.questions), text=TextFact(rng.choice(values).texts))
    mistakes = [Mistake(name, f"{reading.rule}/book") for name in (*BOOKS, "neither")]
    return _reading_item(
        reading, texts, choices(target, mistakes, lambda name: SAY(f"book.{name}")), _book_reasons(reading)
    )


def _book_of(switch: Switch, value: Value) -> str:
    """Return the book that uses this value, or `neither`, or `both`."""
    named = [name for name in BOOKS if getattr(PRESETS[name], switch.key) == value.value]
    return {0: "neither", 1: named[0] if named else "", 2: "both"}[len(named)]


def may_act(rng: random.Random) -> Item | None:
    """Make the question “May you do this, as we play it?”"""
    target = rng.random() < 0.5
    fitting = [
        reading
        for reading in _switched()
        if reading.rule in TESTED_READINGS and _answer_tried(reading)[1] is not target
    ]
    reading = recoloured(rng, rng.choice(fitting))
    line, forbidden = _answer_tried(reading)
    plays = (*reading.before, *reading.first)
    game = Game.begin("\n".join(reading.position)).give_answers(*plays)
    refusal = game.refusal(line)
    assert (refusal is not None) is forbidden, f"{reading.rule}: {line!r}"
    why: list[Reason] = [refusal] if refusal else []
    if refusal is None:
        telling = (*reading.point, *_switch(reading).rules)
        retold = game.give_answers(line)
        why += (
            [ruling for rule in telling for ruling in retold.rulings if ruling.rule == rule] or retold.rulings
        )[:1]
    texts = join_texts(
        COMMON("player.are", side=_names(reading)[0]), SAY(f"may.{reading.rule}", **_facts(reading, line))
    )
    options, after = yes_no_options(refusal is None), () if refusal else reading.default
    return _reading_item(reading, texts, options, [*why, *_box_reasons(reading)[:1]], plays, after)


def _answer_tried(reading: Disagreement) -> tuple[str, bool]:
    """Return the answer that is tried, and whether the rules of the box forbid it."""
    line = reading.default[0]
    return line.removeprefix(FORBIDDEN), line.startswith(FORBIDDEN)


def _names(reading: Disagreement) -> list[str]:
    """Return the players' names."""
    return [CHARACTERS[element] for element in reading.position[0].split()[1:]]


def _facts(reading: Disagreement, line: str) -> dict[str, object]:
    """Return the other player, and the cards of a lay, as facts."""
    facts: dict[str, object] = {"side": _names(reading)[1]}
    answer = line.partition(": ")[2]
    if answer.startswith("lay "):
        lay = parse_lay(answer.removeprefix("lay "))
        facts |= {"spells": lay.spells, "units": lay.units}
    return facts


KINDS = {"rulebooks-disagree": {"plays": how_we_play, "so": played_like_this, "may": may_act, "book": book}}
"""The makers of this topic, by kind."""
