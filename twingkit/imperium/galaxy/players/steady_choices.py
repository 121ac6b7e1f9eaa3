"""Choices of `steady` among cards, technologies, places, objectives, purchases and outcomes of agendas."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from twingkit.imperium.battle.rules.target import NO_TARGET_WORD
from twingkit.imperium.box.units import DOCK
from twingkit.imperium.galaxy.economy.paying import max_payment
from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.objectives.scoring import has_most_points
from twingkit.imperium.galaxy.phases.strategic_action import (
    FREE_REFILL_EFFECT,
    INFLUENCE_PER_TOKEN,
    SECOND_TECHNOLOGY_COST,
    SECONDARY_RESEARCH_COST,
)
from twingkit.imperium.galaxy.players.objective_plans import (
    TOKENS_CURRENCY,
    ObjectiveNeeds,
    completed_fraction,
    costless_objectives_worth,
    scoring_sort_key,
)
from twingkit.imperium.galaxy.table.abilities import Moment, has_no_effect
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.imperium.galaxy.tactical.invasion import CUSTODIANS_COST
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.technology.cards import ownable_technologies
from twingkit.imperium.galaxy.trade.offers import can_trade
from twingkit.imperium.texts.fact_names import AGAINST, FOR

_PREFERENCES = tomllib.loads(Path(__file__).with_name("steady.toml").read_text(encoding="utf-8"))


def leading_opponent(table: GameTable, seat: int) -> int:
    """Return the seat of the opponent closest to winning: the one with the most points, then the most
    planets.
    """
    others = [other for other in table.seats_from(seat) if other != seat]
    return max(others, key=lambda other: (table.players[other].points, len(table.controlled_planets(other))))


def preferred_outcome(
    table: GameTable, seat: int, agenda: str, allowed_outcomes: Sequence[str]
) -> str | None:
    """Return the outcome of an agenda that a player wants; None if the player does not care."""
    if agenda == "seed_empire":  # FOR: the player with the most points gains one; AGAINST: with the fewest
        return FOR if has_most_points(table, seat) else AGAINST
    for outcome, agendas in _PREFERENCES["wanted_outcome"].items():
        if agenda in agendas and outcome in allowed_outcomes:
            return str(outcome)
    about = leading_opponent(table, seat) if agenda in _PREFERENCES["harmful_agendas"] else seat
    if SEATS[about] in allowed_outcomes:
        return SEATS[about]
    planets = [name for name in allowed_outcomes if table.planet_controllers.get(name) == about]
    if not planets:
        return None
    return max(planets, key=lambda planet: table.resources(planet) + table.influence(planet))


TECHNOLOGY_WORTH: Mapping[str, float] = _PREFERENCES["technology_worth"]
"""The basic worth of technologies, 0.5 for all others; progress on objectives is added."""

STRATEGY_CARD_WORTH = {1: 6.0, 2: 1.5, 3: 2.5, 4: 3.5, 5: 5.5, 6: 4.0, 7: 6.5, 8: 3.0}
"""The basic worth of each strategy card."""

_SECONDARY_MIN_TOKENS: Mapping[int, int] = {1: 0, 2: 3, 3: 3, 4: 2, 5: 2, 6: 2, 7: 1, 8: 1}
"""The strategy tokens needed before using the secondary ability, by strategy card."""

_ENOUGH_TACTIC_TOKENS = 4


def _can_reach_mecatol(table: GameTable, seat: int) -> bool:
    """Return whether ships with capacity could reach Mecatol Rex if the player activated it now."""
    if seat in table.command_tokens[table.mecatol_system] or not table.players[seat].tactic:
        return False
    stats = table.players[seat].unit_type_on_board
    return any(
        stats(name).capacity
        for _, able in Move(table, seat, table.mecatol_system).ship_sources()
        for name, _ in able
    )


def preferred_item(plan: ObjectiveNeeds, question: ItemChoice) -> str | None:
    """Return the item that the computer player `steady` chooses in a question; None if it has no preference
    for this kind of choice.
    """
    choose = _CHOICE_FUNCTION_BY_KIND.get(question.kind)
    return None if choose is None else choose(plan, question)


def _research(plan: ObjectiveNeeds, question: ItemChoice) -> str:
    """Choose the technology with the largest worth, including progress on objectives."""
    table, seat, cards = plan.table, plan.seat, plan.unscored_objectives
    player = table.players[seat]
    before, owned = costless_objectives_worth(table, seat, cards), player.technologies

    def worth(name: str) -> float:
        player.technologies = owned | {name}
        gained = costless_objectives_worth(table, seat, cards) - before
        card = ownable_technologies(player.faction)[name]
        opened = 0.3 * len(card.colour) if card.colour and not card.unit_class else 0.0
        return gained + TECHNOLOGY_WORTH.get(name, 1.5 if card.faction else 0.5) + opened * 0.1

    best = max(question.choices, key=worth)
    player.technologies = owned
    return best


def _wants_second_technology(plan: ObjectiveNeeds, question: ItemChoice) -> str:
    """Return "yes" to research a second technology if its cost in resources is not needed for objectives,
    else "no".
    """
    is_free = plan.spendable_amount("resources") >= SECOND_TECHNOLOGY_COST
    return "yes" if is_free else "no"


def _secondary(plan: ObjectiveNeeds, question: ItemChoice) -> str:
    """Return "yes" to use a secondary ability if tokens and resources for it are free, else "no"."""
    table, seat, number = plan.table, plan.seat, int(str(question.subject).rpartition("_")[2])
    player = table.players[seat]
    if player.strategy < _SECONDARY_MIN_TOKENS[number]:
        return "no"
    keep = plan.reserved_amounts.get(TOKENS_CURRENCY, 0)
    if keep and _SECONDARY_MIN_TOKENS[number] and player.tactic + player.strategy <= keep:
        return "no"
    spare = plan.spendable_amount("resources")
    if number == 2:
        lost = sum(map(table.resources, table.exhausted_planets_of(seat)))
        return "yes" if lost >= 4 else "no"
    if number == 6:
        return "yes" if spare >= 3 else "no"
    if number == 7:
        carriers = table.count_on_board(seat, "carrier")
        return "yes" if spare >= (SECONDARY_RESEARCH_COST if carriers > 1 or table.round > 1 else 7) else "no"
    return "yes"


def _buy(plan: ObjectiveNeeds, question: ItemChoice) -> str:
    """Buy tokens with free influence while the tactic pool is small, saving the custodians' price if they can
    be reached."""
    table, seat = plan.table, plan.seat
    spare = plan.spendable_amount("influence")
    if table.has_custodians and _can_reach_mecatol(table, seat):
        spare = min(spare, max(max_payment(table, seat, "influence") - CUSTODIANS_COST, 0))
    needed = max(_ENOUGH_TACTIC_TOKENS - table.players[seat].tactic, 0)
    most = min(spare // INFLUENCE_PER_TOKEN, needed)
    return max((name for name in question.choices if int(name) <= most), key=int)


def _score(plan: ObjectiveNeeds, question: ItemChoice) -> str:
    """Choose the objective with the most points, then one that may soon be lost."""
    names = [name for name in question.choices if name != NO_TARGET_WORD]
    return min(names, key=lambda name: scoring_sort_key(objectives_by_id()[name]))


def _return_secret(plan: ObjectiveNeeds, question: ItemChoice) -> str:
    """Return the secret objective that is farthest from being scored."""

    def hope(name: str) -> float:
        card = objectives_by_id()[name]
        return 0.2 if card.requirement_kind == "event" else completed_fraction(plan.table, plan.seat, card)

    return min(question.choices, key=hope)


def _place(plan: ObjectiveNeeds, question: ItemChoice) -> str | None:
    """Choose the planet with the most resources away from other docks for a space dock, or place a PDS."""
    table, seat = plan.table, plan.seat
    docks = [placement for placement in question.choices if placement.startswith(DOCK)]
    pds = [placement for placement in question.choices if placement.startswith("pds")]
    needs = {
        card.counted_thing: card.needed_count
        for card in plan.unscored_objectives
        if card.requirement_kind == "board"
    }
    if pds and "pds" in needs and table.count_on_board(seat, "pds") >= needs["pds"] - 2:
        return pds[0]
    if not docks:
        return pds[0] if pds else None

    def worth(dock: str) -> float:
        planet = dock.partition(" ")[2]
        system = table.system_of(planet)
        return table.resources(planet) - 3 * bool(table.dock_places(seat, system))

    return max(docks, key=worth)


def _choose_system_for_token(plan: ObjectiveNeeds, question: ItemChoice) -> str:
    """Choose a system that already has a token, then the one with the most resources."""

    def worth(tile_number: str) -> float:
        system = plan.table.galaxy.system(tile_number).index
        most = max((plan.table.resources(planet.id) for planet in plan.table.planets_of(system)), default=0)
        docks = bool(plan.table.dock_places(plan.seat, system))
        return 5 * (plan.seat in plan.table.command_tokens[system]) - 3 * docks + most

    return max(question.choices, key=worth)


def _choose_token_to_remove(plan: ObjectiveNeeds, question: ItemChoice) -> str:
    """Choose the token whose system holds the most ships."""
    table, seat = plan.table, plan.seat
    return max(
        question.choices,
        key=lambda number: table.units_in_space(seat, table.galaxy.system(number).index).ship_count,
    )


def _useful_targets(table: GameTable, question: ItemChoice) -> list[str]:
    """Return the targets that the ability would change; all targets if there are none (IM-TIME-6)."""
    ability = str(question.subject).rpartition("-")[2]
    moment, things = Moment("action"), list(question.choices)
    return [
        name for name in things if not has_no_effect(table, question.player, ability, moment, name)
    ] or things


def _planet(plan: ObjectiveNeeds, question: ItemChoice) -> str | None:
    """Choose the best of the player's own planets or, if none is offered, the leading opponent's best
    planet.
    """
    planets = [
        planet for planet in _useful_targets(plan.table, question) if planet in plan.table.planet_controllers
    ]
    if not planets:
        return None
    first = leading_opponent(plan.table, plan.seat)
    rank = {plan.seat: 2, first: 1}

    def worth(planet: str) -> tuple[int, int]:
        holder = plan.table.planet_controllers[planet]
        value = plan.table.resources(planet) + plan.table.influence(planet)
        return rank.get(-1 if holder is None else holder, 0), value

    return max(planets, key=worth)


def _ready(plan: ObjectiveNeeds, question: ItemChoice) -> str:
    """Choose the exhausted planet with the largest value."""
    planets = [planet for planet in question.choices if planet != NO_TARGET_WORD]
    return max(planets, key=lambda planet: plan.table.resources(planet) + 0.7 * plan.table.influence(planet))


def _system(plan: ObjectiveNeeds, question: ItemChoice) -> str:
    """Choose the system with the most resources on the player's planets."""

    def worth(tile_number: str) -> float:
        system = plan.table.galaxy.system(tile_number).index
        held = set(plan.table.controlled_planets(plan.seat))
        own = [planet.id for planet in plan.table.planets_of(system) if planet.id in held]
        return sum(
            plan.table.resources(planet) * (1 + (planet in plan.table.exhausted_planets)) for planet in own
        )

    return max(_useful_targets(plan.table, question), key=worth)


