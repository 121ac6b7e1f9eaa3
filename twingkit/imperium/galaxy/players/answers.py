"""Candidate answers to a question of a whole game: the advice of the players, then the next best answers.

They use only what the asked player may see, like everything a player does (`known_table.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.imperium.battle.rules.questions import Decision
from twingkit.imperium.galaxy.agenda.voting import ABSTAIN, CastVotes
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.players.building import plan_build
from twingkit.imperium.galaxy.players.greedy import Greedy
from twingkit.imperium.galaxy.players.known_table import known_table
from twingkit.imperium.galaxy.players.steady import Steady
from twingkit.imperium.galaxy.players.steady_choices import STRATEGY_CARD_WORTH, TECHNOLOGY_WORTH
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.imperium.galaxy.tactical.production_step import Build

MAX_ANSWERS = 4
"""The number of answers that are looked at, those of the players among them."""

CONSIDERED = ("turn", "take", "secondary", "score", "build", "research", "vote", "use", "second", "return")
"""The kinds of questions at which more than the advised answer is looked at; to others there is mostly one
that goes without saying."""


def candidate_answers(game: Game) -> list[str]:
    """The answers that are worth a look, those that the players advise first."""
    asked = game.question
    assert asked is not None
    if isinstance(asked, Decision):  # in a single battle
        return [asked.format_answer(option) for option in islice(asked.options(), MAX_ANSWERS)]
    table = known_table(game.table, asked.player)
    candidates = [asked.format_answer(Steady(0)(game))]
    if asked.kind in CONSIDERED:
        candidates.append(asked.format_answer(Greedy(0)(game)))
        candidates += further_candidates(table, asked)
    allowed = (
        answer for answer in dict.fromkeys(candidates) if asked.refusal(asked.parse_answer(answer)) is None
    )
    return list(islice(allowed, MAX_ANSWERS))


def only_candidate(game: Game) -> str | None:
    """The only answer that is worth a look, where there is no other one."""
    candidates = candidate_answers(game)
    return candidates[0] if len(candidates) == 1 else None


def further_candidates(table: GameTable, asked: Question[Any]) -> Iterable[str]:  # any question
    """Further answers, the likeliest first."""
    for kind, listed in _CANDIDATES.items():
        if isinstance(asked, kind):
            return listed(table, asked)
    return islice((asked.format_answer(option) for option in asked.options()), MAX_ANSWERS)


def _turn(table: GameTable, asked: TurnChoice) -> Iterator[str]:
    """The actions with the largest worth, no two in one system."""
    seat, steady = asked.player, Steady(0)
    steady.note_objectives(table, seat)
    worth = {
        option: steady.option_worth(table, seat, option)
        for option in asked.options()
        if not option.startswith("offer ")
    }
    if table.players[seat].tactic:
        for strike in steady.strikes(table, seat):
            answer = f"activate {table.tile_number(strike.system)}"
            worth[answer] = max(worth.get(answer, 0.0), steady.strike_worth(table, seat, strike))
    yield from sorted(worth, key=lambda answer: -worth[answer])


def _votes(table: GameTable, asked: CastVotes) -> Iterator[str]:
    """All votes for each outcome, and none."""
    yield ABSTAIN
    if asked.planets:
        yield from (f"vote {outcome} {', '.join(asked.planets)}" for outcome in asked.allowed)


def _build(table: GameTable, asked: Build) -> Iterator[str]:
    """The builds of the players with less, with more, and nothing."""
    for budget in (asked.budget, asked.budget // 2):
        yield asked.format_counts(plan_build(table, asked, budget))
    yield asked.format_counts({})


def _chosen(table: GameTable, asked: ItemChoice) -> Iterator[str]:
    """The choices with the largest worth first, as far as it is known."""
    worth: Mapping[str, float] = {
        "take": {str(number): worth for number, worth in STRATEGY_CARD_WORTH.items()},
        "research": TECHNOLOGY_WORTH,
    }.get(asked.kind, {})
    yield from (
        f"{asked.word} {choice}" for choice in sorted(asked.choices, key=lambda choice: -worth.get(choice, 0))
    )


# Each function accepts only its own kind of question.
_CANDIDATES: Mapping[type[Question[Any]], Callable[[GameTable, Any], Iterable[str]]] = {
    TurnChoice: _turn,
    CastVotes: _votes,
    Build: _build,
    ItemChoice: _chosen,
}
"""The further answers to each kind of question; to another one its first options."""
