"""Lessons in a few lines of a notebook: write down a table and what shall be asked; the rules know the rest.

    from twingkit_widgets.teaching import lay, lesson, predict, roll

    lesson(
        goal="See what the Sun does.",
        table="F: F5 vs W: W6",
        steps=[
            lay("Attack with your spell.", "F5"),
            predict("Who is ahead?", "leader", play=["lay W6"]),
            roll("Roll both dice.", "Sun", "4"),
            predict("Who wins?", "winner"),
        ],
    )

Every text is a plain string, or `{"en": "...", "de": "..."}` for both languages. `lesson` plays the lesson
through once and says which step cannot be solved. What a prediction can ask stands in `lesson_truths`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from twingkit_widgets.lesson import LessonError, Texts, both
from twingkit_widgets.lesson_desk import WORDS
from twingkit_widgets.lesson_panel import LessonPanel
from twingkit_widgets.lesson_reader import read_lesson
from twingkit_widgets.lesson_rehearsal import rehearse
from twingkit_widgets.wording import LANGUAGES

Text = str | Texts
StepData = dict[str, Any]
"""One step, as a table of a lesson file; the functions below make them."""

USUAL: Mapping[str, Sequence[str]] = {
    "leader": ("attacker", "defender", "tie"),
    "winner": ("attacker", "defender", "tie"),
    "creature": ("home", "lost"),
    "allowed": ("yes", "no"),
}
"""The options of a prediction that needs none to be written."""


def lesson(
    *,
    goal: Text,
    table: str,
    steps: Sequence[StepData],
    title: Text = "",
    you: int = 0,
    topic: str = "",
    learned: Sequence[tuple[Text, str]] = (),
    lang: str = "en",
) -> LessonPanel:
    """A lesson to go through: its `goal` in a sentence, its `table` (a battle in notation or the set-up lines
    of a record), its `steps` in order.

    `you` is the learner's seat (0: the attacker, the first player); with `topic` (of `quiz.TOPICS`) it closes
    with five questions; `learned` are sentences for the end, each with the rule that says so. Raises
    `LessonError` naming every step that is written wrongly or that cannot be solved.
    """
    numbered = [{"id": f"step-{number}", **step} for number, step in enumerate(steps, 1)]
    if topic:
        numbered.append({"id": "check", "kind": "check", "title": _own("check_title")})
    numbered.append({"id": "end", "kind": "end", "title": _own("end_title")})
    data = {
        "id": "own",
        "title": _text(title) if title else _own("own_title"),
        "goal": _text(goal),
        "table": table,
        "topic": topic,
        "you": you,
        "step": numbered,
        "learned": [{"text": _text(text), "rule": rule} for text, rule in learned],
    }
    made = read_lesson(data, "your lesson")
    rehearse(made)
    return LessonPanel(made, lang)


def look(title: Text, *points: tuple[str, Text], rule: str = "", text: Text = "") -> StepData:
    """Tap things and read what they are: pairs of a thing (`spell F5`, `cat`, `object hat`) and a text."""
    told = [{"card": card, "text": _text(words), "rule": rule} for card, words in points]
    return {**_step("look", title, text), "point": told}


def lay(
    title: Text,
    *aims: str,
    cards: str = "",
    text: Text = "",
    well: Text = "",
    less: Text = "",
    play: Sequence[str] = (),
) -> StepData:
    """Lay cards: `aims` are the lays in notation that solve it. They are chosen from hand and entourage, or
    from `cards`. `well` is said to the aim, `less` to what is allowed and not meant."""
    reply = {
        "aim": _text(well) if well else _own("aim"),
        "less": _text(less) if less else _own("less"),
    }
    made = {**_step("lay", title, text), "aim": list(aims), "reply": reply, "play": list(play)}
    return {**made, "cards": cards} if cards else made


def choose(
    title: Text,
    options: Mapping[str, Text],
    *aims: str,
    text: Text = "",
    cites: Sequence[str] = (),
    replies: Mapping[str, Text] | None = None,
    play: Sequence[str] = (),
) -> StepData:
    """Decide: `options` are answers in the game with their words. Without `aims` any allowed one will do."""
    made = {**_step("choose", title, text), "aim": list(aims), "cites": list(cites), "play": list(play)}
    return {**made, "option": _options(options, replies or {})}


def predict(
    title: Text,
    ask: str,
    options: Mapping[str, Text] | Sequence[str] = (),
    *,
    text: Text = "",
    replies: Mapping[str, Text] | None = None,
    play: Sequence[str] = (),
    **facts: Any,
) -> StepData:
    """Say beforehand what `ask` will turn out to be (`winner`, `die`, `allowed`, ...; see `lesson_truths`).

    `options` are what can be said, with their words where they are not plain; `facts` is what the question
    needs: `side`, `card`, `given`, `what`, `then`, `cites`.
    """
    chosen = options or USUAL.get(ask, ())
    if not chosen:
        raise LessonError(f"predict({title!r}): {ask!r} needs its options")
    made = {**_step("predict", title, text), "ask": ask, "play": list(play), **facts}
    return {**made, "option": _options(chosen, replies or {})}


def roll(title: Text, *faces: str, text: Text = "", said: Text = "", play: Sequence[str] = ()) -> StepData:
    """Let chance answer: `faces` are what falls, in the order in which the game asks (`-2`, `Sun`)."""
    made = {**_step("roll", title, text), "faces": list(faces), "play": list(play)}
    return {**made, "reply": {"rolled": _text(said)}} if said else made


def explain(title: Text, *cites: str, text: Text = "", play: Sequence[str] = ()) -> StepData:
    """Read what the rules `cites` said so far."""
    return {**_step("explain", title, text), "cites": list(cites), "play": list(play)}


def _step(kind: str, title: Text, text: Text) -> StepData:
    return {"kind": kind, "title": _text(title), "text": [_text(text)] if text else []}


def _options(options: Mapping[str, Text] | Sequence[str], replies: Mapping[str, Text]) -> list[StepData]:
    worded = options if isinstance(options, Mapping) else dict.fromkeys(options, "")
    made = []
    for name, words in worded.items():
        option = {"id": name, "text": _text(words) if words else _answer(name)}
        made.append({**option, "reply": _text(replies[name])} if name in replies else option)
    return made


def _answer(name: str) -> Texts:
    """The words of an option that has none of its own."""
    return _own(f"usual.{name}") if f"usual.{name}" in set(WORDS) else both(name)


def _text(text: Text) -> Texts:
    return both(text) if isinstance(text, str) else text


def _own(key: str) -> Texts:
    return {lang: WORDS.say(lang, key) for lang in LANGUAGES}
