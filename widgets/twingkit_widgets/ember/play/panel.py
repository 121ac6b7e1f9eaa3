"""The play page of Ember: a whole game for two to five players against the computer.

`EmberPlayPanel(3)` is the panel. It shows the table as one seat sees it.
"""

from __future__ import annotations

from twingkit.ember.rules.choices import EmberChoice
from twingkit.ember.starts import GameStart
from twingkit.ember.variants.variant import BOX, Variant
from twingkit_widgets.ember.play import choosing
from twingkit_widgets.ember.play.other_card import answer_with_other_card
from twingkit_widgets.ember.play.play_game import EmberSettings
from twingkit_widgets.ember.play.settings import DEFAULT_LEVEL
from twingkit_widgets.ember.views import EMBER_CSS
from twingkit_widgets.table.play.answering import parse_whole_number
from twingkit_widgets.table.play.form import seed_or_random
from twingkit_widgets.table.play.panel import MatchPanel


class EmberPlayPanel(MatchPanel[EmberSettings]):
    """The panel of a game of Ember against the computer.

    >>> panel = EmberPlayPanel(2, seed=7)
    >>> panel.do("answer", "stay"); panel.match.can_undo
    True
    """

    _css = MatchPanel._css + EMBER_CSS
    _opened = choosing.EmberUiState
    ui_state: choosing.EmberUiState

    def __init__(
        self,
        players: int = 2,
        seat: int | None = None,
        opponents: str = DEFAULT_LEVEL,
        variant: Variant | str = BOX,
        seed: int | None = None,
        lang: str | None = None,
        *,
        length: int | None = None,
        record: str | None = None,
        waits: bool = False,
    ) -> None:
        """Start a game.

        Parameters
        ----------
        players
            The number of players, 2 to 5.
        seat
            The person's seat from 0; None for the first.
        opponents
            How the computer plays.
        variant
            The rules.
        seed
            The seed of cards and opponents; None for a random one.
        lang
            The language of the page.
        length
            The Victory Points for a call, if not those of the variant.
        record
            A record, or a position as a line, from whose end the game goes on.
        waits
            If True, a button starts the game before anybody plays.

        Raises
        ------
        Fault
            If a number of players or an opponent does not exist.
        VariantError
            If the variant is invalid.
        PlayFault
            If the seat does not exist or the text is not a game.
        RecordError
            If the record is wrong.
        """
        chosen = Variant.resolve(variant)
        if length is not None:
            chosen = Variant.parse(f"{chosen} length={length}")
        settings = EmberSettings(GameStart(players, chosen), seat or 0, opponents, seed_or_random(seed))
        super().__init__(settings, lang, record=record, seat=seat, seeded=seed is not None, waits=waits)

    def act_creature(self, value: object) -> None:
        """Choose the creature to conjure or use next, or none."""
        asked = self._asked()
        name = str(value or "")
        is_choosable = name in choosing.payments_by_creature(
            asked
        ) or name in choosing.several_uses_by_creature(asked)
        if name and name not in str(self._hint).split():  # the hint is about another creature
            self._hint = None
        self._change(chosen_creature=name if is_choosable else "", picked_indexes=())

    def act_pick(self, value: object) -> None:
        """Pick the hand card or the target with this index, or put it back.

        A target that no use can name together with the picked ones replaces them.
        """
        question, player_view, place = self._asked(), self.player_view(), parse_whole_number(value)
        targets = choosing.possible_target_creatures(player_view)
        choices = question.choices if choosing.is_multi_card_choice(question) else targets
        if place >= len(choices):
            raise self.match.play_design.fault_class("no_place")
        picked = self.ui_state.picked_indexes
        kept = tuple(other for other in picked if other != place)
        picked = kept if place in picked else (*picked, place)
        is_possible = not targets or choosing.uses_with_picked_targets(player_view, picked)
        self._change(picked_indexes=picked if is_possible else (place,))

    def act_face(self, value: object) -> None:
        """Replace the drawn card with this index by a random one (“what if”)."""
        index, match = parse_whole_number(str(value).partition(":")[0]), self.match
        try:
            face = answer_with_other_card(match.game, match.seat, index, match.settings.seed)
        except LookupError as why:
            raise match.play_design.fault_class("no_throw") from why
        self._try(index, face)

    def act_confirm(self, value: object) -> None:
        """Answer with the picked cards or targets, which stay picked if a rule forbids the answer."""
        picked, player_view = self.ui_state.picked_indexes, self.player_view()
        if picked and choosing.possible_target_creatures(player_view):
            self._give(choosing.uses_with_picked_targets(player_view, picked)[0])
        else:
            self._give(choosing.picked_answer(self._asked_for(EmberChoice), picked))
