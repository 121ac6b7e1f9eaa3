"""The commands `twingkit odds` and `twingkit step` for lines of cards."""

from __future__ import annotations

from twingkit.cli.commands import LineOdds
from twingkit.messages import Fault, message
from twingkit.play import Game
from twingkit.twing.exact_odds.lines import kind_of, line_odds, read_line
from twingkit.twing.players.best_answer import best_answer
from twingkit.twing.starts import battle_game


def odds(line: str, responses: str, lang: str) -> LineOdds:
    """The odds of a battle, a duel or an end-game attack; raises what reading the line and `line_odds` do."""
    read = read_line(line)
    kind = kind_of(read)
    if responses == "each" and kind != "duel":
        raise Fault("odds.each_duel")
    below = () if kind == "battle" else ("  " + message(f"odds.{kind}", lang),)
    head = message(f"odds.{responses}", lang)
    return LineOdds(line=str(read), odds=line_odds(read, responses), head=head, below=below, kind=kind)


def played(line: str, seed: int) -> Game:
    """The battle of a line, played by its lays and best responses."""
    return battle_game(line, seed=seed).play(best_answer)
