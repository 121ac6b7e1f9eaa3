"""The news since the person's last answer: one line for each deed, with what came of it.

A line tells only what the rulings tell the person: that a Path was laid, not which. A silent pass is no
ruling.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import attrs

from twingkit import Ruling
from twingkit.core.language import localized
from twingkit.imajica.box.card import Card
from twingkit_widgets.imajica.play.words import WORDS
from twingkit_widgets.table.play.headline import Line, Sentence

MOST = 9
"""The largest number of lines."""

DEEDS = {
    ("IJ-ORDER-2", "leads"),
    ("IJ-AUT-1", "laid"),
    ("IJ-AUT-2", "laid"),
    ("IJ-AUT-4", "announced"),
    ("IJ-ALLY-2", "called"),
    ("IJ-ALLY-3", "called"),
    ("IJ-ALLY-7", "announced"),
    ("IJ-CARD-1", "played"),
    ("IJ-CARD-1", "played_on"),
    ("IJ-POWER-1", "used"),
    ("IJ-POWER-1", "used_on"),
    ("IJ-SEIZE-1", "named"),
    ("IJ-CHAL-1", "named"),
    ("IJ-REC-1", "advanced"),
    ("IJ-REC-2", "wins"),
    ("IJ-OUT-1", "out"),
    ("IJ-SET-1", "laid"),
    ("IJ-SET-1", "laid_only"),
}
"""The rulings that begin a line; what follows is what came of it."""

QUIET = {
    ("IJ-ALLY-5", "ends"),
    ("IJ-AUT-3", "nothing"),
    ("IJ-COME-1", "unpivoted"),
    ("IJ-SEIZE-5", "pivoted"),
    ("IJ-SEIZE-8", "pivoted"),
    ("IJ-CHAL-8", "pivoted"),
    ("IJ-SET-1", "starter"),
    ("IJ-CHAL-7", "dealt"),
}
"""The rulings that are no news."""

ENDS = {("IJ-ALLY-5", "ends"), ("IJ-AUT-3", "nothing")}
"""The rulings by which a turn ends: news where there are no others, so that windows differ."""

DRAWN = {"IJ-COME-1", "IJ-COME-2", "IJ-SET-2", "IJ-AUT-1"}
"""The rules by which cards are drawn: only the person's own are news."""

PLAYED = {("IJ-CARD-1", "played"), ("IJ-CARD-1", "played_on")}
"""The rulings by which a card is played."""

SECURING = {("IJ-SEIZE-7", "secured"), ("IJ-SEIZE-7", "short")}
"""The rulings by which a Site is secured or not."""

LIGHT = {"IJ-ALLY-2", "IJ-ALLY-3", "IJ-REC-1", "IJ-AUT-1", "IJ-AUT-2", "IJ-ALLY-7", "IJ-SET-1"}
"""The rules of deeds that are left out first where there is much to tell."""


@attrs.frozen
class Deed:
    """A deed and what came of it, in a line of its own."""

    steps: tuple[Ruling, ...]
    is_only_played: bool = False
    """True for a card of which nothing else is told: its own sentence says what it does."""
    over: bool = True
    """False for a fight that still goes on."""
    uncontested: bool = False
    """True for the end of a seizure that nobody contested (IJ-SEIZE-2)."""

    @property
    def rule(self) -> str:
        """The rule of what came of it in the end."""
        return self.steps[-1].rule if len(self.steps) > 1 else self.steps[0].rule

    @property
    def can_be_omitted(self) -> bool:
        """True if it can be left out."""
        return self.steps[0].rule in LIGHT and len(self.steps) == 1

    @localized
    def text(self, lang: str | None = None) -> str:
        """The sentences."""
        sentences = []
        for step in self.steps:
            if self.uncontested and (step.rule, step.case) in SECURING:
                sentences.append(WORDS.say("news.uncontested"))
            sentences.append(step.text())
        if self.is_only_played:
            card: Card = self.steps[0].facts["card"]
            sentences += [effect.text() for effect in card.effects]
        cases = {(step.rule, step.case) for step in self.steps}
        if self.over and ("IJ-CHAL-7", "wins") in cases and ("IJ-CHAL-9", "dies") not in cases:
            sentences.append(WORDS.say("news.all_live"))
        return " ".join(sentences)


def lines(
    rulings: Sequence[Ruling], since: int, own: str, waiting: Collection[str] = (), fighting: bool = False
) -> list[Line]:
    """Return what to say of the rulings from number `since` on, to the Autarch named `own`; of the cards that
    are `waiting` the headline says what they do, and the last fight goes on if they are `fighting`."""
    deed_rulings: list[list[Ruling]] = []
    ended = [ruling for ruling in rulings[since:] if (ruling.rule, ruling.case) in ENDS]
    for ruling in rulings[since:]:
        case = (ruling.rule, ruling.case)
        theirs = ruling.facts.get("side") != own
        if case in QUIET or (ruling.rule in DRAWN and ruling.case == "drawn" and theirs):
            continue
        if case == ("IJ-AREA-3", "discarded") and not _is_loss(ruling, deed_rulings):
            continue
        if (ruling.case == "drawn" and ruling.rule in DRAWN) or case in DEEDS or not deed_rulings:
            deed_rulings.append([ruling])
        else:
            deed_rulings[-1].append(ruling)
    if not deed_rulings:
        deed_rulings = [ended[-1:]] if ended else []
    uncontested = {id(ruling) for ruling in _uncontested(rulings)}
    deeds = [
        Deed(
            tuple(steps),
            _is_bare(steps, own, waiting),
            over=not fighting or steps is not deed_rulings[-1],
            uncontested=any(id(step) in uncontested for step in steps),
        )
        for steps in deed_rulings
    ]
    while len(deeds) > MOST and any(deed.can_be_omitted for deed in deeds):
        deeds.remove(next(deed for deed in deeds if deed.can_be_omitted))
    sentences: list[Sentence] = list(deeds[-MOST:])
    return [Line((sentence,)) for sentence in sentences]


def _uncontested(rulings: Sequence[Ruling]) -> list[Ruling]:
    """The rulings that end a seizure which nobody contested."""
    ends, contested = [], False
    for ruling in rulings:
        case = (ruling.rule, ruling.case)
        if case in (("IJ-SEIZE-1", "named"), ("IJ-SEIZE-2", "named")):
            contested = ruling.rule == "IJ-SEIZE-2"
        elif case in SECURING and not contested:
            ends.append(ruling)
    return ends


def _is_loss(ruling: Ruling, deed_rulings: Sequence[Sequence[Ruling]]) -> bool:
    """True if a discarded card is a character of which it was not just said that it dies."""
    card: Card = ruling.facts["card"]
    last = deed_rulings[-1][-1].case if deed_rulings else ""
    return card.kind == "character" and last not in ("dies", "killed")


def _is_bare(steps: Sequence[Ruling], own: str, waiting: Collection[str]) -> bool:
    """True for a card of another of which only is told that it was played."""
    first, facts = steps[0], steps[0].facts
    played = len(steps) == 1 and (first.rule, first.case) in PLAYED
    return played and facts["side"] != own and facts["card"].id not in waiting
