"""The shelves of the gallery that hold what stands on the board: factions, units and system tiles."""

from __future__ import annotations

from collections.abc import Iterator

from twingkit.imperium.box.tables import table_rows
from twingkit.imperium.box.tiles import Tile, home_tile, tiles
from twingkit.imperium.box.units import FIGURES, STRUCTURES, Unit, all_units
from twingkit.imperium.galaxy.technology.cards import Faction, faction_sheets, technologies
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.drawing import unit_svg
from twingkit_widgets.imperium.pictures.map_svg import tile_svg
from twingkit_widgets.imperium.pictures.names import planet_text, system_name
from twingkit_widgets.imperium.pictures.things import unit_facts
from twingkit_widgets.imperium.rulebook.gallery_words import (
    card_name,
    faction_title,
    rule_text,
    say,
    unit_title,
)
from twingkit_widgets.imperium.rulebook.piece import Piece
from twingkit_widgets.panel.controls import rule_button
from twingkit_widgets.panel.house_rules_words import house_rules_text
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import capitalize_first

_POWERS = {"warsun": "IM-UNIT-warsun", "muaat_warsun": "IM-UNIT-warsun", "muaat_warsun2": "IM-UNIT-warsun"}


# -- units


def unit_pieces() -> Iterator[Piece]:
    """Yield the kinds of units, those of all first."""
    for kind in sorted(all_units(), key=lambda kind: (kind.faction != "", kind.faction)):
        yield unit_piece(kind)


def unit_piece(kind: Unit) -> Piece:
    """A kind of unit: its numbers and its power."""
    figures = FIGURES.get(kind.unit_class)
    facts: list[Child] = [*unit_facts(kind, moving=True)]
    if kind.production or kind.production_more:
        key = "production" if kind.production else "production_more"
        facts.append(say(key, n=kind.production or kind.production_more))
    if kind.fighter_room:
        facts.append(say("fighter_room", n=kind.fighter_room))
    facts.append(say("figures" if figures > 1 else "figures_one", n=figures) if figures else None)
    facts.append(say("later") if kind.later else None)
    facts.append(faction_title(kind.faction) if kind.faction else None)
    return Piece(
        id=kind.id,
        title=capitalize_first(kind.label(rulebook().words)),
        figure=unit_svg(kind.unit_class),
        facts=tuple(facts),
        rule=power_rule(kind),
        words=faction_title(kind.faction) if kind.faction else "",
    )


def power_rule(kind: Unit) -> str:
    """The rule of a unit with a power of its own; "" for others."""
    listed = (f"IM-UNIT-{kind.id}", f"IM-UNIT-{kind.unit_class}{'2' if kind.upgraded else ''}")
    return next((rule for rule in listed if rule in rulebook()), _POWERS.get(kind.id, ""))


# -- tiles


def tile_pieces() -> Iterator[Piece]:
    """Yield the system tiles by their numbers."""
    for tile in tiles().values():
        yield tile_piece(tile)


def tile_piece(tile: Tile) -> Piece:
    """A system tile: its planets with their numbers, its wormholes, its anomaly."""
    rule = {"gravity_rift": "IM-MOVE-8", "nebula": "IM-MOVE-7"}.get(
        tile.anomaly, "IM-MOVE-9" if tile.anomaly else ""
    )
    home = say("home_of", who=faction_title(tile.faction)) if tile.faction else None
    listed = [el("li", el("b", planet.name), ": ", planet_text(planet)) for planet in tile.planets]
    return Piece(
        id=tile.number,
        title=system_name(tile.number),
        figure=tile_svg(tile),
        facts=(home,),
        rule=rule,
        more=el("ul", listed, cls="tk-list") if listed else None,
        words=" ".join([*(planet_text(planet) for planet in tile.planets), tile.anomaly, *tile.wormholes]),
    )


# -- factions


def faction_pieces() -> Iterator[Piece]:
    """Yield the factions by their names, each with all that is its own."""
    sheets = sorted(faction_sheets().values(), key=lambda sheet: faction_title(sheet.id))
    for sheet in sheets:
        yield faction_piece(sheet)


def faction_piece(sheet: Faction) -> Piece:
    """A faction: its home, its start, its abilities, units, technologies and its note."""
    fleet = ", ".join(f"{n} {unit_title(name, n)}" for n, name in sheet.fleet)
    known = sheet.technologies
    begun = (
        say("chooses")
        if known is None
        else ", ".join(card_name(name) for name in known) or say("no_technology")
    )
    parts = [
        _part("abilities", _cards_with_rules(_abilities(sheet.id))),
        _part("units", _units(sheet.id)),
        _part("technologies", _cards_with_rules(_technologies(sheet.id))),
        _part("note", _cards_with_rules(_notes(sheet.id))),
    ]
    return Piece(
        id=sheet.id,
        title=faction_title(sheet.id),
        figure=tile_svg(home_tile(sheet.id)),
        facts=(
            say("commodities", n=sheet.commodities),
            say("begins", what=fleet),
            say("knows", what=begun),
        ),
        more=[part for part in parts if part],
        words=" ".join(
            card_name(card)
            for card, _ in (*_abilities(sheet.id), *_technologies(sheet.id), *_notes(sheet.id))
        ),
    )


def _part(key: str, listed: list[Markup]) -> Markup | None:
    if not listed:
        return None
    head = el("summary", say(f"part.{key}", n=len(listed)))
    return el("details", head, el("ul", listed, cls="tk-list"), cls="tk-piece-part")


def _cards_with_rules(cards: list[tuple[str, str]]) -> list[Markup]:
    """Cards by name with what their rules say."""
    return [_named(card_name(card), rule) for card, rule in cards]


def _named(name: str, rule: str, facts: str = "") -> Markup:
    text = rule_text(rule)
    sign = rule_button(rule, "open", key=f"part:{rule}:{name}") if text else None
    sentences = [text, house_rules_text([rule])] if text else None
    return el(
        "li",
        el("b", capitalize_first(name)),
        ": " if facts or text else None,
        facts,
        " ",
        sentences,
        " ",
        sign,
    )


def _abilities(faction: str) -> list[tuple[str, str]]:
    from twingkit.imperium.box.effects import all_effects

    listed = [
        (effect.id, effect.rule)
        for effect in all_effects().values()
        if effect.source == "ability" and effect.owner == faction
    ]
    rows = table_rows("abilities.csv")
    listed += [
        (row["id"], row["rule"]) for row in rows if row["source"] == "ability" and row["owner"] == faction
    ]
    return list(dict(listed).items())


def _technologies(faction: str) -> list[tuple[str, str]]:
    return [(card.id, f"IM-TECH-{card.id}") for card in technologies().values() if card.faction == faction]


def _notes(faction: str) -> list[tuple[str, str]]:
    rows = table_rows("promissory_notes.csv")
    return [(row["id"], row["rule"]) for row in rows if row["owner"] == faction]


def _units(faction: str) -> list[Markup]:
    """The units that the faction alone has, structures last."""
    own = [kind for kind in all_units() if kind.faction == faction]
    listed = []
    for kind in sorted(own, key=lambda kind: kind.unit_class in STRUCTURES):
        facts = "; ".join(unit_facts(kind))
        name = kind.label(rulebook().words)
        listed.append(_named(name, power_rule(kind), f"{facts}."))
    return listed
