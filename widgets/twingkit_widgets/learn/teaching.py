"""Write lessons in a few lines of a notebook: give a table and the questions; the rules determine the
answers.

    from twingkit_widgets.learn.teaching import lay_step, lesson, predict_step, roll_step

    lesson(
        goal="See what the Sun does.",
        table="F: F5 vs W: W6",
        steps=[
            lay_step("Attack with your spell.", "F5"),
            predict_step("Who is ahead?", "leader", play=["lay_step W6"]),
            roll_step("Roll both dice.", "Sun", "4"),
            predict_step("Who wins?", "winner"),
        ],
    )

Every text is a plain string, or `{"en": "...", "de": "..."}` for both languages. `lesson` plays the lesson
through once and reports the steps that cannot be solved. The answer key of the game lists what a prediction
can ask (`twingkit.learn.lesson.answer_key` for any game).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from twingkit.core.games import likely_game_of_line
from twingkit.core.language import call_in_language, language, localized
from twingkit.core.starts import parse_start
from twingkit.core.words import LANGUAGES
from twingkit.learn.lesson.course import Course, course_of
from twingkit.learn.lesson.lesson import LessonError, Texts, same_in_all_languages
from twingkit.learn.lesson.rehearsal import rehearse
from twingkit_widgets.learn.lesson.panel import LessonPanel
from twingkit_widgets.learn.lesson.views import WORDS, lesson_pictures_of

Text = str | Texts
StepData = dict[str, Any]
"""One step, as a table of a lesson file; the functions below return them."""


@localized
def lesson(
    *,
    goal: Text,
    table: str,
    steps: Sequence[StepData],
    title: Text = "",
    you: int = 0,
    topic: str = "",
    learned: Sequence[tuple[Text, str]] = (),
    game: str = "",
    lang: str | None = None,
) -> LessonPanel:
    """Return a panel with a lesson: its `goal` in a sentence, its `table` (a battle in notation, or the
    set-up lines of a record), and its `steps`.

    `you` is the learner's seat (0: the attacker, the first player). With `topic`, it ends with five questions
    of that topic. `game` is the id of its game, if the table does not identify it. `learned` are sentences
    for the end, each with its rule. Raises a `LessonError` that lists every step that is not valid or cannot
    be solved.
    """
    line = table.strip().partition("\n")[0]
    meant = likely_game_of_line(line)
    name = game or (meant.id if meant else parse_start(table).name.partition(".")[0])
    course = course_of(name) or Course(name, Path())
    numbered = [
        {"id": f"step-{number}", **_with_default_texts(step, course)} for number, step in enumerate(steps, 1)
    ]
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
    lesson_read = course.parse_lesson(data, "your lesson")
    rehearse(lesson_read)
    return LessonPanel(lesson_read, language())


def look_step(title: Text, *points: tuple[str, Text], rule: str = "", text: Text = "") -> StepData:
    """Return a step in which the learner taps items to read about them. Each of `points` is an item, such as
    `spell F5`, `cat` or `object hat`, and its text.
    """
    point_tables = [{"thing": thing_id, "text": _text(words), "rule": rule} for thing_id, words in points]
    return {**_step("look", title, text), "point": point_tables}


def lay_step(
    title: Text,
    *aims: str,
    cards: str = "",
    text: Text = "",
    aim_reply: Text = "",
    other_reply: Text = "",
    play: Sequence[str] = (),
) -> StepData:
    """Return a step in which the learner lays cards. `aims` are the correct lays, in notation.

    The cards are chosen from hand and entourage, or from `cards`. `aim_reply` is the reply to an aim,
    `other_reply` to an allowed answer that is not an aim.
    """
    reply = {name: _text(words) for name, words in (("aim", aim_reply), ("less", other_reply)) if words}
    step = {**_step("answer", title, text), "aim": list(aims), "reply": reply, "play": list(play)}
    return {**step, "cards": cards} if cards else step


def choose_step(
    title: Text,
    options: Mapping[str, Text],
    *aims: str,
    text: Text = "",
    cites: Sequence[str] = (),
    replies: Mapping[str, Text] | None = None,
    play: Sequence[str] = (),
) -> StepData:
    """Return a step in which the learner chooses one of `options`, which maps answers in notation to their
    labels. `aims` are the correct answers; without them any legal option is correct.
    """
    step = {**_step("choose", title, text), "aim": list(aims), "cites": list(cites), "play": list(play)}
    return {**step, "option": _options(options, replies or {})}


def predict_step(
    title: Text,
    ask: str,
    options: Mapping[str, Text] | Sequence[str] = (),
    *,
    text: Text = "",
    replies: Mapping[str, Text] | None = None,
    play: Sequence[str] = (),
    **facts: object,
) -> StepData:
    """Return a step in which the learner predicts a result. `ask` says which one: `winner`, `die`, `allowed`
    and so on (see the game's answer key).

    `options` are the possible answers, with their texts unless the defaults suffice; `facts` are the details
    of the question: `side`, `card`, `given`, `what`, `then`, `cites`.
    """
    step = {**_step("predict", title, text), "ask": ask, "play": list(play), **facts}
    return {**step, "option": _options(options, replies or {})}


def roll_step(
    title: Text, *faces: str, text: Text = "", reply: Text = "", play: Sequence[str] = ()
) -> StepData:
    """Return a step in which dice are rolled or cards drawn. `faces` are the results in notation (`-2`,
    `Sun`), in the order in which the game asks for them.
    """
    step = {**_step("roll", title, text), "faces": list(faces), "play": list(play)}
    return {**step, "reply": {"rolled": _text(reply)}} if reply else step


def explain_step(title: Text, *cites: str, text: Text = "", play: Sequence[str] = ()) -> StepData:
    """Return a lesson step that explains events by listing the rulings so far that cite one of the rules
    `cites`.
    """
    return {**_step("explain", title, text), "cites": list(cites), "play": list(play)}


def _step(kind: str, title: Text, text: Text) -> StepData:
    return {"kind": kind, "title": _text(title), "text": [_text(text)] if text else []}


def _options(options: Mapping[str, Text] | Sequence[str], replies: Mapping[str, Text]) -> list[StepData]:
    worded = options if isinstance(options, Mapping) else dict.fromkeys(options, "")
    tables = []
    for name, words in worded.items():
        option = {"id": name, **({"text": _text(words)} if words else {})}
        tables.append({**option, "reply": _text(replies[name])} if name in replies else option)
    return tables


def _with_default_texts(step: StepData, course: Course) -> StepData:
    game, worded = course.game, dict(step)
    if worded["kind"] == "answer":
        worded["reply"] = {"aim": _own("aim", game), "less": _own("less", game), **worded["reply"]}
    if worded["kind"] == "predict" and not worded["option"]:
        usual = course.answer_key.default_options.get(worded["ask"], ())
        if not usual:
            raise LessonError(
                f"predict({worded['title'][LANGUAGES[0]]!r}): {worded['ask']!r} needs its options"
            )
        worded["option"] = _options(usual, {})
    if "option" in worded:
        worded["option"] = [{"text": _answer(option["id"], game), **option} for option in worded["option"]]
    return worded


def _answer(name: str, game: str) -> Texts:
    try:
        return _own(f"usual.{name}", game)
    except KeyError:
        return same_in_all_languages(name)


def _text(text: Text) -> Texts:
    return same_in_all_languages(text) if isinstance(text, str) else text


def _own(key: str, game: str = "") -> Texts:
    say = lesson_pictures_of(game).say if game else WORDS.say
    return {lang: call_in_language(lang, say, key) for lang in LANGUAGES}
