"""The Orn dice in a battle: rolls, Spirals and their events, Miromon (TW-BAT-7 to 9, TW-BAT-12)."""

from __future__ import annotations

import re
from operator import index

from twingkit.core.arguments.kinds import is_integer
from twingkit.core.play import Script
from twingkit.core.questions import Refusal, Roll
from twingkit.twing.rules.battle_acts import Turn
from twingkit.twing.rules.cards import FACES, FACT_BY_FACE, SPIRAL, face_text, parse_face
from twingkit.twing.rules.events import draw_event
from twingkit.twing.rules.fight import Fight, FightSide
from twingkit.twing.rules.response_cards import ResponseCardKind
from twingkit.twing.rules.responses import MiromonBeforeEvent
from twingkit.twing.rules.rulebook import bad_answer, rule_refusal, rulebook
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.rules.typed_rulings import DieRolled

_NUMBER = re.compile(r"[+-]?[0-9]{1,2}")


class OrnRoll(Roll):
    """The question for one roll of a player's Orn die (TW-BAT-7)."""

    __slots__ = ("role",)
    rule = "TW-BAT-7"
    faces = FACES

    def __init__(self, player: int, role: str) -> None:
        super().__init__(player)
        self.role = role

    def refusal(self, answer: object) -> Refusal | None:
        """Return a refusal if the number is not on the die (TW-BOX-3), otherwise None."""
        if not is_integer(answer):  # True equals 1, but is not a face
            raise bad_answer("face", answer)
        face = index(answer)
        return None if face in FACES else rule_refusal("TW-BOX-3", "no_face", n=face)

    def parse_answer(self, text: str) -> int:
        """Parse a face or a number, with or without `roll` before it."""
        word = text.strip().removeprefix("roll ")
        face = parse_face(word)
        if face is None and (match := _NUMBER.fullmatch(word.replace("−", "-"))):
            face = int(match.group())
            if face in FACES:  # the internal number of a symbol, which is not a number on the die
                raise bad_answer("face", text)
        if face is None:
            raise bad_answer("face", text)
        return face

    def format_answer(self, answer: int) -> str:
        """Return the answer in notation, such as `roll Sun`."""
        return f"roll {face_text(answer)}"

    def sentence(self) -> str:
        """Return the question in words."""
        return rulebook().sentence("ask", "roll", {"side": self.role})


class OrnReroll(OrnRoll):
    """The question for a new roll of a die that has been rolled in this battle."""

    __slots__ = ()
    result_key = "rerolled"


class TrapRoll(OrnRoll):
    """The question for a roll that decides whether a trap works (TW-PLAY-3, a variant)."""

    __slots__ = ()
    rule = "TW-PLAY-3"


def roll_dice(
    table: TwingTable, fight: Fight, *sides: FightSide, by_cat: bool = False, counts_own_element: bool = False
) -> Script:
    """Roll the dice of these sides together, then draw events for Spirals (TW-BAT-7, TW-BAT-8).

    In a battle that continues in the middle of its first roll, only the sides that have not rolled yet do.
    """
    for side in sides:
        if side.rolls and not fight.is_rolled:
            continue
        side.shown_face = None  # the old roll no longer counts when a new one is asked for
        face = yield (OrnReroll if side.rolls else OrnRoll)(side.seat, side.name)
        side.record_roll(face, by_cat, fight.variant, counts_own_element)
        table.record(DieRolled(side.name, FACT_BY_FACE[face]))
        if side.rolls[-1].inverted_by and side.shown_face is not None:
            turned = FACT_BY_FACE[side.shown_face]
            table.record_ruling("TW-BAT-12", "sticks", side=side.name, face=FACT_BY_FACE[face], result=turned)
    if not fight.is_rolled:
        fight.is_rolled = True
        fight.start_responses()
    for side in sides:
        if side.shown_face == SPIRAL:
            yield from _spiral(table, fight, side)


def _spiral(table: TwingTable, fight: Fight, rolling_side: FightSide) -> Script:
    """Count a Spiral as 0 and draw its event, unless Miromon is played first (TW-BAT-8, TW-BAT-9)."""
    if table.is_whole_game and not table.variant.events:
        table.record_ruling("TW-BAT-8", "no_events", side=rolling_side.name)
        return
    if fight.variant.spiral == "interrupt":
        for side in fight.sides:
            if side is not rolling_side and rolling_side not in fight.enemies(side):
                continue
            question = MiromonBeforeEvent(fight, side, rolling_side)
            if side.has_retired or not table.should_ask(question):
                continue
            fight.resumable = False
            answer = yield question
            fight.resumable = True
            if isinstance(answer, Turn):
                invert_die(table, fight, side, rolling_side, answer.card, "interrupt")
                return
    if table.is_whole_game:
        yield from draw_event(table, fight, rolling_side)
    else:
        table.record_ruling("TW-BAT-8", "event", side=rolling_side.name)


def invert_die(
    table: TwingTable,
    fight: Fight,
    side: FightSide,
    die_side: FightSide,
    card: ResponseCardKind,
    case: str = "played",
) -> None:
    """Play Miromon or a similar card for `side`, to invert the current face of the die of `die_side`
    (TW-BAT-12).
    """
    assert die_side.shown_face is not None
    before = FACT_BY_FACE[die_side.shown_face]
    die_side.record_inversion(side.seat, fight.variant)
    side.play_response_card(card.kind)
    rule = card.rule if case == "played" else "TW-BAT-9"
    after = FACT_BY_FACE[die_side.shown_face]
    if die_side is side and (rule, case) == ("TW-BAT-12", "played"):
        case = "own"
    table.record_ruling(rule, case, side=side.name, enemy=die_side.name, face=before, result=after)
