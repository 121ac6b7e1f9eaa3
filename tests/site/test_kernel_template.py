"""The process that kernels are copied from: what it loads before the first visit."""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
from types import SimpleNamespace
from typing import Any

import pytest
from fresh_python import printed_by

from twingkit.learn.lesson import course
from twingkit_widgets.panel.address.addresses import game_page_by_name
from twingkit_widgets.site import page as site_page
from twingkit_widgets.site.kernels import kernel_template
from twingkit_widgets.site.kernels.forked_kernels import NO_COPY


def test_what_cannot_be_loaded_is_named_and_all_else_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    opened, read = [], []

    def page(name: str, lang: str) -> SimpleNamespace:
        if name == "learn":
            raise ValueError("no such\nstep")
        opened.append(name)
        return SimpleNamespace(panels=())

    def course_of(game: str) -> SimpleNamespace:
        read.append(game)
        return SimpleNamespace(lessons=lambda: 1 / 0 if game == "ember" else None)

    monkeypatch.setattr(site_page, "page", page)
    monkeypatch.setattr(course, "course_of", course_of)
    with pytest.warns(UserWarning, match="cannot be loaded") as said:
        assert list(kernel_template.warm_up_pages())
    assert [str(warning.message) for warning in said] == [
        "the page learn cannot be loaded (ValueError: no such step)",
        "the questions and lessons of ember cannot be loaded (ZeroDivisionError: division by zero)",
    ]
    assert opened == [name for name in ("index", *game_page_by_name()) if name != "learn"]
    assert {"twing", "imperium", "ember", "imajica"} <= set(read)


def test_a_computer_without_a_process_left_keeps_the_one_that_kernels_are_copied_from(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fork() -> int:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", fork)
    requests, server = socket.socketpair()
    with requests, server:
        with pytest.warns(UserWarning, match="cannot fork"):
            kernel_template.fork_requested_copy(json.dumps({}), requests)
        assert server.recv(100) == NO_COPY, "who asked is answered, and all other pages go on"


def test_a_copy_that_cannot_have_its_threads_says_so_instead_of_hanging(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alive = threading.active_count()
    assert kernel_template.can_start_threads(3)

    def start(thread: threading.Thread, begin: Any = threading.Thread.start) -> None:
        if threading.active_count() > alive + 2:
            raise RuntimeError("can't start new thread")
        begin(thread)

    monkeypatch.setattr(threading.Thread, "start", start)
    assert not kernel_template.can_start_threads(4)
    assert threading.active_count() == alive, "and it leaves none behind"
    requests, server = socket.socketpair()
    with requests, server:
        with monkeypatch.context() as copy:  # this process plays the copy
            copy.setattr(kernel_template, "can_start_threads", lambda number: False)
            copy.setattr(os, "fork", lambda: 0)
            copy.setattr(os, "setsid", lambda: None)
            copy.setattr(os, "dup2", lambda *files: os.close(files[0]))
            copy.setattr(os, "_exit", sys.exit)
            with pytest.raises(SystemExit):
                kernel_template.fork_requested_copy(json.dumps({}), requests)
        assert server.recv(100) == NO_COPY


OBJECTS_IN_GAPS = """
from twingkit_widgets.site.kernels.kernel_template import fill_memory_gaps

in_gaps = 0
for size in (60, 900):
    loaded = [bytes(size) for _ in range(1000)]
    gaps = set(map(id, loaded[::2]))
    del loaded[::2]
    fill_memory_gaps()
    new = [bytes(size) for _ in range(1000)]
    in_gaps += len(gaps & set(map(id, new)))
print(in_gaps)
"""
"""Prints how many objects lie in memory gaps that were filled before."""


@pytest.mark.skipif(sys.platform != "linux", reason="kernels are copied on Linux only")
def test_new_objects_lie_in_no_gaps_between_loaded_ones() -> None:
    assert printed_by(OBJECTS_IN_GAPS) == "0"
