"""The tools in the head of every page: copying and printing, languages and colours."""

from __future__ import annotations

from twingkit.core.language import language
from twingkit.core.words import language_of
from twingkit_widgets.panel.address.page_words import WORDS
from twingkit_widgets.panel.markup import Attribute, Child, Markup, el, raw
from twingkit_widgets.panel.settings.active_settings import publisher_settings
from twingkit_widgets.site.head.print_query import can_print

_THEMES = ("auto", "light", "dark")

_SQUARES = "M3 3h7v7H3zM14 3h7v7h-7zM3 14h7v7H3zM14 14h3v3h-3zM18 18h3v3h-3zM18 14h3M14 18v3"
_PRINTER = "M7 8V3h10v5M7 17H4v-8h16v8h-3M7 14h10v7H7z"
_ICONS = {
    name: raw(
        f'<svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" '
        f'stroke-width="2" aria-hidden="true"><path d="{path}"/></svg>'
    )
    for name, path in (("qr", _SQUARES), ("print", _PRINTER))
}


def page_tools_html(page: str) -> Markup:
    """Render the tools in the header of a page: copy its link, show its QR code, print, choose the language
    and colours.
    """

    def say(key: str) -> str:
        return WORDS.say(f"frame.{key}")

    copy = frame_script_button(
        say("copy"),
        "copy",
        "tk-button tk-quiet",
        data_key="copy",
        data_copied=say("copied"),
        data_by_hand=say("by_hand"),
    )
    tools = [_icon_button("qr", say("qr")), _icon_button("print", say("print")) if can_print(page) else None]
    languages = [
        el(
            "button",
            language_of(code).name,
            type="button",
            lang=code,
            cls="tk-button tk-frame-language",
            data_frame="lang",
            data_value=code,
            data_key=f"lang:{code}",
            aria_pressed="true" if code == language() else "false",
        )
        for code in publisher_settings().languages
    ]
    themes = el(
        "select",
        [el("option", say(f"theme.{theme}"), value=theme) for theme in _THEMES],
        cls="tk-button tk-frame-theme",
        data_frame="theme",
        data_key="theme",
        aria_label=say("theme.label"),
    )
    label = say("language.label")
    both = el("div", languages, role="group", aria_label=label, cls="tk-frame-languages")
    return el("div", copy, tools, both, themes, cls="tk-frame-tools", data_controls=True)


def _icon_button(name: str, label: str) -> Markup:
    """Return a button with an icon and the text `label` for screen readers."""
    cls = "tk-icon-button tk-frame-icon"
    return frame_script_button(_ICONS[name], name, cls, data_key=name, aria_label=label, title=label)


def frame_script_button(label: Child, action: str, cls: str, **attributes: Attribute) -> Markup:
    """Return a button whose action is carried out in the browser by the frame's script (`frame.js`)."""
    return el("button", label, type="button", cls=cls, data_frame=action, **attributes)


def close_button(label: str) -> Markup:
    """Return the button that closes a dialog of the frame."""
    return frame_script_button("×", "close", "tk-icon-button", aria_label=label)
