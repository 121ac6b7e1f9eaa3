"""Phase 3: the turns of the Ally phase, with calls and retreats (IJ-ALLY)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imajica.box.effects import EffectWord
from twingkit.imajica.rules import acts, answers, events, windows
from twingkit.imajica.rules.card_moves import move_character
from twingkit.imajica.rules.challenge import play_challenge
from twingkit.imajica.rules.deeds import AllyTurn, can_call_from_dominion
from twingkit.imajica.rules.seizure import play_seizure
from twingkit.imajica.rules.table import SEATS, Act, ImajicaTable
from twingkit.imajica.rules.values import calling_prime, discount_helper, prime_limit


def play_ally_phase_turn(table: ImajicaTable, seat: int) -> Script:
    """Play one turn of the Ally phase: alliances, then actions, until it ends (IJ-ALLY-1 to 5)."""
    player = table.players[seat]
    player.prime_spent = player.called_count = 0
    player.has_called_home = False
    for piece in table.characters(seat):
        piece.acted = False
    yield from windows.play_opening_window(table)
    acted = False
    while True:
        answer: object = yield AllyTurn(table, seat, acted)
        acted = acted or not isinstance(answer, answers.Call)
        match answer:
            case answers.Call(card):
                call_character(table, seat, card)
                yield from windows.run_flash_window(table, "called")
            case answers.Retreat(token):
                yield from retreat_ally(table, seat, token)
                yield from windows.run_flash_window(table, "retreated")
            case answers.Challenge(target, tokens):
                yield from play_challenge(table, seat, target, tokens)
            case answers.Seize(target, tokens):
                yield from play_seizure(table, seat, target, tokens)
            case answers.Use() as use:
                act = acts.announced_act(table, seat, use, "action")
                yield from windows.perform_unless_countered(table, act, flashes_may_answer=True)
                yield from windows.run_flash_window(table, "acted")
            case _:
                break
    idle = tuple(piece for piece in table.ready_characters(seat) if not piece.acted)
    table.record((events.LeftIdle if idle else events.AllyTurnEnds)(SEATS[seat], idle))
    yield from windows.run_flash_window(table, "ends")


def call_character(table: ImajicaTable, seat: int, card_id: str) -> None:
    """Call a character from the hand into the reserve (IJ-ALLY-1 to 3)."""
    player, card = table.players[seat], table.cards[card_id]
    prime, limit = calling_prime(table, seat, card), prime_limit(table, seat)
    left = limit - player.prime_spent - prime
    player.has_called_home |= left < 0 and can_call_from_dominion(table, seat, card_id)
    wanted = next(
        (each.word("condition") for each in card.continuous_effects if each.verb == "allies_for"), ""
    )
    helper = discount_helper(table, seat, wanted) if prime != card.prime else None
    piece = table.put(card, seat, "reserve")
    if player.has_called_home:
        table.log_rule("IJ-ALLY-3", "called", seat, card=piece, n=prime)
    else:
        table.log_rule("IJ-ALLY-2", "called", seat, card=piece, n=prime, left=left)
    if helper is not None:
        facts = {"n": prime, "printed": card.prime, "what": EffectWord(wanted, "condition")}
        table.log_rule("IJ-POWER-4", "cheaper", seat, card=piece, other=helper, **facts)
    player.prime_spent += prime
    player.called_count += 1
    player.remove_face_up("hand", card_id)


def retreat_ally(table: ImajicaTable, seat: int, token: str) -> Script:
    """Move an Ally to the reserve and pivot it; everybody may answer first (IJ-ALLY-7)."""
    piece = table.pieces[token]
    piece.acted = True
    table.log_rule("IJ-ALLY-7", "announced", seat, card=piece)
    yield from windows.await_counters(table, Act(seat, "retreat", piece.card, token, by_power=True))
    if table.pieces.get(token) is piece:
        move_character(table, piece, "reserve")
        piece.pivoted = True
        table.log_rule("IJ-ALLY-7", "retreats", seat, card=piece)
    yield from windows.carry_out_postponed_flashes(table)
