"""Play turns and whole games: draw or refresh, conjure, end the turn, end the game (EM-TURN to EM-CALL)."""

from __future__ import annotations

import attrs

from twingkit.core.play import CHECKPOINT, Script
from twingkit.core.windows import turn_window
from twingkit.ember.rules import acts, drawing, events, uses
from twingkit.ember.rules.cards import ARCHMAGE, card_number
from twingkit.ember.rules.costs import Payment
from twingkit.ember.rules.questions import ConjureStep, DrawStepQuestion, LastRoundUse
from twingkit.ember.rules.table import SEATS, EmberTable, OwnedCreature, OwnedCreatures, Player
from twingkit.ember.rules.windows import carry_out_act, penalize_wrong_call, play_window

ARCHMAGE_TIE_WORTH = 3
"""Worth of an Archmage in a tie (EM-CALL-5)."""


END_REASONS = ("call", "points", "pool", "stall")
"""Ways in which a game ends (`EmberResult.end_reason`); the first is the call."""


@attrs.frozen
class EmberResult:
    """The result of a finished game of Ember: the winners, how it ended, and the Victory Points of all seats.

    `winners` are the seats that share the win, `winner` is the only one or None. `end_reason` is "call",
    "points" (a variant), "pool" or "stall" (EM-CALL-7). `totals` are the Victory Points by seat.
    """

    winner: int | None
    winners: tuple[int, ...]
    end_reason: str
    totals: tuple[int, ...]
    turns: int


def play_turns(table: EmberTable) -> Script[EmberResult]:
    """Play turn after turn until the game is over; return the `EmberResult`."""
    while True:
        while not (reason := _game_end_reason(table)):
            yield CHECKPOINT
            yield from play_turn(table)
        if reason != "points":
            yield from _play_last_round(table, reason)
        caller = table.caller
        if caller is None or not _has_caller_fallen_below(table, caller):
            return _final_result(table, reason)
        table.record_ruling("EM-CALL-4", "fell", side=SEATS[caller], n=table.players[caller].total)
        penalize_wrong_call(table, caller)
        table.caller = None
        table.step, table.archmages_used = table.interrupted_step
        yield from play_turn(table, resumed=True)


def _has_caller_fallen_below(table: EmberTable, caller: int) -> bool:
    """Return True if the caller has too few points at the count and the variant checks that (EM-CALL-4)."""
    return table.variant.judge == "count" and table.players[caller].total < table.variant.length


def _game_end_reason(table: EmberTable) -> str:
    """Return why the game is over, one of `END_REASONS`, or "" if it goes on."""
    if table.caller is not None:
        return "call"
    if table.are_turns_over:
        return "points"
    if table.step == "draw" and not table.has_conjured:
        if not table.pool:
            return "pool"
        if table.variant.stall and table.turns_without_conjuring >= table.variant.stall * len(table.players):
            return "stall"
    return ""


def play_turn(table: EmberTable, resumed: bool = False) -> Script:
    """Play one turn from the table's current step, then pass it to the next player.

    A turn `resumed` after a failed call goes on in the window of that call (EM-CALL-4).
    """
    player, long = table.active, table.variant.windows == "long"
    if resumed:
        yield from play_window(table)
    elif table.step == "draw":
        table.turn += 1
        table.record(events.TurnBegins(player.name, table.turn))
        if long:
            yield from play_window(table, "begins")
    if table.step == "draw":
        yield from _first_step(table, player)
        if table.are_turns_over:
            return
        table.step = "conjure"
        if table.variant.race == "window":
            yield from play_window(table, "drawn")
    if table.step == "conjure":
        yield from _second_step(table, player)
        if table.are_turns_over:
            return
        table.step = "end"
        yield from drawing.discard_to_hand_size(table, player)
        if long:
            yield from play_window(table, "ends")
    if table.are_turns_over:
        return
    yield from drawing.discard_to_hand_size(table, player)  # after the last window or a failed last round
    player.hand_size_penalty = 0
    table.turns_without_conjuring = 0 if table.has_conjured else table.turns_without_conjuring + 1
    table.current = (table.current + 1) % len(table.players)
    reset_turn_state(table)


def reset_turn_state(table: EmberTable) -> None:
    """Reset the states of the table and the players that last for one turn."""
    table.step = "draw"
    table.has_conjured = table.has_refreshed = False
    table.archmages_used = 0
    for player in table.players:
        player.has_called_wrongly = player.passes_rest_of_turn = False


