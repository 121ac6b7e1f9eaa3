"""The right answers in a lesson of Imperial Twing, and the numbers that its texts can name.

=========  ============================================================================================
ask        the right answer, in addition to those of `twingkit.learn.lesson.answer_key` for every game
=========  ============================================================================================
leader     the side with more points on the cards: `attacker`, `defender`, `tie`
chance     the option whose range holds the attacker's chance of winning
die        the value of the die of `side`: a number, `Sun`, `Cross`
winner     the winner if nobody plays anything more: `attacker`, `defender`, `tie`
creature   the fate of the creature `card` of `side` in that case: `home` or `lost`
count      the number of `what` after `then`: `ornicles p1`, `hand p2`, `points attacker`, `bank`, ...
where      the place of `card` after `then`: `hand p1`, `entourage p1`, `objects p1`, `discard`, `display`,
           `stack`
=========  ============================================================================================

In a step of the kind `answer` a lay is made from the cards in hand and entourage, or from `cards` (a lay in
notation) if the table is a battle. `show` selects the visible part of a whole game: "seats", "battle", "both"
or "nothing" (by default the battle if there is one, else the seats).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from twingkit.core.notation import ROLES
from twingkit.core.play import Game, Roll
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import READER_KEY, Ruling
from twingkit.core.words import format_percent
from twingkit.learn.lesson import answer_key
from twingkit.learn.lesson.lesson import Step
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.staging import is_pending, pending
from twingkit.twing import quiz
from twingkit.twing.exact_odds.odds import fight_odds
from twingkit.twing.notation.battle_line import parse_lay
from twingkit.twing.rules.battle_acts import PASS
from twingkit.twing.rules.cards import CHARACTER_BY_ELEMENT, FACES, FaceFact, face_text, parse_face
from twingkit.twing.rules.lay import Lay, lay_refusals
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.outcome import DECIDING_RULES, die_value_and_rule
from twingkit.twing.rules.player import Player, reader_names_as_you
from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS, RESPONSE_CARD_PLURALS
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.rules.typed_rulings import BattleWon

_MAX_PASSES = 12
_PICTURE_KINDS = ("seats", "battle", "both", "nothing")
_LAY_PREFIX = "lay "
_EMPTY_LAY_ANSWER = f"{_LAY_PREFIX}nothing"


class _TwingAnswerKey(answer_key.LessonAnswerFinder):
    step_fields: Mapping[str, answer_key.FieldParser] = {
        "what": str,
        "side": answer_key.one_of_field(*ROLES),
        "card": str,
        "cards": str,
        "show": answer_key.one_of_field(*_PICTURE_KINDS),
    }
    option_fields: Mapping[str, answer_key.FieldParser] = {"cards": str}
    check_topics: Sequence[str] = tuple(quiz.TOPICS)
    default_options: Mapping[str, Sequence[str]] = {
        **answer_key.LessonAnswerFinder.default_options,
        "leader": ("attacker", "defender", "tie"),
        "winner": ("attacker", "defender", "tie"),
        "creature": ("home", "lost"),
    }

    def names_for_reader(self, game: Game, you: int) -> Mapping[str, str]:
        """Return the names that texts use for the players: "you" for the learner, else the character."""
        players = game.table.players
        sides = game.table.fight.sides if game.table.fight else ()
        names = {side.name: READER_KEY if side.seat == you else players[side.seat].name for side in sides}
        return reader_names_as_you(players[you]) | (names if len(names) == len(sides) else {})

    @property
    def prediction_answerers(self) -> Mapping[str, answer_key.PredictionAnswerer]:
        """The functions that find the right answer of a prediction, by the name of its question."""
        own: Mapping[str, answer_key.PredictionAnswerer] = {
            "leader": _side_with_more_points,
            "chance": _win_probability_range,
            "die": die_value,
            "winner": _winner_if_all_pass,
            "creature": creature_fate_if_all_pass,
            "count": self.count_answer,
            "where": self.card_place_answer,
        }
        return {**super().prediction_answerers, **own}

    def check_tappable(self, name: str) -> None:
        """Raise `ValueError` unless `name` is one of: `spell F5`, `creature F4` (`F4M` is a mount),
        `cat`, `trap`, `miromon`, `object hat`, `face Sun`, `character F`, `ornicle`.
        """
        kind, _, token = name.partition(" ")
        if kind == "spell":
            parse_lay(token)
        elif kind == "creature":
            parse_lay(f"shield {token}")
        else:
            named = {"object": token in OBJECTS, "character": token in CHARACTER_BY_ELEMENT}
            named |= {"face": kind == "face" and parse_face(token) is not None}
            if not named.get(kind, name in (*RESPONSE_CARD_KINDS, "ornicle")):
                raise ValueError(f"there is no thing {name!r}")

    # -- a lay

    def parse_answer(self, step: Step, answer: str) -> str:
        """Return the cards that a learner lays as the game writes this answer: with the word `lay` before
        them.
        """
        return _LAY_PREFIX + answer.removeprefix(_LAY_PREFIX)

    def refusal(self, run: answer_key.LessonRun, step: Step, answer: str) -> Refusal | None:
        """Return the refusal of an answer, or None; a step's own cards are not checked against the hand."""
        if step.kind == "answer" and (step.extra_field("cards") or answer == _EMPTY_LAY_ANSWER):
            lay = Lay() if answer == _EMPTY_LAY_ANSWER else parse_lay(answer.removeprefix(_LAY_PREFIX))
            return next(lay_refusals(lay, ROLES[run.lesson.you], (), ()), None)
        return super().refusal(run, step, answer)

    def solves_step(self, step: Step, answer: str) -> bool:
        """Return whether `step.aim` is empty or contains the lay `answer`, in any order of its cards."""
        aims = [str(parse_lay(aim.removeprefix(_LAY_PREFIX))) for aim in step.aim]
        return not aims or str(parse_lay(answer.removeprefix(_LAY_PREFIX))) in aims

    # -- numbers and questions

    def questions(self, topic: str, attempt: int, count: int) -> Sequence[QuizItem]:
        """Return the questions of the check on `topic` that closes a lesson; `attempt` is their seed."""
        return closing_check(topic, attempt, count)

    def fact_text(self, run: answer_key.LessonRun, name: str) -> str:
        """Return the value of a fact that a text names. Raises `KeyError` for an unknown name.

        The facts are {mine}, {theirs}, {points}, {win}, {lose}, {faces} and, for a learner who only watches,
        the points on the cards: {attack}, {defence}.
        """
        game, you = run.game(), run.lesson.you
        fight = game.table.fight
        if name in ("mine", "theirs"):
            mine = next(side for side in fight.sides if side.seat == you)
            theirs = fight.sides[1] if mine is fight.sides[0] else fight.sides[0]
            return str((mine if name == "mine" else theirs).card_points)
        if name in ("attack", "defence"):
            return str(fight.sides[name == "defence"].card_points)
        if name == "points":
            return str(parse_lay(run.wrong_answer.removeprefix(_LAY_PREFIX)).power)
        if name in ("win", "lose"):
            odds = fight_odds(fight)
            attacks = fight.sides[0].seat == you
            return format_percent(odds.win if (name == "win") is attacks else odds.loss)
        if name == "faces":
            return str(_attacker_winning_cat_face_count(game))
        raise KeyError(name)

    # -- what is right

    def count_answer(self, game: Game, step: Step) -> answer_key.KeyedAnswer:
        """Return the right number for the question `count`, with its rulings."""
        return str(_counted(self.game_after(game, step), step.extra_field("what"))), self.explanations(
            game, step.then, step
        )

    def card_place_answer(self, game: Game, step: Step) -> answer_key.KeyedAnswer:
        """Return the place at which a card ends up, the answer to the question `where`, with its rulings."""
        kind, _, token = step.extra_field("card").partition(" ")
        place = next(_places(self.game_after(game, step), kind, token), "gone")
        return place, self.explanations(game, step.then, step)


