"""The changes of the tab “What if …?” and their HTML: sliders, faces and objects, old and new odds, a map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import attrs

from twingkit import Odds, twing
from twingkit.core.messages import Fault
from twingkit.core.notation import ROLES
from twingkit.core.words import NO_BREAK
from twingkit.twing.exact_odds.given_dice import odds_given_faces
from twingkit.twing.exact_odds.terms import Responses
from twingkit.twing.notation.battle_line import Side
from twingkit.twing.rules.cards import FACES, Creature, Spell, Unit, face_text
from twingkit_widgets.lab.odds_bar import MIN_SHOWN_CHANGE, odds_bar_html, percentage_points_text
from twingkit_widgets.panel.controls import named_field
from twingkit_widgets.panel.house_rules_words import house_rules_suffix
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import percent
from twingkit_widgets.twing.lab.chips import card_chip, choice_buttons_html, rule_buttons_html
from twingkit_widgets.twing.lab.draft import Draft
from twingkit_widgets.twing.lab.odds import BothOdds, margin_chart_html
from twingkit_widgets.twing.lab.odds_maps import MAP_QUANTITIES, OddsMapCell, axis_label, odds_map_cells
from twingkit_widgets.twing.lab.side_draft import SideDraft
from twingkit_widgets.twing.lab.words import lab_say
from twingkit_widgets.twing.pictures.cards import card_name
from twingkit_widgets.twing.pictures.die import face_name
from twingkit_widgets.twing.pictures.drawing import magical_object_svg
from twingkit_widgets.twing.pictures.picture_words import say

ANY, ONLY, NEVER = "any", "only", "never"
"""The states of a face of a first roll: possible, certain, ruled out."""

POINTS_AROUND = 4
"""Number of points on the map on either side of the battle's points."""

_MAX_SLIDER_POWER = 12
"""The highest power on a slider, unless the card itself is stronger."""


@attrs.frozen
class AssumedFirstRoll:
    """An assumption about a first roll: the certain face (None if there is none), and the faces that are
    ruled out.
    """

    certain_face: int | None = None
    excluded_faces: frozenset[int] = frozenset()

    def state_of(self, face: int) -> str:
        """Return the state of a face: `ANY`, `ONLY` or `NEVER`."""
        if self.certain_face is not None:
            return ONLY if face == self.certain_face else NEVER
        return NEVER if face in self.excluded_faces else ANY

    def after_tap(self, face: int) -> AssumedFirstRoll:
        """Return the assumption after a tap on a face, which switches it between certain, ruled out and
        possible.

        If no face would be left, all become possible again.
        """
        if face == self.certain_face:
            never = self.excluded_faces | {face}
            return AssumedFirstRoll() if never == frozenset(FACES) else AssumedFirstRoll(None, never)
        if face in self.excluded_faces:
            return AssumedFirstRoll(None, self.excluded_faces - {face})
        return AssumedFirstRoll(face, self.excluded_faces)

    @property
    def faces(self) -> frozenset[int] | None:
        """The possible faces; None if all are."""
        if self.certain_face is not None:
            return frozenset({self.certain_face})
        return frozenset(FACES) - self.excluded_faces if self.excluded_faces else None


def has_decrease(cells: Sequence[tuple[int, float]]) -> bool:
    """Return whether any chance in the rows of an odds map is clearly lower than the one before it in the
    same row.

    `cells` are (row, chance) in order.
    """
    pairs = pairwise(cells)
    return any(row == other and then < chance - MIN_SHOWN_CHANGE for (row, chance), (other, then) in pairs)


