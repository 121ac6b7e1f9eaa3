"""What a battle asks: assigning hits in every allowed way and no other, choosing, retreating, dice."""

from __future__ import annotations

import random
from itertools import islice, product

import pytest
from fleets import fleets
from hypothesis import given
from hypothesis import strategies as st

from twingkit.asking import BadAnswer, Refusal
from twingkit.imperium import Battle, all_effects, rulebook
from twingkit.imperium.notation.battle_line import Use
from twingkit.imperium.rules.force import Fight, Force
from twingkit.imperium.rules.losses.assign import Load, Taken
from twingkit.imperium.rules.losses.assignments import Assignments
from twingkit.imperium.rules.questions import Assign, Play, Retreat, Target, Throw, assigned, chosen
from twingkit.imperium.rules.table import BattleTable
from twingkit.imperium.rules.volley import Dice, Volley


def table(line: str, *damaged: int) -> BattleTable:
    """A table with the units of a line; `damaged` of the attacker's are so, by place."""
    fresh = BattleTable(Fight.of(Battle.parse(line).check()))
    for place, hurt in enumerate(damaged):
        fresh.forces[0] = fresh.forces[0].changed(place, -hurt, hurt)
    return fresh


def ways(line: str, load: Load, *damaged: int) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    at = table(line, *damaged)
    return {(taken.sustained, taken.destroyed) for taken in Assign(at, 0, load).options()}


def asked(line: str, load: Load, *damaged: int) -> Assign:
    return Assign(table(line, *damaged), 0, load)


def refused(question: Assign, text: str) -> Refusal:
    refusal = question.refusal(question.read(text))
    assert refusal is not None, text
    assert refusal.text("en") != refusal.text("de")
    assert refusal.rule in rulebook()
    return refusal


FLEET = "space: 3 fighter 2 cruiser 2 dreadnought vs 1 warsun"
"""Places: fighter 0, cruiser 1, dreadnought 2."""

LAW = "space: 1 fighter 1 warsun @ schematics vs 1 cruiser"
MOON = "space: 1 fighter 1 warsun vs 1 flagship @ mentak"
"""Lines in which the war sun cannot sustain."""


# -- which ways there are


def test_IM_SPACE_7_any_unit_may_take_a_hit_and_those_that_can_may_sustain_it():
    assert ways(FLEET, Load(1)) == {
        ((0, 0, 1), (0, 0, 0)),
        ((0, 0, 0), (1, 0, 0)),
        ((0, 0, 0), (0, 1, 0)),
        ((0, 0, 0), (0, 0, 1)),
    }


def test_IM_UNIT_3_a_unit_that_sustains_can_be_destroyed_by_another_hit_of_the_same_step():
    assert ((1,), (1,)) in ways("space: 2 dreadnought vs 1 warsun", Load(2))


def test_IM_UNIT_3_a_damaged_unit_does_not_sustain():
    assert ways("space: 2 dreadnought vs 1 warsun", Load(1), 2) == {((0,), (1,))}
    assert ways("space: 2 dreadnought vs 1 warsun", Load(1), 1) == {((0,), (1,)), ((1,), (0,))}


def test_IM_SPACE_4_hits_of_a_barrage_go_to_fighters_only_and_the_rest_is_lost():
    assert ways("space: 2 fighter 1 fighter+ 1 cruiser vs 1 destroyer", Load(fighters=2)) == {
        ((0, 0, 0), (2, 0, 0)),
        ((0, 0, 0), (1, 1, 0)),
    }
    question = asked("space: 2 fighter 1 cruiser vs 1 destroyer", Load(fighters=9))
    assert list(question.options()) == [Taken((0, 0), (2, 0), 7)]


def test_IM_SPACE_7_hits_for_other_ships_spare_fighters_only_while_there_are_others():
    line = "space: 3 fighter 1 cruiser vs 1 warsun"
    assert ways(line, Load(nonfighter=1)) == {((0, 0), (0, 1))}
    assert ways(line, Load(nonfighter=2)) == {((0, 0), (1, 1))}
    assert ways(line, Load(free=1, nonfighter=1)) == {((0, 0), (1, 1))}
    assert ways("space: 3 fighter 2 cruiser vs 1 warsun", Load(free=1, nonfighter=1)) == {
        ((0, 0), (1, 1)),
        ((0, 0), (0, 2)),
    }


