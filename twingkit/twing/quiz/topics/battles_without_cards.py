"""Questions about battles without responses: the first battle, mounts, the Orn die, own element, shield.

Each topic deals what is new in it, and nothing of the later ones: no symbol is rolled before the topic of
the Orn die, and no character fights with its own element before that topic.
"""

from __future__ import annotations

import random

from twingkit.core.notation import ROLES
from twingkit.learn.quiz.deal import make_or_none
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import draw_arguments_once, question_kind, require, require_value
from twingkit.learn.quiz.phrases import join_texts
from twingkit.twing.notation.battle_line import Battle, Side
from twingkit.twing.quiz.battles import battle_items as asks
from twingkit.twing.quiz.battles import lays, staging
from twingkit.twing.quiz.battles.battle_wording import (
    PHRASES,
    die_value,
    die_value_ruling,
    learner_role_texts,
)
from twingkit.twing.quiz.battles.kinds import BattleItemMakers
from twingkit.twing.quiz.battles.lays import LayScene, PlayerCards
from twingkit.twing.quiz.battles.mistakes import mistakes_that_give
from twingkit.twing.quiz.explanations import explain_ruling
from twingkit.twing.quiz.options import answer_options
from twingkit.twing.quiz.supply import ALL_ELEMENTS, CardSupply
from twingkit.twing.rules.cards import CHARACTER_BY_ELEMENT, ELEMENTS, FACES, FACT_BY_FACE, SPIRAL, Creature
from twingkit.twing.rules.lay import Lay


def _number(rng: random.Random) -> int:
    return rng.choice(staging.NUMBER_FACES)


def _with_symbol(rng: random.Random) -> int:
    return rng.choice(staging.SYMBOL_FACES if rng.random() < 0.5 else staging.NUMBER_FACES)


# -- the first battle: spells against spells, none of them of its character's element


def _first(rng: random.Random) -> staging.PlannedBattle:
    return staging.PlannedBattle.with_one_roll_each(staging.deal_battle(rng), _number(rng), _number(rng))


def _first_played(rng: random.Random, learner_seat: int) -> staging.PlayedBattle | None:
    return _first(rng).play_out()


_FIRST_BATTLE_MAKERS = BattleItemMakers("first-battle", _first_played, mistake_share=0.6)
_FIRST_BATTLE_MAKERS.register("winner", "points", "ornicle", "gone")


@question_kind("level", topic="first-battle")
@draw_arguments_once()
def tie_roll_item(rng: random.Random) -> QuizItem | None:
    """Make the question “With which roll does the defender reach a tie?”"""
    return asks.tie_rolls_item(
        _first(rng), 1, rng.sample(staging.NUMBER_FACES, 4), _FIRST_BATTLE_MAKERS.known_rules
    )


@question_kind("least", topic="first-battle")
@draw_arguments_once()
def lowest_winning_roll_item(rng: random.Random) -> QuizItem | None:
    """Make the question “Which is the lowest roll with which the defender wins?”"""
    return asks.lowest_winning_roll_item(_first(rng), 1, _FIRST_BATTLE_MAKERS.known_rules, rng)


@question_kind("defend", topic="first-battle")
def _legal_defence_item(rng: random.Random) -> QuizItem | None:
    supply, (theirs, mine) = CardSupply(rng), staging.two_random_characters(rng)
    element, other = rng.sample(ALL_ELEMENTS, 2)
    hand = [*supply.take_spells(rng.randint(3, 4), element), *supply.take_spells(2, other)]
    lay_scene = lays.deal_learner_defence(rng, supply, PlayerCards.shuffled(rng, mine, hand), theirs, other)
    rules, several = {"TW-BAT-1", "TW-BAT-4"}, rng.random() < 0.8
    return lays.legal_lay_item(
        rng, lay_scene, rules, "defend", _some_defence, lambda lay: (len(lay.spells) > 1) is several
    )


def _some_defence(rng: random.Random, cards: PlayerCards) -> Lay:
    return Lay() if rng.random() < 0.05 else lays.random_unchecked_spell_lay(rng, cards)


# -- mounts and creatures: on one side at least


