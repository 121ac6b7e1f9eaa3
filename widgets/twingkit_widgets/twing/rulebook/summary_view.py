"""The summary: the rules on one page, to view and to print, in short sentences."""

from __future__ import annotations

from pathlib import Path

from twingkit import twing
from twingkit_widgets.learn.printed.sheet import print_button
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import PanelTexts
from twingkit_widgets.read.rulebook.rulings import house_rule_notes_html
from twingkit_widgets.twing.pictures.drawing import die_svg, magical_object_svg
from twingkit_widgets.twing.play.names import object_power_text

WORDS = PanelTexts(Path(__file__).with_name("rulebook_words.toml"))

TURN = ("TW-TURN-1", "TW-TURN-2", "TW-TURN-3", "TW-TURN-4", "TW-OBJ-2")
"""The rules about the parts of a turn, and about limits that always apply."""

ACTIONS = {
    "attack": "TW-BAT-1",
    "duel": "TW-DUEL-1",
    "buy": "TW-OBJ-1",
    "capture": "TW-OBJ-4",
    "ritual": "TW-OBJ-3",
    "enter": "TW-END-1",
    "again": "TW-END-3",
    "pass": "TW-TURN-3",
}
"""The rule of each of the eight actions (TW-TURN-3)."""

BATTLE_RULES = {
    "TW-BAT-1": ("TW-BAT-2", "TW-BAT-3"),
    "TW-BAT-4": ("TW-BAT-5",),
    "TW-BAT-6": (),
    "TW-BAT-7": (),
    "TW-BAT-8": (),
    "TW-BAT-10": (),
    "TW-BAT-16": (),
    "TW-BAT-17": (),
    "TW-BAT-18": (),
    "TW-BAT-20": ("TW-BAT-21",),
    "TW-BAT-19": (),
}
"""The steps of a battle in order, each with its rules."""

_RESPONSES = ("TW-BAT-11", "TW-BAT-12", "TW-BAT-13", "TW-BAT-14")

_FACE_AND_RULE_BY_KEY = {
    "plus": (4, "TW-BAT-15"),
    "minus": (-4, "TW-BAT-15"),
    "spiral": (twing.SPIRAL, "TW-BAT-8"),
    "sun": (twing.SUN, "TW-BAT-16"),
    "cross": (twing.CROSS, "TW-BAT-16"),
}

_GOAL = ("TW-END-1", "TW-END-7")

DUEL = ("TW-DUEL-1", "TW-DUEL-3")
ENDGAME = ("TW-END-1", "TW-END-2", "TW-END-3", "TW-END-5", "TW-END-6", "TW-END-7")


def printable_summary_html() -> Markup:
    """Return a button to print, and the printed sheet, whose rule ids are buttons that open the rule."""
    show = print_button(_say("print"))
    hint = el("p", _say("hint"), cls="tk-small tk-soft")
    return el("div", el("div", show, hint, cls="tk-row", data_controls=True), _sheet(), cls="tk-stack")


def _say(key: str) -> str:
    return WORDS.say(f"summary.{key}")


def _sheet() -> Markup:
    parts = [
        _part("goal", _goal()),
        _part("turn", _rules(TURN)),
        _part("actions", _actions()),
        _part("battle", _battle()),
        _part("responses", _rules(_RESPONSES)),
        _part("die", _die()),
        _part("objects", _objects()),
        _part("duel", _rules(DUEL)),
        _part("endgame", _rules(ENDGAME)),
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
    otherwise = house_rule_notes_html(_GOAL)
    return el("div", el("p", _say("goal"), " ", sign), otherwise)


def _rule(name: str, below: Markup | None = None) -> Markup:
    title = twing.rulebook()[name].title()
    return _line(f"{title}:", _say(f"line.{name}"), name, name, below=below)


def _rules(names: tuple[str, ...]) -> Markup:
    return el("ul", [_rule(name) for name in names], cls="tk-list")


def _battle() -> Markup:
    steps = [
        _rule(step, el("ul", [_rule(name) for name in more]) if more else None)
        for step, more in BATTLE_RULES.items()
    ]
    return el("ol", steps)


def _actions() -> Markup:
    lines = [
        _line(
            f"{_say(f'action.{action}')}:",
            _say(f"action.{action}_text"),
            rule,
            f"action:{action}",
        )
        for action, rule in ACTIONS.items()
    ]
    return el("ol", lines)


def _die() -> Markup:
    lines = [
        _line(
            _say(f"shows.{key}"),
            _say(f"face.{key}"),
            rule,
            f"face:{key}",
            die_svg(face, "A", ""),
        )
        for key, (face, rule) in _FACE_AND_RULE_BY_KEY.items()
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
