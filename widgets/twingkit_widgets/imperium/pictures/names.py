"""The display names of units, factions, seats, systems, planets, cards and answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path

from twingkit.core.language import call_in_language
from twingkit.imperium.box.names import rule_id_by_card_id
from twingkit.imperium.box.tables import box_csv_rows
from twingkit.imperium.box.tiles import Planet, Tile, planets_by_id, tiles_by_number
from twingkit.imperium.box.units import Unit
from twingkit.imperium.galaxy.map.galaxy import OPEN_HOME_NUMBER
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit.imperium.galaxy.trade.offers import offer_in_answer
from twingkit.imperium.galaxy.view import GameView, SeatUnitEntries
from twingkit.imperium.texts.fact_names import CardName, TileName, UnitClassCount
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.panel.house_rules_words import house_rules_suffix
from twingkit_widgets.panel.wording import PanelTexts, capitalize_first, number

WORDS = PanelTexts(Path(__file__).with_name("words.toml"))
"""The texts of the pictures."""

GREEK = {"alpha": "α", "beta": "β", "delta": "δ"}
"""The Greek letters of wormholes."""

_SINGULAR_BY_PLURAL = {"goods": "good", "commodities": "commodity"}
"""The singular of each countable good in notation."""

NONE = "none"
"""The word for an answer that chooses nothing."""

say = WORDS.say
"""Return the text of a key used with pictures, filled with facts."""


def seat_symbol(seat: int) -> str:
    """Return the symbol of a seat on the map and on its sheet, in addition to its colour.

    >>> seat_symbol(1)
    'P2'
    """
    return SEATS[seat].upper()


def seat_name(seat: int, own: int) -> str:
    """Return the name of a seat; the reader's own seat is "you"."""
    return say("you") if seat == own else capitalize_first(rulebook().words.name(SEATS[seat]))


def seat_and_faction_name(seat: int, view: GameView) -> str:
    """Return the name of a seat with its faction in brackets; the viewer's own seat is "you"."""
    name, faction = seat_name(seat, view.player), view.seats[seat].faction
    return name if seat == view.player or not faction else f"{name} ({faction_name(faction, 'short')})"


def faction_name(faction: str, form: str = "") -> str:
    """Return the name of a faction; `form` "short" gives the short name."""
    return capitalize_first(rulebook().words.name(faction, form))


def card_name(card: str) -> str:
    """Return the name of a card, ability, technology or objective; for a promissory note with its owner."""
    return capitalize_first(CardName(card).label(rulebook().words))


def card_rule_text(card: str) -> str:
    """Return the text of the rule that describes a card, with the site's house rules added; "" if the
    rulebook has none.
    """
    rule = rule_id_by_card_id().get(card.partition(":")[0], "")
    return f"{rulebook()[rule].text()}{house_rules_suffix([rule])}" if rule in rulebook() else ""


def strategy_card_name(card_number: int) -> str:
    """Return the name of a strategy card."""
    return capitalize_first(rulebook().words.name(f"strategy_{card_number}"))


@cache
def strategy_card_rules() -> dict[int, str]:
    """Return the rule id of each strategy card, keyed by the card's number."""
    return {int(row["number"]): row["rule"] for row in box_csv_rows("strategy_cards.csv")}


def planet_name(planet: str) -> str:
    """Return the name of a planet."""
    return planets_by_id()[planet].name


def _tile_name(tile_number: str) -> str:
    """Return the number of a tile with its planets.

    >>> _tile_name("33"), _tile_name("39")
    ('33 Corneeq/Resculon', '39')
    """
    return (
        call_in_language("en", TileName(tile_number).label, rulebook().words)
        if tile_number in tiles_by_number()
        else tile_number
    )


