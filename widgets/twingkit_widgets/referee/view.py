"""The page of a real table as HTML: the set-up, what may be tapped, the open table, the record."""

from __future__ import annotations

import re
from itertools import groupby

from twingkit.referee.ways import Way
from twingkit_widgets.panel.controls import named
from twingkit_widgets.panel.markup import Attribute, Child, Markup, button, el
from twingkit_widgets.referee.desk import Desk
from twingkit_widgets.referee.words import WORDS

_NUMBERED = re.compile(r"([A-Za-z])(\d+)")


def setup_html(panel: Desk) -> Markup:
    """The form that lays out a table, and the field for a record to go on with."""
    lang, rules = panel.lang, panel.rules
    variants = [(name, WORDS.say(lang, f"preset.{name}")) for name in rules.variants]
    inside = [
        _select(panel, "players", [(str(count), str(count)) for count in rules.players]),
        _labelled(panel, "setup.names", _field("input", "names", type="text", maxlength=200)),
        _select(panel, "variant", variants) if variants else None,
        el("p", _submit(panel, "setup.start", "begin", main=True)),
    ]
    form = el("form", inside, data_act="begin", data_key="form:begin", cls="tk-referee-form tk-box")
    head = [el("h1", WORDS.say(lang, "title")), el("p", WORDS.say(lang, "intro"), cls="tk-soft")]
    return el("div", head, form, _paste(panel), _wait(panel), cls="tk-stack tk-referee")


def table_html(panel: Desk) -> Markup:
    """The page: who is asked and what may be tapped, the open table, the record."""
    parts = [_asked(panel), _wait(panel), _tools(panel), _open_table(panel), _record(panel), _paste(panel)]
    head = el("h1", WORDS.say(panel.lang, "title"), cls="tk-label")
    return el("div", head, parts, cls="tk-stack tk-referee")


# -- what may be tapped


def _asked(panel: Desk) -> Markup:
    lang, table = panel.lang, panel.table
    assert table is not None
    if table.over:
        outcome = panel.views.outcome(table.game, lang)
        return el("section", el("h2", WORDS.say(lang, "over")), outcome, cls="tk-stack")
    if panel.way is not None:
        return _cards(panel, panel.way)
    groups: list[Child] = []
    for seat, listed in groupby(_in_order(panel), key=lambda way: way.seat):
        key = "also" if groups else "asked"
        title = WORDS.say(lang, key, name=panel.name(seat))
        head = el("h3", title, cls="tk-label") if groups else el("h2", title)
        buttons = [_way_button(panel, way) for way in listed]
        grid = el("div", buttons, cls="tk-referee-ways", role="group", aria_label=title, data_roving=True)
        groups.append(el("section", head, grid, cls="tk-stack", data_key=f"seat:{seat}"))
    shows = [
        button(WORDS.say(lang, "shows", name=panel.name(seat)), "shows", str(seat)) for seat in panel.shown
    ]
    more = el("div", shows, cls="tk-referee-ways") if shows else None
    return el("div", groups, more, cls="tk-stack", data_controls=True)


def _in_order(panel: Desk) -> list[Way]:
    """The ways by seat, that of who is asked first; that others say nothing needs no button."""
    seats = list(dict.fromkeys(way.seat for way in panel.ways))
    silences = panel.rules.silences
    listed = [way for way in panel.ways if way.seat == seats[0] or way.text not in silences]
    return sorted(listed, key=lambda way: seats.index(way.seat))


def _way_button(panel: Desk, way: Way) -> Markup:
    main = way is panel.ways[0]
    cls = "tk-button tk-main" if main else "tk-button"
    return button(way_label(panel, way), "way", panel.line_of(way), cls=cls)


def way_label(panel: Desk, way: Way) -> str:
    """An answer in the words of the game, an ellipsis where cards are to be named."""
    if way.hidden:
        drawn = way.text.split()[0] in panel.rules.draws
        return WORDS.say(panel.lang, "hidden" if drawn else "unseen")
    label = panel.views.way(way.text, panel.lang, panel.people())
    return label + (f" … ({way.cards})" if way.cards else "")


