"""Exact facts that speak for an answer in Ember: chances to pay for a creature, and the end of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import attrs

from twingkit.core.acts import Act
from twingkit.core.play import Game
from twingkit.core.rulebook import NamesByLanguage, Ruling
from twingkit.ember.box.pool import Creature
from twingkit.ember.exact_odds.held_sets import held_sets
from twingkit.ember.players.outlook import DrawOutlook, sorted_card_indexes
from twingkit.ember.rules import acts
from twingkit.ember.rules.cards import DECK, in_pile_order, indexes_in_bitmask, without_cards
from twingkit.ember.rules.rulebook import rulebook
from twingkit.ember.rules.table import EmberTable
from twingkit.players.lookahead import AnswerRatings, PercentageFact


def exact_reason(game: Game, rated: AnswerRatings, answer: str) -> Ruling | None:
    """Return a ruling with an exact fact that speaks for an answer: the chance to pay for a creature, or the
    points that reach the end; None if there is none.
    """
    question, table = game.question, game.table
    assert question is not None
    seat = rated.seat
    player = table.players[seat]
    hand = list(player.hand)
    match question.parse_answer(answer):
        case acts.Conjure(name):
            creature = table.creatures[name]
            total = player.total + creature.points
            if total < table.variant.length:
                return None
            facts = {"creature": creature, "n": creature.points, "total": total}
            return _ruling("EM-CONJ-1", "why_reaches", **facts)
        case acts.Call():
            return _ruling("EM-CALL-2", "why_call", n=player.total)
        case acts.Refresh():
            best = _best_draw(table, seat, hand)
            return _ruling("EM-TURN-4", "why_refresh", **best) if best else None
        case acts.Draw(str() as card, from_pile=False):
            return _draws(table, seat, card)
        case acts.Draw(from_pile=False):
            best = _best_draw(table, seat, hand, discards=False)
            return _ruling("EM-TURN-2", "why_draw_more", **best) if best else None
        case acts.Done():
            return _waits(table, seat, hand, question.options())
    return None


def _ruling(rule: str, case: str, **facts: object) -> Ruling:
    return Ruling(rule, case, facts, rulebook())


def _best_payable(table: EmberTable, hand: Sequence[str]) -> Creature | None:
    """Return the creature with the most Victory Points that a hand can pay for, or None."""
    held = held_sets(sorted_card_indexes(hand))
    known = (table.creatures[name] for name in table.pool)
    payable = [creature for creature in known if held.lane_masks(creature.cost)[1] >> held.last_lane]
    return max(payable, key=lambda creature: creature.points, default=None)


def _waits(table: EmberTable, seat: int, hand: Sequence[str], answers: Iterable[Act]) -> Ruling | None:
    """Return a ruling with the creatures that waiting may pay for and those that can be conjured now."""
    now = next((answer for answer in answers if isinstance(answer, acts.Conjure)), None)
    best = _best_draw(table, seat, hand)
    if not best:
        return None
    if not now:
        return _ruling("EM-CONJ-1", "why_cannot", **best)
    other = table.creatures[now.creature]
    return _ruling("EM-CONJ-1", "why_waits", **best, other=other, n=other.value)


def _best_draw(
    table: EmberTable, seat: int, hand: Sequence[str], discards: bool = True
) -> dict[str, object] | None:
    """Return the best creature to hope for beyond those payable now; a full hand first `discards` a card."""
    payable = _best_payable(table, hand)
    is_full = discards and len(hand) >= table.players[seat].hand_limit
    keeps = [without_cards(hand, [card]) for card in hand] if is_full else [list(hand)]
    promises = [promise for kept in keeps for promise in _promises(table, seat, kept)]
    better = [pair for pair in promises if pair[1] and (not payable or pair[0].value > payable.value)]
    creature, paying = max(better, key=lambda pair: pair[0].value * pair[1].bit_count(), default=(None, 0))
    unseen = DrawOutlook(table, seat).unseen.bit_count()
    return {"creature": creature, "chance": PercentageFact(paying.bit_count() / unseen)} if creature else None


def _draws(table: EmberTable, seat: int, discard: str) -> Ruling | None:
    """Return a ruling that names a creature for which this discard leaves the best chance and some other
    discard a lower one, or None.
    """
    hand, unseen = table.players[seat].hand, DrawOutlook(table, seat).unseen.bit_count()
    payable = _best_payable(table, hand)
    promises = {card: dict(_promises(table, seat, without_cards(hand, [card]))) for card in hand}
    best, ruling = (False, 0), None
    for creature, paying in promises[discard].items():
        counts = {card: promise[creature].bit_count() for card, promise in promises.items()}
        n = counts.pop(discard)
        equal = tuple(in_pile_order(card for card, other in counts.items() if other == n))
        most = max((other for other in counts.values() if other != n), default=unseen)
        worth = not equal, creature.value * (n - most)
        if n > most and worth > best and not (payable and payable.value >= creature.value):
            facts = {"cards": equal, "paying": _CardList(paying), "unseen": unseen, "deck": table.deck_size}
            facts |= {"chance": PercentageFact(n / unseen), "most": PercentageFact(most / unseen)}
            case = "why_draw_equal" if equal else "why_draw"
            best, ruling = worth, _ruling("EM-TURN-2", case, card=discard, creature=creature, n=n, **facts)
    return ruling


@attrs.frozen
class _CardList:
    """The cards of a bitmask, which a sentence names in brackets if they are at most eight different ones."""

    bitmask: int

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the names of the cards, each with its number if there are several, or ""."""
        counts = Counter(DECK[index] for index in indexes_in_bitmask(self.bitmask))
        names = [f"{n}× " * (n > 1) + words.format_fact(card) for card, n in counts.items()]
        return f" ({', '.join(names)})" if len(names) <= 8 else ""


def _promises(table: EmberTable, seat: int, kept: Sequence[str]) -> list[tuple[Creature, int]]:
    """Return each creature of the Pool, the best first, with the bitmask of the unseen cards that pay for it
    or for a better creature together with the kept cards.
    """
    unseen, held = DrawOutlook(table, seat).unseen, held_sets(sorted_card_indexes(kept))
    covered, promises = 0, list[tuple[Creature, int]]()
    for name in sorted(table.pool, key=lambda name: -table.creatures[name].value):
        creature = table.creatures[name]
        completing, paying = (lanes >> held.last_lane for lanes in held.lane_masks(creature.cost))
        covered |= unseen if paying else completing & unseen
        promises.append((creature, covered))
    return promises
