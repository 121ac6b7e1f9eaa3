"""Rulings as explanations of an answer: worded for a question, with the numbers and names that decide it.

    explain_ruling(ruling, played.rulings())       # the ruling with the sentence of `explanations.toml`
    explanation("TW-BAT-18", "tie")           # a reason that no ruling of the game gives

A ruling without a sentence in `explanations.toml` explains itself. Facts that a sentence needs and the ruling
lacks come from the other rulings of the game (`_FACTS_BY_CASE`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import attrs

from twingkit.core.rulebook import NamesByLanguage, Rulebook, Ruling, TextByLanguage
from twingkit.core.words import load_texts
from twingkit.learn.quiz.phrases import sum_texts
from twingkit.twing.quiz.phrases import Phrases
from twingkit.twing.rules.cards import CHARACTER_BY_ELEMENT, CROSS, SUN, Unit
from twingkit.twing.rules.rulebook import rulebook

PHRASES = Phrases("sums")

CASES_OF_ANY_RULE = "any"
"""The table of `explanations.toml` with the sentences that every rule can use."""

_ELEMENT_BY_CHARACTER = {name: element for element, name in CHARACTER_BY_ELEMENT.items()}

_LAID = (("TW-BAT-1", "laid"), ("TW-BAT-4", "laid"))
"""The cases that say which spells a side has laid."""

Facts = Mapping[str, Any]  # as in a ruling


@cache
def explanation_book() -> Rulebook:
    """Return the rulebook of Imperial Twing with the ruling sentences replaced by explanations for the
    quiz.
    """
    book = rulebook()
    texts = load_texts(files(__package__).joinpath("explanations.toml"))
    shared = texts.pop(CASES_OF_ANY_RULE)
    sentences = {rule.id: {**shared, **texts.get(rule.id, {})} for rule in book}
    return Rulebook(tuple(book), book.chapters, sentences, book.words)


def explanation_ruling(rule: str, case: str, **facts: object) -> Ruling:
    """Return a ruling for a case of a rule, worded as an explanation for the quiz (from
    `explanations.toml`).
    """
    return Ruling(rule, case, facts, explanation_book())


def explain_ruling(
    ruling: Ruling,
    rulings: Sequence[Ruling],
    own_elements: Mapping[str, str] = _ELEMENT_BY_CHARACTER,
    facts: Facts | None = None,
) -> Ruling:
    """Return a ruling reworded as an explanation for the quiz, or the ruling itself if there is no such
    sentence.

    `rulings` are those of the whole game in order; `own_elements` are the elements of the characters by side.
    `facts` are added to those of the ruling.
    """
    if ruling.book is explanation_book():
        return ruling
    of_case = _FACTS_BY_CASE.get(ruling.key)
    added = {**(facts or {}), **(of_case(ruling, rulings, own_elements) if of_case else {})}
    case = added.pop("case", ruling.case)
    if case not in explanation_book().sentences[ruling.rule]:
        return ruling
    return explanation_ruling(ruling.rule, case, **{**ruling.facts, **added})


@attrs.frozen
class SentenceFact:
    """A fact whose label is the sentence of a ruling, for use inside another sentence to the same reader."""

    ruling: Ruling

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the sentence, formatted with `words`."""
        ruling = self.ruling
        return Rulebook((), (), ruling.book.sentences, words).sentence(ruling.rule, ruling.case, ruling.facts)


# -- the facts of a ruling that its sentence does not name


def _spells(ruling: Ruling, rulings: Sequence[Ruling], own: Mapping[str, str]) -> Facts:
    spells = ruling.facts["spells"]
    return {"element": spells[0].element, "k": len(spells), "sum": sum_texts([card.power for card in spells])}


def _creatures(ruling: Ruling, rulings: Sequence[Ruling], own: Mapping[str, str]) -> Facts:
    laid = _laid_spells(ruling, rulings)[0]
    return {
        "spells": laid.facts["spells"],
        "spell_sum": sum_texts([card.power for card in laid.facts["spells"]]),
        "sum": sum_texts(_powers(ruling.facts["units"])),
        "total": sum_texts([laid.facts["n"], ruling.facts["m"] - laid.facts["n"]]),
    }


def _rider(ruling: Ruling, rulings: Sequence[Ruling], own: Mapping[str, str]) -> Facts:
    return {"sum": sum_texts([ruling.facts["card"].power, ruling.facts["rider"].power])}


