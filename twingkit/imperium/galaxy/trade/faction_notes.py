"""Promissory notes that only one faction gives, in a whole game (IM-TRADE-6)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.cards.targets import planets_open_to_units, players_to_swap_with
from twingkit.imperium.galaxy.faction_abilities.phase_ends import (
    exchange_strategy_cards,
    place_wormhole_token,
    systems_for_wormhole_token,
)
from twingkit.imperium.galaxy.table.abilities import Moment, Targets, scripted
from twingkit.imperium.galaxy.table.command_tokens import add_token, lose_token_from
from twingkit.imperium.galaxy.table.drawing import choose, discard_to_limit, look_at_hand, take_action_card
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.technology.cards import deck_of, technologies
from twingkit.imperium.galaxy.technology.research import gain_technology
from twingkit.imperium.galaxy.trade.notes import lay_down, owner_targets, return_note

SUPPORT = 2
"""The infantry of Military Support."""


def in_own_turn(listed: Targets) -> Targets:
    """Return the same targets, but only on the player's own turn."""
    return lambda table, seat, moment: listed(table, seat, moment) if moment.seat == seat else []


def owners_with_token(listed: Targets, pool: str) -> Targets:
    """Return the same owners, but only those with a token in a pool."""
    return lambda table, seat, moment: [
        owner for owner in listed(table, seat, moment) if table.players[SEATS.index(owner)].pool(pool)
    ]


# -- laid down as an action


