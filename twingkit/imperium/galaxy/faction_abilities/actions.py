"""Component actions of sheets, technologies and a flagship (IM-TURN-5)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import Denial
from twingkit.imperium.galaxy.cards.targets import open_planets, other_players, where, with_action_cards
from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.table.abilities import Moment, scripted
from twingkit.imperium.galaxy.table.drawing import choose, discard, hand_over, keep_hand, look_at_hand
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, SEATS, GameTable
from twingkit.imperium.galaxy.table.reinforcements import none_left, placed_unit
from twingkit.imperium.galaxy.tactical.fleet_limits import settle_fleet
from twingkit.imperium.galaxy.tactical.losses import destroy_infantry

DROPPED = 2
"""The infantry of an Orbital Drop."""

FORGED = 2
"""The fighters of a Star Forge."""

BIOMES, BIOMES_GUEST = 4, 2
"""The goods of Production Biomes: the own ones, and those of another player."""


def has_strategy_token(table: GameTable, seat: int, moment: Moment) -> Denial | None:
    """The rule that keeps a player without a token in the strategy pool from what costs one."""
    return None if table.players[seat].strategy else ("IM-PAY-4", "no_strategy_token", {})


def spend_strategy_token(table: GameTable, seat: int) -> None:
    """Spend a token of the strategy pool."""
    table.players[seat].gain_token("strategy", -1)


@scripted("orbital_drop", has_strategy_token, targets=open_planets, kind="planet")
def orbital_drop(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """Two infantry on an own planet for a strategy token."""
    spend_strategy_token(table, seat)
    table.put(seat, planet, "infantry", DROPPED)
    table.tell("IM-UNIT-orbital_drop", "placed", seat, n=DROPPED, planet=planet)
    return
    yield  # a script is a generator, even one that asks nothing


def _with_warsun(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return [
        table.number(system)
        for system, there in enumerate(table.space)
        if seat in there and there[seat]["warsun"]
    ]


@scripted("star_forge", has_strategy_token, targets=_with_warsun, kind="system")
def star_forge(table: GameTable, seat: int, moment: Moment, number: str) -> Script:
    """Two fighters or a destroyer beside a war sun for a strategy token."""
    spend_strategy_token(table, seat)
    system = where(table, number)
    units = ["fighter", *(["destroyer"] if none_left(table, seat, "destroyer") is None else [])]
    unit = yield from choose(table, seat, units, "unit", "IM-UNIT-star_forge", subject="IM-UNIT-star_forge")
    if unit == "fighter":
        table.put(seat, system, "fighter", FORGED)
        table.tell("IM-UNIT-star_forge", "fighters", seat, n=FORGED, number=number)
    else:
        yield from placed_unit(table, seat, system, "destroyer", "IM-UNIT-star_forge")
    yield from settle_fleet(table, seat, system)


def _with_inferno(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return [
        table.number(system)
        for system, there in enumerate(table.space)
        if seat in there and there[seat]["flagship"]
    ]


def _can_forge_cruiser(table: GameTable, seat: int, moment: Moment) -> Denial | None:
    return has_strategy_token(table, seat, moment) or none_left(table, seat, "cruiser")


@scripted("muaat_flagship", _can_forge_cruiser, targets=_with_inferno, kind="system")
def the_inferno(table: GameTable, seat: int, moment: Moment, number: str) -> Script:
    """A cruiser beside the flagship for a strategy token."""
    spend_strategy_token(table, seat)
    yield from placed_unit(table, seat, where(table, number), "cruiser", "IM-UNIT-muaat_flagship")
    yield from settle_fleet(table, seat, where(table, number))


def _hand(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return list(dict.fromkeys(table.players[seat].action_cards))


@scripted("stall_tactics", targets=_hand, kind="card")
def stall_tactics(table: GameTable, seat: int, moment: Moment, card: str) -> Script:
    """An action card is discarded for an action that does nothing else."""
    discard(table, seat, card)
    table.tell("IM-UNIT-stall_tactics", "discarded", seat, card=f"IM-ACT-{card}")
    return
    yield  # a script is a generator, even one that asks nothing


def _mecatol_open(table: GameTable, seat: int, moment: Moment) -> Denial | None:
    if table.closed(MECATOL_REX):
        return "IM-AGENDA-demilitarized_zone", "closed", {"planet": MECATOL_REX}
    return None


def _no_mecatol(table: GameTable, seat: int, moment: Moment, target: str) -> bool:
    return table.holders.get(MECATOL_REX) != seat


@scripted("lgf", _mecatol_open, idle=_no_mecatol)
def lazax_gate_folding(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """An infantry on Mecatol Rex, while it is controlled."""
    table.put(seat, MECATOL_REX, "infantry")
    table.tell("IM-TECH-lgf", "placed", seat)
    return
    yield  # a script is a generator, even one that asks nothing


@scripted("mi", targets=with_action_cards, kind="player")
def mageon_implants(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """The action cards of another player are looked at, and one is taken."""
    giver = SEATS.index(player)
    cards = look_at_hand(table, seat, giver, "IM-TECH-mi")
    card = yield from choose(table, seat, cards, "card", "IM-TECH-mi", subject="IM-TECH-mi")
    hand_over(table, giver, seat, card, "IM-TECH-mi")
    yield from keep_hand(table, seat)


@scripted("pm", has_strategy_token, targets=other_players, kind="player")
def production_biomes(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Four goods for a strategy token, and two for another player."""
    spend_strategy_token(table, seat)
    yield from gain_goods(table, seat, BIOMES, "IM-TECH-pm")
    yield from gain_goods(table, SEATS.index(player), BIOMES_GUEST, "IM-TECH-pm")


def _below_bombers(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The planets with infantry in systems of own bombarding ships."""
    stats = table.players[seat].stats
    systems = [
        system
        for system, there in enumerate(table.space)
        if seat in there and any(stats(name).bombardment for name in there[seat])
    ]
    return [
        planet.id
        for system in systems
        for planet in table.planets_of(system)
        if any(units["infantry"] for other, units in table.ground[planet.id].items() if other != seat)
    ]


@scripted("x89", targets=_below_bombers, kind="planet")
def bacterial_weapon(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """All infantry on a planet below own bombarding ships is destroyed."""
    for other in list(table.ground[planet]):
        count = table.on_planet(other, planet)["infantry"]
        if count:
            yield from destroy_infantry(table, other, planet, count, "IM-TECH-x89", "lost")
