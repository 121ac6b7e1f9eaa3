"""The reason for an answer: Dominions, influence, Strength, Prime, or who moves up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from twingkit.core.play import Game
from twingkit.core.rulebook import Ruling
from twingkit.imajica.players.forces import contest_influence, possible_defenders, total_strength
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.values import (
    calling_prime,
    covered_dominions,
    current_value,
    dominions_to_win,
    influence,
    prime_limit,
)
from twingkit.players.lookahead import Ratings


def reason(game: Game, rated: Ratings, answer: str) -> Ruling | None:
    """Return the reason for a rated answer as a ruling, or None if there is only its rating to report."""
    word, *words = answer.split()
    said = _REASONS.get(word)
    return said(game.table, rated.seat, words) if said and words else None


def _ruling(rule: str, case: str, **facts: object) -> Ruling:
    return Ruling(rule, case, facts, rulebook())


def _seizes(table: ImajicaTable, seat: int, words: Sequence[str]) -> Ruling:
    """Return a ruling with the Dominions that the seizure gives, and whether rivals could stop it."""
    site, force = table.pieces[words[0]], [table.pieces[token] for token in words[2:]]
    own = sum(influence(table, piece, site) for piece in force)
    rivals = [other for other in table.seats_from(seat) if other != seat]
    most = max((contest_influence(table, other, site) for other in rivals), default=0)
    homes, victory = [held.card.home_dominions for held in table.sites(seat)], table.variant.victory
    had, goal = len(covered_dominions(homes, victory)), dominions_to_win(table)
    count = len(covered_dominions([*homes, site.card.home_dominions], victory))
    if count == had:
        case = "why_seize_more"
    elif count >= goal:
        case = "why_seize_last"
    else:
        case = "why_seize_safe" if own > most else "why_seize"
    return _ruling("IJ-SEIZE-7", case, site=site, n=own, most=most, count=count, goal=goal)


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
    own = sum(influence(table, table.pieces[token], site) for token in words)
    other = sum(influence(table, table.pieces[token], site) for token in fight.attackers)
    return _ruling("IJ-SEIZE-4", "why_contest", site=site, n=own, other=other)


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
}
"""Functions that explain an answer, by its first word."""
