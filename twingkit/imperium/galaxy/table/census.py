"""A consistency check of the table: conditions that hold in every game (IM-LIM-1, IM-PAY-3, IM-FLEET-1,
IM-OBJ-4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from twingkit.core.zones.deals import count_pieces
from twingkit.core.zones.deck import Deck
from twingkit.imperium.box.decks import Decks
from twingkit.imperium.box.tiles import MECATOL_TILE, Planet
from twingkit.imperium.box.units import DOCK, FIGURES_PER_PLAYER, SHIPS, STRUCTURES
from twingkit.imperium.galaxy.table.card_drawing import MAX_SECRETS, count_scored_secrets, hand_limit
from twingkit.imperium.galaxy.table.game_table import AGENDA_PIECES, SEATS, GameTable
from twingkit.imperium.galaxy.table.sheet import (
    ACTION_CARD_PIECES,
    PROMISSORY_NOTE_PIECES,
    SECRET_OBJECTIVE_PIECES,
    TOKENS_PER_PLAYER,
)
from twingkit.imperium.galaxy.table.structures import MAX_STRUCTURES_ON_PLANET, max_structures_on_planet
from twingkit.imperium.galaxy.tactical.fleet_limits import excess_cargo, excess_ships
from twingkit.imperium.galaxy.technology.cards import faction, technologies_by_id
from twingkit.imperium.galaxy.trade.promissory_notes import starting_notes
from twingkit.imperium.texts.fact_names import STRATEGY_CARDS


def table_faults(table: GameTable, decks: Decks | None = None) -> list[str]:
    """Return a sentence for each way in which a table breaks the rules.

    With the `decks` of the game every card is counted: each copy must be somewhere, and only once. The result
    is empty between turns of a correct game; within a tactical action fleets and hands may exceed their
    limits for a moment.

    >>> from twingkit.imperium.galaxy.starts import new_game
    >>> game = new_game(6, seed=1)
    >>> table_faults(game.table, game.start.decks)
    []
    """
    counted = _of_decks(table, decks) if decks is not None else ()
    return [*_of_players(table), *_of_board(table), *_of_cards(table), *_of_notes(table), *counted]


def _of_players(table: GameTable) -> Iterator[str]:
    for seat, player in enumerate(table.players):
        name = SEATS[seat]
        counts = (
            player.tactic,
            player.fleet,
            player.strategy,
            player.goods,
            player.commodities,
            player.points,
        )
        if min(counts) < 0:
            yield f"{name} has less than nothing: {counts}"
        if table.tokens_in_reinforcements(seat) < 0:
            yield f"{name} has more than {TOKENS_PER_PLAYER} command tokens"
        if player.commodities > faction(player.faction).commodity_limit:
            yield f"{name} has {player.commodities} commodities"
        if player.points > table.points_to_win:
            yield f"{name} has {player.points} points"
        if unknown := player.technologies - set(technologies_by_id()):
            yield f"{name} owns what is no technology: {sorted(unknown)}"
        if len(player.scored_objectives) != len(set(player.scored_objectives)):
            yield f"{name} has scored an objective twice: {player.scored_objectives}"
        if player.is_eliminated:
            yield from _of_eliminated(table, seat)
        limit = hand_limit(table, seat)
        if limit is not None and len(player.action_cards) > limit:
            yield f"{name} holds {len(player.action_cards)} action cards"
        if len(player.secret_objectives) + count_scored_secrets(table, seat) > MAX_SECRETS:
            yield f"{name} has too many secret objectives"
        for unit_class, figures in FIGURES_PER_PLAYER.items():
            there = table.count_on_board(seat, unit_class)
            if there > figures:
                yield f"{name} has {there} {unit_class} of {figures}"


def _of_eliminated(table: GameTable, seat: int) -> Iterator[str]:
    player, name = table.players[seat], SEATS[seat]
    held = (
        player.action_cards,
        player.secret_objectives,
        player.promissory_notes,
        player.notes_in_play,
        player.strategy_cards,
    )
    if any(held) or player.tokens_on_sheet or player.goods or player.commodities:
        yield f"{name} is out of the game and has something yet"
    if seat in table.planet_controllers.values() or any(True for _ in table.places_with_units(seat)):
        yield f"{name} is out of the game and stands on the map yet"
    if any(seat in there for there in table.command_tokens):
        yield f"{name} is out of the game and has command tokens on the map yet"


def _of_board(table: GameTable) -> Iterator[str]:
    for system, there in enumerate(table.space):
        number = table.tile_number(system)
        if sum(units.ships > 0 for units in there.values()) > 1:
            yield f"ships of several players lie in {number}"
        for seat, units in there.items():
            if not units or min(units.counts.values()) <= 0:
                yield f"{SEATS[seat]} has no unit in {number}, but a place there"
            floats = table.players[seat].faction == "saar"
            if any(units[name] for name in STRUCTURES if not (name == DOCK and floats)):
                yield f"structures of {SEATS[seat]} lie in the space of {number}"
            if any(hurt > units[name] for name, hurt in units.hurt.items()):
                yield f"more units of {SEATS[seat]} are damaged in {number} than are there"
            if excess_ships(table, seat, system) or excess_cargo(table, seat, system):
                yield f"the fleet of {SEATS[seat]} in {number} is too large"
    for planet, standing in table.ground.items():
        holder = table.planet_controllers[planet]
        if standing and holder not in standing:
            yield f"{planet} is controlled by {holder}, but others stand there"
        if len(standing) > 1:
            yield f"several players stand on {planet}"
        for seat, units in standing.items():
            if any(units[name] for name in SHIPS):
                yield f"ships of {SEATS[seat]} lie on {planet}"
            if min(units.counts.values(), default=0) <= 0:
                yield f"{SEATS[seat]} has no unit on {planet}, but a place there"
            if any(units[name] > max_structures_on_planet(table, name) for name in MAX_STRUCTURES_ON_PLANET):
                yield f"{SEATS[seat]} has too many structures on {planet}"
    if table.has_custodians and any(
        table.planet_controllers[planet.id] is not None for planet in _mecatol(table)
    ):
        yield "Mecatol Rex is held though the custodians are there"
    for planet in table.exhausted_planets:
        if table.planet_controllers[planet] is None:
            yield f"{planet} is exhausted, and nobody's"


def _mecatol(table: GameTable) -> Iterable[Planet]:
    centre = (system.tile for system in table.galaxy if system.tile.number == MECATOL_TILE)
    return (planet for tile in centre for planet in tile.planets)


def _of_cards(table: GameTable) -> Iterator[str]:
    strategy = [number for player in table.players for number in player.strategy_cards]
    if len(strategy) != len(set(strategy)) or not set(strategy) <= set(STRATEGY_CARDS):
        yield f"strategy cards are with several players, or unknown: {sorted(strategy)}"
    if any(count < 0 for count in table.card_goods.values()):
        yield f"less than nothing lies on strategy cards: {table.card_goods}"
    both = sorted(set(table.card_goods) & set(strategy))
    if table.phase == "action" and both:
        yield f"goods lie on strategy cards that players have: {both}"
    kinds = [kind for _, kind in table.wormhole_tokens]
    if len(kinds) != len(set(kinds)):
        yield f"a wormhole token lies in several systems: {table.wormhole_tokens}"
    if table.players[table.speaker].is_eliminated:
        yield "the speaker is out of the game"


def _of_notes(table: GameTable) -> Iterator[str]:
    """Yield notes that are not in exactly one hand or play area, and notes of eliminated players."""
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
    """Yield cards whose copies are not all in the deck, in hands, discarded or in play."""
    scored = {
        name
        for player in table.players
        for name in player.scored_objectives
        if name in decks.secret_objectives
    }
    public = [
        name for name in (*table.open_objectives, *table.withdrawn_secrets) if name in decks.secret_objectives
    ]
    secrets = (
        count_pieces(table, SECRET_OBJECTIVE_PIECES) + Counter(public) + Counter(scored.difference(public))
    )
    heaps: list[tuple[str, Iterable[str], Deck[str], Counter[str]]] = [
        ("action card", decks.action_cards, table.action_deck, count_pieces(table, ACTION_CARD_PIECES)),
        ("agenda", decks.agendas, table.agenda_deck, count_pieces(table, AGENDA_PIECES)),
        ("secret objective", decks.secret_objectives, table.secret_deck, secrets),
    ]
    for stage, deck in zip(
        (decks.stage_1_objectives, decks.stage_2_objectives), table.objective_decks, strict=True
    ):
        opened = [name for name in table.open_objectives if name in stage]
        heaps.append(("objective", stage, deck, Counter(deck.all_cards()) + Counter(opened)))
    for kind, box, deck, there in heaps:
        for card, copies in Counter(box).items():
            count = there.pop(card, 0)
            if count != copies and card in deck.places:
                yield f"of the {kind} {card} there are {count}, not {copies}"
        if there:
            yield f"{kind}s that the game has not: {sorted(there)}"
