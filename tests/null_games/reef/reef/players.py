"""A computer player, the player that looks ahead, and what reviews say of an answer."""

from __future__ import annotations

from pathlib import Path

from reef.game import KINDS, TIDE
from twingkit.core.play import Game
from twingkit.learn.reviews.answers import AnswerSentences
from twingkit.players.lookahead.lookahead import Lookahead


class Greedy:
    """Lays a card whenever one fits: one that many others of the hand fit, and a tide last."""

    def __init__(self, seed: int) -> None:
        pass

    def __call__(self, game: Game) -> str:
        """An answer from what the seat sees alone."""
        asked = game.question
        hand = game.view(asked.player).zone("hand", asked.player).pieces
        if asked.kind == "wish":
            return f"wish {max(KINDS, key=lambda kind: sum(card[0] == kind for card in hand))}"
        *cards, instead = asked.options()
        return max(cards, key=lambda answer: worth(answer.split()[1], hand), default=instead)


def worth(card: str, hand: tuple[str, ...]) -> tuple[bool, int]:
    """The worth of laying a card of a hand."""
    return card[1] != TIDE, sum(card[0] == other[0] or card[1] == other[1] for other in hand)


PLAYERS = {"greedy": Greedy}
LOOKAHEAD = Lookahead()
ANSWERS = AnswerSentences.read(Path(__file__).with_name("answers.toml"))
