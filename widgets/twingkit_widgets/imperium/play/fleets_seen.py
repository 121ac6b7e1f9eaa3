"""Both fleets of a battle that is played, as the person sees them."""

from __future__ import annotations

from twingkit.imperium.rules.force import State
from twingkit.imperium.starts import BattleStart
from twingkit.play import Game
from twingkit_widgets.imperium.stepper.game import FleetGame
from twingkit_widgets.play.sight import Sight


class FleetsSeen(FleetGame):
    """A battle as it is played: what the other side gives up for the hits of the same moment is not seen
    before both have chosen, and the dice of a round lie there until the next are thrown."""

    keeps_dice = True

    def __init__(self, game: Game, shown_from: int) -> None:
        """Look at a game; what happened since answer number `shown_from` is new."""
        assert isinstance(game.start, BattleStart)
        self.seed, self.line, self.really = None, game.start.battle, None
        self._odds = None
        self._stand(game, shown_from)

    @property
    def forces(self) -> State:
        """The present forces of both sides."""
        state: State = self.table.state
        return state


def seen(sight: Sight) -> FleetsSeen:
    """The fleets as the person sees them."""
    return FleetsSeen(sight.match.game, sight.match.last_own() or 0)
