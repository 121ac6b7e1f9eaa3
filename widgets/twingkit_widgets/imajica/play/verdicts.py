"""The verdict on characters picked for a fight and on damage shares: totals, and ways to stop it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twingkit.core.slices import BudgetError
from twingkit.core.words import format_percent
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.exact_odds.stops import RivalStop, StopResults, can_they_stop
from twingkit.imajica.exact_odds.uses import rival_side
from twingkit.imajica.players.forces import possible_defenders
from twingkit.imajica.rules import acts
from twingkit.imajica.rules.carry_out import carry_out
from twingkit.imajica.rules.challenge import Defend
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.questions import ChooseOne, ImajicaQuestion, InfluenceWindow, SplitDamage
from twingkit.imajica.rules.seizure import Contest, would_secure
from twingkit.imajica.rules.table import Act, Fight, ImajicaTable
from twingkit.imajica.rules.values import influence
from twingkit.imajica.view import compute_fight_totals
from twingkit_widgets.imajica.play.answers import join_card_names
from twingkit_widgets.imajica.play.choosing import (
    FIGHT_WORDS,
    REASSIGN_WORD,
    pickable_items,
    picked_answer,
    seizure_lead,
    sites_lost_by_moves,
    table_after,
)
from twingkit_widgets.imajica.play.damage_shares import damage_by_victim
from twingkit_widgets.imajica.words import rulebook_term, seat_name, token_name
from twingkit_widgets.panel.controls import rule_button
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.table.play.player_view import PlayerView

_MAX_EXAMPLE_CARDS = 3
"""Maximum number of cards named as examples of a rival's needs."""


def verdict_text(
    question: ImajicaQuestion, answer_start: str, picked: Sequence[str], player_view: PlayerView
) -> str:
    """Return the result of the picked cards in a sentence, or the refusal if a rule forbids them."""
    if picked:
        refusal = question.refusal(picked_answer(question, answer_start, picked))
        if refusal is not None:
            return str(player_view.match.phrase_for_person(refusal).text())
    if isinstance(question, SplitDamage):
        return player_view.say(
            "verdict.damage", n=sum(damage_by_victim(picked).values()), most=question.max_damage
        )
    if isinstance(question, Contest | Defend):
        return _against(question, picked, player_view)
    word = answer_start.partition(" ")[0]
    if not picked:
        return player_view.say("verdict.none")
    if word == REASSIGN_WORD:
        lost = sites_lost_by_moves(question, picked)
        key = "verdict.moves_cost" if lost else "verdict.moves_keep"
        return player_view.say(key, n=len(picked), sites=join_card_names(lost))
    stops = _picked_stop_results(question, answer_start, picked, player_view)
    if stops is None:
        return player_view.say("verdict.count", n=len(picked))
    if word == "challenge":
        rival = stops.rival_stops[0]
        lead = stops.own_points - rival.other_total
        target = question.table.pieces[stops.deed.target_token]
        others = [piece.token for piece in possible_defenders(question.table, target)]
        other = player_view.say("verdict.all_defend", n=rival.other_total) if others else rival.other_total
        key = "enough" if lead > 0 else "weak" if lead else "tie"
        facts = {"n": stops.own_points, "other": other, "damage": lead}
        text = player_view.say(f"verdict.challenge_{key}", **facts)
        if lead <= 0:
            return text
        side = [target.token, *others]
        staged = stops.deed.table_with_opposition(rival.seat, side)
        return f"{text} {_deaths(SplitDamage(staged, question.player, lead), side, player_view)}"
    key = "short" if stops.failure else "enough" if stops.own_points >= stops.needed_points else "maestro"
    facts = {"n": stops.own_points, "needed": stops.needed_points}
    text = player_view.say(f"verdict.seize_{key}", lacks=stops.needed_points - stops.own_points, **facts)
    fight = Fight("seizure", question.player, stops.deed.target_token, list(picked), tuple(picked))
    enough = _securing_maneuvers(question.table, fight) if stops.failure else []
    own = player_view.say("verdict.own_maneuver", cards=join_card_names(enough, "or")) if enough else ""
    paths = _paths_text(question.table, fight, question.player, player_view)
    return " ".join(filter(None, [text, own, paths]))


