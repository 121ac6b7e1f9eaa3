"""The page of a class: a list to make, its steps, its results, or a sheet to print, depending on the
address.
"""

from __future__ import annotations

from twingkit.core.language import call_in_language
from twingkit.core.messages import Fault
from twingkit_widgets.learn.classroom.list_panel import TaskListEditorPanel, parse_list_token
from twingkit_widgets.panel.address.query import OpenedPanel, Query


def class_page(query: Query) -> OpenedPanel:
    """Return the page for classes, as the address `query` says: `?list=` opens a task list (`&show=print`
    prints it), `?edit=` edits one, `?show=results` shows results.
    """
    from twingkit_widgets.learn.classroom.results_panel import ResultsPanel
    from twingkit_widgets.learn.classroom.steps_panel import TaskListPanel

    query.check_parameters("list", "edit", "seed", show=("results", "print"))
    word = query.value("list") or query.value("edit")
    if query.value("show") == "results":
        return OpenedPanel(ResultsPanel(query.lang), has_named_state=True)
    if word is None:
        return OpenedPanel(TaskListEditorPanel(query.lang))
    task_list = parse_list_token(word)
    if isinstance(task_list, Fault):
        query.faults.append(task_list)
        return OpenedPanel(TaskListEditorPanel(query.lang))
    if query.value("list") is None:
        return OpenedPanel(TaskListEditorPanel(query.lang, task_list), has_named_state=True)
    if query.value("show") == "print":
        from twingkit_widgets.learn.printed.list_sheet import list_sheet_panel

        return OpenedPanel(
            call_in_language(query.lang, list_sheet_panel, task_list, query.seed_or_default()),
            has_named_state=True,
        )
    return OpenedPanel(TaskListPanel(task_list, query.lang), has_named_state=True)
