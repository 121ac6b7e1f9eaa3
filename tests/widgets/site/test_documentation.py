"""The documentation on the site: where it is looked for, which parts are shown, and who links to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from documents import written_documents
from widgets.site.own_publishers import Move

from twingkit.core.words import LANGUAGES
from twingkit_widgets.panel.address.addresses import ROOT
from twingkit_widgets.site import documentation as site_documentation
from twingkit_widgets.site.documentation import (
    DOCS,
    documentation_file,
    documentation_files,
    documentation_folder,
)
from twingkit_widgets.site.landing import StartPagePanel

NAMES = {"en": "Documentation", "de": "Dokumentation"}


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the documentation of a checkout in which `make docs` has run."""
    monkeypatch.delenv(DOCS)
    monkeypatch.setattr(site_documentation, "notebooks_folder", lambda: tmp_path / "checkout/notebooks")
    return written_documents(tmp_path / "checkout/docs/_build/html")


def test_the_site_shows_what_this_checkout_has_built(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert documentation_folder() == built
    monkeypatch.setenv(DOCS, "")
    assert documentation_folder() is None
    monkeypatch.delenv(DOCS)
    (built / "index.html").unlink()
    assert documentation_folder() is None, "a build that was broken off"


def test_a_publishers_own_site_shows_only_what_its_environment_names(
    built: Path, move_in: Move, monkeypatch: pytest.MonkeyPatch
) -> None:
    move_in('name = "Our club"')
    assert documentation_folder() is None
    monkeypatch.setenv(DOCS, str(built))
    assert documentation_folder() == built


SHOWN = ["_api/one.html", "_static/icon.svg", "_static/own.js", "index.html"]


def test_files_of_the_documentation_are_shown_and_nothing_else(built: Path) -> None:
    assert [name for name, _ in documentation_files(built)] == SHOWN
    for name in ("", *SHOWN):
        assert documentation_file(built, name) == built / (name or "index.html")
    away = ("../outside.txt", "_static/../../outside.txt", "_static/away/outside.txt", "_static/out.txt")
    hidden = (".buildinfo", ".doctrees/index.doctree", "_static/../.buildinfo")
    none = ("_static", "_static/", "two.html", "\0", "x" * 5000)
    for name in (*away, *hidden, *none):
        assert documentation_file(built, name) is None, name


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("section", ["start", "about"])
def test_the_start_page_and_about_link_to_the_documentation_where_there_is_one(
    lang: str, section: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ROOT, "../")
    assert NAMES[lang] not in StartPagePanel(lang, section=section).html
    monkeypatch.setenv(DOCS, "docs/")
    html = StartPagePanel(lang, section=section).html
    assert html.count(f'<a href="../docs/index.html" hreflang="en">{NAMES[lang]}</a>') == 1
    monkeypatch.delenv(ROOT)
    assert NAMES[lang] not in StartPagePanel(lang, section=section).html, "a notebook has no site around it"
