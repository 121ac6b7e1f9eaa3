"""A computer player, the player that looks ahead, sentences of reviews, puzzles, and real tables."""

from __future__ import annotations

from pathlib import Path

from briscola.game import EXAMPLES, BriscolaStart, best_of, points_of, strength
from twingkit.core.play import Game
from twingkit.core.running.winners import team_seats
from twingkit.core.starts import parse_start
from twingkit.core.zones.declaration import PlayedPiece
from twingkit.core.zones.start import position_line_for_seat
from twingkit.learn.puzzles.source import PlayoutPuzzleSource, PuzzleSource
from twingkit.learn.reviews.answers import AnswerSentences
from twingkit.players.lookahead.lookahead import LookaheadFunctions
from twingkit.referee.referee_rules import rules_from_declaration


class Greedy:
    """Takes a trick that is worth more than the trump it costs; otherwise gives away as little as it can."""

    def __init__(self, seed: int) -> None:
        pass

    def __call__(self, game: Game) -> str:
        """Return an answer that depends only on what the seat sees."""
        seat = game.question.player
        view = game.view(seat)
        lying, trump = view.zone("trick"), str(view.value("trump"))
        trick = [*map(PlayedPiece, lying.played_by, lying.known_pieces)]
        partners = team_seats(game, seat)

        def gain(card: str) -> tuple[int, tuple[int, int]]:
            after = [*trick, PlayedPiece(seat, card)]
            certain = len(after) == len(view.seats) and best_of(after, trump).seat in partners
            lost = 4 * (card[0] == trump)
            points = sum(points_of(one.piece) for one in after)
            return (points if certain else -points) - lost, tuple(-part for part in strength(card))

        return f"play {max(view.zone('hand', seat).known_pieces, key=gain)}"


HERE = Path(__file__).parent
PLAYERS = {"greedy": Greedy}
LOOKAHEAD = LookaheadFunctions()
ANSWERS = AnswerSentences.load(HERE / "answers.toml")
PUZZLES = PuzzleSource(
    file=HERE / "puzzles.jsonl",
    words_file=HERE / "puzzle_words.toml",
    playout_source=PlayoutPuzzleSource(
        position_string=position_line_for_seat,
        new_game=lambda seed: Game(parse_start(EXAMPLES[seed % len(EXAMPLES)]), seed=seed),
        duplicate_key=position_line_for_seat,
    ),
)

TABLE_RULES = rules_from_declaration(BriscolaStart)
"""What a real table needs, which is typed in."""
