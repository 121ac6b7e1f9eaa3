"""The ratings of Imajica: independent of hidden information, only of allowed answers, with chances that add
up."""

from __future__ import annotations

import random

import pytest
from long_runs import runs

from twingkit import imajica, policies
from twingkit.core.play import Game
from twingkit.core.questions import ChanceQuestion
from twingkit.core.words import LANGUAGES
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.players.lookahead import LOOKAHEAD, candidate_answers, obvious_answer
from twingkit.imajica.players.redeal import redeal
from twingkit.imajica.starts import position_game
from twingkit.learn.reviews import Review
from twingkit.players.lookahead import lookahead_of, rate_answers_by_playouts
from twingkit.players.policies import computer_player


def moments(players: int, seed: int, kinds: tuple[str, ...]) -> list[Game]:
    """Return the first moment of each kind of question with a real choice, in the second round."""
    game, found = imajica.new_game(players, seed=seed, explain=False), dict[str, Game]()
    seated = [computer_player(game.start, "steady", seat) for seat in range(players)]
    while (question := game.question) is not None and len(found) < len(kinds) and game.table.round < 12:
        wanted = game.table.round > 1 and question.kind in kinds and question.kind not in found
        if wanted and len(candidate_answers(game)) > 1:
            found[question.kind] = game.copy()
        game.answer(seated[question.player](game))
    return list(found.values())


def test_Imajica_fills_in_the_lookahead() -> None:
    assert lookahead_of(imajica.new_game(2, seed=1)) is LOOKAHEAD


@pytest.mark.parametrize("players", runs([2], [2, 3, 4]))
def test_IJ_AREA_2_no_answer_and_no_rating_depends_on_what_is_hidden(players: int) -> None:
    compared = set()
    for game in moments(players, 3, ("autarch", "ally", "advance", "respond", "contest")):
        assert game.question is not None
        seat = game.question.player
        other = game.with_change(lambda table, seat=seat: redeal(table, seat, random.Random(3)))
        assert other.view(seat) == game.view(seat)
        assert candidate_answers(other) == candidate_answers(game)
        looked_at = candidate_answers(game)[:3]
        assert rate_answers_by_playouts(
            other, playout_count=2, candidate_answers=looked_at
        ) == rate_answers_by_playouts(game, playout_count=2, candidate_answers=looked_at)
        if other.table.key() != game.table.key():
            compared.add(game.question.kind)
    assert len(compared) >= 4


def test_every_answer_that_is_looked_at_is_allowed_and_the_advised_one_comes_first() -> None:
    looked = 0
    for seed in range(runs(1, 6)):
        game = imajica.new_game(2, seed=seed, explain=False)
        while (question := game.question) is not None and game.table.round < 6:
            if isinstance(question, ChanceQuestion):
                game.answer_randomly()
                continue
            advised = computer_player(game.start, "steady", 0)(game)
            found = candidate_answers(game)
            assert found[0] == advised
            assert len(set(found)) == len(found)
            assert all(question.refusal(answer) is None for answer in found)
            assert obvious_answer(game) in (None, str(advised))
            looked += len(found) > 1
            game.answer(advised)
    assert looked > 20


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_chances_of_all_add_up_where_no_hand_is_known_and_grow_with_the_sites(players: int) -> None:
    rest = "; ".join(f"p{seat} active irish" for seat in range(2, players + 1) if seat < 3)
    others = "; ".join([rest, *(f"p{seat} active lamp-boy" for seat in range(3, players + 1))])
    few = position_game(f"imajica: p1 active gideon; {others}; to move p1 autarch", seed=1)
    more = position_game(
        f"imajica: p1 active gideon state slew=sartori; {others}; to move p1 autarch", seed=1
    )
    assert 0 < LOOKAHEAD.estimate_win(few, 0) < LOOKAHEAD.estimate_win(more, 0) < 1
    assert sum(LOOKAHEAD.estimate_win(more, seat) for seat in range(players)) == pytest.approx(1)
    over = few.copy()
    over.table.players[1].is_out = True
    assert LOOKAHEAD.estimate_win(over, 1) == 0


def test_a_review_passes_over_what_goes_without_saying_and_not_over_what_was_played_instead() -> None:
    game = imajica.new_game(2, seed=2, explain=False)
    policies.play(game, ["greedy", "random"], seed=1)
    while len(game) > 150:
        game.undo()
    reviewed = Review(game.record)
    decisions = reviewed.moments.decisions
    assert len(decisions) < len(
        [entry for entry in game.transcript if not isinstance(entry.question, ChanceQuestion)]
    )
    for decision in decisions:
        assert obvious_answer(decision.game) != decision.answer
    assert {decision.question_kind for decision in decisions} >= {"autarch", "ally"}


