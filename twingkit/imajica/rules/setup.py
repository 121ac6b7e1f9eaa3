"""Set up the game: the first five Sites and the first hands (IJ-SET)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imajica.box.decks import DOMINIONS
from twingkit.imajica.rules import answers
from twingkit.imajica.rules.drawing import RandomStartingSeat, draw_cards
from twingkit.imajica.rules.questions import ChooseFirstSite, KeepOrRedraw
from twingkit.imajica.rules.table import SEATS, ImajicaTable

FIRST_HAND_SIZE = 5
"""Number of cards drawn before the first round (IJ-SET-2)."""


def set_up(table: ImajicaTable) -> Script:
    """Determine the starter, lay the first five Sites, and draw the first hands (IJ-SET)."""
    starter: str = yield RandomStartingSeat(0, SEATS[0], SEATS[: len(table.players)])
    table.starter = SEATS.index(starter)
    table.log_rule("IJ-SET-1", "starter", table.starter)
    order = table.seats_from(table.starter)
    turn = 0
    for dominion in DOMINIONS:
        for step in range(len(order)):
            seat = order[(turn + step) % len(order)]
            able = allowed_first_sites(table, seat, dominion)
            if able:
                yield from _lay(table, seat, able, dominion)
                turn += step
                break
            table.log_rule("IJ-SET-1", "none", seat, n=dominion)
        turn += 1
    table.leader = table.seats_from(table.starter)[1]
    for seat in table.seats_from(table.leader):
        yield from draw_cards(table, seat, FIRST_HAND_SIZE, "IJ-SET-2", "drawn")
    for seat in table.seats_from(table.leader):
        yield from _redraw(table, seat)


def allowed_first_sites(table: ImajicaTable, seat: int, dominion: int) -> list[str]:
    """Return the Sites that an Autarch may lay for a Dominion (IJ-SET-1)."""
    cards = [table.cards[name] for name in table.players[seat].destiny]
    return [
        card.id
        for card in cards
        if card.kind == "site"
        and dominion in card.home_dominions
        and not (card.is_unique and table.face_up_copy(card.id))
    ]


def _lay(table: ImajicaTable, seat: int, able: list[str], dominion: int) -> Script:
    name, case = able[0], "laid_only"
    if len(able) > 1:
        answer: answers.LaySite = yield ChooseFirstSite(table, seat, able, dominion)
        name, case = answer.card, "laid"
    table.players[seat].destiny.take(name)
    table.put(table.cards[name], seat, "circle")
    table.log_rule("IJ-SET-1", case, seat, card=table.cards[name], n=dominion)


def _redraw(table: ImajicaTable, seat: int) -> Script:
    """Offer a new hand to an Autarch without characters, once (IJ-SET-2)."""
    player = table.players[seat]
    if any(table.cards[name].kind == "character" for name in player.hand):
        return
    answer: answers.HandChoice = yield KeepOrRedraw(table, seat, ("keep", "redraw"))
    if answer == answers.KEEP:
        return
    shown = tuple(table.cards[name] for name in player.hand)
    table.log_rule("IJ-SET-2", "redraws", seat, cards=shown)
    for name in player.hand:
        player.destiny.shuffle_in(name)
    player.hand.clear()
    yield from draw_cards(table, seat, FIRST_HAND_SIZE, "IJ-SET-2", "drawn")
