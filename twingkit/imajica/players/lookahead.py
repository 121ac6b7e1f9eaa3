"""The parts that Imajica fills in so that its answers can be rated by playing on, and its player `expert`."""

from __future__ import annotations

from twingkit.imajica.players.answers import answers, plain
from twingkit.imajica.players.chance_to_win import chance_to_win
from twingkit.imajica.players.planner import Planner
from twingkit.imajica.players.playing_on import PlayingOn
from twingkit.imajica.players.reasons import reason
from twingkit.imajica.players.redeal import redeal
from twingkit.players.lookahead import Expert, Lookahead

LOOKAHEAD = Lookahead(
    redeal=redeal,
    player=PlayingOn,
    worth=chance_to_win,
    turn=lambda game: int(game.table.round),
    horizon=1,
    answers=answers,
    plain=plain,
    reason=reason,
)
"""The lookahead of Imajica: copies are played to the end of the round, and judged there."""

GAMES, SECONDS = 32, 0.8
"""The games that are played on for one answer where `expert` says why, and the seconds after which it makes
do with fewer."""


def expert(seed: int, *, games: int = GAMES, seconds: float | None = SECONDS) -> Expert:
    """The player `expert`, deterministic from its seed: it answers as `Planner` does, and looks ahead where
    it is asked why."""
    return Expert(seed, lookahead=LOOKAHEAD, adviser=Planner, games=games, seconds=seconds, trusts=True)
