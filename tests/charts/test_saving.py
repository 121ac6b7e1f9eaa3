"""Figures as files: pages that need no network, pictures, and tables that are restored unchanged."""

from __future__ import annotations

import codecs
import csv
import json
import pickle
import re
import struct
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any

import duckdb
import openpyxl
import pandas as pd
import plotly.express as px
import polars
import pytest
from hypothesis import given
from hypothesis import strategies as st

import twingkit
from twingkit import Distribution, Odds, charts, curve_table, luck_table, twing
from twingkit.analyse.charts import pictures, saving, theme
from twingkit.core.messages import Fault

FIGURE = charts.odds(Odds(0.5, 0.2, 0.3))
FRAME = pd.DataFrame({"label": ["F6M>F3", "ä, “b”", ""], "win": [0.1 + 0.2, 1e-9, 1.0], "n": [1, -2, 3]})
FRAME.attrs = {"battle": "F: F5 vs W: W6", "base": {"win": 0.1}, "refused": [], "assumed": ["x"], "n": 3}


def figures_of(page: Path) -> dict[str, Any]:
    found = re.search(r"const figures = (.*);\n", page.read_text(encoding="utf-8"))
    assert found
    return dict(json.loads(found[1]))


# ---------------------------------------------------------------- pages


def test_a_page_holds_all_it_needs(tmp_path: Path) -> None:
    file = charts.save_figure(FIGURE, tmp_path / "new" / "odds.html")
    page = file.read_text(encoding="utf-8")
    assert "plotly.js v" in page
    assert not re.search(r"<(script|link|img)[^>]* (src|href)=", page)
    assert 'role="img" aria-label="The attacker’s chances: win 50.0%' in page
    assert '"displaylogo":false' in page
    assert figures_of(file)["light"] == json.loads(FIGURE.to_json())
    assert [each.name for each in file.parent.iterdir()] == ["odds.html"]


def test_many_pages_can_share_one_script(tmp_path: Path) -> None:
    for name in ("a.html", "deep/b.html"):
        charts.save_figure(FIGURE, tmp_path / name, shared=tmp_path / "js")
    assert '<script src="js/plotly.min.js">' in (tmp_path / "a.html").read_text(encoding="utf-8")
    assert '<script src="../js/plotly.min.js">' in (tmp_path / "deep/b.html").read_text(encoding="utf-8")
    assert (tmp_path / "js/plotly.min.js").stat().st_size == saving.plotly_script_file().stat().st_size
    assert (tmp_path / "a.html").stat().st_size < 30_000


def test_a_page_of_the_theme_auto_has_both_themes(tmp_path: Path) -> None:
    found = figures_of(
        charts.save_figure(
            charts.odds(Odds(0.5, 0.2, 0.3), theme="auto"), tmp_path / "a.html", shared=tmp_path
        )
    )
    assert found["light"]["data"][0]["marker"]["color"] == theme.palette("light").win
    assert found["dark"]["data"][0]["marker"]["color"] == theme.palette("dark").win
    assert found["dark"]["layout"]["paper_bgcolor"] == theme.palette("dark").background


def test_a_label_cannot_end_the_script(tmp_path: Path) -> None:
    figure = charts.odds([{"label": "</script><b>", "win": 1, "tie": 0, "loss": 0}] * 2, lang="de")
    page = charts.save_figure(figure, tmp_path / "a.html", shared=tmp_path).read_text(encoding="utf-8")
    assert page.count("</script>") == 2
    assert '<html lang="de">' in page


@pytest.mark.browser
@pytest.mark.parametrize("ground", ["light", "auto"])
def test_a_page_draws_without_a_network(tmp_path: Path, visit: Any, ground: str) -> None:
    file = charts.save_figure(charts.odds(Odds(0.5, 0.2, 0.3), theme=ground), tmp_path / "a.html")
    page = visit(width=360, color_scheme="dark").page
    page.goto(file.as_uri())
    page.get_by_text("The attacker wins 50%").wait_for()
    ink = page.evaluate("getComputedStyle(document.querySelector('.gtitle')).fill")
    assert ink == ("rgb(36, 29, 46)" if ground == "light" else "rgb(241, 236, 246)")
    assert page.locator("a.plotlyjsicon, .modebar-btn--logo").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.querySelector('main').scrollWidth") == twingkit.set_defaults().width


