"""Drawing cards into hands, refilling hands, and the hand limits (TW-SET-3, TW-TURN-1, 2, 4, 5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, TypeVar, cast

from twingkit.core.play import Script
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import HiddenFact
from twingkit.twing.rules.cards import ELEMENTS, Card, Creature, Spell, parse_card
from twingkit.twing.rules.draws import NextPlayingCardDraw
from twingkit.twing.rules.player import MAX_HAND_ELEMENTS, MAX_HAND_SPELLS, Player, PlayerQuestion
from twingkit.twing.rules.rulebook import bad_answer, rule_refusal
from twingkit.twing.rules.table import TwingTable

CardT = TypeVar("CardT", Spell, Creature)


def draw_cards(table: TwingTable, player: Player, count: int, rule: str = "TW-TURN-1") -> Script:
    """Draw cards for a player; return True if all were drawn, False if the stack ran out.

    Creatures go to the entourage, all other cards into the hand (TW-TURN-1).
    """
    for _ in range(count):
        card = yield from draw_card(table, player)
        if card is None:
            return False
        give_card(table, player, card, rule)
        if len(player.hand) > MAX_HAND_ELEMENTS and isinstance(card, Spell):
            yield from enforce_hand_limits(table, player, card)
    return True


def draw_card(table: TwingTable, player: Player) -> Script:
    """Let a player draw the next card of the stack, and return this card; None if stack and discard pile are
    empty.

    An empty stack is reshuffled (TW-TURN-5).
    """
    if not table.stack.shuffled_count and not _refill_stack(table):
        return None
    card = yield NextPlayingCardDraw(player.seat, player.name, table.stack)
    table.stack.take(card)
    return card


def _refill_stack(table: TwingTable) -> bool:
    """Shuffle the discard pile into the stack; return False if the discard pile is empty (TW-TURN-5)."""
    if not table.discard_pile:
        table.record_ruling("TW-TURN-5", "no_cards")
        return False
    if table.variant.empty_stack == "end":
        if not table.early_end_reason:
            table.record_ruling("TW-TURN-5", "ends")
        table.early_end_reason = "stack"
        return False
    table.record_ruling("TW-TURN-5", "shuffled", n=len(table.discard_pile))
    table.stack.shuffle_in_pile(table.discard_pile)
    return True


def give_card(table: TwingTable, player: Player, card: Card, rule: str) -> None:
    """Give a card to a player: a creature face up, any other card hidden in the hand."""
    if isinstance(card, Creature):
        player.entourage.append(card)
        table.record_ruling(rule, "creature", side=player.name, card=card)
        return
    if isinstance(card, Spell):
        player.hand.append(card)
    else:
        player.adjust_response_cards(card)
    if table.rulings is not None:
        table.record_ruling(rule, "drawn", side=player.name, card=HiddenFact(card, player.seat, "a_card"))


def draw_until_spell(table: TwingTable, player: Player) -> Script:
    """Let a player without a spell draw until one comes; the other cards drawn are discarded (TW-TURN-2,
    TW-SET-3).

    The discard pile is shuffled into the stack at most once during this, because no spell may be left to
    find.
    """
    if player.hand or player.has_left:
        return
    table.record_ruling("TW-SET-3" if table.phase == "setup" else "TW-TURN-2", "no_spell", side=player.name)
    shuffled = False
    while True:
        if not table.stack.shuffled_count:
            if shuffled or not _refill_stack(table):
                table.record_ruling("TW-TURN-5", "no_spell_left", side=player.name)
                return
            shuffled = True
        card = yield NextPlayingCardDraw(player.seat, player.name, table.stack)
        table.stack.take(card)
        if isinstance(card, Spell):
            player.hand.append(card)
            table.record_ruling(
                "TW-SET-3", "found", side=player.name, card=HiddenFact(card, player.seat, "a_spell")
            )
            return
        table.discard_pile.append(card)
        case = "creature_set_aside" if isinstance(card, Creature) else "set_aside"
        table.record_ruling("TW-SET-3", case, side=player.name, card=card)


def refill_hands_without_spell(table: TwingTable, seat: int) -> Script:
    """Refill every hand without a spell, the active player's first (TW-TURN-2).

    During a battle, nothing happens before its end.
    """
    if table.is_in_battle or table.variant.refill_when == "turn":
        return
    players = table.players
    for player in players:
        if not player.hand and not player.has_left:
            break
    else:
        return
    for refill_seat in table.seats_from(seat):
        if not players[refill_seat].hand:
            yield from draw_until_spell(table, players[refill_seat])


def enforce_hand_limits(table: TwingTable, player: Player, newest: Spell | None = None) -> Script:
    """Let a player discard down to three elements and fifteen spells (TW-TURN-4)."""
    hand = player.hand
    if len(hand) <= MAX_HAND_ELEMENTS:
        return
    elements = {spell.element for spell in hand}
    if len(elements) > MAX_HAND_ELEMENTS:
        if table.variant.fourth_element == "newest" and newest is not None:
            element = newest.element
        else:
            element = yield DiscardElement(player)
        lost = tuple(spell for spell in hand if spell.element == element)
        for spell in lost:
            player.remove_face_up("hand", spell)
        table.discard_pile += lost
        table.record_ruling("TW-TURN-4", "element", side=player.name, element=element, cards=lost)
    while len(player.hand) > MAX_HAND_SPELLS:
        if table.variant.hand_limit == "stop" and newest is not None:
            spell = newest
        else:
            spell = yield DiscardSpell(player)
        player.remove_face_up("hand", spell)
        table.discard_pile.append(spell)
        table.record_ruling("TW-TURN-4", "spell", side=player.name, card=spell)


class DiscardElement(PlayerQuestion[str]):
    """The question which of the four elements in hand a player discards (TW-TURN-4)."""

    __slots__ = ()
    kind = "discard_element"
    rule = "TW-TURN-4"

    def options(self) -> Iterator[str]:
        """Yield the elements in the hand."""
        return iter(sorted({spell.element for spell in self.owner.hand}))

    def refusal(self, answer: object) -> Refusal | None:
        """Return a refusal if the hand has no spell of the element, otherwise None."""
        if answer not in ELEMENTS:
            raise bad_answer("element", answer)
        if answer in set(self.options()):
            return None
        return rule_refusal("TW-TURN-4", "not_held", element=answer, elements=tuple(self.options()))

    def parse_answer(self, text: str) -> str:
        """Parse `discard W`; `discard` may be left out."""
        return text.strip().removeprefix("discard ").strip()

    def format_answer(self, answer: str) -> str:
        """Return the answer in notation, such as `discard W`."""
        return f"discard {answer}"


class DiscardCard(PlayerQuestion[CardT]):
    """Base class of questions which card of a kind a player discards."""

    __slots__ = ()
    card_class: ClassVar[type[Spell | Creature]]

    def parse_answer(self, text: str) -> CardT:
        """Parse `discard spell F1`; the words before the card may be left out."""
        word = self.card_class.__name__.lower()
        token = " ".join(text.split()).removeprefix("discard ").removeprefix(f"{word} ")
        card = parse_card(f"{word} {token}")
        if not isinstance(card, self.card_class):
            raise bad_answer("card", text)
        return cast("CardT", card)

    def format_answer(self, answer: CardT) -> str:
        """Return the answer in notation, such as `discard spell F1`."""
        return f"discard {answer}"


class DiscardSpell(DiscardCard[Spell]):
    """The question which spell a player with more than fifteen in hand discards (TW-TURN-4)."""

    __slots__ = ()
    kind = "discard_spell"
    card_class = Spell
    rule = "TW-TURN-4"

    def options(self) -> Iterator[Spell]:
        """Yield the different spells of the hand."""
        return iter(dict.fromkeys(self.owner.hand))

    def refusal(self, answer: object) -> Refusal | None:
        """Return a refusal if the spell is not in the hand, otherwise None."""
        if not isinstance(answer, Spell):
            raise bad_answer("card", answer)
        return None if answer in self.owner.hand else rule_refusal("TW-TURN-4", "not_in_hand", card=answer)

    def sentence_facts(self) -> Mapping[str, object]:
        """Return the player, and the number of spells in the hand."""
        return {**super().sentence_facts(), "n": len(self.owner.hand)}
