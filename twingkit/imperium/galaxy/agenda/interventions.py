"""Cards and abilities around a vote: an agenda is replaced, a voter silenced, votes bought, somebody else
elected (IM-AGENDA-1, IM-AGENDA-2, IM-AGENDA-4)."""

from __future__ import annotations

import attrs

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.cards.targets import other_players
from twingkit.imperium.galaxy.faction_abilities.actions import requires_strategy_token, spend_strategy_token
from twingkit.imperium.galaxy.table.abilities import Moment, scripted
from twingkit.imperium.galaxy.table.drawing import choose
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.texts.fact_names import format_amount, parse_amount

COUNCILOR = 5
"""The votes of a Distinguished Councilor."""


def replace_agenda(table: GameTable, seat: int, rule: str) -> None:
    """Discard the revealed agenda; another one will be revealed (IM-AGENDA-2)."""
    assert table.ballot is not None
    table.ballot = attrs.evolve(table.ballot, replaced=True)
    table.announce(rule, "replaced_agenda", seat, card=table.ballot.agenda)


def requires_open_agenda(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    """The rule that keeps an agenda from being discarded twice."""
    open_agenda = table.ballot is not None and not table.ballot.replaced
    return None if open_agenda else ("IM-AGENDA-2", "gone", {})


@scripted("veto", requires_open_agenda)
def veto(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """The agenda is discarded, and another one revealed."""
    replace_agenda(table, seat, "IM-ACT-veto")
    return
    yield  # makes this a generator, as every script must be


def _requires_quash(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    return requires_open_agenda(table, seat, moment) or requires_strategy_token(table, seat, moment)


@scripted("quash", _requires_quash)
def quash(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """The agenda is discarded for a strategy token."""
    spend_strategy_token(table, seat)
    replace_agenda(table, seat, "IM-UNIT-quash")
    return
    yield  # makes this a generator, as every script must be


@scripted("assassin", targets=other_players, kind="player")
def assassinate_representative(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """A player cannot vote on this agenda."""
    assert table.ballot is not None
    named = SEATS.index(player)
    table.ballot = attrs.evolve(table.ballot, excluded=table.ballot.excluded | {named})
    table.announce("IM-ACT-assassin", "barred", named)
    return
    yield  # makes this a generator, as every script must be


def _requires_own_vote(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    """Return None if the player has cast votes (IM-AGENDA-4), else the broken rule."""
    voted = table.ballot is not None and table.ballot.outcome_of(seat)
    return None if voted else ("IM-AGENDA-4", "no_votes", {})


def _requires_vote_just_cast(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    return _requires_own_vote(table, seat, moment) if moment.seat == seat else ("IM-AGENDA-4", "own_vote", {})


@scripted("distinguished", _requires_vote_just_cast)
def distinguished_councilor(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Five votes more for the outcome that the player votes for."""
    add_votes(table, seat, COUNCILOR, "IM-ACT-distinguished")
    return
    yield  # makes this a generator, as every script must be


def _choose_bribe(table: GameTable, seat: int, moment: Moment, target: str) -> Script[str]:
    """The number of trade goods that will be spent."""
    counts = [str(count) for count in range(table.players[seat].goods + 1)]
    return format_amount(int((yield from choose(table, seat, counts, "bribe", "IM-ACT-bribery"))))


@scripted("bribery", _requires_own_vote, more=_choose_bribe)
def bribery(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """A vote more for each trade good that is spent."""
    count = parse_amount(target)
    table.players[seat].goods -= count
    add_votes(table, seat, count, "IM-ACT-bribery")
    return
    yield  # makes this a generator, as every script must be


def add_votes(table: GameTable, seat: int, count: int, rule: str) -> None:
    """Add votes to those that a player has cast."""
    assert table.ballot is not None
    outcome = table.ballot.outcome_of(seat)
    table.ballot = table.ballot.with_votes(seat, outcome, count)
    table.announce(rule, "votes", seat, n=count, outcome=outcome)


def _requires_being_elected(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    elected = table.ballot is not None and table.ballot.elected == SEATS[seat]
    return None if elected else ("IM-ACT-confusing", "not_elected", {})


@scripted("confusing", _requires_being_elected, targets=other_players, kind="player")
def confusing_legal_text(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Another player is elected instead."""
    assert table.ballot is not None
    table.ballot = attrs.evolve(table.ballot, elected=player)
    table.announce("IM-ACT-confusing", "elected", SEATS.index(player))
    return
    yield  # makes this a generator, as every script must be
