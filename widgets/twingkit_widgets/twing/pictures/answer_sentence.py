"""Sentences that describe the answers of a record, allowed or not.

>>> from twingkit import Game
>>> describe_answer(Game.begin("F: F5 F3 + F4 vs W: W6"), "attacker: lay F5 + F4")
'The attacker attacks with Fire 5, and with creatures: Fire 4.'
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from twingkit import Game, Question, twing
from twingkit.core.acts import Act
from twingkit.core.language import language
from twingkit.core.rulebook import FormattableFact
from twingkit.twing.rules import battle_acts
from twingkit.twing.rules.battle_acts import Response
from twingkit.twing.rules.cards import CHARACTER_BY_ELEMENT, FaceFact, parse_card
from twingkit.twing.rules.duel import TakeObject
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.leaving import PUT_BACK
from twingkit.twing.rules.turns import acts
from twingkit_widgets.panel.wording import PanelTexts, capitalize_first

WORDS = PanelTexts(Path(__file__).parents[1] / "rulebook/rulebook_words.toml")


def describe_answer(game: Game, line: str) -> str:
    """Return a sentence that describes an answer in a line of a record, such as `p1: buy hat`.

    The answer may be illegal. Raises `ValueError` if another player has to answer, `BadAnswer` if the text
    does not answer the question.
    """
    text = game.strip_seat(line)
    question = game.question
    assert question is not None  # a legal answer of a player has a question
    answer = question.parse_answer(text)
    key, facts = _SAYINGS[question.kind](game, question, answer)
    words = twing.rulebook().words
    named = {
        name: FormattableFact(fact, words) for name, fact in {"side": _side(game, question), **facts}.items()
    }
    sentence = WORDS.say(f"deed.{key}", **named)
    return capitalize_first(sentence)


_SentenceKey = tuple[str, dict[str, Any]]
"""The key of a sentence, and the facts of the sentence besides the player."""


def _side(game: Game, question: Question) -> str:
    """Return the name of the answering player, as rulings use it."""
    if isinstance(game.start, twing.GameStart):
        return str(game.table.players[question.player].name)
    return str(game.start.seat(question.player))


def _player(game: Game, tag: str) -> str:
    """Return the name that rulings use for a seat (`p2`) or a side of the battle (`defender`)."""
    if tag.startswith("p") and tag[1:].isdecimal():
        return str(game.table.players[int(tag[1:]) - 1].name)
    return next(str(side.name) for side in game.table.fight.sides if side.role == tag)


def _act(game: Game, question: Question, action: Act) -> _SentenceKey:
    match action:
        case acts.Attack(seat) | acts.Duel(seat):
            return action.word, {"enemy": _player(game, seat)}
        case acts.Buy(name):
            return action.word, {"object": name}
        case acts.Capture(seat, creature):
            return action.word, {"enemy": _player(game, seat), "card": creature}
        case acts.PassTurn():
            return "pass_turn", {}
    return action.case, {}


def _lay(game: Game, question: Question, answer: Lay | str) -> _SentenceKey:
    if isinstance(answer, str):
        return "retire", {}
    if not answer.spells and not answer.units:
        return "lay_nothing", {}
    facts = {"spells": answer.spells, "units": tuple(_Unit(unit) for unit in answer.units)}
    if answer.is_shield:
        return "shield", facts
    return f"{question.kind}_with" if answer.units else question.kind + "s", facts


class _Unit:
    """A creature, or a mount with its rider, that can fill in a fact of a sentence."""

    def __init__(self, unit: twing.Unit) -> None:
        self._unit = unit

    def label(self, words: Any, form: str = "") -> str:  # `PanelTexts` of any catalogue
        mount = words.format_fact(self._unit.creature)
        if self._unit.rider is None:
            return str(mount)
        return WORDS.say("deed.ridden", mount=mount, rider=words.format_fact(self._unit.rider))


def _respond(game: Game, question: Question, answer: Response) -> _SentenceKey:
    match answer:
        case battle_acts.UseObject(name):
            return "reroll", {"object": name}
        case battle_acts.Trap():
            facts = {"card": answer.creature}
            if answer.owner:
                return "trap_of", {**facts, "enemy": _player(game, answer.owner)}
            return "trap", facts
        case battle_acts.MiromonAgain():
            return "miromon_again", {}
        case battle_acts.SeveralAtOnce(text) if "*" in text:
            name, _, count = text.partition("*")
            return "at_once", {"card": name, "n": int(count)}
        case battle_acts.Reroll(name, target) | battle_acts.Turn(name, target):
            if target and f"deed.{name}_on" in WORDS:
                enemy = _player(game, target)
                return f"{name}_{'own' if enemy == _side(game, question) else 'on'}", {"enemy": enemy}
            if target or f"deed.{name}" not in WORDS:
                return "card", {"card": name}
    return answer.name.replace("-", "_"), {}


def _support(game: Game, question: Question, answer: str) -> _SentenceKey:
    if answer == "pass":
        return "support_pass", {}
    _, tag, named = answer.split(" ", 2)
    cards = tuple(parse_card(part.strip()) for part in named.split(" + "))
    return "support", {"enemy": _player(game, tag), "cards": cards}


def _switch(game: Game, question: Question, answer: tuple[str, ...]) -> _SentenceKey:
    keeps = question.format_answer(answer) == "keep"
    return ("keep", {}) if keeps else ("switch", {"objects": answer})


def _event(game: Game, question: Question, answer: str) -> _SentenceKey:
    box = getattr(game.start, "box", None) or twing.load_box()
    return "event", {"event": _Event(next(entry.name for entry in box.event if entry.effect == answer))}


class _Event:
    """The name of an event that can fill in a fact of a sentence."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    def label(self, words: object, form: str = "") -> str:
        return self._names[language()]


