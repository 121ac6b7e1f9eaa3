"""Disagreements about the rules: questions to choose from, each played in both interpretations.

A game makes its panel from a `DisagreementsDesign`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import traitlets

from twingkit.core.rulebook.rule_errors import UnknownRule
from twingkit.core.variants.disagreements import RuleDisagreement
from twingkit_widgets.panel.controls import button_group, fresh_id, unknown_rule_alert
from twingkit_widgets.panel.keys import GO_ON, UNDO
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.panel.panel import CSS, Panel
from twingkit_widgets.panel.wording import PanelTexts
from twingkit_widgets.read.rulebook.disagreements_view import DisagreementsDesign, DisagreementView

DISAGREEMENTS_CSS = CSS + Path(__file__).with_name("disagreements_panel.css").read_text(encoding="utf-8")
"""The style of the panel, without that of a game's pictures."""

DISAGREEMENTS_WORDS = PanelTexts(Path(__file__).with_name("disagreements_words.toml"))
"""The texts of the panel for any game."""

_ALL_KINDS = "all"


def disagreements_words(module_file: str) -> PanelTexts:
    """Return the texts in the file `disagreements_words.toml` beside a game's module, with those for any game
    as fallback.
    """
    return PanelTexts(Path(module_file).with_name("disagreements_words.toml"), fallback=DISAGREEMENTS_WORDS)


