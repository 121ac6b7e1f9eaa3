"""Positions of whole games as lines: what they set up, what they may omit, which rule refuses each impossible
one; `docs/imperium-notation.md` shows the lines."""

import re
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from imperium.galaxy.game.positions import system
from imperium.galaxy.table_faults import table_faults

from twingkit.core.links import line_from_link_value, to_link_value
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.record import RecordError
from twingkit.core.starts import parse_start
from twingkit.imperium import new_game, position_game
from twingkit.imperium.galaxy.galaxy_position import GalaxyPosition
from twingkit.imperium.galaxy.position_of import position_of
from twingkit.imperium.galaxy.starts import PositionStart

PAGE = Path(__file__).parents[4].joinpath("docs", "imperium-notation.md").read_text(encoding="utf-8")
LINES = "".join(re.findall(r"```position\n(.*?)```", PAGE, re.DOTALL)).splitlines()
REFUSED = re.findall(r"^\| `(galaxy: [^`]*)` \| (IM-[A-Z]+-[0-9]+) \|$", PAGE, re.MULTILINE)
CARDS = "p1 cards 1 5, p2 cards 2 6, p3 cards 3 7"


@pytest.mark.parametrize("line", LINES)
def test_a_shown_position_is_canonical_linkable_and_sound(line):
    assert str(GalaxyPosition.parse(line)) == line
    assert line_from_link_value(to_link_value(line)) == line
    game = position_game(line, seed=1)
    assert table_faults(game.table) == []
    assert game.question is not None
    assert parse_start(line) == game.start
    assert Game.replay(game.record).table.key() == game.table.key()


def test_the_page_shows_a_position_of_each_phase_and_a_refusal_by_each_rule():
    assert {GalaxyPosition.parse(line).phase for line in LINES} == {"strategy", "action", "status", "agenda"}
    assert len(REFUSED) == len({rule for _, rule in REFUSED}) == 29


@pytest.mark.parametrize(("line", "rule"), REFUSED)
def test_an_impossible_position_is_refused_by_its_rule(line, rule):
    position = GalaxyPosition.parse(line)
    with pytest.raises(Refusal, match=rule) as refused:
        PositionStart(position)
    assert refused.value.rule == rule
    for lang in ("en", "de"):
        assert "{" not in refused.value.text(lang)
    with pytest.raises(RecordError, match=rule):
        Game.replay(f"twingkit-record 1\ngame imperium.position\n{line}\n")


