"""Servers with this folder's small pages, shared by the tests that only look."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest
from visitors import run

PAGES = Path(__file__).with_name("pages")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    run(pyfuncitem.obj(**arguments))
    return True


@pytest.fixture(scope="session")
def pages() -> Path:
    """Return the folder of notebooks made for these tests."""
    return PAGES


@pytest.fixture(scope="session")
def site(serve_all: Any) -> Any:
    """Return a site with the small pages."""
    return serve_all(folder=PAGES)
