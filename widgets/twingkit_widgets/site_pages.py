"""The pages of the site: each function is the one line of a notebook in `notebooks/site`.

A page is a `FramePanel` and the panels below it. What the address asks for (`?lang=`, `?lesson=`, `?battle=`,
`?game=` …) is read from the environment variable `QUERY_STRING`, as Voila gives it. Bad values never break a
page: they are explained at its top, or by the panel they are meant for, and the page shows what it shows
without them. Panels are imported where their page needs them, so that a lesson loads nothing of the lab.
"""

from __future__ import annotations

import os
from typing import Any
from urllib.parse import unquote

from IPython.display import display

from twingkit.links import LinkError, from_link, query_value
from twingkit_widgets.frame import FramePanel
from twingkit_widgets.games import IMPERIUM, TWING, Game
from twingkit_widgets.markup import Markup, el, join
from twingkit_widgets.page_words import WORDS
from twingkit_widgets.panel import Panel, explain
from twingkit_widgets.wording import LANGUAGES


class Fault(Exception):
    """A value in the address that cannot be used: `name` of the parameter, and the sentence's facts."""

    def __init__(self, name: str, **facts: object) -> None:
        super().__init__(name, facts)
        self.name, self.facts = name, facts

    def text(self, lang: str = "en") -> str:
        """What is wrong with it."""
        return WORDS.say(lang, f"site.fault.{self.name}", **self.facts)


class FaultPanel(Panel):
    """What is wrong with the address of a page, one sentence for each fault."""

    def __init__(self, faults: list[Exception], lang: str = "en", *, example: bool = False) -> None:
        self.faults, self.example = faults, example
        super().__init__(lang=lang)

    def act_close(self, value: object) -> None:
        """The faults have been read."""
        self.faults = []

    def view(self) -> Markup:
        """An alert, or nothing once it was closed."""
        if not self.faults:
            return Markup("")
        told = [join(text) for fault in self.faults for text in explain(fault, self.lang)]
        texts = [el("p", Markup(text[:1].upper() + text[1:])) for text in told]
        if self.example:
            texts.append(el("p", WORDS.say(self.lang, "site.fault.example")))
        close = el(
            "button",
            "×",
            type="button",
            cls="tk-icon-button",
            data_act="close",
            aria_label=WORDS.say(self.lang, "site.fault.close"),
        )
        head = el("h2", WORDS.say(self.lang, "site.fault.title"), cls="tk-label")
        return el("div", el("div", join(head, texts)), close, cls="tk-alert", role="alert")


class Query:
    """What the address asks for. `faults` collects what cannot be used."""

    def __init__(self, text: str | None = None) -> None:
        self.text = os.environ.get("QUERY_STRING", "") if text is None else text
        self.faults: list[Exception] = []

    @property
    def lang(self) -> str:
        """The language: of the address, of the server's visitor (TWINGKIT_LANG), or English."""
        asked = self.value("lang")
        if asked is None:
            asked = os.environ.get("TWINGKIT_LANG", LANGUAGES[0])
        elif asked not in LANGUAGES:
            self.faults.append(Fault("lang", value=asked[:60]))
        return asked if asked in LANGUAGES else LANGUAGES[0]

    def value(self, name: str) -> str | None:
        """A plain parameter, decoded; None if it is not there."""
        found = query_value(self.text, name)
        return None if found is None else unquote(found)

    def line(self, name: str) -> str | None:
        """The line of a battle or situation in `?battle=`, say; None if there is none or it is damaged."""
        found = query_value(self.text, name)
        if found is None:
            return None
        try:
            return from_link(found)
        except LinkError:
            self.faults.append(Fault("damaged"))
            return None


