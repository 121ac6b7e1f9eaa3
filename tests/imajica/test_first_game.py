"""The table's automatic answers in a first game of Imajica, and the explanations before a maneuver."""

from __future__ import annotations

import random

import pytest

from twingkit import Game
from twingkit.core.questions import ChanceQuestion
from twingkit.imajica.first_game import FIRST_GAME, rules_for_question
from twingkit.imajica.players.greedy import GreedyPlayer
from twingkit.imajica.rules.questions import END, PASS, FlashWindow
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.rules.seizure import would_secure
from twingkit.imajica.starts import position_game
from twingkit.learn.first_game.briefing import QuestionBriefing, choose_briefing
from twingkit.learn.first_game.first_game import LEARNER_SEAT


def played(seed: int, players: int):
    """Play a whole game in which the learner passes often; yield each of its questions."""
    deal = FIRST_GAME.deals[players]
    game = Game(deal.start("imajica"), seed=seed, rolls="ask")
    others, rng = GreedyPlayer(seed), random.Random(seed)
    while (question := game.question) is not None and len(game) < 260:
        if isinstance(question, ChanceQuestion):
            game.roll()
            continue
        if question.player != LEARNER_SEAT:
            game.answer(others(game))
            continue
        yield game
        calm = isinstance(question, FlashWindow) and question.kind == "respond"
        game.answer(PASS if calm and rng.random() < 0.8 else others(game))


@pytest.mark.parametrize("players", [2, 3])
def test_IJ_TIME_2_the_table_passes_only_where_nothing_is_announced(players: int):
    asked: dict[str, int] = {}
    for seed in range(1, 6):
        for game in played(seed, players):
            question = game.question
            answer = FIRST_GAME.automatic_answer(game)
            options = list(question.options())
            if isinstance(question, FlashWindow) and question.kind == "respond":
                table = question.table
                assert answer in ("", PASS)
                assert not answer or (table.fight is None and not table.waiting_acts)
                own = table.current == question.player and table.phase == "ally"
                assert not answer or not own or question.when != "begins"
                asked[question.when] = asked.get(question.when, 0) + (not answer)
            elif question.kind == "influence" and len(options) > 1 and answer:
                assert would_secure(question.table, question.table.fight)
            else:
                assert answer == (question.format_answer(options[0]) if len(options) == 1 else "")
    assert asked["begins"] > 0
    assert asked["seizes"] > 0


CALM = "p1 active irish hand {}; p2 {}; p3 active gideon; to move p{} ally"


@pytest.mark.parametrize(
    ("hand", "rival", "mover", "answer"),
    [
        ("lightning", "active dowd", 1, ""),
        ("lightning", "active dowd", 2, ""),
        ("waking", "active dowd", 2, PASS),
        ("lightning", "", 2, PASS),
    ],
)
def test_IJ_TIME_2_the_start_of_a_turn_is_asked_if_a_card_could_hit_whoever_moves(
    hand: str, rival: str, mover: int, answer: str
):
    game = Game.begin(f"imajica: {CALM.format(hand, rival, mover)}")
    while game.question.player != LEARNER_SEAT:
        game.answer(PASS)
    assert game.question.when == "begins"
    assert FIRST_GAME.automatic_answer(game) == answer


@pytest.mark.parametrize(("hand", "answer"), [("lightning", PASS), ("patashoquan-highway", "")])
def test_IJ_ALLY_6_after_a_call_the_table_asks_for_a_card_that_lets_the_new_character_act(
    hand: str, answer: str
):
    line = f"p1 active irish hand {hand} lamp-boy; p2 active dowd; to move p1 ally now"
    game = Game.begin(f"imajica: {line}").give_answers("call lamp-boy")
    assert game.question.when == "called"
    assert FIRST_GAME.automatic_answer(game) == answer


@pytest.mark.parametrize(("hand", "answer"), [("lightning", PASS), ("emotion-grief", "")])
def test_IJ_REC_2_the_end_of_a_turn_is_asked_if_a_card_could_cost_a_rival_the_win(hand: str, answer: str):
    sites = "state slew=gentle reed-cradle=celestine attic-studio=gideon"
    line = f"imajica: p1 active irish hand {hand}; p2 active dowd {sites}; to move p2 ally now"
    game = position_game(line, variant="short").give_answers(END)
    assert game.question.when == "ends"
    assert FIRST_GAME.automatic_answer(game) == answer


def test_IJ_ALLY_5_a_turn_in_which_nothing_is_left_to_do_ends_by_itself():
    ended = [
        game.question.kind
        for seed in (1, 2)
        for game in played(seed, 2)
        if FIRST_GAME.automatic_answer(game) == END
    ]
    assert {"ally", "autarch"} <= set(ended)


@pytest.mark.parametrize(
    ("rival", "site", "told"),
    [
        ("dowd", "slew", {"IJ-SEIZE-4"}),
        ("dowd:pivoted", "slew", set()),
        ("dowd:pivoted", "reed-cradle/mud-road@p2", {"IJ-PATH-1"}),
    ],
)
def test_IJ_SEIZE_4_who_wins_a_contest_is_explained_at_the_first_seizure_that_can_be_contested(
    rival: str, site: str, told: set[str]
):
    line = f"imajica: p1 active gideon hand lightning; p2 active {rival}; circle {site}; to move p1 ally now"
    game = Game.begin(line).give_answers(f"seize {site.partition('/')[0]} with gideon")
    assert game.question.kind == "respond"
    rules = set(rules_for_question(game.question))
    assert rules & {"IJ-SEIZE-4", "IJ-SEIZE-6", "IJ-CHAL-5", "IJ-PATH-1"} == told