def _register_laid_down(card: str) -> None:
    @scripted(card, targets=owner_targets(card), kind="player")
    def laid(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
        """Put the note into play; it works from now on."""
        lay_down(table, seat, f"{card}:{player}")
        table.announce(f"IM-TRADE-{card}", "laid_down", seat, enemy=player)
        return
        yield  # makes this a generator, as every script must be


for _card in ("stymie", "trade_convoys", "promise_of_protection"):
    _register_laid_down(_card)


@scripted(
    "fires_of_the_gashlai",
    lambda table, seat, moment: (
        ("IM-TRADE-fires_of_the_gashlai", "owned", {}) if table.players[seat].has("ws") else None
    ),
    targets=owners_with_token(owner_targets("fires_of_the_gashlai"), "fleet"),
    kind="player",
)
def fires_of_the_gashlai(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """The war sun technology, for a token of Muaat's fleet pool."""
    owner, rule = SEATS.index(player), "IM-TRADE-fires_of_the_gashlai"
    yield from lose_token_from(table, owner, "fleet", rule)
    gain_technology(table, seat, "ws")
    return_note(table, seat, f"fires_of_the_gashlai:{player}")


# -- at the start of a turn


def _wormhole_owner(table: GameTable, seat: int, moment: Moment) -> list[str]:
    if moment.seat != seat or not systems_for_wormhole_token(table, seat, moment):
        return []
    return list(owner_targets("creuss_iff")(table, seat, moment))


@scripted("creuss_iff", targets=_wormhole_owner, kind="player")
def creuss_iff(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Place or move a Creuss wormhole token."""
    rule = "IM-TRADE-creuss_iff"
    number = yield from choose(
        table, seat, systems_for_wormhole_token(table, seat, moment), "system", rule, subject=rule
    )
    yield from place_wormhole_token(table, seat, number, rule)
    return_note(table, seat, f"creuss_iff:{player}")


@scripted(
    "cybernetic_enhancements",
    targets=in_own_turn(owners_with_token(owner_targets("cybernetic_enhancements"), "strategy")),
    kind="player",
)
def cybernetic_enhancements(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """L1Z1X loses a strategy token, the holder gains one."""
    owner, rule = SEATS.index(player), "IM-TRADE-cybernetic_enhancements"
    yield from lose_token_from(table, owner, "strategy", rule)
    add_token(table, seat, "strategy", rule)
    return_note(table, seat, f"cybernetic_enhancements:{player}")


def _of_turn(card: str) -> Targets:
    """The owner of a note, at the start of the owner's turn."""
    listed = owner_targets(card)
    return lambda table, seat, moment: [
        owner for owner in listed(table, seat, moment) if owner == SEATS[moment.seat]
    ]


@scripted("military_support", targets=_of_turn("military_support"), kind="player")
def military_support(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Sol loses a strategy token if it has one, the holder places two infantry."""
    owner, rule = SEATS.index(player), "IM-TRADE-military_support"
    if table.players[owner].strategy:
        yield from lose_token_from(table, owner, "strategy", rule)
    worlds = planets_open_to_units(table, seat, moment)
    if worlds:
        planet = yield from choose(table, seat, worlds, "planet", rule, subject=rule)
        table.put_units(seat, planet, "infantry", SUPPORT)
        table.announce("IM-TRADE-military_support", "placed", seat, n=SUPPORT, planet=planet)
    return_note(table, seat, f"military_support:{player}")


def _with_cards(table: GameTable, seat: int, moment: Moment) -> list[str]:
    listed = owner_targets("spy_net")(table, seat, moment) if moment.seat == seat else []
    return [owner for owner in listed if table.players[SEATS.index(owner)].action_cards]


@scripted("spy_net", targets=_with_cards, kind="player")
def spy_net(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """The action cards of the Yssaril are looked at, and one is taken."""
    giver, rule = SEATS.index(player), "IM-TRADE-spy_net"
    hand = look_at_hand(table, seat, giver, rule)
    card = yield from choose(table, seat, hand, "card", rule, subject=rule)
    take_action_card(table, giver, seat, card, rule)
    return_note(table, seat, f"spy_net:{player}")
    yield from discard_to_limit(table, seat)


# -- at other moments


def _researcher(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Jol-Nar, if it has just researched a technology that the holder can have and lacks."""
    player = table.players[seat]
    if moment.card in player.technologies or moment.card not in deck_of(player.faction):
        return []
    listed = owner_targets("research_agreement")(table, seat, moment)
    common = not technologies()[moment.card].faction
    return [owner for owner in listed if common and owner == SEATS[moment.seat]]


@scripted("research_agreement", targets=_researcher, kind="player")
def research_agreement(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """The technology that Jol-Nar has researched."""
    gain_technology(table, seat, moment.card)
    return_note(table, seat, f"research_agreement:{player}")
    return
    yield  # makes this a generator, as every script must be


@scripted("gift_of_prescience", targets=owner_targets("gift_of_prescience"), kind="player")
def gift_of_prescience(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """The holder has the token 0 in this round; Naalu has not."""
    lay_down(table, seat, f"gift_of_prescience:{player}")
    for other in table.players:
        other.has_zero_token = other.seat == seat
    table.announce("IM-TRADE-gift_of_prescience", "first", seat)
    return
    yield  # makes this a generator, as every script must be


def is_gift(note: str) -> bool:
    """True for the Gift of Prescience, whose holder has the token 0 while the note is in play."""
    return note.startswith("gift_of_prescience:")


def gifts_return(table: GameTable) -> None:
    """At the end of the status phase the Gift of Prescience goes home."""
    for player in table.players:
        for note in player.notes_in_play:
            if is_gift(note):
                return_note(table, player.seat, note)


def _swappable(table: GameTable, seat: int, moment: Moment) -> list[str]:
    others = players_to_swap_with(table, seat, moment)
    return [owner for owner in owner_targets("acquiescence")(table, seat, moment) if owner in others]


@scripted("acquiescence", targets=_swappable, kind="player")
def acquiescence(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """A strategy card is swapped with one of the Winnu."""
    rule = "IM-TRADE-acquiescence"
    given, taken = yield from exchange_strategy_cards(table, seat, SEATS.index(player), rule)
    card, other = f"strategy_{given}", f"strategy_{taken}"
    table.announce(rule, "swapped", seat, enemy=player, card=card, other=other)
    return_note(table, seat, f"acquiescence:{player}")
