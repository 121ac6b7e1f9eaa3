"""What can decide a vote, against every way in which the remaining voters can vote."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

from twingkit import Fault
from twingkit.imperium.galaxy.agenda.deciding_votes import (
    MAX_VOTES,
    RemainingVoter,
    deciding_voters,
    find_deciding_voters,
    is_lead_safe,
    votes_needed,
)

OUTCOMES = ("for", "against", "p1")


def wins(cast: dict[str, int], outcome: str, speaker: bool) -> bool:
    """Return whether an outcome is resolved: with the most votes, or among the most if the speaker picks
    it."""
    others = max(votes for other, votes in cast.items() if other != outcome)
    return cast[outcome] > others or (speaker and cast[outcome] == others)


def dealt(seed: int) -> tuple[dict[str, int], list[RemainingVoter], str, bool]:
    """Return a vote under way: the votes cast, the remaining voters, and the outcome in question, which the
    speaker supports."""
    rng = random.Random(seed)
    cast = {outcome: rng.randrange(6) for outcome in OUTCOMES[: rng.choice((2, 3))]}
    voters = [
        RemainingVoter(
            f"p{seat}", tuple(rng.randrange(4) for _ in range(rng.randrange(4))), rng.choice((0, 0, 2))
        )
        for seat in range(rng.randrange(4))
    ]
    return cast, voters, rng.choice(list(cast)), rng.random() < 0.5


@pytest.mark.parametrize("seed", range(80))
def test_IM_AGENDA_3_the_totals_are_those_of_all_choices_of_planets(seed: int) -> None:
    for voter in dealt(seed)[1]:
        sums = {
            sum(chosen)
            for count in range(len(voter.planet_influences) + 1)
            for chosen in combinations(voter.planet_influences, count)
        }
        assert voter.possible_totals == tuple(
            sorted({0} | {total + voter.extra_votes for total in sums if total})
        )


@pytest.mark.parametrize("seed", range(80))
def test_IM_AGENDA_5_the_least_votes_that_turn_it_and_no_fewer(seed: int) -> None:
    cast, voters, outcome, speaker = dealt(seed)
    needed = votes_needed(cast, outcome, speaker)
    assert wins({**cast, outcome: cast[outcome] + needed}, outcome, speaker)
    assert not needed or not wins({**cast, outcome: cast[outcome] + needed - 1}, outcome, speaker)
    for turn in find_deciding_voters(cast, outcome, voters, speaker):
        voter = next(voter for voter in voters if voter.name == turn.voter_name)
        assert turn.smallest_total - turn.surplus_votes == needed
        assert [total for total in voter.possible_totals if needed <= total < turn.smallest_total] == []


@pytest.mark.parametrize("seed", range(60))
def test_IM_AGENDA_5_a_lead_is_safe_if_no_votes_to_come_can_take_it(seed: int) -> None:
    cast, voters, outcome, speaker = dealt(seed)
    safe = True
    for totals in product(*(voter.possible_totals for voter in voters)):
        for chosen in product([name for name in cast if name != outcome], repeat=len(voters)):
            after = dict(cast)
            for name, total in zip(chosen, totals, strict=True):
                after[name] += total
            safe &= wins(after, outcome, speaker)
    assert is_lead_safe(cast, outcome, voters, speaker) == safe


def test_IM_AGENDA_5_at_a_tie_the_speaker_decides_and_also_where_nobody_votes() -> None:
    assert votes_needed({"for": 0, "against": 0}, "for", wins_ties=True) == 0
    assert votes_needed({"for": 0, "against": 0}, "for") == 1
    assert votes_needed({"for": 4, "against": 4}, "for", wins_ties=True) == 0
    assert votes_needed({"for": 4, "against": 4}, "for") == 1


def test_IM_AGENDA_5_a_lead_is_safe_whatever_outcomes_are_called_and_many_votes_are_to_come() -> None:
    assert not is_lead_safe({"": 1, "a": 9}, "", [])
    assert is_lead_safe({"": 9, "a": 1}, "", [])
    assert not is_lead_safe({"for": 9, "against": 990}, "for", [RemainingVoter("p2", (400, 400))])


def test_IM_AGENDA_4_extra_votes_need_votes_of_planets() -> None:
    assert RemainingVoter("p1", (), extra_votes=3).possible_totals == (0,)
    assert RemainingVoter("p1", (0,), extra_votes=3).possible_totals == (0,)
    assert RemainingVoter("p1", (1,), extra_votes=3).possible_totals == (0, 4)


@pytest.mark.parametrize(
    ("cast", "outcome"),
    [({"for": -1}, "for"), ({"for": MAX_VOTES + 1}, "for"), ({"for": 1}, "x"), ({}, "for")],
)
def test_votes_that_no_table_has_are_refused(cast: dict[str, int], outcome: str) -> None:
    with pytest.raises(Fault):
        votes_needed(cast, outcome)
    with pytest.raises(Fault):
        RemainingVoter("p1", (-1,))
    with pytest.raises(Fault):
        RemainingVoter("p1", (1,), extra_votes=MAX_VOTES + 1)


@pytest.mark.parametrize("seed", range(10))
def test_IM_AGENDA_5_the_deciding_voters_are_a_table(seed: int) -> None:
    cast, voters, outcome, speaker = dealt(seed)
    frame = deciding_voters(cast, outcome, voters, speaker)
    assert list(frame.columns) == ["player", "total", "spare"]
    rows = find_deciding_voters(cast, outcome, voters, speaker)
    assert frame.values.tolist() == [[row.voter_name, row.smallest_total, row.surplus_votes] for row in rows]
    assert frame.attrs["needed"] == votes_needed(cast, outcome, speaker)
