"""The gallery shelves: cards and technologies, factions, units and system tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from twingkit.imperium.box.decks import short_game_decks
from twingkit.imperium.box.names import rule_id_by_card_id
from twingkit.imperium.box.tables import box_csv_rows
from twingkit.imperium.box.tiles import TECHNOLOGY_COLOURS, Tile, home_or_gate_tile, tiles_by_number
from twingkit.imperium.box.units import FIGURES_PER_PLAYER, STRUCTURES, Unit, all_unit_kinds
from twingkit.imperium.galaxy.agenda.cards import agendas_by_id
from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.technology.cards import Faction, Technology, factions_by_id, technologies_by_id
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.drawing import DRAWINGS, unit_svg
from twingkit_widgets.imperium.pictures.item_html import unit_facts
from twingkit_widgets.imperium.pictures.map_svg import tile_svg
from twingkit_widgets.imperium.pictures.names import faction_name, planet_facts_text, system_name, unit_name
from twingkit_widgets.imperium.rulebook.gallery_words import component_name, rule_text, say
from twingkit_widgets.imperium.rulebook.piece import GalleryPiece
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.house_rules_words import house_rules_suffix
from twingkit_widgets.panel.markup import Child, Markup, el, esc, svg_picture
from twingkit_widgets.panel.wording import capitalize_first

_TEXT = 'font-family="system-ui,sans-serif" font-weight="750" text-anchor="middle"'


def card_emblem_svg(kind: str, sign: str = "") -> Markup:
    """Return the emblem of a kind of card with a number or letter in the corner, for strategy cards in the
    middle.
    """
    frame = (
        '<rect x="2" y="2" width="60" height="80" rx="6" fill="none" stroke="currentColor" stroke-width="2"/>'
    )
    x, y, size = (32, 51, 26) if kind == "strategy" else (12, 18, 13)
    text = f'<text x="{x}" y="{y}" {_TEXT} font-size="{size}" fill="currentColor">{esc(sign)}</text>'
    return svg_picture(64, 84, frame + DRAWINGS["card"][kind] + (text if sign else ""), "", "emblem")


def _colour_svg(colour: str) -> Markup:
    """Return the symbol of a technology colour: its shape with its letter."""
    lower = {"red": 30}.get(colour, 26)
    letter = (
        f'<text x="20" y="{lower}" {_TEXT} font-size="16" class="tk-sign-letter">{colour[0].upper()}</text>'
        if colour
        else ""
    )
    cls = f"tk-sign tk-sign-{colour or 'none'}"
    outline = DRAWINGS["colour"][colour]
    return svg_picture(40, 40, f'<path d="{outline}" class="{cls}"/>{letter}', "", "sign")


def _card_windows_text(text: str) -> str:
    """Return, as text, the windows in which a card can be played; `text` has their names separated by `|`."""
    return say("or").join(say(f"window.{name.replace('.', '_')}") for name in text.split("|"))


@cache
def _short() -> frozenset[str]:
    decks = short_game_decks()
    objectives = (*decks.stage_1_objectives, *decks.secret_objectives)
    return frozenset((*decks.action_cards, *decks.agendas, *objectives, *decks.promissory_notes))


def _card_piece(card: str, rule: str, figure: Markup, *facts: str, search: str) -> GalleryPiece:
    """Return the gallery entry of a card; its last fact says whether the short game has it."""
    told, title = (*facts, say("short") if card in _short() else ""), component_name(card)
    return GalleryPiece(id=card, title=title, figure=figure, facts=told, rule=rule, extra_search_words=search)


# -- technologies


def technology_pieces() -> Iterator[GalleryPiece]:
    """Return the gallery entries of all technologies: common ones by colour, unit upgrades, then faction
    technologies.
    """
    order = {colour: rank for rank, colour in enumerate((*TECHNOLOGY_COLOURS, ""))}
    listed = sorted(
        technologies_by_id().values(),
        key=lambda card: (card.faction != "", card.faction, order[card.colour], len(card.prerequisites)),
    )
    return map(technology_piece, listed)


def technology_piece(card: Technology) -> GalleryPiece:
    """Return the gallery entry of a technology: colour, prerequisites, faction."""
    colour = say(f"colour.{card.colour or 'none'}")
    needs = [
        say("counted", n=n, what=say(f"colour.{name}")) for name, n in Counter(card.prerequisites).items()
    ]
    requirement = say("needs", what=", ".join(needs)) if needs else say("needs_nothing")
    facts: tuple[Child, ...] = (
        [_colour_svg(card.colour), colour],
        [_signs(card), requirement],
        say("upgrades", unit=unit_name(card.unit_class)) if card.unit_class else None,
        faction_name(card.faction) if card.faction else None,
        say("exhausts") if card.exhausts else None,
    )
    figure = unit_svg(card.unit_class) if card.unit_class else _colour_svg(card.colour)
    return GalleryPiece(
        id=card.id,
        title=component_name(card.id),
        figure=figure,
        facts=facts,
        rule=rule_id_by_card_id()[card.id],
        extra_search_words=" ".join([colour, *needs, faction_name(card.faction) if card.faction else ""]),
    )


def _signs(card: Technology) -> Markup | None:
    needs = [_colour_svg(colour) for colour in card.prerequisites]
    return el("span", needs, aria_hidden="true", cls="tk-signs") if needs else None


# -- cards


def strategy_card_pieces() -> Iterator[GalleryPiece]:
    """Yield the gallery entries of the strategy cards, ordered by number."""
    for row in box_csv_rows("strategy_cards.csv"):
        yield GalleryPiece(
            id=row["id"],
            title=say("numbered", n=row["number"], what=_title(row["rule"], row["name"])),
            figure=card_emblem_svg("strategy", row["number"]),
            facts=(say("initiative", n=row["number"]),),
            rule=row["rule"],
        )


def _title(rule: str, name: str) -> str:
    from twingkit.imperium.texts.rulebook import rulebook

    return rulebook()[rule].title() if rule in rulebook() else name


def action_card_pieces() -> Iterator[GalleryPiece]:
    """Yield the gallery entries of the action cards, ordered by name."""
    for row in sorted(box_csv_rows("action_cards.csv"), key=lambda row: component_name(row["id"])):
        when, copies = _card_windows_text(row["window"]), int(row["copies"])
        figure = card_emblem_svg("action", f"×{copies}" if copies > 1 else "")
        counted = say("copies" if copies > 1 else "copies_one", n=copies)
        yield _card_piece(row["id"], row["rule"], figure, when, counted, search=when)


def agenda_pieces() -> Iterator[GalleryPiece]:
    """Yield the gallery entries of the agendas: laws, then directives."""
    for card in sorted(agendas_by_id().values(), key=lambda card: (card.kind != "law", card.name)):
        kind, elect = say(f"kind.{card.kind}"), say(f"elect.{card.outcome_kind}")
        condition = say(f"condition.{card.condition}") if card.condition else ""
        figure, search = card_emblem_svg(card.kind), f"{kind} {elect}"
        yield _card_piece(card.id, card.rule, figure, kind, elect, condition, search=search)


def promissory_note_pieces() -> Iterator[GalleryPiece]:
    """Yield the gallery entries of the promissory notes: common ones, then those of the factions."""
    rows = box_csv_rows("promissory_notes.csv")
    for row in sorted(rows, key=lambda row: row["owner"] != "any"):
        owner = say("of_all") if row["owner"] == "any" else faction_name(row["owner"])
        facts = owner, _card_windows_text(row["window"]), say("stays" if row["stays"] == "1" else "goes_home")
        yield _card_piece(row["id"], row["rule"], card_emblem_svg("note"), *facts, search=owner)


def objective_pieces() -> Iterator[GalleryPiece]:
    """Yield the gallery entries of the objectives: both stages of public ones, then secret ones."""
    for card in sorted(objectives_by_id().values(), key=lambda card: (card.stage or 3, card.name)):
        stage, phase = say(f"stage.{card.stage}"), say(f"phase.{card.scoring_phase}")
        points = say("points" if card.points > 1 else "points_one", n=card.points)
        figure = card_emblem_svg("secret" if card.is_secret else "objective", str(card.points))
        yield _card_piece(card.id, card.rule, figure, stage, points, phase, search=stage)


_POWERS = {"warsun": "IM-UNIT-warsun", "muaat_warsun": "IM-UNIT-warsun", "muaat_warsun2": "IM-UNIT-warsun"}


# -- units


def unit_pieces() -> Iterator[GalleryPiece]:
    """Return the gallery entries of all unit types: common ones first, then those of single factions."""
    return map(unit_piece, sorted(all_unit_kinds(), key=lambda kind: (kind.faction != "", kind.faction)))


def unit_piece(kind: Unit) -> GalleryPiece:
    """Return the gallery entry of a unit type: its values and its ability."""
    figures = FIGURES_PER_PLAYER.get(kind.unit_class)
    facts: list[Child] = [*unit_facts(kind, with_move_value=True)]
    if kind.production or kind.production_plus_resources:
        key = "production" if kind.production else "production_more"
        facts.append(say(key, n=kind.production or kind.production_plus_resources))
    if kind.fighter_room:
        facts.append(say("fighter_room", n=kind.fighter_room))
    facts.append(say("figures" if figures > 1 else "figures_one", n=figures) if figures else None)
    facts.append(say("later") if kind.is_expansion else None)
    facts.append(faction_name(kind.faction) if kind.faction else None)
    return GalleryPiece(
        id=kind.id,
        title=capitalize_first(kind.label(rulebook().words)),
        figure=unit_svg(kind.unit_class),
        facts=tuple(facts),
        rule=_unit_ability_rule_id(kind),
        extra_search_words=faction_name(kind.faction) if kind.faction else "",
    )


def _unit_ability_rule_id(kind: Unit) -> str:
    """Return the id of the rule about a unit's special ability; "" for a unit without one."""
    listed = (f"IM-UNIT-{kind.id}", f"IM-UNIT-{kind.unit_class}{'2' if kind.is_upgraded else ''}")
    return next((rule for rule in listed if rule in rulebook()), _POWERS.get(kind.id, ""))


