"""Effects of abilities, one function for each verb of the vocabulary (EM-ABIL-7, `box/effects.py`)."""

from __future__ import annotations

from collections.abc import Callable

from twingkit.core.acts import Choice
from twingkit.core.play import Script
from twingkit.core.rulebook import HiddenFact
from twingkit.ember.box.effects import Effect
from twingkit.ember.rules import choices, drawing, events, uses
from twingkit.ember.rules.acts import Give, OrderCards, PickCard, Replace
from twingkit.ember.rules.cards import ARCHMAGE, in_pile_order
from twingkit.ember.rules.table import SEATS, EmberTable, Player
from twingkit.ember.rules.uses import AbilityUse

EffectHandler = Callable[[EmberTable, AbilityUse, Effect], Script]


def carry_out(table: EmberTable, use: AbilityUse) -> Script:
    """Carry out the effects of an ability use in order, skipping those that are no longer possible."""
    for effect in use.effects:
        yield from HANDLER_BY_VERB[effect.verb](table, use, effect)


def _target(table: EmberTable, use: AbilityUse) -> Player | None:
    seat = SEATS.index(use.targets[0])
    return None if seat in table.dodging_seats else table.players[seat]


def _hand_of(table: EmberTable, use: AbilityUse) -> Player | None:
    target = _target(table, use)
    return target if target and uses.can_affect_hand(table, target.seat, use.seat) else None


def _draw(table: EmberTable, use: AbilityUse, effect: Effect) -> Script:
    yield from drawing.draw_by_ability(table, table.players[use.seat], effect.amount)


def _redraw(table: EmberTable, use: AbilityUse, effect: Effect) -> Script:
    player = table.players[use.seat]
    if player.hand:
        answer: Replace = yield choices.Redraw(table, use.seat, effect.amount)
        cards = answer.things
        yield from drawing.discard(table, player, cards, "EM-ABIL-7", "discards")
        yield from drawing.draw_from_deck(table, player, len(cards), events.Redrew)


def _discard(table: EmberTable, use: AbilityUse, effect: Effect) -> Script:
    if effect.scope == "picked":
        target = _hand_of(table, use)
        for _ in range(effect.amount):
            if target and target.hand:
                answer: PickCard = yield choices.DiscardOpponentCard(table, use.seat, target.seat)
                pair = {"side": SEATS[use.seat], "other": target.name}
                yield from drawing.discard(table, target, answer.things, "EM-ABIL-7", "picked", **pair)
        return
    seats = [use.seat]
    if effect.scope == "one":
        seats = [SEATS.index(use.targets[0])]
    elif effect.scope in ("each", "all"):
        seats = table.seats_from_left(use.seat)
        seats = seats if effect.scope == "all" else seats[:-1]
    for seat in seats:
        if uses.can_affect_hand(table, seat, use.seat):
            yield from drawing.discard_chosen_cards(table, table.players[seat], effect.amount, "discards")
        elif seat == table.conjuring_seat:
            _tell_untouched(table, seat)
        elif table.players[seat].hand and seat not in table.dodging_seats:
            guard = table.players[seat].creature_granting("guard", "hand")
            table.record_ruling("EM-ABIL-7", "untouched", side=SEATS[seat], creature=guard)


def _tell_untouched(table: EmberTable, seat: int) -> None:
    """Log that an effect on all players spares a player who is conjuring (EM-CONJ-3)."""
    table.record_ruling("EM-CONJ-3", "passed_over", side=SEATS[seat])


def _take(table: EmberTable, use: AbilityUse, effect: Effect) -> Script:
    card = table.pile[-1] if effect.scope == "top" and table.pile else "".join(use.targets)
    if card in table.pile and card != ARCHMAGE:
        drawing.take_from_charred_pile(
            table, table.players[use.seat], table.pile.index(card), by_ability=True
        )
    yield from ()


def _steal(table: EmberTable, use: AbilityUse, effect: Effect) -> Script:
    player, target = table.players[use.seat], _hand_of(table, use)
    for _ in range(effect.amount):
        if target and target.hand:
            card = yield choices.RandomStolenCardPick(use.seat, player.name, tuple(target.hand))
            target.remove_unseen("hand", [card], [player.seat])
            player.gain("hand", [card], [target.seat])
            hidden = HiddenFact(card, use.seat, "hidden_card", target.seat)
            table.record_ruling("EM-ABIL-7", "stolen", side=player.name, other=target.name, card=hidden)


