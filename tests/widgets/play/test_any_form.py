"""The form for a new game of a game without its own play page: its variants."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from functools import partial

import pytest

from twingkit_widgets.ember.play.panel import EmberPlayPanel
from twingkit_widgets.imajica.play.panel import ImajicaPlayPanel
from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel
from twingkit_widgets.table.play.any_game import GenericPlayPanel
from twingkit_widgets.table.play.panel import MatchPanel
from twingkit_widgets.twing.play.panel import PlayPanel


def offered_answers(play: GenericPlayPanel) -> list[str]:
    """Return the variants in the form, the chosen one with a star."""
    field = re.search(r'<select[^>]*id="tk-play-variant".*?</select>', play.html)
    assert field
    options = re.findall(r'<option value="([^"]*)"( selected)?', field[0])
    return [f"{name}*" if chosen else name for name, chosen in options]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_form_offers_the_variants_of_the_game(lang: str) -> None:
    play = GenericPlayPanel("ember", seed=3, lang=lang)
    play.do("toggle_panel", "new")
    names = offered_answers(play)
    assert names[0] == "box*"
    assert len(names) > 1
    assert ("Regeln" if lang == "de" else "Rules") in play.html
    play.do("begin", {"line": "ember 2", "variant": names[-1], "seat": "p1", "seed": "4"})
    assert play.error is None
    settings = play.match.settings
    assert str(settings.variant) == names[-1]
    assert settings.line == f"ember 2\nvariant {names[-1]}"
    assert play.match.game.table.variant == settings.variant
    play.do("toggle_panel", "new")
    assert f"{names[-1]}*" in offered_answers(play)


def test_an_impossible_variant_is_reported_and_the_line_decides_where_none_was_chosen() -> None:
    play = GenericPlayPanel("ember", seed=3)
    play.do("begin", {"line": "ember 2", "variant": "quatsch", "seat": "p1", "seed": "4"})
    assert "quatsch" in play.ui_state.fault.text("en")
    name = list(type(play.match.settings.variant).presets())[-1]
    play.do("begin", {"line": f"ember 2\nvariant {name}", "variant": "box", "seat": "p1", "seed": "4"})
    assert str(play.match.settings.variant) == name


PAGES = (PlayPanel, EmberPlayPanel, ImajicaPlayPanel, ImperiumPlayPanel, partial(ImperiumPlayPanel, "first"))

LONGEST = 36
"""The number of characters of an option that a form field shows completely on a phone."""


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("page", PAGES)
def test_a_phone_shows_every_option_of_the_form_whole(page: Callable[..., MatchPanel], lang: str) -> None:
    panel = page(lang=lang)
    panel.do("toggle_panel", "new")
    form = panel.html.partition('data-key="new:form"')[2]
    options = [html.unescape(text) for text in re.findall(r"<option[^>]*>([^<]*)</option>", form)]
    assert options
    assert [text for text in options if len(text) > LONGEST] == []
