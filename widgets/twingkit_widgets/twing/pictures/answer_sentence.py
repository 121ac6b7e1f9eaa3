"""Sentences that describe the answers of a record, allowed or not.

>>> from twingkit import Game
>>> describe_answer(Game.begin("F: F5 F3 + F4 vs W: W6"), "attacker: lay F5 + F4")
'The attacker attacks with Fire 5, and with creatures: Fire 4.'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import singledispatch
from pathlib import Path
from typing import Any

from twingkit import Game, Question, twing
from twingkit.core.acts import Act
from twingkit.core.language import language
from twingkit.core.rulebook import FormattableFact
from twingkit.twing.rules import battle_acts, draws, duel, hand, responses, setup, support
from twingkit.twing.rules.active_objects import ChooseActiveObjects
from twingkit.twing.rules.battle_acts import PASS, Response, Support
from twingkit.twing.rules.cards import CHARACTER_BY_ELEMENT, FaceFact
from twingkit.twing.rules.dice import OrnRoll
from twingkit.twing.rules.events import DiscardCreature
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.lay_questions import LayCards, LayTwoCatsOrPass
from twingkit.twing.rules.leaving import ChooseRecipientOnLeaving
from twingkit.twing.rules.turns import acts
from twingkit.twing.rules.turns.actions import ChooseAction
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
    key, facts = key_and_facts(question, game, question.parse_answer(text))
    words = twing.rulebook().words
    named = {
        name: FormattableFact(fact, words) for name, fact in {"side": _side(game, question), **facts}.items()
    }
    return capitalize_first(WORDS.say(f"deed.{key}", **named))


_SentenceKey = tuple[str, Mapping[str, object]]
"""The key of a sentence, and the facts of the sentence besides the player."""


@singledispatch
def key_and_facts(question: Question, game: Game, answer: object) -> _SentenceKey:
    """Return the key of the sentence about an answer, and its facts besides the player."""
    raise NotImplementedError(type(question).__name__)


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


@key_and_facts.register(ChooseAction)
def _act(question: ChooseAction, game: Game, action: Act) -> _SentenceKey:
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


@key_and_facts.register(LayCards)
def _lay(question: LayCards, game: Game, answer: Lay | acts.Retire) -> _SentenceKey:
    if isinstance(answer, acts.Retire):
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


@key_and_facts.register(responses.Respond)
def _respond(question: responses.Respond, game: Game, answer: Response) -> _SentenceKey:
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


@key_and_facts.register(support.SupportWithCard)
def _support(question: support.SupportWithCard, game: Game, answer: Support | Response) -> _SentenceKey:
    if isinstance(answer, Support):
        return "support", {"enemy": _player(game, answer.side), "cards": answer.cards}
    return "support_pass", {}


@key_and_facts.register(ChooseActiveObjects)
def _switch(question: ChooseActiveObjects, game: Game, answer: tuple[str, ...]) -> _SentenceKey:
    return ("keep", {}) if answer == question.before else ("switch", {"objects": answer})


@key_and_facts.register(draws.RandomEventPick)
def _event(question: Question, game: Game, answer: str) -> _SentenceKey:
    box = getattr(game.start, "box", None) or twing.load_box()
    return "event", {"event": _Event(next(entry.name for entry in box.event if entry.effect == answer))}


class _Event:
    """The name of an event that can fill in a fact of a sentence."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    def label(self, words: object, form: str = "") -> str:
        return self._names[language()]


@key_and_facts.register(setup.UseCatAtStart)
def _start_cats(question: Question, game: Game, answer: Response) -> _SentenceKey:
    if answer.target:
        return "start_miromon", {"enemy": _player(game, answer.target)}
    return "two_cats_pass" if answer == PASS else "start_cat", {}


@key_and_facts.register(ChooseRecipientOnLeaving)
def _hand_out(question: ChooseRecipientOnLeaving, game: Game, answer: acts.Give) -> _SentenceKey:
    if answer.seat == acts.PUT_BACK:
        return "give_back", {"thing": answer.thing}
    return "give", {"thing": answer.thing, "enemy": _player(game, answer.seat)}


@key_and_facts.register(duel.TakeObject)
def _take(question: duel.TakeObject, game: Game, answer: str) -> _SentenceKey:
    return "take", {"object": answer, "enemy": question.owner.name}


@key_and_facts.register(LayTwoCatsOrPass)
def _two_cats(question: Question, game: Game, answer: Response) -> _SentenceKey:
    return "two_cats_pass" if answer == PASS else "two_cats_lay", {}


@key_and_facts.register(setup.ChooseDirection)
def _direction(question: Question, game: Game, answer: str) -> _SentenceKey:
    return answer, {}


def _one_fact(
    question_class: type[Question],
    key: str,
    fact: str,
    fact_of: Callable[[Any], object] = lambda answer: answer,  # an answer of its question
) -> None:
    """Register the text key and the only fact of a sentence; `fact_of` computes it from the answer."""
    key_and_facts.register(question_class, lambda question, game, answer: (key, {fact: fact_of(answer)}))


_one_fact(hand.DiscardElement, "discard_element", "element")
_one_fact(hand.DiscardSpell, "discard", "card")
_one_fact(DiscardCreature, "discard", "card")
_one_fact(support.ChooseShieldElement, "name_element", "element")
_one_fact(OrnRoll, "roll", "face", FaceFact)
_one_fact(draws.NextPlayingCardDraw, "draw", "card")
_one_fact(draws.RandomCharacterPick, "character", "character", CHARACTER_BY_ELEMENT.__getitem__)
_one_fact(draws.RandomObjectPick, "object", "object")
_one_fact(duel.RandomObjectToTake, "taken", "object")
_one_fact(draws.RandomSpellPick, "spell", "card")
