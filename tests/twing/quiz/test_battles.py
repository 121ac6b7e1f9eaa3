"""Questions about one battle: each answer is checked independently."""

from __future__ import annotations

from collections import Counter

import pytest
from twing.quiz_items import BATTLES, KINDS, dealt, more_if_needed, of_kinds

from twingkit.core.notation import ROLES
from twingkit.core.rulebook import READER_KEY, Ruling
from twingkit.learn.quiz.item import QuizItem
from twingkit.twing import SUN, Battle
from twingkit.twing.exact_odds.variants.contest import battle_contest
from twingkit.twing.notation.battle_line import parse_lay
from twingkit.twing.quiz.battles.battle_wording import final_discard_pile_size, winner_key
from twingkit.twing.quiz.battles.mistakes import (
    FORGETTABLE_RULES_BY_TOPIC,
    wrong_values,
    wrong_values_after_battle,
)
from twingkit.twing.quiz.battles.staging import PlannedBattle, PlannedResponse
from twingkit.twing.rules.cards import CROSS, FACES, SPIRAL, Creature, parse_face
from twingkit.twing.rules.lay import Lay

pytestmark = pytest.mark.slow

OBJECTS = {"TW-POW-hat", "TW-POW-shamrock", "TW-POW-boots", "TW-POW-socks"}


def faces_in(item: QuizItem) -> tuple[int | None, int | None]:
    """Return the faces of the dice at the end of the battle, without responses."""
    rolls: list[int | None] = [None, None]
    for line in (*item.answers_before, *item.answers_after):
        seat, _, answer = line.partition(": ")
        if answer.startswith("roll "):
            rolls[ROLES.index(seat)] = parse_face(answer.removeprefix("roll "))
    return rolls[0], rolls[1]


def winner_by_odds(battle: Battle, faces: tuple[int | None, int | None]) -> tuple[int | None, list[int]]:
    """Return the winner by the separate calculation of the odds, and what the dice count."""
    counts = [
        0 if face is None else profile.face_result(0 if face == SPIRAL else face)
        for profile, face in zip(battle_contest(battle).profiles, faces, strict=True)
    ]
    if SUN in counts or CROSS in counts:
        order = {SUN: 1, CROSS: -1}
        mine, theirs = (order.get(count, 0) for count in counts)
        return (None if mine == theirs else 0 if mine > theirs else 1), counts
    points = [side.lay.power + count for side, count in zip(battle.sides, counts, strict=True)]
    return (None if points[0] == points[1] else 0 if points[0] > points[1] else 1), counts


def option_of_winner(winner: int | None, seat: int) -> str:
    """Return the key of the option that names this winner."""
    return "tie" if winner is None else "you" if winner == seat else "other"


def test_the_winner_is_now_one_and_now_the_other() -> None:
    for topic, kind in KINDS:
        if kind == "winner" and topic in BATTLES:
            assert any(map(evenly_won, more_if_needed(topic, kind, 20, 40))), (topic, kind)


def evenly_won(items: list[QuizItem]) -> bool:
    """Return whether both sides win often enough, and sometimes nobody."""
    keys = Counter(asked.right_option.key for asked in items)
    return min(keys["you"], keys["other"]) >= 0.2 * len(items) and keys["tie"] >= 0.05 * len(items)


def ruling_facts(ruling: Ruling) -> dict[str, str]:
    """Return the facts of a ruling as texts."""
    return {name: str(fact) for name, fact in ruling.facts.items()}


# -- who wins


def test_TW_BAT_16_TW_BAT_17_the_winner_is_the_one_that_the_odds_reckon() -> None:
    for item in of_kinds("winner", "verdict"):
        if item.answers_after:
            continue  # responses: below
        winner, _ = winner_by_odds(Battle.parse(item.table), faces_in(item))
        if item.kind == "winner":
            assert item.right_option.key == option_of_winner(winner, item.seat), item.name
        assert item.game().result.winner == winner, item.name


def test_TW_BAT_10_the_winner_after_responses_is_the_one_of_the_game_played_out() -> None:
    for item in of_kinds("winner", "verdict"):
        game = item.game_after()
        assert game.over, item.name
        if item.kind == "winner":
            assert item.right_option.key == option_of_winner(game.result.winner, item.seat), item.name
        why = item.reasons[0]
        assert isinstance(why, Ruling), item.name
        said = game.rulings
        decisive = [ruling for ruling in said if (ruling.rule, ruling.case) == (why.rule, why.case)]
        assert ruling_facts(decisive[-1]).items() <= ruling_facts(why).items(), item.name
        if item.kind == "verdict":
            decided = decisive[-1].for_reader({ROLES[item.seat]: READER_KEY})
            assert item.right_option.text("de") == decided.text("de"), item.name


