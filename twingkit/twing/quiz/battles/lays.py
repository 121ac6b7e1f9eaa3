"""Questions about what may be laid: from hands and entourages dealt at random, judged by the engine's
refusals.

The cards of an option are shown beside its words as a lay in notation, a single creature as `shield F4`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Sequence

import attrs

from twingkit.core.play import Game
from twingkit.core.questions import Question, Refusal
from twingkit.core.rulebook import Ruling
from twingkit.learn.quiz.item import AnswerOption, Item, Texts
from twingkit.twing.notation.battle_line import ROLES
from twingkit.twing.notation.position_lines import line_text
from twingkit.twing.quiz.asking import (
    Mistake,
    Reason,
    choices,
    make_item,
    order_by_variety,
    refused_option,
    yes_no_options,
)
from twingkit.twing.quiz.battles.staging import deal_lay, other_element
from twingkit.twing.quiz.battles.telling import cards_notation
from twingkit.twing.quiz.phrases import LayPhrase, Phrases, fact_texts
from twingkit.twing.quiz.supply import ALL_ELEMENTS, Supply
from twingkit.twing.rules.cards import Creature, Spell, Unit
from twingkit.twing.rules.lay import Lay, lay_problems

SAY = Phrases("lays")

LayTest = Callable[[Lay], bool]
"""A predicate that is true for a legal lay that makes a good answer."""

SAMPLES = 120
"""The number of random lays tried for one question."""

_SPECIAL = ("TW-POW-teddy", "TW-BAT-3", "TW-BAT-5", "TW-BAT-2", "TW-BAT-4", "TW-BAT-1")
"""The rules that allow cards to be laid, the most special first."""


@attrs.frozen
class Cards:
    """The cards of one player of a position given as text: spells in hand, entourage, active objects."""

    character: str
    hand: Sequence[Spell]
    entourage: Sequence[Creature] = ()
    objects: tuple[str, ...] = ()

    @classmethod
    def shuffled(
        cls,
        rng: random.Random,
        character: str,
        hand: Sequence[Spell],
        entourage: Sequence[Creature] = (),
        objects: tuple[str, ...] = (),
    ) -> Cards:
        """Return the cards in random order."""
        return cls(character, rng.sample(hand, len(hand)), rng.sample(entourage, len(entourage)), objects)

    def line(self, seat: str) -> str:
        """Return the seat's line of a position."""
        hand, home = (" ".join(card.token for card in cards) for cards in (self.hand, self.entourage))
        parts = ("hand", hand), ("entourage", home), ("objects", ",".join(self.objects))
        return line_text(seat, parts)


@attrs.frozen
class LayScene:
    """A table where the learner has to lay cards: what both players have, and the attack if the other side
    attacks.
    """

    mine: Cards
    theirs: Cards
    attack: Lay | None = None

    @property
    def seat(self) -> int:
        """Return the learner's seat: the attacker sits first."""
        return 0 if self.attack is None else 1

    @property
    def table(self) -> str:
        """Return the lines of the position."""
        first, second = (self.mine, self.theirs) if self.seat == 0 else (self.theirs, self.mine)
        return "\n".join(
            (
                f"players {first.character} {second.character}",
                first.line("p1"),
                second.line("p2"),
                "table turn 5; to-move p1; phase action; as-is",
            )
        )

    @property
    def before(self) -> tuple[str, ...]:
        """Return the answers before the learner's: the attack is declared, and laid if it is the other
        side's.
        """
        return ("p1: attack p2",) if self.attack is None else ("p1: attack p2", f"p1: lay {self.attack}")

    def game(self) -> Game:
        """Return the game in which the learner has to lay."""
        return Game.begin(self.table).give_answers(*self.before)

    def question(self) -> Question:
        """Return the engine's question to the learner there."""
        question = self.game().question
        assert question is not None
        return question

    def answer(self, lay: Lay) -> str:
        """Return a lay as the learner's answer."""
        return f"p{self.seat + 1}: lay {lay}"

    def count_problems(self, lay: Lay) -> int:
        """Return the number of rules that a lay breaks."""
        return len(list(lay_problems(lay, ROLES[self.seat], self.mine.objects, self.theirs.objects)))

    def refused_by_one_rule(
        self, lays: Iterable[Lay], known_rules: Collection[str]
    ) -> list[tuple[Lay, Refusal]]:
        """Return those of the lays that exactly one rule forbids, if it is one of the known rules."""
        question = self.question()
        refusals = [(lay, refusal) for lay in lays if (refusal := question.refusal(lay))]
        return [
            pair for pair in refusals if pair[1].rule in known_rules and self.count_problems(pair[0]) == 1
        ]

    def rulings(self, lay: Lay) -> list[Ruling]:
        """Return the engine's rulings if the learner lays these cards, the most special rule first."""
        rulings = self.game().give_answers(self.answer(lay)).rulings
        return sorted(rulings, key=lambda ruling: _SPECIAL.index(ruling.rule))

    def ask(
        self,
        right: Lay | None,
        texts: Texts,
        options: Sequence[AnswerOption],
        why: Iterable[Reason],
        cards: str = "",
    ) -> Item | None:
        """Make the question at this table; after it the right lay, if there is one, is laid."""
        after = () if right is None else (self.answer(right),)
        return make_item(
            self.table, self.before, after, texts=texts, choices=options, why=why, seat=self.seat, cards=cards
        )


