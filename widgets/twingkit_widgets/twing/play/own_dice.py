"""A real die of the visitor: the switch to it, and the entry of its faces."""

from __future__ import annotations

from typing import Any

from twingkit import twing
from twingkit.twing.rules.dice import OrnRoll
from twingkit_widgets.panel.controls import named_field
from twingkit_widgets.panel.markup import Markup, button, el, join
from twingkit_widgets.panel.panel import error_explanation
from twingkit_widgets.table.play.bar import main_button, submit_buttons
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.twing.pictures.die import face_buttons, face_name, faces_row
from twingkit_widgets.twing.play.base_settings import TwingSettings

WHO_THROWS = ("computer", "own")
"""The choices for the visitor's die: thrown by the computer or by the visitor."""


def own_dice_switch_html(player_view: PlayerView) -> Markup | None:
    """Return the button that switches between a real die and the computer's die; None in a single battle."""
    settings = player_view.match.settings
    if not isinstance(settings, TwingSettings):
        return None
    own = settings.own_dice
    label = player_view.say("own_dice.on" if own else "own_dice.off")
    switch = button(
        label,
        "own_dice",
        "no" if own else "yes",
        cls="tk-button tk-quiet tk-play-retire",
        key="own_dice",
        aria_pressed="true" if own else "false",
    )
    return el("div", switch, data_key="own-dice")


def face_entry_html(question: OrnRoll, player_view: PlayerView) -> Markup:
    """Render the entry for the roll of the visitor's real die: a button for each face, and a field to type
    the face.
    """
    given, character = len(player_view.match.game), player_view.view.seats[question.player].character
    faces = face_buttons(
        character, "answer", lambda face: f"{given}:{question.format_answer(face)}", "answer"
    )
    return join(faces_row(faces, player_view.headline.title), _typing(player_view))


def _typing(player_view: PlayerView) -> Markup:
    opened: Any = player_view.ui_state  # with the dice of Imperial Twing
    own, (text, fault) = f"{opened.id_prefix}-die", opened.typed_face
    field = named_field(
        "input",
        "die",
        cls="tk-field",
        id=own,
        value=text,
        autocomplete="off",
        placeholder=player_view.say("own_dice.example"),
        aria_invalid="true" if fault else None,
        data_key="die:typed",
    )
    use = el("button", player_view.say("own_dice.use"), type="submit", cls="tk-button", data_key="die:use")
    why = None
    if fault:
        lines = [el("p", line) for line in error_explanation(fault)]
        why = el("div", lines, cls="tk-note", role="alert", data_bring=text)
    return el(
        "form",
        el("label", player_view.say("own_dice.type"), for_=own, cls="tk-small"),
        el("div", field, use, cls="tk-play-typed"),
        why,
        data_act="die",
        cls="tk-stack tk-tight",
        data_key="die:form",
    )


def let_computer_roll_button(question: OrnRoll, player_view: PlayerView) -> Markup:
    """Return the button that lets the computer make this roll instead of the visitor's real die."""
    return submit_buttons(main_button(player_view, "now.let_fall", "throw"))


def face_in_notation(text: str) -> str:
    """Return a typed face in notation; symbols may be named in the reader's language.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", face_in_notation, " sonne "), face_in_notation("-3")
    ('Sun', '-3')
    """
    named_faces = {face_name(face).casefold(): twing.face_text(face) for face in twing.FACES}
    return named_faces.get(text.strip().casefold(), text.strip())
