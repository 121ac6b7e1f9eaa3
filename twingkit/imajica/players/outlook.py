"""The table after a card or power takes effect, as far as a seat can see it.

Nobody answers and no window opens, and a drawn card counts as any card. So no hidden card is looked
at.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from twingkit.core.questions import Question
from twingkit.imajica.players.worth import printed_worth, worth_lead
from twingkit.imajica.rules import carry_out
from twingkit.imajica.rules.card_moves import Holds, current_hold_by_site
from twingkit.imajica.rules.table import Act, ImajicaTable

_FETCHED_FACTOR = 0.3
"""Factor for the worth of a character that is fetched into the hand."""

WorthFunction = Callable[[ImajicaTable, int], float]
"""A function that returns the worth of a table for a seat; it must not change the cards in play."""


def table_after_act(table: ImajicaTable, act: Act | None, known_holds: Holds | None = None) -> ImajicaTable:
    """Return a copy of the table after a card or power (`act`), and all waiting ones that were not countered,
    have taken effect.

    With `act` None only the waiting acts take effect. `known_holds` are the holds of the table if already
    known. The copy shares the cards that the act cannot change, so do not change them.
    """
    named = () if act is None else (act.source, *act.targets)
    twin = table.copy_sharing_pieces(named) if carry_out.changes_only_named(table, act) else table.copy()
    if act is not None:
        _resolve(twin, act, known_holds)
        _pay(twin, act)
    while twin.waiting_acts:
        waiting = twin.waiting_acts.pop()
        place = len(twin.waiting_acts)
        if place in twin.countered_indexes:
            twin.countered_indexes.discard(place)
        else:
            _resolve(twin, waiting)
    carry_out.clear_saved_characters(twin)
    while twin.postponed_acts:
        _resolve(twin, twin.postponed_acts.pop(0))
    return twin


def _resolve(table: ImajicaTable, act: Act, known_holds: Holds | None = None) -> None:
    """Carry out an act, choosing the first option for every question it asks."""
    script = carry_out.apply_card_or_power(table, act, known_holds)
    try:
        asked = next(script)
        while True:
            asked = script.send(next(asked.options()) if isinstance(asked, Question) else None)
    except StopIteration:
        return


def _pay(table: ImajicaTable, act: Act) -> None:
    source = table.pieces.get(act.source)
    if source is not None and act.does_pivot_source:
        source.pivoted = True
    if not act.by_power and act.card.id in table.players[act.seat].hand:
        table.players[act.seat].remove_face_up("hand", act.card.id)


def gains_of_acts(
    table: ImajicaTable, seat: int, acts: Sequence[Act], worth: WorthFunction = worth_lead
) -> list[float]:
    """Return for each act (use of a card or power) by how much it changes a seat's estimated worth, compared
    with passing.
    """
    if not acts:
        return []
    idle = worth(table_after_act(table, None), seat)
    before = (
        current_hold_by_site(table) if any(carry_out.may_weaken_holds(table, act) for act in acts) else None
    )
    return [
        worth(table_after_act(table, act, before), seat) - idle + _worth_of_fetching(table, act)
        for act in acts
    ]


def _worth_of_fetching(table: ImajicaTable, act: Act) -> float:
    """Return what fetching from the In Ovo adds to the worth of any card in hand (IJ-POWER-4)."""
    if "fetch" not in act.card.verbs:
        return 0.0
    slots = [effect for effect in act.effects if effect.target_kind]
    return sum(
        _FETCHED_FACTOR * printed_worth(table.cards[name])
        for effect, name in zip(slots, act.targets, strict=False)
        if effect.verb == "fetch" and table.cards[name].kind == "character"
    )


def decision_state_key(table: ImajicaTable, seat: int) -> Hashable:
    """Return a key of the table state that decides how a seat rates acts; equal keys give equal answers."""
    return (
        tuple(table.players[seat].hand),
        tuple(player.destiny.shuffled_count for player in table.players),
        tuple(len(player.hand) for player in table.players),
        table.pieces.key(),
        (table.phase, table.current, table.turns_left),
        (tuple(table.waiting_acts), tuple(sorted(table.countered_indexes)), tuple(table.postponed_acts)),
        table.fight and table.fight.key(),
    )
