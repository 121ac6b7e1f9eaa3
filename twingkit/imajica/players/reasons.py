"""The reason for an answer: Dominions, influence, Strength, Prime, or who moves up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from twingkit.core.play import Game
from twingkit.core.rulebook import Ruling
from twingkit.imajica.box.card import Card
from twingkit.imajica.players.forces import contest_influence, possible_defenders, total_strength
from twingkit.imajica.players.plans import staged_fight
from twingkit.imajica.players.worth import seizers_suffice
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.rules.table import Fight, ImajicaTable
from twingkit.imajica.rules.values import (
    calling_prime,
    current_value,
    dominion_count_to_win,
    dominion_counts,
    influence,
    prime_limit,
    total_influence,
)
from twingkit.players.lookahead import Ratings


def reason(game: Game, rated: Ratings, answer: str) -> Ruling | None:
    """Return the reason for a rated answer as a ruling, or None if there is only its rating to report.

    A reason that holds for another rated answer of the same kind as well is not given.
    """
    found, merit = _reason_with_merit(game.table, rated.seat, answer)
    word = answer.partition(" ")[0]
    others = [
        row.answer for row in rated.rows if row.answer != answer and row.answer.partition(" ")[0] == word
    ]
    if any(_reason_with_merit(game.table, rated.seat, other)[1] >= merit for other in others):
        return None
    return found


def _reason_with_merit(table: ImajicaTable, seat: int, answer: str) -> tuple[Ruling | None, tuple[int, ...]]:
    """Return the reason for an answer, and numbers that are higher the more the reason speaks for it."""
    word, *words = answer.split()
    said = _REASONS.get(word)
    found = said(table, seat, words) if said and words else None
    if found is None:
        return None, ()
    return found, _merit(found)


def _merit(found: Ruling) -> tuple[int, ...]:
    case, facts = found.case, found.facts
    if case.startswith("why_seize"):
        return facts["count"], case != "why_seize_maneuver", case == "why_seize_safe"
    if case == "why_call":
        return (facts["magic"] + facts["strength"],)
    if case == "why_contest":
        return (-len(facts["cards"]),)
    if case == "why_advance":
        return (len(facts["cards"]),)
    return (case in ("why_challenge", "why_retreat"),)


def _ruling(rule: str, case: str, **facts: object) -> Ruling:
    return Ruling(rule, case, facts, rulebook())


def _seizes(table: ImajicaTable, seat: int, words: Sequence[str]) -> Ruling:
    """Return a ruling with the Dominions that the seizure gives, and whether it needs a card or can fail."""
    site, force = table.pieces[words[0]], [table.pieces[token] for token in words[2:]]
    rivals = [other for other in table.seats_from(seat) if other != seat]
    named = tuple(words[2:])
    with staged_fight(table, Fight("seizure", seat, site.token, [*named], named)):
        own = sum(influence(table, piece, site) for piece in force)
        most = max((contest_influence(table, other, site) for other in rivals), default=0)
        is_enough = seizers_suffice(table, site, [*named], named)
    had, count = dominion_counts(table, seat, site.card.home_dominions)
    goal = dominion_count_to_win(table)
    needed = current_value(table, site, "resistance")
    if not is_enough and (cards := _securing_cards(table, seat, needed - own)):
        facts = {"n": own, "needed": needed, "count": count, "goal": goal}
        return _ruling("IJ-SEIZE-7", "why_seize_maneuver", site=site, cards=cards, **facts)
    if count == had:
        case = "why_seize_more"
    elif count >= goal:
        case = "why_seize_last"
    else:
        case = "why_seize_safe" if own > most else "why_seize"
    return _ruling("IJ-SEIZE-7", case, site=site, n=own, most=most, count=count, goal=goal)


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


def _challenges(table: ImajicaTable, seat: int, words: Sequence[str]) -> Ruling:
    """Return a ruling with the Strength of both sides, with the target alone and with all defenders."""
    target, force = table.pieces[words[0]], [table.pieces[token] for token in words[2:]]
    own, alone = total_strength(table, force), current_value(table, target, "strength")
    most = alone + total_strength(table, possible_defenders(table, target))
    case = "why_challenge" if own > most else "why_challenge_alone"
    return _ruling("IJ-CHAL-6", case, card=target, n=own, other=alone, most=most)


def _calls(table: ImajicaTable, seat: int, words: Sequence[str]) -> Ruling:
    card = table.cards[words[0]]
    left = prime_limit(table, seat) - table.players[seat].prime_spent - calling_prime(table, seat, card)
    return _ruling(
        "IJ-ALLY-2", "why_call", card=card, magic=card.magic, strength=card.strength, left=max(0, left)
    )


def _contests(table: ImajicaTable, seat: int, words: Sequence[str]) -> Ruling | None:
    fight = table.fight
    if fight is None or fight.target_token not in table.pieces:
        return None
    site = table.pieces[fight.target_token]
    own = total_influence(table, words, site)
    other = total_influence(table, fight.attackers, site)
    if own < other or (own == other and table.variant.contest_tie == "goes_on"):
        return None  # a maneuver is needed, which does not speak for the contest
    cards = tuple(table.pieces[token] for token in words)
    return _ruling("IJ-SEIZE-4", "why_contest", site=site, n=own, other=other, cards=cards)


def _retreats(table: ImajicaTable, seat: int, words: Sequence[str]) -> Ruling:
    """Return a ruling that compares the character’s Strength with that of a rival’s active characters."""
    piece = table.pieces[words[0]]
    rivals = [other for other in table.seats_from(seat) if other != seat]
    own = current_value(table, piece, "strength")
    other = max(total_strength(table, [*table.characters(rival, "active")]) for rival in rivals)
    case = "why_retreat" if other > own else "why_retreat_calm"
    return _ruling("IJ-ALLY-7", case, card=piece, n=own, other=other)


def _advances(table: ImajicaTable, seat: int, words: Sequence[str]) -> Ruling:
    return _ruling("IJ-REC-1", "why_advance", cards=tuple(table.pieces[token] for token in words))


def _lays(table: ImajicaTable, seat: int, words: Sequence[str]) -> Ruling | None:
    """Return the ruling that a Site brings a card, or None in the set-up."""
    if table.phase == "setup":
        return None
    return _ruling("IJ-AUT-1", "why_lay", card=table.cards[words[0]])


_REASONS: dict[str, Callable[[ImajicaTable, int, Sequence[str]], Ruling | None]] = {
    "seize": _seizes,
    "challenge": _challenges,
    "call": _calls,
    "contest": _contests,
    "advance": _advances,
    "lay": _lays,
    "retreat": _retreats,
}
"""Functions that explain an answer, by its first word."""
