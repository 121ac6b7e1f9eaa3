"""What lies on the table of a question, covered while it is open, and step by step when it is played out."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit import Game
from twingkit.twing.begin import begin, give
from twingkit.twing.notation import read_lay
from twingkit.twing.quiz import Item
from twingkit.twing.view import View
from twingkit_widgets.cards import SPECIALS, Card
from twingkit_widgets.deed import deed
from twingkit_widgets.lesson_reader import course
from twingkit_widgets.play_battle import pairings_of
from twingkit_widgets.practice_tally import WORDS
from twingkit_widgets.scene import Scene, SideView, scene_of


def topic_name(topic: str, lang: str) -> str:
    """What a topic is called: as its lesson."""
    return str(course()[topic]["title"][lang])


@attrs.frozen
class Step:
    """A moment of a question that is played out: the table after `place` answers, and what the last one
    brought about: rulings, or, where no rule had anything to say, the answer itself."""

    place: int
    game: Game
    before: Game | None = None
    line: str = ""

    @classmethod
    def of(cls, item: Item, place: int) -> Step:
        """The moment after `place` of the answers that play the question out."""
        start, lines = played(item)
        if not place:
            return cls(0, start)
        before = give(start, lines[: place - 1])
        return cls(place, give(before.copy(), lines[place - 1 : place]), before, lines[place - 1])

    def sentences(self, lang: str) -> list[tuple[str, str]]:
        """What happened, each sentence with the id of its rule ("" for none)."""
        if self.before is None:
            return [(WORDS.say(lang, "quiz.step_begin"), "")]
        told = [(ruling.text(lang), ruling.rule) for ruling in self.game.transcript[-1].rulings]
        return told or [(deed(self.before, self.line, lang), "")]


def played(item: Item) -> tuple[Game, tuple[str, ...]]:
    """Where the steps of a question begin, and the answers that play it out; for a battle that was over when
    it was asked about, the whole of it."""
    game = item.game()
    if item.after or not game.over:
        return game, item.after
    return begin(item.table), item.before


def table_of(item: Item, answered: bool, step: int | None) -> Game:
    """The table of a question: as it was asked about; once answered, as its battle ended
    if the dice had fallen; else the step."""
    if step is not None:
        return Step.of(item, step).game
    asked = item.game()
    if not answered or asked.over or not (asked.table.fight and asked.table.fight.rolled):
        return asked
    end = Step.of(item, len(item.after)).game
    return end if scenes_of(end, item.seat) else asked


def cover(scene: Scene) -> Scene:
    """The scene without what could be asked: what the dice count and why, and who wins. `QUIZ_CSS` hides the
    sums of an open question."""

    def covered(side: SideView) -> SideView:
        return attrs.evolve(side, counts=None, note=None)

    attack, defence = scene.sides
    return attrs.evolve(scene, sides=(covered(attack), covered(defence)), result=None)


def scenes_of(game: Game, seat: int) -> Sequence[Scene]:
    """A picture for each defender of the battle that lies on the table."""
    if not game.table.whole:
        return [scene_of(game)]
    fight = game.table.fight
    if fight is None or not any(side.lay.spells or side.lay.units for side in fight.sides):
        return []
    view = game.view(seat)
    assert isinstance(view, View)
    return [pairing.scene for pairing in pairings_of(fight, view)]


def cards_of(text: str) -> list[Card]:
    """The cards beside an option: a lay in notation, or names such as `cat`."""
    words = text.replace(",", " ").split()
    if all(word in SPECIALS for word in words):
        return list(words)
    lay = read_lay(text)
    return [*lay.spells, *lay.units]
