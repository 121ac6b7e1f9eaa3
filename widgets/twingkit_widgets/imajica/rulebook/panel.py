"""The rulebook of Imajica: its rules with examples, a glossary, and a gallery of all its cards and decks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import attrs

from twingkit.imajica.glossary import words
from twingkit.rulebook import Rule
from twingkit_widgets.imajica.rulebook.example import AFTER, STEPS, WORDS, ImajicaRule
from twingkit_widgets.imajica.rulebook.gallery import (
    HOMES,
    SHELVES,
    gallery_html,
    read_term,
    shelf_text,
    written_term,
)
from twingkit_widgets.imajica.rulebook.glossary_view import glossary_html
from twingkit_widgets.imajica.views import IMAJICA_CSS
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.rulebook.panel import RULES, RulebookPanel
from twingkit_widgets.rulebook.rule_view import RuleView

GLOSSARY, GALLERY = "glossary", "gallery"


class ImajicaRulebook(RulebookPanel):
    """The rulebook in three parts: rules, glossary and gallery. `term` names a word, or the kind of cards and
    their Dominion.

    >>> panel = ImajicaRulebook(game="imajica", show="gallery")
    >>> panel.do("kind", "site"); panel.do("home", "4"); panel.address()
    {'show': 'gallery', 'term': 'site-4'}
    """

    _css = f"{RulebookPanel._css}{IMAJICA_CSS}"

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
        return ImajicaRule(**attrs.asdict(plain, recurse=False), step=self.step)

    def take_part(self, parameters: Mapping[str, str]) -> None:
        """Show the word, or the shelf of cards, that a query names."""
        self.word = parameters["term"] if parameters["term"] in words().entries else ""
        self.shelf, self.home = read_term(parameters["term"])

    def act_kind(self, value: object) -> None:
        """Show one shelf of the gallery, one of `SHELVES`."""
        self.shelf, self.home = str(value) if value in SHELVES else SHELVES[0], ""
        self.news(shelf_text(self.shelf, self.lang))

    def act_home(self, value: object) -> None:
        """Show the cards of one Dominion, one of `HOMES`."""
        self.home = str(value or "") if str(value or "") in HOMES else ""
        self.news(shelf_text(self.shelf, self.lang))

    def part_address(self) -> dict[str, str]:
        """The word, or the shelf of cards."""
        if self.show == GLOSSARY:
            return {"term": self.word}
        return {"term": "" if self.show == RULES else written_term(self.shelf, self.home)}

    def part_html(self) -> Markup:
        """The glossary or the gallery."""
        if self.show == GLOSSARY:
            return glossary_html(self.lang, self.word)
        return gallery_html(self.shelf, self.home, self.lang)
