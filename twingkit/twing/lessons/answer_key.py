"""The right answers in a lesson of Imperial Twing, and the numbers that its texts can name.

=========  ============================================================================================
ask        the right answer, in addition to those of `twingkit.learn.lesson.answer_key` for every game
=========  ============================================================================================
leader     who has more points on the cards: `attacker`, `defender`, `tie`
chance     the option whose range holds the attacker's chance of winning
die        what the die of `side` counts: a number, `Sun`, `Cross`
winner     who wins if nobody plays anything more: `attacker`, `defender`, `tie`
creature   what then happens to the creature `card` of `side`: `home` or `lost`
count      the number of `what` after `then`: `ornicles p1`, `hand p2`, `points attacker`, `bank`, ...
where      where `card` is after it: `hand p1`, `entourage p1`, `objects p1`, `discard`, `display`, `stack`
=========  ============================================================================================

In a step of the kind `answer` a lay is made from the cards in hand and entourage, or from `cards` (a lay in
notation) if the table is a battle. `show` says what is shown of a whole game: "seats", "battle", "both" or
"nothing" (by default the battle if there is one, else the seats).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from twingkit.core.play import Game, Roll
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import YOU, Ruling
from twingkit.core.words import format_percent
from twingkit.learn.lesson.answer_key import (
    AnswerKey,
    Ask,
    Field,
    Item,
    KeyedAnswer,
    LessonRun,
    choice_field,
    option_in_range,
    rulings_since,
)
from twingkit.learn.lesson.lesson import Step
from twingkit.twing import quiz
from twingkit.twing.exact_odds.odds import fight_odds
from twingkit.twing.notation.battle_line import ROLES, parse_lay
from twingkit.twing.rules.cards import CHARACTERS, FACES, Face, face_text, parse_face
from twingkit.twing.rules.lay import Lay, lay_problems
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.outcome import DECIDING_RULES, die_result
from twingkit.twing.rules.player import Player, names_as_you
from twingkit.twing.rules.response_cards import PLURALS, SPECIALS
from twingkit.twing.rules.rulebook import rulebook

MOST_PASSES = 12
PICTURES = ("seats", "battle", "both", "nothing")
LAY = "lay "
NOTHING = f"{LAY}nothing"
"""The name of a lay without cards; no player can give it as an answer."""


class TwingAnswerKey(AnswerKey):
    """The right answers in the lessons of Imperial Twing."""

    fields: Mapping[str, Field] = {
        "what": str,
        "side": choice_field(*ROLES),
        "card": str,
        "cards": str,
        "show": choice_field(*PICTURES),
    }
    option_fields: Mapping[str, Field] = {"cards": str}
    topics: Sequence[str] = tuple(quiz.TOPICS)
    default_options: Mapping[str, Sequence[str]] = {
        **AnswerKey.default_options,
        "leader": ("attacker", "defender", "tie"),
        "winner": ("attacker", "defender", "tie"),
        "creature": ("home", "lost"),
    }

    def names_for_reader(self, game: Game, you: int) -> Mapping[str, str]:
        """Return the names by which texts call the players: the learner is "you", the others are called by
        their characters, also as attacker or defender.
        """
        players = game.table.players
        sides = game.table.fight.sides if game.table.fight else ()
        names = {side.name: YOU if side.seat == you else players[side.seat].name for side in sides}
        return names_as_you(players[you]) | (names if len(names) == len(sides) else {})

    @property
    def asks(self) -> Mapping[str, Ask]:
        """Return the questions of a prediction, by name."""
        own: Mapping[str, Ask] = {
            "leader": leader,
            "chance": win_probability_range,
            "die": die,
            "winner": winner,
            "creature": creature,
            "count": self.count,
            "where": self.where,
        }
        return {**super().asks, **own}

    def check_thing(self, name: str) -> None:
        """Raise `ValueError` unless `name` is one of: `spell F5`, `creature F4` (`F4M` is a mount), `cat`,
        `trap`, `miromon`, `object hat`, `face Sun`, `character F`, `ornicle`.
        """
        kind, _, token = name.partition(" ")
        if kind == "spell":
            parse_lay(token)
        elif kind == "creature":
            parse_lay(f"shield {token}")
        else:
            named = {"object": token in OBJECTS, "character": token in CHARACTERS}
            named |= {"face": kind == "face" and parse_face(token) is not None}
            if not named.get(kind, name in (*SPECIALS, "ornicle")):
                raise ValueError(f"there is no thing {name!r}")

    # -- a lay

    def parse_answer(self, step: Step, answer: str) -> str:
        """Return a lay as the game writes it."""
        return LAY + answer.removeprefix(LAY)

    def refusal(self, way: LessonRun, step: Step, answer: str) -> Refusal | None:
        """Return the reason why a rule forbids an answer; cards given by the step are judged on their own."""
        if step.kind == "answer" and (step.fact("cards") or answer == NOTHING):
            lay = Lay() if answer == NOTHING else parse_lay(answer.removeprefix(LAY))
            return next(lay_problems(lay, ROLES[way.lesson.you], (), ()), None)
        return super().refusal(way, step, answer)

    def is_aim(self, step: Step, answer: str) -> bool:
        """Return True if a lay is one of the aims, in any order of its cards."""
        aims = [str(parse_lay(aim.removeprefix(LAY))) for aim in step.aim]
        return not aims or str(parse_lay(answer.removeprefix(LAY))) in aims

    # -- numbers and questions

    def questions(self, topic: str, deal: int, count: int) -> Sequence[Item]:
        """Return the questions of a closing check."""
        return closing_check(topic, deal, count)

    def fact(self, way: LessonRun, name: str) -> str:
        """Return the value of {mine} {theirs} {points} {win} {lose} {faces} or, for a learner who only
        watches, of the points on the cards: {attack} {defence}. Raise `KeyError` if there is no such fact.
        """
        game, you = way.game(), way.lesson.you
        fight = game.table.fight
        if name in ("mine", "theirs"):
            mine = next(side for side in fight.sides if side.seat == you)
            theirs = fight.sides[1] if mine is fight.sides[0] else fight.sides[0]
            return str((mine if name == "mine" else theirs).cards_power)
        if name in ("attack", "defence"):
            return str(fight.sides[name == "defence"].cards_power)
        if name == "points":
            return str(parse_lay(way.slip.removeprefix(LAY)).power)
        if name in ("win", "lose"):
            odds = fight_odds(fight)
            attacks = fight.sides[0].seat == you
            return format_percent(odds.win if (name == "win") is attacks else odds.loss)
        if name == "faces":
            return str(winning_faces(game))
        raise KeyError(name)

    # -- what is right

    def count(self, game: Game, step: Step) -> KeyedAnswer:
        """Return the number of something."""
        return str(_counted(self.game_after(game, step), step.fact("what"))), self.explanations(
            game, step.then, step
        )

    def where(self, game: Game, step: Step) -> KeyedAnswer:
        """Return the place of a card."""
        kind, _, token = step.fact("card").partition(" ")
        place = next(_places(self.game_after(game, step), kind, token), "gone")
        return place, self.explanations(game, step.then, step)


# -- the present battle

WEAKENING_RULES = ("TW-POW-panties", "TW-POW-bra")
"""The rules by which an object makes a symbol count 0."""


def deciding(game: Game) -> tuple[Game, Ruling]:
    """Return the game after everybody has passed, and the ruling that decides the battle.

    Raise `ValueError` if a die is still to be rolled.
    """
    twin = game.copy()
    before = len(twin.transcript)
    if game.over or game.table.fight.over:
        before = 0
    for _ in range(MOST_PASSES):
        rulings = [ruling for ruling in rulings_since(twin, before) if ruling.rule in DECIDING_RULES]
        if rulings:
            return twin, rulings[-1]
        if isinstance(twin.question, Roll):
            raise ValueError("a die is still to be rolled: nobody can know the end")
        twin.answer("pass")
    raise ValueError("the battle does not end by passing")


def leader(game: Game, step: Step) -> KeyedAnswer:
    """Return the side with more points on its cards."""
    attack, defence = (side.cards_power for side in game.table.fight.sides[:2])
    return (ROLES[attack < defence] if attack != defence else "tie"), ()


def win_probability_range(game: Game, step: Step) -> KeyedAnswer:
    """Return the option whose range holds the attacker's present chance of winning."""
    win = fight_odds(game.table.fight).win
    return option_in_range(step, win), ()


