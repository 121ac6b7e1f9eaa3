"""The questions that do not belong to one phase: windows, maneuvers, choices, and damage."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import comb
from typing import ClassVar

from twingkit.core.acts import Act, ActQuestion
from twingkit.core.questions import Refusal, one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.core.text_questions import BrokenRule
from twingkit.imajica.rules import acts, answers
from twingkit.imajica.rules.answers import DealDamage, Split
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.rules.table import SEATS, ImajicaTable
from twingkit.imajica.rules.table import Act as AnnouncedAct
from twingkit.imajica.rules.values import deadly_damage

PASS, END = str(answers.PASS), str(answers.END)
"""The texts of the answers that pass once, and that end a turn."""

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


class ImajicaQuestion(ActQuestion[ImajicaTable]):
    """The base class of questions in Imajica."""

    __slots__ = ()
    book = staticmethod(rulebook)
    seats = SEATS
    notation = answers.NOTATION
    act_class: ClassVar[type[Act]] = Act
    """The class of the answers; `Act` if there are several."""
    playable_kind: ClassVar[str] = ""
    """Kind of cards that may be played in answer, or ""."""
    only_counters: ClassVar[bool] = False
    """Whether only counters may be played."""

    deeds: ClassVar[tuple[type[answers.Deed], ...]] = ()
    """The classes of answers that start a fight."""
    decline: ClassVar[Act | None] = None
    """The answer that does nothing, or None."""

    def single_steps(self) -> Iterator[Act]:
        """Yield the legal answers that neither use a card or power, nor name several things."""
        return iter(())

    def moves(self) -> list[answers.Move]:
        """Return the legal moves of a reassignment (IJ-AUT-4)."""
        return []

    def uses(self) -> Iterator[answers.Use]:
        """Yield the legal uses of cards and powers, with every possible target."""
        if not self.playable_kind:
            return iter(())
        return acts.legal_acts(self.table, self.player, self.playable_kind, counters=self.only_counters)

    def announced(self, use: answers.Use) -> AnnouncedAct:
        """Return the act that the use of a card or power announces, legal or not."""
        return acts.announced_act(self.table, self.player, use, self.playable_kind)

    def parse_answer(self, text: str) -> Act:
        """Return the answer as it is listed: without the number of a power that needs none."""
        return acts.without_default_number(self.table, super().parse_answer(text), self.playable_kind)

    def refusal(self, answer: Act) -> Refusal | None:
        """Return the refusal of an answer, or None if it is allowed. Raises `BadAnswer` if it is
        malformed.
        """
        denial = None
        if not self.playable_kind and isinstance(answer, answers.Use):
            denial = acts.broken_act_rule(self.table, self.player, answer, self.playable_kind)
        elif type(answer) is not self.act_class:
            denial = acts.broken_phase_rule(self.table, self.player, answer)
        return Refusal(*denial, type(self).book()) if denial else super().refusal(answer)


class TurnQuestion(ImajicaQuestion):
    """The base class of questions for an Autarch in its own turn, which `end` ends."""

    __slots__ = ()
    decline = answers.END

    def broken_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids an answer, or None."""
        match answer:
            case answers.End():
                return None
            case answers.Use() as use:
                return acts.broken_act_rule(self.table, self.player, use, self.playable_kind)
        return self.broken_deed_rule(answer)

    @abstractmethod
    def broken_deed_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids an answer that uses no card or power, or None."""


class FlashWindow(ImajicaQuestion):
    """The question for an Autarch in a Flash window: play a Flash, use a power, or `pass` (IJ-TIME-2, 3).

    `when` says why the window is open, one of `windows.WINDOW_MOMENTS`; "" if an act waits for answers.
    """

    __slots__ = ("when",)
    kind = "respond"
    rule = "IJ-TIME-2"
    playable_kind = "flash"
    decline = answers.PASS

    def __init__(self, table: ImajicaTable, seat: int, when: str = "") -> None:
        self.player, self.table, self.when = seat, table, when

    def options(self) -> Iterator[Act]:
        """Yield every legal answer."""
        yield answers.PASS
        yield from self.uses()

    def broken_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids an answer, or None."""
        if isinstance(answer, answers.Pass):
            return None
        if not isinstance(answer, answers.Use):
            raise self.bad_answer(answer)
        return acts.broken_act_rule(self.table, self.player, answer, self.playable_kind)

    def random_answer(self, rng: random.Random) -> Act:
        """Return a random legal answer; `pass` half of the time."""
        return answers.PASS if rng.random() < 0.5 else rng.choice(list(self.options()))


