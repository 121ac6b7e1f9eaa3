"""Questions about legal lays: hands and entourages dealt at random, judged by the engine's refusals.

The cards of an option are shown beside its words as a lay in notation, a single creature as `shield F4`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Sequence

import attrs

from twingkit.core.notation import ROLES
from twingkit.core.play import Game
from twingkit.core.questions import Question, Refusal
from twingkit.learn.quiz.item import AnswerOption, QuizItem, Reason, Texts
from twingkit.learn.quiz.makers import require
from twingkit.learn.quiz.options import Mistake, make_item, sort_refused_by_variety, yes_no_options
from twingkit.twing.notation.position_lines import format_position_line
from twingkit.twing.quiz.battles.battle_wording import cards_notation
from twingkit.twing.quiz.battles.staging import deal_lay, other_element
from twingkit.twing.quiz.explanations import explain_ruling, explanation_ruling
from twingkit.twing.quiz.options import answer_options, refused_option
from twingkit.twing.quiz.phrases import LayPhrase, Phrases, fact_texts
from twingkit.twing.quiz.supply import ALL_ELEMENTS, CardSupply
from twingkit.twing.rules.cards import Creature, Spell, Unit
from twingkit.twing.rules.lay import Lay, lay_refusals

PHRASES = Phrases("lays")

LayPredicate = Callable[[Lay], bool]
"""A function that returns True for a legal lay that makes a good answer."""

_MAX_RANDOM_LAYS = 120
"""The number of random lays tried for one question."""

_SPECIAL = ("TW-POW-teddy", "TW-BAT-3", "TW-BAT-5", "TW-BAT-2", "TW-BAT-4", "TW-BAT-1")
"""The rules that allow cards to be laid, the most specific first."""


@attrs.frozen
class PlayerCards:
    """The cards of one player of a table: spells in hand, entourage, active objects."""

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
    ) -> PlayerCards:
        """Return the cards of a player, each kind in random order."""
        return cls(character, rng.sample(hand, len(hand)), rng.sample(entourage, len(entourage)), objects)

    def position_line(self, seat: str) -> str:
        """Return the line of this player in a position string."""
        hand, home = (" ".join(card.token for card in cards) for cards in (self.hand, self.entourage))
        parts = ("hand", hand), ("entourage", home), ("objects", ",".join(self.objects))
        return format_position_line(seat, parts)


@attrs.frozen
class LayScene:
    """A table at which the learner has to lay cards: the cards of both players, and the attack to answer, if
    any.
    """

    own_cards: PlayerCards
    opponent_cards: PlayerCards
    attack: Lay | None = None

    @property
    def seat(self) -> int:
        """The learner's seat; the attacker sits first."""
        return 0 if self.attack is None else 1

    @property
    def position_text(self) -> str:
        """The position string of the table."""
        first, second = (
            (self.own_cards, self.opponent_cards) if self.seat == 0 else (self.opponent_cards, self.own_cards)
        )
        return "\n".join(
            (
                f"players {first.character} {second.character}",
                first.position_line("p1"),
                second.position_line("p2"),
                "table turn 5; to-move p1; phase action; as-is",
            )
        )

    @property
    def answers_before(self) -> tuple[str, ...]:
        """The answers before the learner has to lay: the attack and, if the opponent attacks, the opponent's
        lay.
        """
        return ("p1: attack p2",) if self.attack is None else ("p1: attack p2", f"p1: lay {self.attack}")

    def game(self) -> Game:
        """Return the game in which the learner has to lay."""
        return Game.begin(self.position_text).give_answers(*self.answers_before)

    def question(self) -> Question:
        """Return the engine's question to the learner at this table."""
        question = self.game().question
        assert question is not None
        return question

    def answer(self, lay: Lay) -> str:
        """Return the notation of the learner's answer that lays these cards, such as `p1: lay F5`."""
        return f"p{self.seat + 1}: lay {lay}"

    def count_problems(self, lay: Lay) -> int:
        """Return the number of rules that a lay breaks."""
        return len(
            list(lay_refusals(lay, ROLES[self.seat], self.own_cards.objects, self.opponent_cards.objects))
        )

    def lays_refused_by_one_rule(
        self, lays: Iterable[Lay], known_rules: Collection[str]
    ) -> list[tuple[Lay, Refusal]]:
        """Return the lays that only one rule forbids, with the refusal, if the learner knows that rule."""
        question = self.question()
        refusals = [(lay, refusal) for lay in lays if (refusal := question.refusal(lay))]
        return [
            pair for pair in refusals if pair[1].rule in known_rules and self.count_problems(pair[0]) == 1
        ]

    def legality_reasons(self, lay: Lay) -> list[Reason]:
        """Return why the learner may lay these cards and what they count, the most specific rule first."""
        rulings = self.game().give_answers(self.answer(lay)).latest_rulings
        told = [explain_ruling(ruling, rulings) for ruling in rulings]
        return sorted(told, key=lambda reason: _SPECIAL.index(reason.rule))

    def make_item(
        self,
        right: Lay | None,
        texts: Texts,
        options: Sequence[AnswerOption],
        why: Iterable[Reason],
        cards: str = "",
    ) -> QuizItem | None:
        """Make a question at this table; the right lay, if there is one, is laid after the answer."""
        after = () if right is None else (self.answer(right),)
        return make_item(
            self.position_text,
            self.answers_before,
            after,
            texts=texts,
            choices=options,
            why=why,
            seat=self.seat,
            cards=cards,
        )


