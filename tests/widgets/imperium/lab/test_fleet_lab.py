"""The fleet lab: building a battle, typing a line, what happens when a rule says no, links, coming back."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twingkit.imperium.analysis.round_by_round import rounds_of
from twingkit.imperium.exact_odds.odds import odds
from twingkit.imperium.notation.battle_line import Battle
from twingkit.links import from_link, to_link
from twingkit_widgets.imperium import fleet_words
from twingkit_widgets.imperium.lab.draft import EXAMPLE, MOST
from twingkit_widgets.imperium.lab.effects import offered
from twingkit_widgets.imperium.lab.fleet_lab import FleetLab
from twingkit_widgets.imperium.lab.labs import TABS
from twingkit_widgets.imperium.lab.rounds_view import until_over
from twingkit_widgets.lab.tab import LabFault
from twingkit_widgets.lab.words import WORDS as COMMON
from twingkit_widgets.panel.wording import LANGUAGES, percent, percents
from twingkit_widgets.site.frame import FramePanel
from widgets import labs

LONG = "space: " + "1 fighter " * 400
SIMPLE = "space: 2 cruiser vs 1 dreadnought"


def after(line: str, *acts: tuple[str, object]) -> FleetLab:
    """A lab with `line` in which these actions were done, all without an error."""
    return labs.after(FleetLab(line), *acts)


# -- units


@pytest.mark.parametrize(
    ("acts", "line"),
    [
        ([("more", "0:cruiser")], "space: 3 cruiser vs 1 dreadnought"),
        ([("fewer", "0:cruiser")], "space: 1 cruiser vs 1 dreadnought"),
        ([("more", "1:fighter+"), ("more", "1:fighter+")], "space: 2 cruiser vs 2 fighter+ 1 dreadnought"),
        ([("more", "0:carrier"), ("none", "0:cruiser")], "space: 1 carrier vs 1 dreadnought"),
        ([("upgrade", "0:cruiser")], "space: 2 cruiser+ vs 1 dreadnought"),
        ([("upgrade", "0:cruiser"), ("upgrade", "0:cruiser")], SIMPLE),
        ([("hurt", "1:dreadnought")], "space: 2 cruiser vs 1 dreadnought!"),
        ([("hurt", "1:dreadnought"), ("hurt", "1:dreadnought")], SIMPLE),
        (
            [("more", "1:dreadnought"), ("hurt", "1:dreadnought"), ("fewer", "1:dreadnought")],
            "space: 2 cruiser vs 1 dreadnought!",
        ),
        ([("swap", None)], "space: 1 dreadnought vs 2 cruiser"),
        ([("kind", "ground")], "ground: 2 cruiser vs 1 dreadnought"),
        ([("drop", "new:fighter>1")], "space: 2 cruiser vs 1 fighter 1 dreadnought"),
        ([("drop", "0:cruiser>1")], "space: 1 cruiser vs 1 cruiser 1 dreadnought"),
        ([("drop", "0:cruiser>0")], SIMPLE),
    ],
)
def test_every_control_of_units_changes_the_line(acts, line):
    assert str(after(SIMPLE, *acts).battle) == line


def test_an_upgrade_of_units_that_are_not_there_yet_is_remembered():
    lab = after(SIMPLE, ("upgrade", "0:fighter"), ("more", "0:fighter+"))
    assert str(lab.battle) == "space: 1 fighter+ 2 cruiser vs 1 dreadnought"
    assert 'data-value="0:fighter+"' in lab.html


def test_a_side_with_plain_and_upgraded_units_shows_both():
    lab = FleetLab("space: 1 cruiser 2 cruiser+ vs 1 dreadnought")
    for name in ("cruiser", "cruiser+"):
        assert f'data-act="more" data-value="0:{name}"' in lab.html


def test_a_count_ends_at_what_a_line_can_hold():
    lab = after(f"space: {MOST} fighter vs 1 dreadnought", ("more", "0:fighter"))
    assert lab.battle.attacker.count("fighter") == MOST


def test_IM_UNIT_13_a_flagship_needs_a_faction():
    lab = after(SIMPLE, ("more", "0:flagship"))
    assert lab.refused.rule == "IM-UNIT-13"
    assert "IM-UNIT-13" in lab.html
    assert str(lab.battle) == SIMPLE
    lab = after(SIMPLE, ("faction", {"0": "sol"}), ("more", "0:flagship"))
    assert lab.refused is None
    assert "Genesis" in lab.html


def test_IM_UNIT_2_only_muaat_upgrades_the_war_sun():
    lab = after("space: 1 warsun vs 1 dreadnought", ("upgrade", "0:warsun"))
    assert lab.refused.rule == "IM-UNIT-2"
    lab = after("space: 1 warsun @ muaat vs 1 dreadnought", ("upgrade", "0:warsun"))
    assert str(lab.battle.attacker) == "1 warsun+ @ muaat"


def test_IM_TECH_vax_the_tokens_of_the_nekro_are_laid_and_taken_away():
    lab = after("space: 2 carrier+ 1 warsun @ nekro vs 1 carrier", ("token", {"0:x": "sol.carrier"}))
    assert str(lab.battle) == "space: 2 carrier+ 1 warsun @ nekro,x=sol.carrier vs 1 carrier"
    assert "Advanced Carrier II" in str(lab.html)
    for act in (("token", {"0:y": "muaat.warsun"}), ("upgrade", "0:warsun")):
        lab.do(*act)
    assert str(lab.battle.attacker) == "2 carrier+ 1 warsun+ @ nekro,x=sol.carrier,y=muaat.warsun"
    lab.do("token", {"0:y": ""})
    assert str(lab.battle.attacker) == "2 carrier+ 1 warsun @ nekro,x=sol.carrier"
    lab.do("faction", {"0": "sol"})
    assert str(lab.battle.attacker) == "2 carrier+ 1 warsun @ sol"
    assert [unit.id for unit in lab.lost] == ["sol_carrier2"]


def test_what_another_faction_cannot_have_goes_and_is_told():
    lab = after("space: 1 flagship 1 warsun+ @ muaat,amd vs 1 carrier", ("faction", {"0": ""}))
    assert str(lab.battle.attacker) == "1 warsun @ amd"
    assert "Prototype" not in lab.html.partition("tk-lab-refused")[2]
    assert "tk-lab-refused" in lab.html
    lab.do("undo")
    assert str(lab.battle.attacker) == "1 flagship 1 warsun+ @ muaat,amd"
    lab = after("space: 2 cruiser @ yin,devotion,ic,mb vs 1 carrier", ("faction", {"0": "sol"}))
    assert str(lab.battle.attacker) == "2 cruiser @ sol,mb"
    assert [effect.id for effect in lab.lost] == ["devotion", "ic"]


@pytest.mark.parametrize(
    ("act", "value"),
    [
        ("more", "2:cruiser"),
        ("more", "0:dragon"),
        ("more", None),
        ("fewer", ""),
        ("upgrade", "0:"),
        ("faction", {"0": "nobody"}),
        ("faction", "sol"),
        ("faction", {"0": "sol", "1": "sol"}),
        ("order", {"0": "backwards"}),
        ("sustain", {"1": "sometimes"}),
        ("effect", "0:nothing"),
        ("effect", "0:warsun"),
        ("again", "0:amd"),
        ("when", {"0:mb": "x"}),
        ("when", {"0:mb": "1"}),
        ("lay_aside", "0:mb"),
        ("kind", "sea"),
        ("choose", "3"),
        ("clear", "x"),
        ("tab", "nowhere"),
        ("after", "-1"),
        ("drop", "0:cruiser"),
        ("drop", "0:carrier>1"),
        ("drop", "new:dragon>1"),
    ],
)
def test_bad_values_are_explained_and_keep_everything(act, value):
    lab = FleetLab(SIMPLE)
    state = lab.state
    lab.do(act, value)
    assert isinstance(lab.error, LabFault), lab.error
    assert (str(lab.battle), lab.state) == (SIMPLE, state)
    assert lab.error.text("en") in lab.html
    lab.do("dismiss")
    assert "tk-alert" not in lab.html


# -- effects


def test_effects_are_chosen_moved_and_laid_aside():
    lab = after(SIMPLE, ("choose", "0"), ("effect", "0:mb"), ("effect", "0:amd"))
    assert str(lab.battle.attacker) == "2 cruiser @ amd,mb"
    lab = after(str(lab.battle), ("again", "0:mb"), ("when", {"0:mb:2": "4"}))
    assert str(lab.battle.attacker) == "2 cruiser @ amd,mb,mb:4"
    lab = after(str(lab.battle), ("when", {"0:mb:4": "1"}), ("lay_aside", "0:mb"))
    assert str(lab.battle.attacker) == "2 cruiser @ amd"
    lab.do("effect", "0:amd")
    assert str(lab.battle) == SIMPLE


def test_the_chooser_offers_what_a_side_may_have():
    lab = after(SIMPLE, ("choose", "1"))
    assert 'data-value="1:nebula"' in lab.html
    assert 'data-value="1:ic"' not in lab.html, "a technology of the Yin"
    lab.do("faction", {"1": "yin"})
    assert 'data-value="1:ic"' in lab.html
    assert 'data-value="1:greyfire"' not in lab.html, "their own promissory note"
    lab.do("choose", "0")
    assert 'data-value="0:nebula"' not in lab.html
    assert 'data-value="0:greyfire"' in lab.html
    lab.do("choose", "0")
    assert "tk-fleet-chooser" not in lab.html


@pytest.mark.parametrize(("lang", "sought"), [("en", "morale"), ("de", "kampfmoral"), ("de", "Morale Boost")])
def test_the_chooser_is_searched_in_both_languages(lang, sought):
    lab = FleetLab(SIMPLE, lang)
    lab.do("choose", "0")
    lab.do("seek", sought)
    assert lab.html.count("tk-fleet-item ") < 5
    assert 'data-value="0:mb"' in lab.html
    lab.do("seek", "qqq")
    assert 'data-value="0:mb"' not in lab.html


def test_every_effect_is_shown_with_its_rule_in_both_languages():
    for lang in LANGUAGES:
        lab = FleetLab("space: 2 cruiser @ nekro vs 1 carrier", lang)
        lab.do("choose", "0")
        assert lab.error is None
        shown = set(re.findall(r'data-value="0:([a-z0-9_]+)"', lab.html))
        for effect in offered(lab.battle, 0):
            assert effect.id in shown
            assert effect.rule in lab.html
        assert "nes" in shown, "Nekro may have any technology"


def test_what_does_nothing_here_says_why():
    lab = after("space: 2 cruiser @ bunker vs 1 dreadnought")
    assert "only for the defender" in lab.html
    lab = after("space: 2 cruiser vs 1 dreadnought @ bunker")
    assert "only on a planet" in lab.html


def test_IM_MOVE_7_the_nebula_stays_where_the_battle_is():
    lab = after(SIMPLE, ("nebula", None))
    assert str(lab.battle) == "space: 2 cruiser vs 1 dreadnought @ nebula"
    lab.do("swap")
    assert str(lab.battle) == "space: 1 dreadnought vs 2 cruiser @ nebula"
    lab.do("kind", "ground")
    assert str(lab.battle) == "ground: 1 dreadnought vs 2 cruiser"


# -- policies


def test_policies_are_chosen():
    lab = after(SIMPLE, ("order", {"0": "carriers-first"}), ("sustain", {"0": "last"}))
    assert str(lab.battle.attacker) == "2 cruiser / order=carriers-first sustain=last"
    own = "space: 2 cruiser / order=cruiser sustain=first vs 1 dreadnought"
    lab = after(own, ("sustain", {"0": "never"}), ("order", {"0": "own"}))
    assert lab.battle.attacker.policy.order[0] == "cruiser"
    assert lab.battle.attacker.policy.sustain == "never"


def test_IM_ODDS_3_best_is_for_one_side():
    lab = after(SIMPLE, ("order", {"0": "best"}), ("order", {"1": "best"}))
    assert lab.refused.rule == "IM-ODDS-3"
    assert str(lab.battle) == "space: 2 cruiser / best vs 1 dreadnought"


# -- the line


def test_a_line_is_read_and_printed_canonically():
    lab = after(EXAMPLE, ("read", {"line": "  ground: 1 pds 2 infantry vs 3 infantry "}))
    assert str(lab.battle) == "ground: 2 infantry 1 pds vs 3 infantry"
    assert 'value="ground: 2 infantry 1 pds vs 3 infantry"' in lab.html


def test_a_bad_line_says_where_and_keeps_the_last_battle():
    lab = FleetLab(SIMPLE)
    lab.do("read", {"line": "space: 2 crusier vs 1 carrier"})
    assert str(lab.battle) == SIMPLE
    assert lab.fault.position == 9
    assert lab.fault.text("en") in lab.status
    assert "<mark>crusier</mark>" in lab.html
    assert 'aria-invalid="true"' in lab.html


@pytest.mark.parametrize("text", [*labs.HOSTILE, LONG])
def test_any_text_is_just_text(text):
    lab = FleetLab(SIMPLE)
    labs.stays_text(lab, text)


def test_a_bad_first_line_is_explained_above_an_example():
    lab = FleetLab("<b>nonsense</b>", "de")
    assert str(lab.battle) == EXAMPLE
    assert "&lt;b&gt;nonsense&lt;/b&gt;" in lab.html
    assert lab.html.index("tk-alert") < lab.html.index('class="tk-verdict')


def test_a_forbidden_line_names_its_rules_and_can_be_built_on():
    lab = FleetLab(SIMPLE)
    lab.do("read", {"line": "space: 1 flagship 1 mech+ vs 1 carrier"})
    assert {problem.rule for problem in lab.problems} == {"IM-UNIT-13", "IM-UNIT-2"}
    for problem in lab.problems:
        assert problem.rule in lab.html
        assert problem.rule in lab.status
    assert str(lab.settled) == SIMPLE
    assert "inert" in lab.html
    lab.do("last")
    assert str(lab.battle) == SIMPLE


def test_IM_UNIT_10_an_excess_is_a_note():
    lab = FleetLab("space: 9 warsun vs 1 carrier")
    assert not lab.problems
    assert "IM-UNIT-10" in lab.html


# -- sides with nothing


def test_a_side_may_have_nothing_yet():
    lab = after(SIMPLE, ("clear", "0"))
    assert lab.settled is None
    assert lab.odds is None
    assert lab.state == "space: nothing vs 1 dreadnought"
    assert "tk-verdict-numbers" not in lab.html, "no odds of another battle"
    lab.do("read", {"line": "space: nothing @ sol vs 1 carrier"})
    assert lab.fault is None
    lab.do("more", "0:cruiser")
    assert str(lab.settled) == "space: 1 cruiser @ sol vs 1 carrier"
    lab.do("empty")
    assert not any(side.units for side in lab.battle.sides)
    lab.do("undo")
    assert str(lab.battle) == "space: 1 cruiser @ sol vs 1 carrier"


# -- odds


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "line",
    [SIMPLE, EXAMPLE, "ground: 1 dreadnought 3 infantry vs 3 infantry 1 pds", "space: 1 pds vs 1 cruiser"],
)
def test_the_odds_on_show_are_those_of_the_core(line, lang):
    lab = FleetLab(line, lang)
    found = odds(line)
    for share in percents(lang, [found.win, found.tie, found.loss], 1):
        assert share in lab.html
    lab.do("more", "0:cruiser")
    assert lab.error is None
    for n in range(9):
        lab.do("after", str(n))
        assert lab.error is None


def test_the_state_after_a_round_is_the_cores():
    lab = after(SIMPLE, ("after", "1"))
    states = odds(SIMPLE).after(1)
    both = sum(chance for pair, chance in states.items() if all(force.size for force in pair))
    assert f"both still fight {percent('en', both, 1)}" in lab.html


# -- tabs, rules


def test_every_question_can_be_asked():
    for line in (SIMPLE, "ground: 1 dreadnought 3 infantry vs 2 infantry", "space: nothing vs 1 cruiser"):
        for name in TABS:
            lab = after(line, ("tab", name))
            assert f'aria-controls="{lab.own}-tab-panel" data-act="tab" data-value="{name}"' in lab.html
            assert lab.status


@pytest.mark.parametrize("name", TABS)
def test_a_change_is_taken_back_on_every_tab(name):
    lab = after(SIMPLE, ("tab", name), ("more", "0:carrier"))
    assert lab.battle.attacker.count("carrier") == Battle.parse(SIMPLE).attacker.count("carrier") + 1
    labs.after(lab, ("undo", None))
    assert (str(lab.battle), lab.tab) == (SIMPLE, name)


def test_a_rule_opens_and_closes():
    lab = after(SIMPLE, ("lab_rule", "IM-ODDS-1"))
    assert 'data-key="opened:IM-ODDS-1"' in lab.html
    lab.do("lab_rule", "IM-ODDS-1")
    assert 'data-key="opened:' not in lab.html
    lab.do("lab_rule", "IM-NO-1")
    assert lab.error is None


# -- links and states

BATTLES = [
    SIMPLE,
    "space: 2 cruiser+ 3 dreadnought @ sol,amd,mb:2 / order=carriers-first sustain=last vs 1 warsun @ nebula",
    "ground: 1 flagship 3 infantry @ naalu,s_retreat:2,shard_of_the_throne vs 2 infantry / best",
    "space: nothing @ sol,f_prototype vs 2 cruiser",
]


@pytest.mark.parametrize("line", BATTLES)
def test_line_link_and_state_hold_the_battle(line):
    lab = FleetLab(line)
    assert lab.fault is None
    assert from_link(lab.address()["battle"]) == line
    other = FleetLab()
    other.restore(lab.state)
    assert other.battle == lab.battle
    frame = FramePanel("imperium-battle")
    frame.hold(lab)
    assert frame.state == lab.state
    assert "battle=" in frame.place


@given(st.sampled_from(BATTLES), st.integers(0, 200), st.sampled_from([" ", "+", "_", ""]))
def test_a_damaged_link_is_refused_or_no_other_battle(line, place, sign):
    value = to_link(line)
    place %= len(value)
    damaged = value[:place] + sign + value[place + 1 :]
    try:
        found = str(Battle.parse(from_link(damaged)))
    except ValueError:  # a damaged link, or no battle
        return
    if sign and value[place] in "_~.":
        assert found == line or value[place] == sign


def test_the_open_tab_is_part_of_link_and_state():
    name = TABS[-1]
    lab = after(SIMPLE, ("tab", name))
    other = FleetLab()
    other.restore(lab.state)
    assert other.tab == name
    assert FleetLab(SIMPLE, view="nonsense").tab == "odds"
    if name != "odds":
        assert lab.address()["view"] == name


@pytest.mark.parametrize("text", ["", "nonsense", "space: 1 dragon vs 1 cruiser"])
def test_a_state_that_cannot_be_read_changes_nothing(text):
    lab = FleetLab(SIMPLE)
    with pytest.raises(ValueError, match=r"\w"):
        lab.restore(text)
    assert str(lab.battle) == SIMPLE


def test_a_link_is_spelt_out_only_where_no_frame_has_it():
    assert "en/imperium-battle/?battle=space:_2_cruiser_vs_1_dreadnought" in FleetLab(SIMPLE).html
    assert "en/imperium-battle/" not in FleetLab(SIMPLE, site=True).html


# -- people who read, listen or use keys


@pytest.mark.parametrize("lang", LANGUAGES)
def test_controls_have_unique_keys_and_names(lang):
    lab = FleetLab("space: 2 cruiser @ sol,mb,mb:2 vs 1 dreadnought @ nebula", lang)
    lab.do("choose", "0")
    keys = re.findall(r'data-key="([^"]+)"', lab.html)
    assert len(keys) == len(set(keys))
    for tag in re.findall(r"<select[^>]*>", lab.html):
        assert "aria-label=" in tag
    for tag, content in re.findall(r"<button([^>]*)>([^<]?)</button>", lab.html):
        assert "aria-label=" in tag, (tag, content)


def test_the_picture_is_said_in_words():
    assert "The attacker’s units: 2 cruisers" in FleetLab(SIMPLE).html
    assert "Einheiten des Angreifers: 2 Kreuzer" in FleetLab(SIMPLE, "de").html


def test_the_panel_changes_its_language_and_stays_still():
    lab = after(SIMPLE, ("choose", "0"))
    lab.lang = "de"
    assert "Angreifer gewinnt" in lab.html
    still = lab._repr_html_()
    assert "<button" not in still
    assert "<select" not in still


# -- words

MODULES = """lab/builder lab/builder_view lab/draft pictures/drawing lab/effects lab/survivors_view lab/odds
pictures/scene lab/side_view fleet_words"""


def test_every_sentence_of_the_lab_is_said_and_has_the_same_gaps():
    folder = Path(fleet_words.__file__).with_name("lab")
    shared = folder.parents[1] / "lab"
    paths = [*shared.glob("*.py"), *folder.glob("*.py"), *(folder.parent / "pictures").glob("*.py")]
    source = "".join(path.read_text(encoding="utf-8") for path in paths)
    said = set(re.findall(r"""["']([a-z]+\.[a-z_]+)["']""", source))
    prefixes = tuple(set(re.findall(r"""f["']([a-z]+\.[a-z_]*)\{""", source)))
    for key in fleet_words.WORDS:
        assert key in said or key.removesuffix("_one") in said or key.startswith(prefixes), key
        texts = [fleet_words.WORDS._texts[key][lang] for lang in LANGUAGES]
        gaps = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in texts]
        assert gaps[0] - {"who", "whose"} == gaps[1] - {"who", "whose"}, key
    own = "".join((folder.parent / f"{name}.py").read_text(encoding="utf-8") for name in MODULES.split())
    for key in set(
        re.findall(
            r"""(?:say|word|_say)\((?:lang, |self\.lang, |self\.lab\.lang, )?["']([a-z]+\.[a-z_]+)["']""", own
        )
    ):
        assert key in {*fleet_words.WORDS, *COMMON}, key


