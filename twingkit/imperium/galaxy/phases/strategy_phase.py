"""The strategy phase: players take strategy cards, and the others get trade goods (IM-PICK-1 to 4)."""

from __future__ import annotations

from twingkit.core.play import CHECKPOINT, Script
from twingkit.imperium.galaxy.agenda.delayed_exhaustion import exhaust_scheduled_planets
from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.abilities import Moment, open_ability_window
from twingkit.imperium.galaxy.table.card_drawing import ask_to_choose
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.imperium.texts.fact_names import STRATEGY_CARDS


def play_strategy_phase(table: GameTable) -> Script:
    """Let players take strategy cards in turn from the speaker clockwise; the action phase is next."""
    while (seat := _next_to_pick(table)) is not None:
        table.current = seat
        yield CHECKPOINT
        if not table.turns_this_phase:
            yield from exhaust_scheduled_planets(table)
            yield from open_ability_window(table, Moment("strategy.start"))
        yield from _pick_strategy_card(table, seat)
        table.turns_this_phase += 1
    _add_goods_to_cards(table)
    yield from open_ability_window(table, Moment("strategy.end"))
    table.end_effects("next_round")
    table.phase, table.turns_this_phase = "action", 0
    table.current = table.initiative_order[0]


def untaken_strategy_cards(table: GameTable) -> list[int]:
    """Return the numbers of the strategy cards that nobody has taken."""
    taken = {card_number for player in table.players for card_number in player.strategy_cards}
    return [card_number for card_number in STRATEGY_CARDS if card_number not in taken]


def _next_to_pick(table: GameTable) -> int | None:
    order = [seat for seat in table.seats_from(table.speaker) if not table.has_effect("stability", seat)]
    if not order:
        return None
    fewest = min(len(table.players[seat].strategy_cards) for seat in order)
    if fewest >= table.strategy_cards_per_player:
        return None
    return next(seat for seat in order if len(table.players[seat].strategy_cards) == fewest)


def _pick_strategy_card(table: GameTable, seat: int) -> Script:
    """Let a player take one of the remaining strategy cards and the trade goods on it (IM-PICK-2)."""
    numbers = tuple(str(card_number) for card_number in untaken_strategy_cards(table))
    answer: acts.Choose = yield ItemChoice(table, seat, numbers, kind="take", rule="IM-PICK-1")
    card_number = int(answer.item)
    yield from open_ability_window(table, Moment("pick", seat, number=card_number))
    if table.has_effect("disgrace", seat):
        table.end_effects("pick")
        others = tuple(name for name in numbers if name != str(card_number))
        if others:
            card_number = int((yield from ask_to_choose(table, seat, others, "take", "IM-PICK-1")))
    player = table.players[seat]
    player.strategy_cards[card_number] = False
    table.add_stats_entry("strategy_card", table.round, seat, card_number)
    goods = table.card_goods.pop(card_number, 0)
    table.announce("IM-PICK-1", "taken", seat, card=f"strategy_{card_number}")
    if goods:
        yield from gain_goods(table, seat, goods, "IM-PICK-2")


def _add_goods_to_cards(table: GameTable) -> None:
    """Place a trade good on each strategy card that nobody took (IM-PICK-2)."""
    left = untaken_strategy_cards(table)
    for card_number in left:
        table.card_goods[card_number] = table.card_goods.get(card_number, 0) + 1
    if left:
        table.announce(
            "IM-PICK-2", "left", table.speaker, cards=tuple(f"strategy_{card_number}" for card_number in left)
        )
