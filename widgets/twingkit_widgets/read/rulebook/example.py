"""An example of a rule, for any game: the table just before and after it acted, the answer, and what the rule
said.

A game with examples (`twingkit.learn.rule_examples`) defines an `ExampleView`: its table, and the answer in
words.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import ClassVar

import attrs

from twingkit.core.games import game_of_rule
from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.learn.rule_examples import RuleExample
from twingkit_widgets.panel.controls import rule_button, switch
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import Words
from twingkit_widgets.read.rulebook.rule_list import WORDS
from twingkit_widgets.read.rulebook.rule_view import RuleView
from twingkit_widgets.read.rulebook.rulings import box_note

BEFORE, AFTER = "before", "after"
STEPS = (BEFORE, AFTER)
"""The two tables of an example."""


@attrs.frozen
class ExampleView:
    """The example of a rule in the panel; `step` is one of `STEPS`.

    `prefix` starts the ids of its elements, `site` allows links to pages. `words` are the texts of the game,
    with those of every rulebook as fallback.
    """

    words: ClassVar[Words] = WORDS

    rule: str
    lang: str
    step: str = AFTER
    prefix: str = "tk"
    site: bool = False

    # -- parts defined by the game

    @property
    @abstractmethod
    def example(self) -> RuleExample:
        """The example of the rule."""

    @abstractmethod
    def action_text(self) -> str:
        """Return the answer that is played or tried, in words; "" if there is none."""

    @abstractmethod
    def table(self) -> Markup:
        """Return the table of the step."""

    def verdict(self) -> Child:
        """Return what precedes the sentence of the rule; None by default."""
        return None

    def shown(self) -> list[Child]:
        """Return the parts below the sentences: the buttons for the tables, and the table."""
        return [self.table_buttons() or self.caption("unchanged"), self.table()]

    # -- data: each game is played once for all parts

    @cached_property
    def statement(self) -> Ruling | Refusal:
        """The statement of the rule."""
        return self.example.statement

    @cached_property
    def before(self) -> Game:
        """The game just before the rule acts."""
        return self.example.game()

    @cached_property
    def after(self) -> Game:
        """The game just after."""
        return self.example.game_after()

    @property
    def refused(self) -> bool:
        """True if the rule forbids what is tried."""
        return isinstance(self.statement, Refusal)

    def html(self) -> Markup:
        """Return what happens in words, and the table."""
        own = f"{self.prefix}-example"
        return el(
            "section",
            el("h3", self.say("title"), id=own),
            el("p", title) if (title := self.example.title()) else None,
            self._by_the_box(),
            self._sentences(),
            self.shown(),
            cls="tk-book-example tk-stack",
            data_key=f"example:{self.rule}",
            aria_labelledby=own,
        )

    def _by_the_box(self) -> Markup | None:
        """Return which rules the example uses, and how the house rules differ."""
        rules = dict.fromkeys((self.rule, self.statement.rule))
        return box_note(self.say(self.rules_key()), game_of_rule(self.rule).id, rules)

    def rules_key(self) -> str:
        """Return the key of the text about the rules of the example; by default those of the box."""
        return "by_the_box"

    def say(self, key: str, **facts: object) -> str:
        """Return a text about examples."""
        return self.words.say(f"example.{key}", **facts)

    @property
    def table_changes(self) -> bool:
        """True if the table differs afterwards."""
        return bool(self.example.answer) and not self.refused

    @property
    def phase(self) -> str:
        """The table that is shown, one of `STEPS`."""
        return self.step if self.table_changes else BEFORE

    def game(self) -> Game:
        """Return the game at the step."""
        return self.before if self.phase == BEFORE else self.after

    def _sentences(self) -> Markup:
        """Return what is played or tried, and what the rule says."""
        statement, refused = self.statement, self.refused
        deed = self.action_text()
        label = self.say("tried" if refused else "done")
        source = "" if statement.rule == self.rule else "open"
        sign = rule_button(statement.rule, source, key="example:rule")
        return el(
            "dl",
            [el("dt", label), el("dd", deed)] if deed else None,
            [el("dt", self.say("says")), el("dd", self.verdict(), statement.text(), " ", sign)],
            cls="tk-book-told tk-book-refused" if refused else "tk-book-told",
            data_key="told",
        )

    def table_buttons(self) -> Markup | None:
        """Return the buttons for the two tables; None if they are the same."""
        if not self.table_changes:
            return None
        steps = [(step, self.say(step)) for step in STEPS]
        return switch(steps, self.phase, "step", self.say("when"), "tk-row", data_controls=True)

    def caption(self, key: str) -> Markup:
        """Return a line above the table."""
        return el("p", self.say(key), cls="tk-small tk-soft tk-book-caption")


@attrs.frozen
class ExampleRule(RuleView):
    """A rule with its example; `step` is the table that is shown, one of `STEPS`."""

    example_view: ClassVar[type[ExampleView]]
    """The game's view of the example."""

    step: str = AFTER

    def beside(self) -> Child:
        """Return the example."""
        return self.example_view(self.rule.id, self.lang, self.step, self.prefix, self.site).html()
