"""Characters dealt by chance, and positions reached."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from twingkit.core.play import Game
from twingkit.core.questions import Chance
from twingkit.imajica.box.card import Card
from twingkit.imajica.notation.position import Position
from twingkit.imajica.quiz.telling import CARDS
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.table import SEATS
from twingkit.imajica.starts import PositionStart
from twingkit.imajica.variants.variant import Variant
from twingkit.learn.quiz.staging import refusal_of

PLAIN_CHARACTERS = (
    "geoffrey-light", "gideon", "irish", "henry-holland", "horace-tyrwith", "huzzah-aping", "christos",
    "thomas-roxborough", "charlotte-feaver", "judith", "dowd", "matthias-mcgann",
)  # fmt: skip
"""Characters that do nothing by themselves in a fight or at the Sites of `PLAIN_SITES`."""

PLAIN_SITES = ("salt-gate", "tin-quarter", "eurhetemec-ruins", "reed-cradle", "slew", "kite-fields")
"""Sites that do nothing by themselves."""

SITES_BY_DOMINION = {
    1: ("salt-gate", "glass-shore"),
    2: ("eurhetemec-ruins", "court-of-echoes"),
    3: ("reed-cradle", "ash-monastery"),
    4: ("slew", "kite-fields"),
    5: ("attic-studio", "retreat-house"),
}
"""Two Sites of each Dominion."""

HOLDERS = (
    "gentle", "sartori", "huzzah-aping", "bright-mother", "judith", "celestine", "river-fefer", "lake-mother",
    "horace-tyrwith", "eurhetemec-singer", "christos", "gideon", "henry-holland", "joshua-godolphin",
    "ice-mother", "eurhetemec-singer", "kuyrmid-ferrier", "dearther-zealot", "kuyrmid-ferrier",
    "geoffrey-light", "dowd", "charlotte-feaver", "delta-sister", "kuyrmid-ferrier", "delta-sister",
)  # fmt: skip
"""Characters that hold Sites, those with the most Magic first."""

STEPS = 400
"""The answers after which something that was waited for is taken never to come."""


def random_characters(rng: random.Random, fits: Callable[[Card], bool], count: int = 1) -> list[str]:
    """The ids of so many of the plain characters that fit, by chance."""
    return rng.sample([name for name in PLAIN_CHARACTERS if fits(CARDS[name])], count)


def any_characters(rng: random.Random, count: int) -> list[str]:
    """The ids of so many of the plain characters, by chance."""
    return rng.sample(PLAIN_CHARACTERS, count)


def paths_of(dominion: int) -> list[str]:
    """The ids of the Paths of a Dominion."""
    return [card.id for card in CARDS.values() if card.kind == "path" and dominion in card.home]


# -- positions


def held_sites(sites: Iterable[str], pivoted: Iterable[str] = (), without: Iterable[str] = ()) -> str:
    """Controlled Sites as a line has them, each with as many Holders as it takes; nobody of `without`.

    >>> held_sites(["kite-fields", "slew"])
    'kite-fields=eurhetemec-singer slew=bright-mother'
    """
    left = [name for name in HOLDERS if name not in without]
    parts = {}
    for site in sorted(sites, key=lambda name: -CARDS[name].resistance):
        needed, there = CARDS[site].resistance, []
        keepers = [name for name in left if "maestro" in CARDS[name].affiliations]
        if needed > 7 and keepers:
            there, needed = keepers[:1], 0
        while needed > 0:
            enough = [name for name in left if name not in there and CARDS[name].magic >= needed]
            free = [name for name in left if left.count(name) > there.count(name)]
            there.append(enough[-1] if enough else free[0])
            needed -= CARDS[there[-1]].magic
        for name in there:
            left.remove(name)
        parts[site] = f"{site}{':pivoted' if site in pivoted else ''}={','.join(there)}"
    return " ".join(parts[site] for site in sites)


def game_at(line: str, *answers: str, kind: str = "", variant: str = "box") -> Game:
    """The game of a line after these answers (see `give_answers`); with a `kind` where that is asked of the
    learner.

    Chance is typed.
    """
    game = Game(PositionStart(Position.parse(f"imajica: {line}"), Variant.resolve(variant)), rolls="ask")
    give_answers(game, *answers)
    if kind:
        play_until_question(game, kind)
    return game


def give_answers(game: Game, *answers: str) -> Game:
    """Give answers such as `p1: end`, and before each the quiet answers to what is asked until then.

    Raises `LookupError` if that is never asked of that seat, or not allowed when it has its turn.
    """
    for line in answers:
        seat, _, answer = line.partition(": ")
        for _ in range(STEPS):
            question = game.question
            if question is None:
                raise LookupError(f"{line} was never asked for")
            if SEATS[question.player] == seat and not isinstance(question, Chance):
                if refusal_of(game, answer) is None:
                    game.answer(answer)
                    break
                if question.kind in ("ally", "autarch"):
                    raise LookupError(f"{line}: {refusal_of(game, answer)}")
            answer_quietly(game)
        else:
            raise LookupError(f"{line} was never asked for")
    return game


def play_until_question(game: Game, kind: str, seat: int = 0) -> Game:
    """Answer quietly until a question of this kind is asked of a seat; raises `LookupError`."""
    for _ in range(STEPS):
        question = game.question
        if question is None:
            break
        if question.kind == kind and question.player == seat:
            return game
        answer_quietly(game)
    raise LookupError(f"{kind} was never asked")


def answer_quietly(game: Game) -> None:
    """Answer what is asked by what does nothing; chance brings its first option."""
    question = game.question
    assert question is not None
    game.answer(next(iter(question.options())))


def find_piece(game: Game, token: str) -> Piece | None:
    """A card in play; None if it is not."""
    piece: Piece | None = game.table.pieces.get(token)
    return piece
