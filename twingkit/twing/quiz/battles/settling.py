"""Questions on what a battle leaves behind: Ornicles, creatures and the discard pile."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator

from twingkit.quiz.item import Item
from twingkit.twing.notation.battle_line import ROLES, Battle, Side
from twingkit.twing.quiz.asking import Miss, choices, numbers
from twingkit.twing.quiz.battles.asks import question, who
from twingkit.twing.quiz.battles.deals import another
from twingkit.twing.quiz.battles.misses import fallen, missed, missed_after
from twingkit.twing.quiz.battles.reads import discarded, telling, where, who_is_paid, who_won
from twingkit.twing.quiz.battles.staging import Played, Staged
from twingkit.twing.quiz.battles.telling import SAY, shown
from twingkit.twing.rules.cards import CROSS, Creature, Spell, Unit
from twingkit.twing.rules.lay import Lay

_FATES = ("TW-BAT-13", "TW-BAT-20", "TW-BAT-21")
"""The rules that speak of what becomes of a creature: they come before those on who wins."""

_LOSSES = (("TW-BAT-19", "discarded"), ("TW-BAT-20", "lost"), ("TW-BAT-20", "shield_lost"))
_RETURNS = (("TW-BAT-20", "home"), ("TW-BAT-20", "tie"), ("TW-BAT-21", "home"))


def ornicle(played: Played, seat: int, known_rules: Collection[str]) -> Item | None:
    """The question “Who takes an Ornicle?”"""
    misses = missed(played, known_rules, lambda other: who_is_paid(other, seat))
    if played.found("TW-BAT-18 shield") and "TW-BAT-18" in known_rules:
        misses[who_won(played, seat)] = "TW-BAT-18/shield"
    options = who(("you", "other", "nobody", "both"), seat, who_is_paid(played, seat), misses)
    why = [*played.found("TW-BAT-18"), played.decisive, *telling(played)]
    return question(played, seat, SAY("ask.ornicle"), options, why)


def fate(played: Played, seat: int, whose: int, card: Creature, known_rules: Collection[str]) -> Item | None:
    """The question “What becomes of a creature of a side?” The card occurs only once in this battle."""
    right = where(played, whose, card)
    if right is None:
        return None
    misses = missed_after(played, known_rules, lambda battle: where(battle, whose, card))
    for rule, changed, owner in _other_fates(played, whose, card):
        other = changed.played() if rule.partition("/")[0] in known_rules else None
        fate = where(other, owner, card) if other is not None else None
        if fate is not None and fate != right and misses.get(fate, "").partition("/")[0] not in _FATES:
            misses[fate] = rule
    others = map(Miss, ("home", "lost", "taken", "hand"))
    options = choices(right, [*Miss.each(misses), *others], lambda key: SAY(f"answer.fate_{key}"))
    trap = [
        ruling for ruling in telling(played) if ruling.rule == "TW-BAT-13" and ruling.facts["card"] == card
    ]
    settled = [ruling for ruling in played.rulings() if card in ruling.facts.get("cards", ())]
    why = [*trap, *settled] if trap else [*settled, played.decisive, *telling(played)]
    text = SAY("ask.fate" if whose == seat else "ask.fate_other", card=card, other=ROLES[whose])
    return question(played, seat, text, options, why, cards=shown(card))


def lone_creature(battle: Battle, whose: int, rng: random.Random) -> Creature | None:
    """A creature of a side whose like does not lie in the battle a second time; None if there is none."""
    every = [card for side in battle.sides for card in side.lay.creatures]
    lone = [card for card in battle.sides[whose].lay.creatures if every.count(card) == 1]
    return rng.choice(lone) if lone else None


def _other_fates(played: Played, whose: int, card: Creature) -> Iterator[tuple[str, Staged, int]]:
    """Battles in which a creature fares as by a rule that does not hold for it; its owner's seat in each."""
    staged = played.staged
    lost = played.result.winner == 1 - whose
    foreign = another(random.Random(0), card.element)
    if played.found("TW-BAT-21 home", whose):
        yield "TW-BAT-21", staged.with_side(whose, character=foreign), whose
    elif lost and card.element == staged.battle.sides[whose].character:
        yield "TW-BAT-21/attack", _lost_attack(card, foreign), 0
    yield "TW-BAT-20/winner", fallen(played, 1 - whose if lost else whose), whose


def _lost_attack(card: Creature, enemy: str) -> Staged:
    """An attack of the creature's own character, lost."""
    attack = Lay((Spell(card.element, 1),), (Unit(card),))
    battle = Battle(Side(card.element, attack), Side(enemy, Lay((Spell(enemy, 1),))))
    return Staged.rolled(battle, CROSS, 0)


def gone(played: Played, seat: int, known_rules: Collection[str], rng: random.Random) -> Item | None:
    """The question “How many cards are discarded?”"""
    right = discarded(played)
    misses = missed_after(played, known_rules, discarded)
    settled = [ruling for ruling in played.rulings() if (ruling.rule, ruling.case) in (*_LOSSES, *_RETURNS)]
    for ruling in settled:
        if ruling.rule in known_rules:
            count = len(ruling.facts["cards"])
            lost = (ruling.rule, ruling.case) in _LOSSES
            slip = ruling.rule if lost or ruling.rule == "TW-BAT-21" else f"{ruling.rule}/winner"
            misses.setdefault(right - count if lost else right + count, slip)
    fates = [ruling for ruling in settled if ruling.rule != "TW-BAT-19"]
    why = [*(ruling for ruling in settled if ruling.rule == "TW-BAT-19"), *fates]
    if fates:  # only then it matters who wins
        why += [played.decisive, *telling(played)]
    options = numbers(rng, right, Miss.each(misses))
    return question(played, seat, SAY("ask.gone"), options, why)
