"""Questions on the map: which systems are adjacent, by sides and by wormholes, and which are anomalies."""

from __future__ import annotations

import random

from twingkit.core.rulebook import TextByLanguage
from twingkit.imperium.box.tiles import Tile
from twingkit.imperium.galaxy.map.adjacency import WormholeState, adjacency_lists
from twingkit.imperium.galaxy.trade.offers import neighbour_seats
from twingkit.imperium.quiz.question_texts import SAY, card, explain, mistake, remark
from twingkit.imperium.quiz.scene import LEARNER_SEAT, GalaxyQuizScene, system_question
from twingkit.learn.quiz.item import QuizItem, QuizReason
from twingkit.learn.quiz.makers import first_result, question_kind, require
from twingkit.learn.quiz.options import Mistake
from twingkit.learn.quiz.staging import count_question, is_pending, yes_no_question

_WORMHOLE_TILE_PAIRS = (("26", "39"), ("25", "40"))
"""Tiles with equal wormholes and room for planets: alpha, beta."""


def _why_adjacent(scene: GalaxyQuizScene, here: int, other: int) -> QuizReason:
    """Return a remark on why two systems are, or are not, adjacent."""
    facts = {"one": scene.in_words(here), "other": scene.in_words(other)}
    if scene.hex_distance(here, other) == 1:
        return remark("why.side", **facts)
    if other in scene.table.adjacency(LEARNER_SEAT)[here]:
        return remark("why.wormhole", **facts)
    if scene.tile(here).wormholes and scene.tile(other).wormholes:
        return remark("why.unequal", **facts)
    return remark("why.apart", n=scene.hex_distance(here, other), **facts)


@question_kind("next-to")
def _adjacent_system(rng: random.Random) -> QuizItem | None:
    scene = GalaxyQuizScene(rng, tiles=(*rng.choice(_WORMHOLE_TILE_PAIRS), rng.choice(("25", "26"))))
    return first_result(lambda: _which_adjacent(scene), 20)


def _which_adjacent(scene: GalaxyQuizScene) -> QuizItem | None:
    rng, table = scene.rng, scene.table
    holes = [system for system in scene.systems if scene.tile(system).wormholes]
    here = rng.choice(holes if holes and rng.random() < 0.7 else list(scene.systems))
    near = table.adjacency(LEARNER_SEAT)[here]
    far = [other for other in scene.systems if other not in (*near, here)]
    by_hole = [other for other in near if scene.hex_distance(here, other) > 1]
    right = rng.choice(by_hole or list(near))
    wrong = sorted(far, key=lambda other: (not scene.tile(other).wormholes, scene.hex_distance(here, other)))[
        :3
    ]
    game = scene.game()
    mistakes = {table.tile_number(other): [_why_adjacent(scene, here, other)] for other in wrong}
    why = [_why_adjacent(scene, here, right)]
    texts = SAY("map.next_to", place=scene.in_words(here))
    return system_question(game, [], texts, table.tile_number(right), mistakes, why)


@question_kind("linked")
def _are_adjacent(rng: random.Random) -> QuizItem | None:
    scene = GalaxyQuizScene(
        rng,
        tiles=rng.choice(
            (_WORMHOLE_TILE_PAIRS[0], _WORMHOLE_TILE_PAIRS[1], ("26", "40"), ("25", "39"), ("26", "25"))
        ),
    )
    here, other = rng.sample([system for system in scene.systems if scene.tile(system).wormholes], 2)
    require(scene.hex_distance(here, other) != 1)
    right = other in scene.table.adjacency(LEARNER_SEAT)[here]
    texts = SAY("map.linked", one=scene.in_words(here), other=scene.in_words(other))
    why = [_why_adjacent(scene, here, other)]
    return yes_no_question(scene.game(), [], texts, right, why)


