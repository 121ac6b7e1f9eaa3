"""The effect of each creature of the assumed pool on hands, piles and creatures."""

from __future__ import annotations

import pytest
from ember.at_the_table import (
    allowed_answers,
    creatures_of,
    give,
    hand,
    pass_until,
    pending_question,
    refused,
    start,
)

from twingkit import ember
from twingkit.core.play import Game
from twingkit.ember.rules.acts import Use


def marked(game: Game, seat: int) -> dict[str, int]:
    """Return the creatures of a player with their current Victory Points."""
    return {owned.id: owned.points for owned in game.table.players[seat].owned}


@pytest.mark.parametrize(("creature", "count"), [("wisp", 1), ("kelpie", 2), ("simurgh", 3)])
def test_EM_TURN_6_draws_without_a_discard_even_with_a_full_hand(creature: str, count: int) -> None:
    game = start(f"p1 hand A1 A3 A5 A7 A9 has {creature}; p2 hand E1", cards="F1 F3 F5")
    give(game, f"p1: use {creature}")
    assert hand(game, 0) == {"A1", "A3", "A5", "A7", "A9", *["F1", "F3", "F5"][:count]}


def test_EM_TURN_5_the_wyrmling_asks_for_each_card_of_a_kelpie() -> None:
    game = start("p1 hand A1 has wyrmling kelpie; p2 hand E1; pile F7 F9", cards="W1")
    give(game, "p1: use kelpie", "p1: from pile", "p1: from deck")
    assert hand(game, 0) == {"A1", "F9", "W1"}


def test_EM_ABIL_7_imp_the_one_who_is_named_chooses_what_to_discard() -> None:
    game = give(start("p1 hand A1 has imp; p2 hand E1 E3; p3 hand F1"), "p1: use imp p2")
    assert pending_question(game) == ("p2", "discard")
    give(game, "p2: discard E3")
    assert [len(player.hand) for player in game.table.players] == [1, 1, 1]
    assert refused(start("p1 hand A1 has imp; p2 hand 0; p3 hand F1"), "use imp p2") == "EM-ABIL-7"
    assert refused(start("p1 hand A1 has imp; p2 hand E1"), "use imp p1") == "EM-ABIL-2"


def test_EM_ABIL_7_gnome_and_roc_take_numbered_cards_from_the_pile() -> None:
    line = "p1 hand A1 has gnome roc; p2 hand E1; pile F3 * W2"
    game = give(start(line), "p1: use gnome", "p1: use roc F3")
    assert (hand(game, 0), game.table.pile) == ({"A1", "W2", "F3"}, ["*"])
    line = "p1 hand A1 has gnome roc; p2 hand E1; pile F3 *"
    assert refused(start(line), "use gnome") == "EM-ABIL-7"
    assert refused(start(line), "use roc *") == "EM-ARCH-1"
    assert refused(start(line), "use roc W2") == "EM-ABIL-2"


def test_EM_VIEW_1_a_pixie_shows_a_hand_to_its_user_alone() -> None:
    game = give(start("p1 hand A1 has pixie; p2 hand E1 E3; p3 hand F1"), "p1: use pixie p2")
    [looks] = [r for r in game.rulings if r.case == "looks"]
    shown = ["3" in looks.seen_by(viewer).text().partition(":")[2] for viewer in range(3)]
    assert shown == [True, True, False]


def test_EM_ABIL_7_kobold_the_given_card_is_not_the_one_taken() -> None:
    game = start("p1 hand A1 A3 has kobold; p2 hand E1", cards="E1")
    give(game, "p1: use kobold p2", "p1: give A3")
    assert (hand(game, 0), hand(game, 1)) == ({"A1", "E1"}, {"A3"})


@pytest.mark.parametrize(
    ("creature", "size"), [("sprite", 6), ("djinn", 7), ("sprite djinn", 8), ("titan", 5)]
)
def test_EM_TURN_3_the_hand_size_with_ongoing_creatures(creature: str, size: int) -> None:
    game = start(f"p1 hand A1 A3 A5 A7 A9 A11 A13 E2 E4 has {creature}; p2 hand E1; to move p1 conjured")
    assert game.table.players[0].hand_limit == size
    pass_until(game, "discard")
    assert {len(answer.split()) - 1 for answer in allowed_answers(game)} == {9 - size}


def test_EM_TURN_3_a_titan_lowers_a_hand_size_until_its_owner_ends_a_turn() -> None:
    game = give(start("p1 hand A1 has titan; p2 hand E1 E3 E5 E7 E9"), "p1: use titan p2")
    assert [player.hand_limit for player in game.table.players] == [5, 3]
    pass_until(game, "discard")
    assert len(allowed_answers(game)) == 10, "two of five"
    give(game, "p2: discard E1 E3")
    assert game.table.players[1].hand_limit == 5


