"""The pictures of lessons of Imperial Twing: the table, cards to tap and to lay, and the links at the end."""

from __future__ import annotations

from pathlib import Path

from twingkit.core.language import language
from twingkit.core.play import Game
from twingkit.learn.lesson.lesson import Option, Step
from twingkit.learn.lesson.run import LessonRun
from twingkit.twing.notation.battle_line import parse_lay
from twingkit.twing.rules.cards import CHARACTER_BY_ELEMENT, parse_card, parse_face
from twingkit.twing.rules.rulebook import rulebook
from twingkit_widgets.lab.table_query import lab_query_of_position
from twingkit_widgets.learn.lesson.views import Controller, LessonPictures, tappable_things_html
from twingkit_widgets.panel.address.addresses import page_href
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import PanelTexts
from twingkit_widgets.twing.lesson.picker import LayPicker, keyboard_hint_html
from twingkit_widgets.twing.pictures.cards import card_picture, cards_html
from twingkit_widgets.twing.pictures.die import face_name
from twingkit_widgets.twing.pictures.drawing import character_svg, die_svg, magical_object_svg, ornicle_svg
from twingkit_widgets.twing.pictures.picture_words import say
from twingkit_widgets.twing.pictures.small_battle import scene_for_learner, small_battle_html
from twingkit_widgets.twing.pictures.small_table import SmallTable
from twingkit_widgets.twing.play.pairings import pairing_scenes


class _TwingLessonPictures(LessonPictures):
    css = Path(__file__).with_name("twing_lessons.css").read_text(encoding="utf-8")

    words = PanelTexts(Path(__file__).with_name("twing_lesson_words.toml"))
    memory_name = "course"

    def table_html(self, controller: Controller, opened_rule_html: Child) -> Markup | None:
        """Return the battle or the players at the table, hiding the answer to the step's question; None if
        the step shows neither.
        """
        return _lesson_table_html(controller.run, "table_rule", opened_rule_html)

    def tappable_html(self, controller: Controller) -> Child:
        """Return the cards, dice and crystals to tap."""
        pictures = [_thing_picture(point.thing) for point in controller.run.step.points]
        return [
            tappable_things_html(controller, enumerate(pictures), controller.say("cards")),
            keyboard_hint_html(controller),
        ]

    def question_subject_html(self, controller: Controller) -> Markup | None:
        """Return the card's picture if the question asks where it ends up; None otherwise."""
        step = controller.run.step
        if step.ask != "where":
            return None
        return el("div", _thing_picture(step.extra_field("card")), cls="tk-card tk-lesson-thing")

    def picker(self, controller: Controller) -> LayPicker:
        """Return the picker with which the learner chooses the cards to lay."""
        return LayPicker(controller)

    def option_html(self, controller: Controller, option: Option, sign: Child) -> Child:
        """Return the text of an option, followed by `sign`, next to its cards if it has any."""
        words = el("span", option.text[language()])
        if "cards" not in option.extra_fields:
            return [words, " ", sign]
        lay = parse_lay(option.extra_fields["cards"])
        drawn = cards_html([*lay.spells, *lay.units], small=True)
        return [el("span", words, drawn, cls="tk-option-cards"), " ", sign]

    def end_links_html(self, controller: Controller) -> list[Child]:
        """Return the links after a lesson, including the lab for a lesson on a battle."""
        links = super().end_links_html(controller)
        if controller.has_site_links and " vs " in controller.lesson.table:
            lab = page_href("battle-lab", **lab_query_of_position(controller.lesson.table, "twing"))
            links.insert(-1, el("a", controller.say("lab"), href=lab, cls="tk-button"))
        return links


VIEWS = _TwingLessonPictures("twing")
"""The pictures in the lessons of Imperial Twing."""

_SPOILING_QUESTIONS = ("leader", "die", "winner", "said")
"""The questions whose answer the complete table would give away."""


def _lesson_table_html(run: LessonRun, rule_act: str, opened: Child) -> Markup | None:
    """Return the table of a lesson step, with the rule opened in it; None if the step shows no table."""
    step, game = run.step, run.game()
    table_scene = _parts_shown(run, game)
    if not table_scene:
        return None
    open_steps = [entry for entry in run.table_predictions if _would_spoil(entry)]
    cls = ["tk-lesson-table"]
    if open_steps:
        cls.append("tk-lesson-guess")
    if step.kind == "roll" and run.is_step_done:
        cls.append("tk-lesson-rolled-one" if len(step.faces) == 1 else "tk-lesson-rolled")
    parts, you = list[Child](), run.lesson.you
    if "battle" in table_scene:
        dice = {entry.extra_field("side") or "attacker" for entry in open_steps if entry.ask == "die"}
        scenes = [scene.without_answers(dice) if open_steps else scene for scene in pairing_scenes(game, you)]
        scenes = [scene.for_reader(run.answer_key.names_for_reader(game, you)) for scene in scenes]
        several = len(scenes) > 1
        # objects would reveal the result of a roll or a guess; several pairings leave no room
        objects = not (several or open_steps or step.kind == "roll")
        known = [scene_for_learner(scene, game, you, run.lesson.open, objects) for scene in scenes]
        parts += [small_battle_html(scene, rule_act, game, you, several) for scene in known]
    if "seats" in table_scene:
        others = [] if run.lesson.open else [seat for seat in range(len(game.table.players)) if seat != you]
        coloured = game.table.variant.distinct_colours
        laying = step.kind == "answer" and not run.is_step_done
        parts.append(
            SmallTable(
                game.table, learner_seat=you, hidden_hands=others, shows_colours=coloured, is_laying=laying
            ).html()
        )
    return el("div", parts, opened, cls=" ".join(cls), data_asked=True)


def _would_spoil(step: Step) -> bool:
    return step.ask in _SPOILING_QUESTIONS or (
        step.ask == "count" and step.extra_field("what").startswith(("points", "cards"))
    )


def _parts_shown(run: LessonRun, game: Game) -> tuple[str, ...]:
    step, table = run.step, game.table
    fight = table.fight
    has_lay = fight is not None and any(side.lay.spells or side.lay.units for side in fight.sides)
    if (
        step.extra_field("show") == "nothing"
        or step.kind == "end"
        or (step.kind == "answer" and step.extra_field("cards"))
    ):
        return ()
    if step.extra_field("show") == "both":
        return ("battle", "seats") if has_lay else ("seats",)
    if step.extra_field("show") == "battle" or (has_lay and step.extra_field("show") != "seats"):
        return ("battle",) if has_lay else ()
    return ("seats",) if table.is_whole_game else ()


_DEFAULT_DIE_ELEMENT = "F"
"""The element of a die whose character is not given."""


def _thing_picture(thing: str) -> Markup:
    """Return the picture of a card, an object, a face, a character or an Ornicle.

    `thing` is one of `spell F5`, `creature F4` (`F4M` is a mount), `cat`, `trap`, `miromon`, `object hat`,
    `face Sun`, `character F`, `ornicle`. Raises `ValueError` for anything else.
    """
    kind, _, token = thing.partition(" ")
    if kind == "object":
        return magical_object_svg(token, rulebook().words.name(token))
    if kind == "face":
        face = parse_face(token)
        if face is None:
            raise ValueError(f"there is no face {token!r}")
        return die_svg(face, _DEFAULT_DIE_ELEMENT, say("die.title", face=face_name(face)))
    if kind == "character":
        return character_svg(token, rulebook().words.name(CHARACTER_BY_ELEMENT[token]))
    if kind == "ornicle":
        return ornicle_svg(rulebook().words.name("ornicle"))
    return card_picture(parse_card(thing) or thing)
