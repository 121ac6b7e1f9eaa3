"""Questions on the nine objects: what they do to dice, which one would have won, what they allow."""

from __future__ import annotations

import random

import attrs

from twingkit.twing.cards import CROSS, SUN
from twingkit.twing.lay import Lay
from twingkit.twing.notation import ROLES, Battle
from twingkit.twing.objects import OBJECTS
from twingkit.twing.quiz import battle_asks, lay_asks, response_asks
from twingkit.twing.quiz.battle_choices import hinges, keyed, option, question
from twingkit.twing.quiz.battle_deals import (
    NUMBERS,
    RESULTS,
    Deck,
    another,
    characters,
    facing,
    seat,
    spells_only,
    until,
    with_units,
)
from twingkit.twing.quiz.battle_misses import KNOWN, missed
from twingkit.twing.quiz.battle_reads import telling, who_won
from twingkit.twing.quiz.battle_words import joined, other, said
from twingkit.twing.quiz.deal import Maker
from twingkit.twing.quiz.item import Item
from twingkit.twing.quiz.lay_asks import Cards, Laying
from twingkit.twing.quiz.staging import Play, Played, Staged

_KNOWN = KNOWN["nine-objects"]
_ON_DICE = ("TW-BAT-14", "TW-POW-bra", "TW-POW-panties")


def _face(rng: random.Random) -> int:
    return rng.choice((SUN, CROSS)) if rng.random() < 0.6 else rng.choice(NUMBERS)


def _lays(rng: random.Random) -> Battle | None:
    """A battle, now and then with the own element or with creatures."""
    deck = Deck(rng)
    people = characters(rng)
    lays: list[Lay] = []
    for character in people:
        element = character if rng.random() < 0.3 else another(rng, character)
        lays.append((with_units if rng.random() < 0.3 else spells_only)(deck, rng, element))
    return facing((people[0], lays[0]), (people[1], lays[1]), 5)


def _armed(rng: random.Random) -> Staged | None:
    """A battle of players with objects; Hat and Shamrock are used."""
    battle = _lays(rng)
    if battle is None:
        return None
    dealt = rng.sample(OBJECTS, 4)
    for name in rng.sample(("bra", "panties", "hat", "shamrock"), 2):
        if name not in dealt:
            dealt[rng.randrange(4)] = name
    if len(set(dealt)) < len(dealt):
        return None
    faces = [(_face(rng),), (_face(rng),)]
    staged = Staged(battle, (faces[0], faces[1]))
    for place, names in enumerate((dealt[:2], dealt[2:])):
        staged = staged.with_side(place, objects=tuple(names))
    for place, name in enumerate(("shamrock", "hat")):
        if name in staged.battle.sides[place].objects and faces[place][0] < 2 and rng.random() < 0.8:
            again = rng.choice([face for face in (SUN, CROSS, *NUMBERS) if face != faces[place][0]])
            staged = staged.with_faces(place, faces[place][0], again)
            staged = attrs.evolve(staged, plays=(*staged.plays, Play(place, name)))
    return staged


def worth(rng: random.Random) -> Item | None:
    """What does a die count against these objects?"""
    sitting = seat(rng)
    whose = sitting if rng.random() < 0.6 else 1 - sitting
    special = rng.random() < 0.75

    def make() -> Item | None:
        staged = _armed(rng)
        played = staged and staged.played()
        item = battle_asks.worth(played, sitting, whose, _KNOWN) if played else None
        if not item or not played:
            return None
        if special:
            return item if any(rule in _ON_DICE for rule in item.rules) else None
        # an object that does nothing here: the Panties against a Sun, the Bra against a Cross
        symbols = [each[-1] for each in played.staged.faces]
        return item if abs(symbols[whose]) == SUN else None

    return until(make)


def winner(rng: random.Random) -> Item | None:
    """Who wins, with objects?"""
    sitting, result = seat(rng), rng.choice(RESULTS)

    def make() -> Item | None:
        played = _played(rng, sitting, result)
        return hinges(battle_asks.winner(played, sitting, _KNOWN) if played else None, *_ON_DICE)

    return until(make)


def verdict(rng: random.Random) -> Item | None:
    """How does it end, with objects?"""
    sitting, result = seat(rng), rng.choice(RESULTS)

    def make() -> Item | None:
        played = _played(rng, sitting, result)
        return hinges(battle_asks.verdict(played, sitting, _KNOWN) if played else None, *_ON_DICE)

    return until(make)


def _played(rng: random.Random, sitting: int, result: str) -> Played | None:
    staged = _armed(rng)
    played = staged and staged.played()
    return played if played and who_won(played, sitting) == result else None


# -- which object would have won


