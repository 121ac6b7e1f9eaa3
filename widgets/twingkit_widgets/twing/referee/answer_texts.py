"""Answers at a real table of Imperial Twing in words, and the odds of open cards."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from twingkit import Game, Question, Ruling, twing
from twingkit.core.acts import PLACEHOLDERS
from twingkit.core.notation import ROLES
from twingkit.core.record import UNKNOWN
from twingkit.referee.answer_templates import NUMBERED_CARD_PATTERN
from twingkit.referee.referee_rules import KnownCards
from twingkit.twing.rules.battle_acts import Support
from twingkit.twing.rules.cards import CHARACTER_BY_ELEMENT, FaceFact, parse_card, parse_face
from twingkit.twing.rules.fight import Fight
from twingkit.twing.rules.outcome import result_if_all_pass
from twingkit.twing.rules.setup import StartRoll
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.view import GameView
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.wording import PanelTexts, capitalize_first, percents
from twingkit_widgets.twing.pictures.answer_sentence import WORDS as DEEDS
from twingkit_widgets.twing.play.names import object_name
from twingkit_widgets.twing.play.news import BATTLE_CHANGE_RULINGS, IMPORTANT_RULINGS, LOSER_RULINGS
from twingkit_widgets.twing.play.table import table_html

WORDS = PanelTexts(Path(__file__).with_name("words.toml"))
"""The texts of the real table."""

_START_RULINGS = {("TW-SET-4", case) for case in ("symbols", "tie", "starts")}
"""The rulings about the rolls for the first turn."""


def answer_text(answer: str, names: Mapping[str, str]) -> str:
    """Return an answer of the referee page as readable text, with people's names; `?` and `…` in the answer
    stand for parts still to be named.

    >>> from twingkit.core.language import call_in_language
    >>> answer_text("attack p2", {"p2": "Eva"}), answer_text("roll Sun", {})
    ('Attacks Eva', 'Sun')
    >>> call_in_language("de", answer_text, "lay …", {})
    'Legt Zauber …'
    >>> answer_text("lay F5 F3 + F4M>F2", {})
    'Lays Fire 5, Fire 3, with creatures: Fire 4 (mount) ridden by Fire 2'
    """
    if not answer.endswith(PLACEHOLDERS):
        return capitalize_first(_complete_answer_text(answer, names))
    word, *rest = [part for part in answer.split() if part not in PLACEHOLDERS]
    if word == Support.word:
        return WORDS.say("support_spell", side=_side(rest[0], names))
    return WORDS.say("draw_hidden" if answer == f"draw {UNKNOWN}" else "_".join([word, *rest]))


def _complete_answer_text(text: str, names: Mapping[str, str]) -> str:
    words = text.split()
    key = words[0]
    match words:
        case ["lay", *laid] if laid != ["nothing"]:
            return _lay(laid)
        case ["roll", name]:
            face = parse_face(name)
            return text if face is None else FaceFact(face).label(twing.rulebook().words)
        case ["object", name]:
            return _name(name)
        case ["event", name]:
            return _name(f"event_{name}")
        case ["character", element]:
            return _name(CHARACTER_BY_ELEMENT.get(element, element))
        case ["attack" | "duel" | "capture" | "buy" | "take" | "active" | "miromon", _, *_]:
            pass
        case ["support", _, kind, *_]:
            key = f"support_with_{kind}"
        case ["trap", _, *more]:
            key = "trap_of" if more else "trap"
        case ["draw" | "discard" as word, kind, _]:
            key = f"{word}_named_{kind}"
        case ["draw" | "discard" as word, _]:
            key = f"{word}_named_{'aside' if word == 'draw' else 'element'}"
        case ["spell", _]:
            key = "spell_named"
        case ["hat" | "shamrock"]:
            key = "object"
        case _:
            key = "_".join(words)
            return WORDS.say(key) if key in WORDS else text if words[1:] else _name(text)
    first, last = words[:2][-1], words[-1]
    who, things = names.get(first, first), [_name(part) for part in last.split(",")]
    named = {"card": _name(last), "thing": things[0], "things": ", ".join(things)}
    return WORDS.say(key, who=who, side=_side(first, names), **named)


def _lay(rest: list[str]) -> str:
    laid, _, with_them = " ".join(rest).partition(" + ")
    cards = ", ".join(_name(card) for card in laid.removeprefix("shield ").split())
    key = "lay_named_shield" if rest[0] == "shield" else "lay_named_with" if with_them else "lay_named"
    return WORDS.say(key, cards=cards, units=", ".join(_name(unit) for unit in with_them.split()))


def answer_word_text(word: str, first_word: str) -> str:
    """Return the label of the button that adds `word` to an answer, such as an element, a card, or a
    mount with its rider.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", answer_word_text, "F", "lay"), answer_word_text("+ F4M", "lay")
    ('Feuer', '+ Fire 4 (mount)')
    >>> call_in_language("de", answer_word_text, "creature", "draw")
    'Eine Kreatur'
    """
    if f"word.{word}" in WORDS:
        return WORDS.say(f"word.{word}")
    return f"+ {_name(word[2:])}" if word.startswith("+ ") else capitalize_first(_name(word))


def _side(tag: str, names: Mapping[str, str]) -> str:
    return WORDS.say(tag) if tag in ROLES else names.get(tag, tag)


def _name(word: str) -> str:
    if word in twing.OBJECTS:
        return object_name(word)
    words = twing.rulebook().words
    if ">" in word:
        mount, rider = (_name(card) for card in word.split(">"))
        return DEEDS.say("deed.ridden", mount=mount, rider=rider)
    if NUMBERED_CARD_PATTERN.fullmatch(word):
        return words.format_fact(parse_card(f"{'creature' if word.endswith('M') else 'spell'} {word}"))
    return words.name(word) if word in words else word


def public_table_html(view: GameView, names: Mapping[str, str]) -> Markup:
    """Render the part of the table that all players may see, with people's names instead of the
    characters'.
    """
    return table_html(view, names=[*names.values()])


def question_text(question: Question, names: Mapping[str, str]) -> str:
    """Return the text of a question, addressed to the person by name instead of the character."""
    name = [*names.values()][question.player]
    if isinstance(question, StartRoll):
        return WORDS.say("ask_start_roll", name=name)
    _, sign, asked = question.text().partition(": ")
    return f"{name}: {asked}" if sign else question.text()


def names_by_character(game: Game, names: Mapping[str, str]) -> Mapping[str, str]:
    """Map the name of each character to the name of the person who plays it."""
    return {player.name: name for player, name in zip(game.table.players, names.values(), strict=True)}


def pending_outcome_text(game: Game, names: Mapping[str, str]) -> str:
    """Return a text with the result that the battle has if nobody responds any more; "" before the dice are
    rolled and without a battle.
    """
    fight: Fight | None = game.table.fight
    if fight is None or fight.over or not fight.is_rolled:
        return ""
    people = [*names.values()]
    attack, *defences = fight.sides
    said = []
    for defence in defences:
        result = result_if_all_pass(fight, attack, defence)
        sides = [people[attack.seat], people[defence.seat]]
        points = dict(zip(("n", "m"), result.points, strict=True)) if result.points else {}
        end = "tie" if result.winner is None else "win"
        facts = {"attacker": sides[0], "defender": sides[1], "winner": sides[result.winner or 0], **points}
        said.append(WORDS.say(f"stands_{end}{'_points' if points else ''}", **facts))
    return " ".join(said)


def affects_contest_result(ruling: Ruling) -> bool:
    """Return whether a ruling gives or changes the result of a contest, such as a battle."""
    return ruling.key in IMPORTANT_RULINGS | BATTLE_CHANGE_RULINGS | LOSER_RULINGS | _START_RULINGS


def public_odds_html(known: KnownCards, names: Mapping[str, str], is_requested: bool) -> Markup | None:
    """Render the odds, by dice alone, of a battle in which both sides have laid cards face up but not yet
    rolled; None if there is no such battle.

    Hands are unknown, so responses are not counted.
    """
    table: TwingTable = known.game.table
    fight = table.fight
    if fight is None or fight.over or fight.is_rolled or len(fight.sides) != 2:
        return None
    attack, defence = fight.sides
    if any(side.has_retired or side.supports or side.trapped for side in fight.sides):
        return None
    if not attack.lay.spells or not (defence.lay.spells or defence.lay.units):
        return None
    sides = [twing.Side(side.player.character, side.lay, side.player.active_objects) for side in fight.sides]
    odds = twing.odds(twing.Battle(*sides), responses="none", variant=table.variant)
    win, lose, tie = percents([odds.win, odds.loss, odds.tie])
    people = [*names.values()]
    said = WORDS.say(
        "odds", attacker=people[attack.seat], defender=people[defence.seat],
        win=win, lose=lose, tie=tie,
    )  # fmt: skip
    return el("p", said, cls="tk-note")
