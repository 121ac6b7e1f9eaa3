"""The referee of a real table: checks typed lines against the rules, lists possible lines, and keeps the
record.

Cards that only one player saw stay unknown in the record.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import attrs

from twingkit.core.blanks import with_plain_blanks
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import Question, Refusal, one_line_excerpt
from twingkit.core.record import END_PREFIX, RecordError, record_header_lines, result_comment
from twingkit.core.rulebook import SPECTATOR, Ruling
from twingkit.core.slices import Slices, finish, scale_progress
from twingkit.core.starts import Start, parse_start
from twingkit.referee.completer import RepairingCompleter
from twingkit.referee.completion import NO_DECK, CompletedRecord
from twingkit.referee.constraint_completer import ConstraintCompleter
from twingkit.referee.deal_notes import deal_note_lines, has_deal_notes, parse_deal_notes
from twingkit.referee.line_replayer import MAX_SILENT_ANSWERS, MAX_TYPED_LINES
from twingkit.referee.referee_rules import KnownCards, KnownHand, RefereeRules, referee_rules_for_start
from twingkit.referee.typed_line import TypedLine, drawn_card_token, parse_typed_record

_MAX_SILENCES_AHEAD = 12
"""The maximum number of silent answers after which to list further possible answers."""

_NOT_FOUND_KEYS = frozenset({"referee.no_deal", "referee.no_hands", "referee.too_long"})
"""The keys of the errors of a search that found nothing: they do not prove that a line is illegal."""


@attrs.frozen
class _SettledBefore:
    """The settled cards before a line, so that the line can be taken back."""

    required_cards: dict[int, str]
    settling_lines: dict[int, int]

    @classmethod
    def of(cls, world: CompletedRecord, last: _SettledBefore | None) -> _SettledBefore:
        """Return the settled cards of a completion; `last` itself if nothing has changed."""
        now = cls(world.required_cards, world.settling_lines)
        if last is not None and last == now:
            return last
        return cls(dict(world.required_cards), dict(world.settling_lines))


def _search(
    start: Start, rules: RefereeRules, rng: random.Random
) -> RepairingCompleter | ConstraintCompleter:
    return (
        RepairingCompleter(start, rules, rng)
        if rules.question_demands is None
        else ConstraintCompleter(start, rules, rng)
    )


class Referee:
    """A table for a game played in real life: typed line by line, it checks each answer and knows the pending
    question.

    >>> from twingkit.referee import Referee
    >>> table = Referee.from_line("ember 2")
    >>> for line in ["p1: dealer p1", *["p2: card ?"] * 5, *["p1: card ?"] * 5, "p2: draw E2"]:
    ...     table.add_line(line)
    >>> table.question.kind, table.known_drawn_cards(1)
    ('card', ('E2',))
    >>> table.add_line("p2: card E2")
    Traceback (most recent call last):
    ...
    twingkit.core.questions.Refusal: Earth 2 is not in the Draw Deck. [EM-SET-2]
    """

    def __init__(self, start: Start, *, seed: int = 0) -> None:
        """Create a table at the start of a game; `seed` decides which cards are dealt for unknown ones."""
        self.start = start
        self.rules: RefereeRules = referee_rules_for_start(start)
        self._completer = _search(start, self.rules, random.Random(seed))
        self._world: CompletedRecord = self._completer.new_completion()
        self._before: list[_SettledBefore] = []
        self.changed = False
        """True if its record carried notes that are of other lines: it was changed by hand since."""

    @classmethod
    def from_line(cls, line: str, game: str = "", *, seed: int = 0) -> Referee:
        """Create a table from a game's line, or from set-up lines of a record.

        Raises the errors of `Game.begin`.
        """
        return cls(parse_start(line, game), seed=seed)

    @classmethod
    def from_record(cls, record: str, *, seed: int = 0) -> Referee:
        """Open a record, with or without unknown cards.

        Raises `RecordError` with the line and the reason; its `text_before_error` returns the record before
        that line. If the record states another end than its lines lead to, the line with the end is wrong.
        """
        return finish(cls.from_record_in_slices(record, seed=seed))

    @classmethod
    def from_record_in_slices(cls, record: str, *, seed: int = 0) -> Slices[Referee]:
        """Open a record as `from_record` does, in slices: a generator that yields the finished share (0 to 1)
        and returns the table.

        If the record has notes (`record_with_notes`) that fit its lines, they determine the unknown cards;
        otherwise a search does.
        """
        start, lines, recorded = parse_typed_record(record)
        noted = parse_deal_notes(record, start, lines)
        table = cls(start, seed=seed)
        if noted and not (yield from table._redealing(lines, noted)):
            table = cls(start, seed=seed)
        table._completer.note_later_lines(lines)
        try:
            yield from table._taking(lines)
        except RecordError as fault:
            if getattr(fault.why, "key", "") not in _NOT_FOUND_KEYS:
                raise
            table = cls(start, seed=seed)  # as typed: without looking at later lines
            yield from table._taking(lines)
        table._completer.note_later_lines(())
        table.changed = not noted and has_deal_notes(record)
        number, end = recorded.result_comment
        reached = result_comment(table.sample_game) if table.over else ""
        if end and end != reached:
            now = reached.removeprefix(END_PREFIX) or "–"
            raise RecordError(number, Fault("referee.other_end", found=end.removeprefix(END_PREFIX), now=now))
        return table

    def _taking(self, lines: Sequence[TypedLine]) -> Slices[None]:
        for line in lines[len(self) :]:
            try:
                yield from scale_progress(
                    self._adding(line), len(self) / len(lines), (len(self) + 1) / len(lines)
                )
            except (Refusal, ValueError) as why:
                raise RecordError(line.record_line_number, why) from why

    # -- the state

    @property
    def lines(self) -> tuple[str, ...]:
        """The typed lines."""
        return tuple(map(str, self._completer.lines))

    @property
    def record(self) -> str:
        """The record of the typed game; `twingkit.referee(record)` opens it."""
        return "\n".join([*record_header_lines(self.start), *self.lines]) + "\n"

    @property
    def record_with_notes(self) -> str:
        """The record with notes on the cards dealt for unknown ones, so that it opens without a search.

        It includes the end if the game is over.
        """
        end = [result_comment(self.sample_game)] if self.over else []
        return "\n".join([self.record.rstrip("\n"), *self._notes(), *end]) + "\n"

    def _notes(self) -> list[str]:
        return deal_note_lines(
            self.start, self._completer.lines, [line.note_number for line in self._world.lines]
        )

    @property
    def sample_game(self) -> Game:
        """A game that agrees with everything known, with some card for each unknown one. Do not change it."""
        return self._world.game

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The names of the seats in records."""
        return tuple(self._completer.seats)

    def seat_name(self, seat: int) -> str:
        """Return the name of a seat (from 0) in records."""
        return self.start.seat(seat)

    def game_after(self, line_count: int) -> Game:
        """Return a copy of `sample_game` as it was after the first `line_count` lines."""
        twin = self.sample_game.copy()
        twin.undo(len(twin) - self._world.answer_count_before(line_count))
        return twin

    def rulings_since_line(self, line_count: int) -> list[Ruling]:
        """Return the rulings after the first `line_count` lines that an onlooker may know.

        Answers with `?` have none.
        """
        world = self._world
        unnamed = {world.answer_count_before(at + 1) - 1 for at, text in enumerate(world.dealt_texts) if text}
        begun = world.answer_count_before(line_count)
        entries = enumerate(self.sample_game.entries(begun), begun)
        return [
            ruling.seen_by(SPECTATOR)
            for place, entry in entries
            if place not in unnamed
            for ruling in entry.rulings
        ]

    @property
    def question(self) -> Question | None:
        """The pending question of `sample_game`; None when the game is over."""
        return self._world.game.question

    def games_after_silences(self) -> Iterator[Game]:
        """Yield `sample_game`, then a copy after each further answer that players do not say aloud, until
        somebody must answer aloud.

        The next line is an answer in one of them.
        """
        game = self.sample_game
        yield game
        for _ in range(
            _MAX_SILENCES_AHEAD if self.rules.noticed_silence_kinds is None else MAX_SILENT_ANSWERS
        ):
            silence = self._completer.silent_answer(game.question)
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
    def unknown_count(self) -> int:
        """The number of cards that are still unknown."""
        return len(self._unsettled())

    def _unsettled(self) -> list[int]:
        pins = self._world.required_cards
        return [line for line, text in enumerate(self._world.dealt_texts) if text and line not in pins]

    def known_drawn_cards(self, seat: int) -> tuple[str, ...]:
        """Return the tokens of the cards that a seat (from 0) drew unseen and that are known by now."""
        name, lines = self.start.seat(seat), self._completer.lines
        kinds = [line.question_kind for line in self._world.lines]
        laid = self.rules.face_down_tokens is not None  # face-down cards were drawn before
        pins = sorted(self._world.required_cards.items())
        return tuple(
            token
            for line, token in pins
            if lines[line].seat == name and not (laid and kinds[line] not in self.rules.hidden_draw_kinds)
        )

    @property
    def known_cards(self) -> KnownCards:
        """The cards of the table as known to an onlooker, who sees no hand."""
        game, hand = self.sample_game, self.rules.hand_tokens
        named = Counter(self._tokens_named_since_shuffle())
        hands = []
        if hand is not None:
            seats = range(len(self.seat_names))
            unlocated = frozenset[str]().union(*map(self._free, seats))
            for seat in seats:
                held = tuple(hand(game.table, seat))
                known = tuple(card for card in held if card in named and card not in unlocated)
                hands.append(KnownHand(known, len(held) - len(known)))
        return KnownCards(game, tuple(hands), tuple(named.elements()))

    def _tokens_named_since_shuffle(self) -> Iterator[str]:
        """Yield the tokens of the cards that the lines since the last shuffle of the deck name."""
        lines = self._world.lines
        decks = [line.deck for line in lines]
        if self.rules.deck_name is not None or not self.rules.has_one_deck:
            decks = [NO_DECK] * len(decks)  # no deck is reshuffled
        last = next((deck.reshuffle_count for deck in reversed(decks) if deck.size), 0)
        before = [line for line, deck in enumerate(decks) if deck.size and deck.reshuffle_count < last]
        for at in range(before[-1] + 1 if before else 0, len(decks)):
            line = self._completer.lines[at]
            if lines[at].question_kind not in self.rules.hidden_draw_kinds:
                yield from line.shown_cards or self.rules.named_hand_cards(line.answer)
            elif not line.has_unknown_card:
                yield drawn_card_token(line.answer)

    # -- typing

    def add_line(self, line: str) -> None:
        """Add a line to the table, such as `p2: draw ?`, `p1: lay F5` or `p3: shows E2`.

        A line without a seat is an answer of the asked player. Raises `Refusal` if a rule forbids it whatever
        the hidden cards are, else `Fault`; the table is then unchanged.
        """
        finish(self.add_line_in_slices(line))

    def add_line_in_slices(self, line: str) -> Slices[None]:
        """Add a line as `add_line` does, in slices. Nothing changes before the last slice."""
        typed = TypedLine.parse(line)
        if not typed.answer or not with_plain_blanks(line).isprintable():
            raise Fault("referee.empty", found=one_line_excerpt(line))
        if not typed.seat:
            question = self.question
            if question is None:
                raise Fault("record.after", found=one_line_excerpt(line))
            typed = attrs.evolve(typed, seat=self.start.seat(question.player))
        yield from self._adding(typed)

    def _adding(self, typed: TypedLine) -> Slices[None]:
        if len(self) >= MAX_TYPED_LINES:
            raise Fault("referee.many", most=MAX_TYPED_LINES)
        before, keep = self._settled_now(), len(self)
        self._completer.lines.append(typed)
        try:
            self._world = yield from self._completer.extend_completion(self._world)
        except BaseException:  # GeneratorExit too: somebody stopped the search
            self._take_back_from(keep, before)
            raise
        self._before.append(before)

    def _settled_now(self) -> _SettledBefore:
        return _SettledBefore.of(self._world, self._before[-1] if self._before else None)

    def _redealing(self, lines: Sequence[TypedLine], noted: Sequence[int]) -> Slices[bool]:
        for line_index, line in enumerate(lines[: min(len(noted), MAX_TYPED_LINES)]):
            yield line_index / len(lines)
            self._before.append(self._settled_now())
            self._completer.lines.append(line)
            if not self._completer.replay_noted_cards(self._world, noted):
                return False
        return True

    def refusal(self, line: str) -> Exception | None:
        """Return why a line cannot be added now (a `Refusal` or a `Fault`); None if it can."""
        try:
            self.add_line(line)
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
        self._take_back_from(keep, self._before[keep])
        del self._before[keep:]

    def _take_back_from(self, keep: int, before: _SettledBefore) -> None:
        """Take back line `keep` and all later ones; `before` are the settled cards right before it."""
        del self._completer.lines[keep:]
        self._world.undo_from(keep)
        self._world.required_cards = dict(before.required_cards)
        self._world.settling_lines = dict(before.settling_lines)

    # -- possible games

    def completions(self, count: int, seed: int = 0) -> list[Game]:
        """Return up to `count` games with a real card for each unknown one, dealt from the remaining cards.

        Their records are complete, so `Game.replay` accepts them. If fewer games are found, there is at least
        `sample_game`.
        """
        return [world.game for world in self.completion_states(count, seed)]

    def completion_states(self, count: int, seed: int = 0) -> list[CompletedRecord]:
        """Return the games of `completions` as `CompletedRecord` objects, which also hold the typed lines."""
        worlds = []
        for number in range(count):
            completer = _search(self.start, self.rules, random.Random(f"{seed} {number}"))
            completer.lines = list(self._completer.lines)
            completer.note_later_lines(completer.lines)
            try:
                worlds.append(self._another_completion(completer))
            except (Refusal, ValueError):  # try another deal
                continue
        return worlds or [self._world.copy()]

    def _another_completion(self, completer: RepairingCompleter | ConstraintCompleter) -> CompletedRecord:
        """Return another completion of the lines that `completer` holds. Raises the error of its search if
        there is none.
        """
        if isinstance(completer, ConstraintCompleter):
            return finish(completer.shuffle_completion(self._world.copy()))
        world = completer.new_completion()
        world.required_cards = dict(self._world.required_cards)
        return finish(completer.extend_completion(world))

    def named_departing_cards(self, seat: int) -> Counter[str]:
        """Count, by token, the named cards that leave a seat's hand with the last answer."""
        last = self._completer.last_answer_index(len(self))
        return self._completer.named_departing_cards(self._world, last, seat)

    def possible_cards(self, seat: int) -> frozenset[str]:
        """Return the tokens of the cards that a seat (from 0) may hold: those not known to be elsewhere."""
        hand = self.rules.hand_tokens
        return (
            frozenset() if hand is None else self._free(seat) | frozenset(hand(self.sample_game.table, seat))
        )

    def _free(self, seat: int) -> frozenset[str]:
        """Return the tokens of the cards in a seat's deck, and of those drawn unseen and not named since."""
        stack = self.rules.drawable_tokens
        lines, name = self._completer.lines, self.start.seat(seat)
        own = [line for line in self._unsettled() if self.rules.has_one_deck or lines[line].seat == name]
        drawn = frozenset(map(self._world.filled_card, own))
        return drawn | frozenset(stack(self.sample_game.table, seat) if stack else ())
