"""`twingkit first-game`: search for the deals of a beginner's first game, or show those already found.

Results go to standard output; errors go to standard error as one clear message, with exit code 2.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import attrs
import typer

from twingkit.cli.options import Lang, LangOption, exit_with_error
from twingkit.cli.output import aligned_table
from twingkit.core.games import GameEntry, game_by_id, games
from twingkit.core.messages import Fault, message
from twingkit.core.questions import one_line_excerpt
from twingkit.core.running.progress_bar import progress_bar
from twingkit.learn.first_game.first_game import Deal, first_game_settings
from twingkit.learn.first_game.search import DealMeasurements, find_deal, format_deals

_DEALS_FILE_NAME = "first_deals.toml"
"""The file is next to the module that the game's entry names."""

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The id of the game.")]
Players = Annotated[int | None, typer.Option("--players", help="Only this number of players.")]
Seeds = Annotated[int, typer.Option("--seeds", help="Number of seeds to try, from 1.")]
Write = Annotated[bool, typer.Option("--write", help="Write the deals into the package of the game.")]


def first_game(
    game: GameName,
    players: Players = None,
    seeds: Seeds = 40,
    write: Write = False,
    lang: LangOption = Lang.EN,
) -> None:
    """Search for the best deal for a beginner's first game, for each number of players, and print its
    measurements.
    """
    entry = _entry(game)
    counts = sorted(first_game_settings(entry).deals) if players is None else [players]
    deals = [_search_deal(entry, count, seeds) for count in counts]
    print("\n".join(_table(deals)))
    if write:
        spec = find_spec(entry.first_game.partition(":")[0]) if entry.first_game else None
        if spec is None or spec.origin is None:
            exit_with_error(message("first_game.no_module", game=entry.id))
        path = Path(spec.origin).with_name(_DEALS_FILE_NAME)
        kept = {
            deal.player_count: deal for deal in first_game_settings(entry).deals.values() if deal.measurements
        }
        kept |= {deal.player_count: deal for deal in deals}
        path.write_text(
            format_deals(entry.id, [kept[count] for count in sorted(kept)], seeds), encoding="utf-8"
        )
        print(path)


def _entry(game: str) -> GameEntry:
    try:
        return game_by_id(game)
    except LookupError as why:
        known = ", ".join(entry.id for entry in games())
        raise Fault("first_game.game", found=one_line_excerpt(game), known=known) from why


def _search_deal(entry: GameEntry, players: int, seeds: int) -> Deal:
    with progress_bar(max(seeds, 1), 0, visible=True) as show:
        return find_deal(entry, players, seeds, on_seed_tried=show)


def _table(deals: list[Deal]) -> list[str]:
    names = ("players", "seed", *(field.name for field in attrs.fields(DealMeasurements)))
    rows = [[message(f"first_game.column.{name}") for name in names]]
    rows += [
        [str(deal.player_count), str(deal.seed), *map(str, deal.measurements.values())] for deal in deals
    ]
    return aligned_table(rows)
