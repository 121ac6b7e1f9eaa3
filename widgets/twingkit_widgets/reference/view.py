"""One name of the reference in full: how it is called, what it does, its example, what came out of it."""

from __future__ import annotations

from typing import Any

import attrs

from twingkit.reports.explained import table_columns, table_named
from twingkit.words import spoken
from twingkit_widgets.panel.chart import chart_html
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.reference.name_list import WORDS, plain
from twingkit_widgets.reference.names import Entry, entries
from twingkit_widgets.reference.run import Outcome, code, needed
from twingkit_widgets.reference.source import CLASS, FUNCTION, Member, Written
from twingkit_widgets.reference.text import EXAMPLE, Block, Prose, blocks, examples, spoken_of

ROWS, COLUMNS = 8, 16
"""The number of rows and columns of a table that are shown."""

FOLDED = 100
"""A text with a longer line is taken for sentences."""

DIGITS = 4
"""The number of significant digits shown of a number in a table."""


@attrs.frozen
class EntryView:
    """An entry as the panel shows it.

    `outcome` is what came out of its example (None: it has not run), `results` whether the list beside it
    is a search's; `site` allows links to pages.
    """

    entry: Entry
    lang: str
    outcome: Outcome | None = None
    results: bool = False
    site: bool = False

    def html(self) -> Markup:
        """All of it, from the name to the way on."""
        entry = self.entry
        return el(
            "article",
            self._head(),
            el(
                "pre",
                el("code", entry.signature),
                cls="tk-ref-code tk-ref-signature",
                tabindex="0",
                lang="en",
            ),
            self._text(),
            self._columns(),
            self._asides(),
            self._example(),
            self._outcome(),
            self._members(),
            self._beside(),
            self._onward(),
            cls="tk-ref-entry tk-stack",
            data_key="detail",
            tabindex="-1",
            data_focus=True,
            aria_label=entry.name,
        )

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(self.lang, key, **facts)

    def _task(self) -> str:
        """Return the task that it is for."""
        return self.entry.part.titles(self.lang)[self.entry.group]

    # -- the head

    def _head(self) -> Markup:
        entry = self.entry
        back = self._say("back_results" if self.results else "back")
        package, _, module = entry.home.rpartition(".")
        line = f"from {package} import {module}" if package else f"from {entry.home} import {entry.short}"
        return el(
            "div",
            el(
                "div",
                button(["‹ ", back], "close", cls="tk-button tk-ref-back", key="close", data_controls=True),
                el("p", self._task(), cls="tk-label tk-ref-group"),
                self._ways(),
                cls="tk-ref-bar",
            ),
            el("h2", entry.name, cls="tk-code"),
            el(
                "p",
                el("span", self._say(f"kind.{entry.kind}"), cls="tk-chip"),
                el("code", line, cls="tk-code tk-small"),
                cls="tk-row",
            ),
            cls="tk-ref-head",
            data_bring=entry.name,
            data_key="head",
        )

    def _neighbours(self) -> tuple[str | None, str | None]:
        """The names before and after this one in the list."""
        order = list(entries())
        index = order.index(self.entry.name)
        return order[index - 1] if index else None, order[index + 1] if index + 1 < len(order) else None

    def _ways(self) -> Markup:
        before, after = self._neighbours()
        back = ["‹", el("span", " ", self._say("previous"), cls="tk-ref-way")]
        on = [el("span", self._say("next"), " ", cls="tk-ref-way"), "›"]
        buttons = [
            button(sign, "open", name, key=key, shortcut=letter, disabled=name is None)
            for sign, name, key, letter in ((back, before, "previous", "p"), (on, after, "next", "n"))
        ]
        label = self._say("ways")
        return el("div", buttons, cls="tk-ref-ways", role="group", aria_label=label, data_controls=True)

    # -- what it says

    def _text(self) -> Markup:
        prose = Prose(self.entry, self.lang, self.site)
        parts = [prose.html(block) for block in blocks(self.entry.doc) if block.kind != EXAMPLE]
        return el("div", parts, cls="tk-ref-text tk-stack", lang="en", data_key="text")

    def _asides(self) -> Markup | None:
        """Classes that the text speaks of and that are not offered themselves: what they hold."""
        spoken = spoken_of(self.entry)
        if not spoken:
            return None
        return el("div", [self._aside(entry) for entry in spoken], lang="en", data_key="asides")

    def _columns(self) -> Markup | None:
        """The columns of the table that a function returns, each with its meaning."""
        returned = self.entry.signature.rpartition(" -> ")[2]
        listed = table_columns(*table_named(self.entry.place.module, self.entry.place.name, returned))
        if not listed or self.entry.kind not in (FUNCTION, CLASS):
            return None
        rows = [
            [el("dt", el("code", column.name, cls="tk-code"), lang="en"), el("dd", column.says(self.lang))]
            for column in listed
        ]
        return el(
            "details",
            el("summary", self._say("columns", n=len(listed)), data_key="columns"),
            el("dl", rows, cls="tk-ref-members"),
            cls="tk-ref-aside",
            data_key="columns-of",
        )

    def _aside(self, written: Written) -> Markup:
        prose = Prose(self.entry, self.lang, self.site)
        return el(
            "details",
            el(
                "summary",
                el("code", written.place.name, cls="tk-code"),
                data_key=f"aside:{written.place.name}",
            ),
            el("pre", el("code", written.signature), cls="tk-ref-code", tabindex="0"),
            el(
                "div",
                [prose.html(block) for block in blocks(written.doc) if block.kind != EXAMPLE],
                cls="tk-ref-text tk-stack",
            ),
            cls="tk-ref-aside",
            data_key=f"aside-of:{written.place.name}",
        )

    def _members(self) -> Markup | None:
        """Return what a class can do."""
        if not self.entry.members:
            return None
        prose = Prose(self.entry, self.lang, self.site)
        rows = [self._member(prose, member) for member in self.entry.members]
        return el(
            "section",
            el("h3", self._say("members")),
            el("dl", rows, cls="tk-ref-members", lang="en"),
            cls="tk-stack tk-tight",
            data_key="members",
        )

    def _member(self, prose: Prose, member: Member) -> list[Markup]:
        signature = " ".join(member.signature.split()).replace("( ", "(").replace(", )", ")")
        return [el("dt", el("code", signature, cls="tk-code")), el("dd", prose.inline(member.summary))]

    # -- the example

    def _example(self) -> Markup | None:
        if not examples(self.entry.doc):
            return None
        example_blocks = [block for block in blocks(self.entry.doc) if block.kind == EXAMPLE]
        run = self._say("run_again" if self.outcome else "run")
        buttons = [
            button(["▶ ", run], "run", key="run", shortcut="r", cls="tk-button tk-main"),
            el(
                "button",
                self._say("copy"),
                type="button",
                cls="tk-button",
                data_copy=code(self.entry),
                data_copied=self._say("copied"),
                data_key="copy",
            ),
        ]
        return el(
            "section",
            el("h3", self._say("example")),
            el("pre", el("code", self._session(example_blocks)), cls="tk-ref-code", tabindex="0", lang="en"),
            el("div", buttons, cls="tk-toolbar", data_controls=True),
            cls="tk-ref-example tk-stack tk-tight",
            data_key="example",
        )

    def _session(self, examples: list[Block]) -> list[Child]:
        """The examples as a Python session, from what has to be imported on."""
        lines: list[Child] = [self._line(">>> ", line) for line in needed(self.entry)]
        for example in (shown_example for block in examples for shown_example in block.examples):
            for index, line in enumerate(example.source.rstrip("\n").split("\n")):
                lines.append(self._line("... " if index else ">>> ", line))
            if example.want:
                lines.append(el("span", example.want, cls="tk-ref-output"))
        return lines

    def _line(self, prompt: str, line: str) -> list[Child]:
        return [el("span", prompt, cls="tk-ref-prompt"), line, "\n"]

    def _outcome(self) -> Markup | None:
        """Return what came out: text, tables, figures."""
        outcome = self.outcome
        if outcome is None:
            return None
        if outcome.missing:
            lines: list[Child] = [el("p", self._say("missing", package=outcome.missing))]
        else:
            lines = [
                el("p", self._say("same" if outcome.same else "other"), cls="tk-small tk-soft"),
                self._printed(outcome.text) if outcome.text else None,
                *(
                    self._value(index, name, value)
                    for index, (name, value) in enumerate(outcome.made.items())
                ),
            ]
        return el(
            "section",
            el("h3", self._say("came_out")),
            lines,
            cls="tk-ref-outcome tk-stack tk-tight",
            data_key=f"outcome:{self.entry.name}",
            data_bring=f"outcome:{self.entry.name}",
        )

    def _printed(self, text: str) -> Markup:
        """Return what was printed; long sentences are folded, tables are not."""
        sentences = max(map(len, text.splitlines())) > FOLDED
        style = "tk-ref-code tk-ref-folded" if sentences else "tk-ref-code"
        return el("pre", el("code", text), cls=style, tabindex="0", lang="en")

    def _value(self, number: int, name: str, value: object) -> Markup:
        """A table or figure of the example."""
        if hasattr(value, "to_json") and hasattr(value, "layout"):
            from twingkit import charts

            return chart_html(
                value, charts.description(value, spoken(self.lang)), lang=self.lang, key=f"made:{number}"
            )
        return self._table(number, name, value)

    def _table(self, number: int, name: str, value: Any) -> Markup:  # whatever an example gives
        """The beginning of a DataFrame or Series."""
        frame = value.to_frame() if not hasattr(value, "columns") else value
        rows, columns = frame.shape
        named = str(frame.index.name or "")
        indexed = bool(named) or list(frame.index) != list(range(rows))
        facts = {"name": name, "rows": rows, "columns": columns, "shown": min(rows, ROWS)}
        key = f"table.{'part' if rows > ROWS else 'whole'}{'' if name else '_unnamed'}"
        head = [*([named] if indexed else []), *map(str, frame.columns[:COLUMNS])]
        body = [
            [*([index] if indexed else []), *row[:COLUMNS]]
            for index, row in zip(frame.index[:ROWS], frame.head(ROWS).values.tolist(), strict=True)
        ]
        caption = self._say(key, **facts)
        return el(
            "figure",
            el("figcaption", caption, cls="tk-small tk-soft"),
            el(
                "div",
                el(
                    "table",
                    el("thead", el("tr", [el("th", title, scope="col") for title in head])),
                    el("tbody", [el("tr", [el("td", cell_text(cell)) for cell in row]) for row in body]),
                    cls="tk-grid",
                ),
                cls="tk-plot-table",
                tabindex="0",
                role="region",
                aria_label=caption,
                lang="en",
            ),
            cls="tk-ref-table",
            data_key=f"made:{number}",
        )

    # -- the way on

    def _beside(self) -> Markup:
        """The other names for the task, and the place where this one is defined."""
        entry = self.entry
        others = [other for other in entries().values() if other.group == entry.group and other != entry]
        buttons = [
            button(
                other.name,
                "open",
                other.name,
                cls="tk-button tk-code",
                key=f"beside:{other.name}",
                title=plain(other.summary),
                lang="en",
            )
            for other in others
        ]
        file = entry.place.module.replace(".", "/") + ".py"
        own = el("p", self._say("written"), " ", el("code", file, cls="tk-code"), cls="tk-small tk-soft")
        label = self._task()
        return el(
            "section",
            el("h3", label),
            el("div", buttons, cls="tk-row", data_roving=True, role="group", aria_label=label),
            own,
            cls="tk-ref-beside tk-stack tk-tight",
            data_key="beside",
        )

    def _onward(self) -> Markup | None:
        _, after = self._neighbours()
        if after is None:
            return None
        label = [self._say("onward"), " ", el("span", after, cls="tk-code"), " ›"]
        return el("p", button(label, "open", after, key="onward"), data_controls=True)


def cell_text(value: object) -> str:
    """A value of a table: of a number `DIGITS` digits that mean something.

    >>> cell_text(0.694444), cell_text(36), cell_text("F5")
    ('0.6944', '36', 'F5')
    """
    return f"{value:.{DIGITS}g}" if isinstance(value, float) else str(value)
