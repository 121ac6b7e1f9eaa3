"""The tab on defending: the best defenders, or the fewest contesters that are enough without a card."""

from __future__ import annotations

from twingkit import imajica
from twingkit.core.messages import Fault
from twingkit.imajica.exact_odds.defenders import DEFENCE_COLUMNS, DefenderSet, best_defenders
from twingkit.imajica.exact_odds.stop_question import RivalsStoppingQuestion
from twingkit.imajica.exact_odds.stops import RivalStopResults
from twingkit.imajica.exact_odds.who_to_send import smallest_stopping_group_rows
from twingkit.imajica.rules.table import SEATS
from twingkit_widgets.imajica.words import seat_name, token_names
from twingkit_widgets.lab.tab import (
    DataFrame,
    Figure,
    LabFault,
    LabTab,
    as_frame,
    joined_tables,
    require_odds,
)
from twingkit_widgets.panel.chart import folded_chart
from twingkit_widgets.panel.controls import column_heads, table_with_heads
from twingkit_widgets.panel.markup import Markup, el

MAX_SHOWN_SETS = 8
"""Maximum number of sets in the list."""


class RivalDefenceTab(LabTab):
    """The lab tab that shows the rival's best response to a seizure or challenge with the characters on the
    table.
    """

    figure_kind = "defenders"

    def frame(self) -> DataFrame:
        """Return the sets of defenders as `imajica.best_defenders` does, or the sets of contesters of each
        rival as `imajica.smallest_stopping_groups` does.
        """
        question: RivalsStoppingQuestion = self.lab.analysed_subject
        odds: RivalStopResults = require_odds(self.lab)
        where, deed, variant = question.position, question.deed, question.variant
        if odds.deed.action == "challenge":
            return as_frame(imajica.best_defenders(where, deed, variant=variant))
        rivals = [SEATS[rival.seat] for rival in odds.rival_stops]
        tables = [
            as_frame(imajica.smallest_stopping_groups(where, deed, player=rival, variant=variant))
            for rival in rivals
        ]
        frame = joined_tables(tables)
        if frame.empty:
            raise Fault("imajica.no_resistance", player=", ".join(rivals))
        notes = [note for table in tables for note in table.attrs.get("notes", ())]
        frame.attrs = {"columns": tables[0].attrs["columns"], "deed": deed, "notes": notes}
        return frame

    def figure(self) -> Figure:
        """Return the figure of the defenders. Raises `LabFault` for a seizure."""
        if require_odds(self.lab).deed.action != "challenge":
            self.frame()  # without a table that is the reason
            raise LabFault("fault.no_figure")
        return super().figure()

    def view(self) -> Markup:
        """Render the sets of defenders against a challenge, or of contesters of a seizure."""
        question: RivalsStoppingQuestion = self.lab.analysed_subject
        odds: RivalStopResults = self.lab.odds
        return (
            self._defenders(question) if odds.deed.action == "challenge" else self._contesters(odds, question)
        )

    def _defenders(self, question: RivalsStoppingQuestion) -> Markup:
        defences = best_defenders(question.position, question.deed, variant=question.variant).defences
        sets = defences[:MAX_SHOWN_SETS]
        titles = column_heads(self.say(f"defend.{name}") for name in ("who", "totals", "end"))
        body = [self._row(defence, place) for place, defence in enumerate(sets)]
        table = table_with_heads(titles, body, "im-grid")
        rule = self.lab.rule_button("IJ-CHAL-2", "defend:rule")
        picture = folded_chart("defenders", sets, DEFENCE_COLUMNS, key="defend-chart")
        note = el("p", self.say("defend.exact"), cls="tk-small tk-soft")
        return el("div", el("p", self.say("defend.how"), " ", rule), table, picture, note, cls="tk-stack")

    def _row(self, defence: DefenderSet, place: int) -> Markup:
        name = token_names(defence.defenders) or self.say("defend.nobody")
        best = el("b", self.say("defend.best"), cls="tk-chip") if not place else None
        dead = token_names(defence.damage_split.killed)
        end = self.say("defend.dies", who=dead) if dead else self.say("defend.lives")
        return el(
            "tr",
            el("th", name, " ", best, scope="row"),
            el("td", self.say("defend.against", n=defence.attack, other=defence.defence), cls="tk-number"),
            el("td", end),
            cls="" if place else "im-best",
        )

    def _contesters(self, odds: RivalStopResults, question: RivalsStoppingQuestion) -> Markup:
        if odds.failure is not None:
            return el("p", self.say("defend.not_needed"))
        parts = []
        for rival in odds.rival_stops:
            where, deed = question.position, question.deed
            sets = smallest_stopping_group_rows(where, deed, SEATS[rival.seat], variant=question.variant)
            items = [el("li", token_names(chosen)) for chosen in sets[:MAX_SHOWN_SETS]]
            text = el("ul", items, cls="tk-list im-ways") if items else el("p", self.say("defend.not_enough"))
            parts.append(el("section", el("h3", seat_name(SEATS[rival.seat])), text))
        rule = self.lab.rule_button("IJ-SEIZE-5", "contest:rule")
        note = el("p", self.say("defend.contest_exact"), cls="tk-small tk-soft")
        return el("div", el("p", self.say("defend.contest_how"), " ", rule), parts, note, cls="tk-stack")
