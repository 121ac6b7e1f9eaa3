"""Directives about goods, cards, points and laws: what each does when its outcome is settled."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.agenda.cards import Vote, outcome_of
from twingkit.imperium.galaxy.agenda.next_strategy import schedule_exhaustion
from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.phases.ending import check_end
from twingkit.imperium.galaxy.phases.objective_cards import reveal_one
from twingkit.imperium.galaxy.table.drawing import discard_hand, draw_action_cards, draw_secret
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.laws import discard_law
from twingkit.imperium.texts.fact_names import FOR

EQUAL_GOODS = 5
"""The trade goods of everybody after Economic Equality."""

UNCONVENTIONAL_CARDS = 2
"""The action cards that Unconventional Measures bring."""


@outcome_of("secret")
def archived_secret(table: GameTable, vote: Vote) -> Script:
    """The elected player draws a secret objective."""
    yield from draw_secret(table, SEATS.index(vote.outcome), "IM-AGENDA-secret")


@outcome_of("economic_equality")
def economic_equality(table: GameTable, vote: Vote) -> Script:
    """All goods are returned; For brings five to each."""
    rule = "IM-AGENDA-economic_equality"
    for seat in table.seats_from(table.speaker):
        player = table.players[seat]
        table.announce(rule, "returned", seat, n=player.goods)
        player.goods = 0
    for seat in table.seats_from(table.speaker) if vote.outcome == FOR else ():
        yield from gain_goods(table, seat, EQUAL_GOODS, rule)


@outcome_of("incentive")
def incentive_program(table: GameTable, vote: Vote) -> Script:
    """One more public objective: of stage I for For, of stage II for Against."""
    yield from reveal_one(table, 0 if vote.outcome == FOR else 1)


@outcome_of("abolishment")
def judicial_abolishment(table: GameTable, vote: Vote) -> Script:
    """The elected law is discarded."""
    _abolished(table, vote.outcome, "IM-AGENDA-abolishment")
    return
    yield  # makes this a generator, as every script must be


def _abolished(table: GameTable, law: str, rule: str) -> None:
    discard_law(table, law)
    table.announce(rule, "law_gone", table.speaker, card=law)


@outcome_of("mutiny")
def mutiny(table: GameTable, vote: Vote) -> Script:
    """For: each player who voted For gains a point. Against: they lose one. The first to reach the goal wins
    (IM-END-1).
    """
    for seat in _in_order(table, vote.seats_for(FOR)):
        won = vote.outcome == FOR
        table.gain_points(seat, 1 if won else -1)
        table.announce("IM-AGENDA-mutiny", "points" if won else "points_lost", seat, n=1)
        check_end(table)
    return
    yield  # makes this a generator, as every script must be


@outcome_of("constitution")
def new_constitution(table: GameTable, vote: Vote) -> Script:
    """For: all laws go, and home planets are exhausted in the next strategy phase."""
    if vote.outcome == FOR:
        for law in table.laws:
            _abolished(table, law.card, "IM-AGENDA-constitution")
        for seat in table.seats_from(table.speaker):
            schedule_exhaustion(table, "constitution", seat)
    return
    yield  # makes this a generator, as every script must be


@outcome_of("execution")
def public_execution(table: GameTable, vote: Vote) -> Script:
    """The elected player loses hand, speaker token and vote."""
    seat, rule = SEATS.index(vote.outcome), "IM-AGENDA-execution"
    discard_hand(table, seat, rule)
    if table.speaker == seat:
        table.speaker = table.seats_from(seat)[1]
        table.announce(rule, "speaker", table.speaker)
    table.start_effect("execution", seat, "agenda_phase")
    table.announce(rule, "barred", seat)
    return
    yield  # makes this a generator, as every script must be


@outcome_of("seed_empire")
def seed_of_an_empire(table: GameTable, vote: Vote) -> Script:
    """A point for those with most points; Against: for those with fewest (IM-OBJ-5)."""
    seats = table.seats_from(table.speaker)
    points = [table.players[seat].points for seat in seats]
    mark = max(points) if vote.outcome == FOR else min(points)
    for seat in [seat for seat in seats if table.players[seat].points == mark]:
        table.gain_points(seat, 1)
        table.announce("IM-AGENDA-seed_empire", "points", seat, n=1)
        check_end(table)
    return
    yield  # makes this a generator, as every script must be


@outcome_of("unconventional")
def unconventional_measures(table: GameTable, vote: Vote) -> Script:
    """For: each player who voted For draws two action cards. Against: they discard their hands."""
    rule = "IM-AGENDA-unconventional"
    for seat in _in_order(table, vote.seats_for(FOR)):
        if vote.outcome == FOR:
            yield from draw_action_cards(table, seat, UNCONVENTIONAL_CARDS, rule)
        else:
            discard_hand(table, seat, rule)


def _in_order(table: GameTable, seats: list[int]) -> list[int]:
    """These seats from the speaker clockwise (IM-AGENDA-8)."""
    return [seat for seat in table.seats_from(table.speaker) if seat in seats]
