"""Figures of fleet battles: what they draw, their texts, and their refusals."""

from __future__ import annotations

import pandas as pd
import pytest

from twingkit import charts, imperium
from twingkit.analyse.charts.theme import PALETTE_BY_THEME
from twingkit.core.messages import Fault
from twingkit.imperium.battle.analysis.cheapest_fleet import cheapest_fleet
from twingkit.imperium.battle.analysis.invasion import invasion_stage_table
from twingkit.imperium.battle.analysis.retreat import retreat_table
from twingkit.imperium.battle.analysis.worth import worth

LINE = "space: 3 cruiser 1 carrier vs 2 dreadnought"


@pytest.fixture(scope="module", params=["en", "de"])
def lang(request):
    return request.param


@pytest.fixture(scope="module")
def frames(lang):
    return {
        "retreat": retreat_table(LINE, "attacker"),
        "cheapest": cheapest_fleet(LINE, "attacker", units=["cruiser", "fighter"], min_win_chance=0.8),
        "invasion": invasion_stage_table("invasion: 2 cruiser 1 carrier 3 infantry vs 1 carrier 1 infantry"),
        "worth": worth(LINE),
    }


NAMES = ("retreat", "cheapest", "invasion", "worth")


def text_of(figure) -> str:
    """Return all text of a figure."""
    layout = figure.layout
    parts = [layout.title.text, layout.xaxis.title.text, *(note.text for note in layout.annotations)]
    return "\n".join(str(part) for part in parts)


@pytest.mark.parametrize("theme", PALETTE_BY_THEME)
@pytest.mark.parametrize("name", NAMES)
def test_every_frame_can_be_drawn_and_told(frames, name, lang, theme):
    figure = getattr(charts if name == "worth" else imperium.charts, name)(
        frames[name], lang=lang, theme=theme
    )
    description = charts.figure_description(figure, lang=lang)
    assert description.endswith(".")
    assert description == charts.figure_description(frames[name], lang=lang)
    written = text_of(figure) + description
    assert "{" not in written
    assert "nan" not in written.lower()
    assert str(frames[name].attrs["position"]) in description


def test_a_retreat_shows_what_is_saved_against_what_is_given_up(frames, lang):
    frame = frames["retreat"]
    figure = imperium.charts.retreat(frame, lang=lang)
    lines, rounds = figure.data
    assert list(rounds.x) == pytest.approx((100 * frame[frame.plan == "round"].given_up).tolist())
    assert list(rounds.y) == pytest.approx(frame[frame.plan == "round"].saved.tolist())
    assert len(lines.x) < (frame.plan == "below").sum()  # equal ones share one dot
    assert (lines.x[0], lines.y[0]) == pytest.approx((0, 0), abs=1e-9)
    assert max(lines.y) == pytest.approx(frame[frame.plan == "below"].saved.max())


def test_the_cheapest_that_is_enough_is_filled(frames, lang):
    bars = imperium.charts.cheapest(frames["cheapest"], lang=lang).data[0]
    assert list(bars.x) == pytest.approx((100 * frames["cheapest"].win.tail(10)).tolist())
    assert bars.marker.color[-1] != bars.marker.color[0]
    assert bars.x[-1] >= 80


def test_where_nothing_is_enough_the_figure_says_so(lang):
    frame = cheapest_fleet(LINE, "attacker", units=["fighter"], min_win_chance=0.999, limits={"fighter": 2})
    note = {"en": "None of the examined", "de": "Keine der geprüften"}[lang]
    assert note in text_of(imperium.charts.cheapest(frame, lang=lang)).replace("<br>", " ")
    assert "99" in charts.figure_description(frame, lang=lang)
    more = {"en": "may be enough", "de": "kann genügen"}[lang]
    assert more not in charts.figure_description(frame, lang=lang)


def test_where_the_search_ended_before_it_was_done_the_figure_says_so(lang):
    frame = cheapest_fleet(
        LINE, "attacker", units=["fighter", "destroyer"], min_win_chance=0.999, max_fleets=3
    )
    more = {"en": "may be enough", "de": "kann genügen"}[lang]
    assert more in text_of(imperium.charts.cheapest(frame, lang=lang)).replace("<br>", " ")
    assert more in charts.figure_description(frame, lang=lang)


def test_an_invasion_comes_less_and_less_far(frames, lang):
    bars = imperium.charts.invasion(frames["invasion"], lang=lang).data[0]
    assert list(bars.x) == pytest.approx((100 * frames["invasion"].chance).tolist())
    assert list(bars.x) == sorted(bars.x, reverse=True)


def test_the_worth_of_fleets_speaks_of_no_cards(frames, lang):
    written = text_of(charts.worth(frames["worth"], lang=lang))
    assert not any(word in written for word in ("card", "Karte"))


@pytest.mark.parametrize(
    ("name", "column"),
    [("retreat", "saved"), ("cheapest", "units"), ("invasion", "chance")],
)
def test_a_frame_without_its_column_is_refused(frames, name, column, lang):
    with pytest.raises(Fault) as caught:
        getattr(charts if name == "worth" else imperium.charts, name)(
            frames[name].drop(columns=column), lang=lang
        )
    assert column in caught.value.text()
    with pytest.raises(Fault):
        getattr(charts if name == "worth" else imperium.charts, name)(pd.DataFrame(), lang=lang)
