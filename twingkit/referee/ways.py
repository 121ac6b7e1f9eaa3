"""The answers that can be typed now, as buttons show them.

Each takes one tap. It has `?` for a card of a hand; the card's letter and number are tapped after it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

import attrs

from twingkit.core.play import Game
from twingkit.core.questions import Chance, Question
from twingkit.referee.referee import Referee
from twingkit.referee.table_rules import Hidden
from twingkit.referee.typed import UNKNOWN, Typed

MOST_LISTED = 300
"""The maximum number of listed answers in a game that does not say which ones are possible."""

MOST_ALIKE = 12
"""The maximum number of answers with the same first word that get one button each."""

OPEN = "…"
"""The sign at the end of a form whose words are chosen one by one."""

NUMBERED = re.compile(r"([A-Za-z])(\d+M?)")
"""A card that is named by its letter and its number."""


@attrs.frozen
class Way:
    """An answer that may be typed: the seat (from 0) whose it is, and its text with `?` for each card that is
    still to be named; `hidden` if it is typed as it is, because nobody else saw the card; `other` if it comes
    seldom, or only where hands are not as in the table's game."""

    seat: int
    text: str
    hidden: bool = False
    other: bool = False
    asked: Question | None = attrs.field(default=None, eq=False, repr=False)
    """The question that it answers; None if that question is not pending in the table's game."""

    @property
    def open(self) -> bool:
        """True if its words are chosen one by one."""
        return self.text.endswith(OPEN)

    @property
    def said(self) -> tuple[str, ...]:
        """The words chosen so far."""
        return tuple(word for word in self.text.split() if word != OPEN)

    @property
    def cards(self) -> int:
        """The number of cards that are still to be named."""
        return 0 if self.hidden or self.open else self.text.split().count(UNKNOWN)

    def typed(self, *cards: str) -> str:
        """Return the answer with these cards named."""
        left = iter(cards)
        return " ".join(next(left) if word == UNKNOWN else word for word in self.text.split())


def written(words: Iterable[str]) -> str:
    """The text of words that were chosen one by one; signs stand right behind what comes before them.

    >>> written(["land", "2 infantry lodor", ", 1 mech lodor"])
    'land 2 infantry lodor, 1 mech lodor'
    """
    return re.sub(r" +([,;])", r"\1", " ".join(words))


def ways(table: Referee) -> list[Way]:
    """The answers that may be typed now: of who is asked, then of whom it
    goes on with if they say nothing, and what others may say.

    >>> from twingkit.referee import Referee
    >>> table = Referee.of("ember 2")
    >>> [way.text for way in ways(table)]
    ['dealer p1', 'dealer p2']
    >>> table.tell("dealer p1")
    >>> [(way.text, way.hidden) for way in ways(table)]
    [('card ?', True)]
    """
    listed: list[Way] = []
    asked, games = table.question, list(table.asking())
    if table.rules.silent_kinds:
        games.reverse()  # what has to come, then what may come before
    for game in games:
        if game.question is not None:
            asks = game.question
            listed += [Way(asks.player, *answer, asked=asks) for answer in _answers(table, game, asks)]
    if table.rules.spoken is not None and asked is not None and games[-1].over:
        listed.append(Way(asked.player, table.rules.silences[0]))  # the game ends if nobody does anything
    window = table.rules.window
    if window is not None and asked is not None and not isinstance(asked, Chance):
        for seat in range(len(table.seats)):
            own = window(table.game.table, seat)
            listed += [Way(seat, *answer, asked=own) for answer in _answers(table, table.game, own)]
    seldom = table.rules.seldom
    listed = [attrs.evolve(way, other=True) if way.text.split()[0] in seldom else way for way in listed]
    there = {(way.seat, way.text) for way in listed}
    for game in (games[0], games[-1]) if table.rules.spoken is None else games:
        for seat, form in table.rules.others(game) if table.rules.others else ():
            if (seat, form) not in there:
                listed.append(Way(seat, form, hidden=form.endswith(UNKNOWN), other=True))
    return list(dict.fromkeys(listed))


