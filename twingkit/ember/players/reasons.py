"""The reason for an answer in Ember's terms: cards kept, creatures to pay for, and points gained now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import ceil

import attrs

from twingkit.core.acts import Act
from twingkit.core.play import Game
from twingkit.core.rulebook import NamesByLanguage, Ruling
from twingkit.ember.box.pool import Creature
from twingkit.ember.exact_odds.held_sets import held_sets
from twingkit.ember.players.outlook import DrawOutlook, sorted_card_indexes
from twingkit.ember.players.planner import Planner
from twingkit.ember.players.prospects import Prospects
from twingkit.ember.rules import acts, uses
from twingkit.ember.rules.ability_text import OpponentCreature
from twingkit.ember.rules.cards import DECK, in_pile_order, indexes_in_bitmask, without_cards
from twingkit.ember.rules.questions import AnswerAbility
from twingkit.ember.rules.rulebook import rulebook
from twingkit.ember.rules.table import EmberTable
from twingkit.players.lookahead import AnswerRatings, PercentageFact

_REASONS_TO_CONJURE = ("why_take", "why_draw", "why_redraw")
"""Reasons to use an ability before conjuring, which hold for a later moment before it as well."""


def reason_for_answer(game: Game, rated: AnswerRatings, answer: str) -> Ruling | None:
    """Return the reason for a rated answer as a ruling, or None if there is only its rating to report.

    If no answer is rated, the reason may hold for other answers as well.
    """
    question, table = game.question, game.table
    assert question is not None
    seat = rated.seat
    hand = list(table.players[seat].hand)
    act, rows = question.parse_answer(answer), [question.parse_answer(row.answer) for row in rated.rows]
    match act:
        case acts.Conjure():
            return _conjures(table, seat, question.options(), rows, act)
        case acts.Use() | acts.UseArchmage():
            ruling = _uses(table, uses.ability_use(table, seat, act))
            case, pair = ruling.case if ruling else "", rows[:2]
            holds_later = case in _REASONS_TO_CONJURE and bool(pair) and question.kind != "conjure"
            if holds_later or case == "why_take_none":  # a reason for a target only
                return ruling if pair and all(_is_aimed_alike(act, other) for other in pair) else None
            return ruling
        case acts.Call():
            return _ruling("EM-CALL-2", "why_call", n=table.players[seat].total)
        case acts.Stay():
            return _stays(table, hand, [other for other in rows[:2] if other != act])
        case acts.Refresh():
            best = _best_draw(table, seat, hand)
            return _ruling("EM-TURN-4", "why_refresh", **best) if best else None
        case acts.Draw(from_pile=True):
            return _takes(table, hand, without_cards(hand, act.words_of_kind("card")), table.pile[-1])
        case acts.Draw(str() as card) if better := _draws(table, seat, card):
            return better
        case acts.Draw() | acts.Discard() | acts.Give() if act == acts.Draw() or not rows:
            left = without_cards(hand, act.words_of_kind("card"))
            best = _best_draw(table, seat, left, discards=not isinstance(act, acts.Draw))
            return _ruling("EM-TURN-2", "why_draw_more", **best) if best else None
        case acts.Done():
            return _waits(table, seat, hand, [*rows, *question.options()])
        case acts.Pass() | acts.PassTurn() if table.caller is None:
            offered = [
                option for option in question.options() if isinstance(option, acts.Use | acts.UseArchmage)
            ]
            if offered and all(isinstance(option, acts.UseArchmage) for option in offered):
                return _ruling("EM-ARCH-1", "why_kept")
    return None


def _is_aimed_alike(act: acts.Use | acts.UseArchmage, other: Act) -> bool:
    """Return True if another answer is the same use with a target."""
    match act, other:
        case acts.Use(creature), acts.Use(other_creature, (_, *_)):
            return creature == other_creature
        case acts.UseArchmage(verb), acts.UseArchmage(other_verb, str()):
            return verb == other_verb
    return False


def contrasting_ruling(game: Game, better: str, worse: str) -> Ruling | None:
    """Return a ruling with what the answer `worse` wastes or misses, compared with the answer `better`; None
    if no single fact tells them apart.
    """
    question, table = game.question, game.table
    if question is None:
        return None
    match question.parse_answer(better), question.parse_answer(worse):
        case acts.OrderCards((card, *_)), acts.OrderCards((other, *_)) if card != other:
            return _ruling("EM-ABIL-7", "why_order", card=card, other=other)
        case (acts.Discard() as act, acts.Discard() as less) | (acts.Give() as act, acts.Give() as less):
            return _keeps_more(table, question.player, act, less)
        case acts.Draw(from_pile=False) as act, acts.Draw(from_pile=False) as less:
            return _keeps_more(table, question.player, act, less)
        case acts.Use(creature), other if not (isinstance(other, acts.Use) and other.creature == creature):
            return _ruling("EM-ABIL-1", "why_use", creature=table.creatures[creature])
        case _, acts.Pass() if isinstance(question, AnswerAbility) and question.use.creature_id:
            used = table.creatures[question.use.creature_id]
            owner = table.players[question.use.seat].name
            return _ruling("EM-ABIL-3", "why_answer", creature=OpponentCreature(used, owner))
        case acts.Use() | acts.AnswerWith() | acts.UseArchmage(), acts.Use() | acts.AnswerWith():
            return None
        case _, acts.Use(creature) | acts.AnswerWith(creature):
            return _ruling("EM-ABIL-1", "why_saved", creature=table.creatures[creature])
        case acts.Use() | acts.UseArchmage(), acts.UseArchmage():
            return None
        case _, acts.UseArchmage() if table.caller is None:
            return _ruling("EM-ARCH-1", "why_kept")
    return None


def _keeps_more(table: EmberTable, seat: int, act: Act, less: Act) -> Ruling | None:
    hand = table.players[seat].hand
    kept, other = (without_cards(hand, each.words_of_kind("card")) for each in (act, less))
    return _keeps(table, seat, kept, other)


def _keeps(table: EmberTable, seat: int, kept: Sequence[str], other: Sequence[str]) -> Ruling | None:
    """Return a ruling with a creature for which a hand has a larger chance than the other hand, or None."""
    unseen, others = DrawOutlook(table, seat).unseen.bit_count(), dict(_promises(table, seat, other))
    pairs = [(known, n.bit_count(), others[known].bit_count()) for known, n in _promises(table, seat, kept)]
    creature, n, most = max(pairs, key=lambda pair: pair[0].value * (pair[1] - pair[2]), default=(None, 0, 0))
    if n <= most:
        return None
    facts = {"chance": PercentageFact(n / unseen), "most": PercentageFact(most / unseen)}
    return _ruling("EM-TURN-7", "why_keep", cards=in_pile_order(kept), creature=creature, **facts)


def _ruling(rule: str, case: str, **facts: object) -> Ruling:
    return Ruling(rule, case, facts, rulebook())


def _conjures(
    table: EmberTable, seat: int, options: Iterable[Act], rows: Sequence[Act], act: acts.Conjure
) -> Ruling | None:
    name, paid = act.creature, act.cards
    creature, player = table.creatures[name], table.players[seat]
    points = creature.points
    left = without_cards(player.hand, paid)
    missing = table.variant.length - player.total - points
    facts = {"creature": creature, "n": points, "cards": in_pile_order(left)}
    if missing <= 0:
        return _ruling("EM-CONJ-1", "why_reaches", **facts, total=player.total + points)
    ways = [option for option in options if isinstance(option, acts.Conjure)]
    payable = dict.fromkeys(table.creatures[way.creature] for way in ways)
    more = max(known.points for known in payable)
    others = tuple(known for known in payable if known.points == more)
    compared = {**facts, "others": others, "more": more}
    if more > points:
        if (gain := _ability_lead(table, seat, creature, others)) > more - points:
            return _ruling("EM-CONJ-1", "why_ability", **compared, gain=ceil(gain))
        turns_saved = Planner(0).conjuring_worths(table, seat, ways)
        if left and max(turns_saved, key=lambda way: turns_saved[way]) == act:
            return _ruling("EM-CONJ-1", "why_next", **compared)
    weighed = {row.creature for row in rows[:2] if isinstance(row, acts.Conjure)}
    rivals = tuple(
        known
        for known in payable
        if (not weighed or known.id in weighed)
        and (known.cost == creature.cost or (not left and known.cost.size == creature.cost.size))
        and known.points == points
        and known != creature
    )
    if rivals:  # points and cards are no reason to prefer this creature
        gain = round(_ability_lead(table, seat, creature, rivals))
        if gain > 0:
            return _ruling("EM-CONJ-1", "why_rivals", **facts, others=rivals, gain=gain)
        if rows:
            return _ruling("EM-CONJ-1", "why_same", **facts, others=rivals)
    next_best = max((known.points for known in payable if known.points < points), default=0)
    if more == points and next_best and sum(known.points == points for known in payable) == 1:
        facts["others"] = tuple(known for known in payable if known.points == next_best)
        return _ruling("EM-CONJ-1", "why_most" if left else "why_most_all", **facts, lead=points - next_best)
    return _ruling("EM-CONJ-1", "why_keeps" if left else "why_all", **facts, missing=missing)


def _ability_lead(table: EmberTable, seat: int, creature: Creature, others: Sequence[Creature]) -> float:
    """Return how many more Victory Points a creature's ability should bring than any of the others'."""
    own, *known = (
        Prospects(table, seat).expected_ability_points(each, each.points) for each in (creature, *others)
    )
    return own - max(known)


def _uses(table: EmberTable, use: uses.AbilityUse) -> Ruling | None:
    """Return a ruling with what a use of an ability changes, or None if it is not known."""
    effect, player = use.effects[0], table.players[use.seat]
    owner = table.owner_of(use.targets[0]) if use.targets else None
    if effect.verb == "revive":
        return _ruling("EM-ABIL-1", "why_revive", creature=table.creatures[use.targets[0]])
    if effect.verb == "flip" and owner is not None:
        creature = OpponentCreature(table.creatures[use.targets[0]], owner.name)
        return _ruling("EM-ABIL-1", "why_flip", side=owner.name, creature=creature)
    if effect.verb == "mark" and owner is not None:
        marked = (owned for name in use.targets if (owned := owner.find_creature(name)))
        taken = sum(min(effect.amount, owned.points) for owned in marked)
        return _ruling("EM-ABIL-8", "why_mark", side=owner.name, n=taken)
    affected = uses.affected_seats(table, use) - {use.seat}
    if effect.verb in ("discard", "steal", "swap") and table.awaits_conjuring and table.current in affected:
        return _ruling("EM-ABIL-7", "why_before", side=table.active.name)
    has_conjured = use.seat == table.current and (table.has_conjured or table.has_refreshed)
    if table.caller is None and not has_conjured:
        if effect.verb == "take":
            takes = {card: _takes(table, player.hand, player.hand, card) for card in table.pile}
            if use.targets and not any(takes.values()):
                return _ruling("EM-ABIL-7", "why_take_none")
            return takes[use.targets[0] if use.targets else table.pile[-1]]
        if effect.verb in ("draw", "redraw"):
            return _ruling("EM-ABIL-7", f"why_{effect.verb}", n=effect.amount)
    return None


def _stays(table: EmberTable, hand: Sequence[str], others: Sequence[Act]) -> Ruling | None:
    """Return a ruling with the best creature that the hand can pay for, or None if it still can after one of
    the `others` answers.
    """
    best = _best_payable(table, hand)
    gone = (
        hand
        if isinstance(other, acts.Refresh)
        else [card for card in hand if card in other.words_of_kind("card")]
        for other in others
    )
    after = (_best_payable(table, without_cards(hand, cards)) for cards in gone)
    if best is None or any(known is not None and known.value == best.value for known in after):
        return None
    return _ruling("EM-TURN-2", "why_stay", creature=best, n=best.value)


def _takes(table: EmberTable, hand: Sequence[str], kept: Sequence[str], card: str) -> Ruling | None:
    """Return a ruling with the better creature that the kept cards can pay for with this card, or None."""
    now, then = (_best_payable(table, cards) for cards in (hand, [*kept, card]))
    if then is None or (now is not None and then.points <= now.points):
        return None
    return _ruling("EM-ABIL-7", "why_take", card=card, creature=then, n=then.points)


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
