"""The acts of battles: to use an effect or not, to let some units fire, and to announce a retreat or stay."""

from __future__ import annotations

from typing import Final

import attrs

from twingkit.core.acts import Act


@attrs.frozen
class Play(Act):
    """Use the effect that the question is about; if units may fire, let all of them fire."""

    word = "play"


@attrs.frozen
class PlayPart(Act):
    """Let only these units fire, with their numbers: `play 2 pds, 1 pds+` (IM-VAR-2)."""

    word = "play"
    units: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return f"{self.word} {', '.join(f'{count} {name}' for name, count in self.units)}"


@attrs.frozen
class Pass(Act):
    """Use nothing; instead of an action of a whole game, pass for the rest of the phase."""

    word = "pass"


@attrs.frozen
class Stay(Act):
    """Announce no retreat."""

    word = "stay"


@attrs.frozen
class Retreat(Act):
    """Announce a retreat at the end of the round (IM-SPACE-5)."""

    word = "retreat"


@attrs.frozen
class Cancelled(Act):
    """A game reports that the card just played was cancelled (IM-TIME-5); no player answers this."""

    word = "cancelled"


PLAY: Final = Play()
PASS: Final = Pass()
STAY: Final = Stay()
RETREAT: Final = Retreat()
CANCELLED: Final = Cancelled()
