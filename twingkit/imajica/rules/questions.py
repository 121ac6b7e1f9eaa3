"""The questions that do not belong to one phase: windows, maneuvers, choices, and damage."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import comb
from typing import ClassVar

from twingkit.core.questions import Refusal, one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.core.text_questions import BrokenRule, ListedChoice, TextQuestion
from twingkit.imajica.rules import acts, answers
from twingkit.imajica.rules.answers import DealDamage, Split
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.rules.table import SEATS, ImajicaTable
from twingkit.imajica.rules.values import deadly_damage

PASS, END = "pass", "end"
"""Answers that pass once, and that end a turn."""

_MAX_LISTED_CHARACTERS = 6
"""Number of characters above which options do not list every set; unlisted sets are still legal."""

_MAX_LISTED_SPLITS = 100
"""Number of splits of damage above which options are a selection."""


def are_sets_unlisted(tokens: Sequence[str]) -> bool:
    """Return whether `listed_sets` leaves out sets of these characters."""
    return len(tokens) > _MAX_LISTED_CHARACTERS


def listed_sets(tokens: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the sets of characters to list as options: all sets if there are few characters, otherwise a
    selection.

    The selection has the small sets and the full one.
    """
    sizes: Iterable[int] = range(1, len(tokens) + 1)
    if are_sets_unlisted(tokens):
        sizes = (1, 2, len(tokens))
    for size in sizes:
        yield from combinations(tokens, size)


class ImajicaQuestion(TextQuestion[ImajicaTable]):
    """The base class of questions in Imajica; answers are text."""

    __slots__ = ()
    book = staticmethod(rulebook)
    seats = SEATS
    answer_prefix: ClassVar[str] = ""
    """First word of the question's answers, or ""."""
    playable_kind: ClassVar[str] = ""
    """Kind of cards that may be played in answer, or ""."""

    def parse_answer(self, text: str) -> str:
        """Return the answer as it is listed: without the number of a power that needs none."""
        return acts.without_default_number(self.table, super().parse_answer(text), self.playable_kind)

    def refusal(self, answer: str) -> Refusal | None:
        """Return the refusal of an answer, or None if it is allowed. Raises `BadAnswer` if it is
        malformed.
        """
        text = str(answer)
        denial = None
        if not self.playable_kind and acts.is_act(text):
            denial = acts.broken_act_rule(self.table, self.player, text, self.playable_kind)
        elif text.partition(" ")[0] != self.answer_prefix:
            denial = acts.broken_phase_rule(self.table, self.player, text)
        return Refusal(*denial, type(self).book()) if denial else super().refusal(answer)


class FlashWindow(ImajicaQuestion):
    """The question for an Autarch in a Flash window: play a Flash, use a power, or `pass` (IJ-TIME-2, 3).

    `when` says why the window is open, one of `windows.WINDOW_MOMENTS`; "" if an act waits for answers.
    """

    __slots__ = ("when",)
    kind = "respond"
    rule = "IJ-TIME-2"
    playable_kind = "flash"
    only_counters: ClassVar[bool] = False
    """Whether only counters may be played."""

    def __init__(self, table: ImajicaTable, seat: int, when: str = "") -> None:
        self.player, self.table, self.when = seat, table, when

    def options(self) -> Iterator[str]:
        """Yield every legal answer."""
        yield PASS
        yield from acts.legal_acts(self.table, self.player, self.playable_kind, counters=self.only_counters)

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """Return the rule that forbids an answer, or None."""
        if answer == PASS:
            return None
        if not acts.is_act(answer):
            raise self.bad_answer(answer)
        return acts.broken_act_rule(self.table, self.player, answer, self.playable_kind)

    def random_answer(self, rng: random.Random) -> str:
        """Return a random legal answer; `pass` half of the time."""
        return PASS if rng.random() < 0.5 else rng.choice(list(self.options()))


