"""Characters dealt by chance, positions reached, answers tried in them, and the question put together."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence

import attrs

from twingkit.asking import BadAnswer, Chance, Refusal
from twingkit.imajica.box.card import Card
from twingkit.imajica.notation.position import Position
from twingkit.imajica.quiz.telling import CARDS, heard, stated
from twingkit.imajica.rules.table import SEATS, Piece
from twingkit.imajica.starts import PositionStart
from twingkit.imajica.variants.variant import Variant
from twingkit.play import Game
from twingkit.quiz.asking import Miss, choices, made, numbers, yes_no
from twingkit.quiz.item import Choice, Item, Reason, Texts
from twingkit.rulebook import Ruling

PEOPLE = (
    "geoffrey-light", "gideon", "irish", "henry-holland", "horace-tyrwith", "huzzah-aping", "christos",
    "thomas-roxborough", "charlotte-feaver", "judith", "dowd", "matthias-mcgann",
)  # fmt: skip
"""Characters that do nothing by themselves in a fight or at the Sites of `PLACES`."""

PLACES = ("salt-gate", "tin-quarter", "eurhetemec-ruins", "reed-cradle", "slew", "kite-fields")
"""Sites that do nothing by themselves."""

BY_DOMINION = {
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


def pick(rng: random.Random, fits: Callable[[Card], bool], count: int = 1) -> list[str]:
    """The ids of so many of the plain characters that fit, by chance."""
    return rng.sample([name for name in PEOPLE if fits(CARDS[name])], count)


def people(rng: random.Random, count: int) -> list[str]:
    """The ids of so many of the plain characters, by chance."""
    return rng.sample(PEOPLE, count)


def paths_of(dominion: int) -> list[str]:
    """The ids of the Paths of a Dominion."""
    return [card.id for card in CARDS.values() if card.kind == "path" and dominion in card.home]


# -- positions


def held(sites: Iterable[str], pivoted: Iterable[str] = (), without: Iterable[str] = ()) -> str:
    """Controlled Sites as a line has them, each with as many Holders as it takes; nobody of `without`.

    >>> held(["kite-fields", "slew"])
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


def moment(line: str, *answers: str, kind: str = "", variant: str = "box") -> Game:
    """The game of a line after these answers (see `reach`); with a `kind` where that is asked of the learner.

    Chance is typed.
    """
    game = Game(PositionStart(Position.parse(f"imajica: {line}"), Variant.of(variant)), rolls="ask")
    reach(game, *answers)
    if kind:
        until(game, kind)
    return game


def reach(game: Game, *answers: str) -> Game:
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
                if refused(game, answer) is None:
                    game.answer(answer)
                    break
                if question.kind in ("ally", "autarch"):
                    raise LookupError(f"{line}: {refused(game, answer)}")
            quietly(game)
        else:
            raise LookupError(f"{line} was never asked for")
    return game


def until(game: Game, kind: str, seat: int = 0) -> Game:
    """Answer quietly until a question of this kind is asked of a seat; raises `LookupError`."""
    for _ in range(STEPS):
        question = game.question
        if question is None:
            break
        if question.kind == kind and question.player == seat:
            return game
        quietly(game)
    raise LookupError(f"{kind} was never asked")


def quietly(game: Game) -> None:
    """Answer what is asked by what does nothing; chance brings its first option."""
    question = game.question
    assert question is not None
    game.answer(next(iter(question.options())))


def lies(game: Game, token: str) -> Piece | None:
    """A card in play; None if it is not."""
    piece: Piece | None = game.table.pieces.get(token)
    return piece


def answers_of(game: Game, since: int) -> list[str]:
    """The answers of a game from a number on."""
    return [entry.answer for entry in game.transcript[since:]]


def said(game: Game, since: int, *rules: str) -> list[Ruling]:
    """The rulings after so many answers, of some rules if they are named."""
    rulings = [ruling for entry in game.transcript[since:] for ruling in entry.rulings]
    return [ruling for ruling in rulings if not rules or ruling.rule in rules]


def refused(game: Game, answer: str) -> Refusal | BadAnswer | None:
    """The reason why an answer is not allowed now; None if it is."""
    try:
        return game.refused(answer)
    except (Refusal, BadAnswer) as no:
        return no


# -- the question


def asked(
    game: Game,
    after: Sequence[str],
    texts: Texts,
    options: Sequence[Choice],
    why: Iterable[Reason],
    rules: Iterable[str] = (),
) -> Item | None:
    """The question at this moment of a game; `after` plays it out. All its reasons are shown at once."""
    reasons = tuple(why)
    return made(
        "\n".join(game.start.lines()),
        answers_of(game, 0),
        after,
        texts=texts,
        choices=options,
        why=reasons,
        rules=rules,
        shown=len(reasons),
    )


def decided(right: bool, because: Reason) -> tuple[Choice, ...]:
    """Yes and no, with what is wrong with the wrong one."""
    return tuple(
        choice if choice.right else attrs.evolve(choice, because=(because,)) for choice in yes_no(right)
    )


def whether(game: Game, twin: Game, texts: Texts, right: bool, why: Sequence[Reason]) -> Item | None:
    """The question of yes or no that `twin` plays out; the first reason decides."""
    return asked(game, answers_of(twin, len(game)), texts, decided(right, why[0]), why)


def may(game: Game, answer: str, texts: Texts, *allowing: str, first: Sequence[Reason] = ()) -> Item | None:
    """The question whether an answer is allowed: the refusal decides, or the rules that allow it.

    `first` are reasons before those of the rules.
    """
    no = refused(game, answer)
    if isinstance(no, BadAnswer):
        return None
    why = [*first, *(heard([no]) if no else stated(*allowing))]
    return asked(game, [] if no else [answer], texts, decided(no is None, why[-1]), why)


def which(game: Game, tried: Mapping[str, Texts], texts: Texts, *rules: str) -> Item | None:
    """The question which of these answers is allowed: exactly one must be, and these rules say so."""
    reasons: dict[str, Refusal | None] = {}
    for answer in tried:
        no = refused(game, answer)
        if isinstance(no, BadAnswer):
            return None
        reasons[answer] = no
    right = [answer for answer, no in reasons.items() if no is None]
    if len(right) != 1:
        return None
    misses = [Miss(answer, because=tuple(heard([no]))) for answer, no in reasons.items() if no is not None]
    options = choices(right[0], misses, lambda answer: tried[answer], least=2)
    return asked(game, [right[0]], texts, options, stated(*rules))


def count(
    rng: random.Random,
    game: Game,
    after: Sequence[str],
    texts: Texts,
    right: int,
    misses: Iterable[Miss],
    why: Iterable[Reason],
    least: int = 0,
) -> Item | None:
    """The question how many there are after `after`."""
    options = numbers(rng, right, [miss for miss in misses if miss.value != right], least=least)
    return asked(game, after, texts, options, why)


def one_of(
    game: Game,
    after: Sequence[str],
    texts: Texts,
    right: str,
    wrong: Mapping[str, Sequence[Reason]],
    say: Callable[[str], Texts],
    why: Iterable[Reason],
) -> Item | None:
    """The question with a named right value, and wrong ones with what is wrong with them."""
    misses = [Miss(value, because=tuple(because)) for value, because in wrong.items() if value != right]
    return asked(game, after, texts, choices(right, misses, say, least=2), why)
