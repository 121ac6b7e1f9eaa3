"""The battle lab: build a battle, get advice on lays, and see the value of each card."""

from __future__ import annotations

from twingkit import twing
from twingkit.twing.analysis.advice import Advice
from twingkit.twing.analysis.worth import BattleWorth
from twingkit.twing.box.box import Box
from twingkit.twing.notation.situation import Situation
from twingkit_widgets.lab.lab import LabPanel
from twingkit_widgets.panel.chart_frame import ChartFrame
from twingkit_widgets.twing.lab.draft import EXAMPLE, Draft
from twingkit_widgets.twing.lab.labs import BATTLE_LAB, TAB_NAMES
from twingkit_widgets.twing.lab.what_if import WhatIf
from twingkit_widgets.twing.play.battle_panel import BattlePanel


class BattleLab(LabPanel):
    """The panel of a battle to build or to type, with tabs for odds, advice and charts.

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
        view: str = TAB_NAMES[0],
        chart: str = "",
        box: Box | None = None,
        site: bool = False,
        variant: twing.Variant | str = twing.BOX,
    ) -> None:
        """Show a battle or a situation; for an invalid one, show the error and an example.

        Parameters
        ----------
        line : Battle or str
            The battle, or the notation of a battle or a situation.
        lang : str, optional
            The language of the panel.
        view : str
            The tab to open.
        chart : str
            The figure shown on the charts tab.
        box : Box, optional
            The cards on offer; by default the assumed box.
        site : bool
            On the site, the page header links to the battle; elsewhere the panel spells out the link.
        variant : Variant or str
            A `Variant`, a preset's name or a line of switches; an invalid one is explained in the panel.
        """
        super().__init__(BATTLE_LAB, line, lang, view=view, site=site, box=box, variant=str(variant))
        if chart:
            self.get_part("charts").show_query({"chart": chart})
            self.refresh()

    @property
    def battle(self) -> twing.Battle:
        """The present battle, whether legal or not; a side without a lay is possible."""
        return self.draft.battle()

    @property
    def steps(self) -> BattlePanel | None:
        """The battle in the stepper, or None if the stepper is closed."""
        steps: BattlePanel | None = self.get_part("aside").steps
        return steps

    @property
    def target_zone(self) -> str:
        """The zone to which a tapped card of the tray moves."""
        return str(self.get_part("builder").target)

    @property
    def advised_side(self) -> str:
        """The side that gets the advice: "attacker" or "defender"."""
        return str(self.get_part("advice").advised_side)

    def advised_situation(self) -> Situation:
        """Return the situation of the advised side, with all its own cards unlaid."""
        situation: Situation = self.get_part("advice").advised_situation()
        return situation

    def advice(self) -> Advice:
        """Return all lays of the advised side, the best first. Raises the errors of `advise`."""
        advice: Advice = self.get_part("advice").advice()
        return advice

    def worths_by_group(self) -> tuple[list[BattleWorth], list[BattleWorth], list[BattleWorth]]:
        """Return three lists of changes: losing a card, laying another held card, and gaining a card."""
        worths: tuple[list[BattleWorth], ...] = self.get_part("worth").worths_by_group()
        losing, replacing, gaining = worths
        return losing, replacing, gaining

    def what_if(self) -> WhatIf:
        """Return the changes made on the tab “What if …?”. Raises `LabFault` without a battle."""
        wishes: WhatIf = self.get_part("whatif").what_if()
        return wishes

    def frame(self) -> ChartFrame:
        """Return the rows of the current chart. Raises `LabFault` without a battle."""
        frame: ChartFrame = self.get_part("charts").frame()
        return frame
