"""Describe answers in sentences of the game: what a player does.

A game names its `AnswerSentences` (`GameEntry.answers`). Their texts are in a TOML file with a table for each
kind of question and one for `any`. Its entries are named by the first word of the answer, the words of
`list_marker_words` that follow it and, if needed, the number of things before these::

    [any.use]               # use a b c        {thing} a, {others} b and c, {things} all
    [any.use_1]             # use a            the same word with one thing
    [any.play_by_on]        # play a by b on c {by} and {on} are what follows these marks
    [respond.pass]          # pass, at this kind of question
    [turn.other]            # all other answers; {text} is the answer in words
    [words]                 # words that are not things of the game: goods, none; ">" stands for
                            # what an arrow without a first thing means
    [place.turn]            # the name of a turn or round: Turn {n}; {round} if each player has a turn in it

If a game has no sentence for an answer, the question is shown with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import attrs

from twingkit.core.games import game_by_id
from twingkit.core.language import language
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Question, one_line_excerpt
from twingkit.core.rulebook import READER_KEY, NamesByLanguage, Rulebook
from twingkit.core.running.running_script import player_count
from twingkit.core.words import MINUS, SentenceCatalogue, load_texts
from twingkit.players.lookahead import lookahead_of
from twingkit.players.lookahead.explanation import Names

Texts = Mapping[str, str]

_ANY_QUESTION = "any"
"""The table with entries for every kind of question."""

_OTHER_ANSWERS = "other"
"""The entry for answers without their own entry."""

_WORDS_TABLE = "words"
"""The table of words that are not things of the game."""


_TURN_TABLE = "place"
"""The table whose entry `turn` names a turn or round: Turn {n}."""


@attrs.frozen
class _WordFact:
    """A word of an answer in every language."""

    texts: Texts

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the word."""
        return self.texts[language()]


