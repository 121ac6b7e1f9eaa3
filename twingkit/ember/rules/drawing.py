"""Draw, discard and reshuffle cards (EM-TURN-2 to 7, EM-DECK)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from twingkit.core.cards.draws import DrawFromStack
from twingkit.core.messages import Fault
from twingkit.core.play import Script
from twingkit.core.questions import BadAnswer, one_line_excerpt
from twingkit.core.rulebook import HiddenFact
from twingkit.ember.rules import choices, events
from twingkit.ember.rules.acts import Discard, Draw, DrawFrom, LayCard, Refresh, Stay, Use, UseArchmage
from twingkit.ember.rules.cards import in_pile_order, parse_card
from twingkit.ember.rules.rulebook import make_refusal, rulebook
from twingkit.ember.rules.table import SEATS, EmberTable, Player

DECK, PILE = "deck", "pile"
"""The two piles to draw from."""


class NextDeckCardDraw(DrawFromStack[str]):
    """A chance question: the next card of the Draw Deck."""

    __slots__ = ()
    kind = "card"
    book = staticmethod(rulebook)
    rule = "EM-SET-2"

    def __init__(self, table: EmberTable, seat: int) -> None:
        super().__init__(seat, SEATS[seat], table.deck)

    def parse_answer(self, text: str) -> str:
        """Parse the notation of a card."""
        word = ["", *text.split()][-1]
        try:
            return parse_card(word)
        except Fault as fault:
            raise BadAnswer("card", rulebook(), found=one_line_excerpt(text.strip(), 20)) from fault


class NextCardToLookAt(NextDeckCardDraw):
    """A chance question: the next card of the Draw Deck, which a player only looks at."""

    __slots__ = ()
    result_key = "seen"


class NextCardToReplenish(NextDeckCardDraw):
    """A chance question: the next card of the Draw Deck, which replenishes a hand after a conjuring."""

    __slots__ = ()
    result_key = "replenished"

    def parse_answer(self, text: str) -> str:
        """Parse the notation of a card. Refuses uses of abilities."""
        if text.split()[:1] in ([Use.word], [UseArchmage.word]):
            raise make_refusal("EM-CONJ-3", "locked", side=self.name)
        return super().parse_answer(text)


def draw_from_deck(table: EmberTable, player: Player, count: int, event: type[events.Drew]) -> Script:
    """Draw `count` cards, or as many as there are, and log them as one ruling (EM-DECK-3).

    The deck is renewed as soon as its last card is taken (EM-DECK-2), or later if the pile was empty then.
    """
    cards: list[str] = []
    draw_type = NextCardToReplenish if event is events.Replenished else NextDeckCardDraw
    for _ in range(count):
        table.renew_deck()
        drawn = yield from table.deck.take_next(lambda: draw_type(table, player.seat))
        if drawn is None:
            table.record_ruling("EM-DECK-3", "none_left", side=player.name)
            break
        table.renew_deck()
        player.gain("hand", drawn[:1], drawn[1])
        cards.append(drawn[0])
    if cards and table.rulings is not None:
        hidden = HiddenFact(in_pile_order(cards), player.seat)
        table.record(event(player.name, len(cards), hidden))


def _play_draw_phase(
    table: EmberTable,
    player: Player,
    count: int,
    event: type[events.Drew],
    source: str = "",
    undrawable_count: int = 0,
) -> Script:
    """Draw `count` cards in a Draw Phase, from either pile if an ability allows it (EM-TURN-5).

    `source` is the pile already chosen for the first card. The top `undrawable_count` cards of the Charred
    Pile cannot be drawn (EM-DECK-5). An empty deck is renewed before the player chooses (EM-DECK-3).
    """
    for _ in range(count):
        table.renew_deck()
        reach = table.pile[:-undrawable_count] if undrawable_count else table.pile
        if not source and player.has_ongoing_ability("source") and reach and table.deck_size:
            answer: DrawFrom = yield choices.DrawSource(table, player.seat, (DECK, PILE))
            (source,) = answer.things
        if source == PILE:
            take_from_charred_pile(table, player, len(reach) - 1, by_ability=False)
        else:
            yield from draw_from_deck(table, player, 1, event)
        source = ""


def take_from_charred_pile(table: EmberTable, player: Player, pile_index: int, by_ability: bool) -> None:
    """Take the card at a position in the Charred Pile into a player's hand.

    In a Draw Phase, the ruling names the creature that allows it (EM-TURN-5).
    """
    card = table.pile.pop(pile_index)
    player.gain("hand", [card], range(len(table.players)))
    if by_ability:
        table.record(events.TookByAbility(player.name, card))
    else:
        table.record(events.TookFromPile(player.name, card, player.creature_granting("source")))


def put_on_charred_pile(table: EmberTable, player: Player, cards: Sequence[str]) -> Script:
    """Put cards on the Charred Pile together, in this order or as the player chooses (EM-DECK-4)."""
    left = list(in_pile_order(cards))
    if table.variant.pile_order == "owner":
        lifted = table.cards_in_transit
        while len(set(left)) > 1:
            table.cards_in_transit = (*lifted, *left)
            answer: LayCard = yield choices.NextCardOnPile(table, player.seat, left)
            (card,) = answer.things
            left.remove(card)
            table.pile.append(card)
        table.cards_in_transit = lifted
    table.pile += left


def discard(
    table: EmberTable, player: Player, cards: Sequence[str], rule: str, case: str, **facts: object
) -> Script:
    """Put cards from a player's hand on the Charred Pile, and record a ruling with the additional `facts`."""
    for card in cards:
        player.remove_face_up("hand", card)
    facts = {"side": player.name, "cards": in_pile_order(cards), "n": len(cards), **facts}
    table.record_ruling(rule, case, **facts)
    yield from put_on_charred_pile(table, player, cards)


