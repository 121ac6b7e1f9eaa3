"""The table of a quiz question, without its answer until it is given, and the cards in its text."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit import Game
from twingkit.learn.quiz import QuizItem
from twingkit.twing.notation.battle_line import parse_lay
from twingkit.twing.quiz.games.game_wording import announced_faces
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.rulebook import rulebook
from twingkit_widgets.learn.practice.pictures import QuestionPictures, TablePictures
from twingkit_widgets.learn.practice.steps import PlayOutStep
from twingkit_widgets.learn.practice.words import WORDS
from twingkit_widgets.panel.house_rules_words import house_rules_suffix
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.twing.pictures.answer_sentence import describe_answer
from twingkit_widgets.twing.pictures.cards import CARDS_WITHOUT_ELEMENT, Card, card_picture
from twingkit_widgets.twing.pictures.scene import BattleScene, SceneSide
from twingkit_widgets.twing.pictures.small_battle import scene_for_learner, small_battle_html
from twingkit_widgets.twing.pictures.small_table import SmallTable
from twingkit_widgets.twing.play.offers import answer_groups
from twingkit_widgets.twing.play.pairings import pairing_scenes


class TwingQuestionPictures(QuestionPictures):
    """The pictures of the game for practice questions: the battle or, without one, the players with their
    cards.
    """

    def table_pictures(
        self, item: QuizItem, *, answered: bool, step: int | None, rule_act: str
    ) -> TablePictures:
        """Return the battle or, in a whole game, the players with the cards they have laid.

        After the answer, several pairings are shown elsewhere: below the options on a narrow screen.
        """
        game = _game_of_question(item, answered, step)
        scenes = [scene if answered else scene.without_answers() for scene in pairing_scenes(game, item.seat)]
        several = len(scenes) > 1
        battles = [
            small_battle_html(scene_for_learner(scene, game, item.seat), rule_act, game, item.seat, several)
            for scene in scenes
        ]
        if not game.table.is_whole_game:
            return TablePictures(battles)
        you = item.seat
        others = [seat for seat in range(len(game.table.players)) if seat != you]
        sides = side_by_seat(game, scenes)
        if game.table.fight is not None and not game.table.fight.is_rolled and step is None:
            faces = announced_faces(item)
            sides = {at: attrs.evolve(side, face=faces.get(at, side.face)) for at, side in sides.items()}
        sums = rule_act if answered and not several else ""
        players = SmallTable(
            game.table, learner_seat=you, hidden_hands=others, side_by_seat=sides, sum_action=sums
        ).html()
        if not (answered and several):
            return TablePictures([players])
        head = el("h3", WORDS.say("quiz.around"), cls="tk-label")
        return TablePictures([players], el("div", head, battles, cls="tk-stack"))

    def thing_pictures(self, thing_names: str) -> Sequence[Child]:
        """Return the pictures of the cards mentioned in the text."""
        return [el("span", card_picture(card), cls="tk-card") for card in _parse_shown_cards(thing_names)]

    def answer_text(self, before: Game, answer_line: str) -> str:
        """Return a sentence that describes an answer given at the table."""
        return describe_answer(before, answer_line)

    def option_text(self, before: Game, answer_line: str) -> str:
        """Return an answer in the words of the buttons on the play page."""
        question, answer = before.question, before.strip_seat(answer_line)
        assert question is not None
        groups = answer_groups(before.view(question.player))
        return next(offer.label for group in groups for offer in group.buttons if offer.answer == answer)

    def reference_html(self, item: QuizItem) -> Markup | None:
        """Return the powers of the objects on the table and among the options, or None."""
        table = item.game().table
        sides = table.fight.sides if table.fight and not table.is_whole_game else ()
        there = [name for side in sides for name in side.player.active_objects]
        offered = [word for choice in item.choices for word in choice.key.split() if word in OBJECTS]
        names = list(dict.fromkeys([*there, *offered]))
        if not names or (table.is_whole_game and not offered):
            return None
        book = rulebook()
        powers = [
            el("li", el("b", book.words.name(name)), ": ", book[rule].text(), house_rules_suffix([rule]))
            for name, rule in ((name, f"TW-POW-{name}") for name in names)
        ]
        head = el("summary", WORDS.say("quiz.powers"), data_key="known:powers:title")
        rows = el("ul", powers, cls="tk-list")
        # Collapsed: with open texts, question and answers would not fit on one phone screen.
        return el("details", head, rows, cls="tk-small", data_key="known:powers", data_controls=True)


def position_html(game: Game, seat: int) -> Markup:
    """Render a game from one seat's point of view: the battle or, in a whole game, all players with their
    cards.

    Hidden hands of others show only their size.
    """
    scenes = pairing_scenes(game, seat)
    if not game.table.is_whole_game:
        seen = [scene_for_learner(scene, game, seat) for scene in scenes]
        return el("div", [small_battle_html(scene, "", game, seat, len(seen) > 1) for scene in seen])
    others = [other for other in range(len(game.table.players)) if other != seat]
    return SmallTable(
        game.table, learner_seat=seat, hidden_hands=others, side_by_seat=side_by_seat(game, scenes)
    ).html()


def _game_of_question(item: QuizItem, answered: bool, step: int | None) -> Game:
    """Return the game at `step`; without a step, as the question asks it or, once a question on a rolled
    battle is answered, at the battle's end.
    """
    if step is not None:
        return PlayOutStep.after_answers(item, step).game
    game = item.game()
    if not answered or game.over or not (game.table.fight and game.table.fight.is_rolled):
        return game
    end = PlayOutStep.after_answers(item, len(item.answers_after)).game
    return end if pairing_scenes(end, item.seat) else game


def side_by_seat(game: Game, scenes: Sequence[BattleScene]) -> dict[int, SceneSide]:
    """Map each seat in a battle to its side of the scenes. The attacker's side is taken from the scene with
    the first defender.
    """
    if not scenes:
        return {}
    attack, *defences = [side.seat for side in game.table.fight.sides]
    sides = {attack: scenes[0].sides[0]}
    return sides | {seat: scene.sides[1] for seat, scene in zip(defences, scenes, strict=True)}


def _parse_shown_cards(cards: str) -> list[Card]:
    """Return the cards shown next to an option: a lay in notation, or names such as `cat`."""
    words = cards.replace(",", " ").split()
    if all(word in CARDS_WITHOUT_ELEMENT for word in words):
        return list(words)
    lay = parse_lay(cards)
    return [*lay.spells, *lay.units]
