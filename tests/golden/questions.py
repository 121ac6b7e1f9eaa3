"""Golden questions: what practice asks, by topic and seed, as sums of its texts.

`python tests/golden/questions.py` writes them anew.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from twingkit.twing.quiz import TOPICS, deal

FILE = Path(__file__).parent / "questions.txt"
LANGUAGES = ("en", "de")
SEEDS = range(3)


def line(topic: str, seed: int) -> str:
    """A question in a line: its name, its table, its rules, the right option, and a sum of what is said."""
    item = deal(topic, seed)
    said: list[str] = [item.table, *item.before, "", *item.after, str(item.seat), item.cards]
    for lang in LANGUAGES:
        said += [item.prompt(lang), *(choice.text(lang) for choice in item.choices)]
        said += [f"{why.rule} {why.text(lang)}" for why in item.why]
    said += [f"{choice.key} {choice.right} {choice.forgot} {choice.cards}" for choice in item.choices]
    digest = hashlib.sha256("\n".join(said).encode()).hexdigest()[:24]
    return f"{seed} {item.name} {item.level} {','.join(item.rules)} {item.right.key} {digest}"


def main() -> None:
    """Write the golden questions."""
    lines = [line(topic, seed) for topic in TOPICS for seed in SEEDS]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} questions")


if __name__ == "__main__":
    main()
