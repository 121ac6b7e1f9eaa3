"""Variants: values checked, lines that round-trip, presets, differences, and texts that name real rules."""

from __future__ import annotations

import re
import string
import tomllib
from importlib.resources import files

import attrs
import pytest
from fresh_python import printed_by
from hypothesis import given
from hypothesis import strategies as st
from twing.variants.test_disagreements import UNSWITCHED

from twingkit.core.messages import Fault
from twingkit.core.words import LANGUAGES
from twingkit.twing.box.box import load_box
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.variants.variant import (
    BOX,
    PRESETS,
    SWITCHES,
    Variant,
    VariantError,
)

BOOK = rulebook()
PUBLISHER = "publisher’s page of variations"
"""The source given for switches that neither rulebook mentions."""

FILE = tomllib.loads(files("twingkit.twing.variants").joinpath("variants.toml").read_text(encoding="utf-8"))
VALUES = FILE["values"]


def harmonious(settings: dict) -> bool:
    return not any(
        all(settings[key] == value for key, value in conflict["settings"].items())
        for conflict in FILE["conflict"]
    )


VARIANTS = (
    st.fixed_dictionaries({key: st.sampled_from(values) for key, values in VALUES.items()})
    .filter(harmonious)
    .map(lambda settings: Variant(**settings))
)
CHANGES = (
    st.dictionaries(st.sampled_from(list(VALUES)), st.integers(0, 2), max_size=4)
    .map(lambda picks: {key: VALUES[key][pick % len(VALUES[key])] for key, pick in picks.items()})
    .filter(lambda changes: harmonious({**attrs.asdict(BOX), **changes}))
)


def written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# Values


def test_every_switch_of_the_file_is_a_typed_field_and_its_first_value_the_default():
    fields = {field.name: field for field in attrs.fields(Variant)}
    assert list(fields) == list(VALUES)
    for key, allowed in VALUES.items():
        assert fields[key].type == type(allowed[0]).__name__, key
        assert getattr(BOX, key) == allowed[0], key
        assert len(allowed) == len(set(map(written, allowed))) >= 2, key
        assert len({type(value) for value in allowed}) == 1, key


@pytest.mark.parametrize("key", VALUES)
def test_every_value_of_a_switch_can_be_set_alone(key):
    for value in VALUES[key]:
        made = BOX.with_values(**{key: value})
        assert getattr(made, key) is value or getattr(made, key) == value
        assert [change.switch.key for change in BOX.diff(made)] == ([key] if value != VALUES[key][0] else [])


def test_a_variant_cannot_be_changed_and_is_read_from_slots():
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        BOX.price = 3  # type: ignore[misc]
    assert not hasattr(BOX, "__dict__")
    assert BOX.with_values() is BOX
    assert len({BOX, Variant(), BOX.with_values(price=4)}) == 2


@pytest.mark.parametrize(
    ("key", "value"),
    [("price", 6), ("price", "5"), ("price", 5.0), ("start_ornicles", True), ("events", 1), ("cup", None),
     ("cup", ["riders"]), ("turn_limit", -1)],
)  # fmt: skip
def test_a_wrong_value_names_the_switch_the_value_and_what_is_allowed(key, value):
    for make in (Variant, BOX.with_values):
        with pytest.raises(VariantError) as error:
            make(**{key: value})
        for lang in LANGUAGES:
            said = error.value.text(lang)
            assert key in said
            assert written(value) in said
            assert all(written(allowed) in said for allowed in VALUES[key])


# Errors