def _cards(panel: Desk, way: Way) -> Markup:
    lang, possible = panel.lang, panel.possible()
    shows = not way.cards
    title = WORDS.say(lang, "came.which")
    if not shows:
        title = WORDS.say(lang, "which", n=len(panel.cards) + 1, most=way.cards)
    letters, others = [], []
    for card in possible:
        match = _NUMBERED.fullmatch(card)
        if match is None:
            others.append(card)
        elif match[1] not in letters:
            letters.append(match[1])
    first = [
        button(letter, "letter", letter, aria_pressed="true" if letter == panel.letter else "false")
        for letter in letters
    ]
    first += [button(card, "card", card) for card in others]
    numbers = [
        button(card[1:], "card", card, aria_label=card)
        for card in possible
        if panel.letter and card.startswith(panel.letter) and card not in others
    ]
    chosen = WORDS.say(lang, "chosen", cards=" ".join(panel.cards)) if panel.cards else ""
    done = button(WORDS.say(lang, "came.done"), "shown", cls="tk-button tk-main") if shows else None
    return el(
        "section",
        el("h2", f"{panel.name(way.seat)}: {title}", tabindex="-1", data_focus=True),
        el("p", chosen) if chosen else None,
        el("div", first, cls="tk-referee-numbers", role="group", aria_label=title),
        el("div", numbers, cls="tk-referee-numbers", role="group", aria_label=title) if numbers else None,
        el("div", done, button(WORDS.say(lang, "cancel"), "cancel"), cls="tk-row"),
        cls="tk-stack",
        data_controls=True,
    )


def _tools(panel: Desk) -> Markup:
    lang, table = panel.lang, panel.table
    assert table is not None
    undo = button(WORDS.say(lang, "undo"), "undo", disabled=not len(table))
    if not panel.asks_back:
        anew = button(WORDS.say(lang, "anew"), "anew", "ask")
        return el("div", undo, anew, cls="tk-row", data_controls=True)
    answers = [button(WORDS.say(lang, f"again.{word}"), "anew", word) for word in ("yes", "no")]
    return el("div", el("p", WORDS.say(lang, "again.ask")), el("div", answers, cls="tk-row"), cls="tk-note")


def _wait(panel: Desk) -> Markup:
    return el("p", WORDS.say(panel.lang, "wait"), cls="tk-referee-wait tk-soft", data_controls=True)


# -- the open table and the record


def _open_table(panel: Desk) -> Markup | None:
    """The table as an onlooker sees it, where the game says how."""
    table = panel.table
    if panel.rules.seen is None or table is None:
        return None
    shown = panel.views.open_table(panel.rules.seen(table.game), panel.lang, panel.people())
    head = el("h2", WORDS.say(panel.lang, "table"), cls="tk-label")
    return el("section", head, shown, cls="tk-stack")


def _record(panel: Desk) -> Markup:
    lang, table = panel.lang, panel.table
    assert table is not None
    copied = WORDS.say(lang, "paper.copied")
    copy = el(
        "button", WORDS.say(lang, "paper.copy"), type="button", cls="tk-button", data_copy=table.record,
        data_copied=copied, data_key="copy",
    )  # fmt: skip
    line = _field("input", "line", type="text", value=panel.typed, maxlength=500)
    typed = el(
        "form", _labelled(panel, "paper.line", line), el("p", _submit(panel, "paper.add", "line")),
        data_act="line", data_key="form:line", cls="tk-referee-form",
    )  # fmt: skip
    return el(
        "details",
        el("summary", WORDS.say(lang, "record")),
        el("pre", table.record, cls="tk-code tk-referee-lines", tabindex="0"),
        el("div", copy, button(WORDS.say(lang, "paper.save"), "save"), cls="tk-row"),
        typed,
        data_key="record",
    )


def _paste(panel: Desk) -> Markup:
    area = _field("textarea", "record", panel.pasted, rows=4)
    form = el(
        "form", area, el("p", _submit(panel, "paper.open", "paste")),
        data_act="paste", data_key="form:paste", cls="tk-referee-form",
    )  # fmt: skip
    label = el("label", WORDS.say(panel.lang, "paper.paste"), for_="tk-referee-record")
    opened = True if panel.pasted else None
    return el("details", el("summary", label), form, open=opened, data_key="paste", data_controls=True)


# -- fields


def _field(tag: str, name: str, *inside: Child, **attributes: Attribute) -> Markup:
    own = f"tk-referee-{name}"
    return named(tag, name, *inside, id=own, cls="tk-field", data_key=f"field:{name}", **attributes)


def _labelled(panel: Desk, key: str, field: Markup) -> Markup:
    return el("label", el("span", WORDS.say(panel.lang, key), cls="tk-label"), field, cls="tk-referee-field")


def _select(panel: Desk, name: str, options: list[tuple[str, str]]) -> Markup:
    listed = [el("option", label, value=value) for value, label in options]
    return _labelled(panel, f"setup.{name}", _field("select", name, *listed))


def _submit(panel: Desk, key: str, act: str, main: bool = False) -> Markup:
    cls = "tk-button tk-main" if main else "tk-button"
    return el("button", WORDS.say(panel.lang, key), type="submit", cls=cls, data_key=f"submit:{act}")
