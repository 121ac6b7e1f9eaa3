"""The panel mechanism: actions, visible errors, language, and the still picture."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from twingkit import twing
from twingkit_widgets.panel import panel as panel_module
from twingkit_widgets.panel.markup import Markup, button, el, join
from twingkit_widgets.panel.panel import Panel


class Counter(Panel):
    """Counts clicks; can be made to fail in several ways."""

    def __init__(self, lang: str | None = None) -> None:
        self.count = 0
        self.broken = False
        super().__init__(lang=lang)

    def render(self) -> Markup:
        if self.broken:
            raise RuntimeError("no picture <today>")
        return join(el("p", f"{self.lang} {self.count}"), button("More", "add", 1, shortcut="n"))

    def act_add(self, value: object) -> None:
        self.count += int(str(value))
        self.status = f"Now {self.count}."

    def act_forbid(self, value: object) -> None:
        twing.odds("F: F5 F5 F5 F5 vs W: W1 + F2")

    def act_misread(self, value: object) -> None:
        twing.Battle.parse("F: F5 vs")

    def act_break(self, value: object) -> None:
        self.broken = True


def send(panel: Panel, content: object) -> None:
    """Handle a message of the front end."""
    panel._handle_custom_msg(content, [])


def test_a_message_acts_and_renders() -> None:
    panel = Counter()
    assert "<p>en 0</p>" in panel.html
    send(panel, {"act": "add", "value": "2"})
    assert "<p>en 2</p>" in panel.html
    assert panel.status == "Now 2."
    assert panel.busy is False


def test_panels_share_a_class_and_each_keeps_its_own_style() -> None:
    class Styled(Counter):
        def __init__(self, css: str) -> None:
            self._css = css
            super().__init__()

    plain, green, red, again = Counter(), Styled("p {color: green}"), Styled("p {color: red}"), Counter()
    assert type(plain) is type(again)
    again._css = "p {color: blue}"
    assert [panel.get_state()["_css"] for panel in (green, red, again)] == [
        f"p {{color: {colour}}}" for colour in ("green", "red", "blue")
    ]
    assert plain._css == (Path(panel_module.__file__).parent / "panel.css").read_text(encoding="utf-8")
    assert set(plain.keys) == set(again.keys)


def test_language_renders_anew() -> None:
    panel = Counter()
    panel.lang = "de"
    assert "<p>de 0</p>" in panel.html


def test_the_news_does_not_stay_in_another_language() -> None:
    panel = Counter()
    panel.do("add", 1)
    panel.lang = "de"
    assert panel.status == ""


def test_a_wrong_language_is_refused() -> None:
    with pytest.raises(Exception, match="lang"):
        Counter(lang="fr")


@pytest.mark.parametrize(
    ("lang", "words"), [("en", ["1 to 3 spells", "TW-BAT-1", "TW-BAT-2"]), ("de", ["1 bis 3 Zauber"])]
)
def test_what_the_rules_forbid_is_explained_with_all_rules(lang: str, words: list[str]) -> None:
    panel = Counter(lang)
    panel.do("forbid")
    assert isinstance(panel.error, twing.IllegalBattleError)
    assert 'role="alert"' in panel.html
    assert all(word in panel.html for word in words)
    assert f"<p>{lang} 0</p>" in panel.html


def test_a_misread_line_is_explained() -> None:
    panel = Counter("de")
    panel.do("misread")
    assert panel.error is not None
    assert panel.error.text("de")[:10] in panel.html


def test_the_next_action_clears_the_alert() -> None:
    panel = Counter()
    panel.do("forbid")
    panel.do("dismiss")
    assert "alert" not in panel.html
    assert panel.error is None


def test_an_unexpected_error_is_shown_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    panel = Counter()
    with caplog.at_level(logging.ERROR):
        panel.do("add", "<b>x")
    assert "ValueError" in panel.html
    assert "<b>x" not in panel.html
    assert "action add failed" in caplog.text
    panel.do("add", "1")
    assert "<p>en 1</p>" in panel.html


def test_a_view_that_fails_keeps_the_last_picture(caplog: pytest.LogCaptureFixture) -> None:
    panel = Counter()
    panel.do("break")
    assert "no picture &lt;today&gt;" in panel.html
    assert "<p>en 0</p>" in panel.html


@pytest.mark.parametrize("act", ["nothing", "__init__", "add.x", "", "Add"])
def test_an_unknown_action_is_an_error_not_a_crash(act: str, caplog: pytest.LogCaptureFixture) -> None:
    panel = Counter()
    panel.do(act)
    assert isinstance(panel.error, LookupError)


@pytest.mark.parametrize("content", [None, 3, {}, {"act": 4}, ["act"]])
def test_a_message_without_an_action_changes_nothing(
    content: object, caplog: pytest.LogCaptureFixture
) -> None:
    panel = Counter()
    before = panel.html
    send(panel, content)
    assert panel.html == before
    assert "without an action" in caplog.text


def test_the_still_picture_has_nothing_to_click() -> None:
    still = Counter()._repr_html_()
    assert "<p>en 0</p>" in still
    assert "<button" not in still
    assert "More" in still
    assert "data-act" not in still.split("</style>")[1]


def test_the_bundle_holds_widget_and_still_picture() -> None:
    panel = Counter()
    data, _ = panel._repr_mimebundle_()
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == panel.model_id
    assert data["text/html"] == panel._repr_html_()
    assert data["text/plain"] == "Counter(lang='en')"


def test_a_panel_needs_a_view() -> None:
    with pytest.raises(NotImplementedError, match="Panel"):
        Panel()


def test_the_client_is_small() -> None:
    """Every panel carries its own copy of client and style."""
    assert len(str(Counter()._esm)) < 20_900
    assert len(str(Counter()._css)) < 20_000