@pytest.mark.parametrize(
    ("line", "english", "german"),
    [
        ("prise=4", "There is no switch 'prise'", "Es gibt keinen Schalter „prise“"),
        ("prise=4", "did you mean 'price'?", "meintest du „price“?"),
        ("cup=mount", "The switch 'cup' cannot be 'mount'; expected one of riders, mounts",
         "Der Schalter „cup“ kann nicht auf „mount“ stehen; erwartet: eines von riders, mounts"),
        ("cup=mount", "did you mean 'mounts'?", "meintest du „mounts“?"),
        ("price=04", "cannot be '04'", "nicht auf „04“"),
        ("price=", "cannot be ''; expected one of 5, 4, 3, 2", "nicht auf „“ stehen"),
        ("events=False", "did you mean 'false'?", "meintest du „false“?"),
        ("Price=4", "no switch 'Price'", "keinen Schalter „Price“"),
        ("germn", "There is no preset 'germn'; expected box, english, german, short",
         "keine Voreinstellung „germn“"),
        ("germn", "did you mean 'german'?", "meintest du „german“?"),
        ("box price=4 english", "Character 13: found 'english'", "Zeichen 13: „english“ gefunden"),
        ("price=4 german", "must come first", "muss zuerst stehen"),
        ("box box", "Character 5: found 'box'", "Zeichen 5: „box“"),
        ("box price=4 price=3", "Character 13: 'price' is set a second time",
         "Zeichen 13: „price“ ist zum zweiten Mal"),
        ("=", "no switch ''", "keinen Schalter „“"),
        ("price==4", "cannot be '=4'", "nicht auf „=4“"),
        ("distinct_colours=true objects_needed=4", "three colours", "drei Farben"),
        ("endgame_needs=active objects_needed=4",
         "'objects_needed=4' and 'endgame_needs=active' cannot go together",
         "„objects_needed=4“ und „endgame_needs=active“ gehen nicht zusammen"),
        ("english duel_reroll=duel", "'shamrock=unlimited' and 'duel_reroll=duel'", "einmal im Duell"),
    ],
)  # fmt: skip
def test_a_bad_line_is_one_error_in_both_languages(line, english, german):
    with pytest.raises(VariantError) as error:
        Variant.parse(line)
    assert isinstance(error.value, Fault)
    assert english in error.value.text("en")
    assert german in error.value.text("de")
    assert str(error.value) == error.value.text("en")


@pytest.mark.parametrize(
    "line", ["x" * 9000, "x" * 9000 + "=1", "price=" + "1" * 9000, "\x1b[31m=4", "price=<b>"]
)
def test_a_hostile_line_gives_a_short_printable_error(line):
    with pytest.raises(VariantError) as error:
        Variant.parse(line)
    for lang in LANGUAGES:
        assert len(error.value.text(lang)) < 300
        assert error.value.text(lang).isprintable()


def test_an_unknown_switch_or_preset_names_the_nearest_everywhere():
    for ask in (lambda: BOX.with_values(prise=4), lambda: SWITCHES["prise"]):
        with pytest.raises(VariantError, match="did you mean 'price'"):
            ask()
    with pytest.raises(VariantError, match="did you mean 'short'"):
        Variant.preset("shrot")
    with pytest.raises(VariantError, match="cannot be '6'"):
        SWITCHES["price"].switch_value(6)


def test_an_error_without_a_likeness_suggests_nothing():
    with pytest.raises(VariantError) as error:
        Variant.parse("zzzz=1")
    assert "mean" not in error.value.text("en")
    assert "meintest" not in error.value.text("de")


def test_each_conflict_is_refused_and_breaks_with_one_change():
    for conflict in FILE["conflict"]:
        settings = conflict["settings"]
        with pytest.raises(VariantError):
            Variant(**settings)
        for key in settings:
            Variant(**{**settings, key: VALUES[key][0]})
            assert conflict["en"] in [each.text("en") for each in SWITCHES[key].conflicts]


def test_the_conflict_of_colours_holds_in_the_box():
    assert len({entry.colour for entry in load_box().object}) == 3


# Lines


@given(VARIANTS)
def test_every_variant_is_one_line_and_comes_back(variant):
    line = str(variant)
    assert line == line.strip()
    assert len(line.splitlines()) == 1
    assert Variant.parse(line) == variant
    assert str(Variant.parse(line)) == line


