"""Checks for impossible positions: the first rule that a position breaks, and how."""

from __future__ import annotations

from collections.abc import Iterator

from twingkit.core.questions import Refusal
from twingkit.core.rulebook import QuotedFact
from twingkit.imperium.battle.rules.ground.ground_combat import RETURN_ROLLS
from twingkit.imperium.box.units import DOCK, FIGURES_PER_PLAYER, SHIPS, STRUCTURES
from twingkit.imperium.galaxy.agenda.cards import agendas_by_id, law_attachment_choices
from twingkit.imperium.galaxy.map.reach import CLOSED_ANOMALIES
from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.phases.ending import must_be_eliminated
from twingkit.imperium.galaxy.phases.status_phase import MAX_ROUNDS
from twingkit.imperium.galaxy.table.card_drawing import MAX_SECRETS, count_secret_objectives, hand_limit
from twingkit.imperium.galaxy.table.game_table import MAX_STRUCTURES_ON_PLANET, MECATOL_REX, SEATS, GameTable
from twingkit.imperium.galaxy.table.sheet import TOKENS_PER_PLAYER
from twingkit.imperium.galaxy.tactical.fleet_limits import fleet_limit_refusals
from twingkit.imperium.galaxy.tactical.moving_ships import passable_anomalies
from twingkit.imperium.galaxy.technology.cards import COPYING_FACTION, faction, ownable_technologies
from twingkit.imperium.galaxy.trade.offers import is_note_in_game, note_owner
from twingkit.imperium.texts.fact_names import CardName, PlanetName
from twingkit.imperium.texts.rulebook import rule_refusal

_MAX_OPEN_PER_STAGE = 5
"""The largest number of open public objectives of a stage, without those that an agenda adds (IM-SET-5)."""

_GHOSTS_FACTION = "ghost"
"""The faction that has wormhole tokens."""

_MIN_REMAINING_PLAYERS = 2
"""The smallest number of players in a game that goes on (IM-END-3)."""

_MIN_OPEN_OBJECTIVES = 2
"""The number of public objectives that are open from the start (IM-SET-5)."""


def position_refusal(table: GameTable) -> Refusal | None:
    """Return a refusal that names the rule a position breaks; None if the position can occur in a game.

    >>> from twingkit.imperium.galaxy.starts import new_game
    >>> position_refusal(new_game(6, seed=1).table) is None
    True
    """
    for check in (_players, _space, _planets, _cards, _laws, _round):
        refusal = next(check(table), None)
        if refusal is not None:
            return refusal
    return None


def _players(table: GameTable) -> Iterator[Refusal]:
    """Yield a refusal for each number of components that exceeds what a player's box, sheet or hand allows,
    and for impossible eliminations.
    """
    if len(left := table.seats_from(0)) < _MIN_REMAINING_PLAYERS:
        yield rule_refusal("IM-END-3", "alone", side=SEATS[left[0]] if left else SEATS[0])
    for seat, player in enumerate(table.players):
        side = SEATS[seat]
        if player.is_eliminated:
            if _has_something(table, seat):
                yield rule_refusal("IM-END-3", "was_out", side=side)
            continue
        for unit_class, most in FIGURES_PER_PLAYER.items():
            if (there := table.count_on_board(seat, unit_class)) > most:
                yield rule_refusal("IM-LIM-1", "figures", side=side, unit=unit_class, n=there, most=most)
        if table.tokens_in_reinforcements(seat) < 0:
            yield rule_refusal(
                "IM-PAY-3",
                "beyond",
                side=side,
                n=TOKENS_PER_PLAYER - table.tokens_in_reinforcements(seat),
                most=TOKENS_PER_PLAYER,
            )
        if player.commodities > (most := faction(player.faction).commodity_limit):
            yield rule_refusal("IM-TRADE-4", "beyond", side=side, n=player.commodities, most=most)
        if player.points >= table.points_to_win:
            yield rule_refusal("IM-END-1", "had_won", side=side, n=player.points)
        for card in sorted(player.technologies):
            if card not in ownable_technologies(player.faction) and player.faction != COPYING_FACTION:
                yield rule_refusal("IM-TECH-3", "not_own", side=side, card=CardName(card))
        if table.count_on_board(seat, "warsun") and player.buildable_unit_type("warsun") is None:
            yield rule_refusal("IM-PROD-6", "warsun", side=side)
        limit = hand_limit(table, seat)
        if limit is not None and len(player.action_cards) > limit:
            yield rule_refusal("IM-TIME-7", "beyond", side=side, n=len(player.action_cards), most=limit)
        if (there := count_secret_objectives(table, seat)) > MAX_SECRETS:
            yield rule_refusal("IM-OBJ-4", "beyond", side=side, n=there, most=MAX_SECRETS)
        if player.infantry_to_revive and player.unit_type_on_board("infantry").id not in RETURN_ROLLS:
            yield rule_refusal("IM-UNIT-infantry2", "no_card", side=side, n=player.infantry_to_revive)
        if must_be_eliminated(table, seat):
            yield rule_refusal("IM-END-3", "had_nothing", side=side)


