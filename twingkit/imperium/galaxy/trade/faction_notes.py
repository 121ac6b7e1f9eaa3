"""Promissory notes of single factions, in a whole game (IM-TRADE-6)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.cards.targets import strategy_swap_seats
from twingkit.imperium.galaxy.faction_abilities.phase_ends import (
    exchange_strategy_cards,
    place_wormhole_token,
    tiles_for_wormhole_token,
)
from twingkit.imperium.galaxy.table.abilities import Moment
from twingkit.imperium.galaxy.table.card_drawing import (
    choose,
    discard_to_limit,
    look_at_hand,
    take_action_card,
)
from twingkit.imperium.galaxy.table.command_tokens import add_token, lose_token_from
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.technology.cards import ownable_technologies, technologies_by_id
from twingkit.imperium.galaxy.technology.research import gain_technology
from twingkit.imperium.galaxy.trade.promissory_notes import (
    NoteCondition,
    is_owners_moment,
    put_note_into_play,
    register_note,
    return_note,
)

_MILITARY_SUPPORT_INFANTRY = 2


def owner_token_condition(pool: str) -> NoteCondition:
    """Return the condition that the owner of a note has a token in a pool."""
    return lambda table, seat, owner, moment: table.players[owner].tokens_in_pool(pool) > 0


# -- laid down as an action


def _register_laid_down(card: str) -> None:
    @register_note(card)
    def laid(table: GameTable, seat: int, moment: Moment, player: str) -> None:
        put_note_into_play(table, seat, f"{card}:{player}")
        table.announce(f"IM-TRADE-{card}", "laid_down", seat, enemy=player)


for _card in ("stymie", "trade_convoys", "promise_of_protection"):
    _register_laid_down(_card)


@register_note(
    "fires_of_the_gashlai",
    lambda table, seat, moment: (
        ("IM-TRADE-fires_of_the_gashlai", "owned", {}) if table.players[seat].has_technology("ws") else None
    ),
    usable_if=owner_token_condition("fleet"),
)
def fires_of_the_gashlai(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Gain the war sun technology; Muaat loses a token from the fleet pool."""
    owner, rule = SEATS.index(player), "IM-TRADE-fires_of_the_gashlai"
    yield from lose_token_from(table, owner, "fleet", rule)
    gain_technology(table, seat, "ws")
    return_note(table, seat, f"fires_of_the_gashlai:{player}")


# -- at the start of a turn


@register_note(
    "creuss_iff",
    usable_if=lambda table, seat, owner, moment: (
        moment.seat == seat and bool(tiles_for_wormhole_token(table, seat, moment))
    ),
)
def creuss_iff(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Place or move a Creuss wormhole token."""
    rule = "IM-TRADE-creuss_iff"
    number = yield from choose(
        table, seat, tiles_for_wormhole_token(table, seat, moment), "system", rule, subject=rule
    )
    yield from place_wormhole_token(table, seat, number, rule)
    return_note(table, seat, f"creuss_iff:{player}")


@register_note(
    "cybernetic_enhancements",
    usable_if=lambda table, seat, owner, moment: moment.seat == seat and table.players[owner].strategy > 0,
)
def cybernetic_enhancements(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Gain a strategy token; L1Z1X loses one."""
    owner, rule = SEATS.index(player), "IM-TRADE-cybernetic_enhancements"
    yield from lose_token_from(table, owner, "strategy", rule)
    add_token(table, seat, "strategy", rule)
    return_note(table, seat, f"cybernetic_enhancements:{player}")


@register_note("military_support", usable_if=is_owners_moment)
def military_support(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Place two infantry for the note's holder; Sol loses a strategy token if it has one."""
    owner, rule = SEATS.index(player), "IM-TRADE-military_support"
    if table.players[owner].strategy:
        yield from lose_token_from(table, owner, "strategy", rule)
    worlds = table.own_planets_open_to_units(seat)
    if worlds:
        planet = yield from choose(table, seat, worlds, "planet", rule, subject=rule)
        table.put_units(seat, planet, "infantry", _MILITARY_SUPPORT_INFANTRY)
        table.announce(
            "IM-TRADE-military_support", "placed", seat, n=_MILITARY_SUPPORT_INFANTRY, planet=planet
        )
    return_note(table, seat, f"military_support:{player}")


@register_note(
    "spy_net",
    usable_if=lambda table, seat, owner, moment: (
        moment.seat == seat and bool(table.players[owner].action_cards)
    ),
)
def spy_net(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Look at the action cards of the Yssaril and take one."""
    giver, rule = SEATS.index(player), "IM-TRADE-spy_net"
    hand = look_at_hand(table, seat, giver, rule)
    card = yield from choose(table, seat, hand, "card", rule, subject=rule)
    take_action_card(table, giver, seat, card, rule)
    return_note(table, seat, f"spy_net:{player}")
    yield from discard_to_limit(table, seat)


# -- at other moments


def _can_have_researched_technology(table: GameTable, seat: int, owner: int, moment: Moment) -> bool:
    """Return whether Jol-Nar has just researched a common technology that the holder can have and lacks."""
    player = table.players[seat]
    return (
        moment.seat == owner
        and moment.card not in player.technologies
        and moment.card in ownable_technologies(player.faction)
        and not technologies_by_id()[moment.card].faction
    )


@register_note("research_agreement", usable_if=_can_have_researched_technology)
def research_agreement(table: GameTable, seat: int, moment: Moment, player: str) -> None:
    """Gain the technology that Jol-Nar has just researched."""
    gain_technology(table, seat, moment.card)
    return_note(table, seat, f"research_agreement:{player}")


@register_note("gift_of_prescience")
def gift_of_prescience(table: GameTable, seat: int, moment: Moment, player: str) -> None:
    """Give the 0 token from Naalu to the note's holder for this round."""
    put_note_into_play(table, seat, f"gift_of_prescience:{player}")
    for other in table.players:
        other.has_zero_token = other.seat == seat
    table.announce("IM-TRADE-gift_of_prescience", "first", seat)


def is_gift_of_prescience(note: str) -> bool:
    """Return whether a note is the Gift of Prescience, whose holder has the 0 token while it is in play."""
    return note.startswith("gift_of_prescience:")


def return_gift_of_prescience(table: GameTable) -> None:
    """Return the Gift of Prescience to its owner at the end of the status phase."""
    for player in table.players:
        for note in player.notes_in_play:
            if is_gift_of_prescience(note):
                return_note(table, player.seat, note)


@register_note(
    "acquiescence",
    usable_if=lambda table, seat, owner, moment: SEATS[owner] in strategy_swap_seats(table, seat, moment),
)
def acquiescence(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Swap a strategy card with the Winnu."""
    rule = "IM-TRADE-acquiescence"
    given, taken = yield from exchange_strategy_cards(table, seat, SEATS.index(player), rule)
    card, other = f"strategy_{given}", f"strategy_{taken}"
    table.announce(rule, "swapped", seat, enemy=player, card=card, other=other)
    return_note(table, seat, f"acquiescence:{player}")
