"""Single sentences of the rulebook of Ember: abilities, Archmages, the deck and the end."""

from __future__ import annotations

import pytest
from ember.at_the_table import (
    allowed_answers,
    cited,
    creatures_of,
    give,
    hand,
    pass_until,
    pending_question,
    refused,
    start,
)

# Abilities


def test_EM_ABIL_1_a_flipped_creature_acts_again_only_after_it_is_revived() -> None:
    game = start("p1 hand A1 * has wisp; p2 hand E1", cards="F1 F2")
    give(game, "p1: use wisp")
    assert creatures_of(game, 0) == {"wisp": False}
    assert refused(game, "use wisp") == "EM-ABIL-1"
    give(game, "p1: archmage revive wisp", "p1: use wisp")
    assert hand(game, 0) == {"A1", "F1", "F2"}


def test_EM_ABIL_1_a_flipped_creature_stays_so_from_turn_to_turn() -> None:
    game = start("p1 hand A1 has wisp:down; p2 hand E1 has imp:down")
    for _ in range(4):
        pass_until(game, "draw").answer("stay")
    assert (creatures_of(game, 0), creatures_of(game, 1)) == ({"wisp": False}, {"imp": False})


def test_EM_ABIL_1_an_ongoing_ability_needs_no_use_and_ends_with_a_flip() -> None:
    game = start("p1 hand A1 A3 A5 A7 A9 has sprite; p2 hand E1 *", cards="F1")
    assert refused(game, "use sprite") == "EM-ABIL-1"
    give(game, "p1: draw")
    assert len(hand(game, 0)) == 6
    give(game, "p2: archmage flip sprite")
    assert game.table.players[0].hand_limit == 5
    assert pending_question(pass_until(game, "discard")) == ("p1", "discard")


def test_EM_WIN_1_abilities_are_used_in_the_turn_of_another_too() -> None:
    game = start("p1 hand A1 A3; p2 hand E1 has wisp", cards="F1 F2")
    give(game, "p1: draw", "p2: use wisp")
    assert hand(game, 1) == {"E1", "F2"}
    assert game.table.current == 0


def test_EM_ABIL_2_a_creature_that_was_announced_is_still_up_until_nobody_contests() -> None:
    game = start("p1 hand A1 A3 has siren; p2 hand E1 has griffin")
    give(game, "p1: use siren")
    assert creatures_of(game, 0) == {"siren": True}
    give(game, "p2: pass")
    assert creatures_of(game, 0) == {"siren": False}


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        (("use imp p2", "pass"), {"Player 2 could have answered with Griffin but did not."}),
        (("archmage revive wisp", "pass"), {"Player 2 could have answered with Griffin but did not."}),
        (("use imp p2", "answer griffin"), {"Imp (1) is lesser than Griffin (6)", "Griffin is flipped"}),
        (("archmage revive wisp", "answer griffin"), {"an Archmage (0) is lesser than Griffin (6)"}),
        (("use roc A9",), set()),  # 9 is not less than 6
        (("archmage flip griffin", "answer griffin"), {"Griffin would have been flipped anyway"}),
    ],
)
def test_EM_ABIL_3_who_could_answer_and_the_numbers_that_decide_are_recorded(
    answers: tuple[str, ...], told: set[str]
) -> None:
    line = "p1 hand A1 * has imp roc wisp:down; p2 hand E1 E2 has griffin; pile A9; to move p1 conjure"
    game = start(line)
    for answer in answers:
        game.answer(answer)
    rulings = game.rulings
    text = " ".join(ruling.text() for ruling in rulings)
    assert all(part in text for part in told)
    declined = [ruling for ruling in rulings if ruling.case == "declines"]
    assert len(declined) == (answers[-1] == "pass")
    cases = [ruling.case for ruling in rulings]
    if "cancels" in cases:
        assert cases.index("cancels") < cases.index("turned_down")


