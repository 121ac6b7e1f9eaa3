"""Statistics of games of Twilight Imperium for the arena: who won with which faction, how and when, what each
seat did, and every space and ground combat.

The word `short` before a variant, or instead of one, means the learner's short game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from twingkit.analyse.arena.tallies import EMPTY_BATTLE_COLUMNS, ColumnTypes, GameRows, core_game_columns
from twingkit.core.messages import Fault
from twingkit.core.near_names import NearestName
from twingkit.core.notation import ROLES
from twingkit.core.play import Game
from twingkit.core.variants.switches import VariantError
from twingkit.core.zones.declaration import StatsEntry
from twingkit.imperium.box.tiles import planets_by_id, tiles_by_number
from twingkit.imperium.box.units import faction_ids
from twingkit.imperium.galaxy.phases.ending import GameResult
from twingkit.imperium.galaxy.starts import SHORT, SHORT_FACTIONS, GameStart
from twingkit.imperium.galaxy.starts import new_game as started
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, SEATS, GameTable
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.imperium.variants.variant import BOX, Variant

_GAME_ENDINGS = ("points", "objectives", "alone")
"""See `GameResult.end_reason`."""

BATTLE_KINDS = ("space", "ground")
"""The kinds of combat."""

_STRATEGY_CARD_NAMES = (
    *("leadership", "diplomacy", "politics", "construction"),
    *("trade", "warfare", "technology", "imperial"),
)
"""The strategy cards by their numbers, from 1."""


def variant_and_box_lines(players: int, variant: Variant | str, box: object) -> tuple[str, tuple[str, ...]]:
    """Return the variant as one line, which begins with `short` for the short game, and an empty tuple, since
    custom boxes are not supported.

    Custom boxes do not exist. Raises `Fault` for an impossible number of players, and for a box.
    """
    if box is not None:
        raise Fault("game.box")
    short, switches = _parse_variant(variant)
    if short and players != len(SHORT_FACTIONS):
        raise Fault("game_short_players", rulebook(), found=players)
    GameStart(faction_ids()[: max(players, 0)], False, switches)
    return " ".join([SHORT, str(switches)] if short else [str(switches)]), ()


def _parse_variant(variant: Variant | str) -> tuple[bool, Variant]:
    """Return whether the short game is meant, and the variant."""
    if isinstance(variant, Variant):
        return False, variant
    first, _, rest = variant.strip().partition(" ")
    if first == SHORT:
        return True, Variant.resolve(rest or BOX)
    try:
        return False, Variant.resolve(variant or BOX)
    except VariantError as fault:
        if fault.key != "variant.preset":
            raise
        facts: dict[str, Any] = {
            **fault.facts,
            "presets": f"{fault.facts['presets']}, {SHORT}",
            "near": NearestName(first, (*Variant.presets(), SHORT)),
        }
        raise VariantError(fault.key, **facts) from None


def new_game(players: int, variant: str, box: tuple[str, ...], seed: int, explain: bool) -> Game:
    """Start a whole game that draws cards and rolls dice at random. The seed chooses the factions, except in
    the short game.

    The seed chooses the factions; the short game has its own.
    """
    short, switches = _parse_variant(variant)
    return started(SHORT if short else players, seed=seed, variant=switches, explain=explain)


def columns(players: int, policies: Iterable[str]) -> dict[str, ColumnTypes]:
    """Return the columns, with their types, of the tables of simulated games: the tables of games, seats and
    battles.

    >>> list(columns(3, ["greedy"])["games"])[:3]
    ['game', 'seed', 'policy_p1']
    """
    seats, names = SEATS[:players], tuple(policies)
    games = core_game_columns(seats, names)
    games |= {"winner": tuple(seats), "winner_policy": names, "winner_faction": faction_ids()}
    games |= {"end_reason": _GAME_ENDINGS, "rounds": "int16", "answers": "int32"}
    return {"games": games, "seats": SEAT_COLUMNS, "battles": _battle_columns(seats, names)}


SEAT_COLUMNS: ColumnTypes = {
    "score": "int8",
    "rounds": "int16",
    "faction": faction_ids(),
    "first_strategy_card": _STRATEGY_CARD_NAMES,
    "strategy_cards": "str",
    "technologies": "str",
    "planets": "int8",
    "objectives": "int8",
    "scored_objectives": "str",
    "mecatol": "int8",
    "mecatol_round": "Int16",
}
"""The columns of the seats, besides those of all games."""


def _battle_columns(seats: Sequence[str], policies: tuple[str, ...]) -> ColumnTypes:
    columns: dict[str, str | tuple[str, ...]] = dict(EMPTY_BATTLE_COLUMNS)
    columns |= {
        "round": "int16",
        "kind": BATTLE_KINDS,
        "system": tuple(tiles_by_number()),
        "planet": tuple(planets_by_id()),
    }
    columns |= {role: tuple(seats) for role in ROLES}
    columns |= {f"{role}_policy": policies for role in ROLES}
    columns |= {f"{role}_faction": faction_ids() for role in ROLES}
    columns |= {"winner": (*ROLES, "tie"), "retreated": ROLES, "combat_rounds": "int16"}
    columns |= {f"{role}_units_lost": "int16" for role in ROLES}
    columns |= {f"{role}_lost": "float64" for role in ROLES}
    return columns | {"position": "str"}


def rows(game: Game, game_number: int, seed: int, policies: Sequence[str]) -> GameRows:
    """Return a finished game's rows for the tables of simulated games, in the order of `columns`."""
    result: GameResult = game.result
    start = game.start
    assert isinstance(start, GameStart)
    won = result.winner
    winner = (SEATS[won], policies[won], start.factions[won])
    row = (game_number, seed, *policies, *winner, result.end_reason, result.rounds, len(game))
    log: dict[str, list[StatsEntry]] = {}
    for kind, *entry in game.table.stats_entries():
        log.setdefault(kind, []).append(tuple(entry))
    seats = [_seat_row(game.table, seat, result, log) for seat in range(len(policies))]
    battles = [
        (game_number, index, *_battle_cells(game.table, entry, policies))
        for index, entry in enumerate(log.get("battle", ()))
    ]
    return GameRows(row, seats, battles)


