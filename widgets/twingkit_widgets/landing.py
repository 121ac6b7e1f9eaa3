"""The start page and the page about the kit: what this is, and the ways in."""

from __future__ import annotations

from pathlib import Path

from twingkit.twing.cards import SUN
from twingkit_widgets.drawing import card_svg, die_svg
from twingkit_widgets.frame import page_link
from twingkit_widgets.markup import Markup, el
from twingkit_widgets.panel import CSS, Panel
from twingkit_widgets.wording import Words

HERE = Path(__file__).parent
WORDS = Words(HERE / "page_words.toml")


class LandingPanel(Panel):
    """The start page; with `section="about"` what the kit is, what it assumes and where it comes from."""

    _css = CSS + (HERE / "landing.css").read_text(encoding="utf-8")

    def __init__(self, lang: str = "en", *, section: str = "start") -> None:
        self.section = section
        super().__init__(lang=lang)

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(self.lang, key, **facts)

    def view(self) -> Markup:
        """The page."""
        inside = self._about() if self.section == "about" else self._start()
        return el("div", inside, cls="tk-landing")

    def _start(self) -> Markup:
        first = page_link("first-battle", self.lang)
        hero = el(
            "section",
            el(
                "div",
                el("h1", self._say("landing.title")),
                el("p", self._say("landing.intro"), cls="tk-landing-lead"),
                el("a", self._say("landing.begin"), href=first, cls="tk-button tk-main"),
                el("p", self._say("landing.time"), cls="tk-small tk-soft"),
                cls="tk-landing-words",
            ),
            self._picture(),
            cls="tk-landing-hero",
        )
        ways = [
            ("learn", first),
            ("play", page_link("play", self.lang)),
            ("lab", page_link("battle-lab", self.lang)),
            ("rules", page_link("rulebook", self.lang)),
            ("readings", page_link("readings", self.lang)),
        ]
        cards = [
            el(
                "li",
                el("a", el("h2", self._say(f"landing.{way}.title")), href=link),
                el("p", self._say(f"landing.{way}.text")),
            )
            for way, link in ways
        ]
        small = el(
            "p",
            self._say("landing.unofficial"),
            " ",
            el("a", self._say("landing.about"), href=page_link("about", self.lang)),
            cls="tk-small tk-soft tk-landing-foot",
        )
        return el("div", hero, el("ul", cards, cls="tk-list tk-landing-ways"), small, cls="tk-stack")

    def _picture(self) -> Markup:
        pictures = [
            card_svg("spell", "", "F", 5),
            card_svg("creature", "", "W", 3),
            card_svg("cat", ""),
            die_svg(SUN, "L", ""),
        ]
        fan = [el("span", picture) for picture in pictures]
        return el("div", fan, cls="tk-landing-fan", aria_hidden="true")

    def _about(self) -> Markup:
        parts = [
            el(
                "section",
                el("h2", self._say(f"about.{part}.title")),
                el("p", self._say(f"about.{part}.text")),
                cls="tk-about-part",
            )
            for part in ("fan", "box", "sources", "numbers", "licence", "privacy")
        ]
        head = el("h1", self._say("about.title"))
        return el("article", head, parts, cls="tk-about")
