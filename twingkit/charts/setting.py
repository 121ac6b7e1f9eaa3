"""The language, theme and width of all figures that are given none: one setting for a notebook."""

from __future__ import annotations

import os

import attrs

from twingkit.arguments import fitting, named_kind
from twingkit.charts import theme as themes
from twingkit.charts.theme import Theme
from twingkit.charts.wording import language
from twingkit.words import Lang

NARROWEST = 360
"""The narrowest place a figure fits, in pixels."""

WIDE, WIDEST = 720, 4000
"""The place a figure has in a notebook, and the widest that can be set, in pixels."""

WIDTH = named_kind("charts.folded", lambda width: type(width) is int and NARROWEST <= width <= WIDEST)
"""A width, where a function takes one."""


@attrs.frozen
class Defaults:
    """The setting for figures that are given nothing else: `lang`, `theme` and the `width` of their place."""

    lang: Lang = "en"
    theme: Theme = "light"
    width: int = WIDE


class _Setting:
    """The setting that holds now; `width` is None until it is set."""

    lang: Lang = "en"
    theme: Theme = "light"
    width: int | None = None


def _place() -> int:
    """The width of a place that nobody has set: a page of the site is read on phones, too."""
    return NARROWEST if "QUERY_STRING" in os.environ else WIDE


def defaults(lang: Lang | None = None, theme: Theme | None = None, width: int | None = None) -> Defaults:
    """Set what holds for all figures from now on, and return it; what is not given stays.

    `lang` is that of figures whose frame says none (`attrs["lang"]`), `theme` "light", "dark" or "auto" (for
    a page of unknown ground, as a dark Jupyter), `width` that of the place in pixels, 360 to 4000: titles,
    axes and notes are folded for it, so 360 fits a phone; until it is set, it is 720 in a notebook and 360
    on a page of the site. Raises `Fault` for anything else.

    >>> defaults(theme="dark", width=1000)
    Defaults(lang='en', theme='dark', width=1000)
    >>> defaults(theme="light", width=720).theme
    'light'
    """
    if lang is not None:
        language(lang)
    if theme is not None:
        themes.palette(theme)
    if width is not None:
        fitting("width", width, WIDTH)
    _Setting.lang = _Setting.lang if lang is None else lang
    _Setting.theme = _Setting.theme if theme is None else theme
    _Setting.width = _Setting.width if width is None else width
    return Defaults(_Setting.lang, _Setting.theme, _Setting.width or _place())
