"""Questions about the nine objects: their effect on dice, on results, and on what may be played or laid."""

from __future__ import annotations

import random

import attrs

from twingkit.learn.quiz import makers
from twingkit.learn.quiz.deal import YES_NO, Maker, make_or_none
from twingkit.learn.quiz.item import QuizItem, Reason
from twingkit.learn.quiz.options import Mistake
from twingkit.learn.quiz.phrases import join_texts
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.quiz.battles import battle_items as asks
from twingkit.twing.quiz.battles import lays, responses, staging
from twingkit.twing.quiz.battles.battle_wording import PHRASES, relevant_rulings, winner_key
from twingkit.twing.quiz.battles.kinds import BattleItemMakers
from twingkit.twing.quiz.battles.lays import LayScene, PlayerCards
from twingkit.twing.quiz.battles.responses import CAT_ATTEMPT, ResponseAttempt
from twingkit.twing.quiz.options import answer_options
from twingkit.twing.quiz.phrases import fact_texts
from twingkit.twing.quiz.supply import ALL_ELEMENTS, CardSupply
from twingkit.twing.rules.cards import CROSS, SUN
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.objects import OBJECTS

TOPIC = "nine-objects"

_DIE_OBJECT_RULES = ("TW-BAT-14", "TW-POW-bra", "TW-POW-panties")
"""The rules about objects that change what a die counts."""

_REROLL_OBJECTS = ("shamrock", "hat")
"""The object that allows a reroll to the attacker, and the one for the defender."""


def _deal_basic_battle(rng: random.Random) -> Battle:
    """Deal a battle in which some dice have the own element or some creatures are laid."""
    return staging.deal_battle(rng, element_chances=(0.3, 0.3), creature_chances=(0.3, 0.3), max_difference=5)


def _battle(rng: random.Random, learner_seat: int) -> staging.PlayedBattle | None:
    """Deal a battle between players with two objects each, in which Hat and Shamrock are used."""
    battle = make_or_none(_deal_basic_battle, rng)
    dealt = rng.sample(OBJECTS, 4)
    for name in rng.sample(("bra", "panties", *_REROLL_OBJECTS), 2):
        if name not in dealt:
            dealt[rng.randrange(4)] = name
    makers.require(len(set(dealt)) == len(dealt))
    staged = staging.PlannedBattle.with_one_roll_each(
        makers.require_value(battle), staging.random_face(rng, 0.6), staging.random_face(rng, 0.6)
    )
    for index, names in enumerate((dealt[:2], dealt[2:])):
        staged = staged.with_side(index, objects=tuple(names))
        shows = staged.faces[index][0]
        if _REROLL_OBJECTS[index] in names and shows < 2 and rng.random() < 0.8:
            again = rng.choice([face for face in (SUN, CROSS, *staging.NUMBER_FACES) if face != shows])
            staged = staged.with_play(index, _REROLL_OBJECTS[index], again)
    return staged.play_out()


_BATTLE_MAKERS = BattleItemMakers(TOPIC, _battle, rules=_DIE_OBJECT_RULES)


@makers.question_kind("worth", topic=TOPIC)
@makers.draw_arguments_once(
    staging.random_learner_seat, makers.true_with_probability(0.6), makers.true_with_probability(0.75)
)
def die_value_item(
    rng: random.Random, learner_seat: int, of_learner: bool, object_matters: bool
) -> QuizItem | None:
    """Make the quiz question what the die of one side counts, given the objects of both sides."""
    whose = learner_seat if of_learner else 1 - learner_seat
    played = makers.require_value(_battle(rng, learner_seat))
    item = makers.require_value(asks.die_value_item(played, learner_seat, whose, _BATTLE_MAKERS.known_rules))
    if object_matters:
        return item if any(rule in _DIE_OBJECT_RULES for rule in item.rules) else None
    # an object that does nothing here: the Panties against a Sun, the Bra against a Cross
    return item if abs(played.staged.faces[whose][-1]) == SUN else None


_BATTLE_MAKERS.register("winner", "verdict")


# -- which object would have won


_FACES_BY_OBJECT = {"bra": ((-1, 0, 1, 4), (SUN,)), "panties": ((CROSS,), (-4, -2, 0, 1))}
"""The faces of the learner's and the other die in battles that an object would decide otherwise."""


@makers.question_kind("object", topic=TOPIC)
@makers.draw_arguments_once(staging.random_learner_seat, ("bra", "panties", "none"))
def winning_object_item(rng: random.Random, learner_seat: int, wanted_answer: str) -> QuizItem | None:
    """Make the quiz question “Which of these objects would have won the battle for you?”"""
    battle = _deal_basic_battle(rng)
    mine, theirs = _FACES_BY_OBJECT.get(wanted_answer) or rng.choice(
        (*_FACES_BY_OBJECT.values(), ((CROSS,), (SUN,)))
    )
    staged = staging.PlannedBattle.with_one_roll_each(battle, 0, 0).with_last_face(
        learner_seat, rng.choice(mine)
    )
    played = makers.require_value(staged.with_last_face(1 - learner_seat, rng.choice(theirs)).play_out())
    makers.require(winner_key(played, learner_seat) != "you")
    idle = rng.choice(("boots", "socks", "puppet"))
    return makers.item_if_right(_object_item(played, learner_seat, ["bra", "panties", idle]), wanted_answer)