# -- the present battle

_WEAKENING_RULES = ("TW-POW-panties", "TW-POW-bra")
"""The rules by which an object makes a symbol count as 0."""


def end_if_all_pass(game: Game) -> tuple[Game, Ruling]:
    """Return a copy of the game in which everybody passes until the battle is decided, and the ruling that
    decides it.

    Raise `ValueError` if a die is still to be rolled.
    """
    twin = game.copy()
    before = len(twin.transcript)
    if game.over or game.table.fight.over:
        before = 0
    for _ in range(_MAX_PASSES):
        rulings = [ruling for ruling in twin.rulings_since(before) if ruling.rule in DECIDING_RULES]
        if rulings:
            return twin, rulings[-1]
        if pending(twin, Roll):
            raise ValueError("a die is still to be rolled: nobody can know the end")
        twin.answer(PASS)
    raise ValueError("the battle does not end by passing")


def _side_with_more_points(game: Game, step: Step) -> answer_key.KeyedAnswer:
    """Return the side with more points on its cards (or "tie") as the right answer to a prediction."""
    attack, defence = (side.card_points for side in game.table.fight.sides[:2])
    return (ROLES[attack < defence] if attack != defence else "tie"), ()


def _win_probability_range(game: Game, step: Step) -> answer_key.KeyedAnswer:
    """Return the option whose range holds the attacker's present chance of winning."""
    win = fight_odds(game.table.fight).win
    return answer_key.option_id_in_range(step, win), ()


def die_value(game: Game, step: Step) -> answer_key.KeyedAnswer:
    """Return the answer to a lesson step about what a side's die counts, with the ruling that explains it."""
    fight = game.table.fight
    side = fight.sides[_side(step)]
    enemy = fight.sides[1 if side is fight.sides[0] else 0]
    result, counted = die_value_and_rule(fight, side, enemy)
    event = counted(side.name, enemy.name, FaceFact(result), FaceFact(side.shown_face))
    return face_text(result), (Ruling(*event.key, event.facts(), rulebook()),)


