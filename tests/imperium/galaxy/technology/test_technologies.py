"""What a faction may research, and the shortest ways to a technology against a search over all sets."""

from __future__ import annotations

import random

import pytest

from twingkit import Fault, Refusal
from twingkit.imperium.box.units import faction_ids as of_units
from twingkit.imperium.box.units import find_unit
from twingkit.imperium.galaxy.technology.cards import (
    factions_by_id,
    missing_prerequisites,
    ownable_technologies,
    technologies_by_id,
)
from twingkit.imperium.galaxy.technology.research_orders import (
    research_refusal,
    shortest_research_order_rows,
    shortest_research_orders,
)

RESEARCHERS = [name for name in factions_by_id() if name != "nekro"]


def test_the_box_has_59_technologies_and_17_factions_that_begin_with_some() -> None:
    assert len(technologies_by_id()) == 59
    assert set(factions_by_id()) == set(of_units())
    for known in factions_by_id().values():
        for name in known.starting_technologies or ():
            assert technologies_by_id()[name].faction in ("", known.id)
        for _, unit in known.starting_fleet:
            assert unit == "spacedock" or find_unit(unit, known.id)


def test_TECH_3_every_faction_has_two_technologies_of_its_own() -> None:
    for name in factions_by_id():
        assert len([card for card in technologies_by_id().values() if card.faction == name]) == 2


def distance(name: str, faction: str, owned: frozenset[str], ready: tuple[str, ...], most: int) -> int | None:
    """Reference implementation: return the number of researches to a technology, trying every set that can be
    owned."""
    deck, sets = ownable_technologies(faction), {owned}
    for steps in range(1, most + 1):
        sets = {
            one | {card.id}
            for one in sets
            for card in deck.values()
            if card.id not in one and not missing_prerequisites(card, one, ready)
        }
        if any(name in one for one in sets):
            return steps
    return None


@pytest.mark.parametrize("seed", range(25))
def test_TECH_2_the_shortest_ways_are_as_long_as_a_search_over_all_sets_finds(seed: int) -> None:
    rng = random.Random(seed)
    faction = rng.choice(RESEARCHERS)
    deck = ownable_technologies(faction)
    owned = frozenset(factions_by_id()[faction].starting_technologies or ())
    ready = tuple(rng.sample(["blue", "green", "red", "yellow"], rng.randrange(3)))
    name = rng.choice([card for card in deck if card not in owned])
    found = shortest_research_order_rows(name, faction, owned, ready)
    steps = distance(name, faction, owned, ready, 3)
    assert len({len(way) for way in found}) == 1
    assert len(found[0]) == steps if steps else len(found[0]) > 3
    assert len(set(found)) == len(found)
    for way in found:
        there = set(owned)
        for card in way:
            assert research_refusal(card, faction, there, ready) is None
            there.add(card)


def refusal(*asked: object) -> tuple[str, str]:
    """Return the rule and the case by which a research is refused."""
    refused = research_refusal(*asked)  # type: ignore[arg-type]  # the arguments are listed
    assert refused is not None
    return refused.rule, refused.ruling.case


def test_IM_TECH_2_both_sides_of_the_threshold() -> None:
    assert refusal("fl", "hacan", ["amd"]) == ("IM-TECH-2", "lacks_one")
    assert research_refusal("fl", "hacan", ["amd", "gd"]) is None
    assert research_refusal("fl", "hacan", ["amd"], ["blue"]) is None
    assert refusal("fl", "hacan", [], ["blue"]) == ("IM-TECH-2", "lacks_one")
    assert refusal("ws", "hacan", ["st"])[1] == "lacks"
    assert refusal("st", "hacan", ["st"]) == ("IM-TECH-2", "owned")


def test_IM_TECH_2_upgrades_have_no_colour_that_counts() -> None:
    assert refusal("fl", "hacan", ["amd", "cv2"]) == ("IM-TECH-2", "lacks_one")


def test_IM_TECH_3_only_the_own_faction_researches_and_an_upgrade_of_it_takes_the_common_place() -> None:
    assert refusal("so", "hacan", ["st", "gls"]) == ("IM-TECH-3", "other_faction")
    assert research_refusal("so", "mentak", ["st", "gls"]) is None
    assert refusal("cv2", "sol", ["amd", "gd"]) == ("IM-TECH-3", "replaced")
    assert refusal("amd", "nekro", []) == ("IM-TECH-3", "no_research")
    with pytest.raises(Refusal) as refused:
        shortest_research_order_rows("cv2", "sol", ["amd"])
    assert "Advanced Carrier II" in refused.value.text()


@pytest.mark.parametrize(
    ("name", "faction", "owned"), [("x", "sol", []), ("gd", "x", []), ("gd", "sol", ["x"])]
)
def test_names_that_do_not_exist_are_refused(name: str, faction: str, owned: list[str]) -> None:
    with pytest.raises(Fault):
        shortest_research_order_rows(name, faction, owned)


def test_owned_cards_and_specialties_that_do_not_exist_are_refused() -> None:
    for owned, ready in ((["x"], []), ([], ["purple"])):
        with pytest.raises(Fault):
            research_refusal("gd", "sol", owned, ready)


def test_the_shortest_orders_are_a_table() -> None:
    frame = shortest_research_orders("cv2", "hacan", ["amd", "st"])
    assert frame.values.tolist() == [["gd cv2", 2]]
    assert shortest_research_orders("amd", "hacan", ["amd"]).empty
