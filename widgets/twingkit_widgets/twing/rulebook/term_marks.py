"""Glossary words in a text: the first occurrence of each opens its meaning below the text."""

from __future__ import annotations

from itertools import starmap

from twingkit.core.glossary import GlossaryEntry
from twingkit.core.language import language, localized
from twingkit.core.words import LANGUAGES, language_of
from twingkit.twing.glossary import load_glossary
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.keys import CLOSE
from twingkit_widgets.panel.markup import Markup, button, el, join, replace_spans
from twingkit_widgets.panel.wording import PanelTexts, capitalize_first
from twingkit_widgets.read.rulebook.rulings import house_rule_notes_html

_TERM_ACTION = "term"
"""The action that opens or closes the meaning of a word, with its id."""


def first_term_matches(text: str) -> list[tuple[int, int, GlossaryEntry]]:
    """Return the first occurrence of each glossary word in a text as (start, end, entry), in order."""
    first: dict[str, tuple[int, int, GlossaryEntry]] = {}
    for occurrence in load_glossary().matches_in(text):
        first.setdefault(occurrence[2].id, occurrence)
    return list(first.values())


@localized
def capitalized_name(entry: GlossaryEntry, lang: str | None = None) -> str:
    """Return the name of an entry with a capital first letter."""
    return capitalize_first(entry.name())


def with_term_buttons(text: str, open_entry_id: str, id_prefix: str) -> Markup:
    """Return a text as HTML in which glossary words are buttons that open their meaning; `open_entry_id` is
    the id of the open one.

    `id_prefix` is the prefix of the id of the meaning that the button controls (`term_meaning_html`).
    """

    def word_button(begin: int, end: int, entry: GlossaryEntry) -> tuple[int, int, Markup]:
        word = button(
            text[begin:end],
            _TERM_ACTION,
            entry.id,
            cls="tk-gloss",
            aria_expanded=str(entry.id == open_entry_id).lower(),
            aria_controls=f"{id_prefix}-meaning" if entry.id == open_entry_id else None,
        )
        return begin, end, word

    return replace_spans(text, starmap(word_button, first_term_matches(text)))


def other_language_and_intro(words: PanelTexts) -> tuple[str, str]:
    """Return the code of the language shown beside the reader's, and the words that introduce it."""
    other = next(code for code in LANGUAGES if code != language())
    key = f"glossary.other.{language()}"
    return other, words.say(key) if key in words else f"{language_of(other).name}:"


def _names_html(entry: GlossaryEntry, words: PanelTexts) -> Markup:
    """Return the name of an entry, with its name in the other language."""
    other, head = other_language_and_intro(words)
    name = [head, " ", el("span", capitalized_name(entry, other), lang=other)]
    same = capitalized_name(entry, other) == capitalized_name(entry)
    return join(capitalized_name(entry), None if same else [" ", el("small", name, cls="tk-gloss-other")])


def term_meaning_html(entry: GlossaryEntry, words: PanelTexts, id_prefix: str, more_act: str) -> Markup:
    """Return the meaning of a glossary entry, to be shown below a text, with a close button and the rules
    about it.

    `more_act` is the action that opens the entry in the glossary, `words` the catalogue with the texts.
    """
    close = button(
        "×",
        _TERM_ACTION,
        "",
        cls="tk-icon-button",
        key="term:close",
        shortcut=CLOSE,
        aria_label=words.say("term.close"),
    )
    rules = [rule_badge(rule, "open", key=f"meaning:{rule}") for rule in entry.rules]
    go = button(words.say("term.more"), more_act, entry.id, cls="tk-link", key="term:more")
    return el(
        "div",
        el("div", el("p", el("b", _names_html(entry, words))), close, cls="tk-meaning-head"),
        el("p", entry.text()),
        house_rule_notes_html(entry.rules),
        el("div", rules, go, cls="tk-row", data_controls=True),
        cls="tk-meaning",
        id=f"{id_prefix}-meaning",
        data_key=f"meaning:{entry.id}",
    )