def test_a_report_is_one_page_of_texts_tables_and_figures(tmp_path: Path) -> None:
    parts = ["<b> first", RULES, FIGURE, FIGURE, Distribution({1: 1.0})]
    page = charts.save_report(parts, tmp_path / "a.html", title="Study", lang="de").read_text("utf-8")
    assert page.count("plotly.js v") == 1
    assert not re.search(r"<(script|link|img)[^>]* (src|href)=", page)
    for written in ("<h1>Study</h1>", "<p>&lt;b&gt; first</p>", "<caption>Odds</caption>", 'title="chance"'):
        assert written in page
    assert "<td>TW-BAT-1 TW-BAT-2</td>" in page
    assert '<td class="n">0,2500</td>' in page
    assert page.count("Plotly.newPlot(") == 2
    with pytest.raises(Fault, match="part 2 of the report is int"):
        charts.save_report(["a", 3], tmp_path / "b.html")
    with pytest.raises(Fault, match="a list of figures"):
        charts.save_report("a", tmp_path / "b.html")
    with pytest.raises(Fault, match=r"must end in \.html$"):
        charts.save_report(["a"], tmp_path / "r.pdf")
    assert [each.name for each in tmp_path.iterdir()] == ["a.html"]


# ---------------------------------------------------------------- pictures


@pytest.mark.browser
def test_a_picture_is_as_wide_as_asked(tmp_path: Path) -> None:
    content = charts.save_figure(FIGURE, tmp_path / "a.png", width=360, scale=2).read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", content[16:24]) == (720, 2 * FIGURE.layout.height)


@pytest.mark.browser
@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<svg"), ("pdf", b"%PDF")])
def test_any_plotly_figure_becomes_a_picture(tmp_path: Path, ending: str, start: bytes) -> None:
    frame = pd.DataFrame({"day": pd.date_range("2024-01-01", periods=3), "wins": [1, 2, 4]})
    assert (
        charts.save_figure(px.line(frame, x="day", y="wins"), tmp_path / f"a.{ending}")
        .read_bytes()
        .startswith(start)
    )


@pytest.mark.browser
def test_a_drawing_has_the_texts_of_the_figure(tmp_path: Path) -> None:
    svg = charts.save_figure(
        charts.odds(Odds(0.5, 0.2, 0.3), lang="de"), tmp_path / "a.svg", width=720
    ).read_text("utf-8")
    assert 'width="720"' in svg
    assert "50,0\N{NO-BREAK SPACE}%" in svg


@pytest.mark.browser
def test_a_browser_that_ends_at_once_is_named_with_its_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = tmp_path / "chromium"
    fake.write_text("#!/bin/sh\nexit 3\n")
    fake.chmod(0o755)
    monkeypatch.setenv("BROWSER_PATH", str(fake))
    with pytest.raises(Fault, match=r"chromium could not take the picture"):
        charts.save_figure(FIGURE, tmp_path / "a.svg")
    assert not (tmp_path / "a.svg").exists()


def test_a_browser_that_never_answers_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BROWSER_PATH", sys.executable)
    monkeypatch.setattr(pictures, "_TIME_LIMIT_S", 0.05)
    monkeypatch.setattr("kaleido.calc_fig_sync", lambda *_, **__: Event().wait())
    with pytest.raises(Fault, match="TimeoutError"):
        charts.save_figure(FIGURE, tmp_path / "a.png")
    assert not (tmp_path / "a.png").exists()


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_without_kaleido_a_picture_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    monkeypatch.setattr(pictures, "find_spec", lambda name: None)
    with pytest.raises(Fault, match=r"pip install"):
        charts.save_figure(px.line(x=[1, 2], y=[1, 2]), tmp_path / f"a.{ending}")


