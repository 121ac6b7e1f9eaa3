"""The table of a game: the map with its units and tokens, the sheets, the cards, and the active player."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from math import inf
from operator import attrgetter

import attrs

from twingkit.core.events import Event
from twingkit.core.zones import declaration
from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.imperium.box.tiles import MECATOL_TILE, Planet, planets_by_id
from twingkit.imperium.box.units import DOCK, FIGURES_PER_PLAYER
from twingkit.imperium.galaxy.map.adjacency import (
    LINKABLE_WORMHOLES,
    PRINTED_WORMHOLES,
    AdjacencyLists,
    WormholeState,
    adjacency_lists,
)
from twingkit.imperium.galaxy.map.galaxy import Galaxy
from twingkit.imperium.galaxy.table import sheet
from twingkit.imperium.galaxy.table.ballot import Ballot
from twingkit.imperium.galaxy.table.lasting_effects import EffectEnd, LastingEffect, Law
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits
from twingkit.imperium.texts.fact_names import facts_with_names
from twingkit.imperium.variants.variant import BOX, Variant

SEATS = ("p1", "p2", "p3", "p4", "p5", "p6")
"""The names of the players, clockwise."""

MIN_SEATS = 3
"""The smallest number of players (IM-SET-1)."""

MECATOL_REX = "mr"
"""The id of the planet Mecatol Rex."""

_MAX_PLAYERS_WITH_TWO_CARDS = 4
"""The largest number of players at which each takes two strategy cards (IM-PICK-1)."""


MAX_STRUCTURES_ON_PLANET = {"pds": 2, DOCK: 1}
"""The largest number of a player's structures on a planet, by class (IM-PROD-6)."""

UNLIMITED_PDS_LAW = "defense_act"
"""The law that lifts the limit on PDS (IM-AGENDA-defense_act)."""

_RESOURCES_BY_ATTACHMENT = {"core_mining": 2, "terraforming_initiative": 1}
_INFLUENCE_BY_ATTACHMENT = {"senate_sanctuary": 2, "terraforming_initiative": 1}
"""The resources and the influence that a card adds to the planet that it is attached to."""


AGENDA_PIECES = declaration.PieceKind(piece_of=lambda lying: getattr(lying, "card", lying))
"""The agenda cards; laws in play are stored with what they have elected."""


def _copy_units(there: dict[int, PlacedUnits]) -> dict[int, PlacedUnits]:
    return {seat: units.copy() for seat, units in there.items()} if there else {}


def _key(there: dict[int, PlacedUnits]) -> Hashable:
    return tuple((seat, units.key()) for seat, units in sorted(there.items()))


