"""The tray: the available cards of one element of the box, next to the table, and the side that gets them."""

from __future__ import annotations

import attrs

from twingkit import twing
from twingkit.core.notation import ROLES
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.twing.lab.chips import chips_html, choice_buttons_html
from twingkit_widgets.twing.lab.draft import BoxCards, Draft, can_any_side_lay, forbidden_targets_text
from twingkit_widgets.twing.lab.side_draft import COUNTER_BY_KIND, HELD, ZONES, token_of
from twingkit_widgets.twing.lab.words import lab_say, lab_word
from twingkit_widgets.twing.pictures.cards import card_picture
from twingkit_widgets.twing.pictures.drawing import card_svg, element_svg
from twingkit_widgets.twing.pictures.picture_words import say


@attrs.frozen
class CardTrayView:
    """A view that renders the tray of cards for `target_zone`: those of `element`, or of the target side's
    element if it is "".

    `can_undo` shows the button to undo a change, `undo_shortcut` its keyboard shortcut.
    """

    draft: Draft
    offer: BoxCards
    target_zone: str
    element: str = ""
    can_undo: bool = False
    undo_shortcut: str = ""

    def html(self) -> Markup:
        """Return the tray as HTML: the choice of the side and the element, and the cards."""
        head = el(
            "div",
            self._hint(),
            self._side_switch(),
            el("div", self._zone(), self._undo(), cls="tk-row tk-tray-where"),
            cls="tk-row tk-tray-head",
        )
        return el(
            "section",
            el("h2", lab_say("tray.title"), cls="tk-hidden"),
            head,
            el("div", self._elements(), self._cards(), cls="tk-tray-row"),
            self._note(),
            cls="tk-tray",
            data_drop="box",
            data_key="tray",
            data_controls=True,
            aria_label=lab_say("tray.title"),
        )

    @property
    def _side_index(self) -> int:
        return int(self.target_zone[0])

    @property
    def shown_element(self) -> str:
        """The element whose cards the tray shows."""
        return self.element or self.draft.sides[self._side_index].element

    def _hint(self) -> Markup:
        ways = [
            el("span", lab_say(f"tray.how_{way}"), " ", cls=f"tk-tray-{way}") for way in ("mouse", "touch")
        ]
        return el("p", ways, lab_say("tray.how_who"), cls="tk-small")

    def _side_switch(self) -> Markup:
        """Return the buttons that choose a side, each with the side's laid cards, since a phone does not show
        the table beside the tray.
        """
        choices: list[tuple[str, Child]] = []
        for side_index, (role, side) in enumerate(zip(ROLES, self.draft.sides, strict=True)):
            power = el("span", side.lay.power, cls="tk-chip tk-number")
            head = el("span", say(f"table.{role}"), [" ", power] if side.has_laid else None)
            lies = el("span", chips_html(side.lay), cls="tk-tray-lies")
            choices.append((str(side_index), [head, lies]))
        return choice_buttons_html(choices, str(self._side_index), "target", "tray.who", "tk-tray-who")

    def _undo(self) -> Markup:
        return button(
            lab_say("lab.undo"),
            "undo",
            key="undo",
            cls="tk-button tk-quiet",
            shortcut=self.undo_shortcut or None,
            disabled=not self.can_undo,
        )

    def _zone(self) -> Markup:
        choices: list[tuple[str, Child]] = [
            (f"{self._side_index}:{zone}", lab_word(f"tray.{zone}")) for zone in ZONES
        ]
        return choice_buttons_html(choices, self.target_zone, "target", "tray.zone")

    def _elements(self) -> Markup:
        words = twing.rulebook().words
        choices: list[tuple[str, Child]] = [
            (element, [element_svg(element, ""), el("span", words.name(element))])
            for element in twing.ELEMENTS
        ]
        return choice_buttons_html(choices, self.shown_element, "tray", "tray.element")

    def _cards(self) -> Markup:
        label = lab_say("tray.cards", ROLES[self._side_index])
        cards = [
            self._card(f"box:{token_of(card)}", card_picture(card), laid=not self.target_zone.endswith(HELD))
            for card in self.offer.cards[self.shown_element]
        ]
        back = card_svg("back", lab_say("tray.unknown"))
        specials = [
            self._card(f"box:{name}", back if name == "?" else card_picture(name)) for name in COUNTER_BY_KIND
        ]
        return el("ul", cards, specials, cls="tk-list tk-tray-cards", aria_label=label, data_roving=True)

    def _card(self, source: str, picture: Markup, laid: bool = False) -> Markup:
        barred = forbidden_targets_text(self.draft, source)
        fits = not laid or can_any_side_lay(barred)
        cls = "tk-lab-card" if fits else "tk-lab-card tk-tray-dim"
        never_on = barred or None
        card = button(picture, "take", source, cls=cls, key=source, data_drag=source, data_never=never_on)
        return el("li", card, data_key=f"tray:{source}")

    def _note(self) -> Markup:
        keys = el("span", lab_say("tray.keys"), cls="tk-tray-keys")
        if not self.offer.has_assumed_counts:
            return el("p", keys, cls="tk-small tk-soft")
        return el(
            "p",
            keys,
            " ",
            el("span", lab_word("build.assumed"), cls="tk-assumed"),
            " ",
            lab_say("build.assumed_how"),
            " ",
            rule_badge("TW-BOX-5", "lab_rule", key="assumed:rule"),
            cls="tk-small tk-soft tk-tray-note",
        )