def _has_something(table: GameTable, seat: int) -> bool:
    """True if a player has the turn or components that an eliminated player cannot have (IM-END-3)."""
    player = table.players[seat]
    cards = player.technologies, player.strategy_cards, player.action_cards, player.secret_objectives
    notes = player.promissory_notes, player.notes_in_play
    counts = player.goods, player.commodities, player.tokens_on_sheet, player.infantry_to_revive
    return (
        seat in (table.speaker, table.current)
        or any((*cards, *notes, *counts))
        or not must_be_eliminated(table, seat)
        or any(table.places_and_units(seat))
        or any(seat in there for there in table.command_tokens)
    )


def _space(table: GameTable) -> Iterator[Refusal]:
    if table.wormhole_tokens and all(player.faction != _GHOSTS_FACTION for player in table.players):
        yield rule_refusal("IM-TECH-wg", "no_token")
    for system, there in enumerate(table.space):
        number = table.tile_number(system)
        fleets = [seat for seat, units in there.items() if units.ship_count]
        if len(fleets) > 1:
            yield rule_refusal(
                "IM-FLEET-4", "two_fleets", side=SEATS[fleets[0]], enemy=SEATS[fleets[1]], number=number
            )
        for seat, units in there.items():
            player, side = table.players[seat], SEATS[seat]
            for name in units:
                floats = name == DOCK and player.faction == "saar"
                if name in STRUCTURES and not floats:
                    yield rule_refusal("IM-PROD-6", "in_space", side=side, unit=name, number=number)
                if units.hurt.get(name) and not player.unit_type_on_board(name).can_sustain_damage:
                    yield rule_refusal("IM-UNIT-3", "undamaged_only", side=side, unit=name)
            anomaly = table.galaxy.systems[system].tile.anomaly
            shut = anomaly in CLOSED_ANOMALIES and anomaly not in passable_anomalies(table, seat, system)
            if (
                units.ship_count and shut and not table.wormholes_in(system)
            ):  # IM-ACT-ghost_ship can place one
                yield rule_refusal("IM-MOVE-9", "closed", side=side, number=number)
            yield from fleet_limit_refusals(table, seat, system)


def _planets(table: GameTable) -> Iterator[Refusal]:
    for planet, there in table.ground.items():
        name = PlanetName(planet)
        if len(there) > 1:
            first, second = sorted(there)[:2]
            yield rule_refusal("IM-INV-12", "two", side=SEATS[first], enemy=SEATS[second], planet=name)
        for seat, units in there.items():
            side = SEATS[seat]
            for unit_class in units:
                if unit_class in SHIPS:
                    yield rule_refusal("IM-PROD-3", "on_planet", side=side, unit=unit_class, planet=name)
                if (
                    units.hurt.get(unit_class)
                    and not table.players[seat].unit_type_on_board(unit_class).can_sustain_damage
                ):
                    yield rule_refusal("IM-UNIT-3", "undamaged_only", side=side, unit=unit_class)
            for unit_class, most in MAX_STRUCTURES_ON_PLANET.items():
                if units[unit_class] > table.max_structures_on_planet(unit_class):
                    n = units[unit_class]
                    yield rule_refusal(
                        "IM-PROD-6", "structures", side=side, unit=unit_class, n=n, most=most, planet=name
                    )
        if planet == MECATOL_REX and table.has_custodians and table.planet_controllers[planet] is not None:
            yield rule_refusal("IM-INV-13", "held", side=SEATS[table.planet_controllers[planet] or 0])
        if planet in table.exhausted_planets and table.planet_controllers[planet] is None:
            yield rule_refusal("IM-MAP-6", "nobodys", planet=name)


