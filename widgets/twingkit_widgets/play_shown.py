"""What a person has opened and chosen in the play panel, apart from the game itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import attrs

from twingkit_widgets.play_lay import Picks


@attrs.frozen
class Shown:
    """What a person has opened and chosen in the panel.

    `active` are the chosen objects of a switch, `opened` is the open rule (below sentence `opened_at` of the
    story, below the headline for -1), `flipped` and `every` are the story's, `why` the forbidden answer whose
    reason stays open, `drawer` the open tool, `retiring` whether that must be confirmed, `hint` the
    computer's answer, `typed` what stands in the fields of forms, `fault` what is wrong with it, `unsealed`
    whether the record shows, `count` another number after every answer, `prefix` begins ids, `news`
    what has just been done beside the game.
    """

    picks: Picks
    active: tuple[str, ...] = ()
    opened: str = ""
    opened_at: int = -1
    flipped: Collection[int] = ()
    every: bool = False
    why: str = ""
    drawer: str = ""
    retiring: bool = False
    hint: str = ""
    typed: Mapping[str, str] = attrs.field(factory=dict)
    fault: Exception | None = None
    unsealed: bool = False
    count: int = 0
    prefix: str = "tk"
    news: str = ""
