"""The glossary of Imajica as a part of its rulebook: every word with its meaning and its rules."""

from __future__ import annotations

from twingkit.imajica.glossary import words
from twingkit_widgets.imajica.words import capital
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.rulebook.rulings import rule_button


def glossary_html(lang: str, opened: str = "") -> Markup:
    """All words by their names; the one with the id `opened` comes into sight."""
    entries = sorted(words().entries.values(), key=lambda entry: entry.name(lang).casefold())
    rows = []
    for entry in entries:
        rules = [rule_button(rule, lang, "open", key=f"{entry.id}:{rule}") for rule in entry.rules]
        name = el("dt", el("b", capital(entry.name(lang))))
        meaning = el("dd", el("p", entry.text(lang)), el("div", rules, cls="tk-row"))
        is_open = entry.id == opened
        rows.append(
            el(
                "div",
                name,
                meaning,
                cls="im-word im-word-open" if is_open else "im-word",
                data_key=f"word:{entry.id}",
                data_bring=entry.id if is_open else None,
            )
        )
    return el("dl", rows, cls="im-word-list", data_controls=True)
