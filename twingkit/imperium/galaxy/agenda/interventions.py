"""Cards and abilities around a vote: replace the agenda, silence a voter, buy votes, change the elected
player (IM-AGENDA-1, IM-AGENDA-2, IM-AGENDA-4)."""

from __future__ import annotations

import attrs

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.cards.targets import other_seats
from twingkit.imperium.galaxy.faction_abilities.actions import requires_strategy_token, spend_strategy_token
from twingkit.imperium.galaxy.table.abilities import Moment, register_script
from twingkit.imperium.galaxy.table.card_drawing import choose
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.texts.fact_names import format_target_amount, parse_target_amount

_COUNCILOR_VOTES = 5


def mark_agenda_replaced(table: GameTable, seat: int, rule: str) -> None:
    """Mark the revealed agenda as replaced, so that it is discarded for another one (IM-AGENDA-2)."""
    assert table.ballot is not None
    table.ballot = attrs.evolve(table.ballot, was_replaced=True)
    table.announce(rule, "replaced_agenda", seat, card=table.ballot.agenda)


def requires_open_agenda(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    """Return None if the agenda is still open, so that it cannot be discarded twice, else the broken rule."""
    open_agenda = table.ballot is not None and not table.ballot.was_replaced
    return None if open_agenda else ("IM-AGENDA-2", "gone", {})


@register_script("veto", requires_open_agenda)
def veto(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Discard the agenda and reveal another one."""
    mark_agenda_replaced(table, seat, "IM-ACT-veto")


@register_script("quash", requires_open_agenda, requires_strategy_token)
def quash(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Spend a strategy token to discard the agenda."""
    spend_strategy_token(table, seat)
    mark_agenda_replaced(table, seat, "IM-UNIT-quash")


@register_script("assassin", targets=other_seats, target_kind="player")
def assassinate_representative(table: GameTable, seat: int, moment: Moment, player: str) -> None:
    """Keep a player from voting on this agenda."""
    assert table.ballot is not None
    named = SEATS.index(player)
    table.ballot = attrs.evolve(table.ballot, excluded_seats=table.ballot.excluded_seats | {named})
    table.announce("IM-ACT-assassin", "barred", named)


def _requires_own_vote(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    voted = table.ballot is not None and table.ballot.outcome_of(seat)
    return None if voted else ("IM-AGENDA-4", "no_votes", {})


def _requires_vote_just_cast(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    return _requires_own_vote(table, seat, moment) if moment.seat == seat else ("IM-AGENDA-4", "own_vote", {})


@register_script("distinguished", _requires_vote_just_cast)
def distinguished_councilor(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Add five votes to the outcome for which the player has voted."""
    _add_votes(table, seat, _COUNCILOR_VOTES, "IM-ACT-distinguished")


def _choose_bribe(table: GameTable, seat: int, moment: Moment, target: str) -> Script[str]:
    """Ask for the number of trade goods to spend."""
    counts = [str(count) for count in range(table.players[seat].goods + 1)]
    return format_target_amount(int((yield from choose(table, seat, counts, "bribe", "IM-ACT-bribery"))))


@register_script("bribery", _requires_own_vote, follow_up=_choose_bribe)
def bribery(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Add a vote for each trade good spent."""
    count = parse_target_amount(target)
    table.players[seat].goods -= count
    _add_votes(table, seat, count, "IM-ACT-bribery")


def _add_votes(table: GameTable, seat: int, count: int, rule: str) -> None:
    assert table.ballot is not None
    outcome = table.ballot.outcome_of(seat)
    table.ballot = table.ballot.with_votes(seat, outcome, count)
    table.announce(rule, "votes", seat, n=count, outcome=outcome)


def _requires_being_elected(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    elected = table.ballot is not None and table.ballot.elected == SEATS[seat]
    return None if elected else ("IM-ACT-confusing", "not_elected", {})


@register_script("confusing", _requires_being_elected, targets=other_seats, target_kind="player")
def confusing_legal_text(table: GameTable, seat: int, moment: Moment, player: str) -> None:
    """Make another player the elected one."""
    assert table.ballot is not None
    table.ballot = attrs.evolve(table.ballot, elected=player)
    table.announce("IM-ACT-confusing", "elected", SEATS.index(player))