class CounterWindow(FlashWindow):
    """The question for an Autarch in a window in which only counters may be played (IJ-TIME-7)."""

    __slots__ = ()
    kind = "counter"
    rule = "IJ-TIME-7"
    only_counters = True

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """Return the rule that forbids an answer, or None."""
        denial = super().broken_rule(answer)
        if denial is not None or answer == PASS:
            return denial
        act = acts.parse_act(self.table, self.player, answer, self.playable_kind)
        if act.targets or not act.is_counter:
            return "IJ-TIME-4", "counters_only", {"card": act.card}
        return None


class CombatManeuverWindow(FlashWindow):
    """The question for an Autarch in a fight: play a combat maneuver, or `pass` (IJ-CHAL-4)."""

    __slots__ = ()
    kind = playable_kind = "combat"
    rule = "IJ-CHAL-4"


class InfluenceManeuverWindow(FlashWindow):
    """The question for an Autarch in a contest or while securing a Site: play an influence maneuver, or
    `pass` (IJ-SEIZE-3).
    """

    __slots__ = ()
    kind = playable_kind = "influence"
    rule = "IJ-SEIZE-3"


class ChooseOne(ListedChoice[ImajicaTable], ImajicaQuestion):
    """An Autarch's choice of one item from a list; subclasses set the word with which the answer begins."""

    __slots__ = ()
    kind = answer_prefix = "choose"
    rule = "IJ-PATH-2"

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """Return the rule that forbids an answer, or None."""
        _, _, choice = answer.partition(" ")
        if not choice:
            raise self.bad_answer(answer)
        return (
            None if choice in self.choices else (self.rule, "no_choice", {"found": QuotedFact(choice[:30])})
        )


class ChoosePathToDiscard(ChooseOne):
    """An Autarch's choice of the Path to discard, by number from the first laid (effect `discard path`)."""

    __slots__ = ()
    kind = answer_prefix = "path"


class ChooseFirstSite(ChooseOne):
    """An Autarch's choice of a Site to lay in the set-up (IJ-SET-1)."""

    __slots__ = ("dominion",)
    kind, answer_prefix = "first_site", "lay"
    rule = "IJ-SET-1"

    def __init__(self, table: ImajicaTable, seat: int, choices: Sequence[str], dominion: int) -> None:
        super().__init__(table, seat, choices)
        self.dominion = dominion

    def facts(self) -> Mapping[str, object]:
        """Return the Dominion that needs a Site, for the question's text."""
        return {"n": self.dominion}


class KeepOrRedraw(ChooseOne):
    """An Autarch's choice to keep a hand without characters or to draw a new one (IJ-SET-2)."""

    __slots__ = ()
    kind, answer_prefix = "redraw", "hand"
    rule = "IJ-SET-2"


class NameCharacters(ImajicaQuestion):
    """A question that asks an Autarch to name some of its own characters, or to `pass`."""

    __slots__ = ()
    act_class: ClassVar[type[answers.NamedCharacters]]

    def nameable_tokens(self) -> list[str]:
        """Return the tokens of the characters that may be named."""
        return [
            piece.token
            for piece in self.table.characters(self.player)
            if self.broken_character_rule(piece.token) is None
        ]  # fmt: skip

    def broken_character_rule(self, token: str) -> BrokenRule | None:
        """Return the rule that forbids naming one character, or None."""
        raise NotImplementedError

    @property
    def has_unlisted_answers(self) -> bool:
        """True if there are so many characters that not every set of them is listed."""
        return are_sets_unlisted(self.nameable_tokens())

    def options(self) -> Iterator[str]:
        """Yield legal answers; with many characters not every set of them is listed."""
        yield PASS
        for tokens in listed_sets(self.nameable_tokens()):
            yield str(self.act_class(tokens))

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """Return the rule that forbids an answer, or None."""
        match answers.NOTATION.parse(answer):
            case answers.Pass():
                return None
            case self.act_class(tokens) if 0 < len(tokens) == len(set(tokens)):
                return next(filter(None, map(self.broken_character_rule, tokens)), None)
        raise self.bad_answer(answer)

    def random_answer(self, rng: random.Random) -> str:
        """Return a random legal answer."""
        able = self.nameable_tokens()
        tokens = tuple(token for token in able if rng.random() < 0.6)
        return str(self.act_class(tokens)) if tokens else PASS


