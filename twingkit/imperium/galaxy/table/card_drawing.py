"""Drawing cards and random players: action cards, objectives, the speaker (IM-LIM-1, IM-SET-1)."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.core.cards.draws import DrawFromStack, RandomPick
from twingkit.core.play import Script
from twingkit.core.questions import BadAnswer, Refusal, one_line_excerpt
from twingkit.core.rulebook import HiddenFact, QuotedFact
from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.imperium.texts.fact_names import CardName
from twingkit.imperium.texts.rulebook import rule_refusal, rulebook

_HAND_LIMIT = 7
"""The largest number of action cards in a hand (IM-TIME-7)."""

MAX_SECRETS = 3
"""The largest number of secret objectives of a player, including scored ones (IM-OBJ-4)."""


class NextDeckCardDraw(DrawFromStack[str]):
    """The random draw of the next card from the deck `name` for a player."""

    __slots__ = ()
    kind = "draw"
    rule = "IM-LIM-1"

    def sentence(self) -> str:
        """Return the text of the question."""
        return rulebook().sentence("ask", f"draw_{self.name}", {"side": SEATS[self.player]})

    def refusal(self, answer: str) -> Refusal | None:
        """Return a refusal if the card is no longer in the deck. Raises `BadAnswer` for a card that never
        was.
        """
        if answer not in self.stack.places:
            raise BadAnswer("not_card", rulebook(), token=QuotedFact(one_line_excerpt(str(answer), 40)))
        return (
            None if self.stack.count(answer) else rule_refusal("IM-LIM-1", "not_there", card=CardName(answer))
        )

    def parse_answer(self, text: str) -> str:
        """Return the card that a text names, with or without the word `draw`."""
        return " ".join(text.split()).removeprefix("draw ")


class _NamedPick(RandomPick[str]):
    """A random selection of one of several names."""

    __slots__ = ()
    book = staticmethod(rulebook)

    def bad_answer(self, answer: str) -> BadAnswer:
        """Return the error for a text that is not one of the names."""
        return BadAnswer("not_card", rulebook(), token=QuotedFact(one_line_excerpt(answer, 40)))


class RandomSpeakerPick(_NamedPick):
    """The random selection of the player who starts as speaker (IM-SET-1)."""

    __slots__ = ()
    kind = answer_prefix = "speaker"
    rule = "IM-SET-1"


class StolenCardPick(_NamedPick):
    """A random choice of the action card that a player gives away unseen (IM-ACT-spy)."""

    __slots__ = ()
    kind = answer_prefix = "given"
    rule = "IM-ACT-spy"


def draw_from_deck(seat: int, deck_name: str, deck: DeckWithKnownEnds[str]) -> Script[str]:
    """Draw the next card of a deck, at random if its order is unknown, and return its id."""
    card = yield from deck.take_next(lambda: NextDeckCardDraw(seat, deck_name, deck))
    assert card is not None, "who draws looks whether there is a card"
    return str(card[0])


def reveal_objective(table: GameTable) -> Script[bool]:
    """Reveal the next public objective, stage I before stage II; return False if none is left."""
    stage = 0 if table.face_down_objective_counts[0] else 1
    if not table.face_down_objective_counts[stage] or not table.objective_decks[stage].shuffled_count:
        return False
    first, second = table.face_down_objective_counts
    table.face_down_objective_counts = (first - 1, second) if stage == 0 else (first, second - 1)
    yield from reveal_objective_of_stage(table, stage)
    return True


def reveal_objective_of_stage(table: GameTable, stage_index: int) -> Script:
    """Reveal one public objective of a stage (0 or 1), if there is one."""
    if table.objective_decks[stage_index].shuffled_count:
        card = yield from draw_from_deck(table.speaker, "objective", table.objective_decks[stage_index])
        table.open_objectives += (card,)
        table.announce("IM-STATUS-2", "revealed", table.speaker, card=card)


def draw_next_agenda(table: GameTable, seat: int, deck_name: str = "agenda") -> Script[str | None]:
    """Draw the next card of the agenda deck, at random if its place is unknown, and return its id; None if no
    agendas are left.

    Discards become a new deck (IM-LIM-1). The draw is asked as `deck_name`: "look" if only one player sees
    the card.
    """
    deck = table.agenda_deck
    if not deck.size:
        deck.shuffle_in_pile(table.agenda_discard)
    return (yield from draw_from_deck(seat, deck_name, deck)) if deck.size else None


def draw_action_cards(table: GameTable, seat: int, count: int, rule: str) -> Script:
    """Draw action cards, then discard down to the hand limit (IM-TIME-7); an empty deck is reshuffled
    (IM-LIM-1).
    """
    player = table.players[seat]
    cards: list[str] = []
    schemes = player.faction == "yssaril" and count > 0
    for _ in range(count + schemes):
        if not table.action_deck.shuffled_count:
            table.action_deck.shuffle_in_pile(table.action_discard)
        if not table.action_deck.shuffled_count:
            break
        card = yield from draw_from_deck(seat, "action", table.action_deck)
        player.gain("action_cards", [card])
        cards.append(card)
    if cards:
        table.announce(rule, "drawn", seat, n=len(cards), cards=HiddenFact(tuple(cards), seat))
        if schemes:
            yield from discard_chosen_action_card(table, seat, "IM-UNIT-scheming")
    yield from discard_to_limit(table, seat)


def discard_chosen_action_card(
    table: GameTable, seat: int, rule: str, subject: object = "", **facts: object
) -> Script:
    """Let a player choose and discard an action card from their hand, and log the discard under the rule
    `rule`.
    """
    hand = tuple(dict.fromkeys(table.players[seat].action_cards))
    card = yield from ask_to_choose(table, seat, hand, "discard", rule, subject=subject)
    discard_action_card(table, seat, card)
    table.announce(rule, "discarded", seat, card=card, **facts)


def hand_limit(table: GameTable, seat: int) -> int | None:
    """Return the largest number of action cards that a player may hold; None for the Yssaril (IM-TIME-7)."""
    if table.players[seat].faction == "yssaril":
        return None
    return 3 if table.is_law_in_force("sanctions") else _HAND_LIMIT


def discard_to_limit(table: GameTable, seat: int) -> Script:
    """Let a player discard action cards down to the limit (IM-TIME-7)."""
    player, limit = table.players[seat], hand_limit(table, seat)
    while limit is not None and (held := len(player.action_cards)) > limit:
        yield from discard_chosen_action_card(table, seat, "IM-TIME-7", subject=limit, n=held, limit=limit)


def discard_action_card(table: GameTable, seat: int, card: str) -> None:
    """Move an action card from a hand to the discard pile."""
    table.players[seat].remove_face_up("action_cards", card)
    table.action_discard.append(card)


def discard_hand(table: GameTable, seat: int, rule: str) -> None:
    """Discard all action cards in a player's hand and log them under the rule `rule`."""
    hand = table.players[seat].action_cards
    for card in hand:
        discard_action_card(table, seat, card)
    if hand:
        table.announce(rule, "hand_gone", seat, cards=hand)


