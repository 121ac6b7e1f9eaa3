"""The list of a rulebook: all rules by chapter, or search results with their matching words marked."""

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
from twingkit_widgets.read.rulebook.rulings import rule_note_text

RULEBOOK_WORDS = Words(Path(__file__).with_name("book_words.toml"))
"""The texts of a rulebook's page, for any game."""


MIN_CHAPTERS_FOR_FILTER = 20
"""The number of chapters above which a rulebook gets a chapter filter."""


@attrs.frozen
class RuleList:
    """The search field and the list of rules below it: all rules, those of a `chapter`, or the results for
    `search_text`, best first.

    `open_rule_id` is the id of the open rule, `previous_rule_id` of the one that was open before (it gets the
    focus when the list returns); `id_prefix` starts the ids of elements, `hint` gives an example for the
    search.
    """

    book: Rulebook
    lang: str
    search_text: str = ""
    open_rule_id: str = ""
    previous_rule_id: str = ""
    id_prefix: str = "tk"
    hint: str = ""
    chapter: str = ""

    @property
    def is_searching(self) -> bool:
        """True if there is a search text."""
        return bool(self.search_text.strip())

    def listed_rules(self) -> list[Rule]:
        """Return the rules of the list, in order."""
        rules = self.book.search(self.search_text, self.lang) if self.is_searching else list(self.book)
        return [rule for rule in rules if rule.chapter == self.chapter] if self.chapter else rules

    def html(self) -> Markup:
        """Return the search field and the list."""
        rules = self.listed_rules()
        label = self._say("results" if self.is_searching else "all")
        inside = self._results(rules) if self.is_searching else self._chapters(rules)
        body = (
            el("div", inside, data_roving=True, role="group", aria_label=label)
            if rules
            else no_results(self._say("nothing", wanted=self.search_text[:60]), self._say("clear"), "clear")
        )
        return list_with_search_html(self._head(len(rules)), body, label)

    def _say(self, key: str, **facts: object) -> str:
        return RULEBOOK_WORDS.say(key, **facts)

    def _head(self, count: int) -> Markup:
        own = f"{self.id_prefix}-search"
        count_text = self._say("found", n=count) if self.is_searching else ""
        words = (self._say("search"), self.hint)
        return join(search_field(own, "search", self.search_text, words, count_text), self._choice())

    def _choice(self) -> Child:
        if len(self.book.chapters) <= MIN_CHAPTERS_FOR_FILTER:
            return None
        options = [("", self._say("chapters.all", n=len(self.book)))]
        for chapter in self.book.chapters:
            count = len(self.book.rules_of_chapter(chapter.id))
            options.append((chapter.id, self._say("chapters.one", title=chapter.title(), n=count)))
        field = labelled_select(
            options,
            self.chapter,
            "chapter",
            f"{self.id_prefix}-chapter",
            self._say("chapters.label"),
            data_act="chapter",
        )
        return el("div", field, cls="tk-book-search", data_controls=True)

    def _chapters(self, rules: list[Rule]) -> list[Markup]:
        """Return all chapters; those in which no rule is or was open are cached for all pages."""
        touched = {rule.chapter for rule in rules if rule.id in (self.open_rule_id, self.previous_rule_id)}
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
            el("ul", [self._item(rule) for rule in self.book.rules_of_chapter(chapter.id)], cls="tk-list"),
            data_key=f"chapter:{chapter.id}",
        )

    def _results(self, rules: list[Rule]) -> Markup:
        return el("ul", [self._item(rule) for rule in rules], cls="tk-list", data_key="results")

    def _item(self, rule: Rule) -> Markup:
        return el("li", self._entry(rule), data_key=f"entry:{rule.id}")

    def _entry(self, rule: Rule) -> Markup:
        current = rule.id == self.open_rule_id
        title = mark_words(rule.title(), self.search_text) if self.is_searching else rule.title()
        name = el("span", el("span", title), " ", el("span", rule.id, cls="tk-rule"), cls="tk-book-name")
        excerpt = self._excerpt(rule) if self.is_searching else None
        back = not self.open_rule_id and rule.id == self.previous_rule_id
        return entry_button("open", rule.id, name, excerpt, current=current, back=back)

    def _excerpt(self, rule: Rule) -> Child:
        """Return the text around the search result, and the house rules that change the rule."""
        texts = {  # the title is shown anyway, in the reader's language
            lang: (
                rule.text(lang),
                call_in_language(lang, rule_note_text, rule),
                rule.title(lang) if lang != self.lang else "",
            )
            for lang in LANGUAGES
        }
        piece = search_excerpt(texts, self.search_text)
        return join(piece, house_rules_text([rule.id])) if piece is not None else None


@lru_cache(maxsize=256)
@localized
def _closed_chapter(book: Rulebook, lang: str, place: int) -> Markup:
    return RuleList(book, lang)._chapter(book.chapters[place])


def list_with_search_html(head: Markup, body: Markup, label: str) -> Markup:
    """Return a list of a rulebook with its search field."""
    return el("nav", head, el("div", body, cls="tk-book-rules"), cls="tk-book-list", aria_label=label)


def no_results(text: str, clear: str, act: str) -> Markup:
    """Return the message that the search found nothing, with the button that clears it."""
    return el("div", el("p", text), button(clear, act), cls="tk-stack")


def entry_button(
    act: str, entry_id: str, name: Markup, excerpt: Child, *, current: bool, back: bool
) -> Markup:
    """Return an entry of a list as a button that calls `act` with its id: its name, and the text around a
    search result.

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
    """Return the part of the texts (by language) around a search result, preferably in the reader's language;
    None if nothing matches.
    """
    for code in (language(), *(other for other in LANGUAGES if other != language())):
        piece = next((piece for text in texts[code] if (piece := snippet(text, searched))), None)
        if piece is not None and code != language():
            key = f"in_language.{code}"
            head = RULEBOOK_WORDS.say(key) if key in RULEBOOK_WORDS else f"{language_of(code).name}:"
            return join(head, " ", el("span", piece, lang=code))
        if piece is not None:
            return piece
    return None