def _first_step(table: EmberTable, player: Player) -> Script:
    while not table.are_turns_over:
        question = DrawStepQuestion(table, player.seat)
        seat, answer = question.speaker_and_answer((yield question))
        match answer:
            case acts.Draw() | acts.Refresh() | acts.Stay():
                yield from drawing.play_draw_step(table, player, answer)
                return
            case acts.Use() | acts.UseArchmage() | acts.Call():
                yield from carry_out_act(table, seat, answer)
                yield from play_window(table, "used")


def _second_step(table: EmberTable, player: Player) -> Script:
    """Play step 2 and its windows; nobody is asked if there is no choice after it (EM-WIN-2)."""
    while not table.are_turns_over:
        settled = table.has_conjured or table.has_refreshed  # else a missing question would reveal the hand
        if settled and not any(uses.offered_acts(table, player.seat)):
            return
        question = ConjureStep(table, player.seat)
        seat, answer = question.speaker_and_answer((yield question))
        match answer:
            case acts.Done():
                return
            case acts.Use() | acts.UseArchmage() | acts.Call():
                yield from carry_out_act(table, seat, answer)
                yield from play_window(table, "used")
            case acts.Conjure():
                yield from conjure(table, player, answer)
                yield from play_window(table, "conjured")


def conjure(table: EmberTable, player: Player, act: acts.Conjure) -> Script:
    """Carry out a conjuring: announce, pay, take the creature, replenish the hand (EM-CONJ-2, 3)."""
    name, cards = act.creature, act.cards
    creature = table.creatures[name]
    table.conjuring_seat, table.has_conjured = player.seat, True
    for card in cards:
        player.remove_face_up("hand", card)
    table.record(events.Conjured(player.name, creature, Payment(creature.cost, cards)))
    if ARCHMAGE in cards:
        table.record(events.PaidByArchmage(player.name, cards.count(ARCHMAGE)))
    yield from drawing.put_on_charred_pile(table, player, cards)
    table.pool = tuple(other for other in table.pool if other != name)
    player.owned = OwnedCreatures([*player.owned, OwnedCreature(creature)])
    table.add_stats_entry("conjured", table.turn, player.seat, name)
    if table.variant.lock == "player":
        yield from play_window(table, "paid")
    yield from drawing.draw_from_deck(table, player, len(cards), events.Replenished)
    table.conjuring_seat = None


def _play_last_round(table: EmberTable, end_reason: str) -> Script:
    """Play the round after a call: one ability each, the caller last, until all pass in a row (EM-CALL-3)."""
    table.interrupted_step = table.step, table.archmages_used
    table.step, table.archmages_used = "call", 0
    last = table.current if table.caller is None else table.caller
    if end_reason in ("pool", "stall"):  # the turn has passed on: it starts left of the last active player
        last = (table.current - 1) % len(table.players)
        table.record_ruling("EM-CALL-7", end_reason, n=table.variant.stall)

    def ask(seat: int) -> LastRoundUse | None:
        if any(uses.offered_acts(table, seat)):
            return LastRoundUse(table, seat)
        table.record(events.Passed(SEATS[seat]))  # as for a player who could act
        return None

    def passed(seat: int, answer: acts.WindowAct | acts.Pass) -> bool:
        is_pass = isinstance(answer, acts.Pass)
        if is_pass:
            table.record(events.Passed(SEATS[seat]))
        return is_pass

    yield from turn_window(
        table.window_progress,
        order=table.seats_from_left(last),
        ask=ask,
        is_pass=passed,
        carry_out=lambda seat, answer: carry_out_act(table, seat, answer),
    )


def tie_hand_worth(table: EmberTable, player: Player) -> tuple[int, ...]:
    """Return the worth of a hand in a tie: its sum, or its cards from the highest down (EM-CALL-5)."""
    cards = sorted((card_number(card) or ARCHMAGE_TIE_WORTH for card in player.hand), reverse=True)
    return tuple(cards) if table.variant.tie == "best" else (sum(cards),)


def _final_result(table: EmberTable, end_reason: str) -> EmberResult:
    """Return the result after counting Victory Points and, in a tie, the hands (EM-CALL-5)."""
    table.step = "over"
    best = max(player.total for player in table.players)
    leading = [player for player in table.players if player.total == best]
    if len(leading) > 1:
        worth = max(tie_hand_worth(table, player) for player in leading)
        names = tuple(player.name for player in leading)
        leading = [player for player in leading if tie_hand_worth(table, player) == worth]
        table.record_ruling("EM-CALL-5", "tied", sides=names, n=best)
    winners = tuple(player.seat for player in leading)
    names = tuple(player.name for player in leading)
    table.record((events.Won if len(winners) == 1 else events.Shared)(names, names[0], best))
    totals = tuple(player.total for player in table.players)
    return EmberResult(winners[0] if len(winners) == 1 else None, winners, end_reason, totals, table.turn)