def _seat_row(
    table: GameTable, seat: int, result: GameResult, log: Mapping[str, Sequence[StatsEntry]]
) -> tuple[object, ...]:
    player = table.players[seat]
    taken: dict[int, list[str]] = {}
    for round_number, taker, card in log.get("strategy_card", ()):
        if taker == seat:
            taken.setdefault(round_number, []).append(_STRATEGY_CARD_NAMES[card - 1])
    cards = [name for names in taken.values() for name in names]
    gained = [name for _, other, name in log.get("technology", ()) if other == seat]
    mecatol = [at for at, other, planet in log.get("planet", ()) if (other, planet) == (seat, MECATOL_REX)]
    return (
        *(result.points[seat], result.rounds, player.faction),
        *(cards[0] if cards else None, "; ".join(map(" ".join, taken.values())), " ".join(gained)),
        *(list(table.planet_controllers.values()).count(seat), len(player.scored_objectives)),
        " ".join(player.scored_objectives),
        int(table.planet_controllers.get(MECATOL_REX) == seat),
        mecatol[0] if mecatol else None,
    )


def _battle_cells(table: GameTable, entry: StatsEntry, policies: Sequence[str]) -> tuple[object, ...]:
    round_number, kind, place, seats, winner, rounds, units_lost, lost, retreated, position = entry
    planet = None if kind == "space" else place
    system = place if planet is None else table.tile_number(table.system_of(planet))
    won = "tie" if winner is None else ROLES[seats.index(winner)]
    return (
        *(round_number, kind, system, planet),
        *(SEATS[seat] for seat in seats),
        *(policies[seat] for seat in seats),
        *(table.players[seat].faction for seat in seats),
        *(won, next((role for role, left in zip(ROLES, retreated, strict=True) if left), None), rounds),
        *(*units_lost, *lost, position),
    )