@pytest.mark.parametrize(
    "line",
    [
        "galaxy: short, at 18 p1 8 cruiser, p1 fleet 8 tactic 3 strategy 2",
        "galaxy: short, p1 tactic 11",
        "galaxy: short, at 18 p1 1 cruiser, at mellon p2 1 infantry",
        "galaxy: short, at 18 p1 3 cruiser",
        "galaxy: short, at 18 p1 1 carrier 4 fighter",
        "galaxy: short, at 44 p1 1 cruiser",  # Sol has the technology that opens it
        "galaxy: short, at lodor p1 2 pds 1 spacedock 1 infantry",
        "galaxy: short, at 18 p1 1 dreadnought!",
        "galaxy: short, custodians gone, at mr p1 1 infantry",
        "galaxy: short, p1 commodities 4",
        "galaxy: short, p1 secrets te csl ose",
        "galaxy: short, p1 points 3",
        "galaxy: short, round 9",
        f"galaxy: short, action p1, {CARDS}".replace("p1 cards 1 5", "p1 cards 1! 5! passed"),
    ],
)
def test_a_position_at_a_limit_is_none_beyond_it(line):
    assert table_faults(position_game(line, seed=1).table) == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("galaxy", "galaxy"),
        ("galaxy: short, foo", "foo"),
        ("galaxy: short,, round 2", ","),
        ("galaxy: short, map", "map"),
        ("galaxy: short, round", "round"),
        ("galaxy: short, round two", "round two"),
        ("galaxy: short, round 2, round 3", "round"),
        ("galaxy: short, action p1, status", "status"),
        ("galaxy: short, action p7", "action p7"),
        ("galaxy: short, custodians there", "custodians there"),
        ("galaxy: short, p1 gold 3", "gold"),
        ("galaxy: short, p1 goods", "p1 goods"),
        ("galaxy: short, p1 goods 3 goods 4", "goods"),
        ("galaxy: short, p1 cards 9", "cards 9"),
        ("galaxy: short, p1 tech", "tech"),
        ("galaxy: short, p1 tech warp", "warp"),
        ("galaxy: short, p4 goods 3", "p4"),
        ("galaxy: short, at 99 p1 1 cruiser", "at 99 p1 1 cruiser"),
        ("galaxy: short, at 21 p1 1 cruiser", "21"),
        ("galaxy: short, at 18 p1 2 cruisers", "2 cruisers"),
        ("galaxy: short, at 18 p1 cruiser", "cruiser"),
        ("galaxy: short, at 18 p1 1 mech", "1 mech"),
        ("galaxy: short, at 18 p1 1 cruiser 1 cruiser", "1 cruiser"),
        ("galaxy: short, at 18 p1 1 cruiser, at 18 p1 1 carrier", "at 18 p1 1 cruiser"),
        ("galaxy: short, tokens 18", "tokens 18"),
        ("galaxy: short, exhausted pluto", "pluto"),
        ("galaxy: short, open peace", "peace"),
        ("galaxy: short, bonus 2", "bonus 2"),
        ("galaxy: short, law", "law"),
        ("galaxy: short, law peace", "peace"),
    ],
)
def test_a_line_that_is_no_position_is_one_error_with_what_was_found(line, found):
    with pytest.raises(Fault) as fault:
        position_game(line)
    for lang in ("en", "de"):
        assert f"{found}" in fault.value.text(lang)
        assert "{" not in fault.value.text(lang)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("galaxy: shrt", "“short” nor a faction; found: 'shrt'; expected 'short'"),
        ("galaxy: sol hacan letnv", "found: 'letnv'; expected 'letnev'"),
        ("galaxy: short, p1 cards 9", "Write strategy cards as numbers from 1 to 8"),
        (
            "galaxy: short, bonus 9:1",
            "the number of the card (1 to 8) and the number of trade goods (1 to 9)",
        ),
        ("galaxy: short, exhausted jordd", "no planet of this name; found: 'jordd'; example: 'jord'"),
        ("galaxy: short, open foo", "no objective of this name; found: 'foo'; example: 'lead'"),
        ("galaxy: short, law regulation", "found: 'regulation'; example: 'regulations'"),
        ("galaxy: short, at 18 p1 100 cruiser", "a number from 1 to 99 and a class"),
    ],
)
def test_the_fault_of_a_position_says_what_stands_there_and_names_nobody_who_is_not_meant(line, said):
    with pytest.raises(Fault) as fault:
        position_game(line)
    assert said in str(fault.value)
    assert "player 1" not in str(fault.value)


@given(st.lists(st.sampled_from([*"p1,!:82 ", "at", "18", "cruiser", "galaxy:", "short", "goods", "tech"])))
def test_no_text_is_anything_but_a_position_or_one_error(words):
    with suppress(Fault, Refusal):
        assert table_faults(position_game(" ".join(words), seed=1).table) == []


def test_what_a_position_leaves_out_is_as_after_a_set_up():
    table = position_game("galaxy: short", seed=1).table
    begun = new_game("short", seed=1).table
    for one, other in ((table.space, begun.space), (table.ground.values(), begun.ground.values())):
        assert [list(map(str, there.values())) for there in one] == [
            list(map(str, there.values())) for there in other
        ]
    assert table.planet_controllers == begun.planet_controllers
    assert (table.phase, table.round, table.open_objectives) == ("strategy", 1, ("intimidate", "lead"))
    for one, other in zip(table.players, begun.players, strict=True):
        assert (one.tactic, one.fleet, one.strategy, one.technologies, one.promissory_notes) == (
            other.tactic, other.fleet, other.strategy, other.technologies, other.promissory_notes,
        )  # fmt: skip


