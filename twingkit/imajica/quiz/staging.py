"""Random characters and positions for questions, and games played up to a question."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from twingkit.core.play import Game
from twingkit.core.questions import ChanceQuestion, Question
from twingkit.imajica.box.card import Card
from twingkit.imajica.notation.position import Position
from twingkit.imajica.quiz.question_texts import ASSUMED_CARDS
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.questions import TurnQuestion
from twingkit.imajica.rules.table import SEATS
from twingkit.imajica.starts import PositionStart
from twingkit.imajica.variants.variant import Variant
from twingkit.learn.quiz.staging import answer_while_pending, first_option, is_pending, refusal_of_answer

PLAIN_CHARACTERS = (
    "geoffrey-light", "gideon", "irish", "henry-holland", "horace-tyrwith", "huzzah-aping", "christos",
    "thomas-roxborough", "charlotte-feaver", "judith", "dowd", "matthias-mcgann",
)  # fmt: skip
"""Characters without an effect of their own in a fight or at the `PLAIN_SITES`."""

PLAIN_SITES = ("salt-gate", "tin-quarter", "eurhetemec-ruins", "reed-cradle", "slew", "kite-fields")
"""Sites without an effect of their own."""

SITES_BY_DOMINION = {
    1: ("salt-gate", "glass-shore"),
    2: ("eurhetemec-ruins", "court-of-echoes"),
    3: ("reed-cradle", "ash-monastery"),
    4: ("slew", "kite-fields"),
    5: ("attic-studio", "retreat-house"),
}
"""Two Sites for each Dominion."""

HOLDERS = (
    "gentle", "sartori", "huzzah-aping", "bright-mother", "judith", "celestine", "river-fefer", "lake-mother",
    "horace-tyrwith", "eurhetemec-singer", "christos", "gideon", "henry-holland", "joshua-godolphin",
    "ice-mother", "eurhetemec-singer", "kuyrmid-ferrier", "dearther-zealot", "kuyrmid-ferrier",
    "geoffrey-light", "dowd", "charlotte-feaver", "delta-sister", "kuyrmid-ferrier", "delta-sister",
)  # fmt: skip
"""Characters that `held_sites_notation` uses as Holders, roughly those with the most Magic first."""

_MAX_STEPS = 400
"""Maximum number of answers to wait for a question."""


def random_plain_characters(rng: random.Random, fits: Callable[[Card], bool], count: int = 1) -> list[str]:
    """Return `count` random ids of `PLAIN_CHARACTERS` for which `fits` is true."""
    return rng.sample([name for name in PLAIN_CHARACTERS if fits(ASSUMED_CARDS[name])], count)


def any_plain_characters(rng: random.Random, count: int) -> list[str]:
    """Return `count` random ids of `PLAIN_CHARACTERS`."""
    return rng.sample(PLAIN_CHARACTERS, count)


def paths_of(dominion: int) -> list[str]:
    """Return the ids of all Paths of a Dominion."""
    return [
        card.id for card in ASSUMED_CARDS.values() if card.kind == "path" and dominion in card.home_dominions
    ]


# -- positions


def held_sites_notation(
    sites: Iterable[str], pivoted: Iterable[str] = (), excluded_holders: Iterable[str] = ()
) -> str:
    """Return controlled Sites in position notation, each with enough Holders to keep it.

    No character of `excluded_holders` becomes a Holder.

    >>> held_sites_notation(["kite-fields", "slew"])
    'kite-fields=eurhetemec-singer slew=bright-mother'
    """
    left = [name for name in HOLDERS if name not in excluded_holders]
    parts = {}
    for site in sorted(sites, key=lambda name: -ASSUMED_CARDS[name].resistance):
        needed, there = ASSUMED_CARDS[site].resistance, []
        keepers = [name for name in left if "maestro" in ASSUMED_CARDS[name].affiliations]
        if needed > 7 and keepers:
            there, needed = keepers[:1], 0
        while needed > 0:
            enough = [name for name in left if name not in there and ASSUMED_CARDS[name].magic >= needed]
            free = [name for name in left if left.count(name) > there.count(name)]
            there.append(enough[-1] if enough else free[0])
            needed -= ASSUMED_CARDS[there[-1]].magic
        for name in there:
            left.remove(name)
        parts[site] = f"{site}{':pivoted' if site in pivoted else ''}={','.join(there)}"
    return " ".join(parts[site] for site in sites)


def game_at_position(line: str, *answers: str, question_kind: str = "", variant: str = "box") -> Game:
    """Start a game at a position and give these answers (see `play_passively_and_answer`).

    With a `question_kind` the game then goes on until the learner is asked a question of that kind. Random
    events are asked as questions.
    """
    game = Game(PositionStart(Position.parse(f"imajica: {line}"), Variant.resolve(variant)), rolls="ask")
    play_passively_and_answer(game, *answers)
    if question_kind:
        play_until_question(game, question_kind)
    return game


def play_passively_and_answer(game: Game, *answers: str) -> Game:
    """Give answers such as `p1: end`, with passive answers to all questions before each of them.

    Raises `LookupError` if a seat never gets to give its answer, or is not allowed to in its turn.
    """
    for line in answers:
        seat, _, answer = line.partition(": ")
        for _ in range(_MAX_STEPS):
            question = game.question
            if question is None:
                raise LookupError(f"{line} was never asked for")
            if SEATS[question.player] == seat and not isinstance(question, ChanceQuestion):
                if refusal_of_answer(game, answer) is None:
                    game.answer(answer)
                    break
                if isinstance(question, TurnQuestion):
                    raise LookupError(f"{line}: {refusal_of_answer(game, answer)}")
            give_passive_answer(game)
        else:
            raise LookupError(f"{line} was never asked for")
    return game


def play_until_question(game: Game, kind: str, seat: int | None = 0) -> Game:
    """Answer passively, in the same game, until `seat` (None: anyone) is asked a question of this kind;
    return the game.

    Raises `LookupError` if that does not happen within `_MAX_STEPS` answers.
    """
    for _ in range(_MAX_STEPS):
        if is_pending(game, kind, seat):
            return game
        if game.question is None:
            break
        give_passive_answer(game)
    raise LookupError(f"{kind} was never asked")


def copy_at_ally_turn(game: Game, *answers: str) -> Game:
    """Return a copy after these answers, played on passively until the learner can act in the Ally phase."""
    return play_until_question(play_passively_and_answer(game.copy(), *answers), "ally")


def give_passive_answer(game: Game) -> None:
    """Answer the pending question with its first option: to pass or end the turn if that is possible."""
    assert game.question is not None
    game.answer(first_option(game.question))


def answer_passively(game: Game, asked: type[Question] = ChanceQuestion) -> Game:
    """Answer the pending questions of a class, by default those of chance, by their first option; return the
    same game.
    """
    answer_while_pending(game, asked, first_option)
    return game


def play_passively(game: Game, goes_on: Callable[[Question], bool]) -> Game:
    """Answer passively as long as `goes_on` is true of the pending question; return the game."""
    while (question := game.question) is not None and goes_on(question):
        give_passive_answer(game)
    return game


def find_piece(game: Game, token: str) -> Piece | None:
    """Return a card in play by its token, or None if it is not in play."""
    piece: Piece | None = game.table.pieces.get(token)
    return piece


def is_held(game: Game, site: str) -> bool:
    """True if an Autarch controls a Site."""
    piece = find_piece(game, site)
    return piece is not None and piece.area == "state"
