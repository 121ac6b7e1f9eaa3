"""The panels that open above the bar of the play page: other dice, a new game, saving, and help."""

from __future__ import annotations

from itertools import islice
from urllib.parse import quote

import attrs

from twingkit_widgets.panel.controls import named_field
from twingkit_widgets.panel.keys import ANOTHER, CLOSE, DECLINE_SHORTCUT, GO_ON, HELP, HINT, TO_END, UNDO
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.panel.panel import error_explanation, load_up_to_fault_button
from twingkit_widgets.table.play.chance.throw import ChanceResult
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.save import seal_game, unsealed_record

KEYS = {
    GO_ON: "next",
    DECLINE_SHORTCUT: "nothing",
    UNDO: "undo",
    HINT: "hint",
    ANOTHER: "dice",
    TO_END: "to_end",
    HELP: "help",
}
"""The keyboard shortcuts of every play page, with the names of their actions."""

_NAMED_KEYS = ("answers", "close", "space", "arrows")
"""Keys whose names differ by language (`help.` and `help.key.` plus this name)."""

_MAX_FACE_BUTTONS = 30
"""The largest number of results of a throw offered as buttons."""


def open_panel_html(player_view: PlayerView) -> Markup:
    """Render the panel that is open above the bottom bar (such as help or save), with its title and a close
    button.
    """
    name = player_view.ui_state.open_panel
    content = {"dice": _dice, "new": _new, "save": _save, "help": _help}[name]
    title = opened_panel_title(player_view)
    close = button(
        "×",
        "toggle_panel",
        name,
        cls="tk-icon-button",
        key=f"close:{name}",
        shortcut=CLOSE,
        aria_label=player_view.say("tool.close"),
    )
    head = el("header", el("h3", title), close)
    body = content(player_view)
    return el(
        "section",
        head,
        body,
        cls="tk-play-drawer",
        aria_label=title,
        data_key=f"drawer:{name}",
        tabindex="-1",
        data_arrives=name,
    )


def opened_panel_title(player_view: PlayerView) -> str:
    """Return the title of the panel that is open above the bottom bar."""
    name, match = player_view.ui_state.open_panel, player_view.match
    decided = name == "dice" and match.can_undo and not match.changeable_results()
    return player_view.say("dice.title_decided" if decided else f"{name}.title")


# -- what if the die had fallen differently?


def _dice(player_view: PlayerView) -> Markup:
    throws = player_view.match.changeable_results()
    chosen, design = player_view.ui_state.chosen_faces, player_view.play_design
    rows = [
        design.throw_buttons_html(attrs.evolve(throw, face=chosen.get(throw.index, throw.face)), player_view)
        for throw in throws
    ]
    text = "dice.text_several" if face_act(player_view) == "choose_face" else "dice.text"
    use = (
        button(player_view.say("dice.try"), "try_faces", key="try_faces", cls="tk-button tk-main")
        if chosen
        else None
    )
    fallen = join(el("p", player_view.say(text)), rows, use) if throws else None
    if not player_view.match.can_undo:
        return fallen or el("p", player_view.say("dice.none"))
    anew = button(player_view.say("dice.decide"), "decide", key="decide")
    decided = el("div", el("p", player_view.say("dice.decide_text")), anew, cls="tk-stack tk-tight")
    return join(fallen, decided)


def face_act(player_view: PlayerView) -> str:
    """Return the action of a button with another result: if there are several throws, results are only
    chosen, so that they can be tried together.
    """
    together = player_view.play_design.tries_results_together
    return "choose_face" if together and len(player_view.match.changeable_results()) > 1 else "face"


def possible_result_buttons_html(throw: ChanceResult, player_view: PlayerView) -> Markup:
    """Return a button for each possible result of a throw, with the actual one marked; if there are more than
    `_MAX_FACE_BUTTONS`, a text field instead.
    """
    question = player_view.match.game.transcript[throw.index].question
    faces = list(islice(question.options(), _MAX_FACE_BUTTONS + 1))
    if len(faces) > _MAX_FACE_BUTTONS:
        return _typed_throw(throw, player_view)
    offers = [player_view.play_design.answer_button(question, face, player_view) for face in faces]
    buttons = [
        button(
            offer.label,
            face_act(player_view),
            f"{throw.index}:{offer.answer}",
            cls="tk-button",
            key=f"face:{throw.index}:{offer.answer}",
            aria_pressed="true" if offer.answer == throw.face else "false",
        )
        for offer in offers
    ]
    return result_row(thrower_name(throw, player_view), buttons)


def _typed_throw(throw: ChanceResult, player_view: PlayerView) -> Markup:
    title = thrower_name(throw, player_view)
    place = named_field("input", "place", type="hidden", value=str(throw.index))
    known = {"aria_label": title, "autocomplete": "off", "data_key": f"face:{throw.index}"}
    face = named_field("input", "face", cls="tk-field tk-code", value=throw.face, **known)
    use = el("button", player_view.say("tool.dice"), type="submit", cls="tk-button tk-main")
    row = el("div", place, face, use, cls="tk-row")
    return el("form", el("h4", title, cls="tk-label"), row, data_act=face_act(player_view))


