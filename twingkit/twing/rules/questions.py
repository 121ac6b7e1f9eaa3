"""The base classes of the questions that a player answers, in a game or for a side of a battle."""

from __future__ import annotations

from collections.abc import Mapping

from twingkit.core.questions import AnswerT, Question
from twingkit.twing.rules.fight import Side
from twingkit.twing.rules.player import Player
from twingkit.twing.rules.rulebook import rulebook


class PlayerQuestion(Question[AnswerT]):
    """A question to the player `owner`."""

    __slots__ = ("owner",)
    book = staticmethod(rulebook)

    def __init__(self, owner: Player) -> None:
        self.player, self.owner = owner.seat, owner

    def sentence_facts(self) -> Mapping[str, object]:
        """Return the name of the player as `side`."""
        return {"side": self.owner.name}


class SideQuestion(Question[AnswerT]):
    """A question to the player of one side of a battle."""

    __slots__ = ("side",)
    book = staticmethod(rulebook)

    def __init__(self, side: Side) -> None:
        self.player, self.side = side.seat, side

    def sentence_facts(self) -> Mapping[str, object]:
        """Return the name of the side as `side`."""
        return {"side": self.side.name}
