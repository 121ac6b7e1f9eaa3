"""Switches that the situations do not cover: each changes what happens."""

from __future__ import annotations

import pytest
from imajica_games import cited, give, lies, reach, refused, start

from twingkit.core.play import Game
from twingkit.imajica.notation.position import Position
from twingkit.imajica.rules.rounds import finish_round
from twingkit.imajica.variants.variant import Variant


@pytest.mark.parametrize(("switch", "left"), [("no_seizer", [("cold-toll", False)]), ("nobody", [])])
def test_IJ_PATH_2_path_stop(switch: str, left: list[tuple[str, bool]]) -> None:
    game = start(
        "p1 active irish; p2 active dowd; circle salt-gate/lost-luggage@p2/cold-toll@p2",
        variant=f"path_stop={switch}",
    )
    give(game, "p1: seize salt-gate with irish", "p2: contest dowd", "p1: end")
    assert ("IJ-PATH-2" in cited(game)) == bool(left)
    assert [(path.card.id, path.known) for path in game.table.paths_on("salt-gate")] == left
    assert lies(game, "irish").area == "reserve"
    assert lies(game, "dowd").pivoted


@pytest.mark.parametrize(("switch", "winner"), [("draw", None), ("most_sites", 1)])
def test_IJ_OUT_1_all_out(switch: str, winner: int | None) -> None:
    line = "imajica: p1 state slew=sartori; p2 state kite-fields=irish attic-studio=gentle; to move p2 ally"
    table = Position.parse(line).build_table(Variant.resolve(f"all_out={switch}"))
    table.rulings = []
    for player in table.players:
        player.exhausted = True
    result = finish_round(table)
    assert result is not None
    assert (result.winner, result.end_reason) == (winner, "destiny")
    assert table.rulings[-1][:2] == ("IJ-OUT-1", "all" if winner is None else "most")


@pytest.mark.parametrize(
    ("switch", "card", "alive"),
    [
        ("not_sites", "edict-of-hapexamendios", True),
        ("ally_actions", "edict-of-hapexamendios", False),
        ("any", "edict-of-hapexamendios", True),
    ],
)
def test_IJ_AFF_3_adorer(switch: str, card: str, alive: bool) -> None:
    game = start(f"p1 hand {card}; p2 active dearther-zealot; to move p1 autarch", variant=f"adorer={switch}")
    give(game, f"p1: play {card} on dearther-zealot")
    reach(game, "ally")
    assert (lies(game, "dearther-zealot") is not None) == alive


def artist(switch: str) -> Game:
    return start("p1 active ink-painter irish; p2", variant=f"artist={switch}")


def test_IJ_AFF_5_artist() -> None:
    game = artist("window")
    assert reach(game, "respond").question is not None
    assert refused(reach(artist("window"), "ally"), "artist ink-painter on irish") == "IJ-POWER-1"
    game = reach(artist("own_action"), "ally")
    assert not any(entry.kind == "respond" for entry in game.transcript)
    give(game, "p1: artist ink-painter on irish")
    assert lies(game, "ink-painter").pivoted


@pytest.mark.parametrize(("switch", "area"), [("named", "circle"), ("remaining", "state")])
def test_IJ_AFF_1_maestro_alone(switch: str, area: str) -> None:
    game = start(
        "p1 active sartori irish; p2 hand sudden-sleep; circle lamp-bridge", variant=f"maestro_alone={switch}"
    )
    give(game, "p1: seize lamp-bridge with sartori irish", "p2: play sudden-sleep on irish", "p1: end")
    assert lies(game, "lamp-bridge").area == area


def test_cited_rules_are_kept_in_the_record() -> None:
    game = start("p1 active irish; p2 active dowd; circle slew")
    give(game, "p1: seize slew with irish", "p1: end")
    assert {"IJ-SEIZE-1", "IJ-SEIZE-7", "IJ-SEIZE-8", "IJ-ALLY-5"} <= set(cited(game))
    again = Game.replay(game.record)
    assert again.table.key() == game.table.key()
