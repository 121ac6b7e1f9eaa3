"""Predict the effect of an answer: the ruling that follows it, as far as the player can know."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.core.knowledge import unknown_outcome_indices
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Refusal
from twingkit.core.rulebook import HiddenFact, Ruling
from twingkit.core.running.running_script import player_count
from twingkit.players.lookahead import lookahead_of

_MAX_CHECKED_ANSWERS = 60
"""The largest number of options for which a game that cannot redeal hidden things is checked for them."""


_DEALS_COMPARED = 3
"""The number of deals that must lead to the same ruling."""


def sample_consistent_games(game: Game) -> tuple[Game, ...]:
    """Return copies of the game that look the same to the player who is asked, with hidden information dealt
    again at random.

    Returns only the game itself if nothing is hidden, and no games if hidden things cannot be dealt anew.
    """
    question = game.question
    if question is None:
        return ()
    lookahead = lookahead_of(game)
    if lookahead.redeal_function(game) is not None and lookahead.rating_fault(game) is None:
        return tuple(
            lookahead.sample_hidden_information(game, question.player, len(game) + number)
            for number in range(_DEALS_COMPARED)
        )
    return (
        (game,)
        if len(game) <= _MAX_CHECKED_ANSWERS and not unknown_outcome_indices(game, question.player)
        else ()
    )


def first_ruling_after(worlds: Sequence[Game], answer: str) -> Ruling | None:
    """Return the first ruling after an answer to the pending question, in the view of the player who is
    asked; None if it is not certain.

    It is not certain if no ruling follows, if it reveals something that only some players know, or if the
    `worlds` (see `sample_consistent_games`) do not agree. A ruling that names only other players counts as
    none. The games are not changed, and no chance result is drawn.

    >>> game = Game.begin("F: F5 vs W: W6")
    >>> print(first_ruling_after(sample_consistent_games(game), "lay F5"))
    The attacker attacks the defender with Fire 5. Points of the spells: 5. [TW-BAT-1]
    """
    rulings = [_first_ruling(world, answer) for world in worlds]
    texts = {ruling and ruling.text() for ruling in rulings}
    return rulings[0] if len(texts) == 1 else None


def _first_ruling(game: Game, answer: str) -> Ruling | None:
    question = game.question
    if question is None:
        return None
    twin = game.copy(explain=True)
    twin.auto = False
    before = len(twin.table.rulings or ())
    try:
        twin.answer(answer)
    except (Refusal, BadAnswer):
        return None
    rulings = (twin.table.rulings or ())[before:]
    if not rulings or any(isinstance(fact, HiddenFact) for fact in rulings[0][2].values()):
        return None
    rule, case, facts = rulings[0]
    named = {game.start.seat(seat) for seat in range(player_count(game))}.intersection(
        fact for fact in facts.values() if isinstance(fact, str)
    )
    if named and game.start.seat(question.player) not in named:
        return None
    return Ruling(rule, case, facts, game.start.rulebook()).seen_by(question.player)
