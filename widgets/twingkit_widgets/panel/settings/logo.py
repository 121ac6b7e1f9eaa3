"""The publisher's logo, an SVG or PNG file, shown as a picture, so that nothing in it runs; and the picture
beside links to the site."""

from __future__ import annotations

import base64
from functools import cache
from pathlib import Path

LOGOS = (".svg", ".png")
"""The kinds of pictures, by the end of their name."""

TYPES = {".svg": "image/svg+xml", ".png": "image/png"}

MAX_LOGO_BYTES = 64 * 1024
"""The most bytes of a logo: every page carries it."""

SHARED_PICTURES = (".png", ".jpg", ".jpeg")
"""The kinds of pictures that chats show beside a link."""

MAX_SHARED_BYTES = 1024 * 1024
"""The most bytes of such a picture: what is larger some chats do not show."""

_PNG = b"\x89PNG\r\n\x1a\n"


def is_picture(path: Path) -> bool:
    """True if a file is the kind of picture that its name says."""
    with path.open("rb") as file:
        head = file.read(4096)
    if path.suffix.lower() == ".png":
        return head.startswith(_PNG)
    return path.suffix.lower() == ".svg" and b"<svg" in head


@cache
def logo_address(path: Path) -> str:
    """The logo as a `data:` address for an `<img>`, where browsers run no script and load nothing."""
    content = base64.b64encode(path.read_bytes()).decode("ascii")
    return f"data:{TYPES[path.suffix.lower()]};base64,{content}"
