"""What the play pages of a whole game and of a single battle of Imperial Twing have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable

from twingkit import Question, twing
from twingkit.core.play import TranscriptEntry
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.table.play.chance.throw import ChanceResult
from twingkit_widgets.table.play.open_panels import face_act, result_row
from twingkit_widgets.table.play.play_game import PlayDesign
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.settings import SettingsT
from twingkit_widgets.twing.pictures.die import face_buttons
from twingkit_widgets.twing.play.choosing import choosing_html


class TwingDesign(PlayDesign[SettingsT]):
    """The base class of the designs of both play pages."""

    def choice_controls(self, question: Question, player_view: PlayerView) -> Markup | None:
        """Return the cards, objects or faces of a die to choose from; None at other questions."""
        return choosing_html(question, player_view)

    def throw_buttons_html(self, throw: ChanceResult, player_view: PlayerView) -> Markup | None:
        """Return all twelve faces of a rolled die, with the rolled one marked."""
        faces = face_buttons(
            player_view.view.seats[throw.seat].character,
            face_act(player_view),
            lambda face: f"{throw.index}:{twing.face_text(face)}",
            f"face:{throw.seat}",
            throw.face,
        )
        return result_row(self.throw_title(throw, player_view), faces)

    @abstractmethod
    def throw_title(self, throw: ChanceResult, player_view: PlayerView) -> str:
        """Return the title of the faces of a rolled die."""


def last_roll_of_each(rolls: Iterable[tuple[int, TranscriptEntry]]) -> dict[int, ChanceResult]:
    """Return the last of these numbered rolls of each player."""
    return {roll.player: ChanceResult(index, roll.player, twing.face_text(roll.act)) for index, roll in rolls}
