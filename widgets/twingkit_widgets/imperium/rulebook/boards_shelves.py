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
from twingkit_widgets.panel.house_words import with_us_words
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import capital

_POWERS = {"warsun": "IM-UNIT-warsun", "muaat_warsun": "IM-UNIT-warsun", "muaat_warsun2": "IM-UNIT-warsun"}


# -- units


def unit_pieces(lang: str) -> Iterator[Piece]:
    """Yield the kinds of units, those of all first."""
    for kind in sorted(all_units(), key=lambda kind: (kind.faction != "", kind.faction)):
        yield unit_piece(kind, lang)


def unit_piece(kind: Unit, lang: str) -> Piece:
    """A kind of unit: its numbers and its power."""
    figures = FIGURES.get(kind.unit_class)
    facts: list[Child] = [*unit_facts(kind, lang, moving=True)]
    if kind.production or kind.production_more:
        key = "production" if kind.production else "production_more"
        facts.append(say(lang, key, n=kind.production or kind.production_more))
    if kind.fighter_room:
        facts.append(say(lang, "fighter_room", n=kind.fighter_room))
    facts.append(say(lang, "figures" if figures > 1 else "figures_one", n=figures) if figures else None)
    facts.append(say(lang, "later") if kind.later else None)
    facts.append(faction_title(kind.faction, lang) if kind.faction else None)
    return Piece(
        id=kind.id,
        title=capital(kind.label(rulebook().words, lang)),
        lang=lang,
        figure=unit_svg(kind.unit_class),
        facts=tuple(facts),
        rule=power_rule(kind),
        words=faction_title(kind.faction, lang) if kind.faction else "",
    )


def power_rule(kind: Unit) -> str:
    """The rule of a unit with a power of its own; "" for others."""
    listed = (f"IM-UNIT-{kind.id}", f"IM-UNIT-{kind.unit_class}{'2' if kind.upgraded else ''}")
    return next((rule for rule in listed if rule in rulebook()), _POWERS.get(kind.id, ""))


# -- tiles


def tile_pieces(lang: str) -> Iterator[Piece]:
    """Yield the system tiles by their numbers."""
    for tile in tiles().values():
        yield tile_piece(tile, lang)


def tile_piece(tile: Tile, lang: str) -> Piece:
    """A system tile: its planets with their numbers, its wormholes, its anomaly."""
    rule = {"gravity_rift": "IM-MOVE-8", "nebula": "IM-MOVE-7"}.get(
        tile.anomaly, "IM-MOVE-9" if tile.anomaly else ""
    )
    home = say(lang, "home_of", who=faction_title(tile.faction, lang)) if tile.faction else None
    listed = [el("li", el("b", planet.name), ": ", planet_text(planet, lang)) for planet in tile.planets]
    return Piece(
        id=tile.number,
        title=system_name(tile.number, lang),
        lang=lang,
        figure=tile_svg(tile),
        facts=(home,),
        rule=rule,
        more=el("ul", listed, cls="tk-list") if listed else None,
        words=" ".join(
            [*(planet_text(planet, lang) for planet in tile.planets), tile.anomaly, *tile.wormholes]
        ),
    )


# -- factions


def faction_pieces(lang: str) -> Iterator[Piece]:
    """Yield the factions by their names, each with all that is its own."""
    sheets = sorted(faction_sheets().values(), key=lambda sheet: faction_title(sheet.id, lang))
    for sheet in sheets:
        yield faction_piece(sheet, lang)


def faction_piece(sheet: Faction, lang: str) -> Piece:
    """A faction: its home, what it begins with, its abilities, units, technologies and its note."""
    fleet = ", ".join(f"{n} {unit_title(name, lang, n)}" for n, name in sheet.fleet)
    known = sheet.technologies
    begun = (
        say(lang, "chooses")
        if known is None
        else ", ".join(card_name(name, lang) for name in known) or say(lang, "no_technology")
    )
    parts = [
        _part("abilities", _ruled(_abilities(sheet.id), lang), lang),
        _part("units", _units(sheet.id, lang), lang),
        _part("technologies", _ruled(_technologies(sheet.id), lang), lang),
        _part("note", _ruled(_notes(sheet.id), lang), lang),
    ]
    return Piece(
        id=sheet.id,
        title=faction_title(sheet.id, lang),
        lang=lang,
        figure=tile_svg(home_tile(sheet.id)),
        facts=(
            say(lang, "commodities", n=sheet.commodities),
            say(lang, "begins", what=fleet),
            say(lang, "knows", what=begun),
        ),
        more=[part for part in parts if part],
        words=" ".join(
            card_name(card, lang)
            for card, _ in (*_abilities(sheet.id), *_technologies(sheet.id), *_notes(sheet.id))
        ),
    )


def _part(key: str, listed: list[Markup], lang: str) -> Markup | None:
    if not listed:
        return None
    head = el("summary", say(lang, f"part.{key}", n=len(listed)))
    return el("details", head, el("ul", listed, cls="tk-list"), cls="tk-piece-part")


def _ruled(cards: list[tuple[str, str]], lang: str) -> list[Markup]:
    """Cards by name with what their rules say."""
    return [_named(card_name(card, lang), rule, lang) for card, rule in cards]


def _named(name: str, rule: str, lang: str, facts: str = "") -> Markup:
    text = rule_text(rule, lang)
    sign = rule_button(rule, lang, "open", key=f"part:{rule}:{name}") if text else None
    sentences = [text, with_us_words([rule], lang)] if text else None
    return el("li", el("b", capital(name)), ": " if facts or text else None, facts, " ", sentences, " ", sign)


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


def _units(faction: str, lang: str) -> list[Markup]:
    """The units that the faction alone has, structures last."""
    own = [kind for kind in all_units() if kind.faction == faction]
    listed = []
    for kind in sorted(own, key=lambda kind: kind.unit_class in STRUCTURES):
        facts = "; ".join(unit_facts(kind, lang))
        name = kind.label(rulebook().words, lang)
        listed.append(_named(name, power_rule(kind), lang, f"{facts}."))
    return listed
