"""A roll can be as secret as a card: what rulings hide from a seat changes nothing that is sent to it."""

from __future__ import annotations

import pytest
from null_games.printed import values

HIDES = """
import json, random, sys
from twingkit import Game
from twingkit.core.questions import ChanceQuestion
from twingkit.core.starts import parse_start
from twingkit.testing.hidden import assert_hides_unseen_answers
from twingkit_widgets.table.play.any_game import GenericPlayPanel
from twingkit_widgets.table.play.form import ALL_SEATS_INDEX

line, lang, *answers = sys.argv[1:]
name = line.partition(":")[0]


def sent(game, seat):
    # every act, drawer and sentence of the pages, wherever this seat is asked
    if game.over or game.question.player != seat or isinstance(game.question, ChanceQuestion):
        return None
    play = GenericPlayPanel(name, line, seat, seed=1, lang=lang, record=game.record)
    shown = []
    for act in ("hint", "all_turns", "toggle_panel dice", "toggle_panel new", "toggle_panel help"):
        play.do(*act.split())
        shown += [play.html.replace(play._prefix, ""), play.status]
    steps = GenericPlayPanel(name, line, ALL_SEATS_INDEX, seed=1, lang=lang, record=game.record)
    shown += [steps.html.replace(steps._prefix, "")]
    return "".join(shown)


game = Game(parse_start(line), seed=3, rolls="ask")
while isinstance(game.question, ChanceQuestion):
    game.answer_randomly()
game.give_answers(*answers)
print(assert_hides_unseen_answers(game, None, None, random.Random(1), shown_to_seat=sent))
"""


@pytest.mark.parametrize(("line", "lang"), [("cups: 3x1", "en"), ("cups: 4x1", "de")])
def test_CU_1_dice_of_others_change_nothing_that_a_seat_is_sent(python, line, lang):
    done = python(HIDES, line, lang)
    assert done.returncode == 0, done.stderr
    seats, dice = int(line[-3]), int(line[-1])
    assert int(done.stdout) == seats * (seats - 1) * dice * 3


def test_BR_3_cards_of_others_change_nothing_that_a_seat_is_sent(python):
    line = "briscola: p1 hand S1 S2; p2 hand S3 S4; deck C1 C2 B1; trump D"
    done = python(HIDES, line, "de", "play S1", "play S3", "card C1")
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0


DICE = """
import json
from twingkit_widgets.table.play.any_game import GenericPlayPanel
told = []
for seat in range(3):
    play = GenericPlayPanel("cups", "cups: 3x2", seat, seed=4)
    told.append([throw.seat for throw in play.match.changeable_results()])
    own = play.match.changeable_results()[0]
    for at, entry in enumerate(play.match.game.transcript):
        if entry.kind != "roll" or at == own.index:
            continue
        play.do("face", f"{at}:roll 1")
        assert play.error is not None
        play.do("dismiss", "")
    play.do("face", f"{own.index}:roll 1")
    assert play.error is None and play.match.real_game_state is not None
print(json.dumps(told))
"""


def test_CU_1_what_if_asks_for_the_own_dice_only(python):
    assert values(python(DICE)) == [[0], [1], [2]]


STEPS = """
import json
from twingkit import Game
from twingkit_widgets.table.play.any_game import GenericPlayPanel
from twingkit_widgets.table.play.form import ALL_SEATS_INDEX
told = []
for throws in range(7):
    game = Game.begin("cups: 3x2").give_answers(*["roll 4"] * throws)
    html = GenericPlayPanel("cups", seat=ALL_SEATS_INDEX, record=game.record).html
    told.append(["second throws: 4" in html or "third throws: 4" in html, ':roll 6"' in html])
print(json.dumps(told))
"""


def test_CU_1_who_answers_for_all_is_told_and_offered_the_dice_of_who_looks_only(python):
    told = values(python(STEPS))
    assert [offered for _, offered in told] == [True, True, False, False, False, False, False]
    assert not any(betrayed for betrayed, _ in told)


SCENES = """
import json
from twingkit.core.games import game_by_id
from twingkit.learn.quiz.deal import GameQuiz
from twingkit.learn.quiz.scenes import default_topics

quiz, told, kinds = GameQuiz("cups", default_topics(game_by_id("cups"))), [], set()
for seed in range(40):
    item = quiz.item(f"scenes:next:{seed}")
    game = item.game()
    kinds.add(game.question.kind)
    own = game.table.dice[item.seat]
    dice = " ".join(str(face) for seat in game.table.dice for face in seat)
    texts = [item.prompt(), *(choice.text() for choice in item.choices)]
    if len(dice.split()) > max(1, len(own)) and any(dice in text for text in texts):
        told.append([item.name, dice, texts])
    if item.answers_after == ("call",):  # what lies under the other cups decides it
        told.append([item.name, texts])
print(json.dumps([sorted(kinds), told]))
"""


