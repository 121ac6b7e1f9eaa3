"""The example site of a publisher on a server: readers of the publisher's guide copy this folder."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from visitors import read

from twingkit.core.language import call_in_language
from twingkit_widgets.panel.address.page_words import WORDS
from twingkit_widgets.panel.settings.settings import FILE
from twingkit_widgets.panel.settings.settings_file import KEYS
from twingkit_widgets.site.launch import CANNOT_LISTEN, main
from twingkit_widgets.site.publisher.settings_check import settings_faults

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("house")]  # one server for all

ROOT = Path(__file__).parents[2]
LIVE = ".lm-Widget .tk-frame"
EXAMPLE = ROOT / "docs" / "example-site"


@pytest.fixture(scope="module")
def house(serve_all: Any) -> Any:
    """Return a site with the example."""
    return serve_all("--folder", str(EXAMPLE))


def test_the_example_has_no_fault_and_the_publishers_page_explains_every_setting() -> None:
    assert settings_faults(EXAMPLE / FILE, EXAMPLE) == []
    table = (ROOT / "docs/publishing.md").read_text().partition("## Your own site")[2].partition("\n## ")[0]
    for key in KEYS:
        assert re.search(rf"`(\[{{0,2}})?{key}\b", table), key


def test_the_example_is_the_site_that_its_settings_say(house: Any, visit: Any) -> None:
    window = visit(locale="fr-FR")
    page = window.go(house.url, wait=LIVE)
    assert page.url.endswith("/de/"), "the publisher's language, where the browser asks for none of ours"
    page.get_by_role("heading", name="Willkommen an Bertas Tisch").wait_for()
    assert page.title().endswith("· Bertas Spieltisch")
    logo = page.locator(".tk-frame-logo").first
    assert logo.evaluate("image => image.naturalWidth > 0")
    page.get_by_role("link", name="Spieleabend").first.click()
    page.wait_for_url("**/de/club-night/")
    page.get_by_text("Jeden Freitag um sieben").wait_for()
    assert not page.get_by_text("Every Friday").is_visible()
    page.locator(".lm-Widget .tk-frame-language[lang=en]").click()
    page.get_by_text("Every Friday").wait_for()
    assert page.url.endswith("/en/club-night/")
    page = window.go(f"{house.url}de/menu/", wait=".tk-frame")
    page.get_by_role("cell", name="Pflaumenkuchen").wait_for()
    assert not page.get_by_role("cell", name="Plum cake").is_visible()
    page.get_by_role("link", name="Fang mit dieser Lektion an").click()
    page.wait_for_url("**/de/learn/?lesson=first-battle")
    page.locator(LIVE).first.wait_for()  # a page that is left while it connects reports an error
    page = window.go(f"{house.url}en/club-night/", wait=LIVE)
    foot = page.locator(".tk-foot")
    assert foot.bounding_box()["y"] > page.locator("#rendered_cells").bounding_box()["y"]
    foot.get_by_role("link", name="Imprint").click()
    page.get_by_text("Sampletown").wait_for()
    accent = "getComputedStyle(document.querySelector('.tk-panel')).getPropertyValue('--tk-accent')"
    assert "#0b5d3b" in page.evaluate(accent)


def test_a_page_says_what_is_true_of_its_visitor_here_and_behind_a_web_server(house: Any) -> None:
    here, server = (call_in_language("en", WORDS.say, f"privacy.sent.{way}") for way in ("here", "server"))
    assert here in read(f"{house.url}en/about/")
    assert server in read(f"{house.url}en/about/", X_Forwarded_For="203.0.113.7")


BROKEN_WORDS = """(name) => {
  const mark = document.querySelector(".lm-Widget .tk-frame-mark");
  mark.classList.add("tk-frame-named");
  mark.querySelectorAll(".tk-frame-logo").forEach((logo) => logo.remove());
  mark.querySelector(".tk-frame-word").textContent = name;
  const broken = [];
  for (const part of document.querySelectorAll(".lm-Widget :is(.tk-frame-word, .tk-frame-here)")) {
    for (const found of part.textContent.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(part.firstChild, found.index);
      range.setEnd(part.firstChild, found.index + found[0].length);
      if (range.getClientRects().length > 1) broken.push(found[0]);
    }
  }
  return [broken, document.documentElement.scrollWidth];
}"""
"""Gives the site another name without a logo; returns the broken words of the head, and the width."""


@pytest.mark.parametrize("width", [320, 390, 700])
def test_the_head_breaks_between_words_of_a_name_on_a_phone(house: Any, visit: Any, width: int) -> None:
    window = visit(width=width, locale="de-DE")
    page = window.go(f"{house.url}de/class/", wait=LIVE)
    for name in ("Regelwerkstatt der 7b", "Rule lab, class 7b", "Spielekreis Kirchheimbolanden e.V."):
        assert page.evaluate(BROKEN_WORDS, name) == [[], width], name


def test_the_house_rule_is_played(house: Any) -> None:
    assert "our house rules: Ties" in read(f"{house.url}en/battle-lab/?battle=F:_F5_vs_W:_W5")


def test_what_is_not_there_or_hidden_is_nowhere_and_a_part_that_there_is_answers_itself(house: Any) -> None:
    for name in ("learn/nosuch/", "rulebook/TW-OBJ-999/", "battle-lab/nosuch", "puzzles/"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            read(f"{house.url}de/{name}")
    for name in ("learn/?lesson=shield", "learn/shield/", "learn/ties-at-our-table/", "favicon.ico"):
        assert read(f"{house.url}{'' if name == 'favicon.ico' else 'de/'}{name}")


def test_settings_with_a_fault_keep_the_server_from_starting(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    (tmp_path / FILE).write_text('nam = "x"\nhide = 3')
    assert main(["--no-browser", "--folder", str(tmp_path)]) == CANNOT_LISTEN
    said = capsys.readouterr().err
    assert "line 1: nam" in said
    assert "line 2: hide" in said
