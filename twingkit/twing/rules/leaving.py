"""Leaving the game: retiring, and what happens to cards, objects and Ornicles (TW-LEAVE-1)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from twingkit.core.play import Script
from twingkit.core.questions import BadAnswer, Question, Refusal, one_line
from twingkit.core.rulebook import Quoted
from twingkit.twing.rules.active_objects import gain_object
from twingkit.twing.rules.cards import Card
from twingkit.twing.rules.player import Player
from twingkit.twing.rules.response_cards import NO_RESPONSE_CARDS
from twingkit.twing.rules.rulebook import refuse, rulebook
from twingkit.twing.rules.table import TwingTable

BACK = "back"
"""The answer of a leaving player who puts something back (TW-VAR-28)."""


class HandOut(Question[str]):
    """Ask who gets an object or an Ornicle from a player who leaves (TW-LEAVE-1, a variant)."""

    __slots__ = ("getters", "may_return", "owner", "table", "thing")
    kind = "hand_out"
    rule = "TW-LEAVE-1"

    def __init__(
        self,
        table: TwingTable,
        owner: Player,
        thing: str,
        may_return: bool = False,
        together: Collection[Player] = (),
    ) -> None:
        super().__init__(owner.seat)
        self.table, self.owner, self.thing, self.may_return = table, owner, thing, may_return
        self.getters = tuple(getter.seat for getter in remaining_players(table, owner, together))

    def options(self) -> Iterator[str]:
        """Yield the players who stay, and `back` if the thing may be put back (TW-VAR-28)."""
        yield from (f"p{seat + 1}" for seat in self.getters)
        if self.may_return:
            yield BACK

    def refusal(self, answer: object) -> Refusal | None:
        """Refuse a player who has left too. Raises `BadAnswer` if the answer names no player."""
        if answer in set(self.options()):
            return None
        seats = [f"p{player.seat + 1}" for player in self.table.players]
        if answer not in seats:
            token = Quoted(one_line(str(answer), 40))
            raise BadAnswer("seat_here", rulebook(), token=token, expected=tuple(map(Quoted, seats)))
        return refuse("TW-LEAVE-1", "gone", side=self.owner.name)

    def parse_answer(self, text: str) -> str:
        """Parse `give hat p2`, or just `p2`."""
        *words, seat = text.split() or [""]
        if words not in ([], ["give", self.thing]):
            facts = {"token": Quoted(one_line(text, 40)), "expected": Quoted(f"give {self.thing} p2")}
            raise BadAnswer("hand_out", rulebook(), **facts)
        return seat

    def format_answer(self, answer: str) -> str:
        """`give hat p2`, `give ornicle p2`."""
        return f"give {self.thing} {answer}"

    def sentence(self) -> str:
        """The question in words."""
        return rulebook().sentence("ask", self.kind, {"side": self.owner.name, "object": self.thing})


def remaining_players(table: TwingTable, player: Player, together: Collection[Player]) -> list[Player]:
    """Return the players who stay when one leaves, in the order of play; those `together` leave too."""
    return [other for other in table.others(player.seat) if other not in together]


def leave(
    table: TwingTable, player: Player, rule: str, case: str, together: Collection[Player] = ()
) -> Script:
    """Remove a player: cards are discarded, objects go under the stack, Ornicles to the middle.

    In variants a player who retires hands out objects and Ornicles, all at once or piece by piece; so does a
    player who is out by TW-END-2. Players who leave at the same moment (`together`) get nothing.
    """
    table.cite(rule, case, side=player.name)
    cards: list[Card] = [*player.hand, *player.entourage]
    held = player.held.cards
    table.discard += [*cards, *held]
    if cards or held:
        table.cite("TW-LEAVE-1", "discarded", side=player.name, cards=(*cards, *held))
    player.hand, player.entourage, player.known = [], [], []
    player.held = NO_RESPONSE_CARDS
    # With one player left there is nothing to decide: the game is over (TW-END-7).
    variant = table.variant
    retired = rule == "TW-LEAVE-1"
    gives = variant.leaver_gives or variant.leaver_chooses if retired else variant.out_gives
    if gives and len(remaining_players(table, player, together)) > 1:
        yield from _hand_out(table, player, together)
    else:
        if player.owned:
            table.put_under_stack(player.owned)
            table.cite("TW-LEAVE-1", "objects", side=player.name, objects=player.owned)
        if player.ornicles:
            table.cite("TW-LEAVE-1", "ornicles", side=player.name, n=player.ornicles)
            table.pay(player, player.ornicles)
    player.objects = player.stored = ()
    player.out, player.endgame = True, False
    table.note("out", table.turn, player.seat, rule)


def _hand_out(table: TwingTable, player: Player, together: Collection[Player]) -> Script:
    free = table.variant.leaver_chooses
    for name in player.owned:
        answer = yield HandOut(table, player, name, free, together)
        if answer == BACK:
            table.take_object(player, name)
            table.put_under_stack((name,))
            table.cite("TW-LEAVE-1", "objects", side=player.name, objects=(name,))
            continue
        getter = table.players[int(answer[1:]) - 1]
        table.cite("TW-LEAVE-1", "given", side=player.name, enemy=getter.name, object=name)
        table.take_object(player, name)
        yield from gain_object(table, getter, name)
    while player.ornicles:
        answer = yield HandOut(table, player, "ornicle", free, together)
        if answer == BACK:
            table.cite("TW-LEAVE-1", "ornicles", side=player.name, n=1)
            table.pay(player)
            continue
        getter = table.players[int(answer[1:]) - 1]
        player.ornicles -= 1
        getter.ornicles += 1
        table.cite("TW-LEAVE-1", "given", side=player.name, enemy=getter.name, object="ornicle")


def has_one_player_left(table: TwingTable) -> bool:
    """TW-END-7: return whether only one player is left, which ends the game."""
    return len([player for player in table.players if not player.out]) < 2