def test_CU_1_questions_of_scenes_tell_and_ask_nothing_that_lies_under_other_cups(python):
    kinds, told = values(python(SCENES))
    assert kinds == ["bid", "roll"]
    assert told == []


PILE = """
import json
from twingkit.core.games import game_by_id
from twingkit.learn.quiz.deal import GameQuiz
from twingkit.learn.quiz.scenes import default_topics

quiz = GameQuiz("pile", default_topics(game_by_id("pile")))
items = [quiz.item(f"scenes:next:{seed}") for seed in range(20)]
print(json.dumps([[item.answers_before, item.prompt(), item.right_option.text()] for item in items]))
"""


def test_PI_1_a_question_on_shuffling_does_not_tell_how_the_pile_lies(python):
    for before, prompt, right in values(python(PILE)):
        assert before == []  # nobody knows the top card, which decides what comes after a guess
        assert prompt == "Shuffle the pile. You do not see the answer. What happens now?"
        assert right == "Cards in the pile: 3; on top: hidden."


KNOWN = """
import json
from twingkit import Game
from twingkit.core.knowledge import knew_outcome_immediately, unknown_outcome_indices, would_know_next_outcome
from twingkit.players.lookahead import LookaheadFunctions

game = Game.begin("cups: 3x2 again").give_answers(*"111223", "1x6", "call")
lifted = [unknown_outcome_indices(game, seat) for seat in range(3)]
game.give_answers(*"456123")
twins = [LookaheadFunctions().sample_hidden_information(game, 0, seed).table.dice for seed in range(9)]
whole = Game.begin("cups: 3x3 whole")
foreseen = [would_know_next_outcome(whole, seat) for seat in range(3)]
whole.give_answers("throw 1 2 3", "throw 4 5 6", "throw 1 1 1")
print(json.dumps({
    "lifted": lifted, "second": [unknown_outcome_indices(game, seat) for seat in range(3)],
    "own": sorted({twin[0] for twin in twins}), "others": len({twin[1:] for twin in twins}),
    "foreseen": foreseen,
    "whole": [[knew_outcome_immediately(whole, seat, at) for at in range(3)] for seat in range(3)],
    "unknown": unknown_outcome_indices(whole, 1),
}))
"""


def test_CU_3_dice_that_were_lifted_are_known_and_those_thrown_since_are_not(python):
    told = values(python(KNOWN))
    assert told["lifted"] == [[], [], []]
    assert told["second"] == [[10, 11, 12, 13], [8, 9, 12, 13], [8, 9, 10, 11]]
    assert (told["own"], told["others"] > 5) == ([[4, 5]], True)
    assert told["foreseen"] == [True, False, False]
    assert told["whole"] == [[seat == at for at in range(3)] for seat in range(3)]
    assert told["unknown"] == [0, 2]


SUMS = """
import json
from twingkit import Game
from twingkit.core.knowledge import unknown_outcome_indices

import cups.game
from twingkit.core.starts import register


class Summed(cups.game.CupsStart):
    name, setup_keys = "cups.summed", ("summed:",)

    def round(self, table):  # the dice stay, and only their sum is told
        for seat in (1, 1, 2):
            face = yield cups.game.Shake(seat)
            table.dice = (*table.dice[:seat], (*table.dice[seat], face), *table.dice[seat + 1 :])
            hidden = cups.game.HiddenFact(str(face), seat)
            table.record_ruling("CU-1", "falls", side=cups.game.SEATS[seat], face=hidden)
        sums = " ".join(str(sum(dice)) for dice in table.dice)
        table.record_ruling("CU-3", "true", side="p1", shown=sums, bid="")
        yield cups.game.Bid(table, 0)
        return 0


game = Game(Summed(3, 1), rolls="ask").give_answers("roll 3", "roll 4", "roll 2")
print(json.dumps([unknown_outcome_indices(game, seat) for seat in range(3)]))
"""


def test_CU_1_who_has_heard_a_sum_knows_the_only_die_of_another_but_not_two(python):
    assert values(python(SUMS)) == [[0, 1], [], [0, 1]]