def test_TW_BAT_17_points_are_cards_and_die() -> None:
    for item in of_kinds("points"):
        if item.game().over:
            whose = ROLES.index(next((role for role in ROLES if role in item.prompt()), ROLES[item.seat]))
            battle = Battle.parse(item.table)
            _, counts = winner_by_odds(battle, faces_in(item))
            assert int(item.right_option.key) == battle.sides[whose].lay.power + counts[whose], item.name
        else:
            assert int(item.right_option.key) == Battle.parse(item.table).sides[item.seat].lay.power, (
                item.name
            )


def test_TW_BAT_15_the_die_counts_what_the_odds_reckon() -> None:
    for item in of_kinds("worth"):
        if item.answers_after:
            continue
        whose = ROLES.index(next((role for role in ROLES if role in item.prompt()), ROLES[item.seat]))
        _, counts = winner_by_odds(Battle.parse(item.table), faces_in(item))
        assert parse_face(item.right_option.key) == counts[whose], item.name


def test_TW_BAT_11_TW_BAT_12_the_die_counts_its_last_face() -> None:
    for item in of_kinds("worth"):
        fight = item.game_after().table.fight
        whose = next((side for side in fight.sides if f"{side.role}’s die worth?" in item.prompt()), None)
        side = whose or fight.sides[item.seat]
        battle = Battle.parse(item.table)
        faces = (side.shown_face, None) if side.index == 0 else (None, side.shown_face)
        _, counts = winner_by_odds(battle, faces)
        assert parse_face(item.right_option.key) == counts[side.index], item.name


def test_TW_BAT_17_one_roll_alone_makes_a_tie() -> None:
    for item in of_kinds("level"):
        for choice in item.choices:
            game = item.game().give_answers(f"{ROLES[item.seat]}: roll {choice.key}")
            assert (game.result.winner is None) is choice.is_right, item.name


def test_TW_BAT_17_the_least_roll_wins_and_no_lower_one() -> None:
    for item in of_kinds("least"):
        wins = []
        cats = [line for line in item.answers_after if line.endswith(": cat")]
        for face in FACES[:9]:
            game = item.game().give_answers(*cats, f"{ROLES[item.seat]}: roll {face}")
            if game.result.winner == item.seat:
                wins.append(face)
        assert int(item.right_option.key) == min(wins), item.name
        assert any(int(choice.key) not in wins for choice in item.choices), item.name


def test_TW_BAT_10_one_response_alone_wins() -> None:
    for item in of_kinds("best"):
        me, other = ROLES[item.seat], ROLES[1 - item.seat]
        for choice in item.choices:
            answers = {"pass": "pass", "own": f"miromon {me}", "other": f"miromon {other}"}
            if choice.key == "trap":
                token = parse_lay(choice.cards).creatures[0].token
                lay = Battle.parse(item.table).sides[1 - item.seat].lay
                rides = any(unit.rider and unit.rider.token == token for unit in lay.units)
                answers["trap"] = f"trap >{token}" if rides else f"trap {token}"
            game = item.game().give_answers(f"{me}: {answers[choice.key]}")
            while not game.over:
                game.answer("pass")
            assert (game.result.winner == item.seat) is choice.is_right, item.name


def test_TW_POW_one_object_alone_would_have_won() -> None:
    for item in dealt("nine-objects", "object"):
        battle = Battle.parse(item.table)
        assert winner_by_odds(battle, faces_in(item))[0] != item.seat, item.name
        for choice in item.choices:
            parts = item.table.split(" vs ")
            if choice.key != "none":
                parts[item.seat] += f" @ {choice.key}"
            winner, _ = winner_by_odds(Battle.parse(" vs ".join(parts)), faces_in(item))
            assert (winner == item.seat) is (choice.is_right and choice.key != "none"), item.name


# -- afterwards


def test_TW_BAT_18_the_winner_is_paid_but_not_a_shield() -> None:
    for item in of_kinds("ornicle"):
        winner, _ = winner_by_odds(Battle.parse(item.table), faces_in(item))
        shield = winner is not None and Battle.parse(item.table).sides[winner].is_shield
        expected = "nobody" if winner is None or shield else option_of_winner(winner, item.seat)
        assert item.right_option.key == expected, item.name
        players = item.game_after().table.players
        assert [player.ornicles for player in players] == [
            int(expected in ("you", "other") and seat == winner) for seat in (0, 1)
        ]


def test_TW_BAT_19_TW_BAT_20_discards_are_spells_and_what_the_loser_loses() -> None:
    for item in of_kinds("gone"):
        battle = Battle.parse(item.table)
        winner, _ = winner_by_odds(battle, faces_in(item))
        gone = sum(len(side.spells) for side in battle.sides)
        if winner is not None:
            loser = battle.sides[1 - winner]
            safe = loser.character if winner == 1 else ""
            gone += sum(card.element != safe for card in loser.lay.creatures)
        assert int(item.right_option.key) == gone == len(item.game_after().table.discard_pile), item.name


