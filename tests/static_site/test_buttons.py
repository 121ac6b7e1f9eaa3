"""Every kind of button of every page of a published site, pressed in Chromium: it does what it says.

A window goes from page to page as by links, so that Python starts once. A button that changes nothing, that
throws or is not known to the page's program fails.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from browser.site_map import PAGES
from playwright.sync_api import Page
from static_site.conftest import GO, LIVE, live

from twingkit.core.language import call_in_language
from twingkit.core.words import LANGUAGES
from twingkit_widgets.panel.address.addresses import FOLDERS, ROOT, canonical_address, parse_address
from twingkit_widgets.panel.wording import say
from twingkit_widgets.site.head.print_query import PRINTABLE_KINDS

pytestmark = [pytest.mark.browser, pytest.mark.install, pytest.mark.xdist_group("published")]

WATCHED = """
window.owed = 0;  // what the worker has not answered
const post = Worker.prototype.postMessage, heard = new WeakSet();
Worker.prototype.postMessage = function (...said) {
  if (!heard.has(this)) this.addEventListener("message", ({ data }) => {
    if (data.done !== undefined || data.failed !== undefined) window.owed -= 1;
  });
  heard.add(this);
  window.owed += 1;
  return post.apply(this, said);
};
window.given = 0;  // files, sheets and texts that the browser gave to the visitor
const { click } = HTMLAnchorElement.prototype;
HTMLAnchorElement.prototype.click = function () {
  if (this.download) window.given += 1;
  else click.call(this);
};
window.print = () => { window.given += 1; };
"""
"""Script to run before the site's scripts: counts Python's unanswered messages, and what is saved or
printed."""

PRESS = """async ([known, unwanted]) => {
  const all = (what, inside = document) => [...inside.querySelectorAll(what)];
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const answered = async () => { do await pause(10); while (window.owed); };
  const names = / (id|for|name|aria-controls|aria-labelledby|aria-describedby|aria-busy)="[^"]*"/g;
  const fields = () => all("input, textarea, select").map((field) => [field.value, field.checked]);
  const seen = () => [
    location.href, scrollY, window.given, fields(),
    document.documentElement.outerHTML.replace(names, ""),
  ].join();
  const kind = ({ dataset, className }) => {
    const { act, value, frame } = dataset;
    if (act) return act === "tab" ? `tab ${value}` : act;
    if (frame) return `frame ${frame}`;
    return Object.keys(dataset).filter((name) => !["key", "value"].includes(name)).join() || className;
  };
  const chosen = ["pressed", "selected", "checked"].map((state) => `[aria-${state}=true]`);
  const idle = ["[disabled]", "[aria-disabled=true]", "[aria-current]", ...chosen].join();
  const can = (button) => button.checkVisibility() && !button.matches(idle);
  const pressed = [...known, "frame print"], faults = [];  // it leads to another page
  for (let left = 150; left; left -= 1) {
    const dialog = document.querySelector("dialog[open]");
    const shown = all("button", dialog ?? document).filter(can);
    const button = shown.find((one) => !pressed.includes(kind(one))) ?? (dialog && shown[0]);
    if (!button) return { pressed, faults };
    const before = seen(), name = kind(button);
    pressed.push(name);
    button.click();
    await answered();
    for (let wait = 0; wait < 80 && seen() === before; wait += 1) await pause(25);
    await answered();
    if (seen() === before) faults.push(`${name} changes nothing: ${button.outerHTML.slice(0, 200)}`);
    const alerts = all("[role=alert]").map((alert) => alert.textContent);
    const wrong = alerts.filter((text) => unwanted.some((part) => text.includes(part)));
    faults.push(...wrong.map((text) => `${name}: ${text}`));
  }
  return { pressed, faults: [...faults, "there is no end of new buttons"] };
}"""
"""Presses one button of each kind that the page shows, also of those that come up, but not those `known`; a
choice that is made already is none. What is said then must not have one of the parts that are `unwanted`."""

UNWANTED = [
    text
    for lang in LANGUAGES
    for text in (
        call_in_language(lang, say, "sent.unknown"),
        call_in_language(lang, say, "panel.error", kind="", text="").partition(" (")[0],
    )
]
"""The beginnings of a panel's messages about an unknown action, and about an error."""


@pytest.fixture
def window(window: Page) -> Page:
    """Return a window that counts a page's unanswered messages."""
    window.add_init_script(WATCHED)
    window.context.grant_permissions(["clipboard-read", "clipboard-write"])
    return window


def test_every_button_of_every_page_does_something(
    host: str, window: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ROOT, "")
    monkeypatch.setenv(FOLDERS, "1")
    window.goto(host)
    live(window)
    pressed: dict[str, list[str]] = {}
    faults = []
    for name, written in sorted(PAGES.items(), key=lambda page: page[0] == "about"):  # there all is forgotten
        notebook, _, query = written.partition("?")
        page = parse_address(notebook, query)
        assert page is not None
        facts = dict(pair.split("=", 1) for pair in page.query.split("&") if pair)
        window.evaluate(GO, host + canonical_address(page.page, **facts))
        window.wait_for_selector(f"html[data-tk-live={page.page}]", timeout=LIVE)
        found: dict[str, Any] = window.evaluate(PRESS, [pressed.get(notebook, []), UNWANTED])
        pressed[notebook] = found["pressed"]
        faults += [f"{name}: {fault}" for fault in found["faults"]]
    assert faults == []
    assert window.faults == []  # type: ignore[attr-defined]
    assert all("frame qr" in kinds for kinds in pressed.values())


def test_the_button_that_prints_leads_to_the_sheet(host: str, window: Page) -> None:
    sheets = ("learn/shield", "practice/shield", "puzzles", "rulebook")
    pages = dict(zip(PRINTABLE_KINDS, sheets, strict=True))
    window.goto(f"{host}en/")
    live(window)
    for page in pages.values():
        window.evaluate(GO, f"{host}en/{page}/")
        window.wait_for_url(f"{host}en/{page}/")
        live(window)
        window.locator("[data-frame=print]").click()
        window.wait_for_url(re.compile("show=print"))
        live(window)
        given = window.evaluate("window.given")
        window.locator("[data-print]").click()
        assert window.evaluate("window.given") == given + 1
    assert window.faults == []  # type: ignore[attr-defined]
