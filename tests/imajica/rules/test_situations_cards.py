"""Situations of the rules: unique cards, Flashes, affiliations, ends, and impossible positions."""

from __future__ import annotations

import pytest
from imajica.rules.test_book_order import table
from imajica_games import cited, give, lies, reach, refused, start

from twingkit.core.messages import Fault
from twingkit.core.questions import BadAnswer, Refusal
from twingkit.imajica.notation.position import Position
from twingkit.imajica.rules.rounds import finish_round, has_winning_sites


def test_IJ_UNIQ_1_a_site_in_play_cannot_be_laid_again() -> None:
    game = start("p1 hand slew destiny 3*irish; p2 state slew=sartori; to move p1 autarch")
    assert refused(game, "lay slew") == "IJ-UNIQ-1"
    assert len(game.table.players[0].hand) == 1


def test_IJ_UNIQ_2_a_second_path_is_laid_in_secret_and_discarded_when_read() -> None:
    line = "p1; p2 hand mud-road; circle reed-cradle/mud-road@p1 ferry-market; to move p2 autarch"
    game = start(line)
    give(game, "p2: path mud-road on ferry-market")
    assert len(game.table.paths_on("ferry-market")) == 1
    assert refused(start(line.replace("@p1", "@p1!")), "path mud-road on ferry-market") == "IJ-UNIQ-1"
    game = start("p1 active irish; p2; circle reed-cradle/mud-road@p1! ferry-market/mud-road@p2")
    give(game, "p1: seize ferry-market with irish", "p1: end")
    assert "IJ-UNIQ-2" in cited(game)
    assert game.table.players[1].ovo == ["mud-road"]


def test_IJ_TIME_7_pivoting_the_source_of_a_counter_stops_nothing_and_countering_it_does() -> None:
    line = "p1 hand amnesia sudden-sleep; p2 active little-ease gentle"
    game = start(line)
    give(game, "p1: play amnesia on gentle", "p2: use little-ease", "p1: end")
    assert game.table.players[0].ovo == ["amnesia"]
    game = start("p1 active irish hand ritual silence; p2 active lionel-wakeman hand refusal")
    give(game, "p1: play ritual by irish", "p2: play refusal", "p1: play silence", "p2: use lionel-wakeman")
    reach(game, "ally")
    assert [piece.card.id for piece in game.table.permanents_on("irish")] == []
    game = start("p1 active irish hand ritual silence; p2 hand refusal")
    give(game, "p1: play ritual by irish", "p2: play refusal", "p1: play silence")
    reach(game, "ally")
    assert [piece.card.id for piece in game.table.permanents_on("irish")] == ["ritual"]
    assert game.table.players[1].ovo == ["refusal"]
    assert lies(game, "irish").pivoted


@pytest.mark.parametrize(("switch", "rule"), [("waiting", "IJ-TIME-7"), ("in_play", "")])
def test_IJ_TIME_7_little_ease_comes_too_late_for_what_lies(switch: str, rule: str) -> None:
    game = start(
        "p1 active gentle+amnesia@p1; p2 active little-ease hand lightning", variant=f"counter={switch}"
    )
    while game.question is not None and game.question.player != 1:
        give(game)
    if rule:
        assert refused(game, "use little-ease") == refused(game, "use little-ease on amnesia") == rule
    else:
        give(game, "p2: use little-ease on amnesia")
        assert game.table.players[0].ovo == ["amnesia"]


def test_IJ_OUT_1_who_draws_the_last_card_is_out_at_the_end_of_the_round() -> None:
    game = start("p1 hand slew destiny irish; p2 destiny 9*dowd; p3 destiny 9*irish; to move p1 autarch")
    give(game, "p1: lay slew")
    while game.table.round == 1:
        give(game)
    assert game.table.players[0].is_out
    assert not game.over
    game = start("p1 hand slew destiny irish; p2 destiny 9*dowd; to move p1 autarch")
    give(game, "p1: lay slew")
    while not game.over:
        give(game)
    assert (game.result.winner, game.result.end_reason) == (1, "destiny")


FIVE = "salt-gate=irish court-of-echoes=dowd ferry-market=gideon slew=judith attic-studio=christos"


