"""One disagreement about the rules in full: the sources, the position, and the two interpretations side by
side.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from twingkit.core.games import game_of_rule
from twingkit.core.variants.disagreements import (
    InterpretationComparison,
    RuleDisagreement,
    RuleDisagreements,
    SceneLine,
)
from twingkit.core.variants.house_rules import variant_in_force
from twingkit.core.variants.variant import BaseVariant
from twingkit_widgets.panel.controls import named_field
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.panel.wording import PanelTexts
from twingkit_widgets.read.rulebook import rulings


@attrs.frozen(kw_only=True)
class DisagreementsDesign:
    """The texts and functions that a game supplies for its panel of rule disagreements.

    `disagreements` are its disagreements, `words` its texts (with those of the panel as fallback).
    `position_html(disagreement)` draws the start of a scene, `python_code(switch)` is the code that plays it
    with a switch, `play_href(switch)` the address of a page that does. `preset_form_name(preset)` is the name
    of a form (published version) of the game; with it the page says which forms use an interpretation.
    """

    disagreements: RuleDisagreements
    words: PanelTexts
    position_html: Callable[[RuleDisagreement], Child]
    python_code: Callable[[str], str]
    play_href: Callable[[str], str]
    preset_form_name: Callable[[str], str] | None = None
    continue_href: Callable[[RuleDisagreement, BaseVariant], str] | None = None
    """Returns the address of a page that plays on from the position of a disagreement under a variant; None
    if only `play_href` is available, which starts a new game.
    """


@attrs.frozen
class DisagreementView:
    """A view that renders one disagreement between interpretations of a rule as HTML.

    `open_rule_id` is the id of the open rule and `open_rule_place` its place (`ours:2`: below the third line
    of our interpretation; `rules:TW-BAT-16`: below the rules); `id_prefix` starts the ids of its elements,
    and `is_site_page` allows links to pages.
    """

    design: DisagreementsDesign
    disagreement: RuleDisagreement
    open_rule_id: str = ""
    open_rule_place: str = ""
    id_prefix: str = "tk"
    is_site_page: bool = False

    def html(self) -> list[Child]:
        """Return all parts of the disagreement, from the sources to the switch that selects an
        interpretation.
        """
        comparison = self.disagreement.compare()
        return [self._books(), *self._scene(comparison), self._origin(), self._use()]

    def _say(self, key: str, **facts: object) -> str:
        return self.design.words.say(key, **facts)

    # -- sources

    def _books(self) -> Markup:
        rule = self.design.disagreements.rulebook()[self.disagreement.rule]
        said, note = self.disagreement.sources_text(), rulings.rule_note_text(rule)
        ours = [el("h3", self._say("our_reading")), el("p", rule.text())] if said else None
        why = self._say("why" if self.disagreement.variant else "no_second")
        return el(
            "section",
            el("h3", self._say("said"), cls=None if said else "tk-hidden"),
            el("p", said or rule.text(), cls="tk-rd-text"),
            ours,
            rulings.house_rule_notes_html([self.disagreement.rule]),
            el("div", el("h3", why), el("p", note), cls="tk-note tk-rd-why") if note else None,
            cls="tk-stack tk-tight",
            data_key="books",
        )

    def _origin(self) -> Markup:
        """Return the rules that the disagreement is about, and the printed sources."""
        book = self.design.disagreements.rulebook()
        rule = book[self.disagreement.rule]
        about = [el("li", self._about(other)) for other in rule.related_rules]
        heading = [
            el("p", el("b", self._say("rules")), cls="tk-small tk-soft", id=f"{self.id_prefix}-rules"),
            el("ul", about, cls="tk-list tk-rd-about", aria_labelledby=f"{self.id_prefix}-rules"),
        ]
        sources = el(
            "p",
            el("b", self._say("sources")),
            " ",
            join(*(rulings.source_html(source, book) for source in rule.sources), between=" · "),
            cls="tk-small tk-soft",
        )
        return el(
            "section",
            *(heading if about else ()),
            *(self._rule(f"rules:{other}") for other in rule.related_rules),
            sources if rule.sources else None,
            cls="tk-rd-origin",
            data_key="origin",
        )

    def _about(self, rule: str) -> Markup:
        key = f"rules:{rule}"
        title = [el("span", rule, cls="tk-rule"), " ", self.design.disagreements.rulebook()[rule].title()]
        is_open = str(self.open_rule_place == key).lower()
        return button(
            title, "rule_of_sentence", f"{key}|{rule}", cls="tk-link", key=key, aria_expanded=is_open
        )

    def _rule(self, key: str) -> Markup | None:
        book = self.design.disagreements.rulebook()
        if self.open_rule_place != key or self.open_rule_id not in book:
            return None
        rule = rulings.rule_html(book[self.open_rule_id], book)
        return el(
            "div", rule, cls="tk-rd-rule", data_bring=self.open_rule_id, data_key=f"rule:{self.open_rule_id}"
        )

    # -- the position

    def _scene(self, comparison: InterpretationComparison) -> list[Child]:
        if not comparison.scenes:
            return [el("p", self._say("no_scene"))]
        ours, *others = comparison.scenes
        parts: list[Child] = [self._position()]
        if others and comparison.shared_line_count:
            begun = self._lines("shared", ours.lines[: comparison.shared_line_count])
            parts.append(el("section", el("h3", self._say("shared")), begun, cls="tk-stack tk-tight"))
        if others:
            columns = [self._column(comparison, side) for side in range(len(comparison.scenes))]
            title = el("h3", self._say("apart"), cls="tk-hidden")
            parts.append(el("section", title, el("div", columns, cls="tk-rd-columns")))
        else:
            alone = self._lines("ours", ours.lines, comparison.marked_lines[0], comparison.decisive_lines[0])
            parts.append(el("section", el("h3", self._say("played")), alone, cls="tk-rd-column tk-rd-ours"))
        return parts

    def _position(self) -> Markup:
        scene = self.design.position_html(self.disagreement)
        return el(
            "section", el("h3", self._say("scene")), scene, cls="tk-stack tk-tight", data_key="position"
        )

    # -- the stories

    def _column(self, comparison: InterpretationComparison, side: int) -> Markup:
        story, change = comparison.scenes[side], self.disagreement.changes[max(0, side - 1)]
        column = f"other{side}" if side > 1 else "other" if side else "ours"
        heading = "ours" if not side else "other" if len(comparison.scenes) == 2 else "another"
        house = variant_in_force(game_of_rule(self.disagreement.rule).id)
        ours = change.second_value if side else change.first_value
        here = house is not None and getattr(house, change.switch.key) == ours
        chips = [self._sign("variant" if side else "default"), self._sign("here") if here else None]
        head = el("h3", self._say(heading), " ", join(*chips, between=" "))
        choice = change.switch.switch_value(change.second_value if side else change.first_value)
        marked = tuple(index - comparison.shared_line_count for index in comparison.marked_lines[side])
        lines = story.lines[comparison.shared_line_count :]
        note = None if marked else el("p", self._say("goes_on"), cls="tk-small tk-soft")
        return el(
            "section",
            el("header", head, el("p", choice.text(), cls="tk-small"), self._text_of(side)),
            note,
            self._lines(
                column, lines, marked, comparison.decisive_lines[side] - comparison.shared_line_count
            ),
            cls="tk-rd-column tk-rd-other" if side else "tk-rd-column tk-rd-ours",
            data_key=f"column:{column}",
        )

    def _sign(self, key: str) -> Markup:
        return el("span", self._say(key), cls="tk-chip")

    def _lines(
        self, column: str, lines: tuple[SceneLine, ...], marked: tuple[int, ...] = (), point: int = -1
    ) -> Markup:
        """Return the lines of a scene as a list, highlighting the `marked` lines and the decisive line
        `point`.
        """
        items = [
            self._line(f"{column}:{index}", line, index in marked, index == point)
            for index, line in enumerate(lines)
        ]
        return el("ol", items, cls="tk-list tk-rd-lines")

    def _line(self, key: str, line: SceneLine, marked: bool, point: bool) -> Markup:
        style = "tk-rd-line"
        style += " tk-rd-marked" if marked else ""
        style += " tk-rd-point" if point else ""
        style += " tk-rd-refused" if line.is_refused else ""
        sign = "differs" if self.disagreement.variant else "decides"
        is_open = self.open_rule_place == key
        text = button(
            [el("span", line.text()), el("span", line.rule, cls="tk-rule")],
            "rule_of_sentence",
            f"{key}|{line.rule}",
            cls="tk-ruling",
            key=f"line:{key}",
            aria_expanded=str(is_open).lower(),
        )
        chip = el("span", self._say(sign), cls="tk-chip tk-chip-main tk-rd-sign") if point else None
        return el("li", chip, text, self._rule(key), cls=style)

    def _text_of(self, side: int) -> Markup | None:
        """Return a note on the printed text that supports the interpretation with the index `side`; None if
        there is none.
        """
        texts = self.disagreement.interpretation_texts
        return el("p", self._say(f"text.{texts[side]}"), cls="tk-small tk-soft") if texts else None

    # -- the switch

    def _use(self) -> Markup | None:
        """Return the controls and notation for playing with the other interpretations; None if the program
        cannot play them.
        """
        variants = self.disagreement.variants
        if not variants:
            return None
        fields = [
            field for number, variant in enumerate(variants) for field in self._written(variant, number)
        ]
        return el(
            "section",
            el("h3", self._say("use")),
            self._forms(),
            [self._go(place) for place in range(len(variants))] if self.is_site_page else None,
            el(
                "details",
                el("summary", self._say("use_written"), data_key="use:written"),
                el("div", fields, cls="tk-rd-fields"),
                open=not self.is_site_page,
                data_key="use:fields",
            ),
            cls="tk-stack tk-tight",
            data_key="use",
        )

    def _go(self, place: int) -> Markup:
        change, label = self.disagreement.changes[place], self._say("use_link")
        house = variant_in_force(game_of_rule(self.disagreement.rule).id)
        if house is not None and getattr(house, change.switch.key) == change.second_value:
            label = self._say("use_here")
        if len(self.disagreement.variants) > 1:
            label = f"{label}: {change.switch.switch_value(change.second_value).text()}"
        variant = self.disagreement.variants[place]
        if self.design.continue_href is not None and self.disagreement.position_lines:
            link = self.design.continue_href(self.disagreement, variant)
        else:
            link = self.design.play_href(_switches(variant))
        return el("p", el("a", label, href=link, cls="tk-button", data_key=f"use:link{place or ''}"))

    def _forms(self) -> Markup | None:
        if self.design.preset_form_name is None:
            return None
        key = self.disagreement.changes[0].switch.key
        others = [change.second_value for change in self.disagreement.changes]
        presets = self.design.disagreements.variants.presets()
        taken = [name for name, preset in presets.items() if getattr(preset, key) in others]
        names = ", ".join(self.design.preset_form_name(name) for name in taken)
        return el("p", self._say("forms", forms=names) if taken else self._say("no_form"))

    def _written(self, variant: BaseVariant, place: int) -> list[Markup]:
        code = self.design.python_code(_switches(variant))
        return [self._field("use_record", f"variant {variant}", place), self._field("use_code", code, place)]

    def _field(self, key: str, value: str, place: int) -> Markup:
        name = f"{key}{place or ''}"
        own = f"{self.id_prefix}-{name}"
        text = named_field("textarea", name, value, readonly=True, rows=1, cls="tk-field tk-code", id=own)
        return el("div", el("label", self._say(key), for_=own, cls="tk-label"), text)


def _switches(variant: BaseVariant) -> str:
    """Return the switches in a variant's notation, without the preset."""
    return str(variant).partition(" ")[2]
