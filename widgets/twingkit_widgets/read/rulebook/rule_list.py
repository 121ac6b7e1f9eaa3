"""The list of a rulebook: all rules by chapter, or search results with the matching words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import attrs

from twingkit.core.language import call_in_language, language, localized
from twingkit.core.rulebook import Chapter, Rule, Rulebook
from twingkit.core.words import language_of
from twingkit_widgets.panel.controls import labelled_select, search_field
from twingkit_widgets.panel.house_rules_words import house_rules_text
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.panel.search_marks import mark_words, snippet
from twingkit_widgets.panel.wording import LANGUAGES, Words
from twingkit_widgets.read.rulebook.rulings import note_of

WORDS = Words(Path(__file__).with_name("book_words.toml"))
"""The texts of a rulebook's page, for any game."""


MANY_CHAPTERS = 20
"""A book with more chapters gets a list to choose one."""


@attrs.frozen
class RuleList:
    """The search field, and below it the rules: all of them, those of a `chapter`, or those found for
    `wanted`, best first.

    `opened` is the id of the open rule, `last` of the one that was open before (it gets the focus when the
    list returns); `prefix` starts the ids of elements, `hint` gives an example for the search.
    """

    book: Rulebook
    lang: str
    wanted: str = ""
    opened: str = ""
    last: str = ""
    prefix: str = "tk"
    hint: str = ""
    chapter: str = ""

    @property
    def searching(self) -> bool:
        """True if there is a search text."""
        return bool(self.wanted.strip())

    def found(self) -> list[Rule]:
        """Return the rules of the list, in order."""
        rules = self.book.search(self.wanted, self.lang) if self.searching else list(self.book)
        return [rule for rule in rules if rule.chapter == self.chapter] if self.chapter else rules

    def html(self) -> Markup:
        """Return the list with its search."""
        rules = self.found()
        label = self._say("results" if self.searching else "all")
        inside = self._results(rules) if self.searching else self._chapters(rules)
        body = (
            el("div", inside, data_roving=True, role="group", aria_label=label)
            if rules
            else no_results(self._say("nothing", wanted=self.wanted[:60]), self._say("clear"), "clear")
        )
        return list_html(self._head(len(rules)), body, label)

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(key, **facts)

    def _head(self, count: int) -> Markup:
        own = f"{self.prefix}-search"
        count_text = self._say("found", n=count) if self.searching else ""
        words = (self._say("search"), self.hint)
        return join(search_field(own, "search", self.wanted, words, count_text), self._choice())

    def _choice(self) -> Child:
        """Return the list of chapters, for a book with many."""
        if len(self.book.chapters) <= MANY_CHAPTERS:
            return None
        options = [("", self._say("chapters.all", n=len(self.book)))]
        for chapter in self.book.chapters:
            count = len(self.book.chapter(chapter.id))
            options.append((chapter.id, self._say("chapters.one", title=chapter.title(), n=count)))
        field = labelled_select(
            options,
            self.chapter,
            "chapter",
            f"{self.prefix}-chapter",
            self._say("chapters.label"),
            data_act="chapter",
        )
        return el("div", field, cls="tk-book-search", data_controls=True)

    def _chapters(self, rules: list[Rule]) -> list[Markup]:
        """Return all chapters; those in which no rule is or was open are cached for all pages."""
        touched = {rule.chapter for rule in rules if rule.id in (self.opened, self.last)}
        shown = [
            (place, chapter)
            for place, chapter in enumerate(self.book.chapters)
            if self.chapter in ("", chapter.id)
        ]
        return [
            self._chapter(chapter) if chapter.id in touched else _closed_chapter(self.book, self.lang, place)
            for place, chapter in shown
        ]

    def _chapter(self, chapter: Chapter) -> Markup:
        return el(
            "section",
            el("h2", chapter.title()),
            el("ul", [self._item(rule) for rule in self.book.chapter(chapter.id)], cls="tk-list"),
            data_key=f"chapter:{chapter.id}",
        )

    def _results(self, rules: list[Rule]) -> Markup:
        return el("ul", [self._item(rule) for rule in rules], cls="tk-list", data_key="results")

    def _item(self, rule: Rule) -> Markup:
        return el("li", self._entry(rule), data_key=f"entry:{rule.id}")

    def _entry(self, rule: Rule) -> Markup:
        """Return a rule as a button; a search result shows what was found."""
        current = rule.id == self.opened
        title = mark_words(rule.title(), self.wanted) if self.searching else rule.title()
        name = el("span", el("span", title), " ", el("span", rule.id, cls="tk-rule"), cls="tk-book-name")
        excerpt = self._excerpt(rule) if self.searching else None
        back = not self.opened and rule.id == self.last
        return entry_button("open", rule.id, name, excerpt, current=current, back=back)

    def _excerpt(self, rule: Rule) -> Child:
        """Return a snippet around what was found, and the house rules that change the rule."""
        texts = {  # the title is shown anyway, in the reader's language
            lang: (
                rule.text(lang),
                call_in_language(lang, note_of, rule),
                rule.title(lang) if lang != self.lang else "",
            )
            for lang in LANGUAGES
        }
        piece = search_excerpt(texts, self.wanted)
        return join(piece, house_rules_text([rule.id])) if piece is not None else None


@lru_cache(maxsize=256)
@localized
def _closed_chapter(book: Rulebook, lang: str, place: int) -> Markup:
    """Return a chapter of the list in which no rule is open, by its position in the book."""
    return RuleList(book, lang)._chapter(book.chapters[place])


def list_html(head: Markup, body: Markup, label: str) -> Markup:
    """Return a list of a rulebook with its search field."""
    return el("nav", head, el("div", body, cls="tk-book-rules"), cls="tk-book-list", aria_label=label)


def no_results(text: str, clear: str, act: str) -> Markup:
    """Return the message that nothing was found, and the button that clears the search."""
    return el("div", el("p", text), button(clear, act), cls="tk-stack")


def entry_button(
    act: str, entry_id: str, name: Markup, excerpt: Child, *, current: bool, back: bool
) -> Markup:
    """Return an entry of a list as a button that calls `act` with its id: its name, and what a search found.

    `current` marks the open entry, `back` the one that was open before.
    """
    return button(
        [name, el("span", " ", excerpt, cls="tk-book-snippet") if excerpt else None],
        act,
        entry_id,
        cls="tk-book-entry",
        aria_current="true" if current else None,
        data_bring=entry_id if current else "back" if back else None,
        data_focus=back,
    )


def search_excerpt(texts: Mapping[str, Sequence[str]], searched: str) -> Child:
    """Return a snippet of the texts (by language) around what was found, preferably in the reader's language;
    None if nothing matches.
    """
    for code in (language(), *(other for other in LANGUAGES if other != language())):
        piece = next((piece for text in texts[code] if (piece := snippet(text, searched))), None)
        if piece is not None and code != language():
            key = f"in_language.{code}"
            head = WORDS.say(key) if key in WORDS else f"{language_of(code).name}:"
            return join(head, " ", el("span", piece, lang=code))
        if piece is not None:
            return piece
    return None
