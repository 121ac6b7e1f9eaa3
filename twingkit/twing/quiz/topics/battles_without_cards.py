"""Battles in which nobody responds: the first one, mounts and creatures, the Orn die, the own element, the
shield.

Each topic deals what is new in it, and nothing of the later ones: no symbol is rolled before the topic of
the Orn die, and no character fights with its own element before that topic.
"""

from __future__ import annotations

import random

from twingkit.learn.quiz.item import Item
from twingkit.learn.quiz.makers import balanced, first_result, require, with_aims
from twingkit.twing.notation.battle_line import Battle, Side
from twingkit.twing.quiz.asking import choices
from twingkit.twing.quiz.battles import battle_items as asks
from twingkit.twing.quiz.battles import lays
from twingkit.twing.quiz.battles.kinds import BattleMakers
from twingkit.twing.quiz.battles.lays import Cards, LayScene
from twingkit.twing.quiz.battles.mistakes import options_with_goal
from twingkit.twing.quiz.battles.staging import (
    CLOSE,
    NUMBERS,
    RESULTS,
    SYMBOLS,
    WON,
    Odds,
    Played,
    Staged,
    deal_battle,
    deal_lay,
    other_element,
    random_characters,
    random_face,
)
from twingkit.twing.quiz.battles.telling import SAY, die_ruling, die_value, role_text
from twingkit.twing.quiz.phrases import join_texts
from twingkit.twing.quiz.supply import ALL_ELEMENTS, Supply
from twingkit.twing.rules.cards import ELEMENTS, FACE_FACTS, FACES, SPIRAL, Creature
from twingkit.twing.rules.lay import Lay


def _number(rng: random.Random) -> int:
    return rng.choice(NUMBERS)


def _with_symbol(rng: random.Random) -> int:
    """Return a symbol or a number, equally often."""
    return rng.choice(SYMBOLS if rng.random() < 0.5 else NUMBERS)


# -- the first battle: spells against spells, none of them of its character's element


def _first(rng: random.Random) -> Staged | None:
    battle = deal_battle(rng)
    return Staged.with_one_roll_each(battle, _number(rng), _number(rng)) if battle else None


def _first_played(rng: random.Random, sitting: int) -> Played | None:
    staged = _first(rng)
    return staged.played() if staged else None


FIRST = BattleMakers("first-battle", _first_played, sharp=0.6)


@with_aims()
def level(rng: random.Random) -> Item | None:
    """Make the question “With which roll does the defender reach a tie?”"""
    staged = _first(rng)
    return asks.tie_rolls(staged, 1, rng.sample(NUMBERS, 4), FIRST.known) if staged else None


@with_aims()
def least(rng: random.Random) -> Item | None:
    """Make the question “Which is the lowest roll with which the defender wins?”"""
    staged = _first(rng)
    return asks.lowest_winning_roll(staged, 1, FIRST.known, rng) if staged else None


def defend(rng: random.Random) -> Item | None:
    """Make the question “Which cards may be laid against an attack?”"""
    supply, (theirs, mine) = Supply(rng), random_characters(rng)
    element, other = rng.sample(ALL_ELEMENTS, 2)
    hand = [*supply.spells(rng.randint(3, 4), element), *supply.spells(2, other)]
    laying = lays.deal_defence(rng, supply, Cards.shuffled(rng, mine, hand), theirs, other)
    rules, several = {"TW-BAT-1", "TW-BAT-4"}, rng.random() < 0.8
    return lays.which_lay(
        rng, laying, rules, "defend", _some_defence, lambda lay: (len(lay.spells) > 1) is several
    )


def _some_defence(rng: random.Random, cards: Cards) -> Lay:
    """Return a lay of spells, or an empty one."""
    return Lay() if rng.random() < 0.05 else lays.some_spells(rng, cards)


# -- mounts and creatures: on one side at least


def _with_units(rng: random.Random, pairs: float, close: float = CLOSE) -> Battle | None:
    units: Odds = rng.choice(((1.0, 0.6), (0.6, 1.0)))
    return deal_battle(rng, units=units, pairs=pairs, close=close)


def _units_played(rng: random.Random, sitting: int) -> Played | None:
    battle = _with_units(rng, 0.5)
    return Staged.with_one_roll_each(battle, _number(rng), _number(rng)).played() if battle else None


UNITS = BattleMakers("mounts-and-creatures", _units_played, sharp=0.8)


def rider(rng: random.Random) -> Item | None:
    """Make the question “Who may ride on the mount?”"""
    supply, (mine, theirs) = Supply(rng), random_characters(rng)
    element, foreign = rng.sample(ALL_ELEMENTS, 2)
    mount, second = supply.mount(element), supply.mount(element)
    weak = supply.creatures(1, element, most=mount.power)
    heavy = supply.creatures(1, element, least=mount.power + 1)
    strange = supply.creatures(1, foreign, most=mount.power)
    riders: list[Creature] = [*weak, *heavy, second, *strange]
    spells = supply.spells(2, element)
    cards = Cards.shuffled(rng, mine, spells, [mount, *riders])
    return lays.which_rider(lays.deal_attack(rng, supply, cards, theirs), spells[0], mount, riders)


