"""The templates of a page's frame: the help that `?` opens, and the log of messages.

`frame.js` shows both. The help lists the keys that are the same on every page; the client adds those that the
page has at the moment (its `data-shortcut`s) in the place marked `data-own`, and a panel's own help (what the
key `?` opens there) behind the button `data-frame="more"`.
"""

from __future__ import annotations

from twingkit.core.games import games
from twingkit_widgets.panel.address.addresses import game_of_page, page_href, pages_of, starter_rules
from twingkit_widgets.panel.address.page_words import WORDS, game_page_sentence, page_text
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.site.head.tools import close_button, frame_script_button

KEYS = ("tab", "press", "arrows", "digits", "next", "nothing", "back", "escape", "help")
"""The keys with the same meaning on every page, in the order of the list."""


def _say(key: str, **facts: object) -> str:
    return WORDS.say(f"frame.{key}", **facts)


def page_help_html(page: str) -> Markup:
    """Return the help of a page as an HTML template: its purpose, its use, its keys."""
    game = game_of_page(page)
    about = page_href("about")
    rules = starter_rules(game or games()[0])
    rows = [
        (
            el("dt", [el("kbd", name) for name in _say(f"key.{key}.name").split(", ")]),
            el("dd", _say(f"key.{key}.text")),
        )
        for key in KEYS
    ]
    note = el("p", _say("help.kept"), " ", el("a", _say("help.about"), href=about))
    own = el(
        "section",
        el("h3", _say("help.own"), cls="tk-label"),
        el("dl", cls="tk-keys", data_own=True),
        cls="tk-help-keys",
        hidden=True,
    )
    more = frame_script_button(_say("help.more"), "more", "tk-button", hidden=True)
    head = el("h2", _say("help.title"), id="tk-help-title", tabindex="-1", autofocus=True)
    return el(
        "template",
        el("header", head, close_button(_say("help.close"))),
        el("p", page_text("help", page)),
        _parts_html(page),
        more,
        el("p", _say("help.rules", rule=rules[0])) if rules else None,
        el("p", _say("help.said")),
        note,
        own,
        el(
            "section",
            el("h3", _say("help.keys"), cls="tk-label"),
            el("dl", rows, cls="tk-keys"),
            cls="tk-help-keys",
        ),
        data_part="help",
    )


def _parts_html(page: str) -> Markup | None:
    game = game_of_page(page)
    parts = pages_of(game.id).explained_parts.get(page, ()) if game else ()
    if game is None or not parts:
        return None
    entries = [
        tuple(game_page_sentence(game.id, f"part.{part}.{key}") for key in ("name", "text")) for part in parts
    ]
    rows = [(el("dt", el("b", name)), el("dd", text)) for name, text in entries]
    return el("dl", rows, cls="tk-help-parts")


def message_log_html() -> Markup:
    """Return the HTML template of the message log: the latest message in one line, which expands to all
    messages, newest first.
    """
    line = el(
        "summary",
        el("span", _say("said.title"), cls="tk-said-name"),
        " ",
        el("span", cls="tk-said-last", data_last=True),
    )
    return el(
        "template",
        el(
            "details",
            line,
            el("p", _say("said.what"), cls="tk-small tk-soft"),
            el("ol", reversed=True, data_log=True),
        ),
        data_part="said",
        data_name=_say("said.title"),
    )


def tab_conflict_html() -> Markup:
    """Return the HTML template that asks which game to keep if it has continued in another tab."""
    buttons = [
        el("button", _say(f"elsewhere.{name}"), type="button", cls=cls, data_elsewhere=name)
        for name, cls in (("load", "tk-button tk-main"), ("here", "tk-button"))
    ]
    return el("template", el("p", _say("elsewhere.text")), buttons, data_part="elsewhere")
