"""The rulebook of Imperial Twing: rules with glossary words and examples, glossary, gallery, summary."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import attrs

from twingkit.twing.glossary import load_glossary
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.read.rulebook.glossary_rulebook import GLOSSARY_PART
from twingkit_widgets.read.rulebook.illustrated import GALLERY_PART, IllustratedRulebook
from twingkit_widgets.read.rulebook.panel import RULES_PART, RulebookPanel
from twingkit_widgets.read.rulebook.rule_example import AFTER, RuleWithExampleView
from twingkit_widgets.read.rulebook.rule_list import book_say
from twingkit_widgets.twing.pictures.table_css import TABLE_CSS
from twingkit_widgets.twing.rulebook.example import WORDS, TwingExampleView
from twingkit_widgets.twing.rulebook.gallery import ALL, GalleryView
from twingkit_widgets.twing.rulebook.gallery import RULES as KINDS
from twingkit_widgets.twing.rulebook.glossary_view import (
    GlossaryView,
    find_glossary_entry,
    nearest_glossary_entries,
)
from twingkit_widgets.twing.rulebook.summary_view import printable_summary_html
from twingkit_widgets.twing.rulebook.term_marks import capitalized_name, term_meaning_html, with_term_buttons

PARTS_CSS = Path(__file__).with_name("rulebook_parts.css").read_text(encoding="utf-8")
"""The style of the rulebook's parts."""

_SUMMARY = "summary"


@attrs.frozen
class _TwingRuleView(RuleWithExampleView):
    """A rule as HTML, with glossary words in its text and an example on a table.

    `term` is the open word of the glossary, `step` the table of the example ("before" or "after").
    """

    example_view = TwingExampleView

    term: str = ""

    def text_html(self) -> Child:
        """Return the rule text, with the meaning of the open word right below."""
        text = self.rule.text()
        entry = load_glossary().entries.get(self.term)  # a link may use any language
        paragraph = el("p", with_term_buttons(text, self.term, self.id_prefix), cls="tk-book-text")
        return [paragraph, term_meaning_html(entry, WORDS, self.id_prefix, "define") if entry else None]


class TwingRulebook(IllustratedRulebook):
    """The rulebook panel of Imperial Twing in four parts: rules, glossary, gallery and summary.

    `term` is the word to open in the glossary or in the rule text, or the kind of cards to show in the
    gallery; `search` is a filter of the glossary.

    >>> panel = RulebookPanel(show="gallery")
    >>> panel.do("kind", "objects"); panel.address()
    {'show': 'gallery', 'term': 'objects'}
    """

    _css = f"{RulebookPanel._css}{PARTS_CSS}{TABLE_CSS}"

    PART_NAMES: ClassVar[tuple[str, ...]] = (RULES_PART, GLOSSARY_PART, GALLERY_PART, _SUMMARY)

    rule_view_class = _TwingRuleView
    gallery_kinds = (ALL, *KINDS)

    def restore_part(self, parameters: Mapping[str, str]) -> None:
        """Open the word or the group of the gallery that a query names."""
        self.term = self.open_term_id = self.filter = ""
        self.step = AFTER
        super().restore_part(parameters)
        if self.show == GLOSSARY_PART:
            self.filter = parameters["search"]
            self._define(parameters["term"])

    def restore_rule(self, parameters: Mapping[str, str]) -> None:
        """Open the word in the rule text that a query names."""
        entry = find_glossary_entry(parameters["term"]) if self.rule else None
        self.term = entry.id if entry else ""
        self.unknown_term = "" if entry or not self.rule else parameters["term"]

    def open_rule(self, rule_id: str) -> None:
        """Open a rule, and close the glossary word and the example that were open."""
        self.term = ""
        super().open_rule(rule_id)

    def _define(self, term: str) -> None:
        entry = find_glossary_entry(term) if term else None
        self._last = self.open_term_id or self._last
        self.open_term_id, self.unknown_term = entry.id if entry else "", "" if entry else term

    # -- actions

    def act_term(self, value: object) -> None:
        """Open the meaning of a word in the rule text by its id; the open one, or "", closes it."""
        entry = find_glossary_entry(str(value)) if value and value != self.term else None
        self.term = entry.id if entry else ""
        self.announce(f"{capitalized_name(entry)}: {entry.text()}" if entry else "")

    def act_filter(self, value: object) -> None:
        """Show the words of the glossary that contain the typed text."""
        self.filter = str(value or "")
        count = len(self._glossary().listed_entries())
        self.announce(WORDS.say("glossary.found", n=count) if self.filter.strip() else "")

    def act_unfilter(self, value: object) -> None:
        """Show all words of the glossary."""
        self.filter = ""
        self.announce("")

    def act_define(self, value: object) -> None:
        """Open a word of the glossary by its id."""
        self.show = GLOSSARY_PART
        self._define(str(value))
        entry = find_glossary_entry(self.open_term_id) if self.open_term_id else None
        self.announce(capitalized_name(entry) if entry else "")

    def act_undefine(self, value: object) -> None:
        """Close the open word and return to the list of all words."""
        self._define("")
        self.announce("")

    def part_address(self) -> dict[str, str]:
        """Return the query of the open part: the word, the search, or the group."""
        if self.show == GLOSSARY_PART:
            return {"term": self.open_term_id, "search": self.filter.strip()}
        if self.show == GALLERY_PART:
            return super().part_address()
        return {"term": self.term if self.show == RULES_PART else ""}

    # -- views

    def part_html(self) -> Markup:
        """Return the open part: the glossary, the gallery or the summary."""
        if self.show == GLOSSARY_PART:
            return self._glossary().html()
        return self.gallery_html() if self.show == GALLERY_PART else printable_summary_html()

    def gallery_html(self) -> Markup:
        """Return a group of the gallery, or all of them."""
        return GalleryView(self.lang, self.kind).html()

    def kind_text(self) -> str:
        """Return the message that the gallery shows the current group."""
        return WORDS.say("gallery.shown", kind=WORDS.say(f"gallery.kind.{self.kind}"))

    def example_fields(self) -> dict[str, object]:
        """Return the open details of a rule: the table of its example, and a word."""
        return {**super().example_fields(), "term": self.term}

    def missing_part_html(self) -> Markup | None:
        """Return the note that the glossary lacks the requested word; None if the word exists."""
        if not self.unknown_term or self.show == GALLERY_PART:
            return super().missing_part_html()
        near = [
            button(capitalized_name(entry), "define", entry.id, key=f"near:{entry.id}")
            for entry in nearest_glossary_entries(self.unknown_term)
        ]
        texts = [
            el("p", book_say("no_word", wanted=self.unknown_term[:60])),
            el("p", WORDS.say("glossary.near" if near else "glossary.no_near")),
            el("div", near, cls="tk-row") if near else None,
        ]
        return self.alert_html(texts)

    def _glossary(self) -> GlossaryView:
        return GlossaryView(self.book, self.lang, self.filter, self.open_term_id, self._last, self._id)