class Page:
    """A page: its frame and its panels, shown one below the other; `page[0]` is the first panel."""

    def __init__(self, frame: FramePanel, *panels: Panel, faults: Panel | None = None) -> None:
        self.frame, self.panels, self.faults = frame, panels, faults
        frame.hold(*panels, *([faults] if faults else []))

    def __getitem__(self, place: int) -> Panel:
        return self.panels[place]

    def _ipython_display_(self) -> None:
        for panel in (self.frame, self.faults, *self.panels):
            if panel is not None:
                display(panel)  # type: ignore[no-untyped-call]

    def __repr__(self) -> str:
        return f"Page({self.frame.page!r})"


def _faults(query: Query, lang: str, example: bool = False) -> Panel | None:
    return FaultPanel(query.faults, lang, example=example) if query.faults else None


def index(query: str | None = None) -> Page:
    """The start page; with `?show=about` the page about the kit."""
    from twingkit_widgets.landing import LandingPanel

    asked = Query(query)
    lang, about = asked.lang, asked.value("show") == "about"
    panel = LandingPanel(lang, section="about" if about else "start")
    return Page(FramePanel("about" if about else "index", lang), panel, faults=_faults(asked, lang))


def learn(query: str | None = None) -> Page:
    """The course; `?lesson=shield` opens that lesson."""
    from twingkit_widgets.course_panel import CoursePanel

    asked = Query(query)
    lang, lesson = asked.lang, asked.value("lesson")
    panel = CoursePanel(lang, lesson=lesson, site=True)
    return Page(FramePanel("learn", lang, named=lesson is not None), panel, faults=_faults(asked, lang))


def practice(query: str | None = None) -> Page:
    """Questions to practise; `?topic=shield` chooses the topic, `?item=shield:winner:17` one question."""
    from twingkit_widgets.practice_panel import PracticePanel

    asked = Query(query)
    lang, topic, item = asked.lang, asked.value("topic"), asked.value("item")
    panel = PracticePanel(lang, topic=topic, item=item, site=True)
    frame = FramePanel("practice", lang, named=topic is not None or item is not None)
    return Page(frame, panel, faults=_faults(asked, lang))


def play(query: str | None = None) -> Page:
    """A game against the computer; `?players=3`, `?variant=short`, `?opponents=greedy`, `?seed=7` say
    which. `?game=` is a packed record or position to begin with, `&seat=p2` the person's seat in it."""
    from twingkit.messages import Fault as CoreFault
    from twingkit_widgets.play_panel import PlayPanel
    from twingkit_widgets.play_settings import LINKED, asked_game
    from twingkit_widgets.play_words import PlayFault

    asked = Query(query)
    lang = asked.lang
    wanted = {name: value for name in LINKED if (value := asked.value(name)) is not None}
    game, faults = asked_game(wanted)
    asked.faults += faults
    try:
        panel = PlayPanel(**game, lang=lang)
    except (CoreFault, PlayFault) as fault:  # a record that is none, or a seat that it lacks
        asked.faults.append(fault)
        panel = PlayPanel(lang=lang)
    return Page(FramePanel("play", lang, named=bool(wanted)), panel, faults=_faults(asked, lang))


def battle_lab(query: str | None = None) -> Page:
    """The battle lab; `?battle=` is the battle to begin with, `?situation=` what both sides hold if that is
    more, `?view=advice` the question that is open (of a situation alone: that), `&chart=worth` the picture of
    `?view=charts`. The lab explains what is wrong with a line. Duels, end-game attacks and battles with
    supporters come in `?battle=` too; the page then shows their odds."""
    from twingkit_widgets.battle_lab import BattleLab
    from twingkit_widgets.lab_charts import DRAWN_FIRST
    from twingkit_widgets.lab_tabs import TABS
    from twingkit_widgets.line_field import EXAMPLE
    from twingkit_widgets.line_panel import LinePanel, goes_beyond

    asked = Query(query)
    lang, line, situation = asked.lang, asked.line("battle"), asked.line("situation")
    named = line is not None or situation is not None
    view = asked.value("view") or ("advice" if named and line is None else TABS[0])
    shown = next((each for each in (situation, line) if each is not None), EXAMPLE)
    chart = asked.value("chart") or DRAWN_FIRST
    panel: Panel
    if goes_beyond(shown):
        panel = LinePanel(shown, lang)
    else:
        panel = BattleLab(shown, lang, view=view, chart=chart, site=True)
    frame = FramePanel("battle-lab", lang, named=named or view != TABS[0])
    return Page(frame, panel, faults=_faults(asked, lang, example=not named))