def thrower_name(throw: ChanceResult, player_view: PlayerView) -> str:
    """Return a label that says whose chance result it is: the person's own or that of a named player."""
    match = player_view.match
    if throw.seat == match.seat:
        return player_view.say("dice.own")
    return player_view.say("dice.other", who=player_view.play_design.seat_name(match.game, throw.seat))


def result_row(title: str, face_buttons: list[Markup]) -> Markup:
    """Return a row of buttons below a title, one for each possible result of a throw."""
    row = el("div", face_buttons, cls="tk-dice-row", role="group", aria_label=title, data_roving=True)
    return el("div", el("h4", title, cls="tk-label"), row)


# -- a new game


def _new(player_view: PlayerView) -> Markup:
    begun = player_view.match.can_undo
    begin = el(
        "button", player_view.say("new.begin"), type="submit", cls="tk-button tk-main", data_key="new:begin"
    )
    at_stake = begun and not player_view.match.game.over
    warning = el("p", player_view.say("new.lose"), cls="tk-small tk-soft") if at_stake else None
    form = [
        el("div", player_view.play_design.fields(player_view), cls="tk-play-fields"),
        _fault(player_view),
        warning,
        begin,
    ]
    again = button(player_view.say("new.restart"), "restart", key="restart") if begun else None
    if begun and player_view.play_design.repeats_dice:
        again = el("div", again, button(player_view.say("new.again"), "again", key="again"), cls="tk-row")
    return join(
        el("form", form, data_act="begin", cls="tk-stack tk-tight", data_key="new:form"),
        el("div", again, cls="tk-play-load", data_key="new:again") if again else None,
    )


def _fault(player_view: PlayerView) -> Markup | None:
    if player_view.ui_state.fault is None:
        return None
    fault = player_view.ui_state.fault
    texts = [el("p", text) for text in error_explanation(fault)]
    return el("div", el("div", texts, load_up_to_fault_button(fault)), cls="tk-alert", role="alert")


# -- saving a game


def _save(player_view: PlayerView) -> Markup:
    match, opened = player_view.match, player_view.ui_state
    game = match.real_game_state.game if match.real_game_state else match.game
    text = (unsealed_record if opened.is_unsealed else seal_game)(game, match.settings)
    note = el(
        "textarea",
        text,
        cls="tk-field tk-code",
        rows=5,
        readonly=True,
        spellcheck="false",
        aria_label=player_view.say("save.text"),
        data_key="save:text",
    )
    download = el(
        "a",
        player_view.say("save.download"),
        href=f"data:text/plain;charset=utf-8,{quote(text)}",
        download=player_view.say("save.file"),
        cls="tk-button",
        data_key="save:download",
    )
    seal = button(
        player_view.say("save.seal" if opened.is_unsealed else "save.unseal"), "unseal", key="unseal"
    )
    field = named_field(
        "textarea",
        "text",
        opened.typed_by_field.get("text", ""),
        cls="tk-field tk-code",
        rows=4,
        spellcheck="false",
        id="tk-play-load",
        data_key="save:load",
        aria_invalid="true" if opened.fault else None,
    )
    use = el("button", player_view.say("save.use"), type="submit", cls="tk-button", data_key="save:use")
    label = el("label", player_view.say("save.load"), for_="tk-play-load", cls="tk-label")
    form = el(
        "form",
        label,
        field,
        _fault(player_view),
        use,
        data_act="load",
        cls="tk-stack tk-tight tk-play-load",
        data_key="save:form",
    )
    return join(
        el("p", player_view.say("save.plain" if opened.is_unsealed else "save.text")),
        note,
        el("div", download, seal, cls="tk-row"),
        form,
    )


# -- help


def _help(player_view: PlayerView) -> Markup:
    rules = player_view.play_design
    named_keys = [(player_view.say(f"help.{name}"), name) for name in _NAMED_KEYS]
    pressed = [*named_keys[:1], *(KEYS | rules.further_shortcuts).items(), *named_keys[1:]]
    rows = [(key, player_view.say(f"help.key.{name}")) for key, name in pressed]
    keys: Child = [join(el("dt", el("kbd", key)), el("dd", text)) for key, text in rows]
    helps = ("steps", *rules.help_text_keys) if player_view.match.plays_all_seats else rules.help_text_keys
    return join(
        [el("p", player_view.term_marker.mark_new_terms(player_view.say(f"help.{part}"))) for part in helps],
        el(
            "div",
            el("h4", player_view.say("help.keys"), cls="tk-label"),
            el("dl", keys, cls="tk-keys"),
            cls="tk-help-keys",
        ),
    )
