"""The settings of a game of Imperial Twing on the play page, apart from the rules of play."""

from __future__ import annotations

import attrs

from twingkit_widgets.table.play.seated import SeatedSettings


@attrs.frozen
class TwingSettings(SeatedSettings):
    """The settings of a game of Imperial Twing; `own_dice` is True if the visitor throws a real die."""

    own_dice: bool = False

    @property
    def seat_count(self) -> int:
        """The number of players."""
        return len(self.start.characters)
