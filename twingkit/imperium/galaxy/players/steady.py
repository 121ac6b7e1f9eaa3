"""The player `steady`: it plans for the objectives in sight and keeps what they need."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.imperium.galaxy.agenda.voting import ABSTAIN, CastVotes
from twingkit.imperium.galaxy.economy.paying import Pay, largest_payment
from twingkit.imperium.galaxy.objectives.cards import Objective
from twingkit.imperium.galaxy.objectives.progress import progress
from twingkit.imperium.galaxy.objectives.scoring import scorable_public
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.players.building import MAX_CARRIERS, plan_build
from twingkit.imperium.galaxy.players.greedy import BOLD, IDLE, Greedy
from twingkit.imperium.galaxy.players.objective_plans import (
    POINT,
    kept_amounts,
    promised_worth,
    saves_goods,
    spendable,
    table_after_strike,
    wanted_objectives,
)
from twingkit.imperium.galaxy.players.opinions import leader, preferred_outcome
from twingkit.imperium.galaxy.players.steady_choices import choose_item, pick_worth
from twingkit.imperium.galaxy.players.strikes import Strike, strikes, strikes_at
from twingkit.imperium.galaxy.table.command_tokens import Pools
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, SEATS, GameTable
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.imperium.galaxy.tactical.invasion import CUSTODIANS_COST
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.tactical.production_step import Build
from twingkit.imperium.galaxy.trade.notes import owner_of
from twingkit.imperium.galaxy.trade.offers import Gift, Offer

EXPECTED_ROUNDS = 7
"""The rounds that a game is expected to last."""

WAITING = IDLE + 0.1
"""The worth of a strategic action that will bring more later, but before the round ends."""

TOKENS = "tactic_or_strategy_tokens"


class Steady(Greedy):
    """A player that rates its actions by the objectives in sight, and spends only what they leave."""

    wanted_objectives: Sequence[Objective] = ()
    promise_before = 0.0
    """The promise of the objectives as the table stands."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.proposed: set[tuple[int, int]] = set()
        """The rounds and players to whom the exchange of Supports was proposed."""

    # -- turns

    def choose_action(self, table: GameTable, question: TurnChoice) -> str:
        """The exchange of Supports where it may be proposed, else the action with the largest worth."""
        proposal = self.support_exchange(table, question)
        if proposal is not None:
            return proposal
        self.note_objectives(table, question.player)
        return super().choose_action(table, question)

    def note_objectives(self, table: GameTable, seat: int) -> None:
        """Look at the objectives in sight before actions are weighed."""
        self.wanted_objectives = wanted_objectives(table, seat)
        self.promise_before = promised_worth(table, seat, self.wanted_objectives)

    def rated_strikes(self, table: GameTable, question: Move) -> list[tuple[float, Strike]]:
        """The deeds that can be done in a system that is active already, each with its worth."""
        self.note_objectives(table, question.player)
        return super().rated_strikes(table, question)

    def strikes(self, table: GameTable, seat: int, system: int | None = None) -> Sequence[Strike]:
        """The tactical actions that it looks at, in one system or in all: ships are sent out alone where
        objectives count them."""
        presence = any(
            card.verb == "ships" and progress(table, seat, card) < card.count
            for card in self.wanted_objectives
        )
        if system is None:
            return list(strikes(table, seat, presence=presence))
        return list(strikes_at(table, seat, system, presence=presence))

    def strike_worth(self, table: GameTable, seat: int, strike: Strike) -> float:
        """The worth of a strike: its planets and its progress towards objectives, less the risk and the
        token.
        """
        if strike.chance < BOLD:
            return -1.0
        gained = sum(self.planet_worth(table, planet) for planet in strike.planets)
        twin = table_after_strike(table, seat, strike)
        gained += promised_worth(twin, seat, self.wanted_objectives) - self.promise_before
        gained -= POINT * len(supporters_in_system(table, seat, strike.system))
        for planet in strike.planets:
            holder = table.holders[planet]
            if holder is not None and holder == leader(table, seat):
                gained += 2.0
        if table.dock_places(seat, strike.system) and not strike.planets:
            gained += self.yard_worth(table, seat, strike.system)
        return gained * strike.chance - 5 * (1 - strike.chance) - self.token_cost(table, seat)

    def token_cost(self, table: GameTable, seat: int) -> float:
        """The worth of the token that a tactical action takes: much, where an objective is paid in tokens and
        no more than that are left."""
        player = table.players[seat]
        keep = kept_amounts(table, seat).get(TOKENS, 0)
        return 8.0 if keep and player.tactic + player.strategy <= keep else 0.5

    def planet_worth(self, table: GameTable, planet: str) -> float:
        """The worth of a planet until the end of the game, with the custodians."""
        left = max(EXPECTED_ROUNDS - table.round, 1)
        worth = 1.5 + 0.35 * left * (table.resources(planet) + 0.7 * table.influence(planet))
        if planet == MECATOL_REX:
            worth += POINT if table.custodians else 0.0
            worth += 4.0
        return worth

    def card_worth(self, table: GameTable, seat: int, number: int) -> float:
        """The worth of the strategic action of a card now; some wait until they bring more."""
        if number == 8:
            scored = len(scorable_public(table, seat)) > 0
            held = table.holders.get(MECATOL_REX) == seat
            waits = not scored and not held and table.players[seat].tactic > 0
            return WAITING if waits else 3.0 + POINT * scored + POINT * held
        if number == 6:
            return WAITING if table.players[seat].tactic else 5.0
        if number == 2:
            lost = sum(
                table.resources(name) for name in table.controlled_planets(seat) if name in table.exhausted
            )
            return WAITING + 0.5 * lost
        if number == 1:
            return 9.0
        return super().card_worth(table, seat, number)

    def yard_worth(self, table: GameTable, seat: int, system: int) -> float:
        """The worth of an action that only produces in a system, with what objectives leave to spend."""
        if not table.dock_places(seat, system) or table.enemy_ships(seat, system):
            return -1.0
        carriers = table.count_on_board(seat, "carrier")
        needed = 3.0 * (carriers < min(1 + table.round, MAX_CARRIERS))
        spare = spendable(table, seat, "resources") - self.research_savings(table, seat)
        return needed + min(spare, 6) - 1.0 - self.token_cost(table, seat)

    def option_worth(self, table: GameTable, seat: int, option: str) -> float:
        """The worth of an answer to the question of a turn, other than a strike."""
        if option.startswith("offer"):
            return 9.0 if option.endswith("commodities") else 7.0
        if option.startswith("play") and self.needs_all_cards(table, seat):
            return IDLE - 1
        return super().option_worth(table, seat, option)

    def needs_all_cards(self, table: GameTable, seat: int) -> bool:
        """True if an objective is paid in action cards, and just enough are there."""
        held = len(table.players[seat].action_cards)
        return any(
            card.of == "action_cards" and card.count - 1 <= held <= card.count
            for card in wanted_objectives(table, seat)
        )

    def research_savings(self, table: GameTable, seat: int) -> int:
        """The resources that are kept until Technology is played, where they are enough for it."""
        owner = next((player for player in table.players if player.strategy_cards.get(7) is False), None)
        player = table.players[seat]
        if owner is None or table.round == 1 or player.faction == "nekro":
            return 0
        price = 6 if owner is player else 4
        if owner is not player and not player.strategy:
            return 0
        return price if spendable(table, seat, "resources") >= price else 0

    # -- tactical actions

    def choose_build(self, table: GameTable, question: Build) -> str:
        """The units that objectives count, then transport, ships and troops, for what is free to spend."""
        seat = question.player
        spare = spendable(table, seat, "resources") - self.research_savings(table, seat)
        budget = min(question.budget, max(spare, 0) + question.yard.discount)
        first: dict[str, int] = {}
        for card in wanted_objectives(table, seat):
            short = card.count - progress(table, seat, card)
            if card.verb == "board" and card.of == "dreadnought" and short > 0:
                first["dreadnought"] = min(short, 2)
            if card.of == "won_with_flagship" and not table.count_on_board(seat, "flagship") and budget >= 8:
                first["flagship"] = 1
        return question.format_counts(plan_build(table, question, budget, first))

    def choose_payment(self, table: GameTable, question: Pay) -> str:
        """The way that leaves what is kept for an objective, then wastes least of both currencies."""
        seat, keep = question.player, kept_amounts(table, question.player)
        other = "influence" if question.currency == "resources" else "resources"
        value = table.influence if question.currency == "resources" else table.resources
        need = keep.get(other, 0)
        there = largest_payment(table, seat, other)
        if (
            question.currency == "resources"
            and table.custodians
            and table.units_in_space(seat, table.mecatol_system)
        ):
            need = max(need, CUSTODIANS_COST)

        def cost(answer: str) -> float:
            planets, goods = question.parse_parts(answer)
            beside = sum(map(value, planets))
            missed = need and there >= need > there - beside - goods
            broke = saves_goods(table, seat)
            total = sum(question.planet_values[planet] for planet in planets) + goods
            return 50.0 * bool(missed) + 5.0 * broke * goods + total + 0.6 * beside + 0.3 * goods

        return min(question.options(), key=cost)

    # -- tokens, votes, trade, choices

    def choose_pools(self, table: GameTable, question: Pools) -> str:
        """The strategy pool gets two or three, the fleet pool what fleets need, the tactic pool the rest."""
        seat = question.player
        player = table.players[seat]
        total = player.tactic + player.fleet + player.strategy + question.more
        low = (0, 0, 0) if question.free else (player.tactic, player.fleet, player.strategy)
        largest = max((units.nonfighters for _, units in table.places_with_units(seat)), default=0)
        grown = 3 + (table.round >= 3) + (table.round >= 5)
        fleet = max(low[1], min(max(largest - (player.faction == "letnev") * 2, grown), total // 2))
        strategy = max(low[2], min(3 if total - fleet >= 7 else 2, total - fleet - low[0]))
        tactic = total - fleet - strategy
        if tactic < low[0]:
            tactic, fleet = low[0], total - strategy - low[0]
        return f"pools {tactic} {fleet} {strategy}"

    def choose_votes(self, table: GameTable, question: CastVotes) -> str:
        """All votes for the outcome that it wants; none where it does not care."""
        outcome = preferred_outcome(table, question.player, question.agenda.id, question.allowed)
        if outcome is None or outcome not in question.allowed or not question.planets:
            return ABSTAIN
        return f"vote {outcome} {', '.join(question.planets)}"

    def support_exchange(self, table: GameTable, question: TurnChoice) -> str | None:
        """Offer once a round to exchange Supports for the Throne with a neighbour who is not far ahead."""
        seat = question.player
        for other in table.other_seats(seat):
            if (table.round, other) in self.proposed or not would_exchange_support(table, seat, other):
                continue
            self.proposed.add((table.round, other))
            offer = str(support_offer(seat, other))
            if question.refusal(offer) is None:
                return offer
        return None

    def is_fair(self, table: GameTable, seat: int, offer: Offer) -> bool:
        """True if an offer brings at least as much as it costs; own commodities are worth half a good."""
        gives, wants = offer.gives, offer.wants
        if gives.note and wants.note:
            return is_support_exchange(offer) and would_exchange_support(table, seat, owner_of(gives.note))
        if wants.note or wants.cards:
            return False
        return gives.goods + gives.commodities >= wants.goods + 0.5 * wants.commodities

    def choose_item(self, table: GameTable, question: ItemChoice) -> str:
        """One of several things, by what it brings; else as `greedy`."""
        return choose_item(table, question) or super().choose_item(table, question)

    def pick_worth(self, table: GameTable, seat: int, number: int) -> float:
        """The worth of taking a strategy card."""
        return pick_worth(table, seat, number)


SUPPORT = "support_for_the_throne"
"""The note that brings its holder a point, as long as the owner is left in peace."""

FAR_AHEAD = 1
"""The points by which the other one may be ahead, so that the exchange still serves both."""


def support_note(seat: int) -> str:
    """The Support of a player as notes are named."""
    return f"{SUPPORT}:{SEATS[seat]}"


def would_exchange_support(table: GameTable, seat: int, other: int) -> bool:
    """True if a player would exchange Supports with another: both have theirs still, and the other one is
    neither far ahead nor about to win by it."""
    own, their = table.players[seat], table.players[other]
    laid = {note for player in table.players for note in player.notes_in_play}
    wins = their.points + 1 >= table.points_to_win > own.points + 1
    return (
        support_note(seat) in own.notes
        and support_note(other) not in laid
        and their.points <= own.points + FAR_AHEAD
        and not wins
    )


def support_offer(seat: int, other: int) -> Offer:
    """The offer of one Support for another."""
    return Offer(other, Gift(note=support_note(seat)), Gift(note=support_note(other)))


def is_support_exchange(offer: Offer) -> bool:
    """True if an offer exchanges one Support for another and nothing else."""
    given, asked = offer.gives.note, offer.wants.note
    return all(note.startswith(SUPPORT) for note in (given, asked)) and offer == support_offer(
        owner_of(given), owner_of(asked)
    )


def supporters_in_system(table: GameTable, seat: int, system: int) -> list[int]:
    """The players with units in a system whose Support this player holds; moving there returns it."""
    laid = table.players[seat].notes_in_play
    return [
        other
        for other in table.other_seats(seat)
        if support_note(other) in laid and table.has_units(other, system)
    ]
