"""Questions on what may be laid: from hands and entourages dealt at random, judged by the engine's refusals.

The cards of an option are shown beside its words as a lay in notation; a single creature as `shield F4`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence

import attrs

from twingkit.asking import Question, Refusal
from twingkit.play import Game
from twingkit.rulebook import Ruling
from twingkit.twing.begin import begin, give
from twingkit.twing.cards import Creature, Spell, Unit
from twingkit.twing.lay import Lay, problems
from twingkit.twing.notation import ROLES
from twingkit.twing.quiz.battle_choices import Said, shown, taking_part
from twingkit.twing.quiz.battle_words import Laid, said
from twingkit.twing.quiz.item import Choice, Item, Texts

Fit = Callable[[Lay], bool]
"""Whether a lawful lay makes a good answer."""

SAMPLES = 120
"""How many random lays are looked at for one question."""


_SPECIAL = ("TW-POW-teddy", "TW-BAT-3", "TW-BAT-5", "TW-BAT-2", "TW-BAT-4", "TW-BAT-1")
"""The rules that let cards be laid, the most special first."""


@attrs.frozen
class Cards:
    """What one player of a typed position has: spells in hand, entourage, active objects."""

    character: str
    hand: tuple[Spell, ...]
    entourage: tuple[Creature, ...] = ()
    objects: tuple[str, ...] = ()

    def line(self, seat: str) -> str:
        """The seat's line of a position."""
        parts = [
            ("hand", " ".join(card.token for card in self.hand)),
            ("entourage", " ".join(card.token for card in self.entourage)),
            ("objects", ",".join(self.objects)),
        ]
        return f"{seat} " + "; ".join(f"{name} {text}" for name, text in parts if text)


@attrs.frozen
class Laying:
    """A table where the learner is to lay cards: the position, the answers so far, the learner's seat."""

    mine: Cards
    theirs: Cards
    attack: Lay | None = None
    """What the other side attacks with; None where the learner attacks."""

    @property
    def seat(self) -> int:
        """The learner's seat: the attacker sits first."""
        return 0 if self.attack is None else 1

    @property
    def table(self) -> str:
        """The lines of the position."""
        first, second = (self.mine, self.theirs) if self.seat == 0 else (self.theirs, self.mine)
        return "\n".join(
            (
                f"players {first.character} {second.character}",
                first.line("p1"),
                second.line("p2"),
                "table turn 5; to-move p1; phase action",
            )
        )

    @property
    def before(self) -> tuple[str, ...]:
        """The attack is declared, and laid if it is the other side's."""
        return ("p1: attack p2",) if self.attack is None else ("p1: attack p2", f"p1: lay {self.attack}")

    def game(self) -> Game:
        """The table where the learner is asked."""
        return give(begin(self.table), self.before)

    def answer(self, lay: Lay) -> str:
        """A lay as the learner's answer."""
        return f"p{self.seat + 1}: lay {lay}"

    def faults(self, lay: Lay) -> int:
        """How many rules a lay breaks."""
        return len(list(problems(lay, ROLES[self.seat], self.mine.objects, self.theirs.objects)))

    def rulings(self, lay: Lay) -> list[Ruling]:
        """What the engine says when the learner lays these cards, the most special rule first."""
        said_of = give(self.game(), [self.answer(lay)]).rulings
        return sorted(said_of, key=lambda each: _SPECIAL.index(each.rule))


def which(
    rng: random.Random,
    laying: Laying,
    known: Collection[str],
    ask: str,
    sample: Callable[[random.Random, Cards], Lay],
    fit: Fit = lambda lay: True,
) -> Item | None:
    """Which of these may be laid? One lay that the engine takes, up to three that it refuses.

    `sample` makes lays of a player's cards, lawful or not; `fit` picks those lawful ones that make a good
    answer. None where there are not two different wrong ones.
    """
    question = _question(laying)
    right: list[Lay] = []
    wrong: list[tuple[Lay, Refusal]] = []
    for lay in dict.fromkeys(sample(rng, laying.mine) for _ in range(SAMPLES)):
        refusal = question.refusal(lay)
        if refusal is None and fit(lay):
            right.append(lay)
        elif refusal is not None and refusal.rule in known and laying.faults(lay) == 1:
            wrong.append((lay, refusal))
    chosen = list(_varied(wrong))[:3]
    if not right or len(chosen) < 2:
        return None
    answer = rng.choice(right)
    return _item(laying, said(f"lay.{ask}"), answer, chosen)


def _varied(wrong: Sequence[tuple[Lay, Refusal]]) -> Iterator[tuple[Lay, Refusal]]:
    """Those forbidden for different reasons first."""
    reasons = {(refusal.rule, refusal.case): (lay, refusal) for lay, refusal in wrong[::-1]}
    yield from reasons.values()
    yield from (pair for pair in wrong if pair not in reasons.values())


def strongest(
    rng: random.Random,
    laying: Laying,
    known: Collection[str],
    sample: Callable[[random.Random, Cards], Lay],
) -> Item | None:
    """Which is the strongest attack? Beside the best lawful one lie stronger ones that are refused, and a
    weaker one that is not. None where no stronger one is at hand."""
    question = _question(laying)
    lawful = sorted(question.options(), key=lambda lay: lay.power)
    answer = lawful[-1]
    tempting = []
    for lay in dict.fromkeys(sample(rng, laying.mine) for _ in range(SAMPLES)):
        refusal = question.refusal(lay) if lay.power > answer.power else None
        if refusal is not None and refusal.rule in known and laying.faults(lay) == 1:
            tempting.append((lay, refusal))
    chosen = list(_varied(tempting))[: rng.choice((1, 2, 2))]
    weaker = [lay for lay in lawful if lay.power < answer.power]
    if not chosen or len(weaker) + len(chosen) < 2:
        return None
    others = weaker[-2:] if len(chosen) == 1 else weaker[-1:]
    return _item(laying, said("lay.strongest"), answer, chosen, others)


