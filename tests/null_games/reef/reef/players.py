"""A computer player, the player that looks ahead, sentences of reviews, puzzles, and real tables."""

from __future__ import annotations

from pathlib import Path

from reef.game import EXAMPLES, KINDS, TIDE, ReefStart
from twingkit.core.play import Game
from twingkit.core.starts import parse_start
from twingkit.core.zones.start import known_position_line
from twingkit.learn.puzzles.source import PlayedSource, PuzzleSource
from twingkit.learn.reviews.answers import AnswerSentences
from twingkit.players.lookahead.lookahead import Lookahead
from twingkit.referee.referee_rules import rules_from_declaration


class Greedy:
    """Lays a card whenever one fits: one that many others of the hand fit, and a tide last."""

    def __init__(self, seed: int) -> None:
        pass

    def __call__(self, game: Game) -> str:
        """An answer from what the seat sees alone."""
        asked = game.question
        hand = game.view(asked.player).zone("hand", asked.player).known_pieces
        if asked.kind == "wish":
            return f"wish {max(KINDS, key=lambda kind: sum(card[0] == kind for card in hand))}"
        *cards, instead = asked.options()
        return max(cards, key=lambda answer: worth(answer.split()[1], hand), default=instead)


def worth(card: str, hand: tuple[str, ...]) -> tuple[bool, int]:
    """The worth of laying a card of a hand."""
    return card[1] != TIDE, sum(card[0] == other[0] or card[1] == other[1] for other in hand)


HERE = Path(__file__).parent
PLAYERS = {"greedy": Greedy}
LOOKAHEAD = Lookahead()
ANSWERS = AnswerSentences.load(HERE / "answers.toml")
PUZZLES = PuzzleSource(
    file=HERE / "puzzles.jsonl",
    words_file=HERE / "puzzle_words.toml",
    played=PlayedSource(
        position_string=known_position_line,
        new_game=lambda seed: Game(parse_start(EXAMPLES[seed % len(EXAMPLES)]), seed=seed),
        duplicate_key=known_position_line,
    ),
)

TABLE_RULES = rules_from_declaration(ReefStart)
"""What a real table needs, which is typed in."""
