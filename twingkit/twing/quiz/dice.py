"""Questions on the Orn die (Sun, Cross, Spiral) and on fighting with the own element."""

from __future__ import annotations

import random
from collections.abc import Callable

from twingkit.twing.cards import ELEMENTS, FACE_FACTS, FACES, SPIRAL
from twingkit.twing.lay import Lay
from twingkit.twing.notation import Battle, Side
from twingkit.twing.quiz import battle_asks, settling_asks
from twingkit.twing.quiz.battle_choices import option, taking_part
from twingkit.twing.quiz.battle_deals import (
    NUMBERS,
    RESULTS,
    SYMBOLS,
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
from twingkit.twing.quiz.battle_reads import counted, who_won, worth_of
from twingkit.twing.quiz.battle_words import Laid, joined, said
from twingkit.twing.quiz.deal import Maker
from twingkit.twing.quiz.item import Item
from twingkit.twing.quiz.lay_asks import Cards, Laying
from twingkit.twing.quiz.staging import Played, Staged

_DIE, _OWN = KNOWN["orn-die"], KNOWN["own-element"]
Rolls = Callable[[random.Random], int]


def _any_face(rng: random.Random) -> int:
    """A face; symbols as often as numbers."""
    return rng.choice(SYMBOLS) if rng.random() < 0.5 else rng.choice(NUMBERS)


def _mostly_minus(rng: random.Random) -> int:
    """A number, most often below 0."""
    return rng.choice((-4, -3, -2, -1)) if rng.random() < 0.65 else rng.choice(FACES)


# -- the Orn die: nobody fights with the own element yet


def _strangers(rng: random.Random) -> Battle | None:
    """Both sides with spells, some with creatures, none of the own element."""
    deck = Deck(rng)
    mine, theirs = characters(rng)
    one = another(rng, mine)
    two = another(rng, theirs, one)
    lays = [(with_units if rng.random() < 0.4 else spells_only)(deck, rng, each) for each in (one, two)]
    return facing((mine, lays[0]), (theirs, lays[1]), 6)


def _symbols(rng: random.Random, sitting: int, result: str) -> Played | None:
    """A battle with a symbol on one die at least that ends as wanted."""
    battle, faces = _strangers(rng), (_any_face(rng), _any_face(rng))
    if battle is None or not set(faces) & set(SYMBOLS):
        return None
    played = Staged(battle, ((faces[0],), (faces[1],))).played()
    return played if played and who_won(played, sitting) == result else None


def winner(rng: random.Random) -> Item | None:
    """Who wins, with symbols on the dice?"""
    sitting, result, sharp = seat(rng), rng.choice(RESULTS), rng.random() < 0.8

    def make() -> Item | None:
        played = _symbols(rng, sitting, result)
        return battle_asks.winner(played, sitting, _DIE, sharp) if played else None

    return until(make)


def verdict(rng: random.Random) -> Item | None:
    """How does it end: by the Sun, the Cross or the points?"""
    sitting, result = seat(rng), rng.choice(RESULTS)

    def make() -> Item | None:
        played = _symbols(rng, sitting, result)
        return battle_asks.verdict(played, sitting, _DIE) if played else None

    return until(make)


def level(rng: random.Random) -> Item | None:
    """With which roll does the defender reach a tie, symbols included?"""

    def make() -> Item | None:
        battle = _strangers(rng)
        faces = (*rng.sample(SYMBOLS, 2), *rng.sample(NUMBERS, 2))
        thrown = rng.choice(FACES)
        staged = battle and Staged(battle, ((thrown,), (0,)))
        return battle_asks.level(staged, 1, faces, _DIE) if staged else None

    return until(make)


def fallen(rng: random.Random) -> Item | None:
    """How many cards are discarded, where a symbol may decide?"""
    sitting, result = seat(rng), rng.choice(RESULTS)

    def make() -> Item | None:
        played = _symbols(rng, sitting, result)
        with_creatures = played and any(side.units for side in played.staged.battle.sides)
        return settling_asks.gone(played, sitting, _DIE, rng) if played and with_creatures else None

    return until(make)


def points(rng: random.Random) -> Item | None:
    """How many points does a side have that rolled a Spiral or a number?"""
    sitting = seat(rng)

    def make() -> Item | None:
        battle = _strangers(rng)
        if battle is None:
            return None
        faces = [SPIRAL if rng.random() < 0.6 else rng.choice(NUMBERS) for _ in range(2)]
        played = Staged(battle, ((faces[0],), (faces[1],))).played()
        return battle_asks.points(played, sitting, sitting, _DIE, rng) if played else None

    return until(make)


# -- the own element


def _own(rng: random.Random, sitting: int, units: bool) -> Battle | None:
    """One side or both fight with the own element, the learner's more often."""
    deck = Deck(rng)
    people = characters(rng)
    lays: list[Lay] = []
    for place, character in enumerate(people):
        own = rng.random() < (0.7 if place == sitting else 0.5)
        element = character if own else another(rng, character)
        lays.append((with_units if units or rng.random() < 0.3 else spells_only)(deck, rng, element))
    return facing((people[0], lays[0]), (people[1], lays[1]))


def _own_played(
    rng: random.Random, sitting: int, result: str = "", units: bool = False, rolls: Rolls = _mostly_minus
) -> Played | None:
    """A battle of the own element, played; that ends as wanted if a result is."""
    battle = _own(rng, sitting, units)
    played = battle and Staged(battle, ((rolls(rng),), (rolls(rng),))).played()
    return played if played and result in ("", who_won(played, sitting)) else None


def worth(rng: random.Random) -> Item | None:
    """What does the die count?"""
    sitting = seat(rng)
    whose = sitting if rng.random() < 0.7 else 1 - sitting
    played = until(lambda: _own_played(rng, sitting))
    return battle_asks.worth(played, sitting, whose, _OWN) if played else None


def own_winner(rng: random.Random) -> Item | None:
    """Who wins, where the own element may help?"""
    sitting, result = seat(rng), rng.choice(RESULTS)

    def make() -> Item | None:
        played = _own_played(rng, sitting, result)
        item = battle_asks.winner(played, sitting, _OWN) if played else None
        return item if item and "TW-BAT-15" in item.rules else None

    return until(make)


def own_verdict(rng: random.Random) -> Item | None:
    """How does it end, with the points counted as the own element has it?"""
    sitting, result = seat(rng), rng.choice(RESULTS)

    def make() -> Item | None:
        played = _own_played(rng, sitting, result)
        item = battle_asks.verdict(played, sitting, _OWN) if played else None
        return item if item and "TW-BAT-15" in item.rules else None

    return until(make)


def home(rng: random.Random) -> Item | None:
    """What becomes of a creature, where the own element may bring it home?"""
    sitting = int(rng.random() < 0.3)
    whose = sitting if rng.random() < 0.8 else 1 - sitting
    lost = "other" if whose == sitting else "you"
    result = lost if rng.random() < 0.8 else rng.choice(RESULTS)

    def make() -> Item | None:
        played = _own_played(rng, sitting, result, units=True, rolls=_any_face)
        card = played and settling_asks.lone_creature(played.staged.battle, whose, rng)
        return settling_asks.fate(played, sitting, whose, card, _OWN) if played and card else None

    return until(make)


def gone(rng: random.Random) -> Item | None:
    """How many cards are discarded, where the own element may bring creatures home?"""
    sitting, result = seat(rng), rng.choice(("you", "other"))
    played = until(lambda: _own_played(rng, sitting, result, units=True))
    return settling_asks.gone(played, sitting, _OWN, rng) if played else None


def attack(rng: random.Random) -> Item | None:
    """With which attack does a minus count 0?"""
    deck = Deck(rng)
    mine, theirs = characters(rng)
    face = rng.choice((-4, -3, -2, -1))
    defence = spells_only(deck, rng, another(rng, theirs))
    elements = [mine, *rng.sample([each for each in ELEMENTS if each != mine], 2)]
    lays = [(with_units if rng.random() < 0.4 else spells_only)(deck, rng, each) for each in elements]
    tried = {}
    for lay in lays:
        played = Staged(Battle(Side(mine, lay), Side(theirs, defence)), ((face,), (0,))).played()
        if played is None:
            return None
        tried[lay] = played
    hand = [card for lay in lays for card in lay.spells]
    home = [card for lay in lays for card in lay.creatures]
    cards = Cards(mine, tuple(rng.sample(hand, len(hand))), tuple(rng.sample(home, len(home))))
    laying = Laying(cards, Cards(theirs, defence.spells))
    return _attack_item(laying, tried, face)


def _attack_item(laying: Laying, tried: dict[Lay, Played], face: int) -> Item | None:
    """The question which of the attacks makes this face count 0; None unless exactly one does."""
    right = [lay for lay, played in tried.items() if worth_of(played, 0) == 0]
    if len(right) != 1:
        return None
    choices = []
    for lay, played in tried.items():
        misses = missed(played, _OWN, lambda each: worth_of(each, 0))
        words = said("choice.lay", lay=Laid(lay))
        choices.append(option(str(lay), words, str(right[0]), {str(lay): misses.get(0, "")}, str(lay)))
    ruling = counted(tried[right[0]], 0)
    assert ruling is not None
    return Item(
        topic="",
        kind="",
        seed=0,
        table=laying.table,
        before=laying.before,
        after=(laying.answer(right[0]),),
        texts=joined(said("role.you_0"), said("ask.own_attack", face=FACE_FACTS[face])),
        choices=tuple(choices),
        why=(ruling,),
        rules=taking_part([ruling], choices),
    )


KINDS: dict[str, dict[str, Maker]] = {
    "orn-die": {"winner": winner, "verdict": verdict, "level": level, "points": points, "gone": fallen},
    "own-element": {
        "worth": worth,
        "winner": own_winner,
        "verdict": own_verdict,
        "home": home,
        "gone": gone,
        "attack": attack,
    },
}