def deal_learner_defence(
    rng: random.Random,
    supply: CardSupply,
    learner_cards: PlayerCards,
    attacker_character: str,
    *excluded_elements: str,
    attacker_kept_spells: int = 1,
) -> LayScene:
    """Deal a table at which `attacker_character` attacks the learner with spells of an element not in
    `excluded_elements`, and still holds `attacker_kept_spells` further spells.
    """
    attack = deal_lay(rng, supply, other_element(rng, *excluded_elements))
    return LayScene(
        learner_cards,
        PlayerCards(attacker_character, (*attack.spells, *supply.take_spells(attacker_kept_spells))),
        attack,
    )


def deal_learner_attack(
    rng: random.Random, supply: CardSupply, learner_cards: PlayerCards, defender_character: str, *objects: str
) -> LayScene:
    """Deal a quiz table at which the learner attacks; the defender has three spells and the given active
    objects.
    """
    return LayScene(
        learner_cards,
        PlayerCards(defender_character, supply.take_spells(3, rng.choice(ALL_ELEMENTS)), objects=objects),
    )


def deal_entourage(
    rng: random.Random, supply: CardSupply, main_element: str, other_element: str, plain_count: int
) -> list[Creature]:
    """Deal a mount of the main element and `plain_count` plain creatures of that element or, less often, of
    the other one.
    """
    elements = [rng.choice((main_element, main_element, other_element)) for _ in range(plain_count)]
    return [
        supply.take_mount(main_element),
        *(card for element in elements for card in supply.take_creatures(1, element)),
    ]


# -- the questions


def legal_lay_item(
    rng: random.Random,
    lay_scene: LayScene,
    known_rules: Collection[str],
    phrase_key: str,
    make_random_lay: Callable[[random.Random, PlayerCards], Lay],
    is_good_answer: LayPredicate = lambda lay: True,
) -> QuizItem | None:
    """Make the quiz question “Which of these lays is legal?” with one legal lay and two or three illegal
    ones.

    `make_random_lay` makes lays of a player's cards, legal or not; `is_good_answer` picks the legal ones that
    make a good answer. Return None if there are not two different wrong ones.
    """
    question = lay_scene.question()
    samples = dict.fromkeys(make_random_lay(rng, lay_scene.own_cards) for _ in range(_MAX_RANDOM_LAYS))
    right = [lay for lay in samples if question.refusal(lay) is None and is_good_answer(lay)]
    wrong = lay_scene.lays_refused_by_one_rule(samples, known_rules)
    return (
        _which_lay_item(
            lay_scene, PHRASES(f"ask.{phrase_key}"), rng.choice(right), sort_refused_by_variety(wrong)[:3]
        )
        if right
        else None
    )


def strongest_attack_item(
    rng: random.Random, lay_scene: LayScene, known_rules: Collection[str]
) -> QuizItem | None:
    """Make the quiz question “Which is the strongest attack?”, with stronger illegal lays among the options.

    The options are the best legal lay, stronger illegal ones, and a weaker legal one. Return None if there is
    no stronger illegal one.
    """
    question = lay_scene.question()
    lawful = sorted(question.options(), key=lambda lay: lay.power)
    answer = lawful[-1]
    samples = dict.fromkeys(
        random_unchecked_attack(rng, lay_scene.own_cards) for _ in range(_MAX_RANDOM_LAYS)
    )
    tempting = (lay for lay in samples if lay.power > answer.power)
    chosen = sort_refused_by_variety(lay_scene.lays_refused_by_one_rule(tempting, known_rules))[
        : rng.choice((1, 2, 2))
    ]
    weaker = [lay for lay in lawful if lay.power < answer.power]
    others = weaker[-2:] if len(chosen) == 1 else weaker[-1:]
    return _which_lay_item(lay_scene, PHRASES("ask.strongest"), answer, chosen, others) if chosen else None


