"""The agenda phase: two agendas are revealed, voted on and resolved (IM-AGENDA-1 to 8)."""

from __future__ import annotations

import attrs

from twingkit.core.play import CHECKPOINT, Script
from twingkit.imperium.galaxy.agenda import cards
from twingkit.imperium.galaxy.agenda.interventions import reward_predictions
from twingkit.imperium.galaxy.agenda.voting import collect_votes, decide_outcome
from twingkit.imperium.galaxy.phases.ending import eliminate_players, raise_if_game_over
from twingkit.imperium.galaxy.phases.status_phase import begin_next_round
from twingkit.imperium.galaxy.table.abilities import Moment, open_ability_window
from twingkit.imperium.galaxy.table.ballot import Ballot
from twingkit.imperium.galaxy.table.card_drawing import draw_next_agenda
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.lasting_effects import Law
from twingkit.imperium.galaxy.table.laws import discard_agenda_card, enact_law, remove_law
from twingkit.imperium.galaxy.trade.promissory_notes import return_note
from twingkit.imperium.texts.fact_names import AGAINST


def agenda_phase(table: GameTable) -> Script:
    """Resolve two agendas, then ready all planets and start the next round."""
    yield CHECKPOINT
    yield from open_ability_window(table, Moment("agenda.start"))
    for _ in range(table.agendas_per_round):
        yield from resolve_next_agenda(table)
        raise_if_game_over(table)
        eliminate_players(table)
    table.exhausted_planets = frozenset()
    table.announce("IM-AGENDA-1", "readied", table.speaker)
    table.end_effects("agenda_phase")
    begin_next_round(table)


def resolve_next_agenda(table: GameTable) -> Script:
    """Reveal agendas until one can be voted on, then hold the vote and resolve its outcome (IM-AGENDA-1,
    IM-AGENDA-2).
    """
    while (agenda := (yield from reveal_votable_agenda(table))) is not None:
        if (yield from vote_on_agenda(table, agenda)):
            return


def reveal_votable_agenda(table: GameTable) -> Script[cards.Agenda | None]:
    """Reveal agendas until one has possible outcomes, and return it; None if the deck has no such agenda
    (IM-AGENDA-2).
    """
    for _ in range(len(cards.agendas_by_id())):
        name = yield from draw_next_agenda(table, table.speaker)
        if name is None:
            return None
        agenda = cards.agendas_by_id()[name]
        table.announce("IM-AGENDA-1", "revealed", table.speaker, card=name)
        if cards.outcomes(table, agenda) and not (agenda.condition == "needs_law" and not table.laws):
            return agenda
        table.announce("IM-AGENDA-2", "discarded", table.speaker, card=name)
        table.agenda_discard.append(name)
    return None


def vote_on_agenda(table: GameTable, agenda: cards.Agenda) -> Script[bool]:
    """Vote on the revealed agenda and resolve its outcome; return False if another agenda replaced it
    (IM-AGENDA-1, IM-AGENDA-2)."""
    table.ballot = Ballot(agenda.id, tuple(cards.outcomes(table, agenda)))
    yield from open_ability_window(table, Moment("revealed.when", card=agenda.id))
    if table.ballot.was_replaced:
        table.end_effects("agenda")
        _return_played_notes(table)
        discard_agenda_card(table, agenda.id)
        table.ballot = None
        return False
    yield from open_ability_window(table, Moment("revealed.after", card=agenda.id))
    yield from open_ability_window(table, Moment("vote.before", card=agenda.id))
    if not table.ballot.elected:
        yield from collect_votes(table, agenda)
        table.ballot = attrs.evolve(table.ballot, elected=(yield from decide_outcome(table)))
    if agenda.outcome_kind == "player":
        yield from open_ability_window(
            table, Moment("elected", SEATS.index(table.ballot.elected), card=agenda.id)
        )
    table.announce("IM-AGENDA-5", "outcome", table.speaker, card=agenda.rule, outcome=table.ballot.elected)
    yield from open_ability_window(table, Moment("outcome", card=agenda.id))
    outcome = table.ballot.elected
    yield from _carry_out(table, agenda)
    raise_if_game_over(table)
    eliminate_players(table)
    yield from reward_predictions(table)
    table.end_effects("agenda")
    _return_played_notes(table)
    table.ballot = None
    if agenda.id == "miscount":
        yield from _vote_again(table, outcome)
    return True


def _carry_out(table: GameTable, agenda: cards.Agenda) -> Script:
    """Carry out an outcome: a law comes into force, a directive takes effect and is discarded (IM-AGENDA-7).
    A law that was voted on again leaves play before the effect of an Against vote."""
    assert table.ballot is not None
    outcome = table.ballot.elected
    passed = agenda.kind == "law" and outcome != AGAINST
    if passed:
        enact_law(table, Law(agenda.id, "" if agenda.outcome_kind == "for_against" else outcome))
        table.announce("IM-AGENDA-7", "in_force", table.speaker, card=agenda.rule)
    else:
        remove_law(table, agenda.id)
    yield from cards.outcome_script(agenda.id)(table, table.ballot) or ()
    if not passed:
        table.agenda_discard.append(agenda.id)


def _return_played_notes(table: GameTable) -> None:
    assert table.ballot is not None
    for seat, note in table.ballot.returning_notes:
        if note in table.players[seat].notes_in_play:  # eliminated players have returned all notes
            return_note(table, seat, note)


@cards.register_outcome("miscount")
def miscount_disclosed(table: GameTable, vote: Ballot) -> None:
    """Log that the elected law will be voted on again after this agenda and the rewards for its
    predictions.
    """
    table.announce(
        "IM-AGENDA-miscount", "again", table.speaker, card=cards.agendas_by_id()[vote.elected].rule
    )


def _vote_again(table: GameTable, law: str) -> Script:
    """Vote on a law as if it had just been revealed; it stays in force until its outcome is carried out
    (IM-AGENDA-miscount). If it is discarded, another agenda is revealed (IM-AGENDA-2)."""
    if not table.is_law_in_force(law):
        return  # a reward may already have taken the card from its owner
    agenda = cards.agendas_by_id()[law]
    if cards.outcomes(table, agenda):
        if (yield from vote_on_agenda(table, agenda)):
            return
    else:
        table.announce("IM-AGENDA-2", "discarded", table.speaker, card=law)
        discard_agenda_card(table, agenda.id)
    yield from resolve_next_agenda(table)
