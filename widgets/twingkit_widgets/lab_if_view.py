"""What if …? as HTML: sliders, faces and objects, old and new odds, a map and the lead in points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import attrs

from twingkit import Odds, Refusal, twing
from twingkit.messages import Fault
from twingkit.twing.analysis.grids import Cell, axis_label
from twingkit.twing.cards import FACES, Creature, Spell, face_text
from twingkit.twing.notation import ROLES, Side
from twingkit_widgets.cards import card_name
from twingkit_widgets.controls import named
from twingkit_widgets.die import face_name
from twingkit_widgets.drawing import object_svg
from twingkit_widgets.lab_marks import card_chip, rules_html, switch_html
from twingkit_widgets.lab_odds import Chances, margin_html
from twingkit_widgets.lab_words import lab_say
from twingkit_widgets.lab_worth import LEAST, points
from twingkit_widgets.markup import Child, Markup, button, el
from twingkit_widgets.verdict import bar_html
from twingkit_widgets.wording import percent, say

GRIDS = ("points", "cats")
"""The maps: points on the cards of both sides, cats that both hold."""

ANY, ONLY, NEVER = "any", "only", "never"
"""What is said about a face of a first roll: it can come, it comes for certain, it never comes."""

STRONGEST = 12
"""The sliders go up to this power; a stronger card's goes up to its own."""


@attrs.frozen
class Die:
    """What is known of a first roll: the face that comes for certain (None: nobody knows), and those that
    never come."""

    only: int | None = None
    never: frozenset[int] = frozenset()

    def said(self, face: int) -> str:
        """What is said about a face: `ANY`, `ONLY` or `NEVER`."""
        if self.only is not None:
            return ONLY if face == self.only else NEVER
        return NEVER if face in self.never else ANY

    def tapped(self, face: int) -> Die:
        """The die after a tap on a face: it can come, then it comes for certain, then never, then as before.

        A die without any face is none: then all of them can come again.
        """
        if face == self.only:
            never = self.never | {face}
            return Die() if never == frozenset(FACES) else Die(None, never)
        return Die(None, self.never - {face}) if face in self.never else Die(face, self.never)

    @property
    def faces(self) -> frozenset[int] | None:
        """The faces that can come; None: all."""
        if self.only is not None:
            return frozenset({self.only})
        return frozenset(FACES) - self.never if self.never else None


def falls_somewhere(cells: Sequence[tuple[int, float]]) -> bool:
    """Return whether a chance is lower than that before it in its row: cells as row and chance, in order."""
    pairs = pairwise(cells)
    return any(row == other and then < chance - LEAST for (row, chance), (other, then) in pairs)


@attrs.frozen
class Slider:
    """A card at a spot, and the power that is tried."""

    where: str
    card: Spell | Creature
    power: int


def news(chances: Chances, lang: str) -> str:
    """Return what comes of a wish, in one sentence."""
    return lab_say(lang, "if.news", win=percent(lang, chances.shown[1].win, 1))