def test_EM_TURN_3_a_titan_in_the_turn_of_its_target_lasts_to_the_end_of_that_turn() -> None:
    game = start("p1 hand A1 A3 A5 A7; p2 hand E1 has titan")
    give(game, "p1: stay", "p2: use titan p1")
    assert pending_question(pass_until(game, "discard")) == ("p1", "discard")
    give(game, "p1: discard A1")
    assert game.table.players[0].hand_limit == 5


def test_EM_TURN_3_a_titan_in_the_window_that_ends_a_turn_bites_once() -> None:
    line = "ember: p1 hand A5 E5 F5 W5 A6; p2 hand A1 A2 A3 A4 E6 has titan; to move p1 conjure"
    game = ember.position_game(line, variant="box windows=long").give_answers("p1: done", "p2: use titan p1")
    pass_until(game, "discard")
    give(game, "p1: discard A5 E5")
    assert game.table.players[0].hand_limit == 5


@pytest.mark.parametrize(("creature", "most"), [("faun", 3), ("dragon", 5)])
def test_EM_TURN_5_faun_and_dragon_exchange_some_cards_which_is_no_draw_phase(
    creature: str, most: int
) -> None:
    line = f"p1 hand A1 A3 A5 A7 A9 A11 has {creature} wyrmling; p2 hand E1; pile W9"
    game = give(start(line, cards="F1 F3"), f"p1: use {creature}")
    assert max(len(answer.split()) - 1 for answer in allowed_answers(game)) == most
    assert min(len(answer.split()) - 1 for answer in allowed_answers(game)) == 1
    give(game, "p1: redraw A1 A9")
    assert hand(game, 0) == {"A3", "A5", "A7", "A11", "F1", "F3"}
    assert game.table.pile == ["W9", "A1", "A9"]


@pytest.mark.parametrize(
    ("creature", "prey", "safe"),
    [
        ("boggart", "pixie", "faun"),
        ("cockatrice", "kelpie", "dryad"),
        ("minotaur", "griffin", "banshee"),
    ],
)
def test_EM_ABIL_6_a_creature_flips_one_lesser_one_of_an_opponent(
    creature: str, prey: str, safe: str
) -> None:
    game = start(f"p1 hand A1 has {creature} wisp; p2 hand E1 has {prey} {safe} imp:down")
    assert [answer for answer in allowed_answers(game) if answer.startswith(f"use {creature}")] == [
        f"use {creature} {prey}"
    ]
    assert refused(game, f"use {creature} {safe}") == "EM-ABIL-6"
    assert refused(game, f"use {creature} wisp") == "EM-ABIL-6"
    give(game, f"p1: use {creature} {prey}")
    assert creatures_of(game, 1) == {prey: False, safe: True, "imp": False}


def test_EM_ABIL_6_a_leviathan_flips_all_lesser_ones_of_one_opponent_but_guarded_ones() -> None:
    line = "p1 hand A1 has leviathan; p2 hand E1 has phoenix wisp cerberus; "
    line += "p3 hand F1 has imp gargoyle siren griffin"
    game = give(start(line), "p1: use leviathan p2")
    assert creatures_of(game, 1) == {"phoenix": True, "wisp": False, "cerberus": False}
    game = give(start(line), "p1: use leviathan p3")
    assert creatures_of(game, 2) == {"imp": True, "gargoyle": False, "siren": True, "griffin": False}


def test_EM_ABIL_7_for_a_kraken_each_opponent_picks_a_creature_that_is_up() -> None:
    line = "p1 hand A1 has kraken; p2 hand E1 has wisp phoenix imp:down; p3 hand F1 has gargoyle; p4 hand W1"
    game = give(start(line), "p1: use kraken")
    assert pending_question(game) == ("p2", "flip_own")
    assert sorted(allowed_answers(game)) == ["flip phoenix", "flip wisp"]
    give(game, "p2: flip phoenix")
    assert (creatures_of(game, 1)["phoenix"], creatures_of(game, 2)) == (False, {"gargoyle": False})


def test_EM_ABIL_7_a_siren_hits_all_a_chimera_the_others_and_a_golem_keeps_a_hand() -> None:
    line = "p1 hand A1 has {} golem; p2 hand E1; p3 hand F1 has wisp; p4 hand W1 has {}"
    siren = give(start(line.format("siren", "golem").replace(" golem; p2", "; p2")), "p1: use siren")
    assert [len(player.hand) for player in siren.table.players] == [0, 0, 0, 1]
    chimera = give(start(line.format("chimera", "imp")), "p1: use chimera")
    assert [len(player.hand) for player in chimera.table.players] == [1, 0, 0, 0]
    own = give(start("p1 hand A1 has siren golem; p2 hand E1"), "p1: use siren")
    assert [len(player.hand) for player in own.table.players] == [0, 0], "the own Siren is no other's"


