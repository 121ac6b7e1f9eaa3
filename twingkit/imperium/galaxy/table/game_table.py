"""The table of a game: the map with everything on it, the sheets, the cards, and whose turn it is."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from operator import attrgetter

import attrs

from twingkit.core.zones.deck import Deck
from twingkit.core.zones.declaration import NOBODY, Pieces, ZoneTable, players_field, value, zone
from twingkit.imperium.box.tiles import MECATOL, Planet, planets
from twingkit.imperium.box.units import DOCK, FIGURES
from twingkit.imperium.galaxy.map.adjacency import LINKABLE, Neighbours, Wormholes, adjacent_systems
from twingkit.imperium.galaxy.map.galaxy import Galaxy
from twingkit.imperium.galaxy.table.ballot import Ballot
from twingkit.imperium.galaxy.table.lasting_effects import LastingEffect, Law, Until
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits
from twingkit.imperium.galaxy.table.sheet import ACTIONS, SECRETS, TOKENS, Sheet
from twingkit.imperium.texts.fact_names import name_facts
from twingkit.imperium.variants.variant import BOX, Variant

SEATS = ("p1", "p2", "p3", "p4", "p5", "p6")
"""The names of the players in records, clockwise."""

MIN_SEATS = 3
"""The smallest number of players (IM-SET-1)."""

MECATOL_REX = "mr"
"""The id of the planet Mecatol Rex."""

MAX_PLAYERS_WITH_TWO_CARDS = 4
"""The largest number of players with which each takes two strategy cards (IM-PICK-1)."""


AGENDAS = Pieces(name=lambda lying: getattr(lying, "card", lying))
"""The agenda cards; laws in play are stored with what they have elected."""


def _copy_units(there: dict[int, PlacedUnits]) -> dict[int, PlacedUnits]:
    return {seat: units.copy() for seat, units in there.items()} if there else {}


def _key(there: dict[int, PlacedUnits]) -> Hashable:
    """The units of all players in a place as one hashable value."""
    return tuple((seat, units.key()) for seat, units in sorted(there.items()))


@attrs.define(eq=False, init=False)
class GameTable(ZoneTable):
    """The table of a game of three to six players, and whose turn it is."""

    galaxy: Galaxy = value(None, key_with=attrgetter("tiles"))
    variant: Variant = value(BOX, key=False)
    points_to_win: int = value(10, key=False)
    players: list[Sheet] = players_field(Sheet)
    space: list[dict[int, PlacedUnits]] = value(
        list,
        copy_with=lambda space, twin: [_copy_units(there) for there in space],
        key_with=lambda space: tuple(map(_key, space)),
    )
    """For each system, by index, the units in its space by seat."""
    tokens: list[frozenset[int]] = value(list)
    """For each system the seats that have a command token there."""
    ground: dict[str, dict[int, PlacedUnits]] = value(
        dict,
        copy_with=lambda ground, twin: {name: _copy_units(there) for name, there in ground.items()},
        key_with=lambda ground: tuple((name, _key(there)) for name, there in ground.items() if there),
    )
    """For each planet the units on it by seat."""
    holders: dict[str, int | None] = value(dict, key_with=lambda holders: tuple(holders.items()))
    """For each planet the seat that controls it."""
    exhausted: frozenset[str] = value(frozenset)
    """The planets whose cards are exhausted."""
    attached: dict[str, tuple[str, ...]] = value(dict)
    """The cards that are attached to planets."""
    phase: str = value("setup")
    """`setup`, `strategy`, `action`, `status`, `agenda` or `over`."""
    round: int = value(0)
    speaker: int = value(0)
    current: int = value(0)
    turns: int = value(0, key=False)
    """The number of turns taken in this action phase."""
    active_system: int | None = value(None)
    """The index of the active system of a tactical action (IM-TACT-4)."""
    custodians: bool = value(True)
    """True while the custodians token is on Mecatol Rex."""
    card_goods: dict[int, int] = value(dict)
    """The trade goods on strategy cards that nobody chose (IM-PICK-2)."""
    objectives: tuple[str, ...] = value(())
    """The open public objectives."""
    withdrawn: tuple[str, ...] = value(())
    """The secret objectives that were public for a while: they stay in play, and nobody scores them
    (IM-AGENDA-classified)."""
    face_down_objectives: tuple[int, int] = value((0, 0))
    """The numbers of public objectives of both stages that are still face down."""
    stage_decks: tuple[Deck[str], Deck[str]] = value(
        lambda: (Deck(), Deck()),
        visible_to=NOBODY,
        copy_with=lambda decks, twin: (decks[0].copy(), decks[1].copy()),
        key_with=lambda decks: (decks[0].key(), decks[1].key()),
    )
    """The public objectives that may still come, by stage."""
    action_deck: Deck[str] = zone(ACTIONS, Deck, visible_to=NOBODY)
    action_discard: list[str] = zone(ACTIONS, list)
    secret_deck: Deck[str] = zone(SECRETS, Deck, visible_to=NOBODY)
    agenda_deck: Deck[str] = zone(AGENDAS, Deck, visible_to=NOBODY)
    agenda_discard: list[str] = zone(AGENDAS, list)
    agendas_per_round: int = value(2, key=False)
    ballot: Ballot | None = value(None)
    """The vote that is under way, from the moment an agenda is revealed until it is resolved."""
    laws: tuple[Law, ...] = zone(AGENDAS, tuple)
    lasting_effects: tuple[LastingEffect, ...] = value(())
    """The effects that last for a while."""
    notes: frozenset[str] = value(frozenset, key=False)
    """The promissory notes that are in the game, by their cards."""
    wormhole_tokens: tuple[tuple[int, str], ...] = value(())
    """The wormhole tokens of the Ghosts of Creuss: the index of a system, and the kind."""

    def __init__(
        self, galaxy: Galaxy, seats: int, *, points_to_win: int = 10, variant: Variant = BOX
    ) -> None:
        self.__attrs_init__(
            galaxy,
            variant=variant,
            points_to_win=points_to_win,
            players=[Sheet(seat) for seat in range(seats)],
        )
        self.set_map(galaxy)

    def set_map(self, galaxy: Galaxy) -> None:
        """Lay a map with nothing on it: the first one, and each of those while one is built (IM-SET-4)."""
        worlds = [planet.id for system in galaxy.systems for planet in system.tile.planets]
        self.galaxy = galaxy
        self.space = [{} for _ in galaxy.systems]
        self.tokens = [frozenset() for _ in galaxy.systems]
        self.ground = {name: {} for name in worlds}
        self.holders = dict.fromkeys(worlds)

    def announce(self, rule: str, case: str, seat: int, **facts: object) -> None:
        """Cite a rule that acts for a player."""
        if self.rulings is not None:
            self.cite(rule, case, side=SEATS[seat], **name_facts(facts))

    # -- seats

    def seats_from(self, seat: int) -> list[int]:
        """The seats of all players in the game, clockwise from this one."""
        count = len(self.players)
        order = ((seat + step) % count for step in range(count))
        return [other for other in order if not self.players[other].eliminated]

    @property
    def initiative_order(self) -> list[int]:
        """The seats of all players in the game in initiative order (IM-PICK-4); players without a strategy
        card come last, clockwise from the speaker.
        """
        order = self.seats_from(self.speaker)
        return sorted(order, key=lambda seat: (self.players[seat].initiative, order.index(seat)))

    def other_seats(self, seat: int) -> list[int]:
        """The seats of the other players, clockwise from a seat."""
        return self.seats_from(seat)[1:] if not self.players[seat].eliminated else self.seats_from(seat)

    @property
    def strategy_cards_each(self) -> int:
        """The number of strategy cards that each player takes (IM-PICK-1, IM-PICK-3)."""
        return 2 if len(self.players) <= MAX_PLAYERS_WITH_TWO_CARDS else 1

    # -- the map

    def tile_number(self, system: int) -> str:
        """The number of a system's tile, by which it is named."""
        return self.galaxy.systems[system].tile.number

    def planets_of(self, system: int) -> tuple[Planet, ...]:
        """The planets of a system."""
        return self.galaxy.systems[system].tile.planets

    def system_of(self, planet: str) -> int:
        """The index of a planet's system."""
        return self.galaxy.system(planet).index

    @property
    def mecatol_system(self) -> int:
        """The index of the system of Mecatol Rex."""
        return self.galaxy.system(MECATOL).index

    def home_system(self, seat: int) -> int:
        """The index of a player's home system."""
        return next(
            system.index
            for system in self.galaxy.systems
            if system.tile.is_home and system.tile.faction == self.players[seat].faction
        )

    def adjacency(self, seat: int, purpose: str = "move") -> Neighbours:
        """The adjacent systems of each for a player and a purpose: `move`, `retreat`, `cannon`, `neighbour`
        or `count` (IM-MAP-5)."""
        return adjacent_systems(self.galaxy, self.wormhole_state(seat, purpose))

    def wormhole_state(self, seat: int, purpose: str = "move") -> Wormholes:
        """The state of the wormholes for a player and a purpose (IM-MAP-5)."""
        joined = self.players[seat].faction == "ghost" or self.is_in_force("wormhole_recon")
        joined = joined or self.has_effect("lost_star")
        closed = purpose in ("move", "retreat") and self.is_in_force("travel_ban")
        return Wormholes(joined, closed, (*self._added_wormholes(), *self._conduit_ends()))

    def wormholes_in(self, system: int) -> frozenset[str]:
        """The kinds of wormhole in a system: "alpha", "beta", "delta" (IM-MAP-2)."""
        added = {kind for place, kind in self._added_wormholes() if place == system}
        return frozenset(added.union(self.galaxy.systems[system].tile.wormholes))

    def _added_wormholes(self) -> Iterator[tuple[int, str]]:
        """Yield the wormholes beside those of the tiles, each as (index of the system, kind): of the Hil
        Colish, of tokens, of the active player's Lazax Gate Folding in a tactical action."""
        for ghost in [player.seat for player in self.players if player.faction == "ghost"]:
            for system, there in enumerate(self.space):
                if ghost in there and there[ghost]["flagship"]:
                    yield system, "delta"
        yield from self.wormhole_tokens
        seat = self.current
        folds = self.active_system is not None and self.players[seat].has("lgf")
        if folds and self.holders.get(MECATOL_REX) != seat:
            yield from ((self.mecatol_system, kind) for kind in LINKABLE)

    def _conduit_ends(self) -> Iterator[tuple[int, str]]:
        """Yield the ends by which the active player's Spatial Conduit Cylinder joins systems."""
        if self.active_system is not None and self.has_effect("scc", self.current):
            for end in range(len(self.space)):
                if self.has_units(self.current, end):
                    yield from ((self.active_system, f"conduit {end}"), (end, f"conduit {end}"))

    def has_effect(self, ability: str, seat: int | None = None) -> bool:
        """True if an effect lasts, of this player if one is named."""
        return any(
            effect.ability == ability and seat in (None, effect.seat) for effect in self.lasting_effects
        )

    def start_effect(self, ability: str, seat: int, until: Until, about: str = "") -> None:
        """Let an effect last."""
        self.lasting_effects += (LastingEffect(ability, seat, until, about),)

    def end_effects(self, until: Until) -> None:
        """End all effects that last until then."""
        self.lasting_effects = tuple(effect for effect in self.lasting_effects if effect.until != until)

    def has_units(self, seat: int, system: int) -> bool:
        """True if a player has units in a system, in space or on a planet."""
        return seat in self.space[system] or any(
            seat in self.ground[planet.id] for planet in self.planets_of(system)
        )

    def is_in_force(self, law: str) -> bool:
        """True if a law is in play."""
        return any(known.card == law for known in self.laws)

    def was_made_public(self, objective: str) -> bool:
        """True for a secret objective that is public, or was: it is nobody's secret any more
        (IM-AGENDA-classified)."""
        return objective in self.objectives or objective in self.withdrawn

    def controlled_planets(self, seat: int) -> list[str]:
        """The planets that a player controls, in the order of the map."""
        return [planet for planet, holder in self.holders.items() if holder == seat]

    def ready_planets(self, seat: int) -> list[str]:
        """The ready planets of a player."""
        return [planet for planet in self.controlled_planets(seat) if planet not in self.exhausted]

    def is_demilitarized(self, planet: str) -> bool:
        """True for a planet on which no unit can be placed (IM-AGENDA-demilitarized_zone)."""
        return "demilitarized_zone" in self.attached.get(planet, ())

    def planets_open_to_units(self, seat: int, system: int) -> list[str]:
        """The planets of a system that a player controls and on which units can be placed."""
        worlds = (planet.id for planet in self.planets_of(system))
        return [world for world in worlds if self.holders[world] == seat and not self.is_demilitarized(world)]

    def resources(self, planet: str) -> int:
        """The resources of a planet, including its attachments."""
        more = {"core_mining": 2, "terraforming_initiative": 1}
        return planets()[planet].resources + sum(more.get(card, 0) for card in self.attached.get(planet, ()))

    def influence(self, planet: str) -> int:
        """The influence of a planet, including its attachments."""
        more = {"senate_sanctuary": 2, "terraforming_initiative": 1}
        return planets()[planet].influence + sum(more.get(card, 0) for card in self.attached.get(planet, ()))

    # -- units

    def units_in_space(self, seat: int, system: int) -> PlacedUnits:
        """A player's units in the space of a system; an empty value where there are none."""
        return self.space[system].get(seat) or PlacedUnits()

    def units_on_planet(self, seat: int, planet: str) -> PlacedUnits:
        """A player's units on a planet; an empty value where there are none."""
        return self.ground[planet].get(seat) or PlacedUnits()

    def put_units(self, seat: int, place: int | str, unit_class: str, count: int = 1, hurt: int = 0) -> None:
        """Put units into the space of a system (an index) or on a planet (its id)."""
        there = self.space[place] if isinstance(place, int) else self.ground[place]
        there.setdefault(seat, PlacedUnits()).put(unit_class, count, hurt)

    def take_units(
        self, seat: int, place: int | str, unit_class: str, count: int = 1, hurt: int | None = None
    ) -> int:
        """Take units from a place; the damaged among them (see `PlacedUnits.take`)."""
        there = self.space[place] if isinstance(place, int) else self.ground[place]
        gone = there[seat].take(unit_class, count, hurt)
        if not there[seat]:
            del there[seat]
        return gone

    def replace_units(self, seat: int, place: int | str, units: PlacedUnits) -> None:
        """Put these units in the place of all that a player has there."""
        there = self.space[place] if isinstance(place, int) else self.ground[place]
        there.pop(seat, None)
        if units:
            there[seat] = units

    def enemy_ships(self, seat: int, system: int) -> list[int]:
        """The seats of other players with ships in a system."""
        return [other for other, units in self.space[system].items() if other != seat and units.ships]

    def places_with_units(self, seat: int) -> Iterator[tuple[int | str, PlacedUnits]]:
        """Every place with units of a player: systems by index, then planets by id."""
        for system, there in enumerate(self.space):
            if seat in there:
                yield system, there[seat]
        for planet, units in self.ground.items():
            if seat in units:
                yield planet, units[seat]

    def count_on_board(self, seat: int, unit_class: str) -> int:
        """The number of a player's units of a class on the board."""
        return sum(units[unit_class] for _, units in self.places_with_units(seat))

    def figures_left(self, seat: int, unit_class: str) -> int | None:
        """The number of figures of a class that are in reinforcements; None where tokens stand for more
        (IM-LIM-1)."""
        figures = FIGURES.get(unit_class)
        return None if figures is None else figures - self.count_on_board(seat, unit_class)

    def dock_places(self, seat: int, system: int) -> list[int | str]:
        """The places in a system where a player has a space dock: planets, and the space for a floating
        one."""
        places: list[int | str] = [
            planet.id
            for planet in self.planets_of(system)
            if seat in (there := self.ground[planet.id]) and there[seat][DOCK]
        ]
        floating = seat in self.space[system] and self.space[system][seat][DOCK]
        return [*places, system] if floating else places

    def has_presence(self, seat: int, system: int) -> bool:
        """True if a player has units in a system, or controls a planet there."""
        worlds = self.planets_of(system)
        return seat in self.space[system] or any(
            seat in self.ground[planet.id] or self.holders[planet.id] == seat for planet in worlds
        )

    # -- command tokens

    def tokens_in_reinforcements(self, seat: int) -> int:
        """The command tokens of a player in reinforcements (IM-PAY-3)."""
        return TOKENS - self.players[seat].tokens_on_sheet - sum(seat in there for there in self.tokens)

    def place_token(self, seat: int, system: int) -> None:
        """Lay a command token into a system."""
        self.tokens[system] |= {seat}

    def take_token(self, seat: int, system: int) -> None:
        """Take a command token off a system."""
        self.tokens[system] -= {seat}

    def fleet_limit(self, seat: int) -> int:
        """The number of ships other than fighters that a player may have in a system (IM-FLEET-1)."""
        return self.players[seat].fleet + (2 if self.players[seat].faction == "letnev" else 0)

    # -- cards

    def exhaust(self, planet_ids: Sequence[str]) -> None:
        """Exhaust the cards of planets."""
        self.exhausted |= frozenset(planet_ids)

    def gain_points(self, seat: int, count: int) -> None:
        """Add victory points to a player, or take them; never below 0 nor above the goal (IM-OBJ-5)."""
        player = self.players[seat]
        player.points = min(max(player.points + count, 0), self.points_to_win)
