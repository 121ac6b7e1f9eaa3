"""Questions on cats and Miromon, and on traps: what a response does, which wins, whether it may be played."""

from __future__ import annotations

import random
from collections.abc import Callable

from twingkit.twing.cards import FACES, SPIRAL
from twingkit.twing.notation import ROLES
from twingkit.twing.quiz import battle_asks, response_asks, response_deals, settling_asks
from twingkit.twing.quiz.battle_choices import creature_of, hinges, keyed, shown, target_of
from twingkit.twing.quiz.battle_deals import (
    NUMBERS,
    RESULTS,
    Deck,
    characters,
    facing,
    seat,
    shield,
    spells_only,
    until,
)
from twingkit.twing.quiz.battle_misses import KNOWN
from twingkit.twing.quiz.battle_reads import who_won
from twingkit.twing.quiz.battle_words import other, said
from twingkit.twing.quiz.deal import Maker
from twingkit.twing.quiz.item import Item, Texts
from twingkit.twing.quiz.staging import Play, Played, Staged

_CATS, _TRAPS = KNOWN["cats-and-miromon"], KNOWN["traps"]

# -- cats and Miromon


def worth(rng: random.Random) -> Item | None:
    """What does the die count, after what was played?"""
    sitting = seat(rng)

    def make() -> Item | None:
        scene = response_deals.scene(rng, sitting)
        played = scene and response_deals.sensible(scene[0].played())
        return battle_asks.worth(played, sitting, scene[1], _CATS) if scene and played else None

    return until(make)


def _after_scene(
    rng: random.Random, ask: Callable[[Played, int], Item | None], sitting: int, result: str
) -> Item | None:
    """A question over a battle with cats and Miromon that ends as wanted, and without them otherwise."""

    def make() -> Item | None:
        scene = response_deals.scene(rng, sitting)
        played = scene and response_deals.sensible(scene[0].played())
        if not played or who_won(played, sitting) != result:
            return None
        return hinges(ask(played, sitting), "TW-BAT-11", "TW-BAT-12")

    return until(make)


def winner(rng: random.Random) -> Item | None:
    """Who wins, after what was played?"""
    return _after_scene(
        rng,
        lambda played, sitting: battle_asks.winner(played, sitting, _CATS),
        seat(rng),
        rng.choice(RESULTS),
    )


def verdict(rng: random.Random) -> Item | None:
    """How does it end, after what was played?"""
    return _after_scene(
        rng,
        lambda played, sitting: battle_asks.verdict(played, sitting, _CATS),
        seat(rng),
        rng.choice(RESULTS),
    )


def best(rng: random.Random) -> Item | None:
    """Miromon on which die, or nothing: what wins?"""
    sitting, wanted = seat(rng), rng.choice(("pass", "own", "other"))

    def make() -> Item | None:
        battle = response_deals.lays(rng)
        if battle is None:
            return None
        staged = Staged(battle, ((response_deals.face(rng),), (response_deals.face(rng),))).with_side(
            sitting, miromon=1
        )
        return battle_asks.best(staged, sitting, _responses(sitting), _CATS, wanted)

    return until(make)


def _responses(sitting: int) -> dict[str, tuple[str, Texts, str]]:
    """Passing, and Miromon on either die, as options."""
    facts = {"other": other(sitting)}
    return {
        "": ("pass", said("choice.pass"), ""),
        f"miromon {ROLES[sitting]}": ("own", said("choice.miromon_own"), ""),
        f"miromon {ROLES[1 - sitting]}": ("other", said("choice.miromon_other", **facts), ""),
    }


def least(rng: random.Random) -> Item | None:
    """Which number must the cat's new roll reach?"""
    sitting = seat(rng)

    def make() -> Item | None:
        battle = response_deals.lays(rng)
        if battle is None:
            return None
        faces: list[tuple[int, ...]] = [(rng.choice(NUMBERS),), (rng.choice(NUMBERS),)]
        faces[sitting] = (response_deals.face(rng), 0)
        staged = Staged(battle, (faces[0], faces[1]), (Play(sitting, "cat"),)).with_side(sitting, cats=1)
        return battle_asks.least(staged, sitting, _CATS, rng)

    return until(make)


