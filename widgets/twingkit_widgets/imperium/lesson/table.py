"""The table of a lesson on battles: both sides face to face, and below each unit its dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from twingkit.core.words import NO_BREAK
from twingkit.imperium.battle.rules.dice.volley import DiceGroup, VolleyResult
from twingkit.imperium.battle.rules.questions import RollDice
from twingkit.imperium.box.units import Unit
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.lesson.scene import BattleScene
from twingkit_widgets.imperium.pictures.drawing import die_html, unit_svg
from twingkit_widgets.imperium.pictures.fleets import WORDS, display_sort_key, fleet_text, hits_text
from twingkit_widgets.imperium.pictures.names import unit_name
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import capitalize_first

_UNROLLED_FACE = "?"


def battle_scene_html(scene: BattleScene, *, side_names: Sequence[str]) -> Markup:
    """Return the picture of a scene; `side_names` are the names of both sides ("You", "The opponent")."""
    sides = [_Side(scene, index).html(side_names[index]) for index in (0, 1)]
    kind = "space" if scene.game.table.fight.kind == "space" else "ground"
    return el("div", sides, cls=f"tk-ff tk-fl-table tk-fl-{kind}")


class _Side:
    def __init__(self, scene: BattleScene, side_index: int) -> None:
        self.scene, self.side_index = scene, side_index
        self.table = scene.game.table
        self.roster = self.table.rosters[side_index]
        self.force, self.before = scene.forces[side_index], scene.forces_before[side_index]
        self.throws = [throw for throw in scene.dice if throw[0].player == side_index]

    def html(self, name: str) -> Markup:
        """Return the name of the side, its roll, and its units with their dice."""
        order = sorted(
            range(len(self.roster.units)), key=lambda index: display_sort_key(self.roster.units[index])
        )
        rows = [self._kind(index) for index in order]
        support = sorted(self.roster.support_units, key=lambda supporter: display_sort_key(supporter[0]))
        rows += [self._support(unit, count) for unit, count in support]
        away = " tk-ff-away" if self.table.retreated[self.side_index] else ""
        result = self.scene.game.result
        won = result is not None and result.winner == self.side_index and not self.scene.hides_winner
        head = el(
            "header",
            el("h3", name),
            el("span", self._say("fleet.won"), cls="tk-chip tk-chip-main") if won else None,
            el("span", self._say("fleet.away"), cls="tk-small tk-ff-left") if away else None,
            cls="tk-ff-head",
        )
        role = self.roster.role
        casts = [self._roll_purpose(throw, thrown) for throw, thrown in self.throws]
        units = el("ul", rows, cls="tk-list tk-ff-kinds")
        return el("section", head, casts, units, cls=f"tk-ff-side tk-ff-{role}{away}", aria_label=name)

    def _say(self, key: str, **facts: object) -> str:
        return fleet_text(key, self.roster.role, **facts)

    # -- units

    def _kind(self, roster_index: int) -> Markup:
        """Return the units of one type: whole, damaged ones tilted, destroyed ones faded."""
        unit = self.roster.units[roster_index]
        fresh, hurt = self.force.fresh[roster_index], self.force.damaged[roster_index]
        start = self.roster.counts[roster_index]
        lost = self.before.count(roster_index) - fresh - hurt
        states = (("", fresh), ("hurt", hurt), ("gone", start - fresh - hurt))
        pictures = [self._picture(unit, state) for state, count in states for _ in range(count)]
        notes: list[Child] = []
        if hurt:
            notes.append(el("span", WORDS.say("fleet.damaged", n=hurt), cls="tk-ff-hurt"))
        if lost > 0:
            notes.append(el("b", WORDS.say("fleet.lost_now", n=lost), cls="tk-ff-lost"))
        left = fresh + hurt
        count = "" if left == start == 1 else WORDS.say("fleet.all", n=start)
        if not left:
            count = "" if lost > 0 else WORDS.say("fleet.lost_before")
        elif left < start:
            loss_said = lost == start - left  # beside it
            count = WORDS.say("fleet.left_units" if loss_said else "fleet.rest", n=left, lost=start - left)
        cls = "tk-ff-kind" if fresh + hurt else "tk-ff-kind tk-ff-none"
        return self._row(unit, unit_name(unit), count, pictures, notes, cls)

    def _support(self, unit: Unit, count: int) -> Markup:
        """Render units that do not fight but use an ability; structures are lost with their planet
        (IM-INV-8).
        """
        razed = self.scene.structures_destroyed and self.side_index == 1 and unit.unit_class == "pds"
        pictures = [self._picture(unit, "gone" if razed else "") for _ in range(count)]
        name = unit_name(unit)
        number = WORDS.say("fleet.all", n=count) if count > 1 else ""
        notes: list[Child] = [el("span", WORDS.say(f"fleet.idle_{unit.kind}"), cls="tk-soft")]
        if razed:
            notes.append(el("b", WORDS.say("fleet.lost_now", n=count), cls="tk-ff-lost"))
        cls = "tk-ff-kind tk-ff-support tk-ff-none" if razed else "tk-ff-kind tk-ff-support"
        return self._row(unit, name, number, pictures, notes, cls)

    def _picture(self, unit: Unit, state: str) -> Markup:
        cls = f"tk-ship tk-ship-{state}" if state else "tk-ship"
        return el("span", unit_svg(unit.unit_class, left=bool(self.side_index)), cls=cls)

    def _row(
        self, unit: Unit, name: str, count: str, pictures: Child, notes: Sequence[Child], cls: str
    ) -> Markup:
        needs, dice = self._dice(unit)
        facts = [fact for fact in (count or None, *notes, needs) if fact]
        between = [[" ", el("span", fact)] for fact in facts]
        return el(
            "li",
            el("span", pictures, cls=f"tk-ff-units tk-ff-is-{unit.unit_class}", aria_hidden="true"),
            dice,
            el(
                "span",
                el("b", capitalize_first(name), cls="tk-ff-name"),
                el("span", between, cls="tk-small tk-ff-count tk-fl-facts-line"),
                cls="tk-ff-told",
            ),
            cls=cls,
        )

    # -- dice

    def _roll_purpose(self, throw: RollDice, thrown: VolleyResult | None) -> Markup:
        """Render the purpose of a roll and, unless the learner is asked for it, the result."""
        counted = thrown is not None and not self.scene.hides_hits
        among = "of" if counted else "count"
        of = WORDS.say(f"dice.{among}_{'one' if throw.volley.count == 1 else 'many'}", n=throw.volley.count)
        hits: Child = None
        if thrown is not None and counted:
            hits = [el("b", hits_text(thrown.hits)), " "]
        name = self._say(f"dice.{throw.step}")
        return el("p", el("span", name), el("span", hits, of, cls="tk-cast-hits"), cls="tk-cast")

    def _dice(self, unit: Unit) -> tuple[Child, Child]:
        needs: Child = None
        fallen = list[Markup]()
        for throw, thrown in self.throws:
            unknown = (_UNROLLED_FACE,) * throw.volley.count
            faces: Iterator[int | str] = iter(thrown.faces if thrown else unknown)
            for group in throw.volley.groups:
                mine: list[int | str] = [next(faces) for _ in range(group.count)]
                if group.unit == unit.words_key:
                    needs = el("b", WORDS.say("dice.needs", n=group.hits_on), cls="tk-fl-needs")
                    fallen += self._fallen(group, mine)
        if not fallen:
            return None, None
        name = rulebook().words.name(unit.words_key)
        return needs, el("span", fallen, cls="tk-cast-dice", role="group", aria_label=name)

    def _fallen(self, group: DiceGroup, faces: Sequence[int | str]) -> Iterator[Markup]:
        for face in faces:
            if face == _UNROLLED_FACE or self.scene.hides_hits:
                cls, sign, title = "tk-d10-open", None, "" if face == _UNROLLED_FACE else str(face)
            else:
                hits = group.hits_for(int(face))
                cls, sign = ("tk-d10-hit", "✓") if hits else ("tk-d10-miss", "–")
                title = self._say("dice.hit" if hits else "dice.miss", face=face)
            yield el("span", die_html(face, sign or NO_BREAK, title), cls=f"tk-d10 {cls}")