def deal_defence(
    rng: random.Random, supply: Supply, mine: Cards, theirs: str, *not_with: str, more: int = 1
) -> LayScene:
    """Deal a table where the learner with these cards is attacked by a character of another element, who
    keeps `more` spells.
    """
    attack = deal_lay(rng, supply, other_element(rng, *not_with))
    return LayScene(mine, Cards(theirs, (*attack.spells, *supply.spells(more))), attack)


def deal_attack(rng: random.Random, supply: Supply, mine: Cards, theirs: str, *objects: str) -> LayScene:
    """Deal a table where the learner with these cards attacks a character who has three spells and these
    active objects.
    """
    return LayScene(mine, Cards(theirs, supply.spells(3, rng.choice(ALL_ELEMENTS)), objects=objects))


def deal_entourage(rng: random.Random, supply: Supply, main: str, other: str, count: int) -> list[Creature]:
    """Deal a mount of one element, and `count` plain creatures, most of them also of that element."""
    elements = [rng.choice((main, main, other)) for _ in range(count)]
    return [supply.mount(main), *(card for element in elements for card in supply.creatures(1, element))]


# -- the questions


def which_lay(
    rng: random.Random,
    laying: LayScene,
    known_rules: Collection[str],
    ask: str,
    sample: Callable[[random.Random, Cards], Lay],
    fit: LayTest = lambda lay: True,
) -> Item | None:
    """Make the question “Which of these may be laid?” with one lay that the engine accepts and up to three
    that it refuses.

    `sample` makes lays of a player's cards, legal or not; `fit` picks the legal ones that make a good answer.
    None if there are not two different wrong ones.
    """
    question = laying.question()
    samples = dict.fromkeys(sample(rng, laying.mine) for _ in range(SAMPLES))
    right = [lay for lay in samples if question.refusal(lay) is None and fit(lay)]
    wrong = laying.refused_by_one_rule(samples, known_rules)
    return (
        _which_lay_item(laying, SAY(f"ask.{ask}"), rng.choice(right), order_by_variety(wrong)[:3])
        if right
        else None
    )


def strongest_lay(
    rng: random.Random,
    laying: LayScene,
    known_rules: Collection[str],
    sample: Callable[[random.Random, Cards], Lay],
) -> Item | None:
    """Make the question “Which is the strongest attack?” The options are the best legal lay, stronger ones
    that are refused, and a weaker legal one. None if there is no stronger one.
    """
    question = laying.question()
    lawful = sorted(question.options(), key=lambda lay: lay.power)
    answer = lawful[-1]
    samples = dict.fromkeys(sample(rng, laying.mine) for _ in range(SAMPLES))
    tempting = (lay for lay in samples if lay.power > answer.power)
    chosen = order_by_variety(laying.refused_by_one_rule(tempting, known_rules))[: rng.choice((1, 2, 2))]
    weaker = [lay for lay in lawful if lay.power < answer.power]
    others = weaker[-2:] if len(chosen) == 1 else weaker[-1:]
    return _which_lay_item(laying, SAY("ask.strongest"), answer, chosen, others) if chosen else None


