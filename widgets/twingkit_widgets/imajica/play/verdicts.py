"""The verdict on characters picked for a fight and on damage shares: totals, and ways to stop it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import Any

import attrs

from twingkit.core.acts import Act
from twingkit.core.slices import BudgetError
from twingkit.core.words import format_percent
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.exact_odds.stops import RivalStop, RivalStopResults, can_they_stop
from twingkit.imajica.exact_odds.unseen import known_rival_hands
from twingkit.imajica.exact_odds.uses import rival_side
from twingkit.imajica.players.forces import possible_defenders
from twingkit.imajica.rules import acts, answers, questions
from twingkit.imajica.rules.carry_out import apply_card_or_power
from twingkit.imajica.rules.challenge import DefenderChoice
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.seizure import Contest, would_secure
from twingkit.imajica.rules.table import Act as AnnouncedAct
from twingkit.imajica.rules.table import Fight, ImajicaTable
from twingkit.imajica.rules.values import influence
from twingkit.imajica.view import totals_and_resistance
from twingkit_widgets.imajica.play.answers import join_card_names
from twingkit_widgets.imajica.play.choosing import (
    pickable_items,
    picked_answer,
    seizure_lead,
    sites_lost_by_moves,
    table_after,
    ui_state_of,
)
from twingkit_widgets.imajica.play.damage_shares import damage_by_victim
from twingkit_widgets.imajica.play.maneuvers import combat_text
from twingkit_widgets.imajica.words import rulebook_term, seat_name, token_name
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.wording import join_names
from twingkit_widgets.table.play.player_view import PlayerView

_MAX_EXAMPLE_CARDS = 3
"""Maximum number of cards named as examples of a rival's needs."""


def verdict_text(question: questions.ImajicaQuestion, player_view: PlayerView) -> str:
    """Return the result of the picked cards in a sentence, or the refusal if a rule forbids them."""
    state = ui_state_of(player_view)
    picked = state.picked
    refusal = question.refusal(picked_answer(question, state.begun, picked)) if picked else None
    if refusal is not None:
        return str(player_view.match.phrase_for_person(refusal).text())
    return _verdict(question, picked, player_view)


@singledispatch
def _verdict(question: questions.ImajicaQuestion, picked: Sequence[str], player_view: PlayerView) -> str:
    begun = ui_state_of(player_view).begun
    if not picked:
        return player_view.say("verdict.none")
    if isinstance(begun, answers.Reassign):
        lost = sites_lost_by_moves(question, picked)
        key = "verdict.moves_cost" if lost else "verdict.moves_keep"
        return player_view.say(key, n=len(picked), sites=join_card_names(lost))
    if isinstance(begun, answers.Seize):
        staged = _staged_seizure(question, begun.target, picked)
        return _seizure_text(staged, question.player, player_view)
    stops = _picked_stop_results(question, player_view)
    if stops is None:
        return player_view.say("verdict.count", n=len(picked))
    target = question.table.pieces[stops.deed.target_token]
    others = [piece.token for piece in possible_defenders(question.table, target)]
    alone, together = (
        stops.deed.table_with_opposition(target.controller, [target.token, *side]) for side in ([], others)
    )
    text = _combat_text(together, question.player, player_view)
    if not others:
        return text
    least = player_view.say("verdict.none_defend", text=combat_text(alone, question.player, player_view))
    return f"{least} {player_view.say('verdict.all_defend', text=text)}"


@_verdict.register
def _(question: questions.SplitDamage, picked: Sequence[str], player_view: PlayerView) -> str:
    dealt = sum(damage_by_victim(picked).values())
    return player_view.say("verdict.damage", n=dealt, most=question.max_damage)


@_verdict.register
def _(question: Contest | DefenderChoice, picked: Sequence[str], player_view: PlayerView) -> str:
    table: ImajicaTable = question.table.copy()
    fight = table.fight
    assert fight is not None
    fight.defenders += picked
    if fight.kind == "challenge":
        return _combat_text(table, question.player, player_view)
    theirs, own, *_ = totals_and_resistance(table, fight)
    key = "none" if not picked else "stops" if own >= theirs else "short"
    text = player_view.say(f"verdict.contest_{key}", n=own, other=theirs, lacks=theirs - own)
    return f"{text} {face_down_paths_text(table, fight, question.player, player_view)}".strip()


