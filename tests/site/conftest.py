"""Servers of this folder's small pages, shared by the tests that only look."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

PAGES = Path(__file__).with_name("pages")


@pytest.fixture(scope="session")
def pages() -> Path:
    """The folder of notebooks made for these tests."""
    return PAGES


@pytest.fixture(scope="session")
def site(serve_all: Any) -> Any:
    """A site with the small pages."""
    return serve_all(folder=PAGES)
