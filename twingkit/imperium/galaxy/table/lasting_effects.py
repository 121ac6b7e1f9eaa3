"""Laws in play, and effects that last for a while."""

from __future__ import annotations

from typing import Literal

import attrs

EffectEnd = Literal[
    "agenda", "agenda_phase", "combat", "fighting", "invasion", "looking", "next_round", "pick", "production",
    "strategic", "strategy.start", "tactical", "turn", "volley", "voting",
]  # fmt: skip
"""The moments at which effects end."""


@attrs.frozen
class Law:
    """A law in play: its card, and the player, planet or other choice that it elected ("" if the law applies
    to all).
    """

    card: str
    elected: str = ""


@attrs.frozen
class LastingEffect:
    """A card or ability effect that lasts for some time: the ability, its player, when it ends, and what it
    concerns.
    """

    ability: str
    seat: int
    until: EffectEnd
    subject: str = ""
