"""The state of the play page apart from the game: what a person has opened and typed."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import attrs


@attrs.frozen(kw_only=True)
class UiState:
    """The things that a person has opened and typed; a game's own subclass adds what is being chosen for an
    answer.

    `open_rule` is the open rule (below sentence `open_rule_at` of the story, below the headline for -1),
    `flipped` and `every` are the story's, `explained` the forbidden answer whose reason stays open, `drawer`
    the open tool, `hint` the computer's answer, `reason` why with its rule, `search` what is looked for among
    many answers, `typed` the texts in the fields of forms, `fault` what is wrong with it, `unsealed` whether
    the record shows, `count` another number after every answer, `prefix` begins ids, `news` what has just
    been done beside the game, `keeps_dice` whether what was taken back keeps the dice after it ("yes", "no",
    or "" for nothing), `warned` the answer that is asked back because it harms the person, and how.
    """

    open_rule: str = ""
    open_rule_at: int = -1
    flipped: Collection[int] = ()
    every: bool = False
    explained: str = ""
    drawer: str = ""
    hint: str = ""
    reason: tuple[str, str] = ("", "")
    search: str = ""
    typed: Mapping[str, str] = attrs.field(factory=dict)
    fault: Exception | None = None
    unsealed: bool = False
    count: int = 0
    prefix: str = "tk"
    news: str = ""
    keeps_dice: str = ""
    warned: tuple[str, str] = ("", "")
