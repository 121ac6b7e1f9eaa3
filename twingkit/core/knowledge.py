"""What a player knows about dice rolls and card draws, in any game.

This follows from the player's views and the `HiddenFact` values in rulings alone. A player knows an outcome
if every other outcome would have looked different to that player: at once, or through later views and
messages.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from functools import lru_cache
from itertools import islice

import attrs

from twingkit.core.play import Game
from twingkit.core.questions import Refusal, kind_and_player
from twingkit.core.running.running_script import player_count
from twingkit.core.words import LANGUAGES

__all__ = [
    "indices_known_to_all",
    "knew_outcome_immediately",
    "messages_in_every_language",
    "resample_hidden_outcomes",
    "unknown_outcome_indices",
    "would_know_next_outcome",
]

MAX_RESULTS, MAX_OWN_RESULTS = 40, 1300
"""The maximum number of possible outcomes to compare: for a roll or draw of another player, and for one's own
(four dice at once). If there are more, nobody counts as knowing the outcome."""

MAX_SAMPLES, MIN_SAMPLES = 40, 6
"""The number of other games to compare in order to find what has come to light since, and the minimum for
each place: as many with another answer only there, and as many with other answers from there on."""


def messages_in_every_language(game: Game, viewer: int, answer_count: int = 0) -> list[str]:
    """Return the texts of the rulings after the first `answer_count` answers, each in every language, with
    facts hidden from `viewer` replaced.

    >>> game = Game.begin("F: F5 vs W: W6").give_answers("lay F5")
    >>> messages_in_every_language(game, 1)[0]
    'The attacker attacks the defender with Fire 5. Points of the spells: 5.'
    """
    said = [] if answer_count else list(game.opening_rulings)
    said += [ruling for entry in game.entries(answer_count) for ruling in entry.rulings]
    return [ruling.seen_by(viewer).text(lang) for ruling in said for lang in LANGUAGES]


def knew_outcome_immediately(game: Game, viewer: int, answer_index: int) -> bool:
    """True if a player knew the outcome of a past roll or draw immediately; `answer_index` counts from 0.

    >>> game = Game.begin("F: F5 vs W: W6").give_answers("lay F5", "lay W6", "roll 2")
    >>> knew_outcome_immediately(game, 1, 2)
    True
    """
    (entry,) = game.entries(answer_index, answer_index + 1)
    before = game.copy()
    before.undo(len(game) - answer_index)
    return _are_outcomes_distinguishable(before, viewer, entry.answer)


def would_know_next_outcome(game: Game, viewer: int) -> bool:
    """True if a player would immediately know the outcome of the pending roll or draw, whatever it is.

    Differences that cannot matter later do not count.

    >>> would_know_next_outcome(Game.begin("F: F5 vs W: W6").give_answers("lay F5", "lay W6"), 1)
    True
    """
    return _are_outcomes_distinguishable(game, viewer)


def unknown_outcome_indices(game: Game, viewer: int) -> list[int]:
    """Return the indices (from 0) of those past answers whose outcome, such as a card drawn face down, the
    player `viewer` does not know yet.

    These are answers of chance, and choices that a ruling partly hides. Outcomes that have since come to
    light, or that no longer make a difference, count as known.

    >>> unknown_outcome_indices(Game.begin("F: F5 vs W: W6").give_answers("lay F5", "lay W6", "roll 2"), 1)
    []
    """
    return list(_unknown_outcomes(_GameState(game.record, game.explain, game), viewer))


@attrs.frozen
class _GameState:
    """The state of a game as a hashable value: its record, and whether it keeps rulings."""

    record: str
    explain: bool
    game: Game = attrs.field(eq=False)


@lru_cache(maxsize=8)
def _unknown_outcomes(standing: _GameState, viewer: int) -> Sequence[int]:
    """Return the result of `unknown_outcome_indices`, cached for all copies of a game, since playouts make
    many copies.
    """
    game = standing.game
    twin, places = Game(game.start, rolls="ask"), list[int]()
    for place, entry in enumerate(game.transcript):
        closed = any(ruling.seen_by(viewer).text() != ruling.text() for ruling in entry.rulings)
        if (closed or entry.question.is_chance) and not _are_outcomes_distinguishable(
            twin, viewer, entry.answer
        ):
            places.append(place)
        twin.give_answers(entry.answer)
    return _still_unknown(game, viewer, places)


def indices_known_to_all(game: Game, answer_indices: Sequence[int]) -> list[int]:
    """Return those of some answers (indices from 0) whose outcome every seat has seen or heard by now.

    Whether an outcome still matters makes no difference here.

    >>> indices_known_to_all(Game.begin("F: F5 vs W: W6").give_answers("lay F5", "lay W6", "roll 2"), [2])
    [2]
    """
    for seat in range(player_count(game)):
        unseen = _still_unknown(game, seat, answer_indices, matters=False)
        answer_indices = [place for place in answer_indices if place not in unseen]
    return list(answer_indices)


def _still_unknown(game: Game, viewer: int, places: Sequence[int], matters: bool = True) -> list[int]:
    """Return those of the answer indices `places` whose outcome the player cannot know: other outcomes look
    alike but (if `matters`) lead to a different table.

    A player who heard a sum knows both numbers only if no other two have that sum. So several places are
    changed in one game too, and the games are compared with each other, not just with this one.
    """
    rng = random.Random(len(game))
    times = max(MIN_SAMPLES, MAX_SAMPLES // max(1, len(places)))
    changes = [changed for at in range(len(places)) for changed in (places[at : at + 1], places[at:])] * times
    heard: dict[tuple[str, ...], list[tuple[list[str], _Observation]]] = {}
    unknown: set[int] = set()
    for changed in [(), *changes] if places else []:
        answers, sight = _alternative(game, viewer, changed, rng)
        alike = heard.setdefault(sight.messages, [])
        for others, other in alike:
            if other.seen == sight.seen and not (matters and other.table == sight.table):
                here = zip(others, answers, strict=False)
                unknown |= {at for at, (one, two) in enumerate(here) if at in places and one != two}
        alike.append((answers, sight))
    return sorted(unknown)


def resample_hidden_outcomes(
    game: Game, viewer: int, answer_indices: Sequence[int], rng: random.Random
) -> Game | None:
    """Return a copy of the game with the random outcomes at `answer_indices` drawn anew; None if the player
    `viewer` could tell it from the original.

    Returns None if the sampled outcomes do not look the same to the player.
    """
    twin, _ = _replay_resampled(game, answer_indices, rng)
    if len(twin) < len(game):
        return None
    same = twin.view(viewer) == game.view(viewer) and messages_in_every_language(
        twin, viewer
    ) == messages_in_every_language(game, viewer)
    return twin if same else None


def _replay_resampled(game: Game, places: Sequence[int], rng: random.Random) -> tuple[Game, list[str]]:
    """Replay a game, as long as possible, with newly sampled outcomes at the answer indices `places`; return
    the new game and all answers.
    """
    twin, answers = Game(game.start, rolls="ask"), list[str]()
    for place, entry in enumerate(game.transcript):
        question = twin.question
        if question is None or question.kind != entry.question.kind:
            break
        answers.append(
            question.format_answer(question.random_answer(rng)) if place in places else entry.answer
        )
        try:
            twin.give_answers(answers[-1])
        except (Refusal, ValueError):  # illegal with other cards
            break
    return twin, answers


def _alternative(
    game: Game, viewer: int, places: Sequence[int], rng: random.Random
) -> tuple[list[str], _Observation]:
    """Sample a game with other outcomes at the answer indices `places`; return its answers and what the
    player observes at its end.

    If answers that everyone saw are illegal there, the game ends early, at a table unlike any other: nobody
    has seen in it what would have come to light later.
    """
    twin, answers = _replay_resampled(game, places, rng)
    seen = twin.view(viewer), len(twin), kind_and_player(twin.question)
    table = twin.table.key() if len(twin) == len(game) else object()
    return answers, _Observation(tuple(messages_in_every_language(twin, viewer)), seen, table)


def _are_outcomes_distinguishable(game: Game, viewer: int, came: str = "") -> bool:
    """True if the player can tell apart all outcomes of the pending roll or draw that lead to different
    tables.

    With an outcome `came`, it is enough that no other one looks like it. False if there are too many to
    compare.
    """
    question = game.question
    assert question is not None
    most = MAX_OWN_RESULTS if question.player == viewer else MAX_RESULTS
    results = [question.format_answer(option) for option in islice(question.options(), most + 1)]
    if len(results) > most:
        return False
    heard: dict[tuple[str, ...], list[_Observation]] = {}
    for result in dict.fromkeys([came, *results] if came else results):
        sight = _observe(game, viewer, result)
        others = heard.setdefault(sight.messages, [])
        if any(other.table != sight.table and other.seen == sight.seen for other in others):
            return False
        if not came or result == came:
            others.append(sight)
    return True


@attrs.frozen(eq=False)
class _Observation:
    """Everything that a player notices about an answer, and the table's key."""

    messages: tuple[str, ...]
    seen: object
    table: Hashable


def _observe(game: Game, viewer: int, answer: str) -> _Observation:
    place, twin = len(game), game.copy()
    twin.answer(answer)
    question = twin.question
    mine = question is not None and question.player == viewer
    offered = (
        [question.format_answer(option) for option in islice(question.options(), MAX_RESULTS)]
        if question and mine
        else []
    )
    return _Observation(
        tuple(messages_in_every_language(twin, viewer, place)),
        (twin.view(viewer), kind_and_player(question), offered),
        twin.table.key(),
    )
