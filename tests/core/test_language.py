"""The current language: whoever shows something sets it, and every text made meanwhile is in it."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from twingkit.core.language import call_in_language, in_language, language, localized, set_language


def test_the_language_before_is_in_force_again_also_after_an_error() -> None:
    with in_language("de"):
        with pytest.raises(ZeroDivisionError):
            call_in_language("en", lambda: 1 / 0)
        assert language() == "de"
    assert language() == "en"


def test_a_thread_begins_in_english_and_leaves_the_others_alone() -> None:
    found: list[str] = []

    def other() -> None:
        found.append(language())
        set_language("de")
        found.append(language())

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert [*found, language()] == ["en", "de", "en"]


def test_what_would_run_later_is_not_said_in_a_language() -> None:
    def later() -> Iterator[str]:
        yield language()

    with pytest.raises(TypeError, match="generator"):
        call_in_language("de", later)


@pytest.mark.parametrize("call", ["positional", "named", "default"])
def test_a_language_that_is_asked_for_is_in_force_however_it_is_given(call: str) -> None:
    @localized
    def spoken(word: str, lang: str | None = None) -> str:
        return f"{word} {language()}"

    with in_language("de" if call == "default" else "en"):
        given = {"positional": ("a", "de"), "named": ("a",), "default": ("a",)}[call]
        assert spoken(*given, **({"lang": "de"} if call == "named" else {})) == "a de"
