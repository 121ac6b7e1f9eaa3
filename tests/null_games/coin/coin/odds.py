"""The exact chances of the guesser."""

from twingkit.core.play import Game
from twingkit.core.starts import parse_start
from twingkit.odds.odds import Odds


def odds(line: str) -> Odds:
    """Return the chances before the toss."""
    parse_start(line)
    return Odds(win=0.5, tie=0.0, loss=0.5)


def odds_now(game: Game) -> Odds:
    """Return the chances of a game in progress."""
    if game.over:
        won = float(game.result.winner == 0)
        return Odds(win=won, tie=0.0, loss=1 - won)
    return Odds(win=0.5, tie=0.0, loss=0.5)


def odds_many(lines: list[str]) -> list[Odds]:
    """Return the chances of many lines."""
    return [odds(line) for line in lines]
