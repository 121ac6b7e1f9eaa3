"""System tiles and planets of the box (IM-MAP-1, IM-MAP-4, IM-MAP-6)."""

from __future__ import annotations

from functools import cache

import attrs

from twingkit.imperium.box.tables import box_csv_rows

MECATOL_TILE = "18"
"""The tile of Mecatol Rex."""
CREUSS_GATE_TILE = "17"
"""The tile with the gate of the Ghosts of Creuss, which lies where their home would be."""
CREUSS_HOME_TILE = "51"
"""The home tile of the Ghosts of Creuss, which lies beside the map (IM-MAP-2)."""

ANOMALIES = ("asteroid_field", "nebula", "supernova", "gravity_rift")
TRAITS = ("cultural", "hazardous", "industrial")
TECHNOLOGY_COLOURS = ("blue", "green", "red", "yellow")
"""The colours of technologies, and of the specialties of planets."""


@attrs.frozen
class Planet:
    """A planet of the game: its name, system tile, resources, influence, trait and technology specialty.

    `trait` is one of `TRAITS` and `specialty` the colour of its technology specialty, each "" if it has none;
    `tile` is the number of its system.
    """

    id: str
    name: str
    tile: str
    resources: int
    influence: int
    trait: str = ""
    specialty: str = ""


@attrs.frozen(eq=False)
class Tile:
    """A system tile: `kind` is home, creuss_gate, mecatol, blue or red; `faction` is the owner of a home.

    >>> tile = tiles_by_number()["26"]
    >>> [planet.name for planet in tile.planets], tile.wormholes, tile.anomaly
    (['Lodor'], ('alpha',), '')
    """

    number: str
    kind: str
    back: str
    planets: tuple[Planet, ...] = ()
    wormholes: tuple[str, ...] = ()
    anomaly: str = ""
    faction: str = ""

    @property
    def is_home(self) -> bool:
        """True for the home system of a faction; the gate of Creuss is not one (IM-MAP-2)."""
        return self.kind == "home"


@cache
def planets_by_id() -> dict[str, Planet]:
    """Return all planets of the box by id.

    >>> len(planets_by_id()), planets_by_id()["mr"].influence
    (59, 6)
    """
    return {
        row["id"]: Planet(
            row["id"],
            row["name"],
            row["tile"],
            int(row["resources"]),
            int(row["influence"]),
            row["trait"],
            row["specialty"],
        )
        for row in box_csv_rows("planets.csv")
    }


@cache
def tiles_by_number() -> dict[str, Tile]:
    """Return all system tiles of the box by their two-digit numbers.

    >>> len(tiles_by_number()), tiles_by_number()["18"].planets[0].name
    (51, 'Mecatol Rex')
    """
    return {
        row["tile"]: Tile(
            row["tile"],
            row["kind"],
            row["back"],
            tuple(planets_by_id()[name] for name in row["planets"].split("|") if name),
            tuple(name for name in row["wormholes"].split("|") if name),
            row["anomaly"],
            row["faction"],
        )
        for row in box_csv_rows("tiles.csv")
    }


@cache
def home_or_gate_tile(faction: str) -> Tile:
    """Return the map tile of a faction's starting position: its home system, or the Creuss Gate for the
    Ghosts of Creuss.

    Raises `KeyError` for a faction that does not exist.

    >>> home_or_gate_tile("sol").number, home_or_gate_tile("ghost").number
    ('01', '17')
    """
    if faction == "ghost":
        return tiles_by_number()[CREUSS_GATE_TILE]
    return {tile.faction: tile for tile in tiles_by_number().values() if tile.is_home}[faction]