def join(rng: random.Random) -> Item | None:
    """Make the question “Which attack may be laid, with creatures beside the spells?”"""
    rules = {"TW-BAT-2", "TW-BAT-3"}
    return lays.which_lay(
        rng, _mounted(rng), rules, "attack", lays.some_attack, lambda lay: len(lay.units) > 0
    )


def strongest(rng: random.Random) -> Item | None:
    """Make the question “Which is the strongest attack that may be laid?”"""
    return lays.strongest_lay(rng, _mounted(rng), UNITS.known, lays.some_attack)


def _mounted(rng: random.Random) -> LayScene:
    """Deal spells of two elements, and an entourage with a mount."""
    supply, (mine, theirs) = Supply(rng), random_characters(rng)
    element, other = rng.sample(ALL_ELEMENTS, 2)
    hand = [*supply.spells(2, element), *supply.spells(rng.randint(1, 2), other)]
    home = lays.deal_entourage(rng, supply, element, other, 3)
    if rng.random() < 0.3:
        home.append(supply.mount(other))
    return lays.deal_attack(rng, supply, Cards.shuffled(rng, mine, hand, home), theirs)


def points(rng: random.Random) -> Item | None:
    """Make the question “How many points lie on the cards?”"""
    battle = require(first_result(lambda: _with_units(rng, 0.8, close=99)))
    sitting = rng.choice([seat for seat, side in enumerate(battle.sides) if side.units])
    return asks.points_on_cards(battle, sitting, UNITS.known, rng)


# -- the Orn die: Sun, Cross and Spiral, some sides with creatures


def _before_die(rng: random.Random) -> Battle | None:
    return deal_battle(rng, units=(0.4, 0.4), close=6)


def _symbols(rng: random.Random, sitting: int) -> Played | None:
    """Deal a battle with a symbol on at least one die."""
    battle, faces = _before_die(rng), [_with_symbol(rng), _with_symbol(rng)]
    return (
        Staged.with_one_roll_each(battle, *faces).played() if battle and set(faces) & set(SYMBOLS) else None
    )


def _symbols_and_units(rng: random.Random, sitting: int) -> Played | None:
    played = _symbols(rng, sitting)
    return played if played and any(side.units for side in played.staged.battle.sides) else None


def _spirals(rng: random.Random, sitting: int) -> Played | None:
    """Deal a battle with Spirals and numbers."""
    battle = _before_die(rng)
    faces = [SPIRAL if rng.random() < 0.6 else _number(rng) for _ in range(2)]
    return Staged.with_one_roll_each(battle, *faces).played() if battle else None


DIE = BattleMakers("orn-die", _symbols, sharp=0.8)


@with_aims()
def level_with_symbols(rng: random.Random) -> Item | None:
    """Make the question “With which roll does the defender reach a tie, symbols included?”"""
    battle = require(_before_die(rng))
    faces = (*rng.sample(SYMBOLS, 2), *rng.sample(NUMBERS, 2))
    return asks.tie_rolls(Staged.with_one_roll_each(battle, rng.choice(FACES), 0), 1, faces, DIE.known)


# -- the own element: one side or both fight with it, more often the learner


def _own(rng: random.Random, sitting: int, units: float) -> Battle | None:
    own = (0.7, 0.5) if sitting == 0 else (0.5, 0.7)
    return deal_battle(rng, own=own, units=(units, units))


def _minus(rng: random.Random) -> int:
    """Return a number, most often below 0."""
    return rng.choice((-4, -3, -2, -1)) if rng.random() < 0.65 else rng.choice(FACES)


def _own_played(rng: random.Random, sitting: int, units: float = 0.3) -> Played | None:
    battle = _own(rng, sitting, units)
    return Staged.with_one_roll_each(battle, _minus(rng), _minus(rng)).played() if battle else None


def _any_face(rng: random.Random, sitting: int) -> Played | None:
    """Deal a battle with creatures on both sides, and symbols on the dice as often as numbers."""
    battle, faces = _own(rng, sitting, 1.0), [_with_symbol(rng), _with_symbol(rng)]
    return Staged.with_one_roll_each(battle, *faces).played() if battle else None


OWN = BattleMakers("own-element", _own_played, rules=("TW-BAT-15",))


def home(rng: random.Random) -> Item | None:
    """Make the question “What happens to a creature?” for battles where the own element may bring it home."""
    sitting = int(rng.random() < 0.3)
    whose = sitting if rng.random() < 0.8 else 1 - sitting
    lost = "other" if whose == sitting else "you"
    result = lost if rng.random() < 0.8 else rng.choice(RESULTS)
    return BattleMakers("own-element", _any_face).fate_of(rng, sitting, whose, result)


