"""Ids of the game as rulings name them: planets, systems, cards and units by their names in each language."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from twingkit.core.rulebook import Hidden, Words
from twingkit.imperium.box.names import card_rules
from twingkit.imperium.box.tiles import planets, tiles

FOR, AGAINST = "for", "against"
"""The outcomes of an agenda that elects nobody."""


POOLS = ("tactic", "fleet", "strategy")
"""The pools of command tokens, in the order of a sheet."""


STRATEGY_CARDS = range(1, 9)
"""The numbers of the strategy cards (IM-PICK-1)."""


class PlanetName(str):
    """The id of a planet, named as the planet: the Embers of Muaat live on Muaat."""

    __slots__ = ()

    def label(self, words: Words, form: str = "") -> str:
        """Its name."""
        return words.name(f"planet_{self}")


class CardName(str):
    """The id of a card or ability, shown by the title of its rule; a note also with its owner."""

    __slots__ = ()

    def label(self, words: Words, form: str = "") -> str:
        """Its name."""
        card, _, owner = self.partition(":")
        name = words.name(f"card_{card}")
        return f"{name} ({words.label(owner)})" if owner else name


class SystemName(str):
    """The number of a tile, named as the system."""

    __slots__ = ()

    def label(self, words: Words, form: str = "") -> str:
        """The word for a system, the number, and the planets."""
        return f"{words.name('system')} {TileName(self).label(words)}"


class TileName(str):
    """The number of a tile, shown with its planets: `26 Lodor`."""

    __slots__ = ()

    def label(self, words: Words, form: str = "") -> str:
        """The number, and the planets if there are any."""
        named = "/".join(planet.name for planet in tiles()[str(self)].planets)
        return f"{self!s} {named}".strip()


class TargetName(str):
    """The target of an ability as in an answer: `lodor`, `34`, `p2`, `p2 cruiser 34`.

    Further announced choices follow after a comma: `34, p2`. Each word is shown by its name.
    """

    __slots__ = ()

    def label(self, words: Words, form: str = "") -> str:
        """The words by their names."""
        return ", ".join(
            " ".join(_word(part).label(words, form) for part in thing.split()) for thing in self.split(", ")
        )


class PlainWord(str):
    """A word of the catalogue."""

    __slots__ = ()

    def label(self, words: Words, form: str = "") -> str:
        """Its name."""
        return words.label(str(self), form)


_AMOUNT = "#"
"""The sign before an amount among the words of a target; a number alone is that of a tile."""


def format_amount(n: int) -> str:
    """A number as a word of a target, which is announced with it (IM-TIME-5).

    >>> format_amount(2), parse_amount(format_amount(2))
    ('#2', 2)
    """
    return f"{_AMOUNT}{n}"


def parse_amount(word: str) -> int:
    """The number that such a word means."""
    return int(word.removeprefix(_AMOUNT))


class Amount(str):
    """An amount among the words of a target: `#2`."""

    __slots__ = ()

    def label(self, words: Words, form: str = "") -> str:
        """The number."""
        return str(parse_amount(self))


def _word(text: str) -> PlanetName | CardName | SystemName | Amount | PlainWord:
    """One word of a target, with the name for its kind."""
    if text in planets():
        return PlanetName(text)
    if text in tiles():
        return SystemName(text)
    if text in (FOR, AGAINST):
        return PlainWord(f"vote_{text}")
    if text.startswith(_AMOUNT):
        return Amount(text)
    return CardName(text) if text in card_rules() else PlainWord(text)


class PoolCounts(str):
    """The tokens of the three pools as they are answered, each named: `3 4 2`."""

    __slots__ = ()

    def label(self, words: Words, form: str = "") -> str:
        """Each pool with its number."""
        return ", ".join(f"{words.name(pool)} {n}" for pool, n in zip(POOLS, self.split(), strict=True))


@attrs.frozen
class CountedClass:
    """`n` units of a class, whatever kind a faction has of it.

    >>> from twingkit.core.language import call_in_language
    >>> from twingkit.imperium.texts.rulebook import rulebook
    >>> call_in_language("de", CountedClass("spacedock", 2).label, rulebook().words)
    '2 Raumdocks'
    """

    unit_class: str
    n: int

    def label(self, words: Words, form: str = "") -> str:
        """The number and the name; `dat` and `acc` ask for a case."""
        several = "many_dat" if form == "dat" else "many"
        return f"{self.n} {words.label(self.unit_class, several if self.n != 1 else form)}"


def name_fact(fact: str, value: object) -> object:
    """Return the value of a fact with its name for messages; the name of the fact tells what kind of id it
    is.
    """
    if isinstance(value, Hidden):
        return attrs.evolve(value, value=name_fact(fact, value.value))
    if isinstance(value, tuple | list):
        return tuple(name_fact(fact, part) for part in value)
    if type(value) is not str:
        return value
    if fact == "pools":
        return PoolCounts(value)
    if fact == "target":
        return TargetName(value)
    for kind in _KINDS.get(fact, ()):
        if kind == "planet" and value in planets():
            return PlanetName(value)
        if kind == "card" and value.partition(":")[0] in card_rules():
            return CardName(value)
        if kind == "system" and value in tiles():
            return SystemName(value)
        if kind == "tile" and value in tiles():
            return TileName(value)
        if kind == "outcome" and value in (FOR, AGAINST):
            return f"vote_{value}"
    return value


_KINDS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("planet", "planets"), ("planet",)),
    **dict.fromkeys(("place", "places"), ("planet", "system")),
    **dict.fromkeys(("number", "system"), ("tile",)),
    **dict.fromkeys(
        (
            "ability",
            "agenda",
            "card",
            "cards",
            "law",
            "note",
            "notes",
            "objective",
            "own",
            "technology",
            "technologies",
        ),
        ("card",),
    ),
    "outcome": ("outcome", "planet", "card"),
    "subject": ("planet", "card"),
}
"""For each fact whose values are ids, the kinds of ids to try, in order."""


def name_facts(facts: Mapping[str, object]) -> dict[str, object]:
    """Facts with their ids named; a unit that is counted also as `units`.

    >>> facts = name_facts({"planet": "mr", "unit": "pds", "n": 2})
    >>> sorted(facts), facts["planet"] == "mr"
    (['n', 'planet', 'unit', 'units'], True)
    """
    named = {fact: name_fact(fact, value) for fact, value in facts.items()}
    unit, n = facts.get("unit"), facts.get("n")
    if isinstance(unit, str) and isinstance(n, int):
        named["units"] = CountedClass(unit, n)
    return named


__all__ = [
    "AGAINST",
    "FOR",
    "POOLS",
    "CardName",
    "CountedClass",
    "PlanetName",
    "PoolCounts",
    "SystemName",
    "TileName",
    "format_amount",
    "name_fact",
    "name_facts",
    "parse_amount",
]
