"""Leaving the game, and what happens to the cards, objects and Ornicles (TW-LEAVE-1)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from twingkit.core.play import Script
from twingkit.core.questions import Refusal
from twingkit.twing.rules.active_objects import gain_object
from twingkit.twing.rules.cards import Card
from twingkit.twing.rules.player import SEAT_NAMES, Player, PlayerQuestion
from twingkit.twing.rules.response_cards import NO_RESPONSE_CARDS
from twingkit.twing.rules.rulebook import bad_answer, rule_refusal
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.rules.turns.acts import PUT_BACK, Give


class ChooseRecipientOnLeaving(PlayerQuestion[Give]):
    """The question to whom a player who leaves gives an object or an Ornicle (TW-LEAVE-1, a variant)."""

    __slots__ = ("getters", "may_return", "table", "thing")
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
        super().__init__(owner)
        self.table, self.thing, self.may_return = table, thing, may_return
        self.getters = tuple(getter.seat for getter in _remaining_players(table, owner, together))

    def options(self) -> Iterator[Give]:
        """Yield the players who stay, and `back` if the object or Ornicle may be put back (TW-VAR-28)."""
        yield from (Give(self.thing, SEAT_NAMES[seat]) for seat in self.getters)
        if self.may_return:
            yield Give(self.thing, PUT_BACK)

    def refusal(self, answer: Give) -> Refusal | None:
        """Return a refusal if the chosen player is not among those who stay, otherwise None."""
        if answer in self.options():
            return None
        seats = SEAT_NAMES[: len(self.table.players)]
        if answer.seat not in seats:
            raise bad_answer("seat_here", answer.seat, expected=seats)
        return rule_refusal("TW-LEAVE-1", "gone", side=self.owner.name)

    def parse_answer(self, text: str) -> Give:
        """Parse `give hat p2`, or just `p2`."""
        *words, seat = text.split() or [""]
        if words not in ([], ["give", self.thing]):
            raise bad_answer("hand_out", text, expected=[f"give {self.thing} p2"])
        return Give(self.thing, seat)

    def sentence_facts(self) -> Mapping[str, object]:
        """Return the player, and what is given away."""
        return {**super().sentence_facts(), "object": self.thing}


def _remaining_players(table: TwingTable, player: Player, together: Collection[Player]) -> list[Player]:
    """Return the players who stay, in the order of play, when `player` and `together` leave."""
    return [other for other in table.other_players(player.seat) if other not in together]


def remove_player(
    table: TwingTable, player: Player, rule: str, case: str, also_leaving: Collection[Player] = ()
) -> Script:
    """Remove a player from the game and clear the seat (TW-LEAVE-1, TW-END-2).

    Cards are discarded, objects go under the stack, Ornicles to the middle. In variants, players who leave
    hand out objects and Ornicles. Players who leave at the same moment (`also_leaving`) get nothing.
    """
    table.record_ruling(rule, case, side=player.name)
    cards: list[Card] = [*player.hand, *player.entourage]
    held = player.response_cards.cards
    table.discard_pile += [*cards, *held]
    if cards or held:
        table.record_ruling("TW-LEAVE-1", "discarded", side=player.name, cards=(*cards, *held))
    player.hand, player.entourage, player.known_pieces = [], [], []
    player.response_cards = NO_RESPONSE_CARDS
    # With one player left there is nothing to decide: the game is over (TW-END-7).
    variant = table.variant
    retired = rule == "TW-LEAVE-1"
    gives = variant.leaver_gives or variant.leaver_chooses if retired else variant.out_gives
    if gives and len(_remaining_players(table, player, also_leaving)) > 1:
        yield from _hand_out(table, player, also_leaving)
    else:
        if player.owned_objects:
            table.put_under_stack(player.owned_objects)
            table.record_ruling("TW-LEAVE-1", "objects", side=player.name, objects=player.owned_objects)
        if player.ornicles:
            table.record_ruling("TW-LEAVE-1", "ornicles", side=player.name, n=player.ornicles)
            table.pay_ornicles(player, player.ornicles)
    player.active_objects = player.inactive_objects = ()
    player.has_left, player.in_endgame = True, False
    table.add_stats_entry("out", table.turn_number, player.seat, rule)


def _hand_out(table: TwingTable, player: Player, together: Collection[Player]) -> Script:
    free = table.variant.leaver_chooses
    for name in player.owned_objects:
        answer = yield ChooseRecipientOnLeaving(table, player, name, free, together)
        if answer.seat == PUT_BACK:
            table.remove_object(player, name)
            table.put_under_stack((name,))
            table.record_ruling("TW-LEAVE-1", "objects", side=player.name, objects=(name,))
            continue
        getter = table.players[SEAT_NAMES.index(answer.seat)]
        table.record_ruling("TW-LEAVE-1", "given", side=player.name, enemy=getter.name, object=name)
        table.remove_object(player, name)
        yield from gain_object(table, getter, name)
    while player.ornicles:
        answer = yield ChooseRecipientOnLeaving(table, player, "ornicle", free, together)
        if answer.seat == PUT_BACK:
            table.record_ruling("TW-LEAVE-1", "ornicles", side=player.name, n=1)
            table.pay_ornicles(player)
            continue
        getter = table.players[SEAT_NAMES.index(answer.seat)]
        player.ornicles -= 1
        getter.ornicles += 1
        table.record_ruling("TW-LEAVE-1", "given", side=player.name, enemy=getter.name, object="ornicle")


def has_one_player_left(table: TwingTable) -> bool:
    """Return whether only one player is left, which ends the game (TW-END-7)."""
    return len([player for player in table.players if not player.has_left]) < 2