def test_a_place_that_a_position_names_holds_only_what_it_says():
    table = position_game("galaxy: short, at 01 p1 1 cruiser, at lodor p2, at jord p1 1 infantry").table
    assert str(table.units_in_space(0, system(table, "01"))) == "1 cruiser"
    assert str(table.units_on_planet(0, "jord")) == "1 infantry"
    assert table.planet_controllers["lodor"] == 1
    assert table.ground["lodor"] == {}


def test_named_cards_are_not_in_their_decks():
    line = "galaxy: short, p1 hand mb secrets te, p2 scored csl points 1, open lead monument"
    table = position_game(line).table
    assert table.action_deck.count("mb") == 1  # of two
    assert table.secret_deck.count("te") == table.secret_deck.count("csl") == 0
    assert table.objective_decks[0].count("lead") == 0
    assert table.face_down_objective_counts == (3, 0)


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("galaxy: short, at 18 p1 1 pds", "IM-PROD-6"),
        ("galaxy: short, at 18 p1 1 warsun", "IM-PROD-6"),
        ("galaxy: short, p1 cards 1, p2 cards 1", "IM-PICK-1"),
        ("galaxy: short, p1 notes support_for_the_throne:p2", "IM-TRADE-6"),
        ("galaxy: short, p1 notes trade_agreement:p2", "IM-LIM-1"),
        ("galaxy: short, open lead te", "IM-SET-5"),
        ("galaxy: short, p1 hand lucky lucky", "IM-LIM-1"),
    ],
)
def test_another_impossible_position_is_refused_by_its_rule(line, rule):
    with pytest.raises(Refusal) as refused:
        position_game(line)
    assert refused.value.rule == rule
    assert "{" not in refused.value.text("de")


@pytest.mark.parametrize(
    ("law", "case"),
    [
        ("core_mining", "elected_missing"),
        ("minister_war", "elected_missing"),
        ("crown_of_emphidia", "elected_missing"),
        ("core_mining:blah", "elected_other"),
        ("core_mining:p1", "elected_other"),
        ("core_mining:jord", "elected_other"),  # no hazardous one
        ("minister_war:jord", "elected_other"),
        ("minister_war:p6", "elected_other"),
        ("regulations:p2", "elects_nothing"),
        ("classified:lead", "nothing_to_elect"),
        ("core_mining:abyz", None),
        ("minister_war:p3", None),
        ("regulations", None),
    ],
)
def test_IM_AGENDA_6_a_law_of_a_position_has_elected_what_its_card_says(law, case):
    line = f"galaxy: sol xxcha yin, law {law}"
    if case is None:
        assert [known.card for known in position_game(line).table.laws] == [law.partition(":")[0]]
        return
    with pytest.raises(Refusal) as refused:
        position_game(line)
    assert (refused.value.rule, refused.value.case) == ("IM-AGENDA-6", case)
    for lang in ("en", "de"):
        assert "{" not in refused.value.text(lang)


def test_IM_AGENDA_classified_a_position_has_the_secret_that_its_law_made_public():
    line = "galaxy: sol xxcha yin, p1 scored te, law classified:te"
    game = position_game(line)
    assert game.table.was_made_public("te")
    assert str(position_of(game)) == line
    with pytest.raises(Refusal) as refused:
        position_game("galaxy: sol xxcha yin, p1 scored te, law classified:csl")
    assert (refused.value.rule, refused.value.case) == ("IM-AGENDA-6", "elected_other")


def test_no_file_of_sentences_says_a_case_that_another_one_says():
    folder = Path(__file__).parents[4].joinpath("twingkit", "imperium", "texts")
    seen: dict[tuple[str, str], str] = {}
    for path in sorted((*folder.glob("*rulings.toml"), folder / "play_questions.toml")):
        for rule, cases in tomllib.loads(path.read_text(encoding="utf-8")).items():
            for case in cases:
                assert (rule, case) not in seen, (path.name, seen.get((rule, case)), rule, case)
                seen[rule, case] = path.name
