"""The goal of an exact puzzle: which seizures or challenges it offers, in notation and as a sentence.

seize *            all free Allies seize a Site together: which one?
seize slew 2       two Allies seize Slew: which ones?
seize * 1          one Ally seizes a Site: who, and which one?
challenge *        the same with challenges: whom, and with whom?
act *              all free Allies act together: which Site do they seize, or whom do they challenge?
act sartori        Sartori acts alone: which Site, or whom?
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import combinations
from math import comb
from pathlib import Path

import attrs

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import one_line_excerpt
from twingkit.core.words import SentenceCatalogue
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.rules.answers import Challenge, Seize
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.table import FEWEST_SEATS, ImajicaTable

WORDS = SentenceCatalogue(Path(__file__).with_name("goal_words.toml"))
"""The sentences of goals and of reasons (`goal_words.toml`)."""

ANY_TARGET = "*"
"""Target of a goal that leaves the target to the solver."""

MOST_ANSWERS = 12
"""Maximum number of answers in a puzzle."""

_MOST_SENT = 3
"""Maximum number of Allies that a puzzle asks you to choose."""

_GOAL = re.compile(r"(?:seize|challenge) (?:\*|(?:\*|[a-z.0-9-]+) [1-9])|act (?:\*|[a-z.0-9-]+)")


@attrs.frozen
class PuzzleGoal:
    """The question of a puzzle: whether to seize or to challenge, with which target, and with how many
    Allies.

    `action` is `seize`, `challenge`, or `act` for either of them. `target` is the Site or the
    challenged character, with `act` the Ally that acts alone, and "*" if the solver chooses it.
    `ally_count` is how many Allies are sent, 0 for all free ones.

    >>> str(PuzzleGoal.parse("seize slew 2")), PuzzleGoal.parse("act sartori").theme
    ('seize slew 2', 'act_one')
    """

    action: str
    target: str
    ally_count: int = 0

    @classmethod
    def parse(cls, text: str) -> PuzzleGoal:
        """Parse a goal as `str` writes it. Raises `Fault` if it is not valid."""
        if _GOAL.fullmatch(text) is None:
            raise Fault("imajica.puzzle_goal", found=one_line_excerpt(repr(text), 40))
        word, focus, *number = text.split()
        return cls(word, focus, int(number[0]) if number else 0)

    def __str__(self) -> str:
        return f"{self.action} {self.target}" + (f" {self.ally_count}" if self.ally_count else "")

    @property
    def theme(self) -> str:
        """The theme, such as "seize_2" or "act_all": the action and the solver's choice."""
        if self.action == "act":
            return "act_all" if self.target == ANY_TARGET else "act_one"
        if not self.ally_count:
            return f"{self.action}_all"
        return f"{self.action}_any" if self.target == ANY_TARGET else f"{self.action}_{self.ally_count}"

    def offered_answers(self, table: ImajicaTable) -> Iterator[str]:
        """Yield the answers that this goal offers, such as `seize slew with irish`."""
        names = [piece.token for piece in free_allies(table)]
        if self.action == "act" and self.target != ANY_TARGET:
            names = [self.target]
        sent = list(combinations(names, self.ally_count or len(names)))
        for deed in (Seize, Challenge):
            if self.action not in ("act", deed.word):
                continue
            aims = _offered_sites(table) if deed is Seize else challengeable_characters(table)
            if self.action == deed.word and self.target != ANY_TARGET:
                aims = [self.target]
            yield from (str(deed(aim, chosen)) for aim in aims for chosen in sent)

    def question_text(self) -> str:
        """Return the question as a sentence."""
        name, _, copy = self.target.partition(".")
        named = load_cards()[name].name() if self.target != ANY_TARGET else ""
        key = f"goal.{self.theme}"
        facts = {"focus": f"{named} ({copy})" if copy else named, "n": self.ally_count}
        return WORDS.say(f"{key}_{self.ally_count}" if self.theme.endswith("any") else key, **facts)


def free_allies(table: ImajicaTable) -> list[Piece]:
    """Return the Allies of the active Autarch that can still act."""
    return [piece for piece in table.ready_characters(table.current) if not piece.acted]


def _offered_sites(table: ImajicaTable) -> list[str]:
    """Return the Sites in the Circle without Paths, by token.

    With more than one rival return none, because several rivals could contest one after the other.
    """
    several = len(table.players) > FEWEST_SEATS
    return (
        []
        if several
        else [site.token for site in table.circle_or_held_sites() if not table.paths_on(site.token)]
    )


def challengeable_characters(table: ImajicaTable) -> list[str]:
    """Return the rivals' active characters, by token."""
    rivals = table.seats_from(table.current)[1:]
    return [piece.token for seat in rivals for piece in table.characters(seat, "active")]


def candidate_goals(game: Game) -> Iterator[str]:
    """Yield the goals for a puzzle to try in a game's position, as texts, in an order that depends only on
    the game's start.
    """
    goals = [str(goal) for goal in _goals(game.table)]
    random.Random(f"goals {game.start}").shuffle(goals)
    yield from goals


def _goals(table: ImajicaTable) -> Iterator[PuzzleGoal]:
    free = len(free_allies(table))
    aims = {"seize": _offered_sites(table), "challenge": challengeable_characters(table)}
    for word, tokens in aims.items():
        if free and 2 <= len(tokens) <= MOST_ANSWERS:
            yield PuzzleGoal(word, ANY_TARGET)
        for number in range(1, min(_MOST_SENT + 1, free)):
            sets = comb(free, number)
            if sets <= MOST_ANSWERS:
                yield from (PuzzleGoal(word, token, number) for token in tokens)
            if number < _MOST_SENT and len(tokens) > 1 and sets * len(tokens) <= MOST_ANSWERS:
                yield PuzzleGoal(word, ANY_TARGET, number)
    if free and all(aims.values()) and sum(map(len, aims.values())) <= MOST_ANSWERS:
        yield PuzzleGoal("act", ANY_TARGET)
        if free > 1:
            yield from (PuzzleGoal("act", piece.token) for piece in free_allies(table))
