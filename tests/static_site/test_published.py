"""The published site in Chromium: every page from a plain file server, without a network after the first."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from html import escape
from pathlib import Path
from typing import Any

import pytest
from browser.site_map import PAGES
from playwright.sync_api import Page
from static_site.conftest import GO, LIVE, live, published_site, served

from twingkit.core.language import localized
from twingkit_widgets.panel.address.addresses import canonical_address, parse_address
from twingkit_widgets.site.head.content_policy import CONTENT_POLICY

pytestmark = [pytest.mark.browser, pytest.mark.install, pytest.mark.xdist_group("published")]

EXAMPLE = Path(__file__).parents[2] / "docs" / "example-site"

FURTHER = ["practice", "puzzles", "play", "first", "referee", "battle-lab", "readings"]
"""Pages that the other tests visit: a site without them is published quickly."""

SPEAKS = """lang => {
  const panels = [...document.querySelectorAll(".tk-part .tk-panel")];
  return panels.length >= 2 && panels.every((panel) => panel.lang === lang);
}"""

THERE = "(at) => new URL(at).pathname.startsWith(location.pathname)"
"""Whether an address is that of the page, or of a part of it."""

LATER = 10
"""The delay of a slow network in seconds: longer than a page waits for what a browser remembers."""


@localized
def address(written: str, lang: str | None = None) -> str:
    """Return the address of a page of the map below the root of the site."""
    path, _, query = written.partition("?")
    page = parse_address(path, query)
    assert page is not None
    return canonical_address(page.page, **dict(pair.split("=", 1) for pair in page.query.split("&") if pair))


def test_every_page_works_without_a_network_after_the_first(host: str, window: Page) -> None:
    asked_for: list[str] = []
    window.on("request", lambda request: asked_for.append(request.url))
    window.goto(host)
    live(window)
    kept, head = window.locator("[data-tk-offline=kept]"), window.locator(".tk-frame-head").first
    kept.wait_for(timeout=LIVE)
    assert kept.bounding_box()["x"] == head.bounding_box()["x"], "it stands below the content, not beside it"
    assert [url for url in asked_for if not url.startswith((host, "blob:", "data:"))] == []
    window.context.set_offline(True)
    window.goto(host)
    for name, written in PAGES.items():
        at = host + address(written)
        assert window.evaluate("async (at) => (await fetch(at)).ok", at), f"{name}: the first view is kept"
        window.evaluate(GO, at)  # like a link: Python starts only once
        window.wait_for_function(THERE, arg=at, timeout=LIVE)
        live(window)
        for lang in ("en", "de"):
            window.locator(f".tk-frame-language[lang={lang}]").dispatch_event("click")
            window.wait_for_function(SPEAKS, arg=lang, timeout=LIVE)
            assert f"/{lang}/" in window.url, name
            assert window.locator("#rendered_cells [role=alert]").count() == 0, name
            assert window.faults == [], name  # type: ignore[attr-defined]


def test_the_host_is_not_asked_for_what_only_the_service_worker_has(host: str, window: Page) -> None:
    window.goto(host)
    live(window)
    window.locator("[data-tk-offline=kept]").wait_for(timeout=LIVE)
    refused: list[str] = []
    window.on("response", lambda answer: refused.append(answer.url) if answer.status == 404 else None)
    window.evaluate("async () => (await navigator.serviceWorker.ready).unregister()")
    window.reload()  # like a page that began before the service worker, or is loaded past it
    live(window)
    assert window.evaluate("() => navigator.serviceWorker.controller === null")
    assert refused == []


def test_links_clicks_and_languages_go_on_in_one_page(host: str, window: Page) -> None:
    window.goto(host + "learn/?lesson=first-battle&lang=de")
    live(window)
    assert window.url == f"{host}de/learn/first-battle/"
    begun = window.evaluate("performance.timeOrigin")
    window.locator(".tk-part [data-act=forward]").first.click()
    window.wait_for_selector(".tk-part .tk-panel:not([aria-busy=true])")
    window.locator(".tk-frame-language[lang=en]").dispatch_event("click")
    window.wait_for_url(f"{host}en/learn/first-battle/")
    window.locator(".tk-frame-pages a").nth(2).click()
    window.wait_for_url(f"{host}en/battle-lab/")
    live(window)
    window.locator("[data-act=swap], [data-key=swap]").first.click()
    window.wait_for_url(f"{host}en/battle-lab/?battle=*")
    window.go_back()
    window.wait_for_url(f"{host}en/learn/first-battle/")
    live(window)
    assert window.evaluate("performance.timeOrigin") == begun, (
        "Python went on: the page was never loaded anew"
    )
    assert window.faults == []  # type: ignore[attr-defined]


def test_a_link_waits_for_a_slow_network_and_then_shows_what_it_names(host: str, window: Page) -> None:
    requests: list[Any] = []
    window.context.route("**/base.pack", lambda route: requests.append(route))
    window.goto(f"{host}en/rulebook/?search=miromon")
    window.wait_for_timeout(1000 * LATER)
    assert window.locator("#tk-loading").is_visible(), "what was published is not what the link names"
    requests[0].continue_()
    live(window)
    window.locator("mark", has_text="Miromon").first.wait_for()
    assert window.faults == []  # type: ignore[attr-defined]


def test_the_documentation_is_published_and_linked(host: str, published: Path, window: Page) -> None:
    files = {str(path.relative_to(published / "docs")) for path in published.glob("docs/**/*.*")}
    assert files == {"index.html", "_api/one.html", "_static/icon.svg", "_static/own.js"}
    for lang, name in (("en", "Documentation"), ("de", "Dokumentation")):
        assert name in (published / lang / "index.html").read_text("utf-8"), "in the first view"
    window.goto(f"{host}de/")
    live(window)
    window.get_by_role("link", name="Dokumentation").click()
    window.locator("body[data-inline=ran]").wait_for()
    assert window.url == f"{host}docs/index.html"
    assert window.faults == []  # type: ignore[attr-defined]


def test_a_page_can_be_read_without_scripts(host: str, chromium: Any) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{host}en/rulebook/TW-BAT-16/")
    assert "TW-BAT-16" in page.locator("#rendered_cells").inner_text()
    page.locator(".tk-frame-pages a").first.click()
    assert page.url == f"{host}en/learn/"
    context.close()


def test_every_file_has_an_ending_that_any_host_knows(published: Path) -> None:
    """Scripts must have the type of scripts, and packed files must stay packed: some hosts unpack a .gz on
    the way."""
    endings = {path.suffix for path in published.rglob("*") if path.is_file()}
    assert endings == {"", ".html", ".css", ".js", ".json", ".pack", ".svg"}


def test_every_page_carries_the_content_policy(published: Path) -> None:
    """A plain host sends no header; the documentation is Sphinx's."""
    pages = [path for path in published.rglob("*.html") if "docs" not in path.relative_to(published).parts]
    policy = f'<meta http-equiv="Content-Security-Policy" content="{escape(CONTENT_POLICY, quote=True)}">'
    policy = policy.replace("&#x27;", "&#39;")  # as Jinja escapes
    assert [path for path in pages if policy not in path.read_text("utf-8")[:3000]] == []