def _object_item(played: staging.PlayedBattle, learner_seat: int, names: list[str]) -> QuizItem | None:
    """Make the question “Which object would have won?”; raise `NoQuestion` if several would."""
    with_object = {name: played.staged.with_side(learner_seat, objects=(name,)).play_out() for name in names}
    by_object = {name: battle for name, battle in with_object.items() if battle}
    wins = {name: battle for name, battle in by_object.items() if winner_key(battle, learner_seat) == "you"}
    makers.require(len(wins) <= 1)
    right = next(iter(wins), "none")
    mistakes = asks.outcome_mistakes(by_object)
    why: list[Reason] = [played.deciding_ruling]
    if wins:  # the power first, then how the battle ends with it
        rulings = [*relevant_rulings(wins[right]), wins[right].deciding_ruling]
        rulings.sort(key=lambda ruling: ruling.rule != f"TW-POW-{right}")
        why = [*map(wins[right].reason_as_explanation, rulings), *why]
    options = answer_options(
        right, [*mistakes, Mistake("none", f"TW-POW-{right}" if wins else "")], _object_texts
    )
    return asks.battle_item(played, learner_seat, PHRASES("ask.object"), options, why)


def _object_texts(name: str) -> dict[str, str]:
    return dict(PHRASES("answer.no_object") if name == "none" else fact_texts(name))


# -- what objects allow and forbid


def _deal_battle_with_all_cards(
    rng: random.Random, learner_seat: int, mine: tuple[str, ...], theirs: tuple[str, ...]
) -> staging.PlannedBattle:
    """Deal a battle with objects in which the learner holds a cat, Miromon and a trap."""
    battle = staging.deal_battle(rng, creature_chances=(1.0, 1.0), rider_chance=0.4)
    staged = staging.PlannedBattle.with_one_roll_each(
        battle, rng.choice(staging.NUMBER_FACES), rng.choice(staging.NUMBER_FACES)
    )
    staged = staged.with_side(learner_seat, objects=mine).with_response_cards(
        learner_seat, cat=1, trap=1, miromon=1
    )
    return staged.with_side(1 - learner_seat, objects=theirs)


def _against_socks(rng: random.Random) -> QuizItem | None:
    """Ask about responses against the Socks, which stop only cats and Miromon of opponents."""
    learner_seat = staging.random_learner_seat(rng)
    reroll = _REROLL_OBJECTS[learner_seat]
    theirs = rng.choice((("socks",), ("socks",), ("boots",)))
    staged = _deal_battle_with_all_cards(
        rng, learner_seat, (reroll,) if "socks" in theirs else (reroll, "socks"), theirs
    )
    tries = (
        CAT_ATTEMPT,
        ResponseAttempt.miromon(learner_seat, True),
        ResponseAttempt.miromon(learner_seat, False),
        _reroll(reroll),
    )
    return responses.may_play_item(makers.require_value(staged.play_out()), learner_seat, rng.choice(tries))


def _reroll(name: str) -> ResponseAttempt:
    return ResponseAttempt(name, "reroll", {"object": name})


def _against_boots(rng: random.Random) -> QuizItem | None:
    """Ask about responses against the Boots, which stop only traps of opponents."""
    learner_seat = staging.random_learner_seat(rng)
    theirs = rng.choice(("boots", "boots", "socks", "puppet"))
    mine = "boots" if theirs != "boots" else rng.choice(("bra", "teddy"))
    staged = _deal_battle_with_all_cards(rng, learner_seat, (mine,), (theirs,))
    played = makers.require_value(staged.play_out())
    lay = staged.battle.sides[1 - learner_seat].lay
    card = rng.choice(lay.units).creature
    makers.require(lay.creatures.count(card) <= 1)
    early = rng.random() < 0.3 and theirs != "boots"
    response = ResponseAttempt(f"trap {card.token}", "trap", {"card": card})
    return responses.play_in_time_item(played, learner_seat, response, early)


