"""The whole game: its rules, its table and its start."""

from functools import cache
from importlib.resources import files
from itertools import permutations

import attrs

from twingkit.core.messages import Fault
from twingkit.core.play import Table, register
from twingkit.core.questions import BadAnswer, ChanceQuestion, Question
from twingkit.core.rulebook import HiddenFact, Rulebook
from twingkit.players.policies import RandomPolicy

CARDS = ("gryphon", "kraken", "phoenix")


@cache
def rulebook():
    return Rulebook.load(files("pile"))


class PileTable(Table):
    __slots__ = ("named", "pile")

    def __init__(self, pile=(), named=""):
        self.pile, self.named, self.rulings = pile, named, None

    def copy(self):
        return PileTable(self.pile, self.named)

    def key(self):
        return self.pile, self.named


class Asked(Question):
    __slots__ = ()

    def refusal(self, answer):
        if answer not in list(self.options()):
            raise BadAnswer("card", rulebook(), found=self.format_answer(answer)[:40])

    def sentence(self):
        return rulebook().sentence("ask", self.kind, {})


class Shuffle(Asked, ChanceQuestion):
    __slots__ = ()
    kind, rule = "shuffle", "PI-1"

    def options(self):
        return permutations(CARDS)

    def parse_answer(self, text):
        return tuple(text.split()[1:])

    def format_answer(self, answer):
        return " ".join(("shuffle", *answer))


class Name(Asked):
    __slots__ = ()
    kind, rule = "name", "PI-2"

    def options(self):
        return iter(CARDS)


@attrs.frozen
class GameView:
    """What the player may know: the number of cards in the pile, and the named card."""

    cards: int
    named: str


@attrs.frozen
class PileStart:
    name, setup_keys, seats = "pile", ("pile:",), 1
    cards: int

    def setup_lines(self):
        return [f"pile: {self.cards}"]

    @classmethod
    def parse(cls, lines):
        if len(lines) != 1 or lines[0].split() != ["pile:", str(len(CARDS))]:
            raise Fault("card", rulebook(), found=" ".join(lines)[:40])
        return cls(len(CARDS))

    def table(self):
        return PileTable()

    def script(self, table):
        table.pile = yield Shuffle(0)
        table.record_ruling("PI-1", "lies", n=len(table.pile), top=HiddenFact(table.pile[0], -1))
        table.named = yield Name(0)
        table.record_ruling("PI-2", "right" if table.named == table.pile[0] else "wrong", top=table.pile[0])
        return None if table.named != table.pile[0] else 0

    def seat(self, player):
        return "p1"

    def rulebook(self):
        return rulebook()

    def view(self, game, player):
        return GameView(len(game.table.pile), game.table.named)

    def policy(self, name, seed):
        return RandomPolicy(seed)


register(PileStart)