@attrs.define(eq=False, init=False)
class GameTable(declaration.ZoneTable):
    """The full state of a game of three to six players."""

    galaxy: Galaxy = declaration.value_field(None, key_with=attrgetter("tile_numbers"))
    variant: Variant = declaration.value_field(BOX, in_key=False)
    points_to_win: int = declaration.value_field(10, in_key=False)
    players: list[sheet.FactionSheet] = declaration.players_field(sheet.FactionSheet)
    space: list[dict[int, PlacedUnits]] = declaration.value_field(
        list,
        copy_with=lambda space, twin: [_copy_units(there) for there in space],
        key_with=lambda space: tuple(map(_key, space)),
    )
    """The units in the space of each system, by system index and seat."""
    command_tokens: list[frozenset[int]] = declaration.value_field(list)
    """The seats that have a command token in each system, by index."""
    ground: dict[str, dict[int, PlacedUnits]] = declaration.value_field(
        dict,
        copy_with=lambda ground, twin: {name: _copy_units(there) for name, there in ground.items()},
        key_with=lambda ground: tuple((name, _key(there)) for name, there in ground.items() if there),
    )
    """The units on each planet, by planet id and seat."""
    planet_controllers: dict[str, int | None] = declaration.value_field(
        dict, key_with=lambda holders: tuple(holders.items())
    )
    """The seat that controls each planet (None: nobody)."""
    exhausted_planets: frozenset[str] = declaration.value_field(frozenset)
    """The planets whose cards are exhausted."""
    attachments: dict[str, tuple[str, ...]] = declaration.value_field(dict)
    """The cards that are attached to planets."""
    phase: str = declaration.value_field("setup")
    """The current phase: `setup`, `strategy`, `action`, `status`, `agenda` or `over`."""
    round: int = declaration.value_field(0)
    speaker: int = declaration.value_field(0)
    current: int = declaration.value_field(0)
    turns_this_phase: int = declaration.value_field(0, in_key=False)
    """The number of turns taken in this action phase."""
    active_system: int | None = declaration.value_field(None)
    """The index of the active system of a tactical action (IM-TACT-4)."""
    has_custodians: bool = declaration.value_field(True)
    """True while the custodians token is on Mecatol Rex."""
    card_goods: dict[int, int] = declaration.value_field(dict)
    """The trade goods on strategy cards that nobody chose (IM-PICK-2)."""
    open_objectives: tuple[str, ...] = declaration.value_field(())
    """The open public objectives."""
    withdrawn_secrets: tuple[str, ...] = declaration.value_field(())
    """The secret objectives that a law made public until it left play; nobody can score them
    (IM-AGENDA-classified)."""
    face_down_objective_counts: tuple[int, int] = declaration.value_field((0, 0))
    """The number of face-down public objectives of each stage."""
    objective_decks: tuple[DeckWithKnownEnds[str], DeckWithKnownEnds[str]] = declaration.value_field(
        lambda: (DeckWithKnownEnds(), DeckWithKnownEnds()),
        visible_to=declaration.NOBODY,
        copy_with=lambda decks, twin: (decks[0].copy(), decks[1].copy()),
        key_with=lambda decks: (decks[0].key(), decks[1].key()),
    )
    """The public objectives that can still be revealed, by stage."""
    action_deck: DeckWithKnownEnds[str] = declaration.zone_field(
        sheet.ACTION_CARD_PIECES, DeckWithKnownEnds, visible_to=declaration.NOBODY
    )
    action_discard: list[str] = declaration.zone_field(sheet.ACTION_CARD_PIECES, list)
    secret_deck: DeckWithKnownEnds[str] = declaration.zone_field(
        sheet.SECRET_OBJECTIVE_PIECES, DeckWithKnownEnds, visible_to=declaration.NOBODY
    )
    agenda_deck: DeckWithKnownEnds[str] = declaration.zone_field(
        AGENDA_PIECES, DeckWithKnownEnds, visible_to=declaration.NOBODY
    )
    agenda_discard: list[str] = declaration.zone_field(AGENDA_PIECES, list)
    agendas_per_round: int = declaration.value_field(2, in_key=False)
    ballot: Ballot | None = declaration.value_field(None)
    """The current vote, from revealing an agenda until it is resolved."""
    laws: tuple[Law, ...] = declaration.zone_field(AGENDA_PIECES, tuple)
    lasting_effects: tuple[LastingEffect, ...] = declaration.value_field(())
    """The effects that last for a while."""
    note_cards_in_game: frozenset[str] = declaration.value_field(frozenset, in_key=False)
    """The cards of the promissory notes that are in the game."""
    wormhole_tokens: tuple[tuple[int, str], ...] = declaration.value_field(())
    """The wormhole tokens of the Ghosts of Creuss, as (system index, kind)."""
    stats_log: declaration.StatsLog | None = declaration.value_field(None, in_key=False)

    def __init__(
        self, galaxy: Galaxy, seats: int, *, points_to_win: int = 10, variant: Variant = BOX
    ) -> None:
        self.__attrs_init__(
            galaxy,
            variant=variant,
            points_to_win=points_to_win,
            players=[sheet.FactionSheet(seat) for seat in range(seats)],
        )
        self.set_map(galaxy)

    def trial_copy(self, places: Iterable[int | str] = ()) -> GameTable:
        """Return a copy on which something is tried out, valid while the original does not change; only units
        in `places` may be changed in place.

        It has its own sheets, controllers, and units in these `places`. It shares everything else, which may
        be replaced but not changed in place. This is much faster than `copy`.
        """
        twin = self.share()
        twin.players = [player.copy() for player in self.players]
        twin.planet_controllers = self.planet_controllers.copy()
        twin.space, twin.ground = self.space[:], self.ground.copy()
        for place in places:
            if isinstance(place, int):
                twin.space[place] = _copy_units(self.space[place])
            else:
                twin.ground[place] = _copy_units(self.ground[place])
        return twin

    def set_map(self, galaxy: Galaxy) -> None:
        """Replace the map by one without units or tokens, at the start and while it is built (IM-SET-4)."""
        worlds = [planet.id for system in galaxy.systems for planet in system.tile.planets]
        self.galaxy = galaxy
        self.space = [{} for _ in galaxy.systems]
        self.command_tokens = [frozenset() for _ in galaxy.systems]
        self.ground = {name: {} for name in worlds}
        self.planet_controllers = dict.fromkeys(worlds)

    def announce(self, rule: str, case: str, seat: int, **facts: object) -> None:
        """Log the ruling of a rule and case for the player of a seat."""
        if self.rulings is not None:
            self.record_ruling(rule, case, side=SEATS[seat], **facts_with_names(facts))

    def record(self, event: Event) -> None:
        """Record what a rule did as a typed ruling, with ids replaced by names."""
        if self.rulings is not None:
            rule, case = event.key
            self.record_ruling(rule, case, **facts_with_names(event.facts()))

    # -- seats

    def seats_from(self, seat: int) -> list[int]:
        """Return the seats of all players in the game, clockwise from this one."""
        count = len(self.players)
        order = ((seat + step) % count for step in range(count))
        return [other for other in order if not self.players[other].is_eliminated]

    @property
    def initiative_order(self) -> list[int]:
        """Return the seats of all players in initiative order (IM-PICK-4); those without a strategy card come
        last, clockwise from the speaker."""
        order = self.seats_from(self.speaker)
        return sorted(order, key=lambda seat: (self.players[seat].initiative, order.index(seat)))

    def other_seats(self, seat: int) -> list[int]:
        """Return the seats of the other players, clockwise from a seat."""
        return self.seats_from(seat)[1:] if not self.players[seat].is_eliminated else self.seats_from(seat)

    @property
    def strategy_cards_per_player(self) -> int:
        """The number of strategy cards that each player takes (IM-PICK-1, IM-PICK-3)."""
        return 2 if len(self.players) <= _MAX_PLAYERS_WITH_TWO_CARDS else 1

    # -- the map

    def tile_number(self, system: int) -> str:
        """Return the number of a system's tile, which is its name in notation."""
        return self.galaxy.systems[system].tile.number

    def planets_of(self, system: int) -> tuple[Planet, ...]:
        """Return the planets of a system."""
        return self.galaxy.systems[system].tile.planets

    def system_of(self, place: int | str) -> int:
        """Return the index of the system that a place belongs to: the system itself, or the system of a
        planet.
        """
        return place if isinstance(place, int) else self.galaxy.index_of(place)

    def place_name(self, place: int | str) -> str:
        """Return how an answer names a place: a system by its tile number, a planet by its id."""
        return place if isinstance(place, str) else self.tile_number(place)

    @property
    def mecatol_system(self) -> int:
        """The index of the system of Mecatol Rex."""
        return self.galaxy.index_of(MECATOL_TILE)

    def home_system(self, seat: int) -> int:
        """Return the index of a player's home system."""
        return next(
            system.index
            for system in self.galaxy.systems
            if system.tile.is_home and system.tile.faction == self.players[seat].faction
        )

    def adjacency(self, seat: int, purpose: str = "move") -> AdjacencyLists:
        """Return the adjacent systems of each system for a player and a purpose: `move`, `retreat`, `cannon`,
        `neighbour` or `count` (IM-MAP-5)."""
        return adjacency_lists(self.galaxy, self.wormhole_state(seat, purpose))

    def wormhole_state(self, seat: int, purpose: str = "move") -> WormholeState:
        """Return the state of the wormholes for a player and a purpose (IM-MAP-5)."""
        joined = self.players[seat].faction == "ghost" or self.is_law_in_force("wormhole_recon")
        joined = joined or self.has_effect("lost_star")
        closed = purpose in ("move", "retreat") and self.is_law_in_force("travel_ban")
        added = (*self._added_wormholes(), *self._conduit_ends())
        return WormholeState(joined, closed, added) if joined or closed or added else PRINTED_WORMHOLES

    def wormholes_in(self, system: int) -> frozenset[str]:
        """Return the kinds of wormhole in a system: "alpha", "beta", "delta" (IM-MAP-2)."""
        added = {kind for place, kind in self._added_wormholes() if place == system}
        return frozenset(added.union(self.galaxy.systems[system].tile.wormholes))

    def _added_wormholes(self) -> Iterator[tuple[int, str]]:
        """Yield the wormholes that are not printed on tiles, as (system index, kind): Hil Colish, tokens, and
        Lazax Gate Folding during its owner's tactical action."""
        for ghost in [player.seat for player in self.players if player.faction == "ghost"]:
            for system, there in enumerate(self.space):
                if ghost in there and there[ghost]["flagship"]:
                    yield system, "delta"
        yield from self.wormhole_tokens
        seat = self.current
        folds = self.active_system is not None and self.players[seat].has_technology("lgf")
        if folds and self.planet_controllers.get(MECATOL_REX) != seat:
            yield from ((self.mecatol_system, kind) for kind in LINKABLE_WORMHOLES)

    def _conduit_ends(self) -> Iterator[tuple[int, str]]:
        """Yield the wormhole ends by which Spatial Conduit Cylinder joins systems for the active player."""
        if self.active_system is not None and self.has_effect("scc", self.current):
            for end in range(len(self.space)):
                if self.has_units(self.current, end):
                    yield from ((self.active_system, f"conduit {end}"), (end, f"conduit {end}"))

    def has_effect(self, ability: str, seat: int | None = None) -> bool:
        """Return whether an effect is active, for this player if one is given."""
        return any(
            effect.ability == ability and seat in (None, effect.seat) for effect in self.lasting_effects
        )

    def effect_subjects(self, ability: str, seat: int | None = None) -> tuple[str, ...]:
        """Return the subjects of the active effects of an ability, of this player if one is given."""
        return tuple(
            effect.subject
            for effect in self.lasting_effects
            if effect.ability == ability and seat in (None, effect.seat)
        )

    def start_effect(self, ability: str, seat: int, until: EffectEnd, subject: str = "") -> None:
        """Start a lasting effect of a player's ability, which lasts until the moment `until`."""
        self.lasting_effects += (LastingEffect(ability, seat, until, subject),)

    def end_effects(self, until: EffectEnd) -> None:
        """End all effects that last until this moment."""
        self.lasting_effects = tuple(effect for effect in self.lasting_effects if effect.until != until)

    def has_units(self, seat: int, system: int) -> bool:
        """Return whether a player has units in a system, in space or on a planet."""
        return seat in self.space[system] or any(
            seat in self.ground[planet.id] for planet in self.planets_of(system)
        )

    def is_law_in_force(self, law: str) -> bool:
        """Return whether a law is in play."""
        return any(known.card == law for known in self.laws)

    def was_made_public(self, objective: str) -> bool:
        """Return whether a secret objective is or was public, so that it is no longer secret
        (IM-AGENDA-classified)."""
        return objective in self.open_objectives or objective in self.withdrawn_secrets

    def controlled_planets(self, seat: int) -> list[str]:
        """Return the planets that a player controls, in map order."""
        return [planet for planet, holder in self.planet_controllers.items() if holder == seat]

    def ready_planets(self, seat: int) -> list[str]:
        """Return the ready planets of a player."""
        return [planet for planet in self.controlled_planets(seat) if planet not in self.exhausted_planets]

    def exhausted_planets_of(self, seat: int) -> list[str]:
        """Return the exhausted planets of a player."""
        return [planet for planet in self.controlled_planets(seat) if planet in self.exhausted_planets]

    def is_demilitarized(self, planet: str) -> bool:
        """Return whether no unit can be placed on a planet (IM-AGENDA-demilitarized_zone)."""
        return "demilitarized_zone" in self.attachments.get(planet, ())

    def own_planets_open_to_units(self, seat: int, system: int | None = None) -> list[str]:
        """Return the player's planets on which units can be placed, in this system if one is given."""
        return [
            world
            for world in self.controlled_planets(seat)
            if not self.is_demilitarized(world) and system in (None, self.system_of(world))
        ]

    def resources(self, planet: str) -> int:
        """Return the resources of a planet, including its attachments."""
        value = planets_by_id()[planet].resources
        for card in self.attachments.get(planet, ()):
            value += _RESOURCES_BY_ATTACHMENT.get(card, 0)
        return value

    def influence(self, planet: str) -> int:
        """Return the influence of a planet, including its attachments."""
        value = planets_by_id()[planet].influence
        for card in self.attachments.get(planet, ()):
            value += _INFLUENCE_BY_ATTACHMENT.get(card, 0)
        return value

    # -- units

    def units_in_space(self, seat: int, system: int) -> PlacedUnits:
        """Return a player's units in the space of a system; empty if there are none."""
        return self.space[system].get(seat) or PlacedUnits()

    def units_on_planet(self, seat: int, planet: str) -> PlacedUnits:
        """Return a player's units on a planet; empty if there are none."""
        return self.ground[planet].get(seat) or PlacedUnits()

    def units_at(self, place: int | str) -> dict[int, PlacedUnits]:
        """Return the units in the space of a system (an index) or on a planet (its id), by seat."""
        return self.space[place] if isinstance(place, int) else self.ground[place]

    def put_units(
        self, seat: int, place: int | str, unit_class: str, count: int = 1, damaged_count: int = 0
    ) -> None:
        """Put units into the space of a system (an index) or on a planet (its id)."""
        self.units_at(place).setdefault(seat, PlacedUnits()).put(unit_class, count, damaged_count)

    def remove_units(
        self, seat: int, place: int | str, unit_class: str, count: int = 1, damaged_count: int | None = None
    ) -> int:
        """Remove units from a place and return how many of them were damaged, not how many were removed;
        `damaged_count` is as in `PlacedUnits.take` (None: undamaged ones first).
        """
        there = self.units_at(place)
        gone = there[seat].take(unit_class, count, damaged_count)
        if not there[seat]:
            del there[seat]
        return gone

    def move_all_units(
        self, seat: int, source: int | str, target: int | str, unit_classes: Iterable[str]
    ) -> None:
        """Move all of a player's units of these classes between places; damaged units stay damaged."""
        units = self.units_at(source).get(seat)
        for name in unit_classes:
            if units and (count := units[name]):
                self.put_units(seat, target, name, count, self.remove_units(seat, source, name, count))

    def replace_units(self, seat: int, place: int | str, units: PlacedUnits) -> None:
        """Replace all units of a player in a place by these."""
        there = self.units_at(place)
        there.pop(seat, None)
        if units:
            there[seat] = units

    def enemy_seats_with_ships(self, seat: int, system: int) -> list[int]:
        """Return the seats of other players with ships in a system."""
        return [other for other, units in self.space[system].items() if other != seat and units.ship_count]

    def systems_with_ships(self, seat: int) -> list[int]:
        """Return the indexes of the systems in which a player has ships."""
        return [system for system, there in enumerate(self.space) if seat in there and there[seat].ship_count]

    def places_and_units(self, seat: int) -> Iterator[tuple[int | str, PlacedUnits]]:
        """Yield every place with units of a player: systems by index, then planets by id."""
        for system, there in enumerate(self.space):
            if seat in there:
                yield system, there[seat]
        for planet, units in self.ground.items():
            if seat in units:
                yield planet, units[seat]

    def count_on_board(self, seat: int, unit_class: str) -> int:
        """Return the number of a player's units of a class on the board."""
        return sum(units[unit_class] for _, units in self.places_and_units(seat))

    def figures_left(self, seat: int, unit_class: str) -> int | None:
        """Return the number of figures of a class in the reinforcements; None if tokens can replace figures
        (IM-LIM-1)."""
        figures = FIGURES_PER_PLAYER.get(unit_class)
        return None if figures is None else figures - self.count_on_board(seat, unit_class)

    def max_structures_on_planet(self, unit_class: str) -> float:
        """Return the largest number of structures of a class that a player may have on a planet under the
        current laws (IM-PROD-6)."""
        is_unlimited = unit_class == "pds" and self.is_law_in_force(UNLIMITED_PDS_LAW)
        return inf if is_unlimited else MAX_STRUCTURES_ON_PLANET[unit_class]

    def dock_places(self, seat: int, system: int) -> list[int | str]:
        """Return the places of a player's space docks in a system: planets, and the space for a floating
        dock."""
        places: list[int | str] = [
            planet.id
            for planet in self.planets_of(system)
            if seat in (there := self.ground[planet.id]) and there[seat][DOCK]
        ]
        floating = seat in self.space[system] and self.space[system][seat][DOCK]
        return [*places, system] if floating else places

    def has_presence(self, seat: int, system: int) -> bool:
        """Return whether a player has units in a system or controls a planet there."""
        worlds = self.planets_of(system)
        return seat in self.space[system] or any(
            seat in self.ground[planet.id] or self.planet_controllers[planet.id] == seat for planet in worlds
        )

    # -- command tokens

    def tokens_in_reinforcements(self, seat: int) -> int:
        """Return the number of a player's command tokens in the reinforcements (IM-PAY-3)."""
        return (
            sheet.TOKENS_PER_PLAYER
            - self.players[seat].tokens_on_sheet
            - sum(seat in there for there in self.command_tokens)
        )

    def place_token(self, seat: int, system: int) -> None:
        """Place a player's command token in a system, without a log entry and without checks."""
        self.command_tokens[system] |= {seat}

    def remove_token(self, seat: int, system: int) -> None:
        """Take a player's command token from a system, without a log entry; it goes to the reinforcements."""
        self.command_tokens[system] -= {seat}

    def fleet_limit(self, seat: int) -> int:
        """Return the largest number of non-fighter ships that a player may have in a system (IM-FLEET-1)."""
        return self.players[seat].fleet + (2 if self.players[seat].faction == "letnev" else 0)

    # -- cards

    def exhaust_planets(self, planet_ids: Sequence[str]) -> None:
        """Exhaust the cards of planets."""
        self.exhausted_planets |= frozenset(planet_ids)

    def gain_points(self, seat: int, points: int) -> None:
        """Add victory points to a player, or remove them with a negative count; the total stays between 0 and
        the goal (IM-OBJ-5).
        """
        player = self.players[seat]
        player.points = min(max(player.points + points, 0), self.points_to_win)