def _with_units(rng: random.Random, pairs: float, close: float = staging.MAX_POINT_DIFFERENCE) -> Battle:
    units: staging.SideProbabilities = rng.choice(((1.0, 0.6), (0.6, 1.0)))
    return staging.deal_battle(rng, creature_chances=units, rider_chance=pairs, max_difference=close)


def _units_played(rng: random.Random, learner_seat: int) -> staging.PlayedBattle | None:
    return staging.PlannedBattle.with_one_roll_each(
        _with_units(rng, 0.5), _number(rng), _number(rng)
    ).play_out()


_UNIT_MAKERS = BattleItemMakers("mounts-and-creatures", _units_played, mistake_share=0.8)


@question_kind("rider", topic="mounts-and-creatures")
def _rider_item(rng: random.Random) -> QuizItem | None:
    supply, (mine, theirs) = CardSupply(rng), staging.two_random_characters(rng)
    element, foreign = rng.sample(ALL_ELEMENTS, 2)
    mount, second = supply.take_mount(element), supply.take_mount(element)
    weak = supply.take_creatures(1, element, max_power=mount.power)
    heavy = supply.take_creatures(1, element, min_power=mount.power + 1)
    strange = supply.take_creatures(1, foreign, max_power=mount.power)
    riders: list[Creature] = [*weak, *heavy, second, *strange]
    spells = supply.take_spells(2, element)
    cards = PlayerCards.shuffled(rng, mine, spells, [mount, *riders])
    return lays.which_rider_item(
        lays.deal_learner_attack(rng, supply, cards, theirs), spells[0], mount, riders
    )


@question_kind("join", topic="mounts-and-creatures")
def _units_attack_item(rng: random.Random) -> QuizItem | None:
    """Make the question “Which attack may be laid, with creatures beside the spells?”"""
    rules = {"TW-BAT-2", "TW-BAT-3"}
    return lays.legal_lay_item(
        rng,
        _deal_scene_with_mount(rng),
        rules,
        "attack",
        lays.random_unchecked_attack,
        lambda lay: len(lay.units) > 0,
    )


@question_kind("strongest", topic="mounts-and-creatures")
def strongest_attack_item(rng: random.Random) -> QuizItem | None:
    """Make the quiz question “Which is the strongest legal attack?” with creatures and a mount among the
    cards.
    """
    return lays.strongest_attack_item(rng, _deal_scene_with_mount(rng), _UNIT_MAKERS.known_rules)


def _deal_scene_with_mount(rng: random.Random) -> LayScene:
    """Deal a scene with spells of two elements, and an entourage with a mount."""
    supply, (mine, theirs) = CardSupply(rng), staging.two_random_characters(rng)
    element, other = rng.sample(ALL_ELEMENTS, 2)
    hand = [*supply.take_spells(2, element), *supply.take_spells(rng.randint(1, 2), other)]
    home = lays.deal_entourage(rng, supply, element, other, 3)
    if rng.random() < 0.3:
        home.append(supply.take_mount(other))
    return lays.deal_learner_attack(rng, supply, PlayerCards.shuffled(rng, mine, hand, home), theirs)


@question_kind("points", topic="mounts-and-creatures")
def card_points_item(rng: random.Random) -> QuizItem | None:
    """Make the quiz question “How many points are on the laid cards?”"""
    battle = _with_units(rng, 0.8, close=99)
    learner_seat = rng.choice([seat for seat, side in enumerate(battle.sides) if side.units])
    return asks.points_on_cards_item(battle, learner_seat, _UNIT_MAKERS.known_rules, rng)


_UNIT_MAKERS.register("winner", "fate", "gone")


# -- the Orn die: Sun, Cross and Spiral, some sides with creatures


def _before_die(rng: random.Random) -> Battle:
    return staging.deal_battle(rng, creature_chances=(0.4, 0.4), max_difference=6)


def _symbols(rng: random.Random, learner_seat: int) -> staging.PlayedBattle | None:
    battle, faces = make_or_none(_before_die, rng), [_with_symbol(rng), _with_symbol(rng)]
    require(set(faces) & set(staging.SYMBOL_FACES))
    return staging.PlannedBattle.with_one_roll_each(require_value(battle), *faces).play_out()


