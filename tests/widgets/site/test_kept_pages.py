"""The pages of the site: the course, practice, and what is stored for all pages."""

import re
from typing import ClassVar

import pytest
import traitlets

from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.site.frame import PageHeaderPanel
from twingkit_widgets.site.page import page as open_page


def test_the_course_opens_the_lesson_of_the_address_and_follows_it() -> None:
    made = open_page("learn", "lesson=shield&lang=de")
    assert made.frame.named
    assert made.frame.follows
    assert made.frame.place == made.frame.share == "lesson=shield&lang=de"
    assert "Der Schild" in made[0].html
    made[0].do("map")
    assert made.frame.place == "lang=de"
    made.frame.do("visit", "lesson=traps&lang=de")
    assert made.frame.place == "lesson=traps&lang=de"
    assert not open_page("learn", "lang=de").frame.named


def test_practice_opens_what_the_address_names() -> None:
    made = open_page("practice", "topic=shield&lang=en")
    assert made.frame.named
    assert "topic=shield" in made.frame.share or "item=shield:" in made.frame.share
    item = re.search(r"item=(shield:[a-z_-]+:[0-9]+)", made.frame.share)
    if item:
        again = open_page("practice", f"item={item[1]}&lang=en")
        assert f"item={item[1]}" in again.frame.share
    assert not open_page("practice", "lang=en").frame.named


class Keeper(Panel):
    """A panel with a memory: its text, in capital letters once it has been restored."""

    MEMORY_TRAITS: ClassVar[dict[str, str]] = {"course": "text"}
    text = traitlets.Unicode()

    def load_memory(self, memory_name: str, saved_text: str) -> None:
        if saved_text == "broken":
            raise ValueError(saved_text)
        self.text = saved_text
        self.refresh()

    def render(self) -> Markup:
        return el("p", self.text if hasattr(self, "keys") else "")

    def act_write(self, value: object) -> None:
        self.text = str(value)


def test_a_memory_goes_to_every_panel_of_its_name_and_back() -> None:
    frame, one, other = PageHeaderPanel("learn"), Keeper(), Keeper()
    frame.attach_panels(one, other)
    assert frame.memories == {"course": ""}
    frame.do("recall", {"course": "kept", "practice": "of another page"})
    assert (one.text, other.text, frame.memories) == ("kept", "kept", {"course": "kept"})
    assert "kept" in other.html
    other.do("write", "more")
    assert (one.text, frame.memories) == ("more", {"course": "more"})
    one.do("write", "")
    assert (other.text, frame.memories) == ("", {"course": ""})


def test_what_the_browser_keeps_is_taken_up_once_however_often_it_is_sent() -> None:
    frame, panel = PageHeaderPanel("learn"), Keeper()
    frame.attach_panels(panel)
    sent = {"course": "kept"}
    frame.do("resend_memories", sent)
    assert (panel.text, frame.ready) == ("kept", True)
    panel.do("write", "more")
    frame.do("resend_memories", sent)
    assert (panel.text, frame.memories, frame.error) == ("more", {"course": "more"}, None)


def test_a_memory_that_cannot_be_read_is_left_as_it_is(caplog: pytest.LogCaptureFixture) -> None:
    frame, panel = PageHeaderPanel("learn"), Keeper()
    frame.attach_panels(panel)
    frame.do("recall", {"course": "broken"})
    assert frame.error is None
    assert frame.memories == {"course": ""}, "nothing is written over it"
    assert "the memory course cannot be read" in caplog.text
    assert "broken" not in caplog.text, "the log does not keep what a browser keeps"


def test_two_memories_of_one_panel_stay_apart() -> None:
    made = open_page("learn", "lesson=first-battle&lang=en")
    assert set(made.frame.memories) == {"class", "course", "practice"}
    kept = "twingkit-course 1\nshield done 4/5\n"
    made.frame.do("recall", {"course": kept})
    assert made.frame.memories == {"class": "", "course": kept, "practice": ""}
    made.frame.do("recall", {"practice": "nonsense", "course": "nonsense"})
    assert made.frame.memories == {"class": "", "course": kept, "practice": ""}
