"""The right answers in lessons on battles, and the numbers in their texts, computed from rules and odds.

=========  ============================================================================================
ask        the right answer, in addition to what `twingkit.learn.lesson.answer_key` knows for any game
=========  ============================================================================================
hits       the number of hits that the `faces` of `side` make
die        in how many of ten throws a die of `unit` of `side` hits (a combat roll)
any        the option whose range holds the chance of at least one hit in the next throw
share      the option whose range holds the learner's chance to win: of `line`, or of the present battle
best       the option whose `line` the attacker wins most often
enough     the first option whose `line` the attacker wins more often than not
drop       the option whose range holds the loss in chance to win from `line` to `other`
needs      the face that a die of `unit` of `side` needs in the next combat roll
due        what comes after `then`: `retreat`, `assign`, `over`, or the purpose of a throw: `combat`, ...
winner     who wins with `then`: `attacker`, `defender`, `tie`
rolls      whose dice are thrown next, as kinds of units with + between them, in the order of the volley
kept       who holds the planet after `then`, as the option that names a case of IM-INV-8
=========  ============================================================================================

A side is `attacker` or `defender` (the attacker by default). A thing to tap is a unit's class, with
`defender` before it for the defender's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from twingkit.core.notation import ROLES
from twingkit.core.play import Game
from twingkit.core.rulebook import Ruling
from twingkit.core.words import format_number as number_text
from twingkit.core.words import format_percent
from twingkit.imperium.battle.exact_odds.odds import battle_odds as odds
from twingkit.imperium.battle.exact_odds.odds_now import odds_now_or_result
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.address_reader import side_words_for_reader
from twingkit.imperium.battle.rules.dice.combat_roll import combat_volley
from twingkit.imperium.battle.rules.dice.volley import DiceGroup, VolleyResult
from twingkit.imperium.battle.rules.fire import FireDecision
from twingkit.imperium.battle.rules.questions import CombatQuestion, QuestionWithDefault, RollDice
from twingkit.imperium.box.units import BATTLE_CLASSES, unit
from twingkit.learn.lesson import answer_key
from twingkit.learn.lesson.lesson import LessonError, Option, Step
from twingkit.learn.quiz.staging import answer_while_pending, pending
from twingkit.odds.odds import Odds

_POLICY_ANSWER = "stated"
"""The answer that stands for the one by the policy of the line."""


def _checked_line(value: object) -> str:
    """Return a battle line after checking that the rules allow it."""
    Battle.parse(str(value)).check()
    return str(value)


class BattleAnswerKey(answer_key.LessonAnswerFinder):
    """The answer key of lessons on battles: it computes right answers and the numbers in texts."""

    has_computed_numbers = True
    step_fields: Mapping[str, answer_key.FieldParser] = {
        "side": answer_key.one_of_field(*ROLES),
        "unit": answer_key.one_of_field(*BATTLE_CLASSES),
        "line": _checked_line,
        "other": _checked_line,
    }
    option_fields: Mapping[str, answer_key.FieldParser] = {"line": _checked_line}

    @property
    def prediction_answerers(self) -> Mapping[str, answer_key.PredictionAnswerer]:
        """The functions that answer the questions of a prediction, by the question's name."""
        own: Mapping[str, answer_key.PredictionAnswerer] = {
            "hits": _hit_count,
            "die": _hits_in_ten_rolls,
            "any": _option_with_hit_chance,
            "share": _option_with_win_chance,
            "best": _best_option,
            "enough": _first_likely_win_option,
            "drop": _option_with_lost_win_chance,
            "needs": _face_needed,
            "due": next_battle_step_answer,
            "winner": winner,
            "rolls": _units_rolling_next,
            "kept": _final_planet_holder,
        }
        return {**super().prediction_answerers, **own}

    def game_of_table(self, table_lines: str) -> Game:
        """Start the battle that a lesson's table describes; units fire whenever they may, now and after later
        answers.
        """
        return game_after_fire_decisions(super().game_of_table(table_lines))

    def give_answers(self, game: Game, answers: Sequence[str]) -> Game:
        """Return the game after these answers; the answer `stated` stands for the policy in the battle's
        notation.
        """
        return play_battle_answers(game, answers)

    def play_freely(self, game: Game, answer: str, you: int) -> None:
        """Play one answer of a learner in a step of the kind `free`, then the opponent's decisions.

        All dice of a step are rolled together, and the other side follows its line.
        """
        if answer == answer_key.ROLL_ANSWER:
            last = roll = pending(game, RollDice)
            while roll and last and roll.step == last.step and roll.player >= last.player:
                game.roll()
                last, roll = roll, pending(game, RollDice)
        else:
            game.answer(answer)
        while question := pending(game, FireDecision) or pending(game, QuestionWithDefault, 1 - you):
            game.answer(question.default_answer())

    def names_for_reader(self, game: Game, you: int) -> Mapping[str, str]:
        """Return the words for both sides in messages to the learner: "you", and the opponent."""
        return side_words_for_reader(you, "opponent")

    def check_tappable(self, name: str) -> None:
        """Raise `ValueError` if `name` does not name a unit; in a battle, a learner can tap only units."""
        answer_key.one_of_field(*BATTLE_CLASSES)(parse_unit_and_side(name)[0])

    def compute_number(self, request: str) -> str:
        """Return a number for a lesson's text; see `compute_requested_number`."""
        return compute_requested_number(request)

    def fact_text(self, run: answer_key.LessonRun, name: str) -> str:
        """Return the attacker's chance to win in percent: for the name `now` in the current battle, for
        `this` after the chosen option.

        Raises `KeyError` for other names.
        """
        begun = run.game(answered=False)
        if name == "now":
            return format_percent(odds_now_or_result(begun).win)
        option = run.step.option(run.wrong_answer or run.given_answer)
        reached = odds_after_option(begun, option) if name == "this" and option else None
        if reached is None:
            raise KeyError(name)
        return format_percent(reached.win)


