"""The options of a question: the right one, and what would follow if a rule were forgotten.

options = choices(3, [Miss(4, "TW-BAT-18"), Miss(2)], number)
question = ask(play, cut, texts=..., choices=options, why=play.said("TW-BAT-18"))
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

import attrs

from twingkit.asking import Refusal
from twingkit.rulebook import LANGUAGES, Ruling, Texts
from twingkit.twing.cards import FACE_FACTS, read_card, read_face
from twingkit.twing.quiz.deal import Maker
from twingkit.twing.quiz.item import Choice, Item
from twingkit.twing.quiz.phrases import COMMON, Said
from twingkit.twing.quiz.plans import Play
from twingkit.twing.quiz.tables import Tabletop

MOST = 4
"""How many options a question has at most."""

LEAST = 3
"""How many it has at least, unless it is one of yes and no."""


REASONS = 7
"""How many reasons are given at most: the first ones decide."""


@attrs.frozen
class Miss:
    """A wrong value, and the rule that was forgotten to find it ("" if it only could be)."""

    value: Hashable
    forgot: str = ""


def choices(
    right: Hashable,
    misses: Iterable[Miss],
    say: Callable[[Any], Texts],
    *,
    least: int = LEAST,
    key: Callable[[Any], str] = str,
    cards: Callable[[Any], str] = lambda value: "",
) -> tuple[Choice, ...]:
    """The right value and up to three others, those first that come of a forgotten rule; no two alike.

    Numbers come in order. Empty if there are fewer than `least`. `cards` are those to show, if any.
    """
    found = {right: Choice(key(right), say(right), right=True, cards=cards(right))}
    for miss in sorted(misses, key=lambda miss: not miss.forgot):
        texts = say(miss.value)
        alike = any(texts[lang] == each.texts[lang] for each in found.values() for lang in LANGUAGES)
        if miss.value not in found and not alike and len(found) < MOST:
            found[miss.value] = Choice(key(miss.value), texts, forgot=miss.forgot, cards=cards(miss.value))
    if len(found) < least:
        return ()
    if isinstance(right, int):
        return tuple(found[value] for value in sorted(found, key=lambda value: int(str(value))))
    return tuple(found.values())


def number(value: int) -> Texts:
    """A number as an option."""
    return {lang: str(value) for lang in LANGUAGES}


def nearby(rng: random.Random, right: int, start: int) -> list[Miss]:
    """Numbers around the right one, the start first; the right one can be the lowest or the highest."""
    lowest = max(0, right - rng.randrange(MOST))
    return [Miss(value) for value in (start, *range(lowest, lowest + MOST + 1)) if value != right]


def yes_no(right: bool, forgot: str) -> tuple[Choice, ...]:
    """Yes and no; who takes the wrong one has forgotten a rule."""
    return tuple(
        Choice(name, COMMON(f"yes.{name}"), right=right is says, forgot="" if right is says else forgot)
        for name, says in (("yes", True), ("no", False))
    )


def ask(
    play: Play,
    cut: int,
    *,
    texts: Texts,
    choices: Sequence[Choice],
    why: Iterable[Ruling | Refusal],
    rules: Iterable[str] = (),
) -> Item | None:
    """The question at a place of a play (before its line `cut`); None without options or a reason.

    `rules` take part besides those that are cited or forgotten.
    """
    reasons = tuple(_different(why))[:REASONS]
    if not choices or not reasons:
        return None
    named = [*(reason.rule for reason in reasons), *rules, *(choice.forgot for choice in choices)]
    return Item(
        topic="",
        kind="",
        seed=0,
        table=play.table.text,
        before=play.lines[:cut],
        after=play.lines[cut:],
        texts=texts,
        choices=tuple(choices),
        why=reasons,
        rules=tuple(dict.fromkeys(rule for rule in named if rule)),
    )


def _different(why: Iterable[Ruling | Refusal]) -> Iterable[Ruling | Refusal]:
    """The reasons, each once."""
    seen = set()
    for reason in why:
        told = reason.rule, reason.text()
        if told not in seen:
            seen.add(told)
            yield reason


def keen(make: Maker, tries: int = 4) -> Maker:
    """The same questions, those first where a wrong option comes of a forgotten rule."""

    def dealt(rng: random.Random) -> Item | None:
        found = None
        for _ in range(tries):
            found = make(rng) or found
            if found and any(choice.forgot for choice in found.choices):
                break
        return found

    return dealt


# -- who and which


def you(table: Tabletop) -> Texts:
    """Who the learner is."""
    return COMMON("you.are", side=table.names[0])


def player(table: Tabletop, seat: int) -> Texts:
    """A player as an option: you, the Witch."""
    return COMMON("who.other", side=table.names[seat]) if seat else COMMON("who.you")


def players(table: Tabletop, seats: Sequence[int]) -> Texts:
    """Several players as an option; nobody."""
    if not seats:
        return COMMON("who.nobody")
    if len(seats) == 1:
        return player(table, seats[0])
    names = [table.names[seat] if seat else Said(COMMON("who.you")) for seat in sorted(seats)]
    return COMMON("who.all", sides=tuple(names))


def seat_key(seat: int) -> str:
    """The key of an option that is a player."""
    return f"p{seat + 1}"


def seats_key(seats: Sequence[int]) -> str:
    """The key of an option that is several players, or nobody."""
    return "-".join(seat_key(seat) for seat in seats) or "nobody"


# -- creatures and dice


def creatures(tokens: Sequence[str]) -> Texts:
    """Creatures, by their tokens, as an option; none."""
    cards = tuple(read_card(f"creature {token}") for token in tokens)
    return COMMON("list.creatures", cards=cards) if cards else COMMON("list.none")


def creatures_key(tokens: Sequence[str]) -> str:
    """The key of an option that is some creatures."""
    return "-".join(tokens) or "none"


def creatures_shown(tokens: Sequence[str]) -> str:
    """The creatures of an option as cards to show."""
    return f"shield {' '.join(tokens)}" if tokens else ""


def dice(play: Play) -> Texts:
    """What the dice of a play show, in the order in which they are rolled."""
    told = []
    for line, kind in zip(play.lines, play.kinds, strict=True):
        face = read_face(line.rpartition(" ")[2]) if kind == "roll" else None
        if face is not None:
            seat = int(line[1]) - 1
            facts = {"side": play.table.names[seat], "face": FACE_FACTS[face]}
            told.append(Said(COMMON(f"dice.{'other' if seat else 'you'}", **facts)))
    return COMMON("dice.single" if len(told) == 1 else "dice.all", each=tuple(told))
