"""The tools of the play panel that open above its bar: other dice, a new game, keeping a game, the help."""

from __future__ import annotations

from urllib.parse import quote

from twingkit import twing
from twingkit.twing.game import PLAYERS
from twingkit.twing.variant import diff
from twingkit.twing.view import View
from twingkit_widgets.controls import named
from twingkit_widgets.die import die_html, face_name
from twingkit_widgets.markup import Child, Markup, button, el, join
from twingkit_widgets.panel import explain
from twingkit_widgets.play_game import TEMPERS, Match, Throw
from twingkit_widgets.play_offers import said
from twingkit_widgets.play_save import plain, sealed
from twingkit_widgets.play_shown import Shown
from twingkit_widgets.play_table import words_of
from twingkit_widgets.play_words import WORDS

KEYS = {"1–9": "digits", "l": "lay", "n": "next", "u": "undo", "h": "hint", "w": "dice", "?": "help"}
"""The keys of the panel and what they do."""


def drawer_html(match: Match, view: View, shown: Shown, lang: str) -> Markup:
    """The open tool with its title and a way to close it."""
    made = {"dice": _dice, "new": _new, "save": _save, "help": _help}[shown.drawer]
    title = WORDS.say(lang, f"{shown.drawer}.title")
    # While the tool is open this button has its key: so the focus comes here, and goes back.
    close = button(
        "×",
        "drawer",
        shown.drawer,
        cls="tk-icon-button",
        key=f"tool:{shown.drawer}",
        shortcut="Escape",
        aria_label=WORDS.say(lang, "tool.close"),
    )
    head = el("header", el("h3", title), close)
    body = made(match, view, shown, lang)
    return el(
        "section", head, body, cls="tk-play-drawer", aria_label=title, data_key=f"drawer:{shown.drawer}"
    )


# -- what if the die had fallen differently?


def _dice(match: Match, view: View, shown: Shown, lang: str) -> Markup:
    throws = match.throws()
    if not throws:
        return el("p", WORDS.say(lang, "dice.none"))
    rows = [_throw(throw, view, lang) for throw in throws]
    return join(el("p", WORDS.say(lang, "dice.text")), rows)


def _throw(throw: Throw, view: View, lang: str) -> Markup:
    """All twelve faces of one die, the one that fell marked."""
    seat = view.seats[throw.seat]
    title = WORDS.say(lang, "dice.own") if throw.seat == view.player else said(lang, "dice.other", seat)
    faces = [
        el(
            "button",
            die_html(face, seat.character, lang),
            type="button",
            cls="tk-choice tk-face",
            data_act="face",
            data_value=f"{throw.place}:{twing.face_text(face)}",
            data_key=f"face:{throw.seat}:{face}",
            aria_pressed="true" if twing.face_text(face) == throw.face else "false",
            title=face_name(face, lang),
        )
        for face in twing.FACES
    ]
    row = el("div", faces, cls="tk-dice-row", role="group", aria_label=title, data_roving=True)
    return el("div", el("h4", title, cls="tk-label"), row)


# -- a new game


def _new(match: Match, view: View, shown: Shown, lang: str) -> Markup:
    settings, typed = match.settings, shown.typed

    def chosen(name: str, otherwise: object) -> str:
        return typed.get(name, str(otherwise))

    presets = [
        (name, WORDS.say(lang, f"new.preset.{name}")) for name in ("box", "short", "english", "german")
    ]
    preset = next((name for name, _ in presets if twing.PRESETS[name] == settings.variant), "")
    if not preset:  # a variant of its own, of a link perhaps
        preset = str(settings.variant)
        changes = diff(twing.BOX, settings.variant)
        names = ", ".join(change.switch.title(lang) for change in changes)
        presets.append((preset, WORDS.say(lang, "new.preset.own", names=names)))
    element = settings.characters[settings.seat]
    fields = [
        _select(
            "players", chosen("players", len(settings.characters)), [(str(n), str(n)) for n in PLAYERS], lang
        ),
        _select("character", chosen("character", element), _characters(lang), lang),
        _select(
            "opponents",
            chosen("opponents", settings.opponents),
            [(name, WORDS.say(lang, f"new.temper.{name}")) for name in TEMPERS],
            lang,
        ),
        _select("variant", chosen("variant", preset), presets, lang),
        _field(
            "seed",
            named(
                "input",
                "seed",
                cls="tk-field",
                id="tk-play-seed",
                value=chosen("seed", ""),
                inputmode="numeric",
                autocomplete="off",
                placeholder=str(settings.seed),
                data_key="new:seed",
                aria_invalid="true" if shown.fault else None,
            ),
            lang,
        ),
    ]
    begin = el(
        "button", WORDS.say(lang, "new.begin"), type="submit", cls="tk-button tk-main", data_key="new:begin"
    )
    warning = el("p", WORDS.say(lang, "new.lose"), cls="tk-small tk-soft") if match.answered else None
    form = [el("div", fields, cls="tk-play-fields"), _fault(shown, lang), warning, begin]
    again = button(WORDS.say(lang, "new.restart"), "restart", key="restart") if match.answered else None
    return join(
        el("form", form, data_act="begin", cls="tk-stack tk-tight", data_key="new:form"),
        el("div", again, cls="tk-play-load", data_key="new:again") if again else None,
    )


