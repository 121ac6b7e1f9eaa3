"""The nine objects: what they do to dice, which one would have won, what they allow and forbid."""

from __future__ import annotations

import random

import attrs

from twingkit.learn.quiz.deal import YES_NO, Maker
from twingkit.learn.quiz.item import Item
from twingkit.learn.quiz.makers import if_right, require, with_aims, with_probability
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.quiz.asking import Mistake, choices
from twingkit.twing.quiz.battles import battle_items as asks
from twingkit.twing.quiz.battles import lays, responses
from twingkit.twing.quiz.battles.kinds import BattleMakers
from twingkit.twing.quiz.battles.lays import Cards, LayScene
from twingkit.twing.quiz.battles.mistakes import options_with_goal
from twingkit.twing.quiz.battles.responses import CAT, Attempt
from twingkit.twing.quiz.battles.staging import (
    NUMBERS,
    Played,
    Staged,
    deal_battle,
    random_characters,
    random_face,
    random_seat,
)
from twingkit.twing.quiz.battles.telling import SAY, relevant_rulings, who_won
from twingkit.twing.quiz.phrases import fact_texts, join_texts
from twingkit.twing.quiz.supply import ALL_ELEMENTS, Supply
from twingkit.twing.rules.cards import CROSS, SUN
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.objects import OBJECTS

TOPIC = "nine-objects"

ON_DICE = ("TW-BAT-14", "TW-POW-bra", "TW-POW-panties")
"""The rules about objects that change what a die counts."""

REROLLS = ("shamrock", "hat")
"""The object that allows a re-roll, for the attacker and for the defender."""


def _dealt(rng: random.Random) -> Battle | None:
    """Deal a battle, sometimes with dice of the own element or with creatures."""
    return deal_battle(rng, own=(0.3, 0.3), units=(0.3, 0.3), close=5)


def _battle(rng: random.Random, sitting: int) -> Played | None:
    """Deal a battle between players with two objects each, in which Hat and Shamrock are used."""
    battle = _dealt(rng)
    dealt = rng.sample(OBJECTS, 4)
    for name in rng.sample(("bra", "panties", *REROLLS), 2):
        if name not in dealt:
            dealt[rng.randrange(4)] = name
    if battle is None or len(set(dealt)) < len(dealt):
        return None
    staged = Staged.with_one_roll_each(battle, random_face(rng, 0.6), random_face(rng, 0.6))
    for index, names in enumerate((dealt[:2], dealt[2:])):
        staged = staged.with_side(index, objects=tuple(names))
        shows = staged.faces[index][0]
        if REROLLS[index] in names and shows < 2 and rng.random() < 0.8:
            again = rng.choice([face for face in (SUN, CROSS, *NUMBERS) if face != shows])
            staged = staged.with_play(index, REROLLS[index], again)
    return staged.played()


BATTLES = BattleMakers(TOPIC, _battle, rules=ON_DICE)


@with_aims(random_seat, with_probability(0.6), with_probability(0.75))
def worth(rng: random.Random, sitting: int, mine: bool, special: bool) -> Item | None:
    """Make the question “What does a die count against these objects?”"""
    whose = sitting if mine else 1 - sitting
    played = _battle(rng, sitting)
    item = asks.worth(played, sitting, whose, BATTLES.known) if played else None
    if not item or not played:
        return None
    if special:
        return item if any(rule in ON_DICE for rule in item.rules) else None
    # an object that does nothing here: the Panties against a Sun, the Bra against a Cross
    return item if abs(played.staged.faces[whose][-1]) == SUN else None


# -- which object would have won


SYMBOLS = {"bra": ((-1, 0, 1, 4), (SUN,)), "panties": ((CROSS,), (-4, -2, 0, 1))}
"""The faces of the learner's die and the other die in battles that an object can turn."""


@with_aims(random_seat, ("bra", "panties", "none"))
def chosen(rng: random.Random, sitting: int, target: str) -> Item | None:
    """Make the question “Which object would have won the battle?”"""
    battle = require(_dealt(rng))
    mine, theirs = SYMBOLS.get(target) or rng.choice((*SYMBOLS.values(), ((CROSS,), (SUN,))))
    staged = Staged.with_one_roll_each(battle, 0, 0).with_last(sitting, rng.choice(mine))
    played = staged.with_last(1 - sitting, rng.choice(theirs)).played()
    if played is None or who_won(played, sitting) == "you":
        return None
    idle = rng.choice(("boots", "socks", "puppet"))
    return if_right(_object_item(played, sitting, ["bra", "panties", idle]), target)


