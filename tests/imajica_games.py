"""Play Imajica from a position: given answers where they matter, otherwise quiet ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, ChanceQuestion, Refusal
from twingkit.core.zones.deals import count_pieces
from twingkit.imajica.rules.answers import DealDamage
from twingkit.imajica.rules.questions import SplitDamage
from twingkit.imajica.rules.table import CARDS, ImajicaTable
from twingkit.imajica.starts import position_game

QUIET = ("pass", "end", "damage none", "hand keep")
"""Answers that do nothing."""


def start(line: str, *, variant: str = "box") -> Game:
    """Return a game from a position; without `to move` it is the Ally phase of the first Autarch."""
    return position_game(f"imajica: {line}", variant=variant)


def cards_of(table: ImajicaTable, seat: int) -> Counter[str]:
    """Return every card of an Autarch, wherever it is: in a zone, in play, or announced but not done yet."""
    lying = [piece.card.id for piece in table.pieces.values() if piece.owner == seat]
    waiting = (*table.waiting_acts, *table.acts_in_progress, *table.postponed_acts)
    held = [act.card.id for act in waiting if act.seat == seat and not act.by_power and not act.path_token]
    return count_pieces(table.players[seat], CARDS) + Counter([*lying, *held])


def quietly(game: Game) -> None:
    """Answer the pending question as quietly as possible; chance brings its first option."""
    question = game.question
    assert question is not None
    game.answer(next(question.options()))


def give(game: Game, *answers: str) -> Game:
    """Give answers such as `p1: end`; questions before them, and of others afterwards, are answered quietly.

    Without answers one question is answered quietly.
    """
    if not answers:
        quietly(game)
    for line in answers:
        seat, _, answer = line.partition(": ")
        for _ in range(200):
            question = game.question
            assert question is not None
            if game.start.seat(question.player) == seat and not isinstance(question, ChanceQuestion):
                try:
                    game.answer(answer)
                    break
                except (BadAnswer, Refusal):
                    first = next(question.options())
                    if str(first) not in QUIET or question.kind in ("ally", "autarch"):
                        raise
            quietly(game)
        else:
            raise AssertionError(f"{line} was never asked for")
    return game


def reach(game: Game, kind: str) -> Game:
    """Answer quietly until a question of this kind is pending."""
    for _ in range(200):
        question = game.question
        assert question is not None
        if question.kind == kind:
            return game
        quietly(game)
    raise AssertionError(f"{kind} was never asked")


def refused(game: Game, answer: str) -> str:
    """Return the rule that refuses an answer; check that nothing has changed."""
    before = game.table.key()
    with pytest.raises(Refusal) as no:
        game.answer(answer)
    assert no.value.text("en") != no.value.text("de")
    assert game.table.key() == before
    return no.value.rule


def cited(game: Game) -> Iterable[str]:
    """Return the rules that have acted so far."""
    return [ruling.rule for ruling in game.rulings]


def lies(game: Game, token: str) -> Any:
    """Return a card in play; None if it is not in play."""
    return game.table.pieces.get(token)


def stopped_by_script(line: str, deed: str, goal: str = "target", variant: str = "box") -> bool:
    """Return whether some answers of player 2 stop the deed of player 1, who plays nothing more."""
    game = position_game(line, variant=variant)
    focus = deed.split()[1]
    while game.question is not None and game.question.kind != "ally":
        quietly(game)
    game.answer(deed)

    def stops(game: Game) -> bool:
        question = game.question
        assert question is not None
        table = game.table
        if question.kind == "ally":
            if deed.startswith("seize"):
                return bool(table.pieces[focus].area == "circle")
            wanted = {focus} if goal == "target" else before
            return all(token in table.pieces for token in wanted)
        answers = list(map(question.format_answer, question.options()))
        if question.kind == "damage":
            assert hasattr(question, "max_damage")
            if question.player:
                answers = ["damage none"]
            elif goal == "target":
                hurt = focus in table.fight.involved
                answers = [f"damage {focus} {question.max_damage}" if hurt else "damage none"]
        elif not question.player:
            answers = ["pass"]
        ends = (stops(after(game, answer)) for answer in answers)
        return any(ends) if question.player else all(ends)

    before = {piece.token for piece in game.table.characters(1)}
    return stops(game)


def after(game: Game, answer: str) -> Game:
    """Return the game after one more answer; the given one stays unchanged."""
    branch = game.copy()
    branch.answer(answer)
    return branch


def dead_by_script(game: Game, defenders: tuple[str, ...]) -> int:
    """Return the worth of a set of defenders, with the winner's best split of all that kill somebody."""
    branch = game.copy()
    if defenders:
        give(branch, f"p2: defend {' '.join(defenders)}")
    while branch.question is not None and branch.question.kind not in ("damage", "ally"):
        quietly(branch)
    question = branch.question
    if not isinstance(question, SplitDamage):
        return 0
    ends: list[int] = []
    for split in question.deadly_splits():
        after = branch.copy()
        after.answer(str(DealDamage(split)))
        reach(after, "ally")
        gone = [piece for token, piece in branch.table.pieces.items() if token not in after.table.pieces]
        lost = [(1 if piece.controller == 0 else -1) * int(piece.card.prime) for piece in gone]
        ends.append(sum(lost))
    return min(ends) if question.player == 0 else max(ends)
