"""Rating answers in Twilight Imperium by playing on: the candidate answers, what the computer expects from an
action, and the playouts, a whole game with `steady`, a battle with the policies in its notation.

All of it uses only information that the answering player may see (`known_table.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from twingkit.core.acts import Act
from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.rulebook import READER_KEY, Ruling
from twingkit.imperium.battle.players import assumed_answer
from twingkit.imperium.battle.rules.questions import QuestionWithDefault
from twingkit.imperium.galaxy.agenda.voting import CastVotes
from twingkit.imperium.galaxy.objectives.progress import progress_on_objective
from twingkit.imperium.galaxy.objectives.scoring import scorable_public_objectives
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.players.building import plan_build
from twingkit.imperium.galaxy.players.greedy import GreedyPolicy
from twingkit.imperium.galaxy.players.known_table import find_rating_fault, known_table, redeal_hidden_cards
from twingkit.imperium.galaxy.players.objective_plans import table_if_option_succeeds, unscored_objectives
from twingkit.imperium.galaxy.players.steady import SteadyPolicy
from twingkit.imperium.galaxy.players.steady_choices import STRATEGY_CARD_WORTH, TECHNOLOGY_WORTH
from twingkit.imperium.galaxy.players.strength import strength
from twingkit.imperium.galaxy.players.tactical_options import TacticalOption
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.tactical.production_step import Build
from twingkit.imperium.galaxy.trade.offers import Offer
from twingkit.imperium.texts.fact_names import facts_with_names
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.players.lookahead import AnswerRatings, LookaheadFunctions
from twingkit.players.policies import Policy

_POLITICS = 3
"""The number of the strategy card that names a new speaker."""

_MAX_CANDIDATES = 4
"""The largest number of candidate answers, including the computer players' choices."""

CONSIDERED_QUESTION_KINDS = (
    "turn",
    "take",
    "secondary",
    "score",
    "build",
    "research",
    "vote",
    "use",
    "second",
    "return",
)
"""The kinds of questions with more than one candidate; the others mostly have an obvious answer."""


def candidate_answers(game: Game) -> list[str]:
    """Return the answers to the pending question that are worth rating, the computer players' own choices
    first.
    """
    question = game.question
    assert question is not None
    if isinstance(question, QuestionWithDefault):  # in a single battle
        return [question.format_answer(option) for option in islice(question.options(), _MAX_CANDIDATES)]
    table = known_table(game.table, question.player)
    candidates = [question.format_answer(SteadyPolicy(0)(game))]
    if question.kind in CONSIDERED_QUESTION_KINDS:
        candidates.append(question.format_answer(GreedyPolicy(0)(game)))
        candidates += map(question.format_answer, _further_candidates(table, question))
    allowed = (
        answer
        for answer in dict.fromkeys(candidates)
        if question.refusal(question.parse_answer(answer)) is None
    )
    return list(islice(allowed, _MAX_CANDIDATES))


def only_candidate(game: Game) -> str | None:
    """Return the only answer to the pending question that is worth rating; None if there are several."""
    candidates = candidate_answers(game)
    return candidates[0] if len(candidates) == 1 else None


def _further_candidates(table: GameTable, question: Question[Any]) -> Iterable[object]:  # any question
    """Yield further candidate answers, the most promising first."""
    for kind, listed in _CANDIDATES.items():
        if isinstance(question, kind):
            return listed(table, question)
    return islice(question.options(), _MAX_CANDIDATES)


def _turn(table: GameTable, question: TurnChoice) -> Iterator[Act]:
    """Yield the most valuable actions, at most one per system."""
    seat, steady = question.player, SteadyPolicy(0)
    steady.plan_objectives(table, seat)
    worth: dict[Act, float] = {
        option: steady.turn_answer_worth(table, seat, option)
        for option in question.options()
        if not isinstance(option, Offer)
    }
    if table.players[seat].tactic:
        for tactical_option in steady.tactical_options(table, seat):
            answer = acts.Activate(table.tile_number(tactical_option.system))
            worth[answer] = max(
                worth.get(answer, 0.0), steady.tactical_option_worth(table, seat, tactical_option)
            )
    yield from sorted(worth, key=lambda answer: -worth[answer])


def _votes(table: GameTable, question: CastVotes) -> Iterator[Act]:
    """Yield, for each outcome, the answer that casts all votes for it, and then the answer that abstains."""
    yield acts.ABSTAIN
    if question.voting_planets:
        yield from (acts.Vote(outcome, tuple(question.voting_planets)) for outcome in question.allowed)


