"""Planning for objectives: the worth of a player's progress on them, and what to save for their costs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from twingkit.imperium.box.units import SHIPS
from twingkit.imperium.galaxy.economy.paying import max_payment
from twingkit.imperium.galaxy.objectives.cards import Objective, objectives_by_id
from twingkit.imperium.galaxy.objectives.progress import (
    PLANETS_COUNT_BY_THING,
    SYSTEMS_BY_THING,
    progress_on_objective,
)
from twingkit.imperium.galaxy.objectives.scoring import scorable_public_objectives
from twingkit.imperium.galaxy.players.building import CARRIER_FIGURES
from twingkit.imperium.galaxy.players.tactical_options import TacticalOption
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.movement_plan import move_units

POINT_WORTH = 10.0
"""The worth of a victory point, the unit of all other worths."""

_UNFULFILLED_WORTH_SHARE = 0.6
"""The share of its worth that an objective counts just before it is fulfilled."""

REACHABLE_SHARE, UNREACHABLE_SHARE = 0.7, 0.2
"""The share for objectives that need ships in places, with and without tokens left to move there."""

_MIN_SAVED_GOODS = 2

NEEDED_TOKEN_WORTH, TOKEN_WORTH = 8.0, 0.5
"""The worth of a command token that an objective needs, and of any other one."""

OWN_RESEARCH_PRICE, OTHERS_RESEARCH_PRICE = 6, 4
"""The resources to keep for research when the player itself or another one has the Technology card."""

TOKENS_CURRENCY = "tactic_or_strategy_tokens"
"""The currency of objectives that are paid for with command tokens."""

_RENEWABLE_CURRENCIES = ("resources", "influence")
"""The currencies that are soon ready again after they were spent on an objective."""


def unscored_objectives(table: GameTable, seat: int) -> list[Objective]:
    """Return the open public objectives and the player's secret objectives that the player has not scored."""
    player = table.players[seat]
    names = [*table.open_objectives, *player.secret_objectives]
    return [objectives_by_id()[name] for name in names if name not in player.scored_objectives]


def completed_fraction(table: GameTable, seat: int, card: Objective) -> float:
    """Return the part of an objective's requirement that a player fulfils, from 0 to 1."""
    return min(progress_on_objective(table, seat, card) / card.needed_count, 1.0)


def costless_objectives_worth(table: GameTable, seat: int, cards: Sequence[Objective]) -> float:
    """Return how much a player's progress on objectives without a cost is worth, where a victory point is
    worth `POINT_WORTH`.
    """
    return _total(_objective_worth(table, seat, card) for card in cards if _counts(card))


def _objective_worth(table: GameTable, seat: int, card: Objective) -> float:
    """Return the worth of a player's progress on an objective without a cost."""
    tactic = table.players[seat].tactic
    return card.points * POINT_WORTH * _promised_share(card, progress_on_objective(table, seat, card), tactic)


def _counts(card: Objective) -> bool:
    return card.requirement_kind not in ("spend", "event")


def _total(worths: Iterable[float]) -> float:
    """Return the plain sum, which is the same in every version of Python."""
    total = 0.0
    for worth in worths:
        total += worth
    return total


def _promised_share(card: Objective, count: int, tactic: int) -> float:
    """Return the share of an objective's worth that `count` steps of progress are worth (1 if fulfilled);
    `tactic` is the number of tokens in the tactic pool.
    """
    part = min(count / card.needed_count, 1.0)
    if part >= 1:
        return 1.0
    if card.requirement_kind != "ships":
        return float(_UNFULFILLED_WORTH_SHARE * part**1.5)
    return REACHABLE_SHARE * part if card.needed_count - count <= tactic else UNREACHABLE_SHARE * part


def table_if_option_succeeds(table: GameTable, seat: int, tactical_option: TacticalOption) -> GameTable:
    """Return a copy of the table as it will be if a tactical option succeeds: units have moved and planets
    are gained.
    """
    places: set[int | str] = {tactical_option.system}
    for group in tactical_option.plan:
        places |= {group.start_system} | group.cargo_places
    twin = table.trial_copy(places)
    twin.players[seat].tactic -= 1
    move_units(twin, seat, tactical_option.system, tactical_option.plan)
    for planet in tactical_option.gained_planets:
        twin.planet_controllers[planet] = seat
    return twin