def _hat_or_shamrock_item(rng: random.Random) -> QuizItem | None:
    """Ask about Hat and Shamrock: each works in its role, and once in a battle."""
    learner_seat, name = staging.random_learner_seat(rng), rng.choice(_REROLL_OBJECTS)
    theirs = (rng.choice(("bra", "panties", "puppet")),)
    dealt = make_or_none(_deal_battle_with_all_cards, rng, learner_seat, (name,), theirs)
    used = name == _REROLL_OBJECTS[learner_seat] and rng.random() < 0.5
    staged = makers.require_value(dealt)
    if used:
        staged = staged.with_play(learner_seat, name, rng.choice(staging.NUMBER_FACES))
    return responses.may_play_item(staged.play_out(), learner_seat, _reroll(name), "rerolled" if used else "")


@makers.question_kind("may", topic=TOPIC)
@makers.draw_arguments_once(YES_NO, (_against_socks, _against_boots, _hat_or_shamrock_item))
def may_play_item(rng: random.Random, wanted_answer: str, make_item: Maker) -> QuizItem | None:
    """Make the quiz question whether a card may be played, given the objects of both sides; None unless the
    right answer is `wanted_answer`.
    """
    return makers.item_if_right(make_item(rng), wanted_answer)


# -- laying with the Teddy, and against the Cup


@makers.question_kind("lay", topic=TOPIC)
def _object_lay_item(rng: random.Random) -> QuizItem | None:
    """Make the question “What may be laid, with the Teddy or against the Cup?”"""
    lay_scene, fit = _lay_scene(rng, rng.random() < 0.65)
    rules = {"TW-BAT-2", "TW-BAT-3", "TW-BAT-5", "TW-POW-cup"}
    ask, sample = (
        ("attack", lays.random_unchecked_attack)
        if lay_scene.seat == 0
        else ("shield", lays.random_unchecked_shield)
    )
    item = lays.legal_lay_item(rng, lay_scene, rules, ask, sample, fit)
    telling = item and {"TW-POW-teddy", "TW-POW-cup"} & set(item.rules)
    return _with_active_objects(item, lay_scene) if telling else None


@makers.question_kind("may-lay", topic=TOPIC)
@makers.draw_arguments_once(YES_NO, makers.true_with_probability(0.65))
def may_lay_item(rng: random.Random, wanted_answer: str, with_teddy: bool) -> QuizItem | None:
    """Make the quiz question whether a lay is legal for an owner of the Teddy or against an owner of the
    Cup.
    """
    lay_scene, fit = _lay_scene(rng, with_teddy)
    sample = lays.random_unchecked_attack if lay_scene.seat == 0 else lays.random_unchecked_shield
    lays_drawn = [sample(rng, lay_scene.own_cards) for _ in range(20)]
    faults = 0 if wanted_answer == "yes" else 1
    fitting = [lay for lay in lays_drawn if lay_scene.count_problems(lay) == faults and (faults or fit(lay))]
    makers.require(fitting)
    ask = "may_attack" if lay_scene.seat == 0 else "may_shield"
    rules = {"TW-BAT-2", "TW-BAT-5"} if lay_scene.own_cards.objects else {"TW-POW-cup"}
    return makers.item_if_right(
        _with_active_objects(lays.may_lay_item(lay_scene, rng.choice(fitting), rules, ask), lay_scene),
        wanted_answer,
    )


def _with_active_objects(item: QuizItem | None, lay_scene: LayScene) -> QuizItem | None:
    """Return the question, preceded by a sentence about the active objects."""
    sides = (("mine", lay_scene.own_cards.objects), ("theirs", lay_scene.opponent_cards.objects))
    texts = [lays.PHRASES(f"active.{whose}", object=names[0]) for whose, names in sides if names]
    return attrs.evolve(item, prompt_texts=join_texts(*texts, item.prompt_texts)) if item else None


def _lay_scene(rng: random.Random, teddy: bool) -> tuple[LayScene, lays.LayPredicate]:
    """Deal a scene for the Teddy or against the Cup; return also a test for the lays worth asking about."""
    supply, (mine, theirs) = CardSupply(rng), staging.two_random_characters(rng)
    element, other = rng.sample(ALL_ELEMENTS, 2)
    home = lays.deal_entourage(rng, supply, element, other, 4)
    if teddy:
        home += supply.take_creatures(1, other)
    hand = [*supply.take_spells(2, element), *supply.take_spells(1, other)]
    cards = PlayerCards.shuffled(rng, mine, hand, home, ("teddy",) if teddy else ())
    if teddy and rng.random() < 0.4:
        lay_scene = lays.deal_learner_defence(rng, supply, cards, theirs, element, attacker_kept_spells=0)
    else:
        lay_scene = lays.deal_learner_attack(rng, supply, cards, theirs, *([] if teddy else ["cup"]))

    def fit(lay: Lay) -> bool:
        main = lay.spells[0].element if lay.spells else ""
        strange = {unit.element for unit in lay.units} - {main}
        if not teddy:
            return any(unit.creature.mount for unit in lay.units)
        return len(lay.units) > len(lay.spells) > 0 or len(strange) > (0 if main else 1)

    return lay_scene, fit
