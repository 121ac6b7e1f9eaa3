"""The pictures of a game for panels: what a game can define, and plain defaults.

A game names its pictures in its entry (`GameEntry.views`): an instance of a subclass of `DefaultGameViews`,
or a module or object with any of its functions; plain defaults replace missing ones and suffice to play.
Panels call `views_of(id)` and know no game.
The controls of `answer_controls` answer a question: each carries `data-act="answer"` with the answer as its
value, which the panel's `act_answer` reads with `parse_sent_answer`.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cache
from itertools import islice
from typing import Any, Generic, Protocol, Self, runtime_checkable

import attrs

from twingkit.core.games import GameEntry, game_by_id
from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.rulebook import HiddenFact, NamesByLanguage, Rulebook, Ruling
from twingkit.core.starts import ViewT
from twingkit.core.words import SentenceCatalogue
from twingkit.core.zones.views import TableView
from twingkit.referee.referee_rules import KnownCards
from twingkit_widgets.panel.keys import default_shortcut_of_answer
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.panel.wording import capitalize_first, say
from twingkit_widgets.panel.zone_table import ZONES_CSS, ZoneTablePictures, chosen_piece

ANSWER = "answer"
"""The action that every control of `answer_controls` sends."""

MAX_BUTTONS = 30
"""The largest number of options shown as buttons; with more, a search field is shown too."""

_MAX_LISTED_OPTIONS = 300
"""The largest number of options suggested by the search field, which accepts any answer."""

MAX_EXAMINED_OPTIONS = 5000
"""The largest number of options examined to choose the buttons and suggestions."""

NO_NAMES: Mapping[str, str] = {}
"""An empty mapping from seats to names."""


@runtime_checkable
class _Labelled(Protocol):
    """A value that can name itself in the words of its game."""

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the name of the value in the words of its game, in a grammatical `form`."""
        ...


def parse_sent_answer(value: object) -> str:
    """Return the game answer in the value that a button or search field of `answer_controls` sent."""
    if isinstance(value, Mapping):
        value = value.get(ANSWER, "")
    return str(value or "").strip()


def answer_display_order(answers: Iterable[str]) -> list[int]:
    """Return the indices of answers in display order: first one of each kind, then the others.

    Answers are of one kind if their first words differ only in numbers.

    >>> answer_display_order(["bid 1", "bid 2", "1x1", "2x1", "pass"])
    [0, 2, 4, 1, 3]
    """
    seen: dict[str, list[int]] = {}
    for place, answer in enumerate(answers):
        seen.setdefault(re.sub(r"[0-9]+", "0", answer.partition(" ")[0]), []).append(place)
    return [
        *(places[0] for places in seen.values()),
        *sorted(at for places in seen.values() for at in places[1:]),
    ]


def with_people_names(text: str, names: Mapping[str, str], words: NamesByLanguage) -> str:
    """Return a sentence with the names of seats replaced by the names of the people who play them.

    >>> words = NamesByLanguage({"p2": {"en": "player 2", "de": "Person 2"}})
    >>> with_people_names("Player 2: which planet?", {"p2": "Eva"}, words)
    'Eva: which planet?'
    """
    said = {words.name(seat).lower(): name for seat, name in names.items() if seat in words}
    if not said:
        return text
    pattern = "|".join(map(re.escape, said))
    return re.sub(rf"\b(?:{pattern})\b", lambda match: said[match[0].lower()], text, flags=re.IGNORECASE)


