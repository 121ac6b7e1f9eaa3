"""The gallery: pictures of all cards and pieces in the box, with their numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import attrs

from twingkit import twing
from twingkit.core.cards.box_schema import BoxEntry
from twingkit.twing.box.box import Box, load_box
from twingkit.twing.box.entries import CreatureEntry, ResponseCardEntry, SpellEntry
from twingkit.twing.rules.response_cards import RESPONSE_CARDS
from twingkit_widgets.panel.controls import button_group, rule_badge
from twingkit_widgets.panel.markup import Child, Markup, el, join
from twingkit_widgets.panel.settings.start_rules import publisher_box
from twingkit_widgets.panel.wording import PanelTexts
from twingkit_widgets.read.rulebook.rulings import house_rule_notes_html
from twingkit_widgets.twing.pictures.cards import card_name
from twingkit_widgets.twing.pictures.die import SYMBOLS, die_html, face_meaning
from twingkit_widgets.twing.pictures.drawing import card_svg, character_svg, element_svg, magical_object_svg
from twingkit_widgets.twing.pictures.picture_words import say

WORDS = PanelTexts(Path(__file__).with_name("rulebook_words.toml"))

ALL = "all"
"""The filter value that shows every group."""

RULES = {
    "characters": "TW-BOX-2",
    "die": "TW-BOX-3",
    "spells": "TW-BAT-1",
    "creatures": "TW-BAT-2",
    "specials": "TW-BOX-4",
    "objects": "TW-OBJ-2",
    "events": "TW-BAT-8",
}
"""The rule of each group, in the order of the groups.