def _player(plan: ObjectiveNeeds, question: ItemChoice) -> str | None:
    """Choose the player itself if possible, else the leading opponent."""
    own = SEATS[plan.seat]
    if own in question.choices:
        return own
    first = SEATS[leading_opponent(plan.table, plan.seat)]
    return first if first in question.choices else None


def _choose_free_refill_seat(plan: ObjectiveNeeds, question: ItemChoice) -> str:
    """Choose a player who may refill commodities for free: one who can trade with this player and is not the
    leader, else nobody.
    """
    table, seat = plan.table, plan.seat
    first = leading_opponent(table, seat)
    if any(table.has_effect(FREE_REFILL_EFFECT, other) for other in table.other_seats(seat)):
        return NO_TARGET_WORD
    given = [
        side
        for side in question.choices
        if side in SEATS and SEATS.index(side) != first and can_trade(table, seat, SEATS.index(side))
    ]
    return given[0] if given else NO_TARGET_WORD


_CHOICE_FUNCTION_BY_KIND: Mapping[str, Callable[[ObjectiveNeeds, ItemChoice], str | None]] = {
    "research": _research,
    "technology": _research,
    "second": _wants_second_technology,
    "secondary": _secondary,
    "buy": _buy,
    "score": _score,
    "return": _return_secret,
    "place": _place,
    "token_to": _choose_system_for_token,
    "take_off": _choose_token_to_remove,
    "planet": _planet,
    "ready": _ready,
    "system": _system,
    "player": _player,
    "speaker": _player,
    "free": _choose_free_refill_seat,
}
