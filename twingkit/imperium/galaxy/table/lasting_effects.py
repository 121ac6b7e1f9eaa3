"""Laws in play, and effects that last for a while."""

from __future__ import annotations

from typing import Literal

import attrs

Until = Literal[
    "agenda", "agenda_phase", "combat", "fighting", "invasion", "looking", "next_round", "pick", "production",
    "strategic", "strategy.start", "tactical", "turn", "volley", "voting",
]  # fmt: skip
"""The moments at which effects end."""


@attrs.frozen
class Law:
    """A law in play: its card, and who or what was elected ("" where it stays for all)."""

    card: str
    elected: str = ""


@attrs.frozen
class LastingEffect:
    """An effect that lasts: the ability, whose it is, until when, and what it is about."""

    ability: str
    seat: int
    until: Until
    about: str = ""