@pytest.mark.parametrize("use", ["imp p2", "kobold p2", "harpy p2"])
def test_EM_ABIL_7_a_golem_keeps_a_hand_from_discards_thefts_and_swaps(use: str) -> None:
    game = start(f"p1 hand A1 has {use.split()[0]} ; p2 hand E1 E3 has golem")
    assert refused(game, f"use {use}") == "EM-ABIL-7"
    give(start(f"p1 hand A1 has {use.split()[0]} ; p2 hand E1 E3 has golem:down"), f"p1: use {use}")


def test_EM_ABIL_7_a_golem_does_not_hide_a_hand_but_saves_its_cards_from_a_sphinx() -> None:
    game = give(start("p1 hand A1 has sphinx; p2 hand E1 E3 has golem"), "p1: use sphinx p2")
    assert hand(game, 1) == {"E1", "E3"}
    assert any(ruling.case == "looks" for ruling in game.rulings)
    assert not creatures_of(game, 0)["sphinx"]
    game = give(start("p1 hand A1 has sphinx; p2 hand E1 E3"), "p1: use sphinx p2")
    assert (pending_question(game), sorted(allowed_answers(game))) == (("p1", "pick"), ["pick E1", "pick E3"])
    give(game, "p1: pick E3")
    assert (hand(game, 1), game.table.pile) == ({"E1"}, ["E3"])


def test_EM_ABIL_7_a_harpy_takes_a_card_that_chance_names() -> None:
    seen = set()
    for seed in ("E1", "E3"):
        game = give(start("p1 hand A1 has harpy; p2 hand E1 E3", cards=seed), "p1: use harpy p2")
        assert hand(game, 0) == {"A1", seed}
        seen |= hand(game, 1)
    assert seen == {"E1", "E3"}


def test_EM_ABIL_7_a_centaur_orders_the_next_three_cards() -> None:
    game = start("p1 hand A1 has centaur; p2 hand E1", cards="F1 F3 F5")
    give(game, "p1: use centaur", "p1: order F5 F1 F3")
    ordered = [facts["cards"] for _, case, facts in game.table.rulings if case == "ordered"]
    assert [fact.value for fact in ordered] == [("F5", "F1", "F3")]
    give(game, "p1: draw")
    assert hand(game, 0) == {"A1", "F5"}
    assert game.view(1).hand == ("E1",)
    while game.table.current == 0:
        pass_until(game, "draw")
    give(game, "p2: draw")
    assert hand(game, 1) == {"E1", "F1"}


@pytest.mark.parametrize("creature", ["dryad", "unicorn"])
def test_EM_ABIL_6_a_reviver_turns_one_own_lesser_creature_up(creature: str) -> None:
    game = start(f"p1 hand A1 has {creature} wisp:down imp:down gorgon:down pixie; p2 hand E1 has gnome:down")
    revived = {answer for answer in allowed_answers(game) if answer.startswith(f"use {creature}")}
    assert revived == {f"use {creature} imp", f"use {creature} wisp"}
    assert refused(game, f"use {creature} wisp imp") == "EM-ABIL-2"
    give(game, f"p1: use {creature} wisp", "p1: use wisp")


def test_EM_ABIL_6_a_phoenix_revives_two() -> None:
    game = start("p1 hand A1 has phoenix cerberus:down wisp:down imp:down leviathan:down; p2 hand E1")
    assert refused(game, "use phoenix leviathan") == "EM-ABIL-6"
    assert refused(game, "use phoenix wisp wisp") == "EM-ABIL-2"
    give(game, "p1: use phoenix cerberus wisp")
    assert creatures_of(game, 0) == {
        "phoenix": False,
        "cerberus": True,
        "wisp": True,
        "imp": False,
        "leviathan": False,
    }


@pytest.mark.parametrize(
    ("use", "left"),
    [
        ("banshee wisp siren", {"wisp": 0, "siren": 3, "griffin": 6}),
        ("banshee wisp siren griffin", {"wisp": 0, "siren": 3, "griffin": 5}),
        ("basilisk griffin", {"wisp": 1, "siren": 4, "griffin": 4}),
        ("behemoth siren", {"wisp": 1, "siren": 1, "griffin": 6}),
    ],
)
def test_EM_ABIL_8_marks_stay_for_good(use: str, left: dict[str, int]) -> None:
    creature = use.split()[0]
    game = give(
        start(f"p1 hand A1 has {creature}; p2 hand E1 has wisp siren griffin"), f"p1: use {use}", "p2: pass"
    )
    assert marked(game, 1) == left
    assert all(creatures_of(game, 1).values())
    while game.table.turn < 4:
        pass_until(game, "draw").answer("stay")
    assert marked(game, 1) == left


