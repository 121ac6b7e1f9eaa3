"""What counts as a clear error, and where an unclear one came from."""

from __future__ import annotations

import traceback
from collections.abc import Iterable

from twingkit.core.glossary import UnknownTerm
from twingkit.core.rulebook.rule_errors import MissingSentence
from twingkit.core.words import LANGUAGES
from twingkit.learn.lesson.lesson import LessonError
from twingkit.learn.lesson.progress import ProgressError

UNSAID = (MissingSentence, UnknownTerm)
"""The kit's errors that no input may lead to: a sentence or a word is missing."""

PLAIN = (LessonError, ProgressError)
"""Those for authors of lessons and for the page itself, which speak English."""

LONGEST = 200_000
"""The number of characters of the longest sentence that is still an answer."""


def said_clearly(why: object) -> bool:
    """True if an error is one of the kit's own and says what is wrong, in each language; raises what saying
    it raises."""
    if isinstance(why, PLAIN):
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
    """The kind of an error and the place in the kit from which it came, by which faults are told apart."""
    frames = traceback.extract_tb(why.__traceback__)
    own = [frame for frame in frames if "/twingkit" in frame.filename] or list(frames)
    return f"{type(why).__name__} in {_spot(own[-1:])}"


def _spot(frames: Iterable[traceback.FrameSummary]) -> str:
    return next((f"{f.filename.rpartition('twingkit')[2].lstrip('/_')}:{f.name}" for f in frames), "nowhere")