def test_IM_TECH_nes_one_use_of_sustain_damage_takes_up_to_two_hits():
    line = "space: 1 fighter 2 dreadnought @ letnev,nes vs 1 warsun"
    found = ways(line, Load(2))
    assert ((0, 1), (0, 0)) in found, "two hits by one unit"
    assert ((0, 2), (0, 0)) in found, "one hit each"
    assert ((0, 1), (1, 0)) in found, "one hit by the unit, one by the fighter"
    assert ((0, 1), (0, 0)) not in ways("space: 1 fighter 2 dreadnought vs 1 warsun", Load(2))


def test_as_many_hits_as_possible_are_assigned_and_sustaining_before_is_a_choice():
    assert ways("space: 1 dreadnought vs 1 warsun", Load(5)) == {((1,), (1,)), ((0,), (1,))}
    assert ways("ground: 2 infantry vs 1 infantry", Load(5)) == {((0,), (2,))}


def brute(at: BattleTable, load: Load) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every assignment, found by giving out the hits one by one to single units."""
    fight, force = at.fight, at.forces[0]
    able = Assignments(fight, at.state, 0, load).able
    roster = fight.rosters[0]
    worth = 2 if roster.has("nes") else 1
    found = set()

    def give(fresh, damaged, held, gone, aimed, free, barrage):
        if not (aimed or free or barrage):
            found.add((tuple(held), tuple(gone)))
            return
        if barrage:
            places = roster.fighters
        elif aimed and any(fresh[place] + damaged[place] for place in roster.nonfighters):
            places = roster.nonfighters
        else:
            places = tuple(range(len(roster.units)))
        there = [place for place in places if fresh[place] + damaged[place]]
        if not there:
            if barrage:
                give(fresh, damaged, held, gone, aimed, free, 0)
            else:
                found.add((tuple(held), tuple(gone)))
            return

        def rest(n):
            if barrage:
                return aimed, free, barrage - 1
            off = min(n, aimed)
            return aimed - off, max(0, free - (n - off)), 0

        for place in there:
            lost = list(gone)
            lost[place] += 1
            left, hurt = list(fresh), list(damaged)
            counts = hurt if hurt[place] else left
            counts[place] -= 1
            give(left, hurt, held, lost, *rest(1))
            if place in able and fresh[place] and not barrage:
                left, hurt, held_now = list(fresh), list(damaged), list(held)
                left[place] -= 1
                hurt[place] += 1
                held_now[place] += 1
                for cancelled in range(1, min(worth, aimed + free) + 1):
                    give(left, hurt, held_now, gone, *rest(cancelled))

    none = [0] * len(roster.units)
    give(list(force.fresh), list(force.damaged), none, none, load.nonfighter, load.free, load.fighters)
    return found


small = st.builds(Load, st.integers(0, 2), st.integers(0, 1)) | st.builds(Load, fighters=st.integers(1, 3))


@given(fleets(most=2), small, st.data())
def test_the_options_are_exactly_what_giving_out_hits_one_by_one_finds(battle, load, data):
    at = BattleTable(Fight.of(battle))
    for place, count in enumerate(at.forces[0].fresh):
        if at.rosters[0].units[place].sustain:
            hurt = data.draw(st.integers(0, count))
            at.forces[0] = at.forces[0].changed(place, -hurt, hurt)
    question = Assign(at, 0, load)
    options = list(question.options())
    assert len(options) == len(set(options))
    assert options[0] == question.stated()
    assert {(taken.sustained, taken.destroyed) for taken in options} == brute(at, load)
    for taken in options:
        assert question.refusal(taken) is None
        assert question.read(question.write(taken)) == taken
        total = sum(taken.destroyed) + sum(taken.sustained) + taken.lost_hits
        assert total <= load.total or question.ways.worth == 2 or taken.lost_hits
        assert all(map(int.__le__, taken.destroyed, map(at.forces[0].count, range(len(taken.destroyed)))))
    if question.ways.single:
        left = {sum(taken.destroyed) for taken in options}
        assert len(options) == 1 or left == {at.forces[0].size}


@given(fleets(most=3), st.builds(Load, st.integers(0, 6), st.integers(0, 3)), st.integers(0, 99))
def test_a_random_assignment_is_an_allowed_one(battle, load, seed):
    question = Assign(BattleTable(Fight.of(battle)), 0, load)
    drawn = question.draw(random.Random(seed))
    assert question.refusal(drawn) is None
    assert question.read(question.write(drawn)) == drawn


@given(fleets(most=2), st.builds(Load, st.integers(0, 3), st.integers(0, 2)), st.data())
def test_what_is_no_option_is_refused_by_a_rule(battle, load, data):
    question = Assign(BattleTable(Fight.of(battle)), 0, load)
    kinds = len(question.table.rosters[0].units)
    counts = st.lists(st.integers(0, 3), min_size=kinds, max_size=kinds).map(tuple)
    taken = question.ways.taken(data.draw(counts), data.draw(counts))
    refusal = question.refusal(taken)
    assert (refusal is None) == (taken in set(question.options()))
    if refusal is not None:
        assert refusal.rule in rulebook()
        assert refusal.text("en") != refusal.text("de")


def test_the_options_of_a_great_fleet_come_at_once():
    line = " ".join(
        f"{n} {name}"
        for n, name in zip(range(90, 99), ("fighter", "cruiser", "dreadnought", "warsun"), strict=False)
    )
    question = asked(f"space: {line} vs 1 warsun", Load(150, 40))
    assert len(set(islice(question.options(), 100))) == 100
    assert question.refusal(question.draw(random.Random(1))) is None


# -- asked only where there is a choice


def answers(script, given=()):
    """What a script asks, answered with `given`, and what it returns."""
    questions = []
    try:
        question = next(script)
        for answer in given:
            questions.append(question)
            question = script.send(answer)
    except StopIteration as end:
        return questions, end.value
    raise AssertionError(f"asked {question.text()}")


@pytest.mark.parametrize(
    ("line", "load"),
    [
        ("space: 3 cruiser vs 1 warsun", Load(2)),
        ("space: 3 fighter 1 cruiser vs 1 warsun", Load(4)),
        ("space: 3 fighter 1 cruiser vs 1 warsun", Load(nonfighter=1)),
        ("space: 3 fighter 1 warsun vs 1 destroyer", Load(fighters=2)),
        ("space: 1 dreadnought vs 1 warsun", Load(2)),
        ("space: 1 dreadnought vs 1 warsun", Load()),
    ],
)
def test_nothing_is_asked_where_there_is_nothing_to_choose(line, load):
    at = table(line)
    stated = Assign(at, 0, load).stated()
    assert answers(assigned(at, 0, load)) == ([], stated)


def test_the_hits_are_taken_off_as_answered():
    at = table(FLEET)
    questions, taken = answers(assigned(at, 0, Load(3)), [Taken((0, 0, 1), (1, 0, 1))])
    assert len(questions) == 1
    assert at.forces[0] == Force((2, 2, 1), (0, 0, 0))
    assert taken == Taken((0, 0, 1), (1, 0, 1))


def test_a_choice_alone_takes_nothing_off():
    at = table(FLEET)
    answers(chosen(at, 0, Load(1)), [Taken((0, 0, 0), (1, 0, 0))])
    assert at.state == at.fight.start()


# -- as text


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("assign 2 fighter, dreadnought damage", ((0, 0, 1), (2, 0, 0))),
        ("2 fighter, 1 dreadnought damage", ((0, 0, 1), (2, 0, 0))),
        (" assign dreadnought damage,2 fighter ", ((0, 0, 1), (2, 0, 0))),
        ("assign dreadnought, 2 dreadnought damage", ((0, 0, 2), (0, 0, 1))),
        ("assign nothing", ((0, 0, 0), (0, 0, 0))),
    ],
)
def test_an_assignment_is_read_as_it_is_typed(text, taken):
    assert asked(FLEET, Load(3)).read(text)[:2] == taken


def test_an_assignment_is_written_losses_first():
    question = asked(FLEET, Load(3))
    assert question.write(Taken((0, 0, 1), (2, 0, 0))) == "assign 2 fighter, dreadnought damage"
    assert question.write(Taken((0, 0, 0), (0, 0, 0))) == "assign nothing"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "assigns no hits"),
        ("assign", "assigns no hits"),
        ("assign 0 fighter", "assigns no hits"),
        ("assign 02 fighter", "assigns no hits"),
        ("assign 2 fighter dreadnought", "assigns no hits"),
        ("assign fighter, fighter", "each once"),
        ("assign 2 fighter,", "assigns no hits"),
        ("assign fighter hit", "assigns no hits"),
        (
            "assign 2 warsun",
            "takes no part on this side; expected one of 'fighter', 'cruiser' and 'dreadnought'",
        ),
        ("<b>", "assigns no hits"),
        ("nonsense " * 500, "assigns no hits"),
    ],
)
def test_what_is_no_assignment_says_what_was_expected(text, said):
    question = asked(FLEET, Load(3))
    with pytest.raises(BadAnswer) as bad:
        question.read(text)
    assert said in bad.value.text("en")
    assert len(bad.value.text("en")) < 400
    assert bad.value.text("en") != bad.value.text("de")


@pytest.mark.parametrize("answer", [None, 3, "fighter", Taken((), ()), Taken((0, 0, 0), (-1, 1, 1)), (0, 1)])
def test_what_is_no_answer_at_all_is_a_bad_answer(answer):
    with pytest.raises(BadAnswer):
        asked(FLEET, Load(1)).refusal(answer)


@pytest.mark.parametrize(
    ("line", "load", "text", "rule", "case", "numbers"),
    [
        (FLEET, Load(3), "2 fighter", "IM-SPACE-7", "too_few", (3, 2)),
        (FLEET, Load(3), "nothing", "IM-SPACE-7", "too_few", (3, 0)),
        (FLEET, Load(1), "2 fighter", "IM-SPACE-7", "too_many", (1, 2)),
        (FLEET, Load(4), "4 fighter", "IM-SPACE-7", "not_there", (4, 3)),
        (FLEET, Load(nonfighter=2), "fighter, cruiser", "IM-SPACE-7", "nonfighter", (2, 1)),
        (FLEET, Load(fighters=2), "fighter, cruiser", "IM-SPACE-4", "fighters_only", (2, 0)),
        (FLEET, Load(1), "cruiser damage", "IM-UNIT-3", "no_ability", ()),
        (FLEET, Load(3), "3 dreadnought damage", "IM-UNIT-3", "damaged", (3, 2)),
        ("ground: 2 infantry 1 mech vs 1 pds", Load(1), "mech, infantry", "IM-INV-7", "too_many", (1, 2)),
        (LAW, Load(1), "warsun damage", "IM-UNIT-3", "barred", ()),
        (MOON, Load(1), "warsun damage", "IM-UNIT-3", "barred", ()),
    ],
)  # fmt: skip
def test_a_forbidden_assignment_names_the_rule_and_the_numbers(line, load, text, rule, case, numbers):
    refusal = refused(asked(line, load), text)
    assert (refusal.rule, refusal.case) == (rule, case)
    assert tuple(refusal.ruling.facts[name] for name in "nm" if name in refusal.ruling.facts) == numbers


@pytest.mark.parametrize(("line", "effect"), [(LAW, "schematics"), (MOON, "mentak_flagship")])
def test_IM_UNIT_3_what_bars_sustaining_is_named(line, effect):
    said = refused(asked(line, Load(1)), "warsun damage")
    assert said.ruling.facts["effect"] is all_effects()[effect]


@pytest.mark.parametrize(
    ("load", "case"), [(Load(2), "2"), (Load(1, 1), "of these"), (Load(fighters=2), "fighters only")]
)
def test_the_question_says_how_many_hits_there_are(load, case):
    question = asked(FLEET, load)
    assert "2" in question.text("en")
    assert case in question.text("en")
    assert "2" in question.text("de")


# -- the other questions


def target() -> Target:
    at = table("space: 1 cruiser @ ghost,ds vs 2 fighter 1 dreadnought 1 warsun")
    return Target(at, 0, Use("ds"), (1, 2), 2)


def test_a_target_is_chosen_by_name():
    question = target()
    assert list(question.options()) == [2, 1]
    assert question.stated() == 2
    assert question.read("target dreadnought") == question.read("dreadnought") == 1
    assert question.write(1) == "target dreadnought"
    assert question.refusal(1) is None
    assert "dreadnought" in question.text("en")
    assert question.text("en") != question.text("de")


def test_a_target_that_cannot_be_chosen_is_refused_by_the_effects_rule():
    question = target()
    refusal = question.refusal(question.read("target fighter"))
    assert (refusal.rule, refusal.case) == ("IM-TECH-ds", "target")
    assert "dreadnought and war sun" in refusal.text("en")
    for text in ("target cruiser", "", "target", "2"):
        with pytest.raises(BadAnswer, match="nothing to choose"):
            question.read(text)
    for answer in (7, -1, None, "dreadnought"):
        with pytest.raises(BadAnswer):
            question.refusal(answer)


@pytest.mark.parametrize(
    ("question", "words", "stated"),
    [
        (Retreat(1), ("stay", "retreat"), "stay"),
        (Play(0, Use("mb")), ("play", "pass"), "play"),
        (Play(0, Use("mb"), wanted=False), ("play", "pass"), "pass"),
    ],
)
def test_yes_and_no_are_words(question, words, stated):
    assert tuple(question.options()) == words
    assert question.stated() == stated
    assert question.text("en") != question.text("de")
    for word in words:
        assert question.refusal(question.read(word)) is None
        assert question.read(question.write(word)) == word
    for bad in ("", "yes", 1, None):
        with pytest.raises(BadAnswer) as fault:
            question.refusal(bad)
        assert words[0] in fault.value.text("en")
        assert fault.value.text("en") != fault.value.text("de")


VOLLEY = Volley(0, (Dice("cruiser", 2, hits=7), Dice("warsun", 1, hits=3)))


def test_dice_are_read_in_order_and_written_back():
    throw = Throw(0, VOLLEY, "combat")
    thrown = throw.read("roll 7 1 10")
    assert (thrown.hits, thrown.missed, thrown.faces) == (2, (1, 0), (7, 1, 10))
    assert throw.write(thrown) == "roll 7 1 10"
    assert throw.read("7 1 10") == thrown
    assert throw.draw(random.Random(1)) == throw.draw(random.Random(1))
    assert "3" in throw.text("de")


@pytest.mark.parametrize(
    "text", ["", "roll", "roll 1 2", "roll 1 2 3 4", "roll 0 1 2", "roll 11 1 1", "roll 1 2 ²"]
)
def test_dice_that_are_none_are_one_clear_error(text):
    with pytest.raises(BadAnswer, match="each from 1 to 10, how many: 3"):
        Throw(0, VOLLEY, "combat").read(text)


def test_the_options_of_a_throw_have_the_chances_of_its_outcomes():
    throw = Throw(0, Volley(0, (Dice("cruiser", 1, 7), Dice("warsun", 1, 3))), "combat")
    counted = dict.fromkeys(range(3), 0)
    for thrown in throw.options():
        counted[thrown.hits] += 1
    assert sum(counted.values()) == 100
    for thrown, chance in throw.outcomes():
        counted[thrown.hits] -= chance * 100
    assert all(abs(left) < 1e-9 for left in counted.values())
    assert len(list(product(range(10), repeat=2))) == 100


@pytest.mark.parametrize(
    "step", ["combat", "again", "barrage", "space_cannon", "bombardment", "ambush", "courageous"]
)
def test_a_throw_says_what_it_is_for(step):
    for lang in ("en", "de"):
        said = Throw(0, VOLLEY, step).text(lang)
        assert "_" not in said
        assert Throw(1, Volley(1, VOLLEY.dice[1:]), step).text(lang) != said
