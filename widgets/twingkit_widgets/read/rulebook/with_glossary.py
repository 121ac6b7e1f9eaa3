"""The rulebook of a game with a glossary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from twingkit.core.glossary import Glossary, glossary_of
from twingkit_widgets.panel.controls import rule_button
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.wording import capitalize_first
from twingkit_widgets.read.rulebook.panel import RULES, RulebookPanel
from twingkit_widgets.read.rulebook.rulings import house_rules_notes

GLOSSARY = "glossary"
"""The name of the glossary part."""


class GlossaryRulebook(RulebookPanel):
    """The rules of a game and its glossary; `term` is the word to show."""

    PARTS: ClassVar[tuple[str, ...]] = (RULES, GLOSSARY)

    word = ""
    no_term = ""
    """The word in the address that the glossary does not have."""

    def open_rule(self, rule_id: str) -> None:
        """Show a rule in full, and no word of the glossary any more."""
        self.no_term = ""
        super().open_rule(rule_id)

    def take_part(self, parameters: Mapping[str, str]) -> None:
        """Show the word that a query names."""
        term = parameters["term"]
        if self.show == RULES and term and not parameters["rule"]:
            self.show = GLOSSARY  # a word without a rule
        self.word = term if term in glossary_of(self.game.id).entries else ""
        self.no_term = "" if self.show_named(term) else term

    def show_named(self, term: str) -> bool:
        """Show what a query names in the current part. Returns False if that does not have it."""
        return term in ("", self.word)

    def take_rule(self, parameters: Mapping[str, str]) -> None:
        """Report an unknown word also if a query names it together with a rule."""
        self.no_term = parameters["term"] if self.rule and not self.word else ""

    def part_address(self) -> dict[str, str]:
        """Return the word as a query."""
        return {"term": self.word if self.show == GLOSSARY else ""}

    def act_show(self, value: object) -> None:
        """Show one of `PARTS`."""
        super().act_show(value)
        self.no_term = ""

    def act_dismissed(self, value: object) -> None:
        """Close the message."""
        super().act_dismissed(value)
        self.no_term = ""

    def part_fault(self) -> Markup | None:
        """Return the message that the glossary has no such word."""
        if not self.no_term:
            return None
        return self.alert([el("p", self._say(self.lacks(), wanted=self.no_term[:60]))])

    def lacks(self) -> str:
        """Return the key of the text that the current part has no such word."""
        return "no_word"

    def part_html(self) -> Markup:
        """Return the glossary."""
        return glossary_html(glossary_of(self.game.id), self.word)


def glossary_html(words: Glossary, opened: str = "") -> Markup:
    """Return all words by their names; the one with the id `opened` scrolls into view."""
    entries = sorted(words.entries.values(), key=lambda entry: entry.name().casefold())
    rows = []
    for entry in entries:
        rules = [rule_button(rule, "open", key=f"{entry.id}:{rule}") for rule in entry.rules]
        title = entry.name()
        name = el("dt", el("b", capitalize_first(title)))
        meaning = el(
            "dd", el("p", entry.text()), house_rules_notes(entry.rules), el("div", rules, cls="tk-row")
        )
        is_open = entry.id == opened
        rows.append(
            el(
                "div",
                name,
                meaning,
                cls="tk-book-word tk-book-word-open" if is_open else "tk-book-word",
                data_key=f"word:{entry.id}",
                data_bring=entry.id if is_open else None,
            )
        )
    return el("dl", rows, cls="tk-book-words", data_controls=True)
