"""The colours of a publisher's site: the theme properties that can be set, and their contrast (WCAG).

The values here are those of `panel.css`; a test compares them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import attrs

MIN_CONTRAST = 4.5
"""The smallest contrast of text on its background (WCAG 1.4.3)."""

SCHEMES = ("light", "dark")

THEME: Mapping[str, tuple[str, str]] = {
    "ground": ("#fdfbf6", "#17141c"),
    "surface": ("#ffffff", "#211d28"),
    "sunken": ("#f4efe5", "#110e15"),
    "ink": ("#241d2e", "#f1ecf6"),
    "soft": ("#5d5467", "#b8aec5"),
    "accent": ("#5b2a86", "#ccb0f7"),
    "on-accent": ("#ffffff", "#21122f"),
    "tint": ("#f1e9f8", "#2f2540"),
}
"""The names of the colours that can be set, with their defaults in the light and the dark scheme.

Text has the colour `ink` or `soft`, links `accent`, a main button `on-accent` on `accent`; backgrounds are
ground, surface, sunken and tint.
"""

GROUNDS = ("ground", "surface", "sunken", "tint")

_CONTRAST_PAIRS = (
    *((text, ground) for text in ("ink", "soft", "accent") for ground in GROUNDS),
    ("on-accent", "accent"),
)
"""The combinations of text and background colours."""

_HEX = re.compile(r"#[0-9a-fA-F]{6}")


@attrs.frozen
class LowContrastTextColour:
    """A text colour that is hard to read: its contrast with a background is too low in the light or dark
    scheme.
    """

    scheme: str
    text_colour: str
    background: str
    contrast: float


def is_colour(value: object) -> bool:
    """Return whether a value is a hexadecimal colour as `twingkit.toml` requires it, such as "#1a2b3c".

    >>> is_colour("#5b2a86"), is_colour("purple")
    (True, False)
    """
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours, from 1 (the same) to 21 (black and white), in either order.

    >>> round(contrast("#000000", "#ffffff"), 1), round(contrast("#777777", "#ffffff"), 2)
    (21.0, 4.48)
    """
    dark, light = sorted((_luminance(first), _luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    shares = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def palette(colours: Mapping[str, Mapping[str, str]], scheme: str) -> dict[str, str]:
    """Return all colours of a scheme: the publisher's, or else the defaults.

    The tint of the publisher's accent and the text on it are derived if they are not set.

    >>> palette({"accent": {"dark": "#ffffff"}}, "dark")["accent"], palette({}, "light")["accent"]
    ('#ffffff', '#5b2a86')
    """
    column = SCHEMES.index(scheme)
    whole = {name: colours.get(name, {}).get(scheme, values[column]) for name, values in THEME.items()}
    if scheme in colours.get("accent", {}):
        if scheme not in colours.get("tint", {}):
            whole["tint"] = _tint(whole)
        if scheme not in colours.get("on-accent", {}):
            whole["on-accent"] = max(_ACCENT_TEXT_COLOURS, key=lambda ink: contrast(ink, whole["accent"]))
    return whole


_ACCENT_TEXT_COLOURS = ("#ffffff", "#111111")

_MAX_TINT_PERCENT = 24
"""The largest share of an accent in its tint, in percent."""


def _tint(colours: Mapping[str, str]) -> str:
    """Return the strongest tint of the accent on which all texts are readable; the ground if there is
    none.
    """
    texts = [text for text, ground in _CONTRAST_PAIRS if ground == "tint"]
    for share in range(
        _MAX_TINT_PERCENT if _luminance(colours["ground"]) < 0.5 else _MAX_TINT_PERCENT // 2, 0, -1
    ):
        tint = _mix_colours(colours["ground"], colours["accent"], share / 100)
        if all(contrast(colours[text], tint) >= MIN_CONTRAST for text in texts):
            return tint
    return colours["ground"]


def _mix_colours(colour: str, other: str, share: float) -> str:
    """Mix a share (0 to 1) of another colour into a colour.

    >>> _mix_colours("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = ((int(colour[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(first + (second - first) * share):02x}" for first, second in pairs)


def readable_accent(accent: str, scheme: str) -> str:
    """Return an accent colour, made darker or lighter until it is readable on the default backgrounds of a
    colour scheme.

    >>> readable_accent("#0b5d3b", "light")
    '#0b5d3b'
    >>> contrast(readable_accent("#0b5d3b", "dark"), "#2f2540") >= MIN_CONTRAST
    True
    """
    column = SCHEMES.index(scheme)
    end = "#000000" if scheme == "light" else "#ffffff"
    shades = (_mix_colours(accent, end, step / 20) for step in range(21))
    grounds = [THEME[ground][column] for ground in GROUNDS]
    return next(
        shade for shade in shades if all(contrast(shade, ground) >= MIN_CONTRAST for ground in grounds)
    )


def low_contrast_text_colours(colours: Mapping[str, Mapping[str, str]]) -> Iterator[LowContrastTextColour]:
    """Yield each text colour whose contrast is too low, per scheme, with the background on which it is
    lowest.

    >>> faint_texts = low_contrast_text_colours({"soft": {"light": "#8a8a8a"}})
    >>> [(faint.text_colour, faint.background) for faint in faint_texts]
    [('soft', 'tint')]
    """
    for scheme in SCHEMES:
        values = palette(colours, scheme)
        for text in dict.fromkeys(text for text, _ in _CONTRAST_PAIRS):
            grounds = (ground for other, ground in _CONTRAST_PAIRS if other == text)
            ratio, ground = min((contrast(values[text], values[ground]), ground) for ground in grounds)
            if ratio < MIN_CONTRAST:
                yield LowContrastTextColour(scheme, text, ground, ratio)


def publisher_colour_css(colours: Mapping[str, Mapping[str, str]]) -> str:
    """Return the CSS that sets a publisher's colours; "" if none are set.

    >>> publisher_colour_css({"accent": {"light": "#0b5d3b", "dark": "#8fe0b8"}})  # doctest: +ELLIPSIS
    '.tk-page.tk-page, .tk-page .tk-panel.tk-panel { --tk-accent: light-dark(#0b5d3b, #8fe0b8); --tk-on-acc...
    """
    derived = {"tint", "on-accent"} if "accent" in colours else set[str]()
    names = [name for name in THEME if name in colours or name in derived]
    both = {name: [palette(colours, scheme)[name] for scheme in SCHEMES] for name in names}
    lines = [f"--tk-{name}: light-dark({light}, {dark});" for name, (light, dark) in both.items()]
    return f".tk-page.tk-page, .tk-page .tk-panel.tk-panel {{ {' '.join(lines)} }}" if lines else ""
