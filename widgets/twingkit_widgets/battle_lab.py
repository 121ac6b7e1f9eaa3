"""The battle lab: what should I play, and what is a card worth? A battle to build, and answers about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import unquote

import traitlets

from twingkit import Refusal, twing
from twingkit.links import to_link
from twingkit.messages import Fault
from twingkit.play import RECORD_HEAD
from twingkit.twing.box import Box
from twingkit_widgets.battle_builder import Draft, Offer
from twingkit_widgets.battle_steps import Steps
from twingkit_widgets.builder_view import BuilderView
from twingkit_widgets.building import Building
from twingkit_widgets.cards import card_name
from twingkit_widgets.controls import fresh_id
from twingkit_widgets.frame import page_link
from twingkit_widgets.game_steps import StepFault
from twingkit_widgets.lab_advice import Advising
from twingkit_widgets.lab_charts import DRAWN_FIRST, KINDS, Charting
from twingkit_widgets.lab_notices import notice_html
from twingkit_widgets.lab_odds import Chances, Counting, odds_tab, unknown_html, verdict_html
from twingkit_widgets.lab_python import call_of, python_html
from twingkit_widgets.lab_tabs import TABS
from twingkit_widgets.lab_tray import TrayView
from twingkit_widgets.lab_tree import Branching
from twingkit_widgets.lab_what_if import Wishing
from twingkit_widgets.lab_words import lab_say
from twingkit_widgets.lab_worth import Weighing
from twingkit_widgets.line_field import EXAMPLE, read_draft
from twingkit_widgets.line_panel import goes_beyond
from twingkit_widgets.markup import Child, Markup, button, el
from twingkit_widgets.notices import problems_html
from twingkit_widgets.panel import CSS, Panel
from twingkit_widgets.question_tabs import tabs_html
from twingkit_widgets.stepper import Stepping
from twingkit_widgets.stepping import STEP_CSS
from twingkit_widgets.wording import percent
from twingkit_widgets.workbench import Workbench

LAB_CSS = (Path(__file__).parent / "lab.css").read_text(encoding="utf-8")

GRAMMAR = ("side", "cards", "more", "hand")
"""What is said about the signs of a line."""

PLACE = "voila/render/battle-lab.ipynb"
"""Where the lab is on a site, seen from its start page."""


class BattleLab(
    Building, Stepping, Counting, Advising, Weighing, Wishing, Branching, Charting, Workbench[Draft], Panel
):
    """A battle to build or to type, and what a player asks about it.

    >>> lab = BattleLab("F: F5 vs W: W4")
    >>> lab.do("take", "box:F5"); str(lab.battle)
    'F: F5 F5 vs W: W4'
    >>> lab.do("read", {"line": "F: F5 against W: W4"}); lab.fault.position, str(lab.battle)
    (6, 'F: F5 F5 vs W: W4')
    """

    _css = CSS + STEP_CSS + LAB_CSS

    place = PLACE

    state = traitlets.Unicode(help="the line of what lies there, or the record while it is stepped through")

    def __init__(
        self,
        line: twing.Battle | str = EXAMPLE,
        lang: str = "en",
        *,
        view: str = TABS[0],
        chart: str = DRAWN_FIRST,
        box: Box | None = None,
        site: bool = False,
    ) -> None:
        """Show `line`, a battle or a situation; what is wrong with it is explained in the panel, which then
        shows an example.

        `view` is the tab to open and `chart` the picture that its last one draws. `box` says which cards are
        offered (default: the assumed box). On the `site` the page's head has the link to the battle;
        elsewhere the panel spells it out.
        """
        self.site = site
        self.offer = Offer.of(box or twing.load_box())
        self.last: tuple[twing.Battle, Chances] | None = None
        """The last battle that the rules allow, with its odds."""
        self.tab = view if view in TABS else TABS[0]
        self._drawn = chart if chart in KINDS else DRAWN_FIRST
        self._lab_why = ""
        self._waits = False
        """Whether the stepper was open when the battle became forbidden: it comes back when it may."""
        self.own = fresh_id()
        laid = Draft.of(line) if isinstance(line, twing.Battle) else self._read(line)
        self.draft = laid or Draft.of(twing.Battle.parse(EXAMPLE))
        self.linked = self.fault is not None
        self._forget()
        self._weigh()
        super().__init__(lang=lang)
        self.state = self._written()

    @property
    def battle(self) -> twing.Battle:
        """The battle as it lies now, allowed or not; a side may have laid nothing yet."""
        return self.draft.battle()

    @property
    def problems(self) -> list[Refusal]:
        """Every rule that the battle breaks now; none while a side has laid nothing yet."""
        return self.battle.problems() if self.draft.complete else []

    @property
    def keeps_link(self) -> bool:
        """Whether what the page's address named is kept in the browser as if it had been built here."""
        return self.fault is None and str(self.battle) != EXAMPLE

    # -- state and address

    def restore(self, text: str) -> None:
        """Take up a state: a line, or a record to step through. Raises what it cannot read as an error that
        explains itself; then nothing has changed."""
        steps: Steps | None = None
        if text.startswith(RECORD_HEAD):
            steps = Steps(EXAMPLE)
            steps.restore(text)
            draft = Draft.of(steps.battle)
        else:
            draft = read_draft(text)
        self.draft = draft
        self._changed()
        self._forget()
        self.steps = steps
        self._keep()
        self.refresh()

    def address(self) -> dict[str, str]:
        """The query of a link to what is shown, in the spelling of links but not yet percent-encoded."""
        name = "situation" if self.draft.more else "battle"
        made = {name: unquote(to_link(self.draft.line()))}
        if self.tab != TABS[0]:
            made["view"] = self.tab
        if self.tab == TABS[-1] and self._drawn != DRAWN_FIRST:
            made["chart"] = self._drawn
        return made

    # -- the line

    def _parse(self, text: str) -> Draft:
        return read_draft(text)

    def _lay(self, laid: Draft) -> None:
        self.draft = laid
        self._changed()

    def act_last(self, value: object) -> None:
        """Back to the last battle that the rules allow."""
        if self.last:
            self.draft = self.draft.relaid(Draft.of(self.last[0]))
            self._changed()

    def act_step(self, value: object) -> None:
        """Open the stepper with this battle, or close it."""
        self.steps = Steps(self.battle) if self.steps is None else None
        self._waits = False
        self.opened = ""
        self._keep()

    # -- what is open

    def act_tab(self, value: object) -> None:
        """Open the answer to another question. Raises `StepFault` if there is none."""
        if value not in TABS:
            raise StepFault("fault.no_place")
        self.tab = str(value)
        self.status = self._say(f"tabs.{self.tab}")

    def act_lab_why(self, value: object) -> None:
        """Say why a change is forbidden, and keep it in sight."""
        self._lab_why = "" if self._lab_why == value else str(value)

    # -- what follows from a change

    def _refuse(self, refusal: Refusal, place: int | None = None, instead: str = "") -> None:
        self.refused, self.refused_of, self.instead, self.hint = refusal, place, instead, ""
        self.lab_opened = ""

    def _changed(self) -> None:
        self.fault, self.typed, self._lab_why, self.refused = None, "", "", None
        self._remember()
        allowed = self._weigh()
        if self.steps is not None or self._waits:
            self.steps = Steps(self.battle) if allowed else None
            self._waits = not allowed
        self.status = " ".join(
            said
            for said in (self._besides_said(), self._news(), self.step_news() if self.steps else "")
            if said
        )
        self._keep()

    def _moved(self) -> None:
        super()._moved()
        self._keep()

    def _keep(self) -> None:
        self.state = self.steps.game.record if self.steps else self._written()

    def _written(self) -> str:
        """What lies there and what else both sides hold, as text that `restore` reads."""
        return self.draft.line()

    def _weigh(self) -> bool:
        """Compute the odds if there is a battle and it is allowed; whether it is."""
        battle = self.battle
        allowed = self.draft.complete and not battle.problems()
        if allowed and (self.last is None or self.last[0] != battle):
            self.last = (battle, Chances.of(battle))
        return allowed

    def _besides_said(self) -> str:
        """What the last change did besides what was asked for."""
        if not self.moved:
            return ""
        card = self._say("tray.unknown") if self.moved_card == "?" else card_name(self.moved_card, self.lang)
        return self._say(self.moved, card=card)

    def _news(self) -> str:
        if self.problems:
            return self._forbidden_news()
        if not self.draft.complete or self.last is None:
            return self._say("lab.news_open")
        chances = self.last[1]
        none = percent(self.lang, chances.none.win, 1)
        if isinstance(chances.best, twing.BudgetError):
            return self._say("lab.news_none", none=none)
        return self._say("lab.news", none=none, best=percent(self.lang, chances.best.win, 1))

    def _say(self, key: str, role: str = "", **facts: Any) -> str:
        return lab_say(self.lang, key, role, **facts)

    # -- what a person sees

    def view(self) -> Markup:
        """Who wins, both sides with the box of cards, and the questions with one answer open."""
        lang, own = self.lang, self.own
        back = bool(self.past)
        builder = BuilderView(self.draft, self.offer, lang, self.target, self._lab_why, own, back)
        key = "" if self.steps else "u"  # the stepper has this key for its own steps
        tray = TrayView(self.draft, self.offer, lang, self.target, self.tray, back, key)
        return el(
            "div",
            el("div", el("p", self._say("lab.lead"), cls="tk-lab-lead"), self._actions(), cls="tk-lab-top"),
            self._first_fault(),
            self._stepper(),
            el(
                "div",
                self._example(),
                verdict_html(
                    self._chances(), lang, self._stale(), any(side.hidden for side in self.draft.sides)
                ),
                problems_html(self.problems, self.settled, self._say, lang),
                builder.html(),
                tray.html(),
                cls="tk-lab-table",
                data_stay=True,
            ),
            tabs_html(TABS, self.tab, self._answer(), self._say, own),
            self._python(),
            self._field(self.draft.line(), GRAMMAR, EXAMPLE),
            self._beyond(),
            self._link(),
            notice_html(self.refused, self.lab_opened, lang, self.refused_of, self.instead, self.hint),
            cls="tk-lab",
        )

    def _chances(self) -> Chances | None:
        """The odds on show: of what lies there, or of the last allowed battle while that is forbidden."""
        return self.last[1] if self.last and self.draft.complete else None

    @property
    def settled(self) -> twing.Battle | None:
        """What the answers are about: the battle, or while it is forbidden the last one that was allowed;
        None while a side has laid nothing."""
        return self.last[0] if self.last and self.draft.complete else None

    def _unknown(self) -> Markup | None:
        line = "" if self.problems else self.laid_line()
        return unknown_html(line, line == self._counted, self.lang) if line else None

    def _answer(self) -> Child:
        """What the open tab says; where it cannot, why not. What is about another battle than the one that
        lies there says so, is grey, and cannot be used."""
        answers = {
            "odds": lambda: odds_tab(self._chances(), self.lang, unknown=self._unknown()),
            "advice": self.advice_html,
            "worth": self.worth_html,
            "whatif": self.what_if_html,
            "tree": self.tree_html,
            "charts": self.charts_html,
        }
        try:
            if not self.problems or self.tab == "advice":  # which says itself what it can advise on
                return answers[self.tab]()
            return self._outdated(answers[self.tab]())
        except (twing.BattleError, Fault) as fault:
            return self._no_answer(fault)

    def _python(self) -> Markup | None:
        """The numbers of the open tab in Python."""
        if self.settled is None:
            return None
        texts = {"line": str(self.settled), "asked": str(self.asked_situation())}
        facts = {**texts, "side": self.advised_side, "goal": self.goal}
        kind = f"charts:{self._drawn}" if self.tab == "charts" else self.tab
        return python_html(call_of(kind, **facts), self.lang, self.site)

    def _actions(self) -> Markup:
        close = self.steps is not None
        return el(
            "div",
            button(
                self._say("lab.step_close" if close else "lab.step"),
                "step",
                key="step",
                cls="tk-button",
                disabled=bool(self.problems) or not self.draft.complete,
                aria_expanded="true" if close else "false",
            ),
            button(self._say("lab.swap"), "swap", key="swap"),
            cls="tk-toolbar",
            role="group",
            aria_label=self._say("lab.actions"),
        )

    def _example(self) -> Markup | None:
        """That what lies there is an example, while it is."""
        if self.linked or self.draft.more or str(self.battle) != EXAMPLE:
            return None
        empty = button(self._say("lab.empty"), "empty", key="empty", cls="tk-button tk-quiet")
        told = el("p", self._say("lab.example"), cls="tk-small")
        return el("div", told, empty, cls="tk-lab-example", data_key="example", data_controls=True)

    def _beyond(self) -> Markup | None:
        """Where a duel, an end-game attack or a supported battle is shown, if one stands in the field."""
        if not (self.site and self.fault and goes_beyond(self.typed)):
            return None
        address = page_link("battle-lab", self.lang, battle=unquote(to_link(self.typed)))
        link = el("a", self._say("line.open_link"), href=address)
        return el("p", self._say("line.open"), " ", link, cls="tk-note", data_key="beyond")

    def _stepper(self) -> Markup | None:
        close = button(
            "×", "step", key="step-close", cls="tk-icon-button", aria_label=self._say("lab.step_close")
        )
        shut = close if self.steps else None
        head = el("header", el("h2", self._say("lab.step_title")), shut, cls="tk-lab-stepper-head")
        if self._waits:
            waits = el("p", self._say("lab.step_waits"), cls="tk-note")
            return el("section", head, waits, cls="tk-lab-stepper tk-stack", data_key="stepper")
        if self.steps is None:
            return None
        return el("section", head, self.step_view(), cls="tk-lab-stepper tk-stack", data_key="stepper")
