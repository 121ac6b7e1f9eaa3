"""The table after a card or power has taken effect, as far as a seat can see it.

Nobody answers and no window opens, and a drawn card counts as any card. So no hidden card is looked
at.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from twingkit.core.questions import Question
from twingkit.imajica.players.worth import position_worth, printed_worth
from twingkit.imajica.rules.carry_out import carry_out, clear_saved
from twingkit.imajica.rules.places import Holds, current_holds
from twingkit.imajica.rules.table import Act, ImajicaTable

FETCHED = 0.3
"""Factor for the worth of a character that is fetched into the hand."""

Worth = Callable[[ImajicaTable, int], float]
"""A function that returns the worth of a table for a seat."""


def table_after(table: ImajicaTable, act: Act | None, before: Holds | None = None) -> ImajicaTable:
    """Return a copy of the table after an act and everything that waits and was not countered.

    With `act` None only what waits takes effect. `before` are the holds of the table, if known
    already.
    """
    twin = table.copy()
    if act is not None:
        _resolve(twin, act, before)
        _pay(twin, act)
    while twin.stack:
        waiting = twin.stack.pop()
        place = len(twin.stack)
        if place in twin.countered:
            twin.countered.discard(place)
        else:
            _resolve(twin, waiting)
    clear_saved(twin)
    while twin.later:
        _resolve(twin, twin.later.pop(0))
    return twin


def _resolve(table: ImajicaTable, act: Act, before: Holds | None = None) -> None:
    """Carry out an act, and give the first option to every question it asks."""
    script = carry_out(table, act, before)
    try:
        asked = next(script)
        while True:
            asked = script.send(next(asked.options()) if isinstance(asked, Question) else None)
    except StopIteration:
        return


def _pay(table: ImajicaTable, act: Act) -> None:
    """Take the act's card out of the hand, and pivot its source (IJ-PIV-2)."""
    source = table.pieces.get(act.source)
    if source is not None and act.pivots:
        source.pivoted = True
    if not act.by_power and act.card.id in table.players[act.seat].hand:
        table.players[act.seat].lose("hand", act.card.id)


def gains(table: ImajicaTable, seat: int, acts: Sequence[Act], worth: Worth = position_worth) -> list[float]:
    """Return by how much each act changes the worth of the table for a seat, compared with doing nothing."""
    if not acts:
        return []
    idle, before = worth(table_after(table, None), seat), current_holds(table)
    return [worth(table_after(table, act, before), seat) - idle + fetched_worth(table, act) for act in acts]


def fetched_worth(table: ImajicaTable, act: Act) -> float:
    """Return the worth of fetching a character from the In Ovo, beyond that of any card (IJ-POWER-4)."""
    slots = [effect for effect in act.effects if effect.target]
    return sum(
        FETCHED * printed_worth(table.cards[name])
        for effect, name in zip(slots, act.targets, strict=False)
        if effect.verb == "fetch" and table.cards[name].kind == "character"
    )


def open_state(table: ImajicaTable, seat: int) -> Hashable:
    """Return a key of everything that matters when a seat weighs acts: equal keys have the same answer."""
    return (
        tuple(table.players[seat].hand),
        tuple(player.destiny.total for player in table.players),
        tuple(len(player.hand) for player in table.players),
        table.pieces.key(),
        (table.phase, table.current, table.turns_left),
        (tuple(table.stack), tuple(sorted(table.countered)), tuple(table.later)),
        table.fight and table.fight.key(),
    )