@given(CHANGES, st.sampled_from(["", *PRESETS]), st.randoms())
def test_a_line_may_leave_the_preset_out_and_have_any_order(changes, preset, rng):
    base = PRESETS.get(preset, BOX)
    if not harmonious({**attrs.asdict(base), **changes}):
        return
    words = [f"{key}={written(value)}" for key, value in changes.items()]
    rng.shuffle(words)
    assert Variant.parse(" ".join([preset, *words])) == base.with_values(**changes)


@given(VARIANTS)
def test_a_line_starts_with_the_preset_that_needs_the_fewest_changes(variant):
    name, *words = str(variant).split()
    counts = {preset: len(base.diff(variant)) for preset, base in PRESETS.items()}
    assert len(words) == counts[name] == min(counts.values())
    assert name == next(preset for preset, count in counts.items() if count == counts[name])
    keys = [word.partition("=")[0] for word in words]
    assert keys == [key for key in VALUES if key in keys]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("", "box"),
        ("price=4", "box price=4"),
        ("box price=3", "box price=3"),
        ("price=3 stop_when_decided=true", "short"),
        ("short price=5", "box stop_when_decided=true"),
        ("german  price=3", "german price=3"),
        ("box events=false cup=mounts", "box cup=mounts events=false"),
    ],
)
def test_lines_as_they_are_printed(line, shown):
    assert str(Variant.parse(line)) == shown


# Presets and differences


def test_the_presets_are_what_each_source_says():
    assert list(PRESETS) == ["box", "english", "german", "short"]
    assert PRESETS["box"] == Variant.preset("box") == BOX == Variant()
    assert PRESETS["short"] == Variant(price=3, stop_when_decided=True)
    assert PRESETS["english"] == Variant(
        leaver_gives=True, out_gives=True, socks="own_die", shamrock="unlimited"
    )
    assert len(BOX.diff(PRESETS["german"])) == 11
    assert (PRESETS["german"].cup, PRESETS["german"].distinct_colours) == ("mounts", True)
    for name, preset in PRESETS.items():
        assert str(preset) == name
        assert Variant.parse(name) == preset


def test_the_presets_of_the_rulebooks_change_only_readings_of_the_rulebooks():
    for name in ("english", "german"):
        assert all(change.switch.interpretation_rule for change in BOX.diff(PRESETS[name]))


@given(VARIANTS, VARIANTS)
def test_a_difference_lists_every_switch_that_differs_with_both_values(one, other):
    changes = one.diff(other)
    assert one.with_values(**{change.switch.key: change.second_value for change in changes}) == other
    for change in changes:
        assert change.first_value == getattr(one, change.switch.key) != change.second_value
        assert change.rules == change.switch.rules
    assert (changes == []) == (one == other)


def test_a_difference_names_the_rules_that_change():
    (change,) = BOX.diff(BOX.with_values(price=3))
    assert (change.switch.key, change.first_value, change.second_value) == ("price", 5, 3)
    assert change.rules == ("TW-OBJ-1",)


# Texts


def test_the_texts_follow_the_values():
    assert [each.key for each in SWITCHES.all_switches] == list(VALUES)
    for each, entry in zip(SWITCHES.all_switches, FILE["switch"], strict=True):
        assert [choice.value for choice in each.values] == VALUES[each.key]
        assert list(entry["values"]) == [written(value) for value in VALUES[each.key]]
        assert each.default == getattr(BOX, each.key)
        assert str(each.switch_value(each.default)) == written(each.default)
        assert entry.keys() <= {"key", "rules", "interpretation_rule", "sources", "title", "text", "values"}