def _object_item(played: Played, sitting: int, names: list[str]) -> Item | None:
    """Make the question which object would have won, with “none of them” as an option; None if several
    would."""
    with_object = {name: played.staged.with_side(sitting, objects=(name,)).played() for name in names}
    by_object = {name: battle for name, battle in with_object.items() if battle}
    wins = {name: battle for name, battle in by_object.items() if who_won(battle, sitting) == "you"}
    if len(wins) > 1:
        return None
    right = next(iter(wins), "none")
    mistakes = options_with_goal(by_object, BATTLES.known, lambda changed: who_won(changed, sitting), "you")
    why = [played.decisive]
    if wins:  # the power first, then how the battle ends with it
        rulings = [*relevant_rulings(wins[right]), wins[right].decisive]
        why = [*sorted(rulings, key=lambda ruling: ruling.rule != f"TW-POW-{right}"), *why]
    options = choices(right, [*mistakes, Mistake("none", f"TW-POW-{right}" if wins else "")], _object_texts)
    return asks.battle_item(played, sitting, SAY("ask.object"), options, why)


def _object_texts(name: str) -> dict[str, str]:
    return dict(SAY("answer.no_object") if name == "none" else fact_texts(name))


# -- what objects allow and forbid


def _with_all_cards(
    rng: random.Random, sitting: int, mine: tuple[str, ...], theirs: tuple[str, ...]
) -> Staged | None:
    """Deal a battle with objects in which the learner holds a cat, Miromon and a trap, and has a choice."""
    battle = deal_battle(rng, units=(1.0, 1.0), pairs=0.4)
    if battle is None:
        return None
    staged = Staged.with_one_roll_each(battle, rng.choice(NUMBERS), rng.choice(NUMBERS))
    staged = staged.with_side(sitting, objects=mine).with_held(sitting, cat=1, trap=1, miromon=1)
    return staged.with_side(1 - sitting, objects=theirs)


def _against_socks(rng: random.Random) -> Item | None:
    """The Socks stop cats and Miromon, but not traps, Hat or Shamrock; a player's own Socks stop nothing."""
    sitting = random_seat(rng)
    reroll = REROLLS[sitting]
    theirs = rng.choice((("socks",), ("socks",), ("boots",)))
    staged = _with_all_cards(rng, sitting, (reroll,) if "socks" in theirs else (reroll, "socks"), theirs)
    played = staged.played() if staged else None
    tries = (CAT, Attempt.miromon(sitting, True), Attempt.miromon(sitting, False), _reroll(reroll))
    return responses.may_play(played, sitting, rng.choice(tries)) if played else None


def _reroll(name: str) -> Attempt:
    return Attempt(name, "reroll", {"object": name})


def _against_boots(rng: random.Random) -> Item | None:
    """The Boots stop traps; a player's own Boots, or other objects of the opponent, do not."""
    sitting = random_seat(rng)
    theirs = rng.choice(("boots", "boots", "socks", "puppet"))
    mine = "boots" if theirs != "boots" else rng.choice(("bra", "teddy"))
    staged = _with_all_cards(rng, sitting, (mine,), (theirs,))
    played = staged.played() if staged else None
    if not staged or not played:
        return None
    lay = staged.battle.sides[1 - sitting].lay
    card = rng.choice(lay.units).creature
    if lay.creatures.count(card) > 1:
        return None
    early = rng.random() < 0.3 and theirs != "boots"
    attempt = Attempt(f"trap {card.token}", "trap", {"card": card})
    return responses.may_play_in_time(played, sitting, attempt, early)


