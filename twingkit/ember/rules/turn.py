"""A turn and the whole game: draw or refresh, conjure, end, and how the game ends (EM-TURN to EM-CALL)."""

from __future__ import annotations

import attrs

from twingkit.core.play import CHECKPOINT, Script
from twingkit.core.windows import turn_window
from twingkit.ember.rules import uses
from twingkit.ember.rules.cards import ARCHMAGE, number
from twingkit.ember.rules.drawing import discard_down, draw_from_deck, first_step, put_on_pile
from twingkit.ember.rules.moments import carry_out_act, window, wrong_call
from twingkit.ember.rules.questions import PASS, Conjure, Draw, LastUse
from twingkit.ember.rules.table import SEATS, EmberTable, Owned, Player

TIE_ARCHMAGE = 3
"""Worth of an Archmage in a hand that breaks a tie (EM-CALL-5)."""


ENDS = ("call", "points", "pool", "stall")
"""Ways in which a game ends (`EmberResult.by`), starting with the one that players choose."""


@attrs.frozen
class EmberResult:
    """The result of a game.

    `winners` are the seats that share the win, `winner` is the only one or None. `by` is "call", "points" (a
    variant), "pool" or "stall" (EM-CALL-7). `totals` are the Victory Points by seat.
    """

    winner: int | None
    winners: tuple[int, ...]
    by: str
    totals: tuple[int, ...]
    turns: int


def turns(table: EmberTable) -> Script[EmberResult]:
    """Play turn after turn until the game is over. Returns the `EmberResult`."""
    while True:
        while not (by := end_reason(table)):
            yield CHECKPOINT
            yield from turn(table)
        if by != "points":
            yield from last_round(table, by)
        caller = table.caller
        if caller is None or not fell_below(table, caller):
            return result(table, by)
        table.cite("EM-CALL-4", "fell", side=SEATS[caller], n=table.players[caller].total)
        wrong_call(table, caller)
        table.caller = None
        table.step, table.archmages = table.interrupted_step
        yield from turn(table, broken=True)


def fell_below(table: EmberTable, caller: int) -> bool:
    """Return True if the caller has too few Victory Points at the count, and the variant checks that
    (EM-CALL-4).
    """
    return table.variant.judge == "count" and table.players[caller].total < table.variant.length


def end_reason(table: EmberTable) -> str:
    """Return the reason why the game is over, as in `EmberResult.by`, or "" if it goes on."""
    if table.caller is not None:
        return "call"
    if table.ended:
        return "points"
    if table.step == "draw" and not table.conjured:
        if not table.pool:
            return "pool"
        if table.variant.stall and table.idle >= table.variant.stall * len(table.players):
            return "stall"
    return ""


def turn(table: EmberTable, broken: bool = False) -> Script:
    """Play one turn from the current step of the table, then pass it to the next player.

    A turn `broken` by a call goes on in the window of that call (EM-CALL-4).
    """
    player, long = table.active, table.variant.windows == "long"
    if broken:
        yield from window(table)
    elif table.step == "draw":
        table.turn += 1
        table.cite("EM-TURN-1", "begins", side=player.name, n=table.turn)
        if long:
            yield from window(table, "begins")
    if table.step == "draw":
        yield from _first_step(table, player)
        if table.ended:
            return
        table.step = "conjure"
        if table.variant.race == "window":
            yield from window(table, "drawn")
    if table.step == "conjure":
        yield from _second_step(table, player)
        if table.ended:
            return
        table.step = "end"
        yield from discard_down(table, player)
        if long:
            yield from window(table, "ends")
    if table.ended:
        return
    yield from discard_down(table, player)  # after abilities of the last window or of a failed last round
    player.penalty = 0
    table.idle = 0 if table.conjured else table.idle + 1
    table.current = (table.current + 1) % len(table.players)
    begin_turn(table)


def begin_turn(table: EmberTable) -> None:
    """Reset everything that lasts for one turn."""
    table.step = "draw"
    table.conjured = table.refreshed = False
    table.archmages = 0
    for player in table.players:
        player.called = player.passing = False


def _first_step(table: EmberTable, player: Player) -> Script:
    """Play step 1, and abilities before it (EM-WIN-1)."""
    while not table.ended:
        question = Draw(table, player.seat)
        seat, answer = question.speaker_and_answer((yield question))
        if answer != uses.CALL and not uses.is_use(answer):
            yield from first_step(table, player, answer)
            return
        yield from carry_out_act(table, seat, answer)
        yield from window(table, "used")