def _symbols_and_units(rng: random.Random, learner_seat: int) -> staging.PlayedBattle | None:
    played = _symbols(rng, learner_seat)
    return played if played and any(side.units for side in played.staged.battle.sides) else None


def _spirals(rng: random.Random, learner_seat: int) -> staging.PlayedBattle | None:
    battle = make_or_none(_before_die, rng)
    faces = [SPIRAL if rng.random() < 0.6 else _number(rng) for _ in range(2)]
    return staging.PlannedBattle.with_one_roll_each(require_value(battle), *faces).play_out()


_DIE_MAKERS = BattleItemMakers("orn-die", _symbols, mistake_share=0.8)
_DIE_MAKERS.register("winner", "verdict")


@question_kind("level", topic="orn-die")
@draw_arguments_once()
def symbol_tie_roll_item(rng: random.Random) -> QuizItem | None:
    """Make the quiz question “With which roll does the defender reach a tie?”, with Sun and Cross among the
    options.
    """
    battle = _before_die(rng)
    faces = (*rng.sample(staging.SYMBOL_FACES, 2), *rng.sample(staging.NUMBER_FACES, 2))
    return asks.tie_rolls_item(
        staging.PlannedBattle.with_one_roll_each(battle, rng.choice(FACES), 0),
        1,
        faces,
        _DIE_MAKERS.known_rules,
    )


BattleItemMakers("orn-die", _spirals).register("points")
BattleItemMakers("orn-die", _symbols_and_units).register("gone")


# -- the own element: one side or both fight with it, more often the learner


def _own(rng: random.Random, learner_seat: int, units: float) -> Battle:
    own = (0.7, 0.5) if learner_seat == 0 else (0.5, 0.7)
    return staging.deal_battle(rng, element_chances=own, creature_chances=(units, units))


def _minus(rng: random.Random) -> int:
    return rng.choice((-4, -3, -2, -1)) if rng.random() < 0.65 else rng.choice(FACES)


def _own_played(rng: random.Random, learner_seat: int, units: float = 0.3) -> staging.PlayedBattle | None:
    battle = _own(rng, learner_seat, units)
    return staging.PlannedBattle.with_one_roll_each(battle, _minus(rng), _minus(rng)).play_out()


def _deal_creature_battle(rng: random.Random, learner_seat: int) -> staging.PlayedBattle | None:
    """Deal and play a battle with creatures on both sides, in which dice show symbols as often as numbers."""
    battle, faces = make_or_none(_own, rng, learner_seat, 1.0), [_with_symbol(rng), _with_symbol(rng)]
    return staging.PlannedBattle.with_one_roll_each(require_value(battle), *faces).play_out()


_OWN_ELEMENT_MAKERS = BattleItemMakers("own-element", _own_played, rules=("TW-BAT-15",))
_OWN_ELEMENT_MAKERS.register("worth", "winner", "verdict")


@question_kind("home", topic="own-element")
def creature_home_item(rng: random.Random) -> QuizItem | None:
    """Make the quiz question “What happens to this creature?” after a battle in which spells of the
    character's own element may save it.
    """
    learner_seat = int(rng.random() < 0.3)
    whose = learner_seat if rng.random() < 0.8 else 1 - learner_seat
    lost = "other" if whose == learner_seat else "you"
    result = lost if rng.random() < 0.8 else rng.choice(staging.BATTLE_RESULTS)
    return BattleItemMakers("own-element", _deal_creature_battle).make_creature_fate_item(
        rng, learner_seat, whose, result
    )


BattleItemMakers(
    "own-element",
    lambda rng, learner_seat: _own_played(rng, learner_seat, 1.0),
    results=staging.DECIDED_RESULTS,
).register("gone")