class RuleDisagreementsPanelBase(Panel):
    """Base class of a game's panel of rules with several interpretations; each game sets its `design`.

    A question opens beside the list, or on a narrow screen instead of it.

    `rule` is the rule to open (None: only the list). An unknown id is not an error: the panel says so and
    suggests the nearest. `site` allows links to the other pages of the site.
    """

    _css = DISAGREEMENTS_CSS
    design: ClassVar[DisagreementsDesign]

    state = traitlets.Unicode(help="the open rule's id, for links and for restoring the page")

    def __init__(self, lang: str | None = None, *, rule: str | None = None, site: bool = False) -> None:
        self.shown_kind = _ALL_KINDS
        self.site = site
        self.disagreement: RuleDisagreement | None = None
        self.unknown_rule: UnknownRule | None = None
        self.open_rule_id = self._opened_at = self._last = ""
        self._id = fresh_id()
        self._open(rule)
        super().__init__(lang=lang)
        self.state = self.disagreement.rule if self.disagreement else ""

    # -- actions

    def act_books(self, value: object) -> None:
        """List all disagreements, or only those of one kind."""
        self.shown_kind = str(value) if value in self.design.disagreements.kinds else _ALL_KINDS
        self.status = self._say("found", n=len(self._listed()))

    def act_open(self, value: object) -> None:
        """Open the disagreement about the rule with this id."""
        self._open(str(value))
        self._news()

    def act_close(self, value: object) -> None:
        """Return to the list, where the disagreement that was open gets the focus."""
        self._last = self.state
        self._open(None)
        self.state = ""

    def act_previous(self, value: object) -> None:
        """Open the previous disagreement in the list."""
        self._step(-1)

    def act_next(self, value: object) -> None:
        """Open the next disagreement in the list; the first one if none is open."""
        self._step(1)

    def act_rule_of_sentence(self, value: object) -> None:
        """Open or close the rule below a line of a scene: `ours:2|TW-BAT-16` for the third line of our
        interpretation.
        """
        key, _, rule = str(value).partition("|")
        if self._opened_at == key and self.open_rule_id == rule:
            rule = ""
        self._opened_at = key
        self.act_rule(rule)

    def act_rule(self, value: object) -> None:
        """Open a rule in place of the one that is open; "" closes it."""
        book = self.design.disagreements.rulebook()
        self.open_rule_id = str(value) if value in book else ""
        if self.open_rule_id:
            self.status = f"{self.open_rule_id}: {book[self.open_rule_id].title()}"
        else:
            self._opened_at = ""

    def address(self) -> dict[str, str]:
        """Return the query of a link to the current state."""
        return {"rule": self.state} if self.state else {}

    def show_query(self, query: Mapping[str, str]) -> None:
        """Open the disagreement named in a query, after the browser went back or forward."""
        self.act_open(query["rule"]) if "rule" in query else self.act_close(None)

    def _open(self, rule_id: str | None) -> None:
        self.unknown_rule = None
        self.open_rule_id = self._opened_at = ""
        try:
            self.disagreement = self.design.disagreements[rule_id] if rule_id else None
        except UnknownRule as fault:
            self.disagreement, self.unknown_rule = None, fault

    def _step(self, way: int) -> None:
        rule = self._neighbour(way)
        if rule:
            self._open(rule)
            self._news()

    def _news(self) -> None:
        self.state = self.disagreement.rule if self.disagreement else ""
        if self.disagreement:
            self.status = f"{self.disagreement.rule}: {self.disagreement.question()}"

    # -- HTML

    def render(self) -> Markup:
        """Return the list of disagreements, with the open one beside it."""
        detail = self._detail(self.disagreement) if self.disagreement else self._invitation()
        return el(
            "div",
            self._unknown(),
            self._filter(),
            el("div", self._list(), detail, cls="tk-rd-halves"),
            cls="tk-rd",
            data_open="" if self.disagreement else None,
        )

    def _say(self, key: str, **facts: object) -> str:
        return self.design.words.say(key, **facts)

    def _listed(self) -> list[RuleDisagreement]:
        return [entry for entry in self.design.disagreements if self.shown_kind in (_ALL_KINDS, entry.kind)]

    def _neighbour(self, way: int) -> str:
        """Return the rule id of the listed disagreement before (`way` -1) or after (1) the open one; "" if
        there is none.
        """
        order = [entry.rule for entry in self.design.disagreements]
        index = order.index(self.disagreement.rule) if self.disagreement else -1
        listed = {entry.rule for entry in self._listed()}
        following = order[index + 1 :] if way > 0 else order[: max(index, 0)][::-1]
        return next((rule for rule in following if rule in listed), "")

    def _unknown(self) -> Markup | None:
        if self.unknown_rule is None:
            return None
        return unknown_rule_alert(
            self.unknown_rule, self._say, lambda name: self.design.disagreements[name].question()
        )

    def _list(self) -> Markup:
        items = [el("li", self._entry(entry), data_key=f"entry:{entry.rule}") for entry in self._listed()]
        label = self._say("list")
        listed = el("ol", items, cls="tk-list tk-rd-list", data_roving=True, aria_label=label)
        return el("nav", listed, cls="tk-rd-nav", aria_label=label)

    def _filter(self) -> Markup:
        counts = {_ALL_KINDS: len(self.design.disagreements)}
        for entry in self.design.disagreements:
            counts[entry.kind] = counts.get(entry.kind, 0) + 1
        choices = []
        for books in (_ALL_KINDS, *self.design.disagreements.kinds):
            count = el("span", counts[books], cls="tk-number tk-rd-count")
            choices.append((books, [el("span", self._say(f"books.{books}")), count]))
        label = self._say("filter")
        return button_group(choices, self.shown_kind, "books", label, "tk-rd-filter", data_controls=True)

    def _entry(self, entry: RuleDisagreement) -> Markup:
        current = self.disagreement is not None and entry.rule == self.disagreement.rule
        return button(
            [el("span", entry.question()), " ", el("span", entry.rule, cls="tk-rule")],
            "open",
            entry.rule,
            cls="tk-rd-entry",
            aria_current="true" if current else None,
            data_focus=self.disagreement is None and entry.rule == self._last,
        )

    def _invitation(self) -> Markup:
        first = self._neighbour(1)
        return el(
            "div",
            el("h2", self._say("title")),
            el("p", self._say("intro", n=len(self.design.disagreements))),
            el("p", button(self._say("begin"), "open", first, key="begin", cls="tk-button tk-main")),
            cls="tk-rd-detail tk-rd-empty tk-stack",
        )

    def _detail(self, disagreement: RuleDisagreement) -> Markup:
        chip = el("span", self._say(f"books.{disagreement.kind}"), cls="tk-chip")
        head = el(
            "div",
            button(["‹ ", self._say("back")], "close", cls="tk-button tk-rd-back"),
            el("p", el("span", disagreement.rule, cls="tk-rule"), chip, cls="tk-row"),
            el("h2", disagreement.question()),
            cls="tk-rd-head",
            data_bring=disagreement.rule,
            data_key="head",
        )
        view = DisagreementView(
            self.design, disagreement, self.open_rule_id, self._opened_at, self._id, self.site
        )
        back, on = ["‹ ", self._say("previous")], [self._say("next"), " ›"]
        ways = [
            button(back, "previous", key="previous", shortcut=UNDO, disabled=not self._neighbour(-1)),
            button(on, "next", key="next", shortcut=GO_ON, disabled=not self._neighbour(1)),
        ]
        return el(
            "article",
            head,
            view.html(),
            el("div", ways, cls="tk-toolbar", data_controls=True),
            cls="tk-rd-detail tk-stack",
            data_key="detail",
            tabindex="-1",
            data_focus=True,
            aria_label=disagreement.question(),
        )