def _combat_text(staged: ImajicaTable, seat: int, player_view: PlayerView) -> str:
    """Return in words how a challenge stands, and how a seat's best combat maneuver would change that."""
    window, text = questions.CombatManeuverWindow(staged, seat), combat_text(staged, seat, player_view)
    afters = {
        use.subject: done
        for use in acts.legal_acts(staged, seat, window.playable_kind)
        if (done := table_after(window, use)) and done.fight and done.fight.attackers and done.fight.defenders
    }
    card = max(afters, key=lambda name: seizure_lead(afters[name], seat), default="")
    if not card or seizure_lead(afters[card], seat) <= seizure_lead(staged, seat):
        return text
    result = combat_text(afters[card], seat, player_view)
    return f"{text} {player_view.say('verdict.own_maneuver', card=token_name(card), text=result)}"


def _staged_seizure(question: questions.ImajicaQuestion, site: str, picked: Sequence[str]) -> ImajicaTable:
    """Return a copy of the table on which the picked characters seize the Site."""
    staged: ImajicaTable = question.table.copy()
    staged.fight = Fight("seizure", question.player, site, list(picked), tuple(picked))
    return staged


def _seizure_text(staged: ImajicaTable, seat: int, player_view: PlayerView) -> str:
    """Return in words whether a seizure succeeds if nobody contests it, and which of the seizer's cards would
    help.
    """
    fight = staged.fight
    assert fight is not None
    own, _, needed = totals_and_resistance(staged, fight)
    key = "short" if not would_secure(staged, fight) else "enough" if own >= needed else "maestro"
    text = player_view.say(f"verdict.seize_{key}", n=own, needed=needed, lacks=needed - own)
    helped = _table_after_helpful_paths(staged, seat)
    windows = questions.FlashWindow(helped, seat, "seizes"), questions.InfluenceManeuverWindow(helped, seat)
    uses = [use for window in windows for use in _securing_uses(window)]
    names = [
        token_name(name)
        if isinstance(use, answers.Play)
        else player_view.say("verdict.own_power", card=token_name(name))
        for name, use in {use.subject: use for use in uses}.items()
    ]
    help_text = player_view.say("verdict.own_help", cards=join_names(names, "or")) if names else ""
    base = "" if key == "short" and helped is not staged else text
    return " ".join(filter(None, [base, face_down_paths_text(staged, fight, seat, player_view), help_text]))


def _table_after_helpful_paths(staged: ImajicaTable, seat: int) -> ImajicaTable:
    """Return a copy of the table after those face-down Paths of a seat have taken effect that help its
    uncontested seizure.
    """
    table = staged
    assert staged.fight is not None
    for path in staged.paths_on(staged.fight.target_token):
        done = _table_after_path(table, path, seat) if path.owner == seat and not path.known else table
        if seizure_lead(done, seat) > seizure_lead(table, seat):
            table = done
            if not path.card.is_permanent:
                del table.pieces[path.token]
    return table


def _securing_uses(window: questions.FlashWindow) -> list[answers.Use]:
    """Return the seizer's cards and powers that would each secure the Site if nobody contests."""
    if window.table.fight is None or would_secure(window.table, window.table.fight):
        return []
    return [
        use
        for use in acts.legal_acts(window.table, window.player, window.playable_kind)
        if (done := table_after(window, use)) is not None and done.fight and would_secure(done, done.fight)
    ]


def _helped_seizure(staged: ImajicaTable, seat: int) -> ImajicaTable:
    """Return the table after a seat's own helpful Paths and, if these are not enough, a power that secures
    the Site.

    A maneuver is not included: it would not count in a contest.
    """
    window = questions.FlashWindow(_table_after_helpful_paths(staged, seat), seat, "seizes")
    power = next((use for use in _securing_uses(window) if isinstance(use, answers.Power)), None)
    return (power and table_after(window, power)) or window.table


