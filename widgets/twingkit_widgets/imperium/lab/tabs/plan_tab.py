"""The common part of the tabs: headings, choices, the chances of a side, units, bars and sliders."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.core.notation import ROLES
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.box.units import Unit
from twingkit_widgets.imperium.pictures.drawing import unit_svg
from twingkit_widgets.imperium.pictures.names import unit_name
from twingkit_widgets.imperium.pictures.scene import MAX_UNITS_DRAWN_SINGLY
from twingkit_widgets.lab.tab import LabFault, LabTab, require_odds
from twingkit_widgets.panel.controls import button_group
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import capitalize_first, percent


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


def share_bar(share: float) -> Markup:
    """Return a bar whose filled part shows a share from 0 to 1, hidden from screen readers."""
    inner = el("span", style=f"width:{min(1.0, max(0.0, share)):.1%}")
    return el("span", inner, cls="tk-fleet-share", aria_hidden="true")


def unit_pictures(unit_class: str, count: int, side_index: int) -> list[Child]:
    """Return one picture for each of `count` units of a class, or a single picture with the number if there
    are many.
    """
    drawn = count if count <= MAX_UNITS_DRAWN_SINGLY else 1
    svg = unit_svg(unit_class, left=bool(side_index))
    return [[svg] * drawn, el("b", f"×{count}") if drawn != count else None]


def unit_html(kind: Unit, side_index: int) -> Markup:
    """Return the picture and the name of a unit of one side."""
    picture = el("span", unit_svg(kind.unit_class, left=bool(side_index)), cls="tk-fleet-small")
    return el("span", picture, capitalize_first(unit_name(kind)), cls="tk-fleet-unit")


def slider(
    slider_id: str,
    label: str,
    act: str,
    value: int,
    minimum: int,
    maximum: int,
    text: str,
    step: int | None = None,
) -> list[Markup]:
    """Return a slider with its label and its value as `text`."""
    field = el(
        "input",
        type="range",
        cls="tk-range",
        min=minimum,
        max=maximum,
        step=step,
        value=value,
        id=slider_id,
        data_act=act,
        data_live=True,
        data_key=act,
        aria_valuetext=text,
    )
    shown = el("output", text, cls="tk-number tk-plan-big")
    return [el("label", label, for_=slider_id, cls="tk-label"), field, shown]