# -- tiles


def tile_pieces() -> Iterator[GalleryPiece]:
    """Return the gallery entries of all system tiles, ordered by tile number."""
    return map(_tile_piece, tiles_by_number().values())


def _tile_piece(tile: Tile) -> GalleryPiece:
    """Return the gallery entry of a system tile: planets with their values, wormholes, anomaly."""
    rule = {"gravity_rift": "IM-MOVE-8", "nebula": "IM-MOVE-7"}.get(
        tile.anomaly, "IM-MOVE-9" if tile.anomaly else ""
    )
    home = say("home_of", who=faction_name(tile.faction)) if tile.faction else None
    listed = [el("li", el("b", planet.name), ": ", planet_facts_text(planet)) for planet in tile.planets]
    return GalleryPiece(
        id=tile.number,
        title=system_name(tile.number),
        figure=tile_svg(tile),
        facts=(home,),
        rule=rule,
        more=el("ul", listed, cls="tk-list") if listed else None,
        extra_search_words=" ".join(
            [*(planet_facts_text(planet) for planet in tile.planets), tile.anomaly, *tile.wormholes]
        ),
    )


# -- factions


def faction_pieces() -> Iterator[GalleryPiece]:
    """Return the gallery entries of all factions, ordered by name, each with the faction's own components."""
    return map(_faction_piece, sorted(factions_by_id().values(), key=lambda sheet: faction_name(sheet.id)))


