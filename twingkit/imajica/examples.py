"""Examples for the rules of Imajica: for every rule a position in which it applies or forbids something.

    shown = example("IJ-SEIZE-4")
    print(shown.title())            # Seven against nine: Slew stays in the Circle.
    print(shown.statement)          # the ruling, as the game worded it

The positions are in `examples.toml`. The text of `statement` is never stored: it comes from playing them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import attrs

from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Refusal
from twingkit.core.rulebook import Ruling
from twingkit.core.words import TomlTable
from twingkit.imajica.box.decks import deck_from_lines, deck_refusals
from twingkit.imajica.rules.questions import FlashWindow, TurnQuestion
from twingkit.imajica.rules.rounds import Advance
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.starts import new_game, position_game
from twingkit.imajica.variants.variant import Variant
from twingkit.learn.rule_examples import RuleExample, RuleExamples, common_example_fields

_MAX_PASSIVE_ANSWERS = 120
"""Largest number of passive answers before the rule must apply."""

SEED = 3
"""Random seed of the examples."""


@attrs.frozen(kw_only=True)
class ImajicaRuleExample(RuleExample):
    """An example of one rule: a position in which it applies or forbids something.

    `setup_lines` holds the set-up lines of a record; an example about decks has `deck_lines`
    instead. Each answer names its seat; all other questions are answered passively.
    """

    setup_lines: tuple[str, ...] = ()
    deck_lines: tuple[str, ...] = ()
    variant: str = "box"

    @property
    def statement(self) -> Ruling | Refusal:
        """Return the ruling that cites the rule, or the refusal if the rule forbids the answer."""
        return _statement(self)[0]

    @property
    def answering_seat(self) -> int:
        """Return the seat that gives the answer."""
        return int(self.answer[1]) - 1 if self.answer.startswith("p") else 0

    def game(self) -> Game:
        """Return the game just before the rule applies. Raises `ValueError` for an example about a deck."""
        game = self._start_game()
        for line in self.answers_before:
            play_passively_and_answer(game, line)
        return _play_until_answerable(game, self.answer)

    def game_after(self) -> Game:
        """Return the game just after the rule has applied. After a refusal nothing has changed."""
        game = self.game()
        return game if self.is_refused else _after_answer(game, self.answer, _statement(self)[1])

    def _start_game(self) -> Game:
        if self.deck_lines:
            raise ValueError(f"{self.rule} is shown on a deck, not at a table")
        if self.setup_lines[0].startswith("imajica:"):
            return position_game(self.setup_lines[0], variant=self.variant, seed=SEED)
        return new_game(self.setup_lines, variant=self.variant, seed=SEED, rolls="ask")


def examples() -> tuple[ImajicaRuleExample, ...]:
    """Return an example for every rule, in the order of the rulebook."""
    return _EXAMPLES.all_examples()


def example(rule: str) -> ImajicaRuleExample:
    """Return the example for a rule such as `IJ-SEIZE-4`. Raises `UnknownRule` with the nearest rule id.

    >>> print(example("IJ-UNIQ-1").statement)
    Slew is unique and already in play. [IJ-UNIQ-1]
    """
    return _EXAMPLES.example_of_rule(rule)


def _example(entry: TomlTable) -> ImajicaRuleExample:
    table = (f"imajica: {entry['line']}",) if "line" in entry else tuple(entry.get("game", ()))
    return ImajicaRuleExample(
        setup_lines=table,
        deck_lines=tuple(entry.get("deck", ())),
        variant=entry.get("variant", "box"),
        **common_example_fields(entry),
    )


_EXAMPLES = RuleExamples("twingkit.imajica", rulebook, _example)


# -- played


def give_passive_answer(game: Game) -> None:
    """Answer the pending question passively: pass, end the turn, take the first option, or draw at random."""
    question = game.question
    assert question is not None
    if question.is_chance:
        game.roll()
    else:
        game.answer(next(iter(question.options())))


def _play_until_answerable(game: Game, line: str) -> Game:
    """Answer passively until the answer in `line` can be given or is refused; return the game."""
    seat, sign, answer = line.partition(": ")
    while sign and game.question is not None and len(game) < _MAX_PASSIVE_ANSWERS:
        question = game.question
        if game.start.seat(question.player) == seat and _can_be_given(game, answer):
            return game
        give_passive_answer(game)
    if not sign:
        return game
    raise ValueError(f"{line!r} was never asked for")


def _can_be_given(game: Game, answer: str) -> bool:
    """Return whether an answer can be given now, or is forbidden for a reason other than timing."""
    question = game.question
    assert question is not None
    try:
        refusal = question.refusal(question.parse_answer(answer))
    except (BadAnswer, Refusal):
        return False
    comes_later = refusal is not None and refusal.rule == "IJ-TIME-1" and refusal.case != "not_now"
    refusing = Advance if comes_later else TurnQuestion | FlashWindow | Advance
    return refusal is None or isinstance(question, refusing)


def play_passively_and_answer(game: Game, line: str) -> Game:
    """Give an answer such as `p1: end`, after passive answers to the questions before it; return the game."""
    _play_until_answerable(game, line)
    return game.give_answers(line.partition(": ")[2] or line)


def _after_answer(game: Game, answer: str, more: int) -> Game:
    play_passively_and_answer(game, answer)
    for _ in range(more):
        give_passive_answer(game)
    return game


@cache
def _statement(example: ImajicaRuleExample) -> tuple[Ruling | Refusal, int]:
    """Return the ruling or refusal of an example's rule, and the number of passive answers before it.

    Raises `ValueError` if the rule says nothing.
    """
    said = next(_statements(example), None)
    if said is None:
        raise ValueError(f"{example.rule}: {example.shown_rule} does not speak after {example.answer!r}")
    return said


def _statements(example: ImajicaRuleExample) -> Iterator[tuple[Ruling | Refusal, int]]:
    """Yield all rulings and refusals of an example's rule, in order of time."""
    if example.deck_lines:
        faults = deck_refusals(
            deck_from_lines("mine", example.deck_lines), variant=Variant.resolve(example.variant)
        )
        yield from ((fault, 0) for fault in faults if example.matches(fault))
        return
    game = example.game()
    question = game.question
    assert question is not None
    refusal = question.refusal(question.parse_answer(example.answer.partition(": ")[2] or example.answer))
    if refusal is not None:
        if example.matches(refusal):
            yield refusal, 0
        return
    begun = len(game)
    play_passively_and_answer(game, example.answer)
    while len(game) < begun + _MAX_PASSIVE_ANSWERS:
        for ruling in game.latest_rulings:
            if example.matches(ruling):
                yield example.for_reader(ruling), len(game) - begun - 1
        if game.question is None:
            return
        give_passive_answer(game)
