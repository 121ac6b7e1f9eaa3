"""The table of a whole game in pictures and words: all components, answers, nothing hidden."""

from __future__ import annotations

import random
import re
from itertools import islice

import attrs
import pytest

from twingkit.core.acts import Act
from twingkit.core.language import in_language
from twingkit.core.words import LANGUAGES
from twingkit.imperium.galaxy.starts import new_game
from twingkit.imperium.galaxy.tactical.embedded_battle import BattleQuestion
from twingkit_widgets.imperium.pictures.names import answer_label
from twingkit_widgets.panel.views import views_of

VIEWS = views_of("imperium")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_answer_that_is_offered_has_words(lang: str) -> None:
    """No id of a card, a planet or a unit appears as it is typed."""
    kinds = set[type]()
    ids = re.compile(r"\b[a-z0-9]+_[a-z0-9_]+\b")
    for players, seed in (("short", 1), (4, 2)):
        game, rng = new_game(players, seed=seed), random.Random(seed)
        for _ in range(300):
            if game.question is None:
                break
            for answer in islice(game.question.options(), 12):
                if isinstance(answer, str | Act) and not isinstance(game.question, BattleQuestion):
                    label = answer_label(str(answer))
                    assert label, answer
                    assert not ids.search(label), (answer, label)
                    assert VIEWS.option_text(answer, str(answer)) == label
                    kinds.add(type(answer))
            game.answer_randomly(rng)
    assert len(kinds) > 4


def test_the_map_shows_fleets_planets_and_tokens_and_the_list_says_the_same() -> None:
    game = new_game(seed=1)
    html = VIEWS.table(game.view(0))
    assert html.count("tk-hex ") == len(game.table.galaxy.systems)
    assert "Your ships: 3 fighters, 1 destroyer and 2 carriers" in html
    assert "The custodians are on Mecatol Rex" in html
    assert 'aria-hidden="true"' in html  # the drawing; screen readers read the list


def test_nothing_on_the_map_is_cut_by_the_next_hexagon() -> None:
    """Everything inside hexagons is drawn after the last of them."""
    game = new_game(seed=1)
    drawing = VIEWS.table(game.view(0)).partition("<svg")[2].partition("</svg>")[0]
    hexagons, signs, contents = drawing.partition('class="tk-hex-inside"')
    assert signs
    assert hexagons.count("<polygon") == len(game.table.galaxy.systems)
    assert "tk-planet" not in hexagons
    assert 'class="tk-hex ' not in contents


def test_what_stands_on_a_planet_is_drawn_clear_of_the_next_planet() -> None:
    """A pill that is too wide for its room is made smaller: 41 of 100 beside another planet."""
    game = new_game(seed=1)
    for planet in ("corneeq", "lodor"):
        game.table.planet_controllers[planet] = 0
        game.table.put_units(0, planet, "infantry", 3)
        game.table.put_units(0, planet, "pds", 2)
        game.table.put_units(0, planet, "spacedock")
    html = VIEWS.table(game.view(0))
    scales = [float(scale) for scale in re.findall(r"scale\(([0-9.]+)\) translate", html)]
    assert len(scales) == 1
    assert 0.7 < scales[0] < 1


def test_what_stands_on_a_planet_is_drawn_above_its_circle() -> None:
    game = new_game(seed=1)
    game.table.planet_controllers["lodor"] = 0
    html = VIEWS.table(game.view(0))
    (world,) = [part for part in html.split('<g class="tk-world') if ">Lodor<" in part]
    (middle, radius), *_ = re.findall(r'cy="([-0-9.]+)" r="([0-9.]+)"', world)
    ((top, height),) = re.findall(r'y="([-0-9.]+)" width="[0-9.]+" height="([0-9.]+)"', world)
    assert float(top) + float(height) <= float(middle) - float(radius)


def test_a_fleet_of_many_classes_stays_below_the_names_of_planets() -> None:
    """Two rows are lower than one, so that the name of a planet in the middle can be read above them."""
    game = new_game(seed=1)
    home = game.table.home_system(1)
    for name in ("cruiser", "dreadnought", "destroyer", "carrier"):
        game.table.put_units(1, home, name)
    html = VIEWS.table(game.view(0))
    kamdorn = re.search(r'y="([0-9.]+)" class="tk-planet-name">Kamdorn', html)
    assert kamdorn
    below = html[kamdorn.end() :].partition("tk-hex-inside")[0]
    tops = [float(y) for y in re.findall(r'<rect x="[-0-9.]+" y="([-0-9.]+)"', below)]
    rows = [y for y in tops if y > 0]
    assert len(rows) == 2
    assert min(rows) > float(kamdorn[1]) + 1


def test_small_pictures_hold_the_map_alone() -> None:
    view = new_game(seed=1).view(0)
    assert "tk-sheet" not in VIEWS.table(view, "small")
    assert "tk-sheet" in VIEWS.table(view, "page")


def test_things_are_named_and_what_is_none_is_plain() -> None:
    assert "Lodor" in VIEWS.component_html("lodor")
    with in_language("de"):
        assert "Kreuzer" in VIEWS.component_html("cruiser")
    assert "&lt;b&gt;" in VIEWS.component_html("<b>")


def test_the_goal_is_that_of_the_game() -> None:
    assert "4 victory points" in VIEWS.goal(new_game(seed=1).view(0))
    with in_language("de"):
        assert "10 Siegpunkte" in VIEWS.goal(new_game(3, seed=1).view(0))


def test_the_active_system_is_marked() -> None:
    view = attrs.evolve(new_game(seed=1).view(0), active_tile="20")
    assert VIEWS.table(view).count("tk-hex-active") == 1