def move_action_card(table: GameTable, giver: int, taker: int, card: str) -> None:
    """Move an action card between hands; only the two players see it (IM-VIEW-1)."""
    table.players[giver].remove_unseen("action_cards", [card], {taker})
    table.players[taker].gain("action_cards", [card], {giver})


def take_action_card(table: GameTable, giver: int, taker: int, card: str, rule: str) -> None:
    """Take an action card from a hand and log it; only the two players see the card (IM-VIEW-1)."""
    move_action_card(table, giver, taker, card)
    table.announce(
        rule, "taken", taker, enemy=SEATS[giver], card=HiddenFact(card, taker, also_known_to=giver)
    )


def look_and_take_action_card(table: GameTable, giver: int, taker: int, rule: str) -> Script:
    """Let a player look at another player's action cards and take one (IM-VIEW-1)."""
    cards = table.players[giver].action_cards
    table.players[giver].show("action_cards", taker)
    seen = HiddenFact(cards, taker, also_known_to=giver)
    table.announce(rule, "looked", taker, enemy=SEATS[giver], cards=seen)
    card = yield from ask_to_choose(table, taker, tuple(dict.fromkeys(cards)), "card", rule, subject=rule)
    take_action_card(table, giver, taker, card, rule)


def draw_secret(table: GameTable, seat: int, rule: str) -> Script:
    """Draw a secret objective; a player with more than three returns an unscored one (IM-OBJ-4)."""
    player = table.players[seat]
    if not table.secret_deck.shuffled_count:
        return
    card = yield from draw_from_deck(seat, "secret", table.secret_deck)
    player.gain("secret_objectives", [card])
    table.announce(rule, "secret", seat, card=HiddenFact(card, seat))
    if count_secret_objectives(table, seat) > MAX_SECRETS:
        yield from return_secret_objective(table, seat, "IM-OBJ-4")


def return_secret_objective(table: GameTable, seat: int, rule: str) -> Script:
    """Let a player shuffle one unscored secret objective back into the deck."""
    player = table.players[seat]
    back = yield from ask_to_choose(table, seat, player.secret_objectives, "return", rule)
    player.remove_unseen("secret_objectives", [back])
    table.secret_deck.shuffle_in(back)
    table.announce(rule, "returned", seat, card=HiddenFact(back, seat))


def count_secret_objectives(table: GameTable, seat: int) -> int:
    """Return the number of a player's secret objectives, scored or not, except those made public
    (IM-AGENDA-classified).
    """
    secret, player = table.secret_deck.places, table.players[seat]
    scored = (card in secret and not table.was_made_public(card) for card in player.scored_objectives)
    return len(player.secret_objectives) + sum(scored)


def ask_to_choose(
    table: GameTable, seat: int, choices: Sequence[str], kind: str, rule: str, subject: object = ""
) -> Script[str]:
    """Let a player choose one of several items and return it; a single item is taken without a question
    (IM-ASK-1).
    """
    if len(choices) == 1:
        return choices[0]
    answer: acts.Choose = yield ItemChoice(table, seat, choices, kind=kind, rule=rule, subject=subject)
    return answer.item
