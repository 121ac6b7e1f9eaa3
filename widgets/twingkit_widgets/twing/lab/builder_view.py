"""The two sides under construction, as HTML: characters, laid and held cards, objects, cats, traps."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit import Refusal, twing
from twingkit.core.notation import ROLES
from twingkit.twing.rules.cards import Creature, Spell, Unit
from twingkit.twing.rules.response_cards import MULTI_COPY_KINDS, SINGLE_COPY_KINDS
from twingkit_widgets.panel.controls import counter_button, forbidden_button, rule_badge
from twingkit_widgets.panel.house_rules_words import house_rules_suffix
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.twing.lab import draft as drafts
from twingkit_widgets.twing.lab.chips import card_chip
from twingkit_widgets.twing.lab.side_draft import COUNTER_BY_KIND, HELD, LAID, MAX_COUNT, SideDraft
from twingkit_widgets.twing.lab.words import lab_say, lab_word
from twingkit_widgets.twing.pictures.cards import card_name, card_picture
from twingkit_widgets.twing.pictures.drawing import card_svg, character_svg, magical_object_svg
from twingkit_widgets.twing.pictures.picture_words import say
from twingkit_widgets.twing.pictures.table import response_card_name
from twingkit_widgets.twing.play.names import object_power_text


@attrs.frozen
class BuilderSidesHtml:
    """A view that renders both sides of a battle under construction as HTML.

    `target_zone` is the zone to which tapped cards move, `explained_move` the forbidden change being
    explained, `id_prefix` the prefix of element ids. `side_draft` defines the names of cards and places.
    """

    draft: drafts.Draft
    offer: drafts.BoxCards
    target_zone: str = f"0:{LAID}"
    explained_move: str = ""
    id_prefix: str = "tk"
    can_undo: bool = False

    def html(self) -> Markup:
        """Return both sides as HTML, the attacker first."""
        return el("div", self._side(0), self._side(1), cls="tk-build")

    def _side(self, side_index: int) -> Markup:
        side = self.draft.sides[side_index]
        active = self.target_zone[0] == str(side_index)
        kept_parts = el(
            "div",
            self._zone(
                side_index,
                HELD,
                self._kept_cards(side_index, side),
                self._counter(side_index, "?", side.hidden_count, MAX_COUNT),
            ),
            self._counters(side_index, side),
            self._objects(side_index, side),
            cls="tk-build-more",
        )
        return el(
            "section",
            self._head(side_index, side),
            self._zone(side_index, LAID, self._laid_cards(side_index, side), self._points(side)),
            None if active else self._compact_line(side_index, side),
            kept_parts,
            cls="tk-box tk-build-side tk-build-active" if active else "tk-box tk-build-side",
            aria_label=say(f"table.{ROLES[side_index]}"),
            data_key=f"side:{side_index}",
        )

    def _head(self, side_index: int, side: SideDraft) -> Markup:
        """Return the header of a side: its role, the choice of a character, and a button to clear it."""
        words, role = twing.rulebook().words, ROLES[side_index]
        items = [
            button(
                character_svg(element, ""),
                "character",
                f"{side_index}:{element}",
                cls="tk-button tk-build-character",
                aria_pressed="true" if element == side.character else "false",
                aria_label=f"{words.name(element)}: {say(f'character.{element}')}",
                title=say(f"character.{element}"),
            )
            for element in twing.ELEMENTS
        ]
        label = lab_say("build.character", role)
        cls = "tk-button tk-quiet tk-build-clear"
        key, named = f"clear:{side_index}", lab_say("build.clear_side", role)
        clear = button(lab_say("build.clear"), "clear", str(side_index), key=key, cls=cls, aria_label=named)
        if self.can_undo and side == SideDraft(side.character):  # nothing to clear, but a change to undo
            clear = button(lab_say("lab.undo"), "undo", key=key, cls=cls)
        return el(
            "header",
            el("h2", say(f"table.{role}")),
            clear,
            el("div", items, cls="tk-build-four", role="group", aria_label=label, data_roving=True),
            cls="tk-build-head",
        )

    def _compact_line(self, side_index: int, side: SideDraft) -> Markup:
        words = [
            f"{count} {response_card_name(name, count)}"
            for name, count in side.response_cards.kind_counts
            if name in MULTI_COPY_KINDS
        ]
        words += [card_name(kind) for kind in SINGLE_COPY_KINDS if side.response_cards.count_of(kind)]
        if side.hidden_count:
            unknown = lab_word("build.unknown" if side.hidden_count == 1 else "build.unknowns")
            words.append(f"{side.hidden_count} {unknown}")
        words += [twing.rulebook()[f"TW-POW-{name}"].title() for name in side.objects]
        cards: list[Spell | Creature] = [*side.hand, *side.entourage]
        chips_held = [card_chip(card) for card in cards]
        chips = (
            el("span", lab_say("build.brief_held"), " ", chips_held, cls="tk-chips") if chips_held else None
        )
        placeholder = None if words or chips_held else lab_say("build.brief_nothing")
        summary = el("span", placeholder, chips, " · " if words and chips_held else None, " · ".join(words))
        change = el("span", lab_say("build.brief_change"), cls="tk-build-brief-more")
        return button(
            [summary, change],
            "target",
            str(side_index),
            key=f"brief:{side_index}",
            cls="tk-button tk-build-brief",
            data_drop=f"{side_index}:{HELD}",
        )

    # -- cards

    def _zone(self, side_index: int, zone: str, content: Child, note: Child) -> Markup:
        """Return a zone of a side with its name and cards, highlighted if tapped cards move to it."""
        zone_name = f"{side_index}:{zone}"
        is_target = zone_name == self.target_zone
        head = el(
            "h3",
            el("span", lab_say(f"build.{'laid' if zone == LAID else 'kept'}")),
            note,
            el("span", lab_word("build.here"), cls="tk-zone-here") if is_target else None,
            cls="tk-label tk-zone-head",
            tabindex="-1",
            data_focus=True,
        )
        return el(
            "div",
            head,
            content,
            cls="tk-zone tk-zone-target" if is_target else "tk-zone",
            data_drop=zone_name,
            data_act="target",
            data_value=zone_name,
            data_key=f"zone:{zone_name}",
        )

    def _points(self, side: SideDraft) -> Child:
        if not side.has_laid:
            return None
        power = side.lay.power
        points = lab_word("build.point" if power == 1 else "build.points", n=power)
        shield = el("span", lab_word("build.shield"), cls="tk-chip") if side.lay.is_shield else None
        return [shield, el("b", points, cls="tk-number")]

    def _laid_cards(self, side_index: int, side: SideDraft) -> Markup:
        if not side.has_laid:
            key = "build.empty_hand" if side.hand or side.entourage else "build.empty_laid"
            if self.target_zone != f"{side_index}:{LAID}":
                key = "build.empty_tap"
            return el("p", lab_say(key), cls="tk-small tk-soft tk-zone-empty")
        spells = [
            self._item(side_index, f"s{number}", spell, "take_back")
            for number, spell in enumerate(side.spells)
        ]
        units = [
            self._unit(side_index, number, unit, apart=not number and bool(spells))
            for number, unit in enumerate(side.units)
        ]
        return self._cards([*spells, *units], "laid")

    def _cards(self, items: Sequence[Markup], label: str) -> Markup:
        named = lab_say(f"build.{label}")
        return el("ul", items, cls="tk-list tk-zone-cards", aria_label=named, data_roving=True)

    def _unit(self, side_index: int, number: int, unit: Unit, apart: bool) -> Markup:
        """Return a unit of laid cards; a creature dropped on a mount becomes its rider."""
        mount = self._card(side_index, f"u{number}", unit.creature, "take_back")
        rider = None
        if unit.rider:
            rides = lab_word("build.rides")
            rider = self._card(side_index, f"r{number}", unit.rider, "take_back", rides)
        cls = " ".join(["tk-zone-ridden"] * bool(unit.rider) + ["tk-zone-apart"] * apart)
        drop = f"{side_index}:u{number}" if unit.creature.mount else None
        return el("li", mount, rider, cls=cls or None, data_drop=drop, data_key=f"at:{side_index}:u{number}")

    def _kept_cards(self, side_index: int, side: SideDraft) -> Markup:
        cards_held: list[tuple[str, Spell | Creature]] = [
            *((f"h{number}", card) for number, card in enumerate(side.hand)),
            *((f"e{number}", card) for number, card in enumerate(side.entourage)),
        ]
        items = [self._item(side_index, place, card, "lay_it") for place, card in cards_held]
        if not items:
            return el("p", lab_say("build.empty_kept"), cls="tk-small tk-soft tk-zone-empty")
        return self._cards(items, "kept")

    def _item(self, side_index: int, place: str, card: Spell | Creature, act: str) -> Markup:
        return el("li", self._card(side_index, place, card, act), data_key=f"at:{side_index}:{place}")

    def _card(self, side_index: int, place: str, card: Spell | Creature, act: str, more: str = "") -> Markup:
        """Return a card to tap, to drag, or to put back into the box with Delete."""
        place_name = f"{side_index}:{place}"
        action = lab_word(f"build.{act}")
        words = el("span", f", {more}" if more else None, f", {action}", cls="tk-hidden")
        return button(
            [card_picture(card), words],
            "tap",
            place_name,
            cls="tk-lab-card",
            key=f"card:{place_name}",
            data_drag=place_name,
            data_never=drafts.forbidden_targets_text(self.draft, place_name) or None,
            data_delete="away",
        )

    # -- held cards and objects

    def _counters(self, side_index: int, side: SideDraft) -> Markup:
        head, most = el("h3", lab_say("build.held"), cls="tk-label"), self.offer.response_cards
        row = el(
            "div",
            [
                self._counter(side_index, kind, side.response_cards.count_of(kind), most.count_of(kind))
                for kind in MULTI_COPY_KINDS
            ],
            [self._single(side_index, side, kind) for kind in SINGLE_COPY_KINDS],
            cls="tk-row tk-build-held",
        )
        return el("div", head, row, cls="tk-build-group", data_drop=f"{side_index}:{HELD}")

    def _single(self, side_index: int, side: SideDraft, kind: str) -> Markup:
        picture = el("span", card_svg(kind, ""), cls="tk-count-picture", aria_hidden="true")
        return self._change(
            [picture, card_name(kind)],
            "unique_card",
            f"{side_index}:{kind}",
            drafts.unique_card_refusal(self.draft, side_index, kind),
            pressed=bool(side.response_cards.count_of(kind)),
        )

    def _counter(self, side_index: int, kind: str, count: int, most: int) -> Markup:
        """Return the counter of response cards or unknown cards ("?"), up to `most`."""
        name = COUNTER_BY_KIND[kind]
        if kind == "?":
            label = lab_say("build.unknown")
            word = lab_word("build.unknown" if count == 1 else "build.unknowns")
        else:
            label, word = card_name(kind), response_card_name(kind, count)
        drawn = card_svg("back" if kind == "?" else kind, "")

        def step(sign: str, way: str, to: int, at_end: bool) -> Markup:
            title, key = lab_say(f"build.{way}", card=label), f"{way}:{side_index}:{name}"
            return counter_button(
                sign, "held", f"{side_index}:{name}:{to}", title, is_at_limit=at_end, key=key
            )

        return el(
            "span",
            step("−", "fewer", max(0, count - 1), count == 0),
            el(
                "span",
                el("span", drawn, cls="tk-count-picture", aria_hidden="true"),
                el("b", count, cls="tk-number"),
                " ",
                el("span", word),
                cls="tk-build-count",
            ),
            step("+", "more", count + 1, count >= most),
            cls="tk-build-counter",
        )

    def _change(
        self, label: Child, act: str, value: str, refusal: Refusal | None, *, pressed: bool
    ) -> Markup:
        """Return the switch for a change, dashed if the change is forbidden."""
        key = f"{act}:{value}"
        if refusal is None:
            cls = "tk-button tk-build-toggle"
            return button(label, act, value, key=key, cls=cls, aria_pressed=str(pressed).lower())
        return forbidden_button(
            label,
            refusal,
            reason_id=f"{self.id_prefix}-{key.replace(':', '-')}",
            key=key,
            act="explain_refusal",
            value=key,
            rule_act="lab_rule",
            is_open=self.explained_move == key,
        )

    def _objects(self, side_index: int, side: SideDraft) -> Markup:
        items = [
            el("li", self._object(side_index, side, name), self._rule(side_index, side, name))
            for name in twing.OBJECTS
        ]
        title = lab_say("build.objects_count", n=len(side.objects))
        names = [twing.rulebook()[f"TW-POW-{name}"].title() for name in sorted(side.objects)]
        chosen = el("span", ", ".join(names), cls="tk-soft tk-small") if names else None
        return el(
            "details",
            el("summary", el("span", title, " ", chosen)),
            el(
                "div",
                el("ul", items, cls="tk-list tk-choices"),
                role="group",
                aria_label=lab_say("build.objects"),
                data_roving=True,
            ),
            data_key=f"objects:{side_index}",
            open=bool(names),
        )

    def _rule(self, side_index: int, side: SideDraft, name: str) -> Markup | None:
        if name not in side.objects:
            return None
        rule = twing.rulebook()[f"TW-POW-{name}"]
        source = rule_badge(rule.id, "lab_rule", key=f"power:{side_index}:{name}")
        return el("p", rule.text(), " ", source, cls="tk-small tk-soft")

    def _object(self, side_index: int, side: SideDraft, name: str) -> Markup:
        rule = twing.rulebook()[f"TW-POW-{name}"]
        does = f"{object_power_text(name)}{house_rules_suffix([rule.id])}"
        label = [
            el("span", magical_object_svg(name, ""), cls="tk-chip-picture", aria_hidden="true"),
            el("span", el("b", rule.title()), " ", el("span", does)),
        ]
        return self._change(
            label,
            "object",
            f"{side_index}:{name}",
            drafts.object_refusal(self.draft, side_index, name),
            pressed=name in side.objects,
        )
