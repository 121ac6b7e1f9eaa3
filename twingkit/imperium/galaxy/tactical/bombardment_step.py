"""Bombardment in a game: the target of each ship, and the dice (IM-INV-1, IM-INV-10)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import attrs

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import Side
from twingkit.imperium.battle.rules.ground.bombardment import bombardment, start_of_invasion
from twingkit.imperium.box.tiles import Planet
from twingkit.imperium.box.units import SHIPS
from twingkit.imperium.galaxy.objectives.scoring import offer_event_scoring
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.answer_errors import suggested_names
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits, count_units
from twingkit.imperium.galaxy.table.questions import QuestionAllowingOffers
from twingkit.imperium.galaxy.table.unit_questions import UnitPart, UnitsQuestion, UnitsT
from twingkit.imperium.galaxy.tactical import embedded_battle
from twingkit.imperium.galaxy.tactical.losses import roll_for_revival

_PLASMA_SCORING = "ps"
"""The effect that adds a die against the planet named first (IM-TECH-ps)."""


class UnitsAtPlanetsQuestion(QuestionAllowingOffers, UnitsQuestion[UnitsT]):
    """A question of which units do something at which planets: `land 2 infantry lodor, 1 fighter jord`, or
    `land none`."""

    __slots__ = ()
    item_pattern = re.compile(r"(?:([1-9][0-9]?) )?([a-z]+) ([a-z0-9.]+)")

    @property
    def has_unlisted_answers(self) -> bool:
        """True: not every way to divide the units among planets is listed."""
        return True

    def check_part(self, part: UnitPart, item: str) -> None:
        """Raise `BadAnswer` if the place of a part is no planet."""
        planet, table = part[2], self.table
        if planet not in table.planet_controllers:
            planets = sorted(
                table.planet_controllers, key=lambda planet: table.system_of(planet) != table.active_system
            )
            raise self.part_error(planet, suggested_names(planet, planets))


class Bombard(UnitsAtPlanetsQuestion[acts.Bombard]):
    """The question of which planet each ship bombards: `bombard 2 dreadnought lodor` (IM-INV-10)."""

    __slots__ = ("guns", "planets")
    kind = "bombard"
    rule = "IM-INV-10"
    act_class = acts.Bombard
    nameable_classes = SHIPS

    def __init__(self, table: GameTable, seat: int, guns: Mapping[str, int], planets: list[str]) -> None:
        super().__init__(table, seat)
        self.guns, self.planets = dict(guns), planets

    def rule_against_units(self, parts: Sequence[UnitPart]) -> BrokenRule | None:
        """Return the rule that forbids a bombardment; None if it is legal."""
        for _, _, planet in parts:
            if planet not in self.planets:
                return "IM-INV-10", "no_target", {"planet": planet}
        wanted = count_units(parts)
        for name, count in wanted.items():
            if count > (there := self.guns.get(name, 0)):
                return "IM-INV-10", "not_there", {"unit": name, "n": count, "there": there}
        if wanted and wanted != Counter(self.guns) and self.table.variant.volley == "all":
            return "IM-INV-10", "all_or_none", {}
        return None

    def options(self) -> Iterator[acts.Bombard]:
        """Yield answers with all ships at one planet, split between two, or none."""
        for planet in self.planets:
            yield self.act((name, count, planet) for name, count in self.guns.items())
        for name, count in self.guns.items() if len(self.planets) > 1 else ():
            first, second = self.planets[:2]
            rest = [(gun, n, second) for gun, n in self.guns.items() if gun != name]
            for n in range(1, count + 1):
                left = [(name, count - n, second)] if n < count else []
                if left or rest:
                    yield self.act([(name, n, first), *left, *rest])
        yield self.act(())


def ground_battle_table(
    table: GameTable, attacker: Side, seats: tuple[int, int], defence: PlacedUnits, planet: str
) -> embedded_battle.BattleInGame:
    """Return the battle table for a planet's invasion, with the effects of Disable and Bunker if they were
    played for it.
    """
    defender = embedded_battle.battle_side(table, seats[1], "ground", defence, planet=planet)
    inner = embedded_battle.BattleInGame(
        table, Battle("ground", attacker, defender, variant=table.variant), seats
    )
    for side_index, card in enumerate(("disable", "bunker")):
        if table.has_effect(card, seats[side_index]):
            inner.forces[side_index] = inner.forces[side_index].with_used(card)
    return inner


def _ignores_shields(table: GameTable, seat: int, system: int) -> bool:
    """Return whether a player's ships or a card disable Planetary Shield in a system (IM-INV-2)."""
    stats = table.players[seat].unit_type_on_board
    ships = table.units_in_space(seat, system)
    return table.has_effect("disable", seat) or any(
        name == "warsun" or stats(name).id == "letnev_flagship" for name in ships
    )


def can_bombard(table: GameTable, seat: int, planet: Planet) -> bool:
    """Return whether a player may bombard a planet: other players' ground forces are there, and no shield or
    law protects it (IM-INV-1, IM-INV-2)."""
    if table.is_law_in_force("conventions") and planet.trait == "cultural":
        return False
    for other, units in table.ground[planet.id].items():
        if other != seat and units.ground_force_count:
            shield = any(table.players[other].unit_type_on_board(name).has_planetary_shield for name in units)
            return not shield or _ignores_shields(table, seat, table.system_of(planet.id))
    return False


def resolve_bombardment(table: GameTable, seat: int, system: int) -> Script:
    """Carry out the bombardment of planets with other players' ground forces (IM-INV-1, IM-INV-10)."""
    stats, fleet = table.players[seat].unit_type_on_board, table.units_in_space(seat, system)
    guns = {name: fleet[name] for name in fleet if stats(name).bombardment}
    targets = [planet.id for planet in table.planets_of(system) if can_bombard(table, seat, planet)]
    if not guns or not targets:
        return
    parts = tuple((name, count, targets[0]) for name, count in guns.items())
    declared = len(targets) > 1  # with one planet, another question asks whether the ships fire
    if declared:
        question = Bombard(table, seat, guns, targets)
        answer: acts.Bombard = yield question
        parts = answer.units
    scored = False
    for planet in dict.fromkeys(planet for _, _, planet in parts):
        firing = PlacedUnits()
        for name, count, target in parts:
            if target == planet:
                firing.put(name, count)
        defender = next(other for other in table.ground[planet] if other != seat)
        units = table.units_on_planet(defender, planet)
        under_fire = units.copy()
        if _ignores_shields(table, seat, system):
            under_fire.take("pds", under_fire["pds"])  # shields do not work in this system, whoever fires
        attacker = embedded_battle.battle_side(table, seat, "ground", firing, planet=planet)
        if scored:  # the ships fire together, so Plasma Scoring adds one die in total (IM-TECH-ps)
            others = [use for use in attacker.effects if use.id != _PLASMA_SCORING]
            attacker = attrs.evolve(attacker, effects=others)
        scored = True
        inner = ground_battle_table(table, attacker, (seat, defender), under_fire, planet)
        sides = embedded_battle.BattleSeats((seat, defender), bombardment_declared=declared)
        yield from embedded_battle.run_embedded_battle(
            table, embedded_battle.run_battle_steps(inner, start_of_invasion, bombardment), sides
        )
        table.end_effects(embedded_battle.FIGHTING_EFFECT)
        left = embedded_battle.remaining_units(inner, 1, units)
        table.replace_units(defender, planet, left)
        yield from roll_for_revival(table, defender, units["infantry"] - left["infantry"])
        if not left.ground_force_count:
            yield from offer_event_scoring(table, seat, ["bombarded_last_ground_forces"])
