"""What happened at the table, turn by turn: every sentence opens the rule behind it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import attrs

from twingkit import Ruling, twing
from twingkit_widgets.markup import Child, Markup, button, el, join
from twingkit_widgets.play_words import WORDS, numbered
from twingkit_widgets.rulings import rule_html

WEIGHTY = {
    ("TW-BAT-1", "declared"),
    ("TW-BAT-8", "called"),
    ("TW-BAT-16", "sun"),
    ("TW-BAT-16", "cross"),
    ("TW-BAT-16", "tie"),
    ("TW-BAT-17", "win"),
    ("TW-BAT-17", "tie"),
    ("TW-BAT-18", "won"),
    ("TW-OBJ-1", "bought"),
    ("TW-OBJ-3", "gained"),
    ("TW-OBJ-4", "captured"),
    ("TW-DUEL-1", "stake"),
    ("TW-DUEL-3", "won"),
    ("TW-DUEL-3", "lost"),
    ("TW-DUEL-3", "undecided"),
    ("TW-DUEL-3", "taken"),
    ("TW-END-1", "entered"),
    ("TW-END-1", "again"),
    ("TW-END-2", "out"),
    ("TW-END-5", "taken"),
    ("TW-END-7", "won"),
    ("TW-LEAVE-1", "retires"),
    ("TW-PLAY-2", "won"),
    ("TW-PLAY-2", "draw"),
}
"""The rulings that a short account of the game is made of."""

SHOWN_TURNS = 8
"""How many earlier turns are listed before someone asks for all."""


@attrs.frozen
class Told:
    """One sentence of the story: its number (from 0), and the ruling."""

    place: int
    ruling: Ruling

    @property
    def weighty(self) -> bool:
        """Whether a short account would mention it."""
        return (self.ruling.rule, self.ruling.case) in WEIGHTY


@attrs.frozen
class Turn:
    """The sentences of one turn; number 0 is what came before the first. `head` is the ruling that began the
    turn, `last` the number of its last ruling."""

    number: int
    head: Ruling | None
    told: tuple[Told, ...]
    last: int

    @property
    def setup(self) -> bool:
        """Whether this is the setting up; a game can also begin in the middle of a turn."""
        return bool(self.told) and self.told[0].ruling.rule.startswith("TW-SET-")

    def title(self, lang: str) -> str:
        """The turn's number and whose it is."""
        if self.head:
            return self.head.text(lang).rstrip(".")
        return WORDS.say(lang, "story.setup" if self.setup else "story.begin")


def turns(rulings: Sequence[Ruling]) -> list[Turn]:
    """The story in turns, in the order in which they were played."""
    found: list[Turn] = []
    head, number, told = None, 0, list[Told]()
    for place, ruling in enumerate(rulings):
        if (ruling.rule, ruling.case) == ("TW-TURN-1", "turn"):
            found.append(Turn(number, head, tuple(told), place - 1))
            head, number, told = ruling, int(ruling.facts["n"]), []
        else:
            told.append(Told(place, ruling))
    found.append(Turn(number, head, tuple(told), len(rulings) - 1))
    return [turn for turn in found if turn.head or turn.told]


def account(rulings: Sequence[Ruling], since: int, most: int = 6) -> list[Ruling]:
    """What mattered most from ruling number `since` on, the last `most` of it."""
    weighty = [
        told.ruling for turn in turns(rulings) for told in turn.told if told.place >= since and told.weighty
    ]
    return weighty[-most:]


@attrs.frozen
class Story:
    """The story as HTML.

    `since` is the number of the first ruling after the person's last answer, `flipped` the numbers of the
    turns that were opened (or, of those just played, closed), `opened` the open rule below sentence number
    `opened_at`, `every` whether all earlier turns are listed.
    """

    rulings: Sequence[Ruling]
    lang: str
    since: int = 0
    flipped: Collection[int] = ()
    opened: str = ""
    opened_at: int = -1
    every: bool = False

    def html(self) -> Markup:
        """What is new, and below it the earlier turns, the last one first."""
        played = turns(self.rulings)
        new = [turn for turn in played if self._is_new(turn)]
        old = [turn for turn in played if not self._is_new(turn)][::-1]
        listed = old if self.every else old[:SHOWN_TURNS]
        more = len(old) - len(listed)
        nothing = el("p", WORDS.say(self.lang, "story.nothing"), cls="tk-soft") if not new else None
        return el(
            "section",
            el("h3", WORDS.say(self.lang, "story.title")),
            nothing,
            [self._turn(turn, True) for turn in new],
            el("h4", WORDS.say(self.lang, "story.earlier"), cls="tk-label") if listed else None,
            [self._turn(turn, False) for turn in listed],
            self._more(more) if more else None,
            cls="tk-play-story",
            data_key="story",
        )

    def _more(self, count: int) -> Markup:
        text = WORDS.say(self.lang, numbered("story.every", count), n=count)
        return button(text, "every", cls="tk-button tk-quiet")

    def _is_new(self, turn: Turn) -> bool:
        return turn.last >= self.since

    def _turn(self, turn: Turn, new: bool) -> Markup:
        is_open = (new and not turn.setup) != (turn.number in self.flipped)
        head = button(
            turn.title(self.lang),
            "turn",
            turn.number,
            cls="tk-play-turn",
            aria_expanded=str(is_open).lower(),
        )
        items = (
            [el("li", self._told(told), data_key=f"said:{told.place}") for told in turn.told]
            if is_open
            else []
        )
        listed = el("ol", items, cls="tk-list tk-play-told") if items else None
        return el("div", el("h4", head), listed, data_key=f"turn-of:{turn.number}")

    def _told(self, told: Told) -> Markup:
        """One sentence, a button that opens its rule below it."""
        ruling = told.ruling
        style = "tk-told tk-told-weighty" if told.weighty else "tk-told"
        if told.place >= self.since:
            style += " tk-told-new"
        is_open = told.place == self.opened_at and bool(self.opened)
        sentence = button(
            [el("span", ruling.text(self.lang)), " ", el("b", ruling.rule, cls="tk-told-id")],
            "told",
            f"{told.place}:{ruling.rule}",
            cls=style,
            key=f"told:{told.place}",
            aria_expanded=str(is_open).lower(),
        )
        return join(sentence, self._rule() if is_open else None)

    def _rule(self) -> Markup | None:
        return opened_rule(self.opened, self.lang)


def opened_rule(opened: str, lang: str) -> Markup | None:
    """The open rule with a way to close it; None if none is open."""
    book = twing.rulebook()
    if opened not in book:
        return None
    rule: Child = rule_html(book[opened], book, lang)
    return el("div", rule, cls="tk-play-rule", data_bring=opened, data_key=f"rule:{opened}")
