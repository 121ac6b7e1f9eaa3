"""The battle table: both sides face to face, with the sum of each side's points.

`table_html(make_scene(battle_or_game))` is the whole picture; `BattleTable` is the same as a panel.
"""

from __future__ import annotations

from collections.abc import Sequence

from twingkit import Game, twing
from twingkit.core.language import language
from twingkit.twing.rules.response_cards import RESPONSE_CARDS
from twingkit_widgets.panel.controls import rule_button
from twingkit_widgets.panel.house_rules_words import house_rules_text
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.panel.panel import CSS, Panel
from twingkit_widgets.panel.wording import MINUS, signed
from twingkit_widgets.twing.pictures.cards import Card, card_name, card_picture, cards_html
from twingkit_widgets.twing.pictures.die import die_html, face_name
from twingkit_widgets.twing.pictures.drawing import character_svg, object_svg
from twingkit_widgets.twing.pictures.picture_words import say
from twingkit_widgets.twing.pictures.scene import CRITICAL, Scene, SideView, make_scene
from twingkit_widgets.twing.pictures.table_css import TABLE_CSS

LONG_ROW = 3
"""Up to this many cards, the sum of a side fits on one line of a notebook's table."""


def table_html(scene: Scene, act: str = "") -> Markup:
    """Return the table of a battle.

    With `act` (the name of an action), rules can be opened from the table: the rule ids of what affects a die
    and the magical objects are buttons that call it with the rule's id.
    """
    sides = [_side(scene, index, act) for index in (0, 1)]
    return el("section", _score(scene), sides, cls="tk-table", aria_label=say("table.title"))


def outcome_text(scene: Scene) -> str:
    """Return the state of the battle in one or two sentences."""
    if scene.result is None:
        return say(f"table.{_stage(scene)}")
    winner = scene.result.winner
    winner_text = say("table.tie" if winner is None else f"table.won_by_{scene.sides[winner].role}")
    if scene.critical is None:
        return winner_text
    return f"{winner_text} {say('table.by_sun' if scene.critical == twing.SUN else 'table.by_cross')}"


def _stage(scene: Scene) -> str:
    """Return what is still to come in a battle that is not over."""
    if scene.question in ("attack", "defend"):
        return "waiting" if scene.question == "attack" else "waiting_defender"
    dice = [side.face for side in scene.sides if side.rolls]
    if None not in dice:
        return "rolled"
    if len(dice) == 1:
        return "open_one"
    return "open" if dice == [None, None] else "one_rolled"


def _score(scene: Scene) -> Markup:
    """Return both totals side by side, and what they mean."""
    attack, defence = (_total(side) for side in scene.sides)
    numbers = el(
        "p",
        _score_of(scene.sides[0], attack),
        el("span", ":", cls="tk-score-colon", aria_hidden="true"),
        _score_of(scene.sides[1], defence),
        cls="tk-score-numbers",
    )
    return el("div", numbers, el("p", outcome_text(scene), cls="tk-score-text"), cls="tk-score")


def _score_of(side: SideView, total: str) -> Markup:
    role = el("span", say(f"table.{side.role}"), cls="tk-label")
    cls = "tk-score-side tk-score-word" if total.isalpha() else "tk-score-side"
    return el("span", role, " ", el("b", total), cls=cls)


def _total(side: SideView) -> str:
    if side.counts is not None and side.counts in CRITICAL:
        return face_name(side.counts)
    return str(side.power if side.points is None else side.points)


def _side(scene: Scene, index: int, act: str) -> Markup:
    side = scene.sides[index]
    won = scene.result is not None and scene.result.winner == index
    return el(
        "section",
        _head(scene, index),
        _cards(side) if side.has_laid else possible_cards_html(side),
        sum_html(side) if side.has_laid else None,
        die_note(side, act),
        extras_html(side, act),
        cls="tk-side tk-side-won" if won else "tk-side",
        aria_label=say(f"table.{side.role}"),
    )


def _head(scene: Scene, index: int) -> Markup:
    side = scene.sides[index]
    element = twing.rulebook().words.name(side.character)
    name = say(f"character.{side.character}")
    titles = el(
        "div",
        el(
            "div",
            el("h3", say(f"table.{side.role}")),
            badge_html(scene, index),
            cls="tk-side-role",
        ),
        el("div", name, cls="tk-soft tk-small"),
        cls="tk-side-titles",
    )
    portrait = el("span", character_svg(side.character, f"{name} ({element})"), cls="tk-portrait")
    die = die_html(side.face, side.character) if side.has_laid and side.rolls else None
    return el("header", portrait, titles, die, cls="tk-side-head")


def badge_html(scene: Scene, index: int) -> Markup | None:
    """Return a badge (winner, loser or tied) once the battle is over."""
    if scene.result is None:
        return None
    winner = scene.result.winner
    key = "tied" if winner is None else "winner" if winner == index else "loser"
    return el("span", say(f"table.{key}"), cls="tk-chip tk-chip-main" if winner == index else "tk-chip")


def group_html(label: str, content: Child) -> Markup:
    """Return content below its name."""
    return el("div", el("h4", label, cls="tk-label"), content, cls="tk-group")


def _cards(side: SideView) -> Markup:
    groups: list[Child] = []
    if side.spells:
        groups.append(group_html(_spells(side), cards_html(side.spells)))
    if side.units:
        groups.append(group_html(_units(side), cards_html(side.units)))
    return el("div", groups, cls="tk-groups")


def _spells(side: SideView) -> str:
    return say("table.spell" if len(side.spells) == 1 else "table.spells")


