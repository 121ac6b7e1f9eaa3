"""The publisher's logo, an SVG or PNG file shown as an image so that no script in it runs, and the preview
picture for links.
"""

from __future__ import annotations

import base64
from functools import cache
from pathlib import Path

LOGOS = (".svg", ".png")
"""The suffixes of logos."""

TYPES = {".svg": "image/svg+xml", ".png": "image/png"}

MAX_LOGO_BYTES = 64 * 1024
"""The largest size of a logo in bytes; every page contains it."""

SHARED_PICTURES = (".png", ".jpg", ".jpeg")
"""The suffixes of preview pictures."""

MAX_SHARED_BYTES = 1024 * 1024
"""The largest size of a preview picture in bytes; some chats do not show larger ones."""

_PNG = b"\x89PNG\r\n\x1a\n"


def is_picture(path: Path) -> bool:
    """True if the content of a file matches its suffix."""
    with path.open("rb") as file:
        head = file.read(4096)
    if path.suffix.lower() == ".png":
        return head.startswith(_PNG)
    return path.suffix.lower() == ".svg" and b"<svg" in head


@cache
def logo_address(path: Path) -> str:
    """Return the logo as a `data:` address for an `<img>`, in which browsers run no scripts and load
    nothing.
    """
    content = base64.b64encode(path.read_bytes()).decode("ascii")
    return f"data:{TYPES[path.suffix.lower()]};base64,{content}"