def folded(listed: Iterable[Way]) -> frozenset[tuple[int, str]]:
    """Return the seats and first words of answers that are too many for one button each.

    >>> folded([Way(0, f"conjure imp {card}") for card in range(13)] + [Way(0, "done")])
    frozenset({(0, 'conjure')})
    """
    alike = Counter((way.seat, way.text.split()[0]) for way in listed if not way.other)
    return frozenset(first for first, number in alike.items() if number > MOST_ALIKE)


def next_words(table: Referee, way: Way, said: tuple[str, ...]) -> list[str]:
    """Return the words that may follow; "" if the answer may end. Empty for an answer that is not open."""
    if not way.open or table.rules.words is None:
        return []
    words, possible = table.rules.words, table.possible(way.seat)
    return list(
        dict.fromkeys(word for game in table.asking() for word in words(game, way.seat, said, possible))
    )


def following(answers: Iterable[str], said: list[str]) -> list[str]:
    """The words that may follow what is said in these answers, up to where they part; "" for none.

    >>> following(["roll 3 4", "roll 3 5", "pass"], ["roll"])
    ['3']
    """
    groups: dict[str, list[list[str]]] = {}
    for answer in answers:
        parts = answer.split()
        if parts[: len(said)] == said:
            rest = parts[len(said) :]
            groups.setdefault(rest[0] if rest else "", []).append(rest)
    return [" ".join(_common(group)) for group in groups.values()]


def _common(answers: list[list[str]]) -> list[str]:
    """Return the words with which all of these begin."""
    common = []
    for parts in zip(*answers, strict=False):
        if len(set(parts)) > 1:
            break
        common.append(parts[0])
    return common


def _answers(table: Referee, game: Game, asked: Question) -> Iterator[tuple[str, bool]]:
    """Yield the texts of the answers to a question, and whether they are typed with their `?`."""
    rules = table.rules
    opened = rules.opens is not None and rules.opens(asked)
    if not opened and (asked.kind in rules.draws or asked.kind in rules.unseen):
        option = next(map(asked.format_answer, asked.options()), "")
        yield f"{option.split()[0]} {UNKNOWN}" if " " in option else UNKNOWN, True
        named = rules.forms(game, asked, frozenset()) if rules.forms else None
        yield from ((form, False) for form in named or ())
        return
    forms = rules.forms(game, asked, table.possible(asked.player)) if rules.forms else None
    if forms is not None:
        yield from ((form, False) for form in forms)
        return
    yield from ((asked.format_answer(option), False) for option in islice(asked.options(), MOST_LISTED))


def shown_now(table: Referee) -> list[int]:
    """Return the seats (from 0) whose hands lost cards that the last answer did not name.

    A `shows` line for each of them says which cards.
    """
    number = answered(table)
    if table.rules.hand is None or not number:
        return []
    if table.rules.laid is not None:
        return _turned_up(table, table.rules.laid, number)
    hand, before, now = table.rules.hand, table.after(number - 1), table.game
    last, *said = map(Typed.of, table.lines[number - 1 :])
    words = last.answer.split()
    unseen = 0 if words[0] in table.rules.draws else words.count(UNKNOWN)
    seats = []
    for seat in range(len(table.seats)):
        if table.seats[seat] in {line.seat for line in said}:
            continue
        going, own = table.going(seat), table.seats[seat] == last.seat
        held = Counter(hand(before.table, seat))
        lost = _size(before, seat, hand) - _size(now, seat, hand) - going.total()
        if own:  # others may have come at once
            lost = (held - Counter(hand(now.table, seat)) - going).total()
        if table.rules.shows_gone:
            lost = max((held - Counter(hand(game.table, seat)) - going).total() for game in table.asking())
        if lost > (unseen if own else 0):
            seats.append(seat)
    return seats


