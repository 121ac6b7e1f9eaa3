"""The commands of a game on the command line: its own module, with defaults for the parts that it omits.

`GameEntry.commands` names a module that may have some of these:

- `odds(line, responses)` returns a `LineOdds`, the answer of `twingkit odds`; it may also take `rounds`
  (a number), if it can report the state after a number of rounds, and `budget` (seconds), if its odds
  may take long;
- `play_out(line, seed)` returns a game played to its end, which `twingkit step` prints; both may also
  take `variant`, a line of text, if the game has variants;
- `add_to(app)` adds the game's own commands to a `typer.Typer`.

A game with rules and starts has `step`; one with odds has `odds`. An error that a game raises for an invalid
line (a `ValueError` or a `Refusal`) ends the command with its text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any

import attrs
import typer

from twingkit.core.games import GameEntry, games_with_part
from twingkit.core.language import localized
from twingkit.core.messages import Fault, message
from twingkit.core.play import Game
from twingkit.core.starts import parse_start
from twingkit.odds.odds import OutcomeChances, WinTieLoss
from twingkit.players.policies import computer_player

_PARTS = {"variant": "variants", "rounds": "rounds", "budget": "budget"}
"""The part that a game must have for each option."""


@attrs.frozen(kw_only=True)
class LineOdds:
    """The odds of a line for printing: the normalised line, a heading, the chances, and lines below them.

    In JSON the line has the key `position`, and `extra_json` comes last.
    """

    line: str
    odds: WinTieLoss | OutcomeChances
    heading: str
    footer: tuple[str, ...] = ()
    extra_json: Mapping[str, object] = attrs.field(factory=dict)
    outcome_names: Mapping[str, str] = attrs.field(factory=dict)
    """The names of `OutcomeChances` in the reader's language, if they differ from the game's words."""

    @property
    def chances(self) -> dict[str, float]:
        """The probabilities by name: of the named outcomes, or win, tie and loss."""
        if isinstance(self.odds, OutcomeChances):
            return dict(self.odds)
        return {name: getattr(self.odds, name) for name in ("win", "tie", "loss")}


def line_odds(
    entry: GameEntry, line: str, responses: str, variant: str = "", rounds: int = 0, budget: float = 0.0
) -> LineOdds:
    """Return the odds of a line, computed by its game's command module.

    `variant` names a variant; `rounds` requests the state after that many rounds (0: no); `budget` is a limit
    in seconds (0: the game's default). Raises `Fault` if the game has no odds, variants or rounds, and
    whatever the game raises.
    """
    own = getattr(entry.load("commands"), "odds", None)
    options: dict[str, str | float] = {"variant": variant, "rounds": rounds, "budget": budget}
    named: dict[str, object] = {}
    for name, value in options.items():
        named |= _optional_argument(entry, own, name, value)
    if own is not None:
        answer = own(line, responses, **named)
        assert isinstance(answer, LineOdds)
        return _with_outcome_names(answer, entry)
    module = entry.load("odds")
    if module is None:
        raise Fault("games.no_part", game=entry.title(), part="odds")
    start, odds = parse_start(line), module.odds(line)
    own_names = isinstance(odds, OutcomeChances)
    head = message("odds.about") if own_names else message("odds.first", seat=start.seat(0))
    return _with_outcome_names(
        LineOdds(line=setup_line_as_typed(Game(start), line), odds=odds, heading=head), entry
    )


def _with_outcome_names(answer: LineOdds, entry: GameEntry) -> LineOdds:
    if not isinstance(answer.odds, OutcomeChances):
        return attrs.evolve(answer, outcome_names={name: message(f"odds.{name}") for name in answer.chances})
    rules = entry.load("rules")
    called = answer.odds.display_names(rules().words) if rules else {name: name for name in answer.odds}
    return attrs.evolve(answer, outcome_names={**called, **answer.outcome_names})


def _optional_argument(
    entry: GameEntry, own: Callable[..., object] | None, name: str, value: str | float
) -> dict[str, object]:
    """Return an option as a keyword argument for a game's command; empty if the option is not set.

    Raises `Fault` if the command does not take it.
    """
    if not value:
        return {}
    if own is None or name not in signature(own).parameters:
        raise Fault("games.no_part", game=entry.title(), part=_PARTS[name])
    return {name: value}


@localized
def play_line(entry: GameEntry, line: str, seed: int, variant: str = "", lang: str | None = None) -> Game:
    """Start a game from a line and play it to its end, by the game's `play_out` function or at random."""
    own = getattr(entry.load("commands"), "play_out", None)
    named = _optional_argument(entry, own, "variant", variant)
    if own is not None:
        game = own(line, seed, **named)
        assert isinstance(game, Game)
        return game
    start = parse_start(line)
    return Game(start, seed=seed).play(computer_player(start, "random", seed))


def setup_line_as_typed(game: Game, typed: str) -> str:
    """Return a game's first set-up line as the user typed it: without its leading keyword if the user omitted
    that.
    """
    first = game.start.setup_lines()[0]
    word = first.partition(" ")[0]
    return first if typed.startswith(word) else first.removeprefix(f"{word} ")


def add_game_commands(app: typer.Typer) -> None:
    """Add the games' own commands to `app`; if two games use the same name, the first one wins.

    A warning names a game whose commands cannot be loaded; the others work.
    """
    for _, commands in games_with_part("commands"):
        own = typer.Typer()
        if hasattr(commands, "add_to"):
            commands.add_to(own)
        taken = {_name(command) for command in (*app.registered_commands, *app.registered_groups)}
        app.registered_commands += [new for new in own.registered_commands if _name(new) not in taken]
        app.registered_groups += [new for new in own.registered_groups if _name(new) not in taken]


def _name(command: Any) -> str | None:  # a click command, as typer exposes it
    callback = getattr(command, "callback", None)
    return command.name or (callback.__name__ if callback else None)
