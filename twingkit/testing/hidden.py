"""Tests of hidden information: cards that a player cannot see must not affect anything shown to that
player."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice

from twingkit.core.knowledge import messages_in_every_language
from twingkit.core.play import Game
from twingkit.core.questions import Question, Refusal
from twingkit.core.running.running_script import player_count
from twingkit.testing import visible
from twingkit.testing.progress import describe_progress, seat_name

MAX_TRIED_ANSWERS = 30
"""The number of recent answers for which two games must give the same refusals."""

_MAX_FOLLOWED_TWINS = 2
"""The maximum number of twin games to follow at once for a seat."""

_MAX_SAMPLED_ANSWERS = 4
"""The number of other answers to sample in search of one that looks the same to a seat."""

FOLLOWED_ANSWERS = 40
"""The number of further answers for which two games are compared."""


IsUnseenAnswer = Callable[[Question, object], bool]
"""A function `(question, answer)` that is True if the answer stays hidden from the player."""

ShownToSeat = Callable[[Game, int], object]
"""A function `(game, seat)` that returns everything shown to a player, such as the data sent to a page."""


def twin_games(
    game: Game, is_unseen: IsUnseenAnswer | None = None, max_twins: int = 3, *, viewer: int = -1
) -> Iterator[tuple[Game, Game]]:
    """Yield pairs of games that differ in one hidden answer, right after that answer.

    For each such answer in the record of `game`, up to `max_twins` others are tried. Without `is_unseen`, an
    answer is hidden if its rulings have a `HiddenFact` that `viewer` may not know.
    """
    for index, entry in enumerate(game.transcript):
        if is_unseen is None:
            if not any(ruling.seen_by(viewer).text() != ruling.text() for ruling in entry.rulings):
                continue
        elif not is_unseen(entry.question, entry.question.parse_answer(entry.answer)):
            continue
        as_it_was = game.what_if(index, entry.answer)
        before = as_it_was.copy()
        before.undo()  # so that its question refers to the table at that time
        question = before.question
        assert question is not None, f"{describe_progress(before)}: undo() leads to no question"
        options = (
            option for option in question.options() if is_unseen is None or is_unseen(question, option)
        )
        texts = (text for text in map(question.format_answer, options) if text != entry.answer)
        for text in list(islice(texts, max_twins)):
            twin = before.copy()
            twin.answer(text)
            yield as_it_was.copy(), twin


def play_beside_twin_games(
    game: Game, rng: random.Random, total_answers: int
) -> Iterator[tuple[Game, Game, int]]:
    """Play a game on at random beside twins: copies that differ only in what one seat cannot see. Yield the
    game, a twin and that seat whenever the seat has to decide.

    A twin gets the same answers until one is illegal in it, or the seat notices a difference. Do not change
    the two games.
    """
    followed: dict[int, list[Game]] = {seat: [] for seat in range(player_count(game))}
    while (question := game.question) is not None and len(game) < total_answers:
        before, answer = game.copy(), question.format_answer(question.random_answer(rng))
        game.answer(answer)
        for seat, others in followed.items():
            others[:] = [twin for twin in others if _accepts(twin, answer) and _looks_same(game, twin, seat)]
            if len(others) < _MAX_FOLLOWED_TWINS and (question.is_chance or question.player != seat):
                others += islice(_unnoticed_twins(before, game, seat, rng), 1)
            if visible.is_deciding(game, seat):
                yield from ((game, twin, seat) for twin in others)


def _unnoticed_twins(before: Game, game: Game, seat: int, rng: random.Random) -> Iterator[Game]:
    question = before.question
    assert question is not None
    for text in {
        question.format_answer(question.random_answer(rng)): None for _ in range(_MAX_SAMPLED_ANSWERS)
    }:
        twin = before.copy()
        twin.answer(text)
        if twin.table.key() != game.table.key() and _looks_same(game, twin, seat):
            yield twin


def _accepts(game: Game, answer: str) -> bool:
    try:
        game.answer(answer)
    except (Refusal, ValueError):  # illegal with other cards
        return False
    return True


def _looks_same(game: Game, twin: Game, seat: int) -> bool:
    """True if two games look the same to a seat after their last answer, messages included."""
    last = len(game) - 1
    return visible.observable_state(game, seat) == visible.observable_state(
        twin, seat
    ) and messages_in_every_language(game, seat, last) == messages_in_every_language(twin, seat, last)


def assert_hides_unseen_answers(
    game: Game,
    viewer: int | None,
    is_unseen: IsUnseenAnswer | None,
    rng: random.Random,
    *,
    shown_to_all: Callable[[Game], object] = lambda game: None,
    shown_to_seat: ShownToSeat = lambda game, seat: None,
) -> int:
    """Assert that hidden answers change nothing that `viewer` (or each seat, if None) can see until they are
    revealed.

    If `viewer` is None, each seat is checked in turn. Returns the number of pairs of games compared.

    This covers views, messages, questions, refusals and `shown_to_seat`. `is_unseen` describes the hidden
    answers of one seat. If it is None, everything that the game's rulings hide counts, after a check that
    these rulings reveal no result of chance that the view omits (`assert_messages_leak_no_chance`): this
    finds a fact that should be a `HiddenFact`, if the view does not show it either. Answers are revealed by
    rulings, or when they are `shown_to_all` to all. `game` must ask for all chance (`rolls="ask"`), so that
    its record contains it. Fails if nothing is hidden, because nothing would be tested.
    """
    compared = 0
    seats = range(player_count(game)) if viewer is None else (viewer,)
    if is_unseen is None:
        assert_messages_leak_no_chance(game, seats)
    for seat in seats:
        for original, twin in twin_games(game, is_unseen, viewer=seat):
            assert_same_for_seat(
                "is told",
                original,
                twin,
                seat,
                messages_in_every_language(original, seat),
                messages_in_every_language(twin, seat),
            )
            light = partial(_revealed, seat, shown_to_all)
            assert_looks_alike(original, twin, seat, rng, revealed_facts=light, shown_to_seat=shown_to_seat)
            compared += 1
    assert compared, (
        f"{describe_progress(game)}: nothing is hidden in this game so far, and so nothing was compared"
    )
    return compared


def assert_messages_leak_no_chance(game: Game, seats: Iterable[int], max_twins: int = 3) -> int:
    """Assert that the rulings shown to a seat do not reveal a dice roll or card draw that the seat's view
    hides.

    Returns the number of results compared.

    Either the view or the next question must depend on the result (or the table must be the same), or the
    ruling must make it a `HiddenFact`. This does not suit results that are announced but never shown, such as
    a card that all see before it is put back: describe those with `unseen`. For each answer of chance in the
    record up to `max_twins` others are tried.
    """
    compared = 0
    for original, twin in twin_games(game, _is_chance_answer, max_twins):
        if twin.table.key() == original.table.key():
            continue
        place = len(original) - 1
        for seat in seats:
            if visible.observable_state(original, seat) == visible.observable_state(twin, seat):
                ours = messages_in_every_language(original, seat, place)
                theirs = messages_in_every_language(twin, seat, place)
                does = "sees the same whatever chance decides, but is told (is a fact not Hidden?)"
                assert_same_for_seat(does, original, twin, seat, ours, theirs)
                compared += 1
    return compared


def _is_chance_answer(question: Question, answer: object) -> bool:
    """True if the question is one of chance; usable as `IsUnseenAnswer` for all rolls and draws."""
    return question.is_chance


def _revealed(seat: int, shown: Callable[[Game], object], game: Game) -> tuple[object, ...]:
    return messages_in_every_language(game, seat), shown(game)


def assert_same_for_seat(what: str, game: Game, twin: Game, seat: int, ours: object, theirs: object) -> None:
    """Assert that a seat gets the same value, `ours` and `theirs`, in two games that differ only in an answer
    it may not know.

    `what` describes the value in the error message.
    """
    if ours == theirs:
        return
    given = [f"{entry.seat}: {entry.answer}" for entry in game.entries()]
    others = [f"{entry.seat}: {entry.answer}" for entry in twin.entries()]
    place = next(place for place, (one, two) in enumerate(zip(given, others, strict=True)) if one != two)
    name = seat_name(game, seat)
    raise AssertionError(
        f"{describe_progress(game)}: {name} {what} another thing if answer {place + 1} is "
        f"{given[place]!r} or "
        f"{others[place]!r}, which {name} may not know: {_differing_parts(ours, theirs)}"
    )


def _differing_parts(ours: object, theirs: object) -> str:
    """Return two different values as text; of lists and mappings, only the first parts that differ."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in {**ours, **theirs}:
            if ours.get(key) != theirs.get(key):
                return f"{key}: {_differing_parts(ours.get(key), theirs.get(key))}"
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        ours, theirs = next(pair for pair in zip(ours, theirs, strict=True) if pair[0] != pair[1])
    return f"{ours!r:.600} or {theirs!r:.600}"


