"""A rule of Ember at work: the table just before and just after it acted, what was played, what the rule
said."""

from __future__ import annotations

from pathlib import Path

import attrs

from twingkit.asking import BadAnswer, Chance, Refusal
from twingkit.ember.box.pool import load_pool
from twingkit.ember.examples import Example, example
from twingkit.ember.rules.uses import CALL
from twingkit.play import Game
from twingkit_widgets.ember.pictures.table import table_html
from twingkit_widgets.ember.play.answers import answer_label
from twingkit_widgets.ember.words import seat_name
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.panel.wording import Words
from twingkit_widgets.rulebook.rule_view import RuleView
from twingkit_widgets.rulebook.rulings import rule_button

WORDS = Words(Path(__file__).with_name("example_words.toml"))
"""The sentences around an example."""

BEFORE, AFTER = "before", "after"
STEPS = (BEFORE, AFTER)
"""The two tables of an example."""


@attrs.frozen
class EmberRule(RuleView):
    """A rule with its example; `step` is the table that is shown, one of `STEPS`."""

    step: str = AFTER

    def beside(self) -> Markup:
        """The example: what is played or tried, what the rule says to it, and the table."""
        shown, own = example(self.rule.id), f"{self.prefix}-example"
        return el(
            "section",
            el("h3", self._of_example("title"), id=own),
            el("p", shown.title(self.lang)),
            self._told(shown),
            self._steps(shown),
            self._table(shown),
            cls="tk-book-example tk-stack",
            data_key=f"example:{self.rule.id}",
            aria_labelledby=own,
        )

    def _of_example(self, key: str, **facts: object) -> str:
        return WORDS.say(self.lang, key, **facts)

    def _told(self, shown: Example) -> Markup:
        said, refused = shown.said, shown.refused
        deed = self._of_example("deed", who=self._who(shown), what=self._what(shown))
        source = rule_button(
            said.rule, self.lang, "" if said.rule == self.rule.id else "open", key="example:rule"
        )
        return el(
            "dl",
            el("dt", self._of_example("tried" if refused else "done")),
            el("dd", deed),
            el("dt", self._of_example("says")),
            el("dd", said.text(self.lang), " ", source),
            cls="tk-book-told tk-book-refused" if refused else "tk-book-told",
            data_key="told",
        )

    def _who(self, shown: Example) -> str:
        """The player who is asked, or whose own thing it is."""
        game = shown.game()
        question = game.question
        seat = question.player if question else 0
        if isinstance(question, Chance):
            user = game.table.owner(shown.answer.split()[1]) if shown.answer.startswith("use ") else None
            if user is None:
                return self._of_example("chance")
            seat = user.seat
        return seat_name(game.start.seat(seat), self.lang)

    def _what(self, shown: Example) -> str:
        if shown.answer == CALL:
            return self._of_example("call")
        try:
            return answer_label(shown.answer, load_pool(), self.lang)
        except (BadAnswer, Refusal, LookupError):
            return shown.answer

    def _steps(self, shown: Example) -> Markup | None:
        if shown.refused:
            return el("p", self._of_example("unchanged"), cls="tk-small tk-soft tk-book-caption")
        buttons = [
            button(
                self._of_example(step), "step", step, aria_pressed="true" if step == self.step else "false"
            )
            for step in STEPS
        ]
        label = self._of_example("when")
        return el("div", buttons, cls="tk-row", role="group", aria_label=label, data_controls=True)

    def _table(self, shown: Example) -> Markup:
        game: Game = shown.game() if self.step == BEFORE or shown.refused else shown.shown()
        if not shown.eyes:
            return table_html(game.view(shown.seen_by or 0), self.lang, size="small")
        views = []
        for seat in shown.eyes:
            who = seat_name(game.start.seat(seat), self.lang)
            title = el("h4", self._of_example("eyes", who=who), cls="tk-label")
            views.append(el("div", title, table_html(game.view(seat), self.lang, size="small")))
        return el("div", views, cls="tk-stack")
