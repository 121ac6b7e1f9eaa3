"""Imajica's settings for rating answers by playing on.

The answers worth rating are the computer players' own choices, and the next best ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch
from pathlib import Path

from twingkit.core.acts import Act
from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.imajica.players import plans
from twingkit.imajica.players.greedy import GreedyPlayer, ally_acts_to_try
from twingkit.imajica.players.planner import Planner
from twingkit.imajica.players.reasons import exact_reason
from twingkit.imajica.players.redeal import redeal
from twingkit.imajica.players.steady import SteadyPlayer, life_saving_retreat
from twingkit.imajica.players.strength import strength
from twingkit.imajica.players.worth import seizure_worth
from twingkit.imajica.rules import answers
from twingkit.imajica.rules.answers import PASS
from twingkit.imajica.rules.autarch import AutarchTurn
from twingkit.imajica.rules.deeds import AllyTurn
from twingkit.imajica.rules.questions import FlashWindow, NameCharacters, SplitDamage
from twingkit.imajica.rules.table import Fight, ImajicaTable
from twingkit.players.lookahead import LookaheadFunctions
from twingkit.players.lookahead.lookahead import FightResult

CARDS, CALLS, LAID, SEIZURES, CHALLENGES = 2, 3, 2, 3, 2
"""Maximum numbers of cards or powers, calls, laid cards, seizures and challenges to rate."""


def candidate_answers(game: Game) -> list[Act]:
    """Return the answers worth rating, those that the computer players prefer first."""
    question, steady = game.question, SteadyPlayer(0)
    assert question is not None
    allowed = [act for act in _candidates(question, game.table, steady) if question.refusal(act) is None]
    return list(dict.fromkeys([steady(game), Planner(0)(game), GreedyPlayer(0)(game), *allowed]))


def obvious_answer(game: Game) -> str | None:
    """Return the only answer worth rating, or None if there are several."""
    choices = candidate_answers(game)
    return str(choices[0]) if len(choices) == 1 else None


@singledispatch
def _candidates(question: Question, table: ImajicaTable, steady: SteadyPlayer) -> Iterable[Act]:
    return question.options()


@_candidates.register
def _(question: NameCharacters, table: ImajicaTable, steady: SteadyPlayer) -> Iterable[Act]:
    return [PASS, question.act_class(tuple(question.nameable_tokens()))]


@_candidates.register
def _(question: SplitDamage, table: ImajicaTable, steady: SteadyPlayer) -> Iterable[Act]:
    return map(answers.DealDamage, question.deadly_splits())


@_candidates.register
def _(question: FlashWindow, table: ImajicaTable, steady: SteadyPlayer) -> Iterable[Act]:
    """Yield a card or power that gains something, and a pass.

    If nothing is happening, yield cards only in the Autarch's own turn.
    """
    if table.fight is not None or table.waiting_acts or table.current == question.player:
        kind, uses = question.playable_kind, question.uses()
        yield from _best(steady.worthwhile_acts(table, question.player, kind, uses), CARDS)
    yield PASS


def _best(weighed: Iterable[plans.ValuedAnswer], count: int) -> list[Act]:
    return [answer for _, answer in sorted(weighed, key=plans.by_gain, reverse=True)[:count]]


@_candidates.register
def _(question: AllyTurn, table: ImajicaTable, steady: SteadyPlayer) -> Iterable[Act]:
    """Yield seizures, challenges, cards, calls, a retreat, and the end of the turn in the Ally phase."""
    seat = question.player
    seizures = _best(plans.seizure_plans(table, seat, plans.hand_seizure_help(table, seat)), SEIZURES)
    calls = [act for act in question.single_steps() if isinstance(act, answers.Call)]
    cards = steady.worthwhile_acts(table, seat, question.playable_kind, ally_acts_to_try(table, seat))
    yield from seizures[:1]
    yield answers.END
    yield from _best(plans.challenge_plans(table, seat), CHALLENGES)
    yield from _best(cards, CARDS)
    yield from calls[:CALLS]
    yield from seizures[1:]
    if retreat := life_saving_retreat(table, seat):
        yield retreat


@_candidates.register
def _(question: AutarchTurn, table: ImajicaTable, steady: SteadyPlayer) -> Iterable[Act]:
    """Yield Sites, Paths, Dictates, a reassignment of spare Holders, and the end of the turn."""
    seat, laid = question.player, list(question.single_steps())
    yield answers.END
    for act_class in (answers.LaySite, answers.LayPath):
        yield from [act for act in laid if isinstance(act, act_class)][:LAID]
    yield from _best(steady.worthwhile_acts(table, seat, question.playable_kind, question.uses()), CARDS)
    gain, released = steady.answer_sending_spares_to_reserve(table, seat)
    if gain > 0:
        yield released


class FastGreedyPlayer(GreedyPlayer):
    """A fast version of `greedy`, to play many games in a short time. Deterministic for a seed."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.no_card: tuple[int, int] | None = None
        """Seat and round of the last Ally-phase turn in which no card was worth playing."""

    def worthwhile_acts(
        self, table: ImajicaTable, seat: int, playable_kind: str, tried: Iterable[Act]
    ) -> list[plans.ValuedAnswer]:
        """Return the cards and powers that gain enough, with their gains.

        Once an Ally phase had none, the rest of that turn is not searched again.
        """
        turn = (seat, table.round)
        if playable_kind == "action" and self.no_card == turn:
            return []
        weighed_acts = super().worthwhile_acts(table, seat, playable_kind, tried)
        if playable_kind == "action" and not weighed_acts:
            self.no_card = turn
        return weighed_acts

    def on_respond(self, table: ImajicaTable, question: FlashWindow) -> Act:
        """Answer like `greedy` if something is at stake, otherwise pass."""
        dealt = table.fight is not None and table.fight.damage_dealt
        has_stake = dealt or bool(table.waiting_acts) or would_lose_seizure(table, question.player)
        return super().on_respond(table, question) if has_stake else PASS

    def on_influence(self, table: ImajicaTable, question: FlashWindow) -> Act:
        """Answer like `greedy` if this seat would lose the seizure, otherwise pass."""
        return super().on_respond(table, question) if would_lose_seizure(table, question.player) else PASS


