"""Objectives: each met and just missed, its cost, and the deeds of the action phase (IM-OBJ-1)."""

import pytest
from imperium.galaxy.cards.plays import combine, has, laid_table, own, units
from imperium.galaxy.game.positions import cases, chapter, deck, empty, kind, options, say, system

from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.objectives.progress import can_fulfil_now, controls_home_or_is_saar
from twingkit.imperium.galaxy.objectives.scoring import (
    events_of_destroying,
    events_of_space_win,
    offer_event_scoring,
    scorable_public_objectives,
    scorable_secret_objectives,
    score_objective,
)

CULTURAL = ("lodor", "mellon", "corneeq", "resculon", "centauri")
INDUSTRIAL = ("saudor", "lazar", "arnor", "lor", "gral")
HAZARDOUS = ("vefutii", "meharxull", "zohbat", "sakulag")
TWO_BLUE, TWO_GREEN = ("amd", "gd"), ("nm", "dxa")
TWO_YELLOW, TWO_RED = ("st", "gls"), ("ps", "md")


def nothing(table):
    """Setup function: no unit, no planet, no technology."""
    empty(table)
    table.planet_controllers = dict.fromkeys(table.planet_controllers)
    table.planet_controllers["jord"] = 0
    for player in table.players:
        player.technologies, player.goods = frozenset(), 0


def owns(*names, faction="sol"):
    """Return a setup function: set the technologies of the first player."""
    return has(0, technologies=frozenset(names), faction=faction)


def ships(*tiles):
    """Return a setup function: put a cruiser into each of these systems."""
    return combine(*(units(0, tile, cruiser=1) for tile in tiles))


def board(unit, count):
    """Return a setup function: put this many units of a class on the board."""
    return units(0, "jord" if unit in ("pds", "spacedock") else "01", **{unit: count})


CASES = {
    "corner": (own(*CULTURAL[:4]), own(*CULTURAL[:3], *INDUSTRIAL[:3])),
    "develop": (owns("cv2", "dd2"), owns("cv2", "nm")),
    "diversify": (owns(*TWO_BLUE, *TWO_RED), owns(*TWO_BLUE, "ps", "nm")),
    "monument": (has(0, goods=4), has(0, goods=3)),
    "expand_borders": (own(*CULTURAL, "vefutii"), own(*CULTURAL, "arretze")),
    "research_outposts": (own("gral", "lazar", "meharxull"), own("gral", "lazar", "lodor")),
    "intimidate": (ships("20", "24"), ships("20", "26")),
    "lead": (has(0, tactic=2, strategy=1), has(0, tactic=1, strategy=1)),
    "trade_routes": (has(0, goods=5), has(0, goods=4)),
    "sway_council": (has(0, goods=6), has(0, goods=5)),
    "centralize_trade": (has(0, goods=10), has(0, goods=9)),
    "conquer": (own("arretze"), own("lodor", "mr")),
    "golden_age": (has(0, goods=12), has(0, goods=11)),
    "galvanize": (has(0, tactic=4, strategy=2), has(0, tactic=5, strategy=0)),
    "manipulate_law": (has(0, goods=14), has(0, goods=13)),
    "master_science": (
        owns(*TWO_BLUE, *TWO_GREEN, *TWO_YELLOW, *TWO_RED),
        owns(*TWO_BLUE, *TWO_GREEN, *TWO_YELLOW, "ps", "cv2"),
    ),
    "revolutionize": (owns("cv2", "dd2", "ws"), owns("cv2", "dd2", "nm")),
    "subdue": (own(*CULTURAL, *INDUSTRIAL, "vefutii"), own(*CULTURAL, *INDUSTRIAL)),
    "ans": (owns("ac2", "so2"), owns("ac2", "cv2")),
    "ctr": (ships("20", "23", "24", "26", "30", "34"), ships("20", "23", "24", "26", "30")),
    "csl": (
        combine(ships("26"), units(1, "lodor", spacedock=1)),
        combine(ships("26"), units(0, "lodor", spacedock=1)),
    ),
    "eap": (
        combine(units(0, "jord", pds=2), units(0, "lodor", pds=2)),
        combine(units(0, "jord", pds=2), units(0, "lodor", pds=1)),
    ),
    "faa": (own(*CULTURAL[:4]), own(*CULTURAL[:3], "saudor")),
    "fsn": (has(0, action_cards=("fs",) * 4 + ("mb",)), has(0, action_cards=("fs",) * 4)),
    "fwm": (
        combine(units(0, "jord", spacedock=1), units(0, "lodor", spacedock=1), units(0, "gral", spacedock=1)),
        combine(units(0, "jord", spacedock=1), units(0, "lodor", spacedock=1)),
    ),
    "gamf": (board("dreadnought", 5), board("dreadnought", 4)),
    "lsc": (ships("18", "20", "23"), ships("18", "20", "16")),
    "mlp": (owns("amd", "gd", "fl", "lwd"), owns("amd", "gd", "fl", "nm")),
    "mrm": (own(*HAZARDOUS), own(*HAZARDOUS[:3], "lodor")),
    "mp": (own(*INDUSTRIAL[:4]), own(*INDUSTRIAL[:3], "lodor")),
    "ose": (combine(own("mr"), units(0, "18", cruiser=3)), combine(own("mr"), units(0, "18", cruiser=2))),
    "te": (ships("30"), ships("20")),
}
"""For each objective, a table on which it is met and one on which it is just missed."""

