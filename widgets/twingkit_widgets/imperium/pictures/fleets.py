"""Both fleets of a battle in pictures: dice, texts and styles."""

from __future__ import annotations

from pathlib import Path

import attrs

from twingkit.core.play import Game
from twingkit.imperium.battle.rules.dice.volley import Volley, VolleyResult
from twingkit.imperium.battle.rules.questions import AnnounceRetreat, RollDice
from twingkit.imperium.box.units import BATTLE_CLASSES, Unit
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.panel.sentences import catalogue_sentence
from twingkit_widgets.panel.wording import PanelTexts

HERE = Path(__file__).parent

FLEETS_CSS = (HERE / "fleets.css").read_text(encoding="utf-8")
"""The stylesheet of both fleets and their controls."""

WORDS = PanelTexts(HERE / "fleet_words.toml")
"""The texts about both fleets, their dice and their losses."""


def fleet_text(key: str, role: str = "", /, **facts: object) -> str:
    """Return the page text `key`, phrased for the side `role`, with a capital first letter."""
    return catalogue_sentence(WORDS, rulebook(), key, role, **facts)


def hits_text(hits: int) -> str:
    """Return a number of hits in words, such as "1 hit"."""
    return WORDS.say(f"dice.hits_{'none' if not hits else 'one' if hits == 1 else 'many'}", n=hits)


def display_sort_key(unit: Unit) -> tuple[int, bool]:
    """Return the sort key of a unit on display: the heaviest first, upgraded before not upgraded."""
    return -BATTLE_CLASSES.index(unit.unit_class), not unit.is_upgraded


@attrs.frozen
class RollInRecord:
    """A dice roll shown on the table: the index of its answer in the game record (from 0), the question and
    the result.
    """

    answer_index: int
    question: RollDice
    result: VolleyResult

    @property
    def volley(self) -> Volley:
        """The dice of the roll, and the numbers they need."""
        return self.question.volley


def latest_rolls(game: Game, *, keeps_last_round: bool = True) -> list[RollInRecord]:
    """Return the dice rolls shown on the table, in order: the last roll of the game and those shown together
    with it.

    If `keeps_last_round` is False, there are none once the next round has begun.
    """
    throws: list[RollInRecord] = []
    entries = game.transcript
    for index in range(len(entries) - 1, -1, -1):
        question = entries[index].question
        if not isinstance(question, RollDice):
            if isinstance(question, AnnounceRetreat) and not throws and not keeps_last_round:
                break
            continue
        if throws and not are_rolls_shown_together(question, throws[-1].question):
            break
        throws.append(RollInRecord(index, question, question.parse_answer(entries[index].answer)))
    return throws[::-1]


def are_rolls_shown_together(before: RollDice, after: RollDice) -> bool:
    """Return whether two successive rolls are shown side by side: a reroll with its first roll, or both
    sides' rolls of a step."""
    if after.step == "again" and before.player == after.player:
        return True
    step = "combat" if after.step == "again" else after.step
    first = "combat" if before.step == "again" else before.step
    return first == step and before.player < after.player
