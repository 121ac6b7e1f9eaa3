"""The summary: the rules on one page, to view and to print, in short sentences."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from twingkit import twing
from twingkit.twing.rules.cards import parse_face
from twingkit_widgets.learn.printed.sheet import print_button
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import PanelTexts
from twingkit_widgets.read.rulebook.rulings import house_rule_notes_html
from twingkit_widgets.twing.pictures.drawing import die_svg, magical_object_svg
from twingkit_widgets.twing.play.names import object_power_text

WORDS = PanelTexts(Path(__file__).with_name("rulebook_words.toml"))

SUMMARY: Mapping[str, Any] = tomllib.loads(
    Path(__file__).with_name("summary.toml").read_text(encoding="utf-8")
)
"""The rules in each part of the summary."""


def printable_summary_html() -> Markup:
    """Render the printable summary of the rules, with a print button above it; its rule ids are buttons that
    open the rule.
    """
    show = print_button(_say("print"))
    hint = el("p", _say("hint"), cls="tk-small tk-soft")
    return el("div", el("div", show, hint, cls="tk-row", data_controls=True), _sheet(), cls="tk-stack")


def _say(key: str) -> str:
    return WORDS.say(f"summary.{key}")


def _sheet() -> Markup:
    parts = [
        _part("goal", _goal()),
        _part("turn", _rules(SUMMARY["turn"])),
        _part("actions", _actions()),
        _part("battle", _battle()),
        _part("responses", _rules(SUMMARY["responses"])),
        _part("die", _die()),
        _part("objects", _objects()),
        _part("duel", _rules(SUMMARY["duel"])),
        _part("endgame", _rules(SUMMARY["endgame"])),
    ]
    return el(
        "article",
        el("h2", _say("title")),
        el("div", parts, cls="tk-sheet-parts"),
        el("p", _say("foot"), cls="tk-sheet-foot"),
        cls="tk-sheet",
        aria_label=_say("title"),
        data_key="sheet",
    )


def _part(key: str, inside: Markup) -> Markup:
    return el("section", el("h3", _say(f"part.{key}")), inside, cls=f"tk-sheet-part tk-sheet-{key}")


def _line(
    name: Child, text: str, rule: str, key: str, picture: Markup | None = None, below: Markup | None = None
) -> Markup:
    sign = rule_badge(rule, "open", key=f"sheet:{key}")
    icon = el("span", picture, cls="tk-sheet-icon", aria_hidden="true") if picture else None
    otherwise = house_rule_notes_html([rule])
    return el("li", icon, el("p", el("b", name), " ", text, " ", sign), otherwise, below)


def _goal() -> Markup:
    sign = rule_badge("TW-END-7", "open", key="sheet:goal")
    return el("div", el("p", _say("goal"), " ", sign), house_rule_notes_html(SUMMARY["goal"]))


def _rule(name: str, below: Markup | None = None) -> Markup:
    title = twing.rulebook()[name].title()
    return _line(f"{title}:", _say(f"line.{name}"), name, name, below=below)


def _rules(names: Sequence[str]) -> Markup:
    return el("ul", [_rule(name) for name in names], cls="tk-list")


def _battle() -> Markup:
    steps = [
        _rule(step, el("ul", [_rule(name) for name in more]) if more else None)
        for step, more in SUMMARY["battle"].items()
    ]
    return el("ol", steps)


def _actions() -> Markup:
    lines = [
        _line(f"{_say(f'action.{action}')}:", _say(f"action.{action}_text"), rule, f"action:{action}")
        for action, rule in SUMMARY["actions"].items()
    ]
    return el("ol", lines)


def _die() -> Markup:
    lines = [
        _line(
            _say(f"shows.{key}"), _say(f"face.{key}"), rule, f"face:{key}", die_svg(parse_face(face), "A", "")
        )
        for key, (face, rule) in SUMMARY["die"].items()
    ]
    return el("ul", lines, cls="tk-list tk-sheet-icons")


def _objects() -> Markup:
    book = twing.rulebook()
    lines = [
        _line(
            f"{book[f'TW-POW-{name}'].title()}:",
            object_power_text(name),
            f"TW-POW-{name}",
            f"power:{name}",
            magical_object_svg(name, ""),
        )
        for name in twing.OBJECTS
    ]
    return el("ul", lines, cls="tk-list tk-sheet-icons")
