"""Rulings as a player reads them: true, about the right side, grammatical, none missing or repeated."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import pairwise

import pytest
from fleets import mean_lost
from imperium.rule_lines import RULE_LINES

from twingkit.core.language import in_language, localized
from twingkit.core.play import Game
from twingkit.core.rulebook import Ruling
from twingkit.imperium import Battle, assumed_answer, battle_game, notes, odds, rulebook
from twingkit.imperium.battle.rules.counts_in_words import UnitCount
from twingkit.imperium.battle.rules.questions import AnnounceRetreat, PlayEffect, RollDice
from twingkit.imperium.box.effects import effects_by_id
from twingkit.imperium.box.units import unit
from twingkit.players.policies import RandomPolicy

SEEDS = 4
"""How many times each line is played; the last time with random answers."""


@cache
def stories() -> tuple[tuple[str, tuple[Ruling, ...]], ...]:
    """Return every line, played several times."""
    found = []
    for line in RULE_LINES:
        for seed in range(SEEDS):
            answer = assumed_answer if seed < SEEDS - 1 else RandomPolicy(seed)
            found.append((line, tuple(battle_game(line, seed=seed).play(answer).rulings)))
    return tuple(found)


def sentences(lang: str) -> Iterator[tuple[str, Ruling, str]]:
    """Return every sentence of every story."""
    for line, rulings in stories():
        for ruling in rulings:
            yield line, ruling, ruling.text(lang)


def played(
    line: str, *dice: tuple[int, ...], retreats: bool = False, uses: bool = True
) -> tuple[Game, list[Ruling]]:
    """Play a battle with these dice, and then with dice that all show 1; it must end."""
    game, left = battle_game(line), list(dice)
    while game.question is not None:
        question = game.question
        if isinstance(question, RollDice):
            faces = left.pop(0) if left else (1,) * question.volley.count
            game.answer("roll " + " ".join(map(str, faces)))
        elif isinstance(question, AnnounceRetreat) and retreats:
            game.answer("retreat")
        elif isinstance(question, PlayEffect) and not uses:
            game.answer("pass")
        else:
            game.answer(question.default_answer())
        assert game.table.round < 50, line
    assert not left, left
    return game, game.rulings


def cases(rulings: list[Ruling], rule: str) -> list[str]:
    """Return the cases of a rule, in order."""
    return [ruling.case for ruling in rulings if ruling.rule == rule]


@localized
def text_of(rulings: list[Ruling], rule: str, case: str, lang: str | None = None) -> str:
    """Return the sentence of the first ruling of that case."""
    return next(ruling.text() for ruling in rulings if (ruling.rule, ruling.case) == (rule, case))


# -- all stories


def test_every_sentence_of_the_chapters_is_heard_in_some_story() -> None:
    said = {(ruling.rule, ruling.case) for _, rulings in stories() for ruling in rulings}
    _, barred = played("space: 1 cruiser @ intercept vs 1 cruiser", (1,), (1,), (10,), (1,), retreats=True)
    said |= {(ruling.rule, ruling.case) for ruling in barred}
    for name in ("space_rulings.toml", "ground_rulings.toml"):
        text = files("twingkit.imperium.texts").joinpath(name).read_text(encoding="utf-8")
        for rule, each in tomllib.loads(text).items():
            for case in each:
                heard = rule == "effect" and any(case == other for _, other in said)
                assert heard or (rule, case) in said, f"{rule}.{case} is never heard"


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_sentence_is_whole(lang: str) -> None:
    for line, ruling, text in sentences(lang):
        place = (line, ruling.rule, ruling.case, text)
        assert text[0].isupper(), place
        assert text.endswith("."), place
        assert not re.search(r"[.!?] [a-zäöü]|[{}]|  | ,|\(\)", text), place


def test_one_is_singular_and_more_are_plural_in_english() -> None:
    names = r"(?:fighter|destroyer|cruiser|carrier|dreadnought|mech|war sun|flagship)"
    for line, ruling, text in sentences("en"):
        assert not re.search(rf"\b1 {names}s\b", text), (line, ruling.rule, text)
        assert not re.search(rf"\b(?:[2-9]|\d\d) {names}\b", text), (line, ruling.rule, text)


def test_the_accusative_of_a_side_stands_where_german_asks_for_it() -> None:
    for line, ruling, text in sentences("de"):
        assert not re.search(r"\b(?:gegen|für) der (?:Angreifer|Verteidiger)\b", text), (
            line,
            ruling.rule,
            text,
        )


def test_the_dice_shown_come_to_the_hits_told() -> None:
    """Numbers that a reader can check: each die against its target number, and the extra hits of a rule."""
    counted = 0
    for line, rulings in stories():
        for place, ruling in enumerate(rulings):
            shown = re.search(r": (.*)\. Hits: (\d+)", ruling.text("en"))
            if not shown or "dice" not in ruling.facts:
                continue
            groups = re.findall(r"\((\d+)\+\) ([\d, ]+)", shown[1])
            hits = sum(int(die) >= int(needed) for needed, dice in groups for die in dice.split(", "))
            after = rulings[place + 1] if place + 1 < len(rulings) else ruling
            extra = (
                after.facts["n"] if (after.rule, after.case) == ("IM-UNIT-jolnar_flagship", "extra") else 0
            )
            assert hits + extra == int(shown[2]), (line, ruling.text("en"))
            counted += 1
    assert counted > 1000


def test_no_story_says_that_an_effect_did_nothing_after_it_did_something() -> None:
    useless = ("not_used", "not_reached", "no_combat")
    for line, rulings in stories():
        done: set[tuple[str, str]] = set()
        for ruling in rulings:
            key = ruling.rule, str(ruling.facts.get("side"))
            once = not any(
                f"{use.id}:" in line for use in effects_by_id().values() if use.rule == ruling.rule
            )
            if ruling.case in useless and once:
                assert key not in done, (line, ruling.text())
            if ruling.case != "role":
                done.add(key)


def test_no_sentence_stands_twice_in_a_row() -> None:
    for line, rulings in stories():
        for first, second in pairwise(rulings):
            assert first.text() != second.text() or "destroyed" in second.case, (line, first.text())


# -- single sentences


@pytest.mark.parametrize(
    ("name", "faction", "n", "form", "en", "de"),
    [
        ("carrier+", "sol", 1, "acc", "1 Advanced Carrier II", "1 Fortschrittlichen Träger II"),
        ("carrier+", "sol", 1, "dat", "1 Advanced Carrier II", "1 Fortschrittlichen Träger II"),
        ("carrier+", "sol", 2, "acc", "2 Advanced Carrier II", "2 Fortschrittliche Träger II"),
        ("carrier+", "sol", 2, "dat", "2 Advanced Carrier II", "2 Fortschrittlichen Trägern II"),
        ("flagship", "mentak", 1, "acc", "1 flagship (Fourth Moon)", "1 Flaggschiff (Vierter Mond)"),
        ("flagship", "mentak", 1, "dat", "1 flagship (Fourth Moon)", "1 Flaggschiff (Vierter Mond)"),
        ("cruiser", "", 1, "acc", "1 cruiser", "1 Kreuzer"),
        ("cruiser", "", 2, "dat", "2 cruisers", "2 Kreuzern"),
    ],
)
def test_units_are_named_in_number_and_case(
    name: str, faction: str, n: int, form: str, en: str, de: str
) -> None:
    counted = UnitCount(unit(name, faction), n)
    assert counted.label(rulebook().words, form) == en
    with in_language("de"):
        assert counted.label(rulebook().words, form) == de


def test_IM_TECH_md_and_x89_that_worked_are_not_called_unused() -> None:
    line = "ground: 1 warsun 2 infantry @ x89 vs 2 infantry 1 mech"
    _, rulings = played(line, (1, 1, 1), (10, 10), (1,))
    assert cases(rulings, "IM-TECH-x89") == ["destroyed"]
    _, rulings = played("ground: 2 infantry vs 1 infantry 1 pds @ md", (1,), (1,), (10, 10), (1,))
    assert cases(rulings, "IM-TECH-md") == ["no_rolls"]
    assert cases(rulings, "IM-INV-6") == ["rolled"] * 3


def test_IM_SPACE_10_without_a_battle_nobody_has_won_one() -> None:
    line = "space: 1 cruiser @ mentak,salvage,shard_of_the_throne,so vs 1 cruiser @ naalu,foresight"
    game, rulings = played(line)
    assert game.result.winner == 0
    assert cases(rulings, "IM-SPACE-10") == ["alone"]
    assert cases(rulings, "IM-ACT-salvage") == ["after_not_won"]
    assert cases(rulings, "IM-TECH-so") == ["nothing_no_battle"]
    assert cases(rulings, "IM-AGENDA-shard_of_the_throne") == ["after_won"]


def test_IM_ACT_s_retreat_leaves_the_battle_without_a_winner() -> None:
    game, rulings = played("space: 1 cruiser @ salvage vs 1 cruiser @ s_retreat,shard_of_the_throne")
    assert (game.result.winner, game.result.remaining_side) == (None, 0)
    assert cases(rulings, "IM-SPACE-10") == ["drawn"]
    assert cases(rulings, "IM-ACT-salvage") == ["after_not_won"]
    assert cases(rulings, "IM-AGENDA-shard_of_the_throne") == ["after_won"]


def test_IM_SPACE_9_an_announced_retreat_does_give_a_victory() -> None:
    _, rulings = played("space: 1 cruiser @ salvage vs 1 cruiser", retreats=True)
    assert cases(rulings, "IM-SPACE-10") == ["won"]
    assert cases(rulings, "IM-ACT-salvage") == ["after_won"]


@pytest.mark.parametrize(
    ("dice", "case"),
    [(((10,), (1,)), "after_won"), (((10,), (10,)), "after_won"), (((1,), (10,)), "after_not_won")],
)
def test_IM_AGENDA_shard_of_the_throne_goes_to_a_winner_only(
    dice: tuple[tuple[int, ...], ...], case: str
) -> None:
    _, rulings = played("space: 1 cruiser @ shard_of_the_throne vs 1 cruiser", *dice)
    assert cases(rulings, "IM-AGENDA-shard_of_the_throne") == [case]


@pytest.mark.parametrize(
    "kind", ["space: 1 cruiser @ {} vs 1 cruiser @ {}", "ground: 1 mech @ {} vs 1 mech @ {}"]
)
def test_IM_TRADE_1_notes_against_their_owner_say_that_it_is_not_there(kind: str) -> None:
    for effect, rule in (("antivirus", "IM-TRADE-antivirus"), ("greyfire", "IM-TRADE-greyfire")):
        line = kind.format(effect, "sol")
        assert [note.case for note in notes(Battle.parse(line)) if note.rule == rule] == ["no_opponent"]
        rulings = battle_game(line, seed=1).play(assumed_answer).rulings
        assert cases(rulings, rule) == ["no_opponent"]


def test_IM_TRADE_raghs_call_in_an_invasion_names_the_missing_opponent() -> None:
    line = "invasion: 1 cruiser+ 1 infantry @ raghs_call vs 1 infantry @ sol"
    (note,) = [each for each in notes(Battle.parse(line)) if each.rule == "IM-TRADE-raghs_call"]
    assert note.case == "no_opponent"
    assert "the Clan of Saar" in note.text()


def test_a_note_names_who_could_use_an_effect_and_where() -> None:
    found = {note.rule: note for note in notes(Battle.parse("space: 1 cruiser @ bunker vs 1 cruiser @ dxa"))}
    assert (
        found["IM-ACT-bunker"].text()
        == "The attacker gets nothing from Bunker here: only the defender can use this effect."
    )
    assert found["IM-TECH-dxa"].text() == (
        "The defender gets nothing from Dacxive Animators here: this effect works only in a ground battle."
    )
    assert found["IM-TECH-dxa"].text("de") == (
        "Der Verteidiger hat hier nichts von „Dacxive-Animatoren“: Diese Wirkung gibt es nur "
        "in einem Bodenkampf."
    )


def test_IM_TRADE_greyfire_speaks_once_of_all_it_suppresses() -> None:
    for kind, units, own, title in (
        ("space", "1 cruiser", "ic", "Impulse Core"),
        ("ground", "1 mech", "indoctrination", "Indoctrination"),
    ):
        line = f"{kind}: {units} @ greyfire vs {units} @ yin,da,{own}"
        rulings = battle_game(line, seed=1).play(assumed_answer).rulings
        assert cases(rulings, "IM-TRADE-greyfire") == ["suppresses"]
        assert cases(rulings, "IM-TECH-da")
        assert f"only the Yin have: {title}." in text_of(rulings, "IM-TRADE-greyfire", "suppresses")


def test_IM_UNIT_hacan_flagship_without_the_flagship_is_noted() -> None:
    game = battle_game("space: 1 cruiser @ hacan,hacan_flagship vs 1 fighter", seed=1).play(assumed_answer)
    assert cases(game.rulings, "IM-UNIT-hacan_flagship") == ["no_unit"]


def test_IM_UNIT_nekro_flagship_is_silent_where_nobody_fights() -> None:
    game, rulings = played("space: 1 cruiser vs 1 flagship 2 infantry @ nekro,ceasefire")
    assert not cases(rulings, "IM-UNIT-nekro_flagship")
    assert game.result.losses(1) == 0


def test_IM_UNIT_nekro_flagship_lost_before_leaves_ground_forces_that_have_room_unhurt() -> None:
    line = "space: 1 carrier 1 flagship 2 infantry @ nekro / order=flagship sustain=never vs 1 cruiser 1 pds"
    _, rulings = played(line, (10,), (1,), (10,))
    assert cases(rulings, "IM-UNIT-nekro_flagship") == ["nothing_lost"]
    game, rulings = played("space: 1 flagship 2 infantry @ nekro / sustain=never vs 1 carrier 1 pds", (10,))
    assert cases(rulings, "IM-UNIT-11") == ["removed"]
    assert game.result.losses(0) == 9
    lost = odds("space: 1 flagship 2 infantry @ nekro / sustain=never vs 1 pds")
    assert lost.mean_resource_losses[0] == pytest.approx(0.5 * 9)
    assert mean_lost(lost, "attacker")["infantry"] == pytest.approx(0.5 * 2)


def test_IM_INV_8_the_fate_of_structures_is_reported_once_and_correctly() -> None:
    line = "ground: 2 infantry @ {} vs 1 infantry 1 pds"
    dice = ((1,), (10, 10), (1,))
    _, rulings = played(line.format("sol"), *dice)
    assert cases(rulings, "IM-INV-8") == ["taken_structures"]
    _, rulings = played(line.format("l1z1x"), *dice)
    assert cases(rulings, "IM-INV-8") == ["taken_replaced"]
    _, rulings = played(line.format("infiltrate"), *dice)
    assert cases(rulings, "IM-INV-8") == ["taken"]
    assert cases(rulings, "IM-ACT-infiltrate") == ["after_won"]


def test_what_a_player_does_not_use_is_told() -> None:
    _, rulings = played("space: 1 cruiser @ mb vs 1 cruiser", (10,), (1,), uses=False)
    assert cases(rulings, "IM-ACT-mb") == ["passed"]
    assert text_of(rulings, "IM-ACT-mb", "passed") == "The attacker does not use Morale Boost now."


def test_IM_UNIT_indoctrination_that_comes_too_late_says_so() -> None:
    line = "ground: 1 infantry @ yin,indoctrination vs 1 infantry @ yin,indoctrination"
    _, rulings = played(line)
    assert cases(rulings, "IM-UNIT-indoctrination") == ["replaced", "nothing_over"]


@pytest.mark.parametrize(
    ("line", "rule", "why"),
    [
        ("space: 1 warsun @ sh vs 1 fighter", "IM-ACT-sh", "there was no hit"),
        (
            "space: 1 warsun @ dh vs 1 fighter",
            "IM-ACT-dh",
            "no ship that it can destroy has sustained damage",
        ),
        ("space: 1 warsun @ courageous vs 1 fighter", "IM-ACT-courageous", "no ship was destroyed"),
        (
            "space: 1 warsun @ emergency vs 1 fighter",
            "IM-ACT-emergency",
            "no round began with a damaged unit",
        ),
    ],
)
def test_a_card_without_an_occasion_says_which_one_was_missing(line: str, rule: str, why: str) -> None:
    _, rulings = played(line, (10, 10, 10), (1,))
    assert why in text_of(rulings, rule, "not_used")


def test_a_card_for_several_rounds_is_noted_once_where_it_can_do_nothing() -> None:
    found = [note.rule for note in notes(Battle.parse("ground: 1 mech @ sh:1,sh:2 vs 1 mech"))]
    assert found.count("IM-ACT-sh") == 1