def chosen(rng: random.Random) -> Item | None:
    """Which object would have won the battle?"""
    sitting = seat(rng)
    wanted = rng.choice(("bra", "panties", "none"))

    def make() -> Item | None:
        battle = _lays(rng)
        if battle is None:
            return None
        symbols = {"bra": ((-1, 0, 1, 4), (SUN,)), "panties": ((CROSS,), (-4, -2, 0, 1))}
        mine, theirs = symbols.get(wanted) or rng.choice((*symbols.values(), ((CROSS,), (SUN,))))
        staged = Staged(battle, ((0,), (0,))).with_last(sitting, rng.choice(mine))
        played = staged.with_last(1 - sitting, rng.choice(theirs)).played()
        if played is None or who_won(played, sitting) == "you":
            return None
        idle = rng.choice(("boots", "socks", "puppet"))
        return keyed(_object_item(played, sitting, ["bra", "panties", idle]), wanted)

    return until(make)


def _object_item(played: Played, sitting: int, names: list[str]) -> Item | None:
    """The question which object would have won, with none of them as an option; None if several would."""
    tried = {name: played.staged.with_side(sitting, objects=(name,)).played() for name in names}
    wins = {name: each for name, each in tried.items() if each and who_won(each, sitting) == "you"}
    if len(wins) > 1:
        return None
    right = next(iter(wins), "none")
    misses = {}
    for name, each in tried.items():
        if each is not None:
            misses[name] = missed(each, _KNOWN, lambda changed: who_won(changed, sitting)).get("you", "")
    choices = [option(name, said("choice.object", object=name), right, misses) for name in names]
    choices.append(option("none", said("choice.no_object"), right, {"none": f"TW-POW-{right}"}))
    decided = [played.decisive]
    why = [*telling(wins[right]), wins[right].decisive, *decided] if wins else decided
    if wins:  # the power first, then how the battle ends with it
        why.sort(key=lambda each: each.rule != f"TW-POW-{right}")
    texts = joined(said(f"role.you_{sitting}"), said("ask.object"))
    return question(played, texts, choices, why, sitting)


# -- what objects allow and forbid


def may(rng: random.Random) -> Item | None:
    """May this be played, with these objects about?"""
    wanted = "yes" if rng.random() < 0.5 else "no"
    scene = rng.choice((_against_socks, _against_boots, _again))

    def make() -> Item | None:
        return keyed(scene(rng), wanted)

    return until(make)


def _held(rng: random.Random, sitting: int, mine: tuple[str, ...], theirs: tuple[str, ...]) -> Staged | None:
    """A battle with objects in which the learner holds a cat, Miromon and a trap, and has a choice."""
    deck = Deck(rng)
    people = characters(rng)
    lays = [with_units(deck, rng, another(rng, each), 0.4) for each in people]
    battle = facing((people[0], lays[0]), (people[1], lays[1]))
    if battle is None:
        return None
    staged = Staged(battle, ((rng.choice(NUMBERS),), (rng.choice(NUMBERS),)))
    staged = staged.with_side(sitting, objects=mine, cats=1, traps=1, miromon=1)
    return staged.with_side(1 - sitting, objects=theirs)


def _against_socks(rng: random.Random) -> Item | None:
    """The Socks stop cats and Miromon, not a trap, nor Hat and Shamrock; the own Socks stop nothing."""
    sitting = seat(rng)
    reroll = ("shamrock", "hat")[sitting]
    theirs = rng.choice((("socks",), ("socks",), ("boots",)))
    mine = (reroll,) if "socks" in theirs else (reroll, "socks")
    staged = _held(rng, sitting, mine, theirs)
    played = staged and staged.played()
    if not staged or not played:
        return None
    answers = [
        ("cat", "cat"),
        (f"miromon {ROLES[sitting]}", "miromon_own"),
        (f"miromon {ROLES[1 - sitting]}", "miromon_other"),
        (reroll, "reroll"),
    ]
    answer, ask = rng.choice(answers)
    return response_asks.may(played, sitting, answer, ask, other=other(sitting), object=reroll)


def _against_boots(rng: random.Random) -> Item | None:
    """The Boots stop traps; the own Boots, or other objects of the other side, do not."""
    sitting = seat(rng)
    theirs = rng.choice(("boots", "boots", "socks", "puppet"))
    mine = "boots" if theirs != "boots" else rng.choice(("bra", "teddy"))
    staged = _held(rng, sitting, (mine,), (theirs,))
    if not staged or not staged.battle.sides[1 - sitting].units:
        return None
    early = rng.random() < 0.3 and theirs != "boots"
    played = staged.played()
    unit = rng.choice(staged.battle.sides[1 - sitting].units)
    if not played or staged.battle.sides[1 - sitting].lay.creatures.count(unit.creature) > 1:
        return None
    window, moment = ("before_roll", "before_roll") if early else ("respond", "")
    answer = f"trap {unit.creature.token}"
    return response_asks.may(played, sitting, answer, "trap", moment, window, card=unit.creature)