def discard_chosen_cards(
    table: EmberTable,
    player: Player,
    count: int,
    case: str,
    question: type[choices.DiscardHandCards] = choices.DiscardHandCards,
) -> Script:
    """Let a player choose and discard `count` hand cards; a hand of at most `count` cards is discarded
    completely.

    The rule is that of the question.
    """
    cards: Sequence[str] = list(player.hand)
    if count < len(player.hand):
        answer: Discard = yield question(table, player.seat, count)
        cards = answer.things
    if cards:
        yield from discard(table, player, cards, question.rule, case)


def draw_by_ability(table: EmberTable, player: Player, count: int) -> Script:
    """Draw cards for an ability; a discard comes first only if the variant requires it (EM-TURN-6)."""
    for _ in range(count):
        if table.variant.ability_draw == "swap" and len(player.hand) >= player.hand_limit:
            yield from discard_chosen_cards(table, player, 1, "swapped", choices.DiscardBeforeDraw)
        yield from _play_draw_phase(table, player, 1, events.DrewByAbility)


def draw_count(player: Player) -> int:
    """Return the number of cards that a player draws in step 1 (EM-TURN-2)."""
    return 1 + player.ongoing_amount("drawstep")


def play_draw_step(table: EmberTable, player: Player, act: Draw | Refresh | Stay) -> Script:
    """Carry out the answer to step 1: draw, refresh, or stay (EM-TURN-2, 4)."""
    match act:
        case Stay():
            table.record(events.Stayed(player.name))
        case Refresh():
            table.has_refreshed = True
            count = len(player.hand)
            yield from discard(table, player, list(player.hand), *events.Refreshed.key)
            yield from draw_from_deck(table, player, count, events.DrewRefreshed)
        case Draw(card, from_pile):
            if card:
                yield from discard(table, player, [card], *events.DiscardedToDraw.key)
            undrawable = 1 if card and table.variant.pile_top == "before" else 0
            count = draw_count(player)
            if count > 1:
                table.record(events.DrawsMore(player.name, player.creature_granting("drawstep"), count))
            source = PILE if from_pile else DECK
            yield from _play_draw_phase(table, player, count, events.DrewInStep, source, undrawable)
        case _:
            assert_never(act)


def discard_to_hand_size(table: EmberTable, player: Player) -> Script:
    """Discard down to the Hand Size at the end of the turn (EM-TURN-7)."""
    over = len(player.hand) - player.hand_limit
    if over > 0:
        yield from discard_chosen_cards(table, player, over, "discards", choices.DiscardToHandSize)
