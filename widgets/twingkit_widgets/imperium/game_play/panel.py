"""The play page of a whole game of Twilight Imperium: the short game or three to six players.

`GamePlayPanel()` is the panel. It shows the table as one seat sees it.
"""

from __future__ import annotations

from pathlib import Path

from twingkit.imperium.galaxy.outlook.threats import threats_at
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.starts import SHORT, SHORT_FACTIONS, GameStart
from twingkit.imperium.variants.variant import BOX, Variant
from twingkit_widgets.imperium.game_play.groups import trade_refusal
from twingkit_widgets.imperium.game_play.plans.plans import AnyPlan
from twingkit_widgets.imperium.game_play.play_game import ImperiumSettings
from twingkit_widgets.imperium.game_play.settings import DEFAULT_LEVEL
from twingkit_widgets.imperium.game_play.ui_state import GameUiState, open_plan
from twingkit_widgets.imperium.pictures.map_picture import ZOOMS
from twingkit_widgets.imperium.views import GAME_CSS
from twingkit_widgets.table.play.form import some_seed
from twingkit_widgets.table.play.panel import MatchPanel

CSS = (Path(__file__).parent / "play.css").read_text(encoding="utf-8")
"""The style of plans and of the chosen system, on top of that of the pictures."""


class GamePlayPanel(MatchPanel[ImperiumSettings]):
    """A game against the computer.

    >>> panel = GamePlayPanel(seed=7)
    >>> panel.match.question.kind, panel.match.settings.seats
    ('take', 3)
    """

    _css = MatchPanel._css + GAME_CSS + CSS
    _opened = GameUiState
    ui_state: GameUiState

    def __init__(
        self,
        players: int | str = SHORT,
        seat: int | None = None,
        opponents: str = DEFAULT_LEVEL,
        variant: Variant | str = BOX,
        seed: int | None = None,
        lang: str = "en",
        *,
        faction: str = "",
        record: str | None = None,
        waits: bool = False,
    ) -> None:
        """Begin a game: `short` or the number of players, the person's seat (from 0; None: the first), how
        the computer plays, the variant, a seed for chance and opponents (None: any), the person's faction
        ("": the usual one of the seat). With a `record` the game begins where that ends; one that `waits` has
        a button before anybody plays.

        Raises `Fault` or `PlayFault` for players, a faction, an opponent or a seat that cannot be,
        `VariantError` for such a variant, `RecordError` for a wrong record.
        """
        chosen = Variant.of(variant)
        start = GameStart(SHORT_FACTIONS, True, chosen)
        settings = ImperiumSettings(start, seat or 0, opponents, some_seed(seed))
        kept = settings.seed
        if str(players) != SHORT:
            typed = {"players": str(players)} | ({"faction": faction} if faction else {})
            settings = settings.rules.settings(typed, settings).changed(seed=kept)
        super().__init__(settings, lang, record=record, seat=seat, seeded=seed is not None, waits=waits)

    # -- the map

    def act_system(self, value: object) -> None:
        """Choose a system of the map by its index; the chosen one, or −1, closes it."""
        text = str(value)
        count = len(self.match.view.systems)
        if text == "-1":
            self._change(system=None, attackers=None)
            return
        if not (text.isascii() and text.isdecimal() and len(text) < 4 and int(text) < count):
            raise self.match.rules.fault("system")
        index = int(text)
        self._change(system=None if index == self.ui_state.system else index, attackers=None)

    def act_attackers(self, value: object) -> None:
        """Work out who could attack the chosen system."""
        system = self.ui_state.system
        if system is None:
            raise self.match.rules.fault("system")
        threats = threats_at(self.match.game.table, system, self.match.seat)
        self._change(attackers=threats)
        say = self.player_view().say
        key = "found" if self.match.game.table.present(self.match.seat, system) else "found_empty"
        self.status = say(f"attackers.{key}", n=len(threats)) if threats else say("attackers.nobody")

    def act_zoom(self, value: object) -> None:
        """Draw the map larger ("+") or smaller ("-")."""
        zoom = self.ui_state.zoom + (1 if value == "+" else -1)
        self._change(zoom=max(1, min(ZOOMS, zoom)))

    def _fresh(self) -> None:
        """Another question: the map stays as large as it is."""
        zoom = getattr(self.ui_state, "zoom", 1)
        super()._fresh()
        self._change(zoom=zoom)

    # -- plans

    def _plan(self) -> tuple[AnyPlan, dict[str, int]]:
        """The plan that is made, with its counts. Raises `GameFault` if the question has none."""
        self._asked()
        opened = open_plan(self.player_view())
        if opened is None:
            raise self.match.rules.fault("no_plan")
        return opened

    def act_step(self, value: object) -> None:
        """`ship:01:carrier|1`: one more, or one less, of something in the plan."""
        plan, amounts = self._plan()
        key, _, by = str(value).rpartition("|")
        if by not in ("1", "-1"):
            raise self.match.rules.fault("no_row")
        try:
            changed = plan.stepped(amounts, key, int(by))
        except KeyError as unknown:
            raise self.match.rules.fault("no_row") from unknown
        self._change(amounts=changed)
        self.status = plan.verdict(changed)

    def act_quick(self, value: object) -> None:
        """Choose the plan of a quick button by its number."""
        plan, _ = self._plan()
        quick = plan.quick()
        text = str(value)
        if not (text.isascii() and text.isdecimal() and len(text) < 3 and int(text) < len(quick)):
            raise self.match.rules.fault("no_row")
        amounts = dict(quick[int(text)][1])
        self._change(amounts=amounts)
        self.status = plan.verdict(amounts)

    def act_take_hint(self, value: object) -> None:
        """Choose the plan of the hint."""
        plan, _ = self._plan()
        if self._hint is not None:
            self._change(amounts=plan.taken(plan.asked.write(self._hint)))

    def act_confirm(self, value: object) -> None:
        """Answer with the plan; what a rule forbids is refused, and the plan stays."""
        plan, amounts = self._plan()
        self._give(plan.written(amounts))

    def act_trade(self, value: object) -> None:
        """Begin an offer to the player of this seat (from 0); −1 goes back to the turn."""
        asked = self._asked_for(TurnChoice)
        text = str(value)
        if text == "-1":
            self._change(trade=-1, amounts=None)
            return
        if text not in map(str, asked.table.others(asked.player)):
            raise self.match.rules.fault("no_row")
        refusal = trade_refusal(asked, int(text))
        if refusal is not None:
            raise refusal
        self._change(trade=int(text), amounts=None, system=None)
