"""HTML is escaped where it is made, and a still copy has no controls."""

from __future__ import annotations

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from twingkit_widgets.panel.markup import button, el, esc, join, raw
from twingkit_widgets.panel.static_html import html_without_controls


class Reader(HTMLParser):
    """Collects the tags and the text of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


@given(st.text(), st.text())
def test_no_text_becomes_a_tag(text: str, attribute: str) -> None:
    page = Reader(el("p", text, title=attribute) + el("b", [text, None, [text]]))
    assert page.tags == ["p", "b"]
    assert page.text == text * 3


def test_attributes() -> None:
    written = el("input", type="text", cls="a", for_="b", data_live=True, hidden=False, title=None, value='"')
    assert written == '<input type="text" class="a" for="b" data-live value="&quot;">'


def test_markup_is_not_escaped_twice() -> None:
    assert el("p", esc("<"), raw("<br>")) == "<p>&lt;<br></p>"
    assert join("a", None, ["b", 3], between=" & ") == "a &amp; b &amp; 3"


def test_a_disabled_button_can_still_be_found() -> None:
    written = button("Roll", "roll", disabled=True)
    assert 'aria-disabled="true"' in written
    assert " disabled" not in written


def test_still_copies_text_and_pictures() -> None:
    html = (
        "<div data-controls><button>Next<i>!</i></button><input></div><form><label>Line</label>"
        '<input value="F: F5 &lt;"><input type="hidden" value="x"><select><option>a</option>'
        "<option selected>b</option></select></form><p>x &amp; y<br>&#8722;3</p>"
        '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>'
        '<button class="k" title="t" aria-pressed="true" data-act="go">go</button>'
    )
    assert html_without_controls(html) == (
        '<div><label>Line</label><span class="tk-field">F: F5 &lt;</span><span>b</span></div>'
        '<p>x &amp; y<br>&#8722;3</p><svg viewBox="0 0 1 1"><path d="M0 0"/></svg>'
        '<span class="k" title="t">go</span>'
    )


def test_still_reads_attributes_as_people_write_them() -> None:
    html = (
        "<p title='a > b'>x</p><button class='k' title='say \"go\"' data-act=go>go</button><input value=3 />"
    )
    assert html_without_controls(html) == (
        '<p title=\'a > b\'>x</p><span class="k" title="say &quot;go&quot;">go</span>'
        '<span class="tk-field">3</span>'
    )


def test_still_shows_what_is_checked() -> None:
    assert (
        html_without_controls('<input type="checkbox" checked><input type="radio">')
        == "<span>☑</span><span>☐</span>"
    )
