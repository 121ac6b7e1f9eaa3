"""The page on which a teacher pastes results: a table, the rules missed most often, and a CSV file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import traitlets

from twingkit.core.games import game_of_rule
from twingkit.core.messages import Fault
from twingkit.core.rulebook import Rule
from twingkit.core.tables.safe_cell import CSV_ENCODING
from twingkit.learn.classroom.pasted_results import PastedResults, parse_results
from twingkit.learn.classroom.result import TaskListResult
from twingkit.learn.classroom.rule_lessons import game_and_lesson_of_rule
from twingkit.learn.classroom.saved_lists import SavedLists
from twingkit.learn.classroom.table import missed_rules, results_csv_text, task_keys
from twingkit.learn.classroom.task_list import TaskList
from twingkit_widgets.learn.classroom.list_panel import CLASS_CSS, teacher_header_html
from twingkit_widgets.learn.classroom.steps_panel import SIGN_BY_STATE
from twingkit_widgets.learn.classroom.task_names import task_title, typed_position_by_checksum
from twingkit_widgets.learn.classroom.words import WORDS, key_for_count
from twingkit_widgets.learn.practice.links import game_page_href, lesson_title
from twingkit_widgets.panel.address.addresses import book_of, rule_href
from twingkit_widgets.panel.address.publishing_way import privacy_sentences
from twingkit_widgets.panel.controls import column_heads, fresh_id, named_field
from twingkit_widgets.panel.keys import CLOSE
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.panel import Panel

MAX_ROWS, MAX_FAULTS, MAX_RULES = 300, 20, 30
"""The largest numbers of learners, bad lines and rules that are shown; the CSV contains all learners."""
MAX_SAVED_LENGTH = 300_000
"""The largest number of characters of results saved in the browser."""
FILE = "twingkit-class.csv"
"""The file name of the saved table."""


class ResultsPanel(Panel):
    """The panel that shows the results of a class from texts that the teacher pastes; `results` has one
    result per line and is saved in the browser.
    """

    _css = CLASS_CSS
    MEMORY_TRAITS: ClassVar[Mapping[str, str]] = {
        "class-results": "results",
        "class-list": "draft_list",
        "class": "saved_lists",
    }

    results = traitlets.Unicode(help="the pasted results, one per line")
    draft_list = traitlets.Unicode(help="the teacher's list; only read here")
    saved_lists = traitlets.Unicode(help="the lists that were started here; only read here")

    def __init__(self, lang: str | None = None) -> None:
        self._texts = ""
        self.parsed_results = parse_results("")
        self.faulty_paste: tuple[PastedResults, str] | None = None
        """The results of the last text with errors, and its faulty lines."""
        self._lists: dict[str, str] = {}
        self._positions: dict[str, str] = {}
        self.confirms_erasing = self.is_too_large_to_save = False
        self._id = fresh_id()
        super().__init__(lang=lang)

    def load_memory(self, memory_name: str, saved_text: str) -> None:
        """Load saved browser data. Raises `ValueError` if it is not valid."""
        if memory_name == "class-results":
            self._set(f"{saved_text}\n{self._texts}")
        elif memory_name == "class":
            for begun in SavedLists.parse(saved_text).lists.values():
                self._lists[begun.task_list.checksum] = begun.task_list.title
                self._positions |= typed_position_by_checksum(begun.task_list.tasks)
            self.saved_lists = saved_text
        else:
            title, *lines = saved_text.splitlines() or [""]
            if lines:
                assigned = TaskList(title.removeprefix("title").strip(), lines)
                self._lists[assigned.checksum] = assigned.title
                self._positions |= typed_position_by_checksum(assigned.tasks)
            self.draft_list = saved_text
        self.refresh()

    def _set(self, texts: str) -> None:
        self.parsed_results = parse_results(texts)
        self._texts = "\n".join(self.parsed_results.result_tokens)
        self.is_too_large_to_save = len(self._texts) > MAX_SAVED_LENGTH
        self.results = "" if self.is_too_large_to_save else self._texts

    # -- actions

    def act_take(self, value: object) -> None:
        """Add the results of a pasted text or a file; lines without a result stay in the field."""
        text = str(value.get("text", "")) if isinstance(value, dict) else str(value or "")
        fresh = parse_results(text)
        lines = text.lstrip("\ufeff").splitlines()
        bad = "\n".join(lines[number - 1] for number in _unread_line_numbers(fresh))
        self.faulty_paste = (fresh, bad) if fresh.faults or fresh.duplicate_count else None
        self._set("\n".join([self._texts, *fresh.result_tokens]))
        self.confirms_erasing = False
        said = [
            WORDS.say(
                key_for_count("results.taken", len(self.parsed_results.results)),
                n=len(self.parsed_results.results),
            )
        ]
        if fresh.faults:
            said.append(WORDS.say("results.faults", n=len(fresh.faults)))
        self.status = " ".join(said)

    def act_csv(self, value: object) -> None:
        """Save the table as a CSV file."""
        heads = {key: task_title(key, self._positions) for key in task_keys(self.parsed_results.results)}
        content = results_csv_text(self.parsed_results, heads).encode(CSV_ENCODING)
        self.send({"file": FILE, "type": "text/csv"}, [content])

    def act_erase(self, value: object) -> None:
        """Erase all results: "ask" asks for confirmation, then "yes" or "no"."""
        self.confirms_erasing = value == "ask"
        if value == "yes":
            self._set("")
            self.faulty_paste = None
            self.status = WORDS.say("results.erased")

    def take_fragment(self, text: str) -> None:
        """Add the result in a link (`…/class/?show=results#result=…`)."""
        self.act_take(text)

    def address(self) -> dict[str, str]:
        """Return the query of this page, which never contains results."""
        return {"show": "results"}

    # -- HTML

    def render(self) -> Markup:
        """Return the field, the lines that could not be read, and the table."""
        results = self.parsed_results.results
        return el(
            "div",
            teacher_header_html("results"),
            self._field(),
            self._faults(),
            self._tables(results) if results else el("p", WORDS.say("results.none"), cls="tk-note"),
            cls="tk-class",
        )

    def _field(self) -> Markup:
        own = f"{self._id}-paste"
        field = named_field(
            "textarea",
            "text",
            self.faulty_paste[1] if self.faulty_paste else "",
            rows=5,
            cls="tk-field tk-code tk-class-word",
            id=own,
            data_key="paste",
        )
        take = el(
            "button", WORDS.say("results.take"), type="submit", cls="tk-button tk-main", data_key="take"
        )
        label = WORDS.say("results.file")
        file = el(
            "input", type="file", accept=".txt,text/plain", aria_label=label, data_act="take", data_key="file"
        )
        form = el(
            "form",
            el("label", WORDS.say("results.paste"), for_=own, cls="tk-label"),
            field,
            el("p", take),
            data_act="take",
            data_key="paste-form",
            cls="tk-class-form",
        )
        kept = el(
            "p",
            WORDS.say("results.large")
            if self.is_too_large_to_save
            else WORDS.say("results.kept", sent=privacy_sentences("sent")),
            cls="tk-small tk-soft",
        )
        return el("section", form, el("label", label, " ", file), kept, cls="tk-stack", data_controls=True)

    def _faults(self) -> Markup | None:
        if self.faulty_paste is None:
            return None
        pile, _ = self.faulty_paste
        places = {line: place for place, line in enumerate(_unread_line_numbers(pile), 1)}
        copies = (
            el("p", WORDS.say("results.copies", n=pile.duplicate_count)) if pile.duplicate_count else None
        )
        if not pile.faults:
            return el("div", copies, cls="tk-note")
        lines = [
            el("li", WORDS.say("results.line", n=places[fault.line_number], why=fault.fault.text()))
            for fault in pile.faults[:MAX_FAULTS]
        ]
        if len(pile.faults) > MAX_FAULTS:
            lines.append(el("li", WORDS.say("results.more", n=len(pile.faults) - MAX_FAULTS)))
        head = el("p", WORDS.say("results.faults", n=len(pile.faults)))
        return el("div", head, el("ul", lines, cls="tk-list"), copies, cls="tk-note", role="group")

    def _tables(self, results: Sequence[TaskListResult]) -> Markup:
        shown = results[:MAX_ROWS]
        parts: list[Child] = []
        for sign in self._list_checksums():
            of_list = [result for result in shown if result.list_checksum == sign]
            parts += self._table(sign, of_list) if of_list else []
        if len(results) > MAX_ROWS:
            parts.append(el("p", WORDS.say("results.shown", n=MAX_ROWS, of=len(results)), cls="tk-note"))
        changed = sum(result.is_altered for result in results)
        if changed:
            parts.append(el("p", WORDS.say("results.changed_note", n=changed), cls="tk-note"))
        return el("div", parts, self._older(), self._buttons(), self._rules(results), cls="tk-class")

    def _table(self, sign: str, results: list[TaskListResult]) -> list[Child]:
        keys = task_keys(results)
        title = self._lists.get(sign) or WORDS.say("results.unknown_list")
        heads = [WORDS.say("results.name"), WORDS.say("results.when"), WORDS.say("results.done")]
        heads += [task_title(key, self._positions) for key in keys]
        heads.append(WORDS.say("results.missed"))
        rows = [self._row(result, keys) for result in results]
        alike = [other for other in self._list_checksums() if self._lists.get(other) == self._lists.get(sign)]
        caption = WORDS.say("results.list", title=title, sign=sign) if len(alike) > 1 else title
        signs = el("p", WORDS.say("results.signs"), cls="tk-small tk-soft")
        return [_table_section(caption, heads, rows, signs)]

    def _list_checksums(self) -> list[str]:
        return list(dict.fromkeys(result.list_checksum for result in self.parsed_results.results))

    def _row(self, result: TaskListResult, keys: Sequence[str]) -> Markup:
        items = {item.key: item for item in result.task_states}
        changed = (
            el("span", WORDS.say("results.changed"), cls="tk-chip tk-chip-main")
            if result.is_altered
            else None
        )
        cells: list[Child] = [
            el("th", result.name, " ", changed, scope="row"),
            el("td", result.when.strftime("%Y-%m-%d %H:%M")),
            el("td", WORDS.say("results.of", done=result.done_count, of=len(result.task_states))),
        ]
        for key in keys:
            item = items.get(key)
            inside: list[Child] = []
            if item is not None:
                state = WORDS.say(f"state.{item.state}")
                inside = [el("span", SIGN_BY_STATE[item.state], role="img", aria_label=state, title=state)]
                inside += [f" {item.right_count}/{item.answered_count}"] if item.answered_count else []
            cells.append(el("td", inside))
        rules = [count for count in result.rule_counts if count.missed_count]
        missed = [
            [", " if n else "", self._rule(count.rule), f" ×{count.missed_count}"]
            for n, count in enumerate(rules)
        ]
        return el("tr", cells, el("td", missed))

    def _rule(self, rule: str) -> Markup:
        return el("a", rule, href=rule_href(rule)) if _known_rule(rule) else el("span", rule)

    def _rules(self, results: Sequence[TaskListResult]) -> Markup | None:
        rows = missed_rules(results)[:MAX_RULES]
        if not rows:
            return None
        heads = [WORDS.say(f"results.{key}") for key in ("rule", "how", "who", "lesson")]
        body = []
        for row in rows:
            taught, rule = game_and_lesson_of_rule(row.rule), _known_rule(row.rule)
            link: Child = None
            if taught:
                title = lesson_title(*taught)
                href = game_page_href(taught[0], "learn", lesson=taught[1])
                link = el("a", title, href=href) if href else title
            cells = [
                el("th", self._rule(row.rule), " ", rule.title() if rule else "", scope="row"),
                el(
                    "td", WORDS.say("results.how_often", missed=row.missed_count, answered=row.answered_count)
                ),
                el(
                    "td",
                    f"{len(row.learners)}: ",
                    ", ".join(row.learners[:MAX_FAULTS]),
                    "…" if len(row.learners) > MAX_FAULTS else "",
                ),
                el("td", link),
            ]
            body.append(el("tr", cells))
        return _table_section(WORDS.say("results.rules"), heads, body)

    def _older(self) -> Markup | None:
        older = self.parsed_results.superseded
        if not older:
            return None
        lines = []
        for same in older[:MAX_ROWS]:
            times = ", ".join(result.when.strftime("%Y-%m-%d %H:%M") for result in same.results[-5:])
            warning = el("b", " ", WORDS.say("results.fuller")) if same.has_more_done else None
            if any(result.is_altered for result in same.results):
                times += f" ({WORDS.say('results.changed')})"
            text = WORDS.say("results.older_of", name=same.newest.name, times=times)
            lines.append(el("li", text, warning))
        summary = el("summary", WORDS.say("results.older", n=sum(len(same.results) for same in older)))
        is_open = any(same.has_more_done for same in older)
        return el("details", summary, el("ul", lines), data_key="older", open=is_open)

    def _buttons(self) -> Markup:
        save = button(WORDS.say("results.csv"), "csv", cls="tk-button tk-main")
        if not self.confirms_erasing:
            erase: Child = button(WORDS.say("results.erase"), "erase", "ask", cls="tk-button tk-quiet")
        else:
            yes = button(WORDS.say("results.yes"), "erase", "yes", cls="tk-button")
            no = button(WORDS.say("results.no"), "erase", "no", cls="tk-button tk-main", shortcut=CLOSE)
            erase = [el("p", WORDS.say("results.sure"), tabindex="-1", data_focus=True), yes, no]
        return el("div", save, erase, cls="tk-row", data_controls=True)


def _table_section(title: str, heads: Sequence[str], rows: Sequence[Child], note: Child = None) -> Markup:
    """Return a table under its title, which scrolls on a narrow screen, and a note below it."""
    head = el("thead", el("tr", column_heads(heads)))
    table = el("table", head, el("tbody", rows), cls="tk-class-table", aria_label=title)
    scroll = el("div", table, cls="tk-class-scroll", tabindex="0", role="region", aria_label=title)
    return el("section", el("h2", title), scroll, note, cls="tk-stack")


def _known_rule(rule: str) -> Rule | None:
    """Return the rule with this id; None if no installed game has it."""
    try:
        return book_of(game_of_rule(rule))[rule]
    except (LookupError, Fault):
        return None


def _unread_line_numbers(pile: PastedResults) -> list[int]:
    return list(dict.fromkeys(fault.line_number for fault in pile.faults))
