"""The kernel: answers, dice, refusals, records, stepping back, copies and checkpoints."""

from __future__ import annotations

import random
from itertools import pairwise

import attrs
import numpy as np
import pytest

from twingkit import (
    BadAnswer,
    Game,
    RecordError,
    Refusal,
    Roll,
    ember,
    imajica,
    imperium,
    policies,
    twing,
)
from twingkit.core.cards.draws import DrawFromStack, RandomPick
from twingkit.core.cards.stack import FaceDownStack
from twingkit.core.messages import Fault
from twingkit.core.play import CHECKPOINT, Table, register
from twingkit.core.questions import Question
from twingkit.core.running import running_script
from twingkit.odds.reference import reference_odds

LINE = "F: F5 F3 + F4 vs W: W6 W4 & cat"
LAYS = ("lay F5 F3 + F4", "lay W6 W4")


def battle(*answers: object, **options: object) -> Game:
    game = twing.battle_game(LINE, **options)
    for answer in answers:
        game.answer(answer)
    return game


def test_without_a_seed_every_die_is_a_question():
    game = battle(*LAYS)
    assert isinstance(game.question, Roll)
    assert game.roll() in twing.FACES
    assert isinstance(game.question, Roll)
    game.answer("Sun")
    assert not isinstance(game.question, Roll)


def test_with_a_seed_the_game_rolls_and_the_same_seed_rolls_the_same():
    records = {battle(*LAYS, seed=7).record for _ in range(3)}
    assert len(records) == 1
    assert "roll" in records.pop()
    assert len({battle(*LAYS, seed=seed).record for seed in range(30)}) > 10


def test_a_refused_answer_changes_nothing_and_names_its_rule():
    game = battle(LAYS[0])
    before = game.record, game.table.key(), len(game.table.rulings)
    with pytest.raises(Refusal) as refused:
        game.answer("lay W6 W4 W4 W4")
    assert refused.value.rule == "TW-BAT-1"
    assert "1 to 3" in refused.value.text("en")
    assert "1 bis 3" in refused.value.text("de")
    assert (game.record, game.table.key(), len(game.table.rulings)) == before
    game.answer(LAYS[1])


@pytest.mark.parametrize("answer", ["dance", "trap", "miromon", "miromon moon", 7, "cat cat", ""])
def test_what_is_no_answer_at_all_says_what_is_expected(answer):
    game = battle(*LAYS, "roll 1", "roll 2")
    before = game.record
    with pytest.raises(BadAnswer, match="expected"):
        game.answer(answer)
    assert game.record == before


def test_a_face_that_the_die_does_not_have_is_no_answer():
    game = battle(*LAYS)
    with pytest.raises(Refusal, match="−4 to 4, Sun, Cross or Spiral"):
        game.answer("roll 5")
    with pytest.raises(BadAnswer, match="−4 to 4, Sun, Cross or Spiral"):
        game.answer("roll five")


def test_roll_needs_a_pending_die():
    with pytest.raises(BadAnswer, match="no die"):
        battle().roll()


def test_nothing_is_asked_when_the_game_is_over():
    game = battle(*LAYS, "roll Sun", "roll 1", "pass")
    assert game.over
    assert game.result.winner == 0
    with pytest.raises(BadAnswer, match="over"):
        game.answer("pass")


def test_a_record_replays_to_the_same_end():
    game = battle(*LAYS, seed=11).play(twing.best_battle_answer)
    again = Game.replay(game.record)
    assert (again.record, again.result, again.table.key()) == (game.record, game.result, game.table.key())


def test_a_record_can_be_typed_with_comments_and_blank_lines():
    game = Game.replay(
        f"""
        # our table, last Friday
        twingkit-record 1
        game twing.battle
        battle {LINE}

        attacker: F5 F3 + F4    # the word lay may be left out
        defender: lay W4 W6
        attacker: sun
        """
    )
    assert isinstance(game.question, Roll)
    assert game.record.splitlines()[3:] == [
        "attacker: lay F5 F3 + F4",
        "defender: lay W6 W4",
        "attacker: roll Sun",
    ]


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("", 1, "must begin with"),
        ("twingkit-record 2\n", 1, "twingkit-record 2"),
        ("twingkit-record 1\n", 2, "known game"),
        ("twingkit-record 1\ngame chess.match\n", 2, "chess.match"),
        ("twingkit-record 1\ngame twing.battle\n", 3, "one line"),
        ("twingkit-record 1\ngame twing.battle\nbattle F: F5 vs W:\n", 3, "defender"),
        ("twingkit-record 1\ngame twing.battle\nbattle F: F5 W4 vs W: W1\n", 3, "TW-BAT-1"),
        (f"twingkit-record 1\ngame twing.battle\nbattle {LINE}\ndefender: lay W4\n", 4, "'attacker'"),
        (f"twingkit-record 1\ngame twing.battle\nbattle {LINE}\nattacker: lay F9\n", 4, "TW-BAT-1"),
        (f"twingkit-record 1\ngame twing.battle\nbattle {LINE}\nattacker lay F5\n", 4, "attacker lay F5"),
    ],
)
def test_a_broken_record_says_which_line_and_why(text, line, why):
    with pytest.raises(RecordError) as broken:
        Game.replay(text)
    assert broken.value.line == line
    assert why in str(broken.value)


