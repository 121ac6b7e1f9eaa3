"""The common part of the planning tabs of the fleet lab: words, the choice of a side, chances as a side sees
them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from twingkit.imperium.exact_odds.best_order import settled
from twingkit.imperium.exact_odds.chances_many import chances_work
from twingkit.imperium.notation.battle_line import ROLES, Battle
from twingkit.slices import Slices, finish
from twingkit_widgets.imperium.fleet_words import fleet_say
from twingkit_widgets.lab.tab import LabFault, Tab
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import MINUS, Words, number, percent

WORDS = Words(Path(__file__).with_name("fleet_plan_words.toml"))
"""The sentences of these tabs."""

LEAST = 0.0005
"""A change of a chance below this is none: it would be shown as 0.0 points."""

KEPT = 512
"""The number of battles whose chances are kept: battles are often compared again."""


_known: dict[Battle, tuple[float, float, float]] = {}


def weighing(battles: Sequence[Battle]) -> Slices[dict[Battle, tuple[float, float, float]]]:
    """The chances of battles of any kind by battle, in slices; the last ones are kept."""
    asked = list(dict.fromkeys(map(settled, battles)))
    unsolved = [battle for battle in asked if battle not in _known]
    _known.update(zip(unsolved, (yield from chances_work(unsolved)), strict=True))
    chances = {battle: _known[battle] for battle in asked}
    for battle in list(_known)[:-KEPT]:
        del _known[battle]
    return chances


def own_win(battle: Battle, index: int) -> float:
    """Return how often a side wins a battle.

    >>> f"{own_win(Battle.parse('space: 2 cruiser vs 1 dreadnought'), 1):.3f}"
    '0.411'
    """
    win, _, loss = finish(weighing([battle]))[settled(battle)]
    return loss if index else win


def points(change: float, lang: str) -> str:
    """A change of a chance in percentage points, with its sign: `+26.4`; "" where nothing changes.

    >>> points(0.264, "en"), points(-0.02, "de"), points(1e-9, "en")
    ('+26.4', '−2,0', '')
    """
    if abs(change) < LEAST:
        return ""
    return f"{'+' if change > 0 else MINUS}{number(lang, abs(change) * 100, 1)}"


def gained(now: float, before: float) -> float:
    """Return how much more one chance is than another, as both are shown: to a tenth of a percent.

    >>> f"{gained(0.60750, 0.68849):.3f}"
    '-0.080'
    """
    return round(now, 3) - round(before, 3)


def of_side(value: object) -> int:
    """The side that a value begins with. Raises `LabFault` if it names none."""
    text = str(value)
    if text[:1] not in ("0", "1") or text[1:2] not in ("", ":"):
        raise LabFault
    return int(text[0])


def whole_number(value: object, least: int, most: int) -> int:
    """A number that a field gives. Raises `LabFault` for anything but one from `least` to `most`."""
    text = str(value)
    if not (text.isascii() and text.isdecimal()) or len(text) > 3 or not least <= int(text) <= most:
        raise LabFault
    return int(text)


class PlanTab(Tab):
    """A tab that says its sentences from the words of these tabs."""

    def say(self, key: str, role: str = "", **facts: object) -> str:
        """A sentence, a capital first; `role` is the side that it speaks of."""
        return fleet_say(self.lab.lang, key, role, catalogue=WORDS, **facts)

    def word(self, key: str, **facts: object) -> str:
        """A part of a sentence, as it is in the catalogue."""
        return WORDS.say(self.lab.lang, key, **facts)

    def now(self, index: int) -> float:
        """Return a side's present chance to win. Raises `LabFault` without a battle, and the reason why there
        are no odds if there are none."""
        if self.lab.settled is None:
            raise LabFault
        if self.lab.no_odds:
            raise self.lab.no_odds
        chances = self.lab.odds
        return float(chances.loss if index else chances.win)

    def percent(self, share: float, digits: int = 1) -> str:
        """A chance in percent."""
        return percent(self.lab.lang, share, digits)

    def nothing(self) -> Markup:
        """Return what is shown while there is no battle to answer about."""
        return el("p", self.lab.say("lab.news_open"), cls="tk-soft")

    def head(self, title: str, rule: str = "", key: str = "") -> Markup:
        """The head of a part, with the rule behind it."""
        rule_part = self.lab.rule(rule, key=key or f"plan:{title}:{rule}") if rule else None
        return el("header", el("h3", self.say(title)), rule_part)

    def sides(self, chosen: int, act: str, label: str) -> Markup:
        """The choice of a side."""
        choices: list[tuple[str, Child]] = [
            (str(index), fleet_say(self.lab.lang, f"side.{role}")) for index, role in enumerate(ROLES)
        ]
        return self.switch(choices, str(chosen), act, label, cls="tk-plan-sides")

    def switch(
        self, choices: Sequence[tuple[str, Child]], chosen: str, act: str, label: str, cls: str = ""
    ) -> Markup:
        """One of several choices as buttons side by side; `label` is the key of the group's name."""
        items = [
            button(name, act, value, aria_pressed="true" if value == chosen else "false")
            for value, name in choices
        ]
        return el(
            "div",
            items,
            cls=f"tk-switch {cls}".strip(),
            role="group",
            aria_label=self.say(label),
            data_roving=True,
            data_controls=True,
        )

    def share(self, share: float, cls: str = "") -> Markup:
        """A bar for a part of something."""
        inner = el("span", style=f"width:{min(1.0, max(0.0, share)):.1%}")
        return el("span", inner, cls=f"tk-fleet-share {cls}".strip(), aria_hidden="true")
