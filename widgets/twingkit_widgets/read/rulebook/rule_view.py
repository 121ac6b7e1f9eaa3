"""One rule in full: its text, its status, its sources, and related links."""

from __future__ import annotations

import re
from collections.abc import Sequence

import attrs

from twingkit.core.rulebook import Rule, Rulebook
from twingkit_widgets.panel.address.addresses import interpretations_href
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.keys import GO_ON, UNDO
from twingkit_widgets.panel.markup import Child, Markup, button, el, replace_spans
from twingkit_widgets.read.rulebook import rulings
from twingkit_widgets.read.rulebook.rule_list import book_say

STATUS_KEYS = ("printed", "noted", "reference", "reference_noted", "ruling", "variant")
"""The statuses of rules, in the order in which they are explained."""


RULE_ID_PATTERN = re.compile(r"\b[A-Z]{2}-[A-Z]+-\w+")
"""Matches the id of a rule within a text."""


def with_rule_buttons(text: str, book: Rulebook, key_prefix: str, act: str = "open") -> Markup:
    """Return a text with its rule ids as buttons that call `act` with them; `key_prefix` makes their keys
    unique.
    """
    matches = enumerate(RULE_ID_PATTERN.finditer(text))
    return replace_spans(
        text,
        (
            (*match.span(), rule_badge(match[0], act, key=f"{key_prefix}:{index}:{match[0]}"))
            for index, match in matches
            if match[0] in book
        ),
    )


def status_chip(key: str) -> Markup:
    """Return the badge of a rule's status, one of `STATUS_KEYS`."""
    return el("span", rulings.rule_status_name(key), cls=f"tk-chip tk-book-{key}")


@attrs.frozen
class RuleView:
    """A view that renders one rule in full as HTML, from its title to its links.

    `beside_search_results` is True if the list beside it shows search results; `id_prefix` starts the ids of
    elements, `is_site_page` allows links to pages. Games add their own parts in `text_html` and
    `game_part_html`.
    """

    book: Rulebook
    rule: Rule
    lang: str
    beside_search_results: bool = False
    id_prefix: str = "tk"
    is_site_page: bool = False

    def html(self) -> Markup:
        """Return the whole rule as HTML, from the title to the links."""
        rule = self.rule
        return el(
            "article",
            self._head(),
            el("div", self.text_html(), cls="tk-stack tk-tight", data_key="text"),
            rulings.house_rule_notes_html([rule.id]),
            self._questions_and_answers(),
            self._note(),
            self._readings(),
            self.game_part_html(),
            self._origin(),
            self._related(),
            self._onward(),
            cls="tk-book-rule tk-stack",
            data_key="detail",
            tabindex="-1",
            data_focus=True,
            aria_label=f"{rule.id}: {rule.title()}",
        )

    def text_html(self) -> Child:
        """Return the text of the rule."""
        return el("p", with_rule_buttons(self.rule.text(), self.book, "text"), cls="tk-book-text")

    def game_part_html(self) -> Child:
        """Return the game's part between the note and the sources; None by default."""
        return None

    def _head(self) -> Markup:
        rule = self.rule
        chapter = next(chapter for chapter in self.book.chapters if chapter.id == rule.chapter)
        bar = back_button(book_say("back_results" if self.beside_search_results else "back"), "close")
        ways = neighbour_buttons("open", self._neighbours(), book_say("ways"))
        sign = el("span", rule.id, cls="tk-rule")
        below = el("p", sign, " ", status_chip(rulings.status_key(rule)), cls="tk-row")
        return entry_head_html(bar, chapter.title(), ways, rule.title(), rule.id, below)

    def _neighbours(self) -> tuple[str | None, str | None]:
        return neighbour_ids([rule.id for rule in self.book], self.rule.id)

    def _note(self) -> Markup | None:
        note = rulings.rule_note_text(self.rule)
        if not note:
            return None
        paragraph = el("p", with_rule_buttons(note, self.book, "note"), cls="tk-book-why")
        return el("div", el("h3", book_say("note")), paragraph, cls="tk-note tk-stack", data_key="note")

    def _questions_and_answers(self) -> Markup | None:
        if not self.rule.player_questions:
            return None
        asked = [[el("dt", each.text()), el("dd", each.answer())] for each in self.rule.player_questions]
        return el("div", el("h3", book_say("asked")), el("dl", asked), cls="tk-book-asked", data_key="asked")

    def _readings(self) -> Markup | None:
        link = interpretations_href(self.rule.id) if self.is_site_page else ""
        label = book_say("readings")
        return el("p", el("a", label, href=link, cls="tk-button", data_key="readings")) if link else None

    def _origin(self) -> Markup:
        status = rulings.status_key(self.rule)
        sources = [el("li", rulings.source_html(source, self.book)) for source in self.rule.sources]
        return el(
            "div",
            None
            if status == "noted"  # the note says so if it is the case
            else el("p", book_say(f"status.{status}.meaning"), cls="tk-small tk-soft"),
            [el("h3", book_say("sources")), el("ul", sources)] if sources else None,
            cls="tk-book-origin",
            data_key="origin",
        )

    def _related(self) -> Markup | None:
        if not self.rule.related_rules:
            return None
        own = f"{self.id_prefix}-see"
        rules = rule_buttons(self.book, self.rule.related_rules, "see", aria_labelledby=own)
        return titled_row(own, book_say("see"), rules, "related")

    def _onward(self) -> Markup | None:
        _, after = self._neighbours()
        if after is None:
            return None
        label = [book_say("next_rule", title=self.book[after].title()), " ›"]
        return el("p", button(label, "open", after, key="onward"), data_controls=True)