def test_a_record_that_begins_with_a_byte_order_mark_is_read():
    played = battle(*LAYS)
    assert Game.replay(f"\N{BYTE ORDER MARK}{played.record}").record == played.record


def test_a_broken_record_keeps_everything_up_to_the_fault():
    lines = [*battle(*LAYS, "roll 2").record.splitlines(), "defender: roll 9"]
    with pytest.raises(RecordError) as broken:
        Game.replay("\n".join(lines))
    assert broken.value.line == len(lines)
    assert len(broken.value.game) == 3
    broken.value.game.answer("roll 1")


def test_a_record_that_goes_on_after_the_end_is_refused():
    done = battle(*LAYS, "roll Sun", "roll 1", "pass")
    with pytest.raises(RecordError, match="over"):
        Game.replay(done.record + "attacker: pass\n")


def test_undo_goes_back_and_play_goes_on_from_there():
    game = battle(*LAYS, "roll 2", "roll -1", "cat", "roll 4")
    full = game.record
    game.undo(2)
    assert game.record == battle(*LAYS, "roll 2", "roll -1").record
    for answer in ("cat", "roll 4"):
        game.answer(answer)
    assert game.record == full


def test_undo_takes_rolled_dice_back_with_the_answer_before_them():
    game = battle(*LAYS, seed=2)
    game.undo()
    assert [entry.answer for entry in game.transcript] == ["lay F5 F3 + F4"]


def test_undo_of_more_than_there_is_changes_nothing():
    game = battle(LAYS[0])
    with pytest.raises(ValueError, match="take back 2"):
        game.undo(2)
    assert len(game) == 1


def test_undo_counts_the_answers_of_players_where_the_game_rolls_and_of_none_takes_back_none():
    game = twing.new_game(2, seed=1)
    drawn = len(game)
    assert drawn > 1
    with pytest.raises(Fault, match=r"take back 1 answer: there are only 0 \(") as caught:
        game.undo()
    assert "Es gibt nur 0 (" in caught.value.text("de")
    game.undo(0)
    assert len(game) == drawn
    with pytest.raises(Fault, match="0 or more answers to take back, not -1"):
        game.undo(-1)


def test_a_game_is_seen_by_those_who_sit_there_alone():
    games = [
        twing.new_game(2, seed=1),
        battle(),
        imperium.new_game(3, seed=1),
        imperium.battle_game("space: 1 cruiser vs 1 cruiser"),
        ember.new_game(2, seed=1),
        imajica.new_game(2, seed=1),
    ]
    for game in games:
        for nobody in (-1, 9, "1", None, 0.0, True):
            with pytest.raises(Fault, match=r"^player must be a whole number from 0 to [12], not "):
                game.view(nobody)
        assert game.view(1) == game.view(np.int64(1))


def test_a_story_is_told_in_a_language_that_there_is():
    with pytest.raises(Fault, match="lang must be 'en' or 'de', not 'fr'"):
        battle().annotated_record("fr")


def test_a_copy_goes_its_own_way_and_rolls_the_same_dice():
    game = battle(*LAYS, seed=5)
    one, two = game.copy(), game.copy()
    one.play(twing.best_battle_answer)
    two.play(twing.best_battle_answer)
    assert one.record == two.record != game.record
    assert len(game.transcript) == 4


def test_what_if_the_die_had_shown_a_sun():
    game = battle(*LAYS, "roll Cross", "roll 1", "pass")
    other = game.what_if(2, "Sun")
    other.answer("roll 1")
    other.answer("pass")
    assert (game.result.winner, other.result.winner) == (1, 0)
    with pytest.raises(ValueError, match="no answer number 9"):
        game.what_if(9, "Sun")


def test_rulings_are_those_since_the_last_answer():
    game = battle(LAYS[0])
    assert [ruling.rule for ruling in game.latest_rulings] == ["TW-BAT-1", "TW-BAT-2"]
    game.answer(LAYS[1])
    assert [ruling.rule for ruling in game.latest_rulings] == ["TW-BAT-4"]


