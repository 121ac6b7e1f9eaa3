"""The length of a lesson: words and taps on its recorded path."""

from __future__ import annotations

from pathlib import Path

from lesson.lesson_length import LessonLength, lesson_length

from twingkit.core.games import games
from twingkit.learn.lesson.course import course_of

TWING = course_of("twing")


def test_a_length_counts_what_is_read_and_tapped_on_the_recorded_way() -> None:
    assert TWING is not None
    short = lesson_length(
        TWING.parse_lesson(
            {
                "id": "short",
                "title": {"en": "One", "de": "Eins"},
                "goal": {"en": "One.", "de": "Eins."},
                "table": "F: F5 vs W: W5",
                "solution": ["lay: lay F5"],
                "learned": [
                    {"text": {"en": "five words are learned here", "de": "fünf Wörter"}, "rule": "TW-BAT-1"}
                ],
                "step": [
                    {
                        "id": "lay",
                        "kind": "answer",
                        "cards": "F5 F3",
                        "aim": "lay F5",
                        "title": {"en": "three short words", "de": "drei"},
                        "reply": {"aim": {"en": "two words", "de": "zwei"}},
                    },
                    {"id": "end", "kind": "end", "title": {"en": "the end", "de": "Schluss"}},
                ],
            }
        )
    )
    assert short.taps == 4  # a card, the button that lays it, twice to go on
    assert short + LessonLength(1, 1) == LessonLength(short.words + 1, 5)
    assert short.words > 3 + 2 + 5 + 2


def test_the_readme_counts_the_lessons() -> None:
    counts = {game.title("en"): len(course.names) for game in games() if (course := course_of(game.id))}
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    assert f"{sum(counts.values())} short lessons" in readme
    for title, count in counts.items():
        assert f"{count} of {title}" in readme
