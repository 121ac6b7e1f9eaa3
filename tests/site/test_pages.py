"""What a visitor gets: the frame immediately, the panels soon, nothing from outside, in the visitor's theme
and language."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from browser.waiting import FIRST, still
from visitors import read

pytestmark = pytest.mark.browser
LIVE = ".lm-Widget .tk-panel"


def test_maths_is_drawn_without_anything_from_outside(site: Any, visit: Any) -> None:
    page = visit().go(site.page("maths"), wait="mjx-container")
    assert page.locator("mjx-mfrac").count() == 1


def test_the_frame_is_there_before_the_kernel(site: Any, visit: Any) -> None:
    page = visit(locale="de-DE").go(site.page("slow"), wait="#tk-loading h1")
    assert page.locator("html").get_attribute("lang") == "de", "the browser chooses the language"
    assert page.locator("#tk-loading h1").inner_text() == "Slow"
    assert page.get_by_role("status").first.inner_text() == "Die Seite wird geladen …"
    page.get_by_role("button", name="Here I am").wait_for()
    assert page.evaluate(FIRST)
    assert page.locator("#tk-loading").count() == 0


def test_the_still_picture_gives_way_to_the_live_panel(site: Any, visit: Any) -> None:
    page = visit().go(site.page("counter"), wait=LIVE)
    page.get_by_role("button", name="One more").click()
    page.get_by_text("count 1").wait_for()
    assert page.locator(".tk-first").count() == 0
    assert page.locator(".tk-panel").count() == 1


def test_nothing_jumps_when_the_live_panel_comes(site: Any, visit: Any) -> None:
    window = visit()
    page = window.go(site.page("counter"), wait=LIVE)
    page.get_by_role("button", name="One more").wait_for()
    still(page)
    assert page.evaluate("window.shift") < 0.1


@pytest.mark.parametrize(
    ("said", "lang"), [("en-US,en;q=0.9", "en"), ("de-CH,de;q=0.9,en;q=0.8", "de"), ("fr-FR,fr;q=0.9", "en")]
)
def test_the_browser_chooses_the_language(site: Any, said: str, lang: str) -> None:
    page = read(site.page("counter"), **{"Accept-Language": said})
    assert re.search(f'<html [^>]*lang="{lang}"', page)
    assert f"<p>{lang} " in page, "the page's process knows it too"


def test_the_address_chooses_the_language_and_it_is_remembered(site: Any, visit: Any) -> None:
    window = visit()
    page = window.go(site.page("counter") + "?lang=de&seed=42", wait=LIVE)
    page.get_by_text("de seed=42").wait_for()
    assert page.evaluate("localStorage.getItem('tk-lang')") == "de"
    page = window.go(site.page("counter"), wait=LIVE)
    assert page.locator("html").get_attribute("lang") == "de"
    page.get_by_text(re.compile("^de")).wait_for()


@pytest.mark.parametrize(
    ("scheme", "remembered", "shown"),
    [("light", None, "light"), ("dark", None, "dark"), ("light", "dark", "dark"), ("dark", "auto", "dark")],
)
def test_the_theme_is_in_force_from_the_start(
    site: Any, visit: Any, scheme: str, remembered: str | None, shown: str
) -> None:
    window = visit(color_scheme=scheme, tab=remembered is not None)
    if remembered:
        window.page.add_init_script(f"localStorage.setItem('tk-theme', '{remembered}')")
    page = window.go(site.page("slow"), wait="#tk-loading")
    assert page.locator("html").get_attribute("data-tk-theme") == shown
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert colour == {"light": "rgb(253, 251, 246)", "dark": "rgb(23, 20, 28)"}[shown]
    page.get_by_role("button", name="Here I am").wait_for()
    assert page.locator("body").get_attribute("data-jp-theme-light") == str(shown == "light").lower()


def test_the_theme_follows_the_computer_while_nobody_has_chosen(site: Any, visit: Any) -> None:
    page = visit(color_scheme="light").go(site.page("counter"), wait=LIVE)
    page.emulate_media(color_scheme="dark")
    page.locator("html[data-tk-theme=dark] body[data-jp-theme-light=false]").wait_for()


def test_the_page_has_landmarks_and_a_way_past_the_frame(site: Any, visit: Any) -> None:
    page = visit().go(site.page("counter"), wait=LIVE)
    assert page.get_by_role("main").count() == 1
    page.keyboard.press("Tab")
    page.get_by_role("link", name="Skip to the content").press("Enter")
    assert page.evaluate("document.activeElement.id") == "rendered_cells"


def test_a_failing_page_says_so(site: Any, visit: Any) -> None:
    page = visit(locale="de-DE").go(site.page("broken"), wait=".tk-failed")
    assert "Fehler" in page.get_by_role("alert").filter(has_text="Seite").inner_text()
    assert page.locator("#tk-loading").count() == 0


def test_only_its_author_reads_why_a_page_fails(site: Any) -> None:
    fault = "broken.ipynb, cell 2, line 2: ZeroDivisionError"
    assert fault in read(site.page("broken"))
    assert f" ERROR {fault}" in site.log.read_text()
    for elsewhere in ({"X-Forwarded-For": "192.0.2.1"}, {"Host": "games.example"}):
        page = read(site.page("broken"), **elsewhere)
        assert "This part of the page failed" in page
        assert "ZeroDivisionError" not in page


def test_a_missing_page_leads_home(site: Any, visit: Any) -> None:
    window = visit(locale="de-DE")
    page = window.page
    page.goto(site.page("nowhere"))
    assert page.get_by_role("heading").inner_text() == "Diese Seite gibt es nicht"
    assert page.get_by_role("link", name="Zur Startseite").evaluate("link => link.href") == f"{site.url}de/"
    window.errors.clear()  # the browser notes the 404 that was asked for


def test_a_kernel_that_does_not_start_is_announced_and_leaves_its_place_on_a_site_that_is_dark(
    serve: Any, pages: Path, visit: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kernels/lame").mkdir(parents=True)
    lame = {"argv": ["false", "{connection_file}"], "display_name": "lame", "language": "python"}
    (tmp_path / "kernels/lame/kernel.json").write_text(json.dumps(lame))
    notebook = json.loads((pages / "index.ipynb").read_text())
    notebook["metadata"]["kernelspec"] = {"name": "lame", "display_name": "lame", "language": "python"}
    (tmp_path / "site").mkdir()
    (tmp_path / "site/index.ipynb").write_text(json.dumps(notebook))
    (tmp_path / "site/counter.ipynb").write_text((pages / "counter.ipynb").read_text())
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    site = serve("--visitors=1", "--theme=dark", folder=tmp_path / "site")
    window = visit(locale="de-DE", color_scheme="light")
    page = window.go(site.url, wait=".tk-fault")
    assert page.get_by_role("heading").inner_text() == "Die Seite ließ sich nicht starten"
    page.get_by_role("button", name="Neu starten").wait_for()
    window.go(site.page("counter"), wait=LIVE)
    assert page.locator("html").get_attribute("data-tk-theme") == "dark", "as its owner has it look"
    window.errors.clear()  # the front end could not connect


def test_without_javascript_the_page_can_be_read(site: Any, visit: Any) -> None:
    window = visit(java_script_enabled=False)
    page = window.go(site.page("counter"), wait=".tk-still")
    assert page.get_by_text("count 0").is_visible()
    assert page.locator("noscript p").is_visible()
    assert not page.get_by_text("Loading the page").is_visible()
