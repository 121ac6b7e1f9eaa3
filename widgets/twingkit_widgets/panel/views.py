"""A game's pictures for the panels: what a game may fill, and the plain ones where it fills nothing.

A game names its pictures in its entry (`GameEntry.views`): a module or an object with any of the functions
below; those that it lacks are plain, and good enough to play with. Panels ask `views_of(id)` and know no
game. Whoever answers a question presses what `offer` shows: each control carries `data-act="answer"`, its
value is the answer as text (`sent_answer` reads what the panel's `act_answer` gets).
"""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any, Generic, Protocol, runtime_checkable

import attrs

from twingkit.core.games import GameEntry, game_by_id
from twingkit.core.play import Game
from twingkit.core.questions import Chance, Question
from twingkit.core.rulebook import Hidden, Rulebook, Ruling, Words
from twingkit.core.starts import ViewT
from twingkit.core.words import Catalogue
from twingkit.core.zones.views import TableView
from twingkit.referee.open_cards import OpenCards
from twingkit_widgets.panel.keys import answer_key
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.panel.wording import capitalize_first, say
from twingkit_widgets.panel.zone_table import ZONES_CSS, ZonePictures, chosen_piece

ANSWER = "answer"
"""The action that every control of an offer calls."""

MAX_BUTTONS = 30
"""The largest number of options shown as buttons; where there are more, any can be typed."""

MAX_LISTED = 300
"""The largest number of options in the list of a search field; what is typed may be any answer."""

MAX_SEARCHED = 5000
"""The largest number of options that are looked at to choose those."""

NOBODY: Mapping[str, str] = {}
"""No seat that goes by another name."""


@runtime_checkable
class Labelled(Protocol):
    """A value that names itself in the words of its game."""

    def label(self, words: Words, form: str = "") -> str:
        """Its name."""
        ...


@attrs.frozen
class Views:
    """The pictures and sentences of one game; `views_of` fills what the game leaves open."""

    table: Callable[..., Markup]
    """`table(view, size="page")`: what a player sees on the table, `size` is "page", "small" or
    "phone"."""
    position: Callable[[Game, int], Markup]
    """`position(game, seat)`: the table at a question as this seat sees it, with its cards, to look at:
    it holds no button."""
    offer: Callable[[Question, Any], Markup]  # the game's view
    """`offer(question, view)`: how the question is answered, a group of controls."""
    thing: Callable[[str], Markup]
    """`thing(name)`: the picture and the words of one card, die or unit."""
    outcome: Callable[..., Markup]
    """`outcome(game, player=None)`: the scene of what was settled, as this player may know it."""
    goal: Callable[[Any], str]  # the game's view
    """`goal(view)`: what a player is after, in a sentence."""
    now: Callable[[Question, Any], str]  # the game's view
    """`now(question, view)`: what is asked, in a sentence."""
    way: Callable[[str, Mapping[str, str]], str]
    """`way(text, names)`: an answer at a real table, `?` for each card that is still to be named, in
    words; `names` are those of the people, by seat."""
    word: Callable[[str, str], str]
    """`word(said, first)`: a word of an answer at a real table that is chosen word by word, `first` its
    first one."""
    asks: Callable[[Question, Mapping[str, str]], str]
    """`asks(question, names)`: what is asked at a real table, in a sentence that tells nothing hidden;
    "" where the name of who is asked says enough."""
    called: Callable[[Game, Mapping[str, str]], Mapping[str, str]]
    """`called(game, names)`: the names of the people, by the words for them in rulings."""
    standing: Callable[[Game, Mapping[str, str]], str]
    """`standing(game, names)`: how a contest at a real table ends if nobody reacts any more; "" where
    none waits for that alone."""
    weighty: Callable[[Ruling], bool]
    """`weighty(ruling)`: True if a real table says this ruling as news."""
    limits: Callable[[], str]
    """`limits()`: what a real table of the game cannot do; "" for nothing worth a word."""
    open_table: Callable[[Any, Mapping[str, str]], Markup]  # the game's view
    """`open_table(view, names)`: the table as an onlooker sees it, who sees no hand."""
    chances: Callable[[OpenCards, Mapping[str, str], bool], Markup | None]
    """`chances(known, names, asked)`: the odds of what lies open at a real table, of which an onlooker
    knows these cards; None where there are none. What takes time waits until somebody `asked` for it: until
    then a button says `chances`."""
    lines: Catalogue | None = None
    """Sentences on what was typed at a real table, by `line.` and the first word of an answer: they may say
    `things`, its other words, or `what`, the answer as `way` says it. Others are said by `way` alone."""
    css: str = ""
    """The style that the pictures need beside that of the panels."""


def sent_answer(value: object) -> str:
    """The answer that a control of an offer sends: the value of a button, or what a search field holds."""
    if isinstance(value, Mapping):
        value = value.get(ANSWER, "")
    return str(value or "").strip()