# -- odds that take long

LONG_BATTLE = (
    "space: 6 fighter 2 destroyer 3 cruiser 3 dreadnought @ da vs 6 fighter 2 destroyer 3 dreadnought"
)


def hurried(monkeypatch) -> None:
    """From here on every work that is not done at once takes long."""
    monkeypatch.setattr("twingkit_widgets.panel.long_work.AT_ONCE", 0.0)
    monkeypatch.setattr("twingkit_widgets.panel.long_work.ASKS_FIRST", -1.0)


def test_odds_that_take_long_are_computed_when_they_are_asked_for(monkeypatch):
    hurried(monkeypatch)
    lab = FleetLab("space: 2 dreadnought @ da vs 2 dreadnought")
    assert lab.odds is None
    assert "tk-verdict-numbers" not in lab.html
    begin = re.search(r'data-act="start_work" data-value="(\d+)"', lab.html)
    lab.do("start_work", begin[1])
    assert lab.error is None
    assert lab.odds == odds(lab.battle)
    assert begin[0] not in lab.html


def test_no_change_waits_for_long_odds(monkeypatch):
    lab = FleetLab(SIMPLE)
    hurried(monkeypatch)
    lab.do("read", {"line": LONG_BATTLE})
    assert str(lab.settled) == LONG_BATTLE
    assert lab.odds is None
    assert "take longer than a moment" in lab.html.partition("tabpanel")[2], "the open answer says why"
    monkeypatch.undo()
    lab.do("effect", "0:da")
    assert lab.odds is not None, "without the effect they are there at once"