def test_TW_BAT_20_TW_BAT_21_a_creature_is_where_the_question_says() -> None:
    for item in of_kinds("fate", "home"):
        table = item.game_after().table
        (card,) = parse_lay(item.cards).creatures
        homes = [seat for seat, player in enumerate(table.players) if card in player.entourage]
        owner = next(
            seat for seat, side in enumerate(Battle.parse(item.table).sides) if card in side.lay.creatures
        )
        assert (item.right_option.key == "home") is (homes == [owner]), item.name
        assert (item.right_option.key == "lost") is (card in table.discard_pile), item.name
        assert item.right_option.key in ("home", "lost"), item.name


def test_TW_BAT_13_a_trap_takes_one_card_and_its_points() -> None:
    for item in dealt("traps", "left"):
        battle = Battle.parse(item.table)
        trap = next(line for line in item.answers_after if ": trap" in line)
        seat, _, answer = trap.partition(": ")
        whose = 1 - ROLES.index(seat)
        card = parse_lay("shield " + answer.removeprefix("trap ").removeprefix(">")).creatures[0]
        assert int(item.right_option.key) == battle.sides[whose].lay.power - card.power, item.name


# -- what may be laid and played


def test_TW_BAT_1_TW_BAT_2_TW_BAT_3_TW_BAT_5_only_the_right_lay_may_be_laid() -> None:
    for item in of_kinds("together", "join", "which", "defend", "lay"):
        game = item.game()
        for choice in item.choices:
            refusal = game.refusal(f"p{item.seat + 1}: lay {choice.key}")
            assert (refusal is None) is choice.is_right, item.name
            assert (refusal.rule if refusal else "") == choice.forgotten_rule, item.name
            assert [said.text() for said in choice.reasons] == ([refusal.text()] if refusal else []), (
                item.name
            )


def test_TW_BAT_1_TW_BAT_2_no_lawful_attack_is_stronger_than_the_right_one() -> None:
    for item in of_kinds("strongest"):
        question = item.game().question
        assert question is not None
        most = max(lay.power for lay in question.options())
        for choice in item.choices:
            lay = parse_lay(choice.cards)
            lawful = question.refusal(lay) is None
            assert (lawful and lay.power == most) is choice.is_right, item.name
            assert choice.forgotten_rule == ("" if lawful else question.refusal(lay).rule), item.name
        assert any(choice.forgotten_rule for choice in item.choices), item.name


def test_TW_BAT_3_one_creature_alone_may_ride() -> None:
    for item in dealt("mounts-and-creatures", "rider"):
        lay = parse_lay(item.answers_after[0].partition(": lay ")[2])
        mount, game = lay.units[0].creature, item.game()
        assert parse_lay(item.cards).creatures == (mount,)
        for choice in item.choices:
            card = parse_lay(choice.cards).creatures[0]
            answer = f"p1: lay {lay.spells[0].token} + {mount.token}>{card.token}"
            assert (game.refusal(answer) is None) is choice.is_right, item.name
            fits = not card.mount and card.element == mount.element and card.power <= mount.power
            assert fits is choice.is_right, item.name


def test_TW_BAT_5_TW_POW_teddy_TW_POW_cup_may_it_be_laid() -> None:
    for item in (*dealt("shield", "may"), *dealt("nine-objects", "may-lay")):
        refusal = item.game().refusal(f"p{item.seat + 1}: lay {item.cards}")
        assert item.right_option.key == ("no" if refusal else "yes"), item.name
        if refusal:
            assert item.reasons[0].text() == refusal.text()
        elif item.right_option.key == "yes" and item.choices[1].forgotten_rule:
            assert item.choices[1].forgotten_rule == item.rule == "TW-POW-teddy", item.name


def test_TW_BAT_9_to_14_TW_POW_may_it_be_played() -> None:
    rules = Counter[str]()
    for topic in ("cats-and-miromon", "traps", "nine-objects"):
        for item in dealt(topic, "may"):
            question = item.game().question
            assert question is not None
            assert question.player == item.seat, item.name
            if item.right_option.key == "yes":
                item.game().give_answers(*item.answers_after)
            else:
                assert not item.answers_after
                rules[item.reasons[0].rule] += 1
    expected = {"TW-BAT-9", "TW-BAT-11", "TW-BAT-12", "TW-BAT-13", "TW-BAT-14"} | OBJECTS
    assert set(rules) == expected


def test_TW_BAT_15_one_attack_alone_makes_a_minus_count_0() -> None:
    for item in dealt("own-element", "attack"):
        character = item.table.split()[1]
        for choice in item.choices:
            element = parse_lay(choice.cards).spells[0].element
            assert (element == character) is choice.is_right, item.name
            refusal = item.game().refusal(f"p1: lay {choice.key}")
            assert refusal is None, item.name


