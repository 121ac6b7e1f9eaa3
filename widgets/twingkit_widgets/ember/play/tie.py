"""The worth of the own hand at a tie, said where the person may call and in the last round."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.ember.exact_odds.tie_odds import tie_odds, worth
from twingkit.ember.rules import uses
from twingkit.ember.rules.questions import LastUse, Moment
from twingkit_widgets.ember.words import chance_text, seat_name
from twingkit_widgets.panel.controls import rule_button
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.table.play.player_view import PlayerView


def tie_html(player_view: PlayerView) -> Markup | None:
    """The worth of the own hand and its chances against each other one, folded; None where nobody can call
    now.

    Known are the own hand and the Charred Pile.
    """
    asked, view, lang, table = (
        player_view.asked,
        player_view.view,
        player_view.lang,
        player_view.match.game.table,
    )
    calls = isinstance(asked, Moment) and uses.may_call(table, table.players[view.player])
    if not calls and not isinstance(asked, LastUse):
        return None
    mine, rows = view.seats[view.player].total, []
    for seat in view.seats:
        if seat.seat == view.player:
            continue
        odds = tie_odds(view.hand, seat.hand_count, seen=table.pile, variant=view.variant)
        facts: dict[str, object] = {
            "who": seat_name(seat.name, lang),
            "n": seat.hand_count,
            "points": seat.total,
            "mine": mine,
        }
        for name, chance in (("wins", odds.higher), ("shares", odds.equal), ("losses", odds.lower)):
            facts[name] = chance_text(float(chance), lang)
        rows.append(el("li", player_view.say("tie.against", **facts)))
    summary = el("summary", player_view.say("tie.title"))
    how = el("p", player_view.say("tie.how"), " ", rule_button("EM-CALL-5", lang, "rule", key="tie:rule"))
    equal = any(seat.total == mine for seat in view.seats if seat.seat != view.player)
    apart = None if equal else el("p", player_view.say("tie.apart"))
    counts = el("p", player_view.say(f"tie.{table.variant.tie}", worth=_worth(view.hand, table.variant.tie)))
    inside = el("div", counts, apart, el("ul", rows, cls="tk-list"), how, cls="tk-stack tk-tight tk-small")
    return el("details", summary, inside, cls="em-tie", data_key="tie")


def _worth(hand: Sequence[str], tie: str) -> str:
    """The worth of a hand at a tie: its sum, or by the switch `tie` its cards from the highest on."""
    worths = sorted(map(worth, hand), reverse=True)
    return ", ".join(map(str, worths)) if tie == "best" else str(sum(worths))
