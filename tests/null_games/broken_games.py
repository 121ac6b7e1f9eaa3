"""Print as JSON the result of each assert of the kit for the null games, and for variants broken in one
place."""

import json
import random
from itertools import chain
from unittest.mock import patch

import attrs
import cups.game as cups
import pile.game as pile

from twingkit import Game
from twingkit.core.language import language, localized
from twingkit.core.play import CHECKPOINT
from twingkit.core.starts import parse_start
from twingkit.testing import hidden, invariants, keys, looking, players


def new(line, **settings):
    return Game(parse_start(line), **{"rolls": "ask", "seed": 3, **settings})


def thrown(line="cups: 3x1"):
    game = new(line)
    while game.question.kind in ("roll", "shuffle"):
        game.answer_randomly()
    return game


def hides():
    return hidden.assert_hides_unseen_answers(thrown(), None, None, random.Random(1))


def hides_pile():
    return hidden.assert_hides_unseen_answers(thrown("pile: 3"), None, None, random.Random(1))


def knows(player="honest", line="cups: 3x2"):
    return [
        players.assert_knows_nothing_hidden(new(line, seed=seed), player, random.Random(seed), 8)
        for seed in range(6)
    ]


def undoes(**settings):
    game = new("cups: 3x1", seed=2, **settings)
    game.give_answers("roll 1", "roll 2", "roll 3") if not game.auto else None
    game.give_answers("1x2", "2x2", "call")
    game.undo()
    game.give_answers("call")  # from here on each checkpoint is kept
    before = game.record
    invariants.assert_undo_restores(game, 2)
    return game.record == before and game.auto == (settings.get("rolls") == "auto")


def undoes_too_many():
    invariants.assert_undo_restores(thrown(), 4)


def plays():
    return invariants.play_and_check(new("cups: 3x1"), every=1).over


def copies():
    invariants.assert_copy_plays_alike(thrown())


def undoes_a_bid():
    with patch.object(START, "script", resumes):
        invariants.assert_undo_restores(thrown("cups: 3x1 1x5").give_answers("2x2"), 1)


def says():
    return len(invariants.assert_rulings_valid(thrown()))


def asks(*tried):
    game, rng = new("cups: 3x1"), random.Random(5)
    for answer in ("roll 1", "roll 2", "roll 3", "1x1", "1x2", "call"):
        looking.assert_question_consistent(game, rng, tried=tried)
        game.give_answers(answer)
    return game.over


def asks_for_calls():
    return asks("call")


def tells(line="cups: 3x1"):
    game = invariants.play_and_check(new(line, seed=1))
    return keys.assert_keys_sufficient(game, random.Random(1))


def tells_pile():
    return tells("pile: 3")


# -- broken variants: the replaced attribute, and its replacement


START, BID, TABLE = cups.CupsStart, cups.Bid, cups.CupsTable
view, options, denial, text = START.view, BID.options, BID.broken_rule, BID.text
hides_fact, record_ruling = cups.HiddenFact, cups.Table.record_ruling


@attrs.frozen
class Wide(cups.GameView):
    more: object = ()


def other(self):
    return self.table.dice[(self.player + 1) % len(self.table.dice)]


def seen(self, game, player):
    own = view(self, game, player)
    return Wide(own.own, own.count, own.bid, sum(map(sum, game.table.dice)) > 9)


@localized
def german(self, lang: str | None = None):
    return text(self) + (str(other(self)) if language() == "de" else "")


@localized
def to_all(self, lang: str | None = None):
    return text(self) + (str(self.table.dice[0]) if self.player else "")


def reason(self, answer):
    denied = denial(self, answer)
    return ("CU-2", "low", {"bid": str(other(self))}) if denied and denied[1] == "low" else denied


def barred(self, answer):
    return ("CU-3", "none", {}) if answer == "3x6" and sum(other(self)) % 2 else denial(self, answer)


def offered(self):
    return (bid for bid in options(self) if bid != "3x6" or sum(other(self)) % 2)


def bids(self):
    self.table.bid = self.table.bid or "1x1"
    return options(self)


@localized
def writes(self, lang: str | None = None):
    self.table.bid = self.table.bid or "1x1"
    return text(self)


def lifts(self, game, player):
    game.table.bid = game.table.bid or "1x1"
    return view(self, game, player)


def resumes(self, table):
    # the active player is stored only in the script, so a checkpoint forgets it
    for seat in range(self.seats):
        if not table.dice[seat]:
            face = yield cups.Shake(seat)
            table.dice = (*table.dice[:seat], (face,), *table.dice[seat + 1 :])
    turn = 0
    yield CHECKPOINT
    while (answer := (yield BID(table, turn))) != "call":
        table.bid = answer
        turn = (turn + 1) % self.seats
        yield CHECKPOINT
    return turn


