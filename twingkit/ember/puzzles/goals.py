"""The goal of an exact puzzle: which creatures to conjure, and when; as a text and as a sentence.

keep dryad 1          Dryad in this turn: which card to discard before the draw?
keep dryad 2          Dryad in this turn or the player's next one
keep dryad titan 1    Dryad or Titan in this turn
pay wisp dryad        conjure Wisp now: with which cards, so that the new hand pays for Dryad?
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import attrs

from twingkit.core.messages import Fault
from twingkit.core.questions import one_line
from twingkit.core.words import Catalogue
from twingkit.ember.box.pool import Creature, creature_by_id, load_pool
from twingkit.ember.rules.costs import Cost

WORDS = Catalogue(Path(__file__).with_name("goal_words.toml"))
"""Sentences of goals and of reasons."""

KEEP, PAY = "keep", "pay"

_GOAL = re.compile(r"keep \S+ [12]|keep \S+ \S+ 1|pay \S+ \S+")


@attrs.frozen
class Goal:
    """A goal: `word` (`keep` or `pay`), the wanted creatures and the turns; `first` is the creature to
    conjure before.
    """

    word: str
    wanted: tuple[Creature, ...]
    turns: int = 1
    first: Creature | None = None

    @classmethod
    def parse(cls, text: str) -> Goal:
        """Parse the text of a goal, as `str` writes it. Raises `Fault` if it is not a goal, `Refusal` for an
        unknown creature.
        """
        if _GOAL.fullmatch(text) is None:
            raise Fault("ember.goal", found=one_line(repr(text), 40))
        word, *names = text.split()
        turns = int(names.pop()) if word == KEEP else 1
        creatures = [creature_by_id(load_pool(), name) for name in names]
        if word == PAY:
            return cls(word, (creatures[1],), turns, creatures[0])
        return cls(word, tuple(creatures), turns)

    def __str__(self) -> str:
        named = [creature.id for creature in (self.first, *self.wanted) if creature is not None]
        return " ".join([self.word, *named, *([str(self.turns)] if self.word == KEEP else [])])

    @property
    def costs(self) -> tuple[Cost, ...]:
        """Return the costs, one of which has to be paid."""
        return tuple(creature.cost for creature in self.wanted)

    def sentence(self) -> str:
        """Return the question."""
        key = f"goal.{self.word}_{self.turns}" if self.word == KEEP else "goal.pay"
        first = _priced([self.first]) if self.first else ""
        return WORDS.say(key, wanted=_priced(self.wanted), first=first)


def _priced(creatures: Sequence[Creature]) -> str:
    """Return creatures with their costs."""
    named = [f"{creature.name()} ({creature.cost})" for creature in creatures]
    return f" {WORDS.say('goal.or')} ".join(named)
