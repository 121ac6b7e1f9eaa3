"""The tab on refreshing: drawing card by card compared with a whole new hand, for one creature."""

from __future__ import annotations

from typing import Any

from twingkit import ember
from twingkit.ember.exact_odds.other_draws import refresh_chance_in_slices
from twingkit_widgets.ember.lab.draw_tab import DrawTab, chance_html
from twingkit_widgets.lab.notices import OPEN_RULE_ACTION
from twingkit_widgets.lab.tab import DataFrame, joined_tables
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import percent

SAMPLES = 2000
"""Number of random hands to deal."""


class RefreshChanceTab(DrawTab):
    """The lab tab that compares drawing and refreshing by the chance to conjure a creature within one or two
    turns.
    """

    turn_choices = (2, 1)
    turns = 2

    def frame(self) -> DataFrame:
        """Return the chances of drawing and of refreshing, as `ember.refresh_chance` does."""
        hand, seen = self.draft.hand, self.draft.seen_elsewhere
        asked: Any = {"cost": self._cost(), "turns": self.turns, "seen": seen}
        draw = ember.ProbabilityEstimate(ember.chance_within(hand, **asked), 0.0, 0).frame()
        refresh = ember.refresh_chance(hand, samples=SAMPLES, **asked).frame()
        frame = joined_tables([draw, refresh])
        frame.insert(0, "option", ["draw", "refresh"])
        frame.attrs = dict(refresh.attrs)
        return frame

    def view(self) -> Markup:
        """Render the chances of drawing and of refreshing. Raises `Unfinished` while they are
        being computed.
        """
        draft, creature = self.draft, self.builder.wanted_creature()
        if creature is None:
            return el("p", self.say("keep.empty"))
        cost = str(creature.cost)
        head = [self.creature_select_html(creature), self.turn_buttons_html()]
        kept = self.keep_choices()
        if not kept:
            return el("div", head, el("p", self.say("keep.paid", creature=creature.name())), cls="tk-stack")
        seen = draft.seen_elsewhere
        new = self.computed(
            refresh_chance_in_slices, draft.hand, cost, self.turns, samples=SAMPLES, seen=seen
        )
        drawn = kept[0].chance
        better = (
            "same"
            if abs(drawn - new.chance) <= 2 * new.standard_error
            else "draw"
            if drawn > new.chance
            else "new"
        )
        error = (
            self.say("refresh.error", error=percent(2 * new.standard_error, 1), n=new.hand_count)
            if new.hand_count
            else ""
        )
        rows = [self._row("draw", drawn, self.say("refresh.exact")), self._row("new", new.chance, error)]
        verdict = el("p", el("b", self.say(f"refresh.better_{better}")))
        rule = rule_badge("EM-TURN-4", OPEN_RULE_ACTION, key="refresh:rule")
        note = el("p", self.say("refresh.how"), " ", rule, cls="tk-small")
        table = el("table", el("tbody", rows), cls="tk-grid em-chances")
        return el("div", head, verdict, table, note, cls="tk-stack")

    def _row(self, key: str, chance: float, note: Child) -> Markup:
        name = el("th", self.say(f"refresh.{key}"), scope="row")
        return el("tr", name, el("td", chance_html(chance)), el("td", note, cls="tk-small tk-soft"))
