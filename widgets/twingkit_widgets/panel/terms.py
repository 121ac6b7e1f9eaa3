"""Mark the words of a game in a text, each with its meaning where it first occurs: hover, tap, or focus it.

    first = TermMarker("twing")
    el("p", first.mark_terms("Creatures lie in your entourage."))     # both words are marked
    el("p", first.mark_terms("Your entourage is empty."))              # neither: they were marked before

A marked word is a button that carries its meaning; `terms.js` shows it in a bubble beside the word, without
asking the kernel. A game names its words in its entry (`GameEntry.glossary`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from twingkit.core.glossary import GlossaryEntry, glossary_of
from twingkit_widgets.panel.house_rules_words import house_rules_text
from twingkit_widgets.panel.markup import Child, Markup, el, join
from twingkit_widgets.panel.wording import capitalize_first

OPENING = re.compile(r"[(„“‘]+$")
"""Matches characters that must stay on the line of the following word; browsers would break before a button.
"""

PUNCTUATION = re.compile(r"[.,;:!?)”“’…]+")
"""Matches characters that must stay on the line of the preceding word."""


class TermMarker:
    """Marks each glossary word of a game where it first occurs on a page, in one language.

    Keys of marked words (`data-key`) begin with `place`, since a text may occur twice on a page.
    """

    def __init__(self, game: str, place: str = "term") -> None:
        self.game, self.words, self.place = game, glossary_of(game), place
        self.met: set[str] = set()

    def skip_terms_in(self, texts: Iterable[str]) -> TermMarker:
        """Treat these texts as already read: their words are not marked again."""
        for text in texts:
            self.met |= {entry.id for entry in self.words.entries_in(text)}
        return self

    def mark_terms(self, text: str) -> Markup:
        """Return the text with each word that occurs for the first time as a button with its meaning."""
        parts: list[Child] = []
        position = 0
        for begin, end, entry in self.words.matches_in(text):
            if entry.id not in self.met:
                self.met.add(entry.id)
                before = OPENING.search(text, position, begin)
                after = PUNCTUATION.match(text, end)
                word = self._word(entry, text[begin:end])
                kept = [before[0] if before else None, word, after[0] if after else None]
                parts += [
                    text[position : before.start() if before else begin],
                    el("span", kept, cls="tk-unbroken") if before or after else word,
                ]
                position = after.end() if after else end
        return join(*parts, text[position:])

    def _word(self, entry: GlossaryEntry, written: str) -> Markup:
        name = entry.name()
        return el(
            "button",
            written,
            type="button",
            cls="tk-explained",
            data_term=f"{entry.text()}{house_rules_text(entry.rules)}",
            data_name=capitalize_first(name),
            data_key=f"{self.place}:{entry.id}",
            aria_expanded="false",
        )
