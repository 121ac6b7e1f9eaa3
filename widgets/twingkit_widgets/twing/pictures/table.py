"""The battle table: both sides face to face, with the points of each side.

`battle_table_html(make_battle_scene(battle_or_game))` is the whole picture, and `BattleTablePanel` the panel
with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from twingkit import Game, twing
from twingkit.core.language import language
from twingkit.core.words import MINUS
from twingkit.twing.rules.response_cards import RESPONSE_CARDS
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.house_rules_words import house_rules_suffix
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.panel.panel import CSS, Panel
from twingkit_widgets.panel.wording import format_signed_number
from twingkit_widgets.twing.pictures.cards import Card, card_name, card_picture, cards_html
from twingkit_widgets.twing.pictures.die import die_html, face_name
from twingkit_widgets.twing.pictures.drawing import character_svg, magical_object_svg
from twingkit_widgets.twing.pictures.picture_words import say
from twingkit_widgets.twing.pictures.scene import CRITICAL_FACES, BattleScene, SceneSide, make_battle_scene
from twingkit_widgets.twing.pictures.table_css import TABLE_CSS

_MAX_SHORT_ROW = 3
"""The highest number of cards with which the points of a side fit on one line in a notebook."""


def battle_table_html(
    scene: BattleScene, rule_act: str = "", rule_text: str = "", reader_side: int | None = None
) -> Markup:
    """Render a battle with both sides' cards, dice, objects and points.

    With `rule_act` (the page action that opens a rule), the rule ids of what affects a die (or `rule_text`
    instead of them) and the magical objects are buttons for it. `reader_side` is the index of the reader's
    side, which is called "you".
    """
    names = [say(f"table.{side.role}") for side in scene.sides]
    if reader_side is not None:
        names[reader_side] = say("table.you", role=names[reader_side])
    sides = [_side(scene, side_index, name, rule_act, rule_text) for side_index, name in enumerate(names)]
    return el("section", _score(scene, names), sides, cls="tk-table", aria_label=say("table.title"))


def battle_state_text(scene: BattleScene) -> str:
    """Return a text on the state of a battle in one or two sentences: the next step or, at the end, who
    won.
    """
    if scene.result is None:
        return say(f"table.{_next_step_key(scene)}")
    winner = scene.result.winner
    winner_text = say("table.tie" if winner is None else f"table.won_by_{scene.sides[winner].role}")
    if scene.critical_face is None or winner is None:
        return winner_text
    return f"{winner_text} {say('table.by_sun' if scene.critical_face == twing.SUN else 'table.by_cross')}"


def _next_step_key(scene: BattleScene) -> str:
    """Return the key of the sentence about the next step of an unfinished battle, such as "waiting" or
    "rolled".
    """
    if scene.question_kind in ("attack", "defend"):
        return "waiting" if scene.question_kind == "attack" else "waiting_defender"
    dice = [side.face for side in scene.sides if side.rolls_die]
    if None not in dice:
        return "rolled"
    if len(dice) == 1:
        return "open_one"
    return "open" if dice == [None, None] else "one_rolled"


def _score(scene: BattleScene, names: Sequence[str]) -> Markup:
    attack, defence = (_score_of(name, _total(side)) for name, side in zip(names, scene.sides, strict=True))
    numbers = el(
        "p",
        attack,
        el("span", ":", cls="tk-score-colon", aria_hidden="true"),
        defence,
        cls="tk-score-numbers",
    )
    return el("div", numbers, el("p", battle_state_text(scene), cls="tk-score-text"), cls="tk-score")


def _score_of(name: str, total: str) -> Markup:
    role = el("span", name, cls="tk-label")
    cls = "tk-score-side tk-score-word" if total.isalpha() else "tk-score-side"
    return el("span", role, " ", el("b", total), cls=cls)


def _total(side: SceneSide) -> str:
    if side.die_value is not None and side.die_value in CRITICAL_FACES:
        return face_name(side.die_value)
    return str(side.power if side.points is None else side.points).replace("-", MINUS)


def _side(scene: BattleScene, side_index: int, name: str, rule_act: str, rule_text: str) -> Markup:
    side = scene.sides[side_index]
    won = scene.result is not None and scene.result.winner == side_index
    return el(
        "section",
        _head(scene, side_index, name),
        _cards(side) if side.has_laid else lay_placeholder_html(side),
        points_sum_html(side) if side.has_laid else None,
        die_note_html(side, rule_act, rule_text),
        objects_and_plays_html(side, rule_act),
        cls="tk-side tk-side-won" if won else "tk-side",
        aria_label=name,
    )


def _head(scene: BattleScene, side_index: int, name: str) -> Markup:
    side = scene.sides[side_index]
    element = twing.rulebook().words.name(side.character)
    character_name = say(f"character.{side.character}")
    character, space, epithet = character_name.partition(" ")
    named = [character, el("span", space, epithet, cls="tk-side-epithet")]
    titles = el(
        "div",
        el("div", el("h3", name), result_badge_html(scene, side_index), cls="tk-side-role"),
        el("div", named, cls="tk-soft tk-small"),
        cls="tk-side-titles",
    )
    portrait = el("span", character_svg(side.character, f"{character_name} ({element})"), cls="tk-portrait")
    die = die_html(side.face, side.character) if side.has_laid and side.rolls_die else None
    return el("header", portrait, titles, die, cls="tk-side-head")


def result_badge_html(scene: BattleScene, side_index: int) -> Markup | None:
    """Return a badge with the result of a side (winner, loser, tied), or None during the battle."""
    if scene.result is None:
        return None
    winner = scene.result.winner
    key = "tied" if winner is None else "winner" if winner == side_index else "loser"
    return el("span", say(f"table.{key}"), cls="tk-chip tk-chip-main" if winner == side_index else "tk-chip")


def labelled_html(label: str, content: Child) -> Markup:
    """Return content with the label `label` above it."""
    return el("div", el("h4", label, cls="tk-label"), content, cls="tk-group")


def _cards(side: SceneSide) -> Markup:
    groups: list[Child] = []
    if side.spells:
        groups.append(labelled_html(_spells(side), cards_html(side.spells)))
    if side.units:
        groups.append(labelled_html(_units(side), cards_html(side.units)))
    return el("div", groups, cls="tk-groups")


def _spells(side: SceneSide) -> str:
    return say("table.spell" if len(side.spells) == 1 else "table.spells")


def _units(side: SceneSide) -> str:
    if side.is_shield:
        return say("table.shield")
    single = sum(len(unit.cards) for unit in side.units) == 1
    return say("table.creature" if single else "table.creatures")


def lay_placeholder_html(side: SceneSide) -> Markup:
    """Return a placeholder for a side that has laid no cards, with the known cards that it could lay."""
    cards: tuple[Card, ...] = (*side.hand, *side.entourage)
    placeholder = el("p", say("table.nothing"), cls="tk-soft")
    return join(placeholder, labelled_html(say("table.hand"), cards_html(cards)) if cards else None)


def points_sum_html(side: SceneSide) -> Markup:
    """Return the points of a side as a sum: 5 + 3 + 4 + (+2) = 14."""
    terms: list[Child] = []
    if side.spells:
        terms.append(_term(" + ".join(str(spell.power) for spell in side.spells), _spells(side)))
    if side.units:
        powers = " + ".join(str(card.power) for unit in side.units for card in unit.cards)
        terms.append(_term(powers, _units(side)))
    critical = side.die_value is not None and side.die_value in CRITICAL_FACES
    if side.rolls_die and side.die_value is not None and not critical:
        counted = f"({format_signed_number(side.die_value)})" if side.die_value else "0"
        terms.append(_term(counted, say("table.die")))
    if critical or (side.rolls_die and side.die_value is None):
        total = _term(str(side.power), say("table.so_far"), main=True)
    else:
        key = "table.points_one" if side.points in (-1, 1) else "table.points"
        total = _term(str(side.points).replace("-", MINUS), say(key), main=True)
    signs = ["", *("+" for _ in terms[1:]), "="]
    steps = [[_step(sign, term), " "] for sign, term in zip(signs, (*terms, total), strict=True)]
    long = len(side.spells) + sum(len(unit.cards) for unit in side.units) > _MAX_SHORT_ROW
    return el("div", el("p", steps, cls="tk-sum tk-sum-long" if long else "tk-sum"), cls="tk-sum-box")


def _step(operator: str, term: Child) -> Markup:
    """Return an operator ("" before the first term) and its term, without a line break between them."""
    return el("span", el("span", operator, cls="tk-operator"), " ", term, cls="tk-step")


def _term(value: str, label: str, main: bool = False) -> Markup:
    style = "tk-term tk-term-total" if main else "tk-term"
    return el("span", el("b", value), " ", el("small", label), cls=style)


def die_note_html(side: SceneSide, rule_act: str, rule_text: str = "") -> Markup | None:
    """Return the reason why a die has its value, or why the side rolls none; None if the value is simply the
    number rolled.
    """
    if side.is_shield:
        return el("p", say("table.no_die"), cls="tk-soft tk-small")
    if side.die_ruling is None:
        return None
    badge = rule_badge(side.die_ruling.rule, rule_act, text=rule_text)
    return el("p", side.die_ruling.text(), " ", badge, cls="tk-note tk-small")


def objects_and_plays_html(side: SceneSide, rule_act: str) -> Markup | None:
    """Render a side's objects, response cards, played cards and trapped creatures; None if it has none of
    these.
    """
    rows: list[Child] = []
    if side.objects:
        chips = [_object(name, rule_act) for name in side.objects]
        rows.append(labelled_html(say("table.objects"), chips_row(chips)))
    if side.response_cards:
        chips = [_special(name, count) for name, count in side.response_cards.kind_counts]
        rows.append(labelled_html(say("table.held"), chips_row(chips)))
    if side.played_cards:
        counted = {name: side.played_cards.count(name) for name in side.played_cards}
        chips = [_special(name, count) for name, count in counted.items()]
        rows.append(labelled_html(say("table.played"), chips_row(chips, used_up=True)))
    if side.trapped_creatures:
        cards = el("div", cards_html(side.trapped_creatures, small=True), cls="tk-gone")
        rows.append(labelled_html(say("table.trapped"), cards))
    return el("div", rows, cls="tk-extras") if rows else None


def chips_row(chips: Sequence[Markup], used_up: bool = False) -> Markup:
    """Return chips side by side, dimmed if `used_up`."""
    items = [el("li", chip) for chip in chips]
    return el("ul", items, cls="tk-list tk-row tk-gone" if used_up else "tk-list tk-row")


def _object(name: str, rule_act: str) -> Markup:
    rule = twing.rulebook()[f"TW-POW-{name}"]
    text = f"{rule.text()}{house_rules_suffix([rule.id])}"
    return object_chip(name, rule.title(), rule_act, rule.id, f"object:{name}", title=text)


def _chip_picture(picture: Markup) -> Markup:
    return el("span", picture, cls="tk-chip-picture", aria_hidden="true")


def object_chip(
    name: str, words: Child, act: str = "", value: str = "", key: str = "", cls: str = "", title: str = ""
) -> Markup:
    """Return a magical object with its picture; with `act`, a button for that action with `value`."""
    inside, cls = [_chip_picture(magical_object_svg(name, "")), words], f"tk-chip tk-object {cls}".strip()
    return (
        button(inside, act, value, cls=cls, key=key, title=title or None)
        if act
        else el("span", inside, cls=cls)
    )


def _special(name: str, count: int) -> Markup:
    number = f"{count} " if count > 1 else None
    picture = _chip_picture(card_picture(name))
    return el("span", picture, number, response_card_name(name, count), cls="tk-held")


def response_card_name(name: str, count: int) -> str:
    """Return the name of a response card for this number of cards: `Trap`, `Traps`."""
    return card_name(name) if count == 1 else RESPONSE_CARDS[name].cards[language()]


class BattleTablePanel(Panel):
    """A panel that shows a battle with both sides' cards; the battle is given in notation, as a `Battle` or
    as a `Game`.
    """

    _css = CSS + TABLE_CSS

    def __init__(self, battle: twing.Battle | Game | str, lang: str | None = None) -> None:
        """Show a battle; call `refresh` after a step of a `Game`."""
        self.battle = battle
        super().__init__(lang=lang)

    def render(self) -> Markup:
        """Return the table in its present state."""
        return battle_table_html(make_battle_scene(self.battle))
