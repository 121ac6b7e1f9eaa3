"""Phase 3: an Autarch's turn with its Allies (IJ-ALLY)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imajica.rules import acts
from twingkit.imajica.rules.challenge import challenge
from twingkit.imajica.rules.deeds import Ally, can_call_home
from twingkit.imajica.rules.places import move
from twingkit.imajica.rules.questions import END
from twingkit.imajica.rules.seizure import seizure
from twingkit.imajica.rules.table import Act, ImajicaTable
from twingkit.imajica.rules.values import calling_prime, prime_limit
from twingkit.imajica.rules.windows import await_answers, catch_up, opening_window, perform, window


def ally_turn(table: ImajicaTable, seat: int) -> Script:
    """Play one turn of the Ally phase: alliances, then actions, until it ends (IJ-ALLY-1 to 5)."""
    player = table.players[seat]
    player.called = player.allies = 0
    player.has_called_home = False
    for piece in table.characters(seat):
        piece.acted = False
    yield from opening_window(table)
    acted = False
    while True:
        answer: str = yield Ally(table, seat, acted)
        word, *rest = answer.split()
        if answer == END:
            break
        if word == "call":
            call(table, seat, rest[0])
            yield from window(table, "called")
            continue
        acted = True
        if word == "retreat":
            yield from retreat(table, seat, rest[0])
            yield from window(table, "retreated")
        elif word == "challenge":
            yield from challenge(table, seat, rest[0], rest[2:])
        elif word == "seize":
            yield from seizure(table, seat, rest[0], rest[2:])
        else:
            yield from perform(table, acts.parse_act(table, seat, answer, "action"), opened=True)
            yield from window(table, "acted")
    table.tell("IJ-ALLY-5", "ends", seat)
    yield from window(table, "ends")


def call(table: ImajicaTable, seat: int, name: str) -> None:
    """Bring a character into play, in the reserve (IJ-ALLY-1 to 3)."""
    player, card = table.players[seat], table.cards[name]
    prime, limit = calling_prime(table, seat, card), prime_limit(table, seat)
    if player.called + prime > limit and can_call_home(table, seat, name):
        player.has_called_home = True
        table.tell("IJ-ALLY-3", "called", seat, card=card, n=prime)
    else:
        table.tell("IJ-ALLY-2", "called", seat, card=card, n=prime, left=limit - player.called - prime)
    if prime != card.prime:
        table.tell("IJ-POWER-4", "cheaper", seat, card=card, n=prime, printed=card.prime)
    player.called += prime
    player.allies += 1
    player.lose("hand", name)
    table.put(card, seat, "reserve")


def retreat(table: ImajicaTable, seat: int, token: str) -> Script:
    """Move an Ally to the reserve and pivot it; everybody may answer first (IJ-ALLY-7)."""
    piece = table.pieces[token]
    piece.acted = True
    table.tell("IJ-ALLY-7", "announced", seat, card=piece)
    yield from await_answers(table, Act(seat, "retreat", piece.card, token, by_power=True))
    if table.pieces.get(token) is piece:
        move(table, piece, "reserve")
        piece.pivoted = True
        table.tell("IJ-ALLY-7", "retreats", seat, card=piece)
    yield from catch_up(table)
