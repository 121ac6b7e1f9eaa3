"""The position of a game as a line: set up again it is the same table, except for what lines cannot
express."""

from __future__ import annotations

import random
from collections import Counter

import attrs
import pytest
from imperium.galaxy.cards.rich_games import eager, rich_game
from imperium.galaxy.table_faults import table_faults
from long_runs import runs

from twingkit.core.messages import Fault
from twingkit.core.play import Game, Script
from twingkit.core.questions import Refusal
from twingkit.imperium import position_game
from twingkit.imperium.box.tiles import tiles_by_number
from twingkit.imperium.box.units import faction_ids
from twingkit.imperium.galaxy.galaxy_position import GalaxyPosition
from twingkit.imperium.galaxy.phases.ending import GameResult, eliminate_players
from twingkit.imperium.galaxy.phases.set_up import set_up
from twingkit.imperium.galaxy.position_of import position_of
from twingkit.imperium.galaxy.starts import GameStart, play_game_rounds
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.sheet import FactionSheet


def expressible_state(table: GameTable) -> object:
    """Return everything of a table that a line expresses."""
    return (
        [player.key() for player in table.players],
        [{seat: units.key() for seat, units in there.items()} for there in table.space],
        {name: {seat: units.key() for seat, units in there.items()} for name, there in table.ground.items()},
        table.command_tokens, table.planet_controllers, table.exhausted_planets, table.attachments,
        table.phase, table.round,
        table.speaker, table.current, table.has_custodians, table.card_goods, table.open_objectives,
        table.face_down_objective_counts, table.laws, table.withdrawn_secrets, sorted(table.wormhole_tokens),
    )  # fmt: skip


def test_a_map_of_its_own_is_written_again() -> None:
    line = "galaxy: sol hacan letnev, map 20 42 23 44 24 41 0 26 46 30 0 31 39 36 0 33 47 34, round 2"
    assert str(position_of(position_game(line))) == line


@attrs.frozen
class OneOut(GameStart):
    """A game in which the last player loses everything after the set-up."""

    def script(self, table: GameTable) -> Script[GameResult]:
        """Run the set-up, the loss, then round after round."""
        if table.phase == "setup":
            yield from set_up(table, self.board)
            last = self.seats - 1
            for there in (*table.space, *table.ground.values()):
                there.pop(last, None)
            for planet in table.controlled_planets(last):
                table.planet_controllers[planet] = None
            eliminate_players(table)
        return (yield from play_game_rounds(table))


def of_factions(number: int, start: type[GameStart] = GameStart) -> Game:
    """Return a game of three to six factions; the numbers go through all of them."""
    count, names = 3 + number % 4, faction_ids()
    chosen = tuple(names[(number * 5 + place) % len(names)] for place in range(count))
    return Game(start(chosen), seed=number, explain=False)


def comparable_state(table: GameTable) -> object:
    """Return everything of a table that a line expresses, with the active player only in the action phase."""
    players, *rest = expressible_state(table)
    if table.phase == "strategy":  # the Naalu take the token 0 as it ends, and take it again
        players = [player.key() for player in without_zero(table)]
    place = 9
    assert rest[place] == table.current
    rest[place] = table.current if table.phase == "action" else None
    return players, [sorted(part) if part is table.open_objectives else part for part in rest]


def without_zero(table: GameTable) -> list[FactionSheet]:
    """Return the sheets of a table in which nobody has the token 0."""
    sheets = table.copy().players
    for player in sheets:
        player.has_zero_token = False
    return sheets


def round_trip(game: Game) -> str:
    """Write the position and read it again: check for the same table, or the error that says why not; return
    its key."""
    try:
        position = position_of(game)
    except Fault as why:
        unsaid = why
    else:
        unsaid = None
    if unsaid is not None:
        assert "{" not in unsaid.text("de") + unsaid.text("en")
        assert game.question.kind != "turn", unsaid
        return unsaid.key
    line = str(position)
    assert GalaxyPosition.parse(line) == position
    twin = position_game(line, variant=game.start.variant)
    assert comparable_state(twin.start.table()) == comparable_state(game.table), line
    return "written"


@pytest.mark.parametrize("kind", ["plain", "rich", "out"])
@pytest.mark.parametrize("number", runs(range(2), range(100)))
def test_the_position_at_every_question_lays_out_the_same_table_or_says_why_not(
    number: int, kind: str
) -> None:
    """All factions, with riches, and with a player who is out of the game."""
    rng, seen = random.Random(number), Counter[tuple[str, str]]()
    game = (
        rich_game(number, explain=False)
        if kind == "rich"
        else of_factions(number, OneOut if kind == "out" else GameStart)
    )
    share = 0.1 if kind == "rich" else 0.3
    while game.question is not None and len(game) < 1500:
        if max(player.points for player in game.table.players) >= 10:
            break  # a rich game goes on
        if rng.random() < share:
            seen[game.table.phase, round_trip(game)] += 1
        if kind == "rich":
            eager(game, rng)
        else:
            game.answer_randomly(rng)
    for phase in ("strategy", "action", "status")[: 2 if kind == "rich" else 3]:
        assert seen[phase, "written"], seen
    assert {why for _, why in seen} <= {"written", "galaxy_phase", "galaxy_combat", "galaxy_moment"}
    written = sum(count for (_, why), count in seen.items() if why == "written")
    assert written > 0.8 * sum(count for (phase, _), count in seen.items() if phase != "setup"), seen


