"""What is written on a page of the rulebook."""

from __future__ import annotations

import re
from html import unescape


def plain(html: str) -> str:
    """The HTML without the ids, which differ from panel to panel."""
    return re.sub(r"tk-panel-\d+", "tk-panel", html)


def words(html: str) -> str:
    """What is read: the text without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())
