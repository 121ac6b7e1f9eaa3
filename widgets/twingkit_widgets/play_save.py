"""A game against the computer as a text to keep: sealed, so that it gives no hand away.

A record names every card that was drawn. While a game goes on it is kept sealed: a line that says who plays
how, then the record, packed. A sealed text, a plain record and the set-up lines of a typed position can all
be taken up.
"""

from __future__ import annotations

import base64
import random
import re
import textwrap
import zlib

import attrs

from twingkit import Game
from twingkit.asking import one_line
from twingkit.twing.game import GameStart
from twingkit_widgets.play_game import TEMPERS, Settings
from twingkit_widgets.play_words import PlayFault

HEAD = "twingkit-play 1"
"""The first words of a sealed game: the format and its version."""

RECORD = "twingkit-record"
"""The first word of a record that can be read."""

SETUP = "players "
"""What set-up lines begin with."""

WIDTH = 76
"""How long the lines of a sealed game are."""

LARGEST = 200_000
"""A record of more signs than this is none that a game could make."""

STEP = 7919
"""A prime: so a game that goes on gets other dice than games with seeds nearby."""

_SETTINGS = re.compile(rf"#? ?{HEAD} seat=p([1-4]) opponents=({'|'.join(TEMPERS)}) seed=(\d{{1,12}})")


def sealed(game: Game, settings: Settings) -> str:
    """The game as a text that shows no card; `opened` reads it."""
    packed = base64.b64encode(zlib.compress(game.record.encode(), 9)).decode()
    return "\n".join([_head(settings), *textwrap.wrap(packed, WIDTH)]) + "\n"


def plain(game: Game, settings: Settings) -> str:
    """The game as a record that can be read, with every card of every hand; `Game.replay` plays it, too."""
    return f"# {_head(settings)}\n{game.record}"


def _head(settings: Settings) -> str:
    return f"{HEAD} seat=p{settings.seat + 1} opponents={settings.opponents} seed={settings.seed}"


def opened(text: str, settings: Settings) -> tuple[Game, Settings]:
    """The game of a sealed text, a record or set-up lines, and how it is played; its dice to come follow from
    the seed.

    A record that does not say so is played as `settings` say. Raises `RecordError` with the line that is
    wrong, `PlayFault` if the text is damaged or the record is of another kind of game.
    """
    lines = [line.strip() for line in text.strip().splitlines()]
    if not lines:
        raise PlayFault("empty")
    record = text
    found = _SETTINGS.fullmatch(lines[0])
    if lines[0].startswith(HEAD):
        if not found:
            raise PlayFault("head", found=one_line(lines[0], 60))
        record = _unpacked("".join(lines[1:]))
    elif lines[0].startswith(SETUP):
        record = "\n".join([f"{RECORD} 1", f"game {GameStart.name}", *lines])
    elif not any(line.startswith(RECORD) for line in lines):
        raise PlayFault("neither", found=one_line(lines[0], 60))
    game = Game.replay(record)
    start = game.start
    if not isinstance(start, GameStart):
        raise PlayFault("other", name=game.start.name)
    seat = int(found[1]) - 1 if found else settings.seat
    if seat >= len(start.characters):
        raise PlayFault("seat", seat=f"p{seat + 1}", n=len(start.characters))
    seed = int(found[3]) if found else settings.seed
    game.rng = random.Random(seed * STEP + len(game) if len(game) else seed)
    return game, attrs.evolve(
        settings,
        characters=start.characters,
        variant=start.variant,
        seat=seat,
        opponents=found[2] if found else settings.opponents,
        seed=seed,
    )


def begun(text: str, seat: int | None, opponents: str, seed: int) -> tuple[Game, Settings]:
    """The game of such a text as it begins for who follows a link to it: the person has the seat (from 0), if
    None the one that the text says, or that of the first who is asked. Raises as `opened`."""
    game, settings = opened(text, Settings(opponents=opponents, seed=seed))
    if seat is None and not text.lstrip("# ").startswith(HEAD) and game.question is not None:
        seat = game.question.player
    if seat is not None and seat >= len(settings.characters):
        raise PlayFault("seat", seat=f"p{seat + 1}", n=len(settings.characters))
    return game, settings if seat is None else attrs.evolve(settings, seat=seat)


def _unpacked(packed: str) -> str:
    """The record within a seal. Raises `PlayFault` if signs are missing or wrong."""
    unzip = zlib.decompressobj()
    try:
        record = unzip.decompress(base64.b64decode(packed, validate=True), LARGEST).decode()
    except (ValueError, zlib.error) as why:  # no base64, not packed, or no text
        raise PlayFault("damaged") from why
    if not unzip.eof:
        raise PlayFault("damaged")
    return record
