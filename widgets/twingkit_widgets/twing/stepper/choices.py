"""The choices in the stepper: a response, or the face of a die."""

from __future__ import annotations

from twingkit import Roll, twing
from twingkit_widgets.panel.controls import forbidden
from twingkit_widgets.panel.keys import answer_key
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.table.play.choices import choice_row
from twingkit_widgets.twing.pictures.cards import card_name
from twingkit_widgets.twing.pictures.die import faces_html, faces_row
from twingkit_widgets.twing.play.names import object_name
from twingkit_widgets.twing.stepper.battle_steps import WORDS, StandingRoll, Steps, TriedResponse, sentence


def choices_html(steps: Steps, lang: str, why: str, prefix: str) -> Markup | None:
    """Return every response that the side to respond could try, forbidden ones with their reason.

    `why` is the forbidden one whose reason stays open, `prefix` begins the ids of these elements. None where
    there is no question for a response.
    """
    choices, question = steps.choices(), steps.game.question
    if not choices or question is None:
        return None
    title = sentence(lang, "choice.title", steps.game.start.seat(question.player))
    note = sentence(lang, "choice.budget") if steps.too_large else None
    hint = sentence(lang, "choice.hint") if any(choice.refusal for choice in choices) else None
    items = [el("li", _choice(steps, choice, lang, why, prefix)) for choice in choices]
    return el(
        "div",
        el("h4", title, cls="tk-label"),
        el("p", note, cls="tk-note") if note else None,
        choice_row(items, title),
        el("p", hint, cls="tk-small tk-soft") if hint else None,
        cls="tk-stack tk-tight",
        data_key="choices",
    )


def _choice(steps: Steps, choice: TriedResponse, lang: str, why: str, prefix: str) -> Markup:
    label = _label(steps, choice, lang)
    key = f"choose:{choice.answer}"
    if choice.refusal is None:
        best = el("span", sentence(lang, "choice.best"), cls="tk-chip tk-best") if choice.best else None
        return button([label, best], "choose", choice.answer, key=key, shortcut=answer_key(choice.answer))
    return forbidden(
        label,
        choice.refusal,
        lang,
        reason_id=f"{prefix}-{choice.answer.replace(' ', '-').replace('>', 'r')}",
        key=key,
        act="why",
        value=choice.answer,
        rule_act="rule",
        is_open=why == choice.answer,
    )


def _label(steps: Steps, choice: TriedResponse, lang: str) -> str:
    name, _, target = choice.answer.partition(" ")
    if name == "trap":
        if choice.whole_kind:
            return card_name("trap", lang)
        key = "choice.trap_rider" if target.startswith(">") else "choice.trap"
        return sentence(lang, key, card=target_name(steps, target, lang))
    if name == "miromon":
        return card_name("miromon", lang) if choice.whole_kind else sentence(lang, "choice.miromon", target)
    if name in twing.OBJECTS:
        return sentence(lang, "choice.object", object=object_name(name, lang))
    return sentence(lang, f"choice.{name}") if f"choice.{name}" in WORDS else card_name(name, lang)


def target_name(steps: Steps, target: str, lang: str) -> str:
    """Return the creature that a trap names, in words."""
    words = twing.rulebook().words
    standing = [card for side in steps.game.table.fight.sides for card, *_ in side.standing]
    token = target.removeprefix(">")
    return next((card.label(words, lang) for card in standing if card.token == token), target)


def dice_html(steps: Steps, tried: Markup | None, lang: str) -> Markup | None:
    """Return the faces to choose from: for a die to be rolled, and for those on the table (“what if”); above
    them what is `tried` out already."""
    question = steps.game.question
    parts: list[Child] = [tried] if tried else []
    if isinstance(question, Roll):
        role = steps.game.start.seat(question.player)
        parts.append(_faces(steps, sentence(lang, "dice.set", role), role, "choose", None, lang))
    for roll in steps.rolls():
        parts.append(_faces(steps, sentence(lang, "dice.what_if", roll.role), roll.role, "face", roll, lang))
    return el("div", parts, cls="tk-stepper-dice", data_key="dice") if parts else None


def _faces(steps: Steps, title: str, role: str, act: str, roll: StandingRoll | None, lang: str) -> Markup:
    """All twelve faces of a side's die, each a button; `roll` is the present one."""
    character = steps.battle.sides[role == "defender"].character
    prefix = f"{roll.place}:" if roll else ""
    faces = faces_html(
        character,
        lang,
        act,
        lambda face: prefix + twing.face_text(face),
        f"{act}:{role}",
        roll.face if roll else None,
    )
    return el("details", el("summary", title), faces_row(faces, title), data_key=f"dice:{act}:{role}")