def order_by_kind(answers: Iterable[str]) -> list[int]:
    """The places of answers in the order in which few of many are shown: first one of each kind, then the
    others. Of one kind are those whose first words differ in their numbers alone.

    >>> order_by_kind(["bid 1", "bid 2", "1x1", "2x1", "pass"])
    [0, 2, 4, 1, 3]
    """
    seen: dict[str, list[int]] = {}
    for place, answer in enumerate(answers):
        seen.setdefault(re.sub(r"[0-9]+", "0", answer.partition(" ")[0]), []).append(place)
    return [
        *(places[0] for places in seen.values()),
        *sorted(at for places in seen.values() for at in places[1:]),
    ]


def with_people_names(text: str, names: Mapping[str, str], words: Words) -> str:
    """A sentence with the people's names in the place of their seats.

    >>> words = Words({"p2": {"en": "player 2", "de": "Person 2"}})
    >>> with_people_names("Player 2: which planet?", {"p2": "Eva"}, words)
    'Eva: which planet?'
    """
    said = {words.name(seat).lower(): name for seat, name in names.items() if seat in words}
    if not said:
        return text
    pattern = "|".join(map(re.escape, said))
    return re.sub(rf"\b(?:{pattern})\b", lambda match: said[match[0].lower()], text, flags=re.IGNORECASE)


@cache
def views_of(game: str) -> Views:
    """The pictures of the game with this id, plain ones in the place of those that it lacks.

    >>> print(views_of("twing").thing("Cat & dog"))
    <span class="tk-thing">Cat &amp; dog</span>
    """
    return fill_views(game_by_id(game))


def fill_views(entry: GameEntry) -> Views:
    """The pictures that an entry names, plain ones in the place of those that it lacks."""
    own, plain = entry.load("views"), PlainViews(entry)
    parts = [field.name for field in attrs.fields(Views)]
    views = Views(**{part: getattr(own, part, getattr(plain, part)) for part in parts})
    return attrs.evolve(views, css=ZONES_CSS + views.css) if uses_plain_table(views) else views


def uses_plain_table(views: Views) -> bool:
    """True if a game leaves it to the kit to draw its table."""
    return getattr(views.table, "__func__", None) is PlainViews.table


