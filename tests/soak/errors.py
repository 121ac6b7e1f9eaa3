"""Clear errors, and the origin of unclear ones."""

from __future__ import annotations

import traceback
from collections.abc import Iterable

from twingkit.core.glossary import UnknownTerm
from twingkit.core.rulebook.rule_errors import MissingSentence
from twingkit.core.words import LANGUAGES
from twingkit.learn.lesson.lesson import LessonError
from twingkit.learn.lesson.progress import ProgressError

UNSAID = (MissingSentence, UnknownTerm)
"""The kit's errors that no input may cause: a sentence or a word is missing."""

ENGLISH_ONLY = (LessonError, ProgressError)
"""Errors for authors of lessons and for the page itself, which are in English only."""

LONGEST = 200_000
"""The largest number of characters of a sentence that is still an answer."""


def is_clear_error(why: object) -> bool:
    """Return whether an error is one of the kit's own with a text in each language; errors of making the text
    are raised."""
    if isinstance(why, ENGLISH_ONLY):
        return _readable(str(why))
    own = type(why).__module__.partition(".")[0] in ("twingkit", "twingkit_widgets")
    say = getattr(why, "text", None)
    if not own or isinstance(why, UNSAID) or not callable(say):
        return False
    return all(_readable(say(lang)) for lang in LANGUAGES)


def _readable(text: str) -> bool:
    text.encode()
    return bool(text.strip()) and len(text) <= LONGEST


def place_of(why: BaseException) -> str:
    """Return the kind of an error and its origin in the kit, by which faults are distinguished."""
    frames = traceback.extract_tb(why.__traceback__)
    own = [frame for frame in frames if "/twingkit" in frame.filename] or list(frames)
    return f"{type(why).__name__} in {_spot(own[-1:])}"


def _spot(frames: Iterable[traceback.FrameSummary]) -> str:
    return next((f"{f.filename.rpartition('twingkit')[2].lstrip('/_')}:{f.name}" for f in frames), "nowhere")
