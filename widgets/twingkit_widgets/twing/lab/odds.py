"""The odds of the battle in the lab: the bar at the top, and the tab with the details."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from twingkit import Odds, twing
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.twing.exact_odds.hidden_card_odds import HiddenCardOdds, hidden_odds_in_slices
from twingkit.twing.exact_odds.terms import Responses
from twingkit_widgets.lab import odds_bar
from twingkit_widgets.lab.odds_bar import ROUNDING_TOLERANCE
from twingkit_widgets.lab.tab import joined_tables
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import percent, percents
from twingkit_widgets.twing.lab.battle_tab import BattleTab
from twingkit_widgets.twing.lab.variant_battle import variant_of, without_variant
from twingkit_widgets.twing.lab.words import lab_say, lab_word
from twingkit_widgets.twing.pictures.odds_bar import margin_svg, odds_html


@attrs.frozen
class BothOdds:
    """The odds of a battle by dice alone, and with best responses (or the error that prevents them)."""

    dice_alone: Odds
    best_responses: Odds | twing.BudgetError

    @classmethod
    def from_battle(cls, battle: twing.Battle) -> BothOdds:
        """Compute the odds of a battle. Raises `IllegalBattleError` for an illegal one."""
        laid, variant = without_variant(battle), variant_of(battle)
        return cls.computed(lambda responses: twing.odds(laid, responses=responses, variant=variant))

    @classmethod
    def computed(cls, odds: Callable[[Responses], Odds]) -> BothOdds:
        """Return the odds that a function computes for each kind of responses."""
        none = odds("none")
        try:
            return cls(none, odds("best"))
        except twing.BudgetError as fault:
            return cls(none, fault)

    @property
    def shown_odds(self) -> tuple[str, Odds]:
        """The kind of the odds shown at the top ("best" responses if available, otherwise "none"), and these
        odds.
        """
        best = self.best_responses
        return ("none", self.dice_alone) if isinstance(best, twing.BudgetError) else ("best", best)

    @property
    def responses_change_nothing(self) -> bool:
        """True if the odds with best responses equal those by dice alone."""
        none, best = self.dice_alone, self.best_responses
        if isinstance(best, twing.BudgetError):
            return False
        return max(abs(none.win - best.win), abs(none.tie - best.tie)) < 1e-12


def odds_summary_html(
    chances: BothOdds | None, stale_reason: str = "", leaves_out_unknown: bool = False, variant_text: str = ""
) -> Markup:
    """Render the chances of both sides in a battle as one line of numbers and one bar.

    `stale_reason` is the reason why the odds are not those of the present battle; with `leaves_out_unknown`
    there are unknown cards, which the odds leave out; `variant_text` is the variant, unless it is the box.
    """
    label = lab_say("verdict.label")
    if chances is None:
        return odds_bar.odds_html(None, label, lab_say("verdict.open"), stale_reason)
    responses, odds = chances.shown_odds
    hint = lab_word("verdict.none" if chances.responses_change_nothing else f"verdict.{responses}")
    if leaves_out_unknown:
        hint = f"{hint}, {lab_word('verdict.hidden')}"
    if variant_text:
        hint = f"{hint}, {variant_text}"
    return odds_bar.odds_html(odds, label, hint, stale_reason)


def _odds_tab_html(chances: BothOdds, unknown: Child) -> Markup:
    """Return the odds by dice alone next to best responses, the attacker's final lead, and `unknown`."""
    none, best = chances.dice_alone, chances.best_responses
    right = [el("p", best.text(), cls="tk-note") if isinstance(best, twing.BudgetError) else odds_html(best)]
    if chances.responses_change_nothing:
        right.append(el("p", lab_say("odds.same"), cls="tk-small tk-soft"))
    columns = [
        _column("none", "TW-ODDS-1", odds_html(attrs.evolve(none, margin=None))),
        _column("best", "TW-ODDS-2", right),
    ]
    note = el("p", lab_say("odds.goes"), " ", lab_say("odds.goes_faces"), cls="tk-lab-goes")
    return el(
        "div",
        note,
        el("div", columns, cls="tk-lab-columns"),
        margin_chart_html(none),
        unknown,
        cls="tk-lab-odds",
    )