def _which_lay_item(
    lay_scene: LayScene,
    texts: Texts,
    answer: Lay,
    wrong: Sequence[tuple[Lay, Refusal]],
    weaker: Sequence[Lay] = (),
) -> QuizItem | None:
    """Make a question with one right lay, some that one rule forbids, and some weaker ones."""
    mistakes = [refused_option(lay, refusal, is_only_refusal=True) for lay, refusal in wrong]
    why = lay_scene.legality_reasons(answer)
    for lay in weaker:
        reason = explanation_ruling(why[0].rule, "weaker", n=lay.power, m=answer.power)
        mistakes.append(Mistake(lay, reasons=(reason,)))
    if weaker:
        why.append(explanation_ruling(why[0].rule, "strongest", n=answer.power))
    options = answer_options(
        answer, mistakes, lay_texts, cards=lambda lay: str(lay) if lay.spells or lay.units else ""
    )
    return lay_scene.make_item(answer, texts, options, why)


def lay_texts(lay: Lay) -> Texts:
    """Return the text of an answer option that shows a lay, in every language."""
    return fact_texts(LayPhrase(lay))


def may_lay_item(
    lay_scene: LayScene, lay: Lay, known_rules: Collection[str], phrase_key: str
) -> QuizItem | None:
    """Make the quiz question whether one given lay is legal, with the answers yes and no.

    Return None if the lay is forbidden by a rule that the learner does not know yet.
    """
    refusal = lay_scene.question().refusal(lay)
    if refusal is not None and refusal.rule not in known_rules:
        return None
    alone = refusal.rule if refusal and lay_scene.count_problems(lay) == 1 else ""
    options = yes_no_options(refusal is None, alone if refusal else _needed_object_rule(lay_scene, lay))
    why: list[Reason] = [refusal] if refusal else [*lay_scene.legality_reasons(lay)]
    texts = PHRASES(f"ask.{phrase_key}", lay=LayPhrase(lay))
    return lay_scene.make_item(None if refusal else lay, texts, options, why, str(lay))


def _needed_object_rule(lay_scene: LayScene, lay: Lay) -> str:
    """Return the id of the object rule without which the lay would be illegal; "" if the lay needs no
    object.
    """
    bare = attrs.evolve(lay_scene, own_cards=attrs.evolve(lay_scene.own_cards, objects=()))
    needed = "teddy" in lay_scene.own_cards.objects and bare.question().refusal(lay) is not None
    return "TW-POW-teddy" if needed else ""


def which_rider_item(
    lay_scene: LayScene, spell: Spell, mount: Creature, riders: Sequence[Creature]
) -> QuizItem | None:
    """Make the quiz question “Which of these creatures may ride on the mount?” for a lay with one spell.

    Raise `NoQuestion` unless exactly one may.
    """
    question = lay_scene.question()
    lays = {card: Lay((spell,), (Unit(mount, card),)) for card in riders}
    wrong = {card: refusal for card, lay in lays.items() if (refusal := question.refusal(lay))}
    allowed = [card for card in riders if card not in wrong]
    require(len(allowed) == 1)
    mistakes = [
        refused_option(card, refusal, lay_scene.count_problems(lays[card]) == 1)
        for card, refusal in wrong.items()
    ]
    options = answer_options(allowed[0], mistakes, key=lambda card: str(card.token), cards=cards_notation)
    rides = [reason for reason in lay_scene.legality_reasons(lays[allowed[0]]) if reason.rule == "TW-BAT-3"]
    texts = PHRASES("ask.rider", spell=spell, mount=attrs.evolve(mount, mount=False))
    return lay_scene.make_item(lays[allowed[0]], texts, options, rides, cards_notation(mount))


# -- random lays of a player's cards, legal or not


def random_unchecked_spell_lay(rng: random.Random, cards: PlayerCards) -> Lay:
    """Return a random lay of one to four spells, legal or not."""
    return Lay(rng.sample(cards.hand, rng.randint(1, min(4, len(cards.hand)))))


def random_unchecked_attack(rng: random.Random, cards: PlayerCards) -> Lay:
    """Return a random lay of one to three spells with up to three units, legal or not."""
    spells = rng.sample(cards.hand, rng.randint(1, min(3, len(cards.hand))))
    if rng.random() < 0.7:  # mostly of one element, so that the creatures decide
        spells = [spell for spell in spells if spell.element == spells[0].element]
    return Lay(spells, _some_units(rng, cards, rng.randint(0, min(3, len(cards.entourage)))))


def random_unchecked_shield(rng: random.Random, cards: PlayerCards) -> Lay:
    """Return a random lay of two or three units without a spell, legal or not."""
    return Lay((), _some_units(rng, cards, rng.randint(2, min(3, len(cards.entourage)))))


def _some_units(rng: random.Random, cards: PlayerCards, count: int) -> list[Unit]:
    left = rng.sample(cards.entourage, len(cards.entourage))
    units = []
    for _ in range(count):
        if not left:
            break
        creature = left.pop()
        mounted = left and rng.random() < (0.6 if creature.mount else 0.05)
        units.append(Unit(creature, left.pop() if mounted else None))
    return units
