"""Directives about trade goods, cards, points and laws: the effect of each outcome."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.agenda.cards import VoteResult, register_outcome
from twingkit.imperium.galaxy.agenda.delayed_exhaustion import schedule_exhaustion
from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.phases.ending import raise_if_game_over
from twingkit.imperium.galaxy.phases.objective_cards import reveal_objective_of_stage
from twingkit.imperium.galaxy.table.card_drawing import discard_hand, draw_action_cards, draw_secret
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.laws import discard_law
from twingkit.imperium.texts.fact_names import FOR

_ECONOMIC_EQUALITY_GOODS = 5

_UNCONVENTIONAL_MEASURES_CARDS = 2


@register_outcome("secret")
def archived_secret(table: GameTable, vote: VoteResult) -> Script:
    """Let the elected player draw a secret objective."""
    yield from draw_secret(table, SEATS.index(vote.outcome), "IM-AGENDA-secret")


@register_outcome("economic_equality")
def economic_equality(table: GameTable, vote: VoteResult) -> Script:
    """Return all trade goods to the supply; For: then give five to each player."""
    rule = "IM-AGENDA-economic_equality"
    for seat in table.seats_from(table.speaker):
        player = table.players[seat]
        table.announce(rule, "returned", seat, n=player.goods)
        player.goods = 0
    for seat in table.seats_from(table.speaker) if vote.outcome == FOR else ():
        yield from gain_goods(table, seat, _ECONOMIC_EQUALITY_GOODS, rule)


@register_outcome("incentive")
def incentive_program(table: GameTable, vote: VoteResult) -> Script:
    """Add a public objective: stage I for For, stage II for Against."""
    yield from reveal_objective_of_stage(table, 0 if vote.outcome == FOR else 1)


@register_outcome("abolishment")
def judicial_abolishment(table: GameTable, vote: VoteResult) -> None:
    """Discard the elected law."""
    _abolished(table, vote.outcome, "IM-AGENDA-abolishment")


def _abolished(table: GameTable, law: str, rule: str) -> None:
    discard_law(table, law)
    table.announce(rule, "law_gone", table.speaker, card=law)


@register_outcome("mutiny")
def mutiny(table: GameTable, vote: VoteResult) -> None:
    """For: each player who voted For gains a point. Against: each of them loses one. The first player to
    reach the goal wins (IM-END-1)."""
    for seat in _in_order(table, vote.seats_for(FOR)):
        won = vote.outcome == FOR
        table.gain_points(seat, 1 if won else -1)
        table.announce("IM-AGENDA-mutiny", "points" if won else "points_lost", seat, n=1)
        raise_if_game_over(table)


@register_outcome("constitution")
def new_constitution(table: GameTable, vote: VoteResult) -> None:
    """For: discard all laws, and exhaust home planets in the next strategy phase."""
    if vote.outcome == FOR:
        for law in table.laws:
            _abolished(table, law.card, "IM-AGENDA-constitution")
        for seat in table.seats_from(table.speaker):
            schedule_exhaustion(table, "constitution", seat)


@register_outcome("execution")
def public_execution(table: GameTable, vote: VoteResult) -> None:
    """Discard the elected player's hand, take the speaker token from them, and keep them from voting in this
    agenda phase.
    """
    seat, rule = SEATS.index(vote.outcome), "IM-AGENDA-execution"
    discard_hand(table, seat, rule)
    if table.speaker == seat:
        table.speaker = table.seats_from(seat)[1]
        table.announce(rule, "speaker", table.speaker)
    table.start_effect("execution", seat, "agenda_phase")
    table.announce(rule, "barred", seat)


@register_outcome("seed_empire")
def seed_of_an_empire(table: GameTable, vote: VoteResult) -> None:
    """For: give a point to the players with the most points. Against: to those with the fewest (IM-OBJ-5)."""
    seats = table.seats_from(table.speaker)
    points = [table.players[seat].points for seat in seats]
    mark = max(points) if vote.outcome == FOR else min(points)
    for seat in [seat for seat in seats if table.players[seat].points == mark]:
        table.gain_points(seat, 1)
        table.announce("IM-AGENDA-seed_empire", "points", seat, n=1)
        raise_if_game_over(table)


@register_outcome("unconventional")
def unconventional_measures(table: GameTable, vote: VoteResult) -> Script:
    """For: each player who voted For draws two action cards. Against: each of them discards their hand."""
    rule = "IM-AGENDA-unconventional"
    for seat in _in_order(table, vote.seats_for(FOR)):
        if vote.outcome == FOR:
            yield from draw_action_cards(table, seat, _UNCONVENTIONAL_MEASURES_CARDS, rule)
        else:
            discard_hand(table, seat, rule)


def _in_order(table: GameTable, seats: list[int]) -> list[int]:
    return [seat for seat in table.seats_from(table.speaker) if seat in seats]
