"""The goal of an exact puzzle: the deeds among which it lets choose, as a text and as a sentence.

seize *            all free Allies seize a Site together: which one?
seize slew 2       two Allies seize Slew: which ones?
seize * 1          one Ally seizes a Site: who, and which one?
challenge *        the same with challenges: whom, and with whom?
act *              all free Allies act together: which Site do they seize, or whom do they challenge?
act sartori        Sartori acts alone: the same
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
from twingkit.core.questions import one_line
from twingkit.core.words import Catalogue
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.table import FEWEST_SEATS, ImajicaTable

WORDS = Catalogue(Path(__file__).with_name("goal_words.toml"))
"""The sentences of goals and of reasons."""

ANY = "*"
"""The focus of a goal that leaves it open."""

MOST_ANSWERS = 12
"""A question with more answers is no puzzle."""

MOST_SENT = 3
"""So many Allies are chosen at most."""

_GOAL = re.compile(r"(?:seize|challenge) (?:\*|(?:\*|[a-z.0-9-]+) [1-9])|act (?:\*|[a-z.0-9-]+)")


@attrs.frozen
class Goal:
    """The `word` (`seize`, `challenge` or `act`: either of them), the `focus` ("*" where it is open) and the
    number of Allies that are sent (0: all that are free).

    The focus is the Site or the character that is challenged; of `act` the Ally that acts alone.

    >>> str(Goal.parse("seize slew 2")), Goal.parse("act sartori").theme
    ('seize slew 2', 'act_one')
    """

    word: str
    focus: str
    number: int = 0

    @classmethod
    def parse(cls, text: str) -> Goal:
        """The goal of a text that `str` has written; raises `Fault` for what is none."""
        if _GOAL.fullmatch(text) is None:
            raise Fault("imajica.puzzle_goal", found=one_line(repr(text), 40))
        word, focus, *number = text.split()
        return cls(word, focus, int(number[0]) if number else 0)

    def __str__(self) -> str:
        return f"{self.word} {self.focus}" + (f" {self.number}" if self.number else "")

    @property
    def theme(self) -> str:
        """The theme: the deed, and what is to be chosen."""
        if self.word == "act":
            return "act_all" if self.focus == ANY else "act_one"
        if not self.number:
            return f"{self.word}_all"
        return f"{self.word}_any" if self.focus == ANY else f"{self.word}_{self.number}"

    def deeds(self, table: ImajicaTable) -> Iterator[str]:
        """The answers among which it lets choose."""
        names = [piece.token for piece in free_allies(table)]
        if self.word == "act" and self.focus != ANY:
            names = [self.focus]
        sent = list(combinations(names, self.number or len(names)))
        for word in ("seize", "challenge") if self.word == "act" else (self.word,):
            aims = open_sites(table) if word == "seize" else challengeable_characters(table)
            for aim in [self.focus] if self.word == word and self.focus != ANY else aims:
                yield from (f"{word} {aim} with {' '.join(chosen)}" for chosen in sent)

    def sentence(self) -> str:
        """The question."""
        name, _, copy = self.focus.partition(".")
        named = load_cards()[name].name() if self.focus != ANY else ""
        key = f"goal.{self.theme}"
        facts = {"focus": f"{named} ({copy})" if copy else named, "n": self.number}
        return WORDS.say(f"{key}_{self.number}" if self.theme.endswith("any") else key, **facts)


def free_allies(table: ImajicaTable) -> list[Piece]:
    """The Allies that can act."""
    return [piece for piece in table.ready(table.current) if not piece.acted]


def open_sites(table: ImajicaTable) -> list[str]:
    """The Sites of the Circle on which no Path lies; none with several rivals, who could stop a seizure
    together."""
    several = len(table.players) > FEWEST_SEATS
    return [] if several else [site.token for site in table.sites() if not table.paths(site.token)]


def challengeable_characters(table: ImajicaTable) -> list[str]:
    """The characters that can be challenged."""
    rivals = table.seats_from(table.current)[1:]
    return [piece.token for seat in rivals for piece in table.characters(seat, "active")]


def goals_of_position(game: Game) -> Iterator[str]:
    """The goals that are tried at a position, in an order drawn by the game."""
    goals = [str(goal) for goal in _goals(game.table)]
    random.Random(f"goals {game.start}").shuffle(goals)
    yield from goals


def _goals(table: ImajicaTable) -> Iterator[Goal]:
    free, aims = (
        len(free_allies(table)),
        {"seize": open_sites(table), "challenge": challengeable_characters(table)},
    )
    for word, tokens in aims.items():
        if free and 2 <= len(tokens) <= MOST_ANSWERS:
            yield Goal(word, ANY)
        for number in range(1, min(MOST_SENT + 1, free)):
            sets = comb(free, number)
            if sets <= MOST_ANSWERS:
                yield from (Goal(word, token, number) for token in tokens)
            if number < MOST_SENT and len(tokens) > 1 and sets * len(tokens) <= MOST_ANSWERS:
                yield Goal(word, ANY, number)
    if free and all(aims.values()) and sum(map(len, aims.values())) <= MOST_ANSWERS:
        yield Goal("act", ANY)
        if free > 1:
            yield from (Goal("act", piece.token) for piece in free_allies(table))