def rare(lab: FleetLab, index: int) -> str:
    """The part of a side that folds away on a phone."""
    opened = lab.html.split(f'data-key="rare:{index}"', 1)
    return opened[1].split("</summary>", 1)[0] if len(opened) > 1 else ""


def test_units_that_few_battles_have_fold_away_until_a_side_has_them():
    lab = FleetLab(SIMPLE)
    assert "More units: flagship, war suns, PDS" in rare(lab, 0)
    labs.after(lab, ("more", "0:warsun"))
    assert all("PDS" in rare(lab, index) and "war sun" not in rare(lab, index) for index in (0, 1))
    labs.after(lab, ("faction", {"0": "sol"}))
    assert "lagship" not in rare(lab, 0), "with a faction one knows what its flagship is"
    assert "lagship" in rare(lab, 1)
    labs.after(lab, ("fewer", "0:warsun"))
    assert "war sun" in rare(lab, 0)


def test_no_kind_of_unit_is_in_two_places_or_in_none():
    for line in (
        SIMPLE,
        "ground: 2 infantry vs 1 mech",
        "invasion: 1 carrier 2 infantry vs 1 pds 1 infantry",
    ):
        html = FleetLab(line).html
        for name in ("fighter", "flagship", "warsun", "pds", "infantry", "mech"):
            assert html.count(f'data-key="unit:0:{name}"') == 1, (line, name)


