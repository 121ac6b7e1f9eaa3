"""What every lab is, whatever the game: a battle that is built or typed, and answers about it.

Mix `Workbench` in after the game's own builder. What it says is in `workbench_words.toml`; a game's own
catalogue of words comes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar
from urllib.parse import quote

from twingkit.asking import Refusal
from twingkit.notation import NotationError
from twingkit.rulebook import Rulebook
from twingkit_widgets.markup import Child, Markup, el
from twingkit_widgets.panel import explain
from twingkit_widgets.typed_line import fault_html, typed_line_html
from twingkit_widgets.wording import Words

WORDS = Words(Path(__file__).with_name("workbench_words.toml"))
"""What every lab says."""

Laid = TypeVar("Laid")
"""What a line is read as: a battle, or the draft of one."""


class Workbench(Generic[Laid]):
    """The line, what is refused, the open rule, and answers that are out of date."""

    place: ClassVar[str]
    """Where the lab is on a site, seen from its start page."""

    lang: str
    status: str
    own: str
    """What begins the ids of this panel's elements."""
    site: bool
    """Whether the page's head has the link to the battle."""
    past: Sequence[Any]
    """What lay there before each change."""
    refused: Refusal | None = None
    """Why the last change was not made."""
    fault: NotationError | None = None
    """What is wrong with the text in the field."""
    linked: bool = False
    """Whether the fault is that of the line which the lab was opened with."""
    typed: str = ""
    """What stands in the field while it is no line."""
    lab_opened: str = ""
    """The rule that is open at the lower edge."""

    # -- what a game's own lab says

    @property
    def problems(self) -> list[Refusal]:
        """Every rule that the battle breaks now; none while a side has nothing yet."""
        raise NotImplementedError(f"{type(self).__name__} knows no rules")

    @property
    def settled(self) -> object | None:
        """What the answers are about: the battle, or while it is forbidden the last one that was allowed;
        None while a side has nothing."""
        raise NotImplementedError(f"{type(self).__name__} has no battle")

    def address(self) -> dict[str, str]:
        """The query of a link to what is shown, in the spelling of links but not yet percent-encoded."""
        raise NotImplementedError(f"{type(self).__name__} has no address")

    def _parse(self, text: str) -> Laid:
        """What a line says. Raises `NotationError`."""
        raise NotImplementedError(f"{type(self).__name__} reads no line")

    def _lay(self, laid: Laid) -> None:
        """Put there what was read, as if it had been built."""
        raise NotImplementedError(f"{type(self).__name__} lays nothing")

    def _take_back(self) -> None:
        """Take the last change of the battle back; there is one."""
        raise NotImplementedError(f"{type(self).__name__} takes nothing back")

    def _book(self) -> Rulebook:
        """The rules that can be opened."""
        raise NotImplementedError(f"{type(self).__name__} has no rules")

    def _say(self, key: str, role: str = "", **facts: Any) -> str:
        """A sentence of this lab, or the one that all share."""
        return WORDS.say(self.lang, key, **facts)

    # -- the line

    def act_line(self, value: object) -> None:
        """The text in the field, while it is typed: shown as soon as it is a line, else what is wrong."""
        laid = self._read(str(value.get("line", "")) if isinstance(value, dict) else str(value or ""))
        if laid is not None:
            self._lay(laid)

    def act_read(self, value: object) -> None:
        """Read the line in the field; if it is none, say why and keep the last good one."""
        self.act_line(value)
        if self.fault:
            self.status = f"{self._say('lab.no_line')} {self.fault.text(self.lang)}"

    def _read(self, text: str) -> Laid | None:
        """What a text says; None if it is no line, which is then kept with its fault."""
        self.linked = False
        try:
            laid = self._parse(text.strip())
        except NotationError as fault:
            self.fault, self.typed = fault, text.strip()
            return None
        self.fault, self.typed = None, ""
        return laid

    def act_undo(self, value: object) -> None:
        """Take the last change of the battle back, and say so; nothing happens if there is none."""
        if self.past:
            self._take_back()
            self.status = f"{self._say('lab.undone')} {self.status}"

    # -- the lower edge

    def act_lab_rule(self, value: object) -> None:
        """Open a rule at the lower edge, in sight; the open one, or "", closes it."""
        book = self._book()
        wanted = str(value or "")
        self.lab_opened = wanted if wanted in book and wanted != self.lab_opened else ""
        self.act_understood(None)
        if self.lab_opened:
            self.status = f"{wanted}: {book[wanted].title(self.lang)}"

    def act_understood(self, value: object) -> None:
        """What lay at the lower edge has been read."""
        self.refused = None

    # -- what is said and shown

    def _forbidden_news(self) -> str:
        """Which rules the battle breaks, in a sentence; "" for none."""
        why = " ".join(f"{problem.text(self.lang)} {problem.rule}" for problem in self.problems)
        return self._say("lab.news_forbidden", why=why) if why else ""

    def _stale(self) -> str:
        """Why the odds on show are not those of what lies there; "" if they are."""
        if not self.problems:
            return ""
        return self._say("lab.stale" if self.settled else "lab.stale_none")

    def _outdated(self, content: Child) -> Child:
        """An answer about another battle than the one that lies there: it says so, is grey, and cannot be
        used."""
        about = el("code", str(self.settled), cls="tk-code") if self.settled else None
        note = el("p", self._stale(), " ", about, cls="tk-note")
        old = el("div", content, cls="tk-lab-stale tk-lab-old", inert=True) if self.settled else None
        return [note, old]

    def _no_answer(self, fault: Exception) -> Markup:
        """Why a question has no answer."""
        return el("div", [el("p", text) for text in explain(fault, self.lang)], cls="tk-note")

    def _first_fault(self) -> Markup | None:
        """What is wrong with the line that the lab was opened with."""
        if not self.fault or not self.linked:
            return None
        return fault_html(self.typed, self.fault, self._say, self.lang, self.own)

    def _field(self, line: str, grammar: Sequence[str], example: str) -> Markup:
        """The field with the battle's `line`; `grammar` are the keys of what its signs mean."""
        parts = [el("p", self._say(f"lab.grammar_{part}")) for part in grammar]
        shown = el("p", el("code", example, cls="tk-code"))
        head = el("summary", self._say("lab.grammar"))
        how = el("details", head, shown, parts, cls="tk-lab-grammar tk-small", data_key="grammar")
        return typed_line_html(
            line,
            self.typed,
            self.fault,
            self._say,
            self.lang,
            self.own,
            told=self.linked,
            problems=self.problems,
            grammar=how,
        )

    def _link(self) -> Markup | None:
        """What leads to this battle on a site of the kit, wherever that site is; None on the site itself."""
        if self.site:
            return None
        query = "&".join(f"{name}={quote(text, safe=':@!*,~')}" for name, text in self.address().items())
        text = el("p", self._say("lab.link_how"), " ", el("code", f"{self.place}?{query}", cls="tk-code"))
        return el("details", el("summary", self._say("lab.link")), text, cls="tk-lab-link", data_key="link")
