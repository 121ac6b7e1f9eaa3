"""The effect of an answer, in the words of the ruling that follows it at once, from what its player knows."""

from __future__ import annotations

from twingkit.asking import BadAnswer, Refusal
from twingkit.games import game_named
from twingkit.knowing import unknown_to
from twingkit.play import Game
from twingkit.rulebook import Hidden, Ruling

SHORT = 60
"""In a game of more answers nobody looks whether anything of it is hidden, where it does not say how hidden
things are dealt anew."""


def known_game(game: Game) -> Game | None:
    """A copy that looks the same to the player who is asked, with what is hidden dealt anew: even whether
    something is told at once may depend on what others hold. The game itself where nothing is hidden; None
    where that is not known."""
    asked = game.question
    if asked is None:
        return None
    lookahead = game_named(game.start.name.partition(".")[0]).load("lookahead")
    if lookahead is not None and lookahead.redeal is not None:
        world: Game = lookahead.world(game, asked.player, len(game))
        return world
    return game if len(game) <= SHORT and not unknown_to(game, asked.player) else None


def consequence(known: Game, answer: str) -> Ruling | None:
    """The first ruling after an answer to the pending question of a `known_game`, as the one who is asked may
    know it; None where there is none, or where it tells something that only some know.

    The game itself is left as it is, and nothing of what chance decides is drawn.

    >>> game = Game.begin("F: F5 vs W: W6")
    >>> print(consequence(known_game(game), "lay F5"))
    The attacker attacks with Fire 5. Points of the spells: 5. [TW-BAT-1]
    """
    asked = known.question
    if asked is None:
        return None
    twin = known.copy(explain=True)
    twin.auto = False
    before = len(twin.table.rulings or ())
    try:
        twin.answer(answer)
    except (Refusal, BadAnswer):
        return None
    told = (twin.table.rulings or ())[before:]
    if not told or any(isinstance(fact, Hidden) for fact in told[0][2].values()):
        return None
    rule, case, facts = told[0]
    return Ruling(rule, case, facts, known.start.rulebook()).seen_by(asked.player)
