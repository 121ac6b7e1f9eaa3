"""A word in the address that is not in the glossary or the gallery of a game."""

from __future__ import annotations

import pytest

from twingkit_widgets.read.rulebook.panel import RulebookPanel

GALLERIES = {"twing": "objects", "ember": "wizards", "imajica": "site-4"}
"""Games with a gallery, each with something that its gallery shows."""

of_every_game = pytest.mark.parametrize("game", GALLERIES)


@of_every_game
@pytest.mark.parametrize("lang", ["en", "de"])
def test_what_the_gallery_does_not_show_is_said_until_one_goes_on(game: str, lang: str) -> None:
    panel = RulebookPanel(lang, game=game, show="gallery", term="<zz>")
    assert panel.html.count('role="alert"') == 1
    assert "&lt;zz&gt;" in panel.html
    assert panel.address() == {"show": "gallery"}
    panel.do("kind", GALLERIES[game].partition("-")[0])
    assert 'role="alert"' not in panel.html


@of_every_game
def test_what_the_gallery_shows_first_or_later_is_no_fault(game: str) -> None:
    for term in ("", GALLERIES[game]):
        panel = RulebookPanel("en", game=game, show="gallery", term=term)
        assert 'role="alert"' not in panel.html
        assert panel.address().get("term", "") == term


@of_every_game
@pytest.mark.parametrize("query", [{"show": "glossary"}, {}, {"rule": "first"}])
def test_a_word_that_the_glossary_lacks_is_said_where_it_is_named(game: str, query: dict[str, str]) -> None:
    rule = {"rule": next(iter(RulebookPanel("en", game=game).book)).id} if "rule" in query else {}
    panel = RulebookPanel("en", game=game, term="zz", **{**query, **rule})
    assert panel.html.count('role="alert"') == 1
    assert "The glossary does not have the word “zz”." in panel.html
    panel.do("dismissed")
    assert 'role="alert"' not in panel.html


@of_every_game
def test_a_click_turns_to_the_gallery_where_it_begins(game: str) -> None:
    panel = RulebookPanel("en", game=game)
    panel.do("show", "gallery")
    assert panel.error is None
    assert panel.address() == {"show": "gallery"}
