"""A rulebook in three parts: rules with examples, a glossary, and a gallery."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import attrs

from twingkit.core.rulebook import Rule
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.read.rulebook.glossary_rulebook import GLOSSARY_PART, GlossaryRulebook
from twingkit_widgets.read.rulebook.panel import RULES_PART
from twingkit_widgets.read.rulebook.rule_example import AFTER, EXAMPLE_STEPS, RuleWithExampleView
from twingkit_widgets.read.rulebook.rule_list import book_say
from twingkit_widgets.read.rulebook.rule_view import RuleView

GALLERY_PART = "gallery"
"""The name of the rulebook part with the gallery."""


class IllustratedRulebook(GlossaryRulebook):
    """The rulebook panel of a game with examples of its rules, a glossary, and a gallery of its cards.

    `term` is a word of the glossary, or a kind of cards in the gallery. A game gives its `rule_view_class`
    and its gallery.
    """

    PART_NAMES: ClassVar[tuple[str, ...]] = (RULES_PART, GLOSSARY_PART, GALLERY_PART)

    rule_view_class: ClassVar[type[RuleWithExampleView]]
    """The game's view of a rule with its example."""

    gallery_kinds: ClassVar[Sequence[str]]
    """The kinds of cards in the gallery, the one to show first at the beginning."""

    kind = ""
    """The kind of cards that the gallery shows."""

    step = AFTER

    # -- the gallery

    @abstractmethod
    def kind_text(self) -> str:
        """Return the message that the gallery shows cards of this `kind`."""

    @abstractmethod
    def gallery_html(self) -> Markup:
        """Return the cards of the current `kind`, with buttons for the other kinds."""

    def open_in_gallery(self, term: str) -> bool:
        """Show a kind of cards in the gallery, the first one if `term` is "" or unknown.

        Returns False if it is unknown.
        """
        self.kind = term if term in self.gallery_kinds else self.gallery_kinds[0]
        return term in ("", self.kind)

    def gallery_term(self) -> str:
        """Return the current kind of cards for the address; "" for the first one."""
        return "" if self.kind == self.gallery_kinds[0] else self.kind

    def act_kind(self, value: object) -> None:
        """Show a kind of cards in the gallery, one of `gallery_kinds`."""
        self.open_in_gallery(str(value))
        self.unknown_term = ""
        self.announce(self.kind_text())

    # -- the rules with their examples

    def open_rule(self, rule_id: str) -> None:
        """Open a rule, and show the table of its example after the rule acted."""
        self.step = AFTER
        super().open_rule(rule_id)

    def act_step(self, value: object) -> None:
        """Show the table of the example before or after the rule acted (one of `EXAMPLE_STEPS`)."""
        self.step = str(value) if value in EXAMPLE_STEPS else AFTER
        self.status = book_say(f"example.shows_{self.step}")

    def rule_view(self, rule: Rule) -> RuleView:
        """Return the rule with its example."""
        plain = super().rule_view(rule)
        return self.rule_view_class(**attrs.asdict(plain, recurse=False), **self.example_fields())

    def example_fields(self) -> dict[str, Any]:
        """Return the state of the example as fields of `rule_view_class`."""
        return {"step": self.step}

    # -- the parts

    def restore_part(self, parameters: Mapping[str, str]) -> None:
        """Show the word or card that a query names; the gallery shows its start by default."""
        self.open_in_gallery("")
        super().restore_part(parameters)

    def show_term(self, term: str) -> bool:
        """Show a word or card in the current part. Returns False if that part does not have it."""
        return self.open_in_gallery(term) if self.show == GALLERY_PART else super().show_term(term)

    def part_address(self) -> dict[str, str]:
        """Return the shown word or card as a query."""
        return {"term": self.gallery_term()} if self.show == GALLERY_PART else super().part_address()

    def missing_term_key(self) -> str:
        """Return the key of the message that the glossary or the gallery has no such word."""
        return "no_cards" if self.show == GALLERY_PART else super().missing_term_key()

    def part_html(self) -> Markup:
        """Return the glossary or the gallery."""
        return self.gallery_html() if self.show == GALLERY_PART else super().part_html()
