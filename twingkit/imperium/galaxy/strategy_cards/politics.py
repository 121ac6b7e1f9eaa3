"""Politics: choose a new speaker, draw action cards, and look at the next agendas (IM-STRAT-politics)."""

from __future__ import annotations

from typing import Final

from twingkit.core.play import Script
from twingkit.core.rulebook import HiddenFact
from twingkit.imperium.galaxy.table.card_drawing import (
    ask_to_choose,
    draw_action_cards,
    draw_from_deck,
)
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable

RULE = "IM-STRAT-politics"

DRAWN_ACTION_CARDS = 2
"""The number of action cards drawn."""

_AGENDAS_LOOKED_AT = 2

LOOKING_EFFECT: Final = "looking"
"""The effect that is active while a player looks at agendas, which are then in no deck."""


def primary(table: GameTable, seat: int) -> Script:
    """Resolve Politics' primary ability: give the speaker token to another player, draw two action cards, and
    look at two agendas.
    """
    seats = [SEATS[other] for other in table.seats_from(seat) if other != table.speaker]
    named = yield from ask_to_choose(table, seat, seats, "speaker", RULE)
    table.speaker = SEATS.index(named)
    table.announce(RULE, "speaker", table.speaker)
    yield from draw_action_cards(table, seat, DRAWN_ACTION_CARDS, RULE)
    yield from _look_at_agendas(table, seat)


def _look_at_agendas(table: GameTable, seat: int) -> Script:
    """Look at the next agendas, and put each on top or at the bottom of the deck."""
    cards: list[str] = []
    for _ in range(_AGENDAS_LOOKED_AT):
        card = yield from draw_next_agenda(table, seat, "look")
        if card is not None:
            cards.append(card)
    if cards:
        table.start_effect(LOOKING_EFFECT, seat, LOOKING_EFFECT)
        table.announce(RULE, "looked", seat, cards=HiddenFact(tuple(cards), seat))
    while cards:
        card = yield from ask_to_choose(table, seat, tuple(dict.fromkeys(cards)), "agenda", RULE)
        cards.remove(card)
        place = yield from ask_to_choose(
            table, seat, ["top", "bottom"], "put", RULE, subject=HiddenFact(card, seat)
        )
        if place == "top":
            table.agenda_deck.put_on_top([card], [seat])
        else:
            table.agenda_deck.put_on_bottom([card], [seat])
    table.end_effects(LOOKING_EFFECT)


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


def secondary_has_effect(table: GameTable, seat: int) -> bool:
    """Return whether Politics' secondary ability can do anything, that is, action cards are left to draw."""
    return table.action_deck.shuffled_count + len(table.action_discard) > 0


def secondary(table: GameTable, seat: int) -> Script:
    """Resolve Politics' secondary ability: the player draws two action cards."""
    yield from draw_action_cards(table, seat, DRAWN_ACTION_CARDS, RULE)
