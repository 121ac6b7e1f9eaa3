"""The reason for an answer in Ember's terms: cards kept, creatures to pay for, and points gained now."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.core.play import Game
from twingkit.core.rulebook import Ruling
from twingkit.ember.box.pool import Creature
from twingkit.ember.exact_odds.completions import Completions
from twingkit.ember.players.outlook import DrawOutlook, sorted_card_indexes
from twingkit.ember.rules import uses
from twingkit.ember.rules.cards import sorted_cards
from twingkit.ember.rules.rulebook import rulebook
from twingkit.ember.rules.table import EmberTable
from twingkit.players.lookahead import Percentage, Ratings


def reason(game: Game, rated: Ratings, answer: str) -> Ruling | None:
    """Return the reason for a rated answer as a ruling, or None if there is only its rating to report."""
    asked, table = game.question, game.table
    assert asked is not None
    seat = rated.seat
    word, *names = answer.split()
    hand = list(table.players[seat].hand)
    if word == "conjure":
        return _conjures(table, seat, names)
    if word == uses.CALL_ANSWER:
        return _ruling("EM-CALL-2", "why_call", n=table.players[seat].total)
    if word == "refresh":
        best = _best_draw(table, seat, hand)
        return best and _ruling("EM-TURN-4", "why_refresh", creature=best[0], chance=Percentage(best[1]))
    if word == "draw" and names[-1:] != ["pile"]:
        kept = [card for card in hand if card not in names]
        creature, chance = _next_card(table, seat, kept)
        case = "why_draw" if names else "why_draw_more"
        facts = {"card": names[0]} if names else {}
        if creature is None:
            return None
        return _ruling("EM-TURN-2", case, creature=creature, chance=Percentage(chance), **facts)
    if word == "done":
        return _waits(game, rated, seat, hand)
    return None


def _ruling(rule: str, case: str, **facts: object) -> Ruling:
    return Ruling(rule, case, facts, rulebook())


def _conjures(table: EmberTable, seat: int, names: Sequence[str]) -> Ruling:
    creature, player = table.creatures[names[0]], table.players[seat]
    points = creature.value + creature.bonus_points
    left = list(player.hand)
    for card in names[1:]:
        left.remove(card)
    missing = table.variant.length - player.total - points
    facts = {"creature": creature, "n": points, "cards": sorted_cards(left)}
    if missing <= 0:
        return _ruling("EM-CONJ-1", "why_reaches", **facts, limit=table.variant.length)
    return _ruling("EM-CONJ-1", "why_keeps" if left else "why_all", **facts, missing=missing)


def _waits(game: Game, rated: Ratings, seat: int, hand: Sequence[str]) -> Ruling | None:
    """Return a ruling with the creatures that waiting may pay for and those that can be conjured now."""
    table = game.table
    now = next((row.answer for row in rated.rows if row.answer.startswith("conjure")), "")
    best = _best_draw(table, seat, hand)
    if not best:
        return None
    creature, chance = best
    if not now:
        return _ruling("EM-CONJ-1", "why_cannot", creature=creature, chance=Percentage(chance))
    other = table.creatures[now.split()[1]]
    facts = {"creature": creature, "chance": Percentage(chance), "other": other, "n": other.value}
    return _ruling("EM-CONJ-1", "why_waits", **facts)


def _best_draw(table: EmberTable, seat: int, hand: Sequence[str]) -> tuple[Creature, float] | None:
    keeps = [[*hand[:at], *hand[at + 1 :]] for at in range(len(hand))]
    if len(hand) < table.players[seat].hand_limit:
        keeps = [list(hand)]
    reached = [_next_card(table, seat, kept) for kept in keeps]
    promised = [(creature, chance) for creature, chance in reached if creature]
    return max(promised, key=lambda pair: pair[0].value * pair[1], default=None)


def _next_card(table: EmberTable, seat: int, kept: Sequence[str]) -> tuple[Creature | None, float]:
    """Return the most promising creature for the kept cards and one more, and the chance of one as good.

    Returns None and 0 if there is none.
    """
    unseen, places = DrawOutlook(table, seat).unseen, sorted_card_indexes(kept)
    best: Creature | None = None
    covered, most, chance = 0, 0.0, 0.0
    for name in sorted(table.pool, key=lambda name: -table.creatures[name].value):
        creature = table.creatures[name]
        known = Completions(creature.cost)
        covered |= unseen if known.is_payable(places) else known.completing_subset_mask(places) & unseen
        share = covered.bit_count() / max(1, unseen.bit_count())
        if share * creature.value > most:
            best, most, chance = creature, share * creature.value, share
    return best, chance
