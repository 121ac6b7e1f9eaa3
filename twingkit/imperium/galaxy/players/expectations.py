"""What the computer expects from an action: planets, a battle, an objective, units, or a card's benefit."""

from __future__ import annotations

from twingkit.core.play import Game
from twingkit.core.rulebook import READER_KEY, QuotedFact, Ruling
from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.objectives.progress import progress_on_objective
from twingkit.imperium.galaxy.objectives.scoring import scorable_public_objectives
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.players.known_table import known_table
from twingkit.imperium.galaxy.players.objective_plans import table_if_option_succeeds, unscored_objectives
from twingkit.imperium.galaxy.players.steady import SteadyPolicy
from twingkit.imperium.galaxy.players.tactical_options import TacticalOption
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.texts.fact_names import facts_with_names
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.players.lookahead import AnswerRatings


def expectation_ruling(game: Game, ratings: AnswerRatings | None, answer: str) -> Ruling | None:
    """Return a ruling that explains what an activation or movement is expected to achieve, or what a strategy
    card brings; None if there is nothing to say.

    It uses only what the player knows, and no ratings.
    """
    question, (word, _, number) = game.question, answer.partition(" ")
    if question is not None and word in ("take", "strategy") and number.isdecimal():
        ready = len(scorable_public_objectives(game.table, question.player))
        case = "why_3_speaker" if number == "3" and game.table.speaker == question.player else f"why_{number}"
        return Ruling("IM-STRAT-1", case, {"n": ready}, rulebook())
    if isinstance(question, Move):
        system = question.target
    elif isinstance(question, TurnChoice) and answer.startswith("activate "):
        system = game.table.galaxy.system(answer.removeprefix("activate ")).index
    else:
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


def contrast_answers(game: Game, better: str, worse: str) -> Ruling | None:
    """Return a ruling that states what scoring the objective in the answer `worse` would cost; None if the
    answer scores nothing or costs nothing.
    """
    word, _, name = worse.partition(" ")
    card = objectives_by_id().get(name) if word == "score" else None
    if card is None or card.requirement_kind != "spend":
        return None
    cost = QuotedFact(rulebook()[card.rule].text().partition(": ")[2])
    return Ruling("IM-OBJ-1", "why_unscored", {"card": card.rule, "cost": cost}, rulebook())


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
