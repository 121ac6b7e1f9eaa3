"""What a counter stops: cards and powers of the type that it names, and which effects stay (IJ-TIME-7)."""

from __future__ import annotations

import pytest
from imajica_games import cited, give, lies, reach, refused, start

from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.box.effects import COUNTERABLE_KINDS, Effect
from twingkit.imajica.rules.acts import can_counter
from twingkit.imajica.rules.table import Act
from twingkit.imajica.rules.values import current_value
from twingkit.imajica.worked_examples import worked_examples

# Each deed with its moment, and the effect of the counters in its rivals' hands.
DEEDS = [
    ("use general-rosengarten on slew", "general-rosengarten; {}; circle slew", "ally", "refusal"),
    ("play undermine by irish on slew", "irish hand undermine; {}; circle slew", "ally", "refusal"),
    ("rasa henry-holland on ritual", "henry-holland irish+ritual; {}", "ally", "refusal"),
    ("use pie-oh-pah on dowd", "pie-oh-pah; {}", "respond", "silence"),
    ("play sudden-sleep on dowd", "irish hand sudden-sleep; {}", "respond", "silence"),
    ("artist ink-painter on irish", "ink-painter irish; {}", "respond", "silence"),
    ("play amnesia on dowd", "irish hand amnesia; {}", "respond", ""),
    ("play census", "irish hand census; {}; to move p1 autarch", "autarch", "empty-throne"),
    ("reassign irish>slew", "irish state slew=gentle; {}; to move p1 autarch", "autarch", "empty-throne"),
    ("retreat irish", "irish; {}", "ally", ""),
]


def game_at_response(deed: str, line: str, counter: str, variant: str = "box") -> Game:
    """Return a game at the point where a rival who holds a counter and Waking may respond to a deed."""
    game = start(
        "p1 active " + line.format(f"p2 active dowd gideon:pivoted hand {counter} waking"), variant=variant
    )
    return give(game, f"p1: {deed}")


@pytest.mark.parametrize("counter", ["refusal", "silence", "empty-throne"])
@pytest.mark.parametrize(("deed", "line", "moment", "stopped_by"), DEEDS)
def test_IJ_TIME_7_a_counter_stops_cards_and_powers_of_the_type_that_it_names(
    deed: str, line: str, moment: str, stopped_by: str, counter: str
) -> None:
    game = game_at_response(deed, line, counter)
    while game.question.kind not in ("respond", "counter", "ally", "autarch") or game.question.player != 1:
        if game.question.kind == "ally":  # only players who could counter it had a question
            assert counter != stopped_by
            return
        give(game)
    if counter == stopped_by:
        give(game, f"p2: play {counter}")
        reach(game, "ally")
        assert game.table.players[1].ovo == [counter]
        assert "IJ-TIME-7" in cited(game)
    elif game.table.waiting_acts:
        assert refused(game, f"play {counter}") == "IJ-TIME-7"


def test_IJ_TIME_7_a_countered_power_changes_nothing_and_its_pivot_stays() -> None:
    game = game_at_response(*DEEDS[0][:2], "refusal")
    give(game, "p2: play refusal")
    reach(game, "ally")
    assert current_value(game.table, lies(game, "slew"), "resistance") == 6
    assert lies(game, "general-rosengarten").pivoted
    assert refused(game, "use general-rosengarten on slew") == "IJ-POWER-1"
    assert game.table.players[1].ovo == ["refusal"]
    let_by = reach(game_at_response(*DEEDS[0][:2], "refusal"), "ally")
    assert current_value(let_by.table, lies(let_by, "slew"), "resistance") == 3
    assert lies(let_by, "general-rosengarten").pivoted


def test_IJ_TIME_7_example_7_can_be_played_countered_too() -> None:
    example = worked_examples()[6]
    game = Game(example.start, seed=1)
    give(
        game, "p1: use general-rosengarten on slew", "p2: play refusal", "p1: seize slew with horace-tyrwith"
    )
    give(game, "p1: end")
    assert lies(game, "general-rosengarten").pivoted
    assert lies(game, "slew").area == "circle", "influence 4 against Resistance 6"


