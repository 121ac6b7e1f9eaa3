"""The tabs of the battle lab: charts, Python, unusual battles, and all their words."""

from __future__ import annotations

import csv
import io
import re
from html import unescape

import pytest
from widgets.labs import after, answer
from widgets.twing.lab.lab_battles import HUGE

from twingkit.core.words import LANGUAGES
from twingkit_widgets.panel.sentences import CatalogueFault
from twingkit_widgets.twing.lab.battle_lab import BattleLab
from twingkit_widgets.twing.lab.charts import FIGURE_BY_CHART, FILE_NAME_BY_CHART
from twingkit_widgets.twing.lab.labs import BATTLE_LAB
from twingkit_widgets.twing.lab.odds_maps import MAP_QUANTITIES

LINE = "F: F5 F3 + F4 & cat vs W: W6 W4 + W2"


def saved(lab: BattleLab, act: str) -> tuple[dict[str, str], bytes]:
    """Return the file that the page is told to save, and its name."""
    sent: list[tuple[dict[str, str], list[bytes]]] = []
    lab.send = lambda content, buffers: sent.append((content, buffers))
    after(lab, (act, None))
    [(told, [content])] = sent
    return told, content


# -- charts


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", FIGURE_BY_CHART)
def test_every_chart_is_drawn_described_and_saved(kind, lang):
    lab = BattleLab(LINE, lang=lang, view="charts")
    after(lab, ("chart", kind))
    assert "data-figure=" in answer(lab)
    assert re.search(r'role="img" aria-label="[^"]{20,}"', answer(lab))
    told, content = saved(lab, "save_table")
    assert told == {"file": f"twingkit-{FILE_NAME_BY_CHART[kind]}.csv", "type": "text/csv"}
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    assert len(rows) == len(lab.open_tab.chart_rows().rows)
    assert tuple(rows[0]) == lab.open_tab.chart_rows().columns
    assert told["file"] in lab.status


@pytest.mark.parametrize("kind", FIGURE_BY_CHART)
def test_every_chart_is_saved_as_a_page_that_needs_no_network(kind):
    lab = BattleLab(LINE, view="charts", chart=kind)
    told, content = saved(lab, "save_page")
    assert told == {"file": f"twingkit-{FILE_NAME_BY_CHART[kind]}.html", "type": "text/html"}
    assert content.startswith(b"<!DOCTYPE html>")
    assert b'src="http' not in content


def test_the_chosen_chart_is_part_of_the_link():
    lab = BattleLab(LINE, view="charts")
    assert "chart" not in lab.address()
    assert "data-link" not in answer(lab), "there is no page whose link it could be"
    after(lab, ("chart", "worth"))
    assert lab.address()["chart"] == "worth"
    linked = BattleLab(LINE, view="charts", chart="worth", site=True)
    assert linked.address() == lab.address()
    assert "data-link" in answer(linked)
    after(lab, ("tab", "odds"))
    assert "chart" not in lab.address()
    assert BattleLab(LINE, view="charts", chart="pie").address() == BattleLab(LINE, view="charts").address()


def test_there_is_no_other_chart():
    lab = BattleLab(LINE, view="charts")
    lab.do("chart", "pie")
    assert isinstance(lab.error, CatalogueFault)


# -- in Python


@pytest.mark.parametrize("tab", [*BATTLE_LAB.tab_paths, *(f"charts:{kind}" for kind in FIGURE_BY_CHART)])
def test_the_call_in_python_gives_an_answer(tab):
    pytest.importorskip("plotly")
    view, _, kind = tab.partition(":")
    lab = BattleLab(LINE, view=view, site=True, **({"chart": kind} if kind else {}))
    code = unescape(re.search(r'tk-lab-python"[^>]*><code[^>]*>(.*?)</code>', lab.html, re.S)[1])
    names: dict[str, object] = {}
    exec(code.replace("\n", "\nfound = ", 1), names)
    assert names["found"] is not None


# -- unusual battles


@pytest.mark.parametrize("line", [HUGE, "F: F5 & trap vs W: shield W4 W3", "F: F99 vs A: A1 & cat*99"])
@pytest.mark.parametrize("tab", BATTLE_LAB.tab_paths)
def test_where_an_answer_cannot_be_had_the_rest_of_the_page_works(line, tab):
    lab = after(BattleLab(line, view=tab))
    for kind in FIGURE_BY_CHART if tab == "charts" else ():
        after(lab, ("chart", kind))
        assert f'data-value="{kind}"' in answer(lab), "another chart can be chosen"
    for grid in MAP_QUANTITIES if tab == "whatif" else ():
        after(lab, ("if_grid", grid))
        assert f'data-value="{grid}"' in answer(lab)
    after(lab, ("held", "0:cats:0"))
