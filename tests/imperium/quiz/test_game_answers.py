"""The right answers, found in a second way: from the numbers on the tiles and the table, not by the
engine."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from long_runs import runs

from twingkit.imperium.box.tiles import planets_by_id
from twingkit.imperium.galaxy.map.hexes import distance
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.learn.quiz.item import QuizItem
from twingkit.testing.questions import cached_item

COSTS = {"destroyer": 1, "cruiser": 2, "carrier": 3, "dreadnought": 4}


def dealt(name: str, count: int = runs(14, 80)) -> Iterator[tuple[QuizItem, GameTable]]:
    """Return questions of a kind with their tables."""
    for seed in range(count):
        item = cached_item("imperium", f"{name}:{seed}")
        yield item, item.game().table


def test_im_prod_2_two_fighters_or_two_infantry_cost_one_together() -> None:
    for item, table in dealt("production:cost"):
        built = [part.split()[:2] for part in item.answers_after[0].removeprefix("build ").split(", ")]
        price = sum(
            ceil(int(n) / 2) if name in ("fighter", "infantry") else int(n) * COSTS[name] for n, name in built
        )
        assert item.right_option.key == str(max(0, price - table.players[0].has_technology("st"))), item.name


def test_im_map_1_and_2_neighbours_are_counted_on_the_hexes_and_by_wormholes() -> None:
    for item, table in dealt("galaxy:how-many"):
        named = next(word for word in item.prompt().split() if word.isdecimal())
        system = table.galaxy.system(named)
        near = {
            other.index
            for other in table.galaxy.systems
            if other is not system
            and (
                (system.place and other.place and distance(system.place, other.place) == 1)
                or set(system.tile.wormholes) & set(other.tile.wormholes)
            )
        }
        assert item.right_option.key == str(len(near)), item.name


def test_im_agenda_3_votes_are_the_influence_of_the_planets() -> None:
    for item, _ in dealt("agendas:casting"):
        named = item.answers_after[0].split(" ", 2)[2].split(", ")
        assert item.right_option.key == str(sum(planets_by_id()[name].influence for name in named)), item.name


def test_im_pay_1_ready_planets_and_goods_are_all_there_is() -> None:
    for item, table in dealt("paying:most"):
        held = [name for name, holder in table.planet_controllers.items() if holder == 0]
        ready = [name for name in held if name not in table.exhausted_planets]
        of = "resources" if "resources you can" in item.prompt() else "influence"
        total = sum(getattr(planets_by_id()[name], of) for name in ready) + table.players[0].goods
        assert item.right_option.key == str(total), item.name


def test_im_pick_4_the_lowest_strategy_card_comes_first() -> None:
    for item, table in dealt("turns:first"):
        lowest = min(range(3), key=lambda seat: min(table.players[seat].strategy_cards))
        assert item.right_option.key == f"p{lowest + 1}", item.name


def test_im_move_11_a_ship_is_lost_with_three_and_comes_with_four() -> None:
    for item, _ in dealt("movement:rift"):
        carried = int(item.answers_after[0].split(", ")[-1].split()[0])
        cruiser, carrier = (int(line.split()[1]) for line in item.answers_after[1:3])
        assert item.right_option.key == str((cruiser > 3) + (carrier > 3) * (1 + carried)), item.name


def test_im_status_4_and_5_tokens_come_back_and_two_are_gained() -> None:
    for item, table in dealt("scoring:reserve"):
        on_map = sum(0 in seats for seats in table.command_tokens)
        sheet = table.players[0]
        left = 16 - sheet.tactic - sheet.fleet - sheet.strategy - on_map
        assert item.right_option.key == str(left + on_map - 2), item.name


def test_im_trade_4_what_is_received_is_a_trade_good() -> None:
    for item, table in dealt("trade:deal"):
        wants = item.answers_after[0].partition(" for ")[2].split(", ")
        got = sum(int(part.split()[0]) for part in wants)
        assert item.right_option.key == str(table.players[0].goods + got), item.name


def test_im_end_2_most_points_win_and_initiative_decides() -> None:
    for item, table in dealt("game-end:last"):
        best = min(
            range(3),
            key=lambda seat: (-table.players[seat].points, min(table.players[seat].strategy_cards)),
        )
        assert item.right_option.key == f"p{best + 1}", item.name
