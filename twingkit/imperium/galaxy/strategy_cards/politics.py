"""Politics: a new speaker, action cards, and a look at the next agendas (IM-STRAT-politics)."""

from __future__ import annotations

from typing import Final

from twingkit.core.play import Script
from twingkit.core.rulebook import Hidden
from twingkit.imperium.galaxy.table.drawing import choose, draw_action_cards, draw_from_deck
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable

RULE = "IM-STRAT-politics"

DRAWN = 2
"""The action cards that are drawn."""

AGENDAS_LOOKED_AT = 2
"""The agendas that are looked at."""

LOOKING: Final = "looking"
"""The effect while a player looks at agendas, which are then in no deck."""


def primary(table: GameTable, seat: int) -> Script:
    """The speaker token goes to somebody else, two action cards come, two agendas are looked at."""
    seats = [SEATS[other] for other in table.seats_from(seat) if other != table.speaker]
    named = yield from choose(table, seat, seats, "speaker", RULE)
    table.speaker = SEATS.index(named)
    table.announce(RULE, "speaker", table.speaker)
    yield from draw_action_cards(table, seat, DRAWN, RULE)
    yield from look_at_agendas(table, seat)


def look_at_agendas(table: GameTable, seat: int) -> Script:
    """Look at the next agendas, and put each on top or at the bottom of the deck."""
    cards: list[str] = []
    for _ in range(AGENDAS_LOOKED_AT):
        card = yield from next_agenda(table, seat, "look")
        if card is not None:
            cards.append(card)
    if cards:
        table.start_effect(LOOKING, seat, LOOKING)
        table.announce(RULE, "looked", seat, cards=Hidden(tuple(cards), seat))
    while cards:
        card = yield from choose(table, seat, tuple(dict.fromkeys(cards)), "agenda", RULE)
        cards.remove(card)
        place = yield from choose(table, seat, ["top", "bottom"], "put", RULE, subject=Hidden(card, seat))
        if place == "top":
            table.agenda_deck.put_on_top([card], [seat])
        else:
            table.agenda_deck.put_on_bottom([card], [seat])
    table.end_effects(LOOKING)


def next_agenda(table: GameTable, seat: int, name: str = "agenda") -> Script[str | None]:
    """Take the next card of the agenda deck: a card whose place is known, or else a random one; None if none
    is left.

    Discards become a new deck (IM-LIM-1). The draw is asked as `name`: "look" if only one player sees the
    card.
    """
    deck = table.agenda_deck
    if not deck.size:
        deck.shuffle_in(table.agenda_discard)
    return (yield from draw_from_deck(seat, name, deck)) if deck.size else None


def can_use_secondary(table: GameTable, seat: int) -> bool:
    """True if there are action cards to draw."""
    return table.action_deck.total + len(table.action_discard) > 0


def secondary(table: GameTable, seat: int) -> Script:
    """Two action cards."""
    yield from draw_action_cards(table, seat, DRAWN, RULE)