def _again(rng: random.Random) -> Item | None:
    """Hat and Shamrock: each in its role, and once in a battle."""
    sitting = seat(rng)
    name = rng.choice(("shamrock", "hat"))
    staged = _held(rng, sitting, (name,), (rng.choice(("bra", "panties", "puppet")),))
    if staged is None:
        return None
    fits = name == ("shamrock", "hat")[sitting]
    used = fits and rng.random() < 0.5
    if used:
        faces = staged.faces[sitting]
        staged = staged.with_faces(sitting, *faces, rng.choice(NUMBERS))
        staged = attrs.evolve(staged, plays=(Play(sitting, name),))
    played = staged.played()
    moment = "rerolled" if used else ""
    return response_asks.may(played, sitting, name, "reroll", moment, object=name) if played else None


# -- laying with the Teddy, and against the Cup


def lay(rng: random.Random) -> Item | None:
    """What may be laid, with the Teddy or against the Cup?"""
    laying, fit = _laying(rng, rng.random() < 0.65)
    known = {"TW-BAT-2", "TW-BAT-3", "TW-BAT-5", "TW-POW-cup"}
    ask, sample = ("attack", lay_asks.some_attack) if laying.seat == 0 else ("shield", lay_asks.some_shield)
    item = lay_asks.which(rng, laying, known, ask, sample, fit)
    rules = ("TW-POW-teddy", "TW-POW-cup")
    return _named(item, laying) if item and any(rule in rules for rule in item.rules) else None


def may_lay(rng: random.Random) -> Item | None:
    """May this be laid, with the Teddy or against the Cup?"""
    wanted, teddy = "yes" if rng.random() < 0.5 else "no", rng.random() < 0.65

    def make() -> Item | None:
        laying, fit = _laying(rng, teddy)
        sample = lay_asks.some_attack if laying.seat == 0 else lay_asks.some_shield
        lays = [sample(rng, laying.mine) for _ in range(20)]
        faults = 0 if wanted == "yes" else 1
        fitting = [lay for lay in lays if laying.faults(lay) == faults and (faults or fit(lay))]
        if not fitting:
            return None
        tried = rng.choice(fitting)
        ask = "may_attack" if laying.seat == 0 else "may_shield"
        known = {"TW-BAT-2", "TW-BAT-5"} if laying.mine.objects else {"TW-POW-cup"}
        item = lay_asks.may(laying, tried, known, ask)
        return _named(item, laying) if item and item.right.key == wanted else None

    return until(make)


def _named(item: Item, laying: Laying) -> Item:
    """The question after whose objects are active."""
    sides = (("mine", laying.mine.objects), ("theirs", laying.theirs.objects))
    told = [said(f"active.{whose}", object=names[0]) for whose, names in sides if names]
    return attrs.evolve(item, texts=joined(*told, item.texts))


def _laying(rng: random.Random, teddy: bool) -> tuple[Laying, lay_asks.Fit]:
    """A player with the Teddy, who attacks or raises a shield, or one who attacks the owner of the Cup; and
    which lawful lays are worth asking for."""
    deck = Deck(rng)
    people = characters(rng)
    one, two = rng.sample("FWLA", 2)
    home = [deck.creature(one, True), *(deck.creature(rng.choice((one, one, two)), False) for _ in range(4))]
    if teddy:
        home.append(deck.creature(two, False))
    hand = (*deck.spells(one, 2), deck.spell(two))
    objects = (("teddy",), (rng.choice(("bra", "hat")),)) if teddy else ((), ("cup",))
    mine = Cards(people[0], hand, tuple(rng.sample(home, len(home))), objects[0])
    defending = teddy and rng.random() < 0.4
    attack = spells_only(deck, rng, another(rng, one)) if defending else None
    theirs = Cards(people[1], attack.spells if attack else deck.spells(rng.choice("FWLA"), 3), (), objects[1])

    def fit(lay: Lay) -> bool:
        main = lay.spells[0].element if lay.spells else ""
        strange = {unit.element for unit in lay.units} - {main}
        if not teddy:
            return any(unit.creature.mount for unit in lay.units)
        return len(lay.units) > len(lay.spells) > 0 or len(strange) > (0 if main else 1)

    return Laying(mine, theirs, attack), fit


KINDS: dict[str, dict[str, Maker]] = {
    "nine-objects": {
        "worth": worth,
        "winner": winner,
        "verdict": verdict,
        "object": chosen,
        "may": may,
        "lay": lay,
        "may-lay": may_lay,
    }
}
