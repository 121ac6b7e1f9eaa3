"""Typed answers: each is an act, a small frozen class that is declared once together with its text.

The fields of the class, in order, are the words after its first word. A record, a link and a button hold the
text; rules, players and panels get the act and use `match`. Whether an act is legal only its question knows.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from types import UnionType
from typing import Annotated, Any, ClassVar, Literal, Self, Union, get_args, get_origin, get_type_hints

import attrs

from twingkit.core.messages import Fault
from twingkit.core.questions import BadAnswer, Refusal
from twingkit.core.record import UNKNOWN
from twingkit.core.rulebook import QuotedFact
from twingkit.core.starts import TableT
from twingkit.core.text_questions import BrokenRule, TableQuestion

__all__ = [
    "PLACEHOLDERS",
    "Act",
    "ActChoice",
    "ActNotation",
    "ActQuestion",
    "Choice",
    "Interruption",
    "WordKind",
    "flag",
]

_FLAG = "flag_word"

_MAX_OPTIONS_READ = 300
"""The number of options in which an error looks for kinds of acts."""

PLACEHOLDERS = (UNKNOWN, "…")
"""Words of an unfinished act at a real table: a card that is not named, and words to choose one by one."""


@attrs.frozen
class WordKind:
    """What a word of an act names, such as a card: the annotation of its type, `Annotated[str, WordKind(…)]`.

    `parse` returns the value that the act holds; None if the text is then no such act. It may raise a `Fault`
    of the game's rulebook. `format` returns the word of a value.
    """

    name: str = ""
    parse: Callable[[str], Any] = str
    format: Callable[[Any], str] = str
    forms: tuple[str, ...] = ()
    """The words of a `Literal`, which choose between forms of the act."""


def flag(word: str) -> Any:
    """Return a field that is True if the text of the act has this word."""
    return attrs.field(default=False, metadata={_FLAG: word})


class Act:
    """The base class of typed answers. A subclass is an `attrs.frozen` class with its first word as `word`.

    A field is a word, a word that may be missing (with a default), all words that follow (a `tuple`), or a
    word that is there or not (`flag`).

    >>> @attrs.frozen
    ... class Draw(Act):
    ...     word = "draw"
    ...     discard: str | None = None
    ...     from_pile: bool = flag("pile")
    >>> str(Draw("F5", from_pile=True)), str(Draw()), Draw.form()
    ('draw F5 pile', 'draw', 'draw [discard] [pile]')
    >>> ActNotation(Draw).parse("draw  pile")
    Draw(discard=None, from_pile=True)
    """

    __slots__ = ()
    word: ClassVar[str] = ""
    example: ClassVar[str] = ""
    """A text of such an act for error messages, which names nothing of the game at hand; "" for its form."""

    def __init_subclass__(cls) -> None:
        """Make a comparison with a text an error: it would be False, although the texts may be the same."""
        if "__eq__" in cls.__dict__:  # the method that attrs has written
            cls.__eq__ = _without_texts(cls.__eq__)  # type: ignore[method-assign]

    @classmethod
    def form(cls) -> str:
        """Return the text form, such as `draw [discard] [pile]`."""
        return " ".join([cls.word, *(part.form for part in _form(cls).parts)])

    @property
    def case(self) -> str:
        """Return the key of a text about this act: its first word, the words that choose between forms, and
        the fields that may be missing but are given, such as `draw_discard_pile`.
        """
        parts = (part.case_of(part.words(self)) for part in _form(type(self)).parts)
        return "_".join([self.word, *filter(None, parts)])

    def words_by_field(self) -> dict[str, Sequence[str]]:
        """Return the words of each field, the facts of a text about this act."""
        return {part.name: part.words(self) for part in _form(type(self)).parts}

    def words_of_kind(self, kind: str) -> tuple[str, ...]:
        """Return the words of this act that name things of a kind, such as "card"."""
        parts = [part for part in _form(type(self)).parts if part.kind.name == kind]
        return tuple(word for part in parts for word in part.words(self))

    def __str__(self) -> str:
        words = [self.word]
        for part in _form(type(self)).parts:
            words += part.words(self)
        return " ".join(words)

    @classmethod
    def parse(cls, words: Sequence[str], placeholders: Collection[str] = ()) -> Self | None:
        """Parse the words of a text; None if they do not have this form.

        Raises `Fault` for a word that is not of its kind, unless it is one of the `placeholders`.
        """
        form, left = _form(cls), list(words[1:])
        fields: dict[str, object] = {}
        for part in form.parts:
            is_word = bool(left) and (left[0] == part.flag if part.flag else left[0] not in form.flags)
            if part.is_many:
                values = tuple([part.parse(word, placeholders) for word in left])
                if None in values:
                    return None
                fields[part.name] = values
                left.clear()
            elif is_word:
                word = left.pop(0)
                if part.kind.forms and word not in (*part.kind.forms, *placeholders):
                    return None
                value = True if part.flag else part.parse(word, placeholders)
                if value is None:
                    return None
                fields[part.name] = value
            elif not part.is_optional:
                return None
        return None if left else cls(**fields)


def _without_texts(equals: Callable[[Any, object], bool]) -> Callable[[Any, object], bool]:
    def equals_act(self: Act, other: object) -> bool:
        if isinstance(other, str):
            raise TypeError(f"an act is not a text: compare {self!r} with an act, or its str with {other!r}")
        return equals(self, other)

    return equals_act


@attrs.frozen
class _TextPart:
    """How the text of an act has one of its fields."""

    name: str
    kind: WordKind
    is_many: bool
    is_optional: bool
    flag: str = ""

    @property
    def form(self) -> str:
        """The part as shown in the form of an answer, in brackets if it may be missing."""
        if self.flag:
            return f"[{self.flag}]"
        if self.kind.forms:
            return "|".join(self.kind.forms)
        return f"[{self.name} …]" if self.is_many else f"[{self.name}]" if self.is_optional else self.name

    def case_of(self, words: Sequence[str]) -> str:
        """Return the word of these words by which a sentence is chosen; "" for none."""
        if self.kind.forms:
            return "".join(words)
        return (self.flag or self.name) if words and (self.is_many or self.is_optional) else ""

    def words(self, act: Act) -> Sequence[str]:
        """Return the words of an act for this part."""
        value: Any = getattr(act, self.name)
        if self.is_many:
            return value if self.kind.format is str else tuple(map(self.kind.format, value))
        return () if value is None or value is False else (self.flag or self.kind.format(value),)

    def parse(self, word: str, placeholders: Collection[str]) -> Any:
        """Return the value of a word; a placeholder stays as it is."""
        return word if word in placeholders else self.kind.parse(word)


@attrs.frozen
class _Form:
    """The text form of an act: its fields as words, and the words that are flags."""

    parts: tuple[_TextPart, ...]
    flags: frozenset[str]

    @classmethod
    def of(cls, act_class: Any) -> _Form:
        """Return the form of a class of acts, from its fields and their types."""
        hints = get_type_hints(act_class, include_extras=True)
        parts = tuple(
            _TextPart(
                field.name,
                _kind_of(hints[field.name]),
                get_origin(hints[field.name]) is tuple,
                field.default is not attrs.NOTHING,
                field.metadata.get(_FLAG, ""),
            )
            for field in attrs.fields(act_class)
        )
        return cls(parts, frozenset(part.flag for part in parts))


_FORMS: dict[type[Act], _Form] = {}


def _form(act_class: type[Act]) -> _Form:
    known = _FORMS.get(act_class)
    if known is None:
        known = _FORMS[act_class] = _Form.of(act_class)
    return known


def _kind_of(hint: object) -> WordKind:
    """Return the kind of the words in a field with this type; its words are any words if it has no kind."""
    if get_origin(hint) is Annotated:
        return next((each for each in get_args(hint) if isinstance(each, WordKind)), WordKind())
    if get_origin(hint) is Literal:
        return WordKind(forms=get_args(hint))
    if get_origin(hint) in (tuple, Union, UnionType):
        return _kind_of(get_args(hint)[0])
    return WordKind()


class ActNotation:
    """The acts of a game by their first words, which forms may share; it parses their texts."""

    def __init__(self, *act_classes: type[Act]) -> None:
        self.act_classes = act_classes
        self._classes_by_word: dict[str, list[type[Act]]] = {}
        for act_class in act_classes:
            self._classes_by_word.setdefault(act_class.word, []).append(act_class)
        self._parsed = lru_cache(maxsize=1 << 12)(self._parse)

    def parse(self, text: str, placeholders: tuple[str, ...] = ()) -> Act | None:
        """Parse an act; None if the text does not have the form of one. Raises `Fault` like `Act.parse`."""
        return self._parsed(text, placeholders)

    def _parse(self, text: str, placeholders: tuple[str, ...]) -> Act | None:
        words = text.split()
        classes = self._classes_by_word.get(words[0], ()) if words else ()
        parsed = (act_class.parse(words, placeholders) for act_class in classes)
        return next((act for act in parsed if act is not None), None)


@attrs.frozen
class Interruption(Act):
    """An act of a seat that is not asked, such as `p3: call`."""

    seat: str
    act: Act

    def __str__(self) -> str:
        return f"{self.seat}: {self.act}"


class ActQuestion(TableQuestion[Act, TableT]):
    """A question whose answers are acts, and which reads the game's table to tell which are legal."""

    __slots__ = ()
    notation: ClassVar[ActNotation]
    """All acts of the game: a question refuses those that belong to another moment with the rule for that."""
    interrupting_acts: ClassVar[tuple[type[Act], ...]] = ()
    """The acts with which other seats may interrupt while this question is pending."""

    @abstractmethod
    def broken_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids an act, with its case and facts; None if it is legal.

        Raises `BadAnswer` if the act is no answer to this question.
        """

    def refusal(self, answer: Act) -> Refusal | None:
        """Return why an act is illegal; None if it is legal.

        Raises `BadAnswer` if it is no answer at all.
        """
        if not isinstance(answer, Act):
            raise self.bad_answer(answer)
        denial = self.broken_rule(answer)
        return Refusal(*denial, type(self).book()) if denial else None

    def bad_answer(self, answer: object, **facts: object) -> BadAnswer:
        """Return the error for a text that is not an answer: it shows one of each act that is legal now."""
        options = {type(act): act for act in islice(self.options(), _MAX_OPTIONS_READ)}
        expected = tuple(QuotedFact(act.example or act.form()) for act in options.values())
        return super().bad_answer(answer, expected=expected, **facts)

    def parse_answer(self, text: str) -> Act:
        """Parse the text of an act. Raises `BadAnswer` if it is none."""
        seat, sign, rest = " ".join(text.split()).partition(": ")
        try:
            act = self.notation.parse(rest if sign else text)
        except Fault as wrong:
            raise BadAnswer(wrong.key, type(self).book(), **wrong.facts) from wrong
        if sign and isinstance(act, self.interrupting_acts) and seat in self.seats:
            return Interruption(seat, act)
        if act is None or sign:
            raise self.bad_answer(" ".join(text.split()))
        return act

    def is_interruption(self, line: str) -> bool:
        """True if another seat may say this line while this question is pending."""
        if not self.interrupting_acts or ":" not in line:
            return False
        try:
            speaker, _ = self.speaker_and_answer(self.parse_answer(line))
        except BadAnswer:
            return False
        return speaker != self.player and speaker < self.seat_count

    @property
    def seat_count(self) -> int:
        """The number of seats at the table."""
        return len(self.seats)

    def speaker_and_answer(self, answer: Act) -> tuple[int, Act]:
        """Return the seat that gives an act, and the act."""
        if isinstance(answer, Interruption):
            return self.seats.index(answer.seat), answer.act
        return self.player, answer


@attrs.frozen
class Choice(Act):
    """An act that names the chosen items of a list: a subclass for each question that offers one."""

    things: tuple[str, ...] = ()


class ActChoice(ActQuestion[TableT]):
    """A question that offers a list of items; an answer is a `Choice`, whose text may lack its first word."""

    __slots__ = ("choices",)
    act_class: ClassVar[type[Choice]]

    def __init__(self, table: TableT, seat: int, things: Sequence[str]) -> None:
        super().__init__(table, seat)
        self.choices = tuple(things)

    def selections(self) -> Iterator[Sequence[str]]:
        """Yield every selection that an answer can make; by default each item alone."""
        return ((thing,) for thing in self.choices)

    def options(self) -> Iterator[Choice]:
        """Yield all legal answers."""
        return map(self.act_class, dict.fromkeys(map(tuple, self.selections())))

    def parse_answer(self, text: str) -> Choice:
        """Parse the text of a choice, with or without its first word."""
        words = text.split()
        return self.act_class(tuple(words[1:] if words[:1] == [self.act_class.word] else words))