@pytest.mark.parametrize(
    ("answer", "use", "stops"),
    [
        ("gorgon", "use sphinx p2", True),
        ("gorgon", "use roc A9", False),
        ("gorgon", "use chimera", False),
        ("cerberus", "use simurgh", True),
        ("cerberus", "use titan p2", False),
        ("cerberus", "use phoenix wisp", False),
        ("salamander", "use pixie p2", True),
        ("salamander", "use faun", False),
    ],
)
def test_EM_ABIL_6_a_creature_cancels_only_what_is_worth_less(answer: str, use: str, stops: bool) -> None:
    used = use.split()[1]
    game = start(f"p1 hand A1 A3 has {used} wisp:down; p2 hand E1 E3 has {answer}; pile A9; to move p1 draw")
    give(game, f"p1: {use}")
    assert (pending_question(game) == ("p2", "answer")) is stops
    if stops:
        give(game, f"p2: answer {answer}")
        assert (creatures_of(game, 0)[used], creatures_of(game, 1)[answer]) == (False, False)
        assert [len(player.hand) for player in game.table.players] == [2, 2]


def test_EM_ABIL_6_current_points_do_not_make_a_creature_lesser() -> None:
    game = start("p1 hand A1 has kelpie-4; p2 hand E1 has boggart", cards="F1")
    give(game, "p1: stay")
    assert "use boggart kelpie" not in allowed_answers(game)
    assert (
        refused(start("p1 hand A1 has boggart; p2 hand E1 has kelpie-4"), "use boggart kelpie") == "EM-ABIL-6"
    )


def test_EM_WIN_3_the_higher_creature_acts_first_and_the_others_keep_what_they_declared() -> None:
    line = "p1 hand A1 A3 has imp; p2 hand E1 E3 has chimera; p3 hand F1 F3 has kelpie; to move p1 draw"
    game = give(start(line, cards="F5 F7"), "p1: stay", "p1: use imp p2", "p2: use chimera", "p3: use kelpie")
    give(game, "p3: discard F1", "p1: discard A1")
    assert hand(game, 2) == {"F3", "F5", "F7"}, "Kelpie drew after the discard"
    give(game, "p2: discard E1")
    assert game.table.pile == ["F1", "A1", "E1"]
    assert [creatures_of(game, seat) for seat in range(3)] == [
        {"imp": False},
        {"chimera": False},
        {"kelpie": False},
    ]


# The Archmage


def test_EM_ARCH_1_an_archmage_revives_an_own_creature_or_flips_an_opponents() -> None:
    line = "p1 hand * A1 has wisp:down imp; p2 hand E1 has pixie faun:down"
    game = start(line)
    assert {answer for answer in allowed_answers(game) if answer.startswith("archmage")} == {
        "archmage revive wisp",
        "archmage flip pixie",
    }
    assert refused(game, "archmage flip imp") == "EM-ARCH-1"
    assert refused(game, "archmage revive faun") == "EM-ARCH-1"
    assert refused(game, "archmage revive imp") == "EM-ABIL-7"
    assert refused(game, "archmage flip faun") == "EM-ABIL-7"
    give(game, "p1: archmage flip pixie")
    assert creatures_of(game, 1) == {"pixie": False, "faun": False}
    assert (hand(game, 0), game.table.pile) == ({"A1"}, ["*"])


def test_EM_ARCH_1_one_effect_for_each_archmage() -> None:
    game = give(start("p1 hand * A1 has wisp:down imp:down; p2 hand E1"), "p1: archmage revive wisp")
    assert refused(game, "archmage revive imp") == "EM-ARCH-1"
    game = give(start("p1 hand * * A1 has wisp:down imp:down; p2 hand E1"), "p1: archmage revive wisp")
    give(game, "p1: archmage revive imp")
    assert creatures_of(game, 0) == {"wisp": True, "imp": True}


