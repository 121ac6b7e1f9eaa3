"""The words of figures: in every language, the same for rows and frames, and without further packages."""

from __future__ import annotations

import re

import pytest
from charts.samples import FRAMES, SHARES, drawn, each_figure, each_language, frame
from fresh_python import printed_by
from hypothesis import given
from hypothesis import strategies as st

from twingkit import charts
from twingkit.analyse.charts import wording
from twingkit.analyse.charts.stacked import fitting_share_text
from twingkit.core.messages import Fault
from twingkit.core.words import LANGUAGES, format_number, format_percent, percent_sign


def test_every_sentence_exists_in_every_language_with_the_same_gaps() -> None:
    keys = list(wording.sentence_keys())
    assert {"odds.many", "duel.title", "invasion.title"} < set(keys)
    for key in keys:
        texts_of = wording._catalogue.text_by_language(key)
        assert set(texts_of) == set(LANGUAGES), key
        gaps = {lang: sorted(re.findall(r"{\w+}", text)) for lang, text in texts_of.items()}
        assert gaps["en"] == gaps["de"], key
        assert "'" not in "".join(texts_of.values()), key


@each_figure
@each_language
def test_a_description_tells_the_frame_and_its_figure_alike(name: str, lang: str) -> None:
    description = charts.figure_description(FRAMES[name], lang=lang)
    assert (
        description
        == charts.figure_description(drawn(name, "en"), lang=lang)
        == charts.figure_description(drawn(name, "de"), lang=lang)
    )
    assert description.endswith(".")
    assert description != charts.figure_description(FRAMES[name], lang="de" if lang == "en" else "en")


def test_a_frame_of_no_figure_has_no_description() -> None:
    with pytest.raises(Fault, match="nothing"):
        charts.figure_description(frame([{"nothing": 1}]))
    with pytest.raises(Fault, match="there is no figure"):
        charts.figure_description(FRAMES["odds"], kind="pie")


@each_figure
def test_rows_give_the_same_figure_as_their_frame(name: str) -> None:
    named = FRAMES[name].reset_index() if FRAMES[name].index.name else FRAMES[name]
    rows = named.to_dict("records")
    bare = named.copy()
    bare.attrs = {}
    assert charts.plotly_js_figure(name, rows) == charts.plotly_js_figure(name, bare)


def test_plain_figures_need_neither_pandas_nor_plotly() -> None:
    code = (
        "import sys\nfrom twingkit import Odds, charts\n"
        "plain = charts.plotly_js_figure('odds', Odds(.5, .2, .3), lang='de', theme='dark')\n"
        "assert plain['data'] and charts.figure_description(plain, lang='de')\n"
        "assert not {'numpy', 'pandas', 'plotly'} & set(sys.modules)\n"
    )
    printed_by(code)


def test_labels_are_texts_and_never_tags() -> None:
    made = frame([{"label": "<b>F6M>F3</b> & more", **SHARES}, {"label": "b", **SHARES}])
    written = [annotation.text for annotation in charts.odds(made).layout.annotations]
    assert "&lt;b&gt;F6M&gt;F3&lt;/b&gt; &amp; more" in written


@given(st.floats(0, 1), st.sampled_from(LANGUAGES), st.integers(0, 3))
def test_a_percentage_is_never_rounded_to_certainty(share: float, lang: str, digits: int) -> None:
    text = format_percent(share, digits)
    if 1e-9 < share < 1 - 1e-9:
        zero, whole = (format_number(value, digits) for value in (0, 100))
        assert text not in (f"{zero}{percent_sign()}", f"{whole}{percent_sign()}")
    assert "-" not in text


@given(st.floats(0, 1), st.sampled_from(LANGUAGES))
def test_what_stands_in_a_bar_fits_into_it(share: float, lang: str) -> None:
    text = fitting_share_text(share).replace("&lt;", "<").replace("&gt;", ">")
    assert len(text) * 7.6 <= share * 318 or not text


@given(st.text(max_size=200), st.integers(10, 60))
def test_folding_loses_nothing_but_blanks(text: str, width: int) -> None:
    folded = wording.wrap_text(text, width)
    assert "".join("".join(folded).split()) == "".join(text.split())
    assert all(len(line) <= width for line in folded)
