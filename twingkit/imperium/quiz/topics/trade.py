"""Questions on trade: neighbours, deals, commodities and promissory notes."""

from __future__ import annotations

import random

from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.technology.cards import faction
from twingkit.imperium.galaxy.trade.offers import neighbour_seats
from twingkit.imperium.quiz.question_texts import SAY, card, explain, mistake, remark, stated
from twingkit.imperium.quiz.scene import LEARNER_SEAT, GalaxyQuizScene, scene_with
from twingkit.learn.quiz import staging
from twingkit.learn.quiz.item import QuizItem, Reason
from twingkit.learn.quiz.makers import question_kind, require

SIMPLE_FACTIONS = ("letnev", "sardakk", "yssaril")
"""Factions without special rules for trade."""


@question_kind("near")
def _who_is_neighbour(rng: random.Random) -> QuizItem | None:
    scene = GalaxyQuizScene(
        rng,
        learner_factions=SIMPLE_FACTIONS,
        other_factions=SIMPLE_FACTIONS,
        tiles=rng.choice((("26", "39"), ("25", "40"), ("26", "25"))),
    )
    table = scene.table
    for seat in (1, 2):
        where = rng.choice(("beside", "far", "hole", "planet"))
        mine = rng.choice(scene.shuffled_ordinary_systems())
        if where == "beside":
            scene.place_units_in_space(LEARNER_SEAT, mine, destroyer=1)
            beside = [*filter(scene.is_ordinary, scene.empty_neighbours(mine))]
            require(beside)
            scene.place_units_in_space(seat, beside[0], cruiser=1)
        elif where == "hole":
            holes = [
                system for system in scene.systems if scene.tile(system).wormholes and not table.space[system]
            ]
            require(len(holes) >= 2)
            scene.place_units_in_space(LEARNER_SEAT, holes[0], destroyer=1)
            scene.place_units_in_space(seat, holes[1], cruiser=1)
        elif where == "planet" and scene.tile(mine).planets and not table.space[mine]:
            scene.give_planets(seat, scene.tile(mine).planets[0].id)
            next_to = table.galaxy.systems_sharing_side[mine][0]
            if not scene.tile(next_to).anomaly and not table.space[next_to]:
                scene.place_units_in_space(LEARNER_SEAT, next_to, destroyer=1)
    seats = neighbour_seats(table, LEARNER_SEAT)
    right = {(): "none", (1,): "p2", (2,): "p3", (1, 2): "both"}[tuple(seats)]
    wrong = {key: [_why_near(seats)] for key in ("none", "p2", "p3", "both")}
    why = [_why_near(seats), *stated("IM-TRADE-2")]
    return staging.value_question(
        scene.game(), [], SAY("trade.near"), right, wrong, lambda key: SAY(f"trade.near_{key}"), why
    )


def _why_near(seats: list[int]) -> Reason:
    if not seats:
        return remark("why.nobody_near")
    return remark(
        "why.near" if len(seats) == 1 else "why.near_both",
        sides=tuple(f"p{seat + 1}" for seat in seats),
        n=len(seats),
    )


