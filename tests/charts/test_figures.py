"""The content of figures: titles, axes, numbers, marks and trees."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from charts.samples import (
    FRAMES,
    LINE,
    NAMES,
    SHARES,
    drawn,
    each_figure,
    each_language,
    each_theme,
    frame,
    function,
    node,
)

from twingkit import Odds, charts, ember, imajica, imperium, set_defaults, sweep, twing
from twingkit.analyse.charts import setting, theme
from twingkit.analyse.charts.alt_text import figure_kinds_by_name
from twingkit.core import language as core_language
from twingkit.core.language import in_language
from twingkit.core.messages import Fault


def texts(figure: Any) -> str:
    """Return all text of a figure that is visible without hovering."""
    plain = json.loads(figure.to_json())
    layout = plain["layout"]
    found = [layout["title"]["text"], *(each["text"] for each in layout["annotations"])]
    found += [axis["title"]["text"] for name, axis in layout.items() if "axis" in name and "title" in axis]
    for trace in plain["data"]:
        found += [text for text in trace.get("text", []) if text]
    return re.sub(r"<[^>]*>", " ", "\n".join(found)).replace("&gt;", ">").replace("&amp;", "&")


def test_there_is_a_sample_of_every_kind() -> None:
    own = {name for game in (twing, imperium, ember, imajica) for name in game.charts.__all__}
    assert set(NAMES) == set(figure_kinds_by_name())
    assert set(figure_kinds_by_name()) < set(charts.__all__) | own
    assert own <= set(figure_kinds_by_name())


@each_figure
@each_language
@each_theme
def test_every_figure_is_drawn_with_a_title_in_the_language(name: str, lang: str, ground: str) -> None:
    figure = drawn(name, lang, ground)
    other = drawn(name, "de" if lang == "en" else "en", ground)
    assert figure.layout.title.text != other.layout.title.text
    assert figure.layout.paper_bgcolor == theme.PALETTE_BY_THEME[ground].background
    assert figure.layout.height > 150
    assert figure.layout.width is None, "a figure takes the width of its place"


@each_figure
@each_language
def test_every_axis_says_its_unit(name: str, lang: str) -> None:
    units = {"en": "percent|points|seconds|faster|Games|Answers|Workers|Spell|Card|Points|"}
    units["en"] += "Resources|Turns|Moment"
    units["de"] = "Prozent|Punkte|Sekunden|Spell|Card|Points|Ressourcen|Züge|Moment|"
    units["de"] += "Beschleunigung|Partien|Antworten|Arbeitsprozesse"
    layout = json.loads(drawn(name).to_json())["layout"]
    axes = [axis for name, axis in layout.items() if "axis" in name and axis.get("visible", True)]
    assert axes or name == "response_tree"
    for axis in axes:
        assert re.search(units[lang], axis["title"]["text"]), axis["title"]["text"]


@each_figure
def test_the_battle_line_stands_below_the_title(name: str) -> None:
    battle = FRAMES[name].attrs.get("position", "")
    assert battle in " ".join(texts(drawn(name)).split())


@each_figure
@each_language
@pytest.mark.usefixtures("nothing_set")
@pytest.mark.parametrize("width", [360, 720, 1000])
def test_no_line_is_too_long_for_its_place(name: str, lang: str, width: int) -> None:
    set_defaults(width=width)
    layout = drawn(name).layout
    heads = layout.title.text.removeprefix("<b>").removesuffix("</b>").split("<br>")
    lines = [
        line
        for annotation in layout.annotations
        for line in re.sub(r"<(?!br)[^>]*>", "", annotation.text).split("<br>")
    ]
    assert max(map(len, heads)) <= 33 * width / 360
    assert max(map(len, lines)) <= 56 * width / 360


@pytest.fixture
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clear the settings before the test, and after it."""
    for name, value in {"lang": None, "theme": "light", "width": None}.items():
        monkeypatch.setattr(setting._Setting, name, value)
    monkeypatch.setattr(core_language._Default, "lang", "en")


