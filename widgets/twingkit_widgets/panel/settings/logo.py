"""The publisher's logo, an SVG or PNG file shown as an image so that no script in it runs, and the preview
picture for links.
"""

from __future__ import annotations

import base64
from functools import cache
from pathlib import Path

LOGOS = (".svg", ".png")
"""The allowed file suffixes of logos."""

TYPES = {".svg": "image/svg+xml", ".png": "image/png"}

MAX_LOGO_BYTES = 64 * 1024
"""The largest size of a logo in bytes; every page contains it."""

PREVIEW_SUFFIXES = (".png", ".jpg", ".jpeg")
"""The allowed file suffixes of preview pictures."""

MAX_PREVIEW_BYTES = 1024 * 1024
"""The largest size of a preview picture in bytes; some chats do not show larger ones."""

_PNG = b"\x89PNG\r\n\x1a\n"


def has_picture_content(path: Path) -> bool:
    """True if a file contains a picture in the format of its suffix."""
    with path.open("rb") as file:
        head = file.read(4096)
    if path.suffix.lower() == ".png":
        return head.startswith(_PNG)
    return path.suffix.lower() == ".svg" and b"<svg" in head


@cache
def logo_data_url(path: Path) -> str:
    """Return a logo as a `data:` URL for an `<img>`, in which browsers neither run scripts nor load files."""
    content = base64.b64encode(path.read_bytes()).decode("ascii")
    return f"data:{TYPES[path.suffix.lower()]};base64,{content}"
