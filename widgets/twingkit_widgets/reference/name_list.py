"""The list of the reference: all names by game and by task, or the results of a search."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import attrs

from twingkit_widgets.panel.controls import search_field
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.search_marks import marked, snippet
from twingkit_widgets.panel.wording import Words
from twingkit_widgets.reference.group import Part
from twingkit_widgets.reference.names import PARTS, Entry, entries
from twingkit_widgets.reference.search import search
from twingkit_widgets.reference.text import PROSE, blocks
from twingkit_widgets.site.addresses import page_link, page_of

WORDS = Words(Path(__file__).with_name("reference_words.toml"))


def searched_titles(lang: str) -> Mapping[str, str]:
    """Return what a search finds the names of a group by: its title, and what its part is called."""
    return {
        group: f"{title} {part.title(lang)}" for part in PARTS for group, title in part.titles(lang).items()
    }


@attrs.frozen
class NameList:
    """The search field, and below it the names: all of them, or those found for `wanted`, best first.

    `opened` is the open name, `last` the one that was open before (it gets the focus when the list comes
    back); `prefix` begins the ids of elements; `site` allows links to the site's other pages.
    """

    lang: str
    wanted: str = ""
    opened: str = ""
    last: str = ""
    prefix: str = "tk"
    site: bool = False

    @property
    def searching(self) -> bool:
        """True if a search text is set."""
        return bool(self.wanted.strip())

    def found(self) -> list[Entry]:
        """The entries of the list, in its order."""
        if self.searching:
            return search(self.wanted, searched_titles(self.lang))
        return list(entries().values())

    def html(self) -> Markup:
        """The list with its search."""
        results = self.found()
        label = self._say("results" if self.searching else "all")
        body = (
            (self._results(results) if results else self._no_results()) if self.searching else self._groups()
        )
        return el(
            "nav",
            self._head(len(results)),
            el("div", body, cls="tk-ref-names"),
            cls="tk-ref-list",
            aria_label=label,
        )

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(self.lang, key, **facts)

    def _head(self, count: int) -> Markup:
        count_text = self._say("found_one" if count == 1 else "found", n=count) if self.searching else ""
        words = (self._say("search"), self._say("search_example"))
        return search_field(f"{self.prefix}-search", "search", self.wanted, words, count_text)

    def _no_results(self) -> Markup:
        return el(
            "div",
            el("p", self._say("nothing", wanted=self.wanted[:60])),
            el("p", elsewhere(self.lang, self.wanted[:60].strip())) if self.site else None,
            button(self._say("clear"), "clear"),
            cls="tk-stack",
        )

    def _groups(self) -> list[Markup]:
        """The tasks in each game; each unfolds to its names, and the one of the open name is unfolded."""
        return [self._part(part) for part in PARTS]

    def _part(self, part: Part) -> Markup:
        groups = [
            self._group(group, title) if self._opens(group) else folded_group(self.lang, group, title)
            for group, title in part.titles(self.lang).items()
        ]
        key = f"part:{part.id}"
        return el("section", el("h2", part.title(self.lang), cls="tk-ref-part"), groups, data_key=key)

    def _opens(self, group: str) -> bool:
        """True if the open name is in a group, or the one that was open before."""
        return any(entry.name in (self.opened, self.last) for entry in grouped()[group])

    def _group(self, group: str, title: str) -> Markup:
        named = grouped()[group]
        open_here = self._opens(group)
        count = el("span", len(named), cls="tk-number tk-ref-count")
        return el(
            "details",
            el("summary", el("h3", title), " ", count, data_key=f"title:{group}"),
            self._names(named, title),
            open=open_here,
            data_key=f"group:{group}{':here' if open_here else ''}",  # to unfold it again
        )

    def _results(self, results: list[Entry]) -> Markup:
        return self._names(results, self._say("results"))

    def _names(self, names: list[Entry], label: str) -> Markup:
        items = [self._item(entry) for entry in names]
        return el("ul", items, cls="tk-list", data_roving=True, aria_label=label, data_key="names")

    def _item(self, entry: Entry) -> Markup:
        return el("li", self._entry(entry), data_key=f"entry:{entry.name}")

    def _entry(self, entry: Entry) -> Markup:
        """A name as a button; of a search result it shows what was found."""
        current = entry.name == self.opened
        back = not self.opened and entry.name == self.last
        name = marked(entry.name, self.wanted) if self.searching else entry.name
        return button(
            [
                el("span", name, cls="tk-code tk-ref-called"),
                el("span", " ", self._summary(entry), cls="tk-ref-summary", lang="en"),
            ],
            "open",
            entry.name,
            cls="tk-ref-item",
            aria_current="true" if current else None,
            data_bring=entry.name if current else "back" if back else None,
            data_focus=back,
        )

    def _summary(self, entry: Entry) -> Child:
        """Return what it does in a sentence; of a search result the place of the words."""
        if self.searching:
            prose = [" ".join(block.texts) for block in blocks(entry.doc) if block.kind == PROSE]
            members = [member.summary for member in entry.members]
            for text in (entry.summary, *prose, *members):
                piece = snippet(plain(text), self.wanted)
                if piece is not None:
                    return piece
        return plain(entry.summary)


@cache
def grouped() -> Mapping[str, list[Entry]]:
    """Return the entries of each group, in their order."""
    return {
        group: [entry for entry in entries().values() if entry.group == group]
        for part in PARTS
        for group in part.titles("en")
    }


@cache
def folded_group(lang: str, group: str, title: str) -> Markup:
    """Return a group whose names are all closed: it looks the same whatever is open elsewhere."""
    return NameList(lang)._group(group, title)


def elsewhere(lang: str, search: str = "") -> Markup:
    """Return a sentence with links to the rulebooks and what else they have; they look for `search`."""
    parts: list[Child] = [WORDS.say(lang, "elsewhere")]
    for part in PARTS:
        for index, (name, query) in enumerate(part.places.items()):
            parameters = {"search": search} if search and not query else query
            link = page_link(page_of(part.id, "rules") or "index", lang, **parameters)
            parts += [" · " if index else f" {part.title(lang)}: "]
            parts += [el("a", part.words.say(lang, f"place.{name}"), href=link)]
        parts += ["." if part.places else ""]
    return el("span", parts, cls="tk-ref-elsewhere")


def plain(text: str) -> str:
    """A sentence of a docstring without its backticks.

    >>> plain("See `Odds`.")
    'See Odds.'
    """
    return text.replace("`", "")
