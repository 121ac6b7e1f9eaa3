"""The default language of analyses and figures, and the default theme and width of figures."""

from __future__ import annotations

import os
from collections.abc import Mapping
from operator import index

import attrs

from twingkit.analyse.charts import theme as themes
from twingkit.analyse.charts.theme import Theme
from twingkit.analyse.charts.wording import check_language
from twingkit.core.arguments import check_arguments, custom_argument_kind, require_valid_argument
from twingkit.core.arguments.kinds import is_integer
from twingkit.core.language import Lang, set_default_language
from twingkit.core.words import LANGUAGES

MIN_FIGURE_WIDTH = 360
"""The minimum width of a figure's place, in pixels."""

WIDE, WIDEST = 720, 4000
"""The default width of a figure in a notebook, and the maximum width, in pixels."""

WIDTH_ARGUMENT = custom_argument_kind(
    "charts.folded", lambda width: is_integer(width) and MIN_FIGURE_WIDTH <= index(width) <= WIDEST, index
)
"""The check of an argument that must be the width of a figure's place."""


@attrs.frozen
class AnalysisAndChartDefaults:
    """The defaults: `lang` of analyses and figures, `theme` and `width` (in pixels) of figures."""

    lang: Lang = "en"
    theme: Theme = "light"
    width: int = WIDE


class _Setting:
    """The current defaults; `lang` and `width` are None until they are set."""

    lang: Lang | None = None
    theme: Theme = "light"
    width: int | None = None


@check_arguments()
def set_defaults(
    *, lang: Lang | None = None, theme: Theme | None = None, width: int | None = None
) -> AnalysisAndChartDefaults:
    """Set the defaults from now on, and return the new ones; omitted values stay.

    Parameters
    ----------
    lang
        The language of every analysis, `.frame()`, error, figure and panel that is not given its own `lang`.
        Until it is set, that is English, and for a figure the language of its frame (`attrs["lang"]`). Texts
        that a frame already holds are not translated.
    theme
        The theme of every figure that is not given its own: "light", "dark" or "auto" (for a page with an
        unknown background, such as a dark Jupyter). Panels follow the page that they are on.
    width
        The width of a figure's place in pixels, 360 to 4000, for which titles, axes and notes are wrapped;
        360 fits a phone. Until it is set, it is 720 in a notebook and 360 on a page of the site.

    Returns
    -------
    Defaults
        The defaults that now hold: `lang`, `theme`, `width`.

    Raises
    ------
    Fault
        For any other value; then nothing changes.

    Examples
    --------
    >>> set_defaults(theme="dark", width=1000)
    AnalysisAndChartDefaults(lang='en', theme='dark', width=1000)
    >>> set_defaults(theme="light", width=720).theme
    'light'
    """
    if lang is not None:
        check_language(lang)
    if theme is not None:
        themes.palette(theme)
    if width is not None:
        width = require_valid_argument("width", width, WIDTH_ARGUMENT)
    if lang is not None:
        _Setting.lang = lang
        set_default_language(lang)
    _Setting.theme = _Setting.theme if theme is None else theme
    _Setting.width = _Setting.width if width is None else width
    return current_chart_defaults()


def current_chart_defaults() -> AnalysisAndChartDefaults:
    """Return the defaults in force: those of `set_defaults`, otherwise the kit's own."""
    on_site = "QUERY_STRING" in os.environ  # its pages must also fit phones
    width = _Setting.width or (MIN_FIGURE_WIDTH if on_site else WIDE)
    return AnalysisAndChartDefaults(_Setting.lang or "en", _Setting.theme, width)


def language_for_frame(frame: object) -> str:
    """Return the language for a frame if no other is requested: that of `set_defaults` if it was set, else
    that of the frame's own texts (`attrs["lang"]`).
    """
    if _Setting.lang is not None:
        return _Setting.lang
    attributes = getattr(frame, "attrs", None)
    own = attributes.get("lang") if isinstance(attributes, Mapping) else None
    return own if own in LANGUAGES else LANGUAGES[0]
