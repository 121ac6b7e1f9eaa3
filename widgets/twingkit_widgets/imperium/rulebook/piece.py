"""An entry of the gallery: picture, facts, text, and rule."""

from __future__ import annotations

import attrs

from twingkit.core.rulebook.rule_search import SearchableText
from twingkit_widgets.imperium.rulebook.gallery_words import rule_text
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import capitalize_first
from twingkit_widgets.read.rulebook.rulings import house_rule_notes_html


@attrs.frozen(kw_only=True)
class GalleryPiece:
    """The gallery entry of a card, technology, unit, tile or faction, in one language.

    `figure` is its drawing, `facts` are short texts such as values, colours and timing. The text of `rule`
    describes its effect; a piece with several parts, such as a faction, has them in `more`.
    """

    id: str
    title: str
    figure: Markup
    facts: tuple[Child, ...] = ()
    rule: str = ""
    more: Child = None
    extra_search_words: str = ""
    """The words that a search finds in addition to the title and the rule."""

    def html(self) -> Markup:
        """Return the piece as a list entry."""
        text = rule_text(self.rule)
        facts = [el("span", fact, cls="tk-chip") for fact in self.facts if fact]
        sign = rule_badge(self.rule, "open", key=f"rule:{self.id}") if text else None
        return el(
            "li",
            el("div", self.figure, cls="tk-piece-figure"),
            el(
                "div",
                el("h3", capitalize_first(self.title)),
                el("p", facts, cls="tk-piece-facts") if facts else None,
                el("p", text, " ", sign) if text else None,
                house_rule_notes_html([self.rule]) if text else None,
                self.more,
                cls="tk-piece-told",
            ),
            cls="tk-piece",
            data_key=f"piece:{self.id}",
        )

    def search_text(self, key: str) -> SearchableText:
        """Return the texts by which a search finds the piece, under the search key `key`."""
        return SearchableText(key, self.title, [(1, rule_text(self.rule)), (1, self.extra_search_words)])
