"""The start page and the page about the kit: games to choose from, the ways in, what the browser keeps."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import traitlets

from twingkit.twing.cards import SUN
from twingkit_widgets.drawing import card_svg, die_svg
from twingkit_widgets.fleet_drawing import d10_svg, unit_svg
from twingkit_widgets.frame import page_link
from twingkit_widgets.games import GAMES, IMPERIUM, TWING, Game
from twingkit_widgets.lesson_reader import course
from twingkit_widgets.markup import Child, Markup, button, el
from twingkit_widgets.page_words import WORDS
from twingkit_widgets.panel import CSS, Panel

HERE = Path(__file__).parent

WAYS = {
    TWING.id: {
        "play": "play",
        "lab": "battle-lab",
        "rules": "rulebook",
        "practice": "practice",
        "learn": "learn",
        "readings": "readings",
    },
    IMPERIUM.id: {page: page for page in IMPERIUM.pages},
}
"""What the start page offers for each game besides the big button, and the pages that have it."""

KEPT = ("language", "course", "practice", "games")
"""What the browser keeps."""


class LandingPanel(Panel):
    """The start page; with `section="about"` what the kit is, what it assumes and where it comes from.

    `course` is what the visitor has done of the course, as `course.Progress` writes it: then the start page
    says how much that is, and goes on there.
    """

    _css = CSS + (HERE / "landing.css").read_text(encoding="utf-8")
    MEMORIES: ClassVar[Mapping[str, str]] = {"course": "course"}

    course = traitlets.Unicode(help="what was done of the course")

    def __init__(self, lang: str = "en", *, section: str = "start") -> None:
        self.section = section
        self.done: set[str] | None = None
        """The lessons that are done; None for who has not begun."""
        self.asking = self.forgotten = False
        super().__init__(lang=lang)

    def recall(self, name: str, text: str) -> None:
        """Take up what was done of the course. Raises `ValueError` if the text says nothing of it."""
        from twingkit_widgets.course import (
            Progress,
        )  # brings the lessons' engine with it: not for a first visit

        progress = Progress.read(text)
        self.done = progress.done & set(course()) if progress.scores else None
        self.course = text
        self.refresh()

    def act_forget(self, value: object) -> None:
        """Ask whether everything is to be erased."""
        self.asking, self.forgotten = True, False

    def act_keep(self, value: object) -> None:
        """Erase nothing."""
        self.asking = False

    def act_forgotten(self, value: object) -> None:
        """The page's client has erased everything."""
        self.asking, self.forgotten = False, True
        self.status = self._say("about.forgotten")

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(self.lang, key, **facts)

    def view(self) -> Markup:
        """The page."""
        inside = self._about() if self.section == "about" else self._start()
        return el("div", inside, cls="tk-landing")

    # -- the start page

    def _start(self) -> Markup:
        head = el(
            "header",
            el("h1", self._say("landing.title")),
            el("p", self._say("landing.lead"), cls="tk-landing-lead"),
            cls="tk-landing-head",
        )
        small = el(
            "p",
            self._say("landing.unofficial"),
            " ",
            el("a", self._say("landing.about"), href=page_link("about", self.lang)),
            cls="tk-small tk-soft tk-landing-foot",
        )
        games = el("div", [self._game(game) for game in GAMES], cls="tk-landing-games")
        return el("div", head, games, [self._ways(game) for game in GAMES], small, cls="tk-stack")

    def _game(self, game: Game) -> Markup:
        """A game to choose: what it is about, and the one thing to begin with."""
        made = {TWING.id: (self._cards, self._next), IMPERIUM.id: (self._fleet, self._build)}
        picture, begin = made[game.id]
        own = f"tk-landing-{game.id}"
        words = el(
            "div",
            el("h2", game.name(self.lang), id=own),
            el("p", self._say(f"landing.{game.id}.kind"), cls="tk-small tk-soft"),
            cls="tk-landing-name",
        )
        said = [
            el("p", self._say(f"landing.{game.id}.lead"), cls="tk-landing-line"),
            el("p", self._say(f"landing.{game.id}.text")),
        ]
        inside = [words, picture(), el("div", said, cls="tk-landing-said"), *begin()]
        return el("section", inside, cls="tk-landing-game", aria_labelledby=own)

    def _ways(self, game: Game) -> Markup:
        """All that the site has for a game."""
        cards = [
            el(
                "li",
                el("a", el("h3", self._say(f"landing.{way}.title")), href=page_link(page, self.lang)),
                el("p", self._say(f"landing.{way}.text", all=len(course()))),
            )
            for way, page in WAYS[game.id].items()
        ]
        head = el("h2", self._say("landing.all", game=game.name(self.lang)))
        return el("section", head, el("ul", cards, cls="tk-list tk-landing-ways"), cls="tk-landing-all")

    def _next(self) -> list[Markup]:
        """The one thing to do next: the first lesson that is not done; and below it how far one has come."""
        titles = {name: entry["title"][self.lang] for name, entry in course().items()}
        lesson = next((name for name in titles if name not in (self.done or ())), None)
        if lesson is None:
            label, link = self._say("landing.all_done"), page_link("play", self.lang)
        else:
            begun = self.done is not None
            label = self._say("landing.go_on", title=titles[lesson]) if begun else self._say("landing.begin")
            link = page_link("learn", self.lang, lesson=lesson)
        go = el("a", label, href=link, cls="tk-button tk-main")
        return [go, el("p", self._far(len(titles)), cls="tk-small tk-soft tk-landing-far")]

    def _far(self, every: int) -> Child:
        if self.done is None:
            return self._say("landing.time")
        key = "landing.done_all" if len(self.done) == every else "landing.done"
        share = f"width:{100 * len(self.done) / every:.0f}%"
        bar = el("span", el("span", style=share), cls="tk-landing-bar", aria_hidden="true")
        return [bar, self._say(key, done=len(self.done), all=every)]

    def _build(self) -> list[Markup]:
        """The way into the second game."""
        page = IMPERIUM.start
        go = el(
            "a",
            self._say(f"landing.{page}.go"),
            href=page_link(page, self.lang),
            cls="tk-button tk-landing-go",
        )
        return [go, el("p", self._say(f"landing.{page}.hint"), cls="tk-small tk-soft tk-landing-far")]

    def _fleet(self) -> Markup:
        ships = ["dreadnought", "cruiser", "fighter", "fighter"]
        fleet = [el("span", unit_svg(each), cls=f"tk-landing-{each}") for each in ships]
        die = el("span", d10_svg(9), cls="tk-landing-d10")
        return el("div", fleet, die, cls="tk-landing-fleet", aria_hidden="true")

    def _cards(self) -> Markup:
        pictures = [
            card_svg("spell", "", "F", 5),
            card_svg("creature", "", "W", 3),
            card_svg("cat", ""),
            die_svg(SUN, "L", ""),
        ]
        fan = [el("span", picture) for picture in pictures]
        return el("div", fan, cls="tk-landing-fan", aria_hidden="true")

    # -- about

    def _about(self) -> Markup:
        parts = [
            el(
                "section",
                el("h2", self._say(f"about.{part}.title")),
                el(
                    "div",
                    el("p", self._say(f"about.{part}.text")),
                    self._kept() if part == "privacy" else None,
                    cls="tk-about-text",
                ),
                cls="tk-about-part",
            )
            for part in ("fan", "box", "battles", "sources", "numbers", "licence", "privacy")
        ]
        head = el("h1", self._say("about.title"))
        return el("article", head, parts, cls="tk-about")

    def _kept(self) -> list[Child]:
        """What the browser keeps, and how to erase it."""
        items = [el("li", self._say(f"about.kept.{each}")) for each in KEPT]
        return [el("ul", items), self._sure() if self.asking else self._forget()]

    def _forget(self) -> Markup:
        told = el("p", self._say("about.forgotten"), cls="tk-note") if self.forgotten else None
        erase = button(self._say("about.forget"), "forget", data_focus=True)
        return el("div", told, erase, cls="tk-about-text", data_controls=True, data_key="forget")

    def _sure(self) -> Markup:
        yes = button(self._say("about.forget_yes"), "forgotten", data_forget=True)
        no = button(self._say("about.forget_no"), "keep", cls="tk-button tk-main", shortcut="Escape")
        return el(
            "div",
            el("p", self._say("about.sure"), tabindex="-1", data_focus=True, cls="tk-note"),
            el("div", yes, no, cls="tk-row"),
            cls="tk-about-text",
            data_controls=True,
            data_key="sure",
        )
