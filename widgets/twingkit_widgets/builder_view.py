"""The two sides being built, as HTML: characters, cards with their powers, objects, cats and traps."""

from __future__ import annotations

import attrs

from twingkit import Refusal, twing
from twingkit.twing.cards import Creature, Spell, Unit
from twingkit.twing.notation import ROLES
from twingkit_widgets.battle_builder import (
    Draft,
    Offer,
    SideDraft,
    add_spell_refusal,
    add_unit_refusal,
    drop_refusal,
    miromon_refusal,
    object_refusal,
    rider_refusal,
    shield_refusal,
)
from twingkit_widgets.battle_steps import WORDS, sentence
from twingkit_widgets.cards import Card, card_name, card_picture
from twingkit_widgets.controls import forbidden, named
from twingkit_widgets.drawing import character_svg, element_svg, object_svg
from twingkit_widgets.markup import Child, Markup, button, el
from twingkit_widgets.rulings import rule_button
from twingkit_widgets.table import special_name
from twingkit_widgets.wording import say


@attrs.frozen
class BuilderView:
    """What the builder shows. `why` is the forbidden change that is explained, `prefix` begins its
    ids.

    Every control names its side first: `0` attacks, `1` defends. A spot is `s0` (a spell), `u0` (a unit's
    creature) or `r0` (its rider).
    """

    draft: Draft
    offer: Offer
    lang: str
    why: str = ""
    prefix: str = "tk"

    def html(self) -> Markup:
        """Both sides."""
        note = None
        if self.offer.assumed:
            note = el(
                "p",
                self._assumed(),
                " ",
                self._say("build.assumed_how"),
                " ",
                rule_button("TW-BOX-5", self.lang, "lab_rule", key="assumed:rule"),
                cls="tk-small tk-soft",
            )
        return el("div", el("div", self._side(0), self._side(1), cls="tk-build"), note, cls="tk-stack")

    def _say(self, key: str, role: str = "", **facts: object) -> str:
        return sentence(self.lang, key, role, **facts)

    def _side(self, place: int) -> Markup:
        side = self.draft.sides[place]
        title = self._say("build.side", ROLES[place])
        role = say(self.lang, f"table.{ROLES[place]}")
        return el(
            "section",
            el("h2", role),
            self._characters(place, side),
            self._shield(place, side),
            self._spells(place, side),
            self._creatures(place, side),
            self._held(place, side),
            self._objects(place, side),
            cls="tk-box tk-build-side",
            aria_label=title,
            data_key=f"side:{place}",
        )

    def _group(self, label: str, *content: Child, assumed: bool = False) -> Markup:
        head = el("h3", label, " " if assumed else None, self._assumed() if assumed else None, cls="tk-label")
        return el("div", head, content, cls="tk-build-group")

    def _assumed(self) -> Markup | None:
        said = WORDS.say(self.lang, "build.assumed")
        return el("span", said, cls="tk-assumed") if self.offer.assumed else None

    def _change(
        self,
        label: Child,
        act: str,
        value: str,
        refusal: Refusal | None,
        *,
        cls: str = "tk-button",
        name: str | None = None,
        pressed: bool | None = None,
        title: str | None = None,
    ) -> Markup:
        """A button that changes the draft, or the dashed one that says why it cannot."""
        key = f"{act}:{value}"
        if refusal is None:
            state = None if pressed is None else str(pressed).lower()
            return button(
                label, act, value, key=key, cls=cls, aria_label=name, aria_pressed=state, title=title
            )
        return forbidden(
            label,
            refusal,
            self.lang,
            reason_id=f"{self.prefix}-{key.replace(':', '-')}",
            key=key,
            act="lab_why",
            value=key,
            rule_act="lab_rule",
            is_open=self.why == key,
            cls=cls,
            aria_label=name,
        )

    # -- who, and with which element

    def _characters(self, place: int, side: SideDraft) -> Markup:
        words = twing.rulebook().words
        items = [
            button(
                [character_svg(element, ""), el("span", words.name(element, self.lang))],
                "character",
                f"{place}:{element}",
                cls="tk-button tk-build-character",
                aria_pressed="true" if element == side.character else "false",
                aria_label=f"{words.name(element, self.lang)}: {say(self.lang, f'character.{element}')}",
                title=say(self.lang, f"character.{element}"),
            )
            for element in twing.ELEMENTS
        ]
        label = self._say("build.character")
        row = el("div", items, cls="tk-build-four", role="group", aria_label=label, data_roving=True)
        return self._group(label, row)

    def _elements(self, place: int, side: SideDraft) -> Markup:
        words = twing.rulebook().words
        items = [
            button(
                element_svg(element, words.name(element, self.lang)),
                "element",
                f"{place}:{element}",
                cls="tk-button tk-build-element",
                aria_pressed="true" if element == side.element else "false",
            )
            for element in twing.ELEMENTS
        ]
        label = self._say("build.shield_element" if side.shield else "build.element")
        return el("div", items, cls="tk-build-four", role="group", aria_label=label, data_roving=True)

    def _shield(self, place: int, side: SideDraft) -> Markup:
        refusal = shield_refusal(self.draft, place)
        label = self._say("build.shield")
        toggle = self._change(label, "shield", str(place), refusal, pressed=side.shield)
        return el("div", toggle, cls="tk-build-group")

    # -- cards

    def _spells(self, place: int, side: SideDraft) -> Markup:
        if side.shield:
            return self._group(self._say("build.shield_element"), self._elements(place, side))
        rows = [
            el(
                "li",
                self._card_row(
                    place, f"s{number}", spell, drop_refusal(self.draft, place, "spells"), "drop_spell"
                ),
                data_key=f"row:{place}:s{number}",
            )
            for number, spell in enumerate(side.spells)
        ]
        return self._group(
            self._say("build.spells"),
            self._elements(place, side),
            el("ul", rows, cls="tk-list tk-build-rows"),
            self._change(
                ["+ ", self._say("build.add_spell")],
                "add_spell",
                str(place),
                add_spell_refusal(self.draft, place),
            ),
            assumed=True,
        )

    def _card_row(
        self, place: int, spot: str, card: Spell | Creature, refusal: Refusal | None, drop: str
    ) -> Markup:
        """A card with its power: weaker, a slider over the powers there are, stronger, take away."""
        name = card_name(card, self.lang)
        powers = self.offer.powers(card)
        at, last = powers.index(card.power), len(powers) - 1
        where = f"{place}:{spot}"
        gone = self._say("build.drop", card=name)
        slider = named(
            "input",
            where,
            type="range",
            cls="tk-range",
            min=0,
            max=max(1, last),
            value=at,
            data_act="slide",
            data_live=True,
            data_key=f"slide:{where}",
            aria_label=self._say("build.power", card=name),
            aria_valuetext=str(card.power),
        )
        return el(
            "div",
            el("span", card_picture(card, self.lang), cls="tk-build-card"),
            el("b", card.power, cls="tk-number tk-build-power"),
            self._nudge("−", "weaker", f"{where}:{powers[max(0, at - 1)]}", name, at == 0),
            slider,
            self._nudge("+", "stronger", f"{where}:{powers[min(last, at + 1)]}", name, at == last),
            self._change("×", drop, f"{place}:{spot[1:]}", refusal, cls="tk-icon-button", name=gone),
            cls="tk-build-row",
        )

    def _nudge(self, sign: str, way: str, value: str, name: str, at_end: bool) -> Markup:
        where = value.rpartition(":")[0]
        label = self._say(f"build.{way}", card=name)
        return button(
            sign,
            "power",
            value,
            key=f"{way}:{where}",
            cls="tk-button tk-build-nudge",
            disabled=at_end,
            aria_label=label,
        )

    def _creatures(self, place: int, side: SideDraft) -> Markup:
        rows = [
            el("li", self._unit(place, number, unit, side), data_key=f"row:{place}:u{number}")
            for number, unit in enumerate(side.units)
        ]
        label = say(self.lang, "table.shield") if side.shield else self._say("build.creatures")
        return self._group(
            label,
            el("ul", rows, cls="tk-list tk-build-rows") if rows else None,
            self._change(
                ["+ ", self._say("build.add_unit")],
                "add_unit",
                str(place),
                add_unit_refusal(self.draft, place),
            ),
            assumed=bool(rows),
        )

    def _unit(self, place: int, number: int, unit: Unit, side: SideDraft) -> Markup:
        refusal = drop_refusal(self.draft, place, "units")
        name = card_name(unit.creature, self.lang)
        mount = button(
            self._say("build.mount"),
            "mount",
            f"{place}:{number}",
            aria_pressed="true" if unit.creature.mount else "false",
            aria_label=f"{self._say('build.mount')}: {name}",
        )
        words = twing.rulebook().words
        options = [
            el("option", words.name(element, self.lang), value=element, selected=element == unit.element)
            for element in twing.ELEMENTS
        ]
        element = named(
            "select",
            f"{place}:{number}",
            options,
            cls="tk-button tk-build-select",
            data_act="unit_element",
            data_key=f"unit_element:{place}:{number}",
            aria_label=self._say("build.unit_element", card=name),
        )
        rider: Child = None
        if unit.rider:
            rider = self._card_row(place, f"r{number}", unit.rider, None, "drop_rider")
        elif unit.creature.mount:
            why = rider_refusal(self.draft, place, number)
            rider = self._change(["+ ", self._say("build.add_rider")], "add_rider", f"{place}:{number}", why)
        return el(
            "div",
            self._card_row(place, f"u{number}", unit.creature, refusal, "drop_unit"),
            el("div", element, mount, None if unit.rider else rider, cls="tk-row"),
            el("div", rider, cls="tk-build-rider") if unit.rider else None,
            cls="tk-build-unit",
        )

    # -- what is held, and objects

    def _held(self, place: int, side: SideDraft) -> Markup:
        miromon = self._change(
            card_name("miromon", self.lang),
            "miromon",
            str(place),
            miromon_refusal(self.draft, place),
            pressed=bool(side.miromon),
        )
        return self._group(
            self._say("build.held"),
            el(
                "div",
                self._counter(place, "cats", "cat", side.cats, self.offer.cats),
                self._counter(place, "traps", "trap", side.traps, self.offer.traps),
                miromon,
                cls="tk-row tk-build-held",
            ),
            assumed=True,
        )

    def _counter(self, place: int, name: str, card: Card, count: int, most: int) -> Markup:
        """How many cats or traps: fewer, the number, more (up to what the box holds)."""
        label, shown = card_name(card, self.lang), special_name(str(card), count, self.lang)

        def nudge(sign: str, way: str, to: int, at_end: bool) -> Markup:
            said = self._say(f"build.{way}", card=label)
            key = f"{way}:{place}:{name}"
            cls = "tk-button tk-build-nudge"
            return button(
                sign, "held", f"{place}:{name}:{to}", key=key, cls=cls, disabled=at_end, aria_label=said
            )

        return el(
            "span",
            nudge("−", "fewer", max(0, count - 1), count == 0),
            el("span", el("b", count, cls="tk-number"), " ", shown, cls="tk-build-count"),
            nudge("+", "more", count + 1, count >= most),
            cls="tk-build-counter",
        )

    def _objects(self, place: int, side: SideDraft) -> Markup:
        items = [el("li", self._object(place, side, name)) for name in twing.OBJECTS]
        title = self._say("build.objects_count", n=len(side.objects))
        names = [twing.rulebook()[f"TW-POW-{name}"].title(self.lang) for name in sorted(side.objects)]
        chosen = el("span", ", ".join(names), cls="tk-soft tk-small") if names else None
        return el(
            "details",
            el("summary", el("span", title, " ", chosen)),
            el(
                "div",
                el("ul", items, cls="tk-list tk-choices"),
                role="group",
                aria_label=self._say("build.objects"),
                data_roving=True,
            ),
            data_key=f"objects:{place}",
            open=bool(names),
        )

    def _object(self, place: int, side: SideDraft, name: str) -> Markup:
        rule = twing.rulebook()[f"TW-POW-{name}"]
        label = [
            el("span", object_svg(name, ""), cls="tk-chip-picture", aria_hidden="true"),
            el("span", rule.title(self.lang)),
        ]
        return self._change(
            label,
            "object",
            f"{place}:{name}",
            object_refusal(self.draft, place, name),
            pressed=name in side.objects,
            title=rule.text(self.lang),
        )
