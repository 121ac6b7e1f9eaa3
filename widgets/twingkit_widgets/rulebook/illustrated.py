"""A rulebook in three parts, for any game that has them: rules with examples, a glossary, and a gallery."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import attrs

from twingkit.glossary import glossary_of
from twingkit.rulebook import Rule
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.rulebook.example import AFTER, STEPS, ExampleRule
from twingkit_widgets.rulebook.glossary_list import glossary_html
from twingkit_widgets.rulebook.panel import RULES, RulebookPanel
from twingkit_widgets.rulebook.rule_list import WORDS
from twingkit_widgets.rulebook.rule_view import RuleView

GLOSSARY, GALLERY = "glossary", "gallery"
"""The parts beside the rules."""


class IllustratedRulebook(RulebookPanel):
    """The rulebook of a game with examples of its rules, a glossary, and a gallery of its cards.

    `term` names a word, or what the gallery shows. A game gives its `example_rule` and its gallery.
    """

    PARTS: ClassVar[tuple[str, ...]] = (RULES, GLOSSARY, GALLERY)

    example_rule: ClassVar[type[ExampleRule]]
    """The game's view of a rule with its example."""

    step = AFTER
    word = ""
    no_term = ""
    """The word of an address that neither the glossary nor the gallery has."""

    # -- the gallery, which a game fills in

    def take_gallery(self, term: str) -> bool:
        """Show in the gallery what a query names; "", or what it does not have, is what it begins with.

        Return whether the gallery has it.
        """
        raise NotImplementedError(f"{type(self).__name__} has no gallery")

    def gallery_term(self) -> str:
        """Return how an address names what the gallery shows; "" for what it begins with."""
        raise NotImplementedError(f"{type(self).__name__} has no gallery")

    def gallery_html(self) -> Markup:
        """The cards that the gallery shows, and the ways to the others."""
        raise NotImplementedError(f"{type(self).__name__} has no gallery")

    # -- the rules with their examples

    def open_rule(self, rule_id: str) -> None:
        """Open a rule, and the table of its example after it acted."""
        self.step, self.no_term = AFTER, ""
        super().open_rule(rule_id)

    def act_step(self, value: object) -> None:
        """Show the table of the example just before or just after the rule acted (one of `STEPS`)."""
        self.step = str(value) if value in STEPS else AFTER
        self.status = WORDS.say(self.lang, f"example.shows_{self.step}")

    def rule_view(self, rule: Rule) -> RuleView:
        """The rule with its example."""
        plain = super().rule_view(rule)
        return self.example_rule(**attrs.asdict(plain, recurse=False), **self.within_rule())

    def within_rule(self) -> dict[str, Any]:
        """Return what is open within a rule, by the fields of `example_rule`."""
        return {"step": self.step}

    # -- the parts

    def take_part(self, parameters: Mapping[str, str]) -> None:
        """Show the word, or the cards, that a query names."""
        term = parameters["term"]
        if self.show == RULES and term and not parameters["rule"]:
            self.show = GLOSSARY  # a word without a rule
        self.word = term if term in glossary_of(self.game.id).entries else ""
        known = self.take_gallery(term) if self.show == GALLERY else term in ("", self.word)
        self.no_term = "" if known else term

    def take_rule(self, parameters: Mapping[str, str]) -> None:
        """Say that a word does not exist also where a query names it beside a rule."""
        self.no_term = parameters["term"] if self.rule and not self.word else ""

    def part_address(self) -> dict[str, str]:
        """The word, or the cards."""
        if self.show == GLOSSARY:
            return {"term": self.word}
        return {"term": "" if self.show == RULES else self.gallery_term()}

    def act_show(self, value: object) -> None:
        """Turn to one of `PARTS`."""
        super().act_show(value)
        self.no_term = ""

    def act_dismissed(self, value: object) -> None:
        """The message has been read."""
        super().act_dismissed(value)
        self.no_term = ""

    def part_fault(self) -> Markup | None:
        """The glossary, or the gallery, has no such word."""
        if not self.no_term:
            return None
        key = "no_cards" if self.show == GALLERY else "no_word"
        return self.alert([el("p", self._say(key, wanted=self.no_term[:60]))])

    def part_html(self) -> Markup:
        """The glossary or the gallery."""
        if self.show == GLOSSARY:
            return glossary_html(glossary_of(self.game.id), self.lang, self.word)
        return self.gallery_html()
