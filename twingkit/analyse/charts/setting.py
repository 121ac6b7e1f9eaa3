"""The default language, theme and width of all figures: one setting for a notebook."""

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
"""The narrowest place for a figure, in pixels."""

WIDE, WIDEST = 720, 4000
"""The default width of a figure in a notebook, and the maximum width, in pixels."""

WIDTH = named_kind(
    "charts.folded", lambda width: is_integer(width) and NARROWEST <= index(width) <= WIDEST, index
)
"""The width of a figure's place."""


@attrs.frozen
class Defaults:
    """The defaults for figures: `lang`, `theme` and the `width` of their place."""

    lang: Lang = "en"
    theme: Theme = "light"
    width: int = WIDE


class _Setting:
    """The current setting; `lang` and `width` are None until they are set."""

    lang: Lang | None = None
    theme: Theme = "light"
    width: int | None = None


def _place() -> int:
    """Return the width of the place if it was not set: pages of the site must also fit phones."""
    return NARROWEST if "QUERY_STRING" in os.environ else WIDE


def defaults(lang: Lang | None = None, theme: Theme | None = None, width: int | None = None) -> Defaults:
    """Set the defaults for all figures from now on, and return them; omitted values stay.

    Parameters
    ----------
    lang
        The language of all figures and descriptions without their own. Until it is set, each uses the
        language of its frame (`attrs["lang"]`), or English. Texts in a frame are not translated.
    theme
        "light", "dark" or "auto" (for a page with an unknown background, such as a dark Jupyter).
    width
        The width of the place in pixels, 360 to 4000, for which titles, axes and notes are wrapped; 360
        fits a phone. Until it is set, it is 720 in a notebook and 360 on a page of the site.

    Raises
    ------
    Fault
        For any other value.

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
    """Return the language for a frame without another choice: that of `defaults` if it was set, else that of
    the frame's own texts (`attrs["lang"]`).
    """
    if _Setting.lang is not None:
        return _Setting.lang
    attributes = getattr(frame, "attrs", None)
    own = attributes.get("lang") if isinstance(attributes, Mapping) else None
    return own if own in LANGUAGES else LANGUAGES[0]
