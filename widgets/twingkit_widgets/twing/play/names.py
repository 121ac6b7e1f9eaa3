"""Players and objects of Imperial Twing in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit import twing
from twingkit.core.rulebook import YOU, Fact
from twingkit.twing.view import Seat
from twingkit_widgets.panel.sentences import sentence
from twingkit_widgets.twing.play.words import WORDS


def named(name: str | Sequence[str], lang: str, you: str = "") -> Fact:
    """Return a player, or several, in a sentence, in the form that it needs; `you` is who reads it."""
    return Fact(name, twing.rulebook().words.calling({you: YOU}), lang)


def said(lang: str, key: str, seat: Seat | None = None, **facts: object) -> str:
    """Say `key` with `{who}` and `{whose}` for a player, `{who:dat}` and `{who:acc}` too; a capital first."""
    return sentence(WORDS, twing.rulebook(), lang, key, seat.name if seat else "", **facts)


def short_name(seat: Seat, lang: str) -> str:
    """A player's character without the article: `Witch`, `Hexe`."""
    return WORDS.say(lang, f"character.{seat.character or 'unknown'}")


def object_name(name: str, lang: str) -> str:
    """A magical object's full name."""
    return twing.rulebook()[f"TW-POW-{name}"].title(lang)


def power(name: str, lang: str) -> str:
    """Return what an object does, in a few words."""
    return WORDS.say(lang, f"power.{name}")
