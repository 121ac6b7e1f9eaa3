"""The parts that Imajica fills in so that its answers can be rated by playing on."""

from __future__ import annotations

from twingkit.imajica.players.answers import answers, plain
from twingkit.imajica.players.chance_to_win import chance_to_win
from twingkit.imajica.players.playing_on import PlayingOn
from twingkit.imajica.players.reasons import reason
from twingkit.imajica.players.redeal import redeal
from twingkit.lookahead import Lookahead

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
