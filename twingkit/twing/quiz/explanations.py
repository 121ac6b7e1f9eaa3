"""Rulings as explanations of an answer: worded for a question, with the numbers and names that decide it.

    explain_ruling(ruling, played.rulings())       # the ruling with the sentence of `explanations.toml`
    explanation("TW-BAT-18", "tie")           # a reason that no ruling of the game gives

A ruling without a sentence in `explanations.toml` explains itself. Facts that a sentence needs and the ruling
lacks come from the other rulings of the game (`_more_facts`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import attrs

from twingkit.core.rulebook import NamesByLanguage, Rulebook, Ruling, TextByLanguage
from twingkit.core.words import load_texts
from twingkit.learn.quiz.phrases import sum_texts
from twingkit.learn.quiz.staging import events_of
from twingkit.twing.quiz.phrases import Phrases
from twingkit.twing.rules import typed_rulings as typed
from twingkit.twing.rules.cards import CHARACTER_BY_ELEMENT, CROSS, SUN, Unit
from twingkit.twing.rules.rulebook import rulebook

PHRASES = Phrases("sums")

CASES_OF_ANY_RULE = "any"
"""The table of `explanations.toml` with the sentences that every rule can use."""

_ELEMENT_BY_CHARACTER = {name: element for element, name in CHARACTER_BY_ELEMENT.items()}

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
    added = {**(facts or {}), **_more_facts(ruling, rulings, own_elements)}
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


def _more_facts(ruling: Ruling, rulings: Sequence[Ruling], own: Mapping[str, str]) -> dict[str, Any]:
    """Return the facts that the explanation of a ruling needs besides its own; `case` if its sentence is that
    of another case ("" for none).
    """
    event = ruling.event
    match event:
        case typed.SpellsLaid(spells=spells):
            powers = sum_texts([card.power for card in spells])
            return {"element": spells[0].element, "k": len(spells), "sum": powers}
        case typed.UnitsLaid(side, units, m=total):
            laid = _spells_laid(side, rulings)[0]
            return {
                "spells": laid.spells,
                "spell_sum": sum_texts([card.power for card in laid.spells]),
                "sum": sum_texts(_powers(units)),
                "total": sum_texts([laid.n, total - laid.n]),
            }
        case typed.RiderLaid(card=mount, rider=rider):
            return {"sum": sum_texts([mount.power, rider.power])}
        case typed.ShieldLaid(units=units):
            teddy = [other.unit for other in events_of(rulings, typed.TeddyAllows)]
            same = [unit.element for unit in units if unit not in teddy] or [units[0].element]
            return {"element": same[0], "sum": sum_texts(_powers(units))}
        case typed.CreatureTrapped(card=card, n=left):
            return {"sum": sum_texts([left + card.power, -card.power])}
        case typed.CatPlayed(side) | typed.RerollObjectUsed(side):
            later = events_of(rulings[_place(ruling, rulings) :], typed.DieRolled)
            rolls = [rolled.face for rolled in later if rolled.side == side]
            return {"face": rolls[0]} if rolls else {"case": ""}
        case typed.NumberCounted() | typed.OwnElementCounted():
            return _die(event, rulings, own)
        case typed.WonByPoints() | typed.PointsTied():
            return _points(event, rulings[: _place(ruling, rulings)])
    return {}


def _die(event: typed.DieCounted, rulings: Sequence[Ruling], own: Mapping[str, str]) -> dict[str, Any]:
    laid = _spells_laid(event.side, rulings)
    if not laid:
        return {"case": ""}
    spells = laid[0].spells
    facts = {"own": own[event.side], "spells": spells, "element": spells[0].element}
    if isinstance(event, typed.NumberCounted):
        facts["case"] = "number_below_zero" if event.result.face < 0 else "number_from_zero"
    return facts


def _points(decided: typed.WonByPoints | typed.PointsTied, before: Sequence[Ruling]) -> dict[str, Any]:
    """Return facts for the explanation of a decision by points: both sides, the winner first, with their sums
    (TW-BAT-17).
    """
    dice = events_of(before, typed.DieCounted)[-2:]
    m = decided.n
    if isinstance(decided, typed.WonByPoints):
        dice.sort(key=lambda die: die.side != decided.side)
        m = decided.m
    first, second = dice
    return {
        "side": first.side,
        "enemy": second.side,
        "sum": _side_sum(decided.n, first),
        "other": _side_sum(m, second),
    }


def _side_sum(points: int, die: typed.DieCounted) -> TextByLanguage:
    """Return the points of a side as a sum of its cards and its die."""
    if die.face is None:
        return PHRASES("side.no_die", n=points)
    face = die.result.face
    counts = 0 if face in (SUN, CROSS) else face
    if counts != die.face.face:
        return PHRASES("side.zero", n=points, face=die.face)
    sign = "minus" if counts < 0 else "plus"
    return PHRASES(f"side.{sign}", n=points - counts, k=abs(counts), m=points)


def _powers(units: Sequence[Unit]) -> list[int]:
    return [card.power for unit in units for card in unit.cards]


def _spells_laid(side: str, rulings: Sequence[Ruling]) -> list[typed.SpellsLaid]:
    return [laid for laid in events_of(rulings, typed.SpellsLaid) if laid.side == side]


def _place(ruling: Ruling, rulings: Sequence[Ruling]) -> int:
    """Return the index of a ruling in `rulings`: that of the last equal one, or the length if there is
    none.
    """
    return next((place for place in reversed(range(len(rulings))) if rulings[place] == ruling), len(rulings))
