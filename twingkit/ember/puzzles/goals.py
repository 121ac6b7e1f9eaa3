"""The goal of an exact puzzle: which creatures to conjure and when, in notation and as a sentence.

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
from twingkit.core.questions import one_line_excerpt
from twingkit.core.words import SentenceCatalogue
from twingkit.ember.box.pool import Creature, creature_by_id, load_pool
from twingkit.ember.rules.costs import Cost

WORDS = SentenceCatalogue(Path(__file__).with_name("goal_words.toml"))
"""The sentences of goals and of reasons (`goal_words.toml`)."""

KEEP, PAY = "keep", "pay"

_GOAL = re.compile(r"keep \S+ [12]|keep \S+ \S+ 1|pay \S+ \S+")


@attrs.frozen
class PuzzleGoal:
    """The goal of a puzzle: creatures to be able to pay for (`wanted_creatures`), for kind `pay` after
    conjuring `first_creature`.
    """

    kind: str
    wanted_creatures: tuple[Creature, ...]
    turns: int = 1
    first_creature: Creature | None = None

    @classmethod
    def parse(cls, text: str) -> PuzzleGoal:
        """Parse a goal as `str` writes it. Raises `Fault` or, for an unknown creature, `Refusal`."""
        if _GOAL.fullmatch(text) is None:
            raise Fault("ember.goal", found=one_line_excerpt(repr(text), 40))
        word, *names = text.split()
        turns = int(names.pop()) if word == KEEP else 1
        creatures = [creature_by_id(load_pool(), name) for name in names]
        if word == PAY:
            return cls(word, (creatures[1],), turns, creatures[0])
        return cls(word, tuple(creatures), turns)

    def __str__(self) -> str:
        named = [
            creature.id for creature in (self.first_creature, *self.wanted_creatures) if creature is not None
        ]
        return " ".join([self.kind, *named, *([str(self.turns)] if self.kind == KEEP else [])])

    @property
    def costs(self) -> tuple[Cost, ...]:
        """Return the costs of the wanted creatures, one of which has to be paid."""
        return tuple(creature.cost for creature in self.wanted_creatures)

    def question_text(self) -> str:
        """Return the question as a sentence."""
        key = f"goal.{self.kind}_{self.turns}" if self.kind == KEEP else "goal.pay"
        first = _priced([self.first_creature]) if self.first_creature else ""
        return WORDS.say(key, wanted=_priced(self.wanted_creatures), first=first)


def _priced(creatures: Sequence[Creature]) -> str:
    named = [f"{creature.name()} ({creature.cost})" for creature in creatures]
    return f" {WORDS.say('goal.or')} ".join(named)
