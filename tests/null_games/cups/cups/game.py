"""The whole game: its rules, its table and its start, for three to five seats without sides.

`cups: 3x2 again` is played twice, and the second round decides; in `cups: 3x2 whole` a seat throws all its
dice at once. In `cups: 4x1 teams` each second seat is a partner; in `cups: 3x1 loser` all win but the one who
loses. In both a bid that is true to the die is drawn.
"""

import re
from functools import cache
from importlib.resources import files
from itertools import product
from math import comb

import attrs

from twingkit.core.glossary import Glossary
from twingkit.core.messages import Fault
from twingkit.core.play import Table, register
from twingkit.core.questions import BadAnswer, Refusal, Roll
from twingkit.core.rulebook import HiddenFact, Rulebook
from twingkit.core.starts import parse_start
from twingkit.core.text_questions import TextQuestion
from twingkit.odds.odds import OutcomeChances

EXAMPLES = ("cups: 3x2 2x5", "cups: 3x2", "cups: 4x2 teams", "cups: 5x1")
SEATS = ("p1", "p2", "p3", "p4", "p5")
LINE = r"cups: *([3-5])x([1-3])(?: ([1-9]x[1-6]))?(?: (again))?(?: (whole))?(?: (teams|loser))?"


@cache
def rulebook():
    return Rulebook.load(files("cups"))


@cache
def glossary():
    return Glossary.parse(files("cups").joinpath("glossary.toml").read_text(encoding="utf-8"))


class CupsTable(Table):
    __slots__ = ("bid", "dice")

    def __init__(self, dice, bid=""):
        self.dice, self.bid, self.rulings = dice, bid, None

    def copy(self):
        return CupsTable(self.dice, self.bid)

    def key(self):
        return self.dice, self.bid


class Shake(Roll):
    __slots__ = ()
    rule, faces = "CU-1", range(1, 7)

    def refusal(self, answer):
        if answer not in self.faces:
            raise BadAnswer("die", rulebook(), found=answer)

    def sentence(self):
        return rulebook().sentence("ask", "roll", {"side": SEATS[self.player]})

    def parse_answer(self, text):
        if not re.fullmatch(r"(roll )?[1-6]", text.strip()):
            raise BadAnswer("die", rulebook(), found=text[:40])
        return int(text.strip()[-1])

    def format_answer(self, answer):
        return f"roll {answer}"


class Throw(Roll):
    __slots__ = ("each",)
    kind, rule = "throw", "CU-1"

    def __init__(self, player, each):
        super().__init__(player)
        self.each = each

    def options(self):
        return product(range(1, 7), repeat=self.each)

    def random_answer(self, rng):
        return tuple(rng.randrange(1, 7) for _ in range(self.each))

    def refusal(self, answer):
        if answer not in set(self.options()):
            raise BadAnswer("die", rulebook(), found=str(answer)[:40])

    def sentence(self):
        return rulebook().sentence("ask", "throw", {"side": SEATS[self.player]})

    def parse_answer(self, text):
        faces = text.removeprefix("throw").split()
        if not all(face in "123456" for face in faces):
            raise BadAnswer("die", rulebook(), found=text[:40])
        return tuple(map(int, faces))

    def format_answer(self, answer):
        return f"throw {' '.join(map(str, answer))}"


class Bid(TextQuestion):
    __slots__ = ()
    kind, rule, book, seats = "bid", "CU-2", rulebook, SEATS

    def options(self):
        most = sum(map(len, self.table.dice))
        bids = [f"{count}x{face}" for count in range(1, most + 1) for face in range(1, 7)]
        yield from bids[bids.index(self.table.bid) + 1 :] if self.table.bid else bids
        if self.table.bid:
            yield "call"

    def broken_rule(self, answer):
        if answer == "call" and not self.table.bid:
            return "CU-3", "none", {}
        if answer not in self.options():
            if not re.fullmatch(r"[1-9]x[1-6]", answer):
                raise self.bad_answer(answer)
            return "CU-2", "low", {"bid": self.table.bid}
        return None


