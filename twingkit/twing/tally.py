"""The tally of a game of Imperial Twing: a row for the game, one for each seat, one for each pairing.

Seats are written as in records, `p1` to `p4`, clockwise. In the tables below N and M stand for a seat's
number; there are columns only for the seats of the run. Text columns are pandas categories; a missing value
(`NaN`, `<NA>`) says that there was nothing to count.

Games, one row each:

| column | type | what |
|---|---|---|
| game | int32 | number in the run, from 0 |
| seed | int64 | seed of its dice, cards and players |
| policy_pN | text | the computer player of a seat |
| starter | text | the player that began |
| winner | text | the player that won ("p1" …); missing: a draw |
| winner_policy, winner_character | text | of the winner; missing: a draw |
| end_reason | text | "last" player left, turn "limit", empty "stack" |
| rounds | int32 | turns begun |
| answers | int32 | answers given, dice and cards drawn included |
| battles | int16 | pairings fought: one for a battle, one per defender for an end-game attack |
| attacks_pN_pM | int16 | attacks of N on M, duels and end game not counted |
| duels_pN_pM | int16 | duels of N with M that came to their end |
| event_EFFECT | int16 | event cards drawn, by effect (`EVENT_EFFECTS` of the box) |

Seats, one row for each seat of each game, after the columns of all games (`arena.tallies.seat_columns`):

| column | type | what |
|---|---|---|
| score | int8 | objects at the end, 0 to 9, active or not; 0 for who left |
| rounds | int32 | turns begun in the game |
| character | text | "F", "W", "L" or "A" |
| starter | int8 | 1 for the seat that began |
| ornicles | int16 | Ornicles at the end, 0 to 30 (more with an unlimited bank) |
| entourage | int16 | points of the entourage at the end |
| first_object | text | the object it gained first; missing: none |
| got_OBJECT | Int32 | turn in which the seat first owned an object (`OBJECTS`); missing: never |
| actions | int16 | actions chosen |
| attack, duel, buy, ritual, capture, endgame, pass, retire | int16 | actions chosen, of each kind |
| battles_won, battles_tied, battles_lost | int16 | pairings of the seat, as the attacker or the defender |
| duels_won | int16 | duels won as the challenger |
| stolen | int16 | objects taken in duels |
| taken | int16 | objects taken in end-game attacks |
| entered | Int32 | turn of entering the end game for the first time; missing: never |
| left | Int32 | turn of leaving the game; missing: stayed |
| left_by | text | "retired" or "eliminated" (owned no object, TW-END-2); missing: stayed |

Battles, one row for each attacker against one defender, in their order:

| column | type | what |
|---|---|---|
| game | int32 | number of the game |
| battle | int16 | number of the pairing in its game, from 0 |
| round | int32 | turn in which it was fought, from 1 |
| kind | text | "battle", "duel" or "endgame" |
| attacker, defender | text | players |
| attacker_policy, defender_policy | text | their computer players |
| attacker_character, defender_character | text | "F", "W", "L" or "A" |
| winner | text | "attacker", "defender" or "tie" |
| by | text | "points", "critical" or "retired" (the defender left instead of laying cards) |
| attack_points, defence_points | Int16 | cards and die in the end; missing where points did not decide |
| margin | Int16 | attack_points minus defence_points |
| ornicle | bool | whether the winner was given an Ornicle (TW-BAT-18, TW-END-5) |
| attack_spells, defence_spells | int8 | spells laid, 0 to 3; supporters’ cards not counted |
| attack_units, defence_units | int8 | units laid: a creature alone, or one on its mount |
| attack_power, defence_power | int16 | points on the cards laid, before dice, traps and supporters |
| attack_cats, defence_cats | int8 | cats played on dice |
| attack_miromon, defence_miromon | int8 | Miromon played, 0 or 1 |
| attack_traps, defence_traps | int8 | traps played |
| attack_supporters, defence_supporters | int8 | players who supported the side (TW-BAT-6) |
| attack_die, defence_die | text | last face: "-4" to "4", "Sun", "Cross", "Spiral"; missing: no die |
| defence_shield | bool | whether the defence was a shield (TW-BAT-5) |
| attack_element, defence_element | text | "F", "W", "L" or "A": of the spells, or most of a shield |

In an end-game attack the attacker's cards and die are the same in every pairing of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import permutations
from pathlib import Path
from typing import Any

from twingkit.analyse.arena.tallies import GameRows, core_game_columns
from twingkit.core.play import Game
from twingkit.core.zones.declaration import StatsEntry
from twingkit.twing.box.box import Box, load_box
from twingkit.twing.box.entries import EVENT_EFFECTS
from twingkit.twing.notation.setup_lines import RANDOM_CHARACTER
from twingkit.twing.rules.cards import ELEMENTS, FACES, face_text
from twingkit.twing.rules.duel import WINS_NEEDED
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.outcome import BattleResult
from twingkit.twing.rules.player import SEAT_NAMES, Player
from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS, RESPONSE_CARDS
from twingkit.twing.rules.table import TwingTable, entourage_power
from twingkit.twing.rules.turns import acts
from twingkit.twing.starts import GameStart
from twingkit.twing.variants.variant import Variant

Columns = dict[str, str | tuple[str, ...]]
"""The columns of a table in order, each with its number type or with its possible texts."""

Row = tuple[object, ...]
_CellByColumn = dict[str, Any]  # a row by column
Seats = Sequence[_CellByColumn]

ACTION_WORDS = ("attack", "duel", "buy", "ritual", "capture", "endgame", "pass", "retire")
"""The first words of the actions of a turn (TW-TURN-3)."""

END_REASONS = ("last", "limit", "stack")
_DEPARTURE_BY_RULE = {"TW-LEAVE-1": "retired", "TW-END-2": "eliminated"}
_COLUMN_BY_RESPONSE_CARD = {kind: RESPONSE_CARDS[kind].plural for kind in sorted(RESPONSE_CARD_KINDS)}

_WINNER_BY_INDEX = {0: "attacker", 1: "defender", None: "tie"}
_FACE_TEXTS = tuple(face_text(face) for face in FACES)


def variant_and_box_lines(
    players: int, variant: str, box: Box | Path | str | None
) -> tuple[str, tuple[str, ...]]:
    """Return (variant in notation, lines of the box in a record) for a run of games.

    Raises `Fault` for an impossible number of players or variant, `BoxError` and `OSError` for the box.
    """
    own = box if isinstance(box, Box) else load_box(box)
    start = GameStart((RANDOM_CHARACTER,) * players, Variant.parse(variant), own)
    return str(start.variant), tuple(own.record_lines())


@lru_cache(maxsize=8)
def _start(players: int, variant: str, box: tuple[str, ...]) -> GameStart:
    return GameStart((RANDOM_CHARACTER,) * players, Variant.parse(variant), Box.from_record_lines(box))


def new_game(players: int, variant: str, box: tuple[str, ...], seed: int, explain: bool) -> Game:
    """Create a game with random characters for a run; dice and cards come from the seed, without
    questions.
    """
    return Game(_start(players, variant, box), seed=seed, explain=explain)


def columns(players: int, policies: Iterable[str]) -> dict[str, Columns]:
    """Return the columns of the tables "games", "seats" and "battles" for a run of games between these
    computer players.
    """
    seats, names = SEAT_NAMES[:players], tuple(policies)
    return {
        "games": _game_columns(seats, names),
        "seats": SEAT_COLUMNS,
        "battles": _battle_columns(seats, names),
    }


def _game_columns(seats: Sequence[str], policies: tuple[str, ...]) -> Columns:
    columns = core_game_columns(seats, policies)
    columns |= {"starter": tuple(seats), "winner": tuple(seats)}
    columns |= {"winner_policy": policies, "winner_character": ELEMENTS, "end_reason": END_REASONS}
    columns |= {"rounds": "int32", "answers": "int32", "battles": "int16"}
    for name in ("attacks", "duels"):
        columns |= {f"{name}_{seat}_{other}": "int16" for seat, other in permutations(seats, 2)}
    return columns | {f"event_{effect}": "int16" for effect in EVENT_EFFECTS}


SEAT_COLUMNS: Columns = {
    "score": "int8",
    "rounds": "int32",
    "character": ELEMENTS,
    "starter": "int8",
    "ornicles": "int16",
    "entourage": "int16",
    "first_object": OBJECTS,
    **{f"got_{name}": "Int32" for name in OBJECTS},
    **dict.fromkeys(("actions", *ACTION_WORDS), "int16"),
    **dict.fromkeys(("battles_won", "battles_tied", "battles_lost", "duels_won", "stolen", "taken"), "int16"),
    "entered": "Int32",
    "left": "Int32",
    "left_by": tuple(_DEPARTURE_BY_RULE.values()),
}
"""The columns of the seats, besides those of all games."""


def _battle_columns(seats: Sequence[str], policies: tuple[str, ...]) -> Columns:
    columns: Columns = {"game": "int32", "battle": "int16", "round": "int32"}
    columns |= {"kind": ("battle", "duel", "endgame"), "attacker": tuple(seats), "defender": tuple(seats)}
    columns |= {"attacker_policy": policies, "defender_policy": policies}
    columns |= {"attacker_character": ELEMENTS, "defender_character": ELEMENTS}
    columns |= {"winner": tuple(_WINNER_BY_INDEX.values()), "by": ("points", "critical", "retired")}
    columns |= {"attack_points": "Int16", "defence_points": "Int16", "margin": "Int16", "ornicle": "bool"}
    for side in ("attack", "defence"):
        columns |= {f"{side}_spells": "int8", f"{side}_units": "int8", f"{side}_power": "int16"}
        columns |= {f"{side}_{card}": "int8" for card in (*_COLUMN_BY_RESPONSE_CARD.values(), "supporters")}
        columns |= {f"{side}_die": _FACE_TEXTS}
    columns |= {"defence_shield": "bool"}
    return columns | {"attack_element": ELEMENTS, "defence_element": ELEMENTS}


def rows(game: Game, game_number: int, seed: int, policies: Sequence[str]) -> GameRows:
    """Return the rows of a finished game for the tables of a run, with their cells in the order of
    `columns`.
    """
    table: TwingTable = game.table
    names = SEAT_NAMES[: len(table.players)]
    row: _CellByColumn = dict.fromkeys(_game_columns(names, ()), 0)
    row |= {"game": game_number, "seed": seed, "starter": None}
    row |= {f"policy_{name}": policy for name, policy in zip(names, policies, strict=True)}
    seats = [_new_seat(player) for player in table.players]
    _add_end(row, seats, game, policies)
    battles: list[Row] = []
    for entry in table.stats_entries():
        if entry[0] == "battle":
            battles.append(_battle_row(entry, table, game_number, len(battles), policies))
        _add_entry(row, seats, entry)
    row["battles"] = len(battles)
    return GameRows(tuple(row.values()), [tuple(seat.values()) for seat in seats], battles)


def _new_seat(player: Player) -> _CellByColumn:
    """Return the cells of a seat at the end of a game, before its log is counted."""
    cells: _CellByColumn = dict.fromkeys(SEAT_COLUMNS, 0)
    missing = ("first_object", "entered", "left", "left_by", *(f"got_{name}" for name in OBJECTS))
    return cells | {
        **dict.fromkeys(missing),
        "score": len(player.owned_objects),
        "character": player.character,
        "ornicles": player.ornicles,
        "entourage": entourage_power(player),
    }


def _add_end(row: _CellByColumn, seats: Seats, game: Game, policies: Sequence[str]) -> None:
    result, won = game.result, game.result.winner
    row["winner"] = None if won is None else SEAT_NAMES[won]
    row["winner_policy"] = None if won is None else policies[won]
    row["winner_character"] = None if won is None else game.table.players[won].character
    row["end_reason"], row["rounds"], row["answers"] = result.end_reason, result.turns, len(game)
    for cells in seats:
        cells["rounds"] = result.turns


def _add_entry(row: _CellByColumn, seats: Seats, entry: StatsEntry) -> None:
    """Add an entry of the statistics log to the rows of a game and its seats."""
    match entry:
        case "battle", _, _, attacker, defender, result, *_:
            for side, seat in enumerate((attacker, defender)):
                word = "tied" if result.winner is None else "won" if result.winner == side else "lost"
                seats[seat][f"battles_{word}"] += 1
        case "action", _, seat, action:
            seats[seat][action.word] += 1
            seats[seat]["actions"] += 1
            if isinstance(action, acts.Attack):
                row[f"attacks_{SEAT_NAMES[seat]}_{action.seat}"] += 1
            if row["starter"] is None:
                row["starter"], seats[seat]["starter"] = SEAT_NAMES[seat], 1
        case "duel", _, challenger, target, wins, stolen:
            row[f"duels_{SEAT_NAMES[challenger]}_{SEAT_NAMES[target]}"] += 1
            seats[challenger]["duels_won"] += wins[0] >= WINS_NEEDED
            seats[challenger]["stolen"] += stolen is not None
        case "taken", _, attacker, *_:
            seats[attacker]["taken"] += 1
        case "endgame", turn, seat:
            seats[seat]["entered"] = seats[seat]["entered"] or turn
        case "object", turn, seat, name:
            cells = seats[seat]
            cells["first_object"] = cells["first_object"] or name
            cells[f"got_{name}"] = cells[f"got_{name}"] or turn
        case "out", turn, seat, rule:
            seats[seat]["left"], seats[seat]["left_by"] = turn, _DEPARTURE_BY_RULE[rule]
        case "event", _, _, effect:
            row[f"event_{effect}"] += 1


def _battle_row(
    note: StatsEntry, table: TwingTable, game_number: int, battle_index: int, policies: Sequence[str]
) -> Row:
    _, turn, kind, attacker, defender, result, paid, attack, defence = note
    fought: BattleResult = result
    points = fought.points or (None, None)
    seats = attacker, defender
    return (
        *(game_number, battle_index, turn, kind),
        *[SEAT_NAMES[seat] for seat in seats],
        *[policies[seat] for seat in seats],
        *[table.players[seat].character for seat in seats],
        *(_WINNER_BY_INDEX[fought.winner], fought.decided_by, *points, fought.margin, paid),
        *_side(*attack),
        *_side(*defence),
        defence[0].is_shield,
        *(side_row.support_element or None for side_row, *_ in (attack, defence)),
    )


def _side(lay: Lay, die: int | None, played: Sequence[str], supporters: int) -> Row:
    cards = Counter(played)
    face = None if die is None else face_text(die)
    counts = (len(lay.spells), len(lay.units), lay.power)
    return (*counts, *map(cards.__getitem__, _COLUMN_BY_RESPONSE_CARD), supporters, face)
