"""A rule at work: the table just before and just after it acted, what was played, and what the rule said."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import attrs

from twingkit import Game, Refusal, twing
from twingkit.links import pack, to_link
from twingkit.twing.examples import Example, example
from twingkit.twing.notation.holding import Holding
from twingkit_widgets.panel.controls import named
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.panel.wording import Words
from twingkit_widgets.rulebook.rulings import rule_button
from twingkit_widgets.site.addresses import page_link
from twingkit_widgets.twing.pictures.answer_sentence import deed
from twingkit_widgets.twing.pictures.scene import scene_of
from twingkit_widgets.twing.pictures.small_table import small_table
from twingkit_widgets.twing.pictures.table import table_html
from twingkit_widgets.twing.play.pairings import Pairing, pairings_of

WORDS = Words(Path(__file__).with_name("rulebook_words.toml"))

BEFORE, AFTER = "before", "after"
STEPS = (BEFORE, AFTER)
"""The two tables of an example."""

SETTING_UP = "setup"
"""The phase of a table on which nothing has happened yet."""


@attrs.frozen
class ExampleView:
    """The example of a rule as the panel shows it; `step` is one of `STEPS`.

    `prefix` begins the ids of its elements, `site` allows links to pages.
    """

    rule: str
    lang: str
    step: str = AFTER
    prefix: str = "tk"
    site: bool = False

    def html(self) -> Markup:
        """Return what happens in words, the table, and the way to try it."""
        own = f"{self.prefix}-example"
        return el(
            "section",
            el("h3", self._say("title"), id=own),
            el("p", self._example.title(self.lang)),
            self._explanation(),
            el("div", self._steps(), self._caption(), cls="tk-row tk-book-steps"),
            table_of(self.rule, self._phase, self.lang),
            self._try(),
            cls="tk-book-example tk-stack",
            data_key=f"example:{self.rule}",
            aria_labelledby=own,
        )

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(self.lang, f"example.{key}", **facts)

    @property
    def _example(self) -> Example:
        return example(self.rule)

    @property
    def _moves(self) -> bool:
        """True if the table is another one afterwards."""
        return bool(self._example.answer) and not self._example.refused

    @property
    def _phase(self) -> str:
        return self.step if self._moves else BEFORE

    # -- in words

    def _explanation(self) -> Markup:
        """Return what is played or tried, and what the rule says to it."""
        example_shown, ruling = self._example, self._example.said
        refused = isinstance(ruling, Refusal)
        deed = deed_of(self.rule, self.lang)
        label = "tried" if refused else "done"
        played = [el("dt", self._say(label)), el("dd", deed)] if deed else None
        sentence = [el("b", self._say("refused")), " "] if refused else None
        source = rule_button(
            ruling.rule, self.lang, "" if ruling.rule == self.rule else "open", key="example:rule"
        )
        statement = [el("dt", self._say("says")), el("dd", sentence, ruling.text(self.lang), " ", source)]
        style = "tk-book-told tk-book-refused" if example_shown.refused else "tk-book-told"
        return el("dl", played, statement, cls=style, data_key="told")

    # -- the table

    def _steps(self) -> Markup | None:
        if not self._moves:
            return None
        buttons = [
            button(
                self._say(step),
                "step",
                step,
                aria_pressed="true" if step == self._phase else "false",
            )
            for step in STEPS
        ]
        label = self._say("when")
        return el("div", buttons, cls="tk-row", role="group", aria_label=label, data_controls=True)

    def _caption(self) -> Markup:
        example_shown = self._example
        if self._moves:
            key = f"shows_{self._phase}"
        elif example_shown.answer:
            key = "unchanged"
        else:
            key = "odds" if example_shown.odds else "allowed"
        return el("p", self._say(key), cls="tk-small tk-soft tk-book-caption")

    # -- to try it

    def _try(self) -> Markup:
        battle = " vs " in self._example.open
        text = open_text(self.rule)
        if not self.site:
            return self._field("copy_battle" if battle else "copy_game", text)
        if battle:
            link = page_link("battle-lab", self.lang, battle=to_link(text))
        else:
            link = page_link("play", self.lang, game=pack(text))
        label = self._say("try_battle" if battle else "try_game")
        return el("p", el("a", label, " ›", href=link, cls="tk-button", data_key="try"))

    def _field(self, key: str, text: str) -> Markup:
        """The text to select and copy."""
        own = f"{self.prefix}-{key}"
        rows = len(text.splitlines())
        field = named("textarea", key, text, readonly=True, rows=rows, cls="tk-field tk-code", id=own)
        return el(
            "details",
            el("summary", self._say("try_written"), data_key="try:written"),
            el("div", el("label", self._say(key), for_=own, cls="tk-label"), field, cls="tk-stack tk-tight"),
            cls="tk-book-copy",
            data_key="try",
        )


def open_text(rule: str) -> str:
    """Return the table to try of a rule's example: a battle line, or the whole text of a record."""
    table = example(rule).open
    return table.strip() if " vs " in table else Game.begin(table).record


