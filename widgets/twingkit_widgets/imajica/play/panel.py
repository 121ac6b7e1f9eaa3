"""The play page of Imajica: a whole game for two to six Autarchs against the computer.

`ImajicaPlayPanel(3)` is the panel. It shows the table as one seat sees it.
"""

from __future__ import annotations

from collections.abc import Callable

from twingkit.imajica.rules.answers import NOTATION
from twingkit.imajica.rules.questions import PASS, FlashWindow, SplitDamage
from twingkit.imajica.starts import GameStart
from twingkit.imajica.variants.variant import BOX, Variant
from twingkit_widgets.imajica.play import choosing
from twingkit_widgets.imajica.play.auto_pass import AutoPassedWindows, is_calm_window, only_answer
from twingkit_widgets.imajica.play.damage_shares import with_victim_damage
from twingkit_widgets.imajica.play.play_game import ImajicaSettings
from twingkit_widgets.imajica.play.settings import (
    DEFAULT_DECK,
    DEFAULT_LEVEL,
    decks_by_seat,
    variant_with_game_form,
)
from twingkit_widgets.imajica.views import IMAJICA_CSS
from twingkit_widgets.table.play.form import seed_or_random
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.panel import MatchPanel


class ImajicaPlayPanel(MatchPanel[ImajicaSettings]):
    """The panel of a game of Imajica against the computer.

    >>> panel = ImajicaPlayPanel(3, seed=7)
    >>> panel.match.question is not None
    True
    """

    _css = MatchPanel._css + IMAJICA_CSS
    _opened = choosing.ImajicaUiState
    ui_state: choosing.ImajicaUiState
    _auto_pass: AutoPassedWindows | None = None

    def __init__(
        self,
        players: int = 3,
        seat: int | None = None,
        opponents: str = DEFAULT_LEVEL,
        variant: Variant | str = BOX,
        seed: int | None = None,
        lang: str | None = None,
        *,
        deck: str = DEFAULT_DECK,
        form: str = "",
        record: str | None = None,
        waits: bool = False,
    ) -> None:
        """Start a game.

        Parameters
        ----------
        players
            The number of Autarchs, 2 to 6.
        seat
            The person's seat, counted from 0; None for the first.
        opponents
            How the computer plays.
        variant
            The variant of the rules.
        seed
            The seed for cards and opponents; None for a random one.
        deck
            The person's deck.
        form
            The form of the game, if it is not that of the variant.
        record
            A record or a position string at whose end the game starts.
        waits
            Whether to show a start button before anybody plays.

        Raises
        ------
        Fault
            If players, decks or opponents are not valid.
        VariantError
            If the variant is not valid.
        PlayFault
            If the seat does not exist or the text is not a game.
        RecordError
            If the record is wrong.
        """
        chosen = Variant.resolve(variant)
        begin = GameStart(
            decks_by_seat(players, seat or 0, deck), variant_with_game_form(chosen, form or chosen.victory)
        )
        settings = ImajicaSettings(begin, seat or 0, opponents, seed_or_random(seed))
        super().__init__(settings, lang, record=record, seat=seat, seeded=seed is not None, waits=waits)

    def act_start_answer(self, value: object) -> None:
        """Choose the beginning of an answer, such as a Site to seize, and close an open rule; "" goes back to
        all answers.
        """
        start = str(value or "")
        start = (
            start if choosing.is_answer_start(choosing.asked(self._asked()), NOTATION.parse(start)) else ""
        )
        self._change(answer_start=start, picked=(), open_rule="", open_rule_place="")

    def act_pick(self, value: object) -> None:
        """Pick a character, a move or a victim, or undo the pick.

        A victim gets the damage that kills it, or what is left.
        """
        question, begun, item = choosing.asked(self._asked()), self.ui_state.begun, str(value)
        if not choosing.is_picking_several(question, begun) or item not in choosing.pickable_items(
            question, begun
        ):
            raise self.match.play_design.fault_class("no_place")
        self._change(picked=choosing.with_pick(question, self.ui_state.picked, item))

    def act_share(self, value: object) -> None:
        """Set a victim's share of the damage, such as `irish>4` (IJ-CHAL-7)."""
        question = self._asked_for(SplitDamage)
        token, _, number = str(value).partition(">")
        if token not in choosing.pickable_items(question, None) or not number.isdecimal():
            raise self.match.play_design.fault_class("no_place")
        self._change(picked=with_victim_damage(question, self.ui_state.picked, token, int(number[:3])))

    def act_confirm(self, value: object) -> None:
        """Answer with the picked items, which stay picked if a rule forbids the answer."""
        question, begun = choosing.asked(self._asked()), self.ui_state.begun
        if not choosing.is_picking_several(question, begun) or not self.ui_state.picked:
            raise self.match.play_design.fault_class("no_place")
        self._give(str(choosing.picked_answer(question, begun, self.ui_state.picked)))

    def act_pass_on(self, value: object) -> None:
        """Pass this window and similar ones automatically.

        In a calm window these are the calm windows of the round, otherwise those of the turn until
        something new concerns the person.
        """
        self._auto_pass = AutoPassedWindows.from_window(self._asked_for(FlashWindow), self._auto_pass)
        self._give(PASS)

    def act_ask_more(self, value: object) -> None:
        """Ask at each moment at which a first game passes automatically."""
        self.match.automatic_answer = only_answer
        self._change(page_message=self.say("now.asks_more"))

    def act_undo(self, value: object) -> None:
        """Take back the last answer, and stop passing automatically."""
        self._auto_pass = None
        super().act_undo(value)

    def _show_match(self, match: Match) -> None:
        self._auto_pass = None
        asks_more = hasattr(self, "match") and self.match.automatic_answer is only_answer
        super()._show_match(match)
        if asks_more:
            match.automatic_answer = only_answer

    def _play(self, step: Callable[[], None]) -> None:
        super()._play(lambda: self._step_then_auto_pass(step))
        calm_round = self._auto_pass.calm_round if self._auto_pass else 0
        if is_calm_window(self.match.question) and calm_round == self.match.game.table.round:
            self._change(page_message=self.say("now.respond.stopped"))

    def _step_then_auto_pass(self, step: Callable[[], None]) -> None:
        step()
        match = self.match
        news_from = match.first_new_ruling
        while self._auto_pass and self._auto_pass.should_pass(match.question):
            match.answer(PASS)
        if self._auto_pass and self._auto_pass.is_over(match.game.table):
            self._auto_pass = None
        match.first_new_ruling = news_from
