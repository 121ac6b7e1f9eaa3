"""A rule, what players ask about it, and a chapter of rules."""

from __future__ import annotations

import html
from collections.abc import Mapping

import attrs

from twingkit.core.language import language, localized

RULE_STATUSES = ("printed", "reference", "ruling", "variant")
"""The possible statuses of a rule, which say where it comes from.

These are a printed source, the publisher's current rules reference, a ruling of this project, or an option of
a printed source.
"""

TextByLanguage = Mapping[str, str]


@attrs.frozen
class AnsweredQuestion:
    """A question that players ask about a rule, with its answer in one sentence."""

    texts: TextByLanguage
    answers: TextByLanguage

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the question."""
        return self.texts[language()]

    @localized
    def answer(self, lang: str | None = None) -> str:
        """Return the answer."""
        return self.answers[language()]


@attrs.frozen
class Rule:
    """A rule: its id, its text in every language, and its sources.

    `status` is one of `RULE_STATUSES`; `sources` are headings of the printed rulebooks; `note` says which
    part is this project's own ruling, and why (empty if no part is); `related_rules` lists related ids;
    `player_questions` are questions that the rule answers.

    >>> from twingkit import twing
    >>> rule = twing.rulebook()["TW-BAT-16"]
    >>> rule.title(), rule.title("de"), rule.status
    ('Critical results', 'Kritische Ergebnisse', 'printed')
    """

    id: str
    chapter: str
    status: str
    titles: TextByLanguage
    texts: TextByLanguage
    sources: tuple[str, ...] = ()
    notes: TextByLanguage = attrs.field(factory=dict)
    related_rules: tuple[str, ...] = ()
    player_questions: tuple[AnsweredQuestion, ...] = ()

    @localized
    def title(self, lang: str | None = None) -> str:
        """Return the rule's short name."""
        return self.titles[language()]

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the text of the rule."""
        return self.texts[language()]

    @localized
    def note(self, lang: str | None = None) -> str:
        """Return the note on this project's own ruling, with its reason; "" if there is none."""
        return self.notes.get(language(), "")

    def _repr_html_(self) -> str:
        text, source = html.escape(self.text()), html.escape("; ".join(self.sources))
        return f"<p><b>{self.id} {html.escape(self.title())}</b><br>{text}<br><small>{source}</small></p>"


@attrs.frozen
class Chapter:
    """A chapter of a rulebook: its id and its title in every language.

    `is_detail` is true for a chapter about single cards, factions or interpretations; a search lists it
    below the others.
    """

    id: str
    titles: TextByLanguage
    is_detail: bool = False

    @localized
    def title(self, lang: str | None = None) -> str:
        """Return the title of the chapter."""
        return self.titles[language()]