def neighbour_ids(ids: Sequence[str], entry_id: str) -> tuple[str | None, str | None]:
    """Return the ids before and after `entry_id` in a list; None at an end."""
    index = ids.index(entry_id)
    return ids[index - 1] if index else None, ids[index + 1] if index + 1 < len(ids) else None


def back_button(label: str, act: str) -> Markup:
    """Return the button that goes from an entry back to the list, with the action `act`."""
    cls = "tk-button tk-book-back"
    return button(["‹ ", label], act, cls=cls, key="close", data_controls=True)


def entry_head_html(
    back: Markup, above: Child, neighbour_links: Markup, title: str, entry_id: str, below: Child = None
) -> Markup:
    """Return the head of an entry: the button `back` to the list, the text `above` the title, the buttons
    `neighbour_links` to its neighbours, the title, and what is `below` it.
    """
    bar = el("div", back, el("p", above, cls="tk-label tk-book-chapter"), neighbour_links, cls="tk-book-bar")
    inside = [bar, el("h2", title), below]
    return el("div", inside, cls="tk-book-head", data_bring=entry_id, data_key="head")


def titled_row(heading_id: str, title: str, content: Markup, key: str | None = None) -> Markup:
    """Return links (`content`) in a row below a heading; `heading_id` is the HTML id of the heading."""
    head = el("h3", title, id=heading_id)
    return el("div", head, content, cls="tk-stack tk-tight", data_controls=True, data_key=key)


def neighbour_buttons(act: str, ids: tuple[str | None, str | None], label: str) -> Markup:
    """Return the buttons to the previous and the next entry, which call `act` with its id. A button is
    disabled if its id is None.
    """
    back = ["‹", el("span", " ", book_say("previous"), cls="tk-book-way")]
    on = [el("span", book_say("next"), " ", cls="tk-book-way"), "›"]
    buttons = [
        button(sign, act, id_, key=key, shortcut=letter, disabled=id_ is None)
        for sign, id_, key, letter in ((back, ids[0], "previous", UNDO), (on, ids[1], "next", GO_ON))
    ]
    return el("div", buttons, cls="tk-book-ways", role="group", aria_label=label, data_controls=True)


def rule_buttons(
    book: Rulebook, rule_ids: tuple[str, ...], key_prefix: str, aria_labelledby: str | None = None
) -> Markup:
    """Return a row of buttons that open rules, by title; `key_prefix` makes their keys unique."""
    buttons = [
        button(
            [el("span", book[name].title()), el("span", name, cls="tk-rule")],
            "open",
            name,
            key=f"{key_prefix}:{name}",
        )
        for name in rule_ids
    ]
    return el("div", buttons, cls="tk-row", data_roving=True, role="group", aria_labelledby=aria_labelledby)
