"""Questions of practice in a first game: one that is asked back, or five on what came up in the game."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator

from twingkit.core.running.running_script import player_count
from twingkit.learn.quiz import Item, quiz_of
from twingkit_widgets.learn.practice.open_question import OpenQuestion

FIVE = 5
"""The number of questions at the end."""

TRIES = 12
"""The number of questions that are dealt of a topic to find one on what came up."""

Keep = Callable[[str, bool, tuple[str, ...], int | None], None]
"""Keeps an answer: the name of the question, whether it was right, the rules, the option taken."""


class Questions:
    """The questions of a teacher, of no more `players` than sit at the table: `asking` is the open one,
    `about` the missed rule that is asked back ("" at the end of the game), `given` says of each question at
    the end whether it was answered rightly, `whole` is their number."""

    def __init__(self, game: str, keep: Keep, players: int) -> None:
        self.game, self.keep, self.players = game, keep, players
        self.asking: OpenQuestion | None = None
        self.about = ""
        self.given: list[bool] = []
        self.whole = FIVE
        self._items: Iterator[Item] = iter(())

    def ask_back(self, rule: str, home: str) -> bool:
        """Ask a question of this kind (`topic:kind`); False if there is no such question."""
        seed = random.randrange(10**6)
        try:
            item = quiz_of(self.game).item(f"{home}:{seed}")
        except (KeyError, RuntimeError):  # no such kind, or a table that makes no question
            return False
        self.asking, self.about = OpenQuestion(item), rule
        return True

    def begin(self, rules: Collection[str], answered: Collection[str]) -> str:
        """Begin the questions at the end, on these rules; those named in `answered` come only where there is
        no other. Returns what a screen reader is told, "" if there are none."""
        self.given, self.about, self.whole = [], "", FIVE
        self._items = self._found(set(rules), frozenset(answered))
        return self.next()

    def next(self) -> str:
        """The next question, or back to the game; returns what a screen reader is told."""
        if self.about or len(self.given) >= self.whole:
            self.asking, self.about = None, ""
            return ""
        item = next(self._items, None)
        self.asking = None if item is None else OpenQuestion(item)
        if self.asking is None:
            self.whole = len(self.given)
            return ""
        return self.asking.screen_reader_text()

    def _found(self, rules: set[str], answered: frozenset[str]) -> Iterator[Item]:
        """Questions on these rules, from one topic after the other, no two alike."""
        quiz = quiz_of(self.game)
        asked: set[object] = set()
        rng = random.Random(f"first game {sorted(rules)}")
        topics = list(quiz.topics)
        rng.shuffle(topics)
        for known in [answered] * 2 + [frozenset[str]()]:
            for topic in topics:
                for _ in range(TRIES):
                    item = quiz.deal(topic, rng.randrange(10**6))
                    words = item.table, item.before, item.prompt()
                    if item.name in known or item.rule not in rules or words in asked:
                        continue
                    if player_count(item.start_game()) <= self.players:
                        asked.add(words)
                        yield item
                        break

    # -- the open question

    def handles(self, act: str) -> bool:
        """True if an action is that of the open question."""
        return self.asking is not None and (act == "answer" or self.asking.handles(act))

    def act(self, act: str, value: object) -> str:
        """Carry out an action of the open question, and return what a screen reader is told."""
        asking = self.asking
        assert asking is not None
        if act != "answer":
            return asking.handle(act, value)
        if asking.answer(value):
            self.keep(asking.item.name, asking.right, asking.about, asking.given)
            if not self.about:
                self.given.append(asking.right)
        return asking.screen_reader_text()