def system_name(tile_number: str) -> str:
    """Return the name of a system: its tile number and contents.

    >>> system_name("26")
    '26 Lodor, α wormhole'
    """
    if tile_number == OPEN_HOME_NUMBER:
        return say("system.open")
    tile = tiles_by_number().get(tile_number)
    if tile is None:
        return tile_number
    return f"{tile_number} {', '.join(_parts(tile)) or say('system.empty')}"


def _parts(tile: Tile) -> Iterable[str]:
    yield from (planet.name for planet in tile.planets)
    yield from (say("system.wormhole", kind=GREEK[kind]) for kind in tile.wormholes)
    if tile.anomaly:
        yield say(f"system.{tile.anomaly}")


def planet_facts_text(planet: Planet) -> str:
    """Return the resources, influence, trait and specialty of a planet as text."""
    return say(
        "planet",
        resources=planet.resources,
        influence=planet.influence,
        trait=say(f"trait.{planet.trait or 'none'}"),
        specialty=say(f"specialty.{planet.specialty or 'none'}"),
    )


def unit_class_label(name: str) -> str:
    """Return the plural name of a unit class with a capital first letter, for use as a label."""
    return capitalize_first(unit_name(name, 2))


def units_text(units: Iterable[tuple[str, int, int]]) -> str:
    """Return units as text, from entries (class, number, number of damaged ones)."""
    words, parts = rulebook().words, []
    for name, count, hurt in units:
        text = UnitClassCount(name, count).label(words)
        parts.append(say("units.hurt", units=text, n=hurt) if hurt else text)
    return join_names(parts)


def units_by_seat(units: SeatUnitEntries) -> dict[int, list[tuple[str, int, int]]]:
    """Group units by seat, as entries (class, number, number of damaged ones)."""
    units_by_seat: dict[int, list[tuple[str, int, int]]] = {}
    for seat, name, count, hurt in units:
        units_by_seat.setdefault(seat, []).append((name, count, hurt))
    return units_by_seat


def unit_name(unit: Unit | str, count: int = 1) -> str:
    """Return the name of a unit or unit class, in the singular or plural."""
    words, form = rulebook().words, "" if count == 1 else "many"
    return words.name(unit, form) if isinstance(unit, str) else unit.label(words, form)


def resources_text(cost: float, key: str = "resources") -> str:
    """Return an amount of resources in words, with the page text `key` in its singular or plural form."""
    return say(key if cost != 1 else f"{key}_one", n=number(cost, 0 if cost == int(cost) else 1))


def join_names(names: list[str]) -> str:
    """Join names to a list with "and" before the last one."""
    if len(names) < 2:
        return "".join(names)
    return say("and", first=", ".join(names[:-1]), second=names[-1])


def answer_word_name(word: str) -> str:
    """Return the display name of one word of an answer: a planet, system, card, unit, seat or pool."""
    words = rulebook().words
    if word in planets_by_id():
        return planet_name(word)
    if word in tiles_by_number():
        return say("system.short", number=_tile_name(word))
    if word.partition(":")[0] in rule_id_by_card_id():
        return card_name(word)
    if f"answer.word.{word}" in WORDS:
        return say(f"answer.word.{word}")
    return words.name(word) if word in words else word


def objective_text(card: str) -> str:
    """Return the text of an objective without the phase in which it is usually scored."""
    phase, sign, scored = card_rule_text(card).partition(", ")
    return scored if sign and ":" not in phase else card_rule_text(card)


