"""Questions on how a battle goes: who wins and why, what a die counts, which roll or response it takes.

Each takes the battle as the engine played it, reads the answer off it, and offers beside it what the near
misses say. It is None where the battle makes no good question of its kind.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence

from twingkit.rulebook import Ruling
from twingkit.twing.cards import FACE_FACTS, SPIRAL, face_text
from twingkit.twing.lay import Lay
from twingkit.twing.notation import ROLES, Battle
from twingkit.twing.outcome import BattleResult
from twingkit.twing.quiz.battle_choices import (
    asked,
    face_words,
    numbers,
    option,
    question,
    ruling_words,
    who,
    worth_words,
)
from twingkit.twing.quiz.battle_deals import NUMBERS
from twingkit.twing.quiz.battle_misses import missed, near_misses
from twingkit.twing.quiz.battle_reads import (
    card_points,
    counted,
    laid,
    points_of,
    telling,
    who_won,
    worth_of,
)
from twingkit.twing.quiz.battle_words import joined, other, said
from twingkit.twing.quiz.item import Choice, Item, Texts
from twingkit.twing.quiz.staging import Play, Played, Staged

_ON_DICE = (
    "TW-BAT-9",
    "TW-BAT-11",
    "TW-BAT-12",
    "TW-BAT-14",
    "TW-BAT-15",
    "TW-POW-panties",
    "TW-POW-bra",
)
"""The rules that say what a die shows and counts."""


def winner(played: Played, seat: int, known: Collection[str], sharp: bool = True) -> Item | None:
    """Who wins? `sharp`: only where a forgotten rule would lead to another result."""
    misses = missed(played, known, lambda each: who_won(each, seat))
    if sharp and not misses:
        return None
    choices = who(("you", "other", "tie"), seat, who_won(played, seat), misses)
    why = [played.decisive, *telling(played)]
    return question(played, asked(played, seat, said("ask.winner")), choices, why, seat)


def verdict(played: Played, seat: int, known: Collection[str]) -> Item | None:
    """How does it end? The options are what the engine says here and in the near misses."""
    right = played.decisive
    found: dict[str, tuple[str, Ruling]] = {}
    for rule, changed in near_misses(played, known):
        text = changed.decisive.text()
        if text != right.text() and not _same_end(played.result, changed.result):
            found.setdefault(text, (rule, changed.decisive))
    if len(found) < 2:
        return None
    choices = [Choice("right", ruling_words(right), True)]
    choices += [
        Choice(f"miss{place}", ruling_words(ruling), forgot=rule)
        for place, (rule, ruling) in enumerate(list(found.values())[:3])
    ]
    why = [right, *telling(played)]
    return question(played, asked(played, seat, said("ask.verdict")), choices, why, seat)


def _same_end(one: BattleResult, two: BattleResult) -> bool:
    """Whether both end by a symbol for the same side: Sun against Cross can be told by either."""
    return one.by == two.by == "critical" and one.winner == two.winner


def points(played: Played, seat: int, whose: int, known: Collection[str], rng: random.Random) -> Item | None:
    """How many points does a side have in the end? Only where the points decide."""
    right = points_of(played, whose)
    if right is None:
        return None
    misses = missed(played, known, lambda each: points_of(each, whose))
    choices = numbers(right, misses, rng, least=-9)
    text = said("ask.points" if whose == seat else "ask.points_other", other=ROLES[whose])
    why = [played.decisive, *telling(played, whose)]
    return question(played, asked(played, seat, text), choices, why, seat)


def worth(played: Played, seat: int, whose: int, known: Collection[str]) -> Item | None:
    """What does a side's die count? None where it did not roll."""
    ruling, right = counted(played, whose), worth_of(played, whose)
    if ruling is None or right is None:
        return None
    misses = missed(played, [*filter(known.__contains__, _ON_DICE)], lambda each: worth_of(each, whose))
    rolled = played.staged.faces[whose]
    plain = [*misses, *rolled, 0, *(-face for face in rolled if face != SPIRAL), 2, -2, 3, -3]
    wrong = [face for face in dict.fromkeys(plain) if face not in (right, SPIRAL)][:3]
    forgot = {face_text(face): rule for face, rule in misses.items()}
    choices = [
        option(face_text(face), worth_words(face), face_text(right), forgot)
        for face in sorted([right, *wrong])
    ]
    text = said("ask.worth" if whose == seat else "ask.worth_other", other=ROLES[whose])
    why = [ruling, *(each for each in telling(played) if each is not ruling and _touches(each, whose))]
    return question(played, asked(played, seat, text), choices, why, seat)


def _touches(ruling: Ruling, whose: int) -> bool:
    """Whether a ruling bears on what this side's die counts."""
    if ruling.rule not in _ON_DICE:
        return False
    turned = ruling.rule in ("TW-BAT-9", "TW-BAT-12")
    return bool(ruling.facts.get("enemy" if turned else "side") == ROLES[whose])


def level(staged: Staged, seat: int, faces: Sequence[int], known: Collection[str]) -> Item | None:
    """With which of these rolls is it a tie? The other side has rolled. None unless it is exactly one."""
    outcomes = {face: _rolled(staged, seat, face) for face in sorted(faces)}
    right = [face for face, each in outcomes.items() if who_won(each, seat) == "tie"]
    if len(right) != 1:
        return None
    choices = []
    for face, each in outcomes.items():
        misses = missed(each, known, lambda changed: who_won(changed, seat))
        forgot = {face_text(face): misses.get("tie", "")}
        choices.append(option(face_text(face), face_words(face), face_text(right[0]), forgot))
    return _before_roll(staged, outcomes[right[0]], seat, "level", choices)


