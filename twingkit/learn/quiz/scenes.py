"""Questions for a game that defines none: scenes of random games, with the rulings that follow.

A random game is played to a random point. `next` asks what happens after the given answer: the right option
is the ruling that follows, the wrong ones are the rulings after other answers. `rule` asks which rule acted.
A question is asked only if its answer is the same in every game that looks the same to the seat that is
asked.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice

import attrs

from twingkit.core import knowledge
from twingkit.core.example_lines import example_lines
from twingkit.core.games import GameEntry
from twingkit.core.language import call_in_language
from twingkit.core.play import Game
from twingkit.core.questions import Question, Refusal
from twingkit.core.rulebook import Ruling
from twingkit.core.words import LANGUAGES
from twingkit.learn.quiz.deal import Topic
from twingkit.learn.quiz.item import AnswerOption, QuizItem, Texts
from twingkit.learn.quiz.options import Mistake, make_item, value_options
from twingkit.learn.quiz.phrases import COMMON
from twingkit.players.lookahead import lookahead_of

MAX_ANSWERS = 60
"""The largest number of answers of a random game."""

MAX_TRIED_ANSWERS = 12
"""The largest number of other answers that are tried to get wrong options."""

_GAMES_COMPARED = 6
"""The number of games compared that look the same to a seat."""

MIN_OPTIONS_SMALL_GAME = 2
"""The smallest number of options in a small game."""


def default_topics(entry: GameEntry) -> dict[str, Topic]:
    """Return the topics of a game without its own questions; empty if the game cannot be started.

    Games start from one of the `example_lines` of the game.
    """
    if not example_lines(entry):
        return {}
    kinds = {"next": partial(next_ruling_question, entry), "rule": partial(_acting_rule_question, entry)}
    return {"scenes": Topic(COMMON("scenes.title"), kinds)}


@attrs.frozen
class GameScene:
    """A moment of a random game: the answers before, the question, the answer, and the rulings that
    followed.
    """

    entry: GameEntry
    table: str
    answers_before: tuple[str, ...]
    question: Question
    answer: str
    rulings: tuple[Ruling, ...]
    is_answer_hidden: bool
    """True if chance gave the answer and the player who is asked does not know it."""

    @classmethod
    def draw_random(cls, entry: GameEntry, rng: random.Random) -> GameScene | None:
        """Draw a moment at which a rule acts, or return None if the random game has none."""
        table = rng.choice(example_lines(entry))
        game = Game.begin(table, game=entry.id)
        while not game.over and len(game) < MAX_ANSWERS:
            game.answer_randomly(rng)
        transcript = game.transcript
        ruled = [index for index, line in enumerate(transcript) if line.rulings]
        if not ruled:
            return None
        index = rng.choice(ruled)
        line = transcript[index]
        closed = line.question.is_chance and not knowledge.knew_outcome_immediately(game, line.player, index)
        before = tuple(earlier.answer for earlier in transcript[:index])
        brought = tuple(ruling.seen_by(line.player) for ruling in line.rulings)
        return cls(entry, table, before, line.question, line.answer, brought, closed)

    def game(self) -> Game:
        """Return the game at that moment."""
        return Game.begin(self.table, game=self.entry.id).give_answers(*self.answers_before)

    def sample_consistent_games(self, rng: random.Random) -> list[Game] | None:
        """Return games that look the same to the player who is asked, this game first; None if something is
        unknown and no other such game was found.
        """
        game, seat = self.game(), self.question.player
        lookahead = lookahead_of(game)
        if lookahead.redeal_function(game) is not None and lookahead.rating_fault(game) is None:
            seeds = [rng.randrange(2**32) for _ in range(_GAMES_COMPARED)]
            return [
                game,
                *(lookahead.sample_hidden_information(game, seat, seed, explain=True) for seed in seeds),
            ]
        places = knowledge.unknown_outcome_indices(game, seat)
        twins = (
            knowledge.resample_hidden_outcomes(game, seat, places, rng)
            for _ in range(MAX_TRIED_ANSWERS)
            if places
        )
        others = list(islice((twin for twin in twins if twin), _GAMES_COMPARED))
        if places and not others:
            return None
        return [game, *(others or [game] * (_GAMES_COMPARED if self.is_answer_hidden else 0))]

    def rulings_of_other_answers(
        self, worlds: Sequence[Game], rng: random.Random
    ) -> Iterator[Sequence[Ruling]]:
        """Yield the first rulings after each other answer, if they depend on nothing unknown."""
        for _ in range(MAX_TRIED_ANSWERS):
            twin = worlds[0].copy()
            twin.answer_randomly(rng)
            if foreseen := self.foreseeable_rulings(worlds, twin.transcript[-1].answer, rng):
                yield foreseen[:1]

    def foreseeable_rulings(
        self, worlds: Sequence[Game], answer: str, rng: random.Random
    ) -> Sequence[Ruling]:
        """Return the rulings that an answer causes, in the view of the player who is asked; empty if they
        depend on something unknown, such as a hidden answer.
        """
        heard: list[list[Ruling]] = []
        for world in worlds:
            twin = world.copy()
            try:
                twin.answer_randomly(rng) if self.is_answer_hidden and heard else twin.give_answers(answer)
            except (Refusal, ValueError):  # not allowed in every world
                return ()
            rulings = twin.transcript[-1].rulings
            heard.append([ruling.seen_by(self.question.player) for ruling in rulings])
        texts = [[_sentences(ruling) for ruling in rulings] for rulings in heard]
        return heard[0] if all(text == texts[0] for text in texts) else ()

    def item(self, texts: Texts, options: Sequence[AnswerOption]) -> QuizItem | None:
        """Return the question about this moment, played out by the scene's answer; None without options."""
        seat = self.question.player
        why, after = self.rulings, (self.answer,)
        return make_item(
            self.table, self.answers_before, after, texts=texts, choices=options, why=why, seat=seat
        )


