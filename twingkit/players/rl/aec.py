"""The base class of all PettingZoo environments: it plays one game after another.

A game's environment is a `GameEnv` that defines how a game starts, which actions there are
(`ActionEncoding`), how a player's view becomes a row of numbers (`ObservationLayout`), and who is eliminated.
A player who is asked but has no choice still acts.

Rewards are given once they are certain: a winner gets its share of the win (1; partners 1 each; 1/2 if two
sides won); a player who did not win, or is eliminated with all partners, gets −1; all others get 0 if the
game is drawn or cut off. So rewards add up to 0 between two sides of equal size; with more sides each loser
has −1. Sides, shares and draws are those of `twingkit.core.running.winners`.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol

import attrs
import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.running.winners import is_drawn, team_seats, win_share, winning_seats

Observation = dict[str, NDArray[Any]]
"""An observation: `observation` is a row of int16, `action_mask` a row of int8, 1 for each legal action."""


class ActionEncoding(Protocol):
    """The protocol for encoding the answers of a game as numbered actions for reinforcement learning.

    An answer with many parts is built in steps, as a draft.
    """

    def __len__(self) -> int:
        """Return the number of actions."""

    # drafts differ between games
    def results_by_action(self, question: Question, draft: Any) -> Mapping[int, object]:
        """Return the result of each legal action: a complete answer, or a draft to be continued."""

    # drafts differ between games
    def refusal(self, question: Question, draft: Any, action: int) -> Exception:
        """Return why an action is illegal."""

    def encode(self, question: Question, answer: object) -> tuple[int, ...]:
        """Return the sequence of actions that gives an answer."""


class ObservationLayout(Protocol):
    """The protocol for encoding a player's view as a row of numbers, each from 0 to its maximum in
    `maxima`.
    """

    @property
    def maxima(self) -> Sequence[int]:
        """The maximum of each number in a row."""

    def encode_view(self, view: Any, draft: Any) -> list[int]:  # drafts differ between games
        """Return a view, and the draft of an answer, as a row of numbers."""


def wrap_env(bare: AECEnv) -> AECEnv:
    """Return an environment with PettingZoo's usual wrappers.

    An agent that takes an illegal action loses with −1 and the game ends; the others get 0.
    """
    checked = wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class GameEnv(AECEnv):
    """Base class of PettingZoo environments that play games of one kind, one after another.

    `game` is the current game; `action_encoding` and `layout` encode actions and observations. An illegal
    action raises a `Refusal` or `BadAnswer` with the reason, and changes nothing. `empty_draft` is the draft
    at the beginning of an answer.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: Game,
        players: int,
        action_encoding: ActionEncoding,
        layout: ObservationLayout,
        empty_draft: object,
        render_mode: str | None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode must be 'ansi', 'human' or None, not {render_mode!r}")
        self.render_mode, self._nothing = render_mode, empty_draft
        self.game, self.action_encoding, self.layout = game, action_encoding, layout
        self._rng = random.Random()
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(len(self.action_encoding)) for agent in self.possible_agents
        }

    # -- overridden by games

    @abstractmethod
    def new_game(self, seed: int, explain: bool) -> Game:
        """Start a new game with dice and cards from the seed."""

    def is_eliminated(self, seat: int) -> bool:
        """True if a player is out of the current game; False by default."""
        return False

    def is_truncated(self) -> bool:
        """True if the game has reached its maximum length; False by default."""
        return False

    # -- spaces

    def _observation_space(self) -> spaces.Dict:
        high = np.array(self.layout.maxima, dtype=np.int16)
        row = spaces.Box(np.zeros_like(high), high, dtype=np.int16)
        mask = spaces.Box(0, 1, (len(self.action_encoding),), dtype=np.int8)
        return spaces.Dict({"observation": row, "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    # -- playing

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Start a new game. A seed determines all dice and cards of this game and of later ones."""
        if seed is not None:
            self._rng = random.Random(seed)
        self.game = self.new_game(self._rng.getrandbits(32), self.render_mode is not None)
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self._ask(self._nothing)

    def step(self, action: int | None) -> None:
        """Take an action for the selected agent.

        The action is None if that agent is eliminated or its game is over.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self.action_spaces[agent].contains(action):
            raise ValueError(
                f"an action is a number from 0 to {len(self.action_encoding) - 1}, not {action!r}"
            )
        question, number = self.game.question, int(action)
        assert question is not None, "somebody who can act is asked something"
        if number not in self._choices:
            raise self.action_encoding.refusal(question, self._draft, number)
        chosen = self._choices[number]
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if isinstance(chosen, type(self._nothing)):
            self._ask(chosen)
        else:
            self.game.answer(chosen)
            self._ask(self._nothing)
            self._settle()
        if self.render_mode == "human":
            self.render()

    def _ask(self, draft: object) -> None:
        question = self.game.question
        self._draft = draft
        self._choices = self.action_encoding.results_by_action(question, draft) if question else {}
        if question:
            self.agent_selection = self.possible_agents[question.player]

    def _settle(self) -> None:
        """Set rewards and terminations after an answer; agents that are eliminated or whose game is over act
        first, with None.
        """
        game = self.game
        decided = game.over and not is_drawn(game)
        winners = winning_seats(game) if decided else ()
        for agent in self.agents:
            seat = self.possible_agents.index(agent)
            out = all(map(self.is_eliminated, team_seats(game, seat)))
            if decided or out:
                self.rewards[agent] = win_share(game, seat) if seat in winners else -1.0
            self.terminations[agent] = game.over or out
        if not self.game.over and self.is_truncated():
            self.truncations = {agent: not self.terminations[agent] for agent in self.agents}
            self._choices = {}
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation; its action mask is all 0 while another agent must act."""
        seat = self.possible_agents.index(agent)
        draft = self._draft if agent == self.agent_selection else self._nothing
        row = np.array(self.layout.encode_view(self.game.view(seat), draft), dtype=np.int16)
        mask = np.zeros(len(self.action_encoding), dtype=np.int8)
        question = self.game.question
        if question and question.player == seat and agent == self.agent_selection:
            mask[list(self._choices)] = 1
        return {"observation": row, "action_mask": mask}

    # -- observing

    def render(self) -> str | None:
        """Return the selected agent's view as text, one part per line; None without a `render_mode`."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: 'ansi' or 'human'")
            return None
        text = _view_text(self.game.view(self.possible_agents.index(self.agent_selection)))
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


def _view_text(view: Any) -> str:  # views differ between games
    """Format a view (an attrs instance) as text: one field per line, cards as tokens."""
    if not attrs.has(type(view)):
        return str(view)
    return "\n".join(
        f"{part.name}: {_text(getattr(view, part.name))}" for part in attrs.fields(type(view)) if part.repr
    )


def _text(value: Any) -> str:  # any part of a view
    """Format a value in a view: cards as tokens, compound values in brackets."""
    if hasattr(value, "token"):
        return str(value.token)
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return " ".join(_text(item) for item in value)
    if attrs.has(type(value)) and "__str__" not in vars(type(value)):
        parts = [(part.name, getattr(value, part.name)) for part in attrs.fields(type(value))]
    elif hasattr(value, "_asdict"):
        parts = list(value._asdict().items())
    else:
        return str(value)
    return "(" + ", ".join(f"{name} {_text(part)}" for name, part in parts) + ")"
