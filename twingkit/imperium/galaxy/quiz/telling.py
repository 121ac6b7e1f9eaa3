"""The texts of questions on whole games: sentences of the catalogue, systems, planets and units in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files

import attrs

from twingkit.core.rulebook import Texts, Words
from twingkit.core.words import LANGUAGES
from twingkit.imperium.box.tiles import tiles
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.texts.named import CardName, CountedClass, PlanetName, SystemName
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.quiz.phrases import Said
from twingkit.learn.quiz.telling import Telling

TELLING = Telling.of("game", files("twingkit.imperium.galaxy.quiz"), rulebook, SEATS[0])
"""The sentences and reasons of the questions."""

SAY, heard, stated, plain = TELLING.say, TELLING.heard, TELLING.stated, TELLING.plain_fact
remark, slip, seat_texts = TELLING.remark, TELLING.slip, TELLING.seat_texts


@attrs.frozen
class PlaceName:
    """A system by its number and what is there: `system 26 (Lodor, wormhole α)`."""

    number: str

    def label(self, words: Words, lang: str, form: str = "") -> str:
        """The number, the planets, the wormholes and the anomaly."""
        tile, said = tiles()[self.number], SAY.group("place")
        there = [words.name(f"planet_{planet.id}", lang) for planet in tile.planets]
        there += [said[kind][lang] for kind in (*tile.wormholes, tile.anomaly) if kind]
        contents = ", ".join(there or [said["empty"][lang]])
        return said["system"][lang].format(number=self.number, what=contents)


def place(table: GameTable, system: int) -> PlaceName:
    """A system by its number and what is there."""
    return PlaceName(table.number(system))


def place_texts(number: str) -> Texts:
    """The same by the number of its tile, alone."""
    return plain(PlaceName(number))


SYSTEM = "system "
"""The beginning of the key of an option that is a system: a number alone would keep its place."""


def system_key(number: str) -> str:
    """The key of a system as an option."""
    return SYSTEM + number


def places(table: GameTable, systems: Sequence[int]) -> Said:
    """Systems by their numbers alone, in their order."""
    return Said(plain(tuple(SystemName(table.number(system)) for system in systems)))


def units(counts: Mapping[str, int]) -> tuple[CountedClass, ...]:
    """Units with their numbers; `{units:dat}` asks for a case."""
    return tuple(CountedClass(name, count) for name, count in counts.items() if count)


def planet(name: str) -> PlanetName:
    """A planet by its name."""
    return PlanetName(name)


def planets_named(names: Sequence[str]) -> Said:
    """Planets by their names."""
    return Said(plain(tuple(PlanetName(name) for name in names)))


def card(name: str) -> CardName:
    """A card by its title."""
    return CardName(name)


def card_texts(name: str) -> Texts:
    """A card's title."""
    return plain(CardName(name))


def strategy(number: int) -> str:
    """A strategy card, as sentences name it."""
    return f"strategy_{number}"


def in_a_row(parts: Iterable[Texts], between: str = ", ") -> Said:
    """Texts one after another."""
    listed = list(parts)
    return Said({lang: between.join(part[lang] for part in listed) for lang in LANGUAGES})


def strategy_cards(table: GameTable) -> dict[str, object]:
    """The strategy cards of all players as facts: `cards1` to `cards3`."""
    return {
        f"cards{player.seat + 1}": tuple(f"strategy_{number}" for number in player.strategy_cards)
        for player in table.players
    }