def alike_now(table: Referee) -> list[int]:
    """Return the seats (from 0) that are not asked for cards as in the table's game if their cards are alike.

    A `shows` line for each of them says which cards left.
    """
    alike = table.rules.alike
    return [] if alike is None or answered(table) < len(table) else list(alike(table.game))


def _turned_up(table: Referee, laid: Hidden, number: int) -> list[int]:
    """The seats whose cards lay face down before the last answer, or before what was shown since, and were
    turned up, if all who are asked say nothing; or whose whole hands were laid open."""
    before, hand, said = table.after(number - 1), table.rules.hand, list(map(Typed.of, table.lines[number:]))
    assert hand is not None
    seats = []
    for seat in range(len(table.seats)):
        shown = sum(len(line.shown) for line in said if line.seat == table.seats[seat])
        lay = len(tuple(laid(before.table, seat)))
        least = min(len(tuple(laid(game.table, seat))) for game in table.asking())
        emptied = _size(before, seat, hand) > 1 and not _size(table.game, seat, hand)
        if lay - least > shown or (emptied and not shown):
            seats.append(seat)
    return seats


def answered(table: Referee) -> int:
    """Return the number of lines up to the last answer; later lines say which cards it revealed."""
    number = len(table)
    while number and Typed.of(table.lines[number - 1]).shows:
        number -= 1
    return number


def _size(game: Game, seat: int, hand: object) -> int:
    assert callable(hand)
    return len(tuple(hand(game.table, seat)))


def taps_of(card: str) -> int:
    """The number of taps by which a card is named: its letter and its number, or its sign.

    >>> taps_of("F12"), taps_of("*")
    (2, 1)
    """
    return 2 if NUMBERED.fullmatch(card) else 1


def taps(table: Referee, line: str) -> int | None:
    """The number of taps by which a line is typed at this table; None if no button leads to it.

    Hidden cards that are drawn one after another are one tap together, and what nobody says aloud is none.
    """
    typed = Typed.of(line)
    if typed.answer in table.rules.silences:
        return 0 if not _is_listed(table, typed) else 1
    if typed.shows:
        folds = {table.seat(seat): 1 for seat in alike_now(table)} | dict.fromkeys(
            map(table.seat, shown_now(table)), 0
        )
        fold = folds.get(typed.seat)
        return None if fold is None else 1 + fold + sum(map(taps_of, typed.shown))
    listed = ways(table)
    for way in listed:
        if way.open and table.seat(way.seat) == typed.seat:
            words = _taps_of_words(table, way, way.said, typed.answer)
            if words is not None:
                return 1 + way.other + words
        if way.open or table.seat(way.seat) != typed.seat or not Typed("", way.text).matches(typed.answer):
            continue
        if way.hidden:
            again = table.lines[-1:] == (line,) and len(listed) == 1
            return way.other if again else 1 + way.other
        cards = [
            card
            for word, card in zip(way.text.split(), typed.answer.split(), strict=False)
            if word == UNKNOWN and card != UNKNOWN
        ]
        if len(way.text.split()) == len(typed.answer.split()):
            unfolds = (way.seat, way.text.split()[0]) in folded(listed)
            return 1 + way.other + unfolds + sum(map(taps_of, cards))
    return None


def _taps_of_words(table: Referee, way: Way, said: tuple[str, ...], answer: str) -> int | None:
    """Return the number of taps to choose the rest of an answer word by word; None if that is impossible."""
    options = next_words(table, way, said)
    text = written(said)
    if text == answer:
        return None if "" not in options else 0 if options == [""] else 1
    letters = {match[1] for match in map(NUMBERED.fullmatch, options) if match}
    for word in options:
        longer = written([*said, word])
        if word and (answer == longer or answer.startswith((f"{longer} ", f"{longer},", f"{longer};"))):
            rest = _taps_of_words(table, way, (*said, word), answer)
            if rest is not None:
                return rest + (taps_of(word) if len(letters) > 1 else 1)
    return None


def _is_listed(table: Referee, typed: Typed) -> bool:
    return any((table.seat(way.seat), way.text) == (typed.seat, typed.answer) for way in ways(table))
