"""Environments of the game, and how they are walked through."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import attrs

from twingkit import Question
from twingkit.twing import load_box
from twingkit.twing.rl import aec

OWN = "german cat_die=any support=each endgame_support=true two_cats=true miromon=rerolls_too price=2"
"""A variant with answers that the box does not know."""


def own_box() -> Any:
    """A box with a spell of its own and another number of copies."""
    box = load_box()
    first, second, *rest = box.spell
    spells = [attrs.evolve(first, power=9, copies=second.copies + 1), attrs.evolve(second, copies=1), *rest]
    return attrs.evolve(box, spell=spells)


def made(seed: int = 0, **options: Any) -> Any:
    """An environment with its wrappers whose action spaces draw from this seed."""
    env = aec.env(**options)
    for place, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed + place)
    return env


def walked(env: Any, rng: random.Random, steps: int) -> Iterator[Question]:
    """A raw environment in random play; yields each question as it comes up. Nobody looks at a whole table
    to choose an action."""
    asked = None
    for _ in range(steps):
        if not env.agents:
            return
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            env.step(None)
            continue
        if env.game.question is not asked:
            asked = env.game.question
            yield asked
        env.step(rng.choice(sorted(env._choices)))
