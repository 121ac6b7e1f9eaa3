"""The totals after a maneuver or a Flash in a fight, for its button (IJ-SEIZE-4, 7, 9).

They show whether the maneuver wins the contest, and whether the Site can be secured afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from twingkit.core.acts import Act
from twingkit.imajica.rules.card_moves import end_temporary_changes
from twingkit.imajica.rules.questions import (
    ChooseOne,
    CombatManeuverWindow,
    FlashWindow,
    ImajicaQuestion,
    InfluenceManeuverWindow,
    SplitDamage,
)
from twingkit.imajica.rules.seizure import would_secure
from twingkit.imajica.rules.table import Fight, ImajicaTable
from twingkit.imajica.view import totals_and_resistance
from twingkit_widgets.imajica.play.answers import join_card_names
from twingkit_widgets.imajica.play.auto_pass import would_change_fight
from twingkit_widgets.imajica.play.choosing import table_after
from twingkit_widgets.table.play.player_view import PlayerView

_MAX_COMPUTED_ANSWERS = 12
"""Maximum number of ways to play a card for which totals are computed."""


def maneuver_result_text(question: ImajicaQuestion, ways: Sequence[Act], player_view: PlayerView) -> str:
    """Return the result of a maneuver or a Flash in a fight in words, or "" if that depends on how it is
    played.
    """
    if len(ways) > _MAX_COMPUTED_ANSWERS:
        return ""
    texts = {_outcome_text(question, answer, player_view) for answer in ways}
    return texts.pop() if len(texts) == 1 else ""


@singledispatch
def _outcome_text(question: ImajicaQuestion, answer: Act, player_view: PlayerView) -> str:
    return ""


@_outcome_text.register
def _(question: CombatManeuverWindow, answer: Act, player_view: PlayerView) -> str:
    done = table_after(question, answer)
    in_fight = done is not None and done.fight is not None and done.fight.attackers
    return combat_text(done, question.player, player_view) if done is not None and in_fight else ""


def missing_seizure_influence_text(question: InfluenceManeuverWindow, player_view: PlayerView) -> str:
    """Return the influence that the seizers will lack to secure the Site after this contest, in words.

    Return "" if they lack nothing, or if nobody contests.
    """
    fight = question.table.fight
    if fight is None or not fight.defenders or question.player != fight.seat:
        return ""
    later = _uncontested(question.table)
    if would_secure(later, fight):
        return ""
    own, _, needed = totals_and_resistance(later, fight)
    return player_view.say("maneuver.later", n=own, needed=needed)


@_outcome_text.register
def _(question: InfluenceManeuverWindow, answer: Act, player_view: PlayerView) -> str:
    before, done = question.table.fight, table_after(question, answer)
    fight = done.fight if done is not None else None
    if done is None or fight is None or before is None or not fight.attackers:
        return ""
    seizes = question.player == fight.seat
    own, other, needed = totals_and_resistance(done, fight)
    if not seizes:
        own, other = other, own
    facts = {"n": own, "other": other, "needed": needed, "lacks": needed - own}
    if not before.defenders:
        case = "too_little"
        if would_secure(done, fight):
            kept = "secures" if done.variant.hold_check == "continuous" else "secures_for_good"
            case = "needless" if would_secure(question.table, before) else kept
        return player_view.say(f"maneuver.{case}", **facts)
    if not fight.defenders:
        return ""
    if _seizers_win(done, fight) != seizes:
        return player_view.say("maneuver.behind", **facts)
    if _seizers_win(question.table, before) == seizes:
        return player_view.say(f"maneuver.{'ahead' if seizes else 'stops'}_anyway", **facts)
    if not seizes:
        return player_view.say("maneuver.stops", **facts)
    later = _uncontested(done)
    if later.fight is None or would_secure(later, later.fight):
        return player_view.say("maneuver.ahead", **facts)
    left, _, needed = totals_and_resistance(later, later.fight)
    return player_view.say("maneuver.ahead_short", **{**facts, "left": left, "needed": needed})


def combat_text(done: ImajicaTable, seat: int, player_view: PlayerView) -> str:
    """Return the result of a challenge as text from a seat's side: both sides' Strengths, the damage, and
    whom it could kill (IJ-CHAL-9).
    """
    fight = done.fight
    assert fight is not None
    side, others, (own, other) = fight.attackers, fight.defenders, totals_and_resistance(done, fight)
    if seat != fight.seat:
        side, others, own, other = others, side, other, own
    case, split = "wins" if own > other else "short", SplitDamage(done, fight.seat, abs(own - other))
    facts = {"n": own, "other": other, "damage": split.max_damage}
    if own == other:
        return player_view.say("maneuver.combat_tie", **facts)
    victims = [token for token in (others if own > other else side) if not done.pieces[token].saved]
    killed = [token for token in victims if split.deadly_damage(token) <= split.max_damage]
    is_enough = sum(map(split.deadly_damage, killed)) <= split.max_damage
    key, cards = "kills_some", join_card_names(killed, "or")
    if is_enough:
        key, cards = "kills" if killed else "kills_none", join_card_names(killed)
    deaths = player_view.say(f"maneuver.{key}", cards=cards)
    return f"{player_view.say(f'maneuver.combat_{case}', **facts)} {deaths}"


@_outcome_text.register
def _(question: ChooseOne | FlashWindow, answer: Act, player_view: PlayerView) -> str:
    """Return how a fight stands after a Flash or power, in words; "" if the act does not change the fight."""
    before, done = question.table.fight, table_after(question, answer)
    fight = done.fight if done is not None else None
    if before is None or before.damage_dealt or done is None or fight is None:
        return ""
    if not would_change_fight(question, answer):
        return ""
    if not fight.attackers:
        return player_view.say(f"maneuver.over_{fight.kind}")
    if fight.kind == "challenge":
        if not fight.defenders:
            return player_view.say("maneuver.over_challenge")
        return combat_text(done, question.player, player_view) if _has_character_in_fight(question) else ""
    own, other, needed = totals_and_resistance(done, fight)
    facts = {"n": own, "other": other, "needed": needed}
    if fight.defenders:
        case = "goes_on" if _seizers_win(done, fight) else "fails"
    else:
        case = "enough" if would_secure(done, fight) else "short"
    return player_view.say(f"maneuver.seizers_{case}", **facts)


def _has_character_in_fight(question: ImajicaQuestion) -> bool:
    fight, pieces = question.table.fight, question.table.pieces
    return fight is not None and any(pieces[token].controller == question.player for token in fight.involved)


def _seizers_win(table: ImajicaTable, fight: Fight) -> bool:
    """Return whether the seizers win the contest with the present influence on both sides (IJ-SEIZE-4)."""
    own, other, *_ = totals_and_resistance(table, fight)
    return own > other or (own == other and table.variant.contest_tie == "goes_on")


def _uncontested(table: ImajicaTable) -> ImajicaTable:
    later: ImajicaTable = table.copy()
    assert later.fight is not None
    later.fight.defenders = []
    end_temporary_changes(later, ["contest"])
    return later