class ObjectiveNeeds:
    """A player's unscored objectives and what they still need, computed once for an unchanging table.

    All of it is computed once, so that many actions can be compared.
    """

    def __init__(self, table: GameTable, seat: int) -> None:
        self.table, self.seat = table, seat

    @cached_property
    def unscored_objectives(self) -> list[Objective]:
        """The unscored objectives."""
        return unscored_objectives(self.table, self.seat)

    @cached_property
    def _worths(self) -> list[tuple[Objective, float]]:
        counted = filter(_counts, self.unscored_objectives)
        return [(card, _objective_worth(self.table, self.seat, card)) for card in counted]

    @cached_property
    def _planets(self) -> list[str]:
        return self.table.controlled_planets(self.seat)

    @cached_property
    def _ships(self) -> dict[int, int]:
        """The number of the player's own ships by system, without systems that have none."""
        own, space = self.table.systems_with_ships(self.seat), self.table.space
        return {system: space[system][self.seat].ship_count for system in own}

    @cached_property
    def _systems(self) -> Mapping[str, Collection[int]]:
        """The systems in which each objective counts ships."""
        things = [card.counted_thing for card, _ in self._worths if card.requirement_kind == "ships"]
        return {
            thing: SYSTEMS_BY_THING[thing](self.table, self.seat)
            for thing in things
            if thing in SYSTEMS_BY_THING
        }

    def objectives_worth_gain(self, tactical_option: TacticalOption) -> float:
        """Return how much the worth of the player's objectives grows if a tactical option succeeds.

        It changes only where ships are, and which planets the player controls.
        """
        tactic = self.table.players[self.seat].tactic - 1
        after = _total(
            worth
            if (count := self._progress_after(card, tactical_option)) is None
            else card.points * POINT_WORTH * _promised_share(card, count, tactic)
            for card, worth in self._worths
        )
        return after - _total(worth for _, worth in self._worths)

    def _progress_after(self, card: Objective, tactical_option: TacticalOption) -> int | None:
        """Return the progress on an objective after a tactical option; None if it is the same as before."""
        kind, thing, table, seat = card.requirement_kind, card.counted_thing, self.table, self.seat
        if kind == "control" and tactical_option.gained_planets:
            held = [
                *self._planets,
                *(name for name in tactical_option.gained_planets if name not in self._planets),
            ]
            return PLANETS_COUNT_BY_THING[thing](table, seat, held)
        if kind != "ships":
            return None
        moves_wormholes = table.players[seat].faction == "ghost" or table.active_system is not None
        if thing not in self._systems or moves_wormholes:
            return progress_on_objective(table_if_option_succeeds(table, seat, tactical_option), seat, card)
        counted = self._systems[thing]
        return sum(system in counted for system in self._systems_with_ships_after(tactical_option))

    def _systems_with_ships_after(self, tactical_option: TacticalOption) -> Collection[int]:
        left = self._ships.copy()
        for group in tactical_option.plan:
            flying = [(group.start_system, name, count) for name, count, _ in group.ships]
            flying += [(place, "fighter", n) for place, n in group.fighters_in_cargo]
            for place, name, count in flying:
                if name in SHIPS:  # and no floating dock
                    left[place] -= count
                    left[tactical_option.system] = left.get(tactical_option.system, 0) + count
        return [system for system, count in left.items() if count]

    @cached_property
    def reserved_amounts(self) -> Mapping[str, int]:
        """The amounts, by currency, to save for the objective to pay for next.

        Empty if none can be paid, or if a public objective without a cost is enough.
        """
        table, seat = self.table, self.seat
        player = table.players[seat]
        able = [objectives_by_id()[name] for name in scorable_public_objectives(table, seat)]
        twice = player.strategy_cards.get(8) is False
        if not able or (any(card.requirement_kind != "spend" for card in able) and not twice):
            return {}
        paid = [card for card in able if card.requirement_kind == "spend"]
        if not paid:
            return {}
        card = max(
            paid,
            key=lambda card: (
                card.points,
                card.counted_thing in _RENEWABLE_CURRENCIES,
                progress_on_objective(table, seat, card) - card.needed_count,
            ),
        )
        return {card.counted_thing: card.needed_count}

    def spendable_amount(self, currency: str) -> int:
        """Return the resources or influence that the player can spend beyond what objectives need."""
        goods = self.table.players[self.seat].goods
        is_goods_needed = any(card.counted_thing == "trade_goods" for card in self.unscored_objectives)
        saved = goods if goods >= _MIN_SAVED_GOODS and is_goods_needed else 0
        kept = self.reserved_amounts.get(currency, 0)
        return max(max_payment(self.table, self.seat, currency) - saved - kept, 0)

    @cached_property
    def spare_resources(self) -> int:
        """The resources that neither the objectives nor, if the player can pay for it, research needs."""
        spendable = self.spendable_amount("resources")
        price = self._research_price
        return spendable - (price if spendable >= price else 0)

    @property
    def _research_price(self) -> int:
        """The resources that the player's research costs when Technology is played; 0 if the player is not
        expected to research.
        """
        table, player = self.table, self.table.players[self.seat]
        owner = next((one for one in table.players if one.strategy_cards.get(7) is False), None)
        if owner is None or table.round == 1 or player.faction == "nekro":
            return 0
        if owner is player:
            return OWN_RESEARCH_PRICE
        return OTHERS_RESEARCH_PRICE if player.strategy else 0

    @cached_property
    def token_cost(self) -> float:
        """The worth of the token that a tactical action costs; it is high if an objective needs it."""
        player = self.table.players[self.seat]
        keep = self.reserved_amounts.get(TOKENS_CURRENCY, 0)
        return NEEDED_TOKEN_WORTH if keep and player.tactic + player.strategy <= keep else TOKEN_WORTH

    @cached_property
    def production_action_worth(self) -> float:
        """The worth of a tactical action that only produces, with the spare resources."""
        carriers = self.table.count_on_board(self.seat, "carrier")
        needed = 3.0 * (carriers < min(1 + self.table.round, CARRIER_FIGURES))
        return needed + min(self.spare_resources, 6) - 1.0 - self.token_cost


def scoring_sort_key(card: Objective) -> tuple[int, int]:
    """Return the sort key for scoring: most points first, then cheap objectives and those that may soon be
    lost."""
    if card.requirement_kind == "spend":
        order = 0 if card.counted_thing in _RENEWABLE_CURRENCIES else 3
    else:
        order = {"ships": 1, "control": 2, "board": 4}.get(card.requirement_kind, 5)
    return -card.points, order