@pytest.mark.parametrize("counter", ["silence", "lionel-wakeman"])
def test_IJ_TIME_7_a_flash_power_is_stopped_by_card_and_by_power(counter: str) -> None:
    held = f"hand {counter} active dowd" if counter == "silence" else f"active dowd {counter}"
    game = start(f"p1 active pie-oh-pah; p2 {held}")
    give(game, "p1: use pie-oh-pah on dowd", f"p2: {'play' if counter == 'silence' else 'use'} {counter}")
    reach(game, "ally")
    assert (lies(game, "dowd").pivoted, lies(game, "pie-oh-pah").pivoted) == (False, True)


def test_IJ_AFF_6_a_countered_tabula_rasa_has_paid_its_price() -> None:
    game = game_at_response(*DEEDS[2][:2], "refusal")
    give(game, "p2: play refusal")
    reach(game, "ally")
    assert lies(game, "ritual") is not None
    assert lies(game, "henry-holland") is None
    assert game.table.players[0].hand == ["henry-holland"]


@pytest.mark.parametrize(
    ("variant", "counter"), [("artist=window", "silence"), ("artist=own_action", "refusal")]
)
def test_IJ_AFF_5_an_artists_help_is_of_the_type_of_its_moment(variant: str, counter: str) -> None:
    for held in ("silence", "refusal"):
        game = game_at_response("artist ink-painter on irish", "ink-painter irish; {}", held, variant)
        while game.table.waiting_acts and game.question.player != 1:
            give(game)
        if held != counter:
            assert not game.table.waiting_acts or refused(game, f"play {held}") == "IJ-TIME-7"
            continue
        give(game, f"p2: play {held}")
        reach(game, "ally")
        assert current_value(game.table, lies(game, "irish"), "magic") == 1
        assert lies(game, "ink-painter").pivoted


def test_IJ_AUT_4_a_countered_reassignment_moves_nobody_and_ends_the_turn() -> None:
    game = game_at_response(*DEEDS[8][:2], "empty-throne")
    give(game, "p2: play empty-throne")
    assert (lies(game, "irish").area, lies(game, "irish").site) == ("active", "")
    said = " ".join(ruling.text() for ruling in game.rulings if ruling.rule == "IJ-TIME-7")
    assert "nobody is moved" in said
    reach(game, "ally")
    assert [entry.answer for entry in game.transcript if entry.kind == "autarch"] == [
        "reassign irish>slew",
        "end",
    ]


def test_IJ_TIME_7_a_power_is_instant_and_a_deed_is_no_card() -> None:
    card = load_cards()["irish"]
    power = Act(0, "flash", card, "irish", (Effect.parse("FL draw 1"),), by_power=True)
    moves = Act(0, "dictate", card, "irish", targets=("irish", "slew"), by_power=True)
    retreat = Act(0, "retreat", card, "irish", by_power=True)
    stopped = {
        kind: can_counter(Effect.parse(f"counter {kind}"), power) for kind in (*COUNTERABLE_KINDS, "irish")
    }
    assert [kind for kind, stops_it in stopped.items() if stops_it] == ["flash", "flash:instant", "irish"]
    stopped = {
        kind: can_counter(Effect.parse(f"counter {kind}"), moves) for kind in (*COUNTERABLE_KINDS, "irish")
    }
    assert [kind for kind, stops_it in stopped.items() if stops_it] == ["dictate"]
    assert not any(
        can_counter(Effect.parse(f"counter {kind}"), retreat) for kind in (*COUNTERABLE_KINDS, "irish")
    )


def test_IJ_TIME_7_the_window_of_what_was_countered_closes_and_the_one_around_it_goes_on() -> None:
    game = start(
        "p1 active irish gentle:pivoted hand second-wind silence;"
        " p2 hand refusal refusal; p3 hand silence refusal"
    )
    give(game, "p1: play second-wind by irish on gentle", "p2: play refusal", "p1: play silence")
    asked = []
    while game.question.kind in ("respond", "counter") and game.table.waiting_acts:
        waits = [act.card.id for act in game.table.waiting_acts]
        asked.append((game.question.kind, game.question.player, waits))
        give(game)
    assert asked == [
        ("counter", 2, ["second-wind", "refusal", "silence"]),  # the last counter can be countered itself
        ("respond", 2, ["second-wind"]),  # no question about Refusal any more, but about what it countered
        ("respond", 1, ["second-wind"]),
    ]
    assert not lies(game, "gentle").pivoted


