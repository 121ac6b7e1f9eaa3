"""The answer of the stop lab in one line: whether you can be stopped, how likely, and by whom."""

from __future__ import annotations

from collections import Counter

from twingkit.imajica.exact_odds.stop_check import ActionStopReason
from twingkit.imajica.exact_odds.stop_question import RivalsStoppingQuestion
from twingkit.imajica.exact_odds.stops import RivalStop, RivalStopResults
from twingkit.imajica.exact_odds.ways import StopWay, UsedCardOrPower
from twingkit.imajica.rules.table import SEATS
from twingkit_widgets.imajica.words import seat_name, token_name, token_names
from twingkit_widgets.lab.tab import Lab
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import join_names, percent


def verdict_html(odds: RivalStopResults | None, question: RivalsStoppingQuestion, lab: Lab) -> Markup:
    """Render the lab's verdict: the planned action with the probability that rivals stop it, or what input is
    still missing.
    """
    if odds is None or not question.deed:
        text = lab.stale_odds_text() if question.deed else lab.say("lab.news_open")
        missing = el("p", text, cls="tk-verdict-open")
        return el("section", missing, cls="tk-verdict", data_head=True, data_key="verdict")
    deed = odds.deed
    facts: dict[str, object] = {
        "who": token_names(deed.actors),
        "focus": token_name(deed.target_token),
        "n": odds.own_points,
        "needed": odds.needed_points,
    }
    stale = lab.stale_odds_text()
    parts: list[Child] = [
        el("p", lab.say(f"verdict.{deed.action}", **facts)),
        el("p", stop_odds_sentence(odds, lab), cls="im-answer"),
        el(
            "progress",
            value=f"{float(odds.stop_chance):.4f}",
            max=1,
            cls="im-bar",
            aria_label=lab.say("verdict.bar", chance=percent(float(odds.stop_chance), 1)),
        ),
    ]
    if stale:
        parts.append(el("p", stale, cls="tk-small tk-soft"))
    cls = "tk-verdict im-verdict tk-lab-stale" if stale else "tk-verdict im-verdict"
    label = lab.say("verdict.label")
    return el("section", parts, cls=cls, aria_label=label, data_head=True, data_key="verdict")


def stop_odds_sentence(odds: RivalStopResults, lab: Lab, key: str = "verdict:fails") -> Child:
    """Render a sentence with the probability that rivals stop the action, or with the rule by which it fails
    (its button has the key `key`).
    """
    if odds.failure is not None:
        why = _reason_text(odds.failure, lab)
        rule = lab.rule_button(odds.failure.rule, key)
        return [el("b", lab.say("verdict.fails")), " ", why, " ", rule]
    open_ones = [rival for rival in odds.rival_stops if rival.way_without_cards is not None]
    if open_ones:
        who = join_names([seat_name(SEATS[rival.seat]) for rival in open_ones])
        return [el("b", lab.say("verdict.open")), " ", lab.say("verdict.open_by", who=who)]
    if not odds.stop_chance:
        return el("b", lab.say("verdict.never"))
    chance = percent(float(odds.stop_chance), 1)
    return [lab.say("verdict.chance"), " ", el("b", chance, cls="tk-number")]


def _reason_text(reason: ActionStopReason, lab: Lab) -> str:
    return lab.say(f"why.{reason.rule}", own=reason.acting_total, other=reason.other_total)


def stop_way_html(way: StopWay, rival: RivalStop, lab: Lab, key: str) -> list[Child]:
    """Render one way in which a rival can stop the action: cards and powers with their targets, the reason,
    and the rule.
    """
    steps = Counter(_stop_step_texts(step, rival, lab) for step in way.steps)
    why = _reason_text(way.reason, lab)
    body: list[Child] = []
    for place, ((name, aims), count) in enumerate(steps.items()):
        often = f"{count} × " if count > 1 else ""
        body += [" + " if place else "", el("b", often, name), f" {aims}" if aims else ""]
    if not steps:
        body = [el("b", lab.say("stop.as_it_lies"))]
    return [
        el("span", body),
        " ",
        el("span", why, cls="tk-small"),
        " ",
        lab.rule_button(way.reason.rule, key),
    ]


def _stop_step_texts(step: UsedCardOrPower, rival: RivalStop, lab: Lab) -> tuple[str, str]:
    """Return a step in words: the possible cards or the power, and the target."""
    if step.is_power:
        name = lab.say("stop.power", card=token_name(step.name))
    else:
        alike = rival.equivalent_cards.get(step.name, (step.name,))
        name = f" {lab.say('stop.or').lower()} ".join(token_name(card) for card in alike)
    aims = token_names(dict.fromkeys(change.token for change in step.changes))
    return name, lab.say("stop.on", cards=aims) if aims else ""