def _characters(lang: str) -> list[tuple[str, str]]:
    named_by = [
        (
            element,
            WORDS.say(
                lang,
                "new.character_of",
                name=WORDS.say(lang, f"character.{element}"),
                element=words_of(element, lang),
            ),
        )
        for element in twing.ELEMENTS
    ]
    return [("?", WORDS.say(lang, "new.any")), *named_by]


def _select(name: str, value: str, options: list[tuple[str, str]], lang: str) -> Markup:
    listed = [el("option", text, value=key, selected=key == value) for key, text in options]
    field = named("select", name, listed, cls="tk-field", id=f"tk-play-{name}", data_key=f"new:{name}")
    return _field(name, field, lang)


def _field(name: str, field: Markup, lang: str) -> Markup:
    label = el("label", WORDS.say(lang, f"new.{name}"), for_=f"tk-play-{name}", cls="tk-label")
    return el("div", label, field)


def _fault(shown: Shown, lang: str) -> Markup | None:
    if shown.fault is None:
        return None
    texts = [el("p", text) for text in explain(shown.fault, lang)]
    return el("div", el("div", texts), cls="tk-alert", role="alert")


# -- keeping a game


def _save(match: Match, view: View, shown: Shown, lang: str) -> Markup:
    game = match.really.game if match.really else match.game
    text = (plain if shown.unsealed else sealed)(game, match.settings)
    kept = el(
        "textarea",
        text,
        cls="tk-field tk-code",
        rows=5,
        readonly=True,
        spellcheck="false",
        aria_label=WORDS.say(lang, "save.text"),
        data_key="save:text",
    )
    download = el(
        "a",
        WORDS.say(lang, "save.download"),
        href=f"data:text/plain;charset=utf-8,{quote(text)}",
        download=WORDS.say(lang, "save.file"),
        cls="tk-button",
        data_key="save:download",
    )
    seal = button(WORDS.say(lang, "save.seal" if shown.unsealed else "save.unseal"), "unseal", key="unseal")
    field = named(
        "textarea",
        "text",
        shown.typed.get("text", ""),
        cls="tk-field tk-code",
        rows=4,
        spellcheck="false",
        id="tk-play-load",
        data_key="save:load",
        aria_invalid="true" if shown.fault else None,
    )
    use = el("button", WORDS.say(lang, "save.use"), type="submit", cls="tk-button", data_key="save:use")
    label = el("label", WORDS.say(lang, "save.load"), for_="tk-play-load", cls="tk-label")
    form = el(
        "form",
        label,
        field,
        _fault(shown, lang),
        use,
        data_act="load",
        cls="tk-stack tk-tight tk-play-load",
        data_key="save:form",
    )
    return join(
        el("p", WORDS.say(lang, "save.plain" if shown.unsealed else "save.text")),
        kept,
        el("div", download, seal, cls="tk-row"),
        form,
    )


# -- help


def _help(match: Match, view: View, shown: Shown, lang: str) -> Markup:
    rows: list[tuple[str, str]] = [(key, WORDS.say(lang, f"help.key.{name}")) for key, name in KEYS.items()]
    rows += [
        (WORDS.say(lang, f"help.{key}"), WORDS.say(lang, f"help.key.{key}")) for key in ("space", "arrows")
    ]
    keys: Child = [join(el("dt", el("kbd", key)), el("dd", text)) for key, text in rows]
    return join(
        [el("p", WORDS.say(lang, f"help.{part}")) for part in ("turn", "rules", "assumed")],
        el("h4", WORDS.say(lang, "help.keys"), cls="tk-label"),
        el("dl", keys, cls="tk-keys"),
    )
