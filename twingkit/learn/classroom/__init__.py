"""A class without accounts: a teacher's list as a link, a learner's result as a word, a table of them all.

    from twingkit.learn import classroom

    task = classroom.Assignment("Monday", ("lesson twing:shield", "practice twing:duels 10"))
    task.word                                      what a link to it holds: `…/class/?list=<word>`
    classroom.read_results(pasted)                 a `PastedResults`: the results, and a fault for each bad
    line classroom.results_frame(pasted)                who did what, a row a learner and list, as a DataFrame
    classroom.missed_frame(pasted)                 which rules were missed most, as a DataFrame
    classroom.csv_text(pasted)                     the same as the first, as CSV

Nothing is sent anywhere: a list is in its link, what a learner did in the learner's browser, a result is a
word that the learner hands over. Its check sum tells that it was changed by hand; who wrote it, it does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from twingkit.core.lazy import public_names

if TYPE_CHECKING:
    from twingkit.learn.classroom.assignment import Assignment as Assignment
    from twingkit.learn.classroom.assignment import Task as Task
    from twingkit.learn.classroom.pasted_results import PastedResults as PastedResults
    from twingkit.learn.classroom.pasted_results import parse_results as parse_results
    from twingkit.learn.classroom.result import ItemState as ItemState
    from twingkit.learn.classroom.result import Result as Result
    from twingkit.learn.classroom.result import RuleCount as RuleCount
    from twingkit.learn.classroom.table import csv_text as csv_text
    from twingkit.learn.classroom.table import missed_frame as missed_frame
    from twingkit.learn.classroom.table import results_frame as results_frame
else:
    __all__, __getattr__, __dir__ = public_names(__name__)
