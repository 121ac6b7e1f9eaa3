"""Battle: one attack from the first card laid to the last one discarded (section 4, TW-BAT)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import attrs

from twingkit.asking import BadAnswer, Question, Refusal, one_line
from twingkit.messages import Fault
from twingkit.play import Game, Script, register
from twingkit.rulebook import Quoted, Rulebook
from twingkit.twing import lay as laying
from twingkit.twing.cards import Creature, Spell, Unit
from twingkit.twing.lay import Lay
from twingkit.twing.notation import ROLES, Battle, NotationError, read_lay
from twingkit.twing.objects import Objects
from twingkit.twing.outcome import BattleResult, decide
from twingkit.twing.responses import BeforeRoll, Respond, roll, window
from twingkit.twing.rules import rulebook
from twingkit.twing.table import Fight, Player, Side, TwingTable


class LayCards(Question):
    """What does this side lay? One answer holds the whole lay (TW-BAT-1 to TW-BAT-5)."""

    __slots__ = ("fight", "side")

    def __init__(self, fight: Fight, side: Side) -> None:
        super().__init__(side.seat)
        self.fight, self.side = fight, side

    @property
    def _cards(self) -> tuple[list[Spell], list[Creature], str, Objects, Objects]:
        player, enemy = self.side.player, self.fight.other(self.side).player
        return player.hand, player.entourage, self.side.role, player.objects, enemy.objects

    def options(self) -> Iterator[Lay]:
        """Every legal lay from this player's cards; the empty defence if there is no other (TW-BAT-4)."""
        hand, entourage, *_ = self._cards
        if not hand and not entourage and self.side.role == "defender":
            yield Lay()
        yield from laying.lays(*self._cards)

    def draw(self, rng: random.Random) -> Lay:
        """A random legal lay, without listing them all."""
        hand, entourage, *_ = self._cards
        return laying.random_lay(*self._cards, rng) if hand or entourage else Lay()

    def refusal(self, answer: Any) -> Refusal | None:
        """The first rule that this lay breaks."""
        if not isinstance(answer, Lay):
            raise _no_lay(str(answer))
        hand, entourage, role, own, enemy = self._cards
        if not answer.spells and not answer.units and role == "defender" and not hand and not entourage:
            return None
        return next(laying.problems(answer, role, own, enemy), None) or laying.missing(
            answer, hand, entourage
        )

    def read(self, text: str) -> Lay:
        """A lay as in a battle line, with or without the word `lay` before it; `nothing` lays nothing."""
        text = text.strip().removeprefix("lay ")
        try:
            return Lay() if text == "nothing" else read_lay(text)
        except NotationError as fault:
            raise _no_lay(text, fault) from fault

    def write(self, answer: Lay) -> str:
        """`lay F5 F3 + F4`."""
        return f"lay {answer}"

    def text(self, lang: str = "en") -> str:
        """The question in words."""
        return rulebook().sentence("ask", self.kind, lang, {"side": self.side.role})


def _no_lay(text: str, fault: NotationError | None = None) -> BadAnswer:
    return BadAnswer("lay", rulebook(), token=Quoted(one_line(text, 40)), why=fault or "")


class Attack(LayCards):
    """The attacker lays spells and creatures."""

    __slots__ = ()
    kind = "attack"
    rule = "TW-BAT-1"


class Defend(LayCards):
    """The defender lays an answer or a shield."""

    __slots__ = ()
    kind = "defend"
    rule = "TW-BAT-4"


def battle(table: TwingTable, attacker: int, defender: int) -> Script:
    """One battle between two players of the table; returns its `BattleResult`.

    The order is that of the rulebook: lay, trap, roll with events, respond, decide, settle.
    """
    fight = Fight(
        Side(0, "attacker", attacker, table.players[attacker]),
        Side(1, "defender", defender, table.players[defender]),
    )
    table.fight = fight
    attack, defence = fight.sides
    lay_down(table, attack, (yield Attack(fight, attack)))
    lay_down(table, defence, (yield Defend(fight, defence)))
    yield from window(table, fight, BeforeRoll)
    yield from roll(table, fight, *[side for side in fight.sides if side.lay.spells])
    yield from window(table, fight, Respond)
    result = decide(table, fight)
    settle(table, fight, result)
    return result