@pytest.mark.parametrize(("more", "winner"), [("", None), (" kite-fields=celestine", 1)])
def test_IJ_REC_2_of_several_the_most_unpivoted_sites_win(more: str, winner: int | None) -> None:
    other = "glass-shore=sartori eurhetemec-ruins=gentle reed-cradle=dearther-zealot tin-quarter=pinguin"
    line = f"p1 state {FIVE}; p2 state {other} retreat-house=huzzah-aping{more}; to move p2 reconciliation"
    table = Position.parse(f"{line}; leads p1").build_table()
    result = finish_round(table)
    assert (result.winner if result else None) == winner


def test_IJ_REC_2_a_pivoted_site_does_not_count() -> None:
    assert has_winning_sites(table(f"p1 state {FIVE}; p2"), 0)
    assert not has_winning_sites(table(f"p1 state {FIVE.replace('slew=', 'slew:pivoted=')}; p2"), 0)


def test_IJ_SHORT_1_three_dominions_win_and_a_border_site_counts_for_one() -> None:
    assert has_winning_sites(
        table("p1 state the-erasure=irish high-pass=dowd attic-studio=gideon; p2", "short"), 0
    )
    assert not has_winning_sites(table("p1 state the-erasure=irish high-pass=dowd; p2", "short"), 0)
    assert not has_winning_sites(
        table("p1 state the-erasure=irish salt-gate=dowd eurhetemec-ruins=gideon; p2", "short"), 0
    )


@pytest.mark.parametrize(("variant", "is_told"), [("short", True), ("box", False)])
def test_IJ_SHORT_1_who_has_not_won_by_border_sites_is_told_so_at_the_end_of_the_round(
    variant: str, is_told: bool
) -> None:
    game = start("p1 state the-erasure=irish high-pass=dowd; p2", variant=variant)
    reach(game, "autarch")
    said = " ".join(ruling.text() for ruling in game.rulings)
    assert ("a Border Site counts for only one of its two Dominions, which makes 2 of 3" in said) is is_told


def test_IJ_AFF_2_who_may_challenge_a_vassal() -> None:
    game = start("p1 active dowd irish gek-a-gek in-ovo-thorn; p2 active joshua-godolphin")
    assert refused(game, "challenge joshua-godolphin with dowd irish") == "IJ-AFF-2"
    give(game, "p1: challenge joshua-godolphin with dowd in-ovo-thorn")
    assert game.table.fight is not None


def test_IJ_ALLY_4_only_own_cards_are_called_and_an_artist_helps_not_in_a_fight() -> None:
    game = start("p1 hand irish; p2 active gideon")
    assert refused(reach(game, "ally"), "call gideon") == "IJ-CARD-1"
    give(game, "p1: call irish", "p1: end")
    game = start("p1 active gentle irish hand pneuma; p2 active dowd")
    give(game, "p1: challenge dowd with irish")
    assert refused(reach(game, "combat"), "artist gentle on irish") == "IJ-POWER-1"


def test_IJ_POWER_3_amnesia_takes_the_power_of_an_affiliation_and_leaves_the_trait() -> None:
    game = start("p1 active sartori+amnesia@p2; p2; circle lamp-bridge")
    give(game, "p1: seize lamp-bridge with sartori", "p1: end")
    assert lies(game, "lamp-bridge").area == "circle"
    game = start("p1 state roxborough-tower=thomas-roxborough; p2 hand amnesia blindness")
    give(game, "p1: end", "p2: play amnesia on thomas-roxborough")
    assert lies(game, "roxborough-tower").area == "state"
    give(game, "p2: play blindness on thomas-roxborough")
    assert lies(game, "roxborough-tower").area == "circle"


@pytest.mark.parametrize(("shielded", "rule"), [("false", ""), ("true", "IJ-HOLD-1")])
def test_IJ_HOLD_1_cards_may_aim_at_holders_but_not_in_tournaments(shielded: str, rule: str) -> None:
    game = start(
        "p1 active irish hand hapexamendios-hand; p2 state slew=huzzah-aping",
        variant=f"holders_shielded={shielded}",
    )
    answer = "play hapexamendios-hand by irish on huzzah-aping"
    assert refused(reach(game, "ally"), "challenge huzzah-aping with irish") == "IJ-HOLD-1"
    assert refused(game, "seize slew with irish") == "IJ-HOLD-1"
    if rule:
        assert refused(game, answer) == rule
    else:
        give(game, f"p1: {answer}", "p1: end")
        assert lies(game, "slew").area == "circle"


