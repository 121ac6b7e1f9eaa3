"""The play page of battles: one side is the person's, the other the computer's.

`FleetPlayPanel("space: 2 cruiser vs 1 dreadnought")` is the panel.
"""

from __future__ import annotations

import attrs

from twingkit.core.asking import Refusal
from twingkit.imperium.battle.rules.questions import Assign
from twingkit.imperium.variants.variant import BOX, Variant
from twingkit_widgets.imperium.play.choosing import FleetUiState
from twingkit_widgets.imperium.play.fleets_seen import seen
from twingkit_widgets.imperium.play.landing import landing_after
from twingkit_widgets.imperium.play.play_game import FleetSettings
from twingkit_widgets.imperium.play.settings import DEFAULT_LEVEL, PREPARED, both_halves
from twingkit_widgets.imperium.stepper.choosing import FleetChoosing
from twingkit_widgets.imperium.stepper.game import FleetGame
from twingkit_widgets.imperium.stepper.losses import Losses
from twingkit_widgets.imperium.stepper.stepper import FLEET_STEP_CSS
from twingkit_widgets.table.play.form import some_seed
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.panel import MatchPanel


class FleetPlayPanel(FleetChoosing, MatchPanel[FleetSettings]):
    """A battle against the computer.

    >>> panel = FleetPlayPanel("space: 2 cruiser vs 1 dreadnought", seed=3)
    >>> panel.do("answer", "stay"); panel.do("throw"); len(panel.match.game) > 2
    True
    """

    _css = MatchPanel._css + FLEET_STEP_CSS
    _opened = FleetUiState
    ui_state: FleetUiState

    def __init__(
        self,
        battle: str = PREPARED["first"],
        seat: int | None = None,
        opponents: str = DEFAULT_LEVEL,
        seed: int | None = None,
        lang: str = "en",
        *,
        record: str | None = None,
        variant: Variant | str = BOX,
        waits: bool = False,
    ) -> None:
        """Begin a battle from its line (of an invasion its first half): the person's seat (0: the
        attacker), how the computer plays, a seed for dice and opponents (None: any), and the variant. One
        that `waits` has a button before anybody throws or plays.

        With a `record` the battle begins where that ends; without a `seat` the person has that of the side
        that is asked first.

        Raises `NotationError` for a bad line, `BattleError` for a battle that the rules forbid, `Fault` for
        an opponent that cannot be, `VariantError` for such a variant, `PlayFault` for a text that is no
        battle, `RecordError` for a wrong record.
        """
        first, whole = both_halves(battle)
        rules = Variant.of(variant)
        settings = FleetSettings(str(first), seat or 0, opponents, some_seed(seed), whole, rules)
        super().__init__(settings, lang, record=record, seat=seat, seeded=seed is not None, waits=waits)

    def act_land(self, value: object) -> None:
        """After the battle in space of an invasion: fight for the planet with what is left."""
        settings = self.match.settings
        landing = landing_after(self.match.game, settings.whole)
        if landing is None or not landing.fought:
            raise self.match.rules.fault("not_asked")
        self._stand(Match(attrs.evolve(settings, line=str(landing.battle), whole="")))
        self._begun()

    # -- losses and dice

    def act_take_hint(self, value: object) -> None:
        """Choose the losses of the hint."""
        if self._hint is not None:
            self._choose_losses(Losses.of(self._hint))

    def act_take(self, value: object) -> None:
        """Take the hits as they are chosen."""
        self._take_losses()

    def _losing(self) -> Assign:
        question = self._asked_for(Assign)
        assert isinstance(question, Assign)
        return question

    def _fleets(self) -> FleetGame:
        return seen(self.player_view())

    def _choices(self) -> FleetUiState:
        return self.ui_state

    def _choose(self, **changes: object) -> None:
        drawer = {"drawer": ""} if "die" in changes else {}  # a drawer may have offered the die
        self._change(**changes, **drawer)

    def _addressed(self, refusal: Refusal) -> str:
        return self.match.said(refusal).text(self.lang)
