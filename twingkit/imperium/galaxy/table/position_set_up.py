"""Setting up a position on a table: a set-up without random parts, changed by the position."""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence

from twingkit.core.messages import Fault
from twingkit.core.near_names import nearest_name
from twingkit.core.questions import one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.imperium.box.names import rule_id_by_card_id
from twingkit.imperium.box.tiles import planets_by_id
from twingkit.imperium.galaxy import galaxy_position
from twingkit.imperium.galaxy.agenda.cards import agendas_by_id
from twingkit.imperium.galaxy.map.boards import Board
from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.phases.set_up import FIRST_OPEN_OBJECTIVES, set_up_faction
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.lasting_effects import Law
from twingkit.imperium.galaxy.technology.cards import technologies_by_id
from twingkit.imperium.galaxy.trade.faction_notes import is_gift_of_prescience
from twingkit.imperium.galaxy.trade.promissory_notes import set_promissory_notes
from twingkit.imperium.texts.fact_names import CardName
from twingkit.imperium.texts.rulebook import rule_refusal, rulebook

_TELEPATHIC_FACTION = "naalu"
"""The faction that is first in initiative (IM-UNIT-telepathic)."""


def set_up_position(table: GameTable, board: Board, position: galaxy_position.GalaxyPosition) -> None:
    """Set up a position on an empty table.

    Everything that the position does not mention is as after a set-up, except that hands are empty and the
    public objectives are the first cards of the deck. Raises `Fault` for components that this game does not
    have, and `Refusal` if a card is not in its deck.
    """
    for seat in (*position.seats, *filter(None, (standing.owner for standing in position.places))):
        _check_seat(table, seat)
    out = [seat for seat, words in position.seats.items() if words.eliminated]
    for seat, player in enumerate(table.players):
        if seat in out:
            player.is_eliminated = player.has_passed = True
        else:
            set_up_faction(table, seat)
            player.goods += board.starting_goods[seat]
    table.phase, table.round, table.has_custodians = position.phase, position.round, position.has_custodians
    table.speaker = _check_seat(table, position.speaker)
    _objectives(table, position)
    table.withdrawn_secrets = position.withdrawn_secrets
    public = {*position.withdrawn_secrets, *(elected for _, elected in position.laws)}
    for seat, words in position.seats.items():
        _sheet(table, seat, words, public)
    for name in position.withdrawn_secrets:
        _take(table.secret_deck, name, table.speaker)
    for place in dict.fromkeys(standing.system_or_planet for standing in position.places):
        _clear(table, place)
    for standing in position.places:
        _place_units(table, standing)
    for tile_number, seats in position.command_tokens.items():
        for seat in seats:
            table.place_token(_check_seat(table, seat), _system(table, tile_number))
    table.wormhole_tokens = tuple(
        (_system(table, tile_number), kind) for kind, tile_number in position.wormhole_tokens.items()
    )
    for planet in position.exhausted_planets:
        _planet(table, planet)
    table.exhausted_planets = frozenset(position.exhausted_planets)
    table.card_goods = dict(position.card_goods)
    for card, elected in position.laws:
        _law(table, card, elected)
    _give_zero_token(table)
    if table.phase == "status":  # it begins when all have passed
        for player in table.players:
            player.has_passed = True
    first = table.initiative_order[0] if position.phase == "action" else table.speaker
    table.current = first if position.current is None else _check_seat(table, position.current)
    table.turns_this_phase = (
        sum(len(player.strategy_cards) for player in table.players) if position.phase == "strategy" else 0
    )


def _give_zero_token(table: GameTable) -> None:
    """Give the 0 token, if in use, to the player with its note in play or else the Naalu (IM-PICK-4)."""
    first = [player for player in table.players if any(map(is_gift_of_prescience, player.notes_in_play))]
    if not first and table.phase in ("action", "status"):
        first = [player for player in table.players if player.faction == _TELEPATHIC_FACTION]
    for player in first[:1]:
        player.has_zero_token = not player.is_eliminated


def _check_seat(table: GameTable, seat: int) -> int:
    if seat >= len(table.players):
        expected = QuotedFact(" ".join(SEATS[: len(table.players)]))
        raise Fault("galaxy_seat", rulebook(), found=QuotedFact(SEATS[seat]), expected=expected)
    return seat


def _system(table: GameTable, tile_number: str) -> int:
    known = [system.tile.number for system in table.galaxy.systems]
    _check_place(tile_number, known)
    return known.index(tile_number)


def _planet(table: GameTable, planet: str) -> str:
    _check_place(planet, table.planet_controllers)
    return planet


def _check_place(name: str, known: Collection[str]) -> None:
    if name not in known:
        raise Fault("galaxy_place", rulebook(), found=QuotedFact(name), expected=QuotedFact(" ".join(known)))


def _place(table: GameTable, place: str) -> int | str:
    return _planet(table, place) if place in planets_by_id() else _system(table, place)


