"""Snapshot questions: the questions of practice, as checksums of their texts: of The World of Twing by topic
and seed, of Twilight Imperium one of each kind, by its name.

`python tests/golden/questions.py` writes them anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.quiz_of import quiz_of
from twingkit.twing.quiz import TOPICS, deal

FILE = Path(__file__).parent / "questions.txt"
OF_KINDS = Path(__file__).parent / "imperium_questions.txt"
LANGUAGES = ("en", "de")
SEEDS = range(3)
IMPERIUM = quiz_of("imperium")


def line(topic: str, seed: int) -> str:
    """Return the question of a topic and a seed, in a line."""
    return f"{seed} {summed(deal(topic, seed))}"


def kinds() -> Iterator[str]:
    """Return the names of the stored questions of Twilight Imperium: one of each kind."""
    for topic in IMPERIUM.topics:
        for kind in IMPERIUM.makers(topic):
            yield f"{topic}:{kind}:1"


def summed(item: QuizItem) -> str:
    """Return a question in a line: its name, its level, its rules, the right option, and a checksum of its
    texts."""
    said: list[str] = [item.table, *item.answers_before, "", *item.answers_after, str(item.seat), item.cards]
    for lang in LANGUAGES:
        said += [item.prompt(lang), *(choice.text(lang) for choice in item.choices)]
        said += [f"{why.rule} {why.text(lang)}" for why in item.reasons]
    said += [
        f"{choice.key} {choice.is_right} {choice.forgotten_rule} {choice.cards}" for choice in item.choices
    ]
    digest = hashlib.sha256("\n".join(said).encode()).hexdigest()[:24]
    return f"{item.name} {item.level} {','.join(item.rules)} {item.right_option.key} {digest}"


def main() -> None:
    """Write the snapshot questions."""
    lines = [line(topic, seed) for topic in TOPICS for seed in SEEDS]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    of_kinds = [summed(IMPERIUM.item(name)) for name in kinds()]
    OF_KINDS.write_text("\n".join(of_kinds) + "\n", encoding="utf-8")
    print(f"{len(lines)} and {len(of_kinds)} questions")


if __name__ == "__main__":
    main()
