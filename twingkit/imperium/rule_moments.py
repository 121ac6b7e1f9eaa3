"""Examples: for the rules of Twilight Imperium a position, or a battle, in which each acts or says no.

    shown = moment("IM-MOVE-4")
    print(shown.said)               # the ruling, as the game said it

The positions are in the folder `examples`, a file a chapter; `tests/golden/imperium_examples.py` looks for
them in games. What is `said` is never written there: it is played.
"""

from __future__ import annotations

from functools import cache

import attrs

from twingkit.asking import Refusal
from twingkit.imperium.battle_start import battle_game
from twingkit.imperium.notation.galaxy_line import KEY
from twingkit.imperium.position_start import position_game
from twingkit.imperium.rules.rulebook import rulebook
from twingkit.play import Game
from twingkit.rule_examples import ChapterExamples, RuleExample, common_fields
from twingkit.rulebook import Ruling
from twingkit.words import TomlTable


@attrs.frozen(kw_only=True)
class RuleMoment(RuleExample):
    """One rule at work: `line` is that of a position (`galaxy: …`) or of a battle (`space: …`).

    `about` is the rule that speaks, where it is another one that names this one's card.
    """

    line: str

    @property
    def whole(self) -> bool:
        """True for a moment of a whole game, False for one of a battle."""
        return self.line.startswith(KEY)

    @property
    def said(self) -> Ruling | Refusal:
        """The statement of the rule: the ruling with which it acts, or its refusal."""
        return _said(self)

    def game(self) -> Game:
        """The game just before the rule acts."""
        begun: Game = position_game(self.line) if self.whole else battle_game(self.line)
        return begun.give(*self.before)


def moment(rule: str) -> RuleMoment | None:
    """The example of a rule (`IM-MOVE-4`); None for a rule that has none. Raises `UnknownRule`."""
    return _MOMENTS.of(rule)


def moments() -> tuple[RuleMoment, ...]:
    """Every example, in the order of the rulebook."""
    return _MOMENTS.all()


def _moment(entry: TomlTable) -> RuleMoment:
    return RuleMoment(line=entry["line"], **common_fields(entry))


_MOMENTS = ChapterExamples("twingkit.imperium", rulebook, _moment)


@cache
def _said(example: RuleMoment) -> Ruling | Refusal:
    """The statement of the rule of an example; raises `ValueError` if it says nothing."""
    game = example.game()
    statements: list[Ruling | Refusal] = []
    if not example.answer:
        statements += game.opening
    else:
        try:
            refusal = game.refused(example.answer)
        except Refusal as no:  # what is no answer to the question asked, and forbidden by a rule
            refusal = no
        statements += [refusal] if refusal else list(game.give(example.answer).rulings)
    for statement in statements:
        if example.means(statement):
            return example.heard(statement)
    raise ValueError(f"{example.rule}: {example.answer!r} leads to {[str(one) for one in statements]}")
