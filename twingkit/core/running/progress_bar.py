"""A progress bar for long work in a terminal or a notebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(total: int, finished: int, visible: bool) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on the error stream while the block runs; nothing unless `visible`.

    It starts at `finished` of `total` items. Call the yielded function with the number of newly finished
    items.

    >>> with progress_bar(10, 0, visible=False) as show:
    ...     show(3)
    """
    if not visible:
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    looks = BarColumn(None), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn()
    with Progress(*looks, console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=total, completed=finished)
        yield lambda done: bar.update(task, completed=finished + done)
