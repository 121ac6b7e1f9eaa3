"""What is each card worth? Bars: what would be missed of the cards there are, what others would bring."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import attrs

from twingkit import twing
from twingkit.twing.analysis.card_worth import Worth, worth_rows
from twingkit.twing.notation import ROLES
from twingkit_widgets.battle_steps import StepFault
from twingkit_widgets.lab_marks import rules_html, sides_html
from twingkit_widgets.lab_words import lab_say, lab_word
from twingkit_widgets.markup import Child, Markup, button, el
from twingkit_widgets.wording import MINUS, number, percent

FIRST = 5
"""So many bars of a list are shown before someone asks for all."""

LEAST = 0.0005
"""A change below this is none: it would be shown as 0.0 points."""


@lru_cache(maxsize=16)
def _rows(line: str) -> tuple[Worth, ...]:
    """What every card of a battle is worth; the last ones are kept."""
    return worth_rows(line)


def all_worths(battle: twing.Battle) -> tuple[Worth, ...]:
    """Return what every card of a battle is worth, that which changes most first."""
    return _rows(str(battle))


class Weighing:
    """What a panel needs to say what each card is worth; `settled` is the battle that is asked about."""

    lang: str
    weighed: str = ROLES[0]
    """The side whose cards are weighed."""
    _all_worths: bool = False

    @property
    def settled(self) -> twing.Battle | None:
        """The last battle that the rules allow."""
        raise NotImplementedError

    def act_weigh(self, value: object) -> None:
        """`defender`: weigh the defender's cards."""
        if value not in ROLES:
            raise StepFault("fault.no_place")
        self.weighed = str(value)

    def act_all_worths(self, value: object) -> None:
        """Show all bars, or the first ones again."""
        self._all_worths = not self._all_worths

    def worths(self) -> tuple[list[Worth], list[Worth]]:
        """What the side would miss and what it could get, that which counts most first."""
        assert self.settled is not None
        own = [row for row in _rows(str(self.settled)) if row.side == self.weighed and row.odds]
        less = sorted((row for row in own if not row.change.more), key=lambda row: row.edge_change)
        more = sorted((row for row in own if row.change.more), key=lambda row: -row.edge_change)
        return less, more

    def worth_html(self) -> Markup:
        """The whole answer."""
        lists = self.worths() if self.settled else None
        return WorthView(self.lang, self.weighed, lists, self._all_worths).html()


@attrs.frozen
class WorthView:
    """Both lists of changes of a `side` as HTML (None: no battle); `everything` shows all of them."""

    lang: str
    side: str
    lists: tuple[list[Worth], list[Worth]] | None
    everything: bool = False

    def html(self) -> Markup:
        """For whom, then both lists as bars."""
        lang = self.lang
        head = el("div", sides_html(self.side, "weigh", "worth.side", lang), cls="tk-row", data_controls=True)
        if self.lists is None:
            return el("div", head, el("p", lab_say(lang, "verdict.open"), cls="tk-note"), cls="tk-stack")
        less, more = self.lists
        longest = max((abs(row.edge_change) for row in (*less, *more)), default=1.0) or 1.0
        lists = el(
            "div",
            self._list("less", less, longest),
            self._list("more", more, longest),
            cls="tk-worth-lists",
        )
        how = el("p", lab_say(lang, "worth.how", self.side), cls="tk-small tk-soft")
        return el("div", head, lists, how, self._more(max(len(less), len(more))), cls="tk-stack")

    def _list(self, which: str, rows: list[Worth], longest: float) -> Markup:
        lang = self.lang
        shown = rows if self.everything else _different(rows)[:FIRST]
        items = [self._item(row, longest) for row in shown]
        empty = el("p", lab_say(lang, "worth.none"), cls="tk-soft")
        return el(
            "div",
            el("h3", lab_say(lang, f"worth.{which}")),
            el("ul", items, cls="tk-list tk-worths") if items else empty,
            cls="tk-stack tk-tight",
        )

    def _item(self, row: Worth, longest: float) -> Markup:
        lang = self.lang
        value = 0.0 if abs(row.edge_change) < LEAST else row.edge_change
        way = "tk-worth-good" if value > 0 else "tk-worth-bad" if value < 0 else "tk-worth-nil"
        share = abs(value) / longest
        assert row.odds is not None
        facts = {"was": percent(lang, row.base.win, 1), "win": percent(lang, row.odds.win, 1)}
        wins = lab_word(lang, "worth.wins", **facts)
        return el(
            "li",
            el("b", row.label(lang), cls="tk-worth-name"),
            el("span", points(value, lang), cls="tk-number tk-worth-value"),
            el(
                "span",
                el("span", cls=way, style=f"width:{share * 50:.2f}%"),
                cls="tk-worth-bar",
                aria_hidden="true",
            ),
            el(
                "span",
                wins,
                " ",
                row.reason(lang),
                " ",
                rules_html(row.rules, lang, f"worth:{row.change.token}"),
                cls="tk-small tk-worth-why",
            ),
            data_key=f"worth:{row.change.kind}:{row.change.token}",
        )

    def _more(self, count: int) -> Child:
        if count <= FIRST:
            return None
        key = "worth.fewer" if self.everything else "worth.all"
        return el("p", button(lab_say(self.lang, key), "all_worths", key="all_worths"), data_controls=True)


def _different(rows: Sequence[Worth]) -> list[Worth]:
    """The rows with only the first of several spells more: they differ by their power alone."""
    spells = [row for row in rows if row.change.kind == "spell" and row.change.more]
    return [row for row in rows if row not in spells[1:]]


def points(change: float, lang: str) -> str:
    """Return a change of a chance in percentage points, with its sign: `+26.4`."""
    text = number(lang, abs(change) * 100, 1)
    return f"{'+' if change > 0 else MINUS if change < 0 else '±'}{text}"
