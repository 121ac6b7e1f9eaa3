"""Practice questions in a first game: one that is asked again, or five about what came up in the game."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator

from twingkit.core.running.running_script import player_count
from twingkit.learn.quiz import Item, quiz_of
from twingkit_widgets.learn.practice.open_question import OpenQuestion

FIVE = 5
"""The number of questions at the end."""

TRIES = 12
"""The number of questions dealt from a topic to find one about what came up."""

Keep = Callable[[str, bool, tuple[str, ...], int | None], None]
"""Records an answer: the name of the question, whether it was right, the rules, the option taken."""


class Questions:
    """A teacher's questions, about no more `players` than sit at the table.

    `asking` is the open question, `about` the missed rule that is asked again ("" at the end of the game),
    `given` says of each question at the end whether it was answered right, `whole` is their number.
    """

    def __init__(self, game: str, keep: Keep, players: int) -> None:
        self.game, self.keep, self.players = game, keep, players
        self.asking: OpenQuestion | None = None
        self.about = ""
        self.given: list[bool] = []
        self.whole = FIVE
        self._items: Iterator[Item] = iter(())

    def ask_back(self, rule: str, home: str) -> bool:
        """Ask a question of this kind (`topic:kind`). Returns False if there is none."""
        seed = random.randrange(10**6)
        try:
            item = quiz_of(self.game).item(f"{home}:{seed}")
        except (KeyError, RuntimeError):  # no such kind, or no question at this table
            return False
        self.asking, self.about = OpenQuestion(item), rule
        return True

    def begin(self, rules: Collection[str], answered: Collection[str]) -> str:
        """Start the questions at the end, about these rules; those named in `answered` are used only if there
        are no others. Returns the text for screen readers, "" if there are no questions.
        """
        self.given, self.about, self.whole = [], "", FIVE
        self._items = self._found(set(rules), frozenset(answered))
        return self.next()

    def next(self) -> str:
        """Show the next question, or return to the game; returns the text for screen readers."""
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
        """Yield different questions about these rules, from one topic after the other."""
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
        """True if an action belongs to the open question."""
        return self.asking is not None and (act == "answer" or self.asking.handles(act))

    def act(self, act: str, value: object) -> str:
        """Carry out an action of the open question, and return the text for screen readers."""
        asking = self.asking
        assert asking is not None
        if act != "answer":
            return asking.handle(act, value)
        if asking.answer(value):
            self.keep(asking.item.name, asking.right, asking.about, asking.given)
            if not self.about:
                self.given.append(asking.right)
        return asking.screen_reader_text()
