"""The tab on stopping: each rival's missing points, all its ways to stop you, and the probability."""

from __future__ import annotations

from typing import Any

from twingkit.imajica.exact_odds.stops import RivalStop, RivalStopResults
from twingkit.imajica.rules.table import SEATS
from twingkit_widgets.imajica.lab.stop_verdict import stop_odds_sentence, stop_way_html
from twingkit_widgets.imajica.words import seat_name
from twingkit_widgets.lab.tab import DataFrame, LabTab, as_frame, require_odds
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import percent

_MAX_SHOWN_WAYS = 6
"""Maximum number of ways shown at first."""


class StopTab(LabTab):
    """A tab that lists, in order of play, what each rival can do to stop the action."""

    figure_kind = "stopping"

    def frame(self) -> DataFrame:
        """Return the ways to stop the action, as `imajica.can_they_stop` does."""
        return as_frame(require_odds(self.lab))

    def view(self) -> Markup:
        """Render the rivals with everything they can do to stop the action."""
        odds: RivalStopResults = self.lab.odds
        if odds.failure is not None:
            return el("p", stop_odds_sentence(odds, self.lab, "stop:fails"))
        rivals = [self._rival(rival, odds) for rival in odds.rival_stops]
        note = el("p", self.say(f"stop.exact_{self._question_key(odds)}"), cls="tk-small tk-soft")
        return el("div", rivals, note, cls="tk-stack")

    def _question_key(self, odds: RivalStopResults) -> str:
        """Return the key of the question's text: a seizure, a challenge, or whether everyone survives a
        challenge.
        """
        word, question = odds.deed.action, self.lab.analysed_subject
        return "everyone" if word == "challenge" and question.goal == "everyone" else word

    def _rival(self, rival: RivalStop, odds: RivalStopResults) -> Markup:
        word = self._question_key(odds)
        name = seat_name(SEATS[rival.seat])
        key = "nobody" if rival.missing_points is None else "short" if rival.missing_points else "enough"
        facts: dict[str, Any] = {
            "n": rival.rival_total,
            "own": rival.acting_total,
            "lacks": rival.missing_points or 0,
        }
        chance = percent(float(rival.chance), 1)
        meter = el("progress", value=f"{float(rival.chance):.4f}", max=1, cls="im-bar", aria_hidden="true")
        head = el("h3", name, " ", el("span", self.say("stop.chance", chance=chance), cls="tk-number"))
        items = [
            el("li", stop_way_html(way, rival, self.lab, f"way:{rival.seat}:{place}"))
            for place, way in enumerate(rival.ways)
        ]
        return el(
            "section",
            head,
            meter,
            el("p", self.say(f"stop.{key}_{word}", **facts)),
            self._ways(items, rival),
            el("p", self._pool(rival), cls="tk-small tk-soft"),
            None
            if rival.is_exact
            else el("p", self.say("stop.bound", n=rival.searched_set_size), cls="tk-small"),
            self._unread_paths_note(rival, odds),
            cls="im-rival",
        )

    def _ways(self, items: list[Markup], rival: RivalStop) -> Child:
        if not items:
            return el("p", self.say("stop.no_way"))
        more: Child = None
        if len(items) > _MAX_SHOWN_WAYS:
            left = len(items) - _MAX_SHOWN_WAYS
            summary = el("summary", self.say("stop.more_one" if left == 1 else "stop.more", n=left))
            rest = el("ul", items[_MAX_SHOWN_WAYS:], cls="tk-list im-ways")
            more = el("details", summary, rest, data_key=f"more:{rival.seat}")
        return [
            el("p", self.say("stop.ways")),
            el("ul", items[:_MAX_SHOWN_WAYS], cls="tk-list im-ways"),
            more,
        ]

    def _unread_paths_note(self, rival: RivalStop, odds: RivalStopResults) -> Child:
        paths = odds.deed.table.paths_on(odds.deed.target_token) if odds.deed.action == "seize" else []
        count = sum(path.owner == rival.seat and not path.known for path in paths)
        return el("p", self.say("stop.unread", n=count), cls="tk-small") if count else None

    def _pool(self, rival: RivalStop) -> str:
        """Return a text about the unseen cards of a rival and the pool from which they are drawn."""
        holding = rival.known_hand
        if not holding.unseen_count:
            return self.say("stop.pool_none")
        facts: dict[str, Any] = {"n": holding.unseen_count, "pool": rival.unseen_pool_size}
        if holding.deck is None:
            return self.say("stop.pool_unknown", **facts)
        return self.say("stop.pool", deck=holding.deck.title.get(self.lang, holding.deck.id), **facts)
