"""Battles of random fleets."""

import pytest

from twingkit import Fault, imperium

KINDS = ("space", "ground", "invasion")


@pytest.mark.parametrize("kind", KINDS)
def test_sampled_battles_are_legal_and_need_no_remark(kind):
    battles = imperium.sample_battles(200, seed=3, kind=kind)
    assert len(set(map(str, battles))) > 100
    for battle in battles:
        assert battle.kind == kind
        assert battle.problems() == []
        assert {note.rule for note in imperium.notes(battle)} <= {"IM-INV-2"}, "a Planetary Shield, no excess"


def test_the_first_of_many_are_few_of_the_same_seed():
    assert imperium.sample_battles(30, seed=5)[:4] == imperium.sample_battles(4, seed=5)
    assert imperium.sample_battles(4, seed=6) != imperium.sample_battles(4, seed=5)


def test_upgrades_are_a_chance():
    assert "+" not in "".join(map(str, imperium.sample_battles(50, upgrade_chance=0)))
    for battle in imperium.sample_battles(50, upgrade_chance=1):
        assert all(name.endswith("+") for name, _ in battle.attacker.units if name != "warsun")


def test_nobody_could_pay_for_one_more_destroyer_than_the_resources_of_both():
    for battle in imperium.sample_battles(100, seed=2, upgrade_chance=0):
        ships = [
            sum(kind.cost * count for kind, count in side.units_with_counts() if kind.name != "fighter")
            for side in battle.sides
        ]
        full = [side.count("destroyer") == 8 for side in battle.sides]
        assert abs(ships[0] - ships[1]) < 1 or any(full)


def test_a_bar_is_shown_on_the_error_stream_and_nowhere_else(capsys):
    imperium.sample_battles(5, progress=True)
    shown = capsys.readouterr()
    assert "5/5" in shown.err
    assert shown.out == ""


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("wrong", [{"n": 0}, {"n": 1, "kind": "sea"}, {"n": 1, "upgrade_chance": 2}])
def test_what_cannot_be_drawn_is_said(wrong, lang):
    with pytest.raises(Fault) as caught:
        imperium.sample_battles(**wrong)
    assert "{" not in caught.value.text()
    assert str(next(reversed(wrong.values()))) in caught.value.text().casefold()


def test_they_carry_their_variant():
    assert imperium.sample_battles(1, variant="stalemate=tie")[0].variant.stalemate == "tie"