def least(staged: Staged, seat: int, known: Collection[str], rng: random.Random) -> Item | None:
    """Which is the lowest number with which the learner wins? The other side has rolled, and where a cat is
    to be played the learner too. None where every number wins, or none."""
    right = _least(staged, seat)
    if right is None or right == NUMBERS[0]:
        return None
    played = _rolled(staged, seat, right)
    misses = missed(played, known, lambda each: _least(each.staged, seat))
    near = [face for step in (1, -1, 2, -2, 3, -3) if (face := right + step) in NUMBERS]
    rng.shuffle(near)
    faces = sorted([right, *list(dict.fromkeys([right - 1, *misses, *near]))[:3]])
    forgot = {face_text(face): rule for face, rule in misses.items()}
    choices = [option(face_text(face), face_words(face), face_text(right), forgot) for face in faces]
    return _before_roll(staged, played, seat, "least", choices)


def _least(staged: Staged, seat: int) -> int | None:
    return next(
        (face for face in NUMBERS if who_won(_rolled(staged, seat, face), seat) == "you"),
        None,
    )


def _rolled(staged: Staged, seat: int, face: int) -> Played:
    """The battle with this last roll of a side, which changes nothing in what may be played."""
    played = staged.with_last(seat, face).played()
    assert played is not None
    return played


def _before_roll(staged: Staged, played: Played, seat: int, ask: str, choices: Sequence[Choice]) -> Item:
    """The question before the learner's last roll, or before the cat that leads to it."""
    again = bool(staged.plays)
    facts = {"other": other(seat), "face": FACE_FACTS[staged.faces[1 - seat][-1]]}
    texts = joined(said(f"role.you_{seat}"), said(f"ask.{ask}_again" if again else f"ask.{ask}", **facts))
    place = played.first if again else played.place("roll", seat)
    return question(played, texts, choices, [played.decisive, *telling(played)], seat, place)


def best(
    staged: Staged,
    seat: int,
    answers: Mapping[str, tuple[str, Texts, str]],
    known: Collection[str],
    wanted: str,
) -> Item | None:
    """Which of these responses wins? `answers` are plays ("" is none) with key, words and cards of options.

    None unless exactly one wins, the one with the `wanted` key.
    """
    tried = {}
    for answer, (key, _, _) in sorted(answers.items(), key=lambda each: each[1][0] != wanted):
        plays = (Play(seat, answer),) if answer else ()
        played = Staged(staged.battle, staged.faces, plays).played()
        if played is None or (who_won(played, seat) == "you") is not (key == wanted):
            return None
        tried[answer] = played
    wins = [answer for answer, (key, _, _) in answers.items() if key == wanted]
    right, choices = tried[wins[0]], []
    for answer, (key, texts, cards) in answers.items():
        misses = missed(tried[answer], known, lambda changed: who_won(changed, seat))
        forgot = {key: misses.get("you", "")}
        choices.append(option(key, texts, answers[wins[0]][0], forgot, cards))
    why = [right.decisive, *telling(right)]
    texts = joined(said(f"role.you_{seat}"), said("ask.best", other=other(seat)))
    return question(right, texts, choices, why, seat, right.place("respond", seat))


def on_cards(battle: Battle, seat: int, known: Collection[str], rng: random.Random) -> Item | None:
    """How many points lie on the learner's cards, before the dice?"""
    first, second = ((0,) if side.spells else () for side in battle.sides)
    played = Staged(battle, (first, second)).played()
    if played is None:
        return None
    misses = missed(played, known, lambda each: card_points(each, seat))
    lay, said_of = battle.sides[seat].lay, laid(played, seat)
    if len(lay.spells) > 1 and said_of[-1].rule in known:  # only the strongest spell counts
        alone = played.staged.with_lay(seat, Lay(lay.spells[:1], lay.units[:1])).played()
        if alone is not None:
            misses.setdefault(card_points(alone, seat), said_of[-1].rule)
    choices = numbers(card_points(played, seat), misses, rng)
    rides = [each for each in telling(played, seat) if each.rule == "TW-BAT-3"]
    texts = joined(said(f"role.you_{seat}"), said("ask.cards"))
    why = [said_of[0], *rides, *said_of[1:]]
    return question(played, texts, choices, why, seat, played.place("attack", 0) + 1 + seat)


def cards_left(played: Played, seat: int, known: Collection[str], rng: random.Random) -> Item | None:
    """How many points are left on the cards of a side after a trap? None where none was played."""
    traps = played.found("TW-BAT-13", "played")[::-1]
    if not traps:
        return None
    whose = ROLES.index(traps[0].facts["enemy"])
    misses = missed(played, known, lambda each: card_points(each, whose))
    choices = numbers(card_points(played, whose), misses, rng)
    rides = [each for each in telling(played, whose) if each.rule == "TW-BAT-3"]
    text = said("ask.left_yours" if whose == seat else "ask.left", other=ROLES[whose])
    return question(played, asked(played, seat, text), choices, [*traps, *rides], seat)
