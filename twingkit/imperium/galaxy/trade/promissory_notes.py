"""Promissory notes: their holders, and the effects of the notes that every faction has (IM-TRADE-6).

A note in a hand is named by its card and its owner, `ceasefire:p2`. Players cannot play their own notes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from twingkit.core.play import Script
from twingkit.core.rulebook import HiddenFact
from twingkit.imperium.galaxy.economy.goods import add_unlogged_goods
from twingkit.imperium.galaxy.table import abilities
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.trade.offers import faction_by_note, note_owner


def starting_notes(table: GameTable, seat: int) -> tuple[str, ...]:
    """Return a player's starting notes: four common ones, and the faction's own (IM-SET-2)."""
    own = ("any", table.players[seat].faction)
    return tuple(sorted(f"{card}:{SEATS[seat]}" for card, owner in faction_by_note().items() if owner in own))


def set_promissory_notes(table: GameTable, seat: int, notes: Iterable[str]) -> None:
    """Set a player's notes; everybody knows who holds which (IM-TRADE-6)."""
    player = table.players[seat]
    for note in player.promissory_notes:
        player.remove_face_up("promissory_notes", note)
    player.gain("promissory_notes", notes, range(len(table.players)))


NoteCondition = Callable[[GameTable, int, int, abilities.Moment], bool]
"""A function of the table, the holder, the owner and the moment: whether the holder can use the note now."""


def register_note(
    card: str, *conditions: abilities.ConditionCheck, usable_if: NoteCondition | None = None
) -> Callable[[abilities.EffectScript], abilities.EffectScript]:
    """Return a decorator that registers the script of a promissory note; a note is used by naming its
    owner.
    """
    owners = note_owner_targets(card, usable_if)
    return abilities.register_script(card, *conditions, targets=owners, target_kind="player")


def note_owner_targets(card: str, usable_if: NoteCondition | None = None) -> abilities.TargetFinder:
    """Return a function that finds the owners of those notes of one kind that a player holds and can use."""

    def listed(table: GameTable, seat: int, moment: abilities.Moment) -> list[str]:
        named = (note.partition(":") for note in table.players[seat].promissory_notes)
        owners = (owner for name, _, owner in named if name == card and owner != SEATS[seat])
        return [
            owner
            for owner in owners
            if usable_if is None or usable_if(table, seat, SEATS.index(owner), moment)
        ]

    return listed


def _remove_note(table: GameTable, seat: int, note: str) -> None:
    """Take a note out of a hand or the play area."""
    player = table.players[seat]
    player.remove_face_up("promissory_notes" if note in player.promissory_notes else "notes_in_play", note)


def return_note(table: GameTable, seat: int, note: str) -> None:
    """Return a note to its owner's hand (IM-TRADE-6)."""
    _remove_note(table, seat, note)
    owner = table.players[note_owner(note)]
    if not owner.is_eliminated:
        owner.gain("promissory_notes", [note], range(len(table.players)))
    table.announce("IM-TRADE-6", "home", owner.seat, card=f"IM-TRADE-{note.partition(':')[0]}")


def put_note_into_play(table: GameTable, seat: int, note: str) -> None:
    """Put a note from a hand into the play area."""
    _remove_note(table, seat, note)
    player = table.players[seat]
    player.notes_in_play = (*player.notes_in_play, note)


def give_note(table: GameTable, giver: int, taker: int, note: str) -> None:
    """Move a note to another player; Support for the Throne goes into play at once and gives a point."""
    owner, receiver = table.players[giver], table.players[taker]
    if note.startswith("support_for_the_throne:") and note_owner(note) != taker:
        owner.remove_face_up("promissory_notes", note)
        receiver.notes_in_play = (*receiver.notes_in_play, note)
        table.gain_points(taker, 1)
        table.announce("IM-TRADE-support_for_the_throne", "laid", taker, enemy=SEATS[note_owner(note)])
    else:
        owner.remove_unseen("promissory_notes", [note], {taker})
        receiver.gain("promissory_notes", [note], {giver})
        card = HiddenFact(f"IM-TRADE-{note.partition(':')[0]}", giver, also_known_to=taker)
        table.announce("IM-TRADE-6", "given", giver, enemy=SEATS[taker], card=card)


def remove_notes_of_player(table: GameTable, seat: int) -> None:
    """Remove an eliminated player's notes from the game; return other players' notes that the eliminated
    player holds to their owners.

    The holder of that player's Support for the Throne loses its point (IM-END-3).
    """
    player = table.players[seat]
    for note in (*player.promissory_notes, *player.notes_in_play):
        if note_owner(note) != seat:
            return_note(table, seat, note)
        else:
            _remove_note(table, seat, note)
    for other in table.seats_from(seat):
        for note in (*table.players[other].promissory_notes, *table.players[other].notes_in_play):
            if note_owner(note) != seat:
                continue
            laid = note in table.players[other].notes_in_play
            _remove_note(table, other, note)
            if laid and note.startswith("support_for_the_throne:"):
                table.gain_points(other, -1)
                table.announce("IM-TRADE-support_for_the_throne", "lost", other)


_NOTES_RETURNED_ON_ACTIVATION = (
    "support_for_the_throne",
    "stymie",
    "trade_convoys",
    "promise_of_protection",
    "antivirus",
)
"""The notes that return to their owner when the holder activates a system with the owner's units."""


def return_notes_on_activation(table: GameTable, seat: int, system: int) -> None:
    """Return notes whose holder activates a system with their owner's units (IM-TRADE-6)."""
    for note in table.players[seat].notes_in_play:
        if note.partition(":")[0] in _NOTES_RETURNED_ON_ACTIVATION and table.has_units(
            note_owner(note), system
        ):
            if note.startswith("support_for_the_throne:"):
                table.gain_points(seat, -1)
                table.announce("IM-TRADE-support_for_the_throne", "lost", seat)
            return_note(table, seat, note)


@register_note(
    "ceasefire",
    usable_if=lambda table, seat, owner, moment: (
        moment.seat == owner and table.has_units(seat, moment.system)
    ),
)
def ceasefire(table: GameTable, seat: int, moment: abilities.Moment, player: str) -> None:
    """Keep the active player from moving units into the activated system."""
    table.start_effect("ceasefire", SEATS.index(player), "tactical")
    table.announce("IM-TRADE-ceasefire", "held", seat, enemy=player)
    return_note(table, seat, f"ceasefire:{player}")


@register_note(
    "trade_agreement",
    usable_if=lambda table, seat, owner, moment: (
        moment.seat == owner and table.players[owner].commodities > 0
    ),
)
def trade_agreement(table: GameTable, seat: int, moment: abilities.Moment, player: str) -> Script:
    """Give the note's holder, as trade goods, all commodities of the note's owner, who has just refilled
    them.
    """
    owner = table.players[SEATS.index(player)]
    count, owner.commodities = owner.commodities, 0
    table.announce("IM-TRADE-trade_agreement", "given", owner.seat, enemy=SEATS[seat], n=count)
    return_note(table, seat, f"trade_agreement:{player}")
    yield from add_unlogged_goods(table, seat, count)
