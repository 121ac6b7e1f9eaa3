"""The glossary: a list of all special words in both languages, with one open next to the list."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path

import attrs

from twingkit.core.glossary import GlossaryEntry
from twingkit.core.language import call_in_language
from twingkit.core.rulebook import Rulebook, rule_search
from twingkit.core.words import LANGUAGES
from twingkit.twing.glossary import load_glossary
from twingkit_widgets.panel.controls import search_field
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.panel.wording import PanelTexts
from twingkit_widgets.read.rulebook import rule_list, rule_view
from twingkit_widgets.read.rulebook.rulings import house_rule_notes_html
from twingkit_widgets.twing.rulebook.term_marks import capitalized_name, other_language_and_intro

WORDS = PanelTexts(Path(__file__).with_name("rulebook_words.toml"))


def find_glossary_entry(term: str) -> GlossaryEntry | None:
    """Return the entry with this id or, in any language, this name; None if there is none."""
    plain = rule_search.fold_with_positions(term.strip())[0]
    for entry in load_glossary().entries.values():
        if plain in (
            entry.id,
            *(rule_search.fold_with_positions(call_in_language(lang, entry.name))[0] for lang in LANGUAGES),
        ):
            return entry
    return None


def nearest_glossary_entries(term: str) -> list[GlossaryEntry]:
    """Return up to two entries whose id or name is similar to `term`."""
    names = {
        rule_search.fold_with_positions(name)[0]: entry
        for entry in load_glossary().entries.values()
        for name in (entry.id, entry.name())
    }
    close = difflib.get_close_matches(rule_search.fold_with_positions(term[:60])[0], names, n=3, cutoff=0.6)
    return list({names[name].id: names[name] for name in close}.values())[:2]


def sorted_glossary_entries() -> list[GlossaryEntry]:
    """Return all entries of the glossary in the alphabetical order of the current language,
    ignoring accents.
    """
    return sorted(
        load_glossary().entries.values(),
        key=lambda entry: (rule_search.fold_with_positions(entry.name())[0], entry.id),
    )


def _search_texts(lang: str) -> Iterator[rule_search.SearchableText]:
    for entry in sorted_glossary_entries():
        forms = " ".join(entry.other_forms(lang))
        yield rule_search.SearchableText(entry.id, entry.name(lang), [(1, forms), (1, entry.text(lang))])


_SEARCH = rule_search.TextSearchByLanguage(_search_texts)


@attrs.frozen
class GlossaryView:
    """A view that renders the glossary as HTML: the entries that match `search_text`, with one of them open.

    `open_entry_id` is the open word, `previous_entry_id` the previously open one (it gets the focus when the
    list returns); `id_prefix` is the prefix of ids.
    """

    book: Rulebook
    lang: str
    search_text: str = ""
    open_entry_id: str = ""
    previous_entry_id: str = ""
    id_prefix: str = "tk"

    @property
    def is_searching(self) -> bool:
        """True if a search filters the list."""
        return bool(self.search_text.strip())

    def listed_entries(self) -> list[GlossaryEntry]:
        """Return the entries of the list; in a search, the best first."""
        if self.is_searching:
            return [load_glossary().entries[key] for key in self._results.keys]
        return sorted_glossary_entries()

    @property
    def _results(self) -> rule_search.SearchResults:
        return _SEARCH.search(self.search_text, self.lang)

    def html(self) -> Markup:
        """Return the list with the open word next to it."""
        entry = load_glossary().entries.get(self.open_entry_id)
        return el(
            "div",
            self._list(),
            self._detail(entry) if entry else self._invitation(),
            cls="tk-book-halves",
            data_open="" if entry else None,
        )

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(f"glossary.{key}", **facts)

    # -- the list

    def _list(self) -> Markup:
        entries, own, label = self.listed_entries(), f"{self.id_prefix}-filter", self._say("all")
        count_text = self._say("found", n=len(entries)) if self.is_searching else ""
        named = (self._say("filter"), self._say("filter_example"))
        head = search_field(own, "filter", self.search_text, named, count_text)
        items = [el("li", self._entry(entry), data_key=f"word:{entry.id}") for entry in entries]
        body = el("ul", items, cls="tk-list", data_roving=True, aria_label=label)
        if not items:
            nothing = self._say("nothing", wanted=self.search_text[:60])
            body = rule_list.no_results_html(nothing, self._say("clear"), "unfilter")
        return rule_list.list_with_search_html(head, body, label)

    def _entry(self, entry: GlossaryEntry) -> Markup:
        """Return a word as a button: its name, its name in the other language, and the search match."""
        other, _ = other_language_and_intro(WORDS)
        name: Child = capitalized_name(entry)
        small: Child = capitalized_name(entry, other)
        excerpt: Child = None
        if self.is_searching:
            finder = self._results.finder
            name, small = (
                rule_list.mark_words(capitalized_name(entry, lang), finder) for lang in (self.lang, other)
            )
            excerpt = rule_list.search_excerpt_html(entry.text(finder.lang), finder.lang, finder)
        current = entry.id == self.open_entry_id
        back = not self.open_entry_id and entry.id == self.previous_entry_id
        translated = el("small", small, lang=other, cls="tk-gloss-other")
        names = el("span", name, " ", translated, cls="tk-book-name")
        return rule_list.entry_button("define", entry.id, names, excerpt, is_open=current, was_open=back)

    # -- one word

    def _invitation(self) -> Markup:
        return el(
            "div",
            el("h2", self._say("title")),
            el("p", self._say("intro", n=len(load_glossary().entries))),
            cls="tk-book-rule tk-book-empty tk-stack",
            data_key="empty",
        )

    def _detail(self, entry: GlossaryEntry) -> Markup:
        other, head = other_language_and_intro(WORDS)
        translated = join(head, " ", el("span", capitalized_name(entry, other), lang=other))
        back = rule_view.back_button(self._say("all"), "undefine")
        ids = rule_view.neighbour_ids([listed.id for listed in sorted_glossary_entries()], entry.id)
        ways = rule_view.neighbour_buttons("define", ids, self._say("ways"))
        return el(
            "article",
            rule_view.entry_head_html(back, translated, ways, capitalized_name(entry), entry.id),
            el("p", entry.text(), cls="tk-book-text"),
            house_rule_notes_html(entry.rules),
            self._related(entry),
            self._rules(entry),
            cls="tk-book-rule tk-stack",
            data_key="word",
            tabindex="-1",
            data_focus=True,
            aria_label=capitalized_name(entry),
        )

    def _rules(self, entry: GlossaryEntry) -> Markup | None:
        if not entry.rules:
            return None
        own = f"{self.id_prefix}-word-rules"
        rules = rule_view.rule_buttons(self.book, entry.rules, "rule", aria_labelledby=own)
        return rule_view.titled_row(own, self._say("rules"), rules)

    def _related(self, entry: GlossaryEntry) -> Markup | None:
        if not entry.related_entries:
            return None
        own = f"{self.id_prefix}-word-see"
        named = ((key, capitalized_name(load_glossary().entry(key))) for key in entry.related_entries)
        buttons = [button(name, "define", key, key=f"see:{key}") for key, name in named]
        row = el("div", buttons, cls="tk-row", data_roving=True, role="group", aria_labelledby=own)
        return rule_view.titled_row(own, self._say("see"), row)
