"""The names of things: units, factions, seats, systems, planets, cards, and answers in words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from twingkit.core.language import call_in_language
from twingkit.imperium.box.names import card_rules
from twingkit.imperium.box.tables import table_rows
from twingkit.imperium.box.tiles import Planet, Tile, planets, tiles
from twingkit.imperium.box.units import Unit
from twingkit.imperium.galaxy.map.galaxy import OPEN
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit.imperium.galaxy.trade.offers import parse_offer
from twingkit.imperium.galaxy.view import Units
from twingkit.imperium.texts.fact_names import CardName, CountedClass, TileName
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.panel.house_rules_words import house_rules_text
from twingkit_widgets.panel.wording import Words, capitalize_first, number

WORDS = Words(Path(__file__).with_name("words.toml"))
"""The sentences of the pictures."""

GREEK = {"alpha": "α", "beta": "β", "delta": "δ"}
"""The signs of wormholes."""

SINGLE = {"goods": "good", "commodities": "commodity"}
"""The thing that is counted, by its word for a single one."""

NONE = "none"
"""The word of an answer that takes nothing."""


def say(key: str, **facts: object) -> str:
    """A sentence of the pictures."""
    return WORDS.say(key, **facts)


def seat_symbol(seat: int) -> str:
    """The sign of a seat on the map and on its sheet, beside its colour.

    >>> seat_symbol(1)
    'P2'
    """
    return SEATS[seat].upper()


def seat_name(seat: int, own: int) -> str:
    """The name of a seat; the reader's own seat is "you"."""
    return say("you") if seat == own else capitalize_first(rulebook().words.name(SEATS[seat]))


def faction_name(faction: str, form: str = "") -> str:
    """The name of a faction; `form` "short" leaves out its kind."""
    return capitalize_first(rulebook().words.name(faction, form))


def card_name(card: str) -> str:
    """The name of a card, ability, technology or objective; a note also with its owner."""
    return capitalize_first(CardName(card).label(rulebook().words))


def card_text(card: str) -> str:
    """The text of a card's rule, with the site's own changes; empty if the rulebook has none."""
    rule = card_rules().get(card.partition(":")[0], "")
    return f"{rulebook()[rule].text()}{house_rules_text([rule])}" if rule in rulebook() else ""


def strategy_name(number: int) -> str:
    """The name of a strategy card."""
    return capitalize_first(rulebook().words.name(f"strategy_{number}"))


@cache
def strategy_rules() -> dict[int, str]:
    """The rule of each strategy card by its number."""
    return {int(row["number"]): row["rule"] for row in table_rows("strategy_cards.csv")}


def planet_name(planet: str) -> str:
    """The name of a planet."""
    return planets()[planet].name


def tile_name(number: str) -> str:
    """The number of a tile with its planets.

    >>> tile_name("33"), tile_name("39")
    ('33 Corneeq/Resculon', '39')
    """
    return call_in_language("en", TileName(number).label, rulebook().words) if number in tiles() else number


def system_name(number: str) -> str:
    """A system by its tile and contents.

    >>> system_name("26")
    '26 Lodor, α wormhole'
    """
    if number == OPEN:
        return say("system.open")
    tile = tiles().get(number)
    if tile is None:
        return number
    return f"{number} {', '.join(_parts(tile)) or say('system.empty')}"


def _parts(tile: Tile) -> Iterable[str]:
    yield from (planet.name for planet in tile.planets)
    yield from (say("system.wormhole", kind=GREEK[kind]) for kind in tile.wormholes)
    if tile.anomaly:
        yield say(f"system.{tile.anomaly}")


def planet_text(planet: Planet) -> str:
    """The numbers of a planet in words."""
    return say(
        "planet",
        resources=planet.resources,
        influence=planet.influence,
        trait=say(f"trait.{planet.trait or 'none'}"),
        specialty=say(f"specialty.{planet.specialty or 'none'}"),
    )


def units_text(units: Iterable[tuple[str, int, int]]) -> str:
    """Units in words: (class, number, the damaged ones among them)."""
    words, parts = rulebook().words, []
    for name, count, hurt in units:
        text = CountedClass(name, count).label(words)
        parts.append(say("units.hurt", units=text, n=hurt) if hurt else text)
    return join_names(parts)


def by_seat(units: Units) -> dict[int, list[tuple[str, int, int]]]:
    """Units by the seat that has them: (class, number, damaged ones)."""
    units_by_seat: dict[int, list[tuple[str, int, int]]] = {}
    for seat, name, count, hurt in units:
        units_by_seat.setdefault(seat, []).append((name, count, hurt))
    return units_by_seat


def unit_name(unit: Unit | str, count: int = 1) -> str:
    """The name of units of a kind, or of a class: of one, or of several."""
    words, form = rulebook().words, "" if count == 1 else "many"
    return words.name(unit, form) if isinstance(unit, str) else unit.label(words, form)


