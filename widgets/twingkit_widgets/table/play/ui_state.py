"""The state of the play page apart from the game: what a person has opened and typed."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import attrs


@attrs.frozen(kw_only=True)
class UiState:
    """What a person has opened and typed; a game's subclass adds the parts of a half-made answer.

    `open_rule` is the open rule (below sentence `open_rule_at` of the story, or below the headline for -1),
    `flipped` and `every` belong to the story, `explained` is the forbidden answer whose reason stays open,
    `drawer` the open panel above the bar, `hint` the computer's answer and `reason` its reason with the rule,
    `search` the search among many answers, `typed` the texts in form fields and `fault` what is wrong with
    them, `unsealed` whether the plain record is shown, `count` a number that changes with every answer,
    `prefix` the start of ids, `news` a message about the page, `keeps_dice` whether an undo keeps the dice
    ("yes", "no", or "" if it does not matter), `warned` the answer to confirm because it harms the person,
    and how.
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