def test_EM_ARCH_2_an_archmage_is_used_in_anothers_turn_and_is_cancelled_like_an_ability() -> None:
    game = start("p1 hand A1 has salamander wisp; p2 hand E1 *", cards="F1")
    give(game, "p1: draw", "p2: archmage flip wisp", "p1: answer salamander")
    assert creatures_of(game, 0) == {"salamander": False, "wisp": True}
    assert (hand(game, 1), game.table.pile) == ({"E1"}, ["*"])


# The deck


def test_EM_DECK_2_when_the_last_card_is_taken_the_pile_is_the_new_deck_at_once() -> None:
    game = start("p1 hand A1; p2 hand E1; deck F1; pile W1 W2 W3", cards="F1")
    give(game, "p1: draw")
    assert (game.table.deck_size, game.table.pile) == (3, [])
    assert "EM-DECK-2" in cited(game)


def test_EM_DECK_3_without_a_card_anywhere_nothing_is_drawn() -> None:
    game = start("p1 hand A1 has wisp; p2 hand E1; deck ; pile ")
    assert not {"draw", "use wisp"} & set(allowed_answers(game))
    assert refused(game, "draw") == "EM-DECK-3"
    assert refused(game, "use wisp") == "EM-ABIL-7"


# The end


@pytest.mark.parametrize(
    ("variant", "own", "number"),
    [
        ("quick", "phoenix:down griffin:down wisp:down", 20),
        ("box", "phoenix:down hydra:down griffin:down", 30),
        ("long", "phoenix:down hydra:down griffin:down golem:down", 40),
        ("very_long", "phoenix:down hydra:down griffin:down golem:down roc:down wisp:down", 50),
    ],
)
def test_EM_CALL_2_with_exactly_the_agreed_points_a_call_is_right_with_one_less_wrong(
    variant: str, own: str, number: int
) -> None:
    game = start(f"p1 hand A1 has {own}; p2 hand E1", variant=variant)
    assert game.table.players[0].total == number
    assert give(game, "p1: call").over
    game = start(f"p1 hand A1 has {own}-1; p2 hand E1", variant=variant)
    assert game.table.players[0].total == number - 1
    assert "call" not in allowed_answers(game)
    assert not give(game, "p1: call").over
    assert "EM-CALL-6" in cited(game)


def test_EM_CALL_1_points_alone_do_not_end_the_game() -> None:
    game = start("p1 hand A1 has phoenix leviathan dragon; p2 hand E1")
    for _ in range(4):
        pass_until(game, "draw").answer("stay")
    assert not game.over
    assert start("p1 hand A1 has phoenix leviathan dragon; p2 hand E1", variant="end=threshold").over


def test_EM_CALL_2_a_call_comes_out_of_turn_too() -> None:
    game = start("p1 hand A1; p2 hand E1 has phoenix:down leviathan:down dragon:down", cards="F1")
    give(game, "p1: draw", "p2: call")
    assert game.over
    assert game.result.winners == (1,)


def test_EM_CALL_3_left_of_the_caller_begins_and_a_pass_is_not_for_good() -> None:
    line = "p1 hand A1 has imp; "
    line += "p2 hand E1 has pegasus gorgon phoenix:down; p3 hand F1 F2 has wisp; to move p2 draw"
    game = give(start(line, cards="A2"), "p2: call", "p3: pass")
    give(game, "p1: use imp p3", "p3: discard F1")
    assert pending_question(game) == ("p3", "last"), (
        "player 2 has nothing to use; player 3, who passed, is asked again"
    )
    assert pass_until(give(game, "p3: use wisp")).over
    assert hand(game, 2) == {"F2", "A2"}


def test_EM_CALL_3_each_pass_of_the_last_round_gets_the_same_message_whoever_was_asked() -> None:
    line = "p1 hand A1 has {}phoenix:down leviathan:down pegasus; p2 hand E1; to move p1 draw"

    def passes(own: str, *answers: str) -> list[str]:
        game = give(start(line.format(own), cards="F1"), "p1: call", *answers)
        assert game.over
        return [facts["side"] for _, case, facts in game.table.rulings if case == "passes"]

    assert passes("") == ["p2", "p1"], "nobody can do anything, so nobody is asked"
    assert passes("wisp ", "p1: pass") == ["p2", "p1"]
    assert passes("wisp ", "p1: use wisp") == ["p2", "p2", "p1"]


