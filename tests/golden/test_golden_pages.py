"""Golden pages: what every page of the site shows at its addresses stays as it was.

`python tests/golden/pages.py` writes them anew; look at the difference before you keep it.
"""

from __future__ import annotations

from difflib import unified_diff

import pytest
from browser.site_map import PAGES
from golden.page_addresses import ADDRESSES
from golden.pages import FOLDER, LANGUAGES, NOTEBOOKS, path, told

EVERY = [(notebook, lang) for notebook in ADDRESSES for lang in LANGUAGES]


@pytest.mark.slow
@pytest.mark.parametrize(("notebook", "lang"), EVERY)
def test_a_page_shows_what_it_showed(notebook: str, lang: str) -> None:
    before = path(notebook, lang).read_text(encoding="utf-8").split("\n")
    now = told(notebook, lang).split("\n")
    changed = [line[:300] for line in unified_diff(before, now, "kept", "now", lineterm="", n=2)]
    assert not changed, "\n".join([f"{notebook} ({lang}) shows something else:", *changed[:60]])


def test_every_notebook_of_the_site_is_held() -> None:
    assert set(ADDRESSES) == {found.stem for found in NOTEBOOKS.glob("*.ipynb")}
    assert {found.name for found in FOLDER.iterdir()} == {path(*each).name for each in EVERY}


def test_every_address_of_the_site_map_is_held() -> None:
    for address in PAGES.values():
        notebook, _, query = address.partition("?")
        assert query in ADDRESSES[notebook], address
