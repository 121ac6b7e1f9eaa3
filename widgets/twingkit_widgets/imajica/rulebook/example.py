"""A rule of Imajica at work: the table just before and just after it acted, what was played, what the rule
said."""

from __future__ import annotations

from pathlib import Path

import attrs

from twingkit.asking import BadAnswer, Chance
from twingkit.imajica.box.decks import read_deck
from twingkit.imajica.examples import Example, example
from twingkit.imajica.rules.table import SEATS
from twingkit_widgets.imajica.pictures.table import table_html
from twingkit_widgets.imajica.play.answers import answer_label
from twingkit_widgets.imajica.words import seat_name, token_name
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
class ImajicaRule(RuleView):
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
            None if shown.deck else self._steps(shown),
            None if shown.deck else self._table(shown),
            cls="tk-book-example tk-stack",
            data_key=f"example:{self.rule.id}",
            aria_labelledby=own,
        )

    def _of_example(self, key: str, **facts: object) -> str:
        return WORDS.say(self.lang, key, **facts)

    def _told(self, shown: Example) -> Markup:
        said, refused = shown.said, shown.refused
        source = rule_button(
            said.rule, self.lang, "" if said.rule == self.rule.id else "open", key="example:rule"
        )
        return el(
            "dl",
            el("dt", self._of_example("tried" if refused else "done")),
            el("dd", self._deed(shown)),
            el("dt", self._of_example("says")),
            el("dd", said.text(self.lang), " ", source),
            cls="tk-book-told tk-book-refused" if refused else "tk-book-told",
            data_key="told",
        )

    def _deed(self, shown: Example) -> str:
        """The deed that is played, and by whom; of a deck its lines."""
        if shown.deck:
            counts = read_deck("example", shown.deck).counts
            cards = ", ".join(f"{n}× {token_name(name, self.lang)}" for name, n in counts.items())
            return f"{self._of_example('deck')} {cards}"
        question = shown.game().question
        who = self._of_example("chance")
        if not isinstance(question, Chance):
            who = seat_name(f"p{shown.seat + 1}", self.lang)
        answer = shown.answer.partition(": ")[2] or shown.answer.split()[-1]
        try:
            what = answer_label(answer, self.lang)
        except (BadAnswer, LookupError):
            what = answer
        return self._of_example("deed", who=who, what=what)

    def _steps(self, shown: Example) -> Markup:
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
        game = shown.game() if self.step == BEFORE or shown.refused else shown.shown()
        viewer = shown.seat if shown.seen_by is None else shown.seen_by
        names = {name: seat_name(name, self.lang) for name in SEATS}
        return table_html(game.view(viewer), self.lang, "small", names)
