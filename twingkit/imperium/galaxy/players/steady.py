"""The computer player `steady`: plans for unscored objectives and saves what they need."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.core.acts import Act
from twingkit.core.questions import Question
from twingkit.imperium.galaxy.agenda.voting import CastVotes
from twingkit.imperium.galaxy.economy.paying import Pay, max_payment
from twingkit.imperium.galaxy.objectives.progress import progress_on_objective
from twingkit.imperium.galaxy.objectives.scoring import scorable_public_objectives
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.players.building import plan_build
from twingkit.imperium.galaxy.players.greedy import PASS_WORTH, GreedyPolicy
from twingkit.imperium.galaxy.players.objective_plans import POINT_WORTH, ObjectiveNeeds
from twingkit.imperium.galaxy.players.steady_choices import (
    STRATEGY_CARD_WORTH,
    leading_opponent,
    preferred_item,
    preferred_outcome,
)
from twingkit.imperium.galaxy.players.tactical_options import TacticalOption, tactical_options
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.command_tokens import DivideTokens
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, SEATS, GameTable
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.imperium.galaxy.tactical.invasion import CUSTODIANS_COST
from twingkit.imperium.galaxy.tactical.production_step import Build
from twingkit.imperium.galaxy.trade.offers import Offer, OfferSide, note_owner

_EXPECTED_ROUNDS = 7

_DELAYABLE_ACTION_WORTH = PASS_WORTH + 0.1
"""The worth of a strategic action that pays off more later in the round."""


class SteadyPolicy(GreedyPolicy):
    """A computer player that rates actions by its progress on objectives and spends only what the objectives
    do not need.
    """

    failure_cost = 5.0
    plan: ObjectiveNeeds
    """The plan for objectives at the table of the pending question."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.proposed_exchanges: set[tuple[int, int]] = set()
        """The rounds and players to whom the exchange of Supports was proposed."""

    def answer(self, table: GameTable, question: Question) -> object:
        """Return the answer to a question at a table as the player knows it."""
        self.plan_objectives(table, question.player)
        return super().answer(table, question)

    def plan_objectives(self, table: GameTable, seat: int) -> None:
        """Make the plan for a player's objectives at a table; all later ratings refer to it."""
        self.plan = ObjectiveNeeds(table, seat)

    # -- turns

    def choose_action(self, table: GameTable, question: TurnChoice) -> Act:
        """Return an offer to exchange Support for the Throne notes if one is possible, else the action with
        the largest worth.
        """
        proposal = self.support_exchange_answer(table, question)
        if proposal is not None:
            return proposal
        return super().choose_action(table, question)

    def tactical_options(
        self, table: GameTable, seat: int, system: int | None = None
    ) -> Sequence[TacticalOption]:
        """Return the tactical actions to consider, in one system or in all. They include moves of single
        ships that gain nothing if an objective counts ships.
        """
        presence = any(
            card.requirement_kind == "ships" and progress_on_objective(table, seat, card) < card.needed_count
            for card in self.plan.unscored_objectives
        )
        return list(tactical_options(table, seat, system, with_presence=presence))

    def tactical_option_gain(self, table: GameTable, seat: int, tactical_option: TacticalOption) -> float:
        """Return the worth of what a tactical option gains if it succeeds: planets and progress on
        objectives."""
        gained = sum(self.planet_worth(table, planet) for planet in tactical_option.gained_planets)
        gained += self.plan.objectives_worth_gain(tactical_option)
        gained -= POINT_WORTH * len(_supporters_in_system(table, seat, tactical_option.system))
        for planet in tactical_option.gained_planets:
            holder = table.planet_controllers[planet]
            if holder is not None and holder == leading_opponent(table, seat):
                gained += 2.0
        if table.dock_places(seat, tactical_option.system) and not tactical_option.gained_planets:
            gained += self.production_action_worth(table, seat, tactical_option.system)
        return gained

    @property
    def token_cost(self) -> float:
        """The worth of the token that a tactical action costs."""
        return self.plan.token_cost

    def planet_worth(self, table: GameTable, planet: str) -> float:
        """Return the worth of a planet until the end of the game, including the custodians' point; a victory
        point is worth `POINT_WORTH`.
        """
        left = max(_EXPECTED_ROUNDS - table.round, 1)
        worth = 1.5 + 0.35 * left * (table.resources(planet) + 0.7 * table.influence(planet))
        if planet == MECATOL_REX:
            worth += POINT_WORTH if table.has_custodians else 0.0
            worth += 4.0
        return worth

    def strategic_action_worth(self, table: GameTable, seat: int, card_number: int) -> float:
        """Return the worth of a card's strategic action now; it is low for a card that will be worth more
        later in the round.
        """
        if card_number == 8:
            scored = len(scorable_public_objectives(table, seat)) > 0
            held = table.planet_controllers.get(MECATOL_REX) == seat
            waits = not scored and not held and table.players[seat].tactic > 0
            return _DELAYABLE_ACTION_WORTH if waits else 3.0 + POINT_WORTH * scored + POINT_WORTH * held
        if card_number == 6:
            return _DELAYABLE_ACTION_WORTH if table.players[seat].tactic else 5.0
        if card_number == 2:
            lost = sum(map(table.resources, table.exhausted_planets_of(seat)))
            return _DELAYABLE_ACTION_WORTH + 0.5 * lost
        if card_number == 1:
            return 9.0
        return super().strategic_action_worth(table, seat, card_number)

    def production_action_worth(self, table: GameTable, seat: int, system: int) -> float:
        """Return the worth of a tactical action that only produces, with the resources that objectives do not
        need."""
        if not table.dock_places(seat, system) or table.enemy_seats_with_ships(seat, system):
            return -1.0
        return self.plan.production_action_worth

    def turn_answer_worth(self, table: GameTable, seat: int, option: Act) -> float:
        """Return the worth of an action other than a tactical option."""
        if isinstance(option, Offer):
            return 9.0 if option.wants.commodities else 7.0
        if isinstance(option, acts.Play) and self.needs_all_action_cards(table, seat):
            return PASS_WORTH - 1
        return super().turn_answer_worth(table, seat, option)

    def needs_all_action_cards(self, table: GameTable, seat: int) -> bool:
        """Return whether an objective costs action cards and the player has just enough."""
        held = len(table.players[seat].action_cards)
        return any(
            card.counted_thing == "action_cards" and card.needed_count - 1 <= held <= card.needed_count
            for card in self.plan.unscored_objectives
        )

    # -- tactical actions

    def choose_build(self, table: GameTable, question: Build) -> Act:
        """Return the units to build: those that objectives count, then transport, ships and troops."""
        seat = question.player
        budget = min(question.max_cost, max(self.plan.spare_resources, 0) + question.site.discount)
        first: dict[str, int] = {}
        for card in self.plan.unscored_objectives:
            short = card.needed_count - progress_on_objective(table, seat, card)
            if card.requirement_kind == "board" and card.counted_thing == "dreadnought" and short > 0:
                first["dreadnought"] = min(short, 2)
            if (
                card.counted_thing == "won_with_flagship"
                and not table.count_on_board(seat, "flagship")
                and budget >= 8
            ):
                first["flagship"] = 1
        return question.build(plan_build(table, question, budget, first))

    def choose_payment(self, table: GameTable, question: Pay) -> acts.Pay:
        """Return the payment that keeps the reserved amounts and overpays least; ties go to the fewest trade
        goods, then to the planets with the least of the other currency.
        """
        seat, keep = question.player, self.plan.reserved_amounts
        other = "influence" if question.currency == "resources" else "resources"
        value = table.influence if question.currency == "resources" else table.resources
        need = keep.get(other, 0)
        there = max_payment(table, seat, other)
        if (
            question.currency == "resources"
            and table.has_custodians
            and table.units_in_space(seat, table.mecatol_system)
        ):
            need = max(need, CUSTODIANS_COST)

        def cost(answer: acts.Pay) -> tuple[bool, int, int, int]:
            planets, goods = answer.planets, answer.goods
            beside = sum(map(value, planets))
            is_missed = bool(need) and there >= need > there - beside - goods
            paid = sum(question.planet_values[planet] for planet in planets) + goods * question.value_per_good
            return is_missed, paid, goods, beside

        return min(question.options(), key=cost)

    # -- tokens, votes, trade, choices

    def choose_token_pools(self, table: GameTable, question: DivideTokens) -> Act:
        """Return a division of command tokens: two or three strategy, enough fleet for the ships, the rest
        tactic."""
        seat = question.player
        player = table.players[seat]
        total = player.tactic + player.fleet + player.strategy + question.new_token_count
        low = (0, 0, 0) if question.may_redistribute else (player.tactic, player.fleet, player.strategy)
        largest = max((units.nonfighter_count for _, units in table.places_and_units(seat)), default=0)
        grown = 3 + (table.round >= 3) + (table.round >= 5)
        fleet = max(low[1], min(max(largest - (player.faction == "letnev") * 2, grown), total // 2))
        strategy = max(low[2], min(3 if total - fleet >= 7 else 2, total - fleet - low[0]))
        tactic = total - fleet - strategy
        if tactic < low[0]:
            tactic, fleet = low[0], total - strategy - low[0]
        return acts.Divide(tactic, fleet, strategy)

    def choose_votes(self, table: GameTable, question: CastVotes) -> Act:
        """Return the answer that casts all votes for the preferred outcome, or abstains if there is none."""
        outcome = preferred_outcome(table, question.player, question.agenda.id, question.allowed)
        if outcome is None or outcome not in question.allowed or not question.voting_planets:
            return acts.ABSTAIN
        return acts.Vote(outcome, tuple(question.voting_planets))

    def support_exchange_answer(self, table: GameTable, question: TurnChoice) -> Offer | None:
        """Return an offer to exchange Support for the Throne notes with a player who is not far ahead, made
        once a round to each; None if no such offer is possible.
        """
        seat = question.player
        for other in table.other_seats(seat):
            if (table.round, other) in self.proposed_exchanges or not _would_exchange_support(
                table, seat, other
            ):
                continue
            self.proposed_exchanges.add((table.round, other))
            offer = _support_exchange_offer(seat, other)
            if question.refusal(offer) is None:
                return offer
        return None

    def is_fair_offer(self, table: GameTable, seat: int, offer: Offer) -> bool:
        """Return whether an offer to this player gives at least as much as it costs; each of the player's own
        commodities counts as half a trade good.
        """
        gives, wants = offer.gives, offer.wants
        if gives.promissory_note and wants.promissory_note:
            return _is_support_exchange(offer) and _would_exchange_support(
                table, seat, note_owner(gives.promissory_note)
            )
        if wants.promissory_note or wants.action_cards:
            return False
        return gives.goods + gives.commodities >= wants.goods + 0.5 * wants.commodities

    def choose_item(self, table: GameTable, question: ItemChoice) -> str:
        """Return the item with the largest worth; choose like `greedy` if this player rates no items of the
        kind.
        """
        return preferred_item(self.plan, question) or super().choose_item(table, question)

    def strategy_pick_worth(self, table: GameTable, seat: int, card_number: int) -> float:
        """Return the worth of taking a strategy card."""
        worth = STRATEGY_CARD_WORTH[card_number] + 1.2 * table.card_goods.get(card_number, 0)
        if card_number == 8:
            scorable = len(scorable_public_objectives(table, seat))
            worth += 4.0 * (scorable >= 2) + 2.0 * bool(scorable)
            worth += 6.0 * (table.planet_controllers.get(MECATOL_REX) == seat)
        return worth


_SUPPORT_NOTE = "support_for_the_throne"
"""The promissory note that gives its holder a point until they activate a system with units of its owner."""

_MAX_EXCHANGE_LEAD = 1
"""The largest lead in points of a player with whom exchanging Supports is still good for both."""


def _support_note_name(seat: int) -> str:
    return f"{_SUPPORT_NOTE}:{SEATS[seat]}"


def _would_exchange_support(table: GameTable, seat: int, other_seat: int) -> bool:
    """True if `steady` would exchange Supports for the Throne: neither note is in play, and the other player
    is not far ahead and would not win with the point.
    """
    own, their = table.players[seat], table.players[other_seat]
    laid = {note for player in table.players for note in player.notes_in_play}
    wins = their.points + 1 >= table.points_to_win > own.points + 1
    return (
        _support_note_name(seat) in own.promissory_notes
        and _support_note_name(other_seat) not in laid
        and their.points <= own.points + _MAX_EXCHANGE_LEAD
        and not wins
    )


def _support_exchange_offer(seat: int, other_seat: int) -> Offer:
    return Offer(
        other_seat,
        OfferSide(promissory_note=_support_note_name(seat)),
        OfferSide(promissory_note=_support_note_name(other_seat)),
    )


def _is_support_exchange(offer: Offer) -> bool:
    """Return whether an offer exchanges two Supports for the Throne and nothing else."""
    given, asked = offer.gives.promissory_note, offer.wants.promissory_note
    return all(
        note.startswith(_SUPPORT_NOTE) for note in (given, asked)
    ) and offer == _support_exchange_offer(note_owner(given), note_owner(asked))


def _supporters_in_system(table: GameTable, seat: int, system: int) -> list[int]:
    """Return the players in a system whose Support this player holds; moving there returns it to them."""
    laid = table.players[seat].notes_in_play
    if not laid:
        return []
    return [
        other
        for other in table.other_seats(seat)
        if _support_note_name(other) in laid and table.has_units(other, system)
    ]
