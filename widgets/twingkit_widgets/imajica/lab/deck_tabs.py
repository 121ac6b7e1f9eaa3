"""The tabs of the deck builder: curves, list, and file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar
from urllib.parse import quote

from twingkit import imajica
from twingkit.core.messages import Fault
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import as_frame, frame_from_rows
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.box.custom_sets import COLUMNS, FORMATS, format_deck, parse_deck
from twingkit.imajica.box.effects import CARD_KINDS
from twingkit.imajica.exact_odds.deck_curves import FIRST_TURN_HAND_SIZE, STATS, DeckCounts, deck_counts
from twingkit_widgets.imajica.lab.deck_draft import DeckDraft
from twingkit_widgets.imajica.words import card_kind_plural
from twingkit_widgets.imajica.words import rulebook_term as kind_name
from twingkit_widgets.imajica.words import say as plain_say
from twingkit_widgets.lab.tab import LabTab
from twingkit_widgets.panel.controls import column_heads, named_field, submit_button, table_with_heads
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import number, percent


class DeckTab(LabTab):
    """Base class of the deck builder's tabs, which work for every deck, legal or not."""

    accepts_any_draft: ClassVar[bool] = True
    needs_odds: ClassVar[bool] = False

    draft: DeckDraft
    """The current deck of the lab."""


class DeckCountsTab(DeckTab):
    """The deck builder's tab with statistics of the deck: card kinds, values of characters, Dominions, and
    the first hand.
    """

    def frame(self) -> DataFrame:
        """Return the numbers of characters by their values, as `imajica.deck_counts` does."""
        return as_frame(imajica.deck_counts(self.draft.deck))

    def view(self) -> Markup:
        """Render the distributions of card kinds, characters' values and Dominions, and the chances of the
        first hand.
        """
        curves = deck_counts(self.draft.deck)
        figures = [self._figure(stat, curves) for stat in STATS]
        return el(
            "div",
            el("div", figures, cls="im-curves"),
            el("div", self._kinds(curves), self._homes(curves), cls="im-curves"),
            self._hand(curves),
            cls="tk-stack",
        )

    def _figure(self, stat: str, curves: DeckCounts) -> Markup:
        counts = curves.count_by_value[stat]
        highest = max(counts.values(), default=1)
        lowest, largest = min(counts, default=0), max(counts, default=-1)
        rows = [_bar(str(figure), counts.get(figure, 0), highest) for figure in range(lowest, largest + 1)]
        name = plain_say(f"figure.{stat}")
        mean = self.say("curves.mean", n=number(curves.mean(stat), 1))
        title = self.say("curves.figure", figure=name)
        body = el("table", el("caption", title, " ", mean), el("tbody", rows), cls="im-curve")
        return body if rows else el("p", title, " ", self.say("curves.nobody"))

    def _kinds(self, curves: DeckCounts) -> Markup:
        highest = max(curves.count_by_kind.values(), default=1) or 1
        rows = [_bar(card_kind_plural(kind), curves.count_by_kind[kind], highest) for kind in CARD_KINDS]
        return el("table", el("caption", self.say("curves.kinds")), el("tbody", rows), cls="im-curve")

    def _homes(self, curves: DeckCounts) -> Markup:
        kinds = ("character", "site", "path")
        names = [plain_say("card.dominion", n="").strip()]
        head = column_heads([*names, *(card_kind_plural(kind) for kind in kinds)])
        rows = [
            el(
                "tr",
                el("th", el("span", home, cls=f"im-dominion im-d{home}"), scope="row"),
                [el("td", counts[kind], cls="tk-number") for kind in kinds],
            )
            for home, counts in curves.count_by_dominion.items()
        ]
        caption = el("caption", self.say("curves.homes"))
        return table_with_heads(head, rows, "im-homes", caption)

    def _hand(self, curves: DeckCounts) -> Markup:
        shown = [
            el("div", el("dt", kind_name(kind)), el("dd", percent(float(curves.first_hand_chance(kind)), 1)))
            for kind in ("character", "site", "path", "flash")
        ]
        return el(
            "div",
            el("h3", self.say("curves.hand", n=FIRST_TURN_HAND_SIZE)),
            el("dl", shown, cls="im-first"),
            el("p", self.say("curves.exact"), cls="tk-small tk-soft"),
        )


