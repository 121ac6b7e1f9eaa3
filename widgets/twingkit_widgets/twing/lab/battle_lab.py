"""The battle lab: build a battle, get advice on lays, and see the value of each card."""

from __future__ import annotations

from twingkit import twing
from twingkit.twing.box.box import Box
from twingkit_widgets.lab.lab import LabPanel
from twingkit_widgets.twing.lab.draft import EXAMPLE, Draft
from twingkit_widgets.twing.lab.labs import BATTLE_LAB


class BattleLab(LabPanel):
    """The panel of a battle that the visitor builds from cards or types in notation, with tabs for odds,
    advice and charts.

    >>> lab = BattleLab("F: F5 vs W: W4")
    >>> lab.position = "F: F5 F5 vs W: W4"
    >>> lab.frame[["responses", "win"]].round(3).values.tolist()
    [['none', 0.84], ['best', 0.84]]
    """

    draft: Draft

    def __init__(
        self,
        position: twing.Battle | str = EXAMPLE,
        lang: str | None = None,
        *,
        view: str = "odds",
        chart: str = "",
        box: Box | None = None,
        site: bool = False,
        variant: twing.Variant | str = twing.BOX,
    ) -> None:
        """Show a battle or a situation; for an invalid one, show the error and an example.

        Parameters
        ----------
        position : Battle or str
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
        super().__init__(BATTLE_LAB, position, lang, view=view, site=site, box=box, variant=str(variant))
        if chart:
            self.get_part("charts").show_query({"chart": chart})
            self.refresh()

    @property
    def battle(self) -> twing.Battle:
        """The present battle, whether legal or not; a side without a lay is possible."""
        return self.draft.subject()