def _securing_maneuvers(table: ImajicaTable, fight: Fight) -> list[str]:
    """Return the maneuvers of the seizer's hand that would each secure the Site if nobody contests."""
    staged: ImajicaTable = table.copy()
    staged.fight = fight
    window = InfluenceWindow(staged, fight.seat)
    names = []
    for answer in acts.legal_acts(staged, fight.seat, window.playable_kind):
        done = table_after(window, answer) if answer.startswith("play ") else None
        if done is not None and done.fight is not None and would_secure(done, done.fight):
            names.append(answer.split()[1])
    return list(dict.fromkeys(names))


def _paths_text(table: ImajicaTable, fight: Fight, seat: int, player_view: PlayerView) -> str:
    """Return in words what the face-down Paths change in a seizure (IJ-PATH-1), or ""."""
    hidden = [path for path in table.paths(fight.target_token) if not path.known]
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
        table = max(_tables_after_path(table, path), key=lambda done: seizure_lead(done, seat))
    fight, done = before.fight, table.fight
    assert fight is not None
    assert done is not None
    own, other, needed = totals = compute_fight_totals(table, done)
    out = [token for token in fight.involved if token not in done.involved]
    if not out and totals == compute_fight_totals(before, fight):
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


def _tables_after_path(table: ImajicaTable, path: Piece) -> list[ImajicaTable]:
    """Return a copy of the table for each target of a Path, after the Path has taken effect."""
    act = Act(path.owner, "path", path.card, effects=path.card.effects, path_token=path.token)
    done: ImajicaTable = table.copy()
    done.pieces[path.token].known = path.card.is_permanent  # then it works as long as it lies there
    asked = None if path.card.is_permanent else next(carry_out(done, act), None)
    if not isinstance(asked, ChooseOne):  # a draw changes no influence
        return [done]
    return [after for target in asked.options() if (after := table_after(asked, target)) is not None]


def influence_by_character(question: ImajicaQuestion, answer_start: str) -> dict[str, int]:
    """Return the influence of each pickable character at a Site as if all took part.

    Return {} if the answer is not about a Site.
    """
    tokens = pickable_items(question, answer_start)
    table: ImajicaTable = question.table.copy()
    word, _, target = answer_start.partition(" ")
    if word == "seize":
        table.fight = Fight("seizure", question.player, target, list(tokens), tuple(tokens))
    elif isinstance(question, Contest) and table.fight is not None:
        table.fight.defenders += tokens
    else:
        return {}
    site = table.pieces[table.fight.target_token]
    return {token: influence(table, table.pieces[token], site) for token in tokens}


def _picked_stop_results(
    question: ImajicaQuestion, answer_start: str, picked: Sequence[str], player_view: PlayerView
) -> StopResults | None:
    """Return None if no fight is picked, a rule forbids it, or there are too many ways to check."""
    if answer_start.partition(" ")[0] not in FIGHT_WORDS or not picked:
        return None
    answer = picked_answer(question, answer_start, picked)
    if question.refusal(answer) is not None:
        return None
    try:
        return can_they_stop(player_view.match.game, answer, goal="everyone")
    except BudgetError:
        return None


def stop_chances_html(
    question: ImajicaQuestion, answer_start: str, picked: Sequence[str], player_view: PlayerView
) -> Markup | None:
    """Render what each rival needs to stop the picked action, and the probability that the rival holds it."""
    stops = _picked_stop_results(question, answer_start, picked, player_view)
    if stops is None:
        return None
    rivals = [*stops.rival_stops]
    if stops.failure:  # a maneuver would be needed anyway: only contests without a card matter
        ways = [rival.way_without_cards for rival in rivals]
        rivals = [
            rival
            for rival, way in zip(rivals, ways, strict=True)
            if way is not None and way.reason is not None and way.reason.rule == "IJ-SEIZE-4"
        ]
        if not rivals and stops.deed.action == "challenge":
            return None
    items = [
        el("li", _rival(rival, stops, question.table, player_view), _card_texts(rival, player_view))
        for rival in rivals
    ] or [el("li", player_view.say("stops.seize_failing"))]
    rule = "IJ-SEIZE-4" if stops.deed.action == "seize" else "IJ-CHAL-7"
    opener = rule_button(rule, "rule", key="stops:rule")
    exact = el("p", player_view.say("stops.exact"), " ", opener, cls="tk-small tk-soft")
    in_turn = stops.deed.action == "seize" and len(rivals) > 1
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