def face_down_paths_text(table: ImajicaTable, fight: Fight, seat: int, player_view: PlayerView) -> str:
    """Return in words what the face-down Paths change in a seizure (IJ-PATH-1), or ""."""
    hidden = [path for path in table.paths_on(fight.target_token) if not path.known]
    paths = [path for path in hidden if path.owner == seat]
    if fight.paths_revealed or not hidden:
        return ""
    before = table.copy()
    before.fight = fight
    key, facts = _paths_result(before, seat, paths)
    is_unpicked = key == "path_same" and seat != fight.seat and not fight.defenders
    own = player_view.say(f"verdict.{key}", **facts) if paths and not is_unpicked else ""
    others = player_view.say("verdict.path_others", n=len(hidden) - len(paths)) if hidden != paths else ""
    return " ".join(filter(None, [own, others]))


def _paths_result(before: ImajicaTable, seat: int, paths: Sequence[Piece]) -> tuple[str, dict[str, Any]]:
    """Return the key and the facts of the sentence on what a seat's Paths change, with its best targets."""
    table = before
    for path in paths:
        table = _table_after_path(table, path, seat)
    fight, done = before.fight, table.fight
    assert fight is not None
    assert done is not None
    own, other, needed = totals = totals_and_resistance(table, done)
    out = [token for token in fight.involved if token not in done.involved]
    if not out and totals == totals_and_resistance(before, fight):
        key = "path_same"
    elif not done.attackers or (fight.defenders and not done.defenders):
        key = "path_nobody_contests" if done.attackers else "path_nobody_seizes"
    elif done.defenders:
        key = "path_contest"
    else:
        key = "path_enough" if would_secure(table, done) else "path_short"
    names = join_card_names([path.card.id for path in paths])  # the number in a token reveals a hidden copy
    facts = {"cards": names, "out": join_card_names(out)}
    own, other = (own, other) if seat == fight.seat or not done.defenders else (other, own)
    return key, {"n": own, "other": other, "needed": needed, "lacks": needed - own, **facts}


def _table_after_path(table: ImajicaTable, path: Piece, seat: int) -> ImajicaTable:
    """Return a copy of the table after a Path has taken effect on the target that is best for a seat."""
    act = AnnouncedAct(path.owner, "path", path.card, effects=path.card.effects, path_token=path.token)
    done: ImajicaTable = table.copy()
    done.pieces[path.token].known = path.card.is_permanent  # then it works as long as it lies there
    choice = None if path.card.is_permanent else next(apply_card_or_power(done, act), None)
    if not isinstance(choice, questions.ChooseOne):  # a draw changes no influence
        return done
    afters = [after for target in choice.options() if (after := table_after(choice, target)) is not None]
    return max(afters, key=lambda after: seizure_lead(after, seat))


def influence_by_pickable(question: questions.ImajicaQuestion, begun: Act | None) -> dict[str, int]:
    """Return the influence at the disputed Site of each character that the person can pick, by token, as if
    all of them took part.

    Return {} if the answer is not about a Site.
    """
    tokens = pickable_items(question, begun)
    table: ImajicaTable = question.table.copy()
    if isinstance(begun, answers.Seize):
        table = _staged_seizure(question, begun.target, tokens)
    elif table.fight is not None and question.act_class is answers.Contest:
        table.fight.defenders += tokens
    else:
        return {}
    assert table.fight is not None
    site = table.pieces[table.fight.target_token]
    return {token: influence(table, table.pieces[token], site) for token in tokens}


def _picked_stop_results(
    question: questions.ImajicaQuestion, player_view: PlayerView
) -> RivalStopResults | None:
    """Return how rivals could stop the picked action; None if no legal seizure or challenge is picked, or
    checking takes too long.
    """
    begun, picked = ui_state_of(player_view).begun, ui_state_of(player_view).picked
    if not isinstance(begun, answers.Deed) or not picked:
        return None
    deed = attrs.evolve(begun, tokens=picked)
    if question.refusal(deed) is not None:
        return None
    game = player_view.match.game
    try:
        if not isinstance(deed, answers.Seize):
            return can_they_stop(game, str(deed), goal="everyone")
        table = _helped_seizure(_staged_seizure(question, deed.target, picked), question.player)
        table.fight = None
        holdings = known_rival_hands(game, question.player)
        return can_they_stop(table, str(deed), holdings=holdings, goal="everyone")
    except BudgetError:
        return None


