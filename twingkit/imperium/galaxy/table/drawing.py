"""Drawing cards and naming by chance: action cards, secret objectives, the speaker (IM-LIM-1, IM-SET-1)."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.core.cards.draws import NamedPick, StackDraw
from twingkit.core.play import Script
from twingkit.core.questions import BadAnswer, Refusal, one_line
from twingkit.core.rulebook import Hidden, Quoted
from twingkit.core.zones.deck import Deck
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.imperium.texts.fact_names import CardName
from twingkit.imperium.texts.rulebook import refuse, rulebook

HAND_LIMIT = 7
"""The number of action cards in a hand (IM-TIME-7)."""

MAX_SECRETS = 3
"""The number of secret objectives of a player, scored ones included (IM-OBJ-4)."""


class CardDraw(StackDraw[str]):
    """The next card of a deck, drawn by a player; `name` says of which."""

    __slots__ = ()
    kind = "draw"
    rule = "IM-LIM-1"

    def sentence(self) -> str:
        """The question in words."""
        return rulebook().sentence("ask", f"draw_{self.name}", {"side": SEATS[self.player]})

    def refusal(self, answer: str) -> Refusal | None:
        """Return a refusal if the card is no longer in the deck. Raises `BadAnswer` for a card that never
        was.
        """
        if answer not in self.stack.places:
            raise BadAnswer("not_card", rulebook(), token=Quoted(one_line(str(answer), 40)))
        return None if self.stack.count(answer) else refuse("IM-LIM-1", "not_there", card=CardName(answer))

    def parse_answer(self, text: str) -> str:
        """The card that a text names, with or without the word before it."""
        return " ".join(text.split()).removeprefix("draw ")

    def format_answer(self, answer: str) -> str:
        """`draw lucky`."""
        return f"draw {answer}"


class SeatDraw(NamedPick[str]):
    """Chance names one of the players (IM-SET-1)."""

    __slots__ = ()
    kind = word = "speaker"
    rule = "IM-SET-1"

    def sentence(self) -> str:
        """The question in words."""
        return rulebook().sentence("ask", self.kind, {"side": SEATS[self.player]})

    def bad_answer(self, text: str) -> BadAnswer:
        """The error of an answer that is none of the players."""
        return BadAnswer("not_card", rulebook(), token=Quoted(one_line(text, 40)))


def draw_from_deck(seat: int, name: str, deck: Deck[str]) -> Script[str]:
    """Take the next card of a deck, by chance if its place is not known; its id."""
    card = yield from deck.take_next(lambda: CardDraw(seat, name, deck))
    assert card is not None, "who draws looks whether there is a card"
    return str(card[0])


def draw_action_cards(table: GameTable, seat: int, count: int, rule: str) -> Script:
    """Draw action cards, then discard down to the hand limit (IM-TIME-7); an empty deck is reshuffled
    (IM-LIM-1).
    """
    player = table.players[seat]
    cards: list[str] = []
    schemes = player.faction == "yssaril" and count > 0
    for _ in range(count + schemes):
        if not table.action_deck.total:
            table.action_deck.shuffle_in(table.action_discard)
        if not table.action_deck.total:
            break
        card = yield from draw_from_deck(seat, "action", table.action_deck)
        player.gain("action_cards", [card])
        cards.append(card)
    if cards:
        table.announce(rule, "drawn", seat, n=len(cards), cards=Hidden(tuple(cards), seat))
        if schemes:
            yield from _discard_for_scheming(table, seat)
    yield from discard_to_limit(table, seat)


def _discard_for_scheming(table: GameTable, seat: int) -> Script:
    """The Yssaril have drawn one card more and discard one of the hand (IM-UNIT-scheming)."""
    hand = tuple(dict.fromkeys(table.players[seat].action_cards))
    card = yield from choose(table, seat, hand, "discard", "IM-UNIT-scheming")
    discard(table, seat, card)
    table.announce("IM-UNIT-scheming", "discarded", seat, card=card)


def hand_limit(table: GameTable, seat: int) -> int | None:
    """The number of action cards that a player may hold (IM-TIME-7); None for the Yssaril, who have no
    limit.
    """
    if table.players[seat].faction == "yssaril":
        return None
    return 3 if table.is_in_force("sanctions") else HAND_LIMIT


def discard_to_limit(table: GameTable, seat: int) -> Script:
    """Let a player discard action cards down to the limit (IM-TIME-7)."""
    player, limit = table.players[seat], hand_limit(table, seat)
    while limit is not None and (held := len(player.action_cards)) > limit:
        card = yield from choose(
            table, seat, tuple(dict.fromkeys(player.action_cards)), "discard", "IM-TIME-7", subject=limit
        )
        discard(table, seat, card)
        table.announce("IM-TIME-7", "discarded", seat, card=card, n=held, limit=limit)


def discard(table: GameTable, seat: int, card: str) -> None:
    """Lay an action card from a hand on the discards."""
    table.players[seat].lose("action_cards", card)
    table.action_discard.append(card)


def discard_hand(table: GameTable, seat: int, rule: str) -> None:
    """Discard all action cards of a hand."""
    hand = table.players[seat].action_cards
    for card in hand:
        discard(table, seat, card)
    if hand:
        table.announce(rule, "hand_gone", seat, cards=hand)


def look_at_hand(table: GameTable, seat: int, other: int, rule: str) -> tuple[str, ...]:
    """A player looks at the action cards of another one (IM-VIEW-1), which are returned."""
    cards = table.players[other].action_cards
    table.players[other].show("action_cards", seat)
    table.announce(rule, "looked", seat, enemy=SEATS[other], cards=Hidden(cards, seat, other_player=other))
    return tuple(dict.fromkeys(cards))


def move_action_card(table: GameTable, giver: int, taker: int, card: str) -> None:
    """An action card goes from hand to hand; only the two know which (IM-VIEW-1)."""
    table.players[giver].pass_on("action_cards", [card], {taker})
    table.players[taker].gain("action_cards", [card], {giver})


def take_action_card(table: GameTable, giver: int, taker: int, card: str, rule: str) -> None:
    """An action card is taken from a hand; only the two know which (IM-VIEW-1)."""
    move_action_card(table, giver, taker, card)
    table.announce(rule, "taken", taker, enemy=SEATS[giver], card=Hidden(card, taker, other_player=giver))


def draw_secret(table: GameTable, seat: int, rule: str) -> Script:
    """Draw a secret objective; with more than three, one that is not scored goes back (IM-OBJ-4)."""
    player = table.players[seat]
    if not table.secret_deck.total:
        return
    card = yield from draw_from_deck(seat, "secret", table.secret_deck)
    player.gain("secrets", [card])
    table.announce(rule, "secret", seat, card=Hidden(card, seat))
    if len(player.secrets) + count_scored_secrets(table, seat) > MAX_SECRETS:
        yield from return_secret(table, seat, "IM-OBJ-4")


def return_secret(table: GameTable, seat: int, rule: str) -> Script:
    """A player shuffles one unscored secret objective back into the deck."""
    player = table.players[seat]
    back = yield from choose(table, seat, player.secrets, "return", rule)
    player.pass_on("secrets", [back])
    table.secret_deck.put(back)
    table.announce(rule, "returned", seat, card=Hidden(back, seat))


def count_scored_secrets(table: GameTable, seat: int) -> int:
    """The number of secret objectives that a player has scored; one that has become public counts no more
    (IM-AGENDA-classified)."""
    secret = table.secret_deck.places
    return sum(card in secret and not table.was_made_public(card) for card in table.players[seat].scored)


def choose(
    table: GameTable,
    seat: int,
    choices: Sequence[str],
    kind: str,
    rule: str,
    subject: object = "",
) -> Script[str]:
    """Let a player choose one of several things; the only one is not asked for (IM-ASK-1)."""
    if len(choices) == 1:
        return choices[0]
    answer: str = yield ItemChoice(table, seat, choices, kind=kind, rule=rule, subject=subject)
    return answer.removeprefix(f"{kind} ")
