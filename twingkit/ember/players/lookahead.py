"""What Ember fills in so that its answers can be rated by playing on."""

from __future__ import annotations

from twingkit.ember.players.greedy import Greedy
from twingkit.ember.players.redeal import redeal
from twingkit.lookahead import Lookahead

LOOKAHEAD = Lookahead(redeal=redeal, player=Greedy, turn=lambda game: int(game.table.turn))
"""The lookahead of Ember."""
