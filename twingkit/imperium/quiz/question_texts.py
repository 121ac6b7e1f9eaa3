"""The texts of questions: sentences, and dice, units, chances, systems and cards in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files

import attrs

from twingkit.core.language import call_in_language, language
from twingkit.core.rulebook import NamesByLanguage, Ruling, TextByLanguage
from twingkit.core.words import LANGUAGES, format_number, format_percent, format_percents
from twingkit.imperium.battle.rules.counts_in_words import UnitCount, unit_counts
from twingkit.imperium.battle.rules.losses.assign import HitLosses
from twingkit.imperium.battle.rules.questions import RollDice
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.box.effects import effects_by_id
from twingkit.imperium.box.tiles import tiles_by_number
from twingkit.imperium.box.units import Unit
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.texts.fact_names import CardName, PlanetName, SystemName, UnitClassCount
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.quiz.item import QuizReason, Reason
from twingkit.learn.quiz.phrases import join_texts
from twingkit.learn.quiz.sentences import QuizSentences

SENTENCES = QuizSentences.load("imperium", files(__package__), rulebook, SEATS[0])
"""The sentences and reasons of quiz questions."""

SAY, plain = SENTENCES.say, SENTENCES.fact_text
heard, stated = SENTENCES.reasons_for_learner, SENTENCES.rule_reasons
remark, explain, mistake = SENTENCES.remark, SENTENCES.explain, SENTENCES.mistake
seat_texts = SENTENCES.seat_texts


# -- battles: dice, chances and losses


def reasons_from_rulings(rule: str, rulings: Iterable[Ruling]) -> list[Reason]:
    """Return the texts of rulings as reasons, all of them attributed to `rule`."""
    return [QuizReason({lang: ruling.text(lang) for lang in LANGUAGES}, rule) for ruling in rulings]


@attrs.frozen
class UnitsWithTotals:
    """Units with the total dice or capacity that they provide, as text: `3 fighters (3) and 1 war sun (3)`.

    Without numbers if every unit brings one. A row is a unit, its number, and the total that these units
    bring.
    """

    rows: Sequence[tuple[Unit, int, int]]

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the units with their totals as one text."""
        numbered = len(self.rows) > 1 and any(n != dice for _, n, dice in self.rows)
        parts = [
            UnitCount(unit, n).label(words) + (f" ({dice})" if numbered else "")
            for unit, n, dice in self.rows
        ]
        return words.format_fact(tuple(parts))


@attrs.frozen
class DiceByUnitClass:
    """The dice of a roll, grouped by unit class, as text: `dreadnought 5, 9; fighter 2`."""

    roll: RollDice
    faces: Sequence[int]

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the unit classes with their dice, in the order of the roll."""
        texts, start = [], 0
        for group in self.roll.volley.groups:
            fell = self.faces[start : start + group.count]
            start += group.count
            texts.append(f"{words.format_fact(group.unit)} {', '.join(map(str, fell))}")
        return "; ".join(texts)


def modified_face_remark(effect: str, unit: str, printed: int, now: int) -> QuizReason:
    """Return a remark on the face that a die needs by its unit, what changes it, and the result."""
    facts = {"unit": unit, "m": printed, "change": printed - now, "n": now}
    changing = effects_by_id()[effect]
    return remark("why.needs", changing.rule, effect=changing, **facts)


def one_decimal_text(value: float) -> TextByLanguage:
    """Return a number as text in every language, with one decimal place."""
    return {lang: call_in_language(lang, format_number, value, 1) for lang in LANGUAGES}


def percentage_texts(chance: float, digits: int = 0) -> TextByLanguage:
    """Return a chance in percent with this number of decimal places."""
    return {lang: call_in_language(lang, format_percent, chance, digits) for lang in LANGUAGES}


def whole_percent_texts(*chances: float) -> list[TextByLanguage]:
    """Return each chance (0 to 1) as text in whole percent.

    >>> [part["en"] for part in whole_percent_texts(0.124, 0.868, 0.008)]
    ['12%', '87%', '1%']
    """
    told = zip(*(call_in_language(lang, format_percents, chances) for lang in LANGUAGES), strict=True)
    return [dict(zip(LANGUAGES, texts, strict=True)) for texts in told]


def losses_text(table: BattleTable, side_index: int, losses: HitLosses) -> TextByLanguage:
    """Return the losses of a player as text: units destroyed, and units that sustain damage."""
    roster = table.rosters[side_index]
    parts = [
        SAY(f"taken.{name}", units=tuple(unit_counts(roster, numbers)))
        for name, numbers in (("destroyed", losses.destroyed), ("sustained", losses.sustained))
        if any(numbers)
    ]
    return join_texts(*parts) if parts else SAY("taken.nothing")


# -- whole games: places, units and cards


@attrs.frozen
class SystemInWords:
    """A system named by its number and its contents: `system 26 (Lodor, wormhole α)`."""

    number: str

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the number, the planets, the wormholes and the anomaly."""
        tile, said = tiles_by_number()[self.number], SAY.group("place")
        there = [words.name(f"planet_{planet.id}") for planet in tile.planets]
        there += [said[kind][language()] for kind in (*tile.wormholes, tile.anomaly) if kind]
        contents = ", ".join(there or [said["empty"][language()]])
        return said["system"][language()].format(number=self.number, what=contents)


def system_number_texts(tile_number: str) -> TextByLanguage:
    """Return the name of a system by the number of its tile alone."""
    return plain(SystemInWords(tile_number))


def system_numbers_text(table: GameTable, systems: Sequence[int]) -> TextByLanguage:
    """Return a list of systems as text, each named only by its tile number."""
    return plain(tuple(SystemName(table.tile_number(system)) for system in systems))


def counted_units(counts: Mapping[str, int]) -> tuple[UnitClassCount, ...]:
    """Return units with their numbers, to insert into a text; units with the number 0 are left out.

    `{units:dat}` in a sentence asks for the dative.
    """
    return tuple(UnitClassCount(name, count) for name, count in counts.items() if count)


card, planet = CardName, PlanetName
"""The title of a card and the name of a planet, given their ids, as facts of a sentence."""


def planet_names(names: Sequence[str]) -> TextByLanguage:
    """Return a list of planet names as text."""
    return plain(tuple(PlanetName(name) for name in names))


def strategy_card_name_key(card_number: int) -> str:
    """Return the key of a strategy card's name in the words catalogue, such as `strategy_1`."""
    return f"strategy_{card_number}"


def strategy_card_facts(table: GameTable) -> dict[str, object]:
    """Return the strategy cards of each player as the facts `cards1`, `cards2` and so on, to insert into a
    text.
    """
    return {
        f"cards{player.seat + 1}": tuple(f"strategy_{number}" for number in player.strategy_cards)
        for player in table.players
    }
