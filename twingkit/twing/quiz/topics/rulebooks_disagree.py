"""Where the rulebooks disagree: how it is played here, what another reading says, and which book."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache

import attrs

from twingkit.rulebook import Rulebook, Ruling, Texts
from twingkit.twing.begin import begin, give, refused
from twingkit.twing.cards import CHARACTERS, ELEMENTS
from twingkit.twing.notation import read_lay
from twingkit.twing.quiz.asking import Miss, Reason, choices, made, yes_no
from twingkit.twing.quiz.deal import Maker
from twingkit.twing.quiz.item import Choice, Item
from twingkit.twing.quiz.phrases import COMMON, Phrases, Said, joined, plain
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
    told = SAY.group("told")
    rules = [rule for rule in book if rule.chapter == "readings"]
    return Rulebook(tuple(book), book.chapters, {rule.id: told for rule in rules}, book.words)


def _kit(reading: Reading) -> list[Reason]:
    """How the box plays it, and what its rules say in the scene."""
    said = Said(_switch(reading).values[0].texts)
    story = reading.compare()
    scene = [story.stories[0].lines[place].said for place in story.point[:1] if place >= 0]
    return [Ruling(reading.rule, "kit", {"text": said}, _book()), *scene]


def _books(reading: Reading) -> list[Reason]:
    """What each book says."""
    switch = _switch(reading)
    said = {name: Said(switch.choice(getattr(PRESETS[name], switch.key)).texts) for name in BOOKS}
    return [Ruling(reading.rule, "books", said, _book()), *_kit(reading)[:1]]


BOOKS = ("english", "german")
"""The presets that play as one rulebook says."""


def _asked(
    reading: Reading,
    texts: Texts,
    options: Sequence[Choice],
    why: Sequence[Reason],
    before: Sequence[str] | None = None,
    after: Sequence[str] | None = None,
) -> Item | None:
    """A question beside the scene of a reading, after which it is played as the box plays it."""
    rules = [reading.rule, *_switch(reading).rules]
    told = reading.before if before is None else before
    rest = _played(reading) if after is None else after
    table = "\n".join(reading.position)
    return made(table, told, rest, texts=texts, choices=options, why=why, rules=rules)


# -- the questions


def plays(rng: random.Random) -> Item | None:
    """How do we play it? Every value of the switch is an option."""
    reading = recoloured(rng, rng.choice([each for each in _switched() if len(_switch(each).values) > 2]))
    ours, *others = [Said(value.texts) for value in _switch(reading).values]
    texts = joined(_disagree(reading), SAY("ask.plays"))
    options = choices(
        "0",
        [Miss(str(place + 1), reading.rule) for place in range(len(others))],
        lambda place: plain([ours, *others][int(place)]),
        key=lambda place: f"reading-{place}",
    )
    return _asked(reading, texts, options, _kit(reading))


def _disagree(reading: Reading) -> Texts:
    return SAY("ask.disagree", question=Said(reading.questions))


def so(rng: random.Random) -> Item | None:
    """Do we play it like this?"""
    reading = recoloured(rng, rng.choice(_switched()))
    switch = _switch(reading)
    value = switch.values[0] if rng.random() < 0.5 else rng.choice(switch.values[1:])
    texts = joined(_disagree(reading), SAY("ask.so", text=Said(value.texts)))
    return _asked(reading, texts, yes_no(value.value == switch.default, reading.rule), _kit(reading))


def book(rng: random.Random) -> Item | None:
    """Which rulebook says this?"""
    reading = recoloured(rng, rng.choice([each for each in _switched() if each.rule in CLEAR]))
    switch = _switch(reading)
    wanted = rng.choice(("english", "german", "english", "german", "neither"))
    values = [value for value in switch.values if _says(switch, value) == wanted]
    if not values:
        return None
    texts = SAY("ask.book", question=Said(reading.questions), text=Said(rng.choice(values).texts))
    misses = [Miss(name, reading.rule) for name in (*BOOKS, "neither")]
    return _asked(reading, texts, choices(wanted, misses, lambda name: SAY(f"book.{name}")), _books(reading))


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
    no = refused(game, line)
    assert (no is not None) is forbidden, f"{reading.rule}: {line!r}"
    why: list[Reason] = [no] if no else []
    if no is None:
        telling = (*reading.point, *_switch(reading).rules)
        done = give(game, [line])
        why += ([each for rule in telling for each in done.rulings if each.rule == rule] or done.rulings)[:1]
    texts = joined(
        COMMON("player.are", side=_names(reading)[0]), SAY(f"may.{reading.rule}", **_facts(reading, line))
    )
    options, after = yes_no(no is None, reading.rule), () if no else reading.default
    return _asked(reading, texts, options, [*why, *_kit(reading)[:1]], told, after)


def _tried(reading: Reading) -> tuple[str, bool]:
    """What is tried, and whether the box forbids it."""
    line = reading.default[0]
    return line.removeprefix(FORBIDDEN), line.startswith(FORBIDDEN)


def _names(reading: Reading) -> list[str]:
    """The players' names."""
    return [CHARACTERS[element] for element in reading.position[0].split()[1:]]


def _facts(reading: Reading, line: str) -> dict[str, object]:
    """The other player, and the cards of a lay."""
    facts: dict[str, object] = {"side": _names(reading)[1]}
    answer = line.partition(": ")[2]
    if answer.startswith("lay "):
        lay = read_lay(answer.removeprefix("lay "))
        facts |= {"spells": lay.spells, "units": lay.units}
    return facts


KINDS: dict[str, dict[str, Maker]] = {
    "rulebooks-disagree": {"plays": plays, "so": so, "may": may, "book": book}
}
"""The makers of this topic, by kind."""