OUT = (
    "galaxy: sol hacan letnev, round 2, action p1, p1 cards 1 5, p2 cards 2 6, "
    "p3 points 1 scored lead eliminated, open lead intimidate"
)


def test_IM_END_3_who_is_out_has_nothing_and_takes_no_turn() -> None:
    game = position_game(OUT)
    assert str(position_of(game)) == OUT
    table = game.table
    assert table.seats_from(0) == [0, 1]
    assert table.players[2].promissory_notes == ()
    assert not any(note.endswith(":p3") for player in table.players for note in player.promissory_notes)
    assert list(table.places_and_units(2)) == table.controlled_planets(2) == []
    assert table_faults(table, game.start.decks) == []


@pytest.mark.parametrize(
    "more",
    [
        "p3 goods 1 eliminated",
        "p3 cards 3 7 eliminated",
        "p3 tech amd eliminated",
        "p3 eliminated, at 18 p3 1 cruiser",
        "p3 eliminated, at lodor p3",
        "p3 eliminated, tokens 18 p3",
        "p3 eliminated, speaker p3",
        "p2 eliminated, p3 eliminated",
    ],
)
def test_IM_END_3_who_is_out_has_nothing_left(more: str) -> None:
    with pytest.raises(Refusal, match="IM-END-3"):
        position_game(f"galaxy: sol hacan letnev, {more}")


def test_IM_UNIT_infantry2_waits_on_its_card_in_a_line() -> None:
    line = "galaxy: sol hacan letnev, p2 waiting 2 tech inf2 nm st"
    game = position_game(line)
    assert game.table.players[1].infantry_to_revive == 2
    assert str(position_of(game)) == line
    with pytest.raises(Refusal, match="IM-UNIT-infantry2"):
        position_game("galaxy: sol hacan letnev, p1 waiting 1")


def test_IM_STATUS_1_a_status_phase_begins_when_all_have_passed() -> None:
    line = "galaxy: short, round 2, status, p1 cards 1! 5!, p2 cards 2! 6!, p3 cards 3! 7!"
    game = position_game(line)
    assert all(player.has_passed for player in game.start.table().players)
    assert (
        str(position_of(position_game(line.replace("cards 1!", "cards 1! passed").replace(" passed", ""))))
        == line
    )


def test_a_combat_under_way_is_no_position_and_says_so() -> None:
    game = position_game(
        "galaxy: short, action p1, p1 cards 1 5, p2 cards 2 6, p3 cards 3 7, "
        "at 18 p1 2 destroyer, at 23 p2 1 cruiser"
    )
    for answer in ("activate 23", "move 18 2 destroyer"):
        position_of(game)
        game.answer(answer)
    with pytest.raises(Fault, match="A position cannot be written in the middle of a combat") as said:
        position_of(game)
    assert "Eine Stellung lässt sich nicht mitten in einem Kampf" in said.value.text("de")


def test_IM_AGENDA_incentive_an_objective_beside_those_laid_out_is_written_as_added() -> None:
    line = "galaxy: sol hacan letnev, open lead intimidate monument, added 1"
    game = position_game(line)
    assert game.start.table().face_down_objective_counts == (3, 5)
    assert str(position_of(game)) == line
    early = "galaxy: sol hacan letnev, open lead intimidate subdue, added 2"
    assert str(position_of(position_game(early))) == early
    with pytest.raises(Refusal, match="IM-STATUS-2"):
        position_game("galaxy: sol hacan letnev, open lead intimidate subdue")
    with pytest.raises(Fault, match="added 1"):
        position_game("galaxy: short, added 3")


def test_IM_AGENDA_classified_what_was_public_is_nobodys_secret() -> None:
    line = "galaxy: sol hacan letnev, p1 secrets te csl ose scored mlp, p2 scored mlp, withdrawn mlp"
    game = position_game(line)
    assert str(position_of(game)) == line
    assert table_faults(game.table, game.start.decks) == []
    with pytest.raises(Refusal, match="IM-OBJ-4"):
        position_game(line.replace(", withdrawn mlp", "").replace("p2 scored mlp", "p2 goods 1"))


def test_IM_TECH_wg_wormhole_tokens_lie_on_the_map() -> None:
    line = "galaxy: ghost hacan letnev, wormhole alpha 36, wormhole beta 18"
    game = position_game(line)
    assert str(position_of(game)) == line
    assert game.table.wormholes_in(game.table.galaxy.system("36").index) >= {"alpha"}
    with pytest.raises(Refusal, match="IM-TECH-wg"):
        position_game("galaxy: sol hacan letnev, wormhole alpha 36")
    with pytest.raises(Fault, match="wormhole alpha 18"):
        position_game("galaxy: ghost hacan letnev, wormhole alpha 36, wormhole alpha 18")


def test_IM_ACT_ghost_ship_may_stand_where_no_ship_flies() -> None:
    line = "galaxy: ghost hacan letnev, at {field} p1 1 destroyer{token}"
    fields = [tile.number for tile in tiles_by_number().values() if tile.anomaly == "asteroid_field"]
    laid = {system.tile.number for system in position_game("galaxy: ghost hacan letnev").table.galaxy.systems}
    field = next(number for number in fields if number in laid)
    with pytest.raises(Refusal, match="IM-MOVE-9"):
        position_game(line.format(field=field, token=""))
    game = position_game(line.format(field=field, token=f", wormhole beta {field}"))
    assert game.question is not None