def answer_label(answer: str) -> str:
    """Return the text of an answer of a whole game, as on a button.

    >>> from twingkit.core.language import call_in_language
    >>> answer_label("activate 26"), answer_label("research gd")
    ('Activate 26 Lodor, α wormhole', 'Gravity Drive')
    >>> answer_label("land 2 infantry lodor"), call_in_language("de", answer_label, "pay lodor, 2 goods")
    ('Land 2 infantry on Lodor', 'Zahlen: Lodor, 2 Handelsgüter')
    >>> answer_label("roll 10")
    '10'
    """
    word, _, rest = answer.partition(" ")
    if not rest and f"answer.whole.{word}" in WORDS:
        return say(f"answer.whole.{word}")
    if (offer := offer_in_answer(answer)) is not None:
        words = rulebook().words
        gives, wants = offer.gives.label(words), offer.wants.label(words)
        to = capitalize_first(words.name(SEATS[offer.recipient_seat]))
        return say("answer.offer", to=to, gives=gives, wants=wants)
    if rest in ("", NONE):
        if f"answer.none.{word}" in WORDS:
            return say(f"answer.none.{word}")
        return say("answer.nothing") if NONE in (word, rest) else capitalize_first(answer_word_name(word))
    facts = _FACTS_BY_WORD.get(word, _things)(rest)
    key = "answer.vote_alone" if facts.get("planets") == "" else f"answer.{word}"
    return say(key, **facts) if key in WORDS else capitalize_first(facts["things"])


def _things(text: str, place: str = "") -> dict[str, str]:
    return {"things": ", ".join(answer_item_text(item.split(), place) for item in text.split(","))}


def _vote(ballot: str) -> dict[str, str]:
    outcome, _, planets = ballot.partition(" ")
    named = capitalize_first(answer_word_name(outcome))
    return {"outcome": named, "planets": _things(planets)["things"] if planets else ""}


def _move(text: str) -> str:
    start, _, units = text.strip().partition(" ")
    return say("answer.group", number=_tile_name(start), **_things(units, "off"))


def _reroll(text: str) -> str:
    unit, *faces = text.split()
    return say("answer.dice", unit=unit_name(unit.removesuffix("+")), faces=", ".join(faces))


_FACTS_BY_WORD: Mapping[str, Callable[[str], dict[str, str]]] = {
    "activate": lambda system: {"system": system_name(system)},
    **dict.fromkeys(("strategy", "take"), lambda n: {"card": strategy_card_name(int(n)), "n": n}),
    "pools": lambda tokens: dict(zip(("tactic", "fleet", "strategy"), tokens.split(), strict=True)),
    "move": lambda moves: {"things": "; ".join(map(_move, moves.split(";")))},
    "again": lambda units: {"things": "; ".join(map(_reroll, units.split(",")))},
    "vote": _vote,
    **dict.fromkeys(("land", "build", "place"), lambda units: _things(units, "on")),
    **dict.fromkeys(("roll", "buy", "bribe", "how_many", "tactic_tokens"), lambda number: {"things": number}),
}
"""The facts of the text of an answer, by its first word; other answers list things."""


def _counted(count: int, word: str) -> str:
    return f"{count} {say(f'answer.word.{_SINGULAR_BY_PLURAL.get(word, word) if count == 1 else word}')}"


def answer_item_text(words: list[str], direction: str) -> str:
    """Return one item of an answer, given as `words`, as readable text. With `direction` "on" or "off" it
    says that units are placed on a planet or removed from a place.
    """
    named = tiles_by_number() if direction == "off" and words[-1].isdecimal() else planets_by_id()
    if direction and len(words) > 1 and words[-1] in named:
        return say(f"answer.{direction}", things=_item(words[:-1]), place=answer_word_name(words[-1]))
    return _item(words)


def _item(words: list[str]) -> str:
    """Return the text of one item of an answer, given as words; a number among them counts the unit that
    follows.
    """
    named: list[str] = []
    for place, word in enumerate(words):
        before = words[place - 1] if place else ""
        if word.isdecimal() and (word not in tiles_by_number() or place + 1 < len(words)):
            continue  # the count of the next item
        if before.isdecimal() and f"answer.word.{word}" in WORDS:
            named.append(_counted(int(before), word))
        elif before.isdecimal() and word in rulebook().words:
            named.append(UnitClassCount(word, int(before)).label(rulebook().words))
        else:
            named.append(answer_word_name(word))
    return " ".join(named) or " ".join(words)
