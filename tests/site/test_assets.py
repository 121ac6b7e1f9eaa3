"""The front end's files: few requests, small, asked for once."""

from __future__ import annotations

import gzip
import re
import urllib.error
import urllib.request
from typing import Any

import pytest
from visitors import read

from twingkit_widgets.site.assets import BUNDLE, Assets


def assets_of(site: Any) -> str:
    found = re.search(r"voila/assets/\w+/", read(site.page("index")))
    assert found
    return str(site.url + found[0])


def test_files_are_sent_compressed_and_kept_for_good(site: Any) -> None:
    request = urllib.request.Request(assets_of(site) + BUNDLE, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request) as answer:
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["Content-Encoding"] == "gzip"
        squeezed = answer.read()
    with urllib.request.urlopen(request.full_url) as answer:
        assert answer.headers["Content-Encoding"] is None
        assert answer.read() == gzip.decompress(squeezed)
    assert len(squeezed) < 1_500_000


@pytest.mark.parametrize(
    "name",
    ["static/../../../../../../../../etc/passwd", "static/%2e%2e/conf.json", "else/x.js", "static/", ""],
)
def test_nothing_else_is_sent(site: Any, name: str) -> None:
    with pytest.raises(urllib.error.HTTPError, match="404"):
        read(assets_of(site) + name)


def test_the_version_changes_with_the_extensions() -> None:
    one, other = ([{"name": "anywidget", "load": load}] for load in ("static/a.js", "static/b.js"))
    assert Assets(one).version == Assets(one).version
    assert Assets(one).version != Assets(other).version


@pytest.mark.browser
def test_the_bundle_holds_what_pages_load_and_a_second_page_asks_for_nothing_twice(
    site: Any, visit: Any
) -> None:
    window = visit(fresh=True)
    asked: list[str] = []
    window.page.on("request", lambda request: asked.append(request.url))
    for name, live in (("index", ".jupyter-button"), ("counter", ".lm-Widget .tk-panel")):
        window.go(site.page(name), wait=live).wait_for_function("!!window.jupyterapp")
        window.page.wait_for_load_state("networkidle")
        files = [re.sub(r".*/voila/assets/\w+/", "", url) for url in asked if "/voila/assets/" in url]
        assert BUNDLE in files
        extra = [file for file in files if file != BUNDLE and "remoteEntry" not in file]
        assert extra == [], "these files belong into widgets/twingkit_widgets/site/bundle.txt"
    loaded = window.page.evaluate(
        "performance.getEntriesByType('resource').filter((each) => each.name.includes('/voila/assets/')"
        " && each.transferSize > 0).map((each) => each.name)"
    )
    assert loaded == []