@pytest.mark.parametrize(
    "line",
    ["space: 2 cruiser vs 1 dreadnought!", "ground: 2 infantry vs 1 mech",
     "invasion: 1 carrier 2 infantry vs 1 cruiser 1 infantry"],
)  # fmt: skip
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_round_is_a_table_for_lines_of_every_kind(line, lang):
    lab = FleetLab(line, lang)
    assert "<th>After round" not in lab.html
    labs.after(lab, ("table", None))
    rows = [
        row
        for phase in ("space", "ground")
        for row in until_over(row for row in rounds_of(line, 8) if row.phase == phase)
    ]
    table = lab.html.split("tk-plot-table", 1)[1]
    for row in rows:
        assert escape(percent(lang, row.goes_on, 1)) in table
    assert table.count('scope="rowgroup"') == (2 if line.startswith("invasion") else 0)
    assert table.count('<th scope="row">') == len(rows)
    labs.after(lab, ("table", None))
    assert "tk-plot-table" not in lab.html


def test_the_largest_battle_of_a_link_waits_for_a_person():
    fleet = "99 fighter 99 destroyer 99 cruiser 99 carrier 99 dreadnought"
    lab = FleetLab(f"space: {fleet} vs {fleet}")
    assert lab.odds is None
    assert 'data-act="start_work"' in lab.html