def stop_chances_html(question: questions.ImajicaQuestion, player_view: PlayerView) -> Markup | None:
    """Render what each rival needs to stop the picked action, and the probability that the rival holds it."""
    stops = _picked_stop_results(question, player_view)
    if stops is None:
        return None
    rivals = [*stops.rival_stops]
    if stops.failure:  # a maneuver would be needed anyway: only contests without a card matter
        rivals = [
            rival
            for rival in rivals
            if (way := rival.way_without_cards) and way.reason and way.reason.rule == "IJ-SEIZE-4"
        ]
        if not rivals and not stops.deed.is_seizure:
            return None
    items = [
        el("li", _rival(rival, stops, question.table, player_view), _card_texts(rival, player_view))
        for rival in rivals
    ] or [el("li", player_view.say("stops.seize_failing"))]
    rule = "IJ-SEIZE-4" if stops.deed.is_seizure else "IJ-CHAL-7"
    opener = rule_badge(rule, "rule", key="stops:rule", text=player_view.rule_mark)
    exact = el("p", player_view.say("stops.exact"), " ", opener, cls="tk-small tk-soft")
    in_turn = stops.deed.is_seizure and len(rivals) > 1
    has_chance = any(rival.ways and rival.way_without_cards is None for rival in rivals)
    return el(
        "section",
        el("h3", player_view.say("stops.title"), cls="tk-play-kind"),
        el("ul", items, cls="tk-list tk-small im-stops"),
        el("p", player_view.say("stops.in_turn"), cls="tk-small") if in_turn else None,
        exact if has_chance and not stops.failure else None,
        cls="tk-play-group",
        data_key="stops",
    )  # fmt: skip


def _rival(rival: RivalStop, stops: RivalStopResults, table: ImajicaTable, player_view: PlayerView) -> str:
    word, target = stops.deed.action, table.pieces[stops.deed.target_token]
    facts = {
        "who": seat_name(player_view.view.seats[rival.seat].name),
        "target": token_name(target.token),
        "n": rival.rival_total,
        "own": rival.acting_total,
        "lacks": rival.missing_points or 0,
        "chance": format_percent(float(rival.chance), 0),
        "cards": join_card_names(_stopping_cards(rival), "or"),
    }
    key, seat = f"{word}_cards" if rival.ways else "never", stops.deed.seat
    paths = [
        path for path in stops.deed.table.paths_on(target.token) if path.owner == seat and not path.known
    ]
    able = rival_side(stops.deed, rival.seat).able_characters
    staged = stops.deed.table_with_opposition(rival.seat, [*able])
    change, result = _paths_result(staged, seat, paths) if paths and able else ("", {})
    told = player_view.say(f"verdict.{change}", **result) if "contest" in change else ""
    if rival.way_without_cards is not None:
        alone = "_alone" if word == answers.Challenge.word and not possible_defenders(table, target) else ""
        beaten = change == "path_nobody_contests" or (told and result["n"] > result["other"])
        key = f"{word}_now{'_path' if beaten else alone}"
    return f"{player_view.say(f'stops.{key}', **facts)} {told}".rstrip()


def _card_texts(rival: RivalStop, player_view: PlayerView) -> list[Markup]:
    """Render the cards that a rival needs to stop the action, each with its kind and its text."""
    cards = [load_cards()[name] for name in _stopping_cards(rival)] if rival.way_without_cards is None else []
    rows = []
    for card in cards:
        key = f"stops.kind_{card.kind}"
        kind = player_view.say(key) if key in player_view.play_design.words else rulebook_term(card.kind)
        texts = " ".join(effect.text() for effect in card.effects)
        facts = player_view.say("stops.copies", kind=kind, n=card.copy_limit)
        rows.append(el("p", el("b", card.name()), f" ({facts}): {texts}", cls="tk-soft"))
    return rows


def _stopping_cards(rival: RivalStop) -> list[str]:
    """Return some cards that would each stop the action alone; if there are none, the cards of the shortest
    way to stop it.
    """
    singles = [name for way in rival.ways if way.card_count == 1 for name, _ in way.card_counts]
    names = [other for name in singles for other in rival.equivalent_cards.get(name, (name,))]
    if not names and rival.ways:
        names = [name for name, _ in rival.ways[0].card_counts]
    return list(dict.fromkeys(names))[:_MAX_EXAMPLE_CARDS]