def test_every_text_of_a_switch_is_there_in_both_languages_and_differs():
    said = [texts for each in SWITCHES.all_switches for texts in (each.titles, each.texts)]
    said += [choice.texts for each in SWITCHES.all_switches for choice in each.values]
    said += [{lang: conflict[lang] for lang in LANGUAGES} for conflict in FILE["conflict"]]
    for texts in said:
        assert set(texts) == set(LANGUAGES)
        assert all(text.strip() == text != "" for text in texts.values())
        assert "'" not in "".join(texts.values())
        assert not [
            name for text in texts.values() for _, name, _, _ in string.Formatter().parse(text) if name
        ]
    for lang in LANGUAGES:
        assert len({each.title(lang) for each in SWITCHES.all_switches}) == len(VALUES)
    for each in SWITCHES.all_switches:
        assert len({choice.text("en") for choice in each.values}) == len(each.values)
        assert len({choice.text("de") for choice in each.values}) == len(each.values)
        assert each.text("en") != each.text("de")


def test_every_rule_and_source_that_a_switch_names_exists():
    headings = {source for rule in BOOK for source in rule.sources}
    for each in SWITCHES.all_switches:
        assert each.rules, each.key
        assert all(rule in BOOK and "-VAR-" not in rule for rule in each.rules), each.key
        assert set(each.sources) <= headings | {PUBLISHER}, each.key


def test_a_rule_that_names_an_option_means_a_switch():
    titles = {lang: {each.title(lang).casefold() for each in SWITCHES.all_switches} for lang in LANGUAGES}
    keys = {each.key for each in SWITCHES.all_switches}
    found = 0
    for rule in BOOK:
        for name in re.findall(r"[Vv]ariant “([^”]+)”", rule.text("en")):
            found += 1
            assert name in titles["en"] | keys, (rule.id, name)
        for name in re.findall(r"Variante „([^“]+)“", rule.text("de")):
            assert name.casefold() in titles["de"], (rule.id, name)
        for lang in LANGUAGES:
            for name in re.findall(r"(?:switch “|Schalter „)([a-z_]+)[”“]", rule.note(lang)):
                assert name in keys, (rule.id, name)
    assert found == 4


def test_TW_VAR_all_readings_are_there_with_both_sources():
    ids = [rule.id for rule in BOOK.rules_of_chapter("readings")]
    assert ids == [f"TW-VAR-{number}" for number in range(1, 36)]
    assert BOOK.chapters[-1].id == "readings"
    for rule in BOOK.rules_of_chapter("readings"):
        assert rule.status == "ruling"
        assert any(source.startswith("EN “") for source in rule.sources), rule.id
        assert any(source.startswith("DE „") for source in rule.sources), rule.id
        assert rule.note("en"), rule.id
        near = [BOOK[other] for other in rule.related_rules if "-VAR-" not in other]
        assert near, rule.id
        assert any(rule.id in other.related_rules for other in near), rule.id


def test_TW_VAR_each_second_reading_is_reached_by_exactly_one_switch():
    reached = [each.interpretation_rule for each in SWITCHES.all_switches if each.interpretation_rule]
    assert sorted(reached) == sorted({rule.id for rule in BOOK.rules_of_chapter("readings")} - UNSWITCHED)
    for each in SWITCHES.all_switches:
        if each.interpretation_rule:
            for lang in LANGUAGES:
                assert each.key in BOOK[each.interpretation_rule].note(lang), each.interpretation_rule
            assert any(rule in BOOK[each.interpretation_rule].related_rules for rule in each.rules), each.key


def test_TW_VAR_lines_without_a_second_reading_name_no_switch():
    for rule in UNSWITCHED:
        assert "no second interpretation" in BOOK[rule].note("en")
        assert "keine zweite Lesart" in BOOK[rule].note("de")
        assert not re.search(r"[a-z]_[a-z]|switch", BOOK[rule].note("en"))


def test_texts_are_read_only_when_asked_for():
    code = "from twingkit import twing; print('all' in vars(twing.Variant.switches))"
    assert printed_by(code) == "False"
