"""A battle to play, from its line to its result, with a record that can be replayed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

import attrs

from twingkit.core.arguments import check_arguments
from twingkit.core.messages import Fault
from twingkit.core.notation import ROLES
from twingkit.core.play import Game, Script, register
from twingkit.core.questions import Question
from twingkit.core.rulebook import Rulebook, Ruling
from twingkit.core.variants.start_lines import lines_with_key, text_after_key_and_variant, variant_lines
from twingkit.imperium.battle.custom_units import (
    CUSTOM_UNITS_ARGUMENT,
    UNIT_LINE_WORD,
    CustomUnits,
    custom_units_from_lines,
)
from twingkit.imperium.battle.notation.battle_line import Battle, legal_battle
from twingkit.imperium.battle.notation.notes import notes
from twingkit.imperium.battle.rules.force import Fight, units_left
from twingkit.imperium.battle.rules.result import BattleResult
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.imperium.variants.variant import Variant


def _resolve_best_policy(battle: Battle) -> Battle:
    if all(side.policy for side in battle.sides):
        return battle
    from twingkit.imperium.battle.exact_odds.best_order import (
        resolve_best_policy,  # playing a battle needs no odds
    )

    return resolve_best_policy(battle)


@lru_cache(maxsize=256)
def _fight(battle: Battle) -> Fight:
    return Fight.from_battle(battle)


@attrs.frozen
class BattleStart:
    """The start of a single battle. A policy `best` in the battle line is resolved to the policy that wins
    most often.

    >>> start = BattleStart(Battle.parse("space: 2 cruiser vs 1 dreadnought"))
    >>> start.setup_lines(), start.seat(1)
    (['battle space: 2 cruiser vs 1 dreadnought'], 'defender')
    >>> Game(start).question.kind
    'retreat'
    """

    name: ClassVar[str] = "imperium.battle"
    players: ClassVar[str] = "twingkit.imperium.battle.players:PLAYERS"
    setup_keys: ClassVar[tuple[str, ...]] = ("battle", "variant", UNIT_LINE_WORD)
    battle: Battle = attrs.field(converter=_resolve_best_policy)

    @property
    def variant(self) -> Variant:
        """The variant of the rules under which it is fought."""
        return self.battle.variant

    def setup_lines(self) -> list[str]:
        """Return the canonical battle line, the variant if it is not the default, and the custom units."""
        own = self.battle.custom_units.record_lines() if self.battle.custom_units else []
        return [f"battle {self.battle}", *variant_lines(self.variant), *own]

    @classmethod
    def parse(cls, lines: Sequence[str]) -> BattleStart:
        """Parse one `battle` line, at most one `variant`, and any number of `unit` lines.

        Raises `ValueError` if a line is missing, repeated or not allowed.

        >>> start = BattleStart.parse(["battle space: 1 cruiser vs 1 cruiser", "variant stalemate=tie"])
        >>> start.setup_lines()[1]
        'variant box stalemate=tie'
        """
        line, variant = text_after_key_and_variant("battle", lines, Variant)
        own = custom_units_from_lines(lines_with_key(UNIT_LINE_WORD, lines))
        return cls(Battle.parse(line, variant, own).check())

    def table(self) -> BattleTable:
        """Return the table at the start of the battle.

        Raises `Fault` for a whole invasion: its battles are played one by one.
        """
        if self.battle.kind == "invasion":
            raise Fault("invasion_play", rulebook())
        return BattleTable(_fight(self.battle))

    def script(self, table: BattleTable) -> Script[BattleResult]:
        """Play the battle from its opening to its end, and return its result."""
        if not (table.round or table.steps_done) and table.rulings is not None:
            for note in notes(self.battle):
                if note.case != "suppressed":  # the effect that suppresses it is cited
                    table.record_ruling(note.rule, note.case, **note.facts)
        if self.battle.kind == "space":
            from twingkit.imperium.battle.rules.space.space_combat import play_space_battle

            yield from play_space_battle(table)
        else:
            from twingkit.imperium.battle.rules.ground.ground_combat import play_ground_battle

            yield from play_ground_battle(table)
        return BattleResult.from_table(table)

    def seat(self, player: int) -> str:
        """Return the seat of a player: `attacker` or `defender`."""
        return ROLES[player]

    def rulebook(self) -> Rulebook:
        """Return the rulebook of Twilight Imperium."""
        return rulebook()

    def view(self, game: Game, player: int) -> BattleView:
        """Return the battle as a player sees it; nothing in it is hidden."""
        return BattleView.from_game(game, player)


register(BattleStart)


@attrs.frozen
class SideView:
    """One side of a battle at present: its units in the fight, each as (name, undamaged, damaged), and its
    used cards.
    """

    role: str
    units: tuple[tuple[str, int, int], ...]
    used_effects: tuple[str, ...]
    has_retreated: bool


@attrs.frozen
class BattleView:
    """A battle as everyone sees it: nothing in it is hidden.

    `asked_seat` is the seat that is asked now and `question_kind` the kind of its question (None and "" when
    the battle is over); `question` is the question itself if it is this player's. `new_rulings` are the
    rulings since the last answer.

    >>> view = battle_game("space: 2 cruiser vs 1 dreadnought").view(1)
    >>> view.asked_seat, view.question_kind, view.sides[1].units
    (1, 'retreat', (('dreadnought', 1, 0),))
    """

    player: int
    battle: Battle
    round: int
    sides: tuple[SideView, SideView]
    asked_seat: int | None
    question_kind: str
    new_rulings: tuple[Ruling, ...]
    question: Question | None = attrs.field(eq=False, repr=False)

    @classmethod
    def from_game(cls, game: Game, player: int) -> BattleView:
        """Return the present view of a game for one player."""
        table: BattleTable = game.table
        question = game.question
        return cls(
            player=player,
            battle=table.fight.battle,
            round=table.round,
            sides=(_side_view(table, 0), _side_view(table, 1)),
            asked_seat=question.player if question else None,
            question_kind=question.kind if question else "",
            new_rulings=tuple(game.latest_rulings),
            question=question if question and question.player == player else None,
        )


def _side_view(table: BattleTable, side_index: int) -> SideView:
    force = table.forces[side_index]
    units = units_left(table.rosters[side_index], force)
    return SideView(ROLES[side_index], units, force.used_effects, table.retreated[side_index])


BattleGame = Game[BattleTable, BattleResult, BattleView]
"""A game of a single battle."""


@check_arguments(custom_units=CUSTOM_UNITS_ARGUMENT)
def battle_game(
    battle: Battle | str,
    *,
    seed: int | None = None,
    explain: bool = True,
    variant: Variant | str | None = None,
    custom_units: CustomUnits | Path | str | None = None,
) -> BattleGame:
    """Start a battle, so that its questions can be answered one by one.

    Without a seed, every roll is asked for (draw it or set it).

    `variant` is a `Variant` or a line of switches; None: the battle's own, the default for a line.
    `custom_units` are custom units: a file or the result of `load_units`. Raises `NotationError` for a bad
    line, `IllegalBattleError` for a battle that the rules forbid, `VariantError` for an invalid variant,
    `BoxError` for a bad file of units.

    >>> game = battle_game("space: 2 fighter 1 warsun vs 3 cruiser")
    >>> for answer in ("stay", "stay", "roll 1 1 2 2 9", "roll 7 8 9"):
    ...     game.answer(answer)
    >>> print(game.question.text())
    The attacker: hits to assign: 3. Which units take the hits?
    >>> game.answer("assign 2 fighter, warsun damage")
    >>> game.view(0).round, game.view(0).sides[0].units, game.view(1).sides[1].units
    (2, (('warsun', 0, 1),), (('cruiser', 2, 0),))
    """
    return Game(BattleStart(legal_battle(battle, variant, custom_units)), seed=seed, explain=explain)
