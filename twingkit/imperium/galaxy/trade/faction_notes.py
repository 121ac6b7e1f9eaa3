"""Promissory notes that only one faction gives, in a whole game (IM-TRADE-6)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.cards.targets import open_planets, to_swap_with
from twingkit.imperium.galaxy.faction_abilities.phase_ends import exchanged, lay_wormhole, wormhole_places
from twingkit.imperium.galaxy.table.abilities import Moment, Targets, scripted
from twingkit.imperium.galaxy.table.command_tokens import add_token, lose_token_of
from twingkit.imperium.galaxy.table.drawing import choose, hand_over, keep_hand, look_at_hand
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.technology.cards import deck_of, technologies
from twingkit.imperium.galaxy.technology.research import gain_technology
from twingkit.imperium.galaxy.trade.notes import go_home, lay_down, owners

SUPPORT = 2
"""The infantry of Military Support."""


def in_own_turn(listed: Targets) -> Targets:
    """The same targets, in the own turn alone."""
    return lambda table, seat, moment: listed(table, seat, moment) if moment.seat == seat else []


def where_owner(listed: Targets, pool: str) -> Targets:
    """The same owners, as far as they have a token in a pool."""
    return lambda table, seat, moment: [
        owner for owner in listed(table, seat, moment) if table.players[SEATS.index(owner)].pool(pool)
    ]


# -- laid down as an action


def _laid_down(card: str) -> None:
    @scripted(card, targets=owners(card), kind="player")
    def laid(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
        """The note is laid down and works from now on."""
        lay_down(table, seat, f"{card}:{player}")
        table.tell(f"IM-TRADE-{card}", "laid_down", seat, enemy=player)
        return
        yield  # a script is a generator, even one that asks nothing


for _card in ("stymie", "trade_convoys", "promise_of_protection"):
    _laid_down(_card)


@scripted(
    "fires_of_the_gashlai",
    lambda table, seat, moment: (
        ("IM-TRADE-fires_of_the_gashlai", "owned", {}) if table.players[seat].has("ws") else None
    ),
    targets=where_owner(owners("fires_of_the_gashlai"), "fleet"),
    kind="player",
)
def fires_of_the_gashlai(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """The war sun technology, for a token of Muaat's fleet pool."""
    owner, rule = SEATS.index(player), "IM-TRADE-fires_of_the_gashlai"
    yield from lose_token_of(table, owner, "fleet", rule)
    gain_technology(table, seat, "ws")
    go_home(table, seat, f"fires_of_the_gashlai:{player}")


# -- at the start of a turn


def _wormhole_owner(table: GameTable, seat: int, moment: Moment) -> list[str]:
    if moment.seat != seat or not wormhole_places(table, seat, moment):
        return []
    return list(owners("creuss_iff")(table, seat, moment))


@scripted("creuss_iff", targets=_wormhole_owner, kind="player")
def creuss_iff(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """A Creuss wormhole token is laid or moved."""
    rule = "IM-TRADE-creuss_iff"
    number = yield from choose(
        table, seat, wormhole_places(table, seat, moment), "system", rule, subject=rule
    )
    yield from lay_wormhole(table, seat, number, rule)
    go_home(table, seat, f"creuss_iff:{player}")


@scripted(
    "cybernetic_enhancements",
    targets=in_own_turn(where_owner(owners("cybernetic_enhancements"), "strategy")),
    kind="player",
)
def cybernetic_enhancements(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """L1Z1X loses a strategy token, the holder gains one."""
    owner, rule = SEATS.index(player), "IM-TRADE-cybernetic_enhancements"
    yield from lose_token_of(table, owner, "strategy", rule)
    add_token(table, seat, "strategy", rule)
    go_home(table, seat, f"cybernetic_enhancements:{player}")


def _of_turn(card: str) -> Targets:
    """The owner of a note, at the start of the owner's own turn."""
    listed = owners(card)
    return lambda table, seat, moment: [
        owner for owner in listed(table, seat, moment) if owner == SEATS[moment.seat]
    ]


@scripted("military_support", targets=_of_turn("military_support"), kind="player")
def military_support(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Sol loses a strategy token if it has one, the holder places two infantry."""
    owner, rule = SEATS.index(player), "IM-TRADE-military_support"
    if table.players[owner].strategy:
        yield from lose_token_of(table, owner, "strategy", rule)
    worlds = open_planets(table, seat, moment)
    if worlds:
        planet = yield from choose(table, seat, worlds, "planet", rule, subject=rule)
        table.put(seat, planet, "infantry", SUPPORT)
        table.tell("IM-TRADE-military_support", "placed", seat, n=SUPPORT, planet=planet)
    go_home(table, seat, f"military_support:{player}")


def _with_cards(table: GameTable, seat: int, moment: Moment) -> list[str]:
    listed = owners("spy_net")(table, seat, moment) if moment.seat == seat else []
    return [owner for owner in listed if table.players[SEATS.index(owner)].action_cards]


@scripted("spy_net", targets=_with_cards, kind="player")
def spy_net(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """The action cards of the Yssaril are looked at, and one is taken."""
    giver, rule = SEATS.index(player), "IM-TRADE-spy_net"
    hand = look_at_hand(table, seat, giver, rule)
    card = yield from choose(table, seat, hand, "card", rule, subject=rule)
    hand_over(table, giver, seat, card, rule)
    go_home(table, seat, f"spy_net:{player}")
    yield from keep_hand(table, seat)


# -- at other moments


def _researcher(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Jol-Nar, if it has just researched what the holder may have and has not."""
    player = table.players[seat]
    if moment.card in player.technologies or moment.card not in deck_of(player.faction):
        return []
    listed = owners("research_agreement")(table, seat, moment)
    common = not technologies()[moment.card].faction
    return [owner for owner in listed if common and owner == SEATS[moment.seat]]


@scripted("research_agreement", targets=_researcher, kind="player")
def research_agreement(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """The technology that Jol-Nar has researched."""
    gain_technology(table, seat, moment.card)
    go_home(table, seat, f"research_agreement:{player}")
    return
    yield  # a script is a generator, even one that asks nothing


@scripted("gift_of_prescience", targets=owners("gift_of_prescience"), kind="player")
def gift_of_prescience(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """The holder has the token 0 in this round; Naalu has not."""
    lay_down(table, seat, f"gift_of_prescience:{player}")
    for other in table.players:
        other.zero = other.seat == seat
    table.tell("IM-TRADE-gift_of_prescience", "first", seat)
    return
    yield  # a script is a generator, even one that asks nothing


def is_gift(note: str) -> bool:
    """True for the Gift of Prescience, whose holder has the token 0 while it lies there."""
    return note.startswith("gift_of_prescience:")


def gifts_return(table: GameTable) -> None:
    """At the end of the status phase the Gift of Prescience goes home."""
    for player in table.players:
        for note in player.laid_notes:
            if is_gift(note):
                go_home(table, player.seat, note)


def _swappable(table: GameTable, seat: int, moment: Moment) -> list[str]:
    others = to_swap_with(table, seat, moment)
    return [owner for owner in owners("acquiescence")(table, seat, moment) if owner in others]


@scripted("acquiescence", targets=_swappable, kind="player")
def acquiescence(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """A strategy card is swapped with one of the Winnu."""
    rule = "IM-TRADE-acquiescence"
    given, taken = yield from exchanged(table, seat, SEATS.index(player), rule)
    card, other = f"strategy_{given}", f"strategy_{taken}"
    table.tell(rule, "swapped", seat, enemy=player, card=card, other=other)
    go_home(table, seat, f"acquiescence:{player}")
