"""Save a game against the computer as text, sealed so that nobody reads a hand by accident.

A record names every card that was drawn. A running game is therefore saved sealed: a line with the settings,
then the record, packed but not encrypted; anyone who unpacks it can read everything. Sealed texts, plain
records and the set-up lines of typed positions can all be loaded.
"""

from __future__ import annotations

import base64
import random
import re
import textwrap
import zlib

from twingkit import Game, RecordError
from twingkit.core.blanks import with_plain_blanks
from twingkit.core.links import decompress
from twingkit.core.questions import one_line_excerpt
from twingkit_widgets.table.play.chance.chance_after_undo import ChanceAfterUndo
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.settings import MatchSettings, SettingsT, plays_all_seats
from twingkit_widgets.table.play.words import PlayFault

HEAD = "twingkit-play 1"
"""The first words of a sealed game: the format and its version."""

RECORD = "twingkit-record"
"""The first word of a plain record."""

_SEALED_LINE_LENGTH = 76

_SEED_STEP = 7919
"""A prime, so that a loaded game gets other dice than games with nearby seeds."""


def seal_game(game: Game, settings: MatchSettings, chance_after_undo: ChanceAfterUndo | None = None) -> str:
    """Return a game as a sealed text for saving: packed, but not encrypted, so that nobody reads hidden cards
    by accident. `resume_match` reads it.
    """
    record = settings.play_design.record_with_settings(game, settings) + (
        chance_after_undo.format_comments() if chance_after_undo else ""
    )
    packed = base64.b64encode(zlib.compress(record.encode(), 9)).decode()
    return "\n".join([_head(settings), *textwrap.wrap(packed, _SEALED_LINE_LENGTH)]) + "\n"


def unsealed_record(game: Game, settings: MatchSettings) -> str:
    """Return the game as a plain record with every card of every hand, which `Game.replay` can also play."""
    return f"# {_head(settings)}\n{settings.play_design.record_with_settings(game, settings)}"


def _head(settings: MatchSettings) -> str:
    seat = settings.play_design.seat_tags[settings.seat]
    return f"{HEAD} seat={seat} opponents={settings.opponent_level} seed={settings.seed}"


def _settings(line: str, settings: MatchSettings) -> dict[str, object] | None:
    rules = settings.play_design
    seats, ai_levels = "|".join(rules.seat_tags), "|".join(rules.all_levels)
    header = re.fullmatch(rf"#? ?{HEAD} seat=({seats}) opponents=({ai_levels}) seed=(\d{{1,12}})", line)
    if header is None:
        return None
    return {"seat": rules.seat_tags.index(header[1]), "opponent_level": header[2], "seed": int(header[3])}


def load_game(text: str, settings: SettingsT) -> tuple[Game, SettingsT]:
    """Return the game in a sealed text, a record or set-up lines, and its settings.

    A record without settings is played with `settings`. Raises `RecordError` with the faulty line, and
    `PlayFault` if the text is damaged or the record belongs to another kind of game.
    """
    rules = settings.play_design
    header, record = _read(text, settings)
    game = Game.replay(record)
    chosen: SettingsT = rules.settings_from_record(
        settings.with_start(game.start, **(header or {})), record, game
    )
    if chosen.seat >= chosen.seat_count and not plays_all_seats(chosen):
        raise rules.fault_class("seat", seat=rules.seat_tags[chosen.seat], n=chosen.seat_count)
    game.rng = random.Random(chosen.seed * _SEED_STEP + len(game) if len(game) else chosen.seed)
    return game, chosen


def resume_match(text: str, settings: SettingsT) -> Match[SettingsT]:
    """Return the match saved in a text for `load_game`, in the state in which it was left."""
    game, chosen = load_game(text, settings)
    return Match(chosen, game, ChanceAfterUndo.parse(_read(text, settings)[1]))


def text_up_to_fault(text: str, fault: RecordError, settings: MatchSettings) -> str:
    """Return the text of an invalid saved game without the faulty answer and all later ones, so that
    `load_game` can read it.
    """
    header, record = _read(text, settings)
    plain = with_plain_blanks(text).strip()
    sealed_head = plain.splitlines()[0] if plain.startswith(HEAD) else ""
    return (f"# {sealed_head}\n" if header and sealed_head else "") + fault.text_before_error(record)


def _read(text: str, settings: MatchSettings) -> tuple[dict[str, object] | None, str]:
    """Return the settings in the head of a saved game (None without a head), and its record.

    Raises `PlayFault`.
    """
    rules = settings.play_design
    lines = [line.strip() for line in with_plain_blanks(text).strip().splitlines()]
    if not lines:
        raise rules.fault_class("empty")
    header = _settings(lines[0], settings)
    if lines[0].startswith(HEAD):
        if not header:
            raise rules.fault_class("head", found=one_line_excerpt(lines[0], 60))
        return header, unseal_game(text)
    if rules.setup_prefix and lines[0].startswith(rules.setup_prefix):
        return header, rules.record_from_setup(lines)
    if not any(line.startswith(RECORD) for line in lines):
        raise rules.fault_class("neither", found=one_line_excerpt(lines[0], 60))
    return header, text


def load_game_for_seat(text: str, seat: int | None, settings: SettingsT) -> tuple[Game, SettingsT]:
    """Load a game like `load_game`, for a person at `seat` (from 0).

    If it is None, the text names the seat; otherwise it is the seat of the first question.
    """
    game, chosen = load_game(text, settings)
    if (
        seat is None
        and not with_plain_blanks(text).lstrip("# ").startswith(HEAD)
        and game.question is not None
    ):
        seat = game.question.player
    return game, chosen if seat is None else chosen.changed(seat=seat)


def unseal_game(text: str) -> str:
    """Return the record in a sealed game (see `seal_game`). Raises `PlayFault` if characters are missing or
    wrong.
    """
    return _unpack("".join(line.strip() for line in text.strip().splitlines()[1:]))


def _unpack(packed: str) -> str:
    try:
        return decompress(base64.b64decode(packed, validate=True))
    except ValueError as why:  # invalid base64, not packed, not text, or too long
        raise PlayFault("damaged") from why