def _unknown_cards_odds_html(unknown: HiddenCardOdds) -> Markup:
    """Return the odds averaged over the unknown cards of a situation."""
    key = "odds.hands" if unknown.exact else "odds.drawn"
    count = unknown.hand_count if unknown.exact else unknown.samples
    return el(
        "div",
        el("h3", lab_say("odds.counted")),
        el("p", lab_say("odds.counted_how")),
        odds_html(unknown.odds),
        el("p", lab_say(key, n=count, error=percent(unknown.error, 1)), cls="tk-small tk-soft"),
        cls="tk-stack tk-tight tk-lab-unknown",
        data_key="unknown",
    )


class OddsTab(BattleTab):
    """The tab of the battle lab with detailed odds; on request they include the unknown cards that the sides
    may hold.
    """

    figure_kind = "odds"
    computed_line = ""
    """The situation in notation whose unknown cards are included."""

    def frame(self) -> DataFrame:
        """Return the odds by dice alone and with best responses, in this order."""
        line = str(self.analysed_subject)
        return joined_tables(
            [
                twing.odds_many([line], responses=responses, variant=self.variant).assign(
                    label=lab_say(f"odds.{responses}"), responses=responses
                )
                for responses in ("none", "best")
            ]
        )

    def empty_html(self) -> Markup:
        """Return the content of the tab while a side has laid nothing."""
        return el("p", self.say("verdict.open"), cls="tk-soft")

    def python_call(self) -> str:
        """Return the Python call that returns the shown numbers."""
        return f'twing.odds("{self.analysed_subject}", responses="best"{self.rules_argument})'

    def view(self) -> Markup:
        """Return the whole tab."""
        line = "" if self.lab.problems else self.unknown_cards_line()
        unknown = self.lab.or_progress_html(lambda: self._unknown(line)) if line else None
        return _odds_tab_html(self.lab.odds, unknown)

    def _unknown(self, line: str) -> Markup:
        if self.computed_line != line:
            count = button(lab_say("odds.count"), "count_unknown", key="count_unknown")
            parts = [el("p", lab_say("odds.unknown")), el("p", count, data_controls=True)]
            return el("div", parts, cls="tk-note tk-lab-unknown", data_key="unknown")
        return _unknown_cards_odds_html(self.computed(hidden_odds_in_slices, line, self.variant))

    def act_count_unknown(self, value: object) -> None:
        """Include the unknown cards of both sides in the odds until the battle changes."""
        self.computed_line = self.unknown_cards_line()

    def unknown_cards_line(self) -> str:
        """Return the situation in notation if both sides have laid and cards are unknown; else ""."""
        unknown = any(side.hidden_count for side in self.draft.sides)
        return str(self.draft.situation(laid_sides=(0, 1))) if unknown and self.draft.is_complete else ""


def _column(name: str, rule: str, content: Child) -> Markup:
    source = rule_badge(rule, "lab_rule", key=f"{name}:rule")
    head = el("header", el("h3", lab_say(f"odds.{name}")), source)
    means = el("p", lab_say(f"odds.{name}_means"), cls="tk-small tk-soft")
    return el("div", head, means, content, cls="tk-stack tk-tight", data_key=f"odds:{name}")


def margin_chart_html(odds: Odds, about_key: str = "") -> Markup | None:
    """Render a chart of the attacker's final lead by dice alone, with the chance that a Sun or a Cross
    decides; None if there is no lead.

    `about_key` is the key of a sentence that says which battle this is. Returns None if there is no lead.
    """
    if not odds.margin:
        return None
    shares = {"win": odds.critical_win, "tie": odds.critical_tie, "loss": odds.critical_loss}
    facts = dict(zip(shares, percents(list(shares.values()), 1), strict=True))
    remaining = lab_say("odds.margin_rest", share=percent(sum(shares.values()), 1), **facts)
    return el(
        "div",
        el("h3", lab_say("odds.margin"), cls="tk-label"),
        el("p", lab_say(about_key), cls="tk-small tk-soft") if about_key else None,
        margin_svg(odds.margin),
        el("p", remaining, cls="tk-small tk-soft") if sum(shares.values()) > ROUNDING_TOLERANCE else None,
    )