REST = {"brain_trust": 5, "unify_colonies": 6}
"""Objectives that need more planets than the short game's map has, with their numbers."""


@pytest.mark.parametrize("name", sorted(CASES))
def test_IM_OBJ_1_each_objective_at_its_number_and_one_below(name):
    card = objectives_by_id()[name]
    met, short = CASES[name]
    for arrange, wanted in ((met, True), (short, False)):
        table = laid_table(nothing, arrange)
        assert can_fulfil_now(table, 0, card) is wanted, (name, wanted)


def test_IM_OBJ_1_no_objective_is_forgotten():
    events = {name for name, card in objectives_by_id().items() if card.requirement_kind == "event"}
    assert len(objectives_by_id()) == 40
    assert {*CASES, *REST, *events, "btgk"} == set(objectives_by_id())
    assert {name: objectives_by_id()[name].needed_count for name in REST} == REST


def test_IM_OBJ_btgk_counts_wormhole_tokens_too():
    def token(table):
        table.wormhole_tokens = ((system(table, "20"), "beta"),)

    card = objectives_by_id()["btgk"]
    alone = laid_table(nothing, ships("26", "20"))
    assert not can_fulfil_now(alone, 0, card)
    both = laid_table(nothing, ships("26", "20"), token)
    assert can_fulfil_now(both, 0, card)


def test_IM_OBJ_ans_copies_of_the_nekro_virus_do_not_count():
    copied = combine(nothing, owns("vax", "vay", "ac2", "l4", faction="nekro"))
    assert not can_fulfil_now(laid_table(copied), 0, objectives_by_id()["ans"])


@pytest.mark.parametrize(("name", "others"), [("develop", ()), ("revolutionize", ("dd2",))])
def test_IM_OBJ_develop_two_upgrades_of_one_unit_count_once(name, others):
    def met(*upgrades):
        copied = combine(nothing, owns("vax", "vay", *upgrades, *others, faction="nekro"))
        return can_fulfil_now(laid_table(copied), 0, objectives_by_id()[name])

    assert not met("cv2", "ac2")
    assert met("cv2", "so2")


def test_IM_OBJ_2_public_objectives_need_the_own_home_but_not_of_saar():
    lost = combine(
        lambda table: table.planet_controllers.update(jord=1),
        lambda table: setattr(table, "open_objectives", ("lead",)),
    )
    table = laid_table(lost)
    assert not controls_home_or_is_saar(table, 0)
    assert scorable_public_objectives(table, 0) == []
    assert scorable_public_objectives(table, 1) == ["lead"]
    table.players[0].faction = "saar"
    assert controls_home_or_is_saar(table, 0)


