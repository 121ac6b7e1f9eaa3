"""The rulebook of Ember: its rules, a glossary, and a gallery of all its cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import attrs

from twingkit.ember.glossary import words
from twingkit.rulebook import Rule
from twingkit_widgets.ember.rulebook.example import AFTER, STEPS, WORDS, EmberRule
from twingkit_widgets.ember.rulebook.gallery import KINDS, gallery_html, kind_text
from twingkit_widgets.ember.rulebook.glossary_view import glossary_html
from twingkit_widgets.ember.views import EMBER_CSS
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.rulebook.panel import RULES, RulebookPanel
from twingkit_widgets.rulebook.rule_view import RuleView

GLOSSARY, GALLERY = "glossary", "gallery"


class EmberRulebook(RulebookPanel):
    """The rulebook in three parts: rules, glossary and gallery. `term` names a word, or the kind of cards.

    >>> panel = RulebookPanel(game="ember", show="gallery")
    >>> panel.do("kind", "wizards"); panel.address()
    {'show': 'gallery', 'term': 'wizards'}
    """

    _css = f"{RulebookPanel._css}{EMBER_CSS}"

    PARTS: ClassVar[tuple[str, ...]] = (RULES, GLOSSARY, GALLERY)

    step = AFTER

    def open_rule(self, rule_id: str) -> None:
        """Open a rule, and the table of its example after it acted."""
        self.step = AFTER
        super().open_rule(rule_id)

    def act_step(self, value: object) -> None:
        """Show the table of the example just before or just after the rule acted (one of `STEPS`)."""
        self.step = str(value) if value in STEPS else AFTER
        self.status = WORDS.say(self.lang, f"shows_{self.step}")

    def rule_view(self, rule: Rule) -> RuleView:
        """The rule with its example."""
        plain = super().rule_view(rule)
        return EmberRule(**attrs.asdict(plain, recurse=False), step=self.step)

    def take_part(self, parameters: Mapping[str, str]) -> None:
        """Show the word or the kind of cards that a query names."""
        self.word = parameters["term"] if parameters["term"] in words().entries else ""
        self.kind = parameters["term"] if parameters["term"] in KINDS else KINDS[0]

    def act_kind(self, value: object) -> None:
        """Show one kind of cards, one of `KINDS`."""
        self.kind = str(value) if value in KINDS else KINDS[0]
        self.news(kind_text(self.kind, self.lang))

    def part_address(self) -> dict[str, str]:
        """The word, or the kind of cards."""
        if self.show == GLOSSARY:
            return {"term": self.word}
        return {"term": "" if self.show == RULES or self.kind == KINDS[0] else self.kind}

    def part_html(self) -> Markup:
        """The glossary or the gallery."""
        if self.show == GLOSSARY:
            return glossary_html(self.lang, self.word)
        return gallery_html(self.kind, self.lang)