def _which_lay_item(
    laying: LayScene,
    texts: Texts,
    answer: Lay,
    wrong: Sequence[tuple[Lay, Refusal]],
    weaker: Sequence[Lay] = (),
) -> Item | None:
    """Make a question with one right lay, some that exactly one rule forbids, and some weaker ones."""
    mistakes = [*(refused_option(lay, refusal, alone=True) for lay, refusal in wrong), *map(Mistake, weaker)]
    options = choices(
        answer, mistakes, lay_texts, cards=lambda lay: str(lay) if lay.spells or lay.units else ""
    )
    return laying.ask(answer, texts, options, laying.rulings(answer))


def lay_texts(lay: Lay) -> Texts:
    """Return a lay as an option."""
    return fact_texts(LayPhrase(lay))


def may_lay(laying: LayScene, lay: Lay, known_rules: Collection[str], ask: str) -> Item | None:
    """Make the question “May this be laid?” None if it is forbidden by a rule that is not known yet."""
    refusal = laying.question().refusal(lay)
    if refusal is not None and refusal.rule not in known_rules:
        return None
    alone = refusal.rule if refusal and laying.count_problems(lay) == 1 else ""
    options = yes_no_options(refusal is None, alone if refusal else _without_objects(laying, lay))
    why: list[Reason] = [refusal] if refusal else [*laying.rulings(lay)]
    texts = SAY(f"ask.{ask}", lay=LayPhrase(lay))
    return laying.ask(None if refusal else lay, texts, options, why, str(lay))


def _without_objects(laying: LayScene, lay: Lay) -> str:
    """Return the power that a learner forgets who thinks that this may not be laid; "" if no power is
    needed."""
    bare = attrs.evolve(laying, mine=attrs.evolve(laying.mine, objects=()))
    needed = "teddy" in laying.mine.objects and bare.question().refusal(lay) is not None
    return "TW-POW-teddy" if needed else ""


def which_rider(laying: LayScene, spell: Spell, mount: Creature, riders: Sequence[Creature]) -> Item | None:
    """Make the question “Which of these creatures may ride on the mount?” None unless exactly one may."""
    question = laying.question()
    lays = {card: Lay((spell,), (Unit(mount, card),)) for card in riders}
    wrong = {card: refusal for card, lay in lays.items() if (refusal := question.refusal(lay))}
    allowed = [card for card in riders if card not in wrong]
    if len(allowed) != 1:
        return None
    mistakes = [
        refused_option(card, refusal, laying.count_problems(lays[card]) == 1)
        for card, refusal in wrong.items()
    ]
    options = choices(allowed[0], mistakes, key=lambda card: str(card.token), cards=cards_notation)
    rides = [ruling for ruling in laying.rulings(lays[allowed[0]]) if ruling.rule == "TW-BAT-3"]
    texts = SAY("ask.rider", spell=spell, mount=attrs.evolve(mount, mount=False))
    return laying.ask(lays[allowed[0]], texts, options, rides, cards_notation(mount))


# -- random lays of a player's cards, legal or not


def some_spells(rng: random.Random, cards: Cards) -> Lay:
    """Return a lay of one to four spells."""
    return Lay(rng.sample(cards.hand, rng.randint(1, min(4, len(cards.hand)))))


def some_attack(rng: random.Random, cards: Cards) -> Lay:
    """Return a lay of one to three spells with up to three units, some of them mounted."""
    spells = rng.sample(cards.hand, rng.randint(1, min(3, len(cards.hand))))
    if rng.random() < 0.7:  # mostly of one element, so that the creatures decide
        spells = [spell for spell in spells if spell.element == spells[0].element]
    return Lay(spells, _some_units(rng, cards, rng.randint(0, min(3, len(cards.entourage)))))


def some_shield(rng: random.Random, cards: Cards) -> Lay:
    """Return a lay of two or three units and no spell."""
    return Lay((), _some_units(rng, cards, rng.randint(2, min(3, len(cards.entourage)))))


def _some_units(rng: random.Random, cards: Cards, count: int) -> list[Unit]:
    """Return `count` random units, some of them pairs of two creatures."""
    left = rng.sample(cards.entourage, len(cards.entourage))
    units = []
    for _ in range(count):
        if not left:
            break
        creature = left.pop()
        mounted = left and rng.random() < (0.6 if creature.mount else 0.05)
        units.append(Unit(creature, left.pop() if mounted else None))
    return units