def _swap(table: EmberTable, use: AbilityUse, effect: Effect) -> Script:
    player, target = table.players[use.seat], _hand_of(table, use)
    if target and player.hand:
        answer: Give = yield choices.GiveCards(table, use.seat, min(effect.amount, len(player.hand)))
        given = answer.things
        player.remove_unseen("hand", given, [target.seat])
        table.cards_in_transit = given
        pair = {"side": player.name, "other": target.name}
        hidden = HiddenFact(in_pile_order(given), use.seat, "hidden", target.seat)
        table.record_ruling("EM-ABIL-7", "given", **pair, cards=hidden, n=len(given))
        yield from _steal(table, use, effect)
        table.cards_in_transit = ()
        target.gain("hand", given, [player.seat])


def _look(table: EmberTable, use: AbilityUse, effect: Effect) -> Script:
    target = _target(table, use)
    if target:
        target.show("hand", use.seat)
        hidden = HiddenFact(in_pile_order(target.hand), use.seat, "hidden", target.seat)
        table.record(events.SawHand(SEATS[use.seat], target.name, hidden))
    yield from ()


def _order(table: EmberTable, use: AbilityUse, effect: Effect) -> Script:
    player, looked = table.players[use.seat], []
    for _ in range(effect.amount):
        drawn = yield from table.deck.take_next(lambda: drawing.NextCardToLookAt(table, use.seat))
        if drawn:
            looked.append(drawn[0])
        table.cards_in_transit = tuple(looked)
    answer: OrderCards = yield choices.OrderDeckCards(table, use.seat, looked)
    table.cards_in_transit = ()
    ordered = answer.things
    table.deck.put_on_top(ordered, [player.seat])
    table.record_ruling(
        "EM-ABIL-7", "ordered", side=player.name, n=len(looked), cards=HiddenFact(ordered, use.seat)
    )


def _flip(table: EmberTable, use: AbilityUse, effect: Effect) -> Script:
    if effect.scope == "each":
        for player in table.opponents(use.seat):
            up = [owned.id for owned in player.owned if owned.is_face_up]
            if player.seat == table.conjuring_seat:
                _tell_untouched(table, player.seat)
            if player.seat not in uses.seats_hit_by_effect(table, use, effect):
                continue
            asked = choices.FlipOwnCreature(table, player.seat, up)
            answer: Choice = (yield asked) if len(up) > 1 else asked.choose(up)
            flip_creature(table, player, answer.things[0])
        return
    for owner, owned in uses.affected_creatures(table, use):
        if owned.is_face_up and owner.seat not in table.dodging_seats:
            flip_creature(table, owner, owned.id)


def flip_creature(table: EmberTable, owner: Player, creature_id: str) -> None:
    """Turn a player's creature face down and record the ruling (EM-ABIL-1)."""
    owned = owner.change_creature(creature_id, is_face_up=False)
    table.record(events.TurnedDown(owner.name, owned.creature))


def _revive(table: EmberTable, use: AbilityUse, effect: Effect) -> Script:
    for owner, owned in uses.affected_creatures(table, use):
        if not owned.is_face_up:
            owner.change_creature(owned.id, is_face_up=True)
            table.record(events.Revived(owner.name, owned.creature))
    yield from ()


def _mark(table: EmberTable, use: AbilityUse, effect: Effect) -> Script:
    for owner, owned in uses.affected_creatures(table, use):
        if owner.seat not in table.dodging_seats:
            add_minus_one_marks(table, owner, owned.id, effect.amount)
    yield from ()


def add_minus_one_marks(table: EmberTable, owner: Player, creature_id: str, count: int) -> None:
    """Put `count` −1 marks on a player's creature, which may flip it (EM-ABIL-8)."""
    owned = owner.find_creature(creature_id)
    assert owned is not None
    owned = owner.change_creature(creature_id, minus_marks=owned.minus_marks + count)
    table.record(events.Marked(owner.name, owned.creature, owned.points))
    table.flip_at_zero_points(owner, creature_id)


def _limit(table: EmberTable, use: AbilityUse, effect: Effect) -> Script:
    target = _target(table, use)
    if target:
        target.hand_size_penalty += effect.amount
        table.record_ruling("EM-TURN-3", "lower", side=target.name, n=target.hand_limit)
    yield from ()


HANDLER_BY_VERB: dict[str, EffectHandler] = {
    "draw": _draw,
    "redraw": _redraw,
    "discard": _discard,
    "take": _take,
    "steal": _steal,
    "swap": _swap,
    "look": _look,
    "order": _order,
    "flip": _flip,
    "revive": _revive,
    "mark": _mark,
    "limit": _limit,
}
"""Functions that carry out each verb; the other verbs are active while their creature is face up."""
