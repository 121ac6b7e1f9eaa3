"""The battle as a picture: both fleets facing each other, in space or on a planet."""

from __future__ import annotations

import attrs

from twingkit.core.notation import ROLES
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import Side
from twingkit.imperium.box.units import Unit
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.drawing import unit_svg
from twingkit_widgets.imperium.pictures.names import WORDS, faction_name, resources_text, say, unit_name
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.sentences import catalogue_sentence

MAX_UNITS_DRAWN_SINGLY = 4
"""The largest number of units of a kind drawn one by one; more are drawn as one with their number."""


def can_act(kind: Unit, battle: Battle, side_index: int) -> bool:
    """Return whether a unit type can fight or use an ability in this battle, on the side with this index."""
    if battle.kind == "invasion":  # in space, or on the planet after that
        parts = [attrs.evolve(battle, kind=kind) for kind in ("space", "ground")]
        return any(can_act(kind, part, side_index) for part in parts)
    side = battle.sides[side_index]
    flagship = side.count("flagship") > 0
    if battle.kind == "space":
        nekro = flagship and side.faction == "nekro"
        return kind.is_ship or kind.space_cannon is not None or (kind.is_ground_force and nekro)
    if kind.is_ground_force:
        return True
    if side_index:
        return kind.space_cannon is not None and not kind.is_ship
    if side.faction == "naalu":
        return kind.bombardment is not None or kind.unit_class == "flagship" or (kind.is_fighter and flagship)
    return kind.bombardment is not None


def both_fleets_html(battle: Battle) -> Markup:
    """Return the picture of both fleets, with a description for screen readers."""
    nebula = any(use.id == "nebula" for use in battle.defender.effects)
    cls = f"tk-fleet-scene tk-fleet-{battle.kind}" + (" tk-fleet-nebula" if nebula else "")
    versus = el("span", say("scene.versus"), cls="tk-fleet-versus", aria_hidden="true")
    halves = [_half(battle, side_index) for side_index in (0, 1)]
    return el("div", halves[0], versus, halves[1], cls=cls, data_key="scene")


def _half(battle: Battle, side_index: int) -> Markup:
    side, role = battle.sides[side_index], ROLES[side_index]
    kinds = _kinds(side)
    owner = faction_name(side.faction, "short") if side.faction else say(f"side.{role}")
    cost = sum(kind.cost * count for kind, count in kinds)
    units = ", ".join(_units_text(side, kind, count) for kind, count in kinds)
    effects = ", ".join(dict.fromkeys(rulebook()[use.effect.rule].title() for use in side.effects))
    facts = [el("span", text) for text in (resources_text(cost) if kinds else "", effects) if text]
    head = el("p", el("b", owner), " ", facts, cls="tk-fleet-who")
    content: Child = el("p", say("scene.empty"), cls="tk-fleet-nobody")
    if kinds:
        groups = [
            _group(kind, count, side.count_damaged(kind.name), side_index, can_act(kind, battle, side_index))
            for kind, count in kinds
        ]
        name = catalogue_sentence(WORDS, rulebook(), "scene.fleet", role, units=units)
        content = el("div", groups, cls="tk-fleet-units", role="img", aria_label=name)
    return el("div", head, content, cls=f"tk-fleet-half tk-fleet-{role}", data_drop=side_index)


def _kinds(side: Side) -> list[tuple[Unit, int]]:
    """Return the unit types of a side with their numbers, the heaviest first."""
    units = [(side.find_unit(name), side.count(name)) for name in side.unit_names()]
    return [(kind, count) for kind, count in reversed(units) if kind]


def _units_text(side: Side, kind: Unit, count: int) -> str:
    hurt, units = side.count_damaged(kind.name), f"{count} {unit_name(kind, count)}"
    return say("units.hurt", units=units, n=hurt) if hurt else units


def _group(kind: Unit, count: int, hurt: int, side_index: int, acts: bool) -> Markup:
    """Return the picture of the units of one type: every unit if there are few, otherwise one unit with the
    count.
    """
    alone = count <= MAX_UNITS_DRAWN_SINGLY
    pictures = [unit_svg(kind.unit_class, left=bool(side_index)) for _ in range(count if alone else 1)]
    cls = f"tk-fleet-group tk-fleet-is-{kind.unit_class}" + ("" if acts else " tk-fleet-idle")
    count_text = None if alone else el("b", f"×{count}")
    mark = el("sup", "II", cls="tk-fleet-two") if kind.is_upgraded else None
    damage = el("b", f"{hurt}!", cls="tk-fleet-hurt") if hurt else None
    return el("span", pictures, count_text, mark, damage, cls=cls, data_drag=f"{side_index}:{kind.name}")