def reference(query: str | None = None) -> Page:
    """The reference for analysts; `?name=twing.odds_many` opens that name, `?search=heat` searches."""
    from twingkit_widgets.reference_panel import ReferencePanel

    asked = Query(query)
    lang, name, search = asked.lang, asked.value("name"), asked.value("search")
    panel = ReferencePanel(lang, name=name, search=search or "", site=True)
    named = name is not None or search is not None
    return Page(FramePanel("reference", lang, named=named), panel, faults=_faults(asked, lang))


def _rules(query: str | None, game: Game) -> Page:
    """The rulebook of a game."""
    from twingkit_widgets.rulebook_panel import RulebookPanel

    asked = Query(query)
    lang = asked.lang
    wanted = {name: asked.value(name) for name in ("rule", "term", "show", "search")}
    given: dict[str, Any] = {name: value for name, value in wanted.items() if value is not None}
    panel = RulebookPanel(lang, game=game.id, **given, site=True)
    return Page(FramePanel(game.rules, lang, named=bool(given)), panel, faults=_faults(asked, lang))


def rulebook(query: str | None = None) -> Page:
    """The rulebook; `?rule=TW-BAT-16` opens that rule, `?search=katze` searches; `?show=glossary` with
    `&term=entourage`, `?show=gallery` and `?show=summary` are its other parts."""
    return _rules(query, TWING)


def readings(query: str | None = None) -> Page:
    """Where the rulebooks disagree; `?rule=TW-VAR-9` opens that question."""
    from twingkit_widgets.readings_panel import ReadingsPanel

    asked = Query(query)
    lang, rule = asked.lang, asked.value("rule")
    panel = ReadingsPanel(lang, rule=rule, site=True)
    return Page(FramePanel("readings", lang, named=rule is not None), panel, faults=_faults(asked, lang))


def imperium_learn(query: str | None = None) -> Page:
    """The lessons on the battles of Twilight Imperium; `?lesson=landing` opens that lesson."""
    from twingkit_widgets.imperium_lessons import ImperiumLessons

    asked = Query(query)
    lang, lesson = asked.lang, asked.value("lesson")
    panel = ImperiumLessons(lang, lesson)
    return Page(
        FramePanel("imperium-learn", lang, named=lesson is not None), panel, faults=_faults(asked, lang)
    )


def imperium_battle(query: str | None = None) -> Page:
    """The fleet lab; `?battle=` is the battle to begin with, `?view=steps` the question that is open, and
    `&retreat=1:30`, say, what is asked there. The lab explains what is wrong with a line."""
    from twingkit_widgets.fleet_lab import FleetLab
    from twingkit_widgets.fleet_tabs import LINKED

    asked = Query(query)
    lang, line, view = asked.lang, asked.line("battle"), asked.value("view")
    wanted = {"line": line, "view": view, **{name: asked.value(name) for name in LINKED}}
    given: dict[str, Any] = {name: value for name, value in wanted.items() if value is not None}
    panel = FleetLab(lang=lang, **given, site=True)
    frame = FramePanel("imperium-battle", lang, named=bool(given))
    return Page(frame, panel, faults=_faults(asked, lang, example=line is None))


def imperium_rules(query: str | None = None) -> Page:
    """The rulebook of Twilight Imperium's battles; `?rule=IM-SPACE-4` opens that rule, `?search=rückzug`
    searches."""
    return _rules(query, IMPERIUM)