@lru_cache(maxsize=64)
def deed_of(rule: str, lang: str) -> str:
    """Return what is played or tried in a rule's example, in words; "" where nothing is."""
    example_shown = example(rule)
    return deed(example_shown.game(), example_shown.answer, lang) if example_shown.answer else ""


@lru_cache(maxsize=64)  # the panel renders again at every letter that is typed into its search
def table_of(rule: str, step: str, lang: str) -> Markup:
    """Return the table of a rule's example at a step: the battle, if there is one, and who has what."""
    example_shown = example(rule)
    before = example_shown.game()
    game = before if step == BEFORE else example_shown.shown()
    if not isinstance(game.start, twing.GameStart):
        return el("div", table_html(scene_of(game), lang), data_key=f"table:{step}")
    return el(
        "div", _battle(game, before, lang), _seats(game, lang), cls="tk-stack", data_key=f"table:{step}"
    )


def _seats(game: Game, lang: str) -> Markup:
    players = game.table.players
    if game.table.phase == SETTING_UP and all(Holding.of(player) == Holding() for player in players):
        return el("p", WORDS.say(lang, "example.empty"), cls="tk-soft")
    return small_table(game.table, lang, coloured=game.table.variant.distinct_colours)


def _battle(game: Game, before: Game, lang: str) -> Child:
    """The battle that is fought, or that the last answer ended."""
    fight, running = game.table.fight, before.table.fight
    fought = running is not None and not running.over
    if fight is None or (fight.over and not fought):
        return None
    view = game.view(game.table.current)
    pairings = [
        pairing for pairing in pairings_of(fight, view) if any(side.laid for side in pairing.scene.sides)
    ]
    names = len(pairings) > 1
    return [_pairing(pairing, game, lang, names) for pairing in pairings] or None


def _pairing(pairing: Pairing, game: Game, lang: str, several: bool) -> Markup:
    """One attacker against one defender, and who supports them; where there are several, who they are."""
    names = [game.table.players[seat].name for seat in pairing.seats]
    versus = WORDS.say(lang, "example.pairing", one=_name(names[0], lang), other=_accusative(names[1], lang))
    title = el("h4", versus, cls="tk-label")
    helped = [
        _supported(name, [game.table.players[seat].name for seat in seats], lang)
        for name, seats in zip(names, pairing.supporters, strict=True)
        if seats
    ]
    return join(title if several else None, table_html(pairing.scene, lang), helped)


def _supported(side: str, others: list[str], lang: str) -> Markup:
    key = "example.supported" if len(others) == 1 else "example.supported_by_all"
    names = twing.rulebook().words.label(others, lang)
    text = WORDS.say(lang, key, side=_accusative(side, lang), others=names[:1].upper() + names[1:])
    return el("p", text, cls="tk-small")


def _name(name: str, lang: str) -> str:
    """A player's name as a title has it."""
    text = twing.rulebook().words.name(name, lang)
    return text[:1].upper() + text[1:]


def _accusative(name: str, lang: str) -> str:
    return twing.rulebook().words.name(name, lang, "acc")