def test_the_transcript_holds_every_ruling_once():
    game = battle(*LAYS, seed=4).play(twing.best_battle_answer)
    assert [(ruling.rule, ruling.case) for ruling in game.rulings] == [
        noted[:2] for noted in game.table.rulings
    ]
    assert game.entries(1, -1) == game.transcript[1:-1]


def test_without_explanations_the_same_game_is_played():
    loud = battle(*LAYS, seed=9).play(twing.best_battle_answer)
    quiet = battle(*LAYS, seed=9, explain=False).play(twing.best_battle_answer)
    assert quiet.latest_rulings == []
    assert quiet.record == loud.record


def test_rolls_is_auto_or_ask():
    with pytest.raises(ValueError, match="'auto' or 'ask'"):
        Game(twing.BattleStart(twing.Battle.parse(LINE)), rolls="maybe")


# A game of another shape: turns, one number for each player, a checkpoint at every turn.


class Track(Table):
    __slots__ = ("places", "turn")

    def __init__(self, places, turn=0):
        self.places, self.turn, self.rulings = list(places), turn, None

    def copy(self):
        return Track(self.places, self.turn)

    def key(self):
        return tuple(self.places), self.turn


class Step(Question):
    __slots__ = ()
    kind = "step"

    def options(self):
        return iter((1, 2))

    def refusal(self, answer):
        return None

    def parse_answer(self, text):
        return int(text)

    def sentence(self):
        return "one or two?"


class Coin(Roll):
    __slots__ = ()
    faces = (0, 1)

    def refusal(self, answer):
        return None

    def parse_answer(self, text):
        return int(text)

    def sentence(self):
        return "toss"


@attrs.frozen
class RaceStart:
    name = "test.race"
    setup_keys = ("runners",)
    runners: int = 3

    def setup_lines(self):
        return [f"runners {self.runners}"]

    @classmethod
    def parse(cls, lines):
        return cls(int(lines[0].split()[1]))

    def table(self):
        return Track([0] * self.runners)

    def script(self, table):
        while max(table.places) < 5:
            yield CHECKPOINT
            step = yield Step(table.turn)
            table.places[table.turn] += step * (yield Coin(table.turn))
            table.turn = (table.turn + 1) % self.runners
        return table.places.index(max(table.places))

    def seat(self, player):
        return f"runner{player + 1}"

    def rulebook(self):
        return twing.rulebook()

    def view(self, game, player):
        return tuple(game.table.places)


register(RaceStart)


class EndlessStart(RaceStart):
    """A race that repeats its question without changing anything."""

    seats = 3

    def script(self, table):
        for _ in range(1000):  # the race can end, in case a test does not stop it
            yield Step(0)


@pytest.mark.parametrize(
    "go_on",
    [
        lambda game: game.play(lambda at: 2),
        lambda game: policies.play(game, [lambda at: 2] * 3),
        lambda game: policies.play(game, [policies.RandomPolicy(seed) for seed in range(3)]),
        lambda game: [game.answer_randomly() for _ in range(1000)],
        lambda game: [game.answer_unchecked(1) for _ in range(1000)],
        lambda game: game.give_answers(*["2"] * 1000),
    ],
)
def test_a_game_without_an_end_is_stopped(go_on, monkeypatch):
    monkeypatch.setattr(running_script, "MAX_ANSWERS", 100)
    game = Game(EndlessStart(), seed=1)
    with pytest.raises(Fault, match="does not end: it was stopped after 100 answers") as stopped:
        go_on(game)
    assert "endet nicht: Es wurde nach 100 Antworten" in stopped.value.text("de")
    assert len(game) == 100
    game.undo()
    game.answer("1")
    assert len(game) == 100, "it goes on from before"


class FallsStart(RaceStart):
    """A script that breaks at a step of 3, and at the first tails that follow one of 2."""

    def script(self, table):
        while True:
            step = yield Step(0)
            if step == 3:
                raise KeyError(step)
            tails = not (yield Coin(0))
            if step == 2 and tails:
                raise KeyboardInterrupt
            table.places[0] += step


@pytest.mark.parametrize("take", ["answer", "answer_unchecked"])
def test_an_answer_that_raises_anything_leaves_the_game_as_it_was(take):
    game = Game(FallsStart(), rolls="ask").give_answers("1", "1")
    before = game.record, game.table.key()
    with pytest.raises(KeyError):
        getattr(game, take)(3)
    assert (game.record, game.table.key()) == before
    assert game.question.kind == "step"
    getattr(game, take)(2)
    with pytest.raises(KeyboardInterrupt):
        getattr(game, take)(0)
    assert game.question.kind == "roll"
    game.undo()
    assert (game.record, game.table.key()) == before
    assert game.copy().record == Game.replay(game.record).record == game.record
    game.give_answers("2", "1")
    assert len(game) == 4
    assert game.table.places[0] == 3


