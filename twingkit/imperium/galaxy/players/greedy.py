"""The player `greedy`: takes points that it sees, fights where the exact odds favour it, builds by simple
plans."""

from __future__ import annotations

import random
from collections.abc import Sequence

from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Question
from twingkit.imperium.battle.rules.questions import Decision
from twingkit.imperium.battle.rules.target import NONE
from twingkit.imperium.galaxy.agenda.voting import ABSTAIN, CastVotes
from twingkit.imperium.galaxy.economy.paying import Pay, format_payment, largest_payment
from twingkit.imperium.galaxy.phases.action_phase import PASS, TurnChoice
from twingkit.imperium.galaxy.players.building import plan_build
from twingkit.imperium.galaxy.players.known_table import known_table
from twingkit.imperium.galaxy.players.strikes import Strike, strikes, strikes_at
from twingkit.imperium.galaxy.table.abilities import Moment, UseOrPass, is_idle
from twingkit.imperium.galaxy.table.command_tokens import Pools
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, SEATS, GameTable
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.imperium.galaxy.tactical.embedded_battle import BattleQuestion
from twingkit.imperium.galaxy.tactical.fleet_limits import REMOVAL_ORDER, Remove
from twingkit.imperium.galaxy.tactical.invasion import Commit
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.tactical.production_step import Build
from twingkit.imperium.galaxy.trade.offers import Offer
from twingkit.imperium.galaxy.trade.transactions import Reply

CARD_ORDER = ("7", "1", "5", "8", "4", "6", "3", "2")
"""The strategy cards, those that are taken first before the others."""

CARD_WORTH = {7: 7.0, 1: 6.0, 5: 6.0, 8: 5.0, 4: 4.0, 6: 3.0, 3: 2.0, 2: 2.0}
"""The worth of a strategic action beside that of a tactical one."""

RESEARCH = ("st", "nm", "ps", "amd", "gd", "dn2", "cr2", "cv2", "hm", "dxa", "gls", "ff2", "inf2", "ws")
"""The technologies that are researched first."""

BOLD = 0.65
"""The chance to win from which on it fights."""

IDLE = 1.5
"""The worth of passing; actions worth less are not taken."""


