"""The documentation on a server: its files, the site's headers, and the links to it in a browser."""

from __future__ import annotations

from typing import Any

import pytest
from documents import written_documents
from visitors import ask

from twingkit_widgets.site.assets import RESPONSE_HEADERS
from twingkit_widgets.site.documentation import DOCS
from twingkit_widgets.site.page_handlers import POLICY


@pytest.fixture(scope="module")
def documented(serve_all: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return the whole site, below a path, with a documentation."""
    folder = written_documents(tmp_path_factory.mktemp("checkout") / "html")
    return serve_all(base_url="/games/", environment={DOCS: str(folder)})


@pytest.mark.slow
def test_files_of_the_documentation_come_with_the_headers_of_the_site(documented: Any) -> None:
    for path, kind, words in (
        ("", "text/html; charset=utf-8", b"<h1>Kit"),
        ("_api/one.html", "text/html; charset=utf-8", "Größe".encode()),
        ("_static/icon.svg", "image/svg+xml", b"<svg"),
    ):
        status, headers, body = ask(documented, "GET", f"/games/docs/{path}")
        assert (status, headers["Content-Type"]) == (200, kind)
        assert words in body
        assert headers["Content-Security-Policy"] == POLICY
        assert {name: headers[name] for name in RESPONSE_HEADERS} == RESPONSE_HEADERS
    status, headers, _ = ask(documented, "GET", "/games/docs")
    assert (status, headers["Location"]) == (302, "./docs/")


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    ["two.html", "../outside.txt", "..%2foutside.txt", "%2e%2e/outside.txt", "%2fetc%2fpasswd", "%00", "%ff"],
)
def test_what_is_hidden_outside_or_no_file_is_not_found(documented: Any, path: str) -> None:
    status, headers, body = ask(documented, "GET", f"/games/docs/{path}")
    assert status in (400, 404)
    assert b"outside" not in body
    assert headers["Content-Security-Policy"] == POLICY


@pytest.mark.slow
def test_without_a_documentation_its_address_leads_nowhere(site: Any) -> None:
    for path in ("/docs", "/docs/", "/docs/index.html"):
        assert ask(site, "GET", path)[0] == 404


@pytest.mark.browser
def test_the_start_page_leads_to_the_documentation_whose_scripts_run(documented: Any, visit: Any) -> None:
    page = visit().go(f"{documented.url}de/", wait=".lm-Widget .tk-panel")
    page.get_by_role("link", name="Dokumentation").click()
    page.locator("body[data-inline=ran]").wait_for()
    assert page.url == f"{documented.url}docs/index.html"
    page.get_by_role("link", name="One").click()
    assert page.get_by_role("heading").inner_text() == "Größe"
