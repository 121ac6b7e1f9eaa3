"""Imperial Twing as a PettingZoo environment, for programs that learn to play (the extra `rl` installs it).

`env()` gives the environment with PettingZoo's usual wrappers, `raw_env` is the bare one.

>>> from twingkit.twing.rl import aec
>>> env = aec.env(players=2)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter(max_iter=20):
...     observation, reward, termination, truncation, info = env.last()
...     mask = observation["action_mask"]
...     action = None if termination or truncation else int(mask.argmax())
...     env.step(action)
>>> env.unwrapped.tokens.names[action], env.unwrapped.game.record.splitlines()[-1]
('pass', '...')

**Actions** are numbered once for an environment; `raw_env.tokens` names them (see `aec_actions.py`). A lay is
built in steps, every other answer is one action. Who is asked but can only pass still acts, as at a real
table: who acts when shows no more than the table does.

**Observations** are a row of whole numbers from what the player may know; `raw_env.layout` says where what
stands (see `aec_layout.py`). Dice and cards are drawn by the environment, from its seed.

**Rewards** come when they are sure: 1 for the winner, −1 for who loses or is out, 0 for all who are still in
when a game is drawn or cut off. With two players they sum to 0 over a game; with more there is one winner and
all others lose, so that a won game sums to 2 minus the number of players.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from gymnasium.utils import EzPickle

from twingkit.play import Game
from twingkit.rl.aec import GameEnv, Observation, view_text, wrapped
from twingkit.twing.box.box import Box, load_box
from twingkit.twing.rl.actions import NOTHING, Tokens
from twingkit.twing.rl.layout import Layout
from twingkit.twing.starts import GameStart, new_game
from twingkit.twing.variants.variant import Variant

__all__ = ["MOST_TURNS", "TURNS", "Observation", "env", "raw_env", "view_text"]

TURNS = 300
"""After how many turns a game is cut off by default; the box's own rule ends it then anyway (TW-PLAY-2)."""

MOST_TURNS = 10_000
"""The highest number of a turn in observations, where neither variant nor environment ends a game."""


def env(**options: Any) -> Any:
    """The environment with PettingZoo's wrappers; options as for `raw_env`.

    Who takes an action that is not allowed loses with −1 and the game ends; the others get 0.
    """
    return wrapped(raw_env(**options))


class raw_env(GameEnv, EzPickle):  # noqa: N801 (the name that PettingZoo requires)
    """One game of Imperial Twing after another, in the form of PettingZoo.

    `players`: their number (2 to 4) or the characters by seat, as for `new_game`; `variant` and `box` too.
    `max_turns`: a game is cut off (truncated) before a later turn; None lets it go on. `retire`: whether
    players may leave the game (TW-LEAVE-1); by default no player does. `render_mode`: "ansi" (`render`
    returns text) or "human" (it prints).

    `game` is the game being played, `tokens` and `layout` tell what numbers mean. An action that is not
    allowed raises the `Refusal` or `BadAnswer` that says why, and changes nothing.
    """

    metadata: ClassVar[dict[str, object]] = {**GameEnv.metadata, "name": "imperial_twing_v0"}

    def __init__(
        self,
        players: int | Sequence[str] = 2,
        variant: Variant | str = "box",
        box: Box | None = None,
        render_mode: str | None = None,
        max_turns: int | None = TURNS,
        retire: bool = False,
    ) -> None:
        EzPickle.__init__(self, players, variant, box, render_mode, max_turns, retire)
        self.max_turns = max_turns
        self._options: dict[str, Any] = {"players": players, "variant": variant, "box": box or load_box()}
        game = new_game(**self._options, rolls="ask")
        start = game.start
        assert isinstance(start, GameStart)
        count, rules = len(start.characters), start.variant
        limits = [limit for limit in (rules.turn_limit, max_turns) if limit]
        tokens = Tokens(count, rules, start.box, retire)
        layout = Layout(count, rules, start.box, min(limits, default=MOST_TURNS) + 1)
        GameEnv.__init__(self, game, count, tokens, layout, NOTHING, render_mode)

    def begin(self, seed: int, explain: bool) -> Game:
        """A new game with these options."""
        return new_game(**self._options, seed=seed, explain=explain)

    def is_out(self, seat: int) -> bool:
        """True if a player has left the game, or lost in the end game."""
        return bool(self.game.table.players[seat].out)

    def is_cut_off(self) -> bool:
        """True if the last turn is over."""
        return self.max_turns is not None and self.game.table.turn > self.max_turns
