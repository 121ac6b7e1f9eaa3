"""Games that no shared file knows, in a browser: a coin and a pile with their pages, a declared table."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from twingkit_widgets.panel.settings.settings import FILE

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("null games")]  # one server for all

TITLES = {"en": ("Coin", "Pile", "Briscola"), "de": ("Münze", "Stapel", "Briscola")}


@pytest.fixture(scope="module")
def site(serve_all: Any, null_games_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return the site of the kit with these games installed, whose publisher shows only these."""
    paths = [str(null_games_path), *filter(None, [os.environ.get("PYTHONPATH")])]
    house = tmp_path_factory.mktemp("house")
    (house / FILE).write_text('games = ["coin", "pile", "briscola"]', encoding="utf-8")
    return serve_all("--folder", str(house), environment={"PYTHONPATH": os.pathsep.join(paths)})


def links(page: Any, game: str) -> list[str]:
    """Return the pages of a game to which the start page links."""
    found = page.locator("a[href]").evaluate_all("all => all.map(a => a.pathname.split('/').at(-2))")
    return sorted({name for name in found if name and name.startswith(f"{game}-")})


def test_each_of_their_pages_opens(site: Any, visit: Any, enter: Any) -> None:
    """Those of the whole one, half of them in each language; that all of both games say everything in both is
    held without a browser."""
    window = visit()
    for lang, game, wanted in (
        ("en", "coin", {"learn", "practice", "play", "lab", "step", "rules"}),
        ("de", "pile", {"practice", "play", "step", "rules"}),
    ):
        page = enter(window, "index", f"lang={lang}")
        cards = page.locator(".tk-landing-game h2").all_inner_texts()
        assert cards == list(TITLES[lang])
        assert {f"{game}-{name}" for name in wanted} <= set(links(page, game))
        coin = links(page, "coin")
        for name in coin[::2] if lang == "en" else coin[1::2]:
            page = enter(window, name, f"lang={lang}")
            assert page.locator(".tk-failed, [role=alert].tk-alert").count() == 0, name
            assert page.locator('[aria-current="location"]').inner_text() == TITLES[lang][0], name
            assert page.locator(".tk-body").nth(1).inner_text().strip(), name


def test_the_answers_of_four_players_at_a_declared_table_stay_above_the_toolbar(
    visit: Any, enter: Any, settled: Any
) -> None:
    page = enter(visit(width=1280, height=720), "briscola-play", "line=briscola:_4&seed=3&opponents=greedy")
    page.get_by_role("button", name="Start").click()
    for _ in range(3):  # from the second on, the last trick is shown, too
        answers = page.locator("[data-act=answer]:visible")
        answers.first.wait_for()
        settled(page)
        toolbar, table = (page.locator(f".tk-play-{name}").bounding_box() for name in ("bar", "stage"))
        for box in (answer.bounding_box() for answer in answers.all()):
            assert box["y"] + box["height"] <= toolbar["y"]
            assert box["x"] >= table["x"] + table["width"], "beside the middle of the table"
        answers.first.click()
