"""Ember's part in rating answers by playing on, and its player `expert`."""

from __future__ import annotations

from collections.abc import Iterable

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.ember.players.greedy import Greedy
from twingkit.ember.players.next_turn import NextTurn
from twingkit.ember.players.outlook import hand_of
from twingkit.ember.players.planner import Planner, planned_outlook
from twingkit.ember.players.reasons import reason
from twingkit.ember.players.redeal import redeal
from twingkit.ember.players.worth import chance_to_win
from twingkit.ember.rules.cards import card_token
from twingkit.ember.rules.choices import Discard, EmberChoice, Redraw
from twingkit.ember.rules.questions import Conjure
from twingkit.ember.rules.table import EmberTable
from twingkit.players.lookahead import Expert, Lookahead


class PlayingOn(Greedy):
    """A fast player for playing on many games; it is deterministic for a seed."""

    def on_conjure(self, table: EmberTable, question: Conjure, answers: list[str]) -> str:
        """Answer step 2: conjure the best creature, then do nothing more."""
        return "done" if table.conjured or table.refreshed else super().on_conjure(table, question, answers)

    def on_choice(self, table: EmberTable, question: EmberChoice, answers: list[str]) -> str:
        """Give up cards one after another, each the one that is missed least, as many as allowed; otherwise
        choose like `greedy`.
        """
        if isinstance(question, Discard):
            return least_missed(table, question, question.count)
        return super().on_choice(table, question, answers)


def least_missed(table: EmberTable, question: Discard, count: int) -> str:
    """Return the answer that gives up `count` cards, one after another, each the one that is missed least."""
    hand = hand_of(question.choices)
    gone = list(NextTurn(table, question.player).kept(hand, min(count, len(hand))))
    return " ".join([question.word, *question.ordered([card_token(place) for place in gone])])


DRAWS, WAYS = 3, 5
"""The number of draws, and of conjurings, that are looked at; the best by what `expert` reckons."""


def is_worth_weighing(asked: Question) -> bool:
    """Return True for the decisions that matter most: the draw, the conjuring with the uses around it, and a
    redraw.
    """
    return asked.kind in ("draw", "conjure", "redraw")


def candidate_answers(game: Game) -> Iterable[object]:
    """Return the answers to a question that are worth rating, in the order in which `expert` prefers them.

    For a question that is not weighed these are all options.
    """
    asked, table = game.question, game.table
    assert asked is not None
    options = list(asked.options())
    if not is_worth_weighing(asked):
        return options
    planner, seat = Planner(0), asked.player
    advised = str(planner(game))
    others: list[str] = []
    if isinstance(asked, Redraw):
        others = [least_missed(table, asked, count) for count in range(1, asked.count + 1)]
    elif asked.kind == "draw":
        outlook = planned_outlook(table, seat)
        steps = [answer for answer in options if answer.split()[0] in ("draw", "stay")]
        steps.sort(key=lambda answer: planner.worth_of_step(outlook, table, seat, answer), reverse=True)
        others = [*steps[:DRAWS], *(["refresh"] if "refresh" in options else [])]
    elif ways := [answer for answer in options if answer.startswith("conjure")]:
        weighed = planner.weigh_conjurings(table, seat, ways)
        if len(weighed) == 1:  # it reaches the call
            return [advised]
        others = sorted(weighed, key=lambda answer: -weighed[answer])[:WAYS]
    uses = [answer for answer in options if answer.startswith("use ")] if asked.kind == "conjure" else []
    waits = ["done"] if "done" in options else []
    return list(dict.fromkeys([advised, *others, *uses, *waits]))


LOOKAHEAD = Lookahead(
    redeal=redeal,
    player=PlayingOn,
    estimate_win=chance_to_win,
    turn_number=lambda game: int(game.table.turn),
    horizon=1,
    answers=candidate_answers,
    reason=reason,
)
"""The lookahead of Ember: copies of a game are played to the end of the turn and judged there."""

GAMES, SECONDS = 64, 0.8
"""The games that are played on for one answer where `expert` says why, and the seconds after which it makes
do with fewer."""


def expert(seed: int, *, games: int = GAMES, seconds: float | None = SECONDS) -> Expert:
    """Return the player `expert`, deterministic for a seed: it answers like `Planner` and looks ahead to give
    reasons.
    """
    return Expert(
        seed,
        lookahead=LOOKAHEAD,
        adviser=Planner,
        should_look_ahead=is_worth_weighing,
        games=games,
        seconds=seconds,
        trust_adviser=True,
    )
