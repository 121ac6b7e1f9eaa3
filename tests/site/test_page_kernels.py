"""The manager of the processes behind the pages has enough connections for all of them."""

from __future__ import annotations

import zmq

from twingkit_widgets.site.kernels.page_kernels import PageKernelManager
from twingkit_widgets.site.visitors.capacity import MAX_SLOTS, raise_open_file_limit

OF_A_PAGE = 6
"""The number of connections to the process of an open page."""


def test_as_many_pages_as_there_are_places_can_be_connected() -> None:
    assert raise_open_file_limit() > 2 * OF_A_PAGE * MAX_SLOTS, (
        "this computer lets a program open too few files for that"
    )
    kernels = PageKernelManager()
    made = [kernels.context.socket(zmq.PAIR) for _ in range(OF_A_PAGE * MAX_SLOTS)]
    for each in made:
        each.close()
