"""The pages of whole games send nothing that a player may not know (IM-VIEW-1)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from twingkit import Game
from twingkit.core.knowledge import messages_in_every_language
from twingkit.core.questions import BadAnswer, ChanceQuestion, Refusal
from twingkit.imperium.galaxy.starts import new_game
from twingkit.players.policies import computer_player
from twingkit.testing.hidden import twin_games
from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel


def played(seed: int, answers: int) -> Game:
    """Return a short game played by its computer players, with typed dice and cards."""
    game, rng = new_game(seed=seed, rolls="ask"), random.Random(seed)
    players = [computer_player(game.start, "greedy", seat) for seat in range(3)]
    for _ in range(answers):
        question = game.question
        if question is None:
            break
        game.answer(
            question.random_answer(rng)
            if isinstance(question, ChanceQuestion)
            else players[question.player](game)
        )
    return game


def sent(game: Game, seat: int) -> str | None:
    """Return everything that a seat's page shows at its question: every panel, every system, the hint."""
    question = game.question
    if question is None or question.player != seat or isinstance(question, ChanceQuestion):
        return None
    panel = ImperiumPlayPanel(record=game.record, seat=seat, seed=1)
    shown = [panel.html]
    for act, value in (
        ("all_turns", None),
        ("system", "0"),
        ("system", "5"),
        ("attackers", None),
        ("toggle_panel", "help"),
        ("toggle_panel", "new"),
    ):
        panel.do(act, value)
        shown += [panel.html, panel.status]
    return "".join(shown).replace(panel._prefix, "")


def asked_next(whole: Game, game: Game, twin: Game, seat: int) -> Iterator[tuple[Game, Game]]:
    """Yield both games at the next questions of a seat, for as long as the hidden change has had no visible
    effect: the twin gets the answers of the game."""
    for entry in whole.transcript[len(twin) :]:
        question, same = game.question, twin.question
        if question is None or same is None or (question.kind, question.player) != (same.kind, same.player):
            return
        if messages_in_every_language(game, seat) != messages_in_every_language(twin, seat):
            return
        if question.player == seat and not isinstance(question, ChanceQuestion):
            yield game, twin
        try:
            twin.answer(entry.answer)
        except (Refusal, BadAnswer):
            return
        game.answer(entry.answer)


@pytest.mark.parametrize(("seed", "answers"), [(1, 60), (2, 90)])
def test_IM_VIEW_1_the_page_does_not_depend_on_what_the_person_cannot_see(seed: int, answers: int) -> None:
    """Cards that others drew are exchanged, one at a time: the page stays the same."""
    whole, compared = played(seed, answers), 0
    for seat in range(3):
        for game, twin in twin_games(whole, None, 1, viewer=seat):
            for one, other in islice(asked_next(whole, game, twin, seat), 2):
                assert one.view(seat) == other.view(seat)
                assert sent(one, seat) == sent(other, seat)
                compared += 1
    assert compared > 10
