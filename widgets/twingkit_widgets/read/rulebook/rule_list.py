"""The list of a rulebook: all rules by chapter, or search results with their matching words marked."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import attrs

from twingkit.core.language import language, localized
from twingkit.core.rulebook import Chapter, Rule, Rulebook
from twingkit.core.rulebook.book_search import RuleSearchResults
from twingkit.core.rulebook.rule_search import SearchWordMatcher
from twingkit.core.words import language_of
from twingkit_widgets.panel.controls import labelled_select, search_field
from twingkit_widgets.panel.house_rules_words import house_rules_suffix
from twingkit_widgets.panel.markup import Child, Markup, button, el, join, replace_spans
from twingkit_widgets.panel.wording import PanelTexts

RULEBOOK_WORDS = PanelTexts(Path(__file__).with_name("book_words.toml"))
"""The texts of a rulebook's page, for any game."""


_MIN_CHAPTERS_FOR_FILTER = 20

RESULT_BATCH_SIZE = 10
"""The number of search results that are shown first, and that each tap on "more" adds."""

_BEST_SHOWN = 3
"""The number of search results that stand above all chapters."""

book_say = RULEBOOK_WORDS.say
"""Return a text about rulebooks by its key."""


@attrs.frozen
class RuleListView:
    """A view that renders the rulebook's search field and rule list: all rules, those of a `chapter`, or the
    results for `search_text`, best first.

    `open_rule_id` is the id of the open rule, `previous_rule_id` of the one that was open before (it gets the
    focus when the list returns); `id_prefix` starts the ids of elements, `hint` gives an example for the
    search; `most` is the number of results to show.
    """

    book: Rulebook
    lang: str
    search_text: str = ""
    open_rule_id: str = ""
    previous_rule_id: str = ""
    id_prefix: str = "tk"
    hint: str = ""
    chapter: str = ""
    max_results: int = RESULT_BATCH_SIZE

    @property
    def is_searching(self) -> bool:
        """True if there is a search text."""
        return bool(self.search_text.strip())

    def listed_rules(self) -> list[Rule]:
        """Return the rules to list: the search results (best first) or all rules, limited to the chosen
        chapter if there is one.
        """
        rules = list(self._results.rules if self.is_searching else self.book)
        return [rule for rule in rules if rule.chapter == self.chapter] if self.chapter else rules

    @property
    def _results(self) -> RuleSearchResults:
        return self.book.search_results(self.search_text, self.lang)

    def html(self) -> Markup:
        """Return the search field and the list."""
        rules = self.listed_rules()
        label = book_say("results" if self.is_searching else "all")
        inside = self._search_results(rules) if self.is_searching else self._chapters(rules)
        body = (
            el("div", inside, data_roving=True, role="group", aria_label=label)
            if rules
            else no_results_html(
                book_say("nothing", wanted=self.search_text[:60]),
                book_say("clear"),
                "clear",
                self._near_words(),
            )
        )
        return list_with_search_html(self._head(len(rules)), body, label)

    def _near_words(self) -> Child:
        near = [button(word, "search", word, key=f"near:{word}") for word in self._results.near_words]
        return [el("p", book_say("near")), el("div", near, cls="tk-row")] if near else None

    def _head(self, count: int) -> Markup:
        own = f"{self.id_prefix}-search"
        words = (book_say("search"), self.hint)
        field = search_field(own, "search", self.search_text, words, self.search_summary(count))
        return join(field, self._choice())

    def search_summary(self, count: int) -> str:
        """Return how many rules were found, and the corrected spelling of misspelled search words; "" without
        a search.
        """
        if not self.is_searching:
            return ""
        right = ", ".join(self._results.corrections.values())
        corrected = f"{book_say('corrected', words=right)} " if right else ""
        return f"{corrected}{book_say('found', n=count)}"

    def _choice(self) -> Child:
        few = len(self.book.chapters) <= _MIN_CHAPTERS_FOR_FILTER
        if few or (self.is_searching and not self.chapter):  # results are listed by chapter anyway
            return None
        options = [("", book_say("chapters.all", n=len(self.book)))]
        for chapter in self.book.chapters:
            count = len(self.book.rules_of_chapter(chapter.id))
            options.append((chapter.id, book_say("chapters.one", title=chapter.title(), n=count)))
        field = labelled_select(
            options,
            self.chapter,
            "chapter",
            f"{self.id_prefix}-chapter",
            book_say("chapters.label"),
            data_act="chapter",
        )
        return el("div", field, cls="tk-book-search", data_controls=True)

    def _chapters(self, rules: list[Rule]) -> list[Markup]:
        """Return the chapters with their rules; those that contain no open or previously open rule come from
        a cache shared by all pages.
        """
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

    def _search_results(self, rules: list[Rule]) -> list[Child]:
        """Return the best results, then the others by chapter, the chapter of the best one first."""
        here = (self.open_rule_id, self.previous_rule_id)
        most = max([self.max_results, *(place for place, rule in enumerate(rules, 1) if rule.id in here)])
        shown = rules[_BEST_SHOWN:most]
        titles = {chapter.id: chapter.title() for chapter in self.book.chapters}
        parts: list[Child] = [
            el("ul", map(self._item, rules[:_BEST_SHOWN]), cls="tk-list", data_key="results")
        ]
        for chapter in dict.fromkeys(rule.chapter for rule in shown):
            items = [self._item(rule) for rule in shown if rule.chapter == chapter]
            title = el("h2", titles[chapter])
            parts.append(el("section", title, el("ul", items, cls="tk-list"), data_key=f"results:{chapter}"))
        left = len(rules) - most
        if left > 0:
            parts.append(el("p", button(book_say("more", n=left), "more", key="more")))
        return parts

    def _item(self, rule: Rule) -> Markup:
        return el("li", self._entry(rule), data_key=f"entry:{rule.id}")

    def _entry(self, rule: Rule) -> Markup:
        current = rule.id == self.open_rule_id
        title = mark_words(rule.title(), self._results.finder) if self.is_searching else rule.title()
        name = el("span", el("span", title), " ", el("span", rule.id, cls="tk-rule"), cls="tk-book-name")
        excerpt = self._excerpt(rule) if self.is_searching else None
        back = not self.open_rule_id and rule.id == self.previous_rule_id
        return entry_button("open", rule.id, name, excerpt, is_open=current, was_open=back)

    def _excerpt(self, rule: Rule) -> Child:
        """Return the part of a rule that was found, or its first sentence, and its house rules."""
        excerpt = search_excerpt_html(*self._results.excerpt_and_language(rule), self._results.finder)
        return join(excerpt, house_rules_suffix([rule.id]))