@attrs.frozen(kw_only=True)
class IfView:
    """One rendering of the answer: `before` and `after` are the odds (None: the `problems` forbid it),
    `battle` is what is wished for."""

    lang: str = attrs.field(kw_only=False)
    before: Chances
    after: Chances | None
    problems: Sequence[Refusal]
    sliders: Sequence[Slider]
    dice: Sequence[Die]
    battle: twing.Battle
    changed: bool
    grid: str
    cells: Sequence[Cell] | Fault

    def html(self) -> Markup:
        """What can be changed beside what comes of it."""
        sides = [self._side(place, side) for place, side in enumerate(self.battle.sides)]
        tools = el("div", el("div", sides, cls="tk-if-sides"), cls="tk-stack", data_controls=True)
        return el("div", self._bars(), self._result(), tools, self._maps(), cls="tk-stack tk-if")

    def _say(self, key: str, role: str = "", **facts: object) -> str:
        return lab_say(self.lang, key, role, **facts)

    # -- what comes of it

    def _bars(self) -> Markup:
        """Old and new odds: they stay in sight while one scrolls through what can be changed."""
        after = self._bar("after", self.after.shown[1]) if self.after else self._no_bar()
        said = el("p", self._say("if.bars"), cls="tk-small tk-soft")
        return el("div", said, self._bar("before", self.before.shown[1]), after, cls="tk-if-bars")

    def _no_bar(self) -> Markup:
        label, no = el("span", self._say("if.after")), el("span", self._say("if.none_allowed"))
        return el("div", label, no, cls="tk-if-bar tk-if-no-bar")

    def _result(self) -> Markup:
        rows: list[Markup] = []
        if not self.after:
            texts = [
                el("p", problem.text(self.lang), " ", rules_html((problem.rule,), self.lang, "if:no"))
                for problem in self.problems
            ]
            rows.append(el("div", el("p", el("b", self._say("if.forbidden"))), texts, cls="tk-note"))
        acts = el(
            "div",
            button(
                self._say("if.take"), "if_take", key="if_take", disabled=not (self.changed and self.after)
            ),
            button(self._say("if.reset"), "if_reset", key="if_reset", disabled=not self.changed),
            cls="tk-row",
            data_controls=True,
        )
        return el("div", rows, self._told(), acts, cls="tk-if-result tk-stack tk-tight")

    def _bar(self, name: str, odds: Odds) -> Markup:
        label = self._say(f"if.{name}")
        win = el("b", percent(self.lang, odds.win, 1), cls="tk-number")
        return el("div", el("span", label), win, bar_html(odds, self.lang, label), cls="tk-if-bar")

    def _told(self) -> Markup:
        if not self.changed or not self.after:
            return el("p", self._say("if.how"), cls="tk-soft")
        change = self.after.shown[1].win - self.before.shown[1].win
        none = {
            "was": percent(self.lang, self.before.none.win, 1),
            "now": percent(self.lang, self.after.none.win, 1),
        }
        told = points(change, self.lang)
        said = self._say("if.change", points=told) if told else self._say("if.same")
        return el("p", said, " ", self._say("if.none", **none))

    # -- what can be changed

    def _side(self, place: int, side: Side) -> Markup:
        role = ROLES[place]
        sliders = [self._slider(each) for each in self.sliders if each.where[0] == str(place)]
        return el(
            "section",
            el("h3", say(self.lang, f"table.{role}")),
            el("div", sliders, cls="tk-if-sliders"),
            self._faces(place) if side.spells else None,
            self._objects(place, side),
            cls="tk-stack tk-tight",
            aria_label=say(self.lang, f"table.{role}"),
            data_key=f"if:{place}",
        )

    def _slider(self, each: Slider) -> Markup:
        name = card_name(each.card, self.lang)
        field = named(
            "input",
            each.where,
            type="range",
            cls="tk-range",
            min=1,
            max=max(STRONGEST, each.card.power, each.power),
            value=each.power,
            data_act="if_power",
            data_live=True,
            data_key=f"if_power:{each.where}",
            aria_label=self._say("if.power", card=name),
        )
        moved = each.power != each.card.power
        value = el("b", each.power, cls="tk-number tk-if-moved" if moved else "tk-number")
        return el("div", card_chip(each.card, self.lang), field, value, data_key=f"slider:{each.where}")

    def _faces(self, place: int) -> Markup:
        """The faces of a first roll; one tap after the other says: for certain, never, can come."""
        die = self.dice[place]
        items = [self._face(place, face, die.said(face)) for face in FACES]
        label = self._say("if.die", ROLES[place])
        row = el("div", items, cls="tk-if-faces", role="group", aria_label=label, data_roving=True)
        how = el("p", self._say("if.faces_how"), cls="tk-small tk-soft")
        return el("div", el("p", label, cls="tk-label"), how, row)

    def _face(self, place: int, face: int, said: str) -> Markup:
        name = face_name(face, self.lang)
        told = name if said == ANY else self._say(f"if.face_{said}", face=name)
        return button(
            [name, el("span", "\N{HEAVY CHECK MARK}", aria_hidden="true") if said == ONLY else None],
            "if_face",
            f"{place}:{face_text(face)}",
            cls=f"tk-button tk-if-face tk-if-{said}",
            aria_label=told,
            title=told,
            aria_pressed="true" if said == ONLY else "false",
        )

    def _objects(self, place: int, side: Side) -> Markup:
        book = twing.rulebook()
        titles = {name: book[f"TW-POW-{name}"].title(self.lang) for name in twing.OBJECTS}
        items = [
            button(
                [object_svg(name, ""), el("span", title)],
                "if_object",
                f"{place}:{name}",
                cls="tk-button tk-if-object",
                aria_pressed="true" if name in side.objects else "false",
            )
            for name, title in titles.items()
        ]
        told = [
            el(
                "p",
                el("b", titles[name]),
                ": ",
                book[f"TW-POW-{name}"].text(self.lang),
                " ",
                rules_html((f"TW-POW-{name}",), self.lang, f"if:{place}"),
                cls="tk-small",
            )
            for name in side.objects
        ]
        label = self._say("build.objects")
        row = el("div", items, cls="tk-if-objects", role="group", aria_label=label, data_roving=True)
        return el("div", el("p", label, cls="tk-label"), row, told, cls="tk-stack tk-tight")

    # -- maps

    def _maps(self) -> Markup | None:
        if self.after is None:
            return None
        choices: list[tuple[str, Child]] = [(grid, self._say(f"if.grid_{grid}")) for grid in GRIDS]
        switch = switch_html(choices, self.grid, "if_grid", "if.grid", self.lang)
        about = "if.map_changed" if self.changed else "if.map_same"
        notes = [el("p", self._say(about), cls="tk-small tk-soft")]
        dice = any(die != Die() for die in self.dice)
        if dice:
            notes.append(el("p", self._say("if.map_dice"), cls="tk-note tk-small"))
        elif self._falls():
            notes.append(el("p", self._say("if.map_falls"), cls="tk-small tk-soft"))
        which = el(
            "div",
            el("h3", self._say("if.grid")),
            el("div", switch, data_controls=True),
            notes,
            el("div", self._map(), cls="tk-lab-stale" if dice else None),
        )
        lead = margin_html(self.after.none, self.lang, "if.lead_changed" if self.changed else "")
        return el("div", which, lead, cls="tk-if-maps")

    def _falls(self) -> bool:
        """Whether somewhere on the map more points of the attacker win less often."""
        if isinstance(self.cells, Fault) or self.grid != GRIDS[0]:
            return False
        return falls_somewhere([(cell.y, cell.odds.win) for cell in self.cells])

    def _map(self) -> Markup:
        """The attacker's chance to win in every cell: the more, the darker; the number stands in it."""
        if isinstance(self.cells, Fault):
            return el("p", self.cells.text(self.lang), cls="tk-note")
        columns = list(dict.fromkeys(cell.x for cell in self.cells))
        rows = list(dict.fromkeys(cell.y for cell in self.cells))
        found = {(cell.x, cell.y): cell for cell in self.cells}
        x_label, y_label = (axis_label(f"{role}_{self.grid}", self.lang) for role in ROLES)
        caption = self._say("if.map", x=x_label, y=y_label)
        corner = el("td", el("span", f"{y_label} ↓ / {x_label} →", cls="tk-hidden"))
        head = el("tr", corner, [el("th", x, scope="col", cls="tk-number") for x in columns])
        body = [
            el("tr", el("th", y, scope="row", cls="tk-number"), [self._cell(found[x, y]) for x in columns])
            for y in rows
        ]
        table = el("table", el("caption", caption), el("thead", head), el("tbody", body), cls="tk-map")
        return el("div", table, cls="tk-map-box", tabindex="0", role="region", aria_label=caption)

    def _cell(self, cell: Cell) -> Markup:
        if cell.odds is None:
            return el("td", "–", cls="tk-soft")
        share = cell.odds.win
        text = percent(self.lang, share).replace("\N{NO-BREAK SPACE}", "").removesuffix("%")
        sides = self.battle.sides
        own = [side.lay.power if self.grid == "points" else side.cats for side in sides]
        here = "tk-map-here" if [cell.x, cell.y] == own else None
        names = " ".join(filter(None, (here, "tk-number")))
        told = self._say("if.here_changed" if self.changed else "if.here") if here else None
        return el(
            "td",
            text,
            el("span", told, cls="tk-hidden") if told else None,
            cls=names,
            style=f"--tk-heat:{share:.3f}",
        )