def resources(cost: float, key: str = "resources") -> str:
    """A number of resources, with its unit."""
    cost_text = number(cost, 0 if cost == int(cost) else 1)
    return say(key if cost != 1 else f"{key}_one", n=cost_text)


def join_names(names: list[str]) -> str:
    """Names in a row, the last one with "and"."""
    if len(names) < 2:
        return "".join(names)
    return say("and", first=", ".join(names[:-1]), second=names[-1])


def answer_word_name(word: str) -> str:
    """One word of an answer by its name: a planet, a system, a card, a unit, a seat, a pool."""
    words = rulebook().words
    if word in planets():
        return planet_name(word)
    if word in tiles():
        return say("system.short", number=tile_name(word))
    if word.partition(":")[0] in card_rules():
        return card_name(word)
    if f"answer.word.{word}" in WORDS:
        return say(f"answer.word.{word}")
    return words.name(word) if word in words else word


def answer_label(answer: str) -> str:
    """Return an answer of a whole game in words, as on a button.

    >>> from twingkit.core.language import call_in_language
    >>> answer_label("activate 26"), answer_label("research gd")
    ('Activate 26 Lodor, α wormhole', 'Gravity Drive')
    >>> answer_label("land 2 infantry lodor"), call_in_language("de", answer_label, "pay lodor, 2 goods")
    ('Land 2 infantry on Lodor', 'Zahlen mit Lodor, 2 Handelsgüter')
    """
    word, _, rest = answer.partition(" ")
    if f"answer.whole.{word}" in WORDS and not rest:
        return say(f"answer.whole.{word}")
    if word == "activate":
        return say("answer.activate", system=system_name(rest))
    if word in ("strategy", "take") and rest.isdecimal():
        return say(f"answer.{word}", card=strategy_name(int(rest)), n=rest)
    if (offer := parse_offer(answer)) is not None:
        words = rulebook().words
        gives, wants = offer.gives.label(words), offer.wants.label(words)
        to = capitalize_first(words.name(SEATS[offer.to]))
        return say("answer.offer", to=to, gives=gives, wants=wants)
    if rest == NONE or not rest:
        return say(f"answer.none.{word}") if f"answer.none.{word}" in WORDS else _plain(answer)
    if word == "pools":
        return say("answer.pools", **dict(zip(("tactic", "fleet", "strategy"), rest.split(), strict=True)))
    if word == "move":
        return say("answer.move", things="; ".join(_group(part.strip()) for part in rest.split(";")))
    if word == "again":
        things = "; ".join(_dice(item.split()) for item in rest.split(","))
        return say("answer.again", things=things)
    body = _items(rest, "on" if word in ("land", "build", "place") else "")
    if f"answer.{word}" in WORDS:
        return say(f"answer.{word}", things=body)
    return capitalize_first(body)


def _dice(words: list[str]) -> str:
    """A kind of unit and what its dice show."""
    unit = unit_name(words[0].removesuffix("+"))
    return say("answer.dice", unit=unit, faces=", ".join(words[1:]))


def _counted(count: int, word: str) -> str:
    """Trade goods or commodities with their number."""
    return f"{count} {say(f'answer.word.{SINGLE.get(word, word) if count == 1 else word}')}"


def _plain(answer: str) -> str:
    return say("answer.nothing") if answer.endswith(NONE) else capitalize_first(answer_word_name(answer))


def _group(text: str) -> str:
    """Ships that fly together, and from where."""
    number, _, items = text.partition(" ")
    return say("answer.group", number=tile_name(number), things=_items(items, "off"))


def _items(text: str, place: str = "") -> str:
    return ", ".join(placed_item_text(item.split(), place) for item in text.split(","))


def placed_item_text(words: list[str], place: str) -> str:
    """One item in words; units that come to a planet ("on") or leave it ("off") say so."""
    if place and len(words) > 1 and words[-1] in planets():
        units = _item(words[:-1])
        return say(f"answer.{place}", things=units, place=planet_name(words[-1]))
    return _item(words)


def _item(words: list[str]) -> str:
    """The words of one item; a count applies to the unit after it."""
    named: list[str] = []
    for place, word in enumerate(words):
        before = words[place - 1] if place else ""
        if word.isdecimal() and (word not in tiles() or place + 1 < len(words)):
            continue  # the count of the next item
        if before.isdecimal() and word in rulebook().words:
            goods = f"answer.word.{word}" in WORDS
            counted = CountedClass(word, int(before)).label(rulebook().words) if not goods else ""
            named.append(counted or _counted(int(before), word))
        elif before.isdecimal() and f"answer.word.{word}" in WORDS:
            named.append(_counted(int(before), word))
        else:
            named.append(answer_word_name(word))
    return " ".join(named) or " ".join(words)
