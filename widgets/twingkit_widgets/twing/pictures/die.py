"""The Orn die: its picture, its twelve faces, and their meanings."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from twingkit import twing
from twingkit.twing.rules.cards import parse_face
from twingkit_widgets.panel.keys import GO_ON
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.panel.panel import CSS, Panel
from twingkit_widgets.panel.wording import format_signed_number
from twingkit_widgets.twing.pictures.drawing import die_svg
from twingkit_widgets.twing.pictures.picture_words import say
from twingkit_widgets.twing.pictures.table_css import TABLE_CSS

SYMBOLS = {twing.SUN: "sun", twing.CROSS: "cross", twing.SPIRAL: "spiral"}


def face_name(face: int) -> str:
    """Return the name of a face: `+3`, `−2`, `Sun`."""
    return say(f"die.{SYMBOLS[face]}") if face in SYMBOLS else format_signed_number(face)


def die_html(face: int | None, element: str) -> Markup:
    """Return the picture of a die of the character of `element` that shows `face` (None: not rolled yet)."""
    title = say("die.unrolled") if face is None else say("die.title", face=face_name(face))
    return el("span", die_svg(face, element, title), cls="tk-die")


def face_meaning(face: int, casts_own_element: bool = False) -> str:
    """Return the meaning of a face for the player who rolls it, in one sentence."""
    if face in SYMBOLS:
        return say(f"die.means_{SYMBOLS[face]}")
    key = "die.means_own" if casts_own_element and face < 0 else "die.means_number"
    return say(key, face=face_name(face))


def face_buttons(
    character: str, act: str, value: Callable[[int], str], key: str, rolled_face: str | None = None
) -> list[Markup]:
    """Return the twelve faces of a die as buttons, with the face `rolled_face` marked."""
    return [
        button(
            die_html(face, character),
            act,
            value(face),
            cls="tk-choice tk-face",
            key=f"{key}:{twing.face_text(face)}",
            aria_pressed=None if rolled_face is None else str(twing.face_text(face) == rolled_face).lower(),
            title=face_name(face),
        )
        for face in twing.FACES
    ]


def faces_row(faces: Sequence[Markup], title: str, cls: str = "tk-dice-row") -> Markup:
    """Return die faces as a row of elements side by side, with a title for screen readers."""
    return el("div", faces, cls=cls, role="group", aria_label=title, data_roving=True)


class DiePanel(Panel):
    """The panel of an Orn die to roll and to turn, with all twelve faces and the meaning of the top one.

    >>> panel = DiePanel("F", own_element=True)
    >>> panel.do("turn", "-2")
    >>> panel.face, panel.status
    (-2, '−2 counts as 0: you fight with your own element.')
    """

    _css = CSS + TABLE_CSS

    def __init__(
        self,
        element: str = "F",
        face: int | None = None,
        *,
        own_element: bool = False,
        seed: int | None = None,
        lang: str | None = None,
    ) -> None:
        """Show the die of the character of `element`; `seed` makes its rolls reproducible.

        With `own_element` it counts as if the spells were of that element too (TW-BAT-15).
        """
        self.element = element
        self.face = face
        self.own_element = own_element
        self.rng = random.Random(seed)
        super().__init__(lang=lang)

    def render(self) -> Markup:
        """Return the die, the meaning of its face, a button to roll, and buttons for all faces."""
        meaning = face_meaning(self.face, self.own_element) if self.face is not None else None
        top = el(
            "div",
            die_html(self.face, self.element),
            el("div", el("p", meaning), _controls(), cls="tk-stack"),
            cls="tk-die-top",
        )
        return el("div", top, el("h4", say("die.faces"), cls="tk-label"), self._faces(), cls="tk-stack")

    def _faces(self) -> Markup:
        faces = [
            button(
                die_html(face, self.element),
                "turn",
                twing.face_text(face),
                cls="tk-choice",
                key=f"turn:{face}",
                aria_pressed="true" if face == self.face else "false",
            )
            for face in twing.FACES
        ]
        return faces_row(faces, say("die.faces"), "tk-faces")

    def act_roll(self, value: object) -> None:
        """Roll the die."""
        self._show_face(self.rng.choice(twing.FACES))

    def act_turn(self, value: object) -> None:
        """Turn the die to a face, given as text (`Sun`, `-2`)."""
        face = parse_face(str(value))
        if face is None:
            raise ValueError(f"{value!r} is not a face of the Orn die")
        self._show_face(face)

    def _show_face(self, face: int) -> None:
        self.face = face
        self.status = face_meaning(face, self.own_element)


def _controls() -> Markup:
    roll = button(say("die.roll"), "roll", cls="tk-button tk-main", shortcut=GO_ON)
    return el("div", roll, data_controls=True)
