"""A question of the quiz: a table, what is asked about it, the options, and what the rules say to it."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from twingkit.asking import Refusal
from twingkit.play import Game
from twingkit.rulebook import Ruling
from twingkit.twing.begin import begin, give

Texts = Mapping[str, str]

LEVELS = (1, 2, 3)
"""How hard a question is: one rule decides it, two or three do, or more."""


@attrs.frozen
class Choice:
    """One option. `forgot` is the rule that someone has forgotten who takes it ("" for the right one, or
    where it is only another of the things that could be). `cards` are shown beside the words, if any."""

    key: str
    texts: Texts
    right: bool = False
    forgot: str = ""
    cards: str = ""

    def text(self, lang: str = "en") -> str:
        """The option in words."""
        return self.texts[lang]


@attrs.frozen(kw_only=True)
class Item:
    """A question with exactly one right option. Its maker leaves `topic`, `kind` and `seed` to `deal`.

    `table` is where it is asked: a battle in notation, or the lines of a record (players, position); `before`
    are the answers given by then, `after` those that play it out. `why` are the rulings or refusals that
    decide it, the decisive one first, and `rules` the ids of all rules that took part in it. `seat` is where
    the learner sits. `cards`, if any, are those that the question is about, as a lay in notation (a creature
    alone as `shield F4`), like those of an option.

    Where a battle was rolled out in `before`, the engine has settled it: its picture must keep covered the
    sums, what a die counts and why, who won, and where cards and Ornicles went.
    """

    topic: str = ""
    kind: str = ""
    seed: int = 0
    table: str
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    texts: Texts
    choices: tuple[Choice, ...]
    why: tuple[Ruling | Refusal, ...]
    rules: tuple[str, ...]
    seat: int = 0
    cards: str = ""

    @property
    def name(self) -> str:
        """What a link calls it: `shield:winner:17`; `quiz.item` deals it again."""
        return f"{self.topic}:{self.kind}:{self.seed}"

    @property
    def level(self) -> int:
        """1 to 3, by the number of rules that take part."""
        return 1 if len(self.rules) < 2 else 2 if len(self.rules) < 4 else 3

    @property
    def rule(self) -> str:
        """The rule that decides."""
        return self.why[0].rule

    @property
    def right(self) -> Choice:
        """The right option."""
        return next(choice for choice in self.choices if choice.right)

    def prompt(self, lang: str = "en") -> str:
        """What is asked."""
        return self.texts[lang]

    def game(self) -> Game:
        """The table where it is asked; dice and cards are typed answers."""
        return give(begin(self.table), self.before)

    def played(self) -> Game:
        """The table after it was played out."""
        return give(self.game(), self.after)