def test_without_a_browser_a_picture_points_to_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("BROWSER_PATH", raising=False)
    monkeypatch.setattr(pictures, "BROWSER_PATHS", ())
    with pytest.raises(Fault, match=r"chromium.*\.html") as refused:
        charts.save_figure(FIGURE, tmp_path / "a.png")
    assert "Eine Seite (.html)".casefold() in refused.value.text("de").casefold()
    assert not (tmp_path / "a.png").exists()


def test_a_browser_that_is_none_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = tmp_path / "chromium"
    fake.write_text("#!/bin/sh\nexit 3\n")
    monkeypatch.setenv("BROWSER_PATH", str(fake))
    with pytest.raises(Fault, match="pictures need Chromium"):
        charts.save_figure(FIGURE, tmp_path / "a.png")
    fake.chmod(0o755)
    assert pictures.find_browser() == str(fake)


@pytest.mark.parametrize("name", ["a.gif", "a", "a.html.zip"])
def test_another_ending_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(Fault, match=r"\.html, \.png, \.svg, \.pdf"):
        charts.save_figure(FIGURE, tmp_path / name)
    with pytest.raises(Fault, match=r"\.csv, \.parquet, \.xlsx, \.tex"):
        charts.save_table(FRAME, tmp_path / name)
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------- tables


def saved_and_loaded(frame: object, path: Path) -> pd.DataFrame:
    """Return what is loaded from a saved file."""
    return charts.load_table(charts.save_table(frame, path))


ENDINGS = pytest.mark.parametrize("ending", ["csv", "parquet", "xlsx"])


@ENDINGS
def test_a_table_comes_back_as_it_was(tmp_path: Path, ending: str) -> None:
    found = saved_and_loaded(FRAME, tmp_path / f"table.{ending}")
    pd.testing.assert_frame_equal(found, FRAME, check_exact=ending != "xlsx")
    assert found.attrs == FRAME.attrs


ROWS = pd.DataFrame({"p": [1, 1, 2, 2], "q": [3, 4, 3, 4], "win": [0.25, 0.5, 0.75, float("nan")]})
TYPES = pd.DataFrame(
    {
        "side": pd.Categorical(["attacker", None, "defender"], ["defender", "attacker"], ordered=True),
        "number": pd.Categorical([1, 2, 1]),
        "seat": pd.Series([1, 2, 3], dtype="int8"),
        "round": pd.Series([1, None, 2**60], dtype="Int64"),
        "sure": pd.Series([True, None, False], dtype="boolean"),
        "single": pd.Series([0.5, float("nan"), 3], dtype="float32"),
        "day": pd.to_datetime(["2020-01-01", "2021-02-03", None]),
        "text": [None, "x", "y"],
        "mixed": pd.Series([None, "", 3], dtype="object"),
        "lists": [[1, 2], [], None],
    }
)
ANY_FRAME = {
    "types": TYPES,
    "a named index": ROWS.set_index("p"),
    "several named indexes": ROWS.set_index(["p", "q"]),
    "an index that does not count": ROWS[ROWS["win"] > 0.3],
    "a pivot": ROWS.pivot(index="p", columns="q", values="win"),
    "a pivot of columns with two levels": ROWS.pivot_table(index="p", columns="q", values=["win"]),
    "no rows": TYPES.iloc[:0],
}


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
@pytest.mark.parametrize("name", ANY_FRAME)
def test_types_indexes_and_labels_come_back(tmp_path: Path, ending: str, name: str) -> None:
    frame = ANY_FRAME[name]
    found = saved_and_loaded(frame, tmp_path / f"a.{ending}")
    pd.testing.assert_frame_equal(found, frame)
    assert found.equals(frame)


def test_anything_with_a_frame_is_saved(tmp_path: Path) -> None:
    odds = twing.odds("F: F5 vs W: W6")
    pd.testing.assert_frame_equal(saved_and_loaded(odds, tmp_path / "a.csv"), odds.frame())
    with pytest.raises(Fault, match=r"charts\.save_table: frame must be a DataFrame, or an object with"):
        charts.save_table(3, tmp_path / "a.csv")


