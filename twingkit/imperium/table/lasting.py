"""Laws in play, and effects that last for a while."""

from __future__ import annotations

import attrs


@attrs.frozen
class Law:
    """A law in play: its card, and who or what was elected ("" where it stays for all)."""

    card: str
    elected: str = ""


@attrs.frozen
class Lasting:
    """An effect that lasts: the ability, whose it is, until when ("tactical", "turn", "action", "agenda" or
    "round"), and what it is about."""

    ability: str
    seat: int
    until: str
    about: str = ""