def _again(rng: random.Random) -> Item | None:
    """Hat and Shamrock: each in its role, and once in a battle."""
    sitting, name = random_seat(rng), rng.choice(REROLLS)
    staged = _with_all_cards(rng, sitting, (name,), (rng.choice(("bra", "panties", "puppet")),))
    used = name == REROLLS[sitting] and rng.random() < 0.5
    if staged and used:
        staged = staged.with_play(sitting, name, rng.choice(NUMBERS))
    played = staged.played() if staged else None
    return responses.may_play(played, sitting, _reroll(name), "rerolled" if used else "")


@with_aims(YES_NO, (_against_socks, _against_boots, _again))
def may_play(rng: random.Random, target: str, scene: Maker) -> Item | None:
    """Make the question “May this be played, given these objects?”"""
    return if_right(scene(rng), target)


# -- laying with the Teddy, and against the Cup


def lay(rng: random.Random) -> Item | None:
    """Make the question “What may be laid, with the Teddy or against the Cup?”"""
    laying, fit = _lay_scene(rng, rng.random() < 0.65)
    rules = {"TW-BAT-2", "TW-BAT-3", "TW-BAT-5", "TW-POW-cup"}
    ask, sample = ("attack", lays.some_attack) if laying.seat == 0 else ("shield", lays.some_shield)
    item = lays.which_lay(rng, laying, rules, ask, sample, fit)
    telling = item and {"TW-POW-teddy", "TW-POW-cup"} & set(item.rules)
    return _with_active_objects(item, laying) if telling else None


@with_aims(YES_NO, with_probability(0.65))
def may_lay(rng: random.Random, target: str, teddy: bool) -> Item | None:
    """Make the question “May this be laid, with the Teddy or against the Cup?”"""
    laying, fit = _lay_scene(rng, teddy)
    sample = lays.some_attack if laying.seat == 0 else lays.some_shield
    lays_drawn = [sample(rng, laying.mine) for _ in range(20)]
    faults = 0 if target == "yes" else 1
    fitting = [lay for lay in lays_drawn if laying.count_problems(lay) == faults and (faults or fit(lay))]
    if not fitting:
        return None
    ask = "may_attack" if laying.seat == 0 else "may_shield"
    rules = {"TW-BAT-2", "TW-BAT-5"} if laying.mine.objects else {"TW-POW-cup"}
    return if_right(
        _with_active_objects(lays.may_lay(laying, rng.choice(fitting), rules, ask), laying), target
    )


def _with_active_objects(item: Item | None, laying: LayScene) -> Item | None:
    """Return the question, preceded by whose objects are active."""
    sides = (("mine", laying.mine.objects), ("theirs", laying.theirs.objects))
    texts = [lays.SAY(f"active.{whose}", object=names[0]) for whose, names in sides if names]
    return attrs.evolve(item, texts=join_texts(*texts, item.texts)) if item else None


def _lay_scene(rng: random.Random, teddy: bool) -> tuple[LayScene, lays.LayTest]:
    """Deal a player with the Teddy, who attacks or lays a shield, or one who attacks the owner of the Cup;
    return also which legal lays are worth asking for.
    """
    supply, (mine, theirs) = Supply(rng), random_characters(rng)
    element, other = rng.sample(ALL_ELEMENTS, 2)
    home = lays.deal_entourage(rng, supply, element, other, 4)
    if teddy:
        home += supply.creatures(1, other)
    hand = [*supply.spells(2, element), *supply.spells(1, other)]
    cards = Cards.shuffled(rng, mine, hand, home, ("teddy",) if teddy else ())
    if teddy and rng.random() < 0.4:
        laying = lays.deal_defence(rng, supply, cards, theirs, element, more=0)
    else:
        laying = lays.deal_attack(rng, supply, cards, theirs, *([] if teddy else ["cup"]))

    def fit(lay: Lay) -> bool:
        main = lay.spells[0].element if lay.spells else ""
        strange = {unit.element for unit in lay.units} - {main}
        if not teddy:
            return any(unit.creature.mount for unit in lay.units)
        return len(lay.units) > len(lay.spells) > 0 or len(strange) > (0 if main else 1)

    return laying, fit


KINDS = {
    TOPIC: {
        "worth": worth,
        **BATTLES.kinds("winner", "verdict"),
        "object": chosen,
        "may": may_play,
        "lay": lay,
        "may-lay": may_lay,
    }
}
"""The makers of this topic, by kind."""