@lru_cache(maxsize=256)
@localized
def _closed_chapter(book: Rulebook, lang: str, place: int) -> Markup:
    return RuleListView(book, lang)._chapter(book.chapters[place])


def list_with_search_html(head: Markup, body: Markup, label: str) -> Markup:
    """Return the search field (`head`) and the list (`body`) of a rulebook part as a labelled section."""
    return el("nav", head, el("div", body, cls="tk-book-rules"), cls="tk-book-list", aria_label=label)


def no_results_html(message: str, clear_label: str, act: str, suggestions: Child = None) -> Markup:
    """Return the message `message` that the search found nothing, words to search for instead
    (`suggestions`), and a button labelled `clear_label` that clears the search with the action `act`.
    """
    return el("div", el("p", message), suggestions, button(clear_label, act), cls="tk-stack")


def entry_button(
    act: str, entry_id: str, name: Markup, excerpt: Child, *, is_open: bool, was_open: bool
) -> Markup:
    """Return a list entry as a button that calls `act` with the id of the entry. It shows the name and, in a
    search, an excerpt with the match.

    `is_open` marks the open entry, `was_open` the one that was open before.
    """
    return button(
        [name, el("span", " ", excerpt, cls="tk-book-snippet") if excerpt else None],
        act,
        entry_id,
        cls="tk-book-entry",
        aria_current="true" if is_open else None,
        data_bring=entry_id if is_open else "back" if was_open else None,
        data_focus=was_open,
    )


def mark_words(text: str, finder: SearchWordMatcher) -> Markup:
    """Return a text as HTML in which the words that a search looks for are enclosed in `<mark>`."""
    spans = finder.spans(text)
    return replace_spans(text, ((begin, end, el("mark", text[begin:end])) for begin, end in spans))


def search_excerpt_html(text: str, lang: str, finder: SearchWordMatcher) -> Markup:
    """Return a text as HTML with the words of a search marked, preceded by the name of its language if it is
    not the reader's.
    """
    marked = mark_words(text, finder)
    if lang == language():
        return marked
    key = f"in_language.{lang}"
    head = book_say(key) if key in RULEBOOK_WORDS else f"{language_of(lang).name}:"
    return join(head, " ", el("span", marked, lang=lang))
