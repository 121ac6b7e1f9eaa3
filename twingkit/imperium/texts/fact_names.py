"""The names of ids in rulings: planets, systems, cards and units in each language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

import attrs

from twingkit.core.rulebook import HiddenFact, NamesByLanguage
from twingkit.imperium.box.names import rule_id_by_card_id
from twingkit.imperium.box.tiles import planets_by_id, tiles_by_number

FOR, AGAINST = "for", "against"
"""The outcomes of an agenda that is voted for or against."""


TOKEN_POOLS = ("tactic", "fleet", "strategy")
"""The pools of command tokens, in the order on a command sheet."""


STRATEGY_CARDS = range(1, 9)
"""The numbers of the strategy cards (IM-PICK-1)."""


class PlanetName(str):
    """The id of a planet, which messages show as the planet's name."""

    __slots__ = ()

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the planet's name."""
        return words.name(f"planet_{self}")


class CardName(str):
    """The id of a card or ability that messages show as the title of its rule; a note also with its owner."""

    __slots__ = ()

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the card's title."""
        card, _, owner = self.partition(":")
        name = words.name(f"card_{card}")
        return f"{name} ({words.format_fact(owner)})" if owner else name


class _ListedCardName(CardName):
    """The id of a card that messages show in a list: its title in quotation marks, or without them for a
    strategy card.
    """

    __slots__ = ()

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the card's title in quotation marks."""
        name = super().label(words, form)
        return name if self.startswith("strategy_") else words.name("listed_card").format(name)


class SystemName(str):
    """The number of a tile that messages show as its system: the word, the number, and the planets."""

    __slots__ = ()

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the word for a system, the number, and the planets."""
        return f"{words.name('system')} {TileName(self).label(words)}"


class TileName(str):
    """The number of a tile that messages show with its planets: `26 Lodor`."""

    __slots__ = ()

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the number, and the planets if there are any."""
        named = "/".join(planet.name for planet in tiles_by_number()[str(self)].planets)
        return f"{self!s} {named}".strip()


class TargetName(str):
    """The target of an ability as written in an answer (`lodor`, `34`, `p2`, `p2 cruiser 34`), which messages
    show in words.

    Further announced choices follow after a comma: `34, p2`. Each word is shown by its name.
    """

    __slots__ = ()

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the target with each word replaced by its name."""
        return ", ".join(
            " ".join(_word(part).label(words, form) for part in thing.split()) for thing in self.split(", ")
        )


class _CatalogueWord(str):
    """A key of the words catalogue that messages show as its word."""

    __slots__ = ()

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the word in a reader's language."""
        return words.format_fact(str(self), form)


_AMOUNT = "#"
"""The sign before an amount among the words of a target; a number alone is that of a tile."""


def format_target_amount(n: int) -> str:
    """Format a number as a word of an ability's target, such as `#2`: the player announces it together with
    the target (IM-TIME-5).

    >>> format_target_amount(2), parse_target_amount(format_target_amount(2))
    ('#2', 2)
    """
    return f"{_AMOUNT}{n}"


def parse_target_amount(word: str) -> int:
    """Return the number in an amount such as `#2`."""
    return int(word.removeprefix(_AMOUNT))


class TargetAmount(str):
    """An amount among the words of a target (`#2`), shown as a number."""

    __slots__ = ()

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the number."""
        return str(parse_target_amount(self))


def _word(text: str) -> PlanetName | CardName | SystemName | TargetAmount | _CatalogueWord:
    """Return one word of an ability's target as the name that messages show: of a planet, card, system,
    amount or catalogue word.
    """
    if text in planets_by_id():
        return PlanetName(text)
    if text in tiles_by_number():
        return SystemName(text)
    if text in (FOR, AGAINST):
        return _CatalogueWord(f"vote_{text}")
    if text.startswith(_AMOUNT):
        return TargetAmount(text)
    return CardName(text) if text in rule_id_by_card_id() else _CatalogueWord(text)


class PoolCounts(str):
    """The command tokens of the three pools as in an answer (`3 4 2`), shown with the pools' names."""

    __slots__ = ()

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return each pool with its number of tokens."""
        return ", ".join(f"{words.name(pool)} {n}" for pool, n in zip(TOKEN_POOLS, self.split(), strict=True))


@attrs.frozen
class UnitClassCount:
    """`n` units of a class, upgraded or not, as a fact of a message.

    >>> from twingkit.core.language import call_in_language
    >>> from twingkit.imperium.texts.rulebook import rulebook
    >>> call_in_language("de", UnitClassCount("spacedock", 2).label, rulebook().words)
    '2 Raumdocks'
    """

    unit_class: str
    n: int

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the number and the name; `form` may be `dat` or `acc` for a grammatical case."""
        several = "many_dat" if form == "dat" else "many"
        return f"{self.n} {words.format_fact(self.unit_class, several if self.n != 1 else form)}"


@attrs.frozen
class UnscorableObjective:
    """A public objective that a player cannot score, because it is scored already or only part of its
    requirement is met.
    """

    card: str
    there: int
    needed: int
    is_scored: bool

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the card's title and what keeps the player from scoring it."""
        text = words.name("objective_scored" if self.is_scored else "objective_progress")
        return text.format(words.format_fact(self.card), self.there, self.needed)


def name_fact(fact_name: str, value: object) -> object:
    """Return a fact's value, if it is an id, as an object that messages show by name; `fact_name` tells the
    kind of id.
    """
    if isinstance(value, HiddenFact):
        return attrs.evolve(value, value=name_fact(fact_name, value.value))
    if isinstance(value, tuple | list):
        return tuple(name_fact(fact_name, part) for part in value)
    if type(value) is not str:
        return value
    if fact_name == "pools":
        return PoolCounts(value)
    if fact_name == "target":
        return TargetName(value)
    for kind in _KINDS.get(fact_name, ()):
        if kind == "planet" and value in planets_by_id():
            return PlanetName(value)
        if kind == "card" and value.partition(":")[0] in rule_id_by_card_id():
            return _ListedCardName(value) if fact_name == "cards" else CardName(value)
        if kind == "system" and value in tiles_by_number():
            return SystemName(value)
        if kind == "tile" and value in tiles_by_number():
            return TileName(value)
        if kind == "outcome" and value in (FOR, AGAINST):
            return f"vote_{value}"
    return value


_KINDS = tomllib.loads(Path(__file__).with_name("fact_kinds.toml").read_text(encoding="utf-8"))
"""For each fact whose values are ids, the kinds of ids to try, in order."""


def facts_with_names(facts: Mapping[str, object]) -> dict[str, object]:
    """Return a message's facts with ids replaced by objects that show names; a fact `units` combines `unit`
    and `n`.

    >>> facts = facts_with_names({"planet": "mr", "unit": "pds", "n": 2})
    >>> sorted(facts), facts["planet"] == "mr"
    (['n', 'planet', 'unit', 'units'], True)
    """
    named = {fact: name_fact(fact, value) for fact, value in facts.items()}
    unit, n = facts.get("unit"), facts.get("n")
    if isinstance(unit, str) and isinstance(n, int):
        named["units"] = UnitClassCount(unit, n)
    return named
