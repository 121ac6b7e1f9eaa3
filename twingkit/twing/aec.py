"""Imperial Twing as a PettingZoo environment, for programs that learn to play (the extra `rl` installs it).

`env()` gives the environment with PettingZoo's usual wrappers, `raw_env` is the bare one.

>>> from twingkit.twing import aec
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

import random
from collections.abc import Sequence
from typing import Any, ClassVar

import attrs
import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from twingkit.play import Game
from twingkit.twing.aec_actions import NOTHING, Draft, Tokens
from twingkit.twing.aec_layout import Layout
from twingkit.twing.box import Box, load_box
from twingkit.twing.game import GameStart, new_game
from twingkit.twing.variant import Variant
from twingkit.twing.view import View

TURNS = 300
"""After how many turns a game is cut off by default; the box's own rule ends it then anyway (TW-PLAY-2)."""

MOST_TURNS = 10_000
"""The highest number of a turn in observations, where neither variant nor environment ends a game."""

Observation = dict[str, NDArray[Any]]
"""`observation`: a row of int16; `action_mask`: a row of int8, 1 for each action allowed now."""


def env(**options: Any) -> Any:
    """The environment with PettingZoo's wrappers; options as for `raw_env`.

    Who takes an action that is not allowed loses with −1 and the game ends; the others get 0.
    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801 (the name that PettingZoo asks for)
    """One game of Imperial Twing after another, as PettingZoo asks for it.

    `players`: their number (2 to 4) or the characters by seat, as for `new_game`; `variant` and `box` too.
    `max_turns`: a game is cut off (truncated) before a later turn; None lets it go on. `retire`: whether
    players may leave the game (TW-LEAVE-1); by default nobody does. `render_mode`: "ansi" (`render` returns
    text) or "human" (it prints).

    `game` is the game being played, `tokens` and `layout` tell what numbers mean. An action that is not
    allowed raises the `Refusal` or `BadAnswer` that says why, and changes nothing.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "ansi"],
        "name": "imperial_twing_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

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
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode is 'ansi', 'human' or None, not {render_mode!r}")
        self.render_mode, self.max_turns = render_mode, max_turns
        self._options: dict[str, Any] = {"players": players, "variant": variant, "box": box or load_box()}
        self._rng = random.Random()
        self.game: Game = new_game(**self._options, rolls="ask")
        start: GameStart = self.game.start  # type: ignore[assignment]
        count, rules = len(start.characters), start.variant
        limits = [limit for limit in (rules.turn_limit, max_turns) if limit]
        self.tokens = Tokens(count, rules, start.box, retire)
        self.layout = Layout(count, rules, start.box, min(limits, default=MOST_TURNS) + 1)
        self.possible_agents = [f"player_{seat}" for seat in range(count)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(len(self.tokens)) for agent in self.possible_agents}

    def _observation_space(self) -> spaces.Dict:
        high = np.array(self.layout.high, dtype=np.int16)
        row = spaces.Box(np.zeros_like(high), high, dtype=np.int16)
        mask = spaces.Box(0, 1, (len(self.tokens),), dtype=np.int8)
        return spaces.Dict({"observation": row, "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of what an agent observes: always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions: always the same object."""
        return self.action_spaces[agent]

    # -- playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. A seed decides all dice and cards of this game and of those that follow it."""
        if seed is not None:
            self._rng = random.Random(seed)
        self.game = new_game(
            **self._options, seed=self._rng.getrandbits(32), explain=self.render_mode is not None
        )
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self._ask(NOTHING)

    def step(self, action: int | None) -> None:
        """Take the selected agent's action; an agent that is out or whose game is over takes None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self.action_spaces[agent].contains(action):
            raise ValueError(f"an action is a number from 0 to {len(self.tokens) - 1}, not {action!r}")
        question, number = self.game.question, int(action)
        assert question is not None, "somebody who can act is asked something"
        if number not in self._choices:
            raise self.tokens.refusal(question, self._draft, number)
        chosen = self._choices[number]
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if isinstance(chosen, Draft):
            self._ask(chosen)
        else:
            self.game.answer(chosen)
            self._ask(NOTHING)
            self._settle()
        if self.render_mode == "human":
            self.render()

    def _ask(self, draft: Draft) -> None:
        """Who is to act now, and what is allowed."""
        question = self.game.question
        self._draft = draft
        self._choices = self.tokens.choices(question, draft) if question else {}
        if question:
            self.agent_selection = self.possible_agents[question.player]

    def _settle(self) -> None:
        """Who is out or has won after an answer; those who are done act first, with None."""
        result = self.game.result
        for agent in self.agents:
            seat = self.possible_agents.index(agent)
            if self.game.over and result.winner == seat:
                self.rewards[agent] = 1.0
            elif self.game.table.players[seat].out or (self.game.over and result.winner is not None):
                self.rewards[agent] = -1.0
            self.terminations[agent] = self.game.over or self.game.table.players[seat].out
        if not self.game.over and self.max_turns is not None and self.game.table.turn > self.max_turns:
            self.truncations = {agent: not self.terminations[agent] for agent in self.agents}
            self._choices = {}
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """What an agent may know now; its mask is all 0 while another is to act."""
        seat = self.possible_agents.index(agent)
        draft = self._draft if agent == self.agent_selection else NOTHING
        row = np.array(self.layout.row(self.game.view(seat), draft), dtype=np.int16)
        mask = np.zeros(len(self.tokens), dtype=np.int8)
        question = self.game.question
        if question and question.player == seat and agent == self.agent_selection:
            mask[list(self._choices)] = 1
        return {"observation": row, "action_mask": mask}

    def actions(self, answer: Any) -> tuple[int, ...]:
        """The actions that give an answer to the question of now: for partners that play by answers."""
        question = self.game.question
        assert question is not None, "the game is over"
        return self.tokens.encode(question, answer)

    # -- looking

    def render(self) -> str | None:
        """The view of the selected agent as text: a line for each part. None without a `render_mode`."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: 'ansi' or 'human'")
            return None
        text = view_text(self.game.view(self.possible_agents.index(self.agent_selection)))
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


def view_text(view: View) -> str:
    """A view as text: its parts by name, one a line, cards in notation."""
    return "\n".join(
        f"{part.name}: {_shown(getattr(view, part.name))}" for part in attrs.fields(View) if part.repr
    )


def _shown(value: Any) -> str:
    """A part of a view: cards by their tokens, what has parts in brackets."""
    if hasattr(value, "token"):
        return str(value.token)
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return " ".join(_shown(each) for each in value)
    if attrs.has(type(value)) and "__str__" not in vars(type(value)):
        parts = [(part.name, getattr(value, part.name)) for part in attrs.fields(type(value))]
    elif hasattr(value, "_asdict"):
        parts = list(value._asdict().items())
    else:
        return str(value)
    return "(" + ", ".join(f"{name} {_shown(part)}" for name, part in parts) + ")"
