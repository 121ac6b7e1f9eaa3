"""The play page of Twilight Imperium: the short game, three to six players, or a single battle.

`ImperiumPlayPanel()` is the panel. It shows one seat's view of the table.
"""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

from twingkit.core.notation import ROLES
from twingkit.core.questions import BadAnswer
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.questions import AssignHits, RollDice
from twingkit.imperium.galaxy.outlook.threats import threats_at
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.starts import SHORT, SHORT_FACTIONS, GameStart
from twingkit.imperium.variants.variant import BOX, Variant
from twingkit_widgets.imperium.pictures.fleets import FLEETS_CSS, fleet_text
from twingkit_widgets.imperium.pictures.map_picture import MAX_ZOOM
from twingkit_widgets.imperium.play.battle.choosing import current_losses
from twingkit_widgets.imperium.play.battle.fleets_view import FleetsView, fleets_view
from twingkit_widgets.imperium.play.battle.landing import landing_after
from twingkit_widgets.imperium.play.battle.losses import ChosenLosses, InvalidDice
from twingkit_widgets.imperium.play.battle.play_game import BattleSettings, LabBattleSettings
from twingkit_widgets.imperium.play.battle.questions import battle_question
from twingkit_widgets.imperium.play.battle.settings import settings_for
from twingkit_widgets.imperium.play.plans.plans import AnyPlan
from twingkit_widgets.imperium.play.turn.answer_groups import trade_refusal
from twingkit_widgets.imperium.play.turn.play_game import WholeGameSettings
from twingkit_widgets.imperium.play.ui_state import ImperiumUiState, current_plan
from twingkit_widgets.imperium.views import TABLE_CSS
from twingkit_widgets.table.play.answering import parse_whole_number
from twingkit_widgets.table.play.form import seed_or_random
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.panel import MatchPanel
from twingkit_widgets.table.play.words import PlayFault

_GALAXY_CSS = TABLE_CSS + (Path(__file__).parent / "play.css").read_text(encoding="utf-8")
"""The stylesheet of whole games."""


