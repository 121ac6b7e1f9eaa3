"""Automatic passing of Flash windows: the calm ones of a round, or those of a turn.

A window is calm if nothing is announced and no fight is going on. A calm window is not passed if
the player could use a card or power that was not available when automatic passing began.

A window concerns an Autarch if its cards are the target of what was announced, would be harmed by
it or are about to die, or if it has characters in the fight. So a player who passes a fight between
others is still asked when challenged, and a player who passes the start of a fight is still asked
before an own character dies. Every moment of a fight is a new concern if the player can turn the
fight then: a card kept at the announcement may decide it in the last call for Flashes (IJ-CHAL-3).
A seizure of the player's own that nobody contests, and that succeeds as things stand, is no further
concern, and the player's maneuvers are passed, too. Where the player leads, no card that would only end the
seizure is a reason to ask.
"""

from __future__ import annotations

from typing import TypeGuard

import attrs

from twingkit import Game, Question
from twingkit.core.acts import Act
from twingkit.imajica.rules import answers
from twingkit.imajica.rules.questions import FlashWindow, ImajicaQuestion
from twingkit.imajica.rules.seizure import would_secure
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.values import dying_characters
from twingkit.imajica.rules.windows import cards_harmed, is_postponed
from twingkit.imajica.view import totals_and_resistance
from twingkit.learn.first_game.first_game import single_answer
from twingkit_widgets.imajica.play.choosing import group_by_card_or_power, table_after, useful_ways


def is_passable(question: Question | None) -> TypeGuard[FlashWindow]:
    """Return whether a window can be passed automatically.

    Maneuver windows are not passed, because they belong to the two sides of a fight; those of a seizure that
    `_would_secure_site` are passed.
    """
    return isinstance(question, FlashWindow) and question.playable_kind == "flash"


def _would_secure_site(question: FlashWindow) -> bool:
    """Return whether the player's own uncontested seizure succeeds as things stand (IJ-SEIZE-7)."""
    fight = question.table.fight
    if fight is None or fight.kind != "seizure" or fight.seat != question.player or fight.defenders:
        return False
    return would_secure(question.table, fight)


def is_calm_window(question: Question | None) -> bool:
    """Return whether the pending question is a response window in which no card or power is waiting to
    resolve and no fight is going on.

    Such windows come at the start and end of a turn, and after something was done.
    """
    if type(question) is not FlashWindow:
        return False
    table = question.table
    return table.fight is None and not table.waiting_acts and not table.acts_in_progress


@attrs.frozen
class AutoPassedWindows:
    """A description of the response windows that are passed automatically for an Autarch.

    These are the windows of `passed_turn` that concern it only by what is in `known_concerns`, and the calm
    windows of `calm_round` in which it can play nothing outside `known_playable`.
    """

    passed_turn: tuple[int, str, int] | None = None
    known_concerns: frozenset[str] = frozenset()
    calm_round: int = 0
    known_playable: frozenset[Act] = frozenset()

    @classmethod
    def from_window(cls, question: FlashWindow, before: AutoPassedWindows | None = None) -> AutoPassedWindows:
        """Return the windows to pass from the window `question` on, in addition to those of `before`."""
        base = before or cls()
        if is_calm_window(question):
            return attrs.evolve(
                base,
                calm_round=question.table.round,
                known_playable=frozenset(useful_answer_starts(question)),
            )
        return attrs.evolve(
            base,
            passed_turn=_current_turn(question.table),
            known_concerns=frozenset(own_concern_labels(question)),
        )

    def is_over(self, table: ImajicaTable) -> bool:
        """Return whether both the turn and the round to which automatic passing applies have ended."""
        return self.passed_turn != _current_turn(table) and self.calm_round != table.round

    def should_pass(self, question: Question | None) -> bool:
        """Return whether to pass this question automatically."""
        if not isinstance(question, FlashWindow) or not (
            is_passable(question) or _would_secure_site(question)
        ):
            return False
        if self.passed_turn == _current_turn(question.table) and self.known_concerns.issuperset(
            own_concern_labels(question)
        ):
            return True
        return (
            is_calm_window(question)
            and self.calm_round == question.table.round
            and self.known_playable.issuperset(useful_answer_starts(question))
        )


