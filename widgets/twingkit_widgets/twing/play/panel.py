"""The play page of Imperial Twing: a whole game against the computer.

`PlayPanel(players=3, variant="short")` is the panel. It shows the table from one seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

from twingkit import twing
from twingkit.core.questions import BadAnswer, Refusal
from twingkit.twing.notation.setup_lines import RANDOM_CHARACTER
from twingkit.twing.rules.active_objects import ChooseActiveObjects
from twingkit.twing.rules.dice import OrnRoll
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.lay_questions import LayCards
from twingkit.twing.rules.objects import MAX_ACTIVE_OBJECTS
from twingkit_widgets.table.play.answering import parse_whole_number
from twingkit_widgets.table.play.form import seed_or_random
from twingkit_widgets.table.play.panel import MatchPanel
from twingkit_widgets.table.play.settings import SettingsT
from twingkit_widgets.twing.pictures.table_css import TABLE_CSS, TABLE_STEPS_CSS
from twingkit_widgets.twing.play.choosing import TwingUiState
from twingkit_widgets.twing.play.lay import PickedCards, lay_refusal
from twingkit_widgets.twing.play.own_dice import face_in_notation
from twingkit_widgets.twing.play.play_game import Settings
from twingkit_widgets.twing.play.settings import DEFAULT_LEVEL, make_start
from twingkit_widgets.twing.play.words import TwingPlayFault, key_for_count

_PLAY_TABLE_CSS = Path(__file__).with_name("play_table.css").read_text(encoding="utf-8")


class TwingPlayPanel(MatchPanel[SettingsT]):
    """Base class of the play panels of Imperial Twing, with actions to lay cards and to roll dice."""

    _css = MatchPanel._css + TABLE_STEPS_CSS + _PLAY_TABLE_CSS + TABLE_CSS

    _opened = TwingUiState
    ui_state: TwingUiState

    def act_lay(self, value: object) -> None:
        """Lay the chosen cards; illegal cards stay chosen, with the refusal."""
        self._asked_for(LayCards)
        self._give(self.ui_state.picks.lay(self.match.view))

    def act_take_hint(self, value: object) -> None:
        """Choose the cards or the objects of the suggested answer."""
        match self._hint:
            case Lay():
                self.ui_state.picks.pick_lay(self._hint, self.match.view)
                self._count()
            case tuple():  # active objects
                self._change(active_objects=self._hint)

    # -- choosing cards

    def act_spell(self, value: object) -> None:
        """Choose the spell at this place of the hand, or deselect it."""
        self._asked_for(LayCards)
        self.ui_state.picks.toggle_spell(parse_whole_number(value), self.match.view)
        self._count()

    def act_creature(self, value: object) -> None:
        """Choose the creature at this place of the entourage, or deselect it."""
        self._asked_for(LayCards)
        self.ui_state.picks.toggle_creature(parse_whole_number(value), self.match.view)
        self._count()

    def act_ride(self, value: object) -> None:
        """Let a creature mount another, such as `1>0` for creature 1 on creature 0; if it already rides on
        that creature, let it dismount.
        """
        self._asked_for(LayCards)
        rider, _, mount = str(value).partition(">")
        self.ui_state.picks.toggle_ride(parse_whole_number(rider), parse_whole_number(mount), self.match.view)
        self._count()

    def act_none(self, value: object) -> None:
        """Deselect all cards."""
        self._change(picks=PickedCards())
        self._count()

    def _count(self) -> None:
        question = self._asked_for(LayCards)
        lay = self.ui_state.picks.lay(self.match.view)
        if not (lay.spells or lay.units):
            self.status = self.say("lay.choose")
            return
        refusal = lay_refusal(question, lay, self.match.view)
        if refusal:
            self.status = refusal[0]
        else:
            key = key_for_count("lay.shield" if lay.is_shield else "lay.points", lay.power)
            self.status = self.say(key, n=lay.power)

    def act_die(self, value: object) -> None:
        """Answer with the typed face; invalid input stays in the field with the error."""
        self._asked_for(OrnRoll)
        text = str(value.get("die", "")) if isinstance(value, dict) else str(value or "")
        try:
            self._give(face_in_notation(text))
        except (BadAnswer, Refusal) as fault:
            self._change(typed_face=(text, fault))


class PlayPanel(TwingPlayPanel[Settings]):
    """The panel for playing a whole game of Imperial Twing against the computer.

    >>> panel = PlayPanel("FW", seed=3)
    >>> panel.do("answer", "pass"); panel.match.can_undo
    True
    """

    def __init__(
        self,
        players: int | Sequence[str] = 2,
        seat: int | None = None,
        opponents: str = DEFAULT_LEVEL,
        variant: twing.Variant | str = "box",
        seed: int | None = None,
        lang: str | None = None,
        *,
        record: str | None = None,
        waits: bool = False,
    ) -> None:
        """Start a game.

        Parameters
        ----------
        players : int or sequence of str
            The number of players, or their characters by seat ("FW?").
        seat : int, optional
            The visitor's seat (from 0); by default the first. With a `record`, that of the first player to
            answer.
        opponents : str
            How the computer plays.
        variant : Variant or str
            The rules.
        seed : int, optional
            The seed of dice, cards and opponents; by default random.
        lang : str, optional
            The language of the panel.
        record : str, optional
            A record, or the set-up lines of a position, to continue with its own players and variant.
        waits : bool
            Show a button before anybody rolls or plays.

        Raises
        ------
        Fault
            Invalid players or opponents.
        VariantError
            An invalid variant.
        PlayFault
            A seat that does not exist, or a text that is not a game.
        RecordError
            An invalid record.
        """
        chosen = twing.Variant.parse(variant) if isinstance(variant, str) else variant
        settings = Settings(opponent_level=opponents, seed=seed_or_random(seed))
        if record is None:
            characters = (RANDOM_CHARACTER,) * players if isinstance(players, int) else tuple(players)
            settings = attrs.evolve(settings, start=make_start(characters, chosen), seat=seat or 0)
        super().__init__(settings, lang, record=record, seat=seat, seeded=seed is not None, waits=waits)

    def _chosen_first(self) -> dict[str, object]:
        """Return the initial choices for a question: the currently active objects if the question is which
        objects to activate, otherwise nothing.
        """
        question = self.match.question
        return {"active_objects": question.before} if isinstance(question, ChooseActiveObjects) else {}

    # -- answering

    def act_use(self, value: object) -> None:
        """Make the chosen objects active."""
        self._asked_for(ChooseActiveObjects)
        self._give(tuple(sorted(self.ui_state.active_objects)))

    def act_active(self, value: object) -> None:
        """Choose an object to be active, or deselect it."""
        question = self._asked_for(ChooseActiveObjects)
        name, chosen = str(value), self.ui_state.active_objects
        if name not in question.owner.owned_objects:
            raise TwingPlayFault("no_card")
        others = tuple(other for other in chosen if other != name)
        self._change(active_objects=others if name in chosen else (*chosen, name))
        self.status = self.say("lay.active", n=len(self.ui_state.active_objects), limit=MAX_ACTIVE_OBJECTS)

    # -- the visitor's die

    def act_own_dice(self, value: object) -> None:
        """Let the visitor throw a real die ("yes"), or leave all rolls to the computer."""
        own = value == "yes"
        self.match.continue_with_settings(attrs.evolve(self.match.settings, own_dice=own))
        self._change()
        self.status = self.say("own_dice.now" if own else "own_dice.never")
        self._keep()

    # -- viewing

    def act_ask_to_retire(self, value: object) -> None:
        """Ask whether the visitor really wants to leave the game."""
        self._change(is_retiring=True)
        self.status = self.say("act.retire_sure")

    def act_stay(self, value: object) -> None:
        """Cancel leaving the game."""
        self._change(is_retiring=False)