def _start_cats(game: Game, question: Question, answer: str) -> _SentenceKey:
    word, _, tag = answer.partition(" ")
    if word == "miromon":
        return "start_miromon", {"enemy": _player(game, tag)}
    return ("start_cat", {}) if word == "cat" else ("two_cats_pass", {})


def _hand_out(game: Game, question: Question, answer: str) -> _SentenceKey:
    tag = question.format_answer(answer).split()[1]
    if answer == PUT_BACK:
        return "give_back", {"thing": tag}
    return "give", {"thing": tag, "enemy": _player(game, answer)}


def _take(game: Game, question: Question, answer: str) -> _SentenceKey:
    assert isinstance(question, TakeObject)
    return "take", {"object": answer, "enemy": question.owner.name}


def _object(game: Game, question: Question, answer: str) -> _SentenceKey:
    taken = question.format_answer(answer).startswith("take ")
    return "taken" if taken else "object", {"object": answer}


def _one_fact(
    key: str,
    fact: str,
    fact_of: Callable[[Any], object] = lambda answer: answer,  # an answer of its question
) -> Callable[..., _SentenceKey]:
    """Return a function that gives the text key and one fact of a sentence; `fact_of` computes the fact from
    the answer.
    """
    return lambda game, question, answer: (key, {fact: fact_of(answer)})


_SAYINGS: dict[str, Callable[[Game, Question, Any], _SentenceKey]] = {  # each has its own answer type
    "act": _act,
    "attack": _lay,
    "defend": _lay,
    "two_cats": lambda game, question, answer: ("two_cats_pass" if answer == "pass" else "two_cats_lay", {}),
    "support": _support,
    "before_roll": _respond,
    "interrupt": _respond,
    "respond": _respond,
    "switch": _switch,
    "take_object": _take,
    "hand_out": _hand_out,
    "discard_element": _one_fact("discard_element", "element"),
    "start_cats": _start_cats,
    "name_element": _one_fact("name_element", "element"),
    "discard_spell": _one_fact("discard", "card"),
    "discard_creature": _one_fact("discard", "card"),
    "direction": lambda game, question, answer: (str(answer), {}),
    "roll": _one_fact("roll", "face", FaceFact),
    "draw": _one_fact("draw", "card"),
    "pick_character": _one_fact("character", "character", CHARACTER_BY_ELEMENT.__getitem__),
    "pick_object": _object,
    "pick_event": _event,
    "pick_spell": _one_fact("spell", "card"),
}
"""The function that describes an answer, by the kind of question."""
