"""The play page of Imajica: a whole game for two to six Autarchs against the computer.

`ImajicaPlayPanel(3)` is the panel. It shows the table as one seat sees it.
"""

from __future__ import annotations

from collections.abc import Callable

from twingkit.imajica.rules.questions import PASS, Damage, ImajicaQuestion, Respond
from twingkit.imajica.starts import GameStart
from twingkit.imajica.variants.variant import BOX, Variant
from twingkit_widgets.imajica.play.auto_pass import AutoPass
from twingkit_widgets.imajica.play.choosing import ImajicaUiState, is_aim, is_picking, pickable, picked_answer
from twingkit_widgets.imajica.play.dealing import with_share
from twingkit_widgets.imajica.play.play_game import ImajicaSettings
from twingkit_widgets.imajica.play.settings import DEFAULT_DECK, DEFAULT_LEVEL, decks_for, in_form
from twingkit_widgets.imajica.views import IMAJICA_CSS
from twingkit_widgets.table.play.form import seed_or_random
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.panel import MatchPanel


class ImajicaPlayPanel(MatchPanel[ImajicaSettings]):
    """A game against the computer.

    >>> panel = ImajicaPlayPanel(3, seed=7)
    >>> panel.match.question is not None
    True
    """

    _css = MatchPanel._css + IMAJICA_CSS
    _opened = ImajicaUiState
    ui_state: ImajicaUiState
    _auto_pass: AutoPass | None = None

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
        """Begin a game: the number of Autarchs, the person's seat (from 0; None: the first), how the computer
        plays, the variant, a seed for cards and opponents (None: any), the person's deck, and the form if it
        is not that of the variant. With a `record`, or a position as a line, the game begins where that ends;
        one that `waits` has a button before anybody plays.

        Raises `Fault` for players, decks or an opponent that cannot be, `VariantError` for such a variant,
        `PlayFault` for a seat that is not there or a text that is no game, `RecordError` for a wrong record.
        """
        chosen = Variant.resolve(variant)
        begin = GameStart(decks_for(players, seat or 0, deck), in_form(chosen, form or chosen.victory))
        settings = ImajicaSettings(begin, seat or 0, opponents, seed_or_random(seed))
        super().__init__(settings, lang, record=record, seat=seat, seeded=seed is not None, waits=waits)

    def _imajica_asked(self) -> ImajicaQuestion:
        """The pending question. Raises `PlayFault` if the person is not asked."""
        asked = self._asked()
        assert isinstance(asked, ImajicaQuestion)
        return asked

    def act_aim(self, value: object) -> None:
        """Begin an answer: a Site to seize, a card to play; "" goes back to all that can be done."""
        asked = self._imajica_asked()
        aim = str(value or "")
        self._change(aim=aim if aim and is_aim(asked, aim) else "", picked=())

    def act_pick(self, value: object) -> None:
        """Choose a character, a move or a victim, or let go of it; a victim takes what kills it, if that is
        there."""
        asked = self._imajica_asked()
        option, aim, picked = str(value), self.ui_state.aim, self.ui_state.picked
        if not is_picking(asked, aim) or option not in pickable(asked, aim):
            raise self.match.rules.fault("no_place")
        if isinstance(asked, Damage):
            self._change(picked=with_share(asked, picked, option))
            return
        same = option.partition(">")[0]  # an Ally moves once
        kept = tuple(other for other in picked if other.partition(">")[0] != same)
        self._change(picked=kept if option in picked else (*kept, option))

    def act_share(self, value: object) -> None:
        """`irish>4`: let a victim take so much of the damage (IJ-CHAL-7)."""
        asked = self._imajica_asked()
        token, _, number = str(value).partition(">")
        if not isinstance(asked, Damage) or token not in pickable(asked, "") or not number.isdecimal():
            raise self.match.rules.fault("no_place")
        self._change(picked=with_share(asked, self.ui_state.picked, token, int(number[:3])))

    def act_confirm(self, value: object) -> None:
        """Answer with what is picked; what a rule forbids is refused and stays chosen."""
        asked = self._imajica_asked()
        if not is_picking(asked, self.ui_state.aim) or not self.ui_state.picked:
            raise self.match.rules.fault("no_place")
        answer = picked_answer(asked, self.ui_state.aim, self.ui_state.picked)
        self._give(answer)

    def act_pass_on(self, value: object) -> None:
        """Pass in the calm windows of this round; in one where something waits or is fought about, in this
        turn until it concerns the person in another way."""
        self._auto_pass = AutoPass.at(self._asked_for(Respond), self._auto_pass)
        self._give(PASS)

    def act_undo(self, value: object) -> None:
        """Take the last answer back: all windows are asked again."""
        self._auto_pass = None
        super().act_undo(value)

    def _show_match(self, match: Match) -> None:
        self._auto_pass = None
        super()._show_match(match)

    def _play(self, step: Callable[[], None]) -> None:
        super()._play(lambda: self._passing(step))

    def _passing(self, step: Callable[[], None]) -> None:
        """Carry out a step, and pass the windows after it that are to be passed."""
        step()
        match = self.match
        news_from = match.news_from
        while self._auto_pass and self._auto_pass.should_pass(match.question):
            match.answer(PASS)
        if self._auto_pass and self._auto_pass.is_over(match.game.table):
            self._auto_pass = None
        match.news_from = news_from
