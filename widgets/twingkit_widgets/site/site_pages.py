"""The pages under the names that they had as functions: kept for one version, `page(name)` is the new way."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial

from twingkit_widgets.site.addresses import site_pages
from twingkit_widgets.site.page import Page, page


def __getattr__(name: str) -> Callable[..., Page]:
    """The function of a page: `battle_lab` opens the page "battle-lab"."""
    address = name.replace("_", "-")
    if address != "index" and address not in site_pages():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warnings.warn(
        f"{__name__}.{name}() is now {page.__module__}.page({address!r})", DeprecationWarning, stacklevel=2
    )
    return partial(page, address)
