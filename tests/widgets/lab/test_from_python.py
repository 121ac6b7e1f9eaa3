"""Every lab's interface for Python: position, table, figure, observers, links, clear errors."""

from __future__ import annotations

import json
from collections.abc import Iterator

import ipywidgets
import pandas as pd
import plotly.graph_objects as go
import pytest
import traitlets

from twingkit import twing
from twingkit.core.errors import KitError
from twingkit.core.games import games
from twingkit_widgets import NotationOddsPanel, open_lab
from twingkit_widgets.lab.lab import LabPanel
from twingkit_widgets.lab.labs_of_game import labs_of
from twingkit_widgets.lab.position import LabValueError, PositionPanel
from twingkit_widgets.lab.tab import LabFault
from twingkit_widgets.twing.lab.battle_lab import BattleLab
from widgets import labs

DESIGNS = {design.page_name: design for game in games() for design in labs_of(game.id)}

OTHER = {
    "battle-lab": "F: F5 F3 vs W: W6 W4",
    "imperium-battle": "space: 3 cruiser vs 1 dreadnought",
    "imperium-strike": DESIGNS["imperium-strike"].example_line.replace("4 infantry", "3 infantry"),
    "ember-hand": "ember: p1 hand A5 E5 F5; p2 hand 5; to move p1 draw",
    "imajica-stop": DESIGNS["imajica-stop"].example_line.replace("with sartori huzzah-aping", "with sartori"),
    "imajica-decks": "maestros",
    "twing-line": "endgame F: F5 vs W: W6 vs L: L4",
}
"""A position of each lab other than its example."""

UNREADABLE = ("no such position", "x" * 9000, "<script>alert(1)</script>", "\x00\n")
"""Texts that are not a position of any lab."""

NO_TEXT = (5, None, ["F: F5 vs W: W4"], {"line": "F: F5 vs W: W4"}, b"F: F5 vs W: W4")


def make(name: str) -> PositionPanel:
    if name == "twing-line":
        return NotationOddsPanel("duel F: F5 / F4 / F3 vs W: W6 / W5 / W4")
    return open_lab(name)


def sent(lab: PositionPanel, act: object, value: object) -> None:
    """Do what a page does: send a message."""
    lab._receive(lab, {"act": act, "value": value}, [])


@pytest.fixture(params=OTHER)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_every_lab_of_every_game_is_tried_here() -> None:
    assert {*OTHER} == {*DESIGNS, "twing-line"}


def test_a_position_can_be_read_set_and_observed(name: str) -> None:
    lab, told = make(name), list[object]()
    example = lab.position
    assert (name == "twing-line") or example == DESIGNS[name].parse_draft(DESIGNS[name].example_line).line()
    lab.observe(lambda change: told.append((change.old, change.new)), "position")
    lab.position = OTHER[name]
    shown = lab.position
    assert lab.error is None
    assert told == [(example, shown)] != [(example, example)]
    assert shown in ipywidgets.HTML(lab.html).value.replace("&gt;", ">") or name == "imajica-decks"
    lab.position = OTHER[name]
    assert len(told) == 1, "nothing has changed"


def test_a_page_sets_the_position_by_its_field(name: str) -> None:
    lab, told = make(name), list[object]()
    lab.observe(lambda change: told.append(change.new), "position")
    sent(lab, "read", {"line": OTHER[name]})
    assert (lab.error, told) == (None, [lab.position])
    other = make(name)
    other.position = OTHER[name]
    assert other.position == lab.position
    assert not isinstance(lab, LabPanel) or other.draft.line() == lab.draft.line()


def state_of(lab: PositionPanel) -> object:
    facts = (lab.position, lab.html, lab.error, lab.lang)
    return (*facts, lab.view, lab.draft, lab.state, lab.fault) if isinstance(lab, LabPanel) else facts


