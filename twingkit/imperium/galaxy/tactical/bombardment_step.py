"""Bombardment in a game: the target of each ship, and the dice (IM-INV-1, IM-INV-10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import attrs

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.ground.bombardment import bombardment, start_of_invasion
from twingkit.imperium.box.tiles import Planet
from twingkit.imperium.box.units import SHIPS
from twingkit.imperium.galaxy.objectives.scoring import offer_event_scoring
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits
from twingkit.imperium.galaxy.table.questions import GalaxyQuestion, TakesOffers
from twingkit.imperium.galaxy.tactical.battle_effects import apply_invasion_cards
from twingkit.imperium.galaxy.tactical.embedded_battle import (
    BattleSeats,
    battle_side,
    make_battle_table,
    mark_battles_finished,
    remaining_units,
    run_embedded_battle,
    run_steps,
)
from twingkit.imperium.galaxy.tactical.losses import parse_units_at_planets, roll_for_revival

_PLASMA_SCORING = "ps"
"""The effect that adds a die against the planet named first (IM-TECH-ps)."""


class Bombard(TakesOffers, GalaxyQuestion):
    """The question of which planet each ship bombards: `bombard 2 dreadnought lodor` (IM-INV-10)."""

    __slots__ = ("guns", "planets")
    kind = "bombard"
    rule = "IM-INV-10"

    def __init__(self, table: GameTable, seat: int, guns: Mapping[str, int], planets: list[str]) -> None:
        super().__init__(table, seat)
        self.guns, self.planets = dict(guns), planets

    def parse_bombardment(self, answer: str) -> list[tuple[str, int, str]]:
        """Return the parts of an answer, each as ship class, number and planet. Raises `BadAnswer` if the
        text is not a bombardment.
        """
        return parse_units_at_planets(self, answer, SHIPS)

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """Return the rule that forbids a bombardment; None if it is legal."""
        wanted: Counter[str] = Counter()
        for name, count, planet in self.parse_bombardment(answer):
            wanted[name] += count
            if planet not in self.planets:
                return "IM-INV-10", "no_target", {"planet": planet}
        for name, count in wanted.items():
            if count > (there := self.guns.get(name, 0)):
                return "IM-INV-10", "not_there", {"unit": name, "n": count, "there": there}
        if wanted and wanted != Counter(self.guns) and self.table.variant.volley == "all":
            return "IM-INV-10", "all_or_none", {}
        return None

    def options(self) -> Iterator[str]:
        """Yield answers with all ships at one planet, split between two, or none."""
        for planet in self.planets:
            yield self.format_bombardment([(name, count, planet) for name, count in self.guns.items()])
        for name, count in self.guns.items() if len(self.planets) > 1 else ():
            first, second = self.planets[:2]
            rest = [(gun, n, second) for gun, n in self.guns.items() if gun != name]
            for n in range(1, count + 1):
                left = [(name, count - n, second)] if n < count else []
                if left or rest:
                    yield self.format_bombardment([(name, n, first), *left, *rest])
        yield "bombard none"

    def format_bombardment(self, parts: list[tuple[str, int, str]]) -> str:
        """Format parts (ship class, number, planet) as an answer."""
        return "bombard " + ", ".join(f"{count} {name} {planet}" for name, count, planet in parts)


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
    parts = [(name, count, targets[0]) for name, count in guns.items()]
    declared = len(targets) > 1  # with one planet, another question asks whether the ships fire
    if declared:
        question = Bombard(table, seat, guns, targets)
        answer: str = yield question
        parts = question.parse_bombardment(answer)
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
        attacker = battle_side(table, seat, "ground", firing, planet=planet)
        if scored:  # the ships fire together, so Plasma Scoring adds one die in total (IM-TECH-ps)
            others = [use for use in attacker.effects if use.id != _PLASMA_SCORING]
            attacker = attrs.evolve(attacker, effects=others)
        scored = True
        battle = Battle(
            "ground",
            attacker,
            battle_side(table, defender, "ground", under_fire, planet=planet),
            variant=table.variant,
        )
        inner = make_battle_table(table, battle, (seat, defender))
        apply_invasion_cards(table, inner, (seat, defender))
        sides = BattleSeats((seat, defender), bombardment_declared=declared)
        yield from run_embedded_battle(table, run_steps(inner, start_of_invasion, bombardment), sides)
        mark_battles_finished(table)
        left = remaining_units(inner, 1, units)
        table.replace_units(defender, planet, left)
        yield from roll_for_revival(table, defender, units["infantry"] - left["infantry"])
        if not left.ground_force_count:
            yield from offer_event_scoring(table, seat, ["bombarded_last_ground_forces"])
