"""The settings of a game of Imperial Twing on the play page, apart from the rules of play."""

from __future__ import annotations

import attrs

from twingkit_widgets.table.play.seated import SeatedSettings


@attrs.frozen
class TwingChoice(SeatedSettings):
    """The settings of a game, and whether the visitor throws a real die."""

    own_dice: bool = False

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.begin.characters)