@pytest.mark.parametrize("bad", [*UNREADABLE, *NO_TEXT])
def test_a_bad_value_raises_one_sentence_and_leaves_the_lab_as_it_was(name: str, bad: object) -> None:
    lab = make(name)
    before = state_of(lab)
    with pytest.raises(traitlets.TraitError) as raised:
        lab.position = bad
    assert state_of(lab) == before
    assert str(raised.value).strip()
    if isinstance(bad, str):
        assert isinstance(raised.value, LabValueError)
        assert isinstance(raised.value, KitError)
        assert raised.value.__cause__ is raised.value.cause
        assert raised.value.text("de") != raised.value.text("en")


@pytest.mark.parametrize(
    ("act", "value"),
    [
        ("position", "space: 1 cruiser vs 1 cruiser"),
        ("read", {"line": "x" * 600_000}),
        ("read", {"line": "\ud800"}),
        ("read", {"line": ["F: F5 vs W: W4"] * 3}),
        ("line", [["F: F5 vs W: W4"]]),
        ("line", {"line": {"line": "x"}}),
        (5, "x"),
        ("_show_position", "F: F5 vs W: W4"),
    ],
)
def test_a_hostile_message_sets_no_position(name: str, act: object, value: object) -> None:
    lab = make(name)
    before = lab.position
    sent(lab, act, value)
    assert lab.position == before


def test_a_page_cannot_set_the_position_past_its_messages(name: str) -> None:
    lab = make(name)
    before = lab.position
    assert not {"position", "view", "state", "refused"} & {*lab.keys}, "only what the page shows is sent"
    lab.set_state({"position": OTHER[name], "view": "worth"})
    assert lab.position == before


@pytest.mark.parametrize("page", sorted({*DESIGNS} - {"imajica-decks"}))
@pytest.mark.parametrize("text", [*labs.HOSTILE, "F: " + "F5 " * 4000, "space: " + "1 fighter " * 400])
def test_any_text_is_just_text(page: str, text: str) -> None:
    lab = open_lab(page)
    before = lab.draft.line()
    labs.assert_stays_text(lab, text)
    assert lab.draft.line() == before


def test_linked_labs_show_the_same_position_until_they_are_unlinked(name: str) -> None:
    first, second = make(name), make(name)
    start = second.position
    first.position = OTHER[name]
    link = first.link(second)
    assert first.position == second.position != start
    second.position = start
    assert first.position == start
    sent(first, "read", {"line": OTHER[name]})
    assert second.position == first.position != start
    link.unlink()
    first.position = start
    assert second.position != start


def test_a_linked_lab_shows_what_the_rules_forbid() -> None:
    first, second = BattleLab("F: F5 vs W: W4"), BattleLab("F: F5 vs W: W4")
    first.link(second)
    sent(first, "read", {"line": "F: F5 W3 vs W: W4"})
    assert second.position == first.position == "F: F5 W3 vs W: W4"
    assert (first.error, second.error) == (None, None)


def test_labs_for_other_positions_cannot_be_linked(name: str) -> None:
    lab = make(name)
    for other in (lab, make("ember-hand" if name != "ember-hand" else "battle-lab"), ipywidgets.IntSlider()):
        with pytest.raises(LabFault, match="linked"):
            lab.link(other)


def opened(name: str) -> Iterator[LabPanel]:
    for tab in DESIGNS[name].tab_paths:
        yield open_lab(name, view=tab)


WITHOUT_TABLE = {
    ("imperium-battle", "steps"),
    ("imperium-battle", "invasion"),
    ("imperium-strike", "build"),
    ("imajica-stop", "call"),
    ("imajica-stop", "defend"),
}
"""The tabs that have no table for the example."""

FIGURES = {
    "battle-lab": {"odds", "advice", "worth", "whatif", "tree", "charts"},
    "imperium-battle": {"odds", "casualties", "retreat", "needs"},
    "ember-hand": {"soon", "keep"},
    "imajica-stop": {"stop"},
}
"""The tabs that have a figure for the example."""