class PlainViews(Generic[ViewT]):
    """Pictures for a game that has none: its zones or lists of values with their words, a button for each
    answer.

    A game may also subclass this and replace what it can do better: `PlainViews[View]`.
    """

    css = ""
    lines: Catalogue | None = None

    def __init__(self, entry: GameEntry) -> None:
        """Take the words of the game's rulebook, when they are first needed."""
        self.entry = entry

    @property
    def book(self) -> Rulebook | None:
        """The game's rules; None if it has none."""
        rulebook = self.entry.load("rules")
        return rulebook() if rulebook else None

    @property
    def words(self) -> Words:
        """The names of its things."""
        return self.book.words if self.book else Words({})

    def table(self, view: ViewT, size: str = "page") -> Markup:
        """The zones of a table that the game declares; else the values of the view with their names."""
        if isinstance(view, TableView):
            return self.zone_pictures().table(view, size)
        return el("div", self._value(view), cls=f"tk-plain-table tk-plain-{size}")

    def zone_pictures(self, names: Mapping[str, str] = NOBODY) -> ZonePictures:
        """What draws the zones of a declared table; `names` are those of the people, by seat."""
        thing = getattr(self.entry.load("views"), "thing", self.thing)
        return ZonePictures(thing, self._named, self._value, names)

    def position(self, game: Game, seat: int) -> Markup:
        """Its table, in little."""
        return fill_views(self.entry).table(game.view(seat), "small")

    def offer(self, question: Question, view: ViewT) -> Markup:
        """A button for each answer; where there are too many for some of each kind, and a field for any."""
        options = list(islice(question.options(), MAX_SEARCHED + 1))
        title = self.now(question, view)
        texts = [question.format_answer(option) for option in options]
        places = range(len(texts)) if len(texts) <= MAX_BUTTONS else order_by_kind(texts)
        buttons = [
            button(
                [
                    self.sign(chosen_piece(question, texts[place], view)),
                    self.answer(question, options[place], view),
                ],
                ANSWER,
                texts[place],
                shortcut=answer_key(texts[place]),
            )
            for place in places[:MAX_BUTTONS]
        ]
        row = el("div", buttons, cls="tk-row tk-offer", role="group", aria_label=title, data_roving=True)
        if len(texts) <= MAX_BUTTONS:
            return row
        more = "views.many" if len(texts) > MAX_SEARCHED else "views.more"
        note = el("p", say(more, n=len(texts) - MAX_BUTTONS), cls="tk-small tk-soft")
        return join(row, note, self._search(question.kind, texts[:MAX_LISTED], title))

    def answer(self, question: Question, option: object, view: object = None) -> str:
        """One answer to a question in words, wherever it is a button: of what chance brings what it is, and
        of a choice among one's own pieces the piece."""
        text = question.format_answer(option)
        piece = chosen_piece(question, text, view)
        if piece is not None:
            return capitalize_first(self._word(piece))
        if isinstance(question, Chance):
            text = text.removeprefix(f"{question.kind} ")
        return self.option(option, text)

    def option(self, option: object, text: str) -> str:
        """One answer in words: as the catalogue calls it, else its text word by word."""
        if isinstance(option, Labelled) or (isinstance(option, str) and option in self.words):
            label = self.words.label(option)
        else:
            label = self.words.translate_keys(text)
        return capitalize_first(label)

    def way(self, text: str, names: Mapping[str, str]) -> str:
        """Its words by the catalogue, without the cards that are still to be named."""
        words = [names.get(word) or self.words.translate_keys(word) for word in text.split() if word != "?"]
        return capitalize_first(" ".join(words))

    def word(self, said: str, first: str) -> str:
        """Its name in the catalogue, else the word itself."""
        return capitalize_first(self.words.name(said)) if said in self.words else said

    def asks(self, question: Question, names: Mapping[str, str]) -> str:
        """The question itself, with the names of the people."""
        return with_people_names(question.text(), names, self.words)

    def called(self, game: Game, names: Mapping[str, str]) -> Mapping[str, str]:
        """The people by the names of their seats."""
        return names

    def standing(self, game: Game, names: Mapping[str, str]) -> str:
        """ "": the machine knows no contests."""
        return ""

    def weighty(self, ruling: Ruling) -> bool:
        """True: the machine knows no rule that matters less."""
        return True

    def limits(self) -> str:
        """ "": the machine knows nothing that a table cannot do."""
        return ""

    def open_table(self, view: ViewT, names: Mapping[str, str]) -> Markup:
        """The same with the names of the people."""
        if isinstance(view, TableView):
            return self.zone_pictures(names).table(view, "small")
        return self.table(view)

    def chances(self, known: OpenCards, names: Mapping[str, str], asked: bool) -> Markup | None:
        """None: the machine knows no odds of a game."""
        return None

    def thing(self, name: str) -> Markup:
        """Its name in a frame, below its short form where it has one."""
        sign = self.sign(name)
        return el("span", [sign, " "] if sign else None, self._word(name), cls="tk-thing")

    def sign(self, name: str | None) -> Markup | None:
        """The short form of a name, for the eye alone; None where the catalogue has none (`short`)."""
        if name is None or name not in self.words:
            return None
        short = self.words.name(name, "short")
        return el("b", short, cls="tk-short", aria_hidden="true") if short != self.words.name(name) else None

    def outcome(self, game: Game, player: int | None = None) -> Markup:
        """Return what the rules said since the last answer."""
        rulings = [ruling if player is None else ruling.seen_by(player) for ruling in game.rulings]
        items = [el("li", ruling.text(), " ", el("span", ruling.rule, cls="tk-rule")) for ruling in rulings]
        return el("ul", items, cls="tk-list tk-outcome")

    def goal(self, view: ViewT) -> str:
        """Return what the first rule says; empty without rules."""
        first = next(iter(self.book), None) if self.book else None
        return first.text() if first else ""

    def now(self, question: Question, view: ViewT) -> str:
        """The question itself."""
        return question.text()

    def _search(self, kind: str, texts: Iterable[str], title: str) -> Markup:
        name = f"tk-answers-{kind}"
        field = el(
            "input",
            cls="tk-field",
            type="search",
            name=ANSWER,
            list=name,
            autocomplete="off",
            aria_label=title,
            data_key=f"{ANSWER}:field",
        )
        use = el("button", say("views.answer"), type="submit", cls="tk-button tk-main")
        listed = el("datalist", [el("option", value=text) for text in texts], id=name)
        return el("form", el("div", field, use, cls="tk-row"), listed, cls="tk-offer", data_act=ANSWER)

    def _value(self, value: object) -> Child:
        """One value of a view: a list of its fields or items, or its words."""
        if isinstance(value, Hidden):
            return self._word(value.placeholder)
        fields = dict(_fields(value))
        if fields:
            rows = [
                (el("dt", self._named(name)), el("dd", self._value(inner))) for name, inner in fields.items()
            ]
            return el("dl", rows, cls="tk-plain-values")
        if isinstance(value, Sequence | set | frozenset) and not isinstance(value, str):
            items = [el("li", self._value(inner)) for inner in value]
            return el("ul", items, cls="tk-list tk-plain-list") if items else say("views.nothing")
        if value is None or value == "":
            return say("views.nothing")
        if isinstance(value, bool):
            return say("views.yes" if value else "views.no")
        if isinstance(value, enum.Enum):
            return self._word(str(value.value))
        return self.words.label(value) if isinstance(value, Labelled) else self._word(str(value))

    def _named(self, name: object) -> str:
        label = self._word(str(name)).replace("_", " ")
        return capitalize_first(label)

    def _word(self, name: str) -> str:
        return self.words.name(name) if name in self.words else name


def _fields(value: Any) -> Iterator[tuple[object, Any]]:  # any part of a view
    """The named parts of a value: of a mapping, or the public ones of an attrs class or a named tuple.

    The seat of the view (`player`) is not shown.
    """
    if isinstance(value, Mapping):
        yield from value.items()
    elif attrs.has(type(value)):
        for field in attrs.fields(type(value)):
            if not field.name.startswith("_") and field.name != "player":
                yield field.name, getattr(value, field.name)
    elif isinstance(value, tuple):
        for name in getattr(value, "_fields", ()):
            yield name, getattr(value, name)
