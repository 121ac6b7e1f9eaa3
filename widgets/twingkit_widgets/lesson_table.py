"""The table of a lesson: what lies there, without what the learner is still to find out."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit_widgets.lesson import Step
from twingkit_widgets.lesson_run import Run
from twingkit_widgets.markup import Child, Markup, el
from twingkit_widgets.scene import CRITICAL, Scene, SideView, scene_of
from twingkit_widgets.table import table_html

SPOILED = ("leader", "die", "winner")
"""Questions whose answer the whole table would give away."""


def lesson_table(run: Run, lang: str, act: str, opened: Child) -> Markup | None:
    """Return the table of the open step with the rule that was `opened` at it; None while nothing lies there,
    and while the learner lays cards: then they lie in the step itself. `act` opens a rule."""
    step, game = run.step, run.game()
    if step.kind == "lay" or not any(side.lay.spells for side in game.table.fight.sides):
        return None
    asked = [each for each in run.asked if each.ask in SPOILED]
    scene = unspoiled(scene_of(game), asked) if asked else scene_of(game)
    cls = ["tk-lesson-table"]
    if asked:
        cls.append("tk-lesson-guess")
    if step.kind == "roll" and run.done:
        cls.append("tk-lesson-rolled-one" if len(step.faces) == 1 else "tk-lesson-rolled")
    return el("div", opened, table_html(scene, lang, act), cls=" ".join(cls))


def unspoiled(scene: Scene, asked: Sequence[Step]) -> Scene:
    """The scene without what is asked: who wins (lesson.css covers the sums), what a die counts and why."""
    dice = {step.side for step in asked if step.ask == "die"}

    def covered(side: SideView) -> SideView:
        if side.role in dice:
            return attrs.evolve(side, counts=None, note=None)
        return attrs.evolve(side, note=None) if side.counts in CRITICAL else side

    attack, defence = scene.sides
    return attrs.evolve(scene, sides=(covered(attack), covered(defence)), result=None)
