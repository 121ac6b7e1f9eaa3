"""Classes without accounts: a teacher's list as a link, a learner's result as one word, and a table of all
results.

    from twingkit.learn import classroom

    task = classroom.TaskList("Monday", ("lesson twing:shield", "practice twing:duels 10"))
    task.token                                     the word in a link to the list: `…/class/?list=<token>`
    classroom.parse_results(pasted)                a `PastedResults`
    classroom.results_frame(pasted)                a DataFrame with one row per learner and list
    classroom.missed_rules_frame(pasted)                 a DataFrame of the rules that were missed most
    classroom.results_csv_text(pasted)                     the table of `results_frame` as CSV

Nothing is sent anywhere: a link contains the list, the learner's browser keeps the progress, and the learner
hands in the result as one word. The checksum of a result shows that it was edited by hand, but not who wrote
it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from twingkit.core.lazy_imports import lazy_exports

if TYPE_CHECKING:
    from twingkit.learn.classroom.pasted_results import PastedResults as PastedResults
    from twingkit.learn.classroom.pasted_results import parse_results as parse_results
    from twingkit.learn.classroom.result import RuleQuestionCounts as RuleQuestionCounts
    from twingkit.learn.classroom.result import TaskListResult as TaskListResult
    from twingkit.learn.classroom.result import TaskState as TaskState
    from twingkit.learn.classroom.table import missed_rules_frame as missed_rules_frame
    from twingkit.learn.classroom.table import results_csv_text as results_csv_text
    from twingkit.learn.classroom.table import results_frame as results_frame
    from twingkit.learn.classroom.task_list import Task as Task
    from twingkit.learn.classroom.task_list import TaskList as TaskList
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)
