"""Command tokens: gaining them, dividing them among the pools, placing them in systems (IM-PAY-3)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from twingkit.core.acts import Act
from twingkit.core.play import Script
from twingkit.core.questions import is_count
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.card_drawing import ask_to_choose
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.questions import GalaxyQuestion
from twingkit.imperium.galaxy.table.sheet import TOKENS_PER_PLAYER
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits_everywhere
from twingkit.imperium.texts.fact_names import TOKEN_POOLS

REGULATED_FLEET_LIMIT = 4
"""The largest fleet pool under Fleet Regulations."""


class DivideTokens(GalaxyQuestion):
    """The question of how to divide command tokens among the pools: `pools 3 4 2` (IM-PAY-3).

    The numbers are the new totals of the tactic, fleet and strategy pools.
    """

    __slots__ = ("may_redistribute", "new_token_count")
    kind = "pools"
    rule = "IM-PAY-3"

    def __init__(self, table: GameTable, seat: int, new_token_count: int, *, may_redistribute: bool) -> None:
        super().__init__(table, seat)
        self.new_token_count, self.may_redistribute = new_token_count, may_redistribute

    @property
    def _before(self) -> tuple[int, ...]:
        player = self.table.players[self.player]
        return tuple(player.tokens_in_pool(name) for name in TOKEN_POOLS)

    @property
    def _least(self) -> tuple[int, ...]:
        return (0, 0, 0) if self.may_redistribute else self._before

    @property
    def fleet_pool_limit(self) -> int:
        """The largest number of tokens in the fleet pool (IM-AGENDA-regulations)."""
        return (
            max(REGULATED_FLEET_LIMIT, self._least[1])
            if self.table.is_law_in_force("regulations")
            else TOKENS_PER_PLAYER
        )

    def options(self) -> Iterator[acts.Divide]:
        """Yield every division of the tokens."""
        total, least = sum(self._before) + self.new_token_count, self._least
        for tactic in range(least[0], total + 1):
            for fleet in range(least[1], min(total - tactic, self.fleet_pool_limit) + 1):
                if total - tactic - fleet >= least[2]:
                    yield acts.Divide(tactic, fleet, total - tactic - fleet)

    def random_answer(self, rng: random.Random) -> acts.Divide:
        """Return a random division, each free token in a random pool."""
        counts = list(self._before)
        for _ in range(self.new_token_count):
            counts[rng.randrange(3)] += 1
        if self.may_redistribute and rng.random() < 0.5:
            source, target = rng.randrange(3), rng.randrange(3)
            if counts[source]:
                counts[source] -= 1
                counts[target] += 1
        beyond = max(0, counts[1] - self.fleet_pool_limit)
        counts[0], counts[1] = counts[0] + beyond, counts[1] - beyond
        return acts.Divide(*counts)

    def parse_act(self, text: str) -> Act:
        """Parse the text of a division. Raises `BadAnswer` if it is none."""
        name, *numbers = text.split() or [""]
        if name != acts.Divide.word or len(numbers) != len(TOKEN_POOLS):
            raise self.part_error(text, str(next(self.options())))
        for number in numbers:
            if not is_count(number):
                raise self.part_error(number, str(self._before[0]))
        return acts.Divide(*map(int, numbers))

    def broken_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids a division; None if it is legal."""
        if not isinstance(answer, acts.Divide):
            raise self.bad_answer(answer)
        counts = answer.tactic, answer.fleet, answer.strategy
        total = sum(self._before) + self.new_token_count
        if sum(counts) != total:
            return "IM-PAY-3", "sum", {"n": total, "there": sum(counts)}
        if any(count < least for count, least in zip(counts, self._least, strict=True)):
            return "IM-PAY-3", "moved", {"n": self.new_token_count}
        if counts[1] > self.fleet_pool_limit:
            return "IM-AGENDA-regulations", "fleet", {"n": self.fleet_pool_limit}
        return None

    def facts(self) -> Mapping[str, object]:
        """Return the number of new tokens and the pools as facts for the texts of the question."""
        return {"n": self.new_token_count, "pools": " ".join(map(str, self._before))}


def gain_command_tokens(
    table: GameTable, seat: int, count: int, rule: str, *, may_redistribute: bool = False
) -> Script:
    """Let a player gain `count` command tokens, or as many as the reinforcements hold, and put them into any
    pools (IM-PAY-3).

    With `may_redistribute` the player may redistribute all tokens on the sheet.
    """
    count = min(count, table.tokens_in_reinforcements(seat))
    player = table.players[seat]
    if not count and not (may_redistribute and player.tokens_on_sheet):
        return
    totals: acts.Divide = yield DivideTokens(table, seat, count, may_redistribute=may_redistribute)
    for pool in TOKEN_POOLS:
        player.add_tokens(pool, getattr(totals, pool) - player.tokens_in_pool(pool))
    pools = f"{totals.tactic} {totals.fleet} {totals.strategy}"
    table.announce(rule, "tokens" if count else "divided", seat, n=count, pools=pools)


def lose_token_of_choice(table: GameTable, seat: int, rule: str) -> Script:
    """Make a player lose a command token from a pool of their choice."""
    if table.players[seat].tokens_on_sheet:
        pool = yield from _choose_pool(table, seat, rule)
        yield from lose_command_token(table, seat, pool, rule)


def _choose_pool(table: GameTable, seat: int, rule: str) -> Script[str]:
    """Let a player choose a pool from which a command token is taken."""
    pools = [pool for pool in TOKEN_POOLS if table.players[seat].tokens_in_pool(pool)]
    return (yield from ask_to_choose(table, seat, pools, "token_from", rule))


def lose_command_token(table: GameTable, seat: int, pool: str, rule: str) -> Script:
    """Remove a command token from a pool and log it."""
    table.announce(rule, "token_lost", seat, pool=pool)
    yield from _take_token(table, seat, pool)


def _take_token(table: GameTable, seat: int, pool: str) -> Script:
    """Take a command token from a pool; fleets over the new limit shrink at once (IM-FLEET-1)."""
    table.players[seat].add_tokens(pool, -1)
    if pool == "fleet":
        yield from enforce_fleet_limits_everywhere(table, seat)


def can_place_token(table: GameTable, seat: int, system: int) -> bool:
    """Return whether a player can place a command token in a system: the system has none of the player's
    tokens, and the player has one to place (IM-PAY-3).
    """
    return seat not in table.command_tokens[system] and (
        table.tokens_in_reinforcements(seat) > 0 or table.players[seat].tokens_on_sheet > 0
    )


def place_and_announce_token(table: GameTable, seat: int, system: int, rule: str) -> Script:
    """Place a command token in a system and log it (IM-PAY-3)."""
    if (yield from place_token_from_anywhere(table, seat, system, rule)):
        table.announce(rule, "laid", seat, number=table.tile_number(system))


def place_token_from_anywhere(table: GameTable, seat: int, system: int, rule: str) -> Script[bool]:
    """Place a command token in a system, from reinforcements or else from a pool the player chooses
    (IM-PAY-3).

    Returns False if the player already has one there, or none is left.
    """
    if not can_place_token(table, seat, system):
        return False
    if not table.tokens_in_reinforcements(seat):
        yield from _take_token(table, seat, (yield from _choose_pool(table, seat, rule)))
    table.place_token(seat, system)
    return True


def add_command_token(table: GameTable, seat: int, pool: str, rule: str) -> None:
    """Add a command token from the reinforcements to a pool, if one is left (IM-PAY-3)."""
    if table.tokens_in_reinforcements(seat):
        table.players[seat].add_tokens(pool)
        table.announce(rule, "token_gained", seat, pool=pool)
