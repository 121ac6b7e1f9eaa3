"""The state of the play page apart from the game: what a person has opened and typed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

import attrs


class HintReason(NamedTuple):
    """Why an answer is suggested, and the id of the rule behind it; both empty if there is no reason."""

    text: str
    rule: str


NO_REASON = HintReason("", "")


@attrs.frozen(kw_only=True)
class UiState:
    """What is open, typed or selected on a play page, apart from the game itself. Subclasses add unfinished
    answers.

    `open_rule` is the open rule and `open_rule_place` the text below which it stands ("": the headline),
    `toggled_turns` and `shows_all_turns` belong to the story, `explained_answer` is the forbidden answer
    whose reason stays open, `open_panel` the open panel above the bar, `hint_answer` the computer's answer
    and `hint_reason` its reason, `search_text` the search among many answers, `typed_by_field` the texts in
    form fields and `fault` what is wrong with them, `is_unsealed` whether the plain record is shown,
    `answer_count` a number that changes with every answer, `id_prefix` the start of ids, `page_message` a
    message about the page, `keep_dice_choice` whether an undo keeps the dice ("yes", "no", or "" if it does
    not matter), `answer_and_warning` the answer to confirm because it harms the person, and how,
    `chosen_faces` the other results of chance, by their numbers in the record, that are chosen to be tried.
    """

    open_rule: str = ""
    open_rule_place: str = ""
    toggled_turns: Collection[int] = ()
    shows_all_turns: bool = False
    explained_answer: str = ""
    open_panel: str = ""
    hint_answer: str = ""
    hint_reason: HintReason = NO_REASON
    search_text: str = ""
    typed_by_field: Mapping[str, str] = attrs.field(factory=dict)
    fault: Exception | None = None
    is_unsealed: bool = False
    answer_count: int = 0
    id_prefix: str = "tk"
    page_message: str = ""
    keep_dice_choice: str = ""
    answer_and_warning: tuple[str, str] = ("", "")
    chosen_faces: Mapping[int, str] = attrs.field(factory=dict)

    @property
    def is_composing_offer(self) -> bool:
        """True while the person composes something of their own instead of answering the question."""
        return False
