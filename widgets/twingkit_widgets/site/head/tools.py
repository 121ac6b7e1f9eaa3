"""The tools in the head of every page: a link to what is shown, the languages, the colours."""

from __future__ import annotations

from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.site.house.house import house
from twingkit_widgets.site.page_words import WORDS

NAMES = {"en": "english", "de": "german"}
THEMES = ("auto", "light", "dark")


def tools_html(lang: str) -> Markup:
    """Return the tools: the link of the page, the languages and the colours."""

    def say(key: str) -> str:
        return WORDS.say(lang, f"frame.{key}")

    copy = el(
        "button",
        say("copy"),
        type="button",
        cls="tk-button tk-quiet",
        data_frame="copy",
        data_key="copy",
        data_copied=say("copied"),
        data_by_hand=say("by_hand"),
    )
    code = el("button", say("qr"), type="button", cls="tk-button tk-quiet", data_frame="qr", data_key="qr")
    languages = [
        el(
            "button",
            say(f"language.{NAMES[code]}"),
            type="button",
            lang=code,
            cls="tk-button tk-frame-language",
            data_frame="lang",
            data_value=code,
            data_key=f"lang:{code}",
            aria_pressed="true" if code == lang else "false",
        )
        for code in house().languages
    ]
    themes = el(
        "select",
        [el("option", say(f"theme.{theme}"), value=theme) for theme in THEMES],
        cls="tk-button tk-frame-theme",
        data_frame="theme",
        data_key="theme",
        aria_label=say("theme.label"),
    )
    label = say("language.label")
    both = el("div", languages, role="group", aria_label=label, cls="tk-frame-languages")
    return el("div", copy, code, both, themes, cls="tk-frame-tools", data_controls=True)