@pytest.mark.parametrize("name", DESIGNS)
def test_every_tab_gives_its_table_and_its_figure_or_says_why_not(name: str) -> None:
    for lab in opened(name):
        tab, before = lab.view, state_of(lab)
        frame = lab.frame
        assert isinstance(frame, pd.DataFrame)
        assert frame.attrs["position"] == lab.position
        assert frame.attrs["refused"] == lab.refused
        assert json.loads(json.dumps(frame.attrs["refused"])) == lab.refused
        assert bool(lab.refused) == ((name, tab) in WITHOUT_TABLE) == (not len(frame.columns))
        no_table, figure = lab.refused, lab.figure
        assert lab.refused == no_table or not no_table, "one reason"
        assert isinstance(figure, go.Figure) == (tab in FIGURES.get(name, ())) == (not lab.refused), tab
        assert figure is not None or lab.refused.endswith((".", "strength")), tab
        assert state_of(lab) == before, "asking changes nothing"


def test_the_line_panel_gives_its_table_and_its_figure() -> None:
    panel = make("twing-line")
    assert panel.frame["responses"].tolist() == ["none", "each", "best"]
    assert isinstance(panel.figure, go.Figure)
    wrong = NotationOddsPanel("duel F: F5")
    assert (wrong.position, len(wrong.frame), wrong.figure) == ("", 0, None)
    assert wrong.refused


def test_a_forbidden_or_incomplete_position_has_no_numbers_and_says_why() -> None:
    lab = BattleLab("F: F5 vs W: W4")
    with pytest.raises(LabValueError, match="same element"):
        lab.position = "F: F5 W3 vs W: W4"
    sent(lab, "read", {"line": "F: F5 W3 vs W: W4"})
    assert (len(lab.frame), lab.figure) == (0, None)
    assert "same element" in lab.refused
    assert lab.frame.attrs == {"position": "F: F5 W3 vs W: W4", "refused": lab.refused}
    lab.lang = "de"
    assert "Element" in lab.frame.attrs["refused"]
    lab.position = "F: hand F5 vs W: W4"
    assert "not complete" in open_lab("battle-lab", lab.position).frame.attrs["refused"]
    lab.position = "F: F5 vs W: W4"
    assert len(lab.frame) == 2
    assert lab.refused == ""


def test_a_position_pushed_from_python_can_be_undone_like_a_click() -> None:
    lab = BattleLab("F: F5 vs W: W4")
    lab.position = "F: F5 F3 vs W: W4"
    assert lab.status
    lab.do("undo")
    assert lab.position == "F: F5 vs W: W4"


def fail(change: object) -> None:
    """Observe a lab with a fault."""
    raise RuntimeError("my plot is broken")


def test_an_error_in_an_observer_is_shown_and_the_lab_goes_on() -> None:
    lab = BattleLab("F: F5 vs W: W4")
    lab.observe(fail, "position")
    sent(lab, "take", "box:F5")
    assert "my plot is broken" in lab.html
    assert (lab.position, lab.busy) == ("F: F5 F5 vs W: W4", False)
    lab.unobserve(fail, "position")
    sent(lab, "undo", None)
    assert (lab.position, lab.error) == ("F: F5 vs W: W4", None)


def test_an_error_in_an_observer_comes_out_of_the_assignment() -> None:
    lab = BattleLab("F: F5 vs W: W4")
    lab.observe(fail, "position")
    with pytest.raises(RuntimeError, match="my plot is broken"):
        lab.position = "F: F5 F5 vs W: W4"
    assert (lab.position, lab.draft.line(), lab.error) == ("F: F5 F5 vs W: W4", "F: F5 F5 vs W: W4", None)


@pytest.mark.parametrize("name", DESIGNS)
def test_the_open_tab_can_be_read_set_and_observed(name: str) -> None:
    lab, told = open_lab(name), list[str]()
    first, *others = DESIGNS[name].tab_paths
    assert lab.view == first
    lab.observe(lambda change: told.append(change.new), "view")
    for tab in others:
        lab.view = tab
        assert (lab.view, lab.open_tab_name, lab.error) == (tab, tab, None)
        assert lab.frame.equals(open_lab(name, view=tab).frame), "its table follows"
    sent(lab, "tab", first)
    assert told == [*others, first]
    assert lab.view == first


