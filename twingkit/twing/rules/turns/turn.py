"""The course of the turns: draw, one action, the next player, until one is left (TW-TURN, TW-PLAY-2)."""

from __future__ import annotations

import attrs

from twingkit.core.acts import Act
from twingkit.core.play import CHECKPOINT, Script
from twingkit.twing.rules import active_objects
from twingkit.twing.rules.battle import fight_battle
from twingkit.twing.rules.cards import CROSS, Creature
from twingkit.twing.rules.dice import TrapRoll
from twingkit.twing.rules.draws import RitualObjectPick
from twingkit.twing.rules.duel import fight_duel
from twingkit.twing.rules.endgame import enter_endgame, fight_endgame_attack
from twingkit.twing.rules.hand import draw_cards, draw_until_spell, refill_hands_without_spell
from twingkit.twing.rules.leaving import has_one_player_left, remove_player
from twingkit.twing.rules.objects import MAX_ACTIVE_OBJECTS
from twingkit.twing.rules.player import Player
from twingkit.twing.rules.setup import choose_direction
from twingkit.twing.rules.table import TwingTable, entourage_power
from twingkit.twing.rules.turns import acts
from twingkit.twing.rules.turns.actions import RITUAL_CATS, ChooseAction, player_of_seat
from twingkit.twing.rules.typed_rulings import (
    DisplayedObjectOfRitual,
    ObjectBought,
    ObjectGained,
    ObjectOfRitual,
    TurnBegan,
)

_CARDS_FOR_PASSING = 2
"""See TW-TURN-3."""


@attrs.frozen
class GameResult:
    """The result of a game: `winner` is the index of a seat, from 0, or None for a draw.

    `end_reason` is "last" (the last player left, TW-END-7), "limit" (the turn limit, TW-PLAY-2) or "stack"
    (no cards, a variant); `turns` is the number of turns begun.

    >>> from twingkit import policies, twing
    >>> game = policies.play(twing.new_game(2, seed=1, variant="short"), ["random", "random"])
    >>> game.result.winner in (0, 1, None), game.result.end_reason, game.result.turns > 0
    (True, 'last', True)
    """

    winner: int | None
    end_reason: str
    turns: int


def play_turns(table: TwingTable) -> Script[GameResult]:
    """Play turn after turn until the game is over; return the `GameResult`."""
    while True:
        if has_one_player_left(table):
            return _last_player_result(table)
        limit = table.variant.turn_limit
        if table.early_end_reason or (table.phase == "turn" and limit and table.turn_number >= limit):
            return _turn_limit_result(table)
        table.fight = None
        yield CHECKPOINT
        yield from play_turn(table, table.players[table.active_seat])


def play_turn(table: TwingTable, player: Player) -> Script:
    """Play one turn: the draw, one action, and the choices of active objects (TW-TURN-1 to 4, TW-OBJ-2)."""
    if table.phase == "turn":
        table.turn_number += 1
        table.record(TurnBegan(player.name, table.turn_number))
        yield from _draw(table, player)
        table.phase = "action"
        if table.early_end_reason:
            return
    if player.inactive_objects:
        yield from active_objects.choose_active_objects(table, player)
    yield from take_action(table, player)
    if has_one_player_left(table):
        return
    if (
        table.objects_under_stack and len(table.object_display) < active_objects.DISPLAY_SIZE
    ):  # objects of a player who left fill the display
        yield from active_objects.fill_display(table, table.players[table.seats_from(player.seat)[0]])
    yield from refill_hands_without_spell(table, player.seat)
    for other in table.players:
        if other.inactive_objects and other is not player and len(other.active_objects) < MAX_ACTIVE_OBJECTS:
            yield from active_objects.choose_active_objects(table, other)
    if player.inactive_objects:
        yield from active_objects.choose_active_objects(table, player)
    table.acted_seat_bits |= 1 << player.seat
    if table.variant.direction == "after_first_turn" and table.turn_number == 1:
        yield from choose_direction(table, table.players[table.seats_from(player.seat)[0]])
    table.phase = "turn"
    table.active_seat = _next_seat(table, player.seat)


def _draw(table: TwingTable, player: Player) -> Script:
    """Draw one card for a player, then more until the hand has a spell (TW-TURN-1, TW-TURN-2)."""
    if table.variant.refill_first:
        yield from draw_until_spell(table, player)
    yield from draw_cards(table, player, 1)
    if not player.hand:
        yield from draw_until_spell(table, player)


def _next_seat(table: TwingTable, seat: int) -> int:
    """Return the seat whose turn comes after that of `seat`, in the direction of play (TW-SET-5)."""
    count = len(table.players)
    for step in range(1, count + 1):
        following = (seat + step * table.direction) % count
        if not table.players[following].has_left:
            return following
    return seat


def take_action(table: TwingTable, player: Player) -> Script:
    """Let a player choose and take exactly one action (TW-TURN-3)."""
    action: Act = yield ChooseAction(table, player)
    if isinstance(action, acts.EnterEndgame):
        yield from enter_endgame(table, player)
        if has_one_player_left(table):
            return
        action = yield ChooseAction(table, player)
    table.add_stats_entry("action", table.turn_number, player.seat, action)
    match action:
        case acts.Attack(seat):
            yield from _attack_player(table, player, player_of_seat(table, seat))
        case acts.Duel(seat):
            other = player_of_seat(table, seat)
            yield from _switch_objects_before_battle(table, player, other)
            yield from fight_duel(table, player, other)
        case acts.Buy(name):
            yield from _buy_object(table, player, name)
        case acts.Ritual(with_miromon):
            yield from _perform_ritual(table, player, with_miromon)
        case acts.Capture(seat, creature):
            yield from _capture_creature(table, player, player_of_seat(table, seat), creature)
        case acts.AttackInEndgame():
            yield from _endgame(table, player)
        case acts.Retire():
            yield from remove_player(table, player, "TW-LEAVE-1", "retires")
        case _:
            _cite_pass(table, player)
            yield from draw_cards(table, player, _CARDS_FOR_PASSING, "TW-TURN-3")


