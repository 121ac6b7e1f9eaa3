"""A game against the computer as a text to keep: sealed, so that nobody reads a hand in it by accident.

A record names every card that was drawn. While a game goes on it is kept sealed: a line that says who plays
how, then the record, packed but not enciphered: whoever unpacks it reads everything. A sealed text, a plain
record and the set-up lines of a typed position can all be taken up.
"""

from __future__ import annotations

import base64
import random
import re
import textwrap
import zlib

from twingkit import Game, RecordError
from twingkit.core.links import decompress
from twingkit.core.questions import one_line
from twingkit_widgets.table.play.chance.undo_with_chance import UndoWithChance
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.settings import Settings, SettingsT, plays_all_seats
from twingkit_widgets.table.play.words import PlayFault

HEAD = "twingkit-play 1"
"""The first words of a sealed game: the format and its version."""

RECORD = "twingkit-record"
"""The first word of a record that can be read."""

WIDTH = 76
"""The length of the lines of a sealed game."""

STEP = 7919
"""A prime: so a game that goes on gets other dice than games with seeds nearby."""


def seal_game(game: Game, settings: Settings, undo: UndoWithChance | None = None) -> str:
    """The game as a text in which no card is read at a glance, with the results that an undo took back;
    `resume_match` reads it."""
    record = settings.rules.written(game, settings) + (undo.format_comments() if undo else "")
    packed = base64.b64encode(zlib.compress(record.encode(), 9)).decode()
    return "\n".join([_head(settings), *textwrap.wrap(packed, WIDTH)]) + "\n"


def plain_record(game: Game, settings: Settings) -> str:
    """The game as a record that can be read, with every card of every hand; `Game.replay` plays it, too."""
    return f"# {_head(settings)}\n{settings.rules.written(game, settings)}"


def _head(settings: Settings) -> str:
    seat = settings.rules.seat_tags[settings.seat]
    return f"{HEAD} seat={seat} opponents={settings.opponents} seed={settings.seed}"


def _settings(line: str, settings: Settings) -> dict[str, object] | None:
    """The settings in the first line of a kept game; None if it has none, or wrong ones."""
    rules = settings.rules
    seats, ai_levels = "|".join(rules.seat_tags), "|".join(rules.levels)
    header = re.fullmatch(rf"#? ?{HEAD} seat=({seats}) opponents=({ai_levels}) seed=(\d{{1,12}})", line)
    if header is None:
        return None
    return {"seat": rules.seat_tags.index(header[1]), "opponents": header[2], "seed": int(header[3])}


def load_game(text: str, settings: SettingsT) -> tuple[Game, SettingsT]:
    """The game of a sealed text, a record or set-up lines, and its `Settings`; its dice to come follow from
    the seed.

    A record that does not say how it is played is played as `settings` say. Raises `RecordError` with the
    line that is wrong, `PlayFault` if the text is damaged or the record is of another kind of game.
    """
    rules = settings.rules
    header, record = _read(text, settings)
    game = Game.replay(record)
    chosen: SettingsT = rules.noted(settings.resumed_from(game.start, **(header or {})), record, game)
    if chosen.seat >= chosen.seats and not plays_all_seats(chosen):
        raise rules.fault("seat", seat=rules.seat_tags[chosen.seat], n=chosen.seats)
    game.rng = random.Random(chosen.seed * STEP + len(game) if len(game) else chosen.seed)
    return game, chosen


def resume_match(text: str, settings: SettingsT) -> Match[SettingsT]:
    """The match of such a text, as it was left. Raises as `load_game`."""
    game, chosen = load_game(text, settings)
    return Match(chosen, game, UndoWithChance.parse(_read(text, settings)[1]))


def text_up_to_fault(text: str, fault: RecordError, settings: Settings) -> str:
    """Return the text of a game that `load_game` could not read, without the answers from the fault on."""
    header, record = _read(text, settings)
    sealed_head = text.strip().splitlines()[0] if text.strip().startswith(HEAD) else ""
    return (f"# {sealed_head}\n" if header and sealed_head else "") + fault.text_before_error(record)


def _read(text: str, settings: Settings) -> tuple[dict[str, object] | None, str]:
    """The settings in the head of a kept game (None without one), and its record. Raises `PlayFault`."""
    rules = settings.rules
    lines = [line.strip() for line in text.strip().splitlines()]
    if not lines:
        raise rules.fault("empty")
    header = _settings(lines[0], settings)
    if lines[0].startswith(HEAD):
        if not header:
            raise rules.fault("head", found=one_line(lines[0], 60))
        return header, unseal(text)
    if rules.setup and lines[0].startswith(rules.setup):
        return header, rules.record_of(lines)
    if not any(line.startswith(RECORD) for line in lines):
        raise rules.fault("neither", found=one_line(lines[0], 60))
    return header, text


def linked_game(text: str, seat: int | None, settings: SettingsT) -> tuple[Game, SettingsT]:
    """The game of such a text as it begins for who follows a link to it: the person has the seat (from 0), if
    None the one that the text says, or that of the first who is asked. Raises as `load_game`."""
    game, chosen = load_game(text, settings)
    if seat is None and not text.lstrip("# ").startswith(HEAD) and game.question is not None:
        seat = game.question.player
    return game, chosen if seat is None else chosen.changed(seat=seat)


def unseal(text: str) -> str:
    """The record within a sealed game. Raises `PlayFault` if signs are missing or wrong."""
    return _unpack("".join(line.strip() for line in text.strip().splitlines()[1:]))


def _unpack(packed: str) -> str:
    """The record within a seal. Raises `PlayFault` if signs are missing or wrong."""
    try:
        return decompress(base64.b64decode(packed, validate=True))
    except ValueError as why:  # no base64, not packed, no text, or too much of it
        raise PlayFault("damaged") from why
