"""How `steady` chooses cards, technologies, places, and what to score and buy."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from twingkit.imperium.battle.rules.target import NONE
from twingkit.imperium.box.units import DOCK
from twingkit.imperium.galaxy.economy.paying import largest_payment
from twingkit.imperium.galaxy.objectives.cards import objective_cards
from twingkit.imperium.galaxy.objectives.scoring import scorable_public
from twingkit.imperium.galaxy.players.objective_plans import (
    completed_share,
    kept_amounts,
    promised_worth,
    scoring_order,
    spendable,
    wanted_objectives,
)
from twingkit.imperium.galaxy.players.opinions import leader
from twingkit.imperium.galaxy.strategy_cards import leadership, technology
from twingkit.imperium.galaxy.strategy_cards.trade import FREE_REFILL
from twingkit.imperium.galaxy.table.abilities import Moment, is_idle
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, SEATS, GameTable
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.imperium.galaxy.tactical.invasion import CUSTODIANS_COST
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.technology.cards import deck_of
from twingkit.imperium.galaxy.trade.neighbours import can_trade

TECHNOLOGY_WORTH = {
    "nm": 3.0, "st": 3.0, "gd": 2.5, "ps": 1.0, "amd": 1.5, "hm": 3.0, "cr2": 3.0, "dn2": 3.0, "cv2": 2.5,
    "fl": 2.0, "dxa": 1.0, "inf2": 1.0, "ff2": 1.0, "gls": 0.8, "td": 1.2, "ws": 2.0, "md": 0.8, "lwd": 1.2,
}  # fmt: skip
"""The worth of technologies by themselves, 0.5 for all others; what objectives count comes on top."""

STRATEGY_CARD_WORTH = {1: 6.0, 2: 1.5, 3: 2.5, 4: 3.5, 5: 5.5, 6: 4.0, 7: 6.5, 8: 3.0}
"""The worth of strategy cards as such."""

SECONDARY: Mapping[int, int] = {1: 0, 2: 3, 3: 3, 4: 2, 5: 2, 6: 2, 7: 1, 8: 1}
"""For each strategy card the tokens that the strategy pool must have for its secondary ability."""

ENOUGH = 4
"""The tokens of a tactic pool that needs no more."""


def pick_worth(table: GameTable, seat: int, number: int) -> float:
    """The worth of taking a strategy card."""
    worth = STRATEGY_CARD_WORTH[number] + 1.2 * table.card_goods.get(number, 0)
    if number == 8:
        worth += 4.0 * (len(scorable_public(table, seat)) >= 2) + 2.0 * bool(scorable_public(table, seat))
        worth += 6.0 * (table.holders.get(MECATOL_REX) == seat)
    return worth


def can_reach_mecatol(table: GameTable, seat: int) -> bool:
    """True if ships that carry troops could go to Mecatol Rex with the next action."""
    if seat in table.tokens[table.mecatol_system] or not table.players[seat].tactic:
        return False
    stats = table.players[seat].unit_on_board
    return any(
        stats(name).capacity
        for _, able in Move(table, seat, table.mecatol_system).sources()
        for name, _ in able
    )


def choose_item(table: GameTable, question: ItemChoice) -> str | None:
    """Return the chosen item; None if this player has no opinion."""
    choose = CHOICES.get(question.kind)
    return None if choose is None else choose(table, question)


def _research(table: GameTable, question: ItemChoice) -> str:
    """The technology that brings most: by itself, and for objectives."""
    seat = question.player
    player, cards = table.players[seat], wanted_objectives(table, seat)
    before, owned = promised_worth(table, seat, cards), player.technologies

    def worth(name: str) -> float:
        player.technologies = owned | {name}
        gained = promised_worth(table, seat, cards) - before
        card = deck_of(player.faction)[name]
        opened = 0.3 * len(card.colour) if card.colour and not card.unit else 0.0
        return gained + TECHNOLOGY_WORTH.get(name, 1.5 if card.faction else 0.5) + opened * 0.1

    best = max(question.choices, key=worth)
    player.technologies = owned
    return best


def _second(table: GameTable, question: ItemChoice) -> str:
    """Another technology where the resources are free."""
    return "yes" if spendable(table, question.player, "resources") >= technology.SECOND_PRICE else "no"


def _secondary(table: GameTable, question: ItemChoice) -> str:
    """A secondary ability where tokens and resources are free for it."""
    seat, number = question.player, int(str(question.subject).rpartition("_")[2])
    player = table.players[seat]
    if player.strategy < SECONDARY[number]:
        return "no"
    keep = kept_amounts(table, seat).get("tactic_or_strategy_tokens", 0)
    if keep and SECONDARY[number] and player.tactic + player.strategy <= keep:
        return "no"
    spare = spendable(table, seat, "resources")
    if number == 2:
        lost = [name for name in table.controlled_planets(seat) if name in table.exhausted]
        return "yes" if sum(map(table.resources, lost)) >= 4 else "no"
    if number == 6:
        return "yes" if spare >= 3 else "no"
    if number == 7:
        carriers = table.count_on_board(seat, "carrier")
        return "yes" if spare >= (technology.PRICE if carriers > 1 or table.round > 1 else 7) else "no"
    return "yes"


def _buy(table: GameTable, question: ItemChoice) -> str:
    """Tokens for free influence while the tactic pool is small; the custodians' price is kept where they are
    within reach."""
    seat = question.player
    spare = spendable(table, seat, "influence")
    if table.custodians and can_reach_mecatol(table, seat):
        spare = min(spare, max(largest_payment(table, seat, "influence") - CUSTODIANS_COST, 0))
    needed = max(ENOUGH - table.players[seat].tactic, 0)
    most = min(spare // leadership.PRICE, needed)
    return max((name for name in question.choices if int(name) <= most), key=int)


def _score(table: GameTable, question: ItemChoice) -> str:
    """The objective with the most points, then one that may soon be lost."""
    names = [name for name in question.choices if name != NONE]
    return min(names, key=lambda name: scoring_order(objective_cards()[name]))


def _returned(table: GameTable, question: ItemChoice) -> str:
    """The secret objective that is farthest from being scored."""

    def hope(name: str) -> float:
        card = objective_cards()[name]
        return 0.2 if card.verb == "event" else completed_share(table, question.player, card)

    return min(question.choices, key=hope)


def _place(table: GameTable, question: ItemChoice) -> str | None:
    """A space dock on the planet with most resources, away from other docks; else a PDS."""
    seat = question.player
    docks = [placement for placement in question.choices if placement.startswith(DOCK)]
    pds = [placement for placement in question.choices if placement.startswith("pds")]
    needs = {card.of: card.count for card in wanted_objectives(table, seat) if card.verb == "board"}
    if pds and "pds" in needs and table.count_on_board(seat, "pds") >= needs["pds"] - 2:
        return pds[0]
    if not docks:
        return pds[0] if pds else None

    def worth(dock: str) -> float:
        planet = dock.partition(" ")[2]
        system = table.system_of(planet)
        return table.resources(planet) - 3 * bool(table.dock_places(seat, system))

    return max(docks, key=worth)


def _token_to(table: GameTable, question: ItemChoice) -> str:
    """A system that already has a token, then the one with the most resources."""

    def worth(number: str) -> float:
        system = table.galaxy.system(number).index
        most = max((table.resources(planet.id) for planet in table.planets_of(system)), default=0)
        docks = bool(table.dock_places(question.player, system))
        return 5 * (question.player in table.tokens[system]) - 3 * docks + most

    return max(question.choices, key=worth)


def _take_off(table: GameTable, question: ItemChoice) -> str:
    """The token that holds most ships."""
    seat = question.player
    return max(
        question.choices,
        key=lambda number: table.units_in_space(seat, table.galaxy.system(number).index).ships,
    )


def _useful_targets(table: GameTable, question: ItemChoice) -> list[str]:
    """The targets that the ability would change; all targets if there are none (IM-TIME-6)."""
    ability = str(question.subject).rpartition("-")[2]
    moment, things = Moment("action"), list(question.choices)
    return [name for name in things if not is_idle(table, question.player, ability, moment, name)] or things


def _planet(table: GameTable, question: ItemChoice) -> str | None:
    """The best of the player's own planets, or else the leader's best planet."""
    planets = [planet for planet in _useful_targets(table, question) if planet in table.holders]
    if not planets:
        return None
    first = leader(table, question.player)
    rank = {question.player: 2, first: 1}

    def worth(planet: str) -> tuple[int, int]:
        holder = table.holders[planet]
        value = table.resources(planet) + table.influence(planet)
        return rank.get(-1 if holder is None else holder, 0), value

    return max(planets, key=worth)


def _ready(table: GameTable, question: ItemChoice) -> str:
    """The exhausted planet that gives most."""
    planets = [planet for planet in question.choices if planet != NONE]
    return max(planets, key=lambda planet: table.resources(planet) + 0.7 * table.influence(planet))


def _system(table: GameTable, question: ItemChoice) -> str:
    """The system with the most resources on the player's planets."""

    def worth(number: str) -> float:
        system = table.galaxy.system(number).index
        held = set(table.controlled_planets(question.player))
        own = [planet.id for planet in table.planets_of(system) if planet.id in held]
        return sum(table.resources(planet) * (1 + (planet in table.exhausted)) for planet in own)

    return max(_useful_targets(table, question), key=worth)


def _player(table: GameTable, question: ItemChoice) -> str | None:
    """Oneself where that is possible, else the leader among the others."""
    own = SEATS[question.player]
    if own in question.choices:
        return own
    first = SEATS[leader(table, question.player)]
    return first if first in question.choices else None


def _free(table: GameTable, question: ItemChoice) -> str:
    """One neighbour who is not the leader, to trade commodities with."""
    seat, first = question.player, leader(table, question.player)
    if any(table.has_effect(FREE_REFILL, other) for other in table.other_seats(seat)):
        return NONE
    given = [
        side
        for side in question.choices
        if side in SEATS and SEATS.index(side) != first and can_trade(table, seat, SEATS.index(side))
    ]
    return given[0] if given else NONE


CHOICES: Mapping[str, Callable[[GameTable, ItemChoice], str | None]] = {
    "research": _research,
    "technology": _research,
    "second": _second,
    "secondary": _secondary,
    "buy": _buy,
    "score": _score,
    "return": _returned,
    "place": _place,
    "token_to": _token_to,
    "take_off": _take_off,
    "planet": _planet,
    "ready": _ready,
    "system": _system,
    "player": _player,
    "speaker": _player,
    "free": _free,
}
"""The functions that choose, by kind of question."""