@attrs.define
class WhatIf:
    """Hypothetical changes to the battle `base_line`: other powers and objects, and assumed dice.

    `powers` are given by the place of a card (`0:s1`), `dice` is the knowledge of each first roll, `objects`
    are those of each side (None: unchanged).
    """

    base_line: str
    powers: dict[str, int] = attrs.field(factory=dict)
    dice: list[AssumedFirstRoll] = attrs.field(factory=lambda: [AssumedFirstRoll(), AssumedFirstRoll()])
    objects: list[tuple[str, ...] | None] = attrs.field(factory=lambda: [None, None])
    variant: twing.Variant = twing.BOX

    def battle(self) -> twing.Battle:
        """Return the changed battle, whether legal or not."""
        draft = Draft.from_battle(twing.Battle.parse(self.base_line))
        for place, power in self.powers.items():
            _set_power(draft.sides[int(place[0])], place[2:], power)
        for side, objects in zip(draft.sides, self.objects, strict=True):
            side.objects = side.objects if objects is None else list(objects)
        return draft.subject()

    def odds(self, responses: Responses) -> Odds:
        """Return the attacker's odds after the changes. Raises `IllegalBattleError` or `BudgetError`."""
        battle = self.battle()
        faces = [sorted(die.faces) if die.faces else None for die in self.dice]
        if faces == [None, None]:
            return twing.odds(battle, responses=responses, variant=self.variant)
        return odds_given_faces(
            battle, attack_faces=faces[0], defence_faces=faces[1], responses=responses, variant=self.variant
        )

    def chances(self) -> BothOdds:
        """Return the odds after the changes, by dice alone and with best responses."""
        return BothOdds.computed(self.odds)

    @property
    def unchanged(self) -> WhatIf:
        """The battle without any change."""
        return WhatIf(self.base_line, variant=self.variant)


