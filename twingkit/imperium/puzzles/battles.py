"""Exact puzzles of battles: which units take hits, what an effect destroys, whether to use an ability.

Battles are drawn like `sample_battles`, with random factions, technologies and damaged units: only things
that lie open at a table, no cards. A question comes in the first round, so that it is reached quickly, and
never right after a secret choice of the other side. Answers are weighed as by the player `best`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path

import attrs

from twingkit.core.acts import Act
from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.words import SentenceCatalogue, format_number
from twingkit.imperium.battle.analysis.sample_battles import BattleKind, sample_battles
from twingkit.imperium.battle.best_player import MAX_WALKS, advice
from twingkit.imperium.battle.exact_odds.odds_now import odds_now_or_result
from twingkit.imperium.battle.exact_odds.steps_walk import WalkBudgetError
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import EffectUse, Side
from twingkit.imperium.battle.players import assumed_answer
from twingkit.imperium.battle.rules import acts
from twingkit.imperium.battle.rules.dice.combat_roll import hit_count_probabilities
from twingkit.imperium.battle.rules.fire import FireDecision
from twingkit.imperium.battle.rules.questions import DAMAGE_WORD, AssignHits, PlayEffect
from twingkit.imperium.battle.rules.target import NO_TARGET, ChooseTarget
from twingkit.imperium.battle.side_knowledge import enemy_secret_answer_index, game_known_to
from twingkit.imperium.battle.starts import BattleStart, battle_game
from twingkit.imperium.box.effects import effects_by_id, line_effect_ids
from twingkit.imperium.box.units import faction_ids
from twingkit.imperium.puzzles.reference_walk import ReferenceWalk
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.puzzles.source import ExactPuzzleSource, ExactPuzzleTask

_REASON_WORDS = SentenceCatalogue(Path(__file__).with_name("reason_words.toml"))
"""The sentences that give the reason for a puzzle's solution."""

_SAMPLED_KINDS: tuple[BattleKind, ...] = ("space", "space", "space", "ground")
"""A kind listed twice is drawn twice as often."""

_FACTION_CHANCE = 0.5

_TECHNOLOGY_CHANCE = 0.2
"""The probability that a side has each technology that it may have."""

_DAMAGE_CHANCE = 0.25
"""The probability that a unit that can sustain damage is damaged at the start."""

MAX_UNITS = 6
"""The maximum number of units on a side, so that the battle is easy to survey."""

_MIN_ROUGH_LEAD = 0.04
"""The minimum lead of the best answer, with both sides following their lines, for a question to be weighed
exactly.
"""

MAX_ANSWERS = 12
"""The maximum number of answers of a puzzle."""

_SUSTAINING_SHIPS = ("dreadnought", "warsun")

_OPEN_EFFECT_SOURCES = ("technology", "ability", "unit")
"""Visible to both players."""


def _random_battle_game(seed: int) -> Game:
    rng = random.Random(f"battle puzzles {seed}")
    kind = rng.choice(_SAMPLED_KINDS)
    [battle] = sample_battles(1, seed=seed, kind=kind)
    equipped = Battle(kind, *(_equip(side, kind, rng) for side in battle.sides), variant=battle.variant)
    return battle_game(battle if equipped.problems() else equipped, seed=seed, explain=False)


def _equip(side: Side, kind: str, rng: random.Random) -> Side:
    """Return the side with a random faction, technologies and damage."""
    faction = rng.choice(faction_ids()) if rng.random() < _FACTION_CHANCE else ""
    names = [name for name in _technologies(kind, faction) if rng.random() < _TECHNOLOGY_CHANCE]
    units = dict(side.units)
    for name in [name for name in units if name.rstrip("+") in _SUSTAINING_SHIPS]:
        hurt = sum(rng.random() < _DAMAGE_CHANCE for _ in range(units[name]))
        if hurt:
            units[f"{name}!"], units[name] = hurt, units[name] - hurt
    units = {name: count for name, count in units.items() if count}
    return attrs.evolve(side, units=units, faction=faction, effects=tuple(EffectUse(name) for name in names))