def test_the_documented_size_of_the_site_is_about_right(published: Path) -> None:
    sizes = [path.stat().st_size for path in published.rglob("*") if path.is_file()]
    text = (EXAMPLE.parent / "publishing.md").read_text("utf-8")
    ((files, megabytes),) = re.findall(r"the site has ([\d,]+) files and (\d+) MB", text)
    assert len(sizes) == pytest.approx(int(files.replace(",", "")), rel=0.05)
    assert sum(sizes) / 2**20 == pytest.approx(int(megabytes), rel=0.05)


def test_an_address_without_a_page_leads_to_the_start_wherever_the_site_lies(host: str, window: Page) -> None:
    home = window.locator(f".tk-fault a[href='{host.removesuffix('/')}/'], .tk-fault a[href='/shop/rules/']")
    window.goto(f"{host}404.html")
    home.wait_for()
    window.goto(host)
    window.locator("[data-tk-offline=kept]").wait_for(timeout=LIVE)
    window.context.set_offline(True)
    answer = window.goto(f"{host}no/such/page")
    assert answer is not None
    assert answer.status == 404
    home.click()
    window.wait_for_url(f"{host}en/")


def test_where_data_is_counted_nothing_is_fetched_or_kept_unasked(host: str, window: Page) -> None:
    window.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    fetched: list[str] = []
    window.context.on("request", lambda request: fetched.append(request.url.rpartition("/")[2]))
    window.goto(f"{host}en/learn/shield/")
    live(window)
    offer = window.locator("[data-tk-offline=offer]")
    offer.wait_for(timeout=LIVE)
    assert re.search(r"\d+ MB", offer.inner_text())
    assert {"base.pack", "page-learn.pack"} <= {*fetched}
    assert not {"rest.pack", "library.pack", "snapshot.pack"} & {*fetched}
    offer.locator("button").click()
    window.locator("[data-tk-offline=kept]").wait_for(timeout=LIVE)
    assert "snapshot.pack" in fetched


