"""The texts of questions: sentences, and units, dice, chances, systems and cards in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files

import attrs

from twingkit.core.language import call_in_language, language
from twingkit.core.rulebook import Ruling, Texts, Words
from twingkit.core.words import LANGUAGES, format_number, format_percent, format_percents
from twingkit.imperium.battle.rules.counts_in_words import UnitCount, unit_counts
from twingkit.imperium.battle.rules.losses.assign import HitLosses
from twingkit.imperium.battle.rules.questions import Throw
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.box.tiles import tiles
from twingkit.imperium.box.units import Unit
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.texts.fact_names import CardName, CountedClass, PlanetName, SystemName
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.quiz.item import Reason, Remark
from twingkit.learn.quiz.phrases import TextFact, join_texts
from twingkit.learn.quiz.sentences import QuizSentences

TELLING = QuizSentences.load("imperium", files(__package__), rulebook, SEATS[0])
"""The sentences and reasons of the questions."""

SAY, heard, stated, plain = TELLING.say, TELLING.reasons_for_learner, TELLING.rule_reasons, TELLING.fact_text
remark, mistake, seat_texts = TELLING.remark, TELLING.mistake, TELLING.seat_texts


# -- battles: dice, chances and losses


def reasons_from_rulings(rule: str, rulings: Iterable[Ruling]) -> list[Reason]:
    """Return the words of rulings as reasons based on another rule."""
    return [Remark({lang: ruling.text(lang) for lang in LANGUAGES}, rule) for ruling in rulings]


@attrs.frozen
class DiceSum:
    """Units that bring dice or room: `3 fighters (3) and 1 war sun (3)`, without numbers if every unit brings
    one. A row is a unit, its number, and what these units bring.
    """

    rows: Sequence[tuple[Unit, int, int]]

    def label(self, words: Words, form: str = "") -> str:
        """Return all rows."""
        numbered = len(self.rows) > 1 and any(n != dice for _, n, dice in self.rows)
        parts = [
            UnitCount(unit, n).label(words) + (f" ({dice})" if numbered else "")
            for unit, n, dice in self.rows
        ]
        return words.label(tuple(parts))


@attrs.frozen
class Faces:
    """The dice of a throw by kind of unit, without what they need: `dreadnought 5, 9; fighter 2`."""

    throw: Throw
    faces: Sequence[int]

    def label(self, words: Words, form: str = "") -> str:
        """Return all groups in order."""
        texts, start = [], 0
        for group in self.throw.volley.dice:
            fell = self.faces[start : start + group.count]
            start += group.count
            texts.append(f"{words.label(group.unit)} {', '.join(map(str, fell))}")
        return "; ".join(texts)


def decimal(value: float) -> TextFact:
    """Return a number with one decimal place."""
    return TextFact({lang: call_in_language(lang, format_number, value, 1) for lang in LANGUAGES})


def in_percent(chance: float, digits: int = 0) -> TextFact:
    """Return a chance in percent with this number of decimal places."""
    return TextFact({lang: call_in_language(lang, format_percent, chance, digits) for lang in LANGUAGES})


def percentages(*chances: float) -> list[TextFact]:
    """Return chances that add up to 1 in whole percent that add up to 100.

    >>> [part.texts["en"] for part in percentages(0.124, 0.868, 0.008)]
    ['12%', '87%', '1%']
    """
    told = zip(*(call_in_language(lang, format_percents, chances) for lang in LANGUAGES), strict=True)
    return [TextFact(dict(zip(LANGUAGES, texts, strict=True))) for texts in told]


def losses_text(table: BattleTable, player: int, losses: HitLosses) -> Texts:
    """Return losses in words: what is destroyed, and what sustains damage."""
    roster = table.rosters[player]
    parts = [
        SAY(f"taken.{name}", units=tuple(unit_counts(roster, numbers)))
        for name, numbers in (("destroyed", losses.destroyed), ("sustained", losses.sustained))
        if any(numbers)
    ]
    return join_texts(*parts) if parts else SAY("taken.nothing")


# -- whole games: places, units and cards


@attrs.frozen
class PlaceName:
    """A system by its number and what is there: `system 26 (Lodor, wormhole α)`."""

    number: str

    def label(self, words: Words, form: str = "") -> str:
        """Return the number, the planets, the wormholes and the anomaly."""
        tile, said = tiles()[self.number], SAY.group("place")
        there = [words.name(f"planet_{planet.id}") for planet in tile.planets]
        there += [said[kind][language()] for kind in (*tile.wormholes, tile.anomaly) if kind]
        contents = ", ".join(there or [said["empty"][language()]])
        return said["system"][language()].format(number=self.number, what=contents)


def place(table: GameTable, system: int) -> PlaceName:
    """Return a system by its number and what is there."""
    return PlaceName(table.tile_number(system))


def place_texts(number: str) -> Texts:
    """Return a system by the number of its tile alone."""
    return plain(PlaceName(number))


SYSTEM = "system "
"""The beginning of the key of an option that is a system: a number alone would keep its place."""


def system_key(number: str) -> str:
    """Return the key of a system as an option."""
    return SYSTEM + number


def places(table: GameTable, systems: Sequence[int]) -> TextFact:
    """Return systems by their numbers alone, in order."""
    return TextFact(plain(tuple(SystemName(table.tile_number(system)) for system in systems)))


def units(counts: Mapping[str, int]) -> tuple[CountedClass, ...]:
    """Return units with their numbers; `{units:dat}` asks for a grammatical case."""
    return tuple(CountedClass(name, count) for name, count in counts.items() if count)


def planet(name: str) -> PlanetName:
    """Return a planet by its name."""
    return PlanetName(name)


def planet_names(names: Sequence[str]) -> TextFact:
    """Return planets by their names."""
    return TextFact(plain(tuple(PlanetName(name) for name in names)))


def card(name: str) -> CardName:
    """Return a card by its title."""
    return CardName(name)


def card_texts(name: str) -> Texts:
    """Return a card's title."""
    return plain(CardName(name))


def strategy_key(number: int) -> str:
    """Return the name of a strategy card for sentences."""
    return f"strategy_{number}"


def join_with(parts: Iterable[Texts], between: str = ", ") -> TextFact:
    """Texts one after another."""
    listed = list(parts)
    return TextFact({lang: between.join(part[lang] for part in listed) for lang in LANGUAGES})


def strategy_cards(table: GameTable) -> dict[str, object]:
    """Return the strategy cards of all players as facts: `cards1` to `cards3`."""
    return {
        f"cards{player.seat + 1}": tuple(f"strategy_{number}" for number in player.strategy_cards)
        for player in table.players
    }