def may(laying: Laying, lay: Lay, known: Collection[str], ask: str) -> Item | None:
    """May this be laid? None where a rule forbids it that is not known yet."""
    refusal = _question(laying).refusal(lay)
    if refusal is not None and refusal.rule not in known:
        return None
    why: list[Said] = [refusal] if refusal else [*laying.rulings(lay)]
    choices = [
        Choice("yes", said("choice.yes"), refusal is None, refusal.rule if refusal else ""),
        Choice(
            "no", said("choice.no"), refusal is not None, "" if refusal else _without_objects(laying, lay)
        ),
    ]
    return Item(
        topic="",
        kind="",
        seed=0,
        table=laying.table,
        before=laying.before,
        after=() if refusal else (laying.answer(lay),),
        texts=said(f"lay.{ask}", lay=Laid(lay)),
        choices=tuple(choices),
        why=tuple(why),
        rules=taking_part(why, choices),
        seat=laying.seat,
        cards=str(lay),
    )


def _without_objects(laying: Laying, lay: Lay) -> str:
    """The power that somebody forgets who thinks that this may not be laid; "" where none is needed."""
    bare = attrs.evolve(laying, mine=attrs.evolve(laying.mine, objects=()))
    needed = "teddy" in laying.mine.objects and _question(bare).refusal(lay) is not None
    return "TW-POW-teddy" if needed else ""


def rider(laying: Laying, spell: Spell, mount: Creature, riders: Sequence[Creature]) -> Item | None:
    """Which of these creatures may ride on the mount? None unless exactly one may."""
    question = _question(laying)
    lays = {card: Lay((spell,), (Unit(mount, card),)) for card in riders}
    refusals = {card: question.refusal(lay) for card, lay in lays.items()}
    allowed = [card for card, refusal in refusals.items() if refusal is None]
    if len(allowed) != 1:
        return None
    choices = [
        Choice(
            card.token,
            said("choice.card", card=card),
            not refusal,
            refusal.rule if refusal else "",
            shown(card),
        )
        for card, refusal in refusals.items()
    ]
    rides = [each for each in laying.rulings(lays[allowed[0]]) if each.rule == "TW-BAT-3"]
    why: list[Said] = [*rides, *(refusal for refusal in refusals.values() if refusal)]
    return Item(
        topic="",
        kind="",
        seed=0,
        table=laying.table,
        before=laying.before,
        after=(laying.answer(lays[allowed[0]]),),
        texts=said("lay.rider", spell=spell, mount=attrs.evolve(mount, mount=False)),
        choices=tuple(choices),
        why=tuple(why),
        rules=taking_part(why, choices),
        seat=laying.seat,
        cards=shown(mount),
    )


def _question(laying: Laying) -> Question:
    question = laying.game().question
    assert question is not None
    return question


def _item(
    laying: Laying,
    texts: Texts,
    answer: Lay,
    wrong: Sequence[tuple[Lay, Refusal]],
    weaker: Sequence[Lay] = (),
) -> Item:
    choices = [_choice(answer, True)]
    choices += [_choice(lay, False, refusal.rule) for lay, refusal in wrong]
    choices += [_choice(lay, False) for lay in weaker]
    why: list[Said] = [*laying.rulings(answer), *(refusal for _, refusal in wrong)]
    return Item(
        topic="",
        kind="",
        seed=0,
        table=laying.table,
        before=laying.before,
        after=(laying.answer(answer),),
        texts=texts,
        choices=tuple(choices),
        why=tuple(why),
        rules=taking_part(why, choices),
        seat=laying.seat,
    )


def _choice(lay: Lay, right: bool, forgot: str = "") -> Choice:
    cards = str(lay) if lay.spells or lay.units else ""
    return Choice(str(lay), said("choice.lay", lay=Laid(lay)), right, forgot, cards)


# -- random lays of a player's cards, lawful or not


def some_spells(rng: random.Random, cards: Cards) -> Lay:
    """One to four spells."""
    return Lay(rng.sample(cards.hand, rng.randint(1, min(4, len(cards.hand)))))


def some_attack(rng: random.Random, cards: Cards) -> Lay:
    """One to three spells with up to three units, some of them mounted."""
    spells = rng.sample(cards.hand, rng.randint(1, min(3, len(cards.hand))))
    if rng.random() < 0.7:  # mostly of one element, so that the creatures are what matters
        spells = [spell for spell in spells if spell.element == spells[0].element]
    return Lay(spells, some_units(rng, cards, rng.randint(0, min(3, len(cards.entourage)))))


def some_shield(rng: random.Random, cards: Cards) -> Lay:
    """Two or three units and no spell, now and then a spell with them."""
    units = some_units(rng, cards, rng.randint(2, min(3, len(cards.entourage))))
    return Lay((), units)


def some_units(rng: random.Random, cards: Cards, count: int) -> list[Unit]:
    """So many units; pairs of two creatures as it happens."""
    left = rng.sample(cards.entourage, len(cards.entourage))
    units = []
    for _ in range(count):
        if not left:
            break
        creature = left.pop()
        mounted = left and rng.random() < (0.6 if creature.mount else 0.05)
        units.append(Unit(creature, left.pop() if mounted else None))
    return units