def lay_down(table: TwingTable, side: Side, lay: Lay) -> None:
    """TW-BAT-1 to 5: the cards go down; cite what was laid and what lets it stand."""
    side.put_down(lay)
    if lay.shield:
        table.cite("TW-BAT-5", "laid", side=side.role, units=lay.units, n=lay.power)
    elif not lay.spells:
        table.cite("TW-BAT-4", "nothing", side=side.role)
        return
    else:
        rule = "TW-BAT-1" if side.role == "attacker" else "TW-BAT-4"
        table.cite(rule, "laid", side=side.role, spells=lay.spells, n=sum(card.power for card in lay.spells))
        if lay.units:
            table.cite("TW-BAT-2", "laid", side=side.role, units=lay.units, n=len(lay.units), m=lay.power)
    for unit in lay.units:
        if unit.rider:
            table.cite(
                "TW-BAT-3", "rides", side=side.role, card=unit.creature, rider=unit.rider, n=unit.power
            )
    for unit in _teddy_units(lay):
        table.cite("TW-POW-teddy", "extra", side=side.role, unit=unit)


def _teddy_units(lay: Lay) -> list[Unit]:
    """The unit, if any, that only the Teddy allows: one of another element, or one beyond the spells."""
    elements = [unit.element for unit in lay.units]
    main = lay.spells[0].element if lay.spells else max(elements, key=elements.count, default="")
    off = [unit for unit in lay.units if unit.element != main]
    over = [lay.units[-1]] if lay.spells and len(lay.units) > len(lay.spells) else []
    return off or over


def settle(table: TwingTable, fight: Fight, result: BattleResult) -> None:
    """TW-BAT-18 to 21: the reward, what is discarded, and which creatures come home."""
    if result.winner is not None:
        _reward(table, fight.sides[result.winner])
    for side in fight.sides:
        _discard_spent(table, side)
    for side in fight.sides:
        _creatures(table, side, won=result.winner == side.index, tied=result.winner is None)


def _reward(table: TwingTable, winner: Side) -> None:
    """TW-BAT-18: one Ornicle for the winner, unless no magic was used."""
    if winner.lay.spells:
        table.award(winner.player, "TW-BAT-18", "won", side=winner.role)
    elif winner.lay.shield:
        table.cite("TW-BAT-18", "shield", side=winner.role)
    else:
        table.cite("TW-BAT-4", "no_reward", side=winner.role)


def _discard_spent(table: TwingTable, side: Side) -> None:
    """TW-BAT-19: spells and special cards played, and trapped creatures, go to the discard pile."""
    spent: list[Spell | Creature | str] = [*side.lay.spells, *side.played, *side.trapped]
    if spent:
        table.cite("TW-BAT-19", "discarded", side=side.role, cards=tuple(spent))
    table.discard += spent


def _creatures(table: TwingTable, side: Side, won: bool, tied: bool) -> None:
    """TW-BAT-20, 21: creatures of the winner and of a tie come home, the loser's are discarded,
    but the attacker's own element comes home even then."""
    cards = [card for card, _ in side.standing]
    if not cards:
        return
    home, lost = cards, list[Creature]()
    if won or tied:
        table.cite("TW-BAT-20", "tie" if tied else "home", side=side.role, cards=tuple(cards))
    else:
        saved = [card for card in cards if side.role == "attacker" and card.element == side.player.character]
        home, lost = saved, [card for card in cards if card not in saved]
        if saved:
            table.cite("TW-BAT-21", "home", side=side.role, cards=tuple(saved))
        if lost:
            case = "shield_lost" if side.lay.shield else "lost"
            table.cite("TW-BAT-20", case, side=side.role, cards=tuple(lost))
    side.player.entourage += home
    table.discard += lost


@attrs.frozen
class BattleStart:
    """A battle on its own, as its line holds it: both players have just the cards of the line."""

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
            for side in self.battle.sides
        ]
        return TwingTable(players, open_hands=True)

    def script(self, table: TwingTable) -> Script:
        """The battle between the two."""
        return battle(table, 0, 1)

    def seat(self, player: int) -> str:
        """`attacker` or `defender`."""
        return ROLES[player]

    def rulebook(self) -> Rulebook:
        """The rules of Imperial Twing."""
        return rulebook()


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
