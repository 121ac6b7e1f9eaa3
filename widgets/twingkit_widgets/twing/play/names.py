"""Players and objects of Imperial Twing in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit import twing
from twingkit.core.rulebook import YOU, Fact
from twingkit.twing.view import SeatView
from twingkit_widgets.panel.sentences import sentence
from twingkit_widgets.twing.play.words import WORDS


def player_fact(name: str | Sequence[str], you: str = "") -> Fact:
    """Return one or several players as a fact for a sentence; `you` is the reader."""
    return Fact(name, twing.rulebook().words.for_reader({you: YOU}))


def say_of(key: str, seat: SeatView | None = None, **facts: object) -> str:
    """Return the text `key` with `{who}` and `{whose}` for a player, with a capital first letter.

    `{who:dat}` and `{who:acc}` are available too.
    """
    return sentence(WORDS, twing.rulebook(), key, seat.name if seat else "", **facts)


def short_name(seat: SeatView) -> str:
    """Return a player's character without the article: `Witch`, `Hexe`."""
    return WORDS.say(f"character.{seat.character or 'unknown'}")


def object_name(name: str) -> str:
    """Return a magical object's full name."""
    return twing.rulebook()[f"TW-POW-{name}"].title()


def object_power(name: str) -> str:
    """Return what an object does, in a few words."""
    return WORDS.say(f"power.{name}")