def _second_step(table: EmberTable, player: Player) -> Script:
    """Play step 2, and abilities before and after it.

    If there is no choice after it, nobody is asked (EM-WIN-2).
    """
    while not table.ended:
        question = Conjure(table, player.seat)
        settled = table.conjured or table.refreshed  # otherwise a missing question would reveal the hand
        if settled and next(question.options()) == "done":
            return
        seat, answer = question.speaker_and_answer((yield question))
        if answer == "done":
            return
        if answer == uses.CALL or uses.is_use(answer):
            yield from carry_out_act(table, seat, answer)
            yield from window(table, "used")
        else:
            yield from conjure(table, player, answer)
            yield from window(table, "conjured")


def conjure(table: EmberTable, player: Player, answer: str) -> Script:
    """Announce, pay, take the creature, and replenish: nothing can interrupt this (EM-CONJ-2, 3)."""
    _, name, *cards = answer.split()
    creature = table.creatures[name]
    table.conjuring, table.conjured = player.seat, True
    for card in cards:
        player.lose("hand", card)
    facts = {"side": player.name, "creature": creature, "cards": tuple(cards), "cost": creature.cost}
    table.cite("EM-CONJ-2", "conjured", **facts)
    if ARCHMAGE in cards:
        table.cite("EM-COST-5", "wild", side=player.name, n=cards.count(ARCHMAGE))
    yield from put_on_pile(table, player, cards)
    table.pool = tuple(other for other in table.pool if other != name)
    player.owned.append(Owned(creature))
    if table.variant.lock == "player":
        yield from window(table, "paid")
    yield from draw_from_deck(table, player, len(cards), "EM-CONJ-2", "replenished", locked=True)
    table.conjuring = None


def last_round(table: EmberTable, by: str) -> Script:
    """Play the round after a call: one ability each, the caller last, until all pass in a row (EM-CALL-3)."""
    table.interrupted_step = table.step, table.archmages
    table.step, table.archmages = "call", 0
    last = table.current if table.caller is None else table.caller
    if by in ("pool", "stall"):  # the turn has passed on: the round starts left of the last active player
        last = (table.current - 1) % len(table.players)
        table.cite("EM-CALL-7", by, n=table.variant.stall)

    def ask(seat: int) -> LastUse | None:
        if next(uses.options(table, seat), None):
            return LastUse(table, seat)
        table.cite("EM-CALL-3", "passes", side=table.players[seat].name)  # as for a player who could act
        return None

    def passed(seat: int, answer: str) -> bool:
        if answer == PASS:
            table.cite("EM-CALL-3", "passes", side=table.players[seat].name)
        return answer == PASS

    def act(seat: int, answer: str) -> Script:
        yield from carry_out_act(table, seat, answer)

    yield from turn_window(
        table.progress,
        order=table.seats_after(last),
        ask=ask,
        is_pass=passed,
        carry_out=act,
        is_over=lambda: False,
    )


def hand_worth(table: EmberTable, player: Player) -> tuple[int, ...]:
    """Return the worth of a hand in a tie: its sum, or its cards from the highest down (EM-CALL-5)."""
    cards = sorted((number(card) or TIE_ARCHMAGE for card in player.hand), reverse=True)
    return tuple(cards) if table.variant.tie == "best" else (sum(cards),)


def result(table: EmberTable, by: str) -> EmberResult:
    """Count the Victory Points and, in a tie, the hands (EM-CALL-5)."""
    table.step = "over"
    best = max(player.total for player in table.players)
    leading = [player for player in table.players if player.total == best]
    if len(leading) > 1:
        worth = max(hand_worth(table, player) for player in leading)
        names = tuple(player.name for player in leading)
        leading = [player for player in leading if hand_worth(table, player) == worth]
        table.cite("EM-CALL-5", "tied", sides=names, n=best)
    winners = tuple(player.seat for player in leading)
    names = tuple(player.name for player in leading)
    table.cite("EM-CALL-5", "wins" if len(winners) == 1 else "shared", sides=names, side=names[0], n=best)
    totals = tuple(player.total for player in table.players)
    return EmberResult(winners[0] if len(winners) == 1 else None, winners, by, totals, table.turn)
