"""Whole games of Twilight Imperium by computer players, typed in: each line is allowed after few repairs."""

from __future__ import annotations

import pytest
from long_runs import runs
from referee.typed_lines import said_lines

from twingkit import imperium, policies
from twingkit.referee import Referee
from twingkit.referee.completer import RepairingCompleter

FEW = 12
"""The largest number of repairs for one line."""

SOME = [(3, 3, "steady")]
MANY = [
    *[(3, seed, "steady") for seed in range(1, 7)],
    *[(players, seed, "steady") for players in (4, 5, 6) for seed in (1, 2, 3, 5, 6)],
    *[(3, seed, "greedy") for seed in range(1, 6)],
    (6, 14, "greedy"),
]


@pytest.mark.parametrize(("players", "seed", "kind"), runs(SOME, MANY))
def test_no_line_of_a_whole_game_needs_many_repairs(
    players: int, seed: int, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = policies.play(imperium.new_game(players, seed=seed), [kind] * players)
    table, made, changed = Referee(full.start), [0], RepairingCompleter._apply_repair

    def counted(self: RepairingCompleter, *given: object) -> object:
        made[-1] += 1
        return changed(self, *given)  # type: ignore[arg-type] # as it was given

    monkeypatch.setattr(RepairingCompleter, "_apply_repair", counted)
    for line in said_lines(full):
        made.append(0)
        table.add_line(line)
    assert table.sample_game.result == full.result
    assert sum(made) > 5  # unknown cards had to be others
    assert max(made) <= FEW
