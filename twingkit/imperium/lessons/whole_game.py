"""The right answers in lessons of Twilight Imperium, on whole games and on battles.

=========  ============================================================================================
ask        the right answer on the table of a whole game, in addition to those of battles (`answer_key`)
=========  ============================================================================================
count      the number of `what` after `then`: of a player `tactic p1`, `fleet p1`, `strategy p1`,
           `reserve p1`, `goods p1`, `commodities p1`, `points p1`, `hand p1` (action cards), `planets
           p1`, `cruiser p1 18` (units in a system or on a planet), `cruiser p1` (on the whole map); of a
           planet `resources lodor`, `influence lodor`; `objectives` (open ones), `laws`, `agendas` (in a
           round)
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
from twingkit.core.rulebook import READER_KEY
from twingkit.imperium.battle.starts import BattleStart
from twingkit.imperium.box.names import rule_id_by_card_id
from twingkit.imperium.box.tiles import planets_by_id, tiles_by_number
from twingkit.imperium.box.units import BATTLE_CLASSES, DOCK, unit
from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.technology.cards import faction
from twingkit.imperium.lessons.answer_key import (
    BattleAnswerKey,
    game_after_fire_decisions,
    next_battle_step_answer,
    winner,
)
from twingkit.imperium.texts.fact_names import STRATEGY_CARDS, TOKEN_POOLS
from twingkit.learn.lesson import answer_key
from twingkit.learn.lesson.lesson import LessonError, Step

_SHEET_QUANTITIES = (*TOKEN_POOLS, "goods", "commodities", "points")
"""The quantities that `number_on_table` reads from a player's sheet."""

_UNIT_STATS = ("move", "capacity", "production")
"""The values of a unit that `compute_number` can return, besides its cost and its dice."""


class _ImperiumAnswerKey(BattleAnswerKey):
    """The answer key of all lessons of Twilight Imperium, on whole games and on battles."""

    step_fields: Mapping[str, answer_key.FieldParser] = {**BattleAnswerKey.step_fields, "what": str}

    @property
    def prediction_answerers(self) -> Mapping[str, answer_key.PredictionAnswerer]:
        """The functions that answer the questions of a prediction, by the question's name."""
        own: Mapping[str, answer_key.PredictionAnswerer] = {
            "count": self.count_option,
            "held": self.planet_controller,
            "lies": self.card_state,
        }
        return {**super().prediction_answerers, **own, "due": self.next_question_kind, "winner": self.winner}

    # -- the table

    def game_of_table(self, table_lines: str) -> Game:
        """Start the game that a lesson's table describes; in a battle, units that may fire do so."""
        game = Game.begin(table_lines, game=self.game)
        return game_after_fire_decisions(game) if is_single_battle(game) else game

    def give_answers(self, game: Game, answers: Sequence[str]) -> Game:
        """Return the game after these answers of a lesson."""
        return (
            super().give_answers(game, answers)
            if is_single_battle(game)
            else answer_key.LessonAnswerFinder.give_answers(self, game, answers)
        )

    def play_freely(self, game: Game, answer: str, you: int) -> None:
        """Play a learner's answer in a step of the kind `free`, then the other players' answers."""
        if is_single_battle(game):
            super().play_freely(game, answer, you)
        else:
            answer_key.LessonAnswerFinder.play_freely(self, game, answer, you)

    def names_for_reader(self, game: Game, you: int) -> Mapping[str, str]:
        """Return the words for the players: “you” and the opponent in a battle, “you” and the seats of the
        others in a whole game.
        """
        return super().names_for_reader(game, you) if is_single_battle(game) else {SEATS[you]: READER_KEY}

    def check_tappable(self, name: str) -> None:
        """Raise `ValueError` if `name` is not an item that a learner can tap in a battle or a game."""
        if name in (*planets_by_id(), *tiles_by_number(), *BATTLE_CLASSES, DOCK, *rule_id_by_card_id()):
            return
        if name.startswith("strategy_") and name[9:] in map(str, STRATEGY_CARDS):
            return
        super().check_tappable(name)

    # -- numbers and questions

    def compute_number(self, request: str) -> str:
        """Return a number for a lesson's text, such as `move carrier`.

        The others are those of battles, and `capacity carrier`, `production spacedock`, `resources lodor`,
        `influence mr`, `commodities hacan`.

        Raises `LessonError` for another name.
        """
        kind, _, name = request.partition(" ")
        if kind in _UNIT_STATS and name in (*BATTLE_CLASSES, DOCK):
            return str(getattr(unit(name), kind))
        if kind in ("resources", "influence") and name in planets_by_id():
            return str(getattr(planets_by_id()[name], kind))
        if kind == "commodities":
            return str(faction(name).commodity_limit)
        return super().compute_number(request)

    def fact_text(self, run: answer_key.LessonRun, name: str) -> str:
        """Return a chance to win that a battle lesson's text names (see `BattleAnswerKey.fact_text`).

        Raises `KeyError` in a whole game and for other names.
        """
        if not is_single_battle(run.game(answered=False)):
            raise KeyError(name)
        return super().fact_text(run, name)

    # -- right answers

    def next_question_kind(self, game: Game, step: Step) -> answer_key.KeyedAnswer:
        """Return the right answer to “What comes next?”: a step of the battle or, in a whole game, a kind of
        question.
        """
        return (
            next_battle_step_answer(game, step)
            if is_single_battle(game)
            else answer_key.LessonAnswerFinder.next_question_kind(self, game, step)
        )

    def winner(self, game: Game, step: Step) -> answer_key.KeyedAnswer:
        """Return the right answer to “Who wins?”: a side of the battle or, in a whole game, a seat."""
        if is_single_battle(game):
            return winner(game, step)
        after = self.game_after(game, step)
        name = SEATS[after.result.winner] if after.over else "none"
        return name, self.explanations(game, step.then, step)

    def count_option(self, game: Game, step: Step) -> answer_key.KeyedAnswer:
        """Return the option with the number that the step's field `what` names, counted on the table after
        the step's answers.
        """
        value = str(number_on_table(self.game_after(game, step).table, step.extra_field("what")))
        meant = (option.id for option in step.options if (option.answer or option.id) == value)
        return next(meant, value), self.explanations(game, step.then, step)

    def planet_controller(self, game: Game, step: Step) -> answer_key.KeyedAnswer:
        """Return the right answer to “Who controls the planet?” after the step's answers: a seat or
        `nobody`.
        """
        table: GameTable = self.game_after(game, step).table
        if step.extra_field("what") not in table.planet_controllers:
            raise LessonError(
                f"step {step.id!r}: there is no planet {step.extra_field('what')!r} on this map"
            )
        holder = table.planet_controllers[step.extra_field("what")]
        return ("nobody" if holder is None else SEATS[holder]), self.explanations(game, step.then, step)

    def card_state(self, game: Game, step: Step) -> answer_key.KeyedAnswer:
        """Return the state of the step's card after the step's answers (see `card_state_on_table`)."""
        table: GameTable = self.game_after(game, step).table
        return card_state_on_table(table, step.extra_field("what")), self.explanations(game, step.then, step)