def test_EM_ABIL_2_a_banshee_marks_creatures_of_one_opponent_only() -> None:
    game = start("p1 hand A1 has banshee; p2 hand E1 has wisp; p3 hand F1 has imp")
    assert refused(game, "use banshee wisp imp") == "EM-ABIL-2"


def test_EM_ABIL_8_a_pegasus_is_worth_two_more_while_it_lies_face_up() -> None:
    assert start("p1 hand A1 has pegasus; p2 hand E1").table.players[0].total == 10
    assert start("p1 hand A1 has pegasus:down; p2 hand E1").table.players[0].total == 8
    game = give(start("p1 hand * A1 has pegasus:down; p2 hand E1"), "p1: archmage revive pegasus")
    assert game.table.players[0].total == 10


@pytest.mark.parametrize(
    "use", ["siren", "imp p2", "leviathan p2", "titan p2", "behemoth griffin", "sphinx p2"]
)
def test_EM_ABIL_3_with_a_manticore_any_use_passes_its_owner_by_and_no_other(use: str) -> None:
    creature = use.split()[0]
    line = f"p1 hand A1 A3 has {creature}; p2 hand E1 E3 has manticore griffin:down wisp; p3 hand F1"
    game = start(line.replace("griffin:down", "griffin") if "griffin" in use else line)
    give(game, f"p1: use {use}", "p2: answer manticore")
    if creature == "siren":
        give(game, "p3: discard F1") if pending_question(game)[0] == "p3" else None
        give(game, "p1: discard A1")
        assert hand(game, 2) == set()
    assert hand(game, 1) == {"E1", "E3"}
    assert creatures_of(game, 1)["wisp"]
    assert not creatures_of(game, 1)["manticore"]
    assert not creatures_of(game, 0)[creature]
    assert game.table.players[1].hand_limit == 5
    assert marked(game, 1)["griffin"] == 6


def test_EM_ABIL_3_a_manticore_does_not_answer_what_does_not_affect_its_owner() -> None:
    game = give(start("p1 hand A1 has imp; p2 hand E1 has manticore; p3 hand F1 F3"), "p1: use imp p3")
    assert pending_question(game) == ("p3", "discard")


def test_EM_TURN_2_with_a_hydra_step_one_draws_two_after_one_discard() -> None:
    game = start("p1 hand A1 A3 A5 A7 A9 has hydra; p2 hand E1", cards="F1 F3")
    give(game, "p1: draw A1")
    assert hand(game, 0) == {"A3", "A5", "A7", "A9", "F1", "F3"}
    game = give(start("p1 hand A1 A3 has hydra; p2 hand E1", cards="F1 F3"), "p1: refresh")
    assert len(hand(game, 0)) == 2, "a refresh is no draw"
    game = give(start("p1 hand A1 has hydra wisp; p2 hand E1", cards="F1 F3"), "p1: use wisp")
    assert hand(game, 0) == {"A1", "F1"}, "nor is the draw of an ability step 1"


def test_EM_ABIL_8_in_the_option_a_creature_at_0_cannot_be_kept_up() -> None:
    line = "p1 hand * A1 has wisp:down-1 imp:down; p2 hand E1"
    assert refused(start(line, variant="zero_flips=true"), "archmage revive wisp") == "EM-ABIL-8"
    give(start(line), "p1: archmage revive wisp")


@pytest.mark.parametrize(
    ("creature", "lies_there", "case"),
    [
        ("dryad", "wisp; p2 hand E1 has imp", "nothing_to_revive"),
        ("dryad", "wisp:down; p2 hand E1 has imp", "name_creatures"),
        ("boggart", "wisp; p2 hand E1 has phoenix imp:down", "nothing_to_flip"),
        ("boggart", "wisp; p2 hand E1 has imp gargoyle", "nothing_to_flip"),
        ("boggart", "wisp; p2 hand E1 has imp", "name_creatures"),
        ("banshee", "wisp; p2 hand E1 has phoenix", "nothing_to_mark"),
        ("roc", "wisp; p2 hand E1", "nothing_to_take"),
        ("gnome", "wisp; p2 hand E1", "empty_pile"),
        ("gnome", "wisp; p2 hand E1; pile A5 *", "archmage_on_top"),
    ],
)
def test_EM_ABIL_7_an_ability_that_finds_nothing_to_name_says_what_it_looked_for(
    creature: str, lies_there: str, case: str
) -> None:
    game = start(f"p1 hand A1 has {creature} {lies_there}")
    refusal = game.question.refusal(Use(creature))
    assert (refusal.rule, refusal.case) == ("EM-ABIL-2" if case.startswith("name_") else "EM-ABIL-7", case)
    assert all(len(refusal.text(lang)) > 30 for lang in ("en", "de"))
