"""Cards of command: tokens gained, lost and laid; laws, hands and other cards."""

from __future__ import annotations

from twingkit.core.asking import BadAnswer, one_line
from twingkit.core.cards.draws import NamedPick
from twingkit.core.play import Script
from twingkit.core.rulebook import Quoted
from twingkit.core.text_questions import Denial
from twingkit.imperium.galaxy.cards.targets import own_tokens, where, with_action_cards
from twingkit.imperium.galaxy.table.abilities import Moment, scripted
from twingkit.imperium.galaxy.table.command_tokens import can_lay_token, gain_tokens, lay_token
from twingkit.imperium.galaxy.table.drawing import choose, hand_over, keep_hand
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.laws import discard_law
from twingkit.imperium.texts.rulebook import rulebook

SUMMIT = 2
"""The command tokens that a Summit brings."""


def _with_tactic(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return [SEATS[other] for other in table.others(seat) if table.players[other].tactic]


@scripted("insub", targets=_with_tactic, kind="player")
def insubordination(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Another player loses a token of the tactic pool."""
    table.players[SEATS.index(player)].gain_token("tactic", -1)
    table.tell("IM-ACT-insub", "lost", SEATS.index(player))
    return
    yield  # a script is a generator, even one that asks nothing


@scripted("unexpected", targets=lambda table, seat, moment: own_tokens(table, seat), kind="system")
def unexpected_action(table: GameTable, seat: int, moment: Moment, number: str) -> Script:
    """An own token leaves the board."""
    table.take_token(seat, where(table, number))
    table.tell("IM-ACT-unexpected", "taken", seat, number=number)
    return
    yield  # a script is a generator, even one that asks nothing


def _token_left(table: GameTable, seat: int, moment: Moment) -> Denial | None:
    return None if table.reserve(seat) else ("IM-PAY-3", "none_left", {})


@scripted("summit", _token_left)
def summit(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Two command tokens."""
    yield from gain_tokens(table, seat, SUMMIT, "IM-ACT-summit")


def _jammed(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The systems outside homes with own ships, or beside them, as far as another player has no token
    there."""
    links = table.links(seat, "count")
    near = {
        place
        for system, there in enumerate(table.space)
        if seat in there and there[seat].ships
        for place in (system, *links[system])
    }
    return [
        table.number(system)
        for system in sorted(near)
        if not table.galaxy.systems[system].tile.home
        and any(can_lay_token(table, other, system) for other in table.others(seat))
    ]


def _whose(table: GameTable, seat: int, moment: Moment, number: str) -> Script[str]:
    """The player whose token it will be."""
    system = where(table, number)
    named = [SEATS[other] for other in table.others(seat) if can_lay_token(table, other, system)]
    return (yield from choose(table, seat, named, "player", "IM-ACT-jamming", subject="IM-ACT-jamming"))


@scripted("jamming", targets=_jammed, kind="system", more=_whose)
def signal_jamming(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Another player's token is laid into a system near own ships."""
    number, player = target.split(", ")
    yield from lay_token(table, SEATS.index(player), where(table, number), "IM-ACT-jamming")


class CardTaken(NamedPick[str]):
    """Chance picks the action card that a player gives away unseen (IM-ACT-spy)."""

    __slots__ = ()
    kind = word = "given"
    rule = "IM-ACT-spy"

    def sentence(self) -> str:
        """The question in words."""
        return rulebook().sentence("ask", self.kind, {"side": SEATS[self.player]})

    def bad(self, text: str) -> BadAnswer:
        """The error of an answer that is none of the cards."""
        return BadAnswer("not_card", rulebook(), token=Quoted(one_line(text, 40)))


@scripted("spy", targets=with_action_cards, kind="player")
def spy(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Another player gives an action card at random."""
    giver = table.players[SEATS.index(player)]
    card: str = yield CardTaken(giver.seat, "given", giver.action_cards)
    hand_over(table, giver.seat, seat, card, "IM-ACT-spy")
    yield from keep_hand(table, seat)


def _laws(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return [law.card for law in table.laws]


@scripted("repeal", targets=_laws, kind="law")
def repeal_law(table: GameTable, seat: int, moment: Moment, card: str) -> Script:
    """A law is discarded."""
    discard_law(table, card)
    table.tell("IM-ACT-repeal", "discarded", seat, card=f"IM-AGENDA-{card}")
    return
    yield  # a script is a generator, even one that asks nothing


def _not_own(table: GameTable, seat: int, moment: Moment) -> Denial | None:
    if moment.seat != seat and moment.card != "sabo":
        return None
    return "IM-ACT-sabo", "not_this", {}


@scripted("sabo", _not_own)
def sabotage(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """A card that another player plays is cancelled."""
    table.tell("IM-ACT-sabo", "cancelled", seat, card=f"IM-ACT-{moment.card}")
    return
    yield  # a script is a generator, even one that asks nothing
