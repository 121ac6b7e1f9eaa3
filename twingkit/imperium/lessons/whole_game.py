"""The right answers in lessons of Twilight Imperium, on whole games and on battles.

=========  ============================================================================================
ask        the right answer on the table of a whole game, in addition to those of battles (`answer_key`)
=========  ============================================================================================
count      the number of `what` after `then`: of a player `tactic p1`, `fleet p1`, `strategy p1`,
           `reserve p1`, `goods p1`, `commodities p1`, `points p1`, `hand p1` (action cards), `planets p1`,
           `cruiser p1 18` (units in a system or on a planet), `cruiser p1` (on the whole map); of a planet
           `resources lodor`, `influence lodor`; `objectives` (open ones), `laws`, `agendas` (in a round)
held       who controls the planet `what` after `then`, by the seat's name in records; or `nobody`
lies       the state of the card of the planet, technology or strategy card `what` after `then`: `ready`,
           `exhausted`; of an objective `scored`, `open`
winner     who wins with `then`, by the seat's name in records; `none` if play goes on
=========  ============================================================================================

A step's table is a line of a game (`imperium short`, `galaxy: …`) or of a battle. A thing to tap is a planet,
a system by its tile, a unit's class, or a card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from twingkit.core.play import Game
from twingkit.core.rulebook import YOU
from twingkit.imperium.battle.starts import BattleStart
from twingkit.imperium.box.names import card_rules
from twingkit.imperium.box.tiles import planets, tiles
from twingkit.imperium.box.units import CLASSES, DOCK, unit
from twingkit.imperium.galaxy.objectives.cards import objective_cards
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.technology.cards import faction
from twingkit.imperium.lessons.answer_key import BattleAnswerKey, at_dice, next_step, winner
from twingkit.imperium.texts.fact_names import POOLS, STRATEGY_CARDS
from twingkit.learn.lesson.answer_key import AnswerKey, Ask, Field, Item, KeyedAnswer, LessonRun
from twingkit.learn.lesson.lesson import LessonError, Step
from twingkit.learn.quiz.quiz_of import quiz_of

ON_SHEET = (*POOLS, "goods", "commodities", "points")
"""The numbers that `count` takes from a sheet."""

STATS = ("move", "capacity", "production")
"""The values of a unit that `number` knows besides its cost and its dice."""


class ImperiumAnswerKey(BattleAnswerKey):
    """The right answers in the lessons of Twilight Imperium."""

    fields: Mapping[str, Field] = {**BattleAnswerKey.fields, "what": str}

    @property
    def topics(self) -> Sequence[str]:
        """The topics of closing checks: the question topics."""
        return tuple(quiz_of("imperium").topics)

    @property
    def asks(self) -> Mapping[str, Ask]:
        """The questions of a prediction, by name."""
        own: Mapping[str, Ask] = {
            "count": self.count,
            "held": self.planet_controller,
            "lies": self.card_state,
        }
        return {**super().asks, **own, "due": self.next_step, "winner": self.winner}

    # -- the table

    def table(self, text: str) -> Game:
        """Return the game of a table; in a battle, units that may fire do."""
        game = Game.begin(text, game=self.game)
        return at_dice(game) if is_battle(game) else game

    def play_answers(self, game: Game, answers: Sequence[str]) -> Game:
        """Give these answers of a lesson and return the game."""
        return (
            super().play_answers(game, answers)
            if is_battle(game)
            else AnswerKey.play_answers(self, game, answers)
        )

    def play_freely(self, game: Game, answer: str, you: int) -> None:
        """Give one more answer of a learner who plays alone."""
        if is_battle(game):
            super().play_freely(game, answer, you)
        else:
            AnswerKey.play_freely(self, game, answer, you)

    def names_for_reader(self, game: Game, you: int) -> Mapping[str, str]:
        """Return names that call the learner "you"; in a battle the other side is the opponent, in a game the
        others are named by their seats.
        """
        return super().names_for_reader(game, you) if is_battle(game) else {SEATS[you]: YOU}

    def check_thing(self, name: str) -> None:
        """Raise `ValueError` if the name is not part of a battle or a game."""
        if name in (*planets(), *tiles(), *CLASSES, DOCK, *card_rules()):
            return
        if name.startswith("strategy_") and name[9:] in map(str, STRATEGY_CARDS):
            return
        super().check_thing(name)

    # -- numbers and questions

    def number(self, request: str) -> str:
        """Return a number that a lesson's text names: as in battles, and `move carrier`, `capacity carrier`,
        `production spacedock`, `resources lodor`, `influence mr`, `commodities hacan`.

        Raises `LessonError` for another name.
        """
        kind, _, name = request.partition(" ")
        if kind in STATS and name in (*CLASSES, DOCK):
            return str(getattr(unit(name), kind))
        if kind in ("resources", "influence") and name in planets():
            return str(getattr(planets()[name], kind))
        if kind == "commodities":
            return str(faction(name).commodities)
        return super().number(request)

    def fact(self, way: LessonRun, name: str) -> str:
        """Return a number of the open step, in a battle its chances. Raises `KeyError` for other names."""
        if not is_battle(way.game(answered=False)):
            raise KeyError(name)
        return super().fact(way, name)

    def questions(self, topic: str, deal: int, count: int) -> Sequence[Item]:
        """Return the questions of a closing check."""
        return quiz_of("imperium").check(topic, deal, count)

    # -- right answers

    def next_step(self, game: Game, step: Step) -> KeyedAnswer:
        """Return the step of a battle, or the kind of question of a game, that comes next."""
        return next_step(game, step) if is_battle(game) else AnswerKey.next_step(self, game, step)

    def winner(self, game: Game, step: Step) -> KeyedAnswer:
        """Return the side that wins a battle, or the seat that wins the game."""
        if is_battle(game):
            return winner(game, step)
        after = self.game_after(game, step)
        name = SEATS[after.result.winner] if after.over else "none"
        return name, self.explanations(game, step.then, step)

    def count(self, game: Game, step: Step) -> KeyedAnswer:
        """Return the option for the number on the table then, by its answer or else by its id."""
        value = str(count_on_table(self.game_after(game, step).table, step.fact("what")))
        meant = (option.id for option in step.options if (option.answer or option.id) == value)
        return next(meant, value), self.explanations(game, step.then, step)

    def planet_controller(self, game: Game, step: Step) -> KeyedAnswer:
        """Return the player who controls a planet then."""
        table: GameTable = self.game_after(game, step).table
        if step.fact("what") not in table.holders:
            raise LessonError(f"step {step.id!r}: there is no planet {step.fact('what')!r} on this map")
        holder = table.holders[step.fact("what")]
        return ("nobody" if holder is None else SEATS[holder]), self.explanations(game, step.then, step)

    def card_state(self, game: Game, step: Step) -> KeyedAnswer:
        """Return the state of a card then."""
        table: GameTable = self.game_after(game, step).table
        return card_state_on_table(table, step.fact("what")), self.explanations(game, step.then, step)


def is_battle(game: Game) -> bool:
    """True for the battle of a line, False for a whole game."""
    return isinstance(game.start, BattleStart)


def count_on_table(table: GameTable, quantity: str) -> int:
    """Return a number of a table: see `count` in the module docstring. Raises `LessonError` for an unknown
    quantity.
    """
    kind, *words = quantity.split()
    if kind == "objectives" and not words:
        return len(table.objectives)
    if kind == "laws" and not words:
        return len(table.laws)
    if kind == "agendas" and not words:
        return table.agendas_per_round
    if kind in ("resources", "influence") and len(words) == 1 and words[0] in table.holders:
        return int(getattr(table, kind)(words[0]))
    if not words or words[0] not in SEATS[: len(table.players)]:
        raise LessonError(f"there is no number {quantity!r}")
    seat, place = SEATS.index(words[0]), words[1:]
    player = table.players[seat]
    if kind in ON_SHEET:
        return int(getattr(player, kind))
    if kind in ("reserve", "planets", "hand"):
        return {
            "reserve": table.tokens_in_reinforcements(seat),
            "planets": len(table.controlled_planets(seat)),
            "hand": len(player.action_cards),
        }[kind]
    if kind not in (*CLASSES, DOCK):
        raise LessonError(f"there is no number {quantity!r}")
    if not place:
        return table.count_on_board(seat, kind)
    if place[0] in table.ground:
        return table.units_on_planet(seat, place[0])[kind]
    return table.units_in_space(seat, table.galaxy.system(place[0]).index)[kind]


def card_state_on_table(table: GameTable, card: str) -> str:
    """Return the state of a card: `ready` or `exhausted`; of an objective `scored` or `open`."""
    if card in objective_cards():
        return "scored" if any(card in player.scored for player in table.players) else "open"
    exhausted = card in table.exhausted or any(card in player.exhausted for player in table.players)
    number = card.removeprefix("strategy_")
    if number.isdecimal():
        exhausted = any(player.strategy_cards.get(int(number), False) for player in table.players)
    return "exhausted" if exhausted else "ready"


OF_ALL = ImperiumAnswerKey("imperium")
"""The right answers in all lessons of the game."""
