"""`twingkit worksheet TASK…`: lessons, questions and puzzles as an HTML file to print, with separate
answers.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from twingkit.core.language import call_in_language, language
from twingkit.core.messages import Fault
from twingkit.core.running.command_output import run_command
from twingkit.core.words import LANGUAGES
from twingkit.learn.classroom.task_list import Task, TaskList
from twingkit_widgets.learn.printed.list_sheet import list_sheet_panel
from twingkit_widgets.panel.markup import Markup, el, join, raw


def worksheet_html(task_list: TaskList, seed: int) -> Markup:
    """Return a task list as a complete HTML page to print; the same seed gives the same questions.

    Raises `Fault` if the installed games lack a task.
    """
    for task in task_list.tasks:
        fault = task.unavailable_reason()
        if fault is not None:
            raise fault
    panel = list_sheet_panel(task_list, seed)
    head = el("head", el("meta", charset="utf-8"), el("title", task_list.title or "twingkit"))
    return join(raw("<!doctype html>"), el("html", head, el("body", panel.static_html()), lang=language()))


def main(arguments: list[str] | None = None) -> int:
    """Run the command `twingkit worksheet` and return the exit code: 2 for an invalid task, or a file that
    cannot be written.
    """
    parser = argparse.ArgumentParser(
        "twingkit worksheet",
        description="Write lessons, questions and puzzles as an HTML page to print, with the answers on "
        "a separate page. Tasks are written as in class lists (twingkit docs class).",
    )
    parser.add_argument(
        "task",
        nargs="+",
        help='"lesson GAME:LESSON", "practice GAME:TOPIC 8", "puzzle GAME:hard", or a list\'s word.',
    )
    parser.add_argument("--output", "-o", type=Path, default=Path("worksheet.html"), help="The file.")
    parser.add_argument("--title", default="", help="The title of the worksheet.")
    parser.add_argument("--seed", type=int, default=1, help="Another seed gives other questions.")
    parser.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0], help="The language.")
    given = parser.parse_args(arguments)
    try:
        if len(given.task) == 1 and " " not in given.task[0]:
            task_list = TaskList.from_token(given.task[0])
        else:
            task_list = TaskList(given.title, tuple(map(Task.parse, given.task)))
        given.output.write_text(
            str(call_in_language(given.lang, worksheet_html, task_list, given.seed)), encoding="utf-8"
        )
    except Fault as fault:
        print(f"twingkit: {fault.text(given.lang)}", file=sys.stderr)
        return 2
    except OSError as why:
        print(f"twingkit: {why}", file=sys.stderr)
        return 2
    print(f"{given.output}: {len(task_list.tasks)} tasks. Open it in a browser and print it.")
    return 0


if __name__ == "__main__":
    run_command(main)
