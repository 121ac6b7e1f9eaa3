"""Reviews of games: compared with the full walk, consistent sums, stopping and resuming, nothing hidden."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from operator import eq
from pathlib import Path
from statistics import fmean

import attrs
import pytest
from golden.records import kept

import twingkit
from twingkit import charts, ember, imperium, policies, twing
from twingkit.core.games import game_by_id
from twingkit.core.language import localized
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import ChanceQuestion
from twingkit.core.record import RecordError
from twingkit.core.running.winners import win_share
from twingkit.core.slices import finish
from twingkit.ember.rules.cards import DECK
from twingkit.imperium.galaxy.players.steady import SteadyPolicy
from twingkit.learn.first_game.teaching import TeachingPlayer
from twingkit.learn.reviews import (
    PartialReview,
    Review,
    curve_table,
    decision_sentence,
    luck_table,
    moments,
    reviewing,
    sentences,
)
from twingkit.learn.reviews import curve as curve_module
from twingkit.learn.reviews.curve import (
    MAX_DEPTH,
    CurvePoint,
    ResultBreakdown,
    drawable_points,
    largest_lasting_change_points,
    lasting_changes,
    result_breakdowns,
    winning_chance_curve,
    work_until_clear,
)
from twingkit.learn.reviews.marks import decision_mark
from twingkit.learn.reviews.moments import CHANCE_CAUSE, moments_of
from twingkit.learn.reviews.report import review_report_lines
from twingkit.learn.reviews.rows import merge_repeats, rate_decision, unbiased_win_rate_lost
from twingkit.learn.reviews.sentences import (
    best_answer_reason,
    change_sentence,
    deciding_sentence,
    event_sentence,
    luck_sentences,
    mark_word,
    review_notes,
)
from twingkit.odds.reference import reference_odds
from twingkit.players.lookahead import lookahead_of
from twingkit.players.lookahead.ratings import (
    MIN_LOSS,
    MIN_MARKED_PLAYOUTS,
    answers_to_rate,
    smoothed_mean_and_error,
)
from twingkit.referee import onlooker_record
from twingkit.twing.rules.outcome import BattleResult, EndgameResults

CALL = "ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure"


@pytest.fixture(scope="module")
def short() -> str:
    """Return the record of a few answers of Ember."""
    game = ember.new_game(2, seed=5)
    while len(game) < 22:
        game.answer(policies.computer_player(game.start, "greedy", 1)(game))
    return game.record


@pytest.fixture(scope="module")
def looked(short: str) -> Review:
    worked = Review(short)
    worked.run()
    return worked


BATTLES = [
    ("F: F5 F3 vs W: W6", ["lay F3", "lay W6", "roll 2", "roll 2"]),
    ("F: F5 vs W: W6 & cat", ["lay F5", "lay W6", "roll Sun", "roll 2", "pass", "roll 1"]),
]


def score(result: object) -> int:
    return {0: 1, None: 0, 1: -1}[result.winner]  # type: ignore[attr-defined]  # of a battle


@pytest.mark.parametrize(("line", "answers"), BATTLES)
def test_a_battle_is_rated_as_the_full_walk_rates_it(line: str, answers: list[str]) -> None:
    game = Game.begin(line)
    for answer in answers:
        if game.over:
            break
        game.answer(answer)
    worked = Review(game.record)
    worked.run()
    assert worked.rows
    for row, decision in zip(worked.rows, worked.moments.decisions, strict=True):
        assert row.exact
        assert row.error == 0
        for answer, win in row.answers.items():
            twin = decision.game.copy()
            twin.answer(answer)
            odds = reference_odds(twin, score)
            mine = odds.win if decision.seat == 0 else odds.loss
            assert win == pytest.approx(mine + odds.tie / 2), answer


def test_start_luck_and_decisions_add_up_to_the_result(looked: Review) -> None:
    shared = result_breakdowns(looked)
    assert len(shared) == 2
    for one in shared:
        assert one.start + one.luck + one.own + one.others == pytest.approx(one.result)
        assert one.luck_error > 0
    assert shared[0].luck == pytest.approx(-shared[1].luck)
    assert sum(
        point.chances[0] + point.chances[1] for point in winning_chance_curve(looked)
    ) == pytest.approx(len(winning_chance_curve(looked)))


def test_in_a_battle_luck_is_what_the_dice_did_and_has_no_error() -> None:
    game = Game.begin(BATTLES[0][0]).give_answers(*BATTLES[0][1])
    worked = Review(game.record)
    worked.run()
    mine, other = result_breakdowns(worked)
    (row,) = worked.rows
    assert (mine.luck_error, mine.own_error, mine.result) == (0, 0, 0)
    assert mine.own == pytest.approx(-row.win_lost)
    assert mine.luck == pytest.approx(-row.win)
    assert other.luck == pytest.approx(row.win)


def test_a_review_that_was_stopped_comes_to_the_same_rows(short: str, looked: Review) -> None:
    stopped = Review(short)
    for share in stopped.work_slices():
        if share > 0.4:
            break
    kept = stopped.to_json()
    assert 0 < stopped.share_done() < 1
    assert json.loads(kept)["record"] == short
    again = Review.resume(kept)
    assert again.to_json() == kept
    again.run()
    assert again.rows == looked.rows
    assert winning_chance_curve(again) == winning_chance_curve(looked)


def test_what_is_no_kept_review_is_refused(short: str, looked: Review) -> None:
    for bad in (
        "",
        "[]",
        "{}",
        '{"format": 99}',
        looked.to_json().replace('"exact_values": [', '"exact_values": [{},'),
    ):
        with pytest.raises(Fault, match="saved review"):
            Review.resume(bad)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("steps", "x"), ("steps", -1), ("seed", "x"), ("left_out", {"x": {}}),
        ("left_out", {"x": {"en": "a", "de": "b"}}), ("left_out", {"99999": {"en": "a", "de": "b"}}),
        ("certain_places", [-1]), ("certain_places", [99999]),
    ],
)  # fmt: skip
def test_a_kept_review_with_a_value_of_another_kind_is_refused(
    looked: Review, key: str, value: object
) -> None:
    with pytest.raises(Fault, match="saved review"):
        Review.resume(json.dumps(json.loads(looked.to_json()) | {key: value}))


@pytest.mark.parametrize("key", ["shares", "chances", "exact_values"])
def test_a_kept_review_with_a_rating_of_another_kind_is_refused(looked: Review, key: str) -> None:
    kept = json.loads(looked.to_json())
    for bad in (
        5,
        "x",
        {"x": "y"},
        {"x": ["y"]},
        {"x": [2.0]},
        {"x": [0.5]},
        ["x"],
        [[0.5]],
        [[2.0, 2.0]],
        [5],
    ):
        with pytest.raises(Fault, match="saved review"):
            Review.resume(json.dumps(kept | {key: [bad, *kept[key][1:]]}))


def test_a_rating_tells_nothing_of_what_its_player_could_not_see(short: str) -> None:
    one, two = Review(short), Review(short)
    number = next(
        n for n, decision in enumerate(two.moments.decisions) if decision.question_kind == "conjure"
    )
    decision = two.moments.decisions[number]
    redeal = lookahead_of(decision.game).redeal
    assert redeal is not None
    other = decision.game.with_change(lambda table: redeal(table, decision.seat, random.Random(7)))
    assert other.table.key() != decision.game.table.key()
    object.__setattr__(decision, "game", other)
    for worked in (one, two):
        for _ in worked._rate(number):
            pass
    assert one.shares[number]
    assert one.shares[number] == two.shares[number]


def test_forced_answers_are_no_decisions_and_draws_that_follow_each_other_one_jump(short: str) -> None:
    moments = moments_of(short)
    assert all(len(list(decision.pending_question.options())) > 1 for decision in moments.decisions)
    assert [len(place.chance_results) for place in moments.curve_moments[1:3]] == [11, 1]
    drawn = [entry.answer for entry in moments.game.transcript if isinstance(entry.question, ChanceQuestion)]
    assert [answer for place in moments.curve_moments for _, answer in place.chance_results] == drawn
    assert moments.curve_moments[-1].answer_count == len(moments.game)


def test_deeper_is_surer_and_goes_where_it_is_unsure(short: str, looked: Review) -> None:
    deep = Review.resume(looked.to_json())
    deep.run(depth=2)
    assert deep.step_count == 2 * looked.step_count
    assert sum(row.playouts for row in deep.rows) > sum(row.playouts for row in looked.rows)
    assert result_breakdowns(deep)[0].luck_error < result_breakdowns(looked)[0].luck_error


@pytest.mark.parametrize(
    ("loss", "error", "games", "mark"),
    [
        (0.049, 0.001, 100, ""), (0.05, 0.001, 100, "mistake"), (0.10, 0.04, 100, "mistake"),
        (0.10, 0.05, 100, ""), (0.1004, 0.05, 100, ""), (0.18, 0.03, 100, "blunder"),
        (0.18, 0.05, 100, "mistake"), (0.30, 0.01, 8, ""),
    ],
)  # fmt: skip
def test_a_loss_is_a_mistake_only_if_it_is_large_and_sure(
    loss: float, error: float, games: int, mark: str
) -> None:
    assert decision_mark(loss, error, games) == mark


def test_what_looks_like_a_mistake_is_tried_often_enough_to_be_called_one() -> None:
    worked = Review(policies.play(ember.new_game(2, seed=1), ["greedy", "random"], seed=1).record)
    worked.run()
    rows = [row for row in worked.rows if row.win_lost >= MIN_LOSS and row.loss_interval[0] > 0]
    assert rows
    assert all(row.playouts >= MIN_MARKED_PLAYOUTS for row in rows)


def test_the_decisions_of_the_reader_come_first_and_are_settled_before_others_are_looked_at() -> None:
    worked = Review(policies.play(ember.new_game(2, seed=1), ["random", "greedy"], seed=1).record)
    worked.set_reader("p1")
    kinds = [(worked.moments.decisions[number] if kind == "rate" else None) for kind, number in units(worked)]
    own = [decision for decision in kinds if decision is not None and decision.seat == 0]
    assert kinds[: len(own)] == own
    assert [decision.is_expected for decision in own] == sorted(decision.is_expected for decision in own)
    shares = [0.0]
    for share in worked.work_slices(1, 2):
        shares.append(share)
        if any(worked.chances):
            break
    rows = [row for row in worked.rows if row.player == 1]
    assert len(rows) + len(worked.unrated_reasons) >= len(own)
    assert not [row for row in rows if row.is_unclear and row.playouts < 32]
    assert not [row for row in worked.rows if row.player == 2]
    assert shares == sorted(shares)
    assert shares[-1] < 0.5


def units(worked: Review) -> list[tuple[str, int]]:
    """Return the steps of the quick look."""
    return worked._quick_look()


def test_few_equal_games_leave_a_doubt() -> None:
    assert (
        smoothed_mean_and_error([1.0])[1]
        > smoothed_mean_and_error([1.0] * 2)[1]
        > smoothed_mean_and_error([1.0] * 8)[1]
        > 0.08
    )


def noisy(rng: random.Random, chances: list[float], games: int = 8) -> dict[str, list[float]]:
    """Return the shares in this number of games of answers with these chances to win."""
    return {
        str(number): [rng.gauss(chance, 0.2) for _ in range(games)] for number, chance in enumerate(chances)
    }


def test_the_luck_of_the_best_of_equal_answers_raises_win_lost_and_not_fair_win_lost(looked: Review) -> None:
    rng, decision = random.Random(4), attrs.evolve(looked.moments.decisions[0], answer="0")
    rows = [rate_decision(decision, noisy(rng, [0.5] * 5), {}) for _ in range(2000)]
    assert fmean(row.win_lost for row in rows if row) > 0.02
    error = 0.2 / 2000**0.5
    assert abs(fmean(row.fair_win_lost for row in rows if row)) < 3 * error


def test_fair_win_lost_of_a_deeper_review_is_not_raised_by_the_luck_of_the_answers_that_go_on(
    looked: Review,
) -> None:
    rng, decision = random.Random(6), attrs.evolve(looked.moments.decisions[0], answer="0")
    losses = []
    for _ in range(2000):
        shares = noisy(rng, [0.5] * 5)
        for answer in sorted(shares, key=lambda answer: (answer != "0", -sum(shares[answer])))[:3]:
            shares[answer] += [rng.gauss(0.5, 0.2) for _ in range(4)]
        row = rate_decision(decision, shares, {})
        assert row is not None
        assert row.playouts == 12
        losses.append(row.fair_win_lost)
    assert abs(fmean(losses)) < 3 * 0.2 / 2000**0.5


def test_fair_win_lost_of_a_clear_mistake_is_what_it_costs_and_may_be_below_0_for_one_decision() -> None:
    rng = random.Random(5)
    losses = [unbiased_win_rate_lost(noisy(rng, [0.2, 0.9, 0.1]), "0") for _ in range(500)]
    assert fmean(losses) == pytest.approx(0.7, abs=0.02)
    best = [unbiased_win_rate_lost(noisy(rng, [0.9, 0.2]), "0") for _ in range(100)]
    assert set(best) == {0.0}, "nothing else is taken for the best"
    assert unbiased_win_rate_lost({"a": [0.0, 1.0], "b": [1.0, 0.0]}, "a") < 0


def test_an_answer_that_wins_at_once_has_a_certain_chance() -> None:
    game = imperium.new_game(seed=2)
    player = SteadyPolicy(2)
    while not (game.question.kind == "score" and game.copy().give_answers(str(player(game))).over):
        game.answer(player(game))
    game.answer("score none")
    decision = moments_of(game.record).decisions[-1]
    wins = decision.pending_question.format_answer(player(decision.game))
    row = rate_decision(decision, {wins: [1.0] * 16, "score none": [1.0, 0.0] * 8}, {})
    assert row is not None
    assert (row.best, row.win_best, row.mark) == (wins, 1.0, "blunder")


def test_exact_chances_have_no_luck_of_choice() -> None:
    worked = Review(Game.begin(BATTLES[0][0]).give_answers(*BATTLES[0][1]).record)
    worked.run()
    (row,) = worked.rows
    assert row.fair_win_lost == row.win_lost > 0


def test_further_answers_of_a_decision_are_rated_beside_those_that_are_looked_at(short: str) -> None:
    plain = Review(short)
    found = plain.moments
    number = next(n for n, decision in enumerate(found.decisions) if decision.question_kind == "conjure")
    decision = found.decisions[number]
    looked_at = answers_to_rate(decision.game, plain.lookahead)
    options = [
        decision.pending_question.format_answer(option) for option in decision.pending_question.options()
    ]
    other = next(option for option in options if option not in looked_at)
    asked_for = attrs.evolve(decision, further_answers=(looked_at[0], other))
    worked = Review(short, moments=attrs.evolve(found, decisions=(asked_for,), curve_moments=()))
    worked.run()
    assert set(worked.shares[0]) == {*looked_at, decision.answer, other}
    plain.run()
    for answer, played in plain.shares[number].items():
        assert all(map(eq, played, worked.shares[0][answer])), "the same games"
    row = rate_decision(attrs.evolve(asked_for, answer=other), worked.shares[0], {})
    assert row is not None
    assert (row.answer, row.playouts) == (other, len(worked.shares[0][other]))


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_mistake_is_said_with_both_chances(lang: str) -> None:
    game = Game.begin(BATTLES[0][0]).give_answers(*BATTLES[0][1])
    worked = Review(game.record)
    worked.run()
    (row,) = worked.rows
    said = decision_sentence(worked, row)
    percents = {"en": ("21.9%", "72.9%"), "de": ("21,9\u00a0%", "72,9\u00a0%")}[lang]
    assert all(one in said for one in percents)
    assert ("Fire 3" if lang == "en" else "Feuer 3") in said
    assert any(said in line for line in review_report_lines(worked))


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_chance_that_was_played_out_is_said_with_its_tries_and_with_what_they_leave_open(
    looked: Review, lang: str
) -> None:
    row = attrs.evolve(looked.rows[0], win=5 / 14, win_error=0.12, playouts=12)
    said = decision_sentence(looked, row).replace("\u00a0", " ")
    told = {
        "en": "(12 tries; probably from 12% to 60%",
        "de": "(12 Versuche; wahrscheinlich zwischen 12 % und 60 %",
    }
    assert told[lang] in said
    assert "±" not in said


def test_a_place_of_the_curve_tells_the_decision_and_no_later_answer_of_the_same_text() -> None:
    moments = moments_of("\n".join(kept("game-of-three-short").splitlines()[:100]))
    given = moments.game.transcript
    later = 0
    for before, place in pairwise(moments.curve_moments):
        (at,) = [number for number, entry in enumerate(given) if entry.question is place.answered_question]
        assert before.answer_count <= at < place.answer_count
        assert given[at].answer == place.last_answer
        assert place.cause in (given[at].player, CHANCE_CAUSE)
        same = [entry for entry in given[at + 1 : place.answer_count] if entry.answer == place.last_answer]
        later += bool(same)
    assert later, "an answer that went without saying has the same text"


@localized
def messages_at_places(worked: Review, lang: str | None = None) -> list[str]:
    """Return the messages about the first places of a curve, without any chances."""
    return [event_sentence(worked.moments.game, place) for place in worked.moments.curve_moments[1:4]]


@pytest.mark.parametrize(
    ("lang", "deal", "draw"),
    [
        ("en", "Who deals? – player 1; player 2 draws Earth 8, ", "player 2 draws Fire 7"),
        (
            "de",
            "Wer gibt? – Person 1; Person 2 zieht Erde 8, ",
            "Person 2 zieht Feuer 7",
        ),
    ],
)
def test_a_deal_of_several_cards_is_told_as_a_whole_and_to_whom(lang: str, deal: str, draw: str) -> None:
    played = policies.play(ember.new_game(2, seed=3), ["greedy", "greedy"])
    worked = Review(played.record)
    first, second, _ = messages_at_places(worked)
    assert first.startswith(deal)
    assert second == draw
    place = worked.moments.curve_moments[1]
    assert [entry.answer for entry in played.transcript[: len(place.chance_results)]] == [
        told for _, told in place.chance_results
    ]


@pytest.mark.parametrize(
    ("lang", "start", "end"), [("en", "player 1 replenishes with ", ""), ("de", "Person 1 füllt ", " nach")]
)
def test_EM_CONJ_2_cards_drawn_after_a_conjuring_replenish_the_hand(lang: str, start: str, end: str) -> None:
    played = ember.position_game("ember: p1 hand A5 E5 F5; p2 hand 3; to move p1 conjure", seed=1)
    played.give_answers("conjure dryad A5 E5 F5", "stay")
    texts = messages_at_places(Review(played.record), lang=lang)
    assert any(text.startswith(start) and text.endswith(end) for text in texts), texts


def test_unknown_cards_of_a_deal_are_counted() -> None:
    played = policies.play(ember.new_game(2, seed=3), ["greedy", "greedy"])
    worked = Review("\n".join(onlooker_record(played).splitlines()[:20]) + "\n")
    first, _, third = messages_at_places(worked)
    assert first.endswith("; player 2 draws something unknown ×5; player 1 draws something unknown ×5")
    assert third == "player 2 draws something unknown"


def test_an_unfinished_game_is_reviewed_as_far_as_it_goes_and_says_so(looked: Review) -> None:
    assert not looked.is_over
    assert "not finished" in review_report_lines(looked)[1]
    assert "nicht zu Ende" in review_report_lines(looked, "de")[1]


def test_a_broken_record_is_one_clear_error(short: str) -> None:
    with pytest.raises(RecordError):
        Review(short + "p1: fly\n")
    with pytest.raises(ValueError, match="above 0"):
        twingkit.review(short, budget=0)


def test_unknown_cards_are_dealt_by_whoever_completes_the_record(short: str) -> None:
    card = next(line for line in short.splitlines() if ": card " in line)
    unknown = short.replace(card, f"{card.split(': ')[0]}: card ?", 1)
    worked = Review(unknown, complete=lambda text: text.replace(f"{card.split(': ')[0]}: card ?", card, 1))
    assert worked.moments.game.record == short


def test_the_table_and_its_figure(looked: Review) -> None:
    frame = twingkit.review(looked.record, budget=None)
    assert list(frame.columns) == list(frame.attrs["columns"])
    assert len(frame) == len(looked.rows)
    assert (frame["win_lost"] >= 0).all()
    assert ((frame["win_best"] - frame["win"] - frame["win_lost"]).abs() < 1e-9).all()
    figure = charts.review(frame, lang="de", theme="dark")
    assert len(figure.data[0].x) == len(frame.attrs["curve"])
    assert "Sichere Fehler" in charts.figure_description(figure, lang="de")
    frame.attrs.pop("curve")
    assert len(charts.review(frame).data) >= len(set(frame["player"])), "the chances after each decision"
    with pytest.raises(Fault, match="win_best"):
        charts.review(frame.drop(columns="win_best"))


def test_a_review_takes_a_game_and_speaks_both_languages(looked: Review) -> None:
    game = Game.replay(looked.record)
    english, german = (twingkit.review(game, budget=None, lang=lang) for lang in ("en", "de"))
    told = english.pop("reason"), german.pop("reason")
    assert (told[0] != "").tolist() == (told[1] != "").tolist()
    assert english.equals(german)
    assert list(english.attrs["columns"]) == list(german.attrs["columns"])
    assert {*german, "reason"} == {*german.attrs["columns"]}
    assert all(english.attrs["columns"][name] != german.attrs["columns"][name] for name in english)
    for table in (curve_table(german, lang="de"), luck_table(german, lang="de")):
        assert list(table.attrs["columns"]) == list(table)
    with pytest.raises(Fault, match="record must be a record"):
        twingkit.review(7)  # type: ignore[call-overload]


def test_a_mistake_between_two_points_of_the_curve_is_marked_on_its_line() -> None:
    game = Game.begin(BATTLES[0][0]).give_answers(*BATTLES[0][1])
    frame = twingkit.review(game, budget=None)
    ends = [frame.attrs["curve"][number] for number in (0, -1)]
    (place,) = frame[frame["mark"] != ""]["place"]
    ends[0]["place"] = place - 1
    frame.attrs["curve"] = ends
    (marks,) = [trace for trace in charts.review(frame).data if trace.mode == "markers"]
    low, high = sorted(100 * end["chances"][0] for end in ends)
    assert low < marks.y[0] < high


def test_the_figure_of_a_battle_names_the_sides_in_its_language() -> None:
    game = twing.battle_game("F: F5 F3 vs W: W6").give_answers("lay F3", "lay W6", "roll 2", "roll 2")
    figure = charts.review(twing.review(game, budget=None), lang="de")
    assert "Der Angreifer: 73" in charts.figure_description(figure, lang="de")


def test_the_curve_and_the_luck_of_a_review_are_tables_of_their_own(looked: Review) -> None:
    frame = twingkit.review(looked.record, budget=None)
    curve, luck = curve_table(frame), luck_table(frame)
    assert len(curve) == looked.seat_count * len(frame.attrs["curve"])
    assert curve["chance"].between(0, 1).all()
    assert ((luck["start"] + luck["luck"] + luck["own"] + luck["others"] - luck["result"]).abs() < 1e-9).all()
    assert json.loads(json.dumps(frame.attrs)) == frame.attrs, "plain values alone"


def test_a_review_that_runs_out_of_time_warns_and_says_the_share(looked: Review) -> None:
    with pytest.warns(PartialReview, match=r"\d+ of \d+ decisions rated; .*budget=None") as caught:
        frame = twingkit.review(looked.record, budget=1e-9)
    assert frame.attrs["done"] < 1
    assert Path(caught[0].filename) == Path(__file__), "the warning points to the line of the call"


def test_the_written_review_of_a_part_says_so(looked: Review) -> None:
    worked = Review(looked.record)
    worked.run(seconds=1e-9)
    assert "Time ran out" in "\n".join(review_report_lines(worked))
    assert "Die Zeit ist abgelaufen" in "\n".join(review_report_lines(worked, "de"))
    assert "Time ran out" not in "\n".join(review_report_lines(looked))


def test_holding_back_strong_spells_loses_and_laying_them_does_not() -> None:
    game = twing.battle_game("F: F9 F5 F3 vs W: W8")
    best = Review(game.give_answers("lay F9 F5 F3", "lay W8").record)
    worst = Review(twing.battle_game("F: F9 F5 F3 vs W: W8").give_answers("lay F3", "lay W8").record)
    best.run()
    worst.run()
    assert worst.rows[0].win_lost > 0.3 > best.rows[0].win_lost


@pytest.mark.parametrize(
    ("winners", "shares"),
    [((0, 0), [1, 0, 0]), ((0, 1), [0, 0, 1]), ((1, 1), [0, 0.5, 0.5]), ((0, None), [1 / 3] * 3)],
)
def test_TW_END_3_an_attack_on_all_is_won_by_who_wins_every_pairing(
    winners: tuple[int | None, ...], shares: list[float]
) -> None:
    game = twing.endgame_game("endgame F: F9 vs W: W2 vs L: L2", seed=1)
    while game.question is not None:
        game.answer_randomly()
    game.result = EndgameResults(BattleResult(winner, "points", (1, 0)) for winner in winners)
    assert [win_share(game, seat) for seat in range(3)] == pytest.approx(shares)


def test_TW_END_3_the_luck_of_an_attack_on_all_ends_at_its_result() -> None:
    game = twing.endgame_game("endgame F: F9 vs W: W2 vs L: L2", seed=1)
    while game.question is not None:
        game.answer_randomly()
    assert game.result.winners == (0,)
    reviewed = Review(game.record)
    reviewed.run()
    shared = result_breakdowns(reviewed)
    assert [one.result for one in shared] == [1, 0, 0]
    for one in shared:
        assert one.start + one.luck + one.own + one.others == pytest.approx(one.result)


def test_a_game_that_does_not_say_how_it_is_rated_is_refused_before_it_is_played_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def never(*given: object) -> None:
        raise AssertionError("the game was looked through")

    monkeypatch.setattr(reviewing, "moments_of", never)
    unrated = attrs.evolve(game_by_id("imperium"), lookahead="", exact_odds="")
    monkeypatch.setattr(reviewing, "game_by_id", lambda name: unrated)
    game = imperium.battle_game("space: 3 cruiser vs 3 destroyer", seed=1)
    with pytest.raises(Fault) as caught:
        Review(game.record)
    assert all("imperium" in caught.value.text(lang) for lang in ("en", "de"))


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_reason_why_nothing_was_rated_is_told_in_the_language_of_its_reader(
    lang: str, short: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = Fault("reviews.unseen")
    mute = attrs.evolve(reviewing.lookahead_of(Game.replay(short)), find_rating_fault=lambda game: why)
    monkeypatch.setattr(moments, "lookahead_of", lambda game: mute)
    worked = Review(short)
    worked.run()
    assert not worked.rows
    assert len(worked.unrated_reasons) == len(worked.moments.decisions) > 0
    for told in (worked, Review.resume(worked.to_json())):
        assert any(why.text() in note for note in review_notes(told))
    broken = json.loads(worked.to_json())
    broken["left_out"] = {"0": "why"}
    with pytest.raises(Fault) as caught:
        Review.resume(json.dumps(broken))
    assert "saved review" in caught.value.text("en")


def test_IM_ODDS_1_a_battle_is_rated_by_its_odds_and_a_retreat_not_at_all() -> None:
    game = imperium.battle_game("space: 2 carrier 1 cruiser vs 3 destroyer")
    game.give_answers("stay", "stay", "roll 1 1 1", "roll 10 1 1", "assign cruiser")
    worked = Review(game.record)
    worked.run()
    (row,) = worked.rows
    assert (row.answer, row.best, row.exact) == ("assign cruiser", "assign carrier", True)
    assert len(worked.unrated_reasons) == 2


def test_EM_ARCH_2_a_silent_answer_to_an_announced_archmage_can_be_rated() -> None:
    seen = [card for card in DECK if card[0] in "FWA" and card != "A1"]
    game = ember.position_game(
        f"ember: p1 hand * A1 E5 E6 E7 E8 has roc:down; p2 hand E1 E3 has griffin; "
        f"pile * * {' '.join(seen)}; to move p1 conjure",
        seed=1,
    )
    game.answer("archmage revive roc")
    assert game.question is not None
    number = len(game) + 1
    game.answer("pass")
    worked = Review(game.record)
    worked.run()
    assert number in {row.place for row in worked.rows}


def test_the_best_answer_has_its_reason_for_the_reader_only() -> None:
    game = ember.position_game(CALL, seed=1)
    game.answer("done")
    worked = Review(game.record)
    worked.run()
    row = next(row for row in worked.rows if row.answer == "done")
    assert row.best.startswith("conjure")
    assert best_answer_reason(worked, row) == ""
    worked.set_reader("p1")
    assert "rather than" in best_answer_reason(worked, row)
    worked.set_reader("p2")
    assert best_answer_reason(worked, row) == ""


def test_the_same_better_answer_several_times_in_a_row_is_one_finding(looked: Review) -> None:
    first = looked.rows[0]
    bests = ["use wisp", "use wisp", "pass", "pass", "use wisp"]
    losses = [0.2, 0.3, 0.2, 0.2, 0.2]
    rows = [
        attrs.evolve(first, place=place, best=best, win_lost=lost)
        for place, (best, lost) in enumerate(zip(bests, losses, strict=True))
    ]
    assert [(row.place, row.repeats) for row in merge_repeats(rows)] == [
        (1, 2),
        (2, 1),
        (3, 1),
        (4, 1),
    ]
    other = attrs.evolve(rows[1], player=3 - first.player)
    assert [row.repeats for row in merge_repeats([rows[0], other])] == [1, 1]


def test_a_loss_that_the_next_decision_could_still_avoid_is_charged_there() -> None:
    worked = Review(policies.play(ember.new_game(2, seed=3), ["greedy", "greedy"]).record)
    decisions = worked.moments.decisions
    number, later, best = next(
        (number, number + 1, answer)
        for number, (decision, after) in enumerate(pairwise(decisions))
        if (decision.seat, decision.question_kind) == (after.seat, after.question_kind)
        and decision.game.table.turn == after.game.table.turn
        for answer in answers_to_rate(decision.game, worked.lookahead)
        if answer != decision.answer and answer in answers_to_rate(after.game, worked.lookahead)
    )
    given, won, mixed = decisions[number].answer, [1.0] * 32, [1.0, 0.0] * 16
    worked.shares[number] = {given: mixed, best: won}
    (alone,) = worked.rows
    assert alone.mark == "blunder"
    worked.shares[later] = {decisions[later].answer: mixed, best: won}
    first, second = worked.rows
    assert (first.mark, second.mark) == ("", "blunder" if decisions[later].answer != best else "")
    assert first.win == first.win_best
    worked.shares[later] = {decisions[later].answer: mixed, best: mixed}
    assert worked.rows[0].mark == "blunder", "the first answer cost something that cannot be undone"


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        (
            "en",
            "What decided the game – The attacker lays Fire 3. The defender takes 1 Ornicle from the middle",
        ),
        (
            "de",
            "Das gab den Ausschlag – Der Angreifer legt Feuer 3.",
        ),
    ],
)
def test_the_sentence_on_top_names_what_decided_a_finished_game(lang: str, told: str) -> None:
    worked = Review(Game.begin(BATTLES[0][0]).give_answers(*BATTLES[0][1]).record)
    assert deciding_sentence(worked) == ""
    worked.run()
    assert deciding_sentence(worked).startswith(told)
    assert deciding_sentence(worked) in review_report_lines(worked, lang)


def with_curve(worked: Review, *given: float, error: float = 0.0) -> Review:
    """Give a review of a whole game a curve with these chances of player 1 at its first places, which are
    probabilities or, with an error, the results of a few games; no estimates are known.
    """
    places = [attrs.evolve(place, turn_start_chances=()) for place in worked.moments.curve_moments]
    worked.moments = attrs.evolve(worked.moments, curve_moments=tuple(places))
    chances = [*given, *([given[-1]] * (len(worked.chances) - len(given)))]
    worked.chances = [[(chance, 1 - chance)] for chance in chances]
    worked.certain_places = set(range(len(chances)))
    if error:
        worked.certain_places.clear()
        around = (-2 * error, 2 * error) * 9
        worked.chances = [[(chance + step, 1 - chance - step) for step in around] for chance in chances]
    worked.step_count = 10_000
    return worked


@pytest.fixture(scope="module")
def whole() -> str:
    """Return the record of a whole game of Ember."""
    return policies.play(ember.new_game(2, seed=3), ["greedy", "greedy"]).record


def places_by_chance(worked: Review) -> list[int]:
    """Return the places of the curve that chance led to."""
    return [
        number
        for number, place in enumerate(worked.moments.curve_moments)
        if number and place.cause == CHANCE_CAUSE and not place.turn_start_chances
    ]


def test_the_sentence_on_top_is_the_first_turning_point(whole: str) -> None:
    worked = Review(whole)
    first, _, second, *_ = places_by_chance(worked)
    rises = [0.2] * first + [0.5] * (second - first) + [0.9]
    changed = lasting_changes(with_curve(worked, *rises))
    assert [change.points[-1].number for change in changed] == [second, first]
    assert [round(change.size, 6) for change in changed] == [0.4, 0.3]
    said = change_sentence(worked, changed[0])
    assert deciding_sentence(worked) == f"What decided the game – {said}"
    lines = review_report_lines(worked, "en")
    assert f"  {said}" in lines
    assert lines.index(f"  {said}") < lines.index(f"  {change_sentence(worked, changed[1])}")


def test_a_mistake_that_raised_the_chance_all_the_same_is_not_told_as_one(whole: str) -> None:
    worked = Review(whole)
    worked.set_reader("p1")
    places = worked.moments.curve_moments
    decided = {decision.answer_index: decision for decision in worked.moments.decisions}
    number, decision = next(
        (number, decided[before.answer_count])
        for number, (before, place) in enumerate(pairwise(places), 1)
        if place.cause == 0 and before.answer_count in decided
    )
    asked = decision.pending_question
    best = next(answer for answer in map(asked.format_answer, asked.options()) if answer != decision.answer)
    index = worked.moments.decisions.index(decision)
    worked.shares[index] = {decision.answer: [0.0] * 32, best: [1.0] * 32}
    for before, after in ((0.3, 0.8), (0.8, 0.3)):
        [change] = lasting_changes(with_curve(worked, *[before] * number, after))
        assert ("Better: " in change_sentence(worked, change)) is (after < before)


def test_a_change_that_was_undone_is_no_turning_point(whole: str) -> None:
    worked = Review(whole)
    first, second, third, *_ = places_by_chance(worked)
    gone = [0.3] * first + [0.7] * (second - first) + [0.2] * (third - second) + [0.6]
    assert [change.points[-1].number for change in lasting_changes(with_curve(worked, *gone))] == [third]


def test_the_largest_step_of_a_turn_is_named_alone(whole: str) -> None:
    worked = Review(whole)
    turn, places = worked.lookahead.turn_number, worked.moments.curve_moments
    first, *_ = (
        number
        for number, place in enumerate(places[:-3])
        if number and len({turn(step.game) for step in places[number : number + 3]}) == 1
        and turn(places[number - 1].game) == turn(place.game)
    )  # fmt: skip
    with_curve(worked, *[0.2] * first, 0.5, 0.45, 0.8)
    (change,) = lasting_changes(worked)
    assert change.event is not None
    assert (change.chances, change.event.number) == ((0.45, 0.8), first + 2)
    said = deciding_sentence(worked)
    assert "from 45% to 80%" in said
    assert event_sentence(worked.moments.game, places[first + 2])[1:] in said
    for number in (first, first + 1):
        assert event_sentence(worked.moments.game, places[number])[1:] not in said
    (change,) = lasting_changes(with_curve(worked, *[0.2] * first, 0.4, 0.6, 0.8))
    assert (change.chances, change.event) == ((0.2, 0.8), None)
    assert deciding_sentence(worked).startswith(
        "No single step decided this game. The biggest change came here"
    )
    assert " conjures Wisp for R2 " in deciding_sentence(worked), "what the gaining player obtained is named"


@pytest.mark.parametrize("own", [True, False])
def test_a_draw_of_one_of_several_opponents_is_not_named_as_what_raised_a_chance(own: bool) -> None:
    worked = Review(policies.play(ember.new_game(3, seed=4), ["greedy"] * 3).record)
    results = [place.chance_results for place in worked.moments.curve_moments]
    keys = ("drawn", "replenished")
    drawers = [{asked.player for asked, _ in found if asked.result_key in keys} for found in results]
    number = next(n for n in places_by_chance(worked) if n > 1 and (0 in drawers[n]) is own and drawers[n])
    with_curve(worked, *[0.2] * number, 0.8)
    worked.chances = [[(first, 1 - first, 0.0) for first, _ in rows] for rows in worked.chances]
    (change,) = [change for change in lasting_changes(worked) if change.player == 1]
    assert (change.event is not None) is own


def test_a_routine_answer_is_no_event_but_a_consequence(whole: str) -> None:
    worked = Review(whole)
    places = worked.moments.curve_moments
    number = next(
        number
        for number, place in enumerate(places[:-2])
        if number > 1
        and place.last_answer in ("pass", "done", "turn")
        and places[number - 1].cause == CHANCE_CAUSE
    )
    change, *_ = lasting_changes(with_curve(worked, *[0.2] * (number - 1), 0.3, 0.8))
    assert change.event is not None
    assert (change.chances, change.event.number) == ((0.2, 0.8), number - 1)


def test_what_later_playouts_see_at_the_start_of_a_turn_comes_from_the_draw_that_follows(whole: str) -> None:
    worked = Review(whole)
    starts = [number for number, place in enumerate(worked.moments.curve_moments) if place.turn_start_chances]
    number = next(n for n in starts[1:] if worked.moments.curve_moments[n + 1].cause == CHANCE_CAUSE)
    with_curve(worked, *[0.2] * number, 0.8)
    places = [*worked.moments.curve_moments]
    places[number] = attrs.evolve(places[number], turn_start_chances=(0.2, 0.8))
    worked.moments = attrs.evolve(worked.moments, curve_moments=tuple(places))
    change, *_ = lasting_changes(worked)
    assert change.event is not None
    assert (change.chances, change.event.number) == ((0.2, 0.8), number + 1)


def test_a_mistake_that_the_curve_does_not_show_decides_nothing(whole: str) -> None:
    worked = Review(whole)
    decision = worked.moments.decisions[0]
    asked = decision.pending_question
    best = next(answer for answer in map(asked.format_answer, asked.options()) if answer != decision.answer)
    worked.shares[0] = {decision.answer: [0.0] * 32, best: [1.0] * 32}
    assert worked.rows[0].mark == "blunder"
    assert lasting_changes(with_curve(worked, 0.5)) == []
    assert deciding_sentence(worked) == "No single step decided this game."


def test_a_change_within_its_margin_is_not_clear_yet(whole: str) -> None:
    worked = Review(whole)
    first, *_ = places_by_chance(worked)
    with_curve(worked, *[0.3] * first, 0.7, error=0.2)
    assert lasting_changes(worked) == []
    assert deciding_sentence(worked).startswith("It is not clear yet")
    with_curve(worked, *[0.3] * first, 0.7, error=0.05)
    assert deciding_sentence(worked).startswith("What decided the game")


def test_a_review_goes_on_until_it_is_clear_but_not_for_ever(
    whole: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    depths: list[int] = []
    monkeypatch.setattr(Review, "work_slices", lambda worked, depth, last: iter(depths.append(depth) or ()))
    monkeypatch.setattr(curve_module, "is_clear", lambda worked: len(depths) > 1)
    finish(work_until_clear(Review(whole), 1))
    assert depths == [1, 2]
    depths.clear()
    monkeypatch.setattr(curve_module, "is_clear", lambda worked: False)
    finish(work_until_clear(Review(whole), 1))
    assert depths == [*range(1, MAX_DEPTH + 1)]


def test_an_opponent_that_held_back_made_no_mistake(whole: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for first_game, is_far_ahead, word in (
        (True, True, "held back on purpose"), (True, False, "big mistake"), (False, True, "big mistake"),
    ):  # fmt: skip
        worked = Review(whole, is_first_game=first_game)
        number, decision = next(
            (number, decision) for number, decision in enumerate(worked.moments.decisions) if decision.seat
        )
        asked = decision.pending_question
        best = next(
            answer for answer in map(asked.format_answer, asked.options()) if answer != decision.answer
        )
        worked.shares[number] = {decision.answer: [0.0] * 32, best: [1.0] * 32}
        limited = asked.parse_answer(decision.answer if is_far_ahead else best)
        monkeypatch.setattr(TeachingPlayer, "limit_lead", lambda *given, limited=limited: limited)
        (row,) = worked.rows
        assert mark_word(worked, row) == word
        worked.set_reader("p1")
        first, *_ = places_by_chance(worked)
        with_curve(worked, *[0.2] * first, 0.8)
        for share in (1.0, 0.0):
            monkeypatch.setattr(sentences, "win_share", lambda game, seat, share=share: share)
            said = word == "held back on purpose" and share == 1.0
            assert ("This opponent held back on purpose" in deciding_sentence(worked)) is said


def test_the_numbers_of_luck_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    worked = Review(Game.begin(BATTLES[0][0]).give_answers(*BATTLES[0][1]).record)
    parts = ResultBreakdown(1, 0.484, 0.514, 0.086, -0.084, 1.0, 0.02, 0.02, 0.0)
    monkeypatch.setattr(sentences, "result_breakdowns", lambda review: [parts])
    assert luck_sentences(worked) == [
        "The attacker: start 48%, luck +51 ± 2, own decisions +9 ± 2, others’ decisions −8, end 100%"
    ]
    for unclear in (attrs.evolve(parts, luck_error=0.2), attrs.evolve(parts, unforeseen=0.29)):
        monkeypatch.setattr(sentences, "result_breakdowns", lambda review, unclear=unclear: [unclear])
        assert luck_sentences(worked) == []


def point_at(number: int, chance: float, error: float, *, estimate: tuple[float, ...] = ()) -> CurvePoint:
    """Return a point of a curve of two players; `estimate` is what earlier playouts expected there."""
    zero = (0.0, 0.0)
    return CurvePoint(number, 1, "", (chance, 1 - chance), (error, error), zero, number, 0, 0, estimate)


def test_a_jump_to_the_start_of_a_turn_leaves_out_what_later_playouts_see() -> None:
    before, start = point_at(0, 0.5, 0.03), point_at(1, 0.9, 0.04, estimate=(0.6, 0.4))
    jumped = start.with_jump_from(before)
    assert jumped.jumps == pytest.approx((0.1, -0.1))


@pytest.mark.parametrize(
    ("chance", "estimate", "agreed"), [(0.9, 0.6, 0.1), (0.7, 0.8, 0.2), (0.45, 0.8, 0.0), (0.45, 0.2, -0.05)]
)
def test_a_jump_counts_as_far_as_the_estimate_and_later_games_agree(
    chance: float, estimate: float, agreed: float
) -> None:
    jumped = point_at(1, chance, 0.0, estimate=(estimate, 1 - estimate)).with_jump_from(point_at(0, 0.5, 0.0))
    assert jumped.cautious_jump(0) == pytest.approx(agreed)
    assert jumped.cautious_jump(1) == pytest.approx(-agreed)


@pytest.mark.parametrize(
    ("chances", "estimate", "drawn"),
    [((0.69, 0.58, 0.87), 0.69, 0.69), ((0.59, 0.88, 0.9), 0.6, 0.6), ((0.5, 0.6, 0.65), 0.8, 0.6)],
)
def test_the_curve_does_not_fall_and_rise_at_the_start_of_a_turn(
    chances: tuple[float, ...], estimate: float, drawn: float
) -> None:
    points = [attrs.evolve(point_at(number, now, 0.0), playouts=10**9) for number, now in enumerate(chances)]
    points[1] = attrs.evolve(points[1], turn_start_chances=(estimate, 1 - estimate))
    shown = [point.chances[0] for point in drawable_points(points)]
    assert shown == pytest.approx([chances[0], drawn, chances[2]])


def test_an_answer_that_playouts_give_anyway_is_no_jump(short: str) -> None:
    moments = moments_of(short)
    player = lookahead_of(moments.game).playout_player(0)
    unexpected = {d.answer_index for d in moments.decisions if str(player(d.game.copy())) != d.answer}
    own = {
        before.answer_count
        for before, place in pairwise(moments.curve_moments)
        if place.cause != CHANCE_CAUSE and not place.turn_start_chances
    }
    assert own <= unexpected
    assert 0 < len(own) < len(moments.decisions) / 2


@pytest.mark.parametrize(
    ("chances", "decided"),
    [
        ((0.7, 0.4, 0.6, 0.0), 3),
        ((0.3, 0.2, 0.6, 0.5), 2),
        ((0.5, 0.1, 0.7, 0.55, 0.3), 4),  # the fall to 0.1 was undone
    ],
)
def test_the_largest_change_towards_the_result_that_lasts_decides(
    chances: tuple[float, ...], decided: int
) -> None:
    points = [
        point_at(number, now, 0.0).with_jump_from(point_at(number - 1, before, 0.0))
        for number, (before, now) in enumerate(pairwise((chances[0], *chances)))
    ]
    direction = 1 if chances[-1] > chances[0] else -1
    turns = [
        largest_lasting_change_points(points, number - 1, number, 0, direction)
        for number in range(1, len(points))
    ]
    found = max(filter(None, turns), key=lambda part: direction * (part[-1].chances[0] - part[0].chances[0]))
    assert found[-1].number == decided
