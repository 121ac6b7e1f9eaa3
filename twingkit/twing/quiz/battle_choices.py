"""The parts of a question about a battle: its words, its options, and the question put together."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from twingkit.asking import Refusal
from twingkit.rulebook import LANGUAGES, Ruling
from twingkit.twing.cards import CROSS, FACE_FACTS, SUN, Creature, Spell, Unit
from twingkit.twing.lay import Lay
from twingkit.twing.notation import ROLES
from twingkit.twing.quiz.battle_words import joined, other, said
from twingkit.twing.quiz.item import Choice, Item, Texts
from twingkit.twing.quiz.staging import Played

Said = Ruling | Refusal


def question(
    played: Played,
    texts: Texts,
    choices: Sequence[Choice],
    why: Sequence[Said],
    seat: int,
    place: int | None = None,
) -> Item:
    """The question over a played battle, asked before the answer at `place`: if none is given, before the
    first response, or after the last roll."""
    place = played.first if place is None else place
    return Item(
        topic="",
        kind="",
        seed=0,
        table=played.table,
        before=played.answers[:place],
        after=played.answers[place:],
        texts=texts,
        choices=tuple(choices),
        why=tuple(why),
        rules=taking_part(why, choices),
        seat=seat,
    )


def taking_part(why: Iterable[Said], choices: Iterable[Choice]) -> tuple[str, ...]:
    """The rules that decide, then those whose forgetting leads to a wrong option; each once."""
    named = [each.rule for each in why] + [choice.forgot for choice in choices if choice.forgot]
    return tuple(dict.fromkeys(named))


def asked(played: Played, seat: int, text: Texts) -> Texts:
    """The question after who the learner is, and after what is played."""
    return joined(said(f"role.you_{seat}"), *story(played, seat), text)


def story(played: Played, seat: int) -> list[Texts]:
    """What the sides play, from the first response on, one sentence each."""
    told = []
    rolls = [1, 1]
    for play in played.staged.plays:
        who = "you" if play.seat == seat else "other"
        name, _, target = play.answer.partition(" ")
        facts: dict[str, Any] = {"other": other(seat), "object": name}
        if name in ("cat", "hat", "shamrock"):
            facts["face"] = FACE_FACTS[played.staged.faces[play.seat][rolls[play.seat]]]
            rolls[play.seat] += 1
            name = f"{'cat' if name == 'cat' else 'reroll'}_{who}"
        elif name == "miromon":
            name = f"miromon_{who}_{'own' if target == ROLES[play.seat] else 'other'}"
        else:
            facts["card"] = creature_of(played.staged.battle.sides[1 - play.seat].lay, target)
            name = f"trap_{who}"
        told.append(said(f"story.{name}", **facts))
    passed = any(entry.kind == "respond" for entry in played.game.transcript)
    return [*told, said("story.end")] if told else [said("story.none")] if passed else []


def creature_of(lay: Lay, target: str) -> Creature:
    """The creature card that a trap names: `F4`, or `>F3` for a rider. Raises `ValueError` for another."""
    for unit in lay.units:
        card = unit.rider if target.startswith(">") else unit.creature
        if card is not None and card.token == target.removeprefix(">"):
            return card
    raise ValueError(f"{lay} has no creature {target}")


def target_of(unit: Unit, card: Creature) -> str:
    """How a trap names a card of a unit."""
    return f"trap >{card.token}" if card is unit.rider else f"trap {card.token}"


# -- options


def who(keys: Iterable[str], seat: int, right: str, misses: Mapping[str, str]) -> list[Choice]:
    """Options for who wins, is paid or draws: `you`, `other`, `tie`, `nobody`, `both`."""
    facts = {"other": other(seat)}
    return [option(key, said(f"choice.{key}", **facts), right, misses) for key in keys]


def option(key: str, texts: Texts, right: str, misses: Mapping[str, str], cards: str = "") -> Choice:
    """An option, right if its key is; else with the rule that somebody forgets who takes it."""
    return Choice(key, texts, key == right, "" if key == right else misses.get(key, ""), cards)


def numbers(right: int, misses: Mapping[int, str], rng: random.Random, least: int = 1) -> list[Choice]:
    """Four numbers in order: the right one, near misses, and others near by. The right one can stand at any
    place, if a near miss remains."""
    near = [right + step for step in (1, -1, 2, -2, 3, -3)]
    rng.shuffle(near)
    wrong = [n for n in dict.fromkeys((*misses, *near)) if n >= least and n != right]
    lower, higher = [n for n in wrong if n < right], [n for n in wrong if n > right]
    places = [
        place
        for place in range(4)
        if place <= len(lower)
        and 3 - place <= len(higher)
        and (not misses or set(misses) & {*lower[:place], *higher[: 3 - place]})
    ]
    place = rng.choice(places or [min(3, len(lower))])
    chosen = sorted([right, *lower[:place], *higher[: 3 - place]])
    forgot = {str(n): rule for n, rule in misses.items()}
    return [option(str(n), said("choice.number", n=n), str(right), forgot) for n in chosen]


def face_words(face: int) -> Texts:
    """A face as an option."""
    return said("choice.face", face=FACE_FACTS[face])


def worth_words(face: int) -> Texts:
    """What a die counts, as an option: a number, or a symbol that stands."""
    case = {SUN: "worth_sun", CROSS: "worth_cross"}.get(face, "face")
    return said(f"choice.{case}", face=FACE_FACTS[face])


def ruling_words(ruling: Ruling) -> Texts:
    """A ruling as an option."""
    return {lang: ruling.text(lang) for lang in LANGUAGES}


def keyed(item: Item | None, key: str) -> Item | None:
    """The question, if the option with that key is the right one."""
    return item if item and item.right.key == key else None


def hinges(item: Item | None, *rules: str) -> Item | None:
    """The question, if an option is wrong only for somebody who forgets one of these rules."""
    return item if item and any(choice.forgot in rules for choice in item.choices) else None


def shown(*cards: Creature | Spell) -> str:
    """How an option says which cards are shown beside it: as a lay in notation."""
    spells = [card for card in cards if isinstance(card, Spell)]
    return str(Lay(spells, [Unit(card) for card in cards if isinstance(card, Creature)]))