@ENDINGS
def test_a_loaded_table_gives_the_same_figure(tmp_path: Path, ending: str) -> None:
    made = pd.DataFrame({"label": ["a", "b"], "win": [0.5, 0.1], "tie": [0.2, 0.1], "loss": [0.3, 0.8]})
    made.attrs = {"battle": "F: F5 vs W: W6", "responses": "best"}
    loaded = saved_and_loaded(made, tmp_path / f"table.{ending}")
    assert charts.odds(loaded).to_json() == charts.odds(made).to_json()


def test_a_named_index_is_kept(tmp_path: Path) -> None:
    made = FRAME.set_index("label")
    for ending in ("csv", "parquet"):
        found = saved_and_loaded(made, tmp_path / f"table.{ending}")
        assert list(found.reset_index()["label"]) == list(FRAME["label"])


def test_attrs_of_an_older_table_do_not_stay(tmp_path: Path) -> None:
    charts.save_table(FRAME, tmp_path / "table.csv")
    bare = FRAME.copy()
    bare.attrs = {}
    assert charts.load_table(charts.save_table(bare, tmp_path / "table.csv")).attrs == {}


def test_attrs_that_no_file_can_hold_are_refused(tmp_path: Path) -> None:
    made = FRAME.copy()
    made.attrs = {"odds": Odds(1, 0, 0)}
    with pytest.raises(Fault, match="attrs cannot be saved"):
        charts.save_table(made, tmp_path / "table.parquet")
    assert list(tmp_path.iterdir()) == []


@ENDINGS
@pytest.mark.parametrize("cells", [[float("nan")] * 3, [0.5, float("nan"), 1e-9]])
def test_a_column_of_numbers_stays_one_with_empty_cells(
    tmp_path: Path, ending: str, cells: list[float]
) -> None:
    made = pd.DataFrame({"text": ["", "NA", "a"], "win": cells})
    pd.testing.assert_frame_equal(saved_and_loaded(made, tmp_path / f"a.{ending}"), made)


@ENDINGS
def test_a_review_comes_back_with_its_curve_and_its_luck(tmp_path: Path, ending: str) -> None:
    game = twing.battle_game("F: F5 F3 vs W: W6").give_answers("lay F3", "lay W6", "roll 2", "roll 2")
    made = twingkit.review(game, budget=None)
    found = saved_and_loaded(made, tmp_path / f"review.{ending}")
    pd.testing.assert_frame_equal(found, made)
    assert found.attrs == made.attrs
    pd.testing.assert_frame_equal(curve_table(found), curve_table(made))
    pd.testing.assert_frame_equal(luck_table(found), luck_table(made))
    assert charts.review(found).to_json() == charts.review(made).to_json()


RULES = pd.DataFrame(
    {
        "position": ["F: F5 vs W: W6", "", "=1"],
        "side": ["attacker", "defender", "attacker"],
        "n": ["1", "2", "03"],
        "win": [0.25, float("nan"), 1.0],
        "rules": [["TW-BAT-1", "TW-BAT-2"], [], ["TW-BAT-3"]],
        "refused": ["", "too many cards", ""],
        "names": [["a card", ""], [], ["b"]],
        "lives": [True, False, True],
    }
)
RULES.attrs = {"title": "Odds", "columns": {"win": "chance"}, "parameters": {"n": [1, 2]}, "lang": "en"}


@ENDINGS
def test_lists_of_rules_and_texts_of_digits_come_back(tmp_path: Path, ending: str) -> None:
    found = saved_and_loaded(RULES, tmp_path / f"table.{ending}")
    pd.testing.assert_frame_equal(found, RULES)
    assert found.attrs == RULES.attrs
    assert all(type(cell) is list for cell in found["rules"])


def test_a_list_is_written_with_spaces_and_read_back_without_the_attrs(tmp_path: Path) -> None:
    file = charts.save_table(RULES[["win", "rules"]], tmp_path / "table.csv")
    assert file.read_text("utf-8-sig").splitlines()[1:3] == ["0.25,TW-BAT-1 TW-BAT-2", ","]
    (tmp_path / "table.csv.attrs.json").unlink()
    assert charts.load_table(file)["rules"].tolist() == RULES["rules"].tolist()