def test_TW_SET_1_creatures_are_open_all_other_cards_are_held() -> None:
    for item in dealt("elements-and-cards", "draw"):
        before, after = item.game().table.players[0], item.game_after().table.players[0]
        grown = "hand" if after.hand_size > before.hand_size else "entourage"
        assert item.right_option.key == grown, item.name
        assert ("creature" in item.answers_after[0]) is (grown == "entourage"), item.name
    for item in dealt("elements-and-cards", "hand"):
        held = [line.partition(": draw ")[2] for line in item.answers_after if "creature" not in line]
        assert item.right_option.key == " ".join(token.replace(" ", "-") for token in held), item.name
        assert item.game_after().table.players[0].hand_size == len(held)


# -- battles without a rule


@pytest.mark.parametrize(
    ("name", "line", "answers", "expected"),
    [
        ("TW-POW-bra", "F: L5 @ bra vs W: A3", ("roll 0", "roll Sun"), "other"),
        ("TW-BAT-15", "F: F3 vs W: A2", ("roll -2", "roll 0"), "other"),
        ("TW-BAT-16", "F: L1 vs W: A6", ("roll Sun", "roll 0"), "other"),
        ("TW-BAT-3", "F: L1 + L4M>L2 vs W: A6", ("roll 0", "roll 0"), "other"),
        ("TW-BAT-12", "F: L2 & miromon vs W: A4", ("roll -4", "roll -1", "miromon attacker"), "other"),
        ("TW-BAT-11", "F: L2 & cat vs W: A2", ("roll -4", "roll -1", "cat", "roll 4"), "other"),
        ("TW-BAT-13", "F: L4 & trap vs W: A1 + A5", ("roll 0", "roll 0", "trap A5"), "other"),
    ],
)
def test_a_forgotten_rule_leads_to_the_other_winner(
    name: str, line: str, answers: tuple[str, ...], expected: str
) -> None:

    faces: list[list[int]] = [[], []]
    plays = [PlannedResponse(0, answer) for answer in answers if not answer.startswith("roll ")]
    rolls = [parse_face(answer.removeprefix("roll ")) for answer in answers if answer.startswith("roll ")]
    for place, face in enumerate(rolls):
        assert face is not None
        faces[1 if place == 1 else 0].append(face)
    played = PlannedBattle(Battle.parse(line), (tuple(faces[0]), tuple(faces[1])), tuple(plays)).play_out()
    assert played is not None
    assert winner_key(played, 0) == "you"
    mistakes = wrong_values(played, {name}, lambda each: winner_key(each, 0))
    assert mistakes.get(expected) == name


def test_a_rule_that_changes_nothing_makes_no_wrong_value() -> None:

    played = PlannedBattle(Battle.parse("F: F6 F5 vs W: W1 @ bra"), ((-1,), (0,))).play_out()
    assert played is not None
    assert (
        wrong_values(played, FORGETTABLE_RULES_BY_TOPIC["nine-objects"], lambda each: winner_key(each, 0))
        == {}
    )
    assert not wrong_values(played, set(), lambda each: each.result.points)


def test_a_battle_that_the_rules_forbid_is_not_staged() -> None:

    forbidden = Battle(Battle.parse("F: F5 vs W: W1").attacker, Battle.parse("F: F5 vs W: W1 + F3").defender)
    assert PlannedBattle(forbidden, ((0,), (0,))).play_out() is None
    held = Battle.parse("F: F5 vs W: W1 @ socks & cat")
    assert PlannedBattle(held, ((0,), (0,)), (PlannedResponse(0, "cat"),)).play_out() is None, (
        "a cat that nobody holds"
    )
    assert PlannedBattle(held, ((0, 2), (0,))).play_out() is None, "a roll too many"
    assert PlannedBattle(held, ((), (0,))).play_out() is None, "a roll too few"


def test_a_question_about_no_card_names_none() -> None:
    assert all(not item.cards for item in of_kinds("winner", "points", "gone"))
    lone = [parse_lay(item.cards) for item in of_kinds("fate")]
    assert all(isinstance(lay, Lay) and isinstance(lay.creatures[0], Creature) for lay in lone)


def test_TW_BAT_20_who_forgets_a_rider_still_counts_all_cards_of_a_lost_shield() -> None:
    played = PlannedBattle.with_one_roll_each(
        Battle.parse("F: L4 L2 vs A: shield W4M>W2 W1"), 0, 0
    ).play_out()
    assert played is not None
    assert winner_key(played, 1) == "you"
    assert final_discard_pile_size(played) == 2
    assert wrong_values_after_battle(played, {"TW-BAT-3"}, final_discard_pile_size) == {5: "TW-BAT-3"}
