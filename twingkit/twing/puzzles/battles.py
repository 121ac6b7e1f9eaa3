"""Exact puzzles about battles: the best response after the roll (TW-BAT-10), found by best play (TW-ODDS-2).

Battles are dealt from the box as in `sample_battles`, some of them with objects; dice are rolled at random,
and before the question both sides play as well as possible. Nothing in such a battle is hidden: its line says
what each side holds.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Literal

import attrs

from twingkit.core.play import Game
from twingkit.core.rulebook import READER_KEY
from twingkit.core.words import SentenceCatalogue, format_percent
from twingkit.learn.puzzles.source import ExactPuzzleSource, ExactPuzzleTask
from twingkit.odds.reference import reference_odds
from twingkit.twing.analysis.responses.response_reasons import NO_RESPONSE, ruling_if_all_pass
from twingkit.twing.analysis.sample_battles import sample_battles
from twingkit.twing.exact_odds.odds_now import odds_now
from twingkit.twing.exact_odds.terms import Responses
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.players import PLAYERS
from twingkit.twing.players.best_answer import best_battle_answer
from twingkit.twing.rules.battle_acts import Trap, Turn, UseObject, parse_response
from twingkit.twing.rules.cards import CROSS, SPIRAL, SUN
from twingkit.twing.rules.dice import OrnRoll
from twingkit.twing.rules.fight import Fight
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.outcome import BattleResult
from twingkit.twing.rules.responses import Respond
from twingkit.twing.starts import BattleStart, battle_game

_REASON_SENTENCES = SentenceCatalogue(Path(__file__).with_name("reason_words.toml"))

LEAST_CARDS, MOST_CARDS = 10, 18
"""The smallest and the largest number of cards dealt to each side."""

_MAX_OBJECTS = 2
"""The highest number of objects of a side; the actual number is random."""

_OBJECT_PROBABILITY = 0.3
"""The probability that a side has objects."""

MAX_ANSWERS = 12
"""The highest number of possible answers in a puzzle."""

SYMBOL_FACES = (SUN, CROSS, SPIRAL)
"""The faces of a die that are not numbers."""


def new_battle(seed: int) -> Game:
    """Deal a random legal battle as material for puzzles, and start it as a game."""
    rng = random.Random(f"battle puzzles {seed}")
    lays: Literal["best", "drawn"] = "best" if rng.random() < 1 / 2 else "drawn"
    [battle] = sample_battles(1, seed=seed, cards=rng.randint(LEAST_CARDS, MOST_CARDS), lays=lays)
    names = rng.sample(OBJECTS, 2 * _MAX_OBJECTS)
    having = [
        tuple(names[index::2][: rng.randint(1, _MAX_OBJECTS)]) if rng.random() < _OBJECT_PROBABILITY else ()
        for index in range(2)
    ]
    equipped = Battle(
        *(attrs.evolve(side, objects=own) for side, own in zip(battle.sides, having, strict=True))
    )
    return battle_game(battle if equipped.problems() else equipped, seed=seed, explain=False)


def _battle_task(game: Game) -> tuple[str, tuple[str, ...]] | None:
    """Return (battle, answers so far); None unless a response after the roll is pending that has few possible
    answers.
    """
    question, fight, start = game.question, game.table.fight, game.start
    if question is None or question.kind != Respond.kind or fight is None or not _both_dice(fight):
        return None
    few = len(list(islice(question.options(), MAX_ANSWERS + 1))) <= MAX_ANSWERS
    assert isinstance(start, BattleStart)
    return (str(start.battle), tuple(entry.answer for entry in game.transcript)) if few else None


def _both_dice(fight: Fight) -> bool:
    return all(side.shown_face is not None for side in fight.sides)


def _response_value(game: Game, seat: int, responses: Responses) -> float:
    if game.over:
        winner = game.result.winner
        return 0.5 if winner is None else float(winner == seat)
    odds = odds_now(game, responses=responses)
    assert odds is not None
    return (odds.win if seat == 0 else odds.loss) + odds.tie / 2


def _score(result: object) -> int:
    assert isinstance(result, BattleResult)
    return {0: 1, None: 0, 1: -1}[result.winner]


def _current_ruling_text(game: Game, reader: int) -> str:
    """Return the ruling that decides the battle if all pass, addressed to the player in seat `reader`."""
    return ruling_if_all_pass(game).for_reader({game.start.seat(reader): READER_KEY}).text()


def _chance_to_win_at_once(game: Game, seat: int) -> float:
    """Return the chance that the next roll wins the battle for a seat if both sides then pass."""
    roll = game.question
    assert isinstance(roll, OrnRoll)
    wins = 0.0
    for face, chance in roll.outcomes():
        rolled = game.copy()
        rolled.auto = False
        rolled.answer(face)
        while not rolled.over:
            rolled.answer(NO_RESPONSE)
        wins += chance * (rolled.result.winner == seat)
    return wins


class _BestResponseTask(ExactPuzzleTask):
    def answer_values(self) -> Mapping[str, float] | None:
        """Return the expected score (win 1, tie ½) of each response for its side under best play."""
        return self._worths("best")

    def _worths(self, responses: Responses) -> dict[str, float]:
        question = self.question
        worth = {}
        for option in question.options():
            after = self.game.copy()
            after.auto = False
            after.answer(option)
            worth[question.format_answer(option)] = _response_value(after, question.player, responses)
        return worth

    def reference_values(self, answers: Iterable[str]) -> Mapping[str, float]:
        """Return the expected scores of these answers by the reference implementation."""
        return {answer: self._walked(answer) for answer in answers}

    def _walked(self, answer: str) -> float:
        question = self.question
        after = self.game.copy()
        after.auto = False
        after.answer(answer)
        if after.over:
            return _response_value(after, question.player, "best")
        odds = reference_odds(after, _score)
        return (odds.win if question.player == 0 else odds.loss) + odds.tie / 2

    def theme(self, best: str) -> str:
        """Return the theme: "critical" for a symbol on a die, "shield", or else the card played."""
        sides = self.game.table.fight.sides
        response = parse_response(best)
        assert response is not None
        if not isinstance(response, Trap | Turn):
            if any(side.shown_face in SYMBOL_FACES for side in sides):
                return "critical"
            if any(side.lay.is_shield for side in sides):
                return "shield"
        return "object" if isinstance(response, UseObject) else response.name

    def share_finding(self, best: str) -> float:
        """Return the share of three simple players (random, `greedy`, dice only) who find `best`."""
        question = self.question
        by_dice = self._worths("none")
        first = max(by_dice.values())
        tied = [answer for answer, worth in by_dice.items() if worth >= first - 1e-9]
        greedy = question.format_answer(PLAYERS["greedy"](0)(self.game))
        return (1 / len(by_dice) + (best in tied) / len(tied) + (greedy == best)) / 3

    def rules(self, best: str) -> tuple[str, ...]:
        """Return the ids of the rules behind the answer: the rule about responses."""
        return ("TW-BAT-10",)

    def duplicate_key(self) -> object:
        """Return a key that is equal for puzzles with the same odds and the same side to respond."""
        question, fight = self.question, self.game.table.fight
        sides = tuple(
            (
                sum(fighter.card.power for fighter in side.creatures_in_battle)
                + sum(spell.power for spell in side.lay.spells),
                side.lay.is_shield,
                side.shown_face,
                str(side.player.response_cards),
                tuple(sorted(side.player.active_objects)),
            )
            for side in fight.sides
        )
        return question.player, fight.passes, sides

    def reason(self, ranked_answers: Sequence[str]) -> str:
        """Return the reason: who wins now, who wins after the best answer, and the chance of a reroll."""
        question = self.question
        best = ranked_answers[0]
        now = _REASON_SENTENCES.say("why.now", standing=_current_ruling_text(self.game, question.player))
        after = self.game.copy(explain=True)
        after.auto = False
        after.answer(best)
        if best == NO_RESPONSE:
            key, facts = "why.keep", {}
        elif isinstance(after.question, OrnRoll):
            key, facts = "why.roll", {"win": format_percent(_chance_to_win_at_once(after, question.player))}
        else:
            key, facts = "why.then", {"standing": _current_ruling_text(after, question.player)}
        return f"{now} {_REASON_SENTENCES.say(key, **facts)}"


BATTLE_PUZZLES = ExactPuzzleSource(
    new_game=new_battle, next_answer=best_battle_answer, puzzle_position=_battle_task, task=_BestResponseTask
)
"""The source of exact puzzles about battles."""