def _cite_pass(table: TwingTable, player: Player) -> None:
    """Cite whether a pass is certain to bring two cards; discards by the hand limit can add cards
    (TW-TURN-3).
    """
    shuffled = len(table.discard_pile) if table.variant.empty_stack == "shuffle" else 0
    left = table.stack.shuffled_count + shuffled
    case = "passed" if left >= _CARDS_FOR_PASSING else "passed_last" if left else "passed_empty"
    table.record_ruling("TW-TURN-3", case, side=player.name, n=_CARDS_FOR_PASSING)


def _switch_objects_before_battle(table: TwingTable, player: Player, *targets: Player) -> Script:
    """Let the targets, or in a variant everybody, switch objects before any card is laid (TW-OBJ-2)."""
    everybody = table.variant.switching == "announcements"
    for other in table.other_players(player.seat) if everybody else targets:
        yield from active_objects.choose_active_objects(table, other)


def _attack_player(table: TwingTable, player: Player, target: Player) -> Script:
    """Let a player attack another; a target who retires leaves the game after the battle (TW-BAT)."""
    table.record_ruling("TW-BAT-1", "declared", side=player.name, enemy=target.name)
    yield from _switch_objects_before_battle(table, player, target)
    yield from fight_battle(table, player.seat, [target.seat], can_retire=True)
    assert table.fight is not None
    if table.fight.sides[1].has_retired:
        yield from remove_player(table, target, "TW-LEAVE-1", "leaves")


def _buy_object(table: TwingTable, player: Player, name: str) -> Script:
    """Let a player buy an object of the display, and refill the display (TW-OBJ-1)."""
    table.pay_ornicles(player, table.variant.price)
    index = table.object_display.index(name)
    table.object_display = table.object_display[:index] + table.object_display[index + 1 :]
    table.record(ObjectBought(player.name, name, table.variant.price))
    table.give_object(player, name)
    yield from active_objects.fill_display(table, player)


def _perform_ritual(table: TwingTable, player: Player, with_miromon: bool) -> Script:
    """Exchange three cat cards for the top object of the stack (TW-OBJ-3)."""
    cards = ["cat"] * (RITUAL_CATS - with_miromon) + ["miromon"] * with_miromon
    for card in cards:
        player.adjust_response_cards(card, -1)
    table.discard_pile += cards
    table.record_ruling("TW-OBJ-3", "sacrifice", side=player.name, cards=tuple(cards))
    name = yield from active_objects.draw_top_object(table, player, RitualObjectPick)
    gained: type[ObjectGained] = ObjectOfRitual
    if name is None:
        name, *displayed = table.object_display
        table.object_display = tuple(displayed)
        gained = DisplayedObjectOfRitual
    table.record(gained(player.name, name))
    table.give_object(player, name)


def _capture_creature(table: TwingTable, player: Player, other: Player, card: Creature) -> Script:
    """Capture a creature of the player's own element with a trap (TW-OBJ-4)."""
    player.adjust_response_cards("trap", -1)
    table.discard_pile.append("trap")
    if table.variant.trap_roll:
        face = yield TrapRoll(player.seat, player.name)
        if CROSS < face < 0:
            table.record_ruling(
                "TW-PLAY-3", "capture_fails", side=player.name, enemy=other.name, card=card, n=face
            )
            return
    other.entourage.remove(card)
    if table.variant.trap_action == "capture":
        player.entourage.append(card)
        table.record_ruling("TW-OBJ-4", "captured", side=player.name, enemy=other.name, card=card)
    else:
        table.discard_pile.append(card)
        table.record_ruling("TW-VAR-17", "discarded", side=player.name, enemy=other.name, card=card)


def _endgame(table: TwingTable, player: Player) -> Script:
    yield from enter_endgame(table, player)
    if has_one_player_left(table):
        return
    yield from _switch_objects_before_battle(table, player, *table.other_players(player.seat))
    yield from fight_endgame_attack(table, player)


def _last_player_result(table: TwingTable) -> GameResult:
    """Return the result of a game in which only one player is left (TW-END-7)."""
    table.phase = "over"
    winner = next((player for player in table.players if not player.has_left), None)
    if winner is None:
        return GameResult(None, "last", table.turn_number)
    table.record_ruling("TW-END-7", "won", side=winner.name)
    return GameResult(winner.seat, "last", table.turn_number)


def _turn_limit_result(table: TwingTable) -> GameResult:
    """Return the result at the turn limit: by objects, then Ornicles, then entourage power, else a draw
    (TW-PLAY-2).
    """
    table.phase = "over"
    by = table.early_end_reason or "limit"
    ranks = [
        (len(player.owned_objects), player.ornicles, entourage_power(player), player)
        for player in table.players
        if not player.has_left
    ]
    best = max(rank[:3] for rank in ranks)
    first = [rank[3] for rank in ranks if rank[:3] == best]
    facts = {"n": table.turn_number, "m": best[0], "limit": best[1], "power": best[2]}
    if len(first) > 1:
        table.record_ruling("TW-PLAY-2", "draw", **facts)
        return GameResult(None, by, table.turn_number)
    table.record_ruling("TW-PLAY-2", "won", side=first[0].name, **facts)
    return GameResult(first[0].seat, by, table.turn_number)