def _build(table: GameTable, question: Build) -> Iterator[Act]:
    """Yield variants of the computer players' build with fewer and with more units, and the answer that
    builds nothing.
    """
    for budget in (question.max_cost, question.max_cost // 2):
        yield question.build(plan_build(table, question, budget))
    yield question.build({})


def _choices_by_worth(table: GameTable, question: ItemChoice) -> Iterator[str]:
    worth: Mapping[str, float] = {
        "take": {str(number): worth for number, worth in STRATEGY_CARD_WORTH.items()},
        "research": TECHNOLOGY_WORTH,
    }.get(question.kind, {})
    best_first = sorted(question.choices, key=lambda choice: -worth.get(choice, 0))
    yield from map(str, map(question.choose, best_first))


# Each function accepts only its own kind of question.
_CANDIDATES: Mapping[type[Question[Any]], Callable[[GameTable, Any], Iterable[object]]] = {
    TurnChoice: _turn,
    CastVotes: _votes,
    Build: _build,
    ItemChoice: _choices_by_worth,
}
"""The function that yields further answers, by question class."""


def expectation_ruling(game: Game, ratings: AnswerRatings | None, answer: str) -> Ruling | None:
    """Return a ruling that explains what an activation or movement is expected to achieve, or what a strategy
    card brings; None if there is nothing to say.

    It uses only what the player knows, and no ratings.
    """
    question = game.question
    if question is None:
        return None
    match question.parse_answer(answer):
        case acts.Choose("take", number) | acts.Strategy(number):
            ready = len(scorable_public_objectives(game.table, question.player))
            is_speaker = int(number) == _POLITICS and game.table.speaker == question.player
            case = f"why_{number}{'_speaker' if is_speaker else ''}"
            return Ruling("IM-STRAT-1", case, {"n": ready}, rulebook())
        case acts.Activate(named) if isinstance(question, TurnChoice):
            system = game.table.galaxy.system(named).index
        case _ if isinstance(question, Move):
            system = question.target
        case _:
            return None
    table, seat, steady = known_table(game.table, question.player), question.player, SteadyPolicy(0)
    steady.plan_objectives(table, seat)
    weighed = [
        (steady.tactical_option_worth(table, seat, option), option)
        for option in steady.tactical_options(table, seat, system)
        if isinstance(question, TurnChoice) or question.format_plan(option.plan) == answer
    ]
    worth, best = max(weighed, key=lambda pair: pair[0], default=(0.0, None))
    if best is not None and (worth > 0 or isinstance(question, Move)):
        return _option_result(table, seat, best)
    if isinstance(question, TurnChoice) and table.dock_places(seat, system):
        return _ruling(seat, "why_builds")
    return None


def _option_result(table: GameTable, seat: int, option: TacticalOption) -> Ruling | None:
    """Return the planets and the battle that a tactical option brings, else the objective that it serves."""
    facts = {"planets": option.gained_planets, "n": min(9, max(1, round(10 * option.win_probability)))}
    if option.win_probability < 1:
        return _ruling(seat, "why_conquers" if option.gained_planets else "why_fights", **facts)
    after = table_if_option_succeeds(table, seat, option)
    for card in unscored_objectives(table, seat):
        there = progress_on_objective(after, seat, card)
        if card.requirement_kind not in ("spend", "event") and there > progress_on_objective(
            table, seat, card
        ):
            case = "why_takes_for" if option.gained_planets else "why_moves_for"
            return _ruling(seat, case, **facts, objective=card.id, there=there, needed=card.needed_count)
    return _ruling(seat, "why_takes", **facts) if option.gained_planets else None


def _ruling(seat: int, case: str, **facts: object) -> Ruling:
    """Return a ruling that addresses the player of a seat."""
    ruling = Ruling("IM-TACT-1", case, {"side": SEATS[seat], **facts_with_names(facts)}, rulebook())
    return ruling.for_reader({SEATS[seat]: READER_KEY})


def round_number(game: Game) -> int:
    """Return the number of the round; always 0 in a single battle."""
    return game.table.round if isinstance(game.table, GameTable) else 0


def _playout_player(seed: int) -> Policy:
    """Return the player of all seats in playouts: `steady` in a whole game, the policies of the notation in a
    battle.
    """
    steady = SteadyPolicy(seed)
    return lambda game: steady(game) if isinstance(game.table, GameTable) else assumed_answer(game)


LOOKAHEAD = LookaheadFunctions(
    redeal=redeal_hidden_cards,
    find_rating_fault=find_rating_fault,
    playout_player=_playout_player,
    strength=strength,
    quantity_file=Path(__file__).with_name("quantities.toml"),
    turn_number=round_number,
    max_playout_turns=1,
    candidate_answers=candidate_answers,
    obvious_answer=only_candidate,
    exact_reason=expectation_ruling,
)
