"""Questions about disagreements of the rulebooks: how this game plays, and which book says otherwise."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import attrs

from twingkit.core.play import Game
from twingkit.core.rulebook import Rulebook, Ruling, TextByLanguage
from twingkit.core.variants.disagreements import FORBIDDEN_PREFIX, RuleDisagreement
from twingkit.core.variants.switches import Switch
from twingkit.core.variants.switches import SwitchValue as Value
from twingkit.learn.quiz.item import AnswerOption, QuizItem, Reason
from twingkit.learn.quiz.makers import question_kind, require
from twingkit.learn.quiz.options import Mistake, make_item, yes_no_options
from twingkit.learn.quiz.phrases import join_texts
from twingkit.learn.quiz.sentences import rules_as_reasons
from twingkit.twing.notation.battle_line import parse_lay
from twingkit.twing.quiz.options import answer_options
from twingkit.twing.quiz.phrases import COMMON_PHRASES, Phrases, fact_texts
from twingkit.twing.rules.cards import CHARACTER_BY_ELEMENT, ELEMENTS
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.variants.disagreements import disagreements
from twingkit.twing.variants.variant import PRESETS

PHRASES = Phrases("readings")

_TESTED_DISAGREEMENTS = (
    "TW-VAR-1",
    "TW-VAR-2",
    "TW-VAR-3",
    "TW-VAR-4",
    "TW-VAR-5",
    "TW-VAR-6",
    "TW-VAR-8",
    "TW-VAR-21",
)
"""The disagreements in which one book forbids something that the other allows, for the learner to try."""

_CLEARLY_STATED_DISAGREEMENTS = tuple(f"TW-VAR-{number}" for number in (2, 3, 4, 5, 6, 7, 8, 9, 14, 16))

_CARD = re.compile(r"\b([FWLA])(?=[0-9]|\b)")


# -- scenes with other elements


def _with_elements_exchanged(rng: random.Random, disagreement: RuleDisagreement) -> RuleDisagreement:
    """Exchange the elements in the scene at random, so that characters and cards differ."""
    colours = dict(zip(ELEMENTS, rng.sample(ELEMENTS, len(ELEMENTS)), strict=True))

    def turned(lines: Sequence[str]) -> tuple[str, ...]:
        return tuple(_CARD.sub(lambda match: colours[match[1]], line) for line in lines)

    names = ("position_lines", "hidden_answers", "shared_answers", "default_answers", "second_answers")
    parts: dict[str, Any] = {name: turned(getattr(disagreement, name)) for name in names}
    return attrs.evolve(disagreement, **parts)


def _played(disagreement: RuleDisagreement) -> tuple[str, ...]:
    return tuple(
        line
        for line in (*disagreement.shared_answers, *disagreement.default_answers)
        if not line.startswith(FORBIDDEN_PREFIX)
    )


def _switch(disagreement: RuleDisagreement) -> Switch:
    """Return the rule switch that a disagreement is about; the disagreement must have only two values."""
    assert disagreement.first_change is not None
    return disagreement.first_change.switch


def _switched() -> list[RuleDisagreement]:
    return [disagreement for disagreement in disagreements() if disagreement.first_change]


# -- reasons


@cache
def _book() -> Rulebook:
    """Return the rulebook with the sentences about the interpretation used in this game."""
    book = rulebook()
    texts = PHRASES.group("told")
    rules = [rule for rule in book if rule.chapter == "readings"]
    return Rulebook(tuple(book), book.chapters, {rule.id: texts for rule in rules}, book.words)


def _box_reasons(disagreement: RuleDisagreement) -> list[Reason]:
    answer = _switch(disagreement).values[0].texts
    story = disagreement.compare()
    scene = [story.scenes[0].lines[index].outcome for index in story.decisive_lines[:1] if index >= 0]
    kit = Ruling(disagreement.rule, "kit", {"text": answer}, _book())
    return [kit, *rules_as_reasons(rulebook(), [disagreement.rule]), *scene]


def _book_reasons(disagreement: RuleDisagreement) -> list[Reason]:
    switch = _switch(disagreement)
    answers = {
        name: switch.switch_value(getattr(PRESETS[name], switch.key)).texts for name in _RULEBOOK_PRESETS
    }
    return [Ruling(disagreement.rule, "books", answers, _book()), *_box_reasons(disagreement)[:1]]


_RULEBOOK_PRESETS = ("english", "german")


def _disagreement_item(
    disagreement: RuleDisagreement,
    texts: TextByLanguage,
    options: Sequence[AnswerOption],
    why: Sequence[Reason],
    before: Sequence[str] | None = None,
    after: Sequence[str] | None = None,
) -> QuizItem | None:
    """Make a question beside the scene of a disagreement, which is then played under the rules of the box."""
    rules = [disagreement.rule, *_switch(disagreement).rules]
    plays = disagreement.hidden_answers if before is None else before
    following = _played(disagreement) if after is None else after
    table = "\n".join(disagreement.position_lines)
    return make_item(table, plays, following, texts=texts, choices=options, why=why, rules=rules)


# -- the questions


@question_kind("plays")
def _how_we_play_item(rng: random.Random) -> QuizItem | None:
    """Make the question “How do we play it?” Every value of the switch is an option."""
    disagreement = _with_elements_exchanged(
        rng,
        rng.choice([disagreement for disagreement in _switched() if len(_switch(disagreement).values) > 2]),
    )
    ours, *others = [value.texts for value in _switch(disagreement).values]
    texts = join_texts(_disagree(disagreement), PHRASES("ask.plays"))
    options = answer_options(
        "0",
        [Mistake(str(index + 1), f"{disagreement.rule}/other") for index in range(len(others))],
        lambda index: fact_texts([ours, *others][int(index)]),
        key=lambda index: f"reading-{index}",
    )
    return _disagreement_item(disagreement, texts, options, _box_reasons(disagreement))


def _disagree(disagreement: RuleDisagreement) -> TextByLanguage:
    return PHRASES("ask.disagree", question=disagreement.questions)


@question_kind("so")
def _played_like_this_item(rng: random.Random) -> QuizItem | None:
    disagreement = _with_elements_exchanged(rng, rng.choice(_switched()))
    switch = _switch(disagreement)
    value = switch.values[0] if rng.random() < 0.5 else rng.choice(switch.values[1:])
    texts = join_texts(_disagree(disagreement), PHRASES("ask.so", text=value.texts))
    return _disagreement_item(
        disagreement, texts, yes_no_options(value.value == switch.default), _box_reasons(disagreement)
    )


@question_kind("may")
def may_act_item(rng: random.Random) -> QuizItem | None:
    """Make the quiz question “May you do this, as we play it?” about a rule on which the rulebooks
    disagree.
    """
    target = rng.random() < 0.5
    fitting = [
        disagreement
        for disagreement in _switched()
        if disagreement.rule in _TESTED_DISAGREEMENTS and _answer_tried(disagreement)[1] is not target
    ]
    disagreement = _with_elements_exchanged(rng, rng.choice(fitting))
    line, forbidden = _answer_tried(disagreement)
    plays = (*disagreement.hidden_answers, *disagreement.shared_answers)
    game = Game.begin("\n".join(disagreement.position_lines)).give_answers(*plays)
    refusal = game.refusal(line)
    assert (refusal is not None) is forbidden, f"{disagreement.rule}: {line!r}"
    why: list[Reason] = [refusal] if refusal else []
    if refusal is None:
        telling = (*disagreement.decisive_rules, *_switch(disagreement).rules)
        retold = game.give_answers(line)
        why += (
            [ruling for rule in telling for ruling in retold.latest_rulings if ruling.rule == rule]
            or retold.latest_rulings
        )[:1]
    texts = join_texts(
        COMMON_PHRASES("player.are", side=_names(disagreement)[0]),
        PHRASES(f"may.{disagreement.rule}", **_facts(disagreement, line)),
    )
    options, after = yes_no_options(refusal is None), () if refusal else disagreement.default_answers
    return _disagreement_item(
        disagreement, texts, options, [*why, *_box_reasons(disagreement)[:1]], plays, after
    )


def _answer_tried(disagreement: RuleDisagreement) -> tuple[str, bool]:
    """Return the answer that the example of a disagreement tries, and whether the rules of the box
    forbid it.
    """
    line = disagreement.default_answers[0]
    return line.removeprefix(FORBIDDEN_PREFIX), line.startswith(FORBIDDEN_PREFIX)


def _names(disagreement: RuleDisagreement) -> list[str]:
    return [CHARACTER_BY_ELEMENT[element] for element in disagreement.position_lines[0].split()[1:]]


def _facts(disagreement: RuleDisagreement, line: str) -> dict[str, object]:
    """Return the other player and the cards of a lay as facts for a sentence."""
    facts: dict[str, object] = {"side": _names(disagreement)[1]}
    answer = line.partition(": ")[2]
    if answer.startswith("lay "):
        lay = parse_lay(answer.removeprefix("lay "))
        facts |= {"spells": lay.spells, "units": lay.units}
    return facts


@question_kind("book")
def _which_rulebook_item(rng: random.Random) -> QuizItem | None:
    disagreement = _with_elements_exchanged(
        rng,
        rng.choice(
            [
                disagreement
                for disagreement in _switched()
                if disagreement.rule in _CLEARLY_STATED_DISAGREEMENTS
            ]
        ),
    )
    switch = _switch(disagreement)
    target = rng.choice(("english", "german", "english", "german", "neither"))
    values = [value for value in switch.values if _book_of(switch, value) == target]
    require(values)
    texts = PHRASES("ask.book", question=disagreement.questions, text=rng.choice(values).texts)
    mistakes = [Mistake(name, f"{disagreement.rule}/book") for name in (*_RULEBOOK_PRESETS, "neither")]
    return _disagreement_item(
        disagreement,
        texts,
        answer_options(target, mistakes, lambda name: PHRASES(f"book.{name}")),
        _book_reasons(disagreement),
    )


def _book_of(switch: Switch, value: Value) -> str:
    """Return the book that uses this value, or `neither`, or `both`."""
    named = [name for name in _RULEBOOK_PRESETS if getattr(PRESETS[name], switch.key) == value.value]
    return {0: "neither", 1: named[0] if named else "", 2: "both"}[len(named)]