def may(rng: random.Random) -> Item | None:
    """May a cat or Miromon be played now?"""
    wanted = "yes" if rng.random() < 0.5 else "no"
    scenes = (_behind_shield, _behind_shield, _at_spiral)
    make = rng.choice((*scenes, _second_cat) if wanted == "yes" else scenes)
    return until(lambda: keyed(make(rng), wanted))


def _behind_shield(rng: random.Random) -> Item | None:
    """Behind a shield there is no die to roll again or to turn, but the attacker's can be turned."""
    deck = Deck(rng)
    people = characters(rng)
    attack = spells_only(deck, rng, rng.choice("FWLA"))
    battle = facing((people[0], attack), (people[1], shield(deck, rng, rng.choice("FWLA"))))
    if battle is None:
        return None
    staged = Staged(battle, ((response_deals.face(rng),), ())).with_side(1, cats=rng.randint(0, 1), miromon=1)
    answer, ask = rng.choice(
        (
            ("cat", "cat"),
            ("miromon defender", "miromon_own"),
            ("miromon attacker", "miromon_other"),
            ("miromon attacker", "miromon_other"),
        )
    )
    played = staged.played()
    if played is None or (answer == "cat" and not staged.battle.defender.cats):
        return None
    return response_asks.may(played, 1, answer, ask, other=other(1))


def _at_spiral(rng: random.Random) -> Item | None:
    """Before the event of a Spiral only Miromon can be played on it."""
    sitting = seat(rng)
    battle = response_deals.lays(rng)
    if battle is None:
        return None
    faces: list[tuple[int, ...]] = [(rng.choice(NUMBERS),), (rng.choice(NUMBERS),)]
    faces[1 - sitting] = (SPIRAL,)
    held = Staged(battle, (faces[0], faces[1])).with_side(sitting, cats=1, miromon=1)
    played = held.played()
    answer, ask = rng.choice((("cat", "cat"), (f"miromon {ROLES[1 - sitting]}", "miromon_other")))
    facts = {"other": other(sitting)}
    return response_asks.may(played, sitting, answer, ask, "spiral", "interrupt", **facts) if played else None


def _second_cat(rng: random.Random) -> Item | None:
    """A cat can follow a cat."""
    sitting = seat(rng)
    battle = response_deals.lays(rng)
    if battle is None:
        return None
    faces: list[tuple[int, ...]] = [(response_deals.face(rng),), (response_deals.face(rng),)]
    faces[sitting] = (*faces[sitting], rng.choice([face for face in FACES if face != SPIRAL]))
    plays = (Play(sitting, "cat"),)
    played = Staged(battle, (faces[0], faces[1]), plays).with_side(sitting, cats=2).played()
    return response_asks.may(played, sitting, "cat", "cat_again", "cat_played") if played else None


# -- traps


def left(rng: random.Random) -> Item | None:
    """How many points does a trap leave on the cards?"""
    sitting = seat(rng)

    def make() -> Item | None:
        staged = response_deals.trapped(rng, sitting)
        played = staged and response_deals.sensible(staged.played())
        return battle_asks.cards_left(played, sitting, _TRAPS, rng) if played else None

    return until(make)


def _after_trap(
    rng: random.Random, ask: Callable[[Played, int], Item | None], sitting: int, result: str
) -> Item | None:
    def make() -> Item | None:
        staged = response_deals.trapped(rng, sitting)
        played = staged and response_deals.sensible(staged.played())
        if not played or who_won(played, sitting) != result:
            return None
        return hinges(ask(played, sitting), "TW-BAT-13")

    return until(make)


def trap_winner(rng: random.Random) -> Item | None:
    """Who wins after a trap?"""
    return _after_trap(
        rng,
        lambda played, sitting: battle_asks.winner(played, sitting, _TRAPS),
        seat(rng),
        rng.choice(RESULTS),
    )


def trap_verdict(rng: random.Random) -> Item | None:
    """How does it end after a trap?"""
    return _after_trap(
        rng,
        lambda played, sitting: battle_asks.verdict(played, sitting, _TRAPS),
        seat(rng),
        rng.choice(RESULTS),
    )


