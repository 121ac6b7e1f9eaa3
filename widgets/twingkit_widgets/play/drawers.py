"""The tools of the play page that open above its bar: other dice, a new game, keeping a game, the help."""

from __future__ import annotations

from itertools import islice
from urllib.parse import quote

from twingkit_widgets.panel.controls import named
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.panel.panel import explain, up_to_button
from twingkit_widgets.play.match import Throw
from twingkit_widgets.play.save import plain, sealed
from twingkit_widgets.play.sight import Sight

FACES = 30
"""The largest number of results of a throw offered as buttons."""


def drawer_html(sight: Sight) -> Markup:
    """The open tool with its title and a way to close it."""
    name = sight.opened.drawer
    content = {"dice": _dice, "new": _new, "save": _save, "help": _help}[name]
    title = sight.say(f"{name}.title")
    # While the tool is open this button has its key: so the focus comes here, and goes back.
    close = button(
        "×",
        "drawer",
        name,
        cls="tk-icon-button",
        key=f"tool:{name}",
        shortcut="Escape",
        aria_label=sight.say("tool.close"),
    )
    head = el("header", el("h3", title), close)
    body = content(sight)
    return el("section", head, body, cls="tk-play-drawer", aria_label=title, data_key=f"drawer:{name}")


# -- what if the die had fallen differently?


def _dice(sight: Sight) -> Markup:
    throws = sight.match.throws()
    if not throws:
        return el("p", sight.say("dice.none"))
    rows = [sight.rules.throw_html(throw, sight) for throw in throws]
    return join(el("p", sight.say("dice.text")), rows)


def plain_throw(throw: Throw, sight: Sight) -> Markup | None:
    """All that could have come of a throw, what came marked; None where that is too much to list."""
    question = sight.match.game.transcript[throw.index].asked
    faces = list(islice(question.options(), FACES + 1))
    if len(faces) > FACES:
        return None
    offers = [sight.rules.offer(question, face, sight) for face in faces]
    buttons = [
        button(
            offer.label,
            "face",
            f"{throw.index}:{offer.answer}",
            cls="tk-button",
            key=f"face:{throw.index}:{offer.answer}",
            aria_pressed="true" if offer.answer == throw.face else "false",
        )
        for offer in offers
    ]
    return throw_row(throw_title(throw, sight), buttons)


def throw_title(throw: Throw, sight: Sight) -> str:
    """Return whose throw it is."""
    match = sight.match
    if throw.seat == match.seat:
        return sight.say("dice.own")
    return sight.say("dice.other", who=sight.rules.seat_name(match.game, throw.seat, sight.lang))


def throw_row(title: str, faces: list[Markup]) -> Markup:
    """The results of one throw to choose from."""
    row = el("div", faces, cls="tk-dice-row", role="group", aria_label=title, data_roving=True)
    return el("div", el("h4", title, cls="tk-label"), row)


# -- a new game


def _new(sight: Sight) -> Markup:
    begun = sight.match.answered
    begin = el("button", sight.say("new.begin"), type="submit", cls="tk-button tk-main", data_key="new:begin")
    at_stake = begun and not sight.match.game.over
    warning = el("p", sight.say("new.lose"), cls="tk-small tk-soft") if at_stake else None
    form = [el("div", sight.rules.fields(sight), cls="tk-play-fields"), _fault(sight), warning, begin]
    again = button(sight.say("new.restart"), "restart", key="restart") if begun else None
    if begun and sight.rules.keeps_dice:
        again = el("div", again, button(sight.say("new.again"), "again", key="again"), cls="tk-row")
    return join(
        el("form", form, data_act="begin", cls="tk-stack tk-tight", data_key="new:form"),
        el("div", again, cls="tk-play-load", data_key="new:again") if again else None,
    )


def _fault(sight: Sight) -> Markup | None:
    if sight.opened.fault is None:
        return None
    fault = sight.opened.fault
    texts = [el("p", text) for text in explain(fault, sight.lang)]
    return el("div", el("div", texts, up_to_button(fault, sight.lang)), cls="tk-alert", role="alert")


# -- keeping a game


def _save(sight: Sight) -> Markup:
    match, opened = sight.match, sight.opened
    game = match.really.game if match.really else match.game
    text = (plain if opened.unsealed else sealed)(game, match.settings)
    note = el(
        "textarea",
        text,
        cls="tk-field tk-code",
        rows=5,
        readonly=True,
        spellcheck="false",
        aria_label=sight.say("save.text"),
        data_key="save:text",
    )
    download = el(
        "a",
        sight.say("save.download"),
        href=f"data:text/plain;charset=utf-8,{quote(text)}",
        download=sight.say("save.file"),
        cls="tk-button",
        data_key="save:download",
    )
    seal = button(sight.say("save.seal" if opened.unsealed else "save.unseal"), "unseal", key="unseal")
    field = named(
        "textarea",
        "text",
        opened.typed.get("text", ""),
        cls="tk-field tk-code",
        rows=4,
        spellcheck="false",
        id="tk-play-load",
        data_key="save:load",
        aria_invalid="true" if opened.fault else None,
    )
    use = el("button", sight.say("save.use"), type="submit", cls="tk-button", data_key="save:use")
    label = el("label", sight.say("save.load"), for_="tk-play-load", cls="tk-label")
    form = el(
        "form",
        label,
        field,
        _fault(sight),
        use,
        data_act="load",
        cls="tk-stack tk-tight tk-play-load",
        data_key="save:form",
    )
    return join(
        el("p", sight.say("save.plain" if opened.unsealed else "save.text")),
        note,
        el("div", download, seal, cls="tk-row"),
        form,
    )


# -- help


def _help(sight: Sight) -> Markup:
    rules = sight.rules
    rows: list[tuple[str, str]] = [(key, sight.say(f"help.key.{name}")) for key, name in rules.keys.items()]
    rows += [(sight.say(f"help.{name}"), sight.say(f"help.key.{name}")) for name in rules.named_keys]
    keys: Child = [join(el("dt", el("kbd", key)), el("dd", text)) for key, text in rows]
    return join(
        [el("p", sight.terms.marked(sight.say(f"help.{part}"))) for part in rules.helps],
        el("h4", sight.say("help.keys"), cls="tk-label"),
        el("dl", keys, cls="tk-keys"),
    )