def die(game: Game, step: Step) -> KeyedAnswer:
    """Return the value of a side's die, with its ruling."""
    fight = game.table.fight
    side = fight.sides[_side(step)]
    enemy = fight.sides[1 if side is fight.sides[0] else 0]
    result, rule, case = die_result(fight, side, enemy)
    facts = {"side": side.name, "enemy": enemy.name, "face": Face(side.die), "result": Face(result)}
    return face_text(result), (Ruling(rule, case, facts, rulebook()),)


def winner(game: Game, step: Step) -> KeyedAnswer:
    """Return who wins if nobody plays anything more, with the rulings by which an object made a symbol
    count 0 and then the ruling that decides.
    """
    end, ruling = deciding(game)
    why = [note for note in rulings_since(end, 0) if note.rule in WEAKENING_RULES and note.rule == step.rule]
    if "side" not in ruling.facts:
        return "tie", (*why, ruling)
    attacker = game.table.fight.sides[0].name
    return ROLES[ruling.facts["side"] != attacker], (*why, ruling)


def creature(game: Game, step: Step) -> KeyedAnswer:
    """Return what happens to a creature of the side, home or lost, with its ruling."""
    side = game.table.fight.sides[_side(step)]
    end, _ = deciding(game)
    home = any(card.token == step.fact("card") for card in end.table.players[side.seat].entourage)
    rulings = [
        ruling
        for ruling in rulings_since(end, 0)
        if ruling.rule in ("TW-BAT-20", "TW-BAT-21")
        and ruling.facts["side"] == side.name
        and any(card.token == step.fact("card") for card in ruling.facts["cards"])
    ]
    return ("home" if home else "lost"), rulings


