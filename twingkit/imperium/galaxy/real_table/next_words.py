"""The possible next words of an answer at a real table of Twilight Imperium.

Units and goods are named with their number, one kind after another; an answer may end where a rule allows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from twingkit.core.play import Game
from twingkit.core.questions import Question, Refusal
from twingkit.imperium.battle.rules.dice.volley import FACES
from twingkit.imperium.battle.rules.questions import RollDice
from twingkit.imperium.galaxy.agenda.voting import CastVotes
from twingkit.imperium.galaxy.economy.paying import Pay
from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.objectives.progress import can_fulfil_now
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.table.abilities import Moment, abilities_by_id, has_script, rule_against_ability
from twingkit.imperium.galaxy.table.card_drawing import NextDeckCardDraw
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.tactical.bombardment_step import Bombard
from twingkit.imperium.galaxy.tactical.embedded_battle import BattleQuestion
from twingkit.imperium.galaxy.tactical.invasion import CommitForces
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.tactical.production_step import SPACE, Build
from twingkit.imperium.galaxy.trade.offers import HOLD_FIRE_PROMISE, NOTHING, VOTE_PROMISE_WORD
from twingkit.referee.answer_templates import join_chosen_words, longest_shared_continuations

_ItemMaxima = Iterable[tuple[str, int]]

MAX_LISTED_ANSWERS = 5_000
"""The largest number of listed answers that are searched."""

_AGENDA_WINDOWS = ("agenda", "revealed", "voted", "speaker_voted", "elected", "outcome")
"""The first words of the windows in which agenda-phase cards are played."""

WINDOW_WORDS_BY_PHASE = {"strategy": ("strategy", "pick"), "status": ("status",), "agenda": _AGENDA_WINDOWS}
"""The first words of the windows that occur only in one phase, by phase."""

_OVER_PHASE = "over"

PRECEDING_PHASES = {
    "strategy": ("status", "agenda"),
    "action": ("strategy",),
    "status": ("action",),
    "agenda": ("status",),
    _OVER_PHASE: ("action", "status", "agenda"),
}
"""The phases that can come before each phase and before the end of the game."""

_ANY_PHASE_WINDOWS = ("card_played",)


def next_words(game: Game, seat: int, words_so_far: tuple[str, ...], cards: frozenset[str]) -> Iterable[str]:
    """Return the words that can follow `words_so_far` in a seat's answer, if the hand may hold `cards`; "" if
    the answer can end there.
    """
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
    for kind, rest in _WORDS.items():
        if isinstance(question, kind):
            yield from rest(question, said)
            return
    if isinstance(question, BattleQuestion) and isinstance(question.battle_question, RollDice):
        yield from ("",) if len(said) > question.battle_question.volley.count else map(str, FACES)
    elif isinstance(question, NextDeckCardDraw):
        yield from ("",) if len(said) > 1 else sorted(question.options())
    elif question.kind in ("discard", "card"):
        yield from ("",) if len(said) > 1 else _action_cards(cards)
    else:
        text = join_chosen_words(said).split()
        yield from longest_shared_continuations(
            map(question.format_answer, islice(question.options(), MAX_LISTED_ANSWERS)), text
        )


# -- cards


def _cards_to_play(
    table: GameTable, question: Question | None, seat: int, cards: frozenset[str]
) -> list[str]:
    """Return the answers that play a card which a player may hold in this phase; on the player's own turn,
    component actions.
    """
    acts = isinstance(question, TurnChoice) and question.player == seat
    listed = []
    for card in _action_cards(cards):
        ability = abilities_by_id()[card]
        component = "action" in ability.windows
        if component and acts and has_script(card):
            listed += [card] if rule_against_ability(table, seat, ability, Moment("action")) is None else []
        elif not component and any(_can_open(window, table.phase) for window in ability.windows):
            listed.append(card)
    return listed


def _can_open(window: str, phase: str) -> bool:
    """Return whether an ability window can open in a phase, or in the preceding phase if nobody has typed its
    end.
    """
    first = window.partition(".")[0]
    bound = [name for name, own in WINDOW_WORDS_BY_PHASE.items() if first in own] or ["action"]
    return first in _ANY_PHASE_WINDOWS or not {phase, *PRECEDING_PHASES.get(phase, ())}.isdisjoint(bound)


def _secrets(table: GameTable, seat: int, cards: frozenset[str]) -> list[str]:
    """Return the secret objectives that a player may hold and could have fulfilled."""
    names = []
    for name in sorted(cards & objectives_by_id().keys()):
        card = objectives_by_id()[name]
        status = (
            card.scoring_phase == "status"
            and table.phase in ("status", _OVER_PHASE)
            and can_fulfil_now(table, seat, card)
        )
        if card.is_secret and (status or card.scoring_phase == "action"):
            names.append(name)
    return names


def _action_cards(cards: frozenset[str]) -> list[str]:
    return [
        card
        for card in sorted(cards & abilities_by_id().keys())
        if abilities_by_id()[card].source == "action_card"
    ]


# -- counted items


def _counted_items(named: Iterable[str], offered: _ItemMaxima) -> Iterator[str]:
    """Yield the items not named yet with each possible number, after a comma except for the first."""
    there = {item.lstrip(", ").partition(" ")[2] for item in named}
    sign = ", " if there else ""
    for name, most in offered:
        if name not in there:
            yield from (f"{sign}{count} {name}" for count in range(most, 0, -1))


def _named_after(said: tuple[str, ...], count: int) -> tuple[list[str], str]:
    """Return the items named after the first `count` words, and the punctuation before the next item."""
    named = [part.lstrip(", ") for part in said[count:]]
    return named, ", " if named else ""


def _may_end(question: Question, said: tuple[str, ...]) -> bool:
    try:
        return question.refusal(question.parse_answer(join_chosen_words(said))) is None
    except (Refusal, ValueError):
        return False


def _ended(question: Question, said: tuple[str, ...]) -> Iterator[str]:
    if len(said) > 1 and _may_end(question, said):
        yield ""


def _move(question: Move, said: tuple[str, ...]) -> Iterator[str]:
    """Yield the next words of a movement: a system, the units that leave it, then another system."""
    yield from _ended(question, said)
    table, named = question.table, said[1:]
    places = {system.tile.number: system.index for system in table.galaxy.systems}
    starts = [part.lstrip("; ") for part in named if part.lstrip("; ") in places]
    ready = [place for place, _ in question.ship_sources()]
    ready += [place for place, _ in question.ships_needing_drive() if place not in ready]
    sign = "; " if starts else ""
    if starts:
        last = max(index for index, part in enumerate(named) if part.lstrip("; ") in places)
        yield from _counted_items(named[last + 1 :], _units(question, places[starts[-1]]))
    if not starts or _may_end(question, said):
        yield from (
            f"{sign}{table.tile_number(place)}" for place in ready if table.tile_number(place) not in starts
        )


def _units(question: Move, start: int) -> _ItemMaxima:
    """Yield the units that can leave a system with their numbers: the player's ships there, then their
    cargo.
    """
    fleet = question.table.units_in_space(question.player, start)
    for name in fleet:
        if question.best_route(name, start) is not None:
            hurt = fleet.hurt.get(name, 0)
            yield name, fleet[name]
            if hurt and hurt < fleet[name]:
                yield f"{name}!", hurt
    for cargo in question.loadable_cargo(start):
        place = f" {cargo.source_place}" if isinstance(cargo.source_place, str) else ""
        yield f"{cargo.unit_class}{place}", cargo.count


def _land(question: CommitForces, said: tuple[str, ...]) -> Iterator[str]:
    yield from _ended(question, said)
    forces = question.available_forces
    yield from _counted_items(
        said[1:],
        (
            (f"{name} {planet}", count)
            for planet in question.landable_planets
            for name, count in forces.items()
        ),
    )


def _bombard(question: Bombard, said: tuple[str, ...]) -> Iterator[str]:
    yield from _ended(question, said)
    guns = question.guns.items()
    yield from _counted_items(
        said[1:], ((f"{name} {planet}", count) for planet in question.planets for name, count in guns)
    )


def _build(question: Build, said: tuple[str, ...]) -> Iterator[str]:
    """Yield the next words of a build: a number, then affordable units, with the planet of ground forces."""
    named, sign = _named_after(said, 1)
    text = join_chosen_words(said)
    if named and named[-1].isdecimal():
        places = (
            [f" {planet}" for planet in question.site.planets] if len(question.site.planets) > 1 else [""]
        )
        places += [f" {SPACE}"] if question.site.can_keep_troops_in_space else []
        for product in question.products:
            ground = product.name in ("infantry", "mech")
            for place in places if ground else [""]:
                unit = f"{product.name}{place}"
                if unit not in named and _may_end(question, (*said, unit)):
                    yield unit
        return
    yield from _ended(question, said)
    for count in range(1, question.site.unit_limit + 1):
        more = f"{text}{sign} {count} "
        if any(_may_end(question, (f"{more}{product.name}",)) for product in question.products):
            yield f"{sign}{count}"


def _pay(question: Pay, said: tuple[str, ...]) -> Iterator[str]:
    """Yield the next words of a payment: planets to exhaust, then trade goods, until the cost is paid."""
    if len(said) > 1 and _may_end(question, said):
        yield ""
        return
    named, sign = _named_after(said, 1)
    yield from (f"{sign}{planet}" for planet in question.planet_values if planet not in named)
    if not any(part.endswith(" goods") for part in named):
        goods = question.table.players[question.player].goods
        yield from (f"{sign}{count} goods" for count in range(1, goods + 1))


def _vote(question: CastVotes, said: tuple[str, ...]) -> Iterator[str]:
    yield from _ended(question, said)
    if len(said) == 1:
        yield from question.allowed_outcomes
        return
    named, sign = _named_after(said, 2)
    yield from (f"{sign}{planet}" for planet in question.voting_planets if planet not in named)


_WORDS: dict[type, Callable[..., Iterator[str]]] = {
    Move: _move, CommitForces: _land, Bombard: _bombard, Build: _build, Pay: _pay, CastVotes: _vote,
}  # fmt: skip


# -- offers


def _offer(table: GameTable, seat: int, said: tuple[str, ...]) -> Iterator[str]:
    """Yield the next words of an offer: the receiving player, the items given, and the items wanted."""
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
    """Yield the next words of one side of an offer: the items that a player can give and, if `wanted` from
    that player, promises.
    """
    player = table.players[seat]
    if named and named[-1].lstrip(", ") in (NOTHING, HOLD_FIRE_PROMISE):
        return
    if not named:
        yield NOTHING
    goods = (("goods", player.goods), ("commodities", player.commodities))
    yield from _counted_items(named, ((name, count) for name, count in goods if count))
    sign = ", " if named else ""
    if not any(part.lstrip(", ").startswith("note ") for part in named):
        yield from (f"{sign}note {note}" for note in player.promissory_notes)
    if wanted and not named:
        yield HOLD_FIRE_PROMISE
        yield from (
            f"{VOTE_PROMISE_WORD}:{outcome}"
            for outcome in (table.ballot.allowed_outcomes if table.ballot else ())
        )