@pytest.mark.parametrize("name", DESIGNS)
@pytest.mark.parametrize("bad", ["wurth", "", 5, None, ["odds"]])
def test_a_tab_that_a_lab_does_not_have_is_refused_with_those_it_has(name: str, bad: object) -> None:
    lab = open_lab(name)
    before = state_of(lab)
    with pytest.raises(traitlets.TraitError) as raised:
        lab.view = bad
    assert state_of(lab) == before
    if isinstance(bad, str):
        assert isinstance(raised.value, LabValueError)
        assert ", ".join(DESIGNS[name].tab_paths) in raised.value.text("de") != raised.value.text("en")


@pytest.mark.parametrize("name", DESIGNS)
def test_opening_a_lab_refuses_what_setting_refuses(name: str) -> None:
    for position in UNREADABLE:
        with pytest.raises(LabValueError):
            open_lab(name, position)
    for value in NO_TEXT:
        if value is not None:
            with pytest.raises(traitlets.TraitError):
                open_lab(name, value)  # type: ignore[arg-type]
    with pytest.raises(LabValueError, match=next(iter(DESIGNS[name].tab_paths))):
        open_lab(name, view="wurth")
    with pytest.raises(LabValueError, match=r"expected box|no variants"):
        open_lab(name, variant="x")


def test_a_forbidden_position_is_refused_when_a_lab_is_opened() -> None:
    with pytest.raises(LabValueError, match="same element"):
        open_lab("battle-lab", "F: F5 W3 vs W: W4")


def test_a_restored_state_tells_its_position() -> None:
    lab, told = BattleLab("F: F5 vs W: W4"), list[str]()
    lab.observe(lambda change: told.append(change.new), "position")
    lab.restore("L: L5 vs A: A4")
    assert told == ["L: L5 vs A: A4"] == [lab.position]


def test_widgets_push_positions_and_follow_them() -> None:
    lab, field = BattleLab("F: F5 vs W: W4"), ipywidgets.Text()
    traitlets.dlink((lab, "position"), (field, "value"))
    assert field.value == "F: F5 vs W: W4"

    def push(power: int) -> None:
        lab.position = f"F: F{power} vs W: W4"

    slider = ipywidgets.interactive(push, power=(1, 7))
    slider.children[0].value = 7
    assert field.value == lab.position == "F: F7 vs W: W4"


def test_the_frame_of_a_lab_is_that_of_the_public_analysis() -> None:
    lab = BattleLab("F: F5 F3 vs W: W6", view="worth")
    public = twing.worth("F: F5 F3 vs W: W6", side="attacker")
    pd.testing.assert_frame_equal(lab.frame, public)
    lab.do("shown_side", "defender")
    assert set(lab.frame["side"]) == {"defender"}


def test_the_worth_of_hands_is_that_of_the_public_analysis() -> None:
    line = "F: hand F5 F3 W4 + F4 vs W: hand W6 W4"
    lab = open_lab("battle-lab", line, view="worth")
    frame = lab.frame
    assert (len(frame), lab.refused) == (4, "")
    pd.testing.assert_frame_equal(frame, twing.worth(line, side="attacker"))
    assert isinstance(lab.figure, go.Figure)
    lab.position = "F: hand F5 vs W: W4"
    assert len(lab.frame) == 0
    assert lab.refused


def test_an_unknown_lab_is_named_with_those_that_exist() -> None:
    with pytest.raises(LabFault, match=r"the labs are .*ember-hand"):
        open_lab("ember")


@pytest.mark.parametrize("name", DESIGNS)
@pytest.mark.parametrize("value", ["no battle", 5, None])
def test_what_is_no_battle_cannot_be_taken(name: str, value: object) -> None:
    lab = open_lab(name)
    before = lab.draft
    with pytest.raises(LabFault, match="not a battle of this lab"):
        lab.set_subject(value)
    assert lab.draft == before
