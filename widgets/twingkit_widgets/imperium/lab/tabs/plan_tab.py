"""The common part of the tabs: headings, choices, and the chances of a side."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.imperium.battle.notation.battle_line import ROLES, Battle
from twingkit_widgets.lab.tab import LabFault, LabTab, require_odds
from twingkit_widgets.panel.controls import button_group
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import percent


def rounded_gain(now: float, before: float) -> float:
    """Return the difference of two chances (0 to 1), each rounded to a tenth of a percent as shown.

    >>> f"{rounded_gain(0.60750, 0.68849):.3f}"
    '-0.080'
    """
    return round(now, 3) - round(before, 3)


class FleetOddsTab(LabTab):
    """Base class of the tabs of the fleet lab that show or change its odds."""

    def battle(self) -> Battle:
        """The current battle. Raises `LabFault` without one."""
        if self.lab.analysed_subject is None:
            raise LabFault
        battle: Battle = self.lab.analysed_subject
        return battle

    def current_win_chance(self, side_index: int) -> float:
        """Return the chance of a side to win the current battle.

        Raises `LabFault` without a battle, and the reason if there are no odds.
        """
        self.battle()
        chances = require_odds(self.lab)
        return float(chances.loss if side_index else chances.win)

    def percent(self, share: float, digits: int = 1) -> str:
        """Return a chance in percent."""
        return percent(share, digits)

    def part_html(
        self, title_key: str, *content: Child, rule: str = "", key: str = "", data_key: str | None = None
    ) -> Markup:
        """Return a part of the tab with its heading, which names a `rule` (`key` is that of its button)."""
        rule_part = self.lab.rule_button(rule, key=key) if rule else None
        head = el("header", el("h3", self.say(title_key)), rule_part)
        return el("section", head, *content, cls="tk-fleet-part", data_key=data_key)

    def intro_line_html(self, title_key: str, rule: str, key: str) -> Markup:
        """Return the first sentence of a tab, with its rule."""
        return el(
            "div", el("p", self.say(title_key)), self.lab.rule_button(rule, key=key), cls="tk-plan-lead"
        )

    def side_choice_html(self, chosen: int, act: str, label_key: str) -> Markup:
        """Return the buttons to choose a side."""
        choices = [(str(side_index), self.say(f"side.{role}")) for side_index, role in enumerate(ROLES)]
        return self.choice_buttons_html(choices, str(chosen), act, label_key, cls="tk-plan-sides")

    def choice_buttons_html(
        self, choices: Sequence[tuple[str, Child]], chosen: str, act: str, label_key: str, cls: str = ""
    ) -> Markup:
        """Return several choices as a row of buttons; `label_key` is the key of the group's name."""
        cls = f"tk-switch {cls}".strip()
        return button_group(
            choices, chosen, act, self.say(label_key), cls, data_roving=True, data_controls=True
        )