@question_kind("deal", scene_with(*SIMPLE_FACTIONS, other_factions=("sardakk", "yssaril", "letnev")))
def _goods_after_deal(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table, me = scene.table, scene.learner_sheet
    _make_neighbours(scene, 1)
    other = table.players[1]
    limit = faction(me.faction).commodity_limit
    me.goods, me.commodities = rng.randint(0, 3), rng.randint(1, limit)
    other.goods, other.commodities = rng.randint(0, 3), rng.randint(1, faction(other.faction).commodity_limit)
    gives = rng.randint(1, me.commodities)
    gets = rng.randint(1, other.commodities)
    goods = rng.randint(0, min(1, other.goods))
    wants = ", ".join(filter(None, [f"{goods} goods" if goods else "", f"{gets} commodities"]))
    offer = f"offer p2 {gives} commodities for {wants}"
    game = scene.game()
    staging.require_allowed(game, offer)
    twin = game.copy().give_answers(offer, "accept")
    right = twin.table.players[LEARNER_SEAT].goods
    mistakes = [
        mistake(me.goods + goods, "stay_commodities"),
        mistake(me.goods + goods + gets - gives, "own_are_goods"),
        mistake(me.goods + goods + gets + gives, "given_away"),
    ]
    texts = SAY("trade.deal", side="p2", n=me.goods, m=me.commodities, a=gives, b=gets, c=goods)
    sums = {"n": me.goods, "m": goods, "b": gets, "k": right}
    why = explain("why.deal", rulings=twin.rulings_since(len(game), "IM-TRADE-4"), **sums)
    return staging.count_question(rng, game, [offer, "accept"], texts, right, mistakes, why)


def _make_neighbours(scene: GalaxyQuizScene, seat: int) -> None:
    """Make the learner and another player neighbours, with cruisers in adjacent systems."""
    table = scene.table
    free = [system for system in scene.shuffled_ordinary_systems() if not table.space[system]]
    for mine in free:
        beside = [
            system for system in table.galaxy.systems_sharing_side[mine] if system in free and system != mine
        ]
        if beside:
            scene.place_units_in_space(LEARNER_SEAT, mine, cruiser=1)
            scene.place_units_in_space(seat, beside[0], cruiser=1)
            return


@question_kind("may", balanced=True)
def _is_deal_allowed(rng: random.Random) -> QuizItem | None:
    hacan = rng.random() < 0.3
    scene = GalaxyQuizScene(
        rng,
        learner_factions="hacan" if hacan else ("letnev", "sardakk"),
        other_factions=("yssaril", "letnev", "sardakk"),
    )
    me = scene.learner_sheet
    me.commodities, me.goods = 2, rng.randint(0, 2)
    meets = rng.random() < 0.5
    if meets:
        _make_neighbours(scene, 1)
    again = meets and rng.random() < 0.5
    near_now = 1 in neighbour_seats(scene.table, LEARNER_SEAT)
    offer = f"offer p2 {1 if again else 2} commodities for nothing"
    before = ["offer p2 1 commodities for nothing", "accept"] if again else []
    game = scene.game()
    if meets != near_now or (
        before and (game.question is None or staging.refusal_of_answer(game, before[0]) is not None)
    ):
        return None
    game.give_answers(*before)
    case = "again" if again else "near" if meets else "far"
    texts = SAY(f"trade.may_{case}", faction=me.faction, side="p2")
    rules = ["IM-UNIT-guild_ships"] if hacan and not meets else ["IM-TRADE-3"]
    case = "guild_ships" if hacan and not meets else case
    first_deal = remark(f"why.deal_{case}") if case in ("near", "guild_ships") else rules[0]
    return staging.whether_allowed_question(game, offer, texts, first_deal)


def _no_note(table: GameTable) -> None:
    table.players[LEARNER_SEAT].notes_in_play = ()


@question_kind("throne", scene_with(*SIMPLE_FACTIONS, other_factions=SIMPLE_FACTIONS))
def _points_with_throne_note(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make a question about the learner's points after activating a system, with Support for the Throne in
    play.
    """
    table, me = scene.table, scene.learner_sheet
    note = "support_for_the_throne:p2"
    table.players[1].remove_face_up("promissory_notes", note)
    me.notes_in_play = (note,)
    me.points = rng.randint(1, 5)
    goals = scene.shuffled_ordinary_systems(min_planet_count=1)[:1]
    goal = goals[0]
    case = rng.choice(("nothing", "pds", "ships", "planet", "third"))
    world = scene.tile(goal).planets[0].id
    if case == "pds" and goal != table.mecatol_system:
        scene.place_units_on_planet(1, world, pds=1)
    elif case == "ships":
        scene.place_units_in_space(1, goal, cruiser=1)
    elif case == "planet" and goal != table.mecatol_system:
        scene.give_planets(1, world)
    elif case == "third":
        scene.place_units_in_space(2, goal, destroyer=1)
    elif case != "nothing":
        return None
    game = scene.game()
    answer = f"activate {table.tile_number(goal)}"
    twin = game.copy().give_answers(answer)
    right = twin.table.players[LEARNER_SEAT].points
    lost = right < me.points
    mistakes = [
        *scene.mistakes_on_changed_table(
            "IM-TRADE-6", _no_note, lambda twin: twin.table.players[LEARNER_SEAT].points, answer
        ),
        *([] if lost else [mistake(me.points - 1, "note_stays")]),
        mistake(max(0, me.points - 2), "one_point"),
        mistake(me.points + 1, "no_point_more"),
    ]
    texts = SAY(
        f"trade.throne_{case}",
        side="p2",
        n=me.points,
        place=scene.in_words(goal),
        card=card("support_for_the_throne"),
        other="p3",
    )
    why = explain(
        f"why.throne_{'lost' if lost else 'kept'}",
        "IM-TRADE-6",
        rulings=twin.rulings_since(0, "IM-TRADE-support_for_the_throne lost", "IM-TRADE-6 home"),
        side="p2",
        n=me.points,
        k=right,
    )
    return staging.count_question(rng, game, [answer], texts, right, mistakes, why)
