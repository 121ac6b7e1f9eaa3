"""The fleet lab: who wins a battle of Twilight Imperium? A battle to build, and answers about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import unquote

import traitlets

from twingkit.asking import Refusal
from twingkit.imperium.analysis.invasion import InvasionOdds, invasion_odds
from twingkit.imperium.battle import settled
from twingkit.imperium.chances import BattleOdds, odds
from twingkit.imperium.line_notes import notes
from twingkit.imperium.notation import KINDS, Battle
from twingkit.imperium.rules import rulebook
from twingkit.links import to_link
from twingkit.messages import Fault
from twingkit.rulebook import Rulebook
from twingkit_widgets.controls import fresh_id
from twingkit_widgets.fleet_building import FleetBuilding
from twingkit_widgets.fleet_draft import EXAMPLE, complete, draft_line, read_draft
from twingkit_widgets.fleet_effects import chooser_html
from twingkit_widgets.fleet_notices import notes_html, notice_html
from twingkit_widgets.fleet_scene import scene_html
from twingkit_widgets.fleet_side import SideView, down_html, legend_html
from twingkit_widgets.fleet_tabs import FleetTab, known_tabs, open_tab
from twingkit_widgets.fleet_words import FleetFault, fleet_say, fleet_word
from twingkit_widgets.markup import Child, Markup, button, el, join
from twingkit_widgets.notices import RULE_ACT, problems_html
from twingkit_widgets.panel import CSS, Panel
from twingkit_widgets.question_tabs import tabs_html
from twingkit_widgets.rulings import rule_button
from twingkit_widgets.verdict import verdict_html
from twingkit_widgets.wording import number, percent
from twingkit_widgets.workbench import Workbench

HERE = Path(__file__).parent
STYLES = (HERE / "stepper.css", HERE / "lab.css", *sorted(HERE.glob("fleet*.css")))
FLEET_CSS = "".join(path.read_text(encoding="utf-8") for path in STYLES)

PLACE = "voila/render/imperium-battle.ipynb"
"""Where the lab is on a site, seen from its start page."""

PLAYED = "steps"
"""The tab whose battle is kept also while another one is open."""

GRAMMAR = ("side", "effects", "policy", "names")
"""What is said about the signs of a line."""

QUICK, LONG = 4_000, 600_000
"""How much work the odds may take (see `odds`): after every change, and where a person asks for them."""


class FleetLab(FleetBuilding, Workbench[Battle], Panel):
    """A battle to build or to type, and what a player asks about it.

    >>> lab = FleetLab("space: 2 cruiser vs 1 dreadnought")
    >>> lab.do("more", "0:cruiser"); str(lab.battle)
    'space: 3 cruiser vs 1 dreadnought'
    >>> lab.do("read", {"line": "space: 2 cruiser against 1 carrier"}); lab.fault.position, str(lab.battle)
    (17, 'space: 3 cruiser vs 1 dreadnought')
    """

    _css = CSS + FLEET_CSS

    place = PLACE

    state = traitlets.Unicode(help="the line of what lies there, the open tab, and what that keeps")

    def __init__(
        self,
        line: Battle | str = EXAMPLE,
        lang: str = "en",
        *,
        view: str = "odds",
        site: bool = False,
        **query: str,
    ) -> None:
        """Show `line`; what is wrong with it is explained in the panel, which then shows an example.

        `view` is the tab to open (one of `TABS`), and `query` what its link says besides (`address`). On the
        `site` the page's head has the link to the battle; elsewhere the panel spells it out.
        """
        self.site = site
        self.last: tuple[Battle, BattleOdds | InvasionOdds | Fault] | None = None
        """The last battle that the rules allow, with its odds or why they cannot be had."""
        self.before: BattleOdds | InvasionOdds | None = None
        """The odds that were on show before the last change; None if there were none."""
        self._on_show: BattleOdds | InvasionOdds | None = None
        self.own = fresh_id()
        self._tabs: dict[str, FleetTab] = {}
        self.tab = view if view in known_tabs() else "odds"
        laid = line if isinstance(line, Battle) else self._read(line)
        self.battle = laid or read_draft(EXAMPLE)
        self.linked = self.fault is not None
        self._weigh()
        super().__init__(lang=lang)
        if query:
            self._tab.visit(query)
            self.status = ""  # nothing has happened yet
            self.refresh()
        self._keep()

    # -- what the answers are about

    @property
    def problems(self) -> list[Refusal]:
        """Every rule that the battle breaks now; none while a side has nothing yet."""
        return self.battle.problems() if complete(self.battle) else []

    @property
    def settled(self) -> Battle | None:
        """What the answers are about: the battle, or while it is forbidden the last one that was allowed;
        None while a side has nothing."""
        return self.last[0] if self.last and complete(self.battle) else None

    @property
    def odds(self) -> BattleOdds | InvasionOdds | None:
        """The odds of `settled`, if there are any."""
        return None if isinstance(self._found, Fault) else self._found

    @property
    def _found(self) -> BattleOdds | InvasionOdds | Fault | None:
        return self.last[1] if self.last and complete(self.battle) else None

    @property
    def keeps_link(self) -> bool:
        """Whether what the page's address named is kept in the browser as if it had been built here."""
        return self.fault is None and draft_line(self.battle) != EXAMPLE

    def take(self, battle: Battle) -> None:
        """Put another battle there, as if it had been built; it can be taken back."""
        self._put(battle)

    def rule(self, rule: str, key: str = "") -> Markup:
        """The button that opens a rule at the lower edge. Two of one rule need different keys."""
        return rule_button(rule, self.lang, RULE_ACT, key=key or f"rule:{rule}")

    # -- state and address

    def restore(self, text: str) -> None:
        """Take up a state. Raises what it cannot read as an error that explains itself; then nothing has
        changed."""
        text, _, played = text.partition("\n\n")
        line, _, rest = text.partition("\n")
        tab, _, kept = rest.partition("\n")
        self.battle = read_draft(line)
        self.tab = tab if tab in known_tabs() else self.tab
        self._changed()
        self.past, self.before = (), None
        if kept:
            self._tab.recall(kept)
        if played and self.tab != PLAYED:
            self._made(PLAYED).recall(played)
        self._keep()
        self.refresh()

    def address(self) -> dict[str, str]:
        """The query of a link to what is shown, in the spelling of links but not yet percent-encoded."""
        made = {"battle": unquote(to_link(draft_line(self.battle)))}
        if self.tab != "odds":
            made["view"] = self.tab
        return {**made, **self._tab.address()}

    # -- the line

    def _parse(self, text: str) -> Battle:
        return read_draft(text)

    def _lay(self, laid: Battle) -> None:
        self._put(laid)

    def act_last(self, value: object) -> None:
        """Back to the last battle that the rules allow."""
        if self.last:
            self._put(self.last[0])

    # -- what is open

    @property
    def _tab(self) -> FleetTab:
        """The open tab."""
        return self._made(self.tab)

    def _made(self, name: str) -> FleetTab:
        if name not in self._tabs:
            self._tabs[name] = open_tab(name, self)
        return self._tabs[name]

    def act_tab(self, value: object) -> None:
        """Open the answer to another question. Raises `FleetFault` if there is none."""
        if value not in known_tabs():
            raise FleetFault
        self._made(str(value))
        self.tab = str(value)
        self.status = self._say(f"tabs.{self.tab}")
        self._keep()

    def act_understood(self, value: object) -> None:
        """What lay at the lower edge has been read."""
        super().act_understood(value)
        self.lost = ()

    def act_drop(self, value: object) -> None:
        """A unit was dragged to a side; what else can be dragged belongs to the open tab."""
        own = str(value).partition(":")[0] in ("new", "0", "1")
        if own or not hasattr(self._tab, "act_drop"):
            super().act_drop(value)
        else:
            self._tab.act_drop(value)
            self._keep()

    def _handler(self, act: str) -> Any:
        """The lab's own actions, then those of the open tab."""
        handler = None if hasattr(self, f"act_{act}") else getattr(self._tab, f"act_{act}", None)
        if handler is None:
            return super()._handler(act)

        def handled(value: object) -> None:
            handler(value)
            self._keep()

        return handled

    # -- what follows from a change

    def _changed(self) -> None:
        self.fault, self.typed = None, ""
        self._weigh()
        for tab in self._tabs.values():
            tab.changed()
        self.status = self._news()
        self._keep()

    def _keep(self) -> None:
        kept = self._tab.kept()
        tab = f"\n{self.tab}" if kept or self.tab != "odds" else ""
        steps = self._tabs.get(PLAYED)
        played = steps.kept() if steps and self.tab != PLAYED else ""
        own, other = (f"\n{kept}" if kept else ""), (f"\n\n{played}" if played else "")
        self.state = draft_line(self.battle) + tab + own + other

    def act_compute(self, value: object) -> None:
        """Compute odds that take long; they may take half a minute."""
        if isinstance(self._found, Fault):
            self._weigh(long=True)
            self._changed()

    def _weigh(self, long: bool = False) -> None:
        """Compute the odds if there is a battle and it is allowed."""
        battle = self.battle
        known = self.last is not None and self.last[0] == battle and not long
        if not complete(battle):
            self.before = self._on_show = None
            return
        if known or battle.problems():
            return
        self.before = self._on_show
        try:
            self.last = (battle, _odds(battle, LONG if long else QUICK))
        except Fault as fault:  # too much work
            self.last = (battle, fault)
        self._on_show = self.odds

    def _news(self) -> str:
        if self.problems:
            return self._forbidden_news()
        found = self.odds
        if found is None:
            return self._say("lab.news_open") if not complete(self.battle) else self._stale()
        shares = {part: percent(self.lang, getattr(found, part), 1) for part in ("win", "tie", "loss")}
        return f"{self._say('verdict.bar', **shares)} {self._change()}".strip()

    def _change(self) -> str:
        """What the last change did to the attacker’s chance, as the difference of the numbers on show; "" if
        there is nothing to compare."""
        odds = self.odds
        if odds is None or self.before is None or self.problems:
            return ""
        points = round(round(100 * odds.win, 1) - round(100 * self.before.win, 1), 1)
        if not points:
            return self._say("verdict.no_change")
        sign = "+" if points > 0 else ""
        return self._say("verdict.change", points=sign + number(self.lang, points, 1))

    def _stale(self) -> str:
        """Why the odds on show are not those of what lies there; "" if they are."""
        slow = isinstance(self._found, Fault) and not self.problems
        return self._say("lab.slow") if slow else super()._stale()

    def _book(self) -> Rulebook:
        return rulebook()

    def _say(self, key: str, role: str = "", **facts: Any) -> str:
        return fleet_say(self.lang, key, role, **facts)

    # -- what a person sees

    def view(self) -> Markup:
        """Who wins, both sides, and the questions with one answer open."""
        lang = self.lang
        return el(
            "div",
            el("p", self._say("lab.lead"), cls="tk-lab-lead"),
            self._first_fault(),
            el(
                "div",
                self._bar(),
                self._verdict(),
                self._slow(),
                scene_html(self.battle, lang),
                legend_html(lang),
                down_html(f"{self.own}-tab-panel", lang),
                problems_html(self.problems, self.settled, self._say, lang),
                self._sides(),
                notes_html(notes(self.battle) if complete(self.battle) and not self.problems else (), lang),
                cls="tk-lab-table",
                data_stay=True,
            ),
            tabs_html(known_tabs(), self.tab, self._answer(), self._say, self.own),
            self._field(draft_line(self.battle), GRAMMAR, fleet_word(lang, "lab.grammar_example")),
            self._link(),
            notice_html(self.refused, self.lost, self.lab_opened, lang),
            cls="tk-lab tk-fleet",
        )

    def _verdict(self) -> Markup:
        """Who wins, or how that can be found out."""
        kind = self.settled.kind if self.settled else self.battle.kind
        how = f"verdict.how_{kind}" if self.odds else "verdict.open"
        label = self._say("verdict.label")
        told: Markup | str = fleet_word(self.lang, how)
        if change := self._change():
            told = join(el("b", change, cls="tk-fleet-change"), el("span", f" · {told}"))
        return verdict_html(self.odds, self.lang, label, told, self._stale())

    def _sides(self) -> Markup:
        parts: list[Child] = []
        for place in (0, 1):
            better = frozenset(name for side, name in self.better if side == place)
            here = self.choosing == place
            view = SideView(self.battle, place, self.lang, better, choosing=here, back=bool(self.past))
            parts.append(view.html())
            if here:
                edge = bool(self.refused or self.lost or self.lab_opened)  # what lies there is closed first
                parts.append(chooser_html(self.battle, place, self.sought, self.lang, self.own, not edge))
        return el("div", parts, cls="tk-build tk-fleet-build")

    def _bar(self) -> Markup:
        """Where the battle is, and what to do with all of it."""
        kinds = [
            button(
                self._say(f"lab.{kind}"),
                "kind",
                kind,
                aria_pressed="true" if self.battle.kind == kind else "false",
                title=self._say(f"lab.{kind}_title"),
            )
            for kind in KINDS
        ]
        where = el("div", kinds, cls="tk-switch", role="group", aria_label=self._say("lab.where_fought"))
        nebula = None
        if self.battle.kind != "ground":
            there = any(use.id == "nebula" for use in self.battle.defender.effects)
            pressed = "true" if there else "false"
            title = self._say("lab.nebula_title")
            cls = "tk-button tk-build-toggle"
            nebula = button(self._say("lab.nebula"), "nebula", cls=cls, aria_pressed=pressed, title=title)
        key = None if self.tab == "steps" else "u"  # the stepper has this key for its own steps
        undo = button(self._say("lab.undo"), "undo", key="undo", shortcut=key, disabled=not self.past)
        swap = button(self._say("lab.swap"), "swap", key="swap")
        empty = button(self._say("lab.empty"), "empty", key="empty", cls="tk-button tk-quiet")
        acts = el(
            "div", undo, swap, empty, cls="tk-toolbar", role="group", aria_label=self._say("lab.actions")
        )
        return el("div", where, nebula, acts, cls="tk-fleet-bar", data_controls=True)

    def _answer(self) -> Child:
        """What the open tab says. What is about another battle than the one that lies there says so, is
        grey, and cannot be used."""
        if self.settled is None:
            return el("p", self._say("lab.news_open"), cls="tk-soft")
        if isinstance(self._found, Fault) and self.tab == "odds":
            return el("p", self._found.text(self.lang), cls="tk-note")
        try:
            content = self._tab.view()
        except Fault as fault:
            return self._no_answer(fault)
        return self._outdated(content) if self.problems else content

    def _slow(self) -> Markup | None:
        """What to do where the odds take long."""
        if self.problems or not isinstance(self._found, Fault):
            return None
        ask = button(self._say("lab.compute"), "compute", key="compute")
        return el("div", ask, cls="tk-fleet-slow", data_key="slow", data_controls=True)


def _odds(battle: Battle, most: int) -> BattleOdds | InvasionOdds:
    """The odds of a battle of any kind. Raises `Fault` if they are more work than `most`."""
    if battle.kind != "invasion":
        return odds(battle, most=most)
    known = settled(battle)
    if known.in_space.defender.units:
        odds(known.in_space, most=most)  # what takes long in an invasion is its space battle
    return invasion_odds(known)
