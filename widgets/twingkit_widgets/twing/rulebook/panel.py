"""The rulebook of Imperial Twing: rules with words and examples, a glossary, a gallery, a page to print."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar

import attrs

from twingkit.twing.glossary import words
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.read.rulebook.example import AFTER, ExampleRule
from twingkit_widgets.read.rulebook.illustrated import GALLERY, IllustratedRulebook
from twingkit_widgets.read.rulebook.panel import RULES, RulebookPanel
from twingkit_widgets.read.rulebook.with_glossary import GLOSSARY
from twingkit_widgets.twing.pictures.table_css import TABLE_CSS
from twingkit_widgets.twing.rulebook.example import WORDS, TwingExample
from twingkit_widgets.twing.rulebook.gallery import ALL, GalleryView
from twingkit_widgets.twing.rulebook.gallery import RULES as KINDS
from twingkit_widgets.twing.rulebook.glossary_view import GlossaryView, entry_of, nearest
from twingkit_widgets.twing.rulebook.summary_view import SummaryView
from twingkit_widgets.twing.rulebook.term_marks import term_html, title, with_terms

PARTS_CSS = Path(__file__).with_name("rulebook_parts.css").read_text(encoding="utf-8")
"""The style of the rulebook's parts."""

SUMMARY = "summary"


@attrs.frozen
class TwingRule(ExampleRule):
    """A rule with glossary words in its text, and an example on a table.

    `term` is the open word of the glossary, `step` the table of the example ("before" or "after").
    """

    example_view = TwingExample

    term: str = ""

    def text(self) -> Child:
        """Return the rule text, with the meaning of an open word right below."""
        text = self.rule.text()
        entry = words().entries.get(self.term)  # a link may use any language
        paragraph = el("p", with_terms(text, self.term, self.prefix), cls="tk-book-text")
        return [paragraph, term_html(entry, WORDS, self.prefix, "define") if entry else None]


class TwingRulebook(IllustratedRulebook):
    """The rulebook in four parts: rules, glossary, gallery, summary.

    `term` is the word to open in the glossary or in the rule text, or the kind of cards to show in the
    gallery; `search` is a filter of the glossary.

    >>> panel = RulebookPanel(show="gallery")
    >>> panel.do("kind", "objects"); panel.address()
    {'show': 'gallery', 'term': 'objects'}
    """

    _css = f"{RulebookPanel._css}{PARTS_CSS}{TABLE_CSS}"

    PARTS: ClassVar[tuple[str, ...]] = (RULES, GLOSSARY, GALLERY, SUMMARY)

    example_rule = TwingRule

    def take_part(self, parameters: Mapping[str, str]) -> None:
        """Show the word or the kind of cards in a query."""
        self.term = self.word = self.filter = ""
        self.kind, self.step = ALL, AFTER
        super().take_part(parameters)
        if self.show == GLOSSARY:
            self.filter = parameters["search"]
            self._define(parameters["term"])

    def take_gallery(self, term: str) -> bool:
        """Show the kind of cards in an address."""
        self.kind = term if term in KINDS else ALL
        return term in ("", self.kind)

    def take_rule(self, parameters: Mapping[str, str]) -> None:
        """Open the word of the rule text in a query."""
        entry = entry_of(parameters["term"]) if self.rule else None
        self.term = entry.id if entry else ""
        self.no_term = "" if entry or not self.rule else parameters["term"]

    def open_rule(self, rule_id: str) -> None:
        """Open a rule, with nothing open in it."""
        self.term = ""
        super().open_rule(rule_id)

    def _define(self, term: str) -> None:
        entry = entry_of(term) if term else None
        self._last = self.word or self._last
        self.word, self.no_term = entry.id if entry else "", "" if entry else term

    # -- actions

    def act_term(self, value: object) -> None:
        """Open the meaning of a word in the rule text (an entry's id); the open one, or "", closes it."""
        entry = entry_of(str(value)) if value and value != self.term else None
        self.term = entry.id if entry else ""
        self.news(f"{title(entry)}: {entry.text()}" if entry else "")

    def act_filter(self, value: object) -> None:
        """Show the words of the glossary that contain the typed text."""
        self.filter = str(value or "")
        count = len(self._glossary().found())
        self.news(WORDS.say("glossary.found", n=count) if self.filter.strip() else "")

    def act_unfilter(self, value: object) -> None:
        """Show all words of the glossary."""
        self.filter = ""
        self.news("")

    def act_define(self, value: object) -> None:
        """Open a word in the glossary (an entry's id)."""
        self.show = GLOSSARY
        self._define(str(value))
        entry = entry_of(self.word) if self.word else None
        self.news(title(entry) if entry else "")

    def act_undefine(self, value: object) -> None:
        """Return to all words."""
        self._define("")
        self.news("")

    def act_kind(self, value: object) -> None:
        """Show one kind of content of the box (a key of `KINDS`), or `ALL`."""
        self.take_gallery(str(value))
        self.no_term = ""
        kind = WORDS.say(f"gallery.kind.{self.kind}")
        self.news(WORDS.say("gallery.shown", kind=kind))

    def part_address(self) -> dict[str, str]:
        """Return the open word, the filter of the glossary, or the kind of cards."""
        if self.show == GLOSSARY:
            return {"term": self.word, "search": self.filter.strip()}
        if self.show == GALLERY:
            return {"term": "" if self.kind == ALL else self.kind}
        return {"term": self.term if self.show == RULES else ""}

    # -- views

    def part_html(self) -> Markup:
        """Return the glossary, the gallery or the summary."""
        parts: dict[str, Callable[[], Markup]] = {
            GLOSSARY: lambda: self._glossary().html(),
            GALLERY: lambda: GalleryView(self.lang, self.kind).html(),
            SUMMARY: lambda: SummaryView().html(),
        }
        return parts[self.show]()

    def within_rule(self) -> dict[str, object]:
        """Return what is open within a rule: the table of its example, and a word."""
        return {**super().within_rule(), "term": self.term}

    def part_fault(self) -> Markup | None:
        """Return the note that the glossary has no such word."""
        if not self.no_term or self.show == GALLERY:
            return super().part_fault()
        near = [
            button(title(entry), "define", entry.id, key=f"near:{entry.id}")
            for entry in nearest(self.no_term)
        ]
        texts = [
            el("p", self._say("no_word", wanted=self.no_term[:60])),
            el("p", WORDS.say("glossary.near" if near else "glossary.no_near")),
            el("div", near, cls="tk-row") if near else None,
        ]
        return self.alert(texts)

    def _glossary(self) -> GlossaryView:
        return GlossaryView(self.book, self.lang, self.filter, self.word, self._last, self._id)