@pytest.mark.parametrize(("switch", "area"), [("ge", "state"), ("gt", "circle")])
def test_IJ_SEIZE_7_influence_equal_to_the_resistance_secures(switch: str, area: str) -> None:
    game = start("p1 active horace-tyrwith; p2; circle kite-fields", variant=f"secure={switch}")
    give(game, "p1: seize kite-fields with horace-tyrwith", "p1: end")
    assert lies(game, "kite-fields").area == area


@pytest.mark.parametrize(
    ("switch", "order"), [("same_target", ["Dowd", "Lamp Boy"]), ("all", ["Lamp Boy", "Dowd"])]
)
def test_IJ_TIME_5_a_flash_on_another_card_works_after_what_waits(switch: str, order: list[str]) -> None:
    game = start(
        "p1 active irish lamp-boy hand hapexamendios-hand; p2 active dowd hand lightning",
        variant=f"flash_first={switch} adorer=not_sites",
    )
    give(game, "p1: play hapexamendios-hand by irish on dowd", "p2: play lightning on lamp-boy", "p1: end")
    hit = [ruling.text() for ruling in game.rulings if ruling.rule in ("IJ-AFF-3", "IJ-DMG-1")]
    assert [name in text for name, text in zip(order, hit, strict=True)] == [True, True]
    assert lies(game, "lamp-boy") is None


def test_IJ_TIME_5_a_flash_on_the_target_works_before_what_waits() -> None:
    game = start("p1 active irish hand hapexamendios-hand; p2 active pinguin huzzah-aping hand")
    give(
        game,
        "p1: play hapexamendios-hand by irish on huzzah-aping",
        "p2: use pinguin on huzzah-aping",
        "p1: end",
    )
    assert lies(game, "huzzah-aping") is not None
    assert lies(game, "pinguin").pivoted


TYPED = """
fly|call|call dragon|challenge|challenge irish with|seize slew with irish irish|play|play pneuma
play pneuma by|use|use nobody|use irish 9|artist|rasa irish on x|retreat p2|lay slew|reassign irish
damage irish 3|pass|end now|äöü
"""


@pytest.mark.parametrize("text", ["", *TYPED.strip().replace("\n", "|").split("|")])
def test_whatever_is_typed_is_refused_and_changes_nothing(text: str) -> None:
    game = reach(start("p1 active irish hand pneuma; p2 active dowd; circle slew"), "ally")
    before = game.table.key()
    with pytest.raises((Refusal, BadAnswer)):
        game.answer(text)
    assert game.table.key() == before


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("p1 active irish", "IJ-ORDER-1"),
        ("p1 active irish; p2 active irish", "IJ-UNIQ-1"),
        ("p1 active dragon; p2", "IJ-CARD-1"),
        ("p1 state slew; p2", "IJ-HOLD-2"),
        ("p1; p2; circle slew/mud-road@p1", "IJ-AUT-2"),
        ("p1; p2; circle slew/mud-road@p9", "IJ-PATH-1"),
        ("p1; p2; to move p3 ally", "IJ-ORDER-1"),
        ("p1 hand x*irish; p2", "IJ-DECK-1"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_rule(line: str, rule: str) -> None:
    with pytest.raises((Refusal, Fault), match=rule):
        start(line)


@pytest.mark.parametrize(
    "line",
    [
        "p1 active irish realm gideon; p2",
        "p1 active irish realm slew; p2",
        "p1 active irish realm pneuma; p2",
        "p1 active irish+slew; p2",
        "p1 active irish+gideon; p2",
        "p1 active irish+mud-road; p2",
        "p1 active irish+pneuma; p2",
    ],
)
def test_IJ_CARD_2_only_permanents_that_are_played_lie_on_cards_and_before_autarchs(line: str) -> None:
    with pytest.raises(Fault):
        start(line)