def _winner_if_all_pass(game: Game, step: Step) -> answer_key.KeyedAnswer:
    """Return the winner if everybody passes, with the rulings that decide it."""
    end, ruling = end_if_all_pass(game)
    why = [note for note in end.rulings_since(0) if note.rule in _WEAKENING_RULES and note.rule == step.rule]
    won = ruling.event
    if not isinstance(won, BattleWon):
        return "tie", (*why, ruling)
    return ROLES[won.side != game.table.fight.sides[0].name], (*why, ruling)


def creature_fate_if_all_pass(game: Game, step: Step) -> answer_key.KeyedAnswer:
    """Return the answer to a lesson step about a creature's fate if everybody passes, `home` or `lost`, with
    the ruling that explains it.
    """
    side = game.table.fight.sides[_side(step)]
    end, _ = end_if_all_pass(game)
    home = any(card.token == step.extra_field("card") for card in end.table.players[side.seat].entourage)
    rulings = [
        ruling
        for ruling in end.rulings_since(0)
        if ruling.rule in ("TW-BAT-20", "TW-BAT-21")
        and ruling.facts["side"] == side.name
        and any(card.token == step.extra_field("card") for card in ruling.facts["cards"])
    ]
    return ("home" if home else "lost"), rulings


def _attacker_winning_cat_face_count(game: Game) -> int:
    """Return the number of faces with which the attacker wins if a cat rerolls the attacker's die.

    The game may have gone on: it is taken back to its last response question first, in a copy.
    """
    before = game.copy()
    while not is_pending(before, "respond"):
        before.undo()
    before.answer("cat")
    attacker = before.table.fight.sides[0].name
    return sum(end_if_all_pass(_rolled(before, face))[1].facts.get("side") == attacker for face in FACES)


def _rolled(game: Game, face: int) -> Game:
    twin = game.copy()
    twin.answer(face)
    return twin


def _side(step: Step) -> int:
    """Return the index of the side that a step is about, by default the attacker."""
    return ROLES.index(step.extra_field("side") or ROLES[0])


# -- the places of cards


def _player(game: Game, name: str) -> Player:
    players: list[Player] = game.table.players
    return next(player for seat, player in enumerate(players) if game.start.seat(seat) == name)


def _counted(game: Game, quantity: str) -> int:
    kind, _, seat = quantity.partition(" ")
    table = game.table
    if not seat:
        sizes = {
            "display": len(table.object_display),
            "discard": len(table.discard_pile),
            "events": table.event_stack.shuffled_count,
        }
        return int(
            {
                **sizes,
                "bank": table.bank,
                "staked": table.staked_ornicles,
                "stack": table.stack.shuffled_count,
            }[kind]
        )
    if kind in ("points", "cards"):
        side = next(
            side_of_seat
            for side_of_seat in table.fight.sides
            if seat in (side_of_seat.role, game.start.seat(side_of_seat.seat))
        )
        return int(side.card_points)
    player = _player(game, seat)
    numbers = {
        "ornicles": player.ornicles,
        "hand": player.hand_size,
        "spells": len(player.hand),
        **dict(zip(RESPONSE_CARD_PLURALS, player.response_cards, strict=True)),
        "creatures": len(player.entourage),
        "objects": len(player.active_objects) + len(player.inactive_objects),
    }
    return int(numbers[kind])


def _places(game: Game, kind: str, token: str) -> Iterator[str]:
    """Yield every place in the game that holds a copy of a card or object, the places of players first."""
    for seat, player in enumerate(game.table.players):
        name = game.start.seat(seat)
        if kind == "spell" and any(card.token == token for card in player.hand):
            yield f"hand {name}"
        if kind in ("creature", "mount") and any(card.token == token for card in player.entourage):
            yield f"entourage {name}"
        if kind == "object" and token in (*player.active_objects, *player.inactive_objects):
            yield f"objects {name}"
        if kind in player.response_cards.cards:
            yield f"hand {name}"
    if kind == "object" and token in game.table.object_display:
        yield "display"
    if kind == "object" and token in game.table.object_stack.all_cards():
        yield "stack"
    for card in game.table.discard_pile:
        if card == kind or (not isinstance(card, str) and card.token == token):
            yield "discard"


@lru_cache(maxsize=64)
def closing_check(topic: str, seed: int, count: int) -> tuple[quiz.QuizItem, ...]:
    """Return the quiz questions that close a lesson: `count` questions on `topic`, chosen by `seed`;
    cached.
    """
    return tuple(quiz.closing_check_questions(topic, seed, count))


TWING_ANSWER_KEY = _TwingAnswerKey("twing")
"""The right answers in all lessons of the game."""

PREDICTION_QUESTIONS = TWING_ANSWER_KEY.prediction_answerers
"""The functions that find the right answer of a prediction, by the name of its question."""