@pytest.mark.parametrize(
    ("line", "begun", "again"),
    [
        ("lionel-wakeman hand sudden-sleep silence", ["play sudden-sleep on dowd", "use lionel-wakeman"], ""),
        ("pie-oh-pah hand cold-feet ritual", ["play ritual by pie-oh-pah"], " on dowd"),
        ("pie-oh-pah hand cold-feet", ["retreat pie-oh-pah"], " on dowd"),
    ],
)
def test_IJ_PIV_3_a_card_whose_power_action_or_retreat_waits_uses_no_power(
    line: str, begun: list[str], again: str
) -> None:
    game = start(f"p1 active {line}; p2 active dowd")
    give(game, *(f"p1: {answer}" for answer in begun))
    question, name = game.question, line.split()[0]
    assert question is not None
    assert (question.player, bool(game.table.waiting_acts)) == (0, True)
    assert lies(game, name).is_ready
    assert not [answer for answer in question.options() if str(answer).startswith("use")]
    assert refused(game, f"use {name}{again}") == "IJ-PIV-3"


def test_IJ_PIV_3_counters_that_answer_each_other_come_to_an_end() -> None:
    line = "p1 active lionel-wakeman hand sudden-sleep; p2 active dowd hand silence"
    for counters, pivoted in ((["p1: use lionel-wakeman"], False), (["p2: play silence"], False)):
        game = start(line)
        give(game, "p1: play sudden-sleep on dowd", *counters)
        reach(game, "ally")
        assert lies(game, "dowd").pivoted is pivoted
    game = start(line)
    give(game, "p1: play sudden-sleep on dowd", "p2: play silence", "p1: use lionel-wakeman")
    assert [act.card.id for act in game.table.waiting_acts] == []  # nobody could respond to the last one
    assert (lies(game, "dowd").pivoted, lies(game, "lionel-wakeman").pivoted) == (True, True)
    reach(game, "ally")
    assert refused(game, "retreat lionel-wakeman") == "IJ-PIV-1"


def test_IJ_ALLY_4_a_card_is_played_from_an_own_ally_only() -> None:
    game = start("p1 active irish hand ritual pneuma state slew=gentle; p2 active dowd")
    reach(game, "ally")
    for source, case in (("dowd", "not_yours"), ("slew", "not_yours"), ("nobody", "nowhere")):
        with pytest.raises(Refusal) as no:
            game.answer(f"play ritual by {source}")
        assert (no.value.rule, no.value.case) == ("IJ-ALLY-4", case)
    give(game, "p1: challenge dowd with irish")
    reach(game, "combat")
    with pytest.raises(Refusal) as no:
        game.answer("play pneuma by dowd")
    assert (no.value.rule, no.value.case) == ("IJ-ALLY-4", "not_yours")
    give(game, "p1: play pneuma by irish")


HAND = "p1: play hapexamendios-hand by irish on alice-tyrwhitt"
SAVED = [HAND, "p2: play breath-returned on alice-tyrwhitt"]
NEXT_ACTS = {
    "a new card": ["p3: play lightning on alice-tyrwhitt"],
    "the same card again": ["p1: play hapexamendios-hand by dowd on alice-tyrwhitt"],
    "a challenge": ["p1: challenge alice-tyrwhitt with dowd", "p1: damage alice-tyrwhitt 5"],
}


@pytest.mark.parametrize("next_act", NEXT_ACTS)
@pytest.mark.parametrize("countered", [True, False])
def test_IJ_DMG_1_who_was_saved_from_a_countered_act_is_hurt_by_the_next(
    countered: bool, next_act: str
) -> None:
    game = start(
        "p1 active dowd irish hand hapexamendios-hand hapexamendios-hand; "
        "p2 active alice-tyrwhitt gentle:pivoted hand breath-returned; "
        "p3 active oethac-bruiser hand refusal lightning"
    )
    give(game, *SAVED)
    if countered:
        give(game, "p3: play refusal")
    reach(game, "ally")
    assert not lies(game, "alice-tyrwhitt").saved
    give(game, *NEXT_ACTS[next_act], "p1: end")
    assert lies(game, "alice-tyrwhitt") is None


def test_IJ_DMG_1_who_was_saved_while_it_retreats_is_hurt_by_the_next_act() -> None:
    game = start("p1 active alice-tyrwhitt hand breath-returned; p2 active irish hand hapexamendios-hand")
    give(game, "p1: retreat alice-tyrwhitt", "p1: play breath-returned on alice-tyrwhitt", "p1: end")
    give(game, "p2: play hapexamendios-hand by irish on alice-tyrwhitt", "p2: end")
    assert lies(game, "alice-tyrwhitt") is None
