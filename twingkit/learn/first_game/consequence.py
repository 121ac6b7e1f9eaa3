"""The effect of an answer: the ruling that follows it, told from what its player knows."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.core.knowledge import unknown_outcomes
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Refusal
from twingkit.core.rulebook import Hidden, Ruling
from twingkit.players.lookahead import lookahead_of

SHORT = 60
"""If a game has more answers than this and does not say how to redeal hidden things, nobody checks whether
anything is hidden.
"""


WORLDS = 3
"""The number of deals that must agree on what follows."""


def consistent_games(game: Game) -> tuple[Game, ...]:
    """Return copies of the game that look the same to the player who is asked, with hidden things dealt anew.

    Whether a rule acts at once may depend on what others hold. Returns the game itself if nothing is hidden,
    and nothing if hidden things cannot be dealt.
    """
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
    """Return the first ruling after an answer to the pending question, in the view of the player who is
    asked.

    Returns None if no ruling follows, if it tells something that only some players know, or if the games of
    `consistent_games` do not agree. The games are not changed, and no chance result is drawn.

    >>> game = Game.begin("F: F5 vs W: W6")
    >>> print(consequence(consistent_games(game), "lay F5"))
    The attacker attacks with Fire 5. Points of the spells: 5. [TW-BAT-1]
    """
    rulings = [_first_ruling(world, answer) for world in worlds]
    texts = {ruling and ruling.text() for ruling in rulings}
    return rulings[0] if len(texts) == 1 else None


def _first_ruling(game: Game, answer: str) -> Ruling | None:
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
