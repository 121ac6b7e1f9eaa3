"""A question of the quiz: a table, what is asked about it, the options, and what the rules say to it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import attrs

from twingkit.core.language import language, localized
from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.core.starts import Start, parse_start

Texts = Mapping[str, str]


@attrs.frozen
class Remark:
    """A reason in the words of the quiz, with the rule that it rests on ("" for none)."""

    texts: Texts
    rule: str = ""

    @localized
    def text(self, lang: str | None = None) -> str:
        """The reason, as one or more sentences."""
        return self.texts[language()]


Reason = Ruling | Refusal | Remark
"""A reason why an answer is right or wrong; each has a `rule` and a `text(lang)`."""


def _reason_key(reason: Reason) -> tuple[str, str]:
    """The rule and the words of a reason: two that say the same are the same."""
    return reason.rule, reason.text()


@attrs.frozen
class AnswerOption:
    """One option. `forgotten_rule` is the rule without which it would be right ("" for the right one, or
    where no rule alone does that). `cards` are shown beside the words, if any. `reasons` says what is wrong
    with it, to somebody who has taken it."""

    key: str
    texts: Texts
    right: bool = False
    forgotten_rule: str = ""
    cards: str = ""
    reasons: tuple[Reason, ...] = attrs.field(
        default=(), eq=lambda reasons: [_reason_key(reason) for reason in reasons]
    )

    @localized
    def text(self, lang: str | None = None) -> str:
        """The option in words."""
        return self.texts[language()]


@attrs.frozen(kw_only=True)
class Item:
    """A question with exactly one right option. Its maker leaves `topic`, `kind`, `seed` and `game_id` to
    the quiz that deals it.

    `table` is where it is asked: a line of the game, or the set-up lines of a record; `before` are the
    answers given by then, `after` those that play it out. `why` are the rulings or refusals that decide
    it, the decisive one first, and `rules` the ids of all rules that took part in it. `seat` is where the
    learner sits. `cards`, if any, name what the question is about, like those of an option; only the
    game's views read them. `shown` is the number of reasons to show at once, the others wait to be asked for
    (0: as many as a page likes).

    Where the game was settled in `before`, its picture must keep covered what is asked.
    """

    topic: str = ""
    kind: str = ""
    seed: int = 0
    table: str
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    texts: Texts
    choices: tuple[AnswerOption, ...]
    why: tuple[Reason, ...]
    rules: tuple[str, ...]
    seat: int = 0
    cards: str = ""
    shown: int = 0
    game_id: str = ""

    @property
    def name(self) -> str:
        """The name of the question in a link, such as `shield:winner:17`; `Quiz.item` deals it again."""
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
    def right(self) -> AnswerOption:
        """The right option."""
        return next(choice for choice in self.choices if choice.right)

    @localized
    def prompt(self, lang: str | None = None) -> str:
        """The text of the question."""
        return self.texts[language()]

    @cached_property
    def _start(self) -> Start:
        """The start that the table describes, read once for all looks at the question."""
        return parse_start(self.table, self.game_id)

    @cached_property
    def _asked(self) -> Game:
        """The game where the question is asked, played once for all looks at the question."""
        return self.start_game().give_answers(*self.before)

    def start_game(self) -> Game:
        """The game before its first answer; chance is typed."""
        return Game(self._start, rolls="ask")

    def game(self) -> Game:
        """The game where the question is asked."""
        return self._asked.copy()

    def played_out(self) -> Game:
        """The game after it was played out."""
        return self.game().give_answers(*self.after)
