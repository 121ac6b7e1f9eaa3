"""The battle lab: any battle, typed or built, with its exact odds; from here it can be stepped through."""

from __future__ import annotations

from pathlib import Path

import attrs
import traitlets

from twingkit import Odds, Refusal, twing
from twingkit.links import to_link
from twingkit.play import RECORD_HEAD
from twingkit.twing.box import Box
from twingkit_widgets.battle_builder import Draft, Offer
from twingkit_widgets.battle_steps import Steps, sentence
from twingkit_widgets.builder_view import BuilderView
from twingkit_widgets.building import Building
from twingkit_widgets.controls import fresh_id
from twingkit_widgets.line_field import EXAMPLE, line_html
from twingkit_widgets.markup import Child, Markup, button, el, join
from twingkit_widgets.odds_bar import margin_svg, odds_html, odds_line
from twingkit_widgets.panel import CSS, Panel
from twingkit_widgets.rulings import rule_button, rule_html
from twingkit_widgets.stepper import STEP_CSS, Stepping
from twingkit_widgets.wording import percent

LAB_CSS = (Path(__file__).parent / "lab.css").read_text(encoding="utf-8")

PLACE = "voila/render/battle-lab.ipynb"
"""Where the lab is on a site, seen from its start page."""


@attrs.frozen
class Chances:
    """The odds of one battle: dice alone, and with best responses or why those cannot be had."""

    none: Odds
    best: Odds | twing.BudgetError

    @classmethod
    def of(cls, battle: twing.Battle) -> Chances:
        """Compute both. Raises `BattleError` for a forbidden battle."""
        none = twing.odds(battle, "none")
        try:
            return cls(none, twing.odds(battle, "best"))
        except twing.BudgetError as fault:
            return cls(none, fault)