@pytest.mark.parametrize(
    ("line", "answer", "case"),
    [
        (
            "p1 active irish hand guides-lamp old-oath; p2; circle kite-fields",
            "seize kite-fields with irish",
            "why_seize_maneuver",
        ),
        ("p1 active sartori; p2; circle the-erasure", "seize the-erasure with sartori", "why_seize_maestro"),
        ("p1 active gek-a-gek; p2 active irish", "challenge irish with gek-a-gek", "why_challenge"),
        ("p1 active irish; p2 active gek-a-gek", "challenge gek-a-gek with irish", "why_challenge_alone"),
    ],
)
def test_an_answer_has_its_reason_in_the_words_of_the_game(line: str, answer: str, case: str) -> None:
    moved = "" if "to move" in line else "; to move p1 ally now"
    game = position_game(f"imajica: {line}{moved}", seed=1)
    rated = rate_answers_by_playouts(game, playout_count=1, candidate_answers=[answer])
    assert LOOKAHEAD.exact_reason is not None
    why = LOOKAHEAD.exact_reason(game, rated, answer)
    assert why is not None
    assert why.case == case
    assert len({why.text(lang) for lang in LANGUAGES}) == len(LANGUAGES)
    assert not any("{" in why.text(lang) for lang in LANGUAGES)
    assert LOOKAHEAD.exact_reason(game, rated, "end") is None


@pytest.mark.parametrize(
    ("state", "case"),
    [
        ("state slew=irish", "why_seize_more"),
        ("state {}", "why_seize_last"),
    ],
)
def test_IJ_REC_2_the_last_missing_dominion_and_one_that_is_held_are_said(state: str, case: str) -> None:
    cards = [card for card in load_cards().values() if card.kind == "site" and len(card.home_dominions) == 1]
    sites = {card.home_dominions[0]: card.id for card in cards}
    site = "slew" if case == "why_seize_more" else sites[5]
    held = " ".join(f"{sites[home]}=lamp-boy" for home in (1, 2, 3, 4))
    other = next(
        card.id
        for card in load_cards().values()
        if card.kind == "site"
        and card.id != "slew"
        and card.home_dominions == load_cards()["slew"].home_dominions
    )
    target = other if case == "why_seize_more" else site
    line = f"imajica: p1 active sartori {state.format(held)}; p2; circle {target}; to move p1 ally now"
    game = position_game(line, seed=1)
    answer = f"seize {target} with sartori"
    why = LOOKAHEAD.exact_reason(
        game, rate_answers_by_playouts(game, playout_count=1, candidate_answers=[answer]), answer
    )
    assert why is not None
    assert why.case == case


@pytest.mark.parametrize(("own", "named"), [("irish", {"old-oath"}), ("judith", set())])
def test_IJ_SEIZE_7_a_seizure_that_needs_a_maneuver_names_the_card(own: str, named: set[str]) -> None:
    line = f"p1 active {own} hand guides-lamp old-oath; p2; circle kite-fields; to move p1 ally now"
    game, answer = position_game(f"imajica: {line}", seed=1), f"seize kite-fields with {own}"
    why = LOOKAHEAD.exact_reason(
        game, rate_answers_by_playouts(game, playout_count=1, candidate_answers=[answer]), answer
    )
    assert {card.id for card in why.facts.get("cards", ())} == named


def test_IJ_SEIZE_4_a_contest_is_said_with_both_sums() -> None:
    line = "imajica: p1 active lamp-boy; p2 active gideon; circle kite-fields; to move p1 ally now"
    game = position_game(line, seed=1).give_answers("seize kite-fields with lamp-boy")
    while game.question.kind != "contest":
        game.give_answers("pass")
    why = LOOKAHEAD.exact_reason(
        game,
        rate_answers_by_playouts(game, playout_count=1, candidate_answers=["contest gideon"]),
        "contest gideon",
    )
    assert why.case == "why_contest"
    assert why.facts["n"] > why.facts["other"]


def test_IJ_ALLY_2_to_call_an_Ally_is_rated_above_keeping_its_card() -> None:
    calls = []
    for game in moments(2, 3, ("autarch", "ally")) + moments(2, 4, ("ally",)):
        while game.question is not None and game.table.round < 5:
            answer = str(computer_player(game.start, "steady", 1)(game))
            if answer.startswith("call"):
                rated = rate_answers_by_playouts(game, playout_count=8, candidate_answers=[answer, "end"])
                calls.append(rated[answer].win_probability - rated["end"].win_probability)
            game.answer(answer)
    assert len(calls) > 5
    assert min(calls) > 0
