"""The battle lab: a battle to build, and answers about it: what to play, and what a card is worth."""

from __future__ import annotations

from twingkit import twing
from twingkit.twing.analysis.advice import Advice
from twingkit.twing.analysis.worth import Worth
from twingkit.twing.box.box import Box
from twingkit.twing.notation.situation import Situation
from twingkit_widgets.lab.lab import LabPanel
from twingkit_widgets.panel.chart_frame import Frame
from twingkit_widgets.twing.lab.draft import EXAMPLE, Draft
from twingkit_widgets.twing.lab.labs import BATTLE_LAB, TABS
from twingkit_widgets.twing.lab.what_if import WhatIf
from twingkit_widgets.twing.play.battle_panel import BattlePanel


class BattleLab(LabPanel):
    """A battle to build or to type, and what a player asks about it.

    >>> lab = BattleLab("F: F5 vs W: W4")
    >>> lab.do("take", "box:F5"); str(lab.battle)
    'F: F5 F5 vs W: W4'
    >>> lab.do("read", {"line": "F: F5 against W: W4"}); lab.fault.position, str(lab.battle)
    (6, 'F: F5 F5 vs W: W4')
    """

    draft: Draft

    def __init__(
        self,
        line: twing.Battle | str = EXAMPLE,
        lang: str | None = None,
        *,
        view: str = TABS[0],
        chart: str = "",
        box: Box | None = None,
        site: bool = False,
        variant: twing.Variant | str = twing.BOX,
    ) -> None:
        """Show `line`, a battle or a situation; what is wrong with it is explained in the panel, which then
        shows an example.

        `view` is the tab to open and `chart` the picture that its last one draws. `box` says which cards are
        offered (default: the assumed box); `variant` by which rules: a `Variant`, a preset's name or a line
        of switches, of which one that cannot be is explained too. On the `site` the page's head has the link
        to the battle; elsewhere the panel spells it out.
        """
        super().__init__(BATTLE_LAB, line, lang, view=view, site=site, box=box, variant=str(variant))
        if chart:
            self.part("charts").visit({"chart": chart})
            self.refresh()

    @property
    def battle(self) -> twing.Battle:
        """The present battle, allowed or not; a side may have laid nothing yet."""
        return self.draft.battle()

    @property
    def steps(self) -> BattlePanel | None:
        """The battle being stepped through; None: the stepper is closed."""
        steps: BattlePanel | None = self.part("aside").steps
        return steps

    @property
    def target(self) -> str:
        """The zone to which a tapped card of the tray goes."""
        return str(self.part("builder").target)

    @property
    def advised_side(self) -> str:
        """The side that the advice is for: "attacker" or "defender"."""
        return str(self.part("advice").advised_side)

    def asked_situation(self) -> Situation:
        """Return the situation of the advised side."""
        situation: Situation = self.part("advice").asked_situation()
        return situation

    def advice(self) -> Advice:
        """All lays of the side that asks, best first. Raises as `advise` does."""
        advice: Advice = self.part("advice").advice()
        return advice

    def worths(self) -> tuple[list[Worth], list[Worth], list[Worth]]:
        """Return what the side would miss, what it holds and could lay too, and what it could get besides."""
        worths: tuple[list[Worth], list[Worth], list[Worth]] = self.part("worth").worths()
        return worths

    def wishes(self) -> WhatIf:
        """The changes in "What if …?". Raises `LabFault` without a battle."""
        wishes: WhatIf = self.part("whatif").wishes()
        return wishes

    def frame(self) -> Frame:
        """The rows of the chart that is drawn. Raises `LabFault` without a battle."""
        frame: Frame = self.part("charts").frame()
        return frame