@cache
def _technologies(kind: str, faction: str) -> tuple[str, ...]:
    """Return the technologies that a side of a faction may have and that can matter in a battle of this
    kind.
    """
    effects = [effects_by_id()[name] for name in line_effect_ids()]
    return tuple(
        effect.id
        for effect in effects
        if effect.source == "technology"
        and effect.owner in ("", faction)
        and effect.phase in ("both", kind)
        and effect.hook != "no_battle"
    )


def _line_and_answers_so_far(game: Game) -> tuple[str, tuple[str, ...]] | None:
    """Return the battle line and the answers given so far; None if the pending question is not fit for a
    puzzle.
    """
    if not _is_puzzle_question(game):
        return None
    return battle_line(game), tuple(entry.answer for entry in game.transcript)


def _is_puzzle_question(game: Game) -> bool:
    """True if the pending question is fit for a puzzle.

    It must be in the first round, about losses, targets or unused abilities, without too many answers, and
    not right after a secret choice of the other side.
    """
    question = game.question
    match question:
        case PlayEffect(use=use) if use.effect.is_one_shot or use.effect.source not in _OPEN_EFFECT_SOURCES:
            return False
        case AssignHits() | ChooseTarget() | PlayEffect() if game.table.round <= 1:
            pass
        case _:
            return False
    few = len(list(islice(question.options(), MAX_ANSWERS + 1))) <= MAX_ANSWERS
    few &= all(sum(dict(side.units).values()) <= MAX_UNITS for side in game.table.fight.battle.sides)
    return few and enemy_secret_answer_index(game, question.player) < 0


def battle_line(game: Game) -> str:
    """Return the notation of the battle with which a single-battle game started."""
    start = game.start
    assert isinstance(start, BattleStart)
    return str(start.battle)


_THEMES: Mapping[type[Question], str] = {
    ChooseTarget: "target",
    FireDecision: "ability",
    PlayEffect: "ability",
}
"""The themes of puzzles that do not depend on the battle, by the class of the question."""