def next_ruling_question(entry: GameEntry, rng: random.Random) -> QuizItem | None:
    """Return a quiz question “What happens after this answer?” about a random moment of a random game; None
    if that moment gives no fair question.
    """
    scene = GameScene.draw_random(entry, rng)
    if scene is None:
        return None
    worlds = scene.sample_consistent_games(rng)
    if worlds is None or not scene.foreseeable_rulings(worlds, scene.answer, rng):
        return None
    brought = [_sentences(ruling) for ruling in scene.rulings]
    elsewhere = (GameScene.draw_random(entry, rng) for _ in range(MAX_TRIED_ANSWERS))
    likely = [ruling for rulings in scene.rulings_of_other_answers(worlds, rng) for ruling in rulings]
    others = [*likely, *(moment.rulings[0] for moment in elsewhere if moment)]
    seen = {text for outcome in brought for text in outcome}
    mistakes = [Mistake(outcome) for outcome in map(_sentences, others) if seen.isdisjoint(outcome)]
    options = value_options(
        brought[0], mistakes, _texts, min_options=MIN_OPTIONS_SMALL_GAME, key=lambda outcome: outcome[0]
    )
    question = worlds[0].question  # now, since the text of a question may describe the table
    assert question is not None
    question_text = {lang: question.text(lang) for lang in LANGUAGES}
    if scene.is_answer_hidden:
        return scene.item(COMMON("scenes.next_hidden", asked=question_text), options)
    words = scene.rulings[0].book.words
    answer = {lang: call_in_language(lang, words.translate_keys, scene.answer) for lang in LANGUAGES}
    return scene.item(COMMON("scenes.next", asked=question_text, answer=answer), options)


def _acting_rule_question(entry: GameEntry, rng: random.Random) -> QuizItem | None:
    """Return the question “Which rule has acted?”; None if the random moment does not suit it."""
    scene = GameScene.draw_random(entry, rng)
    if scene is None:
        return None
    ruling = scene.rulings[0]
    others = [rule.id for rule in ruling.book]
    rng.shuffle(others)
    options = value_options(
        ruling.rule,
        [Mistake(rule) for rule in others],
        lambda rule: ruling.book[rule].titles,
        min_options=MIN_OPTIONS_SMALL_GAME,
    )
    return scene.item(COMMON("scenes.rule", said=_texts(_sentences(ruling))), options)


def _sentences(ruling: Ruling) -> tuple[str, ...]:
    return tuple(ruling.text(lang) for lang in LANGUAGES)


def _texts(outcome: Sequence[str]) -> Texts:
    return dict(zip(LANGUAGES, outcome, strict=True))
