"""The computer player `greedy`: takes visible points, attacks with good odds, builds by simple plans."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from twingkit.core.acts import Act
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Question
from twingkit.imperium.battle.rules.questions import QuestionWithDefault
from twingkit.imperium.galaxy.agenda.voting import CastVotes
from twingkit.imperium.galaxy.economy.paying import Pay, max_payment, pay
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.players.building import plan_build
from twingkit.imperium.galaxy.players.known_table import known_table
from twingkit.imperium.galaxy.players.tactical_options import TacticalOption, tactical_options
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.abilities import Moment, UseOrPass, has_no_effect
from twingkit.imperium.galaxy.table.command_tokens import DivideTokens
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, SEATS, GameTable
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.imperium.galaxy.table.unit_questions import UnitPart
from twingkit.imperium.galaxy.tactical.embedded_battle import BattleQuestion
from twingkit.imperium.galaxy.tactical.fleet_limits import REMOVAL_ORDER, UnitRemovalOverLimit
from twingkit.imperium.galaxy.tactical.invasion import CommitForces
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.tactical.production_step import Build
from twingkit.imperium.galaxy.trade.offers import Offer
from twingkit.imperium.galaxy.trade.transactions import OfferReply

_PREFERENCES = tomllib.loads(Path(__file__).with_name("greedy.toml").read_text(encoding="utf-8"))

_STRATEGY_CARD_ORDER: Sequence[int] = _PREFERENCES["strategy_cards"]

_ACTION_WORTH: Mapping[str, float] = _PREFERENCES["strategic_action_worth"]
"""The worth of the strategic action of each card."""

_MIN_ATTACK_CHANCE = 0.65

PASS_WORTH = 1.5
"""The worth of passing; actions worth less are not taken."""


class GreedyPolicy:
    """A computer player that looks one action ahead and sees only what its seat may see.

    Its answers are deterministic for a seed.
    """

    failure_cost = 4.0
    """The worth of what an attack that fails loses."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.tactical_option: TacticalOption | None = None
        """The tactical action that it has begun."""
        self.activated_system: int | None = None
        """The system that it has activated, by index; ships may stay away for what is produced there."""
        self._choosers: Mapping[type, Callable[[GameTable, Any], Act]] = {
            TurnChoice: self.choose_action,
            Move: self.choose_movement,
            Pay: self.choose_payment,
            CommitForces: self.choose_landing,
            Build: self.choose_build,
            DivideTokens: self.choose_token_pools,
            CastVotes: self.choose_votes,
            UnitRemovalOverLimit: self.choose_removal,
            OfferReply: self.choose_reply,
            ItemChoice: self.choose_listed,
        }

    def __call__(self, game: Game) -> object:
        """Return the answer to the pending question; raises `BadAnswer` when the game is over."""
        question = game.question
        if question is None:
            raise BadAnswer("play.over")
        return self.answer(known_table(game.table, question.player), question)

    def answer(self, table: GameTable, question: Question) -> object:
        """Return the answer to a question at a table as the player knows it."""
        if isinstance(question, BattleQuestion):
            asked = question.battle_question
            return (
                asked.default_answer()
                if isinstance(asked, QuestionWithDefault)
                else asked.random_answer(self.rng)
            )
        if isinstance(question, UseOrPass):
            return next((ability.act for ability in question.offered), acts.PASS)
        answer = self.non_battle_answer(table, question)
        if answer is None or question.refusal(answer) is not None:
            return question.random_answer(self.rng)
        return answer

    def non_battle_answer(self, table: GameTable, question: Question) -> Act | None:
        """Return the answer to a question outside battles; None for a kind of question that this policy does
        not handle.
        """
        for question_class in type(question).__mro__:
            if question_class in self._choosers:
                return self._choosers[question_class](table, question)
        return None

    def choose_reply(self, table: GameTable, question: OfferReply) -> Act:
        """Return whether this player accepts an offer: only a fair one."""
        return acts.ACCEPT if self.is_fair_offer(table, question.player, question.offer) else acts.REFUSE

    # -- turns

    def choose_action(self, table: GameTable, question: TurnChoice) -> Act:
        """Return the action with the largest worth."""
        seat = question.player
        self.tactical_option = self.activated_system = None
        worth = {option: self.turn_answer_worth(table, seat, option) for option in question.options()}
        best = max(worth, key=lambda option: worth[option])
        if table.players[seat].tactic:
            tactical_option = self.best_tactical_option(table, seat, min_worth=worth[best])
            if tactical_option is not None:
                self.tactical_option, self.activated_system = tactical_option, tactical_option.system
                return acts.Activate(table.tile_number(tactical_option.system))
        if isinstance(best, acts.Activate):
            self.activated_system = table.galaxy.system(best.system).index
        return best

    @property
    def token_cost(self) -> float:
        """The worth of the token that a tactical action costs."""
        return 0.0

    def tactical_options(
        self, table: GameTable, seat: int, system: int | None = None
    ) -> Sequence[TacticalOption]:
        """Return the tactical actions to consider, in one system or in all."""
        return list(tactical_options(table, seat, system))

    def best_tactical_option(
        self, table: GameTable, seat: int, system: int | None = None, *, min_worth: float
    ) -> TacticalOption | None:
        """Return the first tactical option with the largest worth, in one system or in all; None if none is
        worth more than `min_worth`.

        Battles are computed only of options that would be the best if they were certain to succeed.
        """
        candidate_options = self.tactical_options(table, seat, system)
        gains = [
            self.tactical_option_gain(table, seat, tactical_option) for tactical_option in candidate_options
        ]
        best, most = None, min_worth
        for index in sorted(range(len(candidate_options)), key=lambda index: -gains[index]):
            if gains[index] - self.token_cost < most:
                break
            worth = self.tactical_option_worth(table, seat, candidate_options[index], gains[index])
            if worth > most or (worth == most and best is not None and index < best):
                best, most = index, worth
        return None if best is None else candidate_options[best]

    def turn_answer_worth(self, table: GameTable, seat: int, option: Act) -> float:
        """Return the worth of an action other than a tactical option."""
        match option:
            case acts.Strategy(card):
                return self.strategic_action_worth(table, seat, card)
            case acts.Activate(number):
                return self.production_action_worth(table, seat, table.galaxy.index_of(number))
            case acts.Play(ability) | acts.Use(ability):
                return PASS_WORTH - 1 if has_no_effect(table, seat, ability, Moment("action")) else 8.0
            case Offer():
                return 9.0 if option.wants.commodities else 3.0
            case _:
                return PASS_WORTH

    def strategic_action_worth(self, table: GameTable, seat: int, card_number: int) -> float:
        """Return the worth of a card's strategic action now."""
        return _ACTION_WORTH[str(card_number)]

    def production_action_worth(self, table: GameTable, seat: int, system: int) -> float:
        """Return the worth of a tactical action that only produces in a system."""
        if not table.dock_places(seat, system) or table.enemy_seats_with_ships(seat, system):
            return -1.0
        return min(max_payment(table, seat, "resources"), 6) - 1.5

    def tactical_option_gain(self, table: GameTable, seat: int, tactical_option: TacticalOption) -> float:
        """Return the worth of what a tactical option gains if it succeeds: its planets."""
        if not tactical_option.gained_planets:
            return -1.0
        return sum(self.planet_worth(table, planet) for planet in tactical_option.gained_planets)

    def tactical_option_worth(
        self, table: GameTable, seat: int, tactical_option: TacticalOption, gain: float | None = None
    ) -> float:
        """Return the worth of a tactical option: its `gain` times the chance of it, minus the risk."""
        gain = self.tactical_option_gain(table, seat, tactical_option) if gain is None else gain
        chance = tactical_option.win_probability
        if chance < _MIN_ATTACK_CHANCE:
            return -1.0
        return gain * chance - self.failure_cost * (1 - chance) - self.token_cost

    def planet_worth(self, table: GameTable, planet: str) -> float:
        """Return the worth of a planet, from its values and its position, on the same scale as all worths of
        this player: passing is worth `PASS_WORTH`.
        """
        worth = 2.0 + table.resources(planet) + 0.5 * table.influence(planet)
        if planet == MECATOL_REX:
            worth += 12.0 if table.has_custodians else 3.0
        return worth

    # -- tactical actions

    def choose_movement(self, table: GameTable, question: Move) -> Act:
        """Return the movement of the tactical option in progress, or else of the best one in the active
        system."""
        tactical_option = self.tactical_option
        if self.activated_system != question.target:
            tactical_option = self.best_tactical_option(
                table, question.player, question.target, min_worth=0.0
            )
        act = question.move(tactical_option.plan if tactical_option is not None else ())
        return act if question.refusal(act) is None else question.move(())

    def choose_landing(self, table: GameTable, question: CommitForces) -> Act:
        """Return the landing on planets that the player does not control, the most valuable first: all
        remaining forces on a defended planet, an equal share (at least one unit) on an undefended one.
        """
        left = dict(question.available_forces)
        targets = [
            planet
            for planet in sorted(question.landable_planets, key=lambda name: -self.planet_worth(table, name))
            if table.planet_controllers[planet] != question.player
        ]
        parts: list[UnitPart] = []
        for number, planet in enumerate(targets):
            total = sum(left.values())
            defended = any(other != question.player for other in table.ground[planet])
            count = total if defended else max(1, total // (len(targets) - number))
            for name in list(left):
                taken = min(count, left[name])
                left[name] -= taken
                count -= taken
                if taken:
                    parts.append((name, taken, planet))
        return question.act(parts)

    def choose_build(self, table: GameTable, question: Build) -> Act:
        """Return the units to build: transport, combat ships, then troops."""
        return question.build(plan_build(table, question, question.max_cost))

    def choose_payment(self, table: GameTable, question: Pay) -> acts.Pay:
        """Return the payment with the least waste."""
        return pay(question.cheapest_payment)

    def choose_removal(self, table: GameTable, question: UnitRemovalOverLimit) -> Act:
        """Return the units to remove, the cheapest first."""
        units = table.units_in_space(question.player, question.system)
        left, counts = question.removal_count, dict[str, int]()
        order = [name for name in (*REMOVAL_ORDER, *question.classes) if name in question.classes]
        for name in dict.fromkeys(order):
            counts[name] = min(left, units[name])
            left -= counts[name]
        return question.removal(counts)

    # -- tokens, votes, trade, choices

    def choose_token_pools(self, table: GameTable, question: DivideTokens) -> Act:
        """Return a division of command tokens: fill the strategy pool up to two, then put about every third
        token into the fleet pool and the rest into the tactic pool.
        """
        player = table.players[question.player]
        tactic, fleet, strategy = player.tactic, player.fleet, player.strategy
        for number in range(question.new_token_count):
            if strategy < 2:
                strategy += 1
            elif number % 3 == 2 and fleet < min(5, question.fleet_pool_limit):
                fleet += 1
            else:
                tactic += 1
        return acts.Divide(tactic, fleet, strategy)

    def choose_votes(self, table: GameTable, question: CastVotes) -> Act:
        """Return the answer that casts all votes for the player if players can be elected, else abstains."""
        own = SEATS[question.player]
        if own in question.allowed and question.voting_planets:
            return acts.Vote(own, tuple(question.voting_planets))
        return acts.ABSTAIN

    def is_fair_offer(self, table: GameTable, seat: int, offer: Offer) -> bool:
        """Return whether an offer to this player gives at least as much as it costs."""
        gives, wants = offer.gives, offer.wants
        if wants.promissory_note or wants.action_cards:
            return False
        return gives.goods + gives.commodities >= wants.goods + wants.commodities

    def choose_listed(self, table: GameTable, question: ItemChoice) -> Act:
        """Return the answer that chooses this player's item."""
        return question.choose(self.choose_item(table, question))

    def choose_item(self, table: GameTable, question: ItemChoice) -> str:
        """Return the item that this player prefers for the kind of choice; `yes` or the first item if it has
        no preference.
        """
        choices, kind = question.choices, question.kind
        if kind == "take":
            return max(choices, key=lambda name: self.strategy_pick_worth(table, question.player, int(name)))
        if kind in ("research", "technology"):
            return next((name for name in _PREFERENCES["research"] if name in choices), choices[0])
        if kind == "buy":
            return choices[-1]
        if kind == "place":
            return next((name for name in choices if name.startswith("spacedock")), choices[0])
        if kind == "fire_at":
            return self.rng.choice(choices)
        return "yes" if "yes" in choices else choices[0]

    def strategy_pick_worth(self, table: GameTable, seat: int, card_number: int) -> float:
        """Return the worth of taking a strategy card: its trade goods, and its place in a fixed order."""
        return 2.0 * table.card_goods.get(card_number, 0) - _STRATEGY_CARD_ORDER.index(card_number)