class _BattleTask(ExactPuzzleTask):
    """A puzzle about which units take hits, what an effect destroys, or whether to use an ability."""

    def answer_values(self) -> Mapping[str, float] | None:
        """Return the chance to win after each answer, as `advice` computes it; None if it does not rate all
        answers or none is clearly best.
        """
        question = self.question
        if not self._promising():
            return None
        try:
            weighed = {row.answer: row.expected_score for row in advice(self.game).rated_answers}
        except WalkBudgetError:
            return None
        return (
            weighed
            if set(weighed) == {question.format_answer(option) for option in question.options()}
            else None
        )

    def _promising(self) -> bool:
        """True if one answer is clearly best when both sides follow the policies of their line; a test that
        takes a tenth of the time of exact values.
        """
        question = self.question
        worths = []
        for option in question.options():
            after = self.game.copy()
            after.auto = False
            after.answer(option)
            try:
                odds = odds_now_or_result(after, max_walks=MAX_WALKS)
            except WalkBudgetError:
                return False
            worths.append((odds.win if question.player == 0 else odds.loss) + odds.tie / 2)
        second, first = sorted(worths)[-2:]
        return first - second >= _MIN_ROUGH_LEAD

    def reference_values(self, answers: Iterable[str]) -> Mapping[str, float]:
        """Return the values of these answers by the slow reference implementation."""
        question = self.question
        walk, known = ReferenceWalk(), game_known_to(self.game, question.player)
        return {answer: walk.worth(known, answer) for answer in answers}

    def theme(self, best: str) -> str:
        """Return the theme of the puzzle: the kind of question and, for losses, the origin of the hits."""
        question = self.question
        if theme := _THEMES.get(type(question)):
            return theme
        if not self.game.table.round:
            return "cannon"
        if any(DAMAGE_WORD in question.format_answer(option) for option in question.options()):
            return "sustain"
        return f"{self.game.table.fight.battle.kind}_losses"

    def share_finding(self, best: str) -> float:
        """Return the share of three simple players that find the best answer: a random one, one with the
        default order of losses, one that gives up the cheapest units.
        """
        question = self.question
        options = [question.format_answer(option) for option in question.options()]
        usual = question.format_answer(assumed_answer(self.game))
        saving = {answer: self._price(answer) for answer in options}
        cheapest = [answer for answer in options if saving[answer] == min(saving.values())]
        return (1 / len(options) + (usual == best) + (best in cheapest) / len(cheapest)) / 3

    def _price(self, answer: str) -> float:
        """Return the resources that an answer gives up: the cost of lost units, or minus the cost of an enemy
        target.
        """
        if isinstance(act := self.question.parse_answer(answer), Act):
            return float(act == acts.PASS)
        side_index, lost, _ = self._losses(answer)
        units = self.game.table.rosters[side_index].units
        price = sum((units[place].cost or 0.0) * n for place, n in lost.items())
        return price if side_index == self.question.player else -price

    def _losses(self, answer: str) -> tuple[int, Mapping[int, int], Mapping[int, int]]:
        """Return the side that loses units by an answer, and the numbers of units destroyed and damaged."""
        match self.question, self.question.parse_answer(answer):
            case ChooseTarget(side_index=side_index), target:
                return side_index, {} if target == NO_TARGET else {target: 1}, {}
            case question, taken:
                return question.player, dict(enumerate(taken.destroyed)), dict(enumerate(taken.sustained))

    def rules(self, best: str) -> tuple[str, ...]:
        """Return the rule of the best answer: Sustain Damage, the assignment of hits, or the rule of the
        effect.
        """
        return ("IM-UNIT-3" if DAMAGE_WORD in best else self.question.rule,)

    def duplicate_key(self) -> object:
        """Return a key that similar puzzles share: the battle."""
        return battle_line(self.game)

    def reason(self, ranked_answers: Sequence[str]) -> str:
        """Return why the best answer beats the second: hits to make and to take, else the coming barrage or
        the effect.
        """
        question = self.question
        if isinstance(question, PlayEffect):
            rule = rulebook()[question.use.effect.rule]
            return _REASON_WORDS.say("why.effect", title=rule.title(), text=rule.text())
        own = self._losses(ranked_answers[0])[0] == question.player
        first, second = (self._remaining_strength(answer) for answer in ranked_answers[:2])
        facts = {
            "hits": format_number(first[0], 1), "health": first[1],
            "fewer": format_number(second[0], 1), "weaker": second[1],
        }  # fmt: skip
        better, worse = (first, second) if own else (second, first)
        if better != worse and better[0] >= worse[0] and better[1] >= worse[1]:
            return _REASON_WORDS.say("why.own" if own else "why.theirs", **facts)
        barrage = (
            self.game.table.fight.battle.kind == "space" and not self.game.table.round and self._has_barrage()
        )
        return _REASON_WORDS.say("why.barrage", **facts) if barrage else ""

    def _has_barrage(self) -> bool:
        return any(
            unit.barrage and force.count(place)
            for roster, force in zip(self.game.table.rosters, self.game.table.forces, strict=True)
            for place, unit in enumerate(roster.units)
        )

    def _remaining_strength(self, answer: str) -> tuple[float, int]:
        """Return the average number of hits that a side makes in a round after an answer, and the number of
        hits that it can take.
        """
        table = self.game.table
        side_index, lost, hurt = self._losses(answer)
        left = table.forces[side_index]
        for place in {*lost, *hurt}:
            n = hurt.get(place, 0)
            left = left.without(place, lost.get(place, 0)).with_count_changes(place, -n, n)
        forces = [left if side == side_index else force for side, force in enumerate(table.forces)]
        chances = hit_count_probabilities(
            table.fight, (forces[0], forces[1]), side_index, max(1, table.round)
        )
        hits = round(sum(n * chance for n, chance in enumerate(chances)), 9)
        sustaining = table.rosters[side_index].sustaining_indices
        health = left.size + sum(left.fresh[place] for place in sustaining)
        return hits, health


BATTLE_PUZZLES = ExactPuzzleSource(
    new_game=_random_battle_game,
    next_answer=assumed_answer,
    puzzle_position=_line_and_answers_so_far,
    task=_BattleTask,
)
"""The generator of exact puzzles from random battles."""
