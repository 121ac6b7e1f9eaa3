"""The table of a position: a set-up without its chances, and on it all that the position's line says."""

from __future__ import annotations

from collections.abc import Container, Sequence

from twingkit.core.cards.box_faults import nearest
from twingkit.core.messages import Fault
from twingkit.core.questions import one_line
from twingkit.core.rulebook import Quoted
from twingkit.imperium.box.names import card_rules
from twingkit.imperium.box.tiles import planets
from twingkit.imperium.galaxy.agenda.cards import agenda_cards
from twingkit.imperium.galaxy.galaxy_position import NUMBERS, GalaxyPosition, PlaceState, SeatValues
from twingkit.imperium.galaxy.map.boards import Board
from twingkit.imperium.galaxy.objectives.cards import objective_cards
from twingkit.imperium.galaxy.phases.set_up import FIRST_OPEN_OBJECTIVES, lay_out_faction
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.lasting_effects import Law
from twingkit.imperium.galaxy.technology.cards import technologies
from twingkit.imperium.galaxy.trade.faction_notes import is_gift
from twingkit.imperium.galaxy.trade.notes import set_notes
from twingkit.imperium.texts.fact_names import CardName
from twingkit.imperium.texts.rulebook import refuse, rulebook

TELEPATHIC = "naalu"
"""The faction that is first in initiative (IM-UNIT-telepathic)."""


def lay_out(table: GameTable, board: Board, line: GalaxyPosition) -> None:
    """Set up a position on a table before its set-up.

    Everything that the position does not mention is as after a set-up, except that hands are empty and the
    open objectives are the first cards of the deck. Raises `Fault` for what this game does not have, and
    `Refusal` if a card is not in its deck.
    """
    for seat in (*line.seats, *filter(None, (standing.owner for standing in line.places))):
        _check_seat(table, seat)
    out = [seat for seat, words in line.seats.items() if words.eliminated]
    for seat, player in enumerate(table.players):
        if seat in out:
            player.eliminated = player.passed = True
        else:
            lay_out_faction(table, seat)
            player.goods += board.goods[seat]
    table.phase, table.round, table.custodians = line.phase, line.round, line.custodians
    table.speaker = _check_seat(table, line.speaker)
    _objectives(table, line)
    table.withdrawn = line.withdrawn
    public = {*line.withdrawn, *(elected for _, elected in line.laws)}
    for seat, words in line.seats.items():
        _sheet(table, seat, words, public)
    for name in line.withdrawn:
        _make_public(table, name)
    for place in dict.fromkeys(standing.place for standing in line.places):
        _clear(table, place)
    for standing in line.places:
        _place_units(table, standing)
    for number, seats in line.tokens.items():
        for seat in seats:
            table.place_token(_check_seat(table, seat), _system(table, number))
    table.wormhole_tokens = tuple((_system(table, number), kind) for kind, number in line.wormholes.items())
    for planet in line.exhausted:
        _planet(table, planet)
    table.exhausted = frozenset(line.exhausted)
    table.card_goods = dict(line.bonus)
    for card, elected in line.laws:
        _law(table, card, elected)
    _give_zero_token(table)
    if table.phase == "status":  # it begins when all have passed
        for player in table.players:
            player.passed = True
    first = table.initiative_order[0] if line.phase == "action" else table.speaker
    table.current = first if line.current is None else _check_seat(table, line.current)
    table.turns = (
        sum(len(player.strategy_cards) for player in table.players) if line.phase == "strategy" else 0
    )


def _give_zero_token(table: GameTable) -> None:
    """Give the token 0 to the player who has it between the strategy phase and the end of the round
    (IM-PICK-4): the player with its note in play, or else the Naalu.
    """
    first = [player for player in table.players if any(map(is_gift, player.notes_in_play))]
    if not first and table.phase in ("action", "status"):
        first = [player for player in table.players if player.faction == TELEPATHIC]
    for player in first[:1]:
        player.has_zero_token = not player.eliminated


def _check_seat(table: GameTable, seat: int) -> int:
    if seat >= len(table.players):
        raise Fault("galaxy_seat", rulebook(), found=Quoted(SEATS[seat]), expected=Quoted(_seats(table)))
    return seat


def _seats(table: GameTable) -> str:
    return " ".join(SEATS[: len(table.players)])


def _system(table: GameTable, number: str) -> int:
    known = [system.tile.number for system in table.galaxy.systems]
    if number not in known:
        raise Fault("galaxy_place", rulebook(), found=Quoted(number), expected=Quoted(" ".join(known)))
    return known.index(number)


def _planet(table: GameTable, planet: str) -> str:
    if planet not in table.holders:
        known = " ".join(table.holders)
        raise Fault("galaxy_place", rulebook(), found=Quoted(planet), expected=Quoted(known))
    return planet


def _place(table: GameTable, place: str) -> int | str:
    return _planet(table, place) if place in planets() else _system(table, place)