class BattleLab(Building, Stepping, Panel):
    """A battle to build or to type, with its odds.

    >>> lab = BattleLab("F: F5 vs W: W4")
    >>> lab.do("add_spell", "0"); str(lab.battle)
    'F: F5 F5 vs W: W4'
    >>> lab.do("read", {"line": "F: F5 against W: W4"}); lab.fault.position, str(lab.battle)
    (6, 'F: F5 F5 vs W: W4')
    """

    _css = CSS + STEP_CSS + LAB_CSS

    state = traitlets.Unicode(help="the battle line, or the record while it is stepped through")

    def __init__(
        self,
        line: twing.Battle | str = EXAMPLE,
        lang: str = "en",
        *,
        box: Box | None = None,
        site: bool = False,
    ) -> None:
        """Show `line`; what is wrong with it is explained in the panel, which then shows an example.

        `box` says which powers are offered (default: the assumed box). On the `site` the page's head has the
        link to the battle; elsewhere the panel spells it out.
        """
        self.site = site
        self.offer = Offer.of(box or twing.load_box())
        self.fault: twing.NotationError | None = None
        self.typed = ""
        """What stands in the field while it is no battle line."""
        self.last: tuple[twing.Battle, Chances] | None = None
        """The last battle that the rules allow, with its odds."""
        self.lab_opened = ""
        self._lab_why = ""
        self._waits = False
        """Whether the stepper was open when the battle became forbidden: it comes back when it may."""
        self._lab_id = fresh_id()
        self.draft = Draft.of(twing.Battle.parse(EXAMPLE))
        if isinstance(line, str):
            self._read(line)
        else:
            self.draft = Draft.of(line)
        self._weigh()
        super().__init__(lang=lang)
        self.state = str(self.battle)

    @property
    def battle(self) -> twing.Battle:
        """The battle as it is built now, allowed or not."""
        return self.draft.battle()

    @property
    def problems(self) -> list[Refusal]:
        """Every rule that the battle breaks now."""
        return self.battle.problems()

    # -- state and address

    def restore(self, text: str) -> None:
        """Take up a state: a battle line, or a record to step through. Raises what it cannot read as an error
        that explains itself; then nothing has changed."""
        steps: Steps | None = None
        if text.startswith(RECORD_HEAD):
            steps = Steps(EXAMPLE)
            steps.restore(text)
            self.draft = Draft.of(steps.battle)
        else:
            self.draft = Draft.of(twing.Battle.parse(text))
        self._changed()
        self.steps = steps
        self._keep()
        self.refresh()

    def address(self) -> dict[str, str]:
        """The query of a link to this battle, spelled for an address."""
        return {"battle": to_link(str(self.battle))}

    # -- the line

    def act_line(self, value: object) -> None:
        """The text in the field, while it is typed: a battle as soon as it is one, else what is wrong."""
        self._read(str(value.get("line", "")) if isinstance(value, dict) else str(value or ""))
        if self.fault is None:
            self._changed()

    def act_read(self, value: object) -> None:
        """Read the line in the field; if it is none, say why and keep the last good battle."""
        self.act_line(value)
        if self.fault:
            self.status = f"{self._say('lab.no_line')} {self.fault.text(self.lang)}"

    def _read(self, text: str) -> None:
        try:
            self.draft = Draft.of(twing.Battle.parse(text.strip()))
            self.fault, self.typed = None, ""
        except twing.NotationError as fault:
            self.fault, self.typed = fault, text.strip()

    def act_last(self, value: object) -> None:
        """Back to the last battle that the rules allow."""
        if self.last:
            self.draft = Draft.of(self.last[0])
            self.fault, self.typed = None, ""
            self._changed()

    def act_step(self, value: object) -> None:
        """Open the stepper with this battle, or close it."""
        self.steps = Steps(self.battle) if self.steps is None else None
        self._waits = False
        self.opened = ""
        self._keep()

    def act_lab_why(self, value: object) -> None:
        """Say why a change is forbidden, and keep it in sight."""
        self._lab_why = "" if self._lab_why == value else str(value)

    def act_lab_rule(self, value: object) -> None:
        """Open a rule at the lower edge, in sight; the open one, or "", closes it."""
        book = twing.rulebook()
        wanted = str(value or "")
        self.lab_opened = wanted if wanted in book and wanted != self.lab_opened else ""
        if self.lab_opened:
            self.status = f"{wanted}: {book[wanted].title(self.lang)}"

    # -- what follows from a change

    def _changed(self) -> None:
        self.fault, self.typed, self._lab_why = None, "", ""
        allowed = self._weigh()
        if self.steps is not None or self._waits:
            self.steps = Steps(self.battle) if allowed else None
            self._waits = not allowed
        self.status = " ".join(
            said for said in (self._news(), self.step_news() if self.steps else "") if said
        )
        self._keep()

    def _moved(self) -> None:
        super()._moved()
        self._keep()

    def _keep(self) -> None:
        self.state = self.steps.game.record if self.steps else str(self.battle)

    def _weigh(self) -> bool:
        """Compute the odds if the battle is allowed; whether it is."""
        battle = self.battle
        allowed = not battle.problems()
        if allowed and (self.last is None or self.last[0] != battle):
            self.last = (battle, Chances.of(battle))
        return allowed

    def _news(self) -> str:
        problems = self.problems
        if problems or self.last is None:
            why = " ".join(f"{problem.text(self.lang)} {problem.rule}" for problem in problems)
            return self._say("lab.news_forbidden", why=why)
        chances = self.last[1]
        none = percent(self.lang, chances.none.win, 1)
        if isinstance(chances.best, twing.BudgetError):
            return self._say("lab.news_none", none=none)
        return self._say("lab.news", none=none, best=percent(self.lang, chances.best.win, 1))

    def _say(self, key: str, role: str = "", **facts: object) -> str:
        return sentence(self.lang, key, role, **facts)

    # -- what a person sees

    def view(self) -> Markup:
        """The line, the stepper if it is open, the odds, and the builder."""
        builder = BuilderView(self.draft, self.offer, self.lang, self._lab_why, self._lab_id)
        return el(
            "div",
            line_html(str(self.battle), self.typed, self.fault, self.lang, self._lab_id),
            self._problems(),
            self._actions(),
            None if self.site else self._link(),
            self._stepper(),
            el("div", self._odds(), builder.html(), self._strip(), cls="tk-lab-main"),
            self._rule(),
            cls="tk-lab",
        )

    def _problems(self) -> Markup | None:
        problems = self.problems
        if not problems:
            return None
        items = [
            el("li", problem.text(self.lang), " ", self._rule_button(problem.rule, f"problem:{place}"))
            for place, problem in enumerate(problems)
        ]
        again: Child = None
        if self.last:
            again = join(
                el("p", self._say("lab.forbidden_how")),
                el("p", el("code", str(self.last[0]), cls="tk-code")),
                el("p", button(self._say("lab.last"), "last", key="last")),
            )
        texts = el("div", el("h2", self._say("lab.forbidden")), el("ul", items, cls="tk-list"), again)
        return el("section", texts, cls="tk-alert", data_key="problems")

    def _rule(self) -> Markup | None:
        book = twing.rulebook()
        if self.lab_opened not in book:
            return None
        rule = rule_html(book[self.lab_opened], book, self.lang, "lab_rule")
        return el("div", rule, cls="tk-lab-rule", data_key="lab-rule")

    def _rule_button(self, rule: str, key: str) -> Markup:
        return rule_button(rule, self.lang, "lab_rule", key=key)

    def _actions(self) -> Markup:
        close = self.steps is not None
        return el(
            "div",
            button(
                self._say("lab.step_close" if close else "lab.step"),
                "step",
                key="step",
                cls="tk-button" if close else "tk-button tk-main",
                disabled=bool(self.problems),
                aria_expanded="true" if close else "false",
            ),
            button(self._say("lab.swap"), "swap", key="swap"),
            cls="tk-toolbar",
            role="group",
            aria_label=self._say("lab.actions"),
        )

    def _link(self) -> Markup:
        """What leads to this battle on a site of the kit, wherever that site is."""
        link = el("code", f"{PLACE}?battle={self.address()['battle']}", cls="tk-code")
        text = el("p", self._say("lab.link_how"), " ", link)
        return el("details", el("summary", self._say("lab.link")), text, cls="tk-lab-link", data_key="link")

    # -- odds

    def _odds(self) -> Markup:
        if self.last is None:
            return el("section", el("p", self._say("lab.no_odds"), cls="tk-soft"), cls="tk-lab-odds")
        none, best = self.last[1].none, self.last[1].best
        right: Child
        if isinstance(best, twing.BudgetError):
            right = el("p", best.text(self.lang), cls="tk-note")
        else:
            same = el("p", self._say("lab.same"), cls="tk-small tk-soft") if _same(none, best) else None
            right = [odds_html(best, self.lang), same]
        columns = [
            self._column("none", "TW-ODDS-1", odds_html(attrs.evolve(none, margin=None), self.lang)),
            self._column("best", "TW-ODDS-2", right),
        ]
        stale = el("p", self._say("lab.stale"), cls="tk-note tk-small") if self.problems else None
        return el(
            "section",
            stale,
            el("div", columns, cls="tk-lab-columns"),
            self._margin(none),
            cls="tk-box tk-lab-odds tk-lab-stale" if self.problems else "tk-box tk-lab-odds",
            aria_label=self._say("lab.odds"),
            data_key="odds",
        )

    def _column(self, name: str, rule: str, content: Child) -> Markup:
        head = el("header", el("h2", self._say(f"odds.{name}")), self._rule_button(rule, f"{name}:rule"))
        return el("div", head, content, cls="tk-stack tk-tight", data_key=f"odds:{name}")

    def _margin(self, odds: Odds) -> Markup | None:
        if not odds.margin:
            return None
        title = el("h3", self._say("lab.margin"), cls="tk-label")
        shares = {"win": odds.critical_win, "tie": odds.critical_tie, "loss": odds.critical_loss}
        facts = {name: percent(self.lang, share, 1) for name, share in shares.items()}
        rest = self._say("lab.margin_rest", share=percent(self.lang, sum(shares.values()), 1), **facts)
        return el("div", title, margin_svg(odds.margin, self.lang), el("p", rest, cls="tk-small tk-soft"))

    def _strip(self) -> Markup | None:
        """The odds once more in one line, for narrow screens: in sight while someone builds further down."""
        problems = self.problems
        if problems:
            why = el("span", el("b", self._say("lab.forbidden")), " ", problems[0].text(self.lang))
            return el("div", why, cls="tk-lab-strip tk-lab-strip-no", aria_hidden="true", data_controls=True)
        if self.last is None:
            return None
        none, best = self.last[1].none, self.last[1].best
        shown = {"none": none} if isinstance(best, twing.BudgetError) else {"none": none, "best": best}
        lines = [odds_line(odds, self._say(f"odds.{name}"), self.lang) for name, odds in shown.items()]
        return el("div", lines, cls="tk-lab-strip", aria_hidden="true", data_controls=True)

    def _stepper(self) -> Markup | None:
        head = el("h2", self._say("lab.step_title"))
        if self._waits:
            waits = el("p", self._say("lab.step_waits"), cls="tk-note")
            return el("section", head, waits, cls="tk-lab-stepper tk-stack", data_key="stepper")
        if self.steps is None:
            return None
        return el("section", head, self.step_view(), cls="tk-lab-stepper tk-stack", data_key="stepper")


def _same(none: Odds, best: Odds) -> bool:
    """Whether responses change nothing at all."""
    return max(abs(none.win - best.win), abs(none.tie - best.tie)) < 1e-12