@attrs.frozen
class JoinedLabels:
    """A fact that consists of several things: its label is their labels, joined by a separator."""

    things: tuple[object, ...]
    separator: str = " "
    suffix: str = ""

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the joined labels."""
        return self.separator.join(words.format_fact(part, form) for part in self.things) + self.suffix


@attrs.frozen(kw_only=True)
class AnswerSentences:
    """Sentence templates that describe the answers of a game, and functions that interpret and name the words
    of these answers.

    `thing_of_word(game, token)` returns the thing that a word of an answer stands for. `seat_name(game,
    seat)` returns the name of a player (from 0) on pages. `list_marker_words` are words that start a further
    list of things. After a word of `words_before_pairs`, things come with their number. `prefix_by_word` maps
    first words of answers that name a thing by its number to the prefix of its name: {"take": "strategy_"}
    for `take 7`. `fight_number(game)` counts the fights of the pending battle; 0 if there is only one.
    `turn_seat(game)` is the seat (from 0) whose turn it is, or None.
    `facts_of_answer(question, answer)` are further facts of the sentence. `result_rulings` names the
    rulings by which a player wins or obtains something: "EM-CONJ-2.conjured EM-CALL-2.right".
    """

    texts: Mapping[str, Mapping[str, Texts]]
    thing_of_word: Callable[[Game, str], object] = lambda game, token: token
    seat_name: Callable[[Game, int], str] = lambda game, seat: game.start.seat(seat)
    list_marker_words: Collection[str] = ()
    words_before_pairs: Collection[str] = ()
    prefix_by_word: Mapping[str, str] = attrs.field(factory=dict)
    fight_number: Callable[[Game], int] = lambda game: 0
    turn_seat: Callable[[Game], int | None] = lambda game: None
    facts_of_answer: Callable[[Question, str], Mapping[str, object]] = lambda question, answer: {}
    result_rulings: str = ""

    @classmethod
    def load(cls, path: Path, **fields: Any) -> AnswerSentences:
        """Load the sentences of a game's answers from a TOML file; `fields` are the other fields of the
        object.
        """
        return cls(texts=load_texts(path), **fields)

    def sentence(self, game: Game, question: Question, answer: str, reader: int | None = None) -> str:
        """Return a sentence (without a full stop) that says what an answer does; "" if there is no entry for
        it. The seat `reader` is "you".
        """
        word, *tokens = answer.split()
        lists: dict[str, list[object]] = {"": []}
        mark = ""
        for token in tokens:
            if token in self.list_marker_words:
                mark = token
                lists[mark] = []
            else:
                lists[mark] += [self._thing(game, part) for part in token.split(",") if part not in ("", "+")]
        names = lists.pop("")
        if word in self.words_before_pairs:
            pairs = zip(names[::2], names[1::2], strict=False)
            names = [JoinedLabels((name, number)) for name, number in pairs]
        texts = self._text(question.kind, "_".join([word, *lists]), len(names))
        if texts is None:
            return ""
        facts: dict[str, object] = {name: tuple(listed) for name, listed in lists.items()}
        facts |= {"side": self.seat_name(game, question.player), "things": tuple(names), "n": len(names)}
        facts |= {"text": self.labels_after_first(game, answer), "thing": names[0] if names else ""}
        facts["others"] = tuple(names[1:])
        facts |= self.facts_of_answer(question, answer)
        return book_for_reader(game, reader).fill_template(texts[language()], facts)

    def turn_text(self, game: Game) -> str:
        """Return the turn or round of a game in words; "" if it has no turns."""
        texts, number = self.texts.get(_TURN_TABLE, {}).get("turn"), lookahead_of(game).turn_number(game)
        round_number = (number - 1) // player_count(game) + 1
        return texts[language()].format(n=number, round=round_number) if texts and number else ""

    def moment_text(self, game: Game, reader: int | None = None) -> str:
        """Return the present turn of a game in words, with its player (the seat `reader` is "you") and, in a
        battle of several fights, the number of the present fight.
        """
        turn, fight = self.turn_text(game), self.fight_number(game)
        if turn and (seat := self.turn_seat(game)) is not None:
            turn = review_catalogue().say("place.turn_of", turn=turn, whose=seat_name(game, seat, reader))
        return review_catalogue().say("place.fight", turn=turn, fight=fight) if turn and fight else turn

    def labels_after_first(self, game: Game, answer: str) -> JoinedLabels:
        """Return the labels of the words of an answer after the first; of all words if there is only one."""
        word, _, rest = answer.partition(" ")
        return self.all_labels(game, f"{self.prefix_by_word.get(word, '')}{rest}" if rest else answer)

    def all_labels(self, game: Game, answer: str) -> JoinedLabels:
        """Return the label of each word of an answer, as one fact for a sentence."""
        return JoinedLabels(tuple(self._one(game, token) for token in answer.split()))

    def _one(self, game: Game, token: str) -> object:
        name = self._name(game, token.rstrip(","))
        return JoinedLabels((name,), suffix=",") if token.endswith(",") else name

    def _name(self, game: Game, token: str) -> object:
        spoken = self.texts.get(_WORDS_TABLE, {}).get(token)
        return self.thing_of_word(game, token) if spoken is None else _WordFact(spoken)

    def _thing(self, game: Game, token: str) -> object:
        first, arrow, second = token.partition(">")
        if not arrow:
            return self._name(game, token)
        if not first:
            return JoinedLabels((self._name(game, arrow), self._name(game, second)))
        return JoinedLabels((self._name(game, first), self._name(game, second)), " → ")

    def _text(self, kind: str, key: str, count: int) -> Texts | None:
        own, any_kind = self.texts.get(kind, {}), self.texts.get(_ANY_QUESTION, {})
        for table in (own, any_kind):
            for name in (f"{key}_{count}", key):
                if name in table:
                    return table[name]
        return own.get(_OTHER_ANSWERS) or any_kind.get(_OTHER_ANSWERS)


PLAIN = AnswerSentences(texts={})
"""The sentences of a game that defines none."""


@cache
def review_catalogue() -> SentenceCatalogue:
    """Return the catalogue of the texts of reviews."""
    return SentenceCatalogue(files("twingkit.learn.reviews").joinpath("words.toml"))


def answer_sentences_of(game: Game) -> AnswerSentences:
    """Return the sentence templates and word functions by which reviews describe a game's answers;
    `PLAIN` if the game defines none.
    """
    sentences: AnswerSentences | None = game_by_id(game.start.name.partition(".")[0]).load("answer_sentences")
    return sentences or PLAIN


def reader_names_as_you(game: Game, reader: int | None) -> Mapping[str, str]:
    """Return a mapping of the names of the seat `reader` to the key of "you", for sentences that address this
    seat; empty without a reader, or if the game has no such word.
    """
    if reader is None or READER_KEY not in game.start.rulebook().words:
        return {}
    return dict.fromkeys(
        (game.start.seat(reader), answer_sentences_of(game).seat_name(game, reader)), READER_KEY
    )


def book_for_reader(game: Game, reader: int | None) -> Rulebook:
    """Return the rulebook of a game, which addresses the seat `reader` as "you"."""
    book: Rulebook = game.start.rulebook()
    names = reader_names_as_you(game, reader)
    return book.for_reader(names) if names else book


def seat_name(game: Game, seat: int, reader: int | None = None) -> str:
    """Return the name of a player (from 0) in the words of the game; the seat `reader` is "you"."""
    name, words = answer_sentences_of(game).seat_name(game, seat), book_for_reader(game, reader).words
    return words.name(name) if name in words else name


def names_for_reader(game: Game, question: Question, reader: int | None) -> Names:
    """Return the names in an explanation of an answer to this question; the seat `reader` is "you"."""
    return Names(
        lambda answer: answer_sentence(game, question, answer, reader),
        lambda seat: seat_name(game, seat, reader),
        book_for_reader(game, reader).words.translate_keys,
    )


def answer_sentence(game: Game, answered_question: Question, answer: str, reader: int | None = None) -> str:
    """Return a sentence (without a full stop) that says what a player's answer does. The seat `reader` is
    "you".

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
        raise BadAnswer("play.value", found=one_line_excerpt(repr(answer), 20), question=answered_question)
    book, own = book_for_reader(game, reader), answer_sentences_of(game)
    said = own.sentence(game, answered_question, answer, reader)
    if said:
        return said
    side = own.seat_name(game, answered_question.player)
    name = book.words.format_fact(side)
    question = without_name(answered_question.text(), game.start.rulebook().words.format_fact(side))
    names_choice = (
        bool(own.texts) and answer.split()[0] == answered_question.kind
    )  # `planet arnor`: only the choice
    chosen = own.labels_after_first if names_choice else own.all_labels
    label = chosen(game, answer).label(book.words)
    return review_catalogue().say(
        "answered_you" if book.words.is_reader(str(side)) else "answered",
        seat=name[:1].upper() + name[1:],
        question=question,
        answer=label,
    )


def chance_result_text(game: Game, answer: str) -> str:
    """Return the result of a dice roll or card draw as text; for a card that nobody saw, a message that it is
    unknown.

    >>> from twingkit import ember
    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", chance_result_text, ember.new_game(2, seed=1), "card E8")
    'Erde 8'
    """
    if answer.split()[-1] == "?":
        return review_catalogue().say("brought.unknown")
    label = answer_sentences_of(game).labels_after_first(game, answer).label(game.start.rulebook().words)
    return re.sub(r"(?<!\S)-(?=\d)", MINUS, label)


def without_name(question: str, name: str) -> str:
    """Return the text of a question, without the player's name if it starts with this name and a colon.

    >>> without_name("Player 1: which planet?", "player 1")
    'which planet?'
    """
    first, colon, rest = question.partition(": ")
    return rest if colon and first.casefold() == name.casefold() else question