@pytest.mark.usefixtures("nothing_set")
def test_without_a_language_and_a_theme_the_setting_holds_and_until_then_a_frame_speaks_its_own() -> None:
    frame = FRAMES["odds"].copy()
    frame.attrs["lang"] = "de"
    set_defaults(theme="dark")
    assert drawn_as(charts.odds(frame)) == ("de", "dark"), "the texts of the frame are German"
    frame.attrs["lang"] = "en"
    set_defaults(lang="de")
    assert drawn_as(charts.odds(frame)) == ("de", "dark"), "English is what every analysis writes unasked"
    assert drawn_as(charts.odds(frame, lang="en", theme="light")) == ("en", "light")


@pytest.mark.usefixtures("nothing_set")
def test_a_description_without_a_language_is_told_as_the_figure_is() -> None:
    frame = FRAMES["odds"].copy()
    german = charts.figure_description(frame, lang="de")
    assert charts.figure_description(frame) == charts.figure_description(frame, lang="en") != german
    assert charts.figure_description(charts.odds(frame, lang="de")) == german
    with in_language("de"):
        assert charts.figure_description(charts.plotly_js_figure("odds", frame)) == german
    frame.attrs["lang"] = "de"
    assert charts.figure_description(frame) == charts.figure_description(charts.odds(frame)) == german
    set_defaults(lang="en")
    assert charts.figure_description(frame) == charts.figure_description(frame, lang="en")
    set_defaults(lang="de")
    assert charts.figure_description(FRAMES["odds"]) == german


@pytest.mark.usefixtures("nothing_set")
def test_on_a_page_of_the_site_figures_fit_a_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set_defaults().width == 720
    monkeypatch.setenv("QUERY_STRING", "lang=en")
    assert set_defaults().width == 360


@pytest.mark.parametrize("wrong", [{"lang": "fr"}, {"theme": "drak"}, {"width": 100}, {"width": "wide"}])
def test_a_setting_that_does_not_exist_is_refused_and_nothing_changes(wrong: dict[str, Any]) -> None:
    before = set_defaults()
    with pytest.raises(Fault, match=str(next(iter(wrong.values())))):
        set_defaults(**{"lang": "de", **wrong})
    assert set_defaults() == before


def drawn_as(figure: Any) -> tuple[str, str]:
    """Return the language and the theme of a figure."""
    about = figure.layout.meta["twingkit"]
    return about["lang"], about["theme"]


def test_bars_are_labelled_directly_where_the_number_fits() -> None:
    figure = drawn("odds")
    assert [list(trace.text) for trace in figure.data] == [
        ["50.0%", "20.0%"],
        ["20.0%", ""],
        ["30.0%", "80.0%"],
    ]
    assert figure.data[1].marker.pattern.shape == "/", "a tie is not told by colour alone"
    assert all("win: 50.00%" in trace.hovertext[0] for trace in figure.data)


def test_in_german_numbers_have_a_comma_and_a_space() -> None:
    assert "50,0\N{NO-BREAK SPACE}%" in texts(drawn("odds", "de"))
    assert drawn("odds", "de").layout.separators == ",."


def test_one_battle_says_in_its_title_who_wins() -> None:
    assert "The attacker wins 50%" in texts(charts.odds(Odds(**SHARES)))


def test_battles_without_odds_are_left_out_and_counted() -> None:
    bad = {"battle": "F: F9", "win": float("nan"), "tie": float("nan"), "loss": float("nan"), "refused": "no"}
    made = frame([{"battle": LINE, **SHARES, "refused": ""}, bad])
    assert "Battles left out because they have no odds: 1." in texts(charts.odds(made))


