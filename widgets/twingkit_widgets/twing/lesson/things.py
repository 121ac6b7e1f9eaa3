"""The things of the game that a lesson shows to be tapped: cards, objects, faces of the die, crystals."""

from __future__ import annotations

from twingkit.twing.notation.battle_line import read_lay
from twingkit.twing.rules.cards import CHARACTERS, read_face
from twingkit.twing.rules.rulebook import rulebook
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.twing.pictures.cards import Card, card_picture
from twingkit_widgets.twing.pictures.die import face_name
from twingkit_widgets.twing.pictures.drawing import character_svg, die_svg, object_svg, ornicle_svg
from twingkit_widgets.twing.pictures.picture_words import say

DIE = "F"
"""The character on whose die a face is shown where no particular one is meant."""


def thing_picture(text: str, lang: str) -> Markup:
    """The picture of a thing: `spell F5`, `creature F4` (`F4M` is a mount), `cat`, `trap`, `miromon`,
    `object hat`, `face Sun`, `character F`, `ornicle`. Raises `ValueError` if there is no such thing."""
    kind, _, token = text.partition(" ")
    if kind == "object":
        return object_svg(token, rulebook().words.name(token, lang))
    if kind == "face":
        face = read_face(token)
        if face is None:
            raise ValueError(f"there is no face {token!r}")
        return die_svg(face, DIE, say(lang, "die.title", face=face_name(face, lang)))
    if kind == "character":
        return character_svg(token, rulebook().words.name(CHARACTERS[token], lang))
    if kind == "ornicle":
        return ornicle_svg(rulebook().words.name("ornicle", lang))
    return card_picture(read_card(text), lang)


def read_card(text: str) -> Card:
    """The card of `spell F5`, `creature F4`, or a special one such as `cat`."""
    kind, _, token = text.partition(" ")
    if kind == "spell":
        return read_lay(token).spells[0]
    return read_lay(f"shield {token}").creatures[0] if kind == "creature" else kind
