"""The words of which answers at a real table of Twilight Imperium are made, one after another.

Units and goods are named with their number, one kind after another; an answer may end where a rule allows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from twingkit.core.play import Game
from twingkit.core.questions import Question, Refusal
from twingkit.imperium.battle.rules.dice.volley import FACES
from twingkit.imperium.battle.rules.questions import Throw
from twingkit.imperium.galaxy.agenda.voting import CastVotes
from twingkit.imperium.galaxy.economy.paying import Pay
from twingkit.imperium.galaxy.objectives.cards import objective_cards
from twingkit.imperium.galaxy.objectives.progress import is_fulfilled
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.table.abilities import Moment, abilities, has_script, rule_against_ability
from twingkit.imperium.galaxy.table.drawing import CardDraw
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.tactical.bombardment_step import Bombard
from twingkit.imperium.galaxy.tactical.embedded_battle import BattleQuestion
from twingkit.imperium.galaxy.tactical.invasion import Commit
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.tactical.production_step import SPACE, Build
from twingkit.imperium.galaxy.trade.offers import HOLD_FIRE, NOTHING, VOTE
from twingkit.referee.ways import following, written

Counted = Iterable[tuple[str, int]]
"""Items that can be named, with the number of each."""

MAX_LISTED = 5_000
"""The largest number of answers of a list that is looked through."""

AGENDA_WINDOWS = ("agenda", "revealed", "voted", "speaker_voted", "elected", "outcome")
"""The first words of windows in which cards of the agenda phase are played."""

PHASES = {"strategy": ("strategy", "pick"), "status": ("status",), "agenda": AGENDA_WINDOWS}
"""The first words of the windows that only one phase has, by the phase."""

OVER = "over"
"""The phase of a game that is over."""

BEFORE = {
    "strategy": ("status", "agenda"),
    "action": ("strategy",),
    "status": ("action",),
    "agenda": ("status",),
    OVER: ("action", "status", "agenda"),
}
"""The phases that may come before each phase, and before the end: with other hands it may not have come."""

ANY_PHASE = ("card_played",)
"""The windows that any phase has."""


def next_words(game: Game, seat: int, words_so_far: tuple[str, ...], cards: frozenset[str]) -> Iterable[str]:
    """Return the words that may follow; "" if the answer may end."""
    table: GameTable = game.table
    question, word = game.question, words_so_far[0]
    if word == "play":
        return ("",) if len(words_so_far) > 1 else _cards_to_play(table, question, seat, cards)
    if word == "score":
        return ("",) if len(words_so_far) > 1 else _secrets(table, seat, cards)
    if question is None:
        return ()
    if word == "discard" and question.kind != word:  # cards that may not all be equal
        return ("",) if len(words_so_far) > 1 else _action_cards(cards)
    if question.player != seat:
        return ()
    if word == "offer":
        return list(_offer(table, seat, words_so_far[1:]))
    return list(_following(question, words_so_far, cards))


def _following(question: Question, said: tuple[str, ...], cards: frozenset[str]) -> Iterator[str]:
    """The words of an answer to the question that is asked."""
    for kind, rest in _WORDS.items():
        if isinstance(question, kind):
            yield from rest(question, said)
            return
    if isinstance(question, BattleQuestion) and isinstance(question.asked, Throw):
        yield from ("",) if len(said) > question.asked.volley.count else map(str, FACES)
    elif isinstance(question, CardDraw) or question.kind in ("discard", "card"):
        yield from ("",) if len(said) > 1 else _cards(question, cards)
    else:
        text = written(said).split()
        yield from following(map(question.format_answer, islice(question.options(), MAX_LISTED)), text)


# -- cards


def _cards_to_play(
    table: GameTable, question: Question | None, seat: int, cards: frozenset[str]
) -> list[str]:
    """The action cards that a player may hold and may play in this phase; on the player's own turn, those
    that are an action.
    """
    acts = isinstance(question, TurnChoice) and question.player == seat
    listed = []
    for card in sorted(cards & abilities().keys()):
        ability = abilities()[card]
        if ability.source != "action_card":
            continue
        component = "action" in ability.windows
        if component and acts and has_script(card):
            listed += [card] if rule_against_ability(table, seat, ability, Moment("action")) is None else []
        elif not component and any(_can_open(window, table.phase) for window in ability.windows):
            listed.append(card)
    return listed


def _can_open(window: str, phase: str) -> bool:
    """True if a window may open in a phase, or in the phase before it whose end nobody has typed."""
    first = window.partition(".")[0]
    bound = [name for name, own in PHASES.items() if first in own] or ["action"]
    return first in ANY_PHASE or not {phase, *BEFORE.get(phase, ())}.isdisjoint(bound)


def _secrets(table: GameTable, seat: int, cards: frozenset[str]) -> list[str]:
    """The secret objectives that a player may hold and could have fulfilled."""
    names = []
    for name in sorted(cards & objective_cards().keys()):
        card = objective_cards()[name]
        status = (
            card.phase == "status" and table.phase in ("status", OVER) and is_fulfilled(table, seat, card)
        )
        if card.secret and (status or card.phase == "action"):
            names.append(name)
    return names


def _cards(question: Question, cards: frozenset[str]) -> Iterator[str]:
    """The cards that may be drawn openly, or the action cards that may be in a hand."""
    if isinstance(question, CardDraw):
        yield from sorted(question.options())
        return
    yield from _action_cards(cards)


def _action_cards(cards: frozenset[str]) -> list[str]:
    """The action cards among some cards."""
    return [card for card in sorted(cards & abilities().keys()) if abilities()[card].source == "action_card"]


# -- counted items


def _counted(named: Iterable[str], offered: Counted) -> Iterator[str]:
    """The things that are not named yet, each with every number of it; a comma stands before all but the
    first."""
    there = {item.lstrip(", ").partition(" ")[2] for item in named}
    sign = ", " if there else ""
    for name, most in offered:
        if name not in there:
            yield from (f"{sign}{count} {name}" for count in range(most, 0, -1))


def _may_end(question: Question, said: tuple[str, ...]) -> bool:
    try:
        return question.refusal(question.parse_answer(written(said))) is None
    except (Refusal, ValueError):
        return False


def _ended(question: Question, said: tuple[str, ...]) -> Iterator[str]:
    if len(said) > 1 and _may_end(question, said):
        yield ""


def _move(question: Move, said: tuple[str, ...]) -> Iterator[str]:
    """A system, the units that leave it, then another system."""
    yield from _ended(question, said)
    table, named = question.table, said[1:]
    places = {system.tile.number: system.index for system in table.galaxy.systems}
    starts = [part.lstrip("; ") for part in named if part.lstrip("; ") in places]
    ready = [place for place, _ in question.sources()]
    ready += [place for place, _ in question.ships_with_drive() if place not in ready]
    sign = "; " if starts else ""
    if starts:
        last = max(index for index, part in enumerate(named) if part.lstrip("; ") in places)
        yield from _counted(named[last + 1 :], _units(question, places[starts[-1]]))
    if not starts or _may_end(question, said):
        yield from (
            f"{sign}{table.tile_number(place)}" for place in ready if table.tile_number(place) not in starts
        )


def _units(question: Move, start: int) -> Counted:
    """The units that may leave a system: its ships, then their cargo."""
    fleet = question.table.units_in_space(question.player, start)
    for name in fleet:
        if question.best_route(name, start) is not None:
            hurt = fleet.hurt.get(name, 0)
            yield name, fleet[name]
            if hurt and hurt < fleet[name]:
                yield f"{name}!", hurt
    for cargo in question.cargo_at(start):
        place = f" {cargo.place}" if isinstance(cargo.place, str) else ""
        yield f"{cargo.unit_class}{place}", cargo.count


def _land(question: Commit, said: tuple[str, ...]) -> Iterator[str]:
    """Ground forces with their planets."""
    yield from _ended(question, said)
    forces = question.forces
    yield from _counted(
        said[1:],
        ((f"{name} {planet}", count) for planet in question.open_planets for name, count in forces.items()),
    )


def _bombard(question: Bombard, said: tuple[str, ...]) -> Iterator[str]:
    """Ships with the planets at which they fire."""
    yield from _ended(question, said)
    guns = question.guns.items()
    yield from _counted(
        said[1:], ((f"{name} {planet}", count) for planet in question.planets for name, count in guns)
    )


def _build(question: Build, said: tuple[str, ...]) -> Iterator[str]:
    """A number, then units that can be paid, with the planet of ground forces."""
    named = [part.lstrip(", ") for part in said[1:]]
    text = written(said)
    if named and named[-1].isdecimal():
        places = (
            [f" {planet}" for planet in question.yard.planets] if len(question.yard.planets) > 1 else [""]
        )
        places += [f" {SPACE}"] if question.yard.space else []
        for product in question.products:
            ground = product.name in ("infantry", "mech")
            for place in places if ground else [""]:
                unit = f"{product.name}{place}"
                if unit not in named and _may_end(question, (*said, unit)):
                    yield unit
        return
    yield from _ended(question, said)
    sign = ", " if named else ""
    for count in range(1, question.yard.limit + 1):
        more = f"{text}{sign} {count} "
        if any(_may_end(question, (f"{more}{product.name}",)) for product in question.products):
            yield f"{sign}{count}"


def _pay(question: Pay, said: tuple[str, ...]) -> Iterator[str]:
    """Planets to exhaust, then goods; nothing more once it is paid."""
    if len(said) > 1 and _may_end(question, said):
        yield ""
        return
    named = [part.lstrip(", ") for part in said[1:]]
    sign = ", " if named else ""
    yield from (f"{sign}{planet}" for planet in question.planet_values if planet not in named)
    if not any(part.endswith(" goods") for part in named):
        goods = question.table.players[question.player].goods
        yield from (f"{sign}{count} goods" for count in range(1, goods + 1))


def _vote(question: CastVotes, said: tuple[str, ...]) -> Iterator[str]:
    """An outcome, then the planets that are exhausted for it."""
    yield from _ended(question, said)
    if len(said) == 1:
        yield from question.open_outcomes
        return
    named = [part.lstrip(", ") for part in said[2:]]
    sign = ", " if named else ""
    yield from (f"{sign}{planet}" for planet in question.planets if planet not in named)


_WORDS: dict[type, Callable[..., Iterator[str]]] = {
    Move: _move, Commit: _land, Bombard: _bombard, Build: _build, Pay: _pay, CastVotes: _vote,
}  # fmt: skip
"""The words that follow, by the kind of question."""


# -- offers


def _offer(table: GameTable, seat: int, said: tuple[str, ...]) -> Iterator[str]:
    """The player to whom something is offered, the things that are given, and those that are wanted."""
    if not said:
        yield from (SEATS[other] for other in table.other_seats(seat))
        return
    other = SEATS.index(said[0])
    wants = "for" in said
    if wants:
        named = said[said.index("for") + 1 :]
        yield from ("",) if named else ()
        yield from _gift(table, other, named, wanted=True)
    else:
        named = said[1:]
        yield from ("for",) if named else ()
        yield from _gift(table, seat, named, wanted=False)


def _gift(table: GameTable, seat: int, named: tuple[str, ...], *, wanted: bool) -> Iterator[str]:
    """The items that a player may give; the player who is asked for something makes the promises."""
    player = table.players[seat]
    if named and named[-1].lstrip(", ") in (NOTHING, HOLD_FIRE):
        return
    if not named:
        yield NOTHING
    goods = (("goods", player.goods), ("commodities", player.commodities))
    yield from _counted(named, ((name, count) for name, count in goods if count))
    sign = ", " if named else ""
    if not any(part.lstrip(", ").startswith("note ") for part in named):
        yield from (f"{sign}note {note}" for note in player.notes)
    if wanted and not named:
        yield HOLD_FIRE
        yield from (f"{VOTE}:{outcome}" for outcome in (table.ballot.allowed if table.ballot else ()))