def _clear(table: GameTable, place: str) -> None:
    where = _place(table, place)
    if isinstance(where, int):
        table.space[where] = {}
    else:
        table.ground[where], table.holders[where] = {}, None


def _place_units(table: GameTable, standing: PlaceState) -> None:
    if standing.owner is None:
        return
    where, seat = _place(table, standing.place), standing.owner
    for name, count, hurt in standing.units:
        table.put_units(seat, where, name, count, count if hurt else 0)
    if isinstance(where, str):
        table.holders[where] = seat


def _sheet(table: GameTable, seat: int, words: SeatValues, public: Container[str]) -> None:
    """Set up a player; secret objectives that are or were `public` leave the deck only once, even if several
    players have scored them.
    """
    player = table.players[seat]
    for name in NUMBERS:
        if name in words.numbers:
            setattr(player, name, words.numbers[name])
    lists = words.lists
    if "tech" in lists:
        player.technologies = frozenset(_known(seat, lists["tech"], technologies()))
    player.exhausted = frozenset(_known(seat, lists.get("used", ()), card_rules()))
    player.strategy_cards = {int(card[0]): card.endswith("!") for card in lists.get("cards", ())}
    player.action_cards = tuple(sorted(_known(seat, lists.get("hand", ()), card_rules())))
    player.secrets = _known(seat, lists.get("secrets", ()), objective_cards())
    player.scored = _known(seat, lists.get("scored", ()), objective_cards())
    if "notes" in lists:
        set_notes(table, seat, _known(seat, lists["notes"], card_rules()))
    player.notes_in_play = _known(seat, lists.get("laid", ()), card_rules())
    player.passed = words.passed or player.eliminated
    for card in player.action_cards:
        if not table.action_deck.count(card):
            raise refuse("IM-LIM-1", "no_card", card=CardName(card), side=SEATS[seat])
        table.action_deck.take(card)
    own = [card for card in player.scored if _secret(card) and card not in public]
    for card in (*player.secrets, *own):
        if not table.secret_deck.count(card):
            raise refuse("IM-LIM-1", "no_card", card=CardName(card), side=SEATS[seat])
        table.secret_deck.take(card)


def _make_public(table: GameTable, card: str) -> None:
    """Take a secret objective that all know out of the deck."""
    if card not in objective_cards() or not table.secret_deck.count(card):
        raise refuse("IM-LIM-1", "no_card", card=CardName(card), side=SEATS[table.speaker])
    table.secret_deck.take(card)


def _secret(card: str) -> bool:
    return objective_cards()[card].secret


def _known(seat: int, names: tuple[str, ...], cards: object) -> tuple[str, ...]:
    assert isinstance(cards, dict)
    for name in names:
        if name.partition(":")[0] not in cards:
            raise Fault("galaxy_card", rulebook(), found=Quoted(one_line(name, 40)), side=SEATS[seat])
    return names


def _objectives(table: GameTable, line: GalaxyPosition) -> None:
    """Take the open objectives out of their decks; the others stay face down."""
    decks = table.stage_decks
    names = line.open_objectives
    if names is None:
        names = tuple(list(decks[0].places)[:FIRST_OPEN_OBJECTIVES])
    down = list(table.face_down_objectives)
    for name in names:
        card = objective_cards().get(name)
        if card is None:
            raise _no_card("open", name, list(objective_cards()), "lead")
        if card.secret or not decks[card.stage - 1].count(name):
            raise refuse("IM-SET-5", "not_public", card=CardName(name))
        decks[card.stage - 1].take(name)
        down[card.stage - 1] -= 1
    for stage in line.added_stages:
        down[stage - 1] += 1
    table.objectives = tuple(names)
    table.face_down_objectives = (down[0], down[1])


def _no_card(word: str, found: str, known: Sequence[str], example: str) -> Fault:
    """The error of a name behind `open_objectives` or `law`, with the name that was probably meant, else an
    example."""
    expected = Quoted(nearest(found, known) or example)
    return Fault(f"galaxy_{word}", rulebook(), found=Quoted(one_line(found, 40)), expected=expected)


def _law(table: GameTable, card: str, elected: str) -> None:
    if card not in agenda_cards():
        raise _no_card("law", card, list(agenda_cards()), "regulations")
    if agenda_cards()[card].kind != "law":
        raise refuse("IM-AGENDA-7", "no_law", card=CardName(card))
    if not table.agenda_deck.count(card):
        raise refuse("IM-LIM-1", "no_card", card=CardName(card), side=SEATS[table.speaker])
    table.agenda_deck.take(card)
    table.laws += (Law(card, elected),)
    if elected in planets():
        planet = _planet(table, elected)
        table.attached[planet] = (*table.attached.get(planet, ()), card)
    if elected in objective_cards():
        if _secret(elected):
            _make_public(table, elected)
        table.objectives += (elected,)  # `position_checks` verifies that it can be public
