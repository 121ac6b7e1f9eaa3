"""Random battles with responses in them: cats, Miromon and traps, played by players who mean to win."""

from __future__ import annotations

import random

from twingkit.twing.cards import CROSS, SUN, Creature
from twingkit.twing.lay import Lay
from twingkit.twing.notation import ROLES, Battle
from twingkit.twing.quiz.battle_choices import target_of
from twingkit.twing.quiz.battle_deals import (
    NUMBERS,
    Deck,
    another,
    characters,
    facing,
    spells_only,
    with_units,
)
from twingkit.twing.quiz.staging import Play, Played, Staged

_SCENES: tuple[tuple[tuple[str, str], ...], ...] = (
    (("me", "cat"),),
    (("me", "cat"),),
    (("me", "cat"), ("me", "cat")),
    (("me", "miromon own"),),
    (("me", "miromon other"),),
    (("them", "cat"),),
    (("them", "miromon other"),),
    (("me", "cat"), ("them", "miromon other")),
    (("me", "cat"), ("me", "miromon own")),
    (("me", "miromon own"), ("me", "cat")),
    (("them", "miromon other"), ("me", "cat")),
    (("me", "miromon other"), ("them", "cat")),
)
"""Who plays what, in order; a Miromon that a cat undoes is among them."""


def face(rng: random.Random, symbols: float = 0.3) -> int:
    """A number, now and then a Sun or a Cross."""
    return rng.choice((SUN, CROSS)) if rng.random() < symbols else rng.choice(NUMBERS)


def lays(rng: random.Random, traps: bool = False) -> Battle | None:
    """A battle, now and then with the own element; with creatures where traps are to come."""
    deck = Deck(rng)
    people = characters(rng)
    lays: list[Lay] = []
    for character in people:
        element = character if rng.random() < 0.35 else another(rng, character)
        units = traps or rng.random() < 0.25
        lays.append(with_units(deck, rng, element, 0.5) if units else spells_only(deck, rng, element))
    return facing((people[0], lays[0]), (people[1], lays[1]), 5)


def scene(rng: random.Random, sitting: int) -> tuple[Staged, int] | None:
    """A battle with cats and Miromon played, and whose die the last of them touched."""
    battle = lays(rng)
    if battle is None:
        return None
    faces = [[face(rng)], [face(rng)]]
    plays, touched = [], sitting
    cats, miromon = [0, 0], [0, 0]
    for who, what in rng.choice(_SCENES):
        by = sitting if who == "me" else 1 - sitting
        name, _, whose = what.partition(" ")
        touched = 1 - by if whose == "other" else by
        if name == "cat":
            cats[by] += 1
            faces[by].append(face(rng))
            plays.append(Play(by, "cat"))
        else:
            miromon[by] += 1
            plays.append(Play(by, f"miromon {ROLES[touched]}"))
    staged = Staged(battle, (tuple(faces[0]), tuple(faces[1])), tuple(plays))
    for place in (0, 1):
        staged = staged.with_side(place, cats=cats[place], miromon=miromon[place])
    return staged, touched


def sensible(played: Played | None) -> Played | None:
    """The battle, if nobody spoils an own good roll in it, or mends one of the other side."""
    if played is None:
        return None
    shown = {}
    for ruling in played.rulings:
        side = ruling.facts.get("side")
        if ruling.rule == "TW-BAT-7":
            shown[side] = ruling.facts["face"].face
        elif ruling.rule == "TW-BAT-11" and shown[side] > 1:
            return None
        elif ruling.rule == "TW-BAT-12" and ruling.case == "played":
            whose, face = ruling.facts["enemy"], ruling.facts["face"].face
            if face == 0 or (face > 0) is (whose == side):
                return None
            shown[whose] = ruling.facts["result"].face
    return played


def trapped(rng: random.Random, sitting: int) -> Staged | None:
    """A battle in which somebody plays a trap, now and then with a cat before it."""
    battle = lays(rng, traps=True)
    if battle is None:
        return None
    by = sitting if rng.random() < 0.65 else 1 - sitting
    units = battle.sides[1 - by].units
    if not units:
        return None
    unit = next((each for each in units if each.rider), units[0]) if rng.random() < 0.7 else units[-1]
    card = rng.choice(unit.cards)
    if not alone(card, battle.sides[1 - by].lay):
        return None
    trap = Play(by, target_of(unit, card))
    faces: list[tuple[int, ...]] = [(face(rng, 0.1),), (face(rng, 0.1),)]  # a trap matters for the points
    plays = [trap]
    cats = int(rng.random() < 0.35)
    if cats:
        faces[by] = (*faces[by], face(rng, 0.1))
        plays.insert(rng.randint(0, 1), Play(by, "cat"))
    return Staged(battle, (faces[0], faces[1]), tuple(plays)).with_side(by, traps=1, cats=cats)


def alone(card: Creature, lay: Lay) -> bool:
    """Whether the words for a creature mean one card only."""
    return lay.creatures.count(card) == 1
