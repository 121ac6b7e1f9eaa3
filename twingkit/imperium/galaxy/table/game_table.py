"""The table of a game: the map with all that stands on it, the sheets, the cards, and whose turn it is."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from twingkit.core.play import Table
from twingkit.core.zones.deck import Deck
from twingkit.imperium.box.tiles import MECATOL, Planet, planets
from twingkit.imperium.box.units import DOCK, FIGURES
from twingkit.imperium.galaxy.map.adjacency import ENTANGLED, Neighbours, Wormholes, adjacent
from twingkit.imperium.galaxy.map.galaxy import Galaxy
from twingkit.imperium.galaxy.table.ballot import Ballot
from twingkit.imperium.galaxy.table.lasting import Lasting, Law, Until
from twingkit.imperium.galaxy.table.sheet import TOKENS, Sheet
from twingkit.imperium.galaxy.table.units_here import UnitsHere
from twingkit.imperium.texts.named import named_things
from twingkit.imperium.variants.variant import BOX, Variant

SEATS = ("p1", "p2", "p3", "p4", "p5", "p6")
"""The names of the players in records, clockwise."""

FEWEST_SEATS = 3
"""The smallest number of players (IM-SET-1)."""

MECATOL_REX = "mr"
"""The id of the planet Mecatol Rex."""

TWO_CARDS = 4
"""Up to so many players take two strategy cards each (IM-PICK-1)."""


def _key(there: dict[int, UnitsHere]) -> Hashable:
    """The units of all players in a place as one hashable value."""
    return tuple((seat, units.key()) for seat, units in sorted(there.items()))


class GameTable(Table):
    """All that lies on the table of a game of three to six players, and whose turn it is."""

    __slots__ = (
        "action_deck", "action_discard", "active", "agenda_deck", "agenda_discard", "agendas_a_round",
        "attached", "ballot", "card_goods", "current", "custodians",
        "exhausted", "faced_down", "galaxy", "ground", "holders", "lasting", "laws", "notes",
        "objectives", "phase", "players", "points_to_win", "round", "secret_deck", "space", "speaker",
        "stage_decks", "tokens", "turns", "variant", "withdrawn", "wormhole_tokens",
    )  # fmt: skip

    def __init__(
        self, galaxy: Galaxy, seats: int, *, points_to_win: int = 10, variant: Variant = BOX
    ) -> None:
        self.galaxy, self.variant, self.points_to_win = galaxy, variant, points_to_win
        self.players = [Sheet(seat) for seat in range(seats)]
        self.space: list[dict[int, UnitsHere]] = [{} for _ in galaxy.systems]
        """For each system, by index, the units in its space by seat."""
        self.tokens: list[frozenset[int]] = [frozenset() for _ in galaxy.systems]
        """For each system the seats whose command tokens lie there."""
        worlds = [planet.id for system in galaxy.systems for planet in system.tile.planets]
        self.ground: dict[str, dict[int, UnitsHere]] = {name: {} for name in worlds}
        """For each planet the units on it by seat."""
        self.holders: dict[str, int | None] = dict.fromkeys(worlds)
        """For each planet the seat that controls it."""
        self.exhausted: frozenset[str] = frozenset()
        """The planets whose cards are exhausted."""
        self.attached: dict[str, tuple[str, ...]] = {}
        """The cards that are attached to planets."""
        self.phase = "setup"
        """`setup`, `strategy`, `action`, `status`, `agenda` or `over`."""
        self.round = 0
        self.speaker = self.current = 0
        self.turns = 0
        """The number of turns taken in this action phase."""
        self.active: int | None = None
        """The index of the active system of a tactical action (IM-TACT-4)."""
        self.custodians = True
        """True while the custodians token lies on Mecatol Rex."""
        self.card_goods: dict[int, int] = {}
        """The trade goods on strategy cards that nobody chose (IM-PICK-2)."""
        self.objectives: tuple[str, ...] = ()
        """The open public objectives."""
        self.withdrawn: tuple[str, ...] = ()
        """The secret objectives that were public for a while: they stay in play, and nobody scores them
        (IM-AGENDA-classified)."""
        self.faced_down = (0, 0)
        """The public objectives of both stages that still lie face down."""
        self.stage_decks: tuple[Deck[str], Deck[str]] = (Deck(), Deck())
        """The public objectives that may still come, by stage."""
        self.secret_deck: Deck[str] = Deck()
        self.action_deck: Deck[str] = Deck()
        self.action_discard: list[str] = []
        self.agenda_deck: Deck[str] = Deck()
        self.agenda_discard: list[str] = []
        self.agendas_a_round = 2
        self.ballot: Ballot | None = None
        """The vote that is under way, from the moment an agenda is revealed until it is resolved."""
        self.laws: tuple[Law, ...] = ()
        self.lasting: tuple[Lasting, ...] = ()
        """The effects that last for a while."""
        self.notes: frozenset[str] = frozenset()
        """The promissory notes that are in the game, by their cards."""
        self.wormhole_tokens: tuple[tuple[int, str], ...] = ()
        """The wormhole tokens of the Ghosts of Creuss: the index of a system, and the kind."""
        self.rulings = None

    def spread(self, galaxy: Galaxy) -> None:
        """Lay another map, with nothing on it, while one is built (IM-SET-4)."""
        bare = GameTable(galaxy, 0)
        for name in ("galaxy", "space", "tokens", "ground", "holders"):
            setattr(self, name, getattr(bare, name))

    def copy(self) -> GameTable:
        """An independent copy, without its rulings."""
        twin = object.__new__(GameTable)
        for name in GameTable.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.players = [player.copy() for player in self.players]
        twin.space = [{seat: units.copy() for seat, units in there.items()} for there in self.space]
        twin.tokens = self.tokens[:]
        twin.ground = {
            name: {seat: units.copy() for seat, units in there.items()} if there else {}
            for name, there in self.ground.items()
        }
        twin.holders, twin.attached = dict(self.holders), dict(self.attached)
        twin.card_goods = dict(self.card_goods)
        twin.stage_decks = (self.stage_decks[0].copy(), self.stage_decks[1].copy())
        twin.secret_deck, twin.action_deck = self.secret_deck.copy(), self.action_deck.copy()
        twin.agenda_deck = self.agenda_deck.copy()
        twin.action_discard, twin.agenda_discard = self.action_discard[:], self.agenda_discard[:]
        twin.rulings = None
        return twin

    def key(self) -> Hashable:
        """The state that can still matter later."""
        decks = (*self.stage_decks, self.secret_deck, self.action_deck, self.agenda_deck)
        return (
            self.galaxy.placed, tuple(player.key() for player in self.players),
            tuple(map(_key, self.space)),
            tuple(self.tokens),
            tuple(
                (name, _key(there)) for name, there in self.ground.items() if there
            ),
            tuple(self.holders.items()), self.exhausted, tuple(sorted(self.attached.items())),
            self.phase, self.round, self.speaker, self.current, self.active, self.custodians,
            tuple(sorted(self.card_goods.items())), self.objectives, self.withdrawn, self.faced_down,
            tuple(deck.key() for deck in decks), tuple(self.action_discard), tuple(self.agenda_discard),
            self.laws, self.lasting, self.wormhole_tokens, self.ballot,
        )  # fmt: skip

    def tell(self, rule: str, case: str, seat: int, **facts: object) -> None:
        """Cite a rule that acts for a player."""
        if self.rulings is not None:
            self.cite(rule, case, side=SEATS[seat], **named_things(facts))

    # -- seats

    def seats_from(self, seat: int) -> list[int]:
        """The seats of all who are in the game, clockwise from this one."""
        count = len(self.players)
        order = ((seat + step) % count for step in range(count))
        return [other for other in order if not self.players[other].eliminated]

    @property
    def in_initiative(self) -> list[int]:
        """The seats of all who are in the game in initiative order (IM-PICK-4); who has no strategy card
        comes last, clockwise from the speaker."""
        order = self.seats_from(self.speaker)
        return sorted(order, key=lambda seat: (self.players[seat].initiative, order.index(seat)))

    def others(self, seat: int) -> list[int]:
        """The seats of the other players, clockwise from a seat."""
        return self.seats_from(seat)[1:] if not self.players[seat].eliminated else self.seats_from(seat)

    @property
    def cards_each(self) -> int:
        """The number of strategy cards that each player takes (IM-PICK-1, IM-PICK-3)."""
        return 2 if len(self.players) <= TWO_CARDS else 1

    # -- the map

    def number(self, system: int) -> str:
        """The number of a system's tile, by which it is named."""
        return self.galaxy.systems[system].tile.number

    def planets_of(self, system: int) -> tuple[Planet, ...]:
        """The planets of a system."""
        return self.galaxy.systems[system].tile.planets

    def system_of(self, planet: str) -> int:
        """The index of a planet's system."""
        return self.galaxy.system(planet).index

    @property
    def mecatol(self) -> int:
        """The index of the system of Mecatol Rex."""
        return self.galaxy.system(MECATOL).index

    def home(self, seat: int) -> int:
        """The index of a player's home system."""
        return next(
            system.index
            for system in self.galaxy.systems
            if system.tile.home and system.tile.faction == self.players[seat].faction
        )

    def links(self, seat: int, purpose: str = "move") -> Neighbours:
        """The adjacent systems of each for a player and a purpose: `move`, `retreat`, `cannon`, `neighbour`
        or `count` (IM-MAP-5)."""
        return adjacent(self.galaxy, self.wormholes(seat, purpose))

    def wormholes(self, seat: int, purpose: str = "move") -> Wormholes:
        """The state of the wormholes for a player and a purpose (IM-MAP-5)."""
        joined = self.players[seat].faction == "ghost" or self.in_force("wormhole_recon")
        joined = joined or self.lasts("lost_star")
        closed = purpose in ("move", "retreat") and self.in_force("travel_ban")
        return Wormholes(joined, closed, (*self._added(), *self._conduits()))

    def wormholes_in(self, system: int) -> frozenset[str]:
        """The kinds of wormhole in a system: "alpha", "beta", "delta" (IM-MAP-2)."""
        added = {kind for place, kind in self._added() if place == system}
        return frozenset(added.union(self.galaxy.systems[system].tile.wormholes))

    def _added(self) -> Iterator[tuple[int, str]]:
        """Yield the wormholes beside those of the tiles, each as (index of the system, kind): of the Hil
        Colish, of tokens, of the active player's Lazax Gate Folding in a tactical action."""
        for ghost in [player.seat for player in self.players if player.faction == "ghost"]:
            for system, there in enumerate(self.space):
                if ghost in there and there[ghost]["flagship"]:
                    yield system, "delta"
        yield from self.wormhole_tokens
        seat = self.current
        folds = self.active is not None and self.players[seat].has("lgf")
        if folds and self.holders.get(MECATOL_REX) != seat:
            yield from ((self.mecatol, kind) for kind in ENTANGLED)

    def _conduits(self) -> Iterator[tuple[int, str]]:
        """Yield the ends by which the active player's Spatial Conduit Cylinder joins systems."""
        if self.active is not None and self.lasts("scc", self.current):
            for end in range(len(self.space)):
                if self.stands(self.current, end):
                    yield from ((self.active, f"conduit {end}"), (end, f"conduit {end}"))

    def lasts(self, ability: str, seat: int | None = None) -> bool:
        """True if an effect lasts, of this player if one is named."""
        return any(effect.ability == ability and seat in (None, effect.seat) for effect in self.lasting)

    def begin(self, ability: str, seat: int, until: Until, about: str = "") -> None:
        """Let an effect last."""
        self.lasting += (Lasting(ability, seat, until, about),)

    def end(self, until: Until) -> None:
        """End all effects that last until then."""
        self.lasting = tuple(effect for effect in self.lasting if effect.until != until)

    def stands(self, seat: int, system: int) -> bool:
        """True if a player has units in a system, in space or on a planet."""
        return seat in self.space[system] or any(
            seat in self.ground[planet.id] for planet in self.planets_of(system)
        )

    def in_force(self, law: str) -> bool:
        """True if a law is in play."""
        return any(known.card == law for known in self.laws)

    def leaked(self, objective: str) -> bool:
        """True for a secret objective that is public, or was: it is nobody's secret any more
        (IM-AGENDA-classified)."""
        return objective in self.objectives or objective in self.withdrawn

    def controlled(self, seat: int) -> list[str]:
        """The planets that a player controls, in the order of the map."""
        return [planet for planet, holder in self.holders.items() if holder == seat]

    def ready(self, seat: int) -> list[str]:
        """The planets of a player whose cards are ready."""
        return [planet for planet in self.controlled(seat) if planet not in self.exhausted]

    def closed(self, planet: str) -> bool:
        """True for a planet on which no unit may be put (IM-AGENDA-demilitarized_zone)."""
        return "demilitarized_zone" in self.attached.get(planet, ())

    def open_worlds(self, seat: int, system: int) -> list[str]:
        """The planets of a system that a player controls and on which units may be put."""
        worlds = (planet.id for planet in self.planets_of(system))
        return [world for world in worlds if self.holders[world] == seat and not self.closed(world)]

    def resources(self, planet: str) -> int:
        """The resources of a planet, with what is attached to it."""
        more = {"core_mining": 2, "terraforming_initiative": 1}
        return planets()[planet].resources + sum(more.get(card, 0) for card in self.attached.get(planet, ()))

    def influence(self, planet: str) -> int:
        """The influence of a planet, with what is attached to it."""
        more = {"senate_sanctuary": 2, "terraforming_initiative": 1}
        return planets()[planet].influence + sum(more.get(card, 0) for card in self.attached.get(planet, ()))

    # -- units

    def fleet(self, seat: int, system: int) -> UnitsHere:
        """A player's units in the space of a system; an empty value where there are none."""
        return self.space[system].get(seat) or UnitsHere()

    def on_planet(self, seat: int, planet: str) -> UnitsHere:
        """A player's units on a planet; an empty value where there are none."""
        return self.ground[planet].get(seat) or UnitsHere()

    def put(self, seat: int, place: int | str, unit_class: str, count: int = 1, hurt: int = 0) -> None:
        """Put units into the space of a system (an index) or on a planet (its id)."""
        there = self.space[place] if isinstance(place, int) else self.ground[place]
        there.setdefault(seat, UnitsHere()).put(unit_class, count, hurt)

    def take(
        self, seat: int, place: int | str, unit_class: str, count: int = 1, hurt: int | None = None
    ) -> int:
        """Take units from a place; the damaged among them (see `UnitsHere.take`)."""
        there = self.space[place] if isinstance(place, int) else self.ground[place]
        gone = there[seat].take(unit_class, count, hurt)
        if not there[seat]:
            del there[seat]
        return gone

    def replace(self, seat: int, place: int | str, units: UnitsHere) -> None:
        """Put these units in the place of all that a player has there."""
        there = self.space[place] if isinstance(place, int) else self.ground[place]
        there.pop(seat, None)
        if units:
            there[seat] = units

    def enemy_ships(self, seat: int, system: int) -> list[int]:
        """The seats of other players with ships in a system."""
        return [other for other, units in self.space[system].items() if other != seat and units.ships]

    def places(self, seat: int) -> Iterator[tuple[int | str, UnitsHere]]:
        """Every place with units of a player: systems by index, then planets by id."""
        for system, there in enumerate(self.space):
            if seat in there:
                yield system, there[seat]
        for planet, units in self.ground.items():
            if seat in units:
                yield planet, units[seat]

    def on_board(self, seat: int, unit_class: str) -> int:
        """The number of a player's units of a class on the board."""
        return sum(units[unit_class] for _, units in self.places(seat))

    def left(self, seat: int, unit_class: str) -> int | None:
        """The number of figures of a class that are in reinforcements; None where tokens stand for more
        (IM-LIM-1)."""
        figures = FIGURES.get(unit_class)
        return None if figures is None else figures - self.on_board(seat, unit_class)

    def docks(self, seat: int, system: int) -> list[int | str]:
        """The places in a system where a player has a space dock: planets, and the space for a floating
        one."""
        places: list[int | str] = [
            planet.id
            for planet in self.planets_of(system)
            if seat in (there := self.ground[planet.id]) and there[seat][DOCK]
        ]
        floating = seat in self.space[system] and self.space[system][seat][DOCK]
        return [*places, system] if floating else places

    def present(self, seat: int, system: int) -> bool:
        """True if a player has units in a system, or controls a planet there."""
        worlds = self.planets_of(system)
        return seat in self.space[system] or any(
            seat in self.ground[planet.id] or self.holders[planet.id] == seat for planet in worlds
        )

    # -- command tokens

    def reserve(self, seat: int) -> int:
        """The command tokens of a player in reinforcements (IM-PAY-3)."""
        return TOKENS - self.players[seat].on_sheet - sum(seat in there for there in self.tokens)

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
