"""The glossary of a game as a part of its rulebook: every word with its meaning and its rules."""

from __future__ import annotations

from twingkit.core.glossary import Glossary
from twingkit_widgets.panel.controls import rule_button
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.wording import capital
from twingkit_widgets.read.rulebook.rulings import with_us_notes


def glossary_html(words: Glossary, lang: str, opened: str = "") -> Markup:
    """All words by their names; the one with the id `opened` comes into sight."""
    entries = sorted(words.entries.values(), key=lambda entry: entry.name(lang).casefold())
    rows = []
    for entry in entries:
        rules = [rule_button(rule, lang, "open", key=f"{entry.id}:{rule}") for rule in entry.rules]
        title = entry.name(lang)
        name = el("dt", el("b", capital(title)))
        meaning = el(
            "dd", el("p", entry.text(lang)), with_us_notes(entry.rules, lang), el("div", rules, cls="tk-row")
        )
        is_open = entry.id == opened
        rows.append(
            el(
                "div",
                name,
                meaning,
                cls="tk-book-word tk-book-word-open" if is_open else "tk-book-word",
                data_key=f"word:{entry.id}",
                data_bring=entry.id if is_open else None,
            )
        )
    return el("dl", rows, cls="tk-book-words", data_controls=True)