SIGNS = pd.DataFrame(
    {
        "change": ["+W6", "-A6", "=1+1", "@x", "'=1", " -a", "−3 … Höhle", "-2"],
        "-cards": [["+W6", "-A6"], [], ["=a"], [], [], [], [], []],
        "side": pd.Categorical(["+a", "b", "+a", "b", "b", "b", "b", None]),
    },
    index=pd.Index(["-a", "b", "'c", "=d", "e", "f", "g", "h"], name="+key"),
)


@pytest.mark.parametrize("beside", [True, False])
def test_a_csv_file_has_no_formulas_and_its_signs_are_not_garbled(tmp_path: Path, beside: bool) -> None:
    file = charts.save_table(SIGNS, tmp_path / "a.csv")
    assert file.read_bytes().startswith(codecs.BOM_UTF8)
    cells = list(csv.reader(file.read_text("utf-8-sig").splitlines()))
    assert not [cell for row in cells for cell in row if cell[:1] in set("=+-@") and cell != "-2"]
    if beside:
        pd.testing.assert_frame_equal(charts.load_table(file), SIGNS)
    else:
        (tmp_path / "a.csv.attrs.json").unlink()
        bare = charts.load_table(file)
        assert list(bare.columns) == ["+key", *SIGNS.columns]
        assert bare["change"].tolist() == SIGNS["change"].tolist()


def test_an_excel_file_has_no_formulas(tmp_path: Path) -> None:
    file = charts.save_table(SIGNS, tmp_path / "a.xlsx")
    sheet = openpyxl.load_workbook(file).active
    assert {cell.data_type for row in sheet.iter_rows() for cell in row if cell.value is not None} == {"s"}
    pd.testing.assert_frame_equal(charts.load_table(file), SIGNS)


def test_a_column_of_empty_lists_is_one_of_texts_in_parquet(tmp_path: Path) -> None:
    made = pd.DataFrame({"win": [0.5, 0.25], "rules": [[], []]})
    file = charts.save_table(made, tmp_path / "table.parquet")
    pd.testing.assert_frame_equal(charts.load_table(file), made)
    (row,) = duckdb.sql(f"select typeof(rules), count(*) from '{file}' group by 1").fetchall()
    assert row == ("VARCHAR[]", 2)


def test_figures_take_frames_of_polars() -> None:
    table = twing.odds_many(["F: F5 vs W: W6", "F: F5 vs W: W3"])
    taken = charts.odds(polars.from_pandas(table, nan_to_null=True))
    assert taken.data == charts.odds(table).data  # notes are in the attrs, which polars does not have


def test_polars_reads_the_parquet_file(tmp_path: Path) -> None:
    read = polars.read_parquet(charts.save_table(RULES, tmp_path / "table.parquet"))
    assert read["rules"].to_list() == RULES["rules"].tolist()


def test_latex_has_the_title_and_escaped_texts(tmp_path: Path) -> None:
    written = charts.save_table(RULES, tmp_path / "table.tex").read_text()
    assert "\\caption{Odds}" in written
    assert "TW-BAT-1 TW-BAT-2" in written
    with pytest.raises(Fault, match=r"\.csv, \.parquet, \.xlsx"):
        charts.load_table(tmp_path / "table.tex")


def test_a_pickle_keeps_lists_and_attrs() -> None:
    again = pickle.loads(pickle.dumps(RULES))
    pd.testing.assert_frame_equal(again, RULES)
    assert again.attrs == RULES.attrs


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp")), min_size=1)


@given(
    rules=st.lists(st.lists(WORDS, max_size=3), min_size=1, max_size=4),
    text=st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc"))),
    win=st.floats(0, 1),
)
def test_any_lists_and_texts_come_back(rules: list[list[str]], text: str, win: float) -> None:
    made = pd.DataFrame({"text": [text] * len(rules), "win": [win] * len(rules), "rules": rules})
    with TemporaryDirectory() as folder:
        for ending in ("csv", "parquet"):
            found = charts.load_table(charts.save_table(made, Path(folder) / f"a.{ending}"))
            pd.testing.assert_frame_equal(found, made)