def _shield(ruling: Ruling, rulings: Sequence[Ruling], own: Mapping[str, str]) -> Facts:
    teddy = [other.facts["unit"] for other in rulings if other.rule == "TW-POW-teddy"]
    units = ruling.facts["units"]
    same = [unit.element for unit in units if unit not in teddy] or [units[0].element]
    return {"element": same[0], "sum": sum_texts(_powers(units))}


def _trap(ruling: Ruling, rulings: Sequence[Ruling], own: Mapping[str, str]) -> Facts:
    power = ruling.facts["card"].power
    return {"sum": sum_texts([ruling.facts["n"] + power, -power])}


def _new_roll(ruling: Ruling, rulings: Sequence[Ruling], own: Mapping[str, str]) -> Facts:
    later = _of_side(ruling, rulings[_place(ruling, rulings) :])
    rolls = [other.facts["face"] for other in later if other.rule == "TW-BAT-7"]
    return {"face": rolls[0]} if rolls else {"case": ""}


def _die(ruling: Ruling, rulings: Sequence[Ruling], own: Mapping[str, str]) -> Facts:
    laid = _laid_spells(ruling, rulings)
    if not laid:
        return {"case": ""}
    spells = laid[0].facts["spells"]
    facts = {"own": own[ruling.facts["side"]], "spells": spells, "element": spells[0].element}
    if ruling.case == "number":
        facts["case"] = "number_below_zero" if ruling.facts["result"].face < 0 else "number_from_zero"
    return facts


def _points(ruling: Ruling, rulings: Sequence[Ruling], own: Mapping[str, str]) -> Facts:
    """Return facts for the explanation of a decision by points: both sides, the winner first, with their sums
    (TW-BAT-17).
    """
    before = rulings[: _place(ruling, rulings)]
    dice = [other for other in before if {"face", "result"} <= set(other.facts)]
    dice = [die for die in dice if die.rule not in ("TW-BAT-12", "TW-END-4")][-2:]
    if ruling.case == "win":
        dice.sort(key=lambda die: bool(die.facts["side"] != ruling.facts["side"]))
    first, second = dice
    n = ruling.facts["n"]
    m = ruling.facts.get("m", n)
    return {
        "side": first.facts["side"],
        "enemy": second.facts["side"],
        "sum": _side_sum(n, first),
        "other": _side_sum(m, second),
    }


def _side_sum(points: int, die: Ruling) -> TextByLanguage:
    """Return the points of a side as a sum of its cards and its die."""
    if die.facts["face"] is None:
        return PHRASES("side.no_die", n=points)
    face = die.facts["result"].face
    counts = 0 if face in (SUN, CROSS) else face
    if counts != die.facts["face"].face:
        return PHRASES("side.zero", n=points, face=die.facts["face"])
    sign = "minus" if counts < 0 else "plus"
    return PHRASES(f"side.{sign}", n=points - counts, k=abs(counts), m=points)


_FACTS_BY_CASE: Mapping[tuple[str, str], Callable[[Ruling, Sequence[Ruling], Mapping[str, str]], Facts]] = {
    ("TW-BAT-1", "laid"): _spells,
    ("TW-BAT-2", "laid"): _creatures,
    ("TW-BAT-3", "rides"): _rider,
    ("TW-BAT-4", "laid"): _spells,
    ("TW-BAT-5", "laid"): _shield,
    ("TW-BAT-11", "played"): _new_roll,
    ("TW-BAT-13", "played"): _trap,
    ("TW-BAT-13", "played_support"): _trap,
    ("TW-BAT-14", "used"): _new_roll,
    ("TW-BAT-15", "number"): _die,
    ("TW-BAT-15", "own_element"): _die,
    ("TW-BAT-17", "win"): _points,
    ("TW-BAT-17", "tie"): _points,
}
"""The functions for the facts that the explanation of a case of a rule needs besides those of the ruling."""


def _powers(units: Sequence[Unit]) -> list[int]:
    return [card.power for unit in units for card in unit.cards]


def _laid_spells(ruling: Ruling, rulings: Sequence[Ruling]) -> list[Ruling]:
    """Return the ruling about the spells that the side of a ruling has laid, or an empty list."""
    return _of_side(ruling, [other for other in rulings if other.key in _LAID])


def _of_side(ruling: Ruling, rulings: Sequence[Ruling]) -> list[Ruling]:
    return [other for other in rulings if other.facts.get("side") == ruling.facts["side"]]


def _place(ruling: Ruling, rulings: Sequence[Ruling]) -> int:
    """Return the index of a ruling in `rulings`: that of the last equal one, or the length if there is
    none.
    """
    return next((place for place in reversed(range(len(rulings))) if rulings[place] == ruling), len(rulings))
