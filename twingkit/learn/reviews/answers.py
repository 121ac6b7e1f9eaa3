"""Describe answers in sentences: what somebody does, in the words of the game.

A game names its `AnswerSentences` (`GameEntry.answers`). Their texts are in a TOML file with a table for each
kind of question and one for `any`. Its entries are named by the first word of the answer, the words of
`marks` that follow it and, if needed, the number of things before these::

    [any.use]               # use a b c        {thing} a, {others} b and c, {things} all
    [any.use_1]             # use a            the same word with one thing
    [any.play_by_on]        # play a by b on c {by} and {on} are what follows these marks
    [respond.pass]          # pass, at this kind of question
    [turn.other]            # all other answers; {text} is the answer in words
    [words]                 # words that are not things of the game: goods, none; ">" stands for
                            # what an arrow without a first thing means

If a game has no sentence for an answer, the question is shown with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

import attrs

from twingkit.core.games import game_by_id
from twingkit.core.language import language
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Chance, Question, one_line
from twingkit.core.rulebook import Words
from twingkit.core.words import Catalogue, load_texts

Texts = Mapping[str, str]

ANY = "any"
"""The table with entries for every kind of question."""

OTHER = "other"
"""The entry for answers without their own entry."""

WORDS = "words"
"""The table of words that are not things of the game."""


@attrs.frozen
class WordFact:
    """A word of an answer in every language."""

    texts: Texts

    def label(self, words: Words, form: str = "") -> str:
        """Return the word."""
        return self.texts[language()]


@attrs.frozen
class JoinedLabels:
    """Several things as one fact: their labels with a separator."""

    things: tuple[object, ...]
    sign: str = " "
    last: str = ""

    def label(self, words: Words, form: str = "") -> str:
        """Return the joined labels."""
        return self.sign.join(words.label(part, form) for part in self.things) + self.last


@attrs.frozen(kw_only=True)
class AnswerSentences:
    """The sentences of a game's answers.

    `named(game, token)` returns the thing that a word of an answer stands for, as a fact of a sentence.
    `seat(game, seat)` returns the name of a player (from 0), if pages use another one than records. `marks`
    are words that start a further list of things. After a word of `paired`, things come with their number.
    `numbered` maps first words of answers that name a thing by its number to the prefix of its name: {"take":
    "strategy_"} for `take 7`.
    """

    texts: Mapping[str, Mapping[str, Texts]]
    named: Callable[[Game, str], object] = lambda game, token: token
    seat: Callable[[Game, int], str] = lambda game, seat: game.start.seat(seat)
    marks: Collection[str] = ()
    paired: Collection[str] = ()
    numbered: Mapping[str, str] = attrs.field(factory=dict)

    @classmethod
    def load(
        cls,
        path: Path,
        *,
        named: Callable[[Game, str], object] = lambda game, token: token,
        seat: Callable[[Game, int], str] = lambda game, seat: game.start.seat(seat),
        marks: Collection[str] = (),
        paired: Collection[str] = (),
        numbered: Mapping[str, str] | None = None,
    ) -> AnswerSentences:
        """Load the sentences of a file."""
        texts = load_texts(path)
        return cls(texts=texts, named=named, seat=seat, marks=marks, paired=paired, numbered=numbered or {})

    def sentence(self, game: Game, asked: Question, answer: str) -> str:
        """Return what an answer does, as a sentence without a full stop; "" if there is no entry for it."""
        word, *tokens = answer.split()
        lists: dict[str, list[object]] = {"": []}
        mark = ""
        for token in tokens:
            if token in self.marks:
                mark = token
                lists[mark] = []
            else:
                lists[mark] += self._things(game, token)
        names = lists.pop("")
        if word in self.paired:
            pairs = zip(names[::2], names[1::2], strict=False)
            names = [JoinedLabels((name, number)) for name, number in pairs]
        texts = self._text(asked.kind, "_".join([word, *lists]), len(names))
        if texts is None:
            return ""
        facts: dict[str, object] = {name: tuple(listed) for name, listed in lists.items()}
        facts |= {"side": self.seat(game, asked.player), "things": tuple(names), "n": len(names)}
        facts |= {"text": self.words(game, answer), "thing": names[0] if names else ""}
        facts["others"] = tuple(names[1:])
        return game.start.rulebook().fill(texts[language()], facts)

    def words(self, game: Game, answer: str) -> JoinedLabels:
        """Return the words of an answer after the first, as names; all of them if there is only one."""
        word, _, rest = answer.partition(" ")
        return self.all_words(game, f"{self.numbered.get(word, '')}{rest}" if rest else answer)

    def all_words(self, game: Game, answer: str) -> JoinedLabels:
        """Return all words of an answer, as names."""
        return JoinedLabels(tuple(self._one(game, token) for token in answer.split()))

    def _one(self, game: Game, token: str) -> object:
        name = self._name(game, token.rstrip(","))
        return JoinedLabels((name,), last=",") if token.endswith(",") else name

    def _name(self, game: Game, token: str) -> object:
        spoken = self.texts.get(WORDS, {}).get(token)
        return self.named(game, token) if spoken is None else WordFact(spoken)

    def _things(self, game: Game, token: str) -> list[object]:
        """Return the things of one word: none for a plus, several separated by commas, a pair for an
        arrow.
        """
        return [self._thing(game, part) for part in re.split(r",", token) if part not in ("", "+")]

    def _thing(self, game: Game, token: str) -> object:
        first, arrow, second = token.partition(">")
        if not arrow:
            return self._name(game, token)
        if not first:
            return JoinedLabels((self._name(game, arrow), self._name(game, second)))
        return JoinedLabels((self._name(game, first), self._name(game, second)), " → ")

    def _text(self, kind: str, key: str, count: int) -> Texts | None:
        """Return the entry for an answer, preferring its kind of question and its number of things."""
        own, any_kind = self.texts.get(kind, {}), self.texts.get(ANY, {})
        for table in (own, any_kind):
            for name in (f"{key}_{count}", key):
                if name in table:
                    return table[name]
        return own.get(OTHER) or any_kind.get(OTHER)


PLAIN = AnswerSentences(texts={})
"""The sentences of a game that defines none."""


@cache
def catalogue() -> Catalogue:
    """Return the texts of reviews."""
    return Catalogue(files("twingkit.learn.reviews").joinpath("words.toml"))


def sentences_of(game: Game) -> AnswerSentences:
    """Return the answer sentences of a game."""
    sentences: AnswerSentences | None = game_by_id(game.start.name.partition(".")[0]).load("answers")
    return sentences or PLAIN


def answer_sentence(game: Game, asked: Question, answer: str) -> str:
    """Return what an answer does, as a sentence without a full stop; for chance, its result.

    Raises `BadAnswer` for an empty text.

    >>> from twingkit import ember
    >>> from twingkit.core.language import call_in_language
    >>> game = ember.position_game("ember: p1 hand A5 E5 F5; p2 hand 3; to move p1 conjure", seed=1)
    >>> print(answer_sentence(game, game.question, "conjure dryad A5 E5 F5"))
    Player 1 conjures Dryad with Air 5, Earth 5 and Fire 5
    >>> print(call_in_language("de", answer_sentence, game, game.question, "done"))
    Person 1 beendet den Zug
    """
    if not answer.split():
        raise BadAnswer("play.value", found=one_line(repr(answer), 20), question=asked)
    book, own = game.start.rulebook(), sentences_of(game)
    if isinstance(asked, Chance):
        return catalogue().say("chance", answer=chance_words(game, answer))
    said = own.sentence(game, asked, answer)
    if said:
        return said
    side = own.seat(game, asked.player)
    name = book.words.label(side)
    question = without_name(asked.text(), name)
    names_choice = bool(own.texts) and answer.split()[0] == asked.kind  # `planet arnor`: only the choice
    chosen = own.words if names_choice else own.all_words
    label = chosen(game, answer).label(book.words)
    return catalogue().say("answered", seat=name[:1].upper() + name[1:], question=question, answer=label)


def chance_words(game: Game, answer: str) -> str:
    """Return the result of chance in words; for a card that nobody saw, that it is unknown.

    >>> from twingkit import ember
    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", chance_words, ember.new_game(2, seed=1), "card E8")
    'Erde 8'
    """
    if answer.split()[-1] == "?":
        return catalogue().say("brought.unknown")
    return sentences_of(game).words(game, answer).label(game.start.rulebook().words)


def without_name(question: str, name: str) -> str:
    """Remove the name of the player who is asked from the start of a question.

    >>> without_name("Player 1: which planet?", "player 1")
    'which planet?'
    """
    first, colon, rest = question.partition(": ")
    return rest if colon and first.casefold() == name.casefold() else question