def would_lose_seizure(table: ImajicaTable, seat: int) -> bool:
    """Return True if this seat, as seizer or rival, would lose the current seizure if no further card is
    played.
    """
    fight = table.fight
    if fight is None or fight.kind != "seizure":
        return False
    return (seizure_worth(table, fight) > 0) != (seat == fight.seat)


def fight_result(table: ImajicaTable, fight: Fight, seat: int) -> FightResult:
    """Return how a seizure or challenge ended for its own side or for the seat that stands against it."""
    target = table.pieces.get(fight.target_token)
    if fight.kind == "seizure":
        done = target is not None and target.area != "circle" and target.controller == fight.seat
    else:
        done = target is None
    name = table.cards[fight.target_token.partition(".")[0]].name
    if seat == fight.seat:
        return FightResult(fight.kind, float(done), name)
    return FightResult(f"{fight.kind}_against", float(not done), name)


LOOKAHEAD = LookaheadFunctions(
    redeal=redeal,
    playout_player=FastGreedyPlayer,
    checking_player=SteadyPlayer,
    adviser=Planner,
    current_fight=lambda table: table.fight,
    fight_result=fight_result,
    strength=strength,
    quantity_file=Path(__file__).with_name("quantities.toml"),
    turn_number=lambda game: int(game.table.round),
    max_playout_turns=1,
    candidate_answers=candidate_answers,
    obvious_answer=obvious_answer,
    exact_reason=exact_reason,
)
"""The lookahead of Imajica, which plays copies of a game to the end of the round and judges them there."""
