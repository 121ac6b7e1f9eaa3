"""Messages that no click sends: every panel of every page gives one clear answer, and goes on."""

from __future__ import annotations

import json
import sys
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_runs import runs

from twingkit.core.language import call_in_language
from twingkit.core.words import LANGUAGES
from twingkit_widgets.lab.lab import LabPanel
from twingkit_widgets.panel.address.addresses import game_page_by_name
from twingkit_widgets.panel.page_messages import LONGEST_TEXT, UnexpectedMessageError, check_message_value
from twingkit_widgets.panel.panel import Panel, error_explanation
from twingkit_widgets.site.page import page

PAGES = ("index", *game_page_by_name())


def nested(depth: int) -> list[Any]:
    """Return nested lists."""
    inner: list[Any] = []
    for _ in range(depth):
        inner = [inner]
    return inner


TEXTS = st.text(max_size=20) | st.sampled_from(
    [
        "",
        "0:",
        "9" * 5_000,
        "0:" + "9" * 5_000,
        "²",
        "0:²",
        "٣",
        "-1",
        "1e999",
        "nan",
        "\x00",
        "<b>",
        "%s",
        "{0}",
    ]
)
BROKEN = st.sampled_from(["\ud800", "0:\udfff", "x" * (LONGEST_TEXT + 1)])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS | BROKEN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS | BROKEN, inner, max_size=3),
    max_leaves=6,
) | st.just(nested(3_000))


def acts(panel: Panel) -> list[str]:
    """Return the actions of a panel and of its parts, open or not."""
    places: list[Any] = [panel]
    if isinstance(panel, LabPanel):
        places += [
            panel.variant_part,
            panel.builder,
            panel.aside,
            *(panel.get_part(tab) for tab in panel.design.tab_paths),
        ]
    return sorted({name[4:] for place in places for name in dir(place) if name.startswith("act_")})


def sent(panel: Panel, act: object, value: object) -> None:
    panel._handle_custom_msg({"act": act, "value": value}, [])


@cache
def panels(name: str) -> list[Panel]:
    """Return all panels of a page, which stays open from one message to the next."""
    opened = page(name, "")
    return [opened.frame, *opened.panels]


@pytest.mark.parametrize("name", PAGES)
@given(data=st.data())
@settings(max_examples=runs(8, 200))
def test_a_message_by_hand_gets_a_clear_answer_and_the_panel_goes_on(name: str, data: st.DataObject) -> None:
    panel = data.draw(st.sampled_from(panels(name)))
    sent(panel, data.draw(st.sampled_from(acts(panel)) | TEXTS), data.draw(VALUES))
    for lang in LANGUAGES:
        error_texts = (
            [str(text) for text in call_in_language(lang, error_explanation, panel.error)]
            if panel.error
            else []
        )
        assert not any("For a report" in text or "Fehlermeldung" in text for text in error_texts), error_texts
    panel.html.encode()
    panel.status.encode()
    if panel.error:
        sent(panel, "dismiss", None)
    assert panel.error is None, "it goes on"


@pytest.mark.parametrize(
    "content",
    [None, [], "act", 5, {"act": 5}, {"act": None, "value": "x"}, {"need": 5}, {"need": "../x"}, {}],
)
def test_a_message_that_is_none_changes_nothing(content: object) -> None:
    panel = page("battle-lab", "").panels[0]
    before = panel.html
    panel._handle_custom_msg(content, [])
    assert panel.html == before


@pytest.mark.parametrize(
    "value",
    [nested(3_000), {"line": nested(5)}, {"a": {"b": "c"}}, 1.5, {"a": 0.5}, [], "\ud800", {"\ud800": ""}],
)
def test_only_what_a_control_can_send_reaches_a_panel(value: object) -> None:
    with pytest.raises(UnexpectedMessageError):
        check_message_value(value)


@pytest.mark.parametrize(
    "value", [None, "", "x", True, {"line": "x"}, {"memory": ["was", "is"]}, {"a": None}]
)
def test_what_controls_send_is_taken(value: object) -> None:
    assert check_message_value(value) is value
    assert check_message_value(json.loads(json.dumps(value))) == value


def test_what_fails_behind_a_tool_of_the_page_is_told_as_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a page without the package that draws the QR code, the message that there is no such button would be
    false."""
    monkeypatch.setitem(sys.modules, "segno", None)
    frame = page("learn", "").frame
    sent(frame, "qr", "https://games.example.org/")
    assert isinstance(frame.error, ModuleNotFoundError)


LEDGERS = (
    "", "null", "5", "[]", "{}", "NaN", "[" * 100_000, '{"a":' * 50_000, "x" * 400_000, "\x00", "9" * 5_000,
    '"\\ud800"',
    '[{"lesson":"<script>alert(1)</script>"}]', "a b c\n" * 50_000,
)  # fmt: skip


@pytest.mark.parametrize("name", ["index", "learn", "practice", "imperium-learn", "imperium-practice"])
def test_progress_that_a_browser_brings_may_be_anything(name: str) -> None:
    opened = page(name, "")
    assert opened.frame.memories
    for memory in opened.frame.memories:
        for text in LEDGERS:
            for act, value in (
                ("recall", text),
                ("merge_memories", ["", text]),
                ("merge_memories", [text, text[:9]]),
            ):
                sent(opened.frame, act, {memory: value})
                error = opened.frame.error
                assert error is None or hasattr(error, "text"), (memory, text[:20], error)
                json.dumps(opened.frame.memories).encode()
            for panel in opened.panels:
                panel.do("dismiss")
                assert panel.error is None
                assert "<script>" not in panel.html
