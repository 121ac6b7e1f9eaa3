"""The effect of an answer, in the words of the ruling that follows it at once, from what its player knows."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.core.knowledge import unknown_outcomes
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Refusal
from twingkit.core.rulebook import Hidden, Ruling
from twingkit.players.lookahead import lookahead_of

SHORT = 60
"""In a game of more answers nobody looks whether anything of it is hidden, where it does not say how hidden
things are dealt anew."""


WORLDS = 3
"""The number of deals that have to agree on what follows."""


def consistent_games(game: Game) -> tuple[Game, ...]:
    """Copies that look the same to the player who is asked, with what is hidden dealt anew: even whether
    something is told at once may depend on what others hold. The game itself where nothing is hidden; none
    where that is not known."""
    asked = game.question
    if asked is None:
        return ()
    lookahead = lookahead_of(game)
    if lookahead.redeal_of(game) is not None and lookahead.rating_fault(game) is None:
        return tuple(
            lookahead.sample_world(game, asked.player, len(game) + number) for number in range(WORLDS)
        )
    return (game,) if len(game) <= SHORT and not unknown_outcomes(game, asked.player) else ()


def consequence(worlds: Sequence[Game], answer: str) -> Ruling | None:
    """The first ruling after an answer to the pending question, as the one who is asked may know it; None
    where there is none, where it tells something that only some know, or where `consistent_games` do not
    agree.

    The games are left as they are, and nothing of what chance decides is drawn.

    >>> game = Game.begin("F: F5 vs W: W6")
    >>> print(consequence(consistent_games(game), "lay F5"))
    The attacker attacks with Fire 5. Points of the spells: 5. [TW-BAT-1]
    """
    rulings = [_first_ruling(world, answer) for world in worlds]
    texts = {ruling and ruling.text() for ruling in rulings}
    return rulings[0] if len(texts) == 1 else None


def _first_ruling(game: Game, answer: str) -> Ruling | None:
    """The first ruling after an answer in one game."""
    asked = game.question
    if asked is None:
        return None
    twin = game.copy(explain=True)
    twin.auto = False
    before = len(twin.table.rulings or ())
    try:
        twin.answer(answer)
    except (Refusal, BadAnswer):
        return None
    rulings = (twin.table.rulings or ())[before:]
    if not rulings or any(isinstance(fact, Hidden) for fact in rulings[0][2].values()):
        return None
    rule, case, facts = rulings[0]
    return Ruling(rule, case, facts, game.start.rulebook()).seen_by(asked.player)
