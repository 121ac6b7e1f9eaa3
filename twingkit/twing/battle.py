"""Battle: one attack from the first card laid to the last one discarded (section 4, TW-BAT)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import attrs

from twingkit.messages import Fault
from twingkit.play import Game, Script, register
from twingkit.rulebook import Rulebook
from twingkit.twing.best import battle_policy
from twingkit.twing.commit import lay_all
from twingkit.twing.dice import roll
from twingkit.twing.fight import Fight, Side
from twingkit.twing.notation import ROLES, Battle
from twingkit.twing.notation import Side as LineSide
from twingkit.twing.outcome import BattleResult, decide
from twingkit.twing.player import Player
from twingkit.twing.responses import BeforeRoll, Respond
from twingkit.twing.rules import rulebook
from twingkit.twing.settlement import settle
from twingkit.twing.support import offer_support
from twingkit.twing.table import TwingTable
from twingkit.twing.view import View
from twingkit.twing.windows import window


def battle(
    table: TwingTable, attacker: int, defenders: Sequence[int], kind: str = "battle", may_retire: bool = False
) -> Script:
    """One battle of the attacker against one player, or in the end game against all; the results in order.

    The order is that of the rulebook: lay, support, trap, roll with events, respond, decide, settle.
    """
    fight = Fight(
        _side(table, 0, "attacker", attacker),
        *[_side(table, place, "defender", seat) for place, seat in enumerate(defenders, 1)],
        kind=kind,
        variant=table.variant,
    )
    table.fight = fight
    yield from lay_all(table, fight, may_retire)
    open_sides = [side for side in fight.sides if not side.retired]
    if len(open_sides) > 1 and not _lost_empty(fight):
        if table.whole and len(table.players) > 2:
            yield from offer_support(table, fight)
        if fight.variant.trap_before_roll:
            yield from window(table, fight, BeforeRoll)
        yield from roll(table, fight, *[side for side in open_sides if side.lay.spells])
        yield from window(table, fight, Respond)
    results = [_result(table, fight, side) for side in fight.sides[1:]]
    fight.results = list(results)
    settle(table, fight, results)
    return results


def _side(table: TwingTable, index: int, role: str, seat: int) -> Side:
    player = table.players[seat]
    side = Side(index, role, seat, player, player.name if table.whole else role)
    side.rerolled = table.duelling and table.rerolled[index]
    return side


def _lost_empty(fight: Fight) -> bool:
    """Whether nobody laid anything against the attack, and that alone loses (a variant)."""
    return fight.variant.empty_defence == "lost" and not any(
        side.lay.spells or side.lay.units for side in fight.sides[1:]
    )


def _result(table: TwingTable, fight: Fight, defence: Side) -> BattleResult:
    if defence.retired:
        table.cite("TW-LEAVE-1", "lost", side=defence.name, enemy=fight.sides[0].name)
        return BattleResult(0, "retired", None)
    if fight.variant.empty_defence == "lost" and not (defence.lay.spells or defence.lay.units):
        table.cite("TW-BAT-4", "lost_empty", side=defence.name, enemy=fight.sides[0].name)
        return BattleResult(0, "points", None)
    return decide(table, fight, defence)


def table_of(sides: Sequence[LineSide]) -> TwingTable:
    """A table at which everybody has just the cards of one side of a line, open to all."""
    players = [
        Player(
            side.character,
            side.lay.spells,
            side.lay.creatures,
            side.objects,
            side.cats,
            side.traps,
            side.miromon,
        )
        for side in sides
    ]
    return TwingTable(players, open_hands=True)


@attrs.frozen
class BattleStart:
    """A battle on its own, as its line holds it: both players have just the cards of the line.

    >>> start = BattleStart(Battle.parse("F: F5 vs W: W6"))
    >>> start.lines()
    ['battle F: F5 vs W: W6']
    >>> Game(start, seed=1).question.kind
    'attack'
    """

    name: ClassVar[str] = "twing.battle"
    keys: ClassVar[tuple[str, ...]] = ("battle",)
    battle: Battle

    def lines(self) -> list[str]:
        """The canonical battle line."""
        return [f"battle {self.battle}"]

    @classmethod
    def read(cls, lines: Sequence[str]) -> BattleStart:
        """One `battle` line; raises `ValueError` if it is missing, doubled, or forbidden."""
        if len(lines) != 1:
            raise Fault("record.setup", named="battle", there=len(lines))
        return cls(Battle.parse(lines[0].removeprefix("battle ")).check())

    def table(self) -> TwingTable:
        """Two players whose hands and entourages are the cards of the line."""
        return table_of(self.battle.sides)

    def script(self, table: TwingTable) -> Script:
        """The battle between the two; its `BattleResult`."""
        results = yield from battle(table, 0, [1])
        return results[0]

    def seat(self, player: int) -> str:
        """`attacker` or `defender`."""
        return ROLES[player]

    def rulebook(self) -> Rulebook:
        """The rules of Imperial Twing."""
        return rulebook()

    def view(self, game: Game, player: int) -> View:
        """What a side sees: everything, but it is asked only what is its own."""
        return View.of(game, player)

    def policy(self, name: str, seed: int) -> Callable[[Game], Any]:
        """`best`: the line's own lays, then best responses (TW-ODDS-2); `random`."""
        return battle_policy(name, seed)


register(BattleStart)


def battle_game(battle: Battle | str, *, seed: int | None = None, explain: bool = True) -> Game:
    """Play a battle from its line. Without a seed, every die is asked (roll it or set it).

    Raises `NotationError` for a bad line, `BattleError` for a battle that the rules forbid.

    >>> game = battle_game("F: F5 vs W: W4")
    >>> for answer in ("lay F5", "lay W4", "roll 0", "roll Sun"):
    ...     game.answer(answer)
    >>> game.result.winner, game.result.by
    (1, 'critical')
    """
    parsed = Battle.parse(battle) if isinstance(battle, str) else battle
    return Game(BattleStart(parsed.check()), seed=seed, explain=explain)