def only_answer(game: Game) -> str:
    """Return the answer to the pending question if only one is possible, else ""; used as the automatic
    answer in a first game.
    """
    return single_answer(game.question)


def useful_answer_starts(question: FlashWindow) -> list[Act]:
    """Return the beginnings of the useful answers to a response window that play a card or power."""
    return [*group_by_card_or_power(useful_ways(question, [*question.uses()]))]


def _current_turn(table: ImajicaTable) -> tuple[int, str, int]:
    """Return the current turn: round, phase, and seat."""
    return table.round, table.phase, table.current


def own_concern_labels(question: FlashWindow) -> set[str]:
    """Return a set of labels, one for each event in a response window that affects the asked Autarch, such as
    a waiting card that targets one of their cards.
    """
    table = question.table
    own = {piece.token for piece in table.pieces.values() if piece.controller == question.player}
    reasons = set()
    for act in table.waiting_acts:
        if act.seat == question.player:
            continue
        if own.intersection(act.targets):
            reasons.add(f"{act.card.id} {act.targets}")
        if not act.is_move:
            reasons |= {f"{act.card.id} harms {token}" for token in cards_harmed(table, act, question.player)}
    fight = table.fight
    if fight is None:
        return reasons
    reasons |= {
        f"{token} dies" for token in own.intersection(piece.token for piece in dying_characters(table))
    }
    fighting = own.intersection(fight.involved)
    if (
        fighting
        and question.when
        and not _would_secure_site(question)
        and any(would_change_fight(question, way) for way in useful_ways(question, [*question.uses()]))
    ):
        reasons.add(f"{fight.target_token}, {question.when}")
    return reasons | {f"{token} at {fight.target_token}" for token in fighting}


def can_be_used_later(question: FlashWindow, use: answers.Use) -> bool:
    """Return whether a card or power could be used just as well after the waiting card
    or the fight.

    It takes effect only after a waiting card that spares its user (IJ-TIME-5), it does not counter a waiting
    Path that spares all own cards, or it changes nothing in a fight. Before the last window of a fight, that
    is so only in a challenge between other Autarchs, for own cards or, once all defenders are named
    (IJ-CHAL-2), for cards outside the fight.
    """
    table, seat, fight = question.table, question.player, question.table.fight
    act = question.announced(use)
    if table.waiting_acts:
        waiting = table.waiting_acts[-1]
        harmed = cards_harmed(table, waiting, seat)
        if waiting.path_token:
            return not (act.is_counter or harmed)
        return is_postponed(table, act) and (waiting.seat == seat or act.source not in harmed)
    if fight is None or not question.when or would_change_fight(question, use):
        return False
    if fight.damage_dealt or question.when == "securing":
        return act.source not in [piece.token for piece in dying_characters(table)]
    own = {token for token, piece in table.pieces.items() if piece.controller == seat}
    outside = own if question.when == "challenged" else {*table.pieces}.difference(fight.involved)
    is_apart = bool(act.targets) and own.isdisjoint(fight.involved) and outside.issuperset(act.targets)
    return fight.kind == "challenge" and is_apart


def would_change_fight(question: ImajicaQuestion, answer: Act) -> bool:
    """Return whether the card or power that an answer plays would change the participants, the totals or the
    deaths of the current fight.

    A card that asks a question first counts as one that would, since its answer may be about any of
    these.
    """
    done = table_after(question, answer)
    return done is None or _stakes(done) != _stakes(question.table)


def _stakes(table: ImajicaTable) -> tuple[object, ...]:
    """Return everything that responses can still change in a fight: both sides and totals, or the dying
    characters.
    """
    fight = table.fight
    if fight is None or fight.damage_dealt:
        return (*(piece.token for piece in dying_characters(table)),)
    return (*fight.attackers, "vs", *fight.defenders, *totals_and_resistance(table, fight))
