"""Players and objects of Imperial Twing in sentences."""

from __future__ import annotations

from twingkit import twing
from twingkit.rulebook import YOU
from twingkit.twing.view import Seat
from twingkit_widgets.panel.wording import capital
from twingkit_widgets.twing.play.words import WORDS


class Named:
    """A player in a sentence, in the grammatical form that the sentence needs; `you` is the name of who reads
    it."""

    def __init__(self, name: str, lang: str, you: str = "") -> None:
        self._name, self._lang, self._words = name, lang, twing.rulebook().words.calling({you: YOU})

    def __format__(self, form: str) -> str:
        return self._words.name(self._name, self._lang, form)


def said(lang: str, key: str, seat: Seat | None = None, **facts: object) -> str:
    """Say `key` with `{who}` and `{whose}` for a player, `{who:dat}` and `{who:acc}` too; a capital first."""
    if seat is not None:
        facts = {
            "who": Named(seat.name, lang),
            "whose": twing.rulebook().words.name(seat.name, lang, "gen"),
            **facts,
        }
    text = WORDS.say(lang, key, **facts)
    return capital(text)


def short_name(seat: Seat, lang: str) -> str:
    """A player's character without the article: `Witch`, `Hexe`."""
    return WORDS.say(lang, f"character.{seat.character or 'unknown'}")


def object_name(name: str, lang: str) -> str:
    """A magical object's full name."""
    return twing.rulebook()[f"TW-POW-{name}"].title(lang)


def power(name: str, lang: str) -> str:
    """Return what an object does, in a few words."""
    return WORDS.say(lang, f"power.{name}")