def winning_faces(game: Game) -> int:
    """Return the number of faces of the attacker's die that would win if the cat were played before any
    response.
    """
    before = game.copy()
    while not (before.question is not None and before.question.kind == "respond"):
        before.undo()
    before.answer("cat")
    attacker = before.table.fight.sides[0].name
    return sum(deciding(_rolled(before, face))[1].facts.get("side") == attacker for face in FACES)


def _rolled(game: Game, face: int) -> Game:
    twin = game.copy()
    twin.answer(face)
    return twin


def _side(step: Step) -> int:
    """Return the side of the battle that a step is about, by default the attacker's."""
    return ROLES.index(step.fact("side") or ROLES[0])


# -- the places of cards


def _player(game: Game, name: str) -> Player:
    """Return the player of a seat, `p1` or `attacker`."""
    players: list[Player] = game.table.players
    return next(player for seat, player in enumerate(players) if game.start.seat(seat) == name)


def _counted(game: Game, quantity: str) -> int:
    kind, _, seat = quantity.partition(" ")
    table = game.table
    if not seat:
        sizes = {"display": len(table.display), "discard": len(table.discard), "events": table.events.total}
        return int({**sizes, "bank": table.bank, "staked": table.staked, "stack": table.stack.total}[kind])
    if kind in ("points", "cards"):
        side = next(
            side_of_seat
            for side_of_seat in table.fight.sides
            if seat in (side_of_seat.role, game.start.seat(side_of_seat.seat))
        )
        return int(side.cards_power)
    player = _player(game, seat)
    numbers = {
        "ornicles": player.ornicles,
        "hand": player.hand_size,
        "spells": len(player.hand),
        **dict(zip(PLURALS, player.held, strict=True)),
        "creatures": len(player.entourage),
        "objects": len(player.objects) + len(player.stored),
    }
    return int(numbers[kind])


def _places(game: Game, kind: str, token: str) -> Iterator[str]:
    """Yield every place with such a card, those of players first."""
    for seat, player in enumerate(game.table.players):
        name = game.start.seat(seat)
        if kind == "spell" and any(card.token == token for card in player.hand):
            yield f"hand {name}"
        if kind in ("creature", "mount") and any(card.token == token for card in player.entourage):
            yield f"entourage {name}"
        if kind == "object" and token in (*player.objects, *player.stored):
            yield f"objects {name}"
        if kind in player.held.cards:
            yield f"hand {name}"
    if kind == "object" and token in game.table.display:
        yield "display"
    if kind == "object" and token in game.table.object_stack.all_cards():
        yield "stack"
    for card in game.table.discard:
        if card == kind or (not isinstance(card, str) and card.token == token):
            yield "discard"


@lru_cache(maxsize=64)
def closing_check(topic: str, deal: int, count: int) -> tuple[quiz.Item, ...]:
    """Return the questions of a closing check; they are kept for whoever comes back to it."""
    return tuple(quiz.check(topic, deal, count))


OF_TWING = TwingAnswerKey("twing")
"""The right answers in all lessons of the game."""

TRUTHS = OF_TWING.asks
"""The questions of a prediction, by name."""