def test_advice_shows_the_best_lays_with_their_answers() -> None:
    figure = charts.advice(FRAMES["advice"], top=1)
    figure_texts = texts(figure)
    assert "1. F5 F3" in figure_texts
    assert "best answer: W6" in figure_texts
    assert "Not shown: 1 more legal options." in figure_texts
    assert len(figure.data[0].x) == 1


def test_what_is_sampled_says_its_interval() -> None:
    made = FRAMES["advice"].assign(error=[0.01, 0.0])
    assert "win minus loss +20.0 ± 2.0 points" in texts(charts.advice(made))
    assert "95% confidence" in texts(charts.advice(made))
    assert "±" not in texts(drawn("advice"))


def test_worth_ranks_each_side_and_names_the_rules() -> None:
    figure = drawn("worth")
    figure_texts = texts(figure)
    assert "+ cat: +30.0 (TW-BAT-11), +15.0 for each resource" in figure_texts.replace("\n", " ")
    assert "− trap: −10.0 (TW-BAT-13)" in figure_texts
    assert "Changes not shown, because they have no effect: 1." in figure_texts
    assert [list(trace.x) for trace in figure.data] == [[30.0], [-10.0]]
    assert "A cat." in figure.data[0].hovertext[0]


def test_a_heat_map_is_neutral_where_both_sides_win_equally_often() -> None:
    figure = drawn("heat_map")
    cells, written = figure.data
    assert (cells.zmin, cells.zmax) == (0, 1)
    assert cells.colorscale[len(cells.colorscale) // 2] == (0.5, "#f5f1ec")
    assert list(written.text) == 2 * ["0%", "25%", "50%", "75%", "100%"]
    assert "Spell: 2" in cells.hovertext[0][2]


def test_a_heat_map_with_ties_is_neutral_where_both_sides_win_equally_often_not_at_half() -> None:
    made = frame([{"x": 1, "y": 1, "win": 0.3, "loss": 0.3}, {"x": 2, "y": 1, "win": 0.5, "loss": 0.1}])
    cells, written = charts.heat_map(made).data
    assert list(cells.z[0]) == pytest.approx([0.5, 0.7])
    assert list(written.text) == ["30%", "50%"]
    assert "in 1 pair the chances of both sides differ by at most 10 points." in charts.figure_description(
        made
    )
    assert "in 1 Paar unterscheiden sich die Gewinnchancen" in charts.figure_description(made, lang="de")
    twice = frame([{"x": x, "y": 1, "win": 0.3, "loss": loss} for x, loss in ((1, 0.3), (2, 0.4), (3, 0.41))])
    assert "in 2 pairs the chances of both sides" in charts.figure_description(twice)
    assert "in 2 Paaren unterscheiden sich" in charts.figure_description(twice, lang="de")
    grid = sweep(twing.odds, "F: F{a} vs W: W{d}", {"a": range(1, 8), "d": range(1, 8)})
    cells = charts.heat_map(grid).data[0]
    at = {(row["a"], row["d"]): row["edge"] for row in grid.to_dict("records")}
    assert cells.z[3][3] == pytest.approx((at[4, 4] + 1) / 2)


@pytest.mark.parametrize(("lang", "words"), [("en", "Under the rules:"), ("de", "Nach den Regeln:")])
@pytest.mark.parametrize("name", FRAMES)
def test_a_figure_says_under_which_rules_its_numbers_hold(name: str, lang: str, words: str) -> None:
    made = FRAMES[name].copy()
    made.attrs = {**FRAMES[name].attrs, "variant": "german ties=defender"}
    draw = function(name)
    figure = draw(made, lang=lang)
    assert f"{words} german ties=defender." in texts(figure).replace("\n", " ")
    assert "german ties=defender" in charts.figure_description(figure, lang=lang)
    assert words not in texts(draw(FRAMES[name], lang=lang))


def test_a_heat_map_of_edges_leaves_a_missing_pair_empty() -> None:
    made = frame(
        [{"x": 1, "y": 1, "edge": -0.5}, {"x": 2, "y": 1, "edge": 0.5}, {"x": 1, "y": 2, "edge": 0.0}]
    )
    figure = charts.heat_map(made)
    assert figure.data[0].z[1][1] is None
    assert list(figure.data[1].text) == ["−50", "+50", "0", "–"]


def test_margins_draw_the_zero_line_and_tell_the_criticals() -> None:
    figure = drawn("margins")
    assert [(shape.x0, shape.x1) for shape in figure.layout.shapes] == [(0, 0)]
    assert "20.0% that a critical result decides (win 10.0%, tie 2.0%, loss 8.0%)" in texts(figure).replace(
        "\n", " "
    ).replace("  ", " ")


def test_margins_of_odds_are_those_of_the_odds() -> None:
    odds = twing.odds("F: F5 F3 + F4 vs W: W6 W4")
    assert odds.margin is not None
    found = {x: y for trace in charts.margins(odds).data for x, y in zip(trace.x, trace.y, strict=True)}
    assert found == {lead: pytest.approx(100 * chance) for lead, chance in odds.margin.items()}


def test_margins_of_several_battles_are_told_apart_by_mark_and_dashes() -> None:
    made = frame([{"margin": m, "chance": 0.5, "series": s} for s in "abc" for m in (0, 1)])
    traces = charts.margins(made).data
    assert len({trace.marker.symbol for trace in traces}) == 3
    assert len({trace.line.dash for trace in traces}) == 3


def test_the_best_answers_of_a_tree_are_thick_and_its_dice_round() -> None:
    figure = drawn("response_tree")
    boxes = {annotation.text: annotation for annotation in figure.layout.annotations if annotation.hovertext}
    cat = next(each for text, each in boxes.items() if "cat" in text)
    passing = next(each for text, each in boxes.items() if "pass" in text)
    assert cat.borderwidth > passing.borderwidth
    assert "<b>cat</b>" in cat.text
    assert "because of cat" in cat.hovertext
    assert [shape.type for shape in figure.layout.shapes].count("circle") == 1
    widths = [shape.line.width for shape in figure.layout.shapes if shape.type == "path"]
    assert max(widths) > min(widths)


def test_faces_that_lead_to_the_same_are_one_step() -> None:
    rows = [node("a", "", "attacker", "start", 0.5, True) | {"kind": "start", "chance": 1.0, "chosen": False}]
    for face in ("+1", "+2", "Sun"):
        step = node(face, "a", "attacker", f"The attacker: {face}", 0.9 if face == "Sun" else 0.4, True)
        rows.append(step | {"kind": "face", "chance": 1 / 12, "chosen": False})
    figure_texts = texts(twing.charts.response_tree(frame(rows)))
    assert "The attacker: +1, +2" in figure_texts
    assert "17% of rolls; attacker wins 40.0%" in figure_texts


def test_a_large_tree_is_cut_and_says_so() -> None:
    rows = [node("a", "", "attacker", "start", 0.5, True)]
    rows += [node(f"b{n}", "a", "attacker", f"way {n}", 0.5, n == 50) for n in range(60)]
    figure = twing.charts.response_tree(frame(rows), max_nodes=10)
    assert "51 more steps are not shown" in texts(figure)
    assert "way 50" in texts(figure), "the best answer is never cut"


def test_effects_are_ranked_and_state_their_confidence() -> None:
    figure = drawn("effects")
    assert list(figure.data[0].x) == pytest.approx([12, 1, -4])
    assert list(figure.data[0].error_x.array) == pytest.approx([3, 3, 2])
    assert list(figure.data[0].marker.symbol) == ["triangle-right", "circle", "triangle-left"]
    assert "90% confidence interval" in texts(figure)
    assert "Bear: +12.0 (+9.0 to +15.0)" in texts(figure)


def test_shares_rank_policies_and_mark_equal_chances() -> None:
    figure = drawn("shares")
    assert "greedy: 70.0% (60.0% to 80.0%)" in texts(figure)
    assert list(figure.data[0].x) == [70.0, 30.0]
    assert all(shape.path.startswith("M50,") for shape in figure.layout.shapes)


def test_shares_take_the_results_of_the_arena() -> None:
    from twingkit import arena

    played = arena.simulate(4, ["random", "greedy"], variant="short", seed=1, processes=1)
    assert "greedy" in texts(charts.shares(played))
    assert "4 games" in texts(charts.shares(played.wins()))


def test_a_duel_adds_its_scores_up() -> None:
    figure = drawn("duel")
    assert [trace.x[0] for trace in figure.data[:3]] == [50, 50, 0]
    assert "2–0 (win) – 50.0%" in texts(figure)


def test_an_end_game_names_each_result() -> None:
    assert "Sieg, Niederlage – 40,0\N{NO-BREAK SPACE}%" in texts(drawn("endgame", "de"))


def test_outcomes_of_several_cases_are_stacked() -> None:
    made = frame([{"group": g, "outcome": o, "chance": c} for g in "ab" for o, c in SHARES.items()])
    figure = twing.charts.duel(made)
    assert figure.layout.barmode == "stack"
    assert [list(trace.x) for trace in figure.data] == [[50, 50], [20, 20], [30, 30]]


@each_figure
@each_language
def test_assumed_numbers_have_a_star_and_a_reason(name: str, lang: str) -> None:
    made = FRAMES[name].copy()
    made.attrs = {**FRAMES[name].attrs, "assumed": ["powers of the spells"]}
    figure_texts = texts(drawn(name, made=made)).replace("\n", " ")
    assert figure_texts.count("*") > 1, "a number has the star, and the note"
    assert "powers of the spells" in figure_texts.replace("  ", " ")
    assert "*" not in texts(drawn(name))


@each_figure
def test_the_same_frame_gives_the_same_figure(name: str) -> None:
    assert drawn(name).to_json() == drawn(name).to_json()
    json.loads(drawn(name).to_json(), parse_constant=pytest.fail)
    assert list(drawn(name).layout.template.layout.colorway) == list(theme.palette("light").series_colours)
    assert len(drawn(name).to_json()) < 14_000


def test_a_notebook_shows_figures_without_a_makers_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    import plotly.io

    shown: list[dict[str, Any]] = []
    monkeypatch.setattr(plotly.io, "show", lambda figure, *args, **options: shown.append(options["config"]))
    monkeypatch.setattr(plotly.io.renderers, "render_on_display", True)
    monkeypatch.setattr(plotly.io.renderers, "_default_name", "json")
    figure = drawn("odds")
    figure.show(config={"scrollZoom": True})
    figure._ipython_display_()
    assert [each["displaylogo"] for each in shown] == [False, False]
    assert shown[0]["scrollZoom"] is True
    assert '"displaylogo": false' in figure.to_html(include_plotlyjs=False)


DUEL = "duel F: F5 / F4 / F3 vs W: W5 / W4 / W3"

ENDGAME = "endgame F: F5 F3 vs W: W6 vs L: shield L4"


def analysis_frames(lang: str) -> dict[str, Any]:
    """Return frames as the analyses make them, by a name that begins with that of their figure."""

    from twingkit.twing.analysis.advice import advise
    from twingkit.twing.analysis.battle_distributions import margins
    from twingkit.twing.analysis.responses.response_tree import response_tree
    from twingkit.twing.analysis.worth import worth
    from twingkit.twing.exact_odds.duel_odds import duel_odds_table, duel_results
    from twingkit.twing.exact_odds.endgame_odds import endgame_pairings, endgame_results
    from twingkit.twing.exact_odds.odds_many import odds_many

    lines = [LINE, "F: F5 vs W: W6", "F: F5 vs"]
    return {
        "odds": odds_many(lines, errors="column"),
        "advice": advise("F: hand F5 F3 W6 + F4 vs W: hand W4 W2 & cat"),
        "worth": worth("F: F5 F3 + F4 vs W: W6 W4", lang=lang),
        "margins one": margins("F: F5 vs W: W6"),
        "margins two": margins(["F: F5 vs W: W6", "F: F5 vs W: shield W4"]),
        "response_tree": response_tree(LINE, attack_face="2", defence_face="Cross", lang=lang),
        "duel results": duel_results(DUEL),
        "duel table": duel_odds_table(DUEL),
        "endgame results": endgame_results(ENDGAME),
        "endgame pairings": endgame_pairings(ENDGAME),
    }


@each_language
def test_what_the_analyses_give_is_drawn_told_and_kept(lang: str, tmp_path: Path) -> None:
    for name, made in analysis_frames(lang).items():
        kind = name.split()[0]
        figure = drawn(kind, made=made)
        description = charts.figure_description(made, lang=lang)
        assert description == charts.figure_description(figure, lang=lang), name
        assert "{" not in description, name
        loaded = charts.load_table(charts.save_table(made, tmp_path / f"{kind}.parquet"))
        assert drawn(kind, made=loaded).to_json() == figure.to_json(), name


@pytest.mark.parametrize("name", ["curves", "keep", "reach", "stopping"])
def test_the_axis_of_small_chances_fits_them(name: str) -> None:
    made = FRAMES[name].copy()
    for column in {"win", "low", "high", "chance"} & {*made.columns}:
        made[column] = made[column] / 10
    layout = drawn(name, made=made).layout
    axis = layout.yaxis if name == "curves" else layout.xaxis
    assert axis.range[1] <= 12


@each_figure
def test_all_values_and_both_ends_of_intervals_lie_within_fixed_axes(name: str) -> None:
    plain = json.loads(drawn(name).to_json())
    for trace in plain["data"]:
        for letter in "xy":
            axis = plain["layout"].get(
                trace.get(f"{letter}axis", letter).replace(letter, f"{letter}axis", 1), {}
            )
            if not axis.get("range") or axis.get("type") == "log":
                continue
            values = [value for value in trace.get(letter, ()) if value is not None]
            error = trace.get(f"error_{letter}") or {}
            values += [value + more for value, more in zip(values, error.get("array", ()), strict=False)]
            values += [value - less for value, less in zip(values, error.get("arrayminus", ()), strict=False)]
            low, high = sorted(axis["range"])
            assert all(low - 0.01 <= value <= high + 0.01 for value in values), (letter, values)


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_the_colour_bar_lies_below_all_labels_however_few_rows_there_are(rows: int) -> None:
    cells = [
        {"x": f"a long label {x}", "y": f"row {y}", "win": x / 20} for x in range(20) for y in range(rows)
    ]
    plain = charts.plotly_js_figure("heat_map", cells, width=700)
    assert plain["data"][0]["colorbar"]["y"] >= -2


def test_bars_of_a_sweep_are_labelled_by_what_varies() -> None:
    figure = charts.odds(sweep(twing.odds, "F: F5 vs W: W{p}", {"p": [1, 4]}))
    assert "p = 1" in texts(figure)
    assert "p = 4" in texts(figure)


def test_curves_of_edges_are_titled_by_what_they_show() -> None:
    rows = [{"x": x, "series": "a", "edge": x / 10} for x in range(3)]
    assert "Win minus loss" in texts(charts.curves(rows))
    assert "Win minus loss" in charts.figure_description(charts.curves(rows))
    assert "Sieg minus Niederlage" in texts(charts.curves(rows, lang="de"))


def test_a_heat_map_of_wins_alone_names_no_attacker() -> None:
    figure = charts.heat_map([{"x": 1, "y": 1, "win": 0.5}])
    assert "attacker" not in figure.to_json().lower()