def _units(side: SideView) -> str:
    if side.shield:
        return say("table.shield")
    single = sum(len(unit.cards) for unit in side.units) == 1
    return say("table.creature" if single else "table.creatures")


def possible_cards_html(side: SideView) -> Markup:
    """Return a side that has laid nothing: what it could lay, if that is known."""
    cards: tuple[Card, ...] = (*side.hand, *side.entourage)
    placeholder = el("p", say("table.nothing"), cls="tk-soft")
    return join(placeholder, group_html(say("table.hand"), cards_html(cards)) if cards else None)


def sum_html(side: SideView) -> Markup:
    """Return the side's points as a readable sum: 5 + 3 + 4 + (+2) = 14."""
    terms: list[Child] = []
    if side.spells:
        terms.append(_term(" + ".join(str(spell.power) for spell in side.spells), _spells(side)))
    if side.units:
        powers = " + ".join(str(card.power) for unit in side.units for card in unit.cards)
        terms.append(_term(powers, _units(side)))
    critical = side.counts is not None and side.counts in CRITICAL
    if side.rolls and side.counts is not None and not critical:
        counted = f"({signed(side.counts)})" if side.counts else "0"
        terms.append(_term(counted, say("table.die")))
    if critical or (side.rolls and side.counts is None):
        total = _term(str(side.power), say("table.so_far"), main=True)
    else:
        total = _term(str(side.points).replace("-", MINUS), say("table.points"), main=True)
    signs = ["", *("+" for _ in terms[1:]), "="]
    steps = [[_step(sign, term), " "] for sign, term in zip(signs, (*terms, total), strict=True)]
    long = len(side.spells) + sum(len(unit.cards) for unit in side.units) > LONG_ROW
    return el("div", el("p", steps, cls="tk-sum tk-sum-long" if long else "tk-sum"), cls="tk-sum-box")


def _step(operator: str, term: Child) -> Markup:
    """Return an operator ("" before the first term) with its term, without a line break between them."""
    return el("span", el("span", operator, cls="tk-operator"), " ", term, cls="tk-step")


def _term(value: str, label: str, main: bool = False) -> Markup:
    """Return one term of the sum with its name below."""
    style = "tk-term tk-term-total" if main else "tk-term"
    return el("span", el("b", value), " ", el("small", label), cls=style)


def die_note(side: SideView, act: str) -> Markup | None:
    """Return why the die has its value, if that is not simply its number."""
    if side.shield:
        return el("p", say("table.no_die"), cls="tk-soft tk-small")
    if side.note is None:
        return None
    return el("p", side.note.text(), " ", rule_button(side.note.rule, act), cls="tk-note tk-small")


def extras_html(side: SideView, act: str) -> Markup | None:
    """Return objects, possible plays, played cards and trapped creatures."""
    rows: list[Child] = []
    if side.objects:
        chips = [_object(name, act) for name in side.objects]
        rows.append(group_html(say("table.objects"), chips_row(chips)))
    if side.held:
        chips = [_special(name, count) for name, count in side.held.kinds]
        rows.append(group_html(say("table.held"), chips_row(chips)))
    if side.played:
        counted = {name: side.played.count(name) for name in side.played}
        chips = [_special(name, count) for name, count in counted.items()]
        rows.append(group_html(say("table.played"), chips_row(chips, used_up=True)))
    if side.trapped:
        cards = el("div", cards_html(side.trapped, small=True), cls="tk-gone")
        rows.append(group_html(say("table.trapped"), cards))
    return el("div", rows, cls="tk-extras") if rows else None


def chips_row(chips: Sequence[Markup], used_up: bool = False) -> Markup:
    """Return chips side by side; dimmed if they are `used_up`."""
    items = [el("li", chip) for chip in chips]
    return el("ul", items, cls="tk-list tk-row tk-gone" if used_up else "tk-list tk-row")


def _object(name: str, act: str) -> Markup:
    rule = twing.rulebook()[f"TW-POW-{name}"]
    text = f"{rule.text()}{house_rules_text([rule.id])}"
    return object_chip(name, rule.title(), act, rule.id, f"object:{name}", title=text)


def chip_picture(picture: Markup) -> Markup:
    """Return a small picture beside its words."""
    return el("span", picture, cls="tk-chip-picture", aria_hidden="true")


def object_chip(
    name: str, words: Child, act: str = "", value: str = "", key: str = "", cls: str = "", title: str = ""
) -> Markup:
    """Return a magical object with its picture; with `act` it is a button that calls it with `value`."""
    inside, cls = [chip_picture(object_svg(name, "")), words], f"tk-chip tk-object {cls}".strip()
    return (
        button(inside, act, value, cls=cls, key=key, title=title or None)
        if act
        else el("span", inside, cls=cls)
    )


def _special(name: str, count: int) -> Markup:
    number = f"{count} " if count > 1 else None
    picture = chip_picture(card_picture(name))
    return el("span", picture, number, special_name(name, count), cls="tk-held")


def special_name(name: str, count: int) -> str:
    """Return the name of `count` (0 or more) response cards: `Trap`, `Traps`."""
    return card_name(name) if count == 1 else RESPONSE_CARDS[name].cards[language()]


class BattleTable(Panel):
    """The table of one battle: a line, a typed `Battle`, or a `Game` (call `refresh` after a step)."""

    _css = CSS + TABLE_CSS

    def __init__(self, battle: twing.Battle | Game | str, lang: str | None = None) -> None:
        """Show `battle`. Raises `NotationError` for an invalid line."""
        self.battle = battle
        super().__init__(lang=lang)

    def view(self) -> Markup:
        """Return the present table."""
        return table_html(make_scene(self.battle))
