"""Promissory notes: who has which, and the effects of the notes that every faction has (IM-TRADE-6).

A note in a hand is named by its card and its owner, `ceasefire:p2`. Players cannot play their own notes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from twingkit.core.play import Script
from twingkit.core.rulebook import Hidden
from twingkit.imperium.box.tables import table_rows
from twingkit.imperium.galaxy.economy.goods import receive_goods
from twingkit.imperium.galaxy.table.abilities import Moment, Targets, scripted
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable


def first_notes(table: GameTable, seat: int) -> tuple[str, ...]:
    """The notes with which a player begins: four of all, and that of the faction (IM-SET-2)."""
    faction = table.players[seat].faction
    return tuple(
        sorted(f"{card}:{SEATS[seat]}" for card, owner in _factions().items() if owner in ("any", faction))
    )


def set_notes(table: GameTable, seat: int, notes: Iterable[str]) -> None:
    """Give a player exactly these notes; everybody knows who has which (IM-TRADE-6)."""
    player = table.players[seat]
    for note in player.notes:
        player.lose("notes", note)
    player.gain("notes", notes, range(len(table.players)))


def owner_of(note: str) -> int:
    """Return the seat of the owner of a note."""
    return SEATS.index(note.partition(":")[2])


@cache
def _factions() -> dict[str, str]:
    """The faction of each note's card; “any” for those that all have."""
    return {row["id"]: row["owner"] for row in table_rows("promissory_notes.csv")}


def is_in_game(table: GameTable, note: str) -> bool:
    """True if a note is in the game, wherever it is: its card belongs to this game and its owner can have it
    (IM-SET-2, IM-END-3).
    """
    card, _, owner = note.partition(":")
    if card not in table.notes or owner not in SEATS[: len(table.players)]:
        return False
    player = table.players[owner_of(note)]
    return not player.eliminated and _factions()[card] in ("any", player.faction)


def owner_targets(card: str) -> Targets:
    """The players whose note of that name is in a hand, as targets, without the player themselves."""

    def listed(table: GameTable, seat: int, moment: Moment) -> list[str]:
        named = (note.partition(":") for note in table.players[seat].notes)
        return [owner for name, _, owner in named if name == card and owner != SEATS[seat]]

    return listed


def active_owner_targets(card: str) -> Targets:
    """The active player, if the note of that player is in the hand of somebody with units in the system that
    was activated."""
    listed = owner_targets(card)

    def active(table: GameTable, seat: int, moment: Moment) -> list[str]:
        if moment.seat == seat or not table.has_units(seat, moment.system):
            return []
        return [owner for owner in listed(table, seat, moment) if owner == SEATS[moment.seat]]

    return active


def drop_note(table: GameTable, seat: int, note: str) -> None:
    """Take a note out of a hand or the play area."""
    player = table.players[seat]
    player.lose("notes" if note in player.notes else "notes_in_play", note)


def return_note(table: GameTable, seat: int, note: str) -> None:
    """A note goes back to the hand of its owner (IM-TRADE-6)."""
    drop_note(table, seat, note)
    owner = table.players[owner_of(note)]
    if not owner.eliminated:
        owner.gain("notes", [note], range(len(table.players)))
    table.announce("IM-TRADE-6", "home", owner.seat, card=f"IM-TRADE-{note.partition(':')[0]}")


def lay_down(table: GameTable, seat: int, note: str) -> None:
    """Put a note into the play area, where it stays."""
    drop_note(table, seat, note)
    player = table.players[seat]
    player.notes_in_play = (*player.notes_in_play, note)


def give_note(table: GameTable, giver: int, taker: int, note: str) -> Script:
    """Move a note to another player; Support for the Throne is put into play at once and brings a point."""
    owner, receiver = table.players[giver], table.players[taker]
    if note.startswith("support_for_the_throne:") and owner_of(note) != taker:
        owner.lose("notes", note)
        receiver.notes_in_play = (*receiver.notes_in_play, note)
        table.gain_points(taker, 1)
        table.announce("IM-TRADE-support_for_the_throne", "laid", taker, enemy=SEATS[owner_of(note)])
    else:
        owner.pass_on("notes", [note], {taker})
        receiver.gain("notes", [note], {giver})
        card = Hidden(f"IM-TRADE-{note.partition(':')[0]}", giver, other_player=taker)
        table.announce("IM-TRADE-6", "given", giver, enemy=SEATS[taker], card=card)
    return
    yield  # makes this a generator, as every script must be


def remove_notes(table: GameTable, seat: int) -> None:
    """Remove the notes of an eliminated player from the game; other players' notes in that play area return
    to their owners.

    The holder of that player's Support for the Throne loses its point (IM-END-3).
    """
    player = table.players[seat]
    for note in (*player.notes, *player.notes_in_play):
        if owner_of(note) != seat:
            return_note(table, seat, note)
        else:
            drop_note(table, seat, note)
    for other in table.seats_from(seat):
        for note in (*table.players[other].notes, *table.players[other].notes_in_play):
            if owner_of(note) != seat:
                continue
            laid = note in table.players[other].notes_in_play
            drop_note(table, other, note)
            if laid and note.startswith("support_for_the_throne:"):
                table.gain_points(other, -1)
                table.announce("IM-TRADE-support_for_the_throne", "lost", other)


RETURNED_ON_ACTIVATION = (
    "support_for_the_throne",
    "stymie",
    "trade_convoys",
    "promise_of_protection",
    "antivirus",
)
"""The notes in a play area that go home when their holder activates a system with units of their owner."""


def return_notes_on_activation(table: GameTable, seat: int, system: int) -> None:
    """Notes go home because their holder activates a system with their owner's units (IM-TRADE-6)."""
    for note in table.players[seat].notes_in_play:
        if note.partition(":")[0] in RETURNED_ON_ACTIVATION and table.has_units(owner_of(note), system):
            if note.startswith("support_for_the_throne:"):
                table.gain_points(seat, -1)
                table.announce("IM-TRADE-support_for_the_throne", "lost", seat)
            return_note(table, seat, note)


@scripted("ceasefire", targets=active_owner_targets("ceasefire"), kind="player")
def ceasefire(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """The active player cannot move units into the system that was activated."""
    table.start_effect("ceasefire", SEATS.index(player), "tactical")
    table.announce("IM-TRADE-ceasefire", "held", seat, enemy=player)
    return_note(table, seat, f"ceasefire:{player}")
    return
    yield  # makes this a generator, as every script must be


def _of_refilled(table: GameTable, seat: int, moment: Moment) -> list[str]:
    if not table.players[moment.seat].commodities:
        return []
    listed = owner_targets("trade_agreement")(table, seat, moment)
    return [owner for owner in listed if owner == SEATS[moment.seat]]


@scripted("trade_agreement", targets=_of_refilled, kind="player")
def trade_agreement(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Gain all commodities of a player who refills them, as trade goods."""
    owner = table.players[SEATS.index(player)]
    count, owner.commodities = owner.commodities, 0
    table.announce("IM-TRADE-trade_agreement", "given", owner.seat, enemy=SEATS[seat], n=count)
    return_note(table, seat, f"trade_agreement:{player}")
    yield from receive_goods(table, seat, count)
