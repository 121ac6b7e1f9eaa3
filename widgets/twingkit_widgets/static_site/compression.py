"""Files compressed for a visitor: as gzip, which every browser unpacks, as small as it can be made."""

from __future__ import annotations

import gzip
from importlib import import_module
from importlib.util import find_spec

ITERATIONS = 5
"""The passes of zopfli: more of them win less than a thousandth."""


def compress(content: bytes, smallest: bool = False) -> bytes:
    """The content as gzip, the same bytes each time. With `smallest`, for what every first visit waits for,
    by zopfli if it is installed: a twenty-fifth less, in some hundred times as long."""
    if smallest and find_spec("zopfli"):
        made: bytes = import_module("zopfli.gzip").compress(content, numiterations=ITERATIONS)
        return made
    return gzip.compress(content, 9, mtime=0)
