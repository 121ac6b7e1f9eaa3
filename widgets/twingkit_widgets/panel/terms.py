"""Mark the words of a game in a text, each with its meaning where it first occurs: hover, tap, or focus it.

    first = TermMarker("twing")
    el("p", first.mark_new_terms("Creatures lie in your entourage."))     # both words are marked
    el("p", first.mark_new_terms("Your entourage is empty."))              # neither: they were marked before

A marked word is a button that carries its meaning; `terms.js` shows it in a bubble beside the word, without
asking the kernel. A game names its words in its entry (`GameEntry.glossary`); its play page may add the
names of its cards and units (`PlayDesign.glossary_override`). Such a name can also be a button wherever it is
written: `first.name("card:sabotage", "hand")`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from twingkit.core.glossary import Glossary, GlossaryEntry, glossary_of
from twingkit_widgets.panel.house_rules_words import house_rules_suffix
from twingkit_widgets.panel.markup import Child, Markup, el, join
from twingkit_widgets.panel.wording import capitalize_first

OPENING = re.compile(r"[(„“‘]+$")
"""Matches characters that must stay on the line of the following word; browsers would break before a button.
"""

_PUNCTUATION = re.compile(r"[.,;:!?)”“’…]+")
"""Matches characters that must stay on the line of the preceding word."""


class TermMarker:
    """A marker that turns the first occurrence of each glossary word on a page into an explanation button, in
    one language.

    Keys of marked words (`data-key`) begin with `place`, since a text may occur twice on a page. `words` are
    the words to mark, by default the game's glossary.
    """

    def __init__(self, game: str, place: str = "term", words: Glossary | None = None) -> None:
        self.game, self.glossary, self.key_prefix = game, words or glossary_of(game), place
        self.met_entry_ids: set[str] = set()

    def skip_terms_in(self, texts: Iterable[str]) -> TermMarker:
        """Treat the glossary words in these texts as already marked, so that later texts do not mark them
        again.
        """
        for text in texts:
            self.met_entry_ids |= {entry.id for entry in self.glossary.entries_in(text)}
        return self

    def mark_new_terms(self, text: str) -> Markup:
        """Return the text with each word that occurs for the first time as a button with its meaning."""
        parts: list[Child] = []
        position = 0
        for begin, end, entry in self.glossary.matches_in(text):
            if entry.id not in self.met_entry_ids:
                self.met_entry_ids.add(entry.id)
                before = OPENING.search(text, position, begin)
                after = _PUNCTUATION.match(text, end)
                word = self._word(entry, text[begin:end], self.key_prefix)
                kept = [before[0] if before else None, word, after[0] if after else None]
                parts += [
                    text[position : before.start() if before else begin],
                    el("span", kept, cls="tk-unbroken") if before or after else word,
                ]
                position = after.end() if after else end
        return join(*parts, text[position:])

    def new_term_buttons(self, text: str) -> list[Child]:
        """Return a button with the meaning for each glossary word of a text that has not occurred yet; from
        now on it counts as seen.
        """
        entries = [entry for entry in self.glossary.entries_in(text) if entry.id not in self.met_entry_ids]
        self.met_entry_ids |= {entry.id for entry in entries}
        return [self._word(entry, capitalize_first(entry.name()), self.key_prefix) for entry in entries]

    def name_button(self, entry_id: str, label: str, place: str) -> Child:
        """Return the name `label` as a button that shows its meaning, even if it occurred before; plain
        text if the glossary has no entry `entry_id`.

        `place` begins its key, and must be its own for every place where the name is written.
        """
        entry = self.glossary.entries.get(entry_id)
        return self._word(entry, label, place) if entry else label

    @staticmethod
    def _word(entry: GlossaryEntry, written: str, place: str) -> Markup:
        meaning = f"{entry.text()}{house_rules_suffix(entry.rules)}"
        return explanation_button(written, capitalize_first(entry.name()), meaning, f"{place}:{entry.id}")


def explanation_button(label: Child, name: str, meaning: str, key: str, cls: str = "") -> Markup:
    """Return a word or a picture as a button that opens its name and meaning beside it."""
    return el(
        "button",
        label,
        type="button",
        cls=f"tk-explained {cls}".rstrip(),
        data_term=meaning,
        data_name=name,
        data_key=key,
        aria_expanded="false",
    )
