"""The names of players and objects of Imperial Twing in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit import twing
from twingkit.core.rulebook import READER_KEY, FormattableFact
from twingkit.twing.view import PublicPlayerInfo
from twingkit_widgets.panel.sentences import catalogue_sentence
from twingkit_widgets.twing.play.words import WORDS


def player_fact(name: str | Sequence[str], own_name: str = "") -> FormattableFact:
    """Return the name of one or several players as a value to fill into sentences; the player `own_name`
    becomes "you".
    """
    return FormattableFact(name, twing.rulebook().words.for_reader({own_name: READER_KEY}))


def say_about_player(key: str, seat: PublicPlayerInfo | None = None, **facts: object) -> str:
    """Return the text `key` with a capital first letter, about the player at `seat` (None: the text names no
    player).

    `{who}`, `{whose}`, `{who:dat}` and `{who:acc}` in the text stand for the player.
    """
    return catalogue_sentence(WORDS, twing.rulebook(), key, seat.name if seat else "", **facts)


def name_without_article(seat: PublicPlayerInfo) -> str:
    """Return the name of a player's character without the article: `Witch`, `Hexe`."""
    return WORDS.say(f"character.{seat.character or 'unknown'}")


def object_name(name: str) -> str:
    """Return the full name of a magical object."""
    return twing.rulebook()[f"TW-POW-{name}"].title()


def object_power_text(name: str, owner: str = READER_KEY) -> str:
    """Return what an object does for its owner in a few words; by default the owner is the reader."""
    return catalogue_sentence(WORDS, twing.rulebook(), f"power.{name}", owner)