def _cards(table: GameTable) -> Iterator[Refusal]:
    taken: dict[int, int] = {}
    for seat, player in enumerate(table.players):
        side = SEATS[seat]
        for number in player.strategy_cards:
            if number in taken:
                holder = SEATS[taken[number]]
                yield rule_refusal("IM-PICK-1", "twice", side=holder, enemy=side, card=f"strategy_{number}")
            taken[number] = seat
            if number in table.card_goods:
                yield rule_refusal("IM-PICK-2", "taken", side=side, card=f"strategy_{number}")
        most, there = table.strategy_cards_per_player, len(player.strategy_cards)
        short = there < most and table.phase in ("action", "status") and not player.is_eliminated
        if there > most or short:
            yield rule_refusal("IM-PICK-1", "each", side=side, n=there, most=most)
        may_have = table.phase == "status" or player.is_eliminated
        may_have = may_have or (table.phase == "action" and all(player.strategy_cards.values()))
        if player.has_passed and not may_have:
            yield rule_refusal("IM-TURN-2", "cannot_have", side=side)
        for card in player.scored_objectives:
            if not objectives_by_id()[card].is_secret and card not in table.open_objectives:
                yield rule_refusal("IM-OBJ-1", "not_open", side=side, card=CardName(card))
    yield from _notes(table)
    stages = [objectives_by_id()[card].stage for card in table.open_objectives]
    if len(stages) < _MIN_OPEN_OBJECTIVES or min(table.face_down_objective_counts) < 0:
        yield rule_refusal(
            "IM-SET-5", "open", n=len(stages), least=_MIN_OPEN_OBJECTIVES, most=_MAX_OPEN_PER_STAGE
        )
    if (
        2 in stages
        and table.face_down_objective_counts[0] > 0
        and table.face_down_objective_counts[1] < _MAX_OPEN_PER_STAGE
    ):
        yield rule_refusal("IM-STATUS-2", "stage")


def _notes(table: GameTable) -> Iterator[Refusal]:
    """Yield a refusal for each promissory note that is in two places, not in the game, or put into play by
    its owner.
    """
    seen: dict[str, int] = {}
    for seat, player in enumerate(table.players):
        for note in (*player.promissory_notes, *player.notes_in_play):
            if not is_note_in_game(table, note):
                yield rule_refusal("IM-TRADE-6", "no_note", side=SEATS[seat], card=CardName(note))
            elif note in seen:
                yield rule_refusal("IM-LIM-1", "two_places", card=CardName(note), side=SEATS[seat])
            elif note in player.notes_in_play and note_owner(note) == seat:
                yield rule_refusal("IM-TRADE-6", "own", side=SEATS[seat], card=CardName(note))
            seen[note] = seat


def _laws(table: GameTable) -> Iterator[Refusal]:
    """Yield a refusal for each law without a required election result or with an impossible one."""
    for law in table.laws:
        card, possible = CardName(law.card), law_attachment_choices(table, agendas_by_id()[law.card])
        if law.elected in possible:
            continue
        if possible == [""]:
            yield rule_refusal("IM-AGENDA-6", "elects_nothing", card=card, found=QuotedFact(law.elected))
        elif not possible:
            yield rule_refusal("IM-AGENDA-6", "nothing_to_elect", card=card)
        elif not law.elected:
            yield rule_refusal("IM-AGENDA-6", "elected_missing", card=card, expected=QuotedFact(possible[0]))
        else:
            found, expected = QuotedFact(law.elected), QuotedFact(possible[0])
            yield rule_refusal("IM-AGENDA-6", "elected_other", card=card, found=found, expected=expected)


def _round(table: GameTable) -> Iterator[Refusal]:
    if not 1 <= table.round <= MAX_ROUNDS:
        yield rule_refusal("IM-END-2", "rounds", n=table.round, most=MAX_ROUNDS)
    if table.phase == "agenda" and table.has_custodians:
        yield rule_refusal("IM-STATUS-8", "custodians")
