"""A rulebook in three parts: rules with examples, a glossary, and a gallery."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import attrs

from twingkit.core.rulebook import Rule
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.read.rulebook.example import AFTER, STEPS, ExampleRule
from twingkit_widgets.read.rulebook.panel import RULES
from twingkit_widgets.read.rulebook.rule_list import WORDS
from twingkit_widgets.read.rulebook.rule_view import RuleView
from twingkit_widgets.read.rulebook.with_glossary import GLOSSARY, GlossaryRulebook

GALLERY = "gallery"
"""The name of the gallery part."""


class IllustratedRulebook(GlossaryRulebook):
    """The rulebook of a game with examples of its rules, a glossary, and a gallery of its cards.

    `term` names a word, or what the gallery shows. A game gives its `example_rule` and its gallery.
    """

    PARTS: ClassVar[tuple[str, ...]] = (RULES, GLOSSARY, GALLERY)

    example_rule: ClassVar[type[ExampleRule]]
    """The game's view of a rule with its example."""

    step = AFTER

    # -- the gallery, defined by the game

    def take_gallery(self, term: str) -> bool:
        """Show in the gallery what a query names; its beginning for "" or an unknown name.

        Returns whether the gallery has it.
        """
        raise NotImplementedError(f"{type(self).__name__} has no gallery")

    def gallery_term(self) -> str:
        """Return the name of what the gallery shows; "" for its beginning."""
        raise NotImplementedError(f"{type(self).__name__} has no gallery")

    def gallery_html(self) -> Markup:
        """Return the cards that the gallery shows, with links to others."""
        raise NotImplementedError(f"{type(self).__name__} has no gallery")

    # -- the rules with their examples

    def open_rule(self, rule_id: str) -> None:
        """Open a rule, with the table of its example after it acted."""
        self.step = AFTER
        super().open_rule(rule_id)

    def act_step(self, value: object) -> None:
        """Show the table of the example before or after the rule acted (one of `STEPS`)."""
        self.step = str(value) if value in STEPS else AFTER
        self.status = WORDS.say(f"example.shows_{self.step}")

    def rule_view(self, rule: Rule) -> RuleView:
        """Return the rule with its example."""
        plain = super().rule_view(rule)
        return self.example_rule(**attrs.asdict(plain, recurse=False), **self.within_rule())

    def within_rule(self) -> dict[str, Any]:
        """Return what is open within a rule, as fields of `example_rule`."""
        return {"step": self.step}

    # -- the parts

    def take_part(self, parameters: Mapping[str, str]) -> None:
        """Show what a query names; the gallery shows its beginning until a query or a click says more."""
        self.take_gallery("")
        super().take_part(parameters)

    def show_named(self, term: str) -> bool:
        """Show the word, or the cards, that a query names."""
        return self.take_gallery(term) if self.show == GALLERY else super().show_named(term)

    def part_address(self) -> dict[str, str]:
        """Return the word, or the cards, as a query."""
        return {"term": self.gallery_term()} if self.show == GALLERY else super().part_address()

    def lacks(self) -> str:
        """Return the key of the text that the glossary or the gallery has no such word."""
        return "no_cards" if self.show == GALLERY else super().lacks()

    def part_html(self) -> Markup:
        """Return the glossary or the gallery."""
        return self.gallery_html() if self.show == GALLERY else super().part_html()