def is_single_battle(game: Game) -> bool:
    """True if the game is a single battle started from its notation, False for a whole game."""
    return isinstance(game.start, BattleStart)


def number_on_table(table: GameTable, quantity: str) -> int:
    """Return the number on a table that `quantity` names, for example `goods p1`.

    The module docstring lists the quantities under `count`.

    Raises `LessonError` for an unknown quantity.
    """
    kind, *words = quantity.split()
    if kind == "objectives" and not words:
        return len(table.open_objectives)
    if kind == "laws" and not words:
        return len(table.laws)
    if kind == "agendas" and not words:
        return table.agendas_per_round
    if kind in ("resources", "influence") and len(words) == 1 and words[0] in table.planet_controllers:
        return int(getattr(table, kind)(words[0]))
    if not words or words[0] not in SEATS[: len(table.players)]:
        raise LessonError(f"there is no number {quantity!r}")
    seat, place = SEATS.index(words[0]), words[1:]
    player = table.players[seat]
    if kind in _SHEET_QUANTITIES:
        return int(getattr(player, kind))
    if kind in ("reserve", "planets", "hand"):
        return {
            "reserve": table.tokens_in_reinforcements(seat),
            "planets": len(table.controlled_planets(seat)),
            "hand": len(player.action_cards),
        }[kind]
    if kind not in (*BATTLE_CLASSES, DOCK):
        raise LessonError(f"there is no number {quantity!r}")
    if not place:
        return table.count_on_board(seat, kind)
    if place[0] in table.ground:
        return table.units_on_planet(seat, place[0])[kind]
    return table.units_in_space(seat, table.galaxy.system(place[0]).index)[kind]


def card_state_on_table(table: GameTable, card: str) -> str:
    """Return the state of a card: `ready` or `exhausted`, or for an objective `scored` (by any player) or
    `open`.
    """
    if card in objectives_by_id():
        return "scored" if any(card in player.scored_objectives for player in table.players) else "open"
    exhausted = card in table.exhausted_planets or any(
        card in player.exhausted_cards for player in table.players
    )
    number = card.removeprefix("strategy_")
    if number.isdecimal():
        exhausted = any(player.strategy_cards.get(int(number), False) for player in table.players)
    return "exhausted" if exhausted else "ready"


ANSWER_KEY = _ImperiumAnswerKey("imperium")
"""The answer key for all lessons of the game."""
