"""The table of a lesson, without what the learner is still to find out."""

from __future__ import annotations

from twingkit.core.play import Game
from twingkit.learn.lesson.lesson import Step
from twingkit.learn.lesson.run import Run
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.twing.pictures.small_battle import small_battle, with_hand
from twingkit_widgets.twing.pictures.small_table import SmallTable
from twingkit_widgets.twing.play.pairings import scenes_of

SPOILED = ("leader", "die", "winner", "said")
"""Questions whose answer the whole table would give away."""


def lesson_table(run: Run, lang: str, act: str, opened: Child) -> Markup | None:
    """Return the table of the open step with the rule that was `opened` at it; None where nothing is to be
    seen, as while the learner chooses from cards of the step itself. `act` opens a rule."""
    step, game = run.step, run.game()
    table_scene = _parts_shown(run, game)
    if not table_scene:
        return None
    open_steps = [entry for entry in run.asked if _spoiled(entry)]
    cls = ["tk-lesson-table"]
    if open_steps:
        cls.append("tk-lesson-guess")
    if step.kind == "roll" and run.done:
        cls.append("tk-lesson-rolled-one" if len(step.faces) == 1 else "tk-lesson-rolled")
    parts, you = list[Child](), run.lesson.you
    if "battle" in table_scene:
        dice = {entry.fact("side") or "attacker" for entry in open_steps if entry.ask == "die"}
        scenes = [scene.covered(dice) if open_steps else scene for scene in scenes_of(game, you)]
        scenes = [scene.calling(run.answer_key.called(game, you)) for scene in scenes]
        several = len(scenes) > 1
        # objects would tell what a roll or a guess is about to bring; several pairings leave no room
        objects = not (several or open_steps or step.kind == "roll")
        known = [with_hand(scene, game, you, run.lesson.open, objects) for scene in scenes]
        parts += [small_battle(scene, lang, act, game, you, several) for scene in known]
    if "seats" in table_scene:
        others = [] if run.lesson.open else [seat for seat in range(len(game.table.players)) if seat != you]
        coloured = game.table.variant.distinct_colours
        laying = step.kind == "answer" and not run.done
        parts.append(
            SmallTable(game.table, lang, you=you, closed=others, coloured=coloured, laying=laying).html()
        )
    return el("div", parts, opened, cls=" ".join(cls), data_asked=True)


def _spoiled(step: Step) -> bool:
    """Return whether the table would give the answer away."""
    return step.ask in SPOILED or (step.ask == "count" and step.fact("what").startswith(("points", "cards")))


def _parts_shown(run: Run, game: Game) -> tuple[str, ...]:
    """Return what of the table is seen: its battle, its seats, both, or nothing."""
    step, table = run.step, game.table
    fight = table.fight
    has_lay = fight is not None and any(side.lay.spells or side.lay.units for side in fight.sides)
    if step.fact("show") == "nothing" or step.kind == "end" or (step.kind == "answer" and step.fact("cards")):
        return ()
    if step.fact("show") == "both":
        return ("battle", "seats") if has_lay else ("seats",)
    if step.fact("show") == "battle" or (has_lay and step.fact("show") != "seats"):
        return ("battle",) if has_lay else ()
    return ("seats",) if table.whole else ()
