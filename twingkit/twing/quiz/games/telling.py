"""A table and a battle in words: who the learner is, who sits where, who attacks whom, what the dice show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from twingkit.core.rulebook import Texts
from twingkit.learn.quiz.item import AnswerOption, Item
from twingkit.twing.quiz.asking import Mistake, choices
from twingkit.twing.quiz.games.plans import Play, Tabletop
from twingkit.twing.quiz.phrases import COMMON, Phrases, TextFact, fact_texts, join_texts
from twingkit.twing.rules.cards import CHARACTERS, FACE_FACTS, parse_card, parse_face
from twingkit.twing.rules.fight import Fight

SAY = Phrases("telling")

DIRECTION_NAMES = {1: "clockwise", -1: "counterclockwise"}


def seating(table: Tabletop) -> Texts:
    """Return the sentence about the seats and the direction of play."""
    way = TextFact(SAY(f"seats.{DIRECTION_NAMES[table.direction]}"))
    return SAY("seats.around", sides=table.names, way=way)


def attack_sentence(table: Tabletop, attacker: int, defender: int) -> Texts:
    """Return the sentence about who attacks whom."""
    return _of_two("attack", table, attacker, defender)


def points_text(play: Play, attacker: int, defender: int) -> Texts:
    """Return the sentence about the points on the attacker's and the defender's cards, before the roll."""
    fight: Fight = play.game_at(play.place_of("roll")).table.fight
    powers = [side.cards_power for side in fight.sides]
    return _of_two("points", play.table, attacker, defender, n=powers[0], m=powers[1])


def _of_two(group: str, table: Tabletop, attacker: int, defender: int, **facts: object) -> Texts:
    case = "by_you" if attacker == 0 else "on_you" if defender == 0 else "others"
    return SAY(f"{group}.{case}", one=table.names[attacker], two=table.names[defender], **facts)


def dice_texts(play: Play, since: int = 0) -> Texts:
    """Return the sentences about the dice of a play, in the order of the rolls."""
    pairs = zip(play.lines[since:], play.kinds[since:], strict=True)
    return _dice_text(play.table.names, [line for line, kind in pairs if kind == "roll"])


def _dice_text(names: Sequence[str], lines: Iterable[str]) -> Texts:
    """Return the sentence about the dice in these answers of a record, with these names of the players."""
    texts = []
    for line in lines:
        face = parse_face(line.rpartition(" ")[2])
        if face is not None:
            seat = int(line[1]) - 1
            side, shows = names[seat], FACE_FACTS[face]
            texts.append(
                TextFact(
                    join_texts(fact_texts(side), fact_texts(shows)) if seat else SAY("dice.you", face=shows)
                )
            )
    return SAY("dice.single" if len(texts) == 1 else "dice.all", each=tuple(texts))


def announced_faces(item: Item) -> Mapping[int, int]:
    """Return, by seat, the faces that the words of a question announce for dice rolled right after it, if
    any.
    """
    game, lines = item.game(), list[str]()
    if not game.table.whole:
        return {}
    for line in item.after:
        if game.question is None or game.question.kind != "roll":
            break
        lines.append(line)
        game.give_answers(line)
    names = [CHARACTERS[player.character] for player in game.table.players]
    if not lines or _dice_text(names, lines)["en"] not in item.prompt("en"):
        return {}
    faces = {int(line[1]) - 1: parse_face(line.rpartition(" ")[2]) for line in lines}
    return {seat: face for seat, face in faces.items() if face is not None}


# -- players and creatures as options


def player_texts(table: Tabletop, seat: int) -> Texts:
    """Return a player as an option, for example: you, the Witch."""
    return fact_texts(table.names[seat]) if seat else COMMON("player.you")


def players_texts(table: Tabletop, seats: Sequence[int]) -> Texts:
    """Return several players, or nobody, as an option."""
    if not seats:
        return COMMON("player.nobody")
    if len(seats) == 1:
        return player_texts(table, seats[0])
    return fact_texts(
        [table.names[seat] if seat else TextFact(COMMON("player.you")) for seat in sorted(seats)]
    )


def seat_key(seat: int) -> str:
    """Return the key of an option that is a player."""
    return f"p{seat + 1}"


def seats_key(seats: Sequence[int]) -> str:
    """Return the key of an option that is several players, or nobody."""
    return "-".join(seat_key(seat) for seat in seats) or "nobody"


def list_key(names: Sequence[str]) -> str:
    """Return the key of an option that is some creatures or objects, or none."""
    return "-".join(names) or "none"


def creatures_texts(tokens: Sequence[str]) -> Texts:
    """Return creatures, given as tokens, or none, as an option."""
    cards = tuple(parse_card(f"creature {token}") for token in tokens)
    return fact_texts(cards) if cards else COMMON("card.none")


def creature_choices(
    right: Sequence[str],
    mistakes: Iterable[Mistake],
    say: Callable[[Any], Texts] = creatures_texts,  # it names options of their type
) -> tuple[AnswerOption, ...]:
    """Return options that consist of some creatures each, given as tokens, with their cards."""

    def shown(tokens: Sequence[str]) -> str:
        return f"shield {' '.join(tokens)}" if tokens else ""

    return choices(tuple(right), mistakes, say, key=list_key, cards=shown)
