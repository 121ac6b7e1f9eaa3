"""The answers that can be typed now, as the buttons of a page show them.

Each takes one tap. It has `?` for a card of a hand; the card's letter and number are tapped after it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

import attrs

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.record import UNKNOWN
from twingkit.referee.referee import Referee
from twingkit.referee.referee_rules import TokensOfSeat
from twingkit.referee.typed_line import TypedLine

MAX_LISTED_ANSWERS = 300
"""The maximum number of listed answers in a game that does not say which ones are possible."""

_MAX_BUTTONS_PER_WORD = 12
"""The maximum number of answers with the same first word that get one button each."""

OPEN_FORM_SUFFIX = "…"
"""The character at the end of a form whose words are chosen one by one."""

NUMBERED_CARD_PATTERN = re.compile(r"([A-Za-z])(\d+M?)")
"""The pattern of a card that is named by its letter and its number."""


@attrs.frozen
class AnswerTemplate:
    """An answer that may be typed: its seat (from 0), and its text with `?` for each card still to be named.

    With `is_hidden`, the `?` stays, because nobody else saw the card. `is_rare` marks answers that are
    unusual, or possible only if hands differ from `sample_game`.
    """

    seat: int
    text: str
    is_hidden: bool = False
    is_rare: bool = False
    question: Question | None = attrs.field(default=None, eq=False, repr=False)
    """The question that it answers; None if that question is not pending in `sample_game`."""

    @property
    def is_word_by_word(self) -> bool:
        """True if the words of the answer are chosen one by one."""
        return self.text.endswith(OPEN_FORM_SUFFIX)

    @property
    def chosen_words(self) -> tuple[str, ...]:
        """The words of the text without the suffix of an open form."""
        return tuple(word for word in self.text.split() if word != OPEN_FORM_SUFFIX)

    @property
    def unnamed_card_count(self) -> int:
        """The number of cards that are still to be named."""
        return 0 if self.is_hidden or self.is_word_by_word else self.text.split().count(UNKNOWN)

    def fill_in_cards(self, *cards: str) -> str:
        """Return the text with its `?` replaced by these cards, in order."""
        left = iter(cards)
        return " ".join(next(left) if word == UNKNOWN else word for word in self.text.split())


def join_chosen_words(words: Iterable[str]) -> str:
    """Join words that were chosen one by one, without a space before commas and semicolons.

    >>> join_chosen_words(["land", "2 infantry lodor", ", 1 mech lodor"])
    'land 2 infantry lodor, 1 mech lodor'
    """
    return re.sub(r" +([,;])", r"\1", " ".join(words))


def possible_answer_templates(referee: Referee) -> list[AnswerTemplate]:
    """Return the answers that may be typed next at a referee's table, as templates.

    First come those of the asked player, then those after silent answers, then interruptions and rare
    answers.

    >>> from twingkit.referee import Referee
    >>> table = Referee.from_line("ember 2")
    >>> [form.text for form in possible_answer_templates(table)]
    ['dealer p1', 'dealer p2']
    >>> table.add_line("dealer p1")
    >>> [(form.text, form.is_hidden) for form in possible_answer_templates(table)]
    [('card ?', True)]
    """
    listed: list[AnswerTemplate] = []
    question, games = referee.question, list(referee.games_after_silences())
    if referee.rules.silent_question_kinds:
        games.reverse()  # necessary answers first, then optional ones before them
    for game in games:
        if game.question is not None:
            asks = game.question
            listed += [
                AnswerTemplate(asks.player, *answer, question=asks)
                for answer in _answers(referee, game, asks)
            ]
    if referee.rules.noticed_silence_kinds is not None and question is not None and games[-1].over:
        # silence ends the game
        listed.append(AnswerTemplate(question.player, referee.rules.silent_answers[0]))
    window = referee.rules.interruption_question
    if window is not None and question is not None and not question.is_chance:
        for seat in range(len(referee.seat_names)):
            own = window(referee.sample_game.table, seat)
            listed += [
                AnswerTemplate(seat, *answer, question=own)
                for answer in _answers(referee, referee.sample_game, own)
            ]
    seldom = referee.rules.rare_first_words
    listed = [attrs.evolve(way, is_rare=True) if way.text.split()[0] in seldom else way for way in listed]
    there = {(way.seat, way.text) for way in listed}
    for game in (games[0], games[-1]) if referee.rules.noticed_silence_kinds is None else games:
        for seat, form in referee.rules.other_hands_answers(game):
            if (seat, form) not in there:
                listed.append(AnswerTemplate(seat, form, is_hidden=form.endswith(UNKNOWN), is_rare=True))
    return list(dict.fromkeys(listed))


def first_words_to_group(templates: Iterable[AnswerTemplate]) -> frozenset[tuple[int, str]]:
    """Return the (seat, first word) pairs shared by too many answers for one button each.

    >>> forms = [AnswerTemplate(0, f"conjure imp {card}") for card in range(13)]
    >>> first_words_to_group([*forms, AnswerTemplate(0, "done")])
    frozenset({(0, 'conjure')})
    """
    alike = Counter((way.seat, way.text.split()[0]) for way in templates if not way.is_rare)
    return frozenset(first for first, number in alike.items() if number > _MAX_BUTTONS_PER_WORD)


def next_words(table: Referee, template: AnswerTemplate, words_so_far: tuple[str, ...]) -> list[str]:
    """Return the words that may follow the words `words_so_far` of an open form; "" if the answer may end
    there.

    Returns an empty list for a form that is not open.
    """
    if not template.is_word_by_word:
        return []
    words, possible = table.rules.next_words, table.possible_cards(template.seat)
    return list(
        dict.fromkeys(
            word
            for game in table.games_after_silences()
            for word in words(game, template.seat, words_so_far, possible)
        )
    )


def longest_shared_continuations(answers: Iterable[str], words_so_far: list[str]) -> list[str]:
    """Return the possible continuations of `words_so_far` in these answers, each extended as far as the
    answers that share it agree.

    An answer that ends there adds "".

    >>> longest_shared_continuations(["roll 3 4", "roll 3 5", "pass"], ["roll"])
    ['3']
    """
    groups: dict[str, list[list[str]]] = {}
    for answer in answers:
        parts = answer.split()
        if parts[: len(words_so_far)] == words_so_far:
            rest = parts[len(words_so_far) :]
            groups.setdefault(rest[0] if rest else "", []).append(rest)
    return [" ".join(_common(group)) for group in groups.values()]


def _common(answers: list[list[str]]) -> list[str]:
    common = []
    for parts in zip(*answers, strict=False):
        if len(set(parts)) > 1:
            break
        common.append(parts[0])
    return common


def _answers(table: Referee, game: Game, question: Question) -> Iterator[tuple[str, bool]]:
    rules = table.rules
    if not rules.is_open_draw(question) and (
        question.kind in rules.hidden_draw_kinds or question.kind in rules.hidden_question_kinds
    ):
        option = next(map(question.format_answer, question.options()), "")
        yield f"{option.split()[0]} {UNKNOWN}" if " " in option else UNKNOWN, True
        named = rules.answer_templates(game, question, frozenset())
        yield from ((form, False) for form in named or ())
        return
    forms = rules.answer_templates(game, question, table.possible_cards(question.player))
    if forms is not None:
        yield from ((form, False) for form in forms)
        return
    yield from (
        (question.format_answer(option), False) for option in islice(question.options(), MAX_LISTED_ANSWERS)
    )


def seats_to_show_cards(table: Referee) -> list[int]:
    """Return the seats (from 0) that lost hand cards by the last answer without naming them, and must now
    show which.

    A `shows` line for each of them says which cards left.
    """
    number = answered_line_count(table)
    if table.rules.hand_tokens is None or not number:
        return []
    if table.rules.face_down_tokens is not None:
        return _seats_turned_up(table, table.rules.face_down_tokens, number)
    hand, before, now = table.rules.hand_tokens, table.game_after(number - 1), table.sample_game
    last, *said = map(TypedLine.parse, table.lines[number - 1 :])
    unseen = 0 if last.words[0] in table.rules.hidden_draw_kinds else last.words.count(UNKNOWN)
    seats = []
    for seat in range(len(table.seat_names)):
        if table.seat_names[seat] in {line.seat for line in said}:
            continue
        going, own = table.named_departing_cards(seat), table.seat_names[seat] == last.seat
        held = Counter(hand(before.table, seat))
        lost = _size(before, seat, hand) - _size(now, seat, hand) - going.total()
        if own:  # other cards may have been drawn since
            lost = (held - Counter(hand(now.table, seat)) - going).total()
        if table.rules.shown_cards_left:
            lost = max(
                (held - Counter(hand(game.table, seat)) - going).total()
                for game in table.games_after_silences()
            )
        if lost > (unseen if own else 0):
            seats.append(seat)
    return seats


def seats_asked_because_cards_differ(table: Referee) -> list[int]:
    """Return the seats (from 0) that must choose now which cards to give up only because these cards differ.

    A `shows` line for each of them says which cards left.
    """
    if answered_line_count(table) < len(table):
        return []
    return list(table.rules.seats_asked_if_cards_differ(table.sample_game))


def _seats_turned_up(table: Referee, laid: TokensOfSeat, number: int) -> list[int]:
    """Return the seats that have turned up face-down cards or laid open their hands without naming the cards
    in `shows` lines.
    """
    before = table.game_after(number - 1)
    hand = table.rules.hand_tokens
    said = list(map(TypedLine.parse, table.lines[number:]))
    assert hand is not None
    seats = []
    for seat in range(len(table.seat_names)):
        shown = sum(len(line.shown_cards) for line in said if line.seat == table.seat_names[seat])
        lay = len(tuple(laid(before.table, seat)))
        least = min(len(tuple(laid(game.table, seat))) for game in table.games_after_silences())
        emptied = _size(before, seat, hand) > 1 and not _size(table.sample_game, seat, hand)
        if lay - least > shown or (emptied and not shown):
            seats.append(seat)
    return seats


def answered_line_count(table: Referee) -> int:
    """Return the number of lines up to the last answer; `shows` lines after it do not count."""
    number = len(table)
    while number and TypedLine.parse(table.lines[number - 1]).is_shows_line:
        number -= 1
    return number


def _size(game: Game, seat: int, hand: object) -> int:
    assert callable(hand)
    return len(tuple(hand(game.table, seat)))