def test_a_die_that_raises_takes_the_answer_before_it_along():
    """The game rolls by itself: a player's answer is kept only together with the dice that followed it."""
    left = 0
    for seed in range(20):
        game = Game(FallsStart(), seed=seed)
        game.answer("1")
        before = game.record
        try:
            game.answer("2")
        except KeyboardInterrupt:
            assert game.record == before
            assert isinstance(game.question, Step)
            left += 1
        game.answer("1")
    assert 0 < left < 20, "some twos were followed by heads"


@pytest.fixture
def near_checkpoints(monkeypatch):
    """Place checkpoints close enough for a race of a few dozen answers."""
    monkeypatch.setattr(running_script, "CHECKPOINT_INTERVAL", 16)


@pytest.mark.usefixtures("near_checkpoints")
def test_a_long_game_goes_back_and_copies_from_its_checkpoints():
    game = Game(RaceStart(), seed=1).play(lambda at: 2)
    places = [place for place, _, _ in game._checkpoints]
    assert len(places) > 1
    assert all(after - before >= running_script.CHECKPOINT_INTERVAL for before, after in pairwise(places))
    full = game.record
    assert Game.replay(full).record == full
    for back in range(1, 8):
        twin = game.copy()
        twin.undo(back)
        assert full.startswith(twin.record)
        assert twin.table.places == Game.replay(twin.record).table.places
    assert game.record == full


@pytest.mark.usefixtures("near_checkpoints")
def test_a_game_that_was_copied_keeps_the_checkpoints_of_its_copy_for_the_next_one():
    game = Game(RaceStart(), seed=1).play(lambda at: 2)
    last = game._checkpoints[-1][0]
    game.copy()
    assert game._checkpoints[-1][0] > last
    explained = game._checkpoints[-1][0]
    game.copy(explain=False).undo(3)
    assert game._checkpoints[-1][0] == explained, "a copy that keeps no rulings counts none"


def test_a_copy_draws_the_same_numbers_whoever_draws_first_and_its_copies_too():
    for first in (0, 1, 2):
        game = twing.new_game(2, seed=9)
        twin = game.copy()
        games = [game, twin, twin.copy()]
        drawn = {}
        for place in (first, *(place for place in range(3) if place != first)):
            drawn[place] = [games[place].rng.random() for _ in range(5)]
        assert drawn[0] == drawn[1] == drawn[2]
        assert game.rng.random() == twin.rng.random(), "they go on alike, each by itself"


def test_random_numbers_that_are_set_are_copied_too():
    game = twing.new_game(2, seed=9)
    game.rng = random.Random(4)
    assert game.copy().rng.random() == random.Random(4).random()
    assert game.rng.random() == random.Random(4).random()


def test_a_game_whose_position_comes_back_has_no_odds_by_trying_and_says_so():
    with pytest.raises(Fault, match=r"return to the same position \(one or two\?\)"):
        reference_odds(Game(EndlessStart()), lambda winner: 0)


class Drawn(DrawFromStack[str]):
    __slots__ = ()

    def refusal(self, answer):
        return None

    def sentence(self):
        return "which card?"


class PickedByChance(RandomPick[str]):
    __slots__ = ()

    def bad_answer(self, text):
        return BadAnswer("chance", ember.rulebook(), found=text, expected=())

    def sentence(self):
        return "which of them?"


class CopiesStart(RaceStart):
    """Whoever draws a `b` first and is then given one has lost."""

    seats = 1

    def script(self, table):
        stack = FaceDownStack(["a", "a", "a", "b"])
        if (yield Drawn(0, "stack", stack)) == "a":
            return 0
        return 0 if (yield PickedByChance(0, "hand", ["a", "b", "b", "b", "b"])) == "a" else 1


def test_the_walk_weighs_a_card_and_a_name_by_their_copies():
    odds = reference_odds(Game(CopiesStart()), lambda winner: 1 if winner == 0 else -1)
    assert odds.win == pytest.approx(3 / 4 + 1 / 4 * 1 / 5)
    assert odds.loss == pytest.approx(1 / 4 * 4 / 5)


def test_the_chances_of_what_is_drawn_are_those_with_which_it_is_drawn():
    deal = twing.new_game(2).question
    for asked in (
        Drawn(0, "stack", FaceDownStack(["a", "a", "a", "b"])),
        PickedByChance(0, "hand", ["a", "b", "b"]),
        Coin(0),
        deal,
    ):
        outcomes = asked.outcomes()
        assert [answer for answer, _ in outcomes] == list(asked.options())
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        rng = random.Random(1)
        drawn = [asked.random_answer(rng) for _ in range(4_000)]
        for answer, chance in outcomes:
            assert drawn.count(answer) / len(drawn) == pytest.approx(chance, abs=0.03)
