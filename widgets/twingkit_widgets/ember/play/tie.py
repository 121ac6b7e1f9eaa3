"""The worth of the own hand at a tie, said where the person may call and in the last round."""

from __future__ import annotations

from twingkit.ember.exact_odds.tie_odds import tie_odds
from twingkit.ember.rules import uses
from twingkit.ember.rules.questions import LastUse, Moment
from twingkit_widgets.ember.words import chance_text, seat_name
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.play.sight import Sight
from twingkit_widgets.rulebook.rulings import rule_button


def tie_html(sight: Sight) -> Markup | None:
    """The chances of the own hand against each other one, folded; None where nobody can call now.

    Known are the own hand and the Charred Pile.
    """
    asked, view, lang, table = sight.asked, sight.view, sight.lang, sight.match.game.table
    calls = isinstance(asked, Moment) and uses.may_call(table, table.players[view.player])
    if not calls and not isinstance(asked, LastUse):
        return None
    rows = []
    for seat in view.seats:
        if seat.seat == view.player:
            continue
        odds = tie_odds(view.hand, seat.hand_count, seen=table.pile, variant=view.variant)
        wins, shares = (chance_text(float(chance), lang) for chance in (odds.higher, odds.equal))
        who = seat_name(seat.name, lang)
        said = sight.say("tie.against", who=who, n=seat.hand_count, wins=wins, shares=shares)
        rows.append(el("li", said))
    summary = el("summary", sight.say("tie.title"))
    how = el("p", sight.say("tie.how"), " ", rule_button("EM-CALL-5", lang, "rule", key="tie:rule"))
    inside = el("div", el("ul", rows, cls="tk-list"), how, cls="tk-stack tk-tight tk-small")
    return el("details", summary, inside, cls="em-tie", data_key="tie")
