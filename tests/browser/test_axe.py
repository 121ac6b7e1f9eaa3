"""The eye that looks at pages sees what it is for: also in one of many parts that look alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser.axe import COLOURS, SHAPES, WORDS, faults

pytestmark = pytest.mark.browser

STYLE = """<style>
  :root { color-scheme: light dark; background: #fff; color: #111 }
  p:nth-child(7).late { color: #999 }
  @media (prefers-color-scheme: dark) { :root { background: #111; color: #eee } .card { color: #444 } }
  .shade { background: #999 }
</style>"""
ALIKE = "".join(f"<p>Line {number}</p>" for number in range(5))
HEAD = f"<!doctype html><html lang=en><head><title>A page</title>{STYLE}</head><body><main><h1>Top</h1>"


def seen(page: Any, axe: Path, body: str, *rules: dict[str, Any], scheme: str = "light") -> list[str]:
    """The rules that a page with this body breaks."""
    page.emulate_media(color_scheme=scheme)
    page.set_content(f"{HEAD}{ALIKE}{body}</main></body></html>")
    return sorted({fault.partition(":")[0] for fault in faults(page, axe, *rules)})


def test_a_fault_is_seen_wherever_it_is(visit: Any, axe: Path) -> None:
    page = visit().page
    assert seen(page, axe, "<p class=card>Red</p>", SHAPES, COLOURS) == []
    assert seen(page, axe, "<p class=card>Red</p>", COLOURS, scheme="dark") == ["color-contrast"]
    assert seen(page, axe, "<p class=late>Last</p>", COLOURS) == ["color-contrast"], "by its place alone"
    assert seen(page, axe, "<p style='color:#888'>Last</p>", COLOURS) == ["color-contrast"]
    assert seen(page, axe, "<div class=shade><p>Low</p></div><p style='color:#555'>Well</p>", COLOURS) == []
    assert seen(page, axe, "<div class=shade><p style='color:#555'>Low</p></div>", COLOURS) == [
        "color-contrast"
    ], "by what is behind it"
    link = "<p>A line with <a href='#' style='text-decoration:none;color:#222'>a link</a> in it</p>"
    assert seen(page, axe, link, COLOURS) == ["link-in-text-block"]
    assert seen(page, axe, "<button></button>", WORDS) == ["button-name"]
    assert seen(page, axe, "<img src=''>", SHAPES) == ["image-alt"]
    assert seen(page, axe, "<p style='line-height:1!important'>Line</p>", WORDS) == ["avoid-inline-spacing"]
    close = "<button style='width:9px;height:9px;padding:0'>{}</button>"
    assert seen(page, axe, close.format("x") + close.format("y"), SHAPES) == ["target-size"]
    button = "<button style='position:absolute;width:60px;height:60px;left:{}px'>x</button>"
    assert seen(page, axe, button.format(0) + button.format(90), SHAPES) == []
    assert seen(page, axe, button.format(0) + button.format(7), SHAPES) == ["target-size"], "covered"


def test_a_fault_is_seen_in_one_of_many_neighbours_where_those_built_alike_go(visit: Any, axe: Path) -> None:
    page = visit().page

    def found(last: str, beside: str = "") -> list[str]:
        lines = "".join(f"<li><p>Line {number}</p><button>Go {number}</button></li>" for number in range(9))
        panel = f"<div class=tk-panel><ul>{lines}<li>{last}</li></ul>{beside}</div>"
        return seen(page, axe, f"<script>window.standIn = true</script>{panel}", SHAPES)

    assert found("<p>Last</p><button>Go</button>") == []
    assert page.locator("li").count() == 1
    assert found("<p>Last</p><button></button>") == ["button-name"]
    assert found("<p>Last</p><button aria-label=' '></button>") == ["button-name"]
    assert found("<p>Last</p><button aria-expanded=often>Go</button>") == ["aria-valid-attr-value"]
    assert found("<p>Last</p><button aria-labelledby=nobody></button>") == ["button-name"]
    assert found("<p>Last</p><button role=go>Go</button>") == ["aria-roles"]
    assert found("<p>Last</p><div role=button tabindex=0><button>Go</button></div>") == ["nested-interactive"]
    assert found("<p>Last</p><img src=''>") == ["image-alt"]
    field = "<p><label for={0}>{0}</label><input id={0} style='height:40px'></p>"
    fields = field.format("one") + field.format("two")
    assert found(fields) == []
    assert found(fields + "<p><input style='height:40px'></p>") == ["label"]