def test_EM_CALL_3_one_ability_at_a_time() -> None:
    line = "p1 hand A1 has wisp phoenix:down leviathan:down pegasus; "
    line += "p2 hand E1 has kelpie gnome; pile A9; to move p1 draw"
    game = give(start(line, cards="F1 F2"), "p1: call", "p2: use kelpie")
    assert pending_question(game) == ("p1", "last")
    assert pending_question(give(game, "p1: pass")) == ("p2", "last")


def test_EM_CALL_6_a_wrong_call_costs_one_point_on_every_own_creature_and_no_other() -> None:
    line = "p1 hand A1 A2 has griffin faun:down wisp-1; p2 hand E1 has imp; to move p1 draw"
    game = give(start(line, cards="F1"), "p1: call")
    assert [owned.points for owned in game.table.players[0].owned] == [5, 2, 0]
    assert [owned.points for owned in game.table.players[1].owned] == [1]
    pass_until(game, "draw")
    assert (pending_question(game), game.table.turn) == (("p1", "draw"), 1), "the game goes on where it was"


# Clarifications


def test_EM_TURN_5_a_refresh_brings_no_card_from_the_pile() -> None:
    game = give(start("p1 hand A1 A3 has wyrmling; p2 hand E1; pile F9", cards="F1 F2"), "p1: refresh")
    assert hand(game, 0) == {"F1", "F2"}
    assert all(entry.kind != "source" for entry in game.transcript)


def test_EM_TURN_5_the_wyrmling_serves_its_owner_only_and_only_face_up() -> None:
    game = start("p1 hand A1 has imp; p2 hand E1 has wyrmling; pile F9")
    assert "draw pile" not in allowed_answers(game)
    assert refused(start("p1 hand A1 has wyrmling:down; p2 hand E1; pile F9"), "draw pile") == "EM-TURN-5"
    give(start("p1 hand A1 has wyrmling; p2 hand E1; pile F9"), "p1: draw pile")


def test_EM_ABIL_8_a_creature_never_falls_below_0() -> None:
    game = start("p1 hand A1 has behemoth; p2 hand E1 has imp")
    give(game, "p1: use behemoth imp")
    assert [owned.points for owned in game.table.players[1].owned] == [0]
    assert creatures_of(game, 1) == {"imp": True}


def test_EM_ABIL_8_in_the_books_option_what_falls_to_0_is_flipped() -> None:
    game = start("p1 hand A1 has behemoth; p2 hand E1 has imp faun", variant="zero_flips=true")
    give(game, "p1: use behemoth faun")
    assert creatures_of(game, 1) == {"imp": True, "faun": False}


def test_EM_ABIL_3_a_cockatrice_acts_before_a_siren_and_not_after() -> None:
    line = "p1 hand A1 A3 has siren; p2 hand E1 E3 has cockatrice; to move p1 draw"
    game = give(start(line), "p1: use siren")
    assert game.question is not None
    assert game.question.kind == "discard", "nothing of player 2 cancels: not asked"
    game = give(start(line, cards="F1"), "p1: draw", "p1: use siren", "p2: use cockatrice siren")
    assert creatures_of(game, 0) == {"siren": False}
    assert [len(player.hand) for player in game.table.players] == [3, 2]


def test_EM_VIEW_2_in_the_variant_only_the_owner_knows_a_flipped_creature_and_nobody_the_pile() -> None:
    line = "p1 hand A1 has wisp:down imp; p2 hand E1; pile F1 F2 F3; to move p1 draw"
    game = start(line, variant="memory=table")
    assert [each.id for each in game.view(0).seats[0].creatures] == ["wisp", "imp"]
    assert [each.id for each in game.view(1).seats[0].creatures] == ["", "imp"]
    assert game.view(0).pile == game.view(1).pile == ("F3",)
