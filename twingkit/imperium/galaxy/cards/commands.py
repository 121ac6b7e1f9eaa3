"""Command cards: tokens gained, lost and placed; laws, hands and other cards."""

from __future__ import annotations

from twingkit.core.cards.draws import NamedPick
from twingkit.core.play import Script
from twingkit.core.questions import BadAnswer, one_line
from twingkit.core.rulebook import Quoted
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.cards.targets import (
    players_with_action_cards,
    systems_with_own_token,
    target_system,
)
from twingkit.imperium.galaxy.table.abilities import Moment, scripted
from twingkit.imperium.galaxy.table.command_tokens import (
    can_place_token,
    gain_tokens,
    place_and_announce_token,
)
from twingkit.imperium.galaxy.table.drawing import choose, discard_to_limit, take_action_card
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.laws import discard_law
from twingkit.imperium.texts.rulebook import rulebook

SUMMIT = 2
"""The command tokens that a Summit brings."""


def _with_tactic_token(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return [SEATS[other] for other in table.other_seats(seat) if table.players[other].tactic]


@scripted("insub", targets=_with_tactic_token, kind="player")
def insubordination(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Another player loses a token of the tactic pool."""
    table.players[SEATS.index(player)].gain_token("tactic", -1)
    table.announce("IM-ACT-insub", "lost", SEATS.index(player))
    return
    yield  # makes this a generator, as every script must be


@scripted(
    "unexpected", targets=lambda table, seat, moment: systems_with_own_token(table, seat), kind="system"
)
def unexpected_action(table: GameTable, seat: int, moment: Moment, number: str) -> Script:
    """Take one of the player's tokens off the board."""
    table.take_token(seat, target_system(table, number))
    table.announce("IM-ACT-unexpected", "taken", seat, number=number)
    return
    yield  # makes this a generator, as every script must be


def _requires_token_left(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    return None if table.tokens_in_reinforcements(seat) else ("IM-PAY-3", "none_left", {})


@scripted("summit", _requires_token_left)
def summit(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Two command tokens."""
    yield from gain_tokens(table, seat, SUMMIT, "IM-ACT-summit")


def _systems_to_jam(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The systems outside homes in or adjacent to which the player has ships, and where another player has no
    token.
    """
    links = table.adjacency(seat, "count")
    near = {
        place
        for system, there in enumerate(table.space)
        if seat in there and there[seat].ships
        for place in (system, *links[system])
    }
    return [
        table.tile_number(system)
        for system in sorted(near)
        if not table.galaxy.systems[system].tile.is_home
        and any(can_place_token(table, other, system) for other in table.other_seats(seat))
    ]


def _choose_token_owner(table: GameTable, seat: int, moment: Moment, number: str) -> Script[str]:
    system = target_system(table, number)
    named = [SEATS[other] for other in table.other_seats(seat) if can_place_token(table, other, system)]
    return (yield from choose(table, seat, named, "player", "IM-ACT-jamming", subject="IM-ACT-jamming"))


@scripted("jamming", targets=_systems_to_jam, kind="system", more=_choose_token_owner)
def signal_jamming(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Place another player's token in a system near ships of this player."""
    number, player = target.split(", ")
    yield from place_and_announce_token(
        table, SEATS.index(player), target_system(table, number), "IM-ACT-jamming"
    )


class StolenCard(NamedPick[str]):
    """Chance picks the action card that a player gives away unseen (IM-ACT-spy)."""

    __slots__ = ()
    kind = word = "given"
    rule = "IM-ACT-spy"

    def sentence(self) -> str:
        """The question in words."""
        return rulebook().sentence("ask", self.kind, {"side": SEATS[self.player]})

    def bad_answer(self, text: str) -> BadAnswer:
        """The error of an answer that is none of the cards."""
        return BadAnswer("not_card", rulebook(), token=Quoted(one_line(text, 40)))


@scripted("spy", targets=players_with_action_cards, kind="player")
def spy(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Another player gives an action card at random."""
    giver = table.players[SEATS.index(player)]
    card: str = yield StolenCard(giver.seat, "given", giver.action_cards)
    take_action_card(table, giver.seat, seat, card, "IM-ACT-spy")
    yield from discard_to_limit(table, seat)


def _laws(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return [law.card for law in table.laws]


@scripted("repeal", targets=_laws, kind="law")
def repeal_law(table: GameTable, seat: int, moment: Moment, card: str) -> Script:
    """A law is discarded."""
    discard_law(table, card)
    table.announce("IM-ACT-repeal", "discarded", seat, card=f"IM-AGENDA-{card}")
    return
    yield  # makes this a generator, as every script must be


def _requires_card_of_other(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    if moment.seat != seat and moment.card != "sabo":
        return None
    return "IM-ACT-sabo", "not_this", {}


@scripted("sabo", _requires_card_of_other)
def sabotage(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """A card that another player plays is cancelled."""
    table.announce("IM-ACT-sabo", "cancelled", seat, card=f"IM-ACT-{moment.card}")
    return
    yield  # makes this a generator, as every script must be