@attrs.frozen
class GameView:
    """What a player may know: their own dice, everybody's number of dice, and the bid."""

    own: tuple
    count: int
    bid: str


@attrs.frozen
class Several:
    winners: tuple


@attrs.frozen
class CupsStart:
    name, setup_keys = "cups", ("cups:",)
    seats: int
    each: int
    bid: str = ""
    again: str = ""
    whole: str = ""
    end: str = ""

    @property
    def teams(self):
        return ((0, 2), (1, 3)) if self.end == "teams" else ()

    def setup_lines(self):
        words = (f"cups: {self.seats}x{self.each}", self.bid, self.again, self.whole, self.end)
        return [" ".join(filter(None, words))]

    @classmethod
    def parse(cls, lines):
        found = re.fullmatch(LINE, " ".join(lines))
        if not found:
            raise Fault("line", rulebook(), found=" ".join(lines)[:40])
        seats, each, bid = int(found[1]), int(found[2]), found[3] or ""
        if int(bid[:1] or 0) > seats * each:
            raise Refusal("CU-2", "low", {"bid": bid}, rulebook())
        return cls(seats, each, bid, found[4] or "", found[5] or "", found[6] or "")

    def table(self):
        return CupsTable(((),) * self.seats, self.bid)

    def script(self, table):
        if self.again:
            yield from self.round(table)
            table.dice, table.bid = ((),) * self.seats, ""
        winner, loser = yield from self.round(table)
        if winner is None:
            return None
        if self.end == "loser":
            return Several(tuple(seat for seat in range(self.seats) if seat != loser))
        table.record_ruling("CU-4", "wins", side=SEATS[winner])
        return winner

    def round(self, table):
        for seat in range(self.seats):
            for _ in range(1 if self.whole else self.each):
                thrown = (yield Throw(seat, self.each)) if self.whole else ((yield Shake(seat)),)
                dice = (*table.dice[seat], *thrown)
                table.dice = (*table.dice[:seat], dice, *table.dice[seat + 1 :])
                shown = " ".join(map(str, thrown))
                table.record_ruling("CU-1", "falls", side=SEATS[seat], face=HiddenFact(shown, seat))
        turn = 0
        while (answer := (yield Bid(table, turn))) != "call":
            table.bid = answer
            table.record_ruling("CU-2", "bids", side=SEATS[turn], bid=answer)
            turn = (turn + 1) % self.seats
        count, face = map(int, table.bid.split("x"))
        there = sum(dice.count(face) for dice in table.dice)
        right = there >= count
        shown = " ".join(str(face) for dice in table.dice for face in dice)
        table.record_ruling(
            "CU-3", "true" if right else "false", side=SEATS[turn], shown=shown, bid=table.bid
        )
        if self.end and there == count:
            return None, None
        return (turn - right) % self.seats, (turn - (not right)) % self.seats

    def seat(self, player):
        return SEATS[player]

    def rulebook(self):
        return rulebook()

    def view(self, game, player):
        return GameView(game.table.dice[player], sum(map(len, game.table.dice)), game.table.bid)


class Honest:
    """A player that trusts its own dice and one more."""

    def __init__(self, seed):
        pass

    def __call__(self, game):
        question = game.question
        own = game.view(question.player).own
        bids = (bid for bid in question.options() if bid != "call")
        return next((bid for bid in bids if int(bid[0]) <= own.count(int(bid[2])) + 1), "call")


def odds(line):
    start = parse_start(line)
    if not start.bid:
        raise Fault("bid", rulebook())
    count, dice = int(start.bid[0]), start.seats * start.each
    true = sum(comb(dice, n) * 5 ** (dice - n) / 6**dice for n in range(count, dice + 1))
    return OutcomeChances({"true": true, "false": 1 - true})


PLAYERS = {"honest": Honest}
register(CupsStart)