def test_IJ_SEIZE_9_how_long_a_maneuver_lasts_is_explained_before_one_is_played():
    asked = next(
        game.question
        for seed in range(1, 9)
        for game in played(seed, 2)
        if game.question.kind == "influence" and game.table.fight.defenders
    )
    assert next(iter(rules_for_question(asked))) == "IJ-SEIZE-9"


@pytest.mark.parametrize(("seizer", "needed"), [("gideon", True), ("huzzah-aping", False)])
def test_IJ_HOLD_3_a_maneuver_that_is_needed_to_secure_a_site_comes_with_what_is_kept(
    seizer: str, needed: bool
):
    game = Game.begin(f"imajica: p1 active {seizer} hand old-oath; p2; circle slew; to move p1 ally now")
    game.give_answers(f"seize slew with {seizer}")
    assert game.question.kind == "influence"
    assert ("IJ-HOLD-3" in rules_for_question(game.question)) is needed


def test_IJ_HOLD_1_what_a_holder_cannot_do_is_explained_before_its_player_acts_again():
    game = Game.begin("imajica: p1 state slew=gentle hand salt-gate; p2 active dowd; to move p1 autarch")
    assert "IJ-HOLD-1" in rules_for_question(game.question)


def test_IJ_POWER_1_the_power_of_a_site_is_explained_where_it_can_be_used():
    line = "imajica: p1 active irish state tin-quarter{}=gentle; p2; to move p1 ally now"
    told = [
        "IJ-POWER-1" in rules_for_question(Game.begin(line.format(turned)).question)
        for turned in ("", ":pivoted")
    ]
    assert told == [True, False]


def lesson(line: str, *answers: str) -> QuestionBriefing:
    """Return the explanation at the question after these answers, for a learner who knows hardly any
    rules."""
    game = Game.begin(f"imajica: {line}").give_answers(*answers)
    return choose_briefing(FIRST_GAME, rulebook(), game.question, (), known={"IJ-CHAL-2"})


CHALLENGED = "p1 active gideon; p2 active irish{} dowd hand {}"


@pytest.mark.parametrize(
    ("pivoted", "hand", "told"),
    [(":pivoted", "parry", True), ("", "parry", False), (":pivoted", "ritual", False)],
)
def test_IJ_CHAL_4_who_is_pivoted_plays_no_maneuver_and_that_is_explained_before_the_fight(
    pivoted: str, hand: str, told: bool
):
    said = lesson(CHALLENGED.format(pivoted, hand), "challenge irish with gideon")
    assert (said.rule_ids[:1] == ("IJ-CHAL-4",)) == told
    if told:
        reason = said.rules_to_explain[0].reason
        assert reason is not None
        assert "Irish is already pivoted" in reason.text("en")
        assert "Irish ist schon gedreht" in reason.text("de")


def test_IJ_UNIQ_1_the_number_behind_a_name_is_explained_where_one_lies():
    one, two = (lesson(f"p1 active gek-a-gek{more}; p2 active dowd") for more in ("", " gek-a-gek"))
    assert "IJ-UNIQ-1" in {told.rule for told in (*two.rules_to_explain, *two.postponed_rules)}
    assert "IJ-UNIQ-1" not in {told.rule for told in (*one.rules_to_explain, *one.postponed_rules)}
    assert all("(2)" in FIRST_GAME.rule_texts["IJ-UNIQ-1"].texts[lang] for lang in ("en", "de"))


def test_IJ_TIME_3_the_way_to_pass_more_at_once_is_explained_at_the_second_pause_of_a_challenge():
    line = "p1 active dowd hand lightning; p2 active gek-a-gek; p3 active irish; leads p2; to move p2 ally"
    fight = Game.begin(f"imajica: {line}").give_answers("pass", "challenge irish with gek-a-gek")
    told = {}
    while (question := fight.question).kind != "ally":
        if question.player == LEARNER_SEAT and isinstance(question, FlashWindow):
            said = choose_briefing(FIRST_GAME, rulebook(), question, (), known={"IJ-TIME-2"})
            told[question.when] = {one.rule for one in (*said.rules_to_explain, *said.postponed_rules)}
        fight = fight.give_answers(str(next(iter(question.options()))))
    assert "IJ-TIME-3" not in told["challenged"]
    assert "IJ-TIME-3" in told["defended"]


def test_IJ_SEIZE_4_what_influence_is_stands_on_the_first_screen_for_the_first_cards_name_it():
    aim = FIRST_GAME.first_screen["aim"].texts
    assert "called influence" in aim["en"]
    assert "genannt Einfluss" in aim["de"]


@pytest.mark.parametrize(
    ("seizer", "hand", "answer"),
    [
        ("huzzah-aping", "old-oath", PASS),
        ("quiet-maestro", "old-oath", PASS),
        ("gideon", "old-oath", ""),  # the Site is not secured without it
        ("huzzah-aping", "old-oath glamour", ""),  # a permanent maneuver helps the Holder later
        ("huzzah-aping", "old-oath dead-letter", ""),  # it draws a card
    ],
)
def test_IJ_SEIZE_7_who_secures_a_site_anyway_is_not_asked_for_a_maneuver(
    seizer: str, hand: str, answer: str
):
    line = f"p1 active {seizer} hand {hand}; p2; circle slew; to move p1 ally now"
    game = Game.begin(f"imajica: {line}").give_answers(f"seize slew with {seizer}")
    assert game.question.kind == "influence"
    assert FIRST_GAME.automatic_answer(game) == answer