def _rival(rival: RivalStop, stops: StopResults, table: ImajicaTable, player_view: PlayerView) -> str:
    word, target = stops.deed.action, table.pieces[stops.deed.target_token]
    facts = {
        "who": seat_name(player_view.view.seats[rival.seat].name),
        "target": token_name(target.token),
        "n": rival.other_total,
        "own": rival.own_total,
        "lacks": rival.missing_points or 0,
        "chance": format_percent(float(rival.chance), 0),
        "cards": join_card_names(_stopping_cards(rival), "or"),
    }
    key, seat = f"{word}_cards" if rival.ways else "never", stops.deed.seat
    paths = [path for path in table.paths(target.token) if path.owner == seat and not path.known]
    able = rival_side(stops.deed, rival.seat).able_characters
    staged = stops.deed.table_with_opposition(rival.seat, [*able])
    change, result = _paths_result(staged, seat, paths) if paths and able else ("", {})
    told = player_view.say(f"verdict.{change}", **result) if "contest" in change else ""
    if rival.way_without_cards is not None:
        alone = "_alone" if word == "challenge" and not possible_defenders(table, target) else ""
        beaten = change == "path_nobody_contests" or (told and result["n"] > result["other"])
        key = f"{word}_now{'_path' if beaten else alone}"
    return f"{player_view.say(f'stops.{key}', **facts)} {told}".rstrip()


def _card_texts(rival: RivalStop, player_view: PlayerView) -> list[Markup]:
    """Render the cards that the rival needs, each with its kind and its text."""
    cards = [load_cards()[name] for name in _stopping_cards(rival)] if rival.way_without_cards is None else []
    rows = []
    for card in cards:
        key = f"stops.kind_{card.kind}"
        kind = player_view.say(key) if key in player_view.rules.words else rulebook_term(card.kind)
        texts = " ".join(effect.text() for effect in card.effects)
        rows.append(el("p", el("b", card.name()), f" ({kind}): {texts}", cls="tk-soft"))
    return rows


def _stopping_cards(rival: RivalStop) -> list[str]:
    """Return some cards that would each stop it, otherwise the cards of the shortest way."""
    singles = [name for way in rival.ways if way.card_count == 1 for name, _ in way.card_counts]
    names = [other for name in singles for other in rival.equivalent_cards.get(name, (name,))]
    if not names and rival.ways:
        names = [name for name, _ in rival.ways[0].card_counts]
    return list(dict.fromkeys(names))[:_MAX_EXAMPLE_CARDS]


def _against(question: Contest | Defend, picked: Sequence[str], player_view: PlayerView) -> str:
    table: ImajicaTable = question.table.copy()
    fight = table.fight
    assert fight is not None
    fight.defenders += picked
    theirs, own, *_ = compute_fight_totals(table, fight)
    facts = {"n": own, "other": theirs, "damage": abs(own - theirs), "lacks": theirs - own}
    if fight.kind == "seizure":
        key = "none" if not picked else "stops" if own >= theirs else "short"
        paths = _paths_text(table, fight, question.player, player_view)
        return f"{player_view.say(f'verdict.contest_{key}', **facts)} {paths}".strip()
    key = "wins" if own > theirs else "tie" if own == theirs else "short"
    text = player_view.say(f"verdict.defend_{key}", **facts)
    if key != "short":
        return text
    return f"{text} {_deaths(SplitDamage(table, fight.seat, theirs - own), fight.defenders, player_view)}"


def _deaths(damage: SplitDamage, tokens: Sequence[str], player_view: PlayerView) -> str:
    """Return in words which of these characters the damage can kill (IJ-CHAL-9)."""
    killed = [token for token in tokens if damage.deadly_damage(token) <= damage.max_damage]
    kills = "verdict.defend_kills" if killed else "verdict.defend_kills_none"
    return player_view.say(kills, cards=join_card_names(killed, "or"))