@question_kind("how-many")
def _adjacent_system_count(rng: random.Random) -> QuizItem | None:
    scene = GalaxyQuizScene(rng, tiles=rng.choice(_WORMHOLE_TILE_PAIRS))
    systems = [index for index in scene.systems if scene.tile(index).kind in ("blue", "red", "home")]
    holes = [index for index in systems if scene.tile(index).wormholes]
    here = rng.choice(holes if rng.random() < 0.7 else systems)
    right = len(scene.table.adjacency(LEARNER_SEAT)[here])
    sides = len(scene.table.galaxy.systems_sharing_side[here])
    mistakes = [
        Mistake(sides, "IM-MAP-2") if sides != right else mistake(6, "whole_ring"),
        mistake(right + 1, "itself"),
        mistake(6, "whole_ring"),
    ]
    why = [remark("why.sides", n=sides)]
    if sides != right:
        why.append(remark("why.by_hole", n=right - sides, m=sides, k=right))
    texts = SAY("map.how_many", place=scene.in_words(here))
    return count_question(rng, scene.game(), [], texts, right, mistakes, why, minimum=1)


@question_kind("anomaly")
def _which_system_is_anomaly(rng: random.Random) -> QuizItem | None:
    scene = GalaxyQuizScene(rng, tiles=(rng.choice(("39", "40")), rng.choice(("46", "47", "48", "49", "50"))))
    tiles = {scene.tile(system).number: scene.tile(system) for system in scene.systems}
    anomalies = [number for number, tile in tiles.items() if tile.anomaly]
    require(anomalies)
    right = rng.choice(anomalies)
    kinds = (
        [number for number, tile in tiles.items() if tile.wormholes],
        [number for number, tile in tiles.items() if _is_empty(tile)],
        [number for number, tile in tiles.items() if tile.kind in ("home", "mecatol")],
        [number for number, tile in tiles.items() if len(tile.planets) == 2],
    )
    wrong = [rng.choice(kind) for kind in kinds if kind]
    mistakes = {number: [remark(_no_anomaly(tiles[number]))] for number in wrong}
    what = SAY.group("place")[tiles[right].anomaly]
    why = [remark("why.anomaly", number=right, what=what)]
    return system_question(scene.game(), [], SAY("map.anomaly"), right, mistakes, why, _tile_text)


def _tile_text(tile_number: str) -> TextByLanguage:
    return SAY("place.alone", number=tile_number)


def _is_empty(tile: Tile) -> bool:
    return not (tile.planets or tile.wormholes or tile.anomaly)


def _no_anomaly(tile: Tile) -> str:
    if tile.wormholes:
        return "mistake.hole_no_anomaly"
    kind = "empty" if _is_empty(tile) else "home" if tile.is_home else "planets"
    return f"mistake.{kind}_no_anomaly"


@question_kind("ban")
def travel_ban_item(rng: random.Random) -> QuizItem | None:
    """Make the question “Are you neighbours?” or “May the cruiser move through the wormhole?” while a travel
    ban is in force.
    """
    pair = rng.choice(_WORMHOLE_TILE_PAIRS)
    scene = GalaxyQuizScene(rng, learner_factions=("hacan", "letnev", "sardakk"), tiles=pair)
    here, other = map(scene.system_of_tile, pair)
    require(scene.hex_distance(here, other) >= 4)
    scene.enact_law("travel_ban")
    closed = adjacency_lists(scene.table.galaxy, WormholeState(alpha_beta_closed=True))[here]
    scene.place_units_in_space(LEARNER_SEAT, here, cruiser=1)
    if rng.random() < 0.5:
        scene.place_units_in_space(1, other, cruiser=1)
        right = 1 in neighbour_seats(scene.table, LEARNER_SEAT)
        why = explain("why.ban_neighbours", law=card("travel_ban"))
        texts = SAY(
            "map.ban_neighbours",
            side="p2",
            law=card("travel_ban"),
            one=scene.in_words(here),
            other=scene.in_words(other),
        )
        return yes_no_question(scene.game(), [], texts, right, why)
    game = scene.game(f"activate {pair[1]}")
    right = is_pending(game, "move") and game.refusal(f"move {pair[0]} 1 cruiser") is None
    require(not right and other not in closed)
    one, two = scene.in_words(here), scene.in_words(other)
    why = explain("why.ban_moves", law=card("travel_ban"), one=one, other=two)
    texts = SAY("map.ban_moves", law=card("travel_ban"), one=one, other=two)
    return yes_no_question(scene.game(), [], texts, right, why)