def fate(rng: random.Random) -> Item | None:
    """What becomes of a creature that was trapped, or that lost its rider or its mount?"""
    sitting = seat(rng)
    result, wanted = rng.choice(("you", "other")), rng.choice(("home", "lost"))

    def make() -> Item | None:
        staged = response_deals.trapped(rng, sitting)
        played = staged and response_deals.sensible(staged.played())
        if not staged or not played or who_won(played, sitting) != result:
            return None
        trap = next(play for play in staged.plays if play.answer.startswith("trap"))
        whose = 1 - trap.seat
        lay = staged.battle.sides[whose].lay
        taken = creature_of(lay, trap.answer.removeprefix("trap "))
        unit = next(unit for unit in lay.units if taken in unit.cards)
        card = rng.choice(unit.cards)
        every = [each for side in staged.battle.sides for each in side.lay.creatures]
        if any(every.count(each) > 1 for each in unit.cards):
            return None
        return keyed(settling_asks.fate(played, sitting, whose, card, _TRAPS), wanted)

    return until(make)


def trap_best(rng: random.Random) -> Item | None:
    """A trap, Miromon on a die, or nothing: what wins?"""
    sitting = seat(rng)
    wanted = rng.choice(("trap", "trap", "own", "other"))

    def make() -> Item | None:
        battle = response_deals.lays(rng, traps=True)
        if battle is None or not battle.sides[1 - sitting].units:
            return None
        unit = rng.choice(battle.sides[1 - sitting].units)
        card = rng.choice(unit.cards)
        if not response_deals.alone(card, battle.sides[1 - sitting].lay):
            return None
        words = said("choice.trap_rider" if card is unit.rider else "choice.trap", card=card)
        # where the trap is to win, dice that Miromon gains little from
        first, second = (
            rng.choice((-1, 0, 1, 2)) if wanted == "trap" else response_deals.face(rng) for _ in ROLES
        )
        staged = Staged(battle, ((first,), (second,))).with_side(sitting, traps=1, miromon=1)
        answers = _responses(sitting) | {target_of(unit, card): ("trap", words, shown(card))}
        return battle_asks.best(staged, sitting, answers, _TRAPS, wanted)

    return until(make)


def trap_may(rng: random.Random) -> Item | None:
    """May a trap be played now?"""
    wanted = "yes" if rng.random() < 0.5 else "no"
    return until(lambda: keyed(_may_trap(rng), wanted))


def _may_trap(rng: random.Random) -> Item | None:
    """A trap on a creature or a spell, a trap or a cat before the roll."""
    sitting = seat(rng)
    battle = response_deals.lays(rng, traps=True)
    if battle is None or not battle.sides[1 - sitting].units:
        return None
    enemy = battle.sides[1 - sitting]
    staged = Staged(battle, ((response_deals.face(rng),), (response_deals.face(rng),))).with_side(
        sitting, traps=1, cats=1
    )
    early = rng.random() < 0.5
    window, moment = ("before_roll", "before_roll") if early else ("respond", "")
    played = staged.played()
    if played is None:
        return None
    if early and rng.random() < 0.5:
        return response_asks.may(played, sitting, "cat", "cat", moment, window)
    if not early and rng.random() < 0.5:
        spell = rng.choice(enemy.spells)
        creatures = [card.token for card in enemy.lay.creatures]
        if spell.token in creatures:
            return None  # the answer would name the creature of the same power
        return response_asks.may(played, sitting, f"trap {spell.token}", "trap_spell", card=spell)
    unit = rng.choice(enemy.units)
    card = rng.choice(unit.cards)
    if not response_deals.alone(card, enemy.lay):
        return None
    return response_asks.may(played, sitting, target_of(unit, card), "trap", moment, window, card=card)


KINDS: dict[str, dict[str, Maker]] = {
    "cats-and-miromon": {
        "worth": worth,
        "winner": winner,
        "verdict": verdict,
        "best": best,
        "least": least,
        "may": may,
    },
    "traps": {
        "left": left,
        "winner": trap_winner,
        "verdict": trap_verdict,
        "fate": fate,
        "best": trap_best,
        "may": trap_may,
    },
}