class WhatIfView:
    """A view that renders the tab "What if …?" with the changes `wishes`, the odds before and after them, and
    a map of `map_quantity`.
    """

    def __init__(self, wishes: WhatIf, map_quantity: str) -> None:
        self.wishes, self.map_quantity = wishes, map_quantity
        self.battle, self.is_changed = wishes.battle(), wishes != wishes.unchanged
        self.problems = self.battle.problems(wishes.variant)
        self.before = wishes.unchanged.chances()
        self.after = None if self.problems else wishes.chances()
        """The odds after the changes; None if the `problems` forbid the battle."""

    def html(self) -> Markup:
        """Return the controls next to the old and new odds."""
        sides = [self._side(side_index, side) for side_index, side in enumerate(self.battle.sides)]
        tools = el("div", el("div", sides, cls="tk-if-sides"), cls="tk-stack", data_controls=True)
        return el("div", self._bars(), self._result(), tools, self._maps(), cls="tk-stack tk-if")

    # -- the result

    def _bars(self) -> Markup:
        """Return old and new odds, which stay visible while the visitor scrolls."""
        after = self._bar("after", self.after.shown_odds[1]) if self.after else self._no_bar()
        explanation = el("p", lab_say("if.bars"), cls="tk-small tk-soft")
        before = self._bar("before", self.before.shown_odds[1])
        return el("div", explanation, before, after, cls="tk-if-bars", data_head=True)

    def _no_bar(self) -> Markup:
        label, placeholder = el("span", lab_say("if.after")), el("span", lab_say("if.none_allowed"))
        return el("div", label, placeholder, cls="tk-if-bar tk-if-no-bar")

    def _result(self) -> Markup:
        rows: list[Markup] = []
        if not self.after:
            texts = [
                el("p", problem.text(), " ", rule_buttons_html((problem.rule,), "if:no"))
                for problem in self.problems
            ]
            rows.append(el("div", el("p", el("b", lab_say("if.forbidden"))), texts, cls="tk-note"))
        acts = el(
            "div",
            button(
                lab_say("if.take"), "if_take", key="if_take", disabled=not (self.is_changed and self.after)
            ),
            button(lab_say("if.reset"), "if_reset", key="if_reset", disabled=not self.is_changed),
            cls="tk-row",
            data_controls=True,
        )
        return el("div", rows, self._outcome(), acts, cls="tk-if-result tk-stack tk-tight")

    def _bar(self, name: str, odds: Odds) -> Markup:
        label = lab_say(f"if.{name}")
        win = el("b", percent(odds.win, 1), cls="tk-number")
        return el("div", el("span", label), win, odds_bar_html(odds, label), cls="tk-if-bar")

    def _outcome(self) -> Markup:
        if not self.is_changed or not self.after:
            return el("p", lab_say("if.how"), cls="tk-soft")
        change = self.after.shown_odds[1].win - self.before.shown_odds[1].win
        none = {"was": percent(self.before.dice_alone.win, 1), "now": percent(self.after.dice_alone.win, 1)}
        gain = percentage_points_text(change)
        sentence = lab_say("if.change", points=gain) if gain else lab_say("if.same")
        return el("p", sentence, " ", lab_say("if.none", **none))

    # -- the controls

    def _side(self, side_index: int, side: Side) -> Markup:
        role = ROLES[side_index]
        original = self.wishes.unchanged.battle().sides[side_index]
        sliders = [
            self._slider(f"{side_index}:{place}", card) for place, card in _cards_with_places(original)
        ]
        return el(
            "section",
            el("h3", say(f"table.{role}")),
            el("div", sliders, cls="tk-if-sliders"),
            self._faces(side_index) if side.spells else None,
            self._objects(side_index, side),
            cls="tk-stack tk-tight",
            aria_label=say(f"table.{role}"),
            data_key=f"if:{side_index}",
        )

    def _slider(self, place: str, card: Spell | Creature) -> Markup:
        power = self.wishes.powers.get(place, card.power)
        field = named_field(
            "input",
            place,
            type="range",
            cls="tk-range",
            min=1,
            max=max(_MAX_SLIDER_POWER, card.power, power),
            value=power,
            data_act="if_power",
            data_live=True,
            data_key=f"if_power:{place}",
            aria_label=lab_say("if.power", card=card_name(card)),
        )
        value = el("b", power, cls="tk-number tk-if-moved" if power != card.power else "tk-number")
        return el("div", card_chip(card), field, value, data_key=f"slider:{place}")

    def _faces(self, side_index: int) -> Markup:
        die = self.wishes.dice[side_index]
        items = [self._face(side_index, face, die.state_of(face)) for face in FACES]
        label = lab_say("if.die", ROLES[side_index])
        row = el("div", items, cls="tk-if-faces", role="group", aria_label=label, data_roving=True)
        hint = el("p", lab_say("if.faces_how"), cls="tk-small tk-soft")
        return el("div", el("p", label, cls="tk-label"), hint, row)

    def _face(self, side_index: int, face: int, state: str) -> Markup:
        name = face_name(face)
        label = name if state == ANY else lab_say(f"if.face_{state}", face=name)
        return button(
            [name, el("span", "\N{HEAVY CHECK MARK}", aria_hidden="true") if state == ONLY else None],
            "if_face",
            f"{side_index}:{face_text(face)}",
            cls=f"tk-button tk-if-face tk-if-{state}",
            aria_label=label,
            title=label,
            aria_pressed="true" if state == ONLY else "false",
        )

    def _objects(self, side_index: int, side: Side) -> Markup:
        book = twing.rulebook()
        titles = {name: book[f"TW-POW-{name}"].title() for name in twing.OBJECTS}
        items = [
            button(
                [magical_object_svg(name, ""), el("span", title)],
                "if_object",
                f"{side_index}:{name}",
                cls="tk-button tk-if-object",
                aria_pressed="true" if name in side.objects else "false",
            )
            for name, title in titles.items()
        ]
        notes = [
            el(
                "p",
                el("b", titles[name]),
                ": ",
                book[f"TW-POW-{name}"].text(),
                house_rules_suffix([f"TW-POW-{name}"]),
                " ",
                rule_buttons_html((f"TW-POW-{name}",), f"if:{side_index}"),
                cls="tk-small",
            )
            for name in side.objects
        ]
        label = lab_say("build.objects")
        row = el("div", items, cls="tk-if-objects", role="group", aria_label=label, data_roving=True)
        return el("div", el("p", label, cls="tk-label"), row, notes, cls="tk-stack tk-tight")

    # -- maps

    def _maps(self) -> Markup | None:
        if self.after is None:
            return None
        cells: Sequence[OddsMapCell] = ()
        try:
            cells = odds_map_cells(str(self.battle), self.map_quantity, POINTS_AROUND, self.wishes.variant)
            drawn = self._map(cells)
        except Fault as fault:
            drawn = el("p", fault.text(), cls="tk-note")
        choices: list[tuple[str, Child]] = [(grid, lab_say(f"if.grid_{grid}")) for grid in MAP_QUANTITIES]
        switch = choice_buttons_html(choices, self.map_quantity, "if_grid", "if.grid")
        about = "if.map_changed" if self.is_changed else "if.map_same"
        notes = [el("p", lab_say(about), cls="tk-small tk-soft")]
        dice = any(die != AssumedFirstRoll() for die in self.wishes.dice)
        wins = [(cell.y, cell.odds.win) for cell in cells if self.map_quantity == "points"]
        if dice:
            notes.append(el("p", lab_say("if.map_dice"), cls="tk-note tk-small"))
        elif has_decrease(wins):
            notes.append(el("p", lab_say("if.map_falls"), cls="tk-small tk-soft"))
        chooser = el(
            "div",
            el("h3", lab_say("if.grid")),
            el("div", switch, data_controls=True),
            notes,
            el("div", drawn, cls="tk-lab-stale" if dice else None),
        )
        lead = margin_chart_html(self.after.dice_alone, "if.lead_changed" if self.is_changed else "")
        return el("div", chooser, lead, cls="tk-if-maps")

    def _map(self, all_cells: Sequence[OddsMapCell]) -> Markup:
        """Return the map of the attacker's chance to win as numbers; higher is darker."""
        columns = list(dict.fromkeys(cell.x for cell in all_cells))
        rows = list(dict.fromkeys(cell.y for cell in all_cells))
        cells = {(cell.x, cell.y): cell for cell in all_cells}
        x_label, y_label = (axis_label(self.map_quantity, role) for role in ROLES)
        caption = lab_say("if.map", x=x_label, y=y_label)
        corner = el("td", el("span", f"{y_label} ↓ / {x_label} →", cls="tk-hidden"))
        head = el("tr", corner, [el("th", x, scope="col", cls="tk-number") for x in columns])
        body = [
            el("tr", el("th", y, scope="row", cls="tk-number"), [self._cell(cells[x, y]) for x in columns])
            for y in rows
        ]
        table = el("table", el("caption", caption), el("thead", head), el("tbody", body), cls="tk-map")
        return el("div", table, cls="tk-map-box", tabindex="0", role="region", aria_label=caption)

    def _cell(self, cell: OddsMapCell) -> Markup:
        share = cell.odds.win
        text = percent(share).replace(NO_BREAK, "").removesuffix("%")
        sides = self.battle.sides
        own = [side.lay.power if self.map_quantity == "points" else side.cats for side in sides]
        marker = "tk-map-here" if [cell.x, cell.y] == own else None
        names = " ".join(filter(None, (marker, "tk-number")))
        note = lab_say("if.here_changed" if self.is_changed else "if.here") if marker else None
        return el(
            "td",
            text,
            el("span", note, cls="tk-hidden") if note else None,
            cls=names,
            style=f"--tk-heat:{share:.3f}",
        )


def _cards_with_places(side: Side) -> Iterator[tuple[str, Spell | Creature]]:
    """Yield the laid cards of a side with their places, named as in the builder."""
    yield from ((f"s{number}", spell) for number, spell in enumerate(side.spells))
    for number, unit in enumerate(side.units):
        yield f"u{number}", unit.creature
        if unit.rider:
            yield f"r{number}", unit.rider


def _set_power(side: SideDraft, place: str, power: int) -> None:
    card, number = attrs.evolve(side.card(place), power=power), int(place[1:])
    if isinstance(card, Spell):
        side.spells[number] = card
        return
    unit = side.units[number]
    side.units[number] = Unit(card, unit.rider) if place[0] == "u" else Unit(unit.creature, card)
