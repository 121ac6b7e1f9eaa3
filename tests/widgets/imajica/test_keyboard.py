"""The keyboard on Imajica's play page: the number of tab stops on the way to each control."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from twingkit.imajica.starts import position_game
from twingkit_widgets.imajica.play.panel import ImajicaPlayPanel

VOID = {"input", "br", "img", "path", "circle", "use", "rect", "line", "ellipse", "polygon"}


class Stops(HTMLParser):
    """Collects the tab stops of a page in their order, each as its `data-act` (or its tag); a group whose
    items arrows reach is one stop."""

    def __init__(self) -> None:
        super().__init__()
        self.stops: list[str] = []
        self.groups: list[bool] = []
        self.stopped = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Count an element that can get the focus."""
        facts = dict(attrs)
        inside = any(self.groups)
        if "data-roving" in facts and not inside:
            self.stopped = False
        if tag in ("button", "summary", "a", "input", "select") and "disabled" not in facts:
            if not inside or not self.stopped:
                self.stops.append(facts.get("data-act") or tag)
            self.stopped = inside
        if tag not in VOID:
            self.groups.append("data-roving" in facts)

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        if tag not in VOID and self.groups:
            self.groups.pop()


def stops(panel: ImajicaPlayPanel) -> list[str]:
    """Return the tab stops of a page."""
    reader = Stops()
    reader.feed(panel.html)
    return reader.stops


def late() -> ImajicaPlayPanel:
    """Return the page of an Ally turn with news and a full table."""
    panel = ImajicaPlayPanel(3, seed=7, form="three")
    for _ in range(200):
        question = panel.match.question
        news = panel.html.partition("tk-play-acts")[0]
        if question.kind == "ally" and news.count("tk-rule-button") > 3 and panel.html.count("<summary") > 15:
            return panel
        panel.do("answer", panel.match.hint())
    raise AssertionError("there is such a turn")


def test_an_answer_is_a_few_tab_stops_away() -> None:
    panel = late()
    order = stops(panel)
    assert min(order.index(act) for act in ("answer", "start_answer") if act in order) <= 3, (
        "rules, news, text"
    )


def test_the_button_that_ends_the_turn_is_a_few_tab_stops_behind_the_answers() -> None:
    panel = late()
    order = stops(panel)
    last = max(index for index, act in enumerate(order) if act in ("start_answer", "answer") and index < 12)
    assert order.index("undo") - last <= 24


def test_n_confirms_what_is_picked_and_0_gives_up() -> None:
    line = "imajica: p1 active gideon; p2 active dowd; circle slew; to move p1 ally"
    game = position_game(line)
    game.give_answers("p1: seize slew with gideon")
    panel = ImajicaPlayPanel(record=game.record, seat=1, seed=1, opponents="random")
    assert 'data-shortcut="n"' not in panel.html
    for keys in ({"answer": "0"}, {"answer": "0", "confirm": "n"}):
        for act, key in keys.items():
            pressed = panel.html.split(f'data-shortcut="{key}"')[0].rsplit("<button", 1)[1]
            assert f'data-act="{act}"' in pressed
            assert panel.html.count(f'data-shortcut="{key}"') == 1
        panel.do("pick", "dowd")


@pytest.mark.parametrize(
    ("line", "given", "last"),
    [
        ("p1 active gideon; p2 active dowd irish hand sudden-sleep", "challenge dowd with gideon", "defend"),
        ("p1 active gideon; p2 reserve dowd active irish hand sudden-sleep", "end", "advance"),
    ],
)
def test_one_key_passes_windows_and_turns_and_the_key_that_goes_on_never_does(
    line: str, given: str, last: str
) -> None:
    game = position_game(f"imajica: {line}; to move p1 ally")
    game.give_answers("p2: pass", f"p1: {given}")
    panel = ImajicaPlayPanel(record=game.record, seat=1, seed=1, opponents="random")
    met: list[str] = []
    for _ in range(12):
        question = panel.match.question
        met.append(question.kind)
        assert panel.html.count('data-shortcut="0"') == 1
        assert 'data-shortcut="n"' not in panel.html
        if question.kind == last:
            break
        panel.do("answer", "end" if question.kind in ("ally", "autarch") else "pass")
    assert {"respond", last} <= set(met)