class CounterWindow(FlashWindow):
    """The question for an Autarch in a window in which only counters may be played (IJ-TIME-7)."""

    __slots__ = ()
    kind = "counter"
    rule = "IJ-TIME-7"
    only_counters = True

    def broken_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids an answer, or None."""
        denial = super().broken_rule(answer)
        if denial is not None or not isinstance(answer, answers.Use):
            return denial
        act = self.announced(answer)
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


class ChooseOne(ImajicaQuestion):
    """An Autarch's choice of one item from a list; subclasses set the class of the answer."""

    __slots__ = ("choices",)
    act_class: ClassVar[type[answers.OneChoice]] = answers.ChooseCharacter
    kind = act_class.word
    rule = "IJ-PATH-2"

    def __init__(self, table: ImajicaTable, seat: int, things: Sequence[str]) -> None:
        super().__init__(table, seat)
        self.choices = tuple(things)

    def options(self) -> Iterator[Act]:
        """Yield all legal answers."""
        return map(self.act_class, dict.fromkeys(self.choices))

    single_steps = options

    def parse_answer(self, text: str) -> Act:
        """Parse the text of a choice, with or without its first word."""
        word, *rest = text.split() or [""]
        chosen = rest if word == self.act_class.word else text.split()
        if not chosen:
            raise self.bad_answer(text)
        return self.act_class(" ".join(chosen))

    def broken_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids an answer, or None."""
        if not isinstance(answer, answers.OneChoice):
            raise self.bad_answer(answer)
        wrong = self.rule, "no_choice", {"found": QuotedFact(answer.thing[:30])}
        return None if answer.thing in self.choices else wrong


class ChoosePathToDiscard(ChooseOne):
    """An Autarch's choice of the Path to discard, by number from the first laid (effect `discard path`)."""

    __slots__ = ()
    act_class = answers.DiscardPath
    kind = act_class.word


class ChooseFirstSite(ChooseOne):
    """An Autarch's choice of a Site to lay in the set-up (IJ-SET-1)."""

    __slots__ = ("dominion",)
    act_class = answers.LaySite
    kind = "first_site"
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
    act_class = answers.HandChoice
    kind = "redraw"
    rule = "IJ-SET-2"


class NameCharacters(ImajicaQuestion):
    """A question that asks an Autarch to name some of its own characters, or to `pass`."""

    __slots__ = ()
    act_class: ClassVar[type[answers.NamedCharacters]]
    decline = answers.PASS

    def nameable_tokens(self) -> list[str]:
        """Return the tokens of the characters that may be named."""
        return [
            piece.token
            for piece in self.table.characters(self.player)
            if self.broken_character_rule(piece.token) is None
        ]  # fmt: skip

    @abstractmethod
    def broken_character_rule(self, token: str) -> BrokenRule | None:
        """Return the rule that forbids naming one character, or None."""

    @property
    def has_unlisted_answers(self) -> bool:
        """True if there are so many characters that not every set of them is listed."""
        return are_sets_unlisted(self.nameable_tokens())

    def options(self) -> Iterator[Act]:
        """Yield legal answers; with many characters not every set of them is listed."""
        yield answers.PASS
        for tokens in listed_sets(self.nameable_tokens()):
            yield self.act_class(tokens)

    def broken_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids an answer, or None."""
        match answer:
            case answers.Pass():
                return None
            case self.act_class(tokens) if 0 < len(tokens) == len(set(tokens)):
                return next(filter(None, map(self.broken_character_rule, tokens)), None)
        raise self.bad_answer(answer)

    def random_answer(self, rng: random.Random) -> Act:
        """Return a random legal answer."""
        able = self.nameable_tokens()
        tokens = tuple(token for token in able if rng.random() < 0.6)
        return self.act_class(tokens) if tokens else answers.PASS


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
    act_class = DealDamage
    kind = act_class.word
    rule = "IJ-CHAL-7"
    decline = DealDamage()

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

    def options(self) -> Iterator[Act]:
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
        yield from map(DealDamage, dict.fromkeys([*deadly, *others]))

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

    def random_answer(self, rng: random.Random) -> Act:
        """Return a random split that kills with the least damage, or `damage none`."""
        return DealDamage(rng.choice(list(self.deadly_splits())))

    def broken_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids an answer, or None."""
        if not isinstance(answer, DealDamage):
            raise self.bad_answer(answer)
        for token, _ in answer.split:
            if token not in self._involved:
                return "IJ-CHAL-7", "not_involved", {"found": QuotedFact(one_line_excerpt(token, 30))}
        if sum(number for _, number in answer.split) > self.max_damage:
            return "IJ-CHAL-7", "too_much", {"n": self.max_damage}
        return None
