"""An example of a rule, for any game: the table before and after the rule acted, the answer, and the ruling.

A game with examples (`twingkit.learn.rule_examples`) defines a `RuleExampleView`: the table, and the answer
in words.
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
from twingkit_widgets.panel.controls import button_group, rule_badge
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import PanelTexts
from twingkit_widgets.read.rulebook.rule_list import RULEBOOK_WORDS
from twingkit_widgets.read.rulebook.rule_view import RuleView
from twingkit_widgets.read.rulebook.rulings import printed_rules_apply_note_html

BEFORE, AFTER = "before", "after"
EXAMPLE_STEPS = (BEFORE, AFTER)
"""The names of the two tables of an example: before and after."""


@attrs.frozen
class RuleExampleView:
    """Base class of a view that renders the example of a rule; `step` is the table to show, one of
    `EXAMPLE_STEPS`.

    `id_prefix` starts the ids of its elements, `is_site_page` allows links to pages. `words` are the texts of
    the game, with those of every rulebook as fallback.
    """

    words: ClassVar[PanelTexts] = RULEBOOK_WORDS

    rule: str
    lang: str
    step: str = AFTER
    id_prefix: str = "tk"
    is_site_page: bool = False

    # -- parts defined by the game

    @property
    @abstractmethod
    def example(self) -> RuleExample:
        """The example of the rule."""

    @abstractmethod
    def action_text(self) -> str:
        """Return the answer that is played or tried, in words; "" if there is none."""

    @abstractmethod
    def table_html(self) -> Markup:
        """Return the table at the shown step."""

    def verdict_html(self) -> Child:
        """Return a verdict to show before the text of the ruling or refusal; None by default."""
        return None

    def table_and_buttons(self) -> list[Child]:
        """Return the parts below the sentences: the buttons for the tables, and the table."""
        return [self.step_buttons() or self.caption_html("unchanged"), self.table_html()]

    # -- data: each game is played once for all parts

    @cached_property
    def ruling_or_refusal(self) -> Ruling | Refusal:
        """The ruling that cites the rule, or the refusal if the rule forbids the answer."""
        return self.example.statement

    @cached_property
    def game_before(self) -> Game:
        """The game just before the rule acts."""
        return self.example.game()

    @cached_property
    def game_after(self) -> Game:
        """The state of the example's game just after the rule has taken effect."""
        return self.example.game_after()

    @property
    def is_refused(self) -> bool:
        """True if the rule forbids the answer of the example."""
        return isinstance(self.ruling_or_refusal, Refusal)

    def html(self) -> Markup:
        """Return the example: the answer and the ruling in words, and the table."""
        own = f"{self.id_prefix}-example"
        return el(
            "section",
            el("h3", self.say("title"), id=own),
            el("p", title) if (title := self.example.hint()) else None,
            self._by_the_box(),
            self._sentences(),
            self.table_and_buttons(),
            cls="tk-book-example tk-stack",
            data_key=f"example:{self.rule}",
            aria_labelledby=own,
        )

    def _by_the_box(self) -> Markup | None:
        """Return the note on the rules that the example uses, and on the differences of the house rules."""
        rules = dict.fromkeys((self.rule, self.ruling_or_refusal.rule))
        return printed_rules_apply_note_html(
            self.say(self.rules_text_key()), game_of_rule(self.rule).id, rules
        )

    def rules_text_key(self) -> str:
        """Return the key of the text that says which rules the example uses; by default the unchanged rules
        of the box.
        """
        return "by_the_box"

    def say(self, key: str, **facts: object) -> str:
        """Return a text about examples by its key."""
        return self.words.say(f"example.{key}", **facts)

    @property
    def has_table_after(self) -> bool:
        """True if the rules allow the answer of the example, so that there is a table after it."""
        return bool(self.example.answer) and not self.is_refused

    @property
    def shown_step(self) -> str:
        """The table that is shown, one of `EXAMPLE_STEPS`."""
        return self.step if self.has_table_after else BEFORE

    def game_at_step(self) -> Game:
        """Return the state of the example's game at the step that is shown."""
        return self.game_before if self.shown_step == BEFORE else self.game_after

    def _sentences(self) -> Markup:
        statement, refused = self.ruling_or_refusal, self.is_refused
        deed = self.action_text()
        label = self.say("tried" if refused else "done")
        source = "" if statement.rule == self.rule else "open"
        sign = rule_badge(statement.rule, source, key="example:rule")
        return el(
            "dl",
            [el("dt", label), el("dd", deed)] if deed else None,
            [el("dt", self.say("says")), el("dd", self.verdict_html(), statement.text(), " ", sign)],
            cls="tk-book-told tk-book-refused" if refused else "tk-book-told",
            data_key="told",
        )

    def step_buttons(self) -> Markup | None:
        """Return the buttons that switch between the two tables; None if they are the same."""
        if not self.has_table_after:
            return None
        steps = [(step, self.say(step)) for step in EXAMPLE_STEPS]
        return button_group(steps, self.shown_step, "step", self.say("when"), "tk-row", data_controls=True)

    def caption_html(self, key: str) -> Markup:
        """Return the line above the table."""
        return el("p", self.say(key), cls="tk-small tk-soft tk-book-caption")


@attrs.frozen
class RuleWithExampleView(RuleView):
    """A view that renders a rule in full with its example; `step` is the table to show, one of
    `EXAMPLE_STEPS`.
    """

    example_view: ClassVar[type[RuleExampleView]]
    """The game's view of the example."""

    step: str = AFTER

    def game_part_html(self) -> Child:
        """Return the example."""
        return self.example_view(self.rule.id, self.lang, self.step, self.id_prefix, self.is_site_page).html()