@question_kind("attack", topic="own-element")
def _minus_counts_zero_item(rng: random.Random) -> QuizItem | None:
    supply, (mine, theirs) = CardSupply(rng), staging.two_random_characters(rng)
    minus = rng.choice((-4, -3, -2, -1))
    defence = staging.deal_lay(rng, supply, staging.other_element(rng, theirs))
    battles = {}
    for element in [mine, *rng.sample([element for element in ELEMENTS if element != mine], 2)]:
        lay = staging.deal_lay(rng, supply, element, 0.4)
        played = staging.PlannedBattle.with_one_roll_each(
            Battle(Side(mine, lay), Side(theirs, defence)), minus, 0
        ).play_out()
        if played is not None:
            battles[lay] = played
    hand = [card for lay in battles for card in lay.spells]
    cards = PlayerCards.shuffled(rng, mine, hand, [card for lay in battles for card in lay.creatures])
    right = [lay for lay, played in battles.items() if die_value(played, 0) == 0]
    ruling = require_value(die_value_ruling(battles[right[0]], 0) if len(right) == 1 else None)
    mistakes = mistakes_that_give(
        battles, _OWN_ELEMENT_MAKERS.known_rules, lambda battle: die_value(battle, 0), 0
    )
    options = answer_options(right[0], mistakes, lays.lay_texts, cards=str)
    texts = join_texts(learner_role_texts(0), PHRASES("ask.own_attack", face=FACT_BY_FACE[minus]))
    you = {"side": CHARACTER_BY_ELEMENT[mine]}
    why = explain_ruling(ruling, battles[right[0]].rulings(), {ROLES[0]: mine}, you)
    return LayScene(cards, PlayerCards(theirs, defence.spells)).make_item(right[0], texts, options, [why])


# -- the shield: sometimes both sides are of their own element


_SHIELD_RULES = {"TW-BAT-2", "TW-BAT-3", "TW-BAT-5"}
"""The rules that can forbid a shield."""


def _learner_seat(rng: random.Random) -> int:
    return int(rng.random() < 0.65)


def _shielded(rng: random.Random, learner_seat: int) -> staging.PlayedBattle | None:
    battle = staging.deal_battle(
        rng, element_chances=(0.4, 0.5), creature_chances=(0.4, 0.0), rider_chance=0.4, shield=True
    )
    return staging.PlannedBattle.with_one_roll_each(battle, staging.random_face(rng, 0.4), 0).play_out()


_SHIELD_MAKERS = BattleItemMakers("shield", _shielded, pick_seat=_learner_seat, mistake_share=0.8)


@question_kind("may", topic="shield", balanced=True)
def _may_be_shield_item(rng: random.Random) -> QuizItem | None:
    lay_scene = _deal_attacked_player(rng)
    lay = lays.random_unchecked_shield(rng, lay_scene.own_cards)
    single = lay_scene.count_problems(lay) < 2  # forbidden for one reason, not for two
    return lays.may_lay_item(lay_scene, lay, _SHIELD_RULES, "may_shield") if single else None


@question_kind("which", topic="shield")
def _which_shield_item(rng: random.Random) -> QuizItem | None:
    return lays.legal_lay_item(
        rng,
        _deal_attacked_player(rng),
        _SHIELD_RULES,
        "shield",
        lays.random_unchecked_shield,
        lambda lay: len(lay.units) > 1,
    )


_SHIELD_MAKERS.register("winner", "verdict")
BattleItemMakers("shield", _shielded, pick_seat=_learner_seat, results=staging.DECIDED_RESULTS).register(
    "ornicle"
)


@question_kind("fate", topic="shield")
def _shield_creature_fate_item(rng: random.Random) -> QuizItem | None:
    return _SHIELD_MAKERS.make_creature_fate_item(
        rng, _learner_seat(rng), 1, rng.choice(staging.DECIDED_RESULTS)
    )


_SHIELD_MAKERS.register("gone")


def _deal_attacked_player(rng: random.Random) -> LayScene:
    """Deal a player under attack, with an entourage of two elements and a mount in it."""
    supply, (theirs, mine) = CardSupply(rng), staging.two_random_characters(rng)
    element, other = rng.sample(ALL_ELEMENTS, 2)
    cards = PlayerCards.shuffled(
        rng, mine, supply.take_spells(2, element), lays.deal_entourage(rng, supply, element, other, 4)
    )
    return lays.deal_learner_defence(rng, supply, cards, theirs, other)