def game_after_fire_decisions(game: Game) -> Game:
    """Answer all pending questions on whether units fire by their default, and return the same game."""
    answer_while_pending(game, FireDecision, FireDecision.default_answer)
    return game


def parse_unit_and_side(word: str) -> tuple[str, int]:
    """Parse a token for a unit to tap, and return the unit and the index of its side (0: the attacker)."""
    side, _, name = word.rpartition(" ")
    return name, ROLES.index(side or ROLES[0])


def play_battle_answers(game: Game, answers: Sequence[str]) -> Game:
    """Return the game after these answers; the answer `stated` stands for the policy in the battle's
    notation.
    """
    for answer in answers:
        question = pending(game, QuestionWithDefault) if answer == _POLICY_ANSWER else None
        game.answer(question.default_answer() if question else answer)
    return game_after_fire_decisions(game)


def _side_index_of(step: Step) -> int:
    return ROLES.index(step.extra_field("side") or ROLES[0])


# -- a battle under way


def next_rolls(game: Game, faces: Sequence[str]) -> list[tuple[RollDice, VolleyResult]]:
    """Return the next rolls of dice in a battle, each with the result for the given faces; the game itself is
    not changed.
    """
    twin, outcomes = game.copy(), []
    for face in faces:
        if twin.question is not None and (implied := twin.question.implied_answer(face)) is not None:
            twin.answer(implied)
        roll = pending(twin, RollDice)
        if roll is None:
            raise LessonError(f"no dice are asked for {face!r}")
        outcomes.append((roll, roll.parse_answer(face)))
        twin.answer(face)
    return outcomes


# -- right answers


def _hit_count(game: Game, step: Step) -> answer_key.KeyedAnswer:
    """Return the number of hits of a side's dice as the right answer, with the rulings on these hits."""
    thrown = [
        fall for question, fall in next_rolls(game, step.faces) if question.player == _side_index_of(step)
    ]
    after = play_battle_answers(game.copy(), step.faces)
    why = [ruling for ruling in after.rulings_since(len(game)) if ruling.rule in _named(step)]
    return answer_key.option_id_of_answer(step, str(thrown[0].hits)), why


def _hits_in_ten_rolls(game: Game, step: Step) -> answer_key.KeyedAnswer:
    """Return the right answer to “How often does a die of a unit hit in ten rolls on average?”"""
    return answer_key.option_id_of_answer(step, str(11 - _dice(game, step).hits_on)), ()


def _face_needed(game: Game, step: Step) -> answer_key.KeyedAnswer:
    """Return the right answer to “What is the lowest face with which a die of a unit hits?”"""
    return answer_key.option_id_of_answer(step, str(_dice(game, step).hits_on)), ()


def _option_with_hit_chance(game: Game, step: Step) -> answer_key.KeyedAnswer:
    """Return the option whose range holds the chance that the next roll makes at least one hit."""
    return answer_key.option_id_in_range(step, 1 - _next_roll(game).volley.hit_probabilities()[0]), ()


def _option_with_win_chance(game: Game, step: Step) -> answer_key.KeyedAnswer:
    """Return the option whose range holds the attacker's chance to win the battle `line` or, without `line`,
    the current battle.
    """
    return answer_key.option_id_in_range(
        step, (odds(step.extra_field("line")) if step.extra_field("line") else odds_now_or_result(game)).win
    ), ()


def _best_option(game: Game, step: Step) -> answer_key.KeyedAnswer:
    """Return the option whose battle the attacker wins most often."""
    chances = {option.id: odds(option.extra_fields["line"]).win for option in step.options}
    return max(chances, key=chances.__getitem__), ()


def _first_likely_win_option(game: Game, step: Step) -> answer_key.KeyedAnswer:
    """Return the first option whose battle the attacker wins more often than not."""
    return next(option.id for option in step.options if odds(option.extra_fields["line"]).win > 0.5), ()


def _option_with_lost_win_chance(game: Game, step: Step) -> answer_key.KeyedAnswer:
    """Return the option whose range holds how much smaller the attacker's chance to win is in battle `other`
    than in battle `line`.
    """
    return answer_key.option_id_in_range(
        step, odds(step.extra_field("line")).win - odds(step.extra_field("other")).win
    ), ()


