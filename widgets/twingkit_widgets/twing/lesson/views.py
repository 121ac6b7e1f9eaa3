"""The pictures of lessons on Imperial Twing: the table, cards to tap and to lay, and the links at the end."""

from __future__ import annotations

from pathlib import Path

from twingkit.core.language import language
from twingkit.core.play import Game
from twingkit.learn.lesson.lesson import Option, Step
from twingkit.learn.lesson.run import Run
from twingkit.twing.notation.battle_line import parse_lay
from twingkit.twing.rules.cards import CHARACTERS, parse_face
from twingkit.twing.rules.rulebook import rulebook
from twingkit_widgets.lab.table_query import table_query
from twingkit_widgets.learn.lesson.views import Controller, LessonViews, tappable_things
from twingkit_widgets.panel.address.addresses import page_link
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import Words
from twingkit_widgets.twing.lesson.picker import LayPicker, keys_line
from twingkit_widgets.twing.pictures.cards import Card, card_picture, cards_html
from twingkit_widgets.twing.pictures.die import face_name
from twingkit_widgets.twing.pictures.drawing import character_svg, die_svg, object_svg, ornicle_svg
from twingkit_widgets.twing.pictures.picture_words import say
from twingkit_widgets.twing.pictures.small_battle import small_battle, with_hand
from twingkit_widgets.twing.pictures.small_table import SmallTable
from twingkit_widgets.twing.pictures.table_css import TABLE_CSS
from twingkit_widgets.twing.play.pairings import scenes_of


class TwingLessonViews(LessonViews):
    """The pictures of lessons on Imperial Twing."""

    css = Path(__file__).with_name("twing_lessons.css").read_text(encoding="utf-8") + TABLE_CSS

    words = Words(Path(__file__).with_name("twing_lesson_words.toml"))
    memory = "course"

    def table(self, controller: Controller, opened: Child) -> Markup | None:
        """Return the battle or the seats, without what the learner has to find out."""
        return lesson_table(controller.run, "table_rule", opened)

    def points(self, controller: Controller) -> Child:
        """Return the cards, dice and crystals to tap."""
        pictures = [thing_picture(point.thing) for point in controller.run.step.points]
        return [
            tappable_things(controller, enumerate(pictures), controller.say("cards")),
            keys_line(controller),
        ]

    def asked_about(self, controller: Controller) -> Markup | None:
        """Return the item whose place is asked for; it is in no hand and on no table yet."""
        step = controller.run.step
        if step.ask != "where":
            return None
        return el("div", thing_picture(step.fact("card")), cls="tk-card tk-lesson-thing")

    def picker(self, controller: Controller) -> LayPicker:
        """Return the cards to lay."""
        return LayPicker(controller)

    def option(self, controller: Controller, option: Option, sign: Child) -> Child:
        """Return the words of an option, with the cards of a lay next to them."""
        words = el("span", option.text[language()])
        if "cards" not in option.facts:
            return [words, " ", sign]
        lay = parse_lay(option.facts["cards"])
        drawn = cards_html([*lay.spells, *lay.units], small=True)
        return [el("span", words, drawn, cls="tk-option-cards"), " ", sign]

    def links(self, controller: Controller) -> list[Child]:
        """Return the links after a lesson, including the lab for a lesson on a battle."""
        links = super().links(controller)
        if controller.site and " vs " in controller.lesson.table:
            lab = page_link("battle-lab", **table_query(controller.lesson.table, "twing"))
            links.insert(-1, el("a", controller.say("lab"), href=lab, cls="tk-button"))
        return links


VIEWS = TwingLessonViews("twing")
"""The pictures of the game in lessons."""

SPOILING_QUESTIONS = ("leader", "die", "winner", "said")
"""Questions whose answer the complete table would give away."""


def lesson_table(run: Run, act: str, opened: Child) -> Markup | None:
    """Return the table of the open step with the rule that was opened there.

    None if there is nothing to see, for example while the learner chooses from the step's own cards. `act`
    opens a rule.
    """
    step, game = run.step, run.game()
    table_scene = _parts_shown(run, game)
    if not table_scene:
        return None
    open_steps = [entry for entry in run.open_predictions if _would_spoil(entry)]
    cls = ["tk-lesson-table"]
    if open_steps:
        cls.append("tk-lesson-guess")
    if step.kind == "roll" and run.is_step_done:
        cls.append("tk-lesson-rolled-one" if len(step.faces) == 1 else "tk-lesson-rolled")
    parts, you = list[Child](), run.lesson.you
    if "battle" in table_scene:
        dice = {entry.fact("side") or "attacker" for entry in open_steps if entry.ask == "die"}
        scenes = [scene.without_answers(dice) if open_steps else scene for scene in scenes_of(game, you)]
        scenes = [scene.for_reader(run.answer_key.names_for_reader(game, you)) for scene in scenes]
        several = len(scenes) > 1
        # objects would reveal the result of a roll or a guess; several pairings leave no room
        objects = not (several or open_steps or step.kind == "roll")
        known = [with_hand(scene, game, you, run.lesson.open, objects) for scene in scenes]
        parts += [small_battle(scene, act, game, you, several) for scene in known]
    if "seats" in table_scene:
        others = [] if run.lesson.open else [seat for seat in range(len(game.table.players)) if seat != you]
        coloured = game.table.variant.distinct_colours
        laying = step.kind == "answer" and not run.is_step_done
        parts.append(
            SmallTable(game.table, you=you, hidden_hands=others, coloured=coloured, laying=laying).html()
        )
    return el("div", parts, opened, cls=" ".join(cls), data_asked=True)


def _would_spoil(step: Step) -> bool:
    """Return whether the table would give the answer away."""
    return step.ask in SPOILING_QUESTIONS or (
        step.ask == "count" and step.fact("what").startswith(("points", "cards"))
    )


def _parts_shown(run: Run, game: Game) -> tuple[str, ...]:
    """Return the visible parts of the table: its battle, its seats, both, or none."""
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


DIE = "F"
"""The character whose die shows a face if no other one is given."""


def thing_picture(text: str) -> Markup:
    """Return the picture of an item.

    One of `spell F5`, `creature F4` (`F4M` is a mount), `cat`, `trap`, `miromon`, `object hat`, `face Sun`,
    `character F`, `ornicle`. Raises `ValueError` for anything else.
    """
    kind, _, token = text.partition(" ")
    if kind == "object":
        return object_svg(token, rulebook().words.name(token))
    if kind == "face":
        face = parse_face(token)
        if face is None:
            raise ValueError(f"there is no face {token!r}")
        return die_svg(face, DIE, say("die.title", face=face_name(face)))
    if kind == "character":
        return character_svg(token, rulebook().words.name(CHARACTERS[token]))
    if kind == "ornicle":
        return ornicle_svg(rulebook().words.name("ornicle"))
    return card_picture(parse_card(text))


def parse_card(text: str) -> Card:
    """Parse `spell F5`, `creature F4`, or a response card such as `cat`."""
    kind, _, token = text.partition(" ")
    if kind == "spell":
        return parse_lay(token).spells[0]
    return parse_lay(f"shield {token}").creatures[0] if kind == "creature" else kind
