"""The language, theme and width of all figures that are given none: one setting for a notebook."""

from __future__ import annotations

import os
from collections.abc import Mapping
from operator import index

import attrs

from twingkit.analyse.charts import theme as themes
from twingkit.analyse.charts.theme import Theme
from twingkit.analyse.charts.wording import known_language
from twingkit.core.arguments import check_argument, named_kind
from twingkit.core.arguments.kinds import is_integer
from twingkit.core.language import Lang
from twingkit.core.words import LANGUAGES

NARROWEST = 360
"""The narrowest place a figure fits, in pixels."""

WIDE, WIDEST = 720, 4000
"""The place a figure has in a notebook, and the widest that can be set, in pixels."""

WIDTH = named_kind(
    "charts.folded", lambda width: is_integer(width) and NARROWEST <= index(width) <= WIDEST, index
)
"""A width, where a function takes one."""


@attrs.frozen
class Defaults:
    """The setting for figures that are given nothing else: `lang`, `theme` and the `width` of their place."""

    lang: Lang = "en"
    theme: Theme = "light"
    width: int = WIDE


class _Setting:
    """The setting that holds now; `lang` and `width` are None until they are set."""

    lang: Lang | None = None
    theme: Theme = "light"
    width: int | None = None


def _place() -> int:
    """The width of a place that nobody has set: a page of the site is read on phones, too."""
    return NARROWEST if "QUERY_STRING" in os.environ else WIDE


def defaults(lang: Lang | None = None, theme: Theme | None = None, width: int | None = None) -> Defaults:
    """Set what holds for all figures from now on, and return it; what is not given stays.

    `lang` is that of all figures and descriptions that are given none; until it is set, each speaks the
    language of its frame (`attrs["lang"]`), English where the frame says none. Texts that stand in a frame
    stay as they are. `theme` is "light", "dark" or "auto" (for a page of unknown ground, as a dark Jupyter),
    `width` that of the place in pixels, 360 to 4000: titles, axes and notes are folded for it, so 360 fits a
    phone; until it is set, it is 720 in a notebook and 360 on a page of the site. Raises `Fault` for anything
    else.

    >>> defaults(theme="dark", width=1000)
    Defaults(lang='en', theme='dark', width=1000)
    >>> defaults(theme="light", width=720).theme
    'light'
    """
    if lang is not None:
        known_language(lang)
    if theme is not None:
        themes.palette(theme)
    if width is not None:
        width = check_argument("width", width, WIDTH)
    _Setting.lang = _Setting.lang if lang is None else lang
    _Setting.theme = _Setting.theme if theme is None else theme
    _Setting.width = _Setting.width if width is None else width
    return Defaults(_Setting.lang or "en", _Setting.theme, _Setting.width or _place())


def frame_language(frame: object) -> str:
    """The language of what is said of a frame without another word: that of `defaults`, if it was set; else
    that of the frame's own texts (`attrs["lang"]`)."""
    if _Setting.lang is not None:
        return _Setting.lang
    attributes = getattr(frame, "attrs", None)
    own = attributes.get("lang") if isinstance(attributes, Mapping) else None
    return own if own in LANGUAGES else LANGUAGES[0]