def _clear(table: GameTable, place: str) -> None:
    where = _place(table, place)
    if isinstance(where, int):
        table.space[where] = {}
    else:
        table.ground[where], table.planet_controllers[where] = {}, None


def _place_units(table: GameTable, standing: galaxy_position.PlaceEntry) -> None:
    if standing.owner is None:
        return
    where, seat = _place(table, standing.system_or_planet), standing.owner
    for name, count, hurt in standing.units:
        table.put_units(seat, where, name, count, count if hurt else 0)
    if isinstance(where, str):
        table.planet_controllers[where] = seat


def _sheet(table: GameTable, seat: int, words: galaxy_position.SeatValues, public: Container[str]) -> None:
    """Set up a player's sheet from a position; secret objectives in `public` leave the deck only once, even
    if several players scored them.
    """
    player = table.players[seat]
    for name, field in galaxy_position.FIELD_BY_NUMBER_KEYWORD.items():
        if name in words.number_by_keyword:
            setattr(player, field, words.number_by_keyword[name])
    lists = words.names_by_keyword
    if "tech" in lists:
        player.technologies = frozenset(_known(seat, lists["tech"], technologies_by_id()))
    player.exhausted_cards = frozenset(_known(seat, lists.get("used", ()), rule_id_by_card_id()))
    player.strategy_cards = {int(card[0]): card.endswith("!") for card in lists.get("cards", ())}
    player.action_cards = tuple(sorted(_known(seat, lists.get("hand", ()), rule_id_by_card_id())))
    player.secret_objectives = _known(seat, lists.get("secrets", ()), objectives_by_id())
    player.scored_objectives = _known(seat, lists.get("scored", ()), objectives_by_id())
    if "notes" in lists:
        set_promissory_notes(table, seat, _known(seat, lists["notes"], rule_id_by_card_id()))
    player.notes_in_play = _known(seat, lists.get("laid", ()), rule_id_by_card_id())
    player.has_passed = words.passed or player.is_eliminated
    for card in player.action_cards:
        _take(table.action_deck, card, seat)
    own = [
        card for card in player.scored_objectives if objectives_by_id()[card].is_secret and card not in public
    ]
    for card in (*player.secret_objectives, *own):
        _take(table.secret_deck, card, seat)


def _take(deck: DeckWithKnownEnds[str], card: str, seat: int) -> None:
    """Take a card of a player out of its deck. Raises `Refusal` if the deck does not contain it."""
    if not deck.count(card):
        raise rule_refusal("IM-LIM-1", "no_card", card=CardName(card), side=SEATS[seat])
    deck.take(card)


def _known(seat: int, names: tuple[str, ...], cards: object) -> tuple[str, ...]:
    assert isinstance(cards, dict)
    for name in names:
        if name.partition(":")[0] not in cards:
            raise Fault(
                "galaxy_card", rulebook(), found=QuotedFact(one_line_excerpt(name, 40)), side=SEATS[seat]
            )
    return names


def _objectives(table: GameTable, line: galaxy_position.GalaxyPosition) -> None:
    """Take the public objectives out of their decks; the others stay face down."""
    decks = table.objective_decks
    names = line.open_objectives
    if names is None:
        names = tuple(list(decks[0].places)[:FIRST_OPEN_OBJECTIVES])
    down = list(table.face_down_objective_counts)
    for name in names:
        card = objectives_by_id().get(name)
        if card is None:
            raise _no_card("open", name, list(objectives_by_id()), "lead")
        if card.is_secret or not decks[card.stage - 1].count(name):
            raise rule_refusal("IM-SET-5", "not_public", card=CardName(name))
        decks[card.stage - 1].take(name)
        down[card.stage - 1] -= 1
    for stage in line.added_objective_stages:
        down[stage - 1] += 1
    table.open_objectives = tuple(names)
    table.face_down_objective_counts = (down[0], down[1])


def _no_card(word: str, found: str, known: Sequence[str], example: str) -> Fault:
    """Return the error for an unknown name after `open` or `law`, with a suggestion or an example."""
    expected = QuotedFact(nearest_name(found, known) or example)
    return Fault(
        f"galaxy_{word}", rulebook(), found=QuotedFact(one_line_excerpt(found, 40)), expected=expected
    )


def _law(table: GameTable, card: str, elected: str) -> None:
    if card not in agendas_by_id():
        raise _no_card("law", card, list(agendas_by_id()), "regulations")
    if agendas_by_id()[card].kind != "law":
        raise rule_refusal("IM-AGENDA-7", "no_law", card=CardName(card))
    _take(table.agenda_deck, card, table.speaker)
    table.laws += (Law(card, elected),)
    if elected in planets_by_id():
        planet = _planet(table, elected)
        table.attachments[planet] = (*table.attachments.get(planet, ()), card)
    if elected in objectives_by_id():
        if objectives_by_id()[elected].is_secret:
            _take(table.secret_deck, elected, table.speaker)
        table.open_objectives += (elected,)  # `position_checks` verifies that it can be public
