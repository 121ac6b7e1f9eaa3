"""Questions on the end of a game: who has won, when, and who is out."""

from __future__ import annotations

import random

from twingkit.imperium.galaxy.objectives.scoring import ScoreChoice
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit.imperium.quiz.question_texts import (
    SAY,
    card,
    explain,
    heard,
    planet,
    remark,
    seat_texts,
    stated,
    strategy_card_facts,
)
from twingkit.imperium.quiz.scene import (
    LEARNER_SEAT,
    GalaxyQuizScene,
    answer_by_first_option,
    play_out_battle,
    scene_with,
)
from twingkit.imperium.quiz.topics.scoring import game_after_status_phase, status_phase_scene
from twingkit.learn.quiz import staging
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind, require


@question_kind("last", status_phase_scene)
def _winner_when_objectives_end(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table = scene.table
    table.round = 9
    scene.set_open_objectives("monument", "sway_council")
    table.exhaust_planets(table.controlled_planets(LEARNER_SEAT))
    scene.learner_sheet.goods = 0
    scene.learner_sheet.tactic = scene.learner_sheet.strategy = 0
    top = rng.randint(4, 8)
    points = [top, top if rng.random() < 0.6 else top - 1, top - rng.randint(1, 3)]
    rng.shuffle(points)
    for player, number in zip(table.players, points, strict=True):
        player.points = number
    table.speaker = rng.randrange(3)
    game = scene.game()
    twin = game
    for _ in range(20):
        if twin.over:
            break
        twin = game_after_status_phase(twin, rng)
    require(twin.over)
    right = SEATS[twin.result.winner]
    wrong = {}
    for seat, n in zip(SEATS, points, strict=False):
        key = "mistake.fewer_points" if n < top else "mistake.later_in_initiative"
        wrong[seat] = [remark(key, side=seat, n=n)]
    cards = strategy_card_facts(table)
    points_by_seat = {f"n{player.seat + 1}": player.points for player in table.players}
    texts = SAY("end.last", speaker=SEATS[table.speaker], **points_by_seat, **cards)
    order = tuple(SEATS[seat] for seat in table.initiative_order)
    key = "why.tied_points" if points.count(max(points)) > 1 else "why.most_points"
    why = [
        *heard(twin.rulings_since(len(game), "IM-END-2")),
        *explain(key, side=right, n=max(points), order=order),
    ]
    return staging.value_question(game, twin, texts, right, wrong, seat_texts, why)


@question_kind("race", status_phase_scene)
def _winner_of_scoring_race(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make a question about who wins if two players can reach ten points in the same status phase."""
    table, me = scene.table, scene.learner_sheet
    scene.set_open_objectives("lead", "trade_routes")
    other = rng.choice((1, 2))
    me.points, table.players[other].points = 9, 9
    table.players[3 - other].points = rng.randint(5, 8)
    for seat in (LEARNER_SEAT, other):
        table.players[seat].goods = 5
    me.tactic = me.strategy = 0
    for player in table.players:
        if player.seat not in (LEARNER_SEAT, other):
            player.tactic = player.strategy = player.goods = 0
        if player.seat == other:
            player.tactic = player.strategy = 0
    table.speaker = rng.randrange(3)
    game = scene.game()
    twin = game.copy()
    staging.answer_while_pending(twin, ScoreChoice, staging.first_option)
    require(twin.over)
    right = SEATS[twin.result.winner]
    wrong = {
        SEATS[LEARNER_SEAT]: [remark("mistake.ended_before", side=SEATS[other])],
        SEATS[other]: [remark("mistake.ended_before", side=SEATS[LEARNER_SEAT])],
        SEATS[3 - other]: [remark("mistake.not_enough", side=SEATS[3 - other])],
    }
    cards = strategy_card_facts(table)
    texts = SAY(
        "end.race",
        other=SEATS[other],
        third=SEATS[3 - other],
        n=table.players[3 - other].points,
        card=card("trade_routes"),
        speaker=SEATS[table.speaker],
        **cards,
    )
    order = tuple(SEATS[seat] for seat in table.initiative_order)
    why = [
        *heard(twin.rulings_since(len(game), "IM-END-1")),
        remark("why.order", order=order),
        *stated("IM-END-1", "IM-STATUS-1"),
    ]
    return staging.value_question(game, twin, texts, right, wrong, seat_texts, why)


@question_kind("at-once", scene_with("hacan", "letnev", "sardakk"), balanced=True)
def _has_won_at_once(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make a question about whether the game is over in the middle of an action."""
    table, me = scene.table, scene.learner_sheet
    scene.start_turn(LEARNER_SEAT, 8)
    me.points = rng.randint(7, 9)
    table.has_custodians = False
    mecatol = rng.random() < 0.6
    if mecatol:
        scene.place_units_on_planet(LEARNER_SEAT, "mr", infantry=1)
    scene.set_open_objectives("trade_routes", "monument")
    me.goods = rng.choice((0, 5))
    table.exhaust_planets(table.controlled_planets(LEARNER_SEAT))
    me.tactic = me.strategy = 0
    game = scene.game()
    twin = answer_by_first_option(game.copy().give_answers("strategy 8"), rng, "score", "return", "pay")
    right = twin.over
    key = "end.now_mecatol" if mecatol else "end.now"
    texts = SAY(key, n=me.points, goods=me.goods, card=card("trade_routes"), other=card("monument"))
    reached = twin.table.players[LEARNER_SEAT].points
    why = explain("why.reached" if right else "why.not_reached", "IM-STRAT-imperial", n=reached)
    return staging.yes_no_question(game, twin, texts, right, why)


@question_kind("out", scene_with("hacan", "letnev", "sardakk"), balanced=True)
def _is_player_eliminated(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table = scene.table
    case = rng.choice(("nothing", "troops", "planet", "ships", "dock_ship"))
    for world in table.controlled_planets(1):
        table.ground[world].clear()
        table.planet_controllers[world] = None
    last = scene.free_planets()[0]
    goal = table.system_of(last)
    scene.place_units_on_planet(1, last, infantry=1)
    away = next(system for system in scene.shuffled_ordinary_systems() if system != goal)
    if case == "troops":
        scene.place_units_in_space(1, away, carrier=1, infantry=1)
    elif case == "planet":
        other = next(name for name in scene.free_planets() if name != last)
        scene.give_planets(1, other)
    elif case == "ships":
        scene.place_units_in_space(1, away, cruiser=2, dreadnought=1)
    elif case == "dock_ship":
        scene.place_units_in_space(1, away, carrier=1, fighter=2)
    near = [system for system in scene.empty_neighbours(goal) if scene.tile(system).kind != "home"]
    if not near or table.space[goal]:
        return None
    scene.place_units_in_space(LEARNER_SEAT, near[0], carrier=1, infantry=4)
    move = f"move {table.tile_number(near[0])} 1 carrier, 4 infantry"
    game = staging.require_question(scene.game(f"activate {table.tile_number(goal)}"), "move")
    twin = staging.require_question(game.copy().give_answers(move), "land")
    twin.give_answers(f"land 4 infantry {last}")
    play_out_battle(twin, lambda seat: 10 if seat == LEARNER_SEAT else 1)
    while staging.is_pending(twin, "build"):
        twin.give_answers("build none")
    right = twin.table.players[1].is_eliminated
    texts = SAY(f"end.out_{case}", side="p2", planet=planet(last))
    why = explain(
        "why.out" if right else "why.not_out", rulings=twin.rulings_since(len(game), "IM-END-3"), side="p2"
    )
    return staging.yes_no_question(game, twin, texts, right, why)
