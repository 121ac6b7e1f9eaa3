"""The rulebook of a game with a glossary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from twingkit.core.glossary import Glossary, glossary_of
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.wording import capitalize_first
from twingkit_widgets.read.rulebook.panel import RULES_PART, RulebookPanel
from twingkit_widgets.read.rulebook.rule_list import book_say
from twingkit_widgets.read.rulebook.rulings import house_rule_notes_html

GLOSSARY_PART = "glossary"
"""The name of the rulebook part with the glossary."""


class GlossaryRulebook(RulebookPanel):
    """The rulebook panel of a game that has a glossary; `term` is the glossary word to show."""

    PART_NAMES: ClassVar[tuple[str, ...]] = (RULES_PART, GLOSSARY_PART)

    open_term_id = ""
    unknown_term = ""
    """The word in the address that is not in the glossary."""

    def open_rule(self, rule_id: str) -> None:
        """Open a rule, and close the word of the glossary."""
        self.unknown_term = ""
        super().open_rule(rule_id)

    def restore_part(self, parameters: Mapping[str, str]) -> None:
        """Show the word of the glossary that a query names."""
        term = parameters["term"]
        if self.show == RULES_PART and term and not parameters["rule"]:
            self.show = GLOSSARY_PART  # a word without a rule
        self.open_term_id = term if term in glossary_of(self.game_entry.id).entries else ""
        self.unknown_term = "" if self.show_term(term) else term

    def show_term(self, term: str) -> bool:
        """Show a word in the current part. Returns False if that part does not have it."""
        return term in ("", self.open_term_id)

    def restore_rule(self, parameters: Mapping[str, str]) -> None:
        """Restore the rule that a query names, and report an unknown glossary word if the query
        contains one.
        """
        self.unknown_term = parameters["term"] if self.rule and not self.open_term_id else ""

    def part_address(self) -> dict[str, str]:
        """Return the query that names the shown word."""
        return {"term": self.open_term_id if self.show == GLOSSARY_PART else ""}

    def act_show(self, value: object) -> None:
        """Show the part of the rulebook with this name, one of `PART_NAMES`."""
        super().act_show(value)
        self.unknown_term = ""

    def act_dismissed(self, value: object) -> None:
        """Close the message about an unknown word."""
        super().act_dismissed(value)
        self.unknown_term = ""

    def missing_part_html(self) -> Markup | None:
        """Return the message that the glossary lacks the requested word; None if it has it."""
        if not self.unknown_term:
            return None
        return self.alert_html([el("p", book_say(self.missing_term_key(), wanted=self.unknown_term[:60]))])

    def missing_term_key(self) -> str:
        """Return the key of the message that the current part has no such word."""
        return "no_word"

    def part_html(self) -> Markup:
        """Return the glossary."""
        return _glossary_html(glossary_of(self.game_entry.id), self.open_term_id)


def _glossary_html(words: Glossary, opened: str = "") -> Markup:
    """Return the glossary words in alphabetical order; the page scrolls to the word with the id `opened`."""
    entries = sorted(words.entries.values(), key=lambda entry: entry.name().casefold())
    rows = []
    for entry in entries:
        rules = [rule_badge(rule, "open", key=f"{entry.id}:{rule}") for rule in entry.rules]
        title = entry.name()
        name = el("dt", el("b", capitalize_first(title)))
        meaning = el(
            "dd", el("p", entry.text()), house_rule_notes_html(entry.rules), el("div", rules, cls="tk-row")
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