@pytest.mark.parametrize(
    ("name", "arrange", "answers", "spent"),
    [
        ("trade_routes", has(0, goods=6), (), lambda player: player.goods == 1),
        ("lead", has(0, tactic=2, strategy=2), ("tactic_tokens 1",),
         lambda player: (player.tactic, player.strategy) == (1, 0)),
        ("fsn", has(0, action_cards=("fs", "mb", "mb", "sh", "sh", "sh")),
         ("discard fs", "discard mb", "discard mb"), lambda player: player.action_cards == ("sh",)),
    ],
)  # fmt: skip
def test_IM_OBJ_1_the_cost_is_paid_and_the_points_come(name, arrange, answers, spent):
    card = objectives_by_id()[name]
    game = say(chapter(lambda table: score_objective(table, 0, card), combine(nothing, arrange)), *answers)
    while game.question is not None:
        game.answer(next(iter(game.question.options())))
    player = game.table.players[0]
    assert spent(player)
    assert (player.points, player.scored_objectives) == (card.points, (name,))
    assert ("IM-OBJ-1", "scored") in cases(game)


def test_IM_OBJ_3_secrets_of_the_action_phase_are_no_status_secrets():
    table = laid_table(has(0, secret_objectives=("dtgs", "te"), points=0))
    table.put_units(0, system(table, "30"), "cruiser")
    assert scorable_secret_objectives(table, 0) == ["te"]


@pytest.mark.parametrize(
    ("name", "deeds", "others"),
    [
        ("dtgs", ["destroyed_warsun_or_flagship"], ["won_with_flagship"]),
        ("mew", ["bombarded_last_ground_forces"], ["cannon_destroyed_last_ships"]),
        ("sar", ["won_against_leader"], ["destroyed_warsun_or_flagship"]),
        ("ttfd", ["cannon_destroyed_last_ships"], ["bombarded_last_ground_forces"]),
        ("uf", ["won_with_flagship"], ["won_against_leader"]),
    ],
)
def test_IM_OBJ_3_a_deed_offers_its_secret_objective_at_once(name, deeds, others):
    holder = has(0, secret_objectives=(name,))
    game = chapter(lambda table: offer_event_scoring(table, 0, deeds), holder)
    assert options(game) == [f"score {name}", "score none"]
    say(game, f"score {name}")
    assert game.table.players[0].scored_objectives == (name,)
    assert chapter(lambda table: offer_event_scoring(table, 0, others), holder).question is None


def test_IM_OBJ_3_deeds_of_a_space_combat():
    table = laid_table(empty, units(0, "20", flagship=1), has(1, points=2))
    place = system(table, "20")
    assert events_of_space_win(table, 0, 1, place) == ["won_against_leader", "won_with_flagship"]
    assert events_of_space_win(table, 0, 2, place) == ["won_with_flagship"]
    assert events_of_destroying({"flagship": 1, "cruiser": 2}) == ["destroyed_warsun_or_flagship"]
    assert events_of_destroying({"warsun": 1}) == ["destroyed_warsun_or_flagship"]
    assert events_of_destroying({"cruiser": 1}) == []


def test_IM_AGENDA_classified_lets_others_score_a_deed_that_became_public():
    def leaked(table):
        table.open_objectives, table.secret_deck = ("dtgs",), deck("dtgs")
        table.players[1].scored_objectives = ("dtgs",)

    game = chapter(lambda table: offer_event_scoring(table, 0, ["destroyed_warsun_or_flagship"]), leaked)
    assert kind(game) == ("score", 0)
    assert (
        chapter(
            lambda table: offer_event_scoring(table, 1, ["destroyed_warsun_or_flagship"]), leaked
        ).question
        is None
    )
