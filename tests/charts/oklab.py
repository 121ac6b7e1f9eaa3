"""Colours as numbers, in Ottosson's Oklab: equal steps in it look equal."""

from __future__ import annotations


def linear_parts(colour: str) -> tuple[float, float, float]:
    """Return the red, green and blue light of `#rrggbb`, 0 to 1."""
    parts = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return red, green, blue


def oklab(colour: str) -> tuple[float, float, float]:
    """Return the lightness of a colour, and two axes of its hue."""
    red, green, blue = linear_parts(colour)
    long, medium, short = (
        (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3),
        (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3),
        (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3),
    )
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def mix(begin: str, end: str, share: float) -> str:
    """Return the colour `share` of the way from one colour to another."""
    light, a, b = (p + (q - p) * share for p, q in zip(oklab(begin), oklab(end), strict=True))
    long, medium, short = (
        (light + 0.3963377774 * a + 0.2158037573 * b) ** 3,
        (light - 0.1055613458 * a - 0.0638541728 * b) ** 3,
        (light - 0.0894841775 * a - 1.2914855480 * b) ** 3,
    )
    parts = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    linear = (part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in parts)
    return "#" + "".join(f"{min(255, max(0, round(255 * part))):02x}" for part in linear)
