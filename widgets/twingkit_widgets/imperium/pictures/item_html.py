"""The picture and text of one item of a whole game (unit, planet, system, card), and the values of units."""

from __future__ import annotations

from collections.abc import Iterator

from twingkit.imperium.battle.rules.space.survivors import needs_room
from twingkit.imperium.box.names import rule_id_by_card_id
from twingkit.imperium.box.tiles import planets_by_id, tiles_by_number
from twingkit.imperium.box.units import BATTLE_CLASSES, DOCK, Unit, UnitAbilityDice
from twingkit_widgets.imperium.pictures import names
from twingkit_widgets.imperium.pictures.drawing import unit_svg
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.wording import capitalize_first

_ABILITIES = ("barrage", "bombardment", "space_cannon")
"""The abilities for which a unit rolls dice outside combat."""


def game_component_html(name: str) -> Markup | None:
    """Return the picture and text of a unit, a planet, a tile or a card; None for anything else.

    >>> "Lodor" in game_component_html("lodor"), game_component_html("nothing")
    (True, None)
    """
    if name in (*BATTLE_CLASSES, DOCK):
        return el(
            "span", unit_svg(name), " ", capitalize_first(names.unit_name(name)), cls="tk-thing tk-game-thing"
        )
    if name in planets_by_id():
        planet = planets_by_id()[name]
        key = "worth_one" if planet.resources == 1 else "worth"
        worth = names.say(key, resources=planet.resources, influence=planet.influence)
        return el("span", names.planet_name(name), el("small", f" {worth}"), cls="tk-thing tk-game-thing")
    if name in tiles_by_number():
        return el("span", names.system_name(name), cls="tk-thing tk-game-thing")
    if name.partition(":")[0] in rule_id_by_card_id():
        text = names.card_rule_text(name)
        small = el("small", f" {text}") if text else None
        return el("span", el("b", names.card_name(name)), small, cls="tk-thing tk-game-thing")
    return None


def unit_facts(
    kind: Unit, *, with_capacity_need: bool = False, with_move_value: bool = False
) -> Iterator[str]:
    """Yield the values and abilities of a unit as short texts.

    With `with_capacity_need`, its need for capacity is included; with `with_move_value`, its move value.
    """
    if kind.combat:
        many = "unit.hits_one" if kind.dice == 1 else "unit.hits_many"
        yield names.say(many, n=kind.combat, dice=kind.dice)
    if kind.capacity:
        yield names.say("unit.capacity", n=kind.capacity)
    if with_capacity_need and needs_room(kind):
        yield names.say("unit.carried")
    elif with_capacity_need and kind.is_fighter:
        yield names.say("unit.flies")
    if kind.can_sustain_damage:
        yield names.say("unit.sustain")
    for ability in _ABILITIES:
        shots: UnitAbilityDice | None = getattr(kind, ability)
        if shots is not None:
            many = "one" if shots.dice == 1 else "many"
            yield names.say(f"unit.{ability}_{many}", n=shots.hits_on, dice=shots.dice)
    if kind.has_planetary_shield:
        yield names.say("unit.shield")
    if kind.cost:
        yield names.say("unit.cost", cost=names.resources_text(kind.cost))
    if with_move_value and kind.move:
        yield names.say("unit.move", n=kind.move)
