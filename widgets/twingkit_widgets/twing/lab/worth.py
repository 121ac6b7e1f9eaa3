"""The worth tab: bars for the effect of losing each card, and of gaining others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from twingkit import twing
from twingkit.core.notation import ROLES, Role
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.twing.analysis.changes import CardChange
from twingkit.twing.analysis.worth import BattleChangeWorth, change_worth_rows
from twingkit.twing.rules.cards import Creature, Spell
from twingkit_widgets.lab.action_values import parse_offered_value
from twingkit_widgets.lab.odds_bar import percentage_points_text
from twingkit_widgets.lab.tab import Lab, LabFault
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import percent
from twingkit_widgets.twing.lab.battle_tab import BattleTab
from twingkit_widgets.twing.lab.chips import rule_buttons_html, side_buttons_html
from twingkit_widgets.twing.lab.variant_battle import variant_of
from twingkit_widgets.twing.lab.words import lab_say, lab_word

_FIRST_BARS = 5
"""The number of bars of a list shown before the visitor opens all."""


@lru_cache(maxsize=32)
def _rows(
    line: str, variant: twing.Variant, changes: tuple[CardChange, ...] | None = None
) -> tuple[BattleChangeWorth, ...]:
    return change_worth_rows(line, changes, variant=variant)


def card_change_worths(battle: twing.Battle) -> tuple[BattleChangeWorth, ...]:
    """Return how the odds of a battle change for each card that a side could lose or gain, largest change
    first.
    """
    return _rows(str(battle), variant_of(battle))


class WorthTab(BattleTab):
    """The tab of the battle lab that shows how much each card of a side is worth: how the odds change without
    it, or with one more.
    """

    figure_kind = "worth"
    has_frame_without_battle = True

    def frame(self) -> DataFrame:
        """Return the changes of the odds by losing or gaining each card of the chosen side.

        While a side has laid nothing, these are the changes by losing each card of its hand.
        """
        side: Role = "defender" if self.shown_side == "defender" else "attacker"
        frame = twing.worth(str(self.analysed_subject or self.draft.line()), side=side, variant=self.variant)
        if frame.empty and self.analysed_subject is None:
            raise LabFault("fault.incomplete")
        return frame

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.shown_side: str = ROLES[0]
        """The side whose cards are shown."""
        self._all_worths = False

    def act_shown_side(self, value: object) -> None:
        """Choose the side whose cards are shown, such as `defender`."""
        self.shown_side = parse_offered_value(value, ROLES)

    def act_all_worths(self, value: object) -> None:
        """Show all bars, or the first ones again."""
        self._all_worths = not self._all_worths

    def worths_by_change(
        self,
    ) -> tuple[list[BattleChangeWorth], list[BattleChangeWorth], list[BattleChangeWorth]]:
        """Return the effects of losing a card of the chosen side, of laying another card that it holds, and
        of gaining a card that it does not hold: three lists, each with the largest effect first.
        """
        assert self.analysed_subject is not None
        battle, side = self.analysed_subject, self.draft.sides[ROLES.index(self.shown_side)]
        own = [row for row in card_change_worths(battle) if row.side == self.shown_side and row.odds]
        held: tuple[Spell | Creature, ...] = (*side.hand, *side.entourage)
        changes = tuple(CardChange(self.shown_side, True, card) for card in dict.fromkeys(held))
        too = [row for row in _rows(str(battle), variant_of(battle), changes) if row.odds]
        laid = {row.change for row in too}
        less = sorted((row for row in own if not _is_more(row)), key=_gain_order)
        more = [row for row in own if _is_more(row) and row.change not in laid]
        return less, sorted(too, key=_gain_order, reverse=True), sorted(more, key=_gain_order, reverse=True)

    def empty_html(self) -> Markup:
        """Return the content of the tab while there is no battle: the choice of a side."""
        return self.view()

    def python_call(self) -> str:
        """Return the Python call that returns the shown numbers."""
        return f'twing.worth("{self.analysed_subject}"{self.rules_argument})'

    def view(self) -> Markup:
        """Return the whole tab: the choice of a side, and the lists as bars."""
        head = el(
            "div",
            side_buttons_html(self.shown_side, "shown_side", "worth.side"),
            cls="tk-row",
            data_controls=True,
        )
        if self.analysed_subject is None:
            return el("div", head, el("p", lab_say("verdict.open"), cls="tk-note"), cls="tk-stack")
        less, too, more = self.worths_by_change()
        side = self.draft.sides[ROLES.index(self.shown_side)]
        kept, hidden = len(side.hand) + len(side.entourage), side.hidden_count
        every = (*less, *too, *more)
        longest = max((abs(row.win_change) for row in every), default=1.0) or 1.0
        lists = el(
            "div",
            el(
                "div",
                self._list("less", less, longest),
                self._list("too", too, longest) if kept else None,
                cls="tk-stack",
            ),
            self._list("more", more, longest),
            cls="tk-worth-lists",
        )
        return el(
            "div",
            head,
            self._hint(every),
            el("p", lab_say("worth.hidden", n=hidden), cls="tk-small tk-soft") if hidden else None,
            lists,
            self._more(max(len(less), len(too), len(more))),
            cls="tk-stack",
        )

    def _hint(self, rows: Sequence[BattleChangeWorth]) -> Markup | None:
        if not rows:
            return None
        return el("p", lab_say("worth.how", self.shown_side, win=percent(rows[0].odds_before.win, 1)))

    def _list(self, name: str, rows: list[BattleChangeWorth], longest: float) -> Markup:
        rows_shown = rows if self._all_worths or name == "too" else _without_repeated_spells(rows)
        items = [
            self._item(row, longest, name) for row in rows_shown[: None if self._all_worths else _FIRST_BARS]
        ]
        empty = el("p", lab_say("worth.too_none" if name == "too" else "worth.none"), cls="tk-soft")
        return el(
            "div",
            el("h3", lab_say(f"worth.{name}")),
            el("ul", items, cls="tk-list tk-worths") if items else empty,
            cls="tk-stack tk-tight",
        )

    def _item(self, row: BattleChangeWorth, longest: float, name: str) -> Markup:
        value = row.win_change
        text = percentage_points_text(value)
        way = ("tk-worth-good" if value > 0 else "tk-worth-bad") if text else "tk-worth-nil"
        share = abs(value) / longest
        return el(
            "li",
            el("b", row.label(), cls="tk-worth-name"),
            el("span", text or lab_word("worth.nothing"), cls=f"tk-number tk-worth-value {way}-value"),
            el(
                "span",
                el("span", cls=way, style=f"width:{share * 50:.2f}%"),
                cls="tk-worth-bar",
                aria_hidden="true",
            ),
            el(
                "span",
                self._wins(row),
                " ",
                row.reason(),
                " ",
                rule_buttons_html(row.rules, f"worth:{row.change.token}"),
                cls="tk-small tk-worth-why",
            ),
            data_key=f"worth:{name}:{row.change.kind}:{row.change.token}",
        )

    def _wins(self, row: BattleChangeWorth) -> str:
        """Return as text the chance to win before and after a change, or the chance to lose if only that
        differs; "" if neither does.
        """
        assert row.odds is not None
        for part in ("win", "loss"):
            facts = {
                name: percent(getattr(odds, part), 1)
                for name, odds in (("was", row.odds_before), ("now", row.odds))
            }
            if facts["was"] != facts["now"]:
                return lab_word("worth.wins" if part == "win" else "worth.loses", **facts)
        return ""

    def _more(self, count: int) -> Child:
        if count <= _FIRST_BARS:
            return None
        key = "worth.fewer" if self._all_worths else "worth.all"
        return el("p", button(lab_say(key), "all_worths", key="all_worths"), data_controls=True)


def _is_more(row: BattleChangeWorth) -> bool:
    return isinstance(row.change, CardChange) and row.change.is_added


def _without_repeated_spells(rows: Sequence[BattleChangeWorth]) -> list[BattleChangeWorth]:
    """Return the rows with only the first of the spells that a side could gain, because these differ only in
    power.
    """
    spells = [row for row in rows if row.change.kind == "spell" and _is_more(row)]
    return [row for row in rows if row not in spells[1:]]


def _gain_order(row: BattleChangeWorth) -> tuple[float, float]:
    """Return a sort key for a change of the odds: the change of the chance to win, then that of win minus
    loss.
    """
    return round(row.win_change, 9), round(row.edge_change, 9)
