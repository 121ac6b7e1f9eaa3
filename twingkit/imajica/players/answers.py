"""The answers worth rating: the computer players' own choices, and the next best ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from twingkit.core.play import Game
from twingkit.imajica.players.greedy import Greedy, ValuedAnswer, ally_phase_acts
from twingkit.imajica.players.planner import Planner
from twingkit.imajica.players.plans import ActionPlan, challenge_plans, hand_help, seizure_plans
from twingkit.imajica.players.steady import Steady, life_saving_retreat
from twingkit.imajica.rules import acts
from twingkit.imajica.rules.autarch import AutarchTurn
from twingkit.imajica.rules.deeds import AllyTurn
from twingkit.imajica.rules.questions import END, PASS, FlashWindow, NameCharacters
from twingkit.imajica.rules.table import ImajicaTable

CARDS, CALLS, LAID, SEIZURES, CHALLENGES = 2, 3, 2, 3, 2
"""Maximum numbers of cards or powers, calls, laid cards, seizures and challenges to rate."""


def candidate_answers(game: Game) -> list[str]:
    """Return the answers worth rating, those that the computer players prefer first."""
    asked, table = game.question, game.table
    assert asked is not None
    steady = Steady(0)
    candidates: Iterable[str]
    if isinstance(asked, FlashWindow):
        candidates = _windows(table, asked, steady)
    elif isinstance(asked, AllyTurn):
        candidates = _ally(table, asked, steady)
    elif isinstance(asked, AutarchTurn):
        candidates = _autarch(table, asked, steady)
    elif isinstance(asked, NameCharacters):
        candidates = [PASS, " ".join([asked.answer_prefix, *asked.nameable_tokens()])]
    else:
        candidates = map(str, asked.options())
    allowed = [answer for answer in candidates if asked.refusal(answer) is None]
    return list(dict.fromkeys([steady(game), Planner(0)(game), Greedy(0)(game), *allowed]))


def obvious_answer(game: Game) -> str | None:
    """Return the only answer worth rating, or None if there are several."""
    choices = candidate_answers(game)
    return choices[0] if len(choices) == 1 else None


def _windows(table: ImajicaTable, asked: FlashWindow, steady: Steady) -> Iterator[str]:
    """Yield a card or power that gains something, and a pass.

    If nothing is happening, yield cards only in the Autarch's own turn.
    """
    if table.fight is not None or table.waiting_acts or table.current == asked.player:
        yield from _best(steady.best_acts(table, asked.player, asked.playable_kind, asked.options()), CARDS)
    yield PASS


def _best(weighed: Iterable[ValuedAnswer], count: int) -> list[str]:
    return [answer for _, answer in sorted(weighed, reverse=True)[:count]]


def _plans(plans: Iterable[ActionPlan], count: int) -> list[str]:
    return [plan.answer for plan in sorted(plans, reverse=True)[:count]]


def _ally(table: ImajicaTable, asked: AllyTurn, steady: Steady) -> Iterator[str]:
    """Yield seizures, challenges, cards, calls, a retreat, and the end of the turn in the Ally phase."""
    seat = asked.player
    seizures = _plans(seizure_plans(table, seat, hand_help(table, seat)), SEIZURES)
    calls = [answer for answer in asked.options() if answer.startswith("call ")] if not asked.acted else []
    cards = steady.best_acts(table, seat, asked.playable_kind, ally_phase_acts(table, seat))
    yield from seizures[:1]
    yield END
    yield from _plans(challenge_plans(table, seat), CHALLENGES)
    yield from _best(cards, CARDS)
    yield from calls[:CALLS]
    yield from seizures[1:]
    if retreat := life_saving_retreat(table, seat):
        yield retreat


def _autarch(table: ImajicaTable, asked: AutarchTurn, steady: Steady) -> Iterator[str]:
    """Yield Sites, Paths, Dictates, a reassignment of spare Holders, and the end of the turn."""
    seat = asked.player
    options = list(asked.options())
    yield END
    yield from [answer for answer in options if answer.startswith("lay ")][:LAID]
    yield from [answer for answer in options if answer.startswith("path ")][:LAID]
    yield from _best(steady.best_acts(table, seat, asked.playable_kind, filter(acts.is_act, options)), CARDS)
    gain, released = steady.answer_sending_spares_to_reserve(table, seat)
    if gain > 0:
        yield released
