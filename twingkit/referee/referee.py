"""The referee of a real table: checks typed lines against the rules, lists the possible ones, and keeps the
record.

Cards that only a player saw stay unknown in the record.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import attrs

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import Question, Refusal, one_line
from twingkit.core.record import END_PREFIX, RecordError, end_line, record_head
from twingkit.core.rulebook import SPECTATOR, Ruling
from twingkit.core.slices import Slices, finish, scale_progress
from twingkit.core.starts import Start, parse_start
from twingkit.referee.completer import Completer
from twingkit.referee.completion import NO_DECK, Completion
from twingkit.referee.line_player import MOST_LINES, MOST_SILENCES
from twingkit.referee.open_cards import OpenCards, open_cards
from twingkit.referee.redeal import has_notes, noted_in, notes_of
from twingkit.referee.settler import Settler
from twingkit.referee.table_rules import TableRules, table_rules
from twingkit.referee.typed import Typed, read_typed

MOST_SILENT = 12
"""The largest number of silent answers after which it is looked what may be said."""

NOT_FOUND = frozenset({"referee.no_deal", "referee.no_hands", "referee.too_long"})
"""The errors of a search that found nothing, which proves nothing."""


@attrs.frozen
class _Before:
    """The settled state before a line, so that the line can be taken back."""

    pins: dict[int, str]
    barred: dict[int, frozenset[str]]
    pinned: dict[int, int]

    @classmethod
    def of(cls, world: Completion, last: _Before | None) -> _Before:
        """The part of a completion that is settled; `last` where it is still the same, of which there need
        be no second one."""
        if last is not None and (last.pins, last.barred, last.pinned) == (
            world.pins,
            world.barred,
            world.pinned,
        ):
            return last
        return cls(dict(world.pins), dict(world.barred), dict(world.pinned))


def _search(start: Start, rules: TableRules, rng: random.Random) -> Completer | Settler:
    """Return the kind of search that suits a game."""
    return Completer(start, rules, rng) if rules.shown is None else Settler(start, rules, rng)


class Referee:
    """A game that is typed as it is played at a real table.

    >>> from twingkit.referee import Referee
    >>> table = Referee.of("ember 2")
    >>> for line in ["p1: dealer p1", *["p2: card ?"] * 5, *["p1: card ?"] * 5, "p2: draw E2"]:
    ...     table.tell(line)
    >>> table.question.kind, table.known(1)
    ('card', ('E2',))
    >>> table.tell("p2: card E2")
    Traceback (most recent call last):
    ...
    twingkit.core.questions.Refusal: Earth 2 is not in the Draw Deck. [EM-SET-2]
    """

    def __init__(self, start: Start, *, seed: int = 0) -> None:
        """Create a table where nothing has happened yet; `seed` chooses the cards that stand for unknown
        ones.
        """
        self.start = start
        self.rules: TableRules = table_rules(start)
        self._completer = _search(start, self.rules, random.Random(seed))
        self._world: Completion = self._completer.new_completion()
        self._before: list[_Before] = []
        self.changed = False
        """True if its record carried notes that are of other lines: it was changed by hand since."""

    @classmethod
    def of(cls, line: str, game: str = "", *, seed: int = 0) -> Referee:
        """Create a table from a game's line, or from the set-up lines of a record. Raises the errors of
        `Game.begin`.
        """
        return cls(parse_start(line, game), seed=seed)

    @classmethod
    def opened(cls, record: str, *, seed: int = 0) -> Referee:
        """Open a record, with or without unknown cards.

        Raises `RecordError` with the line and the reason; its `up_to` is the record before that line. If the
        record states an end that its lines do not lead to, the line with the end is wrong.
        """
        return finish(cls.opening(record, seed=seed))

    @classmethod
    def opening(cls, record: str, *, seed: int = 0) -> Slices[Referee]:
        """Open a record as `opened` does, in slices.

        If the record has notes (`noted_record`) that fit its lines, they determine the unknown cards;
        otherwise a search does.
        """
        start, lines, recorded = read_typed(record)
        noted = noted_in(record, start, lines)
        table = cls(start, seed=seed)
        if noted and not (yield from table._redealing(lines, noted)):
            table = cls(start, seed=seed)
        table._completer.look_ahead(lines)
        try:
            yield from table._taking(lines)
        except RecordError as fault:
            if getattr(fault.why, "key", "") not in NOT_FOUND:
                raise
            table = cls(start, seed=seed)  # as it was typed: what comes later is not looked at
            yield from table._taking(lines)
        table._completer.look_ahead(())
        table.changed = not noted and has_notes(record)
        number, end = recorded.end
        reached = end_line(table.game) if table.over else ""
        if end and end != reached:
            now = reached.removeprefix(END_PREFIX) or "–"
            raise RecordError(number, Fault("referee.other_end", found=end.removeprefix(END_PREFIX), now=now))
        return table

    def _taking(self, lines: Sequence[Typed]) -> Slices[None]:
        """Take the remaining lines of a record."""
        for line in lines[len(self) :]:
            try:
                yield from scale_progress(
                    self._adding(line), len(self) / len(lines), (len(self) + 1) / len(lines)
                )
            except (Refusal, ValueError) as why:
                raise RecordError(line.number, why) from why

    # -- the state

    @property
    def lines(self) -> tuple[str, ...]:
        """The typed lines."""
        return tuple(map(str, self._completer.lines))

    @property
    def record(self) -> str:
        """The game as text; `twingkit.referee(record)` opens it."""
        return "\n".join([*record_head(self.start), *self.lines]) + "\n"

    @property
    def noted_record(self) -> str:
        """The record with notes (numbers in comments) on which cards stand for unknown ones, so that it opens
        without a search. It includes the end if the game is over.
        """
        end = [end_line(self.game)] if self.over else []
        return "\n".join([self.record.rstrip("\n"), *self._notes(), *end]) + "\n"

    def _notes(self) -> list[str]:
        return notes_of(self.start, self._completer.lines, self._world.numbers)

    @property
    def game(self) -> Game:
        """A game that fits everything known, with some card for each unknown one. Do not change it."""
        return self._world.game

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats in records."""
        return tuple(self._completer.seats)

    def seat(self, number: int) -> str:
        """Return the name of a seat (from 0) in records."""
        return self.start.seat(number)

    def after(self, count: int) -> Game:
        """Return a copy of `game` as it was after this number of lines."""
        places = [*self._world.places, len(self.game)]
        twin = self.game.copy()
        twin.undo(len(twin) - places[count])
        return twin

    def rulings_since(self, count: int) -> list[Ruling]:
        """Return the rulings since this number of lines that an onlooker may know: none on an answer with an
        unnamed card.
        """
        places = [*self._world.places, len(self.game)]
        unnamed = {places[line + 1] - 1 for line, text in enumerate(self._world.texts) if text}
        entries = enumerate(self.game.entries(places[count]), places[count])
        return [
            ruling.seen_by(SPECTATOR)
            for place, entry in entries
            if place not in unnamed
            for ruling in entry.rulings
        ]

    @property
    def question(self) -> Question | None:
        """The pending question if the hands are as in `game`; None at the end."""
        return self._world.game.question

    def asking(self) -> Iterator[Game]:
        """Yield `game`, then copies in which the asked players silently pass, until somebody has to answer.

        The next line is an answer in one of them.
        """
        game = self.game
        yield game
        for _ in range(MOST_SILENT if self.rules.spoken is None else MOST_SILENCES):
            silence = self._completer.silence(game.question)
            if not silence:
                return
            game = game.copy()
            game.answer(silence)
            yield game

    @property
    def over(self) -> bool:
        """True if the game is over."""
        return self._world.game.over

    def __len__(self) -> int:
        """Return the number of typed lines."""
        return len(self._completer.lines)

    @property
    def unknown(self) -> int:
        """The number of unknown cards."""
        return len(self._unsettled())

    def _unsettled(self) -> list[int]:
        texts, pins = self._world.texts, self._world.pins
        return [line for line, text in enumerate(texts) if text and line not in pins]

    def known(self, seat: int) -> tuple[str, ...]:
        """Return the tokens of the cards that a seat (from 0) drew unseen and that are known by now."""
        name, lines, kinds = self.start.seat(seat), self._completer.lines, self._world.kinds
        laid = self.rules.laid is not None  # what lies face down was drawn before
        pins = sorted(self._world.pins.items())
        return tuple(
            token
            for line, token in pins
            if lines[line].seat == name and not (laid and kinds[line] not in self.rules.draws)
        )

    @property
    def open_cards(self) -> OpenCards:
        """The cards of the table as an onlooker knows them who saw no hand."""
        return open_cards(self.game, self.rules, len(self.seats), self._free_cards(), self._since_shuffled())

    def _since_shuffled(self) -> Iterator[tuple[Typed, str]]:
        """Yield the lines since the deck was last renewed, each with the kind of its question."""
        decks, kinds = self._world.decks, self._world.kinds
        if self.rules.deck is not None or not self.rules.one_deck:
            decks = [NO_DECK] * len(decks)  # none is made anew
        last = next((deck.made for deck in reversed(decks) if deck.size), 0)
        before = [line for line, deck in enumerate(decks) if deck.size and deck.made < last]
        for line in range(before[-1] + 1 if before else 0, len(decks)):
            yield self._completer.lines[line], kinds[line]

    # -- typing

    def tell(self, line: str) -> None:
        """Take a line: `p2: draw ?`, `p1: lay F5`, `p3: shows E2`.

        A line without a seat is by the asked player. Raises `Refusal` if a rule forbids it whatever the
        hidden cards are, else `Fault` with one sentence; nothing changes then.
        """
        finish(self.telling(line))

    def telling(self, line: str) -> Slices[None]:
        """Take a line as `tell` does, in slices. Nothing changes before the last slice."""
        typed = Typed.of(line)
        if not typed.answer or not line.isprintable():
            raise Fault("referee.empty", found=one_line(line))
        if not typed.seat:
            asked = self.question
            if asked is None:
                raise Fault("record.after", found=one_line(line))
            typed = attrs.evolve(typed, seat=self.start.seat(asked.player))
        yield from self._adding(typed)

    def _adding(self, typed: Typed) -> Slices[None]:
        if len(self) >= MOST_LINES:
            raise Fault("referee.many", most=MOST_LINES)
        world, before = self._world, self._settled_now()
        keep = len(self)
        self._completer.lines.append(typed)
        try:
            self._world = yield from self._completer.extended(world)
        except BaseException:  # GeneratorExit too: somebody stopped the search
            del self._completer.lines[keep:]
            world.back_to(keep)
            world.pins, world.barred = dict(before.pins), dict(before.barred)
            world.pinned = dict(before.pinned)
            raise
        self._before.append(before)

    def _settled_now(self) -> _Before:
        return _Before.of(self._world, self._before[-1] if self._before else None)

    def _redealing(self, lines: Sequence[Typed], noted: Sequence[int]) -> Slices[bool]:
        """Take the noted lines with the cards of the notes; return False if they do not fit."""
        for index, line in enumerate(lines[: min(len(noted), MOST_LINES)]):
            yield index / len(lines)
            self._before.append(self._settled_now())
            self._completer.lines.append(line)
            if not self._completer.played_as_noted(self._world, noted):
                return False
        return True

    def refused(self, line: str) -> Exception | None:
        """Return why a line cannot be typed now (a `Refusal` or a `Fault`), or None if it can."""
        try:
            self.tell(line)
        except (Refusal, ValueError) as why:
            return why
        self.undo()
        return None

    def undo(self, count: int = 1) -> None:
        """Take back the last lines. Raises `Fault` if there are fewer."""
        if not 0 <= count <= len(self):
            raise Fault("play.undo", wanted=count, there=len(self))
        if not count:
            return
        keep = len(self) - count
        self._world.back_to(keep)
        before = self._before[keep]
        self._world.pins = {line: pin for line, pin in before.pins.items() if line < keep}
        self._world.barred = {line: bar for line, bar in before.barred.items() if line < keep}
        self._world.pinned = {line: by for line, by in before.pinned.items() if line < keep}
        del self._completer.lines[keep:], self._before[keep:]

    # -- what may be so

    def completions(self, count: int, seed: int = 0) -> list[Game]:
        """Return up to `count` games with a real card for each unknown one, dealt from the remaining cards.

        Their records are complete, so `Game.replay` accepts them. There are fewer, at least the one of
        `game`, if no others are found.
        """
        return [world.game for world in self.deals(count, seed)]

    def deals(self, count: int, seed: int = 0) -> list[Completion]:
        """Return the same as `completions`, with the places of the lines in each game."""
        worlds = []
        for number in range(count):
            completer = _search(self.start, self.rules, random.Random(f"{seed} {number}"))
            completer.lines = list(self._completer.lines)
            completer.look_ahead(completer.lines)
            try:
                worlds.append(self._dealt_anew(completer))
            except (Refusal, ValueError):  # this deal led nowhere: another one is tried
                continue
        return worlds or [self._world.copy()]

    def _dealt_anew(self, completer: Completer | Settler) -> Completion:
        """Return another completion from a search that has the lines. Raises the error that stopped it."""
        if isinstance(completer, Settler):
            return finish(completer.shuffled(self._world.copy()))
        world = completer.new_completion()
        world.pins, world.barred = dict(self._world.pins), dict(self._world.barred)
        return finish(completer.extended(world))

    def other(self, count: int = 1) -> list[Game]:
        """Return games that also fit, in which each unknown card is another one where possible.

        Whatever differs from `game` is unknown.
        """
        games = []
        for number in range(count):
            completer = _search(self.start, self.rules, random.Random(f"other {number}"))
            completer.lines = list(self._completer.lines)
            completer.look_ahead(completer.lines)
            world = completer.new_completion()
            world.pins = dict(self._world.pins)
            unsettled, lines = self._unsettled(), self._completer.lines
            for line in unsettled:
                same = [index for index in unsettled if lines[index].seat == lines[line].seat]
                world.barred[line] = frozenset(map(self._world.filled, same))
            try:
                games.append(finish(completer.extended(world)).game)
            except (Refusal, ValueError):  # some card can be no other
                games += self.completions(1, seed=number + 1)
        return games

    def going(self, seat: int) -> Counter[str]:
        """Count the cards of a seat (from 0), by token, that leave with the last answer because they were
        named.
        """
        last = self._completer.last_answer(len(self))
        return self._completer.going(self._world, last, seat)

    def possible(self, seat: int) -> frozenset[str]:
        """Return the tokens of the cards that a seat may hold: those not known to be elsewhere."""
        hand = self.rules.hand
        return frozenset() if hand is None else self._free(seat) | frozenset(hand(self.game.table, seat))

    def _free_cards(self) -> frozenset[str]:
        """Return the tokens of the cards whose place nobody knows."""
        return frozenset[str]().union(*map(self._free, range(len(self.seats))))

    def _free(self, seat: int) -> frozenset[str]:
        """Return those that are in the deck of a seat, or came hidden and were not named since."""
        stack = self.rules.stack
        lines, name = self._completer.lines, self.start.seat(seat)
        own = [line for line in self._unsettled() if self.rules.one_deck or lines[line].seat == name]
        drawn = frozenset(map(self._world.filled, own))
        return drawn | frozenset(stack(self.game.table, seat) if stack else ())


def hidden_record(game: Game) -> str:
    """The record of a game as an onlooker could have typed it: with `?` for what only its player saw, and
    `shows` lines for what was laid open without being named.

    >>> from twingkit import Game
    >>> game = Game.begin("ember 2").give_answers("p1: dealer p1", "p2: card E2")
    >>> hidden_record(game).splitlines()[-1]
    'p2: card ?'
    """
    from twingkit.referee.onlooker import seen_lines

    return "\n".join([*record_head(game.start), *seen_lines(game)]) + "\n"
