"""The number of taps for a typed line on the page of a table."""

from __future__ import annotations

from twingkit.core.record import UNKNOWN
from twingkit.referee import Referee
from twingkit.referee.answer_templates import (
    NUMBERED_CARD_PATTERN,
    AnswerTemplate,
    first_words_to_group,
    join_chosen_words,
    next_words,
    possible_answer_templates,
    seats_asked_because_cards_differ,
    seats_to_show_cards,
)
from twingkit.referee.typed_line import TypedLine


def _card_tap_count(card: str) -> int:
    """Return the number of taps that name a card: two for a letter and a number, else one.

    >>> _card_tap_count("F12"), _card_tap_count("*")
    (2, 1)
    """
    return 2 if NUMBERED_CARD_PATTERN.fullmatch(card) else 1


def line_tap_count(table: Referee, line: str) -> int | None:
    """Return the number of taps that type a line at this table; None if no button leads to it.

    Several hidden draws in a row take one tap together, and silent answers take none.
    """
    typed = TypedLine.parse(line)
    if typed.answer in table.rules.silent_answers:
        return 0 if not _is_listed(table, typed) else 1
    if typed.is_shows_line:
        folds = {
            table.seat_name(seat): 1 for seat in seats_asked_because_cards_differ(table)
        } | dict.fromkeys(map(table.seat_name, seats_to_show_cards(table)), 0)
        fold = folds.get(typed.seat)
        return None if fold is None else 1 + fold + sum(map(_card_tap_count, typed.shown_cards))
    listed = possible_answer_templates(table)
    for way in listed:
        if way.is_word_by_word and table.seat_name(way.seat) == typed.seat:
            words = _taps_of_words(table, way, way.chosen_words, typed.answer)
            if words is not None:
                return 1 + way.is_rare + words
        if (
            way.is_word_by_word
            or table.seat_name(way.seat) != typed.seat
            or not TypedLine("", way.text).matches_answer(typed.answer)
        ):
            continue
        if way.is_hidden:
            again = table.lines[-1:] == (line,) and len(listed) == 1
            return way.is_rare if again else 1 + way.is_rare
        cards = [
            card
            for word, card in zip(way.text.split(), typed.answer.split(), strict=False)
            if word == UNKNOWN and card != UNKNOWN
        ]
        if len(way.text.split()) == len(typed.answer.split()):
            unfolds = (way.seat, way.text.split()[0]) in first_words_to_group(listed)
            return 1 + way.is_rare + unfolds + sum(map(_card_tap_count, cards))
    return None


def _taps_of_words(table: Referee, way: AnswerTemplate, said: tuple[str, ...], answer: str) -> int | None:
    """Return the number of taps for the rest of an answer word by word; None if impossible."""
    options = next_words(table, way, said)
    text = join_chosen_words(said)
    if text == answer:
        return None if "" not in options else 0 if options == [""] else 1
    letters = {match[1] for match in map(NUMBERED_CARD_PATTERN.fullmatch, options) if match}
    for word in options:
        longer = join_chosen_words([*said, word])
        if word and (answer == longer or answer.startswith((f"{longer} ", f"{longer},", f"{longer};"))):
            rest = _taps_of_words(table, way, (*said, word), answer)
            if rest is not None:
                return rest + (_card_tap_count(word) if len(letters) > 1 else 1)
    return None


def _is_listed(table: Referee, typed: TypedLine) -> bool:
    return any(
        (table.seat_name(way.seat), way.text) == (typed.seat, typed.answer)
        for way in possible_answer_templates(table)
    )