def _bar(name: str, count: int, highest: int) -> Markup:
    bar = el("span", cls="im-length", style=f"width:{100 * count / highest:.1f}%")
    return el("tr", el("th", name, scope="row"), el("td", bar, el("span", count, cls="tk-number")))


class DeckListTab(DeckTab):
    """The deck builder's tab that lists the cards of the deck by card kind."""

    def frame(self) -> DataFrame:
        """Return the cards of the deck with their kinds and numbers of copies."""
        known = load_cards()
        rows = [
            (name, known[name].kind if name in known else "", copies)
            for name, copies in self.draft.copies.items()
        ]
        return frame_from_rows(rows, ["card", "kind", "copies"])

    def view(self) -> Markup:
        """Render each card kind with its cards."""
        known, copies = load_cards(), self.draft.copies
        parts: list[Child] = []
        for kind in CARD_KINDS:
            cards = [
                (known[name], n) for name, n in copies.items() if name in known and known[name].kind == kind
            ]
            if cards:
                items = [el("li", f"{n} × " if n > 1 else "", card.name()) for card, n in cards]
                title = self.say("kind", kind=card_kind_plural(kind), n=sum(n for _, n in cards))
                parts.append(el("section", el("h3", title), el("ul", items, cls="tk-list")))
        unknown = [name for name in copies if name not in known]
        if unknown:
            parts.append(el("p", self.say("list.unknown", names=", ".join(unknown))))
        return el("div", parts or el("p", self.say("list.none")), cls="im-lists")


class DeckFileTab(DeckTab):
    """The deck builder's tab with the deck as a file to download, and a field to load a deck file."""

    invalid_text = ""
    """Text that was submitted last if it is not a valid deck."""
    fault: Fault | None = None

    def frame(self) -> DataFrame:
        """Return the faults of the deck, as `imajica.deck_faults` does."""
        return as_frame(imajica.deck_faults(self.draft.deck))

    def view(self) -> Markup:
        """Render the downloads, and a field for the text of a file."""
        deck = self.draft.deck
        links = [
            el(
                "a",
                self.say("file.download", form=form.upper()),
                href=f"data:text/plain;charset=utf-8,{quote(format_deck(deck, form))}",
                download=f"{deck.id}.{form}",
                cls="tk-button",
                data_key=f"download:{form}",
            )
            for form in FORMATS
        ]
        name = f"{self.lab.id_prefix}-file"
        field = named_field(
            "textarea",
            "text",
            self.invalid_text,
            cls="tk-field tk-code",
            rows=8,
            spellcheck="false",
            id=name,
            data_key="file:text",
            aria_invalid="true" if self.fault else None,
        )
        wrong: Child = None
        if self.fault is not None:
            wrong = el("div", el("p", self.fault.text()), cls="tk-alert", role="alert")
        use = submit_button(self.say("file.use"), "file:use")
        label = el("label", self.say("file.load"), for_=name, cls="tk-label")
        form = el("form", label, field, wrong, use, data_act="load", cls="tk-stack tk-tight", data_key="file")
        return el(
            "div",
            el("p", self.say("file.how")),
            el("div", links, cls="tk-row"),
            form,
            el("p", self.say("file.forms"), cls="tk-small tk-soft"),
            cls="tk-stack",
        )

    def act_load(self, value: object) -> None:
        """Load a deck from the text of a file; if it is not valid, show the fault and keep the deck."""
        text = str(value.get("text", "")) if isinstance(value, Mapping) else str(value or "")
        form = "csv" if text.lstrip("\ufeff ").startswith(COLUMNS[0]) else "toml"
        try:
            deck = parse_deck(text, form)
        except Fault as fault:
            self.invalid_text, self.fault = text, fault
            self.lab.status = fault.text()
            return
        self.invalid_text, self.fault = "", None
        self.lab.set_draft(DeckDraft.of(deck))

    def on_draft_changed(self) -> None:
        """Remove the fault of the last loaded file, because the deck has changed."""
        self.fault, self.invalid_text = None, ""
