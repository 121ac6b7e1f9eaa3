"""The wording of questions about a whole game: seats, attacks, points, dice, and options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from twingkit.core.rulebook import TextByLanguage
from twingkit.learn.quiz.item import AnswerOption, QuizItem
from twingkit.learn.quiz.options import Mistake
from twingkit.learn.quiz.phrases import join_texts
from twingkit.learn.quiz.staging import is_pending
from twingkit.twing.quiz.games.plans import PlayedTable, QuizTable, play_direction_text
from twingkit.twing.quiz.options import answer_options
from twingkit.twing.quiz.phrases import COMMON_PHRASES, Phrases, fact_texts
from twingkit.twing.rules.cards import CHARACTER_BY_ELEMENT, FACT_BY_FACE, parse_card, parse_face
from twingkit.twing.rules.fight import Fight

PHRASES = Phrases("telling")


def seating_texts(table: QuizTable) -> TextByLanguage:
    """Return the sentence about the seats and the direction of play, in every language."""
    return PHRASES("seats.around", sides=table.character_name_keys, way=play_direction_text(table))


def who_attacks_whom_texts(table: QuizTable, attacker: int, defender: int) -> TextByLanguage:
    """Return the sentence which says that one player attacks another, in every language."""
    return _of_two("attack", table, attacker, defender)


def card_points_texts(play: PlayedTable, attacker: int, defender: int) -> TextByLanguage:
    """Return the sentence about the points on the attacker's and the defender's cards, before the roll."""
    fight: Fight = play.game_at(play.answer_index("roll")).table.fight
    powers = [side.card_points for side in fight.sides]
    return _of_two("points", play.table, attacker, defender, n=powers[0], m=powers[1])


def _of_two(group: str, table: QuizTable, attacker: int, defender: int, **facts: object) -> TextByLanguage:
    case = "by_you" if attacker == 0 else "on_you" if defender == 0 else "others"
    return PHRASES(
        f"{group}.{case}",
        one=table.character_name_keys[attacker],
        two=table.character_name_keys[defender],
        **facts,
    )


def dice_texts(play: PlayedTable, since: int = 0) -> TextByLanguage:
    """Return the sentences about the dice rolled from answer number `since` of a play on, in order."""
    pairs = zip(play.answer_lines[since:], play.question_kinds[since:], strict=True)
    return _dice_text(play.table.character_name_keys, [line for line, kind in pairs if kind == "roll"])


def _dice_text(names: Sequence[str], lines: Iterable[str]) -> TextByLanguage:
    texts = []
    for line in lines:
        face = parse_face(line.rpartition(" ")[2])
        if face is not None:
            seat = int(line[1]) - 1
            side, shows = names[seat], FACT_BY_FACE[face]
            texts.append(
                join_texts(fact_texts(side), fact_texts(shows)) if seat else PHRASES("dice.you", face=shows)
            )
    return PHRASES("dice.single" if len(texts) == 1 else "dice.all", each=tuple(texts))


def announced_faces(item: QuizItem) -> Mapping[int, int]:
    """Return the faces, by seat, of the next dice rolls that the text of a quiz question tells in advance;
    empty if it tells none.
    """
    game, lines = item.game(), list[str]()
    if not game.table.is_whole_game:
        return {}
    for line in item.answers_after:
        if not is_pending(game, "roll"):
            break
        lines.append(line)
        game.give_answers(line)
    names = [CHARACTER_BY_ELEMENT[player.character] for player in game.table.players]
    if not lines or _dice_text(names, lines)["en"] not in item.prompt("en"):
        return {}
    faces = {int(line[1]) - 1: parse_face(line.rpartition(" ")[2]) for line in lines}
    return {seat: face for seat, face in faces.items() if face is not None}


# -- players and creatures as options


def player_names_in_option(table: QuizTable, seat: int) -> TextByLanguage:
    """Return the text of an answer option that names a player: “you” for seat 0, otherwise the character,
    such as “the Witch”.
    """
    return fact_texts(table.character_name_keys[seat]) if seat else COMMON_PHRASES("player.you")


def players_texts(table: QuizTable, seats: Sequence[int]) -> TextByLanguage:
    """Return the text of an answer option that names several players, or nobody."""
    if not seats:
        return COMMON_PHRASES("player.nobody")
    if len(seats) == 1:
        return player_names_in_option(table, seats[0])
    return fact_texts(
        [table.character_name_keys[seat] if seat else COMMON_PHRASES("player.you") for seat in sorted(seats)]
    )


def seat_option_key(seat: int) -> str:
    """Return the key of the answer option that names the player in this seat."""
    return f"p{seat + 1}"


def seats_option_key(seats: Sequence[int]) -> str:
    """Return the key of the answer option that names the players in these seats, or nobody."""
    return "-".join(seat_option_key(seat) for seat in seats) or "nobody"


def names_option_key(names: Sequence[str]) -> str:
    """Return the key of an answer option that lists creatures or objects: their names joined by hyphens, or
    "none".
    """
    return "-".join(names) or "none"


def creatures_texts(tokens: Sequence[str]) -> TextByLanguage:
    """Return the text of an answer option that lists creatures (given as tokens), or none."""
    cards = tuple(parse_card(f"creature {token}") for token in tokens)
    return fact_texts(cards) if cards else COMMON_PHRASES("card.none")


def creature_answer_options(
    right: Sequence[str],
    mistakes: Iterable[Mistake],
    say: Callable[[Sequence[str]], TextByLanguage] = creatures_texts,
) -> tuple[AnswerOption, ...]:
    """Return the answer options of a quiz question about creatures, from the right and mistaken lists of
    tokens; each option shows its cards.
    """

    def shown(tokens: Sequence[str]) -> str:
        return f"shield {' '.join(tokens)}" if tokens else ""

    return answer_options(tuple(right), mistakes, say, key=names_option_key, cards=shown)
