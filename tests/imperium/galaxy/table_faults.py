"""Invariants of every table between turns: the rules for positions, and every card counted once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from twingkit.core.zones.deals import count_pieces
from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.imperium.box.decks import Decks
from twingkit.imperium.galaxy.table.game_table import AGENDA_PIECES, SEATS, GameTable
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits
from twingkit.imperium.galaxy.table.position_checks import position_refusal
from twingkit.imperium.galaxy.table.sheet import (
    ACTION_CARD_PIECES,
    PROMISSORY_NOTE_PIECES,
    SECRET_OBJECTIVE_PIECES,
)
from twingkit.imperium.galaxy.technology.cards import technologies_by_id
from twingkit.imperium.galaxy.trade.promissory_notes import starting_notes


def table_faults(table: GameTable, decks: Decks | None = None) -> list[str]:
    """Return a sentence for each way in which a table breaks the rules; with the `decks` of the game every
    card is counted. Within a tactical action fleets and hands may exceed their limits for a moment."""
    refusal = position_refusal(table)
    refused = [] if refusal is None or refusal.rule == "IM-END-1" else [str(refusal)]
    counted = _of_decks(table, decks) if decks is not None else ()
    return [*refused, *_of_players(table), *_of_units(table), *_of_notes(table), *counted]


def _of_players(table: GameTable) -> Iterator[str]:
    for name, player in zip(SEATS, table.players, strict=False):
        pools = (player.tactic, player.fleet, player.strategy)
        if min(*pools, player.goods, player.commodities, player.points) < 0:
            yield f"{name} has less than nothing"
        if player.points > table.points_to_win:
            yield f"{name} has {player.points} points"
        if unknown := player.technologies - set(technologies_by_id()):
            yield f"{name} owns what is no technology: {sorted(unknown)}"
        if len(player.scored_objectives) != len(set(player.scored_objectives)):
            yield f"{name} has scored an objective twice: {player.scored_objectives}"
    if min(table.card_goods.values(), default=0) < 0:
        yield f"less than nothing lies on strategy cards: {table.card_goods}"
    kinds = [kind for _, kind in table.wormhole_tokens]
    if len(kinds) != len(set(kinds)):
        yield f"a wormhole token lies in several systems: {table.wormhole_tokens}"


def _of_units(table: GameTable) -> Iterator[str]:
    places: list[tuple[object, dict[int, PlacedUnits]]] = [*enumerate(table.space), *table.ground.items()]
    for place, there in places:
        for seat, units in there.items():
            if min(units.counts.values(), default=0) <= 0:
                yield f"{SEATS[seat]} has no unit in {place}, but a place there"
            if any(hurt > units[name] for name, hurt in units.hurt.items()):
                yield f"more units of {SEATS[seat]} are damaged in {place} than are there"
    for planet, there in table.ground.items():
        if there and table.planet_controllers[planet] not in there:
            yield f"others than its controller stand on {planet}"


def _of_notes(table: GameTable) -> Iterator[str]:
    """Return notes that are not in exactly one hand or play area, and notes of eliminated players."""
    going_home = table.ballot.returning_notes if table.ballot else ()
    places = count_pieces(table, PROMISSORY_NOTE_PIECES) + Counter(note for _, note in going_home)
    for seat, player in enumerate(table.players):
        for note in starting_notes(table, seat):
            wanted = int(note.partition(":")[0] in table.note_cards_in_game and not player.is_eliminated)
            if places.pop(note, 0) != wanted:
                yield f"the note {note} is not in {wanted} places"
    if places:
        yield f"notes of nobody are in the game: {sorted(places)}"


def _of_decks(table: GameTable, decks: Decks) -> Iterator[str]:
    """Return cards whose copies are not all in the deck, in hands, discarded or in play."""
    secrets = count_pieces(table, SECRET_OBJECTIVE_PIECES)
    public = (*table.open_objectives, *table.withdrawn_secrets)
    scored = {name for player in table.players for name in player.scored_objectives}
    secrets.update(name for name in {*public, *scored} if name in decks.secret_objectives)
    heaps: list[tuple[Iterable[str], DeckWithKnownEnds[str], Counter[str]]] = [
        (decks.action_cards, table.action_deck, count_pieces(table, ACTION_CARD_PIECES)),
        (decks.agendas, table.agenda_deck, count_pieces(table, AGENDA_PIECES)),
        (decks.secret_objectives, table.secret_deck, secrets),
    ]
    stages = (decks.stage_1_objectives, decks.stage_2_objectives)
    for stage, deck in zip(stages, table.objective_decks, strict=True):
        opened = [name for name in table.open_objectives if name in stage]
        heaps.append((stage, deck, Counter(deck.all_cards()) + Counter(opened)))
    for box, deck, there in heaps:
        for card, copies in Counter(box).items():
            count = there.pop(card, 0)
            if count != copies and card in deck.places:
                yield f"of {card} there are {count}, not {copies}"
        if there:
            yield f"cards that the game has not: {sorted(there)}"
