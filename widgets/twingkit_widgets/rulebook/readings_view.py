"""One disagreement about the rules in full: what the sources say, the position, the stories side by side."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from twingkit.variants.readings import Comparison, Line, Reading, Readings
from twingkit_widgets.panel.controls import named
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import Words
from twingkit_widgets.rulebook.rulings import rule_html


@attrs.frozen(kw_only=True)
class ReadingsDesign:
    """The part of a game in the panel of its readings.

    `readings` are its readings, `words` its sentences (with those of the panel behind them).
    `position(reading, lang)` draws where a scene begins, `code(switch)` is how it is played with a switch in
    Python, `link(switch, lang)` the address of a page that does.
    """

    readings: Readings
    words: Words
    position: Callable[[Reading, str], Child]
    code: Callable[[str], str]
    link: Callable[[str, str], str]


@attrs.frozen
class ReadingView:
    """A reading as the panel shows it.

    `opened` is the id of the open rule and `opened_at` its place (`ours:2`: below the third line of our
    story; `rules:TW-BAT-16`: below the rules); `prefix` begins the ids of its elements, and `site` allows
    links to pages.
    """

    design: ReadingsDesign
    reading: Reading
    lang: str
    opened: str = ""
    opened_at: str = ""
    prefix: str = "tk"
    site: bool = False

    def html(self) -> list[Child]:
        """All of it, from the books to the switch."""
        comparison = self.reading.compare()
        return [self._books(), *self._scene(comparison), self._origin(), self._use()]

    def _say(self, key: str, **facts: object) -> str:
        return self.design.words.say(self.lang, key, **facts)

    # -- the books

    def _books(self) -> Markup:
        rule = self.design.readings.rulebook()[self.reading.rule]
        note = rule.note(self.lang)
        why = self._say("why" if self.reading.variant else "no_second")
        return el(
            "section",
            el("h3", self._say("said"), cls="tk-hidden"),
            el("p", rule.text(self.lang), cls="tk-rd-text"),
            el("div", el("h3", why), el("p", note), cls="tk-note tk-rd-why") if note else None,
            cls="tk-stack tk-tight",
            data_key="books",
        )

    def _origin(self) -> Markup:
        """Return where the books say it, and the rules that it is about."""
        rule = self.design.readings.rulebook()[self.reading.rule]
        about = [el("li", self._about(other)) for other in rule.see]
        heading = [
            el("p", el("b", self._say("rules")), cls="tk-small tk-soft", id=f"{self.prefix}-rules"),
            el("ul", about, cls="tk-list tk-rd-about", aria_labelledby=f"{self.prefix}-rules"),
        ]
        sources = el(
            "p", el("b", self._say("sources")), " ", " · ".join(rule.sources), cls="tk-small tk-soft"
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
        """A rule that the question is about, as a button that opens it."""
        key = f"rules:{rule}"
        title = [el("span", rule, cls="tk-rule"), " ", self.design.readings.rulebook()[rule].title(self.lang)]
        is_open = str(self.opened_at == key).lower()
        return button(title, "told", f"{key}|{rule}", cls="tk-link", key=key, aria_expanded=is_open)

    def _rule(self, key: str) -> Markup | None:
        """The open rule, if this is its place."""
        book = self.design.readings.rulebook()
        if self.opened_at != key or self.opened not in book:
            return None
        rule = rule_html(book[self.opened], book, self.lang)
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
            columns = [self._column("ours", comparison, 0), self._column("other", comparison, 1)]
            title = el("h3", self._say("apart"), cls="tk-hidden")
            parts.append(el("section", title, el("div", columns, cls="tk-rd-columns")))
        else:
            alone = self._lines("ours", ours.lines, comparison.marked[0], comparison.point[0])
            parts.append(el("section", el("h3", self._say("played")), alone, cls="tk-rd-column tk-rd-ours"))
        return parts

    def _position(self) -> Markup:
        scene = self.design.position(self.reading, self.lang)
        return el(
            "section", el("h3", self._say("scene")), scene, cls="tk-stack tk-tight", data_key="position"
        )

    # -- the stories

    def _column(self, column: str, comparison: Comparison, side: int) -> Markup:
        story = comparison.stories[side]
        head = el("h3", self._say(column), " ", self._sign(column))
        change = self.reading.change
        assert change is not None
        choice = change.switch.choice(change.other if side else change.one)
        marked = tuple(index - comparison.shared for index in comparison.marked[side])
        lines = story.lines[comparison.shared :]
        note = None if marked else el("p", self._say("goes_on"), cls="tk-small tk-soft")
        return el(
            "section",
            el("header", head, el("p", choice.text(self.lang), cls="tk-small")),
            note,
            self._lines(column, lines, marked, comparison.point[side] - comparison.shared),
            cls=f"tk-rd-column tk-rd-{column}",
            data_key=f"column:{column}",
        )

    def _sign(self, column: str) -> Markup:
        key = "default" if column == "ours" else "variant"
        return el("span", self._say(key), cls="tk-chip")

    def _lines(
        self, column: str, lines: tuple[Line, ...], marked: tuple[int, ...] = (), point: int = -1
    ) -> Markup:
        """The lines as a list; the marked ones are what differs, the one at `point` carries a sign."""
        items = [
            self._line(f"{column}:{index}", line, index in marked, index == point)
            for index, line in enumerate(lines)
        ]
        return el("ol", items, cls="tk-list tk-rd-lines")

    def _line(self, key: str, line: Line, marked: bool, point: bool) -> Markup:
        style = "tk-rd-line"
        style += " tk-rd-marked" if marked else ""
        style += " tk-rd-point" if point else ""
        style += " tk-rd-refused" if line.refused else ""
        sign = "differs" if self.reading.variant else "decides"
        is_open = self.opened_at == key
        text = button(
            [el("span", line.text(self.lang)), el("span", line.rule, cls="tk-rule")],
            "told",
            f"{key}|{line.rule}",
            cls="tk-ruling",
            key=f"line:{key}",
            aria_expanded=str(is_open).lower(),
        )
        chip = el("span", self._say(sign), cls="tk-chip tk-chip-main tk-rd-sign") if point else None
        return el("li", chip, text, self._rule(key), cls=style)

    # -- the switch

    def _use(self) -> Markup | None:
        """Return how to play the other reading; where there is none, the books tell it."""
        variant = self.reading.variant
        if variant is None:
            return None
        switch = str(variant).partition(" ")[2]
        fields = [
            self._field("use_record", f"variant {variant}"),
            self._field("use_code", self.design.code(switch)),
        ]
        link = self.design.link(switch, self.lang)
        go = el("a", self._say("use_link"), href=link, cls="tk-button", data_key="use:link")
        return el(
            "section",
            el("h3", self._say("use")),
            el("p", go) if self.site else None,
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

    def _field(self, key: str, value: str) -> Markup:
        """A line to select and copy."""
        own = f"{self.prefix}-{key}"
        text = named("textarea", key, value, readonly=True, rows=1, cls="tk-field tk-code", id=own)
        return el("div", el("label", self._say(key), for_=own, cls="tk-label"), text)