def test_every_way_in_is_kept_for_times_without_a_network(host: str, window: Page) -> None:
    window.goto(f"{host}en/learn/shield/")
    window.locator("[data-tk-offline=kept]").wait_for(timeout=LIVE)
    window.context.set_offline(True)
    for asked_for, shown in {
        "": "en/",
        "index.html": "en/",
        "en/rulebook": "en/rulebook/",
        "practice/?lang=de": "de/practice/",
        "learn/?lesson=duels&lang=de": "de/learn/",  # the whole page, requested for the lesson
    }.items():
        window.goto(host + asked_for)
        window.wait_for_function("address => location.href.split('?')[0] === address", arg=host + shown)
        live(window)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of settings: the example with one game and few pages, so that it is published
    quickly."""
    folder = tmp_path_factory.mktemp("house") / "club"
    shutil.copytree(EXAMPLE, folder)
    settings = (folder / "twingkit.toml").read_text("utf-8")
    for key, names in (("games", ["twing"]), ("hide", FURTHER)):
        settings = re.sub(rf"^{key} = .*$", f"{key} = {json.dumps(names)}", settings, flags=re.MULTILINE)
    (folder / "twingkit.toml").write_text(settings, "utf-8")
    return folder


@pytest.fixture(scope="module")
def zipped(house: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the folder of that site, and the zip that the command writes with it."""
    folder = tmp_path_factory.mktemp("zipped")
    file = folder / "site.zip"
    return published_site(folder / "made", "--folder", str(house), "--zip", str(file)), file


@pytest.fixture(scope="module")
def club(zipped: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of that site, unpacked from the zip into an empty folder."""
    folder = tmp_path_factory.mktemp("club")
    zipfile.ZipFile(zipped[1]).extractall(folder)
    return folder / "site"


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the contents of all files in a folder by their paths."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def test_the_zip_of_the_command_holds_the_whole_site(zipped: tuple[Path, Path], club: Path) -> None:
    assert files_of(club) == files_of(zipped[0])


@pytest.mark.soak  # the parts that could differ are tested one by one in `test_program`
def test_published_twice_the_bytes_are_the_same(house: Path, club: Path, tmp_path: Path) -> None:
    again = published_site(tmp_path / "again", "--folder", str(house))
    # Python's memory contains the time when it was made.
    first, second = (
        {name: content for name, content in files_of(folder).items() if not name.endswith("snapshot.pack")}
        for folder in (club, again)
    )
    assert sorted(first) == sorted(second)
    assert [path for path in first if first[path] != second[path]] == []


def test_a_house_is_published_with_its_own_pages_and_words(club: Path, window: Page) -> None:
    with served(club.parent) as root:
        window.goto(f"{root}site/en/club-night/")
        live(window)
        assert window.get_by_text("Every Friday at seven").is_visible()
        assert not window.get_by_text("Jeden Freitag um sieben").is_visible()
        assert window.locator(".tk-frame-mark, .tk-frame-word").first.inner_text() != "twingkit"
        window.goto(f"{root}site/en/menu/")
        live(window)
        window.get_by_role("cell", name="Plum cake").wait_for()
        assert not window.get_by_role("cell", name="Pflaumenkuchen").is_visible()
        window.locator(".tk-foot a:visible").first.click()
        window.wait_for_url(f"{root}site/en/imprint/")
        live(window)
        assert window.faults == []  # type: ignore[attr-defined]


def test_the_keys_on_buttons_work_after_a_link_was_followed(host: str, window: Page) -> None:
    window.goto(f"{host}en/")
    live(window)
    window.evaluate("() => document.querySelector('a[href*=\"en/learn/\"]').click()")
    window.wait_for_url("**/en/learn/")
    live(window)
    assert window.evaluate("document.activeElement.id || document.activeElement.tagName") in (
        "tk-content",
        "BODY",
    )
