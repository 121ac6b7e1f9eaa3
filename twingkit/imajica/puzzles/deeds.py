"""Exact puzzles of deeds: where all Allies go, whom they challenge, or which one to three of them are sent.

Positions are those at which the phase of Allies begins, in games of the computer players. The worth of an
answer is the chance that nobody stops the deed, as `can_they_stop` counts it: every hand of the rival out of
what is left of its deck comes with the same chance, and who acts plays nothing more. So only positions are
asked about in which that chance is exact, and no Path lies on a Site that is offered.

A goal is `seize *` or `challenge *` (with all free Allies: where, whom?), or a deed with the number of Allies
that are sent: `seize slew 2`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import comb
from pathlib import Path

from twingkit.asking import Refusal
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.box.decks import Deck
from twingkit.imajica.exact_odds.stops import RivalStop, Stops, can_they_stop
from twingkit.imajica.exact_odds.unseen import Holding, visible
from twingkit.imajica.puzzles.slow_hands import slow_chance
from twingkit.imajica.puzzles.turns import mixed_game, position
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.view import sees
from twingkit.play import Game
from twingkit.policies import computer
from twingkit.puzzles.source import ExactSource
from twingkit.words import Catalogue, percent

WORDS = Catalogue(Path(__file__).with_name("goal_words.toml"))
"""The sentences of goals and of reasons."""

ALL = "*"
"""The focus of a goal that leaves it open: all free Allies act."""

MOST_ANSWERS = 12
"""A question with more answers is no puzzle."""

LEAST = 0.25
"""The best answer succeeds at least so often."""

LATEST = 6
"""The round in which a position is looked for at first, at the latest."""

FIGURE = {"seize": "magic", "challenge": "strength"}
"""The figure of Allies that counts in a deed."""


def new_puzzle_game(seed: int) -> Game:
    """A game of two to look for puzzles in, from a round drawn by the seed on."""
    game = mixed_game(seed)
    begin = random.Random(f"round {seed}").randint(1, LATEST)
    while game.question is not None and game.table.round < begin:
        game.answer(plays(game))
    return game


def plays(game: Game) -> object:
    """The answer of the player `steady`, in every third round of `greedy`: positions should differ."""
    assert game.question is not None
    name = "steady" if game.table.round % 3 else "greedy"
    return computer(game.start, name, game.question.player)(game)


def posed(game: Game) -> tuple[str, tuple[str, ...]] | None:
    """The line of the position at the first question about Allies."""
    asked = game.question
    line = position(game) if asked is not None and asked.kind == "ally" else None
    return None if line is None else (line, ())


# -- what can be asked


def goals(game: Game) -> Iterator[str]:
    """The goals that are tried at a position, in an order drawn by the game."""
    found = list(_goals(game))
    random.Random(f"goals {game.start}").shuffle(found)
    yield from found


def _goals(game: Game) -> Iterator[str]:
    table: ImajicaTable = game.table
    free, sites, foes = _free(table), _sites(table), _foes(table)
    if free and 2 <= len(sites) <= MOST_ANSWERS:
        yield f"seize {ALL}"
    if free and 2 <= len(foes) <= MOST_ANSWERS:
        yield f"challenge {ALL}"
    for word, focuses in (("challenge", foes), ("seize", sites)):
        for number in (3, 2, 1):
            if number < len(free) and comb(len(free), number) <= MOST_ANSWERS:
                yield from (f"{word} {focus} {number}" for focus in focuses)


def _free(table: ImajicaTable) -> list[Piece]:
    """The Allies that can act."""
    return [piece for piece in table.ready(table.current) if not piece.acted]


def _sites(table: ImajicaTable) -> list[str]:
    """The Sites of the Circle on which no Path lies."""
    return [site.token for site in table.sites() if not table.paths(site.token)]


def _foes(table: ImajicaTable) -> list[str]:
    """The characters that can be challenged."""
    return [piece.token for piece in table.characters(1 - table.current, "active")]


def _deeds(table: ImajicaTable, goal: str) -> Iterator[str]:
    """The answers among which a goal lets choose."""
    word, focus, *number = goal.split()
    names = [piece.token for piece in _free(table)]
    if focus == ALL:
        for one in _sites(table) if word == "seize" else _foes(table):
            yield f"{word} {one} with {' '.join(names)}"
    else:
        for chosen in combinations(names, int(number[0])):
            yield f"{word} {focus} with {' '.join(chosen)}"


# -- what answers are worth


def stops_of(game: Game, goal: str) -> dict[str, Stops] | None:
    """The stops of each deed; None where a chance is not exact, or the rules forbid one of them."""
    table: ImajicaTable = game.table
    holdings = holdings_of(table)
    found = {}
    for deed in _deeds(table, goal):
        try:
            found[deed] = can_they_stop(table, deed, holdings)
        except Refusal:
            return None
        if not found[deed].complete:
            return None
    return found


def holdings_of(table: ImajicaTable) -> dict[str, Holding]:
    """All that the Autarch to move knows of its rival's hand: the cards that it has shown, and what is left
    of its deck."""
    rival = table.players[1 - table.current]
    shown = Counter(rival.hand) & Counter(rival.shown)
    paths = [path for path in table.pieces.paths.values() if path.owner == rival.seat]
    hidden = [path.card.id for path in paths if not sees(table, table.current, path)]
    left = Counter([*rival.hand, *rival.destiny.all(), *hidden])
    deck = Deck("left", dict(left + visible(table, rival.seat)))
    return {rival.name: Holding(tuple(shown.elements()), len(rival.hand) - shown.total(), deck)}


def worths(game: Game, goal: str) -> Mapping[str, float] | None:
    """The chance that nobody stops each deed; None where that is not exact, or at most one deed has good
    chances."""
    stops = stops_of(game, goal)
    if not stops:
        return None
    worth = {deed: 1 - float(one.chance) for deed, one in stops.items()}
    several = sum(chance > 0 for chance in worth.values()) > 1
    return worth if several and max(worth.values()) >= LEAST else None


def slow_worths(game: Game, goal: str, answers: Iterable[str]) -> Mapping[str, float]:
    """The same chances, every hand dealt in turn and asked whether it can stop the deed."""
    table: ImajicaTable = game.table
    holdings = holdings_of(table)
    return {deed: 1 - slow_chance(can_they_stop(table, deed, holdings)) for deed in answers}


# -- how it is told


def theme(game: Game, goal: str, best: str) -> str:
    """The theme by the deed and what is chosen."""
    word, _, *number = goal.split()
    return f"{word}_{number[0] if number else 'all'}"


def rules(game: Game, goal: str, best: str) -> tuple[str, ...]:
    """The rules by which the deed is decided."""
    return ("IJ-SEIZE-4", "IJ-SEIZE-7") if goal.startswith("seize") else ("IJ-CHAL-7", "IJ-CHAL-9")


def found_by(game: Game, goal: str, best: str) -> float:
    """The share of three players that find the best answer: one by chance, one who goes by printed figures,
    and one who compares what lies on the table and forgets the hand."""
    stops = stops_of(game, goal)
    assert stops is not None
    printed = {deed: _printed(game.table, goal, deed) for deed in stops}
    lying = {
        deed: float("-inf") if one.fails else min((r.own - r.other for r in one.rivals), default=0)
        for deed, one in stops.items()
    }
    return (1 / len(stops) + _among(printed, best) + _among(lying, best)) / 3


def _printed(table: ImajicaTable, goal: str, deed: str) -> int:
    """The printed figures of those who are sent; where all go, those of the aim with its sign turned."""
    word, focus, _, *actors = deed.split()
    if goal.endswith(ALL):
        return -int(getattr(table.pieces[focus].card, "resistance" if word == "seize" else "strength"))
    return sum(int(getattr(table.pieces[token].card, FIGURE[word])) for token in actors)


def _among(values: Mapping[str, float], best: str) -> float:
    """The chance of who takes one of the highest values to take the best answer."""
    highest = [answer for answer, value in values.items() if value == max(values.values())]
    return (best in highest) / len(highest)


def alike(game: Game, goal: str) -> object:
    """The part of a question by which two are alike: what is asked, and who stands on both sides."""
    table: ImajicaTable = game.table
    word, _, *number = goal.split()
    own = sorted(piece.card.id for piece in _free(table))
    foes = sorted(piece.card.id for piece in table.characters(1 - table.current, "active"))
    return word, tuple(number), tuple(own), tuple(foes)


def asked(goal: str, lang: str) -> str:
    """The question of a goal."""
    word, focus, *number = goal.split()
    name, _, copy = focus.partition(".")
    named = load_cards()[name].name(lang) if focus != ALL else ""
    facts = {"focus": f"{named} ({copy})" if copy else named}
    return WORDS.say(lang, f"goal.{word}_{number[0] if number else 'all'}", **facts)


def why(game: Game, goal: str, answers: Sequence[str], lang: str) -> str:
    """The figures that decide between the two best answers."""
    stops = stops_of(game, goal)
    assert stops is not None
    told = [
        WORDS.say(lang, f"why.{place}", told=_told(stops[deed], lang))
        for place, deed in zip(("best", "second"), answers, strict=False)
    ]
    return " ".join(told)


def _told(stops: Stops, lang: str) -> str:
    """The sentences that say against what a deed stands."""
    [rival] = stops.rivals
    word = stops.deed.word
    facts = {"own": stops.own, "needed": stops.needed, "other": rival.other, "lacks": rival.lacks or 0}
    key = f"{'none' if rival.lacks is None else 'short' if rival.lacks else 'enough'}_{word}"
    risk = percent(float(stops.chance), lang, 1)
    if stops.fails is not None:
        return WORDS.say(lang, "why.fails", **facts)
    said = WORDS.say(lang, f"why.{key}", risk=risk, **facts)
    return said if rival.now is not None else f"{said} {_needed(rival, lang)}"


def _needed(rival: RivalStop, lang: str) -> str:
    """The cards that the rival needs at least: each that is enough alone, else their number."""
    if not rival.ways:
        return WORDS.say(lang, "why.no_card")
    fewest = min(way.count for way in rival.ways)
    if fewest > 1:
        return WORDS.say(lang, "why.several_cards", n=fewest)
    first = [name for way in rival.ways if way.count == 1 for name, _ in way.cards]
    named = [load_cards()[name].name(lang) for one in first for name in rival.alike.get(one, (one,))]
    return WORDS.say(lang, "why.one_card", cards=", ".join(sorted(named)))


DEEDS = ExactSource(
    new_game=new_puzzle_game,
    plays=plays,
    posed=posed,
    goals=goals,
    worths=worths,
    slow_worths=slow_worths,
    theme=theme,
    found_by=found_by,
    rules=rules,
    alike=alike,
    most_answers=MOST_ANSWERS,
    of_one_game=6,
    asked=asked,
    why=why,
)
"""The source of exact puzzles."""
