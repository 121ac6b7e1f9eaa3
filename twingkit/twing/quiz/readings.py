"""Where the rulebooks disagree (TW-VAR): how it is played here, what another reading says, and which book."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from functools import cache

import attrs

from twingkit.asking import Refusal
from twingkit.rulebook import LANGUAGES, Rulebook, Ruling, Texts
from twingkit.twing.begin import asked, begin, give
from twingkit.twing.cards import CHARACTERS, ELEMENTS
from twingkit.twing.notation import read_lay
from twingkit.twing.quiz.deal import Maker
from twingkit.twing.quiz.item import Choice, Item
from twingkit.twing.quiz.options import MOST, yes_no
from twingkit.twing.quiz.phrases import COMMON, Phrases, Said
from twingkit.twing.readings import FORBIDDEN, Reading, readings
from twingkit.twing.rules import rulebook
from twingkit.twing.variant import PRESETS, Switch
from twingkit.twing.variant import Choice as Value

SAY = Phrases("readings")

TRIED = ("TW-VAR-1", "TW-VAR-2", "TW-VAR-3", "TW-VAR-4", "TW-VAR-5", "TW-VAR-6", "TW-VAR-8", "TW-VAR-21")
"""The readings in which one of the books forbids what the other allows, and the learner tries it."""

CLEAR = tuple(f"TW-VAR-{number}" for number in (2, 3, 4, 5, 6, 7, 8, 9, 14, 16, 21))
"""The readings where each book says something, and plainly."""

_CARD = re.compile(r"\b([FWLA])(?=[0-9]|\b)")


# -- scenes in other colours


def recoloured(rng: random.Random, reading: Reading) -> Reading:
    """The same scene with the elements exchanged: other characters and cards, the same rules."""
    colours = dict(zip(ELEMENTS, rng.sample(ELEMENTS, len(ELEMENTS)), strict=True))

    def turn(lines: Sequence[str]) -> tuple[str, ...]:
        return tuple(_CARD.sub(lambda found: colours[found[1]], line) for line in lines)

    return attrs.evolve(
        reading,
        position=turn(reading.position),
        before=turn(reading.before),
        first=turn(reading.first),
        default=turn(reading.default),
        second=turn(reading.second),
    )


def _played(reading: Reading) -> tuple[str, ...]:
    """The answers of the scene as the box plays it."""
    return tuple(line for line in (*reading.first, *reading.default) if not line.startswith(FORBIDDEN))


def _switch(reading: Reading) -> Switch:
    """The switch of a reading that has two."""
    assert reading.change is not None
    return reading.change.switch


def _switched() -> list[Reading]:
    return [each for each in readings() if each.change]


# -- why


@cache
def _book() -> Rulebook:
    """The rules with the sentences that say here which reading is played."""
    book = rulebook()
    told = {case: {lang: SAY.raw(f"told.{case}")[lang] for lang in LANGUAGES} for case in ("kit", "books")}
    rules = [rule for rule in book if rule.chapter == "readings"]
    return Rulebook(tuple(book), book.chapters, {rule.id: told for rule in rules}, book.words)


def _kit(reading: Reading) -> list[Ruling | Refusal]:
    """How the box plays it, and what its rules say in the scene."""
    switch = _switch(reading)
    said = Said(switch.values[0].texts)
    why: list[Ruling | Refusal] = [Ruling(reading.rule, "kit", {"text": said}, _book())]
    story = reading.compare()
    return [*why, *(story.stories[0].lines[place].said for place in story.point[:1] if place >= 0)]


def _books(reading: Reading) -> list[Ruling | Refusal]:
    """What each book says."""
    switch = _switch(reading)
    said = {name: Said(switch.choice(getattr(PRESETS[name], switch.key)).texts) for name in BOOKS}
    return [Ruling(reading.rule, "books", said, _book()), *_kit(reading)[:1]]


BOOKS = ("english", "german")
"""The presets that play as one rulebook says."""


def _item(
    reading: Reading,
    texts: Texts,
    choices: Sequence[Choice],
    why: Sequence[Ruling | Refusal],
    **parts: object,
) -> Item:
    """A question beside the scene of a reading."""
    usual: dict[str, object] = {"before": reading.before, "after": _played(reading)}
    rules = [reading.rule, *_switch(reading).rules, *(each.rule for each in why)]
    return Item(
        topic="",
        kind="",
        seed=0,
        table="\n".join(reading.position),
        texts=texts,
        choices=tuple(choices),
        why=tuple(why),
        rules=tuple(dict.fromkeys(rules)),
        **usual | parts,  # type: ignore[arg-type]
    )


def _value_said(value: Value) -> Texts:
    return SAY("plays.value", text=Said(value.texts))


# -- the questions


def plays(rng: random.Random) -> Item | None:
    """How do we play it? Every value of the switch is an option."""
    reading = recoloured(rng, rng.choice([each for each in _switched() if len(_switch(each).values) > 2]))
    switch = _switch(reading)
    options = [Choice(f"is-{switch.values[0]}", _value_said(switch.values[0]), right=True)]
    options += [
        Choice(f"is-{value}", _value_said(value), forgot=reading.rule) for value in switch.values[1:MOST]
    ]
    texts = SAY("plays.ask", question=Said(reading.questions))
    return _item(reading, texts, options, _kit(reading))


def so(rng: random.Random) -> Item | None:
    """Do we play it like this?"""
    reading = recoloured(rng, rng.choice(_switched()))
    switch = _switch(reading)
    value = switch.values[0] if rng.random() < 0.5 else rng.choice(switch.values[1:])
    texts = SAY("so.ask", question=Said(reading.questions), text=Said(value.texts))
    return _item(reading, texts, yes_no(value.value == switch.default, reading.rule), _kit(reading))


def book(rng: random.Random) -> Item | None:
    """Which rulebook says this?"""
    found = rng.choice([each for each in _switched() if each.rule in CLEAR])
    reading = recoloured(rng, found)
    switch = _switch(reading)
    wanted = rng.choice(("english", "german", "english", "german", "neither"))
    values = [value for value in switch.values if _says(switch, value) == wanted]
    if not values:
        return None
    value = rng.choice(values)
    texts = SAY("book.ask", question=Said(reading.questions), text=Said(value.texts))
    options = [
        Choice(name, SAY(f"book.{name}"), right=name == wanted, forgot="" if name == wanted else reading.rule)
        for name in (*BOOKS, "neither")
    ]
    return _item(reading, texts, options, _books(reading))


def _says(switch: Switch, value: Value) -> str:
    """Which book plays with this value; `neither`, `both`."""
    named = [name for name in BOOKS if getattr(PRESETS[name], switch.key) == value.value]
    return {0: "neither", 1: named[0] if named else "", 2: "both"}[len(named)]


def may(rng: random.Random) -> Item | None:
    """May you do this, as we play it?"""
    wanted = rng.random() < 0.5
    fitting = [each for each in _switched() if each.rule in TRIED and _tried(each)[1] is not wanted]
    reading = recoloured(rng, rng.choice(fitting))
    line, forbidden = _tried(reading)
    told = (*reading.before, *reading.first)
    game = give(begin("\n".join(reading.position)), told)
    question = game.question
    assert question is not None
    answer = question.read(asked(game, line))
    no = question.refusal(answer)
    assert (no is not None) is forbidden, f"{reading.rule}: {line!r}"
    why: list[Ruling | Refusal] = [no] if no else []
    if no is None:
        game.answer(answer)
        telling = (*reading.point, *_switch(reading).rules)
        told_so = [each for rule in telling for each in game.rulings if each.rule == rule]
        why += (told_so or game.rulings)[:1]
    texts = SAY(f"may.{reading.rule}", **_facts(reading, line))
    after = () if no else reading.default
    choices = yes_no(no is None, reading.rule)
    return _item(reading, texts, choices, [*why, *_kit(reading)[:1]], before=told, after=after)


def _tried(reading: Reading) -> tuple[str, bool]:
    """What is tried, and whether the box forbids it."""
    line = reading.default[0]
    return line.removeprefix(FORBIDDEN), line.startswith(FORBIDDEN)


def _facts(reading: Reading, line: str) -> Mapping[str, object]:
    """Who is who, and the cards of a lay."""
    names = [CHARACTERS[element] for element in reading.position[0].split()[1:]]
    facts: dict[str, object] = {"you": Said(COMMON("you.are", side=names[0])), "side": names[1]}
    answer = line.partition(": ")[2]
    if answer.startswith("lay "):
        lay = read_lay(answer.removeprefix("lay "))
        facts |= {"spells": lay.spells, "units": lay.units}
    return facts


KINDS: dict[str, dict[str, Maker]] = {
    "rulebooks-disagree": {"plays": plays, "so": so, "may": may, "book": book}
}
"""The questions of this module, by topic and kind."""
