"""Exact facts that speak for an answer: Dominions, influence, Strength, or who can then seize a Site."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.core.play import Game
from twingkit.core.rulebook import Ruling
from twingkit.imajica.box.card import Card
from twingkit.imajica.players.forces import available_contest_influence, possible_defenders, total_strength
from twingkit.imajica.players.outlook import table_after_act
from twingkit.imajica.players.plans import best_seizure_plan, hand_seizure_help, staged_fight
from twingkit.imajica.players.steady import begin_next_round
from twingkit.imajica.players.worth import seizers_suffice
from twingkit.imajica.rules import acts, answers, values
from twingkit.imajica.rules.answers import NOTATION
from twingkit.imajica.rules.questions import ImajicaQuestion
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.rules.seizure import Contest
from twingkit.imajica.rules.table import Act, Fight, ImajicaTable
from twingkit.imajica.view import totals_and_resistance
from twingkit.players.lookahead import AnswerRatings


def exact_reason(game: Game, rated: AnswerRatings, answer: str) -> Ruling | None:
    """Return a ruling with an exact fact that speaks for an answer: the influence or Strength of both sides,
    or what a card visibly changes; None if there is none.
    """
    question, table = game.question, game.table
    match NOTATION.parse(answer):
        case answers.Use() as use if isinstance(question, ImajicaQuestion):
            return _changes(table, acts.announced_act(table, rated.seat, use, question.playable_kind))
        case answers.Pass() if isinstance(question, Contest):
            return _contests(table, (), question.nameable_tokens())
        case answers.Seize(target, tokens):
            return _seizes(table, rated.seat, target, tokens)
        case answers.Challenge(target, tokens):
            return _challenges(table, target, tokens)
        case answers.Contest(tokens):
            return _contests(table, tokens)
        case answers.Advance(tokens) if tokens:
            return _advances(table, rated.seat, tokens)
    return None


def _reason(rule: str, case: str, **facts: object) -> Ruling:
    return Ruling(rule, case, facts, rulebook())


def _seizes(table: ImajicaTable, seat: int, target: str, named: tuple[str, ...]) -> Ruling | None:
    """Return a ruling with the Dominions that the seizure gives, and whether it needs a card or can fail."""
    site, rivals = table.pieces[target], [other for other in table.seats_from(seat) if other != seat]
    with staged_fight(table, Fight("seizure", seat, site.token, [*named], named)):
        most = max((available_contest_influence(table, other, site) for other in rivals), default=0)
        own, needed, is_enough = _seizure_result(table, seat)
    had, count = values.dominion_counts_now_and_with_home(table, seat, site.card.home_dominions)
    goal = values.dominion_count_to_win(table)
    if not is_enough and (cards := _securing_cards(table, seat, needed - own)):
        sums = {"n": own, "needed": needed, "lacking": needed - own, "count": count, "goal": goal}
        case = "why_seize_maneuver"
        return _reason("IJ-SEIZE-7", case, site=site, cards=cards, **sums)
    if not is_enough:
        return None
    if count == had:
        case = "why_seize_more"
    elif count >= goal:
        case = "why_seize_last"
    elif own < needed:
        case = "why_seize_maestro"
    else:
        case = "why_seize_safe" if own > most else "why_seize"
    facts = {"n": own, "most": most, "count": count, "goal": goal}
    return _reason("IJ-SEIZE-7", case, site=site, **facts)


def _seizure_result(table: ImajicaTable, seat: int) -> tuple[int, int, bool]:
    """Return the influence, the Resistance and whether the current seizure succeeds if nobody contests it,
    after the seat's own face-down Paths (IJ-PATH-1).
    """
    assert table.fight is not None
    token, named, twin = table.fight.target_token, table.fight.first_named, table.copy()
    for path in table.paths_on(token):
        if path.owner == seat and path.card.is_permanent:
            twin.pieces[path.token].known = True
        elif path.owner == seat:
            act = Act(seat, "path", path.card, effects=path.card.effects, path_token=path.token)
            twin = table_after_act(twin, act)
    assert twin.fight is not None
    site, left = twin.pieces[token], [*twin.fight.attackers]
    needed = values.current_value(twin, site, "resistance")
    return values.total_influence(twin, left, site), needed, seizers_suffice(twin, site, left, named)


def _securing_cards(table: ImajicaTable, seat: int, lacking: int) -> tuple[Card, ...]:
    """Return the weakest maneuver in the hand that adds the lacking influence, or all that add some."""
    gains = {}
    for name in dict.fromkeys(table.players[seat].hand):
        card = table.cards[name]
        for effect in card.effects if card.kind == "influence" else ():
            gain = {"magic": effect.number, "resistance": -effect.number}.get(effect.word("stat"), 0)
            if effect.verb == "mod" and gain > 0:
                gains[card] = gain
    enough = [card for card, gain in gains.items() if gain >= lacking]
    return (min(enough, key=lambda card: gains[card]),) if enough else (*gains,)


def _challenges(table: ImajicaTable, token: str, named: Sequence[str]) -> Ruling:
    """Return a ruling with the Strength of both sides, with the target alone and with all defenders."""
    target, force = table.pieces[token], [table.pieces[each] for each in named]
    own, alone = total_strength(table, force), values.current_value(table, target, "strength")
    most = alone + total_strength(table, possible_defenders(table, target))
    case = "why_challenge" if own > most else "why_challenge_alone"
    return _reason("IJ-CHAL-6", case, card=target, n=own, other=alone, most=most)


def _changes(table: ImajicaTable, act: Act) -> Ruling | None:
    """Return a ruling with what a card or power visibly changes if nobody counters it, or None."""
    twin = table_after_act(table, act)
    rivals = [piece for piece in table.characters() if piece.controller != act.seat]
    killed = tuple(piece for piece in rivals if piece.token not in twin.pieces)
    pivoted = tuple(
        piece
        for piece in rivals
        if not piece.pivoted and piece not in killed and twin.pieces[piece.token].pivoted
    )
    if killed:
        return _reason("IJ-CARD-1", "why_removes", card=act.card, cards=killed)
    if pivoted:
        return _reason("IJ-PIV-1", "why_pivots", card=act.card, cards=pivoted)
    before, after = table.fight, twin.fight
    if (
        before
        and after
        and (then := totals_and_resistance(twin, after)) != totals_and_resistance(table, before)
    ):
        own, other = then[:2] if act.seat == before.seat else then[1::-1]
        if before.kind == "seizure" and not before.defenders:
            return _reason("IJ-SEIZE-7", "why_reaches", card=act.card, n=then[0], needed=then[2])
        rule = "IJ-SEIZE-4" if before.kind == "seizure" else "IJ-CHAL-6"
        return _reason(rule, "why_changes", card=act.card, n=own, other=other)
    return None


def _contests(table: ImajicaTable, named: Sequence[str], able: Sequence[str] = ()) -> Ruling | None:
    """Return a ruling with the influence of the contesters or, if there are none, of all who are `able`."""
    fight = table.fight
    if fight is None or fight.target_token not in table.pieces:
        return None
    site = table.pieces[fight.target_token]
    own, other = (values.total_influence(table, side, site) for side in (named or able, fight.attackers))
    is_weak = own < other or (own == other and table.variant.contest_tie == "goes_on")
    cards = tuple(table.pieces[token] for token in named)
    if cards and is_weak:
        return None  # a maneuver is needed, which does not speak for the contest
    case = "why_contest" if cards else "why_too_weak" if is_weak else "why_spares"
    return _reason("IJ-SEIZE-4", case, site=site, n=own, other=other, cards=cards)


def _advances(table: ImajicaTable, seat: int, tokens: Sequence[str]) -> Ruling | None:
    """Return a ruling with the Site that these characters can help to seize in the next round, if any.

    A Site for which the table is enough comes before those that need a maneuver from the hand.
    """
    twin, cards = table.copy(), tuple(table.pieces[token] for token in tokens)
    begin_next_round(twin, seat, tokens)
    plan = best_seizure_plan(twin, seat)
    if not {*tokens} & {*plan.force}:
        plan = best_seizure_plan(twin, seat, hand_seizure_help(table, seat))
    if not {*tokens} & {*plan.force}:
        return None
    site, seizers = twin.pieces[plan.target], tuple(twin.pieces[token] for token in plan.force)
    with staged_fight(twin, Fight("seizure", seat, site.token, [*plan.force], plan.force)):
        own, needed, is_enough = _seizure_result(twin, seat)
    case = "seize" if own >= needed else "maestro" if is_enough else "maneuver"
    facts: dict[str, object] = (
        {"n": own, "needed": needed, "lacking": needed - own} if case != "maestro" else {}
    )
    helping = _securing_cards(table, seat, needed - own) if case == "maneuver" else ()
    facts = {"cards": cards, "seizers": seizers, "site": site, "helping": helping, **facts}
    return _reason("IJ-REC-1", f"why_advance_{case}", **facts)