def _faction_piece(sheet: Faction) -> GalleryPiece:
    """Return the gallery entry of a faction: home, start, abilities, units, technologies and note."""
    fleet = ", ".join(f"{n} {unit_name(name, n)}" for n, name in sheet.starting_fleet)
    known = sheet.starting_technologies
    begun = (
        say("chooses")
        if known is None
        else ", ".join(component_name(name) for name in known) or say("no_technology")
    )
    cards = {
        "abilities": _abilities(sheet.id),
        "technologies": _technologies(sheet.id),
        "note": _notes(sheet.id),
    }
    listed = {key: [_named(component_name(card), rule) for card, rule in own] for key, own in cards.items()}
    parts = {"abilities": listed["abilities"], "units": _units(sheet.id), **listed}
    return GalleryPiece(
        id=sheet.id,
        title=faction_name(sheet.id),
        figure=tile_svg(home_or_gate_tile(sheet.id)),
        facts=(
            say("commodities", n=sheet.commodity_limit),
            say("begins", what=fleet),
            say("knows", what=begun),
        ),
        more=[_part(key, listed) for key, listed in parts.items() if listed],
        extra_search_words=" ".join(component_name(card) for own in cards.values() for card, _ in own),
    )


def _part(key: str, listed: list[Markup]) -> Markup:
    head = el("summary", say(f"part.{key}", n=len(listed)))
    return el("details", head, el("ul", listed, cls="tk-list"), cls="tk-piece-part")


def _named(name: str, rule: str, facts: str = "") -> Markup:
    text = rule_text(rule)
    sign = rule_badge(rule, "open", key=f"part:{rule}:{name}") if text else None
    sentences = [text, house_rules_suffix([rule])] if text else None
    colon = ": " if facts or text else None
    return el("li", el("b", capitalize_first(name)), colon, facts, " ", sentences, " ", sign)


def _abilities(faction: str) -> list[tuple[str, str]]:
    from twingkit.imperium.box.effects import effects_by_id

    listed = [
        (effect.id, effect.rule)
        for effect in effects_by_id().values()
        if effect.source == "ability" and effect.owner == faction
    ]
    rows = box_csv_rows("abilities.csv")
    listed += [
        (row["id"], row["rule"]) for row in rows if row["source"] == "ability" and row["owner"] == faction
    ]
    return list(dict(listed).items())


def _technologies(faction: str) -> list[tuple[str, str]]:
    return [
        (card.id, f"IM-TECH-{card.id}") for card in technologies_by_id().values() if card.faction == faction
    ]


def _notes(faction: str) -> list[tuple[str, str]]:
    rows = box_csv_rows("promissory_notes.csv")
    return [(row["id"], row["rule"]) for row in rows if row["owner"] == faction]


def _units(faction: str) -> list[Markup]:
    own = [kind for kind in all_unit_kinds() if kind.faction == faction]
    return [
        _named(kind.label(rulebook().words), _unit_ability_rule_id(kind), f"{'; '.join(unit_facts(kind))}.")
        for kind in sorted(own, key=lambda kind: kind.unit_class in STRUCTURES)
    ]
