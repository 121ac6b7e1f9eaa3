"""The odds in the lab: the bar at the top, and the tab with the details."""

from __future__ import annotations

import attrs

from twingkit import Odds, twing
from twingkit.twing.exact_odds.unknown_play import UnknownOdds, unknown_odds_in_slices
from twingkit_widgets.lab import verdict
from twingkit_widgets.lab.verdict import TINY
from twingkit_widgets.panel.controls import rule_button
from twingkit_widgets.panel.long_work import Unfinished
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import percent, percents
from twingkit_widgets.twing.lab.battle_tab import BattleTab
from twingkit_widgets.twing.lab.variant_battle import variant_of, without_variant
from twingkit_widgets.twing.lab.words import lab_say, lab_word
from twingkit_widgets.twing.pictures.odds_bar import margin_svg, odds_html


@attrs.frozen
class BothOdds:
    """The odds of one battle: by dice alone, and with best responses or why those are not available."""

    none: Odds
    best: Odds | twing.BudgetError

    @classmethod
    def from_battle(cls, battle: twing.Battle) -> BothOdds:
        """Compute both odds. Raises `BattleError` for an illegal battle."""
        laid, variant = without_variant(battle), variant_of(battle)
        none = twing.odds(laid, "none", variant)
        try:
            return cls(none, twing.odds(laid, "best", variant))
        except twing.BudgetError as fault:
            return cls(none, fault)

    @property
    def shown(self) -> tuple[str, Odds]:
        """The kind and the odds shown at the top: with best responses if available."""
        return ("none", self.none) if isinstance(self.best, twing.BudgetError) else ("best", self.best)

    @property
    def responses_change_nothing(self) -> bool:
        """True if responses change nothing."""
        if isinstance(self.best, twing.BudgetError):
            return False
        return max(abs(self.none.win - self.best.win), abs(self.none.tie - self.best.tie)) < 1e-12


def verdict_html(chances: BothOdds | None, stale: str = "", hidden: bool = False, rules: str = "") -> Markup:
    """Return how often each side wins, in one line and one bar.

    `stale` says why the odds are not those of the present battle; `hidden`: there are unknown cards, which
    the odds leave out; `rules`: the rules that apply, unless they are those of the box.
    """
    label = lab_say("verdict.label")
    if chances is None:
        return verdict.verdict_html(None, label, lab_say("verdict.open"), stale)
    responses, odds = chances.shown
    hint = lab_word("verdict.none" if chances.responses_change_nothing else f"verdict.{responses}")
    if hidden:
        hint = f"{hint}, {lab_word('verdict.hidden')}"
    if rules:
        hint = f"{hint}, {rules}"
    return verdict.verdict_html(odds, label, hint, stale)


def odds_tab(chances: BothOdds, unknown: Markup | None = None) -> Markup:
    """Return dice alone next to best responses, and the attacker's final lead, with `unknown` below."""
    none, best = chances.none, chances.best
    right: Child
    if isinstance(best, twing.BudgetError):
        right = el("p", best.text(), cls="tk-note")
    else:
        same = (
            el("p", lab_say("odds.same"), cls="tk-small tk-soft")
            if chances.responses_change_nothing
            else None
        )
        right = [odds_html(best), same]
    columns = [
        _column("none", "TW-ODDS-1", odds_html(attrs.evolve(none, margin=None))),
        _column("best", "TW-ODDS-2", right),
    ]
    note = el("p", lab_say("odds.goes"), " ", lab_say("odds.goes_faces"), cls="tk-lab-goes")
    return el(
        "div",
        note,
        el("div", columns, cls="tk-lab-columns"),
        margin_html(none),
        unknown,
        cls="tk-lab-odds",
    )


def unknown_html(unknown: UnknownOdds | None) -> Markup:
    """Return the odds that include the unknown cards of a situation, or a button to compute them."""
    if unknown is None:
        text = el("p", lab_say("odds.unknown"))
        ask = button(lab_say("odds.count"), "count_unknown", key="count_unknown")
        return el(
            "div", text, el("p", ask, data_controls=True), cls="tk-note tk-lab-unknown", data_key="unknown"
        )
    key = "odds.hands" if unknown.exact else "odds.drawn"
    facts = {
        "n": unknown.hands if unknown.exact else unknown.samples,
        "error": percent(unknown.error, 1),
    }
    return el(
        "div",
        el("h3", lab_say("odds.counted")),
        el("p", lab_say("odds.counted_how")),
        odds_html(unknown.odds),
        el("p", lab_say(key, **facts), cls="tk-small tk-soft"),
        cls="tk-stack tk-tight tk-lab-unknown",
        data_key="unknown",
    )


class OddsTab(BattleTab):
    """The odds in detail; unknown cards of a situation are included on request."""

    call = "odds"
    counted = ""
    """The situation whose unknown cards are included."""

    def empty_html(self) -> Markup:
        """Return the content shown while a side has laid nothing."""
        return el("p", self.say("verdict.open"), cls="tk-soft")

    def view(self) -> Markup:
        """Return the whole tab."""
        line = "" if self.lab.problems else self.laid_line()
        return odds_tab(self.lab.odds, self._unknown(line) if line else None)

    def _unknown(self, line: str) -> Markup:
        """Return the odds over all hands of the unknown cards, if requested."""
        if self.counted != line:
            return unknown_html(None)
        rules = self.rules
        try:
            odds = self.lab.long_work.answer(
                ("unknown", line, rules), lambda: unknown_odds_in_slices(line, rules)
            )
        except Unfinished as unfinished:
            return self.lab.long_work.html(unfinished)
        return unknown_html(odds)

    def act_count_unknown(self, value: object) -> None:
        """Include the unknown cards of both sides until something changes."""
        self.counted = self.laid_line()

    def laid_line(self) -> str:
        """The situation in which both sides have laid; "" if one has not, or if nothing is unknown."""
        unknown = any(side.hidden for side in self.draft.sides)
        return str(self.draft.situation(laid=(0, 1))) if unknown and self.draft.complete else ""


def _column(name: str, rule: str, content: Child) -> Markup:
    source = rule_button(rule, "lab_rule", key=f"{name}:rule")
    head = el("header", el("h3", lab_say(f"odds.{name}")), source)
    means = el("p", lab_say(f"odds.{name}_means"), cls="tk-small tk-soft")
    return el("div", head, means, content, cls="tk-stack tk-tight", data_key=f"odds:{name}")


def margin_html(odds: Odds, about: str = "") -> Markup | None:
    """Return the attacker's final lead by dice alone, and how often a Sun or a Cross decides instead.

    `about` is the key of a sentence that says which battle this is. Returns None if there is no lead.
    """
    if not odds.margin:
        return None
    shares = {"win": odds.critical_win, "tie": odds.critical_tie, "loss": odds.critical_loss}
    facts = dict(zip(shares, percents(list(shares.values()), 1), strict=True))
    remaining = lab_say("odds.margin_rest", share=percent(sum(shares.values()), 1), **facts)
    return el(
        "div",
        el("h3", lab_say("odds.margin"), cls="tk-label"),
        el("p", lab_say(about), cls="tk-small tk-soft") if about else None,
        margin_svg(odds.margin),
        el("p", remaining, cls="tk-small tk-soft") if sum(shares.values()) > TINY else None,
    )
