"""Action cards that gain, remove or place command tokens, or affect strategy cards, laws, hands and other
cards."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.cards.targets import (
    rivals_with_action_cards,
    tiles_with_own_token,
)
from twingkit.imperium.galaxy.table.abilities import Moment, ability_condition, register_script
from twingkit.imperium.galaxy.table.card_drawing import (
    StolenCardPick,
    ask_to_choose,
    discard_to_limit,
    take_action_card,
)
from twingkit.imperium.galaxy.table.command_tokens import (
    can_place_token,
    gain_command_tokens,
    place_and_announce_token,
)
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.laws import discard_agenda_card

_SUMMIT_TOKENS = 2


def _with_tactic_token(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return [SEATS[other] for other in table.other_seats(seat) if table.players[other].tactic]


@register_script("insub", targets=_with_tactic_token, target_kind="player")
def insubordination(table: GameTable, seat: int, moment: Moment, player: str) -> None:
    """Remove a token from another player's tactic pool."""
    table.players[SEATS.index(player)].add_tokens("tactic", -1)
    table.announce("IM-ACT-insub", "lost", SEATS.index(player))


@register_script(
    "unexpected",
    targets=lambda table, seat, moment: tiles_with_own_token(table, seat),
    target_kind="system",
)
def unexpected_action(table: GameTable, seat: int, moment: Moment, tile_number: str) -> None:
    """Take one of the player's command tokens off the board."""
    table.remove_token(seat, table.galaxy.system(tile_number).index)
    table.announce("IM-ACT-unexpected", "taken", seat, number=tile_number)


@register_script("stability")
def political_stability(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Let the player keep their strategy cards for the next round and take none in its strategy phase
    (IM-PICK-3).
    """
    table.start_effect("stability", seat, "next_round")
    table.announce("IM-ACT-stability", "kept", seat)


@register_script(
    "disgrace", ability_condition("IM-ACT-disgrace", "own", lambda table, seat, moment: moment.seat != seat)
)
def public_disgrace(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Make a player who takes a strategy card choose a different one."""
    table.start_effect("disgrace", moment.seat, "pick", str(moment.number))
    table.announce("IM-ACT-disgrace", "refused", moment.seat, card=f"strategy_{moment.number}")


def _is_token_left(table: GameTable, seat: int, moment: Moment) -> bool:
    return table.tokens_in_reinforcements(seat) > 0


@register_script("summit", ability_condition("IM-PAY-3", "none_left", _is_token_left))
def play_summit(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Let the player of the action card Summit gain two command tokens."""
    yield from gain_command_tokens(table, seat, _SUMMIT_TOKENS, "IM-ACT-summit")


def _systems_to_jam(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the non-home systems in or adjacent to the player's ships where another player has no token."""
    links = table.adjacency(seat, "count")
    near = {place for system in table.systems_with_ships(seat) for place in (system, *links[system])}
    return [
        table.tile_number(system)
        for system in sorted(near)
        if not table.galaxy.systems[system].tile.is_home
        and any(can_place_token(table, other, system) for other in table.other_seats(seat))
    ]


def _choose_token_owner(table: GameTable, seat: int, moment: Moment, tile_number: str) -> Script[str]:
    system = table.galaxy.system(tile_number).index
    named = [SEATS[other] for other in table.other_seats(seat) if can_place_token(table, other, system)]
    return (
        yield from ask_to_choose(table, seat, named, "player", "IM-ACT-jamming", subject="IM-ACT-jamming")
    )


@register_script("jamming", targets=_systems_to_jam, target_kind="system", follow_up=_choose_token_owner)
def signal_jamming(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Place another player's command token in a system near ships of the player of this card."""
    tile_number, player = target.split(", ")
    yield from place_and_announce_token(
        table, SEATS.index(player), table.galaxy.system(tile_number).index, "IM-ACT-jamming"
    )


@register_script("spy", targets=rivals_with_action_cards, target_kind="player")
def play_spy(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Take a random action card from another player."""
    giver = table.players[SEATS.index(player)]
    card: str = yield StolenCardPick(giver.seat, SEATS[giver.seat], giver.action_cards)
    take_action_card(table, giver.seat, seat, card, "IM-ACT-spy")
    yield from discard_to_limit(table, seat)


def _laws(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return [law.card for law in table.laws]


@register_script("repeal", targets=_laws, target_kind="law")
def repeal_law(table: GameTable, seat: int, moment: Moment, card: str) -> None:
    """Discard a law in play that the player of the card has chosen."""
    discard_agenda_card(table, card)
    table.announce("IM-ACT-repeal", "discarded", seat, card=f"IM-AGENDA-{card}")


def _is_card_of_other(table: GameTable, seat: int, moment: Moment) -> bool:
    return moment.seat != seat and moment.card != "sabo"


@register_script("sabo", ability_condition("IM-ACT-sabo", "not_this", _is_card_of_other))
def sabotage(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Cancel an action card that another player plays."""
    table.announce("IM-ACT-sabo", "cancelled", seat, card=f"IM-ACT-{moment.card}")