def attack(rng: random.Random) -> Item | None:
    """Make the question “With which attack does a minus count 0?”"""
    supply, (mine, theirs) = Supply(rng), random_characters(rng)
    minus = rng.choice((-4, -3, -2, -1))
    defence = deal_lay(rng, supply, other_element(rng, theirs))
    battles = {}
    for element in [mine, *rng.sample([element for element in ELEMENTS if element != mine], 2)]:
        lay = deal_lay(rng, supply, element, 0.4)
        played = Staged.with_one_roll_each(Battle(Side(mine, lay), Side(theirs, defence)), minus, 0).played()
        if played is not None:
            battles[lay] = played
    hand = [card for lay in battles for card in lay.spells]
    cards = Cards.shuffled(rng, mine, hand, [card for lay in battles for card in lay.creatures])
    right = [lay for lay, played in battles.items() if die_value(played, 0) == 0]
    ruling = require(die_ruling(battles[right[0]], 0) if len(right) == 1 else None)
    mistakes = options_with_goal(battles, OWN.known, lambda battle: die_value(battle, 0), 0)
    options = choices(right[0], mistakes, lays.lay_texts, cards=str)
    texts = join_texts(role_text(0), SAY("ask.own_attack", face=FACE_FACTS[minus]))
    return LayScene(cards, Cards(theirs, defence.spells)).ask(right[0], texts, options, [ruling])


# -- the shield: sometimes both sides are of their own element


LAY_RULES = {"TW-BAT-2", "TW-BAT-3", "TW-BAT-5"}
"""The rules that can forbid a shield."""


def _learner_seat(rng: random.Random) -> int:
    """Return the learner's seat: more often the side with the shield."""
    return int(rng.random() < 0.65)


def _shielded(rng: random.Random, sitting: int) -> Played | None:
    battle = deal_battle(rng, own=(0.4, 0.5), units=(0.4, 0.0), pairs=0.4, shield=True)
    return Staged.with_one_roll_each(battle, random_face(rng, 0.4), 0).played() if battle else None


SHIELD = BattleMakers("shield", _shielded, sits=_learner_seat, sharp=0.8)


def fate(rng: random.Random) -> Item | None:
    """Make the question “What happens to a creature of the shield?”"""
    return SHIELD.fate_of(rng, _learner_seat(rng), 1, rng.choice(WON))


def may_be_shield(rng: random.Random) -> Item | None:
    """Make the question “May this be a shield?”"""
    laying = _attacked(rng)
    lay = lays.some_shield(rng, laying.mine)
    single = laying.count_problems(lay) < 2  # forbidden for one reason, not for two
    return lays.may_lay(laying, lay, LAY_RULES, "may_shield") if single else None


def which(rng: random.Random) -> Item | None:
    """Make the question “Which of these may be a shield?”"""
    return lays.which_lay(
        rng, _attacked(rng), LAY_RULES, "shield", lays.some_shield, lambda lay: len(lay.units) > 1
    )


def _attacked(rng: random.Random) -> LayScene:
    """Deal a player under attack, with an entourage of two elements and a mount in it."""
    supply, (theirs, mine) = Supply(rng), random_characters(rng)
    element, other = rng.sample(ALL_ELEMENTS, 2)
    cards = Cards.shuffled(
        rng, mine, supply.spells(2, element), lays.deal_entourage(rng, supply, element, other, 4)
    )
    return lays.deal_defence(rng, supply, cards, theirs, other)


KINDS = {
    "first-battle": {
        **FIRST.kinds("winner", "points", "ornicle", "gone"),
        "level": level,
        "least": least,
        "defend": defend,
    },
    "mounts-and-creatures": {
        "rider": rider,
        "join": join,
        "strongest": strongest,
        "points": points,
        **UNITS.kinds("winner", "fate", "gone"),
    },
    "orn-die": {
        **DIE.kinds("winner", "verdict"),
        "level": level_with_symbols,
        "points": BattleMakers("orn-die", _spirals).points,
        "gone": BattleMakers("orn-die", _symbols_and_units).gone,
    },
    "own-element": {
        **OWN.kinds("worth", "winner", "verdict"),
        "home": home,
        "gone": BattleMakers(
            "own-element", lambda rng, sitting: _own_played(rng, sitting, 1.0), results=WON
        ).gone,
        "attack": attack,
    },
    "shield": {
        "may": balanced(may_be_shield),
        "which": which,
        **SHIELD.kinds("winner", "verdict"),
        "ornicle": BattleMakers("shield", _shielded, sits=_learner_seat, results=WON).ornicle,
        "fate": fate,
        "gone": SHIELD.gone,
    },
}
"""The makers of these topics, by kind."""
