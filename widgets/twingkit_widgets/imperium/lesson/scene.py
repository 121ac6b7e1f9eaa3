"""The table of a lesson on battles: forces before and after a step, and visible dice."""

from __future__ import annotations

import attrs

from twingkit.core.play import Game
from twingkit.imperium.battle.rules.dice.volley import VolleyResult
from twingkit.imperium.battle.rules.force import ForcePair
from twingkit.imperium.battle.rules.questions import AssignHits, RollDice
from twingkit.imperium.lessons.answer_key import next_rolls, play_battle_answers
from twingkit.learn.lesson.run import LessonRun
from twingkit_widgets.imperium.pictures.fleets import latest_rolls


@attrs.frozen
class BattleScene:
    """The state of a battle shown in a lesson.

    `dice` are the visible dice (None: not rolled yet). `hides_hits` and `hides_winner` are True while these
    are asked. `structures_destroyed`: the defender's structures are gone (IM-INV-8).
    """

    game: Game
    forces: ForcePair
    forces_before: ForcePair
    dice: tuple[tuple[RollDice, VolleyResult | None], ...] = ()
    hides_hits: bool = False
    hides_winner: bool = False
    structures_destroyed: bool = False


def lesson_scene(run: LessonRun) -> BattleScene:
    """Return the scene to show at the open step of a lesson."""
    step, begun, game = run.step, run.game(answered=False), run.game()
    state: ForcePair = game.table.state
    before: ForcePair = begun.table.state
    if step.kind == "roll" and not run.is_step_done:
        unknown = tuple((question, None) for question, _ in next_rolls(game, step.faces))
        return BattleScene(game, state, before, unknown)
    if step.kind == "roll" or step.ask == "hits":
        return BattleScene(
            game, state, before, tuple(next_rolls(begun, step.faces)), hides_hits=run.hides_dice_result
        )
    if step.kind == "free":
        begin, dice = _last_throws(game)
        twin = game.copy()
        if dice:
            twin.undo(len(twin) - begin)
        return BattleScene(game, game.table.state, twin.table.state, dice, structures_destroyed=_razed(game))
    if step.ask == "winner":  # its text describes the effect of `then`, so the table shows it
        over = play_battle_answers(begun.copy(), step.then)
        return BattleScene(
            over, over.table.state, before, _last_throws(begun)[1], hides_winner=not run.is_step_done
        )
    if step.ask == "kept":
        return BattleScene(game, state, state, structures_destroyed=run.is_step_done and _razed(game))
    if isinstance(begun.question, AssignHits):
        return BattleScene(game, state, before, _last_throws(begun)[1])
    return BattleScene(game, state, state)


def _razed(game: Game) -> bool:
    """Return whether the attacker has taken the planet and the structures on it are gone (IM-INV-8)."""
    return any(
        (ruling.rule, ruling.case) == ("IM-INV-8", "taken_structures") for ruling in game.rulings_since()
    )


def _last_throws(game: Game) -> tuple[int, tuple[tuple[RollDice, VolleyResult], ...]]:
    """Return the index of the first answer of the last rolls, and these rolls."""
    throws = latest_rolls(game)
    return throws[0].answer_index if throws else len(game), tuple(
        (cast.question, cast.result) for cast in throws
    )