The box has the cards of a group under the same name in the singular.
"""

_MORE_RULES = {"objects": ("TW-END-1",), "trap": ("TW-OBJ-4",)}
"""The further rules to which the text of a group or card refers."""

_ASSUMED_COUNTS_RULE = "TW-BOX-5"


@attrs.frozen
class GalleryView:
    """A view that renders the gallery of the cards in the box as HTML: all groups of cards (`ALL`), or only
    the group `kind`.
    """

    lang: str
    kind: str = ALL
    box: Box = attrs.field(factory=lambda: publisher_box("twing") or load_box())

    def html(self) -> Markup:
        """Return the filter, and the groups below it."""
        groups = [self._group(kind) for kind in RULES if self.kind in (ALL, kind)]
        return el("div", self._head(), self._filter(), groups, cls="tk-gallery tk-stack")

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(f"gallery.{key}", **facts)

    def _head(self) -> Markup:
        rule = twing.rulebook()["TW-BOX-1"]
        source = rule_badge(rule.id, "open", key="about:box")
        title = el("h2", self._say("title"))
        text = el("p", rule.text(), " ", source)
        return el("div", title, text, house_rule_notes_html([rule.id]), cls="tk-stack tk-tight")

    def _filter(self) -> Markup:
        kinds = [(kind, self._say(f"kind.{kind}")) for kind in (ALL, *RULES)]
        label, cls = self._say("filter"), "tk-gallery-filter"
        return button_group(kinds, self.kind, "kind", label, cls, data_controls=True)

    def _group(self, kind: str) -> Markup:
        source = rule_badge(RULES[kind], "open", key=f"about:{kind}")
        text = el("p", self._say(f"text.{kind}"), " ", source)
        return el(
            "section",
            el("h3", self._say(f"kind.{kind}")),
            text,
            house_rule_notes_html([RULES[kind], *_MORE_RULES.get(kind, ())]),
            self._why(kind),
            _PICTURES[kind](self),
            cls="tk-gallery-group tk-stack",
            data_key=f"gallery:{kind}",
        )

    def _why(self, kind: str) -> Markup | None:
        """Return a mark with the reason for a group of cards whose numbers are assumptions; None for any
        other group.
        """
        entries: Sequence[BoxEntry] = getattr(self.box, kind.removesuffix("s"), ())
        if not any(entry.assumed for entry in entries):
            return None
        source = rule_badge(_ASSUMED_COUNTS_RULE, "open", key=f"assumed:{kind}")
        chip = el("span", self._say("assumed"), cls="tk-chip tk-gallery-assumed")
        return el("p", chip, " ", self._say(f"why.{kind}"), " ", source, cls="tk-small tk-gallery-why")

    # -- cards

    def _by_element(self, kind: str, entries: Sequence[SpellEntry] | Sequence[CreatureEntry]) -> Markup:
        rows = []
        for element in twing.ELEMENTS:
            own = [entry for entry in entries if entry.element == element]
            name = twing.rulebook().words.name(element)
            title = self._say("element", element=name, n=sum(entry.copies for entry in own))
            sign = el("span", element_svg(element, ""), cls="tk-gallery-sign", aria_hidden="true")
            cards = el("ul", [self._card(entry) for entry in own], cls="tk-list tk-gallery-cards")
            head = el("h4", sign, el("span", title), cls="tk-gallery-element")
            rows.append(el("div", head, cards, data_key=f"{kind}:{element}"))
        return join(rows)

    def _card(self, entry: SpellEntry | CreatureEntry) -> Markup:
        if isinstance(entry, CreatureEntry):
            kind = "mount" if entry.mount else "creature"
            caption: Child = entry.name[self.lang]
        else:
            kind, caption = "spell", self._say("power", power=entry.power)
        picture = card_svg(kind, card_name(entry.card), entry.element, entry.power)
        mount = el("small", self._say("mount"), cls="tk-soft") if kind == "mount" else None
        text = [el("span", caption), mount, self._copies(entry.copies)]
        return el("li", picture, el("p", text, cls="tk-gallery-caption"), cls="tk-gallery-card")

    def _copies(self, count: int) -> Markup:
        name = self._say("copy_named" if count == 1 else "copies_named", n=count)
        sign = el("span", self._say("copies", n=count), aria_hidden="true")
        return el("b", sign, el("span", name, cls="tk-hidden"), cls="tk-gallery-copies tk-number")

    def _specials(self) -> Markup:
        return el("ul", [self._special(entry) for entry in self.box.special], cls="tk-list tk-gallery-rows")

    def _special(self, entry: ResponseCardEntry) -> Markup:
        rule = RESPONSE_CARDS[entry.kind].rule
        source = rule_badge(rule, "open", key=f"special:{entry.kind}")
        words = [
            el("h4", entry.name[self.lang], " ", self._copies(entry.copies)),
            el("p", self._does(entry.kind), " ", source),
            house_rule_notes_html([rule, *_MORE_RULES.get(entry.kind, ())]),
        ]
        picture = el("span", card_svg(entry.kind, ""), cls="tk-gallery-picture tk-gallery-tall")
        return el("li", picture, el("div", words), cls="tk-gallery-row")

    def _does(self, kind: str) -> str:
        """Return a sentence about the effect of a kind of card; without one, the title of the card's rule."""
        if f"gallery.special.{kind}" in WORDS:
            return self._say(f"special.{kind}")
        return twing.rulebook()[RESPONSE_CARDS[kind].rule].title()

    # -- everything except playing cards

    def _characters(self) -> Markup:
        return el(
            "ul",
            [self._character(element) for element in twing.ELEMENTS],
            cls="tk-list tk-gallery-rows tk-gallery-four",
        )

    def _character(self, element: str) -> Markup:
        name = twing.rulebook().words.name(element)
        sign = el("span", element_svg(element, ""), cls="tk-gallery-sign", aria_hidden="true")
        words = [el("h4", say(f"character.{element}")), el("p", sign, name, cls="tk-gallery-element")]
        picture = el("span", character_svg(element, ""), cls="tk-gallery-picture")
        return el("li", picture, el("div", words), cls="tk-gallery-row")

    def _die(self) -> Markup:
        numbers = [face for face in twing.FACES if face not in SYMBOLS]
        row = [el("li", die_html(face, twing.ELEMENTS[0])) for face in numbers]
        symbols = [
            el("li", die_html(face, twing.ELEMENTS[0]), el("p", face_meaning(face)), cls="tk-gallery-face")
            for face in SYMBOLS
        ]
        return join(
            el("ul", row, cls="tk-list tk-gallery-numbers"),
            el("p", self._say("numbers")),
            el("ul", symbols, cls="tk-list tk-gallery-faces"),
        )

    def _objects(self) -> Markup:
        book, colours = twing.rulebook(), self.box.object_colours
        rows = []
        for name in twing.OBJECTS:
            rule = book[f"TW-POW-{name}"]
            element = book.words.name(colours[name])
            colour = el("span", element_svg(colours[name], ""), cls="tk-gallery-sign", aria_hidden="true")
            source = rule_badge(rule.id, "open", key=f"power:{name}")
            words = [
                el("h4", rule.title()),
                el("p", rule.text(), " ", source),
                house_rule_notes_html([rule.id]),
                el("p", colour, self._say("colour", element=element), cls="tk-small tk-gallery-element"),
            ]
            picture = el("span", magical_object_svg(name, ""), cls="tk-gallery-picture")
            rows.append(el("li", picture, el("div", words, cls="tk-stack tk-tight"), cls="tk-gallery-row"))
        return el("ul", rows, cls="tk-list tk-gallery-rows")

    def _events(self) -> Markup:
        rows = [
            el("li", el("h4", entry.name[self.lang]), el("p", entry.text[self.lang]), cls="tk-gallery-event")
            for entry in self.box.event
        ]
        return el("ul", rows, cls="tk-list tk-gallery-events")


_PICTURES: dict[str, Callable[[GalleryView], Markup]] = {
    "characters": GalleryView._characters,
    "die": GalleryView._die,
    "spells": lambda view: view._by_element("spells", view.box.spell),
    "creatures": lambda view: view._by_element("creatures", view.box.creature),
    "specials": GalleryView._specials,
    "objects": GalleryView._objects,
    "events": GalleryView._events,
}
"""The function that draws each group."""
