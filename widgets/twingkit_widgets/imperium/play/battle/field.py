"""Both fleets of a battle on the play page: face to face, and under each unit its dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import attrs

from twingkit.core.notation import ROLES
from twingkit.imperium.battle.exact_odds.steps_walk import WalkBudgetError
from twingkit.imperium.battle.rules.dice.volley import FACES, DiceGroup
from twingkit.imperium.battle.rules.force import ForcePair
from twingkit.imperium.box.effects import effects_by_id
from twingkit.imperium.box.units import Unit
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.drawing import die_html, unit_svg
from twingkit_widgets.imperium.pictures.explained import unit_meaning
from twingkit_widgets.imperium.pictures.fleets import (
    WORDS,
    RollInRecord,
    display_sort_key,
    fleet_text,
    hits_text,
)
from twingkit_widgets.imperium.pictures.names import faction_name, unit_name
from twingkit_widgets.imperium.play.battle.fleets_view import FleetsView
from twingkit_widgets.panel.keys import CLOSE
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.panel.terms import explanation_button
from twingkit_widgets.panel.wording import capitalize_first, percent

MAX_UNITS_DRAWN_SINGLY = 8
"""The largest number of units of a type drawn one by one."""

_MAX_DICE_DRAWN_SINGLY = 24
"""The largest number of dice of a type drawn one by one."""

ALWAYS, NEVER = 1, 10
"""The limits of a die: every roll hits up to the first number, and no roll hits above the second."""


@attrs.frozen
class BattleFieldHtml:
    """The HTML of both sides of a battle in progress, with their units and dice.

    `chosen_die` is the die that someone wants to change: its throw’s place in the record, and its number.
    """

    fleets: FleetsView
    chosen_die: tuple[int, int] | None = None

    def html(self) -> Markup:
        """Return attacker and defender, side by side."""
        before = self.fleets.forces_before_news()
        throws = self.fleets.rolls_on_table() if self.chosen_die is None else self.fleets.latest_rolls()
        sides = [
            self._side(index, before, [cast for cast in throws if cast.question.player == index])
            for index in (0, 1)
        ]
        hint = None
        if throws and self.chosen_die is None:
            hint = el(
                "p",
                fleet_text(self._own_key("dice.press")),
                cls="tk-small tk-soft tk-ff-hint",
                data_controls=True,
            )
        return join(el("div", sides, cls="tk-ff"), hint, self._faces_to_choose(throws))

    def _own_key(self, key: str) -> str:
        """Return the key of a text, in its version for a person who plays one of the sides."""
        return key if self.fleets.own is None else f"{key}_own"

    # -- a fleet

    def _side(self, index: int, before: ForcePair, throws: Sequence[RollInRecord]) -> Markup:
        """Return one side: its name, its roll, its units with their dice, and units that do not fight."""
        roster = self.fleets.table.rosters[index]
        groups = list(_dice_by_unit_type(throws))
        order = sorted(
            range(len(roster.units)), key=lambda position: display_sort_key(roster.units[position])
        )
        rows = []
        for position in order:
            mine = [group for group in groups if group.group.roster_index == position]
            groups = [group for group in groups if group not in mine]
            rows.append(self._kind(index, position, before, mine))
        for unit, count in roster.support_units:
            mine = [group for group in groups if group.group.unit == unit.words_key]
            groups = [group for group in groups if group not in mine]
            rows.append(self._support(unit, count, index, mine))
        if groups:  # dice without a unit here, for example of a space dock
            rows.append(el("li", [self._group(group) for group in groups], cls="tk-ff-kind"))
        away = " tk-ff-away" if self.fleets.table.retreated[index] else ""
        return el(
            "section",
            self._head(index),
            self._next_throw(index),
            [self._cast(cast) for cast in throws],
            el("ul", rows, cls="tk-list tk-ff-kinds"),
            cls=f"tk-ff-side tk-ff-{roster.role}{away}",
            aria_label=self._name(index),
        )

    def _name(self, index: int) -> str:
        roster = self.fleets.table.rosters[index]
        name = self._who(index)
        return f"{name}: {faction_name(roster.faction)}" if roster.faction else name

    def _who(self, index: int) -> str:
        role = fleet_text(f"fleet.{ROLES[index]}")
        if self.fleets.own is None:
            return role
        return WORDS.say("fleet.you" if index == self.fleets.own else "fleet.computer", role=role)

    def _head(self, index: int) -> Markup:
        table = self.fleets.table
        roster, force = table.rosters[index], self.fleets.forces[index]
        if table.retreated[index]:
            note = fleet_text("fleet.away")
        elif not roster.units:
            note = fleet_text("fleet.nobody")
        elif not force.size:
            note = fleet_text("fleet.gone")
        else:
            note = fleet_text("fleet.left", n=force.size, m=max(sum(roster.counts), force.size))
        faction = faction_name(roster.faction, "short") if roster.faction else None
        result = self.fleets.game.result
        won = result is not None and result.winner == index
        return el(
            "header",
            el("h3", self._who(index)),
            el("span", faction, cls="tk-small tk-soft") if faction else None,
            el("span", fleet_text("fleet.won"), cls="tk-chip tk-chip-main") if won else None,
            el("span", note, cls="tk-small tk-ff-left"),
            cls="tk-ff-head",
        )

    def _kind(self, index: int, position: int, before: ForcePair, dice: Sequence[_RolledGroup]) -> Markup:
        """Return the units of one type (whole, damaged ones tilted, destroyed ones faded), and their dice."""
        table = self.fleets.table
        unit, force = table.rosters[index].units[position], self.fleets.forces[index]
        fresh, hurt = force.fresh[position], force.damaged[position]
        start = max(table.rosters[index].counts[position], fresh + hurt)
        lost = before[index].count(position) - fresh - hurt
        counts: list[Child] = [el("span", WORDS.say("fleet.kind", n=fresh + hurt, m=start))]
        if hurt:
            counts.append(el("span", WORDS.say("fleet.damaged", n=hurt), cls="tk-ff-hurt"))
        if lost > 0 and (self.fleets.own is None or not self.fleets.game.over):
            counts.append(el("b", WORDS.say("fleet.lost_now", n=lost), cls="tk-ff-lost"))
        states = (("", fresh), ("hurt", hurt), ("gone", start - fresh - hurt))
        pictures = [self._pictures(unit, index, count, start, state) for state, count in states]
        cls = "tk-ff-kind" if fresh + hurt else "tk-ff-kind tk-ff-none"
        coming = [group for group in self._coming(index) if group.roster_index == position]
        return self._row(unit, unit_name(unit), pictures, counts, dice, cls, coming, f"{index}:{position}")

    def _support(self, unit: Unit, count: int, index: int, dice: Sequence[_RolledGroup]) -> Markup:
        """Return units that only use an ability and do not fight in the rounds."""
        gone = self._is_on_taken_planet(unit, index)
        pictures = self._pictures(unit, index, count, count, "gone" if gone else "")
        name = f"{count} {unit_name(unit, count)}"
        coming = [
            group for group in self._coming(index) if group.unit == unit.words_key and group.roster_index < 0
        ]
        label = [WORDS.say("fleet.support_gone") if gone else self._support_text(unit)]
        style = "tk-ff-kind tk-ff-support"
        return self._row(unit, name, pictures, label, dice, style, coming, f"{index}:{unit.id}")

    def _is_on_taken_planet(self, unit: Unit, index: int) -> bool:
        """Return whether a structure is on a planet that the attacker has taken (IM-INV-8)."""
        result = self.fleets.game.result
        ground = self.fleets.own is not None and self.fleets.table.fight.kind == "ground"
        return ground and result is not None and result.winner == 0 < index and unit.kind == "structure"

    def _support_text(self, unit: Unit) -> str:
        """Return the reason why units do not fight in the rounds."""
        if self.fleets.own is None:
            return WORDS.say("fleet.support")
        ground = self.fleets.table.fight.kind == "ground"
        if unit.is_ground_force:
            return WORDS.say("fleet.support_carried")
        return WORDS.say("fleet.support_orbit" if ground and unit.is_ship else "fleet.support_ability")

    def _row(
        self,
        unit: Unit,
        name: str,
        pictures: Child,
        counts: Sequence[Child],
        dice: Sequence[_RolledGroup],
        cls: str,
        coming: Sequence[DiceGroup],
        key: str,
    ) -> Markup:
        """Return the units of one type with their dice; the name opens the values of the type."""
        shown = capitalize_first(name)
        return el(
            "li",
            el("span", pictures, cls=f"tk-ff-units tk-ff-is-{unit.unit_class}", aria_hidden="true"),
            el(
                "span",
                el(
                    "b", explanation_button(shown, shown, unit_meaning(unit), f"unit:{key}"), cls="tk-ff-name"
                ),
                " ",
                el("span", _with_dots(counts), cls="tk-small tk-ff-count"),
                cls="tk-ff-told",
            ),
            [self._group(group, unit) for group in dice],
            [el("b", self._dice_needed(group), cls="tk-small tk-ff-throws") for group in coming],
            cls=cls,
        )

    @staticmethod
    def _pictures(unit: Unit, index: int, count: int, total: int, state: str) -> Iterator[Markup]:
        if not count:
            return
        cls = f"tk-ship tk-ship-{state}" if state else "tk-ship"
        single = total <= MAX_UNITS_DRAWN_SINGLY
        for _ in range(count if single else 1):
            times = None if single else el("b", f"×{count}")
            yield el("span", unit_svg(unit.unit_class, left=bool(index)), times, cls=cls)

    # -- dice

    def _coming(self, index: int) -> tuple[DiceGroup, ...]:
        throw = self.fleets.pending_roll()
        return throw.volley.groups if throw is not None and throw.player == index else ()

    def _dice_needed(self, group: DiceGroup) -> str:
        """Return the number of dice that a unit rolls next, and the number each needs."""
        several = group.count > 1
        key = "dice.throws" if several else "dice.throws_one"
        return WORDS.say(key, n=group.count, needs=self.needed_number_text(group, is_plural=several))

    def _next_throw(self, index: int) -> Markup | None:
        throw = self.fleets.pending_roll()
        if throw is None or throw.player != index:
            return None
        n = throw.volley.count
        text = WORDS.say("dice.coming_one" if n == 1 else "dice.coming", n=n)
        return el(
            "p",
            el("span", self.dice_purpose_text(throw.step)),
            el("b", text),
            cls="tk-cast",
            data_key="coming",
        )

    def _cast(self, cast: RollInRecord) -> Markup:
        hits, dice = cast.result.hits, cast.volley.count
        of = WORDS.say("dice.of_one" if dice == 1 else "dice.of_many", n=dice)
        return el(
            "p",
            el("span", self.dice_purpose_text(cast.question.step)),
            el("span", el("b", hits_text(hits)), " ", of, cls="tk-cast-hits"),
            cls="tk-cast",
            data_key=f"cast:{cast.answer_index}",
        )

    def dice_purpose_text(self, step: str) -> str:
        """Return the purpose of the dice of a step."""
        key = f"dice.{step}"
        return fleet_text(key) if key in WORDS else rulebook()[effects_by_id()[step].rule].title()

    def needed_number_text(self, group: DiceGroup, *, is_plural: bool = False) -> str:
        """Return the number that one of these dice, or several, need to hit."""
        key = (
            "needs_always" if group.hits_on <= ALWAYS else "needs_never" if group.hits_on > NEVER else "needs"
        )
        return WORDS.say(f"dice.{key}_each" if is_plural else f"dice.{key}", n=group.hits_on)

    def _group(self, grouped_dice: _RolledGroup, unit: Unit | None = None) -> Markup:
        """Return the dice of one unit type and the number they need; `unit` is the unit above them."""
        cast, group, faces = grouped_dice.cast, grouped_dice.group, grouped_dice.faces
        name = rulebook().words.format_fact(group.unit)
        usual = self._unmodified_need(cast, group)
        head = el(
            "p",
            None if unit else el("span", name),
            el("b", self.needed_number_text(group)),
            el("span", usual, cls="tk-soft") if usual else None,
            cls="tk-small tk-cast-unit",
        )
        if len(faces) > _MAX_DICE_DRAWN_SINGLY:
            return el("div", head, self._counted_dice(group, faces), cls="tk-cast-group")
        dice = [
            self._die(cast, group, grouped_dice.first_die + offset, face) for offset, face in enumerate(faces)
        ]
        label = f"{name}, {self.needed_number_text(group)}"
        row = el("div", dice, cls="tk-cast-dice", role="group", aria_label=label, data_roving=True)
        return el("div", head, row, cls="tk-cast-group")

    def _faces_to_choose(self, throws: Iterable[RollInRecord]) -> Markup | None:
        throw, die = self.chosen_die or (-1, -1)
        for group in _dice_by_unit_type(throws):
            if (
                group.cast.answer_index == throw
                and group.first_die <= die < group.first_die + group.group.count
            ):
                return self._what_if(group.cast, group.group, die)
        return None

    def _unmodified_need(self, cast: RollInRecord, group: DiceGroup) -> str:
        """Return the number that the unit needs without modifiers, if it differs."""
        if cast.question.step not in ("combat", "again") or group.roster_index < 0:
            return ""
        value = self.fleets.table.rosters[cast.question.player].units[group.roster_index].combat
        return WORDS.say("dice.usual", n=value) if value and value != group.hits_on else ""

    def _die_result(self, group: DiceGroup, face: int) -> tuple[str, str, str]:
        """Return the result of a die: its CSS class, the sign below it, and its name."""
        hits = group.hits_for(face)
        if not hits:
            return "tk-d10-miss", "–", fleet_text("dice.miss", face=face)
        if hits == 1:
            return "tk-d10-hit", "✓", fleet_text("dice.hit", face=face)
        return "tk-d10-hit", f"✓{hits}", fleet_text("dice.hits", face=face, n=hits)

    def _die(self, cast: RollInRecord, group: DiceGroup, die_index: int, face: int) -> Markup:
        cls, sign, name = self._die_result(group, face)
        return button(
            die_html(face, sign),
            "die",
            f"{cast.answer_index}:{die_index}",
            cls=f"tk-d10 {cls}",
            aria_label=fleet_text("dice.change", die=name),
            aria_expanded="true" if self.chosen_die == (cast.answer_index, die_index) else "false",
        )

    def _counted_dice(self, group: DiceGroup, faces: Sequence[int]) -> Markup:
        items = []
        for face, count in sorted(Counter(faces).items(), reverse=True):
            cls, sign, name = self._die_result(group, face)
            times = el("b", f"×{count}", aria_hidden="true")
            label = el("span", f"{name}: {fleet_text('dice.times', n=count)}", cls="tk-hidden")
            die = el("span", die_html(face, sign), cls=f"tk-d10 {cls}", aria_hidden="true")
            items.append(el("li", die, times, label))
        return el("ul", items, cls="tk-list tk-cast-heap")

    def _what_if(self, cast: RollInRecord, group: DiceGroup, die: int) -> Markup:
        """Return the ten faces to choose from for one die."""
        face = cast.result.faces[die]
        title = fleet_text("dice.what_if", face=face)
        faces = []
        for other in FACES:
            cls, sign, name = self._die_result(group, other)
            faces.append(
                button(
                    die_html(other, sign),
                    "face",
                    f"{cast.answer_index}:{die}:{other}",
                    key=f"face:{other}",
                    cls=f"tk-d10 {cls}",
                    data_focus=True if other == face else None,
                    aria_pressed="true" if other == face else "false",
                    aria_label=name,
                )
            )
        close = button(
            "×",
            "die",
            f"{cast.answer_index}:{die}",
            cls="tk-icon-button",
            key="face:close",
            shortcut=CLOSE,
            aria_label=fleet_text("dice.keep"),
        )
        return el(
            "div",
            el("header", el("p", title, cls="tk-label"), close),
            el("div", faces, cls="tk-cast-dice", role="group", aria_label=title, data_roving=True),
            self._worth(cast, group, die),
            el("p", fleet_text(self._own_key("dice.what_if_how")), cls="tk-small tk-soft"),
            cls=f"tk-cast-if tk-ff-{ROLES[cast.question.player]}",
            data_key="what-if",
            data_controls=True,
            data_bring=f"{cast.answer_index}:{die}",
        )

    def _worth(self, cast: RollInRecord, group: DiceGroup, die: int) -> Markup | None:
        """Return the attacker's chance to win after this roll, for each result of the die."""
        faces = {group.hits_for(face): face for face in FACES}
        if len(faces) < 2:
            return None
        parts = []
        for hits, face in sorted(faces.items()):
            key = "miss" if not hits else "hit" if hits == 1 else "hits"
            try:
                win = self.fleets.win_chance_if_face(cast.answer_index, die, face)
            except WalkBudgetError:
                return None
            digits = 0 if self.fleets.own is None else 1
            share = el("b", percent(win, digits), cls="tk-number")
            parts.append(el("span", WORDS.say(f"dice.with_{key}", n=hits), " ", share))
        return el(
            "p", fleet_text(self._own_key("dice.worth")), " ", _with_dots(parts), cls="tk-small tk-cast-worth"
        )


def _with_dots(parts: Sequence[Child]) -> list[Child]:
    """Insert dots between parts, where lines can break."""
    joined: list[Child] = []
    for part in parts:
        joined += [" · ", part] if joined else [part]
    return joined


@attrs.frozen
class _RolledGroup:
    """The dice of one unit type in a roll: the result, and the index of the first die."""

    cast: RollInRecord
    group: DiceGroup
    first_die: int

    @property
    def faces(self) -> tuple[int, ...]:
        """The rolled faces."""
        return self.cast.result.faces[self.first_die : self.first_die + self.group.count]


def _dice_by_unit_type(throws: Iterable[RollInRecord]) -> Iterator[_RolledGroup]:
    for throw in throws:
        start = 0
        for group in throw.volley.groups:
            yield _RolledGroup(throw, group, start)
            start += group.count
