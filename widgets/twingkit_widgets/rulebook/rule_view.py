"""One rule in full: its text, its status, its sources, and where to go on."""

from __future__ import annotations

import re

import attrs

from twingkit.rulebook import Rule, Rulebook
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.rulebook.rule_list import WORDS
from twingkit_widgets.rulebook.rulings import note_of, rule_button, status_key, status_name
from twingkit_widgets.site.addresses import readings_link

STATUSES = ("printed", "noted", "ruling", "variant")
"""The signs that a rule can carry, in the order in which they are explained."""


RULE_ID = re.compile(r"\b[A-Z]{2}-[A-Z]+-\w+")
"""The pattern of a rule's id within a text."""


def cited(text: str, book: Rulebook, lang: str, key: str) -> Markup:
    """Return a text with the ids of rules in it as buttons that open them; `key` keeps their focus apart."""
    parts: list[Child] = []
    position = 0
    for index, match in enumerate(RULE_ID.finditer(text)):
        if match[0] in book:
            sign = rule_button(match[0], lang, "open", key=f"{key}:{index}:{match[0]}")
            parts += [text[position : match.start()], sign]
            position = match.end()
    return join(*parts, text[position:])


def status_chip(status: str, lang: str) -> Markup:
    """Return the sign that says who says a rule; `status` is one of `STATUSES`."""
    return el("span", status_name(status, lang), cls=f"tk-chip tk-book-{status}")


@attrs.frozen
class RuleView:
    """A rule as the panel shows it.

    `results` says whether the list beside it is a search's; `prefix` begins ids of elements, `site` allows
    links to pages. What a game shows besides, it adds in `text` and `beside`.
    """

    book: Rulebook
    rule: Rule
    lang: str
    results: bool = False
    prefix: str = "tk"
    site: bool = False

    def html(self) -> Markup:
        """All of it, from the title to the way on."""
        rule = self.rule
        return el(
            "article",
            self._head(),
            el("div", self.text(), cls="tk-stack tk-tight", data_key="text"),
            self._note(),
            self._readings(),
            self.beside(),
            self._origin(),
            self._related(),
            self._onward(),
            cls="tk-book-rule tk-stack",
            data_key="detail",
            tabindex="-1",
            data_focus=True,
            aria_label=f"{rule.id}: {rule.title(self.lang)}",
        )

    def text(self) -> Child:
        """Return what the rule says."""
        return el("p", cited(self.rule.text(self.lang), self.book, self.lang, "text"), cls="tk-book-text")

    def beside(self) -> Child:
        """The game's own part between the rule's note and its sources; None by default."""
        return None

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(self.lang, key, **facts)

    def _head(self) -> Markup:
        rule = self.rule
        chapter = next(chapter for chapter in self.book.chapters if chapter.id == rule.chapter)
        back = self._say("back_results" if self.results else "back")
        return el(
            "div",
            el(
                "div",
                button(["‹ ", back], "close", cls="tk-button tk-book-back", key="close", data_controls=True),
                el("p", chapter.title(self.lang), cls="tk-label tk-book-chapter"),
                self._ways(),
                cls="tk-book-bar",
            ),
            el("h2", rule.title(self.lang)),
            el(
                "p",
                el("span", rule.id, cls="tk-rule"),
                " ",
                status_chip(status_key(rule), self.lang),
                cls="tk-row",
            ),
            cls="tk-book-head",
            data_bring=rule.id,
            data_key="head",
        )

    def _neighbours(self) -> tuple[Rule | None, Rule | None]:
        """The rules before and after this one in the rulebook."""
        order = list(self.book)
        index = order.index(self.rule)
        return order[index - 1] if index else None, order[index + 1] if index + 1 < len(order) else None

    def _ways(self) -> Markup:
        before, after = self._neighbours()
        ids = (before.id if before else None, after.id if after else None)
        return ways_html("open", ids, self.lang, self._say("ways"))

    def _note(self) -> Markup | None:
        note = note_of(self.rule, self.lang)
        if not note:
            return None
        paragraph = el("p", cited(note, self.book, self.lang, "note"), cls="tk-book-why")
        return el("div", el("h3", self._say("note")), paragraph, cls="tk-note tk-stack", data_key="note")

    def _readings(self) -> Markup | None:
        """The way to the readings of a rule that can be read in several ways, each played."""
        link = readings_link(self.rule.id, self.lang) if self.site else ""
        label = self._say("readings")
        return el("p", el("a", label, href=link, cls="tk-button", data_key="readings")) if link else None

    def _origin(self) -> Markup:
        rule, status = self.rule, status_key(self.rule)
        return el(
            "div",
            None
            if status == "noted"  # the note says it, and only where it is so
            else el("p", self._say(f"status.{status}.meaning"), cls="tk-small tk-soft"),
            el("h3", self._say("sources")) if rule.sources else None,
            el("ul", [el("li", source) for source in rule.sources]) if rule.sources else None,
            cls="tk-book-origin",
            data_key="origin",
        )

    def _related(self) -> Markup | None:
        if not self.rule.see:
            return None
        own = f"{self.prefix}-see"
        return el(
            "div",
            el("h3", self._say("see"), id=own),
            linked(self.book, self.rule.see, self.lang, "see", aria_labelledby=own),
            cls="tk-stack tk-tight",
            data_controls=True,
            data_key="related",
        )

    def _onward(self) -> Markup | None:
        _, after = self._neighbours()
        if after is None:
            return None
        label = [self._say("next_rule", title=after.title(self.lang)), " ›"]
        return el("p", button(label, "open", after.id, key="onward"), data_controls=True)


def ways_html(act: str, ids: tuple[str | None, str | None], lang: str, label: str) -> Markup:
    """Return the two buttons to the entries before and after (None: nothing); they call `act` with its id."""
    back = ["‹", el("span", " ", WORDS.say(lang, "previous"), cls="tk-book-way")]
    on = [el("span", WORDS.say(lang, "next"), " ", cls="tk-book-way"), "›"]
    buttons = [
        button(sign, act, id_, key=key, shortcut=letter, disabled=id_ is None)
        for sign, id_, key, letter in ((back, ids[0], "previous", "p"), (on, ids[1], "next", "n"))
    ]
    return el("div", buttons, cls="tk-book-ways", role="group", aria_label=label, data_controls=True)


def linked(
    book: Rulebook, names: tuple[str, ...], lang: str, key: str, aria_labelledby: str | None = None
) -> Markup:
    """Return rules by their titles as a row of buttons that open them; `key` keeps their focus apart."""
    buttons = [
        button(
            [el("span", book[name].title(lang)), el("span", name, cls="tk-rule")],
            "open",
            name,
            key=f"{key}:{name}",
        )
        for name in names
    ]
    return el("div", buttons, cls="tk-row", data_roving=True, role="group", aria_labelledby=aria_labelledby)