def next_battle_step_answer(game: Game, step: Step) -> answer_key.KeyedAnswer:
    """Return the right answer to “Which step of the battle comes next?”: a step, a kind of question, or
    `over`.
    """
    after = play_battle_answers(game.copy(), step.then)
    question = after.question
    name = question.battle_step if isinstance(question, CombatQuestion) else "over"
    rulings = after.rulings_since(len(game)) if step.then else _latest_rulings(after)
    return name, [ruling for ruling in rulings if ruling.rule in _named(step)]


def _latest_rulings(game: Game) -> list[Ruling]:
    """Return the rulings since the last answer, without decisions to fire."""
    rulings: list[Ruling] = []
    for entry in reversed(game.transcript):
        rulings = [*entry.rulings, *rulings]
        if not isinstance(entry.question, FireDecision):
            return rulings
    return [*game.opening_rulings, *rulings]


def winner(game: Game, step: Step) -> answer_key.KeyedAnswer:
    """Return the right answer to “Who wins the battle?” (`attacker`, `defender` or `tie`), with the rulings
    on it.
    """
    after = play_battle_answers(game.copy(), step.then)
    if not after.over:
        raise LessonError(f"step {step.id!r}: the battle is not over")
    name = "tie" if after.result.winner is None else ROLES[after.result.winner]
    return name, [ruling for ruling in after.rulings_since(len(game)) if ruling.rule in _named(step)]


def _units_rolling_next(game: Game, step: Step) -> answer_key.KeyedAnswer:
    return answer_key.option_id_of_answer(
        step, "+".join(group.unit for group in _next_roll(game).volley.groups)
    ), ()


def _final_planet_holder(game: Game, step: Step) -> answer_key.KeyedAnswer:
    """Return the option that says who holds the planet after the invasion, with the rulings on the control of
    the planet.
    """
    after = play_battle_answers(game.copy(), step.then)
    citations = [ruling for ruling in after.rulings_since(0) if ruling.rule == "IM-INV-8"]
    cases = [ruling.case for ruling in citations]
    right = [option for option in step.options if option.answer in cases]
    if len(right) != 1:
        raise LessonError(f"step {step.id!r}: exactly one option must name one of {cases}")
    return right[0].id, [ruling for ruling in citations if ruling.case == right[0].answer]


def _named(step: Step) -> tuple[str, ...]:
    return (*step.cites, *([step.rule] if step.rule else []))


def _next_roll(game: Game) -> RollDice:
    """Return the next roll of a battle; decisions before it are made by the policies of the battle line."""
    twin = game.copy()
    answer_while_pending(twin, QuestionWithDefault, QuestionWithDefault.default_answer)
    roll = pending(twin, RollDice)
    if roll is None:
        raise LessonError("no dice are to be thrown")
    return roll


def _dice(game: Game, step: Step) -> DiceGroup:
    """Return the dice of a unit in the next combat roll of a side."""
    table = game.table
    volley = combat_volley(table.fight, table.state, _side_index_of(step), max(table.round, 1))
    return next(group for group in volley.groups if group.unit == step.extra_field("unit"))


# -- numbers


def compute_requested_number(request: str) -> str:
    """Return a number that a lesson's text requests, such as `win space: …` or `combat cruiser`.

    The others are `loss …`, `lost attacker …` (resources), `drop … | …` (the difference of two battles'
    chances to win as shown, in percentage points), `tenths cruiser`, `cost cruiser`, and for an ability
    (`barrage`, `bombardment`, `space_cannon`) `value barrage destroyer`, `dice barrage destroyer`, `once
    barrage destroyer` (at least one hit). Raises `LessonError` for another name.
    """
    kind, _, argument = request.partition(" ")
    if kind in ("win", "tie", "loss"):
        return format_percent(getattr(odds(argument), kind))
    if kind == "drop":
        before, _, after = argument.partition(" | ")
        return number_text(round(100 * odds(before).win, 1) - round(100 * odds(after).win, 1), 1)
    if kind == "lost":
        side, _, line = argument.partition(" ")
        return number_text(odds(line).mean_resource_losses[ROLES.index(side)], 1)
    if kind in ("combat", "tenths", "cost"):
        own = unit(argument)
        value = {"combat": own.combat, "tenths": 11 - own.combat, "cost": own.cost}[kind]
        return number_text(value, 0 if value == int(value) else 1)
    if kind in ("value", "dice", "once"):
        ability, _, name = argument.partition(" ")
        shots = getattr(unit(name), ability)
        if kind == "once":
            return format_percent(1 - (1 - (11 - shots.hits_on) / 10) ** shots.dice)
        return str(shots.hits_on if kind == "value" else shots.dice)
    raise LessonError(f"there is no number {request!r}")


def odds_after_option(game: Game, option: Option) -> Odds | None:
    """Return the attacker's odds for an option of a lesson: in the battle that it names, or after its answer.
    None if a rule forbids the answer.
    """
    if "line" in option.extra_fields:
        return odds(option.extra_fields["line"])
    if not option.answer or game.refusal(option.answer) is not None:
        return None
    return odds_now_or_result(play_battle_answers(game.copy(), [option.answer]))
