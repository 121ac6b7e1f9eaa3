"""The agenda phase: two agendas are revealed, voted on and resolved (IM-AGENDA-1 to 8)."""

from __future__ import annotations

import attrs

from twingkit.imperium.agenda.cards import (
    AGAINST,
    Agenda,
    Vote,
    agenda_cards,
    agenda_script,
    outcome_of,
    outcomes,
)
from twingkit.imperium.agenda.predictions import pay_predictions
from twingkit.imperium.agenda.voting import ABSTAIN, CastVotes, all_vote, decided
from twingkit.imperium.phases.ending import check_end, eliminate
from twingkit.imperium.phases.status_phase import next_round
from twingkit.imperium.strategy_cards.politics import next_agenda
from twingkit.imperium.table.abilities import Moment, window
from twingkit.imperium.table.ballot import Ballot
from twingkit.imperium.table.game_table import SEATS, GameTable
from twingkit.imperium.table.lasting import Law
from twingkit.imperium.table.laws import drop_law
from twingkit.imperium.trade.notes import go_home
from twingkit.play import CHECKPOINT, Script


def agenda_phase(table: GameTable) -> Script:
    """Two agendas, then planets are readied and the next round begins."""
    yield CHECKPOINT
    yield from window(table, Moment("agenda.start"))
    for _ in range(table.agendas_a_round):
        yield from one_agenda(table)
        check_end(table)
        eliminate(table)
    table.exhausted = frozenset()
    table.tell("IM-AGENDA-1", "readied", table.speaker)
    table.end("agenda_phase")
    next_round(table)


def one_agenda(table: GameTable) -> Script:
    """Reveal agendas until one is voted on and carried out (IM-AGENDA-1, IM-AGENDA-2)."""
    while (agenda := (yield from opened(table))) is not None:
        if (yield from put_to_vote(table, agenda)):
            return


def opened(table: GameTable) -> Script[Agenda | None]:
    """Reveal agendas until one has possible outcomes (IM-AGENDA-2); None if the deck has no such card."""
    for _ in range(len(agenda_cards())):
        name = yield from next_agenda(table, table.speaker)
        if name is None:
            return None
        agenda = agenda_cards()[name]
        table.tell("IM-AGENDA-1", "revealed", table.speaker, card=name)
        if outcomes(table, agenda) and not (agenda.condition == "needs_law" and not table.laws):
            return agenda
        table.tell("IM-AGENDA-2", "discarded", table.speaker, card=name)
        table.agenda_discard += (name,)
    return None


def put_to_vote(table: GameTable, agenda: Agenda) -> Script[bool]:
    """Vote on an agenda that lies open, and carry out its outcome; false if it was replaced by another one
    (IM-AGENDA-1, IM-AGENDA-2)."""
    outer = table.ballot
    table.ballot = Ballot(agenda.id, tuple(outcomes(table, agenda)))
    yield from window(table, Moment("revealed.when", card=agenda.id))
    if table.ballot.replaced:
        table.end("agenda")
        _notes_home(table)
        table.agenda_discard += (agenda.id,)
        table.ballot = outer
        return False
    yield from window(table, Moment("revealed.after", card=agenda.id))
    if not table.ballot.elected:
        yield from all_vote(table, agenda)
        outcome = yield from decided(table)
        table.ballot = attrs.evolve(table.ballot, elected=outcome)
    if agenda.elect == "player":
        yield from window(table, Moment("elected", SEATS.index(table.ballot.elected), card=agenda.id))
    table.tell("IM-AGENDA-5", "outcome", table.speaker, card=agenda.rule, outcome=table.ballot.elected)
    yield from window(table, Moment("outcome", card=agenda.id))
    yield from _carried_out(table, agenda)
    yield from pay_predictions(table)
    table.end("agenda")
    _notes_home(table)
    table.ballot = outer
    return True


def _carried_out(table: GameTable, agenda: Agenda) -> Script:
    """A law comes into force, anything else is done and discarded (IM-AGENDA-7)."""
    assert table.ballot is not None
    outcome = table.ballot.elected
    vote = Vote(agenda.id, outcome, table.ballot.votes)
    passed = agenda.kind == "law" and outcome != AGAINST
    if passed:
        table.laws += (Law(agenda.id, "" if agenda.elect == "for_against" else outcome),)
        if outcome in table.holders:
            table.attached[outcome] = (*table.attached.get(outcome, ()), agenda.id)
        table.tell("IM-AGENDA-7", "in_force", table.speaker, card=agenda.rule)
    script = agenda_script(agenda.id)
    assert script is not None, "only agendas with a script are dealt"
    yield from script(table, vote)
    if not passed:
        table.agenda_discard += (agenda.id,)


def _notes_home(table: GameTable) -> None:
    """Notes that were played on this agenda go home (IM-TRADE-political_secret)."""
    assert table.ballot is not None
    for seat, note in table.ballot.going_home:
        go_home(table, seat, note)


@outcome_of("miscount")
def miscount_disclosed(table: GameTable, vote: Vote) -> Script:
    """The elected law is voted on again as if it had just been revealed."""
    drop_law(table, vote.outcome)
    agenda = agenda_cards()[vote.outcome]
    table.tell("IM-AGENDA-miscount", "again", table.speaker, card=agenda.rule)
    if not outcomes(table, agenda):
        table.agenda_discard += (agenda.id,)
    elif not (yield from put_to_vote(table, agenda)):
        yield from one_agenda(table)


__all__ = ["ABSTAIN", "CastVotes", "agenda_phase", "one_agenda", "opened", "put_to_vote"]