def _every_split(tokens: Sequence[str], max_damage: int) -> Iterator[Split]:
    if not tokens:
        yield ()
        return
    for number in range(max_damage + 1):
        for rest in _every_split(tokens[1:], max_damage - number):
            yield ((tokens[0], number), *rest) if number else rest


class SplitDamage(ImajicaQuestion):
    """The question how the winner of a fight splits the damage: `damage gentle 5 irish 2`, or `damage none`
    (IJ-CHAL-7).
    """

    __slots__ = ("max_damage",)
    kind = "damage"
    rule = "IJ-CHAL-7"

    def __init__(self, table: ImajicaTable, seat: int, max_damage: int) -> None:
        super().__init__(table, seat)
        self.max_damage = max_damage

    def facts(self) -> Mapping[str, object]:
        """Return the damage that may be dealt, for the question's text."""
        return {"n": self.max_damage}

    def deadly_damage(self, token: str) -> int:
        """Return the smallest damage that kills a character."""
        return deadly_damage(self.table, self.table.pieces[token])

    @property
    def _involved(self) -> list[str]:
        return self.table.fight.involved if self.table.fight else []

    @property
    def has_unlisted_answers(self) -> bool:
        """True if there are so many splits that only some are listed."""
        count = len(self._involved)
        return comb(self.max_damage + count, count) > _MAX_LISTED_SPLITS

    def options(self) -> Iterator[str]:
        """Yield `damage none`, the cheapest split for each set of characters that can be killed, then the
        other splits.

        A split that kills nobody yet may be the best one, because damage of later Flashes is added
        (IJ-DMG-1). If there are many splits, only those of them are listed that put all the remaining damage
        on one more character.
        """
        deadly = list(self.deadly_splits())
        others = (
            self._rests(deadly)
            if self.has_unlisted_answers
            else _every_split(self._involved, self.max_damage)
        )
        yield from (str(DealDamage(split)) for split in dict.fromkeys([*deadly, *others]))

    def deadly_splits(self) -> Iterator[Split]:
        """Yield no damage, and the cheapest split for each set of characters that can be killed."""
        yield ()
        involved = self._involved
        deadly = {token: self.deadly_damage(token) for token in involved}
        saved = {token for token in involved if self.table.pieces[token].saved}
        for tokens in listed_sets(involved):
            if saved.isdisjoint(tokens) and sum([deadly[token] for token in tokens]) <= self.max_damage:
                yield tuple((token, deadly[token]) for token in tokens)

    def _rests(self, splits: Sequence[Split]) -> Iterator[Split]:
        """Yield the splits with all the remaining damage on one more character."""
        for split in splits:
            left = self.max_damage - sum(number for _, number in split)
            for token in self._involved if left else ():
                if token not in dict(split):
                    damage = {**dict(split), token: left}
                    yield tuple((other, damage[other]) for other in self._involved if other in damage)

    def random_answer(self, rng: random.Random) -> str:
        """Return a random split that kills with the least damage, or `damage none`."""
        return str(DealDamage(rng.choice(list(self.deadly_splits()))))

    def parse_split(self, answer: str) -> Split:
        """Parse an answer into damage by token. Raises `BadAnswer` if it is not a valid split."""
        act = answers.NOTATION.parse(answer)
        if not isinstance(act, DealDamage):
            raise self.bad_answer(answer)
        return act.split

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """Return the rule that forbids an answer, or None."""
        split = self.parse_split(answer)
        for token, _ in split:
            if token not in self._involved:
                return "IJ-CHAL-7", "not_involved", {"found": QuotedFact(one_line_excerpt(token, 30))}
        if sum(number for _, number in split) > self.max_damage:
            return "IJ-CHAL-7", "too_much", {"n": self.max_damage}
        return None
