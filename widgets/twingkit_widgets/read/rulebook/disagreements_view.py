"""One disagreement about the rules in full: the sources, the position, and the stories side by side."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from twingkit.core.games import game_of_rule
from twingkit.core.variants.disagreements import Comparison, Disagreement, Disagreements, StoryLine
from twingkit.core.variants.house_rules import house_variant
from twingkit.core.variants.variant import AnyVariant
from twingkit_widgets.panel.controls import named_field
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.panel.wording import Words
from twingkit_widgets.read.rulebook.rulings import house_rules_html, note_of, rule_html, source_html


@attrs.frozen(kw_only=True)
class DisagreementsDesign:
    """What a game defines for its panel of disagreements.

    `readings` are its disagreements, `words` its texts (with those of the panel as fallback).
    `position(reading)` draws the start of a scene, `code(switch)` is how to play it with a switch in Python,
    `link(switch)` the address of a page that does. `form(preset)` is the name of a form of the game; with it
    the page says which forms use an interpretation.
    """

    readings: Disagreements
    words: Words
    position: Callable[[Disagreement], Child]
    code: Callable[[str], str]
    link: Callable[[str], str]
    form: Callable[[str], str] | None = None
    start_link: Callable[[Disagreement, AnyVariant], str] | None = None
    """Returns the address of a page that plays on from the position of a disagreement under a variant; None
    if only `link` is available, which starts a new game.
    """


@attrs.frozen
class DisagreementView:
    """A disagreement in the panel.

    `opened` is the id of the open rule and `opened_at` its place (`ours:2`: below the third line of the kit's
    story; `rules:TW-BAT-16`: below the rules); `prefix` starts the ids of its elements, and `site` allows
    links to pages.
    """

    design: DisagreementsDesign
    reading: Disagreement
    opened: str = ""
    opened_at: str = ""
    prefix: str = "tk"
    site: bool = False

    def html(self) -> list[Child]:
        """Return all parts, from the sources to the switch."""
        comparison = self.reading.compare()
        return [self._books(), *self._scene(comparison), self._origin(), self._use()]

    def _say(self, key: str, **facts: object) -> str:
        return self.design.words.say(key, **facts)

    # -- sources

    def _books(self) -> Markup:
        rule = self.design.readings.rulebook()[self.reading.rule]
        said, note = self.reading.sources_text(), note_of(rule)
        ours = [el("h3", self._say("our_reading")), el("p", rule.text())] if said else None
        why = self._say("why" if self.reading.variant else "no_second")
        return el(
            "section",
            el("h3", self._say("said"), cls=None if said else "tk-hidden"),
            el("p", said or rule.text(), cls="tk-rd-text"),
            ours,
            house_rules_html(self.reading.rule),
            el("div", el("h3", why), el("p", note), cls="tk-note tk-rd-why") if note else None,
            cls="tk-stack tk-tight",
            data_key="books",
        )

    def _origin(self) -> Markup:
        """Return where the sources say it, and the rules in question."""
        book = self.design.readings.rulebook()
        rule = book[self.reading.rule]
        about = [el("li", self._about(other)) for other in rule.see]
        heading = [
            el("p", el("b", self._say("rules")), cls="tk-small tk-soft", id=f"{self.prefix}-rules"),
            el("ul", about, cls="tk-list tk-rd-about", aria_labelledby=f"{self.prefix}-rules"),
        ]
        sources = el(
            "p",
            el("b", self._say("sources")),
            " ",
            join(*(source_html(source, book) for source in rule.sources), between=" · "),
            cls="tk-small tk-soft",
        )
        return el(
            "section",
            *(heading if about else ()),
            *(self._rule(f"rules:{other}") for other in rule.see),
            sources if rule.sources else None,
            cls="tk-rd-origin",
            data_key="origin",
        )

    def _about(self, rule: str) -> Markup:
        """Return a rule in question, as a button that opens it."""
        key = f"rules:{rule}"
        title = [el("span", rule, cls="tk-rule"), " ", self.design.readings.rulebook()[rule].title()]
        is_open = str(self.opened_at == key).lower()
        return button(title, "told", f"{key}|{rule}", cls="tk-link", key=key, aria_expanded=is_open)

    def _rule(self, key: str) -> Markup | None:
        """Return the open rule, if it belongs at this place."""
        book = self.design.readings.rulebook()
        if self.opened_at != key or self.opened not in book:
            return None
        rule = rule_html(book[self.opened], book)
        return el("div", rule, cls="tk-rd-rule", data_bring=self.opened, data_key=f"rule:{self.opened}")

    # -- the position

    def _scene(self, comparison: Comparison) -> list[Child]:
        if not comparison.stories:
            return [el("p", self._say("no_scene"))]
        ours, *others = comparison.stories
        parts: list[Child] = [self._position()]
        if others and comparison.shared:
            begun = self._lines("shared", ours.lines[: comparison.shared])
            parts.append(el("section", el("h3", self._say("shared")), begun, cls="tk-stack tk-tight"))
        if others:
            columns = [self._column(comparison, side) for side in range(len(comparison.stories))]
            title = el("h3", self._say("apart"), cls="tk-hidden")
            parts.append(el("section", title, el("div", columns, cls="tk-rd-columns")))
        else:
            alone = self._lines("ours", ours.lines, comparison.marked[0], comparison.point[0])
            parts.append(el("section", el("h3", self._say("played")), alone, cls="tk-rd-column tk-rd-ours"))
        return parts

    def _position(self) -> Markup:
        scene = self.design.position(self.reading)
        return el(
            "section", el("h3", self._say("scene")), scene, cls="tk-stack tk-tight", data_key="position"
        )

    # -- the stories

    def _column(self, comparison: Comparison, side: int) -> Markup:
        story, change = comparison.stories[side], self.reading.changes[max(0, side - 1)]
        column = f"other{side}" if side > 1 else "other" if side else "ours"
        heading = "ours" if not side else "other" if len(comparison.stories) == 2 else "another"
        house = house_variant(game_of_rule(self.reading.rule).id)
        ours = change.other if side else change.one
        here = house is not None and getattr(house, change.switch.key) == ours
        chips = [self._sign("variant" if side else "default"), self._sign("here") if here else None]
        head = el("h3", self._say(heading), " ", join(*chips, between=" "))
        choice = change.switch.choice(change.other if side else change.one)
        marked = tuple(index - comparison.shared for index in comparison.marked[side])
        lines = story.lines[comparison.shared :]
        note = None if marked else el("p", self._say("goes_on"), cls="tk-small tk-soft")
        return el(
            "section",
            el("header", head, el("p", choice.text(), cls="tk-small"), self._text_of(side)),
            note,
            self._lines(column, lines, marked, comparison.point[side] - comparison.shared),
            cls="tk-rd-column tk-rd-other" if side else "tk-rd-column tk-rd-ours",
            data_key=f"column:{column}",
        )

    def _sign(self, key: str) -> Markup:
        return el("span", self._say(key), cls="tk-chip")

    def _lines(
        self, column: str, lines: tuple[StoryLine, ...], marked: tuple[int, ...] = (), point: int = -1
    ) -> Markup:
        """Return the lines as a list; marked ones differ, the one at `point` has a sign."""
        items = [
            self._line(f"{column}:{index}", line, index in marked, index == point)
            for index, line in enumerate(lines)
        ]
        return el("ol", items, cls="tk-list tk-rd-lines")

    def _line(self, key: str, line: StoryLine, marked: bool, point: bool) -> Markup:
        style = "tk-rd-line"
        style += " tk-rd-marked" if marked else ""
        style += " tk-rd-point" if point else ""
        style += " tk-rd-refused" if line.is_refused else ""
        sign = "differs" if self.reading.variant else "decides"
        is_open = self.opened_at == key
        text = button(
            [el("span", line.text()), el("span", line.rule, cls="tk-rule")],
            "told",
            f"{key}|{line.rule}",
            cls="tk-ruling",
            key=f"line:{key}",
            aria_expanded=str(is_open).lower(),
        )
        chip = el("span", self._say(sign), cls="tk-chip tk-chip-main tk-rd-sign") if point else None
        return el("li", chip, text, self._rule(key), cls=style)

    def _text_of(self, side: int) -> Markup | None:
        """Return the text from which an interpretation comes."""
        texts = self.reading.texts
        return el("p", self._say(f"text.{texts[side]}"), cls="tk-small tk-soft") if texts else None

    # -- the switch

    def _use(self) -> Markup | None:
        """Return how to play the other interpretations; if that is not possible, the sources explain them."""
        variants = self.reading.variants
        if not variants:
            return None
        fields = [
            field for number, variant in enumerate(variants) for field in self._written(variant, number)
        ]
        return el(
            "section",
            el("h3", self._say("use")),
            self._forms(),
            [self._go(place) for place in range(len(variants))] if self.site else None,
            el(
                "details",
                el("summary", self._say("use_written"), data_key="use:written"),
                el("div", fields, cls="tk-rd-fields"),
                open=not self.site,
                data_key="use:fields",
            ),
            cls="tk-stack tk-tight",
            data_key="use",
        )

    def _go(self, place: int) -> Markup:
        """Return the link to a game with another interpretation."""
        change, label = self.reading.changes[place], self._say("use_link")
        house = house_variant(game_of_rule(self.reading.rule).id)
        if house is not None and getattr(house, change.switch.key) == change.other:
            label = self._say("use_here")
        if len(self.reading.variants) > 1:
            label = f"{label}: {change.switch.choice(change.other).text()}"
        variant = self.reading.variants[place]
        if self.design.start_link is not None and self.reading.position:
            link = self.design.start_link(self.reading, variant)
        else:
            link = self.design.link(_switches(variant))
        return el("p", el("a", label, href=link, cls="tk-button", data_key=f"use:link{place or ''}"))

    def _forms(self) -> Markup | None:
        """Return the forms of the game that use another interpretation, if the game has forms."""
        if self.design.form is None:
            return None
        key = self.reading.changes[0].switch.key
        others = [change.other for change in self.reading.changes]
        presets = self.design.readings.variants.presets()
        taken = [name for name, preset in presets.items() if getattr(preset, key) in others]
        names = ", ".join(self.design.form(name) for name in taken)
        return el("p", self._say("forms", forms=names) if taken else self._say("no_form"))

    def _written(self, variant: AnyVariant, place: int) -> list[Markup]:
        """Return the notation of a variant in records and in Python."""
        code = self.design.code(_switches(variant))
        return [self._field("use_record", f"variant {variant}", place), self._field("use_code", code, place)]

    def _field(self, key: str, value: str, place: int) -> Markup:
        """Return a line to select and copy."""
        name = f"{key}{place or ''}"
        own = f"{self.prefix}-{name}"
        text = named_field("textarea", name, value, readonly=True, rows=1, cls="tk-field tk-code", id=own)
        return el("div", el("label", self._say(key), for_=own, cls="tk-label"), text)


def _switches(variant: AnyVariant) -> str:
    """Return the switches of a variant's notation, without the preset."""
    return str(variant).partition(" ")[2]