def assert_looks_alike(
    game: Game,
    twin: Game,
    viewer: int,
    rng: random.Random,
    *,
    may_pass: Callable[[Question], bool] = lambda question: False,
    revealed_facts: Callable[[Game], object] = lambda game: None,
    shown_to_seat: ShownToSeat = lambda game, seat: None,
    steps: int = FOLLOWED_ANSWERS,
) -> None:
    """Assert that two games that differ only in hidden information keep showing the same to a player while
    both get the same answers.

    This covers the view, the question in every language whoever is asked, and, if the player is asked, the
    options and the refusals of recent answers. Both games get the same answers until one is illegal in the
    twin, or the result of `revealed_facts` differs: then the difference has been revealed. Other players pass
    at questions for which `may_pass` is True.
    """
    tried = dict.fromkeys(visible.recent_answers(game))
    for _ in range(steps):
        assert_same_for_seat("sees", game, twin, viewer, game.view(viewer), twin.view(viewer))
        assert_same_for_seat(
            "is sent", game, twin, viewer, shown_to_seat(game, viewer), shown_to_seat(twin, viewer)
        )
        asked, same = visible.visible_question(game, viewer), visible.visible_question(twin, viewer)
        assert_same_for_seat("is asked or sees others asked", game, twin, viewer, asked, same)
        pending, twins_own = game.question, twin.question
        if pending is None or twins_own is None:
            return
        if not pending.is_chance:
            tried |= dict.fromkeys(
                pending.format_answer(option) for option in islice(pending.options(), MAX_TRIED_ANSWERS)
            )
        if visible.is_deciding(game, viewer):
            latest = list(tried)[-MAX_TRIED_ANSWERS:]
            refused, others = (visible.visible_refusals(one, viewer, latest) for one in (game, twin))
            assert_same_for_seat("is refused", game, twin, viewer, refused, others)
        answer = pending.format_answer(pending.random_answer(rng))
        if pending.player != viewer and may_pass(pending) and game.refusal("pass") is None:
            answer = "pass"
        try:
            refusal = twins_own.refusal(twins_own.parse_answer(answer))
        except ValueError:
            return
        if refusal is not None:
            return
        game.answer(answer)
        twin.answer(answer)
        if revealed_facts(twin) != revealed_facts(game):
            return