class DefaultGameViews(Generic[ViewT]):
    """The functions with which panels draw and describe a game; they show zones or lists of named values, and
    a button for each answer.

    A game can subclass this and override what it does better: `DefaultGameViews[GameView]`.
    """

    css: str = ""
    """The additional style of the pictures."""
    line_texts: SentenceCatalogue | None = None
    """Sentences about lines typed at a real table, by `line.` and the first word of the answer; they can use
    `things` (its other words) or `what` (the answer in the words of `answer_text`). Without a sentence,
    `answer_text` is used.
    """

    def __init__(self, entry: GameEntry) -> None:
        """Create the defaults for the game of this entry; its rulebook is loaded on first use."""
        self.entry = entry

    def with_parts(self, **parts: object) -> Self:
        """Return a copy in which these functions or values replace the ones of the same name."""
        twin = copy(self)
        vars(twin).update(parts)
        return twin

    def is_default(self, part: str) -> bool:
        """Return whether the game defines nothing of its own for the function `part`, such as "table"."""
        return getattr(getattr(self, part), "__func__", None) is getattr(DefaultGameViews, part)

    @property
    def book(self) -> Rulebook | None:
        """The rulebook of the game, or None."""
        rulebook = self.entry.load("rules")
        return rulebook() if rulebook else None

    @property
    def words(self) -> NamesByLanguage:
        """The game's catalogue of names; empty without a rulebook."""
        return self.book.words if self.book else NamesByLanguage({})

    def table(self, view: ViewT, size: str = "page") -> Markup:
        """Draw a player's view as a table with zones if the game declares them, or else as named values.

        `size` is "page", "small" or "phone".
        """
        if isinstance(view, TableView):
            return self.zone_pictures().table(view, size)
        return el("div", self._value(view), cls=f"tk-plain-table tk-plain-{size}")

    def zone_pictures(self, names: Mapping[str, str] = NO_NAMES) -> ZoneTablePictures:
        """Return the object that draws this game's zones. `names` are the people's names, by seat."""
        return ZoneTablePictures(self.component_html, self._named, self._value, names)

    def position(self, game: Game, seat: int) -> Markup:
        """Return a small picture of the table in the view of a seat, with its cards, without buttons."""
        return self.table(game.view(seat), "small")

    def answer_controls(self, question: Question, view: ViewT) -> Markup:
        """Return a button for each answer; if there are too many, some of each kind and a search field."""
        options = list(islice(question.options(), MAX_EXAMINED_OPTIONS + 1))
        title = self.question_text(question, view)
        texts = [question.format_answer(option) for option in options]
        places = range(len(texts)) if len(texts) <= MAX_BUTTONS else answer_display_order(texts)
        buttons = [
            button(
                [
                    self.short_name_html(chosen_piece(question, options[place], view)),
                    self.option_label(question, options[place], view),
                ],
                ANSWER,
                texts[place],
                shortcut=default_shortcut_of_answer(texts[place]),
            )
            for place in places[:MAX_BUTTONS]
        ]
        row = el("div", buttons, cls="tk-row tk-offer", role="group", aria_label=title, data_roving=True)
        if len(texts) <= MAX_BUTTONS:
            return row
        more = "views.many" if len(texts) > MAX_EXAMINED_OPTIONS else "views.more"
        note = el("p", say(more, n=len(texts) - MAX_BUTTONS), cls="tk-small tk-soft")
        return join(row, note, self._search(question.kind, texts[:_MAX_LISTED_OPTIONS], title))

    def option_label(self, question: Question, option: object, view: object = None) -> str:
        """Return the text on the button of an option.

        That is the result of a chance event, or the piece if the player chooses among their own pieces.
        """
        text = question.format_answer(option)
        piece = chosen_piece(question, option, view)
        if piece is not None:
            return capitalize_first(self._word(piece))
        if question.is_chance:
            text = text.removeprefix(f"{question.kind} ")
        return self.option_text(option, text)

    def option_text(self, option: object, answer: str) -> str:
        """Return an option in words: its name in the catalogue, otherwise `answer` with every word translated
        that the catalogue has.
        """
        if isinstance(option, _Labelled) or (isinstance(option, str) and option in self.words):
            label = self.words.format_fact(option)
        else:
            label = self.words.translate_keys(answer)
        return capitalize_first(label)

    def answer_text(self, answer: str, names: Mapping[str, str]) -> str:
        """Return an answer at a real table in words from the catalogue; `names` are the people, by seat.

        The answer has `?` for each card that is not named yet; the text leaves them out.
        """
        words = [names.get(word) or self.words.translate_keys(word) for word in answer.split() if word != "?"]
        return capitalize_first(" ".join(words))

    def answer_word_text(self, word: str, first_word: str) -> str:
        """Return the name in the catalogue for the word `word` of an answer at a real table that is chosen
        word by word; the word itself if the catalogue has none. `first_word` is the answer's first word.
        """
        return capitalize_first(self.words.name(word)) if word in self.words else word

    def public_question_text(self, question: Question, names: Mapping[str, str]) -> str:
        """Return the text of a question at a real table, with the names of the people.

        A game's own text must reveal nothing hidden; "" if the name of the player suffices.
        """
        return with_people_names(question.text(), names, self.words)

    def message_names(self, game: Game, names: Mapping[str, str]) -> Mapping[str, str]:
        """Return people's names, by the names of their seats in rulings.

        By default, these are the `names`, because rulings name seats as the notation does.
        """
        return names

    def pending_outcome_text(self, game: Game, names: Mapping[str, str]) -> str:
        """Return how a contest at a real table ends if nobody reacts; "" by default, for none."""
        return ""

    def is_announced(self, ruling: Ruling) -> bool:
        """Return whether a real table announces a ruling; by default, it announces every ruling."""
        return True

    def limitations_text(self) -> str:
        """Return what the page of a real table cannot do in this game; "" by default, for nothing."""
        return ""

    def public_table(self, view: ViewT, names: Mapping[str, str]) -> Markup:
        """Return the picture of the table as an onlooker sees it; `view` is the onlooker's view.

        `names` are the people by seat; they show only in a `TableView`.
        """
        if isinstance(view, TableView):
            return self.zone_pictures(names).table(view, "small")
        return self.table(view)

    def public_odds_html(
        self, known: KnownCards, names: Mapping[str, str], is_requested: bool
    ) -> Markup | None:
        """Return the odds of the open contest at a real table for an onlooker who knows these cards; None by
        default, for no odds.

        Slow odds wait until they are requested (`is_requested`) with a button whose action is `chances`.
        """
        return None

    def component_html(self, name: str) -> Markup:
        """Return the picture of one card, die or unit: by default its name in a frame, after its short form
        if it has one.
        """
        sign = self.short_name_html(name)
        return el("span", [sign, " "] if sign else None, self._word(name), cls="tk-thing")

    def short_name_html(self, name: str | None) -> Markup | None:
        """Return the short form of a name, hidden from screen readers; None if the catalogue has none."""
        if name is None or name not in self.words:
            return None
        short = self.words.name(name, "short")
        return el("b", short, cls="tk-short", aria_hidden="true") if short != self.words.name(name) else None

    def last_outcome_html(self, game: Game, player: int | None = None) -> Markup:
        """Return the result of the last answer in the view of `player`: a list of the rulings."""
        rulings = [ruling if player is None else ruling.seen_by(player) for ruling in game.latest_rulings]
        items = [el("li", ruling.text(), " ", el("span", ruling.rule, cls="tk-rule")) for ruling in rulings]
        return el("ul", items, cls="tk-list tk-outcome")

    def goal(self, view: ViewT) -> str:
        """Return the goal of a player in a sentence: by default the text of the game's first rule; "" without
        rules.
        """
        first = next(iter(self.book), None) if self.book else None
        return first.text() if first else ""

    def question_text(self, question: Question, view: ViewT) -> str:
        """Return the text of the question."""
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
        """Return one value of a view: a list of its fields or items, or its words."""
        if isinstance(value, HiddenFact):
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
        return self.words.format_fact(value) if isinstance(value, _Labelled) else self._word(str(value))

    def _named(self, name: object) -> str:
        label = self._word(str(name)).replace("_", " ")
        return capitalize_first(label)

    def _word(self, name: str) -> str:
        return self.words.name(name) if name in self.words else name


_PARTS = [
    name
    for name, part in vars(DefaultGameViews).items()
    if not name.startswith("_") and not isinstance(part, property)
]
"""The names of what a module or object that a game names as its views can define."""


@cache
def views_of(game: str) -> DefaultGameViews[Any]:
    """Return the drawing functions of a game, with plain defaults for missing ones.

    >>> print(views_of("twing").component_html("Cat & dog"))
    <span class="tk-thing">Cat &amp; dog</span>
    """
    return load_views(game_by_id(game))


def load_views(entry: GameEntry) -> DefaultGameViews[Any]:
    """Return the drawing functions that a game's entry names, with plain defaults for missing ones."""
    views = entry.load("views")
    if not isinstance(views, DefaultGameViews):
        own = {part: getattr(views, part) for part in _PARTS if hasattr(views, part)}
        views = DefaultGameViews[Any](entry).with_parts(**own)
    return views.with_parts(css=ZONES_CSS + views.css) if views.is_default("table") else views


def _fields(value: Any) -> Iterator[tuple[object, Any]]:  # any part of a view
    """Yield the named parts of a value: of a mapping, or the public fields of an attrs class or a named
    tuple, except the seat of the view (`player`).
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
