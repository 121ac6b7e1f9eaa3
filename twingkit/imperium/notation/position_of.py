"""The position that a game stands at as a line: the inverse of `table.laid_out`, as short as it goes.

A line has what can be typed: lasting effects, discards and the order of decks are in none.
"""

from __future__ import annotations

from functools import lru_cache

from twingkit.arguments import takes
from twingkit.arguments.of_games import game_made
from twingkit.imperium.galaxy.galaxy import OPEN, Galaxy
from twingkit.imperium.galaxy.tiles import planets
from twingkit.imperium.game_start import SHORT, GameStart
from twingkit.imperium.notation.galaxy_line import LISTS, NUMBERS, UNITS, GalaxyLine, SeatWords, Standing
from twingkit.imperium.objectives.cards import objective_cards
from twingkit.imperium.position_start import PositionStart
from twingkit.imperium.table.game_table import GameTable
from twingkit.imperium.table.sheet import Sheet
from twingkit.imperium.table.units_here import UnitsHere
from twingkit.play import Game


@takes(game=game_made(GameTable, "imperium.new_game or imperium.position_game"))
def position_of(game: Game) -> GalaxyLine:
    """The position of a whole game as a line: what differs from the set-up of its start.

    >>> from twingkit.imperium.position_start import position_game
    >>> line = "galaxy: short, round 2, p1 goods 2 tech amd gd, at 18 p1 2 cruiser 1 carrier, exhausted jord"
    >>> str(position_of(position_game(line))) == line
    True
    """
    start = game.start.game if isinstance(game.start, PositionStart) else game.start
    assert isinstance(start, GameStart)
    named = (SHORT,) if start.short else start.factions
    return line_of(game.table, named, own_map=bool(start.map))


def line_of(table: GameTable, named: tuple[str, ...], *, own_map: bool) -> GalaxyLine:
    """The position of a table as a line: what differs from the set-up of a game, `named` being `short` or the
    factions clockwise; with `own_map` its map is part of the line."""
    plain = GalaxyLine(named, map=_open_map(table) if own_map else "")
    base = _set_up(plain.game, plain.map)
    # a secret one among them is public by a law, which names it
    public = tuple(name for name in table.objectives if not objective_cards()[name].secret)
    seats = {
        seat: words
        for seat, player in enumerate(table.players)
        if (words := _words(player, base.players[seat])) != SeatWords()
    }
    return GalaxyLine(
        game=plain.game,
        map=plain.map,
        round=table.round,
        phase=table.phase,
        current=table.current if table.phase == "action" else None,
        speaker=table.speaker,
        custodians=table.custodians,
        seats=seats,
        standing=tuple(sorted(_standing(table, base), key=_place)),
        tokens={
            table.number(system): tuple(sorted(seats_there))
            for system, seats_there in sorted(enumerate(table.tokens), key=lambda item: table.number(item[0]))
            if seats_there
        },
        exhausted=tuple(planet for planet in table.holders if planet in table.exhausted),
        open=None if public == base.objectives else public,
        bonus={card: count for card, count in sorted(table.card_goods.items()) if count},
        laws=tuple((law.card, law.elected) for law in table.laws),
    )


@lru_cache(maxsize=32)
def _set_up(game: tuple[str, ...], own_map: str) -> GameTable:
    """The table of a line without further parts."""
    return PositionStart(GalaxyLine(game, map=own_map)).table()


def _open_map(table: GameTable) -> str:
    """The map of a table as a map string whose homes are open."""
    homes = {system.place for system in table.galaxy.homes}
    placed = table.galaxy.placed
    return str(Galaxy.of({place: OPEN if place in homes else number for place, number in placed}))


def _words(player: Sheet, base: Sheet) -> SeatWords:
    """The words for all that a player has otherwise than after the set-up."""
    numbers = {
        name: getattr(player, name) for name in NUMBERS if getattr(player, name) != getattr(base, name)
    }
    lists = {name: _listed(player, name) for name in LISTS if _listed(player, name) != _listed(base, name)}
    return SeatWords(numbers, lists, player.passed)


def _listed(player: Sheet, name: str) -> tuple[str, ...]:
    """The names behind one word of a player, in the order in which they are written."""
    if name == "cards":
        listed = sorted(player.strategy_cards.items())
        return tuple(f"{number}{'!' if exhausted else ''}" for number, exhausted in listed)
    held = {
        "tech": player.technologies,
        "used": player.exhausted,
        "hand": player.action_cards,
        "secrets": player.secrets,
        "scored": player.scored,
        "notes": player.notes,
        "laid": player.laid_notes,
    }[name]
    return tuple(held) if name in ("secrets", "scored", "laid") else tuple(sorted(held))


def _standing(table: GameTable, base: GameTable) -> list[Standing]:
    """The places that hold something else than after the set-up."""
    standing: list[Standing] = []
    for system, there in enumerate(table.space):
        if _counts(there) != _counts(base.space[system]):
            number = table.number(system)
            standing += [Standing(number, seat, _units(units)) for seat, units in sorted(there.items())]
            standing += [] if there else [Standing(number, None)]
    for planet, there in table.ground.items():
        holder = table.holders[planet]
        if _counts(there) == _counts(base.ground[planet]) and holder == base.holders[planet]:
            continue
        standing += [Standing(planet, seat, _units(units)) for seat, units in sorted(there.items())]
        standing += [] if there else [Standing(planet, holder)]
    return standing


def _place(part: Standing) -> tuple[bool, str, int]:
    """The order of places in a line: systems, then planets."""
    return part.place in planets(), part.place, part.seat or 0


def _counts(there: dict[int, UnitsHere]) -> dict[int, object]:
    return {seat: units.key() for seat, units in there.items() if units}


def _units(units: UnitsHere) -> tuple[tuple[str, int, bool], ...]:
    """Units as a line has them, in its order; the damaged apart."""
    listed: list[tuple[str, int, bool]] = []
    for name in sorted(units, key=UNITS.index):
        hurt = units.hurt.get(name, 0)
        listed += [(name, units[name] - hurt, False)] if units[name] > hurt else []
        listed += [(name, hurt, True)] if hurt else []
    return tuple(listed)
