"""Test of hidden information: what a player cannot see changes nothing that the player gets to see."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

from twingkit.asking import Chance, Question
from twingkit.knowing import told
from twingkit.play import Entry, Game
from twingkit.policy import seats_of

STEPS = 40
"""The number of answers for which two games are followed side by side."""


Unseen = Callable[[Question, object], bool]
"""A predicate that is true if an answer stays hidden from the player: `unseen(question, answer)`."""

ShownToSeat = Callable[[Game, int], object]
"""Everything that is shown to a player of a game, say all that is sent to a page: `sent(game, seat)`."""


def closed_to(entry: Entry, viewer: int) -> bool:
    """True if the rulings on an answer have a fact that is hidden from a player, of whatever kind it is."""
    return any(ruling.seen_by(viewer).text() != ruling.text() for ruling in entry.rulings)


def twins(
    game: Game, unseen: Unseen | None = None, most: int = 3, *, viewer: int = -1
) -> Iterator[tuple[Game, Game]]:
    """Pairs of games that differ in one answer that stays hidden, right after that answer.

    Of each such answer in the record of `game` up to `most` others are taken. Without `unseen` those stay
    hidden whose rulings have a fact that is `Hidden` from `viewer`.
    """
    for index, entry in enumerate(game.transcript):
        asked = entry.asked
        if unseen is None:
            if not closed_to(entry, viewer):
                continue
            texts = (asked.write(option) for option in asked.options())
        elif unseen(asked, asked.read(entry.answer)):
            texts = (asked.write(option) for option in asked.options() if unseen(asked, option))
        else:
            continue
        as_it_was = game.what_if(index, entry.answer)
        for text in islice((text for text in texts if text != entry.answer), most):
            yield as_it_was.copy(), game.what_if(index, text)


def assert_hides(
    game: Game,
    viewer: int | None,
    unseen: Unseen | None,
    rng: random.Random,
    *,
    shown: Callable[[Game], object] = lambda game: None,
    sent: ShownToSeat = lambda game, seat: None,
) -> int:
    """Assert that what was decided unseen by `viewer` (None: by each seat in turn) changes nothing that this
    player sees, hears, is asked or is `sent`, until it comes to light; how many pairs of games were compared.

    What stays `unseen` is said for one seat; None: whatever the game's rulings hide from it. What comes to
    light is said in rulings, or `shown` to all. `game` asks for all chance (`rolls="ask"`), so that its
    record holds it. Fails where nothing is hidden: there would be nothing that it holds.
    """
    compared = 0
    for seat in range(seats_of(game)) if viewer is None else (viewer,):
        for original, twin in twins(game, unseen, viewer=seat):
            assert told(twin, seat) == told(original, seat)
            light = partial(_light, seat, shown)
            assert_looks_alike(original, twin, seat, rng, shown=light, sent=sent)
            compared += 1
    assert compared, "nothing is hidden in this game so far"
    return compared


def _light(seat: int, shown: Callable[[Game], object], game: Game) -> tuple[object, ...]:
    """All that has come to light for a seat."""
    return told(game, seat), shown(game)


def assert_looks_alike(
    game: Game,
    twin: Game,
    viewer: int,
    rng: random.Random,
    *,
    may_pass: Callable[[Question], bool] = lambda question: False,
    shown: Callable[[Game], object] = lambda game: None,
    sent: ShownToSeat = lambda game, seat: None,
    steps: int = STEPS,
) -> None:
    """Two games that differ only in what `viewer` cannot see look alike to that player, as they go on.

    Both get the same answers until one is not allowed in the twin, or what is `shown` to all differs: then
    the difference has come to light. Where a question `may_pass`, other players pass.
    """
    for _ in range(steps):
        assert twin.view(viewer) == game.view(viewer)
        assert sent(twin, viewer) == sent(game, viewer)
        pending, same = game.question, twin.question
        if pending is None:
            return
        assert same is not None
        assert (same.kind, same.player) == (pending.kind, pending.player)
        if pending.player == viewer and not isinstance(pending, Chance):
            assert list(same.options()) == list(pending.options())
        answer = pending.write(pending.draw(rng))
        if pending.player != viewer and may_pass(pending) and pending.refusal("pass") is None:
            answer = "pass"
        try:
            refused = same.refusal(same.read(answer))
        except ValueError:
            return
        if refused is not None:
            return
        game.answer(answer)
        twin.answer(answer)
        if shown(twin) != shown(game):
            return