class Greedy:
    """A player that looks one action ahead, deterministic for its seed. It sees only what its seat may
    see.
    """

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.strike: Strike | None = None
        """The tactical action that it has begun."""
        self.begun: int | None = None
        """The system that it has activated, by index; ships may stay away for what is produced there."""

    def __call__(self, game: Game) -> object:
        """The answer to the pending question; raises `BadAnswer` when the game is over."""
        question = game.question
        if question is None:
            raise BadAnswer("play.over")
        return self.answer(known_table(game.table, question.player), question)

    def answer(self, table: GameTable, question: Question) -> object:
        """The answer to a question at a table as the player knows it."""
        if isinstance(question, BattleQuestion):
            asked = question.asked
            return asked.stated_answer() if isinstance(asked, Decision) else asked.random_answer(self.rng)
        if isinstance(question, UseOrPass):
            return self.choose_use(table, question)
        answer = self.text_answer(table, question)
        if answer is None or question.refusal(answer) is not None:
            return question.random_answer(self.rng)
        return answer

    def text_answer(self, table: GameTable, question: Question) -> str | None:
        """The answer to a question that is not about a battle; None if this player has no answer."""
        if isinstance(question, TurnChoice):
            return self.choose_action(table, question)
        if isinstance(question, Move):
            return self.choose_movement(table, question)
        if isinstance(question, Pay):
            return self.choose_payment(table, question)
        if isinstance(question, Commit):
            return self.choose_landing(table, question)
        if isinstance(question, Build):
            return self.choose_build(table, question)
        if isinstance(question, Pools):
            return self.choose_pools(table, question)
        if isinstance(question, CastVotes):
            return self.choose_votes(table, question)
        if isinstance(question, Remove):
            return self.choose_removal(table, question)
        if isinstance(question, Reply):
            return "accept" if self.is_fair(table, question.player, question.offer) else "refuse"
        if isinstance(question, ItemChoice):
            return f"{question.word} {self.choose_item(table, question)}"
        return None

    # -- turns

    def choose_action(self, table: GameTable, question: TurnChoice) -> str:
        """The action with the largest worth."""
        seat = question.player
        self.strike = self.begun = None
        worth = {option: self.option_worth(table, seat, option) for option in question.options()}
        best = max(worth, key=lambda option: worth[option])
        if table.players[seat].tactic:
            weighed = [
                (self.strike_worth(table, seat, strike), strike) for strike in self.strikes(table, seat)
            ]
            top = max(weighed, key=lambda pair: pair[0], default=None)
            if top is not None and top[0] > worth[best]:
                self.strike, self.begun = top[1], top[1].system
                return f"activate {table.tile_number(top[1].system)}"
        if best.startswith("activate "):
            self.begun = table.galaxy.system(best.removeprefix("activate ")).index
        return best

    def strikes(self, table: GameTable, seat: int, system: int | None = None) -> Sequence[Strike]:
        """The tactical actions that it looks at, in one system or in all."""
        return list(strikes(table, seat) if system is None else strikes_at(table, seat, system))

    def option_worth(self, table: GameTable, seat: int, option: str) -> float:
        """The worth of an answer to the question of a turn, other than a strike."""
        word, _, rest = option.partition(" ")
        if word == "strategy":
            return self.card_worth(table, seat, int(rest))
        if word == "activate":
            return self.yard_worth(table, seat, table.galaxy.system(rest).index)
        if word in ("play", "use"):
            return IDLE - 1 if is_idle(table, seat, rest, Moment("action")) else 8.0
        if word == "offer":
            return 9.0 if option.endswith("commodities") else 3.0
        return IDLE

    def card_worth(self, table: GameTable, seat: int, number: int) -> float:
        """The worth of the strategic action of a card now."""
        return CARD_WORTH[number]

    def yard_worth(self, table: GameTable, seat: int, system: int) -> float:
        """The worth of an action that only produces in a system."""
        if not table.dock_places(seat, system) or table.enemy_ships(seat, system):
            return -1.0
        return min(largest_payment(table, seat, "resources"), 6) - 1.5

    def strike_worth(self, table: GameTable, seat: int, strike: Strike) -> float:
        """The worth of a strike: the planets by their chance, less the risk."""
        if strike.chance < BOLD or not strike.planets:
            return -1.0
        gained = sum(self.planet_worth(table, planet) for planet in strike.planets)
        return gained * strike.chance - 4 * (1 - strike.chance)

    def planet_worth(self, table: GameTable, planet: str) -> float:
        """The worth of a planet, by its values and its place."""
        worth = 2.0 + table.resources(planet) + 0.5 * table.influence(planet)
        if planet == MECATOL_REX:
            worth += 12.0 if table.custodians else 3.0
        return worth

    # -- tactical actions

    def choose_movement(self, table: GameTable, question: Move) -> str:
        """The plan of the strike that was begun; where somebody else has activated the system for it, that of
        the best one there."""
        strike = self.strike
        if self.begun != question.target:
            best = max(self.rated_strikes(table, question), key=lambda pair: pair[0], default=None)
            strike = best[1] if best is not None and best[0] > 0 else None
        plan = question.format_plan(strike.plan) if strike is not None else "move none"
        return plan if question.refusal(plan) is None else "move none"

    def rated_strikes(self, table: GameTable, question: Move) -> list[tuple[float, Strike]]:
        """The strikes that are possible in an already active system, each with its worth."""
        seat = question.player
        deeds = self.strikes(table, seat, question.target)
        return [(self.strike_worth(table, seat, strike), strike) for strike in deeds]

    def choose_landing(self, table: GameTable, question: Commit) -> str:
        """Land everything on other players' planets, with at least one unit on each free one."""
        left = dict(question.forces)
        targets = [
            planet
            for planet in sorted(question.open_planets, key=lambda name: -self.planet_worth(table, name))
            if table.holders[planet] != question.player
        ]
        parts: list[str] = []
        for number, planet in enumerate(targets):
            total = sum(left.values())
            defended = any(other != question.player for other in table.ground[planet])
            count = total if defended else max(1, total // (len(targets) - number))
            for name in list(left):
                taken = min(count, left[name])
                left[name] -= taken
                count -= taken
                if taken:
                    parts.append(f"{taken} {name} {planet}")
        return "land " + (", ".join(parts) or NONE)

    def choose_build(self, table: GameTable, question: Build) -> str:
        """Transport, ships that fight, then troops."""
        return question.format_counts(plan_build(table, question, question.budget))

    def choose_payment(self, table: GameTable, question: Pay) -> str:
        """The way that wastes least."""
        return format_payment(question.cheapest)

    def choose_removal(self, table: GameTable, question: Remove) -> str:
        """The cheapest units go first."""
        units = table.units_in_space(question.player, question.system)
        left, parts = question.most, []
        order = [name for name in (*REMOVAL_ORDER, *question.classes) if name in question.classes]
        for name in dict.fromkeys(order):
            count = min(left, units[name])
            left -= count
            if count:
                parts.append(f"{count} {name}")
        return "remove " + ", ".join(parts)

    # -- tokens, votes, trade, choices

    def choose_pools(self, table: GameTable, question: Pools) -> str:
        """New tokens for the tactic pool, one in three for the fleet; the strategy pool keeps two."""
        player = table.players[question.player]
        tactic, fleet, strategy = player.tactic, player.fleet, player.strategy
        for number in range(question.more):
            if strategy < 2:
                strategy += 1
            elif number % 3 == 2 and fleet < min(5, question.fleet_pool_limit):
                fleet += 1
            else:
                tactic += 1
        return f"pools {tactic} {fleet} {strategy}"

    def choose_votes(self, table: GameTable, question: CastVotes) -> str:
        """All votes for itself where players are elected, else none."""
        own = SEATS[question.player]
        if own in question.allowed and question.planets:
            return f"vote {own} {', '.join(question.planets)}"
        return ABSTAIN

    def is_fair(self, table: GameTable, seat: int, offer: Offer) -> bool:
        """True if an offer to this player brings as much as it costs."""
        gives, wants = offer.gives, offer.wants
        if wants.note or wants.cards:
            return False
        return gives.goods + gives.commodities >= wants.goods + wants.commodities

    def choose_use(self, table: GameTable, question: UseOrPass) -> str:
        """The first ability that is offered."""
        return next(option for option in (*list(question.options())[1:], PASS))

    def choose_item(self, table: GameTable, question: ItemChoice) -> str:
        """One of several things: by the order of this player, else the first that is something."""
        choices, kind = question.choices, question.kind
        if kind == "take":
            return max(choices, key=lambda name: self.pick_worth(table, question.player, int(name)))
        if kind in ("research", "technology"):
            return next((name for name in RESEARCH if name in choices), choices[0])
        if kind == "buy":
            return choices[-1]
        if kind == "place":
            return next((name for name in choices if name.startswith("spacedock")), choices[0])
        if kind == "fire_at":
            return self.rng.choice(choices)
        return "yes" if "yes" in choices else choices[0]

    def pick_worth(self, table: GameTable, seat: int, number: int) -> float:
        """The worth of taking a strategy card."""
        return 2.0 * table.card_goods.get(number, 0) - CARD_ORDER.index(str(number))