class Cheat:
    def __init__(self, seed):
        pass

    def __call__(self, game):
        count = sum(dice.count(6) for dice in game.table.dice)
        return list(game.question.options())[count]


def no_call(self):
    return (bid for bid in options(self) if bid != "call")


def calls(self, rng):
    return "call" if self.table.bid else "1x1"


def too_low(self):
    return iter([*options(self), "1x1"]) if self.table.bid else options(self)


def takes_calls(self, answer):
    return None if answer == "call" and self.table.bid else denial(self, answer)


def refuses_low(self, answer):
    return ("CU-2", "low", {"bid": self.table.bid}) if self.table.bid == answer else denial(self, answer)


def third_hidden(fact, seat):
    return fact if seat == 2 else hides_fact(fact, seat)


def forgets(self):
    return TABLE(self.dice)


def cites(self, rule, case, **facts):
    record_ruling(self, "CU-9", case, **facts)


BROKEN = {
    "a fact of one seat is not hidden": (hides, cups, {"HiddenFact": third_hidden}),
    "a card is not hidden": (hides_pile, pile, {"HiddenFact": lambda fact, seat: fact}),
    "a view shows a sum": (hides, START, {"view": seen}),
    "a text in German shows a die": (hides, BID, {"text": german}),
    "a text to others shows a die": (hides, BID, {"text": to_all}),
    "a refusal names a die": (hides, BID, {"broken_rule": reason}),
    "a die forbids a bid": (hides, BID, {"broken_rule": barred}),
    "a die leaves out an option": (hides, BID, {"options": offered}),
    "a player looks under cups": (knows, cups, {"PLAYERS": {"honest": Cheat}}),
    "a checkpoint forgets the turn": (undoes, START, {"script": resumes}),
    "a text bids": (plays, BID, {"text": writes}),
    "a view bids": (plays, START, {"view": lifts}),
    "options bid": (plays, BID, {"options": bids}),
    "a copy forgets the bid": (undoes_a_bid, TABLE, {"copy": forgets}),
    "a rule that is not there acts": (says, TABLE, {"record_ruling": cites}),
    "a key leaves out the dice": (tells, TABLE, {"key": lambda self: self.bid}),
    "a key leaves out the pile": (tells_pile, pile.PileTable, {"key": lambda self: self.named}),
    "options leave out what is drawn": (
        asks,
        BID,
        {"options": no_call, "random_answer": calls, "broken_rule": takes_calls},
    ),
    "options leave out what is tried": (
        asks_for_calls,
        BID,
        {"options": no_call, "broken_rule": takes_calls},
    ),
    "options have one twice": (asks, BID, {"options": lambda self: chain(options(self), options(self))}),
    "options have none": (asks, BID, {"options": lambda self: iter(()), "random_answer": calls}),
    "options have what is refused": (asks, BID, {"options": too_low, "broken_rule": refuses_low}),
    "an option is read as another": (
        asks,
        BID,
        {"parse_answer": lambda self, text: text.replace("1x2", "1x3")},
    ),
}

GAMES = {
    "hides": hides,
    "hides a pile": hides_pile,
    "knows": knows,
    "undoes": undoes,
    "undoes a bid": undoes_a_bid,
    "undoes with dice": lambda: undoes(rolls="auto"),
    "plays": plays,
    "copies": copies,
    "says": says,
    "asks": asks,
    "asks for calls": asks_for_calls,
    "tells": tells,
    "tells of a pile": tells_pile,
}
EMPTY = {
    "nothing is hidden": lambda: hidden.assert_hides_unseen_answers(
        new("cups: 3x1"), None, None, random.Random(1)
    ),
    "nothing hidden comes before a decision": lambda: players.assert_knows_nothing_hidden(
        new("coin: heads"), "random", random.Random(1), 9
    ),
    "more is to be taken back than there is": undoes_too_many,
    "chance has decided nothing": lambda: keys.assert_keys_sufficient(new("cups: 3x1"), random.Random(1)),
}


def message(call):
    try:
        return f"held: {call()}"
    except AssertionError as why:
        return f"failed: {why}"


told = {"games": {}, "broken": {}, "empty": {}}
for name, call in GAMES.items():
    told["games"][name] = message(call)
for name, (call, owner, parts) in BROKEN.items():
    with patch.multiple(owner, **parts):
        told["broken"][name] = message(call)
for name, call in EMPTY.items():
    told["empty"][name] = message(call)
print(json.dumps(told))