class ImperiumPlayPanel(MatchPanel[Any]):
    """A panel to play Twilight Imperium against the computer, either a whole game or a single battle.

    >>> panel = ImperiumPlayPanel(seed=7)
    >>> panel.match.question.kind, panel.match.settings.seat_count
    ('take', 3)
    >>> panel = ImperiumPlayPanel("space: 2 cruiser vs 1 dreadnought", seed=3)
    >>> panel.do("answer", "stay"); panel.do("throw"); len(panel.match.game) > 2
    True
    """

    _opened = ImperiumUiState
    ui_state: ImperiumUiState

    def __init__(
        self,
        start: Battle | int | str = SHORT,
        seat: int | str | None = None,
        opponents: str = "",
        variant: Variant | str = BOX,
        seed: int | None = None,
        lang: str | None = None,
        *,
        faction: str = "",
        record: str | None = None,
        waits: bool = False,
        embedded: bool = False,
    ) -> None:
        """Start a game or a battle.

        Parameters
        ----------
        start
            `short`, the number of players, or a battle by its notation or its name in `PREPARED_BATTLES`.
            Of an invasion the first half is played.
        seat
            The person's seat (from 0; the attacker is first in a battle). None is the first seat, or with
            a `record` the seat that is asked first; "all" in a battle means both sides and the dice.
        opponents
            How the computer plays; "" is the default.
        variant
            The rules.
        seed
            The seed for dice, cards and opponents; None is random.
        lang
            The language.
        faction
            The person's faction in a whole game; "" is the default of the seat.
        record
            A record to continue.
        waits
            Wait for a button before anybody rolls or plays.
        embedded
            True if the battle is a part of a lab.

        Raises
        ------
        Fault, PlayFault
            If the players, the faction, an opponent or a seat is impossible, or the text is not a game.
        NotationError, IllegalBattleError, VariantError, RecordError
            If the battle, the variant or the record is invalid.
        """
        if isinstance(seat, str):
            seat = len(ROLES)
        chosen, own, said = Variant.resolve(variant), seed_or_random(seed), str(start)
        settings: Any  # of a whole game, or of a battle
        if said == SHORT or said.isdecimal():
            settings = WholeGameSettings(GameStart(SHORT_FACTIONS, True, chosen), seat or 0, seed=own)
        else:
            kind = LabBattleSettings if embedded else BattleSettings
            line = start if isinstance(start, Battle) else said
            settings = kind(seat=seat or 0, seed=own, **settings_for(line, chosen))
        settings = settings.changed(opponent_level=opponents or settings.opponent_level)
        if said.isdecimal():
            typed = {"players": said} | ({"faction": faction} if faction else {})
            settings = settings.play_design.settings(typed, settings).changed(seed=own)
        galaxy = isinstance(settings, WholeGameSettings)
        self._css = MatchPanel._css + FLEETS_CSS + (_GALAXY_CSS if galaxy else "")
        super().__init__(settings, lang, record=record, seat=seat, seeded=seed is not None, waits=waits)

    # -- the map

    def act_system(self, system_index: object) -> None:
        """Choose a system of the map by its index; −1 or the chosen one clears the choice."""
        text = str(system_index)
        indexes = ("-1", *map(str, range(len(self.match.view.systems))))
        if text not in indexes:
            raise self.match.play_design.fault_class("system")
        is_cleared = text in ("-1", str(self.ui_state.system))
        self._change(system=None if is_cleared else int(text), attackers=None)

    def act_attackers(self, value: object) -> None:
        """Compute the possible attackers of the chosen system."""
        system = self.ui_state.system
        if system is None:
            raise self.match.play_design.fault_class("system")
        threats = threats_at(self.match.game.table, system, self.match.seat)
        self._change(attackers=threats)
        key = "attackers.found" if threats else "attackers.nobody"
        self.status = self.player_view().say(key, n=len(threats))

    def act_zoom(self, value: object) -> None:
        """Enlarge ("+") or shrink ("-") the map."""
        self._change(zoom=max(1, min(MAX_ZOOM, self.ui_state.zoom + (1 if value == "+" else -1))))

    def _fresh(self) -> None:
        """Reset the choices for another question, keeping the size of the map."""
        zoom = getattr(self.ui_state, "zoom", 1)
        super()._fresh()
        self._change(zoom=zoom)

    # -- plans

    def _plan(self) -> tuple[AnyPlan, dict[str, int]]:
        """Return the current plan with its counts. Raises `PlayFault` if the question has none."""
        self._asked()
        opened = current_plan(self.player_view())
        if opened is None:
            raise self.match.play_design.fault_class("no_plan")
        return opened

    def act_step(self, value: object) -> None:
        """Change a count of the plan by one: `ship:01:carrier|1`."""
        plan, amounts = self._plan()
        key, _, by = str(value).rpartition("|")
        if by not in ("1", "-1"):
            raise self.match.play_design.fault_class("no_row")
        try:
            changed = plan.with_step(amounts, key, int(by))
        except KeyError as unknown:
            raise self.match.play_design.fault_class("no_row") from unknown
        self._change(amounts=changed)
        self.status = plan.status_text(changed)

    def act_quick(self, value: object) -> None:
        """Choose the plan of a quick button by its number."""
        plan, _ = self._plan()
        quick = dict(zip(map(str, count()), plan.quick_choices(), strict=False))
        if str(value) not in quick:
            raise self.match.play_design.fault_class("no_row")
        amounts = dict(quick[str(value)][1])
        self._change(amounts=amounts)
        self.status = plan.status_text(amounts)

    def act_take_hint(self, value: object) -> None:
        """Apply the losses or the plan of the hint."""
        asked = battle_question(self._asked())
        if isinstance(asked, AssignHits):
            if self._hint is not None:
                self._choose_losses(ChosenLosses.from_taken(self._hint))
            return
        plan, _ = self._plan()
        if self._hint is not None:
            self._change(amounts=plan.amounts_from_answer(plan.question.format_answer(self._hint)))

    def act_confirm(self, value: object) -> None:
        """Answer with the plan; if a rule forbids it, show the reason and keep the plan."""
        plan, amounts = self._plan()
        self._give(plan.answer_from_amounts(amounts))

    def act_trade(self, value: object) -> None:
        """Start an offer to the player of this seat (from 0); −1 returns to the turn."""
        asked = self._asked_for(TurnChoice)
        text = str(value)
        if text == "-1":
            self._change(trade_seat=-1, amounts=None)
            return
        if text not in map(str, asked.table.other_seats(asked.player)):
            raise self.match.play_design.fault_class("no_row")
        refusal = trade_refusal(asked, int(text))
        if refusal is not None:
            raise refusal
        self._change(trade_seat=int(text), amounts=None, system=None)

    # -- battles

    def act_land(self, value: object) -> None:
        """Start the ground battle of an invasion with the survivors of the space battle."""
        settings = self._battle()
        landing = landing_after(self.match.game, settings.invasion_line)
        if landing is None or not landing.is_fought:
            raise self.match.play_design.fault_class("not_asked")
        self._show_match(Match(settings.changed(**settings_for(str(landing.battle), settings.start.variant))))
        self._begun()

    def act_take(self, value: object) -> None:
        """Take the hits with the chosen losses."""
        question = self._loss_question()
        self._give(question.format_answer(self._current_losses().answer(question)))

    def act_losses(self, value: object) -> None:
        """Change a count of the losses: `destroy:2:-1` destroys one unit less of the third type.

        Raises `PlayFault` for an unknown type or an impossible number.
        """
        question, (action, place, by) = self._loss_question(), (*str(value).split(":"), "", "")[:3]
        losses = self._current_losses().copy()
        counts, index = losses.counts(action), parse_whole_number(place)
        if by not in ("1", "-1") or index >= len(counts):
            raise PlayFault("no_place")
        if not 0 <= counts[index] + int(by) <= losses.limit(question, action, index):
            raise PlayFault("no_place")
        counts[index] += int(by)
        self._choose_losses(losses)

    def act_losses_reset(self, value: object) -> None:
        """Reset the losses to those of the default order."""
        self._choose_losses(None)

    def _current_losses(self) -> ChosenLosses:
        return current_losses(self._loss_question(), self.player_view())

    def _choose_losses(self, losses: ChosenLosses | None) -> None:
        self._change(losses=losses)
        question, lost = self._loss_question(), self._current_losses()
        refusal = self._asked().refusal(lost.answer(question))
        count = fleet_text("assign.count", n=lost.hits_taken(question), m=question.assignments.hits)
        self.status = f"{count}. {self.match.phrase_for_person(refusal).text()}" if refusal else f"{count}."

    def act_dice(self, value: object) -> None:
        """Use dice rolled by the person; an invalid roll stays in the field to be corrected."""
        text = str(value.get("dice", "")) if isinstance(value, dict) else str(value or "")
        if not isinstance(self._fleets().game.question, RollDice):
            raise PlayFault("no_place")
        try:
            self._give(" ".join(text.replace(",", " ").split()))
        except BadAnswer as fault:
            bad = InvalidDice(text, fault)
            self._change(invalid_dice=bad)
            self.status = bad.reason()

    def act_die(self, value: object) -> None:
        """Offer other faces for a die, or stop offering them: `4:2` is the third die of the fifth answer."""
        throw, _, number = str(value).partition(":")
        die = parse_whole_number(throw), parse_whole_number(number)
        face = self._fleets().die_face(*die)
        again = self.ui_state.chosen_die == die
        self._change(
            chosen_die=None if again else die, open_panel=""
        )  # another panel may have chosen the die
        if not again:
            self.status = fleet_text("dice.what_if", face=face)

    def act_face(self, value: object) -> None:
        """Replay the game with other dice: a whole roll, or one die of a battle (`4:2:9`).

        This example sets the third die of the fifth answer to 9.
        """
        if not isinstance(self.match.settings, BattleSettings):
            super().act_face(value)
            return
        throw, die, face = (*str(value).split(":"), "", "")[:3]
        place = parse_whole_number(throw)
        self._try(
            place, self._fleets().answer_with_face(place, parse_whole_number(die), parse_whole_number(face))
        )

    def _battle(self) -> BattleSettings:
        """Return the settings of a single battle. Raises `PlayFault` in a whole game."""
        settings = self.match.settings
        if not isinstance(settings, BattleSettings):
            raise self.match.play_design.fault_class("not_asked")
        return settings

    def _loss_question(self) -> AssignHits:
        question = battle_question(self._asked())
        if not isinstance(question, AssignHits):
            raise self.match.play_design.fault_class("not_asked")
        return question

    def _fleets(self) -> FleetsView:
        self._battle()
        return fleets_view(self.player_view())
